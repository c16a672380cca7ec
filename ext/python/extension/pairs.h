/* SPDX-License-Identifier: MIT */
/* Lists of pairs of str, the parameters of a query: objects of Python. */
#ifndef URIEL_PYTHON_PAIRS_H
#define URIEL_PYTHON_PAIRS_H

#include "module.h"

/* Returns the list of a query (the application/x-www-form-urlencoded parser). */
PyObject *uriel_python_pairs_parse(uriel_text query);

/* Writes a list as a query (the application/x-www-form-urlencoded serializer). The caller frees
 * text->ptr, which is NULL with an exception on failure. */
void uriel_python_pairs_serialize(uriel_text *text, PyObject *list);

/* Returns a list sorted by the UTF-16 code units of names; pairs of the same name keep their order. */
PyObject *uriel_python_pairs_sorted(PyObject *list);

/* Returns a name or a value as a str without lone surrogates. */
PyObject *uriel_python_pairs_string(const module_state *state, PyObject *object);

/* Returns the list of an iterable object of pairs, or of the items of a mapping. */
PyObject *uriel_python_pairs_of(const module_state *state, PyObject *object);

/* Returns the index of the first pair from `at` on that has the name and, unless it is NULL, the value;
 * the length of the list if none does; -1 with an exception. */
Py_ssize_t uriel_python_pairs_find(PyObject *list, Py_ssize_t at, PyObject *name, PyObject *value);

/* Returns the list without the pairs that match, and with `pair`, if not NULL, in place of the first. */
PyObject *uriel_python_pairs_without(PyObject *list, PyObject *name, PyObject *value, PyObject *pair);

#endif

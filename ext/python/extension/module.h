/* SPDX-License-Identifier: MIT */
/* The state of the module _uriel, and the functions that its files share. */
#ifndef URIEL_PYTHON_MODULE_H
#define URIEL_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#include "uriel_function.h"
#include "uriel_spec.h"
#include "uriel_url.h"

/* Names of functions of the module and of methods: each vocabulary function has a C function of its own,
 * since Python passes no data to one. */
enum { MODULE_FUNCTIONS = 100 };

/* A function with names of arguments, in a table of Python. */
/* clang-format off */
#define MODULE_METHOD(function) (PyCFunction)(void (*)(void))(function)
/* clang-format on */

/* One for each interpreter. */
typedef struct module_state {
  PyObject *error;                          /* the class Error */
  PyTypeObject *reference;                  /* the class Reference */
  PyTypeObject *find_iterator;              /* of find_iter() */
  PyTypeObject *column;                     /* the class Column */
  PyTypeObject *stream;                     /* the class ColumnStream */
  PyTypeObject *url;                        /* the class URL */
  PyTypeObject *params;                     /* the class URLSearchParams, and */
  PyTypeObject *params_iterator;            /* of its iterators */
  PyTypeObject *links_iterator;             /* of links_iter() */
  PyTypeObject *elements[MODULE_FUNCTIONS]; /* of lists whose elements have several fields */
  PyMethodDef functions[MODULE_FUNCTIONS + 1];
  PyMethodDef methods[MODULE_FUNCTIONS + 1];
  PyGetSetDef attributes[MODULE_FUNCTIONS + 2];
  char *docs[2 * MODULE_FUNCTIONS]; /* of each function, and of each method */
  uint64_t seed;                    /* of hashes */
} module_state;

/* A parsed reference. `ref` points into the UTF-8 of `text`. */
typedef struct reference_object {
  PyObject_HEAD PyObject *text; /* exactly str */
  uriel_ref ref;
} reference_object;

/* A URL of browsers, which setters change. */
typedef struct url_object {
  PyObject_HEAD PyObject *text; /* exactly str */
  uriel_ref ref;                /* into the UTF-8 of `text` */
  PyObject *params;             /* URLSearchParams, made at its first use; or NULL */
} url_object;

/* ---- Objects that can change ------------------------------------------------------------------- */

/* Each operation holds the lock of its object. The interpreter's lock does, in Pythons that have one. */
#ifdef Py_GIL_DISABLED
typedef PyCriticalSection object_lock;
static inline void uriel_python_lock(object_lock *lock, PyObject *object)
{
  PyCriticalSection_Begin(lock, object);
}
static inline void uriel_python_unlock(object_lock *lock)
{
  PyCriticalSection_End(lock);
}
#else
typedef char object_lock;
static inline void uriel_python_lock(object_lock *lock, PyObject *object)
{
  (void)object;
  *lock = 0;
}
static inline void uriel_python_unlock(object_lock *lock)
{
  (void)lock;
}
#endif

/* ---- text.c ----------------------------------------------------------------------------------- */

/* The bytes of a Python object, until text_release. */
typedef struct text_view {
  uriel_text text;
  PyObject *owner;  /* of encoded bytes, or NULL */
  Py_buffer buffer; /* of a bytes-like object; buffer.obj is NULL otherwise */
  bool indexed;     /* a str that is not ASCII: positions are converted to indexes */
  PyObject *str;    /* of `owner`, if it has lone surrogates */
} text_view;

/* Returns 1 with the UTF-8 of a str, a Reference, a URL or a bytes-like object; 0 for another object; -1
 * with an exception. A lone surrogate stands for its byte (PEP 383), or is encoded like other
 * characters. */
int uriel_python_text(text_view *view, const module_state *state, PyObject *object);
void uriel_python_text_release(text_view *view);

/* Returns 0 with the UTF-8 of these objects as browsers take them: each lone surrogate is U+FFFD
 * (USVString of Web IDL). For an object of another class, returns -1 after uriel_python_wrong_type. */
int uriel_python_scalars(text_view *view, const module_state *state, PyObject *object, const char *name,
                         const char *form);

/* As uriel_python_scalars, and with the digits of an int. */
int uriel_python_value(text_view *view, const module_state *state, PyObject *object, const char *name,
                       const char *form);

/* Returns a str, or None for an undefined text. A byte that is not UTF-8 becomes a lone surrogate
 * (PEP 383). */
PyObject *uriel_python_str(uriel_text text);

/* Writes the bytes of a character of a str. Returns their number, at most 4. */
size_t uriel_python_write(char *to, Py_UCS4 character);

/* Returns the index in the str of a position in its UTF-8; of bytes, the position. */
size_t uriel_python_index(const text_view *view, size_t offset);

/* Raises TypeError: "NAME must be FORM, not CLASS". Returns NULL. */
PyObject *uriel_python_wrong_type(const char *name, const char *form, PyObject *object);

/* Returns a tuple of the elements of an argument, an iterable of str such as a list. */
PyObject *uriel_python_items(const char *name, PyObject *given);

/* Appends an element, which may be NULL with an exception, and takes it. Returns 0 or -1. */
int uriel_python_append(PyObject *list, PyObject *element);

/* A place in a text: its position, and the index of the character there. Zero at first. */
typedef struct text_cursor {
  size_t offset, index;
} text_cursor;

/* Moves to a position. Returns the index. O(n) for all positions in ascending order. */
size_t uriel_python_cursor_to(text_cursor *cursor, const text_view *view, size_t offset);

/* ---- error.c ---------------------------------------------------------------------------------- */

int uriel_python_error_open(PyObject *module, module_state *state);

/* Raises Error. Returns NULL. */
PyObject *uriel_python_raise(const module_state *state, const uriel_error *error, const text_view *view);

/* ---- reference.c ------------------------------------------------------------------------------ */

int uriel_python_reference_open(PyObject *module, module_state *state);

/* parse(text, spec="rfc3986"). */
PyObject *uriel_python_parse(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names);

/* ---- find.c ----------------------------------------------------------------------------------- */

/* Adds find() and find_iter(). */
int uriel_python_find_open(PyObject *module, module_state *state);

/* ---- url.c ------------------------------------------------------------------------------------ */

int uriel_python_url_open(PyObject *module, module_state *state);

/* Returns the text of a URL, a new reference, and fills `ref` over it. */
PyObject *uriel_python_url_text(PyObject *url, uriel_ref *ref);

/* Runs a setter other than of href. The caller holds the URL's lock. Returns 0, or -1 with an exception.
 */
int uriel_python_url_change(const module_state *state, PyObject *url, uriel_url_attribute attribute,
                            const text_view *view);

/* ---- search_params.c -------------------------------------------------------------------------- */

int uriel_python_params_open(PyObject *module, module_state *state);

/* Returns the parameters of a URL. The caller holds its lock. */
PyObject *uriel_python_params_of(const module_state *state, PyObject *url);

/* Reads the parameters again, after the query of their URL has changed. The caller holds its lock. */
int uriel_python_params_read(PyObject *params);

/* ---- links.c ---------------------------------------------------------------------------------- */

/* Adds links() and links_iter(). */
int uriel_python_links_open(PyObject *module, module_state *state);

/* ---- harvest.c -------------------------------------------------------------------------------- */

/* Adds the class Harvest. */
int uriel_python_harvest_open(PyObject *module);

/* ---- plan.c ----------------------------------------------------------------------------------- */

PyObject *uriel_python_plan(PyObject *module, PyObject *args);
PyObject *uriel_python_search(PyObject *module, PyObject *args);

/* ---- call.c ----------------------------------------------------------------------------------- */

/* Fills the tables of functions, methods and attributes of the state, and adds the functions. */
int uriel_python_functions_open(PyObject *module, module_state *state);

/* Calls a function with arguments as Python passes them to C; `self`, if it is not NULL, comes first. */
PyObject *uriel_python_call(const module_state *state, size_t index, PyObject *self,
                            PyObject *const *args, Py_ssize_t count, PyObject *names);

/* Returns the index of a function of the vocabulary. */
size_t uriel_python_function_index(const char *name);

/* Returns an element of a function's list. Takes its fields, which are NULL with an exception. */
PyObject *uriel_python_element(const module_state *state, const char *function, PyObject *const *fields);

/* Raises the exception of a wrong argument. Returns NULL. */
PyObject *uriel_python_wrong(const uriel_function *function, const uriel_error *error);

/* ---- column.c, column_stream.c, columns.c ----------------------------------------------------- */

/* Add the classes of columns, and columns(). */
int uriel_python_column_open(PyObject *module, module_state *state);
int uriel_python_stream_open(PyObject *module, module_state *state);
int uriel_python_columns_open(PyObject *module);

/* Calls a function for each row: columns[i] is NULL for a constant, whose value is values[i]. */
PyObject *uriel_python_column_call(const module_state *state, size_t index, const uriel_value *values,
                                   PyObject *const *columns);

/* ---- capsule.c -------------------------------------------------------------------------------- */

/* Whether an object is an Arrow array, a stream or an array of numpy. */
bool uriel_python_is_column(const module_state *state, PyObject *object);

/* ---- table.c ---------------------------------------------------------------------------------- */

/* functions(). */
PyObject *uriel_python_table(PyObject *module, PyObject *ignored);

#endif

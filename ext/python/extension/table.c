/* SPDX-License-Identifier: MIT */
/* functions(): the vocabulary as data, for programs that offer its functions to their users. */
#include "module.h"

/* Returns the words that are allowed, or None for any text. */
static PyObject *table_words(const char *const *words)
{
  if (!words)
    return Py_NewRef(Py_None);
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && words[i]; i++)
    if (uriel_python_append(list, PyUnicode_FromString(words[i])) < 0)
      Py_CLEAR(list);
  return list;
}

static PyObject *table_parameters(const uriel_parameter *parameters, size_t count)
{
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < count; i++) {
    const uriel_parameter *const parameter = &parameters[i];
    PyObject *const made =
        Py_BuildValue("{sssssssN}", "name", parameter->name, "kind", uriel_kind_name(parameter->kind),
                      "default", parameter->usual, "words", table_words(parameter->words));
    if (uriel_python_append(list, made) < 0)
      Py_CLEAR(list);
  }
  return list;
}

PyObject *uriel_python_table(PyObject *module, PyObject *ignored)
{
  (void)module;
  (void)ignored;
  size_t count;
  const uriel_function *const all = uriel_functions(&count);
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < count; i++) {
    PyObject *const made =
        Py_BuildValue("{sssNsssNss}", "name", all[i].name, "arguments",
                      table_parameters(all[i].arguments, all[i].argument_count), "result",
                      uriel_kind_name(all[i].result), "fields",
                      table_parameters(all[i].fields, all[i].field_count), "sentence", all[i].sentence);
    if (uriel_python_append(list, made) < 0)
      Py_CLEAR(list);
  }
  return list;
}

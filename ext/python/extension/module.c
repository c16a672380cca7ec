/* SPDX-License-Identifier: MIT */
/* The module _uriel: its functions and classes, for each interpreter that imports it. */
#include "module.h"

/* _remove_dot_segments(path), which compat/urllib.py also calls for paths that no reference has. */
static PyObject *module_remove_dot_segments(PyObject *module, PyObject *path)
{
  (void)module;
  char *text;
  Py_ssize_t len;
  if (PyBytes_AsStringAndSize(path, &text, &len) < 0)
    return NULL;
  char *const out = PyMem_Malloc((size_t)len + 1);
  PyObject *const made = out ? PyBytes_FromStringAndSize(out, (Py_ssize_t)uriel_remove_dot_segments(
                                                                  text, (size_t)len, out, (size_t)len))
                             : PyErr_NoMemory();
  PyMem_Free(out);
  return made;
}

static PyMethodDef module_functions[] = {
    {"parse", MODULE_METHOD(uriel_python_parse), METH_FASTCALL | METH_KEYWORDS,
     "parse(text, spec='rfc3986')\n--\n\nReturns the Reference. Raises Error if the text is not one."},
    {"functions", uriel_python_table, METH_NOARGS,
     "functions()\n--\n\nReturns the vocabulary: name, arguments, result and sentence of each "
     "function."},
    {"_plan", uriel_python_plan, METH_VARARGS, NULL},
    {"_search", uriel_python_search, METH_VARARGS, NULL},
    {"_remove_dot_segments", module_remove_dot_segments, METH_O, NULL},
    {NULL, NULL, 0, NULL}};

/* The hash of a str is random for each process, unless PYTHONHASHSEED is set. */
static int module_seed(module_state *state)
{
  PyObject *const word = PyUnicode_FromString("uriel");
  const Py_hash_t hash = word ? PyObject_Hash(word) : -1;
  Py_XDECREF(word);
  state->seed = (uint64_t)hash;
  return hash == -1 ? -1 : 0;
}

static int module_open(PyObject *module)
{
  module_state *const state = PyModule_GetState(module);
  if (module_seed(state) < 0 || PyModule_AddStringConstant(module, "__version__", uriel_version()) < 0 ||
      uriel_python_error_open(module, state) < 0 || uriel_python_functions_open(module, state) < 0 ||
      uriel_python_reference_open(module, state) < 0 || uriel_python_find_open(module, state) < 0 ||
      uriel_python_links_open(module, state) < 0 || uriel_python_column_open(module, state) < 0 ||
      uriel_python_stream_open(module, state) < 0 || uriel_python_columns_open(module) < 0 ||
      uriel_python_url_open(module, state) < 0 || uriel_python_params_open(module, state) < 0 ||
      uriel_python_harvest_open(module) < 0)
    return -1;
  return 0;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
  module_state *const state = PyModule_GetState(module);
  Py_VISIT(state->error);
  Py_VISIT(state->reference);
  Py_VISIT(state->find_iterator);
  Py_VISIT(state->column);
  Py_VISIT(state->stream);
  Py_VISIT(state->url);
  Py_VISIT(state->params);
  Py_VISIT(state->params_iterator);
  Py_VISIT(state->links_iterator);
  for (size_t i = 0; i < MODULE_FUNCTIONS; i++)
    Py_VISIT(state->elements[i]);
  return 0;
}

static int module_clear(PyObject *module)
{
  module_state *const state = PyModule_GetState(module);
  Py_CLEAR(state->error);
  Py_CLEAR(state->reference);
  Py_CLEAR(state->find_iterator);
  Py_CLEAR(state->column);
  Py_CLEAR(state->stream);
  Py_CLEAR(state->url);
  Py_CLEAR(state->params);
  Py_CLEAR(state->params_iterator);
  Py_CLEAR(state->links_iterator);
  for (size_t i = 0; i < MODULE_FUNCTIONS; i++)
    Py_CLEAR(state->elements[i]);
  return 0;
}

static void module_free(void *module)
{
  module_state *const state = PyModule_GetState(module);
  if (!state)
    return;
  module_clear(module);
  for (size_t i = 0; i < (size_t)2 * MODULE_FUNCTIONS; i++)
    PyMem_Free(state->docs[i]);
}

/* Slots of later versions of Python, by number: every interpreter may have its own lock (3.12), or no
 * lock (3.13). */
enum { MODULE_SLOT_INTERPRETERS = 3, MODULE_SLOT_LOCK = 4 };

PyMODINIT_FUNC PyInit__uriel(void)
{
  static PyModuleDef_Slot slots[] = {{Py_mod_exec, module_open}, {0, NULL}, {0, NULL}, {0, NULL}};
  static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                   .m_name = "uriel_uri._uriel",
                                   .m_size = sizeof(module_state),
                                   .m_methods = module_functions,
                                   .m_slots = slots,
                                   .m_traverse = module_traverse,
                                   .m_clear = module_clear,
                                   .m_free = module_free};
  if (Py_Version >= 0x030C0000)
    slots[1] = (PyModuleDef_Slot){MODULE_SLOT_INTERPRETERS, (void *)2};
  if (Py_Version >= 0x030D0000)
    slots[2] = (PyModuleDef_Slot){MODULE_SLOT_LOCK, (void *)1};
  return PyModuleDef_Init(&definition);
}

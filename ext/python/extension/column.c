/* SPDX-License-Identifier: MIT */
/* The class Column: rows of a result, which Arrow, numpy and Python take. */
#include <errno.h>

#include "column.h"

typedef struct column_object {
  PyObject_HEAD column_data *data;
  PyTypeObject *element; /* of lists whose elements have several fields, or NULL */
} column_object;

PyObject *uriel_python_column_new(const module_state *state, column_data *data, PyTypeObject *element)
{
  column_object *const made = PyObject_New(column_object, state->column);
  if (!made) {
    uriel_python_data_release(data);
    return NULL;
  }
  made->data = data;
  made->element = (PyTypeObject *)Py_XNewRef((PyObject *)element);
  return (PyObject *)made;
}

static PyObject *column_list(const column_data *data, PyTypeObject *element)
{
  const int64_t length = uriel_python_data_length(data);
  PyObject *const list = PyList_New((Py_ssize_t)length);
  for (int64_t i = 0; list && i < length; i++) {
    PyObject *const row = uriel_python_row(data, i, element);
    if (!row) {
      Py_DECREF(list);
      return NULL;
    }
    PyList_SetItem(list, (Py_ssize_t)i, row);
  }
  return list;
}

PyObject *uriel_python_column_numpy(const column_data *data, PyTypeObject *element)
{
  PyObject *const rows = column_list(data, element);
  PyObject *const made = rows ? uriel_python_numpy_made(rows, &data->schema) : NULL;
  Py_XDECREF(rows);
  return made;
}

/* ---- The class -------------------------------------------------------------------------------- */

static void column_dealloc(PyObject *self)
{
  PyTypeObject *const type = Py_TYPE(self);
  uriel_python_data_release(((column_object *)self)->data);
  Py_XDECREF((PyObject *)((column_object *)self)->element);
  PyObject_Free(self);
  Py_DECREF(type);
}

static Py_ssize_t column_length(PyObject *self)
{
  return (Py_ssize_t)uriel_python_data_length(((column_object *)self)->data);
}

static PyObject *column_item(PyObject *self, Py_ssize_t row)
{
  const column_object *const column = (column_object *)self;
  if (row >= 0 && row < column_length(self))
    return uriel_python_row(column->data, row, column->element);
  PyErr_SetString(PyExc_IndexError, "the column has no such row");
  return NULL;
}

static PyObject *column_repr(PyObject *self)
{
  const column_data *const data = ((column_object *)self)->data;
  const char *const name = data->schema.name;
  return PyUnicode_FromFormat("<uriel_uri.Column %s: %zd rows>", name && *name ? name : "table",
                              column_length(self));
}

static PyObject *column_to_pylist(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  return column_list(((column_object *)self)->data, ((column_object *)self)->element);
}

static PyObject *column_c_schema(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  struct ArrowSchema schema;
  if (!uriel_python_data_schema(&schema, ((column_object *)self)->data))
    return PyErr_NoMemory();
  return uriel_python_capsule_schema(&schema);
}

static PyObject *column_c_array(PyObject *self, PyObject *args, PyObject *names)
{
  struct ArrowArray array;
  int error;
  if (!uriel_python_capsule_asked(args, names, "|O:__arrow_c_array__"))
    return NULL;
  column_data *const data = ((column_object *)self)->data;
  Py_BEGIN_ALLOW_THREADS;
  error = uriel_python_data_array(&array, data);
  Py_END_ALLOW_THREADS;
  if (error)
    return uriel_python_column_raise(
        NULL, error,
        error == ENOMEM ? "out of memory" : "the column is too large for one array: use its stream");
  PyObject *const second = uriel_python_capsule_array(&array), *const first =
                                                                   column_c_schema(self, NULL);
  PyObject *const pair = first && second ? PyTuple_Pack(2, first, second) : NULL;
  Py_XDECREF(first);
  Py_XDECREF(second);
  return pair;
}

static PyObject *column_c_stream(PyObject *self, PyObject *args, PyObject *names)
{
  struct ArrowArrayStream stream;
  if (!uriel_python_capsule_asked(args, names, "|O:__arrow_c_stream__"))
    return NULL;
  if (!uriel_python_data_stream(&stream, ((column_object *)self)->data))
    return PyErr_NoMemory();
  return uriel_python_capsule_stream(&stream);
}

/* __array__(dtype=None, copy=None), which numpy calls. */
static PyObject *column_array(PyObject *self, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"dtype", "copy", NULL};
  PyObject *dtype = Py_None, *copy = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, names, "|OO:__array__", (char **)keywords, &dtype, &copy))
    return NULL;
  if (copy == Py_False) {
    PyErr_SetString(PyExc_ValueError, "a column is always copied into an array of numpy");
    return NULL;
  }
  PyObject *const made =
      uriel_python_column_numpy(((column_object *)self)->data, ((column_object *)self)->element);
  if (!made || dtype == Py_None)
    return made;
  PyObject *const cast = PyObject_CallMethod(made, "astype", "O", dtype);
  Py_DECREF(made);
  return cast;
}

static const char column_doc[] =
    "The rows of a function's result, or the components of texts. Programs that read Arrow's PyCapsule "
    "interface take it,\nas an array and as a stream of arrays: pyarrow.array(column), "
    "polars.Series(column).";

int uriel_python_column_open(PyObject *module, module_state *state)
{
  static PyMethodDef methods[] = {
      {"to_pylist", column_to_pylist, METH_NOARGS,
       "to_pylist($self)\n--\n\nReturns a list of the rows."},
      {"__arrow_c_schema__", column_c_schema, METH_NOARGS, NULL},
      {"__arrow_c_array__", MODULE_METHOD(column_c_array), METH_VARARGS | METH_KEYWORDS, NULL},
      {"__arrow_c_stream__", MODULE_METHOD(column_c_stream), METH_VARARGS | METH_KEYWORDS, NULL},
      {"__array__", MODULE_METHOD(column_array), METH_VARARGS | METH_KEYWORDS, NULL},
      {NULL, NULL, 0, NULL}};
  PyType_Slot slots[] = {{Py_tp_doc, (void *)column_doc}, {Py_tp_dealloc, column_dealloc},
                         {Py_tp_repr, column_repr},       {Py_tp_iter, PySeqIter_New},
                         {Py_sq_length, column_length},   {Py_sq_item, column_item},
                         {Py_tp_methods, methods},        {0, NULL}};
  PyType_Spec spec = {.name = "uriel_uri.Column",
                      .basicsize = sizeof(column_object),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
                               Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      .slots = slots};
  state->column = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return state->column ? PyModule_AddType(module, state->column) : -1;
}

/* SPDX-License-Identifier: MIT */
/* Functions over columns: calls of the vocabulary, and columns(). */
#include <errno.h>

#include "column.h"

/* Computes all arrays. Between two, threads run and signals are handled. */
static column_data *columns_collect(column_work *work)
{
  column_data *const data = uriel_python_data_new();
  if (!data)
    return (column_data *)PyErr_NoMemory();
  int error = uriel_python_work_schema(work, &data->schema);
  while (!error) {
    struct ArrowArray array = {.release = NULL};
    Py_BEGIN_ALLOW_THREADS;
    error = uriel_python_work_next(work, &array);
    Py_END_ALLOW_THREADS;
    if (error || !array.release)
      break;
    if (!uriel_python_data_add(data, &array)) {
      array.release(&array);
      PyErr_NoMemory();
    }
    if (PyErr_Occurred() || PyErr_CheckSignals() < 0)
      error = EINTR;
  }
  if (!error)
    return data;
  uriel_python_column_raise(work, error, work->message);
  uriel_python_data_release(data);
  return NULL;
}

/* ---- Calls ------------------------------------------------------------------------------------ */

/* The form of the result, which is the form of the first column. */
typedef enum columns_form { COLUMNS_ARROW, COLUMNS_STREAM, COLUMNS_NUMPY, COLUMNS_PANDAS } columns_form;

/* A stream without a length, such as a RecordBatchReader, may never end. */
static columns_form columns_form_of(PyObject *object)
{
  if (uriel_python_class_has(object, "__arrow_c_array__"))
    return COLUMNS_ARROW;
  const int pandas = uriel_python_is_pandas(object);
  PyErr_Clear();
  if (pandas > 0)
    return COLUMNS_PANDAS;
  if (uriel_python_class_has(object, "__arrow_c_stream__"))
    return uriel_python_class_has(object, "__len__") ? COLUMNS_ARROW : COLUMNS_STREAM;
  return COLUMNS_NUMPY;
}

/* Returns the result in the form of the first column, which is `given`; of columns(), a Column or a
 * stream. */
static PyObject *columns_compute(const module_state *state, column_work *work, PyObject *given,
                                 PyTypeObject *element, bool whole)
{
  const columns_form form = columns_form_of(given);
  if (form == COLUMNS_STREAM)
    return uriel_python_stream_new(state, work, element);
  column_data *const data = columns_collect(work);
  if (!data || form == COLUMNS_ARROW || whole)
    return data ? uriel_python_column_new(state, data, element) : NULL;
  PyObject *const array = uriel_python_column_numpy(data, element);
  uriel_python_data_release(data);
  if (!array || form == COLUMNS_NUMPY)
    return array;
  PyObject *const series = uriel_python_pandas_made(array, given, work->functions[0]->name);
  Py_DECREF(array);
  return series;
}

PyObject *uriel_python_column_call(const module_state *state, size_t index, const uriel_value *values,
                                   PyObject *const *columns)
{
  size_t count;
  column_work work = {.functions = {&uriel_functions(&count)[index]}, .count = 1};
  PyObject *made = NULL, *first = NULL;
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++) {
    if (!columns[i])
      continue;
    column_source *const source = &work.sources[i];
    if (uriel_python_column_read(source, state, columns[i]) < 0)
      goto done;
    work.used[i] = true;
    if (first)
      continue;
    first = columns[i];
    work.table = source->schema.format && strcmp(source->schema.format, "+s") == 0;
  }
  if (uriel_python_work_constants(&work, values))
    made = columns_compute(state, &work, first, state->elements[index], false);
  else
    PyErr_NoMemory();
done:
  uriel_python_column_close(&work);
  return made;
}

/* ---- columns() -------------------------------------------------------------------------------- */

/* Adds a function of columns(): it must have one value, and need no argument besides the text. */
static int columns_add(column_work *work, PyObject *name)
{
  Py_ssize_t len = 0;
  const char *const text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &len) : NULL;
  const uriel_function *const function = text ? uriel_function_find(text, (size_t)len) : NULL;
  bool fits = function && function->field_count <= 1;
  for (size_t i = 0; i < work->count && fits; i++)
    fits = work->functions[i] != function;
  for (size_t i = 1; fits && i < function->argument_count; i++)
    fits = function->arguments[i].usual != NULL;
  if (fits) {
    work->functions[work->count++] = function;
    return 0;
  }
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_ValueError,
                 "%R is named twice, or is not a function with one argument and one value", name);
  return -1;
}

/* Finds the functions of a list of names. */
static int columns_names(column_work *work, PyObject *given)
{
  PyObject *const names = uriel_python_items("names", given);
  const Py_ssize_t count = names ? PyTuple_Size(names) : -1;
  int failed = names ? 0 : -1;
  for (Py_ssize_t i = 0; i < count && !failed; i++)
    failed = columns_add(work, PyTuple_GetItem(names, i));
  Py_XDECREF(names);
  if (count != 0)
    return failed;
  PyErr_SetString(PyExc_ValueError, "names must have at least one name");
  return -1;
}

/* columns(texts, names=None, spec="rfc3986"). */
static PyObject *columns_call(PyObject *module, PyObject *args, PyObject *keys)
{
  static char *const keywords[] = {"texts", "names", "spec", NULL};
  const module_state *const state = PyModule_GetState(module);
  const uriel_value values[URIEL_FUNCTION_ARGUMENTS] = {{.kind = URIEL_KIND_UNDEFINED}};
  PyObject *texts, *names = Py_None, *made = NULL;
  const char *spec = "rfc3986";
  Py_ssize_t len = (Py_ssize_t)strlen(spec);
  if (!PyArg_ParseTupleAndKeywords(args, keys, "O|Os#:columns", (char **)keywords, &texts, &names, &spec,
                                   &len))
    return NULL;
  if (!uriel_python_is_column(state, texts))
    return uriel_python_wrong_type("texts", "a column", texts);
  column_work work = {.used = {true}, .table = true};
  work.spec = (uriel_value){.kind = URIEL_KIND_TEXT, .text = {spec, (size_t)len}};
  if (names == Py_None && strcmp(spec, "rfc3986") != 0) {
    PyErr_SetString(PyExc_ValueError, "columns() needs names for this spec");
    return NULL;
  }
  if (names != Py_None && columns_names(&work, names) < 0)
    return NULL;
  if (!uriel_python_work_constants(&work, values))
    return PyErr_NoMemory();
  if (uriel_python_column_read(&work.sources[0], state, texts) == 0)
    made = columns_compute(state, &work, texts, NULL, true);
  uriel_python_column_close(&work);
  return made;
}

static const char columns_doc[] =
    "columns($module, texts, names=None, spec='rfc3986')\n--\n\n"
    "Returns a table with a column for each named function of the texts, which are a column, under the "
    "document `spec`:\ncolumns(texts, ['host', 'site', 'key']). Without names, it has the components as "
    "texts: scheme, userinfo, host, port,\npath, query and fragment. They are null if they are "
    "undefined "
    "or the text is not a reference.";

int uriel_python_columns_open(PyObject *module)
{
  static PyMethodDef functions[] = {
      {"columns", MODULE_METHOD(columns_call), METH_VARARGS | METH_KEYWORDS, columns_doc},
      {NULL, NULL, 0, NULL}};
  return PyModule_AddFunctions(module, functions);
}

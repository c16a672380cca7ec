/* SPDX-License-Identifier: MIT */
/* The classes Column and ColumnStream, the functions that make them, and Arrow's PyCapsule protocol. */
#include <errno.h>
#include <stdlib.h>

#include "column.h"

typedef struct column_object {
  PyObject_HEAD column_data *data;
  PyTypeObject *element; /* of lists whose elements have several fields, or NULL */
} column_object;

typedef struct stream_object {
  PyObject_HEAD column_work *work; /* NULL after the stream was handed out */
  PyTypeObject *element;
  atomic_bool busy; /* a thread uses the stream */
} stream_object;

/* ---- Exceptions ------------------------------------------------------------------------------- */

static PyObject *column_raise(const column_work *work, int error, const char *message)
{
  if (PyErr_Occurred())
    return NULL;
  if (work && work->error.code != URIEL_ERROR_NONE)
    return uriel_python_wrong(work->wrong, &work->error);
  PyObject *const class = error == EINVAL      ? PyExc_ValueError
                          : error == ENOTSUP   ? PyExc_TypeError
                          : error == EOVERFLOW ? PyExc_OverflowError
                          : error == ENOMEM    ? PyExc_MemoryError
                                               : PyExc_OSError;
  PyObject *const text = PyUnicode_DecodeUTF8(message, (Py_ssize_t)strlen(message), "replace");
  if (text && class == PyExc_OSError) {
    PyObject *const exception = PyObject_CallFunction(class, "iO", error, text);
    if (exception)
      PyErr_SetObject(class, exception);
    Py_XDECREF(exception);
  } else if (text) {
    PyErr_SetObject(class, text);
  }
  Py_XDECREF(text);
  return NULL;
}

/* ---- Capsules --------------------------------------------------------------------------------- */

static void capsule_free_schema(PyObject *capsule)
{
  struct ArrowSchema *const schema = PyCapsule_GetPointer(capsule, "arrow_schema");
  if (schema->release)
    schema->release(schema);
  free(schema);
}

static void capsule_free_array(PyObject *capsule)
{
  struct ArrowArray *const array = PyCapsule_GetPointer(capsule, "arrow_array");
  if (array->release)
    array->release(array);
  free(array);
}

/* What a producer in Python made is released by Python code, which must not see an exception. */
static void column_close(column_work *work)
{
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  uriel_python_work_close(work);
  PyErr_Restore(type, value, trace);
}

static void capsule_free_stream(PyObject *capsule)
{
  struct ArrowArrayStream *const stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace); /* as column_close */
  if (stream->release)
    stream->release(stream);
  PyErr_Restore(type, value, trace);
  free(stream);
}

/* Makes a capsule of a copy of `*made`, which the capsule releases unless somebody moves it. */
static PyObject *capsule_schema(struct ArrowSchema *made)
{
  struct ArrowSchema *const schema = malloc(sizeof *schema);
  PyObject *const capsule = schema ? PyCapsule_New(schema, "arrow_schema", capsule_free_schema) : NULL;
  if (!schema)
    PyErr_NoMemory();
  if (capsule) {
    *schema = *made;
    return capsule;
  }
  made->release(made);
  free(schema);
  return NULL;
}

static PyObject *capsule_array(struct ArrowArray *made)
{
  struct ArrowArray *const array = malloc(sizeof *array);
  PyObject *const capsule = array ? PyCapsule_New(array, "arrow_array", capsule_free_array) : NULL;
  if (!array)
    PyErr_NoMemory();
  if (capsule) {
    *array = *made;
    return capsule;
  }
  made->release(made);
  free(array);
  return NULL;
}

static PyObject *capsule_stream(struct ArrowArrayStream *made)
{
  struct ArrowArrayStream *const stream = malloc(sizeof *stream);
  PyObject *const capsule =
      stream ? PyCapsule_New(stream, "arrow_array_stream", capsule_free_stream) : NULL;
  if (!stream)
    PyErr_NoMemory();
  if (capsule) {
    *stream = *made;
    return capsule;
  }
  made->release(made);
  free(stream);
  return NULL;
}

/* ---- Columns of others ------------------------------------------------------------------------ */

static bool column_has(PyObject *object, const char *name)
{
  return PyObject_HasAttrString((PyObject *)Py_TYPE(object), name);
}

bool uriel_python_is_column(const module_state *state, PyObject *object)
{
  if (PyUnicode_Check(object) || PyBytes_Check(object) || PyLong_Check(object) || object == Py_None ||
      Py_TYPE(object) == state->reference)
    return false;
  return column_has(object, "__arrow_c_array__") || column_has(object, "__arrow_c_stream__") ||
         uriel_python_numpy_takes(object);
}

static int column_read_array(column_source *source, PyObject *object)
{
  PyObject *const pair = PyObject_CallMethod(object, "__arrow_c_array__", "O", Py_None);
  int failed = -1;
  if (pair && (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2)) {
    PyErr_SetString(PyExc_TypeError, "__arrow_c_array__ must return a tuple of two capsules");
  } else if (pair) {
    struct ArrowSchema *const schema = PyCapsule_GetPointer(PyTuple_GetItem(pair, 0), "arrow_schema");
    struct ArrowArray *const array =
        schema ? PyCapsule_GetPointer(PyTuple_GetItem(pair, 1), "arrow_array") : NULL;
    if (array && schema->release && array->release) {
      source->schema = *schema;
      source->chunk = *array;
      schema->release = NULL;
      array->release = NULL;
      failed = 0;
    } else if (array) {
      PyErr_SetString(PyExc_ValueError, "the array was released");
    }
  }
  Py_XDECREF(pair);
  return failed;
}

static int column_read_schema(column_source *source)
{
  int error;
  struct ArrowArrayStream *const stream = &source->stream;
  Py_BEGIN_ALLOW_THREADS;
  error = stream->get_schema(stream, &source->schema);
  Py_END_ALLOW_THREADS;
  if (!error)
    return 0;
  source->schema.release = NULL;
  const char *const why = stream->get_last_error ? stream->get_last_error(stream) : NULL;
  column_raise(NULL, error, why ? why : "the stream has no schema");
  return -1;
}

static int column_read_stream(column_source *source, PyObject *object)
{
  /* polars 1.3 needs the argument. */
  PyObject *const capsule = PyObject_CallMethod(object, "__arrow_c_stream__", "O", Py_None);
  struct ArrowArrayStream *const stream =
      capsule ? PyCapsule_GetPointer(capsule, "arrow_array_stream") : NULL;
  int failed = -1;
  if (stream && stream->release && stream->get_schema && stream->get_next) {
    source->stream = *stream;
    stream->release = NULL;
    failed = column_read_schema(source);
  } else if (stream) {
    PyErr_SetString(PyExc_ValueError, "the stream was released");
  }
  Py_XDECREF(capsule);
  return failed;
}

static int column_read(column_source *source, const module_state *state, PyObject *object)
{
  if (column_has(object, "__arrow_c_array__"))
    return column_read_array(source, object);
  if (column_has(object, "__arrow_c_stream__"))
    return column_read_stream(source, object);
  return uriel_python_numpy_read(source, state, object);
}

/* ---- Results ---------------------------------------------------------------------------------- */

/* Takes the data. */
static PyObject *column_new(const module_state *state, column_data *data, PyTypeObject *element)
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

/* Computes all arrays. Between two, threads run and signals are handled. */
static column_data *column_collect(column_work *work)
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
  column_raise(work, error, work->message);
  uriel_python_data_release(data);
  return NULL;
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

static PyObject *column_numpy(const column_data *data, PyTypeObject *element)
{
  PyObject *const rows = column_list(data, element);
  PyObject *const made = rows ? uriel_python_numpy_made(rows, &data->schema) : NULL;
  Py_XDECREF(rows);
  return made;
}

/* ---- Streams of results ----------------------------------------------------------------------- */

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
  return uriel_python_work_schema(stream->private_data, out);
}

static int stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
  return uriel_python_work_next(stream->private_data, out);
}

static const char *stream_error(struct ArrowArrayStream *stream)
{
  const column_work *const work = stream->private_data;
  return work->message;
}

static void stream_release(struct ArrowArrayStream *stream)
{
  column_work *const work = stream->private_data;
  uriel_python_work_close(work);
  free(work);
  stream->release = NULL;
}

/* Moves the work into a stream. */
static PyObject *stream_new(const module_state *state, column_work *work, PyTypeObject *element)
{
  struct ArrowSchema schema;
  const int error = uriel_python_work_schema(work, &schema);
  if (error)
    return column_raise(work, error, work->message);
  schema.release(&schema);
  column_work *const moved = malloc(sizeof *moved);
  stream_object *const made = moved ? PyObject_New(stream_object, state->stream) : NULL;
  if (!made) {
    free(moved);
    return PyErr_NoMemory();
  }
  *moved = *work;
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++)
    if (moved->values[i].ref)
      moved->values[i].ref = &moved->refs[i];
  *work = (column_work){.constants = NULL};
  made->element = (PyTypeObject *)Py_XNewRef((PyObject *)element);
  atomic_init(&made->busy, false);
  made->work = moved;
  return (PyObject *)made;
}

/* ---- Calls ------------------------------------------------------------------------------------ */

/* The form of the result: that of the first column. */
typedef enum column_form { COLUMN_ARROW, COLUMN_STREAM, COLUMN_NUMPY, COLUMN_PANDAS } column_form;

/* A stream without a length, such as a RecordBatchReader, may never end. */
static column_form column_form_of(PyObject *object)
{
  if (column_has(object, "__arrow_c_array__"))
    return COLUMN_ARROW;
  const int pandas = uriel_python_is_pandas(object);
  PyErr_Clear();
  if (pandas > 0)
    return COLUMN_PANDAS;
  if (column_has(object, "__arrow_c_stream__"))
    return column_has(object, "__len__") ? COLUMN_ARROW : COLUMN_STREAM;
  return COLUMN_NUMPY;
}

/* Returns the result in the form of the first column, which is `given`; of columns(), a Column or a
 * stream. */
static PyObject *column_compute(const module_state *state, column_work *work, PyObject *given,
                                PyTypeObject *element, bool whole)
{
  const column_form form = column_form_of(given);
  if (form == COLUMN_STREAM)
    return stream_new(state, work, element);
  column_data *const data = column_collect(work);
  if (!data || form == COLUMN_ARROW || whole)
    return data ? column_new(state, data, element) : NULL;
  PyObject *const array = column_numpy(data, element);
  uriel_python_data_release(data);
  if (!array || form == COLUMN_NUMPY)
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
    if (column_read(source, state, columns[i]) < 0)
      goto done;
    work.used[i] = true;
    if (first)
      continue;
    first = columns[i];
    work.table = source->schema.format && strcmp(source->schema.format, "+s") == 0;
  }
  if (uriel_python_work_constants(&work, values))
    made = column_compute(state, &work, first, state->elements[index], false);
  else
    PyErr_NoMemory();
done:
  column_close(&work);
  return made;
}

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

/* Finds the functions of a list or a tuple of names. */
static int columns_names(column_work *work, PyObject *names)
{
  const bool is_list = PyList_Check(names);
  if (!is_list && !PyTuple_Check(names)) {
    PyErr_Format(PyExc_TypeError, "names must be a list of str, not %R", Py_TYPE(names));
    return -1;
  }
  const Py_ssize_t count = is_list ? PyList_Size(names) : PyTuple_Size(names);
  for (Py_ssize_t i = 0; i < count; i++) {
    PyObject *const name = is_list ? PyList_GetItem(names, i) : PyTuple_GetItem(names, i);
    if (!name || columns_add(work, name) < 0)
      return -1;
  }
  if (count > 0)
    return 0;
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
  if (!uriel_python_is_column(state, texts)) {
    PyErr_Format(PyExc_TypeError, "texts must be a column, not %R", Py_TYPE(texts));
    return NULL;
  }
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
  if (column_read(&work.sources[0], state, texts) == 0)
    made = column_compute(state, &work, texts, NULL, true);
  column_close(&work);
  return made;
}

/* ---- Column ----------------------------------------------------------------------------------- */

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
  return capsule_schema(&schema);
}

/* __arrow_c_array__(requested_schema=None). Arrow lets a producer ignore the request. */
static PyObject *column_c_array(PyObject *self, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"requested_schema", NULL};
  PyObject *requested = Py_None;
  struct ArrowArray array;
  int error;
  if (!PyArg_ParseTupleAndKeywords(args, names, "|O:__arrow_c_array__", (char **)keywords, &requested))
    return NULL;
  column_data *const data = ((column_object *)self)->data;
  Py_BEGIN_ALLOW_THREADS;
  error = uriel_python_data_array(&array, data);
  Py_END_ALLOW_THREADS;
  if (error)
    return column_raise(NULL, error,
                        error == ENOMEM ? "out of memory"
                                        : "the column is too large for one array: use its stream");
  PyObject *const second = capsule_array(&array), *const first = column_c_schema(self, NULL);
  PyObject *const pair = first && second ? PyTuple_Pack(2, first, second) : NULL;
  Py_XDECREF(first);
  Py_XDECREF(second);
  return pair;
}

static PyObject *column_c_stream(PyObject *self, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"requested_schema", NULL};
  PyObject *requested = Py_None;
  struct ArrowArrayStream stream;
  if (!PyArg_ParseTupleAndKeywords(args, names, "|O:__arrow_c_stream__", (char **)keywords, &requested))
    return NULL;
  if (!uriel_python_data_stream(&stream, ((column_object *)self)->data))
    return PyErr_NoMemory();
  return capsule_stream(&stream);
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
  PyObject *const made = column_numpy(((column_object *)self)->data, ((column_object *)self)->element);
  if (!made || dtype == Py_None)
    return made;
  PyObject *const cast = PyObject_CallMethod(made, "astype", "O", dtype);
  Py_DECREF(made);
  return cast;
}

/* ---- ColumnStream ----------------------------------------------------------------------------- */

static void stream_dealloc(PyObject *self)
{
  PyTypeObject *const type = Py_TYPE(self);
  column_work *const work = ((stream_object *)self)->work;
  if (work)
    column_close(work);
  free(work);
  Py_XDECREF((PyObject *)((stream_object *)self)->element);
  PyObject_Free(self);
  Py_DECREF(type);
}

/* Lets this thread use the stream until stream_leave. */
static bool stream_enter(stream_object *self)
{
  const bool busy = atomic_exchange(&self->busy, true);
  if (!busy && self->work)
    return true;
  if (!busy)
    atomic_store(&self->busy, false);
  PyErr_SetString(PyExc_ValueError,
                  busy ? "another thread reads the stream" : "the stream was handed out already");
  return false;
}

static void stream_leave(stream_object *self)
{
  atomic_store(&self->busy, false);
}

static PyObject *stream_c_stream(PyObject *self, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"requested_schema", NULL};
  PyObject *requested = Py_None;
  stream_object *const object = (stream_object *)self;
  if (!PyArg_ParseTupleAndKeywords(args, names, "|O:__arrow_c_stream__", (char **)keywords, &requested))
    return NULL;
  if (!stream_enter(object))
    return NULL;
  struct ArrowArrayStream stream = {.get_schema = stream_schema,
                                    .get_next = stream_next,
                                    .get_last_error = stream_error,
                                    .release = stream_release,
                                    .private_data = object->work};
  object->work = NULL;
  stream_leave(object);
  return capsule_stream(&stream);
}

/* Returns a Column of the array, which it takes. */
static PyObject *stream_column(const module_state *state, column_work *work, struct ArrowArray *array,
                               PyTypeObject *element)
{
  column_data *const data = uriel_python_data_new();
  if (data && uriel_python_work_schema(work, &data->schema) == 0 && uriel_python_data_add(data, array))
    return column_new(state, data, element);
  array->release(array);
  uriel_python_data_release(data);
  return PyErr_NoMemory();
}

static PyObject *stream_iternext(PyObject *self)
{
  const module_state *const state = PyType_GetModuleState(Py_TYPE(self));
  stream_object *const object = (stream_object *)self;
  struct ArrowArray array = {.release = NULL};
  PyObject *made = NULL;
  int error;
  if (!stream_enter(object))
    return NULL;
  column_work *const work = object->work;
  Py_BEGIN_ALLOW_THREADS;
  error = uriel_python_work_next(work, &array);
  Py_END_ALLOW_THREADS;
  if (error)
    column_raise(work, error, work->message);
  else if (array.release)
    made = stream_column(state, work, &array, object->element);
  stream_leave(object);
  return made;
}

/* ---- The classes ------------------------------------------------------------------------------ */

/* clang-format off */
#define COLUMN_METHOD(function) (PyCFunction)(void (*)(void))function
/* clang-format on */

static const char columns_doc[] =
    "columns($module, texts, names=None, spec='rfc3986')\n--\n\n"
    "Returns a table with a column for each named function of the texts, which are a column, under the "
    "document `spec`:\ncolumns(texts, ['host', 'site', 'key']). Without names, it has the components as "
    "texts: scheme, userinfo, host, port,\npath, query and fragment. They are null if they are "
    "undefined "
    "or the text is not a reference.";
static const char column_doc[] =
    "The rows of a function's result, or the components of texts. Programs that read Arrow's PyCapsule "
    "interface take it,\nas an array and as a stream of arrays: pyarrow.array(column), "
    "polars.Series(column).";
static const char stream_doc[] =
    "A result that is computed while it is read, once: by a program that takes Arrow streams, or as "
    "Columns.";

static PyObject *column_class(PyObject *module, const char *name, PyType_Spec *spec)
{
  PyObject *const type = PyType_FromModuleAndSpec(module, spec, NULL);
  if (!type || PyModule_AddObjectRef(module, name, type) == 0)
    return type;
  Py_DECREF(type);
  return NULL;
}

int uriel_python_column_open(PyObject *module, module_state *state)
{
  static PyMethodDef functions[] = {
      {"columns", COLUMN_METHOD(columns_call), METH_VARARGS | METH_KEYWORDS, columns_doc},
      {NULL, NULL, 0, NULL}};
  static PyMethodDef column_methods[] = {
      {"to_pylist", column_to_pylist, METH_NOARGS,
       "to_pylist($self)\n--\n\nReturns a list of the rows."},
      {"__arrow_c_schema__", column_c_schema, METH_NOARGS, NULL},
      {"__arrow_c_array__", COLUMN_METHOD(column_c_array), METH_VARARGS | METH_KEYWORDS, NULL},
      {"__arrow_c_stream__", COLUMN_METHOD(column_c_stream), METH_VARARGS | METH_KEYWORDS, NULL},
      {"__array__", COLUMN_METHOD(column_array), METH_VARARGS | METH_KEYWORDS, NULL},
      {NULL, NULL, 0, NULL}};
  static PyMethodDef stream_methods[] = {
      {"__arrow_c_stream__", COLUMN_METHOD(stream_c_stream), METH_VARARGS | METH_KEYWORDS, NULL},
      {NULL, NULL, 0, NULL}};
  PyType_Slot column_slots[] = {{Py_tp_doc, (void *)column_doc}, {Py_tp_dealloc, column_dealloc},
                                {Py_tp_repr, column_repr},       {Py_tp_iter, PySeqIter_New},
                                {Py_sq_length, column_length},   {Py_sq_item, column_item},
                                {Py_tp_methods, column_methods}, {0, NULL}};
  PyType_Slot stream_slots[] = {{Py_tp_doc, (void *)stream_doc}, {Py_tp_dealloc, stream_dealloc},
                                {Py_tp_iter, PyObject_SelfIter}, {Py_tp_iternext, stream_iternext},
                                {Py_tp_methods, stream_methods}, {0, NULL}};
  const unsigned flags =
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION;
  PyType_Spec column = {.name = "uriel_uri.Column",
                        .basicsize = sizeof(column_object),
                        .flags = flags,
                        .slots = column_slots};
  PyType_Spec stream = {.name = "uriel_uri.ColumnStream",
                        .basicsize = sizeof(stream_object),
                        .flags = flags,
                        .slots = stream_slots};
  state->column = (PyTypeObject *)column_class(module, "Column", &column);
  state->stream = (PyTypeObject *)column_class(module, "ColumnStream", &stream);
  return state->column && state->stream ? PyModule_AddFunctions(module, functions) : -1;
}

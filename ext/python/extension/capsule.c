/* SPDX-License-Identifier: MIT */
/* Arrow's PyCapsule protocol: capsules of results, the columns of other libraries, and the exceptions.
 */
#include <errno.h>
#include <stdlib.h>

#include "column.h"

/* ---- Exceptions ------------------------------------------------------------------------------- */

PyObject *uriel_python_column_raise(const column_work *work, int error, const char *message)
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

void uriel_python_column_close(column_work *work)
{
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  uriel_python_work_close(work);
  PyErr_Restore(type, value, trace);
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

static void capsule_free_stream(PyObject *capsule)
{
  struct ArrowArrayStream *const stream = PyCapsule_GetPointer(capsule, "arrow_array_stream");
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace); /* as uriel_python_column_close */
  if (stream->release)
    stream->release(stream);
  PyErr_Restore(type, value, trace);
  free(stream);
}

/* Makes a capsule of a copy of an Arrow structure. Returns NULL with an exception. */
static PyObject *capsule_new(const void *made, size_t size, const char *name,
                             PyCapsule_Destructor destructor)
{
  void *const copy = malloc(size);
  if (!copy)
    return PyErr_NoMemory();
  memcpy(copy, made, size);
  PyObject *const capsule = PyCapsule_New(copy, name, destructor);
  if (!capsule)
    free(copy);
  return capsule;
}

PyObject *uriel_python_capsule_schema(struct ArrowSchema *made)
{
  PyObject *const capsule = capsule_new(made, sizeof *made, "arrow_schema", capsule_free_schema);
  if (!capsule)
    made->release(made);
  return capsule;
}

PyObject *uriel_python_capsule_array(struct ArrowArray *made)
{
  PyObject *const capsule = capsule_new(made, sizeof *made, "arrow_array", capsule_free_array);
  if (!capsule)
    made->release(made);
  return capsule;
}

PyObject *uriel_python_capsule_stream(struct ArrowArrayStream *made)
{
  PyObject *const capsule = capsule_new(made, sizeof *made, "arrow_array_stream", capsule_free_stream);
  if (!capsule)
    made->release(made);
  return capsule;
}

bool uriel_python_capsule_asked(PyObject *args, PyObject *names, const char *format)
{
  static char *const keywords[] = {"requested_schema", NULL};
  PyObject *requested;
  return PyArg_ParseTupleAndKeywords(args, names, format, (char **)keywords, &requested);
}

/* ---- Columns of others ------------------------------------------------------------------------ */

bool uriel_python_class_has(PyObject *object, const char *name)
{
  return PyObject_HasAttrString((PyObject *)Py_TYPE(object), name);
}

bool uriel_python_is_column(const module_state *state, PyObject *object)
{
  if (PyUnicode_Check(object) || PyBytes_Check(object) || PyLong_Check(object) || object == Py_None ||
      Py_TYPE(object) == state->reference)
    return false;
  return uriel_python_class_has(object, "__arrow_c_array__") ||
         uriel_python_class_has(object, "__arrow_c_stream__") || uriel_python_numpy_takes(object);
}

static int capsule_read_array(column_source *source, PyObject *object)
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

static int capsule_read_schema(column_source *source)
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
  uriel_python_column_raise(NULL, error, why ? why : "the stream has no schema");
  return -1;
}

static int capsule_read_stream(column_source *source, PyObject *object)
{
  /* polars 1.3 needs the argument. */
  PyObject *const capsule = PyObject_CallMethod(object, "__arrow_c_stream__", "O", Py_None);
  struct ArrowArrayStream *const stream =
      capsule ? PyCapsule_GetPointer(capsule, "arrow_array_stream") : NULL;
  int failed = -1;
  if (stream && stream->release && stream->get_schema && stream->get_next) {
    source->stream = *stream;
    stream->release = NULL;
    failed = capsule_read_schema(source);
  } else if (stream) {
    PyErr_SetString(PyExc_ValueError, "the stream was released");
  }
  Py_XDECREF(capsule);
  return failed;
}

int uriel_python_column_read(column_source *source, const module_state *state, PyObject *object)
{
  if (uriel_python_class_has(object, "__arrow_c_array__"))
    return capsule_read_array(source, object);
  if (uriel_python_class_has(object, "__arrow_c_stream__"))
    return capsule_read_stream(source, object);
  return uriel_python_numpy_read(source, state, object);
}

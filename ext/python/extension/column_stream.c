/* SPDX-License-Identifier: MIT */
/* The class ColumnStream: a result that is computed while it is read. */
#include <stdlib.h>

#include "column.h"

typedef struct stream_object {
  PyObject_HEAD column_work *work; /* NULL after the stream was handed out */
  PyTypeObject *element;
  atomic_bool busy; /* a thread uses the stream */
} stream_object;

/* ---- The stream of Arrow ---------------------------------------------------------------------- */

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

PyObject *uriel_python_stream_new(const module_state *state, column_work *work, PyTypeObject *element)
{
  struct ArrowSchema schema;
  const int error = uriel_python_work_schema(work, &schema);
  if (error)
    return uriel_python_column_raise(work, error, work->message);
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

/* ---- The class -------------------------------------------------------------------------------- */

static void stream_dealloc(PyObject *self)
{
  PyTypeObject *const type = Py_TYPE(self);
  column_work *const work = ((stream_object *)self)->work;
  if (work)
    uriel_python_column_close(work);
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
  stream_object *const object = (stream_object *)self;
  if (!uriel_python_capsule_asked(args, names, "|O:__arrow_c_stream__") || !stream_enter(object))
    return NULL;
  struct ArrowArrayStream stream = {.get_schema = stream_schema,
                                    .get_next = stream_next,
                                    .get_last_error = stream_error,
                                    .release = stream_release,
                                    .private_data = object->work};
  object->work = NULL;
  stream_leave(object);
  return uriel_python_capsule_stream(&stream);
}

/* Returns a Column of the array, which it takes. */
static PyObject *stream_column(const module_state *state, column_work *work, struct ArrowArray *array,
                               PyTypeObject *element)
{
  column_data *const data = uriel_python_data_new();
  if (data && uriel_python_work_schema(work, &data->schema) == 0 && uriel_python_data_add(data, array))
    return uriel_python_column_new(state, data, element);
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
    uriel_python_column_raise(work, error, work->message);
  else if (array.release)
    made = stream_column(state, work, &array, object->element);
  stream_leave(object);
  return made;
}

static const char stream_doc[] =
    "A result that is computed while it is read, once: by a program that takes Arrow streams, or as "
    "Columns.";

int uriel_python_stream_open(PyObject *module, module_state *state)
{
  static PyMethodDef methods[] = {
      {"__arrow_c_stream__", MODULE_METHOD(stream_c_stream), METH_VARARGS | METH_KEYWORDS, NULL},
      {NULL, NULL, 0, NULL}};
  PyType_Slot slots[] = {{Py_tp_doc, (void *)stream_doc}, {Py_tp_dealloc, stream_dealloc},
                         {Py_tp_iter, PyObject_SelfIter}, {Py_tp_iternext, stream_iternext},
                         {Py_tp_methods, methods},        {0, NULL}};
  PyType_Spec spec = {.name = "uriel_uri.ColumnStream",
                      .basicsize = sizeof(stream_object),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
                               Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      .slots = slots};
  state->stream = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return state->stream ? PyModule_AddType(module, state->stream) : -1;
}

/* SPDX-License-Identifier: MIT */
/* Texts in pieces, such as the lines of a file, and the indexes of their characters. */
#include "pieces.h"

#include <stdlib.h>

/* ---- Pieces ----------------------------------------------------------------------------------- */

int uriel_python_pieces_open(text_pieces *pieces, const module_state *state, PyObject *object)
{
  *pieces = (text_pieces){.iterator = NULL};
  if (!PyUnicode_Check(object) && !PyObject_CheckBuffer(object) && Py_TYPE(object) != state->reference) {
    pieces->iterator = PyObject_GetIter(object);
    return pieces->iterator ? 0 : -1;
  }
  PyObject *const only = Py_TYPE(object) == state->reference
                             ? PyTuple_Pack(1, ((reference_object *)object)->text)
                             : PyTuple_Pack(1, object);
  pieces->iterator = only ? PyObject_GetIter(only) : NULL;
  Py_XDECREF(only);
  return pieces->iterator ? 0 : -1;
}

/* Returns an exact str or bytes with the contents of a piece. */
static PyObject *pieces_exact(PyObject *piece)
{
  if (PyUnicode_Check(piece))
    return PyUnicode_FromObject(piece);
  if (PyObject_CheckBuffer(piece))
    return PyBytes_FromObject(piece);
  return uriel_python_wrong_type("a piece", "str or bytes", piece);
}

PyObject *uriel_python_pieces_next(text_pieces *pieces)
{
  /* An iterator in C over empty pieces must not hang. */
  PyObject *const piece =
      pieces->iterator && PyErr_CheckSignals() == 0 ? PyIter_Next(pieces->iterator) : NULL;
  PyObject *made = piece ? pieces_exact(piece) : NULL;
  Py_XDECREF(piece);
  if (made && !pieces->empty)
    pieces->empty =
        PyUnicode_Check(made) ? PyUnicode_FromString("") : PyBytes_FromStringAndSize(NULL, 0);
  if (made && (!pieces->empty || Py_TYPE(made) != Py_TYPE(pieces->empty))) {
    if (pieces->empty)
      PyErr_SetString(PyExc_TypeError, "the pieces must all be str, or all be bytes");
    Py_CLEAR(made);
  }
  if (!made)
    Py_CLEAR(pieces->iterator);
  return made;
}

PyObject *uriel_python_pieces_join(const text_pieces *pieces, PyObject *list)
{
  return PyObject_CallMethod(pieces->empty, "join", "O", list);
}

int uriel_python_pieces_read(text_pieces *pieces, const module_state *state, PyObject *part)
{
  uriel_python_text_release(&pieces->view);
  pieces->view = (text_view){.owner = NULL};
  Py_XDECREF(pieces->part);
  pieces->part = part;
  return part && uriel_python_text(&pieces->view, state, part) < 0 ? -1 : 0;
}

void uriel_python_pieces_close(text_pieces *pieces)
{
  Py_CLEAR(pieces->iterator);
  Py_CLEAR(pieces->empty);
  uriel_python_text_release(&pieces->view);
  pieces->view = (text_view){.owner = NULL};
  Py_CLEAR(pieces->part);
}

/* ---- Iterators -------------------------------------------------------------------------------- */

static PyObject *iterator_next(PyObject *object)
{
  pieces_iterator *const self = (pieces_iterator *)object;
  if (atomic_exchange(&self->running, true)) {
    PyErr_Format(PyExc_ValueError, "%s() is already executing", self->kind->function);
    return NULL;
  }
  PyObject *const made = self->kind->next(self, PyType_GetModuleState(Py_TYPE(object)));
  if (!made)
    self->kind->close(self);
  atomic_store(&self->running, false);
  return made;
}

static int iterator_traverse(PyObject *object, visitproc visit, void *arg)
{
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(((pieces_iterator *)object)->pieces.iterator);
  Py_VISIT(((pieces_iterator *)object)->owned);
  return 0;
}

static int iterator_clear(PyObject *object)
{
  pieces_iterator *const self = (pieces_iterator *)object;
  self->kind->close(self);
  return 0;
}

static void iterator_dealloc(PyObject *object)
{
  PyTypeObject *const type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  iterator_clear(object);
  PyObject_GC_Del(object);
  Py_DECREF(type);
}

PyTypeObject *uriel_python_iterator_class(PyObject *module, const char *name, size_t size)
{
  PyType_Slot slots[] = {{Py_tp_dealloc, iterator_dealloc}, {Py_tp_traverse, iterator_traverse},
                         {Py_tp_clear, iterator_clear},     {Py_tp_iter, PyObject_SelfIter},
                         {Py_tp_iternext, iterator_next},   {0, NULL}};
  PyType_Spec spec = {.name = name,
                      .basicsize = (int)size,
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE |
                               Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      .slots = slots};
  return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}

pieces_iterator *uriel_python_iterator_new(PyTypeObject *type, const pieces_kind *kind)
{
  pieces_iterator *const made = (pieces_iterator *)PyType_GenericAlloc(type, 0);
  if (made)
    made->kind = kind;
  return made;
}

/* ---- Indexes ---------------------------------------------------------------------------------- */

void uriel_python_text_index_trim(text_index *index, size_t kept)
{
  if (index->len / 2 <= kept)
    return;
  const size_t dropped = index->len - kept;
  for (size_t i = 0; i < dropped; i++)
    index->begin_index += index->starts[i];
  index->begin += dropped;
  index->len = kept;
  memmove(index->starts, index->starts + dropped, kept);
  index->at = index->begin;
  index->at_index = index->begin_index;
}

bool uriel_python_text_index_add(text_index *index, const text_view *view)
{
  const uriel_text text = view->text;
  if (!view->indexed && index->len == 0) {
    index->begin += text.len;
    index->begin_index += text.len;
    index->at = index->begin;
    index->at_index = index->begin_index;
    return true;
  }
  if (index->capacity - index->len < text.len) {
    const size_t capacity = 2 * index->len + text.len;
    bool *const starts = realloc(index->starts, capacity);
    if (!starts)
      return false;
    index->starts = starts;
    index->capacity = capacity;
  }
  text_cursor cursor = {.offset = 0};
  for (size_t i = 0; i < text.len; i++)
    index->starts[index->len + i] = !view->str && (text.ptr[i] & 0xC0) != 0x80;
  /* A str with lone surrogates has the characters that its cursor finds. */
  while (view->str && cursor.offset < text.len) {
    index->starts[index->len + cursor.offset] = true;
    (void)uriel_python_cursor_to(&cursor, view, cursor.offset + 1);
  }
  index->len += text.len;
  return true;
}

uint64_t uriel_python_text_index_at(text_index *index, uint64_t offset)
{
  if (offset < index->begin)
    return index->begin_index - (index->begin - offset);
  for (; index->at < offset && index->at - index->begin < index->len; index->at++)
    index->at_index += index->starts[index->at - index->begin];
  for (; index->at > offset; index->at--)
    index->at_index -= index->starts[index->at - 1 - index->begin];
  return index->at_index;
}

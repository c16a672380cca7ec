/* SPDX-License-Identifier: MIT */
/* Texts of Python as bytes, and back. */
#include "module.h"

/* A str with lone surrogates is not UTF-8: its owner encodes it. */
static int text_encode(text_view *view, PyObject *object)
{
  static const char *const handlers[] = {"surrogateescape", "surrogatepass"};
  for (size_t i = 0; i < 2 && !view->owner; i++) {
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
      return -1;
    PyErr_Clear();
    view->owner = PyUnicode_AsEncodedString(object, "utf-8", handlers[i]);
  }
  char *bytes;
  Py_ssize_t len;
  if (!view->owner || PyBytes_AsStringAndSize(view->owner, &bytes, &len) < 0)
    return -1;
  view->text = (uriel_text){bytes, (size_t)len};
  view->indexed = true;
  return 1;
}

int uriel_python_text(text_view *view, const module_state *state, PyObject *object)
{
  *view = (text_view){.owner = NULL};
  if (PyUnicode_Check(object)) {
    Py_ssize_t len;
    const char *const text = PyUnicode_AsUTF8AndSize(object, &len);
    if (!text)
      return text_encode(view, object);
    view->text = (uriel_text){text, (size_t)len};
    view->indexed = PyUnicode_GetLength(object) != len;
    return 1;
  }
  if (Py_TYPE(object) == state->reference) {
    const reference_object *const reference = (reference_object *)object;
    view->text = (uriel_text){reference->ref.text, reference->ref.length};
    view->indexed = PyUnicode_GetLength(reference->text) != (Py_ssize_t)reference->ref.length;
    return 1;
  }
  if (!PyObject_CheckBuffer(object))
    return 0;
  if (PyObject_GetBuffer(object, &view->buffer, PyBUF_SIMPLE) < 0)
    return -1;
  /* The address of an empty buffer may be NULL, which is an undefined text. */
  view->text = (uriel_text){view->buffer.buf ? view->buffer.buf : "", (size_t)view->buffer.len};
  return 1;
}

void uriel_python_text_release(text_view *view)
{
  Py_XDECREF(view->owner);
  if (view->buffer.obj)
    PyBuffer_Release(&view->buffer);
}

PyObject *uriel_python_str(uriel_text text)
{
  return PyUnicode_DecodeUTF8(text.ptr, (Py_ssize_t)text.len, "surrogateescape");
}

/* Bytes that do not continue a character start one, also of an escaped surrogate. */
size_t uriel_python_index(const text_view *view, size_t offset)
{
  if (!view->indexed)
    return offset;
  size_t index = 0;
  for (size_t i = 0; i < offset && i < view->text.len; i++)
    index += (view->text.ptr[i] & 0xC0) != 0x80;
  return index;
}

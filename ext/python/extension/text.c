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
    view->escaped = i == 0;
  }
  char *bytes;
  Py_ssize_t len;
  if (!view->owner || PyBytes_AsStringAndSize(view->owner, &bytes, &len) < 0)
    return -1;
  view->text = (uriel_text){bytes, (size_t)len};
  view->indexed = true;
  view->str = object;
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
  if (Py_TYPE(object) == state->url) {
    uriel_ref ref;
    view->owner = uriel_python_url_text(object, &ref);
    view->text = (uriel_text){ref.text, ref.length};
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

/* Returns a str with U+FFFD for each lone surrogate. Those that form a pair are one character. */
static PyObject *text_scalars(PyObject *object)
{
  PyObject *const units = PyUnicode_AsEncodedString(object, "utf-16-le", "surrogatepass");
  PyObject *made = NULL;
  char *bytes;
  Py_ssize_t len;
  int little = -1;
  if (units && PyBytes_AsStringAndSize(units, &bytes, &len) == 0)
    made = PyUnicode_DecodeUTF16(bytes, len, "replace", &little);
  Py_XDECREF(units);
  return made;
}

int uriel_python_scalars(text_view *view, const module_state *state, PyObject *object,
                         const char *expected)
{
  const int found = uriel_python_text(view, state, object);
  if (found == 0)
    PyErr_Format(PyExc_TypeError, "%s, not %R", expected, Py_TYPE(object));
  if (found <= 0)
    return -1;
  if (!view->owner || !PyUnicode_Check(object))
    return 0;
  uriel_python_text_release(view);
  Py_ssize_t len;
  PyObject *const scalars = text_scalars(object);
  const char *const text = scalars ? PyUnicode_AsUTF8AndSize(scalars, &len) : NULL;
  if (!text) {
    Py_XDECREF(scalars);
    return -1;
  }
  *view = (text_view){{text, (size_t)len}, .owner = scalars, .str = scalars, .indexed = true};
  return 0;
}

int uriel_python_value(text_view *view, const module_state *state, PyObject *object,
                       const char *expected)
{
  if (!PyLong_Check(object) || PyBool_Check(object))
    return uriel_python_scalars(view, state, object, expected);
  PyObject *const digits = PyNumber_ToBase(object, 10); /* not what a subclass writes */
  const int failed = digits ? uriel_python_scalars(view, state, digits, expected) : -1;
  if (failed)
    Py_XDECREF(digits);
  else
    view->owner = digits;
  return failed;
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

/* Moves over the characters of a str with lone surrogates, whose bytes do not show where they start. */
static void text_walk(text_cursor *cursor, const text_view *view, size_t offset)
{
  while (cursor->offset < offset) {
    const Py_UCS4 character = PyUnicode_ReadChar(view->str, (Py_ssize_t)cursor->index++);
    const bool is_byte = view->escaped && character >= 0xDC80 && character <= 0xDCFF;
    cursor->offset += is_byte || character < 0x80 ? 1
                      : character < 0x800         ? 2
                      : character < 0x10000       ? 3
                                                  : 4;
  }
}

size_t uriel_python_cursor_to(text_cursor *cursor, const text_view *view, size_t offset)
{
  if (!view->indexed)
    return offset;
  if (offset < cursor->offset)
    *cursor = (text_cursor){.offset = 0};
  if (view->owner) {
    text_walk(cursor, view, offset);
    return cursor->index;
  }
  size_t index = cursor->index;
  for (size_t i = cursor->offset; i < offset; i++)
    index += (view->text.ptr[i] & 0xC0) != 0x80;
  *cursor = (text_cursor){.offset = offset, .index = index};
  return index;
}

size_t uriel_python_index(const text_view *view, size_t offset)
{
  text_cursor cursor = {.offset = 0};
  return uriel_python_cursor_to(&cursor, view, offset);
}

/* SPDX-License-Identifier: MIT */
/* Texts of Python as bytes, and back; arguments of a wrong class; lists. */
#include "module.h"

/* Whether a character is a byte that is not UTF-8 (PEP 383). */
static bool text_is_byte(Py_UCS4 character)
{
  return character >= 0xDC80 && character <= 0xDCFF;
}

/* Returns the number of bytes of a character: as many as in UTF-8, also for other surrogates. */
static size_t text_width(Py_UCS4 character)
{
  return text_is_byte(character) || character < 0x80 ? 1
         : character < 0x800                         ? 2
         : character < 0x10000                       ? 3
                                                     : 4;
}

size_t uriel_python_write(char *to, Py_UCS4 character)
{
  const size_t width = text_width(character);
  static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = width; i > 1; i--) {
    to[i - 1] = (char)(0x80 | (character & 0x3F));
    character >>= 6;
  }
  to[0] = (char)(marks[width] | (character & 0xFF));
  return width;
}

/* A str with lone surrogates is not UTF-8: its owner has the bytes. Each character is encoded for
 * itself, so that the bytes of a text in pieces are the same. */
static int text_encode(text_view *view, PyObject *object)
{
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
    return -1;
  PyErr_Clear();
  const Py_ssize_t count = PyUnicode_GetLength(object);
  size_t len = 0;
  for (Py_ssize_t i = 0; i < count; i++)
    len += text_width(PyUnicode_ReadChar(object, i));
  view->owner = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)len);
  char *const bytes = view->owner ? PyBytes_AsString(view->owner) : NULL;
  if (!bytes)
    return -1;
  char *to = bytes;
  for (Py_ssize_t i = 0; i < count; i++)
    to += uriel_python_write(to, PyUnicode_ReadChar(object, i));
  view->text = (uriel_text){bytes, len};
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

/* Returns a str with U+FFFD for each lone surrogate. Two surrogates that form a pair are one character.
 */
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

int uriel_python_scalars(text_view *view, const module_state *state, PyObject *object, const char *name,
                         const char *form)
{
  const int found = uriel_python_text(view, state, object);
  if (found == 0)
    uriel_python_wrong_type(name, form, object);
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

int uriel_python_value(text_view *view, const module_state *state, PyObject *object, const char *name,
                       const char *form)
{
  if (!PyLong_Check(object) || PyBool_Check(object))
    return uriel_python_scalars(view, state, object, name, form);
  PyObject *const digits = PyNumber_ToBase(object, 10); /* not what a subclass writes */
  const int failed = digits ? uriel_python_scalars(view, state, digits, name, form) : -1;
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
  return text.ptr ? PyUnicode_DecodeUTF8(text.ptr, (Py_ssize_t)text.len, "surrogateescape")
                  : Py_NewRef(Py_None);
}

/* Moves over the characters of a str with lone surrogates, whose bytes do not show where they start. */
static void text_walk(text_cursor *cursor, const text_view *view, size_t offset)
{
  while (cursor->offset < offset)
    cursor->offset += text_width(PyUnicode_ReadChar(view->str, (Py_ssize_t)cursor->index++));
}

size_t uriel_python_cursor_to(text_cursor *cursor, const text_view *view, size_t offset)
{
  if (!view->indexed)
    return offset;
  if (offset < cursor->offset)
    *cursor = (text_cursor){.offset = 0};
  if (view->str) {
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

/* ---- Arguments and lists ---------------------------------------------------------------------- */

PyObject *uriel_python_wrong_type(const char *name, const char *form, PyObject *object)
{
  PyObject *const class = PyType_GetName(Py_TYPE(object));
  if (class)
    PyErr_Format(PyExc_TypeError, "%s must be %s, not %U", name, form, class);
  Py_XDECREF(class);
  return NULL;
}

PyObject *uriel_python_items(const char *name, PyObject *given)
{
  if (PyUnicode_Check(given) || PyBytes_Check(given) || !PyType_GetSlot(Py_TYPE(given), Py_tp_iter))
    return uriel_python_wrong_type(name, "a list of str", given);
  return PySequence_Tuple(given);
}

int uriel_python_append(PyObject *list, PyObject *element)
{
  const int failed = element ? PyList_Append(list, element) : -1;
  Py_XDECREF(element);
  return failed;
}

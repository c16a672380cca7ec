/* SPDX-License-Identifier: MIT */
/* The class Error: the fault of a text, its place and its repair. */
#include "module.h"

static const char error_doc[] =
    "A text is not a reference.\n\n"
    "code       the name of the error: 'port-not-digits'\n"
    "offset     the index of the first character after which no valid text could continue; in bytes, "
    "its\n"
    "           position\n"
    "component  the component that the error is in: 'port'\n"
    "message    the description of the error, in one line\n"
    "rule       the grammar rule that the text breaks, and\n"
    "section    the section of the document that has it\n"
    "hint       how to repair the text, or None\n"
    "picture    the part of the text around the error, and a caret under it\n"
    "text       the text";

int uriel_python_error_open(PyObject *module, module_state *state)
{
  state->error = PyErr_NewExceptionWithDoc("uriel_uri.Error", error_doc, PyExc_ValueError, NULL);
  return state->error ? PyModule_AddObjectRef(module, "Error", state->error) : -1;
}

/* Steals `value`, which may be NULL with an exception. */
static int error_set(PyObject *exception, const char *name, PyObject *value)
{
  const int failed = value ? PyObject_SetAttrString(exception, name, value) : -1;
  Py_XDECREF(value);
  return failed;
}

/* Returns a str of the text that a function of uriel.h wrote: None if it is empty. */
static PyObject *error_written(const char *text, size_t len)
{
  return len > 0 ? PyUnicode_FromStringAndSize(text, (Py_ssize_t)len) : Py_NewRef(Py_None);
}

/* Returns the line around the error and the line with the caret. Characters that a terminal would
 * interpret are shown as "?". A character has at most three bytes after its first; bytes may be none. */
static PyObject *error_picture(const uriel_error *error, const text_view *view)
{
  enum { AROUND = 36, MORE = 3 };
  const uriel_text text = view->text;
  const size_t first = error->offset > AROUND ? error->offset - AROUND : 0;
  const size_t last = text.len - error->offset > AROUND ? error->offset + AROUND : text.len;
  size_t begin = first, end = last;
  while (begin > 0 && first - begin < MORE && (text.ptr[begin] & 0xC0) == 0x80)
    begin--;
  while (end < text.len && end - last < MORE && (text.ptr[end] & 0xC0) == 0x80)
    end++;
  char line[2 * (AROUND + MORE)];
  size_t len = 0;
  for (size_t i = begin; i < end; i++) {
    const unsigned char byte = (unsigned char)text.ptr[i];
    line[len++] = (char)(byte < 0x20 || byte == 0x7F ? '?' : byte);
  }
  /* The caret is under the character, after the dots. */
  const bool cut = begin > 0;
  PyObject *const shown = PyUnicode_DecodeUTF8(line, (Py_ssize_t)len, "replace");
  PyObject *const before = PyUnicode_DecodeUTF8(line, (Py_ssize_t)(error->offset - begin), "replace");
  char spaces[2 * (AROUND + MORE)];
  memset(spaces, ' ', sizeof spaces);
  if (before)
    spaces[PyUnicode_GetLength(before) + (cut ? 3 : 0)] = 0;
  PyObject *const made = !shown || !before ? NULL
                                           : PyUnicode_FromFormat("%s%U%s\n%s^", cut ? "..." : "", shown,
                                                                  end < text.len ? "..." : "", spaces);
  Py_XDECREF(shown);
  Py_XDECREF(before);
  return made;
}

PyObject *uriel_python_raise(const module_state *state, const uriel_error *error, const text_view *view)
{
  char message[URIEL_ERROR_TEXT_MAX], hint[URIEL_ERROR_TEXT_MAX];
  const size_t len =
      uriel_error_describe(error, view->text.ptr, view->text.len, message, sizeof message);
  const size_t hint_len = uriel_error_hint(error, view->text.ptr, view->text.len, hint, sizeof hint);
  PyObject *const described = error_written(message, len), *const picture = error_picture(error, view);
  PyObject *const repair = error_written(hint, hint_len);
  PyObject *exception = NULL, *summary = NULL;
  if (described && picture && repair)
    summary = repair == Py_None ? PyUnicode_FromFormat("%U\n%U", described, picture)
                                : PyUnicode_FromFormat("%U\n%U\n%U", described, picture, repair);
  if (summary)
    exception = PyObject_CallFunctionObjArgs(state->error, summary, NULL);
  const char *const rule = uriel_error_rule(error), *const section = uriel_error_section(error);
  if (exception && !error_set(exception, "code", PyUnicode_FromString(uriel_error_name(error->code))) &&
      !error_set(exception, "offset", PyLong_FromSize_t(uriel_python_index(view, error->offset))) &&
      !error_set(exception, "component", PyUnicode_FromString(uriel_component_name(error->component))) &&
      !error_set(exception, "rule", error_written(rule, strlen(rule))) &&
      !error_set(exception, "section", error_written(section, strlen(section))) &&
      !error_set(exception, "message", Py_NewRef(described)) &&
      !error_set(exception, "hint", Py_NewRef(repair)) &&
      !error_set(exception, "picture", Py_NewRef(picture)) &&
      !error_set(exception, "text", uriel_python_str(view->text)))
    PyErr_SetObject(state->error, exception);
  Py_XDECREF(described);
  Py_XDECREF(picture);
  Py_XDECREF(repair);
  Py_XDECREF(summary);
  Py_XDECREF(exception);
  return NULL;
}

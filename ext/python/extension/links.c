/* SPDX-License-Identifier: MIT */
/* links() and links_iter(): references that browsers find in a page of HTML. */
#include <stdlib.h>

#include "links_reader.h"

enum {
  LINKS_LARGE = 32 * 1024,      /* a piece of this length is read without the lock of the interpreter */
  LINKS_LIMIT = 2 * 1024 * 1024 /* a later <base> does not apply to links before it (doc/links.md) */
};

/* ---- Arguments -------------------------------------------------------------------------------- */

/* Sets the document by its name. Returns 0, or -1 with the exception that the vocabulary has. */
static int links_set_spec(links_reader *r, const module_state *state, PyObject *name)
{
  text_view view = {.owner = NULL};
  const int found = name == Py_None ? 0 : uriel_python_text(&view, state, name);
  if (found == 0 && name != Py_None)
    uriel_python_wrong_type("spec", "str", name);
  if (found == 0 || found < 0)
    return name == Py_None ? 0 : -1;
  const bool known =
      uriel_spec_find(&r->spec, view.text.ptr, view.text.len) && uriel_spec_built(r->spec);
  if (!known) {
    const uriel_function *const links = uriel_function_find("links", 5);
    uriel_python_wrong(links,
                       &(uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = links->arguments[2].name});
  }
  uriel_python_text_release(&view);
  return known ? 0 : -1;
}

/* Sets the base. Returns 0, or -1 with an exception. */
static int links_set_given(links_reader *r, const module_state *state, PyObject *base)
{
  text_view view;
  const int found = base == Py_None ? 0 : uriel_python_text(&view, state, base);
  if (found == 0 && base != Py_None)
    uriel_python_wrong_type("base", "str, bytes or Reference", base);
  if (found <= 0)
    return base == Py_None ? 0 : -1;
  uriel_python_reader_set_given(r, view.text);
  uriel_python_text_release(&view);
  if (r->status == LINKS_MEMORY)
    PyErr_NoMemory();
  return r->status == LINKS_MEMORY ? -1 : 0;
}

static int links_set_encoding(links_reader *r, PyObject *encoding)
{
  Py_ssize_t len;
  if (encoding == Py_None)
    return 0;
  if (!PyUnicode_Check(encoding)) {
    uriel_python_wrong_type("encoding", "str", encoding);
    return -1;
  }
  const char *const label = PyUnicode_AsUTF8AndSize(encoding, &len);
  const uriel_text name = label ? uriel_encoding_of(label, (size_t)len) : (uriel_text){NULL, 0};
  if (label && !name.ptr)
    PyErr_Format(PyExc_ValueError, "encoding is not a label of the Encoding Standard: %R", encoding);
  if (!name.ptr)
    return -1;
  r->options.charset = (uriel_text){r->charset, name.len};
  memcpy(r->charset, name.ptr, name.len);
  return 0;
}

/* ---- Iterators -------------------------------------------------------------------------------- */

/* The iterator of links_iter(). */
typedef struct links_iterator {
  pieces_iterator head;
  links_reader *reader; /* NULL: after the end */
} links_iterator;

static void links_close(pieces_iterator *head)
{
  links_iterator *const self = (links_iterator *)head;
  uriel_python_pieces_close(&head->pieces);
  uriel_python_reader_free(self->reader);
  self->reader = NULL;
}

/* Gives the reader the next piece, or the end. Returns 0, or -1 with an exception. */
static int links_feed(links_iterator *self, const module_state *state)
{
  links_reader *const r = self->reader;
  const bool first = !self->head.pieces.empty;
  PyObject *const part = uriel_python_pieces_next(&self->head.pieces);
  const text_view *const view = &self->head.pieces.view;
  if ((!part && PyErr_Occurred()) || uriel_python_pieces_read(&self->head.pieces, state, part) < 0)
    return -1;
  if (part && first && PyUnicode_Check(part)) {
    if (r->options.charset.ptr) {
      PyErr_SetString(PyExc_ValueError, "encoding is for bytes, not for str");
      return -1;
    }
    r->options.charset = uriel_text_of("utf-8");
  }
  if (part && PyUnicode_Check(part)) {
    uriel_python_text_index_trim(&r->index, r->scratch.size + LINKS_LARGE);
    if (!uriel_python_text_index_add(&r->index, view)) {
      PyErr_NoMemory();
      return -1;
    }
  } else if (part) {
    r->index.begin = r->index.begin_index = UINT64_MAX; /* positions */
  }
  r->fed += view->text.len;
  uriel_page_feed(&r->page, view->text.ptr, view->text.len, !part);
  return 0;
}

/* Reads on. Returns 0, or -1 with an exception. */
static int links_more(links_iterator *self, const module_state *state)
{
  links_reader *const r = self->reader;
  if (r->status == LINKS_MORE && links_feed(self, state) < 0)
    return -1;
  PyThreadState *const thread =
      self->head.pieces.view.text.len >= LINKS_LARGE ? PyEval_SaveThread() : NULL;
  uriel_python_reader_read(r);
  if (thread)
    PyEval_RestoreThread(thread);
  if (r->status == LINKS_UNSUPPORTED)
    PyErr_Format(PyExc_ValueError, "the encoding of the page is not supported: '%s'", r->unsupported);
  else if (r->status == LINKS_MEMORY)
    PyErr_NoMemory();
  return PyErr_Occurred() || PyErr_CheckSignals() < 0 ? -1 : 0;
}

/* Returns the next Link, and frees the item. */
static PyObject *links_made(links_reader *r, const module_state *state)
{
  links_item *const item = uriel_python_reader_pop(r);
  const uriel_html_reference *const found = &item->found;
  const uriel_text target = uriel_python_reader_target(r, found);
  PyObject *const fields[] = {uriel_python_str(found->element), uriel_python_str(found->attribute),
                              uriel_python_str(found->raw), uriel_python_str(target),
                              PyLong_FromUnsignedLongLong(found->offset)};
  free(item);
  PyObject *made = uriel_python_element(state, "links", fields);
  if (r->status == LINKS_MEMORY) {
    Py_CLEAR(made);
    PyErr_NoMemory();
  }
  return made;
}

static PyObject *links_next(pieces_iterator *head, const module_state *state)
{
  links_iterator *const self = (links_iterator *)head;
  links_reader *const r = self->reader; /* NULL after the end */
  while (r && !(r->first && r->settled))
    if (r->status == LINKS_END || links_more(self, state) < 0)
      return NULL;
  return r ? links_made(r, state) : NULL;
}

typedef struct links_arguments {
  PyObject *html, *base, *spec, *encoding;
} links_arguments;

/* Returns the iterator; `whole`: for links(), whose page may be None. */
static PyObject *links_open(const module_state *state, const links_arguments *given, bool whole)
{
  static const pieces_kind kind = {"links_iter", links_next, links_close};
  links_iterator *const self = (links_iterator *)uriel_python_iterator_new(state->links_iterator, &kind);
  PyObject *const html =
      whole && given->html == Py_None ? PyUnicode_FromString("") : Py_NewRef(given->html);
  links_reader *r = NULL;
  if (self && html && uriel_python_pieces_open(&self->head.pieces, state, html) == 0) {
    r = self->reader = uriel_python_reader_new(whole ? UINT64_MAX : LINKS_LIMIT);
    if (!r)
      PyErr_NoMemory();
  }
  Py_XDECREF(html);
  if (r && links_set_spec(r, state, given->spec) == 0 && links_set_given(r, state, given->base) == 0 &&
      links_set_encoding(r, given->encoding) == 0)
    return (PyObject *)self;
  Py_XDECREF((PyObject *)self);
  return NULL;
}

static const char links_doc[] =
    "links($module, html, base='', spec='rfc3986', *, encoding=None)\n--\n\n"
    "Returns a list of the links of a page of HTML: Link(element, attribute, raw, target, offset).\n\n"
    ">>> uriel.links('<a href=\"b?x&amp;y\">', 'http://example.com/a')[0].target\n"
    "'http://example.com/b?x&y'\n\n"
    "A target is None if the value is not a reference under `spec`, or without a base; a base that is "
    "not a\n"
    "URI is ignored. The <base href> of the page is used. A str is text. Bytes are in the encoding of "
    "their\n"
    "byte order mark, else in `encoding`, the charset of the protocol, else in the one that the page\n"
    "declares; without any, values that are UTF-8 are read as UTF-8, and others as windows-1252.";

/* Reads the arguments of both functions. */
static bool links_read_arguments(links_arguments *given, PyObject *args, PyObject *names, bool whole)
{
  const char *const keywords[] = {whole ? "html" : "pieces", "base", "spec", "encoding", NULL};
  *given = (links_arguments){NULL, Py_None, Py_None, Py_None};
  return PyArg_ParseTupleAndKeywords(args, names, whole ? "O|OO$O:links" : "O|OO$O:links_iter",
                                     (char **)(uintptr_t)keywords, &given->html, &given->base,
                                     &given->spec, &given->encoding);
}

/* Calls the function of the vocabulary with columns. */
static PyObject *links_columns(const module_state *state, const links_arguments *given)
{
  PyObject *const arguments[] = {given->html, given->base, given->spec};
  if (given->encoding == Py_None)
    return uriel_python_call(state, uriel_python_function_index("links"), NULL, arguments, 3, NULL);
  PyErr_SetString(PyExc_TypeError, "links() of a column takes no encoding");
  return NULL;
}

static PyObject *links_list(PyObject *module, PyObject *args, PyObject *names)
{
  const module_state *const state = PyModule_GetState(module);
  links_arguments given;
  if (!links_read_arguments(&given, args, names, true))
    return NULL;
  PyObject *const html = given.html;
  if (uriel_python_is_column(state, html) || uriel_python_is_column(state, given.base) ||
      uriel_python_is_column(state, given.spec))
    return links_columns(state, &given);
  if (!PyUnicode_Check(html) && !PyObject_CheckBuffer(html) && html != Py_None &&
      Py_TYPE(html) != state->reference)
    return uriel_python_wrong_type("html", "str, bytes or Reference", html);
  PyObject *const self = links_open(state, &given, true);
  PyObject *const made = !self ? NULL : html == Py_None ? Py_NewRef(Py_None) : PySequence_List(self);
  Py_XDECREF(self);
  return made;
}

static const char links_iter_doc[] =
    "links_iter($module, pieces, base='', spec='rfc3986', *, encoding=None)\n--\n\n"
    "Returns an iterator over the links of a page that comes in pieces of any size, such as a file or "
    "the chunks\nof a response: what links() returns for the whole page, however it is cut. Links wait "
    "until the <base href>\nof the page, its end, or its first 2 MiB; a later <base href> applies only "
    "to the links after it.\n\n"
    ">>> [link.target for link in uriel.links_iter(['<a hr', 'ef=/b>'], 'http://example.com/a')]\n"
    "['http://example.com/b']";

static PyObject *links_iter(PyObject *module, PyObject *args, PyObject *names)
{
  links_arguments given;
  return links_read_arguments(&given, args, names, false)
             ? links_open(PyModule_GetState(module), &given, false)
             : NULL;
}

int uriel_python_links_open(PyObject *module, module_state *state)
{
  static PyMethodDef functions[] = {
      {"links", MODULE_METHOD(links_list), METH_VARARGS | METH_KEYWORDS, links_doc},
      {"links_iter", MODULE_METHOD(links_iter), METH_VARARGS | METH_KEYWORDS, links_iter_doc},
      {NULL, NULL, 0, NULL}};
  state->links_iterator =
      uriel_python_iterator_class(module, "uriel_uri.links_iterator", sizeof(links_iterator));
  return state->links_iterator ? PyModule_AddFunctions(module, functions) : -1;
}

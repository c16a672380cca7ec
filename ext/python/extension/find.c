/* SPDX-License-Identifier: MIT */
/* find() and find_iter(): references in running text. */
#include "pieces.h"
#include "uriel_find.h"

enum {
  FIND_BATCH = 64,        /* hits that are found at once, */
  FIND_LARGE = 32 * 1024, /* without the lock of the interpreter in a text of this length */
  FIND_BUFFER = 1024      /* longer references are cleaned in allocated memory */
};

/* ---- Options ---------------------------------------------------------------------------------- */

typedef struct find_choice {
  uriel_find_options options;
  PyObject *items; /* a tuple of the schemes */
  uriel_text *schemes;
} find_choice;

static void find_choice_release(find_choice *choice)
{
  PyMem_Free(choice->schemes);
  Py_CLEAR(choice->items);
  *choice = (find_choice){.items = NULL};
}

/* Reads a scheme (RFC 3986, 3.1). */
static int find_scheme(uriel_text *scheme, PyObject *given)
{
  Py_ssize_t len;
  if (!PyUnicode_Check(given)) {
    uriel_python_wrong_type("schemes", "a list of str", given);
    return -1;
  }
  const char *const text = PyUnicode_AsUTF8AndSize(given, &len);
  if (!text)
    return -1;
  *scheme = (uriel_text){text, (size_t)len};
  if (uriel_build(&(uriel_parts){.scheme = *scheme}, NULL, 0, NULL) != URIEL_FAILED)
    return 0;
  PyErr_Format(PyExc_ValueError, "schemes: %R is not a scheme", given);
  return -1;
}

static int find_schemes(find_choice *choice, PyObject *given)
{
  choice->items = uriel_python_items("schemes", given);
  if (!choice->items)
    return -1;
  const size_t count = (size_t)PyTuple_Size(choice->items);
  choice->schemes = PyMem_Calloc(count + 1, sizeof *choice->schemes);
  if (!choice->schemes)
    PyErr_NoMemory();
  int failed = choice->schemes ? 0 : -1;
  for (size_t i = 0; i < count && !failed; i++)
    failed = find_scheme(&choice->schemes[i], PyTuple_GetItem(choice->items, (Py_ssize_t)i));
  choice->options.schemes = choice->schemes;
  choice->options.scheme_count = count;
  return failed;
}

/* Reads the arguments of both functions. Returns the text or the pieces, a borrowed reference. */
static PyObject *find_arguments(find_choice *choice, const char *format, const char *first,
                                PyObject *args, PyObject *names)
{
  const char *const keywords[] = {first, "abbreviated", "mail", "any_scheme", "iri", "schemes", NULL};
  static const unsigned bits[] = {URIEL_FIND_ABBREVIATED, URIEL_FIND_MAIL, URIEL_FIND_ANY_SCHEME,
                                  URIEL_FIND_IRI};
  PyObject *text, *schemes = Py_None;
  int on[4] = {0};
  *choice = (find_choice){.items = NULL};
  if (!PyArg_ParseTupleAndKeywords(args, names, format, (char **)(uintptr_t)keywords, &text, &on[0],
                                   &on[1], &on[2], &on[3], &schemes))
    return NULL;
  for (size_t i = 0; i < 4; i++)
    choice->options.options |= on[i] ? bits[i] : 0;
  if (schemes == Py_None || find_schemes(choice, schemes) == 0)
    return text;
  find_choice_release(choice);
  return NULL;
}

/* ---- Searching -------------------------------------------------------------------------------- */

/* A search of a text, or of the present part of one. */
typedef struct find_search {
  const uriel_find_options *options;
  const text_view *view;
  text_cursor cursor; /* of the last hit */
  size_t from;
  bool whole, fixed; /* no other thread can change the bytes */
  size_t at, count;
  uriel_hit hits[FIND_BATCH];
} find_search;

/* Finds the next hits. */
static void find_batch(find_search *search)
{
  const uriel_text text = search->view->text;
  const bool frees = search->fixed && text.len - search->from >= FIND_LARGE;
  PyThreadState *const thread = frees ? PyEval_SaveThread() : NULL;
  search->at = search->count = 0;
  while (search->count < FIND_BATCH && uriel_find(&search->hits[search->count], &search->from, text.ptr,
                                                  text.len, search->whole, search->options))
    search->count++;
  if (thread)
    PyEval_RestoreThread(thread);
}

/* Returns a str of the reference. */
static PyObject *find_clean(const find_search *search, const uriel_hit *hit)
{
  char buffer[FIND_BUFFER];
  const size_t size = hit->end - hit->begin;
  char *const out = size > sizeof buffer ? PyMem_Malloc(size) : buffer;
  if (!out)
    return PyErr_NoMemory();
  const size_t len = uriel_hit_clean(search->view->text.ptr, hit, 0, out, size);
  PyObject *const made = uriel_python_str((uriel_text){out, len});
  if (out != buffer)
    PyMem_Free(out);
  return made;
}

/* Returns a Found; `before` is the length of the text before the present part. */
static PyObject *find_made(const module_state *state, find_search *search, size_t before)
{
  const uriel_hit *const hit = &search->hits[search->at++];
  const size_t begin = uriel_python_cursor_to(&search->cursor, search->view, hit->begin);
  const size_t end = uriel_python_cursor_to(&search->cursor, search->view, hit->end);
  PyObject *const fields[] = {find_clean(search, hit), PyLong_FromSize_t(before + begin),
                              PyLong_FromSize_t(end - begin),
                              PyUnicode_InternFromString(uriel_hit_kind_name(hit->kind))};
  return uriel_python_element(state, "find", fields);
}

static const char find_doc[] =
    "find($module, text, *, abbreviated=False, mail=False, any_scheme=False, iri=False, schemes=None)\n"
    "--\n\n"
    "Returns a list of the references in running text: Found(reference, offset, length, kind).\n\n"
    ">>> uriel.find('see <http://example.com/a>.')[0].reference\n"
    "'http://example.com/a'\n\n"
    "abbreviated  also guesses: 'www.example.com', '//example.com/a'\n"
    "mail         also addresses without 'mailto:'\n"
    "any_scheme   unregistered schemes also without a host: <foo:bar>\n"
    "iri          hits are IRI references\n"
    "schemes      only references with these schemes";

static PyObject *find_column(const module_state *state, PyObject *column, PyObject *names)
{
  if (!names || PyDict_Size(names) == 0)
    return uriel_python_call(state, uriel_python_function_index("find"), NULL, &column, 1, NULL);
  PyErr_SetString(PyExc_TypeError, "find() of a column takes no options");
  return NULL;
}

static PyObject *find_list(PyObject *module, PyObject *args, PyObject *names)
{
  const module_state *const state = PyModule_GetState(module);
  find_choice choice;
  PyObject *const text = find_arguments(&choice, "O|$ppppO:find", "text", args, names);
  text_view view;
  find_search search = {.options = &choice.options, .view = &view, .whole = true};
  const bool column = text && uriel_python_is_column(state, text);
  const int found = text && text != Py_None && !column ? uriel_python_text(&view, state, text) : 0;
  PyObject *made = NULL;
  if (text == Py_None) {
    made = Py_NewRef(Py_None);
  } else if (column) {
    made = find_column(state, text, names);
  } else if (found > 0) {
    search.fixed = !view.buffer.obj || PyBytes_CheckExact(text);
    made = PyList_New(0);
    do {
      find_batch(&search);
      while (made && search.at < search.count) {
        if (uriel_python_append(made, find_made(state, &search, 0)) < 0)
          Py_CLEAR(made);
      }
      if (made && PyErr_CheckSignals() < 0)
        Py_CLEAR(made);
    } while (made && search.count == FIND_BATCH);
    uriel_python_text_release(&view);
  } else if (text && found == 0) {
    uriel_python_wrong_type("text", "str, bytes or Reference", text);
  }
  find_choice_release(&choice);
  return made;
}

/* ---- Pieces ----------------------------------------------------------------------------------- */

/* The iterator of find_iter(). */
typedef struct find_iterator {
  pieces_iterator head;
  find_choice choice;
  size_t before; /* the length of the text before the part that `search` reads */
  find_search search;
} find_iterator;

/* Returns the end of the present part, from the character in which the next search resumes. */
static PyObject *find_rest(find_iterator *self)
{
  find_search *const search = &self->search;
  const uriel_text text = search->view->text;
  PyObject *const part = self->head.pieces.part;
  const bool is_str = PyUnicode_Check(part);
  size_t begin = search->from;
  while (is_str && begin > 0 && begin < text.len && (text.ptr[begin] & 0xC0) == 0x80)
    begin--;
  const size_t index = uriel_python_cursor_to(&search->cursor, search->view, begin);
  self->before += index;
  search->from -= begin;
  return is_str ? PyUnicode_Substring(part, (Py_ssize_t)index, PyUnicode_GetLength(part))
                : PyBytes_FromStringAndSize(text.ptr + begin, (Py_ssize_t)(text.len - begin));
}

/* Returns the next part: the rest of the present one, and at least as much more, so that a long
 * reference in short pieces takes linear time. */
static PyObject *find_next_part(find_iterator *self)
{
  PyObject *const list = PyList_New(0);
  PyObject *piece = self->head.pieces.part && list ? find_rest(self) : NULL, *made = NULL;
  Py_ssize_t wanted = piece ? PyObject_Size(piece) : 1, len = 0;
  bool failed = !list || (self->head.pieces.part && !piece) || (piece && PyList_Append(list, piece) < 0);
  Py_XDECREF(piece);
  while (!failed && len < wanted + (wanted == 0)) {
    piece = uriel_python_pieces_next(&self->head.pieces);
    if (!piece)
      break;
    len += PyObject_Size(piece);
    failed = PyList_Append(list, piece) < 0;
    Py_DECREF(piece);
  }
  failed = failed || PyErr_Occurred();
  self->search.whole = !failed && !self->head.pieces.iterator;
  if (!failed && PyList_Size(list) == 1)
    made = Py_NewRef(PyList_GetItem(list, 0));
  else if (!failed && PyList_Size(list) > 1)
    made = uriel_python_pieces_join(&self->head.pieces, list);
  Py_XDECREF(list);
  return made;
}

static void find_close(pieces_iterator *head)
{
  find_iterator *const self = (find_iterator *)head;
  self->search.at = self->search.count = 0;
  find_choice_release(&self->choice);
  head->owned = NULL;
  uriel_python_pieces_close(&head->pieces);
}

/* Searches the next part. Returns whether there is one. */
static bool find_advance(find_iterator *self, const module_state *state)
{
  find_search *const search = &self->search;
  PyObject *const part = search->whole ? NULL : find_next_part(self);
  if (!part || uriel_python_pieces_read(&self->head.pieces, state, part) < 0)
    return false;
  search->cursor = (text_cursor){.offset = 0};
  find_batch(search);
  return true;
}

static PyObject *find_next(pieces_iterator *head, const module_state *state)
{
  find_iterator *const self = (find_iterator *)head;
  find_search *const search = &self->search;
  while (search->at == search->count) {
    if (search->count == FIND_BATCH)
      find_batch(search);
    else if (!find_advance(self, state))
      return NULL;
  }
  return find_made(state, search, self->before);
}

static const char find_iter_doc[] =
    "find_iter($module, pieces, *, abbreviated=False, mail=False, any_scheme=False, iri=False, "
    "schemes=None)\n--\n\n"
    "Returns an iterator over the references in a text that comes in pieces of any size, such as a file "
    "or the\nchunks of a response: what find() returns for the whole text, however it is cut. It keeps "
    "the end of the\ntext that it has read: about 100 characters, or an unfinished reference.\n\n"
    ">>> [found.reference for found in uriel.find_iter(['http://exam', 'ple.com/ '])]\n"
    "['http://example.com/']";

static PyObject *find_iter(PyObject *module, PyObject *args, PyObject *names)
{
  const module_state *const state = PyModule_GetState(module);
  static const pieces_kind kind = {"find_iter", find_next, find_close};
  find_iterator *const self = (find_iterator *)uriel_python_iterator_new(state->find_iterator, &kind);
  PyObject *const given =
      self ? find_arguments(&self->choice, "O|$ppppO:find_iter", "pieces", args, names) : NULL;
  if (!given || uriel_python_pieces_open(&self->head.pieces, state, given) < 0) {
    Py_XDECREF((PyObject *)self);
    return NULL;
  }
  self->head.owned = self->choice.items;
  self->search.options = &self->choice.options;
  self->search.view = &self->head.pieces.view;
  self->search.fixed = true;
  return (PyObject *)self;
}

int uriel_python_find_open(PyObject *module, module_state *state)
{
  static PyMethodDef functions[] = {
      {"find", MODULE_METHOD(find_list), METH_VARARGS | METH_KEYWORDS, find_doc},
      {"find_iter", MODULE_METHOD(find_iter), METH_VARARGS | METH_KEYWORDS, find_iter_doc},
      {NULL, NULL, 0, NULL}};
  state->find_iterator =
      uriel_python_iterator_class(module, "uriel_uri.find_iterator", sizeof(find_iterator));
  return state->find_iterator ? PyModule_AddFunctions(module, functions) : -1;
}

/* SPDX-License-Identifier: MIT */
/* links() and links_iter(): references that browsers find in a page of HTML. */
#include <stdatomic.h>
#include <stdlib.h>

#include "module.h"
#include "uriel_html.h"
#include "uriel_url.h"

enum {
  LINKS_BATCH = 64,              /* links that are read at once, */
  LINKS_LARGE = 32 * 1024,       /* without the lock of the interpreter in a piece of this length */
  LINKS_LIMIT = 2 * 1024 * 1024, /* a later <base> does not apply to links before it (doc/links.md) */
  LINKS_NAME = 64
};

/* ---- Indexes ---------------------------------------------------------------------------------- */

/* The characters of the last bytes of a text in pieces: whether each byte starts one. */
typedef struct links_index {
  bool *starts;
  size_t len, capacity;
  uint64_t begin, begin_index; /* of starts[0]; the text before it is taken for US-ASCII */
  uint64_t at, at_index;       /* the last place that was asked for */
} links_index;

/* Forgets all but the last bytes. */
static void links_index_trim(links_index *index, size_t kept)
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

/* Adds the bytes of a piece. Returns whether there was memory. */
static bool links_index_add(links_index *index, const text_view *view)
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

static uint64_t links_index_of(links_index *index, uint64_t offset)
{
  if (offset < index->begin)
    return index->begin_index - (index->begin - offset);
  for (; index->at < offset && index->at - index->begin < index->len; index->at++)
    index->at_index += index->starts[index->at - index->begin];
  for (; index->at > offset; index->at--)
    index->at_index -= index->starts[index->at - 1 - index->begin];
  return index->at_index;
}

/* ---- Links ------------------------------------------------------------------------------------ */

/* A link that was read. The texts are in `bytes`. */
typedef struct links_item {
  struct links_item *next;
  uriel_html_reference found; /* its offset is that of Link */
  char bytes[];
} links_item;

typedef struct links_base {
  bool defined;
  uriel_ref ref;
  char *text;
} links_base;

typedef struct links_room {
  char *ptr;
  size_t size;
} links_room;

typedef enum links_status {
  LINKS_MORE, /* the piece is read */
  LINKS_FULL, /* enough links are read */
  LINKS_END,
  LINKS_UNSUPPORTED,
  LINKS_MEMORY
} links_status;

/* The page, without objects of Python. */
typedef struct links_reader {
  uriel_page_options options;
  uriel_spec spec;
  char charset[LINKS_NAME];
  links_base given, base; /* the caller's, and the page's */
  bool settled;           /* the base of the links that were read is known */
  uint64_t limit, fed;
  links_status status;
  char unsupported[LINKS_NAME];
  links_item *first, **last;
  size_t count;
  links_index index;
  links_room scratch, target;
  uriel_page page;
} links_reader;

static bool links_grow(links_room *room, size_t size)
{
  if (size <= room->size)
    return true;
  char *const ptr = realloc(room->ptr, size);
  if (!ptr)
    return false;
  *room = (links_room){ptr, size};
  return true;
}

/* Returns the target in the reader's memory, or undefined: without one, or without memory. */
static uriel_text links_target_url(links_reader *r, const uriel_html_reference *found,
                                   const uriel_ref *base)
{
  links_room *const out = &r->target;
  uriel_ref ref;
  size_t len;
  while ((len = uriel_page_resolve(&ref, &r->page, found, base, out->ptr, out->size)) > out->size &&
         len != URIEL_FAILED)
    if (!links_grow(out, len)) {
      r->status = LINKS_MEMORY;
      return (uriel_text){NULL, 0};
    }
  return len == URIEL_FAILED ? (uriel_text){NULL, 0} : (uriel_text){ref.text, ref.length};
}

/* The same for a text under the other documents. */
static uriel_text links_target_under(links_reader *r, uriel_text value, const uriel_ref *base)
{
  const uriel_text none = {NULL, 0};
  links_room *const out = &r->target;
  const size_t most = value.len + (base ? (size_t)base->length : 0) + 16;
  uriel_ref ref;
  if (!links_grow(out, value.len + most)) {
    r->status = LINKS_MEMORY;
    return none;
  }
  /* White space around a value is not part of it. */
  const size_t len = uriel_html_clean(value.ptr, value.len, out->ptr);
  char *const made = out->ptr + len;
  if (!uriel_parse_as(&ref, out->ptr, len, r->spec, 0, NULL) || (!base && ref.scheme_end == 0))
    return none;
  const size_t got = base ? uriel_resolve(base, &ref, URIEL_RESOLVE_STRICT, made, most, NULL)
                          : uriel_normalize(&ref, URIEL_LEVEL_STRING, made, most);
  return got > most ? none : (uriel_text){made, got};
}

static bool links_scheme_is(const uriel_ref *ref, const char *name)
{
  const uriel_text scheme = uriel_scheme(ref);
  return scheme.len == strlen(name) && PyOS_strnicmp(scheme.ptr, name, (Py_ssize_t)scheme.len) == 0;
}

/* Sets a base, which is a URI: not a relative reference, and in the page not "data:" or "javascript:"
 * (HTML, "set the frozen base URL"). */
static void links_set_base(links_reader *r, links_base *base, uriel_text text)
{
  const bool in_page = base != &r->given;
  uriel_ref ref;
  char *const kept = text.ptr ? malloc(text.len + 1) : NULL;
  if (text.ptr && !kept)
    r->status = LINKS_MEMORY;
  if (!kept)
    return;
  memcpy(kept, text.ptr, text.len);
  const bool ok = r->spec == URIEL_SPEC_WHATWG
                      ? uriel_url_parse(&ref, NULL, kept, text.len, NULL, NULL, 0) == text.len
                      : uriel_parse_as(&ref, kept, text.len, r->spec, 0, NULL);
  if (ok && ref.scheme_end > 0 && !base->defined &&
      !(in_page && (links_scheme_is(&ref, "data") || links_scheme_is(&ref, "javascript"))))
    *base = (links_base){true, ref, kept};
  else
    free(kept);
}

/* Returns the target of a reference of the page, or undefined. */
static uriel_text links_target(links_reader *r, const uriel_html_reference *found)
{
  const bool is_base = found->flags & (unsigned)URIEL_HTML_BASE_ELEMENT;
  const links_base *const used = r->base.defined && !is_base ? &r->base : &r->given;
  const uriel_ref *const base = used->defined ? &used->ref : NULL;
  if (r->spec == URIEL_SPEC_WHATWG)
    return links_target_url(r, found, base);
  if (!(found->flags & (unsigned)URIEL_HTML_CODEBASE))
    return links_target_under(r, found->value, base);
  links_base codebase = {.defined = false};
  links_set_base(r, &codebase, links_target_under(r, found->codebase, base));
  const uriel_text target = links_target_under(r, found->value, codebase.defined ? &codebase.ref : base);
  free(codebase.text);
  return target;
}

/* Copies a text of a reference to `*to`, and a NUL. */
static void links_copy(uriel_text *text, char **to)
{
  if (!text->ptr)
    return;
  memcpy(*to, text->ptr, text->len);
  text->ptr = *to;
  *to += text->len;
  *(*to)++ = 0;
}

/* Keeps a link until its base is known. */
static void links_keep(links_reader *r, const uriel_html_reference *found)
{
  const bool is_base = found->flags & (unsigned)URIEL_HTML_BASE;
  r->settled |= found->offset > r->limit;
  if (is_base) {
    /* It does not apply to links that may have been returned, which have the document's own base. */
    for (links_item *item = r->settled ? r->first : NULL; item; item = item->next)
      item->found.flags |= (unsigned)URIEL_HTML_BASE_ELEMENT;
    r->settled = true;
    links_set_base(r, &r->base, links_target(r, found));
  }
  if (found->kind != URIEL_HTML_LINK)
    return;
  links_item *const item = malloc(sizeof *item + found->element.len + found->attribute.len +
                                  found->raw.len + found->value.len + found->codebase.len + 5);
  if (!item) {
    r->status = LINKS_MEMORY;
    return;
  }
  char *to = item->bytes;
  item->next = NULL;
  item->found = *found;
  links_copy(&item->found.element, &to);
  links_copy(&item->found.attribute, &to);
  links_copy(&item->found.raw, &to);
  links_copy(&item->found.value, &to);
  links_copy(&item->found.codebase, &to);
  item->found.rel = item->found.rev = (uriel_text){NULL, 0};
  item->found.offset = links_index_of(&r->index, found->offset);
  *r->last = item;
  r->last = &item->next;
  r->count++;
}

/* Reads links of the present piece. */
static void links_read(links_reader *r)
{
  uriel_html_reference found;
  r->status = LINKS_FULL;
  for (;;) {
    const uriel_page_status status = uriel_page_next(&r->page, &found);
    if (status == URIEL_PAGE_FOUND) {
      links_keep(r, &found);
    } else if (status == URIEL_PAGE_FULL) {
      const size_t needed = uriel_page_needed(&r->page);
      if (links_grow(&r->scratch, needed))
        uriel_page_grow(&r->page, r->scratch.ptr, r->scratch.size);
      else
        r->status = LINKS_MEMORY;
    } else if (status == URIEL_PAGE_MORE) {
      r->status = LINKS_MORE;
      r->settled |= r->fed / 2 > r->limit;
      return;
    } else {
      r->status = status == URIEL_PAGE_END ? LINKS_END : LINKS_UNSUPPORTED;
      if (status == URIEL_PAGE_UNSUPPORTED)
        memcpy(r->unsupported, found.value.ptr,
               found.value.len < LINKS_NAME ? found.value.len : LINKS_NAME - 1);
      r->settled = true;
      return;
    }
    if (r->status == LINKS_MEMORY || (r->settled && r->count >= LINKS_BATCH))
      return;
  }
}

static links_item *links_pop(links_reader *r)
{
  links_item *const item = r->first;
  r->first = item->next;
  r->count--;
  if (!r->first)
    r->last = &r->first;
  return item;
}

static void links_free(links_reader *r)
{
  while (r && r->first)
    free(links_pop(r));
  if (r) {
    free(r->given.text);
    free(r->base.text);
    free(r->index.starts);
    free(r->scratch.ptr);
    free(r->target.ptr);
  }
  free(r);
}

/* ---- Arguments -------------------------------------------------------------------------------- */

/* Sets the document by its name. Returns 0, or -1 with the exception that the vocabulary has. */
static int links_set_spec(links_reader *r, const module_state *state, PyObject *name)
{
  text_view view = {.owner = NULL};
  const int found = name == Py_None ? 0 : uriel_python_text(&view, state, name);
  if (found == 0 && name != Py_None)
    PyErr_Format(PyExc_TypeError, "spec must be str, not %R", Py_TYPE(name));
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

/* Sets the base: a text that is not a URI is ignored, as the vocabulary does. */
static int links_set_given(links_reader *r, const module_state *state, PyObject *base)
{
  text_view view;
  const int found = base == Py_None ? 0 : uriel_python_text(&view, state, base);
  if (found == 0 && base != Py_None)
    PyErr_Format(PyExc_TypeError, "base must be str, bytes or Reference, not %R", Py_TYPE(base));
  if (found <= 0)
    return base == Py_None ? 0 : -1;
  const uriel_html_reference whole = {.value = view.text};
  if (view.text.len > 0)
    links_set_base(r, &r->given, links_target(r, &whole));
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
    PyErr_Format(PyExc_TypeError, "encoding must be str, not %R", Py_TYPE(encoding));
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
  PyObject_HEAD atomic_bool running;
  text_pieces pieces;
  PyObject *part; /* what the reader reads, or NULL */
  text_view view;
  links_reader *reader; /* NULL: after the end */
} links_iterator;

static void links_close(links_iterator *self)
{
  uriel_python_pieces_close(&self->pieces);
  uriel_python_text_release(&self->view);
  self->view = (text_view){.owner = NULL};
  Py_CLEAR(self->part);
  links_free(self->reader);
  self->reader = NULL;
}

/* Gives the reader the next piece, or the end. Returns 0, or -1 with an exception. */
static int links_feed(links_iterator *self, const module_state *state)
{
  links_reader *const r = self->reader;
  const bool first = !self->pieces.empty;
  PyObject *const part = uriel_python_pieces_next(&self->pieces);
  uriel_python_text_release(&self->view);
  Py_XDECREF(self->part);
  self->part = part;
  self->view = (text_view){.owner = NULL};
  if ((!part && PyErr_Occurred()) || (part && uriel_python_text(&self->view, state, part) < 0))
    return -1;
  if (part && first && PyUnicode_Check(part)) {
    if (r->options.charset.ptr) {
      PyErr_SetString(PyExc_ValueError, "encoding is for bytes, not for str");
      return -1;
    }
    r->options.charset = uriel_text_of("utf-8");
  }
  if (part && PyUnicode_Check(part)) {
    links_index_trim(&r->index, r->scratch.size + LINKS_LARGE);
    if (!links_index_add(&r->index, &self->view)) {
      PyErr_NoMemory();
      return -1;
    }
  } else if (part) {
    r->index.begin = r->index.begin_index = UINT64_MAX; /* positions */
  }
  r->fed += self->view.text.len;
  uriel_page_feed(&r->page, self->view.text.ptr, self->view.text.len, !part);
  return 0;
}

/* Reads on. Returns 0, or -1 with an exception. */
static int links_more(links_iterator *self, const module_state *state)
{
  links_reader *const r = self->reader;
  if (r->status == LINKS_MORE && links_feed(self, state) < 0)
    return -1;
  PyThreadState *const thread = self->view.text.len >= LINKS_LARGE ? PyEval_SaveThread() : NULL;
  links_read(r);
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
  size_t count;
  const size_t index = (size_t)(uriel_function_find("links", 5) - uriel_functions(&count));
  links_item *const item = links_pop(r);
  const uriel_html_reference *const found = &item->found;
  const uriel_text target = links_target(r, found);
  PyObject *const fields[] = {
      uriel_python_str(found->element),
      found->attribute.ptr ? uriel_python_str(found->attribute) : Py_NewRef(Py_None),
      uriel_python_str(found->raw), target.ptr ? uriel_python_str(target) : Py_NewRef(Py_None),
      PyLong_FromUnsignedLongLong(found->offset)};
  PyObject *made =
      r->status == LINKS_MEMORY ? PyErr_NoMemory() : PyStructSequence_New(state->elements[index]);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    if (made && fields[i])
      PyStructSequence_SetItem(made, (Py_ssize_t)i, Py_NewRef(fields[i]));
    else
      Py_CLEAR(made);
    Py_XDECREF(fields[i]);
  }
  free(item);
  return made;
}

static PyObject *links_next(PyObject *object)
{
  links_iterator *const self = (links_iterator *)object;
  const module_state *const state = PyType_GetModuleState(Py_TYPE(object));
  PyObject *made = NULL;
  if (atomic_exchange(&self->running, true)) {
    PyErr_SetString(PyExc_ValueError, "links_iter() is already executing");
    return NULL;
  }
  while (self->reader && !made) {
    links_reader *const r = self->reader;
    if (r->first && r->settled)
      made = links_made(r, state);
    else if (r->status == LINKS_END || links_more(self, state) < 0)
      links_close(self);
    if (PyErr_Occurred())
      links_close(self);
  }
  atomic_store(&self->running, false);
  return made;
}

static int links_traverse(PyObject *object, visitproc visit, void *arg)
{
  Py_VISIT(Py_TYPE(object));
  return uriel_python_pieces_traverse(&((links_iterator *)object)->pieces, visit, arg);
}

static int links_clear(PyObject *object)
{
  links_close((links_iterator *)object);
  return 0;
}

static void links_dealloc(PyObject *object)
{
  PyTypeObject *const type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  links_close((links_iterator *)object);
  PyObject_GC_Del(object);
  Py_DECREF(type);
}

typedef struct links_arguments {
  PyObject *html, *base, *spec, *encoding;
} links_arguments;

/* Returns the iterator; `whole`: for links(), whose page may be None. */
static PyObject *links_open(const module_state *state, const links_arguments *given, bool whole)
{
  text_pieces pieces;
  PyObject *const html =
      whole && given->html == Py_None ? PyUnicode_FromString("") : Py_NewRef(given->html);
  const int opened = html ? uriel_python_pieces_open(&pieces, state, html) : -1;
  Py_XDECREF(html);
  if (opened < 0)
    return NULL;
  links_iterator *const self = PyObject_GC_New(links_iterator, state->links_iterator);
  links_reader *const r = self ? calloc(1, sizeof *r) : NULL;
  if (!self) {
    uriel_python_pieces_close(&pieces);
    return NULL;
  }
  const PyObject head = self->ob_base;
  *self = (links_iterator){.ob_base = head, .pieces = pieces, .reader = r};
  PyObject_GC_Track(self);
  if (!r || !links_grow(&r->scratch, URIEL_HTML_SCRATCH)) {
    PyErr_NoMemory();
    Py_DECREF(self);
    return NULL;
  }
  r->last = &r->first;
  r->limit = whole ? UINT64_MAX : LINKS_LIMIT;
  r->spec = URIEL_SPEC_RFC3986;
  r->options = (uriel_page_options){.encodings = &uriel_encodings, .whole_srcdoc = true};
  uriel_page_begin(&r->page, &r->options, r->scratch.ptr, r->scratch.size);
  if (links_set_spec(r, state, given->spec) < 0 || links_set_given(r, state, given->base) < 0 ||
      links_set_encoding(r, given->encoding) < 0) {
    Py_DECREF(self);
    return NULL;
  }
  return (PyObject *)self;
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
  size_t count;
  const uriel_function *const all = uriel_functions(&count), *const links =
                                                                 uriel_function_find("links", 5);
  PyObject *const arguments[] = {given->html, given->base, given->spec};
  if (given->encoding == Py_None)
    return uriel_python_call(state, (size_t)(links - all), NULL, arguments, 3, NULL);
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
    return PyErr_Format(PyExc_TypeError, "html must be str, bytes or Reference, not %R", Py_TYPE(html));
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
  PyType_Slot slots[] = {{Py_tp_dealloc, links_dealloc}, {Py_tp_traverse, links_traverse},
                         {Py_tp_clear, links_clear},     {Py_tp_iter, PyObject_SelfIter},
                         {Py_tp_iternext, links_next},   {0, NULL}};
  PyType_Spec spec = {.name = "uriel_uri.links_iterator",
                      .basicsize = sizeof(links_iterator),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE |
                               Py_TPFLAGS_DISALLOW_INSTANTIATION,
                      .slots = slots};
  state->links_iterator = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return state->links_iterator ? PyModule_AddFunctions(module, functions) : -1;
}

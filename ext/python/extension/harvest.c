/* SPDX-License-Identifier: MIT */
/* The class _uriel.Harvest, which ext/spark uses: reads documents, and writes the tables of
 * doc/database.md as record batches of Arrow.
 *
 *   harvest = Harvest(write, *, spec="lenient", guess=False, to_uri=False, memory=0, max_size=0,
 *                     first_id=0, rows=65536)
 *   position, children, size = harvest.read(read, path, *, name=None, retrieval=None, media_type=None,
 *                                           size=-1, mtime_ns=0, limit=-1, part=None)
 *   harvest.unreadable(path, kind, why, *, size=-1, mtime_ns=0)
 *   harvest.flush()
 *
 * write(table, batch) gets the name of a table and a Column, when that table has `rows` rows or about
 * 16 MiB, and at flush(), then at least once. The tables are `document`, `reference` (with `normal`, the
 * normal form of the target, in place of `identifier_id`), `error`, `disagreement`, and `edge`
 * (from_host, to_host): a row for each link between hosts. Ids are first_id + 1, + 2, ...; the row of a
 * document comes at its end, after the rows of its nested documents. Texts that are not UTF-8 are copied
 * byte for byte.
 *
 * read(n) returns at most n bytes of the file, b"" at its end, or a negative number of errno.h if the
 * file cannot be read on, which is recorded. `limit`, if it is not negative, ends the
 * reading before the first gzip member that starts at or after that byte, and in which no record of a
 * web archive continues. The result: the byte at which that member starts, or how many bytes were read;
 * the documents directly in the file; and its decoded size. `part` is the part of the file, if it is
 * itself in another. An exception of read() or write(), or of a signal handler, ends the call, and the
 * harvest: its tables are then incomplete. */
#include <errno.h>

#include "harvest.h"
#include "links/retrieval.h"
#include "reader/decode.h"

enum { HARVEST_PIECE = 1024 * 1024 /* of a file, at most */, HARVEST_ERRORS = 4096 /* of errno.h */ };

typedef struct harvest_object {
  PyObject_HEAD PyObject *write, *read;
  struct links *links;
  struct budget budget;
  harvest_rows rows;
  inflate_module inflate;
  const module_state *state;
  PyThreadState *thread;      /* of the call, while it does not hold the lock */
  struct budget_share *share; /* of the thread, while it holds the lock */
  Py_buffer piece;            /* the last result of read() */
  size_t taken;               /* bytes of `piece` */
  bool ended;                 /* read() has returned nothing, */
  int error;                  /* or this number of errno.h */
  bool failed;                /* with an exception, which ends the harvest */
  atomic_bool busy;
} harvest_object;

/* ---- The lock of the interpreter ---------------------------------------------------------------- */

/* Takes the lock, and runs signal handlers. Returns false, with the lock, if the reading must end. Until
 * harvest_leave, code of Python runs: objects that it makes, such as harvests, can outlive the share. */
static bool harvest_hold(void *context)
{
  harvest_object *const self = context;
  PyEval_RestoreThread(self->thread);
  self->share = budget_enter(NULL);
  self->failed = self->failed || PyErr_CheckSignals() < 0;
  return !self->failed;
}

static void harvest_leave(void *context)
{
  harvest_object *const self = context;
  self->failed = self->failed || PyErr_Occurred();
  budget_enter(self->share);
  self->thread = PyEval_SaveThread();
}

/* ---- What the reader calls ---------------------------------------------------------------------- */

/* Calls read(). Returns false with an exception. */
static bool harvest_next_piece(harvest_object *self)
{
  PyObject *const bytes = PyObject_CallFunction(self->read, "i", (int)HARVEST_PIECE);
  const long number = bytes && PyLong_Check(bytes) ? PyLong_AsLong(bytes) : 0;
  self->taken = 0;
  if (number < 0 && number > -HARVEST_ERRORS)
    self->error = (int)-number;
  else if (bytes && !PyObject_CheckBuffer(bytes))
    uriel_python_wrong_type("the result of read()", "bytes", bytes);
  else if (bytes && PyObject_GetBuffer(bytes, &self->piece, PyBUF_SIMPLE) == 0 &&
           self->piece.len > HARVEST_PIECE)
    PyErr_Format(PyExc_ValueError, "read(%d) returned %zd bytes", (int)HARVEST_PIECE, self->piece.len);
  Py_XDECREF(bytes);
  return !PyErr_Occurred();
}

static void harvest_drop_piece(harvest_object *self)
{
  if (self->piece.obj)
    PyBuffer_Release(&self->piece);
  self->piece = (Py_buffer){.obj = NULL};
  self->taken = 0;
}

static ssize_t harvest_read_bytes(void *context, char *data, size_t capacity)
{
  harvest_object *const self = context;
  if (self->taken == (size_t)self->piece.len && !self->ended && !self->failed) {
    if (harvest_hold(self)) {
      harvest_drop_piece(self);
      self->failed = !harvest_next_piece(self);
    }
    self->ended = self->piece.len == 0;
    harvest_leave(self);
  }
  if (self->failed || self->error) {
    errno = self->failed ? ECANCELED : self->error;
    return -1;
  }
  const size_t left = (size_t)self->piece.len - self->taken, len = left < capacity ? left : capacity;
  if (len > 0)
    memcpy(data, (const char *)self->piece.buf + self->taken, len);
  self->taken += len;
  return (ssize_t)len;
}

/* Returns a Column of the batch, which it takes. */
static PyObject *harvest_column(const harvest_object *self, size_t table, struct ArrowArray *batch)
{
  column_data *const data = uriel_python_data_new();
  if (data && uriel_python_harvest_schema(&data->schema, table) && uriel_python_data_add(data, batch))
    return uriel_python_column_new(self->state, data, NULL);
  batch->release(batch);
  uriel_python_data_release(data);
  return PyErr_NoMemory();
}

/* Calls write(). Returns false with an exception. */
static bool harvest_call_write(const harvest_object *self, size_t table, struct ArrowArray *batch)
{
  PyObject *const column = harvest_column(self, table, batch);
  PyObject *const none =
      column ? PyObject_CallFunction(self->write, "sO", uriel_python_harvest_name(table), column) : NULL;
  Py_XDECREF(column);
  Py_XDECREF(none);
  return none != NULL;
}

static bool harvest_write(void *context, size_t table, struct ArrowArray *batch)
{
  harvest_object *const self = context;
  if (harvest_hold(self))
    self->failed = !harvest_call_write(self, table, batch);
  else
    batch->release(batch);
  harvest_leave(self);
  return !self->failed;
}

/* ---- Calls -------------------------------------------------------------------------------------- */

/* Lets this thread use the harvest until harvest_exit. */
static bool harvest_enter(harvest_object *self)
{
  if (atomic_exchange(&self->busy, true)) {
    PyErr_SetString(PyExc_ValueError, "the harvest is in use: by another thread, read() or write()");
    return false;
  }
  if (!self->failed)
    return true;
  atomic_store(&self->busy, false);
  PyErr_SetString(PyExc_ValueError, "the harvest has ended with an exception");
  return false;
}

static void harvest_exit(harvest_object *self)
{
  harvest_drop_piece(self);
  Py_CLEAR(self->read);
  uriel_python_harvest_forget(&self->rows);
  atomic_store(&self->busy, false);
}

/* Ends the harvest after a failure. Raises an exception, unless one is pending. */
static void harvest_raise(harvest_object *self, bool no_memory)
{
  self->failed = true;
  if (PyErr_Occurred())
    return;
  if (self->rows.error)
    uriel_python_column_raise(NULL, self->rows.error, self->rows.why);
  else if (no_memory)
    PyErr_NoMemory();
  else
    PyErr_SetString(PyExc_RuntimeError, "the reading ended");
}

static PyObject *harvest_flush(PyObject *object, PyObject *ignored)
{
  harvest_object *const self = (harvest_object *)object;
  (void)ignored;
  if (!harvest_enter(self))
    return NULL;
  self->thread = PyEval_SaveThread();
  const bool good = uriel_python_harvest_flush(&self->rows);
  PyEval_RestoreThread(self->thread);
  if (!good)
    harvest_raise(self, false);
  harvest_exit(self);
  return good ? Py_NewRef(Py_None) : NULL;
}

/* The arguments of read(), apart from numbers. */
typedef struct harvest_file {
  text_view path, name, retrieval, part;
  struct buffer uri; /* of `retrieval` */
  struct links_range range;
  struct links_request request;
} harvest_file;

static void harvest_file_close(harvest_file *file)
{
  uriel_python_text_release(&file->path);
  uriel_python_text_release(&file->name);
  uriel_python_text_release(&file->retrieval);
  uriel_python_text_release(&file->part);
  buffer_free(&file->uri);
}

/* Reads a text argument; None is undefined. Returns false with an exception. */
static bool harvest_text(const harvest_object *self, text_view *view, const char *name, PyObject *given)
{
  *view = (text_view){.owner = NULL};
  const int found = given == Py_None ? 1 : uriel_python_text(view, self->state, given);
  if (found == 0)
    uriel_python_wrong_type(name, "str, bytes or None", given);
  return found > 0;
}

/* Reads the URI of retrieval as the target of a record of a web archive. Returns false with an
 * exception.
 */
static bool harvest_retrieval(harvest_file *file)
{
  const uriel_text given = file->retrieval.text;
  if (!given.ptr)
    return true;
  const bool read = retrieval_read(given, &file->uri, NULL);
  file->request.retrieval = buffer_text(&file->uri);
  if (read && retrieval_is_uri(file->request.retrieval))
    return true;
  if (file->uri.no_memory)
    PyErr_NoMemory();
  else
    PyErr_SetString(PyExc_ValueError, "retrieval is not a URI with a scheme");
  return false;
}

static bool harvest_file_open(harvest_object *self, harvest_file *file, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"read", "path",     "name",  "retrieval", "media_type",
                                   "size", "mtime_ns", "limit", "part",      NULL};
  PyObject *read, *path, *name = Py_None, *retrieval = Py_None, *part = Py_None;
  long long size = -1, mtime_ns = 0, limit = -1;
  *file = (harvest_file){.request = {.read = harvest_read_bytes, .context = self}};
  if (!PyArg_ParseTupleAndKeywords(args, names, "OO|$OOzLLLO:read", (char **)(uintptr_t)keywords, &read,
                                   &path, &name, &retrieval, &file->request.media_type, &size, &mtime_ns,
                                   &limit, &part))
    return false;
  if (path == Py_None || (name != Py_None && !PyUnicode_Check(name))) {
    uriel_python_wrong_type(path == Py_None ? "path" : "name", "str", path == Py_None ? path : name);
    return false;
  }
  if (!harvest_text(self, &file->path, "path", path) || !harvest_text(self, &file->name, "name", name) ||
      !harvest_text(self, &file->retrieval, "retrieval", retrieval) || !harvest_retrieval(file) ||
      !harvest_text(self, &file->part, "part", part))
    return false;
  file->range.limit = limit < 0 ? UINT64_MAX : (uint64_t)limit;
  file->request.range = &file->range;
  file->request.name = file->name.text.ptr; /* a NUL follows the bytes of a str */
  self->rows.file = (struct row_file){file->path.text, size, mtime_ns, self->rows.file.spec};
  self->rows.part = file->part.text;
  self->read = Py_NewRef(read);
  return true;
}

/* Reads the file, without the lock. */
static enum links_result harvest_read_file(harvest_object *self, harvest_file *file)
{
  const struct unpacker_set set = {uriel_python_unpackers, INFLATE_UNPACKERS, &self->inflate};
  struct budget_share share = {.budget = &self->budget};
  struct links_sink sink = uriel_python_harvest_sink;
  sink.context = &self->rows;
  file->request.share = &share;
  self->ended = false;
  self->error = 0;
  self->rows.children = self->rows.size = 0;
  self->thread = PyEval_SaveThread();
  const struct unpacker_set *const before = decoder_enter(&set);
  const enum links_result result = links_read(self->links, &file->request, &sink);
  decoder_enter(before);
  PyEval_RestoreThread(self->thread);
  return result;
}

static PyObject *harvest_read(PyObject *object, PyObject *args, PyObject *names)
{
  harvest_object *const self = (harvest_object *)object;
  PyObject *made = NULL;
  harvest_file file;
  if (!harvest_enter(self))
    return NULL;
  if (harvest_file_open(self, &file, args, names)) {
    const enum links_result result = harvest_read_file(self, &file);
    if (result != LINKS_READ || self->failed)
      harvest_raise(self, result == LINKS_NO_MEMORY);
    else
      made = Py_BuildValue("KKK", (unsigned long long)file.range.position,
                           (unsigned long long)self->rows.children, (unsigned long long)self->rows.size);
  }
  harvest_file_close(&file);
  harvest_exit(self);
  return made;
}

static PyObject *harvest_unreadable(PyObject *object, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"path", "kind", "why", "size", "mtime_ns", NULL};
  harvest_object *const self = (harvest_object *)object;
  const char *kind, *why;
  PyObject *path;
  text_view view;
  long long size = -1, mtime_ns = 0;
  bool good = false;
  if (!PyArg_ParseTupleAndKeywords(args, names, "Oss|$LL:unreadable", (char **)(uintptr_t)keywords,
                                   &path, &kind, &why, &size, &mtime_ns) ||
      !harvest_enter(self))
    return NULL;
  if (path == Py_None)
    uriel_python_wrong_type("path", "str", path);
  else if (harvest_text(self, &view, "path", path)) {
    self->rows.file = (struct row_file){view.text, size, mtime_ns, self->rows.file.spec};
    self->rows.part = (uriel_text){NULL, 0};
    self->thread = PyEval_SaveThread();
    good = uriel_python_harvest_unreadable(&self->rows, kind, why);
    PyEval_RestoreThread(self->thread);
    uriel_python_text_release(&view);
    if (!good)
      harvest_raise(self, false);
  }
  harvest_exit(self);
  return good ? Py_NewRef(Py_None) : NULL;
}

/* ---- The class ---------------------------------------------------------------------------------- */

/* Finds the functions of zlib. Returns -1 with an exception. */
static int harvest_open_inflate(harvest_object *self)
{
  PyObject *const zlib = PyImport_ImportModule("zlib");
  self->inflate = (inflate_module){.hold = harvest_hold, .leave = harvest_leave, .context = self};
  if (zlib) {
    self->inflate.decompressobj = PyObject_GetAttrString(zlib, "decompressobj");
    self->inflate.error = PyObject_GetAttrString(zlib, "error");
  }
  Py_XDECREF(zlib);
  return self->inflate.decompressobj && self->inflate.error ? 0 : -1;
}

/* Finds a specification of `uriel harvest`. Returns false with an exception. */
static bool harvest_find_spec(uriel_spec *spec, const char *name)
{
  static const uriel_spec specs[] = {URIEL_SPEC_LENIENT, URIEL_SPEC_URL_1997, URIEL_SPEC_URI_2003,
                                     URIEL_SPEC_RFC3986, URIEL_SPEC_IRI,      URIEL_SPEC_WHATWG};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
    if (strcmp(uriel_spec_name(specs[i]), name) == 0) {
      *spec = specs[i];
      return true;
    }
  PyErr_Format(PyExc_ValueError, "spec is not known: '%s'", name);
  return false;
}

static PyObject *harvest_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"write",    "spec",     "guess", "to_uri", "memory",
                                   "max_size", "first_id", "rows",  NULL};
  PyObject *write;
  const char *spec = "lenient";
  int guess = 0, to_uri = 0;
  Py_ssize_t memory = 0, max_size = 0;
  long long first_id = 0, rows = 65536;
  if (!PyArg_ParseTupleAndKeywords(args, names, "O|$sppnnLL:Harvest", (char **)(uintptr_t)keywords,
                                   &write, &spec, &guess, &to_uri, &memory, &max_size, &first_id, &rows))
    return NULL;
  struct links_limits limits = {
      .whole = (size_t)max_size, .to_uri = to_uri, .compare = true, .guess = guess};
  if (memory < 0 || max_size < 0 || first_id < 0 || rows < 1)
    return PyErr_Format(PyExc_ValueError, "memory, max_size, first_id or rows is too small");
  if (!harvest_find_spec(&limits.spec, spec))
    return NULL;
  harvest_object *const self = (harvest_object *)PyType_GenericAlloc(type, 0);
  if (!self)
    return NULL;
  budget_start(&self->budget, memory ? (size_t)memory : LINKS_MEMORY, 1);
  self->state = PyType_GetModuleState(type);
  self->write = Py_NewRef(write);
  self->rows.file.spec = limits.spec;
  self->rows.most = rows;
  self->rows.write = harvest_write;
  self->rows.context = self;
  for (size_t i = 0; i < HARVEST_TABLES; i++)
    self->rows.tables[i].id = first_id;
  self->links = links_new(&limits);
  if (!self->links)
    PyErr_NoMemory();
  if (self->links && harvest_open_inflate(self) == 0)
    return (PyObject *)self;
  Py_DECREF(self);
  return NULL;
}

static int harvest_traverse(PyObject *object, visitproc visit, void *arg)
{
  const harvest_object *const self = (harvest_object *)object;
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self->write);
  Py_VISIT(self->read);
  return 0;
}

static int harvest_clear(PyObject *object)
{
  harvest_object *const self = (harvest_object *)object;
  Py_CLEAR(self->write);
  Py_CLEAR(self->read);
  return 0;
}

static void harvest_dealloc(PyObject *object)
{
  harvest_object *const self = (harvest_object *)object;
  PyTypeObject *const type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  harvest_clear(object);
  harvest_drop_piece(self);
  Py_XDECREF(self->inflate.decompressobj);
  Py_XDECREF(self->inflate.error);
  uriel_python_harvest_free(&self->rows);
  links_free(self->links);
  budget_stop(&self->budget);
  PyObject_GC_Del(object);
  Py_DECREF(type);
}

int uriel_python_harvest_open(PyObject *module)
{
  static PyMethodDef methods[] = {
      {"read", MODULE_METHOD(harvest_read), METH_VARARGS | METH_KEYWORDS, NULL},
      {"unreadable", MODULE_METHOD(harvest_unreadable), METH_VARARGS | METH_KEYWORDS, NULL},
      {"flush", harvest_flush, METH_NOARGS, NULL},
      {NULL, NULL, 0, NULL}};
  PyType_Slot slots[] = {{Py_tp_new, harvest_new},           {Py_tp_dealloc, harvest_dealloc},
                         {Py_tp_traverse, harvest_traverse}, {Py_tp_clear, harvest_clear},
                         {Py_tp_methods, methods},           {0, NULL}};
  PyType_Spec spec = {.name = "uriel_uri._uriel.Harvest",
                      .basicsize = sizeof(harvest_object),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
                      .slots = slots};
  PyObject *const class = PyType_FromModuleAndSpec(module, &spec, NULL);
  const int failed = class ? PyModule_AddType(module, (PyTypeObject *)class) : -1;
  Py_XDECREF(class);
  return failed;
}

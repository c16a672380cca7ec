/* SPDX-License-Identifier: MIT */
/* The class URL of browsers (the URL standard, 6.1).
 *
 * A URL and its URLSearchParams refer to each other. So the garbage collector knows a URL from the time
 * at which it has such an object. Both share the lock of the URL. */
#include "module.h"

/* Larger results are allocated. */
enum { URL_BUFFER = 4096 };

/* ---- Parsing ---------------------------------------------------------------------------------- */

/* Takes the str whose UTF-8 `ref` refers to. */
static PyObject *url_new(const module_state *state, PyObject *text, const uriel_ref *ref)
{
  url_object *const made = PyObject_GC_New(url_object, state->url);
  if (!made) {
    Py_DECREF(text);
    return NULL;
  }
  made->text = text;
  made->ref = *ref;
  made->params = NULL;
  return (PyObject *)made;
}

PyObject *uriel_python_url_text(PyObject *url, uriel_ref *ref)
{
  const url_object *const given = (url_object *)url;
  object_lock lock;
  uriel_python_lock(&lock, url);
  PyObject *const text = Py_NewRef(given->text);
  *ref = given->ref;
  uriel_python_unlock(&lock);
  return text;
}

/* Returns the str of what a function of uriel_url.h wrote, and moves `ref` to it. */
static PyObject *url_written(uriel_ref *ref)
{
  PyObject *const text = PyUnicode_FromStringAndSize(ref->text, (Py_ssize_t)ref->length);
  Py_ssize_t len;
  const char *const utf8 = text ? PyUnicode_AsUTF8AndSize(text, &len) : NULL;
  if (!utf8) {
    Py_XDECREF(text);
    return NULL;
  }
  *ref = uriel_rebase(ref, utf8);
  return text;
}

/* Returns the text of a URL, and fills `ref` over it. Failure, NULL, raises Error unless `quiet`. */
static PyObject *url_parse_text(const module_state *state, uriel_ref *ref, const uriel_ref *base,
                                PyObject *object, const text_view *view, bool quiet)
{
  char buffer[URL_BUFFER];
  const uriel_text text = view->text;
  const size_t bound = uriel_url_bound(base, text.len);
  char *const out = bound > sizeof buffer ? PyMem_Malloc(bound) : buffer;
  PyObject *made = NULL;
  if (!out)
    return PyErr_NoMemory();
  if (uriel_url_parse(ref, base, text.ptr, text.len, NULL, out, bound) != URIEL_FAILED) {
    PyObject *const given = view->owner ? view->owner : object;
    const bool same = ref->text == text.ptr && ref->length == text.len && PyUnicode_CheckExact(given);
    made = same ? Py_NewRef(given) : url_written(ref);
  } else if (!quiet) {
    uriel_error error;
    uriel_url_options options = {.errors = &error, .error_capacity = 1};
    uriel_url_parse(ref, base, text.ptr, text.len, &options, out, bound);
    uriel_python_raise(state, &error, view);
  }
  if (out != buffer)
    PyMem_Free(out);
  return made;
}

/* As url_parse_text, of an object. */
static PyObject *url_parse_object(const module_state *state, uriel_ref *ref, const uriel_ref *base,
                                  PyObject *object, bool quiet)
{
  text_view view;
  if (uriel_python_scalars(&view, state, object, "url", "str, bytes, URL or Reference") < 0)
    return NULL;
  PyObject *const text = url_parse_text(state, ref, base, object, &view, quiet);
  uriel_python_text_release(&view);
  return text;
}

/* ---- Making ----------------------------------------------------------------------------------- */

/* Returns the text for the arguments (url, base=None), and fills `ref` over it. NULL without an
 * exception if `quiet` and the standard fails. The common call has a short way. */
static PyObject *url_parse(const module_state *state, uriel_ref *ref, PyObject *args, PyObject *names,
                           bool quiet)
{
  static char *const keywords[] = {"url", "base", NULL};
  PyObject *url, *base = NULL;
  uriel_ref base_ref;
  if (!names && PyTuple_Size(args) == 1)
    return url_parse_object(state, ref, NULL, PyTuple_GetItem(args, 0), quiet);
  if (!PyArg_ParseTupleAndKeywords(args, names, "O|O:URL", (char **)keywords, &url, &base))
    return NULL;
  if (!base || base == Py_None)
    return url_parse_object(state, ref, NULL, url, quiet);
  PyObject *const base_text = Py_TYPE(base) == state->url
                                  ? uriel_python_url_text(base, &base_ref)
                                  : url_parse_object(state, &base_ref, NULL, base, quiet);
  PyObject *const text = base_text ? url_parse_object(state, ref, &base_ref, url, quiet) : NULL;
  Py_XDECREF(base_text);
  return text;
}

static PyObject *url_create(PyTypeObject *type, PyObject *args, PyObject *names)
{
  const module_state *const state = PyType_GetModuleState(type);
  uriel_ref ref;
  PyObject *const text = url_parse(state, &ref, args, names, false);
  return text ? url_new(state, text, &ref) : NULL;
}

static PyObject *url_parse_or_none(PyObject *type, PyObject *args, PyObject *names)
{
  const module_state *const state = PyType_GetModuleState((PyTypeObject *)type);
  uriel_ref ref;
  PyObject *const text = url_parse(state, &ref, args, names, true);
  if (text)
    return url_new(state, text, &ref);
  return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

static PyObject *url_can_parse(PyObject *type, PyObject *args, PyObject *names)
{
  uriel_ref ref;
  PyObject *const text = url_parse(PyType_GetModuleState((PyTypeObject *)type), &ref, args, names, true);
  Py_XDECREF(text);
  return !text && PyErr_Occurred() ? NULL : PyBool_FromLong(text != NULL);
}

/* ---- Attributes ------------------------------------------------------------------------------- */

static PyObject *url_href(PyObject *self, void *closure)
{
  (void)closure;
  uriel_ref ref;
  return uriel_python_url_text(self, &ref);
}

static PyObject *url_get(PyObject *self, void *closure)
{
  object_lock lock;
  uriel_python_lock(&lock, self);
  const uriel_text text =
      uriel_url_get(&((url_object *)self)->ref, (uriel_url_attribute)(uintptr_t)closure);
  PyObject *const made = PyUnicode_FromStringAndSize(text.ptr, (Py_ssize_t)text.len);
  uriel_python_unlock(&lock);
  return made;
}

static PyObject *url_origin(PyObject *self, void *closure)
{
  (void)closure;
  uriel_ref ref;
  PyObject *const text = uriel_python_url_text(self, &ref);
  /* With "blob:", the origin can be longer than the URL: its host is one of Unicode. */
  const size_t len = uriel_url_origin(&ref, NULL, 0);
  char *const out = PyMem_Malloc(len);
  PyObject *made = NULL;
  if (out) {
    uriel_url_origin(&ref, out, len);
    made = PyUnicode_FromStringAndSize(out, (Py_ssize_t)len);
    PyMem_Free(out);
  } else {
    PyErr_NoMemory();
  }
  Py_DECREF(text);
  return made;
}

static PyObject *url_search_params(PyObject *self, void *closure)
{
  (void)closure;
  url_object *const url = (url_object *)self;
  object_lock lock;
  uriel_python_lock(&lock, self);
  PyObject *const made =
      url->params ? NULL : uriel_python_params_of(PyType_GetModuleState(Py_TYPE(self)), self);
  if (url->params)
    Py_XDECREF(made); /* a finalizer was faster */
  else
    url->params = made;
  if (url->params && !PyObject_GC_IsTracked(self))
    PyObject_GC_Track(self);
  PyObject *const params = Py_XNewRef(url->params);
  uriel_python_unlock(&lock);
  return params;
}

/* ---- Setters ---------------------------------------------------------------------------------- */

/* Takes `text`. */
static void url_become(PyObject *self, PyObject *text, const uriel_ref *ref)
{
  url_object *const url = (url_object *)self;
  Py_DECREF(url->text);
  url->text = text;
  url->ref = *ref;
}

int uriel_python_url_change(const module_state *state, PyObject *url, uriel_url_attribute attribute,
                            const text_view *view)
{
  char buffer[URL_BUFFER];
  const uriel_text value = view->text;
  const uriel_ref *const given = &((url_object *)url)->ref;
  uriel_ref ref;
  const size_t bound = uriel_url_bound(given, value.len);
  char *const out = bound > sizeof buffer ? PyMem_Malloc(bound) : buffer;
  PyObject *text = NULL;
  if (!out) {
    PyErr_NoMemory();
    return -1;
  }
  if (uriel_url_set(&ref, given, attribute, value.ptr, value.len, out, bound) != URIEL_FAILED)
    text = url_written(&ref);
  else
    uriel_python_raise(state, &(uriel_error){.code = URIEL_ERROR_TOO_LONG}, view);
  if (text)
    url_become(url, text, &ref);
  if (out != buffer)
    PyMem_Free(out);
  return text ? 0 : -1;
}

static int url_change_href(const module_state *state, PyObject *self, PyObject *value,
                           const text_view *view)
{
  uriel_ref ref;
  PyObject *const text = url_parse_text(state, &ref, NULL, value, view, false);
  if (text)
    url_become(self, text, &ref);
  return text ? 0 : -1;
}

static int url_set(PyObject *self, PyObject *value, void *closure)
{
  const module_state *const state = PyType_GetModuleState(Py_TYPE(self));
  const uriel_url_attribute attribute = (uriel_url_attribute)(uintptr_t)closure;
  text_view view;
  object_lock lock;
  if (!value) {
    PyErr_SetString(PyExc_AttributeError, "an attribute of a URL cannot be deleted");
    return -1;
  }
  if (uriel_python_value(&view, state, value, "an attribute of a URL", "str, bytes or int") < 0)
    return -1;
  uriel_python_lock(&lock, self);
  const url_object *const url = (url_object *)self;
  const uriel_ref old = url->ref;
  PyObject *const old_text = Py_NewRef(url->text);
  int failed = attribute == URIEL_URL_HREF ? url_change_href(state, self, value, &view)
                                           : uriel_python_url_change(state, self, attribute, &view);
  const bool changes_query = attribute == URIEL_URL_HREF || attribute == URIEL_URL_SEARCH;
  if (!failed && changes_query && url->params)
    failed = uriel_python_params_read(url->params);
  if (failed)
    url_become(self, old_text, &old);
  else
    Py_DECREF(old_text);
  uriel_python_unlock(&lock);
  uriel_python_text_release(&view);
  return failed;
}

/* ---- What every object can do ----------------------------------------------------------------- */

static int url_traverse(PyObject *self, visitproc visit, void *arg)
{
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((url_object *)self)->params);
  return 0;
}

static int url_clear(PyObject *self)
{
  Py_CLEAR(((url_object *)self)->params);
  return 0;
}

static void url_dealloc(PyObject *self)
{
  PyTypeObject *const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  url_clear(self);
  Py_XDECREF(((url_object *)self)->text);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

static PyObject *url_str(PyObject *self)
{
  return url_href(self, NULL);
}

static PyObject *url_repr(PyObject *self)
{
  PyObject *const text = url_str(self), *const made = PyUnicode_FromFormat("URL(%R)", text);
  Py_DECREF(text);
  return made;
}

static PyObject *url_compare(PyObject *a, PyObject *b, int operation)
{
  if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE))
    Py_RETURN_NOTIMPLEMENTED;
  PyObject *const one = url_str(a), *const other = url_str(b);
  PyObject *const equal = PyObject_RichCompare(one, other, operation);
  Py_DECREF(one);
  Py_DECREF(other);
  return equal;
}

static PyObject *url_copy(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  uriel_ref ref;
  PyObject *const text = uriel_python_url_text(self, &ref);
  return url_new(PyType_GetModuleState(Py_TYPE(self)), text, &ref);
}

static PyObject *url_reduce(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  return Py_BuildValue("O(N)", Py_TYPE(self), url_str(self));
}

/* ---- The class -------------------------------------------------------------------------------- */

static const char url_doc[] =
    "URL(url, base=None)\n--\n\n"
    "A URL as browsers have it: the class of the URL standard, with its names in the spelling of "
    "Python.\n"
    "Raises Error with the validation error for which the standard fails. Setters ignore wrong values; "
    "only href\nraises Error. Two are equal if their texts are.\n\n"
    ">>> url = URL('/a b', base='HTTP://Example.org:80')\n"
    ">>> url.protocol = 'https'\n"
    ">>> str(url)\n"
    "'https://example.org/a%20b'";

#define URL_ATTRIBUTE(name, attribute, doc)                                                             \
  {                                                                                                     \
    name, url_get, url_set, doc, (void *)(uintptr_t)(attribute)                                         \
  }
static PyGetSetDef url_attributes[] = {
    {"href", url_href, url_set, "the text; str() too", (void *)(uintptr_t)URIEL_URL_HREF},
    URL_ATTRIBUTE("protocol", URIEL_URL_PROTOCOL, "the scheme, with ':'"),
    URL_ATTRIBUTE("username", URIEL_URL_USERNAME, "the user name, or ''"),
    URL_ATTRIBUTE("password", URIEL_URL_PASSWORD, "the password, or ''"),
    URL_ATTRIBUTE("host", URIEL_URL_HOST, "the host, with ':' and the port if it has one"),
    URL_ATTRIBUTE("hostname", URIEL_URL_HOSTNAME, "the host, or ''"),
    URL_ATTRIBUTE("port", URIEL_URL_PORT, "the port, a str; '' for the default one of the scheme"),
    URL_ATTRIBUTE("pathname", URIEL_URL_PATHNAME, "the path"),
    URL_ATTRIBUTE("search", URIEL_URL_SEARCH, "the query with '?', or ''"),
    URL_ATTRIBUTE("hash", URIEL_URL_HASH, "the fragment with '#', or ''"),
    {"origin", url_origin, NULL, "scheme, host and port; 'null' for an opaque origin", NULL},
    {"search_params", url_search_params, NULL,
     "the URLSearchParams of the query; a change of one "
     "changes the other",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef url_methods[] = {
    {"parse", MODULE_METHOD(url_parse_or_none), METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "parse($type, url, base=None)\n--\n\nReturns the URL, or None where the standard fails."},
    {"can_parse", MODULE_METHOD(url_can_parse), METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "can_parse($type, url, base=None)\n--\n\nReturns whether parse() returns a URL."},
    {"__copy__", url_copy, METH_NOARGS, NULL},
    {"__deepcopy__", url_copy, METH_O, NULL},
    {"__reduce__", url_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

int uriel_python_url_open(PyObject *module, module_state *state)
{
  static PyType_Slot slots[] = {
      {Py_tp_doc, (void *)url_doc},     {Py_tp_new, url_create},
      {Py_tp_dealloc, url_dealloc},     {Py_tp_traverse, url_traverse},
      {Py_tp_clear, url_clear},         {Py_tp_str, url_str},
      {Py_tp_repr, url_repr},           {Py_tp_hash, PyObject_HashNotImplemented},
      {Py_tp_richcompare, url_compare}, {Py_tp_methods, url_methods},
      {Py_tp_getset, url_attributes},   {0, NULL}};
  static PyType_Spec spec = {.name = "uriel_uri.URL",
                             .basicsize = sizeof(url_object),
                             .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
                             .slots = slots};
  state->url = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return state->url ? PyModule_AddType(module, state->url) : -1;
}

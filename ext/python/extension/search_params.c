/* SPDX-License-Identifier: MIT */
/* The class URLSearchParams of browsers (the URL standard, 6.2), and its iterators. */
#include "pairs.h"

typedef struct params_object {
  PyObject_HEAD PyObject *pairs; /* list of tuples */
  PyObject *url;                 /* whose query this is, or NULL */
} params_object;

/* The lock of an object is the one of its URL. */
static void params_lock(object_lock *lock, PyObject *self)
{
  PyObject *const url = ((params_object *)self)->url;
  uriel_python_lock(lock, url ? url : self);
}

/* ---- The query of a URL ----------------------------------------------------------------------- */

/* Replaces the elements of a list, which iterators refer to. Takes `elements`, which may be NULL. */
static int params_replace(PyObject *list, PyObject *elements)
{
  const int failed = elements ? PyList_SetSlice(list, 0, PY_SSIZE_T_MAX, elements) : -1;
  Py_XDECREF(elements);
  return failed;
}

/* Takes `pairs`, which may be NULL with an exception. */
static PyObject *params_new(const module_state *state, PyObject *pairs, PyObject *url)
{
  params_object *const made = pairs ? PyObject_GC_New(params_object, state->params) : NULL;
  if (!made) {
    Py_XDECREF(pairs);
    return NULL;
  }
  made->pairs = pairs;
  made->url = Py_XNewRef(url);
  if (url)
    PyObject_GC_Track(made);
  return (PyObject *)made;
}

PyObject *uriel_python_params_of(const module_state *state, PyObject *url)
{
  PyObject *made = params_new(state, PyList_New(0), url);
  if (made && uriel_python_params_read(made) < 0)
    Py_CLEAR(made);
  return made;
}

/* New lists may run finalizers, which may change the URL. */
int uriel_python_params_read(PyObject *params)
{
  const params_object *const given = (params_object *)params;
  const url_object *const url = (url_object *)given->url;
  for (;;) {
    PyObject *const text = Py_NewRef(url->text);
    const uriel_ref ref = url->ref;
    PyObject *const pairs = uriel_python_pairs_parse(uriel_query(&ref));
    const bool same = url->text == text;
    Py_DECREF(text);
    if (same || !pairs)
      return params_replace(given->pairs, pairs);
    Py_DECREF(pairs);
  }
}

/* The update steps: sets the query of the URL. If they fail, the list is the one of the query again. */
static int params_update(PyObject *self)
{
  const params_object *const params = (params_object *)self;
  if (!params->url)
    return 0;
  text_view view = {.owner = NULL};
  uriel_python_pairs_serialize(&view.text, params->pairs);
  const int failed = view.text.ptr ? uriel_python_url_change(PyType_GetModuleState(Py_TYPE(self)),
                                                             params->url, URIEL_URL_SEARCH, &view)
                                   : -1;
  PyMem_Free((char *)view.text.ptr);
  if (failed) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (uriel_python_params_read(self) < 0)
      PyErr_Clear();
    PyErr_Restore(type, value, traceback);
  }
  return failed;
}

/* ---- Making ----------------------------------------------------------------------------------- */

/* URLSearchParams(init=""). */
static PyObject *params_create(PyTypeObject *type, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"init", NULL};
  const module_state *const state = PyType_GetModuleState(type);
  PyObject *init = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, names, "|O:URLSearchParams", (char **)keywords, &init))
    return NULL;
  if (!init || init == Py_None)
    return params_new(state, PyList_New(0), NULL);
  if (!PyUnicode_Check(init) && !PyObject_CheckBuffer(init))
    return params_new(state, uriel_python_pairs_of(state, init), NULL);
  text_view view;
  if (uriel_python_scalars(&view, state, init, "init", "str or bytes") < 0)
    return NULL;
  const size_t skipped = view.text.len > 0 && view.text.ptr[0] == '?';
  PyObject *const pairs =
      uriel_python_pairs_parse((uriel_text){view.text.ptr + skipped, view.text.len - skipped});
  uriel_python_text_release(&view);
  return params_new(state, pairs, NULL);
}

/* ---- Methods with a name and a value ---------------------------------------------------------- */

/* A method. It runs under the lock, with a name and, if it is given, a value. */
typedef struct params_method {
  const char *name;
  const char *format; /* of the arguments with keywords */
  Py_ssize_t least, most;
  PyObject *(*run)(PyObject *self, PyObject *name, PyObject *value);
} params_method;

static PyObject *params_updated(PyObject *self)
{
  return params_update(self) < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *params_append(PyObject *self, PyObject *name, PyObject *value)
{
  PyObject *const pair = PyTuple_Pack(2, name, value);
  return uriel_python_append(((params_object *)self)->pairs, pair) < 0 ? NULL : params_updated(self);
}

static PyObject *params_without(PyObject *self, PyObject *name, PyObject *value, PyObject *pair)
{
  PyObject *const list = ((params_object *)self)->pairs;
  PyObject *const left = uriel_python_pairs_without(list, name, value, pair);
  return params_replace(list, left) < 0 ? NULL : params_updated(self);
}

static PyObject *params_delete(PyObject *self, PyObject *name, PyObject *value)
{
  return params_without(self, name, value, NULL);
}

static PyObject *params_set(PyObject *self, PyObject *name, PyObject *value)
{
  PyObject *const pair = PyTuple_Pack(2, name, value);
  PyObject *const made = pair ? params_without(self, name, NULL, pair) : NULL;
  Py_XDECREF(pair);
  return made;
}

static PyObject *params_has(PyObject *self, PyObject *name, PyObject *value)
{
  PyObject *const list = ((params_object *)self)->pairs;
  const Py_ssize_t at = uriel_python_pairs_find(list, 0, name, value);
  return at < 0 ? NULL : PyBool_FromLong(at < PyList_Size(list));
}

static PyObject *params_get(PyObject *self, PyObject *name, PyObject *value)
{
  (void)value;
  PyObject *const list = ((params_object *)self)->pairs;
  const Py_ssize_t at = uriel_python_pairs_find(list, 0, name, NULL);
  if (at < 0)
    return NULL;
  return Py_XNewRef(at < PyList_Size(list) ? PyTuple_GetItem(PyList_GetItem(list, at), 1) : Py_None);
}

static PyObject *params_get_all(PyObject *self, PyObject *name, PyObject *value)
{
  (void)value;
  PyObject *const list = ((params_object *)self)->pairs;
  PyObject *all = PyList_New(0);
  for (Py_ssize_t at = 0; all; at++) {
    at = uriel_python_pairs_find(list, at, name, NULL);
    if (at >= PyList_Size(list))
      break;
    if (at < 0 || PyList_Append(all, PyTuple_GetItem(PyList_GetItem(list, at), 1)) < 0)
      Py_CLEAR(all);
  }
  return all;
}

/* `name` and `value` are arguments; `value` may be NULL or None. */
static PyObject *params_run(PyObject *self, const params_method *method, PyObject *name, PyObject *value)
{
  const module_state *const state = PyType_GetModuleState(Py_TYPE(self));
  PyObject *const text = uriel_python_pairs_string(state, name);
  const bool valued = value && (value != Py_None || method->least == 2);
  PyObject *const other = text && valued ? uriel_python_pairs_string(state, value) : NULL;
  PyObject *made = NULL;
  if (text && (other || !valued)) {
    object_lock lock;
    params_lock(&lock, self);
    made = method->run(self, text, other);
    uriel_python_unlock(&lock);
  }
  Py_XDECREF(text);
  Py_XDECREF(other);
  return made;
}

static PyObject *params_call(PyObject *self, const params_method *method, PyObject *args,
                             PyObject *names)
{
  static char *const keywords[] = {"name", "value", NULL}, *const only_name[] = {"name", NULL};
  PyObject *name, *value = NULL;
  const int read =
      names ? PyArg_ParseTupleAndKeywords(args, names, method->format,
                                          (char **)(method->most == 1 ? only_name : keywords), &name,
                                          &value)
            : PyArg_UnpackTuple(args, method->name, method->least, method->most, &name, &value);
  return read ? params_run(self, method, name, value) : NULL;
}

/* clang-format off */
#define PARAMS_METHODS(make) \
  make(append, "OO:append", 2, 2) make(delete, "O|O:delete", 1, 2) make(get, "O:get", 1, 1) \
  make(get_all, "O:get_all", 1, 1) make(has, "O|O:has", 1, 2) make(set, "OO:set", 2, 2)
/* clang-format on */

#define PARAMS_METHOD(name, format, least, most)                                                        \
  static const params_method params_method_##name = {#name, format, least, most, params_##name};        \
  static PyObject *params_call_##name(PyObject *self, PyObject *args, PyObject *names)                  \
  {                                                                                                     \
    return params_call(self, &params_method_##name, args, names);                                       \
  }
PARAMS_METHODS(PARAMS_METHOD)

static int params_contains(PyObject *self, PyObject *name)
{
  PyObject *const found = params_run(self, &params_method_has, name, NULL);
  const int is_in = found == Py_True;
  Py_XDECREF(found);
  return found ? is_in : -1;
}

static PyObject *params_item(PyObject *self, PyObject *name)
{
  PyObject *const value = params_run(self, &params_method_get, name, NULL);
  if (value != Py_None)
    return value;
  Py_DECREF(value);
  PyErr_SetObject(PyExc_KeyError, name);
  return NULL;
}

/* ---- Other methods ---------------------------------------------------------------------------- */

static PyObject *params_sort(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  PyObject *const list = ((params_object *)self)->pairs;
  object_lock lock;
  params_lock(&lock, self);
  PyObject *const made =
      params_replace(list, uriel_python_pairs_sorted(list)) < 0 ? NULL : params_updated(self);
  uriel_python_unlock(&lock);
  return made;
}

static PyObject *params_str(PyObject *self)
{
  uriel_text text;
  object_lock lock;
  params_lock(&lock, self);
  uriel_python_pairs_serialize(&text, ((params_object *)self)->pairs);
  uriel_python_unlock(&lock);
  PyObject *const made = text.ptr ? PyUnicode_FromStringAndSize(text.ptr, (Py_ssize_t)text.len) : NULL;
  PyMem_Free((char *)text.ptr);
  return made;
}

static PyObject *params_repr(PyObject *self)
{
  PyObject *const text = params_str(self);
  PyObject *const made = text ? PyUnicode_FromFormat("URLSearchParams(%R)", text) : NULL;
  Py_XDECREF(text);
  return made;
}

static Py_ssize_t params_length(PyObject *self)
{
  return PyList_Size(((params_object *)self)->pairs);
}

static PyObject *params_size(PyObject *self, void *closure)
{
  (void)closure;
  return PyLong_FromSsize_t(params_length(self));
}

static PyObject *params_compare(PyObject *a, PyObject *b, int operation)
{
  if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE))
    Py_RETURN_NOTIMPLEMENTED;
  return PyObject_RichCompare(((params_object *)a)->pairs, ((params_object *)b)->pairs, operation);
}

static PyObject *params_reduce(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  PyObject *const text = params_str(self);
  return text ? Py_BuildValue("O(N)", Py_TYPE(self), text) : NULL;
}

static int params_traverse(PyObject *self, visitproc visit, void *arg)
{
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((params_object *)self)->url);
  return 0;
}

static void params_dealloc(PyObject *self)
{
  PyTypeObject *const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  Py_XDECREF(((params_object *)self)->pairs);
  Py_XDECREF(((params_object *)self)->url);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

/* ---- Iterators -------------------------------------------------------------------------------- */

/* Goes through the list by index, also while it changes (Web IDL, 3.7.10.2). */
typedef struct params_iterator {
  PyObject_HEAD PyObject *pairs;
  Py_ssize_t at;
  Py_ssize_t field; /* of each pair; -1 for pairs */
} params_iterator;

static PyObject *params_iterate(PyObject *self, Py_ssize_t field)
{
  const module_state *const state = PyType_GetModuleState(Py_TYPE(self));
  params_iterator *const made = PyObject_New(params_iterator, state->params_iterator);
  if (!made)
    return NULL;
  made->pairs = Py_NewRef(((params_object *)self)->pairs);
  made->at = 0;
  made->field = field;
  return (PyObject *)made;
}

static PyObject *params_iter(PyObject *self)
{
  return params_iterate(self, -1);
}

static PyObject *params_items(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  return params_iterate(self, -1);
}

static PyObject *params_keys(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  return params_iterate(self, 0);
}

static PyObject *params_values(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  return params_iterate(self, 1);
}

static PyObject *params_next(PyObject *self)
{
  params_iterator *const iterator = (params_iterator *)self;
  if (iterator->at >= PyList_Size(iterator->pairs))
    return NULL;
  PyObject *const pair = PySequence_GetItem(iterator->pairs, iterator->at++);
  if (!pair || iterator->field < 0)
    return pair;
  PyObject *const text = Py_XNewRef(PyTuple_GetItem(pair, iterator->field));
  Py_DECREF(pair);
  return text;
}

static void params_iterator_dealloc(PyObject *self)
{
  PyTypeObject *const type = Py_TYPE(self);
  Py_DECREF(((params_iterator *)self)->pairs);
  PyObject_Free(self);
  Py_DECREF(type);
}

/* ---- The classes ------------------------------------------------------------------------------ */

static const char params_doc[] =
    "URLSearchParams(init='')\n--\n\n"
    "The parameters of a query: the class of the URL standard, with its names in the spelling of "
    "Python.\n"
    "`init` is a query, with or without '?', a mapping or an iterable of pairs. Names and values are "
    "str, bytes or int.\n"
    "str() is the query. Iteration returns pairs; `in` finds names; [name] is get(name), or "
    "KeyError.\n\n"
    ">>> params = URLSearchParams({'page': 1, 'q': 'a b'})\n"
    ">>> params.append('q', 'c')\n"
    ">>> str(params), params.get_all('q')\n"
    "('page=1&q=a+b&q=c', ['a b', 'c'])";

#define PARAMS_DEFINITION(name, doc)                                                                    \
  {                                                                                                     \
#name, MODULE_METHOD(params_call_##name), METH_VARARGS | METH_KEYWORDS, doc                         \
  }
static PyMethodDef params_methods[] = {
    PARAMS_DEFINITION(append, "append($self, name, value)\n--\n\nAppends a parameter."),
    PARAMS_DEFINITION(delete,
                      "delete($self, name, value=None)\n--\n\nRemoves the parameters of that name and, "
                      "if it is not None, of that value."),
    PARAMS_DEFINITION(
        get, "get($self, name)\n--\n\nReturns the value of the first parameter of that name, or "
             "None."),
    PARAMS_DEFINITION(get_all,
                      "get_all($self, name)\n--\n\nReturns the list of the values of that name."),
    PARAMS_DEFINITION(
        has, "has($self, name, value=None)\n--\n\nReturns whether a parameter has that name and, "
             "if it is not None, that value."),
    PARAMS_DEFINITION(
        set, "set($self, name, value)\n--\n\nSets the value of the first parameter of that name, "
             "and removes the others; or appends one."),
    {"sort", params_sort, METH_NOARGS,
     "sort($self)\n--\n\nSorts by the UTF-16 code units of names. Parameters of the same name keep "
     "their "
     "order."},
    {"items", params_items, METH_NOARGS, "items($self)\n--\n\nReturns an iterator over the pairs."},
    {"keys", params_keys, METH_NOARGS, "keys($self)\n--\n\nReturns an iterator over the names."},
    {"values", params_values, METH_NOARGS, "values($self)\n--\n\nReturns an iterator over the values."},
    {"__reduce__", params_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef params_attributes[] = {
    {"size", params_size, NULL, "the number of parameters; len() too", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

int uriel_python_params_open(PyObject *module, module_state *state)
{
  static PyType_Slot slots[] = {{Py_tp_doc, (void *)params_doc},
                                {Py_tp_new, params_create},
                                {Py_tp_dealloc, params_dealloc},
                                {Py_tp_traverse, params_traverse},
                                {Py_tp_str, params_str},
                                {Py_tp_repr, params_repr},
                                {Py_tp_hash, PyObject_HashNotImplemented},
                                {Py_tp_richcompare, params_compare},
                                {Py_tp_iter, params_iter},
                                {Py_mp_length, params_length},
                                {Py_mp_subscript, params_item},
                                {Py_sq_contains, params_contains},
                                {Py_tp_methods, params_methods},
                                {Py_tp_getset, params_attributes},
                                {0, NULL}};
  static PyType_Slot iterator_slots[] = {{Py_tp_dealloc, params_iterator_dealloc},
                                         {Py_tp_iter, PyObject_SelfIter},
                                         {Py_tp_iternext, params_next},
                                         {0, NULL}};
  static PyType_Spec spec = {.name = "uriel_uri.URLSearchParams",
                             .basicsize = sizeof(params_object),
                             .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC,
                             .slots = slots};
  static PyType_Spec iterator = {.name = "uriel_uri.URLSearchParamsIterator",
                                 .basicsize = sizeof(params_iterator),
                                 .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
                                          Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 .slots = iterator_slots};
  state->params_iterator = (PyTypeObject *)PyType_FromModuleAndSpec(module, &iterator, NULL);
  if (!state->params_iterator)
    return -1;
  state->params = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return state->params ? PyModule_AddType(module, state->params) : -1;
}

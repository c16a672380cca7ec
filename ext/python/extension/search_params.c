/* SPDX-License-Identifier: MIT */
/* The class URLSearchParams of browsers (the URL standard, 6.2): a list of pairs of str. */
#include "module.h"
#include "uriel_query.h"

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

/* ---- Queries as lists ------------------------------------------------------------------------- */

/* Takes both texts, which may be NULL with an exception. */
static PyObject *params_pair(PyObject *name, PyObject *value)
{
  PyObject *const pair = name && value ? PyTuple_Pack(2, name, value) : NULL;
  Py_XDECREF(name);
  Py_XDECREF(value);
  return pair;
}

/* Takes `element`, which may be NULL with an exception. */
static int params_add(PyObject *list, PyObject *element)
{
  const int failed = element ? PyList_Append(list, element) : -1;
  Py_XDECREF(element);
  return failed;
}

/* Replaces the elements of a list, which iterators refer to. Takes `elements`, which may be NULL. */
static int params_replace(PyObject *list, PyObject *elements)
{
  const int failed = elements ? PyList_SetSlice(list, 0, PY_SSIZE_T_MAX, elements) : -1;
  Py_XDECREF(elements);
  return failed;
}

static PyObject *params_decoded(uriel_text encoded, char *out)
{
  const size_t len = uriel_query_decode(encoded, URIEL_QUERY_FORM, out, 3 * encoded.len);
  return PyUnicode_FromStringAndSize(out, (Py_ssize_t)len);
}

/* Returns the list of a query (the application/x-www-form-urlencoded parser). */
static PyObject *params_parsed(uriel_text query)
{
  char *const out = PyMem_Malloc(3 * query.len + 1);
  PyObject *list = out ? PyList_New(0) : PyErr_NoMemory();
  for (uriel_param param; list && uriel_query_next(&query, &param, URIEL_QUERY_FORM);) {
    PyObject *const name = params_decoded(param.name, out);
    if (params_add(list, params_pair(name, params_decoded(param.value, out))) < 0)
      Py_CLEAR(list);
  }
  PyMem_Free(out);
  return list;
}

/* Returns the UTF-8 of a text of a pair. */
static int params_utf8(uriel_text *text, PyObject *pair, Py_ssize_t at)
{
  Py_ssize_t len;
  PyObject *const object = pair ? PyTuple_GetItem(pair, at) : NULL;
  const char *const utf8 = object ? PyUnicode_AsUTF8AndSize(object, &len) : NULL;
  if (!utf8)
    return -1;
  *text = (uriel_text){utf8, (size_t)len};
  return 0;
}

/* Writes a list as a query (the application/x-www-form-urlencoded serializer). The caller frees
 * text->ptr, which is NULL with an exception on failure. */
static void params_serialize(uriel_text *text, PyObject *list)
{
  const Py_ssize_t count = PyList_Size(list);
  uriel_param *const params = PyMem_Calloc((size_t)count + 1, sizeof *params);
  char *out = NULL;
  *text = (uriel_text){NULL, 0};
  if (!params) {
    PyErr_NoMemory();
    return;
  }
  for (Py_ssize_t i = 0; i < count; i++) {
    PyObject *const pair = PyList_GetItem(list, i);
    if (params_utf8(&params[i].name, pair, 0) < 0 || params_utf8(&params[i].value, pair, 1) < 0)
      goto done;
  }
  const uriel_text none = {NULL, 0};
  const size_t len = uriel_query_append(NULL, none, params, (size_t)count, URIEL_QUERY_FORM, NULL, 0);
  out = PyMem_Malloc(len + 1);
  if (out)
    uriel_query_append(NULL, none, params, (size_t)count, URIEL_QUERY_FORM, out, len);
  else
    PyErr_NoMemory();
  *text = (uriel_text){out, len};
done:
  PyMem_Free(params);
}

static PyObject *params_text(PyObject *list)
{
  uriel_text text;
  params_serialize(&text, list);
  PyObject *const made = text.ptr ? PyUnicode_FromStringAndSize(text.ptr, (Py_ssize_t)text.len) : NULL;
  PyMem_Free((char *)text.ptr);
  return made;
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
    PyObject *const pairs = params_parsed(uriel_query(&ref));
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
  params_serialize(&view.text, params->pairs);
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

/* Returns a name or a value as a str without lone surrogates. */
static PyObject *params_string(const module_state *state, PyObject *object)
{
  text_view view;
  if (uriel_python_value(&view, state, object, "names and values must be str, bytes or int") < 0)
    return NULL;
  PyObject *const made = PyUnicode_CheckExact(object) && !view.owner
                             ? Py_NewRef(object)
                             : PyUnicode_DecodeUTF8(view.text.ptr, (Py_ssize_t)view.text.len, "replace");
  uriel_python_text_release(&view);
  return made;
}

static PyObject *params_pair_of(const module_state *state, PyObject *object)
{
  PyObject *const pair =
      PyUnicode_Check(object) || PyBytes_Check(object) ? NULL : PySequence_Tuple(object);
  PyObject *made = NULL;
  if (!pair && PyErr_Occurred())
    return NULL;
  if (pair && PyTuple_Size(pair) == 2) {
    PyObject *const name = params_string(state, PyTuple_GetItem(pair, 0));
    made = params_pair(name, name ? params_string(state, PyTuple_GetItem(pair, 1)) : NULL);
  } else {
    PyErr_Format(PyExc_TypeError, "a parameter must be a pair of name and value, not %R", object);
  }
  Py_XDECREF(pair);
  return made;
}

/* Returns the items of a mapping; of another object, itself. */
static PyObject *params_items_of(PyObject *init)
{
  PyObject *const method = PyObject_GetAttrString(init, "items");
  if (method) {
    PyObject *const items = PyObject_CallNoArgs(method);
    Py_DECREF(method);
    return items;
  }
  if (!PyErr_ExceptionMatches(PyExc_AttributeError))
    return NULL;
  PyErr_Clear();
  return Py_NewRef(init);
}

/* Reads the pairs of an iterable object, or the items of a mapping. */
static PyObject *params_list_of(const module_state *state, PyObject *init)
{
  PyObject *const items = params_items_of(init);
  PyObject *const iterator = items ? PyObject_GetIter(items) : NULL;
  PyObject *list = iterator ? PyList_New(0) : NULL;
  for (PyObject *item; list && (item = PyIter_Next(iterator));) {
    if (params_add(list, params_pair_of(state, item)) < 0)
      Py_CLEAR(list);
    Py_DECREF(item);
  }
  if (list && PyErr_Occurred())
    Py_CLEAR(list);
  Py_XDECREF(iterator);
  Py_XDECREF(items);
  return list;
}

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
    return params_new(state, params_list_of(state, init), NULL);
  text_view view;
  if (uriel_python_scalars(&view, state, init, "init must be str or bytes") < 0)
    return NULL;
  const size_t skipped = view.text.len > 0 && view.text.ptr[0] == '?';
  PyObject *const pairs = params_parsed((uriel_text){view.text.ptr + skipped, view.text.len - skipped});
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

/* Returns 1 if a pair has the name and, unless it is NULL, the value; -1 with an exception. */
static int params_matches(PyObject *pair, PyObject *name, PyObject *value)
{
  PyObject *const own = PyTuple_GetItem(pair, 0);
  const int same = own ? PyObject_RichCompareBool(own, name, Py_EQ) : -1;
  return same > 0 && value ? PyObject_RichCompareBool(PyTuple_GetItem(pair, 1), value, Py_EQ) : same;
}

/* Returns the index of the first pair from `at` on that matches; the length of the list if none does; -1
 * with an exception. */
static Py_ssize_t params_find(PyObject *list, Py_ssize_t at, PyObject *name, PyObject *value)
{
  const Py_ssize_t count = PyList_Size(list);
  for (; at < count; at++) {
    const int found = params_matches(PyList_GetItem(list, at), name, value);
    if (found)
      return found < 0 ? -1 : at;
  }
  return at;
}

static PyObject *params_updated(PyObject *self)
{
  return params_update(self) < 0 ? NULL : Py_NewRef(Py_None);
}

static PyObject *params_append(PyObject *self, PyObject *name, PyObject *value)
{
  PyObject *const pair = PyTuple_Pack(2, name, value);
  return params_add(((params_object *)self)->pairs, pair) < 0 ? NULL : params_updated(self);
}

/* Leaves out the pairs that match, and puts `pair`, if not NULL, in place of the first. */
static PyObject *params_without(PyObject *self, PyObject *name, PyObject *value, PyObject *pair)
{
  PyObject *const list = ((params_object *)self)->pairs;
  PyObject *const left = PyList_New(0);
  if (!left)
    return NULL;
  const Py_ssize_t count = PyList_Size(list); /* PyList_New may run finalizers, which change it */
  for (Py_ssize_t i = 0; i < count; i++) {
    PyObject *const old = PyList_GetItem(list, i);
    const int found = params_matches(old, name, value);
    PyObject *const kept = found ? pair : old;
    if (found < 0 || (kept && PyList_Append(left, kept) < 0)) {
      Py_DECREF(left);
      return NULL;
    }
    if (found)
      pair = NULL;
  }
  if (pair && PyList_Append(left, pair) < 0) {
    Py_DECREF(left);
    return NULL;
  }
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
  const Py_ssize_t at = params_find(list, 0, name, value);
  return at < 0 ? NULL : PyBool_FromLong(at < PyList_Size(list));
}

static PyObject *params_get(PyObject *self, PyObject *name, PyObject *value)
{
  (void)value;
  PyObject *const list = ((params_object *)self)->pairs;
  const Py_ssize_t at = params_find(list, 0, name, NULL);
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
    at = params_find(list, at, name, NULL);
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
  PyObject *const text = params_string(state, name);
  const bool valued = value && (value != Py_None || method->least == 2);
  PyObject *const other = text && valued ? params_string(state, value) : NULL;
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

/* By UTF-16 code units; pairs of the same name keep their order. */
static PyObject *params_sorted(PyObject *list)
{
  const size_t count = (size_t)PyList_Size(list);
  uriel_text query, sorted, *const scratch = PyMem_Calloc(count + 1, sizeof *scratch);
  PyObject *made = NULL;
  params_serialize(&query, list);
  char *const out = query.ptr && scratch ? PyMem_Malloc(query.len + 1) : NULL;
  if (out) {
    uriel_query_sort(&sorted, query, URIEL_QUERY_FORM, scratch, count, out, query.len);
    made = params_parsed(sorted);
  } else if (query.ptr) {
    PyErr_NoMemory();
  }
  PyMem_Free(out);
  PyMem_Free((char *)query.ptr);
  PyMem_Free(scratch);
  return made;
}

static PyObject *params_sort(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  PyObject *const list = ((params_object *)self)->pairs;
  object_lock lock;
  params_lock(&lock, self);
  PyObject *const made = params_replace(list, params_sorted(list)) < 0 ? NULL : params_updated(self);
  uriel_python_unlock(&lock);
  return made;
}

static PyObject *params_str(PyObject *self)
{
  object_lock lock;
  params_lock(&lock, self);
  PyObject *const text = params_text(((params_object *)self)->pairs);
  uriel_python_unlock(&lock);
  return text;
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
  PyObject *const type = PyType_FromModuleAndSpec(module, &spec, NULL);
  state->params = (PyTypeObject *)type;
  return type ? PyModule_AddObjectRef(module, "URLSearchParams", type) : -1;
}

/* SPDX-License-Identifier: MIT */
/* Lists of pairs of str: the parameters of a query (the URL standard, 5), without their URL. */
#include "pairs.h"

#include "uriel_query.h"

/* ---- Pairs ------------------------------------------------------------------------------------ */

/* Takes both texts, which may be NULL with an exception. */
static PyObject *pairs_pack(PyObject *name, PyObject *value)
{
  PyObject *const pair = name && value ? PyTuple_Pack(2, name, value) : NULL;
  Py_XDECREF(name);
  Py_XDECREF(value);
  return pair;
}

/* ---- Queries ---------------------------------------------------------------------------------- */

static PyObject *pairs_decoded(uriel_text encoded, char *out)
{
  const size_t len = uriel_query_decode(encoded, URIEL_QUERY_FORM, out, 3 * encoded.len);
  return PyUnicode_FromStringAndSize(out, (Py_ssize_t)len);
}

PyObject *uriel_python_pairs_parse(uriel_text query)
{
  char *const out = PyMem_Malloc(3 * query.len + 1);
  PyObject *list = out ? PyList_New(0) : PyErr_NoMemory();
  for (uriel_param param; list && uriel_query_next(&query, &param, URIEL_QUERY_FORM);) {
    PyObject *const name = pairs_decoded(param.name, out);
    if (uriel_python_append(list, pairs_pack(name, pairs_decoded(param.value, out))) < 0)
      Py_CLEAR(list);
  }
  PyMem_Free(out);
  return list;
}

/* Returns the UTF-8 of a text of a pair. */
static int pairs_utf8(uriel_text *text, PyObject *pair, Py_ssize_t at)
{
  Py_ssize_t len;
  PyObject *const object = pair ? PyTuple_GetItem(pair, at) : NULL;
  const char *const utf8 = object ? PyUnicode_AsUTF8AndSize(object, &len) : NULL;
  if (!utf8)
    return -1;
  *text = (uriel_text){utf8, (size_t)len};
  return 0;
}

void uriel_python_pairs_serialize(uriel_text *text, PyObject *list)
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
    if (pairs_utf8(&params[i].name, pair, 0) < 0 || pairs_utf8(&params[i].value, pair, 1) < 0)
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

PyObject *uriel_python_pairs_sorted(PyObject *list)
{
  const size_t count = (size_t)PyList_Size(list);
  uriel_text query, sorted, *const scratch = PyMem_Calloc(count + 1, sizeof *scratch);
  PyObject *made = NULL;
  uriel_python_pairs_serialize(&query, list);
  char *const out = query.ptr && scratch ? PyMem_Malloc(query.len + 1) : NULL;
  if (out) {
    uriel_query_sort(&sorted, query, URIEL_QUERY_FORM, scratch, count, out, query.len);
    made = uriel_python_pairs_parse(sorted);
  } else if (query.ptr) {
    PyErr_NoMemory();
  }
  PyMem_Free(out);
  PyMem_Free((char *)query.ptr);
  PyMem_Free(scratch);
  return made;
}

/* ---- Lists of Python -------------------------------------------------------------------------- */

PyObject *uriel_python_pairs_string(const module_state *state, PyObject *object)
{
  text_view view;
  if (uriel_python_value(&view, state, object, "a name or value", "str, bytes or int") < 0)
    return NULL;
  PyObject *const made = PyUnicode_CheckExact(object) && !view.owner
                             ? Py_NewRef(object)
                             : PyUnicode_DecodeUTF8(view.text.ptr, (Py_ssize_t)view.text.len, "replace");
  uriel_python_text_release(&view);
  return made;
}

static PyObject *pairs_read(const module_state *state, PyObject *object)
{
  PyObject *const pair =
      PyUnicode_Check(object) || PyBytes_Check(object) ? NULL : PySequence_Tuple(object);
  PyObject *made = NULL;
  if (!pair && PyErr_Occurred())
    return NULL;
  if (pair && PyTuple_Size(pair) == 2) {
    PyObject *const name = uriel_python_pairs_string(state, PyTuple_GetItem(pair, 0));
    made = pairs_pack(name, name ? uriel_python_pairs_string(state, PyTuple_GetItem(pair, 1)) : NULL);
  } else {
    PyErr_Format(PyExc_TypeError, "a parameter must be a pair of name and value, not %R", object);
  }
  Py_XDECREF(pair);
  return made;
}

/* Returns the items of a mapping; of another object, itself. */
static PyObject *pairs_items_of(PyObject *object)
{
  PyObject *const method = PyObject_GetAttrString(object, "items");
  if (method) {
    PyObject *const items = PyObject_CallNoArgs(method);
    Py_DECREF(method);
    return items;
  }
  if (!PyErr_ExceptionMatches(PyExc_AttributeError))
    return NULL;
  PyErr_Clear();
  return Py_NewRef(object);
}

PyObject *uriel_python_pairs_of(const module_state *state, PyObject *object)
{
  PyObject *const items = pairs_items_of(object);
  PyObject *const iterator = items ? PyObject_GetIter(items) : NULL;
  PyObject *list = iterator ? PyList_New(0) : NULL;
  for (PyObject *item; list && (item = PyIter_Next(iterator));) {
    if (uriel_python_append(list, pairs_read(state, item)) < 0)
      Py_CLEAR(list);
    Py_DECREF(item);
  }
  if (list && PyErr_Occurred())
    Py_CLEAR(list);
  Py_XDECREF(iterator);
  Py_XDECREF(items);
  return list;
}

/* ---- Search ----------------------------------------------------------------------------------- */

/* Returns 1 if a pair has the name and, unless it is NULL, the value; -1 with an exception. */
static int pairs_match(PyObject *pair, PyObject *name, PyObject *value)
{
  PyObject *const own = PyTuple_GetItem(pair, 0);
  const int same = own ? PyObject_RichCompareBool(own, name, Py_EQ) : -1;
  return same > 0 && value ? PyObject_RichCompareBool(PyTuple_GetItem(pair, 1), value, Py_EQ) : same;
}

Py_ssize_t uriel_python_pairs_find(PyObject *list, Py_ssize_t at, PyObject *name, PyObject *value)
{
  const Py_ssize_t count = PyList_Size(list);
  for (; at < count; at++) {
    const int found = pairs_match(PyList_GetItem(list, at), name, value);
    if (found)
      return found < 0 ? -1 : at;
  }
  return at;
}

PyObject *uriel_python_pairs_without(PyObject *list, PyObject *name, PyObject *value, PyObject *pair)
{
  PyObject *const left = PyList_New(0);
  if (!left)
    return NULL;
  const Py_ssize_t count = PyList_Size(list); /* PyList_New may run finalizers, which change it */
  for (Py_ssize_t i = 0; i < count; i++) {
    PyObject *const old = PyList_GetItem(list, i);
    const int found = pairs_match(old, name, value);
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
  return left;
}

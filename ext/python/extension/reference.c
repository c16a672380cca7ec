/* SPDX-License-Identifier: MIT */
/* The class Reference, and parse(), which makes its objects. */
#include <string.h>

#include "module.h"
#include "uriel_url.h"

/* ---- Objects ---------------------------------------------------------------------------------- */

/* Takes the str whose UTF-8 `ref` has been parsed from. */
static PyObject *reference_new(const module_state *state, PyObject *text, const uriel_ref *ref)
{
  reference_object *const made = PyObject_New(reference_object, state->reference);
  if (!made) {
    Py_DECREF(text);
    return NULL;
  }
  made->text = text;
  made->ref = *ref;
  return (PyObject *)made;
}

static void reference_dealloc(PyObject *self)
{
  PyTypeObject *const type = Py_TYPE(self);
  Py_XDECREF(((reference_object *)self)->text);
  PyObject_Free(self);
  Py_DECREF(type);
}

/* Returns a Reference over the bytes that a parser wrote or accepted; `object` if these are its own. */
static PyObject *reference_over(const module_state *state, PyObject *object, const text_view *view,
                                const uriel_ref *ref)
{
  PyObject *text;
  if (PyUnicode_CheckExact(object) && !view->owner && ref->text == view->text.ptr &&
      ref->length == view->text.len)
    return reference_new(state, Py_NewRef(object), ref);
  /* "URL:" of url-1994 comes before the reference. */
  const bool prefix =
      ref->flags & URIEL_HAS_PREFIX && ref->text + ref->length == view->text.ptr + view->text.len;
  const char *const begin = prefix ? view->text.ptr : ref->text;
  const size_t before = (size_t)(ref->text - begin);
  text = PyUnicode_DecodeUTF8(begin, (Py_ssize_t)(before + ref->length), NULL);
  Py_ssize_t len;
  const char *const bytes = text ? PyUnicode_AsUTF8AndSize(text, &len) : NULL;
  if (!bytes) {
    Py_XDECREF(text);
    return NULL;
  }
  const uriel_ref moved = uriel_rebase(ref, bytes + before);
  return reference_new(state, text, &moved);
}

/* Parses under a document that writes a repaired text. Only a second parse of the URL standard finds the
 * error: looking for errors is slow. */
static size_t reference_repair(uriel_ref *ref, uriel_text text, uriel_spec spec, uriel_error *error,
                               char *out, size_t capacity)
{
  uriel_read read;
  if (spec == URIEL_SPEC_LENIENT)
    return uriel_lenient_parse(ref, &read, NULL, text.ptr, text.len, 0, out, capacity, error);
  const size_t len = uriel_url_parse(ref, NULL, text.ptr, text.len, NULL, out, capacity);
  if (len != URIEL_FAILED)
    return len;
  uriel_url_options options = {.errors = error, .error_capacity = 1};
  return uriel_url_parse(ref, NULL, text.ptr, text.len, &options, out, capacity);
}

static PyObject *reference_repaired(const module_state *state, PyObject *object, const text_view *view,
                                    uriel_spec spec)
{
  uriel_ref ref;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  char buffer[1024];
  char *out = buffer;
  size_t len = reference_repair(&ref, view->text, spec, &error, buffer, sizeof buffer);
  if (len != URIEL_FAILED && len > sizeof buffer && ref.text != view->text.ptr) {
    out = PyMem_Malloc(len);
    if (!out)
      return PyErr_NoMemory();
    len = reference_repair(&ref, view->text, spec, &error, out, len);
  }
  PyObject *const made = len == URIEL_FAILED ? uriel_python_raise(state, &error, view)
                                             : reference_over(state, object, view, &ref);
  if (out != buffer)
    PyMem_Free(out);
  return made;
}

static PyObject *reference_parse(const module_state *state, PyObject *object, uriel_spec spec)
{
  text_view view;
  uriel_ref ref;
  uriel_error error;
  const int found = uriel_python_text(&view, state, object);
  PyObject *made = NULL;
  if (found == 0)
    uriel_python_wrong_type("text", "str, bytes or Reference", object);
  if (found <= 0)
    return NULL;
  if (spec == URIEL_SPEC_WHATWG || spec == URIEL_SPEC_LENIENT)
    made = reference_repaired(state, object, &view, spec);
  else if (uriel_parse_as(&ref, view.text.ptr, view.text.len, spec, 0, &error))
    made = reference_over(state, object, &view, &ref);
  else
    uriel_python_raise(state, &error, &view);
  uriel_python_text_release(&view);
  return made;
}

PyObject *uriel_python_parse(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
  const module_state *const state = PyModule_GetState(module);
  uriel_spec spec = URIEL_SPEC_RFC3986;
  const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
  PyObject *text = count > 0 ? args[0] : NULL, *name = count > 1 ? args[1] : NULL;
  bool fits = count <= 2;
  for (Py_ssize_t i = 0; i < named; i++) {
    PyObject *const key = PyTuple_GetItem(names, i);
    PyObject **const place = PyUnicode_CompareWithASCIIString(key, "text") == 0   ? &text
                             : PyUnicode_CompareWithASCIIString(key, "spec") == 0 ? &name
                                                                                  : NULL;
    fits = fits && place && !*place;
    if (place)
      *place = args[count + i];
  }
  if (!fits || !text) {
    PyErr_SetString(PyExc_TypeError, "parse() takes a text, and a spec");
    return NULL;
  }
  if (name) {
    Py_ssize_t len;
    const char *const utf8 = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &len) : NULL;
    if (!utf8 && PyErr_Occurred())
      return NULL;
    if (!utf8 || !uriel_spec_find(&spec, utf8, (size_t)len) || !uriel_spec_built(spec)) {
      const uriel_function *const valid = uriel_function_find("valid", 5);
      return uriel_python_wrong(
          valid, &(uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = valid->arguments[1].name});
    }
  }
  return reference_parse(state, text, spec);
}

/* ---- What every object can do ----------------------------------------------------------------- */

static PyObject *reference_str(PyObject *self)
{
  return Py_NewRef(((reference_object *)self)->text);
}

/* f"{reference:>40}": as the text. */
static PyObject *reference_format(PyObject *self, PyObject *form)
{
  return PyObject_Format(((reference_object *)self)->text, form);
}

static PyObject *reference_repr(PyObject *self)
{
  const reference_object *const reference = (reference_object *)self;
  const uriel_spec spec = uriel_spec_of(&reference->ref);
  if (spec == URIEL_SPEC_RFC3986)
    return PyUnicode_FromFormat("Reference(%R)", reference->text);
  return PyUnicode_FromFormat("Reference(%R, spec='%s')", reference->text, uriel_spec_name(spec));
}

static Py_hash_t reference_hash(PyObject *self)
{
  const module_state *const state = PyType_GetModuleState(Py_TYPE(self));
  const uint64_t hash = uriel_hash(&((reference_object *)self)->ref, URIEL_LEVEL_SCHEME, state->seed);
  return (Py_hash_t)hash == -1 ? -2 : (Py_hash_t)hash;
}

static PyObject *reference_compare(PyObject *a, PyObject *b, int operation)
{
  if (Py_TYPE(a) != Py_TYPE(b) || (operation != Py_EQ && operation != Py_NE))
    Py_RETURN_NOTIMPLEMENTED;
  const bool equal =
      uriel_equal(&((reference_object *)a)->ref, &((reference_object *)b)->ref, URIEL_LEVEL_SCHEME);
  return PyBool_FromLong(equal == (operation == Py_EQ));
}

/* Reference(text, spec="rfc3986"). */
static PyObject *reference_create(PyTypeObject *type, PyObject *args, PyObject *names)
{
  static char *const keywords[] = {"text", "spec", NULL};
  PyObject *text, *name = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, names, "O|O:Reference", (char **)keywords, &text, &name))
    return NULL;
  PyObject *const given[] = {text, name};
  return uriel_python_parse(PyType_GetModule(type), given, name ? 2 : 1, NULL);
}

static PyObject *reference_reduce(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  const reference_object *const reference = (reference_object *)self;
  return Py_BuildValue("O(Os)", Py_TYPE(self), reference->text,
                       uriel_spec_name(uriel_spec_of(&reference->ref)));
}

static PyObject *reference_copy(PyObject *self, PyObject *ignored)
{
  (void)ignored;
  return Py_NewRef(self);
}

static PyObject *reference_spec(PyObject *self, void *ignored)
{
  (void)ignored;
  return PyUnicode_FromString(uriel_spec_name(uriel_spec_of(&((reference_object *)self)->ref)));
}

static PyObject *reference_authority(PyObject *self, void *ignored)
{
  (void)ignored;
  return uriel_python_str(uriel_authority(&((reference_object *)self)->ref));
}

/* ---- The class -------------------------------------------------------------------------------- */

static const char reference_doc[] = "Reference(text, spec='rfc3986')\n--\n\n"
                                    "A parsed reference. It cannot change. Two are equal if their "
                                    "normal forms are, and str() is the text.\n"
                                    "An undefined component is None; an empty one is ''.";

/* The methods that every class of Python can have. The vocabulary's methods come before them. */
static const PyMethodDef reference_methods[] = {
    {"__format__", reference_format, METH_O, NULL},
    {"__reduce__", reference_reduce, METH_NOARGS, NULL},
    {"__copy__", reference_copy, METH_NOARGS, NULL},
    {"__deepcopy__", reference_copy, METH_O, NULL},
};
static const PyGetSetDef reference_attributes[] = {
    {"spec", reference_spec, NULL, "the name of the document under which the text was parsed", NULL},
    {"authority", reference_authority, NULL, "user information, host and port", NULL},
};

int uriel_python_reference_open(PyObject *module, module_state *state)
{
  enum { METHODS = sizeof reference_methods / sizeof *reference_methods };
  enum { ATTRIBUTES = sizeof reference_attributes / sizeof *reference_attributes };
  size_t methods = 0, attributes = 0;
  while (state->methods[methods].ml_name)
    methods++;
  while (state->attributes[attributes].name)
    attributes++;
  if (methods + METHODS > MODULE_FUNCTIONS || attributes + ATTRIBUTES > MODULE_FUNCTIONS) {
    PyErr_SetString(PyExc_SystemError, "the tables of _uriel are too small");
    return -1;
  }
  memcpy(state->methods + methods, reference_methods, sizeof reference_methods);
  memcpy(state->attributes + attributes, reference_attributes, sizeof reference_attributes);
  PyType_Slot slots[] = {{Py_tp_doc, (void *)reference_doc},     {Py_tp_new, reference_create},
                         {Py_tp_dealloc, reference_dealloc},     {Py_tp_str, reference_str},
                         {Py_tp_repr, reference_repr},           {Py_tp_hash, reference_hash},
                         {Py_tp_richcompare, reference_compare}, {Py_tp_methods, state->methods},
                         {Py_tp_getset, state->attributes},      {0, NULL}};
  PyType_Spec spec = {.name = "uriel_uri.Reference",
                      .basicsize = sizeof(reference_object),
                      .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
                      .slots = slots};
  state->reference = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
  return state->reference ? PyModule_AddType(module, state->reference) : -1;
}

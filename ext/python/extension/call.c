/* SPDX-License-Identifier: MIT */
/* The functions of the vocabulary as functions of the module, and as methods and attributes of
 * Reference. */
#include <string.h>

#include "module.h"

/* Larger results and scratch are allocated. */
enum { CALL_BUFFER = 4096 };

/* ---- Arguments -------------------------------------------------------------------------------- */

typedef struct call_arguments {
  PyObject *objects[URIEL_FUNCTION_ARGUMENTS]; /* NULL: left out */
  uriel_value values[URIEL_FUNCTION_ARGUMENTS];
  text_view views[URIEL_FUNCTION_ARGUMENTS];
  /* Of a list: */
  PyObject *items; /* a tuple */
  text_view *elements;
  uriel_text *list;
  size_t element_count;
} call_arguments;

static int call_wrong(const uriel_parameter *parameter, const char *form, PyObject *object)
{
  uriel_python_wrong_type(parameter->name, form, object);
  return -1;
}

/* Puts the objects into the order of the parameters. */
static int call_order(call_arguments *arguments, const uriel_function *function, PyObject *self,
                      PyObject *const *args, Py_ssize_t count, PyObject *names)
{
  const size_t first = self != NULL, all = function->argument_count;
  if ((size_t)count + first > all) {
    PyErr_Format(PyExc_TypeError, "%s() takes at most %zu arguments", function->name, all - first);
    return -1;
  }
  if (self)
    arguments->objects[0] = self;
  for (size_t i = 0; i < (size_t)count; i++)
    arguments->objects[first + i] = args[i];
  const Py_ssize_t named = names ? PyTuple_Size(names) : 0;
  for (Py_ssize_t i = 0; i < named; i++) {
    PyObject *const name = PyTuple_GetItem(names, i);
    size_t at = 0;
    while (at < all && PyUnicode_CompareWithASCIIString(name, function->arguments[at].name) != 0)
      at++;
    if (at == all || arguments->objects[at]) {
      PyErr_Format(PyExc_TypeError,
                   at == all ? "%s() has no argument %R" : "%s() got two values for argument %R",
                   function->name, name);
      return -1;
    }
    arguments->objects[at] = args[count + i];
  }
  for (size_t i = 0; i < all; i++)
    if (!arguments->objects[i] && !function->arguments[i].usual) {
      PyErr_Format(PyExc_TypeError, "%s() needs argument '%s'", function->name,
                   function->arguments[i].name);
      return -1;
    }
  return 0;
}

/* Reads a list of texts. */
static int call_read_list(call_arguments *arguments, const module_state *state, size_t index,
                          const uriel_parameter *parameter)
{
  arguments->items = uriel_python_items(parameter->name, arguments->objects[index]);
  if (!arguments->items)
    return -1;
  const size_t count = (size_t)PyTuple_Size(arguments->items);
  arguments->elements = PyMem_Calloc(count + 1, sizeof *arguments->elements);
  arguments->list = PyMem_Calloc(count + 1, sizeof *arguments->list);
  if (!arguments->elements || !arguments->list) {
    PyErr_NoMemory();
    return -1;
  }
  for (size_t i = 0; i < count; i++) {
    PyObject *const element = PyTuple_GetItem(arguments->items, (Py_ssize_t)i);
    text_view *const view = &arguments->elements[arguments->element_count++];
    const int found = uriel_python_text(view, state, element);
    if (found <= 0)
      return found < 0 ? -1 : call_wrong(parameter, "a list of str", element);
    arguments->list[i] = view->text;
  }
  arguments->values[index] =
      (uriel_value){.kind = URIEL_KIND_LIST, .list = arguments->list, .count = count};
  return 0;
}

static int call_read(call_arguments *arguments, const module_state *state, size_t index,
                     const uriel_parameter *parameter)
{
  PyObject *const given = arguments->objects[index];
  uriel_value *const value = &arguments->values[index];
  if (given == Py_None)
    return 0;
  if (parameter->kind == URIEL_KIND_LIST)
    return call_read_list(arguments, state, index, parameter);
  if (parameter->kind == URIEL_KIND_INTEGER) {
    if (!PyLong_Check(given))
      return call_wrong(parameter, "int", given);
    *value = (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = PyLong_AsLongLong(given)};
    return value->integer == -1 && PyErr_Occurred() ? -1 : 0;
  }
  if (parameter->kind == URIEL_KIND_REFERENCE && Py_TYPE(given) == state->reference) {
    *value = (uriel_value){.kind = URIEL_KIND_REFERENCE, .ref = &((reference_object *)given)->ref};
    return 0;
  }
  const int found = uriel_python_text(&arguments->views[index], state, given);
  if (found <= 0)
    return found < 0 ? -1 : call_wrong(parameter, "str, bytes, Reference or a column", given);
  *value = (uriel_value){.kind = URIEL_KIND_TEXT, .text = arguments->views[index].text};
  return 0;
}

static void call_release(call_arguments *arguments)
{
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++)
    uriel_python_text_release(&arguments->views[i]);
  for (size_t i = 0; i < arguments->element_count; i++)
    uriel_python_text_release(&arguments->elements[i]);
  PyMem_Free(arguments->elements);
  PyMem_Free(arguments->list);
  Py_XDECREF(arguments->items);
}

/* ---- Results ---------------------------------------------------------------------------------- */

static PyObject *call_result(const uriel_value *value)
{
  switch (value->kind) {
  case URIEL_KIND_BOOL:
    return PyBool_FromLong(value->integer != 0);
  case URIEL_KIND_INTEGER:
    return PyLong_FromLongLong(value->integer);
  case URIEL_KIND_TEXT:
    return uriel_python_str(value->text);
  default:
    return Py_NewRef(Py_None);
  }
}

/* Positions in a str are indexes. In a list, `cursor` is at the offset of the element when its length
 * follows; it is NULL for a result. */
static void call_index(uriel_value *value, const char *name, const text_view *view, text_cursor *cursor)
{
  text_cursor start = {.offset = 0}, *const at = cursor ? cursor : &start;
  if (!view->indexed || value->kind != URIEL_KIND_INTEGER)
    return;
  if (strcmp(name, "offset") == 0 || strcmp(name, "error_offset") == 0) {
    value->integer = (int64_t)uriel_python_cursor_to(at, view, (size_t)value->integer);
  } else if (strcmp(name, "length") == 0 && cursor) {
    const text_cursor begin = *cursor;
    const size_t end = begin.offset + (size_t)value->integer;
    value->integer = (int64_t)(uriel_python_cursor_to(cursor, view, end) - begin.index);
  }
}

size_t uriel_python_function_index(const char *name)
{
  size_t count;
  return (size_t)(uriel_function_find(name, strlen(name)) - uriel_functions(&count));
}

PyObject *uriel_python_element(const module_state *state, const char *function, PyObject *const *fields)
{
  size_t count;
  const size_t index = uriel_python_function_index(function);
  PyObject *made = PyStructSequence_New(state->elements[index]);
  for (size_t i = 0; i < uriel_functions(&count)[index].field_count; i++) {
    if (made && fields[i])
      PyStructSequence_SetItem(made, (Py_ssize_t)i, Py_NewRef(fields[i]));
    else
      Py_CLEAR(made);
    Py_XDECREF(fields[i]);
  }
  return made;
}

/* Returns an element of a list: its only field, or a named tuple of its fields. */
static PyObject *call_element(const module_state *state, size_t index, const uriel_function *function,
                              uriel_value *fields, const text_view *view, text_cursor *cursor)
{
  if (function->field_count == 1)
    return call_result(&fields[0]);
  PyObject *const element = PyStructSequence_New(state->elements[index]);
  for (size_t i = 0; element && i < function->field_count; i++) {
    call_index(&fields[i], function->fields[i].name, view, cursor);
    PyObject *const field = call_result(&fields[i]);
    if (!field) {
      Py_DECREF(element);
      return NULL;
    }
    PyStructSequence_SetItem(element, (Py_ssize_t)i, field);
  }
  return element;
}

static PyObject *call_list(const module_state *state, size_t index, const uriel_function *function,
                           uriel_value *list, const text_view *view, size_t capacity)
{
  uriel_value fields[URIEL_FUNCTION_FIELDS];
  uriel_error error;
  text_cursor cursor = {.offset = 0};
  char *const out = PyMem_Malloc(capacity + 1);
  PyObject *made = out ? PyList_New(0) : PyErr_NoMemory();
  while (made && uriel_function_next(list, fields, out, capacity, &error)) {
    if (uriel_python_append(made, call_element(state, index, function, fields, view, &cursor)) < 0)
      Py_CLEAR(made);
  }
  PyMem_Free(out);
  return made;
}

PyObject *uriel_python_wrong(const uriel_function *function, const uriel_error *error)
{
  char message[URIEL_FUNCTION_DESCRIBE_MAX + 1];
  message[uriel_function_describe(function, error, message, sizeof message - 1)] = 0;
  PyErr_SetString(PyExc_ValueError, message);
  return NULL;
}

/* Returns a component of a str under RFC 3986. */
static PyObject *call_part(const uriel_function *function, const char *text, size_t len)
{
  uriel_ref ref;
  const uriel_text part =
      uriel_parse(&ref, text, len, NULL) ? function->part(&ref) : (uriel_text){NULL, 0};
  return uriel_python_str(part);
}

PyObject *uriel_python_call(const module_state *state, size_t index, PyObject *self,
                            PyObject *const *args, Py_ssize_t count, PyObject *names)
{
  size_t all;
  const uriel_function *const function = &uriel_functions(&all)[index];
  /* The most frequent call has a short way. */
  if (function->part && !self && count == 1 && !names && PyUnicode_Check(args[0])) {
    Py_ssize_t len;
    const char *const text = PyUnicode_AsUTF8AndSize(args[0], &len);
    if (text)
      return call_part(function, text, (size_t)len);
    PyErr_Clear(); /* a lone surrogate */
  }
  call_arguments arguments = {.elements = NULL};
  char buffer[CALL_BUFFER];
  char *out = buffer;
  PyObject *made = NULL;
  if (call_order(&arguments, function, self, args, count, names) < 0)
    return NULL;
  PyObject *columns[URIEL_FUNCTION_ARGUMENTS] = {NULL};
  bool any = false;
  for (size_t i = 0; i < function->argument_count; i++) {
    const uriel_parameter *const parameter = &function->arguments[i];
    PyObject *const given = arguments.objects[i];
    if (given && parameter->kind != URIEL_KIND_LIST && uriel_python_is_column(state, given)) {
      columns[i] = given;
      any = true;
    } else if (given && call_read(&arguments, state, i, parameter) < 0) {
      goto done;
    }
  }
  if (any) {
    made = uriel_python_column_call(state, index, arguments.values, columns);
    goto done;
  }
  const size_t bound = uriel_function_bound(function, arguments.values, function->argument_count);
  if (bound > sizeof buffer)
    out = PyMem_Malloc(bound);
  if (!out) {
    PyErr_NoMemory();
    goto done;
  }
  uriel_value result;
  uriel_error error;
  if (!uriel_function_call(&result, function, arguments.values, function->argument_count, out,
                           bound > sizeof buffer ? bound : sizeof buffer, &error)) {
    uriel_python_wrong(function, &error);
  } else if (result.kind == URIEL_KIND_LIST) {
    made = call_list(state, index, function, &result, &arguments.views[0], bound);
  } else {
    call_index(&result, function->name, &arguments.views[0], NULL);
    made = call_result(&result);
  }
done:
  if (out != buffer)
    PyMem_Free(out);
  call_release(&arguments);
  return made;
}

/* ---- A C function for each -------------------------------------------------------------------- */

/* clang-format off */
#define CALL_TEN(make, ten) \
  make(ten##0) make(ten##1) make(ten##2) make(ten##3) make(ten##4) \
  make(ten##5) make(ten##6) make(ten##7) make(ten##8) make(ten##9)
#define CALL_HUNDRED(make) \
  CALL_TEN(make, ) CALL_TEN(make, 1) CALL_TEN(make, 2) CALL_TEN(make, 3) CALL_TEN(make, 4) \
  CALL_TEN(make, 5) CALL_TEN(make, 6) CALL_TEN(make, 7) CALL_TEN(make, 8) CALL_TEN(make, 9)
/* clang-format on */

#define CALL_FUNCTION(index)                                                                            \
  static PyObject *call_function_##index(PyObject *module, PyObject *const *args, Py_ssize_t count,     \
                                         PyObject *names)                                               \
  {                                                                                                     \
    return uriel_python_call(PyModule_GetState(module), index, NULL, args, count, names);               \
  }
CALL_HUNDRED(CALL_FUNCTION)

#define CALL_METHOD(index)                                                                              \
  static PyObject *call_method_##index(PyObject *self, PyTypeObject *type, PyObject *const *args,       \
                                       Py_ssize_t count, PyObject *names)                               \
  {                                                                                                     \
    return uriel_python_call(PyType_GetModuleState(type), index, self, args, count, names);             \
  }
CALL_HUNDRED(CALL_METHOD)

#define CALL_NAME_FUNCTION(index) MODULE_METHOD(call_function_##index),
#define CALL_NAME_METHOD(index) MODULE_METHOD(call_method_##index),
static const PyCFunction call_functions[MODULE_FUNCTIONS] = {CALL_HUNDRED(CALL_NAME_FUNCTION)};
static const PyCFunction call_methods[MODULE_FUNCTIONS] = {CALL_HUNDRED(CALL_NAME_METHOD)};

static PyObject *call_attribute(PyObject *self, void *function)
{
  size_t count;
  const size_t index = (size_t)((const uriel_function *)function - uriel_functions(&count));
  const uriel_function *const called = function;
  if (called->part)
    return uriel_python_str(called->part(&((reference_object *)self)->ref));
  return uriel_python_call(PyType_GetModuleState(Py_TYPE(self)), index, self, NULL, 0, NULL);
}

/* Returns a Params, whose class is imported at its first use. */
static PyObject *call_params(PyObject *self, void *function)
{
  PyObject *const list = call_attribute(self, function);
  PyObject *const module = list ? PyImport_ImportModule("uriel_uri._params") : NULL;
  PyObject *const made = !module           ? NULL
                         : list == Py_None ? PyObject_CallMethod(module, "Params", NULL)
                                           : PyObject_CallMethod(module, "Params", "(O)", list);
  Py_XDECREF(module);
  Py_XDECREF(list);
  return made;
}

/* ---- The tables ------------------------------------------------------------------------------- */

/* Whether a reference has all arguments, as itself and its document. */
static bool call_is_attribute(const uriel_function *function)
{
  const size_t count = function->argument_count;
  return count == 1 || (count == 2 && strcmp(function->arguments[1].name, "spec") == 0);
}

/* Returns the signature and the sentence as Python's inspect reads them, from PyMem_Malloc. */
static char *call_doc(const uriel_function *function, bool method)
{
  char text[1024];
  size_t len = (size_t)PyOS_snprintf(text, sizeof text, "%s(%s", function->name, method ? "$self" : "");
  for (size_t i = method; i < function->argument_count; i++) {
    const uriel_parameter *const parameter = &function->arguments[i];
    const char *const quote = parameter->kind == URIEL_KIND_INTEGER ? "" : "'";
    len +=
        (size_t)PyOS_snprintf(text + len, sizeof text - len, "%s%s", i > 0 ? ", " : "", parameter->name);
    if (parameter->usual)
      len += (size_t)PyOS_snprintf(text + len, sizeof text - len, "=%s%s%s", quote, parameter->usual,
                                   quote);
  }
  len +=
      (size_t)PyOS_snprintf(text + len, sizeof text - len, ")\n--\n\nReturns %s.", function->sentence);
  char *const doc = PyMem_Malloc(len + 1);
  if (doc)
    memcpy(doc, text, len + 1);
  else
    PyErr_NoMemory();
  return doc;
}

/* Makes the class of the elements of a list: Param of params(). */
static PyTypeObject *call_element_class(PyObject *module, const uriel_function *function)
{
  static const char *const names[][2] = {
      {"params", "Param"}, {"find", "Found"}, {"links", "Link"}, {"lineage", "Generation"}};
  PyStructSequence_Field fields[URIEL_FUNCTION_FIELDS + 1] = {{NULL, NULL}};
  const char *class_name = function->name;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i][0], function->name) == 0)
      class_name = names[i][1];
  for (size_t i = 0; i < function->field_count; i++)
    fields[i].name = function->fields[i].name;
  char name[64], doc[64];
  PyOS_snprintf(name, sizeof name, "uriel_uri.%s", class_name);
  PyOS_snprintf(doc, sizeof doc, "An element of the list that %s() returns.", function->name);
  PyStructSequence_Desc description = {
      .name = name, .doc = doc, .fields = fields, .n_in_sequence = (int)function->field_count};
  PyTypeObject *const type = PyStructSequence_NewType(&description);
  if (!type || PyModule_AddObjectRef(module, class_name, (PyObject *)type) == 0)
    return type;
  Py_DECREF(type);
  return NULL;
}

int uriel_python_functions_open(PyObject *module, module_state *state)
{
  size_t count, methods = 0, attributes = 0;
  const uriel_function *const all = uriel_functions(&count);
  if (count > MODULE_FUNCTIONS) {
    PyErr_SetString(PyExc_SystemError, "the tables of _uriel are too small");
    return -1;
  }
  for (size_t i = 0; i < count; i++) {
    const bool attribute = call_is_attribute(&all[i]);
    state->docs[2 * i] = call_doc(&all[i], false);
    state->docs[2 * i + 1] = call_doc(&all[i], true);
    if (!state->docs[2 * i] || !state->docs[2 * i + 1])
      return -1;
    state->functions[i] =
        (PyMethodDef){all[i].name, call_functions[i], METH_FASTCALL | METH_KEYWORDS, state->docs[2 * i]};
    if (attribute)
      state->attributes[attributes++] =
          (PyGetSetDef){all[i].name, strcmp(all[i].name, "params") == 0 ? call_params : call_attribute,
                        NULL, all[i].sentence, (void *)&all[i]};
    else
      state->methods[methods++] =
          (PyMethodDef){all[i].name, call_methods[i], METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
                        state->docs[2 * i + 1]};
    if (all[i].field_count > 1) {
      state->elements[i] = call_element_class(module, &all[i]);
      if (!state->elements[i])
        return -1;
    }
  }
  return PyModule_AddFunctions(module, state->functions);
}

/* SPDX-License-Identifier: MIT */
/* Arrays of numpy, and Series of pandas. This extension imports neither: a program that has an array has
 * imported its library. */
#include <stdlib.h>

#include "column.h"

/* Returns an attribute of a library; NULL without an exception if no program uses the library. */
static PyObject *numpy_attribute(const char *library, const char *name)
{
  PyObject *const module = PyDict_GetItemString(PyImport_GetModuleDict(), library);
  return module ? PyObject_GetAttrString(module, name) : NULL;
}

bool uriel_python_numpy_takes(PyObject *object)
{
  return PyDict_GetItemString(PyImport_GetModuleDict(), "numpy") &&
         uriel_python_class_has(object, "__array__");
}

int uriel_python_is_pandas(PyObject *object)
{
  static const char *const names[] = {"Series", "Index"};
  int found = 0;
  for (size_t i = 0; i < 2 && found == 0; i++) {
    PyObject *const class = numpy_attribute("pandas", names[i]);
    found = class ? PyObject_IsInstance(object, class) : PyErr_Occurred() ? -1 : 0;
    Py_XDECREF(class);
  }
  return found;
}

/* ---- An array of texts that grows ------------------------------------------------------------- */

typedef struct numpy_texts {
  int64_t *offsets;
  uint8_t *valid;
  char *text;
  size_t rows, len, capacity;
  const void *buffers[3];
} numpy_texts;

static void numpy_release(struct ArrowArray *array)
{
  numpy_texts *const texts = array->private_data;
  free(texts->offsets);
  free(texts->valid);
  free(texts->text);
  free(texts);
  array->release = NULL;
}

static void numpy_release_schema(struct ArrowSchema *schema)
{
  schema->release = NULL;
}

static numpy_texts *numpy_open(column_source *source, size_t rows)
{
  numpy_texts *const texts = calloc(1, sizeof *texts);
  if (!texts) {
    PyErr_NoMemory();
    return NULL;
  }
  *source = (column_source){.schema = {.format = "U", .name = "", .release = numpy_release_schema},
                            .chunk = {.length = (int64_t)rows,
                                      .null_count = -1,
                                      .n_buffers = 3,
                                      .buffers = texts->buffers,
                                      .release = numpy_release,
                                      .private_data = texts}};
  texts->offsets = calloc(rows + 1, sizeof *texts->offsets);
  texts->valid = calloc(rows / 8 + 1, 1);
  texts->capacity = 64 + 32 * rows;
  texts->text = malloc(texts->capacity);
  if (texts->offsets && texts->valid && texts->text)
    return texts;
  PyErr_NoMemory();
  return NULL;
}

/* Returns whether `more` bytes fit. */
static bool numpy_reserve(numpy_texts *texts, size_t more)
{
  if (texts->capacity - texts->len >= more)
    return true;
  const size_t capacity = 2 * texts->capacity + more;
  char *const text = realloc(texts->text, capacity);
  if (!text) {
    PyErr_NoMemory();
    return false;
  }
  texts->text = text;
  texts->capacity = capacity;
  return true;
}

static void numpy_end_row(numpy_texts *texts, bool valid)
{
  if (valid)
    texts->valid[texts->rows / 8] |= (uint8_t)(1U << texts->rows % 8);
  texts->offsets[++texts->rows] = (int64_t)texts->len;
}

static void numpy_close(numpy_texts *texts)
{
  texts->buffers[0] = texts->valid;
  texts->buffers[1] = texts->offsets;
  texts->buffers[2] = texts->text;
}

/* ---- Objects ---------------------------------------------------------------------------------- */

/* Whether an object stands for a missing text: None, NaN, or NA and NaT of pandas. */
static bool numpy_is_missing(PyObject *object)
{
  if (object == Py_None)
    return true;
  if (PyFloat_Check(object)) {
    const double number = PyFloat_AsDouble(object);
    return number != number;
  }
  PyObject *const name = PyType_GetName(Py_TYPE(object));
  const bool missing = name && (PyUnicode_CompareWithASCIIString(name, "NAType") == 0 ||
                                PyUnicode_CompareWithASCIIString(name, "NaTType") == 0);
  Py_XDECREF(name);
  return missing;
}

static int numpy_put(numpy_texts *texts, const module_state *state, PyObject *object)
{
  text_view view;
  const int found = uriel_python_text(&view, state, object);
  if (found < 0)
    return -1;
  if (found == 0 && !numpy_is_missing(object)) {
    char name[64];
    PyOS_snprintf(name, sizeof name, "row %zu of the array", texts->rows);
    if (!PyErr_Occurred())
      uriel_python_wrong_type(name, "str", object);
    return -1;
  }
  const bool fits = found == 0 || numpy_reserve(texts, view.text.len);
  if (found > 0 && fits && view.text.len > 0)
    memcpy(texts->text + texts->len, view.text.ptr, view.text.len);
  if (found > 0 && fits)
    texts->len += view.text.len;
  if (fits)
    numpy_end_row(texts, found > 0);
  uriel_python_text_release(&view);
  return fits ? 0 : -1;
}

static int numpy_read_list(column_source *source, const module_state *state, PyObject *list)
{
  const Py_ssize_t rows = PyList_Size(list);
  numpy_texts *const texts = numpy_open(source, (size_t)rows);
  for (Py_ssize_t i = 0; texts && i < rows && i < PyList_Size(list); i++)
    if (numpy_put(texts, state, PyList_GetItem(list, i)) < 0)
      return -1;
  if (texts)
    numpy_close(texts);
  return texts ? 0 : -1;
}

/* ---- Texts of a fixed width ------------------------------------------------------------------- */

/* Returns the number of characters before the NULs that fill a row. */
static size_t numpy_width(const char *row, size_t width)
{
  uint64_t pair = 0;
  uint32_t point = 0;
  for (; width > 1 && pair == 0; width -= pair == 0 ? 2 : 0)
    memcpy(&pair, row + (width - 2) * sizeof point, sizeof pair);
  for (; width > 0 && point == 0; width -= point == 0)
    memcpy(&point, row + (width - 1) * sizeof point, sizeof point);
  return width;
}

static int numpy_read_wide(column_source *source, const Py_buffer *buffer)
{
  const size_t rows = (size_t)buffer->shape[0], width = (size_t)buffer->itemsize / sizeof(uint32_t);
  numpy_texts *const texts = numpy_open(source, rows);
  for (size_t i = 0; texts && i < rows; i++) {
    const char *const row = (const char *)buffer->buf + (Py_ssize_t)i * buffer->strides[0];
    const size_t count = numpy_width(row, width);
    if (!numpy_reserve(texts, 4 * count))
      return -1;
    char *to = texts->text + texts->len;
    for (size_t k = 0; k < count; k++) {
      uint32_t point;
      memcpy(&point, row + k * sizeof point, sizeof point);
      if (point < 0x80)
        *to++ = (char)point;
      else
        to += uriel_python_write(to, point);
    }
    texts->len = (size_t)(to - texts->text);
    numpy_end_row(texts, true);
  }
  if (texts)
    numpy_close(texts);
  return texts ? 0 : -1;
}

/* ---- Arrays ----------------------------------------------------------------------------------- */

static const char *numpy_wrong_type =
    "an array of numpy must have one dimension, of str: dtype U, StringDType or object";

/* Reads the array's list: of objects, of StringDType, of bytes, or with a mask. */
static int numpy_read_objects(column_source *source, const module_state *state, PyObject *array)
{
  PyObject *const list = PyObject_CallMethod(array, "tolist", NULL);
  const int failed = !list ? -1 : PyList_Check(list) ? numpy_read_list(source, state, list) : 1;
  Py_XDECREF(list);
  if (failed > 0)
    PyErr_SetString(PyExc_TypeError, numpy_wrong_type);
  return failed ? -1 : 0;
}

/* Reads an attribute of one character, such as kind or byteorder. Returns 0 with an exception. */
static Py_UCS4 numpy_character(PyObject *dtype, const char *name)
{
  PyObject *const text = PyObject_GetAttrString(dtype, name);
  const Py_UCS4 found =
      text && PyUnicode_Check(text) && PyUnicode_GetLength(text) == 1 ? PyUnicode_ReadChar(text, 0) : 0;
  Py_XDECREF(text);
  if (found == 0 && !PyErr_Occurred())
    PyErr_SetString(PyExc_TypeError, numpy_wrong_type);
  return found;
}

static int numpy_read_array(column_source *source, const module_state *state, PyObject *array,
                            bool plain)
{
  PyObject *const dtype = PyObject_GetAttrString(array, "dtype");
  const Py_UCS4 kind = dtype ? numpy_character(dtype, "kind") : 0;
  const Py_UCS4 order = kind ? numpy_character(dtype, "byteorder") : 0;
  Py_XDECREF(dtype);
  if (!order)
    return -1;
  Py_buffer buffer;
  if (plain && kind == 'U' && order == '=' &&
      PyObject_GetBuffer(array, &buffer, PyBUF_STRIDES | PyBUF_FORMAT) == 0) {
    const bool one = buffer.ndim == 1;
    const int failed = one ? numpy_read_wide(source, &buffer) : -1;
    PyBuffer_Release(&buffer);
    if (!one)
      PyErr_SetString(PyExc_TypeError, numpy_wrong_type);
    return failed;
  }
  PyErr_Clear();
  if (kind == 'U' || kind == 'S' || kind == 'O' || kind == 'T')
    return numpy_read_objects(source, state, array);
  PyErr_SetString(PyExc_TypeError, numpy_wrong_type);
  return -1;
}

int uriel_python_numpy_read(column_source *source, const module_state *state, PyObject *object)
{
  PyObject *const class = numpy_attribute("numpy", "ndarray"), *const make =
                                                                   numpy_attribute("numpy", "asarray");
  int failed = -1;
  if (class && make) {
    const int is_array = PyObject_IsInstance(object, class);
    PyObject *const array = is_array > 0    ? Py_NewRef(object)
                            : is_array == 0 ? PyObject_CallFunctionObjArgs(make, object, NULL)
                                            : NULL;
    /* Subclasses, such as arrays with a mask, may hide values. */
    if (array)
      failed = numpy_read_array(source, state, array, (PyObject *)Py_TYPE(array) == class);
    Py_XDECREF(array);
  }
  Py_XDECREF(class);
  Py_XDECREF(make);
  if (failed && !PyErr_Occurred()) /* numpy is not imported */
    PyErr_SetString(PyExc_TypeError, numpy_wrong_type);
  if (failed)
    uriel_python_source_close(source);
  return failed;
}

PyObject *uriel_python_numpy_made(PyObject *rows, const struct ArrowSchema *schema)
{
  const Py_ssize_t count = PyList_Size(rows);
  bool full = true;
  for (Py_ssize_t i = 0; i < count && full; i++)
    full = PyList_GetItem(rows, i) != Py_None;
  const char *const type = full && *schema->format == 'b'   ? "bool"
                           : full && *schema->format == 'l' ? "int64"
                                                            : "O";
  PyObject *const make = numpy_attribute("numpy", "fromiter");
  if (!make && !PyErr_Occurred())
    PyErr_SetString(PyExc_TypeError, "numpy is not imported");
  PyObject *const made = make ? PyObject_CallFunction(make, "Osn", rows, type, count) : NULL;
  Py_XDECREF(make);
  return made;
}

PyObject *uriel_python_pandas_made(PyObject *values, PyObject *given, const char *name)
{
  PyObject *const make = numpy_attribute("pandas", "Series");
  PyObject *const found = make ? PyObject_GetAttrString(given, "index") : NULL;
  if (!found)
    PyErr_Clear(); /* an Index */
  PyObject *const index = found ? found : Py_NewRef(Py_None);
  PyObject *const made = make ? PyObject_CallFunction(make, "OOOs", values, index, Py_None, name) : NULL;
  Py_DECREF(index);
  Py_XDECREF(make);
  return made;
}

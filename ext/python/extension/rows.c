/* SPDX-License-Identifier: MIT */
/* Rows of a result as Python objects. */
#include "column.h"

static bool row_is_null(const struct ArrowArray *array, int64_t row)
{
  const uint8_t *const valid = array->n_buffers > 0 ? array->buffers[0] : NULL;
  return valid && !(valid[row / 8] >> row % 8 & 1);
}

/* Returns a bool, an int or a str. */
static PyObject *row_scalar(const struct ArrowArray *array, const struct ArrowSchema *schema,
                            int64_t row)
{
  row += array->offset;
  if (row_is_null(array, row))
    return Py_NewRef(Py_None);
  const void *const values = array->buffers[1];
  switch (*schema->format) {
  case 'b':
    return PyBool_FromLong(((const uint8_t *)values)[row / 8] >> row % 8 & 1);
  case 'S':
    return PyLong_FromLong(((const uint16_t *)values)[row]);
  case 'I':
    return PyLong_FromUnsignedLong(((const uint32_t *)values)[row]);
  case 'l':
    return PyLong_FromLongLong(((const int64_t *)values)[row]);
  default:
    break;
  }
  const bool wide = *schema->format == 'U';
  const int64_t begin = wide ? ((const int64_t *)values)[row] : ((const int32_t *)values)[row];
  const int64_t end = wide ? ((const int64_t *)values)[row + 1] : ((const int32_t *)values)[row + 1];
  const char *const text = array->buffers[2];
  return uriel_python_str((uriel_text){text ? text + begin : "", (size_t)(end - begin)});
}

/* Returns an element of a list, of several fields. */
static PyObject *row_element(const struct ArrowArray *array, const struct ArrowSchema *schema,
                             int64_t row, PyTypeObject *class)
{
  PyObject *const element = PyStructSequence_New(class);
  for (int64_t i = 0; element && i < schema->n_children; i++) {
    PyObject *const field = row_scalar(array->children[i], schema->children[i], row + array->offset);
    if (!field) {
      Py_DECREF(element);
      return NULL;
    }
    PyStructSequence_SetItem(element, (Py_ssize_t)i, field);
  }
  return element;
}

static PyObject *row_list(const struct ArrowArray *array, const struct ArrowSchema *schema, int64_t row,
                          PyTypeObject *class)
{
  row += array->offset;
  if (row_is_null(array, row))
    return Py_NewRef(Py_None);
  const int32_t *const offsets = array->buffers[1];
  PyObject *const list = PyList_New(offsets[row + 1] - offsets[row]);
  for (int32_t i = offsets[row]; list && i < offsets[row + 1]; i++) {
    PyObject *const element = class ? row_element(array->children[0], schema->children[0], i, class)
                                    : row_scalar(array->children[0], schema->children[0], i);
    if (!element) {
      Py_DECREF(list);
      return NULL;
    }
    PyList_SetItem(list, i - offsets[row], element);
  }
  return list;
}

/* Returns an index into a dictionary. */
static int64_t row_index(const struct ArrowArray *array, char format, int64_t row)
{
  const void *const values = array->buffers[1];
  switch (format) {
  case 'c':
    return ((const int8_t *)values)[row];
  case 'C':
    return ((const uint8_t *)values)[row];
  case 's':
    return ((const int16_t *)values)[row];
  case 'S':
    return ((const uint16_t *)values)[row];
  case 'i':
    return ((const int32_t *)values)[row];
  case 'I':
    return ((const uint32_t *)values)[row];
  default:
    return ((const int64_t *)values)[row];
  }
}

/* Returns what a function returns for one text. */
static PyObject *row_value(const struct ArrowArray *array, const struct ArrowSchema *schema, int64_t row,
                           PyTypeObject *class)
{
  if (schema->dictionary) {
    if (row_is_null(array, row + array->offset))
      return Py_NewRef(Py_None);
    row = row_index(array, *schema->format, row + array->offset);
    array = array->dictionary;
    schema = schema->dictionary;
  }
  return strcmp(schema->format, "+l") == 0 ? row_list(array, schema, row, class)
                                           : row_scalar(array, schema, row);
}

/* Returns a row of a table. */
static PyObject *row_dict(const struct ArrowArray *array, const struct ArrowSchema *schema, int64_t row,
                          PyTypeObject *class)
{
  PyObject *dict = PyDict_New();
  for (int64_t i = 0; dict && i < schema->n_children; i++) {
    PyObject *const value = row_value(array->children[i], schema->children[i], row, class);
    if (!value || PyDict_SetItemString(dict, schema->children[i]->name, value) < 0)
      Py_CLEAR(dict);
    Py_XDECREF(value);
  }
  return dict;
}

PyObject *uriel_python_row(const column_data *data, int64_t row, PyTypeObject *element)
{
  size_t low = 0, high = data->count - 1;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (data->ends[middle] > row)
      high = middle;
    else
      low = middle + 1;
  }
  row -= low > 0 ? data->ends[low - 1] : 0;
  return strcmp(data->schema.format, "+s") == 0
             ? row_dict(&data->chunks[low], &data->schema, row, element)
             : row_value(&data->chunks[low], &data->schema, row, element);
}

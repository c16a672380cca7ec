/* SPDX-License-Identifier: MIT */
/* Whole columns: arguments that are Arrow or numpy arrays, and the results. What does not name a Python
 * object here runs without the interpreter's lock. */
#ifndef URIEL_PYTHON_COLUMN_H
#define URIEL_PYTHON_COLUMN_H

#include <stdatomic.h>

#include "module.h"
#include "uriel_arrow.h"

/* ---- data.c: results -------------------------------------------------------------------------- */

/* The chunks of a result. A Column and the arrays that it handed out share them; the last one frees
 * them, in any thread. */
typedef struct column_data {
  atomic_size_t holders;
  struct ArrowSchema schema;
  struct ArrowArray *chunks;
  int64_t *ends; /* the rows up to the end of each chunk */
  size_t count, capacity;
} column_data;

column_data *uriel_python_data_new(void);
void uriel_python_data_release(column_data *data);
int64_t uriel_python_data_length(const column_data *data);

/* Moves `array` to the end. Returns false without memory. */
bool uriel_python_data_add(column_data *data, struct ArrowArray *array);

/* Hand out the data, or return false without memory. An array of several chunks is a copy, which fails
 * with EOVERFLOW if its texts exceed 32-bit offsets; the function returns 0 or a number of errno.h. */
bool uriel_python_data_schema(struct ArrowSchema *out, column_data *data);
bool uriel_python_data_stream(struct ArrowArrayStream *out, column_data *data);
int uriel_python_data_array(struct ArrowArray *out, column_data *data);

/* Make a table whose columns, its children, are released. They return false without memory. */
bool uriel_python_table_schema(struct ArrowSchema *table, size_t columns);
bool uriel_python_table_array(struct ArrowArray *table, size_t columns, int64_t rows);

/* ---- work.c: calls over columns --------------------------------------------------------------- */

/* A column that is read array by array. */
typedef struct column_source {
  struct ArrowSchema schema;
  struct ArrowArrayStream stream; /* its `release` is NULL if no array follows `chunk` */
  struct ArrowArray chunk;
  int64_t row; /* the next one of `chunk` */
} column_source;

void uriel_python_source_close(column_source *source);

/* A call: its arguments are constants, or columns of `sources`. */
typedef struct column_work {
  const uriel_function *functions[MODULE_FUNCTIONS]; /* none: uriel_arrow_parse of sources[0] */
  size_t count;
  bool table;       /* the result is a table, with a column for each function */
  uriel_value spec; /* of the functions of columns() that take one */
  bool used[URIEL_FUNCTION_ARGUMENTS];
  column_source sources[URIEL_FUNCTION_ARGUMENTS];
  uriel_value values[URIEL_FUNCTION_ARGUMENTS];
  uriel_ref refs[URIEL_FUNCTION_ARGUMENTS];
  void *constants; /* the bytes of `values` */
  /* Of the last failure: */
  uriel_error error; /* of an argument of `wrong` */
  const uriel_function *wrong;
  char message[256];
} column_work;

/* Copies the constants among the arguments. Returns false without memory. */
bool uriel_python_work_constants(column_work *work, const uriel_value *values);
void uriel_python_work_close(column_work *work);

/* Make the schema, and the next array of the result, whose `release` is NULL at the end. They return 0
 * or a number of errno.h. */
int uriel_python_work_schema(column_work *work, struct ArrowSchema *out);
int uriel_python_work_next(column_work *work, struct ArrowArray *out);

/* ---- capsule.c -------------------------------------------------------------------------------- */

/* Raises the exception of a number of errno.h: the last failure of `work`, if it is not NULL and an
 * argument was wrong. Returns NULL. */
PyObject *uriel_python_column_raise(const column_work *work, int error, const char *message);

/* Closes the work. What a producer in Python made is released by Python code, which must not see an
 * exception. */
void uriel_python_column_close(column_work *work);

/* Make a capsule of a copy of `*made`, which the capsule releases unless somebody moves it. */
PyObject *uriel_python_capsule_schema(struct ArrowSchema *made);
PyObject *uriel_python_capsule_array(struct ArrowArray *made);
PyObject *uriel_python_capsule_stream(struct ArrowArrayStream *made);

/* Reads the arguments (requested_schema=None) of a method. Arrow lets a producer ignore the request. */
bool uriel_python_capsule_asked(PyObject *args, PyObject *names, const char *format);

/* Whether the class of an object has a method. */
bool uriel_python_class_has(PyObject *object, const char *name);

/* Reads a column: by the protocol, or as an array of numpy. Returns -1 with an exception. */
int uriel_python_column_read(column_source *source, const module_state *state, PyObject *object);

/* ---- column.c --------------------------------------------------------------------------------- */

/* Returns a Column of the data, which it takes. */
PyObject *uriel_python_column_new(const module_state *state, column_data *data, PyTypeObject *element);

/* Returns a numpy array of the data. */
PyObject *uriel_python_column_numpy(const column_data *data, PyTypeObject *element);

/* ---- column_stream.c -------------------------------------------------------------------------- */

/* Returns a ColumnStream of the work, which it takes. */
PyObject *uriel_python_stream_new(const module_state *state, column_work *work, PyTypeObject *element);

/* ---- numpy.c ---------------------------------------------------------------------------------- */

/* Whether numpy's array() takes an object, if a program uses numpy. */
bool uriel_python_numpy_takes(PyObject *object);

/* Whether an object is a Series or an Index of pandas, or -1 with an exception. */
int uriel_python_is_pandas(PyObject *object);

/* Reads an array of str. Returns -1 with an exception. */
int uriel_python_numpy_read(column_source *source, const module_state *state, PyObject *object);

/* Returns a numpy array of the rows of a list: of bool or int64 if that is the result's type and no row
 * is None, else of objects. */
PyObject *uriel_python_numpy_made(PyObject *rows, const struct ArrowSchema *schema);

/* Returns a Series of the values of a numpy array, with the index of `given`. */
PyObject *uriel_python_pandas_made(PyObject *values, PyObject *given, const char *name);

/* ---- rows.c ----------------------------------------------------------------------------------- */

/* Returns a row as the function returns it for one text: None, bool, int, str, or a list; of a table, a
 * dict. `element` is the class of a list's elements that have several fields, or NULL. */
PyObject *uriel_python_row(const column_data *data, int64_t row, PyTypeObject *element);

#endif

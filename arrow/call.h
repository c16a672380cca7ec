/* SPDX-License-Identifier: MIT */
/* A call of a function for each row of its columns. */
#ifndef URIEL_ARROW_CALL_H
#define URIEL_ARROW_CALL_H

#include "give.h"

/* A buffer that grows. */
typedef struct arrow_room {
  char *bytes;
  size_t size;
} arrow_room;

typedef struct arrow_call {
  const uriel_function *function;
  size_t count;
  bool is_column[URIEL_FUNCTION_ARGUMENTS];
  arrow_source sources[URIEL_FUNCTION_ARGUMENTS];
  arrow_input inputs[URIEL_FUNCTION_ARGUMENTS];
  arrow_input outers[URIEL_FUNCTION_ARGUMENTS]; /* of columns that are not plain */
  uriel_value values[URIEL_FUNCTION_ARGUMENTS]; /* the constants, and the values of one row */
  uriel_ref parsed[URIEL_FUNCTION_ARGUMENTS];   /* constants */
  int64_t rows;                                 /* of the columns */
  int64_t length;    /* how many times the function is called: once for each row or value */
  bool encoded;      /* the only column is the first argument and has a dictionary */
  uint8_t *used;     /* a bit for each value of the dictionary that a row has */
  bool blocks;       /* the first argument is a column that is parsed in blocks, as RFC 3986 */
  arrow_format text; /* of texts in the result */
  arrow_column result;
  arrow_column fields[URIEL_FUNCTION_FIELDS]; /* of lists */
  arrow_room scratch, element, texts;
  uriel_error error; /* of the arguments */
  const char **why;
} arrow_call;

/* The error of an argument, and its message. */
static const char arrow_wrong_argument[] = "an argument is missing, of another kind or not allowed";
static inline uriel_error arrow_refused(const uriel_function *function, size_t argument)
{
  return (uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = function->arguments[argument].name};
}

/* Reads the schemas and the constants. Close every call that was opened, also after a failure. */
int uriel_arrow_call_open(arrow_call *call, const uriel_function *function,
                          const uriel_arrow_argument *arguments, size_t count, const char **why);
void uriel_arrow_call_close(arrow_call *call);

/* Reserves `size` bytes, whose contents are lost. */
bool uriel_arrow_room_reserve(arrow_room *room, size_t size);

/* Makes the columns of the result: rows.c. */
int uriel_arrow_call_rows(arrow_call *call);

/* Calls the function with `values`. A wrong constant is EINVAL; any other wrong argument makes the
 * result undefined. */
int uriel_arrow_call_once(arrow_call *call, uriel_value *result);

#endif

/* SPDX-License-Identifier: MIT */
/* Arrays and schemas that data.c and join.c make. */
#ifndef URIEL_PYTHON_DATA_H
#define URIEL_PYTHON_DATA_H

#include "column.h"

/* The results of uriel_arrow.h have at most four levels (a table, a list, a struct, texts), or five with
 * a dictionary. */
enum { DATA_LEVELS = 5 };

/* What an array or a schema owns. A consumer can move its children and its dictionary out of it. */
typedef struct data_node {
  column_data *data; /* that has the buffers; or NULL */
  void *owned[3];    /* buffers */
  const void *buffers[3];
  union {
    void *any;
    struct ArrowArray *arrays;
    struct ArrowSchema *schemas;
  } children;
  union {
    void *any;
    struct ArrowArray **arrays;
    struct ArrowSchema **schemas;
  } pointers;
  union {
    struct ArrowArray array;
    struct ArrowSchema schema;
  } dictionary;
} data_node;

/* Makes an array with children that are released. Returns NULL without memory. */
data_node *uriel_python_node_new_array(struct ArrowArray *array, int64_t children, column_data *data);

/* Makes one array of the chunks. Returns 0 or a number of errno.h. */
int uriel_python_data_join(struct ArrowArray *out, const column_data *data);

#endif

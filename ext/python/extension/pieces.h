/* SPDX-License-Identifier: MIT */
/* Texts in pieces, such as the lines of a file: the pieces, iterators over their references, and
 * the indexes of their characters. */
#ifndef URIEL_PYTHON_PIECES_H
#define URIEL_PYTHON_PIECES_H

#include <stdatomic.h>

#include "module.h"

/* ---- Pieces ----------------------------------------------------------------------------------- */

/* The pieces of a text: all str, or all bytes. */
typedef struct text_pieces {
  PyObject *iterator; /* NULL: after the end */
  PyObject *empty;    /* "" or b"": the kind of the pieces; NULL before the first one */
  PyObject *part;     /* what was read last: a piece or some; or NULL */
  text_view view;     /* of `part` */
} text_pieces;

/* Returns 0 with the pieces of an iterable, or of a text as the only piece; -1 with an exception. */
int uriel_python_pieces_open(text_pieces *pieces, const module_state *state, PyObject *object);

/* Returns the next piece, an exact str or bytes, or NULL at the end or with an exception. */
PyObject *uriel_python_pieces_next(text_pieces *pieces);

/* Returns the pieces of a list as one. */
PyObject *uriel_python_pieces_join(const text_pieces *pieces, PyObject *list);

/* Makes `part`, which may be NULL, the part that is read. Takes it. Returns -1 with an exception. */
int uriel_python_pieces_read(text_pieces *pieces, const module_state *state, PyObject *part);

void uriel_python_pieces_close(text_pieces *pieces);

/* ---- Iterators -------------------------------------------------------------------------------- */

typedef struct pieces_iterator pieces_iterator;

typedef struct pieces_kind {
  const char *function; /* "find_iter" */
  /* Returns the next element, or NULL at the end or with an exception. */
  PyObject *(*next)(pieces_iterator *self, const module_state *state);
  void (*close)(pieces_iterator *self); /* at the end, and again when it is freed */
} pieces_kind;

/* The first member of an iterator over the references in pieces. */
struct pieces_iterator {
  PyObject_HEAD atomic_bool running;
  const pieces_kind *kind;
  text_pieces pieces;
  PyObject *owned; /* another object for the garbage collector, which `close` releases; or NULL */
};

/* Returns the class of an iterator of `size` bytes. */
PyTypeObject *uriel_python_iterator_class(PyObject *module, const char *name, size_t size);

/* Returns an iterator whose other members are zero. */
pieces_iterator *uriel_python_iterator_new(PyTypeObject *type, const pieces_kind *kind);

/* ---- Indexes ---------------------------------------------------------------------------------- */

/* The characters of the last bytes of a text in pieces: whether each byte starts one. */
typedef struct text_index {
  bool *starts;
  size_t len, capacity;
  uint64_t begin, begin_index; /* of starts[0]; the text before it is taken for US-ASCII */
  uint64_t at, at_index;       /* the last place that was asked for */
} text_index;

/* Adds the bytes of a piece. Returns whether there was memory. */
bool uriel_python_text_index_add(text_index *index, const text_view *view);

/* Forgets all but the last bytes. */
void uriel_python_text_index_trim(text_index *index, size_t kept);

/* Returns the index of the character at a position of the text. */
uint64_t uriel_python_text_index_at(text_index *index, uint64_t offset);

#endif

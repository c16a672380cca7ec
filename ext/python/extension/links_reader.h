/* SPDX-License-Identifier: MIT */
/* The links of a page, without objects of Python. These functions need no lock of the interpreter. */
#ifndef URIEL_PYTHON_LINKS_READER_H
#define URIEL_PYTHON_LINKS_READER_H

#include "pieces.h"
#include "uriel_html.h"

enum { LINKS_NAME = 64 };

/* A link that was read. The texts are in `bytes`. */
typedef struct links_item {
  struct links_item *next;
  uriel_html_reference found; /* its offset is an index, as in Link */
  char bytes[];
} links_item;

typedef struct links_base {
  bool defined;
  uriel_ref ref;
  char *text;
} links_base;

typedef struct links_room {
  char *ptr;
  size_t size;
} links_room;

typedef enum links_status {
  LINKS_MORE, /* the piece is read */
  LINKS_FULL, /* enough links are read */
  LINKS_END,
  LINKS_UNSUPPORTED,
  LINKS_MEMORY
} links_status;

/* A page that is read. */
typedef struct links_reader {
  uriel_page_options options;
  uriel_spec spec;
  char charset[LINKS_NAME];
  links_base given, base; /* the caller's, and the page's */
  bool settled;           /* the base of the links that were read is known */
  uint64_t limit, fed;
  links_status status;
  char unsupported[LINKS_NAME];
  links_item *first, **last;
  size_t count;
  text_index index;
  links_room scratch, target;
  links_room value, url, read; /* a value without space around it, the base's URL, the repaired value */
  uriel_page page;
} links_reader;

/* Returns a reader without a base, or NULL without memory. A <base> after `limit` does not apply to
 * links before it. */
links_reader *uriel_python_reader_new(uint64_t limit);
void uriel_python_reader_free(links_reader *r);

/* Sets the caller's base. A text that is not a URI is ignored, as the vocabulary does. */
void uriel_python_reader_set_given(links_reader *r, uriel_text base);

/* Reads links of the present piece, and sets the status. */
void uriel_python_reader_read(links_reader *r);

/* Returns the first link. The caller frees it. */
links_item *uriel_python_reader_pop(links_reader *r);

/* Returns the target of a reference of the page, or undefined: without one, or without memory. */
uriel_text uriel_python_reader_target(links_reader *r, const uriel_html_reference *found);

#endif

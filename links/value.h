/* SPDX-License-Identifier: MIT */
/* The references in an attribute's value. */
#ifndef URIEL_LINKS_VALUE_H
#define URIEL_LINKS_VALUE_H

#include <stdbool.h>
#include <stddef.h>

enum value_form {
  VALUE_ONE,    /* the whole value is one */
  VALUE_SPACES, /* a list, separated by white space */
  VALUE_COMMAS, /* a list, separated by commas with white space around them */
  VALUE_SRCSET, /* HTML, "parsing a srcset attribute" */
  VALUE_REFRESH,
  VALUE_CSS /* for css_read, not for value_read */
};

/* Called for bytes [begin, end) of the value; returns false to stop. */
typedef bool value_sink(void *context, size_t begin, size_t end);

/* Reports each reference of a value. Returns false if the sink does. O(n). */
bool value_read(enum value_form form, const char *value, size_t len, value_sink *sink, void *context);

/* White space of HTML: space, tab, line feed, form feed, carriage return. */
bool value_space(char c);

#endif

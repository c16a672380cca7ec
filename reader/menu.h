/* SPDX-License-Identifier: MIT */
/* Items of gopher menus (RFC 1436), and the URLs that they mean (RFC 4266). */
#ifndef URIEL_READER_MENU_H
#define URIEL_READER_MENU_H

#include "uriel_spec.h"

/* "TypeName TAB selector TAB host TAB port", and with Gopher+ TAB and "+" or "?". */
struct menu_item {
  char type;
  uriel_text text; /* the line up to the port */
  uriel_text name, selector, host, port, plus;
};

enum { MENU_PARTS = 5 };

/* Reads the item of a line that is not empty. Returns NULL, or an error message; then only the type and
 * the name are set. O(n). */
const char *menu_read(uriel_text line, struct menu_item *item);

/* Returns the URL that the selector consists of, "URL:http://h/"; undefined for any other selector. */
uriel_text menu_url(const struct menu_item *item);

/* Sets the scheme and the parts of the URI of an item without such a URL. Returns the number of parts;
 * they can be undefined. */
size_t menu_parts(const struct menu_item *item, const char **scheme, uriel_own_part parts[MENU_PARTS]);

#endif

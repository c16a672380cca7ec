/* SPDX-License-Identifier: MIT */
/* Parts of a reference under the names of its own document. */
#ifndef URIEL_HISTORIC_OWN_H
#define URIEL_HISTORIC_OWN_H

#include "text/text.h"
#include "uriel_spec.h"

typedef struct own_list {
  uriel_own_part *parts;
  size_t count;
} own_list;

/* Adds nothing if the part is undefined. */
static inline void own_add(own_list *list, const char *name, uriel_text text)
{
  const uriel_own_part part = {name, text};
  if (view_defined(text))
    list->parts[list->count++] = part;
}

/* Splits user information into user and password. */
static inline void own_add_user(own_list *list, uriel_text userinfo)
{
  own_add(list, "user", view_take(&userinfo, ':'));
  own_add(list, "password", userinfo);
}

/* Reports whether a host is four numbers of any size: the "hostnumber" of 1993, 1994 and 1997. */
bool uriel_hostnumber_is(uriel_text host);

static inline void own_add_host(own_list *list, uriel_text host)
{
  own_add(list, uriel_hostnumber_is(host) ? "hostnumber" : "hostname", host);
}

#endif

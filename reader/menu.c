/* SPDX-License-Identifier: MIT */
#include "menu.h"

#include <string.h>

#include "base/unicode.h"
#include "uriel_scheme.h"

const char *menu_read(uriel_text line, struct menu_item *item)
{
  uriel_text rest = line;
  uint64_t port;
  *item = (struct menu_item){.type = *line.ptr};
  uriel_list_next(&rest, &item->name, '\t');
  const size_t type = item->name.len > 0; /* a tab is a type of no item */
  item->name = (uriel_text){item->name.ptr + type, item->name.len - type};
  if (!uriel_list_next(&rest, &item->selector, '\t') || !uriel_list_next(&rest, &item->host, '\t') ||
      !uriel_list_next(&rest, &item->port, '\t'))
    return "an item of a menu has a name, a selector, a host and a port, separated by tabs";
  item->text = (uriel_text){line.ptr, (size_t)(item->port.ptr + item->port.len - line.ptr)};
  uriel_list_next(&rest, &item->plus, '\t');
  item->port = text_trim(item->port, " ");
  if (!item->host.len)
    return "the host of an item is empty";
  if (!number_read(item->port, 65535, &port))
    return "the port of an item is a number up to 65535";
  /* Of old servers for "the default". */
  if (port == 0)
    item->port = (uriel_text){NULL, 0};
  return NULL;
}

uriel_text menu_url(const struct menu_item *item)
{
  static const char prefix[] = "/URL:";
  const size_t slash = item->selector.len && *item->selector.ptr == '/' ? 0 : 1;
  const size_t len = sizeof prefix - 1 - slash;
  const bool has = item->selector.len > len && strncasecmp(item->selector.ptr, prefix + slash, len) == 0;
  return has ? (uriel_text){item->selector.ptr + len, item->selector.len - len} : (uriel_text){NULL, 0};
}

size_t menu_parts(const struct menu_item *item, const char **scheme, uriel_own_part parts[MENU_PARTS])
{
  /* A session (RFC 1436, Appendix): the selector is the name to log in with. */
  const bool is_session = item->type == '8' || item->type == 'T';
  const bool is_default = text_is_word(item->port, is_session ? "23" : "70");
  /* A Gopher+ item has a Gopher+ string (RFC 4266, 2.3 and 2.4). */
  const bool plus = item->plus.len && strchr("+?", *item->plus.ptr);
  *scheme = !is_session ? "gopher" : item->type == '8' ? "telnet" : "tn3270";
  parts[0] = (uriel_own_part){"host", item->host};
  parts[1] = (uriel_own_part){"port", is_default ? (uriel_text){NULL, 0} : item->port};
  if (is_session) {
    parts[2] =
        (uriel_own_part){"user", {item->selector.len ? item->selector.ptr : NULL, item->selector.len}};
    return 3;
  }
  parts[2] = (uriel_own_part){"type", {&item->type, 1}};
  parts[3] = (uriel_own_part){"selector", item->selector};
  parts[4] = (uriel_own_part){"plus", {plus ? item->plus.ptr : NULL, plus}};
  return MENU_PARTS;
}

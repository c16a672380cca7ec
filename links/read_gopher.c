/* SPDX-License-Identifier: MIT */
/* References of a gopher menu (RFC 1436): each item means a URL (RFC 4266; url-1994, Gopher). */
#include <string.h>

#include "base/unicode.h"
#include "built.h"
#include "lines.h"
#include "uriel_scheme.h"

/* An item: "TypeName TAB selector TAB host TAB port", and with Gopher+ TAB and "+" or "?". */
struct gopher_item {
  char type;
  uriel_text text; /* the line up to the port */
  uriel_text selector, host, port, plus;
};

/* Reads an item. Returns NULL, or what is wrong. */
static const char *gopher_item(uriel_text line, struct gopher_item *item)
{
  uriel_text rest = line, name;
  uint64_t port;
  item->type = *line.ptr;
  item->selector = item->host = item->port = item->plus = (uriel_text){NULL, 0};
  if (!uriel_list_next(&rest, &name, '\t') || !uriel_list_next(&rest, &item->selector, '\t') ||
      !uriel_list_next(&rest, &item->host, '\t') || !uriel_list_next(&rest, &item->port, '\t'))
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

/* Returns the text after the prefix, in any case; otherwise an undefined text. */
static uriel_text gopher_after(uriel_text selector, const char *prefix)
{
  const size_t len = strlen(prefix);
  const bool has = selector.len > len && strncasecmp(selector.ptr, prefix, len) == 0;
  return has ? (uriel_text){selector.ptr + len, selector.len - len} : (uriel_text){NULL, 0};
}

/* A session (RFC 1436, Appendix): the selector is the name to log in with. */
static bool gopher_session(struct lines *lines, const struct gopher_item *item)
{
  const bool is_default = text_is_word(item->port, "23");
  const uriel_own_part parts[] = {
      {"user", {item->selector.len ? item->selector.ptr : NULL, item->selector.len}},
      {"host", item->host},
      {"port", is_default ? (uriel_text){NULL, 0} : item->port}};
  return lines_build(lines, item->text, item->type == '8' ? "telnet" : "tn3270", parts,
                     sizeof parts / sizeof *parts);
}

/* The file of another server that the server of the item fetches by ftp: "ftp:host@/path". */
static bool gopher_ftp(struct lines *lines, uriel_text selector, uriel_text file)
{
  const char *const at = memchr(file.ptr, '@', file.len);
  const size_t host = at ? (size_t)(at - file.ptr) : file.len;
  const uriel_text path = {at ? at + 1 : "", at ? file.len - host - 1 : 0};
  struct entity *const entity = lines->entity;
  lines->goes_on = built_ftp(entity, (uriel_text){file.ptr, host}, (uriel_text){NULL, 0}, path, "");
  return lines->goes_on &&
         lines_reference(lines, selector,
                         (struct links_reference){.cleaned = buffer_text(&entity->links->cleaned)});
}

static bool gopher_report(struct lines *lines, const struct gopher_item *item)
{
  uriel_text url = gopher_after(item->selector, "URL:");
  if (!url.ptr)
    url = gopher_after(item->selector, "/URL:");
  if (url.ptr)
    return lines_reference(lines, url,
                           (struct links_reference){.cleaned = url, .base_of = BASE_OF_ITS_OWN});
  if (item->type == '8' || item->type == 'T')
    return gopher_session(lines, item);
  /* A Gopher+ item has a Gopher+ string (RFC 4266, 2.3 and 2.4). */
  const bool plus = item->plus.len && strchr("+?", *item->plus.ptr);
  const bool is_default = text_is_word(item->port, "70");
  const uriel_own_part parts[] = {{"host", item->host},
                                  {"port", is_default ? (uriel_text){NULL, 0} : item->port},
                                  {"type", {&item->type, 1}},
                                  {"selector", item->selector},
                                  {"plus", {plus ? item->plus.ptr : NULL, plus}}};
  const uriel_text file = gopher_after(item->selector, "ftp:");
  return lines_build(lines, item->text, "gopher", parts, sizeof parts / sizeof *parts) &&
         (!file.ptr || gopher_ftp(lines, item->selector, file));
}

bool read_gopher(struct entity *entity)
{
  struct lines lines = lines_of(entity);
  char primary = 0; /* the type of the last item that is not a redundant server */
  while (lines_next(&lines)) {
    struct gopher_item item;
    if (text_is_word(lines.text, "."))
      break;
    /* Information and errors lead nowhere. */
    if (!lines.text.len || *lines.text.ptr == 'i' || *lines.text.ptr == '3')
      continue;
    const char *const wrong = lines.is_cut ? NULL : gopher_item(lines.text, &item);
    if (lines.is_cut)
      lines_too_long(&lines);
    else if (wrong)
      lines_malformed(&lines, wrong);
    else if (item.type == '+' && !primary)
      lines_malformed(&lines, "a redundant server (\"+\") follows the item that it is a copy of");
    else {
      primary = item.type == '+' ? primary : item.type;
      item.type = primary;
      gopher_report(&lines, &item);
    }
  }
  if (lines.goes_on && lines_next(&lines))
    lines_malformed(&lines, "the menu has ended with \".\" before this line, which is not read");
  return lines.goes_on;
}

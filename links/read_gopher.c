/* SPDX-License-Identifier: MIT */
/* References of a gopher menu (RFC 1436): each item means a URL (RFC 4266; url-1994, Gopher). */
#include <string.h>

#include "base/unicode.h"
#include "built.h"
#include "lines.h"
#include "reader/menu.h"

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

static bool gopher_report(struct lines *lines, const struct menu_item *item)
{
  static const char ftp[] = "ftp:";
  const size_t len = sizeof ftp - 1;
  const uriel_text url = menu_url(item), selector = item->selector;
  uriel_own_part parts[MENU_PARTS];
  const char *scheme;
  if (url.ptr)
    return lines_reference(lines, url,
                           (struct links_reference){.cleaned = url, .base_of = BASE_OF_ITS_OWN});
  const size_t count = menu_parts(item, &scheme, parts);
  const bool is_file = *scheme == 'g' && selector.len > len && strncasecmp(selector.ptr, ftp, len) == 0;
  return lines_build(lines, item->text, scheme, parts, count) &&
         (!is_file || gopher_ftp(lines, selector, (uriel_text){selector.ptr + len, selector.len - len}));
}

bool read_gopher(struct entity *entity)
{
  struct lines lines = lines_of(entity);
  char primary = 0; /* the type of the last item that is not a redundant server */
  while (lines_next(&lines)) {
    struct menu_item item;
    if (text_is_word(lines.text, "."))
      break;
    /* Information and errors lead nowhere. */
    if (!lines.text.len || *lines.text.ptr == 'i' || *lines.text.ptr == '3')
      continue;
    const char *const wrong = lines.is_cut ? NULL : menu_read(lines.text, &item);
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

/* SPDX-License-Identifier: MIT */
/* References of a listing of a folder: the names of its entries, relative to the base. */
#include "reader/listing.h"

#include <string.h>

#include "built.h"
#include "lines.h"

/* Reports the reference that a name in `folder` means. */
static bool listing_report(struct lines *lines, const struct buffer *folder, uriel_text name,
                           bool is_folder)
{
  struct buffer *const out = &lines->entity->links->cleaned;
  const bool is_absolute = *name.ptr == '/';
  const char *const slash = memchr(name.ptr, '/', name.len), *const colon =
                                                                 memchr(name.ptr, ':', name.len);
  const bool like_scheme = !folder->len && colon && (!slash || colon < slash); /* RFC 3986, 4.2 */
  const bool like_host = name.len > 1 && is_absolute && name.ptr[1] == '/';
  const char *const before = like_scheme ? "./" : like_host ? "/." : "";
  out->len = 0;
  if (!buffer_add(out, folder->ptr, is_absolute ? 0 : folder->len) ||
      !buffer_add(out, before, strlen(before)) || !built_path(out, name) ||
      (is_folder && name.ptr[name.len - 1] != '/' && !buffer_add(out, "/", 1))) {
    lines->goes_on = entity_no_memory(lines->entity);
    return false;
  }
  return lines_reference(lines, name, (struct links_reference){.cleaned = buffer_text(out)});
}

/* Sets the folder of the entries that follow: "./a/b" of ls -R. */
static bool listing_folder(struct lines *lines, struct buffer *folder, uriel_text name)
{
  while (name.len > 1 && name.ptr[0] == '.' && name.ptr[1] == '/')
    name = (uriel_text){name.ptr + 2, name.len - 2};
  folder->len = 0;
  if (name.len == 1 && *name.ptr == '.')
    return true;
  const bool like_scheme = memchr(name.ptr, ':', name.len) && *name.ptr != '/';
  lines->goes_on = (buffer_add(folder, "./", like_scheme ? 2 : 0) && built_path(folder, name) &&
                    (!name.len || name.ptr[name.len - 1] == '/' || buffer_add(folder, "/", 1))) ||
                   entity_no_memory(lines->entity);
  return lines->goes_on;
}

bool read_listing(struct entity *entity)
{
  struct lines lines = lines_of(entity);
  struct listing listing = {.form = LISTING_UNKNOWN};
  struct buffer folder = {.len = 0};
  while (lines_next(&lines)) {
    struct listing_entry entry;
    if (lines.is_cut) {
      lines_too_long(&lines);
      continue;
    }
    switch (listing_read(&listing, lines.text, &entry)) {
    case LISTING_ENTRY:
      if (listing_report(&lines, &folder, entry.name, entry.is_folder) && entry.target.len)
        listing_report(&lines, &folder, entry.target, false);
      break;
    case LISTING_FOLDER:
      listing_folder(&lines, &folder, entry.name);
      break;
    case LISTING_NOTHING:
      break;
    case LISTING_WRONG:
      lines_malformed(&lines,
                      "this line has no name of a listing of Unix, MLSD, DOS or VMS, or not of the"
                      " form of the lines before it");
      break;
    }
  }
  buffer_free(&folder);
  return lines.goes_on;
}

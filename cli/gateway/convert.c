/* SPDX-License-Identifier: MIT */
/* Menus, listings and articles as pages. Each line of them becomes a line of a page. */
#include "base/escape.h"
#include "base/unicode.h"
#include "gateway.h"
#include "reader/menu.h"

/* What may be in a segment of a path unencoded, except "/" and, of ftp, ";". */
#define CONVERT_KEPT "-._~!$&'()*+,=:@"

enum { CONVERT_GROUPS_OF = 1, CONVERT_MESSAGES_OF = 2 }; /* fields of articles */

enum convert_kind convert_kind_of(const struct exchange *exchange, const uriel_ref *ref,
                                  uriel_reply_use use)
{
  const uriel_text scheme = uriel_scheme(ref);
  const bool is_news = text_is_word(scheme, "news") || text_is_word(scheme, "nntp");
  switch (use) {
  case URIEL_USE_MENU:
    return CONVERT_MENU;
  case URIEL_USE_LISTING:
    return text_is_word(scheme, "prospero") ? CONVERT_LIST : CONVERT_LISTING;
  case URIEL_USE_RESULTS:
    return CONVERT_LIST;
  case URIEL_USE_OVERVIEW:
    return CONVERT_OVERVIEW;
  case URIEL_USE_GROUPS:
    return CONVERT_GROUPS;
  case URIEL_USE_TEXT:
    return is_news && exchange->wants_html ? CONVERT_ARTICLE : CONVERT_NOTHING;
  default:
    return CONVERT_NOTHING;
  }
}

/* Returns the text of a header field, until the next call; never empty. */
static uriel_text convert_words(struct convert *convert, uriel_text text)
{
  words_decode(text, &convert->scratch);
  return convert->scratch.len ? buffer_text(&convert->scratch) : uriel_text_of(" ");
}

/* Appends a link to `uri`. */
static void convert_link(struct convert *convert, uriel_text label)
{
  page_link(convert->exchange, buffer_text(&convert->uri), label, &convert->out);
}

/* Sets `uri` to the scheme and the authority of the object, with "/" at the end. */
static void convert_to_server(struct convert *convert, const char *scheme)
{
  const uriel_ref *const base = &convert->base;
  const uriel_text authority = uriel_authority(base), own = uriel_scheme(base);
  struct buffer *const uri = &convert->uri;
  if (scheme)
    buffer_put(uri, scheme, strlen(scheme));
  else
    buffer_put(uri, own.ptr, own.len);
  buffer_append(uri, ":", 1);
  if (!authority.ptr)
    return;
  buffer_append(uri, "//", 2);
  buffer_append(uri, authority.ptr, authority.len);
  buffer_append(uri, "/", 1);
}

/* ---- Menus --------------------------------------------------------------------------------------- */

/* Sets `uri` to what the item means. Returns false if that is not a URI. */
static bool convert_item_uri(struct convert *convert, const struct menu_item *item)
{
  struct buffer *const uri = &convert->uri, *const scratch = &convert->scratch;
  const uriel_text url = menu_url(item);
  uriel_own_part parts[MENU_PARTS], defined[MENU_PARTS];
  const char *scheme;
  uriel_error error;
  size_t used = 0, len = 0;
  if (url.ptr) {
    buffer_put(uri, url.ptr, url.len);
    return true;
  }
  const size_t count = menu_parts(item, &scheme, parts);
  for (size_t i = 0; i < count; i++)
    if (parts[i].text.ptr)
      defined[used++] = parts[i];
  buffer_reserve(scratch, 4 * item->text.len + MENU_PARTS);
  do {
    buffer_reserve(uri, len);
    len = uriel_scheme_build(scheme, strlen(scheme), defined, used, scratch->ptr, scratch->capacity,
                             uri->ptr, uri->capacity, &error);
  } while (len != URIEL_FAILED && len > uri->capacity);
  uri->len = len == URIEL_FAILED ? 0 : len;
  return len != URIEL_FAILED;
}

static void convert_item(struct convert *convert, uriel_text line)
{
  static const char *const types[] = {
      "0text",   "1menu",   "2phones", "4binhex", "5archive", "6uuencode", "7search", "8telnet",
      "9binary", "gimage",  "Iimage",  ":image",  "pimage",   ";video",    "ssound",  "<sound",
      "hhtml",   "Ttn3270", "dfile",   "Ppdf",    "Mmail",    "ccalendar", "Xxml",    "rfile"};
  enum { WIDTH = 10 };
  static const char blanks[WIDTH + 1] = "          ";
  struct menu_item item;
  const char *what = "";
  struct buffer *const out = &convert->out;
  if (line.len == 0) {
    page_string(out, "\n");
    return;
  }
  const char *const wrong = menu_read(line, &item);
  const char primary = item.type == '+' ? convert->primary : item.type;
  if (item.type != 'i' && item.type != '3')
    convert->primary = item.type = primary;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (*types[i] == item.type)
      what = types[i] + 1;
  if (wrong || item.type == 'i' || item.type == '3') {
    const bool is_line = wrong && item.type != 'i' && item.type != '3'; /* not an item: all of it */
    page_string(out, item.type == '3' ? "error     " : blanks);
    page_text(out, is_line ? line : item.name);
  } else {
    page_string(out, what);
    page_string(out, blanks + strlen(what));
    if (convert_item_uri(convert, &item))
      convert_link(convert, item.name.len ? item.name : uriel_text_of("(without a name)"));
    else
      page_text(out, item.name);
  }
  page_string(out, "\n");
}

/* ---- Folders ------------------------------------------------------------------------------------- */

/* Sets `uri` to the listed folder, with "/" at its end. */
static void convert_to_folder(struct convert *convert)
{
  uriel_text path = uriel_path(&convert->base);
  const char *const semicolon = path.len ? memrchr(path.ptr, ';', path.len) : NULL;
  convert_to_server(convert, NULL);
  if (semicolon) /* ";type=d" */
    path.len = (size_t)(semicolon - path.ptr);
  if (path.len > 1) {
    buffer_append(&convert->uri, path.ptr + 1, path.len - 1);
    buffer_append(&convert->uri, "/", path.ptr[path.len - 1] != '/');
  }
}

/* Links to the folder above this one, unless this is the first. */
static void convert_parent(struct convert *convert)
{
  struct buffer *const uri = &convert->uri;
  convert_to_server(convert, NULL);
  const size_t least = uri->len;
  convert_to_folder(convert);
  if (uri->len <= least)
    return;
  for (uri->len--; uri->len > least && uri->ptr[uri->len - 1] != '/';)
    uri->len--;
  convert_link(convert, uriel_text_of("Parent folder"));
  page_string(&convert->out, "\n\n");
}

static void convert_entry(struct convert *convert, uriel_text line)
{
  struct buffer *const out = &convert->out, *const folder = &convert->folder;
  struct listing_entry entry;
  enum listing_what what = listing_read(&convert->listing, line, &entry);
  if (what == LISTING_WRONG && text_ends(uriel_path(&convert->base), ";type=d")) { /* only names: NLST */
    what = LISTING_ENTRY;
    entry = (struct listing_entry){.name = line};
  }
  if (what == LISTING_FOLDER) { /* "./a/b:" of ls -R */
    while (entry.name.len > 1 && entry.name.ptr[0] == '.' && entry.name.ptr[1] == '/')
      entry.name = (uriel_text){entry.name.ptr + 2, entry.name.len - 2};
    folder->len = 0;
    if (!text_is(entry.name, "."))
      buffer_append_encoded(folder, entry.name, CONVERT_KEPT "/");
    buffer_append(folder, "/", folder->len > 0 && folder->ptr[folder->len - 1] != '/');
  }
  if (what == LISTING_ENTRY) {
    const size_t before = (size_t)(entry.name.ptr - line.ptr), after = before + entry.name.len;
    page_text(out, (uriel_text){line.ptr, before});
    convert_to_folder(convert);
    buffer_append(&convert->uri, folder->ptr, folder->len);
    buffer_append_encoded(&convert->uri, entry.name, CONVERT_KEPT);
    buffer_append(&convert->uri, "/", entry.is_folder);
    convert_link(convert, entry.name);
    page_text(out, (uriel_text){line.ptr + after, line.len - after});
  } else {
    page_text(out, line);
  }
  page_string(out, "\n");
}

/* ---- Lists of URIs -------------------------------------------------------------------------------- */

static void convert_uri(struct convert *convert, uriel_text line)
{
  struct buffer *const label = &convert->label;
  if (line.len > 0 && *line.ptr == '#') {
    const uriel_text comment = text_trim((uriel_text){line.ptr + 1, line.len - 1}, ASCII_SPACES);
    buffer_put(label, comment.ptr, comment.len);
    return;
  }
  if (line.len == 0)
    return;
  buffer_put(&convert->uri, line.ptr, line.len);
  convert_link(convert, label->len ? buffer_text(label) : line);
  page_string(&convert->out, "\n");
  label->len = 0;
}

/* ---- News ----------------------------------------------------------------------------------------- */

/* Sets `uri` to a message or a group of the same server. */
static void convert_to_news(struct convert *convert, uriel_text name)
{
  const bool is_message = name.len > 0 && memchr(name.ptr, '@', name.len);
  convert_to_server(convert, is_message ? "news" : NULL);
  buffer_append_encoded(&convert->uri, name, CONVERT_KEPT ";");
}

/* "NUMBER TAB subject TAB author TAB date TAB <identifier> ..." (RFC 3977, 8.3) */
static void convert_overview(struct convert *convert, uriel_text line)
{
  enum { NUMBER, SUBJECT, AUTHOR, DATE, ID, FIELDS };
  uriel_text rest = line, fields[FIELDS];
  struct buffer *const out = &convert->out;
  uint64_t number;
  for (size_t i = 0; i < FIELDS; i++)
    if (!uriel_list_next(&rest, &fields[i], '\t'))
      fields[i] = uriel_text_of("");
  const uriel_text id = text_trim(fields[ID], " <>");
  if (line.len == 0)
    return;
  if (text_is_word(uriel_scheme(&convert->base), "nntp") &&
      number_read(fields[NUMBER], UINT64_MAX, &number)) {
    uriel_text path = uriel_path(&convert->base), group = {"", 0};
    uriel_list_next(&path, &group, '/'); /* before the first "/" */
    uriel_list_next(&path, &group, '/');
    convert_to_server(convert, NULL);
    buffer_append(&convert->uri, group.ptr, group.len);
    buffer_append(&convert->uri, "/", 1);
    buffer_append(&convert->uri, fields[NUMBER].ptr, fields[NUMBER].len);
  } else {
    convert_to_news(convert, id);
  }
  page_string(out, "<tr><td>");
  page_text(out, fields[NUMBER]);
  page_string(out, "<td>");
  convert_link(convert, fields[SUBJECT].len ? convert_words(convert, fields[SUBJECT])
                                            : uriel_text_of("(no subject)"));
  page_string(out, "<td>");
  page_text(out, convert_words(convert, fields[AUTHOR]));
  page_string(out, "<td>");
  page_text(out, fields[DATE]);
  page_string(out, "\n");
}

/* "GROUP last first status" (RFC 3977, 7.6.3) */
static void convert_group(struct convert *convert, uriel_text line)
{
  uriel_text rest = line, group;
  if (!uriel_list_next(&rest, &group, ' ') || group.len == 0)
    return;
  convert_to_news(convert, group);
  convert_link(convert, group);
  page_string(&convert->out, "\n");
}

/* Links groups, which commas separate, or messages, in "<" and ">". */
static void convert_field(struct convert *convert, uriel_text text)
{
  const bool is_groups = convert->links == CONVERT_GROUPS_OF;
  size_t at = 0;
  while (at < text.len) {
    size_t begin = at, end;
    while (begin < text.len &&
           (is_groups ? byte_is_among(", \t", text.ptr[begin]) : text.ptr[begin] != '<'))
      begin++;
    begin += !is_groups && begin < text.len;
    for (end = begin; end < text.len && !byte_is_among(is_groups ? ", \t" : "> \t", text.ptr[end]);)
      end++;
    page_text(&convert->out, (uriel_text){text.ptr + at, begin - at});
    if (end > begin) {
      const uriel_text name = {text.ptr + begin, end - begin};
      convert_to_news(convert, name);
      convert_link(convert, name);
    }
    at = end;
  }
}

static void convert_article(struct convert *convert, uriel_text line)
{
  static const struct {
    const char *name;
    unsigned links;
  } fields[] = {{"Newsgroups", CONVERT_GROUPS_OF},   {"Followup-To", CONVERT_GROUPS_OF},
                {"References", CONVERT_MESSAGES_OF}, {"In-Reply-To", CONVERT_MESSAGES_OF},
                {"Supersedes", CONVERT_MESSAGES_OF}, {"Message-ID", CONVERT_MESSAGES_OF}};
  const char *const colon = line.len ? memchr(line.ptr, ':', line.len) : NULL;
  const size_t name = colon ? (size_t)(colon - line.ptr) : 0;
  convert->is_body |= line.len == 0;
  if (convert->is_body) {
    page_text(&convert->out, line);
  } else if (convert->links && (*line.ptr == ' ' || *line.ptr == '\t')) {
    convert_field(convert, line);
  } else {
    convert->links = 0;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
      if (text_is_word((uriel_text){line.ptr, name}, fields[i].name))
        convert->links = fields[i].links;
    if (convert->links) {
      page_text(&convert->out, (uriel_text){line.ptr, name + 1});
      convert_field(convert, (uriel_text){line.ptr + name + 1, line.len - name - 1});
    } else {
      page_text(&convert->out, convert_words(convert, line));
    }
  }
  page_string(&convert->out, "\n");
}

/* ---- Lines ---------------------------------------------------------------------------------------- */

static void convert_line(struct convert *convert, uriel_text line)
{
  static void (*const lines[])(struct convert *, uriel_text) = {
      [CONVERT_MENU] = convert_item,    [CONVERT_LISTING] = convert_entry,
      [CONVERT_LIST] = convert_uri,     [CONVERT_OVERVIEW] = convert_overview,
      [CONVERT_GROUPS] = convert_group, [CONVERT_ARTICLE] = convert_article};
  line.len -= line.len > 0 && line.ptr[line.len - 1] == '\r';
  lines[convert->kind](convert, line);
}

void convert_begin(struct convert *convert, const struct exchange *exchange, enum convert_kind kind,
                   const uriel_ref *base)
{
  convert->exchange = exchange;
  convert->kind = kind;
  convert->base = *base;
  page_begin(exchange, (uriel_text){base->text, base->length}, &convert->out);
  page_string(&convert->out, kind == CONVERT_OVERVIEW ? "<table>\n" : "<pre>\n");
  if (kind == CONVERT_LISTING)
    convert_parent(convert);
}

void convert_take(struct convert *convert, const char *data, size_t len)
{
  struct buffer *const line = &convert->line;
  while (len > 0) {
    const char *const feed = memchr(data, '\n', len);
    size_t piece = feed ? (size_t)(feed - data) : len;
    if (piece > GATEWAY_LINE - line->len)
      piece = GATEWAY_LINE - line->len;
    const bool ends = feed == data + piece;
    buffer_append(line, data, piece);
    if (ends || line->len == GATEWAY_LINE) {
      convert_line(convert, buffer_text(line));
      line->len = 0;
    }
    data += piece + ends;
    len -= piece + ends;
  }
}

void convert_end(struct convert *convert)
{
  if (convert->line.len > 0)
    convert_line(convert, buffer_text(&convert->line));
  convert->line.len = 0;
  page_string(&convert->out, convert->kind == CONVERT_OVERVIEW ? "</table>\n" : "</pre>\n");
  page_end(&convert->out);
}

void convert_free(struct convert *convert)
{
  struct buffer *const buffers[] = {&convert->out, &convert->line,  &convert->folder,
                                    &convert->uri, &convert->label, &convert->scratch};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
}

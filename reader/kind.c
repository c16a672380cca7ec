/* SPDX-License-Identifier: MIT */
/* What kind of document some bytes are. */
#include "kind.h"

#include <string.h>
#include <strings.h>

/* Formats that are known by how they begin. */
static const struct {
  const char *format;
  unsigned short offset, len;
  const char *magic;
} kind_magic[] = {
    {"gzip", 0, 2, "\x1f\x8b"},
    {"bzip2", 0, 3, "BZh"},
    {"xz", 0, 6, "\xfd\x37zXZ\0"},
    {"zstd", 0, 4, "\x28\xb5\x2f\xfd"},
    {"compress", 0, 2, "\x1f\x9d"},
    {"zip", 0, 4, "PK\x03\x04"},
    {"7z", 0, 6, "7z\xbc\xaf\x27\x1c"},
    {"tar", 257, 5, "ustar"},
    {"deb", 0, 8, "!<arch>\n"},
    {"pdf", 0, 5, "%PDF-"},
    {"postscript", 0, 4, "%!PS"},
    {"png", 0, 8, "\x89PNG\r\n\x1a\n"},
    {"jpeg", 0, 3, "\xff\xd8\xff"},
    {"gif", 0, 4, "GIF8"},
    {"webp", 8, 4, "WEBP"},
    {"tiff", 0, 4, "II*\0"},
    {"tiff", 0, 4, "MM\0*"},
    {"ico", 0, 4, "\0\0\1\0"},
    {"elf", 0, 4,
     "\x7f"
     "ELF"},
    {"sqlite", 0, 16, "SQLite format 3\0"},
    {"woff", 0, 4, "wOFF"},
    {"woff", 0, 4, "wOF2"},
    {"truetype", 0, 5, "\0\1\0\0\0"},
    {"ogg", 0, 4, "OggS"},
    {"wasm", 0, 4, "\0asm"},
    {"gettext", 0, 4, "\xde\x12\x04\x95"},
    {"utf-16", 0, 2, "\xff\xfe"},
    {"utf-16", 0, 2, "\xfe\xff"},
};

/* Tags that nothing but HTML begins with, and tags with which other text (Markdown) may begin too. */
static const char *const kind_sure_tags[] = {"!doctype html", "html", "head", "body",   "title",
                                             "meta",          "link", "base", "script", "style"};
static const char *const kind_likely_tags[] = {"h1", "div", "font", "table", "a",   "b",  "br",
                                               "p",  "ul",  "span", "img",   "pre", "hr", "center"};

static const char *const kind_html_names[] = {".html", ".htm", ".xhtml", ".xht", ".shtml"};
static const char *const kind_text_names[] = {".md", ".markdown", ".txt", ".rst", ".adoc", ".text"};

static const char *kind_by_magic(const char *data, size_t len)
{
  for (size_t i = 0; i < sizeof kind_magic / sizeof *kind_magic; i++) {
    const size_t end = (size_t)kind_magic[i].offset + kind_magic[i].len;
    if (len >= end && memcmp(data + kind_magic[i].offset, kind_magic[i].magic, kind_magic[i].len) == 0)
      return kind_magic[i].format;
  }
  return NULL;
}

/* A NUL, or more control characters than text with escape sequences or form feeds has. */
static bool kind_is_data(const char *data, size_t len)
{
  size_t controls = 0;
  for (size_t i = 0; i < len; i++) {
    const unsigned char c = (unsigned char)data[i];
    if (c == 0)
      return true;
    controls += (c < 0x20 && !(c >= '\b' && c <= '\r') && c != 0x1b) || c == 0x7f;
  }
  return controls > len / 16;
}

static bool kind_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Past a byte order mark, white space, comments and an XML declaration. */
static size_t kind_skip(const char *data, size_t len)
{
  size_t i = len >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  for (;;) {
    const char *end = NULL;
    while (i < len && kind_space(data[i]))
      i++;
    if (len - i >= 7 && memcmp(data + i, "<!--", 4) == 0)
      end = memmem(data + i + 4, len - i - 4, "-->", 3);
    else if (len - i >= 2 && memcmp(data + i, "<?", 2) == 0)
      end = memchr(data + i, '>', len - i);
    if (!end)
      return i;
    i = (size_t)(end - data) + (*end == '-' ? 3 : 1);
  }
}

static bool kind_begins(const char *data, size_t len, const char *const *tags, size_t count)
{
  for (size_t i = 0; i < count && len && *data == '<'; i++) {
    const size_t n = strlen(tags[i]);
    if (len > n + 1 && strncasecmp(data + 1, tags[i], n) == 0 &&
        (kind_space(data[n + 1]) || data[n + 1] == '>' || data[n + 1] == '/'))
      return true;
  }
  return false;
}

static bool kind_named(const char *name, const char *const *endings, size_t count)
{
  const size_t len = name ? strlen(name) : 0;
  for (size_t i = 0; i < count; i++) {
    const size_t n = strlen(endings[i]);
    if (len >= n && strcasecmp(name + len - n, endings[i]) == 0)
      return true;
  }
  return false;
}

#define KIND_COUNT(array) (sizeof(array) / sizeof *(array))

struct kind kind_of(const char *data, size_t len, const char *type, const char *name)
{
  (void)type;
  const struct kind html = {KIND_HTML, "html"};
  const struct kind text = {KIND_TEXT, "text"};
  if (len > KIND_SAMPLE)
    len = KIND_SAMPLE;
  const char *format = kind_by_magic(data, len);
  if (!format && kind_is_data(data, len))
    format = "data";
  if (format)
    return (struct kind){KIND_BINARY, format};
  const size_t begin = kind_skip(data, len);
  if (kind_begins(data + begin, len - begin, kind_sure_tags, KIND_COUNT(kind_sure_tags)) ||
      kind_named(name, kind_html_names, KIND_COUNT(kind_html_names)))
    return html;
  if (kind_named(name, kind_text_names, KIND_COUNT(kind_text_names)))
    return text;
  return kind_begins(data + begin, len - begin, kind_likely_tags, KIND_COUNT(kind_likely_tags)) ? html
                                                                                                : text;
}

const char *kind_name(enum document_kind kind)
{
  static const char *const names[] = {
#define KIND_NAME(constant, name) name,
      KINDS(KIND_NAME)
#undef KIND_NAME
  };
  return names[kind];
}

/* SPDX-License-Identifier: MIT */
/* The kind of a document. */
#include "kind.h"

#include <string.h>
#include <strings.h>

#include "kind_fields.h"
#include "kind_markup.h"
#include "unicode.h"

/* Formats that are recognised by their first bytes. */
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

/* Whether the data begins with a skippable frame of Zstandard (RFC 8878, 3.1.2) with another frame after
 * it, as far as can be seen. */
static bool kind_is_skippable(const char *data, size_t len)
{
  const unsigned char *const head = (const unsigned char *)data;
  if (len < 8 || (head[0] & 0xf0) != 0x50 || memcmp(head + 1, "\x2a\x4d\x18", 3) != 0)
    return false;
  const size_t next =
      8 + (head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16 | (size_t)head[7] << 24);
  return next + 4 > len || memcmp(head + next, "\x28\xb5\x2f\xfd", 4) == 0 ||
         ((head[next] & 0xf0) == 0x50 && memcmp(head + next + 1, "\x2a\x4d\x18", 3) == 0);
}

static const char *kind_by_magic(const char *data, size_t len)
{
  for (size_t i = 0; i < sizeof kind_magic / sizeof *kind_magic; i++) {
    const size_t end = (size_t)kind_magic[i].offset + kind_magic[i].len;
    if (len >= end && memcmp(data + kind_magic[i].offset, kind_magic[i].magic, kind_magic[i].len) == 0)
      return kind_magic[i].format;
  }
  return kind_is_skippable(data, len) ? "zstd" : NULL;
}

/* Counts control characters that text seldom has, in blocks whose count fits a byte: compilers vectorise
 * this. */
static size_t kind_controls(const char *data, size_t len)
{
  enum { KIND_BLOCK = 128 };
  size_t controls = 0;
  for (size_t at = 0; at < len; at += KIND_BLOCK) {
    const size_t end = len - at < KIND_BLOCK ? len - at : KIND_BLOCK;
    unsigned char some = 0;
    for (size_t i = 0; i < end; i++) {
      const unsigned char c = (unsigned char)data[at + i];
      const bool spaces = (unsigned char)(c - '\b') <= '\r' - '\b';
      some = (unsigned char)(some + (((c < 0x20) & !spaces & (c != 0x1b)) | (c == 0x7f)));
    }
    controls += some;
  }
  return controls;
}

/* Whether the data has a NUL, or more control characters than text with escape sequences or form
 * feeds. */
static bool kind_is_data(const char *data, size_t len)
{
  return (len && memchr(data, 0, len)) || kind_controls(data, len) > len / 16;
}

/* ---- By name ---------------------------------------------------------------------------------- */

/* Suffixes of names, used if the content leaves the kind open. */
static const struct kind_ending {
  const char *ending;
  struct kind kind;
} kind_endings[] = {
    {".html", {KIND_HTML, "html"}},
    {".htm", {KIND_HTML, "html"}},
    {".xhtml", {KIND_XML, "xhtml"}},
    {".xht", {KIND_XML, "xhtml"}},
    {".shtml", {KIND_HTML, "html"}},
    {".md", {KIND_TEXT, "markdown"}},
    {".markdown", {KIND_TEXT, "markdown"}},
    {".txt", {KIND_TEXT, "text"}},
    {".rst", {KIND_TEXT, "text"}},
    {".adoc", {KIND_TEXT, "text"}},
    {".text", {KIND_TEXT, "text"}},
    {".json", {KIND_TEXT, "text"}},
    {".js", {KIND_TEXT, "text"}},
    {".css", {KIND_CSS, "css"}},
    {".xml", {KIND_XML, "xml"}},
    {".rss", {KIND_XML, "rss"}},
    {".atom", {KIND_XML, "atom"}},
    {".rdf", {KIND_XML, "rdf"}},
    {".svg", {KIND_XML, "svg"}},
    {".opml", {KIND_XML, "opml"}},
    {".xsl", {KIND_XML, "xslt"}},
    {".xslt", {KIND_XML, "xslt"}},
    {".xsd", {KIND_XML, "xsd"}},
    {".dbk", {KIND_XML, "docbook"}},
    {".eml", {KIND_MESSAGE, "message"}},
    {".mht", {KIND_MESSAGE, "message"}},
    {".mhtml", {KIND_MESSAGE, "message"}},
    {".mbox", {KIND_MBOX, "mbox"}},
    {".wacz", {KIND_WACZ, "wacz"}},
};

/* The length of a name without the suffixes of compression. */
static size_t kind_name_length(const char *name)
{
  static const char *const compressed[] = {".gz", ".zst", ".br", ".bz2", ".xz"};
  size_t len = name ? strlen(name) : 0;
  for (size_t i = 0; i < sizeof compressed / sizeof *compressed; i++) {
    const size_t n = strlen(compressed[i]);
    if (len > n && strncasecmp(name + len - n, compressed[i], n) == 0) {
      len -= n;
      break;
    }
  }
  return len;
}

/* Returns NULL if the suffix is unknown. */
static const struct kind *kind_by_name(const char *name)
{
  const size_t len = kind_name_length(name);
  for (size_t i = 0; i < sizeof kind_endings / sizeof *kind_endings; i++) {
    const size_t n = strlen(kind_endings[i].ending);
    if (len >= n && strncasecmp(name + len - n, kind_endings[i].ending, n) == 0)
      return &kind_endings[i].kind;
  }
  return NULL;
}

static bool kind_named_robots(const char *name)
{
  static const char robots[] = "robots.txt";
  const size_t n = sizeof robots - 1, len = kind_name_length(name);
  return len >= n && strncasecmp(name + len - n, robots, n) == 0 &&
         (len == n || name[len - n - 1] == '/');
}

/* Whether the name is one of Maildir: with ":2," and flags. */
static bool kind_named_maildir(const char *name)
{
  const char *flags = name ? strstr(name, ":2,") : NULL;
  return flags && strspn(flags + 3, "PRSTDFabcdefghijklmnopqrstuvwxyz") == strlen(flags + 3);
}

/* ---- By media type ---------------------------------------------------------------------------- */

/* Declared media types: of documents that contain others, and of text. */
static const struct {
  const char *type;
  struct kind kind;
} kind_types[] = {
    {"message/rfc822", {KIND_MESSAGE, "message"}},
    {"message/global", {KIND_MESSAGE, "message"}},
    {"message/news", {KIND_MESSAGE, "message"}},
    {"application/mbox", {KIND_MBOX, "mbox"}},
    {"application/warc", {KIND_WARC, "warc"}},
    {"application/http", {KIND_HTTP, "http"}},
    {"message/http", {KIND_HTTP, "http"}},
    {"text/html", {KIND_HTML, "html"}},
    {"text/css", {KIND_CSS, "css"}},
    {"text/xml", {KIND_XML, "xml"}},
    {"application/xml", {KIND_XML, "xml"}},
    {"application/xhtml+xml", {KIND_XML, "xhtml"}},
    {"application/atom+xml", {KIND_XML, "atom"}},
    {"application/rss+xml", {KIND_XML, "rss"}},
    {"application/rdf+xml", {KIND_XML, "rdf"}},
    {"image/svg+xml", {KIND_XML, "svg"}},
    {"text/markdown", {KIND_TEXT, "markdown"}},
};

/* The length of a media type without its parameters. */
static size_t kind_type_length(const char *type)
{
  return type ? strcspn(type, "; \t\r\n") : 0;
}

/* Returns KIND_BINARY for a type that is not listed. */
static struct kind kind_by_type(const char *type)
{
  const size_t len = kind_type_length(type);
  for (size_t i = 0; i < sizeof kind_types / sizeof *kind_types; i++) {
    if (strlen(kind_types[i].type) == len && strncasecmp(kind_types[i].type, type, len) == 0)
      return kind_types[i].kind;
  }
  if (len > 4 && strncasecmp(type + len - 4, "+xml", 4) == 0)
    return (struct kind){KIND_XML, "xml"};
  if (len > 5 && strncasecmp(type, "text/", 5) == 0)
    return (struct kind){KIND_TEXT, "text"};
  return (struct kind){KIND_BINARY, "data"};
}

static bool kind_holds_others(enum document_kind kind)
{
  return kind == KIND_MESSAGE || kind == KIND_MBOX || kind == KIND_WARC || kind == KIND_HTTP;
}

/* ---- The decision ----------------------------------------------------------------------------- */

/* Whether a ZIP file is a WACZ file (Web Archive Collection Zipped 1.1.1, 5): by its name, or by that of
 * its first member. */
static bool kind_is_wacz(const char *data, size_t len, const char *name)
{
  static const char *const members[] = {"archive/", "indexes/", "pages/", "datapackage"};
  const size_t at = 30; /* of the member's name */
  const struct kind *named = kind_by_name(name);
  if (named && named->kind == KIND_WACZ)
    return true;
  for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
    const size_t n = strlen(members[i]);
    if (len >= at + n && memcmp(data + at, members[i], n) == 0)
      return true;
  }
  return false;
}

/* Documents that contain others, whose sample may have any bytes. */
static enum document_kind kind_of_container(const char *data, size_t len, const char *type,
                                            const char *name)
{
  const struct kind declared = kind_by_type(type);
  if (declared.kind != KIND_BINARY)
    return kind_holds_others(declared.kind) ? declared.kind : KIND_TEXT;
  const enum document_kind kind = kind_by_lines(data, len);
  const struct kind *named = kind_by_name(name);
  if (kind != KIND_TEXT || !kind_begins_with_field(data, len))
    return kind;
  if (kind_named_maildir(name) || (named && named->kind == KIND_MESSAGE))
    return KIND_MESSAGE;
  return KIND_TEXT;
}

static struct kind kind_of_xml(const struct markup *markup, const char *otherwise)
{
  const char *format = markup_format(markup);
  return (struct kind){KIND_XML, format && strcmp(format, "xml") != 0 ? format : otherwise};
}

static struct kind kind_of_declared(struct kind declared, const char *data, size_t len, const char *name)
{
  const struct markup markup = markup_of(data, len);
  const struct kind *named = kind_by_name(name);
  if (declared.kind == KIND_XML)
    return kind_of_xml(&markup, declared.format);
  if (declared.kind == KIND_TEXT && kind_named_robots(name))
    return (struct kind){KIND_ROBOTS, "robots"};
  return declared.kind == KIND_TEXT && named && named->kind == KIND_TEXT ? *named : declared;
}

/* Text whose content does not determine the kind. */
static struct kind kind_of_plain(const char *data, size_t len, const struct markup *markup,
                                 const struct kind *named)
{
  const size_t mark = len >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  if (kind_is_robots(data + mark, len - mark))
    return (struct kind){KIND_ROBOTS, "robots"};
  if (named && named->kind == KIND_CSS)
    return *named;
  return markup_may_be_html(markup) ? (struct kind){KIND_HTML, "html"}
                                    : (struct kind){KIND_TEXT, "text"};
}

/* An XHTML root is XML only if something else indicates XML and nothing indicates HTML, because
 * pages of both kinds begin with it. */
static bool kind_is_xhtml(const struct markup *markup, const struct kind *named)
{
  const bool is_named = named && named->kind == KIND_XML;
  if (!markup_is_xhtml(markup) || (named && named->kind == KIND_HTML))
    return false;
  return is_named || markup->declared || markup_is_prefixed(markup);
}

/* Markdown may begin with any tag. */
static bool kind_is_markdown(const struct kind *named)
{
  return named && strcmp(named->format, "markdown") == 0;
}

/* Text without a declared type. */
static struct kind kind_of_text(const char *data, size_t len, const char *name)
{
  const struct markup markup = markup_of(data, len);
  const struct kind *named = kind_by_name(name);
  if (kind_is_markdown(named))
    return *named;
  const bool xhtml = named && strcmp(named->format, "xhtml") == 0;
  if (kind_is_xhtml(&markup, named))
    return (struct kind){KIND_XML, "xhtml"};
  if (xhtml || (named && named->kind == KIND_HTML) || markup_is_html(&markup))
    return (struct kind){KIND_HTML, "html"};
  if (kind_named_robots(name))
    return (struct kind){KIND_ROBOTS, "robots"};
  if (named && named->kind == KIND_TEXT)
    return *named;
  if (markup_format(&markup) || (named && named->kind == KIND_XML && markup.len))
    return kind_of_xml(&markup, named && named->kind == KIND_XML ? named->format : "xml");
  return kind_of_plain(data, len, &markup, named);
}

/* XML in UTF-16, which Expat reads. Other text in UTF-16 is not read. */
static bool kind_is_utf16_xml(const char *data, size_t len)
{
  return len >= 6 && (memcmp(data, "\xff\xfe<\0?", 6) == 0 || memcmp(data, "\xfe\xff\0<\0?", 6) == 0);
}

/* Whether the document is HTML by its declared type, name or start. */
static bool kind_says_html(const char *data, size_t len, const char *type, const char *name)
{
  const struct kind declared = kind_by_type(type);
  const struct kind *named = kind_by_name(name);
  if (declared.kind != KIND_BINARY)
    return declared.kind == KIND_HTML;
  const struct markup markup = markup_of(data, len);
  return (named && named->kind == KIND_HTML) || (!kind_is_markdown(named) && markup_is_html(&markup));
}

/* HTML in UTF-16. */
static bool kind_is_utf16_html(const char *data, size_t len, const char *type, const char *name)
{
  const enum utf16 order = utf16_of(data, len);
  char text[1024 / 2 * 3];
  if (order == UTF16_NO)
    return false;
  const size_t n = utf16_decode(order, data, len < 1024 ? len & ~(size_t)1 : 1024, text);
  return kind_says_html(text, n, type, name);
}

/* Whether the document is HTML with NULs, which are errors but do not end it. */
static bool kind_is_marred_html(const char *data, size_t len, const char *type, const char *name)
{
  size_t controls = 0;
  for (size_t i = 0; i < len; i++)
    controls += (unsigned char)data[i] < '\b';
  return controls <= len / 16 + 1 && kind_says_html(data, len, type, name);
}

struct kind kind_of(const char *data, size_t len, const char *type, const char *name)
{
  if (len > KIND_SAMPLE)
    len = KIND_SAMPLE;
  if (kind_is_utf16_xml(data, len))
    return (struct kind){KIND_XML, "xml"};
  if (kind_is_utf16_html(data, len, type, name))
    return (struct kind){KIND_HTML, "html"};
  const char *format = kind_by_magic(data, len);
  if (format && strcmp(format, "zip") == 0 && kind_is_wacz(data, len, name))
    return (struct kind){KIND_WACZ, "wacz"};
  if (format)
    return (struct kind){KIND_BINARY, format};
  const enum document_kind container = kind_of_container(data, len, type, name);
  if (container != KIND_TEXT)
    return (struct kind){container, kind_is_arc(data, len) ? "arc" : kind_name(container)};
  if (kind_is_data(data, len) && !kind_is_marred_html(data, len, type, name))
    return (struct kind){KIND_BINARY, "data"};
  const struct kind declared = kind_by_type(type);
  return declared.kind == KIND_BINARY ? kind_of_text(data, len, name)
                                      : kind_of_declared(declared, data, len, name);
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

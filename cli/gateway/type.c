/* SPDX-License-Identifier: MIT */
/* Media types of objects that become no pages. */
#include "base/unicode.h"
#include "gateway.h"
#include "reader/kind.h"

static const struct {
  const char *suffix, *type;
} type_suffixes[] = {{".mp3", "audio/mpeg"},
                     {".wav", "audio/wav"},
                     {".mid", "audio/midi"},
                     {".mp4", "video/mp4"},
                     {".webm", "video/webm"},
                     {".mpg", "video/mpeg"},
                     {".bmp", "image/bmp"},
                     {".xbm", "image/x-xbitmap"},
                     {".ics", "text/calendar"},
                     {".rtf", "application/rtf"},
                     {".hqx", "application/mac-binhex40"}};

static const struct {
  enum document_kind kind;
  const char *type;
} type_kinds[] = {{KIND_GZIP, "application/gzip"}, {KIND_BZIP2, "application/x-bzip2"},
                  {KIND_XZ, "application/x-xz"},   {KIND_ZSTD, "application/zstd"},
                  {KIND_ZIP, "application/zip"},   {KIND_TAR, "application/x-tar"},
                  {KIND_PDF, "application/pdf"},   {KIND_POSTSCRIPT, "application/postscript"},
                  {KIND_PNG, "image/png"},         {KIND_JPEG, "image/jpeg"},
                  {KIND_GIF, "image/gif"},         {KIND_WEBP, "image/webp"},
                  {KIND_TIFF, "image/tiff"},       {KIND_ICO, "image/x-icon"},
                  {KIND_OGG, "audio/ogg"},         {KIND_MARKDOWN, "text/plain"},
                  {KIND_ROBOTS, "text/plain"}};

/* The type that the item type of gopher implies (RFC 4266, 2.1), or NULL. */
static const char *type_of_item(const uriel_ref *ref)
{
  const uriel_text path = uriel_path(ref);
  const char item = path.len > 1 && text_is_word(uriel_scheme(ref), "gopher") ? path.ptr[1] : '\0';
  return item == 'h'                  ? "text/html"
         : item == 'g'                ? "image/gif"
         : item == '0' || item == '6' ? "text/plain"
                                      : NULL;
}

/* Whether the text is "TYPE/SUBTYPE", and parameters of visible characters. */
static bool type_is_valid(uriel_text text)
{
  const char *const slash = text.len ? memchr(text.ptr, '/', text.len) : NULL;
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] < ' ' || (unsigned char)text.ptr[i] > '~')
      return false;
  return slash && slash > text.ptr && slash + 1 < text.ptr + text.len;
}

static const char *type_of_content(const uriel_ref *ref, const char *data, size_t len)
{
  const uriel_text path = uriel_path(ref);
  const char *const slash = path.len ? memrchr(path.ptr, '/', path.len) : NULL;
  char name[256] = "";
  const size_t at = slash ? (size_t)(slash - path.ptr) + 1 : 0, rest = path.len - at;
  if (rest > 0 && rest < sizeof name)
    memcpy(name, path.ptr + at, rest); /* zeros follow */
  name[strcspn(name, ";")] = '\0';     /* ";type=i" */
  const struct kind *const kind = kind_of(data, len, NULL, *name ? name : NULL);
  for (size_t i = 0; i < sizeof type_kinds / sizeof *type_kinds; i++)
    if (type_kinds[i].kind == kind->id)
      return type_kinds[i].type;
  for (size_t i = 0; i < sizeof type_suffixes / sizeof *type_suffixes; i++)
    if (text_ends(uriel_text_of(name), type_suffixes[i].suffix))
      return type_suffixes[i].type;
  return kind->family == KIND_TEXT && kind->id != KIND_CSV ? "text/plain"
         : kind->types[0] && kind->family != KIND_BINARY   ? kind->types[0]
                                                           : "application/octet-stream";
}

bool type_is_inert(uriel_text type)
{
  static const char *const inert[] = {
      "text/plain", "text/csv",   "image/png",       "image/jpeg",
      "image/gif",  "image/webp", "application/pdf", "application/octet-stream"};
  const char *const end = type.len ? memchr(type.ptr, ';', type.len) : NULL;
  const uriel_text bare = {type.ptr, end ? (size_t)(end - type.ptr) : type.len};
  for (size_t i = 0; i < sizeof inert / sizeof *inert; i++)
    if (text_is_word(bare, inert[i]))
      return true;
  return false;
}

void type_find(struct buffer *type, const uriel_ref *ref, uriel_text declared, const char *data,
               size_t len, bool is_whole)
{
  const char *const implied = type_of_item(ref);
  const char *const found = implied ? implied : type_of_content(ref, data, len);
  if (type_is_valid(declared))
    buffer_put(type, declared.ptr, declared.len);
  else
    buffer_put(type, found, strlen(found));
  if (!text_is_word(buffer_text(type), "text/plain") && !text_is_word(buffer_text(type), "text/csv"))
    return;
  const size_t span = len ? uriel_utf8_span(data, len) : 0;
  const bool is_cut =
      !is_whole && span < len && len - span < 4 && (unsigned char)data[span] >= 0xC2; /* a character */
  page_string(type, span == len || is_cut ? "; charset=utf-8" : "; charset=windows-1252");
}

/* SPDX-License-Identifier: MIT */
/* The kind of a document. */
#include "kind.h"

#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "begins.h"

#define KIND_LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- The table ---------------------------------------------------------------------------------- */

const struct kind kinds[KIND_COUNT] = {
#define KIND_ROW(constant, kin, reader, ...)                                                            \
  [KIND_##constant] = {.id = KIND_##constant, .family = KIND_##kin, __VA_ARGS__},
    KINDS(KIND_ROW)};

/* ---- HTML and XML by their first tags ---------------------------------------------------------- */

struct markup {
  bool declared;    /* <?xml ...?> */
  bool has_doctype; /* other than HTML's */
  const char *tag;  /* from the "<" of the first tag, or "<!doctype html", to the sample's end */
  size_t len;       /* 0 without a tag */
};

static const char *const markup_sure[] = {"!doctype html", "html", "head", "body",   "title",
                                          "meta",          "link", "base", "script", "style"};
static const char *const markup_likely[] = {"h1", "div", "font", "table", "a",   "b",  "br",
                                            "p",  "ul",  "span", "img",   "pre", "hr", "center"};

static bool markup_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool markup_at(const char *data, size_t len, size_t at, const char *word)
{
  const size_t n = strlen(word);
  return len - at >= n && strncasecmp(data + at, word, n) == 0;
}

/* Returns NULL if the sample ends within the document type. Skips it with its declarations in
 * brackets. */
static const char *markup_doctype(const char *data, size_t len, size_t at)
{
  const char *end = memchr(data + at, '>', len - at);
  const char *bracket = end ? memchr(data + at, '[', (size_t)(end - data) - at) : NULL;
  if (bracket) {
    end = memmem(bracket, len - (size_t)(bracket - data), "]>", 2);
    end = end ? end + 1 : NULL;
  }
  return end;
}

/* Skips white space, comments, processing instructions and a document type. */
static struct markup markup_of(const char *data, size_t len)
{
  struct markup markup = {.declared = false};
  size_t i = text_mark(data, len);
  for (;;) {
    const char *end = NULL;
    while (i < len && markup_space(data[i]))
      i++;
    if (markup_at(data, len, i, "<!--") && len - i >= 7)
      end = memmem(data + i + 4, len - i - 4, "-->", 3);
    else if (markup_at(data, len, i, "<?"))
      end = memchr(data + i, '>', len - i);
    else if (markup_at(data, len, i, "<!doctype") && !markup_at(data, len, i, "<!doctype html"))
      end = markup_doctype(data, len, i);
    if (!end)
      break;
    markup.declared |= markup_at(data, len, i, "<?xml") && markup_space(data[i + 5]);
    markup.has_doctype |= data[i + 1] == '!' && data[i + 2] != '-';
    i = (size_t)(end - data) + (*end == '-' ? 3 : 1);
  }
  if (i < len && data[i] == '<') {
    markup.tag = data + i;
    markup.len = len - i;
  }
  return markup;
}

static bool markup_begins(const struct markup *markup, const char *const *tags, size_t count)
{
  for (size_t i = 0; i < count && markup->len; i++) {
    const size_t n = strlen(tags[i]);
    if (markup->len > n + 1 && strncasecmp(markup->tag + 1, tags[i], n) == 0 &&
        (markup_space(markup->tag[n + 1]) || markup->tag[n + 1] == '>' || markup->tag[n + 1] == '/'))
      return true;
  }
  return false;
}

/* Whether only HTML can begin this way. */
static bool markup_is_html(const struct markup *markup)
{
  /* After <?xml or a document type, only the root <html> is HTML: other formats have <link> too. */
  const bool other = markup->declared || markup->has_doctype;
  return markup_begins(markup, markup_sure, other ? 2 : KIND_LENGTH(markup_sure));
}

/* Skips "<!doctype html ...>" and everything between it and the root. */
static struct markup markup_root(const struct markup *markup)
{
  const char *end = NULL;
  if (markup->len > 2 && markup->tag[1] == '!')
    end = markup_doctype(markup->tag, markup->len, 0);
  return end ? markup_of(end + 1, markup->len - (size_t)(end + 1 - markup->tag)) : *markup;
}

/* Whether `word` occurs in the root's tag. */
static bool markup_root_has(const struct markup *root, const char *word)
{
  if (!root->tag || root->len == 0)
    return false;
  const char *end = memchr(root->tag, '>', root->len);
  const size_t len = end ? (size_t)(end - root->tag) : root->len;
  return memmem(root->tag, len, word, strlen(word));
}

/* Returns the name of the root, without its prefix. */
static const char *markup_root_name(const struct markup *root, size_t *len)
{
  size_t begin = 1, end = 1;
  for (; end < root->len && !markup_space(root->tag[end]) && !strchr("/>", root->tag[end]); end++) {
    if (root->tag[end] == ':')
      begin = end + 1;
  }
  *len = root->len ? end - begin : 0;
  return root->tag + begin;
}

/* Whether the root is XHTML's. */
static bool markup_is_xhtml(const struct markup *markup)
{
  const struct markup root = markup_root(markup);
  size_t len = 0;
  const char *name = root.len ? markup_root_name(&root, &len) : NULL;
  return len == 4 && strncasecmp(name, "html", 4) == 0 &&
         markup_root_has(&root, "http://www.w3.org/1999/xhtml");
}

/* Returns the kind of XML by its root; KIND_XML for another root that declares a namespace or follows
 * <?xml; NULL if it may not be XML. */
static const struct kind *markup_kind(const struct markup *markup)
{
  const struct markup root = markup_root(markup);
  const struct kind *kind = NULL;
  size_t len = 0;
  if (markup_is_xhtml(&root))
    return &kinds[KIND_XHTML];
  if (markup_root_has(&root, "docbook.org/ns"))
    return &kinds[KIND_DOCBOOK];
  const char *const name = root.len ? markup_root_name(&root, &len) : "";
  for (size_t i = 0; i < KIND_COUNT && !kind; i++)
    for (size_t k = 0; k < KIND_LENGTH(kinds[i].roots) && kinds[i].roots[k]; k++)
      if (strlen(kinds[i].roots[k]) == len && memcmp(kinds[i].roots[k], name, len) == 0)
        kind = &kinds[i];
  if (kind && kind->id == KIND_RDF && markup_root_has(&root, "http://purl.org/rss/1.0/"))
    return &kinds[KIND_RSS];
  if (kind)
    return kind;
  return markup->declared || markup_root_has(&root, "xmlns") ? &kinds[KIND_XML] : NULL;
}

/* ---- Kinds -------------------------------------------------------------------------------------- */

const char *kind_name(const struct kind *kind)
{
  return kinds[kind->family].format;
}

const struct kind *kind_word(size_t number)
{
  for (size_t i = 0; i < KIND_COUNT; i++)
    if ((kinds[i].flags & KIND_WORD) && number-- == 0)
      return &kinds[i];
  return NULL;
}

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

static const struct kind *kind_by_magic(const char *data, size_t len)
{
  for (size_t i = 0; i < KIND_COUNT; i++)
    for (size_t k = 0; k < KIND_LENGTH(kinds[i].magic) && kinds[i].magic[k].len; k++) {
      const size_t offset = kinds[i].magic[k].offset, n = kinds[i].magic[k].len;
      if (len >= offset + n && memcmp(data + offset, kinds[i].magic[k].bytes, n) == 0)
        return &kinds[i];
    }
  return kind_is_skippable(data, len) ? &kinds[KIND_ZSTD] : NULL;
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

/* ---- By name ---------------------------------------------------------------------------------- */

/* Returns a name without the suffixes of compression. */
static uriel_text kind_less_compression(const char *name)
{
  static const char *const compressed[] = {".gz", ".zst", ".br", ".bz2", ".xz"};
  uriel_text text = uriel_text_of(name);
  for (size_t i = 0; i < KIND_LENGTH(compressed); i++)
    if (text_ends(text, compressed[i]))
      return (uriel_text){text.ptr, text.len - strlen(compressed[i])};
  return text;
}

/* Returns KIND_DATA if the suffix is unknown. */
static const struct kind *kind_by_name(const char *name)
{
  const uriel_text text = kind_less_compression(name);
  for (size_t i = 0; i < KIND_COUNT && text.len; i++)
    for (size_t k = 0; k < KIND_LENGTH(kinds[i].suffixes) && kinds[i].suffixes[k]; k++)
      if (text_ends(text, kinds[i].suffixes[k]))
        return &kinds[i];
  return &kinds[KIND_DATA];
}

static bool kind_named_robots(const char *name)
{
  const uriel_text text = kind_less_compression(name);
  return text_is_word(text, "robots.txt") || text_ends(text, "/robots.txt");
}

/* Whether the name is one of Maildir: with ":2," and flags. */
static bool kind_named_maildir(const char *name)
{
  const char *flags = name ? strstr(name, ":2,") : NULL;
  return flags && strspn(flags + 3, "PRSTDFabcdefghijklmnopqrstuvwxyz") == strlen(flags + 3);
}

/* Returns KIND_DATA for a media type that is not listed, and without one. */
static const struct kind *kind_by_type(const char *type)
{
  const size_t len = type ? strcspn(type, "; \t\r\n") : 0; /* without parameters */
  for (size_t i = 0; i < KIND_COUNT && len; i++)
    for (size_t k = 0; k < KIND_LENGTH(kinds[i].types) && kinds[i].types[k]; k++)
      if (text_is_word((uriel_text){type, len}, kinds[i].types[k]))
        return &kinds[i];
  if (len > 4 && strncasecmp(type + len - 4, "+xml", 4) == 0)
    return &kinds[KIND_XML];
  return &kinds[len > 5 && strncasecmp(type, "text/", 5) == 0 ? KIND_TEXT : KIND_DATA];
}

/* ---- The decision ----------------------------------------------------------------------------- */

/* A document with its declared and its named kind, both KIND_DATA if unknown. */
struct kind_clues {
  const char *data;
  size_t len;
  const char *name;
  const struct kind *declared, *named;
};

/* Whether a ZIP file is a WACZ file (Web Archive Collection Zipped 1.1.1, 5): judged by its name, or by
 * the name of its first member. */
static bool kind_is_wacz(const struct kind_clues *clues)
{
  static const char *const members[] = {"archive/", "indexes/", "pages/", "datapackage"};
  const size_t at = 30; /* of the member's name */
  if (clues->named->id == KIND_WACZ)
    return true;
  for (size_t i = 0; i < KIND_LENGTH(members); i++) {
    const size_t n = strlen(members[i]);
    if (clues->len >= at + n && memcmp(clues->data + at, members[i], n) == 0)
      return true;
  }
  return false;
}

/* Returns the kind of a document that contains others, whose sample may have any bytes; otherwise NULL.
 */
static const struct kind *kind_of_container(const struct kind_clues *clues)
{
  const char *const data = clues->data;
  if (clues->declared->id == KIND_WARC && kind_is_arc(data, clues->len))
    return &kinds[KIND_ARC];
  if (clues->declared->id != KIND_DATA)
    return clues->declared->flags & KIND_HOLDS ? clues->declared : NULL;
  for (size_t i = 0; i < KIND_COUNT; i++)
    if (kinds[i].begins && kinds[i].begins(data, clues->len))
      return &kinds[i];
  const bool named = clues->named->id == KIND_MESSAGE || kind_named_maildir(clues->name);
  return named && kind_begins_with_field(data, clues->len) ? &kinds[KIND_MESSAGE] : NULL;
}

/* Returns the kind of the root, unless it is unknown or only XML. */
static const struct kind *kind_of_xml(const struct markup *markup, const struct kind *otherwise)
{
  const struct kind *const root = markup_kind(markup);
  return root && root->id != KIND_XML ? root : otherwise;
}

static const struct kind *kind_of_declared(const struct kind_clues *clues)
{
  const struct kind *const declared = clues->declared;
  if (declared->family == KIND_XML) {
    const struct markup markup = markup_of(clues->data, clues->len);
    return kind_of_xml(&markup, declared);
  }
  if (declared->id == KIND_WARC_FIELDS) /* even if the record describes robots.txt */
    return declared;
  if (declared->family == KIND_TEXT && kind_named_robots(clues->name))
    return &kinds[KIND_ROBOTS];
  const bool text = declared->family == KIND_TEXT && clues->named->family == KIND_TEXT;
  return text ? clues->named : declared;
}

/* Text without a declared type. */
static const struct kind *kind_of_text(const struct kind_clues *clues)
{
  const struct markup markup = markup_of(clues->data, clues->len);
  const struct markup root = markup_root(&markup);
  const struct kind *const named = clues->named;
  size_t len;
  if (named->flags & KIND_NAME_FIRST)
    return named;
  /* An XHTML root is XML only if something else indicates XML and nothing indicates HTML, because pages
   * of both kinds begin with it. */
  if (named->id != KIND_HTML && markup_is_xhtml(&markup) &&
      (named->family == KIND_XML || markup.declared ||
       markup_root_name(&root, &len) != root.tag + 1)) /* HTML has no prefixes */
    return &kinds[KIND_XHTML];
  if (named->id == KIND_XHTML || named->id == KIND_HTML || markup_is_html(&markup))
    return &kinds[KIND_HTML];
  if (kind_named_robots(clues->name))
    return &kinds[KIND_ROBOTS];
  if (named->family == KIND_TEXT)
    return named;
  if (markup_kind(&markup) || (named->family == KIND_XML && markup.len))
    return kind_of_xml(&markup, named->family == KIND_XML ? named : &kinds[KIND_XML]);
  const size_t mark = text_mark(clues->data, clues->len);
  if (kind_is_robots(clues->data + mark, clues->len - mark))
    return &kinds[KIND_ROBOTS];
  if (named->flags & KIND_NAME_LAST)
    return named;
  /* Other text, such as Markdown, may begin with a tag of HTML, too. */
  const bool likely = markup_begins(&markup, markup_likely, KIND_LENGTH(markup_likely));
  return &kinds[likely ? KIND_HTML : KIND_TEXT];
}

/* Whether the declared type, the name or the start of the document indicates HTML. */
static bool kind_says_html(const char *data, size_t len, const struct kind_clues *clues)
{
  if (clues->declared->id != KIND_DATA)
    return clues->declared->id == KIND_HTML;
  const struct markup markup = markup_of(data, len);
  return clues->named->id == KIND_HTML ||
         (!(clues->named->flags & KIND_NAME_FIRST) && markup_is_html(&markup));
}

static bool kind_is_utf16_html(const struct kind_clues *clues)
{
  const enum utf16 order = utf16_of(clues->data, clues->len);
  const size_t len = clues->len < 1024 ? clues->len & ~(size_t)1 : 1024;
  char text[1024 / 2 * 3];
  return order != UTF16_NO && kind_says_html(text, utf16_decode(order, clues->data, len, text), clues);
}

/* Whether the document is HTML with NULs, which are only parse errors. */
static bool kind_is_marred_html(const struct kind_clues *clues)
{
  size_t controls = 0;
  for (size_t i = 0; i < clues->len; i++)
    controls += (unsigned char)clues->data[i] < '\b';
  return controls <= clues->len / 16 + 1 && kind_says_html(clues->data, clues->len, clues);
}

const struct kind *kind_of(const char *data, size_t len, const char *type, const char *name)
{
  const struct kind_clues clues = {.data = data,
                                   .len = len < KIND_SAMPLE ? len : KIND_SAMPLE,
                                   .name = name,
                                   .declared = kind_by_type(type),
                                   .named = kind_by_name(name)};
  /* XML in UTF-16, which Expat reads. Other text in UTF-16 is not read. */
  if (len >= 6 && (memcmp(data, "\xff\xfe<\0?", 6) == 0 || memcmp(data, "\xfe\xff\0<\0?", 6) == 0))
    return &kinds[KIND_XML];
  if (kind_is_utf16_html(&clues))
    return &kinds[KIND_HTML];
  const struct kind *kind = kind_by_magic(data, clues.len);
  if (kind)
    return kind->id == KIND_ZIP && kind_is_wacz(&clues) ? &kinds[KIND_WACZ] : kind;
  kind = kind_of_container(&clues);
  if (kind)
    return kind;
  /* A NUL, or more control characters than text with escape sequences or form feeds. */
  const bool is_data =
      (len && memchr(data, 0, clues.len)) || kind_controls(data, clues.len) > clues.len / 16;
  if (is_data && !kind_is_marred_html(&clues))
    return &kinds[KIND_DATA];
  return clues.declared->id == KIND_DATA ? kind_of_text(&clues) : kind_of_declared(&clues);
}

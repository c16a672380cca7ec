/* SPDX-License-Identifier: MIT */
/* Detects HTML and XML by their first tags. */
#include "kind_markup.h"

#include <string.h>
#include <strings.h>

#define MARKUP_COUNT(array) (sizeof(array) / sizeof *(array))

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

struct markup markup_of(const char *data, size_t len)
{
  struct markup markup = {.declared = false};
  size_t i = len >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
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

bool markup_is_html(const struct markup *markup)
{
  /* After <?xml or a document type, only the root <html> is HTML: other formats have <link> too. */
  const bool other = markup->declared || markup->has_doctype;
  return markup_begins(markup, markup_sure, other ? 2 : MARKUP_COUNT(markup_sure));
}

bool markup_may_be_html(const struct markup *markup)
{
  return markup_begins(markup, markup_likely, MARKUP_COUNT(markup_likely));
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

bool markup_is_xhtml(const struct markup *markup)
{
  const struct markup root = markup_root(markup);
  size_t len = 0;
  const char *name = root.len ? markup_root_name(&root, &len) : NULL;
  return len == 4 && strncasecmp(name, "html", 4) == 0 &&
         markup_root_has(&root, "http://www.w3.org/1999/xhtml");
}

bool markup_is_prefixed(const struct markup *markup)
{
  const struct markup root = markup_root(markup);
  size_t len = 0;
  return root.len && markup_root_name(&root, &len) != root.tag + 1;
}

const struct kind *markup_kind(const struct markup *markup)
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
    for (size_t k = 0; k < MARKUP_COUNT(kinds[i].roots) && kinds[i].roots[k]; k++)
      if (strlen(kinds[i].roots[k]) == len && memcmp(kinds[i].roots[k], name, len) == 0)
        kind = &kinds[i];
  if (kind && kind->id == KIND_RDF && markup_root_has(&root, "http://purl.org/rss/1.0/"))
    return &kinds[KIND_RSS];
  if (kind)
    return kind;
  return markup->declared || markup_root_has(&root, "xmlns") ? &kinds[KIND_XML] : NULL;
}

/* SPDX-License-Identifier: MIT */
/* The encoding that HTML declares (HTML, 13.2.3.2, "prescan a byte stream to determine its encoding").
 */
#include <string.h>
#include <strings.h>

#include "charset.h"
#include "value.h"

enum { PRESCAN_BYTES = 1024 };

struct prescan {
  const char *at, *end;
};

struct prescan_attribute {
  uriel_text name, value;
};

static bool prescan_is(const struct prescan *scan, const char *word)
{
  const size_t len = strlen(word);
  return (size_t)(scan->end - scan->at) >= len && strncasecmp(scan->at, word, len) == 0;
}

static bool prescan_letter(char c)
{
  return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static void prescan_spaces(struct prescan *scan, bool slashes)
{
  while (scan->at < scan->end && (value_space(*scan->at) || (slashes && *scan->at == '/')))
    scan->at++;
}

/* Moves past the next byte of the set, or to the end. */
static void prescan_past(struct prescan *scan, const char *mark)
{
  const char *const found = memmem(scan->at, (size_t)(scan->end - scan->at), mark, strlen(mark));
  scan->at = found ? found + strlen(mark) : scan->end;
}

static uriel_text prescan_value(struct prescan *scan)
{
  uriel_text value = {scan->at, 0};
  if (scan->at < scan->end && (*scan->at == '"' || *scan->at == '\'')) {
    const char quote[] = {*scan->at++, 0};
    value.ptr = scan->at;
    prescan_past(scan, quote);
    value.len = (size_t)(scan->at - value.ptr);
    value.len -= value.len > 0 && scan->at[-1] == *quote;
    return value;
  }
  while (scan->at < scan->end && !value_space(*scan->at) && *scan->at != '>')
    scan->at++;
  value.len = (size_t)(scan->at - value.ptr);
  return value;
}

/* "Get an attribute": returns false at the end of the tag. */
static bool prescan_attribute(struct prescan *scan, struct prescan_attribute *attribute)
{
  prescan_spaces(scan, true);
  if (scan->at == scan->end || *scan->at == '>')
    return false;
  const char *const name = scan->at;
  while (scan->at < scan->end && !value_space(*scan->at) && *scan->at != '/' && *scan->at != '>' &&
         (*scan->at != '=' || scan->at == name))
    scan->at++;
  *attribute = (struct prescan_attribute){.name = {name, (size_t)(scan->at - name)}};
  prescan_spaces(scan, false);
  if (scan->at < scan->end && *scan->at == '=') {
    scan->at++;
    prescan_spaces(scan, false);
    attribute->value = prescan_value(scan);
  }
  return true;
}

static bool prescan_equals(uriel_text text, const char *word)
{
  return text.len == strlen(word) && strncasecmp(text.ptr, word, text.len) == 0;
}

/* "Extracting a character encoding from a meta element": text/html; charset=LABEL. */
static uriel_text prescan_content(uriel_text content)
{
  struct prescan scan = {content.ptr, content.ptr + content.len};
  while (scan.at < scan.end) {
    if (!prescan_is(&scan, "charset")) {
      scan.at++;
      continue;
    }
    scan.at += strlen("charset");
    prescan_spaces(&scan, false);
    if (scan.at == scan.end || *scan.at != '=')
      continue;
    scan.at++;
    prescan_spaces(&scan, false);
    uriel_text label = prescan_value(&scan);
    const char *const semicolon = memchr(label.ptr, ';', label.len);
    if (semicolon)
      label.len = (size_t)(semicolon - label.ptr);
    return label;
  }
  return (uriel_text){NULL, 0};
}

/* Returns what the attributes of a <meta> declare. */
static uriel_text prescan_meta(struct prescan *scan)
{
  uriel_text charset = {NULL, 0}, content = {NULL, 0};
  bool pragma = false;
  struct prescan_attribute attribute;
  while (prescan_attribute(scan, &attribute)) {
    if (prescan_equals(attribute.name, "http-equiv"))
      pragma |= prescan_equals(attribute.value, "content-type");
    else if (prescan_equals(attribute.name, "content") && !content.ptr)
      content = prescan_content(attribute.value);
    else if (prescan_equals(attribute.name, "charset") && !charset.ptr)
      charset = attribute.value;
  }
  return charset.ptr || !pragma ? charset : content;
}

/* Moves past the tag, comment or other markup at "<". */
static void prescan_markup(struct prescan *scan)
{
  struct prescan_attribute attribute;
  const bool end = scan->end - scan->at > 1 && scan->at[1] == '/';
  const char *const name = scan->at + 1 + end;
  if (prescan_is(scan, "<!--")) {
    scan->at += 2;
    prescan_past(scan, "-->");
  } else if (name < scan->end && prescan_letter(*name)) {
    scan->at = name;
    while (scan->at < scan->end && !value_space(*scan->at) && *scan->at != '>')
      scan->at++;
    while (prescan_attribute(scan, &attribute))
      ;
  } else if (end || prescan_is(scan, "<!") || prescan_is(scan, "<?")) {
    prescan_past(scan, ">");
  } else {
    scan->at++;
  }
}

uriel_text charset_declared(const char *html, size_t len)
{
  struct prescan scan = {html, html + (len < PRESCAN_BYTES ? len : PRESCAN_BYTES)};
  while (scan.at < scan.end && (scan.at = memchr(scan.at, '<', (size_t)(scan.end - scan.at)))) {
    if (!prescan_is(&scan, "<meta") || scan.end - scan.at < 6 ||
        !(value_space(scan.at[5]) || scan.at[5] == '/')) {
      prescan_markup(&scan);
      continue;
    }
    scan.at += 6;
    const uriel_text label = prescan_meta(&scan);
    if (label.ptr)
      return prescan_equals(label, "x-user-defined") ? uriel_text_of("windows-1252") : label;
  }
  return (uriel_text){NULL, 0};
}

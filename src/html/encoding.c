/* SPDX-License-Identifier: MIT */
/* The encoding that a document declares (HTML, 13.2.3.2, "prescan a byte stream to determine its
 * encoding", "get an XML encoding"). */
#include "html/token.h"
#include "text/bytes.h"
#include "text/text.h"
#include "uriel_html.h"

enum { PRESCAN_BYTES = 1024 };

static bool prescan_is(const char *at, const char *end, const char *word)
{
  const size_t len = uriel_text_of(word).len;
  return (size_t)(end - at) >= len && view_is((uriel_text){at, len}, word);
}

static const char *prescan_spaces(const char *at, const char *end)
{
  while (at < end && html_space(*at))
    at++;
  return at;
}

static const char *prescan_controls(const char *at, const char *end)
{
  while (at < end && (unsigned char)*at <= ' ')
    at++;
  return at;
}

/* Returns the place after the mark, or the end. */
static const char *prescan_past(const char *at, const char *end, const char *mark)
{
  const char *const found = view_search(at, end, mark);
  return found < end ? found + uriel_text_of(mark).len : end;
}

/* Returns the text between the quotation mark at `at` and the next one; undefined without both. */
static uriel_text prescan_quoted(const char *at, const char *end)
{
  const bool opens = at < end && (*at == '"' || *at == '\'');
  const char *const close = opens ? view_find(at + 1, end, *at) : end;
  return close < end ? view_of(at + 1, close) : view_undefined();
}

/* "Extracting a character encoding from a meta element": text/html; charset=LABEL. */
static uriel_text prescan_content(uriel_text content)
{
  const char *at = content.ptr, *const end = view_end(content);
  while (at < end) {
    if (!prescan_is(at, end, "charset")) {
      at++;
      continue;
    }
    at = prescan_spaces(at + 7, end);
    if (at == end || *at != '=')
      continue;
    at = prescan_spaces(at + 1, end);
    if (at < end && (*at == '"' || *at == '\''))
      return prescan_quoted(at, end);
    const char *const label = at;
    while (at < end && !html_space(*at) && *at != ';')
      at++;
    return view_of(label, at);
  }
  return view_undefined();
}

/* Returns the label that the attributes of a <meta> at *at declare, and moves *at past them. Of
 * attributes with one name, the first is used. */
static uriel_text prescan_meta(const char **at, const char *end)
{
  static const char *const names[] = {"charset", "content", "http-equiv"};
  uriel_text values[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}}, name;
  struct html_value value;
  while (uriel_html_attribute_read(at, end, &name, &value))
    for (size_t i = 0; i < 3; i++)
      if (!values[i].ptr && view_is(name, names[i]))
        values[i] = (uriel_text){value.ptr, value.len};
  if (*at == end)
    return view_undefined(); /* the tag is cut */
  if (values[0].ptr || !view_is(values[2], "content-type"))
    return values[0];
  return prescan_content(values[1]);
}

/* Returns the encoding that the label of a <meta> means. */
static uriel_text prescan_name(uriel_text label)
{
  const uriel_text name = uriel_encoding_of(label.ptr, label.len);
  if (view_is(name, "utf-16be") || view_is(name, "utf-16le"))
    return (uriel_text){"utf-8", 5};
  return view_is(name, "x-user-defined") ? (uriel_text){"windows-1252", 12} : name;
}

/* Returns the label in the XML declaration that the document starts with. */
static uriel_text prescan_xml(const char *at, const char *end)
{
  if (end - at < 5 || memcmp(at, "<?xml", 5) != 0)
    return view_undefined();
  const char *const close = view_find(at, end, '>');
  at = close < end ? prescan_controls(prescan_past(at, close, "encoding"), close) : close;
  if (at == close || *at != '=')
    return view_undefined();
  const uriel_text label = prescan_quoted(prescan_controls(at + 1, close), close);
  for (size_t i = 0; i < label.len; i++)
    if ((unsigned char)label.ptr[i] <= ' ')
      return view_undefined();
  return label;
}

uriel_text uriel_encoding_declared(const char *html, size_t len)
{
  html = len ? html : "";
  const char *const end = html + (len < PRESCAN_BYTES ? len : PRESCAN_BYTES);
  uriel_text attribute;
  struct html_value value;
  for (const char *at = view_find(html, end, '<'); at < end; at = view_find(at, end, '<')) {
    if (prescan_is(at, end, "<meta") && end - at >= 6 && (html_space(at[5]) || at[5] == '/')) {
      at += 6;
      const uriel_text name = prescan_name(prescan_meta(&at, end));
      if (name.ptr)
        return name;
      continue;
    }
    /* Another tag, a comment, or other markup. */
    const bool closing = end - at > 1 && at[1] == '/';
    const char *const name = at + 1 + closing;
    if (prescan_is(at, end, "<!--")) {
      at = prescan_past(at + 2, end, "-->");
    } else if (name < end && byte_is(*name, BYTE_ALPHA)) {
      for (at = name; at < end && !html_space(*at) && *at != '>';)
        at++;
      while (uriel_html_attribute_read(&at, end, &attribute, &value))
        ;
    } else if (closing || prescan_is(at, end, "<!") || prescan_is(at, end, "<?")) {
      at = prescan_past(at, end, ">");
    } else {
      at++;
    }
  }
  return prescan_name(prescan_xml(html, end));
}

/* SPDX-License-Identifier: MIT */
/* Encodings: their labels, byte order marks, the characters of single-byte encodings, and the encoding
 * that a document declares (HTML, 13.2.3.2, "prescan a byte stream to determine its encoding", "get an
 * XML encoding"). */
#include "html/value.h"
#include "text/bytes.h"
#include "text/utf8.h"

/* An encoding of one byte a character: its labels, between spaces, and the characters from 80. */
struct encoding_row {
  const char *labels;
  uint16_t points[128];
};

#include "html/encoding_table.h"

/* The labels of the others. */
static const char *const encoding_others[] = {
    " utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8 ",
    " gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk ",
    " gb18030 ",
    " big5 big5-hkscs cn-big5 csbig5 x-x-big5 ",
    " euc-jp cseucpkdfmtjapanese x-euc-jp ",
    " iso-2022-jp csiso2022jp ",
    " shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis ",
    (" euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
     "windows-949 "),
    " replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr ",
    " utf-16be unicodefffe ",
    " utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 "};

enum {
  ENCODING_ROWS = sizeof encoding_rows / sizeof *encoding_rows,
  ENCODING_OTHERS = sizeof encoding_others / sizeof *encoding_others,
  PRESCAN_BYTES = 1024
};

/* ---- Labels ----------------------------------------------------------------------------------- */

/* Returns the first label, the name, if one of the labels is `label`. */
static uriel_text encoding_name(const char *labels, uriel_text label)
{
  const char *const name = labels + 1;
  return uriel_html_is_among(label, labels) ? view_of(name, memchr(name, ' ', 64)) : view_undefined();
}

uriel_text uriel_encoding_of(const char *label, size_t len)
{
  const uriel_text word = html_trim((uriel_text){label, len});
  uriel_text name = {NULL, 0};
  for (size_t i = 0; i < ENCODING_OTHERS && !name.ptr; i++)
    name = encoding_name(encoding_others[i], word);
  for (size_t i = 0; i < ENCODING_ROWS && !name.ptr; i++)
    name = encoding_name(encoding_rows[i].labels, word);
  return name;
}

uriel_text uriel_encoding_marked(size_t *mark, const char *text, size_t len)
{
  static const struct {
    const char *mark;
    size_t len;
    uriel_text name;
  } marks[] = {{"\xef\xbb\xbf", 3, {"utf-8", 5}},
               {"\xfe\xff", 2, {"utf-16be", 8}},
               {"\xff\xfe", 2, {"utf-16le", 8}}};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    *mark = marks[i].len;
    if (len >= *mark && memcmp(text, marks[i].mark, *mark) == 0)
      return marks[i].name;
  }
  *mark = 0;
  return (uriel_text){NULL, 0};
}

/* ---- One byte a character --------------------------------------------------------------------- */

const uint16_t *uriel_encoding_table(const char *name, size_t len)
{
  for (size_t i = 0; i < ENCODING_ROWS; i++)
    if (uriel_html_is_among(html_trim((uriel_text){name, len}), encoding_rows[i].labels))
      return encoding_rows[i].points;
  return NULL;
}

size_t uriel_encoding_decode(void *context, const char *text, size_t len, char *out, size_t capacity)
{
  const uint16_t *const points = *(const uint16_t *const *)context;
  writer w = writer_to(out, capacity);
  for (size_t at = 0; at < len; at++) {
    const unsigned byte = (unsigned char)text[at];
    char bytes[4];
    if (byte < 0x80)
      write_byte(&w, text[at]);
    else
      uriel_write_bytes(&w, bytes,
                        uriel_utf8_encode(points[byte - 0x80] ? points[byte - 0x80] : 0xfffd, bytes));
  }
  return w.len;
}

/* ---- What HTML declares ----------------------------------------------------------------------- */

struct prescan {
  const char *at, *end;
};

struct prescan_attribute {
  uriel_text name, value;
};

static bool prescan_is(const struct prescan *scan, const char *word)
{
  size_t i = 0;
  while (word[i] && scan->at + i < scan->end && byte_lower(scan->at[i]) == word[i])
    i++;
  return !word[i];
}

static void prescan_spaces(struct prescan *scan, bool slashes)
{
  while (scan->at < scan->end && (html_space(*scan->at) || (slashes && *scan->at == '/')))
    scan->at++;
}

static void prescan_controls(struct prescan *scan)
{
  while (scan->at < scan->end && (unsigned char)*scan->at <= ' ')
    scan->at++;
}

/* Moves past the mark, or to the end. */
static void prescan_past(struct prescan *scan, const char *mark, size_t len)
{
  while (scan->at < scan->end && (scan->at = memchr(scan->at, *mark, (size_t)(scan->end - scan->at)))) {
    if ((size_t)(scan->end - scan->at) >= len && memcmp(scan->at, mark, len) == 0) {
      scan->at += len;
      return;
    }
    scan->at++;
  }
  scan->at = scan->end;
}

static uriel_text prescan_value(struct prescan *scan)
{
  uriel_text value = {scan->at, 0};
  if (scan->at < scan->end && (*scan->at == '"' || *scan->at == '\'')) {
    const char quote[] = {*scan->at++, 0};
    value.ptr = scan->at;
    prescan_past(scan, quote, 1);
    value.len = (size_t)(scan->at - value.ptr);
    value.len -= value.len > 0 && scan->at[-1] == *quote;
    return value;
  }
  while (scan->at < scan->end && !html_space(*scan->at) && *scan->at != '>')
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
  while (scan->at < scan->end && !html_space(*scan->at) && *scan->at != '/' && *scan->at != '>' &&
         (*scan->at != '=' || scan->at == name))
    scan->at++;
  *attribute = (struct prescan_attribute){{name, (size_t)(scan->at - name)}, {name, 0}};
  prescan_spaces(scan, false);
  if (scan->at < scan->end && *scan->at == '=') {
    scan->at++;
    prescan_spaces(scan, false);
    attribute->value = prescan_value(scan);
  }
  return true;
}

/* "Extracting a character encoding from a meta element": text/html; charset=LABEL. */
static uriel_text prescan_content(uriel_text content)
{
  const uriel_text none = {NULL, 0};
  struct prescan scan = {content.ptr, content.len ? content.ptr + content.len : content.ptr};
  while (scan.at < scan.end) {
    if (!prescan_is(&scan, "charset")) {
      scan.at++;
      continue;
    }
    scan.at += 7;
    prescan_spaces(&scan, false);
    if (scan.at == scan.end || *scan.at != '=')
      continue;
    scan.at++;
    prescan_spaces(&scan, false);
    if (scan.at < scan.end && (*scan.at == '"' || *scan.at == '\'')) {
      const uriel_text label = prescan_value(&scan);
      return label.ptr + label.len < scan.end ? label : none; /* or it is not closed */
    }
    const char *const label = scan.at;
    while (scan.at < scan.end && !html_space(*scan.at) && *scan.at != ';')
      scan.at++;
    return (uriel_text){label, (size_t)(scan.at - label)};
  }
  return none;
}

/* Returns the label that the attributes of a <meta> declare. Of attributes with one name, the first is
 * used. */
static uriel_text prescan_meta(struct prescan *scan)
{
  uriel_text values[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
  static const char *const names[] = {"charset", "content", "http-equiv"};
  struct prescan_attribute attribute;
  while (prescan_attribute(scan, &attribute)) {
    for (size_t i = 0; i < 3; i++) {
      if (!values[i].ptr && view_is(attribute.name, names[i]))
        values[i] = attribute.value;
    }
  }
  if (scan->at == scan->end)
    return (uriel_text){NULL, 0}; /* the tag is cut */
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
static uriel_text prescan_xml(struct prescan scan)
{
  const uriel_text none = {NULL, 0};
  if (!prescan_is(&scan, "<?xml") || memcmp(scan.at, "<?xml", 5) != 0)
    return none;
  scan.end = memchr(scan.at, '>', (size_t)(scan.end - scan.at));
  if (!scan.end)
    return none;
  prescan_past(&scan, "encoding", 8);
  prescan_controls(&scan);
  if (scan.at == scan.end || *scan.at++ != '=')
    return none;
  prescan_controls(&scan);
  if (scan.at == scan.end || (*scan.at != '"' && *scan.at != '\''))
    return none;
  const uriel_text label = prescan_value(&scan);
  for (size_t i = 0; i < label.len; i++) {
    if ((unsigned char)label.ptr[i] <= ' ')
      return none;
  }
  return label.ptr + label.len < scan.end ? label : none;
}

uriel_text uriel_encoding_declared(const char *html, size_t len)
{
  html = len ? html : "";
  struct prescan scan = {html, html + (len < PRESCAN_BYTES ? len : PRESCAN_BYTES)};
  struct prescan_attribute attribute;
  while (scan.at < scan.end && (scan.at = memchr(scan.at, '<', (size_t)(scan.end - scan.at)))) {
    if (prescan_is(&scan, "<meta") && scan.end - scan.at >= 6 &&
        (html_space(scan.at[5]) || scan.at[5] == '/')) {
      scan.at += 6;
      const uriel_text name = prescan_name(prescan_meta(&scan));
      if (name.ptr)
        return name;
      continue;
    }
    /* Another tag, a comment, or other markup. */
    const bool end = scan.end - scan.at > 1 && scan.at[1] == '/';
    const char *const name = scan.at + 1 + end;
    if (prescan_is(&scan, "<!--")) {
      scan.at += 2;
      prescan_past(&scan, "-->", 3);
    } else if (name < scan.end && (*name | 32) >= 'a' && (*name | 32) <= 'z') {
      scan.at = name;
      while (scan.at < scan.end && !html_space(*scan.at) && *scan.at != '>')
        scan.at++;
      while (prescan_attribute(&scan, &attribute))
        ;
    } else if (end || prescan_is(&scan, "<!") || prescan_is(&scan, "<?")) {
      prescan_past(&scan, ">", 1);
    } else {
      scan.at++;
    }
  }
  return prescan_name(prescan_xml((struct prescan){html, scan.end}));
}

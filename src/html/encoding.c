/* SPDX-License-Identifier: MIT */
/* Encodings: their labels, byte order marks, the characters of single-byte encodings, and the encoding
 * that a document declares (HTML, 13.2.3.2, "prescan a byte stream to determine its encoding", "get an
 * XML encoding"). */
#include "html/token.h"
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
                        uriel_utf8_write(bytes, points[byte - 0x80] ? points[byte - 0x80] : 0xfffd));
  }
  return w.len;
}

/* ---- What HTML declares ----------------------------------------------------------------------- */

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

/* SPDX-License-Identifier: MIT */
/* The references in the JSON of a <script>. */
#include "html/json.h"

#include "html/modes.h"
#include "text/text.h"

/* The keys that matter. */
enum { KEY_OTHER, KEY_IMPORTS, KEY_SCOPES, KEY_RULES, KEY_URLS, KEY_URL };

enum html_json_kind uriel_html_json_of(const struct html_values *values, bool guess)
{
  if (values->has >> HTML_ATTR_SRC & 1)
    return HTML_JSON_NONE;
  if (uriel_html_type_is(values, "importmap", false))
    return HTML_JSON_IMPORTS;
  if (uriel_html_type_is(values, "speculationrules", false))
    return HTML_JSON_RULES;
  const bool linked = guess && uriel_html_type_is(values, "application/ld+json", true);
  return linked ? HTML_JSON_LINKED : HTML_JSON_NONE;
}

static unsigned char json_key(uriel_text string)
{
  static const struct {
    uriel_text name;
    unsigned char key;
  } keys[] = {{{"imports", 7}, KEY_IMPORTS}, {{"scopes", 6}, KEY_SCOPES},
              {{"prefetch", 8}, KEY_RULES},  {{"prerender", 9}, KEY_RULES},
              {{"urls", 4}, KEY_URLS},       {{"url", 3}, KEY_URL},
              {{"@id", 3}, KEY_URL},         {{"prerender_until_script", 22}, KEY_RULES}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (view_equal(keys[i].name, string))
      return keys[i].key;
  return KEY_OTHER;
}

static bool json_is_array(const struct html_json *json, unsigned depth)
{
  return json->arrays >> depth & 1;
}

/* Whether the string, a value at the present place, is a reference. */
static bool json_is_reference(const struct html_json *json, uriel_text string)
{
  const unsigned char *const keys = json->keys;
  const unsigned depth = json->depth;
  if (!string.len)
    return false;
  switch (json->kind) {
  case HTML_JSON_IMPORTS: /* "parse a URL-like import specifier": a bare name is not one */
    return !json->arrays && (view_has((uriel_text){"/.\\", 3}, *string.ptr) || view_has(string, ':')) &&
           ((depth == 2 && keys[1] == KEY_IMPORTS) || (depth == 3 && keys[1] == KEY_SCOPES));
  case HTML_JSON_RULES:
    return depth == 4 && keys[1] == KEY_RULES && keys[3] == KEY_URLS && !json_is_array(json, 1) &&
           json_is_array(json, 2) && !json_is_array(json, 3) && json_is_array(json, 4);
  default:
    return keys[depth] == KEY_URL;
  }
}

/* Returns the place of the quotation mark that ends the string at `at`, or `len`. */
static size_t json_string_end(struct html_json *json, const char *text, size_t at, size_t len)
{
  size_t end = at + (json->seen ? json->seen : 1);
  while (end < len && text[end] != '"' && (text[end] != '\\' || len - end > 1))
    end += text[end] == '\\' ? 2 : 1;
  json->seen = end - at;
  return end < len && text[end] == '"' ? end : len;
}

static void json_open(struct html_json *json, bool array)
{
  json->ends = json->depth == HTML_JSON_DEPTH;
  if (json->ends)
    return;
  json->depth++;
  json->arrays = (json->arrays & ~((uint64_t)1 << json->depth)) | (uint64_t)array << json->depth;
  json->keys[json->depth] = array ? json->keys[json->depth - 1] : KEY_OTHER;
  json->is_key = !array;
}

static void json_close(struct html_json *json)
{
  json->ends = json->depth == 0;
  json->arrays &= ~((uint64_t)1 << json->depth);
  if (json->depth)
    json->depth--;
  json->is_key = false;
}

bool uriel_html_json_next(struct html_json *json, uriel_css_reference *reference, size_t *from,
                          const char *text, size_t len, bool whole)
{
  size_t at = *from;
  while (at < len && !json->ends) {
    const char byte = text[at];
    if (byte == '"') {
      const size_t end = json_string_end(json, text, at, len);
      if (end == len) {
        *from = whole ? len : at;
        return false;
      }
      const uriel_text string = {text + at + 1, end - at - 1};
      json->seen = 0;
      at = end + 1;
      if (json->is_key) {
        json->keys[json->depth] = json_key(string);
        json->is_key = false;
      } else if (json_is_reference(json, string)) {
        *reference = (uriel_css_reference){
            .kind = json->kind == HTML_JSON_LINKED ? URIEL_HTML_GUESS : URIEL_HTML_LINK, .raw = string};
        *from = at;
        return true;
      }
      continue;
    }
    at++;
    if (byte == '{' || byte == '[')
      json_open(json, byte == '[');
    else if (byte == '}' || byte == ']')
      json_close(json);
    else if (byte == ',')
      json->is_key = json->depth && !json_is_array(json, json->depth);
  }
  *from = len;
  return false;
}

/* Reads the four digits of "\uXXXX" at `at`. Returns the code unit, or UINT32_MAX. */
static uint32_t json_unit(const char *at, const char *end)
{
  if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
    return UINT32_MAX;
  const char *digit = at + 2;
  const uint32_t unit = digits_read(&digit, at + 6, 16, 0xffff);
  return digit == at + 6 ? unit : UINT32_MAX;
}

size_t uriel_html_json_unescape(const char *raw, size_t len, char *out, size_t capacity)
{
  static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
  writer w = writer_to(out, capacity);
  const char *const end = raw + len;
  for (const char *at = raw; at < end;) {
    uint32_t unit = json_unit(at, end);
    char bytes[4];
    if (unit != UINT32_MAX) {
      const uint32_t low = unit - 0xd800 < 0x400 ? json_unit(at + 6, end) : UINT32_MAX;
      at += 6;
      if (low != UINT32_MAX && low - 0xdc00 < 0x400) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      }
      uriel_write_bytes(&w, bytes, uriel_utf8_write(bytes, unit - 0xd800 < 0x800 ? 0xfffd : unit));
      continue;
    }
    const bool escaped = *at == '\\' && end - at > 1;
    at += escaped;
    const char *const letter = escaped ? memchr(letters, *at, 5) : NULL;
    write_byte(&w, letter ? controls[letter - letters] : *at);
    at++;
  }
  return w.len;
}

/* SPDX-License-Identifier: MIT */
/* data (RFC 2397): a media type and bytes, in base64 (RFC 4648, 4) or percent-encoded. */
#include "scheme/scheme.h"

/* ---- Base64 --------------------------------------------------------------------------------------- */

static const char base64_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Up to four characters of a group. */
typedef struct base64_group {
  uint32_t bits;
  unsigned count, padding;
} base64_group;

/* Adds a character to the group. Returns false if it does not fit there. */
static bool base64_add(base64_group *group, char byte)
{
  const char *const digits_end = base64_digits + 64;
  const unsigned value = (unsigned)(view_find(base64_digits, digits_end, byte) - base64_digits);
  const bool pads = byte == '=' && group->count >= 2;
  const uint32_t left_over = group->bits & (group->count == 2 ? 15u : 3u);
  if (pads ? group->padding == 0 && left_over != 0 : value == 64 || group->padding > 0)
    return false;
  group->padding += pads;
  group->bits = group->bits << 6 | (pads ? 0 : value);
  group->count++;
  return true;
}

/* Decodes base64 whose characters may be percent-encoded ("%3D" is padding). Writes at most
 * `written.len` bytes. Returns NULL, or the first wrong byte, or the end. */
static const char *base64_read(writer *w, uriel_text written)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  base64_group group = {0, 0, 0};
  bool padded = false;
  for (const char *here = at; at < end; here = at) {
    if (!base64_add(&group, decoded_next(&at, end)) || padded)
      return here;
    if (group.count == 4) {
      for (unsigned i = 0; i < 3 - group.padding; i++)
        write_byte(w, (char)(unsigned char)(group.bits >> (16 - 8 * i) & 0xFF));
      padded = group.padding > 0;
      group = (base64_group){0, 0, 0};
    }
  }
  return group.count > 0 ? end : NULL;
}

static void base64_write(writer *w, uriel_text bytes)
{
  for (size_t i = 0; i < bytes.len; i += 3) {
    const size_t count = bytes.len - i < 3 ? bytes.len - i : 3;
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; k++)
      bits = bits << 8 | (k < count ? (unsigned char)bytes.ptr[i + k] : 0u);
    for (size_t k = 0; k < 4; k++)
      write_byte(w, k <= count ? base64_digits[bits >> (18 - 6 * k) & 63] : '=');
  }
}

/* ---- Parts and plan ------------------------------------------------------------------------------- */

static const char data_type[] = "text/plain", data_charset[] = "charset=US-ASCII";

/* RFC 2045, 5.1: a token has no space, control character or tspecial. */
static bool data_in_token(char byte)
{
  return byte > 0x20 && byte < 0x7F && !bytes_have("()<>@,;:\\\"/[]?=", (unsigned char)byte);
}

/* Moves `at` past a token. Returns false if no token begins there. */
static bool data_token(const char **at, const char *end)
{
  const char *const begin = *at;
  for (const char *next = begin; next < end; *at = next)
    if (!data_in_token(decoded_next(&next, end)))
      break;
  return *at > begin;
}

/* RFC 822's quoted-string, after its first quote. */
static bool data_quoted(const char **at, const char *end)
{
  while (*at < end) {
    const char byte = decoded_next(at, end);
    if (byte == '"')
      return true;
    if (byte == '\r' || byte == '\n' || byte == 0)
      return false;
    if (byte == '\\' && *at < end)
      decoded_next(at, end);
  }
  return false;
}

/* A decoded type: "%" in it is taken literally. */
static part_wrong data_type_form(uriel_text type)
{
  size_t at = 0, slashes = 0, since = 0;
  for (; at < type.len; at++) {
    const bool slash = type.ptr[at] == '/' && slashes == 0 && since > 0;
    if (!slash && !data_in_token(type.ptr[at]))
      break;
    since = slash ? 0 : since + 1;
    slashes += slash;
  }
  return at == type.len && slashes == 1 && since > 0
             ? part_fits()
             : part_is_wrong(URIEL_ERROR_PART_FORM, type.ptr + at);
}

/* Returns the first byte at which the text stops being a parameter, or NULL. Tokens may be encoded (RFC
 * 2397, 3). */
static const char *data_wrong_parameter(uriel_text written)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  if (!data_token(&at, end) || at == end || *at != '=')
    return at;
  at++;
  const char *quoted = at;
  bool whole = quoted < end && decoded_next(&quoted, end) == '"';
  if (whole) {
    at = quoted;
    whole = data_quoted(&at, end);
  } else {
    whole = data_token(&at, end);
  }
  return whole && at == end ? NULL : at;
}

static part_wrong data_parameters_form(uriel_text written)
{
  static const encode_set kept = {BYTE_SEGMENT, ",", "/", 0};
  uriel_text item, rest = written;
  const char *wrong = uriel_part_outside(written, kept);
  wrong = wrong == written.ptr + written.len ? NULL : wrong;
  while (!wrong && uriel_list_next(&rest, &item, ';'))
    wrong = data_wrong_parameter(item);
  return wrong ? part_is_wrong(URIEL_ERROR_PART_FORM, wrong) : part_fits();
}

static part_wrong data_encoding_form(uriel_text text)
{
  return view_is(text, "base64") ? part_fits() : part_is_wrong(URIEL_ERROR_PART_FORM, text.ptr);
}

static const scheme_part data_parts[] = {{"type", "", BYTE_SEGMENT, .more = "/",
                                          .checks = PART_DOTS | PART_DOTS_FIRST, .form = data_type_form},
                                         {"parameters", ";", .checks = PART_DOTS,
                                          .form = data_parameters_form, .separator = ';', .pairs = true},
                                         {.name = "encoding", .form = data_encoding_form},
                                         {.name = "content", .checks = PART_NEEDED}};

/* Removes ";base64" from the end of the text before the comma, in any case: it is a word of the
 * grammar. */
static uriel_text data_take_encoding(uriel_text *head)
{
  const char *const end = head->ptr + head->len;
  const char *at = end;
  while (at > head->ptr && at[-1] != ';')
    at--;
  if (at == head->ptr || !uriel_part_says(view_of(at, end), "base64"))
    return view_undefined();
  *head = view_of(head->ptr, at - 1);
  return uriel_text_of("base64");
}

static void data_read(part_reader *r, scheme_parts *parts)
{
  uriel_data *const data = &parts->data;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  uriel_text rest = path;
  uriel_text parameters = view_take(&rest, ',');
  uriel_part_refuse(r, URIEL_HOST, "host");
  if (!view_defined(rest))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "content", path, path.ptr + path.len);
  if (r->failed)
    return;
  /* "?" is not a delimiter here: the data continues after it. */
  if (view_defined(query))
    rest = view_of(rest.ptr, query.ptr + query.len);
  data->encoding = data_take_encoding(&parameters);
  const uriel_text type = view_take(&parameters, ';');
  const bool bare = type.len == 0 && !view_defined(parameters);
  uriel_part_take(r, &data->type, type.len > 0 ? type : uriel_text_of(data_type));
  uriel_part_take(r, &data->parameters, bare ? uriel_text_of(data_charset) : parameters);
  if (!view_defined(data->encoding)) {
    uriel_part_take(r, &data->content, rest);
  } else if (!r->failed) {
    writer w = writer_to(r->at, (size_t)(r->end - r->at));
    const char *const wrong = base64_read(&w, rest);
    if (wrong)
      uriel_part_error(r, URIEL_ERROR_PART_BASE64, URIEL_PATH, "content", rest, wrong);
    data->content = (uriel_text){w.len > 0 ? r->at : rest.ptr, w.len};
    r->at += w.len;
  }
}

static void data_write(part_builder *b, const scheme_parts *parts)
{
  const uriel_data *const data = &parts->data;
  encode_set kept = {BYTE_QUERY, "", "", 0};
  uriel_text rest = data->content, segment;
  write_string(&b->w, "data:");
  if (!view_equal(data->type, uriel_text_of(data_type)) ||
      !view_equal(data->parameters, uriel_text_of(data_charset))) {
    uriel_build_put(b, &data->type);
    uriel_build_put(b, &data->parameters);
  }
  write_string(&b->w, view_defined(data->encoding) ? ";base64," : ",");
  if (view_defined(data->encoding)) {
    base64_write(&b->w, data->content);
    return;
  }
  /* Encodes "/" only if it would make a segment "." or "..", which a normal form would remove from the
   * data. */
  for (bool first = true; uriel_list_next(&rest, &segment, '/'); first = false)
    if (!first && uriel_part_is_dots(segment))
      kept.less = "/";
  uriel_write_encoded(&b->w, data->content, &kept, URIEL_ENCODE_PERCENT);
}

SCHEME_DEFINE(data, data_read, NULL, data_write, "data");
SCHEME_FUNCTIONS(data)

bool uriel_data_plan(planner *p, const scheme_parts *parts)
{
  uriel_plan_text(p, URIEL_STEP_DECODE, "", parts->data.content, "", "the URI itself holds these bytes");
  return true;
}

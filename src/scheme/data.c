/* SPDX-License-Identifier: MIT */
/* data (RFC 2397): a media type and bytes, in base64 (RFC 4648, 4) or percent-encoded. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "text/text.h"
#include "uriel_scheme.h"

/* ---- Base64 --------------------------------------------------------------------------------------- */

/* The value of a character of the alphabet, or 64. */
static unsigned base64_value(char byte)
{
  if (byte_is(byte, BYTE_DIGIT))
    return (unsigned)(byte - '0') + 52;
  if (byte_is(byte, BYTE_ALPHA))
    return byte_is(byte, BYTE_UPPER) ? (unsigned)(byte - 'A') : (unsigned)(byte - 'a') + 26;
  return byte == '+' ? 62 : byte == '/' ? 63 : 64;
}

static void base64_write_bytes(writer *w, uint32_t bits, size_t count)
{
  for (size_t i = 0; i < count; i++)
    write_byte(w, (char)(unsigned char)(bits >> (16 - 8 * i) & 0xFF));
}

/* Up to four characters of a group. */
typedef struct base64_group {
  uint32_t bits;
  unsigned count, padding;
} base64_group;

/* Adds a character to the group. Returns false if it does not fit there. */
static bool base64_add(base64_group *group, char byte)
{
  const unsigned value = base64_value(byte);
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
  while (at < end) {
    const bool encoded = triplet_at(at, end);
    if (padded || !base64_add(&group, encoded ? (char)triplet_value(at) : *at))
      return at;
    at += encoded ? 3 : 1;
    if (group.count == 4) {
      base64_write_bytes(w, group.bits, 3 - group.padding);
      padded = group.padding > 0;
      group = (base64_group){0, 0, 0};
    }
  }
  return group.count > 0 ? end : NULL;
}

static void base64_write(writer *w, uriel_text bytes)
{
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < bytes.len; i += 3) {
    const size_t count = bytes.len - i < 3 ? bytes.len - i : 3;
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; k++)
      bits = bits << 8 | (k < count ? (unsigned char)bytes.ptr[i + k] : 0u);
    for (size_t k = 0; k < 4; k++)
      write_byte(w, k <= count ? alphabet[bits >> (18 - 6 * k) & 63] : '=');
  }
}

/* ---- Parts and plan ------------------------------------------------------------------------------- */

static const char *const data_names[] = {"data", NULL};
static const char data_type[] = "text/plain", data_charset[] = "charset=US-ASCII";

/* RFC 2045, 5.1: a token has no space, control character or tspecial. */
static bool data_in_token(char byte)
{
  const uriel_text specials = uriel_text_of("()<>@,;:\\\"/[]?=");
  const char *const end = specials.ptr + specials.len;
  return byte > 0x20 && byte < 0x7F && view_find(specials.ptr, end, byte) == end;
}

/* The next byte, decoded. */
static char data_next(const char **at, const char *end)
{
  const bool encoded = triplet_at(*at, end);
  const char byte = encoded ? (char)triplet_value(*at) : **at;
  *at += encoded ? 3 : 1;
  return byte;
}

/* Moves `at` past a token. Returns false if none begins there. */
static bool data_token(const char **at, const char *end)
{
  const char *const begin = *at;
  for (const char *next = begin; next < end; *at = next)
    if (!data_in_token(data_next(&next, end)))
      break;
  return *at > begin;
}

static bool data_byte(const char **at, const char *end, char wanted)
{
  const char *next = *at;
  if (next == end || data_next(&next, end) != wanted)
    return false;
  *at = next;
  return true;
}

/* RFC 822's quoted-string, after its first quote. */
static bool data_quoted(const char **at, const char *end)
{
  while (*at < end) {
    const char byte = data_next(at, end);
    if (byte == '"')
      return true;
    if (byte == '\r' || byte == '\n' || byte == 0)
      return false;
    if (byte == '\\' && *at < end)
      data_next(at, end);
  }
  return false;
}

/* Returns the first byte at which the text stops being a type or parameter, or NULL. Tokens may be
 * encoded (RFC 2397, 3). */
static const char *data_wrong_type(uriel_text written)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  return data_token(&at, end) && data_byte(&at, end, '/') && data_token(&at, end) && at == end ? NULL
                                                                                               : at;
}

static const char *data_wrong_parameter(uriel_text written)
{
  const char *at = written.ptr;
  const char *const end = at + written.len;
  if (!data_token(&at, end) || at == end || *at != '=')
    return at;
  at++;
  const bool whole = data_byte(&at, end, '"') ? data_quoted(&at, end) : data_token(&at, end);
  return whole && at == end ? NULL : at;
}

static const char *data_wrong_parameters(uriel_text written)
{
  static const encode_set kept = {BYTE_SEGMENT, ",", "/", 0};
  uriel_text item;
  if (!view_defined(written))
    return NULL;
  const char *wrong = uriel_part_outside(written, kept);
  wrong = wrong == written.ptr + written.len ? NULL : wrong;
  while (!wrong && uriel_list_next(&written, &item, ';'))
    wrong = data_wrong_parameter(item);
  return wrong;
}

static bool data_is_base64(uriel_text text)
{
  static const unit_rules fold = {false, 0, true};
  return uriel_units_equal(text, fold, uriel_text_of("base64"), fold);
}

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

static void data_read_head(part_reader *r, uriel_data *data, uriel_text head)
{
  data->encoding = data_take_encoding(&head);
  uriel_text parameters = head;
  const uriel_text type = view_take(&parameters, ';');
  const char *wrong = type.len > 0 ? data_wrong_type(type) : NULL;
  if (wrong)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_PATH, "type", type, wrong);
  wrong = data_wrong_parameters(parameters);
  if (wrong)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_PATH, "parameters", parameters, wrong);
  data->type = type.len > 0 ? uriel_part_bytes(r, type) : uriel_text_of(data_type);
  const bool bare = type.len == 0 && !view_defined(parameters);
  data->parameters = bare ? uriel_text_of(data_charset) : parameters;
}

static uriel_text data_read_base64(part_reader *r, uriel_text written)
{
  if (r->failed)
    return view_undefined();
  writer w = writer_to(r->at, (size_t)(r->end - r->at));
  const char *const wrong = base64_read(&w, written);
  if (wrong)
    uriel_part_error(r, URIEL_ERROR_PART_BASE64, URIEL_PATH, "content", written, wrong);
  const uriel_text bytes = {w.len > 0 ? r->at : written.ptr, w.len};
  r->at += w.len;
  return bytes;
}

static void data_parse(part_reader *r, void *parts)
{
  uriel_data *const data = parts;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  uriel_text rest = path;
  const uriel_text head = view_take(&rest, ',');
  uriel_part_refuse(r, URIEL_HOST, "host", uriel_host(r->ref));
  if (!view_defined(rest))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "content", path, path.ptr + path.len);
  if (r->failed)
    return;
  /* "?" is no delimiter here: the data continues after it. */
  if (view_defined(query))
    rest = view_of(rest.ptr, query.ptr + query.len);
  data_read_head(r, data, head);
  data->content = view_defined(data->encoding) ? data_read_base64(r, rest) : uriel_part_bytes(r, rest);
}

/* A decoded type: "%" in it stands for itself. */
static bool data_type_fits(part_builder *b, uriel_text type)
{
  size_t at = 0, slashes = 0, since = 0;
  for (; at < type.len; at++) {
    const bool slash = type.ptr[at] == '/' && slashes == 0 && since > 0;
    if (!slash && !data_in_token(type.ptr[at]))
      break;
    since = slash ? 0 : since + 1;
    slashes += slash;
  }
  return !view_defined(type) || (at == type.len && slashes == 1 && since > 0) ||
         uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "type", type, type.ptr + at);
}

static bool data_fits(part_builder *b, const uriel_data *data)
{
  const uriel_text encoding = data->encoding;
  if (!data_type_fits(b, data->type))
    return false;
  const char *const wrong = data_wrong_parameters(data->parameters);
  if (wrong)
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "parameters", data->parameters,
                             wrong);
  if (view_defined(encoding) && !data_is_base64(encoding))
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "encoding", encoding, encoding.ptr);
  return uriel_build_no_dots(b, "type", data->type, EDGE_FIRST, false) &&
         uriel_build_no_dots(b, "parameters", data->parameters, EDGE_NONE, true) &&
         uriel_build_needs(b, URIEL_PATH, "content", data->content);
}

/* Encodes "/" only if it would make a segment "." or "..", which a normal form would remove from the
 * data. */
static void data_write_plain(part_builder *b, uriel_text content)
{
  static const encode_set kept = {BYTE_QUERY, "", "", 0}, less = {BYTE_QUERY, "/", "", 0};
  uriel_text rest = content, segment;
  bool dots = false;
  for (bool first = true; !dots && uriel_list_next(&rest, &segment, '/'); first = false)
    dots = !first && uriel_part_is_dots(segment);
  uriel_build_part(b, "", content, dots ? less : kept, "");
}

static void data_build(part_builder *b, const void *parts)
{
  const uriel_data *const data = parts;
  static const encode_set type = {BYTE_SEGMENT, "", "/", 0};
  if (!data_fits(b, data))
    return;
  const bool usual = view_equal(data->type, uriel_text_of(data_type)) &&
                     view_equal(data->parameters, uriel_text_of(data_charset));
  write_string(&b->w, "data:");
  if (!usual) {
    uriel_build_part(b, "", data->type, type, "");
    uriel_write_part(&b->w, ";", data->parameters, "");
  }
  write_string(&b->w, view_defined(data->encoding) ? ";base64," : ",");
  if (view_defined(data->encoding))
    base64_write(&b->w, data->content);
  else
    data_write_plain(b, data->content);
}

bool uriel_data_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_data *const data = parts;
  (void)ref;
  uriel_plan_begin(p);
  write_view(&p->text, data->content);
  uriel_plan_end(p, URIEL_STEP_DECODE, "the URI itself holds these bytes");
  return true;
}

static const scheme_part data_parts[] = {
    SCHEME_PART(uriel_data, type), SCHEME_LIST(uriel_data, parameters, ';', true),
    SCHEME_PART(uriel_data, encoding), SCHEME_PART(uriel_data, content)};

SCHEME_DEFINE(data, uriel_data);
SCHEME_FUNCTIONS(data)

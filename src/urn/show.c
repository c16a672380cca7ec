/* SPDX-License-Identifier: MIT */
/* Names in their namespace's own characters and in a URN's: encoded (RFC 8141, 2.2; urn-2011, 2.2),
 * and displayed to people (urn-2011, 4). */
#include "text/utf8.h"
#include "uriel_urn.h"
#include "urn/document.h"

/* Returns how many bytes at `at` make one byte of the NSS, and its value. */
static size_t show_byte(const char *at, const char *end, unsigned options, unsigned char *value)
{
  const bool triplet = (options & URIEL_ENCODE_PERCENT) == 0 && triplet_at(at, end);
  *value = triplet ? triplet_value(at) : (unsigned char)*at;
  return triplet ? 3 : 1;
}

static bool show_error(const urn_document *d, uriel_error *error, uriel_error_code code, size_t offset,
                       size_t length)
{
  return error_store(
      error,
      (uriel_error){
          .code = code, .component = URIEL_PATH, .offset = offset, .length = length, .spec = d->spec});
}

/* Reports whether the name can become a URN: UTF-8, without a NUL that the document forbids. */
static bool show_can_encode(const urn_document *d, uriel_text nid, uriel_text name, unsigned options,
                            uriel_error *error)
{
  const char *const end = name.ptr + name.len;
  const size_t utf_8 = uriel_utf8_span(name.ptr, name.len);
  unsigned char value = 0;
  size_t at = 0;
  const uriel_error_code code = uriel_urn_nid_error(d, nid, &at);
  if (code != URIEL_ERROR_NONE)
    return show_error(d, error, code, at, nid.len);
  if (name.len == 0)
    return show_error(d, error, URIEL_ERROR_NSS_EMPTY, 0, 0);
  if (utf_8 < name.len)
    return show_error(d, error, URIEL_ERROR_NOT_UTF_8, utf_8, name.len);
  for (at = 0; at < name.len;) {
    const size_t bytes = show_byte(name.ptr + at, end, options, &value);
    if (value == 0 && !d->nul)
      return show_error(d, error, URIEL_ERROR_NSS_NUL, at + bytes - 1, name.len);
    at += bytes;
  }
  return show_error(d, error, URIEL_ERROR_NONE, 0, 0);
}

size_t uriel_urn_encode(const char *nid, size_t nid_len, const char *name, size_t len, uriel_spec spec,
                        unsigned options, char *out, size_t capacity, uriel_error *error)
{
  const uriel_text own = {len ? name : "", len}, space = {nid_len ? nid : "", nid_len};
  const char *const end = own.ptr + own.len;
  writer w = writer_to(out, capacity);
  const urn_document *const given = uriel_urn_document(spec);
  const urn_document *const d = given ? given : &uriel_document_8141;
  /* RFC 8141, 2.2, does not change the rules of older namespaces. */
  const uriel_urn_namespace *const known = uriel_urn_namespace_find(space.ptr, space.len);
  const urn_document *const characters =
      d == &uriel_document_8141 && known && known->rfc2141 ? &uriel_document_2141 : d;
  if (!show_can_encode(d, space, own, options, error))
    return URIEL_FAILED;
  uriel_write_part(&w, "urn:", space, ":");
  for (const char *at = own.ptr; at < end;) {
    unsigned char value;
    const size_t bytes = show_byte(at, end, options, &value);
    if (bytes == 1 && uriel_urn_holds(characters, *at, at == own.ptr))
      write_byte(&w, *at);
    else
      write_triplet(&w, value);
    at += bytes;
  }
  return w.len;
}

/* Ranges of characters beyond US-ASCII that are invisible or change the look of others: spaces,
 * direction marks, joiners, fillers, private and unassigned characters. */
static const struct {
  uint32_t first, last;
} show_unseen[] = {
    {0x0080, 0x00A0},   {0x00AD, 0x00AD},    {0x034F, 0x034F}, {0x061C, 0x061C}, {0x115F, 0x1160},
    {0x1680, 0x1680},   {0x17B4, 0x17B5},    {0x180B, 0x180F}, {0x2000, 0x200F}, {0x2028, 0x202F},
    {0x205F, 0x206F},   {0x3000, 0x3000},    {0x3164, 0x3164}, {0xE000, 0xF8FF}, {0xFDD0, 0xFDEF},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},    {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF},
};

static bool show_is_seen(uint32_t character)
{
  if ((character & 0xFFFE) == 0xFFFE)
    return false;
  for (size_t i = 0; i < sizeof show_unseen / sizeof *show_unseen; i++)
    if (character >= show_unseen[i].first && character <= show_unseen[i].last)
      return false;
  return true;
}

/* Decodes the character whose triplets begin at `at`. Returns its length if it is displayed, otherwise
 * 0. */
static size_t show_character(const char *at, const char *end, char bytes[4])
{
  uint32_t character = 0;
  size_t count = 0;
  while (count < 4 && triplet_at(at + 3 * count, end)) {
    bytes[count] = (char)triplet_value(at + 3 * count);
    count++;
  }
  if (count == 0)
    return 0;
  /* US-ASCII that every document encodes again, except "%", and "?" and "#", which end a name. */
  if ((unsigned char)bytes[0] < 0x80)
    return bytes[0] >= ' ' && bytes[0] <= '~' && !bytes_have("%?#", (unsigned char)bytes[0]) &&
           !uriel_urn_holds(&uriel_document_8141, bytes[0], false);
  count = uriel_utf8_character(bytes, bytes + count, &character);
  return count > 0 && show_is_seen(character) ? count : 0;
}

static void show_write(writer *w, uriel_text nss)
{
  const char *at = nss.ptr;
  const char *const end = nss.ptr + nss.len;
  while (at < end) {
    char bytes[4];
    const size_t shown = show_character(at, end, bytes);
    if (shown > 0) {
      uriel_write_bytes(w, bytes, shown);
      at += 3 * shown;
    } else if (triplet_at(at, end)) {
      write_triplet(w, triplet_value(at));
      at += 3;
    } else {
      write_byte(w, *at++);
    }
  }
}

size_t uriel_urn_show(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  uriel_ref name;
  if (!uriel_urn_read(&name, ref, error))
    return URIEL_FAILED;
  const uriel_text nss = uriel_urn_split(&name).nss;
  write_view(&w, view_of(name.text, nss.ptr));
  show_write(&w, nss);
  write_view(&w, view_of(nss.ptr + nss.len, name.text + name.length));
  return w.len;
}

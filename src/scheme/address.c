/* SPDX-License-Identifier: MIT */
/* addr-spec = local-part "@" domain, read without a scratch buffer to decode in. */
#include "scheme/address.h"

typedef struct address {
  const char *at, *end;
  bool rfc822;
} address;

enum { ADDRESS_END = 0x100 };

/* The byte that the address goes on with. */
static unsigned address_peek(const address *a)
{
  if (a->at == a->end)
    return ADDRESS_END;
  return triplet_at(a->at, a->end) ? triplet_value(a->at) : (unsigned char)*a->at;
}

static void address_step(address *a)
{
  a->at += triplet_at(a->at, a->end) ? 3 : 1;
}

static bool address_takes(address *a, unsigned byte)
{
  if (address_peek(a) != byte)
    return false;
  address_step(a);
  return true;
}

/* atext (RFC 5322, 3.2.3), and the bytes of what is not ASCII (RFC 6068, 2, items 4 and 5). */
static bool address_is_atom(unsigned byte)
{
  if (byte >= 0x80)
    return byte < ADDRESS_END;
  return bytes_have("!#$%&'*+-/=?^_`{|}~", byte) || byte_is((char)byte, BYTE_ALPHA | BYTE_DIGIT);
}

static bool address_atom(address *a)
{
  if (!address_is_atom(address_peek(a)))
    return false;
  while (address_is_atom(address_peek(a)))
    address_step(a);
  return true;
}

static bool address_is_visible(unsigned byte)
{
  return byte > ' ' && byte != 0x7F && byte < ADDRESS_END;
}

/* quoted-string (RFC 5322, 3.2.4), its white space behind a backslash (RFC 6068, 2, item 3). */
static bool address_quoted(address *a)
{
  address_step(a);
  while (!address_takes(a, '"')) {
    const bool escaped = address_takes(a, '\\');
    const unsigned byte = address_peek(a);
    const bool space = byte == ' ' || byte == '\t';
    if (!address_is_visible(byte) && !(space && (escaped || a->rfc822)))
      return false;
    address_step(a);
  }
  return true;
}

static bool address_word(address *a)
{
  return address_peek(a) == '"' ? address_quoted(a) : address_atom(a);
}

/* dot-atom-text / quoted-string; word *("." word) in RFC 822, 6.1 */
static bool address_local(address *a)
{
  if (!a->rfc822 && address_peek(a) == '"')
    return address_quoted(a);
  do {
    if (!(a->rfc822 ? address_word(a) : address_atom(a)))
      return false;
  } while (address_takes(a, '.'));
  return true;
}

/* dot-atom-text / "[" *dtext-no-obs "]" */
static bool address_domain(address *a)
{
  if (address_takes(a, '[')) {
    while (address_is_visible(address_peek(a)) && address_peek(a) != '[' && address_peek(a) != ']' &&
           address_peek(a) != '\\')
      address_step(a);
    return address_takes(a, ']');
  }
  do {
    if (!address_atom(a))
      return false;
  } while (address_takes(a, '.'));
  return true;
}

part_wrong uriel_address_is_wrong(uriel_text written, bool rfc822)
{
  address a = {written.ptr, written.ptr + written.len, rfc822};
  if (address_local(&a) && address_takes(&a, '@') && address_domain(&a) && a.at == a.end)
    return part_fits();
  return part_is_wrong(a.at == a.end ? URIEL_ERROR_PART_FORM : URIEL_ERROR_PART_CHARACTER, a.at);
}

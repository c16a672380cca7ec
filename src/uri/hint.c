/* SPDX-License-Identifier: MIT */
/* How to repair a text with an error, if the text shows what its writer meant. */
#include "text/bytes.h"
#include "text/utf8.h"
#include "uri/blame.h"
#include "uri/error.h"
#include "uriel_iri.h"
#include "uriel_urn.h"

enum { HINT_SHOWN = 48 }; /* longer texts are not quoted */

typedef struct hinted {
  const uriel_error *error;
  uriel_text text;
  uriel_text part; /* the component at error */
  const char *at;  /* the byte to blame, or the end of the text */
  error_next *next;
} hinted;

static const char *hint_end(const hinted *h)
{
  return h->text.ptr + h->text.len;
}

/* Reports whether the document has IP literals in brackets. */
static bool hint_has_brackets(const hinted *h)
{
  return h->error->spec == URIEL_SPEC_RFC3986 || h->error->spec == URIEL_SPEC_URI_2003 ||
         h->error->spec == URIEL_SPEC_IRI;
}

/* Reports whether a "%XX" is allowed at `at`. User information of url-1994 (alphanum2) and hosts of
 * url-1997 (4.3.1) have no escapes. */
static bool hint_can_escape(const hinted *h, const char *at)
{
  grammar_next next;
  if ((h->error->spec == URIEL_SPEC_URL_1994 && h->error->component == URIEL_USERINFO) ||
      (h->error->spec == URIEL_SPEC_URL_1997 && h->error->component == URIEL_HOST))
    return false;
  if (!h->next)
    return true;
  return h->next(h->error, h->text.ptr, h->text.len, (size_t)(at - h->text.ptr), &next) &&
         next.byte['%'];
}

/* Returns the text up to the end of the authority. */
static uriel_text hint_authority(const char *at, const char *end)
{
  const char *stop = at;
  while (stop < end && *stop != '/' && *stop != '?' && *stop != '#')
    stop++;
  return view_of(at, stop);
}

/* Returns the address without its zone. */
static uriel_text hint_before_zone(uriel_text address)
{
  return view_of(address.ptr, view_find(address.ptr, address.ptr + address.len, '%'));
}

static bool hint_is_ipv6(uriel_text text)
{
  return uriel_ipv6_parse((uint8_t[16]){0}, text.ptr, text.len);
}

size_t uriel_zone_span(uriel_text host)
{
  if (host.len == 0 || host.ptr[0] != '[')
    return 0;
  const char *const end = host.ptr + host.len;
  const uriel_text inside = view_of(host.ptr + 1, view_find(host.ptr, end, ']'));
  const uriel_text address = hint_before_zone(inside);
  return hint_is_ipv6(address) ? inside.len - address.len : 0;
}

static bool hint_is_shown(uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] <= ' ' || text.ptr[i] > '~')
      return false;
  return text.len > 0 && text.len <= HINT_SHOWN;
}

/* Suggests "[" as %5B: the "%XX" of a character's UTF-8, or in url-1993 of its ISO Latin 1 code. Returns
 * false if the document has no way to write the character. */
static bool hint_write_as(writer *w, const hinted *h, const char *before)
{
  uint32_t character = (unsigned char)*h->at;
  const size_t found = uriel_utf8_character(h->at, hint_end(h), &character);
  const bool latin_1 = h->error->spec == URIEL_SPEC_URL_1993 && found > 1;
  if (!hint_can_escape(h, h->at) || (latin_1 && character > 0xFF))
    return false;
  write_string(w, before);
  uriel_write_character(w, h->at, hint_end(h));
  write_string(w, " as ");
  if (latin_1)
    write_triplet(w, (unsigned char)character);
  for (size_t i = 0; !latin_1 && (i == 0 || i < found); i++)
    write_triplet(w, (unsigned char)h->at[i]);
  return true;
}

/* If the authority begins with an IPv6 address without brackets, suggests brackets. */
static bool hint_write_ipv6(writer *w, uriel_text authority, const char *before)
{
  const char *const end = view_find(authority.ptr, authority.ptr + authority.len, ']');
  const uriel_text inside = view_of(authority.ptr, end);
  const uriel_text address = hint_before_zone(inside);
  if (!hint_is_ipv6(address))
    return false;
  write_string(w, address.len < inside.len ? "write an IPv6 address in brackets and without its zone: "
                                           : "write an IPv6 address in brackets: ");
  write_string(w, before);
  uriel_write_part(w, "[", address, "]");
  return true;
}

/* If quotation marks or angle brackets enclose the text, suggests removing them. */
static bool hint_write_wrapped(writer *w, const hinted *h)
{
  const uriel_text text = h->text;
  if (text.len < 2)
    return false;
  const char first = text.ptr[0], last = text.ptr[text.len - 1];
  if (first == '<' && last == '>')
    write_string(w, "remove \"<\" and \">\" around the reference");
  else if (first == last && (first == '"' || first == '\'' || first == '`'))
    write_string(w, "remove the quotation marks around the reference");
  else
    return false;
  return true;
}

/* Reports whether only blanks and other invisible characters follow from `at` on. */
static bool hint_is_trailing(const char *at, const char *end)
{
  while (at < end) {
    const size_t unseen = byte_is_blank(*at) ? 1 : uriel_unseen_span(at, end);
    if (unseen == 0)
      return false;
    at += unseen;
  }
  return true;
}

/* %u00FC, as some old scripts write it. */
static bool hint_write_u(writer *w, const hinted *h, const char *percent)
{
  char bytes[4];
  const char *at = percent + 2;
  if (hint_end(h) - percent < 6 || byte_lower(percent[1]) != 'u')
    return false;
  const uint32_t character = digits_read(&at, percent + 6, 16, UINT16_MAX);
  if (at < percent + 6 || (character >= 0xD800 && character <= 0xDFFF) ||
      h->error->spec == URIEL_SPEC_URL_1993)
    return false;
  uriel_write_part(w, "write ", (uriel_text){percent, 6}, " as ");
  const size_t n = uriel_utf8_write(bytes, character);
  for (size_t i = 0; i < n; i++)
    write_triplet(w, (unsigned char)bytes[i]);
  return true;
}

/* The "%" is one or two bytes before the error's offset. */
static bool hint_write_percent(writer *w, const hinted *h)
{
  const size_t offset = h->error->offset;
  size_t at = offset;
  if (offset > h->text.len)
    return false;
  while (at > 0 && offset - at < 2 && h->text.ptr[at - 1] != '%')
    at--;
  if (at == 0 || h->text.ptr[at - 1] != '%' || offset - at > 1)
    return false;
  const char *const percent = h->text.ptr + at - 1;
  const bool decoding = h->error->component == URIEL_REFERENCE;
  if (!decoding && !hint_can_escape(h, percent))
    return false;
  if (!hint_write_u(w, h, percent))
    write_string(w, "write \"%\" itself as %25");
  return true;
}

static bool hint_write_backslash(writer *w, const hinted *h)
{
  const uriel_text text = h->text;
  const bool path = h->error->component == URIEL_PATH;
  const bool drive = text.len > 2 && byte_is(text.ptr[0], BYTE_ALPHA) && text.ptr[1] == ':';
  if (drive && h->at == text.ptr + 2) {
    uriel_write_part(w, "write a Windows path as a file URI, with \"/\": file:///",
                     (uriel_text){text.ptr, 1}, ":/...");
  } else if (text.len > 1 && h->at == text.ptr && text.ptr[1] == '\\') {
    write_string(w, "write a Windows share as a file URI, with \"/\": file://SERVER/SHARE/...");
  } else if (h->error->component == URIEL_USERINFO) { /* as %5C, the host would still follow the "@" */
    write_string(w, "browsers read \"\\\" as \"/\" in http URLs: write \"/\" if that is meant");
  } else if (h->error->component == URIEL_HOST || (path && h->part.ptr == h->at)) {
    write_string(w, "write \"/\" in place of \"\\\"");
  } else {
    return hint_write_as(w, h, path ? "write \"/\" in place of \"\\\", or write " : "write ");
  }
  return true;
}

/* Returns the beginning of the hint: the likely mistake, then "write". */
static const char *hint_before(const hinted *h)
{
  const char byte = *h->at;
  if (h->error->component == URIEL_HOST && byte == '@')
    return "in a user name or password, write ";
  if (h->error->code == URIEL_ERROR_FRAGMENT_CHARACTER && byte == '#')
    return "a reference has one fragment: write ";
  if ((byte == '[' || byte == ']') && hint_has_brackets(h))
    return "brackets are allowed only around an IP address: write ";
  if (byte == '{' || byte == '}')
    return "fill in the template, or write ";
  if (hint_is_trailing(h->at, hint_end(h)) || (unsigned char)byte < ' ' || byte == 0x7F ||
      uriel_unseen_span(h->at, hint_end(h)))
    return "remove it, or write ";
  return "write ";
}

/* For a character that its component does not allow. */
static bool hint_write_character(writer *w, const hinted *h)
{
  if (h->at == hint_end(h))
    return false;
  const bool edge = h->at == h->text.ptr || h->at + 1 == hint_end(h);
  if (edge && hint_write_wrapped(w, h))
    return true;
  if (*h->at == '\\')
    return hint_write_backslash(w, h);
  if (*h->at == '[' && h->at == h->part.ptr && h->error->component == URIEL_HOST &&
      !hint_has_brackets(h)) {
    write_string(w, "the document has no IPv6 addresses");
    return true;
  }
  if (h->error->code == URIEL_ERROR_HOST_CHARACTER && (unsigned char)*h->at >= 0x80 &&
      !uriel_unseen_span(h->at, hint_end(h))) {
    const bool possible = hint_write_as(w, h, "write ");
    write_string(w, possible ? ", or the host in its ASCII form, xn--..." : "");
    return possible;
  }
  if (h->error->component == URIEL_HOST && *h->at == ':' && hint_has_brackets(h)) {
    if (!hint_write_ipv6(w, h->part, ""))
      write_string(w, "a host does not include a port: set the port separately");
    return true;
  }
  if (h->error->component == URIEL_HOST && byte_is_blank(*h->at)) {
    write_string(w, *h->at == ' ' ? "remove the space" : "remove it");
    return true;
  }
  return hint_write_as(w, h, hint_before(h));
}

/* If the text is a host that begins with a digit, and a port ("10.0.0.1:80"), or an IP literal, perhaps
 * after a user, suggests "//". */
static bool hint_write_slashes(writer *w, uriel_text authority)
{
  const char *const at = view_find(authority.ptr, view_end(authority), '@');
  const char *const first = at < view_end(authority) ? at + 1 : authority.ptr;
  const bool literal =
      first < view_end(authority) && *first == '[' &&
      (first == authority.ptr || view_find(first, view_end(authority), ']') < view_end(authority));
  uriel_text port = authority;
  const uriel_text host = view_take(&port, ':');
  const char *const end = host.ptr + host.len;
  const bool server = port.len > 0 && view_find(host.ptr, end, '.') < end &&
                      bytes_past(host.ptr, end, BYTE_SCHEME) == end &&
                      bytes_past(port.ptr, view_end(port), BYTE_DIGIT) == view_end(port);
  if ((!literal && !server) || !hint_is_shown(authority))
    return false;
  uriel_write_part(w, "write \"//\" before a host: //", authority, "");
  return true;
}

/* "git@host:path", as scp and git read it: suggests an ssh URI. After the host, digits are a port. */
static bool hint_write_scp(writer *w, const hinted *h)
{
  const char *const text = h->text.ptr, *const end = hint_end(h), *const at = view_find(text, end, '@');
  const bool literal = end - at > 1 && at[1] == '[';
  const char *const colon = view_find(literal ? view_find(at, end, ']') : text, end, ':');
  const uriel_text server = view_of(text, colon), path = view_of(colon < end ? colon + 1 : end, end);
  const char *const after = bytes_past(path.ptr, end, BYTE_DIGIT);
  const bool port = after == end || (*after == '/' && after > path.ptr);
  if (at == text || colon - at < 2 || port || server.len > HINT_SHOWN ||
      bytes_past(text, at, BYTE_NAME) < at ||
      (literal ? !uriel_is_ipv6_reference(view_of(at + 1, colon))
               : bytes_past(at + 1, colon, BYTE_NAME) < colon))
    return false;
  const bool shown =
      path.len <= HINT_SHOWN && bytes_past(path.ptr, view_end(path), BYTE_QUERY) == view_end(path);
  uriel_write_part(w, "if this is an address of scp or git, write ssh://", server, "");
  write_string(w, shown && *path.ptr == '/' ? "" : "/");
  if (shown)
    uriel_write_part(w, "", path, "");
  else
    write_string(w, "...");
  return true;
}

/* For a bad or missing scheme. */
static bool hint_write_scheme(writer *w, const hinted *h)
{
  const char *const text = h->text.ptr, *const end = hint_end(h);
  const uriel_text start = hint_authority(text, end);
  if (uriel_error_is_unseen(h->error, h->text)) {
    write_string(w, "remove it");
    return true;
  }
  const bool given = h->error->code != URIEL_ERROR_PATH_COLON && h->text.len == h->error->length;
  if (h->error->begin != 0 || given || hint_write_wrapped(w, h))
    return w->len > 0;
  if (!hint_has_brackets(h)) /* documents whose relative references differ */
    return false;
  if (hint_write_scp(w, h) || hint_write_slashes(w, start) || hint_write_ipv6(w, start, "//"))
    return true;
  if (h->error->code == URIEL_ERROR_PATH_COLON && end - text > 2 && bytes_equal(text, "://", 3))
    write_string(w, "write a scheme before \"://\", such as http");
  else if (end - start.ptr < (ptrdiff_t)start.len + 2 || start.len == 0 ||
           !bytes_equal(start.ptr + start.len - 1, "://", 3))
    write_string(w, "if this is a relative path, write \"./\" before it");
  return w->len > 0;
}

/* Returns the hint for an invalid IPv6 address; `inside` is the text between the brackets. */
static const char *hint_of_ipv6(uriel_text inside)
{
  size_t pairs = 0, digits = 0, most = 0;
  bool dots = false, colons = false;
  for (size_t i = 0; i < inside.len; i++) {
    const char byte = inside.ptr[i];
    if (!byte_is(byte, BYTE_HEX) && byte != ':' && byte != '.')
      return view_find(inside.ptr, inside.ptr + inside.len, ':') == inside.ptr + inside.len
                 ? "write a name without brackets, which are for IPv6 addresses only"
                 : "an IPv6 address holds only hexadecimal digits, \":\" and \".\"";
    pairs += byte == ':' && i > 0 && inside.ptr[i - 1] == ':';
    digits = byte == ':' || byte == '.' ? 0 : digits + 1;
    most = digits > most ? digits : most;
    dots = dots || byte == '.';
    colons = colons || byte == ':';
  }
  if (inside.len == 0)
    return "write an IPv6 address between the brackets, or remove them";
  if (!colons)
    return dots ? "write an IPv4 address without brackets"
                : "write a name without brackets, which are for IPv6 addresses only";
  if (pairs > 1)
    return "write \"::\" only once";
  if (most > 4)
    return "write at most four hexadecimal digits between two \":\"";
  if (dots)
    return "end with four numbers from 0 to 255, without leading zeros, or with none";
  return pairs ? "with \"::\", write at most seven groups of hexadecimal digits"
               : "write eight groups of hexadecimal digits, or \"::\" in place of groups of zeros";
}

static bool hint_write_literal(writer *w, const hinted *h)
{
  const char *const end = h->part.ptr + h->part.len;
  const size_t zone = uriel_zone_span(h->part);
  const char *const bracket = view_find(h->part.ptr, end, ']');
  if (zone == 0) {
    write_string(w, hint_of_ipv6(view_of(h->part.ptr + 1, bracket)));
    return true;
  }
  const uriel_text name = view_of(bracket - zone, bracket);
  if (hint_is_shown(name))
    uriel_write_part(w, "remove \"", name, "\"");
  else
    write_string(w, "remove \"%\" and all up to \"]\"");
  return true;
}

/* For "[" without "]": the bracket is missing at the end, or is after a prefix length. */
static bool hint_write_unclosed(writer *w, const hinted *h)
{
  const char *const end = h->part.ptr + h->part.len;
  if (!hint_is_ipv6(view_of(h->part.ptr + 1, end)))
    return false;
  const char *at = end;
  while (at < hint_end(h) && (at == end ? *at == '/' : byte_is(*at, BYTE_DIGIT)))
    at++;
  const bool prefix = at > end + 1 && at < hint_end(h) && *at == ']' && at - end < 5;
  if (prefix)
    uriel_write_part(w, "remove ", view_of(end, at), "");
  else
    write_string(w, "write \"]\" after the address");
  return true;
}

static bool hint_write_after_bracket(writer *w, const hinted *h)
{
  const char *const end = h->part.ptr + h->part.len;
  const char *const bracket = view_find(h->part.ptr, end, ']');
  const char *const at = bytes_past(bracket < end ? bracket + 1 : end, end, BYTE_DIGIT);
  write_string(w, at == end ? "write \":\" before a port" : "remove what follows \"]\"");
  return true;
}

static bool hint_write_port(writer *w, const hinted *h)
{
  const uriel_text port = h->part;
  const char *const after = h->part.ptr + h->part.len;
  /* The "/", "?" or "#" that ends the authority most likely is part of a password if "@" follows it. */
  const bool at_follows = view_find(after, hint_end(h), '@') < hint_end(h);
  const char cut = after < hint_end(h) && at_follows ? *after : 0;
  if (h->error->begin > 0 && hint_has_brackets(h)) {
    const char *host = port.ptr;
    while (host > h->text.ptr && host[-1] != '/' && host[-1] != '@')
      host--;
    if (hint_write_ipv6(w, hint_authority(host, hint_end(h)), ""))
      return true;
  }
  if (cut) {
    uriel_write_part(w, "in a password, write \"", (uriel_text){after, 1}, "\" as ");
    write_triplet(w, (unsigned char)cut);
  } else if (view_find(port.ptr, port.ptr + port.len, ':') < port.ptr + port.len) {
    write_string(w, "write one port only");
  } else if (port.len > 0 && port.ptr[0] == '{') {
    write_string(w, "fill in the template");
  } else {
    write_string(w, "write the port's number, or leave the port out");
  }
  return true;
}

/* Reports whether the host begins with "[", as it does if the error belongs to this text. */
static bool hint_opens(const hinted *h)
{
  return h->part.len > 0 && h->part.ptr[0] == '[';
}

bool uriel_hint_write(writer *w, const uriel_error *error, uriel_text text, size_t blamed,
                      error_next *next)
{
  const uriel_text part = {text.ptr + error->begin, error->length};
  const hinted *const h = &(hinted){error, text, part, text.ptr + blamed, next};
  switch (error->code) {
  case URIEL_ERROR_PERCENT:
    return hint_write_percent(w, h);
  case URIEL_ERROR_SCHEME_START:
  case URIEL_ERROR_SCHEME_CHARACTER:
  case URIEL_ERROR_SCHEME_MISSING:
  case URIEL_ERROR_PREFIX_MISSING:
  case URIEL_ERROR_URN_SCHEME:
  case URIEL_ERROR_PATH_COLON:
    return hint_write_scheme(w, h);
  case URIEL_ERROR_HOST_IPV6:
    return hint_opens(h) && hint_write_literal(w, h);
  case URIEL_ERROR_HOST_UNCLOSED:
    return hint_opens(h) && hint_write_unclosed(w, h);
  case URIEL_ERROR_HOST_AFTER_BRACKET:
    return hint_opens(h) && hint_write_after_bracket(w, h);
  case URIEL_ERROR_PORT_NOT_DIGITS:
    return hint_write_port(w, h);
  case URIEL_ERROR_USERINFO_CHARACTER:
  case URIEL_ERROR_USERINFO_PASSWORD:
  case URIEL_ERROR_HOST_CHARACTER:
  case URIEL_ERROR_PATH_CHARACTER:
  case URIEL_ERROR_PATH_OPAQUE:
  case URIEL_ERROR_PATH_RELATIVE:
  case URIEL_ERROR_QUERY_CHARACTER:
  case URIEL_ERROR_FRAGMENT_CHARACTER:
  case URIEL_ERROR_NSS_CHARACTER:
  case URIEL_ERROR_IRI_CHARACTER:
  case URIEL_ERROR_IRI_PRIVATE:
    return hint_write_character(w, h);
  case URIEL_ERROR_NOT_UTF_8:
    return error->spec == URIEL_SPEC_IRI && h->at < hint_end(h) &&
           hint_write_as(w, h, "write the text in UTF-8, or ");
  default:
    return false;
  }
}

/* SPDX-License-Identifier: MIT */
/* Warnings about a reference (RFC 3986, 7; url-1994, Security considerations). */
#include "scheme/planner.h"

#include "text/text.h"
#include "uri/component.h"
#include "uriel_plan.h"

enum { WARN_RESERVED_PORTS = 1024 };

/* In the order of the bits. RARE_IPV4 and LOW_PORT append the address or the port to their messages. */
static const struct {
  const char *name, *message;
} warning_table[] = {
    {"low port", "the port is below 1024 and not the scheme's own"},
    {"userinfo", "the URI contains user information"},
    {"password", "the URI contains a password, which anyone who sees the URI can read"},
    {"userinfo like a host", "the user information looks like a host; the host is "},
    {"rare ipv4", "the host is an IPv4 address in a rare form"},
    {"encoded line break", "the URI contains an encoded line break, which is sent encoded"},
    {"reconnect",
     "the folder differs from the previous one, and how to change to it depends on the server"},
    {"not sent", "user and password are sent only if the server asks for them"},
    {"sample key", "the WebSocket key is a sample: use 16 random bytes instead"},
    {"no server", "the URI names no server; the local one is used"},
    {"scripts", "mixes scripts or has characters that are not for identifiers: "},
    {"looks-ascii", "looks like "},
    {"bidi-mixed", "mixes left-to-right and right-to-left characters"},
    {"bidi-ends", "has right-to-left characters, but does not start and end with them"},
    {"hidden", "has a character that is invisible, not assigned or like a delimiter"},
    {"userinfo", "looks like a host; the host is after the \"@\""},
};
enum { WARNING_COUNT = sizeof warning_table / sizeof *warning_table };

/* Returns the kind's row in the table, or WARNING_COUNT. */
static size_t warning_at(uriel_warning_kind kind)
{
  size_t at = 0;
  while (at < WARNING_COUNT && 1U << at != (unsigned)kind)
    at++;
  return at;
}

const char *uriel_warning_name(uriel_warning_kind kind)
{
  const size_t at = warning_at(kind);
  return at < WARNING_COUNT ? warning_table[at].name : "";
}

/* The host is read decoded and mapped: "%31%32%37.1" is unusual too, and so is
 * "127%E3%80%820%E3%80%820%E3%80%821" with ideographic full stops. */
static bool warn_rare(uint8_t bytes[4], uriel_text host)
{
  uint8_t address[4];
  return host.len > 0 && !uriel_ipv4_parse(address, host.ptr, host.len) &&
         uriel_lookup_rare(bytes, uriel_lookup_of(host, true));
}

/* RFC 3986, 7.6: user information that looks like the host: "." between letters or digits, or ":" and
 * digits at the end, encoded or not (2.3). */
static bool warn_looks_like_host(uriel_text userinfo)
{
  static const unsigned alphanumeric = BYTE_ALPHA | BYTE_DIGIT;
  static const unit_rules decoded = {true, BYTE_UNRESERVED, false};
  const char *at = userinfo.ptr;
  const char *const end = at + userinfo.len;
  char before = 0, last = 0;
  size_t digits = 0;
  bool colon = false;
  while (at < end) {
    const bool first = at == userinfo.ptr;
    const unsigned unit = unit_next(&at, end, decoded);
    const char byte = unit > 0x7F ? 0 : (char)unit;
    if (last == '.' && byte_is(before, alphanumeric) && byte_is(byte, alphanumeric))
      return true;
    const bool digit = byte_is(byte, BYTE_DIGIT);
    colon = byte == ':' ? !first : colon && digit;
    digits = digit ? digits + 1 : 0;
    before = last;
    last = byte;
  }
  return colon && digits > 0 && digits <= 5;
}

/* Reads the reference under RFC 3986 if its authority is a registry's name (uri-2003, 3.2.1): today's
 * programs connect to the host in it. */
static uriel_ref warn_server(const uriel_ref *ref)
{
  uriel_ref server = *ref;
  if (ref->flags & URIEL_HAS_REGISTRY)
    uriel_split(&server, ref->text, ref->length);
  return server;
}

/* Returns whether the port is below 1024, and sets `number`. */
static bool warn_low_port(const uriel_ref *ref, uint16_t *number)
{
  return view_consists(uriel_port(ref), BYTE_DIGIT) && uriel_port_number(number, ref, NULL) &&
         *number < WARN_RESERVED_PORTS;
}

unsigned uriel_warnings_of(const uriel_registry *registry, const uriel_ref *ref)
{
  const uriel_ref server = warn_server(ref);
  const uriel_text userinfo = uriel_userinfo(&server);
  uint8_t address[4];
  unsigned warnings = 0;
  if (view_defined(userinfo)) {
    warnings |= URIEL_WARNING_USERINFO;
    if (view_has(userinfo, ':'))
      warnings |= URIEL_WARNING_PASSWORD;
    if (warn_looks_like_host(userinfo))
      warnings |= URIEL_WARNING_USERINFO_HOST;
  }
  if (warn_rare(address, uriel_host(&server)))
    warnings |= URIEL_WARNING_RARE_IPV4;
  const uriel_text name = uriel_scheme(&server);
  const uriel_scheme_info *const info = uriel_scheme_find(registry, name.ptr, name.len);
  uint16_t number;
  if (warn_low_port(&server, &number) && !(info && info->port == number && number != 0))
    warnings |= URIEL_WARNING_LOW_PORT;
  return warnings;
}

/* As written: decoded it could be anything. */
static void warn_write_printable(writer *w, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    write_byte(w, text.ptr[i] > ' ' && text.ptr[i] < 0x7F ? text.ptr[i] : '?');
}

/* Never print a password. */
size_t uriel_warning_describe(const uriel_warning *warning, const uriel_ref *ref, char *out,
                              size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_warning_kind kind = warning->kind;
  const uriel_ref server = warn_server(ref);
  const uriel_text host = uriel_host(&server);
  uint8_t address[4];
  uint16_t number;
  const bool rare = kind == URIEL_WARNING_RARE_IPV4 && warn_rare(address, host);
  const bool low = kind == URIEL_WARNING_LOW_PORT && warn_low_port(&server, &number);
  const size_t at = warning_at(kind);
  if (at == WARNING_COUNT)
    return 0;
  if (kind >= URIEL_WARNING_SCRIPTS && warning->component == URIEL_HOST) {
    write_string(&w, "a label of the host ");
  } else if (kind >= URIEL_WARNING_SCRIPTS && warning->component == URIEL_PATH) {
    write_string(&w, "a segment of the path ");
  } else if (kind >= URIEL_WARNING_SCRIPTS) {
    write_string(&w, "the ");
    write_string(&w, uriel_component_name(warning->component));
    write_byte(&w, ' ');
  } else if ((kind == URIEL_WARNING_RARE_IPV4 && !rare) || (kind == URIEL_WARNING_LOW_PORT && !low)) {
    write_string(&w, "at the gateway: "); /* the place is in the gateway's URI */
  }
  write_string(&w, warning_table[at].message);
  if (kind == URIEL_WARNING_USERINFO_HOST)
    warn_write_printable(&w, host);
  if (low) {
    write_string(&w, " (");
    warn_write_printable(&w, uriel_port(&server));
    write_byte(&w, ')');
  }
  for (unsigned i = 0; i < 4 && rare; i++) {
    write_string(&w, i > 0 ? "." : ", ");
    uriel_write_number(&w, address[i]);
  }
  if (kind == URIEL_WARNING_LOOKS_ASCII)
    write_byte(&w, '"');
  if (kind == URIEL_WARNING_SCRIPTS || kind == URIEL_WARNING_LOOKS_ASCII)
    write_string(&w, warning->detail);
  if (kind == URIEL_WARNING_LOOKS_ASCII)
    write_byte(&w, '"');
  return w.len;
}

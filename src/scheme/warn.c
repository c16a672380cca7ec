/* SPDX-License-Identifier: MIT */
/* Warnings about a reference (RFC 3986, 7; url-1994, Security considerations). */
#include "scheme/planner.h"

#include "text/text.h"
#include "uri/component.h"
#include "uriel_plan.h"

enum { WARN_RESERVED_PORTS = 1024 };

static const struct {
  uriel_warning warning;
  const char *name, *message;
} warning_table[] = {
    {URIEL_WARNING_LOW_PORT, "low port", "the port is below 1024 and not the scheme's own"},
    {URIEL_WARNING_USERINFO, "userinfo", "the URI contains user information"},
    {URIEL_WARNING_PASSWORD, "password",
     "the URI contains a password, which anyone who sees the URI can read"},
    {URIEL_WARNING_USERINFO_HOST, "userinfo like a host",
     "the user information looks like a host; the host is "},
    {URIEL_WARNING_RARE_IPV4, "rare ipv4", "the host is an IPv4 address in a rare form, "},
    {URIEL_WARNING_LINE_BREAK, "encoded line break",
     "the URI contains an encoded line break, which is sent encoded"},
    {URIEL_WARNING_RECONNECT, "reconnect",
     "the folder differs from the previous one, and how to change to it depends on the server"},
    {URIEL_WARNING_NOT_SENT, "not sent", "user and password are sent only if the server asks for them"},
    {URIEL_WARNING_SAMPLE_KEY, "sample key",
     "the WebSocket key is a sample: use 16 random bytes instead"},
    {URIEL_WARNING_NO_SERVER, "no server", "the URI names no server; the local one is used"},
};
enum { WARNING_COUNT = sizeof warning_table / sizeof *warning_table };

static size_t warning_at(uriel_warning warning)
{
  size_t at = 0;
  while (at < WARNING_COUNT && warning_table[at].warning != warning)
    at++;
  return at;
}

const char *uriel_warning_name(uriel_warning warning)
{
  const size_t at = warning_at(warning);
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

static bool warn_port(const uriel_ref *ref, uint16_t *number)
{
  const uriel_text port = uriel_port(ref);
  for (size_t i = 0; i < port.len; i++)
    if (!byte_is(port.ptr[i], BYTE_DIGIT))
      return false;
  return uriel_port_number(number, ref, NULL);
}

unsigned uriel_warnings_of(const uriel_registry *registry, const uriel_ref *ref)
{
  const uriel_ref server = warn_server(ref);
  const uriel_text userinfo = uriel_userinfo(&server);
  uint8_t address[4];
  unsigned warnings = 0;
  if (view_defined(userinfo)) {
    const char *const end = userinfo.ptr + userinfo.len;
    warnings |= URIEL_WARNING_USERINFO;
    if (view_find(userinfo.ptr, end, ':') != end)
      warnings |= URIEL_WARNING_PASSWORD;
    if (warn_looks_like_host(userinfo))
      warnings |= URIEL_WARNING_USERINFO_HOST;
  }
  if (warn_rare(address, uriel_host(&server)))
    warnings |= URIEL_WARNING_RARE_IPV4;
  const uriel_text name = uriel_scheme(&server);
  const uriel_scheme_info *const info = uriel_scheme_find(registry, name.ptr, name.len);
  uint16_t number;
  if (warn_port(&server, &number) && number < WARN_RESERVED_PORTS &&
      !(info && info->port == number && number != 0))
    warnings |= URIEL_WARNING_LOW_PORT;
  return warnings;
}

/* As written: decoded it could be anything. */
static void warn_write_printable(writer *w, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    write_byte(w, text.ptr[i] > ' ' && text.ptr[i] < 0x7F ? text.ptr[i] : '?');
}

/* The message without the introduction to missing text: with a gateway, the warning may be about the
 * gateway's URI. */
static void warn_write_message(writer *w, uriel_warning warning, bool whole)
{
  const size_t known = warning_at(warning);
  uriel_text message = uriel_text_of(known < WARNING_COUNT ? warning_table[known].message : "");
  if (whole) {
    write_view(w, message);
    return;
  }
  while (message.len > 0 && (message.ptr[message.len - 1] == ' ' || message.ptr[message.len - 1] == ','))
    message.len--;
  write_string(w, "at the gateway: ");
  write_view(w, message);
}

/* Never print a password. */
size_t uriel_warning_describe(uriel_warning warning, const uriel_ref *ref, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_ref server = warn_server(ref);
  const uriel_text host = uriel_host(&server), port = uriel_port(&server);
  uint8_t address[4];
  uint16_t number;
  const bool rare = view_defined(host) && warn_rare(address, host);
  const bool low = warn_port(&server, &number) && number < WARN_RESERVED_PORTS;
  warn_write_message(&w, warning,
                     !(warning == URIEL_WARNING_RARE_IPV4 && !rare) &&
                         !(warning == URIEL_WARNING_LOW_PORT && !low));
  if (warning == URIEL_WARNING_USERINFO_HOST) {
    warn_write_printable(&w, host);
  } else if (warning == URIEL_WARNING_RARE_IPV4 && rare) {
    for (unsigned i = 0; i < 4; i++) {
      write_string(&w, i > 0 ? "." : "");
      uriel_write_number(&w, address[i]);
    }
  } else if (warning == URIEL_WARNING_LOW_PORT && low) {
    write_string(&w, " (");
    warn_write_printable(&w, port);
    write_byte(&w, ')');
  }
  return w.len;
}

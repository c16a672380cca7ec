/* SPDX-License-Identifier: MIT */
/* The rules about hosts and user information. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "lint.h"
#include "reader/unicode.h"
#include "uriel_idna.h"

static size_t host_at(const struct lint *lint, uriel_text part)
{
  return (size_t)(part.ptr - lint->ref->text);
}

/* ---- Addresses ---------------------------------------------------------------------------------- */

static void host_ipv4_text(const uint8_t bytes[4], char out[16])
{
  snprintf(out, 16, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
}

static bool host_is_mapped(const uint8_t bytes[16])
{
  static const uint8_t prefix[12] = {[10] = 0xFF, [11] = 0xFF};
  return memcmp(bytes, prefix, sizeof prefix) == 0;
}

static void host_ipv6(struct lint *lint, uriel_text host)
{
  uint8_t bytes[16];
  char text[URIEL_IPV6_MAX + 2] = "[";
  const size_t offset = host_at(lint, host);
  if (!uriel_ipv6_parse(bytes, host.ptr + 1, host.len - 2))
    return;
  const size_t len = uriel_ipv6_print(bytes, text + 1, URIEL_IPV6_MAX) + 2;
  text[len - 1] = ']';
  if (host_is_mapped(bytes)) {
    host_ipv4_text(bytes + 12, text);
    lint_fix(lint,
             lint_add(lint, LINT_IPV4_MAPPED, offset, host.len, "the IPv4 address %s as IPv6", text),
             text, strlen(text));
  } else if (len != host.len || memcmp(text, host.ptr, len) != 0) {
    lint_fix(lint,
             lint_add(lint, LINT_IPV6_FORM, offset, host.len, "not the recommended form of %.*s",
                      (int)len, text),
             text, len);
  }
}

static void host_rare(struct lint *lint, uriel_text host, const uint8_t bytes[4])
{
  char text[16];
  host_ipv4_text(bytes, text);
  lint_fix(lint,
           lint_add(lint, LINT_RARE_IPV4, host_at(lint, host), host.len,
                    "a name that many programs read as %s", text),
           text, strlen(text));
}

/* This machine's own address: no traffic leaves it, and every machine has it. */
static bool host_is_loopback(const struct lint *lint, uriel_text host)
{
  static const char local[] = "localhost";
  const size_t len = sizeof local - 1;
  uint8_t bytes[16];
  if (uriel_host_kind_of(lint->ref) == URIEL_HOST_IPV6)
    return uriel_ipv6_parse(bytes, host.ptr + 1, host.len - 2) &&
           memcmp(bytes, (const uint8_t[16]){[15] = 1}, sizeof bytes) == 0;
  if (uriel_ipv4_parse(bytes, host.ptr, host.len))
    return bytes[0] == 127;
  host.len -= host.ptr[host.len - 1] == '.';
  return host.len >= len && strncasecmp(host.ptr + host.len - len, local, len) == 0 &&
         (host.len == len || host.ptr[host.len - len - 1] == '.');
}

/* ---- Names -------------------------------------------------------------------------------------- */

/* The host as it is looked up: decoded, and in US-ASCII if it is a domain name. Undefined if not. */
static uriel_text host_looked_up(struct lint *lint, uriel_text host, uriel_error *error)
{
  enum {
    HOST_OPTIONS =
        URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS | URIEL_IDNA_VERIFY_DNS_LENGTH | URIEL_IDNA_ROOT
  };
  struct buffer *const decoded = &lint->decoded;
  struct buffer *const out = &lint->written;
  buffer_reserve(decoded, host.len + 1);
  decoded->len = uriel_decode(host.ptr, host.len, 0, decoded->ptr, decoded->capacity, NULL);
  buffer_reserve(out, uriel_idna_to_ascii_bound(decoded->len) + 1);
  out->len =
      uriel_idna_to_ascii(decoded->ptr, decoded->len, HOST_OPTIONS, out->ptr, out->capacity, error);
  return out->len == URIEL_FAILED ? uriel_text_of(NULL) : (uriel_text){out->ptr, out->len};
}

static bool host_is_converted(uriel_text host)
{
  return host.len > 0 && (memchr(host.ptr, '%', host.len) || host_is_international(host));
}

/* The place is that of the label, or all of an encoded host. The error is one of the decoded host. */
static void host_idna(struct lint *lint, uriel_text host, const uriel_error *error)
{
  const bool encoded = memchr(host.ptr, '%', host.len) != NULL;
  const uriel_text part = encoded ? host : (uriel_text){host.ptr + error->begin, error->length};
  char message[URIEL_ERROR_TEXT_MAX];
  const size_t len =
      uriel_error_describe(error, lint->decoded.ptr, lint->decoded.len, message, sizeof message);
  lint_add(lint, LINT_IDNA, host_at(lint, part), part.len, "not a domain name: %.*s",
           (int)(len < sizeof message ? len : sizeof message), message);
}

static bool host_is_alphanumeric(char c)
{
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Returns the error in a label (RFC 1034, 3.5; RFC 1123, 2.1), or NULL. */
static const char *host_label(uriel_text label, bool last)
{
  bool digits = true;
  if (label.len == 0)
    return "an empty label";
  if (label.len > 63)
    return "a label of more than 63 bytes";
  for (size_t i = 0; i < label.len; i++) {
    digits &= label.ptr[i] >= '0' && label.ptr[i] <= '9';
    if (!host_is_alphanumeric(label.ptr[i]) && label.ptr[i] != '-')
      return "a character that is not a letter, a digit or \"-\"";
  }
  if (last && digits)
    return "a number as its last label, as in an address";
  if (label.ptr[0] == '-' || label.ptr[label.len - 1] == '-')
    return "a label that begins or ends with \"-\"";
  return NULL;
}

/* A name in US-ASCII, as written. */
static void host_name(struct lint *lint, uriel_text host)
{
  uriel_text rest = host;
  uriel_text label;
  if (rest.len > 0 && rest.ptr[rest.len - 1] == '.')
    rest.len--;
  if (rest.len > 253)
    lint_add(lint, LINT_HOST_NAME, host_at(lint, host), host.len, "longer than 253 bytes");
  while (uriel_list_next(&rest, '.', &label)) {
    const char *const wrong = host_label(label, !rest.ptr);
    if (!wrong)
      continue;
    lint_add(lint, LINT_HOST_NAME, host_at(lint, label), label.len, "not a name of the DNS: %s", wrong);
    break;
  }
}

static void host_dots(struct lint *lint, uriel_text host)
{
  const bool last = host.ptr[host.len - 1] == '.';
  if (last && host.len > 1 && host.ptr[host.len - 2] != '.')
    lint_fix(lint,
             lint_add(lint, LINT_FINAL_DOT, host_at(lint, host) + host.len - 1, 1,
                      "compares different from the same host without the final \".\""),
             "", 0);
  if (!memchr(host.ptr, '.', host.len - last))
    lint_add(lint, LINT_LOCAL_NAME, host_at(lint, host), host.len,
             "a host without a dot: its address depends on the network");
}

/* The fix is a plain name: other characters would become delimiters. */
static bool host_is_plain(uriel_text name)
{
  for (size_t i = 0; i < name.len; i++)
    if (!host_is_alphanumeric(name.ptr[i]) && name.ptr[i] != '-' && name.ptr[i] != '.')
      return false;
  return name.len > 0;
}

static void host_encoded(struct lint *lint, uriel_text host, uriel_text name)
{
  if (!memchr(host.ptr, '%', host.len))
    return;
  struct lint_finding *const finding =
      lint_add(lint, LINT_ENCODED_HOST, host_at(lint, host), host.len,
               "programs differ in whether they decode a host before they look it up");
  if (name.ptr && host_is_plain(name))
    lint_fix(lint, finding, name.ptr, name.len);
}

/* A registered name that clients look up. */
static void host_registered(struct lint *lint, uriel_text host)
{
  uriel_error error = {.code = URIEL_ERROR_NONE};
  const bool international = host_is_converted(host);
  const uriel_text name = international ? host_looked_up(lint, host, &error) : host;
  uint8_t bytes[4];
  host_encoded(lint, host, name);
  if (name.ptr &&
      (uriel_ipv4_rare(bytes, name.ptr, name.len) || uriel_ipv4_parse(bytes, name.ptr, name.len))) {
    host_rare(lint, host, bytes);
    return;
  }
  if (!name.ptr)
    host_idna(lint, host, &error);
  else if (!international)
    host_name(lint, host);
  if (name.ptr && !host_is_loopback(lint, name))
    host_dots(lint, host);
}

/* ---- Protocols ---------------------------------------------------------------------------------- */

/* Protocols without encryption, and the scheme of the same protocol over TLS. */
static const struct {
  const char *scheme, *secure;
  const char *section; /* NULL: the rule's */
} host_cleartext[] = {
    {"http", "https", NULL},         {"ws", "wss", "RFC 6455, 10.6"},  {"ftp", NULL, "RFC 2577, 6"},
    {"telnet", NULL, "RFC 4248, 3"}, {"tn3270", NULL, "RFC 6270, 3"},  {"rlogin", NULL, "RFC 1282"},
    {"gopher", NULL, "RFC 4266, 3"}, {"coap", "coaps", "RFC 7252, 9"}, {"rtsp", "rtsps", "RFC 7826, 21"},
};

static void host_protocol(struct lint *lint, uriel_text host)
{
  const size_t count = sizeof host_cleartext / sizeof *host_cleartext;
  size_t i = 0;
  while (i < count && !lint_scheme_is(lint, host_cleartext[i].scheme))
    i++;
  if (i == count || host_is_loopback(lint, host))
    return;
  struct lint_finding *const finding =
      lint_add(lint, LINT_CLEARTEXT, 0, lint->ref->scheme_end, "%s does not encrypt%s%s",
               host_cleartext[i].scheme, host_cleartext[i].secure ? ": use " : "",
               host_cleartext[i].secure ? host_cleartext[i].secure : "");
  lint_section(lint, finding, host_cleartext[i].section);
  if (host_cleartext[i].secure && !uriel_port(lint->ref).ptr)
    lint_fix(lint, finding, host_cleartext[i].secure, strlen(host_cleartext[i].secure));
}

/* ---- All ---------------------------------------------------------------------------------------- */

/* Whether the warnings can find something: an encoded label, letters outside US-ASCII, a user's name. */
static bool host_may_mislead(const struct lint *lint)
{
  return uriel_spec_of(lint->ref) == URIEL_SPEC_IRI || uriel_userinfo(lint->ref).ptr ||
         host_is_converted(uriel_host(lint->ref));
}

static void host_warnings(struct lint *lint)
{
  static const struct {
    const char *code;
    enum lint_rule rule;
  } rules[] = {{"scripts", LINT_SCRIPTS}, {"looks-ascii", LINT_LOOKS_ASCII},
               {"bidi-mixed", LINT_BIDI}, {"bidi-ends", LINT_BIDI},
               {"hidden", LINT_HIDDEN},   {"userinfo", LINT_USERINFO_HOST}};
  struct record found = {0};
  if (!host_may_mislead(lint))
    return;
  warnings_find(&lint->warnings, lint->ref, &found);
  for (size_t w = 0; w < found.warning_count; w++)
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
      if (strcmp(rules[i].code, found.warnings[w].code) == 0)
        lint_add(lint, rules[i].rule, found.warnings[w].error.begin, found.warnings[w].error.length,
                 "%s", found.warnings[w].message);
}

void lint_host(struct lint *lint)
{
  const uriel_text host = uriel_host(lint->ref);
  const uriel_host_kind kind = uriel_host_kind_of(lint->ref);
  host_warnings(lint);
  if (host.len == 0)
    return;
  if (kind == URIEL_HOST_IPV6)
    host_ipv6(lint, host);
  if (kind == URIEL_HOST_NAME && (lint_has_server(lint) || !lint->ref->scheme_end))
    host_registered(lint, host);
  if (kind != URIEL_HOST_NAME && !host_is_loopback(lint, host))
    lint_add(lint, LINT_IP_ADDRESS, host_at(lint, host), host.len,
             "an address: a name stays when the machine moves");
  host_protocol(lint, host);
}

/* The password of anonymous ftp is no secret (RFC 1635). */
static bool host_is_anonymous(uriel_text user)
{
  return (user.len == 9 && strncasecmp(user.ptr, "anonymous", 9) == 0) ||
         (user.len == 3 && strncasecmp(user.ptr, "ftp", 3) == 0);
}

void lint_userinfo(struct lint *lint)
{
  static const char *const web[] = {"http", "https", "ws", "wss"};
  const uriel_text userinfo = uriel_userinfo(lint->ref);
  const uriel_text password = uriel_password(lint->ref);
  if (!userinfo.ptr)
    return;
  if (password.len > 0 && !host_is_anonymous(uriel_user(lint->ref)) &&
      lint_add(lint, LINT_PASSWORD, host_at(lint, password), password.len,
               "a password: everyone who sees the reference, or a log with it, knows it"))
    return;
  for (size_t i = 0; i < sizeof web / sizeof *web; i++)
    if (lint_scheme_is(lint, web[i]))
      lint_fix(
          lint,
          lint_add(
              lint, LINT_USERINFO, host_at(lint, userinfo), userinfo.len + 1,
              "user information: browsers and servers ignore it, refuse it or take it for the host"),
          "", 0);
}

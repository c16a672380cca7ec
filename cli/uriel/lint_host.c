/* SPDX-License-Identifier: MIT */
/* The rules of `uriel lint` about the host: its names and addresses, user information, and what programs
 * see. */
#include <stdio.h>
#include <string.h>

#include "base/disagreement.h"
#include "base/unicode.h"
#include "lint.h"
#include "uriel_idna.h"

/* ---- Host --------------------------------------------------------------------------------------- */

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

static bool host_is_converted(uriel_text host)
{
  return host.len > 0 && (memchr(host.ptr, '%', host.len) || host_is_international(host));
}

/* A name in US-ASCII, as written (RFC 1034, 3.5; RFC 1123, 2.1). The finding marks the first label.
 */
static void host_name(struct lint *lint, uriel_text host)
{
  uriel_text rest = host;
  uriel_text label;
  const char *wrong = NULL;
  if (rest.len > 0 && rest.ptr[rest.len - 1] == '.')
    rest.len--;
  if (rest.len > 253)
    lint_add(lint, LINT_HOST_NAME, host, lint_no_fix, "longer than 253 bytes");
  while (!wrong && uriel_list_next(&rest, &label, '.')) {
    bool digits = true, other = false;
    for (size_t i = 0; i < label.len; i++) {
      digits &= lint_is_digit(label.ptr[i]);
      other |= !ascii_alphanumeric(label.ptr[i]) && label.ptr[i] != '-';
    }
    if (label.len == 0)
      wrong = "an empty label";
    else if (label.len > 63)
      wrong = "a label of more than 63 bytes";
    else if (other)
      wrong = "a character that is not a letter, a digit or \"-\"";
    else if (!rest.ptr && digits)
      wrong = "a number as its last label, as in an address";
    else if (label.ptr[0] == '-' || label.ptr[label.len - 1] == '-')
      wrong = "a label that begins or ends with \"-\"";
  }
  if (wrong)
    lint_add(lint, LINT_HOST_NAME, label, lint_no_fix, "not a DNS name: %s", wrong);
}

/* A registered name that clients look up. */
static void host_registered(struct lint *lint, uriel_text host)
{
  enum {
    HOST_OPTIONS =
        URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS | URIEL_IDNA_VERIFY_DNS_LENGTH | URIEL_IDNA_ROOT
  };
  const bool international = host_is_converted(host);
  struct buffer *const decoded = lint->decoded, *const out = lint->written;
  uriel_error error;
  uriel_text name = host; /* as it is looked up: decoded, and in US-ASCII if it is a domain name */
  uint8_t bytes[4];
  if (international) {
    buffer_reserve(decoded, host.len + 1);
    decoded->len = uriel_decode(host.ptr, host.len, 0, decoded->ptr, decoded->capacity, NULL);
    buffer_reserve(out, uriel_idna_bound(decoded->len) + 1);
    out->len =
        uriel_idna_to_ascii(decoded->ptr, decoded->len, HOST_OPTIONS, out->ptr, out->capacity, &error);
    name = out->len == URIEL_FAILED ? uriel_text_of(NULL) : buffer_text(out);
  }
  if (memchr(host.ptr, '%', host.len)) {
    /* The fix is a plain name: other characters would become delimiters. */
    bool plain = name.len > 0;
    for (size_t i = 0; i < name.len; i++)
      plain &= ascii_alphanumeric(name.ptr[i]) || name.ptr[i] == '-' || name.ptr[i] == '.';
    lint_add(lint, LINT_ENCODED_HOST, host, plain ? name : lint_no_fix,
             "programs differ in whether they decode a host before they look it up");
  }
  if (name.ptr &&
      (uriel_ipv4_rare(bytes, name.ptr, name.len) || uriel_ipv4_parse(bytes, name.ptr, name.len))) {
    char text[16];
    snprintf(text, sizeof text, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
    lint_add(lint, LINT_RARE_IPV4, host, uriel_text_of(text), "a name that many programs read as %s",
             text);
    return;
  }
  if (!name.ptr) {
    /* The place is the label, or all of an encoded host; the error is in the decoded host.
     */
    char message[URIEL_ERROR_TEXT_MAX];
    const bool encoded = memchr(host.ptr, '%', host.len) != NULL;
    const size_t len =
        uriel_error_describe(&error, lint->decoded->ptr, lint->decoded->len, message, sizeof message);
    lint_add(lint, LINT_IDNA, encoded ? host : (uriel_text){host.ptr + error.begin, error.length},
             lint_no_fix, "not a domain name: %.*s", (int)(len < sizeof message ? len : sizeof message),
             message);
  } else if (!international) {
    host_name(lint, host);
  }
  if (!name.ptr || host_is_loopback(lint, name))
    return;
  const bool last = host.ptr[host.len - 1] == '.';
  if (last && host.len > 1 && host.ptr[host.len - 2] != '.')
    lint_add(lint, LINT_FINAL_DOT, (uriel_text){host.ptr + host.len - 1, 1}, lint_remove,
             "not equal to the same host without the final \".\"");
  if (!memchr(host.ptr, '.', host.len - last))
    lint_add(lint, LINT_LOCAL_NAME, host, lint_no_fix,
             "a host without a dot: its address depends on the network");
}

/* Protocols without encryption, and the scheme of the same protocol over TLS. */
static void host_protocol(struct lint *lint, uriel_text host)
{
  static const struct {
    const char *scheme, *secure;
    const char *section; /* NULL: the rule's */
  } protocols[] = {
      {"http", "https", NULL},           {"ws", "wss", "RFC 6455, 10.6"},
      {"ftp", NULL, "RFC 2577, 6"},      {"telnet", NULL, "RFC 4248, 3"},
      {"tn3270", NULL, "RFC 6270, 3"},   {"rlogin", NULL, "RFC 1282"},
      {"gopher", NULL, "RFC 4266, 3"},   {"coap", "coaps", "RFC 7252, 9"},
      {"rtsp", "rtsps", "RFC 7826, 21"},
  };
  const size_t count = sizeof protocols / sizeof *protocols;
  size_t i = 0;
  while (i < count && !scheme_is(lint->ref, protocols[i].scheme))
    i++;
  if (i == count || host_is_loopback(lint, host))
    return;
  const char *const secure = protocols[i].secure, *const section = protocols[i].section;
  struct lint_finding *const finding =
      lint_add(lint, LINT_CLEARTEXT, lint_part(lint, 0, lint->ref->scheme_end),
               uriel_text_of(uriel_port(lint->ref).ptr ? NULL : secure), "%s does not encrypt%s%s",
               protocols[i].scheme, secure ? ": use " : "", secure ? secure : "");
  if (finding && section)
    finding->section = lint_text(lint, section, strlen(section));
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
  /* They need an encoded label, letters outside US-ASCII or a user's name. */
  if (uriel_spec_of(lint->ref) != URIEL_SPEC_IRI && !uriel_userinfo(lint->ref).ptr &&
      !host_is_converted(uriel_host(lint->ref)))
    return;
  warnings_find(lint->warnings, lint->ref, &found);
  for (size_t w = 0; w < found.warning_count; w++)
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
      const struct record_error *const warning = &found.warnings[w];
      const size_t begin = warning->error.begin;
      if (strcmp(rules[i].code, warning->code) == 0)
        lint_add(lint, rules[i].rule, lint_part(lint, begin, begin + warning->error.length), lint_no_fix,
                 "%s", warning->message);
    }
}

void lint_host(struct lint *lint)
{
  const uriel_text host = uriel_host(lint->ref);
  const uriel_host_kind kind = uriel_host_kind_of(lint->ref);
  struct buffer *const out = lint->written;
  host_warnings(lint);
  if (host.len == 0)
    return;
  if (kind == URIEL_HOST_IPV6 && key_host_put(out, host)) {
    if (!memchr(out->ptr, ':', out->len))
      lint_add(lint, LINT_IPV4_MAPPED, host, buffer_text(out), "the IPv4 address %.*s as IPv6",
               (int)out->len, out->ptr);
    else if (out->len != host.len || memcmp(out->ptr, host.ptr, host.len) != 0)
      lint_add(lint, LINT_IPV6_FORM, host, buffer_text(out), "not the recommended form of %.*s",
               (int)out->len, out->ptr);
  }
  if (kind == URIEL_HOST_NAME && (lint_has_server(lint) || !lint->ref->scheme_end))
    host_registered(lint, host);
  if (kind != URIEL_HOST_NAME && !host_is_loopback(lint, host))
    lint_add(lint, LINT_IP_ADDRESS, host, lint_no_fix,
             "an address: a name stays valid if the machine moves");
  host_protocol(lint, host);
}

void lint_userinfo(struct lint *lint)
{
  static const char *const web[] = {"http", "https", "ws", "wss", NULL};
  const uriel_text userinfo = uriel_userinfo(lint->ref);
  const uriel_text user = uriel_user(lint->ref);
  const uriel_text password = uriel_password(lint->ref);
  /* The password of anonymous ftp is not secret (RFC 1635). */
  const bool anonymous = (user.len == 9 && strncasecmp(user.ptr, "anonymous", 9) == 0) ||
                         (user.len == 3 && strncasecmp(user.ptr, "ftp", 3) == 0);
  if (password.len > 0 && !anonymous &&
      lint_add(lint, LINT_PASSWORD, password, lint_no_fix,
               "a password: everyone who sees the reference, or a log with it, knows it"))
    return;
  if (userinfo.ptr && lint_scheme_in(lint, web))
    lint_add(lint, LINT_USERINFO, (uriel_text){userinfo.ptr, userinfo.len + 1}, lint_remove,
             "user information: browsers and servers ignore it, refuse it or take it for the host");
}

/* ---- Readers ------------------------------------------------------------------------------------ */

/* The finding is the first place that programs read differently. */
void lint_readers(struct lint *lint)
{
  struct disagreement found;
  if (!lint_is_on(lint, LINT_READERS_DISAGREE))
    return;
  if (!disagreement_find(&found, lint->text, uriel_text_of(NULL), lint->written))
    base_die_memory();
  if (found.text.ptr)
    lint_add(lint, LINT_READERS_DISAGREE,
             (uriel_text){lint->text.ptr + found.rule.offset, found.rule.length}, lint_no_fix, "%s",
             found.rule.message);
}

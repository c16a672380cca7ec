/* SPDX-License-Identifier: MIT */
/* The rules of `uriel lint`. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/escape.h"
#include "base/nearest.h"
#include "base/unicode.h"
#include "lint.h"
#include "uriel_idna.h"
#include "uriel_urn.h"

#define LINT_INFO(enumerator, name, severity, section, example, summary)                                \
  {name, severity, section, example, summary},
const struct lint_rule_info lint_rules[LINT_RULE_COUNT] = {LINT_RULES(LINT_INFO)};
#undef LINT_INFO

/* ---- Findings ----------------------------------------------------------------------------------- */

size_t lint_text(struct lint *lint, const char *text, size_t len)
{
  const size_t begin = lint->texts->len;
  buffer_append(lint->texts, text, len);
  buffer_append(lint->texts, "", 1);
  return begin;
}

bool lint_is_on(const struct lint *lint, enum lint_rule rule)
{
  return lint->severities[rule] != LINT_OFF;
}

/* Adds a finding, in the order of the text, unless the rule is off or has one. Returns it until the next
 * one is added, or NULL. */
static struct lint_finding *lint_place(struct lint *lint, enum lint_rule rule, size_t offset,
                                       size_t length)
{
  if (!lint_is_on(lint, rule))
    return NULL;
  for (size_t i = 0; i < lint->count; i++)
    if (lint->list[i].rule == rule)
      return NULL;
  struct lint_finding *finding = &lint->list[lint->count++];
  for (; finding > lint->list &&
         (finding[-1].offset > offset || (finding[-1].offset == offset && finding[-1].rule > rule));
       finding--)
    *finding = finding[-1];
  const char *const section = lint_rules[rule].section;
  *finding = (struct lint_finding){.rule = rule, .offset = offset, .length = length};
  finding->section = lint_text(lint, section, strlen(section));
  return finding;
}

/* A text for "%.*s" in a message: its beginning. */
#define LINT_SHOWN(text) (int)((text).len < 64 ? (text).len : 64), (text).ptr

/* The same about a part of the reference, with a fix and a message. */
struct lint_finding *lint_add(struct lint *lint, enum lint_rule rule, uriel_text part, uriel_text fix,
                              const char *format, ...)
{
  char message[512];
  struct lint_finding *const finding =
      lint_place(lint, rule, (size_t)(part.ptr - lint->text.ptr), part.len);
  va_list arguments;
  if (!finding)
    return NULL;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  finding->message = lint->texts->len;
  buffer_append_as(lint->texts, ESCAPE_TERMINAL, message, strlen(message));
  buffer_append(lint->texts, "", 1);
  if (fix.ptr && lint->today) {
    finding->fix = lint_text(lint, fix.ptr, fix.len);
    finding->fix_len = fix.len;
    finding->fixed = true;
  }
  return finding;
}

/* An error of the library: its message, its place, its own section. */
static void lint_error(struct lint *lint, enum lint_rule rule, const struct record_error *error)
{
  size_t offset, length;
  char section[ERROR_SECTION_MOST];
  error_place(error, &offset, &length);
  struct lint_finding *const finding = lint_place(lint, rule, offset, length);
  if (!finding)
    return;
  error_value(error, ERROR_MESSAGE, lint->written);
  finding->message = lint_text(lint, lint->written->ptr, lint->written->len);
  if (*error_section_whole(error, section))
    finding->section = lint_text(lint, section, strlen(section));
}

/* ---- Scheme ------------------------------------------------------------------------------------- */

/* A host without "//": "example.com:8080" is the scheme "example.com", and "www.example.com" and
 * "192.0.2.1/x" begin with a segment of a relative path. Returns whether there is one. */
static bool lint_suffix(struct lint *lint, uriel_text scheme)
{
  const uriel_ref *const ref = lint->ref;
  const uriel_text path = uriel_path(ref);
  uriel_text rest = path, first = {0};
  uint8_t address[4];
  size_t digits = 0;
  if (ref->host_begin || path.len == 0)
    return false;
  if (ref->scheme_end) {
    while (digits < path.len && lint_is_digit(path.ptr[digits]))
      digits++;
    if (digits == 0 || digits > 5 || (digits < path.len && path.ptr[digits] != '/') ||
        (lint->info && lint->info->status != URIEL_SCHEME_EXPERIMENTAL))
      return false;
    lint_add(lint, LINT_SUFFIX_REFERENCE, lint_part(lint, 0, ref->scheme_end), lint_no_fix,
             "\"%.*s\" is read as a scheme: a host needs \"//\" before it", LINT_SHOWN(scheme));
    return true;
  }
  if (*path.ptr == '/' || !uriel_segment_next(&rest, &first) ||
      (!(first.len > 4 && strncasecmp(first.ptr, "www.", 4) == 0 &&
         memchr(first.ptr + 4, '.', first.len - 4)) &&
       !uriel_ipv4_parse(address, first.ptr, first.len)))
    return false;
  lint_add(lint, LINT_SUFFIX_REFERENCE, lint_part(lint, 0, 0), uriel_text_of("https://"),
           "without a scheme and \"//\", this is a path, not a host");
  return true;
}

static void lint_unregistered(struct lint *lint, uriel_text scheme)
{
  /* Schemes that people mistype. */
  static const char *const usual[] = {"http", "https",  "ftp",  "sftp",   "file", "mailto",
                                      "tel",  "urn",    "data", "gopher", "ws",   "wss",
                                      "news", "telnet", "ldap", "sip",    NULL};
  char name[24];
  const uriel_text path = uriel_path(lint->ref);
  const size_t len = scheme.len < sizeof name ? scheme.len : 0;
  memcpy(name, scheme.ptr, len);
  name[len] = '\0';
  const char *const near = len > 2 ? nearest_word(name, usual) : NULL;
  if (scheme.len == 1 && !lint->ref->host_begin && path.len > 0 && *path.ptr == '/')
    lint_add(lint, LINT_UNREGISTERED_SCHEME, lint_part(lint, 0, 0), uriel_text_of("file:///"),
             "a scheme of one letter: a path of Windows needs \"file:///\" before it");
  else
    lint_add(lint, LINT_UNREGISTERED_SCHEME, scheme, uriel_text_of(near),
             "the scheme \"%.*s\" is not registered%s%s%s", LINT_SHOWN(scheme),
             near ? ": did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

static void lint_scheme(struct lint *lint)
{
  const uriel_text scheme = uriel_scheme(lint->ref);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  uriel_urn urn = {0};
  struct record_error error;
  lint->info = info;
  if (lint_suffix(lint, scheme) || !scheme.ptr)
    return;
  /* A private scheme is made of a domain name (RFC 7595, 3.8). */
  if (!info && !memchr(scheme.ptr, '.', scheme.len))
    lint_unregistered(lint, scheme);
  else if (info && info->status == URIEL_SCHEME_EXPERIMENTAL)
    lint_add(lint, LINT_UNREGISTERED_SCHEME, scheme, lint_no_fix, "the scheme is experimental");
  if (scheme_is(lint->ref, "urn") && uriel_urn_parse(&urn, lint->ref, NULL)) {
    const uriel_urn_namespace *const space = uriel_urn_namespace_find(urn.nid.ptr, urn.nid.len);
    if (!space || space->kind == URIEL_URN_EXPERIMENTAL)
      lint_add(lint, LINT_UNREGISTERED_NAMESPACE, urn.nid, lint_no_fix, "the namespace \"%.*s\" is %s",
               LINT_SHOWN(urn.nid), space ? "experimental" : "not registered");
  }
  if (lint_is_on(lint, LINT_SCHEME_RULES) && !rules_check(lint->rules, lint->ref, &error))
    lint_error(lint, LINT_SCHEME_RULES, &error);
}

/* ---- Normal forms ------------------------------------------------------------------------------- */

/* Whether the text has upper-case letters, except in escapes. Writes it in lower case. */
static bool lint_has_upper(struct lint *lint, uriel_text text)
{
  struct buffer *const out = lint->written;
  bool found = false;
  buffer_reserve(out, text.len);
  out->len = text.len;
  for (size_t i = 0, escape = 0; i < text.len; i++) {
    const char c = text.ptr[i];
    escape = c == '%' ? 3 : escape - (escape > 0);
    out->ptr[i] = escape ? c : ascii_lower(c);
    found |= out->ptr[i] != c;
  }
  return found;
}

/* Upper case, a needless port, and empty components. */
static void lint_form(struct lint *lint)
{
  const uriel_ref *const ref = lint->ref;
  const uriel_scheme_info *const info = lint->info;
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_text host = uriel_host(ref);
  const uriel_text port = uriel_port(ref);
  const uriel_text whole = lint_part(lint, ref->host_end, ref->path_begin); /* with its ":" */
  uint16_t number;
  if (scheme.len > 1 && lint_has_upper(lint, scheme))
    lint_add(lint, LINT_SCHEME_CASE, scheme, buffer_text(lint->written),
             "the scheme has upper-case letters");
  if (uriel_host_kind_of(ref) == URIEL_HOST_NAME && lint_has_upper(lint, host))
    lint_add(lint, LINT_HOST_CASE, host, buffer_text(lint->written), "the host has upper-case letters");
  if (port.ptr && port.len == 0)
    lint_add(lint, LINT_EMPTY_PORT, whole, lint_remove, "a \":\" without a port");
  if (port.ptr && lint_has_server(lint) && uriel_port_number(&number, ref, NULL)) {
    if (number == info->port)
      lint_add(lint, LINT_DEFAULT_PORT, whole, lint_remove, "the port is the default of %s", info->name);
    else if (number < 1024)
      lint_add(lint, LINT_OTHER_PORT, whole, lint_no_fix,
               "port %u is below 1024, and not the port of %s", number, info->name);
  }
  const bool slash = lint_has_server(lint) &&
                     (info->empty_path ? strcmp(info->empty_path, "/") == 0 : info->hierarchical);
  if (slash && ref->host_begin && ref->path_begin == ref->path_end && host.len > 0)
    lint_add(lint, LINT_MISSING_SLASH, lint_part(lint, ref->path_begin, ref->path_begin),
             uriel_text_of("/"), "an empty path is equivalent to \"/\"");
  if (ref->query_end == ref->path_end + 1)
    lint_add(lint, LINT_EMPTY_QUERY, lint_part(lint, ref->path_end, ref->query_end), lint_no_fix,
             "a \"?\" without a query: not equivalent to the same without \"?\"");
  /* "#" refers to the document itself. */
  if (ref->length == ref->query_end + 1 && ref->length > 1)
    lint_add(lint, LINT_EMPTY_FRAGMENT, lint_part(lint, ref->query_end, ref->length), lint_no_fix,
             "a \"#\" without a fragment: not the same reference as without \"#\"");
}

/* Writes the normal form, and fills `normal` over it. */
static bool lint_normal(struct lint *lint, uriel_level level, uriel_ref *normal)
{
  struct buffer *const out = lint->written;
  buffer_reserve(out, uriel_normalize_bound(lint->ref));
  out->len = uriel_normalize(lint->ref, level, out->ptr, out->capacity);
  return out->len <= out->capacity &&
         uriel_parse_as(normal, out->ptr, out->len, uriel_spec_of(lint->ref), URIEL_PARSE_PARTIAL, NULL);
}

static void lint_scheme_form(struct lint *lint)
{
  /* Schemes whose documents define equivalences. Names have forms for people (RFC 3187), and telephone
   * numbers separators (RFC 3966, 5.1.1). */
  static const char *const schemes[] = {"file", "mailto", "ldap", "ldaps", "gopher", "data", NULL};
  const uriel_ref *const ref = lint->ref;
  uriel_ref normal;
  if (!lint_is_on(lint, LINT_SCHEME_FORM) || !lint->today || !lint_scheme_in(lint, schemes) ||
      ref->path_begin == ref->path_end || uriel_port(ref).ptr || uriel_password(ref).ptr)
    return;
  if (lint_normal(lint, URIEL_LEVEL_SCHEME, &normal) &&
      uriel_compare(ref, &normal) == URIEL_LEVEL_SCHEME)
    lint_add(lint, LINT_SCHEME_FORM, lint_part(lint, 0, ref->length), buffer_text(lint->written),
             "%s has a more usual form for this", lint->info->name);
}

/* ---- Path --------------------------------------------------------------------------------------- */

/* Segments "." and "..". Relative references need them (6.2.2.3), but not as "%2E". Documents before
 * url-1997 do not have them. The fix is the path of the normal form. */
static void lint_dots(struct lint *lint)
{
  const uriel_text path = uriel_path(lint->ref);
  const bool whole = lint->ref->scheme_end > 0;
  uriel_text rest = path;
  uriel_text segment;
  uriel_ref normal;
  const uriel_spec spec = uriel_spec_of(lint->ref);
  if (!lint_is_on(lint, LINT_DOT_SEGMENT) || path.len == 0 || (whole && *path.ptr != '/') ||
      spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994)
    return;
  while (uriel_segment_next(&rest, &segment)) {
    char dots[2] = "";
    if (segment.len == 0 || (*segment.ptr != '.' && *segment.ptr != '%'))
      continue;
    const size_t count = uriel_decode(segment.ptr, segment.len, 0, dots, sizeof dots, NULL);
    const bool encoded = segment.len != count;
    if (count < 1 || count > 2 || dots[0] != '.' || dots[count - 1] != '.' ||
        !(encoded ? lint->today : whole))
      continue;
    const bool written = lint_normal(lint, URIEL_LEVEL_PATH, &normal);
    lint_add(lint, LINT_DOT_SEGMENT, path, written ? uriel_path(&normal) : lint_no_fix,
             "a segment \"%.*s\", which is resolved when the reference is used", LINT_SHOWN(segment));
    return;
  }
}

/* "http://web.archive.example/http://example.com/": a path may hold a URI. */
static void lint_slashes(struct lint *lint)
{
  static const char *const web[] = {"http", "https", NULL};
  const uriel_text path = uriel_path(lint->ref);
  if (lint->ref->scheme_end && !lint_scheme_in(lint, web))
    return;
  for (size_t i = 0; i + 1 < path.len; i++)
    if (path.ptr[i] == '/' && path.ptr[i + 1] == '/' && !(i > 0 && path.ptr[i - 1] == ':')) {
      lint_add(lint, LINT_EMPTY_SEGMENT, (uriel_text){path.ptr + i, 2}, lint_no_fix,
               "\"//\" is an empty segment, which servers often read as \"/\"");
      return;
    }
}

/* ---- Escapes ------------------------------------------------------------------------------------ */

/* The escapes that break a rule. */
struct escapes_span {
  size_t begin, end, count;
};

static unsigned char escapes_byte(const char *escape)
{
  return (unsigned char)(triplet_read(escape, 3));
}

/* RFC 3986, 2.3. Under uri-2003, 2.3, only "_" and "~" are decoded besides letters and digits; "~" is
 * not allowed before it. */
static bool escapes_is_unreserved(const struct lint *lint, unsigned char byte)
{
  if (byte == '~')
    return lint->today || uriel_spec_of(lint->ref) == URIEL_SPEC_URI_2003;
  return ascii_alphanumeric((char)byte) ||
         (byte && byte < 0x80 && strchr(lint->today ? "-._" : "_", byte));
}

/* The escapes of a part that are not UTF-8. The finding is about the first. */
static void escapes_utf8(struct lint *lint, uriel_text part)
{
  struct buffer *const out = lint->decoded;
  size_t at = 0;
  if (!lint_is_on(lint, LINT_NOT_UTF_8))
    return;
  buffer_reserve(out, part.len);
  const size_t len = uriel_decode(part.ptr, part.len, 0, out->ptr, out->capacity, NULL);
  const size_t good = uriel_utf8_span(out->ptr, len);
  if (good == len)
    return;
  for (size_t decoded = good; decoded > 0 && at < part.len; decoded--)
    at += part.ptr[at] == '%' ? 3 : 1;
  const uriel_text first = {part.ptr + at, part.ptr[at] == '%' ? 3 : 1};
  lint_add(lint, LINT_NOT_UTF_8, first, lint_no_fix, "not UTF-8: %.*s", (int)first.len, first.ptr);
}

static void escapes_component(const struct lint *lint, uriel_component component, uriel_text part,
                              bool data, struct escapes_span spans[LINT_RULE_COUNT])
{
  const bool loose = component == URIEL_QUERY || component == URIEL_FRAGMENT;
  /* Another URI in a query or fragment, whose own escapes are encoded. */
  const bool nested =
      loose && (memchr(part.ptr, ':', part.len) || memmem(part.ptr, part.len, "%3a", 3) ||
                memmem(part.ptr, part.len, "%3A", 3));
  const char *const end = part.ptr + part.len;
  const char *const whole = lint->ref->text + lint->ref->length;
  for (const char *at = part.ptr; (at = memchr(at, '%', (size_t)(end - at))); at++) {
    if (end - at < 3)
      return;
    const unsigned char byte = escapes_byte(at);
    /* In the query, forms have line breaks and tabs. */
    const bool control = byte < 0x20 || byte == 0x7F;
    const bool text = loose && (byte == '\t' || byte == '\n' || byte == '\r');
    enum lint_rule found[2] = {LINT_RULE_COUNT, LINT_RULE_COUNT};
    if (lint_is_on(lint, LINT_NEEDLESS_ESCAPE) && escapes_is_unreserved(lint, byte))
      found[0] = LINT_NEEDLESS_ESCAPE;
    else if ((at[1] >= 'a' && at[1] <= 'f') || (at[2] >= 'a' && at[2] <= 'f'))
      found[0] = LINT_ESCAPE_CASE;
    if (byte == 0)
      found[1] = LINT_ENCODED_NUL;
    else if (control && !text)
      found[1] = LINT_ENCODED_CONTROL;
    else if (component == URIEL_PATH && (byte == '/' || byte == '\\'))
      found[1] = LINT_ENCODED_SLASH;
    else if (byte == '%' && !nested && whole - at >= 5 && hex_value(at[3]) >= 0 && hex_value(at[4]) >= 0)
      found[1] = LINT_DOUBLE_ESCAPE;
    for (size_t i = 0; i < (data ? 1 : 2); i++) {
      if (found[i] == LINT_RULE_COUNT)
        continue;
      struct escapes_span *const span = &spans[found[i]];
      if (span->count++ == 0)
        span->begin = (size_t)(at - lint->ref->text);
      span->end = (size_t)(at - lint->ref->text) + 3;
    }
  }
}

/* The text of a span with its escapes in upper case, or without the needless ones. */
static uriel_text escapes_fix(struct lint *lint, enum lint_rule rule, uriel_text part)
{
  struct buffer *const out = lint->written;
  out->len = 0;
  for (size_t at = 0; at < part.len;) {
    const char *const from = part.ptr + at;
    const bool escape = *from == '%';
    const unsigned char byte = escape ? escapes_byte(from) : 0;
    const char plain = (char)byte;
    if (escape && rule == LINT_ESCAPE_CASE)
      buffer_append_triplet(out, byte);
    else if (escape && escapes_is_unreserved(lint, byte))
      buffer_append(out, &plain, 1);
    else
      buffer_append(out, from, escape ? 3 : 1);
    at += escape ? 3 : 1;
  }
  return buffer_text(out);
}

static void lint_escapes(struct lint *lint)
{
  static const struct {
    enum lint_rule rule;
    const char *message;
  } rules[] = {{LINT_ESCAPE_CASE, "lower-case digits in an escape"},
               {LINT_NEEDLESS_ESCAPE, "a needless escape"},
               {LINT_ENCODED_NUL, "an encoded NUL"},
               {LINT_ENCODED_CONTROL, "an encoded control character"},
               {LINT_ENCODED_SLASH, "an encoded delimiter, which servers often decode too early"},
               {LINT_DOUBLE_ESCAPE, "an escape that is encoded again"}};
  /* Schemes whose documents give these characters a meaning, or whose content is data. */
  static const char *const schemes[] = {"data", "mailto", "gopher", "prospero", "urn", "magnet", NULL};
  const uriel_ref *const ref = lint->ref;
  struct escapes_span spans[LINT_RULE_COUNT] = {{0}};
  if (!memchr(ref->text, '%', ref->length))
    return;
  const bool data = lint_scheme_in(lint, schemes);
  for (int component = URIEL_USERINFO; component <= URIEL_FRAGMENT; component++) {
    const uriel_text part = uriel_component_get(ref, (uriel_component)component);
    if (part.len == 0 || !memchr(part.ptr, '%', part.len))
      continue;
    escapes_component(lint, (uriel_component)component, part, data, spans);
    if (!data)
      escapes_utf8(lint, part);
  }
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    const enum lint_rule rule = rules[i].rule;
    const struct escapes_span *const span = &spans[rule];
    const bool region = rule == LINT_ESCAPE_CASE || rule == LINT_NEEDLESS_ESCAPE;
    if (span->count == 0 || !lint_is_on(lint, rule))
      continue;
    const uriel_text part = lint_part(lint, span->begin, region ? span->end : span->begin + 3);
    /* Names are not equivalent to their decoded forms (RFC 8141, 3.1). */
    const bool fixes = region && !scheme_is(ref, "urn");
    const uriel_text fix = fixes ? escapes_fix(lint, rule, part) : lint_no_fix;
    if (span->count > 1)
      lint_add(lint, rule, part, fix, "%s (the first of %zu)", rules[i].message, span->count);
    else
      lint_add(lint, rule, part, fix, "%s: %.3s", rules[i].message, part.ptr);
  }
}

/* ---- All ---------------------------------------------------------------------------------------- */

void lint_reference(struct lint *lint, const uriel_ref *ref)
{
  enum { LINT_LENGTH = 8000 };
  lint->ref = ref;
  lint->text = (uriel_text){ref->text, ref->length};
  lint->secret = uriel_password(ref).len > 0;
  lint->today = uriel_spec_of(ref) == URIEL_SPEC_RFC3986 || uriel_spec_of(ref) == URIEL_SPEC_IRI;
  lint->count = lint->texts->len = 0;
  lint_scheme(lint);
  lint_form(lint);
  lint_userinfo(lint);
  lint_host(lint);
  lint_scheme_form(lint);
  lint_dots(lint);
  lint_slashes(lint);
  lint_escapes(lint);
  lint_readers(lint);
  if (ref->length > LINT_LENGTH && !scheme_is(ref, "data"))
    lint_add(lint, LINT_LONG, lint_part(lint, LINT_LENGTH, ref->length), lint_no_fix,
             "longer than %d bytes, the length that every program should support", LINT_LENGTH);
}

void lint_invalid(struct lint *lint, const struct record_error *error)
{
  lint->text = error->text;
  lint->secret = false;
  lint->count = lint->texts->len = 0;
  lint_error(lint, LINT_SYNTAX, error);
  lint_readers(lint);
}

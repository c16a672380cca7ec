/* SPDX-License-Identifier: MIT */
/* The findings of `uriel lint`, and the rules about form, scheme, port and path. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "lint.h"
#include "uriel_urn.h"

#define LINT_INFO(enumerator, name, severity, section, example, summary)                                \
  {name, severity, section, example, summary},
const struct lint_rule_info lint_rules[LINT_RULE_COUNT] = {LINT_RULES(LINT_INFO)};
#undef LINT_INFO

/* ---- Findings ----------------------------------------------------------------------------------- */

static size_t lint_text(struct lint *lint, const char *text, size_t len)
{
  const size_t begin = lint->texts.len;
  buffer_append(&lint->texts, text, len);
  buffer_append(&lint->texts, "", 1);
  return begin;
}

static struct lint_finding *lint_place(struct lint *lint, enum lint_rule rule, size_t offset,
                                       size_t length)
{
  if (!lint_is_on(lint, rule))
    return NULL;
  for (size_t i = 0; i < lint->count; i++)
    if (lint->list[i].rule == rule)
      return NULL;
  struct lint_finding *const finding = &lint->list[lint->count++];
  const char *const section = lint_rules[rule].section;
  *finding = (struct lint_finding){.rule = rule, .offset = offset, .length = length};
  finding->section = lint_text(lint, section, strlen(section));
  return finding;
}

struct lint_finding *lint_add(struct lint *lint, enum lint_rule rule, size_t offset, size_t length,
                              const char *format, ...)
{
  char message[512];
  struct lint_finding *const finding = lint_place(lint, rule, offset, length);
  va_list arguments;
  if (!finding)
    return NULL;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  finding->message = lint->texts.len;
  buffer_append_escaped(&lint->texts, message, strlen(message));
  buffer_append(&lint->texts, "", 1);
  return finding;
}

void lint_fix(struct lint *lint, struct lint_finding *finding, const char *text, size_t len)
{
  if (!finding || !lint->today)
    return;
  finding->fix = lint_text(lint, text, len);
  finding->fix_len = len;
  finding->fixed = true;
}

void lint_section(struct lint *lint, struct lint_finding *finding, const char *section)
{
  if (finding && section)
    finding->section = lint_text(lint, section, strlen(section));
}

/* An error of the library: its message, its place, its own section. */
static void lint_error(struct lint *lint, enum lint_rule rule, const struct record_error *error)
{
  const uriel_error *const place = &error->error;
  const size_t len = error->text.len;
  const size_t begin = place->begin < len ? place->begin : len;
  const size_t end = place->length < len - begin ? begin + place->length : len;
  /* If only the end is wrong: all of the component. */
  const size_t offset = place->offset < end ? place->offset : begin;
  const size_t length = end - offset;
  struct lint_finding *const finding = lint_place(lint, rule, offset, length);
  const char *const section = error_section(error);
  char whole[128];
  if (!finding)
    return;
  error_message(error, &lint->written);
  finding->message = lint_text(lint, lint->written.ptr, lint->written.len);
  if (!*section)
    return;
  const bool number = !error->section || (*section >= '0' && *section <= '9');
  snprintf(whole, sizeof whole, "%s%s%s", number ? uriel_spec_document(place->spec) : "",
           number ? ", " : "", section);
  lint_section(lint, finding, whole);
}

static int lint_order(const void *a, const void *b)
{
  const struct lint_finding *const x = a;
  const struct lint_finding *const y = b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return (int)x->rule - (int)y->rule;
}

/* ---- Scheme ------------------------------------------------------------------------------------- */

bool lint_scheme_is(const struct lint *lint, const char *scheme)
{
  const uriel_text own = uriel_scheme(lint->ref);
  return own.ptr && own.len == strlen(scheme) && strncasecmp(own.ptr, scheme, own.len) == 0;
}

bool lint_has_server(const struct lint *lint)
{
  return lint->info && lint->info->port > 0;
}

static bool lint_is_digit(char c)
{
  return c >= '0' && c <= '9';
}

/* "example.com:8080" is the scheme "example.com". */
static bool lint_is_host_and_port(const struct lint *lint)
{
  const uriel_text scheme = uriel_scheme(lint->ref);
  const uriel_text path = uriel_path(lint->ref);
  size_t at = 0;
  const bool known = lint->info && lint->info->status != URIEL_SCHEME_EXPERIMENTAL;
  if (known || !scheme.ptr || lint->ref->host_begin || path.len == 0 || !lint_is_digit(*path.ptr))
    return false;
  while (at < path.len && lint_is_digit(path.ptr[at]))
    at++;
  return at <= 5 && (at == path.len || path.ptr[at] == '/');
}

/* "www.example.com", "192.0.2.1/x": the first segment of a relative path. */
static bool lint_is_host(uriel_text path)
{
  uint8_t address[4];
  uriel_text rest = path;
  uriel_text first = {0};
  if (path.len == 0 || *path.ptr == '/' || !uriel_segment_next(&rest, &first))
    return false;
  return (first.len > 4 && strncasecmp(first.ptr, "www.", 4) == 0 &&
          memchr(first.ptr + 4, '.', first.len - 4)) ||
         uriel_ipv4_parse(address, first.ptr, first.len);
}

static bool lint_suffix(struct lint *lint)
{
  const uriel_ref *const ref = lint->ref;
  const bool port = lint_is_host_and_port(lint);
  if (!port && (ref->scheme_end || ref->host_begin || !lint_is_host(uriel_path(ref))))
    return false;
  struct lint_finding *const finding =
      port ? lint_add(lint, LINT_SUFFIX_REFERENCE, 0, ref->scheme_end,
                      "\"%.*s\" is read as a scheme: a host needs \"//\" before it",
                      LINT_SHOWN(uriel_scheme(ref)))
           : lint_add(lint, LINT_SUFFIX_REFERENCE, 0, 0,
                      "without a scheme and \"//\", this is a path, not a host");
  if (!port)
    lint_fix(lint, finding, "https://", strlen("https://"));
  return true;
}

/* Schemes that people mistype. */
static const char *const lint_usual[] = {"http", "https",  "ftp",  "sftp",   "file", "mailto",
                                         "tel",  "urn",    "data", "gopher", "ws",   "wss",
                                         "news", "telnet", "ldap", "sip",    NULL};

static void lint_unregistered(struct lint *lint, uriel_text scheme)
{
  char name[24];
  const size_t len = scheme.len < sizeof name ? scheme.len : 0;
  memcpy(name, scheme.ptr, len);
  name[len] = '\0';
  const char *const near = len > 2 ? nearest_word(name, lint_usual) : NULL;
  if (scheme.len == 1 && !lint->ref->host_begin && uriel_path(lint->ref).len > 0 &&
      *uriel_path(lint->ref).ptr == '/') {
    lint_fix(lint,
             lint_add(lint, LINT_UNREGISTERED_SCHEME, 0, 0,
                      "a scheme of one letter: a path of Windows needs \"file:///\" before it"),
             "file:///", strlen("file:///"));
  } else if (near) {
    lint_fix(lint,
             lint_add(lint, LINT_UNREGISTERED_SCHEME, 0, scheme.len,
                      "the scheme \"%s\" is not registered: did you mean \"%s\"?", name, near),
             near, strlen(near));
  } else {
    lint_add(lint, LINT_UNREGISTERED_SCHEME, 0, scheme.len, "the scheme \"%.*s\" is not registered",
             LINT_SHOWN(scheme));
  }
}

/* A private scheme is made of a domain name (RFC 7595, 3.8). */
static void lint_registered(struct lint *lint)
{
  const uriel_text scheme = uriel_scheme(lint->ref);
  const uriel_scheme_info *const info = lint->info;
  if (!info && !memchr(scheme.ptr, '.', scheme.len))
    lint_unregistered(lint, scheme);
  else if (info && info->status == URIEL_SCHEME_EXPERIMENTAL)
    lint_add(lint, LINT_UNREGISTERED_SCHEME, 0, scheme.len, "the scheme is experimental");
}

static void lint_namespace(struct lint *lint)
{
  uriel_urn urn = {0};
  if (!lint_scheme_is(lint, "urn") || !uriel_urn_parse(&urn, lint->ref, NULL))
    return;
  const uriel_urn_namespace *const space = uriel_urn_namespace_find(urn.nid.ptr, urn.nid.len);
  if (!space || space->kind == URIEL_URN_EXPERIMENTAL)
    lint_add(lint, LINT_UNREGISTERED_NAMESPACE, (size_t)(urn.nid.ptr - lint->ref->text), urn.nid.len,
             "the namespace \"%.*s\" is %s", LINT_SHOWN(urn.nid),
             space ? "experimental" : "not registered");
}

static void lint_scheme_rules(struct lint *lint)
{
  struct record_error error;
  if (lint_is_on(lint, LINT_SCHEME_RULES) && !rules_check(&lint->rules, lint->ref, &error))
    lint_error(lint, LINT_SCHEME_RULES, &error);
}

static void lint_scheme(struct lint *lint)
{
  const uriel_text scheme = uriel_scheme(lint->ref);
  lint->info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  if (lint_suffix(lint) || !scheme.ptr)
    return;
  lint_registered(lint);
  lint_namespace(lint);
  lint_scheme_rules(lint);
}

/* ---- Normal forms ------------------------------------------------------------------------------- */

/* The text in lower case, except its escapes. */
static void lint_lower(struct lint *lint, struct lint_finding *finding, uriel_text text)
{
  struct buffer *const out = &lint->written;
  out->len = 0;
  for (size_t i = 0; i < text.len; i++) {
    const char c = text.ptr[i];
    const bool escape = (i > 0 && text.ptr[i - 1] == '%') || (i > 1 && text.ptr[i - 2] == '%');
    const char lower = (char)(c >= 'A' && c <= 'Z' && !escape ? c | 0x20 : c);
    buffer_append(out, &lower, 1);
  }
  lint_fix(lint, finding, out->ptr, out->len);
}

static bool lint_has_upper(uriel_text text)
{
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '%')
      i += 2;
    else if (text.ptr[i] >= 'A' && text.ptr[i] <= 'Z')
      return true;
  }
  return false;
}

static void lint_case(struct lint *lint)
{
  const uriel_text scheme = uriel_scheme(lint->ref);
  const uriel_text host = uriel_host(lint->ref);
  const uriel_host_kind kind = uriel_host_kind_of(lint->ref);
  if (scheme.len > 1 && lint_has_upper(scheme))
    lint_lower(lint,
               lint_add(lint, LINT_SCHEME_CASE, 0, scheme.len, "the scheme has upper-case letters"),
               scheme);
  if (kind == URIEL_HOST_NAME && lint_has_upper(host))
    lint_lower(lint,
               lint_add(lint, LINT_HOST_CASE, (size_t)(host.ptr - lint->ref->text), host.len,
                        "the host has upper-case letters"),
               host);
}

/* ":80", with the delimiter. */
static void lint_port(struct lint *lint)
{
  const uriel_ref *const ref = lint->ref;
  const size_t length = ref->path_begin - ref->host_end;
  const uriel_text port = uriel_port(ref);
  uint16_t number;
  if (!port.ptr)
    return;
  if (port.len == 0)
    lint_fix(lint, lint_add(lint, LINT_EMPTY_PORT, ref->host_end, length, "a \":\" without a port"), "",
             0);
  if (!lint_has_server(lint) || !uriel_port_number(&number, ref, NULL))
    return;
  if (number == lint->info->port)
    lint_fix(lint,
             lint_add(lint, LINT_DEFAULT_PORT, ref->host_end, length, "the port is the default of %s",
                      lint->info->name),
             "", 0);
  else if (number < 1024)
    lint_add(lint, LINT_OTHER_PORT, ref->host_end, length, "port %u is below 1024, and not that of %s",
             number, lint->info->name);
}

static bool lint_lacks_slash(const struct lint *lint)
{
  const uriel_ref *const ref = lint->ref;
  const uriel_scheme_info *const info = lint->info;
  const bool slash =
      info && (info->empty_path ? strcmp(info->empty_path, "/") == 0 : info->hierarchical);
  return slash && info->port && ref->host_begin && ref->path_begin == ref->path_end &&
         uriel_host(ref).len > 0;
}

/* Schemes whose documents define equivalences. Names have forms for people (RFC 3187), and telephone
 * numbers separators (RFC 3966, 5.1.1). */
static bool lint_has_form(const struct lint *lint)
{
  static const char *const schemes[] = {"file", "mailto", "ldap", "ldaps", "gopher", "data"};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (lint_scheme_is(lint, schemes[i]))
      return true;
  return false;
}

static void lint_scheme_form(struct lint *lint)
{
  struct buffer *const out = &lint->written;
  uriel_ref normal;
  if (!lint_is_on(lint, LINT_SCHEME_FORM) || !lint->today || !lint_has_form(lint) ||
      lint->ref->path_begin == lint->ref->path_end || uriel_port(lint->ref).ptr ||
      uriel_password(lint->ref).ptr)
    return;
  buffer_reserve(out, uriel_normalize_bound(lint->ref));
  out->len = uriel_normalize_ref(lint->ref, URIEL_LEVEL_SCHEME, out->ptr, out->capacity, &normal, NULL);
  if (out->len != URIEL_FAILED && uriel_compare(lint->ref, &normal) == URIEL_LEVEL_SCHEME)
    lint_fix(lint,
             lint_add(lint, LINT_SCHEME_FORM, 0, lint->ref->length, "%s has a more usual form for this",
                      lint->info->name),
             out->ptr, out->len);
}

static void lint_empty(struct lint *lint)
{
  const uriel_ref *const ref = lint->ref;
  if (lint_lacks_slash(lint))
    lint_fix(
        lint,
        lint_add(lint, LINT_MISSING_SLASH, ref->path_begin, 0, "an empty path is equivalent to \"/\""),
        "/", 1);
  if (ref->query_end == ref->path_end + 1)
    lint_add(lint, LINT_EMPTY_QUERY, ref->path_end, 1,
             "a \"?\" without a query: not equivalent to the same without \"?\"");
  /* "#" refers to the document itself. */
  if (ref->length == ref->query_end + 1 && ref->length > 1)
    lint_add(lint, LINT_EMPTY_FRAGMENT, ref->query_end, 1,
             "a \"#\" without a fragment: not the same reference as without \"#\"");
}

/* ---- Path --------------------------------------------------------------------------------------- */

/* Whether the segment is "." or "..", and whether as "%2E". */
static bool lint_is_dots(uriel_text segment, bool *encoded)
{
  size_t dots = 0;
  size_t at = 0;
  *encoded = false;
  while (at < segment.len && dots < 3) {
    const bool escape = segment.len - at >= 3 && strncasecmp(segment.ptr + at, "%2e", 3) == 0;
    if (!escape && segment.ptr[at] != '.')
      return false;
    *encoded |= escape;
    at += escape ? 3 : 1;
    dots++;
  }
  return at == segment.len && (dots == 1 || dots == 2);
}

/* The path of the normal form. */
static void lint_fix_path(struct lint *lint, struct lint_finding *finding)
{
  struct buffer *const out = &lint->written;
  uriel_ref normal;
  if (!finding)
    return;
  buffer_reserve(out, uriel_normalize_bound(lint->ref));
  if (uriel_normalize_ref(lint->ref, URIEL_LEVEL_PATH, out->ptr, out->capacity, &normal, NULL) ==
      URIEL_FAILED)
    return;
  const uriel_text path = uriel_path(&normal);
  lint_fix(lint, finding, path.ptr, path.len);
}

/* Relative references need dot segments (6.2.2.3), but not as "%2E". Documents before url-1997 do not
 * have them. */
static void lint_dots(struct lint *lint)
{
  const uriel_text path = uriel_path(lint->ref);
  const bool whole = lint->ref->scheme_end > 0;
  uriel_text rest = path;
  uriel_text segment;
  const uriel_spec spec = uriel_spec_of(lint->ref);
  if (path.len == 0 || (whole && *path.ptr != '/') || spec == URIEL_SPEC_URL_1993 ||
      spec == URIEL_SPEC_URL_1994)
    return;
  while (uriel_segment_next(&rest, &segment)) {
    bool encoded;
    if (!lint_is_dots(segment, &encoded) || !(encoded ? lint->today : whole))
      continue;
    lint_fix_path(lint, lint_add(lint, LINT_DOT_SEGMENT, (size_t)(path.ptr - lint->ref->text), path.len,
                                 "a segment \"%.*s\", which is resolved when the reference is used",
                                 LINT_SHOWN(segment)));
    break;
  }
}

/* "http://web.archive.example/http://example.com/": a path may hold a URI. */
static void lint_slashes(struct lint *lint)
{
  const uriel_text path = uriel_path(lint->ref);
  if (lint->ref->scheme_end && !lint_scheme_is(lint, "http") && !lint_scheme_is(lint, "https"))
    return;
  for (size_t i = 0; i + 1 < path.len; i++) {
    if (path.ptr[i] != '/' || path.ptr[i + 1] != '/' || (i > 0 && path.ptr[i - 1] == ':'))
      continue;
    lint_add(lint, LINT_EMPTY_SEGMENT, (size_t)(path.ptr - lint->ref->text) + i, 2,
             "\"//\" is an empty segment, which servers often read as \"/\"");
    break;
  }
}

/* ---- All ---------------------------------------------------------------------------------------- */

static void lint_length(struct lint *lint)
{
  enum { LINT_LENGTH = 8000 };
  if (lint->ref->length > LINT_LENGTH && !lint_scheme_is(lint, "data"))
    lint_add(lint, LINT_LONG, LINT_LENGTH, lint->ref->length - LINT_LENGTH,
             "longer than %d bytes, the length that every program should support", LINT_LENGTH);
}

void lint_reference(struct lint *lint, const uriel_ref *ref)
{
  lint->ref = ref;
  lint->secret = uriel_password(ref).len > 0;
  lint->today = uriel_spec_of(ref) == URIEL_SPEC_RFC3986 || uriel_spec_of(ref) == URIEL_SPEC_IRI;
  lint->count = lint->texts.len = 0;
  lint_scheme(lint);
  lint_case(lint);
  lint_userinfo(lint);
  lint_host(lint);
  lint_port(lint);
  lint_empty(lint);
  lint_scheme_form(lint);
  lint_dots(lint);
  lint_slashes(lint);
  lint_escapes(lint);
  lint_length(lint);
  qsort(lint->list, lint->count, sizeof *lint->list, lint_order);
}

void lint_invalid(struct lint *lint, const struct record_error *error)
{
  lint->secret = false;
  lint->count = lint->texts.len = 0;
  lint_error(lint, LINT_SYNTAX, error);
}

void lint_free(struct lint *lint)
{
  buffer_free(&lint->texts);
  buffer_free(&lint->decoded);
  buffer_free(&lint->written);
  rules_free(&lint->rules);
  warnings_free(&lint->warnings);
}

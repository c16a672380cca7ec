/* SPDX-License-Identifier: MIT */
/* The form of a reference that is safe to show (RFC 3987, 3.2, 4 and 8), and the labels of its host. */
#include "iri/convert.h"
#include "iri/shown.h"
#include "iri/spoof.h"
#include "text/text.h"
#include "text/utf8.h"
#include "uri/component.h"
#include "uriel_idna.h"

/* Writes text with its bytes outside US-ASCII encoded. */
static void display_encoded(writer *w, uriel_text text)
{
  for (size_t at = 0; at < text.len; at++) {
    if ((unsigned char)text.ptr[at] < 0x80)
      write_byte(w, text.ptr[at]);
    else
      write_triplet(w, (unsigned char)text.ptr[at]);
  }
}

/* ---- Hosts -------------------------------------------------------------------------------------- */

/* Where the labels of the host go; zero-initialise to count them only. */
typedef struct display_labels {
  uriel_iri_label *out;
  size_t capacity, count;
} display_labels;

static void display_put(display_labels *labels, size_t begin, size_t end, uriel_label_rule rule)
{
  if (labels->count < labels->capacity)
    labels->out[labels->count] = (uriel_iri_label){.begin = begin, .length = end - begin, .rule = rule};
  labels->count++;
}

/* Mapping and decoding can make a host empty, and can make delimiters and spaces. */
static bool display_is_name(uriel_text host)
{
  for (size_t at = 0; at < host.len; at++)
    if ((unsigned char)host.ptr[at] < 0x80 && !byte_is(host.ptr[at], BYTE_UNRESERVED))
      return false;
  return host.len > 0;
}

/* Writes a host that stays in US-ASCII as a whole. `rejected`: IDNA rejects it, so its encoded labels
 * are hidden. */
static void display_ascii(writer *w, uriel_text host, bool rejected, display_labels *labels)
{
  while (host.len > 0) {
    const size_t begin = w->len;
    const uriel_text part = uriel_shown_part(&host, URIEL_HOST);
    const bool encoded = !shown_is_ascii(part) || memchr(part.ptr, '%', part.len) ||
                         (part.len >= 4 && fold_equal(part.ptr, "xn--", 4));
    display_encoded(w, part);
    if (part.ptr[0] != '.')
      display_put(labels, begin, w->len, rejected && encoded ? URIEL_LABEL_IDNA : URIEL_LABEL_SHOWN);
  }
}

/* Writes a host in Unicode, except labels that a rule hides. */
static void display_unicode(writer *w, uriel_text host, display_labels *labels)
{
  const uriel_text top = uriel_shown_top(host);
  char ascii[SHOWN_HOST_MAX];
  const char *place;
  while (host.len > 0) {
    const size_t begin = w->len;
    const uriel_text part = uriel_shown_part(&host, URIEL_HOST);
    uriel_label_rule rule = uriel_spoof_rule(part, top);
    if (rule == URIEL_LABEL_SHOWN && !shown_is_ascii(part) && uriel_shown_bidi(part, false, &place))
      rule = URIEL_LABEL_BIDI;
    if (rule == URIEL_LABEL_SHOWN)
      write_view(w, part);
    else
      uriel_write_bytes(w, ascii, uriel_idna_to_ascii(part.ptr, part.len, 0, ascii, sizeof ascii, NULL));
    if (part.ptr[0] != '.')
      display_put(labels, begin, w->len, rule);
  }
}

static void display_host(writer *w, const uriel_ref *ref, display_labels *labels)
{
  char buffer[SHOWN_HOST_MAX];
  const uriel_text host = component_host(ref);
  const uriel_text scheme = component_scheme(ref);
  /* Schemes that connect to servers use domain names (RFC 3986, 3.2.2). A reference without a scheme is
   * usually an http reference. */
  const bool name = uriel_host_kind_of(ref) == URIEL_HOST_NAME &&
                    (scheme.len == 0 || uriel_default_port(scheme) != 0 ||
                     (scheme.len == 4 && fold_equal(scheme.ptr, "file", 4)));
  const bool valid = name && uriel_iri_is_domain(host);
  const size_t len = valid ? uriel_shown_host(host, buffer) : URIEL_FAILED;
  const uriel_text unicode = {buffer, len == URIEL_FAILED ? 0 : len};
  display_labels none = {0};
  if (display_is_name(unicode)) {
    if (shown_is_ascii(unicode) && shown_is_ascii(host))
      display_ascii(w, host, false, labels);
    else
      display_unicode(w, unicode, labels);
    return;
  }
  const size_t n = !name || shown_is_ascii(host)
                       ? URIEL_FAILED
                       : uriel_idna_to_ascii(host.ptr, host.len, 0, buffer, sizeof buffer, NULL);
  const uriel_text ascii = {buffer, n};
  display_ascii(w, n <= sizeof buffer && display_is_name(ascii) ? ascii : host, true,
                name ? labels : &none);
}

/* ---- Other components --------------------------------------------------------------------------- */

static void display_part(writer *w, uriel_text part)
{
  const char *place;
  char bytes[4];
  if (uriel_shown_bidi(part, true, &place)) {
    display_encoded(w, part);
    return;
  }
  while (part.len > 0) {
    const shown_character c = uriel_shown_next(&part, true);
    if (c.kept)
      display_encoded(w, c.source);
    else
      uriel_write_bytes(w, bytes, uriel_utf8_write(bytes, c.code));
  }
}

static void display_component(writer *w, const char *before, const uriel_ref *ref,
                              uriel_component component)
{
  uriel_text rest = uriel_component_get(ref, component);
  if (!view_defined(rest))
    return;
  write_string(w, before);
  while (rest.len > 0)
    display_part(w, uriel_shown_part(&rest, component));
}

/* Writes the reference up to the path. */
static void display_front(writer *w, const uriel_ref *ref, display_labels *labels)
{
  const uint32_t before = ref->host_begin ? ref->host_begin : ref->path_begin;
  display_encoded(w, (uriel_text){ref->text, before});
  if (ref->host_begin)
    display_host(w, ref, labels);
}

size_t uriel_iri_labels(uriel_iri_label *labels, size_t capacity, const uriel_ref *ref)
{
  writer w = writer_to(NULL, 0);
  display_labels found = {.out = labels, .capacity = capacity};
  if (!(ref->flags & URIEL_INVALID))
    display_front(&w, ref, &found);
  return found.count;
}

size_t uriel_iri_display(const uriel_ref *ref, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  display_labels labels = {0};
  if (ref->flags & URIEL_INVALID)
    return URIEL_FAILED;
  display_front(&w, ref, &labels);
  if (ref->host_begin)
    write_view(&w, view_of(ref->text + ref->host_end, ref->text + ref->path_begin));
  display_component(&w, "", ref, URIEL_PATH);
  display_component(&w, "?", ref, URIEL_QUERY);
  display_component(&w, "#", ref, URIEL_FRAGMENT);
  return w.len;
}

const char *uriel_label_rule_name(uriel_label_rule rule)
{
  static const char *const names[] = {"shown",   "idna",   "identifier",  "scripts",    "bidi",
                                      "rare",    "latin",  "context",     "country",    "marks",
                                      "numbers", "digits", "looks-ascii", "looks-latin"};
  return (size_t)rule < sizeof names / sizeof *names ? names[rule] : "";
}

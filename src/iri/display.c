/* SPDX-License-Identifier: MIT */
/* The form of a reference that is safe to show (RFC 3987, 3.2, 4 and 8; UTS #39). */
#include "iri/convert.h"
#include "iri/shown.h"
#include "iri/spoof.h"
#include "text/mem.h"
#include "text/percent.h"
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

static bool display_label_is_safe(uriel_text label)
{
  const char *place;
  size_t offset;
  return shown_is_ascii(label) || (uriel_spoof_level(label, &offset) <= URIEL_RESTRICTION_HIGHLY &&
                                   uriel_looks_ascii(label.ptr, label.len, NULL, 0) == 0 &&
                                   uriel_shown_bidi(label, false, &place) == 0);
}

/* Mapping and decoding can make a host empty, and can make delimiters and spaces. */
static bool display_is_name(uriel_text host)
{
  for (size_t at = 0; at < host.len; at++)
    if ((unsigned char)host.ptr[at] < 0x80 && !byte_is(host.ptr[at], BYTE_UNRESERVED))
      return false;
  return host.len > 0;
}

static bool display_host_is_safe(uriel_text host)
{
  if (!display_is_name(host))
    return false;
  while (host.len > 0)
    if (!display_label_is_safe(uriel_shown_part(&host, URIEL_HOST)))
      return false;
  return true;
}

static void display_host(writer *w, const uriel_ref *ref)
{
  char buffer[SHOWN_HOST_MAX];
  const uriel_text host = component_host(ref);
  const bool name = uriel_host_kind_of(ref) == URIEL_HOST_NAME && uriel_iri_is_domain(host);
  const size_t len = name ? uriel_shown_host(host, buffer) : URIEL_FAILED;
  const uriel_text unicode = {buffer, len == URIEL_FAILED ? 0 : len};
  const bool changes = !shown_is_ascii(unicode) || !shown_is_ascii(host);
  if (len != URIEL_FAILED && changes && display_host_is_safe(unicode)) {
    write_view(w, unicode);
    return;
  }
  const size_t n = shown_is_ascii(host)
                       ? URIEL_FAILED
                       : uriel_idna_to_ascii(host.ptr, host.len, 0, buffer, sizeof buffer, NULL);
  if (n <= sizeof buffer && display_is_name((uriel_text){buffer, n}))
    uriel_write_bytes(w, buffer, n);
  else
    display_encoded(w, host);
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
      uriel_write_bytes(w, bytes, uriel_utf8_encode(c.code, bytes));
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

size_t uriel_iri_display(const uriel_ref *ref, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  if (component_is_row(ref))
    return URIEL_FAILED;
  const uint32_t before = ref->host_begin ? ref->host_begin : ref->path_begin;
  display_encoded(&w, (uriel_text){ref->text, before});
  if (ref->host_begin) {
    display_host(&w, ref);
    write_view(&w, view_of(ref->text + ref->host_end, ref->text + ref->path_begin));
  }
  display_component(&w, "", ref, URIEL_PATH);
  display_component(&w, "?", ref, URIEL_QUERY);
  display_component(&w, "#", ref, URIEL_FRAGMENT);
  return w.len;
}

size_t uriel_iri_display_bound(const uriel_ref *ref)
{
  const size_t host = ref->host_begin ? ref->host_end - ref->host_begin : 0;
  const size_t names = size_add(uriel_idna_to_ascii_bound(host), uriel_idna_to_unicode_bound(host));
  return size_add(size_times(ref->length, 3), names);
}

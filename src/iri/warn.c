/* SPDX-License-Identifier: MIT */
/* Warnings about what a reference looks like (RFC 3987, 4; UTS #39). */
#include "iri/shown.h"
#include "iri/spoof.h"
#include "text/text.h"
#include "uri/component.h"

/* Where warnings go, and what they are about. */
typedef struct warn_sink {
  const uriel_ref *ref;
  uriel_warning *out;
  size_t capacity, count;
  uriel_component component;
  uriel_text part;
} warn_sink;

static void warn_put(warn_sink *sink, uriel_warning_kind kind, const char *place, uriel_text detail)
{
  const char *const text = sink->ref->text;
  if (sink->count < sink->capacity) {
    uriel_warning *const warning = &sink->out[sink->count];
    writer w = writer_to(warning->detail, sizeof warning->detail - 1);
    *warning = (uriel_warning){.kind = kind,
                               .component = sink->component,
                               .offset = (size_t)(place - text),
                               .begin = (size_t)(sink->part.ptr - text),
                               .length = sink->part.len};
    write_view(&w, detail);
  }
  sink->count++;
}

static void warn_bidi(warn_sink *sink, uriel_text part, bool same)
{
  const char *place = NULL;
  const unsigned rule = uriel_shown_bidi(part, false, &place);
  if (rule)
    warn_put(sink, (uriel_warning_kind)rule, same ? sink->part.ptr + (place - part.ptr) : sink->part.ptr,
             view_undefined());
}

/* A label as it is shown. Places are in the label of the reference if that is the same. */
static void warn_label(warn_sink *sink)
{
  char unicode[SHOWN_HOST_MAX], look[64];
  const size_t len = uriel_shown_host(sink->part, unicode);
  const uriel_text label = len == URIEL_FAILED ? sink->part : (uriel_text){unicode, len};
  const bool same = view_equal(label, sink->part);
  size_t offset = 0;
  if (shown_is_ascii(label))
    return;
  const uriel_restriction level = uriel_spoof_level(label, &offset);
  if (level > URIEL_RESTRICTION_HIGHLY_RESTRICTIVE)
    warn_put(sink, URIEL_WARNING_SCRIPTS, sink->part.ptr + (same ? offset : 0),
             uriel_text_of(uriel_restriction_name(level)));
  const size_t look_len = uriel_looks_ascii(label.ptr, label.len, look, sizeof look);
  if (look_len > 0) {
    /* A label in the script of the top-level domain does not look like US-ASCII. */
    char buffer[SHOWN_HOST_MAX];
    const uriel_text top = uriel_shown_top(uriel_component_get(sink->ref, URIEL_HOST));
    const size_t top_len = uriel_shown_host(top, buffer);
    if (!uriel_spoof_at_home(label, top_len == URIEL_FAILED ? top : (uriel_text){buffer, top_len}))
      warn_put(sink, URIEL_WARNING_LOOKS_ASCII, sink->part.ptr,
               (uriel_text){look, look_len < sizeof look ? look_len : sizeof look});
  }
  warn_bidi(sink, label, same);
}

/* "http://www.bank.example@host/": the user's name could be taken for the host (RFC 3986, 7.6). */
static void warn_userinfo(warn_sink *sink)
{
  uriel_text rest = uriel_userinfo(sink->ref);
  if (!view_defined(rest))
    return;
  sink->component = URIEL_USERINFO;
  sink->part = view_take(&rest, ':');
  if (memchr(sink->part.ptr, '.', sink->part.len))
    warn_put(sink, URIEL_WARNING_USER_HOST, sink->part.ptr, view_undefined());
}

static void warn_component(warn_sink *sink, uriel_component component)
{
  uriel_text rest = uriel_component_get(sink->ref, component);
  if (component == URIEL_HOST && uriel_host_kind_of(sink->ref) != URIEL_HOST_NAME)
    return;
  sink->component = component;
  while (rest.len > 0) {
    sink->part = uriel_shown_part(&rest, component);
    if (component == URIEL_HOST)
      warn_label(sink);
    else if (!shown_is_ascii(sink->part))
      warn_bidi(sink, sink->part, true);
    for (uriel_text part = sink->part; part.len > 0;) {
      const shown_character c = uriel_shown_next(&part, false);
      if (c.hidden)
        warn_put(sink, URIEL_WARNING_HIDDEN, c.source.ptr, view_undefined());
    }
  }
}

size_t uriel_iri_warnings(uriel_warning *warnings, size_t capacity, const uriel_ref *ref)
{
  warn_sink sink = {.ref = ref, .out = warnings, .capacity = capacity};
  if (ref->flags & URIEL_INVALID)
    return 0;
  warn_userinfo(&sink);
  warn_component(&sink, URIEL_USERINFO);
  warn_component(&sink, URIEL_HOST);
  warn_component(&sink, URIEL_PATH);
  warn_component(&sink, URIEL_QUERY);
  warn_component(&sink, URIEL_FRAGMENT);
  return sink.count;
}

/* SPDX-License-Identifier: MIT */
/* Warnings about what a reference looks like (RFC 3987, 4; UTS #39). */
#include "iri/shown.h"
#include "iri/spoof.h"
#include "text/text.h"
#include "uri/component.h"

static const struct {
  const char *name, *message;
} warn_table[] = {
    [URIEL_IRI_SCRIPTS] = {"scripts", "mixes scripts or has characters that are not for identifiers: "},
    [URIEL_IRI_LOOKS_ASCII] = {"looks-ascii", "looks like "},
    [URIEL_IRI_BIDI_MIXED] = {"bidi-mixed", "mixes left-to-right and right-to-left characters"},
    [URIEL_IRI_BIDI_ENDS] = {"bidi-ends",
                             "has right-to-left characters, but does not start and end with them"},
    [URIEL_IRI_HIDDEN] = {"hidden",
                          "has a character that is invisible, not assigned or like a delimiter"},
    [URIEL_IRI_USERINFO] = {"userinfo", "looks like a host; the host is after the \"@\""},
};

/* Where warnings go, and what they are about. */
typedef struct warn_sink {
  const uriel_ref *ref;
  uriel_iri_warning *out;
  size_t capacity, count;
  uriel_component component;
  uriel_text part;
} warn_sink;

static void warn_put(warn_sink *sink, uriel_iri_warning_kind kind, const char *place,
                     uriel_restriction level)
{
  const char *const text = sink->ref->text;
  if (sink->count < sink->capacity)
    sink->out[sink->count] = (uriel_iri_warning){.kind = kind,
                                                 .component = sink->component,
                                                 .offset = (size_t)(place - text),
                                                 .begin = (size_t)(sink->part.ptr - text),
                                                 .length = sink->part.len,
                                                 .level = level};
  sink->count++;
}

static void warn_bidi(warn_sink *sink, uriel_text part, bool same)
{
  const char *place = NULL;
  const unsigned rule = uriel_shown_bidi(part, false, &place);
  if (rule)
    warn_put(sink, (uriel_iri_warning_kind)rule,
             same ? sink->part.ptr + (place - part.ptr) : sink->part.ptr, URIEL_RESTRICTION_ASCII);
}

/* A label as it is shown. Places are in the label of the reference if that is the same. */
static void warn_label(warn_sink *sink)
{
  char unicode[SHOWN_HOST_MAX];
  const size_t len = uriel_shown_host(sink->part, unicode);
  const uriel_text label = len == URIEL_FAILED ? sink->part : (uriel_text){unicode, len};
  const bool same = view_equal(label, sink->part);
  size_t offset = 0;
  if (shown_is_ascii(label))
    return;
  const uriel_restriction level = uriel_spoof_level(label, &offset);
  if (level > URIEL_RESTRICTION_HIGHLY)
    warn_put(sink, URIEL_IRI_SCRIPTS, sink->part.ptr + (same ? offset : 0), level);
  if (uriel_looks_ascii(label.ptr, label.len, NULL, 0) > 0) {
    /* A label in the script of the top-level domain does not look like US-ASCII. */
    char buffer[SHOWN_HOST_MAX];
    const uriel_text top = uriel_shown_top(uriel_component_get(sink->ref, URIEL_HOST));
    const size_t top_len = uriel_shown_host(top, buffer);
    if (!uriel_spoof_at_home(label, top_len == URIEL_FAILED ? top : (uriel_text){buffer, top_len}))
      warn_put(sink, URIEL_IRI_LOOKS_ASCII, sink->part.ptr, level);
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
    warn_put(sink, URIEL_IRI_USERINFO, sink->part.ptr, URIEL_RESTRICTION_ASCII);
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
        warn_put(sink, URIEL_IRI_HIDDEN, c.source.ptr, URIEL_RESTRICTION_ASCII);
    }
  }
}

size_t uriel_iri_warnings(const uriel_ref *ref, uriel_iri_warning *warnings, size_t capacity)
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

const char *uriel_iri_warning_name(uriel_iri_warning_kind kind)
{
  return kind >= URIEL_IRI_SCRIPTS && kind <= URIEL_IRI_USERINFO ? warn_table[kind].name : "";
}

static void warn_write_look(writer *w, uriel_text label)
{
  char unicode[SHOWN_HOST_MAX], look[SHOWN_HOST_MAX];
  const size_t len = uriel_shown_host(label, unicode);
  const uriel_text shown = len == URIEL_FAILED ? label : (uriel_text){unicode, len};
  const size_t n = uriel_looks_ascii(shown.ptr, shown.len, look, sizeof look);
  write_byte(w, '"');
  uriel_write_bytes(w, look, n < sizeof look ? n : sizeof look);
  write_byte(w, '"');
}

size_t uriel_iri_warning_describe(const uriel_iri_warning *warning, const uriel_ref *ref, char *out,
                                  size_t capacity)
{
  writer w = writer_to(out, capacity);
  if (uriel_iri_warning_name(warning->kind)[0] == 0)
    return 0;
  write_string(&w, warning->component == URIEL_HOST   ? "a label of the host "
                   : warning->component == URIEL_PATH ? "a segment of the path "
                                                      : "the ");
  if (warning->component != URIEL_HOST && warning->component != URIEL_PATH) {
    write_string(&w, uriel_component_name(warning->component));
    write_byte(&w, ' ');
  }
  write_string(&w, warn_table[warning->kind].message);
  if (warning->kind == URIEL_IRI_SCRIPTS)
    write_string(&w, uriel_restriction_name(warning->level));
  if (warning->kind == URIEL_IRI_LOOKS_ASCII)
    warn_write_look(&w, (uriel_text){ref->text + warning->begin, warning->length});
  return w.len;
}

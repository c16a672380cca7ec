/* SPDX-License-Identifier: MIT */
/* uriel_change_read, uriel_edit and uriel_edit_bound: bytes that choose the document, the options of the
 * result, a capacity, and a kind, options and a separator for each change; then a line of changes like
 * "query.q=1", "path+=a" and "-port", separated by "\x1e"; then the reference. The bound suffices, a
 * smaller buffer gives the same or an error, results parse and have the values, errors lie in their
 * texts, other components stay the same, and so does a reference whose component is set to its value. */
#include "fuzz.h"
#include "uriel_function.h"
#include "uriel_query.h"
#include "uriel_url.h"

#include <stdlib.h>
#include <string.h>

enum {
  CHANGES_MAX = 4,
  OWN = 3, /* the bytes that choose for a change */
  FRONT = 4 + CHANGES_MAX * OWN,
  BOUND_MAX = 1 << 22,
  STEPS = 48 /* the number of smaller capacities */
};

/* A reference, and changes that are read for its document. */
typedef struct edit_case {
  uriel_ref ref;
  unsigned options;
  size_t shift; /* of the output from an aligned place */
  uriel_change changes[CHANGES_MAX];
  size_t count;
} edit_case;

typedef struct edited {
  char *block;
  uriel_text text; /* undefined: `error` has the reason */
  uriel_error error;
} edited;

/* Edits in a buffer of exactly `capacity` bytes. */
static edited run(const edit_case *in, size_t capacity)
{
  edited to = {.block = room(capacity + in->shift)};
  uriel_text at;
  char *const out = to.block + in->shift;
  const size_t len =
      uriel_edit(&at, &in->ref, in->changes, in->count, in->options, out, capacity, &to.error);
  fuzz_must((len == URIEL_FAILED) == (to.error.code != URIEL_ERROR_NONE), "an error or a text");
  fuzz_must(len == URIEL_FAILED || len <= capacity, "the text is in the buffer");
  fuzz_must(len == URIEL_FAILED || !at.ptr, "no error, no text of it");
  if (len == URIEL_FAILED && at.ptr)
    fuzz_must(to.error.offset <= at.len && to.error.begin <= at.len &&
                  to.error.length <= at.len - to.error.begin,
              "the place of an error is in its text");
  to.text = text_from(len == URIEL_FAILED ? NULL : out, len == URIEL_FAILED ? 0 : len);
  return to;
}

static bool same(const edited *a, const edited *b)
{
  return a->error.code == b->error.code && a->error.offset == b->error.offset &&
         a->error.component == b->error.component && (a->text.ptr != NULL) == (b->text.ptr != NULL) &&
         (!a->text.ptr || text_equal(a->text, b->text));
}

/* Reads the change into `out`, a block of the exact size; returns whether it is one. */
static bool read_change(uriel_change *change, uriel_spec spec, char **out)
{
  const size_t most = 4 * (change->name.len + change->value.len) + 4;
  uriel_change again = *change;
  *out = room(most);
  const size_t len = uriel_change_read(change, spec, *out, most);
  const size_t checked = uriel_change_read(&again, spec, NULL, 0);
  fuzz_must((len == URIEL_FAILED) == (checked == URIEL_FAILED), "a change is checked without a buffer");
  fuzz_must(len == URIEL_FAILED || len <= most, "a change has a bound");
  return len != URIEL_FAILED;
}

static bool parse(uriel_ref *ref, uriel_text text, uriel_spec spec, unsigned options, char *out,
                  size_t capacity)
{
  if (spec == URIEL_SPEC_WHATWG)
    return uriel_url_parse(ref, NULL, text.ptr, text.len, NULL, out, capacity) != URIEL_FAILED;
  return uriel_parse_as(ref, text.ptr, text.len, spec, options, NULL);
}

static bool is_named(const uriel_change *change, const char *name)
{
  return change->kind < URIEL_CHANGE_SORT_QUERY && text_equal(change->name, uriel_text_of(name));
}

static bool is_below(const uriel_change *change, const char *name)
{
  const size_t len = strlen(name);
  return change->kind < URIEL_CHANGE_SORT_QUERY && change->name.len >= len &&
         memcmp(change->name.ptr, name, len) == 0;
}

/* The components that a change can touch, as 1 << uriel_component. The URL standard's setter of the
 * scheme removes a default port, and the setters of query and fragment change the spaces before them. */
static unsigned touched(const uriel_change *change, const uriel_ref *ref)
{
  static const char *const names[] = {
      [URIEL_SCHEME] = "scheme",     [URIEL_USERINFO] = "userinfo",  [URIEL_HOST] = "host",
      [URIEL_PORT] = "port",         [URIEL_PATH] = "path",          [URIEL_QUERY] = "query",
      [URIEL_FRAGMENT] = "fragment", [URIEL_AUTHORITY] = "authority"};
  const bool is_url = uriel_spec_of(ref) == URIEL_SPEC_WHATWG;
  if (change->kind >= URIEL_CHANGE_SORT_QUERY)
    return 1u << (change->kind >= URIEL_CHANGE_DEFAULT_PORT ? URIEL_PORT : URIEL_QUERY);
  if (is_named(change, "user") || is_named(change, "password"))
    return 1u << URIEL_USERINFO;
  if (is_named(change, "authority"))
    return 1u << URIEL_USERINFO | 1u << URIEL_HOST | 1u << URIEL_PORT;
  if (is_named(change, "scheme"))
    return 1u << URIEL_SCHEME | (is_url ? 1u << URIEL_PORT : 0);
  for (unsigned at = URIEL_REFERENCE; at <= URIEL_FRAGMENT; at++)
    if (names[at] && (is_named(change, names[at]) || (at == URIEL_PATH && is_below(change, "path.")) ||
                      (at == URIEL_QUERY && is_below(change, "query."))))
      return 1u << at | (is_url && uriel_form_of(ref) == URIEL_FORM_OPAQUE ? 1u << URIEL_PATH : 0);
  return ~0u;
}

static void check_untouched(const edit_case *in, const uriel_ref *result)
{
  unsigned all = 1u << URIEL_REFERENCE | 1u << URIEL_AUTHORITY;
  for (size_t i = 0; i < in->count; i++)
    all |= touched(&in->changes[i], &in->ref);
  for (unsigned at = URIEL_REFERENCE; at <= URIEL_FRAGMENT; at++)
    if (!(all & 1u << at)) {
      const uriel_text a = uriel_component_get(&in->ref, (uriel_component)at);
      const uriel_text b = uriel_component_get(result, (uriel_component)at);
      fuzz_must((a.ptr != NULL) == (b.ptr != NULL) && text_equal(a, b),
                "another component stays the same");
    }
}

/* The last change has its effect: the component is the value, which is encoded in URIs. */
static void check_value(const edit_case *in, const uriel_ref *result)
{
  static const struct {
    const char *name;
    uriel_component component;
  } names[] = {{"scheme", URIEL_SCHEME},    {"userinfo", URIEL_USERINFO}, {"host", URIEL_HOST},
               {"port", URIEL_PORT},        {"path", URIEL_PATH},         {"query", URIEL_QUERY},
               {"fragment", URIEL_FRAGMENT}};
  const uriel_change *const last = &in->changes[in->count - 1];
  const uriel_spec spec = uriel_spec_of(&in->ref);
  if ((last->kind != URIEL_CHANGE_SET && last->kind != URIEL_CHANGE_REMOVE) ||
      spec == URIEL_SPEC_WHATWG || (last->options & URIEL_CHANGE_IF_UNDEFINED))
    return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!is_named(last, names[i].name))
      continue;
    const uriel_text got = uriel_component_get(result, names[i].component);
    if (last->kind == URIEL_CHANGE_REMOVE) {
      fuzz_must(got.len == 0 && (!got.ptr || names[i].component == URIEL_PATH), "it is removed");
    } else if (last->options & URIEL_CHANGE_ENCODED) {
      fuzz_must(text_equal(got, last->value), "an encoded value is written as it is");
    } else if (!(last->options & URIEL_CHANGE_TRIPLETS) && spec == URIEL_SPEC_RFC3986) {
      char *const out = room(got.len);
      const size_t len = uriel_decode(got.ptr, got.len, 0, out, got.len, NULL);
      fuzz_must(text_equal(text_from(out, len), last->value), "a value is decoded to itself");
      free(out);
    }
  }
}

static void check_result(const edit_case *in, uriel_text text)
{
  const uriel_spec spec = uriel_spec_of(&in->ref);
  const size_t bound = uriel_url_bound(NULL, text.len);
  char *const out = room(bound);
  uriel_ref result;
  fuzz_must(parse(&result, text, spec, in->options, out, bound), "the result is a reference");
  fuzz_must(text_equal(text_from(result.text, result.length), text), "the result is in its form");
  if (in->count > 0)
    check_value(in, &result);
  check_untouched(in, &result);
  free(out);
}

static void check_capacities(const edit_case *in, const edited *first, size_t bound, size_t chosen)
{
  for (size_t i = 0; i <= STEPS; i++) {
    const size_t capacity =
        i < STEPS ? (bound - (bound > 0)) / STEPS * i + i % (bound + 1) : bound * chosen / 256;
    const edited less = run(in, capacity < bound ? capacity : bound);
    fuzz_must(less.error.code == URIEL_ERROR_BUFFER_TOO_SMALL || same(&less, first),
              "a smaller buffer gives the same");
    free(less.block);
  }
}

static void check_edit(const edit_case *in, size_t chosen)
{
  const size_t bound = uriel_edit_bound(uriel_spec_of(&in->ref), in->ref.length, in->changes, in->count);
  if (bound > BOUND_MAX)
    return;
  const edited first = run(in, bound), second = run(in, bound);
  fuzz_must(first.error.code != URIEL_ERROR_BUFFER_TOO_SMALL, "the bound suffices");
  fuzz_must(same(&first, &second), "two edits are equal");
  if (first.text.ptr)
    check_result(in, first.text);
  check_capacities(in, &first, bound, chosen);
  free(first.block);
  free(second.block);
}

/* Sets the named part to its own encoded value. */
static void check_own(const edit_case *given, const char *name, uriel_text value)
{
  edit_case in = *given;
  char *out;
  if (!value.ptr)
    return;
  in.count = 1;
  in.changes[0] = (uriel_change){
      .options = URIEL_CHANGE_ENCODED | URIEL_CHANGE_DOTS, .name = uriel_text_of(name), .value = value};
  if (read_change(&in.changes[0], uriel_spec_of(&in.ref), &out)) {
    const size_t bound = uriel_edit_bound(uriel_spec_of(&in.ref), in.ref.length, in.changes, 1);
    const edited got = run(&in, bound);
    fuzz_must(got.text.ptr && text_equal(got.text, text_from(in.ref.text, in.ref.length)),
              "its own value changes nothing");
    free(got.block);
  }
  free(out);
}

static void check_owns(const edit_case *in)
{
  const uriel_ref *const ref = &in->ref;
  uriel_text rest = uriel_path(ref), first = {NULL, 0}, last = {NULL, 0};
  check_own(in, "scheme", uriel_scheme(ref));
  check_own(in, "authority", uriel_authority(ref));
  check_own(in, "userinfo", uriel_userinfo(ref));
  check_own(in, "user", uriel_userinfo(ref).ptr ? uriel_user(ref) : first);
  check_own(in, "password", uriel_password(ref));
  check_own(in, "host", uriel_host(ref));
  check_own(in, "port", uriel_port(ref));
  check_own(in, "path", uriel_path(ref));
  check_own(in, "query", uriel_query(ref));
  check_own(in, "fragment", uriel_fragment(ref));
  while (rest.ptr && uriel_segment_next(&rest, &last))
    first = first.ptr ? first : last;
  check_own(in, "path.1", first);
  check_own(in, "path.-1", last);
}

/* Splits "NAME=VALUE", "NAME+=VALUE" or "-NAME"; the bytes can choose another kind. */
static uriel_change change_of(uriel_text text, const uint8_t choices[OWN])
{
  static const unsigned options[] = {
      URIEL_QUERY_SEMICOLON, URIEL_QUERY_PLUS,          URIEL_QUERY_FOLD, URIEL_CHANGE_ENCODED,
      URIEL_CHANGE_TRIPLETS, URIEL_CHANGE_IF_UNDEFINED, URIEL_CHANGE_DOTS};
  uriel_change change = {
      .kind = URIEL_CHANGE_REMOVE, .name = text, .separator = "\0;|,"[choices[2] % 4]};
  const char *const equals = text.len ? memchr(text.ptr, '=', text.len) : NULL;
  if (text.len > 0 && *text.ptr == '-') {
    change.name = text_from(text.ptr + 1, text.len - 1);
  } else if (equals) {
    const size_t len = (size_t)(equals - text.ptr);
    const bool append = len > 0 && equals[-1] == '+';
    change.kind = append ? URIEL_CHANGE_APPEND : URIEL_CHANGE_SET;
    change.name.len = len - append;
    change.value = text_from(equals + 1, text.len - len - 1);
  }
  if (choices[0] > 0)
    change.kind = (uriel_change_kind)((choices[0] - 1) % (URIEL_CHANGE_NO_DEFAULT_PORT + 1));
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    change.options |= choices[1] >> i & 1 ? options[i] : 0;
  return change;
}

/* Reads the changes of the line. Changes that are not allowed are left out. */
static void read_changes(edit_case *in, char **outs, uriel_text line, const uint8_t *choices)
{
  for (size_t i = 0; line.ptr && i < CHANGES_MAX; i++) {
    const char *const stop = line.len ? memchr(line.ptr, '\x1e', line.len) : NULL;
    const size_t len = stop ? (size_t)(stop - line.ptr) : line.len;
    uriel_change change = change_of(text_from(line.ptr, len), choices + i * OWN);
    if (read_change(&change, uriel_spec_of(&in->ref), &outs[i]))
      in->changes[in->count++] = change;
    line = stop ? text_from(stop + 1, line.len - len - 1) : text_from(NULL, 0);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  char *outs[CHANGES_MAX] = {NULL};
  if (size < FRONT)
    return 0;
  const uriel_spec spec = (uriel_spec)(data[0] % (URIEL_SPEC_WHATWG + 1));
  edit_case in = {.options = data[1] % 4, .shift = data[3] % sizeof(void *)};
  fuzz_lines(lines, 2, data + FRONT, size - FRONT);
  const size_t bound = uriel_url_bound(NULL, lines[1].len);
  char *const repaired = room(bound);
  if (lines[1].ptr && uriel_spec_built(spec) &&
      parse(&in.ref, lines[1], spec, in.options, repaired, bound)) {
    read_changes(&in, outs, lines[0], data + 4);
    check_edit(&in, data[2]);
    check_owns(&in);
  }
  for (size_t i = 0; i < CHANGES_MAX; i++)
    free(outs[i]);
  free(repaired);
  fuzz_free(lines, 2);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* What could have stood at a fault, in words, from the automaton's state there. */
#include "grammar/grammar.h"
#include "text/bytes.h"
#include "text/writer.h"
#include "uri/generation.h"

/* The sets that have a name, the larger before those they hold; what is left is named byte by byte. */
static const struct {
  unsigned classes, less;
  bool percent; /* the set's rule includes pct-encoded */
  const char *name;
} expect_sets[] = {
    {BYTE_SEGMENT, 0, true, "a pchar"},
    {BYTE_UNRESERVED, 0, false, "an unreserved character"},
    {BYTE_NAME, BYTE_UNRESERVED, false, "a sub-delim"},
    {BYTE_ALPHA, 0, false, "a letter"},
    {BYTE_HEX, 0, false, "a hexadecimal digit"},
    {BYTE_DIGIT, 0, false, "a digit"},
};

static bool expect_in_set(size_t set, unsigned byte)
{
  if (byte == '%')
    return expect_sets[set].percent;
  return byte_is((char)byte, expect_sets[set].classes) && !byte_is((char)byte, expect_sets[set].less);
}

static bool expect_holds(const grammar_next *next, size_t set)
{
  for (unsigned byte = 0; byte < 256; byte++)
    if (expect_in_set(set, byte) && !next->byte[byte])
      return false;
  return true;
}

/* One more thing in the list, of which `left` are to come after it. */
static void expect_item(writer *w, const char *name, size_t left)
{
  if (w->len > 0)
    write_string(w, left ? ", " : " or ");
  write_string(w, name);
}

static size_t expect_count(const grammar_next *next)
{
  size_t count = next->end;
  for (unsigned byte = 0; byte < 256; byte++)
    count += next->byte[byte];
  return count;
}

/* Names a set where all of it is expected, and takes it off what is left. */
static void expect_write_set(writer *w, grammar_next *next, size_t set)
{
  if (!expect_holds(next, set))
    return;
  for (unsigned byte = 0; byte < 256; byte++)
    next->byte[byte] = next->byte[byte] && !expect_in_set(set, byte);
  expect_item(w, expect_sets[set].name, expect_count(next));
}

static void expect_write_byte(writer *w, grammar_next *next, unsigned char byte)
{
  const char quoted[] = {'"', (char)byte, '"', 0};
  if (!next->byte[byte])
    return;
  next->byte[byte] = false;
  expect_item(w, quoted, expect_count(next));
}

/* In an authority the bytes of a pchar are expected for other reasons, and named one by one. */
static void expect_write(writer *w, grammar_next *next, bool in_authority)
{
  static const unsigned char last[] = "/?#";
  for (size_t set = in_authority; set < sizeof expect_sets / sizeof *expect_sets; set++)
    expect_write_set(w, next, set);
  for (unsigned byte = 0; byte < 256; byte++)
    if (byte != last[0] && byte != last[1] && byte != last[2])
      expect_write_byte(w, next, (unsigned char)byte);
  for (size_t i = 0; i < 3; i++)
    expect_write_byte(w, next, last[i]);
  if (next->end)
    expect_item(w, "the end", 0);
}

static bool expect_in_authority(uriel_component component)
{
  return component == URIEL_USERINFO || component == URIEL_HOST || component == URIEL_PORT;
}

size_t uriel_fault_expected(const uriel_fault *fault, const char *text, size_t len, char *out,
                            size_t capacity)
{
  writer w = writer_to(out, capacity);
  grammar_next next;
  uriel_ref ref;
  uriel_fault again;
  const generation *const g = uriel_generation(fault->spec);
  if (uriel_parse_as(&ref, fault->spec, fault->options, text, len, &again) ||
      again.code == URIEL_FAULT_TOO_LONG || again.offset != fault->offset)
    return 0;
  if (g)
    g->grammar_for(text, len, fault->options).expected(text, fault->offset, &next);
  else
    uriel_rfc3986_expected(text, fault->offset, &next);
  expect_write(&w, &next, expect_in_authority(again.component));
  return w.len;
}

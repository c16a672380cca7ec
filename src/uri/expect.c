/* SPDX-License-Identifier: MIT */
/* What could have stood at a fault, in words, from the automaton's state there. */
#include "grammar/grammar.h"
#include "text/bytes.h"
#include "text/writer.h"
#include "uri/generation.h"

/* RFC 3986's. In an authority the bytes of a pchar are expected for other reasons, and named one by one.
 */
static const expect_set expect_rfc3986[] = {
    {BYTE_SEGMENT, 0, NULL, true, "a pchar", EXPECT_ANYWHERE & ~EXPECT_IN_AUTHORITY},
    {BYTE_UNRESERVED, 0, NULL, false, "an unreserved character", EXPECT_ANYWHERE},
    {BYTE_NAME, BYTE_UNRESERVED, NULL, false, "a sub-delim", EXPECT_ANYWHERE},
    {BYTE_ALPHA, 0, NULL, false, "a letter", EXPECT_ANYWHERE},
    {BYTE_HEX, 0, NULL, false, "a hexadecimal digit", EXPECT_ANYWHERE},
    {BYTE_DIGIT, 0, NULL, false, "a digit", EXPECT_ANYWHERE},
};

static bool expect_in_set(const expect_set *set, unsigned byte)
{
  if (byte == '%')
    return set->percent;
  for (const char *but = set->but; but && *but; but++)
    if (byte == (unsigned char)*but)
      return false;
  return byte_is((char)byte, set->classes) && !byte_is((char)byte, set->less);
}

static bool expect_holds(const grammar_next *next, const expect_set *set)
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
static void expect_write_set(writer *w, grammar_next *next, const expect_set *set)
{
  if (!expect_holds(next, set))
    return;
  for (unsigned byte = 0; byte < 256; byte++)
    next->byte[byte] = next->byte[byte] && !expect_in_set(set, byte);
  expect_item(w, set->name, expect_count(next));
}

static void expect_write_byte(writer *w, grammar_next *next, unsigned char byte)
{
  const char mark = byte == '"' ? '\'' : '"';
  const char quoted[] = {mark, (char)byte, mark, 0};
  if (!next->byte[byte])
    return;
  next->byte[byte] = false;
  expect_item(w, quoted, expect_count(next));
}

static void expect_write(writer *w, grammar_next *next, expect_sets known, uriel_component component)
{
  static const unsigned char last[] = "/?#";
  for (size_t i = 0; i < known.count; i++)
    if (known.sets[i].where & expect_bit(component))
      expect_write_set(w, next, &known.sets[i]);
  for (unsigned byte = 0; byte < 256; byte++)
    if (byte != last[0] && byte != last[1] && byte != last[2])
      expect_write_byte(w, next, (unsigned char)byte);
  for (size_t i = 0; i < 3; i++)
    expect_write_byte(w, next, last[i]);
  if (next->end)
    expect_item(w, "the end", 0);
}

/* Whether the fault is of uriel_decode or uriel_decode_as, whose texts have no components: a "%" at its
 * begin, and the offset behind that. */
static bool expect_of_decoding(const uriel_fault *fault, uriel_text text)
{
  return fault->code == URIEL_FAULT_PERCENT && fault->component == URIEL_REFERENCE &&
         fault->length == 1 && fault->begin < text.len && text.ptr[fault->begin] == '%' &&
         triplet_stuck(text.ptr + fault->begin, text.ptr + text.len) == text.ptr + fault->offset;
}

size_t uriel_fault_expected(const uriel_fault *fault, const char *text, size_t len, char *out,
                            size_t capacity)
{
  writer w = writer_to(out, capacity);
  grammar_next next;
  uriel_ref ref;
  uriel_fault again;
  const generation *const g = uriel_generation(fault->spec);
  if (fault->offset > len)
    return 0;
  if (expect_of_decoding(fault, (uriel_text){text, len})) {
    write_string(&w, "a hexadecimal digit");
    return w.len;
  }
  if (uriel_parse_as(&ref, fault->spec, fault->options, text, len, &again) ||
      again.code == URIEL_FAULT_TOO_LONG || again.code == URIEL_FAULT_SPEC_NOT_BUILT ||
      again.code != fault->code || again.offset != fault->offset)
    return 0;
  const expect_sets known =
      g ? g->expect : (expect_sets){expect_rfc3986, sizeof expect_rfc3986 / sizeof *expect_rfc3986};
  if (g)
    g->grammar_for(text, len, fault->options).expected(text, fault->offset, &next);
  else
    uriel_rfc3986_expected(text, fault->offset, &next);
  expect_write(&w, &next, known, again.component);
  return w.len;
}

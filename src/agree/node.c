/* SPDX-License-Identifier: MIT */
/* The reader "node": new URL of Node.js 20.20.2 (ada 2.9.2), which reads as the URL standard except for
 * domains.
 *
 *   - Mapping is UTS #46 15.0, without newer characters and others of uriel_reader_allows_early;
 *     U+1E9E becomes "ss".
 *   - "xn--" labels are decoded and checked also if the domain is US-ASCII; they may decode to US-ASCII.
 *   - A label does not begin with a mark of Unicode 13.
 *   - The first joiner of a label decides, and ends the checks of the label: it is valid after a virama
 *     of Unicode 13; U+200C also if any character before it joins to the left, and any after it to the
 *     right, in Unicode 6.1.
 *   - The Bidi rule of Unicode 13 applies to labels with characters of classes R, AL and AN; the last
 *     character of an LTR label is not checked, and an RTL label may begin with any class but L.
 *
 * Known differences: opaque hosts of more than READER_DOMAIN_MAX bytes are refused; Node.js does not
 * limit the length of domains (URL_DOMAIN_MAX, URIEL_IDNA_LABEL_MAX). */
#include "agree/reader.h"

#include "idna/nfc.h"
#include "text/utf8.h"

enum {
  NODE_MAPPING = 150,
  NODE_CLASSES = 130,
  NODE_JOINING = 61,
  NODE_ZWNJ = 0x200C,
  NODE_ZWJ = 0x200D
};

typedef struct node_range {
  uint32_t first, last;
} node_range;

/* Bidi_Class=NSM in Unicode 13, L in Unicode 18. */
static const node_range node_marks[] = {
    {0x1734, 0x1734}, {0x1B3A, 0x1B3A}, {0x1B3C, 0x1B3C}, {0x1B42, 0x1B42}, {0x1171E, 0x1171E}};

/* Joining in Unicode 6.1, but not in Node.js. */
static const node_range node_not_joining[] = {{0x0767, 0x07EA}, {0x0840, 0x084F}, {0x0856, 0x0858}};

static bool node_has(const node_range *ranges, size_t count, uint32_t code)
{
  for (size_t i = 0; i < count; i++)
    if (code >= ranges[i].first && code <= ranges[i].last)
      return true;
  return false;
}
#define NODE_IN(code, ranges) node_has(ranges, sizeof(ranges) / sizeof *(ranges), code)

/* The word of a code point, in a version of Unicode. */
static uint32_t node_word(uint32_t code, unsigned version)
{
  return reader_assigned(code, version) ? unicode_word(code) : BIDI_OTHER << UNICODE_BIDI_SHIFT;
}

static enum unicode_bidi node_bidi(uint32_t code)
{
  return NODE_IN(code, node_marks) ? BIDI_NSM : word_bidi(node_word(code, NODE_CLASSES));
}

/* Returns whether the joiner at `at` is allowed. */
static bool node_joins(const reader_label *label, size_t at)
{
  bool left = false, right = false;
  if (at > 0 && word_class(node_word(label->codes[at - 1], NODE_CLASSES)) == UNICODE_VIRAMA)
    return true;
  if (label->codes[at] == NODE_ZWJ)
    return false;
  for (size_t i = 0; i < label->count; i++) {
    const uint32_t code = label->codes[i];
    if (NODE_IN(code, node_not_joining))
      continue;
    const enum unicode_joining joining = word_joining(node_word(code, NODE_JOINING));
    left |= i < at && (joining == JOINING_LEFT || joining == JOINING_DUAL);
    right |= i > at && (joining == JOINING_RIGHT || joining == JOINING_DUAL);
  }
  return left && right;
}

static bool node_follows_bidi_rule(const reader_label *label)
{
  bool bidi = false;
  unsigned has = 0;
  size_t end = label->count;
  for (size_t i = 0; i < label->count; i++) {
    const enum unicode_bidi class = node_bidi(label->codes[i]);
    bidi |= class == BIDI_R || class == BIDI_AN;
  }
  while (end > 0 && node_bidi(label->codes[end - 1]) == BIDI_NSM)
    end--;
  if (!bidi || end == 0)
    return end > 0;
  const bool rtl = node_bidi(label->codes[0]) != BIDI_L;
  const enum unicode_bidi last = node_bidi(label->codes[end - 1]);
  for (size_t i = 0; i + !rtl < end; i++)
    has |= 1U << node_bidi(label->codes[i]);
  if (!rtl)
    return (has & (1U << BIDI_R | 1U << BIDI_AN | 1U << BIDI_OTHER)) == 0;
  return (has & (1U << BIDI_L | 1U << BIDI_OTHER)) == 0 &&
         !((has >> BIDI_EN & 1) && (has >> BIDI_AN & 1)) &&
         (last == BIDI_R || last == BIDI_AN || last == BIDI_EN);
}

/* Returns whether a label after mapping and normalisation is valid. */
static RARE bool node_is_valid(const reader_label *label)
{
  for (size_t i = 0; i < label->count; i++) {
    const unsigned status = unicode_word(label->codes[i]) & UNICODE_STATUS;
    if (!uriel_reader_allows_early(label->codes[i], NODE_MAPPING) ||
        (status != UNICODE_VALID && status != UNICODE_DEVIATION))
      return false;
  }
  if (node_word(label->codes[0], NODE_CLASSES) & UNICODE_MARK)
    return false;
  for (size_t i = 0; i < label->count; i++)
    if (label->codes[i] == NODE_ZWNJ || label->codes[i] == NODE_ZWJ)
      return node_joins(label, i);
  return node_follows_bidi_rule(label);
}

/* Writes a label in ASCII. Returns false if it is not valid. */
static RARE bool node_put_label(writer *w, const reader_label *label)
{
  reader_label decoded;
  if (reader_label_is_ace(label)) {
    if (!uriel_reader_decode_label(&decoded, label) || decoded.count == 0 ||
        !uriel_reader_is_normal(&decoded, READER_UNICODE) || !node_is_valid(&decoded))
      return false;
  } else if (!uriel_reader_label_is_ascii(label) && !node_is_valid(label)) {
    return false;
  }
  uriel_reader_write_label(w, label);
  return true;
}

bool uriel_reader_node_to_ascii(uriel_text *domain, char *out)
{
  char copy[URL_DOMAIN_MAX];
  writer text = writer_to(copy, sizeof copy), w = writer_to(out, URL_DOMAIN_MAX);
  if (reader_is_ascii_domain(*domain)) {
    uriel_reader_write_lower(&w, *domain, NODE_MAPPING);
    *domain = (uriel_text){out, w.len};
    return w.len <= URL_DOMAIN_MAX;
  }
  if (!uriel_reader_write_early(&text, *domain, NODE_MAPPING) || text.len > sizeof copy)
    return false;
  nfc_source source = {.at = copy, .end = copy + text.len, .mapped = true};
  do {
    reader_label label;
    label.count = 0;
    source.stopped = false;
    uriel_nfc_run(&source, uriel_reader_collect, &label);
    if (label.count > URIEL_IDNA_LABEL_MAX || !node_put_label(&w, &label))
      return false;
    if (source.stopped)
      write_byte(&w, '.');
  } while (source.stopped);
  *domain = (uriel_text){out, w.len};
  return w.len <= URL_DOMAIN_MAX;
}

void uriel_read_node(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_reader_url(reading, (uriel_text){len ? text : "", len}, uriel_reader_node_to_ascii, out);
}

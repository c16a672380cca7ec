/* SPDX-License-Identifier: MIT */
/* uriel_find, uriel_hit_clean: hits match their kind and are in order, within the text. A text in two
 * pieces, with the searched part dropped, has the same hits as in one piece. */
#include "fuzz.h"

#include "uriel_find.h"
#include <stdlib.h>
#include <string.h>

typedef struct found {
  const char *text;
  const uriel_hit *hit;
  unsigned options;
} found;

static size_t write_clean(const void *context, char *out, size_t capacity)
{
  const found *const in = context;
  return uriel_hit_clean(in->text, in->hit, in->options, out, capacity);
}

/* Broken references are found too, with letters outside ASCII (doc/finding.md), but without characters
 * that no URI contains. */
static void check_characters(uriel_text clean, uriel_hit_kind kind)
{
  static const char marks[] =
      "-._~:/?#[]@!$&'()*+,;=%^`{|}"; /* the last five occur in mail (RFC 5322, 3.2.3) */
  const size_t count = sizeof marks - (kind == URIEL_HIT_MAIL ? 1 : 6);
  fuzz_must(uriel_utf8_span(clean.ptr, clean.len) == clean.len, "letters beyond ASCII are whole");
  for (size_t at = 0; at < clean.len; at++) {
    const char c = clean.ptr[at];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const bool beyond = (unsigned char)c >= 0x80;
    fuzz_must(letter || beyond || memchr(marks, c, count), "a character of URIs");
  }
}

/* After mapping non-ASCII characters, it parses, or the error is after the scheme. */
static void check_kind(uriel_text uri, uriel_hit_kind kind)
{
  uriel_ref ref;
  uriel_error error;
  const bool parses = uriel_parse(&ref, uri.ptr, uri.len, &error);
  const char *const colon = memchr(uri.ptr, ':', uri.len);
  switch (kind) {
  case URIEL_HIT_URI:
  case URIEL_HIT_URN:
    fuzz_must(colon && (parses ? uriel_scheme(&ref).len == (size_t)(colon - uri.ptr)
                               : error.offset > (size_t)(colon - uri.ptr)),
              "begins with a scheme");
    fuzz_must((kind == URIEL_HIT_URN) == (colon - uri.ptr == 3 && (uri.ptr[0] | 0x20) == 'u' &&
                                          (uri.ptr[1] | 0x20) == 'r' && (uri.ptr[2] | 0x20) == 'n'),
              "a URN is one");
    break;
  case URIEL_HIT_NETWORK_PATH:
    fuzz_must(uri.len > 2 && uri.ptr[0] == '/' && uri.ptr[1] == '/', "begins with //");
    fuzz_must(!parses || (!uriel_scheme(&ref).ptr && uriel_host(&ref).len > 0), "has a host");
    break;
  case URIEL_HIT_ABBREVIATED:
    fuzz_must(memchr(uri.ptr, '.', uri.len) != NULL, "has a dot");
    break;
  case URIEL_HIT_MAIL:
    fuzz_must(memchr(uri.ptr, '@', uri.len) != NULL, "has an @");
    break;
  default:
    fuzz_must(false, "a kind");
  }
}

static void check_hit(uriel_text text, const uriel_hit *hit, size_t from, size_t next)
{
  fuzz_must(from <= hit->begin && hit->begin < hit->end && hit->end <= text.len,
            "a hit within the text");
  fuzz_must(next >= hit->end && next <= text.len, "resumes after the hit");
  const uriel_text clean = text_written(write_clean, &(found){text.ptr, hit, 0});
  const uriel_text shorter = text_written(write_clean, &(found){text.ptr, hit, URIEL_CLEAN_NO_HYPHEN});
  const uriel_text uri = text_written(write_clean, &(found){text.ptr, hit, URIEL_CLEAN_TO_URI});
  check_characters(clean, hit->kind);
  check_kind(uri, hit->kind);
  fuzz_must(clean.len <= hit->end - hit->begin, "cleaning only takes away");
  fuzz_must((shorter.len < clean.len) == !!(hit->flags & URIEL_HIT_HYPHEN), "the flag of a hyphen");
  fuzz_must((uri.len > clean.len) == !!(hit->flags & URIEL_HIT_IRI), "the flag of an IRI");
  if (!(hit->flags & (URIEL_HIT_WRAPPED | URIEL_HIT_ESCAPED)) && hit->delimiter == URIEL_DELIMITED_BARE)
    fuzz_must(text_equal(clean, text_from(text.ptr + hit->begin, hit->end - hit->begin)),
              "a bare hit is clean");
  text_free(uri);
  text_free(shorter);
  text_free(clean);
}

/* Finds the next hit in the bytes [begin, len) of the text, with offsets in the whole text. Moves
 * `begin` to where to resume. */
static bool next_in_piece(const uriel_find_options *options, uriel_text text, size_t len, size_t *begin,
                          uriel_hit *hit)
{
  const uriel_text piece = text_copy(text_from(text.ptr + *begin, len - *begin));
  size_t from = 0;
  const bool has = uriel_find(hit, &from, piece.ptr, piece.len, len == text.len, options);
  fuzz_must(from <= piece.len, "goes forward");
  if (has) {
    hit->begin += *begin;
    hit->end += *begin;
  }
  *begin += from;
  text_free(piece);
  return has;
}

static void check_pieces(const uriel_find_options *options, uriel_text text, size_t cut)
{
  size_t from = 0;
  size_t in_pieces = 0;
  size_t len = cut;
  uriel_hit hit;
  uriel_hit expected;
  for (;;) {
    if (next_in_piece(options, text, len, &in_pieces, &hit)) {
      fuzz_must(uriel_find(&expected, &from, text.ptr, text.len, true, options),
                "no hit more in two pieces");
      fuzz_must(hit.begin == expected.begin && hit.end == expected.end && hit.kind == expected.kind &&
                    hit.delimiter == expected.delimiter && hit.flags == expected.flags,
                "the same hit in two pieces");
    } else if (len < text.len) {
      len = text.len;
    } else {
      break;
    }
  }
  fuzz_must(!uriel_find(&expected, &from, text.ptr, text.len, true, options),
            "no hit less in two pieces");
}

static void check_hits(const uriel_find_options *options, uriel_text text)
{
  uriel_hit hit;
  size_t from = 0;
  for (size_t before = 0; uriel_find(&hit, &from, text.ptr, text.len, true, options); before = from)
    check_hit(text, &hit, before, from);
  fuzz_must(from == text.len, "ends with the text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text schemes[] = {{"urn", 3}, {"A-b", 3}};
  if (size < 2)
    return 0;
  const uriel_text text = fuzz_text(data + 2, size - 2);
  const bool listed = (data[1] & 8) != 0;
  const unsigned iri = data[1] & 16 ? URIEL_FIND_IRI : 0;
  const uriel_find_options options = {(data[1] & 7) | iri, listed ? schemes : NULL, listed ? 2 : 0};
  check_hits(&options, text);
  check_pieces(&options, text, data[0] * text.len / 256);
  text_free(text);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Normalisation form C (UAX #15; The Unicode Standard, 3.11). */
#include "idna/nfc.h"

#include "text/text.h"
#include "text/utf8.h"
#include "uriel_idna.h"

/* A run of more combining marks than this is read again for each combining class in it. */
enum { NFC_MARKS = 32 };

typedef struct nfc_mark {
  uint32_t code;
  unsigned class;
  const char *origin;
} nfc_mark;

typedef struct nfc {
  nfc_source *source;
  nfc_sink *put;
  void *context;
  uint32_t starter; /* UNICODE_END before the first */
  bool whole;       /* the starter is as read: its decomposition may have marks */
  const char *origin;
  size_t count;
  nfc_mark marks[NFC_MARKS]; /* after the starter, by class */
} nfc;

/* A run of too many marks: those in the buffer, and `left` code points of the source. */
typedef struct nfc_long_run {
  nfc *n;
  size_t left;
  nfc_source source; /* before them */
  uint32_t starter;
  unsigned kept; /* the class of the last mark that did not compose */
} nfc_long_run;

/* UTS #46, 4, step 1. Returns UNICODE_END for a code point that is removed. */
static uint32_t nfc_mapped(nfc_source *source, uint32_t code)
{
  enum { SHARP_S = 0x1E9E };
  const unsigned status = unicode_word(code) & UNICODE_STATUS;
  if (status < UNICODE_DEVIATION || (status == UNICODE_DEVIATION && !source->transitional))
    return code;
  if (status == UNICODE_IGNORED)
    return UNICODE_END;
  return uriel_unicode_mapping(source->transitional && code == SHARP_S ? 0xDF : code, &source->rest);
}

/* Reads from a mapping or the text. UNICODE_END if the code point is removed. */
static uint32_t nfc_read(nfc_source *source)
{
  uint32_t code = UNICODE_END;
  if (source->rest.len > 0) {
    const size_t n = uriel_utf8_character(source->rest.ptr, source->rest.ptr + source->rest.len, &code);
    source->rest = (uriel_text){source->rest.ptr + n, source->rest.len - n};
    return code;
  }
  source->origin = source->at;
  source->at += uriel_utf8_character(source->at, source->end, &code);
  return source->mapped ? nfc_mapped(source, code) : code;
}

uint32_t uriel_nfc_next(nfc_source *source)
{
  if (source->codes)
    return source->codes < source->codes_end ? *source->codes++ : UNICODE_END;
  while (source->rest.len > 0 || source->at < source->end) {
    const uint32_t code = nfc_read(source);
    source->stopped = code == '.' && source->mapped;
    if (source->stopped)
      return UNICODE_END;
    if (code != UNICODE_END)
      return code;
  }
  return UNICODE_END;
}

/* Composes the marks with the starter; the others stay (3.11, D117). */
static void nfc_settle(nfc *n)
{
  size_t kept = 0;
  for (size_t i = 0; i < n->count; i++) {
    const bool blocked = kept > 0 && n->marks[kept - 1].class >= n->marks[i].class;
    const uint32_t composed =
        blocked || n->starter == UNICODE_END ? 0 : uriel_unicode_compose(n->starter, n->marks[i].code);
    if (composed)
      n->starter = composed;
    else
      n->marks[kept++] = n->marks[i];
  }
  n->count = kept;
}

static void nfc_put_starter(nfc *n, uint32_t starter)
{
  if (starter != UNICODE_END)
    n->put(n->context, starter, n->origin);
}

/* Puts the starter and its marks. */
static void nfc_flush(nfc *n)
{
  if (n->count > 0)
    nfc_settle(n);
  nfc_put_starter(n, n->starter);
  for (size_t i = 0; i < n->count; i++)
    n->put(n->context, n->marks[i].code, n->marks[i].origin);
  n->count = 0;
  n->starter = UNICODE_END;
}

/* Adds a code point of class 0, which may compose with the starter if nothing is between them. */
static void nfc_add_starter(nfc *n, uint32_t code, const char *origin)
{
  nfc_settle(n);
  const uint32_t composed =
      n->count > 0 || n->starter == UNICODE_END ? 0 : uriel_unicode_compose(n->starter, code);
  if (composed) {
    n->starter = composed;
    return;
  }
  nfc_flush(n);
  n->starter = code, n->origin = origin, n->whole = false;
}

/* Takes one more mark of a long run, in the order of the classes. Puts it if it stays and `put`. */
static void nfc_long_mark(nfc_long_run *run, const nfc_mark *mark, bool put)
{
  nfc *const n = run->n;
  const uint32_t composed = run->kept >= mark->class || run->starter == UNICODE_END
                                ? 0
                                : uriel_unicode_compose(run->starter, mark->code);
  if (composed) {
    run->starter = composed;
    return;
  }
  run->kept = mark->class;
  if (put)
    n->put(n->context, mark->code, mark->origin);
}

/* The decomposition of a code point; the code point itself for a stable mark. */
static size_t nfc_parts(uint32_t code, uint32_t parts[UNICODE_PARTS])
{
  const uint32_t word = unicode_word(code);
  if (word_class(word) == 0 || (word & UNICODE_STABLE) == 0)
    return uriel_unicode_decompose(code, parts);
  parts[0] = code;
  return 1;
}

/* Takes the marks of one class. Returns the next higher class of the run, or 0. */
static unsigned nfc_long_class(nfc_long_run *run, unsigned class, bool put)
{
  nfc_source source = run->source;
  unsigned next = 0;
  size_t left = run->left;
  for (size_t i = 0; i < run->n->count; i++) {
    const nfc_mark *const mark = &run->n->marks[i];
    if (mark->class == class)
      nfc_long_mark(run, mark, put);
    else if (mark->class > class && (next == 0 || mark->class < next))
      next = mark->class;
  }
  for (; left > 0; left--) {
    uint32_t parts[UNICODE_PARTS];
    const size_t count = nfc_parts(uriel_nfc_next(&source), parts);
    for (size_t i = 0; i < count; i++) {
      const nfc_mark mark = {parts[i], word_class(unicode_word(parts[i])), source.origin};
      if (mark.class == class)
        nfc_long_mark(run, &mark, put);
      else if (mark.class > class && (next == 0 || mark.class < next))
        next = mark.class;
    }
  }
  return next;
}

/* Returns the number of the code points that begin with a mark, and skips them. */
static size_t nfc_skip_marks(nfc_source *source)
{
  nfc_source ahead = *source;
  size_t count = 0;
  for (;;) {
    const uint32_t code = uriel_nfc_next(&ahead);
    uint32_t parts[UNICODE_PARTS];
    if (code == UNICODE_END || unicode_word(code) & UNICODE_FIRST)
      return count;
    nfc_parts(code, parts);
    if (word_class(unicode_word(parts[0])) == 0)
      return count;
    *source = ahead;
    count++;
  }
}

/* Puts the starter, the marks in the buffer and the marks that the source has before the next starter.
 * Goes over them once to learn what the starter becomes, and once to put the marks. */
static APART void nfc_long_marks(nfc *n)
{
  nfc_long_run run = {n, 0, *n->source, n->starter, 0};
  run.left = nfc_skip_marks(n->source);
  for (int put = 0; put < 2; put++) {
    if (put)
      nfc_put_starter(n, run.starter);
    run.starter = n->starter;
    run.kept = 0;
    for (unsigned class = 0, next = nfc_long_class(&run, class, put); next > class;) {
      class = next;
      next = nfc_long_class(&run, class, put);
    }
  }
  n->starter = UNICODE_END;
  n->count = 0;
}

static void nfc_add_parts(nfc *n, const uint32_t *parts, size_t count, const char *origin)
{
  for (size_t i = 0; i < count; i++) {
    const unsigned class = word_class(unicode_word(parts[i]));
    if (class == 0) {
      nfc_add_starter(n, parts[i], origin);
      continue;
    }
    size_t at = n->count++;
    for (; at > 0 && n->marks[at - 1].class > class; at--)
      n->marks[at] = n->marks[at - 1];
    n->marks[at] = (nfc_mark){parts[i], class, origin};
  }
}

/* The starter's own marks go among the marks that follow it. */
static void nfc_open_starter(nfc *n)
{
  const uint32_t starter = n->starter;
  n->whole = false;
  if (starter < 0xC0 || starter == UNICODE_END)
    return;
  uint32_t parts[UNICODE_PARTS];
  n->starter = UNICODE_END;
  nfc_add_parts(n, parts, uriel_unicode_decompose(starter, parts), n->origin);
}

void uriel_nfc_run(nfc_source *source, nfc_sink *put, void *context)
{
  nfc n;
  n.source = source, n.put = put, n.context = context;
  n.starter = UNICODE_END, n.count = 0, n.whole = false, n.origin = source->at;
  for (uint32_t code; (code = uriel_nfc_next(source)) != UNICODE_END;) {
    const uint32_t word = unicode_word(code);
    if ((word & UNICODE_INERT) == UNICODE_INERT) {
      nfc_flush(&n);
      n.starter = code, n.origin = source->origin, n.whole = true;
      continue;
    }
    if (n.whole && (word & UNICODE_FIRST) == 0)
      nfc_open_starter(&n);
    uint32_t parts[UNICODE_PARTS];
    nfc_add_parts(&n, parts, nfc_parts(code, parts), source->origin);
    if (n.count + UNICODE_PARTS > NFC_MARKS)
      nfc_long_marks(&n);
  }
  nfc_flush(&n);
}

void uriel_nfc_write(void *context, uint32_t code, const char *origin)
{
  char bytes[4];
  (void)origin;
  uriel_write_bytes(context, bytes, uriel_utf8_write(bytes, code));
}

static bool nfc_is_inert(uint32_t code)
{
  return (unicode_word(code) & UNICODE_INERT) == UNICODE_INERT;
}

/* Returns the first character that is not inert, or `end`. `last` is the character before it. Those
 * before U+0300, which have one byte or two, are inert. */
static const char *nfc_inert_span(const char *at, const char *end, const char **last)
{
  enum { FIRST_LEAD = 0xCC }; /* of U+0300 */
  *last = at;
  while (at < end) {
    const char *const begin = at;
    const unsigned char lead = (unsigned char)*at;
    uint32_t code = 0;
    if (lead < FIRST_LEAD)
      at += lead < 0x80 ? 1 : 2;
    else
      at += uriel_utf8_character(at, end, &code);
    if (lead >= FIRST_LEAD && !nfc_is_inert(code))
      return begin;
    *last = begin;
  }
  return at;
}

/* Returns the first inert character, or `end`. */
static const char *nfc_other_span(const char *at, const char *end)
{
  while (at < end) {
    uint32_t code = 0;
    const size_t n = uriel_utf8_character(at, end, &code);
    if (nfc_is_inert(code))
      break;
    at += n;
  }
  return at;
}

/* An inert character begins a new part, whatever is before it. So only the parts that have others are
 * normalised. */
size_t uriel_nfc(const char *text, size_t len, char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  text = len ? text : "";
  const size_t valid = uriel_utf8_span(text, len);
  const char *const end = text + len;
  error_store(error, (uriel_error){.code = valid < len ? URIEL_ERROR_NOT_UTF_8 : URIEL_ERROR_NONE,
                                   .offset = valid < len ? valid : 0,
                                   .length = len});
  if (valid < len)
    return URIEL_FAILED;
  for (const char *at = text; at < end;) {
    const char *last;
    const char *const other = nfc_inert_span(at, end, &last);
    uriel_write_bytes(&w, at, (size_t)((other < end ? last : end) - at));
    at = nfc_other_span(other, end);
    if (other == end)
      break;
    nfc_source source = {.at = last, .end = at};
    uriel_nfc_run(&source, uriel_nfc_write, &w);
  }
  return w.len;
}

/* SPDX-License-Identifier: MIT */
/* Decompression. */
#include "decode.h"

#include <errno.h>
#include <string.h>

#include "base/budget.h"
#include "base/unicode.h"
#include "kind.h"
#include "unpack.h"

/* The limits of the decoded length, in bytes and as a multiple of the compressed length. */
enum { DECODER_MAGIC = 4, DECODER_FREE = 64 * 1024 * 1024, DECODER_RATIO = 1000 };

struct decoder {
  const struct unpacker *unpacker;
  void *state;
  struct source *from;
  struct decoder_measure own;
  struct decoder_measure *measure;
  bool within; /* within a member: the data must not end here */
  bool any;    /* a member was read */
  bool damaged;
  bool stopped;   /* by `limit` */
  uint64_t limit; /* of the start of a member */
};

#ifdef URIEL_HARVEST
static const struct unpacker *const decoder_unpackers[] = {
    &unpacker_gzip, &unpacker_deflate, &unpacker_raw, &unpacker_zstd, &unpacker_brotli};
static const struct unpacker_set decoder_own = {
    decoder_unpackers, sizeof decoder_unpackers / sizeof *decoder_unpackers, NULL};
#else
static const struct unpacker_set decoder_own;
#endif
static _Thread_local const struct unpacker_set *decoder_set;

const struct unpacker_set *decoder_enter(const struct unpacker_set *set)
{
  const struct unpacker_set *const before = decoder_set;
  decoder_set = set;
  return before;
}

static const struct unpacker *decoder_find(const char *encoding)
{
  const struct unpacker_set *const set = decoder_set ? decoder_set : &decoder_own;
  for (size_t i = 0; encoding && i < set->count; i++)
    if (strcmp(set->unpackers[i]->encoding, encoding) == 0)
      return set->unpackers[i];
  return NULL;
}

bool decoder_knows(const char *encoding)
{
  return decoder_find(encoding) != NULL;
}

const char *decoder_lacks(const char *format, const char *name)
{
  const bool is_br = name && text_ends(uriel_text_of(name), ".br") && strcmp(format, "data") == 0;
  const bool is_marked = strcmp(format, "gzip") == 0 || strcmp(format, "zstd") == 0;
  const char *const encoding = is_br ? "br" : is_marked ? format : NULL;
  return decoder_knows(encoding) ? NULL : encoding;
}

struct decoder *decoder_new(const char *encoding, struct source *from, struct decoder_measure *measure)
{
  const struct unpacker *unpacker = decoder_find(encoding);
  struct decoder *decoder = unpacker ? budget_take_zeros(1, sizeof *decoder) : NULL;
  if (!decoder)
    return NULL;
  decoder->unpacker = unpacker;
  decoder->from = from;
  decoder->measure = measure ? measure : &decoder->own;
  decoder->limit = UINT64_MAX;
  decoder->state = unpacker->start(decoder_set ? decoder_set->context : NULL);
  if (decoder->state)
    return decoder;
  budget_give(decoder);
  return NULL;
}

void decoder_limit(struct decoder *decoder, uint64_t limit)
{
  decoder->limit = limit;
}

bool decoder_is_stopped(const struct decoder *decoder)
{
  return decoder->stopped;
}

uint64_t decoder_position(const struct decoder *decoder)
{
  return decoder->stopped ? decoder->from->dropped : source_position(decoder->from);
}

static ssize_t decoder_fail(int error)
{
  errno = error;
  return -1;
}

/* Returns whether there is another member. Skips padding after the last one. Does not check the
 * first member: its decoder reports damage. */
static bool decoder_member(struct decoder *decoder)
{
  struct source *from = decoder->from;
  if (decoder->within)
    return true;
  if (decoder->any && decoder->unpacker->single)
    return false;
  if (decoder->any && decoder->unpacker->padded)
    source_skip_any(from, "", 1);
  if (decoder->any && from->len == 0)
    return false;
  decoder->stopped = decoder->unpacker->marked && from->dropped >= decoder->limit;
  if (decoder->stopped)
    return false;
  decoder->within = decoder->any = true;
  return decoder->unpacker->next(decoder->state, from->data, from->len);
}

static ssize_t decoder_step(struct decoder *decoder, char *data, size_t capacity, bool *stuck)
{
  struct source *from = decoder->from;
  size_t used = from->len, made = capacity;
  const enum unpack_result result =
      decoder->unpacker->step(decoder->state, from->data, &used, data, &made);
  source_drop(from, used);
  decoder->own.in += used;
  decoder->measure->out += made;
  *stuck = used == 0 && made == 0 && result == UNPACK_MORE;
  if (result == UNPACK_END)
    decoder->within = false;
  if (result == UNPACK_NO_MEMORY)
    return decoder_fail(budget_exceeded() ? EFBIG : ENOMEM);
  if (result == UNPACK_TOO_WIDE)
    return decoder_fail(EOVERFLOW);
  decoder->damaged = result == UNPACK_DAMAGED;
  return decoder->damaged && made == 0 ? decoder_fail(EBADMSG) : (ssize_t)made;
}

ssize_t decoder_read(void *context, char *data, size_t capacity)
{
  struct decoder *decoder = context;
  struct source *from = decoder->from;
  for (;;) {
    if (decoder->measure->out > DECODER_FREE &&
        decoder->measure->out / DECODER_RATIO > decoder->measure->in)
      return decoder_fail(E2BIG);
    if (decoder->damaged)
      return decoder_fail(EBADMSG);
    if (!source_fill(from, DECODER_MAGIC))
      return decoder_fail(from->error);
    if (!decoder_member(decoder))
      return from->error && !decoder->unpacker->single ? decoder_fail(from->error) : 0;
    bool stuck = false;
    const ssize_t made = decoder_step(decoder, data, capacity, &stuck);
    if (made != 0)
      return made;
    /* All input was read and the member is incomplete: it is cut off. */
    if (stuck && from->ended)
      return decoder_fail(from->error ? from->error : EBADMSG);
    if (stuck && !source_fill(from, from->len + 1))
      return decoder_fail(from->error);
  }
}

/* The header of a gzip member (RFC 1952, 2.3). Its two magic bytes occur in compressed data too. */
enum { DECODER_GZIP_HEADER = 10 };

static bool decoder_at_member(const char *data)
{
  const unsigned char *header = (const unsigned char *)data;
  const bool marks = header[0] == 0x1f && header[1] == 0x8b && header[2] == 8;
  const bool flags = (header[3] & 0xe0) == 0;
  const bool extra = header[8] == 0 || header[8] == 2 || header[8] == 4;
  return marks && flags && extra && (header[9] <= 13 || header[9] == 255);
}

bool decoder_resume(struct decoder *decoder)
{
  enum { DECODER_LOOK = 64 * 1024 };
  struct source *from = decoder->from;
  if (!decoder->unpacker->marked)
    return false;
  while (source_fill(from, DECODER_LOOK) && from->len >= DECODER_GZIP_HEADER) {
    size_t at = 0;
    while (at + DECODER_GZIP_HEADER <= from->len && !decoder_at_member(from->data + at))
      at++;
    const bool found = at + DECODER_GZIP_HEADER <= from->len;
    source_drop(from, at);
    if (found) {
      decoder->damaged = decoder->within = false;
      return true;
    }
  }
  return false;
}

bool decoder_fits(const char *encoding, const char *data, size_t len)
{
  enum { DECODER_ENOUGH = 1024 * 1024 };
  const bool whole = len < KIND_SAMPLE;
  struct source_memory memory = {data, whole ? len : KIND_SAMPLE};
  struct source from = {0};
  struct decoder *decoder;
  char out[4096];
  ssize_t got = 0;
  size_t made = 0;
  if (!decoder_knows(encoding))
    return false;
  source_start(&from, source_read_memory, &memory);
  decoder = decoder_new(encoding, &from, NULL);
  do
    made += (size_t)got;
  while (decoder && made < DECODER_ENOUGH && (got = decoder_read(decoder, out, sizeof out)) > 0);
  /* Without memory, report that decoding failed. */
  const bool damaged = got < 0 && errno == EBADMSG;
  const bool all = memory.len == 0 && from.len == 0;
  decoder_free(decoder);
  source_free(&from);
  return !damaged || (all && !whole);
}

const char *decoder_of_name(const char *name, const char *data, size_t len)
{
  return len && text_ends(uriel_text_of(name), ".br") && decoder_fits("br", data, len) ? "br" : NULL;
}

void decoder_free(struct decoder *decoder)
{
  if (decoder)
    decoder->unpacker->stop(decoder->state);
  budget_give(decoder);
}

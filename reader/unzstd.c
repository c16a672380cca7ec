/* SPDX-License-Identifier: MIT */
/* Zstandard, with libzstd. A dictionary for all frames may be the first frame, as in web archives
 * (IIPC, Zstandard Compression for WARC Files 1.0, 3.2). */
#include <zstd.h>
#include <zstd_errors.h>

#include "base/buffer.h"
#include "unpack.h"

/* The maximum window of a frame, as a power of two: the library's default. */
enum { UNZSTD_WINDOW_LOG = 27 };

struct unzstd {
  ZSTD_DStream *stream;
  size_t charged;     /* for memory that the library allocates itself */
  bool any;           /* a frame has begun */
  bool is_dictionary; /* the frame, which is collected in `frame` */
  struct buffer frame;
};

static void unzstd_stop(void *state)
{
  struct unzstd *const unzstd = state;
  ZSTD_freeDStream(unzstd->stream);
  buffer_free(&unzstd->frame);
  budget_refund(unzstd->charged);
  budget_give(unzstd);
}

static void *unzstd_start(void *context)
{
  (void)context;
  struct unzstd *const unzstd = budget_take_zeros(1, sizeof *unzstd);
  if (!unzstd)
    return NULL;
  unzstd->stream = ZSTD_createDStream();
  if (unzstd->stream) {
    ZSTD_DCtx_setParameter(unzstd->stream, ZSTD_d_windowLogMax, UNZSTD_WINDOW_LOG);
    return unzstd;
  }
  unzstd_stop(unzstd);
  return NULL;
}

/* Charges after each step: the library allocates the window when it knows its size, before it writes
 * to it. */
static bool unzstd_charge(struct unzstd *unzstd)
{
  const size_t size = ZSTD_sizeof_DStream(unzstd->stream);
  if (size > unzstd->charged && !budget_charge(size - unzstd->charged))
    return false;
  if (size < unzstd->charged)
    budget_refund(unzstd->charged - size);
  unzstd->charged = size;
  return true;
}

static bool unzstd_next(void *state, const char *data, size_t len)
{
  struct unzstd *const unzstd = state;
  unzstd->is_dictionary = !unzstd->any && len >= 4 && memcmp(data, "\x5d\x2a\x4d\x18", 4) == 0;
  unzstd->any = true;
  return !ZSTD_isError(ZSTD_DCtx_reset(unzstd->stream, ZSTD_reset_session_only));
}

/* Loads a dictionary, which may be compressed. Ignores other data in such a frame. */
static enum unpack_result unzstd_load(struct unzstd *unzstd, const char *data, size_t len)
{
  const bool packed = len >= 4 && memcmp(data, "\x28\xb5\x2f\xfd", 4) == 0;
  const unsigned long long size = packed ? ZSTD_getFrameContentSize(data, len) : len;
  char *const unpacked = packed && size <= 1U << UNZSTD_WINDOW_LOG ? budget_take(size + 1) : NULL;
  size_t result;
  if (packed && (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN))
    return UNPACK_DAMAGED;
  if (size > 1U << UNZSTD_WINDOW_LOG)
    return UNPACK_TOO_WIDE;
  if (packed && !unpacked)
    return UNPACK_NO_MEMORY;
  result = packed ? ZSTD_decompress(unpacked, size, data, len) : len;
  if (!ZSTD_isError(result)) {
    const char *const dictionary = packed ? unpacked : data;
    if (result >= 4 && memcmp(dictionary, "\x37\xa4\x30\xec", 4) == 0)
      result = ZSTD_DCtx_loadDictionary(unzstd->stream, dictionary, result);
  }
  budget_give(unpacked);
  if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation || !unzstd_charge(unzstd))
    return UNPACK_NO_MEMORY;
  return ZSTD_isError(result) ? UNPACK_DAMAGED : UNPACK_END;
}

/* Collects the frame: magic number, length, data. */
static enum unpack_result unzstd_collect(struct unzstd *unzstd, const char *data, size_t *used)
{
  enum { UNZSTD_HEAD = 8 };
  struct buffer *const frame = &unzstd->frame;
  const size_t given = *used;
  *used = 0;
  for (;;) {
    const unsigned char *const head = (const unsigned char *)frame->ptr;
    const size_t whole = frame->len < UNZSTD_HEAD
                             ? UNZSTD_HEAD
                             : UNZSTD_HEAD + (head[4] | (size_t)head[5] << 8 | (size_t)head[6] << 16 |
                                              (size_t)head[7] << 24);
    const size_t missing = whole - frame->len;
    const size_t len = missing < given - *used ? missing : given - *used;
    if (frame->len == whole) {
      const enum unpack_result result =
          unzstd_load(unzstd, frame->ptr + UNZSTD_HEAD, frame->len - UNZSTD_HEAD);
      buffer_free(frame);
      return result;
    }
    if (len == 0)
      return UNPACK_MORE;
    if (!buffer_grow(frame, frame->len + len))
      return UNPACK_NO_MEMORY;
    memcpy(frame->ptr + frame->len, data + *used, len);
    frame->len += len;
    *used += len;
  }
}

/* A skippable frame has no output. */
static enum unpack_result unzstd_step(void *state, const char *data, size_t *used, char *out,
                                      size_t *made)
{
  struct unzstd *const unzstd = state;
  if (unzstd->is_dictionary) {
    *made = 0;
    return unzstd_collect(unzstd, data, used);
  }
  ZSTD_inBuffer in = {data, *used, 0};
  ZSTD_outBuffer room = {out, *made, 0};
  const size_t result = ZSTD_decompressStream(unzstd->stream, &room, &in);
  *used = in.pos;
  *made = room.pos;
  if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation || !unzstd_charge(unzstd))
    return UNPACK_NO_MEMORY;
  if (ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge)
    return UNPACK_TOO_WIDE;
  if (ZSTD_isError(result))
    return UNPACK_DAMAGED;
  return result == 0 ? UNPACK_END : UNPACK_MORE;
}

const struct unpacker unpacker_zstd = {.encoding = "zstd",
                                       .start = unzstd_start,
                                       .next = unzstd_next,
                                       .step = unzstd_step,
                                       .stop = unzstd_stop};

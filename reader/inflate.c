/* SPDX-License-Identifier: MIT */
/* gzip and deflate, by zlib. */
/* Makes zlib's input const. */
#define ZLIB_CONST
#include <limits.h>
#include <zlib.h>

#include "base/budget.h"
#include "unpack.h"

static voidpf inflate_take(voidpf context, uInt count, uInt size)
{
  (void)context;
  return budget_take_zeros(count, size);
}

static void inflate_give(voidpf context, voidpf taken)
{
  (void)context;
  budget_give(taken);
}

static void *inflate_start(void *context)
{
  (void)context;
  z_stream *stream = budget_take_zeros(1, sizeof *stream);
  if (stream) {
    stream->zalloc = inflate_take;
    stream->zfree = inflate_give;
  }
  if (stream && inflateInit2(stream, UNPACK_GZIP) != Z_OK) {
    budget_give(stream);
    stream = NULL;
  }
  return stream;
}

static bool inflate_next_gzip(void *state, const char *data, size_t len)
{
  (void)data;
  (void)len;
  return inflateReset2(state, UNPACK_GZIP) == Z_OK;
}

static bool inflate_next_deflate(void *state, const char *data, size_t len)
{
  return inflateReset2(state, unpack_deflate_format(data, len)) == Z_OK;
}

static bool inflate_next_raw(void *state, const char *data, size_t len)
{
  (void)data;
  (void)len;
  return inflateReset2(state, UNPACK_RAW) == Z_OK;
}

static enum unpack_result inflate_step(void *state, const char *data, size_t *used, char *out,
                                       size_t *made)
{
  z_stream *stream = state;
  const uInt in = *used < UINT_MAX ? (uInt)*used : UINT_MAX;
  const uInt room = *made < UINT_MAX ? (uInt)*made : UINT_MAX;
  stream->next_in = (const Bytef *)data;
  stream->avail_in = in;
  stream->next_out = (Bytef *)out;
  stream->avail_out = room;
  const int result = inflate(stream, Z_NO_FLUSH);
  *used = in - stream->avail_in;
  *made = room - stream->avail_out;
  if (result == Z_MEM_ERROR)
    return UNPACK_NO_MEMORY;
  if (result == Z_STREAM_END)
    return UNPACK_END;
  return result == Z_OK || result == Z_BUF_ERROR ? UNPACK_MORE : UNPACK_DAMAGED;
}

static void inflate_stop(void *state)
{
  inflateEnd(state);
  budget_give(state);
}

const struct unpacker unpacker_gzip = {.encoding = "gzip",
                                       .padded = true,
                                       .marked = true,
                                       .start = inflate_start,
                                       .next = inflate_next_gzip,
                                       .step = inflate_step,
                                       .stop = inflate_stop};
const struct unpacker unpacker_deflate = {.encoding = "deflate",
                                          .start = inflate_start,
                                          .next = inflate_next_deflate,
                                          .step = inflate_step,
                                          .stop = inflate_stop};
const struct unpacker unpacker_raw = {.encoding = "raw",
                                      .single = true,
                                      .start = inflate_start,
                                      .next = inflate_next_raw,
                                      .step = inflate_step,
                                      .stop = inflate_stop};

/* SPDX-License-Identifier: MIT */
/* Zstandard, by its own library. */
#include <zstd.h>
#include <zstd_errors.h>

#include "unpack.h"

/* A frame may ask for this much memory, as two to the power of it: what the library allows by itself. */
enum { UNZSTD_WINDOW_LOG = 27 };

static void *unzstd_start(void)
{
  ZSTD_DStream *stream = ZSTD_createDStream();
  if (stream)
    ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, UNZSTD_WINDOW_LOG);
  return stream;
}

static bool unzstd_next(void *state, const char *data, size_t len)
{
  (void)data;
  (void)len;
  return !ZSTD_isError(ZSTD_DCtx_reset(state, ZSTD_reset_session_only));
}

/* A skippable frame is one that nothing is made of. */
static enum unpack_result unzstd_step(void *state, const char *data, size_t *used, char *out,
                                      size_t *made)
{
  ZSTD_inBuffer in = {data, *used, 0};
  ZSTD_outBuffer room = {out, *made, 0};
  const size_t result = ZSTD_decompressStream(state, &room, &in);
  *used = in.pos;
  *made = room.pos;
  if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
    return UNPACK_NO_MEMORY;
  if (ZSTD_isError(result))
    return UNPACK_DAMAGED;
  return result == 0 ? UNPACK_END : UNPACK_MORE;
}

static void unzstd_stop(void *state)
{
  ZSTD_freeDStream(state);
}

const struct unpacker unpacker_zstd = {"zstd",      false,       false,      unzstd_start,
                                       unzstd_next, unzstd_step, unzstd_stop};

/* SPDX-License-Identifier: MIT */
/* Zstandard, by its own library. */
#include <zstd.h>
#include <zstd_errors.h>

#include "budget.h"
#include "unpack.h"

/* The maximum window of a frame, as a power of two: the library's default. */
enum { UNZSTD_WINDOW_LOG = 27 };

struct unzstd {
  ZSTD_DStream *stream;
  size_t charged; /* for memory that the library allocates itself */
};

static void unzstd_stop(void *state)
{
  struct unzstd *const unzstd = state;
  ZSTD_freeDStream(unzstd->stream);
  budget_refund(unzstd->charged);
  budget_give(unzstd);
}

static void *unzstd_start(void)
{
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
  (void)data;
  (void)len;
  return !ZSTD_isError(ZSTD_DCtx_reset(((struct unzstd *)state)->stream, ZSTD_reset_session_only));
}

/* A skippable frame has no output. */
static enum unpack_result unzstd_step(void *state, const char *data, size_t *used, char *out,
                                      size_t *made)
{
  struct unzstd *const unzstd = state;
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

const struct unpacker unpacker_zstd = {"zstd",      false,       false,      unzstd_start,
                                       unzstd_next, unzstd_step, unzstd_stop};

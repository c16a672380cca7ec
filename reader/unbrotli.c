/* SPDX-License-Identifier: MIT */
/* Brotli, with Google's library. */
#include <brotli/decode.h>
#include <stdint.h>

#include "base/budget.h"
#include "unpack.h"

enum { UNBROTLI_STEP = 1024 };

struct unbrotli {
  BrotliDecoderState *stream; /* NULL before the first member */
  bool again;                 /* data follows the stream, which has only one member */
};

static void *unbrotli_take(void *context, size_t size)
{
  (void)context;
  return budget_take(size);
}

static void unbrotli_give(void *context, void *taken)
{
  (void)context;
  budget_give(taken);
}

static void *unbrotli_start(void *context)
{
  (void)context;
  struct unbrotli *const unbrotli = budget_take_zeros(1, sizeof *unbrotli);
  if (!unbrotli)
    return NULL;
  unbrotli->stream = BrotliDecoderCreateInstance(unbrotli_take, unbrotli_give, NULL);
  if (unbrotli->stream)
    return unbrotli;
  budget_give(unbrotli);
  return NULL;
}

static bool unbrotli_next(void *state, const char *data, size_t len)
{
  struct unbrotli *const unbrotli = state;
  (void)data;
  (void)len;
  unbrotli->again = BrotliDecoderIsUsed(unbrotli->stream);
  return true;
}

static enum unpack_result unbrotli_step(void *state, const char *data, size_t *used, char *out,
                                        size_t *made)
{
  struct unbrotli *const unbrotli = state;
  const uint8_t *in = (const uint8_t *)data;
  uint8_t *to = (uint8_t *)out;
  /* A step that finds damage has no output, so that steps are short. */
  const size_t given = *used < UNBROTLI_STEP ? *used : UNBROTLI_STEP;
  size_t left = given, room = *made;
  if (unbrotli->again) {
    *used = *made = 0;
    return UNPACK_DAMAGED;
  }
  const BrotliDecoderResult result =
      BrotliDecoderDecompressStream(unbrotli->stream, &left, &in, &room, &to, NULL);
  *used = given - left;
  *made -= room;
  if (result == BROTLI_DECODER_RESULT_SUCCESS)
    return UNPACK_END;
  if (result != BROTLI_DECODER_RESULT_ERROR)
    return UNPACK_MORE;
  const BrotliDecoderErrorCode code = BrotliDecoderGetErrorCode(unbrotli->stream);
  const bool no_memory = code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
                         code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
  return no_memory ? UNPACK_NO_MEMORY : UNPACK_DAMAGED;
}

static void unbrotli_stop(void *state)
{
  struct unbrotli *const unbrotli = state;
  BrotliDecoderDestroyInstance(unbrotli->stream);
  budget_give(unbrotli);
}

const struct unpacker unpacker_brotli = {.encoding = "br",
                                         .start = unbrotli_start,
                                         .next = unbrotli_next,
                                         .step = unbrotli_step,
                                         .stop = unbrotli_stop};

/* SPDX-License-Identifier: MIT */
/* Buffers the pieces that one thread writes until another thread takes them. */
#include "spool.h"

#include <errno.h>
#include <unistd.h>

#include "base/sorter.h"

/* Open files of all spools; bytes in memory of all, and of each; the number is updated in steps. A
 * larger buffer is freed after use, and a larger block of the file is charged. */
enum {
  SPOOL_FILES = 512,
  SPOOL_ALL = 32 * 1024 * 1024,
  SPOOL_MOST = 1024 * 1024,
  SPOOL_STEP = 16 * 1024,
  SPOOL_KEPT = 64 * 1024,
  SPOOL_CHARGED = 2 * SPOOL_MOST
};

size_t spool_share(size_t most)
{
  const size_t half = most / 2 + 1;
  return half < SPOOL_FILES ? half : SPOOL_FILES;
}

size_t spool_ahead(size_t most, size_t threads)
{
  const size_t share = spool_share(most);
  return share > threads ? share - threads : 1;
}

void spool_empty(struct buffer *bytes)
{
  bytes->len = 0;
  if (bytes->capacity > SPOOL_KEPT)
    buffer_free(bytes);
}

/* Empties the memory of a spool. */
static void spool_release(struct spool *spool)
{
  spool_empty(&spool->bytes);
  if (spool->charged)
    atomic_fetch_sub(&spool->all->used, spool->charged);
  spool->charged = 0;
}

bool spool_settle(struct spool *spool)
{
  const uint64_t len = spool->bytes.len;
  struct buffer head = {.ptr = (char *)(void *)&(uint64_t){len}, .len = sizeof len};
  if (len < spool->charged + SPOOL_STEP || spool->error)
    return !spool->error;
  const size_t more = len - spool->charged;
  spool->charged = len;
  if (atomic_fetch_add(&spool->all->used, more) + more <= SPOOL_ALL && len <= SPOOL_MOST)
    return true;
  if (!spool->has_file)
    spool->file = spill_make(spool->all->folder);
  spool->has_file = spool->file >= 0;
  if (!spool->has_file || !buffer_write(&head, spool->file) || !buffer_write(&spool->bytes, spool->file))
    spool->error = errno;
  spool_release(spool);
  return !spool->error;
}

/* Reads bytes of the file. Returns false, with the error set, if it has fewer. */
static bool spool_fetch(struct spool *spool, char *out, size_t len)
{
  for (size_t at = 0; at < len;) {
    const ssize_t got = read(spool->file, out + at, len - at);
    if (got > 0)
      at += (size_t)got;
    else if (got == 0 || errno != EINTR) {
      spool->error = got == 0 ? EIO : errno;
      return false;
    }
  }
  return true;
}

bool spool_take(struct spool *spool, struct buffer *block, struct budget *budget, spool_taker *take,
                void *context)
{
  const off_t end = spool->has_file ? lseek(spool->file, 0, SEEK_CUR) : 0;
  if (spool->has_file && (end < 0 || lseek(spool->file, 0, SEEK_SET) != 0))
    spool->error = errno;
  bool good = !spool->error;
  for (off_t at = 0; good && at < end;) {
    struct budget_share share = {.budget = budget};
    uint64_t len = 0;
    good = spool_fetch(spool, (char *)&len, sizeof len);
    if (good && budget && len > SPOOL_CHARGED)
      (void)budget_charge_to(&share, len * 2);
    good = good && buffer_grow(block, len) && spool_fetch(spool, block->ptr, len) &&
           take(context, block->ptr, len);
    at += (off_t)(sizeof len + len);
    spool_empty(block);
    budget_end(&share);
  }
  return good && (spool->bytes.len == 0 || take(context, spool->bytes.ptr, spool->bytes.len));
}

void spool_clear(struct spool *spool)
{
  if (spool->has_file)
    close(spool->file);
  spool->has_file = false;
  spool->error = 0;
  spool_release(spool);
}

void spool_free(struct spool *spool)
{
  spool_clear(spool);
  buffer_free(&spool->bytes);
}

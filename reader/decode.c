/* SPDX-License-Identifier: MIT */
/* What undoes a compression. */
#include "decode.h"

#include <errno.h>

bool decoder_knows(const char *encoding)
{
  (void)encoding;
  return false;
}

struct decoder *decoder_new(const char *encoding, struct source *from)
{
  (void)encoding;
  (void)from;
  return NULL;
}

ssize_t decoder_read(void *context, char *data, size_t capacity)
{
  (void)context;
  (void)data;
  (void)capacity;
  errno = EBADMSG;
  return -1;
}

void decoder_free(struct decoder *decoder)
{
  (void)decoder;
}

/* SPDX-License-Identifier: MIT */
/* Output into a caller's buffer: counts all bytes, writes as many as fit, and optionally hashes the
 * others. */
#ifndef URIEL_TEXT_WRITER_H
#define URIEL_TEXT_WRITER_H

#include "text/blocks.h"
#include "text/view.h"

typedef struct writer {
  char *out;
  size_t capacity;
  size_t len;     /* of the complete result so far */
  blocks *hashed; /* gets the bytes that are not written; may be NULL */
} writer;

static inline writer writer_to(char *out, size_t capacity)
{
  const writer w = {out, capacity, 0, NULL};
  return w;
}

/* Hashes everything and writes nothing. */
static inline writer writer_hashing(blocks *hashed)
{
  const writer w = {NULL, 0, 0, hashed};
  return w;
}

static inline void write_byte(writer *w, char byte)
{
  if (w->len < w->capacity)
    w->out[w->len] = byte;
  else if (w->hashed)
    uriel_blocks_put(w->hashed, w->len, &byte, 1);
  w->len++;
}

void uriel_write_bytes(writer *w, const char *bytes, size_t n);
void uriel_write_number(writer *w, size_t number);

static inline void write_view(writer *w, uriel_text view)
{
  uriel_write_bytes(w, view.ptr, view.len);
}

static inline void write_string(writer *w, const char *string)
{
  write_view(w, uriel_text_of(string));
}

/* "%XX" */
static inline void write_triplet(writer *w, unsigned char value)
{
  write_byte(w, '%');
  write_byte(w, "0123456789ABCDEF"[value >> 4]);
  write_byte(w, "0123456789ABCDEF"[value & 15]);
}

#endif

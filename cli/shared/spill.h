/* SPDX-License-Identifier: MIT */
/* Lists larger than memory: records in temporary files, merged in order. The files are in TMPDIR and
 * have no name, so nothing is left of them, whatever ends the program. If one cannot be written or read,
 * the program ends with STATUS_IO. */
#ifndef URIEL_CLI_SPILL_H
#define URIEL_CLI_SPILL_H

#include "buffer.h"
#include "option.h"
#include "uriel.h"

/* --memory, for the struct that has the member. */
enum { SPILL_MEMORY = 1 << 30 };
#define SPILL_MEMORY_OPTION(type, member)                                                               \
  {                                                                                                     \
    0, "memory", "BYTES",                                                                               \
        "keep so much of the list in memory, and the rest\nin temporary files (TMPDIR). Default 1G",    \
        OPTION_SIZE, OPTION_TO(type, member), .low = OPTION_MEMORY_LEAST, .high = (size_t)1 << 39       \
  }

/* Key and text are at most UINT32_MAX bytes long. */
struct spill_record {
  uint64_t number;
  uriel_text key;
  uriel_text text;
};

/* A record in memory: this, the key, the text. */
struct spill_head {
  uint64_t number;
  uint32_t key;  /* length */
  uint32_t text; /* length */
};

enum { SPILL_HEAD = sizeof(struct spill_head) };

size_t spill_size(const struct spill_record *record);
void spill_append(struct buffer *to, const struct spill_record *record);

/* Returns the record that begins there. */
static inline struct spill_record spill_read(const char *at)
{
  struct spill_head head;
  memcpy(&head, at, sizeof head);
  at += sizeof head;
  return (struct spill_record){head.number, {at, head.key}, {at + head.key, head.text}};
}

int spill_compare_keys(uriel_text a, uriel_text b);

/* A temporary file, to which records are appended. Zero-initialise, and set `block`. */
struct spill_file {
  size_t block; /* bytes of a write, and of a read */
  /* private */
  bool open;
  int fd;
  uint64_t size; /* without `pending` */
  struct buffer pending;
};

void spill_put(struct spill_file *file, const struct spill_record *record);

/* Returns the length of the file. */
uint64_t spill_flush(struct spill_file *file);

void spill_close(struct spill_file *file);

/* Reads the records of [at, end), which must be flushed. spill_begin makes the reader of all records of
 * a file, to which none is added afterwards; a file that was never written stays in memory. */
struct spill_reader {
  const struct spill_file *file;
  uint64_t at, end;
  struct buffer read;
  size_t from; /* of the bytes read */
};

void spill_begin(struct spill_reader *reader, struct spill_file *file);

/* Returns false after the last record. The record is valid until the next call. */
bool spill_next(struct spill_reader *reader, struct spill_record *record);

void spill_reader_free(struct spill_reader *reader);

/* Sorted sequences of records. Zero-initialise, and set `memory`. */
struct runs {
  size_t memory;  /* for the buffers of all readers of a merge */
  bool by_number; /* the order is that of the numbers; else of the keys, then of the numbers */
  /* private */
  struct spill_file file;
  struct buffer ends; /* uint64_t: where each run ends */
  struct spill_reader *readers;
  struct spill_record *heads;
  size_t *heap; /* indexes of readers, the one with the first record on top */
  size_t live;  /* readers that have records */
  bool reading;
};

/* Appends to the run that is open; runs_end ends it. Records must come in order. */
void runs_put(struct runs *runs, const struct spill_record *record);
void runs_end(struct runs *runs);
bool runs_any(const struct runs *runs);

/* Returns the next record of all runs together, or false after the last. No run can be added afterwards.
 * The record is valid until the next call. */
bool runs_next(struct runs *runs, struct spill_record *record);

void runs_free(struct runs *runs);

#endif

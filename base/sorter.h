/* SPDX-License-Identifier: MIT */
/* Sorts lists larger than memory: records in temporary files, merged in order. The files are in TMPDIR
 * and have no name, so nothing is left of them, whatever ends the program. If one cannot be written or
 * read, base_die ends the program. */
#ifndef URIEL_BASE_SORTER_H
#define URIEL_BASE_SORTER_H

#include "buffer.h"
#include "uriel.h"

/* Key and text are at most UINT32_MAX bytes long. */
struct spill_record {
  uint64_t number;
  uriel_text key;
  uriel_text text;
};

/* Returns TMPDIR, or the system's folder for temporary files. */
const char *spill_folder(void);

/* Returns a new file in the folder, open and without a name, so that nothing is left of it after a kill;
 * -1, with errno set, if that fails. */
int spill_make(const char *folder);

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
  size_t from;                /* of the bytes read */
  struct spill_record record; /* of a merge: the next one */
};

void spill_begin(struct spill_reader *reader, struct spill_file *file);

/* Returns false after the last record. The record is valid until the next call. */
bool spill_next(struct spill_reader *reader, struct spill_record *record);

void spill_reader_free(struct spill_reader *reader);

/* Sorted sequences of records. Zero-initialise, and set `memory`. */
struct runs {
  size_t memory;  /* for the buffers of all readers of a merge */
  bool by_number; /* sorted by the numbers; otherwise by the keys, then by the numbers */
  /* private */
  struct spill_file file;
  struct buffer ends; /* uint64_t: where each run ends */
  struct spill_reader *readers;
  size_t *heap; /* indexes of readers, the one with the first record on top */
  size_t live;  /* readers that have records */
  bool reading;
};

/* Appends to the run that is open; runs_end ends it. Records must come in order. */
void runs_put(struct runs *runs, const struct spill_record *record);
void runs_end(struct runs *runs);

/* Returns the next record of all runs together, or false after the last. No run can be added afterwards.
 * The record is valid until the next call. */
bool runs_next(struct runs *runs, struct spill_record *record);

void runs_free(struct runs *runs);

/* Sorts records by key, then by number. Zero-initialise, and set `memory`. */
struct sorter {
  size_t memory;
  /* private */
  struct buffer records;
  struct buffer index; /* struct sorter_entry */
  struct runs runs;
  size_t at; /* of the index */
  bool sorted;
};

void sorter_add(struct sorter *sorter, const struct spill_record *record);

/* Returns the next record in order, or false after the last. No record can be added afterwards. The
 * record is valid until the next call. */
bool sorter_next(struct sorter *sorter, struct spill_record *record);

void sorter_free(struct sorter *sorter);

#endif

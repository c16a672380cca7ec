/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel find`: the options and the progress. find.c reads the options and prints
 * the hits, find_read.c reads the documents, find_jobs.c reads them with several threads. */
#ifndef URIEL_CLI_FIND_H
#define URIEL_CLI_FIND_H

#include "cli/shared/buffer.h"
#include "cli/shared/progress.h"
#include "cli/shared/render.h"
#include "cli/shared/texts.h"
#include "reader/glob.h"
#include "reader/text.h"
#include "reader/transcode.h"
#include "uriel_historic.h"

struct find_document {
  const char *name;
  size_t name_len;
  uint64_t count; /* selected references */
};

/* A document's bytes on disk. */
struct find_file {
  struct find *find;
  int fd;
  bool prompt;    /* a pipe or a terminal: reading may block */
  bool in_folder; /* found in a folder, not named */
  uint64_t start; /* the offset at which reading of standard input starts, if it is a file */
  uint64_t size;  /* the size of a regular file after `start`, when it was opened */
};

struct ordered;

struct find {
  /* The options. */
  struct text_request request;
  struct glob_choice choice;
  struct render render;
  bool with_place;
  bool only_reference;
  bool with_name; /* more than one operand: the plain form prints the document's name */
  bool count;
  bool unique;
  uriel_spec spec; /* by which references are read */
  bool to_uri;
  bool only_valid;
  bool only_broken;
  bool tells_errors; /* references are parsed to print their errors */
  bool as_text;
  uriel_text charset;       /* of files without a byte order mark; undefined: UTF-8, or */
  enum utf16 charset_order; /* UTF-16 */
  bool quiet;
  bool silent;
  size_t jobs;

  /* The progress. */
  struct find_document document;
  struct texts seen; /* for --unique */
  struct progress progress;
  uint64_t bytes;
  uint64_t references;
  uint64_t passed_over; /* skipped binary files in folders */
  int status;
  struct ordered *threads; /* NULL if they have not started */
  size_t waiting;          /* small files that stay open until a thread has read them */
  size_t open_most;        /* the limit of `waiting` */

  /* Reused for every document. */
  struct source file;
  struct source decoded;
  struct source recoded;
  struct transcoder *transcoder; /* of the current document; NULL: its bytes are the text */
  struct buffer cleaned;
  struct buffer text, uri, encoded, host, name;
};

/* Reads an operand: a file, a folder, or "-". */
void find_operand(struct find *find, const char *operand);

/* Reads an open file. Its name is the document's name. */
void find_document(struct find *find, struct find_file *file, const char *told);

/* How a document is encoded. */
struct find_encoding {
  bool is_utf_8;
  enum utf16 order;   /* UTF16_NO: UTF-8, or the encoding of --charset */
  const char *format; /* of a binary document; NULL: text */
};

/* Returns the encoding by the start of the document. In any thread. */
struct find_encoding find_encoding_of(const struct find *find, const char *data, size_t len,
                                      const char *name);

/* Starts to read `from`, which is not UTF-8, as the text `to`. The place of each hit comes from the
 * transcoder then. */
void find_transcode(const struct find *find, struct transcoder *transcoder, struct source *from,
                    enum utf16 order);
void find_transcode_end(struct transcoder *transcoder);

/* Reports malformed sequences on standard error. */
void find_print_malformed(struct find *find, uint64_t count, uint64_t first);

/* Shared by the ways of reading. */
void find_name(struct find *find, const char *name, size_t len);
void find_progress(struct find *find);
source_reader find_bytes; /* the context is a struct find_file */
void find_pass_over(struct find *find, const struct find_file *file, const char *format);
struct text_sink find_sink(struct find *find);

/* Returns the URI of an abbreviation, a mail address or an IRI (RFC 3986, 4.5; RFC 3987, 3.1), or with
 * --spec=whatwg the URL that a browser makes of the hit. Undefined if that is the text of the hit, or if
 * it has none. */
uriel_text find_uri(struct find *find, const struct text_hit *hit);

/* Returns the document by which the URI of a hit is parsed: an IRI is mapped to a URI first. */
static inline uriel_spec find_parsed_by(const struct find *find)
{
  return find->spec == URIEL_SPEC_IRI ? URIEL_SPEC_RFC3986 : find->spec;
}

/* Returns the text of an IRI for --to-uri. */
uriel_text find_to_uri(struct find *find, const struct text_hit *hit);

/* Returns the host of a URI with its "xn--" labels decoded, and sets `*host` to the host; both undefined
 * if that is the same. */
uriel_text find_hosts(struct find *find, uriel_text uri, uriel_text *host);

/* Prints a hit if the options select it. */
void find_print(struct find *find, const struct text_hit *found);

/* Marks the record invalid if the hit, whose URI is `uri` if that is another text, is no reference by
 * --spec. */
void find_parse(struct find *find, struct record *record, const struct text_hit *hit, uriel_text uri);

/* Whether the text has the syntax of a scheme. */
bool find_is_scheme(uriel_text name);

/* For --typed: reads each operand as text, or all of standard input, and prints its reference. */
struct option_reader;
extern const struct schema find_typed_schema;
void find_typed(struct find *find, const struct option_reader *reader);

/* For --count: prints the number of references in the document. */
void find_print_count(const struct find *find);

/* Reports a reference that is too long on standard error. */
void find_print_too_long(struct find *find, const struct place *place);

/* A large file is read in parts of find_part_own bytes, each with find_part_beyond bytes past its end. A
 * smaller file is one part. A test program sets other sizes. */
extern size_t find_part_own, find_part_beyond;

enum { FIND_MOST_JOBS = 256 };

/* Whether a file of this size is read as one part. */
bool find_jobs_small(uint64_t size);

/* Queues a small open file for a thread, which closes it. Prints the hits of earlier files if the queue
 * is full. Returns false, having done nothing, if no threads run. */
bool find_jobs_document(struct find *find, const struct find_file *file, const char *name,
                        size_t name_len);

/* Reads a large file from its current offset. Returns false, having done nothing, if no threads run. */
bool find_jobs_text(struct find *find, const struct find_file *file, uint64_t size);

/* Prints the hits of all queued files. */
void find_jobs_drain(struct find *find);

void find_jobs_free(struct find *find);

#endif

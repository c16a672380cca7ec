/* SPDX-License-Identifier: MIT */
/* Shared by the files of `uriel find`: find.c has the options and prints the hits, find_typed.c reads
 * text of one reference. */
#ifndef URIEL_CLI_FIND_H
#define URIEL_CLI_FIND_H

#include "base/texts.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "reader/search.h"
#include "uriel_spec.h"

struct find {
  /* The options. */
  struct text_request request;
  struct general general;
  struct render render;
  struct buffer schemes; /* array of uriel_text */
  bool typed;
  bool with_place;
  bool only_reference;
  bool count;
  bool unique;
  uriel_spec spec; /* the document for reading references */
  bool to_uri;
  bool only_valid;
  bool only_broken;
  struct buffer online; /* array of char *: options of pages, for uriel-get */
  bool has_errors;      /* references are parsed to print their errors */
  /* The progress. */
  struct search search;
  uint64_t in_document; /* selected references of the document that is read */
  struct texts seen;    /* for --unique */
  struct progress progress;
  uint64_t references;
  uint64_t passed_over; /* skipped binary files in folders */
  int status;
  /* Reused for every document. */
  struct buffer text, uri, encoded, host, name, page;
  struct reading_room room;
};

/* Returns the URI of an abbreviation, a mail address or an IRI (RFC 3986, 4.5; RFC 3987, 3.1), or the
 * one that --spec=lenient or whatwg makes of the hit. Undefined if that is the text of the hit, or if it
 * has no URI. */
uriel_text find_uri(struct find *find, const struct text_hit *hit);

/* For --to-uri: replaces the text of a hit that is an IRI with its URI. */
void find_to_uri(struct find *find, struct text_hit *hit);

/* Marks the record invalid if the hit, whose URI is `uri` if that is another text, is not a reference
 * under --spec. */
void find_parse(struct find *find, struct record *record, const struct text_hit *hit, uriel_text uri);

/* Whether the text has the syntax of a scheme. */
bool find_is_scheme(uriel_text name);

/* To be called if input is not valid: the program's status becomes STATUS_INVALID. Returns whether to
 * print a message. */
bool find_complains(struct find *find);

/* For --typed: reads each operand as text, or all of standard input, and prints its reference. */
extern const struct schema find_typed_schema;
void find_typed(struct find *find, const struct option_reader *reader);

#endif

/* SPDX-License-Identifier: MIT */
/* Shared by the tests of finding: the vectors' options, and all hits of a text, whole or in pieces. */
#ifndef URIEL_TEST_FIND_SUPPORT_H
#define URIEL_TEST_FIND_SUPPORT_H

#include "support.h"
#include "uriel_find.h"
#include "vectors.h"

enum { FOUND_HITS = 2048, FOUND_SCHEMES = 8 };

/* A case's options: "-", or names separated by commas. */
typedef struct find_given {
  uriel_text schemes[FOUND_SCHEMES];
  uriel_find_options find;
  unsigned clean; /* uriel_clean_option */
} find_given;

void find_given_of(find_given *given, const vector_case *from);

typedef struct hits {
  uriel_hit all[FOUND_HITS];
  size_t count;
} hits;

void find_whole(hits *found, const uriel_find_options *options, uriel_text text);

/* Finds as a reader of a stream does: in pieces of `size` bytes, dropping the text before `from`. */
void find_in_pieces(hits *found, const uriel_find_options *options, uriel_text text, size_t size);

bool same_hits(const hits *a, const hits *b);

/* The hit as uriel_hit_clean writes it, in its own heap block. */
uriel_text hit_cleaned(uriel_text text, const uriel_hit *hit, unsigned options);

/* Calls `check` for each file of vectors of finding. */
void find_vectors(vector_check *check);

#endif

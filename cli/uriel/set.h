/* SPDX-License-Identifier: MIT */
/* A set of texts, each with a count, in bounded memory. Texts are compared byte by byte. */
#ifndef URIEL_CLI_SET_H
#define URIEL_CLI_SET_H

#include "cli/shared/buffer.h"
#include "uriel.h"

/* Zero-initialise, and set `memory`. */
struct set {
  size_t memory; /* bytes of texts and slots together; one text fits always */
  uint64_t seed; /* of the hash; set_seed */
  size_t count;
  /* private */
  struct buffer texts; /* of each: struct set_head, the text */
  uint64_t *slots;     /* the place of a text, from 1, and bits of its hash; 0: empty */
  size_t slot_count;   /* a power of two */
};

/* Returns a random number. Others cannot make texts with equal hashes without knowing it. */
uint64_t set_seed(void);

uint64_t set_hash(const struct set *set, uriel_text text);

/* Fetches what set_add needs for a text with that hash into the cache. To be called some texts ahead. */
void set_fetch(const struct set *set, uint64_t hash);

enum set_state { SET_KNOWN, SET_ADDED, SET_FULL };

/* Adds a text with that hash. If it is known, or there is memory for it, sets `place`, if not NULL. */
enum set_state set_add(struct set *set, uriel_text text, uint64_t hash, size_t *place);

/* The count of the text there, which begins with 0. */
void set_increase(struct set *set, size_t place, uint64_t by);

/* Returns the text at `*place`, from 0 on, and moves to the next one; false after the last. Texts come
 * in the order in which they were added. */
bool set_next(const struct set *set, size_t *place, uriel_text *text, uint64_t *count);

/* Removes all texts. */
void set_clear(struct set *set);

void set_free(struct set *set);

#endif

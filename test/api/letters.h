/* SPDX-License-Identifier: MIT */
/* A text of 2^32 letters in little memory: one block is mapped at all of its addresses. */
#ifndef URIEL_TEST_LETTERS_H
#define URIEL_TEST_LETTERS_H

#include <stddef.h>

/* Returns that many letters "a", then `more` writable zero bytes; NULL if the address space is too
 * small. munmap frees it. */
char *letters_map(size_t more);

#endif

/* SPDX-License-Identifier: MIT */
/* A text of 2^32 letters, which takes no such memory: one block of it stands at all of its addresses. */
#ifndef URIEL_TEST_LETTERS_H
#define URIEL_TEST_LETTERS_H

#include <stddef.h>

/* That many letters "a", and `more` bytes of zeros that can be written; NULL where the system has no
 * room for the addresses. munmap gives it back. */
char *letters_map(size_t more);

#endif

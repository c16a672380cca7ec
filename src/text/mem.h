/* SPDX-License-Identifier: MIT */
/* The five functions of the C library that the core calls, declared where there is no <string.h>. */
#ifndef URIEL_TEXT_MEM_H
#define URIEL_TEXT_MEM_H

#include <stddef.h>

#if __STDC_HOSTED__
#include <string.h>
#else
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *text, int byte, size_t n);
#endif

#endif

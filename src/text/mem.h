/* SPDX-License-Identifier: MIT */
/* The five functions of the C library that the core calls, declared if there is no <string.h>. */
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
#ifdef __GNUC__
/* Without this, freestanding compilers call a function even for eight bytes. */
#define memcpy(to, from, n) __builtin_memcpy(to, from, n)
#define memmove(to, from, n) __builtin_memmove(to, from, n)
#define memset(to, byte, n) __builtin_memset(to, byte, n)
#define memcmp(a, b, n) __builtin_memcmp(a, b, n)
#define memchr(text, byte, n) __builtin_memchr(text, byte, n)
#endif
#endif

#endif

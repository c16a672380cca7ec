/* SPDX-License-Identifier: MIT */
/* The part of a C library that the tests of this folder call, for systems without one: run.sh replaces
 * the headers that they include by this one. printf, putchar, exit are run.mjs's, the others
 * machine.c's. */
#ifndef TEST_SCAN_WASM_LIBC_H
#define TEST_SCAN_WASM_LIBC_H

#include <stddef.h>

int printf(const char *format, ...); /* %s, %zu, %02X */
int putchar(int byte);
_Noreturn void exit(int status);

unsigned long strtoul(const char *digits, char **end, int base); /* only of numbers, `end` NULL */
void free(void *memory);                                         /* gives nothing back */
size_t strlen(const char *string);

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *text, int byte, size_t n);

#endif

/* SPDX-License-Identifier: MIT */
/* The fast paths that this machine supports, by number, and their comparison with the grammar. These
 * programs use no test library, so that they run wherever the core does. */
#ifndef TEST_SCAN_KERNEL_H
#define TEST_SCAN_KERNEL_H

#include "uriel.h"

size_t kernel_count(void);
const char *kernel_name(size_t kernel);

/* The name of the running kernel, for crashes that leave nothing else to report. */
extern const char *kernel_running;

/* Whether the kernel decides the text without calling the grammar. */
bool kernel_decides(size_t kernel, const char *text, size_t len);

/* The same for uriel_url_parse, and whether the text is a serialised URL. */
bool kernel_decides_url(size_t kernel, const char *text, size_t len);
bool url_is_serialized(const char *text, size_t len);

/* Checks that each kernel's uriel_parse agrees with the grammar in every field, and its
 * uriel_url_parse with the URL parser. Ends the program if one
 * does not, or reads outside of the text. The text is read in place. */
void agree_at(const char *text, size_t len);

/* The same with a copy at the end of mapped memory: the next byte is unreadable. */
void agree_on(const char *text, size_t len);

/* The memory that agree_on copies to. The byte before `begin` is unreadable too, except in WebAssembly.
 * Defined in machine.c and wasm/machine.c. */
typedef struct guarded {
  char *begin, *end;
} guarded;
guarded guarded_memory(void);

uint32_t next_random(uint32_t *seed); /* of 24 bits */

/* Returns a whole file, which is never freed. next_line returns its lines, and false at the end. Also in
 * machine.c. */
uriel_text file_of(const char *path);
bool next_line(uriel_text *rest, uriel_text *line);

void print_error(const char *what, const char *text, size_t len);

#endif

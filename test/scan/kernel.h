/* SPDX-License-Identifier: MIT */
/* The fast paths that this machine can run, by number, and how they are compared with the grammar. These
 * programs use no test library, so that they run wherever the core does. */
#ifndef TEST_SCAN_KERNEL_H
#define TEST_SCAN_KERNEL_H

#include "uriel.h"

size_t kernel_count(void);
const char *kernel_name(size_t kernel);

/* The name of the one that is asked last, for where an error leaves nothing that could be asked. */
extern const char *kernel_running;

/* Whether the kernel takes the text without asking the grammar. */
bool kernel_decides(size_t kernel, const char *text, size_t len);

/* Each kernel's uriel_parse says of the text what the grammar does, in every field; ends the program
 * where one does not, or reads what is not the text's. The text's bytes are read where they are. */
void agree_at(const char *text, size_t len);

/* The same with a copy at the end of the memory: the next byte cannot be read. */
void agree_on(const char *text, size_t len);

/* The bytes of the memory that agree_on copies to. A byte before `begin` cannot be read either, but in
 * WebAssembly. machine.c and wasm/machine.c have this. */
typedef struct guarded {
  char *begin, *end;
} guarded;
guarded guarded_memory(void);

uint32_t next_random(uint32_t *seed); /* of 24 bits */

/* A file, whole; its lines by next_line, which gives false at the end. Not freed. machine.c's as well.
 */
uriel_text file_of(const char *path);
bool next_line(uriel_text *rest, uriel_text *line);

void print_error(const char *what, const char *text, size_t len);

#endif

/* SPDX-License-Identifier: MIT */
/* --format: text with {KEY} and {KEY:MODIFIER:...} in it, compiled once. */
#ifndef URIEL_CLI_TEMPLATE_H
#define URIEL_CLI_TEMPLATE_H

#include "buffer.h"
#include "record.h"

struct template;

/* Ends the program with a usage error where `string` asks for what `schema` does not have. */
struct template *template_compile(const char *command, const char *string, const struct schema *schema);

/* Whether it asks for {valid} or for the error, and so is filled in for invalid input as well. */
bool template_tells_errors(const struct template *template);

void template_put(struct template *template, const struct schema *schema, const struct record *record,
                  struct output *out);

void template_free(struct template *template);

#endif

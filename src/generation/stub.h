/* SPDX-License-Identifier: MIT */
/* Stands in until the generations are written. */
#ifndef URIEL_GENERATION_STUB_H
#define URIEL_GENERATION_STUB_H

#include "uri/generation.h"

size_t stub_resolve(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                    size_t capacity, uriel_fault *fault);
size_t stub_relative(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity);
normal_form stub_normal(const uriel_ref *ref, uriel_rung rung);

#endif

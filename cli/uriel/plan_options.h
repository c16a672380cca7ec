/* SPDX-License-Identifier: MIT */
/* uriel plan: its options. */
#ifndef URIEL_CLI_PLAN_OPTIONS_H
#define URIEL_CLI_PLAN_OPTIONS_H

#include "cli/shared/buffer.h"
#include "cli/shared/option.h"
#include "uriel_scheme.h"

/* All zero: none was given. */
struct plan_options {
  uriel_plan_options plan;
  bool show_password;
  uriel_registry registry;
  struct buffer gateways; /* of uriel_gateway */
};

/* What the library would not take is a usage error. */
extern const struct option_spec plan_option_table[];

/* When all are there, and nothing of it is moved any more. */
void plan_options_ready(struct plan_options *self);
void plan_options_free(struct plan_options *self);

#endif

/* SPDX-License-Identifier: MIT */
/* A program that prints the warnings of a plan: it links no tables of lookalikes (UTS #39). */
#include "uriel_plan.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  uriel_ref ref;
  uriel_step steps[64];
  char text[4096], message[256];
  uriel_plan plan = {.steps = steps, .step_capacity = 64, .text = text, .text_capacity = sizeof text};
  if (argc < 2 || !uriel_parse(&ref, argv[1], strlen(argv[1]), NULL) ||
      !uriel_plan_make(&plan, &ref, NULL, NULL))
    return 1;
  for (unsigned left = plan.warnings; left; left &= left - 1) {
    const uriel_warning warning = {.kind = (uriel_warning_kind)(left & (0U - left))};
    const size_t len = uriel_warning_describe(&warning, &ref, message, sizeof message);
    printf("%s: %.*s\n", uriel_warning_name(warning.kind), (int)len, message);
  }
  return 0;
}

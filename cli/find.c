/* SPDX-License-Identifier: MIT */
/* uriel find: references in running text. */
#include "cli.h"

int cmd_find(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  return STATUS_USAGE;
}

/* SPDX-License-Identifier: MIT */
/* uriel links: the references of documents, resolved. */
#include "cli.h"

int cmd_links(int argc, char **argv)
{
  (void)argc;
  (void)argv;
  return STATUS_USAGE;
}

/* SPDX-License-Identifier: MIT */
/* A program of one subcommand, which `uriel` runs. The build names its function: URIEL_COMMAND. */
#include "cli.h"
#include "output.h"

int main(int argc, char **argv)
{
  output_start();
  const int status = URIEL_COMMAND(argc, argv);
  output_finish();
  return status;
}

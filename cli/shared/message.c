/* SPDX-License-Identifier: MIT */
/* Messages on standard error, and the ends of the program that they explain. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli.h"
#include "output.h"

static void message_write(const char *command, const char *format, va_list arguments)
{
  char text[4096];
  const int len = vsnprintf(text, sizeof text, format, arguments);
  const bool cut = len >= (int)sizeof text;
  output_turn();
  output_flush(&standard_out);
  output_text(&standard_error, "uriel");
  if (command) {
    output_char(&standard_error, ' ');
    output_text(&standard_error, command);
  }
  output_text(&standard_error, ": ");
  output_escaped(&standard_error, text, cut ? sizeof text - 1 : len < 0 ? 0 : (size_t)len);
  output_text(&standard_error, cut ? "...\n" : "\n");
}

void message(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_write(NULL, format, arguments);
  va_end(arguments);
  output_flush(&standard_error);
}

void die(enum cli_status status, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_write(NULL, format, arguments);
  va_end(arguments);
  output_flush(&standard_error);
  exit((int)status);
}

void die_memory(void)
{
  die(STATUS_IO, "out of memory");
}

void die_usage(const char *command, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  message_write(command, format, arguments);
  va_end(arguments);
  output_format(&standard_error, "Try \"uriel %s%s\".\n", command ? "help " : "--help",
                command ? command : "");
  output_flush(&standard_error);
  exit(STATUS_USAGE);
}

/* SPDX-License-Identifier: MIT */
/* The progress line on standard error. */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>

#include "output.h"

static double progress_now(void)
{
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
    return 0;
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void progress_start(struct progress *progress, bool beside_output)
{
  *progress = (struct progress){0};
  progress->possible = standard_error.terminal && (beside_output || !standard_out.terminal);
  progress->start = progress_now();
  progress->last = progress->start;
}

double progress_seconds(const struct progress *progress)
{
  return progress_now() - progress->start;
}

bool progress_due(struct progress *progress)
{
  if (!progress->possible)
    return false;
  const double now = progress_now();
  if (now - progress->start < 1.0 || (progress->visible && now - progress->last < 0.2))
    return false;
  progress->last = now;
  return true;
}

static size_t progress_width(void)
{
  struct winsize size;
  if (ioctl(standard_error.fd, TIOCGWINSZ, &size) != 0 || size.ws_col < 2)
    return 79;
  return (size_t)size.ws_col - 1; /* a full last column would wrap on some terminals */
}

void progress_draw(struct progress *progress, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  const int len = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (len < 0)
    return;
  size_t shown = (size_t)len < sizeof text ? (size_t)len : sizeof text - 1;
  const size_t width = progress_width();
  if (shown > width)
    shown = width;
  output_char(&standard_error, '\r');
  output_escaped(&standard_error, text, shown);
  output_text(&standard_error, "\033[K");
  output_flush(&standard_error);
  progress->visible = true;
}

void progress_clear(struct progress *progress)
{
  if (!progress->visible)
    return;
  output_text(&standard_error, "\r\033[K");
  output_flush(&standard_error);
  progress->visible = false;
}

const char *progress_bytes(double bytes, char out[16])
{
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  size_t unit = 0;
  while (bytes >= 999.95 && unit + 1 < sizeof units / sizeof *units) {
    bytes /= 1000;
    unit++;
  }
  snprintf(out, 16, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
  return out;
}

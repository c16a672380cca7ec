/* SPDX-License-Identifier: MIT */
/* A time, given as a date or as a file. */
#include "since.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { SINCE_BASE_YEAR = 1900, SINCE_SECOND = 1000000000 };

/* Reads `count` digits at `*at`, and moves `*at` after them. */
static bool since_digits(const char **at, int count, int *number)
{
  *number = 0;
  for (; count > 0; count--, (*at)++) {
    if (!isdigit((unsigned char)**at))
      return false;
    *number = *number * 10 + (**at - '0');
  }
  return true;
}

static bool since_sign(const char **at, const char *signs)
{
  const bool is = **at && strchr(signs, **at);
  *at += is;
  return is;
}

static bool since_date(const char **at, struct tm *date)
{
  int month;
  if (!since_digits(at, 4, &date->tm_year) || !since_sign(at, "-") || !since_digits(at, 2, &month) ||
      !since_sign(at, "-") || !since_digits(at, 2, &date->tm_mday))
    return false;
  date->tm_year -= SINCE_BASE_YEAR;
  date->tm_mon = month - 1;
  return true;
}

static bool since_time(const char **at, struct tm *date, bool *universal)
{
  if (since_sign(at, "Tt ")) {
    if (!since_digits(at, 2, &date->tm_hour) || !since_sign(at, ":") ||
        !since_digits(at, 2, &date->tm_min))
      return false;
    if (since_sign(at, ":") && !since_digits(at, 2, &date->tm_sec))
      return false;
  }
  *universal = since_sign(at, "Zz");
  return **at == 0;
}

/* The C library changes February 31 to March 3; an existing date does not change. */
static bool since_is_there(const struct tm *read, const struct tm *made)
{
  return read->tm_year == made->tm_year && read->tm_mon == made->tm_mon &&
         read->tm_mday == made->tm_mday && read->tm_hour < 24 && read->tm_min < 60 && read->tm_sec < 60;
}

/* Nanoseconds cover 292 years before and after 1970. Times outside are clamped, because no file is
 * older or newer. */
static int64_t since_nanoseconds(int64_t seconds)
{
  if (seconds > INT64_MAX / SINCE_SECOND)
    return INT64_MAX;
  if (seconds < INT64_MIN / SINCE_SECOND)
    return INT64_MIN;
  return seconds * SINCE_SECOND;
}

static bool since_day(const char *when, int64_t *nanoseconds)
{
  struct tm read = {.tm_isdst = -1};
  bool universal;
  if (!since_date(&when, &read) || !since_time(&when, &read, &universal))
    return false;
  struct tm made = read;
  const time_t seconds = universal ? timegm(&made) : mktime(&made);
  *nanoseconds = since_nanoseconds(seconds);
  return since_is_there(&read, &made);
}

bool harvest_since(const char *when, int64_t *nanoseconds, const char **reason)
{
  const char *at = when;
  struct tm date;
  struct stat status;
  if (since_date(&at, &date)) {
    *reason = "no such day or time exists";
    return since_day(when, nanoseconds);
  }
  if (stat(when, &status) != 0) {
    *reason = errno == ENOENT ? "it is neither a date as 2024-05-31T12:00 nor a file" : strerror(errno);
    return false;
  }
  *nanoseconds = since_nanoseconds(status.st_mtim.tv_sec);
  if (*nanoseconds < INT64_MAX - SINCE_SECOND)
    *nanoseconds += status.st_mtim.tv_nsec + 1;
  return true;
}

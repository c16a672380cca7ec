/* SPDX-License-Identifier: MIT */
/* Buffered output by write(2); colours. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "reading.h"

enum { OUTPUT_CAPACITY = 131072 };

static char output_data[2][OUTPUT_CAPACITY];
static struct output output_main_out = {
    .fd = STDOUT_FILENO, .name = "standard output", .data = output_data[0], .capacity = OUTPUT_CAPACITY};
static struct output output_main_error = {
    .fd = STDERR_FILENO, .name = "standard error", .data = output_data[1], .capacity = OUTPUT_CAPACITY};

_Thread_local struct output *output_out = &output_main_out;
_Thread_local struct output *output_error;
struct output *output_program_error = &output_main_error;

void output_set(struct output *out, struct output *error)
{
  output_out = out ? out : &output_main_out;
  output_error = out && output_program_error == &output_main_out ? out : error;
}

void output_copy(struct output *copy, const struct output *from, size_t capacity)
{
  *copy = *from;
  copy->len = 0;
  copy->scratch = (struct buffer){0};
  copy->capacity = capacity;
  copy->data = malloc(capacity);
  if (!copy->data)
    die_memory();
}

void output_copy_free(struct output *copy)
{
  free(copy->data);
  copy->data = NULL;
  buffer_free(&copy->scratch);
}

void output_start(void)
{
  struct stat out;
  struct stat error;
  base_die = die_io;
  /* If a standard stream is closed, the next opened file, such as a database, would take its place. The
   * replacement can be neither read nor written, so the stream still fails with EBADF. */
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 &&
        open(fd == STDIN_FILENO ? "/dev/null" : "/", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
      exit(STATUS_IO);
  signal(SIGXFSZ, SIG_IGN); /* a limit on a file's size is an error of write, with a message */
  standard_out.terminal = isatty(STDOUT_FILENO) == 1;
  standard_error.terminal = isatty(STDERR_FILENO) == 1;
  const bool known = fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &error) == 0;
  if (known && out.st_dev == error.st_dev && out.st_ino == error.st_ino)
    output_program_error = &output_main_out;
}

bool output_is_file(const struct stat *status)
{
  struct stat out;
  return S_ISREG(status->st_mode) && fstat(STDOUT_FILENO, &out) == 0 && S_ISREG(out.st_mode) &&
         out.st_dev == status->st_dev && out.st_ino == status->st_ino;
}

static bool output_write(int fd, const char *data, size_t len)
{
  struct pollfd wait = {.fd = fd, .events = POLLOUT};
  while (len > 0) {
    const ssize_t written = write(fd, data, len);
    if (written >= 0) {
      data += written;
      len -= (size_t)written;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      /* Another process made the descriptor non-blocking. */
      if (poll(&wait, 1, -1) < 0 && errno != EINTR)
        return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

/* The result of writing to standard error is ignored: it could not be reported. */
static _Noreturn void output_die(struct output *out, int error)
{
  char text[256];
  const int len =
      snprintf(text, sizeof text, "uriel: cannot write %s: %s\n", out->name, strerror(error));
  out->len = 0;
  const struct output *const other = out == &standard_out ? &standard_error : &standard_out;
  (void)output_write(other->fd, other->data, other->len);
  if (len > 0)
    (void)output_write(STDERR_FILENO, text, (size_t)len);
  exit(STATUS_IO);
}

void output_turn(void)
{
  if (output_out->turn)
    output_out->turn(output_out->turn_self);
}

/* The end of the unwritten bytes. */
static void output_now(struct output *out, const char *data, size_t len)
{
  if (out->turn)
    out->turn(out->turn_self);
  out->used = true;
  if (out->spool)
    out->spool(out, data, len);
  else if (!output_write(out->fd, data, len))
    output_die(out, errno);
}

void output_flush(struct output *out)
{
  if (out->len > 0)
    output_now(out, out->data, out->len);
  out->len = 0;
}

void output_flush_both(void)
{
  output_flush(&standard_out);
  output_flush(&standard_error);
}

void output_settle(void)
{
  output_flush_both();
  const int copy = standard_out.used ? dup(STDOUT_FILENO) : -1;
  if (copy >= 0 && close(copy) != 0 && errno != EINTR)
    output_die(&standard_out, errno);
}

void output_finish(void)
{
  output_flush_both();
  if (standard_out.used && close(STDOUT_FILENO) != 0 && errno != EINTR)
    output_die(&standard_out, errno);
}

char *output_room_slowly(struct output *out, size_t len)
{
  if (out->grows && len > out->capacity - out->len) {
    const size_t capacity = (out->len + len) * 2;
    char *const data = capacity > out->len ? realloc(out->data, capacity) : NULL;
    if (!data)
      die_memory();
    out->data = data;
    out->capacity = capacity;
  }
  if (len > out->capacity)
    return NULL;
  if (len > out->capacity - out->len)
    output_flush(out);
  return out->data + out->len;
}

void output_put_slowly(struct output *out, const char *data, size_t len)
{
  if (len == 0)
    return;
  char *const room = output_room(out, len);
  if (room) {
    memcpy(room, data, len);
    out->len += len;
    return;
  }
  output_flush(out);
  output_now(out, data, len);
}

void output_text(struct output *out, const char *string)
{
  output_put(out, string, strlen(string));
}

void output_number(struct output *out, uint64_t number)
{
  char digits[NUMBER_DIGITS];
  const uriel_text text = number_text(digits, number);
  output_put(out, text.ptr, text.len);
}

void output_format(struct output *out, const char *format, ...)
{
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  const int len = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (len > 0)
    output_put(out, text, (size_t)len < sizeof text ? (size_t)len : sizeof text - 1);
}

void output_as(struct output *out, enum escape_form form, const char *text, size_t len)
{
  struct escape escape;
  for (size_t at = 0; at < len; at += escape.size) {
    const size_t plain = escape_find(form, text + at, len - at, &escape);
    output_put(out, text + at, plain);
    output_put(out, escape.text, escape.len);
    at += plain;
  }
}

void output_escaped(struct output *out, const char *text, size_t len)
{
  output_as(out, ESCAPE_TERMINAL, text, len);
}

void output_foreign(struct output *out, const char *text, size_t len)
{
  if (out->terminal)
    output_escaped(out, text, len);
  else
    output_put(out, text, len);
}

/* ---- Colour ----------------------------------------------------------------------------------- */

const char *const colour_words[] = {"auto", "always", "never", NULL};

void colour_decide(enum colour_when when)
{
  const char *const no_color = getenv("NO_COLOR");
  const char *const term = getenv("TERM");
  const bool automatic =
      when == COLOUR_AUTO && !(no_color && *no_color) && !(term && strcmp(term, "dumb") == 0);
  standard_out.colour = when == COLOUR_ALWAYS || (automatic && standard_out.terminal);
  standard_error.colour = when == COLOUR_ALWAYS || (automatic && standard_error.terminal);
}

void colour_tone(struct output *out, enum tone tone)
{
  static const char *const sequences[] = {
      [TONE_PLAIN] = "\033[0m",    [TONE_SCHEME] = "\033[35m",   [TONE_USERINFO] = "\033[1;31m",
      [TONE_HOST] = "\033[1;32m",  [TONE_PORT] = "\033[33m",     [TONE_PATH] = "\033[36m",
      [TONE_QUERY] = "\033[34m",   [TONE_FRAGMENT] = "\033[95m", [TONE_DIM] = "\033[2m",
      [TONE_ERROR] = "\033[1;31m", [TONE_STRONG] = "\033[1m",
  };
  if (out->colour)
    output_text(out, sequences[tone]);
}

void colour_put(struct output *out, enum tone tone, const char *text, size_t len)
{
  const bool toned = out->colour && len > 0 && tone != TONE_PLAIN;
  if (toned)
    colour_tone(out, tone);
  output_foreign(out, text, len);
  if (toned)
    colour_tone(out, TONE_PLAIN);
}

/* A component with its delimiters, if it is defined. */
static void colour_component(struct output *out, const char *before, uriel_text text, const char *after,
                             enum tone tone)
{
  if (!text.ptr)
    return;
  colour_put(out, TONE_DIM, before, strlen(before));
  colour_put(out, tone, text.ptr, text.len);
  colour_put(out, TONE_DIM, after, strlen(after));
}

void colour_reference(struct output *out, const struct reading *reading, uriel_text text)
{
  uriel_ref ref;
  if (!out->colour || !uriel_parse_as(&ref, text.ptr, text.len, reading->spec, reading->options, NULL)) {
    output_foreign(out, text.ptr, text.len);
    return;
  }
  if (ref.flags & URIEL_HAS_PREFIX)
    colour_put(out, TONE_DIM, text.ptr, text.len - ref.length);
  colour_component(out, "", uriel_scheme(&ref), ":", TONE_SCHEME);
  if (uriel_authority(&ref).ptr)
    colour_put(out, TONE_DIM, "//", 2);
  colour_component(out, "", uriel_userinfo(&ref), "@", TONE_USERINFO);
  colour_component(out, "", uriel_host(&ref), "", TONE_HOST);
  colour_component(out, ":", uriel_port(&ref), "", TONE_PORT);
  colour_component(out, "", uriel_path(&ref), "", TONE_PATH);
  colour_component(out, "?", uriel_query(&ref), "", TONE_QUERY);
  colour_component(out, "#", uriel_fragment(&ref), "", TONE_FRAGMENT);
}

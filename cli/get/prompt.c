/* SPDX-License-Identifier: MIT */
/* Asks the person at the terminal for a user, a password or an account. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "base/escape.h"
#include "get.h"

/* The signals that end or stop the program, which restores the terminal first. In the background
 * tcsetattr stops it before anything is changed. */
static const int prompt_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { PROMPT_SIGNALS = sizeof prompt_signals / sizeof *prompt_signals };

static volatile sig_atomic_t prompt_caught; /* a signal, or 0 */

static void prompt_catch(int number)
{
  prompt_caught = number;
}

/* Writes the question and reads a line. The signals, which are blocked otherwise, interrupt it. */
static bool prompt_line(int fd, const struct buffer *question, const sigset_t *mask, struct buffer *out)
{
  char c = 0;
  out->len = 0;
  if (write(fd, question->ptr, question->len) < 0)
    return false;
  for (;;) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fd, &set);
    const int ready = pselect(fd + 1, &set, NULL, NULL, NULL, mask);
    if (prompt_caught || (ready < 0 && errno != EINTR))
      return false;
    if (ready <= 0)
      continue;
    if (read(fd, &c, 1) != 1)
      return false;
    if (c == '\n')
      return true;
    buffer_append(out, &c, 1);
  }
}

/* Asks once. Returns whether there is an answer; `again`: the program was stopped, and continues. */
static bool prompt_once(int fd, const struct buffer *question, bool hidden, struct buffer *out,
                        bool *again)
{
  struct termios before, during;
  struct sigaction actions[PROMPT_SIGNALS], catching = {.sa_handler = prompt_catch};
  sigset_t blocked, mask;
  *again = false;
  if (tcgetattr(fd, &before) != 0)
    return false;
  during = before;
  during.c_lflag &= hidden ? ~(tcflag_t)ECHO : ~(tcflag_t)0;
  if (tcsetattr(fd, TCSAFLUSH, &before) != 0) /* stops the program in the background */
    return false;
  sigemptyset(&blocked);
  sigemptyset(&catching.sa_mask);
  for (size_t i = 0; i < PROMPT_SIGNALS; i++)
    sigaddset(&blocked, prompt_signals[i]);
  prompt_caught = 0;
  sigprocmask(SIG_BLOCK, &blocked, &mask);
  for (size_t i = 0; i < PROMPT_SIGNALS; i++)
    sigaction(prompt_signals[i], &catching, &actions[i]);
  const bool good = tcsetattr(fd, TCSAFLUSH, &during) == 0 && prompt_line(fd, question, &mask, out);
  const int caught = prompt_caught;
  tcsetattr(fd, TCSAFLUSH, &before);
  if (hidden || caught)
    (void)!write(fd, "\n", 1);
  for (size_t i = 0; i < PROMPT_SIGNALS; i++)
    sigaction(prompt_signals[i], &actions[i], NULL);
  if (caught)
    (void)raise(caught); /* which is blocked until now */
  sigprocmask(SIG_SETMASK, &mask, NULL);
  *again = caught == SIGTSTP;
  return good;
}

bool prompt_ask(void *context, uriel_fill fill, uriel_text host, uriel_text user, struct buffer *out)
{
  const bool is_user = fill == URIEL_FILL_USER, is_password = fill == URIEL_FILL_PASSWORD;
  const uriel_text what = uriel_text_of(is_user       ? "User for "
                                        : is_password ? "Password for "
                                                      : "Account for ");
  struct buffer question = {0};
  bool good = false, again = true;
  (void)context;
  const int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (fd < 0)
    return false;
  buffer_append(&question, what.ptr, what.len);
  buffer_append_as(&question, ESCAPE_TERMINAL, host.ptr, host.len);
  if (user.ptr) {
    buffer_append(&question, ", user ", 7);
    buffer_append_as(&question, ESCAPE_TERMINAL, user.ptr, user.len);
  }
  buffer_append(&question, ": ", 2);
  while (again)
    good = prompt_once(fd, &question, !is_user, out, &again);
  buffer_free(&question);
  close(fd);
  return good;
}

/* SPDX-License-Identifier: MIT */
/* uriel links --check: after the last document, its fragments, the output and the summary. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check_private.h"
#include "cli/shared/cli.h"

/* Reads a file once more, or one that is in no operand. Returns false with errno if it cannot be opened;
 * other files than regular ones are not read. */
static bool check_read(struct check *check, const char *path, uriel_text retrieval)
{
  struct stat status;
  const char *const slash = strrchr(path, '/');
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0)
    return false;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
    links_read_fd(check->run, fd, slash + 1, retrieval);
  close(fd);
  return true;
}

/* Reads the anchors of a file that no operand has. */
static void check_read_anchors(struct check *check, uint32_t number)
{
  struct check_file other = {.file = number};
  struct links_run *const run = check->run;
  const char *const path = check->goals.paths.of[number].ptr, *const media_type = run->media_type;
  run->file = path;
  run->media_type = NULL;
  check->file = &other;
  check->step = CHECK_ANCHORS;
  if (!check_read(check, path, (uriel_text){NULL, 0})) {
    run->failed = true;
    links_print_unread(run, path, strerror(errno));
  }
  check->goals.files[number].is_read = true;
  run->media_type = media_type;
}

static void check_resolve(struct check *check)
{
  const size_t count = check->goals.paths.count;
  for (size_t i = 0; i < count; i++)
    if (check->goals.files[i].first != GOAL_NOTHING) {
      if (!check->goals.files[i].is_read)
        check_read_anchors(check, (uint32_t)i);
      check->counts.unchecked += goals_resolve(&check->goals, (uint32_t)i);
    }
}

/* Whether a fragment that the document refers to does not exist. */
static bool check_misses(const struct check *check, const struct check_file *file)
{
  for (size_t at = file->waiting; at < file->waiting_end; at += sizeof(uint32_t)) {
    uint32_t goal;
    memcpy(&goal, check->waiting.ptr + at, sizeof goal);
    if (check->goals.list[goal].problem != GOAL_NONE)
      return true;
  }
  return false;
}

/* Reads a document again, to print all its broken links. */
static void check_print_again(struct check *check, struct check_file *file)
{
  struct links_run *const run = check->run;
  const uriel_text path = check->goals.paths.of[file->file];
  const struct check_counts counts = check->counts;
  check_enter(check, file, path);
  check->step = CHECK_PRINT;
  run->file = check->shown.of[file->shown].ptr;
  if (!check_read(check, path.ptr, check_retrieval(check, &check->sites[file->site], path))) {
    run->failed = true;
    links_print_unread(run, run->file, strerror(errno));
  }
  check->counts.references = counts.references;
  check->counts.external = counts.external;
}

static void check_print(struct check *check)
{
  for (size_t i = 0; i < check->count; i++) {
    struct check_file *const file = &check->files[i];
    if (check_misses(check, file)) {
      check->counts.broken -= file->broken;
      check->counts.ignored -= file->ignored;
      check_print_again(check, file);
    } else
      output_put(&standard_out, check->held.data + file->held, file->held_end - file->held);
  }
}

static const char *check_s(uint64_t count)
{
  return count == 1 ? "" : "s";
}

static void check_summary(const struct check *check)
{
  const struct check_counts *const counts = &check->counts;
  char unchecked[80] = "";
  if (counts->unchecked)
    snprintf(unchecked, sizeof unchecked, ", %llu fragment%s not checked",
             (unsigned long long)counts->unchecked, check_s(counts->unchecked));
  if (!check->run->silent)
    message("%llu document%s, %llu reference%s: %llu broken, %llu external, %llu ignored%s",
            (unsigned long long)counts->documents, check_s(counts->documents),
            (unsigned long long)counts->references, check_s(counts->references),
            (unsigned long long)counts->broken, (unsigned long long)counts->external,
            (unsigned long long)counts->ignored, unchecked);
}

void check_finish(struct check *check)
{
  struct links_run *const run = check->run;
  check_resolve(check);
  links_free(run->links);
  check->limits.anchors = false;
  run->links = links_new(&check->limits);
  if (!run->links)
    die_memory();
  check_print(check);
  progress_clear(&run->progress);
  run->failed |= check->goals.failed;
  check_summary(check);
}

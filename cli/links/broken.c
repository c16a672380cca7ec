/* SPDX-License-Identifier: MIT */
/* uriel links --check: fragments, hints, and the broken links that are printed. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "links/anchors.h"
#include "links/retrieval.h"
#include "run.h"

/* ---- Hints ------------------------------------------------------------------------------------ */

/* Returns the text of the fragment of a goal. */
static uriel_text broken_fragment(const struct check *check, uint32_t number)
{
  const struct goal *const goal = &check->goals[number];
  return (uriel_text){check->tails.of[number].ptr + goal->fragment, goal->fragment_len};
}

enum { NEAR_MOST = 4 * 1000 * 1000, NEAR_ANCHORS = 4096 };

/* Returns the most similar of the texts from `at` to `end`, at most `most`, which each end with a NUL;
 * NULL if none is similar. */
static const char *near_word(struct check *check, const char *wrong, const char *at, const char *end,
                             size_t most)
{
  struct buffer *const words = &check->words;
  const char *const none = NULL;
  size_t count = 0;
  words->len = 0;
  for (; at < end && count < most; at += strlen(at) + 1, count++)
    buffer_append(words, (const char *)&at, sizeof at);
  buffer_append(words, (const char *)&none, sizeof none);
  check->compared += count;
  return nearest_word(wrong, (const char *const *)(const void *)words->ptr);
}

/* Returns the name in a folder that `wrong` may mean, or NULL: the smallest one that is the same in
 * another case (of ASCII), else the most similar one. A folder that cannot be read has no names. */
static const char *near_name(struct check *check, const char *folder, const char *wrong, bool *is_case)
{
  struct buffer *const names = &check->names;
  const size_t len = strlen(folder) + 1;
  const struct dirent *entry;
  const char *found = NULL;
  size_t count = 0;
  *is_case = false;
  if (check->compared > NEAR_MOST)
    return NULL;
  if (check->listed.len != len || memcmp(check->listed.ptr, folder, len) != 0) {
    check->listed.len = names->len = 0;
    buffer_append(&check->listed, folder, len);
    buffer_reserve(names, 0);
    DIR *const open = opendir(*folder ? folder : "/");
    for (size_t i = 0; open && i < NEAR_MOST && (entry = readdir(open)); i++)
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
        buffer_append(names, entry->d_name, strlen(entry->d_name) + 1);
    if (open)
      closedir(open);
  }
  const char *const end = names->ptr + names->len;
  for (const char *at = names->ptr; at < end; at += strlen(at) + 1, count++)
    if (strcasecmp(at, wrong) == 0 && (!found || strcmp(at, found) < 0))
      found = at;
  *is_case = found;
  if (!found)
    return near_word(check, wrong, names->ptr, end, NEAR_MOST);
  check->compared += count;
  return found;
}

/* Sets `check->path` to the path of a file or folder that exists: `path` with names in another case, or
 * up to the first name that is only similar. Returns false if no such path exists. No longer looks after
 * NEAR_MOST names. */
static bool near_path(struct check *check, const char *path, bool *is_case)
{
  struct buffer *const found = &check->path;
  struct stat status;
  bool differs = false;
  found->len = 0;
  for (size_t len; *(path += strspn(path, "/")); path += len) {
    const size_t parent = found->len;
    len = strcspn(path, "/");
    buffer_append(found, "/", 1);
    buffer_append(found, path, len);
    found->ptr[found->len] = 0;
    if (stat(found->ptr, &status) == 0)
      continue;
    found->ptr[parent] = 0; /* ends the path of the folder, before the name */
    const char *const name = near_name(check, found->ptr, found->ptr + parent + 1, is_case);
    found->len = parent;
    differs = name;
    if (!name)
      break;
    buffer_append(found, "/", 1);
    buffer_append(found, name, strlen(name));
    if (!*is_case)
      break;
  }
  return differs;
}

/* Returns the anchor or path that may be meant by a goal whose fragment or file does not exist, or NULL.
 * Sets `problem` of the target to GOAL_CASE if the path is its own in another case. */
static const char *near_goal(struct check *check, uint32_t number)
{
  const struct goal *const goal = &check->goals[number];
  struct check_target *const file = &check->targets[goal->target];
  struct buffer *const hints = &check->hints, *const wrong = &check->path;
  if (goal->problem == GOAL_FRAGMENT) {
    const uriel_text fragment = broken_fragment(check, number);
    if (check->compared > NEAR_MOST || file->anchors == file->anchors_end)
      return NULL;
    buffer_reserve(wrong, fragment.len + 1);
    wrong->len = uriel_decode(fragment.ptr, fragment.len, 0, wrong->ptr, fragment.len + 1, NULL);
    wrong->ptr[wrong->len] = 0;
    return near_word(check, wrong->ptr, check->anchors.ptr + file->anchors,
                     check->anchors.ptr + file->anchors_end, NEAR_ANCHORS);
  }
  if (!file->is_read && file->problem == GOAL_MISSING) {
    bool is_case = false;
    file->is_read = true;
    if (near_path(check, check->paths.of[goal->target].ptr, &is_case)) {
      buffer_append(hints, "", hints->len == 0); /* 0 is no hint */
      file->near = hints->len;
      buffer_append(hints, check->path.ptr, check->path.len);
      buffer_append(hints, "", 1);
    }
    if (is_case)
      file->problem = GOAL_CASE;
  }
  return file->near ? hints->ptr + file->near : NULL;
}

/* ---- Broken links ----------------------------------------------------------------------------- */

static const struct {
  const char *name, *reason;
} broken_problems[] = {
#define GOAL_PROBLEM_WORDS(constant, name, reason) {name, reason},
    GOAL_PROBLEMS(GOAL_PROBLEM_WORDS)
#undef GOAL_PROBLEM_WORDS
};

/* Sets `out` to the path as the user wrote the folder that it is in; an absolute path if it is in
 * another one. */
static uriel_text broken_show(const struct check_site *site, const char *path, struct buffer *out)
{
  const size_t len = site->folder.len;
  out->len = 0;
  if ((!len || strncmp(path, site->folder.ptr, len) == 0) && path[len] == '/') {
    buffer_append(out, site->shown.ptr, site->shown.len);
    path += len + 1;
  }
  buffer_append(out, path, strlen(path));
  buffer_append(out, ".", out->len == 0);
  return buffer_text(out);
}

/* Whether a pattern of --ignore matches. */
static bool broken_matches(struct check *check, uriel_text text)
{
  const struct glob_list *const globs = &check->options->ignore;
  bool matches = false;
  if (text.ptr && globs->count && !buffer_set(&check->uri, text))
    die_memory();
  for (size_t i = 0; text.ptr && i < globs->count && !matches; i++)
    matches = fnmatch(globs->patterns[i], check->uri.ptr, 0) == 0;
  return matches;
}

static void broken_quote(uriel_text text)
{
  output_char(&standard_out, '"');
  output_escaped(&standard_out, text.ptr, text.len);
  output_char(&standard_out, '"');
}

/* "page.html:3:12: broken: b.html#x: there is no "x" in "site/b.html"; did you mean "#y"?" */
static void broken_line(struct check *check, const struct links_reference *reference,
                        const struct links_broken *broken, enum goal_problem problem)
{
  struct output *const out = &standard_out;
  struct buffer *const decoded = &check->uri;
  links_put_label(check->run, &reference->place);
  colour_put(out, TONE_ERROR, "broken", 6);
  output_text(out, ": ");
  links_put_text(check->run, reference->raw, TONE_STRONG);
  output_text(out, ": ");
  output_text(out, broken_problems[problem].reason);
  if (problem == GOAL_INVALID)
    output_escaped(out, reference->error_message.ptr, reference->error_message.len);
  if (problem == GOAL_FRAGMENT) {
    /* decoded, if it is UTF-8 then */
    const uriel_text fragment = broken->fragment;
    buffer_reserve(decoded, fragment.len + 1);
    decoded->len = uriel_decode(fragment.ptr, fragment.len, 0, decoded->ptr, fragment.len + 1, NULL);
    const bool is_good = uriel_utf8_span(decoded->ptr, decoded->len) == decoded->len;
    broken_quote(is_good ? buffer_text(decoded) : fragment);
    output_text(out, " in ");
  }
  if (problem != GOAL_INVALID)
    broken_quote(broken->path);
  if (broken->suggestion.ptr) {
    output_text(out, problem == GOAL_CASE ? ", but " : "; did you mean ");
    broken_quote(broken->suggestion);
    output_text(out, problem == GOAL_CASE ? ", which differs in case" : "?");
  }
  output_char(out, '\n');
}

void check_broken(struct check *check, const struct links_reference *reference, uint32_t number,
                  enum goal_problem problem)
{
  struct links_run *const run = check->run;
  const struct goal *const goal = number == GOAL_NOTHING ? NULL : &check->goals[number];
  const struct check_site *const site = &check->sites[check->file->site];
  /* Documents are read again only for missing fragments, which were not counted before. */
  const bool counts = check->step == CHECK_COLLECT || problem == GOAL_FRAGMENT;
  struct links_broken broken = {.target = reference->target};
  if (goal) {
    const uriel_text path = check->paths.of[goal->target];
    broken.path = broken_show(site, path.ptr, &check->named);
    /* If the site has no URI: the file URI of the path, with query and fragment. */
    if (!run->base) {
      size_t end = 0;
      while (end < broken.target.len && broken.target.ptr[end] != '?' && broken.target.ptr[end] != '#')
        end++;
      if (!retrieval_of_file(path.ptr, path.len, &check->normal))
        die_memory();
      buffer_append(&check->normal, broken.target.ptr + end, broken.target.len - end);
      broken.target = buffer_text(&check->normal);
    }
  }
  if (broken_matches(check, reference->cleaned) ||
      (goal && (broken_matches(check, broken.path) || broken_matches(check, broken.target)))) {
    check->counts.ignored += counts;
    return;
  }
  check->counts.broken += counts;
  run->invalid = true;
  if (run->general.quiet)
    return;
  struct links_reference placed = *reference;
  placed.place = links_place(reference);
  if (goal) {
    const char *const near = near_goal(check, number);
    const bool is_fragment = problem == GOAL_FRAGMENT;
    if (is_fragment)
      broken.fragment = broken_fragment(check, number);
    if (is_fragment && near) {
      check->suggestion.len = 0;
      buffer_append(&check->suggestion, "#", 1);
      buffer_append(&check->suggestion, near, strlen(near));
      broken.suggestion = buffer_text(&check->suggestion);
    } else if (near)
      broken.suggestion = broken_show(site, near, &check->suggestion);
    if (problem == GOAL_MISSING && check->targets[goal->target].problem == GOAL_CASE)
      problem = GOAL_CASE; /* the suggestion found that out */
  }
  broken.problem = broken_problems[problem].name;
  if (check->step == CHECK_COLLECT)
    output_set(&check->held, NULL);
  if (run->render.form == RENDER_LONG) {
    broken_line(check, &placed, &broken, problem);
  } else if (run->render.form == RENDER_PLAIN) {
    const uriel_text shown = broken.target.ptr ? broken.target : placed.raw;
    output_foreign(&standard_out, shown.ptr, shown.len);
    output_char(&standard_out, run->render.terminator);
  } else {
    links_put_record(run, &placed, &broken);
  }
  output_set(NULL, NULL);
}

/* ---- After the last document ------------------------------------------------------------------ */

struct anchors check_anchors_of(const struct check *check, uint32_t number)
{
  const struct check_target *const file = &check->targets[number];
  struct anchors anchors = {.are_known = file->has_anchors, .is_html = file->is_html};
  if (!file->has_anchors || file->anchors == file->anchors_end)
    return anchors;
  const char *const end = check->anchors.ptr + file->anchors_end;
  for (const char *at = check->anchors.ptr + file->anchors; at < end; at += strlen(at) + 1)
    if (!anchors_add(&anchors, uriel_text_of(at)))
      die_memory();
  return anchors;
}

/* Reads a file once more, or one that is in no operand; other files than regular ones are not read. */
static void check_read(struct links_run *run, const char *shown, const char *path, uriel_text retrieval)
{
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  run->file = shown;
  if (fd < 0) {
    links_print_unread(run, shown, strerror(errno));
    return;
  }
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
    links_read_fd(run, fd, strrchr(path, '/') + 1, retrieval);
  close(fd);
}

void check_finish(struct check *check)
{
  struct links_run *const run = check->run;
  const char *const media_type = run->media_type;
  char unchecked[80] = "";
  /* Look for the fragments of all links in the anchors of their files. */
  check->step = CHECK_ANCHORS;
  check->file = &check->other;
  run->media_type = NULL;
  for (uint32_t i = 0; i < check->paths.count; i++) {
    const char *const path = check->paths.of[i].ptr;
    if (check->targets[i].first == GOAL_NOTHING)
      continue;
    check->other.target = i;
    if (!check->targets[i].is_read) /* no operand has the file */
      check_read(run, path, path, (uriel_text){NULL, 0});
    check->targets[i].is_read = true;
    struct anchors anchors = check_anchors_of(check, i);
    for (uint32_t at = check->targets[i].first; at != GOAL_NOTHING; at = check->goals[at].next) {
      const enum anchors_answer answer = anchors_ask(&anchors, broken_fragment(check, at));
      if (answer == ANCHORS_NO_MEMORY)
        die_memory();
      check->goals[at].is_waiting = false;
      check->counts.unchecked += answer == ANCHORS_UNKNOWN;
      if (answer == ANCHORS_MISSING)
        check->goals[at].problem = GOAL_FRAGMENT;
    }
    anchors_free(&anchors);
  }
  run->media_type = media_type;
  /* Print what was held of each document; read documents with missing fragments again, to print all
   * their broken links. */
  links_free(run->links);
  check->limits.anchors = false;
  run->links = links_new(&check->limits);
  if (!run->links)
    die_memory();
  check->step = CHECK_PRINT;
  for (struct check_file *file = check->files; file < check->files + check->file_count; file++) {
    const uriel_text path = check->paths.of[file->target];
    bool misses = false;
    for (size_t at = file->waiting; at < file->waiting_end && !misses; at += sizeof(uint32_t)) {
      uint32_t goal;
      memcpy(&goal, check->waiting.ptr + at, sizeof goal);
      misses = check->goals[goal].problem != GOAL_NONE;
    }
    if (misses)
      check_read(run, check->shown.ptr + file->shown, path.ptr, check_enter(check, file, path));
    else
      output_put(&standard_out, check->held.data + file->held, file->held_end - file->held);
  }
  progress_clear(&run->progress);
  run->failed |= check->failed;
  if (run->general.silent)
    return;
  if (check->counts.unchecked)
    snprintf(unchecked, sizeof unchecked, ", %llu fragment%s not checked",
             (unsigned long long)check->counts.unchecked, check->counts.unchecked == 1 ? "" : "s");
  message("%llu document%s, %llu reference%s: %llu broken, %llu external, %llu ignored%s",
          (unsigned long long)check->counts.documents, check->counts.documents == 1 ? "" : "s",
          (unsigned long long)check->counts.references, check->counts.references == 1 ? "" : "s",
          (unsigned long long)check->counts.broken, (unsigned long long)check->counts.external,
          (unsigned long long)check->counts.ignored, unchecked);
}

/* SPDX-License-Identifier: MIT */
/* Where references lead. */
#include "goals.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/shared/cli.h"
#include "links/anchors.h"
#include "near.h"

const char *goal_problem_name(enum goal_problem problem)
{
  static const char *const names[] = {
#define GOAL_PROBLEM_NAME(constant, name) name,
      GOAL_PROBLEMS(GOAL_PROBLEM_NAME)
#undef GOAL_PROBLEM_NAME
  };
  return names[problem];
}

/* ---- Files ------------------------------------------------------------------------------------ */

/* Returns what an error of stat() says about a path. An error that says nothing about it, such as a
 * lack of permission, is reported, and the file counts as one that exists. */
static enum goal_problem goal_problem_of(struct goals *goals, const char *path, int error)
{
  struct stat status;
  switch (error) {
  case ENOENT:
    return lstat(path, &status) == 0 ? GOAL_DANGLING : GOAL_MISSING;
  case ENOTDIR:
  case ENAMETOOLONG:
    return GOAL_MISSING;
  case ELOOP:
    return GOAL_LOOP;
  default:
    goals->failed = true;
    message("cannot examine %s: %s", path, strerror(error));
    return GOAL_NONE;
  }
}

static void goal_examine(struct goals *goals, struct goal_file *file, const char *path)
{
  struct stat status;
  if (stat(path, &status) == 0)
    file->is_folder = S_ISDIR(status.st_mode);
  else
    file->problem = (unsigned char)goal_problem_of(goals, path, errno);
}

uint32_t goals_file(struct goals *goals, uriel_text path, bool exists)
{
  bool is_new;
  const uint32_t number = texts_number(&goals->paths, path, &is_new);
  if (number >= goals->file_capacity) {
    const size_t capacity = goals->file_capacity * 2 + 256;
    struct goal_file *const files = realloc(goals->files, capacity * sizeof *files);
    if (!files)
      die_memory();
    goals->files = files;
    goals->file_capacity = capacity;
  }
  if (!is_new)
    return number;
  goals->files[number] =
      (struct goal_file){.first = GOAL_NOTHING, .index = GOAL_NOTHING, .near = GOAL_NOTHING};
  if (!exists)
    goal_examine(goals, &goals->files[number], goals->paths.of[number].ptr);
  return number;
}

/* Sets the index of a folder whose path is in `goals->path`, once: `is_read` is whether it was looked
 * for. */
static void goal_find_index(struct goals *goals, uint32_t folder)
{
  struct buffer *const path = &goals->path;
  const size_t len = path->len;
  if (goals->files[folder].is_read)
    return;
  goals->files[folder].is_read = true;
  for (size_t i = 0; i < goals->index->count && goals->files[folder].index == GOAL_NOTHING; i++) {
    path->len = len;
    buffer_append(path, "/", 1);
    buffer_append(path, goals->index->patterns[i], strlen(goals->index->patterns[i]));
    const uint32_t file = goals_file(goals, buffer_text(path), false);
    if (goals->files[file].problem == GOAL_NONE && !goals->files[file].is_folder)
      goals->files[folder].index = file;
  }
  path->len = len;
}

/* ---- Paths ------------------------------------------------------------------------------------ */

/* Appends a decoded segment to `goals->path`; "." and ".." count decoded, as in browsers. Returns false
 * if no file can have such a name. */
static bool goal_add_segment(struct goals *goals, size_t root, uriel_text encoded)
{
  struct buffer *const path = &goals->path;
  const size_t before = path->len;
  buffer_reserve(path, before + encoded.len + 2);
  char *const at = path->ptr + before;
  const size_t len = uriel_decode(encoded.ptr, encoded.len, 0, at + 1, encoded.len + 1, NULL);
  if (len == 0 || (len == 1 && at[1] == '.'))
    return true;
  if (len == 2 && at[1] == '.' && at[2] == '.') {
    while (path->len > root && path->ptr[--path->len] != '/')
      ;
    return true;
  }
  *at = '/';
  path->len += len + 1;
  return !memchr(at + 1, 0, len) && !memchr(at + 1, '/', len);
}

/* Sets `goals->path`. Returns false if no file can have that path. */
static bool goal_set_path(struct goals *goals, uriel_text folder, uriel_text tail)
{
  struct buffer *const path = &goals->path;
  bool good = true;
  path->len = 0;
  buffer_append(path, folder.ptr, folder.len);
  for (size_t at = 0; good && at <= tail.len;) {
    const char *const slash = tail.len - at ? memchr(tail.ptr + at, '/', tail.len - at) : NULL;
    const size_t end = slash ? (size_t)(slash - tail.ptr) : tail.len;
    good = goal_add_segment(goals, folder.len, (uriel_text){tail.ptr + at, end - at});
    at = end + 1;
  }
  if (path->len == 0)
    buffer_append(path, "/", 1);
  path->ptr[path->len] = 0;
  return good;
}

/* ---- Goals ------------------------------------------------------------------------------------ */

static uriel_text goal_path(uriel_text tail)
{
  size_t len = 0;
  while (len < tail.len && tail.ptr[len] != '?' && tail.ptr[len] != '#')
    len++;
  return (uriel_text){tail.ptr, len};
}

/* Finds the file of a new goal, and lets the goal wait for its anchors. */
static void goal_aim(struct goals *goals, uint32_t number, uriel_text folder, uriel_text tail)
{
  const uriel_text path = goal_path(tail);
  const bool good = goal_set_path(goals, folder, path);
  const uint32_t found = goals_file(goals, buffer_text(&goals->path), !good);
  struct goal *const goal = &goals->list[number];
  goal->file = found;
  if (!good)
    goals->files[found].problem = GOAL_MISSING;
  if (goals->files[found].is_folder) {
    goal_find_index(goals, found);
    const uint32_t index = goals->files[found].index;
    goal->problem = index == GOAL_NOTHING ? GOAL_NO_INDEX : GOAL_NONE;
    goal->file = index == GOAL_NOTHING ? found : index;
  } else
    goal->problem = goals->files[found].problem;
  struct goal_file *const file = &goals->files[goal->file];
  if (goal->problem == GOAL_NONE && !file->is_folder && path.len && path.ptr[path.len - 1] == '/' &&
      goal->file == found)
    goal->problem = GOAL_NOT_FOLDER;
  goal->is_waiting = goal->problem == GOAL_NONE && goal->fragment_len;
  if (!goal->is_waiting)
    return;
  goal->next = file->first;
  file->first = number;
}

/* Most references lead to where one of the last few thousand did. Tails differ at their ends. */
static struct goal_recent *goal_recent(struct goals *goals, uriel_text key)
{
  enum { SPAN = 8 };
  const uint64_t mix = 0x9e3779b97f4a7c15U;
  uint64_t hash = key.len, word;
  for (size_t at = key.len, i = 0; at >= SPAN && i < 4; i++) {
    at -= SPAN;
    memcpy(&word, key.ptr + at, sizeof word);
    hash = (hash ^ word) * mix;
    hash ^= hash >> 29;
  }
  return &goals->recent[hash % GOALS_RECENT];
}

static uint32_t goal_number(struct goals *goals, uriel_text folder, uriel_text tail)
{
  bool is_new;
  const uint32_t number = texts_number(&goals->tails, buffer_text(&goals->key), &is_new);
  if (!is_new)
    return number;
  if (number >= goals->capacity) {
    const size_t capacity = goals->capacity * 2 + 256;
    struct goal *const list = realloc(goals->list, capacity * sizeof *list);
    if (!list)
      die_memory();
    goals->list = list;
    goals->capacity = capacity;
  }
  const uriel_text fragment = anchors_fragment(tail);
  goals->list[number] =
      (struct goal){.fragment = (uint32_t)(fragment.ptr - tail.ptr + (ptrdiff_t)sizeof(uint32_t)),
                    .fragment_len = (uint32_t)fragment.len,
                    .next = GOAL_NOTHING,
                    .document = GOAL_NOTHING};
  goal_aim(goals, number, folder, tail);
  return number;
}

uint32_t goals_number(struct goals *goals, uint32_t origin, uriel_text folder, uriel_text tail)
{
  struct buffer *const key = &goals->key;
  if (key->capacity <= sizeof origin + tail.len)
    buffer_reserve(key, sizeof origin + tail.len);
  memcpy(key->ptr, &origin, sizeof origin);
  if (tail.len)
    memcpy(key->ptr + sizeof origin, tail.ptr, tail.len);
  key->len = sizeof origin + tail.len;
  struct goal_recent *const recent = goal_recent(goals, buffer_text(key));
  if (recent->len != key->len || memcmp(recent->key, key->ptr, key->len) != 0) {
    recent->number = goal_number(goals, folder, tail);
    recent->key = goals->tails.of[recent->number].ptr;
    recent->len = key->len;
  }
  return recent->number;
}

uriel_text goals_fragment(const struct goals *goals, uint32_t number)
{
  const struct goal *const goal = &goals->list[number];
  return (uriel_text){goals->tails.of[number].ptr + goal->fragment, goal->fragment_len};
}

/* ---- Anchors ---------------------------------------------------------------------------------- */

void goals_anchor(struct goals *goals, uriel_text name)
{
  struct buffer *const anchors = &goals->anchors;
  if (anchors->capacity - anchors->len <= name.len + 1)
    buffer_reserve(anchors, anchors->len + name.len + 1);
  memcpy(anchors->ptr + anchors->len, name.ptr, name.len);
  anchors->len += name.len;
  anchors->ptr[anchors->len++] = 0;
}

/* Sets the anchors of one file. */
static void goal_fill(struct anchors *anchors, const struct goals *goals, const struct goal_file *file)
{
  const char *const end = goals->anchors.ptr + file->anchors_end;
  *anchors = (struct anchors){.are_known = file->has_anchors, .is_html = file->is_html};
  if (!file->has_anchors)
    return;
  for (const char *at = goals->anchors.ptr + file->anchors; at < end; at += strlen(at) + 1)
    if (!anchors_add(anchors, uriel_text_of(at)))
      die_memory();
}

static enum anchors_answer goal_ask(struct anchors *anchors, uriel_text fragment)
{
  const enum anchors_answer answer = anchors_ask(anchors, fragment);
  if (answer == ANCHORS_NO_MEMORY)
    die_memory();
  return answer;
}

void goals_remove_found(struct goals *goals, uint32_t number, struct buffer *fragments)
{
  const struct goal_file *const file = &goals->files[number];
  struct anchors anchors;
  size_t kept = 0, len;
  if (!fragments->len || !file->has_anchors)
    return;
  goal_fill(&anchors, goals, file);
  for (size_t at = 0; at < fragments->len; at += len + 1) {
    const uriel_text fragment = uriel_text_of(fragments->ptr + at);
    len = fragment.len;
    if (goal_ask(&anchors, fragment) == ANCHORS_FOUND)
      continue;
    memmove(fragments->ptr + kept, fragment.ptr, len + 1);
    kept += len + 1;
  }
  fragments->len = kept;
  anchors_free(&anchors);
}

size_t goals_resolve(struct goals *goals, uint32_t number)
{
  const struct goal_file *const file = &goals->files[number];
  struct anchors anchors;
  size_t unchecked = 0;
  goal_fill(&anchors, goals, file);
  for (uint32_t at = file->first; at != GOAL_NOTHING; at = goals->list[at].next) {
    const enum anchors_answer answer = goal_ask(&anchors, goals_fragment(goals, at));
    goals->list[at].is_waiting = false;
    unchecked += answer == ANCHORS_UNKNOWN;
    if (answer == ANCHORS_MISSING)
      goals->list[at].problem = GOAL_FRAGMENT;
  }
  anchors_free(&anchors);
  return unchecked;
}

/* ---- Hints ------------------------------------------------------------------------------------ */

const char *goals_near_file(struct goals *goals, uint32_t number)
{
  struct goal_file *const file = &goals->files[number];
  bool is_case = false, is_new;
  if (!file->is_read && (file->problem == GOAL_MISSING)) {
    file->is_read = true;
    if (near_path(&goals->folder, &goals->listed, goals->paths.of[number].ptr, &goals->path, &is_case))
      file->near = texts_number(&goals->hints, buffer_text(&goals->path), &is_new);
    if (is_case)
      file->problem = GOAL_CASE;
  }
  return file->near == GOAL_NOTHING ? NULL : goals->hints.of[file->near].ptr;
}

const char *goals_near_anchor(struct goals *goals, const struct goal *goal)
{
  enum { MOST = 4096 };
  const struct goal_file *const file = &goals->files[goal->file];
  const char *const end = goals->anchors.ptr + file->anchors_end;
  const uriel_text fragment = goals_fragment(goals, (uint32_t)(goal - goals->list));
  struct buffer *const wrong = &goals->path;
  const char *words[MOST + 1];
  size_t count = 0;
  if (goals->listed > NEAR_MOST)
    return NULL;
  buffer_reserve(wrong, fragment.len + 1);
  wrong->len = uriel_decode(fragment.ptr, fragment.len, 0, wrong->ptr, fragment.len + 1, NULL);
  wrong->ptr[wrong->len] = 0;
  for (const char *at = goals->anchors.ptr + file->anchors; at < end && count < MOST;
       at += strlen(at) + 1)
    words[count++] = at;
  words[count] = NULL;
  goals->listed += count;
  return nearest_word(wrong->ptr, words);
}

void goals_free(struct goals *goals)
{
  texts_free(&goals->tails);
  texts_free(&goals->paths);
  texts_free(&goals->hints);
  free(goals->list);
  free(goals->files);
  buffer_free(&goals->anchors);
  buffer_free(&goals->path);
  buffer_free(&goals->key);
  near_free(goals->folder);
}

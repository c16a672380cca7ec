/* SPDX-License-Identifier: MIT */
/* Where references lead. */
#include "goals.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "cli/shared/cli.h"
#include "links/anchors.h"
#include "run.h"

/* ---- Files ------------------------------------------------------------------------------------ */

/* Returns what stat() says about a path. An error that says nothing about it, such as a lack of
 * permission, is reported, and the file counts as one that exists. */
static enum goal_problem goal_examine(struct goals *goals, const char *path, bool *is_folder)
{
  struct stat status;
  if (stat(path, &status) == 0) {
    *is_folder = S_ISDIR(status.st_mode);
    return GOAL_NONE;
  }
  switch (errno) {
  case ENOENT:
    return lstat(path, &status) == 0 ? GOAL_DANGLING : GOAL_MISSING;
  case ENOTDIR:
  case ENAMETOOLONG:
    return GOAL_MISSING;
  case ELOOP:
    return GOAL_LOOP;
  default:
    goals->failed = true;
    message("cannot examine %s: %s", path, strerror(errno));
    return GOAL_NONE;
  }
}

uint32_t goals_file(struct goals *goals, uriel_text path, bool exists)
{
  bool is_new;
  const uint32_t number = texts_number(&goals->paths, path, &is_new);
  if (!is_new)
    return number;
  goals->files = links_grow(goals->files, number, &goals->file_capacity, sizeof *goals->files);
  struct goal_file *const file = &goals->files[number];
  *file = (struct goal_file){.first = GOAL_NOTHING, .index = GOAL_NOTHING, .near = GOAL_NOTHING};
  if (!exists)
    file->problem = (unsigned char)goal_examine(goals, goals->paths.of[number].ptr, &file->is_folder);
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

/* ---- Goals ------------------------------------------------------------------------------------ */

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

/* Finds the file of a new goal, and lets the goal wait for its anchors. */
static void goal_aim(struct goals *goals, uint32_t number, uriel_text folder, uriel_text tail)
{
  struct goal *const goal = &goals->list[number];
  struct buffer *const path = &goals->path;
  bool good = true;
  size_t len = 0; /* of the path in `tail` */
  while (len < tail.len && tail.ptr[len] != '?' && tail.ptr[len] != '#')
    len++;
  path->len = 0;
  buffer_append(path, folder.ptr, folder.len);
  for (size_t at = 0; good && at <= len;) {
    const char *const slash = len - at ? memchr(tail.ptr + at, '/', len - at) : NULL;
    const size_t end = slash ? (size_t)(slash - tail.ptr) : len;
    good = goal_add_segment(goals, folder.len, (uriel_text){tail.ptr + at, end - at});
    at = end + 1;
  }
  if (path->len == 0)
    buffer_append(path, "/", 1);
  const uint32_t found = goals_file(goals, buffer_text(path), !good);
  goal->file = found;
  if (!good)
    goals->files[found].problem = GOAL_MISSING;
  if (goals->files[found].is_folder) {
    goal_find_index(goals, found);
    const uint32_t index = goals->files[found].index;
    goal->problem = index == GOAL_NOTHING ? GOAL_NO_INDEX : GOAL_NONE;
    goal->file = index == GOAL_NOTHING ? found : index;
  } else {
    goal->problem = goals->files[found].problem;
  }
  struct goal_file *const file = &goals->files[goal->file];
  if (goal->problem == GOAL_NONE && !file->is_folder && len && tail.ptr[len - 1] == '/' &&
      goal->file == found)
    goal->problem = GOAL_NOT_FOLDER;
  goal->is_waiting = goal->problem == GOAL_NONE && goal->fragment_len;
  if (!goal->is_waiting)
    return;
  goal->next = file->first;
  file->first = number;
}

uint64_t goals_hash(uriel_text text)
{
  const uint64_t mix = 0x9e3779b97f4a7c15U;
  uint64_t hash = text.len, word;
  for (size_t at = text.len; at >= sizeof word; at -= sizeof word) {
    memcpy(&word, text.ptr + at - sizeof word, sizeof word);
    hash = (hash ^ word) * mix;
    hash ^= hash >> 29;
  }
  for (size_t at = text.len % sizeof word; at; at--)
    hash = (hash ^ (unsigned char)text.ptr[at - 1]) * mix;
  return hash;
}

uint32_t goals_number(struct goals *goals, uint32_t origin, uriel_text folder, uriel_text tail)
{
  struct buffer *const key = &goals->key;
  bool is_new;
  buffer_reserve(key, sizeof origin + tail.len);
  memcpy(key->ptr, &origin, sizeof origin);
  if (tail.len)
    memcpy(key->ptr + sizeof origin, tail.ptr, tail.len);
  key->len = sizeof origin + tail.len;
  uint32_t *const recent = &goals->recent[goals_hash(buffer_text(key)) >> (64 - GOALS_RECENT_BITS)];
  if (*recent < goals->tails.count) {
    const uriel_text text = goals->tails.of[*recent];
    if (text.len == key->len && memcmp(text.ptr, key->ptr, key->len) == 0)
      return *recent;
  }
  const uint32_t number = *recent = texts_number(&goals->tails, buffer_text(key), &is_new);
  if (!is_new)
    return number;
  const uriel_text fragment = anchors_fragment(tail);
  goals->list = links_grow(goals->list, number, &goals->capacity, sizeof *goals->list);
  goals->list[number] =
      (struct goal){.fragment = (uint32_t)(fragment.ptr - tail.ptr + (ptrdiff_t)sizeof origin),
                    .fragment_len = (uint32_t)fragment.len,
                    .next = GOAL_NOTHING,
                    .document = GOAL_NOTHING};
  goal_aim(goals, number, folder, tail);
  return number;
}

uriel_text goals_fragment(const struct goals *goals, uint32_t number)
{
  const struct goal *const goal = &goals->list[number];
  return (uriel_text){goals->tails.of[number].ptr + goal->fragment, goal->fragment_len};
}

/* ---- Anchors ---------------------------------------------------------------------------------- */

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
  struct anchors anchors;
  size_t unchecked = 0;
  goal_fill(&anchors, goals, &goals->files[number]);
  for (uint32_t at = goals->files[number].first; at != GOAL_NOTHING; at = goals->list[at].next) {
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

enum { NEAR_MOST = 4 * 1000 * 1000, NEAR_ANCHORS = 4096 };

/* Returns the most similar of the texts from `at` to `end`, at most `most`, which each end with a NUL;
 * NULL if none is similar. */
static const char *near_word(struct goals *goals, const char *wrong, const char *at, const char *end,
                             size_t most)
{
  size_t count = 0;
  for (; at < end && count < most; at += strlen(at) + 1) {
    goals->words = links_grow(goals->words, count + 1, &goals->word_capacity, sizeof *goals->words);
    goals->words[count++] = at;
  }
  if (count == 0)
    return NULL;
  goals->words[count] = NULL;
  goals->listed += count;
  return nearest_word(wrong, goals->words);
}

/* Sets `goals->names` to those of a folder, unless it is the last one that was listed. A folder that
 * cannot be read has no names. */
static void near_list(struct goals *goals, const char *path)
{
  const struct dirent *entry;
  const size_t len = strlen(path) + 1;
  if (goals->folder.len == len && memcmp(goals->folder.ptr, path, len) == 0)
    return;
  goals->names.len = goals->folder.len = 0;
  buffer_append(&goals->folder, path, len);
  buffer_reserve(&goals->names, 0);
  DIR *const open = opendir(path);
  for (size_t i = 0; open && i < NEAR_MOST && (entry = readdir(open)); i++)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      buffer_append(&goals->names, entry->d_name, strlen(entry->d_name) + 1);
  if (open)
    closedir(open);
}

/* Returns the name in the folder at `goals->path` that `wrong` may mean, or NULL: the smallest one that
 * is the same in another case (of ASCII), else the most similar one. */
static const char *near_name(struct goals *goals, const char *wrong, bool *is_case)
{
  const char *found = NULL;
  size_t count = 0;
  *is_case = false;
  if (goals->listed > NEAR_MOST)
    return NULL;
  near_list(goals, goals->path.len ? goals->path.ptr : "/");
  const char *const end = goals->names.ptr + goals->names.len;
  for (const char *at = goals->names.ptr; at < end; at += strlen(at) + 1, count++)
    if (strcasecmp(at, wrong) == 0 && (!found || strcmp(at, found) < 0))
      found = at;
  if (!found)
    return near_word(goals, wrong, goals->names.ptr, end, NEAR_MOST);
  goals->listed += count;
  *is_case = true;
  return found;
}

static bool near_exists(const struct buffer *path)
{
  struct stat status;
  return stat(path->ptr, &status) == 0;
}

/* Appends "/" and a name, and a NUL after it. */
static void near_append(struct buffer *path, const char *name, size_t len)
{
  buffer_append(path, "/", 1);
  buffer_append(path, name, len);
  path->ptr[path->len] = 0;
}

/* Sets `goals->path` to the path of a file or folder whose name is near to that of the first segment of
 * `path` that does not exist, and `*is_case` if the whole path exists in another case. Returns false if
 * none is. No longer looks after NEAR_MOST names. */
static bool near_path(struct goals *goals, const char *path, bool *is_case)
{
  struct buffer *const found = &goals->path;
  size_t len = strnlen(path, PATH_MAX); /* a longer path does not exist */
  found->len = 0;
  buffer_append(found, path, len);
  do { /* the longest part that exists */
    while (len && path[--len] != '/')
      ;
    found->len = len;
    found->ptr[len] = 0;
  } while (len && !near_exists(found));
  bool differs = false;
  for (const char *at = path + len; *at;) {
    const size_t parent = found->len;
    at += strspn(at, "/");
    len = strcspn(at, "/");
    if (!len)
      break;
    near_append(found, at, len);
    at += len;
    if (near_exists(found))
      continue;
    found->len = parent;
    found->ptr[parent] = 0;
    const char *const name = near_name(goals, found->ptr + parent + 1, is_case);
    differs = name != NULL;
    if (name)
      near_append(found, name, strlen(name));
    if (!*is_case)
      break;
  }
  return differs;
}

const char *goals_near_file(struct goals *goals, uint32_t number)
{
  struct goal_file *const file = &goals->files[number];
  bool is_case = false, is_new;
  if (!file->is_read && file->problem == GOAL_MISSING) {
    file->is_read = true;
    if (near_path(goals, goals->paths.of[number].ptr, &is_case))
      file->near = texts_number(&goals->hints, buffer_text(&goals->path), &is_new);
    if (is_case)
      file->problem = GOAL_CASE;
  }
  return file->near == GOAL_NOTHING ? NULL : goals->hints.of[file->near].ptr;
}

const char *goals_near_anchor(struct goals *goals, uint32_t number)
{
  const struct goal_file *const file = &goals->files[goals->list[number].file];
  const char *const anchors = goals->anchors.ptr;
  const uriel_text fragment = goals_fragment(goals, number);
  struct buffer *const wrong = &goals->path;
  if (goals->listed > NEAR_MOST)
    return NULL;
  buffer_reserve(wrong, fragment.len + 1);
  wrong->len = uriel_decode(fragment.ptr, fragment.len, 0, wrong->ptr, fragment.len + 1, NULL);
  wrong->ptr[wrong->len] = 0;
  return near_word(goals, wrong->ptr, anchors + file->anchors, anchors + file->anchors_end,
                   NEAR_ANCHORS);
}

void goals_free(struct goals *goals)
{
  struct buffer *const buffers[] = {&goals->anchors, &goals->path, &goals->key, &goals->folder,
                                    &goals->names};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
  texts_free(&goals->tails);
  texts_free(&goals->paths);
  texts_free(&goals->hints);
  free(goals->words);
  free(goals->list);
  free(goals->files);
}

/* SPDX-License-Identifier: MIT */
#include "goals.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/nearest.h"

/* Before the fragment in the text of a goal; a path starts with a slash. */
struct goal_head {
  char mark;
  unsigned char problem;
  uint32_t target;
};

/* Returns the number of the text in `goals->texts`, with a new element of the list if it is new. */
static uint32_t goals_number(struct goals *goals, uriel_text text, bool *is_new)
{
  const uint32_t number = texts_number(&goals->texts, text, is_new);
  if (*is_new)
    goals->list = list_grow(goals->list, number, &goals->capacity, sizeof *goals->list);
  return number;
}

uint32_t goals_target(struct goals *goals, uriel_text path, bool exists)
{
  bool is_new;
  struct stat status;
  const uint32_t text = goals_number(goals, path, &is_new), number = (uint32_t)goals->target_count;
  const char *const name = goals->texts.of[text].ptr;
  if (!is_new)
    return goals->list[text].target;
  goals->list[text].target = number;
  goals->targets =
      list_grow(goals->targets, goals->target_count++, &goals->target_capacity, sizeof *goals->targets);
  struct goal_target *const target = &goals->targets[number];
  *target =
      (struct goal_target){.path = goals->texts.of[text], .first = GOAL_NOTHING, .index = GOAL_NOTHING};
  if (exists)
    return number;
  if (stat(name, &status) == 0) {
    target->is_folder = S_ISDIR(status.st_mode);
  } else if (errno == ENOENT) {
    target->problem = lstat(name, &status) == 0 ? CHECK_DANGLING : CHECK_MISSING;
  } else if (errno == ENOTDIR || errno == ENAMETOOLONG) {
    target->problem = CHECK_MISSING;
  } else if (errno == ELOOP) {
    target->problem = CHECK_LOOP;
  } else {
    /* Other errors, such as a lack of permission, do not show that the file is missing. */
    target->problem = CHECK_UNEXAMINED;
    target->error = errno;
    goals->sink->unexamined(goals->sink->context, name, strerror(errno));
  }
  return number;
}

static bool goals_may_be_file(const struct goals *goals, uint32_t number)
{
  const struct goal_target *const target = &goals->targets[number];
  return target->problem == CHECK_UNEXAMINED || (target->problem == CHECK_NONE && !target->is_folder);
}

/* Sets the index of a folder whose path is in `goals->path`, once. */
static void goals_find_index(struct goals *goals, uint32_t folder)
{
  struct buffer *const path = &goals->path;
  const size_t len = path->len;
  if (goals->targets[folder].is_read)
    return;
  goals->targets[folder].is_read = true;
  for (size_t i = 0; i < goals->index_count && goals->targets[folder].index == GOAL_NOTHING; i++) {
    path->len = len;
    buffer_append(path, "/", 1);
    buffer_append(path, goals->index[i], strlen(goals->index[i]));
    const uint32_t file = goals_target(goals, buffer_text(path), false);
    if (goals_may_be_file(goals, file))
      goals->targets[folder].index = file;
  }
}

/* Sets `goals->path` to a decoded path below a folder; "." and ".." are recognised after decoding, as in
 * browsers. Returns false if no file can have such a name, which keeps its escapes. */
static bool goals_decode(struct goals *goals, uriel_text folder, uriel_text path)
{
  struct buffer *const out = &goals->path;
  bool good = true;
  buffer_put(out, folder.ptr, folder.len);
  buffer_reserve(out, folder.len + path.len + 2);
  for (size_t at = 0, end; at <= path.len; at = end + 1) {
    const char *const slash = path.len - at ? memchr(path.ptr + at, '/', path.len - at) : NULL;
    char *const name = out->ptr + out->len + 1;
    end = slash ? (size_t)(slash - path.ptr) : path.len;
    size_t len = uriel_decode(path.ptr + at, end - at, 0, name, end - at + 1, NULL);
    if (len == 0 || (len == 1 && *name == '.'))
      continue;
    if (len == 2 && name[0] == '.' && name[1] == '.') {
      while (out->len > folder.len && out->ptr[--out->len] != '/')
        ;
      continue;
    }
    if (memchr(name, 0, len) || memchr(name, '/', len)) {
      len = end - at;
      memcpy(name, path.ptr + at, len);
      good = false;
    }
    name[-1] = '/';
    out->len += len + 1;
  }
  buffer_append(out, "/", out->len == 0);
  return good;
}

uint32_t goals_suffixed(struct goals *goals, uint32_t number, const char *suffix)
{
  struct buffer *const path = &goals->path;
  const uriel_text name = goals->targets[number].path;
  buffer_put(path, name.ptr, name.len);
  buffer_append(path, ".", 1);
  buffer_append(path, suffix, strlen(suffix));
  const uint32_t file = goals_target(goals, buffer_text(path), false);
  return goals_may_be_file(goals, file) ? file : GOAL_NOTHING;
}

uint32_t goals_of(struct goals *goals, uriel_text folder, uriel_text tail)
{
  struct buffer *const key = &goals->key;
  const uriel_text fragment = anchors_fragment(tail);
  bool is_new;
  size_t len = 0; /* of the path */
  while (len < tail.len && tail.ptr[len] != '?' && tail.ptr[len] != '#')
    len++;
  const bool good = goals_decode(goals, folder, (uriel_text){tail.ptr, len});
  uint32_t target = goals_target(goals, buffer_text(&goals->path), false);
  enum check_problem problem = good ? goals->targets[target].problem : CHECK_NAME;
  if (good && goals->targets[target].is_folder) {
    goals_find_index(goals, target);
    const uint32_t index = goals->targets[target].index;
    problem = index == GOAL_NOTHING ? CHECK_NO_INDEX : goals->targets[index].problem;
    target = index == GOAL_NOTHING ? target : index;
  } else if (problem == CHECK_NONE && len && tail.ptr[len - 1] == '/') {
    problem = CHECK_NOT_FOLDER;
  }
  const bool is_absent = good && (problem == CHECK_MISSING || problem == CHECK_NO_INDEX);
  uint32_t file = GOAL_NOTHING;
  for (size_t i = 0; is_absent && file == GOAL_NOTHING && i < goals->fallback_count; i++)
    file = goals_suffixed(goals, target, goals->fallback[i]);
  if (file != GOAL_NOTHING) {
    target = file;
    problem = goals->targets[file].problem;
  }
  struct goal_head head;
  memset(&head, 0, sizeof head); /* the padding, too */
  head.problem = (unsigned char)problem;
  head.target = target;
  buffer_put(key, (const char *)&head, sizeof head);
  buffer_append(key, fragment.ptr, fragment.len);
  const uint32_t number = goals_number(goals, buffer_text(key), &is_new);
  if (!is_new)
    return number;
  struct goal *const goal = &goals->list[number];
  *goal = (struct goal){
      .target = target, .next = GOAL_NOTHING, .document = GOAL_NOTHING, .problem = problem};
  goal->is_waiting = problem == CHECK_NONE && fragment.len;
  if (goal->is_waiting) {
    goal->next = goals->targets[target].first;
    goals->targets[target].first = number;
  }
  return number;
}

uriel_text goals_fragment(const struct goals *goals, uint32_t number)
{
  const uriel_text text = goals->texts.of[number];
  return (uriel_text){text.ptr + sizeof(struct goal_head), text.len - sizeof(struct goal_head)};
}

struct anchors goals_anchors(const struct goals *goals, uint32_t number)
{
  const struct goal_target *const file = &goals->targets[number];
  struct anchors anchors = {.are_known = false};
  anchors_start(&anchors, file->flags);
  anchors.are_known = file->has_anchors;
  if (!file->has_anchors || file->anchors == file->anchors_end)
    return anchors;
  const char *const end = goals->anchors.ptr + file->anchors_end;
  for (const char *at = goals->anchors.ptr + file->anchors; at < end; at += strlen(at) + 1)
    if (!anchors_add(&anchors, uriel_text_of(at)))
      base_die_memory();
  return anchors;
}

/* ---- Hints -------------------------------------------------------------------------------------- */

/* How many names are compared for hints, and for corrections, which take less time. */
enum {
  NEAR_MOST = 4 * 1000 * 1000,
  NEAR_ANCHORS = 4096,
  NEAR_CERTAIN = 1000 * 1000 * 1000,
  NEAR_WORD = 16 /* the usual length */
};

/* Returns the texts from `at` to `end`, at most `most`, which each end with a NUL, as words that end
 * with NULL. */
static const char *const *near_words(struct goals *goals, const char *at, const char *end, size_t most)
{
  struct buffer *const words = &goals->words;
  const char *const none = NULL;
  size_t count = 0;
  words->len = 0;
  for (; at < end && count < most; at += strlen(at) + 1, count++)
    buffer_append(words, (const char *)&at, sizeof at);
  buffer_append(words, (const char *)&none, sizeof none);
  goals->compared += count;
  return (const char *const *)(const void *)words->ptr;
}

/* Sets `goals->names` to the names in a folder; without names if it cannot be read. */
static void near_list(struct goals *goals, const char *folder)
{
  struct buffer *const names = &goals->names;
  const size_t len = strlen(folder) + 1;
  const struct dirent *entry;
  if (goals->listed.len == len && memcmp(goals->listed.ptr, folder, len) == 0)
    return;
  goals->listed.len = names->len = 0;
  buffer_append(&goals->listed, folder, len);
  buffer_reserve(names, 0);
  DIR *const open = opendir(*folder ? folder : "/");
  for (size_t i = 0; open && i < NEAR_MOST && (entry = readdir(open)); i++)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      buffer_append(names, entry->d_name, strlen(entry->d_name) + 1);
  if (open)
    closedir(open);
}

/* Returns the name in a folder that `wrong` may mean, or NULL: the smallest one that is the same in
 * another case (of ASCII), else the most similar one. */
static const char *near_name(struct goals *goals, const char *folder, const char *wrong, bool *is_case)
{
  const struct buffer *const names = &goals->names;
  const char *found = NULL;
  size_t count = 0;
  *is_case = false;
  if (goals->compared > NEAR_MOST)
    return NULL;
  near_list(goals, folder);
  const char *const end = names->ptr + names->len;
  for (const char *at = names->ptr; at < end; at += strlen(at) + 1, count++)
    if (strcasecmp(at, wrong) == 0 && (!found || strcmp(at, found) < 0))
      found = at;
  *is_case = found;
  if (!found)
    return nearest_word(wrong, near_words(goals, names->ptr, end, NEAR_MOST));
  goals->compared += count;
  return found;
}

/* Returns the name in a folder that `wrong` means, or NULL. `is_case`: the rest of the path is looked
 * for, too. */
typedef const char *near_finder(struct goals *goals, const char *folder, const char *wrong,
                                bool *is_case);

/* Sets `goals->path` to the path, with a NUL after it: each name that does not exist is replaced by the
 * one that is found, up to the first that is not looked past. Returns false if none is replaced, or if
 * one is not found. */
static bool near_path(struct goals *goals, const char *path, near_finder *find, bool *is_case)
{
  struct buffer *const found = &goals->path;
  struct stat status;
  bool differs = false;
  *is_case = true;
  found->len = 0;
  for (size_t len; *is_case && *(path += strspn(path, "/")); path += len) {
    const size_t parent = found->len;
    len = strcspn(path, "/");
    buffer_append(found, "/", 1);
    buffer_append(found, path, len);
    found->ptr[found->len] = 0;
    if (stat(found->ptr, &status) == 0)
      continue;
    found->ptr[parent] = 0; /* ends the path of the folder, before the name */
    const char *const name = find(goals, found->ptr, found->ptr + parent + 1, is_case);
    if (!name)
      return false;
    differs = true;
    found->len = parent;
    buffer_append(found, "/", 1);
    buffer_append(found, name, strlen(name) + 1);
    found->len--;
  }
  return differs;
}

/* Sets `goals->path` to the decoded fragment of a goal, and a NUL. Returns whether its file has anchors
 * with names, and fewer names than `most` were compared. */
static bool near_anchors(struct goals *goals, uint32_t number, size_t most)
{
  const struct goal_target *const file = &goals->targets[goals->list[number].target];
  const uriel_text fragment = goals_fragment(goals, number);
  struct buffer *const wrong = &goals->path;
  if (goals->compared > most || file->anchors == file->anchors_end ||
      (file->flags & (KIND_LINES | KIND_ROWS)))
    return false;
  buffer_reserve(wrong, fragment.len + 1);
  wrong->len = uriel_decode(fragment.ptr, fragment.len, 0, wrong->ptr, fragment.len + 1, NULL);
  wrong->ptr[wrong->len] = 0;
  return true;
}

/* Returns the one of the words, up to `end`, that `wrong` certainly means, or NULL. */
static const char *near_certain(struct goals *goals, const char *wrong, const char *words,
                                const char *end)
{
  goals->compared += (size_t)(end - words) / NEAR_WORD;
  return nearest_certain(wrong, words, end);
}

static const char *near_certain_name(struct goals *goals, const char *folder, const char *wrong,
                                     bool *is_case)
{
  *is_case = true;
  if (goals->compared > NEAR_CERTAIN)
    return NULL;
  near_list(goals, folder);
  return near_certain(goals, wrong, goals->names.ptr, goals->names.ptr + goals->names.len);
}

/* Appends a hint. Returns where it is. */
static size_t near_keep(struct goals *goals, const char *hint)
{
  buffer_append(&goals->hints, "", goals->hints.len == 0); /* 0: without a hint */
  const size_t at = goals->hints.len;
  buffer_append(&goals->hints, hint, strlen(hint) + 1);
  return at;
}

const char *goals_near(struct goals *goals, uint32_t number)
{
  const struct goal *const goal = &goals->list[number];
  struct goal_target *const file = &goals->targets[goal->target];
  if (goal->problem == CHECK_FRAGMENT) {
    if (!near_anchors(goals, number, NEAR_MOST))
      return NULL;
    return nearest_word(goals->path.ptr,
                        near_words(goals, goals->anchors.ptr + file->anchors,
                                   goals->anchors.ptr + file->anchors_end, NEAR_ANCHORS));
  }
  if (!file->is_read && file->problem == CHECK_MISSING && goal->problem != CHECK_NAME) {
    bool is_case;
    file->is_read = true;
    if (near_path(goals, file->path.ptr, near_name, &is_case)) {
      file->near = near_keep(goals, goals->path.ptr);
      file->problem = is_case ? CHECK_CASE : CHECK_MISSING;
    }
  }
  return file->near ? goals->hints.ptr + file->near : NULL;
}

const char *goals_certain(struct goals *goals, uint32_t number)
{
  struct goal *const goal = &goals->list[number];
  struct goal_target *const file = &goals->targets[goal->target];
  const bool is_fragment = goal->problem == CHECK_FRAGMENT;
  struct stat status;
  bool is_case;
  size_t *const certain = is_fragment ? &goal->certain : &file->certain;
  if (*certain == 0) {
    const char *found = NULL;
    if (is_fragment) {
      if (near_anchors(goals, number, NEAR_CERTAIN))
        found = near_certain(goals, goals->path.ptr, goals->anchors.ptr + file->anchors,
                             goals->anchors.ptr + file->anchors_end);
    } else if (goal->problem != CHECK_NAME &&
               (file->problem == CHECK_MISSING || file->problem == CHECK_CASE) &&
               near_path(goals, file->path.ptr, near_certain_name, &is_case) &&
               stat(goals->path.ptr, &status) == 0) {
      found = goals->path.ptr;
    }
    *certain = found ? near_keep(goals, found) : SIZE_MAX;
  }
  return *certain == SIZE_MAX ? NULL : goals->hints.ptr + *certain;
}

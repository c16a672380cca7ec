/* SPDX-License-Identifier: MIT */
/* Which files git ignores. A hash table finds the patterns without wildcards, and the patterns whose
 * only wildcard is a "*" at the start, so that a long list takes a name as long as a short one. The
 * other patterns are tried in turn. */
#include "ignore.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "glob.h"

enum ignore_form {
  IGNORE_NAME,      /* the name of an entry */
  IGNORE_ENDING,    /* "*" and the end of the name */
  IGNORE_PATH,      /* a path below the folder of the list */
  IGNORE_NAME_WILD, /* with wildcards */
  IGNORE_PATH_WILD
};

struct ignore_rule {
  enum ignore_form form;
  bool negated, folders; /* "!" before it, "/" after it */
  uriel_text text; /* for IGNORE_NAME_WILD and IGNORE_PATH_WILD the bytes before the first wildcard */
  size_t steps;    /* the number of the first step of the rest */
  size_t before;   /* the number of another rule with the same hash, ignore_none if this is the first */
};

static const size_t ignore_none = SIZE_MAX;

/* One file of patterns. */
struct ignore_list {
  struct buffer data;  /* its text, which the rules refer to */
  struct buffer rules; /* array of struct ignore_rule */
  struct buffer wild;  /* array of size_t: the rules with wildcards */
  struct buffer steps; /* array of struct wild_step */
  size_t *table;       /* the last rule for each hash; as many as `mask` + 1 */
  size_t mask;
  bool hashes; /* the table has a rule */
};

struct ignore_level {
  size_t base;                    /* where paths below the folder begin in `path` */
  bool repository;                /* the folder is the root of one: patterns from above do not count */
  bool inside;                    /* of a repository */
  struct ignore_list own, shared; /* .gitignore, and info/exclude of a repository */
};

/* ---- Reading patterns ------------------------------------------------------------------------- */

/* Text is hashed from its end, so that one scan of a name gives the hashes of all its endings. */
static const uint32_t ignore_hash_start = 0x811c9dc5;

static uint32_t ignore_hash_byte(uint32_t hash, char byte)
{
  return (hash ^ (unsigned char)byte) * UINT32_C(0x01000193);
}

static uint32_t ignore_hash(uriel_text text)
{
  uint32_t hash = ignore_hash_start;
  for (size_t at = text.len; at--;)
    hash = ignore_hash_byte(hash, text.ptr[at]);
  return hash ^ hash >> 15;
}

static struct ignore_rule *ignore_rule_at(const struct ignore_list *list, size_t number)
{
  return (struct ignore_rule *)(void *)list->rules.ptr + number;
}

/* Removes the spaces at the end of a line except one after "\". */
static size_t ignore_trimmed(uriel_text line)
{
  size_t len = 0;
  for (size_t at = 0; at < line.len; at++) {
    const bool space = line.ptr[at] == ' ';
    at += line.ptr[at] == '\\' && at + 1 < line.len;
    if (!space)
      len = at + 1;
  }
  return line.len && line.ptr[line.len - 1] == '\\' ? line.len : len;
}

/* Sets the form of a pattern. Returns false if memory runs out; sets `*valid` to false if the pattern
 * matches nothing. */
static bool ignore_compile(struct ignore_list *list, struct ignore_rule *rule, uriel_text pattern,
                           bool *valid)
{
  const bool anywhere = pattern.len > 3 && memcmp(pattern.ptr, "**/", 3) == 0 &&
                        !memchr(pattern.ptr + 3, '/', pattern.len - 3);
  const bool is_path = !anywhere && memchr(pattern.ptr, '/', pattern.len);
  const size_t skip = anywhere ? 3 : is_path && *pattern.ptr == '/';
  pattern = (uriel_text){pattern.ptr + skip, pattern.len - skip};
  const size_t plain = wild_plain(pattern);
  const uriel_text rest = {pattern.ptr + plain, pattern.len - plain};
  *valid = pattern.len > 0;
  rule->text = (uriel_text){pattern.ptr, plain};
  rule->form = is_path ? IGNORE_PATH : IGNORE_NAME;
  if (!*valid || rest.len == 0)
    return true;
  const uriel_text ending = {pattern.ptr + 1, pattern.len - 1};
  if (!is_path && plain == 0 && *pattern.ptr == '*' && wild_plain(ending) == ending.len) {
    rule->form = IGNORE_ENDING;
    rule->text = ending;
    return true;
  }
  rule->form = is_path ? IGNORE_PATH_WILD : IGNORE_NAME_WILD;
  rule->steps = list->steps.len / sizeof(struct wild_step);
  return wild_compile(&list->steps, rest, valid);
}

/* Adds the pattern of a line. */
static bool ignore_add(struct ignore_list *list, uriel_text line)
{
  struct ignore_rule rule = {.before = ignore_none};
  uriel_text pattern = {line.ptr, ignore_trimmed(line)};
  bool valid = true;
  if (pattern.len == 0 || *pattern.ptr == '#')
    return true;
  rule.negated = *pattern.ptr == '!';
  pattern.ptr += rule.negated;
  pattern.len -= rule.negated;
  rule.folders = pattern.len && pattern.ptr[pattern.len - 1] == '/';
  pattern.len -= rule.folders;
  if (pattern.len == 0)
    return true;
  if (!ignore_compile(list, &rule, pattern, &valid))
    return false;
  return !valid || buffer_add(&list->rules, &rule, sizeof rule);
}

static bool ignore_add_lines(struct ignore_list *list)
{
  const char *at = list->data.ptr;
  const char *const end = at + list->data.len;
  if (list->data.len >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  while (at < end) {
    const char *const feed = memchr(at, '\n', (size_t)(end - at));
    const char *const line_end = feed ? feed : end;
    size_t len = (size_t)(line_end - at);
    const char *const nul = memchr(at, '\0', len);
    if (len && at[len - 1] == '\r')
      len--;
    if (nul && (size_t)(nul - at) < len)
      len = (size_t)(nul - at);
    if (!ignore_add(list, (uriel_text){at, len}))
      return false;
    at = line_end + 1;
  }
  return true;
}

/* Puts the rules into the table and the list of those with wildcards. */
static bool ignore_index(struct ignore_list *list)
{
  const size_t count = list->rules.len / sizeof(struct ignore_rule);
  size_t size = 16;
  while (size < count * 2)
    size *= 2;
  list->table = budget_take(size * sizeof *list->table);
  if (!list->table)
    return false;
  list->mask = size - 1;
  memset(list->table, 0xff, size * sizeof *list->table);
  for (size_t i = 0; i < count; i++) {
    struct ignore_rule *const rule = ignore_rule_at(list, i);
    if (rule->form >= IGNORE_NAME_WILD) {
      if (!buffer_add(&list->wild, &i, sizeof i))
        return false;
      continue;
    }
    size_t *const slot = &list->table[ignore_hash(rule->text) & list->mask];
    rule->before = *slot;
    *slot = i;
    list->hashes = true;
  }
  return true;
}

static void ignore_list_free(struct ignore_list *list)
{
  buffer_free(&list->data);
  buffer_free(&list->rules);
  buffer_free(&list->wild);
  buffer_free(&list->steps);
  budget_give(list->table);
  *list = (struct ignore_list){0};
}

/* Reads a small file; empty if it cannot be opened. Returns false if memory runs out. Sets `*error` if
 * reading fails. */
static bool ignore_read_file(struct buffer *data, int folder, const char *name, int flags, int *error)
{
  /* git reads no larger list either. */
  enum { IGNORE_LARGEST = 100 * 1024 * 1024 };
  struct stat status;
  const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags);
  bool room = true;
  data->len = 0;
  if (fd < 0)
    return true;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= IGNORE_LARGEST) {
    ssize_t got = 1;
    while (got > 0 && data->len <= IGNORE_LARGEST && (room = buffer_grow(data, data->len + 4096))) {
      got = read(fd, data->ptr + data->len, data->capacity - data->len - 1);
      data->len += got > 0 ? (size_t)got : 0;
      if (got < 0 && errno != EINTR)
        *error = errno;
      got = got < 0 && errno == EINTR ? 1 : got;
    }
  }
  close(fd);
  return room;
}

/* Reads a list of patterns; an empty one if the file does not exist. */
static bool ignore_read(struct ignore_list *list, int folder, const char *name, int flags, int *error)
{
  const bool room = ignore_read_file(&list->data, folder, name, flags, error) &&
                    (list->data.len == 0 || ignore_add_lines(list));
  if (room && list->rules.len == 0) {
    ignore_list_free(list);
    return true;
  }
  if (room && ignore_index(list))
    return true;
  ignore_list_free(list);
  return false;
}

/* ---- Repositories ----------------------------------------------------------------------------- */

/* Returns the open folder that a file names: ".git" of a linked work tree ("gitdir: PATH"), "commondir".
 * Returns -1 on failure. */
static int ignore_follow(int folder, const char *file, const char *before, int *error)
{
  struct buffer line = {0};
  const size_t skip = strlen(before);
  int found = -1;
  if (ignore_read_file(&line, folder, file, 0, error) && line.len > skip && line.len < PATH_MAX &&
      memcmp(line.ptr, before, skip) == 0) {
    line.ptr[line.len] = '\0';
    line.ptr[strcspn(line.ptr, "\r\n")] = '\0';
    found = openat(folder, line.ptr + skip, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  buffer_free(&line);
  return found;
}

/* Whether the folder is the root of a repository: it has a folder ".git" with HEAD, or a file ".git". */
static bool ignore_is_repository(int folder, bool *linked)
{
  struct stat status;
  if (fstatat(folder, ".git", &status, 0) != 0)
    return false;
  *linked = S_ISREG(status.st_mode);
  return *linked ||
         (S_ISDIR(status.st_mode) && fstatat(folder, ".git/HEAD", &status, AT_SYMLINK_NOFOLLOW) == 0);
}

/* Reads the patterns of a repository that are not in its tree. */
static bool ignore_read_shared(struct ignore_list *list, int folder, bool linked, int *error)
{
  if (!linked)
    return ignore_read(list, folder, ".git/info/exclude", 0, error);
  const int own = ignore_follow(folder, ".git", "gitdir: ", error);
  const int common = own < 0 ? -1 : ignore_follow(own, "commondir", "", error);
  const int from = common < 0 ? own : common;
  const bool room = from < 0 || ignore_read(list, from, "info/exclude", 0, error);
  if (common >= 0)
    close(common);
  if (own >= 0)
    close(own);
  return room;
}

/* ---- Folders ---------------------------------------------------------------------------------- */

static struct ignore_level *ignore_levels(const struct ignore *ignore, size_t *count)
{
  *count = ignore->levels.len / sizeof(struct ignore_level);
  return (struct ignore_level *)(void *)ignore->levels.ptr;
}

static bool ignore_add_level(struct ignore *ignore, int folder, size_t base)
{
  size_t count;
  bool linked = false;
  const struct ignore_level *const levels = ignore_levels(ignore, &count);
  struct ignore_level level = {.base = base};
  level.repository = ignore_is_repository(folder, &linked);
  level.inside = level.repository || (count && levels[count - 1].inside);
  const bool room =
      (!level.repository || ignore_read_shared(&level.shared, folder, linked, &ignore->error)) &&
      (!level.inside || ignore_read(&level.own, folder, ".gitignore", O_NOFOLLOW, &ignore->error)) &&
      buffer_add(&ignore->levels, &level, sizeof level);
  if (!room) {
    ignore_list_free(&level.shared);
    ignore_list_free(&level.own);
  }
  return room;
}

/* Opens the folder whose path is the first `len` bytes; 0 is that of the root folder. */
static int ignore_open(char *path, size_t len)
{
  const char kept = path[len];
  path[len] = '\0';
  const int folder = open(len ? path : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  path[len] = kept;
  return folder;
}

/* Returns the length of the path of the innermost folder that is the root of a repository, among the one
 * with this path and the folders above it; -1 if none is. */
static ssize_t ignore_find_repository(char *path, size_t len)
{
  bool linked;
  for (;;) {
    const int folder = ignore_open(path, len);
    const bool found = folder >= 0 && ignore_is_repository(folder, &linked);
    if (folder >= 0)
      close(folder);
    if (found)
      return (ssize_t)len;
    if (len == 0)
      return -1;
    while (path[--len] != '/')
      continue;
  }
}

/* Adds the folders above that with the path, from the root of the repository on. */
static bool ignore_add_above(struct ignore *ignore, char *path, size_t root)
{
  const size_t len = strlen(path);
  for (size_t at = root; at < len; at++) {
    if (path[at] != '/' && at != root)
      continue;
    const int folder = ignore_open(path, at);
    if (folder < 0)
      continue;
    const bool room = ignore_add_level(ignore, folder, at - root);
    close(folder);
    if (!room)
      return false;
  }
  ignore->path.len = 0;
  ignore->prefix = len - root;
  return buffer_add(&ignore->path, path + root + 1, len - root - 1) && buffer_add(&ignore->path, "/", 1);
}

bool ignore_begin(struct ignore *ignore, const char *root)
{
  ignore->path.len = ignore->prefix = 0;
  char *const path = realpath(root, NULL);
  if (!path)
    return errno != ENOMEM;
  const size_t len = strcmp(path, "/") == 0 ? 0 : strlen(path);
  const ssize_t repository = ignore_find_repository(path, len);
  const bool room =
      repository < 0 || (size_t)repository == len || ignore_add_above(ignore, path, (size_t)repository);
  free(path);
  return room;
}

bool ignore_enter(struct ignore *ignore, int folder, uriel_text below)
{
  return ignore_add_level(ignore, folder, ignore->prefix + (below.len ? below.len + 1 : 0));
}

void ignore_leave(struct ignore *ignore)
{
  size_t count;
  struct ignore_level *const levels = ignore_levels(ignore, &count);
  ignore_list_free(&levels[count - 1].own);
  ignore_list_free(&levels[count - 1].shared);
  ignore->levels.len -= sizeof *levels;
}

void ignore_free(struct ignore *ignore)
{
  while (ignore->levels.len)
    ignore_leave(ignore);
  buffer_free(&ignore->levels);
  buffer_free(&ignore->path);
  buffer_free(&ignore->room);
}

/* ---- Looking up ------------------------------------------------------------------------------- */

/* An entry, relative to the folder of a list. */
struct ignore_entry {
  uriel_text path, name;
  bool is_folder;
  char *room;
};

/* Returns the last rule of this form for the text, if it is after number `after`, which it is counted
 * from 1. */
static size_t ignore_hashed(const struct ignore_list *list, enum ignore_form form, uriel_text text,
                            uint32_t hash, bool is_folder, size_t after)
{
  size_t number = list->table[(hash ^ hash >> 15) & list->mask];
  for (; number != ignore_none && number + 1 > after; number = ignore_rule_at(list, number)->before) {
    const struct ignore_rule *const rule = ignore_rule_at(list, number);
    if (rule->form == form && rule->text.len == text.len && (is_folder || !rule->folders) &&
        (text.len == 0 || memcmp(rule->text.ptr, text.ptr, text.len) == 0))
      return number + 1;
  }
  return after;
}

/* Returns the number of the last rule in the table that matches, from 1; 0 if none does. */
static size_t ignore_look_up(const struct ignore_list *list, const struct ignore_entry *entry)
{
  const uriel_text path = entry->path;
  const size_t name = path.len - entry->name.len;
  uint32_t hash = ignore_hash_start;
  size_t last = 0;
  for (size_t at = path.len;; at--) {
    const uriel_text text = {path.ptr + at, path.len - at};
    if (at >= name)
      last = ignore_hashed(list, IGNORE_ENDING, text, hash, entry->is_folder, last);
    if (at == name)
      last = ignore_hashed(list, IGNORE_NAME, text, hash, entry->is_folder, last);
    if (at == 0)
      return ignore_hashed(list, IGNORE_PATH, text, hash, entry->is_folder, last);
    hash = ignore_hash_byte(hash, path.ptr[at - 1]);
  }
}

static bool ignore_is_match(const struct ignore_list *list, const struct ignore_rule *rule,
                            const struct ignore_entry *entry)
{
  const uriel_text text = rule->form == IGNORE_NAME_WILD ? entry->name : entry->path;
  const size_t plain = rule->text.len;
  if ((rule->folders && !entry->is_folder) || plain > text.len ||
      (plain && memcmp(text.ptr, rule->text.ptr, plain) != 0))
    return false;
  const struct wild_step *const steps = (const struct wild_step *)(const void *)list->steps.ptr;
  return wild_matches(steps + rule->steps, (uriel_text){text.ptr + plain, text.len - plain},
                      entry->room);
}

/* Returns the last rule that matches, NULL if none does. */
static const struct ignore_rule *ignore_match(const struct ignore_list *list,
                                              const struct ignore_entry *entry)
{
  const size_t *const wild = (const size_t *)(const void *)list->wild.ptr;
  size_t last = list->hashes ? ignore_look_up(list, entry) : 0;
  for (size_t i = list->wild.len / sizeof *wild; i-- && wild[i] + 1 > last;)
    if (ignore_is_match(list, ignore_rule_at(list, wild[i]), entry))
      last = wild[i] + 1;
  return last ? ignore_rule_at(list, last - 1) : NULL;
}

/* Returns the rule that decides: the last of the innermost folder that has one, then that of
 * info/exclude. */
static const struct ignore_rule *ignore_decide(const struct ignore *ignore, struct ignore_entry *entry)
{
  size_t count;
  const struct ignore_level *const levels = ignore_levels(ignore, &count);
  while (count--) {
    const struct ignore_level *const level = &levels[count];
    const struct ignore_rule *rule = NULL;
    entry->path = (uriel_text){ignore->path.ptr + level->base, ignore->path.len - level->base};
    if (level->own.rules.len)
      rule = ignore_match(&level->own, entry);
    if (!rule && level->shared.rules.len)
      rule = ignore_match(&level->shared, entry);
    if (rule || level->repository)
      return rule;
  }
  return NULL;
}

bool ignore_look(struct ignore *ignore, uriel_text below, bool is_folder, bool *ignored)
{
  const char *const slash = memrchr(below.ptr, '/', below.len);
  const size_t name = slash ? (size_t)(slash - below.ptr) + 1 : 0;
  struct ignore_entry entry = {.name = {below.ptr + name, below.len - name}, .is_folder = is_folder};
  *ignored = is_folder && entry.name.len == 4 && memcmp(entry.name.ptr, ".git", 4) == 0;
  size_t count;
  const struct ignore_level *const levels = ignore_levels(ignore, &count);
  if (*ignored || count == 0 || !levels[count - 1].inside)
    return true;
  ignore->path.len = ignore->prefix;
  if (!buffer_add(&ignore->path, below.ptr, below.len) ||
      !buffer_grow(&ignore->room, 2 * (ignore->path.len + 1)))
    return false;
  entry.room = ignore->room.ptr;
  const struct ignore_rule *const rule = ignore_decide(ignore, &entry);
  *ignored = rule && !rule->negated;
  return true;
}

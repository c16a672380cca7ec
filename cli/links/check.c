/* SPDX-License-Identifier: MIT */
/* uriel links --check: documents, and where their links lead. Each document is read once, its references
 * and its anchors together. Which fragments exist is known after the last document; documents with links
 * to others that do not exist are read again to print them (broken.c). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shared/cli.h"
#include "links/anchors.h"
#include "links/retrieval.h"
#include "run.h"

/* Most links of a folder lead where another one with the same text led. This is where: the number of a
 * goal that waits for anchors, or one of these. */
enum { CHECK_KNOWN_MEMORY = 1 << 18, CHECK_KNOWN_LONGEST = 118 };
#define CHECK_EXTERNAL UINT32_MAX
#define CHECK_GOOD (UINT32_MAX - 1)    /* to a file, or to an anchor that was found */
#define CHECK_ASK (UINT32_MAX - 2)     /* the text does not decide it, or the link is broken */
#define CHECK_NO_SLOT (UINT32_MAX - 3) /* the text has no number in check.known */

static bool check_is(const char *name, const char *word)
{
  return name && *name == *word && strcmp(name, word) == 0;
}

/* ---- Sites ------------------------------------------------------------------------------------ */

/* Adds the site of a folder with an absolute path, or finds it. `shown` is the folder as the user wrote
 * it. */
static uint32_t check_site_of(struct check *check, uriel_text folder, uriel_text shown)
{
  /* Without --base, documents have URIs in which none can refer to another site. */
  const char *const base = check->run->base ? check->run->base : "http://uriel.invalid/";
  bool is_new;
  const uint32_t number = texts_number(&check->folders, folder, &is_new);
  if (!is_new)
    return number;
  check->sites = links_grow(check->sites, number, &check->site_capacity, sizeof *check->sites);
  struct check_site *const site = &check->sites[number];
  site->folder = check->folders.of[number];
  if (shown.len != 1 || *shown.ptr != '.') {
    buffer_append(&site->shown, shown.ptr, shown.len);
    buffer_append(&site->shown, "/", !shown.len || shown.ptr[shown.len - 1] != '/');
  }
  /* "./" of --base: "x" beside it, without the "x" */
  if (!retrieval_given(base, "x", 1, &site->prefix))
    die_memory();
  site->prefix.ptr[--site->prefix.len] = 0;
  return number;
}

/* Sets `out` to the absolute path of a folder, "" for "/". Returns false if it does not exist. */
static bool check_real(const char *path, struct buffer *out)
{
  char *const real = realpath(path, NULL);
  if (!real && errno == ENOMEM)
    die_memory();
  if (!real)
    return false;
  out->len = 0;
  buffer_append(out, real, strcmp(real, "/") == 0 ? 0 : strlen(real));
  free(real);
  return true;
}

bool check_operand(struct check *check, const char *operand, bool is_folder)
{
  const char *const root = check->options->root, *const slash = strrchr(operand, '/');
  uriel_text shown = uriel_text_of(is_folder || slash ? operand : ".");
  struct buffer *const path = &check->path, *const folder = &check->operand;
  if (!is_folder && slash)
    shown.len = slash == operand ? 1 : (size_t)(slash - operand);
  path->len = 0;
  buffer_append(path, shown.ptr, shown.len);
  buffer_append(path, "", 1);
  if (!check_real(path->ptr, folder))
    return false;
  if (!root) {
    check->site = check_site_of(check, buffer_text(folder), shown);
    return true;
  }
  if (!check_real(root, path))
    die(STATUS_IO, "cannot read %s: %s", root, strerror(errno));
  const bool is_below = folder->len >= path->len &&
                        (!path->len || memcmp(folder->ptr, path->ptr, path->len) == 0) &&
                        (folder->len == path->len || folder->ptr[path->len] == '/');
  if (!is_below)
    die_usage("links", "%s is not in the folder of --root, %s", operand, root);
  check->site = check_site_of(check, buffer_text(path), uriel_text_of(root));
  return true;
}

/* ---- Where links lead ---------------------------------------------------------------------------- */

/* Returns the number of the file at an absolute path without dot segments; `exists`: it need not be
 * examined. */
static uint32_t check_target_of(struct check *check, uriel_text path, bool exists)
{
  bool is_new;
  struct stat status;
  const uint32_t number = texts_number(&check->paths, path, &is_new);
  const char *const name = check->paths.of[number].ptr;
  if (!is_new)
    return number;
  check->targets = links_grow(check->targets, number, &check->target_capacity, sizeof *check->targets);
  struct check_target *const target = &check->targets[number];
  *target = (struct check_target){.first = GOAL_NOTHING, .index = GOAL_NOTHING};
  if (exists)
    return number;
  if (stat(name, &status) == 0) {
    target->is_folder = S_ISDIR(status.st_mode);
  } else if (errno == ENOENT) {
    target->problem = lstat(name, &status) == 0 ? GOAL_DANGLING : GOAL_MISSING;
  } else if (errno == ENOTDIR || errno == ENAMETOOLONG) {
    target->problem = GOAL_MISSING;
  } else if (errno == ELOOP) {
    target->problem = GOAL_LOOP;
  } else {
    /* The error says nothing about the file, such as a lack of permission: it counts as one that exists.
     */
    check->failed = true;
    message("cannot examine %s: %s", name, strerror(errno));
  }
  return number;
}

/* Sets the index of a folder whose path is in `check->path`, once. */
static void check_find_index(struct check *check, uint32_t folder)
{
  struct buffer *const path = &check->path;
  const size_t len = path->len;
  if (check->targets[folder].is_read)
    return;
  check->targets[folder].is_read = true;
  for (size_t i = 0; i < check->index->count && check->targets[folder].index == GOAL_NOTHING; i++) {
    path->len = len;
    buffer_append(path, "/", 1);
    buffer_append(path, check->index->patterns[i], strlen(check->index->patterns[i]));
    const uint32_t file = check_target_of(check, buffer_text(path), false);
    if (check->targets[file].problem == GOAL_NONE && !check->targets[file].is_folder)
      check->targets[folder].index = file;
  }
}

/* Sets `check->path` to a decoded path below a folder; "." and ".." count decoded, as in browsers.
 * Returns false if no file can have such a name. */
static bool check_decode(struct check *check, uriel_text folder, uriel_text path)
{
  struct buffer *const out = &check->path;
  bool good = true;
  out->len = 0;
  buffer_append(out, folder.ptr, folder.len);
  buffer_reserve(out, folder.len + path.len + 2);
  for (size_t at = 0, end; good && at <= path.len; at = end + 1) {
    const char *const slash = path.len - at ? memchr(path.ptr + at, '/', path.len - at) : NULL;
    char *const name = out->ptr + out->len + 1;
    end = slash ? (size_t)(slash - path.ptr) : path.len;
    const size_t len = uriel_decode(path.ptr + at, end - at, 0, name, end - at + 1, NULL);
    if (len == 0 || (len == 1 && *name == '.'))
      continue;
    if (len == 2 && name[0] == '.' && name[1] == '.') {
      while (out->len > folder.len && out->ptr[--out->len] != '/')
        ;
      continue;
    }
    name[-1] = '/';
    out->len += len + 1;
    good = !memchr(name, 0, len) && !memchr(name, '/', len);
  }
  buffer_append(out, "/", out->len == 0);
  return good;
}

/* Returns the number of the goal of `tail`: a path, decoded below `folder`, which has no slash at its
 * end, with its query and fragment. `origin` is a number for that folder. */
static uint32_t check_goal_of(struct check *check, uint32_t origin, uriel_text folder, uriel_text tail)
{
  struct buffer *const key = &check->key;
  bool is_new;
  key->len = 0;
  buffer_append(key, (const char *)&origin, sizeof origin);
  buffer_append(key, tail.ptr, tail.len);
  const uint32_t number = texts_number(&check->tails, buffer_text(key), &is_new);
  if (!is_new)
    return number;
  const uriel_text fragment = anchors_fragment(tail);
  check->goals = links_grow(check->goals, number, &check->goal_capacity, sizeof *check->goals);
  struct goal *const goal = &check->goals[number];
  *goal = (struct goal){.fragment = (uint32_t)(fragment.ptr - tail.ptr + (ptrdiff_t)sizeof origin),
                        .fragment_len = (uint32_t)fragment.len,
                        .next = GOAL_NOTHING,
                        .document = GOAL_NOTHING};
  size_t len = 0; /* of the path */
  while (len < tail.len && tail.ptr[len] != '?' && tail.ptr[len] != '#')
    len++;
  const bool good = check_decode(check, folder, (uriel_text){tail.ptr, len});
  goal->target = check_target_of(check, buffer_text(&check->path), false);
  struct check_target *target = &check->targets[goal->target];
  goal->problem = good ? target->problem : GOAL_MISSING;
  if (good && target->is_folder) {
    check_find_index(check, goal->target);
    const uint32_t index = check->targets[goal->target].index;
    goal->problem = index == GOAL_NOTHING ? GOAL_NO_INDEX : GOAL_NONE;
    goal->target = index == GOAL_NOTHING ? goal->target : index;
  } else if (goal->problem == GOAL_NONE && len && tail.ptr[len - 1] == '/') {
    goal->problem = GOAL_NOT_FOLDER;
  }
  goal->is_waiting = goal->problem == GOAL_NONE && goal->fragment_len;
  if (goal->is_waiting) {
    target = &check->targets[goal->target];
    goal->next = target->first;
    target->first = number;
  }
  return number;
}

/* If ".." of a relative reference leads out of the operand, without --root and --base, it leads to
 * another folder of the file system. Then sets `target` to its file URI, empty if it has none, and
 * returns true. */
static bool check_outside(struct check *check, const struct links_reference *reference,
                          uriel_text *target)
{
  const struct buffer *const retrieval = &check->run->level->retrieval;
  const struct check_site *const site = &check->sites[check->file->site];
  const uriel_text path = check->paths.of[check->file->target];
  struct buffer *const base = &check->path, *const out = &check->uri;
  uriel_text rest = reference->cleaned;
  uriel_ref from, ref;
  if (check->run->base || check->options->root ||
      (!reference->excess && check->run->spec != URIEL_SPEC_WHATWG) || !reference->base.ptr ||
      reference->base.len != retrieval->len ||
      memcmp(reference->base.ptr, retrieval->ptr, retrieval->len) != 0 ||
      (reference->excess && *rest.ptr == '/'))
    return false;
  /* The URL standard does not count: "../" for each folder of the document, and one more. */
  for (const char *at = path.ptr + site->folder.len; !reference->excess && at;
       at = strchr(at + 1, '/')) {
    if (rest.len < 3 || memcmp(rest.ptr, "../", 3) != 0)
      return false;
    rest = (uriel_text){rest.ptr + 3, rest.len - 3};
  }
  if (!retrieval_of_file(path.ptr, path.len, base))
    die_memory();
  out->len = 0;
  if (uriel_parse(&from, base->ptr, base->len, NULL) &&
      uriel_parse(&ref, reference->cleaned.ptr, reference->cleaned.len, NULL)) {
    buffer_reserve(out, uriel_resolve_bound(&from, &ref));
    const size_t len = uriel_resolve(&from, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL);
    out->len = len == URIEL_FAILED ? 0 : len;
  }
  *target = buffer_text(out);
  return true;
}

/* Whether the text starts with `start`. Sets `tail` to the rest. */
static bool check_starts(uriel_text text, uriel_text start, uriel_text *tail)
{
  const bool does = text.len >= start.len && memcmp(text.ptr, start.ptr, start.len) == 0;
  if (does)
    *tail = (uriel_text){text.ptr + start.len, text.len - start.len};
  return does;
}

/* Returns the normal form, or an undefined text. */
static uriel_text check_normal(uriel_text text, struct buffer *out)
{
  uriel_ref ref;
  if (!uriel_parse(&ref, text.ptr, text.len, NULL))
    return (uriel_text){NULL, 0};
  buffer_reserve(out, uriel_normalize_bound(&ref));
  out->len = uriel_normalize(&ref, URIEL_LEVEL_SCHEME, out->ptr, out->capacity);
  return buffer_text(out);
}

/* Returns the goal of a reference, or GOAL_NOTHING for one that leads elsewhere. `is_prose`: it is in
 * running text. */
static uint32_t check_goal(struct check *check, const struct links_reference *reference, bool is_prose)
{
  static const uriel_text file = {"file://", 7}, local = {"file://localhost", 16};
  const struct check_site *const site = &check->sites[check->file->site];
  const uriel_text prefix = buffer_text(&site->prefix);
  uriel_text target = reference->target, tail, folder = site->folder;
  uint32_t origin = check->file->site;
  if (!target.ptr || reference->part.ptr)
    return GOAL_NOTHING;
  if (check_outside(check, reference, &target) || !check_starts(target, prefix, &tail)) {
    const bool is_file = (check_starts(target, local, &tail) || check_starts(target, file, &tail)) &&
                         tail.len && *tail.ptr == '/' && !is_prose;
    if (is_file) {
      origin = GOAL_NOTHING;
      folder = (uriel_text){"", 0};
    } else if (!check->run->base) {
      return GOAL_NOTHING;
    } else {
      /* A URI of the site may have other letters. */
      const uriel_text normal = check_normal(target, &check->normal);
      const uriel_text start = check_normal(prefix, &check->path);
      if (!normal.ptr || !start.ptr || !check_starts(normal, start, &tail))
        return GOAL_NOTHING;
    }
  }
  /* The name of an image map is not an anchor. */
  const char *const hash =
      check_is(reference->attribute, "usemap") && tail.len ? memchr(tail.ptr, '#', tail.len) : NULL;
  if (hash)
    tail.len = (size_t)(hash - tail.ptr);
  return check_goal_of(check, origin, folder, tail);
}

/* ---- Documents and their references ------------------------------------------------------------- */

uriel_text check_enter(struct check *check, struct check_file *file, uriel_text path)
{
  const struct check_site *const site = &check->sites[file->site];
  struct buffer *const folder = &check->folder;
  const size_t len = (size_t)((const char *)memrchr(path.ptr, '/', path.len) - path.ptr) + 1;
  const size_t skip = site->folder.len + 1;
  check->file = file;
  if (file->site != check->folder_site || len != folder->len ||
      memcmp(path.ptr, folder->ptr, len) != 0) {
    folder->len = 0;
    buffer_append(folder, path.ptr, len);
    check->folder_site = file->site;
    texts_clear(&check->known);
  }
  if (!retrieval_given(site->prefix.ptr, path.ptr + skip, path.len - skip, &check->retrieval))
    die_memory();
  return buffer_text(&check->retrieval);
}

uriel_text check_document(struct check *check, const char *below)
{
  const char *const shown = check->run->file, *const slash = strrchr(shown, '/');
  const char *const name = *below ? below : slash ? slash + 1 : shown;
  struct buffer *const path = &check->path;
  path->len = 0;
  buffer_append(path, check->operand.ptr, check->operand.len);
  buffer_append(path, "/", 1);
  buffer_append(path, name, strlen(name));
  check->files =
      links_grow(check->files, check->file_count, &check->file_capacity, sizeof *check->files);
  struct check_file *const file = &check->files[check->file_count++];
  *file = (struct check_file){.site = check->site,
                              .target = check_target_of(check, buffer_text(path), true),
                              .shown = check->shown.len,
                              .held = check->held.len,
                              .held_end = check->held.len,
                              .waiting = check->waiting.len,
                              .waiting_end = check->waiting.len};
  buffer_append(&check->shown, shown, strlen(shown) + 1);
  return check_enter(check, file, buffer_text(path));
}

static bool check_begin(void *context, const struct links_document *document)
{
  struct check *const check = context;
  const uriel_spec spec = check->run->spec;
  links_push(check->run, document);
  if (document->number > 1)
    return true;
  /* In running text, invalid URIs and those of files are mostly examples. */
  check->has_known =
      (spec == URIEL_SPEC_RFC3986 || spec == URIEL_SPEC_IRI) && !(document->flags & KIND_PROSE);
  check->own.len = 0;
  if (check->step == CHECK_PRINT)
    return true;
  struct check_target *const target = &check->targets[check->file->target];
  target->has_anchors = document->flags & KIND_ANCHORS;
  target->is_html = document->flags & KIND_PAGE;
  target->anchors = target->anchors_end = check->anchors.len;
  check->is_partial = false;
  check->counts.documents += check->step == CHECK_COLLECT;
  return true;
}

static bool check_anchor(void *context, uriel_text name)
{
  struct check *const check = context;
  struct buffer *const anchors = &check->anchors;
  if (!check->targets[check->file->target].has_anchors)
    return true;
  buffer_append(anchors, name.ptr, name.len);
  buffer_append(anchors, "", 1);
  return true;
}

static bool check_error(void *context, const struct links_error *error)
{
  struct check *const check = context;
  check->is_partial |= check->run->level_count == 1;
  return check->step == CHECK_PRINT || links_print_error(check->run, error);
}

/* Notes that the document refers to a goal that waits. */
static void check_wait(struct check *check, uint32_t goal)
{
  const uint32_t document = (uint32_t)(check->file - check->files);
  if (check->step != CHECK_COLLECT || check->goals[goal].document == document)
    return;
  check->goals[goal].document = document;
  buffer_append(&check->waiting, (const char *)&goal, sizeof goal);
}

static bool check_end(void *context, const struct links_end *end)
{
  struct check *const check = context;
  struct check_file *const file = check->file;
  struct buffer *const own = &check->own, *const tail = &check->uri;
  (void)end;
  if (check->run->level_count == 1 && check->step != CHECK_PRINT) {
    const struct buffer *const retrieval = &check->run->level->retrieval;
    const struct check_site *const site = &check->sites[file->site];
    struct check_target *const target = &check->targets[file->target];
    target->is_read = true;
    target->has_anchors &= !check->is_partial;
    target->anchors_end = check->anchors.len;
    /* Fragments for which the document has no anchor are goals. */
    struct anchors anchors = {0};
    if (own->len)
      anchors = check_anchors_of(check, file->target);
    for (size_t at = 0, len; at < own->len; at += len + 1) {
      len = strlen(own->ptr + at);
      if (anchors_ask(&anchors, (uriel_text){own->ptr + at, len}) == ANCHORS_FOUND)
        continue;
      tail->len = 0;
      buffer_append(tail, retrieval->ptr + site->prefix.len, retrieval->len - site->prefix.len);
      buffer_append(tail, "#", 1);
      buffer_append(tail, own->ptr + at, len);
      check_wait(check, check_goal_of(check, file->site, site->folder, buffer_text(tail)));
    }
    anchors_free(&anchors);
    own->len = 0;
    file->held_end = check->held.len;
    file->waiting_end = check->waiting.len;
  }
  links_pop(check->run);
  return true;
}

static void check_count(struct check *check, bool is_external)
{
  if (check->step == CHECK_COLLECT) {
    check->counts.references++;
    check->counts.external += is_external;
  }
  check->run->references++;
}

/* Returns whether nothing needs to be done for a link. Otherwise sets the slot, for what check_reference
 * finds out. */
static bool check_known(void *context, uriel_text text, const char *attribute)
{
  struct check *const check = context;
  uriel_ref ref;
  check->slot = CHECK_NO_SLOT;
  if (check->step == CHECK_ANCHORS)
    return true;
  if (!check->has_known || !text.len || check_is(attribute, "usemap"))
    return false;
  if (*text.ptr == '#') {
    /* Whether a fragment leads to the document itself is known after its last anchor. */
    if (check->step != CHECK_COLLECT || !check->targets[check->file->target].has_anchors ||
        memmem(text.ptr, text.len, ":~:", 3) || !uriel_parse(&ref, text.ptr, text.len, NULL))
      return false;
    if (text.len > 1) {
      buffer_append(&check->own, text.ptr + 1, text.len - 1);
      buffer_append(&check->own, "", 1);
    }
    check_count(check, false);
    return true;
  }
  uint32_t number;
  if (*text.ptr == '?' || text.len > CHECK_KNOWN_LONGEST)
    return false;
  const enum texts_state state =
      texts_put(&check->known, text, texts_hash(&check->known, text), &number);
  if (state == TEXTS_FULL)
    return false;
  check->slot = number;
  if (state == TEXTS_ADDED) {
    check->leads = links_grow(check->leads, number, &check->lead_capacity, sizeof *check->leads);
    check->leads[number] = CHECK_ASK;
  }
  const uint32_t goal = check->leads[number];
  if (goal == CHECK_ASK)
    return false;
  if (goal < CHECK_NO_SLOT) {
    if (check->goals[goal].problem != GOAL_NONE)
      return false;
    check_wait(check, goal);
  }
  check_count(check, goal == CHECK_EXTERNAL);
  return true;
}

static bool check_reference(void *context, const struct links_reference *reference)
{
  struct check *const check = context;
  const unsigned flags = check->run->level->flags;
  const bool is_base = check_is(reference->attribute, "xml:base") ||
                       (check_is(reference->element, "base") && check_is(reference->attribute, "href"));
  if (check->step == CHECK_ANCHORS || reference->identifies || is_base)
    return true;
  /* Markdown has running text, too. */
  const bool is_prose = reference->is_prose || (flags & KIND_PROSE);
  if (reference->error) {
    check_count(check, is_prose);
    if (!is_prose)
      check_broken(check, reference, GOAL_NOTHING, GOAL_INVALID);
    return true;
  }
  const uint32_t number = check_goal(check, reference, is_prose);
  const struct goal *const goal = number == GOAL_NOTHING ? NULL : &check->goals[number];
  const enum goal_problem problem = goal ? goal->problem : GOAL_NONE;
  check_count(check, !goal);
  if (reference->is_plain && !reference->original.ptr && check->slot != CHECK_NO_SLOT &&
      problem == GOAL_NONE)
    check->leads[check->slot] = !goal ? CHECK_EXTERNAL : goal->is_waiting ? number : CHECK_GOOD;
  if (goal && goal->is_waiting)
    check_wait(check, number);
  /* A folder needs no index file with "--index .", and in Markdown without --index, which is shown where
   * folders are. */
  bool is_accepted = problem == GOAL_NONE ||
                     (problem == GOAL_NO_INDEX && !check->options->index.count && (flags & KIND_SOURCE));
  for (size_t i = 0; problem == GOAL_NO_INDEX && i < check->options->index.count; i++)
    is_accepted |= strcmp(check->options->index.patterns[i], ".") == 0;
  if (!is_accepted)
    check_broken(check, reference, number, problem);
  return true;
}

struct links_sink check_start(struct links_run *run, const struct check_options *options,
                              const struct links_limits *limits)
{
  static const char *index[] = {"index.html"};
  static const struct glob_list usual = {.patterns = index, .count = 1};
  static struct check the_check;
  struct check *const check = run->check = &the_check;
  check->run = run;
  check->options = options;
  check->limits = *limits;
  check->index = options->index.count ? &options->index : &usual;
  check->known.memory = CHECK_KNOWN_MEMORY;
  check->held = standard_out;
  check->held.data = NULL;
  check->held.len = check->held.capacity = 0;
  check->held.grows = true;
  return (struct links_sink){.context = check,
                             .begin = check_begin,
                             .reference = check_reference,
                             .error = check_error,
                             .end = check_end,
                             .anchor = check_anchor,
                             .known = check_known};
}

/* SPDX-License-Identifier: MIT */
/* uriel links --check: documents, and the references in them. */
#include "check_private.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "links/anchors.h"
#include "links/retrieval.h"

/* ---- Documents -------------------------------------------------------------------------------- */

static struct check_file *check_add(struct check *check)
{
  if (check->count == check->capacity) {
    const size_t capacity = check->capacity * 2 + 256;
    struct check_file *const files = realloc(check->files, capacity * sizeof *files);
    if (!files)
      die_memory();
    check->files = files;
    check->capacity = capacity;
  }
  return &check->files[check->count++];
}

/* Returns the URI of a document at an absolute path in the site. */
uriel_text check_retrieval(struct check *check, const struct check_site *site, uriel_text path)
{
  const size_t skip = site->folder.len + 1;
  if (!retrieval_given(site->prefix.ptr, path.ptr + skip, path.len - skip, &check->retrieval))
    die_memory();
  return buffer_text(&check->retrieval);
}

/* Begins to read a document at an absolute path. */
void check_enter(struct check *check, struct check_file *file, uriel_text path)
{
  struct buffer *const folder = &check->folder_path;
  const size_t len = (size_t)((const char *)memrchr(path.ptr, '/', path.len) - path.ptr) + 1;
  const bool is_same =
      file->site == check->folder_site && len == folder->len && memcmp(path.ptr, folder->ptr, len) == 0;
  check->file = file;
  if (is_same)
    return;
  folder->len = 0;
  buffer_append(folder, path.ptr, len);
  check->folder_site = file->site;
  check->folder++;
}

uriel_text check_document(struct check *check, const char *below)
{
  const char *const slash = strrchr(check->run->file, '/');
  const char *const name = *below ? below : slash ? slash + 1 : check->run->file;
  struct buffer *const path = &check->path;
  bool is_new;
  path->len = 0;
  buffer_append(path, check->operand.ptr, check->operand.len);
  buffer_append(path, "/", 1);
  buffer_append(path, name, strlen(name));
  struct check_file *const file = check_add(check);
  *file =
      (struct check_file){.site = check->site,
                          .file = goals_file(&check->goals, buffer_text(path), true),
                          .shown = texts_number(&check->shown, uriel_text_of(check->run->file), &is_new),
                          .held = check->held.len,
                          .held_end = check->held.len,
                          .waiting = check->waiting.len,
                          .waiting_end = check->waiting.len};
  check_enter(check, file, buffer_text(path));
  return check_retrieval(check, &check->sites[file->site], buffer_text(path));
}

static struct goal_file *check_goal_file(const struct check *check)
{
  return &check->goals.files[check->file->file];
}

static bool check_is(const char *name, const char *word)
{
  return name && *name == *word && strcmp(name, word) == 0;
}

/* Whether the document is running text, in which invalid URIs and those of files are mostly examples. */
static bool check_is_text(const struct check *check)
{
  const struct links_level *const level = links_level_now(check->run);
  return check_is(level->kind, "text") && !check_is(level->format, "markdown");
}

/* The same of a reference: Markdown has running text, too. */
static bool check_is_prose(const struct check *check, const struct links_reference *reference)
{
  return reference->is_prose || check_is_text(check);
}

static bool check_begin(void *context, const struct links_document *document)
{
  struct check *const check = context;
  links_push(check->run, document);
  if (document->number == 1) {
    const uriel_spec spec = check->run->spec;
    check->has_known = (spec == URIEL_SPEC_RFC3986 || spec == URIEL_SPEC_IRI) && !check_is_text(check);
    check->own.len = 0;
  }
  if (document->number > 1 || check->step == CHECK_PRINT)
    return true;
  struct goal_file *const file = check_goal_file(check);
  file->has_anchors = anchors_of_kind(document, &file->is_html);
  file->anchors = file->anchors_end = check->goals.anchors.len;
  check->is_partial = false;
  check->counts.documents += check->step == CHECK_COLLECT;
  return true;
}

static bool check_anchor(void *context, uriel_text name)
{
  struct check *const check = context;
  if (check_goal_file(check)->has_anchors)
    goals_anchor(&check->goals, name);
  return true;
}

static bool check_error(void *context, const struct links_error *error)
{
  struct check *const check = context;
  check->is_partial |= check->run->level_count == 1;
  return check->step == CHECK_PRINT || links_print_error(check->run, error);
}

static void check_wait(struct check *check, uint32_t goal)
{
  const uint32_t document = (uint32_t)(check->file - check->files);
  if (check->step != CHECK_COLLECT || check->goals.list[goal].document == document)
    return;
  check->goals.list[goal].document = document;
  buffer_append(&check->waiting, (const char *)&goal, sizeof goal);
}

/* Returns the place in `known` of a text that the folder decides, or NULL. The hash is cheap; texts
 * differ at their ends. */
static struct check_known *check_slot(struct check *check, uriel_text text, const char *attribute)
{
  const uint64_t mix = 0x9e3779b97f4a7c15U;
  uint64_t hash = text.len, word;
  if (!check->has_known || !text.len || text.len > CHECK_KNOWN_MAX || *text.ptr == '#' ||
      *text.ptr == '?' || check_is(attribute, "usemap"))
    return NULL;
  for (size_t at = text.len; at >= sizeof word; at -= sizeof word) {
    memcpy(&word, text.ptr + at - sizeof word, sizeof word);
    hash = (hash ^ word) * mix;
    hash ^= hash >> 29;
  }
  for (size_t at = text.len % sizeof word; at; at--)
    hash = (hash ^ (unsigned char)text.ptr[at - 1]) * mix;
  return &check->known[hash >> (64 - CHECK_KNOWN_BITS)];
}

static void check_count(struct check *check, bool is_external)
{
  check->counts.references++;
  check->counts.external += is_external;
  check->run->references++;
}

/* Keeps a fragment that leads to the document itself until all its anchors are known. Returns false if
 * it is not that, or may be no URI reference. */
static bool check_keep_own(struct check *check, uriel_text text, const char *attribute)
{
  uriel_ref ref;
  if (check->step != CHECK_COLLECT || !check->has_known || !check_goal_file(check)->has_anchors ||
      check_is(attribute, "usemap") || memmem(text.ptr, text.len, ":~:", 3) ||
      !uriel_parse(&ref, text.ptr, text.len, NULL))
    return false;
  if (text.len > 1) {
    buffer_append(&check->own, text.ptr + 1, text.len - 1);
    buffer_append(&check->own, "", 1);
  }
  return true;
}

/* Makes goals of the fragments for which the document has no anchor. */
static void check_own(struct check *check)
{
  const struct check_site *const site = &check->sites[check->file->site];
  const struct buffer *const retrieval = &links_level_now(check->run)->retrieval;
  struct buffer *const own = &check->own, *const tail = &check->uri;
  size_t len;
  goals_remove_found(&check->goals, check->file->file, own);
  for (size_t at = 0; at < own->len; at += len + 1) {
    len = strlen(own->ptr + at);
    tail->len = 0;
    buffer_append(tail, retrieval->ptr + site->prefix.len, retrieval->len - site->prefix.len);
    buffer_append(tail, "#", 1);
    buffer_append(tail, own->ptr + at, len);
    check_wait(check, goals_number(&check->goals, check->file->site, site->folder, buffer_text(tail)));
  }
  own->len = 0;
}

static bool check_end(void *context, const struct links_end *end)
{
  struct check *const check = context;
  (void)end;
  if (check->run->level_count == 1 && check->step != CHECK_PRINT) {
    struct goal_file *const file = check_goal_file(check);
    file->is_read = true;
    file->has_anchors &= !check->is_partial;
    file->anchors_end = check->goals.anchors.len;
    check_own(check);
    check->file->held_end = check->held.len;
    check->file->waiting_end = check->waiting.len;
  }
  links_pop(check->run);
  return true;
}

/* ---- References ------------------------------------------------------------------------------- */

/* Whether it states a base: that is no link. */
static bool check_is_base(const struct links_reference *reference)
{
  return check_is(reference->attribute, "xml:base") ||
         (check_is(reference->element, "base") && check_is(reference->attribute, "href"));
}

/* Whether ".." of a relative reference leads out of the operand, without --root and --base: then it
 * leads to another folder of the file system. */
static bool check_leads_out(const struct check *check, const struct links_reference *reference)
{
  const struct links_level *const level = links_level_now(check->run);
  const struct check_site *const site = &check->sites[check->file->site];
  if (!site->is_files || (!reference->excess && check->run->spec != URIEL_SPEC_WHATWG) ||
      !reference->base.ptr || reference->base.len != level->retrieval.len ||
      memcmp(reference->base.ptr, level->retrieval.ptr, reference->base.len) != 0)
    return false;
  if (reference->excess)
    return *reference->cleaned.ptr != '/';
  uriel_text rest = reference->cleaned;
  const char *const path = check->goals.paths.of[check->file->file].ptr + site->folder.len + 1;
  for (const char *at = path; rest.len > 2 && memcmp(rest.ptr, "../", 3) == 0; at++) {
    at = strchr(at, '/');
    if (!at)
      return true;
    rest = (uriel_text){rest.ptr + 3, rest.len - 3};
  }
  return false;
}

/* Returns the file URI of such a reference. */
static uriel_text check_outside(struct check *check, uriel_text cleaned)
{
  const uriel_text path = check->goals.paths.of[check->file->file];
  struct buffer *const base = &check->path, *const out = &check->uri;
  uriel_ref from, ref;
  if (!retrieval_of_file(path.ptr, path.len, base))
    die_memory();
  out->len = 0;
  if (!uriel_parse(&from, base->ptr, base->len, NULL) ||
      !uriel_parse(&ref, cleaned.ptr, cleaned.len, NULL))
    return buffer_text(out);
  while (
      buffer_short(out, uriel_resolve(&from, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL)))
    ;
  return buffer_text(out);
}

static bool check_starts(uriel_text text, uriel_text start)
{
  return text.len >= start.len && memcmp(text.ptr, start.ptr, start.len) == 0;
}

/* With --base: whether a URI with other letters is one of the site. Sets `tail`. */
static bool check_is_site(struct check *check, const struct check_site *site, uriel_text target,
                          uriel_text *tail)
{
  struct buffer *const normal[] = {&check->uri, &check->path};
  const uriel_text texts[] = {target, buffer_text(&site->prefix)};
  uriel_ref ref;
  for (int i = 0; i < 2; i++) {
    if (!uriel_parse(&ref, texts[i].ptr, texts[i].len, NULL))
      return false;
    while (buffer_short(normal[i],
                        uriel_normalize(&ref, URIEL_LEVEL_SCHEME, normal[i]->ptr, normal[i]->capacity)))
      ;
  }
  const uriel_text prefix = buffer_text(normal[1]);
  *tail = buffer_text(normal[0]);
  if (!check_starts(*tail, prefix))
    return false;
  *tail = (uriel_text){tail->ptr + prefix.len, tail->len - prefix.len};
  return true;
}

/* The name of an image map is not an anchor. */
static uriel_text check_tail(const struct links_reference *reference, uriel_text tail)
{
  const bool is_map = check_is(reference->attribute, "usemap");
  const char *const hash = is_map && tail.len ? memchr(tail.ptr, '#', tail.len) : NULL;
  return hash ? (uriel_text){tail.ptr, (size_t)(hash - tail.ptr)} : tail;
}

/* Returns the goal of a reference, or GOAL_NOTHING for one that leads elsewhere. */
static uint32_t check_goal(struct check *check, const struct links_reference *reference)
{
  static const uriel_text file = {"file:///", 8}, local = {"file://localhost/", 17};
  const struct check_site *const site = &check->sites[check->file->site];
  const uriel_text prefix = buffer_text(&site->prefix);
  uriel_text target = reference->target, tail;
  if (!target.ptr || reference->part.ptr)
    return GOAL_NOTHING;
  if (check_leads_out(check, reference))
    target = check_outside(check, reference->cleaned);
  else if (check_starts(target, prefix))
    return goals_number(
        &check->goals, check->file->site, site->folder,
        check_tail(reference, (uriel_text){target.ptr + prefix.len, target.len - prefix.len}));
  if ((check_starts(target, file) || check_starts(target, local)) && !check_is_prose(check, reference)) {
    const size_t skip = (check_starts(target, file) ? file.len : local.len) - 1;
    return goals_number(&check->goals, GOAL_NOTHING, (uriel_text){"", 0},
                        check_tail(reference, (uriel_text){target.ptr + skip, target.len - skip}));
  }
  if (check->run->base && check_is_site(check, site, target, &tail))
    return goals_number(&check->goals, check->file->site, site->folder, check_tail(reference, tail));
  return GOAL_NOTHING;
}

/* Markdown is shown where folders are shown without an index, unless --index says what a folder needs.
 */
static bool check_accepts_folder(const struct check *check)
{
  const struct links_level *const level = links_level_now(check->run);
  const struct glob_list *const index = check->goals.index;
  for (size_t i = 0; i < index->count; i++)
    if (strcmp(index->patterns[i], ".") == 0)
      return true;
  return check->options->index.count == 0 && level->format && strcmp(level->format, "markdown") == 0;
}

static void check_broken(struct check *check, const struct links_reference *reference, uint32_t goal,
                         enum goal_problem problem)
{
  struct check_counts *const counts = &check->counts;
  struct broken broken = {.run = check->run,
                          .goals = &check->goals,
                          .site = &check->sites[check->file->site],
                          .ignore = &check->options->ignore,
                          .goal = goal,
                          .problem = problem};
  if (broken_is_ignored(&broken, reference)) {
    counts->ignored++;
    check->file->ignored++;
    return;
  }
  counts->broken++;
  check->file->broken++;
  check->run->invalid = true;
  if (check->run->quiet)
    return;
  if (check->step == CHECK_COLLECT)
    output_set(&check->held, NULL);
  broken_print(&broken, reference);
  output_set(NULL, NULL);
}

static bool check_known(void *context, uriel_text text, const char *attribute)
{
  struct check *const check = context;
  if (check->step == CHECK_ANCHORS)
    return true;
  const struct check_known *const known = check_slot(check, text, attribute);
  if (text.len && *text.ptr == '#' && check_keep_own(check, text, attribute)) {
    check_count(check, false);
    return true;
  }
  if (!known || known->folder != check->folder || known->len != text.len ||
      memcmp(known->text, text.ptr, text.len) != 0)
    return false;
  if (known->goal != GOAL_NOTHING) {
    if (check->goals.list[known->goal].problem != GOAL_NONE)
      return false;
    check_wait(check, known->goal);
  }
  check_count(check, known->is_external);
  return true;
}

/* Keeps the goal for check_known. */
static void check_know(struct check *check, const struct links_reference *reference, uint32_t goal)
{
  const uriel_text text = reference->cleaned;
  struct check_known *const known =
      reference->is_plain ? check_slot(check, text, reference->attribute) : NULL;
  const struct goal *const aim = goal == GOAL_NOTHING ? NULL : &check->goals.list[goal];
  if (!known || (aim && aim->problem != GOAL_NONE))
    return;
  known->folder = check->folder;
  known->goal = aim && aim->is_waiting ? goal : GOAL_NOTHING;
  known->len = (unsigned char)text.len;
  known->is_external = !aim;
  memcpy(known->text, text.ptr, text.len);
}

static bool check_reference(void *context, const struct links_reference *reference)
{
  struct check *const check = context;
  if (check->step == CHECK_ANCHORS || reference->identifies || check_is_base(reference))
    return true;
  const bool is_invalid = reference->error && !check_is_prose(check, reference);
  const uint32_t number = reference->error ? GOAL_NOTHING : check_goal(check, reference);
  check_count(check, number == GOAL_NOTHING && !is_invalid);
  if (is_invalid)
    check_broken(check, reference, GOAL_NOTHING, GOAL_INVALID);
  else if (!reference->error)
    check_know(check, reference, number);
  if (number == GOAL_NOTHING)
    return true;
  const struct goal *const goal = &check->goals.list[number];
  const enum goal_problem problem = (enum goal_problem)goal->problem;
  if (goal->is_waiting)
    check_wait(check, number);
  else if (problem != GOAL_NONE && !(problem == GOAL_NO_INDEX && check_accepts_folder(check)))
    check_broken(check, reference, number, problem);
  return true;
}

struct links_sink check_sink(struct check *check)
{
  return (struct links_sink){.context = check,
                             .begin = check_begin,
                             .reference = check_reference,
                             .error = check_error,
                             .end = check_end,
                             .anchor = check_anchor,
                             .known = check_known};
}

/* ---- Begin and end ------------------------------------------------------------------------------ */

struct check *check_new(struct links_run *run, struct check_options *options,
                        const struct links_limits *limits)
{
  static const char *index[] = {"index.html"};
  static const struct glob_list usual = {.patterns = index, .count = 1};
  struct check *const check = calloc(1, sizeof *check);
  if (!check)
    die_memory();
  check->run = run;
  check->options = options;
  check->limits = *limits;
  check->goals.index = options->index.count ? &options->index : &usual;
  check->held = standard_out;
  check->held.data = NULL;
  check->held.len = check->held.capacity = 0;
  check->held.grows = true;
  return check;
}

void check_free(struct check *check)
{
  if (!check)
    return;
  for (size_t i = 0; i < check->site_count; i++) {
    buffer_free(&check->sites[i].prefix);
    buffer_free(&check->sites[i].shown);
  }
  goals_free(&check->goals);
  texts_free(&check->folders);
  texts_free(&check->shown);
  free(check->sites);
  free(check->files);
  free(check->held.data);
  buffer_free(&check->operand);
  buffer_free(&check->path);
  buffer_free(&check->retrieval);
  buffer_free(&check->uri);
  buffer_free(&check->folder_path);
  buffer_free(&check->own);
  buffer_free(&check->waiting);
  free(check);
}

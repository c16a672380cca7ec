/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "correct.h"
#include "goals.h"
#include "lead.h"
#include "remote.h"
#include "retrieval.h"
#include "uriel_spec.h"

/* A document that was read. */
struct check_file {
  uint32_t site, target;
  uint32_t page;               /* of check_page; or CHECK_NO_PAGE */
  size_t retrieval;            /* of a page: its URI, in check.shown */
  size_t shown;                /* its name, in check.shown */
  size_t held, held_end;       /* its output, as positions from check_sink.held */
  size_t waiting, waiting_end; /* its goals that wait, in check.waiting */
};

#define CHECK_NO_PAGE UINT32_MAX

struct check {
  struct check_options options;
  const struct check_sink *sink;
  struct links_levels *levels;
  struct goals goals;
  struct lead lead;
  struct remotes remotes;
  enum { CHECK_COLLECT, CHECK_ANCHORS, CHECK_PRINT } step;
  struct check_counts counts;
  struct buffer path, retrieval, uri, normal, named, suggestion; /* scratch */
  struct buffer correction, resolved;                            /* the same, for check_correct */

  /* The folders and documents of the operands. */
  struct texts folders; /* of the sites, by number */
  struct lead_site *sites;
  size_t site_capacity;
  uint32_t site;         /* of the operand */
  struct buffer operand; /* the absolute path of the operand, or of its folder */
  struct check_file *files;
  size_t file_count, file_capacity;
  struct buffer shown;
  struct buffer waiting; /* of uint32_t */

  /* The document that is being read. */
  struct check_file *file;
  struct check_file other; /* `file`, for one that no operand has */
  bool is_partial;         /* not all of it could be read */
  bool has_known;          /* its links can be in `known` */
  uint32_t folder_site;
  struct buffer folder; /* its folder, to which `known` belongs */
  struct texts known;   /* texts of links, and */
  uint32_t *leads;      /* where they lead, by number */
  size_t lead_capacity;
  uint32_t slot;     /* the number of the current link */
  struct buffer own; /* fragments of the document that lead to itself; each ends with a NUL */
};

/* Most links of a folder have the same text, and so the same target, as another one. The target: the
 * number of a goal that waits for anchors, or one of these. */
enum { CHECK_KNOWN_MEMORY = 1 << 18, CHECK_KNOWN_LONGEST = 118 };
#define CHECK_EXTERNAL UINT32_MAX
#define CHECK_GOOD (UINT32_MAX - 1)    /* to a file, or to an anchor that was found */
#define CHECK_ASK (UINT32_MAX - 2)     /* the text does not determine it, or the link is broken */
#define CHECK_NO_SLOT (UINT32_MAX - 3) /* the text has no number in check.known */
/* The number of a link to a server has this bit, beside the numbers of goals. */
#define CHECK_REMOTE (1U << 31)

const char *const check_problem_names[] = {
#define CHECK_PROBLEM_NAME(constant, name, reason, summary) name,
    CHECK_PROBLEMS(CHECK_PROBLEM_NAME)
#undef CHECK_PROBLEM_NAME
};

const char *const check_suffixes[CHECK_SUFFIXES] = {"html", "md"};

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
  const char *const base = check->options.base ? check->options.base : "http://uriel.invalid/";
  bool is_new;
  const uint32_t number = texts_number(&check->folders, folder, &is_new);
  if (!is_new)
    return number;
  check->sites = list_grow(check->sites, number, &check->site_capacity, sizeof *check->sites);
  struct lead_site *const site = &check->sites[number];
  site->folder = check->folders.of[number];
  if (shown.len != 1 || *shown.ptr != '.') {
    buffer_append(&site->shown, shown.ptr, shown.len);
    buffer_append(&site->shown, "/", !shown.len || shown.ptr[shown.len - 1] != '/');
  }
  /* The folder of --base: resolve "x" against it, then remove the "x". */
  if (!retrieval_given(base, "x", 1, &site->prefix))
    base_die_memory();
  site->prefix.ptr[--site->prefix.len] = 0;
  return number;
}

/* Sets `out` to the absolute path of a folder, "" for "/". Returns false if it does not exist. */
static bool check_real(const char *path, struct buffer *out)
{
  char *const real = realpath(path, NULL);
  if (!real && errno == ENOMEM)
    base_die_memory();
  if (!real)
    return false;
  buffer_put(out, real, strcmp(real, "/") == 0 ? 0 : strlen(real));
  free(real);
  return true;
}

enum check_started check_operand(struct check *check, const char *operand, bool is_folder)
{
  const char *const root = check->options.root, *const slash = strrchr(operand, '/');
  uriel_text shown = uriel_text_of(is_folder || slash ? operand : ".");
  struct buffer *const path = &check->path, *const folder = &check->operand;
  if (!is_folder && slash)
    shown.len = slash == operand ? 1 : (size_t)(slash - operand);
  buffer_put(path, shown.ptr, shown.len);
  buffer_append(path, "", 1);
  if (!check_real(path->ptr, folder))
    return CHECK_UNREADABLE;
  if (!root) {
    check->site = check_site_of(check, buffer_text(folder), shown);
    return CHECK_STARTED;
  }
  if (!check_real(root, path))
    return CHECK_ROOTLESS;
  const bool is_below = folder->len >= path->len &&
                        (!path->len || memcmp(folder->ptr, path->ptr, path->len) == 0) &&
                        (folder->len == path->len || folder->ptr[path->len] == '/');
  if (is_below)
    check->site = check_site_of(check, buffer_text(path), uriel_text_of(root));
  return is_below ? CHECK_STARTED : CHECK_OUTSIDE;
}

/* ---- Broken links ------------------------------------------------------------------------------- */

/* Returns the goal of a reference, or GOAL_NOTHING for one that leads elsewhere. `is_prose`: it is in
 * running text. */
static uint32_t check_goal(struct check *check, const struct links_reference *reference, bool is_prose)
{
  const struct lead_document document = {.site = &check->sites[check->file->site],
                                         .path = check->goals.targets[check->file->target].path,
                                         .retrieval = buffer_text(&check->levels->last->retrieval)};
  struct lead_goal goal;
  if (check->file->page != CHECK_NO_PAGE)
    return GOAL_NOTHING;
  return lead_find(&check->lead, &document, reference, is_prose, &goal)
             ? goals_of(&check->goals, goal.folder, goal.tail)
             : GOAL_NOTHING;
}

/* The same; or CHECK_REMOTE with the number of a link to a server, unless it is to be ignored. */
static uint32_t check_goal_or_remote(struct check *check, const struct links_reference *reference,
                                     bool is_prose)
{
  const struct lead_site *const site = &check->sites[check->file->site];
  const struct check_broken link = {.reference = reference, .target = reference->target};
  const uint32_t number = check_goal(check, reference, is_prose);
  if (number != GOAL_NOTHING || check->sink->ignores(check->sink->context, &link))
    return number;
  /* Without --base, documents have URIs of a site that does not exist. */
  const uriel_text prefix = check->options.base ? (uriel_text){NULL, 0} : buffer_text(&site->prefix);
  const uint32_t remote = remote_of(&check->remotes, reference, prefix);
  return remote == REMOTE_NOTHING ? GOAL_NOTHING : CHECK_REMOTE | remote;
}

/* Returns the link to a server with that number, or NULL if it is another link. */
static struct check_remote *check_remote(const struct check *check, uint32_t number)
{
  const bool is_remote = (number & CHECK_REMOTE) && number < CHECK_NO_SLOT;
  return is_remote ? &check->remotes.list[number & ~CHECK_REMOTE] : NULL;
}

/* Returns the goal with that number, or NULL if it is a link to a server, or leads elsewhere. */
static struct goal *check_goal_at(const struct check *check, uint32_t number)
{
  return number == GOAL_NOTHING || check_remote(check, number) ? NULL : &check->goals.list[number];
}

static enum check_problem check_problem_of(const struct check *check, uint32_t number)
{
  const struct check_remote *const remote = check_remote(check, number);
  const struct goal *const goal = check_goal_at(check, number);
  return remote ? remote->problem : goal ? goal->problem : CHECK_NONE;
}

/* Sets `out` to the path as the user wrote the folder that it is in; an absolute path if it is in
 * another one. */
static uriel_text check_show(const struct lead_site *site, const char *path, struct buffer *out)
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

/* Whether the current document may have a link with the problem. A folder needs no index file with
 * "--index .", and in Markdown without --index, which is shown where folders are. */
static bool check_accepts(const struct check *check, enum check_problem problem)
{
  const struct buffer *const index = &check->options.index;
  bool accepts = !index->len && (check->levels->last->flags & KIND_SOURCE);
  for (size_t i = 0; i < ARRAY_COUNT(const char *, *index); i++)
    accepts |= strcmp(ARRAY_OF(const char *, *index)[i], ".") == 0;
  return problem == CHECK_NONE || (problem == CHECK_NO_INDEX && accepts);
}

/* Sets the correction of a broken link whose goal has that number, if one is certain and leads to a file
 * that exists. A text that only the URL standard reads has no text to correct. */
static void check_correct(struct check *check, const struct links_reference *reference, uint32_t number,
                          struct check_broken *broken)
{
  const struct goal *const goal = &check->goals.list[number];
  const char *const right = goals_certain(&check->goals, number);
  struct buffer *const out = &check->correction, *const target = &check->resolved;
  struct links_reference corrected = *reference;
  uriel_ref base, ref;
  if (!right || reference->read == URIEL_READ_WHATWG || !reference->base.ptr)
    return;
  const bool good = goal->problem == CHECK_FRAGMENT
                        ? correct_fragment(reference->cleaned, uriel_text_of(right), out)
                        : correct_path(reference->cleaned, check->goals.targets[goal->target].path,
                                       uriel_text_of(right), out);
  if (!good || !uriel_parse(&base, reference->base.ptr, reference->base.len, NULL) ||
      !uriel_parse(&ref, out->ptr, out->len, NULL))
    return;
  buffer_reserve(target, uriel_resolve_bound(&base, &ref));
  if (!buffer_wrote(
          target, uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, target->ptr, target->capacity, NULL)))
    return;
  corrected.target = buffer_text(target);
  corrected.cleaned = buffer_text(out);
  const uint32_t found = check_goal(check, &corrected, false);
  const enum check_problem problem =
      found == GOAL_NOTHING ? CHECK_MISSING : check->goals.list[found].problem;
  if (problem != CHECK_FRAGMENT && !check_accepts(check, problem))
    return;
  broken->correction = buffer_text(out);
  broken->corrected = problem == CHECK_NO_INDEX ? CHECK_CORRECT : found;
}

/* Adds what a server says of a link. */
static void check_describe(const struct check *check, const struct check_remote *remote,
                           struct links_reference *reference, enum check_problem problem,
                           struct check_broken *broken)
{
  reference->place = links_place(reference);
  broken->message = remote->message;
  broken->status = remote->status;
  broken->chain = remote->chain;
  if (check->options.moves)
    broken->correction = remote->moved;
  broken->corrected = CHECK_CORRECT;
  if (problem != CHECK_FRAGMENT)
    return;
  broken->fragment = remote->fragment;
  broken->path = remote->page;
}

/* Reports a broken link, or a warning, unless it is to be ignored: then returns false. `number` is the
 * number of its goal. */
static bool check_broken(struct check *check, const struct links_reference *reference, uint32_t number,
                         enum check_problem problem)
{
  static const struct {
    const char *name, *reason, *summary;
  } words[] = {
#define CHECK_PROBLEM_WORDS(constant, name, reason, summary) {name, reason, summary},
      CHECK_PROBLEMS(CHECK_PROBLEM_WORDS)
#undef CHECK_PROBLEM_WORDS
  };
  const struct goal *goal = check_goal_at(check, number);
  const struct check_remote *const remote = check_remote(check, number);
  const struct lead_site *const site = &check->sites[check->file->site];
  /* The first reading did not count missing fragments; documents are read again only for them. */
  const bool is_known = problem != CHECK_UNEXAMINED;
  const bool counts = is_known && (check->step == CHECK_COLLECT || problem == CHECK_FRAGMENT ||
                                   (remote && problem != CHECK_LENIENT));
  const bool is_note = problem == CHECK_UNASKED || problem == CHECK_MOVED;
  struct links_reference placed = *reference;
  struct check_broken broken = {
      .reference = &placed, .target = reference->target, .is_held = check->step == CHECK_COLLECT};
  if (goal) {
    const uriel_text path = check->goals.targets[goal->target].path;
    broken.path = check_show(site, path.ptr, &check->named);
    broken.error = check->goals.targets[goal->target].error;
    /* If the site has no URI: the file URI of the path, with query and fragment. */
    if (!check->options.base) {
      size_t end = 0;
      while (end < broken.target.len && broken.target.ptr[end] != '?' && broken.target.ptr[end] != '#')
        end++;
      if (!retrieval_of_file(path.ptr, path.len, &check->normal))
        base_die_memory();
      buffer_append(&check->normal, broken.target.ptr + end, broken.target.len - end);
      broken.target = buffer_text(&check->normal);
      if (reference->read == URIEL_READ_WHATWG) /* which wrote the base of the site, too */
        placed.cleaned = broken.target;
    }
  }
  if (check->sink->ignores(check->sink->context, &broken)) {
    check->counts.ignored += counts;
    return false;
  }
  check->counts.broken += counts && problem != CHECK_LENIENT && !is_note;
  check->counts.unasked += problem == CHECK_UNASKED;
  check->counts.warnings += counts && problem == CHECK_LENIENT;
  if (remote)
    check_describe(check, remote, &placed, problem, &broken);
  if (!check->options.no_suggestions && !remote) {
    placed.place = links_place(reference);
    if (problem == CHECK_LENIENT)
      broken.suggestion = placed.cleaned;
    const char *const near =
        goal && is_known && problem != CHECK_LENIENT ? goals_near(&check->goals, number) : NULL;
    if (problem == CHECK_FRAGMENT) {
      broken.fragment = goals_fragment(&check->goals, number);
      if (near) {
        buffer_put(&check->suggestion, "#", 1);
        buffer_append(&check->suggestion, near, strlen(near));
        broken.suggestion = buffer_text(&check->suggestion);
      }
    } else if (near)
      broken.suggestion = check_show(site, near, &check->suggestion);
    if (problem == CHECK_MISSING && goal && check->goals.targets[goal->target].problem == CHECK_CASE)
      problem = CHECK_CASE; /* the suggestion found that out */
  }
  if (check->options.corrects && goal && problem != CHECK_LENIENT)
    check_correct(check, reference, number, &broken);
  goal = check_goal_at(check, number); /* it moves */
  const bool is_absent = counts && (problem == CHECK_MISSING || problem == CHECK_NO_INDEX);
  const uint32_t target = goal ? goal->target : GOAL_NOTHING; /* `goal` moves */
  for (size_t i = 0; is_absent && i < CHECK_SUFFIXES; i++)
    check->counts.suffixed[i] +=
        goals_suffixed(&check->goals, target, check_suffixes[i]) != GOAL_NOTHING;
  broken.problem = problem;
  broken.name = words[problem].name;
  broken.reason = words[problem].reason;
  broken.summary = words[problem].summary;
  check->sink->broken(check->sink->context, &broken);
  return true;
}

/* ---- Documents and their references ------------------------------------------------------------- */

/* Begins to read a document at an absolute path. Returns its URI. */
static uriel_text check_enter(struct check *check, struct check_file *file, uriel_text path)
{
  const struct lead_site *const site = &check->sites[file->site];
  struct buffer *const folder = &check->folder;
  const size_t len = (size_t)((const char *)memrchr(path.ptr, '/', path.len) - path.ptr) + 1;
  const size_t skip = site->folder.len + 1;
  check->file = file;
  if (file->site != check->folder_site || len != folder->len ||
      memcmp(path.ptr, folder->ptr, len) != 0) {
    buffer_put(folder, path.ptr, len);
    check->folder_site = file->site;
    texts_clear(&check->known);
  }
  if (!retrieval_given(site->prefix.ptr, path.ptr + skip, path.len - skip, &check->retrieval))
    base_die_memory();
  return buffer_text(&check->retrieval);
}

/* Adds a document. `path` is absolute. */
static struct check_file *check_add(struct check *check, uint32_t site, uriel_text path,
                                    const char *shown)
{
  check->files = list_grow(check->files, check->file_count, &check->file_capacity, sizeof *check->files);
  struct check_file *const file = &check->files[check->file_count++];
  *file = (struct check_file){.site = site,
                              .target = goals_target(&check->goals, path, true),
                              .page = CHECK_NO_PAGE,
                              .shown = check->shown.len,
                              .held = check->sink->held(check->sink->context),
                              .held_end = check->sink->held(check->sink->context),
                              .waiting = check->waiting.len,
                              .waiting_end = check->waiting.len};
  buffer_append(&check->shown, shown, strlen(shown) + 1);
  return file;
}

void check_page(struct check *check, const char *shown, uriel_text retrieval, uint32_t page)
{
  static const char folder[] = "/dev/null/page"; /* no file has such a path */
  char path[sizeof folder + 16];
  const int len = snprintf(path, sizeof path, "%s/%u", folder, page);
  const uint32_t site = check_site_of(check, uriel_text_of(folder), uriel_text_of(folder));
  struct check_file *const file = check_add(check, site, (uriel_text){path, (size_t)len}, shown);
  file->page = page;
  file->retrieval = check->shown.len;
  buffer_append(&check->shown, retrieval.ptr, retrieval.len);
  buffer_append(&check->shown, "", 1);
  check->file = file;
}

uriel_text check_document(struct check *check, const char *shown, const char *below)
{
  const char *const slash = strrchr(shown, '/');
  const char *const name = *below ? below : slash ? slash + 1 : shown;
  struct buffer *const path = &check->path;
  buffer_put(path, check->operand.ptr, check->operand.len);
  buffer_append(path, "/", 1);
  buffer_append(path, name, strlen(name));
  return check_enter(check, check_add(check, check->site, buffer_text(path), shown), buffer_text(path));
}

static bool check_begin(void *context, const struct links_document *document)
{
  struct check *const check = context;
  const uriel_spec spec = check->options.spec;
  levels_push(check->levels, document);
  if (document->number > 1)
    return true;
  /* In running text, invalid URIs and file URIs are mostly examples. */
  check->has_known =
      (spec == URIEL_SPEC_LENIENT || spec == URIEL_SPEC_RFC3986 || spec == URIEL_SPEC_IRI) &&
      !(document->flags & KIND_PROSE) && check->file->page == CHECK_NO_PAGE;
  check->own.len = 0;
  if (check->step == CHECK_PRINT)
    return true;
  struct goal_target *const target = &check->goals.targets[check->file->target];
  target->has_anchors = document->flags & KIND_ANCHORS;
  target->flags = document->flags;
  target->anchors = target->anchors_end = check->goals.anchors.len;
  check->is_partial = false;
  check->counts.documents += check->step == CHECK_COLLECT;
  return true;
}

static bool check_anchor(void *context, uriel_text name)
{
  struct check *const check = context;
  struct buffer *const anchors = &check->goals.anchors;
  if (!check->goals.targets[check->file->target].has_anchors)
    return true;
  buffer_append(anchors, name.ptr, name.len);
  buffer_append(anchors, "", 1);
  return true;
}

static bool check_error(void *context, const struct links_error *error)
{
  struct check *const check = context;
  check->is_partial |= check->levels->count == 1;
  return check->sink->error(check->sink->context, error);
}

/* Notes that the document refers to a goal that waits. */
static void check_wait(struct check *check, uint32_t goal)
{
  const uint32_t document = (uint32_t)(check->file - check->files);
  struct check_remote *const remote = check_remote(check, goal);
  uint32_t *const last = remote ? &remote->document : &check->goals.list[goal].document;
  if (check->step != CHECK_COLLECT || *last == document)
    return;
  *last = document;
  buffer_append(&check->waiting, (const char *)&goal, sizeof goal);
}

static bool check_end(void *context, const struct links_end *end)
{
  struct check *const check = context;
  struct check_file *const file = check->file;
  struct buffer *const own = &check->own, *const tail = &check->uri;
  (void)end;
  if (check->levels->count == 1 && check->step != CHECK_PRINT) {
    const struct buffer *const retrieval = &check->levels->last->retrieval;
    const struct lead_site *const site = &check->sites[file->site];
    struct goal_target *const target = &check->goals.targets[file->target];
    target->is_read = true;
    target->has_anchors &= !check->is_partial;
    target->anchors_end = check->goals.anchors.len;
    /* Fragments for which the document has no anchor are goals. */
    struct anchors anchors = {0};
    if (own->len)
      anchors = goals_anchors(&check->goals, file->target);
    for (size_t at = 0, len; at < own->len; at += len + 1) {
      len = strlen(own->ptr + at);
      if (anchors_ask(&anchors, (uriel_text){own->ptr + at, len}) == ANCHORS_FOUND)
        continue;
      buffer_put(tail, retrieval->ptr + site->prefix.len, retrieval->len - site->prefix.len);
      buffer_append(tail, "#", 1);
      buffer_append(tail, own->ptr + at, len);
      check_wait(check, goals_of(&check->goals, site->folder, buffer_text(tail)));
    }
    anchors_free(&anchors);
    own->len = 0;
    file->held_end = check->sink->held(check->sink->context);
    file->waiting_end = check->waiting.len;
  }
  levels_pop(check->levels);
  return true;
}

static void check_count(struct check *check, bool is_external)
{
  if (check->step == CHECK_COLLECT) {
    check->counts.references++;
    check->counts.external += is_external;
  }
  check->counts.read++;
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
    if (check->step != CHECK_COLLECT || !check->goals.targets[check->file->target].has_anchors ||
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
    check->leads = list_grow(check->leads, number, &check->lead_capacity, sizeof *check->leads);
    check->leads[number] = CHECK_ASK;
  }
  const uint32_t goal = check->leads[number];
  if (goal == CHECK_ASK)
    return false;
  if (goal < CHECK_NO_SLOT) {
    if (check_problem_of(check, goal) != CHECK_NONE)
      return false;
    check_wait(check, goal);
  }
  check_count(check, goal == CHECK_EXTERNAL || check_remote(check, goal));
  return true;
}

static bool check_reference(void *context, const struct links_reference *reference)
{
  struct check *const check = context;
  const unsigned flags = check->levels->last->flags;
  const bool is_base = check_is(reference->attribute, "xml:base") ||
                       (check_is(reference->element, "base") && check_is(reference->attribute, "href"));
  uriel_ref iri;
  if (check->step == CHECK_ANCHORS || reference->identifies || reference->is_guess || is_base)
    return true;
  /* Markdown has running text, too. */
  const bool is_prose = reference->is_prose || (flags & KIND_PROSE);
  if (reference->is_invalid) {
    check_count(check, is_prose);
    if (!is_prose)
      check_broken(check, reference, GOAL_NOTHING, CHECK_INVALID);
    return true;
  }
  const uint32_t number = check_goal_or_remote(check, reference, is_prose);
  const struct goal *const goal = check_goal_at(check, number);
  const enum check_problem problem = check_problem_of(check, number);
  const bool is_waiting = goal ? goal->is_waiting : number != GOAL_NOTHING;
  check_count(check, !goal);
  if (reference->is_plain && !reference->original.ptr && check->slot != CHECK_NO_SLOT &&
      problem == CHECK_NONE)
    check->leads[check->slot] = number == GOAL_NOTHING ? CHECK_EXTERNAL
                                : is_waiting           ? number
                                                       : CHECK_GOOD;
  if (is_waiting)
    check_wait(check, number);
  const bool is_accepted = check_accepts(check, problem);
  /* An IRI is not wrong in a document. */
  const bool is_lenient =
      reference->read != URIEL_READ_EXACT && !is_prose &&
      !uriel_parse_as(&iri, reference->original.ptr, reference->original.len, URIEL_SPEC_IRI, 0, NULL);
  if (is_accepted && !is_lenient)
    return true;
  const bool is_shown = check_broken(check, reference, number, is_accepted ? CHECK_LENIENT : problem);
  /* The first reading counted a warning, before the fragment was looked for, and the server asked. */
  uint64_t *const counted = is_shown ? &check->counts.warnings : &check->counts.ignored;
  *counted -= is_lenient && !is_accepted && (problem == CHECK_FRAGMENT || check_remote(check, number));
  return true;
}

/* ---- The check ---------------------------------------------------------------------------------- */

struct check *check_new(const struct check_options *options, const struct check_sink *sink,
                        struct links_levels *levels)
{
  static const char *const usual = "index.html";
  struct check *const check = calloc(1, sizeof *check);
  if (!check)
    base_die_memory();
  check->options = *options;
  check->sink = sink;
  check->lead.options = check->remotes.options = &check->options;
  check->levels = levels;
  check->goals.sink = sink;
  check->goals.index = options->index.len ? ARRAY_OF(const char *const, options->index) : &usual;
  check->goals.index_count = options->index.len ? ARRAY_COUNT(const char *, options->index) : 1;
  check->goals.fallback = options->fallback.len ? ARRAY_OF(const char *const, options->fallback) : NULL;
  check->goals.fallback_count = ARRAY_COUNT(const char *, options->fallback);
  check->known.memory = CHECK_KNOWN_MEMORY;
  if (options->remaps.len && check_real(".", &check->path)) {
    buffer_append(&check->path, "/", 1);
    if (!retrieval_of_file(check->path.ptr, check->path.len, &check->lead.here))
      base_die_memory();
    check->remotes.here = buffer_text(&check->lead.here);
  }
  return check;
}

const struct check_counts *check_counts(const struct check *check)
{
  return &check->counts;
}

struct links_sink check_links_sink(struct check *check)
{
  return (struct links_sink){.context = check,
                             .begin = check_begin,
                             .reference = check_reference,
                             .error = check_error,
                             .end = check_end,
                             .anchor = check_anchor,
                             .known = check_known};
}

void check_fragments(struct check *check)
{
  check->step = CHECK_ANCHORS;
  check->file = &check->other;
  check->other.page = CHECK_NO_PAGE;
  for (uint32_t i = 0; i < check->goals.target_count; i++) {
    const char *const path = check->goals.targets[i].path.ptr;
    if (check->goals.targets[i].first == GOAL_NOTHING)
      continue;
    check->other.target = i;
    if (!check->goals.targets[i].is_read) /* no operand has the file */
      check->sink->read(check->sink->context, path, path, (uriel_text){NULL, 0});
    check->goals.targets[i].is_read = true;
    struct anchors anchors = goals_anchors(&check->goals, i);
    for (uint32_t at = check->goals.targets[i].first; at != GOAL_NOTHING;
         at = check->goals.list[at].next) {
      const enum anchors_answer answer = anchors_ask(&anchors, goals_fragment(&check->goals, at));
      if (answer == ANCHORS_NO_MEMORY)
        base_die_memory();
      check->goals.list[at].is_waiting = false;
      check->counts.unchecked +=
          answer == ANCHORS_UNKNOWN && check->goals.list[at].document != GOAL_NOTHING;
      if (answer == ANCHORS_MISSING)
        check->goals.list[at].problem = CHECK_FRAGMENT;
    }
    anchors_free(&anchors);
    check->goals.targets[i].first = GOAL_NOTHING;
  }
}

struct check_remote *check_remotes(const struct check *check, size_t *count)
{
  *count = check->remotes.uris.count;
  return check->remotes.list;
}

bool check_is_good(struct check *check, uint32_t corrected, uriel_text *reference)
{
  const enum check_problem problem =
      corrected == CHECK_CORRECT ? CHECK_NONE : check->goals.list[corrected].problem;
  const char *const right = problem == CHECK_FRAGMENT ? goals_certain(&check->goals, corrected) : NULL;
  if (!right || !correct_fragment(*reference, uriel_text_of(right), &check->correction))
    return problem == CHECK_NONE;
  *reference = buffer_text(&check->correction);
  return true;
}

void check_print(struct check *check)
{
  check->step = CHECK_PRINT;
  for (size_t i = 0; i < check->remotes.uris.count; i++)
    check->counts.unchecked += check->remotes.list[i].is_unchecked;
  for (struct check_file *file = check->files; file < check->files + check->file_count; file++) {
    const uriel_text path = check->goals.targets[file->target].path;
    bool misses = false;
    for (size_t at = file->waiting; at < file->waiting_end && !misses; at += sizeof(uint32_t)) {
      uint32_t goal;
      memcpy(&goal, check->waiting.ptr + at, sizeof goal);
      misses = check_problem_of(check, goal) != CHECK_NONE;
    }
    if (misses && file->page != CHECK_NO_PAGE) {
      check->file = file;
      check->sink->read_page(check->sink->context, check->shown.ptr + file->shown, file->page,
                             uriel_text_of(check->shown.ptr + file->retrieval));
    } else if (misses)
      check->sink->read(check->sink->context, check->shown.ptr + file->shown, path.ptr,
                        check_enter(check, file, path));
    else
      check->sink->print(check->sink->context, check->shown.ptr + file->shown, file->held,
                         file->held_end);
  }
}

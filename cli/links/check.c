/* SPDX-License-Identifier: MIT */
/* uriel links --check: the folders that documents are in, documents, their references, and what happens
 * after the last document. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "goals.h"
#include "links/anchors.h"
#include "links/retrieval.h"

/* The folder that the documents of an operand belong to. */
struct check_site {
  uriel_text folder;    /* its absolute path without a slash at its end */
  struct buffer shown;  /* as the user wrote it, with a slash; empty for the current folder */
  struct buffer prefix; /* its URI, with a slash */
  bool is_files;        /* the URI is not known: ".." may lead out of the folder */
};

struct check_file {
  uint32_t site, file, shown;
  size_t held, held_end;       /* what was printed of it, in check.held.data */
  size_t waiting, waiting_end; /* its goals that wait, in check.waiting */
  uint32_t broken, ignored;    /* of those printed */
};

/* Most links of a folder lead where another one with the same text led. */
enum { CHECK_KNOWN_BITS = 11, CHECK_KNOWN_MAX = 118 };
struct check_known {
  uint32_t folder; /* check.folder; 0: none */
  uint32_t goal;   /* GOAL_NOTHING if nothing needs to be done */
  unsigned char len;
  bool is_external;
  char text[CHECK_KNOWN_MAX];
};

struct check_counts {
  uint64_t documents, references, broken, external, ignored, unchecked;
};

struct check {
  struct links_run *run;
  struct check_options *options;
  struct links_limits limits;
  struct goals goals;
  struct texts folders; /* of the sites, by number */
  struct texts shown;
  struct check_site *sites;
  size_t site_capacity;
  uint32_t site;         /* that of the operand */
  struct buffer operand; /* the absolute path of the operand, or of its folder */
  struct buffer path, retrieval, uri, target, suggestion;
  struct check_file *files;
  size_t count, capacity;
  struct buffer waiting; /* of uint32_t */
  struct output held;
  struct check_file *file; /* the one that is being read */
  enum { CHECK_COLLECT, CHECK_ANCHORS, CHECK_PRINT } step;
  bool is_partial; /* not all of it could be read */
  bool has_known;  /* its links can be in `known` */
  uint32_t folder; /* increases from one document to one in another folder */
  uint32_t folder_site;
  struct buffer folder_path;
  struct buffer own; /* fragments of the document that lead to itself; each ends with a NUL */
  struct check_known known[1 << CHECK_KNOWN_BITS]; /* by a hash of the text */
  struct check_counts counts;
};

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
  site->is_files = !check->run->base && !check->options->root;
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
  out->len = 0;
  if (real)
    buffer_append(out, real, strcmp(real, "/") == 0 ? 0 : strlen(real));
  free(real);
  return real;
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

/* ---- Documents -------------------------------------------------------------------------------- */

/* Begins to read a document at an absolute path, and returns its URI. */
static uriel_text check_enter(struct check *check, struct check_file *file, uriel_text path)
{
  const struct check_site *const site = &check->sites[file->site];
  struct buffer *const folder = &check->folder_path;
  const size_t len = (size_t)((const char *)memrchr(path.ptr, '/', path.len) - path.ptr) + 1;
  const size_t skip = site->folder.len + 1;
  check->file = file;
  if (file->site != check->folder_site || len != folder->len ||
      memcmp(path.ptr, folder->ptr, len) != 0) {
    folder->len = 0;
    buffer_append(folder, path.ptr, len);
    check->folder_site = file->site;
    check->folder++;
  }
  if (!retrieval_given(site->prefix.ptr, path.ptr + skip, path.len - skip, &check->retrieval))
    die_memory();
  return buffer_text(&check->retrieval);
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
  check->files = links_grow(check->files, check->count, &check->capacity, sizeof *check->files);
  struct check_file *const file = &check->files[check->count++];
  *file =
      (struct check_file){.site = check->site,
                          .file = goals_file(&check->goals, buffer_text(path), true),
                          .shown = texts_number(&check->shown, uriel_text_of(check->run->file), &is_new),
                          .held = check->held.len,
                          .held_end = check->held.len,
                          .waiting = check->waiting.len,
                          .waiting_end = check->waiting.len};
  return check_enter(check, file, buffer_text(path));
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
  const struct links_level *const level = check->run->level;
  return level->flags & KIND_PROSE;
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
  file->has_anchors = document->flags & KIND_ANCHORS;
  file->is_html = document->flags & KIND_PAGE;
  file->anchors = file->anchors_end = check->goals.anchors.len;
  check->is_partial = false;
  check->counts.documents += check->step == CHECK_COLLECT;
  return true;
}

static bool check_anchor(void *context, uriel_text name)
{
  struct check *const check = context;
  struct buffer *const anchors = &check->goals.anchors;
  if (!check_goal_file(check)->has_anchors)
    return true;
  buffer_reserve(anchors, anchors->len + name.len + 1);
  memcpy(anchors->ptr + anchors->len, name.ptr, name.len);
  anchors->len += name.len;
  anchors->ptr[anchors->len++] = 0;
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

/* Makes goals of the fragments for which the document has no anchor. */
static void check_own(struct check *check)
{
  const struct check_site *const site = &check->sites[check->file->site];
  const struct buffer *const retrieval = &check->run->level->retrieval;
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

/* ---- Links that are known --------------------------------------------------------------------- */

/* Returns the place in `known` of a text that the folder decides, or NULL. */
static struct check_known *check_slot(struct check *check, uriel_text text, const char *attribute)
{
  if (!check->has_known || !text.len || text.len > CHECK_KNOWN_MAX || *text.ptr == '#' ||
      *text.ptr == '?' || check_is(attribute, "usemap"))
    return NULL;
  return &check->known[goals_hash(text) >> (64 - CHECK_KNOWN_BITS)];
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

static bool check_known(void *context, uriel_text text, const char *attribute)
{
  struct check *const check = context;
  if (check->step == CHECK_ANCHORS)
    return true;
  if (text.len && *text.ptr == '#' && check_keep_own(check, text, attribute)) {
    check_count(check, false);
    return true;
  }
  const struct check_known *const known = check_slot(check, text, attribute);
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
static void check_know(struct check *check, const struct links_reference *reference, uint32_t number)
{
  const uriel_text text = reference->cleaned;
  const struct goal *const goal = number == GOAL_NOTHING ? NULL : &check->goals.list[number];
  struct check_known *const known =
      reference->is_plain ? check_slot(check, text, reference->attribute) : NULL;
  if (!known || (goal && goal->problem != GOAL_NONE))
    return;
  known->folder = check->folder;
  known->goal = goal && goal->is_waiting ? number : GOAL_NOTHING;
  known->len = (unsigned char)text.len;
  known->is_external = !goal;
  memcpy(known->text, text.ptr, text.len);
}

/* ---- Where references lead -------------------------------------------------------------------- */

/* Whether ".." of a relative reference leads out of the operand, without --root and --base: then it
 * leads to another folder of the file system. */
static bool check_leads_out(const struct check *check, const struct links_reference *reference)
{
  const struct buffer *const retrieval = &check->run->level->retrieval;
  const struct check_site *const site = &check->sites[check->file->site];
  if (!site->is_files || (!reference->excess && check->run->spec != URIEL_SPEC_WHATWG) ||
      !reference->base.ptr || reference->base.len != retrieval->len ||
      memcmp(reference->base.ptr, retrieval->ptr, retrieval->len) != 0)
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
  buffer_reserve(out, uriel_resolve_bound(&from, &ref));
  const size_t len = uriel_resolve(&from, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL);
  out->len = len == URIEL_FAILED ? 0 : len;
  return buffer_text(out);
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
  const bool leads_out = check_leads_out(check, reference);
  if (leads_out)
    target = check_outside(check, reference->cleaned);
  if (leads_out || !check_starts(target, prefix, &tail)) {
    const bool is_file = (check_starts(target, local, &tail) || check_starts(target, file, &tail)) &&
                         tail.len && *tail.ptr == '/' && !is_prose;
    if (is_file) {
      origin = GOAL_NOTHING;
      folder = (uriel_text){"", 0};
    } else if (!check->run->base) {
      return GOAL_NOTHING;
    } else {
      /* A URI of the site may have other letters. */
      const uriel_text normal = check_normal(target, &check->target);
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
  return goals_number(&check->goals, origin, folder, tail);
}

/* ---- Broken links ----------------------------------------------------------------------------- */

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
static bool broken_matches(const struct glob_list *globs, uriel_text text)
{
  char *const copy = text.ptr ? strndup(text.ptr, text.len) : NULL;
  bool matches = false;
  if (text.ptr && !copy)
    die_memory();
  for (size_t i = 0; copy && i < globs->count && !matches; i++)
    matches = fnmatch(globs->patterns[i], copy, 0) == 0;
  free(copy);
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
  static const char *const reasons[] = {
#define GOAL_PROBLEM_REASON(constant, name, reason) reason,
      GOAL_PROBLEMS(GOAL_PROBLEM_REASON)
#undef GOAL_PROBLEM_REASON
  };
  struct output *const out = &standard_out;
  struct buffer *const decoded = &check->uri;
  const char *const label = links_label(check->run, &reference->place);
  colour_tone(out, TONE_STRONG);
  output_text(out, label);
  colour_tone(out, TONE_PLAIN);
  output_text(out, ": ");
  colour_put(out, TONE_ERROR, "broken", 6);
  output_text(out, ": ");
  links_put_text(check->run, reference->raw, TONE_STRONG);
  output_text(out, ": ");
  output_text(out, reasons[problem]);
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

/* Returns the file or fragment that may be meant by a goal, as the user would write it, or an undefined
 * text. */
static uriel_text broken_suggestion(struct check *check, const struct check_site *site, uint32_t goal,
                                    enum goal_problem problem)
{
  struct buffer *const out = &check->suggestion;
  const char *const near = problem == GOAL_FRAGMENT
                               ? goals_near_anchor(&check->goals, goal)
                               : goals_near_file(&check->goals, check->goals.list[goal].file);
  if (!near)
    return (uriel_text){NULL, 0};
  if (problem != GOAL_FRAGMENT)
    return broken_show(site, near, out);
  out->len = 0;
  buffer_append(out, "#", 1);
  buffer_append(out, near, strlen(near));
  return buffer_text(out);
}

/* Counts a broken link and prints it in the form of the run, unless --ignore matches the reference, the
 * path that it leads to, or its target. `goal` is GOAL_NOTHING for an invalid reference. */
static void check_broken(struct check *check, const struct links_reference *reference, uint32_t goal,
                         enum goal_problem problem)
{
  static const char *const names[] = {
#define GOAL_PROBLEM_NAME(constant, name, reason) name,
      GOAL_PROBLEMS(GOAL_PROBLEM_NAME)
#undef GOAL_PROBLEM_NAME
  };
  struct links_run *const run = check->run;
  const struct glob_list *const ignore = &check->options->ignore;
  const struct check_site *const site = &check->sites[check->file->site];
  struct links_broken broken = {.target = reference->target};
  if (goal != GOAL_NOTHING) {
    const uriel_text path = check->goals.paths.of[check->goals.list[goal].file];
    broken.path = broken_show(site, path.ptr, &check->path);
    /* If the site has no URI: the file URI of the path, with query and fragment. The list for people
     * does not have it. */
    if (!run->base && (ignore->count || run->render.form != RENDER_LONG)) {
      size_t end = 0;
      while (end < broken.target.len && broken.target.ptr[end] != '?' && broken.target.ptr[end] != '#')
        end++;
      if (!retrieval_of_file(path.ptr, path.len, &check->target))
        die_memory();
      buffer_append(&check->target, broken.target.ptr + end, broken.target.len - end);
      broken.target = buffer_text(&check->target);
    }
  }
  if (ignore->count && (broken_matches(ignore, reference->cleaned) ||
                        (goal != GOAL_NOTHING && (broken_matches(ignore, broken.path) ||
                                                  broken_matches(ignore, broken.target))))) {
    check->counts.ignored++;
    check->file->ignored++;
    return;
  }
  check->counts.broken++;
  check->file->broken++;
  run->invalid = true;
  if (run->general.quiet)
    return;
  struct links_reference placed = *reference;
  placed.place = links_place(reference);
  if (problem == GOAL_FRAGMENT)
    broken.fragment = goals_fragment(&check->goals, goal);
  if (goal != GOAL_NOTHING)
    broken.suggestion = broken_suggestion(check, site, goal, problem);
  if (problem == GOAL_MISSING) /* the suggestion may have made it GOAL_CASE */
    problem = (enum goal_problem)check->goals.files[check->goals.list[goal].file].problem;
  broken.problem = names[problem];
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

/* Whether a folder needs no index file: with "--index .", and in Markdown without --index, which is
 * shown where folders are. */
static bool check_accepts_folder(const struct check *check)
{
  const struct glob_list *const index = check->goals.index;
  for (size_t i = 0; i < index->count; i++)
    if (strcmp(index->patterns[i], ".") == 0)
      return true;
  return check->options->index.count == 0 && check->run->level->flags & KIND_SOURCE;
}

static bool check_reference(void *context, const struct links_reference *reference)
{
  struct check *const check = context;
  const bool is_base = check_is(reference->attribute, "xml:base") ||
                       (check_is(reference->element, "base") && check_is(reference->attribute, "href"));
  if (check->step == CHECK_ANCHORS || reference->identifies || is_base)
    return true;
  /* Markdown has running text, too. */
  const bool is_prose = reference->is_prose || check_is_text(check);
  const bool is_invalid = reference->error && !is_prose;
  const uint32_t number = reference->error ? GOAL_NOTHING : check_goal(check, reference, is_prose);
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

/* ---- After the last document ------------------------------------------------------------------ */

/* Reads a file once more, or one that is in no operand; other files than regular ones are not read. */
static void check_read(struct check *check, const char *shown, const char *path, uriel_text retrieval)
{
  struct links_run *const run = check->run;
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  run->file = shown;
  if (fd < 0) {
    run->failed = true;
    links_print_unread(run, shown, strerror(errno));
    return;
  }
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
    links_read_fd(run, fd, strrchr(path, '/') + 1, retrieval);
  close(fd);
}

/* Looks for the fragments of all links in the anchors of their files. */
static void check_resolve(struct check *check)
{
  struct goals *const goals = &check->goals;
  const char *const media_type = check->run->media_type;
  const size_t count = goals->paths.count;
  for (size_t i = 0; i < count; i++) {
    if (goals->files[i].first == GOAL_NOTHING)
      continue;
    if (!goals->files[i].is_read) { /* no operand has the file */
      struct check_file other = {.file = (uint32_t)i};
      check->file = &other;
      check->step = CHECK_ANCHORS;
      check->run->media_type = NULL;
      check_read(check, goals->paths.of[i].ptr, goals->paths.of[i].ptr, (uriel_text){NULL, 0});
      check->run->media_type = media_type;
      goals->files[i].is_read = true;
    }
    check->counts.unchecked += goals_resolve(goals, (uint32_t)i);
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

/* Prints what was held of each document; those with missing fragments are read again, to print all their
 * broken links. */
static void check_print(struct check *check)
{
  struct check_counts *const counts = &check->counts;
  check->step = CHECK_PRINT;
  for (size_t i = 0; i < check->count; i++) {
    struct check_file *const file = &check->files[i];
    const uint64_t references = counts->references, external = counts->external;
    if (!check_misses(check, file)) {
      output_put(&standard_out, check->held.data + file->held, file->held_end - file->held);
      continue;
    }
    const uriel_text path = check->goals.paths.of[file->file];
    counts->broken -= file->broken;
    counts->ignored -= file->ignored;
    const uriel_text retrieval = check_enter(check, file, path);
    check_read(check, check->shown.of[file->shown].ptr, path.ptr, retrieval);
    counts->references = references;
    counts->external = external;
  }
}

void check_finish(struct check *check)
{
  struct links_run *const run = check->run;
  const struct check_counts *const counts = &check->counts;
  char unchecked[80] = "";
  check_resolve(check);
  links_free(run->links);
  check->limits.anchors = false;
  run->links = links_new(&check->limits);
  if (!run->links)
    die_memory();
  check_print(check);
  progress_clear(&run->progress);
  run->failed |= check->goals.failed;
  if (run->general.silent)
    return;
  if (counts->unchecked)
    snprintf(unchecked, sizeof unchecked, ", %llu fragment%s not checked",
             (unsigned long long)counts->unchecked, counts->unchecked == 1 ? "" : "s");
  message("%llu document%s, %llu reference%s: %llu broken, %llu external, %llu ignored%s",
          (unsigned long long)counts->documents, counts->documents == 1 ? "" : "s",
          (unsigned long long)counts->references, counts->references == 1 ? "" : "s",
          (unsigned long long)counts->broken, (unsigned long long)counts->external,
          (unsigned long long)counts->ignored, unchecked);
}

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
  struct buffer *const buffers[] = {&check->operand,     &check->path,   &check->retrieval,
                                    &check->uri,         &check->target, &check->suggestion,
                                    &check->folder_path, &check->own,    &check->waiting};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
  for (size_t i = 0; i < check->folders.count; i++) {
    buffer_free(&check->sites[i].prefix);
    buffer_free(&check->sites[i].shown);
  }
  goals_free(&check->goals);
  texts_free(&check->folders);
  texts_free(&check->shown);
  free(check->sites);
  free(check->files);
  free(check->held.data);
  free(check);
}

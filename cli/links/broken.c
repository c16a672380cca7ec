/* SPDX-License-Identifier: MIT */
/* A broken link. */
#include "broken.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "links/retrieval.h"

/* Appends the path as the user wrote the folder that it is in; an absolute path if it is in another one.
 */
static void broken_show(const struct check_site *site, const char *path, struct buffer *out)
{
  const size_t len = site->folder.len;
  const bool is_below = (!len || strncmp(path, site->folder.ptr, len) == 0) && path[len] == '/';
  if (is_below) {
    buffer_append(out, site->shown.ptr, site->shown.len);
    path += len + 1;
  }
  buffer_append(out, path, strlen(path));
  if (!out->len)
    buffer_append(out, ".", 1);
}

static uriel_text broken_path(const struct broken *broken, struct buffer *out)
{
  out->len = 0;
  if (broken->goal == GOAL_NOTHING)
    return (uriel_text){NULL, 0};
  broken_show(broken->site, broken->goals->paths.of[broken->goals->list[broken->goal].file].ptr, out);
  return buffer_text(out);
}

/* The target of the document, or, if the site has no URI, the file URI of its path with query and
 * fragment. */
static uriel_text broken_target(const struct broken *broken, const struct links_reference *reference,
                                struct buffer *out)
{
  const uriel_text target = reference->target;
  size_t end = 0;
  if (!target.ptr || broken->goal == GOAL_NOTHING || broken->run->base)
    return target;
  const uriel_text path = broken->goals->paths.of[broken->goals->list[broken->goal].file];
  if (!retrieval_of_file(path.ptr, path.len, out))
    die_memory();
  while (end < target.len && target.ptr[end] != '?' && target.ptr[end] != '#')
    end++;
  buffer_append(out, target.ptr + end, target.len - end);
  return buffer_text(out);
}

/* fnmatch() of a text without NUL. */
static bool broken_matches(const struct glob_list *globs, uriel_text text, struct buffer *copy)
{
  copy->len = 0;
  buffer_append(copy, text.ptr, text.len);
  buffer_append(copy, "", 1);
  for (size_t i = 0; i < globs->count; i++)
    if (fnmatch(globs->patterns[i], copy->ptr, 0) == 0)
      return true;
  return false;
}

bool broken_is_ignored(const struct broken *broken, const struct links_reference *reference)
{
  struct buffer text = {0}, copy = {0};
  if (!broken->ignore->count)
    return false;
  const bool is_ignored =
      broken_matches(broken->ignore, reference->cleaned, &copy) ||
      (broken->goal != GOAL_NOTHING &&
       (broken_matches(broken->ignore, broken_path(broken, &text), &copy) ||
        broken_matches(broken->ignore, broken_target(broken, reference, &text), &copy)));
  buffer_free(&text);
  buffer_free(&copy);
  return is_ignored;
}

/* Sets the file or fragment that may be meant, as the user would write it. */
static uriel_text broken_suggestion(const struct broken *broken, struct buffer *out)
{
  out->len = 0;
  if (broken->problem == GOAL_FRAGMENT) {
    const char *const name = goals_near_anchor(broken->goals, &broken->goals->list[broken->goal]);
    if (!name)
      return (uriel_text){NULL, 0};
    buffer_append(out, "#", 1);
    buffer_append(out, name, strlen(name));
    return buffer_text(out);
  }
  if (broken->goal == GOAL_NOTHING)
    return (uriel_text){NULL, 0};
  const char *const near = goals_near_file(broken->goals, broken->goals->list[broken->goal].file);
  if (!near)
    return (uriel_text){NULL, 0};
  broken_show(broken->site, near, out);
  return buffer_text(out);
}

static void broken_quote(uriel_text text)
{
  output_char(&standard_out, '"');
  output_escaped(&standard_out, text.ptr, text.len);
  output_char(&standard_out, '"');
}

/* Prints a fragment decoded, if it is UTF-8 then. */
static void broken_fragment(uriel_text fragment)
{
  struct buffer decoded = {0};
  buffer_reserve(&decoded, fragment.len + 1);
  decoded.len = uriel_decode(fragment.ptr, fragment.len, 0, decoded.ptr, fragment.len + 1, NULL);
  broken_quote(uriel_utf8_span(decoded.ptr, decoded.len) == decoded.len ? buffer_text(&decoded)
                                                                        : fragment);
  buffer_free(&decoded);
}

static void broken_reason(const struct links_broken *found)
{
  static const char *const reasons[] = {[GOAL_NONE] = "",
                                        [GOAL_INVALID] = "not a valid reference: ",
                                        [GOAL_MISSING] = "there is no ",
                                        [GOAL_CASE] = "there is no ",
                                        [GOAL_NOT_FOLDER] = "not a folder: ",
                                        [GOAL_DANGLING] = "a symbolic link to nothing: ",
                                        [GOAL_LOOP] = "symbolic links without end: ",
                                        [GOAL_NO_INDEX] = "there is no index file in ",
                                        [GOAL_FRAGMENT] = "there is no "};
  struct output *const out = &standard_out;
  output_text(out, reasons[found->problem]);
  if (found->problem == GOAL_INVALID) {
    output_escaped(out, found->message.ptr, found->message.len);
    return;
  }
  if (found->problem == GOAL_FRAGMENT) {
    broken_fragment(found->fragment);
    output_text(out, " in ");
  }
  broken_quote(found->path);
  if (!found->suggestion.ptr)
    return;
  output_text(out, found->problem == GOAL_CASE ? ", but " : "; did you mean ");
  broken_quote(found->suggestion);
  output_text(out, found->problem == GOAL_CASE ? ", which differs in case" : "?");
}

/* "page.html:3:12: broken: b.html#x: there is no "x" in "site/b.html"; did you mean "#y"?" */
static void broken_line(const struct broken *broken, const struct links_reference *reference,
                        const struct links_broken *found)
{
  char place[48] = "";
  struct output *const out = &standard_out;
  if (reference->place.line)
    snprintf(place, sizeof place, ":%llu:%llu", (unsigned long long)reference->place.line,
             (unsigned long long)reference->place.column);
  const char *const label = links_label(broken->run, place);
  colour_tone(out, TONE_STRONG);
  output_text(out, label);
  colour_tone(out, TONE_PLAIN);
  output_text(out, ": ");
  colour_put(out, TONE_ERROR, "broken", 6);
  output_text(out, ": ");
  links_put_text(broken->run, reference->raw);
  output_text(out, ": ");
  broken_reason(found);
  output_char(out, '\n');
}

void broken_print(const struct broken *broken, const struct links_reference *reference)
{
  struct buffer path = {0}, target = {0}, suggestion = {0};
  struct links_reference placed = *reference;
  placed.place = links_place(reference);
  struct links_broken found = {.path = broken_path(broken, &path),
                               .suggestion = broken_suggestion(broken, &suggestion)};
  if (broken->run->render.form != RENDER_LONG)
    found.target = broken_target(broken, reference, &target);
  found.problem =
      broken->problem == GOAL_MISSING
          ? (enum goal_problem)broken->goals->files[broken->goals->list[broken->goal].file].problem
          : broken->problem;
  if (broken->problem == GOAL_FRAGMENT)
    found.fragment = goals_fragment(broken->goals, broken->goal);
  if (broken->problem == GOAL_INVALID)
    found.message = reference->error_message;
  switch (broken->run->render.form) {
  case RENDER_LONG:
    broken_line(broken, &placed, &found);
    break;
  case RENDER_PLAIN:
    output_foreign(&standard_out, found.target.ptr ? found.target.ptr : placed.raw.ptr,
                   found.target.ptr ? found.target.len : placed.raw.len);
    output_char(&standard_out, broken->run->render.terminator);
    break;
  default:
    links_record_broken(broken->run, &placed, &found);
  }
  buffer_free(&path);
  buffer_free(&target);
  buffer_free(&suggestion);
}

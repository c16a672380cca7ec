/* SPDX-License-Identifier: MIT */
#include "patch.h"

#include <stdio.h>

enum { PATCH_CONTEXT = 3 };

/* Lines that change together: where they are in the old text, and their edits. */
struct patch_block {
  size_t begin, end;
  size_t first, last; /* edits [first, last) */
};

/* Appends the old text from `begin` to `end`, with the edits in it. */
static void patch_copy(const struct patch *patch, const struct patch_block *block, struct buffer *out)
{
  size_t at = block->begin;
  for (size_t i = block->first; i < block->last; i++) {
    const struct patch_edit *const edit = &patch->list[i];
    buffer_append(out, patch->old.ptr + at, edit->offset - at);
    buffer_append(out, edit->text.ptr, edit->text.len);
    at = edit->offset + edit->length;
  }
  buffer_append(out, patch->old.ptr + at, block->end - at);
}

void patch_apply(const struct patch *patch, struct buffer *out)
{
  const struct patch_block whole = {0, patch->old.len, 0, patch->count};
  patch_copy(patch, &whole, out);
}

/* ---- Lines -------------------------------------------------------------------------------------- */

/* Returns the end of the line that has the byte at `at`, after its line feed. */
static size_t patch_line_end(uriel_text text, size_t at)
{
  const char *const feed = at < text.len ? memchr(text.ptr + at, '\n', text.len - at) : NULL;
  return feed ? (size_t)(feed - text.ptr) + 1 : text.len;
}

/* Returns the start of the line that has the byte at `at`, or ends there. */
static size_t patch_line_begin(uriel_text text, size_t at)
{
  const char *const feed = at ? memrchr(text.ptr, '\n', at) : NULL;
  return feed ? (size_t)(feed - text.ptr) + 1 : 0;
}

/* Counts lines; the last one may lack its line feed. */
static size_t patch_count(const char *text, size_t len)
{
  size_t count = 0;
  for (size_t at = 0; at < len; count++)
    at = patch_line_end((uriel_text){text, len}, at);
  return count;
}

/* Appends each line after `mark`. */
static void patch_put_lines(struct buffer *out, char mark, const char *text, size_t len)
{
  static const char missing[] = "\n\\ No newline at end of file\n";
  for (size_t at = 0, end; at < len; at = end) {
    end = patch_line_end((uriel_text){text, len}, at);
    buffer_append(out, &mark, 1);
    buffer_append(out, text + at, end - at);
    if (text[end - 1] != '\n')
      buffer_append(out, missing, sizeof missing - 1);
  }
}

/* ---- Hunks -------------------------------------------------------------------------------------- */

/* Returns the lines of the edit `first`, and of those after it in the same lines or the next ones. */
static struct patch_block patch_next(const struct patch *patch, size_t first)
{
  const struct patch_edit *edit = &patch->list[first];
  struct patch_block block = {.begin = patch_line_begin(patch->old, edit->offset), .first = first};
  for (block.last = first; block.last < patch->count; block.last++) {
    edit = &patch->list[block.last];
    const size_t end = edit->offset + edit->length;
    if (block.last > first && edit->offset >= block.end &&
        patch_line_begin(patch->old, edit->offset) > block.end)
      break;
    /* If the last line feed of a line is replaced, the next line changes, too. */
    if (end >= block.end)
      block.end = patch_line_end(patch->old, end);
  }
  return block;
}

/* Returns the place `lines` lines before or after. */
static size_t patch_before(uriel_text text, size_t at, size_t lines)
{
  for (; lines && at; lines--)
    at = patch_line_begin(text, at - 1);
  return at;
}

static size_t patch_after(uriel_text text, size_t at, size_t lines)
{
  for (; lines && at < text.len; lines--)
    at = patch_line_end(text, at);
  return at;
}

/* A hunk: its lines, and where they begin, from 1. */
struct patch_hunk {
  size_t old_line, new_line, old_count, new_count;
  struct buffer text;
};

static void patch_put_hunk(struct patch_hunk *hunk, struct buffer *out)
{
  char head[96];
  /* An empty range is after the line before it. */
  const int len =
      snprintf(head, sizeof head, "@@ -%zu,%zu +%zu,%zu @@\n", hunk->old_line - !hunk->old_count,
               hunk->old_count, hunk->new_line - !hunk->new_count, hunk->new_count);
  buffer_append(out, head, (size_t)len);
  buffer_append(out, hunk->text.ptr, hunk->text.len);
  hunk->old_line += hunk->old_count;
  hunk->new_line += hunk->new_count;
  hunk->old_count = hunk->new_count = hunk->text.len = 0;
}

/* Adds lines of context up to `end`. */
static void patch_keep(struct patch_hunk *hunk, uriel_text old, size_t begin, size_t end)
{
  const size_t count = patch_count(old.ptr + begin, end - begin);
  patch_put_lines(&hunk->text, ' ', old.ptr + begin, end - begin);
  hunk->old_count += count;
  hunk->new_count += count;
}

/* Appends the name of a file as git quotes it: a tab or a line feed would end it. */
static void patch_put_name(struct buffer *out, const char *mark, const char *root, const char *name)
{
  bool is_quoted = false, has_space = false;
  char octal[8];
  for (const char *at = name; *at; at++) {
    is_quoted |= (unsigned char)*at < ' ' || *at == '"' || *at == '\\' || *at == 0x7f;
    has_space |= *at == ' ';
  }
  buffer_append(out, mark, strlen(mark));
  buffer_append(out, "\"", is_quoted);
  buffer_append(out, root, strlen(root));
  for (const char *at = name; *at; at++) {
    const bool is_control = (unsigned char)*at < ' ' || *at == 0x7f;
    const int len = is_control ? snprintf(octal, sizeof octal, "\\%03o", (unsigned)*at) : 0;
    buffer_append(out, octal, (size_t)len);
    buffer_append(out, "\\", *at == '"' || *at == '\\');
    buffer_append(out, at, !is_control);
  }
  buffer_append(out, "\"", is_quoted);
  buffer_append(out, "\t", has_space && !is_quoted); /* the name ends here, not at its space */
  buffer_append(out, "\n", 1);
}

void patch_diff(const struct patch *patch, const char *name, struct buffer *out)
{
  const uriel_text old = patch->old;
  struct patch_hunk hunk = {.old_line = 1, .new_line = 1};
  struct buffer changed = {0};
  size_t done = 0; /* up to here, lines are in hunks, or between them */
  patch_put_name(out, "--- ", "a/", name);
  patch_put_name(out, "+++ ", "b/", name);
  for (size_t i = 0; i < patch->count;) {
    const struct patch_block block = patch_next(patch, i);
    const size_t begin = patch_before(old, block.begin, PATCH_CONTEXT);
    const size_t after = patch_after(old, done, hunk.old_count ? PATCH_CONTEXT : 0);
    if (hunk.old_count && after < begin) {
      patch_keep(&hunk, old, done, after);
      patch_put_hunk(&hunk, out);
      done = after;
    }
    if (!hunk.old_count) {
      const size_t skipped = patch_count(old.ptr + done, begin - done);
      hunk.old_line += skipped;
      hunk.new_line += skipped;
      done = begin;
    }
    patch_keep(&hunk, old, done, block.begin);
    changed.len = 0;
    patch_copy(patch, &block, &changed);
    patch_put_lines(&hunk.text, '-', old.ptr + block.begin, block.end - block.begin);
    patch_put_lines(&hunk.text, '+', changed.ptr, changed.len);
    hunk.old_count += patch_count(old.ptr + block.begin, block.end - block.begin);
    hunk.new_count += patch_count(changed.ptr, changed.len);
    done = block.end;
    i = block.last;
  }
  patch_keep(&hunk, old, done, patch_after(old, done, PATCH_CONTEXT));
  patch_put_hunk(&hunk, out);
  buffer_free(&changed);
  buffer_free(&hunk.text);
}

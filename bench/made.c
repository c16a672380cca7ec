/* SPDX-License-Identifier: MIT */
/* Other spellings of the URLs, to measure comparison and normalisation. Each spelling that must be
 * equivalent is checked against its URL. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "uriel_scheme.h"

/* The maximum extra length of a spelling: a port, an escape, dots, a NUL, the "./" of a guard. */
enum { MADE_ROOM = 32 };

static size_t made_copy(const uriel_ref *ref, char *out)
{
  memcpy(out, ref->text, ref->length);
  return ref->length;
}

static void made_upper_range(char *out, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) {
    if (out[i] >= 'a' && out[i] <= 'z')
      out[i] = (char)(out[i] - 'a' + 'A');
  }
}

static size_t made_upper(const uriel_ref *ref, char *out)
{
  made_copy(ref, out);
  made_upper_range(out, 0, ref->scheme_end);
  made_upper_range(out, ref->host_begin, ref->host_end);
  return ref->length;
}

/* Writes the URL with the `skip` bytes at `at` replaced by `piece`. */
static size_t made_spliced(const uriel_ref *ref, char *out, size_t at, size_t skip, const char *piece)
{
  const size_t len = strlen(piece);
  memcpy(out, ref->text, at);
  memcpy(out + at, piece, len);
  memcpy(out + at + len, ref->text + at + skip, ref->length - at - skip);
  return ref->length + len - skip;
}

static size_t made_port(const uriel_ref *ref, char *out)
{
  char piece[8];
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_scheme_info *info = scheme.ptr ? uriel_scheme_find(NULL, scheme.ptr, scheme.len) : NULL;
  if (!info || info->port == 0 || !uriel_host(ref).len || uriel_port(ref).ptr)
    return made_copy(ref, out);
  snprintf(piece, sizeof piece, ":%u", info->port);
  return made_spliced(ref, out, ref->host_end, 0, piece);
}

static size_t made_escaped(const uriel_ref *ref, char *out)
{
  char piece[16];
  const size_t at = ref->path_begin;
  if (ref->path_end < at + 2 || ref->text[at] != '/' ||
      !strchr("abcdefghijklmnopqrstuvwxyz", ref->text[at + 1]))
    return made_copy(ref, out);
  snprintf(piece, sizeof piece, "/./%%%02x", (unsigned char)ref->text[at + 1]);
  return made_spliced(ref, out, at, 2, piece);
}

static size_t made_normal(const uriel_ref *ref, char *out)
{
  return uriel_normalize(ref, URIEL_LEVEL_SCHEME, out, ref->length + MADE_ROOM - 1);
}

/* Writes the path and the rest. Keeps the authority if the path would parse as one. */
static size_t made_path(const uriel_ref *ref, char *out)
{
  const size_t begin =
      ref->host_begin && strncmp(ref->text + ref->path_begin, "//", 2) != 0 ? ref->path_begin : 0;
  memcpy(out, ref->text + begin, ref->length - begin);
  return ref->length - begin;
}

/* After a blank, with the host in upper case, blanks for the hyphens of the path, and a letter outside
 * ASCII at its end. */
static size_t made_pasted(const uriel_ref *ref, char *out)
{
  *out = ' ';
  made_spliced(ref, out + 1, ref->path_end, 0, "\xC3\xA4");
  made_upper_range(out + 1, ref->host_begin, ref->host_end);
  for (size_t i = ref->path_begin; i < ref->path_end; i++) {
    if (out[i + 1] == '-')
      out[i + 1] = ' ';
  }
  return ref->length + 3;
}

static size_t made_hostile(const uriel_ref *ref, char *out)
{
  return made_spliced(ref, out, ref->host_begin, 0, "127.0.0.1\\@");
}

typedef size_t made_spelling(const uriel_ref *ref, char *out);
static made_spelling *const spellings[BENCH_MADE] = {made_copy,   made_upper, made_port,   made_escaped,
                                                     made_normal, made_path,  made_pasted, made_hostile};

/* Returns the length of the spelling of one URL. Copies the URL if it is not valid or the spelling is
 * not equivalent. */
static size_t made_of(const bench_line *line, bench_made made, char *out)
{
  uriel_ref ref;
  uriel_ref other;
  if (uriel_parse(&ref, line->text, line->len, NULL)) {
    const size_t len = spellings[made](&ref, out);
    const bool fits = len <= line->len + MADE_ROOM - 1;
    if (made == BENCH_PASTED || made == BENCH_HOSTILE)
      return len;
    if (fits && uriel_parse(&other, out, len, NULL) &&
        (made == BENCH_PATH || uriel_equal(&ref, &other, URIEL_LEVEL_SCHEME)))
      return len;
  }
  memcpy(out, line->text, line->len);
  return line->len;
}

static bool made_all(bench_urls *urls, bench_made made)
{
  char *out = malloc(urls->bytes + urls->count * MADE_ROOM);
  bench_line *lines = calloc(urls->count, sizeof *lines);
  urls->made_strings[made] = out;
  urls->made[made] = lines;
  if (!out || !lines)
    return false;
  for (size_t i = 0; i < urls->count; i++) {
    lines[i] = (bench_line){out, made_of(&urls->lines[i], made, out)};
    out += lines[i].len;
    *out++ = 0;
  }
  return true;
}

bool bench_urls_make(bench_urls *urls)
{
  for (bench_made made = BENCH_COPY; made < BENCH_MADE; made++) {
    if (!made_all(urls, made)) {
      fprintf(stderr, "uriel-bench: %s: out of memory\n", urls->name);
      return false;
    }
  }
  return true;
}

/* SPDX-License-Identifier: MIT */
/* Scheme-specific parts of URIs, in every generation: reads them in a scratch buffer of the exact size;
 * they have the scheme's names; for RFC 3986, builds the same parts from the result; the local path of a
 * file URI leads back to it. Input: a reference and, on a second line, a local path. */
#include "fuzz.h"

#include "uriel_scheme.h"
#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 64 };

typedef struct scheme_read {
  uriel_own_part parts[PARTS_MAX];
  size_t count;
  char *scratch;
} scheme_read;

static scheme_read read_scheme(const uriel_ref *ref)
{
  scheme_read read;
  uriel_error error;
  const size_t capacity = (size_t)ref->length * 2;
  read.scratch = room(capacity);
  read.count = uriel_scheme_parts(read.parts, PARTS_MAX, ref, read.scratch, capacity, &error);
  fuzz_must((read.count == URIEL_FAILED) == (error.code != URIEL_ERROR_NONE), "an error or parts");
  if (read.count == URIEL_FAILED) {
    fuzz_must(error.offset <= ref->length && error.begin <= ref->length &&
                  error.length <= ref->length - error.begin,
              "an error lies in the reference");
    char words[256];
    const size_t len = uriel_error_describe(&error, ref->text, ref->length, words, sizeof words);
    for (size_t i = 0; i < len && i < sizeof words; i++)
      fuzz_must(words[i] >= ' ' && words[i] <= '~', "an error message is printable ASCII");
  }
  return read;
}

/* Built URIs have the scheme in lower case. */
static void must_agree(const scheme_read *a, const scheme_read *b)
{
  fuzz_must(b->count == a->count, "as many parts");
  for (size_t i = 0; i < a->count; i++)
    fuzz_must(
        strcmp(a->parts[i].name, b->parts[i].name) == 0 &&
            (strcmp(a->parts[i].name, "scheme") == 0 || text_equal(a->parts[i].text, b->parts[i].text)),
        "the same parts");
}

typedef struct scheme_source {
  uriel_text scheme;
  const scheme_read *read;
  uriel_error *error;
} scheme_source;

static size_t write_scheme(const void *context, char *out, size_t capacity)
{
  const scheme_source *const in = context;
  size_t need = 0;
  for (size_t i = 0; i < in->read->count; i++)
    need += 3 * in->read->parts[i].text.len + 1;
  char *const pieces = room(need);
  const size_t len = uriel_scheme_build(in->scheme.ptr, in->scheme.len, in->read->parts, in->read->count,
                                        pieces, need, out, capacity, in->error);
  const uriel_error *const error = in->error;
  if (len == URIEL_FAILED && error->part &&
      uriel_scheme_part_is_list(in->scheme.ptr, in->scheme.len, error->part, strlen(error->part)))
    fuzz_must(error->begin <= need && error->length <= need - error->begin &&
                  error->offset >= error->begin && error->offset - error->begin <= error->length,
              "the error of a list lies in an item");
  free(pieces);
  return len;
}

/* Whether the error is about a part that would be a dot segment, which can be read but not built. */
static bool is_dots(const uriel_error *error, const scheme_read *read)
{
  bool dots = false;
  for (size_t i = 0; i < read->count; i++) {
    const uriel_text text = read->parts[i].text;
    for (size_t j = 0; j < text.len && !dots; j++)
      dots = text.ptr[j] == '.' && (j == 0 || text.ptr[j - 1] == '/' || text.ptr[j - 1] == '.') &&
             (j + 1 == text.len || text.ptr[j + 1] == '/' || text.ptr[j + 1] == '.');
  }
  return dots && error->code == URIEL_ERROR_PART_FORM;
}

/* Every part is one of the scheme's, whose names are the same in a smaller array. */
static void check_names(uriel_text scheme, const scheme_read *read, size_t few)
{
  const char *names[PARTS_MAX], *first[PARTS_MAX];
  const size_t count = uriel_scheme_part_names(names, PARTS_MAX, scheme.ptr, scheme.len);
  const size_t some = few < count ? few : count;
  fuzz_must(count > 0 && count <= PARTS_MAX, "a scheme with parts has names");
  fuzz_must(uriel_scheme_part_names(NULL, 0, scheme.ptr, scheme.len) == count &&
                uriel_scheme_part_names(first, some, scheme.ptr, scheme.len) == count &&
                memcmp(first, names, some * sizeof *names) == 0,
            "the same names in a smaller array");
  size_t at = 0; /* in the order of the struct */
  for (size_t i = 0; i < read->count; i++) {
    if (strcmp(read->parts[i].name, "scheme") == 0)
      continue;
    while (at < count && strcmp(names[at], read->parts[i].name) != 0)
      at++;
    fuzz_must(at < count, "a part has one of the names, in their order");
  }
}

/* Parts that an older document permits may not be valid today. Everything read under RFC 3986 can be
 * built, except dot segments. */
static void check_scheme(const uriel_ref *ref)
{
  const scheme_read read = read_scheme(ref);
  if (read.count == URIEL_FAILED || read.count == 0 || read.count > PARTS_MAX) {
    free(read.scratch);
    return;
  }
  uriel_error error;
  check_names(uriel_scheme(ref), &read, ref->length);
  const scheme_source source = {uriel_scheme(ref), &read, &error};
  const uriel_text built = text_written(write_scheme, &source);
  uriel_ref again;
  fuzz_must(built.ptr || uriel_spec_of(ref) != URIEL_SPEC_RFC3986 || is_dots(&error, &read),
            "parts are built");
  if (built.ptr) {
    fuzz_must(fuzz_reference(&again, built), "the result is a reference");
    const scheme_read reread = read_scheme(&again);
    if (uriel_spec_of(ref) == URIEL_SPEC_RFC3986)
      must_agree(&read, &reread);
    free(reread.scratch);
  }
  text_free(built);
  free(read.scratch);
}

typedef struct local_source {
  const uriel_ref *ref;
  uriel_text path;
  uriel_local_style style;
} local_source;

static size_t write_local(const void *context, char *out, size_t capacity)
{
  const local_source *const in = context;
  return uriel_file_to_local(in->ref, in->style, out, capacity, NULL);
}

static size_t write_from_local(const void *context, char *out, size_t capacity)
{
  const local_source *const in = context;
  return uriel_file_from_local(in->path.ptr, in->path.len, in->style, out, capacity, NULL);
}

/* Whether the path comes back unchanged; Windows paths with "\" between segments. */
static bool same_path(uriel_text a, uriel_text b, uriel_local_style style)
{
  bool same = a.len == b.len;
  for (size_t i = 0; i < a.len && same; i++)
    same = a.ptr[i] == b.ptr[i] || (style == URIEL_LOCAL_WINDOWS && a.ptr[i] == '/' && b.ptr[i] == '\\');
  return same;
}

static void check_path(uriel_text path, uriel_local_style style)
{
  uriel_ref ref;
  const local_source from = {NULL, path, style};
  const uriel_text uri = text_written(write_from_local, &from);
  if (uri.ptr) {
    fuzz_must(fuzz_reference(&ref, uri), "a local path makes a URI");
    const local_source to = {&ref, {NULL, 0}, style};
    const uriel_text back = text_written(write_local, &to);
    fuzz_must(back.ptr && same_path(path, back, style), "a URI leads back to its local path");
    text_free(back);
  }
  text_free(uri);
}

static void check_local(const uriel_ref *ref, uriel_local_style style)
{
  const local_source to = {ref, {NULL, 0}, style};
  const uriel_text path = text_written(write_local, &to);
  if (path.ptr) {
    const local_source from = {NULL, path, style};
    const uriel_text uri = text_written(write_from_local, &from);
    fuzz_must(uri.ptr, "a URI's local path makes a URI");
    text_free(uri);
    check_path(path, style);
  }
  text_free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  uriel_ref ref;
  fuzz_lines(lines, 2, data, size);
  for (int spec = 0; spec <= FUZZ_LAST_SPEC; spec++) {
    if (fuzz_member(&ref, (uriel_spec)spec, lines[0])) {
      check_scheme(&ref);
      check_local(&ref, URIEL_LOCAL_POSIX);
      check_local(&ref, URIEL_LOCAL_WINDOWS);
    }
  }
  if (lines[1].ptr) {
    check_path(lines[1], URIEL_LOCAL_POSIX);
    check_path(lines[1], URIEL_LOCAL_WINDOWS);
  }
  fuzz_free(lines, 2);
  return 0;
}

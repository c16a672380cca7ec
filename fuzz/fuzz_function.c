/* SPDX-License-Identifier: MIT */
/* uriel_function_call and uriel_function_next: bytes that choose the function, the document, a level or
 * component, a number and a capacity; then a line that is the second argument, and the first one. The
 * bound suffices, two calls are equal, a smaller buffer gives the same or an error, a parsed reference
 * is as good as its text, texts are where the header says, hash() is the hash of normalize(), key() the
 * SHA-256 of key_text(), and filename() of a name the same name. */
#include "fuzz.h"
#include "uriel_function.h"
#include "uriel_spec.h"
#include "uriel_url.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES = 5, CHANGES_MAX = 8 };

/* A call, and its result in one text: its kinds, numbers and texts. */
typedef struct fuzz_call {
  const uriel_function *function;
  uriel_value arguments[URIEL_FUNCTION_ARGUMENTS];
  size_t count;
  uriel_text changes[CHANGES_MAX];
} fuzz_call;

typedef struct fuzz_written {
  char *bytes;
  size_t len, room;
  uriel_error_code code;
} fuzz_written;

static void write_bytes(fuzz_written *to, const void *bytes, size_t len)
{
  if (!bytes || len == 0)
    return;
  if (to->len + len > to->room) {
    to->room = 2 * (to->len + len) + 64;
    to->bytes = realloc(to->bytes, to->room);
    if (!to->bytes)
      die("out of memory");
  }
  memcpy(to->bytes + to->len, bytes, len);
  to->len += len;
}

static bool is_in(uriel_text part, const char *begin, size_t len)
{
  const uintptr_t at = (uintptr_t)part.ptr, from = (uintptr_t)begin;
  return at >= from && at - from <= len && part.len <= len - (at - from);
}

/* Whether a text is part of the buffers or of an argument. Constants are short names. */
static bool is_at_home(const fuzz_call *call, uriel_text text, const char *out, size_t capacity,
                       const char *more, size_t more_capacity)
{
  enum { CONSTANT_MAX = 64 };
  bool home = is_in(text, out, capacity) || is_in(text, more, more_capacity);
  for (size_t i = 0; i < call->count; i++) {
    const uriel_value *const value = &call->arguments[i];
    home |= value->kind == URIEL_KIND_TEXT && is_in(text, value->text.ptr, value->text.len);
    home |= value->kind == URIEL_KIND_REFERENCE && is_in(text, value->ref->text, value->ref->length);
  }
  return home || text.len == 0 || (text.ptr && text.len < CONSTANT_MAX && text.ptr[text.len] == '\0');
}

static void write_value(fuzz_written *to, const fuzz_call *call, const uriel_value *value,
                        const char *out, size_t capacity, const char *more, size_t more_capacity)
{
  fuzz_must(*uriel_kind_name(value->kind) != '\0', "a result has a kind");
  write_bytes(to, &value->kind, sizeof value->kind);
  if (value->kind == URIEL_KIND_BOOL)
    fuzz_must(value->integer == 0 || value->integer == 1, "a truth is 0 or 1");
  if (value->kind == URIEL_KIND_BOOL || value->kind == URIEL_KIND_INTEGER)
    write_bytes(to, &value->integer, sizeof value->integer);
  if (value->kind != URIEL_KIND_TEXT)
    return;
  fuzz_must(value->text.ptr != NULL, "a text is defined");
  fuzz_must(is_at_home(call, value->text, out, capacity, more, more_capacity),
            "a text is where it may be");
  write_bytes(to, &value->text.len, sizeof value->text.len);
  write_bytes(to, value->text.ptr, value->text.len);
}

static uriel_error_code write_list(fuzz_written *to, const fuzz_call *call, uriel_value *list,
                                   const char *more, size_t more_capacity, size_t capacity)
{
  uriel_value fields[URIEL_FUNCTION_FIELDS];
  uriel_error error;
  char *const out = room(capacity);
  while (uriel_function_next(list, fields, out, capacity, &error))
    for (size_t i = 0; i < call->function->field_count; i++) {
      fuzz_must(fields[i].kind == URIEL_KIND_UNDEFINED ||
                    fields[i].kind == call->function->fields[i].kind,
                "a field is of its kind");
      write_value(to, call, &fields[i], out, capacity, more, more_capacity);
    }
  free(out);
  return error.code;
}

/* Calls with a buffer of exactly `capacity` bytes. */
static fuzz_written run(const fuzz_call *call, size_t capacity)
{
  fuzz_written to = {0};
  uriel_value result;
  uriel_error error;
  char *const out = room(capacity);
  if (!uriel_function_call(&result, call->function, call->arguments, call->count, out, capacity,
                           &error)) {
    char why[URIEL_FUNCTION_DESCRIBE_MAX];
    const size_t len = uriel_function_describe(call->function, &error, why, sizeof why);
    fuzz_must(len > 0 && len <= sizeof why, "an error has a description");
    fuzz_must(result.kind == URIEL_KIND_UNDEFINED, "an error has no result");
    to.code = error.code;
  } else if (result.kind == URIEL_KIND_LIST) {
    write_bytes(&to, &result.kind, sizeof result.kind);
    to.code = write_list(&to, call, &result, out, capacity, capacity);
  } else {
    fuzz_must(result.kind == URIEL_KIND_UNDEFINED || result.kind == call->function->result,
              "a result is of its kind");
    write_value(&to, call, &result, out, capacity, NULL, 0);
  }
  free(out);
  return to;
}

static void must_equal(fuzz_written a, fuzz_written b, const char *what)
{
  fuzz_must(a.code == b.code && a.len == b.len && (a.len == 0 || memcmp(a.bytes, b.bytes, a.len) == 0),
            what);
}

/* The text of a call of another function with the same arguments; undefined without one. */
static uriel_text text_of(const char *name, const fuzz_call *call, char **out)
{
  uriel_value result;
  const uriel_function *const function = uriel_function_find(name, strlen(name));
  const size_t bound = uriel_function_bound(function, call->arguments, call->count);
  *out = room(bound);
  fuzz_must(uriel_function_call(&result, function, call->arguments, call->count, *out, bound, NULL),
            "a sibling takes the same arguments");
  return result.kind == URIEL_KIND_TEXT ? result.text : text_from(NULL, 0);
}

static void check_siblings(const fuzz_call *call, fuzz_written written)
{
  char *out;
  if (strcmp(call->function->name, "hash") == 0 && written.code == URIEL_ERROR_NONE) {
    const uriel_text normal = text_of("normalize", call, &out);
    const int64_t hash = (int64_t)(normal.ptr ? uriel_hash_bytes(normal.ptr, normal.len, 0) : 0);
    fuzz_must(!normal.ptr || (written.len == sizeof(uriel_kind) + sizeof hash &&
                              memcmp(written.bytes + sizeof(uriel_kind), &hash, sizeof hash) == 0),
              "hash() is the hash of normalize()");
    free(out);
  }
  if (strcmp(call->function->name, "key") == 0 && written.code == URIEL_ERROR_NONE) {
    uint8_t digest[32];
    char digits[33] = "";
    const uriel_text text = text_of("key_text", call, &out);
    uriel_sha256(digest, text.ptr ? text.ptr : "", text.len);
    for (size_t i = 0; i < 16; i++)
      snprintf(digits + 2 * i, 3, "%02x", digest[i]);
    uriel_digest pieces;
    uint8_t other[32];
    uriel_digest_start(&pieces);
    for (size_t i = 0, len = 1; i < text.len; i += len, len = len % 100 + 7)
      uriel_digest_add(&pieces, text.ptr + i, len < text.len - i ? len : text.len - i);
    uriel_digest_end(&pieces, other);
    fuzz_must(memcmp(digest, other, sizeof digest) == 0, "a digest does not depend on the pieces");
    fuzz_must(text.ptr ? written.len > 32 && memcmp(written.bytes + written.len - 32, digits, 32) == 0
                       : written.len == sizeof(uriel_kind),
              "key() is the SHA-256 of key_text()");
    free(out);
  }
  if (strcmp(call->function->name, "guard") == 0 && written.len > sizeof(uriel_kind)) {
    const uriel_function *const agree = uriel_function_find("agree", 5);
    uriel_value guards, agrees;
    const size_t bound = uriel_function_bound(call->function, call->arguments, 1);
    out = room(bound);
    fuzz_must(uriel_function_call(&guards, call->function, call->arguments, 1, out, bound, NULL) &&
                  uriel_function_call(&agrees, agree, call->arguments, 1, out, bound, NULL) &&
                  guards.integer <= agrees.integer,
              "guard() implies agree()");
    free(out);
  }
  const size_t head = sizeof(uriel_kind) + sizeof(size_t); /* what write_value writes before a text */
  if (strcmp(call->function->name, "filename") == 0 && written.len >= head) {
    const uriel_text name = {written.bytes + head, written.len - head};
    const fuzz_call again = {
        .function = call->function, .arguments = {{.kind = URIEL_KIND_TEXT, .text = name}}, .count = 1};
    fuzz_written got = run(&again, uriel_function_bound(again.function, again.arguments, 1));
    fuzz_must(name.len > 0 && name.len < 256 && name.ptr[name.len - 1] != '.', "the name is safe");
    for (size_t i = 0; i < name.len; i++)
      fuzz_must((unsigned char)name.ptr[i] >= ' ' && !strchr("/\\:", name.ptr[i]), "the name is safe");
    must_equal(got, written, "filename() of a name is the same name");
    free(got.bytes);
  }
}

/* References that are parsed before give the same result, with or without the name of the document. */
static void check_parsed(fuzz_call call, fuzz_written expected, uriel_spec spec)
{
  uriel_ref refs[URIEL_FUNCTION_ARGUMENTS];
  char *outs[URIEL_FUNCTION_ARGUMENTS] = {NULL};
  bool parsed = expected.code == URIEL_ERROR_NONE && call.count > 0;
  /* Under the URL standard a text is resolved while it is parsed. */
  if (spec == URIEL_SPEC_WHATWG && strcmp(call.function->name, "resolve") == 0)
    return;
  for (size_t i = 0; i < call.count; i++) {
    uriel_value *const value = &call.arguments[i];
    if (call.function->arguments[i].kind != URIEL_KIND_REFERENCE || value->kind != URIEL_KIND_TEXT ||
        !value->text.ptr) /* undefined */
      continue;
    const size_t bound = uriel_url_bound(NULL, value->text.len);
    outs[i] = room(bound);
    if (spec == URIEL_SPEC_WHATWG
            ? uriel_url_parse(&refs[i], NULL, value->text.ptr, value->text.len, NULL, outs[i], bound) ==
                  URIEL_FAILED
            : !uriel_parse_as(&refs[i], value->text.ptr, value->text.len, spec, 0, NULL))
      parsed = false;
    else
      *value = (uriel_value){.kind = URIEL_KIND_REFERENCE, .ref = &refs[i]};
  }
  for (int without = 0; parsed && without < 2; without++) {
    call.count -= (size_t)without;
    fuzz_written got = run(&call, uriel_function_bound(call.function, call.arguments, call.count));
    must_equal(got, expected,
               without ? "a reference has its own document" : "a parsed reference is its text");
    free(got.bytes);
  }
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++)
    free(outs[i]);
}

/* Fills the arguments: texts from the lines, words and numbers by choice. */
static void fill(fuzz_call *call, const uriel_text lines[2], const uint8_t choices[CHOICES])
{
  size_t texts = 0;
  for (call->count = 0; call->count < call->function->argument_count; call->count++) {
    const uriel_parameter *const parameter = &call->function->arguments[call->count];
    uriel_value *const value = &call->arguments[call->count];
    size_t words = 0;
    while (parameter->words && parameter->words[words])
      words++;
    if (words > 0) {
      const bool is_spec = strcmp(parameter->name, "spec") == 0;
      *value = (uriel_value){.kind = URIEL_KIND_TEXT,
                             .text = uriel_text_of(parameter->words[choices[is_spec ? 1 : 2] % words])};
    } else if (parameter->kind == URIEL_KIND_INTEGER) {
      *value = (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = (int8_t)choices[3]};
    } else if (parameter->kind == URIEL_KIND_LIST) {
      uriel_text rest = lines[0];
      size_t count = 0;
      while (rest.ptr && count < CHANGES_MAX) {
        const char *const tab = rest.len ? memchr(rest.ptr, '\t', rest.len) : NULL;
        const size_t len = tab ? (size_t)(tab - rest.ptr) : rest.len;
        call->changes[count++] = text_from(rest.ptr, len);
        rest = tab ? text_from(tab + 1, rest.len - len - 1) : text_from(NULL, 0);
      }
      *value = (uriel_value){.kind = URIEL_KIND_LIST, .list = call->changes, .count = count};
    } else {
      *value = (uriel_value){.kind = URIEL_KIND_TEXT, .text = lines[texts == 0]};
      texts++;
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  size_t count;
  const uriel_function *const all = uriel_functions(&count);
  if (size < CHOICES)
    return 0;
  fuzz_call call = {.function = &all[data[0] % count]};
  fuzz_lines(lines, 2, data + CHOICES, size - CHOICES);
  fill(&call, lines, data);
  const size_t bound = uriel_function_bound(call.function, call.arguments, call.count);
  fuzz_written first = run(&call, bound), second = run(&call, bound);
  fuzz_must(first.code == URIEL_ERROR_NONE || first.code == URIEL_ERROR_ARGUMENT,
            "only an argument can be wrong if the buffer has the bound");
  must_equal(first, second, "two calls are equal");
  fuzz_written less = run(&call, bound * data[4] / 256);
  if (less.code != URIEL_ERROR_BUFFER_TOO_SMALL)
    must_equal(less, first, "a smaller buffer gives the same");
  check_siblings(&call, first);
  const size_t last = call.function->argument_count - 1;
  const uriel_parameter *const spec = &call.function->arguments[last];
  if (call.function->arguments[0].kind == URIEL_KIND_REFERENCE && strcmp(spec->name, "spec") == 0) {
    size_t words = 0;
    while (spec->words[words])
      words++;
    if (words > 0)
      check_parsed(call, first, (uriel_spec)(data[1] % words));
  }
  free(first.bytes);
  free(second.bytes);
  free(less.bytes);
  fuzz_free(lines, 2);
  return 0;
}

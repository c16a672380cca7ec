/* SPDX-License-Identifier: MIT */
/* Structs of parts as arrays of texts. */
#include "parts.h"
#include "uriel_scheme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uriel_ref parts_reference(const parts_scheme *scheme, uriel_spec spec, uriel_text uri)
{
  uriel_ref ref;
  if (!uriel_parse_as(&ref, uri.ptr, uri.len, spec, 0, NULL))
    die("%s: \"%.*s\" is not a reference", scheme->name, (int)uri.len, uri.ptr);
  return ref;
}

static void parts_need_room(const parts_scheme *scheme, const uriel_ref *ref)
{
  uriel_text texts[PARTS_TEXTS_MAX];
  uriel_error error;
  char *const less = room(ref->length - 1);
  const bool parsed = scheme->parse(texts, ref, less, ref->length - 1, &error);
  if (parsed || (error.code != URIEL_ERROR_BUFFER_TOO_SMALL && error.code != URIEL_ERROR_SCHEME_OTHER))
    die("%s: less space than the reference's length", scheme->name);
  free(less);
}

parts_read parts_parse(const parts_scheme *scheme, uriel_spec spec, uriel_text uri)
{
  const uriel_text text = text_copy(uri);
  const uriel_ref ref = parts_reference(scheme, spec, text);
  char *const space = room(ref.length);
  parts_read read = {.valid = false};
  parts_need_room(scheme, &ref);
  read.valid = scheme->parse(read.texts, &ref, space, ref.length, &read.error);
  for (size_t i = 0; i < scheme->texts; i++)
    read.texts[i] = read.valid ? text_copy(read.texts[i]) : (uriel_text){NULL, 0};
  if (read.valid != (read.error.code == URIEL_ERROR_NONE))
    die("%s: \"%.*s\": verdict and error differ", scheme->name, (int)uri.len, uri.ptr);
  free(space);
  text_free(text);
  return read;
}

void parts_free(parts_read *read)
{
  for (size_t i = 0; i < PARTS_TEXTS_MAX; i++)
    text_free(read->texts[i]);
}

static const char *parts_code(uriel_error_code code)
{
  return uriel_error_name(code);
}

typedef struct parts_input {
  const parts_scheme *scheme;
  const void *parts;
} parts_input;

static size_t parts_write(const void *context, char *out, size_t capacity)
{
  const parts_input *const in = context;
  return in->scheme->build(in->parts, out, capacity, NULL);
}

static void parts_same(const parts_scheme *scheme, const uriel_text *given, uriel_text uri)
{
  parts_read read = parts_parse(scheme, URIEL_SPEC_RFC3986, uri);
  if (!read.valid)
    die("%s: \"%.*s\" was built: %s", scheme->name, (int)uri.len, uri.ptr, parts_code(read.error.code));
  for (size_t i = 0; i < scheme->texts; i++)
    if (!text_equal(given[i], read.texts[i]))
      die("%s: \"%.*s\": text %zu is \"%.*s\", not \"%.*s\"", scheme->name, (int)uri.len, uri.ptr, i,
          (int)read.texts[i].len, read.texts[i].ptr, (int)given[i].len, given[i].ptr);
  parts_free(&read);
}

static uriel_text parts_built(const parts_scheme *scheme, const void *parts)
{
  const parts_input in = {scheme, parts};
  uriel_error error;
  if (scheme->build(parts, NULL, 0, &error) == URIEL_FAILED)
    die("%s: not built: %s of %s", scheme->name, parts_code(error.code), error.part);
  return text_written(parts_write, &in);
}

void parts_round_trip(const parts_scheme *scheme, const void *parts)
{
  const uriel_text built = parts_built(scheme, parts);
  parts_same(scheme, parts, built);
  text_free(built);
}

void parts_builds(const parts_scheme *scheme, const void *parts, const char *uri)
{
  const uriel_text built = parts_built(scheme, parts);
  if (!text_equal(built, uriel_text_of(uri)))
    die("%s: built \"%.*s\", not \"%s\"", scheme->name, (int)built.len, built.ptr, uri);
  parts_same(scheme, parts, built);
  text_free(built);
}

static void parts_blamed(const uriel_error *error, uriel_error_code code, const char *part,
                         const char *what)
{
  if (error->code != code)
    die("\"%s\": the error is %s, not %s", what, parts_code(error->code), parts_code(code));
  if (!error->part != !part || (part && strcmp(error->part, part) != 0))
    die("\"%s\": the error's part is %s, not %s", what, error->part ? error->part : "none",
        part ? part : "none");
}

void parts_faulty(const parts_scheme *scheme, uriel_spec spec, const char *uri, uriel_error_code code,
                  const char *part, size_t offset)
{
  const size_t len = strlen(uri);
  parts_read read = parts_parse(scheme, spec, uriel_text_of(uri));
  const uriel_error *const error = &read.error;
  parts_blamed(error, code, part, uri);
  if (error->offset != offset)
    die("\"%s\": the error is at %zu, not %zu", uri, error->offset, offset);
  if (error->begin > offset || offset > error->begin + error->length ||
      error->begin + error->length > len || error->spec != spec)
    die("\"%s\": the error's place is not in its part", uri);
  parts_free(&read);
}

void parts_unbuilt(const parts_scheme *scheme, const void *parts, uriel_error_code code,
                   const char *part)
{
  char out[64];
  uriel_error error;
  memset(out, '~', sizeof out);
  if (scheme->build(parts, out, sizeof out, &error) != URIEL_FAILED)
    die("%s: built in spite of %s", scheme->name, parts_code(code));
  parts_blamed(&error, code, part, scheme->name);
  for (size_t i = 0; i < sizeof out; i++)
    if (out[i] != '~')
      die("%s: a failure wrote something", scheme->name);
}

static uriel_text parts_around(char *buffer, size_t size, const parts_bytes *of, unsigned char byte)
{
  const int before = snprintf(buffer, size, "%s", of->before);
  buffer[before] = (char)byte;
  const int after = snprintf(buffer + before + 1, size - (size_t)before - 1, "%s", of->after);
  return (uriel_text){buffer, (size_t)before + 1 + (size_t)after};
}

static void parts_byte_built(const parts_scheme *scheme, const void *parts, const parts_bytes *of,
                             unsigned char byte)
{
  uriel_text texts[PARTS_TEXTS_MAX];
  char buffer[64];
  memcpy(texts, parts, scheme->texts * sizeof *texts);
  texts[of->at] = parts_around(buffer, sizeof buffer, of, byte);
  if (of->fate(byte) == URIEL_ERROR_NONE)
    parts_round_trip(scheme, texts);
  else
    parts_unbuilt(scheme, texts, of->fate(byte), of->part);
}

static void parts_byte_parsed(const parts_scheme *scheme, const parts_bytes *of, unsigned char byte)
{
  char uri[128], decoded[64];
  snprintf(uri, sizeof uri, "%s%%%02X%s", of->uri_before, byte, of->uri_after);
  const uriel_error_code code = of->fate(byte);
  if (code != URIEL_ERROR_NONE) {
    parts_faulty(scheme, URIEL_SPEC_RFC3986, uri, code, of->part, strlen(of->uri_before));
    return;
  }
  const uriel_text expected = parts_around(decoded, sizeof decoded, of, byte);
  parts_read read = parts_parse(scheme, URIEL_SPEC_RFC3986, uriel_text_of(uri));
  if (!read.valid || !text_equal(read.texts[of->at], expected))
    die("\"%s\": %s, or its %s is another", uri, parts_code(read.error.code), of->part);
  parts_free(&read);
}

void parts_every_byte(const parts_scheme *scheme, const void *parts, const parts_bytes *of)
{
  for (unsigned byte = 0; byte < 256; byte++) {
    parts_byte_built(scheme, parts, of, (unsigned char)byte);
    if (of->uri_before)
      parts_byte_parsed(scheme, of, (unsigned char)byte);
  }
}

uriel_error_code parts_any(unsigned char byte)
{
  (void)byte;
  return URIEL_ERROR_NONE;
}

uriel_error_code parts_of_line(unsigned char byte)
{
  return byte == '\r' || byte == '\n' || byte == 0 ? URIEL_ERROR_PART_LINE_BREAK : URIEL_ERROR_NONE;
}

/* SPDX-License-Identifier: MIT */
/* uriel redact: text without the secrets of its URLs. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/unicode.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "reader/source.h"
#include "uriel_find.h"

enum {
  REDACT_LONGEST = 1 << 20, /* of a word; a longer one is read in pieces */
  REDACT_PASSWORD = 256     /* of a password, after bytes that are not of URIs */
};

struct redact {
  struct buffer names, kept; /* array of const char *: the patterns */
  bool lines;                /* each line is a text of its own */
  bool counts;
  struct buffer files;
  struct general general;
  uriel_redact_options options;
  struct buffer out;
  uint64_t secrets, references;
  int status;
};

/* ---- Words -------------------------------------------------------------------------------------- */

/* Writes a reference, or a word that may be one. */
static void redact_reference(struct redact *self, uriel_text text, uriel_delimiter delimiter)
{
  size_t count;
  buffer_reserve(&self->out, uriel_redact_bound(text.len, &self->options));
  self->out.len =
      uriel_redact(&count, text, delimiter, &self->options, self->out.ptr, self->out.capacity);
  self->secrets += count;
  self->references += count > 0;
  output_put(&standard_out, self->out.ptr, self->out.len);
}

static bool redact_is_end(char byte)
{
  return (byte >= 0 && byte <= ' ') || byte_is_among("\"'`<>", byte);
}

/* Returns the end of the word at `at`, or of its part before a link of Markdown, "](", if `link` is set.
 * Escapes of a string around it end it, too: "\"" and "\n" of JSON, with more backslashes in a string of
 * a string. */
static const char *redact_word_end(const char *at, const char *end, bool link, bool whole)
{
  while (at < end && !redact_is_end(*at)) {
    if (link && end - at > 1 && at[0] == ']' && at[1] == '(')
      return at;
    const char *past = at;
    while (past < end && *past == '\\')
      past++;
    if (past > at && (past == end || redact_is_end(*past) || byte_is_among("nrt", *past)))
      return whole || past < end ? at : end;
    at = past > at ? past : at + 1;
  }
  return at;
}

/* Returns the end without punctuation of the text around the reference. A ")" belongs to the reference
 * if its last segment or value has the "(", such as "/(S(session))". */
static const char *redact_trim(const char *begin, const char *end)
{
  ptrdiff_t open = 0;
  for (const char *at = end; at > begin && !byte_is_among("/?=&#", at[-1]); at--)
    open += (at[-1] == '(') - (at[-1] == ')');
  while (end > begin && byte_is_among(".,;:!?()[]{}", end[-1]) && (end[-1] != ')' || open < 0)) {
    end--;
    open += (*end == ')') - (*end == '(');
  }
  return end;
}

/* Writes text between references. A word in it may be a reference without a scheme, or one that is not
 * recognised: the target of a request in a log, "/a?token=b". */
static void redact_between(struct redact *self, const char *at, const char *end)
{
  while (at < end) {
    const char *const begin = at, *word = at;
    at = redact_word_end(begin, end, false, true);
    bool may = false;
    for (const char *byte = begin; byte < at && !may; byte++)
      may = byte_is_among("=@%\\", *byte) || (*byte == '/' && byte > begin && byte[-1] == '/');
    if (may) {
      word = redact_trim(begin, at);
      redact_reference(self, (uriel_text){begin, (size_t)(word - begin)}, URIEL_DELIMITED_BARE);
    }
    while (at < end && *at == '\\')
      at++;
    at += at < end; /* also the "n" of "\n" */
    output_put(&standard_out, word, (size_t)(at - word));
  }
}

/* Returns the end of the "@" after a password that has bytes which end the hit, as in
 * "https://u:a).b@h", if the hit is a part of an authority; otherwise 0. */
static size_t redact_sign(const char *data, size_t len, bool whole, const uriel_hit *hit)
{
  const char *const begin = data + hit->begin, *const end = data + hit->end;
  const char *at = memchr(begin, ':', hit->end - hit->begin), *sign = NULL;
  while (at && at < end && byte_is_among(":/\\", *at))
    at++;
  bool has_sign = false;
  for (; at && at < end && !byte_is_among("/?#", *at); at++)
    has_sign = has_sign || *at == '@';
  if (at != end)
    return 0;
  const size_t most = len - hit->end < REDACT_PASSWORD ? len : hit->end + REDACT_PASSWORD;
  const char *const stop = redact_word_end(end, data + most, false, whole || most < len);
  for (; at < stop && !(has_sign && byte_is_among("/?#", *at)); at++) {
    sign = *at == '@' ? at : sign;
    has_sign = has_sign || sign;
  }
  return sign ? (size_t)(sign + 1 - data) : 0;
}

/* Extends a hit to the word around it, as in "/a?u=http:b", and over bytes that no URI has,
 * "?password=a|b", and unbalanced parentheses, except a link of Markdown. `done` is the end of the last
 * one. */
static void redact_extend(const char *data, size_t len, bool whole, size_t done, uriel_hit *hit)
{
  if (hit->delimiter != URIEL_DELIMITED_BARE && hit->delimiter != URIEL_DELIMITED_BRACKET)
    return;
  const size_t sign = redact_sign(data, len, whole, hit);
  if (sign == 0 && hit->delimiter == URIEL_DELIMITED_BRACKET)
    return;
  size_t begin = hit->begin, end = sign > 0 ? sign : hit->end;
  bool around = false;
  hit->delimiter = URIEL_DELIMITED_BARE;
  while (begin > done && !redact_is_end(data[begin - 1]) &&
         (begin - done < 2 || data[begin - 2] != '\\' || !byte_is_among("nrt", data[begin - 1])))
    around = memchr("=/?", data[--begin], 3) || around;
  hit->begin = around ? begin : hit->begin;
  if (end < len && (around || sign > 0 || byte_is_among("|^{}[]()\\:", data[end])))
    end = (size_t)(redact_word_end(data + end, data + len, !around, whole) - data);
  if (whole || end < len)
    end = (size_t)(redact_trim(data + hit->begin, data + end) - data);
  hit->end = end;
}

/* Writes text up to the first place that depends on text still to come, and returns that place. */
static size_t redact_text(struct redact *self, const char *data, size_t len, bool whole)
{
  static const uriel_find_options options = {.options = URIEL_FIND_ANY_SCHEME | URIEL_FIND_ABBREVIATED};
  size_t from = 0, done = 0;
  uriel_hit hit;
  while (uriel_find(&hit, &from, data, len, whole, &options)) {
    redact_extend(data, len, whole, done, &hit);
    if (hit.end == len && !whole && len - hit.begin < REDACT_LONGEST) {
      from = hit.begin;
      break;
    }
    redact_between(self, data + done, data + hit.begin);
    redact_reference(self, (uriel_text){data + hit.begin, hit.end - hit.begin}, hit.delimiter);
    done = hit.end;
    from = from > done ? from : done;
  }
  size_t to = whole ? len : from;
  while (!whole && to > done && !redact_is_end(data[to - 1]))
    to--;
  if (len - to > REDACT_LONGEST)
    to = len;
  redact_between(self, data + done, data + to);
  return to > done ? to : done;
}

/* ---- Files -------------------------------------------------------------------------------------- */

static void redact_read(struct redact *self, int fd, const char *name)
{
  struct source source = {0};
  struct stat status;
  if (fstat(fd, &status) == 0 && output_is_file(&status))
    die(STATUS_USAGE, "%s and standard output are the same file: send the output to another one", name);
  bool is_text = true;
  source_start(&source, source_read_file, &fd);
  do {
    const bool read = source_fill(&source, source.len + 1);
    const char *const data = source.data ? source.data : "";
    if (is_text && memchr(data, '\0', source.len)) {
      is_text = false;
      self->status = STATUS_INVALID;
      message("%s: has NUL bytes, as UTF-16 and binary files do: secrets may be left in the output",
              name);
    }
    if (!read) {
      self->status = STATUS_IO;
      message("cannot read %s: %s", name, source_reason(source.error));
    }
    size_t len = source.len;
    while (self->lines && !source.ended && len > 0 && data[len - 1] != '\n')
      len--;
    if (len == 0 && source.len > REDACT_LONGEST)
      len = source.len;
    size_t at = 0;
    while (self->lines && at < len) {
      const char *const feed = memchr(data + at, '\n', len - at);
      const size_t end = feed ? (size_t)(feed - data) + 1 : len;
      at += redact_text(self, data + at, end - at, true);
    }
    if (!self->lines)
      at = redact_text(self, data, len, source.ended);
    source_drop(&source, at);
    output_flush_both();
  } while (!source.ended);
  source_free(&source);
}

static void redact_path(void *context, const char *path)
{
  struct redact *const self = context;
  if (strcmp(path, "-") == 0) {
    redact_read(self, STDIN_FILENO, "standard input");
    return;
  }
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    self->status = STATUS_IO;
    message("cannot read %s: %s", path, strerror(errno));
    files_note_reference("redact", path);
    return;
  }
  redact_read(self, fd, path);
  close(fd);
}

/* ---- Options ------------------------------------------------------------------------------------ */

static const struct option_spec redact_options[] = {
    {0, "parameter", "GLOB", "also replace the values of these parameters", OPTION_CALL,
     OPTION_TO(struct redact, names), .call = option_pattern, .many = true},
    {0, "keep", "GLOB", "keep the values of these parameters", OPTION_CALL,
     OPTION_TO(struct redact, kept), .call = option_pattern, .many = true},
    {0, "replace", "TEXT", "write TEXT for a secret; default: REDACTED", OPTION_LINE,
     OPTION_TO(struct redact, options.replacement)},
    {0, "lines", NULL,
     "each line is a text of its own, and is written at\nonce: for logs that are still growing",
     OPTION_FLAG, OPTION_TO(struct redact, lines)},
    {0, "count", NULL, "report the number of secrets on standard error", OPTION_FLAG,
     OPTION_TO(struct redact, counts)},
    {'f', "file", "FILE", "read FILE as an operand; can be given several times", OPTION_CALL,
     OPTION_TO(struct redact, files), .call = files_add, .many = true},
    {0}};

/* Replaces the names of an array by texts. Returns their number. */
static size_t redact_names(struct buffer *names)
{
  struct buffer texts = {0};
  const size_t count = ARRAY_COUNT(const char *, *names);
  for (size_t i = 0; i < count; i++) {
    const uriel_text name = uriel_text_of(ARRAY_OF(const char *, *names)[i]);
    buffer_append(&texts, &name, sizeof name);
  }
  buffer_free(names);
  *names = texts;
  return count;
}

int cmd_redact(int argc, char **argv)
{
  static struct redact self; /* never freed */
  struct option_reader reader = {
      .command = "redact", .tables = {{redact_options, &self}}, .argc = argc, .argv = argv};
  reader.tables[1] = general_table(&self.general, 0, NULL);
  option_read(&reader);
  files_refuse(&self.files, &reader, true);
  self.options.name_count = redact_names(&self.names);
  self.options.kept_count = redact_names(&self.kept);
  self.options.names = ARRAY_OF(uriel_text, self.names);
  self.options.kept = ARRAY_OF(uriel_text, self.kept);
  const size_t files = ARRAY_COUNT(const char *, self.files);
  for (size_t i = 0; i < reader.operand_count; i++)
    redact_path(&self, reader.operands[i]);
  for (size_t i = 0; i < files; i++)
    redact_path(&self, ARRAY_OF(const char *, self.files)[i]);
  if (files + reader.operand_count == 0)
    redact_path(&self, "-");
  if (self.counts)
    message("%" PRIu64 " %s in %" PRIu64 " %s replaced", self.secrets,
            self.secrets == 1 ? "secret" : "secrets", self.references,
            self.references == 1 ? "reference was" : "references were");
  return self.status;
}

/* SPDX-License-Identifier: MIT */
/* Lines of tokens, whose quotes can contain line feeds. */
#include "prospero.h"

#include <stdio.h>

#include "base/escape.h"
#include "uriel_site.h"

/* What stays in a URI. */
#define PROSPERO_KEPT "-._~/"

/* A line; its tokens are in `text`, in the order of `ends`. */
struct prospero_line {
  struct buffer text;
  size_t ends[PROSPERO_TOKENS];
  size_t count; /* of the tokens that are kept */
};

static uriel_text prospero_token(const struct prospero_line *line, size_t index)
{
  const size_t begin = index == 0 ? 0 : line->ends[index - 1];
  if (index >= line->count)
    return uriel_text_of("");
  return line->ends[index] > begin ? (uriel_text){line->text.ptr + begin, line->ends[index] - begin}
                                   : uriel_text_of("");
}

static bool prospero_is(uriel_text token, const char *word)
{
  return token.len == strlen(word) && memcmp(token.ptr, word, token.len) == 0;
}

static void prospero_end_token(struct prospero_line *line)
{
  if (line->count < PROSPERO_TOKENS)
    line->ends[line->count++] = line->text.len;
}

/* Reads a line from the start of the text, and moves the text after it. Returns false if a quote has no
 * end. */
static bool prospero_next(struct prospero_line *line, uriel_text *text)
{
  bool quoted = false, within = false;
  size_t at = 0;
  line->count = line->text.len = 0;
  for (; at < text->len && (quoted || text->ptr[at] != '\n'); at++) {
    const char c = text->ptr[at];
    const bool doubled = c == '\'' && quoted && at + 1 < text->len && text->ptr[at + 1] == '\'';
    const bool blank = (c == ' ' || c == '\t') && !quoted;
    if (blank && within)
      prospero_end_token(line);
    within = !blank;
    at += doubled;
    if (c == '\'' && !doubled)
      quoted = !quoted;
    else if (!blank && line->count < PROSPERO_TOKENS)
      buffer_append(&line->text, &c, 1);
  }
  if (within)
    prospero_end_token(line);
  at += at < text->len;
  *text = (uriel_text){text->ptr + at, text->len - at};
  return !quoted;
}

/* ---- URIs ----------------------------------------------------------------------------------------- */

static void prospero_string(struct buffer *out, const char *string)
{
  buffer_append(out, string, strlen(string));
}

/* Appends the scheme and the authority of "HOST(PORT)"; an empty host is the host of the request. */
static void prospero_authority(struct buffer *out, const char *scheme, uriel_text host,
                               const struct prospero_place *place)
{
  char digits[NUMBER_DIGITS];
  const char *const open = host.len > 0 ? memchr(host.ptr, '(', host.len) : NULL;
  uriel_text port =
      open ? (uriel_text){open + 1, (size_t)(host.ptr + host.len - open - 1)} : uriel_text_of("");
  const bool own = host.len == 0, is_prospero = strcmp(scheme, "prospero") == 0;
  uint64_t number = own && is_prospero ? place->port : 0;
  if (port.len > 0 && port.ptr[port.len - 1] == ')')
    port.len--;
  if (open)
    host.len = (size_t)(open - host.ptr);
  if (own)
    host = place->host;
  prospero_string(out, scheme);
  prospero_string(out, "://");
  uriel_address address;
  const bool is_ipv6 =
      uriel_address_parse(&address, host.ptr, host.len) && memchr(host.ptr, ':', host.len);
  buffer_append(out, "[", is_ipv6);
  if (is_ipv6)
    buffer_append(out, host.ptr, host.len);
  else
    buffer_append_encoded(out, host, PROSPERO_KEPT);
  buffer_append(out, "]", is_ipv6);
  if (number || number_read(port, UINT16_MAX, &number)) {
    const uriel_text shown = number_text(digits, number);
    buffer_append(out, ":", number > 0);
    buffer_append(out, shown.ptr, number > 0 ? shown.len : 0);
  }
}

/* Appends "prospero://HOST/NAME". */
static void prospero_append_uri(struct buffer *out, uriel_text host, uriel_text name,
                                const struct prospero_place *place)
{
  prospero_authority(out, "prospero", host, place);
  buffer_append(out, "/", 1);
  buffer_append_encoded(out, name, PROSPERO_KEPT);
}

/* Writes the URI of an access method. Returns false if the client does not have it: the files of this
 * machine are not for URIs from outside. */
static bool prospero_method(struct prospero_answer *answer, const struct prospero_line *line,
                            size_t first, const struct prospero_place *place)
{
  static const char wais[] = "WAIS/OBJECT/";
  const uriel_text method = prospero_token(line, first), host = prospero_token(line, first + 2);
  const uriel_text given = prospero_token(line, first + 4), last = prospero_token(line, first + 5);
  const uriel_text name = given.len > 0 ? given : place->name;
  struct buffer *const out = &answer->location;
  out->len = 0;
  if (prospero_is(method, "AFTP")) {
    prospero_authority(out, "ftp", host, place);
    prospero_string(out, name.len > 0 && *name.ptr == '/' ? "" : "/");
    buffer_append_encoded(out, name, PROSPERO_KEPT);
    prospero_string(out, prospero_is(last, "TEXT") ? ";type=a" : ";type=i");
  } else if (prospero_is(method, "GOPHER")) {
    prospero_authority(out, "gopher", host, place);
    buffer_append(out, "/", 1);
    buffer_append_encoded(out, last.len == 1 ? last : (uriel_text){name.ptr, name.len > 0},
                          PROSPERO_KEPT);
    buffer_append_encoded(
        out, last.len == 1 || name.len == 0 ? name : (uriel_text){name.ptr + 1, name.len - 1},
        PROSPERO_KEPT);
  } else if (prospero_is(method, "WAIS") && name.len > sizeof wais - 1 &&
             memcmp(name.ptr, wais, sizeof wais - 1) == 0) {
    prospero_authority(out, "wais", host, place);
    buffer_append(out, "/", 1);
    buffer_append_encoded(out, (uriel_text){name.ptr + sizeof wais - 1, name.len - (sizeof wais - 1)},
                          PROSPERO_KEPT);
  } else if (prospero_is(method, "TELNET")) {
    prospero_authority(out, "telnet", host, place);
  } else if (!prospero_is(method, "PROSPERO-CONTENTS")) {
    return false;
  }
  snprintf(answer->code, sizeof answer->code, "%.*s", (int)method.len, method.ptr);
  return true;
}

/* ---- Lines ---------------------------------------------------------------------------------------- */

static void prospero_code(struct prospero_answer *answer, uriel_text word)
{
  snprintf(answer->code, sizeof answer->code, "%.*s", (int)word.len, word.ptr);
}

/* Keeps the words of a failure, from that token on. */
static void prospero_message(struct prospero_answer *answer, const struct prospero_line *line,
                             size_t first)
{
  answer->message.len = 0;
  for (size_t i = first; i < line->count; i++) {
    const uriel_text token = prospero_token(line, i);
    buffer_append(&answer->message, " ", i > first);
    buffer_append(&answer->message, token.ptr, token.len);
  }
}

/* "ATTRIBUTE precedence nature name [type] value..." */
static void prospero_attribute(struct prospero_answer *answer, const struct prospero_line *line,
                               const struct prospero_place *place)
{
  const uriel_text name = prospero_token(line, 3), type = prospero_token(line, 4);
  const size_t value =
      prospero_is(type, "SEQUENCE") || prospero_is(type, "LINK") || prospero_is(type, "FILTER") ? 5 : 4;
  if (!prospero_is(prospero_token(line, 1), "OBJECT"))
    return;
  if (prospero_is(name, "ACCESS-METHOD") && !answer->code[0]) {
    prospero_method(answer, line, value, place);
  } else if (prospero_is(name, "CONTENTS") && prospero_is(prospero_token(line, value), "DATA")) {
    const uriel_text data = prospero_token(line, value + 1);
    buffer_put(&answer->contents, data.ptr, data.len);
    prospero_code(answer, uriel_text_of("CONTENTS"));
  }
}

/* "LINK type target name host-type host hsoname-type hsoname version" */
static void prospero_link(struct prospero_answer *answer, const struct prospero_line *line,
                          const struct prospero_place *place)
{
  const uriel_text name = prospero_token(line, 3), target = prospero_token(line, 2);
  struct buffer *const out = &answer->links;
  prospero_code(answer, uriel_text_of("LINK"));
  prospero_string(out, "# ");
  for (size_t i = 0; i < name.len; i++)
    buffer_append(out, (unsigned char)name.ptr[i] < ' ' ? " " : name.ptr + i, 1);
  prospero_string(out, "\r\n");
  if (prospero_is(target, "SYMBOLIC") || prospero_is(target, "NULL"))
    return;
  prospero_append_uri(out, prospero_token(line, 5), prospero_token(line, 7), place);
  prospero_string(out, "\r\n");
}

static void prospero_take(struct prospero_answer *answer, const struct prospero_line *line,
                          const struct prospero_place *place)
{
  const uriel_text word = prospero_token(line, 0);
  const bool is_failure = prospero_is(word, "FAILURE");
  if (prospero_is(word, "ATTRIBUTE")) {
    prospero_attribute(answer, line, place);
  } else if (prospero_is(word, "LINK")) {
    prospero_link(answer, line, place);
  } else if (prospero_is(word, "NONE-FOUND") && !answer->code[0]) {
    prospero_code(answer, word);
  } else if (prospero_is(word, "FORWARDED")) {
    prospero_code(answer, word);
    answer->location.len = 0;
    prospero_append_uri(&answer->location, prospero_token(line, 2), prospero_token(line, 4), place);
  } else if (is_failure || prospero_is(word, "ERROR") || prospero_is(word, "VERSION-NOT-SUPPORTED")) {
    prospero_code(answer, is_failure ? prospero_token(line, 1) : word);
    prospero_message(answer, line, 0);
  }
}

bool prospero_read(struct prospero_answer *answer, uriel_text text, const struct prospero_place *place)
{
  struct prospero_line line = {.count = 0};
  bool good = true;
  answer->code[0] = '\0';
  answer->message.len = answer->contents.len = answer->links.len = answer->location.len = 0;
  while (good && text.len > 0) {
    good = prospero_next(&line, &text);
    if (good && line.count > 0)
      prospero_take(answer, &line, place);
  }
  /* No method that the client has. */
  if (good && !answer->code[0])
    prospero_code(answer, uriel_text_of("NONE-FOUND"));
  buffer_free(&line.text);
  return good;
}

void prospero_free(struct prospero_answer *answer)
{
  buffer_free(&answer->message);
  buffer_free(&answer->contents);
  buffer_free(&answer->links);
  buffer_free(&answer->location);
}

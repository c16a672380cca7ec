/* SPDX-License-Identifier: MIT */
/* The forms of replies. */
#include <ctype.h>

#include "reply.h"

/* The states. Lines that end with a line "." are read with a state for each byte of that line. */
enum {
  STATE_HEAD,   /* in the lines with the code */
  STATE_RAW,    /* all bytes up to the end of the connection */
  STATE_COUNT,  /* `left` bytes */
  STATE_BEGIN,  /* at the start of a line */
  STATE_DOT,    /* after "." at the start of a line */
  STATE_DOT_CR, /* after ".\r" */
  STATE_LINE,   /* within a line */
  STATE_LAST,   /* after ".\n", which is the last line if nothing follows */
  STATE_LAST_CR /* after ".\r\n" */
};

/* A text that ends with the connection has a last line "." or not, and only then are other lines that
 * start with ".." to be shortened. From the first such line on it is held. */
static bool reply_is_text_to_end(const struct reply *reply)
{
  return reply->form == URIEL_REPLY_END && reply->use == URIEL_USE_TEXT;
}

void reply_start(struct reply *reply, const uriel_step *step)
{
  reply->ended = reply->is_error = reply->is_holding = false;
  reply->code[0] = '\0';
  reply->head.len = reply->held.len = reply->line = 0;
  reply->left = 0;
  reply->form = step->form;
  reply->use = step->use;
  reply->expected = step->text;
  reply->state = STATE_HEAD;
  if (step->form == URIEL_REPLY_END)
    reply->state = step->use == URIEL_USE_TEXT ? STATE_BEGIN : STATE_RAW;
  else if (step->form == URIEL_REPLY_DOT)
    reply->state = STATE_BEGIN;
}

void reply_free(struct reply *reply)
{
  buffer_free(&reply->head);
  buffer_free(&reply->held);
}

/* ---- Lines up to "." ---------------------------------------------------------------------------- */

/* Passes bytes on, or holds them. */
static bool reply_put(struct reply *reply, const char *data, size_t len, reply_sink *sink, void *context)
{
  if (len == 0)
    return true;
  if (!reply->is_holding)
    return sink(context, data, len);
  buffer_append(&reply->held, data, len);
  if (reply->held.len <= REPLY_HELD)
    return true;
  /* It is too long to wait for the end. */
  reply->is_holding = false;
  return sink(context, reply->held.ptr, reply->held.len);
}

/* A second "." at the start of a line. */
static bool reply_two_dots(struct reply *reply, reply_sink *sink, void *context)
{
  const bool is_stuffed = reply->use == URIEL_USE_TEXT || reply->use == URIEL_USE_GROUPS ||
                          reply->use == URIEL_USE_OVERVIEW || reply->use == URIEL_USE_HEADER;
  reply->state = STATE_LINE;
  if (reply_is_text_to_end(reply))
    reply->is_holding |= reply->held.len == 0;
  else if (is_stuffed)
    return reply_put(reply, ".", 1, sink, context);
  return reply_put(reply, "..", 2, sink, context);
}

/* The bytes that a state has kept back. */
static uriel_text reply_kept(int state)
{
  return uriel_text_of(state == STATE_DOT       ? "."
                       : state == STATE_DOT_CR  ? ".\r"
                       : state == STATE_LAST    ? ".\n"
                       : state == STATE_LAST_CR ? ".\r\n"
                                                : "");
}

/* The line "." ends the reply, except in a text that more may follow. */
static void reply_last_line(struct reply *reply, int last)
{
  reply->ended = !reply_is_text_to_end(reply);
  reply->state = last;
}

/* Takes one byte, or the rest of a line. Returns how many. */
static size_t reply_take_line(struct reply *reply, const char *data, size_t len, reply_sink *sink,
                              void *context, bool *good)
{
  const char *const feed = memchr(data, '\n', len);
  const size_t line = feed ? (size_t)(feed - data) + 1 : len;
  if (reply->state == STATE_DOT && *data == '.') {
    *good = reply_two_dots(reply, sink, context);
    return 1;
  }
  if ((reply->state == STATE_DOT || reply->state == STATE_DOT_CR) && *data == '\n') {
    reply_last_line(reply, reply->state == STATE_DOT ? STATE_LAST : STATE_LAST_CR);
    return 1;
  }
  if (reply->state == STATE_DOT && *data == '\r') {
    reply->state = STATE_DOT_CR;
    return 1;
  }
  const uriel_text kept = reply_kept(reply->state);
  const bool begins =
      reply->state == STATE_BEGIN || reply->state == STATE_LAST || reply->state == STATE_LAST_CR;
  *good = reply_put(reply, kept.ptr, kept.len, sink, context);
  if (begins && *data == '.') {
    reply->state = STATE_DOT;
    return 1;
  }
  *good = *good && reply_put(reply, data, line, sink, context);
  reply->state = feed ? STATE_BEGIN : STATE_LINE;
  return line;
}

/* ---- Lines with a code --------------------------------------------------------------------------- */

bool reply_code_in(const struct reply *reply, uriel_text codes)
{
  uriel_text code;
  while (uriel_list_next(&codes, &code, ' '))
    if (code.len > 0 && code.len <= strlen(reply->code) && memcmp(code.ptr, reply->code, code.len) == 0)
      return true;
  return false;
}

static uriel_text reply_line(const struct reply *reply)
{
  const size_t len = reply->head.len - reply->line;
  return len > 0 ? (uriel_text){reply->head.ptr + reply->line, len} : uriel_text_of("");
}

uriel_text reply_text(const struct reply *reply)
{
  uriel_text line = reply_line(reply);
  size_t at = strlen(reply->code);
  at = at < line.len ? at : line.len;
  while (at < line.len && line.ptr[at] == ' ')
    at++;
  return (uriel_text){line.ptr + at, line.len - at};
}

static bool reply_read_code(struct reply *reply, uriel_text line, size_t digits)
{
  if (line.len < digits)
    return false;
  for (size_t i = 0; i < digits; i++)
    if (!isdigit((unsigned char)line.ptr[i]))
      return false;
  memcpy(reply->code, line.ptr, digits);
  reply->code[digits] = '\0';
  return true;
}

/* The line "+N" or "--N" of Gopher+ (Gopher+, 2.3). Returns false if it is not one: the server knows
 * only Gopher, and its answer has begun. */
static bool reply_gopher(struct reply *reply, uriel_text line)
{
  const char sign = line.len > 0 ? line.ptr[0] : 0;
  const uriel_text rest = {line.ptr + 1, line.len > 0 ? line.len - 1 : 0};
  const bool is_minus = rest.len > 0 && rest.ptr[0] == '-';
  reply->is_error = sign == '-';
  if (sign != '+' && sign != '-')
    return false;
  if (rest.len == 2 && is_minus && (rest.ptr[1] == '1' || rest.ptr[1] == '2')) {
    reply->state = rest.ptr[1] == '1' ? STATE_BEGIN : STATE_RAW;
    return true;
  }
  reply->state = STATE_COUNT;
  const size_t skip = sign == '-' && is_minus;
  if (!number_read((uriel_text){rest.ptr + skip, rest.len - skip}, UINT64_MAX, &reply->left))
    return false;
  reply->ended = reply->left == 0;
  return true;
}

/* A line is complete. Returns whether it has the form. */
static bool reply_head_line(struct reply *reply)
{
  const uriel_text line = reply_line(reply);
  const bool is_first = reply->line == 0;
  if (reply->form == URIEL_REPLY_LINES && !is_first) {
    reply->ended =
        line.len >= 3 && memcmp(line.ptr, reply->code, 3) == 0 && (line.len == 3 || line.ptr[3] == ' ');
    return true;
  }
  if (!reply_read_code(reply, line, 3))
    return false;
  reply->ended = !(reply->form == URIEL_REPLY_LINES && line.len > 3 && line.ptr[3] == '-');
  if (reply->form == URIEL_REPLY_BLOCK && reply_code_in(reply, reply->expected)) {
    reply->ended = false;
    reply->state = STATE_BEGIN;
  }
  return true;
}

static bool reply_unfit(const struct reply *reply, struct get_failure *failure)
{
  return get_fail(failure, GET_FAILED,
                  "the server does not speak this protocol: a reply starts with "
                  "%s",
                  reply->form == URIEL_REPLY_BYTES ? "other bytes" : "no code");
}

/* Takes bytes up to the end of a line. Returns how many, or -1. */
static ptrdiff_t reply_take_head(struct reply *reply, const char *data, size_t len, reply_sink *sink,
                                 void *context, struct get_failure *failure)
{
  const char *const feed = memchr(data, '\n', len);
  const size_t line = feed ? (size_t)(feed - data) + 1 : len;
  const bool is_gopher = reply->form == URIEL_REPLY_GOPHER;
  struct buffer *const head = &reply->head;
  buffer_append(head, data, line);
  if (head->len - reply->line > REPLY_LINE || head->len > REPLY_HEAD) {
    get_fail(failure, GET_FAILED, "the server sends a reply without an end");
    return -1;
  }
  /* No line "+N" is longer. */
  const bool is_long = is_gopher && head->len > NUMBER_DIGITS + 5;
  if (!feed && !is_long)
    return (ptrdiff_t)line;
  const size_t whole = head->len;
  while (head->len > reply->line &&
         (head->ptr[head->len - 1] == '\n' || head->ptr[head->len - 1] == '\r'))
    head->len--;
  if (is_long || (is_gopher && !reply_gopher(reply, reply_line(reply)))) {
    reply->is_error = false;
    reply->state = STATE_RAW;
    const bool good = sink(context, head->ptr, whole);
    head->len = 0;
    return good ? (ptrdiff_t)line : -1;
  }
  if (is_gopher) {
    head->len = 0;
    return (ptrdiff_t)line;
  }
  if (!reply_head_line(reply)) {
    reply_unfit(reply, failure);
    return -1;
  }
  if (!reply->ended && reply->state == STATE_HEAD) {
    buffer_append(head, "\n", 1);
    reply->line = head->len;
  }
  return (ptrdiff_t)line;
}

/* ---- Bytes --------------------------------------------------------------------------------------- */

/* An error's text. */
static bool reply_keep(void *context, const char *data, size_t len)
{
  struct reply *const reply = context;
  const size_t space = REPLY_LINE - (reply->head.len < REPLY_LINE ? reply->head.len : REPLY_LINE);
  buffer_append(&reply->head, data, len < space ? len : space);
  return true;
}

static void reply_error_end(struct reply *reply)
{
  struct buffer *const head = &reply->head;
  while (head->len > 0 && isspace((unsigned char)head->ptr[head->len - 1]))
    head->len--;
  reply_read_code(reply, buffer_text(head), 1);
}

/* The bytes `expected`, which have no lines. */
static ptrdiff_t reply_take_bytes(struct reply *reply, const char *data, size_t len,
                                  struct get_failure *failure)
{
  const size_t had = reply->head.len, left = reply->expected.len - had;
  const size_t taken = len < left ? len : left;
  buffer_append(&reply->head, data, taken);
  reply->ended = reply->head.len == reply->expected.len;
  if (memcmp(reply->head.ptr, reply->expected.ptr, reply->head.len) == 0)
    return (ptrdiff_t)taken;
  reply_unfit(reply, failure);
  return -1;
}

ptrdiff_t reply_take(struct reply *reply, const char *data, size_t len, reply_sink *sink, void *context,
                     struct get_failure *failure)
{
  size_t at = 0;
  bool good = true;
  failure->status = GET_DONE;
  if (reply->form == URIEL_REPLY_BYTES)
    return reply_take_bytes(reply, data, len, failure);
  while (at < len && good && !reply->ended) {
    const bool keeps = reply->is_error;
    reply_sink *const to = keeps ? reply_keep : sink;
    void *const with = keeps ? reply : context;
    if (reply->state == STATE_HEAD) {
      const ptrdiff_t taken = reply_take_head(reply, data + at, len - at, sink, context, failure);
      if (taken < 0)
        return -1;
      at += (size_t)taken;
    } else if (reply->state == STATE_RAW) {
      good = to(with, data + at, len - at);
      at = len;
    } else if (reply->state == STATE_COUNT) {
      const size_t piece = len - at < reply->left ? len - at : (size_t)reply->left;
      good = to(with, data + at, piece);
      at += piece;
      reply->left -= piece;
      reply->ended = reply->left == 0;
    } else {
      at += reply_take_line(reply, data + at, len - at, to, with, &good);
    }
  }
  if (reply->ended && reply->is_error)
    reply_error_end(reply);
  return good ? (ptrdiff_t)at : -1;
}

/* Passes on a held text, with the first of two full stops removed. */
static bool reply_unstuff(const struct buffer *held, reply_sink *sink, void *context)
{
  bool good = true;
  for (size_t at = 0, end; at < held->len && good; at = end) {
    const char *const feed = memchr(held->ptr + at, '\n', held->len - at);
    end = feed ? (size_t)(feed - held->ptr) + 1 : held->len;
    /* The held bytes begin with both full stops of a line. */
    at += end - at > 1 && held->ptr[at] == '.' && held->ptr[at + 1] == '.';
    good = sink(context, held->ptr + at, end - at);
  }
  return good;
}

bool reply_close(struct reply *reply, reply_sink *sink, void *context, struct get_failure *failure)
{
  const bool has_last = reply->state == STATE_LAST || reply->state == STATE_LAST_CR;
  bool good = true;
  failure->status = GET_DONE;
  if (reply->ended)
    return true;
  /* A short answer of Gopher, but not the beginning of a line "+N" or "--N". */
  const uriel_text head = buffer_text(&reply->head);
  size_t count = 0;
  while (count < head.len && strchr("+-0123456789", head.ptr[count]) && head.ptr[count])
    count++;
  if (reply->form == URIEL_REPLY_GOPHER && reply->state == STATE_HEAD && count < head.len) {
    good = sink(context, reply->head.ptr, reply->head.len);
    reply->head.len = 0;
    reply->ended = true;
    return good;
  }
  const bool to_end = reply->form == URIEL_REPLY_END || reply->form == URIEL_REPLY_DOT ||
                      (reply->form == URIEL_REPLY_GOPHER && reply->state == STATE_RAW);
  if (!to_end)
    return get_fail(failure, GET_FAILED, "the connection ended before the reply did");
  reply->ended = true;
  const bool held = reply->is_holding;
  reply->is_holding = false;
  if (held && has_last)
    return reply_unstuff(&reply->held, sink, context);
  if (held)
    good = sink(context, reply->held.ptr, reply->held.len);
  const uriel_text kept = reply_kept(has_last ? STATE_LINE : reply->state);
  good = good && (kept.len == 0 || (reply->is_error ? reply_keep(reply, kept.ptr, kept.len)
                                                    : sink(context, kept.ptr, kept.len)));
  if (reply->is_error)
    reply_error_end(reply);
  return good;
}

/* ---- What replies say ---------------------------------------------------------------------------- */

bool reply_port(const struct reply *reply, uint16_t *port, uriel_address *address)
{
  uriel_text text = reply_text(reply), item;
  const char *const open = text.len > 0 ? memchr(text.ptr, '(', text.len) : NULL;
  uint64_t number = 0, last = 0;
  *address = (uriel_address){.family = 0};
  if (strcmp(reply->code, "229") == 0) { /* "(|||PORT|)", any character for "|" */
    const char *const end = text.ptr + text.len;
    if (!open || end - open < 7 || open[2] != open[1] || open[3] != open[1])
      return false;
    const char *const close = memchr(open + 4, open[1], (size_t)(end - open - 4));
    if (!close || !number_read((uriel_text){open + 4, (size_t)(close - open - 4)}, UINT16_MAX, &number))
      return false;
    *port = (uint16_t)number;
    return number > 0;
  }
  /* Six numbers, in parentheses or not. */
  while (text.len > 0 && !isdigit((unsigned char)*text.ptr))
    text = (uriel_text){text.ptr + 1, text.len - 1};
  while (text.len > 0 && !isdigit((unsigned char)text.ptr[text.len - 1]))
    text.len--;
  size_t count = 0;
  while (uriel_list_next(&text, &item, ',')) {
    last = number;
    if (count == 6 || !number_read(item, UINT8_MAX, &number))
      return false;
    if (count < 4)
      address->bytes[count] = (uint8_t)number;
    count++;
  }
  if (count != 6)
    return false;
  address->family = 4;
  *port = (uint16_t)(last << 8 | number);
  return *port > 0;
}

bool reply_range(const struct reply *reply, uriel_text *first, uriel_text *last)
{
  uriel_text text = reply_text(reply), count;
  uint64_t number;
  return uriel_list_next(&text, &count, ' ') && uriel_list_next(&text, first, ' ') &&
         uriel_list_next(&text, last, ' ') && number_read(count, UINT64_MAX, &number) &&
         number_read(*first, UINT64_MAX, &number) && number_read(*last, UINT64_MAX, &number);
}

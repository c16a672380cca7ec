/* SPDX-License-Identifier: MIT */
/* Joins the lines of a text, as a stream: the window contains enough to see which bytes to drop. */
#include "joined.h"

#include <string.h>
#include <strings.h>

#include "base/unicode.h"

/* The greatest depth of quotation; the window holds the quotes and the characters around them. */
enum { JOINED_QUOTES = 64, JOINED_WINDOW = 128 };

bool joined_is_folded(const char *data, size_t len, const char *media_type, size_t type_len)
{
  static const char *const types[] = {"text/calendar", "text/vcard", "text/x-vcard", "text/x-vcalendar",
                                      "text/directory"};
  static const char *const begins[] = {"BEGIN:VCALENDAR", "BEGIN:VCARD"};
  size_t end = 0;
  while (end < type_len && !memchr("; \t", media_type[end], 3))
    end++;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (text_is_word((uriel_text){media_type, end}, types[i]))
      return true;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (len >= strlen(begins[i]) && strncasecmp(data, begins[i], strlen(begins[i])) == 0)
      return true;
  return false;
}

/* Returns the length of a line end at the front, or 0. */
static size_t joined_end(const char *data, size_t len)
{
  if (len && data[0] == '\n')
    return 1;
  return len > 1 && data[0] == '\r' && data[1] == '\n' ? 2 : 0;
}

/* The start of a line (RFC 3676, 4.5): its quotes and its space-stuffing. */
struct joined_line {
  size_t quotes, text; /* `text` is the offset of the line's content */
  bool fixed;
};

static struct joined_line joined_line_of(const char *data, size_t len)
{
  struct joined_line line = {0, 0, false};
  while (line.quotes < len && line.quotes < JOINED_QUOTES && data[line.quotes] == '>')
    line.quotes++;
  line.text = line.quotes + (line.quotes < len && data[line.quotes] == ' ');
  const char *text = data + line.text;
  const size_t left = len - line.text;
  line.fixed = left >= 3 && memcmp(text, "-- ", 3) == 0 && (left == 3 || joined_end(text + 3, left - 3));
  return line;
}

/* Returns how many bytes to drop from the front; if 0, `*copy` bytes must be copied. */
static size_t joined_flowed(struct joined *joined, const char *data, size_t len, size_t *copy)
{
  if (!joined->line) {
    const struct joined_line line = joined_line_of(data, len);
    joined->line = true;
    joined->quotes = line.quotes;
    joined->fixed = line.fixed;
  }
  const size_t end = *data == ' ' && !joined->fixed ? joined_end(data + 1, len - 1) : 0;
  if (end && len > 1 + end) {
    const struct joined_line next = joined_line_of(data + 1 + end, len - 1 - end);
    if (next.quotes == joined->quotes && !next.fixed)
      return 1 + end + next.text;
  }
  joined->line = *data != '\n';
  *copy = 1;
  while (joined->line && *copy < len && data[*copy] != ' ' && data[*copy] != '\n')
    ++*copy;
  return 0;
}

static size_t joined_folded(const char *data, size_t len, size_t *copy)
{
  const size_t end = joined_end(data, len);
  if (end && len > end && (data[end] == ' ' || data[end] == '\t'))
    return end + 1;
  *copy = 1;
  while (*copy < len && data[*copy] != '\r' && data[*copy] != '\n')
    ++*copy;
  return 0;
}

/* Drops bytes from the front, or copies them. */
static size_t joined_step(struct joined *joined, char *out, size_t capacity)
{
  struct source *from = joined->from;
  size_t copy = 0;
  const size_t drop = joined->how == JOINED_FLOWED ? joined_flowed(joined, from->data, from->len, &copy)
                                                   : joined_folded(from->data, from->len, &copy);
  if (copy > capacity)
    copy = capacity;
  if (copy)
    memcpy(out, from->data, copy);
  source_drop(from, drop + copy);
  return copy;
}

ssize_t joined_read(void *context, char *data, size_t capacity)
{
  struct joined *joined = context;
  struct source *from = joined->from;
  size_t made = 0;
  while (made < capacity) {
    source_fill(from, JOINED_WINDOW);
    if (from->len == 0)
      break;
    made += joined_step(joined, data + made, capacity - made);
  }
  return made ? (ssize_t)made : source_end(from);
}

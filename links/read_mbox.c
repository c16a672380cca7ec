/* SPDX-License-Identifier: MIT */
/* Messages one after the other (RFC 4155), one of them in memory at a time. A ">" that the writer put
 * before a "From " of the text is kept, as no reference contains it. */
#include <ctype.h>
#include <string.h>

#include "base/unicode.h"
#include "entity.h"

enum { MBOX_WINDOW = 64 * 1024, MBOX_LINE = 1024, MBOX_FROM = 5 };

/* The state at the start of the window. */
struct mbox_reader {
  struct source *from;
  bool line_begins;
  bool line_empty;   /* so far */
  bool after_empty;  /* the previous line is empty, or this is the first */
  bool message_ends; /* the next line separates messages */
};

/* "From ", an address, and a date with a time: a "From " line without a time is more often text of a
 * message than a separator. */
static bool mbox_separates(const char *line, size_t len)
{
  len -= line[len - 1] == '\n';
  if (len > MBOX_LINE)
    len = MBOX_LINE;
  if (len < MBOX_FROM || memcmp(line, "From ", MBOX_FROM) != 0)
    return false;
  for (size_t i = MBOX_FROM + 1; i + 2 < len; i++)
    if (line[i] == ':' && isdigit((unsigned char)line[i - 1]) && isdigit((unsigned char)line[i + 1]) &&
        isdigit((unsigned char)line[i + 2]))
      return true;
  return false;
}

/* Skips bytes of one line. */
static void mbox_pass(struct mbox_reader *reader, const char *line, size_t len)
{
  const bool whole = line[len - 1] == '\n';
  for (size_t i = 0; i < len - whole && reader->line_empty; i++)
    reader->line_empty = line[i] == '\r';
  reader->line_begins = whole;
  if (!whole)
    return;
  reader->after_empty = reader->line_empty;
  reader->line_empty = true;
}

/* Returns how many of the window's first bytes, at most `most`, belong to the message; 0 at its end. */
static size_t mbox_next(struct mbox_reader *reader, size_t most)
{
  const struct source *from = reader->from;
  size_t at = 0;
  while (at < most && at < from->len && !reader->message_ends) {
    const char *line = from->data + at;
    size_t len = text_line(line, from->len - at);
    if (at > 0 && (len > most - at || (line[len - 1] != '\n' && !from->ended)))
      break; /* starts the next scan */
    if (reader->line_begins && reader->after_empty && mbox_separates(line, len)) {
      reader->message_ends = true;
      break;
    }
    if (len > most - at)
      len = most - at;
    mbox_pass(reader, line, len);
    at += len;
  }
  return at;
}

static ssize_t mbox_read(void *context, char *data, size_t capacity)
{
  struct mbox_reader *reader = context;
  struct source *from = reader->from;
  if (reader->message_ends)
    return 0;
  source_fill(from, MBOX_WINDOW);
  if (from->len == 0)
    return source_end(from);
  const size_t len = mbox_next(reader, capacity);
  if (len)
    memcpy(data, from->data, len);
  source_drop(from, len);
  return (ssize_t)len;
}

bool read_mbox(struct entity *entity)
{
  struct source *from = &entity->source;
  bool more = source_fill(from, MBOX_WINDOW) && from->len;
  bool separated = more && from->len >= MBOX_FROM && memcmp(from->data, "From ", MBOX_FROM) == 0;
  while (more) {
    struct mbox_reader reader = {from, true, true, false, false};
    if (separated)
      source_skip_line(from);
    const struct entity_child message = {
        .read = mbox_read, .context = &reader, .media_type = uriel_text_of("message/rfc822")};
    if (!entity_read_child(entity, &message))
      return false;
    while (!reader.message_ends && source_fill(from, MBOX_WINDOW) && from->len)
      source_drop(from, mbox_next(&reader, from->len));
    more = separated = reader.message_ends;
  }
  return true;
}

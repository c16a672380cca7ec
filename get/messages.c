/* SPDX-License-Identifier: MIT */
/* Messages (RFC 5322), and their parts (RFC 2046) without recursion. */
#include "messages.h"

#include <errno.h>
#include <fcntl.h>
#include <strings.h>
#include <unistd.h>

#include "base/escape.h"
#include "uriel_scheme.h"

/* The identifiers to find; undefined: any. */
struct wanted {
  uriel_text message, content;
};

/* A part, and the number of the parts around it. */
struct part {
  uriel_text text;
  unsigned depth;
};

struct search {
  struct wanted wanted;
  struct buffer text; /* of a file */
  struct buffer *object, *media_type;
  bool found;
  struct messages_closed closed;
};

/* ---- Headers -------------------------------------------------------------------------------------- */

uriel_text messages_line(uriel_text rest, uriel_text *line)
{
  const char *const feed = rest.len > 0 ? memchr(rest.ptr, '\n', rest.len) : NULL;
  const size_t len = feed ? (size_t)(feed - rest.ptr) : rest.len, next = len + (feed != NULL);
  *line = (uriel_text){rest.ptr, len};
  line->len -= len > 0 && rest.ptr[len - 1] == '\r';
  return (uriel_text){rest.ptr + next, rest.len - next};
}

bool messages_field(uriel_text entity, const char *name, struct buffer *value, uriel_text *body)
{
  const size_t len = strlen(name);
  uriel_text line = {"", 0};
  bool found = false, within = false;
  value->len = 0;
  *body = entity;
  while (body->len > 0) {
    *body = messages_line(*body, &line);
    if (line.len == 0)
      break;
    const bool folded = *line.ptr == ' ' || *line.ptr == '\t';
    if (!folded) {
      within = !found && line.len > len && line.ptr[len] == ':' && strncasecmp(line.ptr, name, len) == 0;
      found |= within;
      line = within ? (uriel_text){line.ptr + len + 1, line.len - len - 1} : line;
    }
    if (within)
      buffer_append(value, line.ptr, line.len);
  }
  while (value->len > 0 && strchr(" \t", value->ptr[value->len - 1]))
    value->len--;
  size_t skip = 0;
  while (skip < value->len && strchr(" \t", value->ptr[skip]))
    skip++;
  if (skip > 0) {
    memmove(value->ptr, value->ptr + skip, value->len - skip);
    value->len -= skip;
  }
  return found;
}

static bool messages_has(uriel_text entity, const char *name, uriel_text identifier,
                         struct buffer *value)
{
  uriel_text body;
  return messages_field(entity, name, value, &body) && value->len == identifier.len &&
         memcmp(value->ptr, identifier.ptr, identifier.len) == 0;
}

/* Returns the value of the parameter "boundary" of a media type; undefined without one. */
static uriel_text messages_boundary(const struct buffer *type)
{
  static const char name[] = "boundary=";
  const size_t len = sizeof name - 1;
  for (size_t at = 0; at + len < type->len; at++) {
    if (strncasecmp(type->ptr + at, name, len) != 0)
      continue;
    const char *begin = type->ptr + at + len, *const end = type->ptr + type->len;
    const bool quoted = *begin == '"';
    const char *last = begin += quoted;
    while (last < end && (quoted ? *last != '"' : !strchr("; \t", *last)))
      last++;
    return (uriel_text){begin, (size_t)(last - begin)};
  }
  return (uriel_text){NULL, 0};
}

/* ---- Bodies --------------------------------------------------------------------------------------- */

/* Decodes base64 as the library does: as a data URI. */
static bool messages_base64(uriel_text body, struct buffer *out)
{
  struct buffer uri = {0};
  uriel_data data;
  uriel_ref ref;
  buffer_append(&uri, "data:;base64,", 13);
  for (size_t i = 0; i < body.len; i++)
    if (!strchr(" \t\r\n", body.ptr[i]) || !body.ptr[i])
      buffer_append(&uri, body.ptr + i, 1);
  buffer_reserve(out, uri.len);
  const bool good = uriel_parse(&ref, uri.ptr, uri.len, NULL) &&
                    uriel_data_parse(&data, &ref, out->ptr, out->capacity, NULL);
  if (good)
    memmove(out->ptr, data.content.ptr, data.content.len);
  out->len = good ? data.content.len : 0;
  buffer_free(&uri);
  return good;
}

/* RFC 2045, 6.7. */
static void messages_quoted(uriel_text body, struct buffer *out)
{
  for (size_t i = 0; i < body.len; i++) {
    const char *const at = body.ptr + i;
    const size_t left = body.len - i;
    const int high = *at == '=' && left > 2 ? hex_value(at[1]) : -1;
    const int low = high >= 0 ? hex_value(at[2]) : -1;
    if (low >= 0) {
      const char byte = (char)(high * 16 + low);
      buffer_append(out, &byte, 1);
      i += 2;
    } else if (*at == '=' && left > 1 && at[1] == '\n') {
      i++;
    } else if (*at == '=' && left > 2 && at[1] == '\r' && at[2] == '\n') {
      i += 2;
    } else {
      buffer_append(out, at, 1);
    }
  }
}

/* Fills the object with the decoded body of a part. */
static void messages_take_part(struct search *search, uriel_text entity)
{
  struct buffer encoding = {0};
  uriel_text body;
  messages_field(entity, "Content-Transfer-Encoding", &encoding, &body);
  search->found = true;
  search->object->len = 0;
  const bool is_base64 = encoding.len == 6 && strncasecmp(encoding.ptr, "base64", 6) == 0;
  const bool is_quoted = encoding.len == 16 && strncasecmp(encoding.ptr, "quoted-printable", 16) == 0;
  if (is_quoted)
    messages_quoted(body, search->object);
  else if (!is_base64 || !messages_base64(body, search->object))
    buffer_put(search->object, body.ptr, body.len);
  if (!messages_field(entity, "Content-Type", search->media_type, &body))
    buffer_put(search->media_type, "text/plain", 10);
  buffer_free(&encoding);
}

/* Appends the parts of a body to the array of struct part. */
static void messages_split(uriel_text body, uriel_text boundary, unsigned depth, struct buffer *parts)
{
  uriel_text line, rest = body;
  const char *begin = NULL;
  while (rest.len > 0) {
    const char *const start = rest.ptr;
    rest = messages_line(rest, &line);
    const bool is_delimiter = line.len >= boundary.len + 2 && line.ptr[0] == '-' && line.ptr[1] == '-' &&
                              memcmp(line.ptr + 2, boundary.ptr, boundary.len) == 0;
    if (!is_delimiter)
      continue;
    if (begin) { /* the line end before the delimiter belongs to it */
      size_t len = (size_t)(start - begin);
      len -= len > 0 && begin[len - 1] == '\n';
      len -= len > 0 && begin[len - 1] == '\r';
      buffer_append(parts, &(struct part){{begin, len}, depth}, sizeof(struct part));
    }
    const char *const after = line.ptr + boundary.len + 2;
    begin = rest.ptr;
    if (line.len >= boundary.len + 4 && after[0] == '-' && after[1] == '-')
      return;
  }
  if (begin && begin < body.ptr + body.len) /* cut off */
    buffer_append(parts, &(struct part){{begin, (size_t)(body.ptr + body.len - begin)}, depth},
                  sizeof(struct part));
}

/* Looks for the part with the Content-ID, in the message and all messages in it. */
static void messages_look(struct search *search, uriel_text message)
{
  struct buffer parts = {0}, value = {0};
  buffer_append(&parts, &(struct part){message, 0}, sizeof(struct part));
  for (size_t i = 0; i < ARRAY_COUNT(struct part, parts) && i < MESSAGES_PARTS && !search->found; i++) {
    const struct part part = ARRAY_OF(struct part, parts)[i];
    const uriel_text entity = part.text;
    uriel_text body;
    if (messages_has(entity, "Content-ID", search->wanted.content, &value)) {
      messages_take_part(search, entity);
    } else if (part.depth < MESSAGES_DEPTH && messages_field(entity, "Content-Type", &value, &body)) {
      const uriel_text boundary = messages_boundary(&value);
      if (value.len > 10 && strncasecmp(value.ptr, "multipart/", 10) == 0 && boundary.len > 0)
        messages_split(body, boundary, part.depth + 1, &parts);
      else if (value.len >= 14 && strncasecmp(value.ptr, "message/rfc822", 14) == 0)
        buffer_append(&parts, &(struct part){body, part.depth + 1}, sizeof(struct part));
    }
  }
  buffer_free(&parts);
  buffer_free(&value);
}

/* ---- Messages ------------------------------------------------------------------------------------- */

void messages_copy(struct buffer *out, uriel_text message, bool is_mailbox)
{
  uriel_text line, rest = message;
  out->len = 0;
  while (rest.len > 0) {
    const char *begin = rest.ptr;
    rest = messages_line(rest, &line);
    size_t marks = 0;
    while (marks < line.len && line.ptr[marks] == '>')
      marks++;
    begin +=
        is_mailbox && marks > 0 && line.len - marks >= 5 && memcmp(line.ptr + marks, "From ", 5) == 0;
    buffer_append(out, begin, (size_t)(rest.ptr - begin));
  }
}

static void messages_take(struct search *search, uriel_text message, bool is_mailbox)
{
  struct buffer copy = {0}, value = {0};
  const struct wanted *const wanted = &search->wanted;
  if (!wanted->message.ptr || messages_has(message, "Message-ID", wanted->message, &value)) {
    messages_copy(&copy, message, is_mailbox);
    if (wanted->content.ptr) {
      messages_look(search, buffer_text(&copy));
    } else {
      search->found = true;
      buffer_put(search->object, copy.ptr, copy.len);
      buffer_put(search->media_type, "message/rfc822", 14);
    }
  }
  buffer_free(&copy);
  buffer_free(&value);
}

bool messages_next(uriel_text *rest, uriel_text *message, bool *is_mailbox)
{
  static const char mark[] = "From ";
  const size_t len = sizeof mark - 1;
  uriel_text line, after;
  if (rest->len == 0)
    return false;
  *is_mailbox = rest->len >= len && memcmp(rest->ptr, mark, len) == 0;
  if (!*is_mailbox) {
    *message = *rest;
    rest->len = 0;
    return true;
  }
  after = messages_line(*rest, &line);
  const char *const begin = after.ptr;
  while (after.len > 0 && !(after.len >= len && memcmp(after.ptr, mark, len) == 0))
    after = messages_line(after, &line);
  /* A blank line follows each message. */
  size_t size = (size_t)(after.ptr - begin);
  if (size > 1 && memcmp(begin + size - 2, "\n\n", 2) == 0)
    size--;
  else if (size > 2 && memcmp(begin + size - 3, "\n\r\n", 3) == 0)
    size -= 2;
  *message = (uriel_text){begin, size};
  *rest = after;
  return true;
}

static void messages_read(struct search *search, uriel_text text)
{
  uriel_text message;
  bool is_mailbox;
  while (!search->found && messages_next(&text, &message, &is_mailbox))
    messages_take(search, message, is_mailbox);
}

static struct wanted messages_wanted(uriel_text text)
{
  static const char message[] = "Message-ID: ", content[] = "Content-ID: ";
  struct wanted wanted = {{NULL, 0}, {NULL, 0}};
  uriel_text line;
  while (text.len > 0) {
    text = messages_line(text, &line);
    if (line.len > sizeof message && memcmp(line.ptr, message, sizeof message - 1) == 0)
      wanted.message = (uriel_text){line.ptr + sizeof message - 1, line.len - sizeof message + 1};
    if (line.len > sizeof content && memcmp(line.ptr, content, sizeof content - 1) == 0)
      wanted.content = (uriel_text){line.ptr + sizeof content - 1, line.len - sizeof content + 1};
  }
  return wanted;
}

bool messages_find_in(uriel_text text, uriel_text wanted, struct buffer *object,
                      struct buffer *media_type)
{
  struct search search = {.wanted = messages_wanted(wanted), .object = object, .media_type = media_type};
  messages_read(&search, text);
  return search.found;
}

bool messages_load(const struct walk_entry *entry, struct buffer *text, struct messages_closed *closed)
{
  int fd = -1;
  text->len = 0;
  if (entry->type == WALK_FILE) {
    errno = EFBIG;
    if (entry->status.st_size <= MESSAGES_FILE)
      fd = openat(entry->folder, entry->name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  } else {
    const bool is_operand = entry->path_len == entry->root_len;
    errno = entry->type == WALK_CLOSED                   ? entry->error
            : entry->type == WALK_VANISHED && is_operand ? ENOENT
            : entry->type == WALK_TOO_DEEP               ? EMFILE
                                                         : 0;
  }
  const bool good = fd >= 0 && buffer_read(text, fd);
  if (!good && errno && !closed->error) {
    closed->error = errno;
    buffer_put(&closed->path, entry->path, entry->path_len + 1);
  }
  if (fd >= 0)
    close(fd);
  return good;
}

bool messages_absent(const struct messages_closed *closed, struct get_failure *failure, const char *what,
                     const char *path)
{
  return closed->error ? get_fail(failure, GET_FAILED, "cannot read %s: %s", closed->path.ptr,
                                  strerror(closed->error))
                       : get_fail(failure, GET_ABSENT, "%s in %s", what, path);
}

static bool messages_visit(void *context, const struct walk_entry *entry)
{
  struct search *const search = context;
  if (messages_load(entry, &search->text, &search->closed))
    messages_read(search, buffer_text(&search->text));
  return !search->found;
}

bool messages_find(const char *path, uriel_text wanted, struct buffer *object, struct buffer *media_type,
                   struct get_failure *failure)
{
  struct search search = {.wanted = messages_wanted(wanted), .object = object, .media_type = media_type};
  walk(path, walk_depth(), NULL, messages_visit, &search);
  if (!search.found)
    messages_absent(&search.closed, failure, "no message has it", path);
  buffer_free(&search.text);
  buffer_free(&search.closed.path);
  return search.found;
}

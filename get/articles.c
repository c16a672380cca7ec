/* SPDX-License-Identifier: MIT */
/* A news server in the program, whose articles are files. */
#include "articles.h"

#include <errno.h>
#include <stdlib.h>

#include "messages.h"
#include "uriel_query.h"
#include "uriel_scheme.h"

enum { ARTICLES_HIGHEST_DIGITS = 16 /* RFC 3977, 9.8 */ };
static const uint64_t ARTICLES_HIGHEST = 9999999999999999;

/* An article in a group. */
struct article {
  size_t group, path; /* offsets in `names`, where a NUL follows each */
  uint64_t number;    /* 0: not known yet */
  size_t order;
  size_t begin, len; /* in the file; of a file of its own: 0 and SIZE_MAX */
  bool is_mailbox;
  size_t line, line_len; /* in `lines`, without the end; the second 0: none */
};

struct articles {
  struct network base;
  const char *path;
  bool is_read; /* the next two are complete */
  struct buffer names, articles;
  struct buffer lines; /* the overview of a group */
  struct buffer file;  /* the text of the file at `names[file_path]`, or `has_file` is false */
  size_t file_path;
  bool has_file;
  struct buffer value, xref, copy;
  struct messages_closed closed;
};

/* A connection. */
struct articles_wire {
  struct wire base;
  struct articles *spool;
  struct buffer command, reply;
  size_t at;           /* of the reply, to be read */
  size_t first, count; /* articles of the group */
};

/* ---- Which articles there are -------------------------------------------------------------------- */

static size_t articles_name(struct articles *spool, uriel_text name)
{
  const size_t at = spool->names.len;
  buffer_append(&spool->names, name.ptr, name.len);
  buffer_append(&spool->names, "", 1);
  return at;
}

static bool articles_number(uriel_text text, uint64_t *number)
{
  return text.len <= ARTICLES_HIGHEST_DIGITS && number_read(text, ARTICLES_HIGHEST, number) &&
         *number > 0;
}

static void articles_add(struct articles *spool, struct article article)
{
  article.order = ARRAY_COUNT(struct article, spool->articles);
  buffer_append(&spool->articles, &article, sizeof article);
}

/* Adds an article whose folders are its group, and whose name is its number. */
static bool articles_visit_numbers(void *context, const struct walk_entry *entry)
{
  struct articles *const spool = context;
  const size_t name_len = strlen(entry->name);
  const char *group = entry->path + entry->root_len;
  struct article article = {.len = SIZE_MAX};
  while (*group == '/')
    group++;
  const size_t below = (size_t)(entry->path + entry->path_len - group);
  if (entry->type == WALK_FILE && below > name_len + 1 &&
      articles_number((uriel_text){entry->name, name_len}, &article.number)) {
    article.group = articles_name(spool, (uriel_text){group, below - name_len - 1});
    for (char *at = spool->names.ptr + article.group; *at; at++)
      *at = *at == '/' ? '.' : *at;
    article.path = articles_name(spool, (uriel_text){entry->path, entry->path_len});
    articles_add(spool, article);
  }
  return true;
}

/* Returns the number in "HOST GROUP:NUMBER ..." (RFC 5536, 3.2.14), or 0. */
static uint64_t articles_xref(const struct buffer *xref, uriel_text group)
{
  uriel_text rest = buffer_text(xref), word;
  uint64_t number;
  while (uriel_list_next(&rest, &word, ' '))
    if (word.len > group.len && word.ptr[group.len] == ':' &&
        memcmp(word.ptr, group.ptr, group.len) == 0 &&
        articles_number((uriel_text){word.ptr + group.len + 1, word.len - group.len - 1}, &number))
      return number;
  return 0;
}

/* Adds the articles of a file, each in the groups of its field Newsgroups. */
static bool articles_visit_messages(void *context, const struct walk_entry *entry)
{
  struct articles *const spool = context;
  uriel_text message, body, group;
  bool is_mailbox;
  if (!messages_load(entry, &spool->file, &spool->closed))
    return true;
  const size_t path = articles_name(spool, (uriel_text){entry->path, entry->path_len});
  uriel_text rest = buffer_text(&spool->file);
  while (messages_next(&rest, &message, &is_mailbox)) {
    messages_field(message, "Newsgroups", &spool->value, &body);
    messages_field(message, "Xref", &spool->xref, &body);
    uriel_text groups = buffer_defined(&spool->value);
    while (uriel_list_next(&groups, &group, ',')) {
      while (group.len > 0 && *group.ptr == ' ')
        group = (uriel_text){group.ptr + 1, group.len - 1};
      while (group.len > 0 && group.ptr[group.len - 1] == ' ')
        group.len--;
      if (group.len > 0)
        articles_add(spool, (struct article){.group = articles_name(spool, group),
                                             .path = path,
                                             .number = articles_xref(&spool->xref, group),
                                             .begin = (size_t)(message.ptr - spool->file.ptr),
                                             .len = message.len,
                                             .is_mailbox = is_mailbox});
    }
  }
  return true;
}

/* By group and number; those without a number follow, in their order. */
static int articles_compare(const void *a, const void *b, void *names)
{
  const struct article *const x = a, *const y = b;
  const int groups = strcmp((const char *)names + x->group, (const char *)names + y->group);
  const uint64_t one = x->number - 1, other = y->number - 1; /* 0 becomes the highest */
  return groups         ? groups
         : one != other ? (one < other ? -1 : 1)
                        : (x->order < y->order ? -1 : x->order > y->order);
}

static void articles_sort(struct articles *spool)
{
  struct article *const articles = ARRAY_OF(struct article, spool->articles);
  const size_t count = ARRAY_COUNT(struct article, spool->articles);
  size_t kept = 0;
  if (count == 0)
    return;
  qsort_r(articles, count, sizeof *articles, articles_compare, spool->names.ptr);
  for (size_t i = 0; i < count; i++) {
    const struct article *const last = kept > 0 ? &articles[kept - 1] : NULL;
    struct article article = articles[i];
    const bool same_group =
        last && strcmp(spool->names.ptr + last->group, spool->names.ptr + article.group) == 0;
    if (!article.number)
      article.number = same_group ? last->number + 1 : 1;
    if (!same_group || article.number != last->number)
      articles[kept++] = article;
  }
  spool->articles.len = kept * sizeof *articles;
}

static void articles_read(struct articles *spool)
{
  if (spool->is_read)
    return;
  spool->is_read = true;
  walk(spool->path, walk_depth(), NULL, articles_visit_numbers, spool);
  if (spool->articles.len == 0)
    walk(spool->path, walk_depth(), NULL, articles_visit_messages, spool);
  spool->has_file = false;
  articles_sort(spool);
}

/* ---- Articles ------------------------------------------------------------------------------------ */

static struct article *articles_at(const struct articles_wire *wire, size_t index)
{
  return &ARRAY_OF(struct article, wire->spool->articles)[wire->first + index];
}

/* Returns the index of the first article of the group with at least this number. */
static size_t articles_find(const struct articles_wire *wire, uint64_t number)
{
  size_t low = 0, high = wire->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (articles_at(wire, middle)->number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Writes the article. Returns false with the failure set. */
static bool articles_load(struct articles *spool, const struct article *article, struct buffer *out,
                          struct get_failure *failure)
{
  const char *const path = spool->names.ptr + article->path;
  if (!spool->has_file || spool->file_path != article->path) {
    spool->file.len = 0;
    spool->has_file = buffer_load(&spool->file, path);
    spool->file_path = article->path;
  }
  if (!spool->has_file)
    return get_fail(failure, GET_FAILED, "cannot read %s: %s", path, strerror(errno));
  const size_t begin = article->begin < spool->file.len ? article->begin : spool->file.len;
  const size_t most = spool->file.len - begin;
  messages_copy(out, (uriel_text){spool->file.ptr + begin, article->len < most ? article->len : most},
                article->is_mailbox);
  return true;
}

/* Appends the lines, with "." before a ".", and the last line. */
static void articles_put_block(struct buffer *out, uriel_text text)
{
  uriel_text line;
  while (text.len > 0) {
    const char *const begin = text.ptr;
    text = messages_line(text, &line);
    buffer_append(out, ".", *begin == '.');
    buffer_append(out, begin, (size_t)(text.ptr - begin));
  }
  if (out->ptr[out->len - 1] != '\n')
    buffer_append(out, "\r\n", 2);
  buffer_append(out, ".\r\n", 3);
}

static bool articles_get(struct articles_wire *wire, uriel_text which, bool head,
                         struct get_failure *failure)
{
  struct articles *const spool = wire->spool;
  struct buffer *const copy = &spool->copy, *const value = &spool->value;
  uint64_t number;
  copy->len = 0;
  if (which.len > 0 && *which.ptr == '<') {
    struct buffer type = {0};
    buffer_put(value, "Message-ID: ", 12);
    buffer_append(value, which.ptr, which.len);
    const bool found = messages_find(spool->path, buffer_text(value), copy, &type, failure);
    buffer_free(&type);
    if (!found)
      return false;
  } else {
    const size_t i = articles_number(which, &number) ? articles_find(wire, number) : wire->count;
    if (i == wire->count || articles_at(wire, i)->number != number)
      return messages_absent(&spool->closed, failure, "the group has no article with this number",
                             spool->path);
    if (!articles_load(spool, articles_at(wire, i), copy, failure))
      return false;
  }
  uriel_text text = buffer_text(copy), line, body;
  if (head) {
    body = text;
    do
      body = messages_line(body, &line);
    while (line.len > 0);
    text.len = (size_t)(line.ptr - text.ptr);
  }
  const char *const code = head ? "221 " : "220 ";
  buffer_append(&wire->reply, code, 4);
  buffer_append(&wire->reply, *which.ptr == '<' ? "0 " : "", *which.ptr == '<' ? 2 : 0);
  buffer_append(&wire->reply, which.ptr, which.len);
  buffer_append(&wire->reply, "\r\n", 2);
  articles_put_block(&wire->reply, text);
  return true;
}

/* ---- Groups -------------------------------------------------------------------------------------- */

static void articles_put_number(struct buffer *out, const char *before, uint64_t number)
{
  char digits[NUMBER_DIGITS];
  const uriel_text text = number_text(digits, number);
  buffer_append(out, before, strlen(before));
  buffer_append(out, text.ptr, text.len);
}

/* Sets the group that begins at an article. */
static uriel_text articles_enter(struct articles_wire *wire, size_t first)
{
  const struct articles *const spool = wire->spool;
  const struct article *const articles = ARRAY_OF(struct article, spool->articles);
  const size_t count = ARRAY_COUNT(struct article, spool->articles);
  const char *const group = spool->names.ptr + articles[first].group;
  wire->first = first;
  wire->count = 1;
  while (first + wire->count < count &&
         strcmp(spool->names.ptr + articles[first + wire->count].group, group) == 0)
    wire->count++;
  return uriel_text_of(group);
}

static bool articles_group(struct articles_wire *wire, uriel_text group, struct get_failure *failure)
{
  struct articles *const spool = wire->spool;
  articles_read(spool);
  const size_t count = ARRAY_COUNT(struct article, spool->articles);
  for (size_t first = 0; first < count; first += wire->count) {
    const uriel_text name = articles_enter(wire, first);
    if (name.len != group.len || memcmp(name.ptr, group.ptr, group.len) != 0)
      continue;
    articles_put_number(&wire->reply, "211 ", wire->count);
    articles_put_number(&wire->reply, " ", articles_at(wire, 0)->number);
    articles_put_number(&wire->reply, " ", articles_at(wire, wire->count - 1)->number);
    buffer_append(&wire->reply, " ", 1);
    buffer_append(&wire->reply, group.ptr, group.len);
    buffer_append(&wire->reply, "\r\n", 2);
    return true;
  }
  wire->count = 0;
  return messages_absent(&spool->closed, failure, "no article of the group", spool->path);
}

/* Patterns with commas between; "!" before one excludes, and the last that matches decides (RFC 3977,
 * 4.2). */
static bool articles_matches(uriel_text patterns, uriel_text group)
{
  bool matches = false;
  uriel_text pattern;
  while (uriel_list_next(&patterns, &pattern, ',')) {
    const bool excludes = pattern.len > 0 && *pattern.ptr == '!';
    pattern = (uriel_text){pattern.ptr + excludes, pattern.len - excludes};
    if (uriel_glob_matches(group.ptr, group.len, pattern.ptr, pattern.len, 0))
      matches = !excludes;
  }
  return matches;
}

static bool articles_list(struct articles_wire *wire, uriel_text patterns, struct get_failure *failure)
{
  struct articles *const spool = wire->spool;
  articles_read(spool);
  const size_t count = ARRAY_COUNT(struct article, spool->articles);
  if (count == 0)
    return messages_absent(&spool->closed, failure, "no article of any group", spool->path);
  buffer_append(&wire->reply, "215 \r\n", 6);
  for (size_t first = 0; first < count; first += wire->count) {
    const uriel_text name = articles_enter(wire, first);
    if (!articles_matches(patterns, name))
      continue;
    buffer_append(&wire->reply, name.ptr, name.len);
    articles_put_number(&wire->reply, " ", articles_at(wire, wire->count - 1)->number);
    articles_put_number(&wire->reply, " ", articles_at(wire, 0)->number);
    buffer_append(&wire->reply, " y\r\n", 4);
  }
  buffer_append(&wire->reply, ".\r\n", 3);
  wire->count = 0;
  return true;
}

/* ---- Overviews ----------------------------------------------------------------------------------- */

/* Gives the articles of the group their lines of the file .overview, if there is one. */
static void articles_read_overview(struct articles_wire *wire)
{
  struct articles *const spool = wire->spool;
  struct buffer *const lines = &spool->lines, *const path = &spool->value;
  const char *const first = spool->names.ptr + articles_at(wire, 0)->path;
  const char *const slash = strrchr(first, '/');
  uriel_text line, field;
  uint64_t number;
  lines->len = 0;
  for (size_t i = 0; i < wire->count; i++)
    articles_at(wire, i)->line_len = 0;
  buffer_put(path, first, slash ? (size_t)(slash + 1 - first) : 0);
  buffer_append(path, ".overview", sizeof ".overview");
  if (articles_at(wire, 0)->len != SIZE_MAX || !buffer_load(lines, path->ptr))
    return;
  for (uriel_text rest = buffer_text(lines); rest.len > 0;) {
    rest = messages_line(rest, &line);
    uriel_text fields = line;
    const size_t i = uriel_list_next(&fields, &field, '\t') && articles_number(field, &number)
                         ? articles_find(wire, number)
                         : wire->count;
    if (i == wire->count || articles_at(wire, i)->number != number)
      continue;
    articles_at(wire, i)->line = (size_t)(line.ptr - lines->ptr);
    articles_at(wire, i)->line_len = line.len;
  }
}

/* Appends a line of an article (RFC 3977, 8.3.2). */
static void articles_put_overview(struct articles *spool, uriel_text article, uint64_t number,
                                  struct buffer *out)
{
  static const char *const fields[] = {"Subject", "From", "Date", "Message-ID", "References"};
  struct buffer *const value = &spool->value;
  uriel_text body, line;
  articles_put_number(out, "", number);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    messages_field(article, fields[i], value, &body);
    for (size_t at = 0; at < value->len; at++)
      if (strchr("\t\r\n", value->ptr[at])) /* or NUL */
        value->ptr[at] = ' ';
    buffer_append(out, "\t", 1);
    buffer_append(out, value->ptr, value->len);
  }
  const bool has_xref = messages_field(article, "Xref", value, &body);
  uint64_t bytes = article.len, lines = 0;
  bool in_body = false;
  while (article.len > 0) {
    article = messages_line(article, &line);
    bytes += article.ptr > line.ptr + line.len && line.ptr[line.len] == '\n'; /* it is sent as CR LF */
    lines += in_body;
    in_body |= line.len == 0;
  }
  articles_put_number(out, "\t", bytes);
  articles_put_number(out, "\t", lines);
  buffer_append(out, "\tXref: ", has_xref ? 7 : 0);
  buffer_append(out, value->ptr, has_xref ? value->len : 0);
}

static bool articles_overview(struct articles_wire *wire, uriel_text range, struct get_failure *failure)
{
  struct articles *const spool = wire->spool;
  uriel_text from;
  uint64_t low = 0, high = 0;
  if (!uriel_list_next(&range, &from, '-') || !articles_number(from, &low) ||
      !articles_number(range, &high) || wire->count == 0)
    return get_fail(failure, GET_FAILED, "no group is selected");
  articles_read_overview(wire);
  buffer_append(&wire->reply, "224 \r\n", 6);
  for (size_t i = articles_find(wire, low); i < wire->count; i++) {
    const struct article *const article = articles_at(wire, i);
    if (article->number > high)
      break;
    if (article->line_len > 0) {
      buffer_append(&wire->reply, spool->lines.ptr + article->line, article->line_len);
    } else {
      if (!articles_load(spool, article, &spool->copy, failure))
        return false;
      articles_put_overview(spool, buffer_text(&spool->copy), article->number, &wire->reply);
    }
    buffer_append(&wire->reply, "\r\n", 2);
  }
  buffer_append(&wire->reply, ".\r\n", 3);
  return true;
}

/* ---- The server ---------------------------------------------------------------------------------- */

static bool articles_answer(struct articles_wire *wire, uriel_text line, struct get_failure *failure)
{
  uriel_text words = line, verb;
  uriel_list_next(&words, &verb, ' ');
  const bool has_words = words.len > 0;
  if (verb.len == 7 && memcmp(verb.ptr, "ARTICLE", 7) == 0 && has_words)
    return articles_get(wire, words, false, failure);
  if (verb.len == 4 && memcmp(verb.ptr, "HEAD", 4) == 0 && has_words)
    return articles_get(wire, words, true, failure);
  if (verb.len == 5 && memcmp(verb.ptr, "GROUP", 5) == 0 && has_words)
    return articles_group(wire, words, failure);
  if (verb.len == 4 && memcmp(verb.ptr, "OVER", 4) == 0 && has_words)
    return articles_overview(wire, words, failure);
  if (verb.len == 4 && memcmp(verb.ptr, "LIST", 4) == 0) {
    if (has_words)
      uriel_list_next(&words, &verb, ' '); /* ACTIVE */
    return articles_list(wire, has_words ? words : uriel_text_of("*"), failure);
  }
  const bool leaves = verb.len == 4 && memcmp(verb.ptr, "QUIT", 4) == 0;
  buffer_append(&wire->reply, leaves ? "205 \r\n" : "500 \r\n", 6);
  return true;
}

static ssize_t articles_wire_read(struct wire *base, char *data, size_t capacity,
                                  struct get_failure *failure)
{
  struct articles_wire *const wire = (struct articles_wire *)(void *)base;
  const size_t left = wire->reply.len - wire->at, len = left < capacity ? left : capacity;
  (void)failure;
  if (len > 0)
    memcpy(data, wire->reply.ptr + wire->at, len);
  wire->at += len;
  base->received += len;
  return (ssize_t)len;
}

static bool articles_wire_write(struct wire *base, const char *data, size_t len,
                                struct get_failure *failure)
{
  struct articles_wire *const wire = (struct articles_wire *)(void *)base;
  struct buffer *const command = &wire->command;
  base->sent += len;
  buffer_append(command, data, len);
  uriel_text rest = buffer_text(command), line;
  bool good = true;
  while (good && rest.len > 0 && memchr(rest.ptr, '\n', rest.len)) {
    rest = messages_line(rest, &line);
    wire->reply.len = wire->at = 0;
    good = articles_answer(wire, line, failure);
  }
  memmove(command->ptr, rest.ptr, rest.len);
  command->len = rest.len;
  return good;
}

static void articles_wire_close(struct wire *base)
{
  struct articles_wire *const wire = (struct articles_wire *)(void *)base;
  buffer_free(&wire->command);
  buffer_free(&wire->reply);
  free(wire);
}

static struct wire *articles_connect(struct network *base, const struct wire_goal *goal,
                                     struct get_failure *failure)
{
  struct articles_wire *const wire = calloc(1, sizeof *wire);
  (void)goal, (void)failure;
  if (!wire)
    base_die_memory();
  wire->base = (struct wire){
      .read = articles_wire_read, .write = articles_wire_write, .close = articles_wire_close};
  wire->spool = (struct articles *)(void *)base;
  buffer_append(&wire->reply, "201 \r\n", 6);
  return &wire->base;
}

struct network *articles_network(struct articles *spool)
{
  return &spool->base;
}

struct articles *articles_new(const char *path)
{
  struct articles *const spool = calloc(1, sizeof *spool);
  if (!spool)
    base_die_memory();
  spool->base.connect = articles_connect;
  spool->path = path;
  return spool;
}

void articles_free(struct articles *spool)
{
  if (!spool)
    return;
  struct buffer *const buffers[] = {&spool->names, &spool->articles, &spool->lines, &spool->file,
                                    &spool->value, &spool->xref,     &spool->copy,  &spool->closed.path};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
  free(spool);
}

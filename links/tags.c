/* SPDX-License-Identifier: MIT */
/* The tags of the start of a document one by one (HTML, 13.2.5 Tokenization). */
#include "tags.h"

#include <string.h>
#include <strings.h>

#include "base/unicode.h"

/* Elements whose content is text: it contains no tags except their end tag. */
static const char *const tags_raw_names[] = {"script",  "style",    "title",     "textarea", "xmp",
                                             "noembed", "noframes", "plaintext", "iframe"};

static bool tags_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool tags_ends_name(char c)
{
  return ascii_space(c) || c == '/' || c == '>';
}

static bool tags_is(const char *name, size_t len, const char *word)
{
  return strlen(word) == len && strncasecmp(word, name, len) == 0;
}

/* Returns the end of the first `mark` at or after `at`, or the document's end if there is no `mark`. */
static size_t tags_past(const struct tags *tags, size_t at, const char *mark)
{
  const size_t n = strlen(mark);
  const char *found = at < tags->len ? memmem(tags->data + at, tags->len - at, mark, n) : NULL;
  return found ? (size_t)(found - tags->data) + n : tags->len;
}

static bool tags_at(const struct tags *tags, size_t at, const char *mark)
{
  const size_t n = strlen(mark);
  return tags->len - at >= n && memcmp(tags->data + at, mark, n) == 0;
}

/* Skips markup that begins with "<!", "<?", or "</" without a letter. */
static size_t tags_skip_markup(const struct tags *tags, size_t at)
{
  if (!tags_at(tags, at, "<!--"))
    return tags_past(tags, at + 2, ">");
  if (tags_at(tags, at, "<!-->") || tags_at(tags, at, "<!--->"))
    return tags_past(tags, at, ">");
  /* A comment ends at the first "-->" or "--!>". */
  size_t end = at + 4;
  do {
    end = tags_past(tags, end, "--");
    if (tags_at(tags, end, ">"))
      return end + 1;
    if (tags_at(tags, end, "!>"))
      return end + 2;
    if (end < tags->len)
      end--; /* the second "-" may be the first of the next pair */
  } while (end < tags->len);
  return tags->len;
}

/* Skips to the "<" of the end tag of the element that contains only text. */
static void tags_skip_raw(struct tags *tags)
{
  const size_t n = tags->raw_len;
  const bool never = n == 9; /* plaintext */
  while (!never && tags->at < tags->len) {
    const size_t name = tags_past(tags, tags->at, "</");
    if (tags->len - name > n && strncasecmp(tags->data + name, tags->raw, n) == 0 &&
        tags_ends_name(tags->data[name + n])) {
      tags->at = name - 2;
      tags->raw_len = 0;
      return;
    }
    tags->at = name;
  }
  tags->at = tags->len;
}

static size_t tags_skip(const struct tags *tags, size_t at, bool slash)
{
  while (at < tags->len && (ascii_space(tags->data[at]) || (slash && tags->data[at] == '/')))
    at++;
  return at;
}

/* Reads an attribute's value, from after its "=". Returns its end. */
static size_t tags_value(const struct tags *tags, size_t at, struct tag_value *value)
{
  size_t end = at = tags_skip(tags, at, false);
  size_t past;
  if (at < tags->len && (tags->data[at] == '"' || tags->data[at] == '\'')) {
    const char quote[2] = {tags->data[at++], 0};
    past = tags_past(tags, at, quote);
    end = past > at && tags->data[past - 1] == *quote ? past - 1 : past;
    if (end == past)
      past = tags->len; /* not closed: ends at the document's end */
  } else {
    while (end < tags->len && !ascii_space(tags->data[end]) && tags->data[end] != '>')
      end++;
    past = end;
  }
  value->ptr = tags->data + at;
  value->len = end - at;
  return past;
}

/* Reads the attribute at `at`, and keeps it if it is used and the first of its name. Returns its end. */
static size_t tags_attribute(const struct tags *tags, size_t at, struct tags_item *item)
{
  const size_t begin = at++; /* a first "=" is part of the name */
  while (at < tags->len && !tags_ends_name(tags->data[at]) && tags->data[at] != '=')
    at++;
  struct tag_value *const kept = tags_is(tags->data + begin, at - begin, "href")       ? &item->href
                                 : tags_is(tags->data + begin, at - begin, "xml:base") ? &item->base
                                                                                       : NULL;
  struct tag_value value = {.ptr = tags->data + begin}; /* without a "=": no value */
  const size_t equals = tags_skip(tags, at, false);
  if (equals < tags->len && tags->data[equals] == '=')
    at = tags_value(tags, equals + 1, &value);
  if (kept && !kept->ptr) {
    value.verbatim = !memchr(value.ptr, '&', value.len);
    *kept = value;
  }
  return at;
}

/* Reads the tag whose name begins at `at`. Returns false if the document ends in it. */
static bool tags_read(struct tags *tags, size_t at, struct tags_item *item)
{
  size_t end = at;
  while (end < tags->len && !tags_ends_name(tags->data[end]))
    end++;
  item->name = tags->data + at;
  item->name_len = end - at;
  for (;;) {
    end = tags_skip(tags, end, true);
    if (end >= tags->len)
      return false;
    if (tags->data[end] == '>')
      break;
    end = tags_attribute(tags, end, item);
  }
  item->is_empty = tags->data[end - 1] == '/';
  tags->at = end + 1;
  return true;
}

static void tags_expect_raw(struct tags *tags, const struct tags_item *item)
{
  if (!item->is_empty &&
      (tags_is(item->name, item->name_len, "svg") || tags_is(item->name, item->name_len, "math")))
    tags->foreign += item->is_end ? 0U - (tags->foreign > 0) : 1U;
  if (item->is_end || tags->foreign)
    return;
  for (size_t i = 0; i < sizeof tags_raw_names / sizeof *tags_raw_names; i++) {
    if (tags_is(item->name, item->name_len, tags_raw_names[i])) {
      tags->raw = tags_raw_names[i];
      tags->raw_len = item->name_len;
    }
  }
}

bool tags_next(struct tags *tags, struct tags_item *item)
{
  if (tags->raw_len)
    tags_skip_raw(tags);
  for (;;) {
    const char *open =
        tags->at < tags->len ? memchr(tags->data + tags->at, '<', tags->len - tags->at) : NULL;
    const size_t at = open ? (size_t)(open - tags->data) : tags->len;
    if (tags->len - at < 3)
      return false;
    const char first = tags->data[at + 1];
    const bool is_end = first == '/';
    if (first == '!' || first == '?' || (is_end && !tags_letter(tags->data[at + 2]))) {
      tags->at = tags_skip_markup(tags, at);
    } else if (is_end || tags_letter(first)) {
      *item = (struct tags_item){.is_end = is_end};
      if (!tags_read(tags, at + 1 + is_end, item))
        return false;
      tags_expect_raw(tags, item);
      return true;
    } else
      tags->at = at + 1;
  }
}

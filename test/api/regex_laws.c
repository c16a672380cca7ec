/* SPDX-License-Identifier: MIT */
/* Laws of regular expressions. */
#include "regex_laws.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

uriel_regex *regex_compiled(uriel_text expression, unsigned options, uriel_regex_error *error)
{
  const size_t bound = uriel_regex_bound(expression.len);
  char *const memory = room(bound);
  const size_t size = uriel_regex_compile(expression.ptr, expression.len, options, memory, bound, error);
  char *regex = NULL;
  if (size != URIEL_FAILED) {
    regex = room(size);
    memcpy(regex, memory, size);
  }
  free(memory);
  return (uriel_regex *)(void *)regex;
}

bool regex_found(uriel_text *found, size_t count, const uriel_regex *regex, uriel_text text)
{
  const size_t size = uriel_regex_scratch(regex, count);
  char *const scratch = room(size);
  memset(scratch, 0xA5, size);
  const bool has = uriel_regex_search(found, count, regex, text.ptr, text.len, scratch, size);
  free(scratch);
  return has;
}

static bool lies_in(uriel_text part, uriel_text whole)
{
  return part.ptr >= whole.ptr && part.ptr + part.len <= whole.ptr + whole.len;
}

/* The match is the leftmost and longest one among the texts that the expression matches as a whole.
 * Without "^" and "$", these are independent of the text around them. */
static void check_longest(uriel_text expression, uriel_text text, unsigned options, uriel_text match)
{
  const size_t len = expression.len + 4;
  char *const around = room(len);
  memcpy(around, "^(", 2);
  if (expression.len > 0)
    memcpy(around + 2, expression.ptr, expression.len);
  memcpy(around + 2 + expression.len, ")$", 2);
  uriel_regex *const whole = regex_compiled(text_from(around, len), options, NULL);
  for (size_t begin = 0; whole && begin <= text.len; begin++) {
    for (size_t end = text.len; begin <= end && end != SIZE_MAX; end--) {
      const bool is = regex_found(NULL, 0, whole, text_from(text.ptr + begin, end - begin));
      const bool better = !match.ptr || text.ptr + begin < match.ptr ||
                          (text.ptr + begin == match.ptr && end - begin > match.len);
      if (is && better)
        die("there is an earlier or longer match");
      if (!is && match.ptr == text.ptr + begin && match.len == end - begin)
        die("the match does not match as a whole");
      if (match.ptr == text.ptr + begin && match.len == end - begin)
        begin = text.len;
    }
  }
  free(whole);
  free(around);
}

void check_regex_laws(uriel_text expression, uriel_text text, unsigned options)
{
  uriel_regex_error error;
  uriel_regex *const regex = regex_compiled(expression, options, &error);
  if (!regex != (error.message != NULL) || error.offset > expression.len ||
      error.length > expression.len - error.offset)
    die("an error has a message and a place");
  if (!regex)
    return;
  const size_t count = uriel_regex_groups(regex) + 2; /* one that is not there */
  uriel_text *const found = (uriel_text *)(void *)room(count * sizeof *found);
  uriel_text only;
  const bool has = regex_found(found, count, regex, text);
  if (has != regex_found(NULL, 0, regex, text) || has != regex_found(&only, 1, regex, text))
    die("whether it matches depends on the number of groups");
  if (!text_equal(only, found[0]) || only.ptr != found[0].ptr || found[count - 1].ptr)
    die("the match depends on the number of groups");
  if (has && text.ptr && !lies_in(found[0], text))
    die("the match is not in the text");
  for (size_t i = 1; i < count; i++)
    if (found[i].ptr && (!has || !lies_in(found[i], found[0])))
      die("a group is not in the match");
  const bool anchored = expression.len > 0 && (memchr(expression.ptr, '^', expression.len) ||
                                               memchr(expression.ptr, '$', expression.len));
  bool ascii = true; /* a part of a text may be other characters */
  for (size_t i = 0; i < text.len; i++)
    ascii = ascii && (unsigned char)text.ptr[i] < 0x80;
  if (!anchored && ascii && text.ptr && text.len <= 32)
    check_longest(expression, text, options, found[0]);
  free(found);
  free(regex);
}

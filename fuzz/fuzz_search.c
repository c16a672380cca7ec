/* SPDX-License-Identifier: MIT */
/* uriel_search_write and uriel_answers_write: the result is a URI of the same scheme and host, whose
 * plan sends the words or the answers. Input: a reference, and one line of words or answers each. */
#include "fuzz.h"

#include "uriel_plan.h"
#include <stdlib.h>
#include <string.h>

enum { SEARCH_LINES = 4, SEARCH_STEPS = 256 };

typedef struct asked {
  const uriel_ref *ref;
  const uriel_text *lines;
  size_t count; /* of answers; 0: words */
} asked;

static size_t write_asked(const void *context, char *out, size_t capacity)
{
  const asked *const in = context;
  return in->count == 0
             ? uriel_search_write(in->ref, in->lines->ptr, in->lines->len, out, capacity, NULL)
             : uriel_answers_write(in->ref, in->lines, in->count, out, capacity, NULL);
}

static bool same_text(uriel_text a, uriel_text b)
{
  return (a.ptr == NULL) == (b.ptr == NULL) && a.len == b.len &&
         (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* The plan of the URI sends the first answer as a line. Other parts may make a plan impossible. */
static void check_sent(const uriel_ref *ref, uriel_text answer)
{
  uriel_step *const steps = (uriel_step *)(void *)room(SEARCH_STEPS * sizeof *steps);
  const size_t capacity = 4096 + 16 * (size_t)ref->length;
  char *const text = room(capacity);
  uriel_plan plan = {
      .steps = steps, .step_capacity = SEARCH_STEPS, .text = text, .text_capacity = capacity};
  if (uriel_plan_make(&plan, ref, NULL, NULL)) {
    const uriel_text sent = plan.steps[1].text;
    const char *const block = memmem(sent.ptr, sent.len, "\r\n+-1\r\n", 7);
    fuzz_must(block && (size_t)(sent.ptr + sent.len - block) >= 7 + answer.len + 2 &&
                  memcmp(block + 7, answer.ptr, answer.len) == 0,
              "the answer is sent");
  }
  free(text);
  free(steps);
}

static void check_asked(const asked *in)
{
  uriel_error error;
  uriel_ref made;
  const uriel_text text = text_written(write_asked, in);
  size_t bound = in->ref->length + 31;
  for (size_t i = 0; i < (in->count ? in->count : 1); i++)
    bound += 3 * in->lines[i].len + 6;
  if (text.ptr) {
    fuzz_must(text.len <= bound, "the length has a bound");
    fuzz_must(
        uriel_parse_as(&made, text.ptr, text.len, uriel_spec_of(in->ref), URIEL_PARSE_PARTIAL, NULL),
        "the result is a URI");
    fuzz_must(same_text(uriel_scheme(&made), uriel_scheme(in->ref)) &&
                  same_text(uriel_authority(&made), uriel_authority(in->ref)),
              "it has the same server");
    fuzz_must(!uriel_fragment(&made).ptr, "it has no fragment");
    if (in->count > 0)
      check_sent(&made, in->lines[0]);
  } else {
    const size_t len = in->count == 0
                           ? uriel_search_write(in->ref, in->lines->ptr, in->lines->len, NULL, 0, &error)
                           : uriel_answers_write(in->ref, in->lines, in->count, NULL, 0, &error);
    fuzz_must(len == URIEL_FAILED && error.code != URIEL_ERROR_NONE, "refused again");
  }
  text_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[SEARCH_LINES];
  uriel_ref ref;
  fuzz_lines(lines, SEARCH_LINES, data, size);
  for (int spec = 0; spec <= FUZZ_LAST_SPEC; spec++)
    if (lines[1].ptr && fuzz_member(&ref, (uriel_spec)spec, lines[0])) {
      check_asked(&(asked){&ref, &lines[1], 0});
      for (size_t count = 1; count < SEARCH_LINES && lines[count].ptr; count++)
        check_asked(&(asked){&ref, &lines[1], count});
    }
  fuzz_free(lines, SEARCH_LINES);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* uriel_plan_make of any reference with any options: lines of protocols end where they end and nowhere
 * else, what NO_ROOM says is enough, and the number of steps grows with the reference's segments at
 * most. Input: two bytes of choices, a reference, and lines for what was fetched before it and the
 * options. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PLAN_LINES = 9, PLAN_SLACK = 64 };

typedef struct planned {
  uriel_plan plan;
  uriel_step *steps;
  char *text;
} planned;

static bool within(uriel_text text, const char *begin, size_t len)
{
  return text.ptr && text.ptr >= begin && text.len <= len &&
         text.ptr - begin <= (ptrdiff_t)(len - text.len);
}

/* Of a protocol whose requests are lines: CR LF at the end, and no CR, LF or NUL before it. */
static void check_line(uriel_text text)
{
  fuzz_must(text.len >= 2 && memcmp(text.ptr + text.len - 2, "\r\n", 2) == 0, "a line ends in CR LF");
  for (size_t i = 0; i + 2 < text.len; i++)
    fuzz_must(text.ptr[i] != '\r' && text.ptr[i] != '\n' && text.ptr[i] != 0, "a line is one");
}

static bool of_lines(const uriel_ref *ref)
{
  static const char *const names[] = {"ftp", "news", "nntp", "whois"};
  const uriel_text scheme = uriel_scheme(ref);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (scheme.len == strlen(names[i]) && strncasecmp(scheme.ptr, names[i], scheme.len) == 0)
      return true;
  return false;
}

static void check_steps(const uriel_plan *plan, const uriel_ref *ref, bool lines)
{
  fuzz_must(plan->resume_step <= plan->step_count, "the step to resume at is one");
  fuzz_must(plan->step_count <= (size_t)ref->length * 4 + PLAN_SLACK, "steps are so many as segments");
  for (size_t i = 0; i < plan->step_count; i++) {
    const uriel_step *const step = &plan->steps[i];
    fuzz_must(*uriel_step_name(step->kind) && step->note, "a step has a name and a note");
    if (step->kind == URIEL_STEP_SEND)
      fuzz_must(within(step->text, plan->text, plan->text_len), "what is sent lies in the plan's text");
    if (step->kind == URIEL_STEP_SEND && lines)
      check_line(step->text);
  }
}

static planned plan_in(const uriel_ref *ref, const uriel_plan_options *options, size_t steps,
                       size_t text, bool *made, uriel_fault *fault)
{
  planned p = {.steps = (uriel_step *)(void *)room(steps * sizeof *p.steps), .text = room(text)};
  p.plan = (uriel_plan){.steps = p.steps, .step_capacity = steps, .text = p.text, .text_capacity = text};
  *made = uriel_plan_make(&p.plan, ref, options, fault);
  return p;
}

static void plan_free(planned *p)
{
  free(p->steps);
  free(p->text);
}

static void check_plan(const uriel_ref *ref, const uriel_plan_options *options, size_t few)
{
  uriel_fault fault;
  bool made;
  planned small = plan_in(ref, options, few, few, &made, &fault);
  fuzz_must(made == (fault.code == URIEL_FAULT_NONE), "a plan or a fault");
  if (fault.code == URIEL_FAULT_NO_ROOM) {
    planned large = plan_in(ref, options, small.plan.step_count, small.plan.text_len, &made, &fault);
    fuzz_must(fault.code != URIEL_FAULT_NO_ROOM, "what NO_ROOM says is enough");
    if (made)
      check_steps(&large.plan, ref, of_lines(ref) && !options->proxy.ptr && !large.plan.gateway);
    plan_free(&large);
  } else if (made) {
    check_steps(&small.plan, ref, of_lines(ref) && !options->proxy.ptr && !small.plan.gateway);
  }
  plan_free(&small);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[PLAN_LINES];
  uriel_ref ref, previous;
  if (size < 2)
    return 0;
  const unsigned chosen = data[0];
  const size_t few = data[1];
  fuzz_lines(lines, PLAN_LINES, data + 2, size - 2);
  uriel_plan_options options = {.mail_address = lines[2],
                                .news_server = lines[3],
                                .local_user = lines[4],
                                .terminal = lines[5],
                                .user_agent = lines[6],
                                .websocket_key = lines[7]};
  if (chosen & 1)
    options.proxy = lines[8];
  if ((chosen & 2) && fuzz_reference(&previous, lines[1]))
    options.previous = &previous;
  for (int spec = 0; spec <= FUZZ_LAST_SPEC; spec++)
    if (fuzz_member(&ref, (uriel_spec)spec, lines[0]))
      check_plan(&ref, &options, few);
  fuzz_free(lines, PLAN_LINES);
  return 0;
}

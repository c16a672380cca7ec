/* SPDX-License-Identifier: MIT */
/* uriel_plan_make for any reference with any options. Lines of protocols end only at their end; the
 * length from BUFFER_TOO_SMALL is sufficient; the number of steps is at most linear in the number of
 * segments; every connection except ftp's second has a port; the place of an error is in the text to
 * which it belongs; every reply has a form, and every branch leads to a step. Input: three bytes of
 * choices, a reference, and lines for the previous result, the options and a gateway's template. */
#include "fuzz.h"

#include "uriel_plan.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { PLAN_LINES = 11, PLAN_SLACK = 64, PLAN_BRANCHES = 2 * PLAN_SLACK };

typedef struct planned {
  uriel_plan plan;
  uriel_step *steps;
  uriel_branch *branches;
  char *text;
} planned;

static bool within(uriel_text text, const char *begin, size_t len)
{
  return text.ptr && text.ptr >= begin && text.len <= len &&
         text.ptr - begin <= (ptrdiff_t)(len - text.len);
}

/* Checks a request of a protocol with lines: CR LF at the end, and no CR, LF or NUL before it. */
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

/* Returns the length of the reference, or of the gateway's URI for it. */
static size_t planned_length(const uriel_plan *plan, const uriel_ref *ref)
{
  if (!plan->gateway)
    return ref->length;
  return uriel_template_expand(plan->gateway->uri_template.ptr, plan->gateway->uri_template.len, ref,
                               NULL, 0, NULL);
}

/* A branch leads to a step of the plan or ends it; it is in the plan's array. */
static void check_branches(const uriel_plan *plan, const uriel_step *step)
{
  const size_t steps = plan->step_count + plan->aside_count;
  fuzz_must(step->branch_count == 0 || (step->kind == URIEL_STEP_EXPECT && plan->branches),
            "only an EXPECT has branches");
  for (size_t i = 0; i < step->branch_count; i++) {
    const uriel_branch *const branch = &step->branches[i];
    fuzz_must(branch >= plan->branches && branch < plan->branches + plan->branch_count,
              "a branch lies in the plan's array");
    fuzz_must(*branch->codes && branch->reply && *uriel_action_name(branch->action),
              "a branch has codes and an action");
    fuzz_must(branch->action == URIEL_ACTION_STEP ? branch->to > 0 && branch->to <= steps
                                                  : branch->to == 0,
              "a branch leads to a step of the plan, or is an action");
  }
}

/* The message of a request lies in the plan's text, and in a WAIS message the digits of its piece. */
static void check_message(const uriel_plan *plan, const uriel_step *step)
{
  const size_t places[] = {step->first, step->last};
  if (!step->bytes.ptr)
    return;
  fuzz_must(step->kind == URIEL_STEP_REQUEST && within(step->bytes, plan->text, plan->text_len),
            "a message lies in the plan's text");
  for (size_t i = 0; step->last > 0 && i < 2; i++)
    for (size_t k = 0; k < 10; k++)
      fuzz_must(places[i] + k < step->bytes.len && step->bytes.ptr[places[i] + k] >= '0' &&
                    step->bytes.ptr[places[i] + k] <= '9',
                "a piece has ten digits");
}

/* What an interpreter needs instead of the note. */
static void check_reply(const uriel_plan *plan, const uriel_step *step)
{
  const bool replies = step->kind == URIEL_STEP_EXPECT || step->kind == URIEL_STEP_INTERACT;
  fuzz_must((step->form != URIEL_REPLY_NONE) == replies && (step->use != URIEL_USE_NONE) == replies,
            "a reply has a form and a use, and nothing else has");
  fuzz_must(!replies || (*uriel_reply_form_name(step->form) && *uriel_reply_use_name(step->use)),
            "a form and a use have names");
  const bool wais = step->kind == URIEL_STEP_ASK && step->fill == URIEL_FILL_WORDS && !step->text.len;
  fuzz_must((step->fill != URIEL_FILL_NONE) == (*step->after != 0 || wais) &&
                (*uriel_fill_name(step->fill) || !step->fill),
            "what the user adds has an end");
  check_message(plan, step);
  fuzz_must(step->kind != URIEL_STEP_ASK || step->fill != URIEL_FILL_NONE, "an ASK asks for something");
  check_branches(plan, step);
}

static void check_steps(const uriel_plan *plan, const uriel_ref *ref, bool lines)
{
  const size_t length = planned_length(plan, ref);
  fuzz_must(plan->resume_step <= plan->step_count, "the step to resume at is one");
  const size_t count = plan->step_count + plan->aside_count;
  fuzz_must(count <= length * 4 + PLAN_SLACK, "steps are so many as segments");
  fuzz_must(plan->branch_count <= length * 4 + PLAN_BRANCHES, "branches are so many as segments");
  fuzz_must(plan->aside_count == 0 || plan->steps[count - 1].branch_count > 0,
            "the last step does not lead past the array");
  for (size_t i = 0; i < count; i++) {
    const uriel_step *const step = &plan->steps[i];
    check_reply(plan, step);
    fuzz_must(*uriel_step_name(step->kind) && step->note, "a step has a name and a note");
    if (step->kind == URIEL_STEP_SEND)
      fuzz_must(within(step->text, plan->text, plan->text_len), "text to send lies in the plan's text");
    fuzz_must(step->kind != URIEL_STEP_CONNECT || step->port > 0 || step->data, "a port to connect to");
    if (step->kind == URIEL_STEP_SEND && lines && step->fill == URIEL_FILL_NONE)
      check_line(step->text);
  }
}

/* Returns the length of the text that contains the error. */
static size_t faulty_length(const uriel_error *error, const uriel_plan *plan, const uriel_ref *ref,
                            const uriel_plan_options *o)
{
  const struct {
    const char *part;
    uriel_text text;
  } options[] = {{"proxy", o->proxy},
                 {"mail address", o->mail_address},
                 {"news server", o->news_server},
                 {"local user", o->local_user},
                 {"terminal", o->terminal},
                 {"WebSocket key", o->websocket_key},
                 {"user agent", o->user_agent},
                 {"header", o->fields[0]}};
  for (size_t i = 0; error->part && i < sizeof options / sizeof *options; i++)
    if (strcmp(error->part, options[i].part) == 0)
      return options[i].text.len;
  return error->code == URIEL_ERROR_TEMPLATE ? plan->gateway->uri_template.len : ref->length;
}

static void check_error(const uriel_error *error, const uriel_plan *plan, const uriel_ref *ref,
                        const uriel_plan_options *options)
{
  const size_t len = faulty_length(error, plan, ref, options);
  fuzz_must(error->offset <= len && error->begin <= len && error->length <= len - error->begin,
            "an error lies in its text");
  const bool of_host =
      error->code == URIEL_ERROR_HOST_REGISTRY || error->code == URIEL_ERROR_HOST_DECODED;
  fuzz_must(plan->step_count + plan->aside_count + plan->branch_count == 0 && plan->text_len == 0 &&
                plan->resume_step == 0,
            "nothing is left of a plan that failed");
  fuzz_must(plan->warnings == 0 || of_host, "only a host that is not planned for leaves warnings");
}

static planned plan_in(const uriel_ref *ref, const uriel_plan_options *options, size_t steps,
                       size_t text, size_t branches, bool *made, uriel_error *error)
{
  planned p = {.steps = (uriel_step *)(void *)room(steps * sizeof *p.steps), .text = room(text)};
  if (branches > 0)
    p.branches = (uriel_branch *)(void *)room(branches * sizeof *p.branches);
  p.plan = (uriel_plan){.steps = p.steps,
                        .step_capacity = steps,
                        .text = p.text,
                        .text_capacity = text,
                        .branches = p.branches,
                        .branch_capacity = branches};
  *made = uriel_plan_make(&p.plan, ref, options, error);
  return p;
}

static void plan_free(planned *p)
{
  free(p->steps);
  free(p->branches);
  free(p->text);
}

static void check_plan(const uriel_ref *ref, const uriel_plan_options *options, size_t few)
{
  uriel_error error;
  bool made;
  planned small = plan_in(ref, options, few, few, few % 3 ? few : 0, &made, &error);
  fuzz_must(made == (error.code == URIEL_ERROR_NONE), "a plan or an error");
  if (error.code == URIEL_ERROR_BUFFER_TOO_SMALL) {
    planned large = plan_in(ref, options, small.plan.step_count, small.plan.text_len,
                            small.plan.branch_count, &made, &error);
    fuzz_must(error.code != URIEL_ERROR_BUFFER_TOO_SMALL, "what BUFFER_TOO_SMALL says is enough");
    if (!made)
      check_error(&error, &large.plan, ref, options);
    else
      check_steps(&large.plan, ref, of_lines(ref) && !options->proxy.ptr && !large.plan.gateway);
    plan_free(&large);
  } else if (made) {
    check_steps(&small.plan, ref, of_lines(ref) && !options->proxy.ptr && !small.plan.gateway);
  } else {
    check_error(&error, &small.plan, ref, options);
  }
  plan_free(&small);
}

/* The caller's knowledge of the reference's scheme: a gateway for it, and a scheme of its own with that
 * name. */
typedef struct known {
  uriel_gateway gateway;
  uriel_scheme_info scheme;
  uriel_registry registry;
  char name[32];
} known;

static void know(known *k, const uriel_ref *ref, uriel_text uri_template, unsigned chosen, unsigned port)
{
  const uriel_text name = uriel_scheme(ref);
  *k = (known){.gateway = {name, uri_template}};
  if (name.ptr && (chosen & 4))
    k->registry.gateways = &k->gateway;
  k->registry.gateway_count = k->registry.gateways ? 1 : 0;
  if (!name.ptr || !(chosen & 8) || name.len >= sizeof k->name)
    return;
  for (size_t i = 0; i < name.len; i++)
    k->name[i] = (char)(name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' ? name.ptr[i] | 0x20 : name.ptr[i]);
  k->scheme = (uriel_scheme_info){.name = k->name,
                                  .title = "",
                                  .document = "",
                                  .port = (uint16_t)port,
                                  .transport = (uriel_transport)(chosen >> 4 & 3),
                                  .status = URIEL_SCHEME_OWN};
  k->registry.schemes = &k->scheme;
  k->registry.scheme_count = 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[PLAN_LINES];
  uriel_ref ref, previous;
  known k;
  if (size < 3)
    return 0;
  const unsigned chosen = data[0];
  const size_t few = data[1];
  fuzz_lines(lines, PLAN_LINES, data + 3, size - 3);
  uriel_plan_options options = {.mail_address = lines[2],
                                .news_server = lines[3],
                                .local_user = lines[4],
                                .terminal = lines[5],
                                .user_agent = lines[6],
                                .websocket_key = lines[7],
                                .fields = &lines[10],
                                .field_count = lines[10].ptr ? 1 : 0,
                                .persistent = chosen & 128,
                                .head = chosen & 64};
  if (chosen & 1)
    options.proxy = lines[8];
  if ((chosen & 2) && fuzz_reference(&previous, lines[1]))
    options.previous = &previous;
  for (int spec = 0; spec <= FUZZ_LAST_SPEC; spec++)
    if (fuzz_member(&ref, (uriel_spec)spec, lines[0])) {
      know(&k, &ref, lines[9], chosen, data[2]);
      options.registry = chosen & 12 ? &k.registry : NULL;
      check_plan(&ref, &options, few);
    }
  fuzz_free(lines, PLAN_LINES);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Plans made at every capacity, and written as text. */
#include "plan_support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uriel_plan.h"
#include <cmocka.h>

/* Text that grows. */
typedef struct growing {
  char *text;
  size_t len, size;
} growing;

static void grow(growing *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void grow(growing *g, const char *format, ...)
{
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  const int len = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (len < 0 || (size_t)len >= sizeof line)
    die("a piece of a plan is too long");
  while (g->len + (size_t)len + 1 > g->size) {
    g->size = g->size * 2 + 256;
    g->text = realloc(g->text, g->size);
    if (!g->text)
      die("out of memory");
  }
  memcpy(g->text + g->len, line, (size_t)len + 1);
  g->len += (size_t)len;
}

static void grow_bytes(growing *g, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++) {
    const unsigned char byte = (unsigned char)text.ptr[i];
    if (byte == '\r')
      grow(g, "\\r");
    else if (byte == '\n')
      grow(g, "\\n");
    else if (byte == '\t')
      grow(g, "\\t");
    else if (byte == 0)
      grow(g, "\\0");
    else if (byte < ' ' || byte > '~')
      grow(g, "\\x%02X", byte);
    else
      grow(g, "%c", byte);
  }
}

static void grow_step(growing *g, const uriel_step *step)
{
  if (!step->note)
    die("a step has a note, if only an empty one");
  grow(g, "%s", uriel_step_name(step->kind));
  if (step->kind == URIEL_STEP_CONNECT) {
    grow(g, step->host.len > 0 ? " " : "");
    grow_bytes(g, step->host);
    if (step->port > 0)
      grow(g, " %u", (unsigned)step->port);
    grow(g, " %s", uriel_transport_name(step->transport));
  } else if (step->text.len > 0) {
    grow(g, " ");
    grow_bytes(g, step->text);
  }
  grow(g, step->data ? " [data]\n" : "\n");
}

/* A plan in blocks of exactly these capacities. */
static bool made_in(uriel_plan *plan, size_t steps, size_t text, const uriel_ref *ref,
                    const uriel_plan_options *options, uriel_error *error)
{
  *plan = (uriel_plan){.steps = steps > 0 ? calloc(steps, sizeof *plan->steps) : NULL,
                       .step_capacity = steps,
                       .text = text > 0 ? room(text) : NULL,
                       .text_capacity = text};
  return uriel_plan_make(plan, ref, options, error);
}

static void plan_free(uriel_plan *plan)
{
  free(plan->steps);
  free(plan->text);
}

static void must_lack_room(size_t steps, size_t text, const uriel_plan *whole, const uriel_ref *ref,
                           const uriel_plan_options *options)
{
  uriel_plan plan;
  uriel_error error;
  if (made_in(&plan, steps, text, ref, options, &error) || error.code != URIEL_ERROR_BUFFER_TOO_SMALL)
    die("%zu steps and %zu bytes are not enough for \"%.*s\", but %s", steps, text, (int)ref->length,
        ref->text, uriel_error_name(error.code));
  if (plan.step_count < whole->step_count || plan.text_len < whole->text_len)
    die("the bound for \"%.*s\" is too small: %zu steps, %zu bytes", (int)ref->length, ref->text,
        plan.step_count, plan.text_len);
  plan_free(&plan);
}

uriel_text plan_text(const uriel_ref *ref, const uriel_plan_options *options, uriel_plan *result)
{
  uriel_plan plan, exact;
  uriel_error error;
  growing g = {NULL, 0, 0};
  if (made_in(&plan, 0, 0, ref, options, &error) || error.code != URIEL_ERROR_BUFFER_TOO_SMALL)
    die("\"%.*s\": %s %s", (int)ref->length, ref->text, uriel_error_name(error.code),
        error.part ? error.part : "");
  if (!made_in(&exact, plan.step_count, plan.text_len, ref, options, &error))
    die("%zu steps and %zu bytes should be enough for \"%.*s\"", plan.step_count, plan.text_len,
        (int)ref->length, ref->text);
  for (size_t i = 0; i < exact.step_count; i++)
    grow_step(&g, &exact.steps[i]);
  for (size_t steps = 0; steps < exact.step_count; steps++)
    must_lack_room(steps, exact.text_len, &exact, ref, options);
  for (size_t text = 0; text < exact.text_len; text++)
    must_lack_room(exact.step_count, text, &exact, ref, options);
  if (!made_in(&plan, exact.step_count, exact.text_len, ref, options, &error))
    die("what a plan takes is enough for it: \"%.*s\"", (int)ref->length, ref->text);
  if (result)
    *result = (uriel_plan){.warnings = exact.warnings,
                           .resume_step = exact.resume_step,
                           .gateway = exact.gateway,
                           .step_count = exact.step_count};
  plan_free(&plan);
  plan_free(&exact);
  return (uriel_text){g.text, g.len};
}

void plan_is(uriel_spec spec, const char *uri, const uriel_plan_options *options, const char *expected,
             unsigned warnings)
{
  const uriel_text copy = text_copy(uriel_text_of(uri));
  uriel_ref ref;
  uriel_plan plan;
  if (!uriel_parse_as(&ref, copy.ptr, copy.len, spec, 0, NULL))
    die("\"%s\" is not a reference of %s", uri, uriel_spec_name(spec));
  const uriel_text text = plan_text(&ref, options, &plan);
  assert_string_equal(text.ptr, expected);
  if (plan.warnings != warnings)
    die("\"%s\": warnings %u, not %u", uri, plan.warnings, warnings);
  text_free(text);
  text_free(copy);
}

void plans_are(uriel_spec spec, const plan_case *cases, size_t count, const uriel_plan_options *options)
{
  for (size_t i = 0; i < count; i++)
    plan_is(spec, cases[i].uri, options, cases[i].steps, cases[i].warnings);
}

void plan_fails(const char *uri, const uriel_plan_options *options, uriel_error_code code,
                const char *part)
{
  const uriel_ref ref = parsed(uriel_text_of(uri));
  uriel_step steps[256];
  char text[8192];
  uriel_plan plan = {.steps = steps, .step_capacity = 256, .text = text, .text_capacity = sizeof text};
  uriel_error error;
  assert_false(uriel_plan_make(&plan, &ref, options, &error));
  if (error.code != code)
    die("\"%s\": %s, not %s", uri, uriel_error_name(error.code), uriel_error_name(code));
  if (!part != !error.part || (part && strcmp(part, error.part) != 0))
    die("\"%s\": part %s, not %s", uri, error.part ? error.part : "none", part ? part : "none");
}

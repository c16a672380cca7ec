/* SPDX-License-Identifier: MIT */
/* Prints what a client would do to fetch its argument, with a custom scheme and a custom gateway. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriel_plan.h>

/* Known in addition to the built-in schemes: it has a default port and is hierarchical. */
static const uriel_scheme_info schemes[] = {{.name = "shelf",
                                             .title = "Our shelf",
                                             .document = "",
                                             .port = 7000,
                                             .transport = URIEL_TRANSPORT_TCP,
                                             .status = URIEL_SCHEME_OWN,
                                             .hierarchical = true}};

static void print_step(const uriel_step *step)
{
  printf("%s", uriel_step_name(step->kind));
  if (step->host.ptr)
    printf(" %.*s port %u", (int)step->host.len, step->host.ptr, (unsigned)step->port);
  for (size_t i = 0; i < step->text.len; i++)
    printf(step->text.ptr[i] < ' ' ? "%s\\x%02x" : "%s%c", i ? "" : " ",
           (unsigned char)step->text.ptr[i]);
  printf("\n");
}

/* At most twice: with BUFFER_TOO_SMALL, the required size is known. */
static bool make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                 uriel_error *error)
{
  while (!uriel_plan_make(plan, ref, options, error)) {
    if (error->code != URIEL_ERROR_BUFFER_TOO_SMALL)
      return false;
    free(plan->steps);
    free(plan->text);
    plan->step_capacity = plan->step_count;
    plan->text_capacity = plan->text_len;
    plan->steps = malloc((plan->step_capacity + 1) * sizeof *plan->steps);
    plan->text = malloc(plan->text_capacity + 1);
    if (!plan->steps || !plan->text)
      return false;
  }
  return true;
}

int main(int argc, char **argv)
{
  const uriel_gateway gateways[] = {
      {uriel_text_of("shelf"), uriel_text_of("http://gateway.example/{host}{+path}")}};
  const uriel_registry registry = {schemes, 1, gateways, 1};
  const uriel_plan_options options = {.registry = &registry};
  uriel_plan plan = {0};
  uriel_ref ref;
  uriel_error error;
  if (argc != 2)
    return 2;
  const bool made =
      uriel_parse(&ref, argv[1], strlen(argv[1]), &error) && make(&plan, &ref, &options, &error);
  for (size_t i = 0; made && i < plan.step_count; i++)
    print_step(&plan.steps[i]);
  if (!made)
    fprintf(stderr, "%s: %s\n", argv[1], uriel_error_message(error.code));
  free(plan.steps);
  free(plan.text);
  return made ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/* Files of rules. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "policy.h"

void policy_add(void *to, struct option_reader *reader)
{
  struct policy *const policy = to;
  struct buffer text = {0}; /* stays: the rules point into it */
  const bool input = strcmp(reader->value, "-") == 0;
  const char *const name = input ? "standard input" : reader->value;
  if (input && policy->is_input)
    die_usage(reader->command, "standard input can be read only once");
  policy->is_input |= input;
  if (!(input ? buffer_read(&text, STDIN_FILENO) : buffer_load(&text, name)))
    die(STATUS_IO, "cannot read %s: %s", name, strerror(errno));
  const size_t before = policy->count;
  const char *at = text.ptr, *const end = text.ptr + text.len;
  for (size_t line_number = 1; at < end; line_number++) {
    const char *const feed = memchr(at, '\n', (size_t)(end - at));
    const uriel_text line = {at, (size_t)((feed ? feed : end) - at)};
    uriel_policy_error error;
    uriel_policy_rule rule;
    at = feed ? feed + 1 : end;
    if (!uriel_policy_parse(&rule, line.ptr, line.len, &error))
      die_usage(reader->command, "%s:%zu:%zu: %s", name, line_number, error.offset + 1, error.message);
    if (!rule.kind)
      continue;
    policy->rules = realloc(policy->rules, (policy->count + 1) * sizeof *policy->rules);
    if (!policy->rules)
      die_memory();
    policy->rules[policy->count++] = rule;
    buffer_append(&policy->text, line.ptr, line.len);
    buffer_append(&policy->text, "\n", 1);
  }
  if (policy->count == before)
    buffer_free(&text);
}

void policy_refuse(const struct policy *policy, const struct buffer *files,
                   const struct option_reader *reader)
{
  bool reads = reader->operand_count == 0 && reader->file_count == 0;
  for (size_t i = 0; i < reader->file_count; i++)
    reads |= strcmp(ARRAY_OF(const char *, *files)[i], "-") == 0;
  if (policy->is_input && reads)
    die_usage(reader->command,
              "--policy=- reads standard input: give the URLs as operands or with -f FILE");
}

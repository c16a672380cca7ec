/* SPDX-License-Identifier: MIT */
/* uriel guard: whether a server may fetch a URL on behalf of a stranger. */
#include <stdlib.h>
#include <string.h>

#include "cli/shared/policy.h"
#include "stage.h"
#include "uriel_guard.h"

enum guard_column {
  GUARD_INPUT,
  GUARD_ALLOWED,
  GUARD_REASONS,
  GUARD_SCHEME,
  GUARD_HOST,
  GUARD_PORT,
  GUARD_TARGET,
  GUARD_ADDRESSES,
  GUARD_COLUMNS
};

static const struct column guard_columns[] = {
    {"input", COLUMN_REFERENCE, TONE_PLAIN}, {"allowed", COLUMN_LITERAL, TONE_PLAIN},
    {"reasons", COLUMN_TEXT, TONE_PLAIN},    {"scheme", COLUMN_TEXT, TONE_SCHEME},
    {"host", COLUMN_TEXT, TONE_HOST},        {"port", COLUMN_LITERAL, TONE_PLAIN},
    {"target", COLUMN_TEXT, TONE_PATH},      {"addresses", COLUMN_TEXT, TONE_PLAIN}};

/* A denied address, as --long explains it. */
struct guard_address {
  uriel_address address;
  bool denied;
  const uriel_network *network; /* which denies it, or NULL */
};

struct guard {
  struct policy policy;
  uriel_address *addresses; /* of --address */
  size_t address_count;
  bool lists;

  /* Each thread's own. */
  bool written; /* the rest is of the present record */
  uriel_guarded request;
  struct guard_address *checked;
  size_t checked_count;
  char digits[NUMBER_DIGITS];
};

/* ---- Options ------------------------------------------------------------------------------------ */

static void guard_address_option(void *to, struct option_reader *reader)
{
  struct guard *const self = to;
  uriel_address address;
  if (!uriel_address_parse(&address, reader->value, strlen(reader->value)))
    die_usage(reader->command, "option \"%s\" takes an IP address, as 192.0.2.1 and 2001:db8::1",
              reader->name);
  self->addresses = realloc(self->addresses, (self->address_count + 1) * sizeof *self->addresses);
  if (!self->addresses)
    die_memory();
  self->addresses[self->address_count++] = address;
}

static const struct option_spec guard_options[] = {
    {0, "policy", "FILE", "more rules, one a line, after the default policy;\n\"-\" is standard input",
     OPTION_CALL, OPTION_TO(struct guard, policy), .call = policy_add, .many = true},
    {0, "address", "IP", "an address of the URL's name, which is checked too", OPTION_CALL, .to = 0,
     .call = guard_address_option, .many = true},
    {0, "list-policy", NULL, "print the default policy and the rules of --policy", OPTION_FLAG,
     OPTION_TO(struct guard, lists), .excludes = OPTION_GROUP_FORM | OPTION_GROUP_INPUT},
    {0}};

static enum stage_source guard_ready(void *context, struct lane *lane)
{
  const struct guard *const self = context;
  if (!self->lists) {
    policy_refuse(&self->policy, &lane->general->files, lane->reader);
    return SOURCE_OPERANDS;
  }
  if (lane->reader->operand_count > 0)
    die_usage(lane->reader->command, "--list-policy takes no operands");
  output_text(&standard_out, uriel_policy_default());
  output_put(&standard_out, self->policy.text.ptr, self->policy.text.len);
  return SOURCE_LIST;
}

/* ---- Answers ------------------------------------------------------------------------------------ */

/* The network of an address names the reason better than "network". */
static const char *guard_network(const struct guard_address *checked)
{
  return checked->network ? checked->network->name : uriel_guard_reason_name(URIEL_GUARD_NETWORK);
}

static void guard_check(struct guard *self, const uriel_address *address)
{
  struct guard_address *const checked = &self->checked[self->checked_count++];
  checked->address = *address;
  checked->denied =
      !uriel_guard_address(&checked->network, self->policy.rules, self->policy.count, address);
  if (checked->denied)
    self->request.reasons |= URIEL_GUARD_NETWORK;
}

/* Calls `each` for each reason, once. */
static void guard_reasons(const struct guard *self, void (*each)(void *to, const char *name), void *to)
{
  for (unsigned bit = 1; bit < URIEL_GUARD_NETWORK; bit <<= 1)
    if (self->request.reasons & bit)
      each(to, uriel_guard_reason_name((uriel_guard_reason)bit));
  for (size_t i = 0; i < self->checked_count; i++) {
    bool said = !self->checked[i].denied;
    for (size_t before = 0; before < i && !said; before++)
      said = self->checked[before].denied &&
             strcmp(guard_network(&self->checked[before]), guard_network(&self->checked[i])) == 0;
    if (!said)
      each(to, guard_network(&self->checked[i]));
  }
}

static void guard_word(void *to, const char *name)
{
  struct buffer *const words = to;
  buffer_append(words, " ", words->len > 0);
  buffer_append(words, name, strlen(name));
}

static void guard_each(void *context, struct record *record)
{
  struct guard *const self = context;
  struct buffer *const out = &record->scratch[0], *const reasons = &record->scratch[1];
  struct buffer *const addresses = &record->scratch[2], *const plain = &record->scratch[3];
  const uriel_text text = record->input;
  if (!text.ptr)
    return;
  const size_t bound = uriel_guard_bound(text.len);
  buffer_reserve(out, bound);
  uriel_guard(&self->request, self->policy.rules, self->policy.count, text.ptr, text.len, out->ptr,
              bound);
  reasons->len = addresses->len = plain->len = 0;
  self->checked_count = 0;
  if (!self->checked)
    self->checked = malloc((self->address_count + 1) * sizeof *self->checked);
  if (!self->checked)
    die_memory();
  const uriel_guarded *const request = &self->request;
  if (request->address.family)
    guard_check(self, &request->address);
  for (size_t i = 0; !request->address.family && i < self->address_count; i++)
    guard_check(self, &self->addresses[i]);
  for (size_t i = 0; i < self->checked_count; i++) {
    char address[URIEL_IPV6_MAX];
    buffer_append(addresses, " ", i > 0);
    buffer_append(addresses, address,
                  uriel_address_print(&self->checked[i].address, address, sizeof address));
  }
  guard_reasons(self, guard_word, reasons);
  record->detail = self;
  record->verdict = request->reasons ? VERDICT_NO : VERDICT_VALID;
  buffer_append(plain, request->reasons ? "denied: " : "allowed", request->reasons ? 8 : 7);
  buffer_append(plain, reasons->ptr, reasons->len);
  record->plain = buffer_text(plain);
  record->values[GUARD_ALLOWED] = uriel_text_of(request->reasons ? "false" : "true");
  if (addresses->len)
    record->values[GUARD_ADDRESSES] = buffer_text(addresses);
  if (request->reasons) {
    record->values[GUARD_REASONS] = buffer_text(reasons);
    return;
  }
  record->values[GUARD_SCHEME] = request->scheme;
  record->values[GUARD_HOST] = request->host;
  record->values[GUARD_PORT] = number_text(self->digits, request->port);
  record->values[GUARD_TARGET] = request->target;
}

/* ---- Forms of output ---------------------------------------------------------------------------- */

static void guard_json_reason(void *to, const char *name)
{
  json_string(to, NULL, name);
}

static void guard_json(const struct record *record, struct json *json)
{
  const struct guard *const self = record->detail;
  if (!self)
    return;
  json_columns(json, guard_columns + GUARD_ALLOWED, record->values + GUARD_ALLOWED, 1);
  json_array_begin(json, "reasons");
  guard_reasons(self, guard_json_reason, json);
  json_array_end(json);
  json_columns(json, guard_columns + GUARD_SCHEME, record->values + GUARD_SCHEME,
               GUARD_ADDRESSES - GUARD_SCHEME);
  json_array_begin(json, "addresses");
  for (size_t i = 0; i < self->checked_count; i++) {
    char address[URIEL_IPV6_MAX];
    json_text(json, NULL, address,
              uriel_address_print(&self->checked[i].address, address, sizeof address));
  }
  json_array_end(json);
}

static void guard_block(const struct record *record)
{
  const struct guard *const self = record->detail;
  const uriel_guarded *const request = &self->request;
  struct output *const out = &standard_out;
  if (!request->reasons) {
    output_text(out, "  allowed: ");
    output_foreign(out, request->scheme.ptr, request->scheme.len);
    output_text(out, ", host ");
    output_foreign(out, request->host.ptr, request->host.len);
    output_format(out, ", port %u, target ", request->port);
    output_foreign(out, request->target.ptr, request->target.len);
    output_char(out, '\n');
    return;
  }
  for (unsigned bit = 1; bit < URIEL_GUARD_NETWORK; bit <<= 1)
    if (request->reasons & bit)
      output_format(out, "  %s: %s%s\n", uriel_guard_reason_name((uriel_guard_reason)bit),
                    uriel_guard_reason_message((uriel_guard_reason)bit),
                    bit == URIEL_GUARD_READERS ? ": try \"uriel agree --long\"" : "");
  for (size_t i = 0; i < self->checked_count; i++) {
    const struct guard_address *const checked = &self->checked[i];
    char address[URIEL_IPV6_MAX], net[URIEL_IPV6_MAX];
    if (!checked->denied)
      continue;
    output_format(out, "  %s: %.*s is ", guard_network(checked),
                  (int)uriel_address_print(&checked->address, address, sizeof address), address);
    if (checked->network)
      output_format(out, "in %.*s/%u (%s)\n",
                    (int)uriel_address_print(&checked->network->address, net, sizeof net), net,
                    checked->network->bits, checked->network->document);
    else
      output_text(out, "in a network that the policy denies\n");
  }
}

static void guard_end(void *copy)
{
  free(((struct guard *)copy)->checked);
}

const struct stage guard_stage = {
    .schema = &(const struct schema){.columns = guard_columns,
                                     .count = GUARD_COLUMNS,
                                     .plain = GUARD_ALLOWED,
                                     .no_errors = true,
                                     .json = guard_json,
                                     .block = guard_block},
    STAGE_SELF(struct guard, .address_count = 0),
    .options = guard_options,
    .has = GENERAL_JOBS,
    .ready = guard_ready,
    .each = guard_each,
    .texts = true,
    .own = offsetof(struct guard, written),
    .end = guard_end,
};

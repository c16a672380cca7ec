/* SPDX-License-Identifier: MIT */
/* Whether a server may fetch a URL. */
#include "uriel_guard.h"

#include "agree/port_table.h"
#include "agree/reader.h"
#include "uri/component.h"

/* ---- Policies ----------------------------------------------------------------------------------- */

RARE APART static bool guard_equal(uriel_text a, uriel_text b)
{
  return a.len == b.len && fold_equal(a.ptr, b.ptr, a.len);
}

/* The text before `name` is empty or ends a label: "a." and "" before "b". */
static bool guard_ends_with(uriel_text host, uriel_text name)
{
  return host.len >= name.len && (host.len == name.len || host.ptr[host.len - name.len - 1] == '.') &&
         guard_equal((uriel_text){host.ptr + host.len - name.len, name.len}, name);
}

/* "*" in a name stands for one label. */
static bool guard_matches_name(uriel_text host, uriel_text name)
{
  if (name.ptr[0] != '*')
    return guard_equal(host, name);
  const char *const dot = view_find(host.ptr, view_end(host), '.');
  return dot > host.ptr &&
         guard_equal(view_of(dot, view_end(host)), (uriel_text){name.ptr + 1, name.len - 1});
}

static bool guard_is_bad_port(uint32_t port)
{
  size_t begin = 0, end = sizeof agree_bad_ports / sizeof *agree_bad_ports;
  while (end - begin > 1) {
    const size_t middle = (begin + end) / 2;
    if (agree_bad_ports[middle] <= port)
      begin = middle;
    else
      end = middle;
  }
  return agree_bad_ports[begin] == port;
}

/* What rules are matched with. */
typedef struct guard_subject {
  uriel_text scheme, host; /* without the full stop at its end */
  uint32_t port;
  const uriel_address *address;
} guard_subject;

/* The port is bad for http, and so for every scheme that does not have it as its default. */
static bool guard_is_bad(const guard_subject *subject)
{
  return guard_is_bad_port(subject->port) &&
         (!subject->port || subject->port != uriel_default_port(subject->scheme));
}

static bool guard_matches(const uriel_policy_rule *rule, const guard_subject *subject)
{
  switch (rule->kind) {
  case URIEL_POLICY_SCHEME:
    return guard_equal(subject->scheme, rule->value);
  case URIEL_POLICY_PORT:
    return rule->first > rule->last ? guard_is_bad(subject)
                                    : subject->port >= rule->first && subject->port <= rule->last;
  case URIEL_POLICY_HOST:
    return !subject->address->family && guard_matches_name(subject->host, rule->value);
  case URIEL_POLICY_SUFFIX:
    return view_is(rule->value, ".") ||
           (!subject->address->family && guard_ends_with(subject->host, rule->value));
  default:
    return uriel_network_contains(&rule->network, subject->address);
  }
}

/* The default policy for the last label of a name. */
static bool guard_allows_last(uriel_text last)
{
  if (last.len < 5) /* as "com": shorter than the denied ones */
    return last.len > 0;
  return !view_is(last, "localhost") && !view_is(last, "local") && !view_is(last, "internal") &&
         !view_is(last, "onion");
}

/* The default policy for a name. */
static bool guard_allows_name(uriel_text host)
{
  const char *const dot = uriel_reader_last(host, '.');
  return dot && guard_allows_last(view_of(dot + 1, view_end(host)));
}

static bool guard_allows(uriel_policy_kind kind, const uriel_policy_rule *rules, size_t count,
                         const guard_subject *subject)
{
  while (count > 0) {
    const uriel_policy_rule *const rule = &rules[--count];
    if ((rule->kind == kind ||
         (kind == URIEL_POLICY_HOST &&
          (rule->kind == URIEL_POLICY_SUFFIX ||
           (rule->kind == URIEL_POLICY_NETWORK && rule->allow && subject->address->family)))) &&
        guard_matches(rule, subject))
      return rule->allow;
  }
  if (kind == URIEL_POLICY_SCHEME)
    return view_is(subject->scheme, "http") || view_is(subject->scheme, "https");
  if (kind == URIEL_POLICY_PORT)
    return !guard_is_bad(subject);
  if (kind == URIEL_POLICY_HOST)
    return subject->address->family || guard_allows_name(subject->host);
  const uriel_network *const network = uriel_address_network(subject->address);
  return !network || network->global;
}

bool uriel_guard_address(const uriel_network **network, const uriel_policy_rule *rules, size_t count,
                         const uriel_address *address)
{
  uriel_address each[3] = {*address};
  if (network)
    *network = NULL;
  if (address->family != 4 && address->family != 6)
    return false;
  const size_t addresses = 1 + uriel_address_embedded(each + 1, address);
  for (size_t i = 0; i < addresses; i++) {
    const guard_subject subject = {.address = &each[i]};
    if (network)
      *network = uriel_address_network(&each[i]);
    if (!guard_allows(URIEL_POLICY_NETWORK, rules, count, &subject))
      return false;
  }
  if (network)
    *network = NULL;
  return true;
}

/* ---- URLs --------------------------------------------------------------------------------------- */

/* `url` is uriel_url_bound(NULL, len). */
static size_t guard_bound(size_t url, size_t len)
{
  return size_add(size_add(url, 1), uriel_agree_bound(0, size_add(len, GUARD_GROWTH)));
}

size_t uriel_guard_bound(size_t len)
{
  return guard_bound(uriel_url_bound(NULL, len), len);
}

/* Returns whether the present readers that accept a text see the same place. */
static bool guard_same(const char *text, size_t len, char *out)
{
  size_t count;
  uriel_agreement agreement;
  const uriel_reader *const readers = uriel_present_readers(&count);
  uriel_agree(&agreement, NULL, readers, count, URIEL_AGREE_PLACE, text, len, out,
              uriel_agree_bound(0, len));
  return agreement.same == agreement.accepts;
}

/* Returns whether readers see the same place in the text, and in scheme, host and port of the request: a
 * reader can refuse the text and accept the request. */
static bool guard_agree(const uriel_ref *ref, const char *text, size_t len, char *out)
{
  const size_t front = ref->path_begin + (size_t)(ref->path_begin < ref->path_end);
  return guard_same(text, len, out) && (front <= len || front - len <= GUARD_GROWTH) &&
         guard_same(ref->text, front, out);
}

/* The same as guard_judge for a plain URL under the default policy, faster. `label`: the last one. */
static unsigned guard_plain(uriel_guarded *request, const uriel_ref *ref, uriel_text label, size_t len)
{
  const uriel_text port = component_port(ref);
  const bool single = label.len == component_host(ref).len;
  request->port = port.len ? (uint16_t)uriel_reader_port(port) : ref->scheme_end == 5 ? 443 : 80;
  return (!single && guard_allows_last(label) ? 0 : (unsigned)URIEL_GUARD_NAME) |
         (port.len && guard_is_bad_port(request->port) ? (unsigned)URIEL_GUARD_PORT : 0) |
         (len > GUARD_LENGTH ? (unsigned)URIEL_GUARD_LENGTH : 0);
}

/* Returns the reasons why the policy denies a serialised URL, and fills the address and port. */
static unsigned guard_policy(uriel_guarded *request, const uriel_policy_rule *rules, size_t count,
                             const uriel_ref *ref)
{
  const uriel_text port = uriel_port(ref);
  guard_subject subject = {
      .scheme = uriel_scheme(ref), .host = uriel_host(ref), .address = &request->address};
  unsigned reasons = guard_allows(URIEL_POLICY_SCHEME, rules, count, &subject) ? 0 : URIEL_GUARD_SCHEME;
  if (!subject.host.len)
    return reasons | URIEL_GUARD_INVALID;
  uriel_host_address(&request->address, subject.host);
  if (subject.host.len > 1 && view_end(subject.host)[-1] == '.')
    subject.host.len--;
  /* Resolvers may drop empty labels at the end, and programs may decode "%XX": another name than rules
   * see. */
  const bool unclear =
      !request->address.family && (view_end(subject.host)[-1] == '.' || view_has(subject.host, '%'));
  subject.port = port.len ? (uint32_t)uriel_reader_port(port) : uriel_default_port(subject.scheme);
  request->port = (uint16_t)subject.port;
  if (!guard_allows(URIEL_POLICY_PORT, rules, count, &subject))
    reasons |= URIEL_GUARD_PORT;
  if (unclear || !guard_allows(URIEL_POLICY_HOST, rules, count, &subject))
    reasons |= URIEL_GUARD_NAME;
  if (request->address.family &&
      !uriel_guard_address(&request->network, rules, count, &request->address))
    reasons |= URIEL_GUARD_NETWORK;
  if (view_defined(uriel_userinfo(ref)))
    reasons |= URIEL_GUARD_USERINFO;
  return reasons;
}

/* Returns all reasons why the policy denies a text. `ref`: its URL, without a host if it is not valid.
 * `out`: for uriel_agree. */
APART static unsigned guard_judge(uriel_guarded *request, const uriel_policy_rule *rules, size_t count,
                                  const uriel_ref *ref, uriel_text text, bool plain, char *out)
{
  unsigned reasons = ref->length ? guard_policy(request, rules, count, ref) : URIEL_GUARD_INVALID;
  if (text.len > uriel_policy_limit(URIEL_POLICY_LENGTH, rules, count))
    reasons |= URIEL_GUARD_LENGTH;
  if (!plain && uriel_policy_limit(URIEL_POLICY_AGREEMENT, rules, count) &&
      !guard_agree(ref, text.ptr, text.len, out))
    reasons |= URIEL_GUARD_READERS;
  return reasons;
}

/* Returns the path and query, with "/" for an empty path. `out` has a byte more than the URL. */
static uriel_text guard_target(const uriel_ref *ref, char *out)
{
  const uriel_text target = view_of(ref->text + ref->path_begin, ref->text + ref->query_end);
  if (target.len && *target.ptr == '/')
    return target;
  *out = '/';
  copy_bytes(out + 1, target.ptr, target.len);
  return (uriel_text){out, target.len + 1};
}

bool uriel_guard(uriel_guarded *request, const uriel_policy_rule *rules, size_t count, const char *text,
                 size_t len, char *out, size_t capacity)
{
  static const uriel_guarded nothing; /* copied: gcc clears it with a slow instruction */
  const size_t room = uriel_url_bound(NULL, len);
  uriel_ref ref;
  *request = nothing;
  if (capacity < guard_bound(room, len))
    return false;
  char *const rest = out + room + 1;
  const bool valid = uriel_url_parse(&ref, NULL, text, len, NULL, out, room) != URIEL_FAILED;
  if (!valid)
    ref = (uriel_ref){.text = ""};
  const uriel_text label = valid ? uriel_reader_plain(text, len) : view_undefined();
  const bool plain = view_defined(label);
  request->reasons = plain && count == 0 ? guard_plain(request, &ref, label, len)
                                         : guard_judge(request, rules, count, &ref,
                                                       (uriel_text){text, len}, plain, rest);
  if (request->reasons) {
    request->port = 0;
    return false;
  }
  request->scheme = component_scheme(&ref);
  request->host = component_host(&ref);
  request->target = guard_target(&ref, rest);
  return true;
}

/* ---- Reasons ------------------------------------------------------------------------------------ */

/* By the number of the bit: a word and a sentence. */
static const char *const guard_reasons[][2] = {
    {"invalid", "the URL standard refuses the URL, or it has no host"},
    {"length", "the URL is longer than the policy allows"},
    {"readers", "programs see different hosts or ports in the URL"},
    {"scheme", "the policy does not allow the scheme"},
    {"userinfo", "the URL has user information"},
    {"port", "the policy does not allow the port"},
    {"name", "the policy does not allow the name"},
    {"network", "the policy does not allow the network of the address"}};

/* Returns a text of the lowest bit; "" if it is not a reason. */
static const char *guard_reason(uriel_guard_reason reason, size_t text)
{
  const size_t place = reason ? word_lowest(reason) : sizeof guard_reasons;
  return place < sizeof guard_reasons / sizeof *guard_reasons ? guard_reasons[place][text] : "";
}

const char *uriel_guard_reason_name(uriel_guard_reason reason)
{
  return guard_reason(reason, 0);
}

const char *uriel_guard_reason_message(uriel_guard_reason reason)
{
  return guard_reason(reason, 1);
}

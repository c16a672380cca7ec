/* SPDX-License-Identifier: MIT */
/* Other URIs: whether the user named their origins, and where redirects may lead. */
#include <strings.h>

#include "get_private.h"
#include "uriel_url.h"

static bool get_same(const struct buffer *buffer, uriel_text text)
{
  return buffer->len == text.len && (text.len == 0 || strncasecmp(buffer->ptr, text.ptr, text.len) == 0);
}

static uint16_t get_port(const uriel_ref *ref)
{
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  uint16_t port = 0;
  const bool is_given = uriel_port(ref).len && uriel_port_number(&port, ref, NULL);
  return is_given ? port : info ? info->port : 0;
}

/* Sets the origin of the URI, or returns whether it is that one. */
static bool get_origin(struct origin *origin, const uriel_ref *ref, bool set)
{
  const uriel_text scheme = uriel_scheme(ref), host = uriel_host(ref);
  const uint16_t port = get_port(ref);
  if (set) {
    buffer_put(&origin->scheme, scheme.ptr, scheme.len);
    buffer_put(&origin->host, host.ptr, host.len);
    origin->port = port;
  }
  return origin->port == port && get_same(&origin->scheme, scheme) && get_same(&origin->host, host);
}

bool get_same_origin(const uriel_ref *a, const uriel_ref *b)
{
  const uriel_text scheme = uriel_scheme(a), other = uriel_scheme(b);
  const uriel_text host = uriel_host(a), host_b = uriel_host(b);
  return scheme.len == other.len && host.len == host_b.len && get_port(a) == get_port(b) &&
         strncasecmp(scheme.ptr, other.ptr, scheme.len) == 0 &&
         (host.len == 0 || strncasecmp(host.ptr, host_b.ptr, host.len) == 0);
}

bool get_is_named(struct get *get, const uriel_ref *ref, bool is_first)
{
  return get->options.named
             ? get->options.named(get->options.context, ref)
             : get_origin(&get->own, ref, is_first) || get_origin(&get->gateway, ref, false);
}

bool get_is_through(const uriel_plan *plan)
{
  if (!plan->gateway || plan->by_proxy)
    return plan->by_proxy;
  uriel_text authority = plan->gateway->uri_template;
  const char *const slashes = memmem(authority.ptr, authority.len, "//", 2);
  if (!slashes)
    return false;
  authority = (uriel_text){slashes + 2, authority.len - (size_t)(slashes + 2 - authority.ptr)};
  size_t len = 0;
  while (len < authority.len && !strchr("/?#{", authority.ptr[len]))
    len++;
  return len == authority.len || authority.ptr[len] != '{';
}

bool get_asked(struct get *get, const uriel_ref *ref, const uriel_plan *plan, uriel_ref *asked)
{
  struct buffer *const out = &get->asked;
  *asked = *ref;
  if (!plan->gateway)
    return true;
  const uriel_text text = plan->gateway->uri_template;
  out->len = uriel_template_expand(text.ptr, text.len, ref, NULL, 0, NULL);
  if (out->len == URIEL_FAILED)
    return false;
  buffer_reserve(out, out->len);
  return uriel_template_expand(text.ptr, text.len, ref, out->ptr, out->capacity, NULL) == out->len &&
         uriel_parse(asked, out->ptr, out->len, NULL);
}

bool get_is_allowed(struct get *get, const uriel_ref *ref, struct get_failure *failure)
{
  uriel_guarded guarded;
  const size_t bound = uriel_guard_bound(ref->length);
  buffer_reserve(&get->scratch, bound);
  if (uriel_guard(&guarded, get->options.rules, get->options.rule_count, ref->text, ref->length,
                  get->scratch.ptr, bound))
    return true;
  struct buffer *const words = &get->scratch;
  words->len = 0;
  for (unsigned left = guarded.reasons; left; left &= left - 1) {
    const char *const name = uriel_guard_reason_name((uriel_guard_reason)(left & (0U - left)));
    buffer_append(words, " ", words->len > 0);
    buffer_append(words, name, strlen(name));
  }
  buffer_append(words, "", 1);
  get_fail(failure, GET_REFUSED,
           "%s that the policy denies (%s): "
           "\"uriel guard --long\" explains it, and --policy can allow it",
           get->result->redirects ? "a redirect leads to a URI" : "it is a URI", words->ptr);
  failure->cause = GET_CAUSE_POLICY;
  return false;
}

/* Whether the second is what the first must not lead to: a connection that anybody can read. */
static bool get_is_downgrade(const uriel_ref *from, const uriel_ref *to)
{
  const uriel_text a = uriel_scheme(from), b = uriel_scheme(to);
  return a.len == 5 && strncasecmp(a.ptr, "https", 5) == 0 &&
         !(b.len == 5 && strncasecmp(b.ptr, "https", 5) == 0) &&
         !(b.len == 4 && strncasecmp(b.ptr, "ftps", 4) == 0);
}

/* Resolves the location against the target URI of the request, into `next`, and keeps the fragment of
 * the present URI (RFC 9110, 10.2.2). */
static bool get_redirect(struct get *get, const uriel_ref *present, const uriel_plan *plan,
                         uriel_ref *ref, struct get_failure *failure)
{
  const uriel_text location =
      buffer_text(get->response.code[0] ? &get->response.location : &get->run.location);
  const size_t bound = uriel_lenient_bound(NULL, location.len);
  struct buffer *const next = &get->next;
  const uriel_text fragment = uriel_fragment(present);
  uriel_ref relative, asked, *const base = &asked;
  uriel_read read;
  buffer_reserve(&get->scratch, bound);
  const bool good =
      location.len > 0 && get_asked(get, present, plan, base) &&
      uriel_lenient_parse(&relative, &read, NULL, location.ptr, location.len, URIEL_LENIENT_RELATIVE,
                          get->scratch.ptr, bound, NULL) != URIEL_FAILED;
  if (!good)
    return get_fail(failure, GET_REFUSED, "the server redirects, but not to a URI");
  buffer_reserve(next, uriel_resolve_bound(base, &relative) + fragment.len + 1);
  next->len = uriel_resolve(base, &relative, URIEL_RESOLVE_STRICT, next->ptr, next->capacity, NULL);
  if (next->len == URIEL_FAILED || next->len > next->capacity) {
    next->len = 0;
    return get_fail(failure, GET_REFUSED, "the server redirects to a reference that does not resolve");
  }
  if (fragment.ptr && !uriel_fragment(&relative).ptr) {
    buffer_append(next, "#", 1);
    buffer_append(next, fragment.ptr, fragment.len);
  }
  if (!uriel_parse(ref, next->ptr, next->len, NULL))
    return get_fail(failure, GET_REFUSED, "the server redirects, but not to a URI");
  if (plan->gateway && get_is_through(plan))
    get_origin(&get->gateway, base, true);
  if (!get_is_downgrade(base, ref))
    return true;
  get_fail(failure, GET_REFUSED,
           "the server redirects from https to an unprotected scheme: get "
           "that URI by its name if you trust it");
  failure->cause = GET_CAUSE_POLICY;
  return false;
}

/* Whether one more redirect may be followed; else sets the failure. */
static bool get_may_redirect(struct get *get)
{
  struct get_result *const result = get->result;
  const size_t policy =
      uriel_policy_limit(URIEL_POLICY_REDIRECTS, get->options.rules, get->options.rule_count);
  const bool is_policy = result->redirects >= policy;
  if (get->options.stays || (result->redirects < get->options.max_redirects && !is_policy))
    return true;
  get_fail(&result->failure, is_policy ? GET_REFUSED : GET_FAILED,
           "the server redirects more than %zu times: %s sets the limit", result->redirects,
           is_policy ? "the policy" : "--max-redirects");
  result->failure.cause = GET_CAUSE_REDIRECT;
  return false;
}

bool get_follow(struct get *get, uriel_ref *ref, const uriel_plan *plan)
{
  struct get_result *const result = get->result;
  uriel_ref next;
  if (!get_may_redirect(get))
    return false;
  if (!get_redirect(get, ref, plan, &next, &result->failure)) {
    if (!result->failure.cause)
      result->failure.cause = GET_CAUSE_REDIRECT;
    return false;
  }
  struct get_hop hop = {.text = result->texts.len, .text_len = get->next.len};
  memcpy(hop.code, result->code, sizeof hop.code);
  buffer_append(&result->texts, get->next.ptr, get->next.len);
  buffer_append(&result->chain, &hop, sizeof hop);
  if (get->options.stays)
    return false;
  result->redirects++;
  const uriel_text from = uriel_authority(ref), to = uriel_authority(&next);
  if (from.len != to.len || (to.len > 0 && memcmp(from.ptr, to.ptr, to.len) != 0))
    get_forget_login(get);
  buffer_put(&result->target, get->next.ptr, get->next.len);
  uriel_parse(ref, result->target.ptr, result->target.len, NULL);
  get->has_login = false;
  if (get->options.plan.registry)
    get->registry = *get->options.plan.registry;
  if (get_origin(&get->gateway, ref, false)) /* not through another gateway, as its first URI */
    get->registry.gateway_count = 0;
  return true;
}

/* SPDX-License-Identifier: MIT */
/* Lines of policies. */
#include "agree/reader.h"
#include "text/text.h"
#include "uriel_guard.h"

const char *uriel_policy_default(void)
{
  return "allow scheme http\n"
         "allow scheme https\n"
         "allow port 0-65535\n"
         "deny port bad\n"
         "allow suffix .\n"
         "deny host *\n"
         "deny suffix localhost\n"
         "deny suffix local\n"
         "deny suffix internal\n"
         "deny suffix onion\n"
         "deny network this-network\n"
         "deny network private\n"
         "deny network shared\n"
         "deny network metadata\n"
         "deny network loopback\n"
         "deny network link-local\n"
         "deny network protocol\n"
         "deny network documentation\n"
         "deny network benchmarking\n"
         "deny network transition\n"
         "deny network multicast\n"
         "deny network broadcast\n"
         "deny network reserved\n"
         "allow network global\n"
         "limit length 8000\n"
         "limit redirects 20\n"
         "require agreement yes\n";
}

/* What a line says: its first two words, and whether the rule allows. */
typedef struct policy_form {
  const char *verb, *noun;
  uriel_policy_kind kind;
} policy_form;

static const policy_form policy_forms[] = {{"", "scheme", URIEL_POLICY_SCHEME},
                                           {"", "port", URIEL_POLICY_PORT},
                                           {"", "host", URIEL_POLICY_HOST},
                                           {"", "suffix", URIEL_POLICY_SUFFIX},
                                           {"", "network", URIEL_POLICY_NETWORK},
                                           {"limit", "length", URIEL_POLICY_LENGTH},
                                           {"limit", "redirects", URIEL_POLICY_REDIRECTS},
                                           {"require", "agreement", URIEL_POLICY_AGREEMENT}};

/* Takes the next word of a line, which is empty at its end. */
static uriel_text policy_word(uriel_text *line)
{
  const char *at = line->ptr, *const end = view_end(*line);
  while (at < end && byte_is_blank(*at))
    at++;
  const char *const begin = at;
  while (at < end && !byte_is_blank(*at))
    at++;
  *line = view_of(at, end);
  return view_of(begin, at);
}

static bool policy_number(uint32_t *number, uriel_text text, uint32_t most)
{
  const char *at = text.ptr;
  if (text.len == 0)
    return false;
  *number = digits_read(&at, view_end(text), 10, most);
  return at == view_end(text);
}

/* Returns why the value does not suit the rule, or NULL. */
static const char *policy_value(uriel_policy_rule *rule, uriel_text value)
{
  uriel_address address;
  uriel_text rest = value;
  rule->value = value;
  switch (rule->kind) {
  case URIEL_POLICY_SCHEME:
    if (byte_is(*value.ptr, BYTE_ALPHA) && view_consists(value, BYTE_SCHEME))
      return NULL;
    return "a scheme is letters, digits, \"+\", \"-\" and \".\" after a letter, without \":\"";
  case URIEL_POLICY_PORT:
    rule->first = 1, rule->last = 0;
    if (view_is(value, "bad"))
      return NULL;
    if (policy_number(&rule->first, view_take(&rest, '-'), UINT16_MAX)) {
      rule->last = rule->first;
      if (!view_defined(rest) ||
          (policy_number(&rule->last, rest, UINT16_MAX) && rule->first <= rule->last))
        return NULL;
    }
    return "a port is a number up to 65535, two as in 8000-8999, or \"bad\"";
  case URIEL_POLICY_HOST:
  case URIEL_POLICY_SUFFIX:
    if (rule->kind == URIEL_POLICY_SUFFIX && view_is(value, "."))
      return NULL;
    if (value.len > 1 && value.ptr[value.len - 1] == '.')
      rule->value.len--;
    if (uriel_host_address(&address, value) || uriel_address_parse(&address, value.ptr, value.len))
      return "an address is in a network: write \"network\" before it";
    if (rule->kind == URIEL_POLICY_SUFFIX && *value.ptr == '.')
      return "write a suffix without the full stop before it";
    if (!view_consists((uriel_text){value.ptr + (*value.ptr == '*'), value.len - (*value.ptr == '*')},
                       BYTE_ALPHA | BYTE_DIGIT | BYTE_UNRESERVED) ||
        (*value.ptr == '*' &&
         (rule->kind == URIEL_POLICY_SUFFIX || (value.len > 1 && value.ptr[1] != '.'))))
      return "a name is labels of US-ASCII, as in \"xn--bcher-kva.example\"; a host may begin with "
             "\"*.\"";
    return NULL;
  case URIEL_POLICY_NETWORK:
    if (uriel_network_parse(&rule->network, value.ptr, value.len))
      return NULL;
    return "a network is a prefix with zeros after it, as in 10.0.0.0/8 and fc00::/7, an address, or a "
           "kind, as \"private\"";
  case URIEL_POLICY_LENGTH:
  case URIEL_POLICY_REDIRECTS:
    if (!policy_number(&rule->first, value, INT32_MAX))
      return "a limit is a number up to 2147483647";
    rule->last = rule->first;
    return NULL;
  default:
    rule->allow = view_is(value, "yes");
    return rule->allow || view_is(value, "no") ? NULL : "write \"yes\" or \"no\"";
  }
}

/* Reads a line without its comment. Returns why the word that `*at` becomes is wrong, or NULL. */
static const char *policy_read(uriel_policy_rule *rule, uriel_text line, const char **at)
{
  const uriel_text verb = policy_word(&line), noun = policy_word(&line), value = policy_word(&line);
  const uriel_text more = policy_word(&line);
  const bool allows = view_is(verb, "allow"), known = allows || view_is(verb, "deny");
  bool verbs = known;
  *at = verb.ptr;
  if (verb.len == 0)
    return NULL;
  for (size_t i = 0; i < sizeof policy_forms / sizeof *policy_forms; i++) {
    const policy_form *const form = &policy_forms[i];
    const bool same = *form->verb ? view_is(verb, form->verb) : known;
    verbs |= same;
    if (same && view_is(noun, form->noun))
      rule->kind = form->kind;
  }
  if (!verbs)
    return "a rule begins with \"allow\", \"deny\", \"limit\" or \"require\"";
  *at = noun.ptr;
  if (!rule->kind)
    return known ? "write \"scheme\", \"port\", \"host\", \"suffix\" or \"network\" here"
                 : "write \"limit length\", \"limit redirects\" or \"require agreement\"";
  *at = value.ptr;
  if (value.len == 0)
    return "a value is missing";
  rule->allow = allows;
  const char *const message = policy_value(rule, value);
  if (message || !more.len)
    return message;
  *at = more.ptr;
  return "a rule has one value; write another line";
}

bool uriel_policy_parse(uriel_policy_rule *rule, const char *line, size_t len, uriel_policy_error *error)
{
  const char *at = line;
  const uriel_text text = len ? view_before((uriel_text){line, len}, '#') : (uriel_text){"", 0};
  *rule = (uriel_policy_rule){.kind = URIEL_POLICY_NONE};
  const char *const message = policy_read(rule, text, &at);
  if (message)
    *rule = (uriel_policy_rule){.kind = URIEL_POLICY_NONE};
  if (error)
    *error = (uriel_policy_error){message, message ? (size_t)(at - line) : 0};
  return !message;
}

uint32_t uriel_policy_limit(uriel_policy_kind kind, const uriel_policy_rule *rules, size_t count)
{
  while (count > 0)
    if (rules[--count].kind == kind)
      return kind == URIEL_POLICY_AGREEMENT ? rules[count].allow : rules[count].first;
  return kind == URIEL_POLICY_LENGTH ? GUARD_LENGTH : kind == URIEL_POLICY_REDIRECTS ? 20 : 1;
}

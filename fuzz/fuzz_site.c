/* SPDX-License-Identifier: MIT */
/* Sites, addresses and keys of web archives. Input: a byte of options, a line with a host, and a text.
 * As a list of suffixes, the text gives the same suffix as a comparison of the host with each of its
 * rules; as the path and query of a URL, it gives a key that is its own. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "uriel_site.h"

/* ---- The list's algorithm, rule by rule ---------------------------------------------------------- */

/* Takes the last label off the text. */
static uriel_text last_label(uriel_text *rest)
{
  size_t at = rest->len;
  while (at > 0 && rest->ptr[at - 1] != '.')
    at--;
  const uriel_text label = {rest->ptr + at, rest->len - at};
  *rest = (uriel_text){at > 0 ? rest->ptr : NULL, at > 0 ? at - 1 : 0};
  return label;
}

static bool same_label(uriel_text a, uriel_text b)
{
  if (a.len == 1 && *a.ptr == '*')
    return true;
  if (a.len != b.len)
    return false;
  for (size_t i = 0; i < a.len; i++)
    if ((a.ptr[i] | 32 * (a.ptr[i] >= 'A' && a.ptr[i] <= 'Z')) !=
        (b.ptr[i] | 32 * (b.ptr[i] >= 'A' && b.ptr[i] <= 'Z')))
      return false;
  return true;
}

/* The number of labels of the host that the rule matches; 0 if it does not. */
static size_t matched(uriel_text rule, uriel_text host)
{
  size_t count = 0;
  for (; rule.ptr; count++) {
    if (!host.ptr || !same_label(last_label(&rule), last_label(&host)))
      return 0;
  }
  return count;
}

/* The next rule of a list, up to a blank. */
static bool next_rule(uriel_text *list, uriel_text *rule, bool *is_private)
{
  while (list->len > 0) {
    const char *const end = memchr(list->ptr, '\n', list->len);
    uriel_text line = {list->ptr, end ? (size_t)(end - list->ptr) : list->len};
    *list = (uriel_text){list->ptr + line.len + (end != NULL), list->len - line.len - (end != NULL)};
    line = (uriel_text){line.ptr, line.len};
    while (line.len > 0 && strchr(" \t\r", *line.ptr) && *line.ptr)
      line = (uriel_text){line.ptr + 1, line.len - 1};
    if (line.len >= 30 && memcmp(line.ptr, "// ===BEGIN PRIVATE DOMAINS===", 30) == 0)
      *is_private = true;
    if (line.len >= 28 && memcmp(line.ptr, "// ===END PRIVATE DOMAINS===", 28) == 0)
      *is_private = false;
    rule->ptr = line.ptr;
    for (rule->len = 0; rule->len < line.len && !memchr(" \t\r", line.ptr[rule->len], 3);)
      rule->len++;
    if (rule->len > 0 && !(line.len >= 2 && line.ptr[0] == '/' && line.ptr[1] == '/'))
      return true;
  }
  return false;
}

/* The number of labels of the host's suffix. */
static size_t suffix_labels(uriel_text list, uriel_text host, bool with_private)
{
  size_t most = 1, least = SIZE_MAX; /* of exceptions */
  bool is_private = false;
  for (uriel_text rule; next_rule(&list, &rule, &is_private);) {
    const bool exception = *rule.ptr == '!';
    if (is_private && !with_private)
      continue;
    const size_t n = matched((uriel_text){rule.ptr + exception, rule.len - exception}, host);
    if (exception && n > 0)
      least = n < least ? n : least;
    else
      most = n > most ? n : most;
  }
  return least < SIZE_MAX ? least - 1 : most;
}

static size_t labels_of(uriel_text text)
{
  size_t count = text.ptr ? 1 : 0;
  for (size_t i = 0; i < text.len; i++)
    count += text.ptr[i] == '.';
  return count;
}

static bool is_plain(uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] >= 0x80 || text.ptr[i] == '%')
      return false;
  return true;
}

static void check_list(uriel_text host, uriel_text text, unsigned options)
{
  const size_t size = uriel_suffix_list_bound(text.ptr, text.len);
  char *const memory = room(size + 1);
  uriel_suffix_list list;
  uriel_suffix_error error;
  const bool made = uriel_suffix_list_compile(&list, text.ptr, text.len, memory, size, &error);
  fuzz_must(made == (error.message == NULL) && error.offset <= text.len,
            "a message if it is not a list");
  const uriel_text suffix =
      made ? uriel_host_suffix(host, &list, options & URIEL_SUFFIX_PRIVATE) : (uriel_text){NULL, 0};
  const bool bom = text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0;
  if (suffix.ptr && is_plain(host) && is_plain(text) && !bom) {
    const uriel_text name = {host.ptr, host.len - (host.ptr[host.len - 1] == '.')};
    fuzz_must(labels_of(suffix) == suffix_labels(text, name, options & URIEL_SUFFIX_PRIVATE),
              "the suffix of the list's algorithm");
  }
  free(memory);
}

/* ---- Hosts --------------------------------------------------------------------------------------- */

static bool ends(uriel_text a, uriel_text b)
{
  return a.ptr && b.ptr && a.ptr + a.len == b.ptr + b.len && a.len < b.len;
}

/* Of "256.1" and "a.[b", which are names, a part is an address or begins like a literal. */
static bool is_own(uriel_text part, uriel_text of_itself)
{
  uriel_address address;
  return !part.ptr || *part.ptr == '[' || uriel_host_address(&address, part) ||
         text_equal(part, of_itself);
}

static size_t write_reverse(const void *context, char *out, size_t capacity)
{
  return uriel_host_reverse(*(const uriel_text *)context, out, capacity);
}

static size_t write_address(const void *context, char *out, size_t capacity)
{
  return uriel_address_print(context, out, capacity);
}

/* Each byte as "%XX". */
static uriel_text encoded(uriel_text text)
{
  char *const out = room(3 * text.len);
  for (size_t i = 0; i < text.len; i++) {
    out[3 * i] = '%';
    out[3 * i + 1] = "0123456789abcdef"[(unsigned char)text.ptr[i] >> 4];
    out[3 * i + 2] = "0123456789ABCDEF"[text.ptr[i] & 15];
  }
  return text_from(out, 3 * text.len);
}

/* Compares the look-up with all networks, and the addresses that an address carries with its bytes. */
static void check_networks(const uriel_address *address)
{
  size_t count;
  const uriel_network *const networks = uriel_networks(&count), *narrowest = NULL;
  for (size_t i = 0; i < count; i++)
    if (uriel_address_in(address, &networks[i].address, networks[i].bits) &&
        (!narrowest || narrowest->bits < networks[i].bits))
      narrowest = &networks[i];
  fuzz_must(uriel_address_network(address) == narrowest, "the longest prefix");
  for (size_t i = 0; i < count; i++) {
    uriel_network kind;
    fuzz_must(uriel_network_parse(&kind, networks[i].name, strlen(networks[i].name)), "a kind");
    fuzz_must(uriel_network_contains(&kind, address) ==
                  (narrowest && strcmp(narrowest->name, networks[i].name) == 0),
              "the kind of an address");
  }
  uriel_address carried[2];
  const size_t found = uriel_address_embedded(carried, address);
  fuzz_must(found <= 2 && (address->family == 6 || found == 0), "only IPv6 carries addresses");
  for (size_t i = 0; i < found; i++) {
    bool there = false;
    for (size_t at = 0; at + 4 <= sizeof address->bytes; at += 2) {
      uint8_t inverted[4];
      for (size_t j = 0; j < 4; j++)
        inverted[j] = (uint8_t)~address->bytes[at + j];
      there |= memcmp(carried[i].bytes, address->bytes + at, 4) == 0 ||
               memcmp(carried[i].bytes, inverted, 4) == 0;
    }
    fuzz_must(carried[i].family == 4 && there, "the bytes of a carried address");
  }
}

/* The text's first byte selects a network, and its last bytes change the address. */
static void check_near(uriel_text text)
{
  size_t count;
  const uriel_network *const networks = uriel_networks(&count);
  uriel_address address = networks[text.len > 0 ? (unsigned char)text.ptr[0] % count : 0].address;
  const size_t size = address.family == 4 ? 4 : 16, n = text.len < size ? text.len : size;
  for (size_t i = 0; i < n; i++)
    address.bytes[size - 1 - i] ^= (uint8_t)text.ptr[text.len - 1 - i];
  check_networks(&address);
}

static void check_host(uriel_text host, unsigned options)
{
  uriel_address address, again;
  const uriel_text suffix = uriel_host_suffix(host, NULL, options),
                   site = uriel_host_site(host, NULL, options);
  const uriel_text reverse = text_written(write_reverse, &host);
  fuzz_must(!site.ptr || ends(suffix, site), "a site is a suffix and a label");
  fuzz_must(is_own(site, uriel_host_site(site, NULL, options)), "a site is its own");
  fuzz_must(is_own(suffix, uriel_host_suffix(suffix, NULL, options)), "a suffix is its own");
  uriel_network network;
  const bool is_network = uriel_network_parse(&network, host.ptr, host.len);
  fuzz_must(is_network == (network.name || network.address.family != 0), "a network");
  if (uriel_host_address(&address, host)) {
    const uriel_text text = text_written(write_address, &address);
    fuzz_must(uriel_network_parse(&network, text.ptr, text.len) &&
                  uriel_network_contains(&network, &address),
              "an address is a network");
    fuzz_must(!suffix.ptr, "an address has no suffix");
    check_networks(&address);
    fuzz_must(uriel_address_parse(&again, text.ptr, text.len) &&
                  memcmp(&again, &address, sizeof again) == 0,
              "an address is its own");
    text_free(text);
  } else {
    fuzz_must(reverse.len <= host.len, "the bound of the host in reverse");
  }
  if (host.len > 0 && *host.ptr != '[' && !memchr(host.ptr, '%', host.len)) {
    const uriel_text other = encoded(host);
    fuzz_must(uriel_host_site(other, NULL, options).len == 3 * site.len,
              "the same site if it is encoded");
    fuzz_must(uriel_host_suffix(other, NULL, options).len == 3 * suffix.len,
              "the same suffix if it is encoded");
    text_free(other);
  }
  text_free(reverse);
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

static uriel_text key_of(uriel_text text, uriel_surt_form form)
{
  const size_t size = uriel_surt_bound(text.len);
  char *const out = room(size);
  uriel_error error;
  const size_t len = uriel_surt(text.ptr, text.len, form, out, size, &error);
  fuzz_must((len == URIEL_FAILED) == (error.code != URIEL_ERROR_NONE), "an error if it fails");
  fuzz_must(error.begin <= text.len && error.length <= text.len - error.begin, "a place in the text");
  const uriel_text key = len == URIEL_FAILED ? (uriel_text){NULL, 0} : text_copy((uriel_text){out, len});
  free(out);
  return key;
}

/* Without "%", which can hide a delimiter, and session identifiers ("sid=", "/(...)/a.aspx"), because
 * only one is removed at a time. */
static void check_key(uriel_text text)
{
  static const char begin[] = "http://h/";
  enum { BEGIN = sizeof begin - 1 };
  char *const url = room(BEGIN + text.len);
  memcpy(url, begin, BEGIN);
  if (text.len > 0)
    memcpy(url + BEGIN, text.ptr, text.len);
  const uriel_text key = key_of((uriel_text){url, BEGIN + text.len}, URIEL_SURT_URL),
                   again = key_of(key, URIEL_SURT_URL);
  bool session = false;
  for (size_t i = 1; i < key.len; i++)
    session |= memcmp(key.ptr + i - 1, "id", 2) == 0 || memcmp(key.ptr + i - 1, ".a", 2) == 0;
  fuzz_must(session || text_equal(key, again), "a canonical URL is its own");
  text_free(key);
  text_free(again);
  free(url);
}

static size_t write_undone(const void *context, char *out, size_t capacity)
{
  const uriel_text *const key = context;
  return uriel_surt_undo(key->ptr, key->len, out, capacity);
}

/* A range is not empty. */
static void check_range(uriel_text text, uriel_surt_scope scope)
{
  const size_t size = uriel_surt_bound(text.len);
  char *const out = room(size);
  uriel_text first, end;
  const size_t n = uriel_surt_range(&first, &end, text.ptr, text.len, scope, out, size, NULL);
  fuzz_must(n == URIEL_FAILED ? !first.ptr && !end.ptr : n == first.len + end.len,
            "both ends of a range");
  if (n != URIEL_FAILED && first.ptr[first.len - 1] != '\xff') {
    const int order = memcmp(first.ptr, end.ptr, first.len < end.len ? first.len : end.len);
    const uriel_text undone = text_written(write_undone, &first);
    fuzz_must(order < 0 || (order == 0 && first.len < end.len), "the first key is before the end");
    fuzz_must(undone.len <= first.len, "the bound of a key undone");
    text_free(undone);
  }
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const unsigned options = size > 0 ? data[0] : 0;
  const uint8_t *const rest = data + (size > 0);
  size -= size > 0;
  const uint8_t *const end = size > 0 ? memchr(rest, '\n', size) : NULL;
  const size_t first = end ? (size_t)(end - rest) : size;
  const uriel_text host = fuzz_text(rest, first);
  const uriel_text text = fuzz_text(rest + first + (end != NULL), size - first - (end != NULL));
  check_host(host, options & 3);
  check_near(text);
  check_list(host, text, options);
  text_free(key_of(host, (uriel_surt_form)(options >> 2 & 3)));
  text_free(key_of(text, (uriel_surt_form)(options >> 2 & 3)));
  check_range(host, (uriel_surt_scope)(options & 3));
  if (text.len == 0 || !memchr(text.ptr, '%', text.len))
    check_key(text);
  text_free(host);
  text_free(text);
  return 0;
}

/* SPDX-License-Identifier: MIT */
/* Fetches the first argument with libcurl for a stranger, and prints the document. The second argument
 * is a file of rules after the default policy. Each redirection is checked as the first URL is, and
 * libcurl connects only to an address that was checked. */
#include <curl/curl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <uriel_guard.h>
#include <uriel_url.h>

enum { URL_MOST = 8192, RULES = 64 };

static uriel_policy_rule rules[RULES];
static size_t rule_count;

/* Reads the rules, which point into the lines. */
static bool read_policy(const char *name)
{
  static char lines[RULES][256];
  FILE *const file = fopen(name, "r");
  bool valid = file != NULL;
  while (valid && rule_count < RULES && fgets(lines[rule_count], sizeof *lines, file)) {
    uriel_policy_error error;
    const char *const line = lines[rule_count];
    valid = uriel_policy_parse(&rules[rule_count], line, strlen(line), &error);
    if (!valid)
      fprintf(stderr, "%s%s\n", line, error.message);
    rule_count += rules[rule_count].kind != URIEL_POLICY_NONE;
  }
  valid = valid && rule_count < RULES; /* a rule that is not read is an error */
  if (file)
    fclose(file);
  return valid;
}

static void print_reasons(const char *url, unsigned reasons)
{
  for (unsigned bit = 1; bit <= reasons; bit <<= 1)
    if (reasons & bit)
      fprintf(stderr, "%s: %s\n", url, uriel_guard_reason_message((uriel_guard_reason)bit));
}

static void copy_address(uriel_address *address, const struct sockaddr *from)
{
  char text[URIEL_IPV6_MAX + 8];
  *address = (uriel_address){.family = 0};
  if (from->sa_family == AF_INET) {
    address->family = 4;
    memcpy(address->bytes, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
  } else if (from->sa_family == AF_INET6) {
    const size_t len = uriel_ipv6_print(
        ((const struct sockaddr_in6 *)(const void *)from)->sin6_addr.s6_addr, text, sizeof text);
    uriel_address_parse(address, text, len); /* an IPv4-mapped address is the IPv4 address */
  }
}

/* Finds an address of the host. Returns false without one, or if the policy denies one. */
static bool look_up(uriel_address *address, const char *host)
{
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  bool allowed = getaddrinfo(host, NULL, &hints, &found) == 0 && found;
  for (const struct addrinfo *at = found; allowed && at; at = at->ai_next) {
    copy_address(address, at->ai_addr);
    allowed = address->family && uriel_guard_address(NULL, rules, rule_count, address);
  }
  if (found)
    freeaddrinfo(found);
  return allowed;
}

/* Sends the request to the address of `pin`, or of the URL if it is NULL. Returns whether there was an
 * answer, and writes where it redirects. */
static bool fetch(CURL *curl, const char *url, const char *pin, char *next, size_t capacity)
{
  struct curl_slist *const pins = pin ? curl_slist_append(NULL, pin) : NULL;
  struct curl_header *location;
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_RESOLVE, pins);
  curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* a proxy would look up the name again */
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
  curl_easy_setopt(curl, CURLOPT_FAILONERROR, 1L);
  const CURLcode code = curl_easy_perform(curl);
  *next = 0;
  if (code == CURLE_OK &&
      curl_easy_header(curl, "Location", 0, CURLH_HEADER, -1, &location) == CURLHE_OK)
    snprintf(next, capacity, "%s", location->value);
  if (code != CURLE_OK)
    fprintf(stderr, "%s: %s\n", url, curl_easy_strerror(code));
  curl_slist_free_all(pins);
  return code == CURLE_OK;
}

/* Checks and fetches one URL, and replaces it with the one to which the answer redirects, or "". */
static bool step(CURL *curl, char url[URL_MOST])
{
  static char out[1 << 21]; /* uriel_guard_bound(URL_MOST) is 1.1 million */
  char host[300], pin[400], name[URIEL_IPV6_MAX], sent[URL_MOST], next[URL_MOST];
  uriel_guarded request;
  uriel_ref base, target;
  if (!uriel_guard(&request, rules, rule_count, url, strlen(url), out, sizeof out)) {
    print_reasons(url, request.reasons);
    return false;
  }
  snprintf(host, sizeof host, "%.*s", (int)request.host.len, request.host.ptr);
  uriel_address address = request.address;
  if (!address.family && !look_up(&address, host)) {
    fprintf(stderr, "%s: no address, or one that the policy denies\n", host);
    return false;
  }
  snprintf(pin, sizeof pin, "%s:%u:%.*s", host, request.port,
           (int)uriel_address_print(&address, name, sizeof name), name);
  const int len = snprintf(sent, URL_MOST, "%.*s://%.*s:%u%.*s", (int)request.scheme.len,
                           request.scheme.ptr, (int)request.host.len, request.host.ptr, request.port,
                           (int)request.target.len, request.target.ptr);
  if (len >= URL_MOST) {
    fprintf(stderr, "%s: too long\n", url);
    return false;
  }
  if (!fetch(curl, sent, request.address.family ? NULL : pin, next, sizeof next))
    return false;
  if (*next == 0) {
    *url = 0;
    return true;
  }
  static char base_out[4 * URL_MOST];
  if (uriel_url_parse(&base, NULL, sent, strlen(sent), NULL, base_out, sizeof base_out) >
          sizeof base_out ||
      uriel_url_parse(&target, &base, next, strlen(next), NULL, out, sizeof out) >= URL_MOST)
    return false;
  snprintf(url, URL_MOST, "%.*s", (int)target.length, target.text);
  return true;
}

int main(int argc, char **argv)
{
  char url[URL_MOST];
  if (argc < 2 || argc > 3 || strlen(argv[1]) >= sizeof url || (argc == 3 && !read_policy(argv[2])))
    return 2;
  snprintf(url, sizeof url, "%s", argv[1]);
  CURL *const curl = curl_easy_init();
  uint32_t left = 1 + uriel_policy_limit(URIEL_POLICY_REDIRECTS, rules, rule_count);
  bool fetched = curl != NULL;
  for (; fetched && *url && left > 0; left--)
    fetched = step(curl, url);
  if (fetched && *url)
    fprintf(stderr, "%s: too many redirections\n", url);
  curl_easy_cleanup(curl);
  return fetched && !*url ? 0 : 1;
}

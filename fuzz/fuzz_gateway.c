/* SPDX-License-Identifier: MIT */
/* Documents of servers as pages of the gateway. Each "<" of a page begins a tag of the gateway, and
 * links lead to it or to schemes without scripts; pieces of a document make the same page as all of it.
 * A target that means a URI is where the client finds that URI. The first byte selects what the rest is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/unicode.h"
#define die cli_die /* test/api has a function of that name */
#include "cli/gateway/gateway.h"
#undef die
#include "fuzz.h"

static struct gateway gateway;

static struct exchange *fuzz_exchange(const char *target)
{
  static const char *const schemes[] = {"ftp", "gopher", "nntp", "news", "wais", "prospero"};
  while (gateway.offered.len < sizeof schemes / sizeof *schemes * sizeof(uriel_text)) {
    const uriel_text scheme = uriel_text_of(schemes[ARRAY_COUNT(uriel_text, gateway.offered)]);
    buffer_append(&gateway.offered, &scheme, sizeof scheme);
  }
  struct exchange *const exchange = exchange_new(&gateway, target);
  if (!exchange)
    abort();
  buffer_put(&exchange->own, "http://a", 8);
  exchange->wants_html = true;
  return exchange;
}

/* Checks the tags and the links of a page. */
static void fuzz_page(const struct buffer *page)
{
  static const char *const tags[] = {"!DOCTYPE html>",
                                     "html>",
                                     "/html>",
                                     "head>",
                                     "/head>",
                                     "body>",
                                     "/body>",
                                     "meta ",
                                     "title>",
                                     "/title>",
                                     "style>",
                                     "/style>",
                                     "nav>",
                                     "/nav>",
                                     "a href=\"",
                                     "/a>",
                                     "pre>",
                                     "/pre>",
                                     "table>",
                                     "/table>",
                                     "tr>",
                                     "td>",
                                     "form ",
                                     "/form>",
                                     "input ",
                                     "p>",
                                     "/p>",
                                     "label>",
                                     "/label>",
                                     "br>",
                                     "select ",
                                     "/select>",
                                     "option ",
                                     "/option>",
                                     "textarea ",
                                     "/textarea>",
                                     "h1>",
                                     "/h1>",
                                     "code>",
                                     "/code>"};
  static const char *const schemes[] = {"http", "https", "ftp",      "ftps",   "gopher", "nntp",  "news",
                                        "wais", "whois", "prospero", "telnet", "tn3270", "mailto"};
  const char *at = page->ptr, *const end = page->ptr + page->len;
  while ((at = memchr(at, '<', (size_t)(end - at)))) {
    bool known = false;
    at++;
    for (size_t i = 0; i < sizeof tags / sizeof *tags && !known; i++)
      known = (size_t)(end - at) >= strlen(tags[i]) && memcmp(at, tags[i], strlen(tags[i])) == 0;
    fuzz_must(known, "a tag is the gateway's");
    if (*at != 'a')
      continue;
    const char *const link = at + 8, *const quote = memchr(link, '"', (size_t)(end - link));
    const size_t scheme = quote ? text_scheme((uriel_text){link, (size_t)(quote - link)}) : 0;
    bool safe = quote && *link == '/' && (quote == link + 1 || link[1] != '/');
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes && scheme; i++)
      safe |= text_is_word((uriel_text){link, scheme - 1}, schemes[i]);
    fuzz_must(safe && quote[1] == '>', "a link is safe");
  }
}

static void fuzz_convert(uriel_text text, enum convert_kind kind)
{
  static const char *const bases[] = {"gopher://h/1/a", "ftp://h:2121/d/e", "nntp://[::1]/a.b",
                                      "news:a.b"};
  struct exchange *const exchange = fuzz_exchange("/");
  struct convert whole = {.line = {0}}, parts = {.line = {0}};
  const char *const base = bases[text.len % (sizeof bases / sizeof *bases)];
  uriel_ref ref;
  exchange->is_proxied = text.len % 3 == 0;
  uriel_parse(&ref, base, strlen(base), NULL);
  convert_begin(&whole, exchange, kind, &ref);
  convert_take(&whole, text.ptr, text.len);
  convert_end(&whole);
  convert_begin(&parts, exchange, kind, &ref);
  for (size_t at = 0; at < text.len; at++)
    convert_take(&parts, text.ptr + at, 1);
  convert_end(&parts);
  fuzz_page(&whole.out);
  fuzz_must(whole.out.len == parts.out.len && memcmp(whole.out.ptr, parts.out.ptr, parts.out.len) == 0,
            "pieces make the same page");
  convert_free(&whole);
  convert_free(&parts);
  exchange_release(exchange);
}

/* A form, and what it submits. */
static void fuzz_form(uriel_text text)
{
  static const char uri[] = "gopher://h/0f%09%09?";
  struct exchange *exchange = fuzz_exchange("/");
  buffer_put(&exchange->uri, uri, sizeof uri - 1);
  form_ask(exchange, text);
  fuzz_page(&exchange->data);
  exchange_release(exchange);
  exchange = fuzz_exchange("/");
  form_submitted(exchange, text);
  fuzz_page(&exchange->data);
  fuzz_must((exchange->status == 302) == (exchange->location.len > 0), "a redirection has a place");
  for (size_t i = 0; i < exchange->location.len; i++)
    fuzz_must(exchange->location.ptr[i] > ' ' && exchange->location.ptr[i] <= '~', "a place is a URI");
  exchange_release(exchange);
}

static void fuzz_target(uriel_text text)
{
  struct buffer target = {0}, located = {0};
  buffer_append(&target, text.ptr, text.len);
  buffer_append(&target, "", 1);
  struct exchange *const exchange = fuzz_exchange(target.ptr);
  const enum target kind = target_read(exchange);
  uriel_ref ref;
  if (kind == TARGET_URI && uriel_parse(&ref, exchange->uri.ptr, exchange->uri.len, NULL)) {
    target_locate(exchange, buffer_text(&exchange->uri), &located);
    buffer_append(&located, "", 1);
    struct exchange *const again = fuzz_exchange(located.ptr);
    fuzz_must(target_read(again) == TARGET_URI, "a place is the target of a URI");
    fuzz_must(again->uri.len == exchange->uri.len &&
                  memcmp(again->uri.ptr, exchange->uri.ptr, again->uri.len) == 0,
              "and of the same URI");
    exchange_release(again);
  }
  exchange_release(exchange);
  buffer_free(&target);
  buffer_free(&located);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  const uriel_text text = fuzz_text(data + 1, size - 1);
  const enum convert_kind kind = (enum convert_kind)(*data % 9);
  if (kind == CONVERT_NOTHING)
    fuzz_target(text);
  else if (kind > CONVERT_ARTICLE)
    fuzz_form(text);
  else
    fuzz_convert(text, kind);
  text_free(text);
  return 0;
}

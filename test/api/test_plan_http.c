/* SPDX-License-Identifier: MIT */
/* http, https, ws and wss: the parts, the request (RFC 9112, 3; RFC 9110, 7.2; RFC 6455, 4.1), and the
 * request to a proxy (url-1994, HTTP; RFC 9110, 9.3.6). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "uriel_plan.h"

#define GET(target, host)                                                                               \
  "send GET " target " HTTP/1.1\\r\\nHost: " host "\\r\\nConnection: close\\r\\n\\r\\n\n"
#define ANSWER "expect\nclose\n"
#define UPGRADE(target, host)                                                                           \
  "send GET " target " HTTP/1.1\\r\\nHost: " host                                                       \
  "\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"                                             \
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\nSec-WebSocket-Version: 13\\r\\n\\r\\n\nexpect "     \
  "101\n"                                                                                               \
  "interact\nclose\n"

static const plan_case direct[] = {
    /* RFC 9112, 3.2.1: its example */
    {"http://www.example.org/where?q=now",
     "connect www.example.org 80 tcp\n" GET("/where?q=now", "www.example.org") ANSWER, 0},
    /* an empty path is "/" (RFC 9112, 3.2.1); the fragment is not sent (url-1994, HTTP) */
    {"http://h", "connect h 80 tcp\n" GET("/", "h") ANSWER, 0},
    {"http://h?q", "connect h 80 tcp\n" GET("/?q", "h") ANSWER, 0},
    {"http://h/?", "connect h 80 tcp\n" GET("/?", "h") ANSWER, 0},
    {"http://h/a#f", "connect h 80 tcp\n" GET("/a", "h") ANSWER, 0},
    {"http://h/*", "connect h 80 tcp\n" GET("/*", "h") ANSWER, 0},
    {"http://h//a/../b", "connect h 80 tcp\n" GET("//a/../b", "h") ANSWER, 0},
    /* "The path is passed by the client to the server", handled transparently (url-1994, HTTP) */
    {"http://h/%7ea%2Fb%20", "connect h 80 tcp\n" GET("/%7ea%2Fb%20", "h") ANSWER, 0},
    /* Host: the authority without the user, with the port if it is not the scheme's (RFC 9110, 7.2) */
    {"http://H.Example:80/", "connect H.Example 80 tcp\n" GET("/", "h.example") ANSWER, 0},
    {"http://h:8080/", "connect h 8080 tcp\n" GET("/", "h:8080") ANSWER, 0},
    {"http://h:/", "connect h 80 tcp\n" GET("/", "h") ANSWER, 0},
    {"http://h:0080/", "connect h 80 tcp\n" GET("/", "h") ANSWER, 0},
    {"http://[2001:DB8::1]/", "connect 2001:DB8::1 80 tcp\n" GET("/", "[2001:db8::1]") ANSWER, 0},
    {"http://a%C3%a9/", "connect a\\xC3\\xA9 80 tcp\n" GET("/", "a%C3%a9") ANSWER, 0},
    {"http://u@h/", "connect h 80 tcp\n" GET("/", "h") ANSWER,
     URIEL_WARNING_USERINFO | URIEL_WARNING_NOT_SENT},
    {"https://h/a", "connect h 443 tls\n" GET("/a", "h") ANSWER, 0},
    {"HTTPS://h:80/a", "connect h 80 tls\n" GET("/a", "h:80") ANSWER, URIEL_WARNING_LOW_PORT},
    /* url-1994, Security considerations: they "are not unencoded before transmission" */
    {"http://h/a%0D%0Ab", "connect h 80 tcp\n" GET("/a%0D%0Ab", "h") ANSWER, URIEL_WARNING_LINE_BREAK},
    {"http://h/?%0a", "connect h 80 tcp\n" GET("/?%0a", "h") ANSWER, URIEL_WARNING_LINE_BREAK},
    {"http://h/#%0a", "connect h 80 tcp\n" GET("/", "h") ANSWER, 0},
    /* RFC 6455, 4.1 and its sample, 1.2 */
    {"ws://server.example.com/chat",
     "connect server.example.com 80 tcp\n" UPGRADE("/chat", "server.example.com"),
     URIEL_WARNING_SAMPLE_KEY},
    {"wss://h?q", "connect h 443 tls\n" UPGRADE("/?q", "h"), URIEL_WARNING_SAMPLE_KEY},
};

static void requests(void **state)
{
  (void)state;
  plans_are(URIEL_SPEC_RFC3986, direct, sizeof direct / sizeof *direct, NULL);
}

static const plan_case proxied[] = {
    /* RFC 9112, 3.2.2: its example */
    {"http://www.example.org/pub/WWW/TheProject.html",
     "connect p 3128 tcp\n" GET("http://www.example.org/pub/WWW/TheProject.html", "www.example.org")
         ANSWER,
     0},
    {"HTTP://u:p@H:80?q#f", "connect p 3128 tcp\n" GET("http://h/?q", "h") ANSWER,
     URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD | URIEL_WARNING_NOT_SENT},
    /* "the entire URI, whether HTTP or some other scheme" (url-1994, HTTP) */
    {"ftp://h/a/b;type=i", "connect p 3128 tcp\n" GET("ftp://h/a/b;type=i", "h") ANSWER, 0},
    {"gopher://h:7070/0a%09b", "connect p 3128 tcp\n" GET("gopher://h:7070/0a%09b", "h:7070") ANSWER, 0},
    /* RFC 9112, 3.2.3 and RFC 9110, 9.3.6: a tunnel, and the port always */
    {"https://h/a",
     "connect p 3128 tcp\nsend CONNECT h:443 HTTP/1.1\\r\\nHost: h:443\\r\\n\\r\\n\nexpect 200\n"
     "connect h 443 tls\n" GET("/a", "h") ANSWER,
     0},
    /* RFC 6455, 4.1: "a proxy [...] SHOULD" be asked with CONNECT, and for ws there is no TLS in it */
    {"ws://h/a",
     "connect p 3128 tcp\nsend CONNECT h:80 HTTP/1.1\\r\\nHost: h:80\\r\\n\\r\\n\nexpect 200\n" UPGRADE(
         "/a", "h"),
     URIEL_WARNING_SAMPLE_KEY},
};

static void through_a_proxy(void **state)
{
  (void)state;
  const uriel_plan_options options = {.proxy = uriel_text_of("p:3128")};
  const uriel_plan_options https = {.https_proxy = uriel_text_of("q")};
  const uriel_plan_options own_port = {.proxy = uriel_text_of("[::1]")};
  const uriel_scheme_info no_port = {.name = "ftp", .transport = URIEL_TRANSPORT_TCP};
  const uriel_registry registry = {.schemes = &no_port, .scheme_count = 1};
  const uriel_plan_options without_port = {.proxy = uriel_text_of("p"), .registry = &registry};
  plans_are(URIEL_SPEC_RFC3986, proxied, sizeof proxied / sizeof *proxied, &options);
  plan_is(URIEL_SPEC_RFC3986, "HTTPS://h/a", &https,
          "connect q 8080 tcp\nsend CONNECT h:443 HTTP/1.1\\r\\nHost: h:443\\r\\n\\r\\n\nexpect 200\n"
          "connect h 443 tls\n" GET("/a", "h") ANSWER,
          0);
  plan_is(URIEL_SPEC_RFC3986, "http://h/", &https, "connect h 80 tcp\n" GET("/", "h") ANSWER, 0);
  plan_fails("https://h/", &(uriel_plan_options){.https_proxy = uriel_text_of("a b")},
             URIEL_ERROR_PART_FORM, "proxy");
  plan_is(URIEL_SPEC_RFC3986, "ftp://h", &without_port,
          "connect p 8080 tcp\n" GET("ftp://h", "h") ANSWER, 0);
  /* RFC 9110, 7.2: without an authority, an empty Host; RFC 5538 has news without one */
  plan_is(URIEL_SPEC_RFC3986, "news:comp.lang.c", &options,
          "connect p 3128 tcp\n" GET("news:comp.lang.c", "") ANSWER, 0);
  /* a session goes past the proxy */
  plan_is(URIEL_SPEC_RFC3986, "telnet://h/", &options, "connect h 23 tcp\ninteract\nclose\n", 0);
  plan_is(URIEL_SPEC_RFC3986, "http://h/", &own_port,
          "connect ::1 8080 tcp\n" GET("http://h/", "h") ANSWER, 0);
}

/* A name stands for the names that end in it. */
static void past_a_proxy(void **state)
{
  (void)state;
  static const struct {
    const char *uri, *hosts;
    bool direct;
  } cases[] = {
      {"http://h.example/", "h.example", true},
      {"http://h.example/", "H.Example", true},
      {"http://a.h.example/", "h.example", true},
      {"http://ah.example/", "h.example", false},
      {"http://h.example/", "a.h.example", false},
      {"http://h.example/", ".example", true},
      {"http://h.example/", " a, example ,b", true},
      {"http://h.example/", "*", true},
      {"http://h.example/", "**", false},
      {"http://h.example/", ",,", false},
      {"http://h.example/", "", false},
      {"http://[::1]/", "::1", true},
      {"http://[::1]/", "[::1]", true},
      {"http://[::1]:80/", "1", false},
      {"http://127.0.0.1:8080/", "127.0.0.1", true},
      {"https://h.example/", "example", true},
      {"ftp://h.example/", "example", true},
      {"ftp://h.example/", "h", false},
      {"news:comp.lang.c", "news", false},
      {"news:comp.lang.c", "*", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uriel_text hosts = text_copy(uriel_text_of(cases[i].hosts));
    const uriel_plan_options options = {.proxy = uriel_text_of("p"), .no_proxy = hosts};
    const uriel_ref ref = parsed(uriel_text_of(cases[i].uri));
    uriel_step steps[64];
    char text[4096];
    uriel_plan plan = {.steps = steps, .step_capacity = 64, .text = text, .text_capacity = sizeof text};
    assert_true(uriel_plan_make(&plan, &ref, &options, NULL));
    if (plan.by_proxy == cases[i].direct ||
        (steps[0].host.len == 1 && *steps[0].host.ptr == 'p') == cases[i].direct)
      fail_msg("%s, %s", cases[i].uri, cases[i].hosts);
    text_free(hosts);
  }
}

/* url-1994, HTTP: "Spaces and control characters [...] must be escaped for transmission in HTTP, as must
 * other disallowed characters": '"' is one in today's URIs. */
static void older_generations(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    return;
  plan_is(URIEL_SPEC_URL_1994, "URL:http://h/a\"b?c\"d", NULL,
          "connect h 80 tcp\n" GET("/a%22b?c%22d", "h") ANSWER, 0);
  plan_is(URIEL_SPEC_URL_1994, "http://a\"b/", NULL, "connect a\"b 80 tcp\n" GET("/", "a%22b") ANSWER,
          0);
  plan_is(URIEL_SPEC_URL_1993, "http://h?a+b#c", NULL, "connect h 80 tcp\n" GET("/?a+b", "h") ANSWER, 0);
  plan_is(URIEL_SPEC_URL_1997, "http://h/a;b", NULL, "connect h 80 tcp\n" GET("/a;b", "h") ANSWER, 0);
  plan_is(URIEL_SPEC_URI_2003, "http://h/a", NULL, "connect h 80 tcp\n" GET("/a", "h") ANSWER, 0);
}

static void options_of_http(void **state)
{
  (void)state;
  const uriel_plan_options agent = {.user_agent = uriel_text_of("uriel/0.1")};
  const uriel_plan_options stays = {.persistent = true};
  const uriel_plan_options key = {.websocket_key = uriel_text_of("AQIDBAUGBwgJCgsMDQ4PEA==")};
  const uriel_plan_options breaking = {.user_agent = uriel_text_of("a\r\nX: y")};
  const uriel_plan_options short_key = {.websocket_key = uriel_text_of("AQID")};
  const uriel_plan_options no_proxy = {.proxy = uriel_text_of("")};
  const uriel_plan_options far_proxy = {.proxy = uriel_text_of("p:65536")};
  const uriel_plan_options broken_proxy = {.proxy = uriel_text_of("p\n:1")};
  plan_is(URIEL_SPEC_RFC3986, "http://h/", &agent,
          "connect h 80 tcp\nsend GET / HTTP/1.1\\r\\nHost: h\\r\\nUser-Agent: "
          "uriel/0.1\\r\\nConnection: close"
          "\\r\\n\\r\\n\n" ANSWER,
          0);
  /* RFC 9112, 9.3: without the field, a connection of HTTP/1.1 stays open. */
  plan_is(URIEL_SPEC_RFC3986, "http://h/", &stays,
          "connect h 80 tcp\nsend GET / HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n\n" ANSWER, 0);
  plan_is(URIEL_SPEC_RFC3986, "ws://h/", &key,
          "connect h 80 tcp\nsend GET / HTTP/1.1\\r\\nHost: h\\r\\nUpgrade: websocket\\r\\nConnection: "
          "Upgrade\\r\\n"
          "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\\r\\nSec-WebSocket-Version: "
          "13\\r\\n\\r\\n\nexpect 101\n"
          "interact\nclose\n",
          0);
  plan_fails("http://h/", &breaking, URIEL_ERROR_PART_LINE_BREAK, "user agent");
  plan_fails("ws://h/", &short_key, URIEL_ERROR_PART_FORM, "WebSocket key");
  plan_fails("http://h/", &no_proxy, URIEL_ERROR_PART_FORM, "proxy");
  plan_fails("http://h/", &far_proxy, URIEL_ERROR_PART_FORM, "proxy");
  plan_fails("http://h/", &broken_proxy, URIEL_ERROR_PART_LINE_BREAK, "proxy");
}

static void refused(void **state)
{
  (void)state;
  const uriel_plan_options proxy = {.proxy = uriel_text_of("p")};
  plan_fails("http:a", NULL, URIEL_ERROR_PART_MISSING, "host");
  plan_fails("http:///a", NULL, URIEL_ERROR_PART_EMPTY, "host"); /* RFC 9110, 4.2.1 */
  plan_fails("http://:80/", NULL, URIEL_ERROR_PART_EMPTY, "host");
  plan_fails("http://h%0D%0Ab/", NULL, URIEL_ERROR_PART_LINE_BREAK, "host");
  plan_fails("http://u%0Ab@h/", NULL, URIEL_ERROR_PART_LINE_BREAK, "user");
  plan_fails("http://u:%00@h/", NULL, URIEL_ERROR_PART_LINE_BREAK, "password");
  plan_fails("http://h:65536/", NULL, URIEL_ERROR_PORT_TOO_LARGE, "port");
  /* RFC 6455, 3: fragments "MUST NOT be used" */
  plan_fails("ws://h/#a", NULL, URIEL_ERROR_PART_NOT_ALLOWED, "fragment");
  /* a proxy gets no request that would be refused without it */
  plan_fails("ftp://h/%0D%0A", &proxy, URIEL_ERROR_PART_LINE_BREAK, "name");
  plan_fails("http://h%0Ab/", &proxy, URIEL_ERROR_PART_LINE_BREAK, "host");
}

static void another_scheme(void **state)
{
  (void)state;
  const uriel_ref ref = parsed(uriel_text_of("httpx://h/"));
  const uriel_ref none = parsed(uriel_text_of("//h/"));
  uriel_http http;
  uriel_error error;
  char space[32];
  assert_false(uriel_http_parse(&http, &ref, space, sizeof space, &error));
  assert_int_equal(error.code, URIEL_ERROR_SCHEME_OTHER);
  assert_false(uriel_http_parse(&http, &none, space, sizeof space, &error));
  assert_int_equal(error.code, URIEL_ERROR_SCHEME_OTHER);
}

static size_t write_http(const void *context, char *out, size_t capacity)
{
  return uriel_http_build(context, out, capacity, NULL);
}

/* User, password and host are decoded; path, query and fragment are as written, and characters that they
 * may not contain are refused. */
static void every_byte(void **state)
{
  (void)state;
  static const char *const names[] = {"user", "password", "host", "path", "query", "fragment"};
  for (int byte = 0; byte < 256; byte++)
    for (int part = 0; part < 6; part++) {
      const char text[4] = {'/', 'a', (char)byte, 'b'};
      const uriel_text whole = {text, 4}, x = uriel_text_of("/x");
      const uriel_http http = {.scheme = uriel_text_of("https"),
                               .login = {.user = part == 0 ? whole : x,
                                         .password = part == 1 ? whole : x,
                                         .host = part == 2 ? whole : x,
                                         .port = uriel_text_of("81")},
                               .path = part == 3 ? whole : x,
                               .query = part == 4 ? whole : x,
                               .fragment = part == 5 ? whole : x};
      const bool decoded = part < 3, breaks = byte == '\r' || byte == '\n' || byte == 0;
      const bool other = byte <= ' ' || byte >= 0x7F || strchr("\"#%<>[\\]^`{|}", byte) != NULL ||
                         (part == 3 && byte == '?');
      uriel_error error;
      if (decoded ? breaks : other) {
        char out[1] = {'#'};
        assert_int_equal(uriel_http_build(&http, out, 1, &error), URIEL_FAILED);
        assert_int_equal(error.code, decoded ? URIEL_ERROR_PART_LINE_BREAK : URIEL_ERROR_PART_CHARACTER);
        assert_string_equal(error.part, names[part]);
        assert_int_equal(error.offset, 2);
        assert_int_equal(out[0], '#');
        continue;
      }
      const uriel_text built = text_written(write_http, &http);
      const uriel_ref ref = parsed(built);
      char *const space = room(built.len);
      uriel_http again;
      assert_true(uriel_http_parse(&again, &ref, space, built.len, &error));
      assert_true(text_equal(again.scheme, http.scheme));
      assert_true(text_equal(again.login.user, http.login.user));
      assert_true(text_equal(again.login.password, http.login.password));
      assert_true(text_equal(again.login.host, http.login.host));
      assert_true(text_equal(again.login.port, http.login.port));
      assert_true(text_equal(again.path, http.path));
      assert_true(text_equal(again.query, http.query));
      assert_true(text_equal(again.fragment, http.fragment));
      free(space);
      text_free(built);
    }
}

static void not_built(void **state)
{
  (void)state;
  static const struct {
    const char *scheme, *host, *path, *fragment;
    uriel_error_code code;
    const char *part;
  } bad[] = {
      {"ftp", "h", "", NULL, URIEL_ERROR_SCHEME_OTHER, "scheme"},
      {"", "h", "", NULL, URIEL_ERROR_SCHEME_OTHER, "scheme"},
      {"http", NULL, "", NULL, URIEL_ERROR_PART_MISSING, "host"},
      {"http", "", "", NULL, URIEL_ERROR_PART_EMPTY, "host"},
      {"http", "h", "a", NULL, URIEL_ERROR_PART_FORM, "path"},
      {"ws", "h", "/a", "f", URIEL_ERROR_PART_NOT_ALLOWED, "fragment"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const uriel_http http = {.scheme = uriel_text_of(bad[i].scheme),
                             .login = {.host = uriel_text_of(bad[i].host)},
                             .path = uriel_text_of(bad[i].path),
                             .fragment = uriel_text_of(bad[i].fragment)};
    uriel_error error;
    char out[1] = {'#'};
    assert_int_equal(uriel_http_build(&http, out, 1, &error), URIEL_FAILED);
    assert_int_equal(error.code, bad[i].code);
    assert_string_equal(error.part, bad[i].part);
    assert_int_equal(out[0], '#');
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(requests),          cmocka_unit_test(through_a_proxy),
      cmocka_unit_test(past_a_proxy),      cmocka_unit_test(options_of_http),
      cmocka_unit_test(refused),           cmocka_unit_test(every_byte),
      cmocka_unit_test(not_built),         cmocka_unit_test(another_scheme),
      cmocka_unit_test(older_generations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

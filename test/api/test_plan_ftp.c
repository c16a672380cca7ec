/* SPDX-License-Identifier: MIT */
/* ftp: the parts and the commands (url-1994, FTP; RFC 1738, 3.2; RFC 959), and reusing the connection of
 * another.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "scheme/scheme.h"

#define OPEN "connect h 21 tcp\nexpect 220\n"
#define ANONYMOUS                                                                                       \
  OPEN "send USER anonymous\\r\\n\nexpect 331 230\nsend PASS anonymous@\\r\\n\nexpect 230 202\n"
#define CWD(folder) "send CWD " folder "\\r\\n\nexpect 250\n"
#define TRANSFER(type, service)                                                                         \
  "send TYPE " type                                                                                     \
  "\\r\\n\nexpect 200\nsend EPSV\\r\\n\nexpect 229\nconnect tcp [data]\nsend " service                  \
  "\\r\\n\nexpect 150 125\nexpect [data]\nclose [data]\nexpect 226 250\nsend QUIT\\r\\n\nexpect "       \
  "221\nclose\n"

static const plan_case cases[] = {
    /* "The arguments of any CWD commands are successive segment parts" (url-1994, Path) */
    {"ftp://h/a/b/c.txt", ANONYMOUS CWD("a") CWD("b") TRANSFER("I", "RETR c.txt"), 0},
    {"ftp://h/c.txt", ANONYMOUS TRANSFER("I", "RETR c.txt"), 0},
    /* each decoded on its own; "%2F" stays in its segment (RFC 1738, 3.2.2) */
    {"ftp://h/a%20b/c%3Bd", ANONYMOUS CWD("a b") TRANSFER("I", "RETR c;d"), 0},
    {"ftp://h/%2Fetc/motd", ANONYMOUS CWD("/etc") TRANSFER("I", "RETR motd"), 0},
    {"ftp://h/etc/motd", ANONYMOUS CWD("etc") TRANSFER("I", "RETR motd"), 0},
    {"ftp://h//etc/motd", ANONYMOUS CWD("") CWD("etc") TRANSFER("I", "RETR motd"), 0},
    {"ftp://h/%2Fetc%2Fmotd", ANONYMOUS TRANSFER("I", "RETR /etc/motd"), 0},
    {"ftp://h/a%FFb", ANONYMOUS TRANSFER("I", "RETR a\\xFFb"), 0},
    /* "Use FTP type as given" (url-1994, Data type; RFC 1738, 3.2.2) */
    {"ftp://h/a;type=AN", ANONYMOUS TRANSFER("A N", "RETR a"), 0},
    {"ftp://h/a;type=AT", ANONYMOUS TRANSFER("A T", "RETR a"), 0},
    {"ftp://h/a;type=AC", ANONYMOUS TRANSFER("A C", "RETR a"), 0},
    {"ftp://h/a;type=EN", ANONYMOUS TRANSFER("E N", "RETR a"), 0},
    {"ftp://h/a;type=I", ANONYMOUS TRANSFER("I", "RETR a"), 0},
    {"ftp://h/a;type=L8", ANONYMOUS TRANSFER("L 8", "RETR a"), 0},
    {"ftp://h/a;type=L36", ANONYMOUS TRANSFER("L 36", "RETR a"), 0},
    /* "Use FTP directory list commands to read directory" (url-1994, Data type) */
    {"ftp://h/a/", ANONYMOUS CWD("a") TRANSFER("A", "LIST"), 0},
    {"ftp://h/", ANONYMOUS TRANSFER("A", "LIST"), 0},
};

static const plan_case cases_today[] = {
    /* "a", "i", "d" in either case (RFC 1738, 5) */
    {"ftp://h/a;type=a", ANONYMOUS TRANSFER("A", "RETR a"), 0},
    {"ftp://h/a;type=i", ANONYMOUS TRANSFER("I", "RETR a"), 0},
    {"ftp://h/b/a;type=d", ANONYMOUS CWD("b") TRANSFER("A", "NLST a"), 0},
    {"ftp://h/b/;type=D", ANONYMOUS CWD("b") TRANSFER("A", "NLST"), 0},
    {"ftp://h/b/;type=i", ANONYMOUS CWD("b") TRANSFER("A", "LIST"), 0},
    {"ftp://h/b/;TYPE=en", ANONYMOUS CWD("b") TRANSFER("E N", "LIST"), 0},
    {"ftp://h", ANONYMOUS TRANSFER("A", "LIST"), 0},
    {"ftp://h/a;b", ANONYMOUS TRANSFER("I", "RETR a;b"), 0},
    {"ftp://h/a;type=i/b", ANONYMOUS CWD("a;type=i") TRANSFER("I", "RETR b"), 0},
    /* "?" is of a segment (RFC 1738, 5: fsegment); a fragment is not sent */
    {"ftp://h/a?b", ANONYMOUS TRANSFER("I", "RETR a?b"), 0},
    {"ftp://h/a?b/c;type=a#f", ANONYMOUS CWD("a?b") TRANSFER("A", "RETR c"), 0},
    {"ftp://[::1]:2121/a",
     "connect ::1 2121 tcp\nexpect 220\nsend USER anonymous\\r\\n\nexpect 331 230\nsend PASS "
     "anonymous@\\r\\n\n"
     "expect 230 202\n" TRANSFER("I", "RETR a"),
     0},
    /* User and password (url-1994, User name and password; RFC 1738, 3.1 and 3.2.1) */
    {"ftp://me:p%40ss@h/a",
     OPEN "send USER me\\r\\n\nexpect 331 230\nsend PASS p@ss\\r\\n\nexpect 230 202\n" TRANSFER(
         "I", "RETR a"),
     URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD},
    {"ftp://me:@h/a",
     OPEN
     "send USER me\\r\\n\nexpect 331 230\nsend PASS \\r\\n\nexpect 230 202\n" TRANSFER("I", "RETR a"),
     URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD},
    {"ftp://me@h/a",
     OPEN "send USER me\\r\\n\nexpect 331 230\nask PASS \nexpect 230 202\n" TRANSFER("I", "RETR a"),
     URIEL_WARNING_USERINFO},
    {"ftp://@h/a",
     OPEN "send USER \\r\\n\nexpect 331 230\nask PASS \nexpect 230 202\n" TRANSFER("I", "RETR a"),
     URIEL_WARNING_USERINFO},
    {"ftp://anonymous@h/a", ANONYMOUS TRANSFER("I", "RETR a"), URIEL_WARNING_USERINFO},
};

/* ftps: RFC 4217, 9, on the port of TLS; and TLS on the data connection with the reply. */
#define SECURE "send PBSZ 0\\r\\n\nexpect 200\nsend PROT P\\r\\n\nexpect 200\n"
#define SECURE_TRANSFER(host, type, service)                                                            \
  "send TYPE " type                                                                                     \
  "\\r\\n\nexpect 200\nsend EPSV\\r\\n\nexpect 229\nconnect tcp [data]\nsend " service                  \
  "\\r\\n\nexpect 150 125\nconnect " host                                                               \
  " tls [data]\nexpect [data]\nclose [data]\nexpect 226 250\nsend QUIT\\r\\n\nexpect 221\nclose\n"

static const plan_case cases_secure[] = {
    {"ftps://h/a%2Fb/c",
     "connect h 990 tls\nexpect 220\nsend USER anonymous\\r\\n\nexpect 331 230\nsend PASS "
     "anonymous@\\r\\n\n"
     "expect 230 202\n" SECURE CWD("a/b") SECURE_TRANSFER("h", "I", "RETR c"),
     0},
    {"ftps://me:p@[::1]:2990/;type=d",
     "connect ::1 2990 tls\nexpect 220\nsend USER me\\r\\n\nexpect 331 230\nsend PASS p\\r\\n\n"
     "expect 230 202\n" SECURE SECURE_TRANSFER("::1", "A", "NLST"),
     URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD},
};

static void commands(void **state)
{
  (void)state;
  plans_are(URIEL_SPEC_RFC3986, cases, sizeof cases / sizeof *cases, NULL);
  plans_are(URIEL_SPEC_RFC3986, cases_today, sizeof cases_today / sizeof *cases_today, NULL);
  plans_are(URIEL_SPEC_RFC3986, cases_secure, sizeof cases_secure / sizeof *cases_secure, NULL);
}

/* Empty segments and bytes beyond ASCII apart, the same in the document's own grammar. */
static void commands_of_1994(void **state)
{
  (void)state;
  if (!uriel_spec_built(URIEL_SPEC_URL_1994))
    return;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (!strstr(cases[i].uri + 6, "//"))
      plan_is(URIEL_SPEC_URL_1994, cases[i].uri, NULL, cases[i].steps, cases[i].warnings);
  plan_is(URIEL_SPEC_URL_1993, "ftp://h/pub/doc/README", NULL,
          ANONYMOUS CWD("pub") CWD("doc") TRANSFER("I", "RETR README"), 0);
}

/* "the password the user's Internet-style mail address" */
static void mail_address(void **state)
{
  (void)state;
  const uriel_plan_options options = {.mail_address = uriel_text_of("me@host.example")};
  const uriel_plan_options broken = {.mail_address = uriel_text_of("me\r\nDELE x")};
  plan_is(URIEL_SPEC_RFC3986, "ftp://h/a", &options,
          OPEN "send USER anonymous\\r\\n\nexpect 331 230\nsend PASS me@host.example\\r\\n\nexpect 230 "
               "202\n" TRANSFER("I", "RETR a"),
          0);
  plan_fails("ftp://h/a", &broken, URIEL_ERROR_PART_LINE_BREAK, "mail address");
}

static void refused(void **state)
{
  (void)state;
  static const struct {
    const char *uri;
    uriel_error_code code;
    const char *part;
  } faulty[] = {
      {"ftp://h/a%0D%0ADELE%20b", URIEL_ERROR_PART_LINE_BREAK, "name"},
      {"ftp://h/a%0A/b", URIEL_ERROR_PART_LINE_BREAK, "directories"},
      {"ftp://h/a%00", URIEL_ERROR_PART_LINE_BREAK, "name"},
      {"ftp://a%0D%0Ab@h/", URIEL_ERROR_PART_LINE_BREAK, "user"},
      {"ftp://a:%0Ab@h/", URIEL_ERROR_PART_LINE_BREAK, "password"},
      {"ftp://h%0A/", URIEL_ERROR_PART_LINE_BREAK, "host"},
      {"ftp://h/a;type=x", URIEL_ERROR_PART_FORM, "type"},
      {"ftp://h/a;type=", URIEL_ERROR_PART_FORM, "type"},
      {"ftp://h/a;type=AX", URIEL_ERROR_PART_FORM, "type"},
      {"ftp://h/a;type=L", URIEL_ERROR_PART_FORM, "type"},
      {"ftp://h/a;type=L%0A", URIEL_ERROR_PART_FORM, "type"},
      {"ftp:a", URIEL_ERROR_PART_MISSING, "host"},
      {"ftp:///a", URIEL_ERROR_PART_EMPTY, "host"},
  };
  for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++)
    plan_fails(faulty[i].uri, NULL, faulty[i].code, faulty[i].part);
}

/* "The only reliable algorithm is to disconnect and reestablish the control connection" (url-1994,
 * Retrieving subsequent URLs from the same host). */
static void after_another(void **state)
{
  (void)state;
  enum { NONE, GOES_ON, RECONNECTS };
  static const struct {
    const char *previous, *uri;
    int what;
  } pairs[] = {
      {"ftp://h/a/b", "ftp://h/a/c", GOES_ON},       {"ftp://H:21/a/b", "ftp://h/%61/c;type=a", GOES_ON},
      {"ftp://h/b", "ftp://h/c", GOES_ON},           {"ftp://h/a/b", "ftp://h/a/", GOES_ON},
      {"ftp://me:x@h/b", "ftp://me:x@h/c", GOES_ON}, {"ftp://h/a/b", "ftp://h/d/c", RECONNECTS},
      {"ftp://h/a/b", "ftp://h/a/b/c", RECONNECTS},  {"ftp://h/a%2Fb/c", "ftp://h/a/b/c", RECONNECTS},
      {"ftp://h/b", "ftp://h//b", RECONNECTS},       {"ftp://h/a/b", "ftp://i/a/c", NONE},
      {"ftp://h:2121/a/b", "ftp://h/a/c", NONE},     {"ftp://me@h/a/b", "ftp://h/a/c", NONE},
      {"http://h/a/b", "ftp://h/a/c", NONE},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const uriel_ref previous = parsed(uriel_text_of(pairs[i].previous)),
                    ref = parsed(uriel_text_of(pairs[i].uri));
    const uriel_plan_options options = {.previous = &previous};
    uriel_plan plan;
    const uriel_text text = plan_text(&ref, &options, &plan);
    size_t line = 1;
    const char *at = text.ptr;
    for (; strncmp(at, "send TYPE", 9) != 0; at = strchr(at, '\n') + 1)
      line++;
    assert_int_equal(plan.resume_step, pairs[i].what == GOES_ON ? line : 0);
    assert_int_equal(plan.warnings & URIEL_WARNING_RECONNECT,
                     pairs[i].what == RECONNECTS ? URIEL_WARNING_RECONNECT : 0);
    text_free(text);
  }
}

static void secret(void **state)
{
  (void)state;
  const uriel_ref ref = parsed(uriel_text_of("ftp://me:pass@h/a"));
  uriel_step steps[64];
  char text[512];
  uriel_plan plan = {.steps = steps, .step_capacity = 64, .text = text, .text_capacity = sizeof text};
  assert_true(uriel_plan_make(&plan, &ref, NULL, NULL));
  for (size_t i = 0; i < plan.step_count; i++)
    assert_int_equal(steps[i].secret,
                     steps[i].text.len > 4 && memcmp(steps[i].text.ptr, "PASS", 4) == 0);
}

static size_t write_ftp(const void *context, char *out, size_t capacity)
{
  return uriel_scheme_write(&uriel_scheme_ftp, context, out, capacity, NULL);
}

/* The last part is the list, as written: characters that no path has are refused. */
static void every_byte(void **state)
{
  (void)state;
  static const char *const names[] = {"user", "password", "host", "name", "directories"};
  for (int byte = 0; byte < 256; byte++)
    for (int part = 0; part < 5; part++) {
      const char text[3] = {'a', (char)byte, 'b'};
      const uriel_text whole = {text, 3}, x = uriel_text_of("x");
      const scheme_ftp ftp = {.login = {.user = part == 0 ? whole : x,
                                        .password = part == 1 ? whole : x,
                                        .host = part == 2 ? whole : x},
                              .name = part == 3 ? whole : x,
                              .directories = part == 4 ? whole : x,
                              .type = uriel_text_of("A N")};
      const bool breaks = byte == '\r' || byte == '\n' || byte == 0;
      const bool other = part == 4 && (byte <= ' ' || byte >= 0x7F || strchr("\"#%<>[\\]^`{|}", byte));
      uriel_error error;
      if (breaks || other) {
        assert_int_equal(uriel_scheme_write(&uriel_scheme_ftp, &ftp, NULL, 0, &error), URIEL_FAILED);
        assert_int_equal(error.code, other ? URIEL_ERROR_PART_CHARACTER : URIEL_ERROR_PART_LINE_BREAK);
        assert_string_equal(error.part, names[part]);
        assert_int_equal(error.offset, 1);
        continue;
      }
      const uriel_text built = text_written(write_ftp, &ftp);
      const uriel_ref ref = parsed(built);
      char *const space = room(built.len);
      scheme_ftp again;
      assert_true(uriel_scheme_read(&uriel_scheme_ftp, &again, &ref, space, built.len, &error));
      assert_true(text_equal(again.login.user, ftp.login.user));
      assert_true(text_equal(again.login.password, ftp.login.password));
      assert_true(text_equal(again.login.host, ftp.login.host));
      assert_true(text_equal(again.name, ftp.name));
      assert_true(text_equal(again.directories, ftp.directories));
      assert_true(text_equal(again.type, ftp.type));
      free(space);
      text_free(built);
    }
}

static void built(void **state)
{
  (void)state;
  static const struct {
    const char *directories, *name, *type, *uri;
  } good[] = {
      {NULL, NULL, NULL, "ftp://h"},
      {NULL, "", NULL, "ftp://h/"},
      {NULL, "/etc/motd", NULL, "ftp://h/%2Fetc%2Fmotd"},
      {"", "x", NULL, "ftp://h//x"},
      {"a/b", "c;d", "E N", "ftp://h/a/b/c%3Bd;type=EN"},
      {"a", "", "d", "ftp://h/a/;type=d"},
      {NULL, "a", "L 8", "ftp://h/a;type=L8"},
      {"%2Fetc", "motd", "A", "ftp://h/%2Fetc/motd;type=A"},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    const scheme_ftp ftp = {.login = {.host = uriel_text_of("h")},
                            .directories = uriel_text_of(good[i].directories),
                            .name = uriel_text_of(good[i].name),
                            .type = uriel_text_of(good[i].type)};
    const uriel_text text = text_written(write_ftp, &ftp);
    assert_true(text_equal(text, uriel_text_of(good[i].uri)));
    const uriel_ref ref = parsed(text);
    scheme_ftp again;
    char space[64];
    assert_true(uriel_scheme_read(&uriel_scheme_ftp, &again, &ref, space, sizeof space, NULL));
    assert_true(text_equal(again.directories, ftp.directories));
    assert_true(text_equal(again.name, ftp.name));
    assert_true(text_equal(again.type, ftp.type));
    text_free(text);
  }
}

static void not_built(void **state)
{
  (void)state;
  static const struct {
    const char *host, *directories, *name, *type;
    uriel_error_code code;
    const char *part;
  } bad[] = {
      {NULL, NULL, NULL, NULL, URIEL_ERROR_PART_MISSING, "host"},
      {"", NULL, NULL, NULL, URIEL_ERROR_PART_EMPTY, "host"},
      {"h", "a", NULL, NULL, URIEL_ERROR_PART_MISSING, "name"},
      {"h", NULL, NULL, "I", URIEL_ERROR_PART_MISSING, "name"},
      {"h", NULL, "a", "AN", URIEL_ERROR_PART_FORM, "type"},
      {"h", NULL, "a", "", URIEL_ERROR_PART_FORM, "type"},
      {"h", NULL, "a", "L ", URIEL_ERROR_PART_FORM, "type"},
      {"h", NULL, "a", "L x", URIEL_ERROR_PART_FORM, "type"},
      {"h", "a%0A", "a", NULL, URIEL_ERROR_PART_LINE_BREAK, "directories"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const scheme_ftp ftp = {.login = {.host = uriel_text_of(bad[i].host)},
                            .directories = uriel_text_of(bad[i].directories),
                            .name = uriel_text_of(bad[i].name),
                            .type = uriel_text_of(bad[i].type)};
    uriel_error error;
    char out[1] = {'#'};
    assert_int_equal(uriel_scheme_write(&uriel_scheme_ftp, &ftp, out, 1, &error), URIEL_FAILED);
    assert_int_equal(error.code, bad[i].code);
    assert_string_equal(error.part, bad[i].part);
    assert_int_equal(out[0], '#');
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commands), cmocka_unit_test(mail_address),  cmocka_unit_test(refused),
      cmocka_unit_test(secret),   cmocka_unit_test(after_another), cmocka_unit_test(every_byte),
      cmocka_unit_test(built),    cmocka_unit_test(not_built),     cmocka_unit_test(commands_of_1994),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

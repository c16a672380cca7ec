/* SPDX-License-Identifier: MIT */
/* gopher: the parts, and the bytes that are sent, of every form in url-1994, "Gopher", url-1993 and RFC
 * 4266. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan_support.h"
#include "scheme/scheme.h"

#define H "gopher://h/"
#define CONNECT "connect h 70 tcp\n"
#define ANSWER "expect\nclose\n"

/* Every form that the section shows, its selector "a_gopher_selector". */
static const plan_case forms[] = {
    /* "An example of a URL pointing to a gopher type 0 item (a document)" */
    {H "0a_gopher_selector", CONNECT "send a_gopher_selector\\r\\n\n" ANSWER, 0},
    /* "... a gopher type 7 item (a search engine) where the string foobar is to be submitted" */
    {H "7a_gopher_selector%09foobar", CONNECT "send a_gopher_selector\\tfoobar\\r\\n\n" ANSWER, 0},
    /* "... a Gopher+ type 0 item (a document)" */
    {H "0a_gopher_selector%09%09some_gplus_stuff",
     CONNECT "send a_gopher_selector\\tsome_gplus_stuff\\r\\n\n" ANSWER, 0},
    /* "A Gopher+ string which is only a "+" refers to the default view" */
    {H "0a_gopher_selector%09%09+", CONNECT "send a_gopher_selector\\t+\\r\\n\n" ANSWER, 0},
    /* "To retrieve an item or directory's attributes" */
    {H "0a_gopher_selector%09%09!", CONNECT "send a_gopher_selector\\t!\\r\\n\n" ANSWER, 0},
    {H "1a_gopher_selector%09%09$", CONNECT "send a_gopher_selector\\t$\\r\\n\n" ANSWER, 0},
    /* "To refer to specific attributes" */
    {H "0a_gopher_selector%09%09!+ABSTRACT",
     CONNECT "send a_gopher_selector\\t!+ABSTRACT\\r\\n\n" ANSWER, 0},
    {H "0a_gopher_selector%09%09!+ABSTRACT%20+SMELL",
     CONNECT "send a_gopher_selector\\t!+ABSTRACT +SMELL\\r\\n\n" ANSWER, 0},
    {H "1a_gopher_selector%09%09$+ABSTRACT",
     CONNECT "send a_gopher_selector\\t$+ABSTRACT\\r\\n\n" ANSWER, 0},
    /* "... a Gopher+ document's spanish postscript representation" */
    {H "0a_gopher_selector%09%09+application/postscript%20Es_ES",
     CONNECT "send a_gopher_selector\\t+application/postscript Es_ES\\r\\n\n" ANSWER, 0},
    /* "an item referenced by an ASK form filled out with specific values" */
    {H "0a_gopher_selector%09%09+%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A",
     CONNECT "send "
             "a_gopher_selector\\t+\\t1\\r\\n+-1\\r\\nask_item1_value\\r\\nask_item2_value\\r\\n."
             "\\r\\n\n" ANSWER,
     0},
    /* "For a really complex example" */
    {H "0a_gopher_selector%09%09+view_name%20language_name%091%0D%0A+-1%0D%0Aask_item1_value%0D%0A"
       "ask_item2_value%0D%0A.%0D%0A",
     CONNECT "send a_gopher_selector\\t+view_name language_name\\t1\\r\\n+-1\\r\\nask_item1_value\\r\\n"
             "ask_item2_value\\r\\n.\\r\\n\n" ANSWER,
     0},
    /* "the intent is to allow the user to enter values into the form": "require the client to fetch the
     * item's +ASK attribute [...] and then ask the user to fill out the form" */
    {H "0a_gopher_selector%09%09%3F",
     CONNECT "send a_gopher_selector\\t!+ASK\\r\\n\n" ANSWER CONNECT
             "ask a_gopher_selector\\t+\\t1\\r\\n+-1\\r\\n\n" ANSWER,
     0},
};

static void forms_of_1994(void **state)
{
  (void)state;
  plans_are(URIEL_SPEC_RFC3986, forms, sizeof forms / sizeof *forms, NULL);
  if (uriel_spec_built(URIEL_SPEC_URL_1994))
    plans_are(URIEL_SPEC_URL_1994, forms, sizeof forms / sizeof *forms, NULL);
}

static const plan_case others[] = {
    /* "the gopher selector string may be an empty string"; RFC 4266, 2.1: the path may be left out */
    {"gopher://h", CONNECT "send \\r\\n\n" ANSWER, 0},
    {"gopher://h/", CONNECT "send \\r\\n\n" ANSWER, 0},
    {"gopher://h/1", CONNECT "send \\r\\n\n" ANSWER, 0},
    /* "some gopher selector strings begin with a copy of the gopher type character" */
    {H "00/Information%20About%20Gopher/About%20Gopher",
     CONNECT "send 0/Information About Gopher/About Gopher\\r\\n\n" ANSWER, 0},
    /* "8-bit bytes which may contain any characters other than tab, return, or linefeed" */
    {H "0%00%FF%25", CONNECT "send \\0\\xFF%\\r\\n\n" ANSWER, 0},
    /* a search and a Gopher+ string: parts 3 to 6 of "the format" */
    {H "7sel%09foo%20bar%09+", CONNECT "send sel\\tfoo bar\\t+\\r\\n\n" ANSWER, 0},
    {H "7sel%09foo%09%3F",
     CONNECT "send sel\\tfoo\\t!+ASK\\r\\n\n" ANSWER CONNECT
             "ask sel\\tfoo\\t+\\t1\\r\\n+-1\\r\\n\n" ANSWER,
     0},
    {H "7sel%09", CONNECT "send sel\\t\\r\\n\n" ANSWER, 0},
    {H "0sel%09%09", CONNECT "send sel\\r\\n\n" ANSWER, 0},
    /* the data flag 0 */
    {H "0sel%09%09+%090", CONNECT "send sel\\t+\\t0\\r\\n\n" ANSWER, 0},
    /* a form without answers */
    {H "0sel%09%09+%091%0D%0A+-1%0D%0A.%0D%0A",
     CONNECT "send sel\\t+\\t1\\r\\n+-1\\r\\n.\\r\\n\n" ANSWER, 0},
    /* "?" begins the search (url-1993, BNF syntax); after a search it belongs to the field that contains
     * it */
    {H "7sel?foo%20bar", CONNECT "send sel\\tfoo bar\\r\\n\n" ANSWER, 0},
    {"gopher://h?foo", CONNECT "send \\tfoo\\r\\n\n" ANSWER, 0},
    {H "7sel%09foo?bar", CONNECT "send sel\\tfoo?bar\\r\\n\n" ANSWER, 0},
    {H "0sel%09%09?",
     CONNECT "send sel\\t!+ASK\\r\\n\n" ANSWER CONNECT "ask sel\\t+\\t1\\r\\n+-1\\r\\n\n" ANSWER, 0},
    /* no fragment is sent */
    {H "0sel#part", CONNECT "send sel\\r\\n\n" ANSWER, 0},
    {"gopher://h:7070/0sel", "connect h 7070 tcp\nsend sel\\r\\n\n" ANSWER, 0},
    {"GOPHER://[::1]:/0sel", "connect ::1 70 tcp\nsend sel\\r\\n\n" ANSWER, 0},
    /* url-1994, Security considerations */
    {"gopher://h:25/0sel", "connect h 25 tcp\nsend sel\\r\\n\n" ANSWER, URIEL_WARNING_LOW_PORT},
    {"gopher://u:p@h/0sel", CONNECT "send sel\\r\\n\n" ANSWER,
     URIEL_WARNING_USERINFO | URIEL_WARNING_PASSWORD | URIEL_WARNING_NOT_SENT},
};

static void other_forms(void **state)
{
  (void)state;
  plans_are(URIEL_SPEC_RFC3986, others, sizeof others / sizeof *others, NULL);
}

/* url-1993, Gopher: "If the type character and selector are omitted, the type defaults to 1"; the search
 * is after "?" (BNF syntax). */
static void forms_of_1993(void **state)
{
  (void)state;
  static const plan_case cases[] = {
      {"gopher://h", CONNECT "send \\r\\n\n" ANSWER, 0},
      {"gopher://gopher.micro.umn.edu/00/Information%20About%20Gopher/About%20Gopher",
       "connect gopher.micro.umn.edu 70 tcp\nsend 0/Information About Gopher/About "
       "Gopher\\r\\n\n" ANSWER,
       0},
      {H "7sel?foo+bar", CONNECT "send sel\\tfoo+bar\\r\\n\n" ANSWER, 0},
      {H "0a;b:c", CONNECT "send a;b:c\\r\\n\n" ANSWER, 0},
  };
  if (uriel_spec_built(URIEL_SPEC_URL_1993))
    plans_are(URIEL_SPEC_URL_1993, cases, sizeof cases / sizeof *cases, NULL);
}

/* Characters that would end a line or the request too early. */
static void refused(void **state)
{
  (void)state;
  static const struct {
    const char *uri;
    uriel_error_code code;
    const char *part;
  } cases[] = {
      {H "0sel%0D%0AHELO", URIEL_ERROR_PART_LINE_BREAK, "selector"},
      {H "0sel%0A", URIEL_ERROR_PART_LINE_BREAK, "selector"},
      {H "7sel%09a%0Db", URIEL_ERROR_PART_LINE_BREAK, "search"},
      {H "7sel?a%0D%0Ab", URIEL_ERROR_PART_LINE_BREAK, "search"},
      {H "7sel?a%09b", URIEL_ERROR_PART_LINE_BREAK, "search"},
      {H "%0Dsel", URIEL_ERROR_PART_LINE_BREAK, "type"},
      {H "%09sel", URIEL_ERROR_PART_LINE_BREAK, "type"},
      {H "0s%09%09+%0D%0A", URIEL_ERROR_PART_LINE_BREAK, "plus"},
      {H "0s%09%09!%091%0D%0A+-1%0D%0A.%0D%0A", URIEL_ERROR_PART_LINE_BREAK, "plus"},
      {H "0s%09%09+%091%0D%0A", URIEL_ERROR_PART_FORM, "plus"},
      {H "0s%09%09+%091%0D%0A+-2%0D%0A.%0D%0A", URIEL_ERROR_PART_FORM, "plus"},
      {H "0s%09%09+%091%0D%0A+-1%0D%0Aa", URIEL_ERROR_PART_FORM, "plus"},
      {H "0s%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A", URIEL_ERROR_PART_FORM, "plus"},
      {H "0s%09%09+%091%0D%0A+-1%0D%0Aa%0Ab%0D%0A.%0D%0A", URIEL_ERROR_PART_LINE_BREAK, "plus"},
      /* text after the end of the form would be another request */
      {H "0s%09%09+%091%0D%0A+-1%0D%0A.%0D%0AQUIT%0D%0A.%0D%0A", URIEL_ERROR_PART_LINE_BREAK, "plus"},
      {"gopher:0sel", URIEL_ERROR_PART_MISSING, "host"},
      {"gopher:///0sel", URIEL_ERROR_PART_EMPTY, "host"},
      {"gopher://h%0D%0A/0sel", URIEL_ERROR_PART_LINE_BREAK, "host"},
      {"gopher://h:70000/", URIEL_ERROR_PORT_TOO_LARGE, "port"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    plan_fails(cases[i].uri, NULL, cases[i].code, cases[i].part);
}

static void place_of_a_error(void **state)
{
  (void)state;
  const uriel_ref ref = parsed(uriel_text_of(H "0s%09%09+%20%0A"));
  scheme_gopher gopher;
  uriel_error error;
  char room[64];
  assert_false(uriel_scheme_read(&uriel_scheme_gopher, &gopher, &ref, room, sizeof room, &error));
  assert_int_equal(error.offset, strlen(H "0s%09%09+%20"));
  assert_int_equal(error.begin, strlen(H "0s%09%09"));
  assert_int_equal(error.length, strlen("+%20%0A"));
  assert_int_equal(error.component, URIEL_PATH);
}

static size_t write_gopher(const void *context, char *out, size_t capacity)
{
  return uriel_scheme_write(&uriel_scheme_gopher, context, out, capacity, NULL);
}

static void same(uriel_text a, uriel_text b)
{
  assert_true(text_equal(a, b));
}

/* Every byte in every part: comes back, or is refused under the part's name. */
static void every_byte(void **state)
{
  (void)state;
  for (int byte = 0; byte < 256; byte++) {
    const char text[3] = {'a', (char)byte, 'b'};
    const uriel_text whole = {text, 3};
    for (int part = 0; part < 4; part++) {
      static const char *const names[] = {"type", "selector", "search", "plus"};
      scheme_gopher gopher = {.login = {.host = uriel_text_of("h")},
                              .type = part == 0 ? (uriel_text){text + 1, 1} : uriel_text_of("0"),
                              .selector = part == 1 ? whole : uriel_text_of("/s"),
                              .search = part == 2 ? whole : uriel_text_of("q"),
                              .plus = part == 3 ? whole : uriel_text_of("+")};
      const bool breaks = byte == '\r' || byte == '\n', tab = byte == '\t' && part != 3;
      uriel_error error;
      char out[1] = {'#'};
      if (breaks || tab) {
        assert_int_equal(uriel_scheme_write(&uriel_scheme_gopher, &gopher, out, 1, &error),
                         URIEL_FAILED);
        assert_int_equal(error.code, URIEL_ERROR_PART_LINE_BREAK);
        assert_string_equal(error.part, names[part]);
        assert_int_equal(error.offset, part == 0 ? 0 : 1);
        assert_int_equal(out[0], '#');
        continue;
      }
      if (part == 0 && byte == '.') { /* "/./s" is "/s" once it is normalised (RFC 3986, 6.2.2.3) */
        assert_int_equal(uriel_scheme_write(&uriel_scheme_gopher, &gopher, out, 1, &error),
                         URIEL_FAILED);
        assert_int_equal(error.code, URIEL_ERROR_PART_FORM);
        continue;
      }
      const uriel_text built = text_written(write_gopher, &gopher);
      const uriel_ref ref = parsed(built);
      char *const space = room(built.len);
      scheme_gopher again;
      assert_true(uriel_scheme_read(&uriel_scheme_gopher, &again, &ref, space, built.len, &error));
      same(again.type, gopher.type);
      same(again.selector, gopher.selector);
      same(again.search, gopher.search);
      same(again.plus, gopher.plus);
      same(again.login.host, gopher.login.host);
      assert_false(uriel_scheme_read(&uriel_scheme_gopher, &again, &ref, space, built.len - 1, &error));
      assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
      free(space);
      text_free(built);
    }
  }
}

static void built(void **state)
{
  (void)state;
  scheme_gopher gopher = {.login = {.host = uriel_text_of("h")}};
  uriel_text text = text_written(write_gopher, &gopher);
  same(text, uriel_text_of("gopher://h/1"));
  text_free(text);
  gopher.type = uriel_text_of("0");
  gopher.selector = uriel_text_of("a b");
  gopher.plus = uriel_text_of("+application/postscript Es_ES");
  text = text_written(write_gopher, &gopher);
  /* "there will be two encoded tab characters in a row" */
  same(text, uriel_text_of("gopher://h/0a%20b%09%09+application/postscript%20Es_ES"));
  text_free(text);
  gopher.type = uriel_text_of("00");
  uriel_error error;
  assert_int_equal(uriel_scheme_write(&uriel_scheme_gopher, &gopher, NULL, 0, &error), URIEL_FAILED);
  assert_int_equal(error.code, URIEL_ERROR_PART_FORM);
  assert_string_equal(error.part, "type");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms_of_1994),    cmocka_unit_test(other_forms), cmocka_unit_test(refused),
      cmocka_unit_test(place_of_a_error), cmocka_unit_test(every_byte),  cmocka_unit_test(built),
      cmocka_unit_test(forms_of_1993),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

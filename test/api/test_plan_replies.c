/* SPDX-License-Identifier: MIT */
/* Replies in plans: their forms and uses, and the steps that branches lead to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_plan.h"

enum { STEPS = 96, BRANCHES = 160, TEXT = 8192 };

typedef struct planned {
  uriel_plan plan;
  uriel_step steps[STEPS];
  uriel_branch branches[BRANCHES];
  char text[TEXT];
} planned;

static const planned *plan_of(const char *uri, const uriel_plan_options *options)
{
  static planned p;
  uriel_ref ref;
  p.plan = (uriel_plan){.steps = p.steps,
                        .step_capacity = STEPS,
                        .text = p.text,
                        .text_capacity = TEXT,
                        .branches = p.branches,
                        .branch_capacity = BRANCHES};
  if (!uriel_parse(&ref, uri, strlen(uri), NULL) || !uriel_plan_make(&p.plan, &ref, options, NULL))
    die("\"%s\" has no plan", uri);
  return &p;
}

static bool text_is(uriel_text text, const char *string)
{
  return text.len == strlen(string) && (text.len == 0 || memcmp(text.ptr, string, text.len) == 0);
}

/* Returns whether one of the codes, or of their first digits, starts the code. */
static bool codes_match(const char *codes, const char *code)
{
  for (const char *at = codes; *at; at += strcspn(at, " "), at += *at == ' ')
    if (strncmp(at, code, strcspn(at, " ")) == 0)
      return true;
  return false;
}

/* The branch of the step for the reply, without the branches that were taken (a bit each). */
static const uriel_branch *branch_of(const uriel_plan *plan, const uriel_step *step, const char *code,
                                     const char *reply, bool *taken)
{
  for (size_t i = 0; i < step->branch_count; i++) {
    const uriel_branch *const branch = &step->branches[i];
    bool *const was = &taken[branch - plan->branches];
    if (*was || !codes_match(branch->codes, code) ||
        strncmp(branch->reply, reply, strlen(branch->reply)) != 0)
      continue;
    *was = branch->action == URIEL_ACTION_STEP;
    return branch;
  }
  return NULL;
}

/* ---- Exchanges ------------------------------------------------------------------------------------ */

/* A server's replies in order, "CODE TEXT", where "" is any other reply; then the lines that the client
 * sends, and how the exchange ends: an action, 0 for its end, -1 for an unexpected reply. */
typedef struct exchange {
  const char *uri;
  const char *replies[24];
  const char *sent;
  int end;
} exchange;

static const exchange exchanges[] = {
    {"ftp://h/a",
     {"220", "230", "200", "229", "150", "", "226", "221"},
     "USER anonymous|TYPE I|EPSV|RETR a|QUIT|",
     0},
    {"ftp://h/a",
     {"120", "220", "331", "230", "200", "500", "227", "150", "", "226", "221"},
     "USER anonymous|PASS anonymous@|TYPE I|EPSV|PASV|RETR a|QUIT|",
     0},
    {"ftp://h/a",
     {"220", "331", "332", "230", "200", "229", "125", "", "250", "221"},
     "USER anonymous|PASS anonymous@|ACCT |TYPE I|EPSV|RETR a|QUIT|",
     0},
    {"ftp://h/a", {"220", "331", "530"}, "USER anonymous|PASS anonymous@|", URIEL_ACTION_CREDENTIALS},
    {"ftp://h/a", {"421"}, "", URIEL_ACTION_LATER},
    {"ftp://h/a", {"220", "599"}, "USER anonymous|", -1},
    /* A folder without "/" at the end, on a server without EPSV. */
    {"ftp://h/d/a",
     {"220", "230", "250", "200", "502", "227", "550", "250", "200", "502", "227", "150", "", "226",
      "221"},
     "USER anonymous|CWD d|TYPE I|EPSV|PASV|RETR a|CWD a|TYPE A|EPSV|PASV|LIST|QUIT|",
     0},
    {"ftp://h/a",
     {"220", "230", "200", "229", "550", "550"},
     "USER anonymous|TYPE I|EPSV|RETR a|CWD a|",
     URIEL_ACTION_ABSENT},
    {"ftp://h/;type=d",
     {"220", "230", "200", "229", "550"},
     "USER anonymous|TYPE A|EPSV|NLST|",
     URIEL_ACTION_ABSENT},
    /* SYST (RFC 959, 5.3.1). */
    {"ftp://h/d/e%20/a",
     {"220", "230", "550", "215 VMS"},
     "USER anonymous|CWD d|SYST|",
     URIEL_ACTION_ABSENT},
    {"ftp://h/d/e/a",
     {"220", "230", "250", "550", "215 VMS V7", "250", "200", "229", "150", "", "226", "221"},
     "USER anonymous|CWD d|CWD e|SYST|CWD [.d.e]|TYPE I|EPSV|RETR a|QUIT|",
     0},
    {"ftp://h/d/e/a",
     {"220", "230", "550", "215 MVS is", "250", "200", "229", "150", "", "226", "221"},
     "USER anonymous|CWD d|SYST|CWD 'd.e'|TYPE I|EPSV|RETR a|QUIT|",
     0},
    {"ftp://h/d/e/a",
     {"220", "230", "550", "215 WINDOWS", "550"},
     "USER anonymous|CWD d|SYST|CWD \\d\\e|",
     URIEL_ACTION_ABSENT},
    {"ftp://h/d/e/a",
     {"220", "230", "550", "215 UNIX"},
     "USER anonymous|CWD d|SYST|",
     URIEL_ACTION_ABSENT},
    /* Each branch is taken once. */
    {"ftp://h/d/a",
     {"220", "230", "250", "200", "229", "550", "550", "215 VMS", "250", "200", "229", "550"},
     "USER anonymous|CWD d|TYPE I|EPSV|RETR a|CWD a|SYST|CWD [.d]|TYPE I|EPSV|RETR a|",
     URIEL_ACTION_ABSENT},
    {"nntp://h/g", {"200", "211", "224", "205"}, "GROUP g|OVER |QUIT|", 0},
    {"nntp://h/g", {"200", "211", "500", "224", "205"}, "GROUP g|OVER |XOVER |QUIT|", 0},
    {"nntp://h/g", {"201", "211", "423", "205"}, "GROUP g|OVER |QUIT|", 0},
    {"nntp://h/g", {"200", "411"}, "GROUP g|", URIEL_ACTION_ABSENT},
    {"nntp://h/g/7", {"200", "211", "220", "205"}, "GROUP g|ARTICLE 7|QUIT|", 0},
    {"nntp://h/g/7", {"200", "211", "423"}, "GROUP g|ARTICLE 7|", URIEL_ACTION_ABSENT},
    /* RFC 3977, 5.3; RFC 4643, 2.3. */
    {"nntp://h/g/7",
     {"200", "401 MODE-READER", "200", "211", "220", "205"},
     "GROUP g|MODE READER|GROUP g|ARTICLE 7|QUIT|",
     0},
    {"nntp://h/g/7", {"200", "401 x"}, "GROUP g|", URIEL_ACTION_REFUSED},
    {"nntp://h/g/7",
     {"200", "211", "480", "381", "281", "211", "220", "205"},
     "GROUP g|ARTICLE 7|AUTHINFO USER |AUTHINFO PASS |GROUP g|ARTICLE 7|QUIT|",
     0},
    {"news:a@b",
     {"200", "480", "281", "220", "205"},
     "ARTICLE <a@b>|AUTHINFO USER |ARTICLE <a@b>|QUIT|",
     0},
    {"news:a@b",
     {"200", "480", "381", "481"},
     "ARTICLE <a@b>|AUTHINFO USER |AUTHINFO PASS |",
     URIEL_ACTION_CREDENTIALS},
    {"news:a@b",
     {"200", "480", "281", "480"},
     "ARTICLE <a@b>|AUTHINFO USER |ARTICLE <a@b>|",
     URIEL_ACTION_CREDENTIALS},
    {"news:a@b", {"400"}, "", URIEL_ACTION_LATER},
    {"news:*", {"502"}, "", URIEL_ACTION_REFUSED},
    {"http://h/", {"103", "200"}, NULL, 0},
    {"http://h/", {"301"}, NULL, URIEL_ACTION_REDIRECT},
    {"http://h/", {"401"}, NULL, URIEL_ACTION_CREDENTIALS},
    {"http://h/", {"410"}, NULL, URIEL_ACTION_ABSENT},
    {"http://h/", {"503"}, NULL, URIEL_ACTION_LATER},
    {"http://h/", {"403"}, NULL, URIEL_ACTION_REFUSED},
    {"ws://h/", {"101"}, NULL, 0},
    {"ws://h/", {"200"}, NULL, -1},
    {"gopher://h/0a%09%09+", {""}, "a\t+|", 0},
    {"gopher://h/0a%09%09+", {"1"}, "a\t+|", URIEL_ACTION_ABSENT},
    {"gopher://h/0a%09%09+", {"3"}, "a\t+|", URIEL_ACTION_REDIRECT},
    {"gopher://h/0a%09%09?", {"", ""}, "a\t!+ASK|a\t+\t1\r\n+-1|", 0},
};

/* Exchanges for what the server knows about an object (RFC 3659). */
static const exchange heads[] = {
    {"ftp://h/a", {"220", "230", "250", "221"}, "USER anonymous|MLST a|QUIT|", 0},
    {"ftp://h/a", {"220", "230", "550"}, "USER anonymous|MLST a|", URIEL_ACTION_ABSENT},
    {"ftp://h/a",
     {"220", "230", "500", "200", "213", "213", "221"},
     "USER anonymous|MLST a|TYPE I|SIZE a|MDTM a|QUIT|",
     0},
    {"ftp://h/a",
     {"220", "230", "502", "200", "213", "502", "221"},
     "USER anonymous|MLST a|TYPE I|SIZE a|MDTM a|QUIT|",
     0},
    {"ftp://h/a",
     {"220", "230", "502", "200", "550"},
     "USER anonymous|MLST a|TYPE I|SIZE a|",
     URIEL_ACTION_ABSENT},
    {"ftp://h/d/a",
     {"220", "230", "550", "215 VMS", "250", "250", "221"},
     "USER anonymous|CWD d|SYST|CWD [.d]|MLST a|QUIT|",
     0},
    {"nntp://h/g/7", {"200", "211", "221", "205"}, "GROUP g|HEAD 7|QUIT|", 0},
};

/* Performs the plan with the replies, and writes the lines that it sends, with "|" for CR LF at the end.
 */
static int perform(const planned *p, const char *const *replies, char *sent, size_t capacity)
{
  const uriel_plan *const plan = &p->plan;
  bool taken[BRANCHES] = {false};
  size_t len = 0;
  sent[0] = 0;
  /* The plan ends after its step number `step_count`, not before the next one in the array. */
  for (size_t at = 1, next = 2; at > 0; at = next) {
    const uriel_step *const step = &plan->steps[at - 1];
    assert_true(at <= plan->step_count + plan->aside_count);
    next = at == plan->step_count ? 0 : at + 1;
    if (step->kind == URIEL_STEP_SEND || step->kind == URIEL_STEP_ASK) {
      uriel_text text = step->text;
      text.len -= text.len > 1 && text.ptr[text.len - 1] == '\n' ? 2 : 0;
      len += (size_t)snprintf(sent + len, capacity - len, "%.*s|", (int)text.len, text.ptr);
    }
    if (step->kind != URIEL_STEP_EXPECT)
      continue;
    const char *const reply = *replies++;
    char code[4] = {0}, codes[64];
    assert_non_null(reply);
    memcpy(code, reply, strcspn(reply, " "));
    const uriel_branch *const branch =
        *code ? branch_of(plan, step, code, reply + strlen(code) + (reply[strlen(code)] == ' '), taken)
              : NULL;
    snprintf(codes, sizeof codes, "%.*s", (int)step->text.len, step->text.ptr ? step->text.ptr : "");
    if (!branch && *codes && !codes_match(codes, code))
      return -1;
    if (branch && branch->action != URIEL_ACTION_STEP && branch->action != URIEL_ACTION_AGAIN)
      return (int)branch->action;
    if (branch)
      next = branch->action == URIEL_ACTION_STEP ? branch->to : at;
  }
  if (*replies)
    die("\"%s\" is not expected after \"%s\"", *replies, sent);
  return 0;
}

static void exchanged(void **state)
{
  (void)state;
  const size_t objects = sizeof exchanges / sizeof *exchanges,
               count = objects + sizeof heads / sizeof *heads;
  for (size_t i = 0; i < count; i++) {
    const exchange *const e = i < objects ? &exchanges[i] : &heads[i - objects];
    const uriel_plan_options options = {.head = i >= objects};
    char sent[1024];
    const int end = perform(plan_of(e->uri, &options), e->replies, sent, sizeof sent);
    if (end != e->end || (e->sent && strcmp(sent, e->sent) != 0))
      die("%zu: \"%s\": end %d, sent \"%s\"", i, e->uri, end, sent);
  }
}

/* ---- Forms and uses ------------------------------------------------------------------------------- */

/* The last reply of a plan that has data. */
static const struct {
  const char *uri;
  uriel_reply_form form;
  uriel_reply_use use;
} replies[] = {
    {"gopher://h/", URIEL_REPLY_DOT, URIEL_USE_MENU},
    {"gopher://h/1a", URIEL_REPLY_DOT, URIEL_USE_MENU},
    {"gopher://h/7a%09b", URIEL_REPLY_DOT, URIEL_USE_MENU},
    {"gopher://h/7a", URIEL_REPLY_DOT, URIEL_USE_MENU},
    {"gopher://h/0a", URIEL_REPLY_END, URIEL_USE_TEXT},
    {"gopher://h/9a", URIEL_REPLY_END, URIEL_USE_OBJECT},
    {"gopher://h/1a%09%09+", URIEL_REPLY_GOPHER, URIEL_USE_MENU},
    {"gopher://h/1a%09%09+application/gopher+-menu%20En", URIEL_REPLY_GOPHER, URIEL_USE_MENU},
    {"gopher://h/1a%09%09+text/plain", URIEL_REPLY_GOPHER, URIEL_USE_OBJECT},
    {"gopher://h/0a%09%09+", URIEL_REPLY_GOPHER, URIEL_USE_OBJECT},
    {"gopher://h/0a%09%09!", URIEL_REPLY_GOPHER, URIEL_USE_ATTRIBUTES},
    {"gopher://h/1a%09%09$", URIEL_REPLY_GOPHER, URIEL_USE_ATTRIBUTES},
    {"gopher://h/8a", URIEL_REPLY_END, URIEL_USE_TELNET},
    {"gopher://h/Ta", URIEL_REPLY_END, URIEL_USE_SCREEN},
    {"whois://h/a", URIEL_REPLY_END, URIEL_USE_OBJECT},
    {"http://h/", URIEL_REPLY_HTTP, URIEL_USE_OBJECT},
    {"ws://h/", URIEL_REPLY_FRAMES, URIEL_USE_SESSION},
    {"ftp://h/a", URIEL_REPLY_END, URIEL_USE_OBJECT},
    {"ftp://h/a/", URIEL_REPLY_END, URIEL_USE_LISTING},
    {"ftp://h/a;type=d", URIEL_REPLY_END, URIEL_USE_LISTING},
    {"news:a@b", URIEL_REPLY_BLOCK, URIEL_USE_TEXT},
    {"news:*", URIEL_REPLY_BLOCK, URIEL_USE_GROUPS},
    {"news:g", URIEL_REPLY_LINE, URIEL_USE_RANGE},
    {"telnet://h/", URIEL_REPLY_END, URIEL_USE_TELNET},
    {"tn3270://h/", URIEL_REPLY_END, URIEL_USE_SCREEN},
    {"rlogin://u@h/", URIEL_REPLY_END, URIEL_USE_SESSION},
    {"wais://h/d?w", URIEL_REPLY_WAIS, URIEL_USE_RESULTS},
    {"wais://h/d/TEXT/1=a;", URIEL_REPLY_WAIS, URIEL_USE_OBJECT},
    {"prospero://h//a", URIEL_REPLY_ARDP, URIEL_USE_METHODS},
    {"ldap://h/", URIEL_REPLY_LDAP, URIEL_USE_ENTRIES},
};

static void forms(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
    const planned *const p = plan_of(replies[i].uri, NULL);
    const uriel_step *last = NULL;
    for (size_t k = 0; k < p->plan.step_count; k++)
      if (p->steps[k].use > URIEL_USE_PORT)
        last = &p->steps[k];
    if (!last || last->form != replies[i].form || last->use != replies[i].use)
      die("\"%s\": %s, %s", replies[i].uri, last ? uriel_reply_form_name(last->form) : "",
          last ? uriel_reply_use_name(last->use) : "");
  }
}

/* Text from the user: what follows it. */
static void fills(void **state)
{
  (void)state;
  static const struct {
    const char *uri, *text, *after;
    uriel_fill fill;
  } asked[] = {{"ftp://me@h/a", "PASS ", "\r\n", URIEL_FILL_PASSWORD},
               {"gopher://h/7a", "a\t", "\r\n", URIEL_FILL_WORDS},
               {"gopher://h/0a%09%09?", "a\t+\t1\r\n+-1\r\n", ".\r\n", URIEL_FILL_FORM},
               {"nntp://h/g", "AUTHINFO USER ", "\r\n", URIEL_FILL_USER}};
  for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
    const planned *const p = plan_of(asked[i].uri, NULL);
    const uriel_step *step = p->steps;
    while (step->fill == URIEL_FILL_NONE)
      step++;
    assert_true(text_is(step->text, asked[i].text));
    assert_string_equal(step->after, asked[i].after);
    assert_int_equal(step->fill, asked[i].fill);
  }
}

/* Through a proxy, any code of 2xx opens the tunnel, in which TLS begins. */
static void tunnel(void **state)
{
  (void)state;
  const uriel_plan_options options = {.proxy = uriel_text_of("p")};
  const planned *const p = plan_of("https://h/", &options);
  assert_string_equal(p->steps[2].branches[0].codes, "2");
  assert_int_equal(p->steps[2].branches[0].to, 4);
  assert_true(p->steps[3].inside && p->steps[3].transport == URIEL_TRANSPORT_TLS);
  assert_false(p->steps[0].inside);
}

/* Without an array for them, a plan has no branches, and the same steps. */
static void without(void **state)
{
  (void)state;
  static uriel_step steps[STEPS];
  static char text[TEXT];
  uriel_plan plan = {.steps = steps, .step_capacity = STEPS, .text = text, .text_capacity = TEXT};
  uriel_ref ref;
  const planned *const p = plan_of("ftp://h/d/a", NULL);
  assert_true(uriel_parse(&ref, "ftp://h/d/a", 11, NULL));
  assert_true(uriel_plan_make(&plan, &ref, NULL, NULL));
  assert_int_equal(plan.step_count, p->plan.step_count);
  assert_int_equal(plan.aside_count + plan.branch_count, 0);
  assert_true(p->plan.aside_count > 0 && p->plan.branch_count > 0);
  for (size_t i = 0; i < plan.step_count; i++)
    assert_true(steps[i].kind == p->steps[i].kind && steps[i].branch_count == 0);
}

/* Every capacity of branches that is too small fails, and the capacities that it gives are enough. */
static void capacities(void **state)
{
  (void)state;
  static planned p;
  uriel_ref ref;
  uriel_error error;
  const size_t need = plan_of("ftp://h/d/a", NULL)->plan.branch_count;
  assert_true(uriel_parse(&ref, "ftp://h/d/a", 11, NULL));
  for (size_t capacity = 0; capacity <= need; capacity++) {
    uriel_branch *const branches = calloc(capacity + 1, sizeof *branches);
    assert_non_null(branches);
    p.plan = (uriel_plan){.steps = p.steps,
                          .step_capacity = STEPS,
                          .text = p.text,
                          .text_capacity = TEXT,
                          .branches = branches,
                          .branch_capacity = capacity};
    assert_int_equal(uriel_plan_make(&p.plan, &ref, NULL, &error), capacity == need);
    if (capacity < need) {
      assert_int_equal(error.code, URIEL_ERROR_BUFFER_TOO_SMALL);
      assert_true(p.plan.branch_count >= need);
    }
    assert_null(branches[capacity].codes);
    free(branches);
  }
}

static void names(void **state)
{
  (void)state;
  assert_string_equal(uriel_reply_form_name(URIEL_REPLY_FRAMES), "frames");
  assert_string_equal(uriel_reply_form_name((uriel_reply_form)13), "");
  assert_string_equal(uriel_reply_use_name(URIEL_USE_ENTRIES), "entries");
  assert_string_equal(uriel_reply_use_name(URIEL_USE_TIME), "time");
  assert_string_equal(uriel_reply_use_name((uriel_reply_use)22), "");
  assert_string_equal(uriel_fill_name(URIEL_FILL_RANGE), "range");
  assert_string_equal(uriel_fill_name(URIEL_FILL_USER), "user");
  assert_string_equal(uriel_fill_name((uriel_fill)7), "");
  assert_string_equal(uriel_action_name(URIEL_ACTION_LATER), "later");
  assert_string_equal(uriel_action_name((uriel_action)8), "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exchanged), cmocka_unit_test(forms),   cmocka_unit_test(fills),
      cmocka_unit_test(tunnel),    cmocka_unit_test(without), cmocka_unit_test(capacities),
      cmocka_unit_test(names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

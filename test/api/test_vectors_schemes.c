/* SPDX-License-Identifier: MIT */
/* The vectors of schemes and names, which come only from the documents: parts, access plans, URNs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_plan.h"
#include "uriel_urn.h"
#include "vectors.h"

enum { UNIT = 0x1F, PARTS = 64, STEPS = 64, TEXT = 8192 };

/* ---- What differs, with the case's place -------------------------------------------------------- */

static void print_bytes(const char *text, size_t len)
{
  for (size_t at = 0; at < len; at++) {
    const unsigned char byte = (unsigned char)text[at];
    if (byte == UNIT)
      fputs(" | ", stderr);
    else if (byte < 32 || byte > 126)
      fprintf(stderr, "\\x%02X", byte);
    else
      fputc(byte, stderr);
  }
}

static void differ(const vector_case *given, const char *what, uriel_text expected, uriel_text got)
{
  ++*given->errors;
  fprintf(stderr, "%s:%zu: %.*s by %.*s, %s:\n  expected ", given->file, given->line,
          (int)given->fields[0].len, given->fields[0].ptr, (int)given->fields[1].len,
          given->fields[1].ptr, what);
  print_bytes(expected.ptr ? expected.ptr : "undefined", expected.ptr ? expected.len : 9);
  fputs("\n  got      ", stderr);
  print_bytes(got.ptr ? got.ptr : "undefined", got.ptr ? got.len : 9);
  fputc('\n', stderr);
}

static void name_equal(const vector_case *given, const char *what, uriel_text expected, const char *got)
{
  if (!text_equal(expected, uriel_text_of(got)))
    differ(given, what, expected, uriel_text_of(got));
}

/* ---- Lists with a unit separator between two ---------------------------------------------------- */

static bool list_next(uriel_text *rest, uriel_text *item)
{
  return uriel_list_next(rest, item, UNIT);
}

static bool begins(uriel_text text, const char *with)
{
  const size_t len = strlen(with);
  return text.len >= len && memcmp(text.ptr, with, len) == 0;
}

static uriel_text behind(uriel_text text, size_t count)
{
  return text_from(text.ptr + count, text.len - count);
}

static bool holds(uriel_text text, uriel_text piece)
{
  for (size_t at = 0; at + piece.len <= text.len; at++)
    if (memcmp(text.ptr + at, piece.ptr, piece.len) == 0)
      return true;
  return false;
}

/* A text under construction; the program ends if its buffer is too small. */
typedef struct sink {
  char bytes[TEXT];
  size_t len;
} sink;

static void put(sink *out, const char *text, size_t len)
{
  if (len > TEXT - out->len)
    die("a text of the test is too long");
  if (text && len)
    memcpy(out->bytes + out->len, text, len);
  out->len += len;
}

static void put_string(sink *out, const char *string)
{
  put(out, string, strlen(string));
}

static void put_unit(sink *out)
{
  if (out->len)
    put(out, "\x1F", 1);
}

static uriel_text sunk(const sink *out)
{
  return text_from(out->bytes, out->len);
}

/* ---- References --------------------------------------------------------------------------------- */

static bool parsed_by(const vector_case *given, const char *column, uriel_ref *ref)
{
  const uriel_text spec_name = vector_field(given, "spec");
  const uriel_text input = vector_field(given, column);
  uriel_spec spec;
  uriel_error error;
  if (!uriel_spec_find(&spec, spec_name.ptr, spec_name.len))
    die("%s:%zu: no such generation", given->file, given->line);
  if (uriel_parse_as(ref, input.ptr, input.len, spec, 0, &error))
    return true;
  differ(given, "parsing", input, uriel_text_of(uriel_error_name(error.code)));
  return false;
}

/* Whether the row is for this build. */
static bool is_built(const vector_case *given)
{
  const uriel_text name = vector_field(given, "spec");
  uriel_spec spec;
  return uriel_spec_find(&spec, name.ptr, name.len) && uriel_spec_built(spec);
}

/* ---- Parts -------------------------------------------------------------------------------------- */

typedef struct part_list {
  uriel_own_part parts[PARTS];
  size_t count;
  char *room;
  uriel_error error;
} part_list;

static void read_parts(part_list *list, const uriel_ref *ref)
{
  list->room = room((size_t)ref->length * 2);
  list->count =
      uriel_scheme_parts(list->parts, PARTS, ref, list->room, (size_t)ref->length * 2, &list->error);
}

static void join_parts(sink *out, const part_list *list)
{
  for (size_t at = 0; at < list->count; at++) {
    put_unit(out);
    put_string(out, list->parts[at].name);
    put(out, "=", 1);
    put(out, list->parts[at].text.ptr, list->parts[at].text.len);
  }
}

/* Whether the parts match the list, in which the parts after "~" are optional. */
static bool same_parts(uriel_text expected, uriel_text got)
{
  uriel_text want;
  uriel_text have = {NULL, 0};
  bool more = list_next(&got, &have);
  while (list_next(&expected, &want)) {
    const bool optional = begins(want, "~");
    if (more && text_equal(optional ? behind(want, 1) : want, have))
      more = list_next(&got, &have);
    else if (!optional)
      return false;
  }
  return !more;
}

/* A URI built of the parts has the same parts. */
static void check_built(const vector_case *given, const uriel_ref *ref, const part_list *list,
                        uriel_text joined)
{
  static char pieces[TEXT * 3];
  static char built[TEXT];
  uriel_error error;
  const uriel_text scheme = uriel_scheme(ref);
  const size_t len = uriel_scheme_build(scheme.ptr, scheme.len, list->parts, list->count, pieces,
                                        sizeof pieces, built, sizeof built, &error);
  if (len == URIEL_FAILED) {
    differ(given, error.part ? error.part : "building", joined,
           uriel_text_of(uriel_error_name(error.code)));
    return;
  }
  const uriel_text copy = text_copy(text_from(built, len));
  const uriel_ref again = parsed(copy);
  part_list reread;
  sink rejoined = {.len = 0};
  read_parts(&reread, &again);
  if (reread.count == URIEL_FAILED)
    differ(given, "reading what was built", joined, copy);
  else
    join_parts(&rejoined, &reread);
  if (reread.count != URIEL_FAILED && !text_equal(joined, sunk(&rejoined)))
    differ(given, "parts of the built reference", joined, sunk(&rejoined));
  free(reread.room);
  text_free(copy);
}

static void check_read(const vector_case *given, const uriel_ref *ref, const part_list *list)
{
  const uriel_text expected = vector_field(given, "parts");
  sink joined = {.len = 0};
  join_parts(&joined, list);
  if (!same_parts(expected, sunk(&joined)))
    differ(given, "parts", expected, sunk(&joined));
  else if (uriel_spec_of(ref) == URIEL_SPEC_RFC3986)
    check_built(given, ref, list, sunk(&joined));
}

static void check_parts(const vector_case *given)
{
  uriel_ref ref;
  part_list list;
  if (!is_built(given) || !parsed_by(given, "input", &ref))
    return;
  read_parts(&list, &ref);
  const bool failed = list.count == URIEL_FAILED;
  name_equal(given, "code", vector_field(given, "code"),
             failed ? uriel_error_name(list.error.code) : NULL);
  const uriel_text part = vector_field(given, "part");
  if (part.ptr && failed)
    name_equal(given, "part", part, list.error.part);
  if (!failed && !vector_field(given, "code").ptr)
    check_read(given, &ref, &list);
  free(list.room);
}

/* ---- Plans -------------------------------------------------------------------------------------- */

static void read_option(uriel_plan_options *options, uriel_ref *previous, uriel_text option)
{
  static const char *const names[] = {
      "proxy=", "mail=", "news=", "local=", "terminal=", "key=", "agent="};
  uriel_text *const values[] = {&options->proxy,      &options->mail_address, &options->news_server,
                                &options->local_user, &options->terminal,     &options->websocket_key,
                                &options->user_agent};
  if (begins(option, "after=")) {
    *previous = parsed(behind(option, 6));
    options->previous = previous;
    return;
  }
  for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
    if (begins(option, names[at])) {
      *values[at] = behind(option, strlen(names[at]));
      return;
    }
  }
  die("no option %.*s", (int)option.len, option.ptr);
}

static void join_connect(sink *out, const uriel_step *step)
{
  char port[16];
  snprintf(port, sizeof port, ":%u ", (unsigned)step->port);
  if (!step->data || step->port)
    put(out, step->host.ptr, step->host.len);
  put_string(out, step->data && !step->port ? "" : port);
  put_string(out, uriel_transport_name(step->transport));
}

/* The steps as in the vectors; consecutive sends are joined. */
static void join_steps(sink *out, const uriel_plan *plan)
{
  for (size_t at = 0; at < plan->step_count; at++) {
    const uriel_step *const step = &plan->steps[at];
    const bool goes_on = at && step->kind == URIEL_STEP_SEND && step[-1].kind == URIEL_STEP_SEND;
    if (!goes_on) {
      put_unit(out);
      put_string(out, uriel_step_name(step->kind));
      put_string(out, step->data ? "*" : "");
      put_string(out, step->kind == URIEL_STEP_CONNECT || step->text.ptr ? " " : "");
    }
    if (step->kind == URIEL_STEP_CONNECT)
      join_connect(out, step);
    put(out, step->text.ptr, step->text.len);
  }
}

static bool code_next(uriel_text *rest, uriel_text *code)
{
  while (rest->len && (rest->ptr[0] < '0' || rest->ptr[0] > '9'))
    *rest = behind(*rest, 1);
  code->ptr = rest->ptr;
  code->len = 0;
  while (rest->len && rest->ptr[0] >= '0' && rest->ptr[0] <= '9') {
    *rest = behind(*rest, 1);
    code->len++;
  }
  return code->len > 0;
}

/* Whether `all` contains all codes of `some`. */
static bool codes_within(uriel_text some, uriel_text all)
{
  uriel_text code;
  while (code_next(&some, &code))
    if (!holds(all, code))
      return false;
  return true;
}

static bool same_codes(uriel_text want, uriel_text have)
{
  const char *const open = memchr(want.ptr, '(', want.len);
  const uriel_text needed = {want.ptr, open ? (size_t)(open - want.ptr) : want.len};
  return codes_within(needed, have) && codes_within(have, want);
}

static bool same_step(uriel_text want, uriel_text have)
{
  const char *const space = memchr(want.ptr, ' ', want.len);
  const size_t word = space ? (size_t)(space - want.ptr) : want.len;
  if (have.len < word || memcmp(want.ptr, have.ptr, word) != 0 ||
      (have.len > word && have.ptr[word] != ' '))
    return false;
  if (!space)
    return true;
  want = behind(want, word + 1);
  have = have.len > word ? behind(have, word + 1) : behind(have, have.len);
  if (word == 6 && memcmp(space - word, "expect", word) == 0)
    return same_codes(want, have);
  if (word == 3 && memcmp(space - word, "ask", word) == 0)
    return have.len >= want.len && memcmp(have.ptr, want.ptr, want.len) == 0;
  return begins(want, "~") ? holds(have, behind(want, 1)) : text_equal(want, have);
}

/* "..." stands for as few steps as needed for the others to match. */
static bool same_steps(uriel_text expected, uriel_text got)
{
  uriel_text want;
  uriel_text have;
  bool skipping = false;
  while (list_next(&expected, &want)) {
    if (text_equal(want, uriel_text_of("..."))) {
      skipping = true;
      continue;
    }
    do {
      if (!list_next(&got, &have))
        return false;
    } while (skipping && !same_step(want, have));
    if (!skipping && !same_step(want, have))
      return false;
    skipping = false;
  }
  return skipping || !list_next(&got, &have);
}

static void join_warnings(sink *out, unsigned warnings)
{
  for (unsigned bit = 1; bit && bit <= warnings; bit <<= 1)
    if (warnings & bit) {
      put_unit(out);
      put_string(out, uriel_warning_name((uriel_warning_kind)bit));
    }
}

static bool has_item(uriel_text list, uriel_text wanted)
{
  uriel_text item;
  while (list_next(&list, &item))
    if (text_equal(item, wanted) ||
        (begins(item, "(") && text_equal(text_from(item.ptr + 1, item.len - 2), wanted)))
      return true;
  return false;
}

static bool same_warnings(uriel_text expected, uriel_text got)
{
  uriel_text item;
  for (uriel_text rest = expected; list_next(&rest, &item);)
    if (!begins(item, "(") && !has_item(got, item))
      return false;
  for (uriel_text rest = got.len ? got : text_from(NULL, 0); list_next(&rest, &item);)
    if (!has_item(expected, item))
      return false;
  return true;
}

static void check_planned(const vector_case *given, const uriel_plan *plan)
{
  sink steps = {.len = 0};
  sink warnings = {.len = 0};
  join_steps(&steps, plan);
  join_warnings(&warnings, plan->warnings);
  if (!same_steps(vector_field(given, "steps"), sunk(&steps)))
    differ(given, "steps", vector_field(given, "steps"), sunk(&steps));
  if (!same_warnings(vector_field(given, "warnings"), sunk(&warnings)))
    differ(given, "warnings", vector_field(given, "warnings"), sunk(&warnings));
  const size_t resume = vector_number(given, "resume");
  if (resume != URIEL_FAILED)
    expect_number(given, "resume", resume, plan->resume_step);
}

static void check_plan(const vector_case *given)
{
  uriel_ref ref;
  uriel_ref previous;
  uriel_error error;
  uriel_text option;
  static uriel_step steps[STEPS];
  static char text[TEXT];
  uriel_plan_options options = {.registry = NULL};
  uriel_plan plan = {.steps = steps, .step_capacity = STEPS, .text = text, .text_capacity = sizeof text};
  if (!is_built(given) || !parsed_by(given, "input", &ref))
    return;
  for (uriel_text rest = vector_field(given, "options"); list_next(&rest, &option);)
    read_option(&options, &previous, option);
  const bool planned = uriel_plan_make(&plan, &ref, &options, &error);
  name_equal(given, "code", vector_field(given, "code"), planned ? NULL : uriel_error_name(error.code));
  if (planned && !vector_field(given, "code").ptr)
    check_planned(given, &plan);
}

/* ---- Names -------------------------------------------------------------------------------------- */

typedef struct urn_input {
  const uriel_urn *urn;
  uriel_spec spec;
} urn_input;

static size_t write_urn(const void *context, char *out, size_t capacity)
{
  const urn_input *const input = context;
  return uriel_urn_build(input->urn, input->spec, out, capacity, NULL);
}

static void check_urn_parts(const vector_case *given, const uriel_ref *ref)
{
  uriel_urn urn;
  uriel_error error;
  if (!uriel_urn_parse(&urn, ref, &error)) {
    differ(given, "uriel_urn_parse", uriel_text_of("well"), uriel_text_of(uriel_error_name(error.code)));
    return;
  }
  expect_text(given, "nid", vector_field(given, "nid"), urn.nid);
  expect_text(given, "nss", vector_field(given, "nss"), urn.nss);
  expect_text(given, "r_component", vector_field(given, "r_component"), urn.r_component);
  expect_text(given, "q_component", vector_field(given, "q_component"), urn.q_component);
  expect_text(given, "f_component", vector_field(given, "f_component"), urn.f_component);
  const urn_input input = {&urn, uriel_spec_of(ref)};
  const uriel_text built = text_written(write_urn, &input), whole = vector_field(given, "input");
  const size_t scheme = 3; /* its case is not in any part */
  expect_true(given, "built as long", built.len == whole.len);
  if (built.len == whole.len)
    expect_text(given, "built", text_from(whole.ptr + scheme, whole.len - scheme),
                text_from(built.ptr + scheme, built.len - scheme));
  text_free(built);
  const uriel_text check = vector_field(given, "check");
  if (check.ptr)
    name_equal(given, "check", check,
               uriel_urn_check(ref, &error) ? NULL : uriel_error_name(error.code));
}

static void check_urn(const vector_case *given)
{
  const uriel_text input = vector_field(given, "input");
  const uriel_text name = vector_field(given, "spec");
  uriel_spec spec = URIEL_SPEC_RFC3986;
  uriel_ref ref;
  uriel_error error;
  uriel_spec_find(&spec, name.ptr, name.len);
  const bool valid = uriel_parse_as(&ref, input.ptr, input.len, spec, 0, &error);
  name_equal(given, "code", vector_field(given, "code"), valid ? NULL : uriel_error_name(error.code));
  if (valid && !vector_field(given, "code").ptr)
    check_urn_parts(given, &ref);
}

typedef struct name_input {
  const uriel_ref *ref;
} name_input;

static size_t write_name(const void *context, char *out, size_t capacity)
{
  return uriel_urn_normal(((const name_input *)context)->ref, out, capacity, NULL);
}

/* Equality, the hash and the normal form agree. */
static void check_urn_equal(const vector_case *given)
{
  uriel_ref a;
  uriel_ref b;
  if (!parsed_by(given, "a", &a) || !parsed_by(given, "b", &b))
    return;
  const bool equal = text_equal(vector_field(given, "equal"), uriel_text_of("yes"));
  const uriel_text normal_a = text_written(write_name, &(name_input){&a});
  const uriel_text normal_b = text_written(write_name, &(name_input){&b});
  expect_true(given, "equal", uriel_urn_equal(&a, &b) == equal);
  expect_true(given, "equal the other way about", uriel_urn_equal(&b, &a) == equal);
  expect_true(given, "normal form", text_equal(normal_a, normal_b) == equal);
  text_free(normal_a);
  text_free(normal_b);
}

/* ---- Equivalence at level scheme ------------------------------------------------------------- */

/* Equality, the hash and the normal form agree; a normal form is idempotent. */
static void check_scheme_equal(const vector_case *given)
{
  const uriel_ref a = parsed(vector_field(given, "a"));
  const uriel_ref b = parsed(vector_field(given, "b"));
  const bool equal = text_equal(vector_field(given, "equal"), uriel_text_of("yes"));
  const uriel_text normal_a = text_written(write_normal, &(normal_input){&a, URIEL_LEVEL_SCHEME});
  const uriel_text normal_b = text_written(write_normal, &(normal_input){&b, URIEL_LEVEL_SCHEME});
  const uriel_ref again = parsed(normal_a);
  const uriel_text twice = text_written(write_normal, &(normal_input){&again, URIEL_LEVEL_SCHEME});
  expect_true(given, "equal", uriel_equal(&a, &b, URIEL_LEVEL_SCHEME) == equal);
  expect_true(given, "equal the other way about", uriel_equal(&b, &a, URIEL_LEVEL_SCHEME) == equal);
  expect_true(given, "normal form", text_equal(normal_a, normal_b) == equal);
  expect_true(given, "hash",
              (uriel_hash(&a, URIEL_LEVEL_SCHEME, 4) == uriel_hash(&b, URIEL_LEVEL_SCHEME, 4)) == equal);
  expect_text(given, "normal form of the normal form", normal_a, twice);
  text_free(normal_a);
  text_free(normal_b);
  text_free(twice);
}

/* ---- All ---------------------------------------------------------------------------------------- */

static void vectors_parts(void **state)
{
  (void)state;
  vectors_run("parts.tsv", 200, check_parts);
}

static void vectors_plans(void **state)
{
  (void)state;
  vectors_run("plans.tsv", 150, check_plan);
}

static void vectors_urn(void **state)
{
  (void)state;
  vectors_run("urn.tsv", 90, check_urn);
}

static void vectors_urn_equal(void **state)
{
  (void)state;
  vectors_run("urn_equal.tsv", 150, check_urn_equal);
}

static void vectors_scheme_equal(void **state)
{
  (void)state;
  vectors_run("scheme_equal.tsv", 50, check_scheme_equal);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vectors_parts),        cmocka_unit_test(vectors_plans),
      cmocka_unit_test(vectors_urn),          cmocka_unit_test(vectors_urn_equal),
      cmocka_unit_test(vectors_scheme_equal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

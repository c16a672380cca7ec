/* SPDX-License-Identifier: MIT */
/* uriel check: which inputs are valid references, and the errors of the others. */
#include <string.h>
#include <strings.h>

#include "cli/shared/cli.h"
#include "cli/shared/output.h"
#include "cli/shared/warnings.h"
#include "rules.h"
#include "stage.h"

#define CHECK_INLINE static inline __attribute__((always_inline))

enum check_column { CHECK_INPUT, CHECK_VALID, CHECK_SPEC, CHECK_FORM, CHECK_PREFIX, CHECK_COLUMNS };

static const struct column check_columns[] = {
    [CHECK_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [CHECK_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [CHECK_SPEC] = {"spec", COLUMN_TEXT, TONE_PLAIN},
    [CHECK_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
    [CHECK_PREFIX] = {"prefix", COLUMN_LITERAL, TONE_PLAIN},
};

struct check {
  struct schema schema;
  struct warnings warnings;
  bool require_scheme;
  bool absolute; /* includes require_scheme */
  bool scheme_rules;
  struct rules rules;
};

static const struct option_spec check_options[] = {
    {0, "require-scheme", NULL, "a reference without a scheme, such as\nwww.example.com, is not valid",
     OPTION_FLAG, OPTION_TO(struct check, require_scheme)},
    {0, "absolute", NULL, "only absolute URIs are valid: a scheme, and no\nfragment (RFC 3986, 4.3)",
     OPTION_FLAG, OPTION_TO(struct check, absolute)},
    {0, "scheme-rules", NULL,
     "apply the rules of schemes and namespaces, too:\nhosts, ports, telephone numbers, addresses of "
     "mail,\n"
     "check digits and so on",
     OPTION_FLAG, OPTION_TO(struct check, scheme_rules)},
    {0}};

static enum stage_source check_ready(void *context, const struct option_reader *reader,
                                     const struct reading *reading)
{
  struct check *const self = context;
  (void)reader;
  self->require_scheme |= self->absolute;
  if (reading->spec != URIEL_SPEC_RFC3986)
    self->schema.aside = 0;
  return SOURCE_OPERANDS;
}

/* A relative reference: the hint is for people who type addresses. */
static void check_blame_scheme(struct record *record, const uriel_ref *ref)
{
  const uriel_error error = {.code = URIEL_ERROR_SCHEME_MISSING, .component = URIEL_SCHEME};
  record_blame(record, &error, record->values[CHECK_INPUT]);
  record->error.error.spec = record->reading.spec;
  record->error.what = "not a URI";
  record->error.code = uriel_error_name(error.code);
  record->error.message = "it has no scheme, which makes it a relative reference";
  record->error.expected = "a scheme and \":\"";
  record->error.section = "RFC 3986, 3.1";
  if (ref->length > 4 && strncasecmp(ref->text, "www.", 4) == 0)
    record->error.hint = "write \"https://\" before it, or use --guess-scheme=https";
}

static void check_blame_fragment(struct record *record, const uriel_ref *ref)
{
  const uriel_error error = {.code = URIEL_ERROR_FRAGMENT_NOT_ALLOWED,
                             .component = URIEL_FRAGMENT,
                             .offset = ref->query_end,
                             .begin = ref->query_end,
                             .length = ref->length - ref->query_end,
                             .spec = record->reading.spec};
  record_blame(record, &error, (uriel_text){ref->text, ref->length});
  record->error.what = "not an absolute URI";
  record->error.code = uriel_error_name(error.code);
  record->error.message = "an absolute URI has no fragment";
  record->error.section = "RFC 3986, 4.3";
}

/* Returns whether the reference is valid by the options, or blames the record. */
static bool check_more(struct check *self, struct record *record, const uriel_ref *ref)
{
  if (self->require_scheme && !ref->scheme_end)
    check_blame_scheme(record, ref);
  else if (self->absolute && ref->query_end < ref->length)
    check_blame_fragment(record, ref);
  else if (self->scheme_rules && !rules_check(&self->rules, ref, &record->error))
    record->invalid = true;
  return !record->invalid;
}

static void check_convert(void *context, const struct input *input, struct record *record)
{
  struct check *const self = context;
  const uriel_spec spec = record->reading.spec;
  uriel_ref ref;
  if (spec != URIEL_SPEC_RFC3986)
    record->values[CHECK_SPEC] = uriel_text_of(uriel_spec_name(spec));
  if (!record_parse(record, &ref, input->text) || !check_more(self, record, &ref))
    return;
  record->values[CHECK_FORM] = uriel_text_of(uriel_form_name(uriel_form_of(&ref)));
  if (ref.flags & URIEL_HAS_PREFIX)
    record->values[CHECK_PREFIX] = uriel_text_of("true");
  if (reading_is_new(spec))
    warnings_find(&self->warnings, &ref, record);
}

/* What a reference needs for a valid record. */
enum check_need { CHECK_ANY, CHECK_SCHEME, CHECK_ABSOLUTE };

CHECK_INLINE bool check_fits(const uriel_ref *ref, enum check_need need)
{
  return stage_is_reference(ref) && (need == CHECK_ANY || ref->scheme_end > 0) &&
         (need != CHECK_ABSOLUTE || ref->query_end == ref->length);
}

/* Returns how many references are consecutive lines, with only a line feed between them: they can be
 * printed as one text. */
CHECK_INLINE size_t check_run(const uriel_ref *refs, size_t count, enum check_need need)
{
  const char *end = refs->text + refs->length;
  size_t at = 1;
  while (at < count && check_fits(&refs[at], need) && refs[at].text == end + 1) {
    end += 1 + refs[at].length;
    at++;
  }
  return at;
}

CHECK_INLINE size_t check_put(const uriel_ref *refs, size_t count, enum check_need need)
{
  size_t at = 0;
  while (at < count && check_fits(&refs[at], need)) {
    const uriel_ref *const first = &refs[at];
    at += check_run(first, count - at, need);
    output_put(&standard_out, first->text,
               (size_t)(refs[at - 1].text - first->text) + refs[at - 1].length);
    output_char(&standard_out, '\n');
  }
  return at;
}

static size_t check_print(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  return check_put(refs, count, CHECK_ANY);
}

static enum check_need check_needs(const struct check *self)
{
  return self->absolute ? CHECK_ABSOLUTE : self->require_scheme ? CHECK_SCHEME : CHECK_ANY;
}

static size_t check_print_needed(void *self, const uriel_ref *refs, size_t count)
{
  return check_put(refs, count, check_needs(self));
}

static size_t check_pass_needed(void *self, const uriel_ref *refs, size_t count)
{
  const enum check_need need = check_needs(self);
  size_t at = 0;
  while (at < count && check_fits(&refs[at], need))
    at++;
  return at;
}

static stage_rows *check_rows(const void *context, enum render_form form)
{
  const struct check *const self = context;
  if (form != RENDER_PLAIN || self->scheme_rules)
    return NULL;
  return check_needs(self) == CHECK_ANY ? check_print : check_print_needed;
}

static stage_rows *check_quiet_rows(const void *context)
{
  const struct check *const self = context;
  if (self->scheme_rules)
    return NULL;
  return check_needs(self) == CHECK_ANY ? stage_pass(self) : check_pass_needed;
}

static void check_begin(void *copy)
{
  struct check *const self = copy;
  self->warnings = (struct warnings){0};
  self->rules = (struct rules){0};
}

static void check_end(void *copy)
{
  struct check *const self = copy;
  warnings_free(&self->warnings);
  rules_free(&self->rules);
}

static const struct stage check_stage = {
    .help =
        {
            .usage = "check [OPTION...] [REFERENCE...]",
            .about =
                "Checks each operand, or each line of standard input. Prints each valid one\n"
                "unchanged. For an invalid one it prints an empty line, and the error on\n"
                "standard error. The exit status is 0 if all are valid and 1 if any is not.\n\n"
                "A reference is a URI, or a relative reference, which a base completes: a\n"
                "scheme is not needed, and the path www.example.com is one. --require-scheme\n"
                "accepts only URIs, --absolute only URIs without a fragment. --scheme-rules\n"
                "also applies what the documents of schemes and namespaces say: tel:abc and\n"
                "http:///x are references, but not by the rules of tel and http.\n\n"
                "With --spec=whatwg, an input that the URL standard repairs is valid, and each\n"
                "repair is a warning. With iri and whatwg, so are hosts that look like others.\n\n"
                "Keys: input valid form, and those of an error: error_code error_offset\n"
                "error_component error_message error_section error_rule error_expected\n"
                "error_hint error_begin error_length. With another --spec also: spec;\n"
                "prefix, whether \"URL:\" came first. Only JSON: repairs (with whatwg) and warnings\n"
                "(with iri and whatwg), arrays of objects with code, offset and message.",
            .examples = "uriel check 'http://example.com/a[1].html'\n"
                        "uriel check --spec=whatwg 'http://example.com\\@evil.example/'\n"
                        "uriel check --spec=url-1994 'http://example.com/a=b'\n"
                        "uriel check --absolute --scheme-rules www.example.com tel:abc http:///x\n"
                        "uriel check -qs < urls.txt && echo all valid\n"
                        "uriel check -s --format '{valid} {error_code} {input}' < urls.txt",
        },
    .options = check_options,
    .spec = SPEC_PREFIX,
    .repairs = true,
    .ready = check_ready,
    .convert = check_convert,
    .size = sizeof(struct check),
    .begin = check_begin,
    .end = check_end,
    .rows = check_rows,
    .quiet_rows = check_quiet_rows,
};

int cmd_check(int argc, char **argv)
{
  struct check self = {.schema = {.columns = check_columns,
                                  .count = CHECK_COLUMNS,
                                  .plain = CHECK_INPUT,
                                  .has_keys = true,
                                  .aside = 1u << CHECK_SPEC | 1u << CHECK_PREFIX}};
  struct stage stage = check_stage;
  stage.schema = &self.schema;
  const int status = stage_run(&stage, &self, argc, argv);
  check_end(&self);
  return status;
}

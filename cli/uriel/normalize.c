/* SPDX-License-Identifier: MIT */
/* uriel normalize: normal forms, by the levels of the comparison ladder (RFC 3986, 6.2). */
#include "cli/shared/cli.h"
#include "filter.h"

static const struct column normalize_columns[] = TARGET_COLUMNS_OF("normal", COLUMN_REFERENCE);
static const struct schema normalize_schema = {
    .columns = normalize_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT};

struct normalize {
  uriel_level level;
};

static const char *const normalize_levels[] = {"case", "percent", "path", "scheme", NULL};

static const struct option_spec normalize_options[] = {
    {0, "level", "LEVEL",
     "how far: case, percent, path or scheme; each\nincludes those before it; default scheme",
     OPTION_WORD, OPTION_TO(struct normalize, level), .low = URIEL_LEVEL_CASE,
     .words = normalize_levels},
    {0}};

static size_t normalize_write(const void *context, const uriel_ref *ref, char *out, size_t capacity)
{
  const struct normalize *const self = context;
  return uriel_normalize(ref, self->level, out, capacity);
}

static const struct filter normalize_filter = {
    .help =
        {
            .usage = "normalize [OPTION...] [REFERENCE...]",
            .about = "Prints the normal form of each operand, or of each line of standard input.\n"
                     "References that are equivalent at a level of RFC 3986, 6.2 have the same\n"
                     "normal form at that level. Each level includes those before it:\n\n"
                     "  case     scheme, host and hexadecimal digits in one case\n"
                     "  percent  unreserved characters decoded\n"
                     "  path     dot segments removed\n"
                     "  scheme   the rules of the scheme: default port, empty path, and the\n"
                     "           equivalences of gopher file mailto tel data ldap urn ... (see\n"
                     "           doc/schemes.md)\n\n"
                     "An older --spec has its own rules: see doc/generations.md.\n\n"
                     "Keys: input valid normal, and those of an error (see uriel help check).",
            .examples = "uriel normalize 'HTTP://Example.COM:80/%7Ejane/../'\n"
                        "uriel normalize < urls.txt | sort -u",
        },
    .schema = &normalize_schema,
    .options = normalize_options,
    .spec = SPEC_FULL,
    .write = normalize_write,
    .size = sizeof(struct normalize),
    .any_reference = true,
};

int cmd_normalize(int argc, char **argv)
{
  struct normalize self = {.level = URIEL_LEVEL_SCHEME};
  return filter_run(&normalize_filter, &self, argc, argv);
}

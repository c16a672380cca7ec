/* SPDX-License-Identifier: MIT */
/* The template engine of the report: each tag, and each mistake in a tag. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_out.h"
#include "harvest/db.h"
#include "harvest/report_template.h"

static const struct {
  const char *template, *expected; /* NULL: EINVAL; "!": the database fails */
} cases[] = {
    {"a{{! comment }}b", "ab"},
    {"{{name}}, {{name 5}}, {{name raw}}", "&lt;i&gt; and more, &lt;i&gt;…e, <i> and more"},
    {"{{#SELECT 1234567 AS n}}{{n}} {{n number}} {{n short}} {{n bytes}}{{/}}",
     "1234567 1,234,567 1.2M 1.2 MB"},
    {"{{#SELECT 'http://u:p@h/' AS r}}{{r reference}}{{/}}", "http://u:****@h/"},
    {"{{#SELECT '/a/b' AS p, '/a/' AS q}}{{p without q}}{{q without p}}{{q without q}}{{/}}", "b/a//a/"},
    {"{{#SELECT column1 AS n FROM (VALUES (1), (2))}}{{n}};{{/}}", "1;2;"},
    {"{{#SELECT 1 WHERE 0}}never{{/}}", ""},
    {"{{#SELECT 'x' AS a}}{{#SELECT :a || 'y' AS b, :none AS c}}{{a}}{{b}}{{?c}}c{{/}}{{/}}{{/}}",
     "xxy"},
    {"{{#SELECT 0 AS zero, '' AS empty, NULL AS none}}{{?zero}}a{{/}}{{?empty}}b{{:}}c{{/}}"
     "{{?none}}d{{?zero}}e{{:}}f{{/}}{{:}}g{{/}}{{/}}",
     "acg"},
    {"{{=part}}({{n}}){{/}}{{#SELECT 1 AS n}}{{>part}}{{/}}", "(1)"},
    {"a\n  b {{name 3}}\n  {{?name}}\n  c\n  {{/}}\nd\n", "a\nb &lt;…e\nc\nd\n"},
    {"{{unknown}}", NULL},
    {"{{name unknown}}", NULL},
    {"{{>unknown}}", NULL},
    {"{{?name}}not closed", NULL},
    {"{{#SELECT 1}}{{#SELECT 2}}{{/}}", NULL},
    {"{{#SELECT * FROM unknown}}{{/}}", "!"},
    {"{{#SELECT 1}}{{#SELEC}}{{/}}{{/}}", "!"},
};

static bool check(struct db *db, const char *path, size_t number)
{
  static const char *const names[] = {"name"};
  static struct file_out out;
  char text[512] = "";
  const struct db_row values = {.names = names, .count = 1, .texts = {uriel_text_of("<i> and more")}};
  const char *const expected = cases[number].expected;
  if (!file_out_open(&out, path))
    return false;
  const bool good = report_template(db, &out, cases[number].template, &values);
  const int error = out.error;
  file_out_close(&out, true);
  FILE *file = fopen(path, "r");
  if (file)
    text[fread(text, 1, sizeof text - 1, file)] = 0;
  if (file)
    fclose(file);
  unlink(path);
  if (!expected)
    return error == EINVAL;
  if (strcmp(expected, "!") == 0)
    return !good && !error;
  if (strcmp(text, expected) == 0 && good && !error)
    return true;
  fprintf(stderr, "got      %s\nexpected %s\n", text, expected);
  return false;
}

int main(void)
{
  char folder[] = "template-XXXXXX", database[4096], path[64], message[DB_MESSAGE];
  const struct db_wait wait = {0};
  unsigned failed = 0;
  char *const root = mkdtemp(folder) ? realpath(folder, NULL) : NULL;
  if (!root)
    return 1;
  snprintf(database, sizeof database, "%s/a.db", root);
  snprintf(path, sizeof path, "%s/page.html", folder);
  struct db *db = db_open(database, &wait, message);
  if (!db || !db_finish(db))
    return 1;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (check(db, path, i))
      continue;
    fprintf(stderr, "wrong: %s\n", cases[i].template);
    failed++;
  }
  db_close(db);
  unlink(database);
  rmdir(folder);
  free(root);
  return failed != 0;
}

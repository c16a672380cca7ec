/* SPDX-License-Identifier: MIT */
/* Tables that are written row by row as the database gives them. */
#include "report_table.h"

#include <string.h>

#include "db.h"
#include "report_text.h"

enum { TABLE_LONGEST = 240 }; /* characters of a text */

struct table_writer {
  struct report_out *out;
  const struct table *table;
  uriel_text root;
  uint64_t rows, all;
};

static bool table_is_number(enum table_cell cell)
{
  return cell == TABLE_NUMBER || cell == TABLE_BYTES;
}

static void table_begin(const struct table_writer *writer)
{
  const struct table *table = writer->table;
  report_format(writer->out, "<table class=\"rows\" id=\"%s\"><caption>%s</caption><thead><tr>",
                table->id, table->caption);
  for (const struct table_column *column = table->columns; column->cell != TABLE_END; column++)
    report_format(writer->out, "<th scope=\"col\"%s>%s</th>",
                  table_is_number(column->cell) ? " class=\"n\"" : "", column->heading);
  report_string(writer->out, "</tr></thead><tbody>\n");
}

/* The path from the root on, and the part of it that the document is. */
static void table_document(const struct table_writer *writer, const uriel_text *texts)
{
  const uriel_text root = writer->root;
  uriel_text path = texts[0];
  if (path.len > root.len && root.len && memcmp(path.ptr, root.ptr, root.len) == 0)
    path = (uriel_text){path.ptr + root.len, path.len - root.len};
  report_string(writer->out, "<bdi>");
  report_foreign(writer->out, path, TABLE_LONGEST);
  report_string(writer->out, "</bdi>");
  if (texts[1].len) {
    report_string(writer->out, " <span class=\"part\">part <bdi>");
    report_foreign(writer->out, texts[1], TABLE_LONGEST);
    report_string(writer->out, "</bdi></span>");
  }
}

static void table_place(const struct table_writer *writer, const struct db_row *row, size_t at)
{
  table_document(writer, row->texts + at);
  if (row->numbers[at + 2])
    report_format(writer->out, "<span class=\"at\">:%llu:%llu</span>",
                  (unsigned long long)row->numbers[at + 2], (unsigned long long)row->numbers[at + 3]);
}

static void table_text(const struct table_writer *writer, enum table_cell cell, uriel_text text)
{
  if (cell == TABLE_SITE && !text.len) {
    report_string(writer->out, "local files");
    return;
  }
  report_string(writer->out, "<bdi>");
  if (cell == TABLE_REFERENCE)
    report_reference(writer->out, text, TABLE_LONGEST);
  else
    report_foreign(writer->out, text, TABLE_LONGEST);
  report_string(writer->out, "</bdi>");
}

/* Returns how many of the query's columns it is made of. */
static size_t table_cell(const struct table_writer *writer, enum table_cell cell,
                         const struct db_row *row, size_t at)
{
  switch (cell) {
  case TABLE_NUMBER:
    report_number(writer->out, (uint64_t)row->numbers[at]);
    return 1;
  case TABLE_BYTES:
    report_bytes(writer->out, (uint64_t)row->numbers[at]);
    return 1;
  case TABLE_DOCUMENT:
    table_document(writer, row->texts + at);
    return 2;
  case TABLE_PLACE:
    table_place(writer, row, at);
    return 4;
  default:
    table_text(writer, cell, row->texts[at]);
    return 1;
  }
}

static const char *table_class(enum table_cell cell)
{
  if (table_is_number(cell))
    return " class=\"n\"";
  return cell == TABLE_TEXT ? "" : " class=\"u\"";
}

static bool table_row(void *context, const struct db_row *row)
{
  struct table_writer *writer = context;
  size_t at = 1;
  if (writer->rows++ == 0)
    table_begin(writer);
  writer->all = (uint64_t)row->numbers[0];
  report_string(writer->out, "<tr>");
  for (const struct table_column *column = writer->table->columns; column->cell != TABLE_END; column++) {
    const bool heading = column == writer->table->columns;
    report_format(writer->out, heading ? "<th scope=\"row\"%s data-h=\"%s\">" : "<td%s data-h=\"%s\">",
                  table_class(column->cell), column->heading);
    at += table_cell(writer, column->cell, row, at);
    report_string(writer->out, heading ? "</th>" : "</td>");
  }
  report_string(writer->out, "</tr>\n");
  return !writer->out->error;
}

bool report_table(struct db *db, struct report_out *out, const struct table *table, uriel_text root)
{
  struct table_writer writer = {.out = out, .table = table, .root = root};
  if (!db_query(db, table->sql, table_row, &writer))
    return false;
  if (writer.rows == 0) {
    report_format(out, "<p class=\"none\">%s</p>\n", table->none);
    return true;
  }
  report_string(out, "</tbody></table>\n");
  if (writer.all > writer.rows) {
    report_string(out, "<p class=\"more\">and ");
    report_number(out, writer.all - writer.rows);
    report_string(out, " more</p>\n");
  }
  return true;
}

/* SPDX-License-Identifier: MIT */
/* What the database is asked and told, in SQL. */
#ifndef URIEL_HARVEST_DB_SQL_H
#define URIEL_HARVEST_DB_SQL_H

enum db_statement {
  DB_KNOWN,
  DB_NEXT_ID,
  DB_BEGIN_DOCUMENT,
  DB_END_DOCUMENT,
  DB_MARK_FILE,
  DB_DROP_ERRORS,
  DB_DROP_REFERENCES,
  DB_DROP_DOCUMENTS,
  DB_FIND_IDENTIFIER,
  DB_INSERT_IDENTIFIER,
  DB_INSERT_REFERENCE,
  DB_INSERT_ERROR,
  DB_NEXT_FILE,
  DB_PUT_OPERAND,
  DB_STATEMENTS
};

extern const char *const db_sql[DB_STATEMENTS];

#endif

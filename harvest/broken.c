/* SPDX-License-Identifier: MIT */
/* Broken references. */
#include "broken.h"

#include "db.h"
#include "fragments.h"
#include "local.h"
#include "schema.h"

struct broken_looking {
  struct db *db;
  const char *const *insert; /* of a file, of a fragment */
  struct local local;
  struct fragments fragments;
  bool failed;
};

static const char *const broken_insert_main[] = {
    "INSERT OR REPLACE INTO main.missing VALUES(?, ?, ?, 0)",
    "INSERT OR REPLACE INTO main.missing VALUES(?, ?, ?, 1)"};
static const char *const broken_insert_temp[] = {
    "INSERT OR REPLACE INTO temp.missing VALUES(?, ?, ?, 0)",
    "INSERT OR REPLACE INTO temp.missing VALUES(?, ?, ?, 1)"};

static bool broken_put(struct broken_looking *looking, int64_t id, bool anywhere, uriel_text path,
                       bool is_fragment)
{
  looking->failed = !db_insert(looking->db, looking->insert[is_fragment], id, anywhere, path);
  return !looking->failed;
}

/* An identifier below a base is missing for every document; a file URI only for documents that are
 * files. */
static bool broken_identifier(void *context, const struct db_row *row)
{
  struct broken_looking *looking = context;
  struct local *local = &looking->local;
  const uriel_text normal = row->texts[1];
  bool is_missing = local_is_missing(local, normal, false);
  const bool anywhere = local->path.len;
  if (!anywhere && !local->no_memory)
    is_missing = local_is_missing(local, normal, true);
  const bool is_fragment = !is_missing && !local->no_memory && local->path.len &&
                           fragments_miss(&looking->fragments, buffer_text(&local->path), normal);
  local->no_memory |= looking->fragments.no_memory;
  return !local->no_memory &&
         (!(is_missing || is_fragment) ||
          broken_put(looking, row->numbers[0], anywhere, buffer_text(&local->path), is_fragment));
}

/* Reads the index of normal forms, in which identifiers of the same file follow each other. */
static bool broken_fill(struct broken_looking *looking)
{
  return local_start(&looking->local, looking->db) &&
         db_query(looking->db,
                  looking->local.count
                      ? "SELECT id, normal FROM identifier WHERE normal NOT BETWEEN 'cid:' AND 'cid;'"
                        " ORDER BY normal"
                      : "SELECT id, normal FROM identifier WHERE normal BETWEEN 'file:' AND 'file;'"
                        " ORDER BY normal",
                  broken_identifier, looking) &&
         !looking->failed && !looking->local.no_memory;
}

static bool broken_number(void *context, const struct db_row *row)
{
  *(uint64_t *)context = (uint64_t)row->numbers[0];
  return false;
}

/* Keeps the result of the last run for a folder that cannot be read now. */
static bool broken_known(void *context, const struct db_row *row)
{
  struct broken_looking *looking = context;
  return local_knows(&looking->local, row->texts[1]) ||
         broken_put(looking, row->numbers[0], true, row->texts[2], row->numbers[3]);
}

static bool broken_keep(struct broken_looking *looking)
{
  uint64_t has_fragments = 0;
  return looking->local.gone == 0 ||
         (db_query(looking->db, schema_count_fragments, broken_number, &has_fragments) &&
          (!has_fragments ||
           db_query(
               looking->db,
               "SELECT i.id, i.normal, m.path, m.fragment FROM main.missing AS m JOIN identifier AS i"
               " ON i.id = m.identifier_id WHERE m.anywhere",
               broken_known, looking)) &&
          !looking->failed);
}

bool broken_record(struct db *db, bool *no_memory)
{
  struct broken_looking looking = {.db = db, .insert = broken_insert_main};
  const bool good = db_run(db, "BEGIN IMMEDIATE; DELETE FROM main.missing") && broken_fill(&looking) &&
                    db_run(db, "COMMIT");
  *no_memory = looking.local.no_memory;
  local_free(&looking.local);
  fragments_free(&looking.fragments);
  return good;
}

bool broken_look(struct db *db, bool *no_memory)
{
  struct broken_looking looking = {.db = db, .insert = broken_insert_temp};
  const bool good = db_run(db, "BEGIN") && db_run(db, schema_temporary_broken) &&
                    broken_fill(&looking) && broken_keep(&looking) && db_run(db, "COMMIT");
  *no_memory = looking.local.no_memory;
  local_free(&looking.local);
  fragments_free(&looking.fragments);
  return good;
}

bool broken_count(struct db *db, uint64_t *count)
{
  return db_query(db, "SELECT count(*) FROM broken", broken_number, count);
}

/* SPDX-License-Identifier: MIT */
/* The database's tables. */
#include "schema.h"

#define SCHEMA_DISAGREEMENT                                                                             \
  "CREATE TABLE disagreement(\n"                                                                        \
  "  id INTEGER PRIMARY KEY,\n"                                                                         \
  "  document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,\n"                         \
  "  reference_id INTEGER NOT NULL REFERENCES reference(id) ON DELETE CASCADE,\n"                       \
  "  rule TEXT,\n"                                                                                      \
  "  first TEXT NOT NULL,\n"                                                                            \
  "  others TEXT NOT NULL);\n"

#define SCHEMA_PAGES                                                                                    \
  "CREATE TABLE origin(\n"                                                                              \
  "  origin TEXT PRIMARY KEY,\n"                                                                        \
  "  round INTEGER NOT NULL,\n"                                                                         \
  "  follow INTEGER NOT NULL,\n"                                                                        \
  "  finished INTEGER NOT NULL,\n"                                                                      \
  "  robots TEXT,\n"                                                                                    \
  "  robots_round INTEGER,\n"                                                                           \
  "  robots_time INTEGER);\n"                                                                           \
  "CREATE TABLE page(\n"                                                                                \
  "  id INTEGER PRIMARY KEY,\n"                                                                         \
  "  url TEXT NOT NULL UNIQUE,\n"                                                                       \
  "  origin TEXT NOT NULL REFERENCES origin(origin),\n"                                                 \
  "  depth INTEGER NOT NULL,\n"                                                                         \
  "  redirects INTEGER NOT NULL,\n"                                                                     \
  "  round INTEGER NOT NULL,\n"                                                                         \
  "  waiting INTEGER NOT NULL,\n"                                                                       \
  "  asked INTEGER,\n"                                                                                  \
  "  state TEXT,\n"                                                                                     \
  "  code TEXT,\n"                                                                                      \
  "  target TEXT,\n"                                                                                    \
  "  note TEXT,\n"                                                                                      \
  "  etag TEXT,\n"                                                                                      \
  "  last_modified TEXT,\n"                                                                             \
  "  time INTEGER);\n"

const char schema_tables[] =
    "CREATE TABLE operand(\n"
    "  path TEXT PRIMARY KEY,\n"
    "  retrieval TEXT);\n"
    "CREATE TABLE document(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  path TEXT NOT NULL,\n"
    "  part TEXT NOT NULL,\n"
    "  parent_id INTEGER REFERENCES document(id) ON DELETE CASCADE,\n"
    "  kind TEXT NOT NULL,\n"
    "  format TEXT,\n"
    "  encoding TEXT,\n"
    "  media_type TEXT,\n"
    "  size INTEGER NOT NULL,\n"
    "  mtime_ns INTEGER NOT NULL,\n"
    "  retrieval TEXT,\n"
    "  site TEXT,\n"
    "  base TEXT,\n"
    "  base_source TEXT NOT NULL,\n"
    "  base_by TEXT,\n"
    "  status TEXT NOT NULL,\n"
    "  note TEXT,\n"
    "  reference_count INTEGER NOT NULL,\n"
    "  error_count INTEGER NOT NULL,\n"
    "  spec TEXT NOT NULL DEFAULT 'rfc3986',\n"
    "  UNIQUE(path, part));\n"
    "CREATE TABLE identifier(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  normal TEXT NOT NULL,\n"
    "  scheme TEXT NOT NULL,\n"
    "  userinfo TEXT,\n"
    "  host TEXT,\n"
    "  host_kind TEXT NOT NULL,\n"
    "  port INTEGER,\n"
    "  path TEXT NOT NULL,\n"
    "  query TEXT,\n"
    "  fragment TEXT,\n"
    "  host_unicode TEXT);\n"
    "CREATE TABLE reference(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,\n"
    "  ordinal INTEGER NOT NULL,\n"
    "  \"offset\" INTEGER NOT NULL,\n"
    "  line INTEGER NOT NULL,\n"
    "  \"column\" INTEGER NOT NULL,\n"
    "  element TEXT,\n"
    "  attribute TEXT,\n"
    "  header TEXT,\n"
    "  raw TEXT NOT NULL,\n"
    "  cleaned TEXT,\n"
    "  form TEXT,\n"
    "  identifies INTEGER NOT NULL,\n"
    "  base TEXT,\n"
    "  target TEXT,\n"
    "  excess INTEGER NOT NULL,\n"
    "  names_part TEXT,\n"
    "  identifier_id INTEGER REFERENCES identifier(id),\n"
    "  original TEXT,\n"
    "  elsewhere TEXT, relation TEXT);\n" /* as after an upgrade */
    "CREATE TABLE error(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  document_id INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,\n"
    "  reference_id INTEGER REFERENCES reference(id) ON DELETE CASCADE,\n"
    "  code TEXT NOT NULL,\n"
    "  component TEXT,\n"
    "  \"offset\" INTEGER,\n"
    "  \"begin\" INTEGER,\n"
    "  length INTEGER,\n"
    "  message TEXT NOT NULL,\n"
    "  section TEXT);\n" SCHEMA_DISAGREEMENT SCHEMA_PAGES;

const char *const schema_upgrades[SCHEMA_VERSION - SCHEMA_OLDEST] = {
    "ALTER TABLE document ADD COLUMN spec TEXT NOT NULL DEFAULT '';\n"
    "ALTER TABLE identifier ADD COLUMN host_unicode TEXT;\n"
    "UPDATE identifier SET host_unicode = unicode_of(host) WHERE host LIKE '%xn--%';\n"
    "ALTER TABLE reference ADD COLUMN original TEXT;\n"
    "ALTER TABLE reference ADD COLUMN elsewhere TEXT;\n",
    SCHEMA_DISAGREEMENT
    "INSERT INTO disagreement SELECT NULL, document_id, id, disagreed_of(0, t, b),"
    " disagreed_of(1, t, b), disagreed_of(2, t, b) FROM"
    " (SELECT r.id, document_id, coalesce(original, cleaned, raw) AS t, ifnull(r.base, d.base) AS b"
    " FROM reference AS r CROSS JOIN document AS d ON d.id = document_id WHERE identifies <> 1)"
    " WHERE disagreed_of(1, t, b) IS NOT NULL ORDER BY id;\n",
    "ALTER TABLE reference ADD COLUMN relation TEXT;\n" SCHEMA_PAGES};

#define SCHEMA_MISSING                                                                                  \
  "missing(\n"                                                                                          \
  "  identifier_id INTEGER PRIMARY KEY REFERENCES identifier(id),\n"                                    \
  "  anywhere INTEGER NOT NULL,\n"                                                                      \
  "  path TEXT NOT NULL,\n"                                                                             \
  "  fragment INTEGER NOT NULL);\n"

/* An invalid reference has exactly one error, and one that was read leniently has an identifier, too.
 * CROSS JOIN makes SQLite begin with the missing files, which are few. */
#define SCHEMA_BROKEN                                                                                   \
  "broken AS\n"                                                                                         \
  "  SELECT f.reference_id AS reference_id, f.code AS reason, f.id AS error_id, NULL AS path\n"         \
  "  FROM error AS f CROSS JOIN reference AS r ON r.id = f.reference_id\n"                              \
  "  WHERE r.identifier_id IS NULL\n"                                                                   \
  "  UNION ALL SELECT r.id, 'part-missing', NULL, NULL FROM identifier AS i\n"                          \
  "  JOIN reference AS r ON r.identifier_id = i.id JOIN document AS d ON d.id = r.document_id\n"        \
  "  WHERE i.scheme = 'cid' AND r.names_part IS NULL AND d.parent_id IS NOT NULL\n"                     \
  "  AND NOT r.identifies\n"                                                                            \
  "  UNION ALL SELECT r.id, iif(m.fragment, 'fragment missing', 'file missing'), NULL, m.path\n"        \
  "  FROM missing AS m\n"                                                                               \
  "  CROSS JOIN reference AS r ON r.identifier_id = m.identifier_id\n"                                  \
  "  JOIN document AS d ON d.id = r.document_id WHERE (m.anywhere OR d.site = '')\n"                    \
  "  AND NOT (m.fragment AND r.attribute IS 'usemap')\n"                                                \
  "  AND NOT r.identifies;\n"

const char schema_broken[] =
    "CREATE TABLE IF NOT EXISTS " SCHEMA_MISSING "CREATE VIEW IF NOT EXISTS " SCHEMA_BROKEN;

const char schema_count_broken[] =
    "SELECT count(*) FROM sqlite_master WHERE name = 'broken' AND sql LIKE '%identifier_id IS NULL%'";

const char schema_drop_broken[] = "DROP VIEW IF EXISTS broken; DROP TABLE IF EXISTS missing";

const char schema_temporary_broken[] =
    "CREATE TEMP TABLE " SCHEMA_MISSING "CREATE TEMP VIEW " SCHEMA_BROKEN;

const char schema_lookups[] =
    "CREATE INDEX IF NOT EXISTS reference_document ON reference(document_id, ordinal);\n"
    "CREATE INDEX IF NOT EXISTS reference_elsewhere ON reference(document_id, ordinal)"
    " WHERE elsewhere IS NOT NULL;\n"
    "CREATE INDEX IF NOT EXISTS error_document ON error(document_id);\n"
    "CREATE INDEX IF NOT EXISTS error_reference ON error(reference_id);\n"
    "CREATE INDEX IF NOT EXISTS disagreement_document ON disagreement(document_id);\n"
    "CREATE INDEX IF NOT EXISTS page_waiting ON page(depth, id) WHERE waiting;\n";

const char schema_own[] =
    "CREATE TEMP TABLE own(origin TEXT PRIMARY KEY, round INTEGER, follow INTEGER)";

const char schema_end_rounds[] =
    "UPDATE origin SET finished = 1 WHERE origin IN (SELECT origin FROM own) AND NOT EXISTS"
    " (SELECT 1 FROM page JOIN own ON own.origin = page.origin WHERE waiting)";

const char schema_count_lookups[] = "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name IN"
                                    " ('reference_document', 'error_document', 'error_reference')";

const char schema_normals[] = "CREATE UNIQUE INDEX identifier_normal ON identifier(normal)";

const char schema_count_normals[] =
    "SELECT count(*) FROM pragma_index_list('identifier') WHERE \"unique\"";

const char schema_indexes[] =
    "CREATE INDEX IF NOT EXISTS reference_identifier ON reference(identifier_id);\n"
    "CREATE INDEX IF NOT EXISTS identifier_host ON identifier(host, scheme);\n"
    "CREATE INDEX IF NOT EXISTS identifier_scheme ON identifier(scheme);\n"
    "CREATE INDEX IF NOT EXISTS error_code ON error(code);\n"
    "CREATE INDEX IF NOT EXISTS document_parent ON document(parent_id) WHERE parent_id IS NOT NULL;\n";

const char schema_sweep[] = "DELETE FROM missing; DELETE FROM identifier WHERE NOT EXISTS"
                            " (SELECT 1 FROM reference WHERE reference.identifier_id = identifier.id)";

-- SPDX-License-Identifier: MIT
-- What report.html shows, as temporary tables. The tables `insecure` and `spelling` are made by report.c, `tally` by answer.c.

-- Paths are compared as bytes, which have one order; text and BLOB values have two.
CREATE TEMP TABLE page AS
  WITH RECURSIVE
    span(first, last) AS (SELECT min(CAST(path AS BLOB)), max(CAST(path AS BLOB)) FROM document WHERE path <> '-'),
    -- The positions at which the first and the last path are the same: no two paths have less in common.
    common(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM common, span
      WHERE n < length(first) AND substr(first, n + 1, 1) = substr(last, n + 1, 1))
  SELECT (SELECT count(*) FROM document) AS documents,
    (SELECT count(*) FROM reference) AS "references",
    (SELECT count(*) FROM identifier) AS identifiers,
    (SELECT count(DISTINCT host) FROM identifier WHERE host <> '') AS hosts,
    (SELECT count(*) FROM error) AS errors,
    (SELECT count(*) FROM broken) AS broken,
    (SELECT count(*) FROM reference WHERE elsewhere IS NOT NULL) AS elsewhere,
    (SELECT substr(first, 1, max(n)) FROM common, span WHERE substr(first, n, 1) = x'2F') AS root,
    (SELECT date(max(mtime_ns) / 1000000000, 'unixepoch') FROM document WHERE mtime_ns > 0) AS newest;

---- Charts ----

-- `total` and `groups` are of all rows, also of those that a LIMIT leaves out.
CREATE TEMP TABLE chart_row(chart, name, count, second, total, groups);

INSERT INTO chart_row SELECT 'schemes', scheme, sum(n), sum(identifiers), sum(sum(n)) OVER (), count(*) OVER ()
  FROM tally GROUP BY scheme ORDER BY 3 DESC, 2 LIMIT 10;

INSERT INTO chart_row SELECT 'hosts', host || ifnull(' (' || max(host_unicode) || ')', ''), sum(n), sum(identifiers), sum(sum(n)) OVER (), count(*) OVER ()
  FROM tally WHERE host <> '' GROUP BY host ORDER BY 3 DESC, 2 LIMIT 20;

-- The segments of the path; the empty one after a last "/" is not counted. The last column has all deeper paths.
INSERT INTO chart_row
  WITH RECURSIVE
    depth(d) AS (VALUES(0) UNION ALL SELECT d + 1 FROM depth WHERE d < 11),
    used(d, n) AS (SELECT min(length(path) - length(replace(path, '/', '')) - (substr(path, -1) = '/'), 11), count(*)
      FROM identifier WHERE substr(path, 1, 1) = '/' GROUP BY 1)
  SELECT 'depths', CASE d WHEN 11 THEN '11+' ELSE d END, ifnull(n, 0), 0, sum(n) OVER (), 12
  FROM depth LEFT JOIN used USING (d) ORDER BY d;

INSERT INTO chart_row
  SELECT 'kinds', CASE WHEN kind = 'binary' THEN ifnull(format, 'binary') || ' (not read)'
      WHEN status IN ('done', 'binary') THEN kind ELSE kind || ' (' || status || ')' END,
    count(*), sum(size), sum(count(*)) OVER (), count(*) OVER ()
  FROM document GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT 12;

-- The steps of RFC 3986, 5.1, also those that gave nothing.
INSERT INTO chart_row
  WITH step(number, source, name) AS (VALUES(1, 'content', 'Stated in the content (5.1.1)'),
      (2, 'entity', 'From what encloses it (5.1.2)'), (3, 'retrieval', 'Where it was retrieved (5.1.3)'),
      (4, 'none', 'None is known (5.1.4)')),
    used(source, n) AS (SELECT base_source, count(*) FROM document
      WHERE status NOT IN ('binary', 'unreadable') AND kind <> 'folder' GROUP BY 1)
  SELECT 'bases', name, ifnull(n, 0), 0, sum(n) OVER (), 4 FROM step LEFT JOIN used USING (source) ORDER BY number;

INSERT INTO chart_row SELECT 'spellings', rule, "references", spellings, sum("references") OVER (), 3
  FROM spelling ORDER BY spelling.rowid;

INSERT INTO chart_row
  SELECT 'errors', code, count(*), count(DISTINCT document_id), sum(count(*)) OVER (), count(*) OVER ()
  FROM error GROUP BY code ORDER BY 3 DESC, 2 LIMIT 24;

-- Names, such as those of namespaces, lead nowhere.
INSERT INTO chart_row
  WITH place(number, name) AS (VALUES(1, 'Within the same site'), (2, 'To other hosts'),
      (3, 'To no host (mailto, urn)'), (4, 'Not resolved')),
    used(number, n) AS (SELECT CASE WHEN identifier_id IS NULL THEN 4 WHEN host = site THEN 1 WHEN host <> '' THEN 2
        ELSE 3 END, count(*) FROM reference JOIN document ON document.id = document_id
      LEFT JOIN identifier ON identifier.id = identifier_id WHERE NOT identifies GROUP BY 1)
  SELECT 'places', name, ifnull(n, 0), 0, sum(n) OVER (), 4 FROM place LEFT JOIN used USING (number) ORDER BY number;

-- References that a browser follows, by the URL standard, elsewhere than RFC 3986 says.
CREATE TEMP VIEW followed AS
  SELECT reference.*, CASE spec WHEN 'whatwg' THEN nullif(elsewhere, '') ELSE target END AS rfc3986,
    CASE spec WHEN 'whatwg' THEN target ELSE nullif(elsewhere, '') END AS browser, path, part
  FROM reference JOIN document ON document.id = document_id WHERE elsewhere IS NOT NULL;

INSERT INTO chart_row
  WITH way(number, name) AS (VALUES(1, 'To another target'), (2, 'Only browsers follow it'),
      (3, 'Only RFC 3986 gives a target')),
    used(number, n) AS (SELECT CASE WHEN rfc3986 IS NULL THEN 2 WHEN browser IS NULL THEN 3 ELSE 1 END, count(*)
      FROM followed GROUP BY 1)
  SELECT 'browsers', name, ifnull(n, 0), 0, sum(n) OVER (), 3 FROM way LEFT JOIN used USING (number) ORDER BY number;

INSERT INTO chart_row
  SELECT 'disagreements', ifnull(rule, 'other'), count(*), count(DISTINCT document_id), sum(count(*)) OVER (), count(*) OVER ()
  FROM disagreement GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT 24;

-- What is fetched over a network, by how; local files and names are not.
INSERT INTO chart_row
  WITH channel(number, name) AS (VALUES(1, 'Encrypted (https, wss, ...)'),
      (2, 'http, where https is used as well'), (3, 'Not encrypted (http, ftp, ...)')),
    fetched(id, number) AS (SELECT id, 1 FROM identifier WHERE scheme IN
        ('https', 'wss', 'ftps', 'sftp', 'ssh', 'ldaps', 'nntps', 'imaps', 'rtsps', 'ircs')
      UNION ALL SELECT id, CASE WHEN scheme = 'http' AND 'https' || substr(normal, 5)
        IN (SELECT normal FROM identifier) THEN 2 ELSE 3 END FROM insecure),
    used(number, n) AS (SELECT number, count(*) FROM fetched JOIN reference ON identifier_id = fetched.id
      WHERE NOT identifies GROUP BY 1)
  SELECT 'channels', name, ifnull(n, 0), 0, sum(n) OVER (), 3 FROM channel LEFT JOIN used USING (number) ORDER BY number;

-- Each row with its place in the chart: `i` from 0, `most` the largest count, `size` and `before` in percent of the
-- total. Counts of 0 are NULL in `seen`.
CREATE TEMP VIEW chart_place AS
  SELECT *, CASE WHEN count > 0 AND size < 0.05 THEN '<0.1%' WHEN count < total AND size >= 99.95 THEN '>99.9%'
    ELSE printf('%.1f%%', size) END AS share
  FROM (SELECT *, nullif(count, 0) AS seen, 100.0 * count / total AS size,
      100.0 * (sum(count) OVER earlier - count) / total AS before, max(count) OVER (PARTITION BY chart) AS most,
      row_number() OVER earlier - 1 AS i
    FROM chart_row WINDOW earlier AS (PARTITION BY chart ORDER BY rowid));

---- Tables: `found` is how many rows there are without the LIMIT ----

CREATE TEMP TABLE example AS
  SELECT count(*) OVER () AS found, first.code, path, part, nullif(line, 0) AS line, "column", raw, message
  FROM (SELECT code, count(*) AS n, min(id) AS id FROM error GROUP BY code) AS first
  JOIN error ON error.id = first.id JOIN document ON document.id = error.document_id
  LEFT JOIN reference ON reference.id = error.reference_id ORDER BY first.n DESC, first.code LIMIT 24;

-- References to a file, a place in it, or a part that is not there. The identifier of a file goes as far as its query or
-- fragment, which are not looked at.
CREATE TEMP VIEW absent AS
  SELECT reference.*, iif(reason = 'fragment missing', normal, substr(normal, 1, instr(replace(normal, '?', '#') || '#', '#') - 1)) AS url
  FROM broken CROSS JOIN reference ON reference.id = broken.reference_id
  CROSS JOIN identifier ON identifier.id = identifier_id WHERE error_id IS NULL;

CREATE TEMP TABLE absent_file AS
  SELECT found, url, n, documents, path, part, nullif(line, 0) AS line, "column"
  FROM (SELECT count(*) OVER () AS found, url, count(*) AS n, count(DISTINCT document_id) AS documents, min(id) AS first
    FROM absent GROUP BY url ORDER BY n DESC, url LIMIT 20)
  JOIN reference ON reference.id = first JOIN document ON document.id = document_id ORDER BY n DESC, url;

CREATE TEMP TABLE absent_place AS
  SELECT (SELECT count(*) FROM absent) AS found, path, part, nullif(line, 0) AS line, "column", raw, target
  FROM (SELECT * FROM absent ORDER BY document_id, ordinal LIMIT 200)
  JOIN document ON document.id = document_id ORDER BY document_id, ordinal;

CREATE TEMP TABLE followed_place AS
  SELECT count(*) OVER () AS found, path, part, nullif(line, 0) AS line, "column", raw, rfc3986, browser
  FROM followed ORDER BY document_id, ordinal LIMIT 200;

CREATE TEMP TABLE disagreed_place AS
  SELECT count(*) OVER () AS found, path, part, nullif(line, 0) AS line, "column", raw, ifnull(rule, 'other') AS rule,
    first, others
  FROM disagreement CROSS JOIN reference ON reference.id = reference_id CROSS JOIN document ON document.id = reference.document_id
  ORDER BY reference.document_id, ordinal LIMIT 200;

CREATE TEMP TABLE busiest AS
  SELECT count(*) OVER () AS found, path, part, reference_count, error_count, kind, size FROM document
  WHERE reference_count > 0 ORDER BY reference_count DESC, id LIMIT 20;

CREATE TEMP TABLE faultiest AS
  SELECT count(*) OVER () AS found, path, part, error_count, reference_count, kind, status FROM document
  WHERE error_count > 0 ORDER BY error_count DESC, id LIMIT 20;

CREATE TEMP TABLE site AS
  SELECT count(*) OVER () AS found, site, count(*) AS documents, sum(reference_count) AS reference_count,
    sum(error_count) AS error_count
  FROM document WHERE site IS NOT NULL GROUP BY site ORDER BY 4 DESC, 3 DESC, site LIMIT 20;

/* SPDX-License-Identifier: MIT */
/* The page's sections: which pictures and tables, in which order, with which words. */
#include "report_sections.h"

#include "report_chart.h"
#include "report_table.h"

/* ---- Pictures --------------------------------------------------------------------------------- */

static const struct chart sections_places = {
    .id = "places",
    .title = "Where references lead",
    .kind = CHART_SHARES,
    .about =
        "A site is a host, or the local files. Names, such as those of namespaces, are not counted.",
    .name = "Where",
    .count = "References",
    .unit = "references"};

static const struct chart sections_channels = {
    .id = "channels",
    .title = "Encrypted or not",
    .kind = CHART_SHARES,
    .about = "References to what a network is asked for, by how it would be fetched.",
    .name = "How",
    .count = "References",
    .unit = "references to a network"};

static const struct chart sections_schemes = {.id = "schemes",
                                              .title = "Schemes",
                                              .kind = CHART_BARS,
                                              .about =
                                                  "References by the scheme of what they resolve to.",
                                              .name = "Scheme",
                                              .count = "References",
                                              .unit = "references that resolve",
                                              .second_name = "Identifiers",
                                              .second = CHART_NUMBER};

static const struct chart sections_hosts = {.id = "hosts",
                                            .title = "Hosts",
                                            .kind = CHART_BARS,
                                            .about = "References by host, the most frequent first.",
                                            .name = "Host",
                                            .count = "References",
                                            .unit = "references to a host",
                                            .second_name = "Identifiers",
                                            .second = CHART_NUMBER};

static const struct chart sections_depths = {
    .id = "depths",
    .title = "Depth of paths",
    .kind = CHART_STEPS,
    .about = "Identifiers by the number of segments in their path: \"/\" has none, \"/a/b\" two.",
    .name = "Segments",
    .count = "Identifiers",
    .unit = "identifiers with a path"};

static const struct chart sections_kinds = {.id = "kinds",
                                            .title = "Kinds of documents",
                                            .kind = CHART_BARS,
                                            .about =
                                                "Told by their content first, by their name second.",
                                            .name = "Kind",
                                            .count = "Documents",
                                            .unit = "documents",
                                            .second_name = "Size",
                                            .second = CHART_BYTES};

static const struct chart sections_bases = {
    .id = "bases",
    .title = "Where base URIs came from",
    .kind = CHART_BARS,
    .about = "Documents that were read, by the step of RFC 3986, 5.1 that gave their base.",
    .name = "Step",
    .count = "Documents",
    .unit = "documents that were read"};

static const struct chart sections_spellings = {
    .id = "spellings",
    .title = "Written differently",
    .kind = CHART_BARS,
    .about = "References not written as most to the same identifier are, by the rule of RFC 3986 that "
             "makes them"
             " equivalent.",
    .name = "Rule",
    .count = "References",
    .unit = "references written in another way",
    .second_name = "Spellings",
    .second = CHART_NUMBER};

static const struct chart sections_errors = {
    .id = "errors",
    .title = "Errors by kind",
    .kind = CHART_BARS,
    .wide = true,
    .about = "What is not valid by RFC 3986, and what could not be read.",
    .name = "Error",
    .count = "Errors",
    .unit = "errors",
    .second_name = "Documents",
    .second = CHART_NUMBER};

/* ---- Tables ----------------------------------------------------------------------------------- */

static const struct table sections_examples = {
    .id = "error-examples",
    .caption = "The first error of each kind",
    .none = "",
    .sql = "SELECT count(*) OVER (), f.code, d.path, d.part, r.line, r.\"column\", r.raw, error.message"
           " FROM (SELECT code, count(*) AS n, min(id) AS id FROM error GROUP BY code) AS f"
           " JOIN error ON error.id = f.id JOIN document AS d ON d.id = error.document_id"
           " LEFT JOIN reference AS r ON r.id = error.reference_id ORDER BY f.n DESC, f.code LIMIT 24",
    .columns = {{TABLE_TEXT, "Error"},
                {TABLE_PLACE, "Place"},
                {TABLE_REFERENCE, "Reference"},
                {TABLE_TEXT, "What is wrong"}}};

/* References to a file or part that is not there, each with its identifier. */
#define SECTIONS_MISSING                                                                                \
  " FROM broken CROSS JOIN reference ON reference.id = broken.reference_id"                             \
  " CROSS JOIN identifier ON identifier.id = identifier_id WHERE error_id IS NULL "

/* The identifier as far as its query or fragment, which are not looked at. */
#define SECTIONS_URL "substr(normal, 1, instr(replace(normal, '?', '#') || '#', '#') - 1)"

static const struct table sections_missing = {
    .id = "missing",
    .caption = "What is missing, most referred to first",
    .none = "Every reference to a file, or to a part of a message, leads to one.",
    .sql = "SELECT kinds, url, n, documents, d.path, d.part, r.line, r.\"column\" FROM"
           " (SELECT count(*) OVER () AS kinds, " SECTIONS_URL " AS url, count(*) AS n,"
           "  count(DISTINCT document_id) AS documents, min(reference.id) AS first" SECTIONS_MISSING
           " GROUP BY 2 ORDER BY n DESC, url LIMIT 20) AS m"
           " JOIN reference AS r ON r.id = m.first JOIN document AS d ON d.id = r.document_id"
           " ORDER BY n DESC, url",
    .columns = {{TABLE_REFERENCE, "Missing"},
                {TABLE_NUMBER, "References"},
                {TABLE_NUMBER, "Documents"},
                {TABLE_PLACE, "First place"}}};

static const struct table sections_broken = {
    .id = "broken-references",
    .caption = "The first 200 places, in the order of reading",
    .none = "",
    .sql = "SELECT (SELECT count(*)" SECTIONS_MISSING "), path, part, line, \"column\", raw, target FROM"
           " (SELECT reference.*" SECTIONS_MISSING " ORDER BY document_id, ordinal LIMIT 200) AS r"
           " JOIN document ON document.id = document_id ORDER BY document_id, ordinal",
    .columns = {{TABLE_PLACE, "Place"}, {TABLE_REFERENCE, "Reference"}, {TABLE_REFERENCE, "Target"}}};

static const struct table sections_most = {
    .id = "most-references",
    .caption = "Documents with the most references",
    .none = "No document refers to anything.",
    .sql = "SELECT count(*) OVER (), path, part, reference_count, error_count, kind, size FROM document"
           " WHERE reference_count > 0 ORDER BY reference_count DESC, id LIMIT 20",
    .columns = {{TABLE_DOCUMENT, "Document"},
                {TABLE_NUMBER, "References"},
                {TABLE_NUMBER, "Errors"},
                {TABLE_TEXT, "Kind"},
                {TABLE_BYTES, "Size"}}};

static const struct table sections_faulty = {
    .id = "most-errors",
    .caption = "Documents with the most errors",
    .none = "No document has an error.",
    .sql =
        "SELECT count(*) OVER (), path, part, error_count, reference_count, kind, status FROM document"
        " WHERE error_count > 0 ORDER BY error_count DESC, id LIMIT 20",
    .columns = {{TABLE_DOCUMENT, "Document"},
                {TABLE_NUMBER, "Errors"},
                {TABLE_NUMBER, "References"},
                {TABLE_TEXT, "Kind"},
                {TABLE_TEXT, "Status"}}};

static const struct table sections_sites = {
    .id = "sites",
    .caption = "Sites that the documents came from",
    .none = "No document has a site: none was retrieved from a known URI.",
    .sql =
        "SELECT count(*) OVER (), site, count(*), sum(reference_count), sum(error_count) FROM document"
        " WHERE site IS NOT NULL GROUP BY site ORDER BY 4 DESC, 3 DESC, site LIMIT 20",
    .columns = {{TABLE_SITE, "Site"},
                {TABLE_NUMBER, "Documents"},
                {TABLE_NUMBER, "References"},
                {TABLE_NUMBER, "Errors"}}};

/* ---- In order --------------------------------------------------------------------------------- */

static void sections_open(const struct report_sections *sections, const char *id, const char *title)
{
  report_format(sections->out, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n", id, id,
                title);
}

static void sections_overview(const struct report_sections *sections)
{
  struct report_out *out = sections->out;
  const struct report_data *data = sections->data;
  sections_open(sections, "what", "What is referred to");
  report_string(out, "<div class=\"grid\">\n");
  report_chart(out, &sections_places, &data->places);
  report_chart(out, &sections_channels, &data->channels);
  report_chart(out, &sections_hosts, &data->host_list);
  report_string(out, "<div class=\"pile\">\n");
  report_chart(out, &sections_schemes, &data->schemes);
  report_chart(out, &sections_depths, &data->depths);
  report_string(out, "</div>\n</div>\n</section>\n");
}

static bool sections_wrong(const struct report_sections *sections)
{
  struct report_out *out = sections->out;
  bool good = true;
  sections_open(sections, "wrong", "What is wrong");
  report_chart(out, &sections_errors, &sections->data->error_codes);
  if (sections->data->errors)
    good = report_table(sections->db, out, &sections_examples, sections->root);
  report_string(out,
                "<h3>Missing files</h3>\n<p class=\"lead\">References to a file, or to a part of a"
                " message, that is not there. These and the references among the errors above are the"
                " broken references, as uriel harvest --list=broken lists them.</p>\n");
  good = good && report_table(sections->db, out, &sections_missing, sections->root);
  if (!good || !sections->data->missing) {
    report_string(out, "</section>\n");
    return good;
  }
  report_string(out, "<details><summary>Place by place</summary>\n");
  good = report_table(sections->db, out, &sections_broken, sections->root);
  report_string(out, "</details>\n</section>\n");
  return good;
}

static bool sections_documents(const struct report_sections *sections)
{
  static const struct table *const tables[] = {&sections_most, &sections_faulty, &sections_sites};
  struct report_out *out = sections->out;
  bool good = true;
  sections_open(sections, "read", "What was read");
  report_string(out, "<div class=\"grid\">\n");
  report_chart(out, &sections_kinds, &sections->data->kinds);
  report_string(out, "<div class=\"pile\">\n");
  report_chart(out, &sections_bases, &sections->data->bases);
  report_chart(out, &sections_spellings, &sections->data->spellings);
  report_string(out, "</div>\n</div>\n");
  for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++)
    good = report_table(sections->db, out, tables[i], sections->root);
  report_string(out, "</section>\n");
  return good;
}

bool report_sections(const struct report_sections *sections)
{
  sections_overview(sections);
  return sections_wrong(sections) && sections_documents(sections);
}

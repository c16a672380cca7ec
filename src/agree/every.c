/* SPDX-License-Identifier: MIT */
/* All readers, apart from the table of the present ones: a program that links only those does not link
 * the documents before RFC 3986. */
#include "agree/reader.h"

static const uriel_reader every_reader[] = {
#ifndef URIEL_NO_HISTORIC
    {"url-1993", "draft-ietf-uri-url-01", "", uriel_read_url_1993},
    {"url-1994", "draft-ietf-uri-url-03", "", uriel_read_url_1994},
    {"url-1997", "draft-fielding-url-syntax-05", "", uriel_read_url_1997},
    {"uri-2003", "draft-fielding-uri-rfc2396bis-01", "", uriel_read_uri_2003},
#endif
    {"python-urllib3-1.26", "parse_url of the Python package urllib3", "1.26.12 (idna 3.3)",
     uriel_read_python_urllib3_1},
    {"requests-2.28", "the connection of the Python package requests",
     "2.28.1 (urllib3 1.26.12, idna 3.3)", uriel_read_requests_2_28},
    {"appendix-b", "the regular expression of RFC 3986, Appendix B", "", uriel_read_appendix_b},
    {"iri", "RFC 3987", "", uriel_read_iri},
#include "agree/reader_table.h"
};

const uriel_reader *uriel_readers(size_t *count)
{
  *count = sizeof every_reader / sizeof *every_reader;
  return every_reader;
}

const uriel_reader *uriel_reader_find(const char *name, size_t len)
{
  for (size_t i = 0; i < sizeof every_reader / sizeof *every_reader; i++)
    if (view_equal(uriel_text_of(every_reader[i].name), (uriel_text){name, len}))
      return &every_reader[i];
  return NULL;
}

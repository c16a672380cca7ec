/* SPDX-License-Identifier: MIT */
/* Made by tools/make-tables of data/urn-resolvers.tsv. Do not edit. */

/* clang-format off */
static const struct resolver resolver_table[] = {
    {"ietf:bcp", "https://www.rfc-editor.org/info/bcp{rest}", "RFC Editor; RFC 2648", 0},
    {"ietf:fyi", "https://www.rfc-editor.org/info/fyi{rest}", "RFC Editor; RFC 2648", 0},
    {"ietf:rfc", "https://www.rfc-editor.org/info/rfc{rest}", "RFC Editor, in every RFC's Status of This Memo; RFC 2648", 0},
    {"ietf:std", "https://www.rfc-editor.org/info/std{rest}", "RFC Editor; RFC 2648", 0},
    {"issn", "https://urn.issn.org/{+uri}", "ISSN International Centre", 0},
    {"nbn:at", "https://resolver.obvsg.at/{+uri}", "OBVSG; pypi.org/project/sphinxcontrib-bibtex-urn", 0},
    {"nbn:ch", "https://nbn-resolving.org/{+uri}", "snd-sweden.github.io/national-pid-recommendations-for-research/data-on-pids/nbn", 0},
    {"nbn:cz", "https://resolver.nkp.cz/api/v5/resolver/{+uri}", "Narodni knihovna CR; pypi.org/project/cz-urnnbn-api", 0},
    {"nbn:de", "https://nbn-resolving.org/{+uri}", "snd-sweden.github.io/national-pid-recommendations-for-research/data-on-pids/nbn", 0},
    {"nbn:fi", "https://urn.fi/{+uri}", "National Library of Finland; github.com/wvh/urn-harvester", 0},
    {"nbn:hr", "https://urn.nsk.hr/{+uri}", "urn.nsk.hr, URN:NBN", 0},
    {"nbn:hu", "https://nbn.urn.hu/resolver/{+uri}", "OSZK; pypi.org/project/sphinxcontrib-bibtex-urn", 0},
    {"nbn:it", "https://nbn.depositolegale.it/{+uri}", "www.depositolegale.it/national-bibliography-number", 0},
    {"nbn:nl", "https://persistent-identifier.nl/{+uri}", "www.kb.nl, Registration Agency NBN", 0},
    {"nbn:no", "http://urn.nb.no/{+uri}", "www.nb.no/Om-NB/Standardnummerering/URN", 0},
    {"nbn:se", "https://urn.kb.se/resolve?urn={uri}", "snd-sweden.github.io/national-pid-recommendations-for-research/data-on-pids/nbn", 0},
    {"nbn:si", "https://nbn.si/{+uri}", "NUK; pypi.org/project/sphinxcontrib-bibtex-urn", 0},
};
/* clang-format on */

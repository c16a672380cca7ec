/* SPDX-License-Identifier: MIT */
/* Made by tools/make-tables of data/byte-sets.tsv. Do not edit. */

/* clang-format off */
static const uriel_byte_set byte_set_table_rfc3986[] = {
    {"reserved", "2.2", {0x00000000u, 0xac009fdau, 0x28000001u, 0x00000000u}},
    {"unreserved", "2.3", {0x00000000u, 0x03ff6000u, 0x87fffffeu, 0x47fffffeu}},
    {"unwise", "", {0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u}},
    {"excluded", "2", {0xffffffffu, 0x50000005u, 0x50000000u, 0xb8000001u}},
    {"gen-delims", "2.2", {0x00000000u, 0x84008008u, 0x28000001u, 0x00000000u}},
    {"sub-delims", "2.2", {0x00000000u, 0x28001fd2u, 0x00000000u, 0x00000000u}},
    {"pchar", "3.3", {0x00000000u, 0x2fff7fd2u, 0x87ffffffu, 0x47fffffeu}},
};

#ifndef URIEL_NO_HISTORIC
static const uriel_byte_set byte_set_table_url_1993[] = {
    {"reserved", "BNF syntax", {0x00000000u, 0x80008828u, 0x00000000u, 0x00000000u}},
    {"unreserved", "BNF syntax", {0x00000000u, 0x0fff77d6u, 0x87ffffffu, 0x07fffffeu}},
    {"unwise", "BNF syntax", {0x00000000u, 0x00000000u, 0x78000000u, 0x78000000u}},
    {"excluded", "Encoding prohibited characters", {0xffffffffu, 0x70000001u, 0x78000000u, 0xf8000001u}},
    {"safe", "BNF syntax", {0x00000000u, 0x00006050u, 0x80000001u, 0x00000000u}},
    {"extra", "BNF syntax", {0x00000000u, 0x0c001786u, 0x00000000u, 0x00000000u}},
    {"variant", "BNF syntax", {0x00000000u, 0x00000000u, 0x78000000u, 0x78000000u}},
    {"punctuation", "BNF syntax", {0x00000000u, 0x50000000u, 0x00000000u, 0x00000000u}},
    {"xalpha", "BNF syntax", {0x00000000u, 0x0fff77d6u, 0x87ffffffu, 0x07fffffeu}},
    {"xpalpha", "BNF syntax", {0x00000000u, 0x0fff7fd6u, 0x87ffffffu, 0x07fffffeu}},
};
#endif

#ifndef URIEL_NO_HISTORIC
static const uriel_byte_set byte_set_table_url_1994[] = {
    {"reserved", "BNF for specific URL schemes", {0x00000000u, 0xac008009u, 0x00000000u, 0x00000000u}},
    {"unreserved", "BNF for specific URL schemes", {0x00000000u, 0x03ff7fd6u, 0x87ffffffu, 0x07fffffeu}},
    {"unwise", "BNF for specific URL schemes", {0x00000000u, 0x00000000u, 0x78000000u, 0x78000000u}},
    {"excluded", "Encoding prohibited characters", {0xffffffffu, 0x50000000u, 0x78000000u, 0xf8000001u}},
    {"safe", "BNF for specific URL schemes", {0x00000000u, 0x00006850u, 0x80000001u, 0x00000000u}},
    {"extra", "BNF for specific URL schemes", {0x00000000u, 0x00001786u, 0x00000000u, 0x00000000u}},
    {"national", "BNF for specific URL schemes", {0x00000000u, 0x00000000u, 0x78000000u, 0x78000000u}},
    {"punctuation", "BNF for specific URL schemes", {0x00000000u, 0x50000000u, 0x00000000u, 0x00000000u}},
    {"alphanum2", "BNF for specific URL schemes", {0x00000000u, 0x03ff6800u, 0x87fffffeu, 0x07fffffeu}},
    {"xalpha", "BNF for specific URL schemes", {0x00000000u, 0x03ff7fd6u, 0x87ffffffu, 0x07fffffeu}},
    {"xpalpha", "BNF for specific URL schemes", {0x00000000u, 0x03ff7fd6u, 0x87ffffffu, 0x07fffffeu}},
};
#endif

#ifndef URIEL_NO_HISTORIC
static const uriel_byte_set byte_set_table_url_1997[] = {
    {"reserved", "2.2", {0x00000000u, 0xac008840u, 0x00000001u, 0x00000000u}},
    {"unreserved", "2.3", {0x00000000u, 0x03ff7792u, 0x87fffffeu, 0x47fffffeu}},
    {"unwise", "2.4.3", {0x00000000u, 0x00000000u, 0x78000000u, 0x38000001u}},
    {"excluded", "2.4.3", {0xffffffffu, 0x5000002du, 0x78000000u, 0xb8000001u}},
    {"mark", "2.3", {0x00000000u, 0x00007792u, 0x80000000u, 0x40000000u}},
    {"control", "2.4.3", {0xffffffffu, 0x00000000u, 0x00000000u, 0x80000000u}},
    {"space", "2.4.3", {0x00000000u, 0x00000001u, 0x00000000u, 0x00000000u}},
    {"delims", "2.4.3", {0x00000000u, 0x5000002cu, 0x00000000u, 0x00000000u}},
    {"urlc", "A", {0x00000000u, 0xafffffd2u, 0x87ffffffu, 0x47fffffeu}},
    {"pchar", "4.3.2", {0x00000000u, 0x27ff7fd2u, 0x87ffffffu, 0x47fffffeu}},
};
#endif

#ifndef URIEL_NO_HISTORIC
static const uriel_byte_set byte_set_table_uri_2003[] = {
    {"reserved", "2.2", {0x00000000u, 0xac009850u, 0x28000001u, 0x00000000u}},
    {"unreserved", "2.3", {0x00000000u, 0x03ff6782u, 0x87fffffeu, 0x47fffffeu}},
    {"unwise", "2.4.3", {0x00000000u, 0x00000000u, 0x50000000u, 0x38000001u}},
    {"excluded", "2.4.3", {0xffffffffu, 0x5000002du, 0x50000000u, 0xb8000001u}},
    {"mark", "2.3", {0x00000000u, 0x00006782u, 0x80000000u, 0x40000000u}},
    {"delims", "2.4.3", {0x00000000u, 0x5000002cu, 0x00000000u, 0x00000000u}},
    {"uric", "2", {0x00000000u, 0xafffffd2u, 0xafffffffu, 0x47fffffeu}},
    {"uric-no-slash", "3", {0x00000000u, 0xafff7fd2u, 0xafffffffu, 0x47fffffeu}},
    {"pchar", "3.3", {0x00000000u, 0x2fff7fd2u, 0x87ffffffu, 0x47fffffeu}},
};
#endif

#ifndef URIEL_NO_URN
static const uriel_byte_set byte_set_table_rfc2141[] = {
    {"reserved", "2.3", {0x00000000u, 0x80008028u, 0x00000000u, 0x00000000u}},
    {"unreserved", "2.2", {0x00000000u, 0x2fff7f92u, 0x87ffffffu, 0x07fffffeu}},
    {"unwise", "2.4", {0x00000000u, 0x50000044u, 0x78000000u, 0x78000001u}},
    {"excluded", "2.4", {0xffffffffu, 0x50000045u, 0x78000000u, 0xf8000001u}},
    {"let-num", "2.1", {0x00000000u, 0x03ff0000u, 0x07fffffeu, 0x07fffffeu}},
    {"let-num-hyp", "2.1", {0x00000000u, 0x03ff2000u, 0x07fffffeu, 0x07fffffeu}},
    {"trans", "2.2", {0x00000000u, 0xafffffbau, 0x87ffffffu, 0x07fffffeu}},
    {"other", "2.2", {0x00000000u, 0x2c007f92u, 0x80000001u, 0x00000000u}},
};
#endif

#ifndef URIEL_NO_URN
static const uriel_byte_set byte_set_table_urn_2011[] = {
    {"reserved", "2.3", {0x00000000u, 0x80008028u, 0x28000000u, 0x00000000u}},
    {"unreserved", "B", {0x00000000u, 0x03ff6000u, 0x87fffffeu, 0x47fffffeu}},
    {"unwise", "2.3.3", {0x00000000u, 0x50000004u, 0x50000000u, 0x38000001u}},
    {"excluded", "2.3.3", {0xffffffffu, 0xd000802du, 0x78000000u, 0xb8000001u}},
    {"gen-delims", "2.3.1", {0x00000000u, 0x84008008u, 0x28000001u, 0x00000000u}},
    {"sub-delims", "B", {0x00000000u, 0x28001fd2u, 0x00000000u, 0x00000000u}},
    {"pchar", "2", {0x00000000u, 0x2fff7fd2u, 0x87ffffffu, 0x47fffffeu}},
};
#endif

#ifndef URIEL_NO_URN
static const uriel_byte_set byte_set_table_rfc8141[] = {
    {"reserved", "2", {0x00000000u, 0xac009fdau, 0x28000001u, 0x00000000u}},
    {"unreserved", "2", {0x00000000u, 0x03ff6000u, 0x87fffffeu, 0x47fffffeu}},
    {"unwise", "", {0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u}},
    {"excluded", "2", {0xffffffffu, 0x50000005u, 0x50000000u, 0xb8000001u}},
    {"sub-delims", "2", {0x00000000u, 0x28001fd2u, 0x00000000u, 0x00000000u}},
    {"pchar", "2", {0x00000000u, 0x2fff7fd2u, 0x87ffffffu, 0x47fffffeu}},
    {"alphanum", "2", {0x00000000u, 0x03ff0000u, 0x07fffffeu, 0x07fffffeu}},
    {"ldh", "2", {0x00000000u, 0x03ff2000u, 0x07fffffeu, 0x07fffffeu}},
};
#endif

#ifndef URIEL_NO_IRI
static const uriel_byte_set byte_set_table_iri[] = {
    {"reserved", "2.2", {0x00000000u, 0xac009fdau, 0x28000001u, 0x00000000u}},
    {"unreserved", "2.2", {0x00000000u, 0x03ff6000u, 0x87fffffeu, 0x47fffffeu}},
    {"unwise", "", {0x00000000u, 0x00000000u, 0x00000000u, 0x00000000u}},
    {"excluded", "3.1", {0xffffffffu, 0x50000005u, 0x50000000u, 0xb8000001u}},
    {"gen-delims", "2.2", {0x00000000u, 0x84008008u, 0x28000001u, 0x00000000u}},
    {"sub-delims", "2.2", {0x00000000u, 0x28001fd2u, 0x00000000u, 0x00000000u}},
    {"ipchar", "2.2", {0x00000000u, 0x2fff7fd2u, 0x87ffffffu, 0x47fffffeu}},
};
#endif

static const struct {
  const uriel_byte_set *rows;
  size_t count;
} byte_set_table[] = {
    [URIEL_SPEC_RFC3986] = {byte_set_table_rfc3986, 7},
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URL_1993] = {byte_set_table_url_1993, 10},
#endif
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URL_1994] = {byte_set_table_url_1994, 11},
#endif
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URL_1997] = {byte_set_table_url_1997, 10},
#endif
#ifndef URIEL_NO_HISTORIC
    [URIEL_SPEC_URI_2003] = {byte_set_table_uri_2003, 9},
#endif
#ifndef URIEL_NO_URN
    [URIEL_SPEC_RFC2141] = {byte_set_table_rfc2141, 8},
#endif
#ifndef URIEL_NO_URN
    [URIEL_SPEC_URN_2011] = {byte_set_table_urn_2011, 7},
#endif
#ifndef URIEL_NO_URN
    [URIEL_SPEC_RFC8141] = {byte_set_table_rfc8141, 8},
#endif
#ifndef URIEL_NO_IRI
    [URIEL_SPEC_IRI] = {byte_set_table_iri, 7},
#endif
};
/* clang-format on */

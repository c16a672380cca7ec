/* SPDX-License-Identifier: MIT */
/* The table entry of each scheme: its parts, how to read and write them, and its access plan. */
#ifndef URIEL_SCHEME_SCHEME_H
#define URIEL_SCHEME_SCHEME_H

#include "scheme/part.h"
#include "scheme/planner.h"
#include "uriel_scheme.h"

/* Describes one uriel_text of the scheme's struct. */
typedef struct scheme_part {
  const char *name; /* "selector", as in errors and in the tool */
  uint16_t at;      /* its offset in the struct */
  char separator;   /* of a list, which stays encoded; 0: not a list, decoded */
  bool pairs;       /* the items of the list are NAME=VALUE */
} scheme_part;

/* The four parts of the member `login`. */
#define SCHEME_LOGIN(type)                                                                              \
  {"user", offsetof(type, login.user), 0, false},                                                       \
      {"password", offsetof(type, login.password), 0, false},                                           \
      {"host", offsetof(type, login.host), 0, false},                                                   \
  {                                                                                                     \
    "port", offsetof(type, login.port), 0, false                                                        \
  }
#define SCHEME_PART(type, member)                                                                       \
  {                                                                                                     \
#member, offsetof(type, member), 0, false                                                           \
  }
#define SCHEME_LIST(type, member, separator, pairs)                                                     \
  {                                                                                                     \
#member, offsetof(type, member), separator, pairs                                                   \
  }

/* Large enough for any scheme's struct. */
typedef union scheme_parts {
  uriel_http http;
  uriel_ftp ftp;
  uriel_gopher gopher;
  uriel_mailto mailto;
  uriel_mid mid;
  uriel_news news;
  uriel_nntp nntp;
  uriel_telnet telnet;
  uriel_wais wais;
  uriel_prospero prospero;
  uriel_afs afs;
  uriel_whois whois;
  uriel_file file;
  uriel_data data;
  uriel_tag tag;
  uriel_ldap ldap;
  uriel_tel tel;
} scheme_parts;

typedef struct scheme {
  part_names names; /* all schemes that share the struct */
  const scheme_part *parts;
  size_t part_count;
  size_t size; /* of the struct */

  /* Reads the reference into the struct, which is all zero, and writes the URI of the struct. */
  void (*parse)(part_reader *r, void *parts);
  void (*build)(part_builder *b, const void *parts);
} scheme;

/* uriel_SCHEME_parse and uriel_SCHEME_build for the struct of any scheme. */
bool uriel_scheme_read(const scheme *s, void *parts, const uriel_ref *ref, char *scratch,
                       size_t capacity, uriel_error *error);
size_t uriel_scheme_write(const scheme *s, const void *parts, char *out, size_t capacity,
                          uriel_error *error);

/* Defines uriel_NAME_parse and uriel_NAME_build by a table. */
#define SCHEME_FUNCTIONS(name, table)                                                                   \
  bool uriel_##name##_parse(uriel_##name *parts, const uriel_ref *ref, char *scratch, size_t capacity,  \
                            uriel_error *error)                                                         \
  {                                                                                                     \
    return uriel_scheme_read(&(table), parts, ref, scratch, capacity, error);                           \
  }                                                                                                     \
  size_t uriel_##name##_build(const uriel_##name *parts, char *out, size_t capacity,                    \
                              uriel_error *error)                                                       \
  {                                                                                                     \
    return uriel_scheme_write(&(table), parts, out, capacity, error);                                   \
  }

/* Defines the table uriel_scheme_NAME of NAME_names, NAME_parts, NAME_parse and NAME_build, and these
 * functions. */
#define SCHEME_DEFINE(name)                                                                             \
  const scheme uriel_scheme_##name = {.names = name##_names,                                            \
                                      .parts = name##_parts,                                            \
                                      .part_count = sizeof name##_parts / sizeof *name##_parts,         \
                                      .size = sizeof(uriel_##name),                                     \
                                      .parse = name##_parse,                                            \
                                      .build = name##_build};                                           \
  SCHEME_FUNCTIONS(name, uriel_scheme_##name)

/* Writes an item of a list, encoded. */
void uriel_scheme_write_item(writer *w, const scheme_part *part, uriel_text item);

/* Returns the scheme of that name, in any case, or NULL if it has no table entry. */
const scheme *uriel_scheme_of(uriel_text name);

extern const scheme uriel_scheme_http, uriel_scheme_ftp, uriel_scheme_gopher, uriel_scheme_mailto,
    uriel_scheme_mid, uriel_scheme_cid, uriel_scheme_news, uriel_scheme_nntp, uriel_scheme_telnet,
    uriel_scheme_wais, uriel_scheme_prospero, uriel_scheme_afs, uriel_scheme_whois, uriel_scheme_file,
    uriel_scheme_data, uriel_scheme_tag, uriel_scheme_ldap, uriel_scheme_tel;

/* Adds the steps that fetch `ref`, whose parts these are. Returns false with the planner's error if
 * there is no plan. */
typedef bool scheme_plan(planner *p, const uriel_ref *ref, const void *parts);
scheme_plan uriel_http_plan, uriel_ftp_plan, uriel_gopher_plan, uriel_mailto_plan, uriel_mid_plan,
    uriel_news_plan, uriel_nntp_plan, uriel_telnet_plan, uriel_wais_plan, uriel_prospero_plan,
    uriel_afs_plan, uriel_whois_plan, uriel_file_plan, uriel_data_plan, uriel_tag_plan, uriel_ldap_plan,
    uriel_tel_plan;

#endif

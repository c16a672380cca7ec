/* SPDX-License-Identifier: MIT */
/* The table entry of each scheme: its parts, how to read and write them, and its access plan. */
#ifndef URIEL_SCHEME_SCHEME_H
#define URIEL_SCHEME_SCHEME_H

#include "scheme/part.h"
#include "scheme/planner.h"
#include "uriel_plan.h"

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

/* The parts of schemes that have no public struct: decoded, except lists and the texts marked so, as in
 * uriel_scheme.h. */

/* ftp (url-1994, FTP; RFC 1738, 3.2). */
typedef struct scheme_ftp {
  uriel_login login;
  uriel_text directories; /* a list, by "/": one CWD each; or undefined */
  uriel_text name;        /* of the file, or of the folder to list */
  uriel_text type;        /* "A", "E N", "I", "L 8"; "d" lists a folder; or undefined */
} scheme_ftp;

/* gopher (url-1994, Gopher; RFC 4266). */
typedef struct scheme_gopher {
  uriel_login login;
  uriel_text type;     /* one byte; the default is "1" */
  uriel_text selector; /* the default is empty */
  uriel_text search;
  uriel_text plus; /* the Gopher+ string: "+application/postscript Es_ES", "!+ABSTRACT", "?", ... */
} scheme_gopher;

/* mid and cid (RFC 2392): a message, a part of a message, a part of the same message. Without angle
 * brackets. */
typedef struct scheme_mid {
  uriel_text message; /* undefined in cid */
  uriel_text content;
} scheme_mid;

/* news (url-1994, News; RFC 5538, 4). */
typedef struct scheme_news {
  uriel_login login;  /* if the URI has a host; never by url-1994 */
  uriel_text group;   /* "comp.infosystems.www", or a pattern with "*"; empty: all groups */
  uriel_text article; /* a message identifier without angle brackets; this or `group` is undefined */
} scheme_news;

/* nntp (url-1994, NNTP: no host; RFC 5538, 3: with one). */
typedef struct scheme_nntp {
  uriel_login login;
  uriel_text group;
  uriel_text number; /* of an article in the group on that server */
} scheme_nntp;

/* telnet, rlogin, tn3270 (url-1994, "Telnet, rlogin, tn3270"; RFC 4248; RFC 6270). */
typedef struct scheme_telnet {
  uriel_text scheme; /* undefined in building: "telnet" */
  uriel_login login;
} scheme_telnet;

/* wais (url-1993 and url-1994, WAIS; RFC 4156): a database, a search in one, or a document. */
typedef struct scheme_wais {
  uriel_login login;
  uriel_text database;
  uriel_text search; /* "lynch" */
  uriel_text type;   /* of a document: "TEXT" */
  uriel_text length; /* of a document, in bytes: only url-1993 */
  uriel_text fields; /* of a document identifier: a list, by ";", of NUMBER=VALUE without the last ";".
                        By url-1993, and by RFC 4156 for other forms: the identifier, not decoded */
} scheme_wais;

/* prospero (url-1993 and url-1994, Prospero; RFC 4157). */
typedef struct scheme_prospero {
  uriel_login login;
  uriel_text object;     /* the host-specific object name */
  uriel_text version;    /* url-1993 and url-1994: after "%00" */
  uriel_text attributes; /* a list, by ";", of FIELD=VALUE; by url-1993 and url-1994, of attributes
                            separated by "%00" */
} scheme_prospero;

/* afs (url-1993, BNF syntax). */
typedef struct scheme_afs {
  uriel_text cell;
  uriel_text path; /* from the cell's root, decoded, with its leading "/" */
} scheme_afs;

/* whois (url-1993, WHOIS; the protocol is RFC 3912). */
typedef struct scheme_whois {
  uriel_login login;
  uriel_text query; /* a handle or a query */
} scheme_whois;

/* tag (RFC 4151). */
typedef struct scheme_tag {
  uriel_text authority;          /* a DNS name or a mail address */
  uriel_text date;               /* "2004", "2004-05", "2004-05-31" */
  uriel_text specific, fragment; /* not decoded: tags are compared so */
} scheme_tag;

/* ldap (RFC 4516); not ldaps, which no document defines. */
typedef struct scheme_ldap {
  uriel_login login;     /* only host and port */
  uriel_text dn;         /* the distinguished name */
  uriel_text attributes; /* a list, by "," */
  uriel_text scope;      /* "base", "one", "sub"; undefined means "base" */
  uriel_text filter;     /* undefined means "(objectClass=*)" */
  uriel_text extensions; /* a list, by ",", of [!]NAME[=VALUE] */
} scheme_ldap;

/* Large enough for any scheme's struct. */
typedef union scheme_parts {
  uriel_http http;
  scheme_ftp ftp;
  scheme_gopher gopher;
  uriel_mailto mailto;
  scheme_mid mid;
  scheme_news news;
  scheme_nntp nntp;
  scheme_telnet telnet;
  scheme_wais wais;
  scheme_prospero prospero;
  scheme_afs afs;
  scheme_whois whois;
  uriel_file file;
  uriel_data data;
  scheme_tag tag;
  scheme_ldap ldap;
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

/* Defines uriel_NAME_parse and uriel_NAME_build for a public struct. */
#define SCHEME_FUNCTIONS(name)                                                                          \
  bool uriel_##name##_parse(uriel_##name *parts, const uriel_ref *ref, char *scratch, size_t capacity,  \
                            uriel_error *error)                                                         \
  {                                                                                                     \
    return uriel_scheme_read(&uriel_scheme_##name, parts, ref, scratch, capacity, error);               \
  }                                                                                                     \
  size_t uriel_##name##_build(const uriel_##name *parts, char *out, size_t capacity,                    \
                              uriel_error *error)                                                       \
  {                                                                                                     \
    return uriel_scheme_write(&uriel_scheme_##name, parts, out, capacity, error);                       \
  }

/* Defines the table uriel_scheme_NAME of NAME_names, NAME_parts, NAME_parse and NAME_build. */
#define SCHEME_DEFINE(name, type)                                                                       \
  const scheme uriel_scheme_##name = {.names = name##_names,                                            \
                                      .parts = name##_parts,                                            \
                                      .part_count = sizeof name##_parts / sizeof *name##_parts,         \
                                      .size = sizeof(type),                                             \
                                      .parse = name##_parse,                                            \
                                      .build = name##_build}

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

/* SPDX-License-Identifier: MIT */
/* Changes to references, in the order of the options: `edit`, and the changing forms of `build`. */
#ifndef URIEL_CLI_EDIT_H
#define URIEL_CLI_EDIT_H

#include "cli/shared/buffer.h"
#include "cli/shared/option.h"
#include "cli/shared/reading.h"
#include "cli/shared/record.h"
#include "uriel.h"

enum edit_action {
  EDIT_SET,
  EDIT_APPEND,
  EDIT_REMOVE,
  EDIT_RENAME,
  EDIT_REPLACE, /* only if it is there */
  EDIT_SORT_QUERY,
  EDIT_REMOVE_EMPTY,
  EDIT_STRIP_TRACKING,
  EDIT_DEFAULT_PORT,
  EDIT_NO_DEFAULT_PORT
};

enum edit_place {
  EDIT_COMPONENT,
  EDIT_USER,
  EDIT_PASSWORD,
  EDIT_SEGMENT,   /* path.1 */
  EDIT_PARAMETER, /* query.q */
  EDIT_PART,      /* ftp.type: a part that a scheme defines */
  EDIT_ATTRIBUTE  /* only an attribute of URLs (build --spec=whatwg) */
};

struct edit {
  enum edit_action action;
  enum edit_place place;
  uriel_component component; /* that changes */
  int attribute;             /* a uriel_url_attribute that stands for it, or EDIT_NO_ATTRIBUTE */
  long segment;              /* from 1, or from the last, -1 */
  const char *given;         /* the option's value, for messages */
  uriel_text scheme;         /* of EDIT_PART */
  uriel_text name;           /* of a parameter or part, decoded */
  uriel_text value;          /* undefined: none */
  bool encoded;              /* NAME:=VALUE: the value is a part of a reference already */
  bool if_undefined;         /* NAME?=VALUE */
  bool glob;                 /* `name` has wildcards */
  size_t choice, choices;    /* --iterate: the value of this number of so many; else 0 of 1 */
  size_t stride;             /* each value stays for so many records */
  struct buffer pair; /* encoded: "name=value" to add to a query, or "=value" for names with wildcards */
  struct buffer own_name;
  struct buffer own; /* a decoded or encoded value, or an authority after the "//" that makes it
                        parseable */
};

enum { EDIT_NO_ATTRIBUTE = -1 };

struct edit_list {
  struct buffer edits;    /* array of struct edit; copies of the list share it */
  unsigned query_options; /* enum uriel_query_rule and uriel_query_option, for parameters */
  char separator;         /* of parameters, if it is neither "&" nor "&;"; 0 */
  bool plain;   /* values are written as they are given, and URLs change as by a browser's setters */
  bool encodes; /* with `plain`: percent-encode values for their components */
  bool splices; /* edit_ready: no change can make the result parse into other components, */
  bool splices_with_host; /* or none can if it has a host */
  size_t turns;           /* edit_ready: records of each input */
};

/* The results of one record's changes; each thread has its own. Zero-initialise. */
struct edit_work {
  size_t turn;         /* how many records of the input came before */
  struct buffer rooms; /* array of struct buffer, one for each edit */
  struct buffer texts; /* of uriel_text, to sort parameters */
  struct buffer urls[2];
  struct buffer reference;
  struct buffer parts;   /* of uriel_own_part */
  struct buffer scratch; /* for parts of schemes */
  struct buffer swapped; /* the query with "&" for the separator */
};

/* Add to an edit list the option's value: NAME=VALUE, or NAME. edit_set_plain and edit_unset read the
 * names of `build`; the others those of `edit`. */
option_call edit_set_plain, edit_unset;
option_call edit_set, edit_append, edit_remove, edit_rename, edit_replace, edit_iterate;
option_call edit_separator;
option_call edit_sort_query, edit_remove_empty, edit_strip_tracking, edit_default_port,
    edit_no_default_port;
extern const char *const edit_names[];       /* of `edit`; ends with NULL */
extern const char *const edit_names_plain[]; /* of `build`: components, then attributes of URLs */

size_t edit_count(const struct edit_list *list);
struct edit *edit_at(const struct edit_list *list, size_t index);

/* After the last option: encodes the values as the document needs. A name that references of the
 * document lack, and a value that another option replaces, are usage errors. */
void edit_ready(struct edit_list *list, const char *command, uriel_spec spec);

/* Returns whether the edit is one of the changes for the record `turn` of its input. */
static inline bool edit_is_on(const struct edit *edit, size_t turn)
{
  return edit->choices <= 1 || turn / edit->stride % edit->choices == edit->choice;
}

static inline bool edit_is_same_text(uriel_text a, uriel_text b)
{
  return a.ptr == b.ptr && a.len == b.len;
}

/* Returns whether they are the same texts in the same place. */
static inline bool edit_is_same(const uriel_parts *a, const uriel_parts *b)
{
  return edit_is_same_text(a->query, b->query) && edit_is_same_text(a->scheme, b->scheme) &&
         edit_is_same_text(a->userinfo, b->userinfo) && edit_is_same_text(a->host, b->host) &&
         edit_is_same_text(a->port, b->port) && edit_is_same_text(a->path, b->path) &&
         edit_is_same_text(a->fragment, b->fragment);
}

/* Applies edit `index` to `parts`. Returns false and blames the record if that is not possible. */
bool edit_apply(const struct edit_list *list, size_t index, struct edit_work *work, uriel_parts *parts,
                struct record *record);

/* Applies the edits of work->turn to `parts`, except for URLs of whatwg. */
bool edit_apply_all(const struct edit_list *list, struct edit_work *work, uriel_parts *parts,
                    struct record *record);

/* Applies them to a URL of whatwg, by the setters of the URL standard; `url` is then in work->urls.
 * Returns false and blames the record if the URL standard refuses a value; with `plain`, only one for
 * href. */
bool edit_url(const struct edit_list *list, struct edit_work *work, uriel_ref *url,
              struct record *record);

/* Writes the reference of `parts` into work->reference. Returns false and blames the record if it would
 * not parse back to them. */
bool edit_build(const uriel_parts *parts, struct edit_work *work, struct record *record);

/* edit_apply for EDIT_PART. A reference of another scheme stays as it is. */
bool edit_part(const struct edit *edit, struct edit_work *work, struct buffer *room, uriel_parts *parts,
               struct record *record);

/* Returns false: blames the record with an error of the tool's own, at `offset` in `text`, the value of
 * `component`. */
bool edit_refuse(struct record *record, uriel_text text, uriel_component component, size_t offset,
                 const char *code, const char *message);

/* Returns where `parts` has a component, except the reference and the authority. */
uriel_text *edit_component(uriel_parts *parts, uriel_component component);

/* Returns the default port of the scheme, or 0. */
uint16_t edit_port_of_scheme(const uriel_parts *parts);

/* Returns whether URIs of the scheme have that part, and the message "no part of this scheme's URIs,
 * which have host, port, ..." in `out`. */
bool edit_has_part(const char *scheme, const char *part);
const char *edit_part_names(const char *scheme, struct buffer *out);

void edit_work_free(struct edit_work *work, const struct edit_list *list);
void edit_free(struct edit_list *list);

#endif

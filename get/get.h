/* SPDX-License-Identifier: MIT */
/* Retrieval of the resource of a URI: its plan, and the plans of the URIs that it redirects to. */
#ifndef URIEL_GET_GET_H
#define URIEL_GET_GET_H

#include "cached.h"

/* A user at a server, as far as it is known. */
struct get_login {
  struct buffer user, password, account; /* the last one is asked for by ftp (RFC 959, 4.1.1) */
  bool has_user, has_password, has_account;
};

/* Zero-initialise, then set the limits. Texts have to stay. */
struct get_options {
  const char *dns; /* the address of the server of names, or NULL */
  const char *ca_file;
  const char *cache;              /* the file of the cache, or NULL */
  const char *messages;           /* for mid and cid: a file or folder; or NULL */
  const char *articles;           /* instead of the servers of news and nntp: the same */
  const uriel_policy_rule *rules; /* for what the user has not named, after the default policy */
  size_t rule_count;
  double seconds, connect_seconds; /* for a URI with its redirects, and for a connection */
  uint64_t max_size;               /* bytes of an object */
  size_t max_redirects;
  bool stays; /* a redirect ends the retrieval, without success: `chain` has the URI that it leads to;
                 and only the last connection stays open */
  uriel_plan_options plan; /* several gateways of a scheme are tried in order */
  /* Takes bytes of the object: see struct run_calls. */
  bool (*object)(void *context, const char *data, size_t len, struct get_failure *failure);
  /* Adds the known password and account of the user of `login`; without a user, of any user of the host.
   * NULL: none is known. If it cannot find out, appends the reason to `problem`, a string. */
  void (*login)(void *context, uriel_text host, struct get_login *login, struct buffer *problem);
  /* Asks the person for a user, or for the password or account of a user, at "HOST" or "HOST:PORT".
   * Returns false without an answer; NULL: nobody is there. */
  bool (*ask)(void *context, uriel_fill fill, uriel_text host, uriel_text user, struct buffer *out);
  /* Whether the user named the origin of a URI: others pass the guard, and get no secret. NULL: the user
   * named the origin of the URI that get_fetch is given. */
  bool (*named)(void *context, const uriel_ref *ref);
  /* Changes the options of the plan of a URI. NULL: without header fields if the user did not name its
   * origin. */
  void (*adapt)(void *context, const uriel_ref *ref, uriel_plan_options *plan);
  /* Gets a sentence about what does not work, although objects are retrieved. NULL: it is dropped. */
  void (*note)(void *context, const char *text);
  void *context;
};

/* A step that was carried out, or that failed after it had sent or received bytes. Its text is the host
 * that was connected to or the bytes that were sent; undefined if it has a password. */
struct get_step {
  uriel_step_kind kind;
  enum cached_result cached; /* if it is a step of the cache: its result */
  bool resolves;             /* it looked up the name of a host, its text */
  bool data;
  bool is_cut; /* it failed */
  bool has_text;
  uint16_t port;
  char code[REPLY_CODE];
  size_t text, text_len; /* in `texts` */
  uint64_t bytes;
  double seconds;
};

/* A redirect: the code that leads to a URI, which is in `texts`. */
struct get_hop {
  char code[REPLY_CODE];
  size_t text, text_len;
};

/* Zero-initialise once. */
struct get_result {
  struct get_failure failure; /* its status is GET_DONE after success */
  struct buffer target;       /* the URI that was retrieved or failed last */
  struct buffer media_type;   /* or empty; this and the next from the object's first byte on */
  uriel_reply_use use;        /* of the reply with the object */
  uint64_t length;            /* of the object */
  size_t redirects;
  char code[REPLY_CODE]; /* of the last reply of a server, or "" */
  double retry_after;    /* seconds until the server wants to be asked again, or 0 */
  struct buffer header;  /* of the last HTTP response: its fields (reader/fields.h) */
  struct buffer chain;   /* array of struct get_hop */
  struct buffer steps;   /* array of struct get_step */
  struct buffer texts;
};

struct get;

/* Returns NULL, with the reason, if memory runs out or `dns` is not an address and a port. */
struct get *get_new(const struct get_options *options, struct get_failure *failure);
void get_free(struct get *get);

/* Returns whether the object of a URI was retrieved. If there is no plan for it, fails with `error`, and
 * with the status DONE in `result`. */
bool get_fetch(struct get *get, const uriel_ref *ref, struct get_result *result, uriel_error *error);

/* Whether two URIs have the same scheme, host and port. */
bool get_same_origin(const uriel_ref *a, const uriel_ref *b);

/* Whether another URI follows: an ftp connection stays open for it, if it is used after a URI of the
 * same folder (url-1994, FTP, "Retrieving subsequent URLs from the same host"). */
void get_keep(struct get *get, bool keep);

/* Makes the plan of a URI, which is valid until the next call. */
const uriel_plan *get_plan(struct get *get, const uriel_ref *ref, uriel_error *error);

void get_result_free(struct get_result *result);

#endif

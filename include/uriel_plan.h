/* SPDX-License-Identifier: MIT */
/* uriel: access plans: what a client does to fetch a URI. See uriel.h for conventions. */
#ifndef URIEL_PLAN_H
#define URIEL_PLAN_H

#include "uriel_scheme.h"

/* ---- Gateways ---------------------------------------------------------------------------------- */

/* Sends the URIs of a scheme to another server (url-1994, Registration of naming schemes). The first
 * gateway for a scheme is used; its URI is not sent through another gateway. */
typedef struct uriel_gateway {
  uriel_text scheme; /* case-insensitive */
  /* A URI with names in braces, which uriel_template_expand replaces: {uri} (without fragment and user
   * information), {scheme}, {host}, {port}, {path}, {query}, {nid}, {nss}. Every character that is not
   * unreserved is percent-encoded (RFC 6570, 3.2.2), except in {host} in the place of a host.
   * {+uri} and so on are not encoded. */
  uriel_text uri_template;
} uriel_gateway;

/* Writes the template of a gateway with the parts of the reference. Fails with TEMPLATE, at a place in
 * the template, if it contains no name or an unknown one, or does not make a URI; with PART_MISSING or
 * PART_FORM, at a place in the reference, if it lacks a part or would make a segment "." or "..". */
URIEL_API size_t uriel_template_expand(const char *uri_template, size_t len, const uriel_ref *ref,
                                       char *out, size_t capacity, uriel_error *error);

/* ---- Searches ---------------------------------------------------------------------------------- */

/* Writes the URI that searches the index `ref` for words, with blanks between two: a gopher URI of type
 * 7, a WAIS database, or an HTTP URI, whose query becomes "a+b". It replaces earlier words and has no
 * fragment. The length is at most ref->length + 3 * len + 3. Fails with PLAN_SEARCH for any other
 * reference; with PART_CHARACTER, `part` "search", at a control character in the words; with
 * PART_EMPTY without a word. */
URIEL_API size_t uriel_search_write(const uriel_ref *ref, const char *words, size_t len, char *out,
                                    size_t capacity, uriel_error *error);

/* Writes the URI of the filled-in form, if `ref` is the URI of a Gopher+ form, whose Gopher+ string is
 * "?" (url-1994, Gopher). Each answer is a line. The length is at most ref->length + 31, and for each
 * answer 3 * len + 6. Fails with PLAN_FORM for any other reference; with PART_LINE_BREAK or, for ".",
 * PART_FORM, `part` "answer", at a place in that answer. */
URIEL_API size_t uriel_answers_write(const uriel_ref *ref, const uriel_text *answers, size_t count,
                                     char *out, size_t capacity, uriel_error *error);

/* ---- Plans ------------------------------------------------------------------------------------- */

/* A plan is a pure function of the URI and the options. The values are fixed for ever. */
typedef enum uriel_step_kind {
  URIEL_STEP_CONNECT = 1,  /* to `host` and `port` over `transport` */
  URIEL_STEP_SEND = 2,     /* the bytes `text` */
  URIEL_STEP_EXPECT = 3,   /* a reply that starts with one of the codes in `text`, if it has any */
  URIEL_STEP_CLOSE = 4,    /* the connection */
  URIEL_STEP_ASK = 5,      /* the user for what `note` describes, and send it after `text` */
  URIEL_STEP_REQUEST = 6,  /* an operation of a protocol, described in words */
  URIEL_STEP_INTERACT = 7, /* the user takes over */
  URIEL_STEP_OPEN = 8,     /* the local file `text` */
  URIEL_STEP_DECODE = 9,   /* the URI itself: its bytes are `text` */
  URIEL_STEP_COMPOSE = 10, /* a message whose draft is `text`, for the user to send */
  URIEL_STEP_FIND = 11, /* the message or body part that `text` identifies, among the available ones */
  URIEL_STEP_CALL = 12  /* the telephone number `text` */
} uriel_step_kind;
URIEL_API const char *uriel_step_name(uriel_step_kind kind);

/* Where a reply ends. A code is three digits; in a Gopher+ error one digit; in WAIS a diagnostic's two
 * letters; in Prospero CONTENTS, LINK, the first access method that the client has, or else NONE-FOUND,
 * FORWARDED, ERROR, VERSION-NOT-SUPPORTED or the kind of a FAILURE. The values are fixed for ever. */
typedef enum uriel_reply_form {
  URIEL_REPLY_NONE = 0,   /* not a reply */
  URIEL_REPLY_END = 1,    /* at the end of the connection */
  URIEL_REPLY_DOT = 2,    /* after a line ".", or at the end of the connection */
  URIEL_REPLY_LINE = 3,   /* after a line, which starts with a code */
  URIEL_REPLY_LINES = 4,  /* the same; more lines follow a code with "-" (RFC 959, 4.2) */
  URIEL_REPLY_BLOCK = 5,  /* after a line, whose code may be another one than those in `text`; otherwise
                            after a line "." (RFC 3977, 3.1.1) */
  URIEL_REPLY_GOPHER = 6, /* Gopher+: a line "+N" or, before an error, "--N", and N bytes; for N of -1
                            lines up to ".", for -2 to the end of the connection */
  URIEL_REPLY_HTTP = 7,   /* a response (RFC 9112); its status code is the code */
  URIEL_REPLY_BYTES = 8,  /* after the bytes `text` */
  URIEL_REPLY_WAIS = 9,   /* a header with the length, and the message (RFC 1625) */
  URIEL_REPLY_ARDP = 10,  /* the datagrams of one Prospero message */
  URIEL_REPLY_LDAP = 11,  /* messages, through the result of the search (RFC 4511, 4.5.2) */
  URIEL_REPLY_FRAMES = 12 /* frames of a WebSocket (RFC 6455, 5) */
} uriel_reply_form;
URIEL_API const char *uriel_reply_form_name(uriel_reply_form form);

/* What the client does with a reply. The values are fixed for ever. */
typedef enum uriel_reply_use {
  URIEL_USE_NONE = 0,
  URIEL_USE_STATUS = 1,     /* only its code matters */
  URIEL_USE_PORT = 2,       /* it gives the port of the data connection, whose host is the first one's */
  URIEL_USE_OBJECT = 3,     /* the object, without header and transfer coding */
  URIEL_USE_TEXT = 4,       /* the object; if its last line is ".", remove that line, and the first of
                               two full stops at the start of a line */
  URIEL_USE_MENU = 5,       /* a gopher menu, up to a line "." */
  URIEL_USE_FORM = 6,       /* a Gopher+ form, which the next ASK fills in */
  URIEL_USE_ATTRIBUTES = 7, /* Gopher+ attributes */
  URIEL_USE_LISTING = 8,    /* a folder's listing (ftp, Prospero) */
  URIEL_USE_RANGE = 9,      /* it gives the first and the last number of a group's articles */
  URIEL_USE_GROUPS = 10,    /* a list of groups, stuffed like TEXT */
  URIEL_USE_OVERVIEW = 11,  /* an overview of articles, stuffed like TEXT (RFC 3977, 8.3) */
  URIEL_USE_TELNET = 12,    /* what the server displays: remove telnet's commands, refuse its options */
  URIEL_USE_SCREEN = 13,    /* the text of a 3270 data stream (RFC 1576) */
  URIEL_USE_SESSION = 14,   /* what the server displays, unchanged */
  URIEL_USE_RESULTS = 15,   /* the documents that a search found (WAIS) */
  URIEL_USE_METHODS = 16,   /* access methods of an object (Prospero): continue with one of them */
  URIEL_USE_ENTRIES = 17,   /* the entries that a search found (LDAP) */
  URIEL_USE_HEADER = 18,    /* a header: of a response to HEAD, of an article */
  URIEL_USE_FACTS = 19,     /* facts about the file (RFC 3659, 7.2), */
  URIEL_USE_SIZE = 20,      /* or its size (4), */
  URIEL_USE_TIME = 21       /* or the time of its last change (3) */
} uriel_reply_use;
URIEL_API const char *uriel_reply_use_name(uriel_reply_use use);

/* What follows the text of a step, before its `after`. The values are fixed for ever. */
typedef enum uriel_fill {
  URIEL_FILL_NONE = 0,
  URIEL_FILL_PASSWORD = 1, /* the user's password, */
  URIEL_FILL_ACCOUNT = 2,  /* or account (RFC 959, 4.1.1) */
  URIEL_FILL_WORDS = 3,    /* the words to search for; with an empty `after`, they are not sent, but make
                              another URI to plan (uriel_search_write) */
  URIEL_FILL_FORM = 4,     /* the answers to a form, each on a line that ends in CR LF */
  URIEL_FILL_RANGE = 5,    /* FIRST "-" LAST, from the reply with URIEL_USE_RANGE */
  URIEL_FILL_USER = 6      /* the user's name */
} uriel_fill;
URIEL_API const char *uriel_fill_name(uriel_fill fill);

/* What a reply leads to. The values are fixed for ever. */
typedef enum uriel_action {
  URIEL_ACTION_STEP = 1,        /* continue at the step `to` */
  URIEL_ACTION_AGAIN = 2,       /* wait for another reply at the same step */
  URIEL_ACTION_REDIRECT = 3,    /* the reply names another URI: plan that one */
  URIEL_ACTION_CREDENTIALS = 4, /* the server wants a user name and a password */
  URIEL_ACTION_ABSENT = 5,      /* failure: the server does not have the object */
  URIEL_ACTION_REFUSED = 6,     /* failure: the server refuses */
  URIEL_ACTION_LATER = 7        /* failure: a later attempt may succeed */
} uriel_action;
URIEL_API const char *uriel_action_name(uriel_action action);

/* The first branch of a step that matches the reply decides. Without one, a reply with a code in the
 * step's `text`, and any reply if that has no code, leads to the next step; any other reply is a
 * failure. A branch that was taken does not match again, except with AGAIN. The plan ends after its
 * step number `step_count`. */
typedef struct uriel_branch {
  const char *codes; /* codes, or the first digits of codes, with a space between two */
  const char *reply; /* the text after the code starts with this, in any case; "": any text */
  uriel_action action;
  size_t to; /* STEP: counted from 1; otherwise 0 */
} uriel_branch;

typedef struct uriel_step {
  uriel_step_kind kind;
  uriel_text text;
  uriel_text host; /* CONNECT: decoded, an IPv6 address without brackets */
  uint16_t port;   /* CONNECT: 0 if the reply before it has the port */
  uriel_transport transport;
  bool data;             /* on ftp's data connection, not on the control connection */
  bool secret;           /* `text` contains a password */
  bool inside;           /* CONNECT: TLS in the tunnel that is already open, not a new connection */
  const char *note;      /* the reason, or the expected reply, in words; or "" */
  uriel_reply_form form; /* EXPECT, INTERACT: what the server sends, */
  uriel_reply_use use;   /* and its use */
  uriel_fill fill;       /* SEND, ASK: what to add to `text`, */
  const char *after;     /* and what to send after that; or "" */
  const uriel_branch *branches; /* EXPECT; in the array of the plan */
  size_t branch_count;
  uriel_text bytes; /* REQUEST: the message, without headers of datagrams; or undefined */
  /* REQUEST of a WAIS document: the places in `bytes` of two numbers with ten digits, its first byte
   * wanted and the byte after the last, to be replaced for each piece; and its length, or 0. */
  size_t first, last;
  uint64_t length;
} uriel_step;

/* An undefined text means the default, which its comment gives. */
typedef struct uriel_plan_options {
  const uriel_registry *registry; /* NULL: none */
  const uriel_ref *previous;      /* fetched just before, on a connection that is still open */
  uriel_text proxy;               /* host or host:port of an HTTP proxy (port 8080), */
  uriel_text https_proxy;         /* the same for https and wss: `proxy` */
  uriel_text no_proxy;            /* except for these hosts and names that end in ".HOST", with commas
                                     between; "*": every host */
  uriel_text mail_address;        /* the password of anonymous ftp: "anonymous@" */
  uriel_text news_server;         /* host or host:port for news without one: "news" */
  uriel_text local_user;          /* rlogin: the user on this machine: "user" */
  uriel_text terminal;            /* rlogin: "xterm/38400" */
  uriel_text websocket_key;       /* 24 characters of base64 (RFC 6455, 4.1): the sample of RFC 6455 */
  uriel_text user_agent;          /* http: not sent */
  const uriel_text *fields;       /* http: more header fields, each "NAME: VALUE" */
  size_t field_count;
  bool persistent; /* http: without "Connection: close" (RFC 9112, 9.3) */
  bool head; /* what the server knows about the object, not the object: HEAD of http and nntp, MLST or
                SIZE and MDTM of ftp, "!" of Gopher+; no difference for file, afs and data */
} uriel_plan_options;

/* Steps point into `text` and the texts of the reference and the options: all of them must stay. */
typedef struct uriel_plan {
  uriel_step *steps; /* this and the next five are set by the caller */
  size_t step_capacity;
  char *text;
  size_t text_capacity;
  uriel_branch *branches; /* NULL: without branches, and without steps that only branches lead to */
  size_t branch_capacity;

  size_t step_count;
  size_t aside_count; /* steps after these, which only branches lead to */
  size_t branch_count;
  size_t text_len;
  unsigned warnings; /* enum uriel_warning_kind */
  /* The step at which to resume if the connection of `previous` is still open, counted from 1; 0 if a
   * new connection is needed. */
  size_t resume_step;
  const uriel_gateway *gateway; /* the gateway that the plan uses, or NULL */
  bool by_proxy;                /* the plan connects to the proxy */
} uriel_plan;

/* clang-format off */
enum uriel_plan_error {
  URIEL_ERROR_PLAN_NONE = 400, URIEL_ERROR_PLAN_UNKNOWN = 401, URIEL_ERROR_PLAN_UNDEFINED = 402,
  URIEL_ERROR_PLAN_BASE = 403, URIEL_ERROR_HOST_DECODED = 404, URIEL_ERROR_TEMPLATE = 405,
  URIEL_ERROR_PLAN_HEAD = 406, URIEL_ERROR_PLAN_SEARCH = 407, URIEL_ERROR_PLAN_FORM = 408
};
/* clang-format on */

/* Returns whether the reference has a plan, and fills `plan`, whose first six members must be set.
 * After BUFFER_TOO_SMALL, `step_count`, `text_len` and `branch_count` are capacities that are enough.
 * Fails with
 *
 *   - PLAN_NONE, PLAN_UNKNOWN or PLAN_UNDEFINED for schemes without plans, PLAN_BASE for a relative
 *     reference;
 *   - PLAN_HEAD for a reference that has no plan with `head`;
 *   - PART_MISSING or PART_NUMBER, `part` "port": there is no port to connect to;
 *   - HOST_DECODED: the host, decoded and with compatibility characters mapped to US-ASCII, contains a
 *     delimiter, white space or a control character;
 *   - PART_LINE_BREAK or PART_FORM, `part` "proxy", "mail address", "news server", "local user",
 *     "terminal", "WebSocket key", "user agent" or "header" (also PART_CHARACTER), at a place in that
 *     option. Options are checked first. The plan itself writes some fields, such as Host: PART_FORM;
 *   - TEMPLATE, at a place in the template of the gateway; or with `part` "gateway" and all of the
 *     reference, if the URI that the template makes has no plan;
 *   - errors of uriel_scheme_parts.
 *
 * The plan uses the registry's gateway for the scheme. Warnings are about the reference and the
 * gateway's server. After an error, `resume_step` and the counts and `text_len` are 0, except with
 * BUFFER_TOO_SMALL; `gateway` is the one tried; `warnings` is 0, except with HOST_REGISTRY and
 * HOST_DECODED: then it has the warnings about the reference, whose registry-based authority is split
 * under RFC 3986. */
URIEL_API bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                               uriel_error *error);

#endif

/* SPDX-License-Identifier: MIT */
/* uriel gateway: an HTTP server whose clients get what URIs of other schemes identify. Each request is
 * an exchange: the server reads the request and sends the answer, which another thread makes. */
#ifndef URIEL_CLI_GATEWAY_H
#define URIEL_CLI_GATEWAY_H

#include <pthread.h>

#include "cli/get/client.h"
#include "cli/shared/cli.h"
#include "cli/shared/general.h"
#include "reader/listing.h"

enum {
  GATEWAY_START = 1 << 16,   /* bytes of an answer before it is sent, unless it is shorter or slow */
  GATEWAY_MOST = 1 << 18,    /* bytes of an answer that wait for the client */
  GATEWAY_LINE = 1 << 16,    /* bytes of a line of a menu or a listing; a longer line is cut */
  GATEWAY_FORM = 1 << 16,    /* bytes of a form */
  GATEWAY_HEAD_SECONDS = 30, /* at most, for a request to arrive, and for the rest of an answer */
  GATEWAY_END_SECONDS = 2    /* for the threads that retrieve, at the end */
};

struct exchange;

struct gateway {
  struct general general;
  const char *listen, *schemes;
  struct buffer names; /* --name: array of const char * */
  struct client client;
  struct request request;
  size_t max_requests;

  uriel_address address; /* to listen at */
  uint16_t port;
  struct buffer offered;      /* array of uriel_text */
  struct buffer rules;        /* array of uriel_policy_rule */
  struct get_options options; /* for every exchange */
  pthread_mutex_t lock;       /* of the following */
  pthread_cond_t ended;       /* an exchange was retrieved */
  struct exchange *running;   /* the exchanges that are being retrieved, */
  size_t count;               /* and their number */
  bool is_stopping;
};

/* ---- Exchanges ---------------------------------------------------------------------------------- */

struct exchange {
  struct gateway *gateway;
  struct buffer target; /* of the request line */
  struct buffer own;    /* "http://127.0.0.1:8080": the gateway, as the client calls it */
  bool wants_html;      /* the client names text/html */

  bool is_proxied;   /* the request line has the URI itself: links have, too */
  struct buffer uri; /* that is asked for, or empty */

  unsigned status; /* from here to `length`: known if `is_ready` */
  struct buffer media_type, location;
  bool is_foreign; /* it is not a page of the gateway */
  bool varies;     /* with the media types that the client accepts */
  bool has_length;
  uint64_t length;
  char reason[512]; /* of a failure, for the log */

  pthread_mutex_t lock; /* of the following */
  pthread_cond_t changed;
  struct buffer data; /* of the answer; the first `taken` bytes were sent */
  size_t taken;
  bool is_ready;                  /* the answer begins */
  bool is_ended;                  /* all of it is in `data`, */
  bool is_broken;                 /* or the rest cannot be retrieved */
  bool is_abandoned;              /* nobody waits for it */
  unsigned holders;               /* the server, and the thread that retrieves */
  struct exchange *next, *before; /* in `running` */

  /* of the server */
  bool has_head; /* the header of the request has come */
  bool is_old;   /* of HTTP/1.0 */
  int fd;        /* of the connection */
  uint64_t sent;
  double start;
  char client[64], method[16];
};

struct exchange *exchange_new(struct gateway *gateway, const char *target);

/* Another holder; each releases it. */
void exchange_hold(struct exchange *exchange);
void exchange_release(struct exchange *exchange);

/* Appends to the answer. Once it is ready, waits until the client has taken enough. Returns false at
 * `until` of the clock, or if nobody waits for it. */
bool exchange_put(struct exchange *exchange, const char *data, size_t len, double until);

/* The header of the answer is known. */
void exchange_ready(struct exchange *exchange);

/* The answer is complete, or the rest cannot be retrieved. */
void exchange_end(struct exchange *exchange, bool whole);

/* Replaces the answer by a page. The answer is not ready yet. */
void exchange_page(struct exchange *exchange, unsigned status, const struct buffer *page);

/* Wait for the header: returns false if the gateway stops; and for bytes: returns how many, 0 at the
 * end, or -1 if the rest cannot be retrieved. */
bool exchange_wait(struct exchange *exchange);
ssize_t exchange_take(struct exchange *exchange, char *data, size_t capacity);

/* Nobody waits for the answer. */
void exchange_abandon(struct exchange *exchange);

/* ---- Targets ------------------------------------------------------------------------------------ */

enum target {
  TARGET_BAD,    /* not a target */
  TARGET_ABSENT, /* the gateway has no such page */
  TARGET_FRONT,  /* the page with a form, or what the form asks for */
  TARGET_ROBOTS, /* /robots.txt */
  TARGET_MOVED,  /* `uri` has another path at the gateway */
  TARGET_URI     /* `uri` is asked for */
};

/* Reads `target`; sets `uri` and `is_proxied`. */
enum target target_read(struct exchange *exchange);

/* Whether the gateway offers the scheme. */
bool target_offers(const struct gateway *gateway, uriel_text scheme);

/* Writes where the client finds a URI of an offered scheme: a path at the gateway, or the URI itself. */
void target_locate(const struct exchange *exchange, uriel_text uri, struct buffer *out);

/* Appends the value of an attribute that links to the URI. Returns false, without appending, if no link
 * may lead there, as to javascript. */
bool target_link(const struct exchange *exchange, uriel_text uri, struct buffer *out);

/* Whether `authority` is the gateway's, at the address where the client connected to it. */
bool target_is_own(const struct gateway *gateway, uriel_text authority, const uriel_address *address,
                   uint16_t port);

/* Whether `authority` is the authority of the asked URI. The port of the scheme can be left out. */
bool target_is_asked(const struct exchange *exchange, uriel_text authority);

/* ---- Pages -------------------------------------------------------------------------------------- */

/* Appends the beginning of a page, whose title is a URI or a sentence, and its end. */
void page_begin(const struct exchange *exchange, uriel_text title, struct buffer *out);
void page_end(struct buffer *out);

void page_string(struct buffer *out, const char *html);

/* Appends text, which is UTF-8 or else windows-1252. */
void page_text(struct buffer *out, uriel_text text);

/* Appends a link with the text as its label; only the label if no link may lead there. */
void page_link(const struct exchange *exchange, uriel_text uri, uriel_text label, struct buffer *out);

/* Answers with a page about an error, and keeps the reason for the log. */
void page_error(struct exchange *exchange, unsigned status, const char *reason);

/* Answers with a redirection to a URI of an offered scheme. */
void page_redirect(struct exchange *exchange, uriel_text uri);

/* ---- Forms -------------------------------------------------------------------------------------- */

/* Answers with the page of the gateway. */
void form_front(struct exchange *exchange);

/* Answers with the form of a search in the asked URI. */
void form_search(struct exchange *exchange);

/* Answers with the form of an item of Gopher+, which is an ASK block. */
void form_ask(struct exchange *exchange, uriel_text block);

/* Answers to a form that was filled in, with a redirection to the URI that it makes. */
void form_submitted(struct exchange *exchange, uriel_text query);

/* ---- Conversion --------------------------------------------------------------------------------- */

enum convert_kind {
  CONVERT_NOTHING, /* the object stays as it is */
  CONVERT_MENU,
  CONVERT_LISTING, /* of a folder (reader/listing.h) */
  CONVERT_LIST,    /* text/uri-list, with labels as comments */
  CONVERT_OVERVIEW,
  CONVERT_GROUPS,
  CONVERT_ARTICLE
};

/* A menu or a listing that becomes a page, line by line. Zero-initialise, then convert_begin. */
struct convert {
  struct buffer out; /* the page; the caller empties it */
  /* private */
  const struct exchange *exchange;
  enum convert_kind kind;
  uriel_ref base; /* the URI of the object */
  struct buffer line, folder, uri, label, scratch;
  struct listing listing;
  char primary;   /* the type of the last item that is not a redundant server */
  bool is_body;   /* of an article */
  unsigned links; /* to what the present field of an article refers */
};

enum convert_kind convert_kind_of(const struct exchange *exchange, const uriel_ref *ref,
                                  uriel_reply_use use);
void convert_begin(struct convert *convert, const struct exchange *exchange, enum convert_kind kind,
                   const uriel_ref *base);
void convert_take(struct convert *convert, const char *data, size_t len);
void convert_end(struct convert *convert);
void convert_free(struct convert *convert);

/* Replaces the content of `out` by the text of a header field with its encoded-words decoded. */
void words_decode(uriel_text text, struct buffer *out);

/* ---- Media types -------------------------------------------------------------------------------- */

/* Sets the media type of an object that begins with these bytes, or consists of them: `declared`, or
 * what the URI and the bytes imply. */
void type_find(struct buffer *type, const uriel_ref *ref, uriel_text declared, const char *data,
               size_t len, bool is_whole);

/* Whether scripts cannot be in objects of the type. */
bool type_is_inert(uriel_text type);

/* ---- Retrieval and the server -------------------------------------------------------------------- */

/* Begins to retrieve `uri`, in a thread. Answers with an error if there are too many exchanges. */
void fetch_start(struct exchange *exchange);

/* Returns NULL, with errno set, if the gateway cannot listen; sets `port`. server_watch closes
 * connections that take too long, and server_stop returns after the last exchange. */
struct server *server_start(struct gateway *gateway);
void server_watch(struct server *server);
void server_stop(struct server *server);

/* Prints the line of the log. */
void gateway_log(struct exchange *exchange);

#endif

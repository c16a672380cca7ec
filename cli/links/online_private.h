/* SPDX-License-Identifier: MIT */
/* Shared by the files of links to servers. */
#ifndef URIEL_CLI_LINKS_ONLINE_PRIVATE_H
#define URIEL_CLI_LINKS_ONLINE_PRIVATE_H

#include "online.h"

#define ONLINE_NOTHING UINT32_MAX

/* A URI without a fragment, which is asked for once. */
struct online_page {
  uriel_text uri;
  enum { ONLINE_NEW, ONLINE_HELD, ONLINE_ASKED, ONLINE_KNOWN } state;
  bool wants_body, is_cached, is_skipped;
  bool is_again;  /* it is asked for even if an earlier run has its answer */
  bool is_robots; /* it is asked for as a robots.txt, which no robots.txt disallows */
  uint32_t first; /* the first link that waits for it, or ONLINE_NOTHING */
  enum ask_outcome outcome;
  uriel_text code, message;
  uint32_t next;            /* REDIRECT: to that page, */
  uriel_text next_fragment; /* and that fragment, with "#" before it, or undefined */
  struct anchors *anchors;  /* of the body */
  uint32_t held;            /* the next page that waits for the same robots.txt */
};

/* A URI, perhaps with a fragment; or a robots.txt. */
struct online_link {
  uriel_text uri, fragment;
  uint32_t page, at; /* the first page, and the present one */
  uint32_t next;     /* the next link that waits for the present page */
  uint32_t origin;   /* of a robots.txt; or ONLINE_NOTHING */
  uriel_text wanted; /* the fragment of the present page, or undefined */
  size_t hops;
  enum ask_outcome outcome;
  enum online_fragment found;
};

struct online {
  const struct online_options *options;
  const struct buffer *named;
  const char *command;
  struct ask *ask;
  struct store *store;
  struct links *links; /* for anchors */
  struct texts uris;   /* of pages, by number */
  struct texts kept;   /* other texts that stay */
  struct texts names;  /* of origins, by number */
  struct online_page *pages;
  struct online_link *list;
  struct online_origin *origins;
  struct buffer ready;             /* uint32_t: links to visit */
  const struct ask_answer *answer; /* the present one, and */
  uint32_t answered;               /* its page */
  uint32_t *asked;                 /* pages, by their number for `ask` */
  size_t page_capacity, link_count, link_capacity, origin_capacity, asked_capacity;
  size_t max_redirects;
  uint64_t done;
  size_t anchors;                           /* bytes of the anchors of pages */
  struct buffer unsaved, unsaved_fragments; /* uint32_t: pages, and struct online_unsaved */
  double saved;                             /* the clock, when all was saved */
  struct buffer scratch, chain;
};

/* What a page was found to have. */
struct online_unsaved {
  uint32_t page;
  uriel_text fragment;
  enum online_fragment found;
};

/* Returns a copy that stays. */
uriel_text online_keep(struct online *online, uriel_text text);

/* Sets where a redirect leads to: a URI, perhaps with a fragment. */
void online_lead(struct online *online, uint32_t number, uriel_text uri);

/* An ask_options.fields: the fields of the user for the host of a URI. */
void online_fields(void *context, const uriel_ref *ref, uriel_text *fields, size_t capacity,
                   size_t *count);

bool online_has_secret(uriel_text uri);

void online_append_uri(struct buffer *out, uriel_text uri, uriel_text fragment);

/* Opens the file of answers, if there is one. Ends the program if that fails. */
void online_open(struct online *online);

/* Sets the answer of an earlier run, if there is one that is young enough. */
void online_recall(struct online *online, uint32_t number);

/* Returns what an earlier run found out: -1, or whether the page has the fragment. */
int64_t online_recall_fragment(struct online *online, const struct online_page *page,
                               uriel_text fragment);

/* Writes all that is not saved. This takes moments, so that other processes can write to the file. */
void online_save_all(struct online *online);

/* Reads the anchors of a body. */
void online_read_anchors(struct online *online, struct online_page *page,
                         const struct ask_answer *answer);

/* Looks for the fragment of a link in its page. Returns false if the body of the page is needed. */
bool online_find(struct online *online, struct online_link *link);

/* Frees the anchors of a page if the anchors of pages before it take much memory: if another link turns
 * out to lead to the page, it is asked for again. */
void online_forget(struct online *online, uint32_t number);

#endif

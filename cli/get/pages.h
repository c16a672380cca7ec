/* SPDX-License-Identifier: MIT */
/* Pages: documents that operands name by their URI, and that a client gets. */
#ifndef URIEL_CLI_PAGES_H
#define URIEL_CLI_PAGES_H

#include "cli/get/client.h"

/* Initialise with PAGES_DEFAULTS. The first two are set by options. */
struct pages_options {
  struct client client;
  struct request request;
  bool stays; /* as in struct get_options, as is the next one, which gets `context` */
  bool (*named)(void *context, const uriel_ref *ref);
  void *context;
};

#define PAGES_DEFAULTS                                                                                  \
  {                                                                                                     \
    .client = CLIENT_DEFAULTS(0) /* pages: 300 seconds */                                               \
  }

/* The table of options for a struct pages_options. In a build without get, where `pages_are_read` is
 * false, an option that is in the full build is an error. */
extern const struct option_spec pages_option_table[];
extern const bool pages_are_read;

/* The end of a program that is asked for a page, or for an option of it, in a build without get. */
void pages_off(const char *command) __attribute__((noreturn));
option_call pages_option_off;
#define PAGES_OPTION_OFF(name, value)                                                                   \
  {                                                                                                     \
    0, name, value, NULL, OPTION_CALL, .to = 0, .call = pages_option_off                                \
  }

/* Valid until the next page. */
struct page {
  int fd;                 /* a file at the first byte of the document: for http, of the header */
  const char *media_type; /* for links_request; or NULL */
  const char *name;       /* the last segment of the path; or NULL */
  uriel_text retrieval;   /* the URI that it was retrieved from, after redirects (RFC 3986, 5.1.3) */
  uint64_t body, length;  /* the offset of the body in the file, and its bytes */
  const struct get_result *result;
};

/* Keeps the bytes of one page at a time, in a temporary file. */
struct pages;

/* Ends the program if it cannot create the client or a temporary file. The options have to stay. */
struct pages *pages_new(struct pages_options *options, const char *command);
void pages_free(struct pages *pages);

/* Gets the page of a URI, which is read leniently. Returns NULL, or the reason why that fails; then only
 * `result` is set. */
const char *pages_get(struct pages *pages, uriel_text uri, struct page *page);

/* The same with fields of http: "NAME: VALUE". */
const char *pages_ask(struct pages *pages, uriel_text uri, const uriel_text *fields, size_t count,
                      struct page *page);

#endif

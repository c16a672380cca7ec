/* SPDX-License-Identifier: MIT */
/* The options of requests, which uriel plan shows and uriel get sends. */
#ifndef URIEL_CLI_REQUEST_H
#define URIEL_CLI_REQUEST_H

#include "cli/shared/general.h"
#include "uriel_plan.h"

/* Zero-initialise. */
struct request {
  uriel_plan_options plan;
  uriel_text words;       /* --words, or undefined */
  struct buffer answers;  /* array of uriel_text */
  struct buffer gateways; /* array of uriel_gateway; the text of the option starts with the scheme */
  uriel_registry registry;
};

/* Of a host: --proxy, --https-proxy and --news-server; also --websocket-key. The others: of a
 * struct request. */
option_call request_server, request_gateway, request_answer;

/* The rows of a table of options for a struct that has the member `request`: who asks, where requests
 * go, and all. */
/* clang-format off */
#define REQUEST_AGENT_OPTION(type)                                                                      \
  {0, "user-agent", "TEXT", "send this User-Agent (none)", OPTION_LINE,                                 \
   OPTION_TO(type, request.plan.user_agent)}
#define REQUEST_SERVERS(type)                                                                           \
  {0, "gateway", "SCHEME=TEMPLATE",                                                                     \
   "go to TEMPLATE for the URIs of SCHEME: a URI with\n{uri} {scheme} {host} {port} {path} {query}\n"   \
   "{nid} {nss} filled in, encoded; {+uri} as\nwritten; may be given several times",                    \
   OPTION_CALL, OPTION_TO(type, request), .call = request_gateway, .many = true},                       \
  {0, "proxy", "HOST[:PORT]", "go through this HTTP proxy (port 8080); also as\nhttp://HOST[:PORT]/",   \
   OPTION_CALL, OPTION_TO(type, request.plan.proxy), .call = request_server},                           \
  {0, "https-proxy", "HOST[:PORT]", "the same for https and wss, instead", OPTION_CALL,                 \
   OPTION_TO(type, request.plan.https_proxy), .call = request_server},                                  \
  {0, "no-proxy", "HOSTS", "but not for these hosts and the names that end in\nthem: a,b; \"*\": all",   \
   OPTION_LINE, OPTION_TO(type, request.plan.no_proxy)},                                                \
  {0, "mail-address", "ADDRESS", "the password of anonymous ftp (anonymous@)", OPTION_LINE,             \
   OPTION_TO(type, request.plan.mail_address)},                                                         \
  {0, "news-server", "HOST[:PORT]", "for news without a host (news)", OPTION_CALL,                      \
   OPTION_TO(type, request.plan.news_server), .call = request_server}
#define REQUEST_OPTIONS(type)                                                                           \
  {0, "words", "WORDS",                                                                                 \
   "search for WORDS: in a gopher index, a WAIS database\nor an http URI (\"?a+b\")",                   \
   OPTION_LINE, OPTION_TO(type, request.words)},                                                        \
  {0, "answer", "TEXT", "fill in a Gopher+ form; given once for each line", OPTION_CALL,                \
   OPTION_TO(type, request), .call = request_answer, .many = true},                                     \
  {0, "head", NULL,                                                                                     \
   "what the server knows about the object, not the\nobject: HEAD, MLST, \"!\" of Gopher+",             \
   OPTION_FLAG, OPTION_TO(type, request.plan.head)},                                                    \
  REQUEST_SERVERS(type),                                                                                \
  {0, "local-user", "NAME", "the local user, for rlogin (user)", OPTION_LINE,                           \
   OPTION_TO(type, request.plan.local_user)},                                                           \
  {0, "terminal", "TYPE/SPEED", "the terminal, for rlogin (xterm/38400)", OPTION_LINE,                  \
   OPTION_TO(type, request.plan.terminal)},                                                             \
  REQUEST_AGENT_OPTION(type)
/* clang-format on */

/* Ends the program if a text is not a header field, "NAME: VALUE". */
void request_check_field(uriel_text field, const char *command);

/* Appends header fields, as lines, that a client adds to the request of an http plan. */
typedef void request_adder(void *context, const uriel_ref *ref, const uriel_plan *plan,
                           struct buffer *fields);

/* Before uriel plan runs: it asks `add` for the fields of each plan. */
void plan_ask_for_fields(request_adder *add, void *context);

/* After the last option: checks the answers, and the fields of --header. */
void request_ready(struct request *request, const struct general *general, const char *command);

/* Whether a URI is replaced: --words or --answer. */
static inline bool request_asks(const struct request *request)
{
  return request->words.ptr || request->answers.len > 0;
}

/* Replaces the reference by the URI of the search or of the filled-in form, in `out`, if one is asked
 * for. Returns false, with the record invalid, if that is not possible. */
bool request_ask(const struct request *request, struct record *record, uriel_ref *ref,
                 struct buffer *out);

#endif

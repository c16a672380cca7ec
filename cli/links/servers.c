/* SPDX-License-Identifier: MIT */
/* uriel links --check --online: what servers say of links. */
#include "run.h"
#include "uriel_site.h"

/* Whether two URIs belong to one registrable domain, or to one host without one. */
static bool servers_same_site(uriel_text a, uriel_text b)
{
  enum { PRIVATE = URIEL_SUFFIX_PRIVATE };
  uriel_ref first, second;
  if (!uriel_parse(&first, a.ptr, a.len, NULL) || !uriel_parse(&second, b.ptr, b.len, NULL))
    return false;
  const uriel_text host = uriel_host(&first), other = uriel_host(&second);
  const uriel_text site = uriel_host_site(host, NULL, PRIVATE);
  return text_same(site.ptr ? site : host, site.ptr ? uriel_host_site(other, NULL, PRIVATE) : other);
}

static enum check_problem servers_problem(const struct online_result *result)
{
  static const enum check_problem problems[ASK_OUTCOME_COUNT] = {[ASK_FOUND] = CHECK_NONE,
                                                                 [ASK_REDIRECT] = CHECK_REDIRECTS,
                                                                 [ASK_STATUS] = CHECK_STATUS,
                                                                 [ASK_NAME] = CHECK_HOST,
                                                                 [ASK_CONNECTION] = CHECK_CONNECTION,
                                                                 [ASK_TIME] = CHECK_TIME,
                                                                 [ASK_CERTIFICATE] = CHECK_CERTIFICATE,
                                                                 [ASK_FAILED] = CHECK_REQUEST,
                                                                 [ASK_NOT_ASKED] = CHECK_UNASKED};
  if (result->outcome == ASK_FOUND && result->fragment == ONLINE_LACKS)
    return CHECK_FRAGMENT;
  return result->is_skipped ? CHECK_NONE : problems[result->outcome];
}

void servers_ready(struct links_run *run)
{
  struct pages_options *const pages = &run->online;
  if (run->general.header && run->general.form != RENDER_TSV)
    die_usage("links", "--header goes with --tsv, or takes \"HOST NAME: VALUE\"");
  if (run->fixes == LINKS_FIX_REDIRECTS && !run->servers.is_on)
    die_usage("links", "--fix=redirects needs --online: servers know where links lead");
  run->servers.client = pages;
  online_ready(&run->servers, &run->general, "links");
  if (run->servers.is_on)
    client_read_settings(&pages->request, "links");
}

void servers_check(struct links_run *run)
{
  static const char loop[] = "the servers redirect more often than --max-redirects allows";
  struct buffer named = {0};
  size_t count;
  struct check_remote *const remotes = check_remotes(run->check, &count);
  if (count == 0)
    return;
  if (run->base) {
    const uriel_text base = uriel_text_of(run->base);
    buffer_append(&named, &base, sizeof base);
  }
  struct online *const online = online_new(&run->servers, &named, "links");
  for (size_t i = 0; i < count; i++)
    online_add(online, remotes[i].uri);
  online_run(online, &run->progress);
  for (size_t i = 0; i < count; i++) {
    struct check_remote *const remote = &remotes[i];
    struct online_result result;
    online_result(online, (uint32_t)i, &result);
    remote->problem = servers_problem(&result);
    remote->message = result.outcome == ASK_REDIRECT ? uriel_text_of(loop) : result.message;
    remote->status = result.code;
    remote->chain = result.chain;
    remote->is_unchecked = result.outcome == ASK_FOUND && result.fragment == ONLINE_UNKNOWN;
    const bool moves = run->fixes == LINKS_FIX_REDIRECTS && !remote->problem && result.moved.ptr &&
                       (run->crosses_sites || servers_same_site(remote->uri, result.moved));
    if (moves) {
      remote->moved = result.moved;
      remote->problem = CHECK_MOVED;
    }
  }
  /* The texts stay to the end of the run. */
}

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
    remote->problem = online_problem(&result);
    remote->message = result.message;
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

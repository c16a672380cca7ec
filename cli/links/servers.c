/* SPDX-License-Identifier: MIT */
/* uriel links --check --online: what servers say of links. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/sorter.h"
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
  if (run->servers.is_offline && !pages->client.cache)
    die_usage("links", "--offline needs the answers of earlier runs: --cache=FILE");
  if (run->servers.is_on)
    client_read_settings(&pages->request, "links");
}

/* A page in the file of pages. */
struct servers_page {
  uint64_t at, len;
  char *media_type, *name; /* or NULL */
  uriel_text retrieval;
};

static struct {
  int fd, again;      /* the file of pages; a file for one of them */
  uint64_t len;       /* of the file of pages */
  struct buffer list; /* struct servers_page */
} servers_pages = {.fd = -1, .again = -1};

static char *servers_copy(const char *text)
{
  char *const copy = text ? strdup(text) : NULL;
  if (text && !copy)
    die_memory();
  return copy;
}

/* Copies bytes from one file to another; ends the program if that fails. Returns how many. */
static uint64_t servers_move(int from, uint64_t begin, uint64_t len, int to, uint64_t at)
{
  static char block[64 * 1024];
  uint64_t done = 0;
  for (ssize_t got = 1; done < len && got > 0; done += got > 0 ? (uint64_t)got : 0) {
    const uint64_t left = len - done;
    got = pread(from, block, left < sizeof block ? (size_t)left : sizeof block, (off_t)(begin + done));
    if (got < 0 || pwrite(to, block, (size_t)got, (off_t)(at + done)) != got)
      die(STATUS_IO, "cannot write a temporary file in %s: %s. TMPDIR names another folder",
          spill_folder(), strerror(errno));
  }
  return done;
}

void servers_keep_page(struct links_run *run, const struct page *page)
{
  bool is_new;
  static struct texts uris;
  const uint32_t uri = texts_number(&uris, page->retrieval, &is_new);
  struct servers_page kept = {.at = servers_pages.len,
                              .media_type = servers_copy(run->media_type),
                              .name = servers_copy(page->name),
                              .retrieval = uris.of[uri]};
  const off_t begin = lseek(page->fd, 0, SEEK_CUR);
  if (!run->servers.is_on)
    die_usage("links", "a page is checked with --online: %s", run->file);
  if (servers_pages.fd < 0 && ((servers_pages.fd = spill_make(spill_folder())) < 0 ||
                               (servers_pages.again = spill_make(spill_folder())) < 0))
    die(STATUS_IO, "cannot create a temporary file in %s: %s. TMPDIR names another folder",
        spill_folder(), strerror(errno));
  kept.len = servers_move(page->fd, (uint64_t)begin, UINT64_MAX, servers_pages.fd, kept.at);
  servers_pages.len += kept.len;
  check_page(run->check, run->file, kept.retrieval,
             (uint32_t)ARRAY_COUNT(struct servers_page, servers_pages.list));
  buffer_append(&servers_pages.list, &kept, sizeof kept);
}

void servers_read_page(void *context, const char *shown, uint32_t page, uriel_text retrieval)
{
  struct links_run *const run = context;
  const struct servers_page *const kept = &ARRAY_OF(struct servers_page, servers_pages.list)[page];
  const char *const kind = run->media_type;
  const int fd = servers_pages.again;
  servers_move(servers_pages.fd, kept->at, kept->len, fd, 0);
  if (ftruncate(fd, (off_t)kept->len) != 0 || lseek(fd, 0, SEEK_SET) != 0)
    die(STATUS_IO, "cannot read %s: %s", shown, strerror(errno));
  run->file = shown;
  run->media_type = kept->media_type;
  run->is_page = true;
  if (!links_read_fd(run, fd, kept->name, retrieval))
    die_memory();
  run->is_page = false;
  run->media_type = kind;
}

void servers_check(struct links_run *run)
{
  struct buffer named = {0};
  size_t count, skipped = 0;
  struct check_remote *const remotes = check_remotes(run->check, &count);
  if (count == 0)
    return;
  if (run->base) {
    const uriel_text base = uriel_text_of(run->base);
    buffer_append(&named, &base, sizeof base);
  }
  for (size_t i = 0; i < ARRAY_COUNT(struct servers_page, servers_pages.list); i++)
    buffer_append(&named, &ARRAY_OF(struct servers_page, servers_pages.list)[i].retrieval,
                  sizeof(uriel_text));
  struct online *const online = online_new(&run->servers, &named, "links");
  for (size_t i = 0; i < count; i++)
    online_add(online, remotes[i].uri);
  online_run(online, &run->progress);
  buffer_free(&named);
  for (size_t i = 0; i < count; i++) {
    struct check_remote *const remote = &remotes[i];
    struct online_result result;
    online_result(online, (uint32_t)i, &result);
    remote->problem = online_problem(&result);
    remote->message = result.message;
    remote->status = result.code;
    remote->chain = result.chain;
    remote->page = result.page;
    remote->fragment = result.wanted;
    remote->is_unchecked = result.outcome == ASK_FOUND && result.fragment == ONLINE_UNKNOWN;
    const bool has_moved = run->fixes == LINKS_FIX_REDIRECTS && !remote->problem && result.moved.ptr &&
                           !remote->is_remapped;
    const bool crosses =
        has_moved && !run->crosses_sites && !servers_same_site(remote->uri, result.moved);
    skipped += crosses;
    if (has_moved && !crosses) {
      remote->moved = result.moved;
      remote->problem = CHECK_MOVED;
    }
  }
  run->answers = online;
  if (skipped && !run->general.silent)
    message("note: %zu redirect%s to another site: see --fix-across-sites", skipped,
            skipped == 1 ? " leads" : "s lead");
}

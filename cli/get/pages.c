/* SPDX-License-Identifier: MIT */
#include "pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/sorter.h"
#include "cli/shared/cli.h"
#include "get.h"
#include "uriel_scheme.h"

enum { PAGES_HEAD = HTTP_HEAD + 2 /* an empty line, which the header may lack */ };

struct pages {
  struct get *get;
  struct get_result result;
  int fd;
  uint64_t len; /* of the body, which is after PAGES_HEAD bytes for the header */
  struct reading_room room;
  const struct pages_options *options;
  const uriel_text *fields; /* of the present request */
  size_t field_count;
  struct buffer head, name;
};

static bool pages_write(int fd, const char *data, size_t len, uint64_t at, struct get_failure *failure)
{
  while (len > 0) {
    const ssize_t put = pwrite(fd, data, len, (off_t)at);
    if (put < 0 && errno != EINTR)
      return get_fail(failure, GET_FAILED,
                      "cannot write a temporary file in %s: %s. TMPDIR names another folder",
                      spill_folder(), strerror(errno));
    const size_t written = put > 0 ? (size_t)put : 0;
    data += written;
    len -= written;
    at += written;
  }
  return true;
}

static bool pages_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  struct pages *const pages = context;
  const uint64_t at = PAGES_HEAD + pages->len;
  pages->len += len;
  return pages_write(pages->fd, data, len, at, failure);
}

static void pages_adapt(void *context, const uriel_ref *ref, uriel_plan_options *plan)
{
  const struct pages *const pages = context;
  (void)ref;
  plan->fields = pages->fields;
  plan->field_count = pages->field_count;
}

static bool pages_named(void *context, const uriel_ref *ref)
{
  const struct pages *const pages = context;
  return pages->options->named(pages->options->context, ref);
}

static void pages_note(void *context, const char *text)
{
  (void)context;
  message("note: %s", text);
}

struct pages *pages_new(struct pages_options *options, const char *command)
{
  struct pages *const pages = calloc(1, sizeof *pages);
  if (!pages)
    die_memory();
  client_read_settings(&options->request, command);
  struct get_options client = client_options(&options->client, &options->request);
  client.object = pages_object;
  client.login = netrc_find;
  client.ask = options->stays ? NULL : prompt_ask; /* not for each page of a site */
  client.note = pages_note;
  client.adapt = pages_adapt;
  client.stays = options->stays;
  client.named = options->named ? pages_named : NULL;
  client.context = pages;
  pages->options = options;
  pages->get = client_start(&client, command);
  pages->fd = spill_make(spill_folder());
  if (pages->fd < 0)
    die(STATUS_IO, "cannot create a temporary file in %s: %s. TMPDIR names another folder",
        spill_folder(), strerror(errno));
  return pages;
}

void pages_free(struct pages *pages)
{
  if (!pages)
    return;
  get_free(pages->get);
  get_result_free(&pages->result);
  close(pages->fd);
  reading_room_free(&pages->room);
  buffer_free(&pages->head);
  buffer_free(&pages->name);
  free(pages);
}

/* Puts the header of the response before the body, without the coding of the transfer, which is undone.
 */
static bool pages_head(struct pages *pages, struct get_failure *failure)
{
  static const char transfer[] = "Transfer-Encoding:";
  struct buffer *const head = &pages->head;
  uriel_text rest = buffer_text(&pages->result.header), line;
  head->len = 0;
  while (uriel_list_next(&rest, &line, '\n'))
    if (line.len > 1 && !(line.len >= sizeof transfer - 1 &&
                          strncasecmp(line.ptr, transfer, sizeof transfer - 1) == 0)) {
      buffer_append(head, line.ptr, line.len);
      buffer_append(head, "\n", 1);
    }
  buffer_append(head, "\r\n", 2);
  return pages_write(pages->fd, head->ptr, head->len, PAGES_HEAD - head->len, failure);
}

const char *pages_get(struct pages *pages, uriel_text uri, struct page *page)
{
  return pages_ask(pages, uri, NULL, 0, page);
}

const char *pages_ask(struct pages *pages, uriel_text uri, const uriel_text *fields, size_t count,
                      struct page *page)
{
  const struct reading reading = {.spec = URIEL_SPEC_LENIENT, .room = &pages->room};
  struct get_result *const result = &pages->result;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_ref ref;
  *page = (struct page){.fd = -1, .result = result};
  result->failure = (struct get_failure){.status = GET_DONE};
  result->code[0] = '\0';
  result->chain.len = result->header.len = 0;
  result->retry_after = 0;
  pages->fields = fields;
  pages->field_count = count;
  pages->len = 0;
  if (ftruncate(pages->fd, 0) != 0)
    return strerror(errno);
  if (!reading_parse(&reading, &ref, uri, &error) ||
      (!get_fetch(pages->get, &ref, result, &error) && error.code != URIEL_ERROR_NONE))
    return uriel_error_message(error.code);
  const bool is_http = result->header.len > 0;
  if (result->failure.status == GET_DONE && is_http)
    pages_head(pages, &result->failure);
  const uint64_t begin = PAGES_HEAD - (is_http ? pages->head.len : 0);
  if (result->failure.status != GET_DONE || lseek(pages->fd, (off_t)begin, SEEK_SET) < 0)
    return result->failure.message;
  *page = (struct page){.fd = pages->fd,
                        .media_type = "message/http",
                        .retrieval = buffer_text(&result->target),
                        .body = PAGES_HEAD,
                        .length = pages->len,
                        .result = result};
  if (is_http)
    return NULL;
  buffer_append(&result->media_type, "", 1);
  page->media_type = result->media_type.len > 1 ? result->media_type.ptr : NULL;
  if (uriel_parse(&ref, page->retrieval.ptr, page->retrieval.len, NULL)) {
    const uriel_text path = uriel_path(&ref);
    const char *const slash = path.len > 0 ? memrchr(path.ptr, '/', path.len) : NULL;
    const size_t skip = slash ? (size_t)(slash + 1 - path.ptr) : 0;
    buffer_put(&pages->name, path.ptr + skip, path.len - skip);
    buffer_append(&pages->name, "", 1);
    page->name = pages->name.len > 1 ? pages->name.ptr : NULL;
  }
  return NULL;
}

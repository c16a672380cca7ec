/* SPDX-License-Identifier: MIT */
/* Documents of all kinds. The first byte selects the document's name and the size of the pieces in which
 * it is read. The events do not depend on the pieces. They are nested by document and counted, every
 * target has a scheme, lenient reading loses no target, and the last anchor leads to a part. */
#include "links/links.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

struct feed {
  const char *data;
  size_t left, piece;
};

struct told {
  unsigned depth;
  uint64_t documents, references, targets, errors, hash;
  uint64_t open[128]; /* number of events so far, for each open document */
  unsigned flags;     /* of the file */
  char anchor[64];    /* the last one, or "" */
};

static ssize_t feed_read(void *context, char *data, size_t capacity)
{
  struct feed *feed = context;
  size_t len = feed->left < capacity ? feed->left : capacity;
  if (len > feed->piece)
    len = feed->piece;
  if (len)
    memcpy(data, feed->data, len);
  feed->data += len;
  feed->left -= len;
  return (ssize_t)len;
}

static void told_add(struct told *told, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    told->hash = (told->hash ^ (unsigned char)text.ptr[i]) * 1099511628211U;
  told->hash = (told->hash ^ (text.ptr != NULL)) * 1099511628211U;
}

static bool told_begin(void *context, const struct links_document *document)
{
  struct told *told = context;
  fuzz_must(document->number == ++told->documents, "documents are numbered as they begin");
  fuzz_must(document->parent < document->number, "what a document is in begins before it");
  fuzz_must(document->part.ptr != NULL && document->kind != NULL, "a document has a part and a kind");
  fuzz_must(told->depth < 128, "documents in documents have a limit");
  fuzz_must((document->base.ptr == NULL) == (document->base_source == LINKS_BASE_NONE),
            "a base comes from somewhere");
  told->open[told->depth++] = 0;
  told->flags = document->number == 1 ? document->flags : told->flags;
  told_add(told, document->part);
  told_add(told, document->base);
  return true;
}

static bool told_reference(void *context, const struct links_reference *reference)
{
  struct told *told = context;
  fuzz_must(told->depth > 0, "a reference comes between begin and end");
  fuzz_must(reference->ordinal == ++told->open[told->depth - 1], "references are counted");
  uriel_ref ref;
  if (reference->target.ptr)
    fuzz_must(uriel_parse(&ref, reference->target.ptr, reference->target.len, NULL) &&
                  uriel_scheme(&ref).ptr,
              "a target has a scheme");
  fuzz_must(reference->is_invalid == (reference->error && !reference->target.ptr),
            "an invalid reference has no target");
  fuzz_must(reference->read == URIEL_READ_EXACT || (reference->original.ptr && reference->cleaned.ptr),
            "a reference that is read otherwise keeps its text");
  told->references++;
  told->targets += reference->target.ptr != NULL;
  told_add(told, reference->raw);
  told_add(told, reference->cleaned);
  told_add(told, reference->normal);
  told_add(told, reference->part);
  told_add(told, reference->relation);
  return true;
}

static bool told_error(void *context, const struct links_error *error)
{
  struct told *told = context;
  fuzz_must(told->depth > 0 && error->code && error->message.len > 0,
            "an error has a code and says why");
  told->errors++;
  told_add(told, error->message);
  return true;
}

static bool told_end(void *context, const struct links_end *end)
{
  struct told *told = context;
  fuzz_must(told->depth > 0, "an end has its begin");
  fuzz_must(end->references == told->open[--told->depth],
            "the end knows how many references there were");
  told_add(told, uriel_text_of(end->status));
  return true;
}

static bool told_anchor(void *context, uriel_text name)
{
  struct told *told = context;
  fuzz_must(told->depth == 1 && name.len > 0, "an anchor is of the file");
  told_add(told, name);
  const bool fits = name.len < sizeof told->anchor && !memchr(name.ptr, 0, name.len);
  memcpy(told->anchor, name.ptr, fits ? name.len : 0);
  told->anchor[fits ? name.len : 0] = '\0';
  return true;
}

/* Names that suggest a kind; "" leaves the kind to the content. */
static const char *const names[] = {
    "",       "a.html", "a.xml",      "a.css", "a.eml",  "a.mbox",  "a.warc", "a.txt", "a.svg", "a.md",
    "a.atom", "a.rss",  "robots.txt", "a.mht", "a.http", "a.xhtml", "a.wacz", "a.br",  "a.uris"};

static struct told told_of(const char *name, uriel_text text, size_t piece, uriel_spec spec,
                           struct links_part *part)
{
  const struct links_limits limits = {
      .whole = (size_t)1024 * 1024, .depth = 100, .spec = spec, .anchors = true};
  struct links *links = links_new(&limits);
  struct feed feed = {text.ptr, text.len, piece};
  struct told told = {0};
  const struct links_request request = {.read = feed_read,
                                        .context = &feed,
                                        .name = *name ? name : NULL,
                                        .retrieval = uriel_text_of("http://h.example/a/b"),
                                        .part = part};
  const struct links_sink sink = {&told,       told_begin, told_reference, told_error, told_end,
                                  told_anchor, NULL};
  fuzz_must(links != NULL, "there is memory");
  const enum links_result result = links_read(links, &request, &sink);
  fuzz_must(result == LINKS_READ || (result == LINKS_ENDED && part && part->is_found), "all is read");
  fuzz_must(result == LINKS_ENDED || (told.depth == 0 && told.documents > 0), "each begin has its end");
  links_free(links);
  return told;
}

/* The part of the last anchor, if the document has no errors, is the same however it is cut. */
static void check_part(const char *name, uriel_text text, size_t piece, const struct told *whole)
{
  const uriel_text anchor = uriel_text_of(whole->anchor);
  struct links_part part = {.fragment = anchor, .decoded = anchor}, cut = part;
  if (!anchor.len || (whole->flags & (KIND_LINES | KIND_ROWS)))
    return;
  told_of(name, text, SIZE_MAX, URIEL_SPEC_LENIENT, &part);
  told_of(name, text, piece, URIEL_SPEC_LENIENT, &cut);
  fuzz_must(part.fit != LINKS_FIT_NOT && (part.is_found || whole->errors), "an anchor has a part");
  fuzz_must(part.begin <= part.end && part.is_found == cut.is_found && part.begin == cut.begin &&
                part.end == cut.end,
            "a part does not depend on the pieces");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  const char *name = names[data[0] % (sizeof names / sizeof *names)];
  const uriel_text text = fuzz_text(data + 1, size - 1);
  const struct told whole = told_of(name, text, SIZE_MAX, URIEL_SPEC_LENIENT, NULL);
  const struct told cut = told_of(name, text, 1 + data[0] / 16, URIEL_SPEC_LENIENT, NULL);
  const struct told strict = told_of(name, text, SIZE_MAX, URIEL_SPEC_RFC3986, NULL);
  fuzz_must(whole.documents == cut.documents && whole.references == cut.references &&
                whole.errors == cut.errors && whole.hash == cut.hash,
            "the events are the same however a document is cut");
  fuzz_must(strict.references == whole.references && strict.targets <= whole.targets,
            "lenient reading finds the same references, and loses no target");
  check_part(name, text, 1 + data[0] / 16, &whole);
  text_free(text);
  return 0;
}

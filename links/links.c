/* SPDX-License-Identifier: MIT */
/* Reads documents and reports their references: chooses the reader of each document, and does the work
 * before and after it. */
#include "links.h"

#include <errno.h>
#include <string.h>

#include "base/budget.h"
#include "entity.h"
#include "reader/decode.h"

enum { LINKS_WHOLE = 64 * 1024 * 1024, LINKS_DEPTH = 100, LINKS_ENCODINGS = 4 };

const char *links_base_name(enum links_base base)
{
  static const char *const names[] = {
#define LINKS_BASE_NAME(constant, name) name,
      LINKS_BASES(LINKS_BASE_NAME)
#undef LINKS_BASE_NAME
  };
  return names[base];
}

struct links *links_new(const struct links_limits *limits)
{
  struct links *links = budget_take_zeros(1, sizeof *links);
  if (!links)
    return NULL;
  links->limits = *limits;
  links->limits.whole = limits->whole ? limits->whole : LINKS_WHOLE;
  links->limits.depth = limits->depth ? limits->depth : LINKS_DEPTH;
  links->rule = (struct work_rule){.spec = limits->spec,
                                   .to_uri = limits->to_uri,
                                   .no_normal = limits->no_normal,
                                   .compare = limits->compare || limits->spec == URIEL_SPEC_WHATWG};
  if (limits->spec == URIEL_SPEC_URL_1997 || limits->spec == URIEL_SPEC_URI_2003) {
    links->rule.old = limits->spec;
    links->rule.compare = false;
  }
  return links;
}

static void links_entity_free(struct entity *entity)
{
  source_free(&entity->source);
  buffer_free(&entity->retrieval);
  buffer_free(&entity->base);
  buffer_free(&entity->before);
  buffer_free(&entity->part);
  buffer_free(&entity->media_type);
  budget_give(entity);
}

/* Clears everything between files, so that the memory for a file does not depend on the previous one. */
static void links_clear(struct links *links)
{
  while (links->spare) {
    struct entity *entity = links->spare;
    links->spare = entity->parent;
    links_entity_free(entity);
  }
  work_free(&links->work);
  buffer_free(&links->cleaned);
  buffer_free(&links->codebase);
  buffer_free(&links->message);
}

void links_free(struct links *links)
{
  if (!links)
    return;
  links_clear(links);
  budget_give(links);
}

/* ---- Entities --------------------------------------------------------------------------------- */

struct entity *links_entity(struct links *links, struct entity *parent)
{
  struct entity *entity = links->spare;
  if (entity)
    links->spare = entity->parent;
  else
    entity = budget_take_zeros(1, sizeof *entity);
  if (!entity) {
    links->no_memory = true;
    links->over = budget_exceeded();
    return NULL;
  }
  const struct entity fresh = {.links = links,
                               .parent = parent,
                               .source = entity->source,
                               .retrieval = entity->retrieval,
                               .base = entity->base,
                               .before = entity->before,
                               .part = entity->part,
                               .media_type = entity->media_type,
                               .status = "done"};
  *entity = fresh;
  entity->retrieval.len = entity->base.len = entity->part.len = entity->media_type.len = 0;
  links->depth++;
  return entity;
}

void links_entity_done(struct entity *entity)
{
  struct links *links = entity->links;
  if (entity->begun && !entity->ended && links->over) {
    entity->status = "too large";
    links->over = links->no_memory = links_entity_end(entity);
  }
  entity_errors_end(entity, false);
  source_shrink(&entity->source);
  links->depth--;
  entity->parent = links->spare;
  links->spare = entity;
}

bool links_entity_end(struct entity *entity)
{
  const struct links_sink *sink = entity->links->sink;
  if (!entity_begin(entity))
    return false;
  entity->ended = true;
  const struct links_end end = {.status = entity->status,
                                .note = entity->note,
                                .size = source_position(&entity->source),
                                .references = entity->references,
                                .errors = entity->errors};
  struct budget_share *const share = budget_enter(NULL);
  const bool more = entity_errors_end(entity, true) && (!sink->end || sink->end(sink->context, &end));
  budget_enter(share);
  return more;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

bool read_binary(struct entity *entity)
{
  entity->status = "binary";
  return true;
}

/* A read error: keeps the references found so far. The next run tries again. */
static bool links_unreadable(struct entity *entity)
{
  if (entity->source.error == ENOMEM)
    return entity_no_memory(entity);
  if (entity->source.error == EFBIG)
    return entity_over(entity);
  entity->status = "unreadable";
  return entity_error(entity,
                      entity->source.error == E2BIG ? "compressed-too-far" : "document-unreadable", 0, 0,
                      "%s", source_reason(entity->source.error));
}

static bool links_read_kind(struct entity *entity, const struct kind *kind)
{
#define LINKS_READER(constant, family, reader, ...) [KIND_##constant] = read_##reader,
  static entity_reader *const readers[KIND_COUNT] = {KINDS(LINKS_READER)};
  entity->document.kind = kind_name(kind);
  entity->document.format = kind->format;
  entity->document.flags = kind->flags;
  const char *const lacking = decoder_lacks(kind->format, entity->name);
  const bool good = lacking ? entity_lacks(entity, lacking) : readers[kind->id](entity);
  return good && entity->source.error ? links_unreadable(entity) : good;
}

struct links_layer {
  struct source compressed;
  struct decoder *decoder;
  struct links_range *range; /* of the file; or NULL */
};

/* Undoes a compression: replaces the entity's source by a decoder that reads from it. */
static bool links_decode(struct entity *entity, const char *encoding, struct links_layer *layer)
{
  struct links_range *const range = entity_is_file(entity) ? entity->links->request->range : NULL;
  layer->compressed = entity->source;
  layer->decoder = decoder_new(encoding, &layer->compressed, &entity->links->measure);
  if (!layer->decoder)
    return entity_no_memory(entity);
  entity->source = (struct source){0};
  source_start(&entity->source, decoder_read, layer->decoder);
  entity->document.encoding = encoding;
  layer->range = range;
  if (range)
    decoder_limit(layer->decoder, range->limit);
  return true;
}

/* Returns the name that determines the kind: the name of the file, or "robots.txt" if the URI of
 * retrieval has that path (RFC 9309, 2.3). */
static const char *links_name(const struct entity *entity)
{
  static const char robots[] = "/robots.txt";
  const uriel_text retrieval = buffer_text(&entity->retrieval);
  uriel_ref ref;
  if (entity->name || !retrieval.len || !uriel_parse(&ref, retrieval.ptr, retrieval.len, NULL))
    return entity->name;
  const uriel_text path = uriel_path(&ref);
  return path.len == sizeof robots - 1 && memcmp(path.ptr, robots, path.len) == 0 ? robots + 1 : NULL;
}

static bool links_read_layers(struct entity *entity, struct links_layer *layers, unsigned *count)
{
  const struct buffer *type = &entity->media_type;
  for (;; (*count)++) {
    if (!source_fill(&entity->source, KIND_SAMPLE))
      return links_unreadable(entity);
    const struct kind *const kind = kind_of(entity->source.data, entity->source.len,
                                            type->len ? type->ptr : NULL, links_name(entity));
    const bool encoded = kind->family == KIND_BINARY && decoder_knows(kind->format);
    const char *const named =
        encoded || *count > 0 ? NULL
                              : decoder_of_name(entity->name, entity->source.data, entity->source.len);
    if ((!encoded && !named) || *count == LINKS_ENCODINGS)
      return links_read_kind(entity, kind);
    if (!links_decode(entity, encoded ? kind->format : named, &layers[*count]))
      return false;
  }
}

static bool links_read_encoded(struct entity *entity)
{
  struct links_layer layers[LINKS_ENCODINGS];
  unsigned count = 0;
  const bool good = links_read_layers(entity, layers, &count);
  while (count--) {
    if (layers[count].range)
      layers[count].range->position = decoder_position(layers[count].decoder);
    decoder_free(layers[count].decoder);
    source_free(&layers[count].compressed);
  }
  return good;
}

bool links_entity_is_deep(const struct entity *entity)
{
  return entity->links->depth > entity->links->limits.depth;
}

bool links_entity_too_deep(struct entity *entity)
{
  entity->status = "too deep";
  return entity_error(entity, "document-too-deep", 0, 0, "a document in more than %u others is not read",
                      entity->links->limits.depth);
}

bool links_entity_read(struct entity *entity)
{
  if (links_entity_is_deep(entity))
    return links_entity_too_deep(entity);
  return links_read_encoded(entity) || (entity->links->over && entity_over(entity));
}

/* Counts the bytes of the file, to which the decoded size is compared. */
static ssize_t links_read_bytes(void *context, char *data, size_t capacity)
{
  struct links *links = context;
  const ssize_t got = links->request->read(links->request->context, data, capacity);
  links->measure.in += got > 0 ? (uint64_t)got : 0;
  if (links->request->range)
    links->request->range->position = links->measure.in;
  return got;
}

bool entity_is_file(const struct entity *entity)
{
  return !entity->parent && entity->source.read == links_read_bytes;
}

/* Sets the properties of the file that the caller gave. */
static bool links_describe_file(struct entity *file, const struct links_request *request)
{
  const uriel_text retrieval = entity_less_fragment(request->retrieval);
  file->document.kind = "unknown";
  file->document.base_source = retrieval.len ? LINKS_BASE_RETRIEVAL : LINKS_BASE_NONE;
  file->name = request->name;
  source_start(&file->source, links_read_bytes, file->links);
  if (!buffer_set(&file->retrieval, retrieval) || !buffer_set(&file->base, retrieval) ||
      !buffer_set(&file->media_type, uriel_text_of(request->media_type)))
    return entity_no_memory(file);
  file->charset = entity_charset(&file->media_type, file->links->charset);
  return true;
}

enum links_result links_read(struct links *links, const struct links_request *request,
                             const struct links_sink *sink)
{
  links->sink = sink;
  links->request = request;
  links->measure = (struct decoder_measure){0, 0};
  links->numbers = 0;
  links->depth = 0;
  links->no_memory = links->over = false;
  struct budget_share *const share = budget_enter(request->share);
  struct entity *const file = links_entity(links, NULL);
  const bool good = file && entity_close_child(file, links_describe_file(file, request)
                                                         ? links_entity_read(file)
                                                         : links->over && entity_over(file));
  const enum links_result result = links->no_memory ? LINKS_NO_MEMORY : good ? LINKS_READ : LINKS_ENDED;
  links_clear(links);
  budget_enter(share);
  if (request->share)
    budget_end(request->share);
  return result;
}

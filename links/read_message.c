/* SPDX-License-Identifier: MIT */
/* Messages: the base that each header states, the references in headers, and the parts, each a document
 * with its IMAP number (RFC 3501, 6.4.5). */
#include <string.h>

#include "entity.h"
#include "message_header.h"
#include "message_parts.h"
#include "mime.h"
#include "names.h"

struct message_reader {
  struct entity *root;
  struct entity *at; /* the innermost open one, and its node */
  size_t at_node;
  struct mime *mime;
  struct message_header header;
  struct message_place place;
  struct message_place before; /* the header of the last message that began */
  struct names parts;
  struct entity_parts found;
  struct buffer base; /* a copy of a base, before a document's content may state another */
};

static uriel_text message_text(const struct buffer *text)
{
  return text->len ? buffer_text(text) : (uriel_text){NULL, 0};
}

static bool message_copy_base(struct message_reader *reader, const struct entity *entity)
{
  const struct buffer *base = &entity->base;
  if (!buffer_grow(&reader->base, base->len))
    return entity_no_memory(reader->root);
  if (base->len)
    memcpy(reader->base.ptr, base->ptr, base->len);
  reader->base.len = base->len;
  return true;
}

static bool message_take(struct message_reader *reader, const struct mime_node *node,
                         enum mime_header which)
{
  return message_header_take(&reader->header, reader->mime, node, which) ||
         entity_no_memory(reader->root);
}

static bool message_tell(struct message_reader *reader, struct entity *entity, uriel_text outer,
                         uriel_text base)
{
  return message_header_tell(&reader->header, entity, outer, base, &reader->place);
}

/* States the base of a message's own header. */
static bool message_state(struct message_reader *reader, struct entity *entity,
                          const struct mime_node *node)
{
  const char *by;
  bool used;
  if (!message_copy_base(reader, entity) || !message_take(reader, node, MIME_MESSAGE_HEADER))
    return false;
  const uriel_text base = message_header_base(&reader->header, &by);
  return !base.len || entity_base(entity, base, by, &used);
}

/* ---- Parts ------------------------------------------------------------------------------------- */

static struct entity_child message_child(struct message_reader *reader, const struct mime_node *node)
{
  struct entity_child child = {.read = mime_content,
                               .context = reader->mime,
                               .name = node->name,
                               .encoding = node->encoding,
                               .joined = node->joined ? JOINED_FLOWED : JOINED_NOT,
                               .charset = mime_charset_of(node),
                               .was = mime_charset_was(node),
                               .part = node->number};
  if (node->media_type)
    child.media_type = uriel_text_of(node->media_type);
  child.base = message_header_base(&reader->header, &child.base_by);
  return child;
}

/* The URL of an external body (RFC 2017, 3), in which white space is ignored. */
static bool message_external(struct message_reader *reader, struct entity *entity, const char *url,
                             struct place place)
{
  struct buffer *cleaned = &reader->root->links->cleaned;
  const uriel_text raw = uriel_text_of(url);
  if (!buffer_grow(cleaned, raw.len))
    return entity_no_memory(entity);
  cleaned->len = 0;
  for (size_t i = 0; i < raw.len; i++)
    if (!strchr(" \t\r\n", raw.ptr[i]))
      cleaned->ptr[cleaned->len++] = raw.ptr[i];
  struct links_reference item = {.place = place,
                                 .header = "Content-Type",
                                 .attribute = "URL",
                                 .raw = raw,
                                 .cleaned = buffer_text(cleaned)};
  return entity_reference(entity, &item);
}

/* Reads the document before the references of its header, as its content may state a base, which must
 * come before all references. */
static bool message_read_leaf(struct message_reader *reader, struct entity *leaf,
                              const struct mime_node *node)
{
  const struct message_place before = node->body ? reader->before : reader->place;
  if (!message_copy_base(reader, leaf) || !links_entity_read(leaf) ||
      !message_tell(reader, leaf, message_text(&reader->at->base), message_text(&reader->base)))
    return false;
  if (!node->url)
    return true;
  /* A body has the header of its message. */
  if (node->body && !message_take(reader, mime_node(reader->mime, node->parent), MIME_MESSAGE_HEADER))
    return false;
  return message_external(reader, leaf, node->url,
                          message_header_place(&reader->header, "Content-Type", &before));
}

static bool message_leaf(struct message_reader *reader, const struct mime_node *node)
{
  if (!message_take(reader, node, MIME_PART_HEADER))
    return false;
  const struct entity_child how = message_child(reader, node);
  mime_open(reader->mime, node);
  struct entity *leaf = entity_open_child(reader->at, &how, NULL);
  if (!leaf)
    return false;
  const bool good = message_read_leaf(reader, leaf, node);
  return good ? entity_close_child(leaf) : (links_entity_done(leaf), false);
}

/* Reports the headers of a part that contains others: of the part, and of the message if it is one. */
static bool message_container_headers(struct message_reader *reader, struct entity *container,
                                      const struct mime_node *node)
{
  reader->before = reader->place;
  if (!message_state(reader, container, node) || !message_take(reader, node, MIME_PART_HEADER) ||
      !entity_begin(container) ||
      !message_tell(reader, container, message_text(&reader->at->base), message_text(&reader->base)))
    return false;
  return message_take(reader, node, MIME_MESSAGE_HEADER) &&
         message_tell(reader, container, message_text(&reader->base), message_text(&container->base));
}

/* Opens a container. Sets `*skip` if its contents must not be read. */
static bool message_container(struct message_reader *reader, size_t index, bool *skip)
{
  const struct mime_node *node = mime_node(reader->mime, index);
  if (!message_take(reader, node, MIME_PART_HEADER))
    return false;
  struct entity_child how = message_child(reader, node);
  mime_close(reader->mime);
  struct entity *container = entity_open_child(
      reader->at, &how, &kinds[node->shape == MIME_MESSAGE ? KIND_MESSAGE : KIND_MULTIPART]);
  if (!container)
    return false;
  *skip = links_entity_is_deep(container);
  const bool good =
      *skip ? links_entity_too_deep(container) : message_container_headers(reader, container, node);
  if (good && *skip)
    return entity_close_child(container);
  if (!good) {
    links_entity_done(container);
    return false;
  }
  reader->at = container;
  reader->at_node = index;
  return true;
}

/* Closes open containers down to the node. */
static bool message_close_to(struct message_reader *reader, size_t node)
{
  while (reader->at_node != node) {
    struct entity *done = reader->at;
    reader->at_node = mime_node(reader->mime, reader->at_node)->parent;
    reader->at = done->parent;
    if (!entity_close_child(done))
      return false;
  }
  return true;
}

static bool message_read_parts(struct message_reader *reader)
{
  const size_t count = mime_count(reader->mime);
  bool good = true;
  for (size_t i = 1; i < count && good; i++) {
    const struct mime_node *node = mime_node(reader->mime, i);
    bool skip = false;
    reader->parts.at = i;
    good = message_close_to(reader, node->parent) &&
           (node->shape == MIME_LEAF ? message_leaf(reader, node) : message_container(reader, i, &skip));
    while (skip && i + 1 < count && mime_node(reader->mime, i + 1)->depth > node->depth)
      i++;
  }
  if (good)
    return message_close_to(reader, 0);
  for (; reader->at != reader->root; reader->at_node = 0) {
    struct entity *done = reader->at;
    reader->at = done->parent;
    links_entity_done(done);
  }
  return false;
}

/* ---- The message ------------------------------------------------------------------------------- */

static bool message_read_all(struct message_reader *reader)
{
  struct entity *root = reader->root;
  const struct mime_node *node = mime_node(reader->mime, 0);
  uint64_t offset;
  if (!message_parts(&reader->parts, reader->mime, buffer_text(&root->part), message_text(&root->base)))
    return entity_no_memory(root);
  if (!message_state(reader, root, node) || !entity_begin(root))
    return false;
  if (mime_too_deep(reader->mime, &offset) &&
      !entity_error(reader->root, "document-too-deep", offset, 0,
                    "parts in more others than the parser of MIME follows are not read"))
    return false;
  return message_take(reader, node, MIME_MESSAGE_HEADER) &&
         message_tell(reader, root, message_text(&reader->base), message_text(&root->base)) &&
         message_read_parts(reader);
}

static bool message_read(struct entity *entity, struct mime *mime)
{
  const struct entity_parts *outer = entity->parts;
  struct message_reader reader = {.root = entity,
                                  .at = entity,
                                  .mime = mime,
                                  .place = {entity->source.data, {0, 1, 1}},
                                  .before = {entity->source.data, {0, 1, 1}},
                                  .parts = {.outer = outer, .most = entity->links->limits.whole}};
  reader.found = (struct entity_parts){&reader.parts, names_find};
  entity->parts = &reader.found;
  const bool good = message_read_all(&reader);
  entity->parts = outer;
  names_free(&reader.parts);
  buffer_free(&reader.base);
  message_header_free(&reader.header);
  return good;
}

/* Reads the message as text; encoded content is lost. */
static bool message_as_text(struct entity *entity, const char *why)
{
  entity->note = "as running text";
  return entity_error(entity, "document-too-large", 0, 0, "a message %s is read as running text", why) &&
         read_text(entity);
}

/* A run with a higher limit can read the whole message. */
static bool message_too_large(struct entity *entity, const char *why)
{
  entity->status = "too large";
  return message_as_text(entity, why);
}

bool read_message(struct entity *entity)
{
  struct source *source = &entity->source;
  const size_t most = entity_whole(entity);
  struct mime *mime;
  if (!source_fill(source, most + 1))
    return true;
  if (source->len > most)
    return message_too_large(entity, "of more bytes than the limit (see --max-size)");
  if (!source->len)
    return true;
  const enum mime_result result = mime_read(source->data, source->len, &mime);
  bool good = result != MIME_NO_MEMORY || entity_no_memory(entity);
  if (result == MIME_TOO_MANY)
    good = message_as_text(entity, "of very many parts or fields");
  else if (result == MIME_TOO_LARGE)
    good = message_too_large(entity, "that takes more memory than the budget has (see --memory)");
  else if (good && mime_count(mime))
    good = message_read(entity, mime);
  mime_free(mime);
  return good;
}

/* SPDX-License-Identifier: MIT */
/* Messages: the base that each header states, the references in headers, and the parts, each a document
 * with its IMAP number (RFC 3501, 6.4.5). */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/budget.h"
#include "entity.h"
#include "header.h"
#include "mime.h"
#include "names.h"
#include "retrieval.h"

/* ---- Headers ------------------------------------------------------------------------------------ */

/* The header of a message or part. */
struct message_header {
  const struct mime_field *fields;
  size_t count;
  char *words;                  /* a decoded value; may be NULL */
  struct buffer cleaned;        /* scratch */
  struct buffer base, location; /* Content-Base, Content-Location: URI references; `len` is 0 for none */
};

/* A place in `data`, the message. */
struct message_place {
  const char *data;
  struct place place;
};

static const char message_content_base[] = "Content-Base";
static const char message_content_location[] = "Content-Location";

/* Longer values are not decoded: encoded-words are for text that people read. */
enum { MESSAGE_WORDS_LIMIT = 1024 * 1024 };

/* Returns the value of a field until the next call, with encoded-words decoded if the field may have any
 * (RFC 2047). `*words` is whether it has any. */
static uriel_text message_value(struct message_header *header, const struct mime_field *field,
                                bool *words)
{
  const uriel_text value = field->value;
  *words = value.len <= MESSAGE_WORDS_LIMIT && header_has_words(field->name) && strstr(value.ptr, "=?");
  if (!*words)
    return value;
  mime_words_free(header->words);
  header->words = mime_words(value.ptr);
  return uriel_text_of(header->words);
}

/* Finds the first field of the name that contains a reference, such as a browser's URL. */
static bool message_header_find(struct message_header *header, const char *name, bool absolute,
                                struct buffer *out)
{
  uriel_ref ref;
  bool words;
  for (size_t i = 0; i < header->count; i++) {
    if (strcasecmp(header->fields[i].name, name) != 0)
      continue;
    if (!header_clean(message_value(header, &header->fields[i], &words), &header->cleaned))
      return false;
    if (!retrieval_read(buffer_text(&header->cleaned), out, NULL) && out->no_memory)
      return false;
    if (out->len && uriel_parse(&ref, out->ptr, out->len, NULL) && (!absolute || uriel_scheme(&ref).ptr))
      return true;
  }
  out->len = 0;
  return true;
}

/* Sets the header of the node, until the next call. Returns false if memory runs out. */
static bool message_header_take(struct message_header *header, struct mime *mime,
                                const struct mime_node *node, enum mime_header which)
{
  return mime_fields(mime, node, which, &header->fields, &header->count) &&
         message_header_find(header, message_content_base, true, &header->base) &&
         message_header_find(header, message_content_location, false, &header->location);
}

/* Returns the first field of the name, or NULL. */
static const struct mime_field *message_field(const struct message_header *header, const char *name)
{
  for (size_t i = 0; i < header->count; i++)
    if (strcasecmp(header->fields[i].name, name) == 0)
      return &header->fields[i];
  return NULL;
}

/* Returns the stated base (url-1997, 5.1.1): Content-Base, otherwise Content-Location. `*by` is which.
 * Undefined if the header states no base. */
static uriel_text message_header_base(const struct message_header *header, const char **by)
{
  *by = header->base.len ? message_content_base : message_content_location;
  return buffer_defined(header->base.len ? &header->base : &header->location);
}

struct message_teller {
  const struct message_header *header;
  const struct mime_field *field;
  struct entity *entity;
  uriel_text outer, base;
  struct message_place *place;
  bool words; /* the value was decoded: all references in it have its place */
};

/* Returns the place of `raw` in the message; all 0 if unknown. */
static struct place message_place_of(const struct message_teller *teller, uriel_text raw)
{
  struct message_place *at = teller->place;
  const struct mime_field *field = teller->field;
  if (field->offset == MIME_NOWHERE || !raw.ptr)
    return (struct place){0, 0, 0};
  const uint64_t within =
      teller->words ? strspn(field->value.ptr, " \t\r\n") : (uint64_t)(raw.ptr - field->value.ptr);
  const uint64_t offset = field->offset + within;
  if (offset < at->place.offset)
    return (struct place){offset, 0, 0};
  place_advance(&at->place, at->data + at->place.offset, (size_t)(offset - at->place.offset));
  return at->place;
}

static uriel_text message_base_of(const struct message_teller *teller, const char *name)
{
  const struct buffer *base = &teller->header->base;
  if (strcmp(name, message_content_base) == 0)
    return teller->outer;
  if (strcmp(name, message_content_location) == 0)
    return base->len ? buffer_text(base) : teller->outer;
  return teller->base;
}

static bool message_found(void *context, struct links_reference *item)
{
  const struct message_teller *teller = context;
  item->place = message_place_of(teller, item->raw);
  item->base_of = BASE_OF_ITS_OWN;
  item->codebase = message_base_of(teller, item->header);
  return entity_reference(teller->entity, item);
}

static bool message_malformed(void *context, const char *name, uriel_text where)
{
  const struct message_teller *teller = context;
  const bool known = teller->field->offset != MIME_NOWHERE;
  const uint64_t at = (uint64_t)(where.ptr - teller->field->value.ptr);
  return entity_error(teller->entity, "header-field-malformed", known ? teller->field->offset + at : 0,
                      known ? where.len : 0, "%s is not as its document prescribes", name);
}

/* The place of the value of the first field of the name, at or after `from`; all 0 if unknown. */
static struct place message_header_place(const struct message_header *header, const char *name,
                                         const struct message_place *from)
{
  struct message_place at = *from;
  struct message_teller teller = {.header = header, .place = &at};
  for (size_t i = 0; i < header->count; i++) {
    teller.field = &header->fields[i];
    const uriel_text value = teller.field->value;
    if (strcasecmp(teller.field->name, name) == 0)
      return message_place_of(&teller,
                              (uriel_text){value.ptr + strspn(value.ptr, " \t\r\n"), value.len});
  }
  return (struct place){0, 0, 0};
}

static void message_header_free(struct message_header *header)
{
  mime_words_free(header->words);
  buffer_free(&header->cleaned);
  buffer_free(&header->base);
  buffer_free(&header->location);
}

/* ---- Which parts URIs name ---------------------------------------------------------------------- */

/* The first of two passes collects the names, so that a part can refer to later ones. */
struct message_base {
  size_t at, len;         /* in `bases` */
  const char *message_id; /* of the innermost enclosing message; may be NULL */
};

struct message_pass {
  struct names *parts;
  struct mime *mime;
  uriel_text part; /* of the message */
  struct message_base *of;
  struct buffer bases, name;
  struct message_header header;
  struct work work;
};

/* Adds a base, unless the total length of the bases is over the limit. */
static bool message_keep(struct message_pass *pass, uriel_text text, struct message_base *base)
{
  struct buffer *bases = &pass->bases;
  if (bases->len + text.len > pass->parts->most || text.len > ENTITY_BASE_LIMIT)
    return true;
  base->at = bases->len;
  base->len = text.len;
  return buffer_add(bases, text.ptr, text.len);
}

/* Writes a part number, "3.1.2", after the position of the message. */
static bool message_part_name(struct message_pass *pass, size_t index)
{
  enum { MESSAGE_DIGITS = 12 };
  const struct mime_node *node = mime_node(pass->mime, index);
  struct buffer *name = &pass->name;
  const size_t most = pass->part.len + (size_t)node->depth * MESSAGE_DIGITS;
  if (!buffer_grow(name, most))
    return false;
  size_t at = most;
  for (; node->depth; node = mime_node(pass->mime, node->parent)) {
    char number[MESSAGE_DIGITS];
    const bool dot = node->depth > 1 || pass->part.len;
    const int len = snprintf(number, sizeof number, "%s%u", dot ? "." : "", node->number);
    at -= (size_t)len;
    memcpy(name->ptr + at, number, (size_t)len);
  }
  at -= pass->part.len;
  if (pass->part.len)
    memcpy(name->ptr + at, pass->part.ptr, pass->part.len);
  memmove(name->ptr, name->ptr + at, most - at);
  name->len = most - at;
  return true;
}

/* Adds the normal form in `work` as a name of the node. */
static bool message_name_location(struct message_pass *pass, size_t index)
{
  /* The header of a message with one body is also the header of that body. */
  const size_t next = index + 1;
  const bool has_body = next < mime_count(pass->mime) && mime_node(pass->mime, next)->body &&
                        mime_node(pass->mime, next)->parent == index;
  if (!message_part_name(pass, has_body ? next : index))
    return false;
  return !pass->work.normal.len ||
         names_add(pass->parts, buffer_text(&pass->work.normal),
                   (struct names_part){has_body ? next : index, buffer_text(&pass->name)});
}

/* Adds the name and the base that one header of a node states. */
static bool message_pass_header(struct message_pass *pass, size_t index, enum mime_header which)
{
  struct message_header *header = &pass->header;
  const char *by;
  if (!message_header_take(header, pass->mime, mime_node(pass->mime, index), which))
    return false;
  const uriel_text outer = pass->of[index].len
                               ? (uriel_text){pass->bases.ptr + pass->of[index].at, pass->of[index].len}
                               : (uriel_text){NULL, 0};
  const uriel_text none = uriel_text_of(NAMES_NO_BASE);
  if (header->location.len) {
    const uriel_text base = header->base.len ? buffer_text(&header->base) : outer.len ? outer : none;
    if (!work_out(&pass->work, &work_rule_iri, buffer_text(&header->location), base) ||
        !message_name_location(pass, index))
      return false;
  }
  const uriel_text stated = message_header_base(header, &by);
  return !stated.len || (work_out(&pass->work, &work_rule_iri, stated, outer) &&
                         (!pass->work.target.len ||
                          message_keep(pass, buffer_text(&pass->work.target), &pass->of[index])));
}

/* Adds the ids of a node: "cid:" names the node; "mid:" names a message, or a part within each message
 * that contains it (RFC 2392, 2). `inner` and `outer` are the ids of the innermost and the outermost
 * such message. */
static bool message_pass_ids(struct message_pass *pass, size_t index, const char *inner,
                             const char *outer)
{
  const struct mime_node *node = mime_node(pass->mime, index);
  struct names *parts = pass->parts;
  if (!node->id && !node->message_id)
    return true;
  if (!message_part_name(pass, index))
    return false;
  const struct names_part part = {index, buffer_text(&pass->name)};
  return names_add_id(parts, NULL, node->id, part) &&
         (!node->message_id || names_add_id(parts, node->message_id, NULL, part)) &&
         (!inner || !node->id || names_add_id(parts, inner, node->id, part)) &&
         (!outer || outer == inner || !node->id || names_add_id(parts, outer, node->id, part));
}

static bool message_pass_node(struct message_pass *pass, size_t index)
{
  const struct mime_node *node = mime_node(pass->mime, index);
  pass->parts->parents[index] = node->parent;
  if (index)
    pass->of[index] = pass->of[node->parent];
  const char *inner = pass->of[index].message_id;
  if (node->message_id)
    pass->of[index].message_id = node->message_id;
  return message_pass_header(pass, index, MIME_PART_HEADER) &&
         message_pass_header(pass, index, MIME_MESSAGE_HEADER) &&
         message_pass_ids(pass, index, inner, mime_node(pass->mime, 0)->message_id);
}

/* Adds each part of the message that has an id or a location. `part` is the message's own position in
 * its file, `base` its base without its header. Returns false if memory runs out. */
static bool message_parts(struct names *parts, struct mime *mime, uriel_text part, uriel_text base)
{
  const size_t count = mime_count(mime);
  struct message_pass pass = {.parts = parts, .mime = mime, .part = part};
  pass.of = budget_take_zeros(count, sizeof *pass.of);
  parts->parents = budget_take_zeros(count, sizeof *parts->parents);
  bool good = pass.of && parts->parents && (!base.len || message_keep(&pass, base, &pass.of[0]));
  for (size_t i = 0; i < count && good; i++)
    good = message_pass_node(&pass, i);
  budget_give(pass.of);
  buffer_free(&pass.bases);
  buffer_free(&pass.name);
  message_header_free(&pass.header);
  work_free(&pass.work);
  return good;
}

/* ---- Documents ----------------------------------------------------------------------------------- */

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

static bool message_copy_base(struct message_reader *reader, const struct entity *entity)
{
  return buffer_set(&reader->base, buffer_text(&entity->base)) || entity_no_memory(reader->root);
}

static bool message_take(struct message_reader *reader, const struct mime_node *node,
                         enum mime_header which)
{
  return message_header_take(&reader->header, reader->mime, node, which) ||
         entity_no_memory(reader->root);
}

/* Reports the header's references as references of the entity. They are resolved against `base`, except
 * the field that states the base, which is resolved against `outer`. */
static bool message_tell(struct message_reader *reader, struct entity *entity, uriel_text outer,
                         uriel_text base)
{
  struct message_header *const header = &reader->header;
  struct message_teller teller = {header, NULL, entity, outer, base, &reader->place, false};
  const struct header_sink sink = {&teller, message_found, message_malformed};
  const enum header_of of = message_field(header, "Newsgroups") ? HEADER_OF_NEWS : HEADER_OF_MAIL;
  for (size_t i = 0; i < header->count; i++) {
    teller.field = &header->fields[i];
    const uriel_text value = message_value(header, teller.field, &teller.words);
    if (!header_references(entity, teller.field->name, value, of, &sink))
      return false;
  }
  return true;
}

/* States the identifier of a news article as its base if no other is known (url-1994, News: a partial
 * form refers to another article or a group). */
static bool message_state_article(struct message_reader *reader, struct entity *entity,
                                  const struct mime_node *node)
{
  bool built, used;
  if (entity->base.len || !node->message_id || !message_field(&reader->header, "Newsgroups"))
    return true;
  return header_id(entity, uriel_text_of(node->message_id), HEADER_OF_NEWS, &built) &&
         (!built || entity_base(entity, buffer_text(&entity->links->cleaned), "Message-ID", &used));
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
  return base.len ? entity_base(entity, base, by, &used) : message_state_article(reader, entity, node);
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
  if (!buffer_set(cleaned, raw))
    return entity_no_memory(entity);
  cleaned->len = 0;
  for (const char *at = url; *at; at++)
    if (!strchr(" \t\r\n", *at))
      cleaned->ptr[cleaned->len++] = *at;
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
      !message_tell(reader, leaf, buffer_defined(&reader->at->base), buffer_defined(&reader->base)))
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
  return entity_close_child(leaf, message_read_leaf(reader, leaf, node));
}

/* Reports the headers of a part that contains others: of the part, and of the message if it is one. */
static bool message_container_headers(struct message_reader *reader, struct entity *container,
                                      const struct mime_node *node)
{
  reader->before = reader->place;
  if (!message_state(reader, container, node) || !message_take(reader, node, MIME_PART_HEADER) ||
      !entity_begin(container) ||
      !message_tell(reader, container, buffer_defined(&reader->at->base), buffer_defined(&reader->base)))
    return false;
  return message_take(reader, node, MIME_MESSAGE_HEADER) &&
         message_tell(reader, container, buffer_defined(&reader->base),
                      buffer_defined(&container->base));
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
  if (*skip || !good)
    return entity_close_child(container, good);
  reader->at = container;
  reader->at_node = index;
  return true;
}

/* Closes open containers down to the node. Returns false if one is closed without success, or if their
 * reading was not `good`. */
static bool message_close_to(struct message_reader *reader, size_t node, bool good)
{
  while (reader->at_node != node) {
    struct entity *done = reader->at;
    reader->at_node = mime_node(reader->mime, reader->at_node)->parent;
    reader->at = done->parent;
    good = entity_close_child(done, good);
  }
  return good;
}

static bool message_read_parts(struct message_reader *reader)
{
  const size_t count = mime_count(reader->mime);
  bool good = true;
  for (size_t i = 1; i < count && good; i++) {
    const struct mime_node *node = mime_node(reader->mime, i);
    bool skip = false;
    reader->parts.at = i;
    good = message_close_to(reader, node->parent, true) &&
           (node->shape == MIME_LEAF ? message_leaf(reader, node) : message_container(reader, i, &skip));
    while (skip && i + 1 < count && mime_node(reader->mime, i + 1)->depth > node->depth)
      i++;
  }
  return message_close_to(reader, 0, good);
}

/* ---- The message ------------------------------------------------------------------------------- */

static bool message_read_all(struct message_reader *reader)
{
  struct entity *root = reader->root;
  const struct mime_node *node = mime_node(reader->mime, 0);
  uint64_t offset;
  if (!message_parts(&reader->parts, reader->mime, buffer_text(&root->part),
                     buffer_defined(&root->base)))
    return entity_no_memory(root);
  if (!message_state(reader, root, node) || !entity_begin(root))
    return false;
  if (mime_too_deep(reader->mime, &offset) &&
      !entity_error(reader->root, "document-too-deep", offset, 0,
                    "parts in more others than the parser of MIME follows are not read"))
    return false;
  return message_take(reader, node, MIME_MESSAGE_HEADER) &&
         message_tell(reader, root, buffer_defined(&reader->base), buffer_defined(&root->base)) &&
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

/* Reads the message as text; encoded content is lost. If it is too large, a run with a higher limit can
 * read the whole message. */
static bool message_as_text(struct entity *entity, bool too_large, const char *why)
{
  entity->note = "as running text";
  if (too_large)
    entity->status = "too large";
  return entity_error(entity, "document-too-large", 0, 0, "a message %s is read as running text", why) &&
         read_text(entity);
}

bool read_message(struct entity *entity)
{
  struct source *source = &entity->source;
  const size_t most = entity_whole(entity);
  struct mime *mime;
  if (!source_fill(source, most + 1))
    return true;
  if (source->len > most)
    return message_as_text(entity, true, "of more bytes than the limit (see --max-size)");
  if (!source->len)
    return true;
  const enum mime_result result = mime_read(source->data, source->len, &mime);
  bool good = result != MIME_NO_MEMORY || entity_no_memory(entity);
  if (result == MIME_TOO_MANY)
    good = message_as_text(entity, false, "of very many parts or fields");
  else if (result == MIME_TOO_LARGE)
    good = message_as_text(entity, true, "that takes more memory than the budget has (see --memory)");
  else if (good && mime_count(mime))
    good = message_read(entity, mime);
  mime_free(mime);
  return good;
}

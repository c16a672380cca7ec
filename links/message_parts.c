/* SPDX-License-Identifier: MIT */
/* Which parts of a message URIs name. The first of two passes: it collects the names, so that a part can
 * refer to later ones. */
#include "message_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/budget.h"
#include "message_header.h"

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
  if (!buffer_grow(bases, bases->len + text.len))
    return false;
  memcpy(bases->ptr + bases->len, text.ptr, text.len);
  base->at = bases->len;
  base->len = text.len;
  bases->len += text.len;
  return true;
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

bool message_parts(struct names *parts, struct mime *mime, uriel_text part, uriel_text base)
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

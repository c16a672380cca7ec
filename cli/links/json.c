/* SPDX-License-Identifier: MIT */
/* uriel links --json: an object a line, of which "type" says what it tells. */
#include "run.h"

#include <string.h>

static void links_json_text(struct json *json, const char *key, uriel_text text)
{
  if (text.ptr)
    json_text(json, key, text.ptr, text.len);
}

static void links_json_string(struct json *json, const char *key, const char *string)
{
  if (string)
    json_string(json, key, string);
}

/* What all objects begin with. `part` is empty for the file itself, which then has none. */
static struct json links_json_begin(const char *type, const char *file, uriel_text part)
{
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  json_string(&json, "type", type);
  json_string(&json, "file", file);
  if (part.len)
    json_text(&json, "part", part.ptr, part.len);
  return json;
}

static struct json links_json_begin_in(const char *type, const struct links_run *run)
{
  const struct links_level *const level = links_level_now(run);
  struct json json = links_json_begin(type, run->file, (uriel_text){level->part.ptr, level->part.len});
  json_number(&json, "document", level->number);
  return json;
}

static void links_json_finish(struct json *json)
{
  json_object_end(json);
  output_char(&standard_out, '\n');
}

void links_json_document(const struct links_run *run, const struct links_document *document)
{
  struct json json = links_json_begin_in("document", run);
  if (document->parent)
    json_number(&json, "parent", document->parent);
  json_string(&json, "kind", document->kind);
  links_json_string(&json, "format", document->format);
  links_json_string(&json, "encoding", document->encoding);
  links_json_text(&json, "media_type", document->media_type);
  links_json_text(&json, "retrieval", document->retrieval);
  links_json_text(&json, "base", document->base);
  json_string(&json, "base_source", links_base_name(document->base_source));
  links_json_string(&json, "base_by", document->base_by);
  links_json_finish(&json);
}

static void links_json_place(struct json *json, const struct links_reference *reference)
{
  const struct place *const place = &reference->place;
  if (place->offset || place->line)
    json_number(json, "offset", place->offset);
  if (place->line) {
    json_number(json, "line", place->line);
    json_number(json, "column", place->column);
  }
  links_json_string(json, "element", reference->element);
  links_json_string(json, "attribute", reference->attribute);
  links_json_string(json, "header", reference->header);
}

void links_json_reference(const struct links_run *run, const struct links_reference *reference)
{
  const struct links_level *const level = links_level_now(run);
  struct json json = links_json_begin_in("reference", run);
  json_number(&json, "ordinal", reference->ordinal);
  json_string(&json, "kind", level->kind);
  links_json_place(&json, reference);
  links_json_text(&json, "raw", reference->raw);
  links_json_text(&json, "reference", reference->cleaned);
  links_json_string(&json, "form", reference->form);
  links_json_text(&json, "base", reference->base);
  json_string(&json, "base_source", links_base_name(links_base_of(level, reference)));
  links_json_text(&json, "target", reference->target);
  links_json_text(&json, "normal", reference->normal);
  if (reference->excess)
    json_number(&json, "excess", reference->excess);
  links_json_text(&json, "names", reference->part);
  links_json_text(&json, "relation", reference->relation);
  if (reference->identifies)
    json_bool(&json, "identifies", true);
  if (reference->error) {
    const struct record_error error = links_error_of(reference);
    render_json_error(&json, "error", &error);
  }
  links_json_finish(&json);
}

void links_json_error(const struct links_run *run, const struct links_error *error)
{
  struct json json = links_json_begin_in("error", run);
  json_string(&json, "code", error->code);
  links_json_text(&json, "message", error->message);
  if (error->offset || error->length) {
    json_number(&json, "offset", error->offset);
    json_number(&json, "length", error->length);
  }
  links_json_finish(&json);
}

void links_json_end(const struct links_run *run, const struct links_end *end)
{
  struct json json = links_json_begin_in("end", run);
  json_string(&json, "status", end->status);
  links_json_string(&json, "note", end->note);
  json_number(&json, "size", end->size);
  json_number(&json, "references", end->references);
  json_number(&json, "errors", end->errors);
  links_json_finish(&json);
}

void links_json_unread(const char *file, const char *reason)
{
  struct json json = links_json_begin("error", file, (uriel_text){NULL, 0});
  json_string(&json, "code", "document-unreadable");
  json_string(&json, "message", reason);
  links_json_finish(&json);
}

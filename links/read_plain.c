/* SPDX-License-Identifier: MIT */
/* References of documents that are text: style sheets, robots.txt, Markdown and running text. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "anchors.h"
#include "base/unicode.h"
#include "entity.h"
#include "heading.h"
#include "html_pass.h"
#include "markdown.h"
#include "reader/text.h"
#include "uriel_find.h"

/* A document that is completely in memory. */
struct plain {
  struct entity *entity;
  struct place place; /* of the last reference */
};

static struct plain plain_of(struct entity *entity)
{
  return (struct plain){entity, place_start};
}

/* Returns the place at an offset in the document. Offsets must be in ascending order. */
static struct place plain_locate(void *context, uint64_t offset)
{
  struct plain *const plain = context;
  place_advance(&plain->place, plain->entity->source.data + plain->place.offset,
                (size_t)(offset - plain->place.offset));
  return plain->place;
}

/* Reports a reference. References must be in ascending order. */
static bool plain_report(struct plain *plain, struct links_reference item)
{
  item.place = plain_locate(plain, (uint64_t)(item.raw.ptr - plain->entity->source.data));
  return entity_reference(plain->entity, &item);
}

/* Reports the references in running text. */
static bool plain_search(struct plain *plain, const char *text, size_t len)
{
  struct buffer *cleaned = &plain->entity->links->cleaned;
  uriel_hit hit;
  for (size_t from = 0; uriel_find(&hit, &from, text, len, true, NULL);) {
    if (!text_clean(text, &hit, 0, cleaned))
      return entity_no_memory(plain->entity);
    if (!plain_report(plain, (struct links_reference){.raw = {text + hit.begin, hit.end - hit.begin},
                                                      .cleaned = buffer_text(cleaned),
                                                      .is_prose = true}))
      return false;
  }
  return true;
}

/* ---- Style sheets ----------------------------------------------------------------------------- */

bool read_css(struct entity *entity)
{
  const struct source *const source = &entity->source;
  uriel_css css = {0};
  uriel_css_reference found;
  bool more;
  if (!entity_fill(entity, "a style sheet", &more))
    return more;
  struct plain plain = plain_of(entity);
  for (size_t from = 0; uriel_css_next(&css, &found, &from, source->data, source->len, true);) {
    struct links_reference item = {
        .element = found.rule, .raw = found.raw, .identifies = found.kind == URIEL_HTML_NAME};
    if (!html_clean_css(entity, found.raw, &item.cleaned) || !plain_report(&plain, item))
      return false;
  }
  return true;
}

/* ---- robots.txt (RFC 9309) -------------------------------------------------------------------- */

static bool robots_is(const char *line, size_t len, const char *field)
{
  const size_t n = strlen(field);
  size_t at = n;
  if (len <= n || strncasecmp(line, field, n) != 0)
    return false;
  while (at < len && ascii_space(line[at]))
    at++;
  return at < len && line[at] == ':';
}

/* "Sitemap" fields contain a reference; comments and unknown fields are running text. The values of
 * "Allow" and "Disallow" are path patterns, not references. */
static bool robots_line(struct plain *plain, const char *line, size_t len)
{
  for (; len && ascii_space(*line); len--)
    line++;
  const bool pattern = robots_is(line, len, "Allow") || robots_is(line, len, "Disallow");
  if (!pattern && !robots_is(line, len, "Sitemap"))
    return plain_search(plain, line, len);
  /* The URI of a sitemap needs no fragment, so "#" begins a comment (RFC 9309, 2.2). */
  const char *const comment = memchr(line, '#', len);
  const char *const begin = (const char *)memchr(line, ':', len) + 1;
  const size_t most = (size_t)((comment ? comment : line + len) - begin);
  const uriel_text value = text_trim((uriel_text){begin, most}, ASCII_SPACES);
  struct links_reference item = {.raw = value, .cleaned = value, .header = "Sitemap"};
  if (!pattern && value.len && !plain_report(plain, item))
    return false;
  return !comment || plain_search(plain, comment, (size_t)(line + len - comment));
}

bool read_robots(struct entity *entity)
{
  struct source *source = &entity->source;
  bool goes_on;
  if (!entity_fill(entity, "robots.txt", &goes_on))
    return goes_on;
  struct plain plain = plain_of(entity);
  for (size_t at = text_mark(source->data, source->len), len; at < source->len; at += len) {
    const char *const line = source->data + at;
    len = text_line(line, source->len - at);
    if (!robots_line(&plain, line, len - (line[len - 1] == '\n')))
      return false;
  }
  return true;
}

/* ---- Markdown --------------------------------------------------------------------------------- */

/* A document of Markdown, and the reader of the HTML in it. */
struct plain_markdown {
  struct plain plain;
  struct markdown reader;
  struct html_pass pass;
  struct buffer frames;
  struct headings headings;
  size_t from;   /* up to here, running text was searched */
  uint64_t fed;  /* bytes that the reader of HTML has; 0 if it is not started */
  size_t text;   /* in the leaf's text: the start of its last piece, */
  uint64_t base; /* and the number of bytes before that */
  size_t piece;  /* in the document: that start */
  /* The part that is looked for, if it has begun: a section of that level, or an element of HTML. */
  enum { PLAIN_NO_PART, PLAIN_SECTION, PLAIN_ELEMENT } part;
  size_t part_begin, depth; /* `depth`: of the section's heading */
  unsigned level;
};

/* Searches the running text up to `end`; continues at `next`. */
static bool plain_markdown_text(struct plain_markdown *markdown, size_t end, size_t next)
{
  const size_t from = markdown->from;
  if (next > from)
    markdown->from = next;
  return end <= from || plain_search(&markdown->plain, markdown->reader.data + from, end - from);
}

static bool plain_markdown_link(struct plain_markdown *markdown, const struct markdown_found *found)
{
  static const char mailto[] = "mailto:";
  struct plain *const plain = &markdown->plain;
  struct buffer *const cleaned = &plain->entity->links->cleaned;
  const size_t scheme = found->kind == MARKDOWN_EMAIL ? sizeof mailto - 1 : 0,
               len = found->end - found->begin;
  const bool is_autolink = scheme || found->kind == MARKDOWN_AUTOLINK;
  if (!plain_markdown_text(markdown, found->begin, found->end))
    return false;
  if (!buffer_grow(cleaned, scheme + len * 3 + MARKDOWN_ROOM))
    return entity_no_memory(plain->entity);
  memcpy(cleaned->ptr, mailto, scheme);
  cleaned->len =
      scheme + markdown_destination_decode(found->text.ptr, len, is_autolink, cleaned->ptr + scheme);
  return plain_report(plain, (struct links_reference){
                                 .raw = {plain->entity->source.data + found->begin, len},
                                 .cleaned = buffer_text(cleaned),
                                 .identifies = found->kind == MARKDOWN_DEFINITION && !found->is_used});
}

/* Ends the part. Returns false if the reading must end. */
static bool plain_part_end(struct plain_markdown *markdown, size_t end)
{
  if (markdown->part == PLAIN_SECTION && markdown->reader.watched_end > 0)
    end = markdown->reader.watched_end;
  markdown->part = PLAIN_NO_PART;
  return entity_part(markdown->plain.entity, markdown->part_begin, end);
}

/* A section continues to the next heading of its level or a higher one that is not in another container,
 * or to the end of its own container. */
static bool plain_heading(struct plain_markdown *markdown, const struct markdown_found *found)
{
  struct entity *const entity = markdown->plain.entity;
  const char *const data = markdown->reader.data;
  size_t begin = found->begin;
  while (begin > 0 && data[begin - 1] != '\n' && data[begin - 1] != '\r')
    begin--;
  if (markdown->part == PLAIN_SECTION && found->level <= markdown->level &&
      found->depth <= markdown->depth && !plain_part_end(markdown, begin))
    return false;
  if (!headings_add(&markdown->headings, entity, found->text))
    return false;
  const uriel_text name = buffer_text(&markdown->headings.name);
  if (name.len && entity_seeks(entity, name, true)) {
    markdown->part = PLAIN_SECTION;
    markdown->part_begin = begin;
    markdown->level = found->level;
    markdown->depth = markdown->reader.watched = found->depth;
    markdown->reader.watched_end = 0;
  }
  return true;
}

static bool plain_anchor(struct plain_markdown *markdown, const uriel_html_reference *found)
{
  const size_t watches = markdown->pass.watches;
  const bool more = html_pass_anchor(&markdown->pass, found);
  if (markdown->pass.watches > watches) {
    markdown->part = PLAIN_ELEMENT;
    markdown->part_begin = markdown->piece;
  }
  return more;
}

/* An element ends with its end tag, in the last piece, or before that. */
static bool plain_element(struct plain_markdown *markdown, const uriel_html_reference *found)
{
  const uint64_t end = found->offset + found->length;
  size_t place = markdown->piece;
  if (markdown->part != PLAIN_ELEMENT)
    return true;
  if (end > markdown->base)
    place = markdown_place(&markdown->reader, markdown->text + (size_t)(end - markdown->base) - 1) + 1;
  return plain_part_end(markdown, place);
}

/* Ignores <base>: pages that are made of Markdown rarely keep it. */
static bool plain_html_found(void *context, const uriel_html_reference *found)
{
  struct plain_markdown *const markdown = context;
  const struct plain *const plain = &markdown->plain;
  if (found->kind == URIEL_HTML_ATTRIBUTE)
    return plain_anchor(markdown, found);
  if (found->kind == URIEL_HTML_ELEMENT)
    return plain_element(markdown, found);
  if (found->kind == URIEL_HTML_SRCDOC)
    return html_frames_add(&markdown->frames, plain->entity, found->value);
  /* A tag that an earlier block did not close is reported at the start of this one. */
  const uint64_t at = found->offset + markdown->text;
  size_t place =
      markdown_place(&markdown->reader, at > markdown->base ? (size_t)(at - markdown->base) : 0);
  if (place < plain->place.offset)
    place = (size_t)plain->place.offset;
  markdown->pass.origin = (uint64_t)place - found->offset;
  return plain_markdown_text(markdown, place, place) &&
         html_pass_report(&markdown->pass, found, plain_locate, &markdown->plain);
}

/* Gives HTML to its reader, which is in a <body>, as if there were no other text between. */
static bool plain_html(struct plain_markdown *markdown, const struct markdown_found *found)
{
  static const char body[] = "<body>.";
  struct html_pass *const pass = &markdown->pass;
  if (!markdown->fed) {
    pass->entity = markdown->plain.entity;
    pass->found = plain_html_found;
    pass->context = markdown;
    markdown->fed = sizeof body - 1;
    html_pass_anchors(pass);
    if (!html_pass_begin(pass) || !html_pass_feed(pass, body, sizeof body - 1, false))
      return false;
  }
  markdown->piece = found->begin;
  markdown->text = (size_t)(found->text.ptr - markdown->reader.text.ptr);
  markdown->base = markdown->fed;
  markdown->fed += found->text.len;
  pass->origin = (uint64_t)found->begin - markdown->base;
  if (!html_pass_feed(pass, found->text.ptr, found->text.len, false))
    return false;
  if (found->kind != MARKDOWN_HTML_END)
    return true;
  /* The tags of the page end a tag that the block did not. */
  markdown->fed++;
  return html_pass_feed(pass, ">", 1, false);
}

static bool plain_markdown_found(void *context, const struct markdown_found *found)
{
  struct plain_markdown *const markdown = context;
  switch (found->kind) {
  case MARKDOWN_HEADING:
    return plain_heading(markdown, found);
  case MARKDOWN_TAG:
    return plain_markdown_text(markdown, found->begin, found->end) && plain_html(markdown, found);
  case MARKDOWN_HTML:
  case MARKDOWN_HTML_END:
    return plain_html(markdown, found);
  default:
    return plain_markdown_link(markdown, found);
  }
}

static bool plain_markdown(struct plain_markdown *markdown)
{
  struct entity *const entity = markdown->plain.entity;
  struct markdown *const reader = &markdown->reader;
  *reader = (struct markdown){.data = entity->source.data,
                              .len = entity->source.len,
                              .found = plain_markdown_found,
                              .context = markdown,
                              .has_headings = entity_has_anchors(entity)};
  if (!markdown_read(reader))
    return reader->no_memory && entity_no_memory(entity);
  return (markdown->part == PLAIN_NO_PART || plain_part_end(markdown, reader->len)) &&
         plain_markdown_text(markdown, reader->len, reader->len) &&
         html_frames_read(&markdown->frames, entity);
}

/* Reports the destinations of links and images, and HTML's references; the rest is running text. */
bool read_markdown(struct entity *entity)
{
  struct source *source = &entity->source;
  const size_t most = entity_whole(entity);
  if (!source_fill(source, most + 1))
    return true;
  if (source->len > most)
    return read_text(entity);
  struct plain_markdown markdown = {.plain = plain_of(entity)};
  const bool more = plain_markdown(&markdown);
  markdown_free(&markdown.reader);
  html_pass_end(&markdown.pass);
  buffer_free(&markdown.frames);
  headings_free(&markdown.headings);
  return more;
}

/* ---- Running text ----------------------------------------------------------------------------- */

static bool text_found(void *context, const struct text_hit *hit)
{
  struct links_reference item = {.place = hit->place, .raw = hit->raw, .cleaned = hit->cleaned};
  return entity_reference(context, &item);
}

static bool text_too_long(void *context, const struct place *place)
{
  return entity_too_long(context, place);
}

bool entity_find(struct entity *entity, struct source *source, const struct place *place)
{
  static const struct text_request request = {.clean = 0};
  const struct text_sink sink = {entity, text_found, text_too_long};
  return text_read(source, place, &request, &entity->links->cleaned, &sink) != TEXT_ENDED;
}

/* Places refer to the joined text. */
static bool text_search(struct entity *entity, struct source *from, enum joined_how how)
{
  struct joined joined = {.from = from, .how = how};
  struct source source = {0};
  if (how == JOINED_NOT)
    return entity_find(entity, from, &place_start);
  source_start(&source, joined_read, &joined);
  const bool more = entity_find(entity, &source, &place_start);
  if (source.error && !from->error)
    from->error = source.error;
  source_free(&source);
  return more;
}

/* A source whose size is measured while it is read. */
struct text_measured {
  struct source *from;
  struct extent extent;
};

static ssize_t text_measure(void *context, char *data, size_t capacity)
{
  struct text_measured *const measured = context;
  const ssize_t got = source_take(measured->from, data, capacity);
  if (got > 0)
    extent_add(&measured->extent, data, (size_t)got);
  return got;
}

/* Reports the extent of the document as its anchors. */
static bool text_anchors(struct entity *entity, struct extent *extent)
{
  char name[ANCHORS_EXTENT];
  extent_end(extent);
  if (entity->document.flags & KIND_ROWS) {
    snprintf(name, sizeof name, "cell=1,1-%llu,%llu", (unsigned long long)extent->rows,
             (unsigned long long)extent->columns);
    return entity_anchor(entity, uriel_text_of(name));
  }
  snprintf(name, sizeof name, "line=,%llu", (unsigned long long)extent->lines);
  if (!entity_anchor(entity, uriel_text_of(name)))
    return false;
  snprintf(name, sizeof name, "char=,%llu", (unsigned long long)extent->characters);
  return extent->is_other || entity_anchor(entity, uriel_text_of(name));
}

bool read_text(struct entity *entity)
{
  const struct source *source = &entity->source;
  const uriel_text type = buffer_text(&entity->media_type);
  enum joined_how how = entity->joined;
  if (how == JOINED_NOT && joined_is_folded(source->data, source->len, type.ptr, type.len))
    how = JOINED_FOLDED;
  if (!entity_has_anchors(entity) || !(entity->document.flags & (KIND_LINES | KIND_ROWS)))
    return text_search(entity, &entity->source, how);
  struct text_measured measured = {.from = &entity->source,
                                   .extent.is_csv = entity->document.flags & KIND_ROWS};
  struct source whole = {0};
  source_start(&whole, text_measure, &measured);
  const bool more = text_search(entity, &whole, how);
  if (whole.error && !entity->source.error)
    entity->source.error = whole.error;
  source_free(&whole);
  return more && text_anchors(entity, &measured.extent);
}

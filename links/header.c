/* SPDX-License-Identifier: MIT */
/* The references in a header field of mail, news or HTTP. */
#include "header.h"

#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "built.h"
#include "reader/fields.h"
#include "reader/text.h"
#include "relation.h"
#include "uriel_find.h"
#include "uriel_scheme.h"

enum header_form {
  HEADER_WHOLE,     /* the value is a reference */
  HEADER_SENTENCE,  /* a reference, or a sentence that contains some */
  HEADER_HTTP,      /* a reference in HTTP, a sentence in mail */
  HEADER_NAME,      /* names the document; white space is ignored */
  HEADER_BRACKETED, /* references in angle brackets (RFC 2369, 2) */
  HEADER_LINK,      /* RFC 8288, 3 */
  HEADER_REFRESH,   /* "5; url=..." */
  HEADER_ID,        /* the identifier of the message, which is its name */
  HEADER_IDS,       /* identifiers of other messages (RFC 5322, 3.6.4) */
  HEADER_GROUPS,    /* newsgroups (RFC 5536, 3.1.4 and 3.2.6) */
  HEADER_TEXT,
  HEADER_NONE /* only seems to contain references: addresses, message ids, signatures */
};

static const struct header_field {
  const char *name;
  enum header_form form;
} header_fields[] = {
    {"Content-Base", HEADER_NAME},
    {"Content-Location", HEADER_NAME},
    {"Snapshot-Content-Location", HEADER_NAME},
    {"Location", HEADER_HTTP},
    {"Referer", HEADER_WHOLE},
    {"SourceMap", HEADER_WHOLE},
    {"X-SourceMap", HEADER_WHOLE},
    {"X-Pingback", HEADER_SENTENCE},
    {"X-URL", HEADER_SENTENCE},
    {"URL", HEADER_SENTENCE},
    {"Link", HEADER_LINK},
    {"Refresh", HEADER_REFRESH},
    {"List-Help", HEADER_BRACKETED},
    {"List-Unsubscribe", HEADER_BRACKETED},
    {"List-Subscribe", HEADER_BRACKETED},
    {"List-Post", HEADER_BRACKETED},
    {"List-Owner", HEADER_BRACKETED},
    {"List-Archive", HEADER_BRACKETED},
    {"Archived-At", HEADER_BRACKETED},
    {"From", HEADER_NONE},
    {"To", HEADER_NONE},
    {"Cc", HEADER_NONE},
    {"Bcc", HEADER_NONE},
    {"Sender", HEADER_NONE},
    {"Reply-To", HEADER_NONE},
    {"Return-Path", HEADER_NONE},
    {"Delivered-To", HEADER_NONE},
    {"Received", HEADER_NONE},
    {"Date", HEADER_NONE},
    {"Message-ID", HEADER_ID},
    {"In-Reply-To", HEADER_IDS},
    {"References", HEADER_IDS},
    {"Newsgroups", HEADER_GROUPS},
    {"Followup-To", HEADER_GROUPS},
    {"MIME-Version", HEADER_NONE},
    {"Content-Type", HEADER_NONE},
    {"Content-ID", HEADER_NONE},
    {"Content-Disposition", HEADER_NONE},
    {"Content-Transfer-Encoding", HEADER_NONE},
    {"DKIM-Signature", HEADER_NONE},
    {"DomainKey-Signature", HEADER_NONE},
    {"ARC-Seal", HEADER_NONE},
    {"ARC-Message-Signature", HEADER_NONE},
    {"ARC-Authentication-Results", HEADER_NONE},
    {"Authentication-Results", HEADER_NONE},
    {"List-Id", HEADER_NONE},
    {"Set-Cookie", HEADER_NONE},
    {"Cookie", HEADER_NONE},
};

struct header_reader {
  struct entity *entity;
  const struct header_sink *sink;
  struct buffer *cleaned;
  const char *name;
};

static bool header_white(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static uriel_text header_part(uriel_text text, size_t begin, size_t end)
{
  return (uriel_text){text.ptr + begin, end - begin};
}

static uriel_text header_trim(uriel_text text)
{
  return text_trim(text, " \t\n\v\f\r");
}

/* Removes the white space around a value. */
static uriel_text header_bare(uriel_text value)
{
  const uriel_text text = header_trim(value);
  const bool both = text.len >= 2 && text.ptr[0] == '<' && text.ptr[text.len - 1] == '>';
  return both ? header_trim(header_part(text, 1, text.len - 1)) : text;
}

bool header_clean(uriel_text value, struct buffer *out)
{
  const uriel_text bare = header_bare(value);
  if (!buffer_grow(out, bare.len))
    return false;
  out->len = 0;
  for (size_t i = 0; i < bare.len; i++)
    if (!header_white(bare.ptr[i]))
      out->ptr[out->len++] = bare.ptr[i];
  return true;
}

/* Undoes folding: replaces a line break and the white space after it with one space (RFC 9112, 5.2). */
static bool header_unfold(uriel_text value, struct buffer *out)
{
  if (!buffer_grow(out, value.len))
    return false;
  out->len = 0;
  for (size_t i = 0; i < value.len; i++) {
    const bool fold = value.ptr[i] == '\r' || value.ptr[i] == '\n';
    out->ptr[out->len++] = fold ? ' ' : value.ptr[i];
    while (fold && i + 1 < value.len && header_white(value.ptr[i + 1]))
      i++;
  }
  return true;
}

/* Undoes the quoted-pairs of a relation (RFC 9110, 5.6.4). Appends the result to `cleaned`. */
static bool header_unquote(struct buffer *cleaned, uriel_text *relation)
{
  const size_t begin = cleaned->len;
  if (!relation->len || !memchr(relation->ptr, '\\', relation->len))
    return true;
  if (!buffer_grow(cleaned, begin + relation->len))
    return false;
  size_t end = begin;
  for (size_t i = 0; i < relation->len; i++) {
    i += relation->ptr[i] == '\\' && i + 1 < relation->len;
    cleaned->ptr[end++] = relation->ptr[i];
  }
  *relation = (uriel_text){cleaned->ptr + begin, end - begin};
  return true;
}

/* Reports the reference, whose cleaned text is in `reader->cleaned`. If `cleaned` is false, there was no
 * memory for it. */
static bool header_tell_cleaned(struct header_reader *reader, struct links_reference item, bool cleaned)
{
  if (!cleaned || !header_unquote(reader->cleaned, &item.relation))
    return entity_no_memory(reader->entity);
  item.header = reader->name;
  item.cleaned = buffer_text(reader->cleaned);
  return reader->sink->found(reader->sink->context, &item);
}

/* Keeps white space within the reference, which is an error, as no URI contains any. */
static bool header_tell(struct header_reader *reader, struct links_reference item)
{
  return header_tell_cleaned(reader, item, header_unfold(item.raw, reader->cleaned));
}

static bool header_tell_tight(struct header_reader *reader, struct links_reference item)
{
  return header_tell_cleaned(reader, item, header_clean(item.raw, reader->cleaned));
}

static bool header_malformed(const struct header_reader *reader, uriel_text where)
{
  return reader->sink->malformed(reader->sink->context, reader->name, where);
}

/* ---- Values that contain references --------------------------------------------------------------- */

static bool header_running_text(struct header_reader *reader, uriel_text value)
{
  uriel_hit hit;
  for (size_t from = 0; uriel_find(&hit, &from, value.ptr, value.len, true, NULL);) {
    const struct links_reference item = {.raw = header_part(value, hit.begin, hit.end)};
    if (!header_tell_cleaned(reader, item, text_clean(value.ptr, &hit, 0, reader->cleaned)))
      return false;
  }
  return true;
}

/* Returns the end of a comment (RFC 5322, 3.2.2), which may contain others. */
static size_t header_comment(uriel_text value, size_t at)
{
  size_t depth = 0;
  for (; at < value.len; at++) {
    if (value.ptr[at] == '\\')
      at++;
    else if (value.ptr[at] == '(')
      depth++;
    else if (value.ptr[at] == ')' && --depth == 0)
      return at + 1;
  }
  return value.len;
}

/* Ignores white space in the brackets (RFC 2369, 2). Also accepts a reference without brackets, which is
 * not valid but common: "List-Archive: http://...". */
static bool header_bracketed(struct header_reader *reader, uriel_text value)
{
  bool any = false;
  for (size_t at = 0; at < value.len;) {
    const char *end = value.ptr[at] == '<' ? memchr(value.ptr + at, '>', value.len - at) : NULL;
    if (end) {
      const size_t after = (size_t)(end - value.ptr) + 1;
      const uriel_text bare = header_trim(header_part(value, at + 1, after - 1));
      any = true;
      if (bare.len && !header_tell_tight(reader, (struct links_reference){.raw = bare}))
        return false;
      at = after;
    } else if (value.ptr[at] == '<')
      return header_malformed(reader, header_part(value, at, value.len));
    else
      at = value.ptr[at] == '(' ? header_comment(value, at) : at + 1;
  }
  return any || header_running_text(reader, value);
}

static bool header_links(struct header_reader *reader, uriel_text value)
{
  struct field_link link;
  for (size_t at = 0; fields_link(value, &at, &link);) {
    struct links_reference hit = {.raw = link.target};
    if (!link.target.ptr) {
      if (!header_malformed(reader, link.text))
        return false;
    } else if (!relation_of(link.rel, link.rev, &reader->entity->links->message, &hit.relation)) {
      return entity_no_memory(reader->entity);
    } else if (!header_tell(reader, hit) ||
               (link.anchor.ptr && !header_tell(reader, (struct links_reference){.raw = link.anchor,
                                                                                 .attribute = "anchor",
                                                                                 .identifies = true}))) {
      return false;
    }
  }
  return true;
}

static bool header_refresh(struct header_reader *reader, uriel_text value)
{
  size_t at = 0;
  while (at < value.len && value.ptr[at] != ';' && value.ptr[at] != ',')
    at++;
  uriel_text rest = header_trim(header_part(value, at + (at < value.len), value.len));
  if (rest.len > 3 && strncasecmp(rest.ptr, "url", 3) == 0) {
    at = 3;
    while (at < rest.len && header_white(rest.ptr[at]))
      at++;
    if (at < rest.len && rest.ptr[at] == '=')
      rest = header_trim(header_part(rest, at + 1, rest.len));
  }
  if (rest.len && (*rest.ptr == '"' || *rest.ptr == '\'')) {
    const char *end = memchr(rest.ptr + 1, *rest.ptr, rest.len - 1);
    rest = header_part(rest, 1, end ? (size_t)(end - rest.ptr) : rest.len);
  }
  return rest.len == 0 || header_tell(reader, (struct links_reference){.raw = rest});
}

/* ---- Identifiers and newsgroups ----------------------------------------------------------------- */

bool header_id(struct entity *entity, uriel_text id, enum header_of of, bool *built)
{
  struct buffer *const clean = &entity->links->message;
  const bool is_news = of == HEADER_OF_NEWS;
  uriel_error error;
  if (!header_clean(id, clean))
    return entity_no_memory(entity);
  const uriel_own_part part = {is_news ? "article" : "message", buffer_text(clean)};
  return built_uri(entity, is_news ? "news" : "mid", &part, 1, built, &error);
}

/* Reports each "<...>" outside of comments. Other text can be a phrase (RFC 5322, 4.5.4), except in
 * Message-ID. */
static bool header_ids(struct header_reader *reader, uriel_text value, bool is_name, enum header_of of)
{
  bool any = false;
  for (size_t at = 0; at < value.len;) {
    if (value.ptr[at] != '<') {
      at = value.ptr[at] == '(' ? header_comment(value, at) : at + 1;
      continue;
    }
    const char *const end = memchr(value.ptr + at, '>', value.len - at);
    const size_t after = end ? (size_t)(end - value.ptr) + 1 : value.len;
    const uriel_text id = header_part(value, at + 1, end ? after - 1 : after);
    bool built = false;
    if (end && !header_id(reader->entity, id, of, &built))
      return false;
    if (!(built ? header_tell_cleaned(reader, (struct links_reference){.raw = id, .identifies = is_name},
                                      true)
                : header_malformed(reader, header_part(value, at, after))))
      return false;
    any = true;
    at = after;
  }
  return any || !is_name || header_malformed(reader, value);
}

/* "poster" in Followup-To is not a group: replies go by mail (RFC 5536, 3.2.6). */
static bool header_groups(struct header_reader *reader, uriel_text value)
{
  uriel_text rest = value, group;
  while (uriel_list_next(&rest, &group, ',')) {
    const uriel_own_part part = {"group", header_trim(group)};
    uriel_error error;
    bool built;
    if (!part.text.len || text_is_word(part.text, "poster"))
      continue;
    if (!built_uri(reader->entity, "news", &part, 1, &built, &error) ||
        !(built ? header_tell_cleaned(reader, (struct links_reference){.raw = part.text}, true)
                : header_malformed(reader, part.text)))
      return false;
  }
  return true;
}

/* ------------------------------------------------------------------------------------------------ */

static struct header_field header_field_of(const char *name)
{
  for (size_t i = 0; i < sizeof header_fields / sizeof *header_fields; i++)
    if (strcasecmp(header_fields[i].name, name) == 0)
      return header_fields[i];
  return (struct header_field){name, HEADER_TEXT};
}

bool header_has_words(const char *name)
{
  const enum header_form form = header_field_of(name).form;
  return form == HEADER_TEXT || form == HEADER_NAME;
}

bool header_references(struct entity *entity, const char *name, uriel_text value, enum header_of of,
                       const struct header_sink *sink)
{
  const struct header_field field = header_field_of(name);
  struct header_reader reader = {entity, sink, &entity->links->cleaned, field.name};
  const uriel_text bare = header_bare(value);
  bool is_text = false;
  if (!value.len)
    return true;
  switch (field.form) {
  case HEADER_WHOLE:
    break;
  case HEADER_SENTENCE:
    for (size_t i = 0; i < bare.len && !is_text; i++)
      is_text = header_white(bare.ptr[i]);
    break;
  case HEADER_HTTP:
    is_text = of != HEADER_OF_HTTP;
    break;
  case HEADER_NAME:
    return bare.len == 0 ||
           header_tell_tight(&reader, (struct links_reference){.raw = bare, .identifies = true});
  case HEADER_BRACKETED:
    return header_bracketed(&reader, value);
  case HEADER_LINK:
    return header_links(&reader, value);
  case HEADER_REFRESH:
    return header_refresh(&reader, value);
  case HEADER_ID:
  case HEADER_IDS:
    return of == HEADER_OF_HTTP || header_ids(&reader, value, field.form == HEADER_ID, of);
  case HEADER_GROUPS:
    return of == HEADER_OF_HTTP || header_groups(&reader, value);
  case HEADER_TEXT:
    is_text = true;
    break;
  case HEADER_NONE:
    return true;
  }
  return is_text ? header_running_text(&reader, value)
                 : bare.len == 0 || header_tell(&reader, (struct links_reference){.raw = bare});
}

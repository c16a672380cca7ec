/* SPDX-License-Identifier: MIT */
/* Which attributes of HTML hold references. */
#include "attribute.h"

#include <string.h>
#include <strings.h>

static const char *const attribute_names[] = {
#define ATTRIBUTE_NAME(id, name) name,
    ATTRIBUTES(ATTRIBUTE_NAME)
#undef ATTRIBUTE_NAME
};

enum attribute_form { FORM_ONE, FORM_SPACES, FORM_COMMAS, FORM_SRCSET, FORM_REFRESH };

/* The one table: HTML 4.01, HTML (WHATWG, with its obsolete features), SVG and XLink. Elements are
 * separated by spaces, NULL is any: where href, src and srcset stand, they hold references (on elements
 * of SVG and on custom elements too). Other names mean other things on other elements. */
static const struct attribute_row {
  enum attribute_id id;
  enum attribute_form form;
  enum reference_base base;
  const char *elements;
} attribute_table[] = {
    {ATTRIBUTE_HREF, FORM_ONE, BASE_OF_DOCUMENT, NULL},
    {ATTRIBUTE_XLINK_HREF, FORM_ONE, BASE_OF_DOCUMENT, NULL},
    {ATTRIBUTE_SRC, FORM_ONE, BASE_OF_DOCUMENT, NULL},
    {ATTRIBUTE_SRCSET, FORM_SRCSET, BASE_OF_DOCUMENT, NULL},
    {ATTRIBUTE_IMAGESRCSET, FORM_SRCSET, BASE_OF_DOCUMENT, "link"},
    {ATTRIBUTE_ACTION, FORM_ONE, BASE_OF_DOCUMENT, "form isindex"},
    {ATTRIBUTE_FORMACTION, FORM_ONE, BASE_OF_DOCUMENT, "button input"},
    {ATTRIBUTE_CITE, FORM_ONE, BASE_OF_DOCUMENT, "blockquote q ins del"},
    {ATTRIBUTE_DATA, FORM_ONE, BASE_OF_CODEBASE, "object"},
    {ATTRIBUTE_CLASSID, FORM_ONE, BASE_OF_CODEBASE, "object"},
    {ATTRIBUTE_CODEBASE, FORM_ONE, BASE_OF_DOCUMENT, "object applet"},
    {ATTRIBUTE_ARCHIVE, FORM_SPACES, BASE_OF_CODEBASE, "object"},
    {ATTRIBUTE_ARCHIVE, FORM_COMMAS, BASE_OF_CODEBASE, "applet"},
    {ATTRIBUTE_USEMAP, FORM_ONE, BASE_OF_DOCUMENT, "img input object"},
    {ATTRIBUTE_LONGDESC, FORM_ONE, BASE_OF_DOCUMENT, "img frame iframe"},
    {ATTRIBUTE_BACKGROUND, FORM_ONE, BASE_OF_DOCUMENT, "body table thead tbody tfoot tr th td"},
    {ATTRIBUTE_PROFILE, FORM_SPACES, BASE_OF_DOCUMENT, "head"},
    {ATTRIBUTE_POSTER, FORM_ONE, BASE_OF_DOCUMENT, "video"},
    {ATTRIBUTE_PING, FORM_SPACES, BASE_OF_DOCUMENT, "a area"},
    {ATTRIBUTE_MANIFEST, FORM_ONE, BASE_OF_DOCUMENT, "html"},
    {ATTRIBUTE_ICON, FORM_ONE, BASE_OF_DOCUMENT, "command menuitem"},
    {ATTRIBUTE_CONTENT, FORM_REFRESH, BASE_OF_DOCUMENT, "meta"},
};

struct attribute_job {
  const struct tag *tag;
  const struct attribute_row *row;
  reference_sink *sink;
  void *context;
};

enum attribute_id attribute_find(const char *name, size_t len)
{
  unsigned id = 0;
  while (id < ATTRIBUTE_COUNT &&
         (strlen(attribute_names[id]) != len || strncasecmp(attribute_names[id], name, len) != 0))
    id++;
  return (enum attribute_id)id;
}

bool attribute_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

/* Whether `name` is one of `elements`. */
static bool attribute_on(const char *elements, const char *name)
{
  const size_t len = strlen(name);
  const char *at = elements;
  while (at && (at = strstr(at, name))) {
    if ((at == elements || at[-1] == ' ') && (at[len] == ' ' || at[len] == 0))
      return true;
    at += len;
  }
  return elements == NULL;
}

/* Tells bytes [begin, end) of the value. */
static bool attribute_tell(const struct attribute_job *job, size_t begin, size_t end)
{
  const struct tag_value *value = &job->tag->values[job->row->id];
  const struct tag_value *codebase = &job->tag->values[ATTRIBUTE_CODEBASE];
  struct page_reference found = {.attribute = attribute_names[job->row->id],
                                 .raw = value->ptr + begin,
                                 .raw_len = end - begin,
                                 .offset = value->offset + (value->verbatim ? begin : 0),
                                 .base = job->row->base};
  memcpy(found.element, job->tag->name, sizeof found.element);
  if (job->row->id == ATTRIBUTE_HREF && strcmp(found.element, "base") == 0)
    found.base = BASE_OF_RETRIEVAL;
  if (found.base == BASE_OF_CODEBASE && codebase->ptr) {
    found.codebase = codebase->ptr;
    found.codebase_len = codebase->len;
  } else if (found.base == BASE_OF_CODEBASE)
    found.base = BASE_OF_DOCUMENT;
  return job->sink(job->context, &found);
}

/* A list separated by white space, or by commas with white space around them. */
static bool attribute_list(const struct attribute_job *job, const struct tag_value *value, char comma)
{
  size_t at = 0;
  while (at < value->len) {
    const size_t begin = at;
    while (at < value->len && value->ptr[at] != comma &&
           (comma != ' ' || !attribute_space(value->ptr[at])))
      at++;
    size_t end = at++;
    size_t first = begin;
    while (first < end && attribute_space(value->ptr[first]))
      first++;
    while (end > first && attribute_space(value->ptr[end - 1]))
      end--;
    if (end > first && !attribute_tell(job, first, end))
      return false;
  }
  return true;
}

/* Past the descriptors of a candidate: to the comma that is in no parentheses. */
static size_t attribute_descriptors(const struct tag_value *value, size_t at)
{
  bool inside = false;
  while (at < value->len && (inside || value->ptr[at] != ',')) {
    if (value->ptr[at] == '(')
      inside = true;
    if (value->ptr[at] == ')')
      inside = false;
    at++;
  }
  return at;
}

/* HTML, "parsing a srcset attribute". */
static bool attribute_srcset(const struct attribute_job *job, const struct tag_value *value)
{
  size_t at = 0;
  for (;;) {
    while (at < value->len && (attribute_space(value->ptr[at]) || value->ptr[at] == ','))
      at++;
    if (at == value->len)
      return true;
    const size_t begin = at;
    while (at < value->len && !attribute_space(value->ptr[at]))
      at++;
    size_t end = at;
    while (end > begin && value->ptr[end - 1] == ',')
      end--;
    if (!attribute_tell(job, begin, end))
      return false;
    if (end == at)
      at = attribute_descriptors(value, at);
  }
}

static size_t attribute_skip_space(const struct tag_value *value, size_t at)
{
  while (at < value->len && attribute_space(value->ptr[at]))
    at++;
  return at;
}

/* Past `url =`, where it is there. */
static size_t attribute_skip_url(const struct tag_value *value, size_t at)
{
  if (value->len - at < 3 || strncasecmp(value->ptr + at, "url", 3) != 0)
    return at;
  const size_t equals = attribute_skip_space(value, at + 3);
  if (equals == value->len || value->ptr[equals] != '=')
    return at;
  return attribute_skip_space(value, equals + 1);
}

/* HTML, "shared declarative refresh steps": 5; url='...'. */
static bool attribute_refresh(const struct attribute_job *job, const struct tag_value *value)
{
  const struct tag_value *equiv = &job->tag->values[ATTRIBUTE_HTTP_EQUIV];
  if (!equiv->ptr || equiv->len != 7 || strncasecmp(equiv->ptr, "refresh", 7) != 0)
    return true;
  const size_t time = attribute_skip_space(value, 0);
  size_t at = time;
  while (at < value->len && ((value->ptr[at] >= '0' && value->ptr[at] <= '9') || value->ptr[at] == '.'))
    at++;
  if (at == time || at == value->len ||
      !(strchr(";,", value->ptr[at]) || attribute_space(value->ptr[at])))
    return true;
  at = attribute_skip_space(value, at);
  if (at < value->len && strchr(";,", value->ptr[at]))
    at = attribute_skip_space(value, at + 1);
  if (at == value->len)
    return true;
  at = attribute_skip_url(value, at);
  size_t end = value->len;
  if (at < end && strchr("'\"", value->ptr[at])) {
    const char *quote = memchr(value->ptr + at + 1, value->ptr[at], end - at - 1);
    at++;
    end = quote ? (size_t)(quote - value->ptr) : end;
  }
  return attribute_tell(job, at, end);
}

bool attribute_references(const struct tag *tag, reference_sink *sink, void *context)
{
  bool more = true;
  for (size_t i = 0; i < sizeof attribute_table / sizeof *attribute_table && more; i++) {
    const struct attribute_job job = {tag, &attribute_table[i], sink, context};
    const struct tag_value *value = &tag->values[job.row->id];
    if (!value->ptr || !attribute_on(job.row->elements, tag->name))
      continue;
    switch (job.row->form) {
    case FORM_ONE:
      more = attribute_tell(&job, 0, value->len);
      break;
    case FORM_SPACES:
      more = attribute_list(&job, value, ' ');
      break;
    case FORM_COMMAS:
      more = attribute_list(&job, value, ',');
      break;
    case FORM_SRCSET:
      more = attribute_srcset(&job, value);
      break;
    case FORM_REFRESH:
      more = attribute_refresh(&job, value);
      break;
    }
  }
  return more;
}

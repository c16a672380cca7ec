/* SPDX-License-Identifier: MIT */
/* Which attributes of HTML contain references. */
#include "attribute.h"

#include <string.h>
#include <strings.h>

#include "css.h"
#include "value.h"

_Static_assert(ATTRIBUTE_COUNT <= 64, "a bit for each");

static const struct {
  const char *ptr;
  size_t len;
} attribute_names[] = {
#define ATTRIBUTE_NAME(id, name) {name, sizeof(name) - 1},
    ATTRIBUTES(ATTRIBUTE_NAME)
#undef ATTRIBUTE_NAME
};

/* An additional condition on the tag. */
enum attribute_when { ALWAYS, WHEN_REFRESH, WHEN_META, WHEN_REF };

#define DOCUMENT BASE_OF_DOCUMENT
#define CODEBASE BASE_OF_CODEBASE

/* The table of attributes: HTML 4.01, HTML (WHATWG, with its obsolete features), earlier browsers, SVG,
 * MathML and XLink. Elements are separated by spaces; NULL means any. href, src, srcset and style
 * contain references on every element, including those of SVG and custom elements. Other names have
 * other meanings on other elements. */
static const struct attribute_row {
  enum attribute_id id;
  enum value_form form;
  enum reference_base base;
  const char *elements;
  enum attribute_when when;
  bool identifies;
} attribute_table[] = {
    {ATTRIBUTE_HREF, VALUE_ONE, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_XLINK_HREF, VALUE_ONE, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_SRC, VALUE_ONE, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_SRCSET, VALUE_SRCSET, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_IMAGESRCSET, VALUE_SRCSET, DOCUMENT, "link", ALWAYS, false},
    {ATTRIBUTE_ACTION, VALUE_ONE, DOCUMENT, "form isindex", ALWAYS, false},
    {ATTRIBUTE_FORMACTION, VALUE_ONE, DOCUMENT, "button input", ALWAYS, false},
    {ATTRIBUTE_CITE, VALUE_ONE, DOCUMENT, "blockquote q ins del", ALWAYS, false},
    {ATTRIBUTE_DATA, VALUE_ONE, CODEBASE, "object", ALWAYS, false},
    {ATTRIBUTE_CLASSID, VALUE_ONE, CODEBASE, "object", ALWAYS, false},
    {ATTRIBUTE_CODEBASE, VALUE_ONE, DOCUMENT, "object applet", ALWAYS, false},
    {ATTRIBUTE_ARCHIVE, VALUE_SPACES, CODEBASE, "object", ALWAYS, false},
    {ATTRIBUTE_ARCHIVE, VALUE_COMMAS, CODEBASE, "applet", ALWAYS, false},
    {ATTRIBUTE_CODE, VALUE_ONE, CODEBASE, "applet", ALWAYS, false},
    {ATTRIBUTE_USEMAP, VALUE_ONE, DOCUMENT, "img input object", ALWAYS, false},
    {ATTRIBUTE_LONGDESC, VALUE_ONE, DOCUMENT, "img frame iframe", ALWAYS, false},
    {ATTRIBUTE_BACKGROUND, VALUE_ONE, DOCUMENT, "body table thead tbody tfoot tr th td layer ilayer",
     ALWAYS, false},
    {ATTRIBUTE_PROFILE, VALUE_SPACES, DOCUMENT, "head", ALWAYS, false},
    {ATTRIBUTE_POSTER, VALUE_ONE, DOCUMENT, "video", ALWAYS, false},
    {ATTRIBUTE_PING, VALUE_SPACES, DOCUMENT, "a area", ALWAYS, false},
    {ATTRIBUTE_MANIFEST, VALUE_ONE, DOCUMENT, "html", ALWAYS, false},
    {ATTRIBUTE_ICON, VALUE_ONE, DOCUMENT, "command menuitem", ALWAYS, false},
    {ATTRIBUTE_LOWSRC, VALUE_ONE, DOCUMENT, "img", ALWAYS, false},
    {ATTRIBUTE_DYNSRC, VALUE_ONE, DOCUMENT, "img input", ALWAYS, false},
    {ATTRIBUTE_URN, VALUE_ONE, DOCUMENT, "a link", ALWAYS, true},
    {ATTRIBUTE_VALUE, VALUE_ONE, DOCUMENT, "param", WHEN_REF, false},
    {ATTRIBUTE_ITEMID, VALUE_ONE, DOCUMENT, NULL, ALWAYS, true},
    {ATTRIBUTE_ITEMTYPE, VALUE_SPACES, DOCUMENT, NULL, ALWAYS, true},
    {ATTRIBUTE_ALTIMG, VALUE_ONE, DOCUMENT, "math", ALWAYS, false},
    {ATTRIBUTE_DEFINITIONURL, VALUE_ONE, DOCUMENT, NULL, ALWAYS, true},
    {ATTRIBUTE_STYLE, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_FILL, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_STROKE, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_FILTER, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_CLIP_PATH, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_MASK, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_MARKER, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_MARKER_START, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_MARKER_MID, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_MARKER_END, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_CURSOR, VALUE_CSS, DOCUMENT, NULL, ALWAYS, false},
    {ATTRIBUTE_CONTENT, VALUE_REFRESH, DOCUMENT, "meta", WHEN_REFRESH, false},
    {ATTRIBUTE_CONTENT, VALUE_ONE, DOCUMENT, "meta", WHEN_META, false},
};

#undef DOCUMENT
#undef CODEBASE

enum { ATTRIBUTE_ROWS = sizeof attribute_table / sizeof *attribute_table };

/* Names of metadata whose content is a URL, as defined by Open Graph, cards, microdata and start
 * screens. */
static const char *const attribute_meta[] = {"og:url",
                                             "og:image",
                                             "og:image:url",
                                             "og:image:secure_url",
                                             "og:video",
                                             "og:video:url",
                                             "og:video:secure_url",
                                             "og:audio",
                                             "og:audio:url",
                                             "og:audio:secure_url",
                                             "og:see_also",
                                             "article:author",
                                             "article:publisher",
                                             "twitter:image",
                                             "twitter:image:src",
                                             "twitter:player",
                                             "twitter:player:stream",
                                             "twitter:url",
                                             "msapplication-tileimage",
                                             "msapplication-starturl",
                                             "msapplication-config",
                                             "msapplication-square70x70logo",
                                             "msapplication-square150x150logo",
                                             "msapplication-square310x310logo",
                                             "msapplication-wide310x150logo",
                                             "thumbnail",
                                             "url",
                                             "image",
                                             "thumbnailurl",
                                             "contenturl",
                                             "embedurl",
                                             "logo",
                                             "sameas"};

enum attribute_id attribute_find(const char *name, size_t len)
{
  unsigned id = 0;
  while (id < ATTRIBUTE_COUNT &&
         (attribute_names[id].len != len || (*attribute_names[id].ptr ^ *name) & ~0x20 ||
          strncasecmp(attribute_names[id].ptr, name, len) != 0))
    id++;
  return (enum attribute_id)id;
}

const struct tag_value *attribute_of(const struct tag_values *values, enum attribute_id id)
{
  return values->has >> id & 1 ? &values->of[id] : NULL;
}

void attribute_keep(struct tag_values *values, enum attribute_id id, const struct tag_value *value)
{
  if (id == ATTRIBUTE_COUNT || attribute_of(values, id))
    return;
  values->has |= (uint64_t)1 << id;
  values->of[id] = *value;
}

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

static bool attribute_equals(const struct tag_values *values, enum attribute_id id, const char *word)
{
  const struct tag_value *value = attribute_of(values, id);
  return value && value->len == strlen(word) && strncasecmp(value->ptr, word, value->len) == 0;
}

static bool attribute_is_meta(const struct tag_values *values)
{
  static const enum attribute_id ids[] = {ATTRIBUTE_PROPERTY, ATTRIBUTE_NAME, ATTRIBUTE_ITEMPROP};
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    for (size_t j = 0; j < sizeof attribute_meta / sizeof *attribute_meta; j++) {
      if (attribute_equals(values, ids[i], attribute_meta[j]))
        return true;
    }
  }
  return false;
}

static bool attribute_when(const struct tag_values *values, enum attribute_when when)
{
  switch (when) {
  case WHEN_REFRESH:
    return attribute_equals(values, ATTRIBUTE_HTTP_EQUIV, "refresh");
  case WHEN_META:
    return attribute_is_meta(values);
  case WHEN_REF:
    return attribute_equals(values, ATTRIBUTE_VALUETYPE, "ref");
  case ALWAYS:
    break;
  }
  return true;
}

struct attribute_job {
  const struct tag *tag;
  const struct tag_value *value;
  const struct attribute_row *row; /* NULL for the text of a <style> */
  reference_sink *sink;
  void *context;
};

static enum reference_base attribute_base(const struct attribute_job *job)
{
  if (!job->row)
    return BASE_OF_DOCUMENT;
  if (job->row->id == ATTRIBUTE_HREF && !job->tag->foreign && strcmp(job->tag->name, "base") == 0)
    return BASE_OF_RETRIEVAL;
  if (job->row->base == BASE_OF_CODEBASE && !attribute_of(&job->tag->values, ATTRIBUTE_CODEBASE))
    return BASE_OF_DOCUMENT;
  return job->row->base;
}

static bool attribute_tell_as(const struct attribute_job *job, size_t begin, size_t end, bool identifies)
{
  const struct attribute_row *row = job->row;
  struct page_reference found = {.element = job->tag->name,
                                 .attribute = row ? attribute_names[row->id].ptr : NULL,
                                 .raw = job->value->ptr + begin,
                                 .raw_len = end - begin,
                                 .offset = job->value->offset + (job->value->verbatim ? begin : 0),
                                 .base = attribute_base(job),
                                 .identifies = identifies,
                                 .is_css = !row || row->form == VALUE_CSS};
  if (found.base == BASE_OF_CODEBASE) {
    found.codebase = job->tag->values.of[ATTRIBUTE_CODEBASE].ptr;
    found.codebase_len = job->tag->values.of[ATTRIBUTE_CODEBASE].len;
  }
  return job->sink(job->context, &found);
}

/* Reports bytes [begin, end) of the value. */
static bool attribute_tell(void *context, size_t begin, size_t end)
{
  const struct attribute_job *job = context;
  return attribute_tell_as(job, begin, end, job->row->identifies);
}

static bool attribute_tell_css(void *context, const struct css_reference *reference)
{
  const struct attribute_job *job = context;
  const size_t begin = (size_t)(reference->raw - job->value->ptr);
  return attribute_tell_as(job, begin, begin + reference->len, css_identifies(reference));
}

static bool attribute_read(struct attribute_job *job)
{
  const struct tag_value *value = job->value;
  if (!job->row || job->row->form == VALUE_CSS)
    return css_read(value->ptr, value->len, attribute_tell_css, job);
  return value_read(job->row->form, value->ptr, value->len, attribute_tell, job);
}

/* Finds the rows that apply to a tag, in the order of its attributes. */
static size_t attribute_rows(const struct tag *tag, const struct attribute_row *rows[ATTRIBUTE_ROWS])
{
  size_t count = 0;
  for (size_t i = 0; i < ATTRIBUTE_ROWS; i++) {
    const struct attribute_row *row = &attribute_table[i];
    if (!attribute_of(&tag->values, row->id) || !attribute_on(row->elements, tag->name) ||
        !attribute_when(&tag->values, row->when))
      continue;
    size_t at = count++;
    for (; at && tag->values.of[rows[at - 1]->id].offset > tag->values.of[row->id].offset; at--)
      rows[at] = rows[at - 1];
    rows[at] = row;
  }
  return count;
}

bool attribute_references(const struct tag *tag, reference_sink *sink, void *context)
{
  const struct attribute_row *rows[ATTRIBUTE_ROWS];
  const size_t count = tag->values.has ? attribute_rows(tag, rows) : 0;
  struct attribute_job job = {.tag = tag, .sink = sink, .context = context};
  for (size_t i = 0; i < count; i++) {
    job.row = rows[i];
    job.value = &tag->values.of[rows[i]->id];
    if (!attribute_read(&job))
      return false;
  }
  job.row = NULL;
  job.value = &tag->text;
  return !tag->text.ptr || attribute_read(&job);
}

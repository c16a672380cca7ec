/* SPDX-License-Identifier: MIT */
/* uriel compare --fetched: whether two URIs lead to the same resource, as far as retrieval shows. */
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "cli/get/get.h"
#include "cli/uriel/compare.h"
#include "reader/excerpt.h"
#include "reader/fields.h"
#include "uriel_html.h"

/* One of two resources. */
struct fetched_side {
  struct buffer target, shown; /* the second without user and password */
  struct buffer canonical; /* the first link "canonical": of the page, or else of the header; or empty */
  struct buffer location;  /* Content-Location, or empty */
  uriel_digest digest;
  char sha256[64], digits[NUMBER_DIGITS];
  uriel_text length;
};

static struct fetched {
  struct compare *compare;
  struct request request;
  struct get *get;
  struct get_result result;
  struct fetched_side sides[2], *side;
  bool begun, is_page; /* the object; an HTML page in which no canonical name was found yet */
  uriel_page page;
  uriel_page_options options;
  struct buffer type, page_scratch, scratch;
  bool silent;
  int status;
} fetched;

/* ---- Canonical names ----------------------------------------------------------------------------- */

/* Whether a list of link types has "canonical" (RFC 6596). */
static bool fetched_is_canonical(uriel_text types)
{
  uriel_text type;
  while (uriel_list_next(&types, &type, ' '))
    if (text_is_word(text_trim(type, ASCII_SPACES), "canonical"))
      return true;
  return false;
}

/* Removes the user and the password. */
static void fetched_bare(struct buffer *uri)
{
  uriel_ref ref;
  if (!uriel_parse(&ref, uri->ptr, uri->len, NULL) || !uriel_userinfo(&ref).ptr)
    return;
  char *const begin = uri->ptr + (uriel_userinfo(&ref).ptr - uri->ptr);
  const char *const end = begin + uriel_userinfo(&ref).len + 1;
  memmove(begin, end, (size_t)(uri->ptr + uri->len - end));
  uri->len -= (size_t)(end - begin);
}

/* Writes the target of a reference in the header. */
static void fetched_resolve(const struct fetched_side *side, uriel_text reference, struct buffer *out)
{
  const size_t bound = uriel_lenient_bound(NULL, reference.len);
  uriel_ref base, relative;
  uriel_read read;
  buffer_reserve(&fetched.scratch, bound);
  out->len = 0;
  if (!uriel_parse(&base, side->shown.ptr, side->shown.len, NULL) ||
      uriel_lenient_parse(&relative, &read, NULL, reference.ptr, reference.len, URIEL_LENIENT_RELATIVE,
                          fetched.scratch.ptr, bound, NULL) == URIEL_FAILED)
    return;
  buffer_reserve(out, uriel_resolve_bound(&base, &relative));
  buffer_wrote(out,
               uriel_resolve(&base, &relative, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL));
  fetched_bare(out);
}

/* Reads Content-Location and Link of the response. */
static void fetched_read_header(struct fetched_side *side)
{
  const uriel_text header = buffer_text(&fetched.result.header);
  const uriel_text location = fields_find(header, "Content-Location");
  struct field field;
  struct field_link link;
  if (location.len > 0)
    fetched_resolve(side, location, &side->location);
  for (size_t at = 0; fields_next(header, &at, &field);)
    for (size_t i = 0; text_is_word(field.name, "Link") && fields_link(field.value, &i, &link);)
      if (side->canonical.len == 0 && link.target.ptr && !link.anchor.ptr &&
          fetched_is_canonical(link.rel))
        fetched_resolve(side, link.target, &side->canonical);
}

/* Reads the references of a piece of the page, up to the link. */
static void fetched_read_page(const char *data, size_t len, bool last)
{
  uriel_html_reference found;
  uriel_ref target;
  uriel_page_status status;
  uriel_page_feed(&fetched.page, data, len, last);
  while ((status = uriel_page_next(&fetched.page, &found)) == URIEL_PAGE_FOUND ||
         status == URIEL_PAGE_FULL) {
    if (status == URIEL_PAGE_FULL || found.kind != URIEL_HTML_LINK ||
        !text_is_word(found.element, "link") || !fetched_is_canonical(found.rel))
      continue; /* what does not fit is lost */
    struct buffer *const out = &fetched.side->canonical;
    size_t need = uriel_page_target(&target, &fetched.page, &found, NULL, 0);
    if (need != URIEL_FAILED) {
      buffer_reserve(out, need);
      buffer_wrote(out, uriel_page_target(&target, &fetched.page, &found, out->ptr, out->capacity));
      fetched_bare(out);
    }
    fetched.is_page = false;
    return;
  }
}

/* ---- Retrieval ----------------------------------------------------------------------------------- */

/* Called before the first byte of an object, and after an empty object. */
static void fetched_begin(void)
{
  struct fetched_side *const side = fetched.side;
  const struct get_result *const result = &fetched.result;
  uriel_text item = {"", 0}, name, charset = {NULL, 0}, value;
  fetched.begun = true;
  buffer_put(&side->target, result->target.ptr, result->target.len);
  buffer_put(&side->shown, result->target.ptr, result->target.len);
  fetched_bare(&side->shown);
  buffer_put(&fetched.type, result->media_type.ptr, result->media_type.len);
  uriel_text type = buffer_text(&fetched.type);
  fields_item(&type, ';', &item);
  fetched.is_page = text_is_word(item, "text/html") || text_is_word(item, "application/xhtml+xml");
  while (fields_item(&type, ';', &item)) {
    fields_split(item, &name, &value);
    if (text_is_word(name, "charset"))
      charset = value;
  }
  fetched.options = (uriel_page_options){
      .url = buffer_text(&side->shown), .charset = charset, .encodings = &uriel_encodings};
  buffer_reserve(&fetched.page_scratch, URIEL_HTML_SCRATCH);
  uriel_page_begin(&fetched.page, &fetched.options, fetched.page_scratch.ptr, URIEL_HTML_SCRATCH);
}

static bool fetched_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  (void)context, (void)failure;
  if (!fetched.begun)
    fetched_begin();
  uriel_digest_add(&fetched.side->digest, data, len);
  if (fetched.is_page)
    fetched_read_page(data, len, false);
  return true;
}

static void fetched_note(void *context, const char *text)
{
  (void)context;
  if (!fetched.silent)
    message("note: %s", text);
}

/* Retrieves one of the two. Returns false with the reason, or with the record invalid. */
static bool fetched_get(struct record *record, const uriel_ref *ref, struct fetched_side *side)
{
  static const int statuses[] = {
      [GET_ABSENT] = STATUS_ABSENT, [GET_REFUSED] = STATUS_REFUSED, [GET_FAILED] = STATUS_IO};
  struct get_result *const result = &fetched.result;
  const uriel_text input = {ref->text, ref->length};
  uriel_error error = {.code = URIEL_ERROR_PLAN_BASE, .component = URIEL_REFERENCE};
  uint8_t digest[32];
  fetched.side = side;
  fetched.begun = fetched.is_page = false;
  side->canonical.len = side->location.len = 0;
  uriel_digest_start(&side->digest);
  if (!(uriel_scheme(ref).ptr && get_fetch(fetched.get, ref, result, &error))) {
    if (!uriel_scheme(ref).ptr || result->failure.status == GET_DONE)
      return record_blame(record, &error, input, "no plan");
    const int status = statuses[result->failure.status];
    const uriel_text shown = excerpt_hide_password(
        input, URIEL_REFERENCE, &(struct excerpt_marks){.caret = 0}, &fetched.scratch);
    fetched.status = status > fetched.status ? status : fetched.status;
    fetched.compare->reason = result->failure.message;
    if (!fetched.silent)
      message("%.*s: %s", (int)shown.len, shown.ptr, result->failure.message);
    return false;
  }
  if (!fetched.begun)
    fetched_begin();
  if (fetched.is_page)
    fetched_read_page("", 0, true);
  fetched_read_header(side);
  uriel_digest_end(&side->digest, digest);
  for (size_t i = 0; i < sizeof digest; i++)
    hex_write(side->sha256 + 2 * i, digest[i]);
  side->length = number_text(side->digits, result->length);
  return true;
}

/* ---- Comparison ---------------------------------------------------------------------------------- */

static uriel_text fetched_without_fragment(uriel_text uri)
{
  const char *const hash = uri.len > 0 ? memchr(uri.ptr, '#', uri.len) : NULL;
  return (uriel_text){uri.ptr, hash ? (size_t)(hash - uri.ptr) : uri.len};
}

/* Whether two URIs, without their fragments, are equivalent on any level (RFC 3986, 6.1). */
static bool fetched_is_same(uriel_text a, uriel_text b)
{
  uriel_ref refs[2];
  a = fetched_without_fragment(a);
  b = fetched_without_fragment(b);
  if (uriel_parse(&refs[0], a.ptr, a.len, NULL) && uriel_parse(&refs[1], b.ptr, b.len, NULL))
    return uriel_compare(&refs[0], &refs[1]) != URIEL_LEVEL_DIFFERENT;
  return text_same(a, b);
}

/* Adds evidence. The first level on which both are the same is the answer. */
static void fetched_add(const char *level, const char *component, uriel_text a, uriel_text b, bool same)
{
  struct compare *const compare = fetched.compare;
  compare->evidence[compare->count++] =
      (struct compare_evidence){same ? level : "different", component, a, b};
  if (same && strcmp(compare->found, "different") == 0)
    compare->found = level;
}

/* Adds names that the servers give to the resources. A resource without one has its own URI as its name.
 */
static void fetched_add_names(const char *component, const struct buffer *a, const struct buffer *b)
{
  const struct fetched_side *const sides = fetched.sides;
  const uriel_text names[] = {buffer_text(a->len ? a : &sides[0].shown),
                              buffer_text(b->len ? b : &sides[1].shown)};
  if (a->len || b->len)
    fetched_add("canonical", component, names[0], names[1], fetched_is_same(names[0], names[1]));
}

static void fetched_start(const struct record *record)
{
  client_read_settings(&fetched.request, "compare");
  struct get_options options = client_options(&fetched.compare->client, &fetched.request);
  options.object = fetched_object;
  options.ask = prompt_ask;
  options.login = netrc_find;
  options.note = fetched_note;
  fetched.silent = record->lane->general->silent;
  fetched.get = client_start(&options, "compare");
}

static bool fetched_compare(struct compare *compare, struct record *record, const uriel_ref refs[2])
{
  struct fetched_side *const sides = fetched.sides;
  if (!fetched.get)
    fetched_start(record);
  for (size_t i = 0; i < 2; i++)
    if (!fetched_get(record, &refs[i], &sides[i])) {
      compare->found = "unknown";
      if (record_is_invalid(record))
        record->error.in = i ? "b" : "a";
      return false;
    }
  const bool same_target = fetched_is_same(buffer_text(&sides[0].target), buffer_text(&sides[1].target));
  const uriel_text digests[] = {{sides[0].sha256, 64}, {sides[1].sha256, 64}};
  const bool same_bytes =
      text_same(digests[0], digests[1]) && text_same(sides[0].length, sides[1].length);
  fetched_add("target", "target", buffer_text(&sides[0].shown), buffer_text(&sides[1].shown),
              same_target);
  fetched_add("bytes", "sha256", digests[0], digests[1], same_bytes);
  fetched_add("bytes", "length", sides[0].length, sides[1].length, same_bytes);
  fetched_add_names("canonical", &sides[0].canonical, &sides[1].canonical);
  fetched_add_names("content-location", &sides[0].location, &sides[1].location);
  return strcmp(compare->found, "different") != 0;
}

int fetched_run(int argc, char **argv)
{
  fetched.compare = compare_stage.self;
  fetched.compare->fetch = fetched_compare;
  const int status = stage_run(&compare_stage, argc, argv);
  if (fetched.get)
    get_free(fetched.get);
  get_result_free(&fetched.result);
  return fetched.status > status ? fetched.status : status;
}

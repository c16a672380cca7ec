/* SPDX-License-Identifier: MIT */
/* uriel find: the URI that a hit stands for, and its host. */
#include <string.h>

#include "cli/shared/cli.h"
#include "find.h"
#include "reader/unicode.h"
#include "uriel_iri.h"
#include "uriel_url.h"

/* Returns what an abbreviation or a mail address lacks (RFC 3986, 4.5). */
static const char *find_before(const struct text_hit *hit)
{
  return hit->kind == URIEL_HIT_ABBREVIATED ? "http://" : hit->kind == URIEL_HIT_MAIL ? "mailto:" : "";
}

/* Writes the hit to `find->text`, after what it lacks. */
static uriel_text find_whole(struct find *find, const struct text_hit *hit, uriel_text cleaned)
{
  struct buffer *const text = &find->text;
  const char *const before = find_before(hit);
  text->len = 0;
  buffer_append(text, before, strlen(before));
  buffer_append(text, cleaned.ptr, cleaned.len);
  return (uriel_text){text->ptr, text->len};
}

/* Percent-encodes text that is not an IRI, as far as it is UTF-8. */
static uriel_text find_encode(struct find *find, const struct text_hit *hit)
{
  const uriel_hit whole = {0, hit->raw.len, hit->kind, hit->delimiter, hit->flags};
  struct buffer *const uri = &find->uri;
  const unsigned clean = find->request.clean | URIEL_CLEAN_TO_URI;
  while (buffer_short(uri, uriel_hit_clean(hit->raw.ptr, &whole, clean, uri->ptr, uri->capacity)))
    ;
  return find_whole(find, hit, (uriel_text){uri->ptr, uri->len});
}

/* Returns the URI of an IRI, its host by IDNA (RFC 3987, 3.1). */
static uriel_text find_map(struct find *find, const struct text_hit *hit)
{
  const uriel_text text = find_whole(find, hit, hit->cleaned);
  struct buffer *const uri = &find->uri;
  uriel_ref iri;
  size_t need = URIEL_FAILED;
  if (uriel_parse_as(&iri, text.ptr, text.len, URIEL_SPEC_IRI, 0, NULL))
    do
      need = uriel_iri_to_uri(&iri, URIEL_IRI_IDNA, uri->ptr, uri->capacity, NULL);
    while (need != URIEL_FAILED && buffer_short(uri, need));
  return need == URIEL_FAILED ? find_encode(find, hit) : (uriel_text){uri->ptr, uri->len};
}

/* Returns the URL that a browser makes of the text; undefined if the URL standard returns failure. */
static uriel_text find_url(struct find *find, uriel_text text)
{
  struct buffer *const uri = &find->uri;
  uriel_ref url;
  size_t need;
  do
    need = uriel_url_parse(&url, NULL, text.ptr, text.len, uri->ptr, uri->capacity, NULL);
  while (need != URIEL_FAILED && url.text != text.ptr && buffer_short(uri, need));
  return need == URIEL_FAILED ? uriel_text_of(NULL) : (uriel_text){url.text, url.length};
}

uriel_text find_uri(struct find *find, const struct text_hit *hit)
{
  const bool is_short = hit->kind == URIEL_HIT_ABBREVIATED || hit->kind == URIEL_HIT_MAIL;
  const bool is_iri = (hit->flags & URIEL_HIT_IRI) != 0;
  uriel_text uri = hit->cleaned;
  if (find->spec == URIEL_SPEC_WHATWG)
    uri = find_url(find, find_whole(find, hit, hit->cleaned));
  else if (is_iri && find->spec == URIEL_SPEC_IRI)
    uri = find_map(find, hit);
  else if (is_short)
    uri = find_whole(find, hit, hit->cleaned);
  const bool same =
      uri.len == hit->cleaned.len && (!uri.len || memcmp(uri.ptr, hit->cleaned.ptr, uri.len) == 0);
  return same ? uriel_text_of(NULL) : uri;
}

uriel_text find_to_uri(struct find *find, const struct text_hit *hit)
{
  const uriel_text uri = find_map(find, hit);
  const size_t before = strlen(find_before(hit));
  struct buffer *const kept = &find->encoded;
  kept->len = 0;
  buffer_append(kept, uri.ptr + before, uri.len - before);
  return (uriel_text){kept->ptr, kept->len};
}

uriel_text find_hosts(struct find *find, uriel_text uri, uriel_text *host)
{
  uriel_ref ref;
  *host = uriel_text_of(NULL);
  if (!uri.ptr || !uriel_parse_as(&ref, uri.ptr, uri.len, find_parsed_by(find), 0, NULL))
    return uriel_text_of(NULL);
  uriel_text shown;
  if (!host_unicode(uriel_host(&ref), &find->host, &shown))
    die_memory();
  if (shown.ptr)
    *host = uriel_host(&ref);
  return shown;
}

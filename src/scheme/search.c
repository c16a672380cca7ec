/* SPDX-License-Identifier: MIT */
/* The URIs of a search for words and of a filled-in form, which the user gives after a plan was made. */
#include "scheme/scheme.h"
#include "text/text.h"
#include "uri/component.h"
#include "uriel_plan.h"

/* The bytes that are not encoded. "~" is unsafe before RFC 2396 (url-1994, Unsafe characters). */
static encode_set search_kept(const uriel_ref *ref)
{
  const uriel_spec spec = uriel_spec_of(ref);
  const bool early = spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994;
  return (encode_set){BYTE_UNRESERVED, early ? "~" : "", "", 0};
}

/* Writes the words, encoded, with `blank` for each run of blanks between two. */
static void search_words(writer *w, uriel_text words, const char *blank, encode_set set)
{
  bool any = false;
  uriel_text word;
  while (uriel_list_next(&words, &word, ' '))
    if (word.len > 0) {
      write_string(w, any ? blank : "");
      uriel_write_encoded(w, word, &set, URIEL_ENCODE_PERCENT);
      any = true;
    }
}

static size_t search_error(uriel_error *error, const uriel_ref *ref, uriel_error_code code)
{
  const uriel_text name = uriel_scheme(ref);
  const uriel_text text = view_defined(name) ? name : (uriel_text){ref->text, ref->length};
  uriel_error found =
      error_at(code, view_defined(name) ? URIEL_SCHEME : URIEL_REFERENCE, ref->text, text, text.ptr);
  found.spec = uriel_spec_of(ref);
  error_store(error, found);
  return URIEL_FAILED;
}

static size_t search_text_error(uriel_error *error, uriel_error_code code, const char *part,
                                uriel_text text, size_t at)
{
  error_store(error, (uriel_error){.code = code, .offset = at, .length = text.len, .part = part});
  return URIEL_FAILED;
}

/* The parts of a gopher path as written. In url-1993, the search is the query. */
typedef struct search_gopher {
  char type; /* 0: none */
  uriel_text selector, search, plus;
} search_gopher;

static search_gopher search_gopher_of(const uriel_ref *ref)
{
  const bool early = uriel_spec_of(ref) == URIEL_SPEC_URL_1993;
  const uriel_text path = uriel_path(ref);
  uriel_text rest =
      uriel_part_below(ref, !early && uriel_part_find(path, "\t", false) != view_end(path));
  const char *at = rest.ptr;
  search_gopher gopher = {.type = rest.len > 0 ? decoded_next(&at, view_end(rest)) : 0};
  if (rest.len > 0)
    rest = view_of(at, view_end(rest));
  gopher.selector = early ? path : uriel_take_encoded(&rest, '\t');
  gopher.search = early ? view_undefined() : uriel_take_encoded(&rest, '\t');
  gopher.plus = early ? view_undefined() : rest;
  return gopher;
}

size_t uriel_search_write(const uriel_ref *ref, const char *words, size_t len, char *out,
                          size_t capacity, uriel_error *error)
{
  const uriel_text text = {words ? words : "", len};
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE});
  if (uriel_refuse_row(ref, error))
    return URIEL_FAILED;
  const uriel_text name = uriel_scheme(ref), path = uriel_path(ref);
  const bool gopher = view_is(name, "gopher"), wais = view_is(name, "wais");
  bool blank = true;
  for (size_t i = 0; i < len; i++) {
    blank = blank && text.ptr[i] == ' ';
    if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7F)
      return search_text_error(error, URIEL_ERROR_PART_CHARACTER, "search", text, i);
  }
  if (blank)
    return search_text_error(error, URIEL_ERROR_PART_EMPTY, "search", text, len);
  writer w = writer_to(out, capacity);
  if (gopher) {
    const search_gopher parts = search_gopher_of(ref);
    if (parts.type != '7')
      return search_error(error, ref, URIEL_ERROR_PLAN_SEARCH);
    write_view(&w, view_of(name.ptr, view_end(parts.selector)));
    write_string(&w, uriel_spec_of(ref) == URIEL_SPEC_URL_1993 ? "?" : "%09");
    search_words(&w, text, "%20", search_kept(ref));
    uriel_write_part(&w, "%09", parts.plus, "");
    return w.len;
  }
  uriel_text rest = uriel_part_below(ref, false);
  const uriel_text database = view_take(&rest, '/');
  if (wais ? database.len == 0 || view_defined(rest) : !view_is(name, "http") && !view_is(name, "https"))
    return search_error(error, ref, URIEL_ERROR_PLAN_SEARCH);
  /* "Within the <searchpart>, spaces are replaced by +" (url-1994, WAIS and HTTP). */
  write_view(&w, view_of(name.ptr, view_end(path)));
  write_string(&w, "?");
  search_words(&w, text, "+", search_kept(ref));
  return w.len;
}

size_t uriel_answers_write(const uriel_ref *ref, const uriel_text *answers, size_t count, char *out,
                           size_t capacity, uriel_error *error)
{
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE});
  if (uriel_refuse_row(ref, error))
    return URIEL_FAILED;
  const uriel_text name = uriel_scheme(ref);
  const search_gopher parts =
      view_is(name, "gopher") ? search_gopher_of(ref) : (search_gopher){.type = 0};
  const char *at = parts.plus.ptr, *const end = view_end(parts.plus);
  /* Types 8 and T are sessions, not requests (RFC 1436, 3.8). */
  if (parts.plus.len == 0 || decoded_next(&at, end) != '?' || at != end || parts.type == '8' ||
      parts.type == 'T')
    return search_error(error, ref, URIEL_ERROR_PLAN_FORM);
  for (size_t i = 0; i < count; i++) {
    /* A line "." ends the answers. */
    if (answers[i].len == 1 && answers[i].ptr[0] == '.')
      return search_text_error(error, URIEL_ERROR_PART_FORM, "answer", answers[i], 0);
    for (size_t k = 0; k < answers[i].len; k++)
      if (answers[i].ptr[k] == '\r' || answers[i].ptr[k] == '\n')
        return search_text_error(error, URIEL_ERROR_PART_LINE_BREAK, "answer", answers[i], k);
  }
  encode_set set = search_kept(ref);
  writer w = writer_to(out, capacity);
  write_view(&w, view_of(name.ptr, parts.plus.ptr));
  write_string(&w, "+%091%0D%0A+-1%0D%0A");
  for (size_t i = 0; i < count; i++) {
    uriel_write_encoded(&w, answers[i], &set, URIEL_ENCODE_PERCENT);
    write_string(&w, "%0D%0A");
  }
  write_string(&w, ".%0D%0A");
  return w.len;
}

/* SPDX-License-Identifier: MIT */
/* The steps of the Internet Archive's IAURLCanonicalizer. */
#include "site/surt.h"
#include "text/bytes.h"

/* Removes the bytes from `begin` to `end`. */
static void archive_cut(surt_text *text, size_t begin, size_t end)
{
  memmove(text->ptr + begin, text->ptr + end, text->len - end);
  text->len -= end - begin;
}

/* Returns the number of bytes of the classes at `at`, at most `most`. */
static size_t archive_span(surt_text text, size_t at, unsigned classes, size_t most)
{
  size_t n = 0;
  while (n < most && at + n < text.len && byte_is(text.ptr[at + n], classes))
    n++;
  return n;
}

/* Returns whether the text has the word, in lower case, at `at`, in any case. */
static bool archive_has(surt_text text, size_t at, const char *word)
{
  const size_t len = uriel_text_of(word).len;
  return at <= text.len && text.len - at >= len && fold_equal(text.ptr + at, word, len);
}

/* ---- Session identifiers in paths ---------------------------------------------------------------- */

enum { SESSION_PATH = 24, SESSION_QUERY = 32, SESSION_ASP = 8 };

/* Returns the end of "(24 letters and digits)" at `at`, or 0. */
static size_t session_parentheses(surt_text path, size_t at)
{
  const size_t end = at + 1 + SESSION_PATH;
  if (end >= path.len || path.ptr[at] != '(' || path.ptr[end] != ')')
    return 0;
  const size_t n = archive_span(path, at + 1, BYTE_ALPHA | BYTE_DIGIT, SESSION_PATH);
  return n == SESSION_PATH ? end + 1 : 0;
}

/* Returns the end of the session identifier at `at`, with its "/", or 0: "(24 of them)/", or with
 * `letters` "(A(24 of them)B(24 of them))/". */
static size_t session_segment(surt_text path, size_t at, bool letters)
{
  size_t end = letters ? 0 : session_parentheses(path, at);
  if (letters && at < path.len && path.ptr[at] == '(') {
    size_t next = at + 1;
    while (next < path.len && byte_is(path.ptr[next], BYTE_ALPHA) &&
           (next = session_parentheses(path, next + 1)) > 0)
      end = next;
    end = end > 0 && end < path.len && path.ptr[end] == ')' ? end + 1 : 0;
  }
  return end > 0 && end < path.len && path.ptr[end] == '/' ? end + 1 : 0;
}

/* Removes the last identifier before a name that has ".aspx", not first and before any "?". */
static void session_path(surt_text *path, bool letters)
{
  if (path->len == 0 || !memchr(path->ptr, '(', path->len))
    return;
  size_t aspx = 0; /* the last ".aspx" before the next "?" */
  for (size_t at = path->len; at > 0; at--) {
    if (path->ptr[at - 1] == '?')
      aspx = 0;
    if (aspx == 0 && archive_has(*path, at - 1, ".aspx"))
      aspx = at - 1;
    const size_t end = path->ptr[at - 1] == '/' ? session_segment(*path, at, letters) : 0;
    if (end > 0 && end < aspx) {
      archive_cut(path, at, end);
      return;
    }
  }
}

/* ---- Session identifiers in queries -------------------------------------------------------------- */

/* `value` bytes after the word and "="; before the "=", `more` letters. */
typedef struct session_name {
  const char *word;
  size_t more, value;
  unsigned classes; /* of the value */
} session_name;

static const session_name session_names[] = {
    {"jsessionid", 0, SESSION_QUERY, BYTE_ALPHA | BYTE_DIGIT},
    {"phpsessid", 0, SESSION_QUERY, BYTE_ALPHA | BYTE_DIGIT},
    {"sid", 0, SESSION_QUERY, BYTE_ALPHA | BYTE_DIGIT},
    {"aspsessionid", SESSION_ASP, SESSION_PATH, BYTE_ALPHA},
};

/* Removes an identifier and the "&" after it. */
static void session_cut(surt_text *query, size_t begin, size_t end)
{
  archive_cut(query, begin, end < query->len ? end + 1 : end);
}

/* Removes the last identifier of that name: the word, more letters, "=", and the value up to "&". */
static void session_query(surt_text *query, const session_name *name)
{
  const size_t len = uriel_text_of(name->word).len, before = len + name->more;
  for (size_t at = query->len; at > before + name->value; at--) {
    const size_t equals = at - 1 - name->value, begin = equals - before;
    if (query->ptr[equals] != '=' || (at < query->len && query->ptr[at] != '&') ||
        !archive_has(*query, begin, name->word) ||
        archive_span(*query, begin + len, BYTE_ALPHA, name->more) < name->more ||
        archive_span(*query, equals + 1, name->classes, name->value) < name->value)
      continue;
    session_cut(query, begin, at);
    return;
  }
}

/* Removes the last "cfid=...&cftoken=...". */
static void session_cold_fusion(surt_text *query)
{
  static const char token[] = "&cftoken=";
  enum { ID = 5, TOKEN = sizeof token - 1 };
  if (!memchr(query->ptr, '&', query->len))
    return;
  size_t first = query->len, second = query->len; /* the next "&", and the one after that */
  for (size_t at = query->len; at > 0; at--) {
    if (query->ptr[at - 1] == '&') {
      second = first;
      first = at - 1;
    }
    if (archive_has(*query, at - 1, "cfid=") && at - 1 + ID < first &&
        archive_has(*query, first, token) && first + TOKEN < second) {
      session_cut(query, at - 1, second);
      return;
    }
  }
}

/* ---- The order of parameters --------------------------------------------------------------------- */

/* A parameter begins at `at`. Its name ends at the first "=", its value at the next "&": no value comes
 * before an empty one. */
static int order_byte(surt_text query, size_t at, bool *in_value)
{
  if (at == query.len || query.ptr[at] == '&')
    return 0;
  if (query.ptr[at] == '=' && !*in_value) {
    *in_value = true;
    return 1;
  }
  return 2 + (unsigned char)query.ptr[at];
}

static bool order_less(surt_text query, size_t a, size_t b)
{
  bool a_value = false, b_value = false;
  for (;; a++, b++) {
    const int one = order_byte(query, a, &a_value), other = order_byte(query, b, &b_value);
    if (one != other || one == 0)
      return one < other;
  }
}

static void order_sink(surt_text query, uint32_t *begins, size_t at, size_t count)
{
  for (size_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
    if (child + 1 < count && order_less(query, begins[child], begins[child + 1]))
      child++;
    if (!order_less(query, begins[at], begins[child]))
      return;
    const uint32_t begin = begins[at];
    begins[at] = begins[child];
    begins[child] = begin;
  }
}

static void order_sort(surt_text query, uint32_t *begins, size_t count)
{
  for (size_t at = count / 2; at > 0;)
    order_sink(query, begins, --at, count);
  for (size_t last = count; last > 1;) {
    const uint32_t first = begins[0];
    begins[0] = begins[--last];
    begins[last] = first;
    order_sink(query, begins, 0, last);
  }
}

/* alphaReorderQuery */
static void archive_sort(surt_text *query, uint32_t *begins, char *room)
{
  const char *const end = query->ptr + query->len;
  size_t count = 1;
  begins[0] = 0;
  for (size_t i = 0; i < query->len; i++)
    if (query->ptr[i] == '&')
      begins[count++] = (uint32_t)(i + 1);
  order_sort(*query, begins, count);
  writer w = writer_to(room, query->len);
  for (size_t i = 0; i < count; i++) {
    const char *const at = query->ptr + begins[i];
    write_view(&w, view_of(at, view_find(at, end, '&')));
    if (i + 1 < count)
      write_byte(&w, '&');
  }
  query->ptr = room;
}

/* ---- All of it ----------------------------------------------------------------------------------- */

void uriel_surt_query(surt_text *query, uint32_t *scratch, char *room)
{
  for (size_t i = 0; i < sizeof session_names / sizeof *session_names; i++)
    session_query(query, &session_names[i]);
  session_cold_fusion(query);
  uriel_surt_lower(*query);
  archive_sort(query, scratch, room);
  if (query->len == 0)
    *query = (surt_text){NULL, 0};
}

void uriel_surt_archive(surt_url *url, bool keeps_www, uint32_t *scratch, char *room)
{
  surt_text *const host = &url->host, *const path = &url->path;
  uriel_surt_lower(*host);
  /* massageHost: "www.", "www2." */
  if (!keeps_www && !surt_is(url->scheme, "dns") && host->len >= 4 && memcmp(host->ptr, "www", 3) == 0) {
    const size_t end = 3 + archive_span(*host, 3, BYTE_DIGIT, host->len);
    if (end < host->len && host->ptr[end] == '.')
      archive_cut(host, 0, end + 1);
  }
  /* getDefaultPort */
  if ((url->port == 80 && url->scheme.len == 4 && archive_has(url->scheme, 0, "http")) ||
      (url->port == 443 && url->scheme.len == 5 && archive_has(url->scheme, 0, "https")))
    url->port = 0;
  uriel_surt_lower(*path);
  session_path(path, true);
  session_path(path, false);
  if (path->len > 1 && path->ptr[path->len - 1] == '/')
    path->len--;
  if (url->query.len > 0)
    uriel_surt_query(&url->query, scratch, room);
}

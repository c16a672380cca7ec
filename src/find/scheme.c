/* SPDX-License-Identifier: MIT */
/* References that begin with a scheme: a word before the colon that is a scheme, and text after it
 * that makes a reference likely. */
#include "find/span.h"
#include "find/word.h"
#include "uriel_find.h"
#include "uriel_scheme.h"

/* A scheme and its colon. */
typedef struct find_scheme {
  const char *begin;
  scheme_sought sought;
  bool known;      /* it is registered, or requested by the caller */
  bool empty_host; /* "///" may follow */
  bool carrier;    /* another scheme follows: "jdbc:mysql://" */
  bool any_word;   /* needs "//" and a host */
} find_scheme;

/* Reports whether the name is searched for, and fills in its properties. */
static bool find_known(const find_text *t, const char *begin, const char *colon, find_scheme *s)
{
  const uriel_find_options *const options = t->options;
  const uriel_text name = view_of(begin, colon);
  *s = (find_scheme){.begin = begin, .sought = SOUGHT_ANY, .known = true, .empty_host = true};
  for (size_t i = 0; options->schemes && i < options->scheme_count; i++) {
    const uriel_text asked = options->schemes[i];
    if (name.len > 0 && name.len == asked.len && fold_equal(asked.ptr, name.ptr, name.len))
      return true;
  }
  if (options->schemes || name.len == 0 || !byte_is(*begin, BYTE_ALPHA))
    return false;
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, name.ptr, name.len);
  /* "x-foo" is private, and as any other word if those are searched for. */
  if (!info ||
      ((options->options & URIEL_FIND_ANY_SCHEME) && info->status == URIEL_SCHEME_EXPERIMENTAL)) {
    s->sought = SOUGHT_COLON;
    /* Unregistered schemes; the one before "//" is part of the name. */
    s->carrier =
        name.len <= 5 && (view_is(name, "jdbc") || view_is(name, "r2dbc") || view_is(name, "scm"));
    return s->carrier;
  }
  s->sought = uriel_scheme_sought(info);
  s->empty_host = info->host_may_be_empty || s->sought != SOUGHT_AUTHORITY;
  return true;
}

/* "e.g.http": the part after the last dot. */
static bool find_known_behind(const find_text *t, const char *begin, const char *colon, char separator,
                              find_scheme *s)
{
  const char *at = colon;
  while (at > begin && at[-1] != separator)
    at--;
  return at > begin && find_known(t, at, colon, s);
}

/* Reports whether an unregistered word is searched for, and fills in what makes it a reference. */
static bool find_unknown(find_text *t, const char *low, const char *begin, const char *colon,
                         find_scheme *s)
{
  const char before = begin > low ? begin[-1] : 0;
  const bool any = (t->options->options & URIEL_FIND_ANY_SCHEME) || /* or "<URL:" precedes it */
                   ((before == ':' || byte_is_blank((unsigned char)before)) &&
                    uriel_find_opening(low, begin).delimiter == URIEL_DELIMITED_LABEL);
  if (!any && (find_slashes(t, colon + 1) == 0 || !uriel_find_is_word(begin, colon) ||
               !uriel_find_word_begins(low, begin)))
    return false;
  *s = (find_scheme){.begin = begin, .sought = SOUGHT_PUNCTUATED, .empty_host = any, .any_word = !any};
  /* "<URL://a>" has a label; somebody disabled "ttp://a" by hand. */
  const uriel_text name = view_of(begin, colon);
  return !view_is(name, "url") && !view_is(name, "ttp") && !view_is(name, "ttps");
}

/* The word that ends at the colon, as a scheme. */
static bool find_word(find_text *t, const char *colon, find_scheme *s)
{
  const char *const low = find_low(t, colon);
  const char *begin = colon;
  bool letters = t->options->schemes;
  for (; begin > low && colon - begin <= FIND_SCHEME_MAX && byte_is(begin[-1], BYTE_SCHEME); begin--)
    letters = letters || byte_is(begin[-1], BYTE_ALPHA);
  /* "12:30" */
  if (!letters)
    return false;
  const bool cut = colon - begin > FIND_SCHEME_MAX;
  const char *const escaped = uriel_find_past_escape(low, begin, colon);
  begin = bytes_find(begin, colon, BYTE_ALPHA | BYTE_DIGIT);
  if (begin == colon)
    return false;
  if (!cut && (find_known(t, begin, colon, s) || (escaped && find_known(t, escaped, colon, s))))
    return true;
  if (find_known_behind(t, begin, colon, '.', s))
    return true;
  begin = escaped ? escaped : begin;
  if (cut || t->options->schemes || !byte_is(*begin, BYTE_ALPHA))
    return false;
  /* "git+https": carries another scheme. */
  if (find_known_behind(t, begin, colon, '+', s)) {
    s->begin = begin;
    return s->sought == SOUGHT_AUTHORITY;
  }
  return find_unknown(t, low, begin, colon, s);
}

/* After "//", which takes `slashes` bytes. */
static bool find_authority(find_text *t, const char *rest, size_t slashes, const find_scheme *s,
                           char close)
{
  const char *at = rest + slashes;
  const int first = find_peek(t, at);
  const bool relaxed = s->sought == SOUGHT_SLASH || close == '>';
  if (s->any_word)
    return uriel_find_named_host(t, at);
  if (find_host_begins(first) || uriel_find_has_password(t, at))
    return true;
  if (first == '@')
    return find_host_begins(find_peek(t, at + 1));
  if (first == '.') {
    while (at - rest < 8 && find_peek(t, at) == '.')
      at++;
    return find_is(find_peek(t, at), BYTE_ALPHA | BYTE_DIGIT) || (relaxed && find_peek(t, at) == '/');
  }
  if (!s->empty_host)
    return false;
  if (first == '\\')
    return find_peek(t, at + 1) == '/';
  return first == '/' && (s->sought == SOUGHT_SLASH || uriel_find_goes_on(find_peek(t, at + 1)));
}

/* Reports whether the delimiters suffice: "<content:encoded>" is a name of XML. */
static bool find_delimited(const find_scheme *s, const char *rest, const find_candidate *c)
{
  const bool angle = c->delimiter == URIEL_DELIMITED_ANGLE || c->delimiter == URIEL_DELIMITED_LABEL;
  if (!s->known)
    return angle && rest - s->begin > 2;
  if (c->delimiter == URIEL_DELIMITED_BARE || s->sought == SOUGHT_DELIMITED)
    return c->delimiter != URIEL_DELIMITED_BARE;
  for (const char *at = rest; at < c->end; at++)
    if (!byte_is(*at, BYTE_UNRESERVED) || *at == '~')
      return true;
  return false;
}

/* "<http:" or "<http://" and a line break: skips it and the blanks after it. */
static const char *find_past_break(find_text *t, const char *at)
{
  if (find_peek(t, at) != '\n' && find_peek(t, at) != '\r')
    return at;
  while (byte_is_blank(find_peek(t, at)))
    at++;
  return at;
}

/* A reference with a broken "//", allowed in angle brackets. */
static bool find_split_slashes(find_text *t, const char *rest, const find_scheme *s, find_span *span,
                               find_candidate *c)
{
  const char *const at = find_past_break(t, rest);
  if (span->opening.close != '>' || find_slashes(t, at) != 2 ||
      !find_host_begins(find_peek(t, find_past_break(t, at + 2))))
    return false;
  c->begin = s->begin;
  span->authority = true;
  return uriel_find_wrapped(t, rest - 1, span, c);
}

/* "<message:name/>", an empty element of XML, and "LOG_FILE:/a", where the scheme is part of another
 * name. */
static bool find_is_name(find_text *t, const char *rest, const find_scheme *s,
                         const find_opening *opening)
{
  const char *at = rest;
  if (opening->mark == '_' && s->begin - 1 > t->floor && byte_is(s->begin[-2], BYTE_ALPHA | BYTE_DIGIT))
    return true;
  while (opening->mark == '<' && at - rest < FIND_FORM_MAX && find_is(find_peek(t, at), BYTE_UNRESERVED))
    at++;
  return at > rest && find_peek(t, at) == '/' && find_peek(t, at + 1) == '>';
}

/* Decides about a registered scheme without "//" in angle brackets: after "URL:" anything; otherwise
 * its form, or text that is not a name of XML such as "<news:name>". */
static scheme_sought find_sought_in_angle(find_text *t, const char *rest, const find_opening *opening,
                                          scheme_sought sought)
{
  if (sought == SOUGHT_ANY || sought == SOUGHT_DELIMITED)
    return sought;
  if (opening->delimiter == URIEL_DELIMITED_LABEL)
    return SOUGHT_DELIMITED;
  if (sought == SOUGHT_PUNCTUATED)
    return sought;
  if (uriel_find_has_form(t, rest, sought))
    return sought == SOUGHT_DOT ? SOUGHT_DELIMITED : sought;
  return find_is(find_peek(t, rest), BYTE_DIGIT) ? SOUGHT_DELIMITED : SOUGHT_PUNCTUATED;
}

/* A reference with "//", which takes `slashes` bytes at `rest`. */
static bool find_by_authority(find_text *t, const char *rest, size_t slashes, const find_scheme *s,
                              find_span *span, find_candidate *c)
{
  if (!find_authority(t, rest, slashes, s, span->opening.close))
    return find_split_slashes(t, rest, s, span, c);
  const char *const authority = rest + slashes;
  c->begin = s->begin;
  uriel_find_extent(t, authority, span, c);
  /* Between delimiters, the end of the authority is not known yet. */
  const bool odd = span->authority || span->brackets;
  return c->end > authority && !(odd && uriel_find_authority_defanged(t, authority, &span->opening));
}

/* A reference without "//". */
static bool find_by_form(find_text *t, const char *rest, find_scheme *s, find_span *span,
                         find_candidate *c)
{
  if (s->carrier)
    return false;
  if (s->known && span->opening.close == '>')
    s->sought = find_sought_in_angle(t, rest, &span->opening, s->sought);
  if (!uriel_find_has_form(t, rest, s->sought))
    return find_split_slashes(t, rest, s, span, c);
  /* Only delimiters make a reference likely, except for "about:blank". */
  const bool needs_delimiter =
      s->sought == SOUGHT_PUNCTUATED ||
      (s->sought == SOUGHT_DELIMITED &&
       !view_is(view_of(rest, find_past(t, rest, FIND_SCHEME_MAX, BYTE_ALPHA)), "blank"));
  if (find_is_name(t, rest, s, &span->opening) ||
      (needs_delimiter && span->opening.delimiter == URIEL_DELIMITED_BARE))
    return false;
  if (needs_delimiter && span->opening.delimiter != URIEL_DELIMITED_LABEL)
    span->wrapping = FIND_WRAP_LINES;
  c->begin = s->begin;
  uriel_find_extent(t, rest, span, c);
  find_text taken = *t; /* trimming may shorten "urn:uuid:" */
  taken.end = c->end;
  return (c->delimiter != URIEL_DELIMITED_BARE || uriel_find_has_form(&taken, rest, s->sought)) &&
         c->end > rest && (!needs_delimiter || find_delimited(s, rest, c));
}

bool uriel_find_scheme(find_text *t, const char *colon, find_candidate *c)
{
  const char *rest = colon + 1;
  const int next = find_peek(t, rest);
  const bool split = next == '\n' || next == '\r';
  find_scheme s;
  if (split) { /* only after "<scheme:" or "<URL:scheme:" */
    const char *const low = find_low(t, colon);
    const char *at = colon;
    while (at > low && colon - at <= FIND_SCHEME_MAX && byte_is(at[-1], BYTE_SCHEME))
      at--;
    if (uriel_find_opening(low, at).close != '>')
      return false;
  } else if (byte_is_blank(next)) {
    return false;
  }
  if (!find_word(t, colon, &s) || s.sought == SOUGHT_NONE)
    return false;
  c->kind = view_is(view_of(s.begin, colon), "urn") ? URIEL_HIT_URN : URIEL_HIT_URI;
  if (s.sought == SOUGHT_COLON && c->kind == URIEL_HIT_URI)
    rest = uriel_find_carried(t, rest);
  const size_t slashes = find_slashes(t, rest);
  const find_opening opening = uriel_find_opening(find_low(t, colon), s.begin);
  find_span span = {.opening = opening,
                    .wrapping = opening.close == '"' ? FIND_WRAP_LINES : FIND_WRAP_BLANKS,
                    .escaped = find_peek(t, rest) == '\\',
                    .authority = slashes > 0,
                    .flags = slashes > 2 ? URIEL_HIT_ESCAPED : 0};
  return slashes > 0 ? find_by_authority(t, rest, slashes, &s, &span, c)
                     : find_by_form(t, rest, &s, &span, c);
}

/* SPDX-License-Identifier: MIT */
/* Secrets in references (data/redact.tsv). A reference is scanned as it is written, for the delimiters
 * of its components, not parsed, so that secrets are also found in references that no document accepts.
 * It is scanned three times, with its "%XX" decoded up to twice, because a parameter can be a reference.
 */
#include "find/escape.h"
#include "find/find.h"
#include "text/text.h"
#include "uriel_find.h"
#include "uriel_query.h"

typedef struct redact_parameter {
  const char *name;
  size_t len;
  const char *host; /* or a domain above it; "": every host */
  size_t host_len;
  bool has_before, has_after; /* "*" */
} redact_parameter;

typedef struct redact_path {
  const char *host;
  size_t host_len;
  const char *path;
} redact_path;

typedef struct redact_token {
  const char *form;
  size_t least;
} redact_token;

#include "find/redact_table.h"

enum { REDACT_LEVELS = 3, REDACT_WORD = 256 /* bytes of a word that are compared */ };

typedef struct redact {
  const char *begin, *end;
  const uriel_redact_options *options;
  unsigned char *marks; /* a bit for each byte that belongs to a secret */
  unsigned level;       /* how often "%XX" is decoded */
  uriel_delimiter delimiter;
  bool after_path; /* "?" or "#" was passed */
  char host[REDACT_WORD];
  size_t host_len;
  uriel_text own; /* the reference's own host and port: never a secret */
} redact;

/* ---- Units -------------------------------------------------------------------------------------- */

/* Returns the byte at *at, without escapes and line breaks of the text around it, and moves *at past it;
 * 0xFF for one beyond US-ASCII, -1 at the end. */
static int redact_written(const redact *r, const char **at)
{
  while (*at < r->end) {
    const char *const here = *at;
    find_text rest = {NULL, here, r->end, true, false};
    uint32_t character = 0;
    bool line_break = false;
    if (*here == '\\' && r->end - here > 1) {
      const size_t n = uriel_find_unicode(&rest, here, &character);
      *at += n > 0 ? n : 2;
      if (n > 0)
        return character < 0x80 ? (int)character : 0xFF;
      if (r->delimiter == URIEL_DELIMITED_BRACKET || !find_is_nothing(here[1]))
        return (unsigned char)here[1];
    } else if (byte_is_blank(*here)) {
      for (; *at < r->end && (byte_is_blank(**at) || (**at == '>' && line_break)); ++*at)
        line_break = line_break || **at == '\n' || **at == '\r';
    } else {
      ++*at;
      return (unsigned char)*here;
    }
  }
  return -1;
}

typedef int redact_reader(const redact *r, const char **at);

static inline int redact_decoded(const redact *r, const char **at, redact_reader *next)
{
  const int byte = next(r, at);
  if (byte != '%')
    return byte;
  const char *after = *at;
  const int high = next(r, &after), low = next(r, &after);
  if (!find_is(high, BYTE_HEX) || !find_is(low, BYTE_HEX))
    return byte;
  *at = after;
  return triplet_value((const char[]){'%', (char)high, (char)low});
}

static int redact_once(const redact *r, const char **at)
{
  return redact_decoded(r, at, redact_written);
}

static APART int redact_next_slowly(const redact *r, const char **at)
{
  return r->level == 0   ? redact_written(r, at)
         : r->level == 1 ? redact_once(r, at)
                         : redact_decoded(r, at, redact_once);
}

static inline int redact_next(const redact *r, const char **at)
{
  if (*at < r->end && byte_is(**at, BYTE_QUERY))
    return (unsigned char)*(*at)++;
  return redact_next_slowly(r, at);
}

/* Returns the next byte without moving. */
static int redact_peek(const redact *r, const char *at)
{
  return redact_next(r, &at);
}

/* Moves over `count` bytes. */
static const char *redact_past(const redact *r, const char *at, size_t count)
{
  while (count-- > 0)
    (void)redact_next(r, &at);
  return at;
}

/* A word: its place, and its first bytes. */
typedef struct redact_word {
  const char *begin, *end;
  size_t len;
  char text[REDACT_WORD];
} redact_word;

static bool redact_is_of_word(int byte)
{
  return find_is(byte, BYTE_ALPHA | BYTE_DIGIT) || byte == '-' || byte == '_' || byte == '.';
}

/* Reads a word from `at` on, up to a byte of `ends`, or without `ends`, of the bytes of tokens. Names
 * are in lower case. */
static void redact_read(const redact *r, redact_word *word, const char *at, const char *ends, bool lower)
{
  word->begin = word->end = at;
  word->len = 0;
  for (int byte; (byte = redact_next(r, &at)) >= 0; word->end = at) {
    if (ends ? bytes_have(ends, (unsigned)byte) : !redact_is_of_word(byte))
      break;
    if (word->len < REDACT_WORD)
      word->text[word->len] = lower ? byte_lower((char)byte) : (char)byte;
    word->len++;
  }
}

static uriel_text redact_text(const redact_word *word)
{
  return (uriel_text){word->text, word->len < REDACT_WORD ? word->len : REDACT_WORD};
}

/* Marks bytes, except in the reference's own host and the "@" before it. */
static void redact_mark(const redact *r, const char *begin, const char *end)
{
  const char *const own = r->own.ptr;
  if (own && begin < view_end(r->own) && end > own) {
    if (begin >= own)
      return;
    end = own - 1;
  }
  for (; begin < end; begin++)
    r->marks[(begin - r->begin) / 8] |= (unsigned char)(1U << (begin - r->begin) % 8);
}

static bool redact_is_marked(const redact *r, const char *at)
{
  return r->marks[(at - r->begin) / 8] >> (at - r->begin) % 8 & 1;
}

/* ---- Rows of the table -------------------------------------------------------------------------- */

static bool redact_is_on(const redact *r, const char *host, size_t len)
{
  const char *const end = r->host + r->host_len;
  return r->host_len >= len && bytes_equal(end - len, host, len) &&
         (len == 0 || r->host_len == len || end[-1 - (ptrdiff_t)len] == '.');
}

static bool redact_is_one_of(uriel_text name, const uriel_text *patterns, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (uriel_glob_matches(name.ptr, name.len, patterns[i].ptr, patterns[i].len, URIEL_QUERY_FOLD))
      return true;
  return false;
}

static bool redact_is_row(const redact_parameter *row, const char *name, size_t len)
{
  if (len < row->len)
    return false;
  const size_t last = row->has_before ? len - row->len : 0;
  for (size_t at = row->has_after ? 0 : len - row->len; at <= last; at++)
    if (name[at] == row->name[0] && bytes_equal(name + at, row->name, row->len))
      return true;
  return false;
}

/* Reports whether the table has the name, or its last member: "pw" of "users[0].pw". */
static bool redact_is_secret(const redact *r, uriel_text name)
{
  char key[REDACT_WORD]; /* its letters and digits, without members that are numbers */
  size_t len = 0, begin = 0, last = 0;
  bool is_number = true;
  for (size_t i = 0; i <= name.len; i++) {
    if (i == name.len || bytes_have("[].", (unsigned char)name.ptr[i])) {
      last = is_number ? last : begin;
      begin = len = is_number ? begin : len;
      is_number = true;
    } else if (byte_is(name.ptr[i], BYTE_ALPHA | BYTE_DIGIT)) {
      is_number = is_number && byte_is(name.ptr[i], BYTE_DIGIT);
      key[len++] = name.ptr[i];
    }
  }
  for (size_t i = 0; i < sizeof redact_parameters / sizeof *redact_parameters; i++) {
    const redact_parameter *const row = &redact_parameters[i];
    if ((redact_is_row(row, key, len) || (last > 0 && redact_is_row(row, key + last, len - last))) &&
        redact_is_on(r, row->host, row->host_len))
      return true;
  }
  return false;
}

/* Marks the secret of a segment that has the form, such as "bot!". Returns whether it has the form. */
static bool redact_segment(const redact *r, const redact_word *segment, uriel_text form)
{
  const uriel_text text = redact_text(segment);
  const char *const secret = view_find(form.ptr, view_end(form), '!');
  const size_t before = (size_t)(secret - form.ptr);
  const size_t after = secret < view_end(form) ? form.len - before - 1 : 0;
  if (view_equal(form, uriel_text_of("*")))
    return true;
  if (secret == view_end(form))
    return view_equal(text, form);
  if (segment->len > text.len ? after > 0 : text.len <= before + after)
    return false;
  if (!bytes_equal(text.ptr, form.ptr, before) ||
      !bytes_equal(text.ptr + text.len - after, secret + 1, after))
    return false;
  redact_mark(r, redact_past(r, segment->begin, before),
              after > 0 ? redact_past(r, segment->begin, text.len - after) : segment->end);
  return true;
}

static const char redact_segment_ends[] = "/?#;&";

/* Marks the secrets of the path that begins at `at`, by its host. */
static void redact_path_of(const redact *r, const char *at)
{
  if (redact_peek(r, at) == '/')
    (void)redact_next(r, &at);
  for (size_t i = 0; i < sizeof redact_paths / sizeof *redact_paths; i++) {
    const redact_path *const row = &redact_paths[i];
    if (row->host_len == 0 || !redact_is_on(r, row->host, row->host_len))
      continue;
    uriel_text rest = uriel_text_of(row->path);
    const char *next = at;
    for (bool same = true; same && rest.ptr;) {
      redact_word segment;
      redact_read(r, &segment, next, redact_segment_ends, false);
      same = redact_segment(r, &segment, view_take(&rest, '/'));
      next = segment.end;
      same = same && (!rest.ptr || redact_next(r, &next) == '/');
    }
  }
}

/* ---- Components --------------------------------------------------------------------------------- */

/* Returns the end of a parameter's value. ";" ends it in a path, and where another name and "=" follow.
 */
static const char *redact_value_end(const redact *r, const char *at)
{
  for (const char *here = at; here < r->end; here = at) {
    redact_word name;
    const int byte = redact_next(r, &at);
    if (byte < 0 || byte == '&' || byte == '#' || (!r->after_path && (byte == '/' || byte == '?')))
      return here;
    if (byte == ';') {
      redact_read(r, &name, at, NULL, true);
      if (!r->after_path || (name.len > 0 && redact_peek(r, name.end) == '='))
        return here;
    }
  }
  return r->end;
}

/* Reads the name of a parameter, and marks its value if that is a secret. Returns where to resume. */
static const char *redact_param(const redact *r, const char *at)
{
  redact_word name;
  redact_read(r, &name, at, "=&;?#/", true);
  const uriel_text text = redact_text(&name);
  if (redact_peek(r, name.end) != '=' || text.len == 0)
    return at;
  const char *const value = redact_past(r, name.end, 1);
  const bool kept = redact_is_one_of(text, r->options->kept, r->options->kept_count);
  if (!kept && !redact_is_one_of(text, r->options->names, r->options->name_count) &&
      !redact_is_secret(r, text))
    return value;
  const char *const end = redact_value_end(r, value);
  if (!kept)
    redact_mark(r, value, end);
  return end;
}

/* Marks the word at `at` if it has the form of a token. Returns its end. */
static const char *redact_token_of(const redact *r, const char *at)
{
  redact_word word;
  redact_read(r, &word, at, NULL, false);
  const uriel_text text = redact_text(&word);
  for (size_t i = 0; word.len >= REDACT_SHORTEST && i < sizeof redact_tokens / sizeof *redact_tokens;
       i++) {
    const uriel_text form = uriel_text_of(redact_tokens[i].form);
    if (word.len >= redact_tokens[i].least &&
        uriel_glob_matches(text.ptr, text.len, form.ptr, form.len, 0))
      redact_mark(r, word.begin, word.end);
  }
  return word.end;
}

/* Keeps the host at `at`, and returns its end. */
static const char *redact_host(redact *r, const char *at)
{
  redact_word word;
  redact_read(r, &word, at, ":/?#", true);
  r->host_len = word.len < REDACT_WORD ? word.len : 0;
  memcpy(r->host, word.text, r->host_len);
  return word.end;
}

/* Reads the authority at `at`: marks the password, and keeps the host. Returns its end. */
static const char *redact_authority(redact *r, const char *at)
{
  const char *const begin = at;
  const char *colon = NULL, *sign = NULL, *host = at;
  for (const char *here = at; here < r->end; here = at) {
    const int byte = redact_next(r, &at);
    if (byte < 0 || bytes_have("/?#", (unsigned)byte)) {
      at = here;
      break;
    }
    if (byte == '@') {
      sign = here;
      host = at;
    } else if (byte == ':' && !colon) {
      colon = here;
    }
  }
  if (sign && colon && colon < sign)
    redact_mark(r, redact_past(r, colon, 1), sign);
  for (const char *user = begin; sign && user < sign;) {
    const char *const here = user;
    user = redact_is_of_word(redact_next(r, &user)) ? redact_token_of(r, here) : user;
  }
  if (r->level == 0 && !r->own.ptr)
    r->own = view_of(host, at);
  redact_host(r, host);
  redact_path_of(r, at);
  return at;
}

/* Marks all secrets, at one level of decoding. */
static void redact_scan(redact *r)
{
  const char *at = r->begin;
  int last[2] = {-1, -1}; /* the byte before, and the one before that */
  bool seen = false;      /* "?" or "#" was passed in a reference around this one, too */
  r->after_path = false;
  const char *const path = redact_host(r, at); /* of an abbreviation: "example.com/a" */
  if (redact_peek(r, path) == '/')
    redact_path_of(r, path);
  else
    r->host_len = 0;
  for (const char *here = at; here < r->end; here = at) {
    const int byte = redact_next(r, &at);
    if (byte < 0)
      break;
    if (byte == '/' && last[0] == '/' && (last[1] < 0 || bytes_have(":=?&;#", (unsigned)last[1]))) {
      at = redact_authority(r, at);
      r->after_path = false;
    } else if (bytes_have("?#&;", (unsigned)byte)) {
      seen = seen || byte == '?' || byte == '#';
      r->after_path = byte == ';' ? r->after_path : seen; /* "&" ends a reference in a query */
      at = redact_param(r, at);
    } else if (redact_is_of_word(byte)) {
      at = redact_token_of(r, here);
    } else if (byte == '(' && last[0] == '/') {
      redact_word segment;
      redact_read(r, &segment, here, redact_segment_ends, false);
      for (size_t i = 0; i < sizeof redact_paths / sizeof *redact_paths; i++)
        if (redact_paths[i].host_len == 0)
          (void)redact_segment(r, &segment, uriel_text_of(redact_paths[i].path));
    }
    last[1] = last[0];
    last[0] = byte;
  }
}

/* ---- Writing ------------------------------------------------------------------------------------ */

static const uriel_redact_options redact_usual = {.replacement = {NULL, 0}};

/* Writes the replacement, encoded for any component. */
static void redact_write(writer *w, const uriel_redact_options *options)
{
  const uriel_text given = options->replacement;
  encode_set kept = {BYTE_UNRESERVED, "", "*", 0};
  uriel_write_encoded(w, given.len > 0 ? given : uriel_text_of("REDACTED"), &kept, URIEL_ENCODE_PERCENT);
}

size_t uriel_redact_bound(size_t len, const uriel_redact_options *options)
{
  writer w = writer_to(NULL, 0);
  redact_write(&w, options ? options : &redact_usual);
  /* At most every second byte, and a bit for each byte. */
  return size_bound(size_add(size_times(len / 2 + 1, w.len), len), len / 8 + 1);
}

size_t uriel_redact(size_t *count, uriel_text text, uriel_delimiter delimiter,
                    const uriel_redact_options *options, char *out, size_t capacity)
{
  const size_t bound = uriel_redact_bound(text.len, options), marks = text.len / 8 + 1;
  const char *const end = view_end(text);
  redact r = {.begin = text.ptr, .end = end, .delimiter = delimiter};
  writer w = writer_to(out, bound - marks);
  *count = 0;
  if (capacity < bound)
    return URIEL_FAILED;
  r.options = options ? options : &redact_usual;
  r.marks = (unsigned char *)out + bound - marks;
  memset(r.marks, 0, marks);
  for (; r.level == 0 || (r.level < REDACT_LEVELS && view_has(text, '%')); r.level++)
    redact_scan(&r);
  for (const char *at = text.ptr; at < end;) {
    const char *const begin = at;
    const bool secret = redact_is_marked(&r, at);
    while (at < end && redact_is_marked(&r, at) == secret)
      at++;
    const size_t from = w.len, len = (size_t)(at - begin);
    if (secret)
      redact_write(&w, r.options);
    else
      uriel_write_bytes(&w, begin, len);
    *count += w.len - from != len || !bytes_equal(out + from, begin, len);
  }
  return w.len;
}

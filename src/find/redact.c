/* SPDX-License-Identifier: MIT */
/* Secrets in references (data/redact.tsv). A reference is scanned as it is written, for the delimiters
 * of its components, not parsed, so that secrets are also found in references that no document accepts.
 * It is scanned three times, with its "%XX" decoded up to twice, because a parameter can be a reference.
 */
#include "find/redact.h"
#include "find/escape.h"
#include "find/find.h"
#include "text/text.h"
#include "uriel_find.h"
#include "uriel_query.h"

typedef struct redact_path {
  const char *host;
  size_t host_len;
  const char *path;
} redact_path;

typedef const char *redact_user;

typedef struct redact_token {
  const char *form;
  size_t least;
} redact_token;

#include "find/redact_table.h"

enum { REDACT_LEVELS = 3, REDACT_ROUNDS = 8 };

typedef struct redact {
  const char *begin, *end;
  const uriel_redact_options *options;
  unsigned char *marks; /* a bit for each byte that belongs to a secret */
  unsigned level;       /* how often "%XX" is decoded */
  uriel_delimiter delimiter;
  uriel_text replacement;
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

/* ---- Paths -------------------------------------------------------------------------------------- */

static uriel_text redact_host_of(const redact *r)
{
  return (uriel_text){r->host, r->host_len};
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

/* Skips slashes: servers read several as one. */
static const char *redact_past_slashes(const redact *r, const char *at)
{
  for (int byte; (byte = redact_peek(r, at)) == '/' || byte == '\\';)
    (void)redact_next(r, &at);
  return at;
}

/* Marks the secrets of the path that begins at `at`, by its host. */
static void redact_path_of(const redact *r, const char *at)
{
  at = redact_past_slashes(r, at);
  for (size_t i = 0; i < sizeof redact_paths / sizeof *redact_paths; i++) {
    const redact_path *const row = &redact_paths[i];
    if (row->host_len == 0 || !uriel_redact_is_below(redact_host_of(r), row->host, row->host_len))
      continue;
    uriel_text rest = uriel_text_of(row->path);
    const char *next = at;
    for (bool same = true; same && rest.ptr;) {
      redact_word segment;
      redact_read(r, &segment, next, redact_segment_ends, false);
      const bool is_dot = segment.len == 1 && *segment.text == '.';
      same = is_dot || redact_segment(r, &segment, view_take(&rest, '/'));
      next = redact_past_slashes(r, segment.end);
      same = same && (!rest.ptr || next > segment.end);
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
  if (redact_peek(r, name.end) != '=' ||
      !uriel_redact_lists(r->options, redact_text(&name), redact_host_of(r)))
    return at;
  const char *const value = redact_past(r, name.end, 1), *const end = redact_value_end(r, value);
  if (!uriel_redact_keeps(r->options, redact_text(&name)))
    redact_mark(r, value, end);
  return end;
}

/* The same for a member of a JSON object in a query: "?q={"token":"a"}". */
static const char *redact_member(const redact *r, const char *at)
{
  redact_word name;
  redact_read(r, &name, at, "\"", true);
  const char *value = redact_past(r, name.end, 1);
  if (redact_next(r, &value) != ':' ||
      !uriel_redact_lists(r->options, redact_text(&name), redact_host_of(r)))
    return at;
  while (bytes_have(" +", (unsigned)redact_peek(r, value)))
    (void)redact_next(r, &value);
  const bool is_string = redact_peek(r, value) == '"';
  value = is_string ? redact_past(r, value, 1) : value;
  const char *end = value;
  for (int byte;
       (byte = redact_peek(r, end)) >= 0 && !bytes_have(is_string ? "\"" : ",}]", (unsigned)byte);)
    end = redact_past(r, end, byte == '\\' ? 2 : 1);
  if (!uriel_redact_keeps(r->options, redact_text(&name)))
    redact_mark(r, value, end);
  return end;
}

/* Reports whether the text is the body of a form: "name=value&name=". */
static bool redact_is_form(const redact *r)
{
  redact_word name, value;
  redact_read(r, &name, r->begin, "=&;?#/", true);
  if (redact_peek(r, name.end) != '=' || name.len == 0)
    return false;
  redact_read(r, &value, name.end, "&?#", true);
  if (redact_peek(r, value.end) != '&')
    return false;
  redact_read(r, &name, redact_past(r, value.end, 1), "=&?#/", true);
  return redact_peek(r, name.end) == '=' && name.len > 0;
}

/* Reads the word at `at`, and marks it if it has the form of a token. Returns its end. */
static const char *redact_token_of(const redact *r, redact_word *word, const char *at)
{
  redact_read(r, word, at, NULL, false);
  const uriel_text text = redact_text(word);
  for (size_t i = 0; word->len >= REDACT_SHORTEST && i < sizeof redact_tokens / sizeof *redact_tokens;
       i++) {
    const uriel_text form = uriel_text_of(redact_tokens[i].form);
    if (word->len >= redact_tokens[i].least &&
        uriel_glob_matches(text.ptr, text.len, form.ptr, form.len, 0))
      redact_mark(r, word->begin, word->end);
  }
  return word->end;
}

/* Keeps the host at `at`, and returns its end. */
static const char *redact_host(redact *r, const char *at)
{
  redact_word word;
  redact_read(r, &word, at, ":/?#", true);
  r->host_len = word.len < REDACT_WORD ? word.len : 0;
  r->host_len -= r->host_len > 0 && word.text[r->host_len - 1] == '.'; /* the root's */
  memcpy(r->host, word.text, r->host_len);
  return word.end;
}

/* Marks the password between the colon and the "@", or the user, where the password says that this is
 * the secret. */
static void redact_userinfo(const redact *r, const char *user, const char *colon, const char *sign)
{
  const char *const begin = redact_past(r, colon, 1);
  redact_word password;
  redact_read(r, &password, begin, "@", false);
  bool is_user = false;
  for (size_t i = 0; i < sizeof redact_users / sizeof *redact_users; i++)
    is_user = is_user || (password.end == sign &&
                          view_equal(redact_text(&password), uriel_text_of(redact_users[i])));
  redact_mark(r, is_user ? user : begin, is_user ? colon : sign);
}

/* Returns the "@" after `at` if a password with delimiters is before it, as in "//u:a/b@h": text after a
 * colon that is not a port. */
static const char *redact_late_sign(const redact *r, const char *colon, const char *at)
{
  bool is_port = true;
  for (const char *digit = redact_past(r, colon, 1); digit < at;)
    is_port = find_is(redact_next(r, &digit), BYTE_DIGIT) && is_port;
  const char *const most = r->end - at < REDACT_WORD ? r->end : at + REDACT_WORD;
  for (const char *here = at; !is_port && here < most; here = at)
    if (redact_next(r, &at) == '@')
      return here;
  return NULL;
}

/* Reads the authority at `at`: marks the password, and keeps the host. Returns its end. */
static const char *redact_authority(redact *r, const char *at, bool is_own)
{
  const char *const begin = at;
  const char *colon = NULL, *sign = NULL, *host = at, *late = NULL;
  const bool is_address = redact_peek(r, at) == '[';
  for (const char *here = at; here < r->end; here = at) {
    const int byte = redact_next(r, &at);
    if (byte < 0 || bytes_have("/?#", (unsigned)byte)) {
      if (!late && !sign && colon && !is_address)
        late = redact_late_sign(r, colon, here);
      if (!late || here > late) {
        at = here;
        break;
      }
    } else if (byte == '@') {
      sign = here;
      host = at;
    } else if (byte == ':' && !colon) {
      colon = here;
    }
  }
  if (is_own)
    r->own = view_of(host, at);
  if (sign && colon && colon < sign)
    redact_userinfo(r, begin, colon, sign);
  for (const char *user = begin; sign && user < sign;) {
    const char *const here = user;
    redact_word word;
    user = redact_is_of_word(redact_next(r, &user)) ? redact_token_of(r, &word, here) : user;
  }
  r->after_path = false;
  for (const char *rest = redact_host(r, host); rest < at;) {
    const int byte = redact_next(r, &rest);
    if (byte == ';' || byte == '&') /* a parameter of JDBC: "//h:1;password=a" */
      rest = redact_param(r, rest);
  }
  redact_path_of(r, at);
  return at;
}

static bool redact_is_word(const redact_word *word, const char *text)
{
  const size_t len = uriel_text_of(text).len;
  return word->len == len && fold_equal(word->text, text, len);
}

/* Marks the password of "jdbc:oracle:thin:user/password@host" at `at`. */
static void redact_oracle(const redact *r, const char *at)
{
  redact_word user, password;
  redact_read(r, &user, at, "/@?#:", false);
  if (redact_peek(r, user.end) != '/')
    return;
  redact_read(r, &password, redact_past(r, user.end, 1), "@?#:", false);
  if (redact_peek(r, password.end) == '@')
    redact_mark(r, password.begin, password.end);
}

/* Reads an authority at `at`, after the colon of a scheme that does not need "//" before it. Returns
 * where to resume. */
static const char *redact_after_scheme(redact *r, const redact_word *scheme, const char *at,
                                       const char *own)
{
  static const char *const schemes[] = {"http", "https", "ftp", "ws", "wss", "sip", "sips"};
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    const char *const authority = redact_past_slashes(r, at);
    if (redact_is_word(scheme, schemes[i]))
      return redact_authority(r, authority, authority == own);
  }
  if (redact_is_word(scheme, "thin"))
    redact_oracle(r, at);
  return at;
}

/* Reads the start: the path of an abbreviation, "example.com/a", and the first parameter of a form.
 * Returns where to resume. */
static const char *redact_start(redact *r)
{
  const char *const path = redact_host(r, r->begin);
  if (redact_peek(r, path) == '/')
    redact_path_of(r, path);
  else
    r->host_len = 0;
  r->after_path = redact_is_form(r);
  return r->after_path ? redact_param(r, r->begin) : r->begin;
}

/* Marks all secrets, at one level of decoding. `own` is the authority of the reference. */
static void redact_scan(redact *r, const char *own)
{
  const char *at = redact_start(r);
  redact_word word = {.begin = NULL, .end = NULL};
  int last[2] = {-1, -1};    /* the byte before, and the one before that */
  bool seen = r->after_path; /* "?" or "#" was passed in a reference around this one, too */
  for (const char *here = at; here < r->end; here = at) {
    const int byte = redact_next(r, &at);
    if (byte < 0)
      break;
    if (byte == ':' && here == word.end) {
      at = redact_after_scheme(r, &word, at, own);
    } else if (byte == '/' && last[0] == '/' && last[1] != '/' && !redact_is_of_word(last[1])) {
      at = redact_authority(r, at, at == own);
    } else if (bytes_have("?#&;/", (unsigned)byte) || (byte == '=' && r->after_path)) {
      seen = seen || byte == '?' || byte == '#';
      if (bytes_have("?#&", (unsigned)byte))
        r->after_path = seen; /* "&" ends a reference in a query */
      if (byte == '/' && redact_peek(r, at) == '(')
        redact_read(r, &word, at, redact_segment_ends, false);
      for (size_t i = 0; i < sizeof redact_paths / sizeof *redact_paths && word.begin == at; i++)
        if (redact_paths[i].host_len == 0) /* a session: "(S(!))" */
          (void)redact_segment(r, &word, uriel_text_of(redact_paths[i].path));
      at = redact_param(r, at);
    } else if (redact_is_of_word(byte)) {
      at = redact_token_of(r, &word, here);
    } else if (byte == '"' && r->after_path) {
      at = redact_member(r, at);
    }
    last[1] = last[0];
    last[0] = byte;
  }
}

/* Returns the authority of the text if it is a reference: after "//", or after a scheme and "://". */
static const char *redact_own(const redact *r)
{
  redact_word scheme;
  redact_read(r, &scheme, r->begin, ":/?#%&=;@", false);
  const char *at = scheme.end;
  const bool has_scheme = scheme.len > 0 && redact_next(r, &at) == ':';
  at = has_scheme ? at : r->begin;
  const int first = redact_next(r, &at), second = redact_next(r, &at);
  return first == '/' && second == '/' ? at : NULL;
}

/* ---- Writing ------------------------------------------------------------------------------------ */

/* Writes the replacement, encoded for any component. */
static void redact_write(writer *w, const uriel_redact_options *options)
{
  const uriel_text given = options ? options->replacement : (uriel_text){NULL, 0};
  encode_set kept = {BYTE_UNRESERVED, "", "*", 0};
  uriel_write_encoded(w, given.len > 0 ? given : uriel_text_of("REDACTED"), &kept, URIEL_ENCODE_PERCENT);
}

size_t uriel_redact_bound(size_t len, const uriel_redact_options *options)
{
  writer w = writer_to(NULL, 0);
  redact_write(&w, options);
  /* Each byte can be replaced. After the result, there are a bit for each byte and the replacement. */
  const size_t most = size_times(len, w.len);
  return size_bound(size_add(most, most / 8 + 1), w.len);
}

/* Writes the text with its secrets replaced, where `out` is not past it. Returns the length; `*count` is
 * the number of secrets that were replaced, and `*more` whether one had delimiters. */
static size_t redact_round(redact *r, char *out, size_t *count, bool *more)
{
  const size_t len = (size_t)(r->end - r->begin);
  size_t written = 0;
  *count = 0;
  *more = false;
  r->own = (uriel_text){NULL, 0};
  memset(r->marks, 0, len / 8 + 1);
  const bool is_encoded = view_has(view_of(r->begin, r->end), '%');
  const char *const own = redact_own(r);
  for (r->level = 0; r->level == 0 || (is_encoded && r->level < REDACT_LEVELS); r->level++)
    redact_scan(r, r->level == 0 ? own : NULL);
  for (const char *at = r->begin; at < r->end;) {
    const char *const begin = at;
    const bool secret = redact_is_marked(r, at);
    bool has_delimiters = false;
    for (; at < r->end && redact_is_marked(r, at) == secret; at++)
      has_delimiters = has_delimiters || !redact_is_of_word((unsigned char)*at);
    uriel_text run = view_of(begin, at);
    if (secret && !view_equal(run, r->replacement)) {
      *more = *more || has_delimiters;
      ++*count;
      run = r->replacement;
    }
    memmove(out + written, run.ptr, run.len);
    written += run.len;
  }
  return written;
}

size_t uriel_redact(size_t *count, uriel_text text, uriel_delimiter delimiter,
                    const uriel_redact_options *options, char *out, size_t capacity)
{
  static const uriel_redact_options usual = {.replacement = {NULL, 0}};
  const size_t bound = uriel_redact_bound(text.len, options);
  *count = 0;
  if (capacity < bound)
    return URIEL_FAILED;
  writer w = writer_to(out, bound);
  redact_write(&w, options);
  memmove(out + bound - w.len, out, w.len);
  char *const end = out + size_times(text.len, w.len);
  redact r = {.begin = text.ptr,
              .end = view_end(text),
              .delimiter = delimiter,
              .options = options ? options : &usual,
              .marks = (unsigned char *)end,
              .replacement = {out + bound - w.len, w.len}};
  bool more;
  size_t len = redact_round(&r, out, count, &more);
  /* Once delimiters are replaced, other secrets may show. The text moves to the end, where writing does
   * not reach bytes that are still to be read. */
  for (unsigned round = 1; more && round < REDACT_ROUNDS; round++) {
    size_t again;
    r.begin = end - len;
    r.end = end;
    memmove(end - len, out, len);
    len = redact_round(&r, out, &again, &more);
  }
  return len;
}

/* SPDX-License-Identifier: MIT */
/* The documents for reading references. */
#include "reading.h"

#include <string.h>
#include <strings.h>

#include "cli.h"
#include "uriel_scheme.h"
#include "uriel_url.h"

const uriel_spec reading_specs[READING_SPECS] = {
    URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997, URIEL_SPEC_URI_2003,
    URIEL_SPEC_RFC3986,  URIEL_SPEC_IRI,      URIEL_SPEC_WHATWG,   URIEL_SPEC_RFC2141,
    URIEL_SPEC_URN_2011, URIEL_SPEC_RFC8141,
};

/* The drafts are the only texts, but the RFCs' numbers are better known. */
static const struct {
  const char *name;
  const char *hint;
  uriel_spec spec; /* which the hint names */
} reading_others[] = {
    {"rfc1738", "url-1993 and url-1994 are drafts of it", URIEL_SPEC_URL_1994},
    {"rfc1808", "url-1997 is a draft of RFC 2396, which took its place", URIEL_SPEC_URL_1997},
    {"rfc2396", "url-1997 is a draft of it", URIEL_SPEC_URL_1997},
    {"rfc3987", "did you mean \"iri\"?", URIEL_SPEC_IRI},
    {"url", "did you mean \"whatwg\"?", URIEL_SPEC_WHATWG},
    {"browser", "did you mean \"whatwg\"?", URIEL_SPEC_WHATWG},
};
enum { READING_OTHERS = sizeof reading_others / sizeof *reading_others };

static unsigned reading_kind(uriel_spec spec)
{
  return spec == URIEL_SPEC_IRI       ? READING_IRI
         : spec == URIEL_SPEC_WHATWG  ? READING_URL
         : spec == URIEL_SPEC_LENIENT ? READING_LENIENT
         : reading_is_of_names(spec)  ? READING_NAMES
                                      : READING_OLD;
}

/* Ends the program if the value names a document that this build does not include, or has a hint. */
static void reading_refuse(const struct option_reader *reader, unsigned kinds)
{
  uriel_spec spec;
  if (uriel_spec_find(&spec, reader->value, strlen(reader->value)) && !uriel_spec_built(spec) &&
      (reading_kind(spec) & kinds))
    die_usage(reader->command,
              "this build does not read %s (%s): build with cmake -DURIEL_HISTORIC=ON to include "
              "the historic documents",
              uriel_spec_name(spec), uriel_spec_document(spec));
  for (size_t i = 0; i < READING_OTHERS; i++)
    if (strcasecmp(reading_others[i].name, reader->value) == 0 &&
        (reading_kind(reading_others[i].spec) & kinds))
      die_usage(reader->command, "option \"%s\" does not take \"%s\": %s", reader->name, reader->value,
                reading_others[i].hint);
}

void reading_spec(void *to, struct option_reader *reader)
{
  const unsigned kinds = (unsigned)reader->spec->low;
  const char *words[READING_SPECS + 2] = {0};
  uriel_spec specs[READING_SPECS + 1];
  size_t count = 0;
  reading_refuse(reader, kinds);
  for (size_t i = 0; i < READING_SPECS; i++)
    if (uriel_spec_built(reading_specs[i]) && (reading_kind(reading_specs[i]) & kinds)) {
      specs[count] = reading_specs[i];
      words[count++] = uriel_spec_name(reading_specs[i]);
    }
  if (kinds & READING_LENIENT) {
    specs[count] = URIEL_SPEC_LENIENT;
    words[count++] = uriel_spec_name(URIEL_SPEC_LENIENT);
  }
  ((struct reading *)to)->spec = specs[option_word(reader, words)];
}

bool reading_is_of_names(uriel_spec spec)
{
  return spec == URIEL_SPEC_RFC2141 || spec == URIEL_SPEC_URN_2011 || spec == URIEL_SPEC_RFC8141;
}

bool reading_is_new(uriel_spec spec)
{
  return spec == URIEL_SPEC_IRI || spec == URIEL_SPEC_WHATWG;
}

bool reading_has_historic(void)
{
  return uriel_spec_built(URIEL_SPEC_URL_1993);
}

bool reading_has_partial(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994;
}

/* ---- Addresses as people type them ---------------------------------------------------------------- */

void reading_guess(void *to, struct option_reader *reader)
{
  struct reading *const reading = to;
  uriel_ref ref;
  const char *const scheme = reader->value ? reader->value : "http";
  const size_t len = strlen(scheme);
  char text[32];
  const bool fits = len < sizeof text;
  memcpy(text, scheme, fits ? len : 0);
  text[fits ? len : 0] = ':';
  if (!fits || !uriel_parse(&ref, text, len + 1, NULL) || ref.scheme_end != len)
    die_usage(reader->command, "option \"%s\" takes a scheme, such as https, not \"%.64s\"",
              reader->name, scheme);
  reading->guess = scheme;
  reading->guess_is_usual = !reader->value;
}

/* The length of the text before "/", "?", "#" or "\\". */
static size_t typed_host_end(uriel_text text, size_t at)
{
  while (at < text.len && !memchr("/?#\\", text.ptr[at], 4))
    at++;
  return at;
}

/* Whether the text begins with a scheme. In NAME:DIGITS the digits are a port, and so NAME is a host.
 * In NAME:TEXT@HOST, NAME is a user if no scheme of that name is known. */
static bool typed_has_scheme(uriel_text text)
{
  static const char digits[] = "0123456789";
  static const char scheme[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";
  size_t at = 0;
  while (at < text.len && memchr(scheme, text.ptr[at], sizeof scheme - 1))
    at++;
  if (at == 0 || at == text.len || text.ptr[at] != ':' || memchr(digits, text.ptr[0], 10))
    return false;
  const size_t port = ++at, end = typed_host_end(text, port);
  while (at < text.len && memchr(digits, text.ptr[at], 10))
    at++;
  if (memchr(text.ptr + port, '@', end - port))
    return uriel_scheme_find(NULL, text.ptr, port - 1) != NULL;
  return at == port || at != end;
}

/* Returns where the host begins, after "//" and user information; text.len if the text is not an
 * address but a reference: a path from the root or with dots, a query, a fragment, or nothing. */
static size_t typed_host(uriel_text text)
{
  const size_t begin = text.len >= 2 && memcmp(text.ptr, "//", 2) == 0 ? 2 : 0;
  const size_t end = typed_host_end(text, begin);
  if (begin == end || text.ptr[begin] == '.')
    return text.len;
  for (size_t at = end; at > begin; at--)
    if (text.ptr[at - 1] == '@')
      return at;
  return begin;
}

/* Returns where the path begins in "git@host:path", as scp and git read it; 0 in other addresses, where
 * digits after the host are a port. */
static size_t typed_scp(uriel_text address, size_t host)
{
  const size_t end = typed_host_end(address, host);
  size_t at = host;
  const bool literal = at < end && address.ptr[at] == '[';
  while (at < end && address.ptr[at] != (literal ? ']' : ':') && (literal || address.ptr[at] != '['))
    at++;
  at += literal && at < end;
  const size_t path = at + 1;
  if (host < 2 || address.ptr[0] == '/' || memchr(address.ptr, ':', host) || at == host || at == end ||
      address.ptr[at] != ':' || path == address.len)
    return 0;
  for (at = path; at < end && address.ptr[at] >= '0' && address.ptr[at] <= '9';)
    at++;
  return at < end || (at == path && address.ptr[path] == '/') ? path : 0;
}

/* A text with the scheme that is guessed for it: `added` bytes take the place of the first `skipped`. */
struct typed {
  uriel_text text;
  size_t added;
  size_t skipped;
  size_t dropped; /* 0, or where a byte was left out after them */
};

static struct typed typed_complete(const struct reading *reading, uriel_text text)
{
  /* curl guesses the scheme from the first label if that is one of these. */
  static const char *const labels[] = {"ftp.", "dict.", "ldap.", "imap.", "smtp.", "pop3."};
  struct buffer *const out = &reading->room->typed;
  size_t blanks = 0;
  /* The URL standard removes white space there. */
  while (reading->spec == URIEL_SPEC_WHATWG && blanks < text.len && text.ptr[blanks] >= 0 &&
         text.ptr[blanks] <= ' ')
    blanks++;
  const uriel_text address = {text.ptr + blanks, text.len - blanks};
  const size_t host = typed_host(address);
  if (host == address.len || typed_has_scheme(address))
    return (struct typed){.text = text};
  const size_t path = typed_scp(address, host);
  uriel_text scheme = uriel_text_of(path > 0 ? "ssh" : reading->guess);
  for (size_t i = 0; path == 0 && i < sizeof labels / sizeof *labels; i++) {
    const size_t len = strlen(labels[i]);
    if (address.len - host >= len && strncasecmp(address.ptr + host, labels[i], len) == 0)
      scheme = (uriel_text){labels[i], len - 1};
  }
  out->len = 0;
  buffer_append(out, scheme.ptr, scheme.len);
  buffer_append(out, "://", *address.ptr == '/' ? 1 : 3);
  const size_t added = out->len;
  buffer_append(out, address.ptr, address.len);
  if (path == 0)
    return (struct typed){{out->ptr, out->len}, added, blanks, 0};
  const bool absolute = address.ptr[path] == '/'; /* ":/" becomes "/", and ":" becomes "/" */
  char *const colon = out->ptr + added + path - 1;
  *colon = '/';
  memmove(colon + 1, colon + 1 + absolute, address.len - path - absolute);
  return (struct typed){{out->ptr, out->len - absolute}, added, blanks, absolute ? added + path - 1 : 0};
}

/* Changes a place in the completed text to one in the text as it was typed. */
static size_t typed_place(const struct typed *typed, size_t place)
{
  const size_t dropped = typed->dropped > 0 && place >= typed->dropped;
  return place < typed->added ? typed->skipped : place - typed->added + typed->skipped + dropped;
}

static void typed_error(const struct typed *typed, uriel_error *error)
{
  const size_t end = typed_place(typed, error->begin + error->length);
  error->offset = typed_place(typed, error->offset);
  if (error->blamed > 0)
    error->blamed = typed_place(typed, error->blamed - 1) + 1;
  error->begin = typed_place(typed, error->begin);
  error->length = end - error->begin;
}

/* ---- Lines of lists ----------------------------------------------------------------------------- */

static uriel_text reading_trim_spaces(uriel_text text)
{
  static const char spaces[] = " \t\r\n\v\f";
  while (text.len > 0 && memchr(spaces, text.ptr[0], sizeof spaces - 1)) {
    text.ptr++;
    text.len--;
  }
  while (text.len > 0 && memchr(spaces, text.ptr[text.len - 1], sizeof spaces - 1))
    text.len--;
  return text;
}

static bool reading_unwrap(uriel_text *text, char open, char close)
{
  if (text->len < 2 || text->ptr[0] != open || text->ptr[text->len - 1] != close)
    return false;
  *text = reading_trim_spaces((uriel_text){text->ptr + 1, text->len - 2});
  return true;
}

uriel_text reading_trim_outside(uriel_text line)
{
  static const char mark[] = "\xEF\xBB\xBF"; /* U+FEFF */
  if (line.len >= 3 && memcmp(line.ptr, mark, 3) == 0)
    line = (uriel_text){line.ptr + 3, line.len - 3};
  return reading_trim_spaces(line);
}

uriel_text reading_trim(const struct reading *reading, uriel_text line)
{
  if (!reading->trims)
    return line;
  uriel_text text = reading_trim_outside(line);
  if (text.len > 2 && text.ptr[0] == '"' && text.ptr[text.len - 1] == ',')
    text.len--;
  (void)reading_unwrap(&text, '"', '"');
  if (reading_unwrap(&text, '<', '>') && text.len >= 4 && strncasecmp(text.ptr, "url:", 4) == 0)
    text = reading_trim_spaces((uriel_text){text.ptr + 4, text.len - 4});
  return text;
}

/* ---- Parsing ------------------------------------------------------------------------------------ */

enum { REPAIRS_LISTED = 64 };

/* Parses, and collects validation errors: the first ones, and the last. Without reports, the library
 * looks for them only if the URL is not valid, and is faster. */
static bool reading_url(const struct reading *reading, uriel_ref *ref, uriel_text text,
                        uriel_error *error)
{
  struct reading_room *const room = reading->room;
  struct repairs *const repairs = &room->repairs;
  uriel_url_options options = {0};
  size_t need = URIEL_FAILED;
  for (bool reports = room->reports;; reports = true) {
    if (reports) {
      buffer_reserve(&room->errors, (REPAIRS_LISTED + 1) * sizeof(uriel_error));
      options.errors = (uriel_error *)(void *)room->errors.ptr;
      options.error_capacity = REPAIRS_LISTED + 1;
    }
    /* The bound is many times the length: lines of gigabytes would not fit. */
    do
      need = uriel_url_parse(ref, reading->base, text.ptr, text.len, &options, room->url.ptr,
                             room->url.capacity);
    while (buffer_short(&room->url, need));
    if (reports || need != URIEL_FAILED)
      break;
  }
  const bool valid = need != URIEL_FAILED;
  const size_t count = options.error_count;
  const size_t kept = count < options.error_capacity ? count : options.error_capacity;
  if (error)
    *error = valid || kept == 0 ? (uriel_error){.spec = reading->spec} : options.errors[kept - 1];
  repairs->list = options.errors;
  repairs->count = count - (!valid && count > 0);
  repairs->listed = repairs->count < REPAIRS_LISTED ? repairs->count : REPAIRS_LISTED;
  return valid;
}

/* Reads what people have. The error of RFC 3986 remains if another reading is possible. */
static bool reading_lenient(const struct reading *reading, uriel_ref *ref, uriel_text text,
                            uriel_error *error)
{
  struct reading_room *const room = reading->room;
  uriel_error ignored;
  size_t need;
  do
    need = uriel_lenient_parse(ref, &room->read, NULL, text.ptr, text.len, 0, room->url.ptr,
                               room->url.capacity, error ? error : &ignored);
  while (buffer_short(&room->url, need));
  return need != URIEL_FAILED;
}

bool reading_is_lenient(uriel_text text, unsigned options)
{
  struct buffer out = {0};
  uriel_ref ref;
  uriel_read read;
  size_t need;
  buffer_reserve(&out, 3 * text.len); /* usually enough */
  do
    need =
        uriel_lenient_parse(&ref, &read, NULL, text.ptr, text.len, options, out.ptr, out.capacity, NULL);
  while (buffer_short(&out, need));
  buffer_free(&out);
  return need != URIEL_FAILED && read != URIEL_READ_EXACT;
}

bool reading_parse(const struct reading *reading, uriel_ref *ref, uriel_text text, uriel_error *error)
{
  struct reading_room *const room = reading->room;
  struct typed typed = {.text = text};
  if (room) {
    room->repairs = (struct repairs){0};
    room->read = URIEL_READ_EXACT;
  }
  if (room && reading->guess)
    typed = typed_complete(reading, text);
  if (room)
    room->text = typed.text;
  const bool valid =
      room && reading->spec == URIEL_SPEC_WHATWG ? reading_url(reading, ref, typed.text, error)
      : room && reading->spec == URIEL_SPEC_LENIENT
          ? reading_lenient(reading, ref, typed.text, error)
          : uriel_parse_as(ref, typed.text.ptr, typed.text.len, reading->spec, reading->options, error);
  if (typed.added == 0)
    return valid;
  if (error)
    typed_error(&typed, error);
  for (size_t i = 0; i < room->repairs.listed; i++)
    typed_error(&typed, (uriel_error *)(void *)room->errors.ptr + i);
  return valid;
}

void reading_room_free(struct reading_room *room)
{
  buffer_free(&room->typed);
  buffer_free(&room->url);
  buffer_free(&room->errors);
}

const char *const reading_document_words[] = {"lenient", "url-1997", "uri-2003", "rfc3986",
                                              "iri",     "whatwg",   NULL};

void reading_spec_of_documents(void *to, struct option_reader *reader)
{
  static const uriel_spec specs[] = {URIEL_SPEC_LENIENT, URIEL_SPEC_URL_1997, URIEL_SPEC_URI_2003,
                                     URIEL_SPEC_RFC3986, URIEL_SPEC_IRI,      URIEL_SPEC_WHATWG};
  reading_refuse(reader, READING_ANY);
  *(uriel_spec *)to = specs[option_word(reader, reading_document_words)];
}

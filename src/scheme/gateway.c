/* SPDX-License-Identifier: MIT */
/* Gateways (url-1993 and url-1994, Registration of naming schemes): finds the gateway of a reference
 * and expands its template. */
#include "scheme/planner.h"

#include "grammar/grammar.h"
#include "text/text.h"
#include "uri/component.h"
#include "uriel_scheme.h"

const uriel_gateway *uriel_gateway_find(const uriel_registry *registry, uriel_text scheme)
{
  for (size_t i = 0; registry && i < registry->gateway_count; i++) {
    static const unit_rules folded = {false, 0, true};
    if (view_defined(scheme) && uriel_units_equal(registry->gateways[i].scheme, folded, scheme, folded))
      return &registry->gateways[i];
  }
  return NULL;
}

/* The component of the next byte written (RFC 3986, 3). */
typedef enum template_place {
  TEMPLATE_SCHEME,
  TEMPLATE_HIER, /* after the scheme's ":"; "//" may follow */
  TEMPLATE_SLASH,
  TEMPLATE_AUTHORITY,
  TEMPLATE_PATH,
  TEMPLATE_QUERY,
  TEMPLATE_FRAGMENT
} template_place;

/* A path segment of the expansion, as far as it is read. The segments "." and "..", also encoded
 * (6.2.2.2), would lead out of the template (RFC 3986, 5.2.4). */
typedef struct template_segment {
  unsigned dots;     /* 1 and 2: only dots so far */
  unsigned triplet;  /* bytes of "%2" read so far */
  uriel_error error; /* PART_FORM of the value that contributed to it, if any */
} template_segment;

enum { TEMPLATE_NO_DOTS = 3 };

/* A template being expanded, piece by piece: each piece goes through the grammar's automaton before
 * the output, so that nothing is written if the result is not a URI. */
typedef struct expansion {
  uriel_text whole;
  const uriel_ref *ref;
  const char *at;         /* in the template */
  const char *piece;      /* the source of the last piece: the template itself, */
  size_t piece_len;       /* or a name with its braces */
  uriel_text value, rest; /* the rest of the name's value */
  unsigned kept;          /* classes of bytes that stay unencoded in it, */
  const char *kept_too;   /* and bytes */
  bool own, as_written;   /* the piece belongs to the template; the value is not encoded */
  bool named, broken;     /* a name was seen; a "{" without a name was seen */
  bool scheme;            /* a scheme came first */
  bool decoded;           /* its target treats "%2F" as "/" */
  template_place place;
  template_segment segment;
  uriel_error error; /* of the reference, if that is at fault */
  uriel_error value_error;
  size_t len, last; /* length of all pieces, and of the last one */
  char triplet[3];
} expansion;

static template_place template_after(template_place place, char byte)
{
  if (place == TEMPLATE_FRAGMENT || byte == '#')
    return TEMPLATE_FRAGMENT;
  if (place == TEMPLATE_QUERY || byte == '?')
    return TEMPLATE_QUERY;
  switch (place) {
  case TEMPLATE_SCHEME:
    return byte == ':' ? TEMPLATE_HIER : byte == '/' ? TEMPLATE_PATH : TEMPLATE_SCHEME;
  case TEMPLATE_HIER:
    return byte == '/' ? TEMPLATE_SLASH : TEMPLATE_PATH;
  case TEMPLATE_SLASH:
    return byte == '/' ? TEMPLATE_AUTHORITY : TEMPLATE_PATH;
  case TEMPLATE_AUTHORITY:
    return byte == '/' ? TEMPLATE_PATH : TEMPLATE_AUTHORITY;
  default:
    return TEMPLATE_PATH;
  }
}

/* The namespace of a URN, or the name in it, which must not be empty (RFC 8141, 2). */
static uriel_text template_urn(const uriel_ref *ref, bool nid)
{
  uriel_text name = uriel_path(ref);
  const uriel_text space = view_take(&name, ':'), text = nid ? space : name;
  return view_is(uriel_scheme(ref), "urn") && view_defined(name) && text.len > 0 ? text
                                                                                 : view_undefined();
}

/* The URI without its fragment, which is not sent (url-1994, HTTP; RFC 3986, 3.5), and without user
 * information (url-1994, Security considerations): the text before it and the text after it. */
static uriel_text template_uri(const uriel_ref *ref, uriel_text *rest)
{
  const uriel_text scheme = uriel_scheme(ref), fragment = uriel_fragment(ref);
  const uriel_text userinfo = uriel_userinfo(ref);
  const char *const begin = view_defined(scheme) ? scheme.ptr : ref->text;
  const char *const end = view_defined(fragment) ? fragment.ptr - 1 : ref->text + ref->length;
  if (!view_defined(userinfo))
    return view_of(begin, end);
  *rest = view_of(userinfo.ptr + userinfo.len + 1, end);
  return view_of(begin, userinfo.ptr);
}

/* The value of a template name, undefined if the reference lacks it. Returns whether the name is
 * known; `error` is the error for a missing value. A registry's name is not a host (uri-2003, 3.2.1). */
static bool template_value(uriel_text name, const uriel_ref *ref, uriel_text *value, uriel_text *rest,
                           uriel_error *error)
{
  uriel_text behind = {NULL, 0};
  const struct {
    const char *name;
    uriel_component component;
    uriel_text value;
  } all[] = {{"uri", URIEL_REFERENCE, template_uri(ref, &behind)},
             {"scheme", URIEL_SCHEME, uriel_scheme(ref)},
             {"host", URIEL_HOST, ref->flags & URIEL_HAS_REGISTRY ? view_undefined() : uriel_host(ref)},
             {"port", URIEL_PORT, uriel_port(ref)},
             {"path", URIEL_PATH, uriel_path(ref)},
             {"query", URIEL_QUERY, uriel_query(ref)},
             {"nid", URIEL_PATH, template_urn(ref, true)},
             {"nss", URIEL_PATH, template_urn(ref, false)}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (view_equal(name, uriel_text_of(all[i].name))) {
      *value = all[i].value;
      *rest = i == 0 ? behind : view_undefined();
      *error =
          (uriel_error){.component = all[i].component, .part = all[i].name, .spec = uriel_spec_of(ref)};
      return true;
    }
  return false;
}

/* The reference lacks the requested component: the place is where it would begin. */
static bool expansion_missing(expansion *e)
{
  const uriel_text path = uriel_path(e->ref);
  const bool query = e->value_error.component == URIEL_QUERY;
  const bool scheme = e->value_error.component == URIEL_SCHEME;
  const char *const at = scheme ? e->ref->text : query ? path.ptr + path.len : path.ptr;
  e->error = e->value_error;
  e->error.code = URIEL_ERROR_PART_MISSING;
  e->error.offset = e->error.begin = (size_t)(at - e->ref->text);
  return false;
}

static bool expansion_in_path(const expansion *e)
{
  return e->place == TEMPLATE_HIER || e->place == TEMPLATE_SLASH || e->place == TEMPLATE_PATH;
}

/* The current value contributes to the current segment, from this byte of the reference on. */
static void segment_touch(expansion *e, const char *from)
{
  if (e->segment.error.code != URIEL_ERROR_NONE || !expansion_in_path(e))
    return;
  e->segment.error = e->value_error;
  e->segment.error.code = URIEL_ERROR_PART_FORM;
  e->segment.error.offset = (size_t)(from - e->ref->text);
}

/* "{name}" or "{+name}" at e->at. */
static bool expansion_name(expansion *e)
{
  const char *const end = e->whole.ptr + e->whole.len;
  const char *const brace = view_find(e->at, end, '}');
  const char *begin = e->at + 1;
  e->piece = e->at;
  e->piece_len = (size_t)((brace == end ? end : brace + 1) - e->at);
  e->as_written = begin < brace && *begin == '+';
  begin += e->as_written;
  if (brace == end ||
      !template_value(view_of(begin, brace), e->ref, &e->value, &e->rest, &e->value_error)) {
    e->broken = true;
    return false;
  }
  if (!view_defined(e->value))
    return expansion_missing(e);
  e->value_error.begin = (size_t)(e->value.ptr - e->ref->text);
  e->value_error.length =
      view_defined(e->rest) ? (size_t)(e->rest.ptr + e->rest.len - e->value.ptr) : e->value.len;
  /* Encodes all but unreserved characters (RFC 6570, 3.2.2): reserved ones could be delimiters in the
   * template's scheme. A host in the place of a host is written unchanged. */
  const bool host = e->value_error.component == URIEL_HOST && e->place == TEMPLATE_AUTHORITY;
  e->kept = host ? BYTE_NAME : e->place == TEMPLATE_SCHEME ? BYTE_SCHEME : BYTE_UNRESERVED;
  e->kept_too = host ? "%" : "";
  if (host && e->value.len > 0 && e->value.ptr[0] == '[')
    e->as_written = true;
  segment_touch(e, e->value.ptr);
  e->at = brace + 1;
  e->named = true;
  return true;
}

/* The rest of a value up to the first byte to encode, or that byte. */
static uriel_text expansion_of_value(expansion *e)
{
  const encode_set set = {e->kept, "", e->kept_too, 0};
  const size_t kept = e->as_written ? e->value.len : uriel_encode_span(e->value, set);
  uriel_text piece = {e->value.ptr, kept};
  if (kept == 0) {
    writer w = writer_to(e->triplet, sizeof e->triplet);
    write_triplet(&w, (unsigned char)e->value.ptr[0]);
    piece = (uriel_text){e->triplet, sizeof e->triplet};
  }
  e->value.ptr += kept > 0 ? kept : 1;
  e->value.len -= kept > 0 ? kept : 1;
  return piece;
}

/* Returns false if the segment is a dot segment that is not the template's own. */
static bool segment_end(expansion *e)
{
  const bool dots = e->segment.dots == 1 || e->segment.dots == 2;
  if (dots && e->segment.error.code != URIEL_ERROR_NONE) {
    e->error = e->segment.error;
    return false;
  }
  e->segment = (template_segment){.dots = 0};
  return true;
}

static bool segment_byte(expansion *e, char byte)
{
  template_segment *const s = &e->segment;
  const unsigned read = s->triplet;
  s->triplet = read == 0 && byte == '%' ? 1 : read == 1 && byte == '2' ? 2 : 0;
  if (byte == '/' || byte == '?' || byte == '#' || (read == 2 && e->decoded && byte_lower(byte) == 'f'))
    return segment_end(e);
  if ((read == 0 && byte == '.') || (read == 2 && byte_lower(byte) == 'e'))
    s->dots += s->dots < TEMPLATE_NO_DOTS;
  else if (s->triplet == 0)
    s->dots = TEMPLATE_NO_DOTS;
  return true;
}

/* `from` is the piece's source in the reference, or NULL if it is the template's own. */
static bool expansion_follow(expansion *e, uriel_text piece, const char *from)
{
  const bool encoded = piece.ptr == e->triplet;
  for (size_t i = 0; i < piece.len && e->place != TEMPLATE_FRAGMENT; i++) {
    const template_place before = e->place;
    if (from && piece.ptr[i] != '/')
      segment_touch(e, from + (encoded ? 0 : i));
    if (expansion_in_path(e) && !segment_byte(e, piece.ptr[i]))
      return false;
    e->place = template_after(before, piece.ptr[i]);
    if (before == TEMPLATE_SCHEME && e->place == TEMPLATE_HIER)
      e->scheme = true;
  }
  e->len = size_add(e->len, piece.len);
  return true;
}

/* Advances to the next value or template text. Returns false at the end. */
static bool expansion_more(expansion *e)
{
  const char *const end = e->whole.ptr + e->whole.len;
  while (e->value.len == 0) {
    if (e->rest.len > 0) {
      e->value = e->rest;
      e->rest = view_undefined();
    } else if (e->at < end && *e->at == '{') {
      if (!expansion_name(e))
        return false;
    } else {
      return e->at < end;
    }
  }
  return true;
}

/* The grammar_piece of an expansion. */
static bool expansion_next(void *context, const char **text, size_t *len)
{
  expansion *const e = context;
  if (!expansion_more(e))
    return false;
  uriel_text piece;
  const char *from = NULL;
  e->own = e->value.len == 0;
  if (!e->own) {
    from = e->value.ptr;
    piece = expansion_of_value(e);
  } else {
    piece = view_of(e->at, view_find(e->at, e->whole.ptr + e->whole.len, '{'));
    e->piece = piece.ptr;
    e->piece_len = piece.len;
    e->at += piece.len;
  }
  if (!expansion_follow(e, piece, from))
    return false;
  *text = piece.ptr;
  *len = e->last = piece.len;
  return true;
}

static size_t template_error(const expansion *e, uriel_error *error, const char *begin, size_t len,
                             const char *at)
{
  error_store(error, error_at(URIEL_ERROR_TEMPLATE, URIEL_REFERENCE, e->whole.ptr,
                              (uriel_text){begin, len}, at));
  return URIEL_FAILED;
}

/* The maximum length of a reference. */
static size_t template_longest(void)
{
  return (uint64_t)PTRDIFF_MAX < UINT32_MAX ? (size_t)PTRDIFF_MAX : UINT32_MAX;
}

/* Returns the length of the expanded template, or URIEL_FAILED if that is not a URI. */
static size_t template_check(expansion e, uriel_error *error)
{
  size_t stuck = 0;
  const char *const whole = e.whole.ptr;
  const char *const end = whole + e.whole.len;
  const bool member = uriel_rfc3986_pieces_member(expansion_next, &e, &stuck);
  if (e.broken)
    return template_error(&e, error, e.piece, e.piece_len, e.piece);
  if (e.error.code == URIEL_ERROR_NONE && member)
    segment_end(&e);
  if (e.error.code != URIEL_ERROR_NONE) {
    error_store(error, e.error);
    return URIEL_FAILED;
  }
  if (!member && (e.at < end || e.value.len > 0 || e.rest.len > 0 || stuck < e.last))
    return template_error(&e, error, e.piece, e.piece_len, e.own ? e.piece + stuck : e.piece);
  if (!member || !e.named || !e.scheme)
    return template_error(&e, error, whole, e.whole.len, end);
  if (e.len > template_longest()) {
    error_store(error, (uriel_error){
                           .code = URIEL_ERROR_TOO_LONG, .offset = template_longest(), .length = e.len});
    return URIEL_FAILED;
  }
  return e.len;
}

size_t uriel_template_expand(const char *uri_template, size_t len, const uriel_ref *ref, char *out,
                             size_t capacity, uriel_error *error)
{
  const uriel_text whole = {uri_template ? uri_template : "", len};
  expansion e = {.whole = whole, .ref = ref, .at = whole.ptr, .piece = whole.ptr};
  const uriel_text scheme = view_before(whole, ':');
  e.decoded = !view_is(scheme, "http") && !view_is(scheme, "https");
  writer w = writer_to(out, capacity);
  uriel_text piece;
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE});
  if (uriel_refuse_row(ref, error) || template_check(e, error) == URIEL_FAILED)
    return URIEL_FAILED;
  while (expansion_next(&e, &piece.ptr, &piece.len))
    write_view(&w, piece);
  return w.len;
}

/* SPDX-License-Identifier: MIT */
/* Gateways (url-1993 and url-1994, Registration of naming schemes): which is meant, and the URI that its
 * template makes of another. */
#include "scheme/gateway.h"

#include "grammar/grammar.h"
#include "text/percent.h"
#include "text/size.h"

const uriel_gateway *uriel_gateway_find(const uriel_registry *registry, uriel_text scheme)
{
  for (size_t i = 0; registry && i < registry->gateway_count; i++) {
    static const unit_rules folded = {false, 0, true};
    if (view_defined(scheme) && uriel_units_equal(registry->gateways[i].scheme, folded, scheme, folded))
      return &registry->gateways[i];
  }
  return NULL;
}

/* Where in a URI what is written next stands (RFC 3986, 3). */
typedef enum template_place {
  TEMPLATE_SCHEME,
  TEMPLATE_HIER, /* behind the scheme's ":", where "//" may follow */
  TEMPLATE_SLASH,
  TEMPLATE_AUTHORITY,
  TEMPLATE_PATH,
  TEMPLATE_QUERY,
  TEMPLATE_FRAGMENT
} template_place;

/* A template as it is expanded, piece by piece: into the grammar's automaton first and then into the
 * output, so that nothing is written where the whole would be no URI. */
typedef struct expansion {
  uriel_text whole;
  const uriel_ref *ref;
  const char *at;       /* in the template */
  const char *piece;    /* what the last piece came from: the template's own bytes, */
  size_t piece_len;     /* or a name with its braces */
  uriel_text value;     /* what is left of the name's value */
  bool own, as_written; /* the piece is the template's own; the value is not encoded */
  bool named, broken;   /* there was a name; there is a "{" without one */
  bool scheme;          /* a scheme came first */
  template_place place;
  size_t len, last; /* of all pieces, and of the last */
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

/* What is not encoded there: a segment's, a value's, a name's. */
static unsigned template_classes(template_place place)
{
  static const unsigned classes[] = {
      [TEMPLATE_SCHEME] = BYTE_SCHEME,  [TEMPLATE_HIER] = BYTE_SEGMENT, [TEMPLATE_SLASH] = BYTE_SEGMENT,
      [TEMPLATE_AUTHORITY] = BYTE_NAME, [TEMPLATE_PATH] = BYTE_SEGMENT, [TEMPLATE_QUERY] = BYTE_VALUE,
      [TEMPLATE_FRAGMENT] = BYTE_QUERY};
  return classes[place];
}

/* The namespace of a URN, and the name in it (RFC 8141, 2). */
static uriel_text template_urn(const uriel_ref *ref, bool nid)
{
  static const unit_rules folded = {false, 0, true};
  const uriel_text path = uriel_path(ref);
  const char *const end = path.ptr + path.len;
  const char *const colon = view_find(path.ptr, end, ':');
  if (!uriel_units_equal(uriel_scheme(ref), folded, uriel_text_of("urn"), folded) || colon == end)
    return view_undefined();
  return nid ? view_of(path.ptr, colon) : view_of(colon + 1, end);
}

/* No request has the fragment (url-1994, HTTP; RFC 3986, 3.5). */
static uriel_text template_uri(const uriel_ref *ref)
{
  const uriel_text fragment = uriel_fragment(ref);
  return view_of(ref->text, view_defined(fragment) ? fragment.ptr - 1 : ref->text + ref->length);
}

/* What a name stands for, undefined where the reference does not have it. Returns whether it is one. */
static bool template_value(uriel_text name, const uriel_ref *ref, uriel_text *value)
{
  const struct {
    const char *name;
    uriel_text value;
  } all[] = {{"uri", template_uri(ref)},       {"scheme", uriel_scheme(ref)},
             {"host", uriel_host(ref)},        {"port", uriel_port(ref)},
             {"path", uriel_path(ref)},        {"query", uriel_query(ref)},
             {"nid", template_urn(ref, true)}, {"nss", template_urn(ref, false)}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (view_equal(name, uriel_text_of(all[i].name))) {
      *value = all[i].value;
      return true;
    }
  return false;
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
  if (brace == end || !template_value(view_of(begin, brace), e->ref, &e->value)) {
    e->broken = true;
    return false;
  }
  e->at = brace + 1;
  e->named = true;
  return true;
}

/* What is left of a value, up to the first byte that is encoded, or that byte. */
static uriel_text expansion_of_value(expansion *e)
{
  const encode_set set = {template_classes(e->place), "", "", 0};
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

static void expansion_follow(expansion *e, uriel_text piece)
{
  for (size_t i = 0; i < piece.len && e->place != TEMPLATE_FRAGMENT; i++) {
    const template_place before = e->place;
    e->place = template_after(before, piece.ptr[i]);
    if (before == TEMPLATE_SCHEME && e->place == TEMPLATE_HIER)
      e->scheme = true;
  }
  e->len = size_add(e->len, piece.len);
}

/* The grammar_piece of an expansion. */
static bool expansion_next(void *context, const char **text, size_t *len)
{
  expansion *const e = context;
  const char *const end = e->whole.ptr + e->whole.len;
  while (e->value.len == 0 && e->at < end && *e->at == '{')
    if (!expansion_name(e))
      return false;
  uriel_text piece = view_of(e->at, view_find(e->at, end, '{'));
  if (piece.len == 0 && e->value.len == 0)
    return false;
  e->own = e->value.len == 0;
  if (!e->own) {
    piece = expansion_of_value(e);
  } else {
    e->piece = piece.ptr;
    e->piece_len = piece.len;
    e->at += piece.len;
  }
  expansion_follow(e, piece);
  *text = piece.ptr;
  *len = e->last = piece.len;
  return true;
}

static size_t template_fault(const expansion *e, uriel_fault *fault, const char *begin, size_t len,
                             const char *at)
{
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_TEMPLATE,
                           .offset = (size_t)(at - e->whole.ptr),
                           .begin = (size_t)(begin - e->whole.ptr),
                           .length = len};
  return URIEL_FAILED;
}

/* As long as a reference can be. */
static size_t template_longest(void)
{
  return (uint64_t)PTRDIFF_MAX < UINT32_MAX ? (size_t)PTRDIFF_MAX : UINT32_MAX;
}

/* The length of what the template makes; URIEL_FAILED where that is no URI. */
static size_t template_check(expansion e, uriel_fault *fault)
{
  size_t stuck = 0;
  const char *const whole = e.whole.ptr;
  const char *const end = whole + e.whole.len;
  const bool member = uriel_rfc3986_pieces_member(expansion_next, &e, &stuck);
  if (e.broken)
    return template_fault(&e, fault, e.piece, e.piece_len, e.piece);
  if (!member && (e.at < end || e.value.len > 0 || stuck < e.last))
    return template_fault(&e, fault, e.piece, e.piece_len, e.own ? e.piece + stuck : e.piece);
  if (!member || !e.named || !e.scheme)
    return template_fault(&e, fault, whole, e.whole.len, end);
  if (e.len > template_longest()) {
    if (fault)
      *fault =
          (uriel_fault){.code = URIEL_FAULT_TOO_LONG, .offset = template_longest(), .length = e.len};
    return URIEL_FAILED;
  }
  return e.len;
}

size_t uriel_template_expand(uriel_text uri_template, const uriel_ref *ref, char *out, size_t capacity,
                             uriel_fault *fault)
{
  const uriel_text whole = view_defined(uri_template) ? uri_template : uriel_text_of("");
  expansion e = {.whole = whole, .ref = ref, .at = whole.ptr, .piece = whole.ptr};
  writer w = writer_to(out, capacity);
  uriel_text piece;
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_NONE};
  if (template_check(e, fault) == URIEL_FAILED)
    return URIEL_FAILED;
  while (expansion_next(&e, &piece.ptr, &piece.len))
    write_view(&w, piece);
  return w.len;
}

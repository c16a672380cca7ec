/* SPDX-License-Identifier: MIT */
/* The reader "perl": URI->new of Perl's URI 5.17, with host and port of the classes that have them.
 *
 *   text        bytes; removes "<" and ">", or "<URL:" and ">", around the text, then quotes, both only
 *               on a single line, then white space
 *   scheme      a letter and letters, digits, "+", "-" and "." before ":"; an error if it is too long
 *               for a name of Perl, as is the namespace of a URN
 *   classes     of the schemes in perl_ports; others have neither host nor port, and file has only a
 *               host: the whole authority
 *   authority   after "//", up to "/", "?" or "#"; of sip and sips, everything up to ";" or "?"
 *   IDNA        if the host has a byte that is not allowed in a URI: labels outside US-ASCII are read as
 *               ISO Latin 1 and encoded in Punycode, unless a label is empty, too long, or outside
 *               US-ASCII with "xn--". The user info is then the first line with "@", and moves ahead
 *   user info   up to the last "@"
 *   port        digits after a ":" at the end, else the default; a ":" without digits is in the host
 *   host        without "[" and "]", or "%5B" and "%5D", around it; "%XX" is decoded
 */
#include "agree/reader.h"
#include "idna/punycode.h"

/* The most letters in names of the classes of schemes and of namespaces, and the most in a label. */
enum { PERL_SCHEME_MAX = 247, PERL_NAMESPACE_MAX = 242, PERL_LABEL_MAX = 63 };

static const struct {
  const char *scheme;
  int32_t port;
} perl_ports[] = {{"ftp", 21},    {"gopher", 70},  {"http", 80},   {"https", 443}, {"ldap", 389},
                  {"ldaps", 636}, {"mms", 1755},   {"news", 119},  {"nntp", 119},  {"nntps", 563},
                  {"pop", 110},   {"rlogin", 513}, {"rsync", 873}, {"rtsp", 554},  {"rtspu", 554},
                  {"sftp", 22},   {"sip", 5060},   {"sips", 5061}, {"snews", 563}, {"ssh", 22},
                  {"telnet", 23}, {"tn3270", 23}};

/* ---- URI->new ----------------------------------------------------------------------------------- */

/* Returns whether a text on a single line has these bytes around it. */
static bool perl_is_between(uriel_text text, char open, char close)
{
  return text.len > 1 && *text.ptr == open && view_end(text)[-1] == close && !view_has(text, '\n');
}

/* Returns the text without the delimiters and white space that URI->new removes. */
static uriel_text perl_trim(uriel_text text)
{
  if (text.len && view_end(text)[-1] == '\n')
    text.len--;
  if (perl_is_between(text, '<', '>')) {
    text = (uriel_text){text.ptr + 1, text.len - 2};
    if (text.len >= 4 && bytes_equal(text.ptr, "URL:", 4))
      text = (uriel_text){text.ptr + 4, text.len - 4};
  }
  if (perl_is_between(text, '"', '"'))
    text = (uriel_text){text.ptr + 1, text.len - 2};
  while (text.len && byte_is_blank(*text.ptr))
    text = (uriel_text){text.ptr + 1, text.len - 1};
  while (text.len && byte_is_blank(view_end(text)[-1]))
    text.len--;
  return text;
}

/* Returns whether Perl can load a class of this name: each "+" and "." is two letters of it. */
static bool perl_is_class(uriel_text scheme, uriel_text rest)
{
  size_t letters = scheme.len;
  for (size_t i = 0; i < scheme.len; i++)
    letters += scheme.ptr[i] == '+' || scheme.ptr[i] == '.';
  if (letters > PERL_SCHEME_MAX)
    return false;
  if (!view_is(scheme, "urn"))
    return true;
  const uriel_text space = view_before(view_before(rest, '#'), ':');
  bool is_word = space.len && *space.ptr != '-';
  for (size_t i = 0; i < space.len; i++)
    is_word = is_word && (byte_is(space.ptr[i], BYTE_ALPHA | BYTE_DIGIT) || space.ptr[i] == '-');
  return !is_word || space.len + byte_is(*space.ptr, BYTE_DIGIT) <= PERL_NAMESPACE_MAX;
}

/* Writes a label as URI's IDNA does. Returns false if that refuses it. */
static bool perl_label(writer *w, uriel_text label)
{
  uint32_t codes[PERL_LABEL_MAX];
  const size_t begin = w->len;
  bool is_ascii = true;
  if (!label.len || label.len > PERL_LABEL_MAX)
    return false;
  for (size_t i = 0; i < label.len; i++) {
    is_ascii = is_ascii && (unsigned char)label.ptr[i] < 0x80;
    codes[i] = (unsigned char)byte_lower(label.ptr[i]);
  }
  if (is_ascii) {
    write_view(w, label);
    return true;
  }
  if (label.len >= 4 && fold_equal(label.ptr, "xn--", 4))
    return false;
  write_string(w, "xn--");
  uriel_punycode_encode(w, codes, label.len);
  return w->len - begin <= PERL_LABEL_MAX;
}

/* Writes two pieces of a domain with its labels encoded. Returns false if a label is refused. */
static bool perl_domain(writer *w, uriel_text first, uriel_text second)
{
  char label[PERL_LABEL_MAX];
  size_t n = 0;
  for (size_t i = 0; i < first.len + second.len; i++) {
    const char byte = i < first.len ? first.ptr[i] : second.ptr[i - first.len];
    if (byte != '.' && n == PERL_LABEL_MAX)
      return false;
    if (byte != '.') {
      label[n++] = byte;
      continue;
    }
    if (!perl_label(w, (uriel_text){label, n}))
      return false;
    write_byte(w, '.');
    n = 0;
  }
  return n == 0 || perl_label(w, (uriel_text){label, n}); /* the last label may be empty */
}

/* Returns whether URI escapes a byte of the text. */
static bool perl_is_odd(uriel_text text)
{
  size_t i = 0;
  while (i < text.len &&
         (byte_is(text.ptr[i], BYTE_SEGMENT) || bytes_have("%[]", (unsigned char)text.ptr[i])))
    i++;
  return i < text.len;
}

/* Returns the end of the text without ":" and digits at its end. */
static const char *perl_past_host(uriel_text text)
{
  const char *const colon = uriel_reader_last(text, ':'), *const end = view_end(text);
  return colon && colon + 1 < end && bytes_past(colon + 1, end, BYTE_DIGIT) == end ? colon : end;
}

/* Returns the text after the scheme, which begins with "//", with its host in IDNA. */
static uriel_text perl_convert(uriel_text rest, char *out)
{
  const char *const begin = rest.ptr + 2, *const end = uriel_bytes_until(begin, view_end(rest), "/?#");
  const char *line = begin, *user = NULL;
  for (const char *at = begin; at < end && !(user && *at == '\n'); at++) {
    if (*at == '\n')
      line = at + 1;
    else if (*at == '@')
      user = at + 1;
  }
  if (!user)
    user = line = begin;
  const char *const port = perl_past_host(view_of(user, end));
  const uriel_text before = view_of(begin, line), after = view_of(user, port);
  writer w = writer_to(out, SIZE_MAX);
  if (!perl_is_odd(before) && !perl_is_odd(after))
    return rest;
  write_string(&w, "//");
  write_view(&w, view_of(line, user));
  if (!perl_domain(&w, before, after))
    return rest;
  write_view(&w, view_of(port, view_end(rest)));
  return (uriel_text){out, w.len};
}

/* ---- host and port ------------------------------------------------------------------------------ */

/* Returns an authority without user info and port. */
static uriel_text perl_host(uriel_text authority)
{
  const char *const user = uriel_reader_last(authority, '@');
  const uriel_text host = user ? view_of(user + 1, view_end(authority)) : authority;
  return view_of(host.ptr, perl_past_host(host));
}

/* Returns a host without the brackets around it. */
static uriel_text perl_inside(uriel_text host)
{
  const char *begin = host.ptr, *end = view_end(host);
  if (begin < end)
    begin += *begin == '[' ? 1 : triplet_at(begin, end) && triplet_value(begin) == '[' ? 3 : 0;
  if (begin < end && end[-1] == ']')
    end--;
  else if (end - begin >= 3 && triplet_at(end - 3, end) && triplet_value(end - 3) == ']')
    end -= 3;
  return begin > host.ptr && end < view_end(host) ? view_of(begin, end) : host;
}

void uriel_read_perl(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_text rest = perl_trim((uriel_text){text, len});
  const uriel_text scheme = uriel_reader_scheme(&rest);
  if (view_defined(scheme) && !perl_is_class(scheme, rest))
    return;
  int32_t port = -1;
  for (size_t i = 0; port < 0 && i < sizeof perl_ports / sizeof *perl_ports; i++)
    if (view_is(scheme, perl_ports[i].scheme))
      port = perl_ports[i].port;
  const bool slashes = rest.len > 1 && rest.ptr[0] == '/' && rest.ptr[1] == '/';
  if (slashes && port >= 0)
    rest = perl_convert(rest, out);
  uriel_text authority = view_undefined(), host = view_undefined();
  if (slashes)
    authority = host = view_of(rest.ptr + 2, uriel_bytes_until(rest.ptr + 2, view_end(rest), "/?#"));
  if (view_is(scheme, "sip") || view_is(scheme, "sips"))
    authority = view_before(view_before(rest, ';'), '?');
  if (port >= 0 && view_defined(authority)) {
    /* Only in an authority after "//", brackets are not escaped. */
    const uriel_text server = host;
    host = perl_host(authority);
    if (view_end(host) < view_end(authority))
      port = uriel_reader_port(view_of(view_end(host) + 1, view_end(authority)));
    if (slashes && host.ptr >= perl_host(server).ptr && view_end(host) <= view_end(perl_host(server)))
      host = perl_inside(host);
  } else if (!view_is(scheme, "file")) {
    host = view_undefined();
  }
  reader_memory memory = {rest.ptr == out ? out + rest.len : out};
  uriel_reader_set(reading, &memory, scheme, uriel_reader_decode(&memory, host));
  reading->port = port;
}

/* SPDX-License-Identifier: MIT */
/* Reads the parts of a URI in its scheme's own terms, and writes them. Every scheme's file uses this. */
#ifndef URIEL_SCHEME_PART_H
#define URIEL_SCHEME_PART_H

#include "text/percent.h"
#include "uriel_scheme.h"

/* Names, as literals, after which there is NULL. */
typedef const char *const *part_names;

/* The one of `names` that the text is, in any case; NULL where it is none or undefined. */
const char *uriel_part_name_of(uriel_text text, part_names names);

/* Whether what is written is that word, in any case; an encoded letter, digit or hyphen is the same as
 * the character (RFC 3986, 2.3). The word is given in lower case. */
bool uriel_part_says(uriel_text written, const char *word);

/* A reading of `ref`. The first error is kept, and nothing is read after it. */
typedef struct part_reader {
  const uriel_ref *ref;
  char *at, *end; /* the scratch that is left to decode in */
  uriel_error error;
  bool failed;
} part_reader;

/* Begins to read. Fails with SCHEME_OTHER where the reference's scheme is none of `names`, in any case,
 * and with BUFFER_TOO_SMALL where the scratch is smaller than the reference. */
part_reader uriel_part_read(const uriel_ref *ref, part_names names, char *scratch, size_t capacity);

/* Gives the error, if the caller wants it; whether there was none. */
bool uriel_part_finish(const part_reader *r, uriel_error *error);

/* Fails: `at`, inside `written`, which is text of the reference, is the byte to blame. Returns false. */
bool uriel_part_error(part_reader *r, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text written, const char *at);

/* Decodes: any bytes. Undefined from what is undefined. */
uriel_text uriel_part_bytes(part_reader *r, uriel_text written);

/* Decodes what is sent on a line of a protocol: a CR, LF or NUL in it, encoded or not, is the error
 * PART_LINE_BREAK. */
uriel_text uriel_part_line(part_reader *r, uriel_component component, const char *part,
                           uriel_text written);

/* The first byte in `written` that is, or whose "%XX" decodes to, one of `bytes` (a NUL among them is
 * given by `nul`); its end where there is none. */
const char *uriel_part_find(uriel_text written, const char *bytes, bool nul);

/* User, password, host and port of the authority, each fit for a line. A host that is a name and would
 * be an IP literal once it is decoded is the error PART_FORM. */
uriel_login uriel_part_login(part_reader *r);

/* Writes a URI. Parts are checked before the first byte is written, so that a failure writes nothing. */
typedef struct part_builder {
  writer w;
  uriel_error error;
  bool failed;
} part_builder;

part_builder uriel_build_to(char *out, size_t capacity);

/* The length, or URIEL_FAILED, also where it is TOO_LONG for a reference; gives the error, if the caller
 * wants it. */
size_t uriel_build_finish(const part_builder *b, uriel_error *error);

/* Fails: `at`, inside `text`, is the byte of the part to blame; `text` may be undefined. Returns false.
 */
bool uriel_build_error(part_builder *b, uriel_error_code code, uriel_component component,
                       const char *part, uriel_text text, const char *at);

/* Checks that a part is there; that it holds no CR, LF, NUL (PART_LINE_BREAK). */
bool uriel_build_needs(part_builder *b, uriel_component component, const char *part, uriel_text text);
bool uriel_build_line(part_builder *b, uriel_component component, const char *part, uriel_text text);

/* Checks a login: lines, a password only with a user, brackets only around an address of a future
 * version, a port of digits up to 65535. */
bool uriel_build_login_fits(part_builder *b, const uriel_login *login);

/* Writes a part with every byte encoded that `set` does not keep, between its delimiters; nothing where
 * it is undefined. */
void uriel_build_part(part_builder *b, const char *before, uriel_text part, encode_set set,
                      const char *after);

/* Writes "SCHEME://user:password@host:port"; an IPv6 address gets its brackets. */
void uriel_build_authority(part_builder *b, const char *scheme, const uriel_login *login);

/* ---- Parts with a form of their own -------------------------------------------------------------- */

/* What is wrong with a text: NONE where nothing is; `at` is the byte to blame, or the text's end. */
typedef struct part_wrong {
  uriel_error_code code;
  const char *at;
} part_wrong;

static inline part_wrong part_fits(void)
{
  const part_wrong nothing = {URIEL_ERROR_NONE, NULL};
  return nothing;
}

static inline part_wrong part_is_wrong(uriel_error_code code, const char *at)
{
  const part_wrong wrong = {code, at};
  return wrong;
}

typedef part_wrong part_form(uriel_text decoded);

/* uriel_part_line of the path, of what has that form. */
uriel_text uriel_part_line_formed(part_reader *r, const char *part, uriel_text written, part_form *form);

/* uriel_build_line, and the same form; nothing is wrong with what is undefined. */
bool uriel_build_line_formed(part_builder *b, const char *part, uriel_text text, part_form *form);

/* The byte of `written` from which the byte `count` of what is decoded comes. */
const char *uriel_part_written_at(uriel_text written, size_t count);

/* Whether that is "." or "..", which a path loses as it is normalised (RFC 3986, 6.2.2.3). */
bool uriel_part_is_dots(uriel_text decoded);

/* Refuses "." and ".." between the "/" of what is built into a path: PART_FORM. `edges` is of what does
 * not stand beside other text in its segment. `written`: "%2E" is a dot. */
enum { EDGE_NONE, EDGE_FIRST, EDGE_LAST, EDGE_BOTH };
bool uriel_build_no_dots(part_builder *b, const char *part, uriel_text text, unsigned edges,
                         bool written);

/* The same of what is one segment, in which "/" is encoded. */
bool uriel_build_no_dot_segment(part_builder *b, const char *part, uriel_text text);

/* Refuses a "/" that is not encoded: PART_CHARACTER. */
void uriel_part_refuse_slash(part_reader *r, const char *part, uriel_text written);

/* ---- Servers, and parts that a scheme does not have ------------------------------------------------
 */

/* uriel_part_login of a URI that names a server: a host that is missing or empty is an error. */
uriel_login uriel_part_server(part_reader *r);

/* uriel_build_login_fits, and a host that is there and not empty. */
bool uriel_build_server_fits(part_builder *b, const uriel_login *login);

/* Refuses what has no place in the scheme's URIs: PART_NOT_ALLOWED, where `text` is defined. */
void uriel_part_refuse(part_reader *r, uriel_component component, const char *part, uriel_text text);
void uriel_build_refuse(part_builder *b, uriel_component component, const char *part, uriel_text text);

/* What is behind the first "/" of the path, up to the path's end, or, where "?" delimits nothing in the
 * scheme, to the query's. Undefined where there is neither path nor query. */
uriel_text uriel_part_below(const part_reader *r, bool with_query);

/* The first byte of `written` that is neither in `set` nor of a "%XX"; its end where there is none. */
const char *uriel_part_outside(uriel_text written, encode_set set);

#endif

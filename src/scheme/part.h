/* SPDX-License-Identifier: MIT */
/* Reads the parts of a URI in its scheme's own terms, and writes them. Every scheme's file uses this. */
#ifndef URIEL_SCHEME_PART_H
#define URIEL_SCHEME_PART_H

#include "text/text.h"
#include "uriel_scheme.h"

/* Names, ended by NULL. */
typedef const char *const *part_names;

/* Returns the one of `names` that equals the text in any case, or NULL. */
const char *uriel_part_name_of(uriel_text text, part_names names);

/* Reports whether the text is `word`, given in lower case, in any case; encoded unreserved characters
 * count as decoded (RFC 3986, 2.3). */
bool uriel_part_says(uriel_text written, const char *word);

/* Reads `ref`. Keeps the first error and reads nothing after it. */
typedef struct part_reader {
  const uriel_ref *ref;
  char *at, *end; /* the unused part of the scratch buffer */
  uriel_error error;
  bool failed;
} part_reader;

/* Begins to read. Fails with SCHEME_OTHER if the scheme is not one of `names`, in any case, and with
 * BUFFER_TOO_SMALL if the scratch buffer is smaller than the reference. */
part_reader uriel_part_read(const uriel_ref *ref, part_names names, char *scratch, size_t capacity);

/* Stores the error if `error` is not NULL. Returns whether reading succeeded. */
bool uriel_part_finish(const part_reader *r, uriel_error *error);

/* Fails at the byte `at` of `written`, which is text of the reference. Returns false. */
bool uriel_part_error(part_reader *r, uriel_error_code code, uriel_component component, const char *part,
                      uriel_text written, const char *at);

/* Decodes any bytes. Undefined stays undefined. */
uriel_text uriel_part_bytes(part_reader *r, uriel_text written);

/* Decodes text for a line of a protocol: CR, LF and NUL, encoded or not, are the error
 * PART_LINE_BREAK. */
uriel_text uriel_part_line(part_reader *r, uriel_component component, const char *part,
                           uriel_text written);

/* Returns the first byte of `written` that, decoded, is one of `bytes`, or NUL if `nul`; otherwise the
 * end. */
const char *uriel_part_find(uriel_text written, const char *bytes, bool nul);

/* Reads user, password, host and port of the authority as lines. A host name that would be an IP
 * literal once decoded is the error PART_FORM. */
uriel_login uriel_part_login(part_reader *r);

/* Writes a URI. Parts are checked before the first byte is written: a failure writes nothing. */
typedef struct part_builder {
  writer w;
  uriel_error error;
  bool failed;
} part_builder;

part_builder uriel_build_to(char *out, size_t capacity);

/* Returns the length, or URIEL_FAILED, also if the result is TOO_LONG for a reference. Stores the
 * error if `error` is not NULL. */
size_t uriel_build_finish(const part_builder *b, uriel_error *error);

/* Fails at the byte `at` of `text`, which may be undefined. Returns false. */
bool uriel_build_error(part_builder *b, uriel_error_code code, uriel_component component,
                       const char *part, uriel_text text, const char *at);

/* Check that a part is defined; that it contains no CR, LF or NUL (PART_LINE_BREAK). */
bool uriel_build_needs(part_builder *b, uriel_component component, const char *part, uriel_text text);
bool uriel_build_line(part_builder *b, uriel_component component, const char *part, uriel_text text);

/* Checks a login: lines, a password only with a user, brackets only around an IPvFuture address, a
 * port of digits up to 65535. */
bool uriel_build_login_fits(part_builder *b, const uriel_login *login);

/* Writes a part between its delimiters, encoding every byte that `set` does not keep. Writes nothing
 * if the part is undefined. */
void uriel_build_part(part_builder *b, const char *before, uriel_text part, encode_set set,
                      const char *after);

/* Writes "NAME://user:password@host:port", with brackets around an IPv6 address. */
void uriel_build_authority(part_builder *b, const char *name, const uriel_login *login);

/* ---- Parts with a form of their own -------------------------------------------------------------- */

/* The error of a text, or NONE, and the byte at fault, or the text's end. */
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

/* uriel_part_line for text of the path, with a check of its form. */
uriel_text uriel_part_line_formed(part_reader *r, const char *part, uriel_text written, part_form *form);

/* uriel_build_line with a check of the form; undefined text passes. */
bool uriel_build_line_formed(part_builder *b, const char *part, uriel_text text, part_form *form);

/* The byte of `written` that decoded byte `count` comes from. */
const char *uriel_part_written_at(uriel_text written, size_t count);

/* Reports whether the text is "." or "..", which normalisation removes (RFC 3986, 6.2.2.3). */
bool uriel_part_is_dots(uriel_text decoded);

/* Rejects the segments "." and ".." in text that becomes part of a path: PART_FORM. `edges` names the
 * edges of the text that begin or end a segment. With `written`, "%2E" is a dot. */
enum { EDGE_NONE, EDGE_FIRST, EDGE_LAST, EDGE_BOTH };
bool uriel_build_no_dots(part_builder *b, const char *part, uriel_text text, unsigned edges,
                         bool written);

/* The same for one segment, in which "/" is encoded. */
bool uriel_build_no_dot_segment(part_builder *b, const char *part, uriel_text text);

/* Rejects "/" that is not encoded: PART_CHARACTER. */
void uriel_part_refuse_slash(part_reader *r, const char *part, uriel_text written);

/* ---- Servers, and parts that a scheme does not have ------------------------------------------------
 */

/* uriel_part_login for schemes that need a server: a missing or empty host is an error. */
uriel_login uriel_part_server(part_reader *r);

/* uriel_build_login_fits, and the host is defined and not empty. */
bool uriel_build_server_fits(part_builder *b, const uriel_login *login);

/* Rejects a defined part that the scheme does not have: PART_NOT_ALLOWED. */
void uriel_part_refuse(part_reader *r, uriel_component component, const char *part, uriel_text text);
void uriel_build_refuse(part_builder *b, uriel_component component, const char *part, uriel_text text);

/* The path after its first "/", and with `with_query` the query too, for schemes in which "?" is no
 * delimiter. Undefined without path and query. */
uriel_text uriel_part_below(const part_reader *r, bool with_query);

/* Returns the first byte of `written` that is neither in `set` nor part of "%XX", or the end. */
const char *uriel_part_outside(uriel_text written, encode_set set);

/* Writes `text` with each "%XX" decoded. Writes nothing if it is undefined. */
void uriel_write_decoded(writer *w, uriel_text text);

#endif

/* SPDX-License-Identifier: MIT */
/* One call of a function of the vocabulary, after its arguments are checked and its references parsed.
 */
#ifndef URIEL_FUNCTION_FUNCTION_H
#define URIEL_FUNCTION_FUNCTION_H

#include "text/text.h"
#include "uriel_function.h"
#include "uriel_query.h"
#include "uriel_spec.h"

typedef struct uriel_function_call function_call;

struct uriel_function_call {
  const uriel_function *function;
  uriel_value values[URIEL_FUNCTION_ARGUMENTS];    /* with the usual ones */
  const uriel_ref *refs[URIEL_FUNCTION_ARGUMENTS]; /* of references that are valid; else NULL */
  uriel_ref parsed[URIEL_FUNCTION_ARGUMENTS];
  uriel_error errors[URIEL_FUNCTION_ARGUMENTS]; /* of references that are not valid */
  uriel_spec spec;
  char *out; /* free from here */
  size_t capacity;
  uriel_error *error; /* not NULL */
};

/* The functions of the table, by the files that define them. They return false with an error. A result
 * is undefined unless they set it. Except in total functions, all arguments are defined, and all
 * references valid. */
typedef bool function_of(function_call *call, uriel_value *result);

/* values.c */
function_of uriel_function_valid, uriel_function_error_name, uriel_function_error_offset,
    uriel_function_error_component, uriel_function_error_message, uriel_function_host_kind,
    uriel_function_host_unicode, uriel_function_host_reversed, uriel_function_port,
    uriel_function_port_effective, uriel_function_ip, uriel_function_ip_in, uriel_function_site,
    uriel_function_suffix, uriel_function_surt, uriel_function_safe_browsing, uriel_function_origin,
    uriel_function_segment, uriel_function_depth, uriel_function_extension, uriel_function_form,
    uriel_function_length, uriel_function_agree, uriel_function_guard;

/* forms.c */
function_of uriel_function_resolve, uriel_function_relative, uriel_function_url,
    uriel_function_normalize, uriel_function_equal, uriel_function_level, uriel_function_hash,
    uriel_function_key_text, uriel_function_key, uriel_function_strip_tracking, uriel_function_clean,
    uriel_function_to_uri, uriel_function_display, uriel_function_encode, uriel_function_decode,
    uriel_function_redact, uriel_function_matches;

/* filename.c */
function_of uriel_function_filename;

/* pattern.c */
function_of uriel_function_pattern;

/* edit.c */
function_of uriel_function_edit;

/* parameters.c */
function_of uriel_function_param, uriel_function_query_names;

/* lists.c */
function_of uriel_function_param_all, uriel_function_params, uriel_function_find_references,
    uriel_function_links, uriel_function_lineage;

/* The next element of a list: returns false after the last one, and with an error. Of the call, only the
 * buffer and the error are set. */
typedef bool function_next(function_call *call, uriel_value *list, uriel_value *fields);
function_next uriel_function_param_all_next, uriel_function_params_next, uriel_function_find_next,
    uriel_function_links_next, uriel_function_lineage_next;

/* Fails: the argument of that index is not allowed. */
bool uriel_function_refuse(function_call *call, size_t argument);

/* Fails: more capacity is needed. */
bool uriel_function_small(uriel_error *error, size_t needed);

/* Keeps the first `len` bytes of the buffer, which were written there. Fails if they do not fit. */
bool uriel_function_take(function_call *call, size_t len);

/* Parses a URL; `ref` has no scheme if the text is not one. Keeps what the parser writes. Fails if that
 * does not fit. */
bool uriel_function_read_url(function_call *call, uriel_ref *ref, const uriel_ref *base, uriel_text text,
                             uriel_error *error);

/* The same for uriel_lenient_parse; `ref` has URIEL_INVALID if nothing reads the text. */
bool uriel_function_read_lenient(function_call *call, uriel_ref *ref, uriel_text text,
                                 uriel_error *error);

/* Sets the result to a text that a function wrote to `out`: its length, which is URIEL_FAILED for an
 * undefined result. */
bool uriel_function_wrote(function_call *call, uriel_value *result, size_t len);

static inline bool function_text(uriel_value *result, uriel_text text)
{
  *result = (uriel_value){.kind = text.ptr ? URIEL_KIND_TEXT : URIEL_KIND_UNDEFINED, .text = text};
  return true;
}

static inline bool function_integer(uriel_value *result, int64_t integer)
{
  *result = (uriel_value){.kind = URIEL_KIND_INTEGER, .integer = integer};
  return true;
}

static inline bool function_bool(uriel_value *result, bool truth)
{
  *result = (uriel_value){.kind = URIEL_KIND_BOOL, .integer = truth};
  return true;
}

/* Returns the place of a text among words that end with NULL, or their number. */
size_t uriel_function_word(const char *const *words, uriel_text text);

/* The words of `spec`, `level` and `component`, in the order of their enumerators. */
extern const char *const uriel_function_specs[];
extern const char *const uriel_function_levels[];
extern const char *const uriel_function_components[];

/* The argument of that index as an enumerator: the place of its text among its words. */
static inline unsigned function_enumerator(const function_call *call, size_t argument)
{
  const uriel_value *const value = &call->values[argument];
  return (unsigned)uriel_function_word(call->function->arguments[argument].words, value->text);
}

/* ---- The places of changes, which change.c reads and edit.c applies ------------------------------- */

typedef enum edit_place {
  EDIT_WHOLE,
  EDIT_USER,
  EDIT_PASSWORD,
  EDIT_SEGMENT,
  EDIT_PARAMETER,
  EDIT_PART
} edit_place;

enum {
  EDIT_QUERY_OPTIONS = URIEL_QUERY_SEMICOLON | URIEL_QUERY_PLUS | URIEL_QUERY_FOLD,
  EDIT_MORE = 16 /* delimiters that a change adds, and more */
};

/* Exchanges "&" and the separator of a query, so that functions of queries read it. */
static inline void edit_swap(char *text, size_t len, char separator)
{
  for (size_t i = 0; i < len; i++)
    text[i] = text[i] == separator ? '&' : text[i] == '&' ? separator : text[i];
}

#endif

/* SPDX-License-Identifier: MIT */
/* The values of a reference by name: the keys of --format, filter, sort, count and clean. */
#ifndef URIEL_CLI_KEY_H
#define URIEL_CLI_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "option.h"
#include "uriel_function.h"
#include "uriel_site.h"

/* ---- The Public Suffix List that sites are found by ---- */

/* One for the program: set by suffixes_load, afterwards only read. */
struct suffixes {
  const uriel_suffix_list *list; /* for the functions of uriel_site.h; NULL: the built-in list */
  unsigned options;              /* enum uriel_suffix_option */
};
extern struct suffixes suffixes;

/* Reads and compiles a list; NULL: the built-in one. Ends the program if the file cannot be read,
 * STATUS_IO, or is not a list, STATUS_USAGE. */
void suffixes_load(const char *command, const char *file, unsigned options);

/* Appends which list is used, and whether with its private section: ", suffixes of 2026-07-24", or a
 * hash of the rules of a list that was read. */
void suffixes_describe(struct buffer *out);

/* ---- Keys ---- */

/* In the order of key_words. */
enum key_name {
  KEY_REFERENCE,
  KEY_SCHEME,
  KEY_AUTHORITY,
  KEY_USERINFO,
  KEY_USER,
  KEY_PASSWORD,
  KEY_HOST,
  KEY_HOST_UNICODE,   /* as people read it; undefined for a host in US-ASCII only */
  KEY_HOST_KIND,      /* "name", "ipv4", "ipv6", "ipvfuture" */
  KEY_IP,             /* key_address as text; undefined for a name */
  KEY_HOST_REVERSED,  /* "com.example.www", in lower case */
  KEY_SITE,           /* the registrable domain, in lower case; undefined for an address or a suffix */
  KEY_SUFFIX,         /* the public suffix, in lower case */
  KEY_PORT,           /* as written */
  KEY_PORT_EFFECTIVE, /* the number as written, without leading zeros, or the scheme's default */
  KEY_PATH,
  KEY_SEGMENT,   /* {path.1} is the first segment, {path.-1} the last; "/a/" has "a" and "" */
  KEY_EXTENSION, /* of the last segment, after its last "."; undefined in ".a", "..", "a." and "a" */
  KEY_QUERY,
  KEY_PARAMETER,       /* {query.q}: the value of the first parameter of that name, not decoded */
  KEY_PARAMETER_ALL,   /* {query_all.q}: the values of all, separated by spaces */
  KEY_PARAMETERS,      /* "a=1 b": decoded except "%", spaces and control characters */
  KEY_PARAMETER_NAMES, /* decoded in the same way, sorted, without duplicates, separated by "&" */
  KEY_FRAGMENT,
  KEY_FORM,
  KEY_SURT,   /* the key of web archives: "com,example)/a" */
  KEY_LENGTH, /* of the reference, in bytes */
  KEY_NAMES,
  KEY_FUNCTION = KEY_NAMES /* another function of the vocabulary */
};

/* Modifiers of a value, in the order of key_modifier_words. */
enum key_modifier {
  KEY_LOWER, /* ASCII letters only, whatever the locale */
  KEY_UPPER,
  KEY_DECODE,
  KEY_DECODE_FORM, /* as forms do: "+" is a space */
  KEY_ENCODE,      /* everything except unreserved characters */
  KEY_ADDRESS,     /* the canonical address without brackets; empty for a name */
  KEY_FILENAME     /* filename() of the vocabulary, also of an empty text */
};
enum { KEY_MODIFIERS = 4 };

struct key {
  enum key_name name;
  long segment;                   /* of KEY_SEGMENT: not 0 */
  const uriel_function *function; /* of that name in the vocabulary; NULL: not there */
  uriel_text text;                /* with "_" for "-" */
  uriel_text parameter; /* of KEY_PARAMETER, over the text that key_read read; names match decoded */
  enum key_modifier modifiers[KEY_MODIFIERS];
  size_t modifier_count; /* of key_read: 0 */
};

/* Reads "host", "path.-1", "query.q", or the name of a function of a reference, or of a text if it
 * returns a bool (uriel_function.h), that needs no other argument and does not return a list; "-" is
 * read as "_". Returns false if no key has the name. */
bool key_read(struct key *key, const char *text, size_t len);

/* Returns URIEL_KIND_BOOL or URIEL_KIND_INTEGER if all values of the key are "true" and "false", or
 * decimal numbers; otherwise URIEL_KIND_TEXT, as for a port, which is kept as written. */
uriel_kind key_kind(const struct key *key);

/* Returns whether the key has a pattern of names, "query.utm_*", which only an expression takes. */
bool key_is_pattern(const struct key *key);
extern const char key_pattern_message[];

/* The names, for help and for the nearest word; ends with NULL. */
extern const char *const key_words[KEY_NAMES + 1];

/* Returns whether the key is a function of the text as it was given, not of the reference, which lenient
 * reading may have repaired. */
bool key_is_of_text(const struct key *key);

/* Returns the value, which may be in `scratch`, or an undefined text. `given` is the text that was read
 * as `ref`, which can be NULL if key_is_of_text. */
uriel_text key_value(const struct key *key, const uriel_ref *ref, uriel_text given,
                     struct buffer *scratch);

/* Returns the same after the key's modifiers. */
uriel_text key_modified(const struct key *key, const uriel_ref *ref, uriel_text given,
                        struct buffer *scratch);

/* Replaces `out` by the value. Returns whether it is defined. `ref` can be NULL. */
bool key_put(const struct key *key, const uriel_ref *ref, uriel_text given, struct buffer *out);

/* Appends the name of a parameter in the form of KEY_PARAMETER_NAMES: decoded except "%", "&", spaces
 * and control characters. */
void key_put_parameter_name(struct buffer *out, uriel_text name);

extern const char *const key_modifier_words[];

/* Adds the modifier of that name to a key. Returns false if it is unknown, or the key has KEY_MODIFIERS.
 */
bool key_add_modifier(struct key *key, uriel_text word);

void key_modify(struct buffer *text, enum key_modifier modifier);

/* Returns whether the host, with or without brackets, is an address in any spelling: uriel_host_address
 * or uriel_address_parse. */
bool key_address(uriel_address *address, uriel_text host);

/* Writes the canonical spelling of a host that is an address, with the brackets of IPv6. Returns false
 * for a name. */
bool key_host_put(struct buffer *out, uriel_text host);

/* ---- Lists of keys, for sort, count and clean ---- */

enum { BY_KEYS = 16 };

struct by {
  struct key keys[BY_KEYS];
  size_t count;
};

#define BY_HELP                                                                                         \
  "KEY: site host surt path depth extension\nquery-names length, or another one of --format"

/* Adds the modifiers in a list with colons to the key of that text, or ends the program with a usage
 * error of the option. Refuses a pattern, too. */
void key_read_modifiers(struct key *key, uriel_text text, uriel_text modifiers, const char *command,
                        const char *option);

/* An option_call of a struct by: reads "host,path", "query.q:form". */
void by_read(void *to, struct option_reader *reader);

/* Returns the value of the key as it is compared: schemes, hosts and sites are in lower case. It may be
 * in `scratch`. */
uriel_text by_value(const struct key *key, const uriel_ref *ref, uriel_text given,
                    struct buffer *scratch);

/* Appends the values in a form that sorts like the list of values and is equal only if all values are
 * equal. Undefined values sort first, numbers numerically. The form ends in a tab. Returns whether any
 * value is defined. */
bool by_put(const struct by *by, const uriel_ref *ref, uriel_text given, struct buffer *out,
            struct buffer *scratch);

#endif

/* SPDX-License-Identifier: MIT */
/* The vocabulary: a row for each function. */
#include "function/function.h"

const char *const uriel_function_specs[] = {"rfc3986",  "url-1993", "url-1994", "url-1997",
                                            "uri-2003", "urn-2011", "rfc8141",  "rfc2141",
                                            "iri",      "whatwg",   NULL};
const char *const uriel_function_levels[] = {"string", "case", "percent", "path", "scheme", NULL};
const char *const uriel_function_components[] = {"userinfo", "host",      "path",        "path-segment",
                                                 "query",    "query-key", "query-value", "fragment",
                                                 "form",     "reference", "any",         NULL};

/* Arguments and fields. A reference is read under SPEC, which is the last argument. */
#define REFERENCE(name)                                                                                 \
  {                                                                                                     \
    name, URIEL_KIND_REFERENCE, NULL, NULL, NULL                                                        \
  }
#define TEXT(name)                                                                                      \
  {                                                                                                     \
    name, URIEL_KIND_TEXT, NULL, NULL, NULL                                                             \
  }
#define INTEGER(name)                                                                                   \
  {                                                                                                     \
    name, URIEL_KIND_INTEGER, NULL, NULL, NULL                                                          \
  }
#define REFERENCE_U REFERENCE("u")
#define SPEC                                                                                            \
  {                                                                                                     \
    "spec", URIEL_KIND_TEXT, "rfc3986", uriel_function_specs, NULL                                      \
  }
#define SPEC_IRI                                                                                        \
  {                                                                                                     \
    "spec", URIEL_KIND_TEXT, "iri", uriel_function_specs, NULL                                          \
  }
#define LEVEL                                                                                           \
  {                                                                                                     \
    "level", URIEL_KIND_TEXT, "scheme", uriel_function_levels, NULL                                     \
  }
#define VERSION                                                                                         \
  {                                                                                                     \
    "version", URIEL_KIND_INTEGER, "1", NULL, "1"                                                       \
  }
#define BASE_OR_NONE                                                                                    \
  {                                                                                                     \
    "base", URIEL_KIND_TEXT, "", NULL, NULL                                                             \
  }
#define NETWORK                                                                                         \
  {                                                                                                     \
    "network", URIEL_KIND_TEXT, NULL, NULL, "an address or a network, such as 10.0.0.0/8 or ::1"        \
  }
#define CHANGES                                                                                         \
  {                                                                                                     \
    "changes", URIEL_KIND_LIST, NULL, NULL,                                                             \
        "a list of NAME=VALUE, NAME+=VALUE (path, query, query.NAME, SCHEME.PART) and -NAME, where "    \
        "NAME is scheme, authority, userinfo, user, password, host, port, path, path.NUMBER, query, "   \
        "query.NAME, fragment or SCHEME.PART, such as ftp.type"                                         \
  }
#define COMPONENT                                                                                       \
  {                                                                                                     \
    "component", URIEL_KIND_TEXT, "reference", uriel_function_components, NULL                          \
  }

/* The arguments of most functions. */
#define OF_U {REFERENCE_U, SPEC}, 2
#define NO_FIELDS {{0}}, 0

static const uriel_function function_table[] = {
    {"valid", "whether the text is a reference", OF_U, URIEL_KIND_BOOL, NO_FIELDS, 0, 0,
     uriel_function_valid, NULL},
    {"error", "the name of the error of a text that is not a reference", OF_U, URIEL_KIND_TEXT,
     NO_FIELDS, 0, 0, uriel_function_error_name, NULL},
    {"error_offset", "where the error is: the bytes before it", OF_U, URIEL_KIND_INTEGER, NO_FIELDS, 0,
     0, uriel_function_error_offset, NULL},
    {"error_component", "the component that the error is in", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0,
     uriel_function_error_component, NULL},
    {"error_message", "what is wrong with a text that is not a reference", OF_U, URIEL_KIND_TEXT,
     NO_FIELDS, 0, URIEL_ERROR_TEXT_MAX, uriel_function_error_message, NULL},
    {"scheme", "the scheme, as written", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0, uriel_function_scheme,
     NULL},
    {"userinfo", "the user information", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0, uriel_function_userinfo,
     NULL},
    {"user", "the user information before its first \":\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0,
     uriel_function_user, NULL},
    {"password", "the user information after its first \":\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0,
     uriel_function_password, NULL},
    {"host", "the host, as written, with the brackets of an IP literal", OF_U, URIEL_KIND_TEXT,
     NO_FIELDS, 0, 0, uriel_function_host, NULL},
    {"host_unicode", "a host that has letters beyond US-ASCII, in Unicode", OF_U, URIEL_KIND_TEXT,
     NO_FIELDS, 11, 0, uriel_function_host_unicode, NULL},
    {"host_kind", "\"name\", \"ipv4\", \"ipv6\" or \"ipvfuture\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0,
     0, uriel_function_host_kind, NULL},
    {"host_reversed",
     "the labels of the host from the last to the first, in lower case: \"com.example\"", OF_U,
     URIEL_KIND_TEXT, NO_FIELDS, 1, 48, uriel_function_host_reversed, NULL},
    {"path", "the path", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0, uriel_function_path, NULL},
    {"query", "the query, without \"?\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0, uriel_function_query,
     NULL},
    {"fragment", "the fragment, without \"#\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0,
     uriel_function_fragment, NULL},
    {"form", "\"absolute\", \"relative\" or \"opaque\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 0, 0,
     uriel_function_form, NULL},
    {"port", "the number of the port, up to 65535", OF_U, URIEL_KIND_INTEGER, NO_FIELDS, 0, 0,
     uriel_function_port, NULL},
    {"port_effective", "the number of the port, or else the default of the scheme", OF_U,
     URIEL_KIND_INTEGER, NO_FIELDS, 0, 0, uriel_function_port_effective, NULL},
    {"depth", "the number of segments of the path", OF_U, URIEL_KIND_INTEGER, NO_FIELDS, 0, 0,
     uriel_function_depth, NULL},
    {"length", "the number of bytes of the reference", OF_U, URIEL_KIND_INTEGER, NO_FIELDS, 0, 0,
     uriel_function_length, NULL},
    {"ip", "the canonical address of a host that is an address in any spelling, without brackets", OF_U,
     URIEL_KIND_TEXT, NO_FIELDS, 0, 40, uriel_function_ip, NULL},
    {"ip_in",
     "whether the host is an address of the network",
     {REFERENCE_U, NETWORK, SPEC},
     3,
     URIEL_KIND_BOOL,
     NO_FIELDS,
     0,
     0,
     uriel_function_ip_in,
     NULL},
    {"site", "the registrable domain, in lower case (Public Suffix List)", OF_U, URIEL_KIND_TEXT,
     NO_FIELDS, 1, 0, uriel_function_site, NULL},
    {"suffix", "the public suffix of the host, in lower case", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 1, 0,
     uriel_function_suffix, NULL},
    {"surt", "the key of web archives: \"com,example)/a\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 14, 8192,
     uriel_function_surt, NULL},
    {"extension", "the last segment of the path after its last \".\"", OF_U, URIEL_KIND_TEXT, NO_FIELDS,
     0, 0, uriel_function_extension, NULL},
    {"segment",
     "a segment of the path: 1 is the first, -1 the last",
     {REFERENCE_U, INTEGER("n"), SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     0,
     0,
     uriel_function_segment,
     NULL},
    {"origin", "the origin, or \"null\" (the URL standard, 4.7)", OF_U, URIEL_KIND_TEXT, NO_FIELDS, 48,
     160, uriel_function_origin, NULL},
    {"param",
     "the value of the first parameter of that name, decoded",
     {REFERENCE_U, TEXT("name"), SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     1,
     0,
     uriel_function_param,
     NULL},
    {"param_all",
     "the values of all parameters of that name, decoded",
     {REFERENCE_U, TEXT("name"), SPEC},
     3,
     URIEL_KIND_LIST,
     {TEXT("value")},
     1,
     1,
     0,
     uriel_function_param_all,
     uriel_function_param_all_next},
    {"params",
     "the parameters of the query, decoded",
     OF_U,
     URIEL_KIND_LIST,
     {TEXT("name"), TEXT("value")},
     2,
     1,
     0,
     uriel_function_params,
     uriel_function_params_next},
    {"query_names", "the names of the parameters, decoded, sorted, each once: \"a&b\"", OF_U,
     URIEL_KIND_TEXT, NO_FIELDS, 9, 48, uriel_function_query_names, NULL},
    {"resolve",
     "the target of the reference against the base",
     {REFERENCE_U, REFERENCE("base"), SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     1,
     1,
     uriel_function_resolve,
     NULL},
    {"relative",
     "the shortest reference that resolves to the target",
     {REFERENCE_U, REFERENCE("base"), SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     1,
     0,
     uriel_function_relative,
     NULL},
    {"url",
     "the URL as the URL standard writes it",
     {TEXT("u"), BASE_OR_NONE},
     2,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     48,
     256,
     uriel_function_url,
     NULL},
    {"normalize",
     "the normal form at the level (RFC 3986, 6.2)",
     {REFERENCE_U, LEVEL, SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     1,
     9,
     uriel_function_normalize,
     NULL},
    {"equal",
     "whether two references have the same normal form at the level",
     {REFERENCE("a"), REFERENCE("b"), LEVEL, SPEC},
     4,
     URIEL_KIND_BOOL,
     NO_FIELDS,
     0,
     0,
     uriel_function_equal,
     NULL},
    {"level",
     "the lowest level at which two references are equal, or \"different\"",
     {REFERENCE("a"), REFERENCE("b"), SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     0,
     0,
     uriel_function_level,
     NULL},
    {"clean",
     "what \"uriel clean --repair --strip-tracking\" writes for a line",
     {TEXT("u"), SPEC},
     2,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     72,
     256,
     uriel_function_clean,
     NULL},
    {"hash",
     "a stable hash of the normal form, as a number of 64 bits in two's complement",
     {REFERENCE_U, LEVEL, SPEC},
     3,
     URIEL_KIND_INTEGER,
     NO_FIELDS,
     0,
     0,
     uriel_function_hash,
     NULL},
    {"key",
     "the key of the page, 32 hexadecimal digits (doc/key.md)",
     {REFERENCE_U, VERSION, SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     190,
     1536,
     uriel_function_key,
     NULL},
    {"key_text",
     "the text whose SHA-256 is the key",
     {REFERENCE_U, VERSION, SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     190,
     1536,
     uriel_function_key_text,
     NULL},
    {"edit",
     "the reference with the changes, or undefined if one is not possible",
     {REFERENCE_U, CHANGES, SPEC},
     3,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     40,
     768,
     uriel_function_edit,
     NULL},
    {"strip_tracking", "the reference without parameters that only track people", OF_U, URIEL_KIND_TEXT,
     NO_FIELDS, 1, 0, uriel_function_strip_tracking, NULL},
    {"to_uri",
     "the URI of an IRI, with the host as \"xn--\" (RFC 3987, 3.1)",
     {REFERENCE_U, SPEC_IRI},
     2,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     64,
     64,
     uriel_function_to_uri,
     NULL},
    {"display",
     "the form that is safe to show to a person",
     {REFERENCE_U, SPEC_IRI},
     2,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     74,
     64,
     uriel_function_display,
     NULL},
    {"encode",
     "the text percent-encoded for a component",
     {TEXT("text"), COMPONENT},
     2,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     3,
     0,
     uriel_function_encode,
     NULL},
    {"decode",
     "the text with each \"%XX\" decoded once",
     {TEXT("text")},
     1,
     URIEL_KIND_TEXT,
     NO_FIELDS,
     1,
     0,
     uriel_function_decode,
     NULL},
    {"find",
     "the references in running text",
     {TEXT("text")},
     1,
     URIEL_KIND_LIST,
     {TEXT("reference"), INTEGER("offset"), INTEGER("length"), TEXT("kind")},
     4,
     1,
     0,
     uriel_function_find_references,
     uriel_function_find_next},
    {"links",
     "the links of a page of HTML",
     {TEXT("html"), BASE_OR_NONE, SPEC},
     3,
     URIEL_KIND_LIST,
     {TEXT("element"), TEXT("attribute"), TEXT("raw"), TEXT("target"), INTEGER("offset")},
     5,
     26,
     (size_t)4 * 65536,
     uriel_function_links,
     uriel_function_links_next},
    {"lineage",
     "how each generation of the specification reads the text",
     {TEXT("u")},
     1,
     URIEL_KIND_LIST,
     {TEXT("spec"), {"valid", URIEL_KIND_BOOL, NULL, NULL, NULL}, TEXT("host")},
     3,
     24,
     64,
     uriel_function_lineage,
     uriel_function_lineage_next},
};

const uriel_function *uriel_functions(size_t *count)
{
  *count = sizeof function_table / sizeof *function_table;
  return function_table;
}

const uriel_function *uriel_function_find(const char *name, size_t len)
{
  size_t count;
  const uriel_function *const all = uriel_functions(&count);
  for (size_t i = 0; i < count; i++)
    if (view_equal(uriel_text_of(all[i].name), (uriel_text){name, len}))
      return &all[i];
  return NULL;
}

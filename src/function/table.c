/* SPDX-License-Identifier: MIT */
/* The vocabulary: a row for each function. */
#include "agree/reader.h"
#include "function/function.h"
#include "site/surt.h"

const char *const uriel_function_specs[] = {"rfc3986",  "url-1993", "url-1994", "url-1997",
                                            "uri-2003", "urn-2011", "rfc8141",  "rfc2141",
                                            "iri",      "whatwg",   "lenient",  NULL};
const char *const uriel_function_levels[] = {"string", "case", "percent", "path", "scheme", NULL};
const char *const uriel_function_components[] = {"userinfo", "host",      "path",        "path-segment",
                                                 "query",    "query-key", "query-value", "fragment",
                                                 "form",     "reference", "any",         NULL};

/* Arguments and fields. A reference is read under SPEC, which is the last argument. */
#define PARAMETER(name, kind, usual, words, form)                                                       \
  {                                                                                                     \
    name, URIEL_KIND_##kind, usual, words, form                                                         \
  }
#define REFERENCE(name) PARAMETER(name, REFERENCE, NULL, NULL, NULL)
#define TEXT(name) PARAMETER(name, TEXT, NULL, NULL, NULL)
#define INTEGER(name) PARAMETER(name, INTEGER, NULL, NULL, NULL)
#define BOOL(name) PARAMETER(name, BOOL, NULL, NULL, NULL)
#define REFERENCE_U REFERENCE("u")
#define SPEC PARAMETER("spec", TEXT, "rfc3986", uriel_function_specs, NULL)
#define SPEC_LENIENT PARAMETER("spec", TEXT, "lenient", uriel_function_specs, NULL)
#define SPEC_IRI PARAMETER("spec", TEXT, "iri", uriel_function_specs, NULL)
#define LEVEL PARAMETER("level", TEXT, "scheme", uriel_function_levels, NULL)
#define VERSION PARAMETER("version", INTEGER, "1", NULL, "1")
#define BASE_OR_NONE PARAMETER("base", TEXT, "", NULL, NULL)
#define COMPONENT PARAMETER("component", TEXT, "reference", uriel_function_components, NULL)
#define NETWORK                                                                                         \
  PARAMETER("network", TEXT, NULL, NULL,                                                                \
            "an address, a network or a kind, such as ::1, 10.0.0.0/8 or private")
#define REGEX                                                                                           \
  PARAMETER("regex", TEXT, NULL, NULL, "a POSIX extended regular expression without back-references")
#define CHANGES                                                                                         \
  PARAMETER("changes", LIST, NULL, NULL,                                                                \
            "a list of NAME=VALUE, NAME+=VALUE (path, query, query.NAME, SCHEME.PART) and -NAME, "      \
            "where NAME is scheme, authority, userinfo, user, password, host, port, path, "             \
            "path.NUMBER, query, query.NAME, fragment or SCHEME.PART, such as ftp.type")

/* A list of parameters, and its length. */
#define PARAMETERS(...) {__VA_ARGS__}, sizeof((uriel_parameter[]){__VA_ARGS__}) / sizeof(uriel_parameter)
#define OF_U PARAMETERS(REFERENCE_U, SPEC)

/* The results: a component; a value; a value also of undefined arguments and of texts that are not
 * references; and a list with its fields. */
#define PART(get) URIEL_KIND_TEXT, {{0}}, 0, 0, 0, false, get, NULL, NULL
#define VALUE(kind, each, more, call) URIEL_KIND_##kind, {{0}}, 0, each, more, false, NULL, call, NULL
#define TOTAL(kind, each, more, call) URIEL_KIND_##kind, {{0}}, 0, each, more, true, NULL, call, NULL
#define LIST(each, more, call, next, ...)                                                               \
  URIEL_KIND_LIST, PARAMETERS(__VA_ARGS__), each, more, false, NULL, call, next

static const uriel_function function_table[] = {
    {"valid", "whether the text is a reference", OF_U, TOTAL(BOOL, 0, 0, uriel_function_valid)},
    {"error", "the name of the error of a text that is not a reference", OF_U,
     TOTAL(TEXT, 0, 0, uriel_function_error_name)},
    {"error_offset", "where the error is: the bytes before it", OF_U,
     TOTAL(INTEGER, 0, 0, uriel_function_error_offset)},
    {"error_component", "the component that the error is in", OF_U,
     TOTAL(TEXT, 0, 0, uriel_function_error_component)},
    {"error_message", "what is wrong with a text that is not a reference", OF_U,
     TOTAL(TEXT, 0, URIEL_ERROR_TEXT_MAX, uriel_function_error_message)},
    {"scheme", "the scheme, as written", OF_U, PART(uriel_scheme)},
    {"userinfo", "the user information", OF_U, PART(uriel_userinfo)},
    {"user", "the user information before its first \":\"", OF_U, PART(uriel_user)},
    {"password", "the user information after its first \":\"", OF_U, PART(uriel_password)},
    {"host", "the host, as written, with the brackets of an IP literal", OF_U, PART(uriel_host)},
    {"host_unicode", "a host that has letters beyond US-ASCII, in Unicode", OF_U,
     VALUE(TEXT, 11, 0, uriel_function_host_unicode)},
    {"host_kind", "\"name\", \"ipv4\", \"ipv6\" or \"ipvfuture\"", OF_U,
     VALUE(TEXT, 0, 0, uriel_function_host_kind)},
    {"host_reversed",
     "the labels of the host from the last to the first, in lower case: \"com.example\"", OF_U,
     VALUE(TEXT, 1, 48, uriel_function_host_reversed)},
    {"path", "the path", OF_U, PART(uriel_path)},
    {"query", "the query, without \"?\"", OF_U, PART(uriel_query)},
    {"fragment", "the fragment, without \"#\"", OF_U, PART(uriel_fragment)},
    {"form", "\"absolute\", \"relative\" or \"opaque\"", OF_U, VALUE(TEXT, 0, 0, uriel_function_form)},
    {"port", "the number of the port, up to 65535", OF_U, VALUE(INTEGER, 0, 0, uriel_function_port)},
    {"port_effective", "the number of the port, or else the default of the scheme", OF_U,
     VALUE(INTEGER, 0, 0, uriel_function_port_effective)},
    {"depth", "the number of segments of the path", OF_U, VALUE(INTEGER, 0, 0, uriel_function_depth)},
    {"length", "the number of bytes of the reference", OF_U,
     VALUE(INTEGER, 0, 0, uriel_function_length)},
    {"ip", "the canonical address of a host that is an address in any spelling, without brackets", OF_U,
     VALUE(TEXT, 0, 40, uriel_function_ip)},
    {"ip_in", "whether the host is an address of the network", PARAMETERS(REFERENCE_U, NETWORK, SPEC),
     TOTAL(BOOL, 0, 0, uriel_function_ip_in)},
    {"site", "the registrable domain, in lower case (Public Suffix List)", OF_U,
     VALUE(TEXT, 1, 0, uriel_function_site)},
    {"suffix", "the public suffix of the host, in lower case", OF_U,
     VALUE(TEXT, 1, 0, uriel_function_suffix)},
    {"surt", "the key of web archives: \"com,example)/a\"", OF_U,
     VALUE(TEXT, 14, 8192, uriel_function_surt)},
    {"safe_browsing", "the URL in the form that Google Safe Browsing looks up", OF_U,
     TOTAL(TEXT, SAFE_BROWSING_EACH, SAFE_BROWSING_MORE, uriel_function_safe_browsing)},
    {"extension", "the last segment of the path after its last \".\"", OF_U,
     VALUE(TEXT, 0, 0, uriel_function_extension)},
    {"segment", "a segment of the path: 1 is the first, -1 the last",
     PARAMETERS(REFERENCE_U, INTEGER("n"), SPEC), VALUE(TEXT, 0, 0, uriel_function_segment)},
    {"origin", "the origin, or \"null\" (the URL standard, 4.7)", OF_U,
     VALUE(TEXT, 48, 160, uriel_function_origin)},
    {"param", "the value of the first parameter of that name, decoded",
     PARAMETERS(REFERENCE_U, TEXT("name"), SPEC), VALUE(TEXT, 1, 0, uriel_function_param)},
    {"param_all", "the values of all parameters of that name, decoded",
     PARAMETERS(REFERENCE_U, TEXT("name"), SPEC),
     LIST(1, 0, uriel_function_param_all, uriel_function_param_all_next, TEXT("value"))},
    {"params", "the parameters of the query, decoded", OF_U,
     LIST(1, 0, uriel_function_params, uriel_function_params_next, TEXT("name"), TEXT("value"))},
    {"query_names", "the names of the parameters, decoded, sorted, each once: \"a&b\"", OF_U,
     VALUE(TEXT, 9, 48, uriel_function_query_names)},
    {"resolve", "the target of the reference against the base",
     PARAMETERS(REFERENCE_U, REFERENCE("base"), SPEC), TOTAL(TEXT, 1, 1, uriel_function_resolve)},
    {"relative", "the shortest reference that resolves to the target",
     PARAMETERS(REFERENCE_U, REFERENCE("base"), SPEC), VALUE(TEXT, 1, 0, uriel_function_relative)},
    {"url", "the URL as the URL standard writes it", PARAMETERS(TEXT("u"), BASE_OR_NONE),
     VALUE(TEXT, 48, 256, uriel_function_url)},
    {"normalize", "the normal form at the level (RFC 3986, 6.2)", PARAMETERS(REFERENCE_U, LEVEL, SPEC),
     VALUE(TEXT, 1, 9, uriel_function_normalize)},
    {"equal", "whether two references have the same normal form at the level",
     PARAMETERS(REFERENCE("a"), REFERENCE("b"), LEVEL, SPEC), VALUE(BOOL, 0, 0, uriel_function_equal)},
    {"level", "the lowest level at which two references are equal, or \"different\"",
     PARAMETERS(REFERENCE("a"), REFERENCE("b"), SPEC), VALUE(TEXT, 0, 0, uriel_function_level)},
    {"clean", "what \"uriel clean --strip-tracking\" writes for a line",
     PARAMETERS(TEXT("u"), SPEC_LENIENT), VALUE(TEXT, 400, 2048, uriel_function_clean)},
    {"hash", "a stable hash of the normal form, as a number of 64 bits in two's complement",
     PARAMETERS(REFERENCE_U, LEVEL, SPEC), VALUE(INTEGER, 0, 0, uriel_function_hash)},
    {"key", "the key of the page, 32 hexadecimal digits (doc/key.md)",
     PARAMETERS(REFERENCE_U, VERSION, SPEC), TOTAL(TEXT, 190, 1536, uriel_function_key)},
    {"key_text", "the text whose SHA-256 is the key", PARAMETERS(REFERENCE_U, VERSION, SPEC),
     TOTAL(TEXT, 190, 1536, uriel_function_key_text)},
    {"edit", "the reference with the changes, or undefined if one is not possible",
     PARAMETERS(REFERENCE_U, CHANGES, SPEC), TOTAL(TEXT, 40, 768, uriel_function_edit)},
    {"strip_tracking", "the reference without parameters that only track people", OF_U,
     VALUE(TEXT, 1, 0, uriel_function_strip_tracking)},
    {"pattern", "the reference with its numbers, dates and identifiers replaced by {n}, {date} and {id}",
     OF_U, VALUE(TEXT, 3, 0, uriel_function_pattern)},
    {"to_uri", "the URI of an IRI, with the host as \"xn--\" (RFC 3987, 3.1)",
     PARAMETERS(REFERENCE_U, SPEC_IRI), VALUE(TEXT, 64, 64, uriel_function_to_uri)},
    {"display", "the form that is safe to show to a person", PARAMETERS(REFERENCE_U, SPEC_IRI),
     VALUE(TEXT, 74, 64, uriel_function_display)},
    {"encode", "the text percent-encoded for a component", PARAMETERS(TEXT("text"), COMPONENT),
     VALUE(TEXT, 3, 0, uriel_function_encode)},
    {"decode", "the text with each \"%XX\" decoded once, and in a form \"+\" as a space",
     PARAMETERS(TEXT("text"), COMPONENT), VALUE(TEXT, 1, 0, uriel_function_decode)},
    {"filename", "a name for a file that every system allows, made from the text",
     PARAMETERS(TEXT("text")), VALUE(TEXT, 1, 1, uriel_function_filename)},
    {"redact", "the text of a reference with REDACTED for each secret (data/redact.tsv)",
     PARAMETERS(TEXT("text")), VALUE(TEXT, 9, 16, uriel_function_redact)},
    {"matches", "whether the regular expression matches anywhere in the text",
     PARAMETERS(TEXT("text"), REGEX), VALUE(BOOL, 48, 240200, uriel_function_matches)},
    {"agree", "whether programs that accept the URL see the same host and port (doc/agreement.md)",
     PARAMETERS(TEXT("u")), VALUE(BOOL, AGREE_EACH, AGREE_MORE, uriel_function_agree)},
    {"guard", "whether a server may fetch the URL for a stranger: what \"uriel guard\" prints",
     PARAMETERS(TEXT("u")), VALUE(BOOL, GUARD_EACH, GUARD_MORE, uriel_function_guard)},
    {"find", "the references in running text", PARAMETERS(TEXT("text")),
     LIST(1, 0, uriel_function_find_references, uriel_function_find_next, TEXT("reference"),
          INTEGER("offset"), INTEGER("length"), TEXT("kind"))},
    {"links", "the links of a page of HTML", PARAMETERS(TEXT("html"), BASE_OR_NONE, SPEC),
     LIST(26, (size_t)4 * 65536, uriel_function_links, uriel_function_links_next, TEXT("element"),
          TEXT("attribute"), TEXT("raw"), TEXT("target"), INTEGER("offset"))},
    {"lineage", "how each generation of the specification reads the text", PARAMETERS(TEXT("u")),
     LIST(24, 64, uriel_function_lineage, uriel_function_lineage_next, TEXT("spec"), BOOL("valid"),
          TEXT("host"))},
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

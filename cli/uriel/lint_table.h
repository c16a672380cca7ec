/* SPDX-License-Identifier: MIT */
/* Made by tools/make-tables of data/lint-rules.tsv. Do not edit. */

/* clang-format off */
#define LINT_RULES(LINT) \
  LINT(SYNTAX, "syntax", LINT_ERROR, "RFC 3986, Appendix A", "http://example.com/a b", "it is not a reference by its document") \
  LINT(SCHEME_RULES, "scheme-rules", LINT_ERROR, "RFC 3986, 3.1", "mailto:joe", "it breaks the rules of its scheme or namespace") \
  LINT(SUFFIX_REFERENCE, "suffix-reference", LINT_WARNING, "RFC 3986, 4.5", "www.example.com/index", "it begins with a host, but has no scheme") \
  LINT(UNREGISTERED_SCHEME, "unregistered-scheme", LINT_WARNING, "RFC 7595, 6", "htpp://example.com/", "the scheme is not in IANA's registry") \
  LINT(UNREGISTERED_NAMESPACE, "unregistered-namespace", LINT_WARNING, "RFC 8141, 5", "urn:acme:1", "the namespace of a URN is not in IANA's registry") \
  LINT(SCHEME_CASE, "scheme-case", LINT_WARNING, "RFC 3986, 6.2.2.1", "HTTPS://example.com/", "the scheme has upper-case letters") \
  LINT(HOST_CASE, "host-case", LINT_WARNING, "RFC 3986, 6.2.2.1", "https://Example.COM/", "the host has upper-case letters") \
  LINT(ESCAPE_CASE, "escape-case", LINT_WARNING, "RFC 3986, 6.2.2.1", "https://example.com/%c3%a9", "an escape has lower-case digits") \
  LINT(NEEDLESS_ESCAPE, "needless-escape", LINT_WARNING, "RFC 3986, 6.2.2.2", "https://example.com/%7Ejoe", "a character is encoded that needs no encoding") \
  LINT(DOT_SEGMENT, "dot-segment", LINT_WARNING, "RFC 3986, 6.2.2.3", "https://example.com/a/../b", "the path of a URI has a segment \".\" or \"..\"") \
  LINT(DEFAULT_PORT, "default-port", LINT_WARNING, "RFC 3986, 6.2.3", "https://example.com:443/", "the port is the scheme's default") \
  LINT(EMPTY_PORT, "empty-port", LINT_WARNING, "RFC 3986, 6.2.3", "https://example.com:/", "a \":\" without a port") \
  LINT(MISSING_SLASH, "missing-slash", LINT_NOTE, "RFC 3986, 6.2.3", "https://example.com", "an empty path, which is equivalent to \"/\"") \
  LINT(SCHEME_FORM, "scheme-form", LINT_NOTE, "RFC 3986, 6.2.3", "file://localhost/etc/hosts", "the document of the scheme has a more usual form") \
  LINT(EMPTY_QUERY, "empty-query", LINT_NOTE, "RFC 3986, 6.2.3", "https://example.com/?", "a \"?\" without a query, which differs from no query") \
  LINT(EMPTY_FRAGMENT, "empty-fragment", LINT_NOTE, "RFC 3986, 6.2.3", "https://example.com/#", "a \"#\" without a fragment, which differs from no fragment") \
  LINT(EMPTY_SEGMENT, "empty-segment", LINT_NOTE, "RFC 3986, 3.3", "https://example.com/a//b", "\"//\" in a path, which servers often read as \"/\"") \
  LINT(LONG, "long", LINT_NOTE, "RFC 9110, 4.1", NULL, "it is longer than 8000 bytes, which not every program supports") \
  LINT(CLEARTEXT, "cleartext", LINT_WARNING, "RFC 9110, 4.2.2", "http://example.com/", "the protocol of the scheme does not encrypt") \
  LINT(LOCAL_NAME, "local-name", LINT_NOTE, "RFC 3986, 3.2.2", "https://intranet/", "a host without a dot, which names different machines in different places") \
  LINT(FINAL_DOT, "final-dot", LINT_NOTE, "RFC 3986, 3.2.2", "https://example.com./", "a host with a final dot, which compares different from one without") \
  LINT(HOST_NAME, "host-name", LINT_WARNING, "RFC 3986, 3.2.2", "https://my_host.example.com/", "the host is not a name by the rules of the DNS") \
  LINT(ENCODED_HOST, "encoded-host", LINT_WARNING, "RFC 3986, 3.2.2", "https://b%C3%BCcher.example/", "the host is percent-encoded") \
  LINT(IDNA, "idna", LINT_WARNING, "UTS #46, 4", "https://xn--0.example.com/", "the host is not a valid internationalised name") \
  LINT(IP_ADDRESS, "ip-address", LINT_NOTE, "RFC 2616, 3.2.2", "https://192.0.2.1/", "the host is an address, not a name") \
  LINT(RARE_IPV4, "rare-ipv4", LINT_WARNING, "RFC 3986, 7.4", "https://0x7f.1/", "the host is a name that many programs read as an IPv4 address") \
  LINT(IPV6_FORM, "ipv6-form", LINT_NOTE, "RFC 5952, 4", "https://[2001:DB8:0:0::1]/", "the IPv6 address is not in the recommended form") \
  LINT(IPV4_MAPPED, "ipv4-mapped", LINT_WARNING, "RFC 4291, 2.5.5.2", "https://[::ffff:192.0.2.1]/", "an IPv4 address in the form of IPv6") \
  LINT(OTHER_PORT, "other-port", LINT_WARNING, "RFC 3986, 7.2", "http://example.com:25/", "a port below 1024 that belongs to another protocol") \
  LINT(READERS_DISAGREE, "readers-disagree", LINT_ERROR, "RFC 3986, 7.6", "https://good.example%2F.evil.example/", "programs see different hosts or ports") \
  LINT(USERINFO, "userinfo", LINT_WARNING, "RFC 9110, 4.2.4", "https://joe@example.com/", "user information in a URI of the web") \
  LINT(PASSWORD, "password", LINT_ERROR, "RFC 3986, 7.5", "ftp://joe:secret@example.com/", "a password") \
  LINT(USERINFO_HOST, "userinfo-host", LINT_WARNING, "RFC 3986, 7.6", "ftp://cnn.example.com&story@192.0.2.1/", "user information that looks like a host") \
  LINT(SCRIPTS, "scripts", LINT_WARNING, "UTS #39, 5.2", "https://xn--pple-43d.example.com/", "a label of the host mixes scripts, or has characters that are not for identifiers") \
  LINT(LOOKS_ASCII, "looks-ascii", LINT_WARNING, "UTS #39, 4", "https://xn--80ak6aa92e.example/", "a label of the host looks like one in US-ASCII") \
  LINT(BIDI, "bidi", LINT_WARNING, "RFC 3987, 4.2", "https://xn--1-zhc.example/", "text in both directions, which is hard to read in order") \
  LINT(HIDDEN, "hidden", LINT_WARNING, "RFC 3987, 4.1", NULL, "a character that is invisible, not assigned or like a delimiter") \
  LINT(ENCODED_SLASH, "encoded-slash", LINT_NOTE, "RFC 3986, 7.3", "https://example.com/a%2Fb", "an encoded \"/\" or \"\\\" in a path, which servers often decode too early") \
  LINT(ENCODED_CONTROL, "encoded-control", LINT_WARNING, "RFC 3986, 7.2", "https://example.com/a%0D%0A", "an encoded control character") \
  LINT(ENCODED_NUL, "encoded-nul", LINT_WARNING, "RFC 3986, 7.3", "https://example.com/a%00.txt", "an encoded NUL, which ends the text for many programs") \
  LINT(DOUBLE_ESCAPE, "double-escape", LINT_WARNING, "RFC 3986, 2.4", "https://example.com/a%2520b", "an escape that is encoded again") \
  LINT(NOT_UTF_8, "not-utf-8", LINT_WARNING, "RFC 3986, 2.5", "https://example.com/caf%E9", "escapes that are not UTF-8")
/* clang-format on */

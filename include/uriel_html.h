/* SPDX-License-Identifier: MIT */
/* uriel: references that browsers find in HTML documents (HTML, 13.2). See uriel.h for conventions. */
#ifndef URIEL_HTML_H
#define URIEL_HTML_H

#include "uriel.h"
#include "uriel_encoding.h"

/* ---- References ---------------------------------------------------------------------------- */

/* The kind of a value. The values are fixed for ever. */
typedef enum uriel_html_kind {
  URIEL_HTML_LINK = 1,      /* a URL that is followed or fetched */
  URIEL_HTML_NAME = 2,      /* a URI that only identifies: itemid, itemtype, urn, @namespace */
  URIEL_HTML_SRCDOC = 3,    /* a document: the value of <iframe srcdoc> */
  URIEL_HTML_ATTRIBUTE = 4, /* the value of an attribute of uriel_html_options.attributes */
  URIEL_HTML_GUESS = 5,     /* with uriel_html_options.guess: a URL for scripts, or by a convention */
  URIEL_HTML_ELEMENT = 6    /* an element after uriel_html_watch; only `offset` and `length` are set */
} uriel_html_kind;

typedef enum uriel_html_flag {
  URIEL_HTML_BASE = 1,         /* the <base href> in effect: the first one in the tree (4.2.3) */
  URIEL_HTML_BASE_ELEMENT = 2, /* any <base href>: resolved against the document's own URL (4.2.3) */
  URIEL_HTML_CODEBASE = 4,     /* resolved against `codebase`, resolved against the document's base */
  URIEL_HTML_CSS = 8,          /* of a style sheet, a style attribute or a presentation attribute */
  URIEL_HTML_INERT = 16,       /* in the contents of a <template> (4.12.3), or in a comment: a guess */
  URIEL_HTML_BASE_LATE = 32    /* uriel_page_next: with BASE, after references with another base */
} uriel_html_flag;

/* A value of an element of the document's tree. Texts are valid until the next call. */
typedef struct uriel_html_reference {
  uriel_html_kind kind;
  unsigned flags;       /* enum uriel_html_flag */
  uriel_text element;   /* its name in lower case; cut to 63 bytes. A NUL follows it */
  uriel_text attribute; /* its name in lower case. A NUL follows it. Undefined: the text of an element */
  uriel_text raw;       /* as in the document */
  uriel_text value;     /* in UTF-8, with character references and escapes of CSS decoded */
  uriel_text codebase;  /* with URIEL_HTML_CODEBASE: the value of that attribute */
  uint64_t offset;      /* of `raw` in the document */
  uint64_t length;      /* of `raw` */
  /* Of the link of an <a>, <area>, <form> or <link>, the values of these attributes (HTML, 4.6.2). */
  uriel_text rel, rev;
} uriel_html_reference;

/* ---- Reading a document ----------------------------------------------------------------------- */

/* Converts the bytes of a value to UTF-8, in pieces that end at character references. Returns the length
 * of the result, and writes it if it is at most `capacity`. `context` is the caller's. */
typedef size_t uriel_html_decoder(void *context, const char *text, size_t len, char *out,
                                  size_t capacity);

enum { URIEL_HTML_ATTRIBUTES_MAX = 7 };

/* All zero: UTF-8, without scripts, no further attributes. */
typedef struct uriel_html_options {
  bool scripting; /* as a browser that runs scripts: the content of <noscript> is text */
  bool only_base; /* report only the URIEL_HTML_BASE */
  /* Report what no standard calls a URL, but crawlers follow: data-src, data-srcset, data-original,
   * data-href, the value of <param name=movie> and <param name=src>, and the content of
   * <meta name=citation_pdf_url>, "url" and "@id" of JSON-LD, and links and guesses in conditional
   * comments, "<!--[if IE]> HTML <![endif]-->". `attribute_count` is at most 6. */
  bool guess;
  const uriel_text *attributes; /* report these too, on any element: "id", "name"; in lower case */
  size_t attribute_count;       /* at most URIEL_HTML_ATTRIBUTES_MAX */
  uriel_html_decoder *decoder;  /* NULL: the document is UTF-8; bytes that are not UTF-8 stay */
  void *decoder_context;
} uriel_html_options;

/* The state of a reader. Its members are private. */
typedef struct uriel_html {
  uint64_t state[1024];
} uriel_html;

/* A scratch buffer of this size is enough for almost every page. The reader needs about 16 bytes for
 * each open element, and twice the length (or the length in UTF-8) of a tag or style sheet that is split
 * between pieces, contains character references or needs a decoder. */
enum { URIEL_HTML_SCRATCH = 64 * 1024 };

typedef enum uriel_html_status {
  URIEL_HTML_FOUND = 1, /* the reference is filled */
  URIEL_HTML_MORE = 2,  /* the piece is read: call uriel_html_feed */
  URIEL_HTML_END = 3,   /* the last piece is read */
  URIEL_HTML_FULL = 4   /* the scratch buffer is too small for what starts at reference.offset */
} uriel_html_status;

/* Starts a document. The scratch buffer has any size (NULL for 0) and the alignment of malloc, and
 * belongs to the reader until the end of the document. `options` and its data must stay. */
URIEL_API void uriel_html_begin(uriel_html *html, const uriel_html_options *options, char *scratch,
                                size_t size);

/* Gives the next piece, which must stay until uriel_html_next returns MORE or END. The references do not
 * depend on how the document is cut. The document's encoding must contain US-ASCII (not UTF-16 or
 * ISO-2022-JP); leave out its byte order mark (uriel_encoding_marked). */
URIEL_API void uriel_html_feed(uriel_html *html, const char *piece, size_t len, bool last);

/* Finds the next reference in document order. After FULL, call uriel_html_grow to continue with a larger
 * buffer, or call this again to skip the tag or style sheet and lose its references, or, if the open
 * elements do not fit, to continue as if the element were not nested. O(n) for a document. */
URIEL_API uriel_html_status uriel_html_next(uriel_html *html, uriel_html_reference *reference);

/* After FOUND with an attribute's value: also report its element, at its end, as URIEL_HTML_ELEMENT:
 * from its start tag to the end of its end tag, or, without one (13.1.2.4), to the tag that ends it or
 * to the end of the document. One element at a time is watched: this forgets the one before. O(1). */
URIEL_API void uriel_html_watch(uriel_html *html);

/* After FULL: return the size of a scratch buffer that is enough to continue, and move to one of at
 * least that size, which starts with the bytes of the old one, as after realloc. */
URIEL_API size_t uriel_html_needed(const uriel_html *html);
URIEL_API void uriel_html_grow(uriel_html *html, char *scratch, size_t size);

/* Writes the value of an attribute, or a text if not `attribute`: with character references decoded
 * (13.2.5.72), CR LF and CR as LF, and NUL as U+FFFD. Bound: 3 * `len`. */
URIEL_API size_t uriel_html_decode(const char *text, size_t len, bool attribute, char *out,
                                   size_t capacity);

/* Writes the reference without white space around it, and without tabs and line breaks in it (HTML,
 * "strip leading and trailing ASCII whitespace"; URL, 4.4). If one splits a multi-byte character, its
 * first bytes become 0xFF, so that they stay malformed. `out` needs `len` bytes, and may be `text`. */
URIEL_API size_t uriel_html_clean(const char *text, size_t len, char *out);

/* Returns the name of the encoding that a <meta> in the first 1024 bytes declares, or else the XML
 * declaration at the start, or undefined (HTML, "prescan a byte stream to determine its encoding"). */
URIEL_API uriel_text uriel_encoding_declared(const char *html, size_t len);

/* ---- A page ------------------------------------------------------------------------------------ */

/* A page as a crawler gets it. `options` must stay; zero-initialise unknown members. */
typedef struct uriel_page_options {
  uriel_text url;                /* of the page, after redirects */
  uriel_text charset;            /* of the protocol: the parameter of Content-Type */
  uriel_encoding_set *encodings; /* &uriel_encodings, or NULL: UTF-8, UTF-16 and windows-1252 */
  bool scripting, guess;         /* as in uriel_html_options */
  bool whole_srcdoc;             /* report each <iframe srcdoc> as a SRCDOC, not its references */
} uriel_page_options;

/* The state of a page. Its members are private. It must not move. */
typedef struct uriel_page {
  uint64_t state[5000];
} uriel_page;

typedef enum uriel_page_status {
  URIEL_PAGE_FOUND = 1, /* the reference is filled */
  URIEL_PAGE_MORE = 2,  /* the piece is read: call uriel_page_feed */
  URIEL_PAGE_END = 3,   /* the last piece is read, or the page cannot be read */
  URIEL_PAGE_FULL = 4,  /* the scratch buffer is too small */
  /* The set lacks the encoding, whose name is the value of the reference. Nothing else is read. */
  URIEL_PAGE_UNSUPPORTED = 5
} uriel_page_status;

/* Starts a page. The scratch buffer is as for uriel_html_begin; URIEL_HTML_SCRATCH bytes are enough for
 * almost every page. */
URIEL_API void uriel_page_begin(uriel_page *page, const uriel_page_options *options, char *scratch,
                                size_t size);

/* Gives the next piece of the page, in its own encoding, which must stay until uriel_page_next returns
 * MORE or END. The results do not depend on how the page is cut. After the last piece, which may be
 * empty, `last` is true. */
URIEL_API void uriel_page_feed(uriel_page *page, const char *piece, size_t len, bool last);

/* Finds the next reference, as uriel_html_next does, with offset and length in the bytes of the page.
 * The encoding comes from a byte order mark, else from the protocol, else from a declaration in the
 * first 1024 bytes (HTML, 13.2.3.2); otherwise values that are UTF-8 are read as UTF-8, and others as
 * windows-1252. Labels that are unknown, and "us-ascii" of a protocol, are ignored.
 *
 * References in the document of an <iframe srcdoc> follow in place of that attribute, with its base and
 * their own <base>; one that is three documents deep is reported as a SRCDOC. The first <base href> of
 * the tree applies to the references after it. If references were reported before, it has the flag
 * BASE_LATE: resolve them again with it, as browsers do, or ignore that. A base of over 2048 bytes is
 * ignored.
 *
 * After FULL, call uriel_page_grow to continue with a larger buffer, or call this again to lose
 * references. After UNSUPPORTED, returns END. O(n) for a page. */
URIEL_API uriel_page_status uriel_page_next(uriel_page *page, uriel_html_reference *reference);

/* Writes the target of the reference that uriel_page_next has just found, under the URL standard, with
 * its base, and its query in the encoding of the page. Returns what uriel_url_parse returns. */
URIEL_API size_t uriel_page_target(uriel_ref *target, uriel_page *page,
                                   const uriel_html_reference *found, char *out, size_t capacity);

/* The same for a reference of the page itself that uriel_page_next found earlier, and whose texts the
 * caller has kept, with another base, or NULL: after BASE_LATE. */
URIEL_API size_t uriel_page_resolve(uriel_ref *target, const uriel_page *page,
                                    const uriel_html_reference *found, const uriel_ref *base, char *out,
                                    size_t capacity);

/* As uriel_html_needed and uriel_html_grow. */
URIEL_API size_t uriel_page_needed(const uriel_page *page);
URIEL_API void uriel_page_grow(uriel_page *page, char *scratch, size_t size);

/* Returns the name of the encoding of the page; undefined until it is known. Without a declared one:
 * "windows-1252". */
URIEL_API uriel_text uriel_page_encoding(const uriel_page *page);

/* ---- Elements of another parser ---------------------------------------------------------------- */

/* An element of HTML, SVG or MathML from an XML parser. Its members are private. */
typedef struct uriel_html_element {
  uint64_t state[384];
} uriel_html_element;

/* Starts an element, of HTML if `html`. `guess` is as in uriel_html_options. The texts that are passed
 * must stay. */
URIEL_API void uriel_html_element_begin(uriel_html_element *element, const char *name, size_t len,
                                        bool html, bool guess);

/* Adds an attribute without a namespace, with its value decoded. If `verbatim`, the document contains
 * the value byte for byte at `offset`, and offsets of references are computed from there; otherwise each
 * reference has this offset. If attributes have the same name, the first one is used. */
URIEL_API void uriel_html_element_add(uriel_html_element *element, const char *name, size_t len,
                                      const char *value, size_t value_len, uint64_t offset,
                                      bool verbatim);

/* Finds the next reference, in the order of the attributes; `raw` is a part of the value. Returns FOUND,
 * END, or FULL if the scratch buffer, which style sheets with escapes need, must have
 * `reference->length` bytes. O(n) for an element. */
URIEL_API uriel_html_status uriel_html_element_next(uriel_html_element *element,
                                                    uriel_html_reference *reference, char *scratch,
                                                    size_t size);

/* ---- Style sheets ------------------------------------------------------------------------------ */

/* The private state of a reader of a style sheet or of the text of a style attribute. Zero at first. */
typedef struct uriel_css {
  uint64_t depth, images;
  size_t seen, end;
  unsigned char mode, rule, by, set, quote, source, bad, spaced;
} uriel_css;

/* A reference in a style sheet. */
typedef struct uriel_css_reference {
  uriel_html_kind kind; /* LINK, or NAME in @namespace */
  const char *rule;     /* "url", "src", "image", "image-set", "@import", "@namespace" */
  uriel_text raw;       /* in the text, without quotes, with escapes */
} uriel_css_reference;

/* Returns whether a reference ends at or after `*from`, and fills `reference` with the first one: in
 * url(), src(), @import or @namespace, or a string in image-set() or image() (CSS Syntax 3, 4.3; CSS
 * Values 4, 4.5). Skips empty references. Moves `*from` past it.
 *
 * If no reference is left, `*from` is where to resume after appending more text: `len` if the text is
 * complete (`whole`), otherwise at most about 200 bytes before the end, or the start of a possible
 * reference. Text before it can be dropped; text after it must stay. The references do not depend on how
 * the text is cut. O(n) for a whole text. */
URIEL_API bool uriel_css_next(uriel_css *css, uriel_css_reference *reference, size_t *from,
                              const char *text, size_t len, bool whole);

/* Writes a reference without its escapes: "\2f " is "/" (CSS Syntax 3, 4.3.7). If an escape splits a
 * multi-byte character, its first bytes become 0xFF, so that they stay malformed. Bound: 2 * `len`. */
URIEL_API size_t uriel_css_unescape(const char *raw, size_t len, char *out, size_t capacity);

#endif

/* SPDX-License-Identifier: MIT */
/* The kinds of documents: to add one, add a row here and its reader to `links`. */
#ifndef URIEL_READER_KINDS_H
#define URIEL_READER_KINDS_H

/* X(constant, family, reader, members of struct kind...). Users see the format of the family as the
 * kind. links/ has the function read_READER. The order is the order of the words of --kind and, for
 * kinds with `magic` or `begins`, the order of detection. MULTIPART is a part of a message that has
 * parts. An ARC file may begin like a message. */
#define KINDS(X)                                                                                        \
  X(HTML, HTML, html, .format = "html", .types = {"text/html"},                                         \
    .suffixes = {".html", ".htm", ".shtml"}, .flags = KIND_WORD | KIND_TREE | KIND_PAGE)                \
  X(XML, XML, xml, .format = "xml", .types = {"application/xml", "text/xml"}, .suffixes = {".xml"},     \
    .flags = KIND_WORD | KIND_TREE)                                                                     \
  X(XHTML, XML, xml, .format = "xhtml", .types = {"application/xhtml+xml"},                             \
    .suffixes = {".xhtml", ".xht"}, .flags = KIND_TREE | KIND_PAGE)                                     \
  X(ATOM, XML, xml, .format = "atom", .types = {"application/atom+xml"}, .suffixes = {".atom"},         \
    .roots = {"feed"}, .flags = KIND_TREE)                                                              \
  X(RSS, XML, xml, .format = "rss", .types = {"application/rss+xml"}, .suffixes = {".rss"},             \
    .roots = {"rss"}, .flags = KIND_TREE)                                                               \
  X(RDF, XML, xml, .format = "rdf", .types = {"application/rdf+xml"}, .suffixes = {".rdf"},             \
    .roots = {"RDF"}, .flags = KIND_TREE)                                                               \
  X(SVG, XML, xml, .format = "svg", .types = {"image/svg+xml"}, .suffixes = {".svg"}, .roots = {"svg"}, \
    .flags = KIND_TREE)                                                                                 \
  X(OPML, XML, xml, .format = "opml", .suffixes = {".opml"}, .roots = {"opml"}, .flags = KIND_TREE)     \
  X(XSLT, XML, xml, .format = "xslt", .suffixes = {".xsl", ".xslt"},                                    \
    .roots = {"stylesheet", "transform"}, .flags = KIND_TREE)                                           \
  X(XSD, XML, xml, .format = "xsd", .suffixes = {".xsd"}, .roots = {"schema"}, .flags = KIND_TREE)      \
  X(DOCBOOK, XML, xml, .format = "docbook", .suffixes = {".dbk"}, .flags = KIND_TREE)                   \
  X(SITEMAP, XML, xml, .format = "sitemap", .roots = {"urlset", "sitemapindex"}, .flags = KIND_TREE)    \
  X(MATHML, XML, xml, .format = "mathml", .roots = {"math"}, .flags = KIND_TREE)                        \
  X(KML, XML, xml, .format = "kml", .roots = {"kml"}, .flags = KIND_TREE)                               \
  X(GPX, XML, xml, .format = "gpx", .roots = {"gpx"}, .flags = KIND_TREE)                               \
  X(OPENSEARCH, XML, xml, .format = "opensearch", .roots = {"OpenSearchDescription"},                   \
    .flags = KIND_TREE)                                                                                 \
  X(CSS, CSS, css, .format = "css", .types = {"text/css"}, .suffixes = {".css"},                        \
    .flags = KIND_WORD | KIND_NAME_LAST)                                                                \
  X(TEXT, TEXT, text, .format = "text", .types = {"text/plain"},                                        \
    .suffixes = {".txt", ".rst", ".adoc", ".text", ".json", ".js"},                                     \
    .flags = KIND_WORD | KIND_PROSE | KIND_ANCHORS | KIND_LINES)                                        \
  X(WARC_FIELDS, TEXT, text, .format = "warc-fields", .types = {"application/warc-fields"},             \
    .flags = KIND_PROSE | KIND_ANCHORS | KIND_LINES)                                                    \
  X(CSV, TEXT, text, .format = "csv", .types = {"text/csv"}, .suffixes = {".csv"},                      \
    .flags = KIND_NAME_LAST | KIND_PROSE | KIND_ANCHORS | KIND_ROWS)                                    \
  X(MARKDOWN, TEXT, markdown, .format = "markdown", .types = {"text/markdown"},                         \
    .suffixes = {".md", ".markdown"},                                                                   \
    .flags = KIND_WORD | KIND_NAME_FIRST | KIND_ANCHORS | KIND_PAGE | KIND_SOURCE)                      \
  X(ROBOTS, ROBOTS, robots, .format = "robots")                                                         \
  X(URI_LIST, URI_LIST, uri_list, .format = "uri-list", .types = {"text/uri-list"},                     \
    .suffixes = {".uris", ".uri"}, .flags = KIND_WORD | KIND_NAME_LAST)                                 \
  X(GOPHER, GOPHER, gopher, .format = "gopher", .begins = kind_is_gopher,                               \
    .types = {"application/gopher-menu", "application/gopher+-menu"}, .flags = KIND_WORD)               \
  X(LISTING, LISTING, listing, .format = "listing", .begins = kind_is_listing,                          \
    .types = {"text/x-ftp-listing"}, .flags = KIND_WORD)                                                \
  X(OVERVIEW, OVERVIEW, overview, .format = "overview", .begins = kind_is_overview,                     \
    .types = {"text/x-news-overview"}, .suffixes = {".overview"}, .flags = KIND_WORD | KIND_NAME_LAST)  \
  X(PROSPERO, PROSPERO, prospero, .format = "prospero", .begins = kind_is_prospero,                     \
    .types = {"text/x-prospero"}, .flags = KIND_WORD | KIND_HOLDS)                                      \
  X(WAIS, WAIS, wais, .format = "wais", .begins = kind_is_wais,                                         \
    .types = {"application/x-wais-results"}, .flags = KIND_WORD | KIND_HOLDS | KIND_BYTES)              \
  X(LINKSET, LINKSET, linkset, .format = "linkset", .types = {"application/linkset"},                   \
    .flags = KIND_WORD)                                                                                 \
  X(LINKSET_JSON, LINKSET, linkset_json, .format = "linkset-json", .begins = kind_is_linkset,           \
    .types = {"application/linkset+json"}, .flags = KIND_WORD)                                          \
  X(WAT, WAT, wat, .format = "wat", .begins = kind_is_wat, .types = {"application/x-wat"},              \
    .flags = KIND_WORD)                                                                                 \
  X(ARC, WARC, warc, .format = "arc", .begins = kind_is_arc, .flags = KIND_HOLDS)                       \
  X(MESSAGE, MESSAGE, message, .format = "message", .begins = kind_is_message,                          \
    .types = {"message/rfc822", "message/global", "message/news"},                                      \
    .suffixes = {".eml", ".mht", ".mhtml"}, .flags = KIND_WORD | KIND_HOLDS)                            \
  X(MBOX, MBOX, mbox, .format = "mbox", .begins = kind_is_mbox, .types = {"application/mbox"},          \
    .suffixes = {".mbox"}, .flags = KIND_WORD | KIND_HOLDS)                                             \
  X(MULTIPART, MULTIPART, text, .format = "multipart")                                                  \
  X(HTTP, HTTP, http, .format = "http", .begins = kind_is_http,                                         \
    .types = {"application/http", "message/http"}, .flags = KIND_WORD | KIND_HOLDS)                     \
  X(WARC, WARC, warc, .format = "warc", .begins = kind_is_warc, .types = {"application/warc"},          \
    .flags = KIND_WORD | KIND_HOLDS)                                                                    \
  X(WACZ, WACZ, wacz, .format = "wacz", .suffixes = {".wacz"}, .flags = KIND_BYTES)                     \
  X(BINARY, BINARY, binary, .format = "binary")                                                         \
  X(GZIP, BINARY, binary, .format = "gzip", .magic = {KIND_MAGIC(0, "\x1f\x8b")})                       \
  X(BZIP2, BINARY, binary, .format = "bzip2", .magic = {KIND_MAGIC(0, "BZh")})                          \
  X(XZ, BINARY, binary, .format = "xz", .magic = {KIND_MAGIC(0, "\xfd\x37zXZ\0")})                      \
  X(ZSTD, BINARY, binary, .format = "zstd", .magic = {KIND_MAGIC(0, "\x28\xb5\x2f\xfd")})               \
  X(COMPRESS, BINARY, binary, .format = "compress", .magic = {KIND_MAGIC(0, "\x1f\x9d")})               \
  X(ZIP, BINARY, binary, .format = "zip", .magic = {KIND_MAGIC(0, "PK\x03\x04")})                       \
  X(SEVEN_ZIP, BINARY, binary, .format = "7z", .magic = {KIND_MAGIC(0, "7z\xbc\xaf\x27\x1c")})          \
  X(TAR, BINARY, binary, .format = "tar", .magic = {KIND_MAGIC(257, "ustar")})                          \
  X(DEB, BINARY, binary, .format = "deb", .magic = {KIND_MAGIC(0, "!<arch>\n")})                        \
  X(PDF, BINARY, binary, .format = "pdf", .magic = {KIND_MAGIC(0, "%PDF-")})                            \
  X(POSTSCRIPT, BINARY, binary, .format = "postscript", .magic = {KIND_MAGIC(0, "%!PS")})               \
  X(PNG, BINARY, binary, .format = "png", .magic = {KIND_MAGIC(0, "\x89PNG\r\n\x1a\n")})                \
  X(JPEG, BINARY, binary, .format = "jpeg", .magic = {KIND_MAGIC(0, "\xff\xd8\xff")})                   \
  X(GIF, BINARY, binary, .format = "gif", .magic = {KIND_MAGIC(0, "GIF8")})                             \
  X(WEBP, BINARY, binary, .format = "webp", .magic = {KIND_MAGIC(8, "WEBP")})                           \
  X(TIFF, BINARY, binary, .format = "tiff", .magic = {KIND_MAGIC(0, "II*\0"), KIND_MAGIC(0, "MM\0*")})  \
  X(ICO, BINARY, binary, .format = "ico", .magic = {KIND_MAGIC(0, "\0\0\1\0")})                         \
  X(ELF, BINARY, binary, .format = "elf", .magic = {KIND_MAGIC(0, "\177ELF")})                          \
  X(SQLITE, BINARY, binary, .format = "sqlite", .magic = {KIND_MAGIC(0, "SQLite format 3\0")})          \
  X(WOFF, BINARY, binary, .format = "woff", .magic = {KIND_MAGIC(0, "wOFF"), KIND_MAGIC(0, "wOF2")})    \
  X(TRUETYPE, BINARY, binary, .format = "truetype", .magic = {KIND_MAGIC(0, "\0\1\0\0\0")})             \
  X(OGG, BINARY, binary, .format = "ogg", .magic = {KIND_MAGIC(0, "OggS")})                             \
  X(WASM, BINARY, binary, .format = "wasm", .magic = {KIND_MAGIC(0, "\0asm")})                          \
  X(GETTEXT, BINARY, binary, .format = "gettext", .magic = {KIND_MAGIC(0, "\xde\x12\x04\x95")})         \
  X(UTF_16, BINARY, binary, .format = "utf-16",                                                         \
    .magic = {KIND_MAGIC(0, "\xff\xfe"), KIND_MAGIC(0, "\xfe\xff")})                                    \
  X(DATA, BINARY, binary, .format = "data")

#define KIND_MAGIC(at, text)                                                                            \
  {                                                                                                     \
    .bytes = (text), .len = sizeof(text) - 1, .offset = (at)                                            \
  }

#endif

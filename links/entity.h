/* SPDX-License-Identifier: MIT */
/* A document that is being read, for the readers of all formats. A reader gets an entity whose source is
 * at its first byte. It may state a base, and then reports references, errors and nested documents;
 * links.c does the rest. */
#ifndef URIEL_LINKS_ENTITY_H
#define URIEL_LINKS_ENTITY_H

#include "base/buffer.h"
#include "joined.h"
#include "links.h"
#include "reader/decode.h"
#include "reader/source.h"
#include "uriel_encoding.h"
#include "work.h"

/* Finds the part of a message that a URI names. */
struct entity_parts {
  void *context;
  /* Returns the text, or an undefined text if no part has the name. `normal` is undefined for a relative
   * reference without a base. */
  uriel_text (*find)(void *context, uriel_text normal, uriel_text reference);
};

/* Longer bases are not used, as each nested document has a copy. */
enum { ENTITY_BASE_LIMIT = 4 * 1024 };

struct links {
  struct links_limits limits;
  const struct links_sink *sink;
  const struct links_request *request;
  struct decoder_measure measure; /* of all decoding in the file */
  struct work_rule rule;          /* for references whose document is UTF-8 */
  struct work work;               /* one reference's */
  struct buffer cleaned, codebase, message;
  struct entity *spare; /* for reuse */
  char charset[64];     /* of the file's media type */
  uint64_t numbers;     /* documents so far */
  unsigned depth;
  bool no_memory;
  bool over; /* with no_memory: the current document does not fit into the budget */
};

/* The errors of a document that have one code, reported as one. */
struct entity_cause {
  struct entity_cause *next;
  const char *code;
  uint64_t offset, length; /* of the first one */
  uint64_t count;
  char message[576];
};

struct entity {
  struct links *links;
  struct entity *parent; /* or the next spare one */
  struct source source;
  struct links_document document;
  struct buffer retrieval, base, part, media_type;
  struct buffer before; /* the base before the last stated one, if `restated` */
  bool restated;
  const struct entity_parts *parts;
  const char *name;
  enum joined_how joined;         /* of text: how its lines are joined before the search */
  const char *charset;            /* declared by the media type or header (RFC 7303, 3.2); may be NULL */
  const char *was;                /* the charset from which it was converted to UTF-8; NULL for none */
  uriel_encoding_context encoder; /* of HTML: its encoding, and of queries; NULL: UTF-8 */
  bool begun, ended;
  const char *status, *note;
  uint64_t references, errors, children;
  struct entity_cause *causes; /* to be reported at the end, in the order in which they began */
};

/* Sets the base that the content states, without white space around it; a relative one is resolved
 * against the previous base (RFC 3986, 5.1.1). Call it before the first reference. `*used` is whether it
 * is valid: if not, the document has no base, as any other would be a guess. `by` must stay valid for a
 * later event. All functions here return false if the reading must end. */
bool entity_base(struct entity *entity, uriel_text base, const char *by, bool *used);

/* The same for a base of a part of the document: resolves it against `outer`; if it is not valid, `out`
 * is empty, or `outer` under the URL standard. */
bool entity_resolve_base(struct entity *entity, uriel_text stated, uriel_text outer, struct buffer *out);

/* Whether references are read under url-1997 or uri-2003. */
bool entity_is_old(const struct entity *entity);

/* Whether a <base href>, trimmed, is used as a base: "data:" and "javascript:" are not (HTML, "set the
 * frozen base URL"). */
bool entity_base_counts(uriel_text href);

/* Returns the part before the first "#", as a base has no fragment (RFC 3986, 5.1). */
uriel_text entity_less_fragment(uriel_text uri);

/* Reports the start of the document to the sink, once. Call it after stating a base. The enclosing
 * document has begun when a nested one is opened. */
bool entity_begin(struct entity *entity);

/* Reports a reference. The caller sets its members up to `relation`. */
bool entity_reference(struct entity *entity, struct links_reference *reference);

/* Whether the sink wants the anchors of the document. */
bool entity_has_anchors(const struct entity *entity);

/* Reports a name that a fragment can have. Call it if entity_has_anchors. */
bool entity_anchor(struct entity *entity, uriel_text name);

/* Whether the part that the caller looks for belongs to an anchor with this name, `is_id` or the "name"
 * of an <a>, and not to one before (HTML, "select the indicated part"). Then call entity_part with the
 * offsets of its element or section, when its end is known. */
bool entity_seeks(const struct entity *entity, uriel_text name, bool is_id);
bool entity_part(struct entity *entity, uint64_t begin, uint64_t end);

/* `length` is 0 for an error without a text. At the document's end, the first error with a code is
 * reported, with the number of them: a hostile document may have millions. */
bool entity_error(struct entity *entity, const char *code, uint64_t offset, uint64_t length,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Reports that the document needs a library that this build does without; `what` it is: "mail". */
bool entity_lacks(struct entity *entity, const char *what);

/* Reports that a reference is longer than TEXT_REFERENCE_LIMIT. */
bool entity_too_long(struct entity *entity, const struct place *place);

/* Reports the references in the running text of a source, which is at `place` in the document. Defined
 * in read_plain.c. */
bool entity_find(struct entity *entity, struct source *source, const struct place *place);

/* Forgets the errors, and reports them before if `more`. Called by links.c. */
bool entity_errors_end(struct entity *entity, bool more);

/* Returns the charset that a media type declares (RFC 9110, 8.3.2), in `out`, or NULL. */
enum { ENTITY_CHARSET = 64 };
const char *entity_charset(const struct buffer *media_type, char out[ENTITY_CHARSET]);

/* Whether the document is the undecoded file itself. */
bool entity_is_file(const struct entity *entity);

/* Returns how many bytes of the document may be read as a whole: limits.whole, or fewer so that this
 * document and the enclosing ones in memory stay within four times that. */
size_t entity_whole(const struct entity *entity);

/* Reads the whole document into `source`. Returns false if it cannot be read or is too large, which is
 * reported; the reader must then return `*goes_on`. `noun` is a name for messages: "HTML". */
bool entity_fill(struct entity *entity, const char *noun, bool *goes_on);

/* Records a lack of memory: of the system, or of the budget (`links->over`). Returns false. */
bool entity_no_memory(struct entity *entity);

/* A nested document. */
struct entity_child {
  source_reader *read;
  void *context;
  const char *name;                 /* of a file, for its kind; may be NULL */
  const char *encoding;             /* decoded by `read`; may be NULL */
  uriel_text media_type;            /* declared; may be undefined */
  uriel_text retrieval;             /* undefined: as in the enclosing document */
  uriel_text base;                  /* stated by its own header; may be undefined */
  const char *base_by;              /* "Content-Base" */
  bool no_base;                     /* the enclosing document has no base there */
  enum joined_how joined;           /* of text */
  const char *charset;              /* of HTML and XML; may be NULL */
  const char *was;                  /* the charset from which `read` converts to UTF-8; may be NULL */
  const struct entity_parts *parts; /* NULL: as in the enclosing document */
  unsigned part; /* its number in the enclosing document, from 1; 0 for the next number */
};

/* Reads a nested document with the reader of its kind. Begins the parent if necessary. */
bool entity_read_child(struct entity *parent, const struct entity_child *how);

/* The same in two steps for a multipart, which only contains others: reports its start, and its end, if
 * its reading was `good`. `kind` is NULL if it is detected later. Returns NULL if the reading must end.
 */
struct entity *entity_open_child(struct entity *parent, const struct entity_child *how,
                                 const struct kind *kind);
bool entity_close_child(struct entity *child, bool good);

/* Reports that the document needs more memory than the whole budget; the reading of the enclosing one
 * continues. */
bool entity_over(struct entity *entity);

/* Defined in links.c, for entity.c. links_entity creates an entity below `parent` (NULL for the file);
 * links_entity_read reads it with the reader of its kind. links_entity_is_deep is whether it is nested
 * deeper than the limit, which links_entity_too_deep reports. links_entity_end reports its end;
 * links_entity_done releases it. */
struct entity *links_entity(struct links *links, struct entity *parent);
bool links_entity_read(struct entity *entity);
bool links_entity_is_deep(const struct entity *entity);
bool links_entity_too_deep(struct entity *entity);
bool links_entity_end(struct entity *entity);
void links_entity_done(struct entity *entity);

/* The readers of the table of kinds. */
typedef bool entity_reader(struct entity *entity);
#define ENTITY_READER(constant, family, reader, ...) entity_reader read_##reader;
KINDS(ENTITY_READER)

#endif

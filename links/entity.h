/* SPDX-License-Identifier: MIT */
/* A document that is being read: what the readers of all formats have in common. A reader gets an entity
 * whose source is at its first byte, may state a base, then tells references, errors and the documents
 * in it; links.c does what comes before and after. */
#ifndef URIEL_LINKS_ENTITY_H
#define URIEL_LINKS_ENTITY_H

#include "arena.h"
#include "attribute.h"
#include "joined.h"
#include "links.h"
#include "reader/buffer.h"
#include "reader/decode.h"
#include "reader/source.h"
#include "work.h"

/* What the parts of a message are known by: finds the part that a URI names. */
struct entity_parts {
  void *context;
  /* `normal` is undefined where the reference is relative and there is no base. Undefined: none. */
  uriel_text (*find)(void *context, uriel_text normal, uriel_text reference);
};

/* What is longer does not become a base: each document in a document has a copy. */
enum { ENTITY_BASE_LIMIT = 4 * 1024 };

struct links {
  struct links_limits limits;
  const struct links_sink *sink;
  const struct links_request *request;
  struct decoder_measure measure; /* what is decoded, in all layers and documents of the file */
  struct arena arena;             /* one reader's at a time: HTML */
  struct work work;               /* one reference's */
  struct buffer cleaned, codebase, message, mapped;
  struct entity *spare; /* to be used again */
  uint64_t numbers;     /* documents so far */
  unsigned depth;
  bool no_memory;
  bool over; /* with no_memory: the document that is being read does not fit into the budget */
};

struct entity {
  struct links *links;
  struct entity *parent; /* or the next spare one */
  struct source source;
  struct links_document document;
  struct buffer retrieval, base, part, media_type;
  struct buffer before; /* the base before the one that was stated last, if `restated` */
  bool restated;
  const struct entity_parts *parts;
  const char *name;
  enum joined_how joined; /* of text: what comes before it is searched */
  const char *charset;    /* of XML, as what it is in declares it (RFC 7303, 3.2); NULL */
  bool begun, ended;
  const char *status, *note;
  uint64_t references, errors, children;
};

/* The base that the content states, without white space around it; a relative one is resolved against
 * the one before (RFC 3986, 5.1.1). Before the first reference. `*used` tells whether it is one: where
 * it is not, the document has no base, as another would be a guess. The sink may be told of it later:
 * `by` stays. All functions here return false where the reading ends. */
bool entity_base(struct entity *entity, uriel_text base, const char *by, bool *used);

/* The same of what is not the document's base: resolves it against `outer`; `out` is empty where it is
 * none. It may not be `links->mapped`. */
bool entity_resolve_base(struct entity *entity, uriel_text stated, uriel_text outer, struct buffer *out);

/* What comes before the first "#", which a base does not have (RFC 3986, 5.1). */
uriel_text entity_less_fragment(uriel_text uri);

/* Tells the sink that the document begins, if it does not know. What states a base comes before. What a
 * document is in has begun when it is opened. */
bool entity_begin(struct entity *entity);

struct entity_item {
  struct place place;
  const char *element, *attribute, *header; /* NULL where there is none */
  uriel_text raw, cleaned;
  enum reference_base base;
  uriel_text codebase; /* for BASE_OF_CODEBASE, cleaned; for BASE_OF_ITS_OWN, absolute or undefined */
  bool identifies;
  uriel_text relation; /* undefined */
};

bool entity_reference(struct entity *entity, const struct entity_item *item);

/* `length` is 0 where no text is to blame. */
bool entity_error(struct entity *entity, const char *code, uint64_t offset, uint64_t length,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* How many bytes of it may be read as a whole: limits.whole, and four times as much with what is held of
 * the documents that it is in. */
size_t entity_whole(const struct entity *entity);

/* Reads all of it into `source`: whether it is there. Where it is not, since it cannot be read or is too
 * large, as is told, `goes_on` is what the reader of its kind returns. `noun` is "HTML". */
bool entity_fill(struct entity *entity, const char *noun, bool *goes_on);

/* Memory ran out: the system's, or that of the budget (`links->over`). */
bool entity_no_memory(struct entity *entity);

/* A document in another. */
struct entity_child {
  source_reader *read;
  void *context;
  const char *name;                 /* of a file, to tell its kind by; NULL */
  const char *encoding;             /* what `read` undoes; NULL */
  uriel_text media_type;            /* declared; undefined */
  uriel_text retrieval;             /* undefined: that it came with what it is in */
  uriel_text base;                  /* that the entity's own header states; undefined */
  const char *base_by;              /* "Content-Base" */
  bool no_base;                     /* what it is in has none there */
  enum joined_how joined;           /* of text */
  const char *charset;              /* of XML; NULL */
  const struct entity_parts *parts; /* NULL: those of what it is in */
  unsigned part; /* its number in what it is in, from 1; 0: the children's so far, and one */
};

/* Reads it by the reader of its kind, from begin to end. The parent has begun, or begins by it. */
bool entity_read_child(struct entity *parent, const struct entity_child *how);

/* The same in two steps for what is no document by itself but has others in it (multipart): tells its
 * begin, and its end. NULL: the reading ends. */
struct entity *entity_open_child(struct entity *parent, const struct entity_child *how,
                                 struct kind kind);
bool entity_close_child(struct entity *child);

/* The document takes more memory than the whole budget: tells so, and what it is in is read on. */
bool entity_over(struct entity *entity);

/* Of links.c, for entity.c: a new entity below `parent` (NULL: the file); reads one by the reader of its
 * kind; whether it is in more others than the limit allows, and what is told then; tells its end; gives
 * it back. */
struct entity *links_entity(struct links *links, struct entity *parent);
bool links_entity_read(struct entity *entity);
bool links_entity_is_deep(const struct entity *entity);
bool links_entity_too_deep(struct entity *entity);
bool links_entity_end(struct entity *entity);
void links_entity_done(struct entity *entity);

/* The readers, one for each kind. */
typedef bool entity_reader(struct entity *entity);
entity_reader read_text, read_markdown, read_html, read_xml, read_css, read_robots, read_message,
    read_mbox, read_warc, read_http;

#endif

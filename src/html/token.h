/* SPDX-License-Identifier: MIT */
/* The tags of an HTML document (HTML, 13.2.5 Tokenization), over a window of its bytes. */
#ifndef URIEL_HTML_TOKEN_H
#define URIEL_HTML_TOKEN_H

#include "html/names.h"
#include "uriel.h"

/* How the tokeniser reads what follows a start tag (13.2.5.1 to .5). */
enum html_content { HTML_AS_DATA, HTML_AS_RCDATA, HTML_AS_RAWTEXT, HTML_AS_SCRIPT, HTML_AS_PLAINTEXT };

/* A value in the window, without quotes. Without "=": empty, at the end of the name. */
struct html_value {
  const char *ptr;
  size_t len;
  bool plain; /* it has no "&", NUL or CR, so it is already decoded (except the encoding) */
};

/* The same without a pointer, since the tag may move. */
struct html_kept {
  uintptr_t at; /* from html_values.base */
  size_t len;
  bool plain;
};

/* The attributes of a tag that matter. `of` is set for each bit of `has`. Of attributes with one name,
 * the first is used. */
struct html_values {
  uint64_t has;   /* 1 << enum html_attribute; further attributes of the caller follow */
  uintptr_t base; /* the address of the tag, which may move; 0 for values of another parser */
  struct html_kept of[64];
};

static inline struct html_value html_value_of(const struct html_values *values, unsigned id)
{
  return (struct html_value){.ptr = (const char *)(values->base + values->of[id].at),
                             .len = values->of[id].len,
                             .plain = values->of[id].plain};
}

enum html_token_kind {
  HTML_TOKEN_START,
  HTML_TOKEN_END,
  HTML_TOKEN_TEXT,    /* a part of a text; see html_tokens.texts */
  HTML_TOKEN_COMMENT, /* a part of its data, with html_tokens.all; see html_tokens.conditional */
  HTML_TOKEN_DOCTYPE, /* a part of its text after "<!DOCTYPE"; only with html_tokens.all */
  HTML_TOKEN_EOF,
  HTML_TOKEN_MORE /* the window's rest, from `at`, is cut: move it to the front of a larger window */
};

struct html_token {
  enum html_token_kind kind;
  enum html_element id; /* of a tag; HTML_TAG_OTHER if the name is in no table */
  bool self_closing;
  bool references; /* of TEXT: may contain character references (DATA and RCDATA) */
  bool ended;      /* of COMMENT and DOCTYPE: the last part */
  uriel_text name; /* of a tag, as written: after "<" or "</" */
  uriel_text text; /* the whole tag in the window; of the others, the part */
};

/* Returns the text from after the name to before ">" or "/>", for uriel_html_attribute_next. */
static inline uriel_text html_token_attributes(const struct html_token *token)
{
  const size_t before = (size_t)(token->name.ptr - token->text.ptr) + token->name.len;
  return (uriel_text){token->text.ptr + before, token->text.len - before - 1 - token->self_closing};
}

/* Zero-initialise, then set the window. After HTML_TOKEN_MORE the caller moves the window: bytes before
 * `at` can go. */
struct html_tokens {
  const char *window;
  size_t len, at;
  bool last;        /* the document ends at the window's end */
  bool foreign;     /* the adjusted current node is not of HTML, so "<![CDATA[" starts a section */
  bool texts;       /* report HTML_TOKEN_TEXT; otherwise texts are skipped */
  bool all;         /* report everything, for tests */
  bool conditional; /* report an empty part where a comment starts with "[if" */
  enum html_content content; /* set by the caller after a start tag; the end tag sets DATA again */
  enum html_element raw;     /* the open element of RCDATA, RAWTEXT or SCRIPT: its end tag ends that */
  const uriel_text *further; /* names that the caller requests: bits from HTML_ATTRIBUTES on */
  size_t further_count;
  struct html_values values; /* of the last start tag */
  /* private: */
  unsigned state; /* inside of a comment, script, ... that the window cuts */
  size_t seen;    /* of a cut tag or reference: bytes from `at` that were looked at */
  unsigned cut;   /* of a cut tag: the state there */
  const char *marked, *marks_at, *slow_until; /* see uriel_html_tag_next: where the marks begin, where
                                                 the next token is, and where marks are too few */
  unsigned mark, mark_count, mark_enough; /* the next, all, and those with marks for a tag after them */
  uint16_t marks[192];
};

/* Reads the next token. O(n) for a document, however it is cut. */
void uriel_html_token_next(struct html_tokens *tokens, struct html_token *token);

/* Forgets the marks of the window. */
static inline void html_token_forget(struct html_tokens *tokens)
{
  tokens->marks_at = tokens->slow_until = NULL;
  tokens->mark = tokens->mark_count = tokens->mark_enough = 0;
}

/* Moves the window. */
static inline void html_token_move(struct html_tokens *tokens, const char *window, size_t len)
{
  tokens->window = window;
  tokens->len = len;
  html_token_forget(tokens);
}

/* Returns where the data ends of the comment that contains `at`, and sets *after to the end of the
 * comment. Without an end before `end` returns NULL, and sets *after to where the end can start. */
const char *uriel_html_comment_end(const char *at, const char *end, const char **after);

/* Forgets the open comment, text or script: data is next. */
static inline void html_token_reset(struct html_tokens *tokens)
{
  tokens->content = HTML_AS_DATA;
  tokens->state = 0;
  tokens->seen = 0;
}

/* After HTML_TOKEN_MORE, if the window cannot be larger: gives up the cut tag, which is passed without a
 * report, or the cut character reference. */
void uriel_html_token_pass(struct html_tokens *tokens);

/* Reads the next attribute at or after *at, which it moves, in any case and with duplicates. Returns
 * false at the ">" of the tag, or at `end`, before which the attribute does not end. */
bool uriel_html_attribute_read(const char **at, const char *end, uriel_text *name,
                               struct html_value *value);

/* The same for html_token_attributes, whose start it moves. */
bool uriel_html_attribute_next(uriel_text *attributes, uriel_text *name, struct html_value *value);

#endif

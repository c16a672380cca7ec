/* SPDX-License-Identifier: MIT */
/* The state of uriel_html_next, and its functions in more than one file. */
#ifndef URIEL_HTML_READER_H
#define URIEL_HTML_READER_H

#include "html/json.h"
#include "html/reference.h"
#include "html/token.h"
#include "html/tree.h"
#include "uriel_html.h"

/* What uriel_html_next does next. */
enum html_step {
  HTML_STEP_READ,   /* read a token */
  HTML_STEP_STYLE,  /* find references in the style sheet, as far as it is read */
  HTML_STEP_TAKE,   /* take the token to the tree */
  HTML_STEP_VALUES, /* find the references of the tag */
  HTML_STEP_END
};

/* The element of uriel_html_watch. */
struct html_watch {
  uint64_t begin, end;  /* in the document; `end` is 0 until an end tag that may be the last one */
  uint64_t name;        /* its hash */
  enum html_element id; /* of the tag's name */
  bool is_watched;      /* its end was not met yet */
  bool is_text;         /* without elements: it is not on the stack */
  bool is_over;         /* it is to be reported */
};

/* The scratch buffer has the tree's stack, then the joined bytes of a tag or text that a piece cut, then
 * space for decoded values. The window is either the piece or the joined bytes. */
struct html_reader {
  struct html_tokens tokens;
  struct html_tree tree;
  struct html_cursor cursor;
  uriel_css css;
  struct html_json json; /* of a script, with `style` */
  struct html_token token;
  struct html_made made;
  struct html_watch watch;
  const uriel_html_options *options;
  uriel_text further[URIEL_HTML_ATTRIBUTES_MAX + HTML_GUESSES]; /* with options->guess: both */
  char *scratch;
  size_t size, tree_size;
  size_t needed;
  const char *piece;
  size_t piece_len;
  size_t piece_at;   /* bytes of the piece that are joined */
  size_t joined;     /* the length of the joined bytes */
  size_t token_at;   /* in the window that the token was read in: the token */
  size_t old;        /* of these: from earlier pieces */
  uint64_t offset;   /* of the window in the document */
  size_t style_from; /* in the window: the style sheet's bytes that are not read yet */
  size_t style_end;
  size_t decoded; /* the length of a held style sheet in the free space, or 0 */
  size_t decoded_from;
  size_t map_raw, map_value; /* the same place in a held style sheet and decoded */
  uint64_t comment_end;      /* in the document: the data of the comment ends here, or later */
  uint64_t comment_after;    /* the end of the comment; 0: not known */
  uint64_t first[2];         /* the attributes of the first <html>, and of the first <body> */
  enum html_step step;
  bool last;          /* the piece is the last */
  bool in_joined;     /* the window is the joined bytes */
  bool style;         /* a style sheet is open, or a script of JSON */
  bool style_whole;   /* it ends at `style_end` */
  bool style_inert;   /* in a <template> */
  bool style_foreign; /* of SVG: it may contain character references */
  bool style_held;    /* it is read as a whole, since it may have to be decoded */
  bool comment;       /* in a conditional comment */
  bool base;          /* the first <base href> was found */
  bool full;          /* FULL was returned, and the buffer has not grown since */
};

/* Returns how many bytes of the window can be dropped. */
size_t uriel_html_done(const struct html_reader *r);

/* Where a value can be decoded: after the joined bytes. Sets its size. */
char *uriel_html_room(const struct html_reader *r, size_t *size);

/* Returns FULL for the bytes at `offset` in the document. */
unsigned uriel_html_full(struct html_reader *r, uint64_t offset, uint64_t length, size_t needed,
                         uriel_html_reference *reference);

/* A style sheet begins after the start tag of <style>, or JSON after <script>. */
void uriel_html_style_begin(struct html_reader *r, enum html_json_kind json);

/* The token continues the style sheet, or ends it. Returns whether to look for references in it. */
bool uriel_html_style_token(struct html_reader *r);

/* Finds the next reference of the style sheet. Returns 0 after the last one. */
unsigned uriel_html_style_step(struct html_reader *r, uriel_html_reference *reference);

#endif

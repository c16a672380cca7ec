/* SPDX-License-Identifier: MIT */
/* A pass of the reader of HTML over a document or over the HTML in it: its memory, and the references
 * that it reports. */
#ifndef URIEL_LINKS_HTML_PASS_H
#define URIEL_LINKS_HTML_PASS_H

#include "entity.h"
#include "uriel_html.h"

/* Zero-initialise except the first members. */
struct html_pass {
  struct entity *entity;
  /* Called for each reference; returns false to end the pass. */
  bool (*found)(void *context, const uriel_html_reference *reference);
  void *context;
  uriel_html_options options;
  uint64_t origin; /* the offset in the document of the reader's first byte; may wrap around */
  uint64_t window; /* additional bytes for the document's window if the reader gets more memory */
  uriel_html reader;
  char *scratch;
  size_t size; /* of `scratch` */
  size_t watches;
};

/* Functions return false if the reading must end. html_pass_anchors makes the pass report the attributes
 * that can be anchors, if the sink wants them; html_pass_anchor, which is called for such an attribute,
 * the anchors among them (HTML, "find a potential indicated element"), and watches the element of
 * the part that is looked for (uriel_html_watch, which `watches` counts). */
void html_pass_anchors(struct html_pass *pass);
bool html_pass_anchor(struct html_pass *pass, const uriel_html_reference *found);

bool html_pass_begin(struct html_pass *pass);

/* Reads a piece. Reports a tag or style sheet that exceeds the budget, unless options.only_base. */
bool html_pass_feed(struct html_pass *pass, const char *piece, size_t len, bool last);

void html_pass_end(struct html_pass *pass);

/* Reports a reference, whose place `locate` of the links_reference returns from the context. */
bool html_pass_report(const struct html_pass *pass, const uriel_html_reference *found,
                      struct place (*locate)(void *context, uint64_t offset), void *context);

/* Sets `*cleaned` to the text without white space, in `buffer` or the text itself. */
bool html_clean(struct entity *entity, struct buffer *buffer, uriel_text text, uriel_text *cleaned);

/* The same for a reference of CSS, without escapes. */
bool html_clean_css(struct entity *entity, uriel_text raw, uriel_text *cleaned);

/* The same for the "codebase" of each reference of a tag, in a buffer of `entity`. A "codebase" over the
 * limit for bases is left unchanged and is not used. */
bool html_clean_codebase(struct entity *entity, uriel_text *codebase);

/* Sets `relation` of a reference that was found. */
bool html_relation(struct entity *entity, const uriel_html_reference *found, uriel_text *relation);

/* Documents in <iframe srcdoc>, which are read after the references of the document, or before, if they
 * take much memory. `frames` has of each its length as a size_t, then its HTML. */
bool html_frames_add(struct buffer *frames, struct entity *entity, uriel_text html);
bool html_frames_read(struct buffer *frames, struct entity *entity);

#endif

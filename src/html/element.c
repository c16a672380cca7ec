/* SPDX-License-Identifier: MIT */
/* The references of elements that another parser has read. */
#include "html/reference.h"

#include "text/bytes.h"

/* The attributes of the table, then uriel_html_guesses. */
enum { GIVEN_MOST = HTML_ATTRIBUTES + HTML_GUESSES };

struct html_given {
  struct html_cursor cursor;
  struct html_values values;
  uint64_t left;     /* attributes that may have references, not yet read */
  uint64_t verbatim; /* attributes whose values have the places of the document */
  uint64_t offsets[GIVEN_MOST];
  unsigned char order[GIVEN_MOST];
  unsigned count, at;
  uriel_text name;
  bool html, guess, begun;
};

_Static_assert(sizeof(struct html_given) <= sizeof(uriel_html_element), "the size is for ever");

static struct html_given *given_of(uriel_html_element *element)
{
  return (struct html_given *)(void *)element->state;
}

void uriel_html_element_begin(uriel_html_element *element, const char *name, size_t len, bool html,
                              bool guess)
{
  struct html_given *const given = given_of(element);
  given->values.has = given->verbatim = 0;
  given->values.base = 0;
  given->count = given->at = 0;
  given->name = (uriel_text){name, len};
  given->html = html;
  given->guess = guess;
  given->begun = false;
  given->cursor.asked = NULL;
}

void uriel_html_element_add(uriel_html_element *element, const char *name, size_t len, const char *value,
                            size_t value_len, uint64_t offset, bool verbatim)
{
  struct html_given *const given = given_of(element);
  unsigned id = uriel_html_attribute_of(name, len);
  while (
      id >= HTML_ATTRIBUTES && id < GIVEN_MOST &&
      !(given->guess && view_equal(uriel_html_guesses[id - HTML_ATTRIBUTES], (uriel_text){name, len})))
    id++;
  if (id == GIVEN_MOST || (given->values.has >> id & 1))
    return;
  given->values.has |= (uint64_t)1 << id;
  given->values.of[id] = (struct html_kept){(uintptr_t)(value ? value : ""), value_len, true};
  given->verbatim |= (uint64_t)verbatim << id;
  given->offsets[id] = offset;
  given->order[given->count++] = (unsigned char)id;
}

uriel_html_status uriel_html_element_next(uriel_html_element *element, uriel_html_reference *reference,
                                          char *scratch, size_t size)
{
  struct html_given *const given = given_of(element);
  scratch = scratch ? scratch : (char *)element->state; /* no byte is used */
  if (!given->begun) {
    static const uriel_html_options options[] = {{.guess = false}, {.guess = true}};
    const struct html_made made = {.element = true, .html = given->html};
    uriel_html_cursor_begin(&given->cursor, uriel_html_element_of(given->name.ptr, given->name.len),
                            &given->name, &made, &given->values, &options[given->guess]);
    given->left = given->cursor.links | given->cursor.further;
    given->cursor.links = given->cursor.further = 0;
    given->begun = true;
  }
  for (;;) {
    const uriel_html_status status = uriel_html_cursor_next(&given->cursor, scratch, size, reference);
    if (status == URIEL_HTML_FOUND) {
      const unsigned id = given->cursor.attribute;
      reference->offset = given->offsets[id];
      if (given->verbatim >> id & 1)
        reference->offset += (uint64_t)(reference->raw.ptr - html_value_of(&given->values, id).ptr);
    }
    if (status == URIEL_HTML_FULL)
      reference->length = given->cursor.needed;
    if (status != URIEL_HTML_END || given->at == given->count)
      return status;
    const unsigned id = given->order[given->at++];
    const uint64_t bit = given->left & (uint64_t)1 << id;
    *(id < HTML_ATTRIBUTES ? &given->cursor.links : &given->cursor.further) = bit;
  }
}

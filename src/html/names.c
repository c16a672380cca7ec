/* SPDX-License-Identifier: MIT */
/* Numbers of names, by a hash without collisions of their first eight bytes. */
#include "html/names.h"

struct html_name {
  uint64_t word;    /* the first eight bytes, the first one lowest */
  uint64_t letters; /* the case bit of each that is a letter */
  const char *name;
  size_t len;
};

#include "html/name_table.h"

_Static_assert(sizeof html_element_names / sizeof *html_element_names == HTML_TAGS,
               "run tools/make-html");
_Static_assert(sizeof html_attribute_names / sizeof *html_attribute_names == HTML_ATTRIBUTES + 1,
               "run tools/make-html");

uint64_t uriel_html_name_head(const char *name, size_t len)
{
  if (len >= 8)
    return word_read(name);
  uint64_t head = 0;
  for (size_t i = len; i-- > 0;)
    head = head << 8 | (unsigned char)name[i];
  return head;
}

/* Hashes equally in any case: unequal names that hash equally are compared. */
#define NAME_PLACE(head, table)                                                                         \
  ((size_t)(((head) | WORD_OF(0x20)) * HTML_##table##_FACTOR >> (64 - HTML_##table##_BITS)))

static bool name_entry_is(const struct html_name *entry, uint64_t head, const char *name, size_t len)
{
  if ((head | entry->letters) != entry->word || len != entry->len)
    return false;
  return len <= 8 || fold_equal(name + 8, entry->name + 8, len - 8);
}

enum html_element uriel_html_element_at(uint64_t head, const char *name, size_t len)
{
  const unsigned id = html_element_places[NAME_PLACE(head, ELEMENT)];
  return name_entry_is(&html_element_names[id], head, name, len) ? (enum html_element)id
                                                                 : HTML_TAG_OTHER;
}

enum html_attribute uriel_html_attribute_at(uint64_t head, const char *name, size_t len)
{
  const unsigned id = html_attribute_places[NAME_PLACE(head, ATTRIBUTE)];
  return name_entry_is(&html_attribute_names[id], head, name, len) ? (enum html_attribute)id
                                                                   : HTML_ATTRIBUTES;
}

enum html_element uriel_html_element_of(const char *name, size_t len)
{
  return uriel_html_element_at(uriel_html_name_head(name, len), name, len);
}

enum html_attribute uriel_html_attribute_of(const char *name, size_t len)
{
  return uriel_html_attribute_at(uriel_html_name_head(name, len), name, len);
}

uriel_text uriel_html_element_name(enum html_element id)
{
  return (uriel_text){html_element_names[id].name, html_element_names[id].len};
}

uriel_text uriel_html_attribute_name(enum html_attribute id)
{
  return (uriel_text){html_attribute_names[id].name, html_attribute_names[id].len};
}

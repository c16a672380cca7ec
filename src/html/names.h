/* SPDX-License-Identifier: MIT */
/* The elements that tree construction knows or that have references, and the attributes that matter. */
#ifndef URIEL_HTML_NAMES_H
#define URIEL_HTML_NAMES_H

#include "text/text.h"

/* HTML_ELEMENT_NAMES(X): X(constant, start, end, properties, attributes) for each element, in the order
 * of the alphabet; HTML_ATTRIBUTE_NAMES(X): X(constant, form, all) for each attribute. */
#include "html/list_table.h"

/* HTML_TAG_OTHER is any other name, HTML_TAG_A is "a". */
enum html_element {
  HTML_TAG_OTHER,
#define HTML_ELEMENT(constant, start, end, properties, attributes) HTML_TAG_##constant,
  HTML_ELEMENT_NAMES(HTML_ELEMENT)
#undef HTML_ELEMENT
      HTML_TAGS
};

/* HTML_ATTR_HREF is "href". At most 57: the caller's further attributes follow. */
enum html_attribute {
#define HTML_ATTRIBUTE(constant, form, all) HTML_ATTR_##constant,
  HTML_ATTRIBUTE_NAMES(HTML_ATTRIBUTE)
#undef HTML_ATTRIBUTE
      HTML_ATTRIBUTES
};

/* Return the number of a name in any case; HTML_TAG_OTHER or HTML_ATTRIBUTES for one in no table. O(1).
 */
enum html_element uriel_html_element_of(const char *name, size_t len);
enum html_attribute uriel_html_attribute_of(const char *name, size_t len);

/* The same for readers that have the head already: the first eight bytes as word_read reads them, 0
 * beyond the name. */
uint64_t uriel_html_name_head(const char *name, size_t len);
enum html_element uriel_html_element_at(uint64_t head, const char *name, size_t len);
enum html_attribute uriel_html_attribute_at(uint64_t head, const char *name, size_t len);

/* Return the name in lower case, which a NUL follows. */
uriel_text uriel_html_element_name(enum html_element id);
uriel_text uriel_html_attribute_name(enum html_attribute id);

/* White space of HTML: space, tab, line feed, form feed, carriage return. */
static inline bool html_space(char byte)
{
  return byte == ' ' || (byte >= '\t' && byte <= '\r' && byte != '\v');
}

/* Returns the text without white space around it. */
static inline uriel_text html_trim(uriel_text text)
{
  for (; text.len && html_space(*text.ptr); text.ptr++)
    text.len--;
  while (text.len && html_space(text.ptr[text.len - 1]))
    text.len--;
  return text;
}

#endif

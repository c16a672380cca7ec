/* SPDX-License-Identifier: MIT */
/* What change.c reads and edit.c applies: the places of changes. */
#ifndef URIEL_FUNCTION_CHANGE_H
#define URIEL_FUNCTION_CHANGE_H

#include <stddef.h>

#include "uriel_query.h"

typedef enum edit_place {
  EDIT_WHOLE,
  EDIT_USER,
  EDIT_PASSWORD,
  EDIT_SEGMENT,
  EDIT_PARAMETER,
  EDIT_PART
} edit_place;

enum {
  EDIT_QUERY_OPTIONS = URIEL_QUERY_SEMICOLON | URIEL_QUERY_FORM | URIEL_QUERY_FOLD,
  EDIT_MORE = 16 /* delimiters that a change adds, and more */
};

/* Exchanges "&" and the separator of a query, so that functions of queries read it. */
static inline void edit_swap(char *text, size_t len, char separator)
{
  for (size_t i = 0; i < len; i++)
    text[i] = text[i] == separator ? '&' : text[i] == '&' ? separator : text[i];
}

#endif

/* SPDX-License-Identifier: MIT */
/* The errors of data/errors.tsv: their classes, names, messages, rules and sections. */
#include "uri/error.h"

#include "uriel_http.h"
#include "uriel_idna.h"
#include "uriel_iri.h"
#include "uriel_plan.h"
#include "uriel_url.h"
#include "uriel_urn.h"

/* ERRORS(X): X(code, class, texts) for each error of the modules that are built. */
#include "uri/error_table.h"

#define ERROR_MEMBER(code, class, texts) char code[sizeof(texts)];
#define ERROR_INITIAL(code, class, texts) texts,
#define ERROR_PLACE(code, class, texts)                                                                 \
  [URIEL_ERROR_##code / 100][URIEL_ERROR_##code % 100] = {offsetof(struct error_texts, code),           \
                                                          URIEL_CLASS_##class},

/* Offsets, not pointers: a table of pointers is larger, and is relocated when the program starts. */
static const struct error_texts {
  char unknown[4];
  ERRORS(ERROR_MEMBER)
} error_texts = {"\0\0\0", ERRORS(ERROR_INITIAL)};

/* Each module has a hundred numbers and uses the first ones. */
enum { ERROR_MODULES = 9, ERROR_NUMBERS = 50 };

static const struct error_place {
  uint16_t at;
  uint8_t class;
} error_places[ERROR_MODULES][ERROR_NUMBERS] = {ERRORS(ERROR_PLACE)};

static struct error_place error_place_of(uriel_error_code code)
{
  if (code < 0 || code / 100 >= ERROR_MODULES || code % 100 >= ERROR_NUMBERS)
    return (struct error_place){0, 0};
  return error_places[code / 100][code % 100];
}

error_entry uriel_error_entry(uriel_error_code code)
{
  const struct error_place place = error_place_of(code);
  const char *texts[4] = {(const char *)&error_texts + place.at};
  for (size_t i = 1; i < 4; i++)
    texts[i] = texts[i - 1] + uriel_text_of(texts[i - 1]).len + 1;
  return (error_entry){(uriel_error_class)place.class, texts[0], texts[1], texts[2], texts[3]};
}

const char *uriel_error_name(uriel_error_code code)
{
  return uriel_error_entry(code).name;
}

const char *uriel_error_message(uriel_error_code code)
{
  return uriel_error_entry(code).message;
}

uriel_error_class uriel_error_class_of(uriel_error_code code)
{
  return (uriel_error_class)error_place_of(code).class;
}

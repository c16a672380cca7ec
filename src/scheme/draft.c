/* SPDX-License-Identifier: MIT */
/* The draft of a message: each header field once, whatever the URI repeats. */
#include "scheme/draft.h"

#include "scheme/part.h"
#include "uriel_scheme.h"

/* What a draft may have (RFC 6068, 4). Addresses and keywords that are given several times are put
 * together; of a field that a message has once, the first counts. */
static const struct draft_field {
  const char *known, *name;
  bool joined;
} draft_fields[] = {{"to", "To: ", true},
                    {"cc", "Cc: ", true},
                    {"subject", "Subject: ", false},
                    {"keywords", "Keywords: ", true},
                    {"in-reply-to", "In-Reply-To: ", false}};

enum { DRAFT_FIELDS = sizeof draft_fields / sizeof *draft_fields };

/* One value more of a field; `count` of them are there. */
static void draft_value(writer *w, const struct draft_field *field, uriel_text value, size_t *count)
{
  if (*count > 0 && !field->joined)
    return;
  write_string(w, *count > 0 ? ", " : field->name);
  uriel_write_decoded(w, value);
  ++*count;
}

/* The same for what is a list, so that "a,b" and "?to=a&to=b" are the same draft (RFC 6068, 2). */
static void draft_values(writer *w, const struct draft_field *field, uriel_text list, size_t *count)
{
  uriel_text value;
  if (list.len > 0 && field->joined)
    while (uriel_list_next(&list, ',', &value))
      draft_value(w, field, value, count);
  else if (list.len > 0)
    draft_value(w, field, list, count);
}

static void draft_header(writer *w, const struct draft_field *field, const uriel_mailto *mailto)
{
  uriel_text to = field == draft_fields ? mailto->to : (uriel_text){NULL, 0};
  uriel_text fields = mailto->fields, name, value;
  size_t count = 0;
  draft_values(w, field, to, &count);
  while (uriel_query_next(&fields, 0, &name, &value))
    if (uriel_part_says(name, field->known))
      draft_values(w, field, value, &count);
  if (count > 0)
    write_string(w, "\r\n");
}

/* Writes the body, the first that there is; returns whether all fields beside it are of a draft. */
static bool draft_body(writer *w, uriel_text fields)
{
  uriel_text name, value;
  bool all = true, body = false;
  write_string(w, "\r\n");
  while (uriel_query_next(&fields, 0, &name, &value)) {
    size_t i = 0;
    while (i < DRAFT_FIELDS && !uriel_part_says(name, draft_fields[i].known))
      i++;
    if (i < DRAFT_FIELDS)
      continue;
    if (!uriel_part_says(name, "body"))
      all = false;
    else if (!body)
      uriel_write_decoded(w, value);
    body = body || uriel_part_says(name, "body");
  }
  return all;
}

bool uriel_draft_write(writer *w, const uriel_mailto *mailto)
{
  for (size_t i = 0; i < DRAFT_FIELDS; i++)
    draft_header(w, &draft_fields[i], mailto);
  return draft_body(w, mailto->fields);
}

/* SPDX-License-Identifier: MIT */
/* The scheme-specific parts of a URI and its access plan, in each form of output. */
#include "steps.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/buffer.h"
#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "reader/unicode.h"
#include "uriel_scheme.h"
#include "uriel_urn.h"

/* ---- Steps -------------------------------------------------------------------------------------- */

static const uriel_step *steps_of(const struct steps *steps)
{
  return (const uriel_step *)(const void *)steps->list.ptr;
}

bool steps_make(struct steps *steps, const uriel_ref *ref, const uriel_plan_options *options,
                uriel_error *error)
{
  enum { FIRST_STEPS = 32, FIRST_TEXT = 1024 };
  size_t step_count = FIRST_STEPS;
  size_t text_len = FIRST_TEXT + 2 * (size_t)ref->length;
  for (;;) {
    buffer_reserve(&steps->list, step_count * sizeof(uriel_step));
    buffer_reserve(&steps->text, text_len);
    steps->plan = (uriel_plan){.steps = (uriel_step *)(void *)steps->list.ptr,
                               .step_capacity = steps->list.capacity / sizeof(uriel_step),
                               .text = steps->text.ptr,
                               .text_capacity = steps->text.capacity};
    if (uriel_plan_make(&steps->plan, ref, options, error))
      return true;
    const bool enough = steps->plan.step_count <= steps->plan.step_capacity &&
                        steps->plan.text_len <= steps->plan.text_capacity;
    if (error->code != URIEL_ERROR_BUFFER_TOO_SMALL || enough)
      return false;
    step_count = steps->plan.step_count;
    text_len = steps->plan.text_len;
  }
}

void steps_free(struct steps *steps)
{
  buffer_free(&steps->list);
  buffer_free(&steps->text);
}

static void steps_append(struct buffer *out, const char *string)
{
  buffer_append(out, string, strlen(string));
}

static void steps_hex(struct buffer *out, const char *bytes, size_t len)
{
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < len; i++) {
    const unsigned char byte = (unsigned char)bytes[i];
    const char escape[4] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    buffer_append(out, escape, sizeof escape);
  }
}

static const char *steps_letter(uint32_t point)
{
  switch (point) {
  case '\r':
    return "\\r";
  case '\n':
    return "\\n";
  case '\t':
    return "\\t";
  case '\\':
    return "\\\\";
  default:
    return NULL;
  }
}

/* Escapes the text. With `lines`, a line feed after each line except the last stays; otherwise all are
 * escaped. */
static void steps_escape_as(struct buffer *out, uriel_text text, bool lines)
{
  for (size_t at = 0; at < text.len;) {
    uint32_t point;
    const size_t size = utf8_next(text.ptr + at, text.len - at, &point);
    const char *const letter = steps_letter(point);
    if (letter)
      steps_append(out, letter);
    else if (utf8_is_safe(point))
      buffer_append(out, text.ptr + at, size);
    else
      steps_hex(out, text.ptr + at, size);
    at += size;
    if (lines && point == '\n' && at < text.len)
      steps_append(out, "\n");
  }
}

void steps_escape(struct buffer *out, uriel_text text)
{
  steps_escape_as(out, text, false);
}

static const char steps_stars[] = "****";

/* Returns the password in the text of a secret step. If it does not occur literally, returns all text
 * from the second word to the line's end. */
static uriel_text steps_secret(uriel_text text, uriel_text password)
{
  const char *const found = password.len ? memmem(text.ptr, text.len, password.ptr, password.len) : NULL;
  if (found)
    return (uriel_text){found, password.len};
  const char *const space = memchr(text.ptr, ' ', text.len);
  const size_t begin = space ? (size_t)(space - text.ptr) + 1 : 0;
  size_t end = text.len;
  while (end > begin && (text.ptr[end - 1] == '\n' || text.ptr[end - 1] == '\r'))
    end--;
  return (uriel_text){text.ptr + begin, end - begin};
}

/* A step's text, escaped, with **** for its password. */
static void steps_text(const struct steps *steps, const uriel_step *step, bool lines, struct buffer *out)
{
  const uriel_text text = step->text;
  if (!step->secret || !steps->hide || text.len == 0) {
    steps_escape_as(out, text, lines);
    return;
  }
  const uriel_text secret = steps_secret(text, steps->password);
  const size_t before = (size_t)(secret.ptr - text.ptr);
  steps_escape_as(out, (uriel_text){text.ptr, before}, lines);
  steps_append(out, steps_stars);
  steps_escape_as(out, (uriel_text){secret.ptr + secret.len, text.len - before - secret.len}, lines);
}

/* Adds brackets to an IPv6 address. */
static void steps_host(struct buffer *out, uriel_text host)
{
  const bool brackets = host.ptr && memchr(host.ptr, ':', host.len);
  steps_append(out, brackets ? "[" : "");
  steps_escape(out, host);
  steps_append(out, brackets ? "]" : "");
}

static void steps_line_of(const struct steps *steps, const uriel_step *step, struct buffer *out)
{
  char number[16];
  steps_append(out, uriel_step_name(step->kind));
  if (step->data)
    steps_append(out, " data");
  if (step->kind == URIEL_STEP_CONNECT) {
    snprintf(number, sizeof number, " %u ", (unsigned)step->port);
    steps_append(out, step->host.ptr ? " " : " -");
    steps_host(out, step->host);
    steps_append(out, step->port ? number : " - ");
    steps_append(out, uriel_transport_name(step->transport));
  } else if (step->text.len > 0) {
    steps_append(out, " ");
    steps_text(steps, step, false, out);
  }
}

void steps_line(const struct steps *steps, struct buffer *out)
{
  const uriel_step *const list = steps_of(steps);
  out->len = 0;
  for (size_t i = 0; i < steps->plan.step_count; i++) {
    steps_append(out, i > 0 ? "\t" : "");
    steps_line_of(steps, &list[i], out);
  }
}

enum { STEPS_COLUMN = 16 }; /* the column of a step's text */

static void steps_print_connect(const uriel_step *step, struct buffer *scratch)
{
  struct output *const out = &standard_out;
  steps_host(scratch, step->host);
  colour_put(out, TONE_HOST, scratch->ptr, scratch->len);
  if (step->port)
    output_format(out, " port %u", (unsigned)step->port);
  if (step->port || scratch->len > 0)
    output_text(out, ", ");
  output_text(out, uriel_transport_name(step->transport));
}

/* Prints each sent line on a line of its own. */
static void steps_print_text(const struct steps *steps, const uriel_step *step, struct buffer *scratch)
{
  struct output *const out = &standard_out;
  const enum tone tone = step->kind == URIEL_STEP_SEND ? TONE_STRONG : TONE_PLAIN;
  steps_text(steps, step, true, scratch);
  const char *at = scratch->ptr;
  const char *const end = at + scratch->len;
  while (at < end) {
    const char *const feed = memchr(at, '\n', (size_t)(end - at));
    colour_put(out, tone, at, (size_t)((feed ? feed : end) - at));
    if (feed)
      output_format(out, "\n%*s", STEPS_COLUMN, "");
    at = feed ? feed + 1 : end;
  }
}

/* "220 or 230". */
static void steps_print_codes(const struct steps *steps, const uriel_step *step, struct buffer *scratch)
{
  struct output *const out = &standard_out;
  steps_text(steps, step, false, scratch);
  for (size_t i = 0; i < scratch->len; i++)
    if (scratch->ptr[i] == ' ')
      output_text(out, " or ");
    else
      output_put(out, scratch->ptr + i, 1);
}

/* Prints the reply or the reason in parentheses after the step, or on its own line if the step is
 * long. */
static void steps_print_note(const char *note, bool behind, bool several)
{
  enum { NOTE_BEHIND = 80 };
  struct buffer *const steps_note = scratch_of(SCRATCH_STEPS_NOTE);
  if (behind && (several || strlen(note) > NOTE_BEHIND))
    output_format(&standard_out, "\n%*s", STEPS_COLUMN - 2, "");
  steps_note->len = 0;
  steps_append(steps_note, behind ? "  (" : "");
  steps_append(steps_note, note);
  steps_append(steps_note, behind ? ")" : "");
  colour_put(&standard_out, TONE_DIM, steps_note->ptr, steps_note->len);
}

static void steps_print_one(const struct steps *steps, size_t index)
{
  struct buffer *const steps_scratch = scratch_of(SCRATCH_STEPS);
  struct output *const out = &standard_out;
  const uriel_step *const step = &steps_of(steps)[index];
  buffer_reserve(steps_scratch, 1);
  steps_scratch->len = 0;
  const bool more = step->kind == URIEL_STEP_CONNECT || step->text.len > 0 || step->data || *step->note;
  output_format(out, "%4zu  %-*s", index + 1, more ? 10 : 0, uriel_step_name(step->kind));
  if (step->kind == URIEL_STEP_CONNECT)
    steps_print_connect(step, steps_scratch);
  else if (step->kind == URIEL_STEP_EXPECT && step->text.len > 0)
    steps_print_codes(steps, step, steps_scratch);
  else
    steps_print_text(steps, step, steps_scratch);
  const bool said = step->kind == URIEL_STEP_CONNECT || step->text.len > 0;
  if (step->data && step->text.len > 0)
    output_text(out, " on the data connection");
  else if (step->data && !*step->note)
    output_text(out, "the data connection");
  if (*step->note)
    steps_print_note(step->note, said, memchr(steps_scratch->ptr, '\n', steps_scratch->len) != NULL);
  output_char(out, '\n');
}

void steps_print(const struct steps *steps)
{
  for (size_t i = 0; i < steps->plan.step_count; i++)
    steps_print_one(steps, i);
}

static void steps_json_one(const uriel_step *step, struct json *json)
{
  json_object_begin(json, NULL);
  json_string(json, "do", uriel_step_name(step->kind));
  if (step->kind == URIEL_STEP_CONNECT) {
    if (step->host.ptr)
      json_text(json, "host", step->host.ptr, step->host.len);
    if (step->port)
      json_number(json, "port", step->port);
    json_string(json, "transport", uriel_transport_name(step->transport));
  } else if (step->kind == URIEL_STEP_EXPECT) {
    if (step->text.len > 0)
      json_text(json, "reply", step->text.ptr, step->text.len);
  } else if (step->text.ptr) {
    json_text(json, "text", step->text.ptr, step->text.len);
  }
  if (step->data)
    json_string(json, "channel", "data");
  if (*step->note)
    json_string(json, "note", step->note);
  json_object_end(json);
}

void steps_json(const struct steps *steps, struct json *json)
{
  json_array_begin(json, "steps");
  for (size_t i = 0; i < steps->plan.step_count; i++)
    steps_json_one(&steps_of(steps)[i], json);
  json_array_end(json);
}

bool steps_warning(const struct steps *steps, const uriel_ref *ref, unsigned *bit, uriel_text *text)
{
  struct buffer *const steps_message = scratch_of(SCRATCH_STEPS_MESSAGE);
  struct buffer *const steps_said = scratch_of(SCRATCH_STEPS_SAID);
  for (unsigned next = *bit ? *bit << 1 : 1; next && next <= steps->plan.warnings; next <<= 1) {
    const uriel_warning warning = (uriel_warning)next;
    if (!(steps->plan.warnings & next))
      continue;
    size_t need;
    do
      need = uriel_warning_describe(warning, ref, steps_message->ptr, steps_message->capacity);
    while (buffer_short(steps_message, need));
    steps_said->len = 0;
    steps_append(steps_said, uriel_warning_name(warning));
    steps_append(steps_said, ": ");
    buffer_append(steps_said, steps_message->ptr, steps_message->len);
    *text = (uriel_text){steps_said->ptr, steps_said->len};
    *bit = next;
    return true;
  }
  return false;
}

/* ---- Parts -------------------------------------------------------------------------------------- */

static const uriel_own_part *parts_of(const struct parts *parts)
{
  return (const uriel_own_part *)(const void *)parts->list.ptr;
}

static void parts_add(struct parts *parts, const char *name, uriel_text text)
{
  const uriel_own_part part = {name, text};
  if (!text.ptr)
    return;
  buffer_append(&parts->list, (const char *)&part, sizeof part);
  parts->count++;
}

static bool parts_of_name(struct parts *parts, const uriel_ref *ref, uriel_error *error)
{
  uriel_urn urn = {0};
  if (!uriel_urn_parse(&urn, ref, error))
    return false;
  parts_add(parts, "nid", urn.nid);
  parts_add(parts, "nss", urn.nss);
  parts_add(parts, "r_component", urn.r_component);
  parts_add(parts, "q_component", urn.q_component);
  parts_add(parts, "f_component", urn.f_component);
  return true;
}

static bool parts_is_name(const uriel_ref *ref)
{
  const uriel_text scheme = uriel_scheme(ref);
  return scheme.ptr && scheme.len == 3 && (scheme.ptr[0] | 0x20) == 'u' &&
         (scheme.ptr[1] | 0x20) == 'r' && (scheme.ptr[2] | 0x20) == 'n';
}

bool parts_read(struct parts *parts, const uriel_ref *ref, uriel_error *error)
{
  enum { FIRST_PARTS = 16 };
  const size_t scratch = 2 * (size_t)ref->length;
  size_t count = FIRST_PARTS;
  parts->count = parts->list.len = 0;
  parts->scheme = uriel_scheme(ref);
  if (parts_is_name(ref))
    return parts_of_name(parts, ref, error);
  buffer_reserve(&parts->scratch, scratch > 0 ? scratch : 1);
  do {
    buffer_reserve(&parts->list, count * sizeof(uriel_own_part));
    count = uriel_scheme_parts(ref, (uriel_own_part *)(void *)parts->list.ptr,
                               parts->list.capacity / sizeof(uriel_own_part), parts->scratch.ptr,
                               parts->scratch.capacity, error);
    if (count == URIEL_FAILED)
      return false;
  } while (count > parts->list.capacity / sizeof(uriel_own_part));
  parts->count = count;
  return true;
}

bool parts_are_known(uriel_text scheme)
{
  uriel_error error;
  return scheme.ptr && (uriel_scheme_build(scheme.ptr, scheme.len, NULL, 0, NULL, 0, NULL, 0, &error) !=
                            URIEL_FAILED ||
                        error.code != URIEL_ERROR_SCHEME_OTHER);
}

void parts_free(struct parts *parts)
{
  buffer_free(&parts->list);
  buffer_free(&parts->scratch);
}

uriel_text parts_find(const struct parts *parts, const char *name)
{
  for (size_t i = 0; i < parts->count; i++)
    if (strcmp(parts_of(parts)[i].name, name) == 0)
      return parts_of(parts)[i].text;
  return uriel_text_of(NULL);
}

/* Writes the value from the start of `out`. */
static void parts_value(const uriel_own_part *part, bool show_password, struct buffer *out)
{
  out->len = 0;
  if (!show_password && strcmp(part->name, "password") == 0)
    buffer_append(out, "****", 4);
  else
    steps_escape(out, part->text);
}

void parts_print(const struct parts *parts, bool show_password)
{
  struct buffer *const parts_scratch = scratch_of(SCRATCH_PARTS);
  for (size_t i = 0; i < parts->count; i++) {
    const uriel_own_part *const part = &parts_of(parts)[i];
    output_text(&standard_out, "  ");
    colour_put(&standard_out, TONE_DIM, part->name, strlen(part->name));
    for (size_t column = strlen(part->name); column < 13; column++)
      output_char(&standard_out, ' ');
    parts_value(part, show_password, parts_scratch);
    output_char(&standard_out, ' ');
    output_foreign(&standard_out, parts_scratch->ptr, parts_scratch->len);
    output_char(&standard_out, '\n');
  }
}

void parts_line(const struct parts *parts, bool show_password, struct buffer *out)
{
  struct buffer *const parts_one = scratch_of(SCRATCH_PARTS_ONE);
  out->len = 0;
  for (size_t i = 0; i < parts->count; i++) {
    const uriel_own_part *const part = &parts_of(parts)[i];
    buffer_append(out, "\t", i > 0);
    buffer_append(out, part->name, strlen(part->name));
    buffer_append(out, "=", 1);
    parts_value(part, show_password, parts_one);
    buffer_append(out, parts_one->ptr, parts_one->len);
  }
}

/* Returns the end of the list whose items begin at `from`. */
static size_t parts_list_end(const struct parts *parts, size_t from)
{
  size_t to = from + 1;
  while (to < parts->count && strcmp(parts_of(parts)[to].name, parts_of(parts)[from].name) == 0)
    to++;
  return to;
}

static void parts_json_list(const uriel_own_part *items, size_t count, const char *name,
                            struct json *json)
{
  struct buffer *const parts_key = scratch_of(SCRATCH_PARTS_KEY);
  bool utf8 = true;
  json_array_begin(json, name);
  for (size_t i = 0; i < count; i++) {
    json_text(json, NULL, items[i].text.ptr, items[i].text.len);
    utf8 &= uriel_utf8_span(items[i].text.ptr, items[i].text.len) == items[i].text.len;
  }
  json_array_end(json);
  if (utf8)
    return;
  parts_key->len = 0;
  buffer_append(parts_key, name, strlen(name));
  buffer_append(parts_key, "_hex", sizeof "_hex");
  json_array_begin(json, parts_key->ptr);
  for (size_t i = 0; i < count; i++)
    json_hex_text(json, items[i].text.ptr, items[i].text.len);
  json_array_end(json);
}

void parts_json(const struct parts *parts, struct json *json)
{
  json_object_begin(json, "parts");
  for (size_t i = 0; i < parts->count;) {
    const uriel_own_part *const part = &parts_of(parts)[i];
    const bool list =
        uriel_scheme_part_is_list(parts->scheme.ptr, parts->scheme.len, part->name, strlen(part->name));
    const size_t end = parts_list_end(parts, i);
    if (list)
      parts_json_list(part, end - i, part->name, json);
    else
      json_text(json, part->name, part->text.ptr, part->text.len);
    i = list ? end : i + 1;
  }
  json_object_end(json);
}

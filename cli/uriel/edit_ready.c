/* SPDX-License-Identifier: MIT */
/* Changes made ready for a document: names checked, values encoded. */
#include <string.h>

#include "cli/shared/cli.h"
#include "edit.h"
#include "uriel_query.h"

static bool edit_is_valid(uriel_parts parts)
{
  return uriel_build(&parts, NULL, 0, NULL) != URIEL_FAILED;
}

void edit_separator(void *to, struct option_reader *reader)
{
  struct edit_list *const list = to;
  const char *const text = reader->value;
  const bool both = strcmp(text, "&;") == 0 || strcmp(text, ";&") == 0;
  list->separator = both || *text == '&' ? 0 : *text;
  if (both)
    list->query_options |= URIEL_QUERY_SEMICOLON;
  else if (strlen(text) != 1 || strchr("=%+#", *text) ||
           !edit_is_valid((uriel_parts){.query = {text, 1}}))
    die_usage(reader->command,
              "option \"%s\" takes a character that a query can have, except = %% and +, not \"%s\"",
              reader->name, text);
}

/* Returns whether the value is encoded, and for which place. Scheme, port and authority are not;
 * uriel_query.h encodes parameters, and schemes their parts. */
static bool edit_encode_for(const struct edit *edit, uriel_encode_for *where)
{
  static const uriel_encode_for of_components[] = {
      [URIEL_USERINFO] = URIEL_ENCODE_USERINFO, [URIEL_HOST] = URIEL_ENCODE_HOST,
      [URIEL_PATH] = URIEL_ENCODE_PATH,         [URIEL_QUERY] = URIEL_ENCODE_QUERY,
      [URIEL_FRAGMENT] = URIEL_ENCODE_FRAGMENT,
  };
  const uriel_component component = edit->component;
  const bool segment = edit->place == EDIT_SEGMENT || edit->action == EDIT_APPEND;
  if (edit->place == EDIT_PARAMETER || edit->place == EDIT_PART || edit->place == EDIT_ATTRIBUTE)
    return false;
  *where = component == URIEL_PATH && segment ? URIEL_ENCODE_PATH_SEGMENT : of_components[component];
  return component != URIEL_SCHEME && component != URIEL_PORT && component != URIEL_AUTHORITY;
}

/* Replaces each `byte`: by "%XX", or by `other`, if it is not 0. */
static void edit_replace_byte(struct buffer *text, char byte, char other)
{
  struct buffer old = *text;
  *text = (struct buffer){0};
  buffer_reserve(text, old.len); /* also an empty text is defined */
  for (size_t i = 0; old.ptr && i < old.len; i++)
    if (old.ptr[i] == byte && !other)
      buffer_append_triplet(text, (unsigned char)byte);
    else
      buffer_append(text, old.ptr[i] == byte ? &other : old.ptr + i, 1);
  buffer_free(&old);
}

/* Whether the value of a host has a delimiter. It is then left as it is, an error: "h:80" is not the
 * host "h%3A80". */
static bool edit_has_delimiter(uriel_text host)
{
  size_t at = 0;
  if (host.len > 0 && host.ptr[0] == '[')
    return false;
  while (at < host.len && !strchr(":/?#@", host.ptr[at]))
    at++;
  return at < host.len;
}

/* Encodes the value into `own`; leaves one that cannot be encoded. A ":" would end the user. */
static void edit_encode(struct edit *edit, uriel_spec spec, uriel_encode_for where, unsigned options)
{
  struct buffer *const own = &edit->own;
  uriel_error error;
  size_t need;
  struct buffer made = {0};
  do
    need = uriel_encode_as(edit->value.ptr, edit->value.len, spec, where, options, made.ptr,
                           made.capacity, &error);
  while (buffer_short(&made, need));
  if (need == URIEL_FAILED) {
    buffer_free(&made);
    return;
  }
  buffer_free(own);
  *own = made;
  if (edit->place == EDIT_USER)
    edit_replace_byte(own, ':', 0);
  edit->value = buffer_text(own);
}

/* An authority is parsed after "//". */
static void edit_ready_authority(struct edit *edit)
{
  buffer_append(&edit->own, "//", 2);
  buffer_append(&edit->own, edit->value.ptr, edit->value.len);
  edit->value.ptr = edit->own.ptr + 2;
}

static void edit_ready_value(const struct edit_list *list, struct edit *edit, uriel_spec spec)
{
  const bool encodes = list->plain ? list->encodes : !edit->encoded;
  uriel_encode_for where;
  if (!edit->value.ptr)
    return;
  if (edit->component == URIEL_AUTHORITY && edit->place == EDIT_COMPONENT)
    edit_ready_authority(edit);
  else if (encodes && edit_encode_for(edit, &where) &&
           (list->plain || where != URIEL_ENCODE_HOST || !edit_has_delimiter(edit->value)))
    edit_encode(edit, spec == URIEL_SPEC_WHATWG ? URIEL_SPEC_RFC3986 : spec, where,
                list->plain ? 0 : URIEL_ENCODE_PERCENT);
}

/* Whether the result of the edit parses back to its parts, in any reference. */
static bool edit_can_splice(const struct edit *edit)
{
  if (edit->component == URIEL_QUERY)
    return !edit->encoded || edit_is_valid((uriel_parts){.query = edit->value});
  if (edit->component == URIEL_FRAGMENT && edit->place == EDIT_COMPONENT)
    return !edit->encoded || edit_is_valid((uriel_parts){.fragment = edit->value});
  return edit->component == URIEL_SCHEME && edit->place == EDIT_COMPONENT && edit->value.ptr &&
         edit_is_valid((uriel_parts){.scheme = edit->value});
}

/* The same, if the result has a host. */
static bool edit_can_splice_with_host(const struct edit *edit)
{
  const uriel_text value = edit->value.ptr ? edit->value : uriel_text_of("");
  uriel_parts parts = {.host = uriel_text_of("h")};
  if (edit->place == EDIT_PART || edit->component == URIEL_AUTHORITY ||
      (edit->component == URIEL_HOST && !edit->value.ptr))
    return false;
  if (edit->action > EDIT_REPLACE || !edit->value.ptr || edit_can_splice(edit))
    return true;
  if (edit->component == URIEL_QUERY)
    return false;
  if (edit->component == URIEL_PATH && (edit->place == EDIT_SEGMENT || edit->action == EDIT_APPEND))
    parts.query = value; /* as no "/" comes first; a query can have "?", a segment cannot */
  else
    *edit_component(&parts, edit->component) = value;
  return edit_is_valid(parts) && !(parts.query.len && memchr(value.ptr, '?', value.len));
}

/* With another separator, the query is edited with "&" for it, and "\1" for "&": "&" in an encoded value
 * becomes that, and the separator in a decoded one is encoded. */
static void edit_ready_separator(const struct edit_list *list, struct edit *edit, const char *command)
{
  const char separator = list->separator;
  const bool form = list->query_options & URIEL_QUERY_FORM;
  struct buffer *const own = &edit->own;
  if (edit->component != URIEL_QUERY || (edit->place != EDIT_PARAMETER && edit->action != EDIT_APPEND))
    return;
  if ((edit->name.len && memchr(edit->name.ptr, separator, edit->name.len)) ||
      (edit->action == EDIT_RENAME && memchr(edit->value.ptr, separator, edit->value.len)))
    die_usage(command, "\"%s\": a name cannot have the separator", edit->given);
  if (edit->action == EDIT_REMOVE || edit->action == EDIT_RENAME || !edit->value.len)
    return;
  if (edit->value.ptr != own->ptr) {
    own->len = 0;
    buffer_append(own, edit->value.ptr, edit->value.len);
  }
  if (edit->place == EDIT_PARAMETER && !edit->encoded) {
    edit->value = buffer_text(own);
    edit_encode(edit, URIEL_SPEC_RFC3986, form ? URIEL_ENCODE_FORM : URIEL_ENCODE_QUERY_VALUE,
                URIEL_ENCODE_PERCENT);
    edit_replace_byte(own, separator, 0);
    edit->encoded = true;
  }
  edit_replace_byte(own, '&', '\1');
  edit->value = buffer_text(own);
}

/* Writes the parameter as it is added to a query, or the value that takes the place of others. */
static void edit_ready_pair(const struct edit_list *list, struct edit *edit)
{
  struct buffer *const out = &edit->pair;
  const bool raw = edit->encoded && edit->value.ptr;
  const bool values = edit->action == EDIT_REPLACE && edit->glob;
  const uriel_text name = values ? uriel_text_of("") : edit->name;
  const uriel_text value = raw ? uriel_text_of("") : edit->value;
  size_t need;
  if (edit->place != EDIT_PARAMETER || (edit->action > EDIT_APPEND && !values))
    return;
  do
    need = uriel_query_append(NULL, uriel_text_of(NULL), name, value, list->query_options, out->ptr,
                              out->capacity);
  while (buffer_short(out, need));
  if (raw)
    buffer_append(out, edit->value.ptr, edit->value.len);
  if (values && !edit->value.ptr)
    out->len = 0; /* not even "=" */
}

static void edit_ready_name(const struct edit_list *list, const struct edit *edit, const char *command,
                            uriel_spec spec)
{
  const bool url = spec == URIEL_SPEC_WHATWG;
  if (url && edit->action == EDIT_DEFAULT_PORT)
    die_usage(command, "--default-port: URLs of whatwg have no default port in their text");
  if (url && edit->attribute == EDIT_NO_ATTRIBUTE && list->plain)
    die_usage(command, "URLs have no attribute \"%s\": set username, password, host or port",
              edit->component == URIEL_AUTHORITY ? "authority" : "userinfo");
  if (url && edit->attribute == EDIT_NO_ATTRIBUTE)
    die_usage(command, "\"%s\": with --spec=whatwg, set user, password, host or port", edit->given);
  if (!url && edit->place == EDIT_ATTRIBUTE)
    die_usage(command, "\"%.*s\" is an attribute of URLs: add --spec=whatwg",
              (int)strcspn(edit->given, "="), edit->given);
}

void edit_ready(struct edit_list *list, const char *command, uriel_spec spec)
{
  list->turns = 1;
  list->splices = list->splices_with_host = !list->plain && spec == URIEL_SPEC_RFC3986;
  for (size_t i = edit_count(list); i-- > 0;) {
    struct edit *const edit = edit_at(list, i);
    edit_ready_name(list, edit, command, spec);
    edit_ready_value(list, edit, spec);
    list->splices &= edit_can_splice(edit);
    list->splices_with_host &= edit_can_splice_with_host(edit);
    if (list->separator)
      edit_ready_separator(list, edit, command);
    edit_ready_pair(list, edit);
    edit->stride = list->turns;
    if (edit->choice == 0)
      list->turns *= edit->choices;
    if (list->turns > UINT32_MAX)
      die_usage(command, "--iterate: more than 4294967295 results of each input");
  }
}

/* SPDX-License-Identifier: MIT */
/* Functions of the parameters of a query. */
#include "function/function.h"
#include "text/text.h"
#include "uriel_query.h"

bool uriel_function_param(function_call *call, uriel_value *result)
{
  return uriel_function_wrote(call, result,
                              uriel_query_get(uriel_query(call->refs[0]), call->values[1].text.ptr,
                                              call->values[1].text.len, 0, call->out, call->capacity));
}

/* Returns a negative number, 0 or a positive one, as the decoded name `a` is before, equal to or after
 * `b`. */
static int parameter_order(uriel_text a, uriel_text b)
{
  const char *at = a.ptr, *const end = view_end(a), *other = b.ptr, *const other_end = view_end(b);
  while (at < end && other < other_end) {
    const unsigned char byte = (unsigned char)decoded_next(&at, end);
    const int difference = byte - (unsigned char)decoded_next(&other, other_end);
    if (difference)
      return difference;
  }
  return (at < end) - (other < other_end);
}

static bool parameter_before(uriel_text a, uriel_text b, unsigned options)
{
  (void)options;
  return parameter_order(a, b) < 0;
}

/* Writes a name, decoded except for the bytes that would make the list ambiguous, so that equal names
 * are the same bytes. */
static void parameter_put_name(writer *w, uriel_text name)
{
  for (const char *at = name.ptr, *const end = view_end(name), *from = at; at < end; from = at) {
    const unsigned char byte = (unsigned char)decoded_next(&at, end);
    const bool keep = byte <= ' ' || byte == 0x7F || byte == '%' || byte == '&';
    if (keep && at - from == 3)
      write_triplet(w, byte);
    else
      write_byte(w, (char)byte);
  }
}

/* The names are sorted at the end of `out`, and written to its beginning. */
bool uriel_function_query_names(function_call *call, uriel_value *result)
{
  uriel_text query = uriel_query(call->refs[0]);
  uriel_param param;
  if (!query.ptr)
    return true;
  const size_t count = uriel_query_count(query, 0);
  const size_t begin = query.len + size_to_align(call->out + query.len, sizeof(void *));
  const size_t needed = size_add(begin, size_times(count, sizeof query));
  if (count == 0)
    return function_text(result, uriel_text_of(""));
  if (needed > call->capacity)
    return uriel_function_small(call->error, needed + sizeof(void *));
  uriel_text *const names = (uriel_text *)(void *)(call->out + begin);
  for (size_t i = 0; uriel_query_next(&query, &param, 0); i++)
    names[i] = param.name;
  uriel_sort_texts(names, count, parameter_before, 0);
  writer w = writer_to(call->out, begin);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && parameter_order(names[i - 1], names[i]) == 0)
      continue;
    if (i > 0)
      write_byte(&w, '&');
    parameter_put_name(&w, names[i]);
  }
  return uriel_function_wrote(call, result, w.len);
}

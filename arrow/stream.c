/* SPDX-License-Identifier: MIT */
/* uriel_arrow_stream and uriel_arrow_call_stream: array after array. */
#include <stdlib.h>
#include <string.h>

#include "call.h"

typedef struct stream_state {
  struct ArrowArrayStream in;
  struct ArrowSchema schema;
  uriel_arrow_options options;
  char *child;                    /* a copy of the option */
  const char *why;                /* of the last failure; NULL: `in` has the message */
  const uriel_function *function; /* NULL: the arrays are parsed */
  uriel_arrow_argument arguments[URIEL_FUNCTION_ARGUMENTS]; /* the first is the array */
  size_t count;
  void *copies[URIEL_FUNCTION_ARGUMENTS]; /* what the constants lead to */
} stream_state;

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
  stream_state *const state = stream->private_data;
  if (state->function)
    return uriel_arrow_call_schema(out, state->function, state->arguments, state->count, NULL,
                                   &state->why);
  return uriel_arrow_schema(out, &state->schema, &state->options, &state->why);
}

static int stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
  stream_state *const state = stream->private_data;
  struct ArrowArray array = {.release = NULL};
  state->why = NULL;
  int error = state->in.get_next(&state->in, &array);
  if (error)
    return error;
  if (!array.release) {
    *out = (struct ArrowArray){.release = NULL};
    return 0;
  }
  state->arguments[0].array = &array;
  if (state->function)
    error = uriel_arrow_call(out, state->function, state->arguments, state->count, NULL, &state->why);
  else
    error = uriel_arrow_parse(out, &array, &state->schema, &state->options, &state->why);
  if (array.release)
    array.release(&array);
  return error;
}

static const char *stream_error(struct ArrowArrayStream *stream)
{
  stream_state *const state = stream->private_data;
  return state->why ? state->why : state->in.get_last_error(&state->in);
}

static void stream_free(stream_state *state)
{
  if (state->schema.release)
    state->schema.release(&state->schema);
  for (size_t i = 0; i < URIEL_FUNCTION_ARGUMENTS; i++)
    free(state->copies[i]);
  free(state->child);
  free(state);
}

static void stream_release(struct ArrowArrayStream *stream)
{
  stream_state *const state = stream->private_data;
  state->in.release(&state->in);
  stream_free(state);
  stream->release = NULL;
}

/* ---- Copies ----------------------------------------------------------------------------------- */

static char *stream_copy(char *to, const char *text, size_t len)
{
  if (text && len > 0)
    memcpy(to, text, len);
  return to + len;
}

static bool stream_copy_list(uriel_value *value, void **copy)
{
  size_t size = value->count * sizeof(uriel_text);
  for (size_t i = 0; i < value->count; i++)
    size += value->list[i].len;
  uriel_text *const list = *copy = malloc(size + 1);
  if (!list)
    return false;
  char *end = (char *)(list + value->count);
  for (size_t i = 0; i < value->count; i++) {
    const uriel_text text = value->list[i];
    list[i] = (uriel_text){text.ptr ? end : NULL, text.len};
    end = stream_copy(end, text.ptr, text.len);
  }
  value->list = list;
  return true;
}

/* Makes the constant lead to a copy of its own. */
static bool stream_copy_value(uriel_value *value, void **copy)
{
  if (value->kind == URIEL_KIND_LIST && value->list)
    return stream_copy_list(value, copy);
  if (value->kind == URIEL_KIND_REFERENCE && value->ref) {
    uriel_ref *const ref = *copy = malloc(sizeof *ref + value->ref->length + 1);
    if (!ref)
      return false;
    stream_copy((char *)(ref + 1), value->ref->text, value->ref->length);
    *ref = uriel_rebase(value->ref, (char *)(ref + 1));
    value->ref = ref;
  } else if (value->kind == URIEL_KIND_TEXT && value->text.ptr) {
    char *const text = *copy = malloc(value->text.len + 1);
    if (!text)
      return false;
    stream_copy(text, value->text.ptr, value->text.len);
    value->text.ptr = text;
  }
  return true;
}

static bool stream_copy_child(stream_state *state)
{
  const char *const child = state->options.child;
  if (!child)
    return true;
  state->options.child = state->child = malloc(strlen(child) + 1);
  if (state->child)
    memcpy(state->child, child, strlen(child) + 1);
  return state->child != NULL;
}

/* ---- Streams ---------------------------------------------------------------------------------- */

/* Checks that the schema can be read, and the constants. */
static int stream_check(stream_state *state, uriel_error *error, const char **why)
{
  arrow_request request;
  arrow_call call;
  if (!state->function)
    return uriel_arrow_request(&request, &state->schema, &state->options, why);
  const int failed = uriel_arrow_call_open(&call, state->function, state->arguments, state->count, why);
  if (error)
    *error = call.error;
  uriel_arrow_call_close(&call);
  return failed;
}

/* Moves `in` to a stream of arrays that are made from its arrays. The state is freed after an error. */
static int stream_begin(struct ArrowArrayStream *out, struct ArrowArrayStream *in, stream_state *state,
                        uriel_error *error, const char **why)
{
  int failed = stream_copy_child(state) ? 0 : arrow_no_memory(why);
  for (size_t i = 1; i < state->count && !failed; i++)
    if (!stream_copy_value(&state->arguments[i].value, &state->copies[i]))
      failed = arrow_no_memory(why);
  if (!failed && (failed = in->get_schema(in, &state->schema)) != 0)
    arrow_fail(why, failed, "the stream gives no schema");
  state->arguments[0] = (uriel_arrow_argument){.schema = &state->schema, .child = state->options.child};
  if (!failed)
    failed = stream_check(state, error, why);
  if (failed) {
    stream_free(state);
    return failed;
  }
  state->in = *in;
  in->release = NULL;
  *out = (struct ArrowArrayStream){.get_schema = stream_schema,
                                   .get_next = stream_next,
                                   .get_last_error = stream_error,
                                   .release = stream_release,
                                   .private_data = state};
  return 0;
}

static int stream_open(stream_state **state, const struct ArrowArrayStream *in, const char **why)
{
  if (!in || !in->release)
    return arrow_fail(why, EINVAL, "the stream was released");
  *state = calloc(1, sizeof **state);
  return *state ? 0 : arrow_no_memory(why);
}

int uriel_arrow_stream(struct ArrowArrayStream *out, struct ArrowArrayStream *in,
                       const uriel_arrow_options *options, const char **why)
{
  stream_state *state;
  const int failed = stream_open(&state, in, why);
  if (failed)
    return failed;
  if (options)
    state->options = *options;
  return stream_begin(out, in, state, NULL, why);
}

int uriel_arrow_call_stream(struct ArrowArrayStream *out, struct ArrowArrayStream *in,
                            const uriel_function *function, const uriel_arrow_argument *arguments,
                            size_t count, uriel_error *error, const char **why)
{
  stream_state *state;
  if (error)
    *error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (count > function->argument_count) {
    if (error)
      *error = arrow_refused(function, function->argument_count - 1);
    return arrow_fail(why, EINVAL, arrow_wrong_argument);
  }
  for (size_t i = 1; i < count; i++)
    if (arguments[i].schema)
      return arrow_fail(why, EINVAL, "only the first argument of a stream is a column");
  const int failed = stream_open(&state, in, why);
  if (failed)
    return failed;
  state->options.child = count > 0 ? arguments[0].child : NULL;
  state->function = function;
  state->count = count > 0 ? count : 1;
  for (size_t i = 1; i < count; i++)
    state->arguments[i].value = arguments[i].value;
  return stream_begin(out, in, state, error, why);
}

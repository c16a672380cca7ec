/* SPDX-License-Identifier: MIT */
/* uriel_arrow_stream: array after array. */
#include <stdlib.h>
#include <string.h>

#include "kinds.h"

typedef struct stream_state {
  struct ArrowArrayStream in;
  struct ArrowSchema schema;
  uriel_arrow_options options;
  char *child;     /* a copy of the option */
  const char *why; /* of the last failure, unless that was the stream's below */
} stream_state;

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
  stream_state *const state = stream->private_data;
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

/* A copy of the options, and a schema that can be read. */
static int stream_prepare(stream_state *state, struct ArrowArrayStream *in,
                          const uriel_arrow_options *options, const char **why)
{
  arrow_request request;
  if (options)
    state->options = *options;
  if (state->options.child) {
    const size_t size = strlen(state->options.child) + 1;
    state->options.child = state->child = malloc(size);
    if (!state->child)
      return arrow_no_memory(why);
    memcpy(state->child, options->child, size);
  }
  const int error = in->get_schema(in, &state->schema);
  if (error)
    return arrow_fail(why, error, "the stream gives no schema");
  return uriel_arrow_request(&request, &state->schema, &state->options, why);
}

int uriel_arrow_stream(struct ArrowArrayStream *out, struct ArrowArrayStream *in,
                       const uriel_arrow_options *options, const char **why)
{
  if (!in || !in->release)
    return arrow_fail(why, EINVAL, "the stream was released");
  stream_state *const state = calloc(1, sizeof *state);
  if (!state)
    return arrow_no_memory(why);
  const int error = stream_prepare(state, in, options, why);
  if (error) {
    stream_free(state);
    return error;
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

/* SPDX-License-Identifier: MIT */
/* gzip and deflate by the module zlib of Python, which every worker has; the wheel links no library.
 * Steps are large, because each takes the interpreter's lock: the output of a step is returned in parts,
 * without the lock. */
#include <stdlib.h>

#include "base/budget.h"
#include "harvest.h"

enum {
  INFLATE_IN = 64 * 1024,   /* compressed bytes of a step, at most */
  INFLATE_OUT = 128 * 1024, /* decompressed bytes of a step, at most */
  /* zlib's state and window, and their copy; the input, and its unused rest; the output of a step, and
   * its pieces before they are joined. */
  INFLATE_MEMORY = 2 * 48 * 1024 + 2 * INFLATE_IN + 2 * INFLATE_OUT
};

typedef struct inflate_state {
  const inflate_module *module;
  int window;
  bool fresh;       /* a member begins */
  PyObject *stream; /* a decompressobj; NULL before its first step */
  PyObject *before; /* its copy before the step */
  PyObject *made;   /* the output of the last step: bytes */
  const char *ptr;  /* the rest of it, which is not yet returned */
  size_t left;
  enum unpack_result after; /* the result of the step, after that rest */
} inflate_state;

static void *inflate_start(void *context)
{
  if (!budget_charge(INFLATE_MEMORY))
    return NULL;
  inflate_state *const state = budget_take_zeros(1, sizeof *state);
  if (state)
    state->module = context;
  else
    budget_refund(INFLATE_MEMORY);
  return state;
}

/* Frees the objects of a member. The thread has the lock. */
static void inflate_clear(inflate_state *state)
{
  Py_CLEAR(state->stream);
  Py_CLEAR(state->before);
  Py_CLEAR(state->made);
  state->fresh = false;
}

static void inflate_stop(void *given)
{
  inflate_state *const state = given;
  const inflate_module *const module = state->module;
  if (state->stream || state->made) {
    module->hold(module->context);
    inflate_clear(state);
    module->leave(module->context);
  }
  budget_give(state);
  budget_refund(INFLATE_MEMORY);
}

static bool inflate_next(inflate_state *state, int window)
{
  state->fresh = true; /* the next step clears it, with the lock */
  state->window = window;
  state->left = 0;
  state->after = UNPACK_MORE;
  return true;
}

static bool inflate_next_gzip(void *state, const char *data, size_t len)
{
  (void)data;
  (void)len;
  return inflate_next(state, UNPACK_GZIP);
}

static bool inflate_next_deflate(void *state, const char *data, size_t len)
{
  return inflate_next(state, unpack_deflate_format(data, len));
}

/* ---- Calls of Python --------------------------------------------------------------------------- */

/* Returns the length of a bytes attribute, or -1 with an exception. */
static Py_ssize_t inflate_length(PyObject *stream, const char *name)
{
  PyObject *const bytes = PyObject_GetAttrString(stream, name);
  const Py_ssize_t len = bytes ? PyObject_Size(bytes) : -1;
  Py_XDECREF(bytes);
  return len;
}

/* Subtracts the input that the stream left from `*used`, and sets whether the stream has ended. Returns
 * false with an exception. */
static bool inflate_used(inflate_state *state, size_t *used)
{
  PyObject *const eof = PyObject_GetAttrString(state->stream, "eof");
  const int ended = eof ? PyObject_IsTrue(eof) : -1;
  const Py_ssize_t rest =
      ended < 0 ? -1 : inflate_length(state->stream, ended ? "unused_data" : "unconsumed_tail");
  Py_XDECREF(eof);
  if (rest < 0)
    return false;
  *used -= (size_t)rest < *used ? (size_t)rest : *used;
  state->after = ended ? UNPACK_END : UNPACK_MORE;
  return true;
}

/* Replaces the output of the last step by `made`, which it takes. */
static bool inflate_set(inflate_state *state, PyObject *made)
{
  char *ptr;
  Py_ssize_t len;
  Py_XDECREF(state->made);
  state->made = made;
  if (!made || PyBytes_AsStringAndSize(made, &ptr, &len) < 0)
    return false;
  state->ptr = ptr;
  state->left = (size_t)len;
  return true;
}

static PyObject *inflate_stream(const inflate_state *state)
{
  return PyObject_CallFunction(state->module->decompressobj, "i", state->window);
}

/* Decodes the bytes before a damaged place, and sets how many bytes come before it: decompress() does
 * not report that, but flush() does, for the input that decompress() has kept. Returns false with an
 * exception. */
static bool inflate_damaged(inflate_state *state, PyObject *data, size_t *used)
{
  Py_ssize_t left = -1;
  if (!PyErr_ExceptionMatches(state->module->error))
    return false;
  PyErr_Clear();
  state->after = UNPACK_DAMAGED;
  PyObject *const again = state->before ? Py_NewRef(state->before) : inflate_stream(state);
  PyObject *made = again ? PyObject_CallMethod(again, "decompress", "Oi", data, 1) : NULL;
  PyObject *const rest = made ? PyObject_CallMethod(again, "flush", NULL) : NULL;
  if (rest)
    left = inflate_length(again, "unconsumed_tail");
  Py_XDECREF(again);
  if (left >= 0)
    PyBytes_Concat(&made, rest);
  Py_XDECREF(rest);
  if (left >= 0 && made) {
    *used -= (size_t)left < *used ? (size_t)left : *used;
    return inflate_set(state, made);
  }
  Py_XDECREF(made);
  if (!PyErr_ExceptionMatches(state->module->error))
    return false;
  PyErr_Clear(); /* the first byte is damaged: decompress() has raised the same again */
  *used = *used > 0;
  return true;
}

/* Decompresses `*used` bytes; sets how many of them were used. Returns false with an exception. */
static bool inflate_more(inflate_state *state, const char *bytes, size_t *used)
{
  PyObject *before = NULL;
  if (state->fresh)
    inflate_clear(state);
  if (!state->stream)
    state->stream = inflate_stream(state);
  else if (!(before = PyObject_CallMethod(state->stream, "copy", NULL)))
    return false;
  Py_XDECREF(state->before);
  state->before = before;
  PyObject *const data = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)*used);
  PyObject *const made = state->stream && data
                             ? PyObject_CallMethod(state->stream, "decompress", "Oi", data, INFLATE_OUT)
                             : NULL;
  const bool good =
      made ? inflate_set(state, made) && inflate_used(state, used) : inflate_damaged(state, data, used);
  Py_XDECREF(data);
  return good;
}

/* ---- Steps ------------------------------------------------------------------------------------- */

static enum unpack_result inflate_step(void *given, const char *data, size_t *used, char *out,
                                       size_t *made)
{
  inflate_state *const state = given;
  const inflate_module *const module = state->module;
  size_t in = 0;
  if (state->left == 0 && state->after == UNPACK_MORE) {
    in = *used < INFLATE_IN ? *used : INFLATE_IN;
    const bool good = module->hold(module->context) && inflate_more(state, data, &in);
    if (!good)
      state->after = UNPACK_NO_MEMORY;
    module->leave(module->context);
  }
  *used = in;
  *made = *made < state->left ? *made : state->left;
  if (*made > 0)
    memcpy(out, state->ptr, *made);
  state->ptr += *made;
  state->left -= *made;
  return state->left > 0 ? UNPACK_MORE : state->after;
}

static const struct unpacker inflate_gzip = {.encoding = "gzip",
                                             .padded = true,
                                             .marked = true,
                                             .start = inflate_start,
                                             .next = inflate_next_gzip,
                                             .step = inflate_step,
                                             .stop = inflate_stop};
static const struct unpacker inflate_deflate = {.encoding = "deflate",
                                                .start = inflate_start,
                                                .next = inflate_next_deflate,
                                                .step = inflate_step,
                                                .stop = inflate_stop};
const struct unpacker *const uriel_python_unpackers[INFLATE_UNPACKERS] = {&inflate_gzip,
                                                                          &inflate_deflate};

/* SPDX-License-Identifier: MIT */
/* uriel-long [MAX]: the time of each operation of the library on one reference of 10, 100, ... MAX bytes
 * (default 10^8), and the stack that it uses. The library uses no other memory. Prints one
 * JSON object per line. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "uriel_batch.h"

/* One reference, another spelling of it, and space for output. */
typedef struct long_input {
  char *text, *other, *out;
  size_t len, other_len, capacity;
  uriel_ref ref, other_ref, base;
} long_input;

typedef size_t long_operation(const long_input *in);

static volatile size_t long_sink;

static size_t long_parse(const long_input *in)
{
  uriel_ref ref;
  return uriel_parse(&ref, in->text, in->len, NULL);
}

static size_t long_lines(const long_input *in)
{
  uriel_ref refs[2];
  size_t from = 0;
  return uriel_parse_lines(refs, 2, &from, in->text, in->len, true);
}

static size_t long_normalize(const long_input *in)
{
  return uriel_normalize(&in->ref, URIEL_LEVEL_SCHEME, in->out, in->capacity);
}

static size_t long_resolve(const long_input *in)
{
  return uriel_resolve(&in->base, &in->other_ref, URIEL_RESOLVE_STRICT, in->out, in->capacity, NULL);
}

static size_t long_relative(const long_input *in)
{
  return uriel_relative(&in->base, &in->ref, in->out, in->capacity, NULL);
}

static size_t long_equal(const long_input *in)
{
  return uriel_equal(&in->ref, &in->other_ref, URIEL_LEVEL_SCHEME);
}

static size_t long_compare(const long_input *in)
{
  return uriel_compare(&in->ref, &in->other_ref);
}

static size_t long_hash(const long_input *in)
{
  return (size_t)uriel_hash(&in->ref, URIEL_LEVEL_SCHEME, 1);
}

static size_t long_encode(const long_input *in)
{
  return uriel_encode(in->text, in->len, URIEL_ENCODE_QUERY_VALUE, 0, in->out, in->capacity);
}

static size_t long_decode(const long_input *in)
{
  return uriel_decode(in->text, in->len, 0, in->out, in->capacity, NULL);
}

static size_t long_build(const long_input *in)
{
  const uriel_parts parts = uriel_parts_of(&in->ref);
  return uriel_build(&parts, in->out, in->capacity, NULL);
}

static size_t long_segments(const long_input *in)
{
  uriel_text rest = uriel_path(&in->ref);
  uriel_text segment;
  size_t count = 0;
  while (uriel_segment_next(&rest, &segment))
    count++;
  return count;
}

static size_t long_utf8(const long_input *in)
{
  return uriel_utf8_span(in->text, in->len);
}

static const struct long_case {
  const char *name;
  long_operation *run;
} cases[] = {
    {"uriel_parse", long_parse},         {"uriel_parse_lines", long_lines},
    {"uriel_normalize", long_normalize}, {"uriel_resolve", long_resolve},
    {"uriel_relative", long_relative},   {"uriel_equal", long_equal},
    {"uriel_compare", long_compare},     {"uriel_hash", long_hash},
    {"uriel_encode", long_encode},       {"uriel_decode", long_decode},
    {"uriel_build", long_build},         {"uriel_segment_next", long_segments},
    {"uriel_utf8_span", long_utf8},
};
enum { CASES = sizeof cases / sizeof *cases, STACK = 1 << 20, ENOUGH_MS = 200 };

/* ---- The stack ---------------------------------------------------------------------------------- */

typedef struct long_job {
  const struct long_case *which;
  const long_input *in;
} long_job;

static void *long_thread(void *data)
{
  const long_job *const job = data;
  if (job->which)
    long_sink += job->which->run(job->in);
  return NULL;
}

/* Returns how many bytes of a painted stack change in a thread that runs the operation, or that runs
 * nothing; 0 if memory runs out. */
static size_t stack_of(const struct long_case *which, const long_input *in)
{
  long_job job = {which, in};
  pthread_attr_t attributes;
  pthread_t thread;
  size_t left = 0;
  unsigned char *const stack = aligned_alloc(4096, STACK);
  if (!stack)
    return 0;
  memset(stack, 0xa5, STACK);
  if (pthread_attr_init(&attributes) == 0) {
    if (pthread_attr_setstack(&attributes, stack, STACK) == 0 &&
        pthread_create(&thread, &attributes, long_thread, &job) == 0)
      pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
  }
  while (left < STACK && stack[left] == 0xa5)
    left++;
  free(stack);
  return STACK - left;
}

/* ---- The time ----------------------------------------------------------------------------------- */

static double long_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Returns the nanoseconds of the fastest of several runs. Repeats short operations within a run. */
static double long_time(const struct long_case *which, const long_input *in)
{
  double best = 0;
  double spent = 0;
  for (int run = 0; run < 3 || (run < 1000 && spent < ENOUGH_MS * 1e6); run++) {
    const size_t times = in->len < 10000 ? 100 : 1;
    const double begin = long_now();
    for (size_t i = 0; i < times; i++)
      long_sink += which->run(in);
    const double took = long_now() - begin;
    spent += took;
    if (best == 0 || took / (double)times < best)
      best = took / (double)times;
  }
  return best;
}

/* ---- The input ---------------------------------------------------------------------------------- */

/* Writes `start`, then `piece` repeatedly, cut to the length. */
static size_t long_fill(char *out, size_t len, const char *start, const char *piece)
{
  const size_t head = strlen(start);
  const size_t each = strlen(piece);
  for (size_t i = 0; i < len; i++)
    out[i] = i < head ? start[i] : piece[(i - head) % each];
  /* do not cut an escape */
  while (len > head && (out[len - 1] == '%' || (len > head + 1 && out[len - 2] == '%')))
    len--;
  return len;
}

static bool long_make(long_input *in, size_t len, const char *piece)
{
  static const char base[] = "http://h/a/b?c";
  *in = (long_input){.capacity = 3 * len + 64};
  in->text = malloc(len);
  in->other = malloc(len);
  in->out = malloc(in->capacity);
  if (!in->text || !in->other || !in->out)
    return false;
  in->len = long_fill(in->text, len, "http://h/", piece);
  in->other_len = long_fill(in->other, len, "HTTP://H/", piece);
  memset(in->out, 0, in->capacity); /* touch all pages before measuring */
  return uriel_parse(&in->ref, in->text, in->len, NULL) &&
         uriel_parse(&in->other_ref, in->other, in->other_len, NULL) &&
         uriel_parse(&in->base, base, sizeof base - 1, NULL);
}

static void long_free(long_input *in)
{
  free(in->text);
  free(in->other);
  free(in->out);
}

static bool long_length(size_t len, const char *name, const char *piece)
{
  long_input in;
  const bool made = long_make(&in, len, piece);
  if (!made)
    fprintf(stderr, "uriel-long: no memory for %zu bytes\n", len);
  const size_t nothing = made ? stack_of(NULL, &in) : 0;
  for (size_t i = 0; made && i < CASES; i++) {
    const double took = long_time(&cases[i], &in);
    const size_t stack = stack_of(&cases[i], &in);
    printf("{\"operation\":\"%s\",\"text\":\"%s\",\"bytes\":%zu,\"ns\":%.1f,\"stack\":%zu}\n",
           cases[i].name, name, in.len, took, stack > nothing ? stack - nothing : 0);
    fflush(stdout);
  }
  long_free(&in);
  return made;
}

int main(int argc, char **argv)
{
  char *end = NULL;
  const size_t most = argc == 2 ? strtoul(argv[1], &end, 10) : 100000000;
  if (argc > 2 || (argc == 2 && (*end != 0 || *argv[1] == '-')) || most < 10 || most > UINT32_MAX / 4) {
    fputs("usage: uriel-long [MAX]   (bytes: 10 to 1073741823, default 100000000)\n", stderr);
    return 2;
  }
  for (size_t len = 10; len <= most; len *= 10) {
    if (!long_length(len, "segments", "a-segment/") ||
        !long_length(len, "dots and escapes", "%7ea/./b/../"))
      return 3;
  }
  return ferror(stdout) ? 3 : 0;
}

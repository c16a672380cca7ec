/* SPDX-License-Identifier: MIT */
/* A program of a user who installed the Arrow library: parses one reference in an array and prints its
 * host. Compiles as C and as C++. */
#include <stdio.h>
#include <uriel_arrow.h>

static void keep_schema(struct ArrowSchema *schema)
{
  schema->release = NULL;
}

static void keep_array(struct ArrowArray *array)
{
  array->release = NULL;
}

int main(void)
{
  static const int32_t offsets[] = {0, 20};
  static const char text[] = "http://example.com/a";
  const void *buffers[] = {NULL, offsets, text};
  const uriel_arrow_options options = {URIEL_ARROW_HOST, false, NULL};
  struct ArrowSchema schema = {"u", "", NULL, 0, 0, NULL, NULL, keep_schema, NULL};
  struct ArrowArray array = {1, 0, 0, 3, 0, buffers, NULL, NULL, keep_array, NULL};
  struct ArrowArray parsed;
  if (uriel_arrow_parse(&parsed, &array, &schema, &options, NULL) != 0)
    return 1;
  const struct ArrowArray *const host = parsed.children[0];
  const int32_t *const ends = (const int32_t *)host->buffers[1];
  printf("%.*s\n", (int)ends[1], (const char *)host->buffers[2]);
  parsed.release(&parsed);
  return 0;
}

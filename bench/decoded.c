/* SPDX-License-Identifier: MIT */
/* uriel-decoded: the floors for archives. Decodes a file with the libraries that `uriel links` uses, and
 * writes only how many bytes there are. */
#include <errno.h>
#include <gmime/gmime.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { DECODED_PIECE = 64 * 1024, DECODED_GZIP = 15 + 16 /* inflateInit2: with a header of gzip */ };

/* ---- gzip: one member after the other, as in WARC files ---------------------------------------- */

/* Returns the bytes in the piece. Returns -1 if it is not gzip. */
static long long gzip_piece(z_stream *stream)
{
  static unsigned char out[DECODED_PIECE];
  long long bytes = 0;
  int result = Z_OK;
  while (stream->avail_in > 0 && result == Z_OK) {
    stream->next_out = out;
    stream->avail_out = sizeof out;
    result = inflate(stream, Z_NO_FLUSH);
    bytes += (long long)(sizeof out - stream->avail_out);
    if (result == Z_STREAM_END)
      result = inflateReset(stream);
  }
  return result == Z_OK || result == Z_BUF_ERROR ? bytes : -1;
}

static long long gzip_bytes(FILE *file)
{
  static unsigned char in[DECODED_PIECE];
  z_stream stream = {.next_in = in};
  long long bytes = 0, more = 0;
  if (inflateInit2(&stream, DECODED_GZIP) != Z_OK)
    return -1;
  for (size_t got = 0; more >= 0 && (got = fread(in, 1, sizeof in, file)) > 0;) {
    stream.next_in = in;
    stream.avail_in = (uInt)got;
    more = gzip_piece(&stream);
    bytes += more;
  }
  inflateEnd(&stream);
  return more < 0 ? -1 : bytes;
}

/* ---- mbox -------------------------------------------------------------------------------------- */

static void mbox_part(GMimeObject *parent, GMimeObject *part, gpointer context)
{
  (void)parent;
  GMimeDataWrapper *const content =
      GMIME_IS_PART(part) ? g_mime_part_get_content(GMIME_PART(part)) : NULL;
  GMimeStream *const null = g_mime_stream_null_new();
  if (content && g_mime_data_wrapper_write_to_stream(content, null) >= 0)
    *(long long *)context += g_mime_stream_tell(null);
  g_object_unref(null);
}

static long long mbox_bytes(FILE *file)
{
  g_mime_init();
  GMimeStream *const stream = g_mime_stream_file_new(file);
  g_mime_stream_file_set_owner(GMIME_STREAM_FILE(stream), FALSE);
  GMimeParser *const parser = g_mime_parser_new_with_stream(stream);
  g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
  long long bytes = 0;
  while (!g_mime_parser_eos(parser)) {
    GMimeMessage *const message = g_mime_parser_construct_message(parser, NULL);
    if (!message)
      break;
    g_mime_message_foreach(message, mbox_part, &bytes);
    g_object_unref(message);
  }
  g_object_unref(parser);
  g_object_unref(stream);
  return bytes;
}

int main(int argc, char **argv)
{
  const bool gzip = argc == 3 && strcmp(argv[1], "gzip") == 0;
  if (!gzip && (argc != 3 || strcmp(argv[1], "mbox") != 0)) {
    fputs("usage: uriel-decoded gzip|mbox FILE\n", stderr);
    return 2;
  }
  FILE *const file = fopen(argv[2], "rbe");
  if (!file) {
    fprintf(stderr, "uriel-decoded: %s: %s\n", argv[2], strerror(errno));
    return 3;
  }
  const long long bytes = gzip ? gzip_bytes(file) : mbox_bytes(file);
  fclose(file);
  if (bytes < 0)
    fprintf(stderr, "uriel-decoded: %s: is not gzip\n", argv[2]);
  else
    printf("%lld\n", bytes);
  return bytes < 0 ? 3 : 0;
}

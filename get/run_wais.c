/* SPDX-License-Identifier: MIT */
/* The steps of WAIS: a search, or a document in pieces. */
#include <stdio.h>

#include "run_private.h"
#include "wais.h"

enum { WAIS_DIGITS = 10, WAIS_SMALLEST = 512 /* bytes of a piece */ };

/* The document so far. */
struct run_document {
  uint64_t start, piece; /* the next byte, and how many are asked for */
  size_t got;            /* bytes of the last answer */
  bool has_text;
  char code[3]; /* of its diagnostic, or "" */
};

static bool wais_receive(struct run *run, char *data, size_t len)
{
  struct run_wire *const wire = &run->wires[0];
  const char *received;
  while (len > 0) {
    const ssize_t got = run_receive(run, wire, &received);
    if (got <= 0)
      return got < 0 ? false
                     : get_fail(&run->failure, GET_FAILED, "the connection ended before the reply did");
    const size_t piece = (size_t)got < len ? (size_t)got : len;
    memcpy(data, received, piece);
    wire->early_at += piece;
    data += piece;
    len -= piece;
  }
  return true;
}

/* Receives a message into `text`. */
static bool wais_receive_message(struct run *run, uint64_t *bytes)
{
  char header[WAIS_HEADER];
  if (!wais_receive(run, header, sizeof header))
    return false;
  const int32_t length = wais_header(header);
  if (length < 0)
    return get_fail(&run->failure, GET_FAILED,
                    "the server does not speak WAIS, or sends more than %d "
                    "bytes at once",
                    WAIS_LARGEST);
  buffer_reserve(&run->text, (size_t)length + 1);
  run->text.len = (size_t)length;
  *bytes += WAIS_HEADER + (size_t)length;
  return wais_receive(run, run->text.ptr, (size_t)length);
}

/* Asks for the next piece. */
static bool wais_ask(struct run *run, const struct run_document *document)
{
  struct buffer *const message = &run->message;
  const uriel_step *const request = run->request;
  struct wire *const wire = run->wires[0].wire;
  char digits[WAIS_DIGITS + 12];
  const uint64_t end = document->start + document->piece;
  if (end >= UINT64_C(10000000000))
    return get_fail(&run->failure, GET_FAILED, "the document is too long for WAIS");
  snprintf(digits, sizeof digits, "%010llu", (unsigned long long)document->start);
  memcpy(message->ptr + request->first, digits, WAIS_DIGITS);
  snprintf(digits, sizeof digits, "%010llu", (unsigned long long)end);
  memcpy(message->ptr + request->last, digits, WAIS_DIGITS);
  return wire->write(wire, message->ptr, message->len, &run->failure);
}

static void wais_keep_code(struct run *run, uriel_text diagnostic)
{
  memcpy(run->reply.code, diagnostic.ptr, 2);
  run->reply.code[2] = '\0';
  buffer_put(&run->reply.head, diagnostic.ptr, 2);
  buffer_append(&run->reply.head, " ", diagnostic.len > 2);
  buffer_append(&run->reply.head, diagnostic.ptr + 2, diagnostic.len - 2);
}

static bool wais_bad(struct run *run)
{
  return get_fail(&run->failure, GET_FAILED, "the server's answer is not a message of WAIS");
}

/* Passes on the text of an answer. */
static bool wais_take_text(struct run *run, struct run_document *document)
{
  struct wais_reader reader;
  struct wais_item item;
  document->got = 0;
  document->has_text = false;
  document->code[0] = '\0';
  if (!wais_start(&reader, buffer_text(&run->text)))
    return wais_bad(run);
  while ((item = wais_next(&reader)).kind != WAIS_END) {
    if (item.kind == WAIS_BAD)
      return wais_bad(run);
    if (item.kind == WAIS_DIAGNOSTIC) {
      wais_keep_code(run, item.text);
      memcpy(document->code, run->reply.code, sizeof document->code);
    }
    if (item.kind != WAIS_TEXT)
      continue;
    document->has_text = true;
    document->got += item.text.len;
    if (item.text.len > 0 && !run_object(run, item.text.ptr, item.text.len))
      return false;
  }
  return true;
}

/* Whether the last answer is the end of the document. */
static bool wais_is_end(const struct run *run, const struct run_document *document)
{
  const uint64_t length = run->request->length;
  return document->got < document->piece || strcmp(document->code, "SF") == 0 ||
         (length && document->start >= length);
}

static bool wais_document(struct run *run, uint64_t *bytes)
{
  const char *const message = run->message.ptr;
  struct run_document document = {.start = 0};
  uint64_t last;
  if (!number_read((uriel_text){message + run->request->last, WAIS_DIGITS}, UINT64_MAX, &last))
    return wais_bad(run);
  document.piece = last;
  for (;;) {
    if (!wais_receive_message(run, bytes))
      return false;
    if (run->text.len > 0) {
      if (!wais_take_text(run, &document))
        return false;
      const bool is_past = strcmp(document.code, "SF") == 0; /* after text: the end of the document */
      if (document.code[0] && !(is_past && (document.got || document.start)))
        return true; /* the diagnostic decides */
      if (!document.has_text && !document.code[0])
        return get_fail(&run->failure, GET_FAILED, "the server answers without the document");
      document.start += document.got;
      if (wais_is_end(run, &document)) {
        run->reply.code[0] = '\0';
        return true;
      }
    } else { /* the answer did not fit, or the request was not understood */
      document.piece /= 2;
      if (document.piece < WAIS_SMALLEST)
        return get_fail(&run->failure, GET_FAILED, "the server does not understand the request");
    }
    if (!wais_ask(run, &document))
      return false;
  }
}

/* Sets a line to a comment. */
static void wais_comment(struct buffer *line, uriel_text text)
{
  buffer_put(line, "# ", 2);
  for (size_t i = 0; i < text.len; i++) {
    const char c = text.ptr[i];
    buffer_append(line, (unsigned char)c < ' ' || c == 0x7f ? " " : &c, 1);
  }
  buffer_append(line, "\r\n", 2);
}

/* Writes a list of URIs (RFC 2483, 5), with the headlines as comments, and a diagnostic after them, such
 * as that there are more. */
static bool wais_search(struct run *run, uint64_t *bytes)
{
  struct wais_reader reader;
  struct wais_item item;
  struct buffer line = {0};
  bool good = true, has_records = false;
  if (!wais_receive_message(run, bytes))
    return false;
  if (!wais_start(&reader, buffer_text(&run->text)))
    return wais_bad(run);
  while (good && (item = wais_next(&reader)).kind != WAIS_END) {
    good = item.kind != WAIS_BAD || wais_bad(run);
    if (item.kind == WAIS_DIAGNOSTIC)
      wais_keep_code(run, item.text);
    if (item.kind != WAIS_RECORD)
      continue;
    wais_comment(&line, item.text);
    wais_append_uri(&line, run->base, &item);
    buffer_append(&line, "\r\n", 2);
    good = run_object(run, line.ptr, line.len);
    has_records = true;
  }
  if (good && has_records && run->reply.code[0]) {
    wais_comment(&line, buffer_text(&run->reply.head));
    good = run_object(run, line.ptr, line.len);
  }
  if (has_records)
    run->reply.code[0] = '\0';
  buffer_free(&line);
  return good;
}

bool run_wais(struct run *run, const uriel_step *step, uint64_t *bytes)
{
  reply_start(&run->reply, step);
  return step->use == URIEL_USE_OBJECT && run->request->last ? wais_document(run, bytes)
                                                             : wais_search(run, bytes);
}

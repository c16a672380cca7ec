/* SPDX-License-Identifier: MIT */
/* Pages: their frame, text and links, and pages about errors. */
#include <stdio.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "gateway.h"

void page_string(struct buffer *out, const char *html)
{
  buffer_append(out, html, strlen(html));
}

/* Appends text of UTF-8. White space stays. */
static void page_utf8(struct buffer *out, uriel_text text)
{
  for (size_t at = 0, end; at < text.len; at = end) {
    for (end = at; end < text.len && text.ptr[end] != '\t' && text.ptr[end] != '\n';)
      end++;
    buffer_append_as(out, ESCAPE_HTML, text.ptr + at, end - at);
    buffer_append(out, text.ptr + end, end < text.len);
    end += end < text.len;
  }
}

void page_text(struct buffer *out, uriel_text text)
{
  struct buffer decoded = {0};
  uriel_encoding_context context = {.encoding = uriel_encoding_find(NULL, "windows-1252", 12)};
  if (text.len == 0)
    return;
  if (uriel_utf8_span(text.ptr, text.len) == text.len) {
    page_utf8(out, text);
    return;
  }
  buffer_reserve(&decoded, 3 * text.len);
  decoded.len = uriel_encoding_decode(&context, text.ptr, text.len, decoded.ptr, decoded.capacity);
  page_utf8(out, buffer_text(&decoded));
  buffer_free(&decoded);
}

void page_link(const struct exchange *exchange, uriel_text uri, uriel_text label, struct buffer *out)
{
  const size_t begin = out->len;
  page_string(out, "<a href=\"");
  if (!target_link(exchange, uri, out)) {
    out->len = begin;
    page_text(out, label);
    return;
  }
  page_string(out, "\">");
  page_text(out, label);
  page_string(out, "</a>");
}

void page_begin(const struct exchange *exchange, uriel_text title, struct buffer *out)
{
  page_string(out, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                   "content=\"width=device-width\">\n<title>");
  page_text(out, title);
  page_string(out, "</title>\n<style>body{max-width:60em;margin:1em auto;padding:0 1em;font-family:"
                   "sans-serif}pre{white-space:pre-wrap}td{padding:0 .5em;vertical-align:top}"
                   "nav{overflow-wrap:anywhere;border-bottom:1px solid;padding-bottom:.5em}"
                   "input[type=text],textarea{width:100%;max-width:40em}</style>\n</head>\n<body>\n"
                   "<nav><a href=\"");
  if (exchange->is_proxied)
    buffer_append_as(out, ESCAPE_HTML, exchange->own.ptr, exchange->own.len);
  page_string(out, "/\">uriel gateway</a> ");
  page_text(out, title);
  page_string(out, "</nav>\n");
}

void page_end(struct buffer *out)
{
  page_string(out, "</body>\n</html>\n");
}

void page_error(struct exchange *exchange, unsigned status, const char *reason)
{
  static const struct {
    unsigned status;
    const char *title;
  } titles[] = {{400, "Bad request"},         {403, "Refused"},
                {404, "Not found"},           {405, "Only GET and HEAD"},
                {414, "The URI is too long"}, {501, "Scheme not offered"},
                {502, "The server failed"},   {503, "Too many requests at once"},
                {504, "No answer in time"}};
  struct buffer page = {0};
  const char *title = "";
  for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
    if (titles[i].status == status)
      title = titles[i].title;
  snprintf(exchange->reason, sizeof exchange->reason, "%s", reason);
  page_begin(exchange, uriel_text_of(title), &page);
  page_string(&page, "<h1>");
  page_string(&page, title);
  page_string(&page, "</h1>\n");
  if (exchange->uri.len > 0) {
    page_string(&page, "<p><code>");
    page_text(&page, buffer_text(&exchange->uri));
    page_string(&page, "</code></p>\n");
  }
  page_string(&page, "<p>");
  page_text(&page, uriel_text_of(reason));
  page_string(&page, "</p>\n");
  page_end(&page);
  exchange_page(exchange, status, &page);
  buffer_free(&page);
}

void page_redirect(struct exchange *exchange, uriel_text uri)
{
  struct buffer page = {0};
  target_locate(exchange, uri, &exchange->location);
  page_begin(exchange, uri, &page);
  page_string(&page, "<p>");
  page_link(exchange, uri, uri, &page);
  page_string(&page, "</p>\n");
  page_end(&page);
  exchange_page(exchange, 302, &page);
  buffer_free(&page);
}

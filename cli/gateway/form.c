/* SPDX-License-Identifier: MIT */
/* Forms, which work without scripts: each submits the asked URI to the front page, and the answer
 * redirects to the URI of the search or of the filled-in form. */
#include <stdio.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "gateway.h"
#include "uriel_query.h"

/* Begins a form that submits the asked URI. */
static void form_begin(const struct exchange *exchange, struct buffer *out)
{
  page_string(out, "<form method=\"get\" action=\"");
  if (exchange->is_proxied)
    buffer_append_as(out, ESCAPE_HTML, exchange->own.ptr, exchange->own.len);
  page_string(out, "/\">\n<input type=\"hidden\" name=\"uri\" value=\"");
  page_text(out, buffer_text(&exchange->uri));
  page_string(out, "\">\n");
  if (exchange->is_proxied)
    page_string(out, "<input type=\"hidden\" name=\"proxy\" value=\"1\">\n");
}

static void form_answer(struct exchange *exchange, struct buffer *page)
{
  page_end(page);
  exchange_page(exchange, 200, page);
  buffer_free(page);
}

void form_front(struct exchange *exchange)
{
  const struct buffer *const offered = &exchange->gateway->offered;
  struct buffer page = {0};
  page_begin(exchange, uriel_text_of("ftp, gopher, news and other URIs in a browser"), &page);
  page_string(&page, "<h1>uriel gateway</h1>\n<form method=\"get\" action=\"/\">\n<p><label>URI <input "
                     "type=\"text\" name=\"uri\" placeholder=\"gopher://example.com/1\"></label> <input "
                     "type=\"submit\" value=\"Get\"></p>\n</form>\n<p>Schemes:");
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, *offered); i++) {
    page_string(&page, i ? ", " : " ");
    page_text(&page, ARRAY_OF(uriel_text, *offered)[i]);
  }
  page_string(&page,
              ".</p>\n<p>The path <code>/gopher/HOST/1</code> is <code>gopher://HOST/1</code>, and "
              "<code>/news:GROUP</code> is <code>news:GROUP</code>. This gateway is also an HTTP "
              "proxy for these schemes.</p>\n");
  form_answer(exchange, &page);
}

void form_search(struct exchange *exchange)
{
  struct buffer page = {0};
  page_begin(exchange, buffer_text(&exchange->uri), &page);
  form_begin(exchange, &page);
  page_string(&page, "<p><label>Words <input type=\"text\" name=\"words\"></label> <input "
                     "type=\"submit\" value=\"Search\"></p>\n</form>\n");
  form_answer(exchange, &page);
}

/* ---- Forms of Gopher+ (Gopher+, +ASK) ------------------------------------------------------------- */

static void form_option(struct buffer *page, const char *value, uriel_text label, bool selected)
{
  page_string(page, "<option value=\"");
  if (value)
    page_string(page, value);
  else
    page_text(page, label);
  page_string(page, selected ? "\" selected>" : "\">");
  page_text(page, label);
  page_string(page, "</option>");
}

/* Appends the field of "KIND: question TAB default", "Choose: question TAB choice TAB ...". Returns
 * whether it is one. */
static bool form_field(struct buffer *page, uriel_text line)
{
  const char *const colon = memchr(line.ptr, ':', line.len);
  const uriel_text kind = {line.ptr, colon ? (size_t)(colon - line.ptr) : 0};
  uriel_text rest = {line.ptr + kind.len + 1, line.len - kind.len - 1}, label, value = {"", 0};
  if (!colon || !uriel_list_next(&rest, &label, '\t'))
    return false;
  page_string(page, "<p><label>");
  page_text(page, text_trim(label, ASCII_SPACES));
  if (text_is_word(kind, "Note")) {
    page_string(page, "</label></p>\n");
    return true;
  }
  page_string(page, "<br>");
  if (text_is_word(kind, "Choose")) {
    page_string(page, "<select name=\"l\">");
    while (uriel_list_next(&rest, &value, '\t'))
      form_option(page, NULL, value, false);
    page_string(page, "</select>");
  } else if (text_is_word(kind, "Select")) {
    uriel_list_next(&rest, &value, '\t');
    const bool on = text_is(text_trim(value, ASCII_SPACES), "1");
    page_string(page, "<select name=\"l\">");
    form_option(page, "1", uriel_text_of("yes"), on);
    form_option(page, "0", uriel_text_of("no"), !on);
    page_string(page, "</select>");
  } else if (text_is_word(kind, "AskL")) {
    uriel_list_next(&rest, &value, '\t');
    page_string(page, "<textarea name=\"m\" rows=\"6\">\n");
    page_text(page, value);
    page_string(page, "</textarea>");
  } else {
    uriel_list_next(&rest, &value, '\t');
    page_string(page, text_is_word(kind, "AskP") ? "<input type=\"password\"" : "<input type=\"text\"");
    page_string(page, " name=\"l\" value=\"");
    page_text(page, value);
    page_string(page, "\">");
  }
  page_string(page, "</label></p>\n");
  return true;
}

void form_ask(struct exchange *exchange, uriel_text block)
{
  static const char ask[] = "+ASK";
  struct buffer page = {0};
  uriel_text line;
  bool within = true, has_field = false; /* a server can send other blocks, too */
  page_begin(exchange, buffer_text(&exchange->uri), &page);
  form_begin(exchange, &page);
  while (uriel_list_next(&block, &line, '\n')) {
    if (line.len > 0 && *line.ptr == '+')
      within = line.len >= sizeof ask - 1 && strncasecmp(line.ptr, ask, sizeof ask - 1) == 0;
    else if (within && line.len > 0)
      has_field |= form_field(&page, text_trim(line, " \r"));
  }
  if (!has_field) {
    page_error(exchange, 502, "The server does not send the form of the item.");
    buffer_free(&page);
    return;
  }
  page_string(&page, "<p><input type=\"submit\" value=\"Send\"></p>\n</form>\n");
  form_answer(exchange, &page);
}

/* ---- What forms submit ---------------------------------------------------------------------------- */

/* Texts are in `text`, in the order of `ends`. */
struct submitted {
  struct buffer uri, words;
  struct buffer text, ends;
  bool searches, answers;
};

static void form_add(struct submitted *submitted, uriel_text line)
{
  buffer_append(&submitted->text, line.ptr, line.len);
  buffer_append(&submitted->ends, &submitted->text.len, sizeof submitted->text.len);
}

/* Adds the number of lines, then the lines: the answer to AskL. */
static void form_add_lines(struct submitted *submitted, uriel_text value)
{
  char digits[NUMBER_DIGITS];
  uriel_text rest = value, line;
  uint64_t count = 0;
  while (uriel_list_next(&rest, &line, '\n'))
    count++;
  form_add(submitted, number_text(digits, count));
  while (uriel_list_next(&value, &line, '\n')) {
    line.len -= line.len > 0 && line.ptr[line.len - 1] == '\r';
    form_add(submitted, line);
  }
}

static void form_read(struct submitted *submitted, struct exchange *exchange, uriel_text query)
{
  uriel_param param;
  struct buffer value = {0};
  while (uriel_query_next(&query, &param, 0)) {
    const uriel_text encoded = param.value.ptr ? param.value : uriel_text_of("");
    buffer_reserve(&value, encoded.len);
    value.len = uriel_query_decode(encoded, URIEL_QUERY_PLUS, value.ptr, value.capacity);
    const uriel_text text = {value.ptr, value.len};
    if (text_is(param.name, "uri"))
      buffer_put(&submitted->uri, text.ptr, text.len);
    else if (text_is(param.name, "words"))
      buffer_put(&submitted->words, text.ptr, text.len);
    else if (text_is(param.name, "l"))
      form_add(submitted, text);
    else if (text_is(param.name, "m"))
      form_add_lines(submitted, text);
    exchange->is_proxied |= text_is(param.name, "proxy");
    submitted->searches |= text_is(param.name, "words");
    submitted->answers |= text_is(param.name, "l") || text_is(param.name, "m");
  }
  buffer_free(&value);
}

/* Writes the URI that the answers make. Returns false with the error. */
static bool form_write(const struct submitted *submitted, const uriel_ref *ref, struct buffer *out,
                       uriel_error *error)
{
  const size_t count = ARRAY_COUNT(size_t, submitted->ends);
  const size_t *const ends = ARRAY_OF(size_t, submitted->ends);
  struct buffer answers = {0};
  size_t len = ref->length;
  if (!submitted->answers && !submitted->searches) {
    buffer_put(out, ref->text, ref->length);
    return true;
  }
  for (size_t i = 0, begin = 0; i < count; begin = ends[i++]) {
    const uriel_text answer = {submitted->text.ptr ? submitted->text.ptr + begin : "", ends[i] - begin};
    buffer_append(&answers, &answer, sizeof answer);
  }
  do {
    buffer_reserve(out, len);
    len = submitted->answers ? uriel_answers_write(ref, ARRAY_OF(uriel_text, answers), count, out->ptr,
                                                   out->capacity, error)
                             : uriel_search_write(ref, submitted->words.ptr, submitted->words.len,
                                                  out->ptr, out->capacity, error);
  } while (len != URIEL_FAILED && len > out->capacity);
  buffer_free(&answers);
  out->len = len == URIEL_FAILED ? 0 : len;
  return len != URIEL_FAILED;
}

void form_submitted(struct exchange *exchange, uriel_text query)
{
  struct submitted submitted = {.searches = false};
  struct buffer made = {0};
  uriel_ref ref;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  form_read(&submitted, exchange, query);
  uriel_text uri = text_trim(buffer_text(&submitted.uri), ASCII_SPACES);
  if (uri.len > 2 && *uri.ptr == '<' && uri.ptr[uri.len - 1] == '>')
    uri = (uriel_text){uri.ptr + 1, uri.len - 2};
  if (uri.len > 4 && strncasecmp(uri.ptr, "URL:", 4) == 0)
    uri = (uriel_text){uri.ptr + 4, uri.len - 4};
  buffer_put(&exchange->uri, uri.ptr, uri.len);
  char why[URIEL_ERROR_TEXT_MAX + 1] = "";
  const bool valid = uriel_parse(&ref, exchange->uri.ptr, exchange->uri.len, &error);
  if (!valid)
    why[uriel_error_describe(&error, exchange->uri.ptr, exchange->uri.len, why, sizeof why - 1)] = '\0';
  if (!valid)
    page_error(exchange, 400, why);
  else if (!uriel_scheme(&ref).ptr)
    page_error(exchange, 400, "A URI begins with a scheme, such as gopher: or ftp:.");
  else if (!target_offers(exchange->gateway, uriel_scheme(&ref)))
    page_error(exchange, 501, "This gateway does not offer the scheme of the URI.");
  else if (!form_write(&submitted, &ref, &made, &error))
    page_error(exchange, 400, uriel_error_message(error.code));
  else
    page_redirect(exchange, buffer_text(&made));
  struct buffer *const buffers[] = {&submitted.uri, &submitted.words, &submitted.text, &submitted.ends,
                                    &made};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
}

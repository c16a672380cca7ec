/* SPDX-License-Identifier: MIT */
/* Pages of HTML made from a seed. */
#include "mutate.h"

#include <string.h>

struct mutant {
  uint64_t state;
  size_t len, links;
  char text[8192];
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* xorshift64* */
static size_t below(struct mutant *mutant, size_t limit)
{
  mutant->state ^= mutant->state >> 12;
  mutant->state ^= mutant->state << 25;
  mutant->state ^= mutant->state >> 27;
  return (size_t)((mutant->state * 2685821657736338717U) >> 33) % limit;
}

static void add_bytes(struct mutant *mutant, const char *text, size_t len)
{
  if (len > sizeof mutant->text - mutant->len)
    return;
  memcpy(mutant->text + mutant->len, text, len);
  mutant->len += len;
}

static void add(struct mutant *mutant, const char *text)
{
  add_bytes(mutant, text, strlen(text));
}

/* Groups of elements that tree construction treats alike, so that each is as likely as it is
 * interesting. */
static const char *const tables[] = {"table", "tbody", "thead",   "tfoot", "tr",
                                     "td",    "th",    "caption", "col",   "colgroup"};
static const char *const selects[] = {"select", "option", "optgroup", "input",   "textarea",
                                      "button", "keygen", "hr",       "datalist"};
static const char *const foreign[] = {
    "svg",        "math",  "foreignObject",  "desc",   "title", "mi",    "mo",  "mn",
    "ms",         "mtext", "annotation-xml", "mglyph", "g",     "image", "use", "a",
    "malignmark", "style", "script",         "font",   "svg",   "math"};
static const char *const heads[] = {"head",   "base",     "link",     "meta",     "title",   "style",
                                    "script", "noscript", "template", "basefont", "bgsound", "noframes"};
static const char *const formatting[] = {"a",  "b",    "big", "code",  "em",     "font",
                                         "i",  "nobr", "s",   "small", "strike", "strong",
                                         "tt", "u",    "a",   "b",     "i",      "nobr"};
static const char *const blocks[] = {
    "p",          "div",     "ul",       "ol",     "li",     "dl",      "dd",      "dt",
    "address",    "article", "aside",    "center", "h1",     "h6",      "pre",     "listing",
    "blockquote", "section", "main",     "search", "dialog", "details", "summary", "figure",
    "hgroup",     "menu",    "fieldset", "header", "nav",    "footer",  "dir"};
static const char *const inlines[] = {"img",    "image",  "br",      "span",     "area",    "embed",
                                      "wbr",    "param",  "source",  "track",    "q",       "ins",
                                      "del",    "cite",   "label",   "ruby",     "rb",      "rt",
                                      "rtc",    "rp",     "x-y",     "menuitem", "command", "isindex",
                                      "object", "applet", "marquee", "video",    "audio",   "sarcasm"};
static const char *const raws[] = {"script", "style",   "textarea", "title",    "xmp",
                                   "iframe", "noembed", "noframes", "noscript", "plaintext"};
static const char *const roots[] = {"html",     "body",     "head", "frameset", "frame",
                                    "noframes", "template", "form", "form",     "template"};

static const char *name_of(struct mutant *mutant)
{
#define GROUP(group)                                                                                    \
  {                                                                                                     \
    group, COUNT(group)                                                                                 \
  }
  static const struct {
    const char *const *names;
    size_t count;
  } groups[] = {GROUP(tables),     GROUP(selects), GROUP(foreign), GROUP(heads),  GROUP(formatting),
                GROUP(blocks),     GROUP(inlines), GROUP(raws),    GROUP(roots),  GROUP(tables),
                GROUP(formatting), GROUP(foreign), GROUP(blocks),  GROUP(inlines)};
#undef GROUP
  const size_t group = below(mutant, COUNT(groups));
  /* <plaintext> hides the rest of the page, <frameset> the rest of the body: only now and then. */
  const char *const name = groups[group].names[below(mutant, groups[group].count)];
  const bool hides = strcmp(name, "plaintext") == 0 || strcmp(name, "frameset") == 0;
  return hides && below(mutant, 4) ? "a" : name;
}

static void add_name(struct mutant *mutant, const char *name)
{
  const size_t from = mutant->len;
  add(mutant, name);
  if (below(mutant, 16) == 0) {
    for (size_t i = from; i < mutant->len; i++)
      mutant->text[i] = (char)(mutant->text[i] >= 'a' && mutant->text[i] <= 'z' && below(mutant, 2)
                                   ? mutant->text[i] - 32
                                   : mutant->text[i]);
  }
}

static const char *const attributes[] = {
    "href",   "src",        "href", "src",      "style",  "background", "action", "formaction",
    "data",   "xlink:href", "cite", "srcset",   "name",   "content",    "value",  "definitionURL",
    "itemid", "manifest",   "ping", "xml:base", "usemap", "srcdoc"};
static const char *const others[] = {"type=hidden",
                                     "type=text",
                                     "type=HIDDEN",
                                     "encoding=text/html",
                                     "encoding=application/xhtml+xml",
                                     "encoding='TEXT/HTML'",
                                     "encoding=x",
                                     "color=red",
                                     "FACE=x",
                                     "size=1",
                                     "class=a",
                                     "id=a",
                                     "shadowrootmode=x",
                                     "prompt=x",
                                     "xmlns=x",
                                     "=",
                                     "=x",
                                     "a<b=c",
                                     "\"",
                                     "'",
                                     "/",
                                     "selected",
                                     "a\0b=1",
                                     "http-equiv=refresh"};
static const char *const odd[] = {"&amp;",
                                  "&amp",
                                  "&ampx",
                                  "&amp=",
                                  "&lt;",
                                  "&notit;",
                                  "&notin;",
                                  "&#65;",
                                  "&#x41",
                                  "&#0;",
                                  "&#x80;",
                                  "&#xD800;",
                                  "&#1114112;",
                                  "&#x110000000041;",
                                  "&",
                                  "&;",
                                  "&#",
                                  "&#x",
                                  "&x;",
                                  "&copy",
                                  "&copy=1",
                                  "&copyx",
                                  "&NotEqualTilde;",
                                  "&AMP",
                                  "&Tab;",
                                  "&NewLine;",
                                  "&quot;",
                                  "&acE;",
                                  "\r\n",
                                  "\r",
                                  "\n",
                                  "\t",
                                  "\f",
                                  " ",
                                  "<",
                                  "</",
                                  "=",
                                  "`",
                                  "\xc3\xa9",
                                  "\xf0\x9f\x98\x80",
                                  "?a=b&c=d",
                                  "#f",
                                  "%20",
                                  "\\",
                                  "&fjlig;",
                                  "&nGt;"};
static const char white[] = " \n\t\f\r/";

static void add_number(struct mutant *mutant, size_t number)
{
  char digits[24];
  snprintf(digits, sizeof digits, "%zu", number);
  add(mutant, digits);
}

/* Each value has a number of its own. */
static void add_value(struct mutant *mutant)
{
  const size_t form = below(mutant, 8);
  const char *const quote = form < 3 ? "\"" : form < 5 ? "'" : "";
  add(mutant, quote);
  add_number(mutant, ++mutant->links);
  if (below(mutant, 6) == 0) {
    const char *const text = odd[below(mutant, COUNT(odd))];
    if (*quote || !strpbrk(text, " \n\t\f\r"))
      add(mutant, text);
    if (below(mutant, 2))
      add(mutant, "x");
  }
  if (below(mutant, 48) == 0)
    add_bytes(mutant, "\0", 1);
  if (below(mutant, 64))
    add(mutant, quote);
}

static void add_attribute(struct mutant *mutant)
{
  add_bytes(mutant, &white[below(mutant, 8) ? 0 : below(mutant, sizeof white - 1)], 1);
  if (below(mutant, 6) == 0) {
    add(mutant, others[below(mutant, COUNT(others))]);
    return;
  }
  add_name(mutant, attributes[below(mutant, COUNT(attributes))]);
  if (below(mutant, 24) == 0)
    return;
  if (below(mutant, 24) == 0)
    add(mutant, " \n");
  add(mutant, "=");
  if (below(mutant, 24) == 0)
    add(mutant, "\t ");
  if (below(mutant, 40))
    add_value(mutant);
}

static void add_start(struct mutant *mutant, const char *name)
{
  add(mutant, "<");
  add_name(mutant, name);
  for (size_t left = below(mutant, 8) ? 1 : below(mutant, 4); left; left--)
    add_attribute(mutant);
  if (below(mutant, 32) == 0)
    add(mutant, "/");
  if (below(mutant, 64))
    add(mutant, ">");
}

static void add_end(struct mutant *mutant, const char *name)
{
  add(mutant, "</");
  add_name(mutant, name);
  if (below(mutant, 24) == 0)
    add(mutant, below(mutant, 2) ? " x=1" : "/");
  if (below(mutant, 64))
    add(mutant, ">");
}

static const char *const texts[] = {"x",
                                    " ",
                                    "\n",
                                    "x y",
                                    "&amp;",
                                    "&#0;",
                                    "&#x20;",
                                    "]]>",
                                    "<![CDATA[",
                                    "<![CDATA[ <a href=c> ]]>",
                                    "<![CDATA[x]]>",
                                    "<!-- ",
                                    "-->",
                                    "<!---->",
                                    "<!-- <a href=c> -->",
                                    "<!--a--!>",
                                    "<!-->",
                                    "<!--->",
                                    "<!--a--->",
                                    "<!doctype html>",
                                    "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.0 Transitional//EN\">",
                                    "<!x <a href=c>",
                                    "<?x <a href=c> ?>",
                                    "</>",
                                    "</ a>",
                                    "<>",
                                    "< a>",
                                    "<3",
                                    "<!",
                                    "</",
                                    "<",
                                    "--",
                                    "<!--<script>",
                                    "<script>",
                                    "</script>",
                                    "</style>",
                                    "</title>",
                                    "</textarea>",
                                    "<!--[if x]>",
                                    "<a<b href=c>",
                                    "\xc3\xa9",
                                    "</p>",
                                    "</br>",
                                    "<![cdata[x]]>",
                                    "\r\n",
                                    "\f"};

static void add_text(struct mutant *mutant)
{
  if (below(mutant, 20) == 0)
    add_bytes(mutant, "\0", 1);
  else
    add(mutant, texts[below(mutant, 3) ? below(mutant, 4) : below(mutant, COUNT(texts))]);
}

enum { MUTANT_OPEN = 24 };

/* A start tag is likely to be closed later, in order or not. */
static void generate(struct mutant *mutant)
{
  const char *open[MUTANT_OPEN];
  size_t count = 0;
  if (below(mutant, 2))
    add(mutant, "<!doctype html>");
  for (size_t left = 1 + below(mutant, below(mutant, 4) ? 14 : 48); left; left--) {
    const size_t what = below(mutant, 16);
    if (what < 9) {
      const char *const name = name_of(mutant);
      add_start(mutant, name);
      if (count < MUTANT_OPEN)
        open[count++] = name;
    } else if (what < 12 && count) {
      const size_t at = below(mutant, 3) ? count - 1 : below(mutant, count);
      add_end(mutant, open[at]);
      memmove(open + at, open + at + 1, (--count - at) * sizeof *open);
    } else if (what < 14)
      add_end(mutant, name_of(mutant));
    else
      add_text(mutant);
  }
  add(mutant, "<img src=last>");
}

static void cut_from(struct mutant *mutant, const struct page *seed)
{
  const size_t most = seed->len < 3000 ? seed->len : 3000, len = most ? 1 + below(mutant, most) : 0;
  const size_t from = below(mutant, seed->len - len + 1);
  add_bytes(mutant, seed->ptr + from, len);
}

/* Finds a tag, [*from, *end). Returns false if no tag follows a random place. */
static bool tag_at(struct mutant *mutant, size_t *from, size_t *end)
{
  if (!mutant->len)
    return false;
  const size_t start = below(mutant, mutant->len);
  const char *const open = memchr(mutant->text + start, '<', mutant->len - start);
  if (!open)
    return false;
  *from = (size_t)(open - mutant->text);
  const char *const close = memchr(open, '>', mutant->len - *from);
  *end = close ? (size_t)(close - mutant->text) + 1 : mutant->len;
  return true;
}

/* Puts `len` bytes, made at the end of the text, to `at`. */
static void move_end(struct mutant *mutant, size_t at, size_t len)
{
  char moved[512];
  if (len > sizeof moved)
    return;
  memcpy(moved, mutant->text + mutant->len - len, len);
  memmove(mutant->text + at + len, mutant->text + at, mutant->len - len - at);
  memcpy(mutant->text + at, moved, len);
}

static void delete (struct mutant *mutant, size_t from, size_t end)
{
  memmove(mutant->text + from, mutant->text + end, mutant->len - end);
  mutant->len -= end - from;
}

static void insert_token(struct mutant *mutant, size_t at)
{
  const size_t before = mutant->len;
  switch (below(mutant, 4)) {
  case 0:
    add_end(mutant, name_of(mutant));
    break;
  case 1:
    add_text(mutant);
    break;
  default:
    add_start(mutant, name_of(mutant));
  }
  move_end(mutant, at, mutant->len - before);
}

static void mutate_bytes(struct mutant *mutant)
{
  static const char bytes[] = "<>/=\"'& \n\r\0-!?a[]#;x";
  const size_t at = below(mutant, mutant->len);
  switch (below(mutant, 3)) {
  case 0:
    delete (mutant, at, at + 1);
    break;
  case 1:
    mutant->text[at] = bytes[below(mutant, sizeof bytes - 1)];
    break;
  default:
    add_bytes(mutant, &bytes[below(mutant, sizeof bytes - 1)], 1);
    move_end(mutant, at, 1);
  }
}

static void mutate(struct mutant *mutant)
{
  size_t from, end;
  if (mutant->len + 1024 > sizeof mutant->text || !tag_at(mutant, &from, &end))
    return;
  const size_t before = mutant->len;
  switch (below(mutant, 6)) {
  case 0:
    delete (mutant, from, end);
    break;
  case 1: /* to another place, or a copy of it */
    add_bytes(mutant, mutant->text + from, end - from);
    move_end(mutant, below(mutant, before), mutant->len - before);
    break;
  case 2:
    add_bytes(mutant, mutant->text + from, end - from);
    move_end(mutant, from, mutant->len - before);
    break;
  case 3:
    mutate_bytes(mutant);
    break;
  case 4:
    if (below(mutant, 8) == 0)
      mutant->len = 1 + below(mutant, mutant->len);
    break;
  default:
    insert_token(mutant, from);
  }
}

struct page mutate_page(uint64_t seed, const struct page *seeds, size_t count)
{
  struct mutant mutant = {.state = seed * 0x9e3779b97f4a7c15U + 0x1234567887654321U};
  below(&mutant, 2);
  if (count && below(&mutant, 2))
    cut_from(&mutant, &seeds[below(&mutant, count)]);
  else
    generate(&mutant);
  for (size_t left = below(&mutant, 4) ? below(&mutant, 6) : below(&mutant, 24); left; left--)
    mutate(&mutant);
  struct page page = {page_memory(NULL, mutant.len), mutant.len};
  memcpy(page.ptr, mutant.text, mutant.len);
  return page;
}

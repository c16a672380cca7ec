/* SPDX-License-Identifier: MIT */
/* The quick way to print components: a reference has no character that --tsv, JSON or a terminal would
 * need escaped, so that a record is pieces of its text behind words of the form's own. */
#include "parse_rows.h"

#include "rows.h"

enum parse_piece {
  PIECE_FORM,
  PIECE_SCHEME,
  PIECE_AUTHORITY,
  PIECE_USERINFO,
  PIECE_HOST,
  PIECE_HOST_KIND,
  PIECE_PORT,
  PIECE_PATH,
  PIECE_QUERY,
  PIECE_FRAGMENT,
  PIECES
};

struct parse_layout {
  bool has_input;                  /* the whole text comes first, */
  struct rows_word input;          /* behind this */
  struct rows_word before[PIECES]; /* behind which a piece stands that is defined; */
  struct rows_word undefined;      /* this stands for others */
  struct rows_word end;
};

#define PARSE_WORD(string)                                                                              \
  {                                                                                                     \
    string, sizeof(string) - 1                                                                          \
  }

static const struct parse_layout parse_layout_plain = {
    .before = {PARSE_WORD("form="), PARSE_WORD("\tscheme="), PARSE_WORD("\tauthority="),
               PARSE_WORD("\tuserinfo="), PARSE_WORD("\thost="), PARSE_WORD("\thost_kind="),
               PARSE_WORD("\tport="), PARSE_WORD("\tpath="), PARSE_WORD("\tquery="),
               PARSE_WORD("\tfragment=")},
    .end = PARSE_WORD("\n"),
};

static const struct parse_layout parse_layout_tsv = {
    .has_input = true,
    .before = {PARSE_WORD("\ttrue\t"), PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"),
               PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"),
               PARSE_WORD("\t")},
    .undefined = PARSE_WORD("\t\\N"),
    .end = PARSE_WORD("\t\\N\t\\N\n"), /* no error */
};

static const struct parse_layout parse_layout_json = {
    .has_input = true,
    .input = PARSE_WORD("{\"input\":\""),
    .before = {PARSE_WORD("\",\"valid\":true,\"form\":\""), PARSE_WORD("\",\"scheme\":\""),
               PARSE_WORD("\",\"authority\":\""), PARSE_WORD("\",\"userinfo\":\""),
               PARSE_WORD("\",\"host\":\""), PARSE_WORD("\",\"host_kind\":\""),
               PARSE_WORD("\",\"port\":\""), PARSE_WORD("\",\"path\":\""), PARSE_WORD("\",\"query\":\""),
               PARSE_WORD("\",\"fragment\":\"")},
    .end = PARSE_WORD("\"}\n"),
};

/* The library's names, with room behind them. */
static struct rows_word parse_forms[URIEL_FORM_OPAQUE + 1];
static struct rows_word parse_kinds[URIEL_HOST_IPVFUTURE + 1];

static void parse_word(struct rows_word *word, const char *name)
{
  const size_t len = strlen(name);
  word->len = (unsigned char)(len < sizeof word->text ? len : sizeof word->text);
  memcpy(word->text, name, word->len);
}

ROWS_INLINE char *parse_piece_put(char *to, const struct parse_layout *layout, enum parse_piece piece,
                                  bool defined, const char *from, size_t len)
{
  if (!defined)
    return rows_copy_word(to, &layout->undefined);
  return rows_copy_by(rows_copy_word(to, &layout->before[piece]), from, len,
                      piece == PIECE_PATH || piece == PIECE_QUERY ? 2 * ROWS_STEP : ROWS_STEP);
}

ROWS_INLINE char *parse_piece_word(char *to, const struct parse_layout *layout, enum parse_piece piece,
                                   bool defined, const struct rows_word *word)
{
  if (!defined)
    return rows_copy_word(to, &layout->undefined);
  return rows_copy_word(rows_copy_word(to, &layout->before[piece]), word);
}

ROWS_INLINE char *parse_authority(char *to, const struct parse_layout *layout, const uriel_ref *ref)
{
  const char *const text = ref->text;
  const bool is = ref->host_begin != 0;
  const uint32_t begin = ref->scheme_end ? ref->scheme_end + 3 : 2;
  to = parse_piece_put(to, layout, PIECE_AUTHORITY, is, text + begin, ref->path_begin - begin);
  to = parse_piece_put(to, layout, PIECE_USERINFO, is && ref->host_begin != begin, text + begin,
                       ref->host_begin - begin - 1);
  to = parse_piece_put(to, layout, PIECE_HOST, is, text + ref->host_begin,
                       ref->host_end - ref->host_begin);
  to =
      parse_piece_word(to, layout, PIECE_HOST_KIND, is, &parse_kinds[ref->flags & URIEL_HOST_KIND_MASK]);
  return parse_piece_put(to, layout, PIECE_PORT, is && ref->host_end != ref->path_begin,
                         text + ref->host_end + 1, ref->path_begin - ref->host_end - 1);
}

ROWS_INLINE char *parse_row(char *to, const struct parse_layout *layout, const uriel_ref *ref)
{
  const char *const text = ref->text;
  if (layout->has_input)
    to = rows_copy_by(rows_copy_word(to, &layout->input), text, ref->length, ROWS_SPARE);
  to = parse_piece_word(to, layout, PIECE_FORM, true, &parse_forms[uriel_form_of(ref)]);
  to = parse_piece_put(to, layout, PIECE_SCHEME, ref->scheme_end != 0, text, ref->scheme_end);
  to = parse_authority(to, layout, ref);
  to = parse_piece_put(to, layout, PIECE_PATH, true, text + ref->path_begin,
                       ref->path_end - ref->path_begin);
  to = parse_piece_put(to, layout, PIECE_QUERY, ref->path_end != ref->query_end,
                       text + ref->path_end + 1, ref->query_end - ref->path_end - 1);
  to = parse_piece_put(to, layout, PIECE_FRAGMENT, ref->query_end != ref->length,
                       text + ref->query_end + 1, ref->length - ref->query_end - 1);
  return rows_copy_word(to, &layout->end);
}

ROWS_INLINE size_t parse_rows_print(const struct parse_layout *layout, const uriel_ref *refs,
                                    size_t count)
{
  /* All of it, the authority's parts, the others; each word, and what copies write too much. */
  enum { TIMES = 3, WORDS = (PIECES + 4) * ROWS_WORD + ROWS_SPARE };
  struct output *const out = &standard_out;
  size_t at = 0;
  for (; at < count && rows_is_reference(&refs[at]); at++) {
    char *const room = output_room(out, TIMES * (size_t)refs[at].length + WORDS);
    if (!room)
      break;
    out->len = (size_t)(parse_row(room, layout, &refs[at]) - out->data);
  }
  return at;
}

static size_t parse_rows_plain(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  return parse_rows_print(&parse_layout_plain, refs, count);
}

static size_t parse_rows_tsv(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  return parse_rows_print(&parse_layout_tsv, refs, count);
}

static size_t parse_rows_json(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  return parse_rows_print(&parse_layout_json, refs, count);
}

filter_rows *parse_rows(enum render_form form, bool quiet)
{
  for (int i = 0; i <= URIEL_FORM_OPAQUE; i++)
    parse_word(&parse_forms[i], uriel_form_name((uriel_form)i));
  for (int i = 0; i <= URIEL_HOST_IPVFUTURE; i++)
    parse_word(&parse_kinds[i], uriel_host_kind_name((uriel_host_kind)i));
  if (quiet)
    return rows_pass;
  return form == RENDER_PLAIN  ? parse_rows_plain
         : form == RENDER_TSV  ? parse_rows_tsv
         : form == RENDER_JSON ? parse_rows_json
                               : NULL;
}

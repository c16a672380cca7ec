/* SPDX-License-Identifier: MIT */
/* MIME, by GMime. GLib ends the program if memory runs out, so the memory for a message's tree is
 * limited before the tree is built. GMime reads at most 1,024 levels of nested parts. */
#include "mime.h"

#include <errno.h>
#include <gmime/gmime.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>

#include "base/buffer.h"
#include "base/unicode.h"

enum {
  /* The approximate memory that GMime needs for a part, for a field, and for a line of a folded field.
   * MIME_COST_LEAST and MIME_COST_RATIO (for each byte of the message) are the limits. */
  MIME_PART_COST = 2560,
  MIME_FIELD_COST = 256,
  MIME_FOLD_COST = 128,
  /* The most that is charged in addition: for a field, for each byte of a field, and for each word of
   * the field with the most words, as GMime decodes one field at a time. */
  MIME_FIELD_MORE = 400,
  MIME_TEXT_COST = 4,
  MIME_WORD_COST = 128,
  MIME_COST_LEAST = 64 * 1024 * 1024,
  MIME_COST_RATIO = 8,
  MIME_SEPARATORS = 4096, /* of parameters and addresses, in one field */
  MIME_NAME = 128         /* a line with its colon after this length is not a field */
};

struct mime_level {
  GMimeMultipart *multipart;
  int next;
  size_t node;
};

struct mime {
  GMimeMessage *message;
  GByteArray *bytes;
  struct buffer nodes;  /* struct mime_node */
  struct buffer levels; /* struct mime_level */
  struct buffer fields; /* struct mime_field */
  GMimeStream *content;
  const char *text; /* content that is read without decoding; may be NULL */
  size_t charged;   /* the memory of GLib */
  bool too_deep;
  uint64_t too_deep_at;
};

/* ---- Cost -------------------------------------------------------------------------------------- */

/* GMime takes quadratic time for the parameters of these fields, and stack space for their groups of
 * addresses. */
static bool mime_is_structured(const char *name, size_t len)
{
  static const char *const names[] = {"From", "Sender", "Reply-To",     "To",
                                      "Cc",   "Bcc",    "Content-Type", "Content-Disposition"};
  while (len && (name[len - 1] == ' ' || name[len - 1] == '\t'))
    len--;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (text_is_word((uriel_text){name, len}, names[i]))
      return true;
  return len > 7 && strncasecmp(name, "Resent-", 7) == 0;
}

struct mime_cost {
  size_t bytes;
  size_t fields, text;      /* lines that may begin a field; bytes of lines that may be part of one */
  size_t words, words_most; /* in that field so far; in the field with the most */
  bool field;               /* the line may be part of a field */
  bool structured;          /* the field is structured */
  size_t separators;        /* in that field so far */
};

/* Counts a part for each line that begins with two hyphens, and a field for each line with a name and a
 * colon, as this pass does not know which lines belong to a header. */
static void mime_add_cost(struct mime_cost *cost, const char *line, size_t len)
{
  if (line[0] != ' ' && line[0] != '\t') {
    const char *colon = memchr(line, ':', len < MIME_NAME ? len : MIME_NAME);
    cost->structured = colon && mime_is_structured(line, (size_t)(colon - line));
    cost->separators = cost->words = 0;
    cost->field = colon != NULL;
    cost->fields += cost->field;
    if (len >= 2 && line[0] == '-' && line[1] == '-')
      cost->bytes += MIME_PART_COST;
    else if (colon)
      cost->bytes += MIME_FIELD_COST;
  } else if (cost->field)
    cost->bytes += MIME_FOLD_COST;
  cost->text += cost->field ? len : 0;
  for (size_t i = 0; cost->field && i < len; i++)
    cost->words += line[i] == ' ' || line[i] == '\t' || line[i] == '\n';
  if (cost->words > cost->words_most)
    cost->words_most = cost->words;
  if (!cost->structured)
    return;
  const size_t before = cost->separators;
  for (size_t i = 0; i < len; i++)
    cost->separators += line[i] == ';' || line[i] == ':' || line[i] == ',';
  cost->bytes += cost->separators * cost->separators / 2 - before * before / 2;
}

/* Whether the cost is below the limits. `*need` is the most that the tree takes, including copies of the
 * text outside of parts. */
static bool mime_is_cheap(const char *data, size_t len, size_t *need)
{
  const size_t all = len;
  const size_t most = len * MIME_COST_RATIO > MIME_COST_LEAST ? len * MIME_COST_RATIO : MIME_COST_LEAST;
  struct mime_cost cost = {0};
  while (len && cost.bytes <= most && cost.separators <= MIME_SEPARATORS) {
    const size_t line = text_line(data, len);
    mime_add_cost(&cost, data, line);
    data += line;
    len -= line;
  }
  *need = cost.bytes + cost.fields * MIME_FIELD_MORE + cost.text * MIME_TEXT_COST +
          cost.words_most * MIME_WORD_COST + all + all / 2;
  return cost.bytes <= most && cost.separators <= MIME_SEPARATORS;
}

/* ---- Nodes ------------------------------------------------------------------------------------- */

/* The node's media type is freed with the tree, or here if the node cannot be allocated. */
static bool mime_add(struct mime *mime, struct mime_node *node)
{
  if (mime->nodes.len)
    node->depth = mime_node(mime, node->parent)->depth + 1;
  const bool added = buffer_add(&mime->nodes, node, sizeof *node);
  if (!added)
    g_free((void *)(uintptr_t)node->media_type);
  return added;
}

static bool mime_push(struct mime *mime, GMimeObject *object, size_t node)
{
  const struct mime_level level = {GMIME_MULTIPART(object), 0, node};
  return buffer_add(&mime->levels, &level, sizeof level);
}

static const char *mime_encoding(GMimeObject *object)
{
  switch (GMIME_IS_PART(object) ? g_mime_part_get_content_encoding(GMIME_PART(object))
                                : GMIME_CONTENT_ENCODING_DEFAULT) {
  case GMIME_CONTENT_ENCODING_BASE64:
    return "base64";
  case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
    return "quoted-printable";
  case GMIME_CONTENT_ENCODING_UUENCODE:
    return "uuencode";
  default:
    return NULL;
  }
}

static void mime_describe(struct mime_node *node, GMimeObject *object)
{
  GMimeContentType *type = g_mime_object_get_content_type(object);
  node->object = object;
  node->id = g_mime_object_get_content_id(object);
  if (node->id && !*node->id)
    node->id = NULL;
  node->media_type = type ? g_mime_content_type_get_mime_type(type) : NULL;
  node->encoding = mime_encoding(object);
  node->name = GMIME_IS_PART(object) ? g_mime_part_get_filename(GMIME_PART(object)) : NULL;
  if (type && g_mime_content_type_is_type(type, "message", "external-body")) {
    const char *const access = g_mime_object_get_content_type_parameter(object, "access-type");
    if (access && strcasecmp(access, "url") == 0)
      node->url = g_mime_object_get_content_type_parameter(object, "url");
  }
  const char *const format = g_mime_object_get_content_type_parameter(object, "format");
  const char *const delsp = g_mime_object_get_content_type_parameter(object, "delsp");
  node->joined = type && g_mime_content_type_is_type(type, "text", "plain") && format && delsp &&
                 strcasecmp(format, "flowed") == 0 && strcasecmp(delsp, "yes") == 0;
}

/* Adds an object and everything in it, down to the next multipart. Returns false if memory runs out.
 */
static bool mime_add_objects(struct mime *mime, GMimeObject *object, size_t parent, unsigned number,
                             bool body)
{
  while (object) {
    struct mime_node node = {.shape = MIME_LEAF, .parent = parent, .number = number, .body = body};
    if (GMIME_IS_MULTIPART(object) && body)
      return mime_push(mime, object, parent);
    mime_describe(&node, object);
    if (GMIME_IS_MULTIPART(object)) {
      node.shape = MIME_MULTIPART;
      return mime_add(mime, &node) && mime_push(mime, object, mime_count(mime) - 1);
    }
    if (GMIME_IS_MESSAGE_PART(object)) {
      node.shape = MIME_MESSAGE;
      node.message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
      node.message_id = node.message ? g_mime_message_get_message_id(node.message) : NULL;
    }
    if (!mime_add(mime, &node))
      return false;
    object = node.message ? g_mime_message_get_mime_part(node.message) : NULL;
    parent = mime_count(mime) - 1;
    number = 1;
    body = true;
  }
  return true;
}

static bool mime_add_all(struct mime *mime)
{
  struct mime_node root = {.shape = MIME_MESSAGE,
                           .message = mime->message,
                           .message_id = g_mime_message_get_message_id(mime->message)};
  if (!mime_add(mime, &root) ||
      !mime_add_objects(mime, g_mime_message_get_mime_part(mime->message), 0, 1, true))
    return false;
  while (mime->levels.len) {
    struct mime_level *const level =
        ARRAY_OF(struct mime_level, mime->levels) + ARRAY_COUNT(struct mime_level, mime->levels) - 1;
    if (level->next == g_mime_multipart_get_count(level->multipart)) {
      /* If its boundary does not divide a multipart, all of its text is before the first part. */
      struct mime_node leaf = {.shape = MIME_LEAF, .parent = level->node, .number = 1};
      if (level->next == 0)
        leaf.text = g_mime_multipart_get_prologue(level->multipart);
      if (leaf.text && !mime_add(mime, &leaf))
        return false;
      mime->levels.len -= sizeof *level;
      continue;
    }
    GMimeObject *object = g_mime_multipart_get_part(level->multipart, level->next++);
    if (!mime_add_objects(mime, object, level->node, (unsigned)level->next, false))
      return false;
  }
  return true;
}

/* ---- The message ------------------------------------------------------------------------------- */

static void mime_warned(gint64 offset, GMimeParserWarning warning, const gchar *item, gpointer context)
{
  struct mime *mime = context;
  (void)item;
  if (warning != GMIME_CRIT_NESTING_OVERFLOW || mime->too_deep)
    return;
  mime->too_deep = true;
  mime->too_deep_at = offset > 0 ? (uint64_t)offset : 0;
}

static void mime_parse(struct mime *mime)
{
  GMimeStream *stream = g_mime_stream_mem_new_with_byte_array(mime->bytes);
  g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
  GMimeParser *parser = g_mime_parser_new_with_stream(stream);
  GMimeParserOptions *options = g_mime_parser_options_new();
  g_mime_parser_options_set_warning_callback(options, mime_warned, mime);
  mime->message = g_mime_parser_construct_message(parser, options);
  g_mime_parser_options_free(options);
  g_object_unref(parser);
  g_object_unref(stream);
}

enum mime_result mime_read(const char *data, size_t len, struct mime **out)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct mime *mime = *out = NULL;
  size_t need = 0;
  pthread_once(&once, g_mime_init);
  if (len > UINT32_MAX / MIME_COST_RATIO || !mime_is_cheap(data, len, &need))
    return MIME_TOO_MANY;
  if (!budget_charge(need))
    return budget_exceeded() ? MIME_TOO_LARGE : MIME_NO_MEMORY;
  *out = mime = budget_take_zeros(1, sizeof *mime);
  if (!mime) {
    budget_refund(need);
    return MIME_NO_MEMORY;
  }
  mime->charged = need;
  /* Borrowed: mime_free takes the data out again. GMime only reads it. */
  mime->bytes = g_byte_array_new_take((guint8 *)(uintptr_t)data, len);
  mime_parse(mime);
  return !mime->message || mime_add_all(mime) ? MIME_READ : MIME_NO_MEMORY;
}

void mime_free(struct mime *mime)
{
  if (!mime)
    return;
  mime_close(mime);
  for (size_t i = 0; i < mime_count(mime); i++)
    g_free((void *)(uintptr_t)mime_node(mime, i)->media_type);
  if (mime->message)
    g_object_unref(mime->message);
  if (mime->bytes)
    g_byte_array_free(mime->bytes, FALSE);
  buffer_free(&mime->nodes);
  buffer_free(&mime->levels);
  buffer_free(&mime->fields);
  budget_refund(mime->charged);
  budget_give(mime);
}

size_t mime_count(const struct mime *mime)
{
  return ARRAY_COUNT(struct mime_node, mime->nodes);
}

const struct mime_node *mime_node(const struct mime *mime, size_t index)
{
  return ARRAY_OF(const struct mime_node, mime->nodes) + index;
}

bool mime_too_deep(const struct mime *mime, uint64_t *offset)
{
  *offset = mime->too_deep_at;
  return mime->too_deep;
}

/* ---- Fields ------------------------------------------------------------------------------------ */

/* Returns the offset of the value, or MIME_NOWHERE if the message does not contain the field at its
 * offset. */
static uint64_t mime_field_offset(const struct mime *mime, GMimeHeader *header, uriel_text value)
{
  const gint64 begin = g_mime_header_get_offset(header);
  const size_t name = strlen(g_mime_header_get_raw_name(header));
  if (begin < 0 || (uint64_t)begin > mime->bytes->len ||
      mime->bytes->len - (uint64_t)begin < name + 1 + value.len)
    return MIME_NOWHERE;
  const size_t at = (size_t)begin + name + 1;
  return memcmp(mime->bytes->data + at, value.ptr, value.len) == 0 ? at : MIME_NOWHERE;
}

static bool mime_add_fields(struct mime *mime, GMimeObject *object)
{
  GMimeHeaderList *list = object ? g_mime_object_get_header_list(object) : NULL;
  const int count = list ? g_mime_header_list_get_count(list) : 0;
  for (int i = 0; i < count; i++) {
    GMimeHeader *header = g_mime_header_list_get_header_at(list, i);
    const char *raw = g_mime_header_get_raw_value(header);
    const uriel_text value = uriel_text_of(raw ? raw : "");
    const struct mime_field field = {g_mime_header_get_name(header), value,
                                     mime_field_offset(mime, header, value)};
    if (!buffer_add(&mime->fields, &field, sizeof field))
      return false;
  }
  return true;
}

static int mime_compare_fields(const void *a, const void *b)
{
  const uint64_t first = ((const struct mime_field *)a)->offset;
  const uint64_t second = ((const struct mime_field *)b)->offset;
  return (first > second) - (first < second);
}

bool mime_fields(struct mime *mime, const struct mime_node *node, enum mime_header header,
                 const struct mime_field **fields, size_t *count)
{
  GMimeMessage *message = node->message;
  bool good = true;
  mime->fields.len = 0;
  if (header == MIME_PART_HEADER && !node->body && node->object)
    good = mime_add_fields(mime, node->object);
  /* GMime gives the fields of a message to both the message and its body. */
  if (header == MIME_MESSAGE_HEADER && message)
    good = mime_add_fields(mime, GMIME_OBJECT(message)) &&
           mime_add_fields(mime, g_mime_message_get_mime_part(message));
  *fields = ARRAY_OF(const struct mime_field, mime->fields);
  *count = ARRAY_COUNT(struct mime_field, mime->fields);
  if (*count > 1)
    qsort(mime->fields.ptr, *count, sizeof **fields, mime_compare_fields);
  return good;
}

char *mime_words(const char *value)
{
  return g_mime_utils_header_decode_text(NULL, value);
}

void mime_words_free(char *words)
{
  g_free(words);
}

/* ---- Content ----------------------------------------------------------------------------------- */

/* Returns the charset from which text must be converted to UTF-8. XML is not converted, as it declares
 * its own encoding. */
static const char *mime_charset(GMimeObject *object)
{
  GMimeContentType *type = g_mime_object_get_content_type(object);
  const char *charset = g_mime_object_get_content_type_parameter(object, "charset");
  if (!charset || !type || !g_mime_content_type_is_type(type, "text", "*") ||
      g_mime_content_type_is_type(type, "text", "xml"))
    return NULL;
  return strcasecmp(charset, "utf-8") != 0 && strcasecmp(charset, "us-ascii") != 0 ? charset : NULL;
}

static void mime_filter(GMimeStream *stream, GMimeFilter *filter)
{
  if (!filter) /* unknown charset: keep the bytes */
    return;
  g_mime_stream_filter_add(GMIME_STREAM_FILTER(stream), filter);
  g_object_unref(filter);
}

const char *mime_charset_of(const struct mime_node *node)
{
  GMimeObject *object = node->object;
  if (!object || mime_charset(object))
    return object ? "utf-8" : NULL;
  return g_mime_object_get_content_type_parameter(object, "charset");
}

const char *mime_charset_was(const struct mime_node *node)
{
  return node->object ? mime_charset(node->object) : NULL;
}

void mime_open(struct mime *mime, const struct mime_node *node)
{
  mime_close(mime);
  mime->text = node->text;
  GMimeObject *object = node->object;
  GMimeDataWrapper *content =
      object && GMIME_IS_PART(object) ? g_mime_part_get_content(GMIME_PART(object)) : NULL;
  GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) : NULL;
  if (!stream)
    return;
  g_mime_stream_reset(stream);
  mime->content = g_mime_stream_filter_new(stream);
  if (node->encoding)
    mime_filter(mime->content,
                g_mime_filter_basic_new(g_mime_data_wrapper_get_encoding(content), FALSE));
  const char *charset = mime_charset(object);
  if (charset)
    mime_filter(mime->content, g_mime_filter_charset_new(charset, "utf-8"));
}

ssize_t mime_content(void *context, char *data, size_t capacity)
{
  struct mime *mime = context;
  ssize_t got = 0;
  if (mime->text) {
    const size_t len = strnlen(mime->text, capacity);
    memcpy(data, mime->text, len);
    mime->text += len;
    return (ssize_t)len;
  }
  if (!mime->content)
    return 0;
  /* A filter may hold back everything that was read: a read of 0 bytes is not the end. */
  do
    got = g_mime_stream_read(mime->content, data, capacity);
  while (got == 0 && !g_mime_stream_eos(mime->content));
  if (got < 0)
    errno = EBADMSG;
  return got;
}

void mime_close(struct mime *mime)
{
  if (mime->content)
    g_object_unref(mime->content);
  mime->content = NULL;
}

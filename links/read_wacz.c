/* SPDX-License-Identifier: MIT */
/* ZIP files that contain web archives (Web Archive Collection Zipped 1.1.1; APPNOTE.TXT 6.3.10). The
 * members are read in their order in the file, by the headers before them, so that a pipe can be read.
 * Members with the suffix of a web archive are documents. */
#include <errno.h>
#include <string.h>

#include "base/unicode.h"
#include "entity.h"
#include "reader/decode.h"

enum { ZIP_HEADER = 30, ZIP_STORED = 0, ZIP_DEFLATED = 8, ZIP_DESCRIPTOR = 24, ZIP_NAME = 1024 };

struct zip_member {
  struct source *from;
  char name[ZIP_NAME]; /* of a longer name only the end */
  unsigned method;
  bool encrypted;
  bool described;          /* a descriptor follows the data */
  bool open;               /* the length follows the data, in a descriptor */
  bool ended;              /* if `open`: the descriptor was read */
  uint64_t size;           /* of the data in the file, if not open */
  uint64_t begin;          /* its position */
  struct decoder *decoder; /* NULL for stored data */
};

static uint64_t zip_number(const char *data, unsigned bytes)
{
  uint64_t number = 0;
  while (bytes--)
    number = number << 8 | (unsigned char)data[bytes];
  return number;
}

/* Whether a signature is at the start: "PK" and two bytes. */
static bool zip_at(const struct source *from, const char *signature)
{
  return from->len >= 4 && memcmp(from->data, signature, 4) == 0;
}

static const char zip_local[] = "PK\3\4", zip_descriptor[] = "PK\7\10";

/* Whether the members end here: with the central directory, or with a record that may precede it. */
static bool zip_at_end(const struct source *from)
{
  return zip_at(from, "PK\1\2") || zip_at(from, "PK\5\6") || zip_at(from, "PK\6\6") ||
         zip_at(from, "PK\6\10");
}

/* Whether the descriptor of `size` bytes of data is at the start (APPNOTE, 4.3.9). Sets its length: its
 * numbers have 8 bytes if that reads as the size, which for 0 the next signature shows. */
static bool zip_describes(const struct source *from, uint64_t size, size_t *len)
{
  if (!zip_at(from, zip_descriptor) || from->len < 16)
    return false;
  const bool large = from->len >= 24 && zip_number(from->data + 8, 8) == size &&
                     (size || memcmp(from->data + 16, "PK", 2) != 0);
  *len = large ? 24 : 16;
  return large || zip_number(from->data + 8, 4) == size;
}

/* Stored data, or compressed data. */
static ssize_t zip_read_stored(struct zip_member *member, char *data, size_t capacity)
{
  struct source *const from = member->from;
  const uint64_t done = from->dropped - member->begin;
  size_t len;
  if (member->ended || (!member->open && done >= member->size))
    return 0;
  source_fill(from, ZIP_DESCRIPTOR);
  if (!member->open)
    return source_take(from, data,
                       member->size - done < capacity ? (size_t)(member->size - done) : capacity);
  if (zip_describes(from, done, &len)) {
    source_drop(from, len);
    member->ended = true;
    return 0;
  }
  /* Up to the next signature, or up to where one may begin. */
  const size_t most = from->len < capacity ? from->len : capacity;
  const char *const next = most > 1 ? memchr(from->data + 1, 'P', most - 1) : NULL;
  return source_take(from, data, next ? (size_t)(next - from->data) : most);
}

static ssize_t zip_read(void *context, char *data, size_t capacity)
{
  struct zip_member *const member = context;
  return member->decoder ? decoder_read(member->decoder, data, capacity)
                         : zip_read_stored(member, data, capacity);
}

/* Reads the header at the start. Returns false if it is cut off. */
static bool zip_begin(struct zip_member *member)
{
  struct source *const from = member->from;
  if (!source_fill(from, ZIP_HEADER) || from->len < ZIP_HEADER)
    return false;
  const unsigned flags = (unsigned)zip_number(from->data + 6, 2);
  const size_t name = (size_t)zip_number(from->data + 26, 2);
  const size_t extra = (size_t)zip_number(from->data + 28, 2);
  if (!source_fill(from, ZIP_HEADER + name + extra) || from->len < ZIP_HEADER + name + extra)
    return false;
  const char *const begin = from->data + ZIP_HEADER;
  const size_t kept = name < ZIP_NAME - 1 ? name : ZIP_NAME - 1;
  memcpy(member->name, begin + name - kept, kept);
  member->name[kept] = 0;
  member->method = (unsigned)zip_number(from->data + 8, 2);
  member->encrypted = flags & 1;
  member->size = zip_number(from->data + 18, 4);
  member->described = flags & 8;
  /* The lengths of 64 bits: first of the document (4.5.3). */
  const bool is_large = member->size == UINT32_MAX;
  const size_t at = zip_number(from->data + 22, 4) == UINT32_MAX ? 8 : 0;
  for (const char *field = begin + name, *const end = field + extra; is_large && end - field >= 4;) {
    const size_t len = (size_t)zip_number(field + 2, 2);
    if (zip_number(field, 2) == 1 && len >= at + 8 && end - field >= (ptrdiff_t)(4 + at + 8))
      member->size = zip_number(field + 4 + at, 8);
    field += (size_t)(end - field) < 4 + len ? (size_t)(end - field) : 4 + len;
  }
  member->open = member->described && (member->size == 0 || member->size == UINT32_MAX);
  source_drop(from, ZIP_HEADER + name + extra);
  member->begin = from->dropped;
  member->ended = false;
  return true;
}

static bool zip_is_archive(const char *name)
{
  static const char *const endings[] = {".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (strlen(name) > strlen(endings[i]) && text_ends(uriel_text_of(name), endings[i]))
      return true;
  return false;
}

/* Skips the descriptor after data whose end is known. Its signature is optional, so that its own end is
 * where the next signature is. */
static void zip_skip_descriptor(struct source *from)
{
  static const unsigned char lengths[] = {16, 24, 12, 20};
  source_fill(from, ZIP_DESCRIPTOR + 4);
  for (size_t i = 0; i < sizeof lengths; i++)
    if ((zip_at(from, zip_descriptor) || i > 1) && from->len >= lengths[i] + 4U &&
        memcmp(from->data + lengths[i], "PK", 2) == 0) {
      source_drop(from, lengths[i]);
      return;
    }
}

/* Skips the rest of the data that its reader did not read. Returns false if it is cut off. */
static bool zip_finish(struct zip_member *member)
{
  struct source *const from = member->from;
  char skipped[4096];
  if (member->open) {
    while (zip_read(member, skipped, sizeof skipped) > 0)
      ;
    if (member->decoder)
      zip_skip_descriptor(from);
    return member->decoder || member->ended;
  }
  const uint64_t done = from->dropped - member->begin;
  uint64_t left = done < member->size ? member->size - done : 0;
  source_skip(from, &left);
  if (!left && member->described)
    zip_skip_descriptor(from);
  return !left;
}

/* Reads the member at the start. */
static bool zip_member(struct entity *entity, struct zip_member *member)
{
  const uint64_t offset = member->from->dropped;
  if (!zip_begin(member)) {
    source_drop(member->from, member->from->len);
    return entity_error(entity, "record-cut-off", offset, 0, "the file ends in the header of a member");
  }
  const bool is_archive = zip_is_archive(member->name);
  const bool is_known =
      !member->encrypted && (member->method == ZIP_STORED || member->method == ZIP_DEFLATED);
  bool good = true;
  member->decoder = NULL;
  if (is_known && member->method == ZIP_DEFLATED && (is_archive || member->open)) {
    member->decoder = decoder_new("raw", member->from, &entity->links->measure);
    if (!member->decoder)
      return entity_no_memory(entity);
  }
  if (is_archive && is_known) {
    const struct entity_child child = {.read = zip_read,
                                       .context = member,
                                       .name = member->name,
                                       .encoding = member->decoder ? "deflate" : NULL};
    good = entity_read_child(entity, &child);
  } else if (is_archive) {
    good = entity_error(entity, "encoding-not-known", offset, 0, "a web archive is %s: it is not read",
                        member->encrypted ? "encrypted" : "compressed in a way that is not known");
  }
  if (good && !zip_finish(member) && !member->from->error)
    good = entity_error(entity, "record-cut-off", source_position(member->from), 0,
                        "the last member is not whole");
  decoder_free(member->decoder);
  return good;
}

/* Skips everything up to the next header or the end of the members. */
static bool zip_damaged(struct entity *entity)
{
  struct source *const from = &entity->source;
  const uint64_t offset = from->dropped;
  source_drop(from, from->len > 0);
  while (source_fill(from, 4) && from->len && !zip_at(from, zip_local) && !zip_at_end(from)) {
    const char *const next = from->len > 1 ? memchr(from->data + 1, 'P', from->len - 1) : NULL;
    source_drop(from, next ? (size_t)(next - from->data) : from->len);
  }
  return entity_error(entity, "record-malformed", offset, from->dropped - offset,
                      "no member of the ZIP file begins here");
}

bool read_wacz(struct entity *entity)
{
  struct zip_member member = {.from = &entity->source};
  struct source *const from = member.from;
  bool good = entity_begin(entity);
  while (good && source_fill(from, 4) && from->len && !zip_at_end(from))
    good = zip_at(from, zip_local) ? zip_member(entity, &member) : zip_damaged(entity);
  /* The central directory repeats the headers. */
  while (good && source_fill(from, 1) && from->len)
    source_drop(from, from->len);
  return good;
}

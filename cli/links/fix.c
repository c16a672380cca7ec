/* SPDX-License-Identifier: MIT */
/* uriel links --check --fix: replaces references in the files that have them, or prints the diff. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_out.h"
#include "fix.h"
#include "links/rewrite.h"

/* A reference to replace; its texts are one after the other in `fix->texts`. */
struct fix_item {
  uint32_t file;
  uint64_t document, ordinal; /* in the file, and in that */
  size_t copies;              /* the same reference, found under several names of the file */
  struct rewrite rewrite;
  size_t texts;
  uint32_t goal;  /* for check_is_good */
  bool is_inside; /* of a document that is not the file itself */
  bool is_edited;
};

struct fix_file {
  const char *name, *path; /* as the user wrote it, and absolute without symbolic links */
  struct stat status;
  bool has_changed; /* between two readings */
};

struct fix {
  struct texts identities; /* of the files, by number */
  struct fix_file *files;
  size_t file_capacity;
  uint64_t reading;    /* of the file that is being read */
  uint32_t file;       /* its number */
  struct buffer items; /* struct fix_item */
  struct buffer texts;
  struct fix_counts counts;
  /* The file that is being replaced. */
  struct buffer old, new, escaped, diff;
  struct buffer edits; /* struct patch_edit */
  size_t root;         /* of the diff: the length of the path of its folder, before the slash */
};

/* ---- Collecting --------------------------------------------------------------------------------- */

struct fix *fix_new(void)
{
  struct fix *const fix = calloc(1, sizeof *fix);
  if (!fix)
    die_memory();
  return fix;
}

const struct fix_counts *fix_counts(const struct fix *fix)
{
  return &fix->counts;
}

static bool fix_same_file(const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Returns a copy, which stays, with a NUL after it. */
static uriel_text fix_keep(uriel_text text)
{
  struct buffer copy = {0};
  buffer_append(&copy, text.ptr, text.len);
  copy.ptr[copy.len] = 0;
  return buffer_text(&copy);
}

/* Sets `fix->file` to the number of the file that is being read, which several operands may contain.
 * Each hard link is a file, since the others keep the old content. */
static void fix_identify(struct fix *fix, const struct links_run *run)
{
  struct stat status = {0};
  struct buffer key = {0};
  bool is_new;
  if (fix->reading == run->files)
    return;
  const bool is_known = fstat(run->fd, &status) == 0;
  char *const real = realpath(run->file, NULL);
  const char *const path = real ? real : run->file;
  buffer_append(&key, &status.st_dev, sizeof status.st_dev);
  buffer_append(&key, &status.st_ino, sizeof status.st_ino);
  buffer_append(&key, path, status.st_nlink > 1 ? strlen(path) : 0);
  fix->reading = run->files;
  fix->file = texts_number(&fix->identities, buffer_text(&key), &is_new);
  if (is_new) {
    fix->files = list_grow(fix->files, fix->file, &fix->file_capacity, sizeof *fix->files);
    fix->files[fix->file] = (struct fix_file){.name = fix_keep(uriel_text_of(run->file)).ptr,
                                              .path = fix_keep(uriel_text_of(path)).ptr,
                                              .status = status};
  }
  struct fix_file *const file = &fix->files[fix->file];
  file->has_changed |= !is_known || !fix_same_file(&status, &file->status);
  buffer_free(&key);
  free(real);
}

void fix_add(struct fix *fix, const struct links_run *run, const struct links_reference *reference,
             uriel_text uri, uint32_t goal)
{
  const struct links_level *const level = run->levels.last;
  const uriel_text written = reference->written.ptr ? reference->written : reference->raw;
  fix_identify(fix, run);
  struct fix_item item = {.file = fix->file,
                          .document = level->number,
                          .ordinal = reference->ordinal,
                          .copies = 1,
                          .rewrite = {.offset = (size_t)reference->place.offset,
                                      .written.len = written.len,
                                      .cleaned.len = reference->cleaned.len,
                                      .uri.len = uri.len},
                          .texts = fix->texts.len,
                          .goal = goal,
                          .is_inside = level->is_encoded};
  rewrite_place(&item.rewrite, reference, level);
  buffer_append(&fix->items, &item, sizeof item);
  buffer_append(&fix->texts, written.ptr, written.len);
  buffer_append(&fix->texts, reference->cleaned.ptr, reference->cleaned.len);
  buffer_append(&fix->texts, uri.ptr, uri.len);
}

/* Orders items as in the files, then as they were added. */
static int fix_compare(const void *a, const void *b)
{
  const struct fix_item *const x = a, *const y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->document != y->document)
    return x->document < y->document ? -1 : 1;
  if (x->ordinal != y->ordinal)
    return x->ordinal < y->ordinal ? -1 : 1;
  return (x->texts > y->texts) - (x->texts < y->texts);
}

static int fix_compare_edits(const void *a, const void *b)
{
  const struct patch_edit *const x = a, *const y = b;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

/* ---- Reading what was changed ------------------------------------------------------------------- */

/* The references of a text as bytes; references of items are replaced. */
struct fix_stream {
  struct buffer out;
  struct links_levels levels;
  const struct fix_item *item, *end;
};

static bool fix_begin(void *context, const struct links_document *document)
{
  struct fix_stream *const stream = context;
  levels_push(&stream->levels, document);
  buffer_append(&stream->out, document->kind, strlen(document->kind) + 1);
  return true;
}

static bool fix_reference(void *context, const struct links_reference *reference)
{
  struct fix_stream *const stream = context;
  const char *const names[] = {reference->element, reference->attribute, reference->header};
  uriel_text text = reference->cleaned;
  while (stream->item < stream->end && !stream->item->is_edited)
    stream->item++;
  if (stream->item < stream->end && stream->levels.last->number == 1 &&
      stream->item->ordinal == reference->ordinal)
    text = stream->item++->rewrite.uri;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    buffer_append(&stream->out, names[i] ? names[i] : "", names[i] ? strlen(names[i]) + 1 : 1);
  buffer_append(&stream->out, text.ptr, text.len);
  buffer_append(&stream->out, "", 1);
  return true;
}

static bool fix_error(void *context, const struct links_error *error)
{
  (void)context;
  (void)error;
  return true;
}

static bool fix_end(void *context, const struct links_end *end)
{
  (void)end;
  levels_pop(&((struct fix_stream *)context)->levels);
  return true;
}

/* Reads the references of a text, of a file with that name. */
static void fix_stream_read(struct links_run *run, const char *name, const struct buffer *text,
                            struct fix_stream *stream)
{
  const struct links_sink sink = {.context = stream,
                                  .begin = fix_begin,
                                  .reference = fix_reference,
                                  .error = fix_error,
                                  .end = fix_end};
  const char *const slash = strrchr(name, '/');
  struct budget_share share = {.budget = run->budget};
  struct source_memory memory = {text->ptr, text->len};
  const struct links_request request = {.read = source_read_memory,
                                        .context = &memory,
                                        .name = slash ? slash + 1 : name,
                                        .retrieval = uriel_text_of("http://uriel.invalid/"),
                                        .media_type = run->media_type,
                                        .share = &share};
  if (links_read(run->links, &request, &sink) == LINKS_NO_MEMORY)
    die_memory();
}

/* Whether the new text has the references of the old one, and the URIs of the items in their places. */
static bool fix_is_right(struct links_run *run, const char *name, const struct fix_item *items,
                         size_t count)
{
  struct fix *const fix = run->fix;
  struct fix_stream old = {.item = items, .end = items + count}, new = {.item = NULL};
  fix_stream_read(run, name, &fix->old, &old);
  fix_stream_read(run, name, &fix->new, &new);
  const bool is_right = old.item == old.end &&
                        old.out.len == new.out.len &&memcmp(old.out.ptr, new.out.ptr, old.out.len) == 0;
  buffer_free(&old.out);
  buffer_free(&new.out);
  levels_free(&old.levels);
  levels_free(&new.levels);
  return is_right;
}

/* ---- A file ------------------------------------------------------------------------------------- */

/* Reads the file into `fix->old`. Returns false, after a message, if that fails or it has changed. */
static bool fix_load(struct links_run *run, const struct fix_file *file)
{
  const char *const name = file->name;
  struct fix *const fix = run->fix;
  struct stat status;
  const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  fix->old.len = 0;
  const bool is_open = fd >= 0 && fstat(fd, &status) == 0;
  const bool is_same = is_open && !file->has_changed && fix_same_file(&status, &file->status);
  const bool is_read = is_same && buffer_read(&fix->old, fd);
  if (!is_open || (is_same && !is_read)) {
    run->failed = true;
    message("cannot read %s: %s", name, strerror(errno));
  } else if (!is_same) {
    message("%s: not rewritten, because it changed since it was read: run the command again", name);
  }
  if (fd >= 0)
    close(fd);
  return is_read;
}

/* Counts "%" in a query, up to the fragment; `strays` those without two hexadecimal digits. */
static size_t fix_percents(uriel_text reference, size_t *strays)
{
  const char *const mark = reference.len ? memchr(reference.ptr, '?', reference.len) : NULL;
  size_t count = 0;
  *strays = 0;
  for (size_t i = mark ? (size_t)(mark - reference.ptr) : reference.len;
       i < reference.len && reference.ptr[i] != '#'; i++) {
    const bool is_percent = reference.ptr[i] == '%';
    count += is_percent;
    *strays += is_percent && (reference.len - i < 3 || !isxdigit((unsigned char)reference.ptr[i + 1]) ||
                              !isxdigit((unsigned char)reference.ptr[i + 2]));
  }
  return count;
}

/* Makes the edits of the items. Sets how many references the file does not have in these bytes, and how
 * many have a query that would change. */
static void fix_edit(struct fix *fix, struct fix_item *items, size_t count, size_t *encoded,
                     size_t *queries)
{
  const uriel_text old = buffer_text(&fix->old);
  *encoded = *queries = 0;
  fix->edits.len = fix->escaped.len = 0;
  for (struct fix_item *item = items; item < items + count; item++) {
    struct patch_edit edit;
    size_t strays, none;
    /* No character of the query is encoded, since that depends on the encoding of the document. */
    const bool keeps =
        fix_percents(item->rewrite.uri, &none) == fix_percents(item->rewrite.written, &strays) &&
        !strays;
    item->is_edited =
        keeps && !item->is_inside && rewrite_edit(&item->rewrite, old, &edit, &fix->escaped);
    *queries += !keeps;
    *encoded += keeps && !item->is_edited;
    if (item->is_edited)
      buffer_append(&fix->edits, &edit, sizeof edit);
  }
  struct patch_edit *const edits = ARRAY_OF(struct patch_edit, fix->edits);
  const size_t made = ARRAY_COUNT(struct patch_edit, fix->edits);
  const char *text = fix->escaped.ptr;
  for (size_t i = 0; i < made; text += edits[i++].text.len)
    edits[i].text.ptr = text;
  if (made)
    qsort(edits, made, sizeof *edits, fix_compare_edits);
}

/* Whether no edit begins before the end of the one before. */
static bool fix_are_apart(const struct patch *patch)
{
  bool are_apart = true;
  for (size_t i = 1; i < patch->count; i++)
    are_apart &= patch->list[i - 1].offset + patch->list[i - 1].length <= patch->list[i].offset;
  return are_apart;
}

/* Replaces the file. Returns false, after a message, if that fails: the old file stays. */
static bool fix_write(struct links_run *run, const struct fix_file *file)
{
  const char *const name = file->name;
  static struct file_out out;
  struct fix *const fix = run->fix;
  bool good = file_out_open(&out, name);
  if (good) {
    out.expected = &file->status;
    file_out_put(&out, fix->new.ptr, fix->new.len);
    good = file_out_close(&out, true);
  }
  if (!good && out.error == ESTALE) {
    message("%s: not rewritten, because it changed since it was read: run the command again", name);
  } else if (!good) {
    run->failed = true;
    message("cannot write %s: %s; the file is unchanged", name, strerror(out.error));
  }
  return good;
}

/* Sets the folder of the diff: the current one, or "/" if a file is outside of that. */
static void fix_find_root(struct fix *fix)
{
  char *const here = realpath(".", NULL);
  const size_t len = here && here[1] ? strlen(here) : 0;
  fix->root = len;
  for (size_t i = 0; len && i < fix->identities.count; i++)
    if (strncmp(fix->files[i].path, here, len) != 0 || fix->files[i].path[len] != '/')
      fix->root = 0;
  if (fix->root < len)
    output_text(&standard_out,
                "# A file is outside of the current folder: apply this with patch -p1 -d /\n");
  free(here);
}

static void fix_print(struct fix *fix, const struct patch *patch, const char *path)
{
  if (!fix->counts.files)
    fix_find_root(fix);
  path += fix->root;
  fix->diff.len = 0;
  patch_diff(patch, path + (*path == '/'), &fix->diff);
  output_put(&standard_out, fix->diff.ptr, fix->diff.len);
}

/* Replaces references of a file, or prints the diff. */
static void fix_file(struct links_run *run, struct fix_item *items, size_t count)
{
  struct fix *const fix = run->fix;
  const struct fix_file *const file = &fix->files[items->file];
  const char *const name = file->name;
  if (!fix_load(run, file))
    return;
  size_t encoded, queries;
  fix_edit(fix, items, count, &encoded, &queries);
  const struct patch patch = {buffer_text(&fix->old), ARRAY_OF(const struct patch_edit, fix->edits),
                              ARRAY_COUNT(struct patch_edit, fix->edits)};
  if (encoded)
    message("%s: %zu reference%s not rewritten, because the file has %s in an encoding, in a compressed"
            " form or in a document inside it: correct %s there",
            name, encoded, encoded == 1 ? "" : "s", encoded == 1 ? "it" : "them",
            encoded == 1 ? "it" : "them");
  if (queries)
    message("%s: %zu reference%s not rewritten, because the query would change: correct %s by hand",
            name, queries, queries == 1 ? "" : "s", queries == 1 ? "it" : "them");
  if (!patch.count)
    return;
  fix->new.len = 0;
  const bool are_apart = fix_are_apart(&patch);
  if (are_apart)
    patch_apply(&patch, &fix->new);
  if (!are_apart || !fix_is_right(run, name, items, count)) {
    message("%s: not rewritten, because its references would be read in another way: correct them by "
            "hand",
            name);
    return;
  }
  if (!run->writes)
    fix_print(fix, &patch, file->path);
  else if (!fix_write(run, file))
    return;
  fix->counts.files++;
  for (size_t i = 0; i < count; i++)
    fix->counts.references += items[i].is_edited ? items[i].copies : 0;
}

/* Removes an unfinished file, which has another name. */
static void fix_stop(int number)
{
  file_out_abandon();
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

static void fix_catch(void)
{
  static const int numbers[] = {SIGHUP, SIGINT, SIGTERM};
  const struct sigaction stop = {.sa_handler = fix_stop};
  struct sigaction old;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) /* as nohup sets it */
      (void)sigaction(numbers[i], &stop, NULL);
}

/* Joins the items of one reference, which several operands contain: the first correction counts. Returns
 * how many items remain. */
static size_t fix_join(struct fix_item *items, size_t count)
{
  size_t kept = 0;
  if (count)
    qsort(items, count, sizeof *items, fix_compare);
  for (size_t i = 0; i < count; i++) {
    struct fix_item *const last = kept ? &items[kept - 1] : NULL;
    if (last && last->file == items[i].file && last->document == items[i].document &&
        last->ordinal == items[i].ordinal)
      last->copies += text_same(last->rewrite.uri, items[i].rewrite.uri);
    else
      items[kept++] = items[i];
  }
  return kept;
}

void fix_finish(struct links_run *run)
{
  struct fix *const fix = run->fix;
  struct fix_item *const items = ARRAY_OF(struct fix_item, fix->items);
  const size_t count = ARRAY_COUNT(struct fix_item, fix->items);
  size_t kept = 0;
  if (run->writes)
    fix_catch();
  for (size_t i = 0; i < count; i++) {
    struct rewrite *const rewrite = &items[i].rewrite;
    rewrite->written.ptr = fix->texts.ptr + items[i].texts;
    rewrite->cleaned.ptr = rewrite->written.ptr + rewrite->written.len;
    rewrite->uri.ptr = rewrite->cleaned.ptr + rewrite->cleaned.len;
    uriel_text uri = rewrite->uri;
    if (!check_is_good(run->check, items[i].goal, &uri))
      continue;
    if (uri.ptr != rewrite->uri.ptr)
      rewrite->uri = fix_keep(uri);
    items[kept++] = items[i];
  }
  kept = fix_join(items, kept);
  for (size_t i = 0, end; i < kept; i = end) {
    for (end = i + 1; end < kept && items[end].file == items[i].file; end++)
      ;
    fix_file(run, items + i, end - i);
  }
}

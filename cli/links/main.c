/* SPDX-License-Identifier: MIT */
/* uriel links: the options, the operands, and the files below them. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/error.h"
#include "cli/shared/input.h"
#include "links/retrieval.h"
#include "reader/walk.h"

/* ---- Operands ----------------------------------------------------------------------------------- */

/* The context of links_file_read, which records failures of the system: they are not the document's. */
struct links_file {
  struct links_run *run;
  int fd;
  off_t begin; /* the offset of its first byte that is read */
};

static ssize_t links_file_read(void *context, char *data, size_t capacity)
{
  struct links_file *const file = context;
  struct links_run *const run = file->run;
  char bytes[16];
  if (file->fd == STDIN_FILENO)
    output_flush_both();
  const ssize_t got = source_read_file(&file->fd, data, capacity);
  run->failed |= got < 0;
  run->bytes += got > 0 ? (size_t)got : 0;
  if (progress_due(&run->progress))
    progress_draw(&run->progress, "%llu file%s, %s, %llu references: %s", (unsigned long long)run->files,
                  run->files == 1 ? "" : "s", progress_bytes((double)run->bytes, bytes),
                  (unsigned long long)run->references, run->file);
  return got;
}

static ssize_t links_file_read_at(void *context, char *data, size_t capacity, uint64_t offset)
{
  const struct links_file *const file = context;
  ssize_t got;
  do
    got = pread(file->fd, data, capacity, file->begin + (off_t)offset);
  while (got < 0 && errno == EINTR);
  return got;
}

static bool links_is_output(const struct links_run *run, int fd)
{
  struct stat status;
  if (fstat(fd, &status) != 0 || !output_is_file(&status))
    return false;
  if (!run->silent)
    message("%s: is the output itself, skipped", run->file);
  return true;
}

void links_read_fd(struct links_run *run, int fd, const char *name, uriel_text retrieval)
{
  struct links_file file = {run, fd, lseek(fd, 0, SEEK_CUR)};
  struct budget_share share = {.budget = &run->budget};
  const struct links_request request = {.read = links_file_read,
                                        .read_at = file.begin < 0 ? NULL : links_file_read_at,
                                        .context = &file,
                                        .name = name,
                                        .retrieval = retrieval,
                                        .media_type = run->media_type,
                                        .share = &share};
  const struct links_sink sink = run->check ? check_sink(run->check) : links_printer(run);
  if (links_is_output(run, fd))
    return;
  run->files++;
  run->heading = 0;
  budget_set_first(&run->budget, &share);
  if (links_read(run->links, &request, &sink) == LINKS_NO_MEMORY)
    die_memory();
}

/* An operand that is walked. */
struct links_walk {
  struct links_run *run;
  char *root; /* with --file-base: its absolute path */
  struct buffer path, retrieval;
};

static void links_unread(struct links_run *run, const char *file, int error)
{
  run->failed = true;
  links_print_unread(run, file, strerror(error));
}

/* Returns the path below the operand, without the slash between them. */
static const char *links_below(const struct walk_entry *entry)
{
  size_t from = entry->root_len;
  while (from < entry->path_len && entry->path[from] == '/')
    from++;
  return entry->path + from;
}

/* Returns the absolute path of the entry `below` the operand. */
static uriel_text links_absolute(struct links_walk *walk, const char *below)
{
  struct buffer *const path = &walk->path;
  const size_t len = strlen(below), root_len = strlen(walk->root);
  const bool slash = len > 0 && walk->root[root_len - 1] != '/';
  if (!buffer_grow(path, root_len + 1 + len))
    die_memory();
  memcpy(path->ptr, walk->root, root_len);
  path->ptr[root_len] = '/';
  memcpy(path->ptr + root_len + slash, below, len);
  path->len = root_len + slash + len;
  return buffer_text(path);
}

static uriel_text links_retrieval(struct links_walk *walk, const struct walk_entry *entry)
{
  struct buffer *const out = &walk->retrieval;
  const char *const below = links_below(entry);
  bool good = true;
  out->len = 0;
  if (walk->run->check)
    return check_document(walk->run->check, below);
  if (walk->run->base)
    good = retrieval_given(walk->run->base, below, strlen(below), out);
  else if (walk->root) {
    const uriel_text path = links_absolute(walk, below);
    good = retrieval_of_file(path.ptr, path.len, out);
  }
  if (!good)
    die_memory();
  return out->len ? buffer_text(out) : (uriel_text){NULL, 0};
}

static void links_open(struct links_walk *walk, const struct walk_entry *entry)
{
  const int follow = entry->path_len == entry->root_len ? 0 : O_NOFOLLOW | O_NONBLOCK;
  const int fd = openat(entry->folder, entry->name, O_RDONLY | O_CLOEXEC | O_NOCTTY | follow);
  const char *const slash = strrchr(entry->path, '/');
  if (fd < 0 && errno == ENOENT && follow)
    return; /* it was listed but no longer exists */
  if (fd < 0) {
    links_unread(walk->run, walk->run->file, errno);
    return;
  }
  links_read_fd(walk->run, fd, slash ? slash + 1 : entry->path, links_retrieval(walk, entry));
  close(fd);
}

static bool links_visit(void *context, const struct walk_entry *entry)
{
  struct links_walk *const walk = context;
  switch (entry->type) {
  case WALK_FILE:
    walk->run->file = entry->path;
    walk->run->is_found = entry->path_len != entry->root_len;
    links_open(walk, entry);
    break;
  case WALK_CLOSED:
  case WALK_TOO_DEEP:
    links_unread(walk->run, entry->path, entry->error);
    break;
  default:
    break; /* folders, links (not followed), sockets and similar, vanished files */
  }
  return true;
}

static void links_standard_input(struct links_run *run)
{
  const uriel_text base = uriel_text_of(run->base);
  struct buffer retrieval = {0};
  run->file = "-";
  run->is_found = false;
  if (base.ptr && !retrieval_given(base.ptr, "", 0, &retrieval))
    die_memory();
  links_read_fd(run, STDIN_FILENO, NULL, base.ptr ? buffer_text(&retrieval) : base);
  buffer_free(&retrieval);
}

/* Returns the operand's absolute path, for its file URI. The name of a pipe that the shell passes
 * (/dev/fd/63) resolves to nothing, and stays unchanged. */
static char *links_root(const char *operand)
{
  char *path = realpath(operand, NULL);
  if (!path && errno == ENOENT && *operand == '/')
    path = strdup(operand);
  if (!path && errno == ENOMEM)
    die_memory();
  return path;
}

static void links_walk_operand(struct links_run *run, const char *operand)
{
  struct links_walk walking = {.run = run};
  struct stat status;
  if (stat(operand, &status) != 0) {
    links_unread(run, operand, errno);
    return;
  }
  if (run->check && S_ISDIR(status.st_mode) + S_ISREG(status.st_mode) == 0) {
    links_unread(run, operand, EINVAL);
    return;
  }
  if (run->check && !check_operand(run->check, operand, S_ISDIR(status.st_mode))) {
    links_unread(run, operand, errno);
    return;
  }
  if (run->file_base) {
    walking.root = links_root(operand);
    if (!walking.root) {
      links_unread(run, operand, errno);
      return;
    }
  }
  if (walk_chosen(operand, walk_depth(), &run->choice, links_visit, &walking) == WALK_NO_MEMORY)
    die_memory();
  free(walking.root);
  buffer_free(&walking.path);
  buffer_free(&walking.retrieval);
}

void links_note_folder(const char *base, const char *operand)
{
  struct stat status;
  uriel_ref ref;
  if (!base || stat(operand, &status) != 0 || !S_ISDIR(status.st_mode) ||
      !uriel_parse(&ref, base, strlen(base), NULL))
    return;
  const uriel_text path = uriel_path(&ref);
  if (path.len > 0 && path.ptr[path.len - 1] != '/')
    message(
        "note: the URI of --base does not end in \"/\": files in the folder %s are taken to be beside"
        " it, not below",
        operand);
}

/* Reads an operand: a file, a folder with its contents, or "-". */
static void links_operand(struct links_run *run, const char *operand)
{
  if (!run->silent)
    links_note_folder(run->base, operand);
  if (strcmp(operand, "-") == 0 && run->check)
    die_usage("links", "--check reads files and folders, not standard input");
  if (strcmp(operand, "-") == 0)
    links_standard_input(run);
  else
    links_walk_operand(run, operand);
}

/* ---- Options ------------------------------------------------------------------------------------ */

static const struct help links_help = {
    .usage = "links [OPTION...] [FILE...]",
    .about = "Prints the references of documents: files, folders and their subfolders, and\n"
             "standard input (\"-\", or no operand). A line for each document gives its base\n"
             "URI and the source of the base (RFC 3986, 5.1). Below it, a line for each\n"
             "reference gives its place, element and attribute, text and target. Errors go\n"
             "to standard error.\n\n"
             "The base is the one that the document states, else the base of the document\n"
             "that contains it, else the URI it was retrieved from: --base or --file-base.\n"
             "A relative reference without a base has no target and is an error.\n\n"
             "Nothing is fetched. The text and the scripts of HTML are not searched for URIs:\n"
             "uriel find does that.\n\n"
             "Keys: file part kind line column offset element attribute header raw reference\n"
             "form base base_source target normal excess names relation identifies original\n"
             "host host_unicode elsewhere, and those of an error (see uriel help check).",
    .examples = "uriel links page.html\n"
                "uriel links --base https://example.com/ public_html\n"
                "curl -s https://h.example/ | uriel links --only-target -b https://h.example/\n"
                "uriel links --format '{file}:{line}: {target}' mail.eml",
};

/* The command line while it is parsed. */
struct links_command {
  struct links_run run;
  struct option_reader reader;
  struct files files;
  enum colour_when colour;
  const char *format;
  bool header;
  struct check_options check;
  struct buffer *ignored; /* the texts of --ignore-file */
  size_t ignored_count;
};

void links_read_base(const char *command, const char *text, struct buffer *chain)
{
  struct record record = {.reading = {.spec = URIEL_SPEC_RFC3986}};
  struct buffer next = {0}, resolved = {0};
  uriel_ref base, ref;
  size_t need;
  retrieval_read(uriel_text_of(text), &next, NULL);
  if (next.no_memory)
    die_memory();
  /* Of a text that cannot be read, this prints the error. */
  const char *const read = next.len ? next.ptr : text;
  if (chain->len == 0) {
    base_read(command, read, &record.reading, &base);
    buffer_append(chain, read, strlen(read) + 1);
  } else {
    uriel_parse(&base, chain->ptr, chain->len - 1, NULL);
    if (!record_parse(&record, &ref, uriel_text_of(read))) {
      error_print("base", &record.error);
      output_flush_both();
      exit(STATUS_USAGE);
    }
    do
      need = uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, resolved.ptr, resolved.capacity, NULL);
    while (buffer_short(&resolved, need));
    buffer_append(&resolved, "", 1);
    buffer_free(chain);
    *chain = resolved;
  }
  buffer_free(&next);
}

static void links_base(void *to, struct option_reader *reader)
{
  struct links_run *const run = to;
  links_read_base("links", reader->value, &run->base_chain);
  run->base = run->base_chain.ptr;
}

/* A word, and the media type that it declares, as a server or a message would. */
static const char *const links_kinds[] = {"html",    "xml",  "css",  "text", "markdown",
                                          "message", "mbox", "http", "warc", NULL};
static const char *const links_types[] = {"text/html",        "application/xml",  "text/css",
                                          "text/plain",       "text/markdown",    "message/rfc822",
                                          "application/mbox", "application/http", "application/warc"};

static void links_kind(void *to, struct option_reader *reader)
{
  *(const char **)to = links_types[option_word(reader, links_kinds)];
}

/* Reads the patterns of a file, one a line, except empty lines and lines that start with "#". */
static void links_ignore_file(void *to, struct option_reader *reader)
{
  struct links_command *const command = to;
  struct buffer text = {0};
  if (!buffer_load(&text, reader->value))
    die(STATUS_IO, "cannot read %s: %s", reader->value, strerror(errno));
  struct buffer *const ignored =
      realloc(command->ignored, (command->ignored_count + 1) * sizeof *ignored);
  if (!ignored)
    die_memory();
  command->ignored = ignored;
  command->ignored[command->ignored_count++] = text;
  for (char *line = strtok(text.ptr, "\r\n"); line; line = strtok(NULL, "\r\n"))
    if (*line != '#' && !glob_add(&command->check.ignore, line))
      die_memory();
}

enum { LINKS_GROUP_BASE = OPTION_GROUP_OWN, LINKS_GROUP_CHECK = 2 * OPTION_GROUP_OWN };

static const struct option_spec links_option_table[] = {
    {'b', "base", "URI",
     "the URI that each operand was retrieved from; a\nfolder's URI ends in \"/\". Repeat it for each\n"
     "redirect: the last one counts",
     OPTION_CALL, OPTION_TO(struct links_command, run), .call = links_base, .excludes = LINKS_GROUP_BASE,
     .many = true},
    {0, "file-base", NULL, "use each document's file: URI as its base", OPTION_FLAG,
     OPTION_TO(struct links_command, run.file_base), .excludes = LINKS_GROUP_BASE | LINKS_GROUP_CHECK},
    {0, "check", NULL, "print the broken links between files: to files and\nfragments that do not exist",
     OPTION_FLAG, OPTION_TO(struct links_command, check.is_on), .excludes = LINKS_GROUP_CHECK},
    {0, "root", "DIR",
     "the folder that \"/x\" is in, and that --base is the\nURI of; default: each operand, or its "
     "folder",
     OPTION_STRING, OPTION_TO(struct links_command, check.root), .with = "check"},
    {0, "index", "NAME", "the file of a folder, instead of index.html; \".\":\na folder needs none",
     OPTION_CALL, OPTION_TO(struct links_command, check.index), .call = option_glob, .with = "check",
     .many = true},
    {0, "ignore", "GLOB", "do not print broken links that match GLOB", OPTION_CALL,
     OPTION_TO(struct links_command, check.ignore), .call = option_glob, .with = "check", .many = true},
    {0, "ignore-file", "FILE", "the same for each line of FILE", OPTION_CALL, .to = 0,
     .size = sizeof(struct links_command), .call = links_ignore_file, .with = "check", .many = true},
    {0, "kind", "KIND", "read documents as html, xml, css, text, markdown,\nmessage, mbox, http or warc",
     OPTION_CALL, OPTION_TO(struct links_command, run.media_type), .words = links_kinds,
     .call = links_kind},
    {0, "spec", "SPEC", READING_DOCUMENT_HELP, OPTION_CALL, OPTION_TO(struct links_command, run.spec),
     .words = reading_document_words, .call = reading_spec_of_documents},
    {0, "only-target", NULL, "print only targets, one a line", OPTION_CHOICE,
     OPTION_TO(struct links_command, run.render.form), .low = RENDER_PLAIN,
     .excludes = OPTION_GROUP_FORM},
    {0, "unique", NULL, "print references with the same normal form once", OPTION_FLAG,
     OPTION_TO(struct links_command, run.is_unique), .excludes = LINKS_GROUP_CHECK},
    {0, "no-identifiers", NULL, "leave out names that are no links: xmlns", OPTION_FLAG,
     OPTION_TO(struct links_command, run.no_identifiers)},
    {'f', "file", "FILE", FILES_OPTION_HELP_PATHS, OPTION_CALL, OPTION_TO(struct links_command, files),
     .call = files_add, .many = true},
    {0, "include", "GLOB",
     "of folders: read only files whose name, or path\nif it has a slash, is like GLOB", OPTION_CALL,
     OPTION_TO(struct links_command, run.choice.include), .call = option_glob, .many = true},
    {0, "exclude", "GLOB", "in folders, skip files and folders that match", OPTION_CALL,
     OPTION_TO(struct links_command, run.choice.exclude), .call = option_glob, .many = true},
    {0, "max-size", "BYTES",
     "do not read larger documents of the kinds that\nare read as a whole; default: 64 MiB", OPTION_SIZE,
     OPTION_TO(struct links_command, run.max_size), .low = 1, .high = (size_t)1 << 29},
    {0, "memory", "BYTES", "a document that needs more memory is an error;\ndefault: 1 GiB", OPTION_SIZE,
     OPTION_TO(struct links_command, run.memory), .low = OPTION_MEMORY_LEAST, .high = SIZE_MAX / 2},
    {0, "to-uri", NULL, "percent-encode non-ASCII characters also in text\nthat is not an IRI",
     OPTION_FLAG, OPTION_TO(struct links_command, run.to_uri)},
    {'j', "json", NULL, "one JSON object a line", OPTION_CHOICE,
     OPTION_TO(struct links_command, run.render.form), .low = RENDER_JSON,
     .excludes = OPTION_GROUP_FORM},
    {'t', "tsv", NULL, "tab-separated columns, \\N for undefined", OPTION_CHOICE,
     OPTION_TO(struct links_command, run.render.form), .low = RENDER_TSV, .excludes = OPTION_GROUP_FORM},
    {0, "header", NULL, "with --tsv: the columns' names first", OPTION_FLAG,
     OPTION_TO(struct links_command, header), .with = "tsv"},
    {'F', "format", "FORMAT",
     "FORMAT with {KEY} or {KEY:MODIFIER} filled in;\nmodifiers: lower, upper, decode", OPTION_STRING,
     OPTION_TO(struct links_command, format), .excludes = OPTION_GROUP_FORM},
    {'0', "null", NULL,
     "with --only-target, --tsv and --format records,\nand the lines of --file, end in NUL instead "
     "of\nline feed",
     OPTION_CHOICE, OPTION_TO(struct links_command, run.render.terminator), .low = '\0'},
    {'q', "quiet", NULL, "print no records, only errors", OPTION_FLAG,
     OPTION_TO(struct links_command, run.quiet)},
    {'s', "silent", NULL, "print no errors, only records", OPTION_FLAG,
     OPTION_TO(struct links_command, run.silent)},
    {0, "color", "WHEN", "auto (a terminal, the default), always, never", OPTION_WORD,
     OPTION_TO(struct links_command, colour), .words = colour_words},
    {0, "colour", "WHEN", NULL, OPTION_WORD, OPTION_TO(struct links_command, colour),
     .words = colour_words},
    {'h', "help", NULL, "print this", .kind = OPTION_HELP},
    {0}};

static void links_read_options(struct links_command *command)
{
  struct links_run *const run = &command->run;
  struct option_reader *const reader = &command->reader;
  option_read(reader);
  files_refuse_operands(&command->files, reader);
  if (command->check.is_on)
    run->render.schema = &links_check_schema;
  if (!command->format)
    return;
  run->render.form = RENDER_FORMAT;
  run->render.format = template_compile("links", command->format, run->render.schema);
}

static void links_path(void *context, const char *path)
{
  links_operand(context, path);
  files_note_reference("links", path);
}

static void links_run_all(struct links_command *command)
{
  struct links_run *const run = &command->run;
  const bool plain = run->render.form == RENDER_PLAIN;
  const bool checks = command->check.is_on;
  const struct links_limits limits = {.whole = run->max_size,
                                      .spec = run->spec,
                                      .to_uri = run->to_uri,
                                      .no_normal = checks || (plain && !run->is_unique),
                                      .no_lines = checks || plain,
                                      .anchors = checks};
  run->links = links_new(&limits);
  if (checks)
    run->check = check_new(run, &command->check, &limits);
  if (!run->links)
    die_memory();
  budget_start(&run->budget, run->memory ? run->memory : LINKS_MEMORY);
  progress_start(&run->progress, run->quiet);
  if (command->header && !run->quiet)
    render_header(&run->render);
  files_each(&command->files, &command->reader, run->render.terminator, links_path, run);
  if (checks)
    check_finish(run->check);
  progress_clear(&run->progress);
}

int cmd_links(int argc, char **argv)
{
  struct links_command command = {
      .run = {.spec = URIEL_SPEC_IRI,
              .render = {.schema = &links_schema, .form = RENDER_LONG, .terminator = '\n'}},
      .reader = {.command = "links",
                 .help = &links_help,
                 .tables = {{links_option_table, &command}},
                 .argc = argc,
                 .argv = argv}};
  struct links_run *const run = &command.run;
  links_read_options(&command);
  colour_decide(command.colour);
  links_run_all(&command);
  links_free(run->links);
  budget_stop(&run->budget);
  links_print_free(run);
  check_free(run->check);
  glob_free(&command.check.index);
  glob_free(&command.check.ignore);
  while (command.ignored_count)
    buffer_free(&command.ignored[--command.ignored_count]);
  free(command.ignored);
  glob_free(&run->choice.include);
  glob_free(&run->choice.exclude);
  template_free(run->render.format);
  buffer_free(&run->base_chain);
  files_free(&command.files);
  return run->failed ? STATUS_IO : run->invalid ? STATUS_INVALID : STATUS_OK;
}

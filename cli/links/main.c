/* SPDX-License-Identifier: MIT */
/* uriel links: the options, the operands, and the files below them. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/error.h"
#include "links/remap.h"
#include "links/retrieval.h"
#include "reader/decode.h"
#include "reader/excerpt.h"
#include "reader/ordered.h"
#include "reader/walk.h"
#include "run.h"

/* ---- Operands ----------------------------------------------------------------------------------- */

/* Records failures of the system, which are not errors of the document. */
static ssize_t links_file_read(void *context, char *data, size_t capacity)
{
  struct links_run *const run = context;
  if (run->fd == STDIN_FILENO)
    output_flush_both();
  const ssize_t got = source_read_file(&run->fd, data, capacity);
  run->failed |= got < 0;
  run->bytes += got > 0 ? (size_t)got : 0;
  links_draw(run);
  return got;
}

void links_draw(struct links_run *run)
{
  char bytes[16];
  if (progress_due(&run->progress))
    progress_draw(&run->progress, "%llu file%s, %s, %llu references: %s", (unsigned long long)run->files,
                  run->files == 1 ? "" : "s", progress_bytes((double)run->bytes, bytes),
                  (unsigned long long)(run->check ? check_counts(run->check)->read : run->references),
                  run->file);
}

static ssize_t links_file_read_at(void *context, char *data, size_t capacity, uint64_t offset)
{
  const struct links_run *const run = context;
  ssize_t got;
  do
    got = pread(run->fd, data, capacity, run->begin + (off_t)offset);
  while (got < 0 && errno == EINTR);
  return got;
}

bool links_read_fd(struct links_run *run, int fd, const char *name, uriel_text retrieval)
{
  struct budget_share share = {.budget = run->budget};
  run->fd = fd;
  run->begin = lseek(fd, 0, SEEK_CUR);
  run->files++;
  run->heading = 0;
  const struct links_request request = {.read = links_file_read,
                                        .read_at = run->begin < 0 ? NULL : links_file_read_at,
                                        .context = run,
                                        .name = name,
                                        .retrieval = retrieval,
                                        .media_type = run->media_type,
                                        .share = &share};
  return links_read(run->links, &request, &run->sink) != LINKS_NO_MEMORY;
}

/* Reads the open file `run->file`, now or later, and closes it. */
static void links_read_file(struct links_run *run, int fd, const char *name, uriel_text retrieval)
{
  struct stat status;
  const bool is_known = fstat(fd, &status) == 0;
  if (is_known && output_is_file(&status)) {
    links_jobs_finish(run);
    if (!run->general.silent)
      message("%s: skipped, because it is the output", run->file);
    close(fd);
    return;
  }
  /* What the list for people prints depends on which references are new. */
  const bool is_stateful = run->is_unique && run->render.form == RENDER_LONG;
  if (!run->jobs && run->many && run->general.jobs > 1 && !run->check && !is_stateful)
    links_jobs_start(run);
  if (run->jobs && is_known && S_ISREG(status.st_mode) && fd != STDIN_FILENO) {
    links_jobs_add(run, fd, name, retrieval);
    return;
  }
  links_jobs_finish(run);
  if (!links_read_fd(run, fd, name, retrieval))
    die_memory();
  if (fd != STDIN_FILENO)
    close(fd);
}

/* Returns the URI that a file was retrieved from: `below` is its path below the operand. */
static uriel_text links_retrieval(struct links_run *run, const char *below)
{
  struct buffer *const out = &run->retrieval, *const path = &run->scratch;
  const size_t len = strlen(below);
  bool good = true;
  out->len = 0;
  if (run->check)
    return check_document(run->check, run->file, below);
  if (run->base)
    good = retrieval_given(run->base, below, len, out);
  else if (run->root) {
    path->len = 0;
    buffer_append(path, run->root, strlen(run->root));
    buffer_append(path, "/", len > 0 && path->ptr[path->len - 1] != '/');
    buffer_append(path, below, len);
    good = retrieval_of_file(path->ptr, path->len, out);
  }
  if (!good)
    die_memory();
  return out->len ? buffer_text(out) : (uriel_text){NULL, 0};
}

/* Reports that a file cannot be read, after the output of those before. */
static void links_unread(struct links_run *run, const char *file, const char *reason)
{
  links_jobs_finish(run);
  links_print_unread(run, file, reason);
}

static bool links_visit(void *context, const struct walk_entry *entry)
{
  struct links_run *const run = context;
  if (entry->type == WALK_CLOSED && entry->error == ENOMEM)
    base_die_memory();
  if (entry->type == WALK_CLOSED || entry->type == WALK_TOO_DEEP)
    links_unread(run, entry->path, strerror(entry->error));
  if (entry->type != WALK_FILE)
    return true; /* folders, links (not followed), sockets and similar, vanished files */
  run->file = entry->path;
  run->is_found = entry->path_len != entry->root_len;
  const int follow = run->is_found ? O_NOFOLLOW | O_NONBLOCK : 0;
  const int fd = openat(entry->folder, entry->name, O_RDONLY | O_CLOEXEC | O_NOCTTY | follow);
  const char *const slash = strrchr(entry->path, '/'), *below = entry->path + entry->root_len;
  if (fd < 0) {
    if (errno != ENOENT || !run->is_found) /* else it was listed but no longer exists */
      links_unread(run, run->file, strerror(errno));
    return true;
  }
  run->many |= run->is_found;
  below += strspn(below, "/");
  links_read_file(run, fd, slash ? slash + 1 : entry->path, links_retrieval(run, below));
  return true;
}

/* Reads a file, or a folder with its contents. Returns the error of the system if it cannot be read. */
static int links_walk(struct links_run *run, const char *operand)
{
  struct stat status;
  if (stat(operand, &status) != 0)
    return errno;
  const bool is_folder = S_ISDIR(status.st_mode);
  if (run->check && !is_folder && !S_ISREG(status.st_mode))
    return EINVAL;
  const enum check_started started =
      run->check ? check_operand(run->check, operand, is_folder) : CHECK_STARTED;
  if (started == CHECK_UNREADABLE)
    return errno;
  if (started == CHECK_ROOTLESS)
    die(STATUS_IO, "cannot read %s: %s", run->check_options.root, strerror(errno));
  if (started == CHECK_OUTSIDE)
    die_usage("links", "%s is not in the folder of --root, %s", operand, run->check_options.root);
  if (run->file_base) {
    run->root = realpath(operand, NULL);
    /* The name of a pipe that the shell passes (/dev/fd/63) resolves to nothing, and stays unchanged. */
    if (!run->root && errno == ENOENT && *operand == '/')
      run->root = strdup(operand);
    if (!run->root && errno == ENOMEM)
      die_memory();
    if (!run->root)
      return errno;
  }
  walk(operand, links_jobs_depth(), &run->general.choice, links_visit, run);
  free(run->root);
  run->root = NULL;
  return 0;
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

/* Gets and reads a page, after all files before it. */
static void links_page(struct links_run *run, const char *operand)
{
  const char *const kind = run->media_type;
  struct excerpt_marks marks = {0};
  struct buffer hidden = {0};
  struct page page;
  const uriel_text shown =
      excerpt_hide_password(uriel_text_of(operand), URIEL_REFERENCE, &marks, &run->scratch);
  buffer_append(&hidden, shown.ptr, shown.len);
  buffer_append(&hidden, "", 1);
  run->file = hidden.ptr;
  run->is_found = false;
  links_jobs_finish(run);
  links_draw(run);
  if (!run->pages)
    run->pages = pages_new(&run->online, "links");
  const char *const reason = pages_get(run->pages, uriel_text_of(operand), &page);
  if (reason) {
    links_print_unread(run, run->file, reason);
  } else {
    if (kind && lseek(page.fd, (off_t)page.body, SEEK_SET) < 0)
      die(STATUS_IO, "cannot read %s: %s", run->file, strerror(errno));
    run->media_type = kind ? kind : page.media_type;
    run->is_page = true;
    if (run->check)
      servers_keep_page(run, &page);
    if (!links_read_fd(run, page.fd, page.name, page.retrieval))
      die_memory();
    run->is_page = false;
    run->media_type = kind;
  }
  run->file = "";
  buffer_free(&hidden);
}

/* Reads an operand: a file, a folder with its contents, a page, or "-". */
static void links_operand(void *context, const char *operand)
{
  struct links_run *const run = context;
  if (files_is_page(operand)) {
    links_page(run, operand);
    return;
  }
  if (!run->general.silent)
    links_note_folder(run->base, operand);
  if (strcmp(operand, "-") != 0) {
    const int error = links_walk(run, operand);
    if (error)
      links_unread(run, operand, strerror(error));
  } else if (run->check) {
    die_usage("links", "--check reads files and folders, not standard input");
  } else {
    run->file = "-";
    run->is_found = false;
    links_read_file(run, STDIN_FILENO, NULL, links_retrieval(run, ""));
  }
}

/* ---- Options ------------------------------------------------------------------------------------ */

void links_read_base(const char *command, const char *text, struct buffer *chain)
{
  struct record record = {.reading = {.spec = URIEL_SPEC_RFC3986}};
  struct buffer next = {0}, resolved = {0};
  uriel_ref base, ref;
  retrieval_read(uriel_text_of(text), &next, NULL);
  if (next.no_memory)
    die_memory();
  /* Prints the error of a text that cannot be read. */
  const char *const read = next.len ? next.ptr : text;
  if (chain->len == 0) {
    base_read(command, read, &record.reading, &base);
    buffer_append(chain, read, strlen(read) + 1);
  } else {
    uriel_parse(&base, chain->ptr, chain->len - 1, NULL);
    if (!record_parse(&record, &ref, uriel_text_of(read)))
      error_die("base", &record.error);
    buffer_reserve(&resolved, uriel_resolve_bound(&base, &ref) + 1);
    resolved.len =
        uriel_resolve(&base, &ref, URIEL_RESOLVE_STRICT, resolved.ptr, resolved.capacity, NULL);
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

/* The words of --kind and its help, which links_name_kinds makes from the table of kinds. */
static const char *links_kinds[KIND_COUNT + 1];
static char links_kinds_help[1024];

static void links_name_kinds(void)
{
  enum { WIDTH = 50 };
  char *out = links_kinds_help, *line = out;
  out = stpcpy(out, "read documents as");
  for (size_t i = 0; kind_word(i); i++) {
    const bool last = !kind_word(i + 1);
    links_kinds[i] = kind_word(i)->format;
    if (last)
      out = stpcpy(out, " or");
    else if (i)
      *out++ = ',';
    /* A comma may follow. */
    if ((size_t)(out - line) + strlen(links_kinds[i]) + 1 + !last > WIDTH) {
      *out++ = '\n';
      line = out;
    } else
      *out++ = ' ';
    out = stpcpy(out, links_kinds[i]);
  }
}

/* Declares the media type, as a server or a message would. */
static void links_kind(void *to, struct option_reader *reader)
{
  *(const char **)to = kind_word(option_word(reader, links_kinds))->types[0];
}

/* Reads the patterns of a file, one a line, except empty lines and lines that start with "#". */
static void links_ignore_file(void *to, struct option_reader *reader)
{
  struct buffer text = {0}; /* stays: the patterns are in it */
  if (!buffer_load(&text, reader->value))
    die(STATUS_IO, "cannot read %s: %s", reader->value, strerror(errno));
  for (char *line = strtok(text.ptr, "\r\n"); line; line = strtok(NULL, "\r\n"))
    if (*line != '#')
      buffer_append(to, &line, sizeof line);
}

/* Adds the suffixes in "md,.html". */
static void links_fallback(void *to, struct option_reader *reader)
{
  struct buffer copy = {0}; /* stays: the suffixes are in it */
  bool good = true;
  size_t count = 0;
  buffer_append(&copy, reader->value, strlen(reader->value) + 1);
  for (const char *word = strtok(copy.ptr, ","); word; word = strtok(NULL, ",")) {
    word += *word == '.';
    good = good && *word && !strchr(word, '/');
    count++;
    buffer_append(to, &word, sizeof word);
  }
  if (!good || count == 0)
    die_usage(reader->command, "option \"%s\" takes suffixes of files, such as html,md, not \"%s\"",
              reader->name, reader->value);
}

/* Adds a rule that puts targets in another place. */
static void links_remap(void *to, struct option_reader *reader)
{
  struct remap remap;
  const char *const takes = remap_read(&remap, reader->value);
  if (takes)
    die_usage(reader->command, "option \"%s\" takes %s, not \"%s\"", reader->name, takes, reader->value);
  buffer_append(to, &remap, sizeof remap);
}

enum { LINKS_GROUP_BASE = OPTION_GROUP_OWN, LINKS_GROUP_CHECK = 2 * OPTION_GROUP_OWN };

static const char *const links_fixes[] = {"near", "redirects", NULL};

static const struct option_spec links_option_table[] = {
    {'b', "base", "URI",
     "the URI that each operand was retrieved from; a\nfolder's URI ends in \"/\". Repeat it for each\n"
     "redirect: the last one counts",
     OPTION_CALL, .to = 0, .call = links_base, .excludes = LINKS_GROUP_BASE, .many = true},
    {0, "file-base", NULL, "use each document's file: URI as its base", OPTION_FLAG,
     OPTION_TO(struct links_run, file_base), .excludes = LINKS_GROUP_BASE | LINKS_GROUP_CHECK},
    {0, "check", NULL, "print the broken links between files: to files and\nfragments that do not exist",
     OPTION_FLAG, OPTION_TO(struct links_run, checks), .excludes = LINKS_GROUP_CHECK},
    {0, "root", "DIR",
     "the folder that \"/x\" is in, and that --base is the\nURI of; default: each operand, or its "
     "folder",
     OPTION_STRING, OPTION_TO(struct links_run, check_options.root), .with = "check"},
    {0, "index", "NAME", "the file of a folder, instead of index.html; \".\":\na folder needs none",
     OPTION_CALL, OPTION_TO(struct links_run, check_options.index), .call = option_pattern,
     .with = "check", .many = true},
    {0, "fallback", "SUFFIXES",
     "a link to a file that does not exist leads to the\nfile with the first of these suffixes that "
     "exists:\nhtml,md",
     OPTION_CALL, OPTION_TO(struct links_run, check_options.fallback), .call = links_fallback,
     .with = "check", .many = true},
    {0, "remap", "RULE",
     "\"GLOB REPLACEMENT\": check targets that match GLOB\nthere; $1 is the text of the first \"*\"",
     OPTION_CALL, OPTION_TO(struct links_run, check_options.remaps), .call = links_remap,
     .with = "check", .many = true},
    {0, "sarif", NULL, "one document of SARIF 2.1.0 with all broken links", OPTION_CHOICE,
     OPTION_TO(struct links_run, general.form), .low = RENDER_SARIF, .with = "check",
     .excludes = OPTION_GROUP_FORM},
    {0, "junit", NULL, "JUnit's XML, for servers that run tests: a test case\nfor each broken link",
     OPTION_CHOICE, OPTION_TO(struct links_run, general.form), .low = RENDER_JUNIT, .with = "check",
     .excludes = OPTION_GROUP_FORM},
    {0, "fix", "WHICH",
     "print a diff that corrects broken links; near:\nlinks in which one letter is wrong;\n"
     "redirects, with --online: links that servers\nredirect for good",
     OPTION_WORD, OPTION_TO(struct links_run, fixes), .low = LINKS_FIX_NEAR, .words = links_fixes,
     .with = "check", .excludes = OPTION_GROUP_FORM},
    {0, "write", NULL, "correct them in the files, instead of a diff", OPTION_FLAG,
     OPTION_TO(struct links_run, writes), .with = "fix"},
    {0, "fix-across-sites", NULL, "with redirects: also links that lead to another site\nthen",
     OPTION_FLAG, OPTION_TO(struct links_run, crosses_sites), .with = "fix"},
    {0, "ignore", "GLOB", "do not print broken links that match GLOB, and do not\nask servers for them",
     OPTION_CALL, OPTION_TO(struct links_run, ignore), .call = option_pattern, .with = "check",
     .many = true},
    {0, "ignore-file", "FILE", "the same for each line of FILE", OPTION_CALL,
     OPTION_TO(struct links_run, ignore), .call = links_ignore_file, .with = "check", .many = true},
    {0, "kind", "KIND", links_kinds_help, OPTION_CALL, OPTION_TO(struct links_run, media_type),
     .words = links_kinds, .call = links_kind},
    {0, "spec", "SPEC", READING_DOCUMENT_HELP, OPTION_CALL, OPTION_TO(struct links_run, spec),
     .words = reading_document_words, .call = reading_spec_of_documents, .excludes = OPTION_GROUP_SPEC},
    {0, "strict", NULL, "the same as --spec=rfc3986", OPTION_CHOICE, OPTION_TO(struct links_run, spec),
     .low = URIEL_SPEC_RFC3986, .excludes = OPTION_GROUP_SPEC},
    {0, "only-target", NULL, "print only targets, one a line", OPTION_CHOICE,
     OPTION_TO(struct links_run, general.form), .low = RENDER_PLAIN, .excludes = OPTION_GROUP_FORM},
    {0, "unique", NULL, "print references with the same normal form once", OPTION_FLAG,
     OPTION_TO(struct links_run, is_unique), .excludes = LINKS_GROUP_CHECK},
    {0, "guess", NULL,
     "also values that scripts or conventions make\nURLs: data-src, <param name=movie>", OPTION_FLAG,
     OPTION_TO(struct links_run, guess)},
    {0, "no-identifiers", NULL, "leave out names that are not links: xmlns", OPTION_FLAG,
     OPTION_TO(struct links_run, no_identifiers)},
    {0, "to-uri", NULL,
     "with --spec=rfc3986 or iri: percent-encode non-ASCII\ncharacters also in text that is not an IRI",
     OPTION_FLAG, OPTION_TO(struct links_run, to_uri)},
    {0}};

static const struct general_text links_texts[] = {
    {"jobs", "number of reading threads; default: the number of\nprocessors. The output does not depend "
             "on it.\n--check uses one"},
    {"header",
     "with a value, \"HOST NAME: VALUE\": send this header\nfield to HOST, with --online. Without: "
     "with --tsv,\nthe columns' names first"},
    {NULL, NULL}};

int cmd_links(int argc, char **argv)
{
  static struct links_run whole = {.spec = URIEL_SPEC_LENIENT,
                                   .general.form = RENDER_LONG,
                                   .online = PAGES_DEFAULTS,
                                   .servers = ONLINE_DEFAULTS};
  static struct budget budget;
  struct links_run *const run = &whole;
  struct general *const general = &run->general;
  struct option_reader reader = {
      .command = "links", .tables = {{links_option_table, run}}, .argc = argc, .argv = argv};
  if (!decoder_knows("gzip"))
    reader.note = "This build has no libraries: mail, XML, web archives in ZIP files, compressed\n"
                  "files, pages and --online need the full uriel, built from its source.";
  links_name_kinds();
  reader.tables[1] = general_table(general,
                                   GENERAL_FILE | GENERAL_CHOICE | GENERAL_WHOLE | GENERAL_MEMORY |
                                       GENERAL_JOBS | GENERAL_JSON | GENERAL_KEYS | GENERAL_COLUMNS |
                                       GENERAL_QUIET | GENERAL_SILENT | GENERAL_HEADER,
                                   links_texts);
  reader.tables[2] = (struct option_table){online_of_links, &run->servers};
  reader.tables[3] = (struct option_table){pages_option_table, &run->online};
  option_read(&reader);
  servers_ready(run);
  files_refuse(&general->files, &reader, true);
  const bool checks = run->checks;
  general_render(general, "links", checks ? &links_check_schema : &links_schema, &run->render);
  const bool plain = run->render.form == RENDER_PLAIN;
  run->limits = (struct links_limits){.whole = general->max_size,
                                      .spec = run->spec,
                                      .to_uri = run->to_uri,
                                      .no_normal = checks || (plain && !run->is_unique),
                                      .no_lines = checks || plain,
                                      .anchors = checks,
                                      .guess = run->guess};
  run->links = links_new(&run->limits);
  if (!run->links)
    die_memory();
  if (checks)
    broken_start(run);
  else
    run->sink = links_printer(run);
  if (!general->jobs)
    general->jobs = ordered_processors();
  run->budget = &budget;
  run->many = reader.operand_count > 1 || reader.file_count > 0;
  budget_start(run->budget, general->memory ? general->memory : LINKS_MEMORY,
               checks ? 1 : general->jobs);
  progress_start(&run->progress, general->quiet);
  if (general->header && !general->quiet)
    render_header(&run->render);
  files_each(&general->files, &reader, run->render.terminator, links_operand, run);
  links_jobs_finish(run);
  if (checks)
    broken_finish(run);
  progress_clear(&run->progress);

  return run->failed ? STATUS_IO : run->invalid ? STATUS_INVALID : STATUS_OK;
}

/* SPDX-License-Identifier: MIT */
/* uriel links --check: the sites, which are the folders that operands are in. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check_private.h"
#include "cli/shared/cli.h"
#include "links/retrieval.h"

/* Without --base, documents have URIs below this one, in which no document can refer to another site. */
static const char check_uri[] = "http://uriel.invalid/";

/* Sets the URI of a site's folder: what "./" is, by --base. */
static void check_set_prefix(const struct check *check, struct check_site *site)
{
  const char *const base = check->run->base ? check->run->base : check_uri;
  if (!retrieval_given(base, "x", 1, &site->prefix))
    die_memory();
  site->prefix.ptr[--site->prefix.len] = 0;
  site->is_files = !check->run->base && !check->options->root;
}

/* Adds the site of a folder with an absolute path, or finds it. `shown` is the folder as the user wrote
 * it. */
static uint32_t check_site_of(struct check *check, uriel_text folder, uriel_text shown)
{
  bool is_new;
  const uint32_t number = texts_number(&check->folders, folder, &is_new);
  if (!is_new)
    return number;
  struct check_site *const sites = realloc(check->sites, (number + 1) * sizeof *sites);
  if (!sites)
    die_memory();
  check->sites = sites;
  check->site_count = number + 1;
  struct check_site *const site = &sites[number];
  *site = (struct check_site){.folder = check->folders.of[number]};
  if (shown.len != 1 || *shown.ptr != '.') {
    buffer_append(&site->shown, shown.ptr, shown.len);
    if (!shown.len || shown.ptr[shown.len - 1] != '/')
      buffer_append(&site->shown, "/", 1);
  }
  check_set_prefix(check, site);
  return number;
}

/* Sets `out` to the absolute path of a folder, "" for "/". Returns false if it does not exist. */
static bool check_real(const char *path, struct buffer *out)
{
  char *const real = realpath(path, NULL);
  if (!real && errno == ENOMEM)
    die_memory();
  out->len = 0;
  if (real)
    buffer_append(out, real, strcmp(real, "/") == 0 ? 0 : strlen(real));
  free(real);
  return real;
}

/* Returns the folder of a file operand as it is written. */
static uriel_text check_folder_of(const char *operand)
{
  const char *const slash = strrchr(operand, '/');
  return slash ? (uriel_text){operand, slash == operand ? 1 : (size_t)(slash - operand)}
               : uriel_text_of(".");
}

static bool check_is_below(const struct buffer *path, const struct buffer *folder)
{
  return path->len >= folder->len &&
         (!folder->len || memcmp(path->ptr, folder->ptr, folder->len) == 0) &&
         (path->len == folder->len || path->ptr[folder->len] == '/');
}

bool check_operand(struct check *check, const char *operand, bool is_folder)
{
  const char *const root = check->options->root;
  uriel_text shown = is_folder ? uriel_text_of(operand) : check_folder_of(operand);
  struct buffer *const name = &check->path;
  name->len = 0;
  buffer_append(name, shown.ptr, shown.len);
  buffer_append(name, "", 1);
  if (!check_real(name->ptr, &check->operand))
    return false;
  if (!root) {
    check->site = check_site_of(check, buffer_text(&check->operand), shown);
    return true;
  }
  if (!check_real(root, name))
    die(STATUS_IO, "cannot read %s: %s", root, strerror(errno));
  if (!check_is_below(&check->operand, name))
    die_usage("links", "%s is not in the folder of --root, %s", operand, root);
  check->site = check_site_of(check, buffer_text(name), uriel_text_of(root));
  return true;
}

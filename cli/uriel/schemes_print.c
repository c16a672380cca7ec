/* SPDX-License-Identifier: MIT */
/* uriel schemes: what is known of schemes, for people: a row of the table each, or all facts of one. */
#include <stdio.h>
#include <string.h>

#include "cli/shared/colour.h"
#include "cli/shared/output.h"
#include "schemes.h"
#include "uriel_scheme.h"

static int schemes_wider(int width, const char *text)
{
  const size_t len = strlen(text);
  return len > (size_t)width ? (int)len : width;
}

struct schemes_widths schemes_table_widths(void)
{
  struct schemes_widths widths = {0, 0};
  size_t count;
  const uriel_scheme_info *const all = uriel_schemes(&count);
  for (size_t i = 0; i < count; i++) {
    widths.name = schemes_wider(widths.name, all[i].name);
    widths.title = schemes_wider(widths.title, all[i].title);
  }
  return widths;
}

static void schemes_cell(enum tone tone, uriel_text text, int width)
{
  const uriel_text shown = text.ptr ? text : uriel_text_of("-");
  colour_put(&standard_out, tone, shown.ptr, shown.len);
  output_format(&standard_out, "%*s", width > (int)shown.len ? width - (int)shown.len + 2 : 2, "");
}

void schemes_table_row(const struct schemes_widths *widths, const uriel_text *values)
{
  schemes_cell(TONE_SCHEME, values[SCHEMES_NAME], widths->name);
  schemes_cell(TONE_PORT, values[SCHEMES_PORT], 5);
  schemes_cell(TONE_PLAIN, values[SCHEMES_TRANSPORT], 9);
  schemes_cell(TONE_PLAIN, uriel_text_of(values[SCHEMES_HIERARCHICAL].ptr[0] == 't' ? "yes" : "no"), 12);
  schemes_cell(TONE_PLAIN, values[SCHEMES_STATUS], 12);
  schemes_cell(TONE_PLAIN, values[SCHEMES_TITLE], widths->title);
  const uriel_text document =
      values[SCHEMES_DOCUMENT].ptr ? values[SCHEMES_DOCUMENT] : uriel_text_of("-");
  output_put(&standard_out, document.ptr, document.len);
}

void schemes_table_header(const struct schemes_widths *widths)
{
  static const char *const names[] = {"name", "port", "transport", "hierarchical", "status", "title"};
  const int columns[] = {widths->name, 5, 9, 12, 12, widths->title};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    schemes_cell(TONE_DIM, uriel_text_of(names[i]), columns[i]);
  colour_put(&standard_out, TONE_DIM, "document", strlen("document"));
  output_char(&standard_out, '\n');
}

static void schemes_fact(const char *key, const char *value, const char *more)
{
  output_text(&standard_out, "  ");
  colour_put(&standard_out, TONE_DIM, key, strlen(key));
  output_format(&standard_out, "%*s%s%s\n", 14 - (int)strlen(key), "", value, more);
}

/* What the status means, where its name does not say it. */
static const char *schemes_meaning(uriel_scheme_status status)
{
  switch (status) {
  case URIEL_SCHEME_DOCUMENTED:
    return ": in the document, not in IANA's registry";
  case URIEL_SCHEME_EXPERIMENTAL:
    return ": by agreement between parties";
  case URIEL_SCHEME_UNDEFINED:
    return ": the document names it and leaves its URIs undefined";
  case URIEL_SCHEME_NAMES:
    return ": kept for names, see uriel help urn";
  case URIEL_SCHEME_REGISTERED:
  case URIEL_SCHEME_OWN:
    break;
  }
  return "";
}

void schemes_print_facts(const uriel_scheme_info *info)
{
  char port[8];
  snprintf(port, sizeof port, "%u", (unsigned)info->port);
  if (*info->title)
    schemes_fact("title", info->title, "");
  if (info->port)
    schemes_fact("port", port, "");
  if (info->transport != URIEL_TRANSPORT_NONE)
    schemes_fact("transport", uriel_transport_name(info->transport), "");
  schemes_fact("hierarchical", info->hierarchical ? "yes" : "no", "");
  if (info->host_may_be_empty)
    schemes_fact("empty host", "allowed", "");
  if (info->empty_path)
    schemes_fact("empty path", "stands for ", info->empty_path);
  schemes_fact("status", uriel_scheme_status_name(info->status), schemes_meaning(info->status));
  if (*info->document)
    schemes_fact("document", info->document, "");
}

/* SPDX-License-Identifier: MIT */
/* The attributes that the comparison lists. */
#include "names.h"

#include <stddef.h>
#include <strings.h>

static const char *const names[] = {
    "href",      "xlink:href", "src",      "srcset",        "imagesrcset", "action",     "formaction",
    "cite",      "data",       "classid",  "codebase",      "archive",     "code",       "usemap",
    "longdesc",  "background", "profile",  "poster",        "ping",        "manifest",   "icon",
    "lowsrc",    "dynsrc",     "urn",      "value",         "valuetype",   "itemid",     "itemtype",
    "srcdoc",    "style",      "altimg",   "definitionurl", "fill",        "stroke",     "filter",
    "clip-path", "mask",       "marker",   "marker-start",  "marker-mid",  "marker-end", "cursor",
    "content",   "http-equiv", "property", "name",          "itemprop",    "xml:base"};

bool name_matters(const char *attribute)
{
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcasecmp(attribute, names[i]) == 0)
      return true;
  }
  return false;
}

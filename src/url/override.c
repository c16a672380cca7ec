/* SPDX-License-Identifier: MIT */
/* The basic URL parser with a state override (the URL standard, 4.4), for setters. */
#include "text/bytes.h"
#include "url/url.h"

static bool url_override_scheme(url_parser *p)
{
  url_record *const url = p->url;
  const char *const colon = uriel_url_scheme_end(p);
  if (!colon)
    return false;
  const uriel_text scheme = view_of(p->at, colon);
  const url_special special = uriel_url_special_of(scheme);
  if ((special == URL_NOT_SPECIAL) != (url->special == URL_NOT_SPECIAL))
    return false;
  if (special == URL_FILE && (url_has_credentials(url) || url->port >= 0))
    return false;
  if (url->special == URL_FILE && url->host.text.len == 0 && url->host.form == URL_HOST_SERIALIZED)
    return false;
  url->scheme = scheme;
  url->special = special;
  if (url->port == uriel_url_default_port(special))
    url->port = -1;
  return true;
}

static bool url_override_port(url_parser *p)
{
  const char *end = p->at;
  while (end < p->end && (byte_is(*end, BYTE_DIGIT) || url_byte_is(*end, URL_TAB)))
    end++;
  return uriel_url_trim(p->at, end).len > 0 && uriel_url_parse_port(p, p->at, end);
}

static bool url_override_host(url_parser *p, url_state state)
{
  url_record *const url = p->url;
  const unsigned ends = url->special != URL_NOT_SPECIAL ? URL_SPECIAL_END : URL_END;
  const char *const end = url_find(p->at, p->end, ends);
  if (url->special == URL_FILE)
    return uriel_url_parse_file_host(p, uriel_url_trim(p->at, end));
  const char *const colon = uriel_url_host_end(p->at, end);
  const uriel_text host = uriel_url_trim(p->at, colon);
  if (host.len == 0 &&
      (colon < end || url->special != URL_NOT_SPECIAL || url_has_credentials(url) || url->port >= 0))
    return false;
  if ((colon < end && state == URL_STATE_HOSTNAME) || !uriel_url_parse_host(p, host))
    return false;
  if (colon < end) {
    url_go(p, colon + 1);
    url_override_port(p); /* the host stays if the port is ignored */
  }
  return true;
}

static bool url_override_path(url_parser *p)
{
  url_record *const url = p->url;
  const bool special = url->special != URL_NOT_SPECIAL;
  if (url_c(p) == URL_EOF && !special && url->host.form != URL_HOST_NULL)
    return true;
  if (url_c(p) == '/' || (special && url_c(p) == '\\'))
    url_next(p);
  url->path.tail = view_of(p->at, p->end);
  uriel_url_path_settle(url);
  return true;
}

bool uriel_url_parse_override(url_parser *p, url_state state)
{
  url_record *const url = p->url;
  url_go(p, p->at);
  switch (state) {
  case URL_STATE_SCHEME_START:
    return url_override_scheme(p);
  case URL_STATE_HOST:
  case URL_STATE_HOSTNAME:
    return url_override_host(p, state);
  case URL_STATE_PORT:
    return url_override_port(p);
  case URL_STATE_PATH_START:
    return url_override_path(p);
  case URL_STATE_QUERY:
    url->query.text = view_of(p->at, p->end);
    url->query.set = url->special != URL_NOT_SPECIAL ? URL_SPECIAL_QUERY : URL_QUERY;
    return true;
  case URL_STATE_FRAGMENT:
    url->fragment = (url_part){view_of(p->at, p->end), URL_FRAGMENT};
    return true;
  }
  return false;
}

/* SPDX-License-Identifier: MIT */
/* The schemes that are looked for in running text. Those whose names are common words with a colon after
 * them
 * ("data:", "tag:", "info:") are not among them. */
#include "find/schemes.h"

#include "text/bytes.h"

static const struct {
  const char *name;
  find_scheme_kind kind;
} find_schemes[] = {
    {"http", FIND_SCHEME_AUTHORITY},
    {"https", FIND_SCHEME_AUTHORITY},
    {"ftp", FIND_SCHEME_AUTHORITY},
    {"ftps", FIND_SCHEME_AUTHORITY},
    {"sftp", FIND_SCHEME_AUTHORITY},
    {"ws", FIND_SCHEME_AUTHORITY},
    {"wss", FIND_SCHEME_AUTHORITY},
    {"gopher", FIND_SCHEME_AUTHORITY},
    {"telnet", FIND_SCHEME_AUTHORITY},
    {"nntp", FIND_SCHEME_AUTHORITY},
    {"ldap", FIND_SCHEME_AUTHORITY},
    {"ldaps", FIND_SCHEME_AUTHORITY},
    {"irc", FIND_SCHEME_AUTHORITY},
    {"ircs", FIND_SCHEME_AUTHORITY},
    {"git", FIND_SCHEME_AUTHORITY},
    {"svn", FIND_SCHEME_AUTHORITY},
    {"svn+ssh", FIND_SCHEME_AUTHORITY},
    {"git+ssh", FIND_SCHEME_AUTHORITY},
    {"git+https", FIND_SCHEME_AUTHORITY},
    {"ssh", FIND_SCHEME_AUTHORITY},
    {"rsync", FIND_SCHEME_AUTHORITY},
    {"rtsp", FIND_SCHEME_AUTHORITY},
    {"smb", FIND_SCHEME_AUTHORITY},
    {"nfs", FIND_SCHEME_AUTHORITY},
    {"file", FIND_SCHEME_SLASH},
    {"tel", FIND_SCHEME_NUMBER},
    {"doi", FIND_SCHEME_NUMBER},
    {"urn", FIND_SCHEME_COLON},
    {"mailto", FIND_SCHEME_AT},
    {"sip", FIND_SCHEME_AT},
    {"sips", FIND_SCHEME_AT},
    {"xmpp", FIND_SCHEME_AT},
    {"news", FIND_SCHEME_ANY},
    {"magnet", FIND_SCHEME_ANY},
};

find_scheme_kind uriel_find_scheme(uriel_text scheme)
{
  for (size_t i = 0; i < sizeof find_schemes / sizeof *find_schemes; i++) {
    const char *const name = find_schemes[i].name;
    size_t at = 0;
    while (at < scheme.len && name[at] && byte_lower(scheme.ptr[at]) == name[at])
      at++;
    if (at == scheme.len && !name[at])
      return find_schemes[i].kind;
  }
  return FIND_SCHEME_UNKNOWN;
}

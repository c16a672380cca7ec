/* SPDX-License-Identifier: MIT */
/* urn:publicid (RFC 3151): public identifiers of SGML and XML, transcribed. */
#include "urn/names.h"

/* What is encoded, and nothing else is. */
static const char publicid_encoded[] = "+:/;'?#%";

/* What stands as it is, besides letters and digits, and what "//", "::" and a space become. */
static const char publicid_plain[] = "-(),.=!*@$_:;+";

/* "//" and "::" have become ":" and ";": neither is encoded twice in a row. */
static bool publicid_is_pair(unsigned before, unsigned unit)
{
  return unit == before && (unit == (UNIT_ENCODED | '/') || unit == (UNIT_ENCODED | ':'));
}

static name_verdict publicid_read(name n)
{
  bool space_fits = false;
  unsigned before = NAME_END;
  for (; !name_at_end(&n); name_step(&n)) {
    const unsigned unit = name_peek(&n);
    if (unit >= UNIT_ENCODED && !bytes_have(publicid_encoded, unit & 0xFF))
      return name_wrong(n.at, "only + : / ; ' ? # and % of a public identifier are encoded");
    if (publicid_is_pair(before, unit))
      return name_wrong(n.at, "\"//\" is transcribed as \":\", and \"::\" as \";\"");
    if (unit < UNIT_ENCODED && !name_is(&n, BYTE_ALPHA | BYTE_DIGIT) &&
        !bytes_have(publicid_plain, unit))
      return name_wrong(n.at, "no public identifier is transcribed so");
    if (unit == '+' && !space_fits)
      return name_wrong(n.at, "white space is one space, and not at the begin");
    space_fits = unit != '+';
    before = unit;
  }
  if (!space_fits)
    return name_wrong(n.at, "white space is not at the end");
  return name_fine();
}

const urn_rules uriel_names_publicid = {"publicid", "public identifier", publicid_read, NULL};

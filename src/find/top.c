/* SPDX-License-Identifier: MIT */
/* Top-level domains, as far as a host in running text is known by its own. A text of names between
 * spaces costs less room than an array of them. */
#include "find/domain.h"

/* Generic ones that are common, less those that are also endings of files' names ("zip", "mov", "app")
 * or members in code ("name", "info", "id"). */
static const char find_generic[] =
    " com org net edu gov mil int biz aero coop museum jobs mobi travel arpa asia cat xyz online site"
    " tech store blog shop club space website agency cloud company dev digital earth email expert fun"
    " games group guru health house life live love ltd media network news ninja one party photos "
    "pictures"
    " press pub rocks school science services social software solutions studio support systems team"
    " today tools top university video vip wiki work works world wtf zone academy art berlin bzh"
    " center chat city codes design directory education energy engineering eus exchange finance "
    "foundation"
    " fyi gal global guide icu institute international land law legal london lgbt marketing money nyc"
    " paris photography quebec radio red reisen restaurant ruhr scot swiss tokyo uno ventures wales wien"
    " amsterdam bayern brussels hamburg koeln ";

static const char find_generic_careful[] =
    " info name app page link host post pro tel web email play run show zip mov map box cam ink log doc"
    " java onion local test example ";

/* The codes of countries, less the careful ones. */
static const char find_countries[] =
    " ac ad ae af ag al ao aq ar au aw ax az ba bb bd bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf"
    " cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm dz ec ee eg er es et eu fi fj fk fo fr"
    " ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hn hr ht hu ie im io iq ir it je jo jp"
    " ke kg kh ki km kn kp kr kw ky kz lb lc li lk lr ls lt lu lv ly ma mc mh mn mp mq mr mt mu mv mw mx"
    " mz nc ne nf ng ni nl np nr nu nz om pa pe pf pg pk pn pr pt pw qa re ru rw sa sd se sg si sj"
    " sk sm sn sr ss su sx sy sz td tg th tj tk tl tm tn tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi"
    " vn vu wf ye yt za zm zw ";

/* Endings of files' names, or words, more often than not. */
static const char find_countries_careful[] =
    " ai am as at be cc do fm hm id il in is kh la md me mg mk ml mm mo ms my na no ph pl pm ps py ro"
    " rs sb sc sh sl so st sv tc tf to ws ";

/* Whether `names` holds the label, which is of up to FIND_LABEL_MAX letters, in lower case. */
static bool find_listed(const char *names, size_t size, const char *label, size_t len)
{
  for (const char *at = names; at < names + size; at++) {
    at = view_find(at, names + size, ' ');
    if ((size_t)(names + size - at) > len + 1 && at[len + 1] == ' ' && bytes_equal(at + 1, label, len))
      return true;
  }
  return false;
}

/* "Com" at a sentence's begin is a word: a label is all in one case. */
static bool find_one_case(uriel_text label)
{
  for (size_t i = 1; i < label.len; i++)
    if (byte_is(label.ptr[i], BYTE_UPPER) != byte_is(label.ptr[0], BYTE_UPPER))
      return false;
  return true;
}

find_top uriel_find_top(uriel_text label)
{
  enum { LONGEST = 16 };
  char lower[LONGEST];
  if (label.len < 2)
    return FIND_TOP_NONE;
  if (label.len > 4 && uriel_find_same((uriel_text){label.ptr, 4}, "xn--"))
    return FIND_TOP_PLAIN;
  if ((unsigned char)label.ptr[0] >= 0x80)
    return FIND_TOP_CAREFUL;
  if (label.len > LONGEST || !find_one_case(label))
    return FIND_TOP_NONE;
  for (size_t i = 0; i < label.len; i++)
    lower[i] = byte_lower(label.ptr[i]);
  const bool country = label.len == 2;
  if (country ? find_listed(find_countries, sizeof find_countries - 1, lower, label.len)
              : find_listed(find_generic, sizeof find_generic - 1, lower, label.len))
    return FIND_TOP_PLAIN;
  const bool careful =
      country ? find_listed(find_countries_careful, sizeof find_countries_careful - 1, lower, label.len)
              : find_listed(find_generic_careful, sizeof find_generic_careful - 1, lower, label.len);
  return careful ? FIND_TOP_CAREFUL : FIND_TOP_NONE;
}

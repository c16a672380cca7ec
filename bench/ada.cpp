/* SPDX-License-Identifier: MIT */
/* ada, the URL parser of Node and others. Debian has no package of it: URIEL_ADA is a folder with its
 * ada.h and ada.cpp. */
#include <ada.h>

#include "bench.h"

static std::string_view view_of(const bench_line *line)
{
  return {line->text, line->len};
}

static bool ada_can(const bench_urls *, const bench_line *line)
{
  return ada::can_parse(view_of(line));
}

template <class Url> static bool ada_parse(const bench_urls *, const bench_line *line)
{
  return static_cast<bool>(ada::parse<Url>(view_of(line)));
}

BENCH_PASS(pass_can, lines, ada_can)
BENCH_PASS(pass_aggregator, lines, ada_parse<ada::url_aggregator>)
BENCH_PASS(pass_url, lines, ada_parse<ada::url>)
BENCH_PASS(pass_pasted_can, made[BENCH_PASTED], ada_can)
BENCH_PASS(pass_pasted_aggregator, made[BENCH_PASTED], ada_parse<ada::url_aggregator>)
BENCH_PASS(pass_pasted_url, made[BENCH_PASTED], ada_parse<ada::url>)

static const bench_entry ada_entries[] = {
    {BENCH_URL, BENCH_PEER, "ada::can_parse", pass_can, 0, false},
    {BENCH_URL, BENCH_PEER, "ada::parse<url_aggregator>", pass_aggregator, 0, false},
    {BENCH_URL, BENCH_PEER, "ada::parse<url>", pass_url, 0, false},
    {BENCH_URL_PASTED, BENCH_PEER, "ada::can_parse", pass_pasted_can, 0, false},
    {BENCH_URL_PASTED, BENCH_PEER, "ada::parse<url_aggregator>", pass_pasted_aggregator, 0, false},
    {BENCH_URL_PASTED, BENCH_PEER, "ada::parse<url>", pass_pasted_url, 0, false},
    {BENCH_URL, BENCH_PEER, nullptr, nullptr, 0, false},
};

extern "C" bench_library bench_ada(void)
{
  return {"ada", ADA_VERSION, ada_entries, nullptr, nullptr};
}

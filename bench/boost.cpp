/* SPDX-License-Identifier: MIT */
/* Boost.URL: the one peer in C++. Its views point into the text, as uriel's references do. */
#include "bench.h"

#include <boost/url.hpp>
#include <boost/version.hpp>
#include <new>
#include <string>
#include <vector>

namespace urls = boost::urls;

/* What comparing works on, parsed beforehand. */
static std::vector<urls::url_view> *parsed[BENCH_ESCAPED + 1];
static std::vector<urls::url_view> *parsed_lines;

static boost::core::string_view view_of(const bench_line *line)
{
  return {line->text, line->len};
}

static std::vector<urls::url_view> *boost_views(const bench_urls *input, const bench_line *lines)
{
  auto *views = new std::vector<urls::url_view>(input->count);
  for (size_t i = 0; i < input->count; i++) {
    const auto result = urls::parse_uri_reference(view_of(&lines[i]));
    if (result)
      (*views)[i] = *result;
  }
  return views;
}

static bool boost_prepare(const bench_urls *input)
{
  try {
    parsed_lines = boost_views(input, input->lines);
    for (int made = BENCH_COPY; made <= BENCH_ESCAPED; made++)
      parsed[made] = boost_views(input, input->made[made]);
  } catch (const std::bad_alloc &) {
    return false;
  }
  return true;
}

static void boost_discard()
{
  delete parsed_lines;
  parsed_lines = nullptr;
  for (auto &views : parsed) {
    delete views;
    views = nullptr;
  }
}

static bool boost_parse(const bench_urls *, const bench_line *line)
{
  return urls::parse_uri_reference(view_of(line)).has_value();
}

static bool boost_normalize(const bench_urls *, const bench_line *line)
{
  const auto result = urls::parse_uri_reference(view_of(line));
  if (!result)
    return false;
  urls::url url(*result);
  url.normalize();
  return true;
}

static size_t resolve_each(const bench_urls *input, const bench_line *lines)
{
  const urls::url_view base(BENCH_BASE);
  urls::url target;
  size_t done = 0;
  for (size_t i = 0; i < input->count; i++) {
    const auto result = urls::parse_uri_reference(view_of(&lines[i]));
    done += result && urls::resolve(base, *result, target);
  }
  return done;
}

static size_t equal_to(const bench_urls *input, bench_made made)
{
  size_t equal = 0;
  for (size_t i = 0; i < input->count; i++)
    equal += (*parsed_lines)[i] == (*parsed[made])[i];
  return equal;
}

BENCH_PASS(pass_parse, lines, boost_parse)
BENCH_PASS(pass_normalize, lines, boost_normalize)
BENCH_PASS(pass_normalize_normal, made[BENCH_NORMAL], boost_normalize)

static size_t pass_resolve(const bench_urls *input)
{
  return resolve_each(input, input->lines);
}

static size_t pass_resolve_path(const bench_urls *input)
{
  return resolve_each(input, input->made[BENCH_PATH]);
}

static size_t pass_equal_copy(const bench_urls *input)
{
  return equal_to(input, BENCH_COPY);
}

static size_t pass_equal_upper(const bench_urls *input)
{
  return equal_to(input, BENCH_UPPER);
}

static size_t pass_equal_escaped(const bench_urls *input)
{
  return equal_to(input, BENCH_ESCAPED);
}

static const bench_entry boost_entries[] = {
    {BENCH_PARSE, BENCH_PEER, "Boost parse_uri_reference", pass_parse, 0, false},
    {BENCH_NORMALIZE_PATH, BENCH_PEER, "Boost url::normalize", pass_normalize, 0, false},
    {BENCH_NORMALIZE_NORMAL, BENCH_PEER, "Boost url::normalize", pass_normalize_normal, 0, false},
    {BENCH_RESOLVE, BENCH_PEER, "Boost resolve", pass_resolve, 0, false},
    {BENCH_RESOLVE_PATH, BENCH_PEER, "Boost resolve", pass_resolve_path, 0, false},
    {BENCH_EQUAL_COPY, BENCH_PEER, "Boost url_view ==", pass_equal_copy, 0, false},
    {BENCH_EQUAL_UPPER, BENCH_PEER, "Boost url_view ==", pass_equal_upper, 0, false},
    {BENCH_EQUAL_ESCAPED, BENCH_PEER, "Boost url_view ==", pass_equal_escaped, 0, false},
    {BENCH_PARSE, BENCH_PEER, nullptr, nullptr, 0, false},
};

extern "C" bench_library bench_boost(void)
{
  return {"Boost.URL", BOOST_LIB_VERSION, boost_entries, boost_prepare, boost_discard};
}

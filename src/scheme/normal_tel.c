/* SPDX-License-Identifier: MIT */
/* Equivalent tel URIs (RFC 3966, 4) differ in visual separators, case and the order of parameters. The
 * normal form follows section 3: "isub" or "ext" first, then "phone-context", then the others by name.
 */
#include "scheme/normal.h"

enum { TEL_PARAMETERS = 16 }; /* keeps sorting linear; more parameters keep their order */

static unit_rules tel_folded(unit_rules rules)
{
  rules.fold = true;
  return rules;
}

static bool tel_is_separator(unsigned unit)
{
  return unit == '-' || unit == '.' || unit == '(' || unit == ')';
}

/* phonedigit-hex, "*" and "#" (encoded), folded; "+" first. */
static bool tel_is_number(uriel_text text, unit_rules rules)
{
  const char *at = text.ptr;
  const char *const end = at + text.len;
  size_t digits = 0;
  for (bool first = true; at < end; first = false) {
    const unsigned unit = unit_next(&at, end, tel_folded(rules));
    const bool digit = (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'f') || unit == '*' ||
                       unit == (UNIT_ENCODED | '#');
    digits += digit;
    if (!digit && !tel_is_separator(unit) && !(first && unit == '+'))
      return false;
  }
  return digits > 0;
}

/* Parameter `number`, from its ";", or undefined. Number 0 is the text before the first parameter. */
static uriel_text tel_part(uriel_text text, unsigned number)
{
  const char *const end = text.ptr + text.len;
  const char *begin = text.ptr;
  const char *stop = view_find(begin, end, ';');
  for (; number > 0; number--) {
    if (stop == end)
      return view_undefined();
    begin = stop;
    stop = view_find(begin + 1, end, ';');
  }
  return view_of(begin, stop);
}

static uriel_text tel_name(uriel_text parameter)
{
  return view_before((uriel_text){parameter.ptr + 1, parameter.len - 1}, '=');
}

static unsigned tel_rank(uriel_text parameter, unit_rules rules)
{
  if (normal_says(tel_name(parameter), rules, "isub") || normal_says(tel_name(parameter), rules, "ext"))
    return 0;
  return normal_says(tel_name(parameter), rules, "phone-context") ? 1 : 2;
}

/* Negative, 0 or positive, as `a` sorts relative to `b`. */
static int tel_order(uriel_text a, uriel_text b, unit_rules rules)
{
  const int ranks = (int)tel_rank(a, rules) - (int)tel_rank(b, rules);
  const uriel_text one = tel_name(a), other = tel_name(b);
  const char *x = one.ptr, *y = other.ptr;
  const char *const x_end = x + one.len, *const y_end = y + other.len;
  if (ranks != 0)
    return ranks;
  while (x < x_end && y < y_end) {
    const int difference =
        (int)unit_next(&x, x_end, tel_folded(rules)) - (int)unit_next(&y, y_end, tel_folded(rules));
    if (difference != 0)
      return difference;
  }
  return (x < x_end) - (y < y_end);
}

/* The number of the parameter that follows number `after` in the order, or of the first one; 0 at the
 * end. */
static unsigned tel_next(uriel_text text, unsigned after, unit_rules rules)
{
  const uriel_text last = tel_part(text, after);
  uriel_text best = view_undefined();
  unsigned found = 0;
  for (unsigned i = 1; i <= TEL_PARAMETERS; i++) {
    const uriel_text part = tel_part(text, i);
    if (!view_defined(part))
      break;
    if ((after > 0 && tel_order(part, last, rules) <= 0) ||
        (found > 0 && tel_order(part, best, rules) >= 0))
      continue;
    best = part;
    found = i;
  }
  return found;
}

/* Reports whether all names differ (section 3 requires it), which makes the order unique. */
static bool tel_is_ordered(uriel_text text, unit_rules rules)
{
  unsigned there = 0, given = 0;
  while (there <= TEL_PARAMETERS && view_defined(tel_part(text, there + 1)))
    there++;
  if (there > TEL_PARAMETERS)
    return false;
  for (unsigned i = tel_next(text, 0, rules); i > 0; i = tel_next(text, i, rules))
    given++;
  return given == there;
}

/* Reports whether visual separators of a parameter are removed: in an extension, and in a context that
 * is a number. */
static bool tel_is_bare(uriel_text parameter, unit_rules rules)
{
  const char *const end = parameter.ptr + parameter.len;
  const char *value = view_find(parameter.ptr, end, '=');
  if (value == end)
    return false;
  value++;
  if (normal_says(tel_name(parameter), rules, "ext"))
    return tel_is_number(view_of(value, end), rules);
  return normal_says(tel_name(parameter), rules, "phone-context") && value < end && *value == '+' &&
         tel_is_number(view_of(value, end), rules);
}

/* Returns the text of `rest` before the next visual separator, and skips that. */
static uriel_text tel_run(pieces *p)
{
  const char *const begin = p->rest.ptr;
  const char *const end = begin + p->rest.len;
  const char *at = begin;
  while (at < end) {
    const char *const unit = at;
    if (tel_is_separator(unit_next(&at, end, p->rules))) {
      p->rest = view_of(at, end);
      return view_of(begin, unit);
    }
  }
  p->rest = view_of(end, end);
  return view_of(begin, end);
}

/* `state` is the number of the current part. */
static bool tel_piece(pieces *p, uriel_text *piece, unit_rules *rules)
{
  *rules = tel_folded(p->rules);
  if (p->rest.len > 0) {
    *piece = tel_run(p);
    return true;
  }
  const unsigned next = tel_next(p->text, p->state, p->rules);
  if (next == 0)
    return false;
  p->state = next;
  const uriel_text part = tel_part(p->text, next);
  const char *const end = part.ptr + part.len;
  /* A parameter's name keeps its hyphens: it is one piece. */
  const char *const value = tel_is_bare(part, p->rules) ? view_find(part.ptr, end, '=') : end;
  p->rest = view_of(value, end);
  *piece = view_of(part.ptr, value);
  return true;
}

static pieces tel_path(const segments_shape *path, unsigned index, unit_rules rules, uriel_text query)
{
  (void)query;
  pieces p = uriel_normal_plain(index ? path->second : path->first, rules);
  const uriel_text number = tel_part(p.text, 0);
  if (path->count == 1 && tel_is_number(number, rules) && tel_is_ordered(p.text, rules)) {
    p.next = tel_piece;
    p.rest = number;
  }
  return p;
}

const normal_own uriel_own_tel = {tel_path, NULL};

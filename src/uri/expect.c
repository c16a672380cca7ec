/* SPDX-License-Identifier: MIT */
/* The characters that are allowed at an error, in words, from the state of the automaton. */
#include "uri/error.h"

#include "text/text.h"

/* A list names at most this many other characters. */
enum { EXPECT_NAMED = 3 };

static size_t expect_count(const grammar_next *next)
{
  size_t count = next->end;
  for (unsigned byte = 0; byte < 256; byte++)
    count += next->byte[byte];
  return count;
}

/* Reports whether the byte is named after the others: in words of its own, or as a delimiter. */
static bool expect_is_late(unsigned byte)
{
  return byte == '%' || byte == '/' || byte == '?' || byte == '#';
}

/* Writes an item of the list; `left` items follow. */
static void expect_item(writer *w, const char *name, size_t left)
{
  if (w->len > 0)
    write_string(w, left ? ", " : " or ");
  write_string(w, name);
}

/* Names a set if all its bytes are expected, and removes them from `next`. */
static void expect_write_set(writer *w, grammar_next *next, unsigned classes, char but, const char *name)
{
  grammar_next rest = *next;
  for (unsigned byte = 0; byte < 128; byte++) {
    if (byte == (unsigned char)but || !byte_is((char)byte, classes))
      continue;
    if (!next->byte[byte])
      return;
    rest.byte[byte] = false;
  }
  *next = rest;
  expect_item(w, name, expect_count(next));
}

/* Names the remaining digits that form a range from 0. */
static void expect_write_digits(writer *w, grammar_next *next)
{
  char name[] = "a digit from 0 to 9";
  unsigned last = '0';
  while (last <= '9' && next->byte[last])
    next->byte[last++] = false;
  if (last == '0')
    return;
  name[sizeof name - 2] = (char)(last - 1);
  expect_item(w, last == '1' ? "\"0\"" : name, expect_count(next));
}

/* Names the bytes with which the UTF-8 of a character outside US-ASCII begins. */
static void expect_write_beyond(writer *w, grammar_next *next)
{
  bool any = false;
  for (unsigned byte = 128; byte < 256; byte++) {
    any = any || next->byte[byte];
    next->byte[byte] = false;
  }
  if (any)
    expect_item(w, "a character outside US-ASCII", expect_count(next));
}

static void expect_write_byte(writer *w, grammar_next *next, unsigned char byte)
{
  const char mark = byte == '"' ? '\'' : '"';
  const char quoted[] = {mark, (char)byte, mark, 0};
  if (!next->byte[byte])
    return;
  next->byte[byte] = false;
  expect_item(w, byte == '%' ? "%XX" : quoted, expect_count(next));
}

static void expect_write(writer *w, grammar_next *next)
{
  static const unsigned char late[] = "%/?#";
  expect_write_set(w, next, BYTE_ALPHA, 0, "a letter");
  expect_write_set(w, next, BYTE_HEX, 0, "a hexadecimal digit");
  expect_write_set(w, next, BYTE_HEX, '0', "a hexadecimal digit except \"0\"");
  expect_write_set(w, next, BYTE_DIGIT, 0, "a digit");
  expect_write_digits(w, next);
  expect_write_beyond(w, next);
  size_t others = 0;
  for (unsigned byte = 0; byte < 256; byte++)
    others += next->byte[byte] && !expect_is_late(byte);
  const bool listed = others > EXPECT_NAMED;
  for (unsigned byte = 0; byte < 256 && !listed; byte++)
    if (!expect_is_late(byte))
      expect_write_byte(w, next, (unsigned char)byte);
  for (size_t i = 0; i < sizeof late - 1; i++)
    expect_write_byte(w, next, late[i]);
  if (next->end)
    expect_item(w, "the end", expect_count(next) - 1);
  if (!listed)
    return;
  expect_item(w, "one of ", 0);
  for (unsigned byte = 0; byte < 256; byte++)
    if (next->byte[byte])
      write_byte(w, (char)byte);
}

bool uriel_expect_of_decoding(const uriel_error *error, uriel_text text)
{
  return error->code == URIEL_ERROR_PERCENT && error->component == URIEL_REFERENCE &&
         error->length == 1 && error->begin < text.len && text.ptr[error->begin] == '%' &&
         triplet_stuck(text.ptr + error->begin, text.ptr + text.len) == text.ptr + error->offset;
}

void uriel_expect_write(writer *w, const uriel_error *error, grammar_next *next)
{
  if (error->code == URIEL_ERROR_PORT_NOT_DIGITS && next->byte['@'])
    write_string(w, "only digits in the port, or \"@\" after user information");
  else
    expect_write(w, next);
}

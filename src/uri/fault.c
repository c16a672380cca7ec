/* SPDX-License-Identifier: MIT */
/* What faults are called, and how they are told. */
#include "uri/fault.h"

#include "text/percent.h"
#include "text/utf8.h"
#include "uri/blame.h"
#include "uri/generation.h"

typedef struct fault_words {
  const char *name, *message, *rule, *section;
} fault_words;

static fault_words fault_words_of(uriel_fault_code code)
{
  switch (code) {
#define FAULT_WORDS(constant, value, name, message, rule, section)                                      \
  case URIEL_FAULT_##constant:                                                                          \
    return (fault_words){name, message, rule, section};
    URIEL_FAULTS(FAULT_WORDS)
#undef FAULT_WORDS
  }
  return (fault_words){"", "", "", ""};
}

const char *uriel_fault_name(uriel_fault_code code)
{
  return fault_words_of(code).name;
}

const char *uriel_fault_message(uriel_fault_code code)
{
  return fault_words_of(code).message;
}

typedef enum fault_kind {
  FAULT_OF_TEXT, /* it breaks a rule of a document of syntax or of names; the others break none: */
  FAULT_OF_CALL,
  FAULT_OF_SCHEME,
  FAULT_OF_PART /* its message goes on from the name of a part */
} fault_kind;

/* Values say nothing of kinds: new ones are given out as they come. */
static fault_kind fault_kind_of(uriel_fault_code code)
{
  switch (code) {
  case URIEL_FAULT_NO_ROOM:
  case URIEL_FAULT_ROW_INVALID:
  case URIEL_FAULT_ARGUMENT:
  case URIEL_FAULT_PARTS_DIFFER:
    return FAULT_OF_CALL;
  case URIEL_FAULT_SCHEME_OTHER:
  case URIEL_FAULT_PLAN_NONE:
  case URIEL_FAULT_PLAN_UNKNOWN:
  case URIEL_FAULT_PLAN_UNDEFINED:
  case URIEL_FAULT_PLAN_BASE:
  case URIEL_FAULT_TEMPLATE:
    return FAULT_OF_SCHEME;
  case URIEL_FAULT_PART_MISSING:
  case URIEL_FAULT_PART_EMPTY:
  case URIEL_FAULT_PART_CHARACTER:
  case URIEL_FAULT_PART_LINE_BREAK:
  case URIEL_FAULT_PART_NOT_ALLOWED:
  case URIEL_FAULT_PART_NUMBER:
  case URIEL_FAULT_PART_FORM:
  case URIEL_FAULT_PART_BASE64:
  case URIEL_FAULT_HOST_DECODED:
    return FAULT_OF_PART;
  default:
    return FAULT_OF_TEXT;
  }
}

/* In the document of the fault's generation. */
static fault_rule fault_rule_of(const uriel_fault *fault)
{
  const generation *const g = uriel_generation(fault->spec);
  const fault_words words = fault_words_of(fault->code);
  if (!g || fault_kind_of(fault->code) != FAULT_OF_TEXT)
    return (fault_rule){fault->code, words.rule, words.section};
  const fault_rule *found = g->rules;
  while (found->code != fault->code && found->code != URIEL_FAULT_NONE)
    found++;
  return *found;
}

const char *uriel_fault_rule(const uriel_fault *fault)
{
  return fault_rule_of(fault).rule;
}

const char *uriel_fault_section(const uriel_fault *fault)
{
  return fault_rule_of(fault).section;
}

static void write_hex(writer *w, uint32_t number, unsigned digits)
{
  while (digits-- > 0)
    write_byte(w, "0123456789ABCDEF"[number >> (4 * digits) & 15]);
}

/* What a character is called that is easily taken for another, or not seen; NULL if its number has to
 * do.
 */
static const char *character_in_words(uint32_t character)
{
  static const struct {
    uint32_t first, last;
    const char *words;
  } known[] = {
      {0xA0, 0xA0, "a no-break space"},      {0xAD, 0xAD, "a soft hyphen"},
      {0x2000, 0x200A, "a space"},           {0x200B, 0x200B, "a zero-width space"},
      {0x200C, 0x200F, "an invisible mark"}, {0x2010, 0x2015, "a dash"},
      {0x2018, 0x201F, "a quotation mark"},  {0x2026, 0x2026, "an ellipsis"},
      {0x2028, 0x2029, "a line separator"},  {0x202A, 0x202E, "an invisible mark"},
      {0x202F, 0x202F, "a no-break space"},  {0x205F, 0x205F, "a space"},
      {0x2060, 0x206F, "an invisible mark"}, {0x3000, 0x3000, "an ideographic space"},
      {0xFEFF, 0xFEFF, "a byte order mark"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (character >= known[i].first && character <= known[i].last)
      return known[i].words;
  return NULL;
}

static bool character_is_dark(uint32_t character)
{
  return (character >= 0x2010 && character <= 0x2015) || (character >= 0x2018 && character <= 0x201F) ||
         character == 0x2026;
}

size_t uriel_unseen_span(const char *at, const char *end)
{
  uint32_t character = 0;
  const size_t bytes = uriel_utf8_character(at, end, &character);
  return bytes > 1 && character_in_words(character) && !character_is_dark(character) ? bytes : 0;
}

static void write_character_beyond_ascii(writer *w, uint32_t character)
{
  const char *const words = character_in_words(character);
  write_string(w, "the character U+");
  write_hex(w, character, character > 0xFFFFF ? 6 : character > 0xFFFF ? 5 : 4);
  if (!words)
    return;
  write_string(w, ", ");
  write_string(w, words);
  write_byte(w, ',');
}

void uriel_write_character(writer *w, const char *at, const char *end)
{
  const unsigned char value = (unsigned char)*at;
  uint32_t character = 0;
  if (value == ' ') {
    write_string(w, "a space");
  } else if (value == '\t') {
    write_string(w, "a tab");
  } else if (value == '\r' || value == '\n') {
    write_string(w, value == '\r' ? "a carriage return" : "a line feed");
  } else if (value == '"') {
    write_string(w, "'\"'");
  } else if (value > ' ' && value < 0x7F) {
    write_byte(w, '"');
    write_byte(w, *at);
    write_byte(w, '"');
  } else if (uriel_utf8_character(at, end, &character) > 1) {
    write_character_beyond_ascii(w, character);
  } else {
    write_string(w, "the byte 0x");
    write_hex(w, value, 2);
  }
}

/* Whether uriel_encode_as gives the fault, whose offset is the place. */
static bool fault_of_encoding(uriel_fault_code code)
{
  return code == URIEL_FAULT_NOT_LATIN_1 || code == URIEL_FAULT_NOT_UTF_8 ||
         code == URIEL_FAULT_ENCODING_NOT_ALLOWED;
}

size_t uriel_fault_blamed(const uriel_fault *fault, const char *text, size_t len)
{
  const generation *const g = uriel_generation(fault->spec);
  size_t at;
  if (fault->begin > len || fault->length > len - fault->begin)
    return len;
  const uriel_text blamed = {text + fault->begin, fault->length};
  if (fault_of_encoding(fault->code))
    return fault->offset < len ? fault->offset : len;
  if (g)
    return g->blamed(fault, text, len);
  if (uriel_component_fault(fault->component, blamed, &at) == fault->code && at < blamed.len)
    return fault->begin + at;
  return len;
}

/* A byte of a part: "%0D" as it is written, CR as people know it, or what stands there. */
static void write_part_byte(writer *w, const char *at, const char *end)
{
  if (triplet_at(at, end)) {
    write_byte(w, '"');
    uriel_write_bytes(w, at, 3);
    write_byte(w, '"');
  } else if (*at == '\r' || *at == '\n') {
    write_string(w, *at == '\r' ? "CR" : "LF");
  } else if (*at == '\t' || *at == '\0') {
    write_string(w, *at ? "TAB" : "NUL");
  } else {
    uriel_write_character(w, at, end);
  }
}

/* What people call a part; of a list, one of its items. */
static const char *part_in_words(const char *part, uriel_component component)
{
  static const char *const words[][2] = {
      {"user", "user name"},       {"to", "address"},           {"fields", "header field"},
      {"directories", "folder"},   {"attributes", "attribute"}, {"parameters", "parameter"},
      {"extensions", "extension"}, {"plus", "Gopher+ string"},
  };
  const uriel_text name = uriel_text_of(part);
  if (component == URIEL_PATH && view_equal(name, uriel_text_of("fields")))
    return "identifier"; /* of wais; of mailto they are in the query */
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (view_equal(name, uriel_text_of(words[i][0])))
      return words[i][1];
  return part;
}

/* The user name holds a byte that would end a line of the protocol: "%0D". */
static void write_part_fault(writer *w, const uriel_fault *fault, uriel_text text)
{
  const char *const part = fault->part ? fault->part : "";
  write_string(w, *part ? "the " : "a part");
  write_string(w, part_in_words(part, fault->component));
  write_byte(w, ' ');
  write_string(w, uriel_fault_message(fault->code));
  const bool of_byte = fault->code == URIEL_FAULT_PART_CHARACTER ||
                       fault->code == URIEL_FAULT_PART_LINE_BREAK ||
                       fault->code == URIEL_FAULT_HOST_DECODED;
  if (of_byte && fault->offset < text.len) {
    write_string(w, ": ");
    write_part_byte(w, text.ptr + fault->offset, text.ptr + text.len);
  }
}

/* Whether it is about a URI that a gateway's template makes, of which no part or byte is told. */
static bool fault_of_gateway(const uriel_fault *fault)
{
  return fault->part && view_equal(uriel_text_of(fault->part), uriel_text_of("gateway"));
}

static void write_gateway_fault(writer *w, uriel_fault_code code)
{
  write_string(w, "of the URI that the gateway makes: ");
  write_string(w, fault_kind_of(code) == FAULT_OF_PART ? "a part " : "");
  write_string(w, uriel_fault_message(code));
}

/* Whether a fault is about how the text begins. A scheme given to uriel_build has no ":" behind it, and
 * nothing before it but what is its own. */
static bool fault_of_begin(const uriel_fault *fault, size_t len)
{
  switch (fault->code) {
  case URIEL_FAULT_SCHEME_START:
  case URIEL_FAULT_SCHEME_CHARACTER:
    return fault->begin == 0 && fault->length < len;
  case URIEL_FAULT_SCHEME_MISSING:
  case URIEL_FAULT_PREFIX_MISSING:
  case URIEL_FAULT_URN_SCHEME:
    return fault->offset == 0;
  default:
    return false;
  }
}

/* The bytes of what stands unseen before the scheme, which would be blamed for it. */
static size_t fault_unseen(const uriel_fault *fault, uriel_text text)
{
  if (text.len == 0 || !fault_of_begin(fault, text.len))
    return 0;
  if (text.ptr[0] == ' ' || (text.ptr[0] >= '\t' && text.ptr[0] <= '\r'))
    return 1;
  return uriel_unseen_span(text.ptr, text.ptr + text.len);
}

bool uriel_fault_is_unseen(const uriel_fault *fault, uriel_text text)
{
  return fault_unseen(fault, text) > 0;
}

/* A blank, a byte order mark, or the like before the reference. */
static void write_unseen(writer *w, uriel_text text)
{
  uint32_t character = 0;
  const size_t bytes = uriel_utf8_character(text.ptr, text.ptr + text.len, &character);
  write_string(w, bytes > 1 ? character_in_words(character) : "a blank");
  write_string(w, " before the reference");
}

/* A zone identifier (RFC 4007, 11) after an IPv6 address between brackets. */
static bool fault_of_zone(const uriel_fault *fault, uriel_text text)
{
  if (fault->code != URIEL_FAULT_HOST_IPV6 || fault->begin >= text.len ||
      fault->length > text.len - fault->begin)
    return false;
  return uriel_zone_span((uriel_text){text.ptr + fault->begin, fault->length}) > 0;
}

/* The character at fault, if the message begins with "is", and the message. */
static void write_message(writer *w, const uriel_fault *fault, uriel_text text)
{
  const char *const message = uriel_fault_message(fault->code);
  const bool about_character = message[0] == 'i' && message[1] == 's' && message[2] == ' ';
  if (about_character && text.len > 0) {
    const size_t at = uriel_fault_blamed(fault, text.ptr, text.len);
    if (at < text.len) {
      uriel_write_character(w, text.ptr + at, text.ptr + text.len);
      write_byte(w, ' ');
    }
  }
  write_string(w, message);
}

size_t uriel_fault_describe(const uriel_fault *fault, const char *text, size_t len, char *out,
                            size_t capacity)
{
  writer w = writer_to(out, capacity);
  if (len > 0 && uriel_urn_fault_describe(&w, fault, (uriel_text){text, len}))
    return w.len;
  if (fault_of_gateway(fault)) {
    write_gateway_fault(&w, fault->code);
    return w.len;
  }
  if (fault->code == URIEL_FAULT_PLAN_UNKNOWN && fault->component == URIEL_HOST) {
    write_string(&w, "the host is another machine, and no way is known to get at its files");
    return w.len;
  }
  if (fault_kind_of(fault->code) == FAULT_OF_PART) {
    write_part_fault(&w, fault, (uriel_text){text, text ? len : 0});
    return w.len;
  }
  const uriel_text whole = {text, text ? len : 0};
  if (fault_unseen(fault, whole))
    write_unseen(&w, whole);
  else if (fault_of_zone(fault, whole))
    write_string(&w, "a zone identifier cannot appear in a URI (RFC 9844)");
  else
    write_message(&w, fault, whole);
  return w.len;
}

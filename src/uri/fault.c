/* SPDX-License-Identifier: MIT */
/* What faults are called, and how they are told. */
#include "text/percent.h"
#include "text/utf8.h"
#include "text/writer.h"
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

/* What begins at `at`, as people know it: "[", a space, the character U+00E9, the byte 0xC3. */
static void write_character(writer *w, const char *at, const char *end)
{
  const unsigned char value = (unsigned char)*at;
  uint32_t character = 0;
  if (value == ' ') {
    write_string(w, "a space");
  } else if (value == '"') {
    write_string(w, "'\"'");
  } else if (value > ' ' && value < 0x7F) {
    write_byte(w, '"');
    write_byte(w, *at);
    write_byte(w, '"');
  } else if (uriel_utf8_character(at, end, &character) > 1) {
    write_string(w, "the character U+");
    write_hex(w, character, character > 0xFFFFF ? 6 : character > 0xFFFF ? 5 : 4);
    write_string(w, character == 0xFEFF ? ", a byte order mark," : "");
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

/* The byte that a message which begins with "is" is about; `len` where there is none. */
static size_t fault_blamed(const uriel_fault *fault, const char *text, size_t len)
{
  const generation *const g = uriel_generation(fault->spec);
  const uriel_text blamed = {text + fault->begin, fault->length};
  size_t at;
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
    write_character(w, at, end);
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

/* What stands unseen before the scheme, which would be blamed for it; NULL where nothing does. */
static const char *fault_unseen(const uriel_fault *fault, uriel_text text)
{
  static const uriel_text mark = {"\xEF\xBB\xBF", 3};
  if (text.len == 0 || !fault_of_begin(fault, text.len))
    return NULL;
  if (text.ptr[0] == ' ' || (text.ptr[0] >= '\t' && text.ptr[0] <= '\r'))
    return "a blank before the reference";
  const bool marked = text.len >= mark.len && bytes_equal(text.ptr, mark.ptr, mark.len);
  return marked ? "a byte order mark before the reference" : NULL;
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
  const char *const unseen = fault_unseen(fault, (uriel_text){text, text ? len : 0});
  const char *const message = unseen ? unseen : uriel_fault_message(fault->code);
  const bool about_character = message[0] == 'i' && message[1] == 's' && message[2] == ' ';
  if (about_character && len > 0 && fault->begin <= len && fault->length <= len - fault->begin) {
    const size_t at = fault_blamed(fault, text, len);
    if (at < len) {
      write_character(&w, text + at, text + len);
      write_byte(&w, ' ');
    }
  }
  write_string(&w, message);
  return w.len;
}

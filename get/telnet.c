/* SPDX-License-Identifier: MIT */
/* Telnet's commands. */
#include "telnet.h"

enum {
  TELNET_EOR = 239, /* the end of a record (RFC 885) */
  TELNET_SE = 240,
  TELNET_SB = 250,
  TELNET_WILL = 251,
  TELNET_WONT = 252,
  TELNET_DO = 253,
  TELNET_DONT = 254,
  TELNET_IAC = 255
};

/* Options of a 3270 terminal (RFC 856, 1091, 885). */
enum { OPTION_BINARY = 0, OPTION_TERMINAL_TYPE = 24, OPTION_END_OF_RECORD = 25 };

enum {
  TELNET_TEXT,
  TELNET_CR,      /* after CR: a NUL after it is dropped (RFC 854, "CR NUL") */
  TELNET_COMMAND, /* after IAC */
  TELNET_OPTION,  /* after `verb` */
  TELNET_SUB,     /* after SB, up to IAC SE */
  TELNET_SUB_IAC
};

/* Answers "SEND" with the name of a terminal of 24 lines and 80 columns. */
static void telnet_type(struct telnet *telnet, struct buffer *answers)
{
  static const unsigned char answer[] = {
      TELNET_IAC, TELNET_SB, OPTION_TERMINAL_TYPE, 0,        'I', 'B', 'M', '-', '3', '2', '7', '8',
      '-',        '2',       TELNET_IAC,           TELNET_SE};
  if (telnet->is_3270 && telnet->sub_len == 2 && telnet->sub[0] == OPTION_TERMINAL_TYPE &&
      telnet->sub[1] == 1)
    buffer_append(answers, answer, sizeof answer);
}

static bool telnet_agrees(const struct telnet *telnet, uint8_t option)
{
  return telnet->is_3270 && (option == OPTION_BINARY || option == OPTION_END_OF_RECORD ||
                             (option == OPTION_TERMINAL_TYPE && telnet->verb == TELNET_DO));
}

static void telnet_answer(struct telnet *telnet, uint8_t option, struct buffer *answers)
{
  const bool will = telnet->verb == TELNET_WILL;
  uint8_t *const bits = &telnet->refused[(will ? 0 : 32) + option / 8];
  const uint8_t bit = (uint8_t)(1U << option % 8);
  if ((!will && telnet->verb != TELNET_DO) || *bits & bit)
    return;
  *bits |= bit;
  const bool agrees = telnet_agrees(telnet, option);
  telnet->has_records |= agrees && option == OPTION_END_OF_RECORD;
  const unsigned char verb = will     ? (agrees ? TELNET_DO : TELNET_DONT)
                             : agrees ? TELNET_WILL
                                      : TELNET_WONT;
  const unsigned char answer[] = {TELNET_IAC, verb, option};
  buffer_append(answers, answer, sizeof answer);
}

/* Takes a byte that is not text. */
static void telnet_command(struct telnet *telnet, uint8_t byte, struct buffer *answers)
{
  switch (telnet->state) {
  case TELNET_COMMAND:
    telnet->verb = byte;
    telnet->sub_len = 0;
    telnet->state = byte == TELNET_SB ? TELNET_SUB : byte >= TELNET_WILL ? TELNET_OPTION : TELNET_TEXT;
    break;
  case TELNET_OPTION:
    telnet_answer(telnet, byte, answers);
    telnet->state = TELNET_TEXT;
    break;
  case TELNET_SUB:
    telnet->state = byte == TELNET_IAC ? TELNET_SUB_IAC : TELNET_SUB;
    if (byte != TELNET_IAC && telnet->sub_len < sizeof telnet->sub)
      telnet->sub[telnet->sub_len] = byte;
    telnet->sub_len += byte != TELNET_IAC;
    break;
  default: /* TELNET_SUB_IAC */
    telnet->state = byte == TELNET_SE ? TELNET_TEXT : TELNET_SUB;
    if (byte == TELNET_SE)
      telnet_type(telnet, answers);
    break;
  }
}

bool telnet_take(struct telnet *telnet, const char *data, size_t len, reply_sink *sink, void *context,
                 struct buffer *answers)
{
  size_t begin = 0; /* of text that is not passed on yet */
  for (size_t at = 0; at < len; at++) {
    const uint8_t byte = (uint8_t)data[at];
    const bool is_text = telnet->state == TELNET_TEXT || telnet->state == TELNET_CR;
    if (!is_text && !(telnet->state == TELNET_COMMAND && byte == TELNET_IAC)) {
      const bool ends = telnet->is_3270 && telnet->state == TELNET_COMMAND && byte == TELNET_EOR;
      telnet_command(telnet, byte, answers);
      begin = at + 1;
      if (ends && !sink(context, NULL, 0))
        return false;
    } else if (is_text && (byte == TELNET_IAC || (telnet->state == TELNET_CR && byte == 0))) {
      if (at > begin && !sink(context, data + begin, at - begin))
        return false;
      begin = at + 1;
      telnet->state = byte == TELNET_IAC ? TELNET_COMMAND : TELNET_TEXT;
    } else { /* text, or the second IAC of two, which is a byte of the text */
      telnet->state = byte == '\r' && !telnet->is_3270 ? TELNET_CR : TELNET_TEXT;
    }
  }
  return begin == len || sink(context, data + begin, len - begin);
}

/* SPDX-License-Identifier: MIT */
/* Telnet's commands. */
#include "telnet.h"

enum {
  TELNET_SE = 240,
  TELNET_SB = 250,
  TELNET_WILL = 251,
  TELNET_WONT = 252,
  TELNET_DO = 253,
  TELNET_DONT = 254,
  TELNET_IAC = 255
};

enum {
  TELNET_TEXT,
  TELNET_CR,      /* after CR: a NUL after it is dropped (RFC 854, "CR NUL") */
  TELNET_COMMAND, /* after IAC */
  TELNET_OPTION,  /* after `verb` */
  TELNET_SUB,     /* after SB, up to IAC SE */
  TELNET_SUB_IAC
};

static void telnet_refuse(struct telnet *telnet, uint8_t option, struct buffer *answers)
{
  const bool will = telnet->verb == TELNET_WILL;
  uint8_t *const bits = &telnet->refused[(will ? 0 : 32) + option / 8];
  const uint8_t bit = (uint8_t)(1U << option % 8);
  if ((!will && telnet->verb != TELNET_DO) || *bits & bit)
    return;
  *bits |= bit;
  const unsigned char answer[] = {TELNET_IAC, will ? TELNET_DONT : TELNET_WONT, option};
  buffer_append(answers, answer, sizeof answer);
}

/* Takes a byte that is not text. */
static void telnet_command(struct telnet *telnet, uint8_t byte, struct buffer *answers)
{
  switch (telnet->state) {
  case TELNET_COMMAND:
    telnet->verb = byte;
    telnet->state = byte == TELNET_SB ? TELNET_SUB : byte >= TELNET_WILL ? TELNET_OPTION : TELNET_TEXT;
    break;
  case TELNET_OPTION:
    telnet_refuse(telnet, byte, answers);
    telnet->state = TELNET_TEXT;
    break;
  case TELNET_SUB:
    telnet->state = byte == TELNET_IAC ? TELNET_SUB_IAC : TELNET_SUB;
    break;
  default: /* TELNET_SUB_IAC */
    telnet->state = byte == TELNET_SE ? TELNET_TEXT : TELNET_SUB;
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
      telnet_command(telnet, byte, answers);
      begin = at + 1;
    } else if (is_text && (byte == TELNET_IAC || (telnet->state == TELNET_CR && byte == 0))) {
      if (at > begin && !sink(context, data + begin, at - begin))
        return false;
      begin = at + 1;
      telnet->state = byte == TELNET_IAC ? TELNET_COMMAND : TELNET_TEXT;
    } else { /* text, or the second IAC of two, which is a byte of the text */
      telnet->state = byte == '\r' ? TELNET_CR : TELNET_TEXT;
    }
  }
  return begin == len || sink(context, data + begin, len - begin);
}

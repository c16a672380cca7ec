/* SPDX-License-Identifier: MIT */
/* Orders and characters of the 3270 Data Stream. */
#include "screen.h"

enum {
  SCREEN_FIELD = 1,     /* the bit of every cell where a field begins, */
  SCREEN_HIDDEN = 2,    /* and bits of its attribute */
  SCREEN_PROTECTED = 4, /* the last of these bits: characters are greater than all of them */
  SCREEN_BITS = 8
};

/* Commands, as SNA and others number them, and orders. */
enum {
  COMMAND_WRITE = 0xf1,
  COMMAND_WRITE_LOCAL = 0x01,
  COMMAND_ERASE_WRITE = 0xf5,
  COMMAND_ERASE_WRITE_LOCAL = 0x05,
  COMMAND_ERASE_WRITE_ALTERNATE = 0x7e,
  COMMAND_ERASE_WRITE_ALTERNATE_LOCAL = 0x0d,
  ORDER_PROGRAM_TAB = 0x05,
  ORDER_GRAPHIC_ESCAPE = 0x08,
  ORDER_SET_ADDRESS = 0x11,
  ORDER_ERASE_TO_ADDRESS = 0x12,
  ORDER_INSERT_CURSOR = 0x13,
  ORDER_START_FIELD = 0x1d,
  ORDER_SET_ATTRIBUTE = 0x28,
  ORDER_START_FIELD_EXTENDED = 0x29,
  ORDER_MODIFY_FIELD = 0x2c,
  ORDER_REPEAT_TO_ADDRESS = 0x3c,
  ATTRIBUTE_HIDDEN = 0x0c, /* both bits */
  ATTRIBUTE_PROTECTED = 0x20,
  ATTRIBUTE_TYPE = 0xc0 /* of an extended field: the basic attribute follows */
};

/* Code page 037 from 0x40 on, as Unicode. */
static const uint8_t screen_characters[256 - 0x40] = {
    0x20, 0xa0, 0xe2, 0xe4, 0xe0, 0xe1, 0xe3, 0xe5, 0xe7, 0xf1, 0xa2, 0x2e, 0x3c, 0x28, 0x2b, 0x7c,
    0x26, 0xe9, 0xea, 0xeb, 0xe8, 0xed, 0xee, 0xef, 0xec, 0xdf, 0x21, 0x24, 0x2a, 0x29, 0x3b, 0xac,
    0x2d, 0x2f, 0xc2, 0xc4, 0xc0, 0xc1, 0xc3, 0xc5, 0xc7, 0xd1, 0xa6, 0x2c, 0x25, 0x5f, 0x3e, 0x3f,
    0xf8, 0xc9, 0xca, 0xcb, 0xc8, 0xcd, 0xce, 0xcf, 0xcc, 0x60, 0x3a, 0x23, 0x40, 0x27, 0x3d, 0x22,
    0xd8, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xab, 0xbb, 0xf0, 0xfd, 0xfe, 0xb1,
    0xb0, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0xaa, 0xba, 0xe6, 0xb8, 0xc6, 0xa4,
    0xb5, 0x7e, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0xa1, 0xbf, 0xd0, 0xdd, 0xde, 0xae,
    0x5e, 0xa3, 0xa5, 0xb7, 0xa9, 0xa7, 0xb6, 0xbc, 0xbd, 0xbe, 0x5b, 0x5d, 0xaf, 0xa8, 0xb4, 0xd7,
    0x7b, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0xad, 0xf4, 0xf6, 0xf2, 0xf3, 0xf5,
    0x7d, 0x4a, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x51, 0x52, 0xb9, 0xfb, 0xfc, 0xf9, 0xfa, 0xff,
    0x5c, 0xf7, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0xb2, 0xd4, 0xd6, 0xd2, 0xd3, 0xd5,
    0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0xb3, 0xdb, 0xdc, 0xd9, 0xda, 0x9f,
};

/* A record, and the place in the screen. */
struct writing {
  struct screen *screen;
  uriel_text rest;
  size_t at;
};

/* Returns the next byte; 0 after the last. */
static uint8_t screen_byte(struct writing *writing)
{
  if (writing->rest.len == 0)
    return 0;
  const uint8_t byte = (uint8_t)*writing->rest.ptr;
  writing->rest = (uriel_text){writing->rest.ptr + 1, writing->rest.len - 1};
  return byte;
}

/* An address of 12 or 14 bits. */
static size_t screen_address(struct writing *writing)
{
  const unsigned high = screen_byte(writing), low = screen_byte(writing);
  const unsigned address = high & 0xc0 ? (high & 0x3f) << 6 | (low & 0x3f) : (high & 0x3f) << 8 | low;
  return address % SCREEN_CELLS;
}

static void screen_set(struct writing *writing, uint8_t cell)
{
  writing->screen->cells[writing->at] = cell;
  writing->at = (writing->at + 1) % SCREEN_CELLS;
}

static void screen_character(struct writing *writing, uint8_t byte)
{
  screen_set(writing, byte < 0x40 ? 0 : byte);
}

static uint8_t screen_attribute(uint8_t attribute)
{
  return (uint8_t)(SCREEN_FIELD |
                   ((attribute & ATTRIBUTE_HIDDEN) == ATTRIBUTE_HIDDEN ? SCREEN_HIDDEN : 0) |
                   (attribute & ATTRIBUTE_PROTECTED ? SCREEN_PROTECTED : 0));
}

static bool screen_is_field(uint8_t cell)
{
  return cell > 0 && cell < SCREEN_BITS;
}

/* Returns the attribute of the field that contains a place, perhaps from before the end of the screen; 0
 * without a field. */
static uint8_t screen_field(const struct screen *screen, size_t at)
{
  for (size_t i = 0; i < SCREEN_CELLS; i++) {
    const uint8_t cell = screen->cells[(at + SCREEN_CELLS - i) % SCREEN_CELLS];
    if (screen_is_field(cell))
      return cell;
  }
  return 0;
}

/* Empties cells up to an address, except the cells of protected fields. */
static void screen_erase(struct writing *writing, size_t to)
{
  uint8_t *const cells = writing->screen->cells;
  uint8_t field = screen_field(writing->screen, writing->at);
  do {
    uint8_t *const cell = &cells[writing->at];
    if (screen_is_field(*cell))
      field = *cell;
    else if (!(field & SCREEN_PROTECTED))
      *cell = 0;
    writing->at = (writing->at + 1) % SCREEN_CELLS;
  } while (writing->at != to);
}

/* Moves into the next field that is not protected, or to the start. */
static void screen_tab(struct writing *writing)
{
  const uint8_t *const cells = writing->screen->cells;
  size_t at = writing->at;
  while (at < SCREEN_CELLS && (!screen_is_field(cells[at]) || cells[at] & SCREEN_PROTECTED))
    at++;
  writing->at = at < SCREEN_CELLS ? (at + 1) % SCREEN_CELLS : 0;
}

/* Fills up to an address: around the end if it is not after the place. */
static void screen_fill(struct writing *writing, size_t to, uint8_t byte)
{
  do
    screen_character(writing, byte);
  while (writing->at != to);
}

static void screen_order(struct writing *writing, uint8_t order)
{
  const uint8_t cell = writing->screen->cells[writing->at];
  uint8_t attribute = order == ORDER_MODIFY_FIELD ? cell : SCREEN_FIELD;
  size_t to;
  switch (order) {
  case ORDER_SET_ADDRESS:
    writing->at = screen_address(writing);
    break;
  case ORDER_START_FIELD:
    screen_set(writing, screen_attribute(screen_byte(writing)));
    break;
  case ORDER_START_FIELD_EXTENDED:
  case ORDER_MODIFY_FIELD:
    for (uint8_t pairs = screen_byte(writing); pairs > 0; pairs--) {
      const uint8_t type = screen_byte(writing), value = screen_byte(writing);
      attribute = type == ATTRIBUTE_TYPE ? screen_attribute(value) : attribute;
    }
    if (order == ORDER_START_FIELD_EXTENDED || screen_is_field(cell))
      screen_set(writing, attribute);
    break;
  case ORDER_REPEAT_TO_ADDRESS:
    to = screen_address(writing);
    screen_fill(writing, to, screen_byte(writing));
    break;
  case ORDER_ERASE_TO_ADDRESS:
    to = screen_address(writing);
    screen_erase(writing, to);
    break;
  case ORDER_SET_ATTRIBUTE:
    screen_byte(writing);
    screen_byte(writing);
    break;
  case ORDER_PROGRAM_TAB:
    screen_tab(writing);
    break;
  case ORDER_GRAPHIC_ESCAPE: /* a character that code page 037 does not have */
    screen_byte(writing);
    screen_set(writing, 0);
    break;
  case ORDER_INSERT_CURSOR:
    break;
  default:
    screen_character(writing, order);
    break;
  }
}

/* Executes a record. */
static void screen_write(struct screen *screen)
{
  struct writing writing = {.screen = screen, .rest = buffer_text(&screen->record)};
  const uint8_t command = screen_byte(&writing);
  const bool erases = command == COMMAND_ERASE_WRITE || command == COMMAND_ERASE_WRITE_LOCAL ||
                      command == COMMAND_ERASE_WRITE_ALTERNATE ||
                      command == COMMAND_ERASE_WRITE_ALTERNATE_LOCAL;
  if (!erases && command != COMMAND_WRITE && command != COMMAND_WRITE_LOCAL)
    return;
  if (erases)
    memset(screen->cells, 0, sizeof screen->cells);
  screen_byte(&writing); /* the write control character */
  while (writing.rest.len > 0)
    screen_order(&writing, screen_byte(&writing));
}

/* Appends the lines, and returns whether any character is shown. */
static bool screen_lines(const struct screen *screen, struct buffer *text)
{
  bool any = false;
  uint8_t field = screen_field(screen, SCREEN_CELLS - 1);
  for (size_t row = 0; row < SCREEN_ROWS; row++) {
    size_t end = text->len;
    for (size_t column = 0; column < SCREEN_COLUMNS; column++) {
      const uint8_t cell = screen->cells[row * SCREEN_COLUMNS + column];
      char character[4] = " ";
      field = screen_is_field(cell) ? cell : field;
      const bool shown = cell > 0x40 && cell < 0xff && !(field & SCREEN_HIDDEN);
      const size_t len = shown ? uriel_utf8_write(character, screen_characters[cell - 0x40]) : 1;
      buffer_append(text, character, len);
      end = shown ? text->len : end;
      any |= shown;
    }
    text->len = end;
    buffer_append(text, "\n", 1);
  }
  while (text->len > 1 && text->ptr[text->len - 2] == '\n')
    text->len--;
  return any;
}

bool screen_take(void *context, const char *data, size_t len)
{
  struct screen *const screen = context;
  if (len > 0) {
    screen->is_long = len > SCREEN_LARGEST - screen->record.len;
    buffer_append(&screen->record, data, screen->is_long ? 0 : len);
    return !screen->is_long;
  }
  screen_write(screen);
  screen->record.len = screen->text.len = 0;
  screen->is_written = screen_lines(screen, &screen->text);
  return !screen->is_written;
}

void screen_start(struct screen *screen)
{
  screen->is_written = screen->is_long = false;
  screen->record.len = 0;
  memset(screen->cells, 0, sizeof screen->cells);
}

void screen_free(struct screen *screen)
{
  buffer_free(&screen->record);
  buffer_free(&screen->text);
}

/* SPDX-License-Identifier: MIT */
/* Requests are sent again until they are answered; packets of the answer are put in order and
 * acknowledged. */
#include "ardp.h"

enum {
  ARDP_CONNECTION = 0x5a, /* of the first message: two such bytes, since a server may swap them */
  ARDP_FULL = 9,          /* bytes of the header that is sent */
  ARDP_DATAGRAM = 1 << 16,
  ARDP_ACKNOWLEDGE = 0x80,
  ARDP_REFUSED = 1,  /* options */
  ARDP_REDIRECT = 4, /* and 5 */
  ARDP_LONGEST_WAIT = 600,
  ARDP_WINDOW = 256 /* packets that are kept before their predecessors */
};

struct ardp {
  struct wire *wire;
  unsigned connection;
  uriel_text message;
  struct get_failure *failure;
  unsigned sent;            /* packets of the message, and how many of them */
  unsigned acknowledged;    /* the server has */
  unsigned received, total; /* packets of the answer in order; all, or 0 */
  struct buffer *answer;    /* of the packets in order */
  struct buffer early;      /* later packets: a header of two numbers, and the data */
};

/* A packet; fields that its header lacks have their defaults. */
struct ardp_packet {
  unsigned connection, number, total, through, wait, flags, option;
  bool has_total, has_wait, has_through;
  uriel_text data;
};

static unsigned ardp_number(const char *at)
{
  return (unsigned)(unsigned char)at[0] << 8 | (unsigned char)at[1];
}

static void ardp_put(char *at, unsigned number)
{
  at[0] = (char)(number >> 8);
  at[1] = (char)number;
}

static bool ardp_read(struct ardp_packet *packet, const char *data, size_t len)
{
  const size_t header = len > 0 ? (unsigned char)*data : 0;
  *packet = (struct ardp_packet){.number = 1, .total = 1};
  if (header < 1 || header > 31 || header > len)
    return false;
  packet->connection = header >= 3 ? ardp_number(data + 1) : 0;
  packet->number = header >= 5 ? ardp_number(data + 3) : 1;
  packet->has_total = header >= 7 || header < 5;
  packet->total = header >= 7 ? ardp_number(data + 5) : 1;
  packet->has_through = header >= 9;
  packet->through = packet->has_through ? ardp_number(data + 7) : 0;
  packet->has_wait = header >= 11;
  packet->wait = packet->has_wait ? ardp_number(data + 9) : 0;
  packet->flags = header >= 12 ? (unsigned char)data[11] : 0;
  packet->option = header >= 13 ? (unsigned char)data[12] : 0;
  packet->data = (uriel_text){data + header, len - header};
  return true;
}

/* Sends the packet of that number, or an acknowledgement for 0. */
static bool ardp_send(struct ardp *ardp, unsigned number)
{
  char data[ARDP_FULL + ARDP_DATA] = {ARDP_FULL};
  const size_t begin = number ? (size_t)(number - 1) * ARDP_DATA : 0;
  size_t len = ardp->message.len - begin;
  len = !number ? 0 : len < ARDP_DATA ? len : ARDP_DATA;
  ardp_put(data + 1, ardp->connection);
  ardp_put(data + 3, number);
  ardp_put(data + 5, number ? ardp->sent : 0);
  ardp_put(data + 7, ardp->received);
  memcpy(data + ARDP_FULL, ardp->message.ptr + begin, len);
  return ardp->wire->write(ardp->wire, data, ARDP_FULL + len, ardp->failure);
}

static bool ardp_send_all(struct ardp *ardp)
{
  bool good = ardp->acknowledged < ardp->sent || ardp_send(ardp, 0);
  for (unsigned i = ardp->acknowledged + 1; i <= ardp->sent && good; i++)
    good = ardp_send(ardp, i);
  return good;
}

/* Keeps a packet that came too early, unless it is there. */
static void ardp_keep(struct ardp *ardp, const struct ardp_packet *packet)
{
  struct buffer *const early = &ardp->early;
  size_t head[2];
  for (size_t at = 0; at < early->len; at += sizeof head + head[1]) {
    memcpy(head, early->ptr + at, sizeof head);
    if (head[0] == packet->number)
      return;
  }
  head[0] = packet->number;
  head[1] = packet->data.len;
  buffer_append(early, head, sizeof head);
  buffer_append(early, packet->data.ptr, packet->data.len);
}

/* Moves the packets that are in order now to the answer. */
static void ardp_move(struct ardp *ardp)
{
  struct buffer *const early = &ardp->early;
  bool again = true;
  while (again) {
    again = false;
    size_t head[2];
    for (size_t at = 0; at < early->len && !again; at += sizeof head + head[1]) {
      memcpy(head, early->ptr + at, sizeof head);
      again = head[0] == ardp->received + 1;
      if (!again)
        continue;
      const size_t size = sizeof head + head[1];
      buffer_append(ardp->answer, early->ptr + at + sizeof head, head[1]);
      memmove(early->ptr + at, early->ptr + at + size, early->len - at - size);
      early->len -= size;
      ardp->received++;
    }
  }
}

/* Takes a packet. Returns false if it is a failure; `progress` becomes true if it is a new one. */
static bool ardp_take(struct ardp *ardp, const struct ardp_packet *packet, bool *progress)
{
  if (packet->has_through && packet->through <= ardp->sent && packet->through > ardp->acknowledged)
    ardp->acknowledged = packet->through;
  if (packet->number == 0 && packet->option == ARDP_REFUSED)
    return get_fail(ardp->failure, GET_REFUSED, "the server refuses the request");
  if (packet->option == ARDP_REDIRECT || packet->option == ARDP_REDIRECT + 1)
    return get_fail(ardp->failure, GET_REFUSED,
                    "the server redirects the request to an address, which "
                    "is not followed");
  if (packet->number == 0)
    return !(packet->flags & ARDP_ACKNOWLEDGE) || ardp_send(ardp, 0);
  if (packet->has_total && packet->total) {
    if (ardp->total && ardp->total != packet->total)
      return get_fail(ardp->failure, GET_FAILED, "the server changes the length of its answer");
    ardp->total = packet->total;
  }
  if (ardp->total && packet->number > ardp->total)
    return get_fail(ardp->failure, GET_FAILED, "the server sends more packets than it announces");
  *progress = packet->number > ardp->received;
  if (packet->number == ardp->received + 1) {
    buffer_append(ardp->answer, packet->data.ptr, packet->data.len);
    ardp->received++;
    ardp_move(ardp);
  } else if (*progress && packet->number - ardp->received <= ARDP_WINDOW) {
    ardp_keep(ardp, packet); /* a later one comes again */
  }
  if (ardp->answer->len + ardp->early.len > ARDP_LARGEST)
    return get_fail(ardp->failure, GET_FAILED, "the answer has more than %d bytes", ARDP_LARGEST);
  return !(packet->flags & ARDP_ACKNOWLEDGE) || ardp_send(ardp, 0);
}

/* Receives packets until the answer is complete. */
static bool ardp_receive(struct ardp *ardp, char *data)
{
  struct ardp_packet packet;
  unsigned tries = 1;
  double seconds = ARDP_SECONDS;
  ardp->wire->until = get_clock() + seconds;
  while (!ardp->total || ardp->received < ardp->total) {
    const ssize_t got = ardp->wire->read(ardp->wire, data, ARDP_DATAGRAM, ardp->failure);
    bool progress = false;
    if (got < 0) {
      /* The end of the whole time is not the end of a try. */
      if (ardp->failure->cause != GET_CAUSE_TIME || get_clock() < ardp->wire->until ||
          tries == ARDP_TRIES)
        return false;
      tries++;
      seconds *= 2;
      ardp->wire->until = get_clock() + seconds;
      if (!ardp_send_all(ardp))
        return false;
      continue;
    }
    if (!ardp_read(&packet, data, (size_t)got) || packet.connection != ardp->connection)
      continue;
    if (!ardp_take(ardp, &packet, &progress))
      return false;
    if (packet.has_wait && packet.wait > 0 && packet.wait <= ARDP_LONGEST_WAIT) {
      tries = 1;
      ardp->wire->until = get_clock() + packet.wait;
    } else if (progress) {
      tries = 1;
      seconds = ARDP_SECONDS;
      ardp->wire->until = get_clock() + seconds;
    }
  }
  return true;
}

bool ardp_exchange(struct wire *wire, unsigned count, uriel_text message, struct buffer *answer,
                   struct get_failure *failure)
{
  struct ardp ardp = {.wire = wire,
                      .connection = 0x101 * ((ARDP_CONNECTION - 1 + count) % 255 + 1),
                      .message = message,
                      .failure = failure,
                      .sent = (unsigned)((message.len + ARDP_DATA - 1) / ARDP_DATA),
                      .answer = answer};
  struct buffer datagram = {0};
  buffer_reserve(&datagram, ARDP_DATAGRAM);
  answer->len = 0;
  const bool good = ardp_send_all(&ardp) && ardp_receive(&ardp, datagram.ptr);
  wire->until = 0;
  buffer_free(&datagram);
  buffer_free(&ardp.early);
  return good;
}

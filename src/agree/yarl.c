/* SPDX-License-Identifier: MIT */
/* The reader "yarl": URL of yarl 1.25.1 with idna 3.20 in Python 3.11, and what aiohttp 3.14 needs to
 * connect to it: a host, a port, and the scheme http, https, ws, wss, tcp or none.
 *
 *   text          loses leading controls and spaces, and tab, LF and CR everywhere
 *   authority     after "//", up to "/", "?" or "#"; no "\", nor a character with "/", "?", "#", "@",
 *                 ":" or "%" in its form NFKC; in form NFKC if it has "%" and is not US-ASCII
 *   user info     up to the last "@", anything
 *   IP literal    if the authority has brackets: all of the host from "[" to "]" or the end; IPv6 and
 *                 anything else with ":", or "v", hexadecimal digits, "." and anything
 *   other hosts   up to the first ":"; not empty
 *   port          after the host: int() of Python, from 0 to 65535, or empty; the default of http,
 *                 https, ws and wss
 *   addresses     IPv4 and, in brackets, IPv6, which is compressed; followed by anything after "%"
 *   US-ASCII      all other hosts, as they are
 *   other names   no code points that would be removed; converted by UTS #46 and IDNA 2008, or, if these
 *                 refuse it, by IDNA 2003. A host that then has "[" loses its first and last characters
 *
 * Known differences: hosts outside US-ASCII, and authorities with "%", of more than READER_DOMAIN_MAX
 * bytes are refused; what follows an IPv4 address can also end in a digit that is not decimal, such as
 * U+2776. */
#include "agree/reader.h"
#include "idna/nfc.h"
#include "text/utf8.h"

/* Default_Ignorable_Code_Point and U+1806: first and last. */
static const uint32_t yarl_ignorable[][2] = {
    {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},    {0x115F, 0x1160}, {0x17B4, 0x17B5},
    {0x1806, 0x1806},   {0x180B, 0x180F},   {0x200B, 0x200F},  {0x202A, 0x202E}, {0x2060, 0x206F},
    {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};

/* Returns whether an authority outside US-ASCII with "%" is in form KC without "@" and ":". */
static bool yarl_is_form_kc(reader_memory memory, uriel_text authority)
{
  writer w = writer_to(memory.at, SIZE_MAX);
  if (authority.len > READER_DOMAIN_MAX)
    return false;
  for (const char *at = authority.ptr, *const end = view_end(authority); at < end;) {
    const char *const begin = at;
    const uint32_t code = uriel_reader_next(&at, end);
    if (code == 0xFFFD || !reader_assigned(code, READER_PYTHON_UNICODE))
      write_byte(&w, '/'); /* like it, composes with nothing */
    else if (code != '@' && code != ':')
      write_view(&w, view_of(begin, at));
  }
  const uriel_text text = {w.out, w.len};
  memory.at += w.len;
  return view_equal(text, uriel_reader_form_kc(&memory, text));
}

/* Finds host and port of an authority. Returns false if yarl refuses it. */
static bool yarl_split(reader_memory *memory, uriel_text authority, uriel_text *host, uriel_text *port)
{
  const char *const at = uriel_reader_last(authority, '@'), *const end = view_end(authority);
  const bool literal = view_has(authority, '[');
  if (view_has(authority, '\\') || literal != view_has(authority, ']') ||
      uriel_reader_makes(authority, "/?#@:%") ||
      (view_has(authority, '%') && !reader_is_ascii(authority) && !yarl_is_form_kc(*memory, authority)))
    return false;
  *port = at ? view_of(at + 1, end) : authority;
  if (!literal) {
    *host = view_take(port, ':');
    return true;
  }
  if (!port->len || *port->ptr != '[')
    return false;
  *port = view_of(port->ptr + 1, end);
  *host = view_take(port, ']');
  return !view_has(*host, '[') &&
         (!port->len ||
          (view_take(port, ':').len == 0 && !view_has(*port, '[') && !view_has(*port, ']'))) &&
         (host->len && *host->ptr == 'v' ? uriel_reader_is_literal(*host) : view_has(*host, ':'));
}

/* Writes a host that is an address. Returns false if it is not an address. */
static bool yarl_address(writer *w, uriel_text host)
{
  uint8_t bytes[4];
  const char *const end = view_end(host), *const zone = view_find(host.ptr, end, '%');
  const char *const encoded = view_search(host.ptr, end, "%25"), *last = end - 1;
  const uriel_text address = view_of(host.ptr, encoded < end ? encoded : zone);
  if (uriel_ipv4_parse(bytes, address.ptr, address.len)) {
    while (last > host.ptr && (*last & 0xC0) == 0x80)
      last--;
    const int digit = uriel_reader_digit(uriel_reader_next(&last, end));
    if (!view_has(host, ':') && (digit < 0 || last < end))
      return false;
    write_view(w, address);
  } else {
    if (!uriel_reader_is_ipv6(address) || !uriel_reader_write_ipv6(w, view_of(host.ptr, zone), false))
      return false;
  }
  for (const char *at = zone; at < end; at++)
    if (*at != '\t')
      write_byte(w, *at);
  return true;
}

/* Returns a name outside US-ASCII converted; undefined if it is refused. */
static uriel_text yarl_name(reader_memory *memory, uriel_text name)
{
  if (name.len > READER_DOMAIN_MAX || uriel_utf8_span(name.ptr, name.len) < name.len)
    return view_undefined();
  for (const char *at = name.ptr, *const end = view_end(name); at < end;) {
    const uint32_t code = uriel_reader_next(&at, end);
    for (size_t i = 0; i < sizeof yarl_ignorable / sizeof *yarl_ignorable; i++)
      if (code >= yarl_ignorable[i][0] && code <= yarl_ignorable[i][1])
        return view_undefined();
  }
  char *const begin = memory->at;
  writer w = writer_to(begin, SIZE_MAX);
  nfc_source source = {.at = name.ptr, .end = view_end(name), .mapped = true};
  do {
    source.stopped = false;
    uriel_nfc_run(&source, uriel_nfc_write, &w);
    if (source.stopped)
      write_byte(&w, '.');
  } while (source.stopped);
  memory->at += w.len;
  uriel_text host = uriel_reader_idna(memory, (uriel_text){begin, w.len}, READER_PYTHON_UNICODE);
  if (view_defined(host))
    return host;
  memory->at = begin;
  host = uriel_reader_idna_2003(memory, name);
  if (view_has(host, '['))
    host = (uriel_text){host.ptr + 1, host.len - (host.len > 1 ? 2 : 1)};
  return host;
}

void uriel_read_yarl(uriel_reading *reading, const char *text, size_t len, char *out)
{
  reader_memory memory = {out};
  uriel_text rest = uriel_reader_python_clean(&memory, text, text + len), host, port;
  const uriel_text scheme = uriel_reader_scheme(&rest);
  const url_special special = uriel_url_special_of(scheme);
  if (rest.len < 2 || rest.ptr[0] != '/' || rest.ptr[1] != '/' ||
      !(special >= URL_HTTP || !view_defined(scheme) || view_is(scheme, "tcp")))
    return;
  const char *const end = uriel_bytes_until(rest.ptr + 2, view_end(rest), "/?#");
  if (!yarl_split(&memory, view_of(rest.ptr + 2, end), &host, &port))
    return;
  int64_t number = uriel_url_default_port(special);
  if ((port.len && !uriel_reader_python_int(port, &number)) || number < 0 || number > UINT16_MAX)
    return;
  writer w = writer_to(memory.at, SIZE_MAX);
  if (yarl_address(&w, host)) {
    host = (uriel_text){w.out, w.len};
    memory.at += w.len;
  } else if (!reader_is_ascii(host)) {
    host = yarl_name(&memory, host);
  }
  if (!host.len)
    return;
  reading->port = (int32_t)number;
  uriel_reader_set(reading, &memory, scheme, host);
}

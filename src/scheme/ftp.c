/* SPDX-License-Identifier: MIT */
/* ftp (url-1994, FTP; RFC 1738, 3.2): the folders to enter one by one, and the file to fetch or the
 * folder to list. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uri/component.h"
#include "uriel_scheme.h"

static const char *const ftp_names[] = {"ftp", NULL};

/* The path as written. */
typedef struct ftp_path {
  uriel_text directories, name, code;
} ftp_path;

/* Returns the start of ";type=" in the last segment, or the end. Case does not matter (RFC 1738, 5),
 * and letters may be encoded (RFC 3986, 2.3). */
static const char *ftp_suffix(const char *begin, const char *end)
{
  const char *at = end;
  while (at > begin && at[-1] != ';')
    at--;
  if (at == begin)
    return end;
  const char *const sign = view_find(at, end, '=');
  return sign < end && uriel_part_says(view_of(at, sign), "type") ? at - 1 : end;
}

/* The last "/" separates folder and name; "?" is no delimiter (RFC 1738, 5: fsegment). */
static ftp_path ftp_split(uriel_text below)
{
  ftp_path path = {view_undefined(), view_undefined(), view_undefined()};
  if (!view_defined(below))
    return path;
  const char *const end = below.ptr + below.len;
  const char *name = end;
  while (name > below.ptr && name[-1] != '/')
    name--;
  const char *const suffix = ftp_suffix(name, end);
  if (name > below.ptr)
    path.directories = view_of(below.ptr, name - 1);
  path.name = view_of(name, suffix);
  if (suffix < end)
    path.code = view_of(view_find(suffix, end, '=') + 1, end);
  return path;
}

/* The FTP types that codes stand for, with RFC 959's space (url-1994, Data type; RFC 1738, 3.2.2). "L"
 * and a number is not in this list. */
static const char *const ftp_types[] = {"A",   "A N", "A T", "A C", "E", "E N",
                                        "E T", "E C", "I",   "d",   NULL};

static uriel_text ftp_type_of(uriel_text code)
{
  for (const char *const *type = ftp_types; *type; type++) {
    const uriel_text whole = uriel_text_of(*type);
    const size_t len = whole.len == 3 ? 2 : 1;
    if (code.len == len && byte_lower(code.ptr[0]) == byte_lower(whole.ptr[0]) &&
        byte_lower(code.ptr[len - 1]) == byte_lower(whole.ptr[whole.len - 1]))
      return whole;
  }
  return view_undefined();
}

/* The error of "L" and its byte size, which begins at `before`: "a decimal integer (1 through 255)"
 * (RFC 959, 5.3.2). PART_FORM for any other code. */
static uriel_error_code ftp_local_wrong(uriel_text code, size_t before)
{
  unsigned size = 0;
  if (code.len <= before || byte_lower(code.ptr[0]) != 'l')
    return URIEL_ERROR_PART_FORM;
  for (size_t i = before; i < code.len; i++) {
    if (!byte_is(code.ptr[i], BYTE_DIGIT))
      return URIEL_ERROR_PART_FORM;
    size = size > 255 ? size : 10 * size + hex_value(code.ptr[i]);
  }
  const bool fits = code.ptr[before] != '0' && size <= 255;
  return fits ? URIEL_ERROR_NONE : URIEL_ERROR_PART_NUMBER;
}

/* The space fits into the scratch buffer: ";type=" is longer. */
static uriel_text ftp_read_type(part_reader *r, uriel_text written)
{
  const uriel_text code = uriel_part_bytes(r, written);
  if (r->failed || !view_defined(code))
    return view_undefined();
  const uriel_text type = ftp_type_of(code);
  if (view_defined(type))
    return type;
  const uriel_error_code wrong = ftp_local_wrong(code, 1);
  if (wrong != URIEL_ERROR_NONE) {
    uriel_part_error(r, wrong, URIEL_PATH, "type", written, written.ptr);
    return view_undefined();
  }
  const uriel_text local = {r->at, code.len + 1};
  r->at[0] = 'L';
  r->at[1] = ' ';
  memcpy(r->at + 2, code.ptr + 1, code.len - 1);
  r->at += local.len;
  return local;
}

static void ftp_read_directories(part_reader *r, uriel_text directories)
{
  if (!view_defined(directories))
    return;
  const char *const broken = uriel_part_find(directories, "\r\n", true);
  if (broken != directories.ptr + directories.len)
    uriel_part_error(r, URIEL_ERROR_PART_LINE_BREAK, URIEL_PATH, "directories", directories, broken);
}

static void ftp_parse(part_reader *r, void *parts)
{
  scheme_ftp *const ftp = parts;
  *ftp = (scheme_ftp){.login = uriel_part_server(r)};
  const ftp_path path = ftp_split(uriel_part_below(r, true));
  ftp_read_directories(r, path.directories);
  ftp->directories = path.directories;
  ftp->name = uriel_part_line(r, URIEL_PATH, "name", path.name);
  ftp->type = ftp_read_type(r, path.code);
}

/* A type in the form that parsing returns. */
static bool ftp_type_fits(part_builder *b, uriel_text type)
{
  if (!view_defined(type))
    return true;
  for (const char *const *known = ftp_types; *known; known++)
    if (view_equal(type, uriel_text_of(*known)))
      return true;
  const bool local = type.len > 2 && type.ptr[0] == 'L' && type.ptr[1] == ' ';
  const uriel_error_code wrong = local ? ftp_local_wrong(type, 2) : URIEL_ERROR_PART_FORM;
  return wrong == URIEL_ERROR_NONE || uriel_build_error(b, wrong, URIEL_PATH, "type", type, type.ptr);
}

/* A list as written: bytes of paths and queries, without line breaks. */
static bool ftp_directories_fit(part_builder *b, uriel_text directories)
{
  static const encode_set set = {BYTE_QUERY, "", "", 0};
  if (!view_defined(directories))
    return true;
  const char *const end = directories.ptr + directories.len;
  const char *const other = uriel_part_outside(directories, set);
  if (other != end)
    return uriel_build_error(b, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "directories", directories,
                             other);
  const char *const broken = uriel_part_find(directories, "\r\n", true);
  return broken == end || uriel_build_error(b, URIEL_ERROR_PART_LINE_BREAK, URIEL_PATH, "directories",
                                            directories, broken);
}

static bool ftp_fits(part_builder *b, const scheme_ftp *ftp)
{
  /* Directories and types need a name, which may be empty. */
  if (view_defined(ftp->directories) || view_defined(ftp->type))
    uriel_build_needs(b, URIEL_PATH, "name", ftp->name);
  return !b->failed && uriel_build_server_fits(b, &ftp->login) &&
         ftp_directories_fit(b, ftp->directories) &&
         uriel_build_no_dots(b, "directories", ftp->directories, EDGE_BOTH, true) &&
         uriel_build_line(b, URIEL_PATH, "name", ftp->name) &&
         (view_defined(ftp->type) || uriel_build_no_dot_segment(b, "name", ftp->name)) &&
         ftp_type_fits(b, ftp->type);
}

static void ftp_write_type(writer *w, uriel_text type)
{
  if (!view_defined(type))
    return;
  write_string(w, ";type=");
  for (size_t i = 0; i < type.len; i++)
    if (type.ptr[i] != ' ')
      write_byte(w, type.ptr[i]);
}

/* RFC 1738, 3.2.2: ";" and "/" in a name are encoded. */
static void ftp_build(part_builder *b, const void *parts)
{
  const scheme_ftp *const ftp = parts;
  static const encode_set name = {BYTE_SEGMENT, ";", "", 0};
  if (ftp_fits(b, ftp)) {
    uriel_build_authority(b, "ftp", &ftp->login);
    uriel_write_part(&b->w, "/", ftp->directories, "");
    uriel_build_part(b, "/", ftp->name, name, "");
    ftp_write_type(&b->w, ftp->type);
  }
}

/* Without a user, logs in as "anonymous" with the mail address (url-1994, FTP). A user without a
 * password is asked for one (RFC 1738, 3.2.1). */
static void ftp_plan_login(planner *p, const uriel_login *login)
{
  static const char *const password_note = "230: the server asks for no password";
  const bool anonymous = !view_defined(login->user);
  const uriel_text mail = p->options->mail_address;
  uriel_plan_connect(p, login, "the control connection");
  uriel_plan_expect(p, "220", "");
  uriel_plan_line(p, "USER ", anonymous ? uriel_text_of("anonymous") : login->user);
  uriel_plan_expect(p, "331 230", password_note);
  if (view_defined(login->password)) {
    uriel_plan_line(p, "PASS ", login->password)->secret = true;
  } else if (anonymous || view_equal(login->user, uriel_text_of("anonymous"))) {
    uriel_plan_line(p, "PASS ", view_defined(mail) ? mail : uriel_text_of("anonymous@"));
  } else {
    uriel_plan_begin(p);
    write_string(&p->text, "PASS ");
    uriel_plan_end(p, URIEL_STEP_ASK, "the user's password, which follows this on the same line");
  }
  uriel_plan_expect(p, "230 202", "");
}

/* RFC 1738, 3.2.2: decodes each segment on its own; an empty segment is an empty argument. */
static void ftp_plan_directories(planner *p, uriel_text directories)
{
  uriel_text segment;
  while (uriel_list_next(&directories, &segment, '/')) {
    uriel_plan_begin(p);
    write_string(&p->text, "CWD ");
    uriel_write_decoded(&p->text, segment);
    write_string(&p->text, "\r\n");
    uriel_plan_end(p, URIEL_STEP_SEND, "");
    uriel_plan_expect(p, "250", "");
  }
}

/* The command that fetches or lists, and its transfer type: listings are text (RFC 959, 4.1.3). */
typedef struct ftp_service {
  const char *verb;
  uriel_text argument, type;
} ftp_service;

static ftp_service ftp_service_of(const scheme_ftp *ftp)
{
  const bool ebcdic = view_defined(ftp->type) && ftp->type.ptr[0] == 'E';
  const uriel_text text = ebcdic ? ftp->type : uriel_text_of("A");
  if (view_defined(ftp->type) && ftp->type.ptr[0] == 'd')
    return (ftp_service){ftp->name.len > 0 ? "NLST " : "NLST", ftp->name, text};
  if (ftp->name.len == 0)
    return (ftp_service){"LIST", ftp->name, text};
  return (ftp_service){"RETR ", ftp->name, view_defined(ftp->type) ? ftp->type : uriel_text_of("I")};
}

static void ftp_plan_transfer(planner *p, const ftp_service *service)
{
  uriel_plan_line(p, "TYPE ", service->type);
  uriel_plan_expect(p, "200", "");
  uriel_plan_line(p, "EPSV", view_undefined());
  uriel_plan_expect(p, "229", "with the port of the data connection; where refused: PASV, and 227");
  uriel_step *const data =
      uriel_plan_step(p, URIEL_STEP_CONNECT, "the data connection, to the port of the reply");
  data->transport = URIEL_TRANSPORT_TCP;
  data->data = true;
  uriel_plan_line(p, service->verb, service->argument);
  uriel_plan_expect(p, "150 125", "");
  uriel_plan_step(p, URIEL_STEP_EXPECT, "the data, to the end of the connection")->data = true;
  uriel_plan_step(p, URIEL_STEP_CLOSE, "")->data = true;
  uriel_plan_expect(p, "226 250", "");
}

/* The next decoded byte; an encoded "/" differs from a delimiter. */
static unsigned ftp_unit(const char **at, const char *end)
{
  static const unit_rules rules = {true, 0, false};
  const unsigned unit = unit_next(at, end, rules);
  return unit == '/' ? UNIT_ENCODED : unit & (UNIT_ENCODED - 1);
}

static bool ftp_same(uriel_text a, uriel_text b)
{
  const char *at_a = a.ptr, *at_b = b.ptr;
  if (!view_defined(a) || !view_defined(b))
    return view_defined(a) == view_defined(b);
  const char *const end_a = at_a + a.len, *const end_b = at_b + b.len;
  while (at_a < end_a && at_b < end_b)
    if (ftp_unit(&at_a, end_a) != ftp_unit(&at_b, end_b))
      return false;
  return at_a == end_a && at_b == end_b;
}

/* Removes the user from `userinfo`; without one, it is anonymous (url-1994, "User name and password").
 */
static uriel_text ftp_take_user(uriel_text *userinfo)
{
  const uriel_text user = view_take(userinfo, ':');
  return view_defined(user) ? user : uriel_text_of("anonymous");
}

/* Reports whether both log in to the same server as the same user. */
static bool ftp_same_login(const uriel_ref *a, const uriel_ref *b, uint16_t port)
{
  static const unit_rules host = {true, BYTE_UNRESERVED, true};
  uriel_text user_a = uriel_userinfo(a), user_b = uriel_userinfo(b);
  uint16_t port_a = port, port_b = port;
  uriel_port_number(&port_a, a, NULL);
  uriel_port_number(&port_b, b, NULL);
  return port_a == port_b && uriel_units_equal(uriel_host(a), host, uriel_host(b), host) &&
         ftp_same(ftp_take_user(&user_a), ftp_take_user(&user_b)) && ftp_same(user_a, user_b);
}

/* The folder as written; undefined if ftp cannot fetch the reference. */
static uriel_text ftp_folder(const uriel_ref *ref)
{
  const part_reader r = uriel_part_read(ref, ftp_names, NULL, 0);
  return ftp_split(uriel_part_below(&r, true)).directories;
}

static bool ftp_is_ftp(const uriel_ref *ref)
{
  const part_reader r = uriel_part_read(ref, ftp_names, NULL, 0);
  return r.error.code != URIEL_ERROR_SCHEME_OTHER;
}

/* url-1994, "Retrieving subsequent URLs from the same host": servers have no common way to change from
 * one folder to another. */
static void ftp_plan_resume(planner *p, const uriel_ref *ref, size_t transfer)
{
  const uriel_ref *const previous = p->options->previous;
  if (!previous || !ftp_is_ftp(previous) || !ftp_same_login(previous, ref, p->info ? p->info->port : 0))
    return;
  if (ftp_same(ftp_folder(previous), ftp_folder(ref)))
    p->plan->resume_step = transfer;
  else
    p->plan->warnings |= URIEL_WARNING_RECONNECT;
}

/* RFC 959, 5.4. */
bool uriel_ftp_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_ftp *const ftp = parts;
  const ftp_service service = ftp_service_of(ftp);
  ftp_plan_login(p, &ftp->login);
  ftp_plan_directories(p, ftp->directories);
  ftp_plan_resume(p, ref, p->plan->step_count + 1);
  ftp_plan_transfer(p, &service);
  uriel_plan_line(p, "QUIT", view_undefined());
  uriel_plan_expect(p, "221", "");
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part ftp_parts[] = {SCHEME_LOGIN(scheme_ftp),
                                        SCHEME_LIST(scheme_ftp, directories, '/', false),
                                        SCHEME_PART(scheme_ftp, name), SCHEME_PART(scheme_ftp, type)};

SCHEME_DEFINE(ftp, scheme_ftp);

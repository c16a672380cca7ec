/* SPDX-License-Identifier: MIT */
/* ftp (url-1994, FTP; RFC 1738, 3.2): the folders to enter one by one, and the file to fetch or the
 * folder to list; and ftps, the same over TLS (RFC 4217, on a port of its own). */
#include "scheme/scheme.h"
#include "uri/component.h"

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

/* The last "/" separates folder and name; "?" is not a delimiter (RFC 1738, 5: fsegment). */
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

/* The error of "L" and its byte size, which begins at `before`: "a decimal integer (1 through 255)"
 * (RFC 959, 5.3.2). PART_FORM for any other code. */
static uriel_error_code ftp_local_wrong(uriel_text code, size_t before)
{
  if (code.len <= before || byte_lower(code.ptr[0]) != 'l')
    return URIEL_ERROR_PART_FORM;
  const char *at = code.ptr + before, *const end = code.ptr + code.len;
  (void)digits_read(&at, end, 10, 255);
  if (!view_consists(view_of(at, end), BYTE_DIGIT))
    return URIEL_ERROR_PART_FORM;
  return code.ptr[before] != '0' && at == end ? URIEL_ERROR_NONE : URIEL_ERROR_PART_NUMBER;
}

/* A type in the form that reading returns. */
static part_wrong ftp_type_form(uriel_text type)
{
  for (const char *const *known = ftp_types; *known; known++)
    if (view_equal(type, uriel_text_of(*known)))
      return part_fits();
  const bool local = type.len > 2 && type.ptr[0] == 'L' && type.ptr[1] == ' ';
  return part_is_wrong(local ? ftp_local_wrong(type, 2) : URIEL_ERROR_PART_FORM, type.ptr);
}

/* Directories and types need a name, which may be empty. RFC 1738, 3.2.2: ";" and "/" in a name are
 * encoded. */
static const scheme_part ftp_parts[] = {
    SCHEME_LOGIN(0, 0),
    {"directories", "/", BYTE_QUERY, .checks = PART_LINE | PART_PATH, .separator = '/'},
    {"name", "/", BYTE_SEGMENT, .less = ";", .checks = PART_LINE},
    {"type", ";type=", .form = ftp_type_form}};

static void ftp_read(part_reader *r, scheme_parts *parts)
{
  scheme_ftp *const ftp = &parts->ftp;
  ftp->login = uriel_part_server(r);
  const ftp_path path = ftp_split(uriel_part_below(r->ref, true));
  uriel_part_take(r, &ftp->directories, path.directories);
  uriel_part_take(r, &ftp->name, path.name);
  const uriel_text code = uriel_part_bytes(r, path.code);
  if (!view_defined(code))
    return;
  for (const char *const *type = ftp_types; *type; type++) {
    const uriel_text whole = uriel_text_of(*type);
    const size_t len = whole.len == 3 ? 2 : 1;
    if (code.len == len && byte_lower(code.ptr[0]) == byte_lower(whole.ptr[0]) &&
        byte_lower(code.ptr[len - 1]) == byte_lower(whole.ptr[whole.len - 1])) {
      ftp->type = whole;
      return;
    }
  }
  const uriel_error_code wrong = ftp_local_wrong(code, 1);
  if (wrong != URIEL_ERROR_NONE) {
    uriel_part_error(r, wrong, URIEL_PATH, "type", path.code, path.code.ptr);
    return;
  }
  /* The space fits into the scratch buffer: ";type=" is longer. */
  ftp->type = (uriel_text){r->at, code.len + 1};
  r->at[0] = 'L';
  r->at[1] = ' ';
  memcpy(r->at + 2, code.ptr + 1, code.len - 1);
  r->at += ftp->type.len;
}

static void ftp_fit(part_builder *b, const scheme_parts *parts)
{
  const scheme_ftp *const ftp = &parts->ftp;
  if (!view_defined(ftp->name) && (view_defined(ftp->directories) || view_defined(ftp->type)))
    uriel_build_part_error(b, URIEL_ERROR_PART_MISSING, &ftp->name, NULL);
  uriel_build_server_fits(b, &ftp->login);
  uriel_build_fits(b, &ftp->directories);
  uriel_build_fits(b, &ftp->name);
  if (!view_defined(ftp->type) && uriel_part_is_dots(ftp->name))
    uriel_build_part_error(b, URIEL_ERROR_PART_FORM, &ftp->name, ftp->name.ptr);
  uriel_build_fits(b, &ftp->type);
}

static void ftp_write(part_builder *b, const scheme_parts *parts)
{
  const scheme_ftp *const ftp = &parts->ftp;
  uriel_build_authority(b, b->scheme->names[0], &ftp->login);
  uriel_build_put(b, &ftp->directories);
  uriel_build_put(b, &ftp->name);
  if (view_defined(ftp->type))
    write_string(&b->w, ";type=");
  for (size_t i = 0; i < ftp->type.len; i++)
    if (ftp->type.ptr[i] != ' ')
      write_byte(&b->w, ftp->type.ptr[i]);
}

SCHEME_DEFINE(ftp, ftp_read, ftp_fit, ftp_write, "ftp");
const scheme uriel_scheme_ftps = {{"ftps"}, ftp_parts, sizeof ftp_parts / sizeof *ftp_parts,
                                  ftp_read, ftp_fit,   ftp_write};

/* ---- Plan ----------------------------------------------------------------------------------------- */

static uriel_step *ftp_plan_expect(planner *p, const char *codes, const char *note)
{
  return uriel_plan_expect(p, codes, URIEL_REPLY_LINES, URIEL_USE_STATUS, note);
}

/* RFC 959, 5.4, for USER and PASS. */
static void ftp_plan_login_refusals(planner *p)
{
  uriel_plan_branch_to(p, "332", "", PLACE_ACCOUNT);
  uriel_plan_branch(p, "530", URIEL_ACTION_CREDENTIALS);
  uriel_plan_branch(p, "4", URIEL_ACTION_LATER);
}

/* The server does not have the name: continue at the place, once. */
static void ftp_plan_missing(planner *p, plan_place place, bool has_place)
{
  if (has_place)
    uriel_plan_branch_to(p, "550", "", place);
  uriel_plan_branch(p, "550", URIEL_ACTION_ABSENT);
}

/* Without a user, logs in as "anonymous" with the mail address (url-1994, FTP). A user without a
 * password is asked for one (RFC 1738, 3.2.1). */
static void ftp_plan_login(planner *p, const uriel_login *login)
{
  static const char *const password_note = "230: the server asks for no password";
  const bool anonymous = !view_defined(login->user);
  const uriel_text mail = p->options->mail_address;
  uriel_plan_connect(p, login, "the control connection");
  ftp_plan_expect(p, "220", "");
  uriel_plan_branch(p, "1", URIEL_ACTION_AGAIN);
  uriel_plan_branch(p, "4", URIEL_ACTION_LATER);
  uriel_plan_line(p, "USER ", anonymous ? uriel_text_of("anonymous") : login->user);
  ftp_plan_expect(p, "331 230", password_note);
  uriel_plan_branch_to(p, "230", "", PLACE_LOGGED_IN);
  ftp_plan_login_refusals(p);
  if (view_defined(login->password)) {
    uriel_plan_line(p, "PASS ", login->password)->secret = true;
  } else if (anonymous || view_equal(login->user, uriel_text_of("anonymous"))) {
    uriel_plan_line(p, "PASS ", view_defined(mail) ? mail : uriel_text_of("anonymous@"));
  } else {
    uriel_step *const ask = uriel_plan_text(p, URIEL_STEP_ASK, "PASS ", view_undefined(), "",
                                            "the user's password, which follows this on the same line");
    ask->fill = URIEL_FILL_PASSWORD;
    ask->after = "\r\n";
  }
  ftp_plan_expect(p, "230 202", "");
  ftp_plan_login_refusals(p);
  uriel_plan_place(p, PLACE_LOGGED_IN);
}

/* RFC 4217, 9: the data connections are protected, too. A server that refuses that gets no further
 * command. */
static void ftp_plan_protect(planner *p)
{
  static const char *const lines[] = {"PBSZ 0", "PROT P"};
  for (size_t i = 0; i < 2 && p->info->transport == URIEL_TRANSPORT_TLS; i++) {
    uriel_plan_line(p, lines[i], view_undefined());
    ftp_plan_expect(p, "200", "");
  }
}

/* RFC 1738, 3.2.2: decodes each segment on its own; an empty segment is an empty argument. */
static void ftp_plan_directories(planner *p, uriel_text directories)
{
  const bool system = directories.len > 0;
  uriel_text segment;
  while (uriel_list_next(&directories, &segment, '/')) {
    uriel_plan_begin(p);
    write_string(&p->text, "CWD ");
    uriel_write_decoded(&p->text, segment);
    write_string(&p->text, "\r\n");
    uriel_plan_end(p, URIEL_STEP_SEND, "");
    ftp_plan_expect(p, "250", "");
    ftp_plan_missing(p, PLACE_SYSTEM, system);
  }
}

/* The type, and the data connection. PASV is for servers without EPSV (RFC 2428, 4). */
static void ftp_plan_data(planner *p, uriel_text type, plan_place data_place, plan_place passive)
{
  uriel_plan_line(p, "TYPE ", type);
  ftp_plan_expect(p, "200", "");
  uriel_plan_line(p, "EPSV", view_undefined());
  ftp_plan_expect(p, "229", "with the port of the data connection; where refused: PASV, and 227")->use =
      URIEL_USE_PORT;
  uriel_plan_branch_to(p, "5", "", passive);
  uriel_plan_place(p, data_place);
  uriel_step *const data =
      uriel_plan_step(p, URIEL_STEP_CONNECT, "the data connection, to the port of the reply");
  data->transport = URIEL_TRANSPORT_TCP;
  data->data = true;
}

static void ftp_plan_passive(planner *p, plan_place data_place, plan_place passive)
{
  uriel_plan_place(p, passive);
  uriel_plan_line(p, "PASV", view_undefined());
  ftp_plan_expect(p, "227", "")->use = URIEL_USE_PORT;
  uriel_plan_branch_to(p, "227", "", data_place);
}

static void ftp_plan_close_data(planner *p)
{
  uriel_plan_step(p, URIEL_STEP_CLOSE, "")->data = true;
}

/* Sends a command, and receives the data: a file, or a listing. The server starts TLS with its reply. */
static void ftp_plan_receive(planner *p, const scheme_ftp *ftp, const char *verb, uriel_text name)
{
  const bool file = verb[0] == 'R';
  uriel_plan_line(p, verb, name);
  ftp_plan_expect(p, "150 125", "");
  ftp_plan_missing(p, PLACE_FOLDER, file);
  uriel_plan_branch(p, "4", URIEL_ACTION_LATER);
  if (p->info->transport == URIEL_TRANSPORT_TLS) {
    uriel_step *const tls = uriel_plan_step(p, URIEL_STEP_CONNECT, "TLS, on the data connection");
    tls->host = ftp->login.host;
    tls->transport = URIEL_TRANSPORT_TLS;
    tls->data = tls->inside = true;
  }
  uriel_plan_expect(p, "", URIEL_REPLY_END, file ? URIEL_USE_OBJECT : URIEL_USE_LISTING,
                    "the data, to the end of the connection")
      ->data = true;
  ftp_plan_close_data(p);
  ftp_plan_expect(p, "226 250", "");
  uriel_plan_branch(p, "4", URIEL_ACTION_LATER);
}

/* Fetches a file, or lists a folder. Listings are text (RFC 959, 4.1.3). */
static void ftp_plan_transfer(planner *p, const scheme_ftp *ftp)
{
  const char kind = view_defined(ftp->type) ? ftp->type.ptr[0] : 0;
  const char *verb = "RETR ";
  uriel_text type = kind ? ftp->type : uriel_text_of("I");
  if (kind == 'd')
    verb = ftp->name.len > 0 ? "NLST " : "NLST";
  else if (ftp->name.len == 0)
    verb = "LIST";
  if ((kind == 'd' || ftp->name.len == 0) && kind != 'E')
    type = uriel_text_of("A");
  ftp_plan_data(p, type, PLACE_DATA, PLACE_PASSIVE);
  ftp_plan_receive(p, ftp, verb, ftp->name);
}

/* MLST, or if the server does not have it, SIZE and MDTM (RFC 3659). The size of an image is the file's.
 */
static void ftp_plan_facts(planner *p, uriel_text name)
{
  uriel_plan_line(p, name.len > 0 ? "MLST " : "MLST", name);
  ftp_plan_expect(p, "250", "")->use = URIEL_USE_FACTS;
  uriel_plan_branch(p, "550", URIEL_ACTION_ABSENT);
  if (name.len > 0)
    uriel_plan_branch_to(p, "5", "", PLACE_SIZE);
}

static void ftp_plan_size(planner *p, uriel_text name)
{
  uriel_plan_place(p, PLACE_SIZE);
  uriel_plan_line(p, "TYPE ", uriel_text_of("I"));
  ftp_plan_expect(p, "200", "");
  uriel_plan_line(p, "SIZE ", name);
  ftp_plan_expect(p, "213", "")->use = URIEL_USE_SIZE;
  uriel_plan_branch(p, "550", URIEL_ACTION_ABSENT);
  uriel_plan_line(p, "MDTM ", name);
  ftp_plan_expect(p, "213", "")->use = URIEL_USE_TIME;
  uriel_plan_branch_to(p, "213 5", "", PLACE_QUIT);
}

/* ---- Replies that lead elsewhere ------------------------------------------------------------------ */

/* The separators of a system's folder names, in VMS below the user's folder, and the bytes of names
 * besides letters and digits. */
typedef struct ftp_system {
  const char *before, *between, *after, *bytes;
  plan_place place;
} ftp_system;

static const ftp_system ftp_systems[] = {{"[.", ".", "]", "$_-", PLACE_VMS},
                                         {"'", ".", "'", "$#@-", PLACE_MVS},
                                         {"\\", "\\", "", "!#$%&'()-@^_`{}~.", PLACE_DOS}};

/* Writes the decoded folders under the system, as far as its names contain their bytes. */
static void ftp_plan_system(planner *p, const ftp_system *system, uriel_text directories)
{
  const char *separator = system->before;
  uriel_text rest = directories, segment;
  uriel_plan_place(p, system->place);
  uriel_plan_begin(p);
  write_string(&p->text, "CWD ");
  while (uriel_list_next(&rest, &segment, '/')) {
    write_string(&p->text, separator);
    uriel_write_decoded(&p->text, segment);
    separator = system->between;
  }
  write_string(&p->text, system->after);
  write_string(&p->text, "\r\n");
  uriel_plan_end(p, URIEL_STEP_SEND, "");
  ftp_plan_expect(p, "250", "");
  uriel_plan_branch_to(p, "250", "", PLACE_TRANSFER);
  uriel_plan_branch(p, "550 501 553", URIEL_ACTION_ABSENT);
}

static bool ftp_has_system(const ftp_system *system, uriel_text directories)
{
  uriel_text rest = directories, segment;
  while (uriel_list_next(&rest, &segment, '/')) {
    const char *at = segment.ptr;
    const char *const end = at + segment.len;
    if (segment.len == 0 || uriel_part_is_dots(segment))
      return false;
    while (at < end) {
      const char byte = decoded_next(&at, end);
      if (!byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) && !bytes_have(system->bytes, (unsigned char)byte))
        return false;
    }
  }
  return view_defined(directories);
}

/* A server that refuses a folder may want its name in the form of its system (RFC 959, 5.3.1, SYST). */
static void ftp_plan_systems(planner *p, uriel_text directories)
{
  static const char *const replies[] = {"VMS", "MVS", "WINDOWS", "DOS", "OS/2"};
  uriel_plan_place(p, PLACE_SYSTEM);
  uriel_plan_line(p, "SYST", view_undefined());
  ftp_plan_expect(p, "215", "");
  for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) {
    const ftp_system *const system = &ftp_systems[i < 2 ? i : 2];
    if (ftp_has_system(system, directories))
      uriel_plan_branch_to(p, "215", replies[i], system->place);
  }
  uriel_plan_branch(p, "2 5", URIEL_ACTION_ABSENT);
  for (size_t i = 0; i < sizeof ftp_systems / sizeof *ftp_systems; i++)
    if (ftp_has_system(&ftp_systems[i], directories))
      ftp_plan_system(p, &ftp_systems[i], directories);
}

/* The name of a file may be a folder's. */
static void ftp_plan_folder(planner *p, const scheme_ftp *ftp)
{
  uriel_plan_place(p, PLACE_FOLDER);
  ftp_plan_close_data(p);
  uriel_plan_line(p, "CWD ", ftp->name);
  ftp_plan_expect(p, "250", "");
  ftp_plan_missing(p, PLACE_SYSTEM, ftp->directories.len > 0);
  ftp_plan_data(p, uriel_text_of("A"), PLACE_FOLDER_DATA, PLACE_FOLDER_PASSIVE);
  ftp_plan_receive(p, ftp, "LIST", view_undefined());
  uriel_plan_branch_to(p, "226 250", "", PLACE_QUIT);
  ftp_plan_passive(p, PLACE_FOLDER_DATA, PLACE_FOLDER_PASSIVE);
}

static void ftp_plan_aside(planner *p, const scheme_ftp *ftp)
{
  const bool file = ftp->name.len > 0 && !(view_defined(ftp->type) && ftp->type.ptr[0] == 'd');
  uriel_plan_place(p, PLACE_ACCOUNT);
  uriel_step *const ask = uriel_plan_text(p, URIEL_STEP_ASK, "ACCT ", view_undefined(), "", "");
  ask->fill = URIEL_FILL_ACCOUNT;
  ask->after = "\r\n";
  ftp_plan_expect(p, "230 202", "");
  uriel_plan_branch_to(p, "230 202", "", PLACE_LOGGED_IN);
  uriel_plan_branch(p, "530", URIEL_ACTION_CREDENTIALS);
  if (p->options->head) {
    if (ftp->name.len > 0)
      ftp_plan_size(p, ftp->name);
  } else {
    ftp_plan_passive(p, PLACE_DATA, PLACE_PASSIVE);
    if (file)
      ftp_plan_folder(p, ftp);
  }
  if (ftp->directories.len > 0)
    ftp_plan_systems(p, ftp->directories);
}

/* ---- Resuming ------------------------------------------------------------------------------------- */

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

/* url-1994, "Retrieving subsequent URLs from the same host": servers have no common way to change from
 * one folder to another. */
static void ftp_plan_resume(planner *p, size_t transfer)
{
  static const unit_rules host = {true, BYTE_UNRESERVED, true};
  const uriel_ref *const a = p->options->previous, *const b = p->ref;
  if (!a || uriel_scheme_of(uriel_scheme(a)) != uriel_scheme_of(uriel_scheme(b)))
    return;
  uriel_text user_a = uriel_userinfo(a), user_b = uriel_userinfo(b);
  uint16_t port_a = p->info->port, port_b = port_a;
  uriel_port_number(&port_a, a, NULL);
  uriel_port_number(&port_b, b, NULL);
  if (port_a != port_b || !uriel_units_equal(uriel_host(a), host, uriel_host(b), host) ||
      !ftp_same(ftp_take_user(&user_a), ftp_take_user(&user_b)) || !ftp_same(user_a, user_b))
    return;
  if (ftp_same(ftp_split(uriel_part_below(a, true)).directories,
               ftp_split(uriel_part_below(b, true)).directories))
    p->plan->resume_step = transfer;
  else
    p->plan->warnings |= URIEL_WARNING_RECONNECT;
}

/* RFC 959, 5.4. */
bool uriel_ftp_plan(planner *p, const scheme_parts *parts)
{
  const scheme_ftp *const ftp = &parts->ftp;
  ftp_plan_login(p, &ftp->login);
  ftp_plan_protect(p);
  ftp_plan_directories(p, ftp->directories);
  ftp_plan_resume(p, p->plan->step_count + 1);
  uriel_plan_place(p, PLACE_TRANSFER);
  if (p->options->head)
    ftp_plan_facts(p, ftp->name);
  else
    ftp_plan_transfer(p, ftp);
  uriel_plan_place(p, PLACE_QUIT);
  uriel_plan_line(p, "QUIT", view_undefined());
  ftp_plan_expect(p, "221", "");
  uriel_plan_close(p);
  if (uriel_plan_aside(p))
    ftp_plan_aside(p, ftp);
  return true;
}

/* SPDX-License-Identifier: MIT */
/* The data of plan(): what a client would do to fetch a resource, with the keys of `uriel plan --json`.
 */
#include "module.h"
#include "uriel_plan.h"
#include "uriel_urn.h"

/* ---- Values ----------------------------------------------------------------------------------- */

/* Sets a key, and takes the value over. Returns whether that worked. */
static bool plan_set(PyObject *dict, const char *key, PyObject *value)
{
  const bool set = value && PyDict_SetItemString(dict, key, value) == 0;
  Py_XDECREF(value);
  return set;
}

/* Returns a borrowed value, or NULL, with an exception if memory is short. */
static PyObject *plan_get(PyObject *dict, const char *key)
{
  PyObject *const name = PyUnicode_FromString(key);
  PyObject *const value = name ? PyDict_GetItemWithError(dict, name) : NULL;
  Py_XDECREF(name);
  return value;
}

static bool plan_set_text(PyObject *dict, const char *key, uriel_text text)
{
  return !text.ptr || plan_set(dict, key, uriel_python_str(text));
}

static bool plan_set_name(PyObject *dict, const char *key, const char *name)
{
  return !*name || plan_set(dict, key, PyUnicode_FromString(name));
}

static bool plan_set_number(PyObject *dict, const char *key, uint64_t number)
{
  return number == 0 || plan_set(dict, key, PyLong_FromUnsignedLongLong(number));
}

/* Returns the dict or list if everything was set. */
static PyObject *plan_kept(PyObject *made, bool ok)
{
  if (!ok)
    Py_CLEAR(made);
  return made;
}

/* ---- Results ---------------------------------------------------------------------------------- */

static PyObject *plan_branches(const uriel_step *step)
{
  PyObject *const list = PyList_New(0);
  bool ok = list != NULL;
  for (size_t i = 0; ok && i < step->branch_count; i++) {
    const uriel_branch *const branch = &step->branches[i];
    PyObject *const dict = PyDict_New();
    ok = dict && plan_set(dict, "codes", PyUnicode_FromString(branch->codes)) &&
         plan_set_name(dict, "reply", branch->reply) &&
         plan_set_name(dict, "action", uriel_action_name(branch->action)) &&
         plan_set_number(dict, "to", branch->to) && uriel_python_append(list, Py_NewRef(dict)) == 0;
    Py_XDECREF(dict);
  }
  return plan_kept(list, ok);
}

static PyObject *plan_step(const uriel_step *step)
{
  PyObject *const dict = PyDict_New();
  const bool expects = step->kind == URIEL_STEP_EXPECT;
  bool ok = dict && plan_set_name(dict, "do", uriel_step_name(step->kind));
  if (step->kind == URIEL_STEP_CONNECT)
    ok = ok && plan_set_text(dict, "host", step->host) && plan_set_number(dict, "port", step->port) &&
         plan_set_name(dict, "transport", uriel_transport_name(step->transport)) &&
         (!step->inside || plan_set(dict, "inside", Py_NewRef(Py_True)));
  else if (!expects || step->text.len > 0)
    ok = ok && plan_set_text(dict, expects ? "reply" : "text", step->text);
  if (step->fill != URIEL_FILL_NONE)
    ok = ok && plan_set_name(dict, "fill", uriel_fill_name(step->fill)) &&
         plan_set(dict, "after", PyUnicode_FromString(step->after));
  if (step->bytes.ptr)
    ok = ok && plan_set(dict, "bytes",
                        PyBytes_FromStringAndSize(step->bytes.ptr, (Py_ssize_t)step->bytes.len));
  if (step->last > 0)
    ok = ok && plan_set(dict, "first", PyLong_FromSize_t(step->first)) &&
         plan_set_number(dict, "last", step->last);
  ok = ok && plan_set_number(dict, "length", step->length);
  if (step->form != URIEL_REPLY_NONE)
    ok = ok && plan_set_name(dict, "form", uriel_reply_form_name(step->form)) &&
         plan_set_name(dict, "use", uriel_reply_use_name(step->use));
  if (step->branch_count > 0)
    ok = ok && plan_set(dict, "branches", plan_branches(step));
  ok = ok && plan_set_name(dict, "channel", step->data ? "data" : "") &&
       plan_set_name(dict, "note", step->note);
  return plan_kept(dict, ok);
}

static PyObject *plan_step_list(const uriel_step *steps, size_t count)
{
  PyObject *const list = PyList_New(0);
  bool ok = list != NULL;
  for (size_t i = 0; ok && i < count; i++)
    ok = uriel_python_append(list, plan_step(&steps[i])) == 0;
  return plan_kept(list, ok);
}

static PyObject *plan_warnings(unsigned warnings, const uriel_ref *ref)
{
  PyObject *const list = PyList_New(0);
  bool ok = list != NULL;
  for (unsigned left = warnings; ok && left; left &= left - 1) {
    const uriel_warning warning = {.kind = (uriel_warning_kind)(left & (0U - left))};
    char text[URIEL_ERROR_TEXT_MAX];
    const size_t size = uriel_warning_describe(&warning, ref, text, sizeof text);
    char *const more = size > sizeof text ? PyMem_Malloc(size) : NULL;
    const size_t len = more ? uriel_warning_describe(&warning, ref, more, size)
                            : (size < sizeof text ? size : sizeof text);
    PyObject *const described = uriel_python_str((uriel_text){more ? more : text, len});
    ok = described &&
         uriel_python_append(
             list, PyUnicode_FromFormat("%s: %U", uriel_warning_name(warning.kind), described)) == 0;
    Py_XDECREF(described);
    PyMem_Free(more);
  }
  return plan_kept(list, ok);
}

/* Adds a part; parts with one name are the items of a list. */
static bool plan_add_part(PyObject *dict, uriel_text scheme, const uriel_own_part *part)
{
  if (!uriel_scheme_part_is_list(scheme.ptr, scheme.len, part->name, strlen(part->name)))
    return plan_set_text(dict, part->name, part->text);
  PyObject *list = plan_get(dict, part->name);
  if (!list && (PyErr_Occurred() || !plan_set(dict, part->name, PyList_New(0))))
    return false;
  list = plan_get(dict, part->name);
  return list && uriel_python_append(list, uriel_python_str(part->text)) == 0;
}

/* Returns a dict of the parts of the URI in the terms of its scheme, empty if it has no such parts. */
static PyObject *plan_parts(const uriel_ref *ref)
{
  uriel_urn urn;
  const size_t scratch_size = 2 * (size_t)ref->length;
  char *const scratch = PyMem_Malloc(scratch_size + 1);
  size_t count = scratch ? uriel_scheme_parts(NULL, 0, ref, scratch, scratch_size, NULL) : 0;
  count = count == URIEL_FAILED ? 0 : count;
  uriel_own_part *const parts = PyMem_Calloc(count + 1, sizeof *parts);
  PyObject *const dict = parts && scratch ? PyDict_New() : NULL;
  bool ok = dict && parts;
  if (!parts || !scratch)
    PyErr_NoMemory();
  if (ok && uriel_urn_parse(&urn, ref, NULL)) {
    ok = plan_set_text(dict, "nid", urn.nid) && plan_set_text(dict, "nss", urn.nss) &&
         plan_set_text(dict, "r_component", urn.r_component) &&
         plan_set_text(dict, "q_component", urn.q_component) &&
         plan_set_text(dict, "f_component", urn.f_component);
  } else if (ok) {
    if (count > 0)
      (void)uriel_scheme_parts(parts, count, ref, scratch, scratch_size, NULL);
    for (size_t i = 0; ok && i < count; i++)
      ok = plan_add_part(dict, uriel_scheme(ref), &parts[i]);
  }
  PyMem_Free(parts);
  PyMem_Free(scratch);
  return plan_kept(dict, ok);
}

/* ---- Options ---------------------------------------------------------------------------------- */

/* The options that are texts, and the `part` of an error in one. */
static const struct plan_option {
  const char *name, *part;
  size_t at;
} plan_options[] = {{"proxy", "proxy", offsetof(uriel_plan_options, proxy)},
                    {"https_proxy", "proxy", offsetof(uriel_plan_options, https_proxy)},
                    {"no_proxy", "", offsetof(uriel_plan_options, no_proxy)},
                    {"mail_address", "mail address", offsetof(uriel_plan_options, mail_address)},
                    {"news_server", "news server", offsetof(uriel_plan_options, news_server)},
                    {"local_user", "local user", offsetof(uriel_plan_options, local_user)},
                    {"terminal", "terminal", offsetof(uriel_plan_options, terminal)},
                    {"websocket_key", "WebSocket key", offsetof(uriel_plan_options, websocket_key)},
                    {"user_agent", "user agent", offsetof(uriel_plan_options, user_agent)}};
enum { PLAN_OPTIONS = sizeof plan_options / sizeof *plan_options };

static uriel_text *plan_option_of(uriel_plan_options *options, size_t index)
{
  return (uriel_text *)(void *)((char *)options + plan_options[index].at);
}

/* The options as the plan takes them: their texts belong to the dict of Python. */
typedef struct plan_request {
  uriel_plan_options options;
  uriel_registry registry;
  uriel_text *fields;
  uriel_gateway *gateways;
} plan_request;

/* Reads bytes. */
static bool plan_bytes(uriel_text *text, PyObject *bytes)
{
  char *ptr;
  Py_ssize_t len;
  if (!bytes || PyBytes_AsStringAndSize(bytes, &ptr, &len) < 0)
    return false;
  *text = (uriel_text){ptr, (size_t)len};
  return true;
}

static bool plan_read(plan_request *request, const module_state *state, PyObject *given)
{
  for (size_t i = 0; i < PLAN_OPTIONS; i++) {
    PyObject *const value = plan_get(given, plan_options[i].name);
    if (value && value != Py_None)
      (void)plan_bytes(plan_option_of(&request->options, i), value);
    if (PyErr_Occurred())
      return false;
  }
  PyObject *const fields = plan_get(given, "fields");
  PyObject *const gateways = plan_get(given, "gateways");
  PyObject *const previous = plan_get(given, "previous");
  if (!fields || !gateways || !previous)
    return false;
  if (previous != Py_None && Py_TYPE(previous) != state->reference) {
    PyErr_SetString(PyExc_TypeError, "previous must be a Reference");
    return false;
  }
  const size_t field_count = (size_t)PyList_Size(fields), gateway_count = (size_t)PyList_Size(gateways);
  request->fields = PyMem_Calloc(field_count + 1, sizeof *request->fields);
  request->gateways = PyMem_Calloc(gateway_count + 1, sizeof *request->gateways);
  if (!request->fields || !request->gateways) {
    PyErr_NoMemory();
    return false;
  }
  for (size_t i = 0; i < field_count; i++)
    if (!plan_bytes(&request->fields[i], PyList_GetItem(fields, (Py_ssize_t)i)))
      return false;
  for (size_t i = 0; i < gateway_count; i++) {
    PyObject *const pair = PyList_GetItem(gateways, (Py_ssize_t)i);
    if (!plan_bytes(&request->gateways[i].scheme, PyTuple_GetItem(pair, 0)) ||
        !plan_bytes(&request->gateways[i].uri_template, PyTuple_GetItem(pair, 1)))
      return false;
  }
  request->registry = (uriel_registry){.gateways = request->gateways, .gateway_count = gateway_count};
  request->options.registry = gateway_count > 0 ? &request->registry : NULL;
  request->options.fields = request->fields;
  request->options.field_count = field_count;
  request->options.previous = previous == Py_None ? NULL : &((reference_object *)previous)->ref;
  request->options.head = plan_get(given, "head") == Py_True;
  request->options.persistent = plan_get(given, "persistent") == Py_True;
  return !PyErr_Occurred();
}

/* ---- Errors ----------------------------------------------------------------------------------- */

/* Returns whether an option, without others, has the error. */
static bool plan_is_wrong(const uriel_plan_options *option, const uriel_error *error)
{
  static const char sample[] = "http://h/";
  uriel_plan plan = {.steps = NULL};
  uriel_ref ref;
  uriel_error found;
  (void)uriel_parse(&ref, sample, sizeof sample - 1, NULL);
  return !uriel_plan_make(&plan, &ref, option, &found) && found.code == error->code && found.part &&
         strcmp(found.part, error->part) == 0;
}

/* Returns the text in which the error is. */
static uriel_text plan_at_fault(plan_request *request, const uriel_plan *plan, const uriel_ref *ref,
                                const uriel_error *error)
{
  if (error->code == URIEL_ERROR_TEMPLATE && plan->gateway)
    return plan->gateway->uri_template;
  for (size_t i = 0; error->part && i < PLAN_OPTIONS; i++) {
    uriel_plan_options option = {.registry = NULL};
    *plan_option_of(&option, i) = *plan_option_of(&request->options, i);
    if (strcmp(plan_options[i].part, error->part) == 0 && plan_is_wrong(&option, error))
      return *plan_option_of(&option, i);
  }
  for (size_t i = 0; error->part && i < request->options.field_count; i++)
    if (strcmp(error->part, "header") == 0 &&
        plan_is_wrong(&(uriel_plan_options){.fields = &request->fields[i], .field_count = 1}, error))
      return request->fields[i];
  return (uriel_text){ref->text, ref->length};
}

static void plan_raise(const module_state *state, plan_request *request, const uriel_plan *plan,
                       const uriel_ref *ref, uriel_error *error)
{
  const text_view view = {.text = plan_at_fault(request, plan, ref, error), .indexed = true};
  if (error->offset > view.text.len)
    error->offset = error->begin = error->length = 0;
  uriel_python_raise(state, error, &view);
}

/* ---- Plans ------------------------------------------------------------------------------------ */

static PyObject *plan_made(const uriel_plan *plan, const uriel_ref *ref)
{
  PyObject *const dict = PyDict_New();
  bool ok = dict && plan_set_text(dict, "input", (uriel_text){ref->text, ref->length}) &&
            plan_set(dict, "parts", plan_parts(ref)) &&
            plan_set(dict, "steps", plan_step_list(plan->steps, plan->step_count)) &&
            plan_set(dict, "aside", plan_step_list(plan->steps + plan->step_count, plan->aside_count)) &&
            plan_set(dict, "warnings", plan_warnings(plan->warnings, ref)) &&
            plan_set_number(dict, "resume", plan->resume_step);
  if (plan->gateway)
    ok = ok && plan_set_text(dict, "gateway", plan->gateway->uri_template);
  return plan_kept(dict, ok);
}

/* Makes the plan in larger buffers until it fits. */
static PyObject *plan_make(const module_state *state, plan_request *request, const uriel_ref *ref)
{
  uriel_plan plan = {
      .step_capacity = 64, .text_capacity = 1024 + 2 * (size_t)ref->length, .branch_capacity = 96};
  uriel_error error;
  PyObject *made = NULL;
  bool again = true;
  while (again) {
    plan.steps = PyMem_Calloc(plan.step_capacity + 1, sizeof *plan.steps);
    plan.text = PyMem_Malloc(plan.text_capacity + 1);
    plan.branches = PyMem_Calloc(plan.branch_capacity + 1, sizeof *plan.branches);
    again = false;
    if (!plan.steps || !plan.text || !plan.branches)
      PyErr_NoMemory();
    else if (uriel_plan_make(&plan, ref, &request->options, &error))
      made = plan_made(&plan, ref);
    else if (error.code == URIEL_ERROR_BUFFER_TOO_SMALL)
      again = true;
    else
      plan_raise(state, request, &plan, ref, &error);
    PyMem_Free(plan.steps);
    PyMem_Free(plan.text);
    PyMem_Free(plan.branches);
    plan = (uriel_plan){.step_capacity = plan.step_count,
                        .text_capacity = plan.text_len,
                        .branch_capacity = plan.branch_count};
  }
  return made;
}

/* _plan(reference, options), for _plan.py. */
PyObject *uriel_python_plan(PyObject *module, PyObject *args)
{
  const module_state *const state = PyModule_GetState(module);
  PyObject *reference, *given;
  plan_request request = {.fields = NULL};
  if (!PyArg_ParseTuple(args, "O!O!", state->reference, &reference, &PyDict_Type, &given))
    return NULL;
  PyObject *const made = plan_read(&request, state, given)
                             ? plan_make(state, &request, &((reference_object *)reference)->ref)
                             : NULL;
  PyMem_Free(request.fields);
  PyMem_Free(request.gateways);
  return made;
}

/* ---- Searches and forms ----------------------------------------------------------------------- */

/* Raises Error: its place is in the words, in the answer that has the error, or in the reference. */
static void search_raise(const module_state *state, const uriel_ref *ref, const uriel_text *texts,
                         size_t count, bool is_form, uriel_error *error)
{
  text_view view = {.text = {ref->text, ref->length}, .indexed = true};
  uriel_error found;
  if (error->part && !is_form)
    view.text = texts[0];
  for (size_t i = 0; error->part && is_form && i < count; i++)
    if (uriel_answers_write(ref, &texts[i], 1, NULL, 0, &found) == URIEL_FAILED) {
      view.text = texts[i];
      break;
    }
  if (error->offset > view.text.len)
    error->offset = error->begin = error->length = 0;
  uriel_python_raise(state, error, &view);
}

/* _search(reference, words) and _search(reference, [answer, ...]): the text of the reference with them.
 */
PyObject *uriel_python_search(PyObject *module, PyObject *args)
{
  const module_state *const state = PyModule_GetState(module);
  PyObject *reference, *given, *made = NULL;
  if (!PyArg_ParseTuple(args, "O!O", state->reference, &reference, &given))
    return NULL;
  const bool is_form = PyList_Check(given);
  const size_t count = is_form ? (size_t)PyList_Size(given) : 1;
  const uriel_ref *const ref = &((reference_object *)reference)->ref;
  uriel_text *const texts = PyMem_Calloc(count + 1, sizeof *texts);
  size_t size = (size_t)ref->length + 32, len = 0;
  uriel_error error;
  bool ok = texts != NULL;
  if (!ok)
    PyErr_NoMemory();
  for (size_t i = 0; ok && i < count; i++) {
    ok = plan_bytes(&texts[i], is_form ? PyList_GetItem(given, (Py_ssize_t)i) : given);
    size += 3 * texts[i].len + 6;
  }
  char *const out = ok ? PyMem_Malloc(size) : NULL;
  if (out) {
    len = is_form ? uriel_answers_write(ref, texts, count, out, size, &error)
                  : uriel_search_write(ref, texts[0].ptr, texts[0].len, out, size, &error);
    if (len == URIEL_FAILED)
      search_raise(state, ref, texts, count, is_form, &error);
    else
      made = uriel_python_str((uriel_text){out, len});
  } else if (ok) {
    PyErr_NoMemory();
  }
  PyMem_Free(out);
  PyMem_Free(texts);
  return made;
}

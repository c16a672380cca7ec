/* SPDX-License-Identifier: MIT */
/* The access plan of a reference: which scheme's it is, and what goes before and beside it. */
#include "scheme/scheme.h"

const char *uriel_step_name(uriel_step_kind kind)
{
  switch (kind) {
#define STEP_NAME(constant, value, name)                                                                \
  case URIEL_STEP_##constant:                                                                           \
    return name;
    URIEL_STEPS(STEP_NAME)
#undef STEP_NAME
  }
  return "";
}

/* What capacities are enough for a plan of `ref`. */
static void plan_enough(uriel_plan *plan, const uriel_ref *ref)
{
  plan->step_count = 64 + (size_t)ref->length;
  plan->text_len = 4096 + 8 * (size_t)ref->length;
}

/* Why a scheme that has no terms of its own has no plan. */
static uriel_fault_code plan_reason(const uriel_scheme_info *info)
{
  if (info && info->status == URIEL_SCHEME_UNDEFINED)
    return URIEL_FAULT_PLAN_UNDEFINED;
  return URIEL_FAULT_PLAN_UNKNOWN;
}

static bool plan_steps(planner *p, const uriel_ref *ref)
{
  const scheme *const s = uriel_scheme_of(uriel_scheme(ref));
  if (s)
    return s->plan(p, ref);
  p->fault.code = plan_reason(p->info);
  p->fault.component = URIEL_SCHEME;
  p->fault.length = uriel_scheme(ref).len;
  return false;
}

bool uriel_plan_make(uriel_plan *plan, const uriel_ref *ref, const uriel_plan_options *options,
                     uriel_fault *fault)
{
  static const uriel_plan_options none = {0};
  const uriel_text name = uriel_scheme(ref);
  planner p = {.plan = plan, .options = options ? options : &none};
  bool made = false;
  plan->step_count = plan->resume = plan->text_len = 0;
  plan->warnings = 0;
  plan->gateway = NULL;
  p.fault.spec = uriel_spec_of(ref);
  p.info = uriel_scheme_find(p.options->registry, name.ptr, name.len);
  if (!view_defined(name)) {
    p.fault.code = URIEL_FAULT_PLAN_BASE;
  } else if (plan->text_capacity < ref->length) {
    p.fault.code = URIEL_FAULT_NO_ROOM;
  } else {
    p.room = plan->text;
    p.room_capacity = ref->length;
    p.text = writer_to(plan->text, plan->text_capacity);
    p.text.len = ref->length;
    made = plan_steps(&p, ref);
    plan->text_len = p.text.len;
    if (made && (plan->step_count > plan->step_capacity || p.text.len > p.text.capacity)) {
      p.fault.code = URIEL_FAULT_NO_ROOM;
      made = false;
    }
  }
  if (p.fault.code == URIEL_FAULT_NO_ROOM)
    plan_enough(plan, ref);
  if (fault)
    *fault = p.fault;
  return made;
}

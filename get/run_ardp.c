/* SPDX-License-Identifier: MIT */
/* The steps of Prospero. */
#include <stdio.h>

#include "ardp.h"
#include "prospero.h"
#include "run_private.h"

bool run_ardp(struct run *run, const uriel_step *step, uint64_t *bytes)
{
  const uriel_step *const connect = &run->plan->steps[0];
  const struct prospero_place place = {.host = connect->host, .port = connect->port};
  struct prospero_answer answer = {.code = ""};
  struct wire *const wire = run->wires[0].wire;
  reply_start(&run->reply, step);
  if (!wire)
    return get_fail(&run->failure, GET_FAILED, "the connection is closed");
  bool good = ardp_exchange(wire, run->asked++, buffer_text(&run->message), &run->text, &run->failure);
  if (wire->sent > 0)
    run_report(run, &(struct run_trace){.step = run->request, .code = "", .bytes = wire->sent});
  *bytes += wire->received;
  if (good && !prospero_read(&answer, buffer_text(&run->text), &place))
    good = get_fail(&run->failure, GET_FAILED, "the server's answer is not a message of Prospero");
  if (good) {
    const struct buffer *const object = step->use == URIEL_USE_OBJECT ? &answer.contents : &answer.links;
    const bool has_object = step->use != URIEL_USE_METHODS && object->len > 0;
    snprintf(run->reply.code, sizeof run->reply.code, "%s", answer.code);
    buffer_put(&run->reply.head, answer.message.ptr, answer.message.len);
    buffer_put(&run->location, answer.location.ptr, answer.location.len);
    good = !has_object || run_object(run, object->ptr, object->len);
  }
  prospero_free(&answer);
  return good;
}

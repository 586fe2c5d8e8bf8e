#include "tb/sim/simulation.h"

#include <stdlib.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/event/event_ranks.h"

struct simulation {
  struct clocked_network *clocked;
  struct event_network *event;
};

const char *network_status_text(enum network_status status) {
  static const char *const text[] = {
      [NETWORK_OK] = "ran",
      [NETWORK_MISMATCH] = "RTL and model differ",
      [NETWORK_NO_MEMORY] = "out of memory",
      [NETWORK_NO_ENGINE] = "there is no RTL build of these ports x classes x width; use --engine model",
      [NETWORK_REFUSED] = "the MMU refuses the registers",
      [NETWORK_OVERLOAD] = "more packets than cycles at a switch; raise clock_mhz or packet_bytes",
      [NETWORK_PROTOCOL] = "the datapath holds a packet that the MMU has not admitted",
      [NETWORK_LONG_QUEUE] = "a queue holds more than 2^32 - 1 cells; raise cell_bytes",
      [NETWORK_ACCOUNT] = "the account of a switch is wrong",
      [NETWORK_ORDER] = "an event of a switch is earlier than the one before",
      [NETWORK_WAVES] = "cannot write the waves",
      [NETWORK_BELOW_THRESHOLD] =
          "the queues of the other flows have not all been paused by duration_us, so they are not at their threshold; "
          "raise duration_us, lower alpha, or give the bursting flows start_us",
      [NETWORK_BURST_CUT] = "the run ends before the burst has been sent; raise duration_us",
      [NETWORK_EVENT_ONLY] = "the clocked engines cannot run this scenario; use --engine event",
      [NETWORK_ONE_PROCESS] = "this engine runs in one process; use --engine event with mpirun",
  };
  return text[status];
}

bool network_status_of_input(enum network_status status) {
  return status == NETWORK_NO_ENGINE || status == NETWORK_REFUSED || status == NETWORK_OVERLOAD ||
         status == NETWORK_LONG_QUEUE || status == NETWORK_EVENT_ONLY || status == NETWORK_BELOW_THRESHOLD ||
         status == NETWORK_BURST_CUT;
}

enum network_status simulation_new(struct simulation **out, const struct scenario *s, const struct network_options *o) {
  struct simulation *x = *out = calloc(1, sizeof(*x));
  if (x == NULL) return NETWORK_NO_MEMORY;
  struct error err;
  if (!o->event && o->transport != NULL) return NETWORK_ONE_PROCESS;
  if (!o->event && clocked_fit_check(s, &err) != 0) return NETWORK_EVENT_ONLY;
  return o->event ? event_new(&x->event, s, o) : clocked_new(&x->clocked, s, o);
}

enum network_status simulation_run(struct simulation *x) {
  return x->event != NULL ? event_run(x->event) : clocked_run(x->clocked);
}

const struct network_result *simulation_result(const struct simulation *x) {
  return x->event != NULL ? &x->event->result : clocked_result(x->clocked);
}

enum network_status simulation_port_pauses(struct simulation *x, int sw, int port, uint64_t *pauses) {
  if (x->event == NULL) return clocked_port_pauses(x->clocked, sw, port, pauses);
  *pauses = event_port_pauses(x->event, sw, port);
  return NETWORK_OK;
}

const struct clocked_network *simulation_clocked(const struct simulation *x) { return x->clocked; }

int simulation_failed(const struct simulation *x) {
  return x != NULL && x->event != NULL ? event_ranks_failed(x->event) : 0;
}

void simulation_free(struct simulation *x) {
  if (x == NULL) return;
  event_free(x->event);
  clocked_free(x->clocked);
  free(x);
}

#include "tb/sim/clocked/rtl_node.h"

void rtl_fault(struct rtl_node *sw, int port, const char *what) {
  if (sw->fault != NULL) return;
  sw->fault = what;
  sw->fault_port = port;
  network_mismatch(sw->n, sw->number);
}

bool rtl_step(struct rtl_node *sw) {
  int words = (sw->n->s->dims.ports * sw->n->classes + 63) / 64;
  sw->all->shim->step(sw->rtl, &sw->in, &sw->out);
  engine_step(sw->mmu, &sw->out.mmu);
  for (int w = 0; w < words; w++)
    if (sw->seen->gate[w] != sw->out.gate[w]) rtl_fault(sw, -1, "the gates are not those of the MMU's model");
  if (sw->out.leave_error) rtl_fault(sw, -1, "the MMU does not know a frame that leaves");
  return sw->fault == NULL;
}

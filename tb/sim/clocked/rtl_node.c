#include "tb/sim/clocked/rtl_node.h"

#include "tb/cosim/engine.h"

void rtl_fault(struct network *n, int i, int port, const char *what) {
  struct node_rtl *sw = &n->rtl->node[i];
  if (sw->fault != NULL) return;
  sw->fault = what;
  sw->fault_port = port;
  n->mismatch = i;
  network_fail(n, NETWORK_MISMATCH);
}

bool rtl_step(struct network *n, int i) {
  struct node_rtl *sw = &n->rtl->node[i];
  int words = (n->s->dims.ports * n->classes + 63) / 64;
  n->rtl->shim->step(sw->rtl, &sw->in, &sw->out);
  engine_clock(sw->mmu, &sw->out.mmu);
  for (int w = 0; w < words; w++)
    if (sw->seen->gate[w] != sw->out.gate[w]) rtl_fault(n, i, -1, "the gates are not those of the MMU's model");
  if (sw->out.leave_error) rtl_fault(n, i, -1, "the MMU does not know a frame that leaves");
  return sw->fault == NULL;
}

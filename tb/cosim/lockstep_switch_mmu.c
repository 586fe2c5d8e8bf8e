// The MMU inside a switch in lock-step: its inputs, the messages from outside, and its outputs.
#include <string.h>

#include "tb/cosim/lockstep_switch.h"

void lockstep_mmu_inputs(struct lockstep_switch *b, const struct sluice_in *model, const struct sluice_in *got) {
  lockstep_expect(b, "enq_valid of the MMU", model->enq_valid, got->enq_valid);
  lockstep_expect(b, "deq_valid of the MMU", model->deq_valid, got->deq_valid);
  if (model->enq_valid) {
    lockstep_expect(b, "enq_port", model->enq_port, got->enq_port);
    lockstep_expect(b, "enq_class", model->enq_class, got->enq_class);
    lockstep_expect(b, "enq_cells", model->enq_cells, got->enq_cells);
    lockstep_expect(b, "enq_ttl", model->enq_ttl, got->enq_ttl);
    lockstep_expect(b, "enq_egress", model->enq_egress, got->enq_egress);
  }
  if (model->deq_valid) {
    lockstep_expect(b, "deq_port", model->deq_port, got->deq_port);
    lockstep_expect(b, "deq_class", model->deq_class, got->deq_class);
    lockstep_expect(b, "deq_cells", model->deq_cells, got->deq_cells);
  }
  if (!got->cfg_write) return;
  if (b->write_at == b->write_end || b->writes[b->write_at % LOCKSTEP_WRITES].addr != got->cfg_addr ||
      b->writes[b->write_at % LOCKSTEP_WRITES].value != got->cfg_wdata)
    lockstep_differs(b, "the MMU's register %d is written %x: not by the host", got->cfg_addr,
                     (unsigned)got->cfg_wdata);
  b->write_at++;
}

static bool ignored_pauses(const struct lockstep_switch *b, int port, uint64_t cycles) {
  uint64_t ignored = b->egress[port].ignored;
  return ignored > 0 && b->cycle - ignored <= cycles;
}

static bool same_message(const struct lockstep_switch *b, const struct sluice_in *got) {
  const struct sluice_in *in = &b->message;
  return in->rx_port == got->rx_port && in->rx_level == got->rx_level && in->rx_enable == got->rx_enable &&
         memcmp(in->rx_time, got->rx_time, sizeof got->rx_time[0] * (size_t)b->dims.classes) == 0;
}

// A message reaches the MMU one cycle later, or never if its link is down or its port has credits. In cycles without a
// message, the three messages of a link that went down, or of a port that has got credits, may follow. They end all
// pauses (docs/hardware/switch.md, "Link down"; docs/hardware/credits.md, "Pauses").
void lockstep_mmu_messages(struct lockstep_switch *b, const struct sluice_in *got) {
  static const uint16_t none[SLUICE_MAX_CLASSES];
  const struct sluice_in *in = &b->message;
  if (in->rx_valid) {
    const struct lockstep_switch_egress *e = &b->egress[in->rx_port];
    if (!got->rx_valid && !ignored_pauses(b, in->rx_port, LOCKSTEP_RX_CYCLES))
      lockstep_differs(b, "port %d: the MMU is not given a message, level %d, enable %x", in->rx_port, in->rx_level,
                       in->rx_enable);
    if (got->rx_valid && !same_message(b, got))
      lockstep_differs(b, "the MMU is given a message: expected port %d level %d enable %x, got %d %d %x", in->rx_port,
                       in->rx_level, in->rx_enable, got->rx_port, got->rx_level, got->rx_enable);
    if (got->rx_valid && !e->obeys && b->cycle - e->ceased >= LOCKSTEP_RX_CYCLES)
      lockstep_differs(b, "port %d: the MMU is given a message, and its link is down or it has credits", got->rx_port);
  } else if (got->rx_valid) {
    bool ends_pauses = got->rx_enable == (1u << b->dims.classes) - 1 &&
                       memcmp(none, got->rx_time, sizeof none[0] * (size_t)b->dims.classes) == 0;
    if (!ends_pauses || !ignored_pauses(b, got->rx_port, LOCKSTEP_CLEAR_CYCLES))
      lockstep_differs(b, "port %d: the MMU is given a message, level %d, enable %x, that did not come", got->rx_port,
                       got->rx_level, got->rx_enable);
  }
}

void lockstep_store_message(struct lockstep_switch *b) {
  const struct switch_in *in = &b->in;
  b->message = (struct sluice_in){
      .rx_valid = in->rx_valid, .rx_port = in->rx_port, .rx_level = in->rx_level, .rx_enable = in->rx_enable};
  memcpy(b->message.rx_time, in->rx_time, sizeof b->message.rx_time);
}

void lockstep_mmu_outputs(struct lockstep_switch *b, const struct sluice_out *model) {
  const struct switch_out *o = &b->out;
  unsigned queues = (unsigned)(b->dims.ports * b->dims.classes);
  for (unsigned i = 0; i < (queues + 63) / 64; i++) lockstep_expect(b, "gate", model->gate[i], o->gate[i]);
  if (o->ready && !model->ready) lockstep_differs(b, "ready before the MMU is");
  lockstep_expect(b, "tx_valid", model->tx_valid, o->tx_valid);
  if (model->tx_valid) {
    lockstep_expect(b, "tx_port", model->tx_port, o->tx_port);
    lockstep_expect(b, "tx_level", model->tx_level, o->tx_level);
    lockstep_expect(b, "tx_enable", model->tx_enable, o->tx_enable);
    for (int c = 0; c < b->dims.classes; c++) lockstep_expect(b, "tx_time", model->tx_time[c], o->tx_time[c]);
    b->pauses += o->tx_valid && b->in.tx_ready;
  }
  if (model->deq_error) lockstep_differs(b, "deq_error");
  if (model->stat_valid) b->statistic = model->stat_data;
  for (int p = 0; p < b->dims.ports; p++)
    for (int c = 0; c < b->dims.classes; c++) {
      unsigned q = (unsigned)(p * b->dims.classes + c);
      struct lockstep_switch_egress *e = &b->egress[p];
      bool closed = o->gate[q / 64] >> q % 64 & 1;
      if (!closed && e->closed_since[c] > 0) {
        e->opened[c] = b->cycle + 1;
        e->closed_cycles[c] = b->cycle + 1 - e->closed_since[c];
        e->closed_since[c] = 0;
      } else if (closed && e->closed_since[c] == 0) {
        e->closed_since[c] = b->cycle + 1;
      }
    }
}

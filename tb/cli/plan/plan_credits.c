#include "tb/cli/plan/plan_credits.h"

#include "tb/sim/scenario/credits.h"

struct plan_amounts plan_amounts_of(enum plan_credit_kind kind) {
  return kind == PLAN_INFINIBAND
             ? (struct plan_amounts){CREDIT_AMOUNT_LEAST_IB, CREDIT_AMOUNT_MOST_IB, CREDIT_AMOUNT_IB}
             : (struct plan_amounts){CREDIT_AMOUNT_UE, CREDIT_AMOUNT_MOST_UE, CREDIT_AMOUNT_UE};
}

static uint64_t line_ns(const struct plan_input *in, uint64_t bytes) {
  return (bytes * 8000 + in->mbps - 1) / in->mbps;
}

// The packet arrives and leaves again, each in its own time on the line. The MMU admits it and counts its credits. Then
// the message waits for a frame that the port has begun.
static uint64_t other_ns(const struct plan_input *in, const struct plan *p) {
  const uint64_t packet = in->mtu + ETHERNET_OVERHEAD, frame = plan_port_mtu(in) + ETHERNET_OVERHEAD;
  const uint64_t cycles = SLUICE_ADMIT_LATENCY + 1, mmu = (cycles * 1000000 + p->clock_khz - 1) / p->clock_khz;
  return line_ns(in, 2 * packet + frame + CREDIT_ORDERED_SET) + mmu + in->datapath_ns + 2 * in->gearbox_ns;
}

struct plan_credits plan_credits_make(const struct plan_input *in, const struct plan *p) {
  const bool infiniband = in->credits == PLAN_INFINIBAND;
  struct plan_credits x = {.size = infiniband ? SLUICE_CREDIT_BLOCK_IB : CREDIT_SIZE_UE};
  const uint64_t amount = in->amount != 0 ? in->amount : plan_amounts_of(in->credits).standard;
  x.packet = sluice_credits(in->mtu, 0, x.size);
  x.amount = (uint32_t)(amount / x.size);
  x.most = sluice_credit_most(infiniband, infiniband ? SLUICE_CREDIT_BITS_IB : SLUICE_CREDIT_BITS_UE);
  const struct sluice_credit_link l = {x.packet, in->mtu + ETHERNET_OVERHEAD, x.amount};
  const uint64_t other = other_ns(in, p);
  x.loop_ns = 2 * in->wire_ns + other;
  x.needed = sluice_credits_needed(&l, (x.loop_ns * in->mbps + 7999) / 8000);
  x.bytes = x.needed * x.size;
  x.all = x.bytes * (uint64_t)in->ports * (uint64_t)plan_lossless_classes(p);
  x.longest_m = sluice_credit_longest_wire(&l, x.most, in->mbps, other);
  return x;
}

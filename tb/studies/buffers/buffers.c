#include "tb/studies/buffers/buffers.h"

#include "cmodel/rules/sluice_credit.h"
#include "tb/cli/plan/plan.h"

const char *buffer_name(enum buffer_scheme scheme) {
  static const char *const names[BUFFERS] = {"SIH", "DSH", "SHP", "CBFC_UE", "CBFC_IB", "GFC", "GFC_TIMED"};
  return names[scheme];
}

// Cells of one byte: packets waste nothing of a cell. Ratio 1: the pool of SHP holds even if all queues fill at once.
static struct plan_input input(const struct buffer_link *link) {
  return (struct plan_input){.ports = BUFFER_PORTS,
                             .classes = link->classes,
                             .mbps = link->mbps,
                             .mtu = BUFFER_MTU,
                             .min_packet = BUFFER_MTU,
                             .cell = 1,
                             .wire_ns = link->metres * PLAN_NS_PER_METRE,
                             .proc_ns = 3000,
                             .buffer = PLAN_MAX_BYTES,
                             .ratio = 1,
                             .port_headroom = PLAN_PORT_HEADROOM,
                             .scheme = SLUICE_DSH};
}

// The metres of a wire whose two ways take that many bytes of line time.
static uint64_t metres_of(const struct buffer_link *link, uint64_t bytes) {
  return bytes * 8000 / link->mbps / (2 * PLAN_NS_PER_METRE);
}

// A pause lasts PLAN_PAUSE_TIME quanta. Its loop is the time from the decision to pause to the last packet that
// arrives.
static void pauses(const struct buffer_link *link, const struct plan_input *in, const struct plan *p,
                   enum buffer_scheme scheme, struct buffer_need *need) {
  const struct headroom h = plan_headroom(in, p);
  const uint64_t lasts = (uint64_t)PLAN_PAUSE_TIME * HEADROOM_QUANTUM, other = p->need - headroom_wire(&h);
  const int side = scheme == BUFFER_SIH ? PLAN_SIH : scheme == BUFFER_DSH ? PLAN_DSH : PLAN_SHP;
  need->lossless = p->cells[side].headroom / (uint64_t)in->ports;
  need->full = need->lossless + (uint64_t)link->classes * p->resume;
  need->ends = p->need > lasts;
  need->share = 1;
  need->ends_m = lasts > other ? metres_of(link, lasts - other) : 0;
}

// The loop of the credits: a packet is received and then sent, the message waits for a frame of the largest size and
// for a control frame, and the wire both ways. Cycles of the MMU are not counted.
static void credits(const struct buffer_link *link, const struct plan_input *in, const struct plan *p, bool infiniband,
                    struct buffer_need *need) {
  const struct headroom h = plan_headroom(in, p);
  const uint32_t size = infiniband ? SLUICE_CREDIT_BLOCK_IB : BUFFER_UE_SIZE;
  const uint64_t most = sluice_credit_most(infiniband, infiniband ? SLUICE_CREDIT_BITS_IB : SLUICE_CREDIT_BITS_UE);
  const struct sluice_credit_link l = {.credits = sluice_credits(BUFFER_MTU, 0, size),
                                       .line_bytes = BUFFER_MTU + ETHERNET_OVERHEAD,
                                       .amount = infiniband ? 0 : BUFFER_UE_AMOUNT / BUFFER_UE_SIZE};
  const uint64_t other = 3 * (uint64_t)l.line_bytes + headroom_begun(), loop = other + headroom_wire(&h);
  const uint64_t wanted = sluice_credits_needed(&l, loop), classes = (uint64_t)link->classes;
  need->lossless = classes * l.credits * size;
  need->ends = wanted > most;
  need->full = classes * (need->ends ? most : wanted) * size;
  need->share = need->ends ? (double)sluice_credit_longest_loop(&l, most) / (double)loop : 1;
  need->ends_m = sluice_credit_longest_wire(&l, most, link->mbps, other * 8000 / link->mbps);
}

// Bm with B0 = 0, the last packet, and the packets of other queues that an admission counts too. period_ns: T.
static void gentle(const struct buffer_link *link, const struct plan_input *in, const struct plan *p,
                   uint64_t period_ns, struct buffer_need *need) {
  const struct headroom h = plan_headroom(in, p);
  const uint64_t bm = 2 * p->gfc.two_c_tau + 4 * headroom_bytes_in(&h, period_ns * 1000);
  need->lossless = need->full = (uint64_t)link->classes * (bm + p->max_packet + p->others);
  need->share = 1;
}

int buffer_need(const struct buffer_link *link, enum buffer_scheme scheme, struct buffer_need *need,
                struct error *err) {
  const struct plan_input in = input(link);
  struct plan p;
  *need = (struct buffer_need){0};
  int status = plan_make(&in, &p, err);
  if (status != 0) return status;
  switch (scheme) {
    case BUFFER_UE:
    case BUFFER_IB:
      credits(link, &in, &p, scheme == BUFFER_IB, need);
      break;
    case BUFFER_GFC:
      gentle(link, &in, &p, 0, need);
      break;
    case BUFFER_GFC_TIMED:
      gentle(link, &in, &p, BUFFER_PERIOD_NS, need);
      break;
    default:
      pauses(link, &in, &p, scheme, need);
  }
  return 0;
}

// Checks of a plan's input and of its result, and the defaults that depend on the rate.
#include <errno.h>
#include <inttypes.h>

#include "cmodel/sluice_switch.h"
#include "tb/cli/plan/plan.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/alpha.h"
#include "tb/sim/scenario/ttl.h"

static int range(struct error *err, const char *what, uint64_t value, uint64_t low, uint64_t high) {
  if (value >= low && value <= high) return 0;
  return error_set(err, "%s is %" PRIu64 "; it must be %" PRIu64 " to %" PRIu64, what, value, low, high);
}

static int check_ranges(const struct plan_input *in, struct error *err) {
  const struct {
    const char *what;
    uint64_t value, low, high;
  } r[] = {
      {"ports", (uint64_t)in->ports, in->in_switch ? 2 : 1, in->in_switch ? SLUICE_SWITCH_MAX_PORTS : PLAN_MOST_PORTS},
      {"classes", (uint64_t)in->classes, 1, SLUICE_MAX_CLASSES},
      {"the rate in Mb/s", in->mbps, 1, 1000000},
      {"mtu", in->mtu, MIN_FRAME, PLAN_MAX_FRAME},
      {"port-mtu", plan_port_mtu(in), in->mtu, PLAN_MAX_FRAME},
      {"min-packet", in->min_packet, MIN_FRAME, in->mtu},
      {"the share of largest packets in per cent", in->large_share, 0, 100},
      {"cell", in->cell, 1, PLAN_MAX_FRAME},
      {"the delay in ns", in->wire_ns, 0, 100000000},
      {"the round trip in ns", in->rtt_ns, 0, 1000000000},
      {"the processing time in ns", in->proc_ns, 0, 100000000},
      {"the period in ns", in->period_ns, 0, 100000000},
      {"the datapath's delay in ns", in->datapath_ns, 0, 100000000},
      {"message-wait", in->message_wait, 0, PLAN_MOST_WAIT},
      {"the delay of a gearbox in ns", in->gearbox_ns, 0, 100000000},
      {"mac-phy", in->mac_phy, 0, PLAN_MAX_BYTES},
      {"tx-fifo", in->tx_fifo, 0, PLAN_MAX_BYTES},
      {"quanta", in->quanta, 0, 65535},
      {"response", in->response, 0, PLAN_MAX_BYTES},
      {"buffer", in->buffer, 1, PLAN_MAX_BYTES},
      {"private", in->phi, 0, in->buffer},
      {"receivers", (uint64_t)plan_receivers(in), 1, (uint64_t)in->ports},
      {"bm", in->bm, 0, PLAN_MAX_BYTES},
  };
  int status = 0;
  for (size_t i = 0; status == 0 && i < sizeof(r) / sizeof(*r); i++)
    status = range(err, r[i].what, r[i].value, r[i].low, r[i].high);
  if (status == 0 && (in->alpha < ALPHA_LEAST || in->alpha > ALPHA_MOST))
    status = error_set(err, "alpha is 2^%d; its exponent must be %d to %d", in->alpha, ALPHA_LEAST, ALPHA_MOST);
  return status;
}

int plan_find_response(const struct plan_input *in, struct plan *p, struct error *err) {
  p->quanta = in->quanta != 0 ? in->quanta : headroom_response_quanta(in->mbps * 1000000);
  p->response = (uint64_t)p->quanta * HEADROOM_QUANTUM;
  if (in->response != 0) {
    p->response = in->response;
    p->quanta = (uint32_t)((in->response + HEADROOM_QUANTUM - 1) / HEADROOM_QUANTUM);
  }
  if (p->quanta != 0) return 0;
  return error_set(err, "no response time of 802.3 is known for %" PRIu64 " Mb/s; give --quanta or --response",
                   in->mbps);
}

uint64_t plan_quanta_step(const struct plan_input *in, const struct plan *p) { return 16000 * in->mbps / p->clock_khz; }

// 250 MHz, or a little less where the step is small, so that it is nearly exact.
static uint64_t usual_clock(const struct plan_input *in) {
  const uint64_t steps = 16 * in->mbps;
  return in->mbps < 1000 ? steps / ((steps + 249) / 250) : 250;
}

// A 64-byte frame takes at least one cycle: 512 bits per cycle, in Mb/s and MHz. A cycle takes at least 1/16 of a bit
// time, the unit of QUANTA_STEP.
static int find_clock(const struct plan_input *in, struct plan *p, struct error *err) {
  const uint64_t frame = (1000 * in->mbps + 511) / 512, least = frame > 1000 ? frame : 1000;
  const uint64_t most = 16 * in->mbps < 2000 ? 16 * in->mbps : 2000;
  const uint64_t whole = (least + 999) / 1000, usual = usual_clock(in) > whole ? usual_clock(in) : whole;
  p->clock_khz = in->clock_khz != 0 ? in->clock_khz : (uint32_t)(1000 * usual);
  if (p->clock_khz >= least && p->clock_khz <= 1000 * most) return 0;
  return error_set(err, "clock-mhz is %.10g; it must be %.10g to %" PRIu64, p->clock_khz / 1e3, (double)least / 1e3,
                   most);
}

static int find_lossless(const struct plan_input *in, struct plan *p, struct error *err) {
  unsigned all = (1u << in->classes) - 1;
  p->lossless = in->lossless != 0 ? in->lossless : all;
  if ((p->lossless & ~all) == 0) return 0;
  return error_set(err, "lossless class %d does not exist; with %d classes give 0 to %d",
                   31 - __builtin_clz(p->lossless), in->classes, in->classes - 1);
}

// No active pause may expire: a round of messages and a frame must fit into PAUSE_TIME - REFRESH - 2 quanta
// (docs/hardware/pause-states.md). The upstream counts exact quanta, the MMU those of QUANTA_STEP.
static int check_refresh(const struct plan_input *in, const struct plan *p, struct error *err) {
  const struct headroom h = plan_headroom(in, p);
  uint64_t step = plan_quanta_step(in, p), round = headroom_round_cycles(&h);
  uint64_t refresh = (PLAN_REFRESH * 16000 * in->mbps + step * p->clock_khz - 1) / (step * p->clock_khz) + 2;
  uint64_t spare = refresh < PLAN_PAUSE_TIME ? (PLAN_PAUSE_TIME - refresh) * HEADROOM_QUANTUM : 0;
  if (headroom_bytes_of(&h, round + 8) + h.port_mtu + ETHERNET_OVERHEAD <= spare) return 0;
  return error_set(err,
                   "messages that wait %" PRIu32 " cycles make a round of %" PRIu64
                   " cycles, in which an active pause expires; lower --message-wait, or give a --clock-mhz that "
                   "divides 16 x rate",
                   in->message_wait, round);
}

// The partition of class 0 may be empty where only hosts have that class.
static int check_partitions(const struct plan_input *in, const struct plan *p, struct error *err) {
  uint64_t least = plan_least_partition(in, p) * in->cell, sum = 0;
  for (int i = 0; i < in->partitions; i++) {
    if (i >= plan_ttl_first_class(in) && in->partition[i] < least)
      return error_set(err,
                       "partition %d is %" PRIu64
                       " B; it must hold a largest packet of every port, and alpha of it a "
                       "packet, so give %" PRIu64 " B",
                       i, in->partition[i], least);
    sum += in->partition[i];
  }
  if (sum <= in->buffer) return 0;
  return error_set(err, "the partitions are %" PRIu64 " B in all; the buffer has %" PRIu64, sum, in->buffer);
}

static int check_cells(const struct plan_input *in, const struct plan *p, struct error *err) {
  if (p->buffer_cells == 0 && p->kept_cells != 0)
    return error_set(err, "frames that arrive take %" PRIu64 " cells, the memory has %" PRIu64 "; raise --buffer",
                     p->kept_cells, in->buffer / in->cell);
  if (p->buffer_cells == 0)
    return error_set(err, "the buffer of %" PRIu64 " B is less than a cell of %" PRIu32 " B; raise --buffer",
                     in->buffer, in->cell);
  if (in->period_ns == 0 && p->gfc.bm_cells < p->gfc.d_cells / 2)  // the report has a negative bound of a period
    return error_set(err, "bm is %" PRIu64 " B; 2*C*tau in safe cells is %" PRIu64 " B, so give at least that", in->bm,
                     p->gfc.d_cells / 2 * in->cell);
  return 0;
}

static int check_ports(const char *option, const struct plan_input *in, uint32_t ports, struct error *err) {
  if ((ports & ~plan_all_ports(in)) == 0) return 0;
  return error_set(err, "%s has port %d; there are %d ports, 0 to %d", option, 31 - __builtin_clz(ports), in->ports,
                   in->ports - 1);
}

static int check_flood(const struct plan_input *in, const struct plan *p, struct error *err) {
  if (in->flood == 0 || plan_lossless_classes(p) < in->classes) return check_ports("flood", in, in->flood, err);
  return error_set(err,
                   "flood copies frames of lossy classes, and all classes are lossless; give --lossless, or leave "
                   "--flood out");
}

static int check_tree(const struct plan_input *in, struct error *err) {
  const int classes = ttl_tree_classes(in->tree_levels);
  if (in->tree_levels == 0) return 0;
  if (in->scheme != SLUICE_TTL)
    return error_set(err, "tree-levels is for TTL; use --scheme TTL, or leave --tree-levels out");
  if (in->classes == classes) return 0;
  return error_set(err, "classes is %d, and a tree of %d levels needs %d; leave --classes out", in->classes,
                   in->tree_levels, classes);
}

int plan_check_input(const struct plan_input *in, struct plan *p, struct error *err) {
  int status = check_ranges(in, err);
  if (status == 0) status = check_tree(in, err);
  if (status == 0) status = plan_find_response(in, p, err);
  if (status == 0) status = find_clock(in, p, err);
  if (status == 0) status = find_lossless(in, p, err);
  if (status == 0) status = check_ports("credit-ports", in, in->credit_ports, err);
  return status == 0 ? check_flood(in, p, err) : status;
}

int plan_check_result(const struct plan_input *in, const struct plan *p, struct error *err) {
  int status = check_refresh(in, p, err);
  if (status == 0) status = check_partitions(in, p, err);
  return status != 0 ? status : check_cells(in, p, err);
}

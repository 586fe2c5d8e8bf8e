#include "tb/cli/plan/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "cmodel/registers/sluice_check.h"
#include "tb/sim/scenario/gfc.h"
#include "tb/sim/scenario/ttl.h"

static uint64_t divide_up(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

uint64_t plan_bytes_in(uint64_t mbps, uint64_t ns) { return divide_up(mbps * ns, 8000); }

// IEEE 802.3 Annex 31B.3.7. Other rates have no value, because a guess could lose packets.
uint32_t plan_response_quanta(uint64_t mbps) {
  static const struct {
    uint32_t mbps, quanta;
  } response[] = {{10000, 67}, {25000, 80}, {40000, 118}, {50000, 147}, {100000, 394}, {200000, 453}, {400000, 905}};
  for (size_t i = 0; i < sizeof(response) / sizeof(*response); i++)
    if (response[i].mbps == mbps) return response[i].quanta;
  return 0;
}

uint64_t plan_eq1(const struct plan_input *in) {
  return 2 * (plan_bytes_in(in->mbps, in->wire_ns) + in->mtu) + PLAN_PAPER_QUANTA * PLAN_QUANTUM_BYTES;
}

uint64_t plan_eq15(const struct plan_input *in, uint32_t quanta) {
  return 2 * (in->mtu + PLAN_PFC_BYTES + plan_bytes_in(in->mbps, in->wire_ns)) + (uint64_t)quanta * PLAN_QUANTUM_BYTES;
}

static uint64_t clock_bytes(const struct plan_input *in, const struct plan *p, int cycles) {
  return divide_up((uint64_t)cycles * in->mbps, 8 * (uint64_t)p->clock_mhz);
}

// Longest round of messages (docs/hardware/messages.md): 2 NP + 2 messages. After a message that waited, one cycle is
// lost.
static int round_cycles(const struct plan_input *in) {
  int message = in->message_wait == 0 ? 1 : (int)in->message_wait + 2;
  return (2 * in->ports + 2) * message;
}

// Longest time from a change of state to its message.
static int message_cycles(const struct plan_input *in) { return SLUICE_MESSAGE_LATENCY + round_cycles(in); }

// Bytes that the papers do not count: they arrive while a control frame, the datapath and the MMU delay the pause
// [spec 3, no loss].
static void reaction(const struct plan_input *in, struct plan *p) {
  const struct sluice_dims dims = {.ports = in->ports, .classes = in->classes};
  uint64_t paper = in->basis == PLAN_EQ1 ? p->eq1 : p->eq15, datapath = plan_bytes_in(in->mbps, in->datapath_ns);
  p->control = PLAN_PFC_BYTES + PLAN_OVERHEAD;
  p->mmu = datapath + clock_bytes(in, p, SLUICE_STATE_LATENCY + message_cycles(in));
  p->need = paper + p->control + p->mmu;
  // XON is set after at most 2 F cycles: freed cells return to the pool, then a scan visit sees the higher threshold.
  p->resume = paper + p->control + clock_bytes(in, p, 2 * sluice_free_bound(&dims) + message_cycles(in));
  // Other queues of the port may be lossy, with packets of any size on Ethernet. The first packet may have begun
  // earlier.
  uint32_t packet = plan_worst_packet(in, PLAN_MIN_FRAME);
  p->others =
      plan_stream_cells(clock_bytes(in, p, SLUICE_ADMISSION_LAG), packet, in->cell) + plan_cells(packet, in->cell);
}

uint64_t plan_cells(uint64_t bytes, uint32_t cell) { return divide_up(bytes, cell); }

// Rounded down: the last bytes are less than one packet, and a shorter packet wastes no more than the worst one.
uint64_t plan_stream_cells(uint64_t bytes, uint32_t packet, uint32_t cell) {
  return bytes * plan_cells(packet, cell) / packet;
}

// The ratio of cells to bytes falls within a cell, and jumps with the first byte of the next cell. So the worst packet
// is the smallest one, or the one at the first jump.
uint32_t plan_worst_packet(const struct plan_input *in, uint32_t small) {
  uint32_t jump = (uint32_t)plan_cells(small, in->cell) * in->cell + 1;
  if (jump > in->mtu) return small;
  uint64_t of_small = plan_cells(small, in->cell) * jump, of_jump = plan_cells(jump, in->cell) * small;
  return of_jump > of_small ? jump : small;
}

// For any number of ports, one packet can arrive and one can leave per cycle.
static void clock_plan(const struct plan_input *in, struct plan *p) {
  uint64_t mbps = (uint64_t)in->ports * in->mbps, wire = divide_up(mbps, 8 * (uint64_t)p->clock_mhz);
  p->clock_all = divide_up(mbps, 8 * ((uint64_t)in->min_packet + PLAN_OVERHEAD));
  p->least_frame = wire > PLAN_OVERHEAD + PLAN_MIN_FRAME ? wire - PLAN_OVERHEAD : PLAN_MIN_FRAME;
}

static struct plan_pools pools(uint64_t buffer, uint64_t queues, uint64_t phi, uint64_t groups, uint64_t eta) {
  struct plan_pools p = {.groups = groups, .eta = eta, .headroom = groups * eta, .phi = queues * phi};
  uint64_t taken = p.headroom + p.phi;
  p.shared = buffer > taken ? buffer - taken : 0;
  p.missing = taken > buffer ? taken - buffer : 0;
  return p;
}

bool plan_fits(const struct plan_input *in, const struct plan *p, int reg, uint64_t cells) {
  const struct sluice_dims dims = {.ports = in->ports, .classes = in->classes, .width = p->width};
  return cells <= UINT32_MAX && sluice_register_fits(&dims, reg, (uint32_t)cells);
}

// Whether the counters need more bits. HEADROOM has fewer bits than BUFFER; GFC has no headroom.
static bool wants_width(const struct plan_input *in, const struct plan *p, uint64_t eta) {
  if (p->buffer_cells >> p->width != 0) return true;
  return in->scheme != SLUICE_GFC && p->width < SLUICE_MAX_WIDTH && !plan_fits(in, p, SLUICE_REG_HEADROOM, eta);
}

// Headroom of a group: the worst stream, one more packet, because the first packet in headroom turns the group off, and
// the cells of the port's other queues that an admission may count too [spec 3].
static void buffer_plan(const struct plan_input *in, struct plan *p) {
  uint64_t ports = (uint64_t)in->ports, queues = ports * (uint64_t)in->classes;
  p->eq1 = plan_eq1(in);
  p->eq15_60 = plan_eq15(in, PLAN_PAPER_QUANTA);
  p->eq15 = plan_eq15(in, p->quanta);
  p->worst_packet = plan_worst_packet(in, in->min_packet);
  reaction(in, p);
  p->max_packet = (uint32_t)plan_cells(in->mtu, in->cell);
  p->buffer_cells = in->buffer / in->cell;
  p->phi_cells = plan_cells(in->phi, in->cell);
  p->delta = 2 * (uint64_t)p->max_packet;
  uint64_t eta = plan_stream_cells(p->need, p->worst_packet, in->cell) + p->max_packet + p->others;
  for (int i = PLAN_SIH; i <= PLAN_DSH; i++) {
    uint64_t groups = i == PLAN_SIH ? queues : ports;
    p->paper[i] = pools(in->buffer, queues, in->phi, groups, p->eq1);
    p->cells[i] = pools(p->buffer_cells, queues, p->phi_cells, groups, eta);
  }
  for (p->width = 26; wants_width(in, p, eta);) p->width++;
}

// Practical GFC: Bm - B1 = 2*C*tau, which implies the conceptual bound D = 4*C*tau. Stage k is D / 2^(k+1) wide, so
// stage log2 D - 1 is the last one of at least one cell. The MMU has at most SLUICE_MAX_STAGES stages.
static void gfc_plan(const struct plan_input *in, struct plan *p) {
  struct plan_gfc *g = &p->gfc;
  uint64_t fixed_ns = 2 * in->wire_ns + in->proc_ns;
  g->tau_ns = gfc_tau_ns(in->mtu, (double)in->mbps / 1000, (double)in->wire_ns, (double)in->proc_ns);
  g->two_c_tau = 4 * (uint64_t)in->mtu + plan_bytes_in(in->mbps, 2 * fixed_ns);
  uint64_t safe = plan_stream_cells(2 * g->two_c_tau, p->worst_packet, in->cell);
  for (g->d_cells = 4; g->d_cells < safe;) g->d_cells *= 2;
  g->bm_cells = in->bm != 0 ? in->bm / in->cell : g->d_cells;
  g->bm = in->bm != 0 ? in->bm : 2 * g->two_c_tau;
  g->b_cells = p->buffer_cells / ((uint64_t)in->ports * (uint64_t)in->classes);
  g->stages = gfc_last_stage(g->d_cells);
  if (g->stages > SLUICE_MAX_STAGES) g->stages = SLUICE_MAX_STAGES;
  g->stages_paper = gfc_last_stage(2 * g->two_c_tau);
  g->worst_bps = PLAN_PFC_BYTES * 8 / (g->tau_ns * 1e-9);
  g->steady_bps = g->worst_bps / 8;
}

int64_t plan_stage_cells(const struct plan_gfc *g, int k) { return (int64_t)g->bm_cells - (int64_t)(g->d_cells >> k); }

uint64_t plan_gfc_need(const struct plan *p) { return p->gfc.bm_cells + p->max_packet + p->others; }

uint64_t plan_gfc_missing(const struct plan *p) {
  uint64_t need = plan_gfc_need(p);
  return need > p->gfc.b_cells ? need - p->gfc.b_cells : 0;
}

static uint64_t scaled(uint64_t n, int alpha) { return alpha < 0 ? n >> -alpha : n << alpha; }

uint64_t plan_threshold(const struct plan_input *in, const struct plan_pools *pools) {
  return scaled(pools->shared, in->alpha);
}

uint64_t plan_ttl_threshold(const struct plan_input *in, const struct plan_ttl *t, int i) {
  return scaled((t->weight[i] * t->shared >> 16) + t->partition_cells[i], in->alpha);
}

// Cells of the smallest partition: a largest packet of every port [TTL 1.3], and a threshold of one packet while the
// shared partition is full [TTL 1.4.2].
static uint64_t least_partition(const struct plan_input *in, const struct plan *p) {
  uint64_t packets = (uint64_t)in->ports, threshold = in->alpha < 0 ? UINT64_C(1) << -in->alpha : 1;
  return p->max_packet * (packets > threshold ? packets : threshold);
}

static void ttl_plan(const struct plan_input *in, struct plan *p) {
  struct plan_ttl *t = &p->ttl;
  uint64_t sum = 0;
  t->partitions = in->partitions != 0 ? in->partitions : in->classes;
  for (int i = 0; i < t->partitions; i++) {
    t->partition_cells[i] = in->partitions != 0 ? in->partition[i] / in->cell : i > 0 ? least_partition(in, p) : 0;
    sum += t->partition_cells[i];
  }
  for (int i = 0; i < t->partitions; i++) t->weight[i] = ttl_weight(t->partition_cells[i], sum);
  uint64_t taken = p->cells[PLAN_SIH].headroom + sum;
  t->shared = p->buffer_cells > taken ? p->buffer_cells - taken : 0;
  t->missing = taken > p->buffer_cells ? taken - p->buffer_cells : 0;
  uint64_t per_port = plan_bytes_in(in->mbps, in->rtt_ns);
  p->ncr = (uint64_t)in->ports * per_port;
  p->nkcr = (uint64_t)in->classes * p->ncr;
}

// ---- checks and defaults ----

static int range(struct error *err, const char *what, uint64_t value, uint64_t low, uint64_t high) {
  if (value >= low && value <= high) return 0;
  return error_set(err, "%s is %" PRIu64 "; it must be %" PRIu64 " to %" PRIu64, what, value, low, high);
}

static int check_ranges(const struct plan_input *in, struct error *err) {
  const struct {
    const char *what;
    uint64_t value, low, high;
  } r[] = {
      {"ports", (uint64_t)in->ports, 1, SLUICE_MAX_PORTS},
      {"classes", (uint64_t)in->classes, 1, SLUICE_MAX_CLASSES},
      {"the rate in Mb/s", in->mbps, 1, 1000000},
      {"mtu", in->mtu, PLAN_MIN_FRAME, PLAN_MAX_FRAME},
      {"min-packet", in->min_packet, PLAN_MIN_FRAME, in->mtu},
      {"cell", in->cell, 1, PLAN_MAX_FRAME},
      {"the delay in ns", in->wire_ns, 0, 100000000},
      {"the round trip in ns", in->rtt_ns, 0, 1000000000},
      {"the processing time in ns", in->proc_ns, 0, 100000000},
      {"the datapath's delay in ns", in->datapath_ns, 0, 100000000},
      {"message-wait", in->message_wait, 0, PLAN_MOST_WAIT},
      {"quanta", in->quanta, 0, 65535},
      {"buffer", in->buffer, 1, PLAN_MAX_BYTES},
      {"private", in->phi, 0, in->buffer},
      {"bm", in->bm, 0, PLAN_MAX_BYTES},
  };
  int status = 0;
  for (size_t i = 0; status == 0 && i < sizeof(r) / sizeof(*r); i++)
    status = range(err, r[i].what, r[i].value, r[i].low, r[i].high);
  if (status == 0 && (in->alpha < -8 || in->alpha > 7))
    status = error_set(err, "alpha is 2^%d; its exponent must be -8 to 7", in->alpha);
  return status;
}

// Sets the defaults of quanta and clock. A 64-byte frame takes at least one cycle: 512 bits per cycle, in Mb/s and MHz.
static int find_defaults(const struct plan_input *in, struct plan *p, struct error *err) {
  uint32_t least = (uint32_t)divide_up(in->mbps, 512);
  p->quanta = in->quanta != 0 ? in->quanta : plan_response_quanta(in->mbps);
  if (p->quanta == 0)
    return error_set(err, "no response time of 802.3 is known for %" PRIu64 " Mb/s; give --quanta", in->mbps);
  p->clock_mhz = in->clock_mhz != 0 ? in->clock_mhz : least > 250 ? least : 250;
  return range(err, "clock-mhz", p->clock_mhz, least > 1 ? least : 1, 2000);
}

// No active pause may expire: a round of messages and a frame must fit into PAUSE_TIME - REFRESH - 2 quanta
// (docs/hardware/messages.md).
static int check_refresh(const struct plan_input *in, const struct plan *p, struct error *err) {
  uint64_t spare = (uint64_t)(PLAN_PAUSE_TIME - PLAN_REFRESH - 2) * PLAN_QUANTUM_BYTES;
  uint64_t needs = clock_bytes(in, p, round_cycles(in) + 8) + in->mtu + PLAN_OVERHEAD;
  if (needs <= spare) return 0;
  return error_set(err,
                   "messages that wait %" PRIu32
                   " cycles make a round of %d cycles, in which an active pause expires; "
                   "lower --message-wait",
                   in->message_wait, round_cycles(in));
}

// The partition of class 0 may be empty.
static int check_partitions(const struct plan_input *in, const struct plan *p, struct error *err) {
  uint64_t least = least_partition(in, p) * in->cell, sum = 0;
  for (int i = 0; i < in->partitions; i++) {
    if (i > 0 && in->partition[i] < least)
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
  if (p->buffer_cells == 0)
    return error_set(err, "the buffer of %" PRIu64 " B is less than a cell of %" PRIu32 " B; raise --buffer",
                     in->buffer, in->cell);
  if (p->width > SLUICE_MAX_WIDTH)
    return error_set(err, "the buffer is %" PRIu64 " cells, a counter of %d bits cannot hold that; raise --cell",
                     p->buffer_cells, SLUICE_MAX_WIDTH);
  if (p->gfc.bm_cells < p->gfc.d_cells / 2)
    return error_set(err, "bm is %" PRIu64 " B; 2*C*tau in safe cells is %" PRIu64 " B, so give at least that", in->bm,
                     p->gfc.d_cells / 2 * in->cell);
  return 0;
}

int plan_make(const struct plan_input *in, struct plan *p, struct error *err) {
  *p = (struct plan){0};
  int status = check_ranges(in, err);
  if (status == 0) status = find_defaults(in, p, err);
  if (status != 0) return status;
  clock_plan(in, p);
  buffer_plan(in, p);
  gfc_plan(in, p);
  ttl_plan(in, p);
  status = check_refresh(in, p, err);
  if (status == 0) status = check_partitions(in, p, err);
  return status != 0 ? status : check_cells(in, p, err);
}

#include "tb/cli/plan/plan.h"

#include <stdio.h>

#include "cmodel/registers/sluice_check.h"
#include "cmodel/sluice_switch.h"
#include "tb/cli/plan/nvidia.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/gfc.h"
#include "tb/sim/scenario/ttl.h"

static uint64_t divide_up(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

uint32_t plan_port_mtu(const struct plan_input *in) { return in->port_mtu != 0 ? in->port_mtu : in->mtu; }

int plan_lossless_classes(const struct plan *p) { return __builtin_popcount(p->lossless); }

static uint32_t ports_below(int n) { return n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX; }

uint32_t plan_all_ports(const struct plan_input *in) { return ports_below(in->ports); }

bool plan_has_switch_credits(const struct plan_input *in) { return in->in_switch && in->credits != PLAN_NO_CREDITS; }

uint32_t plan_group_ports(const struct plan_input *in, int group) {
  if (in->groups == 0) return plan_all_ports(in);
  const int first = plan_first_port(in, group);
  return ports_below(first + in->group[group].ports) & ~ports_below(first);
}

bool plan_has_credits_everywhere(const struct plan_input *in, int group) {
  const uint32_t ports = plan_group_ports(in, group);
  return plan_has_switch_credits(in) && (in->credit_ports == 0 || (in->credit_ports & ports) == ports);
}

// ---- groups of ports ----

int plan_common_group(const struct plan_input *in) {
  int best = 0;
  for (int i = 1; i < in->groups; i++) {
    const struct plan_group *g = &in->group[i], *b = &in->group[best];
    if (g->mbps > b->mbps || (g->mbps == b->mbps && g->wire_ns > b->wire_ns)) best = i;
  }
  return best;
}

struct plan_input plan_of_group(const struct plan_input *in, int i) {
  struct plan_input one = *in;
  if (in->groups == 0) return one;
  one.groups = 0;
  one.mbps = in->group[i].mbps;
  one.wire_ns = in->group[i].wire_ns;
  one.quanta = in->group[i].quanta;
  if (in->group[i].phi != 0) one.phi = in->group[i].phi;
  return one;
}

int plan_first_port(const struct plan_input *in, int group) {
  int port = 0;
  for (int i = 0; i < group; i++) port += in->group[i].ports;
  return port;
}

const char *plan_ports_text(const struct plan_input *in, int group, char *text, size_t size) {
  const int first = plan_first_port(in, group), last = first + in->group[group].ports - 1;
  if (first == last)
    snprintf(text, size, "port %d", first);
  else
    snprintf(text, size, "ports %d to %d", first, last);
  return text;
}

void plan_set_groups(struct plan_input *in) {
  if (in->groups == 0) return;
  for (int i = 0; i < in->groups; i++)
    if (in->group[i].quanta == 0) in->group[i].quanta = in->quanta;
  const struct plan_group *common = &in->group[plan_common_group(in)];
  in->ports = plan_first_port(in, in->groups);
  in->mbps = common->mbps;
  in->wire_ns = common->wire_ns;
  in->quanta = common->quanta;
}

uint64_t plan_most_eta(const struct plan_input *in, const struct plan_pools *pools) {
  uint64_t most = pools->eta;
  for (int i = 0; i < in->groups; i++)
    if (pools->group_eta[i] > most) most = pools->group_eta[i];
  return most;
}

// The rates of all ports together.
static uint64_t all_mbps(const struct plan_input *in) {
  uint64_t mbps = in->groups == 0 ? (uint64_t)in->ports * in->mbps : 0;
  for (int i = 0; i < in->groups; i++) mbps += (uint64_t)in->group[i].ports * in->group[i].mbps;
  return mbps;
}

// ---- terms ----

int plan_side(enum sluice_scheme scheme) {
  return scheme == SLUICE_DSH ? PLAN_DSH : scheme == SLUICE_SHP ? PLAN_SHP : PLAN_SIH;
}

const struct plan_pools *plan_pools_of(const struct plan_input *in, const struct plan *p) {
  return &p->cells[plan_side(in->scheme)];
}

struct headroom plan_headroom(const struct plan_input *in, const struct plan *p) {
  return (struct headroom){.bps = in->mbps * 1000000,
                           .wire_ps = in->wire_ns * 1000,
                           .response = p->response,
                           .mtu = in->mtu,
                           .port_mtu = plan_port_mtu(in),
                           .min_packet = in->min_packet,
                           .cell = in->cell,
                           .large_share = in->large_share,
                           .mac_phy = in->mac_phy,
                           .gearbox_ps = in->gearbox_ns * 1000,
                           .tx_fifo = in->tx_fifo,
                           .datapath_ps = in->datapath_ns * 1000 + p->switch_ps,
                           .clock_hz = UINT64_C(1000) * p->clock_khz,
                           .dims = {.ports = in->ports, .classes = in->classes},
                           .message_wait = in->message_wait};
}

uint64_t plan_eq15(const struct plan_input *in, uint32_t quanta) {
  const struct plan p = {.response = (uint64_t)quanta * HEADROOM_QUANTUM};
  const struct headroom h = plan_headroom(in, &p);
  return headroom_eq15(&h);
}

// DSH Eq. 1 is TTL Eq. 15 without the control frames, with a response time of 3840 B.
uint64_t plan_eq1(const struct plan_input *in) { return plan_eq15(in, PLAN_PAPER_QUANTA) - headroom_control_frames(); }

// sluice_lossless_switch needs 2 S + 6 cycles from a frame's last word to its enqueue, 3 in its receiver of control
// frames, and 3 from a message to its frame (docs/hardware/latencies.md).
static void switch_plan(const struct plan_input *in, struct plan *p) {
  if (!in->in_switch) return;
  p->switch_cycles = 2 * (uint64_t)sluice_switch_slots(in->ports) + 6 + 3 + 3;
  p->switch_ps = divide_up(p->switch_cycles * UINT64_C(1000000000), p->clock_khz);
}

// For any number of ports, one packet can arrive and one can leave per cycle.
static void clock_plan(const struct plan_input *in, struct plan *p) {
  uint64_t mbps = all_mbps(in), wire = divide_up(1000 * mbps, 8 * (uint64_t)p->clock_khz);
  p->clock_all = divide_up(mbps, 8 * ((uint64_t)in->min_packet + ETHERNET_OVERHEAD));
  p->least_frame = wire > ETHERNET_OVERHEAD + MIN_FRAME ? wire - ETHERNET_OVERHEAD : MIN_FRAME;
}

static void bytes_plan(const struct plan_input *in, const struct headroom *h, struct plan *p) {
  p->eq1 = plan_eq1(in);
  p->eq15_60 = plan_eq15(in, PLAN_PAPER_QUANTA);
  p->eq15 = headroom_eq15(h);
  p->control = headroom_begun();
  p->devices = headroom_devices(h);
  p->mmu = headroom_mmu(h);
  uint64_t paper = in->basis == PLAN_EQ1 ? p->eq1 : p->eq15;
  p->need = in->basis == PLAN_NVIDIA ? nvidia_xoff(h, in->sonic, in->scheme == SLUICE_SHP)
                                     : paper + p->control + p->devices + p->mmu;
  // XON is set after at most 2 F cycles: freed cells return to the pool, then a scan visit sees the higher threshold.
  p->resume = paper + p->control + p->devices +
              headroom_bytes_of(h, 2 * (uint64_t)sluice_free_bound(&h->dims) + headroom_message_cycles(h));
}

// The sizes of SHP are those that SONiC computes for NVIDIA switches [spec 12]: the caps of all queues, less the
// private headroom of the ports, over the ratio.
static void share_headroom(const struct plan_input *in, uint64_t port, uint64_t caps, struct plan_pools *p) {
  uint64_t ports = (uint64_t)in->ports * port;
  p->port = port;
  p->pool = caps > ports ? divide_up(caps - ports, in->ratio != 0 ? in->ratio : 1) : 0;
  p->headroom = ports + p->pool;
}

// Sets eta, and the headroom of all groups.
static void sum_headroom(const struct plan_input *in, const struct plan *p, uint64_t eta, bool paper,
                         struct plan_pools *q) {
  const uint64_t per_port = q->groups / (uint64_t)in->ports;
  q->eta = eta;
  q->headroom = in->groups == 0 ? q->groups * eta : 0;
  for (int i = 0; i < in->groups; i++) {
    q->group_eta[i] = paper ? p->link[i].eq1 : p->link[i].eta;
    q->headroom += (uint64_t)in->group[i].ports * per_port * q->group_eta[i];
  }
}

static struct plan_pools pools(const struct plan_input *in, const struct plan *p, int side, uint64_t eta, bool paper) {
  const uint64_t unit = paper ? 1 : in->cell;
  uint64_t ports = (uint64_t)in->ports, queues = ports * (uint64_t)in->classes;
  uint64_t lossless = ports * (uint64_t)plan_lossless_classes(p);
  uint64_t buffer = paper ? in->buffer : p->buffer_cells;
  struct plan_pools q = {.groups = side == PLAN_DSH ? ports : lossless};
  sum_headroom(in, p, eta, paper, &q);
  if (side == PLAN_SHP) share_headroom(in, divide_up(in->port_headroom, unit), q.headroom, &q);
  q.phi = in->groups == 0 ? queues * divide_up(in->phi, unit) : 0;
  for (int i = 0; i < in->groups; i++)
    q.phi += (uint64_t)in->group[i].ports * (uint64_t)in->classes * divide_up(plan_of_group(in, i).phi, unit);
  if (in->basis == PLAN_NVIDIA) q.phi += lossless * divide_up(nvidia_round(in->xon), unit);
  uint64_t taken = q.headroom + q.phi;
  q.shared = buffer > taken ? buffer - taken : 0;
  q.missing = taken > buffer ? taken - buffer : 0;
  return q;
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

// Cells of the memory of sluice_switch that are not part of the MMU's buffer.
static uint64_t kept_cells(const struct plan_input *in) {
  const struct sluice_switch_dims dims = {.ports = in->ports, .cell_bytes = (int)in->cell};
  const uint32_t frame = plan_port_mtu(in) - PLAN_FCS;
  if (!in->in_switch) return 0;
  return (uint64_t)in->ports * sluice_switch_reserve(&dims, frame) +
         (in->flood != 0 ? sluice_switch_flood_reserve(&dims, frame) : 0);
}

// Headroom of a group. With credits, PRIVATE holds all that may arrive, and the MMU asks for a largest packet.
static uint64_t group_cells(const struct plan_input *in, int group, const struct headroom *h, const struct plan *p) {
  if (in->basis == PLAN_NVIDIA) return headroom_packet_cells(p->need, in->cell);
  return plan_has_credits_everywhere(in, group) ? p->max_packet : headroom_cells_of(h, p->need);
}

// The terms of each group of ports.
static int links_plan(const struct plan_input *in, struct plan *p, struct error *err) {
  for (int i = 0; i < in->groups; i++) {
    const struct plan_input one = plan_of_group(in, i);
    struct plan q = *p;
    int status = plan_find_response(&one, &q, err);
    if (status != 0) return status;
    const struct headroom h = plan_headroom(&one, &q);
    bytes_plan(&one, &h, &q);
    p->link[i] = (struct plan_link){
        q.quanta, q.response, q.eq1, q.eq15, q.devices, q.mmu, q.need, q.resume, group_cells(in, i, &h, &q)};
  }
  return 0;
}

static void buffer_plan(const struct plan_input *in, struct plan *p) {
  const struct headroom h = plan_headroom(in, p);
  bytes_plan(in, &h, p);
  p->worst_packet = headroom_worst_packet(in->min_packet, in->mtu, in->cell);
  p->others = headroom_other_cells(&h);
  p->kept_cells = kept_cells(in);
  uint64_t memory = in->buffer / in->cell;
  p->buffer_cells = memory > p->kept_cells ? memory - p->kept_cells : 0;
  p->phi_cells = headroom_packet_cells(plan_of_group(in, plan_common_group(in)).phi, in->cell);
  p->delta = 2 * headroom_packet_cells(in->mtu, in->cell);
  const uint64_t eta = group_cells(in, plan_common_group(in), &h, p);
  for (int i = PLAN_SIH; i <= PLAN_SHP; i++) {
    p->paper[i] = pools(in, p, i, p->eq1, true);
    p->cells[i] = pools(in, p, i, eta, false);
  }
  p->width = 26;
  while (wants_width(in, p, plan_most_eta(in, &p->cells[PLAN_DSH]))) p->width++;
}

// Practical GFC: Bm - B1 = 2*C*tau, which implies the conceptual bound D = 4*C*tau. Stage k is D / 2^(k+1) wide, so
// stage log2 D - 1 is the last one of at least one cell. The MMU has at most SLUICE_MAX_STAGES stages.
uint64_t plan_gfc_safe(const struct plan_input *in, const struct plan *p) {
  return headroom_stream_cells(2 * p->gfc.two_c_tau, p->worst_packet, in->cell);
}

static uint64_t two_c_tau(const struct plan_input *one, const struct headroom *h) {
  const uint64_t fixed_ns = 2 * one->wire_ns + one->proc_ns + one->period_ns;
  return 2 * headroom_frames(h) + headroom_bytes_in(h, 2 * fixed_ns * 1000);
}

// All ports have the same stages, so those of the link that needs most.
static void gfc_link(const struct plan_input *in, const struct plan *p, struct plan_gfc *g) {
  for (int i = 0; i == 0 || i < in->groups; i++) {
    const struct plan_input one = plan_of_group(in, i);
    const struct headroom h = plan_headroom(&one, p);
    if (two_c_tau(&one, &h) <= g->two_c_tau) continue;
    g->group = i;
    g->two_c_tau = two_c_tau(&one, &h);
    g->tau_ns =
        gfc_tau_ns((double)headroom_frames(&h) / 2, (double)one.mbps / 1000, (double)one.wire_ns, (double)one.proc_ns);
  }
}

static void gfc_plan(const struct plan_input *in, struct plan *p) {
  struct plan_gfc *g = &p->gfc;
  gfc_link(in, p, g);
  uint64_t safe = plan_gfc_safe(in, p);
  for (g->d_cells = 4; g->d_cells < safe;) g->d_cells *= 2;
  g->bm_cells = in->bm != 0 ? in->bm / in->cell : g->d_cells;
  g->bm = in->bm != 0 ? in->bm : 2 * g->two_c_tau;
  g->b_cells = p->buffer_cells / ((uint64_t)in->ports * (uint64_t)in->classes);
  g->stages = gfc_last_stage(g->d_cells);
  if (g->stages > SLUICE_MAX_STAGES) g->stages = SLUICE_MAX_STAGES;
  g->stages_paper = gfc_last_stage(2 * g->two_c_tau);
  g->worst_bps = MIN_FRAME * 8e9 / (in->period_ns != 0 ? (double)in->period_ns : g->tau_ns);
  g->steady_bps = in->period_ns != 0 ? g->worst_bps : g->worst_bps / 8;
}

int64_t plan_gfc_most_base(const struct plan_gfc *g) { return (int64_t)g->bm - 2 * (int64_t)g->two_c_tau; }

int64_t plan_stage_cells(const struct plan_gfc *g, int k) { return (int64_t)g->bm_cells - (int64_t)(g->d_cells >> k); }

uint64_t plan_gfc_need(const struct plan *p) { return p->gfc.bm_cells + p->max_packet + p->others; }

uint64_t plan_gfc_missing(const struct plan *p) {
  uint64_t need = plan_gfc_need(p);
  return need > p->gfc.b_cells ? need - p->gfc.b_cells : 0;
}

// Saturates as a counter does.
static uint64_t scaled(const struct plan_input *in, const struct plan *p, uint64_t n) {
  return sluice_scale(in->alpha, (UINT64_C(1) << p->width) - 1, n);
}

uint64_t plan_threshold(const struct plan_input *in, const struct plan *p, int side) {
  return scaled(in, p, p->cells[side].shared);
}

bool plan_pauses_every_queue(const struct plan_input *in, const struct plan *p) {
  return p->cells[PLAN_DSH].missing == 0 && plan_threshold(in, p, PLAN_DSH) <= plan_most_eta(in, &p->cells[PLAN_DSH]);
}

int plan_receivers(const struct plan_input *in) {
  return in->receivers != 0 ? in->receivers : in->ports > 1 ? in->ports - 1 : 1;
}

uint64_t plan_paused_egress(const struct plan_input *in, const struct plan *p, int side) {
  const struct plan_pools *d = &p->cells[side];
  const uint64_t n = (uint64_t)in->senders, eta = side == PLAN_DSH ? plan_most_eta(in, d) : 0;
  uint64_t low = 0, high = d->shared / n + 1;  // cells of a queue above its private ones: not paused; paused
  while (high - low > 1) {
    const uint64_t w = low + (high - low) / 2;
    *(w > sluice_minus(scaled(in, p, sluice_minus(d->shared, n * w)), eta) ? &high : &low) = w;
  }
  return n * (high + p->phi_cells) / (uint64_t)plan_receivers(in);
}

uint64_t plan_ttl_threshold(const struct plan_input *in, const struct plan *p, int i) {
  const struct plan_ttl *t = &p->ttl;
  return scaled(in, p, (t->weight[i] * t->shared >> 16) + t->partition_cells[i]);
}

// A largest packet of every port [TTL 1.3], and a threshold of one packet while the
// shared partition is full [TTL 1.4.2].
uint64_t plan_least_partition(const struct plan_input *in, const struct plan *p) {
  uint64_t packets = (uint64_t)in->ports, threshold = in->alpha < 0 ? UINT64_C(1) << -in->alpha : 1;
  return p->max_packet * (packets > threshold ? packets : threshold);
}

int plan_ttl_first_class(const struct plan_input *in) { return in->tree_levels != 0 ? 0 : 1; }

// The bytes of a link in a round trip.
static uint64_t window(const struct plan_input *one, const struct plan *p) {
  const struct headroom h = plan_headroom(one, p);
  return headroom_bytes_in(&h, one->rtt_ns * 1000);
}

static void ttl_plan(const struct plan_input *in, struct plan *p) {
  struct plan_ttl *t = &p->ttl;
  uint64_t sum = 0;
  t->partitions = in->partitions != 0 ? in->partitions : in->classes;
  for (int i = 0; i < t->partitions; i++) {
    const uint64_t least = i >= plan_ttl_first_class(in) ? plan_least_partition(in, p) : 0;
    t->partition_cells[i] = in->partitions != 0 ? in->partition[i] / in->cell : least;
    sum += t->partition_cells[i];
  }
  for (int i = 0; i < t->partitions; i++) t->weight[i] = ttl_weight(t->partition_cells[i], sum);
  uint64_t taken = p->cells[PLAN_SIH].headroom + sum;
  t->shared = p->buffer_cells > taken ? p->buffer_cells - taken : 0;
  t->missing = taken > p->buffer_cells ? taken - p->buffer_cells : 0;
  p->ncr = in->groups == 0 ? (uint64_t)in->ports * window(in, p) : 0;
  for (int i = 0; i < in->groups; i++) {
    const struct plan_input one = plan_of_group(in, i);
    p->ncr += (uint64_t)in->group[i].ports * window(&one, p);
  }
  p->nkcr = (uint64_t)in->classes * p->ncr;
}

int plan_make(const struct plan_input *in, struct plan *p, struct error *err) {
  *p = (struct plan){0};
  int status = plan_check_input(in, p, err);
  if (status != 0) return status;
  clock_plan(in, p);
  switch_plan(in, p);
  p->max_packet = (uint32_t)headroom_packet_cells(plan_port_mtu(in), in->cell);
  status = links_plan(in, p, err);
  if (status != 0) return status;
  buffer_plan(in, p);
  gfc_plan(in, p);
  ttl_plan(in, p);
  return plan_check_result(in, p, err);
}

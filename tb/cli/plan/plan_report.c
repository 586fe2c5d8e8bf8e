#include <inttypes.h>

#include "tb/cli/plan/plan_credits.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"
#include "tb/sim/results/terminal.h"
#include "tb/sim/scenario/ttl.h"

static const char *const side_name[] = {[PLAN_SIH] = "SIH", [PLAN_DSH] = "DSH", [PLAN_SHP] = "SHP"};

static double gbps(const struct plan_input *in) { return (double)in->mbps / 1000; }

static void clock_rate(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "MMU clock %.10g MHz, one packet in and one out per cycle:\n", p->clock_khz / 1e3);
  if (1000 * p->clock_all <= p->clock_khz)
    fprintf(f, "  enough for all ports at once, which need %" PRIu64 " MHz\n", p->clock_all);
  else
    fprintf(f, "  enough for frames of at least %" PRIu64 " B; all ports with %" PRIu32 " B need %" PRIu64 " MHz\n",
            p->least_frame, in->min_packet, p->clock_all);
}

static void response(const struct plan_input *in, const struct plan *p, FILE *f) {
  if (in->response != 0)
    fprintf(f, "response time %" PRIu64 " B (given)\n", in->response);
  else
    fprintf(f, "response time %" PRIu32 " quanta (%s)\n", p->quanta, in->quanta != 0 ? "given" : "802.3");
}

static void title(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "%d ports x %d classes, ", in->ports, in->classes);
  if (in->groups == 0) fprintf(f, "%g Gb/s, ", gbps(in));
  fprintf(f, "frames of %" PRIu32 " to %" PRIu32 " B", in->min_packet, in->mtu);
  if (in->groups == 0) fprintf(f, ", wire %g us", (double)in->wire_ns / 1000);
  fputc('\n', f);
  if (plan_lossless_classes(p) != in->classes) fprintf(f, "%d lossless classes\n", plan_lossless_classes(p));
  if (plan_port_mtu(in) != in->mtu) fprintf(f, "frames of lossy classes up to %" PRIu32 " B\n", plan_port_mtu(in));
  fprintf(f, "buffer %" PRIu64 " B in cells of %" PRIu32 " B", in->buffer, in->cell);
  if (in->groups == 0) fputs(", ", f);
  if (in->groups == 0)
    response(in, p, f);
  else
    fputc('\n', f);
  clock_rate(in, p, f);
}

static void amount(FILE *f, const char *what, uint64_t bytes) { fprintf(f, "  %-58s %12" PRIu64 " B\n", what, bytes); }

// What SONiC's other releases compute.
static void other_releases(const struct plan_input *in, const struct plan *p, FILE *f) {
  const struct headroom h = plan_headroom(in, p);
  char line[80];
  for (int v = 0; v < NVIDIA_VERSIONS; v++) {
    if (v == (int)in->sonic) continue;
    snprintf(line, sizeof(line), "  that of %s, with --sonic %s", nvidia_releases[v], nvidia_versions[v]);
    amount(f, line, nvidia_xoff(&h, (enum nvidia_version)v, in->scheme == SLUICE_SHP));
  }
}

static void headroom(const struct plan_input *in, const struct plan *p, FILE *f) {
  static const char *const needed[] = {
      [PLAN_EQ15] = "needed: Eq. 15 and these", [PLAN_EQ1] = "needed: Eq. 1 and these"};
  char line[80], nvidia[80];
  fprintf(f, "\nHeadroom of one group: a queue (SIH, SHP, TTL) or a port (DSH)\n");
  amount(f, "eta [DSH Eq. 1]", p->eq1);
  amount(f, "b_hr [TTL Eq. 15], 60 quanta", p->eq15_60);
  snprintf(line, sizeof(line), "b_hr [TTL Eq. 15], %" PRIu32 " quanta", p->quanta);
  amount(f, line, p->eq15);
  amount(f, "a control frame that the port has begun", p->control);
  if (p->devices != 0) amount(f, "MAC, PHY, gearboxes and transmit FIFO", p->devices);
  amount(f, "frames that arrive while datapath and MMU react", p->mmu);
  snprintf(nvidia, sizeof(nvidia), "needed: SONiC %s for NVIDIA switches", nvidia_releases[in->sonic]);
  amount(f, in->basis == PLAN_NVIDIA ? nvidia : needed[in->basis], p->need);
  if (in->basis == PLAN_NVIDIA) other_releases(in, p, f);
}

// Every port has its own headroom: the terms of the groups.
static void groups(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "\nHeadroom of a queue (SIH, SHP, TTL) or a port (DSH), by group of ports\n");
  fprintf(f, "  %-16s %8s %9s %9s %10s %10s %10s %8s\n", "", "Gb/s", "wire, us", "quanta", "Eq. 1, B", "Eq. 15, B",
          "needed, B", "cells");
  for (int i = 0; i < in->groups; i++) {
    const struct plan_link *l = &p->link[i];
    char ports[32];
    fprintf(f, "  %-16s %8g %9g %9" PRIu32 " %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %8" PRIu64 "\n",
            plan_ports_text(in, i, ports, sizeof(ports)), (double)in->group[i].mbps / 1000,
            (double)in->group[i].wire_ns / 1000, l->quanta, l->eq1, l->eq15, l->need, l->eta);
  }
  if (in->phi != 0) fprintf(f, "  private, of a queue: %" PRIu64 " cells\n", p->phi_cells);
  for (int i = 0; i < in->groups; i++) {
    char ports[32];
    if (in->group[i].phi != 0)
      fprintf(f, "  private, of a queue, %s: %" PRIu64 " cells\n", plan_ports_text(in, i, ports, sizeof(ports)),
              headroom_packet_cells(in->group[i].phi, in->cell));
  }
}

static void cells_line(FILE *f, const char *what, uint64_t cells, uint64_t bytes, uint32_t cell) {
  uint64_t taken = cells * cell;
  fprintf(f, "  %-37s %9" PRIu64 " %10" PRIu64 " %10" PRId64 " %7.2f\n", what, cells, taken,
          (int64_t)taken - (int64_t)bytes, bytes != 0 ? (double)taken / (double)bytes : 1.0);
}

static void stream(FILE *f, uint32_t packet, const char *note, uint64_t bytes, uint32_t cell) {
  char line[80];
  snprintf(line, sizeof(line), "packets of %" PRIu32 " B%s", packet, note);
  cells_line(f, line, headroom_stream_cells(bytes, packet, cell), bytes, cell);
}

static void rounding(const struct plan_input *in, const struct plan *p, FILE *f) {
  char line[80];
  uint32_t jump = in->cell + 1;
  snprintf(line, sizeof(line), "%" PRIu64 " B of headroom in cells", p->need);
  fprintf(f, "\n%-39s %9s %10s %10s %7s\n", line, "cells", "bytes", "wasted", "factor");
  cells_line(f, "in one piece (loses packets)", headroom_packet_cells(p->need, in->cell), p->need, in->cell);
  stream(f, in->mtu, "", p->need, in->cell);
  if (jump >= in->min_packet && jump <= in->mtu) stream(f, jump, ", a cell and a byte", p->need, in->cell);
  stream(f, p->worst_packet, ", the worst", p->need, in->cell);
  if (in->basis == PLAN_NVIDIA)
    snprintf(line, sizeof(line), "headroom: the formula's own cells");
  else if (in->large_share != 0)
    snprintf(line, sizeof(line), "register: %u %% worst, a packet, %" PRIu64 " others", 100 - in->large_share,
             p->others);
  else
    snprintf(line, sizeof(line), "register: worst, a packet, %" PRIu64 " others", p->others);
  cells_line(f, line, p->cells[PLAN_DSH].eta, p->need, in->cell);
  if (in->phi != 0) cells_line(f, "private, of a queue", p->phi_cells, in->phi, in->cell);
  cells_line(f, "buffer", p->buffer_cells, in->buffer, in->cell);
}

static void pool_row(FILE *f, const char *what, uint64_t sih, uint64_t dsh, const char *unit) {
  fprintf(f, "  %-34s %16" PRIu64 " %16" PRIu64 "%s%s\n", what, sih, dsh, unit[0] != '\0' ? " " : "", unit);
}

// Side SIH, and beside it DSH or SHP.
static void pools(FILE *f, const char *caption, const struct plan_pools *all, int side, bool by_group,
                  const char *unit) {
  const struct plan_pools *s = &all[PLAN_SIH], *d = &all[side];
  char line[40];
  fprintf(f, "\n%-36s %16s %16s\n", caption, side_name[PLAN_SIH], side_name[side]);
  pool_row(f, "headroom groups", s->groups, d->groups, "");
  if (!by_group) pool_row(f, "headroom of one", s->eta, d->eta, unit);
  if (side == PLAN_SHP) pool_row(f, "private headroom of a port", 0, d->port, unit);
  if (side == PLAN_SHP) pool_row(f, "headroom pool", 0, d->pool, unit);
  pool_row(f, side == PLAN_SHP ? "headroom in all" : "headroom in all; DSH: insurance", s->headroom, d->headroom, unit);
  pool_row(f, "private in all", s->phi, d->phi, unit);
  pool_row(f, "shared pool left", s->shared, d->shared, unit);
  if (s->missing != 0 || d->missing != 0) pool_row(f, "buffer too small by", s->missing, d->missing, unit);
  if (s->shared == 0 || d->shared == 0) return;
  snprintf(line, sizeof(line), "shared pool, %s to %s", side_name[side], side_name[PLAN_SIH]);
  fprintf(f, "  %-34s %33.2f x\n", line, (double)d->shared / (double)s->shared);
}

// eta: of DSH; resume: bytes
static void queue_rows(const struct plan_input *in, const struct plan *p, const uint64_t *t, uint64_t eta,
                       uint64_t resume, FILE *f) {
  uint64_t xqoff[] = {t[0], t[1] > eta ? t[1] - eta : 0}, held[2];
  uint64_t busy = headroom_stream_cells(resume, p->worst_packet, in->cell);
  for (int i = 0; i < 2; i++) held[i] = p->phi_cells + (xqoff[i] > p->delta ? xqoff[i] - p->delta : 0);
  pool_row(f, "Xqoff of the empty buffer", xqoff[0], xqoff[1], "cells");
  pool_row(f, "held at XON, with private", held[0], held[1], "cells");
  pool_row(f, "needed there for full throughput", busy, busy, "cells");
}

// While the whole pool is free, a queue may hold T.
static void threshold(const struct plan_input *in, const struct plan *p, int side, FILE *f) {
  const struct plan_pools *d = &p->cells[side];
  const uint64_t t[] = {plan_threshold(in, p, PLAN_SIH), plan_threshold(in, p, side)};
  char ports[32];
  pool_row(f, "T of the empty buffer", t[0], t[1], "cells");
  if (in->groups == 0) queue_rows(in, p, t, side == PLAN_DSH ? d->eta : 0, p->resume, f);
  for (int i = 0; i < in->groups; i++) {
    fprintf(f, "  %s, %g Gb/s:\n", plan_ports_text(in, i, ports, sizeof(ports)), (double)in->group[i].mbps / 1000);
    queue_rows(in, p, t, side == PLAN_DSH ? d->group_eta[i] : 0, p->link[i].resume, f);
  }
  if (side == PLAN_DSH && plan_pauses_every_queue(in, p))
    fprintf(f,
            "  DSH: T is not above eta%s, so every queue%s pauses above its private buffer;\n"
            "  raise --alpha or --buffer\n",
            in->groups == 0 ? "" : " of all ports", in->groups == 0 ? "" : " of a port with that eta");
}

// ECN must mark before PFC pauses [TTL 2.2].
static void ecn(const struct plan_input *in, const struct plan *p, int side, FILE *f) {
  const uint64_t held[] = {plan_paused_egress(in, p, PLAN_SIH), plan_paused_egress(in, p, side)},
                 kmin = in->kmin / in->cell;
  fprintf(f, "\n%-36s %16s %16s\n", "ECN and pauses", side_name[PLAN_SIH], side_name[side]);
  pool_row(f, "ingress queues to one egress queue", (uint64_t)in->senders, (uint64_t)in->senders, "");
  pool_row(f, "egress queues of one ingress queue", (uint64_t)plan_receivers(in), (uint64_t)plan_receivers(in), "");
  pool_row(f, "egress queue when these pause", held[0], held[1], "cells");
  pool_row(f, "Kmin", kmin, kmin, "cells");
  fprintf(f, "  %-34s %16s %16s\n", "first", kmin < held[0] ? "ECN" : "PFC", kmin < held[1] ? "ECN" : "PFC");
  if (in->receivers == 0)
    fprintf(f, "  an ingress queue is assumed to feed all other ports; --receivers gives another number\n");
}

static void two_sides(const struct plan_input *in, const struct plan *p, int side, FILE *f) {
  pools(f, "Buffer as the papers count: Eq. 1", p->paper, side, in->groups != 0, "B");
  pools(f, "Buffer in cells: registers", p->cells, side, in->groups != 0, "cells");
  threshold(in, p, side, f);
  if (in->kmin != 0) ecn(in, p, side, f);
}

static void pool_load(FILE *f, struct plan_pool_load load) {
  if (load.lost != 0)
    fprintf(f, " %11" PRIu64 " %11" PRIu64, load.ports, load.lost);
  else
    fprintf(f, " %11" PRIu64 " %11s", load.ports, "-");
}

static void first_loss(const struct plan_input *in, const struct plan *p, int unit, FILE *f) {
  const struct plan_first_loss x = plan_first_loss(in, p, unit == 1 ? &p->paper[PLAN_SHP] : &p->cells[PLAN_SHP]);
  const char *what = unit == 1 ? "Eq. 1" : "registers";
  if (x.lost == 0)
    fprintf(f, "  %s: no load loses\n", what);
  else
    fprintf(f, "  %s: %" PRIu64 " ports x %d classes and %d of another port lose %" PRIu64 " %s\n", what, x.full_ports,
            plan_lossless_classes(p), x.classes, x.lost, unit == 1 ? "B" : "cells");
}

// The loads that the headroom pool serves, if each paused queue uses all its headroom at the same time.
static void pool_loads(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "\n%-28s %11s %11s %11s %11s\n", "Headroom pool, SHP", "Eq. 1:", "next port", "registers:", "next port");
  fprintf(f, "%-28s %11s %11s %11s %11s\n", "  paused classes of a port", "ports", "loses, B", "ports", "loses, cells");
  for (int classes = 1; classes <= plan_lossless_classes(p); classes++) {
    fprintf(f, "  %-26d", classes);
    pool_load(f, plan_pool_load(in, &p->paper[PLAN_SHP], classes));
    pool_load(f, plan_pool_load(in, &p->cells[PLAN_SHP], classes));
    fputc('\n', f);
  }
  if (in->groups != 0) fprintf(f, "  ports with the largest headroom are the first\n");
  fprintf(f, "smallest load that loses:\n");
  first_loss(in, p, 1, f);
  first_loss(in, p, 0, f);
}

// Classes of a tree with a class for each hop of a route that bounces once, and with the two options of [TTL 2.3].
static void tree(const struct plan_input *in, const struct plan *p, FILE *f) {
  const int levels = in->tree_levels, hops = ttl_tree_hops(levels), bounced = ttl_tree_bounced_hops(levels);
  const struct {
    const char *what;
    int hops, classes;
  } rows[] = {{"a class for each hop, with one bounce", bounced, bounced},
              {"every second class", bounced, hops},
              {"and no bounced packets: a quarter", hops, ttl_tree_classes(levels)}};
  char title[64];
  snprintf(title, sizeof(title), "TTL in a tree of %d level%s [TTL 2.3]", levels, levels == 1 ? "" : "s");
  fprintf(f, "\n%-42s %6s %8s %15s\n", title, "hops", "classes", "headroom, cells");
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
    fprintf(f, "  %-40s %6d %8d %15" PRIu64 "\n", rows[i].what, rows[i].hops, rows[i].classes,
            (uint64_t)rows[i].classes * p->cells[PLAN_DSH].headroom);  // of a queue at each port
}

static void ttl(const struct plan_input *in, const struct plan *p, FILE *f) {
  const struct plan_ttl *t = &p->ttl;
  uint64_t sum = 0, weight = 0;
  fprintf(f, "\nTTL: weights of Eq. 16, 0.16 fixed point, rounded down (1 is 65536)\n");
  fprintf(f, "  %-10s %10s %16s %22s\n", "", "weight", "partition", "t of the empty buffer");
  for (int i = 0; i < t->partitions; i++) {
    sum += t->partition_cells[i];
    weight += t->weight[i];
    if (t->partition_cells[i] == 0)
      fprintf(f, "  class %-4d %10s %16s   (only at hosts)\n", i, "-", "-");
    else
      fprintf(f, "  class %-4d %10" PRIu32 " %10" PRIu64 " cells %16" PRIu64 " cells\n", i, t->weight[i],
              t->partition_cells[i], plan_ttl_threshold(in, p, i));
  }
  fprintf(f, "  %-10s %10" PRIu64 " %10" PRIu64 " cells; lost by rounding: %" PRIu64 "\n", "in all", weight, sum,
          65536 - weight);
  fprintf(f, "  headroom %" PRIu64 " cells, shared partition %" PRIu64 " cells\n", p->cells[PLAN_SIH].headroom,
          t->shared);
  if (t->missing != 0) fprintf(f, "  buffer too small by %" PRIu64 " cells\n", t->missing);
  amount(f, "work conservation, partitions alone: n*k*C*RTT", p->nkcr);
  amount(f, "work conservation, shared: n*C*RTT", p->ncr);
}

static void stage_row(const struct plan_input *in, const struct plan *p, int k, FILE *f) {
  const struct plan_gfc *g = &p->gfc;
  int64_t cells = plan_stage_cells(g, k);
  double bytes = (double)g->bm - 2.0 * (double)g->two_c_tau / (double)(UINT64_C(1) << k);
  double share = 1.0 / (double)(UINT64_C(1) << k);
  fprintf(f, "  B%-3d %16.1f %16" PRId64 " %16" PRId64 " %18.6g\n", k, bytes, cells, cells * (int64_t)in->cell,
          gbps(in) * share);
}

static void gfc(const struct plan_input *all, const struct plan *p, FILE *f) {
  const struct plan_gfc *g = &p->gfc;
  const struct plan_input link = plan_of_group(all, g->group), *in = &link;
  char ports[32];
  double rate = (double)in->mbps * 1e6;
  const char *age = in->period_ns != 0 ? "(tau + T)" : "tau";
  fprintf(f, "\nGFC: tau = 2*MTU/C + 2*wire + %g us\n", (double)in->proc_ns / 1000);
  if (all->groups != 0)
    fprintf(f, "  of %s, which need the largest D; the stages of all ports\n",
            plan_ports_text(all, g->group, ports, sizeof(ports)));
  if (in->period_ns != 0) fprintf(f, "  reports of the room every T = %g us\n", (double)in->period_ns / 1000);
  fprintf(f, "  tau %.4g us; C*%s %" PRIu64 " B; Bm - B1 = 2*C*%s = %" PRIu64 " B\n", g->tau_ns / 1000, age,
          g->two_c_tau / 2, age, g->two_c_tau);
  if (in->period_ns != 0)
    fprintf(f, "  B0 <= Bm - 4*C*(tau + T) = %" PRId64 " B%s; our reading of Theorem 4.1\n", plan_gfc_most_base(g),
            plan_gfc_most_base(g) < 0 ? ": negative, no B0 is safe" : "");
  fprintf(f, "  N = %d at one byte a cell\n", g->stages_paper);
  fprintf(f, "  feedback: worst %.4g Mb/s = %.3g %%, steady %.4g Mb/s = %.3g %%\n", g->worst_bps / 1e6,
          100 * g->worst_bps / rate, g->steady_bps / 1e6, 100 * g->steady_bps / rate);
  uint64_t safe = plan_gfc_safe(in, p);
  fprintf(f, "  D = Bm - B0 = 4*C*%s: %" PRIu64 " cells are safe, %" PRIu64 " as a power of two; N = %d\n", age, safe,
          g->d_cells, g->stages);
  uint64_t queues = (uint64_t)in->ports * (uint64_t)in->classes;
  fprintf(f,
          "  Bm %" PRIu64 " cells x %" PRIu64 " queues = %" PRIu64 " cells; B = %" PRIu64
          "\n"
          "  the buffer has %" PRIu64 " cells\n",
          g->bm_cells, queues, g->bm_cells * queues, g->b_cells, p->buffer_cells);
  if (plan_gfc_missing(p) != 0)
    fprintf(f, "  does not fit: Bm, a packet and K are %" PRIu64 " cells, %" PRIu64 " more than B\n", plan_gfc_need(p),
            plan_gfc_missing(p));
  fprintf(f, "  %-4s %16s %16s %16s %18s\n", "", "closed form, B", "register, cells", "register, B",
          "rate above, Gb/s");
  for (int k = 0; k <= g->stages; k++) stage_row(in, p, k, f);
  fprintf(f, "  B0 is a point of the curve: stage 0 is [0, B1)\n");
}

// Returns the buffers of all channels.
static uint64_t group_credits(const struct plan_input *in, const struct plan *p, int group, FILE *f) {
  const struct plan_credits x = plan_credits_make(in, p, group);
  char ports[32] = "";
  fprintf(f, "\nCredits of a channel of %s, of %u B each%s%s\n",
          in->credits == PLAN_INFINIBAND ? "InfiniBand" : "Ultra Ethernet", x.size, in->groups != 0 ? ", " : "",
          in->groups != 0 ? plan_ports_text(in, group, ports, sizeof(ports)) : "");
  const struct {
    const char *what, *unit;
    uint64_t value;
  } rows[] = {{"a packet of the MTU", "", x.packet},
              {"amount that makes a message due", "", x.amount},
              {"loop of a packet and its credits", "ns", x.loop_ns},
              {"needed for the full rate", "", x.needed},
              {"at most, by the counter", "", x.most},
              {"buffer of a channel", "B", x.bytes},
              {"buffers of all lossless channels", "B", x.all},
              {"longest wire at the full rate", "m", x.longest_m}};
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
    fprintf(f, "  %-34s %16" PRIu64 "%s%s\n", rows[i].what, rows[i].value, *rows[i].unit != 0 ? " " : "", rows[i].unit);
  if (x.needed > x.most) fprintf(f, "  too few by the counter: the link is idle at times\n");
  return x.all;
}

static void credits(const struct plan_input *in, const struct plan *p, FILE *f) {
  uint64_t all = 0;
  for (int i = 0; i == 0 || i < in->groups; i++) all += group_credits(in, p, i, f);
  if (all > in->buffer) fprintf(f, "  the buffer is too small for static limits on all channels\n");
}

// The reason why there are no registers at all, or why the RTL does not take them.
static void no_registers(const struct plan_input *in, const struct plan *p, FILE *f) {
  struct plan_registers r;
  struct error err;
  const char *what = "No registers:";
  if (plan_scheme_check(in, p, &err) == 0) {
    if (plan_register_values(in, p, &r, &err) == 0) return;
    what = "No registers in RTL:";
  }
  fputc('\n', f);
  terminal_wrap(err.text, fprintf(f, "%s", what), 2, TERMINAL_COLUMNS, f);
}

void plan_report(const struct plan_input *in, const struct plan *p, bool all, FILE *f) {
  title(in, p, f);
  const bool has_headroom = all || in->scheme != SLUICE_GFC;
  if (has_headroom && in->groups != 0) groups(in, p, f);
  if (has_headroom && in->groups == 0) headroom(in, p, f);
  if (has_headroom && in->groups == 0) rounding(in, p, f);
  if (all || in->scheme == SLUICE_SIH || in->scheme == SLUICE_DSH) two_sides(in, p, PLAN_DSH, f);
  if (all || in->scheme == SLUICE_SHP) two_sides(in, p, PLAN_SHP, f);
  if (all || in->scheme == SLUICE_SHP) pool_loads(in, p, f);
  if (in->tree_levels != 0) tree(in, p, f);
  if (all || in->scheme == SLUICE_TTL) ttl(in, p, f);
  if (all || in->scheme == SLUICE_GFC) gfc(in, p, f);
  if (in->credits != PLAN_NO_CREDITS) credits(in, p, f);
  no_registers(in, p, f);
}

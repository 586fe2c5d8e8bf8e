#include "tests/switch/play.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/switch/sluice_watchdog.h"
#include "tb/cosim/lockstep_switch.h"
#include "tests/switch/frames.h"

enum { MACS = 16, BEGUN = 2, BEGIN_CYCLES = 4, PAST = 8, LEVELS = 3 };

struct play_port {
  struct sluice_link link;
  int begun, out;            // started frames that have not been dequeued; started frames that have not ended
  uint32_t wait[BEGUN + 1];  // cycles until the oldest frame may be dequeued
  bool up, inside, ending;   // inside: in the middle of a frame; ending: the next word has tlast and tuser
  bool told;                 // the end of the frame on the output is reported
  bool watched;              // the watchdog drops the started frame
  bool storm[SWITCH_MAX_CLASSES];
  uint64_t shut[SWITCH_MAX_CLASSES];
  int fall;  // pending messages after the link fell, one of each level
};

struct play {
  const struct switch_dims *dims;
  struct sluice_switch *sw;
  uint64_t rng;
  struct play_port port[SWITCH_MAX_PORTS];
  struct switch_out last;
  struct sluice_in message;  // from outside; reaches the MMU a cycle later
  uint32_t high;             // upper half of a counter, latched by a read of the low word
  bool floods;               // the copier holds a cell
  uint64_t cycle, past_gate[PAST][2], past_storm[PAST][2];  // gates and storms of cycle n at n % PAST
  uint16_t past_link[PAST];                                 // and links
  int answer;  // cycles until the answer of the MMU is ready; 0: no read is pending
};

static void *create(const struct switch_dims *d) {
  struct play *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  p->dims = d;
  p->rng = 1;
  p->cycle = PAST;
  struct sluice_switch_dims dims = switch_model_dims(d, MACS);
  if (sluice_switch_new(&p->sw, &dims) != 0) {
    free(p);
    return NULL;
  }
  for (int i = 0; i < d->ports; i++) p->port[i].up = true;
  p->last.in_ready = (uint16_t)((1u << d->ports) - 1);
  p->last.free = (uint32_t)d->cells;
  return p;
}

static void destroy(void *handle) {
  struct play *p = handle;
  sluice_switch_free(p->sw);
  free(p);
}

// Reports the end of a frame once.
static void end(struct switch_out *out, int port, enum sluice_switch_reason reason, bool *told) {
  if (*told) return;
  *told = true;
  out->ended |= (uint16_t)(1u << port);
  out->ended_reason[port] = (uint8_t)reason;
}

// The events of all ports in this cycle.
static void ports(struct play *p, const struct switch_in *in, struct switch_out *out) {
  for (int i = 0; i < p->dims->ports; i++) {
    struct play_port *port = &p->port[i];
    const struct switch_word *o = &p->last.out[i];
    size_t n;
    if (o->valid && o->last && !o->user) end(out, i, SLUICE_SWITCH_NONE, &port->told);
    if (o->valid && in->out_ready >> i & 1) port->told = false;
    struct sluice_beat from_mac = lockstep_beat(&in->in[i]), w;
    bool is_up = port->up && p->last.ready, ready = p->last.in_ready >> i & 1;
    w = sluice_link_word(&port->link, is_up, &from_mac);
    sluice_link_step(&port->link, is_up, ready, &from_mac);
    if (w.valid && ready) sluice_switch_word(p->sw, i, w.data, __builtin_popcount(w.keep), w.last, w.bad);
    if (port->watched && sluice_switch_flush(p->sw, i, SLUICE_SWITCH_WATCHDOG)) {
      bool first = false;
      port->watched = false;
      port->out--;
      end(out, i, SLUICE_SWITCH_WATCHDOG, &first);
    }
    bool up = in->link_up >> i & 1;
    if (port->up && !up) port->fall = LEVELS;
    if (up != port->up) sluice_switch_link(p->sw, i, up);
    port->up = up;
    if (!up && !(out->ended >> i & 1) && sluice_switch_next(p->sw, i, &n) != NULL) {
      bool first = false;
      port->ending |= port->inside;
      port->inside = false;
      port->watched = false;
      sluice_switch_flush(p->sw, i, SLUICE_SWITCH_LINK);
      port->out--;
      end(out, i, SLUICE_SWITCH_LINK, &first);
    }
  }
}

// The register slave takes one access per cycle and responds in the next cycle.
static void registers(struct play *p, const struct switch_in *in, struct sluice_in *mmu, struct switch_out *out) {
  out->bvalid = p->last.bvalid && !in->bready;
  out->rvalid = p->last.rvalid && !in->rready;
  out->rdata = p->last.rdata;
  if (in->awvalid && in->wvalid && !p->last.bvalid) {
    out->bvalid = true;
    p->floods |= in->awaddr == SLUICE_SWITCH_REG_FLOOD && (in->wdata & ((1u << p->dims->ports) - 1)) != 0;
    if (in->wstrb == 15 && sluice_switch_write(p->sw, in->awaddr, in->wdata)) {
      mmu->cfg_write = true;
      mmu->cfg_addr = (uint8_t)(in->awaddr / 4);
      mmu->cfg_wdata = in->wdata;
    }
  }
  if (!in->arvalid || p->last.rvalid || out->rvalid) return;
  if (p->answer == 0 && sluice_switch_asks(p->sw, in->araddr, mmu))
    p->answer = 1 + (mmu->stat_read ? SLUICE_STAT_LATENCY : SLUICE_READ_LATENCY);
  if (p->answer > 0 && --p->answer > 0) return;
  out->rvalid = true;
  struct sluice_in asked = {0};
  if (sluice_switch_asks(p->sw, in->araddr, &asked)) {
    const struct sluice_out *mmu_out = sluice_switch_out(p->sw);
    out->rdata = asked.stat_read ? mmu_out->stat_data : mmu_out->cfg_rdata;
    return;
  }
  bool high = in->araddr >= SLUICE_SWITCH_REG_COUNTER && in->araddr % 8 == 4;
  out->rdata = high ? p->high : sluice_switch_read(p->sw, in->araddr);
  if (in->araddr >= SLUICE_SWITCH_REG_COUNTER && in->araddr % 8 == 0)
    p->high = sluice_switch_read(p->sw, in->araddr + 4u);
}

// Messages from outside have priority over messages of a falling link.
static struct sluice_in message(struct play *p, const struct switch_in *in) {
  struct sluice_in m = {.rx_valid = in->rx_valid};
  if (in->rx_valid) {
    m.rx_port = in->rx_port;
    m.rx_level = in->rx_level;
    m.rx_enable = in->rx_enable & (uint8_t)((1u << p->dims->classes) - 1);
    memcpy(m.rx_time, in->rx_time, sizeof m.rx_time);
    return m;
  }
  for (int i = 0; i < p->dims->ports; i++) {
    if (p->port[i].fall == 0) continue;
    m.rx_valid = true;
    m.rx_port = (uint8_t)i;
    m.rx_level = (uint8_t)(LEVELS - p->port[i].fall--);
    m.rx_enable = (uint8_t)((1u << p->dims->classes) - 1);
    return m;
  }
  return m;
}

static void arrive(struct play *p, struct switch_out *out) {
  int port = (int)frames_pick(&p->rng, (uint32_t)p->dims->ports + 1);
  struct sluice_switch_arrival a;
  static const enum sluice_switch_reason reasons[] = {SLUICE_SWITCH_GIANT, SLUICE_SWITCH_CUT, SLUICE_SWITCH_NOT_COPIED};
  enum sluice_switch_reason seen = reasons[frames_pick(&p->rng, 3)];
  if (frames_chance(&p->rng, 10)) seen = SLUICE_SWITCH_NO_CELL;
  out->arrive_copy = port == p->dims->ports;
  if (out->arrive_copy) {
    if (!frames_chance(&p->rng, 20)) return;
    out->arrive_valid = sluice_switch_copy(p->sw, seen, &port, &a);
  } else {
    if (sluice_switch_arriving(p->sw, port) == 0) return;
    out->arrive_valid = sluice_switch_arrive(p->sw, port, seen, &a);
  }
  if (!out->arrive_valid) return;
  out->arrive_port = (uint8_t)port;
  out->arrive_reason = (uint8_t)a.reason;
  out->arrive_class = (uint8_t)a.cls;
  out->arrive_egress = (uint8_t)a.egress;
  out->arrive_ttl = (uint8_t)a.ttl;
  out->arrive_cells = (uint16_t)a.cells;
}

// A selection depends on the gates of BEGIN_CYCLES ago, and on the links of the cycle before.
static void begin(struct play *p, struct switch_out *out) {
  int port = (int)frames_pick(&p->rng, (uint32_t)p->dims->ports);
  int cls = (int)frames_pick(&p->rng, (uint32_t)p->dims->classes), q = port * p->dims->classes + cls;
  uint64_t then = p->cycle - BEGIN_CYCLES;
  bool down = !(p->past_link[(then - 1) % PAST] >> port & 1), shut = p->past_gate[then % PAST][q / 64] >> q % 64 & 1;
  const int action = sluice_watchdog_action(sluice_switch_watchdog_actions(p->sw, port), cls);
  const bool storm = p->past_storm[then % PAST][q / 64] >> q % 64 & 1,
             watched = storm && action == SLUICE_SWITCH_WATCHDOG_DROP;
  if (p->port[port].watched || (watched && p->port[port].out > 0)) return;
  shut &= !watched && !(storm && action == SLUICE_SWITCH_WATCHDOG_FORWARD);
  if (p->port[port].begun >= BEGUN || p->port[port].out >= BEGUN || p->port[port].ending || (shut && !down)) return;
  if (!sluice_switch_begin(p->sw, port, cls)) return;
  out->begin_valid = true;
  out->begin_port = (uint8_t)port;
  out->begin_class = (uint8_t)cls;
  out->begin_drop = p->port[port].watched = watched;
  p->port[port].out++;
  p->port[port].wait[p->port[port].begun++] = 1 + frames_pick(&p->rng, 30);
}

static void leave(struct play *p, struct switch_out *out) {
  for (int i = 0; i < p->dims->ports; i++)
    if (p->port[i].begun > 0 && p->port[i].wait[0] > 0) p->port[i].wait[0]--;
  int port = (int)frames_pick(&p->rng, (uint32_t)p->dims->ports);
  struct play_port *from = &p->port[port];
  struct sluice_switch_leave l;
  if (from->begun == 0 || from->wait[0] > 0 || !sluice_switch_leave(p->sw, port, &l)) return;
  from->begun--;
  memmove(from->wait, from->wait + 1, sizeof from->wait - sizeof from->wait[0]);
  out->leave_valid = true;
  out->leave_port = (uint8_t)l.port;
  out->leave_egress = (uint8_t)port;
  out->leave_class = (uint8_t)l.cls;
  out->leave_cells = (uint16_t)l.cells;
}

static void words_out(struct play *p, const struct switch_in *in, struct switch_out *out) {
  for (int i = 0; i < p->dims->ports; i++) {
    const struct switch_word *before = &p->last.out[i];
    struct switch_word *w = &out->out[i];
    if (before->valid && !(in->out_ready >> i & 1)) {  // an offered word stays until it is taken
      *w = *before;
      continue;
    }
    struct play_port *port = &p->port[i];
    size_t n;
    const uint8_t *bytes = sluice_switch_next(p->sw, i, &n);
    if (port->ending) {
      *w = (struct switch_word){.valid = true, .last = true, .user = true, .keep = 1};
      port->ending = false;
    } else if (bytes != NULL && port->up && !port->watched && !frames_chance(&p->rng, 100)) {
      w->valid = true;
      w->last = n <= (size_t)p->dims->bytes;
      if (!w->last) n = (size_t)p->dims->bytes;
      w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
      memcpy(w->data, bytes, n);
      sluice_switch_sent(p->sw, i, n);
      port->out -= w->last;
      port->inside = !w->last;
    }
  }
}

// A gate that is closed for LONG_SHUT cycles is a storm of a class that the watchdog observes.
static void storms(struct play *p, int port, int cls, struct switch_out *out) {
  enum { LONG_SHUT = 300 };
  const int q = port * p->dims->classes + cls;
  bool *storm = &p->port[port].storm[cls];
  const bool now = p->port[port].shut[cls] > LONG_SHUT &&
                   sluice_watchdog_action(sluice_switch_watchdog_actions(p->sw, port), cls) != 0;
  if (now != *storm) sluice_switch_storm(p->sw, port, cls, now);
  *storm = now;
  out->storm[q / 64] |= (uint64_t)now << q % 64;
}

static void step(void *handle, const struct switch_in *in, struct switch_out *out) {
  struct play *p = handle;
  memset(out, 0, sizeof *out);
  out->irq = sluice_switch_irq(p->sw);
  ports(p, in, out);
  registers(p, in, &out->mmu, out);
  out->mmu.tx_ready = in->tx_ready;
  out->mmu.rx_valid = p->message.rx_valid;
  out->mmu.rx_port = p->message.rx_port;
  out->mmu.rx_level = p->message.rx_level;
  out->mmu.rx_enable = p->message.rx_enable;
  memcpy(out->mmu.rx_time, p->message.rx_time, sizeof out->mmu.rx_time);
  p->message = message(p, in);
  const struct sluice_out *mmu = sluice_switch_step(p->sw, &out->mmu);
  for (int q = 0; q < p->dims->ports * p->dims->classes; q++) {
    uint64_t *shut = &p->port[q / p->dims->classes].shut[q % p->dims->classes];
    *shut = mmu->gate[q / 64] >> q % 64 & 1 ? *shut + 1 : 0;
    storms(p, q / p->dims->classes, q % p->dims->classes, out);
  }
  p->past_link[p->cycle % PAST] = in->link_up;
  memcpy(p->past_gate[++p->cycle % PAST], mmu->gate, sizeof p->past_gate[0]);
  memcpy(p->past_storm[p->cycle % PAST], out->storm, sizeof p->past_storm[0]);
  begin(p, out);
  arrive(p, out);
  leave(p, out);
  words_out(p, in, out);
  out->ready = mmu->ready;
  out->in_ready = (uint16_t)((1u << p->dims->ports) - 1);
  out->tx_valid = mmu->tx_valid;
  out->tx_level = mmu->tx_level;
  out->tx_port = mmu->tx_port;
  out->tx_enable = mmu->tx_enable;
  memcpy(out->tx_time, mmu->tx_time, sizeof out->tx_time);
  memcpy(out->gate, mmu->gate, sizeof out->gate);
  out->free = (uint32_t)(p->dims->cells - p->dims->ports - p->floods);
  p->last = *out;
}

static const struct switch_dims small = {3, 5, 4, 64, 1024, 15, false, true, 32},
                                large = {4, 8, 8, 64, 4096, 127, false, false, 64};

static void *create_small(void) { return create(&small); }
static void *create_large(void) { return create(&large); }

const struct switch_shim play_small = {
    {3, 5, 4, 64, 1024, 15, false, true, 32}, 16, create_small, destroy, step, NULL, NULL};
const struct switch_shim play_large = {
    {4, 8, 8, 64, 4096, 127, false, false, 64}, 16, create_large, destroy, step, NULL, NULL};

#include "cmodel/switch/sluice_datapath.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/switch/sluice_switch_parts.h"

enum {
  DEPTH = 4,           // cells of an input, and of an output
  READY_CYCLES = 513,  // until the registers have their first values
  ARRIVE_CYCLES = 5,   // from a cell's slot until its frame is enqueued
  BACK_CYCLES = 2,     // from an admission until the cells of a refused frame are back,
  JOIN_CYCLES = 3,     // and an accepted one may be chosen
  PUSH_CYCLES = 4,     // from the slot of a choice or a read: the cell is in the output, its place free;
  WAIT_CYCLES = 6,     // its words may be sent;
  BEGIN_CYCLES = 4,    // the frame is begun, or dequeued
  AHEAD = 16,          // cycles for which something may be due, a power of two
  LEAST_CREDIT = -4096,
};

struct cell {
  uint32_t bytes;
  bool last;
};

struct cells {
  struct cell cell[DEPTH];
  unsigned first, count;
};

struct port {
  struct cells in, out;
  uint32_t gathered;                    // bytes of the cell that comes in
  uint32_t length, taken;               // bytes and cells of the frame that arrives
  bool ignores;                         // the rest of a frame that was given up
  uint32_t filled[SLUICE_MAX_CLASSES];  // frames that may be chosen
  int32_t credit[SLUICE_MAX_CLASSES];
  int turn;
  unsigned waits;                       // cells in the output whose words may be sent
  struct sluice_frame *chosen, *reads;  // to be read next; that is read
  uint32_t rest;                        // its cells that are still to be read
  uint32_t sent;                        // bytes of the output's first cell
};

// What comes about in a cycle to come. Of each kind at most one.
struct due {
  bool arrives, over, pushes, waits, leaves;
  int arrive_port, push_port, wait_port, leave_port;
  uint32_t arrive_cells;
  struct cell push;
  uint32_t begin_cells;  // 0: none begins
  int begin_port, begin_class;
  int queue_port, queue_class;  // -1, or where an accepted frame may be chosen from now on
  int32_t free;                 // change of the cells that hold nothing
};

struct sluice_datapath {
  struct sluice_switch *sw;
  int bytes;  // of a word
  unsigned slots, slot;
  uint64_t cycle;
  struct port port[SLUICE_SWITCH_MAX_PORTS];
  struct due due[AHEAD];
  struct sluice_in message;  // on its way to the MMU
  struct sluice_datapath_out out;
};

static struct due *due(struct sluice_datapath *d, unsigned cycles) { return &d->due[(d->cycle + cycles) % AHEAD]; }

static void put(struct cells *list, struct cell c) { list->cell[(list->first + list->count++) % DEPTH] = c; }

static struct cell take(struct cells *list) {
  struct cell c = list->cell[list->first];
  list->first = (list->first + 1) % DEPTH;
  list->count--;
  return c;
}

int sluice_datapath_new(struct sluice_datapath **made, const struct sluice_switch_dims *dims, int bytes) {
  *made = NULL;
  struct sluice_datapath *d = calloc(1, sizeof *d);
  if (d == NULL) return ENOMEM;
  int error = bytes < 1 || bytes > SLUICE_BEAT_BYTES || bytes > dims->cell_bytes ? EINVAL : 0;
  if (error == 0) error = sluice_switch_new(&d->sw, dims);
  if (error != 0) {
    free(d);
    return error;
  }
  d->bytes = bytes;
  d->slots = (unsigned)sluice_switch_slots(dims->ports);
  for (int i = 0; i < AHEAD; i++) d->due[i].queue_port = -1;
  d->out.in_ready = (1u << dims->ports) - 1;
  d->out.free = (uint32_t)(dims->cells - dims->ports);
  *made = d;
  return 0;
}

void sluice_datapath_free(struct sluice_datapath *d) {
  if (d == NULL) return;
  sluice_switch_free(d->sw);
  free(d);
}

struct sluice_switch *sluice_datapath_switch(struct sluice_datapath *d) {
  return d->sw;
}
const struct sluice_datapath_out *sluice_datapath_out(const struct sluice_datapath *d) { return &d->out; }

// ---- In ----

// A word of the stream: the end of a frame, or of a cell, makes a cell that shows in the next cycle.
static int word(struct sluice_datapath *d, int p, const struct sluice_beat *beat) {
  struct port *port = &d->port[p];
  int n = 0;
  while (n < d->bytes && beat->keep >> n & 1) n++;
  port->gathered += (uint32_t)n;
  if (beat->last || port->gathered == (uint32_t)d->sw->dims.cell_bytes) {
    put(&port->in, (struct cell){port->gathered, beat->last});
    port->gathered = 0;
  }
  return sluice_switch_word(d->sw, p, beat->data, n, beat->last, beat->bad);
}

// The port's slot: a cell goes to the memory, with the last one, or one byte too many, the frame arrives.
static void store(struct sluice_datapath *d, int p) {
  struct port *port = &d->port[p];
  if (port->in.count == 0) return;
  struct cell c = take(&port->in);
  if (port->ignores) {
    port->ignores = !c.last;
    return;
  }
  port->length += c.bytes;
  port->taken++;
  struct due *then = due(d, ARRIVE_CYCLES);
  then->free--;
  bool over = port->length > sluice_switch_max_frame(&d->sw->regs);
  if (!c.last && !over) return;
  then->arrives = true;
  then->arrive_port = p;
  then->arrive_cells = port->taken;
  then->over = over;
  port->ignores = !c.last;
  port->length = port->taken = 0;
}

static void arrive(struct sluice_datapath *d, const struct due *now) {
  struct sluice_switch_arrival a;
  sluice_switch_arrive(d->sw, now->arrive_port, now->over ? SLUICE_SWITCH_GIANT : SLUICE_SWITCH_NONE, &a);
  if (a.reason != SLUICE_SWITCH_NONE) due(d, SLUICE_ADMIT_LATENCY + BACK_CYCLES)->free += (int32_t)now->arrive_cells;
}

// The MMU's clock. An admission shows in the next one; refused cells are back two cycles after that, an accepted frame
// may be chosen after three.
static void judge(struct sluice_datapath *d, struct sluice_in *in) {
  const struct sluice_frame *f = d->sw->asked.first;
  int egress = f != NULL ? f->egress : -1;
  uint32_t cells = f != NULL ? f->cells : 0;
  const struct sluice_out *out = sluice_switch_step(d->sw, in);
  if (!out->adm_valid || egress < 0) return;
  if (out->adm_kind >= SLUICE_REFUSED) {
    due(d, 1 + BACK_CYCLES)->free += (int32_t)cells;
  } else {
    due(d, 1 + JOIN_CYCLES)->queue_port = egress;
    due(d, 1 + JOIN_CYCLES)->queue_class = out->adm_class;
  }
}

// ---- Out ----

// Deficit round robin of the classes that share, in the form that asks for a frame's cells after its choice
// [docs/hardware/switch.md, "Scheduler"].
static int share(struct sluice_datapath *d, int p, unsigned shares, unsigned filled) {
  struct port *port = &d->port[p];
  int classes = d->sw->dims.classes, pick = port->turn;
  unsigned rich = 0;
  for (int c = 0; c < classes; c++)
    if (shares >> c & 1 && port->credit[c] > 0) rich |= 1u << c;
  while (!((rich != 0 ? rich : shares) >> pick & 1)) pick = (pick + 1) % classes;
  for (int i = 0; i < classes; i++) {
    int c = (port->turn + i) % classes;
    if (c == pick && rich != 0) break;
    uint32_t quantum = d->sw->regs.quantum[c] & 0xfff;
    if (shares >> c & 1)
      port->credit[c] += (int32_t)(quantum != 0 ? quantum : 1);
    else if (!(filled >> c & 1))
      port->credit[c] = 0;
  }
  port->turn = pick;
  port->credit[pick] -= (int32_t)d->sw->port[p].queue[pick].first->cells;
  if (port->credit[pick] < LEAST_CREDIT) port->credit[pick] = LEAST_CREDIT;
  return pick;
}

// The class of which a port sends next, or -1.
static int pick(struct sluice_datapath *d, int p) {
  const struct sluice_out *mmu = sluice_switch_out(d->sw);
  struct port *port = &d->port[p];
  unsigned may = 0, filled = 0, strict = d->sw->regs.port[p] / SLUICE_SWITCH_PORT_STRICT;
  for (int c = 0; c < d->sw->dims.classes; c++) {
    int q = p * d->sw->dims.classes + c;
    filled |= (port->filled[c] > 0 ? 1u : 0u) << c;
    if (!(mmu->gate[q / 64] >> q % 64 & 1)) may |= filled & 1u << c;
  }
  if (may == 0) return -1;
  for (int c = d->sw->dims.classes - 1; c >= 0; c--)
    if (may & strict & 1u << c) return c;
  return share(d, p, may, filled);
}

static void choose(struct sluice_datapath *d, int p) {
  struct port *port = &d->port[p];
  int c = pick(d, p);
  if (c < 0) return;
  port->filled[c]--;
  port->chosen = d->sw->port[p].queue[c].first;
  sluice_switch_begin(d->sw, p, c);
  struct due *then = due(d, BEGIN_CYCLES);
  then->begin_cells = port->chosen->cells;
  then->begin_port = p;
  then->begin_class = c;
}

// The port's slot: a cell of its frame is read, and with the last one the next frame is chosen.
static void read(struct sluice_datapath *d, int p) {
  struct port *port = &d->port[p];
  if (port->out.count > 2) return;
  if (port->rest == 0 && port->chosen != NULL) {
    port->reads = port->chosen;
    port->rest = port->reads->cells;
    port->chosen = NULL;
  }
  if (port->rest > 0) {
    uint32_t cell = (uint32_t)d->sw->dims.cell_bytes, n = (uint32_t)port->reads->n;
    struct due *then = due(d, PUSH_CYCLES);
    then->pushes = true;
    then->push_port = p;
    then->push.last = --port->rest == 0;
    then->push.bytes = then->push.last ? n - (port->reads->cells - 1) * cell : cell;
    due(d, PUSH_CYCLES)->free++;
    due(d, WAIT_CYCLES)->waits = true;
    due(d, WAIT_CYCLES)->wait_port = p;
    if (port->rest == 0) {
      due(d, BEGIN_CYCLES)->leaves = true;
      due(d, BEGIN_CYCLES)->leave_port = p;
    }
  }
  if (port->rest == 0 && port->chosen == NULL) choose(d, p);
}

// The output's register takes a word where it is empty or was taken.
static void show(struct sluice_datapath *d, int p, bool ready) {
  struct port *port = &d->port[p];
  struct sluice_beat *beat = &d->out.out[p];
  if (beat->valid && !ready) return;
  beat->valid = port->waits > 0;
  if (!beat->valid) return;
  const struct cell *c = &port->out.cell[port->out.first];
  uint32_t left = c->bytes - port->sent, n = left < (uint32_t)d->bytes ? left : (uint32_t)d->bytes;
  size_t rest;
  memcpy(beat->data, sluice_switch_next(d->sw, p, &rest), n);
  beat->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  beat->last = n == left && c->last;
  beat->bad = false;
  sluice_switch_sent(d->sw, p, n);
  port->sent += n;
  if (n < left) return;
  port->sent = 0;
  port->waits--;
  take(&port->out);
}

// ---- A clock ----

// What is due in this cycle, but for what shows with its end.
static void events(struct sluice_datapath *d, const struct due *now, struct sluice_in *mmu) {
  struct sluice_switch_leave l;
  if (now->arrives) arrive(d, now);
  if (now->leaves) sluice_switch_leave(d->sw, now->leave_port, &l);
  mmu->snd_valid = now->begin_cells > 0;
  mmu->snd_port = (uint8_t)now->begin_port;
  mmu->snd_class = (uint8_t)now->begin_class;
  mmu->snd_cells = now->begin_cells;
}

// A message takes a cycle to the MMU, all else that comes from outside none.
static struct sluice_in from_outside(struct sluice_datapath *d, const struct sluice_in *in) {
  struct sluice_in mmu = *in;
  mmu.rx_valid = d->message.rx_valid;
  mmu.rx_port = d->message.rx_port;
  mmu.rx_level = d->message.rx_level;
  mmu.rx_enable = d->message.rx_enable;
  memcpy(mmu.rx_time, d->message.rx_time, sizeof mmu.rx_time);
  d->message = *in;
  return mmu;
}

int sluice_datapath_step(struct sluice_datapath *d, const struct sluice_datapath_in *in) {
  struct sluice_switch *sw = d->sw;
  struct sluice_in mmu = from_outside(d, &in->mmu);
  struct due *now = due(d, 0);
  int ports = sw->dims.ports, error = 0;
  if (now->queue_port >= 0) d->port[now->queue_port].filled[now->queue_class]++;
  uint32_t taken = d->out.in_ready;
  unsigned behind = d->slot == 0 ? d->slots - 1 : d->slot - 1;  // the inputs' slot
  if ((int)d->slot < ports) read(d, (int)d->slot);
  if ((int)behind < ports) store(d, (int)behind);
  events(d, now, &mmu);
  for (int p = 0; p < ports; p++) {
    show(d, p, in->out_ready >> p & 1);
    if (now->pushes && now->push_port == p) put(&d->port[p].out, now->push);
    if (now->waits && now->wait_port == p) d->port[p].waits++;
    if (in->in[p].valid && taken >> p & 1 && word(d, p, &in->in[p]) != 0) error = ENOMEM;
  }
  d->out.ready = d->cycle >= READY_CYCLES && sluice_switch_out(sw)->ready;
  judge(d, &mmu);
  *now = (struct due){.queue_port = -1};
  d->out.in_ready = 0;
  for (int p = 0; p < ports; p++)
    if (d->port[p].in.count < DEPTH) d->out.in_ready |= 1u << p;
  d->cycle++;
  d->out.free += (uint32_t)due(d, 0)->free;
  d->slot = d->slot + 1 == d->slots ? 0 : d->slot + 1;
  return error;
}

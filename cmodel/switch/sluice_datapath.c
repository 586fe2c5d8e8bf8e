#include "cmodel/switch/sluice_datapath.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/rules/sluice_switch_rules.h"
#include "cmodel/switch/sluice_switch_credits.h"
#include "cmodel/switch/sluice_switch_parts.h"

enum {
  DEPTH = 4,           // cells of an input, and of an output
  READY_CYCLES = 513,  // until the registers have their reset values
  ARRIVE_CYCLES = 5,   // from the slot of a cell until its frame is enqueued
  BACK_CYCLES = 2,     // from an admission until the cells of a refused frame have returned
  JOIN_CYCLES = 3,     // from an admission until an accepted frame can be selected
  PUSH_CYCLES = 4,     // from the slot of a selection or a read: the cell is in the output, its place is free
  WAIT_CYCLES = 6,     // from that slot: the words of the cell can be sent
  BEGIN_CYCLES = 4,    // from that slot: the frame is begun, or dequeued
  AHEAD = 16,          // cycles that can have due events, a power of two
  OUTCOME_CYCLES = 7,  // from the cycle in which a frame is enqueued or dropped until the credits count its outcome
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
  uint32_t gathered;                    // bytes of the cell that is received
  bool open;                            // the newest cell is inside a frame and waits for the next word
  uint32_t length, taken;               // bytes and cells of the frame that arrives
  bool ignores;                         // ignore the rest of a frame that was cut off
  uint32_t filled[SLUICE_MAX_CLASSES];  // frames that can be selected
  struct sluice_turns turns;
  unsigned waits;                           // cells in the output whose words can be sent
  struct sluice_frame *next_frame, *frame;  // the selected frame that is read next; the frame that is read
  uint32_t cells_left;                      // cells of that frame that are not yet read
  uint32_t sent;                            // bytes sent of the output's first cell
};

// Events of a future cycle, at most one of each kind.
struct due {
  bool arrives, over, pushes, waits, leaves;
  bool judged;  // the outcome of a frame, for the credits
  int judged_port;
  struct sluice_credit_packet admit;  // valid: the frame was accepted
  int arrive_port, push_port, wait_port, leave_port;
  uint32_t arrive_cells;
  struct cell push;
  uint32_t begin_cells;  // 0: no frame begins
  int begin_port, begin_class;
  int queue_port, queue_class;  // queue in which an accepted frame can be selected from now on; -1: none
  int32_t free;                 // change of the number of free cells
};

struct sluice_datapath {
  struct sluice_switch *sw;
  int bytes;  // bytes of a word
  unsigned slots, slot;
  uint64_t cycle;
  struct port port[SLUICE_SWITCH_MAX_PORTS];
  struct due due[AHEAD];
  struct sluice_in message;           // message on its way to the MMU
  uint32_t had_credits, got_credits;  // ports with credits in the last cycle; ports whose timers wait to be cleared
  bool clears;                        // timers of clear_port are to be cleared, by a message of clear_level
  int clear_port, clear_level;
  struct sluice_switch_credits credits;
  struct sluice_switch_credit_registers written;  // registers of credits in the cycle before: a write takes a cycle
  uint32_t ended;                                 // outputs in which a frame ended in the last cycle
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
  sluice_switch_credits_init(&d->credits, dims);
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

// Takes a word of the stream. The end of a frame, or of a cell, completes a cell, which is visible in the next cycle. A
// full cell inside a frame waits for the next word: a last word without a byte makes it the last cell.
static int receive_word(struct sluice_datapath *d, int p, const struct sluice_beat *beat) {
  struct port *port = &d->port[p];
  int n = 0;
  d->credits.in[p].frame_end = beat->last;
  while (n < d->bytes && beat->keep >> n & 1) n++;
  port->gathered += (uint32_t)n;
  if (port->open && beat->last && n == 0) {
    port->in.cell[(port->in.first + port->in.count - 1) % DEPTH].last = true;
    port->open = false;
  } else if (beat->last || port->gathered == (uint32_t)d->sw->dims.cell_bytes) {
    put(&port->in, (struct cell){port->gathered, beat->last});
    port->gathered = 0;
    port->open = !beat->last;
  } else {
    port->open = false;
  }
  return sluice_switch_word(d->sw, p, beat->data, n, beat->last, beat->bad);
}

// The port's slot at the input: a cell goes to the memory. With the last cell, or with more than MAX_FRAME bytes, the
// frame arrives.
static void store(struct sluice_datapath *d, int p) {
  struct port *port = &d->port[p];
  if (port->in.count == port->open) return;
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
  if (a.reason == SLUICE_SWITCH_NONE) return;
  due(d, SLUICE_ADMIT_LATENCY + BACK_CYCLES)->free += (int32_t)now->arrive_cells;
  due(d, OUTCOME_CYCLES)->judged = true;
  due(d, OUTCOME_CYCLES)->judged_port = now->arrive_port;
}

// One cycle of the MMU. An admission is out in the next cycle; refused cells return two cycles after that, and an
// accepted frame can be selected three cycles after that.
static void step_mmu(struct sluice_datapath *d, struct sluice_in *in) {
  const struct sluice_frame *f = d->sw->awaiting_admission.first;
  int egress = f != NULL ? f->egress : -1, port = f != NULL ? f->port : 0;
  uint32_t cells = f != NULL ? f->cells : 0;
  const struct sluice_out *out = sluice_switch_step(d->sw, in);
  if (!out->adm_valid || egress < 0) return;
  struct due *outcome = due(d, 1 + OUTCOME_CYCLES - SLUICE_ADMIT_LATENCY);
  outcome->judged = true;
  outcome->judged_port = port;
  outcome->admit =
      (struct sluice_credit_packet){out->adm_kind < SLUICE_REFUSED, (uint8_t)out->adm_class, (uint16_t)cells};
  if (out->adm_kind >= SLUICE_REFUSED) {
    due(d, 1 + BACK_CYCLES)->free += (int32_t)cells;
  } else {
    due(d, 1 + JOIN_CYCLES)->queue_port = egress;
    due(d, 1 + JOIN_CYCLES)->queue_class = out->adm_class;
  }
}

// ---- Out ----

// Selects the class that a port sends next, or -1.
static int select_class(struct sluice_datapath *d, int p) {
  const struct sluice_out *mmu = sluice_switch_out(d->sw);
  struct port *port = &d->port[p];
  const int classes = d->sw->dims.classes;
  unsigned eligible = 0, filled = 0, strict = d->sw->regs.port[p] / SLUICE_SWITCH_PORT_STRICT;
  uint32_t quantum[SLUICE_MAX_CLASSES];
  for (int c = 0; c < classes; c++) {
    int q = p * classes + c;
    filled |= (port->filled[c] > 0 ? 1u : 0u) << c;
    if (!(mmu->gate[q / 64] >> q % 64 & 1) && d->credits.port[p].fits_one >> c & 1) eligible |= filled & 1u << c;
    const uint32_t written = d->sw->regs.quantum[c] & 0xfff;
    quantum[c] = (written != 0 ? written : 1) * SLUICE_SWITCH_QUANTUM_UNIT;
  }
  if (eligible == 0) return -1;
  int pick = sluice_schedule_strict(eligible, strict);
  if (pick >= 0) return pick;
  pick = sluice_schedule_share(&port->turns, quantum, classes, eligible, filled);
  sluice_schedule_pay(&port->turns, pick, (uint32_t)d->sw->port[p].queue[pick].first->n + SLUICE_SWITCH_FCS);
  return pick;
}

static void begin_next(struct sluice_datapath *d, int p) {
  struct port *port = &d->port[p];
  int c = select_class(d, p);
  if (c < 0) return;
  port->filled[c]--;
  port->next_frame = d->sw->port[p].queue[c].first;
  struct due *then = due(d, BEGIN_CYCLES);
  then->begin_cells = port->next_frame->cells;
  then->begin_port = p;
  then->begin_class = c;
}

// The port's slot at the output: a cell of the frame is read, if the output has a place for it; in the slot of the last
// cell, or while no frame is read, the next frame is selected.
static void read(struct sluice_datapath *d, int p) {
  struct port *port = &d->port[p];
  const bool space = port->out.count < DEPTH;
  if (space && port->cells_left == 0 && port->next_frame != NULL) {
    port->frame = port->next_frame;
    port->cells_left = port->frame->cells;
    port->next_frame = NULL;
  }
  if (space && port->cells_left > 0) {
    uint32_t cell = (uint32_t)d->sw->dims.cell_bytes, n = (uint32_t)port->frame->n;
    struct due *then = due(d, PUSH_CYCLES);
    then->pushes = true;
    then->push_port = p;
    then->push.last = --port->cells_left == 0;
    then->push.bytes = then->push.last ? n - (port->frame->cells - 1) * cell : cell;
    due(d, PUSH_CYCLES)->free++;
    due(d, WAIT_CYCLES)->waits = true;
    due(d, WAIT_CYCLES)->wait_port = p;
    if (port->cells_left == 0) {
      due(d, BEGIN_CYCLES)->leaves = true;
      due(d, BEGIN_CYCLES)->leave_port = p;
    }
  }
  if (port->cells_left == 0 && port->next_frame == NULL) begin_next(d, p);
}

// The register of the output takes a word if it is empty or its word was taken.
static void send_word(struct sluice_datapath *d, int p, bool ready) {
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
  d->ended |= (uint32_t)beat->last << p;
  port->sent += n;
  if (n < left) return;
  port->sent = 0;
  port->waits--;
  take(&port->out);
}

// ---- Credits ----

static void step_credits(struct sluice_datapath *d, const struct sluice_datapath_in *in, uint32_t ended) {
  for (int p = 0; p < d->sw->dims.ports; p++) {
    struct sluice_switch_credit_in *events = &d->credits.in[p];
    events->end = ended >> p & 1;
    events->rx = in->word[p];
    events->tx_ready = in->word_taken >> p & 1;
  }
  const struct sluice_switch_credit_registers now = sluice_switch_credits_written(d->sw);
  d->written.lossless = now.lossless;
  d->written.largest = now.largest;
  sluice_switch_credits_step(&d->credits, &d->written);
  d->written = now;
  d->out.credits = d->credits.active.ports;
  for (int p = 0; p < d->sw->dims.ports; p++) d->out.word[p] = sluice_switch_credits_word(&d->credits, p);
}

// ---- One cycle ----

// Applies the events that are due at the start of this cycle.
static void events(struct sluice_datapath *d, const struct due *now, struct sluice_in *mmu) {
  struct sluice_switch_leave l;
  if (now->arrives) arrive(d, now);
  if (now->leaves && sluice_switch_leave(d->sw, now->leave_port, &l))
    d->credits.in[l.port].leave = (struct sluice_credit_packet){true, (uint8_t)l.cls, (uint16_t)l.cells};
  if (now->begin_cells > 0)
    d->credits.in[now->begin_port].begin =
        (struct sluice_credit_packet){true, (uint8_t)now->begin_class, (uint16_t)now->begin_cells};
  if (now->judged) {
    d->credits.in[now->judged_port].judged = true;
    d->credits.in[now->judged_port].in = now->admit;
  }
  if (now->begin_cells > 0) sluice_switch_begin(d->sw, now->begin_port, now->begin_class);
  mmu->snd_valid = now->begin_cells > 0;
  mmu->snd_port = (uint8_t)now->begin_port;
  mmu->snd_class = (uint8_t)now->begin_class;
  mmu->snd_cells = now->begin_cells;
}

// Returns the message that enters the way to the MMU: one from outside, unless its port has credits, or in a cycle
// without one, a message that clears the timers of a port that has got credits.
static struct sluice_in next_message(struct sluice_datapath *d, const struct sluice_in *in) {
  const uint32_t credits = d->out.credits;
  struct sluice_in message = *in;
  int lowest = 0;
  while (lowest < d->sw->dims.ports && !(d->got_credits >> lowest & 1)) lowest++;
  const bool clears = d->clears, starts = !clears && d->got_credits != 0;
  if (in->rx_valid) {
    message.rx_valid = !(credits >> in->rx_port & 1);
  } else if (clears) {
    message = (struct sluice_in){.rx_valid = true, .rx_port = (uint8_t)d->clear_port, .rx_enable = UINT8_MAX};
    message.rx_level = (uint8_t)d->clear_level;
    d->clears = d->clear_level != SLUICE_LEVEL_PAUSE;
    d->clear_level = d->clears ? d->clear_level + 1 : SLUICE_LEVEL_CLASSES;
  }
  if (starts) {
    d->clears = true;
    d->clear_port = lowest;
    d->got_credits &= ~(1u << lowest);
  }
  d->got_credits |= credits & ~d->had_credits;
  d->had_credits = credits;
  return message;
}

// Delays messages to the MMU by one cycle; all other inputs pass.
static struct sluice_in delay_messages(struct sluice_datapath *d, const struct sluice_in *in) {
  struct sluice_in mmu = *in;
  mmu.rx_valid = d->message.rx_valid;
  mmu.rx_port = d->message.rx_port;
  mmu.rx_level = d->message.rx_level;
  mmu.rx_enable = d->message.rx_enable;
  memcpy(mmu.rx_time, d->message.rx_time, sizeof mmu.rx_time);
  d->message = next_message(d, in);
  return mmu;
}

int sluice_datapath_step(struct sluice_datapath *d, const struct sluice_datapath_in *in) {
  struct sluice_switch *sw = d->sw;
  struct sluice_in mmu = delay_messages(d, &in->mmu);
  struct due *now = due(d, 0);
  int ports = sw->dims.ports, error = 0;
  if (now->queue_port >= 0) d->port[now->queue_port].filled[now->queue_class]++;
  uint32_t taken = d->out.in_ready, ended = d->ended;
  d->ended = 0;
  unsigned behind = d->slot == 0 ? d->slots - 1 : d->slot - 1;  // the slot of the inputs
  if ((int)d->slot < ports) read(d, (int)d->slot);
  if ((int)behind < ports) store(d, (int)behind);
  events(d, now, &mmu);
  for (int p = 0; p < ports; p++) {
    send_word(d, p, in->out_ready >> p & 1);
    if (now->pushes && now->push_port == p) put(&d->port[p].out, now->push);
    if (now->waits && now->wait_port == p) d->port[p].waits++;
    if (in->in[p].valid && taken >> p & 1 && receive_word(d, p, &in->in[p]) != 0) error = ENOMEM;
  }
  d->out.ready = d->cycle >= READY_CYCLES && sluice_switch_out(sw)->ready;
  step_mmu(d, &mmu);
  if (sw->dims.credits) step_credits(d, in, ended);
  *now = (struct due){.queue_port = -1};
  d->out.in_ready = 0;
  for (int p = 0; p < ports; p++)
    if (d->port[p].in.count < DEPTH) d->out.in_ready |= 1u << p;
  d->cycle++;
  d->out.free += (uint32_t)due(d, 0)->free;
  d->slot = d->slot + 1 == d->slots ? 0 : d->slot + 1;
  return error;
}

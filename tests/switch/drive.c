#include "tests/switch/drive.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/switch_shim.h"

static void new_frame(struct drive *r, int p) {
  struct source *s = &r->source[p];
  s->frame = frames_new(&r->setup, &r->rng, p, ++r->id);
  if (s->frame == NULL) ck_abort_msg("no memory");
  s->n = s->frame->n;
  s->bad = s->frame->bad;
  memcpy(s->bytes, s->frame->bytes, s->n);
  s->at = 0;
  s->busy = true;
  s->null_end = s->n % (size_t)r->b.shim->dims.bytes == 0 && frames_chance(&r->rng, 300);
}

static void note_frame(struct drive *r, const struct frames_frame *f) {
  size_t cell = (size_t)r->b.dims.cell_bytes, most = sizeof r->lengths - 1;
  r->lengths[f->n < most ? f->n : most] = true;
  r->keeps |= 1u << (f->n - 1) % (size_t)r->b.shim->dims.bytes;
  if (f->reason == SLUICE_SWITCH_NONE) r->last_cells[(f->n - 1) % cell] = true;
  if (f->reason == SLUICE_SWITCH_NONE && f->byte_3 >= 0) r->managed[f->port == (int)r->setup.management]++;
}

static void offer(struct drive *r, int p) {
  struct source *s = &r->source[p];
  struct switch_word *w = &r->b.in.in[p];
  if (w->valid) return;  // an offered word stays until it is taken
  if (!s->busy && s->gap > 0) {
    s->gap--;
    return;
  }
  if (!s->busy && r->inputs && !s->quiet) new_frame(r, p);
  bool ignored = s->at > 0 && !s->counts;  // gaps inside of an ignored frame are short (docs/hardware/switch.md)
  if (!s->busy || (!ignored && frames_chance(&r->rng, s->stall))) return;
  size_t width = (size_t)r->b.shim->dims.bytes, n = s->n - s->at < width ? s->n - s->at : width;
  memset(w, frames_chance(&r->rng, 512) ? 0xff : 0, sizeof *w);  // bytes behind the frame's end are ignored
  memcpy(w->data, s->bytes + s->at, n);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->last = s->at + n == s->n && (n == 0 || !s->null_end);
  w->user = w->last ? s->bad : frames_chance(&r->rng, 30);  // user is ignored before the last word
  w->valid = true;
}

// The offered word is taken in this cycle.
static void taken(struct drive *r, int p) {
  struct source *s = &r->source[p];
  struct switch_word *w = &r->b.in.in[p];
  size_t width = (size_t)r->b.shim->dims.bytes;
  if (s->at == 0) {
    s->counts = r->up >> p & 1;  // the link of the previous cycle applies to a word
    if (s->counts) {
      note_frame(r, s->frame);
      scoreboard_switch_sent(&r->score, s->frame);
    } else {
      frames_free(s->frame);
    }
    s->frame = NULL;
  }
  s->at += width;
  if (w->last) {
    s->busy = false;
    s->gap = frames_chance(&r->rng, s->burst) ? 0 : (uint32_t)((24 + width - 1) / width);
    if (frames_chance(&r->rng, s->idle)) s->gap += frames_pick(&r->rng, r->long_gap);
  }
}

static void links(struct drive *r) {
  struct lockstep_switch *b = &r->b;
  for (int p = 0; p < b->dims.ports; p++) {
    bool up = b->in.link_up >> p & 1;
    if (up && !r->calm && frames_pick(&r->rng, 1 << 20) < r->link) {
      b->in.link_up &= (uint16_t) ~(1u << p);
      r->down_until[p] = b->cycle + 1 + frames_pick(&r->rng, frames_chance(&r->rng, 300) ? 3000 : 200);
    } else if (!up && b->cycle >= r->down_until[p]) {
      b->in.link_up |= (uint16_t)(1u << p);
    }
  }
}

static void pauses(struct drive *r) {
  struct switch_in *in = &r->b.in;
  in->tx_ready = r->calm || frames_chance(&r->rng, r->tx_ready);
  in->rx_valid = frames_chance(&r->rng, r->calm ? 200 : r->rx);
  if (!in->rx_valid) return;
  in->rx_port = (uint8_t)frames_pick(&r->rng, (uint32_t)r->b.dims.ports);
  if (!(in->link_up & r->up & 1u << in->rx_port)) in->rx_valid = false;  // no messages from a link that is down
  in->rx_level = SLUICE_LEVEL_CLASSES;
  if (frames_chance(&r->rng, r->calm ? 512 : 150))
    in->rx_level = frames_chance(&r->rng, 500) ? SLUICE_LEVEL_PORT : SLUICE_LEVEL_PAUSE;
  in->rx_enable = (uint8_t)(r->calm ? 255u : frames_pick(&r->rng, 256));
  in->rx_enable &= (uint8_t)((1u << r->b.dims.classes) - 1);
  for (int c = 0; c < SWITCH_MAX_CLASSES; c++)
    in->rx_time[c] = (uint16_t)(r->calm || frames_chance(&r->rng, 300) ? 0
                                : frames_chance(&r->rng, 20)           ? 65535 - frames_pick(&r->rng, 65535)
                                                                       : frames_pick(&r->rng, 200));
}

static void tick(struct drive *r) {
  struct lockstep_switch *b = &r->b;
  links(r);
  pauses(r);
  if (b->dims.credits) drive_credits_words(r);
  b->in.out_ready = 0;
  for (int p = 0; p < b->dims.ports; p++) {
    offer(r, p);
    bool ready = r->calm || r->ready[p] == MAC_LINE
                     ? mac_line_takes(&r->line[p], b->cycle, b->shim->dims.line, &b->out.out[p])
                     : frames_chance(&r->rng, r->ready[p]);
    b->in.out_ready |= (uint16_t)((unsigned)ready << p);
  }
  uint16_t ready = b->out.in_ready;
  for (int p = 0; p < b->dims.ports; p++)
    if (b->in.in[p].valid && ready >> p & 1) taken(r, p);
  uint16_t reset = 0;
  for (int p = 0; p < b->dims.ports; p++) {  // a falling link cuts the frame in transmission
    struct source *s = &r->source[p];
    if (!((r->up & ~b->in.link_up) >> p & 1)) continue;
    if (s->busy && s->at > 0 && s->counts) scoreboard_switch_cut(&r->score, p, s->at > r->setup.max_frame);
    const bool ignored = !s->counts;
    s->counts = false;
    if (s->at == 0 || !frames_chance(&r->rng, 512)) continue;
    if (ignored) s->gap = SLUICE_LINK_SILENCE + 1;  // an ignored frame without tlast ends by silence
    s->busy = false;                                // the MAC is reset: the rest of the frame never arrives
    reset |= (uint16_t)(1u << p);
  }
  r->up = b->in.link_up;
  lockstep_switch_step(b);
  for (int p = 0; p < b->dims.ports; p++)
    if ((ready | reset) >> p & 1) b->in.in[p].valid = false;
  if (b->error[0] != 0) {
    ck_abort_msg("switch: %s" DRIVE_REPEAT, b->error, DRIVE_SEED(r));
  }
}

void drive_cycles(struct drive *r, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) tick(r);
}

// ---- Registers ----

enum { LATEST = 1000 };  // cycles: of a COMMIT with PORT_LIMITS, 21 NP NC and some

// Sometimes address or data of a write is late. An answer waits until it is taken.
static void answered_write(struct drive *r, uint32_t addr) {
  struct switch_in *in = &r->b.in;
  bool *late = frames_chance(&r->rng, 512) ? &in->awvalid : &in->wvalid;
  if (!in->arvalid && frames_chance(&r->rng, 200)) {
    *late = false;
    drive_cycles(r, 8);
    ck_assert_msg(!r->b.out.bvalid, "write to %x: a response without address or data", addr);
    *late = true;
  }
  for (int i = 0; i < LATEST && !r->b.out.bvalid; i++) tick(r);
  ck_assert_msg(r->b.out.bvalid, "write to %x: no response", addr);
  in->awvalid = in->wvalid = false;
  drive_cycles(r, frames_pick(&r->rng, 3));
  ck_assert_msg(r->b.out.bvalid, "write to %x: the response did not wait", addr);
  in->bready = true;
  tick(r);
}

static uint32_t answered_read(struct drive *r, uint32_t addr) {
  struct switch_in *in = &r->b.in;
  for (int i = 0; i < LATEST && !r->b.out.rvalid; i++) tick(r);
  ck_assert_msg(r->b.out.rvalid, "read of %x: no response", addr);
  uint32_t value = r->b.out.rdata;
  in->arvalid = false;
  drive_cycles(r, frames_pick(&r->rng, 3));
  ck_assert_msg(r->b.out.rvalid && r->b.out.rdata == value, "read of %x: the response did not wait", addr);
  in->rready = true;
  tick(r);
  return value;
}

void drive_write(struct drive *r, uint32_t addr, uint32_t value) {
  lockstep_switch_writes(&r->b, addr, value);
  axil_write(&r->b.in, addr, value);
  answered_write(r, addr);
}

uint32_t drive_read(struct drive *r, uint32_t addr) {
  axil_read(&r->b.in, addr);
  return answered_read(r, addr);
}

void drive_ignored(struct drive *r, uint32_t addr, uint32_t value, uint8_t strobes) {
  axil_write(&r->b.in, addr, value);
  r->b.in.wstrb = strobes;
  answered_write(r, addr);
}

uint32_t drive_both(struct drive *r, uint32_t addr, uint32_t value, uint32_t read) {
  lockstep_switch_writes(&r->b, addr, value);
  axil_write(&r->b.in, addr, value);
  axil_read(&r->b.in, read);
  answered_write(r, addr);
  return answered_read(r, read);
}

void drive_expect(struct drive *r, uint32_t addr, uint32_t expected) {
  uint32_t got = drive_read(r, addr);
  ck_assert_msg(got == expected, "register %x: expected %x, got %x" DRIVE_REPEAT, addr, expected, got, DRIVE_SEED(r));
}

struct drive *drive_new(const struct switch_shim *shim, uint64_t seed) {
  struct drive *r = calloc(1, sizeof *r);
  if (r == NULL || !lockstep_switch_new(&r->b, shim, seed)) ck_abort_msg("no memory");
  scoreboard_switch_start(&r->score, r->b.dims.ports, false);
  r->b.watch = scoreboard_switch_watch(&r->score);
  r->rng = (seed & 0xffffffff) * 1000 + (seed >> 32);
  r->tx_ready = 1024;
  r->long_gap = 1;
  r->up = r->b.in.link_up;
  for (int i = 0; i < 100000 && !r->b.out.ready; i++) tick(r);
  return r;
}

void drive_free(struct drive *r) {
  lockstep_switch_free(&r->b);
  scoreboard_switch_end(&r->score);
  for (int p = 0; p < SWITCH_MAX_PORTS; p++) frames_free(r->source[p].frame);
  free(r);
}

// ---- credits ----

enum { ALL = (1 << 20) - 1 };

void drive_credits_configure(struct drive *r) {
  uint32_t addr, value;
  if (!r->b.dims.credits) return;
  frames_credits(&r->setup, &r->rng);
  for (int n = 0; frames_credits_write(&r->setup, n, &addr, &value); n++) {
    drive_write(r, addr, value);
    drive_expect(r, addr, sluice_switch_read(r->b.model, addr));
  }
}

void drive_credits_drain(struct drive *r) {
  uint32_t addr, value;
  if (!r->b.dims.credits) return;
  frames_release_credits(&r->setup);
  for (int n = 0; frames_credit_limits_write(&r->setup, n, &addr, &value); n++) drive_write(r, addr, value);
}

void drive_credits_words(struct drive *r) {
  struct switch_in *in = &r->b.in;
  in->word_taken = 0;
  for (int p = 0; p < r->b.dims.ports; p++) {
    const struct source *s = &r->source[p];
    const bool up = in->link_up & r->up & 1u << p, inside = s->busy && s->at > 0;
    in->word[p].valid = false;
    if (r->b.out.word[p].valid && frames_chance(&r->rng, r->calm ? 1024 : r->word_taken))
      in->word_taken |= (uint16_t)(1u << p);
    if (!(r->b.out.credits >> p & 1) || !up || inside || !frames_chance(&r->rng, r->calm ? 300 : r->words)) continue;
    const bool wrong = !r->calm && frames_chance(&r->rng, r->wrong_words);
    in->word[p] = frames_credit_word(&r->rng, &r->b.credits.model.port[p], r->calm, wrong);  // it follows whole frames
  }
}

#include "tests/frame/control_bench.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/suite.h"

// ---- lock-step ----

static const struct lockstep_dims without_rtl[] = {
    {3, 5, 8, true}, {2, 8, 24, false}, {2, 8, 64, true}, {6, 2, 256, true}};

bool lockstep_variant(int n, struct lockstep_dims *dims) {
  if (!BUILD_HAS_RTL) {
    if (n >= (int)(sizeof without_rtl / sizeof without_rtl[0])) return false;
    *dims = without_rtl[n];
    return true;
  }
  for (int i = 0; i < n; i++)
    if (shim_control_list[i] == NULL) return false;
  const struct shim_control *shim = shim_control_list[n];
  if (shim == NULL) return false;
  *dims = (struct lockstep_dims){shim->ports, shim->classes, shim->width, shim->credits};
  return true;
}

void lockstep_new(struct lockstep *l, int variant) {
  struct lockstep_dims d;
  memset(l, 0, sizeof *l);
  ck_assert(lockstep_variant(variant, &d));
  ck_assert_int_eq(sluice_control_init(&l->model, d.ports, d.classes, d.width), 0);
  if (!BUILD_HAS_RTL) return;
  l->shim = shim_control_list[variant];
  l->rtl = l->shim->create();
  ck_assert(l->rtl != NULL);
}

void lockstep_free(struct lockstep *l) {
  if (l->rtl != NULL) l->shim->destroy(l->rtl);
}

static bool same(struct lockstep *l, const char *signal, int port, uint64_t expected, uint64_t got) {
  if (expected == got) return true;
  snprintf(l->difference, sizeof l->difference, "%s, port %d: expected %llu = 0x%llx (model), got %llu = 0x%llx (RTL)",
           signal, port, (unsigned long long)expected, (unsigned long long)expected, (unsigned long long)got,
           (unsigned long long)got);
  return false;
}

static bool same_word(struct lockstep *l, int port, const struct sluice_credit_word *expected,
                      const struct sluice_credit_word *got) {
  if (!same(l, "rx_word_valid", port, expected->valid, got->valid)) return false;
  return !expected->valid || (same(l, "rx_word kind", port, expected->kind, got->kind) &&
                              same(l, "rx_word channel", port, expected->channel, got->channel) &&
                              same(l, "rx_word value", port, expected->value, got->value));
}

static bool same_beat(struct lockstep *l, const char *signal, int port, const struct sluice_beat *expected,
                      const struct sluice_beat *got) {
  char name[40];
  snprintf(name, sizeof name, "%s tvalid", signal);
  if (!same(l, name, port, expected->valid, got->valid)) return false;
  if (!expected->valid) return true;
  snprintf(name, sizeof name, "%s tkeep, tlast, tuser", signal);
  if (!same(l, name, port, (uint64_t)expected->keep << 2 | (uint64_t)expected->last << 1 | expected->bad,
            (uint64_t)got->keep << 2 | (uint64_t)got->last << 1 | got->bad))
    return false;
  for (int i = 0; i < l->model.bytes; i++) {
    snprintf(name, sizeof name, "%s tdata, byte %d", signal, i);
    if (!same(l, name, port, expected->data[i], got->data[i])) return false;
  }
  return true;
}

// Ignores times that a message does not enable, and the kind without an event.
static bool compare(struct lockstep *l, const struct sluice_control_out *got) {
  const struct sluice_control_out *o = &l->out;
  if (!same(l, "rx_valid", o->rx_port, o->rx_valid, got->rx_valid)) return false;
  if (o->rx_valid) {
    if (!same(l, "rx_port", 0, o->rx_port, got->rx_port) ||
        !same(l, "rx_level", o->rx_port, o->rx_level, got->rx_level) ||
        !same(l, "rx_enable", o->rx_port, o->rx_enable, got->rx_enable))
      return false;
    for (int c = 0; c < (o->rx_level ? 1 : l->model.classes); c++)
      if (o->rx_enable >> c & 1 && !same(l, "rx_time", o->rx_port, o->rx_time[c], got->rx_time[c])) return false;
  }
  for (int p = 0; p < l->model.ports; p++) {
    if (!same_beat(l, "m_axis_tx", p, &o->to_mac[p], &got->to_mac[p]) ||
        !same_beat(l, "m_axis_rx", p, &o->data_rx[p], &got->data_rx[p]) ||
        !same(l, "s_axis_tx_tready", p, o->data_tx_ready[p], got->data_tx_ready[p]) ||
        !same(l, "s_axis_rx_tready", p, o->mac_rx_ready[p], got->mac_rx_ready[p]) ||
        !same(l, "tx_word_ready", p, o->word_taken[p], got->word_taken[p]) ||
        !same_word(l, p, &o->word[p], &got->word[p]) || !same(l, "tx_sent", p, o->sent[p], got->sent[p]) ||
        !same(l, "rx_seen", p, o->seen[p], got->seen[p]))
      return false;
    if (o->sent[p] && !same(l, "tx_kind", p, o->sent_kind[p], got->sent_kind[p])) return false;
    if (o->seen[p] && !same(l, "rx_kind", p, o->seen_kind[p], got->seen_kind[p])) return false;
  }
  return true;
}

bool lockstep_step(struct lockstep *l, const struct sluice_control_in *in) {
  struct sluice_control_out got;
  sluice_control_step(&l->model, in, &l->out);
  if (l->rtl == NULL) return true;
  l->shim->step(l->rtl, in, &got);
  return compare(l, &got);
}

// ---- sources and sinks ----

struct control_bench bench;

void control_start(int variant) {
  lockstep_new(&bench.l, variant);
  memset(&bench.in, 0, sizeof bench.in);
  memset(bench.sinks, 0, sizeof bench.sinks);
  memset(bench.sources, 0, sizeof bench.sources);
  memset(bench.data, 0, sizeof bench.data);
  memset(bench.frames_out, 0, sizeof bench.frames_out);
  memset(bench.sent, 0, sizeof bench.sent);
  bench.now = 0;
  for (int p = 0; p < SLUICE_MAX_PORTS; p++) {
    bench.in.config.address[p] = 0x02000000aa00u + (unsigned)p;
    bench.in.mac_ready[p] = bench.in.data_ready[p] = true;
  }
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) bench.in.config.priority[c] = (uint8_t)c;
}

void control_step(void) {
  bench.now++;
  for (int p = 0; p < bench.l.model.ports; p++) {
    bench.in.from_mac[p] = source_beat(&bench.sources[p], bench.l.model.bytes, true);
    bench.in.data_tx[p] = source_beat(&bench.data[p], bench.l.model.bytes, true);
  }
  if (!lockstep_step(&bench.l, &bench.in))
    ck_abort_msg("cycle %llu: %s", (unsigned long long)bench.now, bench.l.difference);
  bench.in.tx_valid = false;
  for (int p = 0; p < bench.l.model.ports; p++) {
    if (bench.l.out.word_taken[p]) bench.in.word[p].valid = false;
    source_taken(&bench.sources[p], &bench.in.from_mac[p], bench.l.out.mac_rx_ready[p], bench.l.model.bytes);
    source_taken(&bench.data[p], &bench.in.data_tx[p], bench.l.out.data_tx_ready[p], bench.l.model.bytes);
    if (bench.l.out.sent[p]) bench.began[p] = bench.now;
    struct pause_times s;
    bool levels;
    if (!sink_take(&bench.sinks[p], &bench.l.out.to_mac[p], bench.in.mac_ready[p])) continue;
    if (frame_read(&bench.sinks[p].frame, bench.in.config.address[p], &s, &levels) == 0) continue;
    bench.frames_out[p]++;
    for (int k = 0; k < 8; k++)
      if (s.enable >> k & 1) bench.sent[p].time[k] = s.time[k];
    bench.sent[p].enable |= s.enable;
    if (s.port) bench.sent[p].port_time = s.port_time;
    bench.sent[p].port |= s.port;
  }
}

void control_steps(int n) {
  while (n-- > 0) control_step();
}

void control_send(int port, bool level, unsigned enable, uint16_t time) {
  bench.in.tx_valid = true;
  bench.in.tx_port = (uint8_t)port;
  bench.in.tx_level = level;
  bench.in.tx_enable = (uint8_t)(level ? (1u << bench.l.model.classes) - 1 : enable);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) bench.in.tx_time[c] = time;
}

int control_beats(void) { return (60 + bench.l.model.bytes - 1) / bench.l.model.bytes; }

bool credits_of(int variant) {
  struct lockstep_dims d;
  ck_assert(lockstep_variant(variant, &d));
  return d.credits;
}

int control_beats_of(int variant) {
  struct lockstep_dims d;
  ck_assert(lockstep_variant(variant, &d));
  return (60 + d.width / 8 - 1) / (d.width / 8);
}

#include "tests/frame/control_bench.h"

#include <string.h>

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

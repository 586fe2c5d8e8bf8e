// The bench of bring_up.cpp and bring_up_credits.cpp: the Verilated instance of docs/hardware/bring-up.md between MACs,
// its registers over AXI4-Lite, and the tables that a plan does not know. Time is in cycles.
#ifndef BRING_UP_BENCH_H
#define BRING_UP_BENCH_H

#include <memory>

#include "Vboard_switch.h"
#include "tests/install/bench.h"

constexpr int kPorts = 4, kBytes = 8, kFrames = 250, kGap = 24;
constexpr uint64_t kForever = 1 << 20;

// A MAC and the machine behind it: sends its frames at line rate, obeys PFC between frames, and takes a word whenever
// its line is free.
struct Mac {
  std::vector<Frame> send, got;
  Frame now;
  size_t sent = 0, at = 0;
  uint64_t free_in = 0, free_out = 0, paused = 0;  // bytes of time; cycle
  int pauses = 0, starts = 0;                      // received pauses; frames that started
  uint64_t idle = 0;                               // cycles in which the line from the switch waited for a frame
};

struct Bench {
  std::unique_ptr<Vboard_switch> top = std::make_unique<Vboard_switch>();
  Mac mac[kPorts];
  uint64_t cycle = 0;
};

inline uint64_t bits(const WData *words, int port) { return uint64_t{words[2 * port + 1]} << 32 | words[2 * port]; }

// The MACs give their words before the edge of clk, and take those of the switch.
inline void give(Bench &b, int p) {
  Vboard_switch &t = *b.top;
  Mac &m = b.mac[p];
  const bool waits = m.at == 0 && (b.cycle < m.paused || b.cycle * kBytes < m.free_in);
  const bool valid = m.sent < m.send.size() && !waits;
  t.s_axis_tvalid = static_cast<uint8_t>((t.s_axis_tvalid & ~(1 << p)) | valid << p);
  if (!valid) return;
  const Frame &f = m.send[m.sent];
  const size_t n = std::min<size_t>(kBytes, f.size() - m.at);
  uint64_t word = 0;
  for (size_t i = 0; i < n; i++) word |= uint64_t{f[m.at + i]} << 8 * i;
  t.s_axis_tdata[2 * p] = static_cast<uint32_t>(word);
  t.s_axis_tdata[2 * p + 1] = static_cast<uint32_t>(word >> 32);
  t.s_axis_tkeep = (t.s_axis_tkeep & ~(0xffu << 8 * p)) | ((1u << n) - 1) << 8 * p;
  t.s_axis_tlast = static_cast<uint8_t>((t.s_axis_tlast & ~(1 << p)) | (m.at + n == f.size()) << p);
}

inline void ready(Bench &b, int p) {
  const bool free = b.cycle * kBytes >= b.mac[p].free_out;
  b.top->m_axis_tready = static_cast<uint8_t>((b.top->m_axis_tready & ~(1 << p)) | free << p);
}

// A whole frame has left the switch. PFC: byte 17 has the enable bits, byte 18 the time of priority 0.
inline void received(Bench &b, Mac &m) {
  const Frame &f = m.now;
  if (f.size() == 60 && f[12] == 0x88 && f[13] == 0x08 && f[14] == 1 && f[15] == 1 && (f[17] >> kClass & 1) != 0) {
    const uint64_t quanta = uint64_t{f[18 + 2 * kClass]} << 8 | f[19 + 2 * kClass];
    m.paused = quanta == 0 ? 0 : b.cycle + quanta * 8;
    m.pauses += quanta != 0;
  } else {
    m.got.push_back(f);
  }
  m.now.clear();
}

inline void step(Bench &b) {
  Vboard_switch &t = *b.top;
  for (int p = 0; p < kPorts; p++) {
    give(b, p);
    ready(b, p);
  }
  t.clk = 0;
  t.eval();
  for (int p = 0; p < kPorts; p++) {
    Mac &m = b.mac[p];
    if ((t.s_axis_tvalid & t.s_axis_tready) >> p & 1) {
      if (m.at == 0) {
        m.starts++;
        m.free_in = b.cycle * kBytes + m.send[m.sent].size() + kGap;
      }
      m.at += kBytes;
      if (m.at >= m.send[m.sent].size()) {
        m.at = 0;
        m.sent++;
      }
    }
    if (!((t.m_axis_tvalid & t.m_axis_tready) >> p & 1)) continue;
    if (m.now.empty()) m.idle += b.cycle - (m.free_out + kBytes - 1) / kBytes;
    const uint64_t word = bits(t.m_axis_tdata.m_storage, p);
    int n = 0;
    for (; t.m_axis_tkeep >> (8 * p + n) & 1 && n < kBytes; n++) m.now.push_back(static_cast<uint8_t>(word >> 8 * n));
    m.free_out = b.cycle * kBytes + static_cast<uint64_t>(n);
    if (!(t.m_axis_tlast >> p & 1)) continue;
    m.free_out += kGap;
    received(b, m);
  }
  t.clk = 1;
  t.eval();
  b.cycle++;
}

inline int write_register(void *context, uint32_t address, uint32_t value) {
  return axil_write<Bench>(context, address, value);
}
inline int read_register(void *context, uint32_t address, uint32_t *value) {
  return axil_read<Bench>(context, address, value);
}

#endif

// The bench of bring_up.cpp and bring_up_credits.cpp: the Verilated instance of docs/hardware/bring-up.md between MACs,
// its registers over AXI4-Lite, and the tables that a plan does not know. Time is in cycles.
#ifndef BRING_UP_BENCH_H
#define BRING_UP_BENCH_H

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "Vboard_switch.h"
#include "cmodel/driver/sluice_driver.h"
#include "cmodel/driver/sluice_map.h"

constexpr int kPorts = 4, kBytes = 8, kSize = 1000, kFrames = 250, kGap = 24, kClass = 3;
constexpr uint64_t kForever = 1 << 20;
using Frame = std::vector<uint8_t>;

inline int failures = 0;
inline void check(bool good, const std::string &text) {
  std::printf("%s %s\n", good ? "ok" : "failed", text.c_str());
  if (!good) failures++;
}

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

// ---- AXI4-Lite ----

inline int write_register(void *context, uint32_t address, uint32_t value) {
  Bench &b = *static_cast<Bench *>(context);
  Vboard_switch &t = *b.top;
  t.s_axil_awaddr = static_cast<uint16_t>(address);
  t.s_axil_wdata = value;
  t.s_axil_wstrb = 15;
  t.s_axil_awvalid = t.s_axil_wvalid = t.s_axil_bready = 1;
  for (int i = 0; i < 4096; i++) {
    const bool aw = t.s_axil_awvalid && t.s_axil_awready, w = t.s_axil_wvalid && t.s_axil_wready,
               done = t.s_axil_bvalid;
    step(b);
    if (aw) t.s_axil_awvalid = 0;
    if (w) t.s_axil_wvalid = 0;
    if (done) return 0;
  }
  return 1;
}

inline int read_register(void *context, uint32_t address, uint32_t *value) {
  Bench &b = *static_cast<Bench *>(context);
  Vboard_switch &t = *b.top;
  t.s_axil_araddr = static_cast<uint16_t>(address);
  t.s_axil_arvalid = t.s_axil_rready = 1;
  for (int i = 0; i < 4096; i++) {
    const bool ar = t.s_axil_arvalid && t.s_axil_arready, done = t.s_axil_rvalid;
    *value = t.s_axil_rdata;
    step(b);
    if (ar) t.s_axil_arvalid = 0;
    if (done) return 0;
  }
  return 1;
}

// ---- the steps of the page ----

// Makes the accesses of the plan in order. Returns their number, or the error.
inline int run_plan(const sluice_driver &driver, const char *path) {
  std::ifstream file(path);
  int accesses = 0;
  for (std::string line; std::getline(file, line);) {
    sluice_access access;
    bool found;
    int error = sluice_driver_parse(line.c_str(), &access, &found);
    if (error == 0 && found) error = sluice_driver_access(&driver, &access);
    if (error != 0) return error;
    accesses += found;
  }
  return accesses;
}

inline void address_of(int port, uint8_t *address) {
  const uint8_t bytes[6] = {2, 0, 0, 0, 1, static_cast<uint8_t>(port)};
  std::memcpy(address, bytes, 6);
}

// 802.1Q with priority kClass, from port `from` to `to`
inline Frame data_frame(int from, int to, int number, size_t size = kSize) {
  Frame f(size, static_cast<uint8_t>(number));
  address_of(to, f.data());
  address_of(from, f.data() + 6);
  const uint8_t type[6] = {0x81, 0, kClass << 5, 0, 0x08, 0xff};
  std::memcpy(f.data() + 12, type, 6);
  return f;
}

inline void tables(const sluice_driver &driver) {
  int error = 0;
  for (int p = 0; p < kPorts; p++) {
    sluice_mac_entry entry = {{}, static_cast<uint8_t>(p), true}, back;
    address_of(p, entry.address);
    error |= sluice_driver_set_mac(&driver, p, &entry);
    error |= sluice_driver_set_address(&driver, p, entry.address, false);
    error |= driver.write(driver.context, SLUICE_MAP_PORT(p), SLUICE_MAP_PORT_RESET | SLUICE_MAP_PORT_TRUST_PCP_MASK);
    error |= sluice_driver_mac(&driver, p, &back);
    check(std::memcmp(back.address, entry.address, 6) == 0 && back.port == p && back.valid, "MAC entry reads back");
  }
  check(error == 0, "MAC table, port addresses, trusted priorities");
  check(sluice_driver_counter(&driver, 16, 0, nullptr) == SLUICE_DRIVER_RANGE, "a counter of port 16 is refused");
}

#endif

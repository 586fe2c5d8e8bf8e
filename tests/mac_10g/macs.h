// Models of MACs at a Verilated mac_10g_switch of PORTS ports, for the benches ports.cpp and mixed.cpp; bit p of
// PORTS_1G: port p has a 1G MAC. The MACs have 64 or 8 bits and clocks that differ by 200 ppm: they send at line rate,
// cannot wait for a word inside a frame, and obey PFC as late as 802.3 allows, behind 40 m of cable.
#ifndef MACS_H
#define MACS_H

#include <algorithm>
#include <memory>

#include "Vmac_10g_switch.h"
#include "tests/install/bench.h"

namespace {

constexpr int kPorts = PORTS;
static_assert(kPorts <= 8, "tkeep of all ports is one number of 64 bits");
constexpr uint64_t kGap = 24, kQuantum = 64;  // bytes
constexpr uint64_t kForever = 8000000000000;  // 8 ms in fs
constexpr uint64_t kCable = 400000000;        // both directions, in fs

struct Rate {
  uint64_t bytes;   // of a word
  uint64_t period;  // of the clocks, in fs
  uint64_t obey;    // cycles until a pause is obeyed
};
constexpr Rate k10G = {8, 6400000, 67 * kQuantum / 8 + kCable / 6400000};
constexpr Rate k1G = {1, 8000000, 2 * kQuantum + kCable / 8000000};
constexpr bool is_1g(int p) { return PORTS_1G >> p & 1; }
constexpr const Rate &rate(int p) { return is_1g(p) ? k1G : k10G; }

// A MAC and the machine behind it. Its receiver and transmitter have clocks of their own.
struct Mac {
  std::vector<Frame> send, got;
  std::vector<uint64_t> begun;  // when the frames of `got` began, in fs
  Frame now;
  size_t sent = 0, at = 0;
  uint64_t free_in = 0, free_out = 0, begun_out = 0;  // bytes of time in rx_clk and tx_clk
  uint64_t gave = 0, ended = 0;                       // when the last word was given; cycle of the last frame's end
  uint64_t paused_from = 0, paused_to = 0;
  int pauses = 0, starved = 0, cut = 0;
};

struct Clock {
  uint64_t half, next = UINT64_MAX;  // fs
  uint64_t cycles = 0;
  bool high = false;
};
enum { kClk, kRx, kTx, kRx1G, kTx1G, kClocks };
constexpr int rx_of(int p) { return is_1g(p) ? kRx1G : kRx; }
constexpr int tx_of(int p) { return is_1g(p) ? kTx1G : kTx; }

struct Bench {
  std::unique_ptr<Vmac_10g_switch> top = std::make_unique<Vmac_10g_switch>();
  Mac mac[kPorts];
  Clock clock[kClocks];
  uint64_t now = 0;  // fs
  int overflows = 0;
};

// Starts the clocks; that of the switch has mhz.
inline void start(Bench &b, int mhz) {
  b.clock[kClk] = {500000000 / static_cast<uint64_t>(mhz), 100};
  for (int p = 0; p < kPorts; p++) {
    const uint64_t half = rate(p).period / 2, ppm = half / 10000;
    b.clock[rx_of(p)] = {half - ppm, 200};
    b.clock[tx_of(p)] = {half + ppm, 300};
  }
}

// Before an edge of tx_clk: a MAC takes a word. A frame that has begun must go on in every cycle.
inline void take(Bench &b, int p) {
  const auto &t = *b.top;
  Mac &m = b.mac[p];
  const Rate &r = rate(p);
  const uint64_t cycles = b.clock[tx_of(p)].cycles;
  const bool valid = t.tx_axis_tvalid >> p & 1, is_ready = t.tx_axis_tready >> p & 1;
  if (!m.now.empty() && !(valid && is_ready)) m.starved++;
  if (!valid || !is_ready) return;
  if (m.now.empty()) {
    m.begun_out = std::max(m.free_out, cycles * r.bytes - 2 * r.bytes);
    m.begun.push_back(b.now);
  }
  for (unsigned i = 0; i < r.bytes; i++)
    if (t.tx_axis_tkeep >> (8 * p + i) & 1)
      m.now.push_back(static_cast<uint8_t>(t.tx_axis_tdata[2 * p + i / 4] >> 8 * (i % 4)));
  if (!(t.tx_axis_tlast >> p & 1)) return;
  m.free_out = m.begun_out + m.now.size() + kGap;
  m.ended = cycles;
  const Frame &f = m.now;
  if (t.tx_axis_tuser >> p & 1) {
    m.cut++;
  } else if (f[12] == 0x88 && f[13] == 0x08) {  // PFC: byte 17 has the enable bits, byte 18 the time of priority 0
    const bool enabled = f[17] >> kClass & 1;
    const uint64_t quanta = uint64_t{f[18 + 2 * kClass]} << 8 | f[19 + 2 * kClass], now = b.clock[rx_of(p)].cycles;
    // A resume counts from its arrival; a pause that is still obeyed goes on.
    if (enabled && quanta != 0 && now >= m.paused_to) m.paused_from = now + r.obey;
    if (enabled) m.paused_to = now + quanta * kQuantum / r.bytes;
    m.pauses += enabled && quanta != 0;
  } else {
    m.got.push_back(f);
  }
  if (m.begun.size() > m.got.size()) m.begun.pop_back();  // no data frame
  m.now.clear();
}

// After an edge of tx_clk: the MAC is ready while its line is free.
inline void ready(Bench &b, int p) {
  const bool free = b.clock[tx_of(p)].cycles * rate(p).bytes >= b.mac[p].free_out;
  b.top->tx_axis_tready = static_cast<uint8_t>((b.top->tx_axis_tready & ~(1 << p)) | free << p);
}

// After an edge of rx_clk: the MAC shows the next word, for one cycle.
inline void give(Bench &b, int p) {
  auto &t = *b.top;
  Mac &m = b.mac[p];
  const uint64_t cycles = b.clock[rx_of(p)].cycles, bytes = rate(p).bytes;
  const bool paused = cycles >= m.paused_from && cycles < m.paused_to;
  const bool waits = m.at == 0 && (paused || cycles * bytes < m.free_in);
  const bool valid = m.sent < m.send.size() && !waits;
  t.rx_axis_tvalid = static_cast<uint8_t>((t.rx_axis_tvalid & ~(1 << p)) | valid << p);
  if (!valid) return;
  const Frame &f = m.send[m.sent];
  if (m.at == 0) m.free_in = std::max(m.free_in, cycles * bytes - bytes) + f.size() + kGap;
  const size_t n = std::min<size_t>(bytes, f.size() - m.at);
  uint64_t word = 0;
  for (size_t i = 0; i < n; i++) word |= uint64_t{f[m.at + i]} << 8 * i;
  t.rx_axis_tdata[2 * p] = static_cast<uint32_t>(word);
  t.rx_axis_tdata[2 * p + 1] = static_cast<uint32_t>(word >> 32);
  t.rx_axis_tkeep = (t.rx_axis_tkeep & ~(uint64_t{0xff} << 8 * p)) | ((uint64_t{1} << n) - 1) << 8 * p;
  m.at += n;
  m.gave = b.now;
  t.rx_axis_tlast = static_cast<uint8_t>((t.rx_axis_tlast & ~(1 << p)) | (m.at == f.size()) << p);
  if (m.at < f.size()) return;
  m.at = 0;
  m.sent++;
}

// The next edge of any clock. Returns whether clk has risen.
inline bool edge(Bench &b) {
  auto &t = *b.top;
  b.now = UINT64_MAX;
  for (const Clock &c : b.clock) b.now = std::min(b.now, c.next);
  bool rises[kClocks];
  for (int i = 0; i < kClocks; i++) {
    Clock &c = b.clock[i];
    rises[i] = c.next == b.now && !c.high;
    if (c.next != b.now) continue;
    c.high = !c.high;
    c.next += c.half;
    c.cycles += c.high;
  }
  unsigned rx = 0, tx = 0;
  for (int p = 0; p < kPorts; p++) {
    if (rises[tx_of(p)]) take(b, p);
    rx |= static_cast<unsigned>(b.clock[rx_of(p)].high) << p;
    tx |= static_cast<unsigned>(b.clock[tx_of(p)].high) << p;
  }
  t.clk = b.clock[kClk].high;
  t.rx_clk = static_cast<uint8_t>(rx);
  t.tx_clk = static_cast<uint8_t>(tx);
  t.eval();
  for (int p = 0; p < kPorts; p++) {
    if (rises[rx_of(p)]) b.overflows += t.rx_overflow >> p & 1;
    if (rises[rx_of(p)]) give(b, p);
    if (rises[tx_of(p)]) ready(b, p);
  }
  return rises[kClk];
}

// One cycle of clk.
inline void step(Bench &b) {
  while (!edge(b)) continue;
}

// Runs until each port has the number of frames, and a little longer.
inline void run_until(Bench &b, const size_t *frames) {
  const uint64_t end = b.now + kForever;
  const auto all = [&] {
    for (int p = 0; p < kPorts; p++)
      if (b.mac[p].got.size() < frames[p]) return false;
    return true;
  };
  while (!all() && b.now < end) edge(b);
  for (int i = 0; i < 2000; i++) edge(b);
}

// Checks the frames that port `to` has received: whole, and in the order of each sender.
inline int wrong_frames(const Bench &b, int to) {
  size_t next[kPorts] = {};
  int wrong = 0;
  for (const Frame &f : b.mac[to].got) {
    if (f[11] >= kPorts) {
      wrong++;
      continue;
    }
    const std::vector<Frame> &send = b.mac[f[11]].send;
    size_t &i = next[f[11]];
    while (i < send.size() && send[i][5] != to) i++;
    wrong += i == send.size() || f != send[i++];
  }
  return wrong;
}

// The most headroom of kClass that a port has used.
inline uint32_t headroom_peak(const sluice_driver &driver, int p) {
  uint32_t peak = 0;
  sluice_driver_statistic(&driver, p, kClass, 8, &peak);  // HEADROOM_PEAK
  return peak;
}

inline uint64_t all_drops(const sluice_driver &driver) {
  uint64_t drops = 0;
  for (int p = 0; p < kPorts; p++)
    for (int reason = 1; reason < 13; reason++) {
      uint64_t n = 0;
      sluice_driver_counter(&driver, p, 48 + reason, &n);
      drops += n;
    }
  return drops;
}

inline void forget(Bench &b) {
  for (Mac &m : b.mac) {
    m.send.clear();
    m.got.clear();
    m.begun.clear();
    m.sent = 0;
    m.pauses = 0;
  }
}

inline int write_register(void *context, uint32_t address, uint32_t value) {
  return axil_write<Bench>(context, address, value);
}
inline int read_register(void *context, uint32_t address, uint32_t *value) {
  return axil_read<Bench>(context, address, value);
}

// Resets the switch and its crossings, and makes steps 2 to 5 of the bring-up.
inline void bring_up(Bench &b, const sluice_driver &driver, const char *plan) {
  const uint8_t every = (1 << kPorts) - 1;
  b.top->rst = 1;
  b.top->rx_rst = b.top->tx_rst = every;
  for (int i = 0; i < 40; i++) step(b);
  b.top->rst = 0;
  for (int i = 0; i < 40; i++) step(b);
  b.top->rx_rst = b.top->tx_rst = 0;
  const int accesses = run_plan(driver, plan);
  const char *text = sluice_driver_text(accesses);
  check(accesses > 20, std::string("the plan: ") + (text != nullptr ? text : std::to_string(accesses) + " accesses"));
  if (failures != 0) return;
  tables(driver, kPorts);
  b.top->status = every;
  for (int i = 0; i < 100; i++) step(b);
}

// No receiver overflows, no transmitter waits for a word or sends a bad frame.
inline void check_lines(const Bench &b) {
  int starved = 0, cut = 0;
  for (const Mac &m : b.mac) {
    starved += m.starved;
    cut += m.cut;
  }
  check(b.overflows == 0 && starved == 0 && cut == 0,
        std::to_string(b.overflows) + " overflows of a receiver, " + std::to_string(starved) +
            " cycles in which a transmitter starves, " + std::to_string(cut) + " frames cut off");
}

}  // namespace

#endif

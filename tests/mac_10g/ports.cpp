// Brings up the Verilated mac_10g_switch with the driver and sends frames through all ports. usage: ports PLAN MHZ
// PLAN is the output of sluice plan --registers switch, MHZ the clock of the switch. The MACs have 64 bits and clocks
// that differ by 200 ppm: they send at line rate, cannot wait for a word inside a frame, and obey PFC as late as 802.3
// allows at 10 Gb/s, behind 40 m of cable. Prints one line per check, "ok TEXT" or "failed TEXT".
#include <algorithm>
#include <memory>

#include "Vmac_10g_switch.h"
#include "tests/install/bench.h"

namespace {

constexpr int kPorts = PORTS, kBytes = 8, kGap = 24, kBurst = 400;
static_assert(kPorts > 4 && kPorts <= 8, "tkeep of all ports is one number of 64 bits");
// 129 bytes need two cells, most of all lengths for their time on the line.
constexpr size_t kLengths[] = {60, 129, 1518}, kIncast = 129;
constexpr uint64_t kFemto = 6400000, kPpm = 640;   // the period of a MAC in fs
constexpr uint64_t kObey = 64 * 67 / kBytes + 62;  // cycles of a MAC: 67 quanta, and the cable in both directions
constexpr uint64_t kForever = 400000;

// A MAC and the machine behind it. Its receiver and transmitter have clocks of their own.
struct Mac {
  std::vector<Frame> send, got;
  Frame now;
  size_t sent = 0, at = 0;
  uint64_t free_in = 0, free_out = 0, begun_out = 0;  // bytes of time in rx_clk and tx_clk
  uint64_t paused_from = 0, paused_to = 0;
  int pauses = 0, starved = 0, cut = 0;
};

struct Clock {
  uint64_t half, next;  // fs
  uint64_t cycles = 0;
  bool high = false;
};

struct Bench {
  std::unique_ptr<Vmac_10g_switch> top = std::make_unique<Vmac_10g_switch>();
  Mac mac[kPorts];
  Clock clk, rx, tx;
  int overflows = 0;
};

// Before an edge of tx_clk: a MAC takes a word. A frame that has begun must go on in every cycle.
void take(Bench &b, int p) {
  const auto &t = *b.top;
  Mac &m = b.mac[p];
  const bool valid = t.tx_axis_tvalid >> p & 1, ready = t.tx_axis_tready >> p & 1;
  if (!m.now.empty() && !(valid && ready)) m.starved++;
  if (!valid || !ready) return;
  if (m.now.empty()) m.begun_out = std::max(m.free_out, b.tx.cycles * kBytes - 2 * kBytes);
  for (int i = 0; i < kBytes; i++)
    if (t.tx_axis_tkeep >> (8 * p + i) & 1)
      m.now.push_back(static_cast<uint8_t>(t.tx_axis_tdata[2 * p + i / 4] >> 8 * (i % 4)));
  if (!(t.tx_axis_tlast >> p & 1)) return;
  m.free_out = m.begun_out + m.now.size() + kGap;
  const Frame &f = m.now;
  if (t.tx_axis_tuser >> p & 1) {
    m.cut++;
  } else if (f[12] == 0x88 && f[13] == 0x08) {  // PFC: byte 17 has the enable bits, byte 18 the time of priority 0
    const bool enabled = f[17] >> kClass & 1;
    const uint64_t quanta = uint64_t{f[18 + 2 * kClass]} << 8 | f[19 + 2 * kClass];
    // A resume counts from its arrival; a pause that is still obeyed goes on.
    if (enabled && quanta != 0 && b.rx.cycles >= m.paused_to) m.paused_from = b.rx.cycles + kObey;
    if (enabled) m.paused_to = b.rx.cycles + quanta * 8;
    m.pauses += enabled && quanta != 0;
  } else {
    m.got.push_back(f);
  }
  m.now.clear();
}

// After an edge of tx_clk: the MAC is ready while its line is free.
void ready(Bench &b, int p) {
  const bool free = b.tx.cycles * kBytes >= b.mac[p].free_out;
  b.top->tx_axis_tready = static_cast<uint8_t>((b.top->tx_axis_tready & ~(1 << p)) | free << p);
}

// After an edge of rx_clk: the MAC shows the next word, for one cycle.
void give(Bench &b, int p) {
  auto &t = *b.top;
  Mac &m = b.mac[p];
  const uint64_t now = b.rx.cycles;
  const bool paused = now >= m.paused_from && now < m.paused_to;
  const bool waits = m.at == 0 && (paused || now * kBytes < m.free_in);
  const bool valid = m.sent < m.send.size() && !waits;
  t.rx_axis_tvalid = static_cast<uint8_t>((t.rx_axis_tvalid & ~(1 << p)) | valid << p);
  if (!valid) return;
  const Frame &f = m.send[m.sent];
  if (m.at == 0) m.free_in = std::max(m.free_in, now * kBytes - kBytes) + f.size() + kGap;
  const size_t n = std::min<size_t>(kBytes, f.size() - m.at);
  uint64_t word = 0;
  for (size_t i = 0; i < n; i++) word |= uint64_t{f[m.at + i]} << 8 * i;
  t.rx_axis_tdata[2 * p] = static_cast<uint32_t>(word);
  t.rx_axis_tdata[2 * p + 1] = static_cast<uint32_t>(word >> 32);
  t.rx_axis_tkeep = (t.rx_axis_tkeep & ~(uint64_t{0xff} << 8 * p)) | ((uint64_t{1} << n) - 1) << 8 * p;
  m.at += n;
  t.rx_axis_tlast = static_cast<uint8_t>((t.rx_axis_tlast & ~(1 << p)) | (m.at == f.size()) << p);
  if (m.at < f.size()) return;
  m.at = 0;
  m.sent++;
}

// The next edge of any clock. Returns whether clk has risen.
bool edge(Bench &b) {
  auto &t = *b.top;
  const uint64_t now = std::min({b.clk.next, b.rx.next, b.tx.next});
  bool rises[3];
  Clock *clocks[3] = {&b.clk, &b.rx, &b.tx};
  for (int i = 0; i < 3; i++) {
    Clock &c = *clocks[i];
    rises[i] = c.next == now && !c.high;
    if (c.next != now) continue;
    c.high = !c.high;
    c.next += c.half;
    c.cycles += c.high;
  }
  for (int p = 0; rises[2] && p < kPorts; p++) take(b, p);
  const auto all = [](bool high) { return static_cast<uint8_t>(high ? (1 << kPorts) - 1 : 0); };
  t.clk = b.clk.high;
  t.rx_clk = all(b.rx.high);
  t.tx_clk = all(b.tx.high);
  t.eval();
  for (int p = 0; p < kPorts; p++) {
    if (rises[1]) b.overflows += t.rx_overflow >> p & 1;
    if (rises[1]) give(b, p);
    if (rises[2]) ready(b, p);
  }
  return rises[0];
}

// One cycle of clk.
void step(Bench &b) {
  while (!edge(b)) continue;
}

// Runs until each port has the number of frames. Returns the cycles of tx_clk.
uint64_t run_until(Bench &b, const size_t *frames) {
  const uint64_t from = b.tx.cycles;
  const auto all = [&] {
    for (int p = 0; p < kPorts; p++)
      if (b.mac[p].got.size() < frames[p]) return false;
    return true;
  };
  while (!all() && b.tx.cycles < from + kForever) edge(b);
  const uint64_t took = b.tx.cycles - from;
  for (int i = 0; i < 2000; i++) edge(b);
  return took;
}

// Checks the frames that port `to` has received: whole, and in the order of each sender.
int wrong_frames(const Mac &m, int to, size_t size) {
  int next[kPorts] = {}, wrong = 0;
  for (const Frame &f : m.got) wrong += f[11] >= kPorts || f != data_frame(f[11], to, next[f[11]]++, size);
  return wrong;
}

void forget(Bench &b) {
  for (Mac &m : b.mac) {
    m.send.clear();
    m.got.clear();
    m.sent = 0;
    m.pauses = 0;
  }
}

// Every port sends to the next one.
void line_rate(Bench &b, size_t size) {
  const size_t frames = 60000 / (size + kGap);
  size_t expected[kPorts];
  for (int p = 0; p < kPorts; p++) {
    for (size_t i = 0; i < frames; i++)
      b.mac[p].send.push_back(data_frame(p, (p + 1) % kPorts, static_cast<int>(i), size));
    expected[p] = frames;
  }
  const uint64_t took = run_until(b, expected), least = frames * (size + kGap) / kBytes;
  size_t got = 0;
  int wrong = 0, pauses = 0;
  for (int p = 0; p < kPorts; p++) {
    got += b.mac[p].got.size();
    wrong += wrong_frames(b.mac[p], p, size);
    pauses += b.mac[p].pauses;
  }
  check(got == kPorts * frames && wrong == 0 && pauses == 0 && took < least + 300,
        std::to_string(kPorts) + " ports at line rate, frames of " + std::to_string(size) +
            " bytes: " + std::to_string(got) + " of " + std::to_string(kPorts * frames) + " arrive, " +
            std::to_string(wrong) + " wrong, " + std::to_string(pauses) + " pauses; " + std::to_string(took) +
            " cycles, the lines need " + std::to_string(least));
  forget(b);
}

// All other ports send to port 0: they are paused, and no frame is lost.
void incast(Bench &b, const sluice_driver &driver) {
  size_t expected[kPorts] = {(kPorts - 1) * kBurst};
  for (int p = 1; p < kPorts; p++)
    for (int i = 0; i < kBurst; i++) b.mac[p].send.push_back(data_frame(p, 0, i, kIncast));
  run_until(b, expected);
  int paused = 0;
  uint32_t headroom = 0, eta = 0;
  uint64_t drops = 0;
  driver.read(driver.context, SLUICE_MAP_MMU_HEADROOM, &eta);
  for (int p = 0; p < kPorts; p++) {
    paused += b.mac[p].pauses > 0;
    uint32_t peak = 0;
    sluice_driver_statistic(&driver, p, kClass, 8, &peak);  // HEADROOM_PEAK
    headroom = std::max(headroom, peak);
    for (int reason = 1; reason < 13; reason++) {
      uint64_t n = 0;
      sluice_driver_counter(&driver, p, 48 + reason, &n);
      drops += n;
    }
  }
  check(b.mac[0].got.size() == expected[0] && wrong_frames(b.mac[0], 0, kIncast) == 0 && drops == 0 &&
            paused == kPorts - 1 && headroom > 0 && headroom <= eta,
        std::to_string(kPorts - 1) + " ports send to one: " + std::to_string(b.mac[0].got.size()) + " of " +
            std::to_string(expected[0]) + " arrive, " + std::to_string(drops) + " drops, " + std::to_string(paused) +
            " ports paused, " + std::to_string(headroom) + " of " + std::to_string(eta) + " cells of headroom used");
  forget(b);
}

int write_register(void *context, uint32_t address, uint32_t value) {
  return axil_write<Bench>(context, address, value);
}
int read_register(void *context, uint32_t address, uint32_t *value) {
  return axil_read<Bench>(context, address, value);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  Bench b;
  const uint64_t half = 500000000 / static_cast<uint64_t>(std::stoi(argv[2]));
  b.clk = {half, 100};
  b.rx = {(kFemto - kPpm) / 2, 200};
  b.tx = {(kFemto + kPpm) / 2, 300};
  const sluice_driver driver = {read_register, write_register, &b, 1000};
  const uint8_t every = (1 << kPorts) - 1;
  b.top->rst = 1;
  b.top->rx_rst = b.top->tx_rst = every;
  for (int i = 0; i < 40; i++) step(b);
  b.top->rst = 0;
  for (int i = 0; i < 40; i++) step(b);
  b.top->rx_rst = b.top->tx_rst = 0;
  const int accesses = run_plan(driver, argv[1]);
  const char *text = sluice_driver_text(accesses);
  check(accesses > 20, std::string("the plan: ") + (text != nullptr ? text : std::to_string(accesses) + " accesses"));
  if (failures != 0) return 1;
  tables(driver, kPorts);
  b.top->status = every;
  for (int i = 0; i < 100; i++) step(b);
  for (const size_t size : kLengths) line_rate(b, size);
  incast(b, driver);
  int starved = 0, cut = 0;
  for (const Mac &m : b.mac) {
    starved += m.starved;
    cut += m.cut;
  }
  check(b.overflows == 0 && starved == 0 && cut == 0,
        std::to_string(b.overflows) + " overflows of a receiver, " + std::to_string(starved) +
            " cycles in which a transmitter starves, " + std::to_string(cut) + " frames cut off");
  return failures != 0;
}

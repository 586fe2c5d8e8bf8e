// Brings up the Verilated instance of docs/hardware/bring-up.md with the driver over AXI4-Lite, and sends frames
// through it. usage: bring_up PLAN PLAN is the output of sluice plan --registers switch. Port 3 sends to port 1; ports
// 0 and 1 send lossless frames to port 2 at line rate and obey its pauses; then port 2 pauses the switch. Prints one
// line per check, "ok TEXT" or "failed TEXT". Time is in cycles.
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

namespace {

constexpr int kPorts = 4, kBytes = 8, kSize = 1000, kFrames = 250, kGap = 24, kClass = 3;
constexpr uint64_t kForever = 1 << 20;
using Frame = std::vector<uint8_t>;

int failures = 0;
void check(bool good, const std::string &text) {
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
};

struct Bench {
  std::unique_ptr<Vboard_switch> top = std::make_unique<Vboard_switch>();
  Mac mac[kPorts];
  uint64_t cycle = 0;
};

uint64_t bits(const WData *words, int port) { return uint64_t{words[2 * port + 1]} << 32 | words[2 * port]; }

// The MACs give their words before the edge of clk, and take those of the switch.
void give(Bench &b, int p) {
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

void ready(Bench &b, int p) {
  const bool free = b.cycle * kBytes >= b.mac[p].free_out;
  b.top->m_axis_tready = static_cast<uint8_t>((b.top->m_axis_tready & ~(1 << p)) | free << p);
}

// A whole frame has left the switch. PFC: byte 17 has the enable bits, byte 18 the time of priority 0.
void received(Bench &b, Mac &m) {
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

void step(Bench &b) {
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

int write_register(void *context, uint32_t address, uint32_t value) {
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

int read_register(void *context, uint32_t address, uint32_t *value) {
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
int run_plan(const sluice_driver &driver, const char *path) {
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

void address_of(int port, uint8_t *address) {
  const uint8_t bytes[6] = {2, 0, 0, 0, 1, static_cast<uint8_t>(port)};
  std::memcpy(address, bytes, 6);
}

// 802.1Q with priority kClass, from port `from` to `to`
Frame data_frame(int from, int to, int number) {
  Frame f(kSize, static_cast<uint8_t>(number));
  address_of(to, f.data());
  address_of(from, f.data() + 6);
  const uint8_t type[6] = {0x81, 0, kClass << 5, 0, 0x08, 0xff};
  std::memcpy(f.data() + 12, type, 6);
  return f;
}

Frame pause_frame(int from, uint16_t quanta) {
  const uint8_t head[6] = {1, 0x80, 0xc2, 0, 0, 1};
  Frame f(60, 0);
  std::memcpy(f.data(), head, 6);
  address_of(from, f.data() + 6);
  f[12] = 0x88, f[13] = 8, f[14] = 1, f[15] = 1, f[17] = 1 << kClass;
  f[18 + 2 * kClass] = static_cast<uint8_t>(quanta >> 8), f[19 + 2 * kClass] = static_cast<uint8_t>(quanta);
  return f;
}

void tables(const sluice_driver &driver) {
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

// A set that the switch or the MMU refuses must be reported as such; the old one stays active.
void refusals(const sluice_driver &driver) {
  uint32_t buffer, refresh;
  read_register(driver.context, SLUICE_MAP_MMU_BUFFER, &buffer);
  read_register(driver.context, SLUICE_MAP_MMU_REFRESH, &refresh);
  write_register(driver.context, SLUICE_MAP_MMU_BUFFER, 4096);
  check(sluice_driver_commit(&driver) == SLUICE_DRIVER_RESERVE, "BUFFER of all cells: refused by the switch");
  write_register(driver.context, SLUICE_MAP_MMU_BUFFER, buffer);
  write_register(driver.context, SLUICE_MAP_MMU_REFRESH, 1);
  check(sluice_driver_commit(&driver) == SLUICE_DRIVER_REFUSED, "REFRESH of 1: refused by the MMU");
  write_register(driver.context, SLUICE_MAP_MMU_REFRESH, refresh);
  write_register(driver.context, SLUICE_MAP_ECN_KMIN(0), 1);
  check(sluice_driver_commit(&driver) == SLUICE_DRIVER_ECN, "KMIN above KMAX: refused by the switch");
  write_register(driver.context, SLUICE_MAP_ECN_KMIN(0), 0);
  check(sluice_driver_commit(&driver) == 0, "the plan is accepted again");
}

uint64_t counter(const sluice_driver &driver, int port, int k) {
  uint64_t value = UINT64_MAX;
  sluice_driver_counter(&driver, port, k, &value);
  return value;
}

// A port sends alone at line rate: the thresholds of the plan must not pause it.
void alone(Bench &b) {
  const size_t frames = 40;
  for (size_t i = 0; i < frames; i++) b.mac[3].send.push_back(data_frame(3, 1, static_cast<int>(i)));
  const uint64_t end = b.cycle + frames * (kSize + kGap) / kBytes + 400;
  while (b.cycle < end) step(b);
  check(b.mac[1].got.size() == frames && b.mac[3].pauses == 0, "a port that sends alone keeps the line rate");
}

// Two ports send to port 2: the switch must pause them and lose nothing.
void incast(Bench &b, const sluice_driver &driver) {
  for (int p = 0; p < 2; p++)
    for (int i = 0; i < kFrames; i++) b.mac[p].send.push_back(data_frame(p, 2, i));
  while (b.mac[2].got.size() < 2 * kFrames && b.cycle < kForever) step(b);
  check(b.mac[2].got.size() == 2 * kFrames, "all frames arrive");
  int next[2] = {0, 0}, wrong = 0;
  for (const Frame &f : b.mac[2].got) wrong += f[11] > 1 || f != data_frame(f[11], 2, next[f[11]]++);
  check(wrong == 0, "all bytes arrive, in the order of each port");
  for (int i = 0; i < 1024; i++) step(b);  // the counters of control frames follow within a round
  for (int p = 0; p < 2; p++) {
    uint64_t frames = 0;
    uint32_t peak = 0;
    check(b.mac[p].pauses > 0, "the port was paused");
    check(counter(driver, p, 8 * 0 + kClass) == kFrames, "FRAMES_IN");
    check(sluice_driver_frames(&driver, p, 0, &frames) == 0 && frames >= static_cast<uint64_t>(b.mac[p].pauses),
          "SENT_PFC");
    check(sluice_driver_statistic(&driver, p, kClass, 3, &peak) == 0 && peak >= kSize / 64, "QUEUE_PEAK");
    for (int reason = 1; reason < 13; reason++)
      if (counter(driver, p, 48 + reason) != 0) check(false, "no drop, reason " + std::to_string(reason));
  }
  check(counter(driver, 2, 8 * 2 + kClass) == 2 * kFrames, "FRAMES_OUT");
  check(counter(driver, 2, 8 * 3 + kClass) == 2 * kFrames * kSize, "BYTES_OUT");
}

// Port 2 pauses the switch, which must hold a frame of the class until the resume.
void paused(Bench &b, const sluice_driver &driver) {
  uint64_t frames = 0;
  b.mac[2].send.push_back(pause_frame(2, 0xffff));
  for (int i = 0; i < 64; i++) step(b);
  b.mac[0].paused = 0;
  b.mac[0].send.push_back(data_frame(0, 2, 7));
  for (int i = 0; i < 2000; i++) step(b);
  check(b.mac[2].got.size() == 2 * kFrames && counter(driver, 0, kClass) == kFrames + 1,
        "a paused class holds its frame");
  b.mac[2].send.push_back(pause_frame(2, 0));
  for (int i = 0; i < 2000; i++) step(b);
  check(b.mac[2].got.size() == 2 * kFrames + 1, "the resume releases it");
  check(sluice_driver_frames(&driver, 2, 8, &frames) == 0 && frames == 2, "GOT_PFC");
  check(counter(driver, 2, 8 * 4 + kClass) == 1, "PAUSES_IN");
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  Bench b;
  const sluice_driver driver = {read_register, write_register, &b, 1000};
  b.top->rst = 1;
  for (int i = 0; i < 20; i++) step(b);
  b.top->rst = 0;
  const int accesses = run_plan(driver, argv[1]);
  const char *text = sluice_driver_text(accesses);
  check(accesses > 20, std::string("the plan: ") + (text != nullptr ? text : std::to_string(accesses) + " accesses"));
  check(b.top->ready, "the switch is ready");
  tables(driver);
  b.top->link_up = 15;
  for (int i = 0; i < 16; i++) step(b);
  refusals(driver);
  alone(b);
  incast(b, driver);
  paused(b, driver);
  std::printf("%d cycles\n", static_cast<int>(b.cycle));
  return failures != 0;
}

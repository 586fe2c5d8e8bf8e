// Brings up the Verilated instance of docs/hardware/bring-up.md with CREDITS = 1, with the driver over AXI4-Lite, and
// fills its lines in both directions. usage: bring_up_credits PLAN LIMIT. PLAN is the output of sluice plan --registers
// switch --credits ultra_ethernet, LIMIT its CREDITS_LIMIT. Ports 0 and 1 send lossless frames to each other, and so do
// 2 and 3. The other end of each port is a switch with the same plan, over 40 m of wire: it sends only with credits,
// and returns those of a frame by words when it has forwarded the frame. Prints one line per check, "ok TEXT" or
// "failed TEXT".
#include <deque>

#include "tests/install/bring_up_bench.h"

namespace {

// Cycles of the wire in both directions, and from the last word of a frame until its last cell is free (loop_cycles()
// of plan_credits.c), without the time of the frame on the next line.
constexpr uint64_t kWires = 2 * 32, kForward = 3 * 5 + 6 + 9 + 3 + 8;
constexpr uint64_t kCycles = 6000, kHeld = 2 * 1538 / kBytes, kDrain = 3000;
constexpr uint32_t kCounter = (1u << 20) - 1;

uint32_t cells(size_t bytes) { return static_cast<uint32_t>((bytes + 63) / 64); }

// The other end of a port. Counters in cells of class kClass.
struct End {
  uint64_t pfc = 0;  // SENT_PFC before the traffic: after the COMMIT every port sends its state
  uint32_t consumed = 0, freed = 0, returned = 0, reported = 0;
  std::deque<std::pair<uint64_t, uint32_t>> forwards, words;  // cycle; cells that are free, counter of a word
  int sent = 0, got = 0, wrong = 0;
};

struct Run {
  uint32_t limit, amount;
  size_t size;
  End end[kPorts];
};

Frame word_frame(int port, uint32_t counter) {
  static const uint8_t head[] = {1,    0x80, 0xc2, 0,    0,   1,   2,   0,   0, 0,      1, 0,
                                 0x88, 8,    0xff, 0xfd, 'S', 'L', 'C', 'E', 1, kClass, 0};
  Frame f(60, 0);
  std::memcpy(f.data(), head, sizeof head);
  f[11] = static_cast<uint8_t>(port);
  f[23] = static_cast<uint8_t>(counter >> 16), f[24] = static_cast<uint8_t>(counter >> 8),
  f[25] = static_cast<uint8_t>(counter);
  return f;
}

// Sends a word when it is due, or a frame for which the credits suffice, when the line is free.
void sends(Bench &b, Run &r, int p, bool go) {
  Mac &m = b.mac[p];
  End &e = r.end[p];
  while (!e.words.empty() && e.words.front().first <= b.cycle) {
    e.freed += (e.words.front().second - e.freed) & kCounter;
    e.words.pop_front();
  }
  while (!e.forwards.empty() && e.forwards.front().first <= b.cycle) {
    e.returned += e.forwards.front().second;
    e.forwards.pop_front();
  }
  if (m.sent < m.send.size() || b.cycle * kBytes < m.free_in) return;
  m.send.clear();
  m.sent = 0;
  if (e.returned - e.reported >= r.amount) {
    e.reported = e.returned;
    m.send.push_back(word_frame(p, e.reported & kCounter));
  } else if (go && e.consumed - e.freed + cells(r.size) <= r.limit) {
    e.consumed += cells(r.size);
    m.send.push_back(data_frame(p, p ^ 1, e.sent++, r.size));
  }
}

// A word of the switch returns credits. Data frames arrive in order; their credits are free when they are forwarded.
void receives(Bench &b, Run &r, int p) {
  End &e = r.end[p];
  for (const Frame &f : b.mac[p].got) {
    if (f[12] == 0x88 && f[13] == 8) {
      e.wrong += f[14] != 0xff || f[15] != 0xfd;
      if (f[20] == 1 && f[21] == kClass)
        e.words.emplace_back(b.cycle + kWires, uint32_t{f[23]} << 16 | uint32_t{f[24]} << 8 | f[25]);
      continue;
    }
    e.wrong += f != data_frame(p ^ 1, p, e.got++, f.size());
    e.forwards.emplace_back(b.cycle + kForward + (f.size() + kGap) / kBytes, cells(f.size()));
  }
  b.mac[p].got.clear();
}

// Fills all lines with frames of one size. Returns idle cycles of the line that waited longest, of kCycles.
uint64_t fill(Bench &b, Run &r) {
  uint64_t before[kPorts], most = 0;
  for (Mac &m : b.mac) m.free_out = (b.cycle + kHeld) * kBytes;
  for (uint64_t i = 0; i < 2 * kCycles + kDrain; i++) {
    for (int p = 0; p < kPorts; p++) {
      if (i == kCycles) before[p] = b.mac[p].idle;
      if (i == 2 * kCycles) most = std::max(most, b.mac[p].idle - before[p]);
      sends(b, r, p, i < 2 * kCycles);
    }
    step(b);
    for (int p = 0; p < kPorts; p++) receives(b, r, p);
  }
  return most;
}

uint64_t counter(const sluice_driver &driver, int port, int k) {
  uint64_t value = UINT64_MAX;
  sluice_driver_counter(&driver, port, k, &value);
  return value;
}

void counters(const sluice_driver &driver, const Run &r) {
  for (int p = 0; p < kPorts; p++) {
    uint64_t pauses = 0, words = 0, taken = 0;
    check(r.end[p].wrong == 0, "frames arrive whole and in order, and only words of credits");
    check(r.end[p].got == r.end[p ^ 1].sent, "all frames arrive");
    check(sluice_driver_frames(&driver, p, 0, &pauses) == 0 && pauses == r.end[p].pfc, "SENT_PFC");
    check(sluice_driver_frames(&driver, p, 2, &words) == 0 && words > 0, "SENT_NATIVE");
    check(sluice_driver_frames(&driver, p, 10, &taken) == 0 && taken > 0, "GOT_NATIVE");
    for (int reason = 1; reason < 13; reason++)
      if (counter(driver, p, 48 + reason) != 0) check(false, "no drop, reason " + std::to_string(reason));
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  Bench b;
  const sluice_driver driver = {read_register, write_register, &b, 1000};
  Run r = {static_cast<uint32_t>(std::stoul(argv[2])), 0, 0, {}};
  b.top->rst = 1;
  for (int i = 0; i < 20; i++) step(b);
  b.top->rst = 0;
  const int accesses = run_plan(driver, argv[1]);
  const char *text = sluice_driver_text(accesses);
  check(accesses > 20, std::string("the plan: ") + (text != nullptr ? text : std::to_string(accesses) + " accesses"));
  if (failures != 0) return 1;
  uint32_t limit = 0, ports = 0;
  check(read_register(&b, SLUICE_MAP_CREDITS_LIMIT(kClass), &limit) == 0 && limit == r.limit, "CREDITS_LIMIT");
  check(read_register(&b, SLUICE_MAP_CREDITS_AMOUNT, &r.amount) == 0 && r.amount > 0, "CREDITS_AMOUNT");
  check(read_register(&b, SLUICE_MAP_CREDITS_PORTS, &ports) == 0 && ports == 15, "CREDITS_PORTS");
  tables(driver, kPorts);
  b.top->link_up = 15;
  for (int i = 0; i < 1100; i++) step(b);  // the counters of control frames follow within a round
  for (int p = 0; p < kPorts; p++) check(sluice_driver_frames(&driver, p, 0, &r.end[p].pfc) == 0, "SENT_PFC before");
  for (size_t size : {60, 65, 129, 300, 1514}) {
    r.size = size;
    const uint64_t idle = fill(b, r);
    check(idle * 1000 <= kCycles, "frames of " + std::to_string(size) + " bytes: a line is idle for " +
                                      std::to_string(idle) + " of " + std::to_string(kCycles) + " cycles");
  }
  counters(driver, r);
  return failures != 0;
}

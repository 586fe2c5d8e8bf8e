// Brings up the Verilated mac_10g_switch with the driver, with ports 0 and 1 of 10 Gb/s and ports 2 and 3 of 1 Gb/s,
// and sends frames of all lengths between them. usage: mixed PLAN MHZ FULL
// PLAN is the output of sluice plan --group --registers switch, FULL that with a larger alpha, with which the pool
// becomes full, and MHZ the clock of the switch. The MACs are those of macs.h. Prints one line per check, "ok TEXT" or
// "failed TEXT".
#include "tests/mac_10g/macs.h"

namespace {

static_assert(kPorts == 4 && PORTS_1G == 12);
constexpr size_t kShortest = 60, kLongest = 1518;
constexpr size_t kIncast = 129;  // two cells, most of all lengths for their time on the line
constexpr size_t kCell = 128;    // one cell: most bytes of frames that were chosen before a pause
constexpr int kQuanta = 100, kPauseFrames = 100;

std::string micros(uint64_t fs) {
  const std::string digits = std::to_string(fs / 10000000 % 100);
  return std::to_string(fs / 1000000000) + (digits.size() < 2 ? ".0" : ".") + digits + " us";
}

// The time of frames on a line.
uint64_t line_time(const std::vector<Frame> &frames, const Rate &r) {
  uint64_t bytes = 0;
  for (const Frame &f : frames) bytes += f.size() + kGap;
  return bytes * r.period / r.bytes;
}

// Port p sends frames to port to[p]: each length or, if a line has 1 Gb/s, each 11th. The slower line of both must be
// full; only senders to slower lines are paused.
void line_rate(Bench &b, const char *name, const int (&to)[kPorts]) {
  size_t expected[kPorts], frames = 0, got = 0;
  uint64_t from[kPorts], least[kPorts];
  for (int p = 0; p < kPorts; p++) {
    const bool slow = is_1g(p) || is_1g(to[p]);
    std::vector<Frame> &send = b.mac[p].send;
    for (size_t n = kLongest; n >= kShortest; n -= slow ? 11 : 1)
      send.push_back(data_frame(p, to[p], static_cast<int>(n), n));
    frames += expected[to[p]] = send.size();
    from[to[p]] = b.clock[tx_of(to[p])].cycles;
    least[to[p]] = line_time(send, slow ? k1G : k10G) + line_time({send[0]}, rate(p));  // the first one is stored
  }
  run_until(b, expected);
  int wrong = 0, full = 0, paused = 0;
  uint64_t most = 0;
  for (int p = 0; p < kPorts; p++) {
    got += b.mac[p].got.size();
    wrong += wrong_frames(b, p);
    paused += (b.mac[p].pauses > 0) == (!is_1g(p) && is_1g(to[p]));
    const uint64_t took = (b.mac[p].ended - from[p]) * rate(p).period, more = took - std::min(took, least[p]);
    most = std::max(most, more);
    full += more < 3000000000;
  }
  check(got == frames && wrong == 0 && full == kPorts && paused == kPorts,
        std::string(name) + ", all lengths: " + std::to_string(got) + " of " + std::to_string(frames) + " arrive, " +
            std::to_string(wrong) + " wrong; at most " + micros(most) + " more than the lines need");
  forget(b);
}

// All other ports send to a slow one, which sends to a fast one: fast senders are paused, and no frame is lost. If the
// pool becomes full, each sender uses its headroom.
void incast(Bench &b, const sluice_driver &driver, bool full) {
  constexpr int kFrames[] = {600, 600, 400, 100}, kTo[] = {3, 3, 3, 0};
  size_t expected[kPorts] = {};
  for (int p = 0; p < kPorts; p++) {
    expected[kTo[p]] += kFrames[p];
    for (int i = 0; i < kFrames[p]; i++) b.mac[p].send.push_back(data_frame(p, kTo[p], i, kIncast));
  }
  run_until(b, expected);
  std::string used;
  bool within = true;
  for (int p = 0; p < 3; p++) {
    const uint32_t peak = headroom_peak(driver, p);
    uint32_t eta = 0;
    sluice_driver_limit(&driver, p, SLUICE_MAP_PORT_LIMIT_HEADROOM, &eta);
    used += (p > 0 ? ", " : "") + std::to_string(peak) + " of " + std::to_string(eta);
    within &= peak <= eta && (peak > 0) == full && (b.mac[p].pauses > 0 || is_1g(p));
  }
  const uint64_t drops = all_drops(driver);
  check(b.mac[3].got.size() == expected[3] && b.mac[0].got.size() == expected[0] && wrong_frames(b, 3) == 0 &&
            wrong_frames(b, 0) == 0 && drops == 0 && within,
        "3 ports send to one of 1 Gb/s: " + std::to_string(b.mac[3].got.size()) + " of " + std::to_string(expected[3]) +
            " arrive, " + std::to_string(drops) + " drops, cells of headroom used: " + used);
  forget(b);
}

// The neighbour of port p pauses kClass, while all other ports send to it, so that frames wait. The pause ends after
// kQuanta quanta of this line; before it begins, the port sends at most the frames that it has chosen before.
void obey(Bench &b, int p) {
  Mac &m = b.mac[p];
  size_t expected[kPorts] = {};
  for (int from = 0; from < kPorts; from++)
    for (int i = 0; from != p && i < kPauseFrames; i++) b.mac[from].send.push_back(data_frame(from, p, i, kCell));
  expected[p] = (kPorts - 1) * kPauseFrames;
  while (m.got.size() < 50) edge(b);
  Frame pfc(kShortest, 0);
  const uint8_t head[18] = {1, 0x80, 0xc2, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0x88, 8, 1, 1, 0, 1 << kClass};
  std::copy(head, head + 18, pfc.begin());
  pfc[19 + 2 * kClass] = kQuanta;
  m.send.push_back(pfc);
  run_until(b, expected);
  // The longest time between two frames is the pause.
  uint64_t late = 0, end = 0;
  for (size_t i = 1; i < m.begun.size(); i++)
    if (m.begun[i] - m.begun[i - 1] > end - late) {
      late = m.begun[i - 1];
      end = m.begun[i];
    }
  late -= std::min(late, m.gave);
  end -= std::min(end, m.gave);
  const uint64_t byte = rate(p).period / rate(p).bytes, quantum = kQuantum * byte;
  // Four cells of the output and 11 words in the crossing, with the gaps of these frames; 40 cycles until the gate.
  const uint64_t ahead = (4 * kCell + 176) * (kCell + kGap) / kCell * byte + 500000000;
  check(m.got.size() == expected[p] && wrong_frames(b, p) == 0 && late < ahead && end >= kQuanta * quantum &&
            end < (kQuanta + 2) * quantum + 1000000000,
        "a pause of " + micros(kQuanta * quantum) + " at " + (is_1g(p) ? "1" : "10") + " Gb/s: the last frame begins " +
            micros(late) + " after it, the next one " + micros(end) + " after it");
  forget(b);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  Bench b;
  start(b, std::stoi(argv[2]));
  const sluice_driver driver = {read_register, write_register, &b, 1000};
  bring_up(b, driver, argv[1]);
  if (failures != 0) return 1;
  line_rate(b, "10 to 10 and 1 to 1 Gb/s", {1, 0, 3, 2});
  line_rate(b, "10 to 1 and 1 to 10 Gb/s", {2, 3, 0, 1});
  obey(b, 0);
  obey(b, 2);
  incast(b, driver, false);
  check(run_plan(driver, argv[3]) > 20, "the plan with a larger alpha");
  incast(b, driver, true);
  check_lines(b);
  return failures != 0;
}

// Brings up the Verilated mac_10g_switch with the driver and sends frames through all ports. usage: ports PLAN MHZ
// PLAN is the output of sluice plan --registers switch, MHZ the clock of the switch. The MACs, of 10 Gb/s, are those of
// macs.h. Prints one line per check, "ok TEXT" or "failed TEXT".
#include "tests/mac_10g/macs.h"

namespace {

constexpr int kBurst = 400;
// 129 bytes need two cells, most of all lengths for their time on the line.
constexpr size_t kLengths[] = {60, 129, 1518}, kIncast = 129;

// Every port sends to the next one.
void line_rate(Bench &b, size_t size) {
  const size_t frames = 60000 / (size + kGap);
  size_t expected[kPorts];
  for (int p = 0; p < kPorts; p++) {
    for (size_t i = 0; i < frames; i++)
      b.mac[p].send.push_back(data_frame(p, (p + 1) % kPorts, static_cast<int>(i), size));
    expected[p] = frames;
  }
  const uint64_t from = b.clock[kTx].cycles, least = frames * (size + kGap) / k10G.bytes;
  run_until(b, expected);
  size_t got = 0;
  int wrong = 0, pauses = 0;
  uint64_t took = 0;
  for (int p = 0; p < kPorts; p++) {
    got += b.mac[p].got.size();
    wrong += wrong_frames(b, p);
    pauses += b.mac[p].pauses;
    took = std::max(took, b.mac[p].ended - from);
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
  driver.read(driver.context, SLUICE_MAP_MMU_HEADROOM, &eta);
  for (int p = 0; p < kPorts; p++) {
    paused += b.mac[p].pauses > 0;
    headroom = std::max(headroom, headroom_peak(driver, p));
  }
  const uint64_t drops = all_drops(driver);
  check(b.mac[0].got.size() == expected[0] && wrong_frames(b, 0) == 0 && drops == 0 && paused == kPorts - 1 &&
            headroom > 0 && headroom <= eta,
        std::to_string(kPorts - 1) + " ports send to one: " + std::to_string(b.mac[0].got.size()) + " of " +
            std::to_string(expected[0]) + " arrive, " + std::to_string(drops) + " drops, " + std::to_string(paused) +
            " ports paused, " + std::to_string(headroom) + " of " + std::to_string(eta) + " cells of headroom used");
  forget(b);
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  Bench b;
  start(b, std::stoi(argv[2]));
  const sluice_driver driver = {read_register, write_register, &b, 1000};
  bring_up(b, driver, argv[1]);
  if (failures != 0) return 1;
  for (const size_t size : kLengths) line_rate(b, size);
  incast(b, driver);
  check_lines(b);
  return failures != 0;
}

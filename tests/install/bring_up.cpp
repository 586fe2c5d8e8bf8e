// Brings up the Verilated instance of docs/hardware/bring-up.md with the driver over AXI4-Lite, and sends frames
// through it. usage: bring_up PLAN PLAN is the output of sluice plan --registers switch. Port 3 sends to port 1; ports
// 0 and 1 send lossless frames to port 2 at line rate and obey its pauses; then port 2 pauses the switch. Prints one
// line per check, "ok TEXT" or "failed TEXT". Time is in cycles.
#include "tests/install/bring_up_bench.h"

namespace {

Frame pause_frame(int from, uint16_t quanta) {
  const uint8_t head[6] = {1, 0x80, 0xc2, 0, 0, 1};
  Frame f(60, 0);
  std::memcpy(f.data(), head, 6);
  address_of(from, f.data() + 6);
  f[12] = 0x88, f[13] = 8, f[14] = 1, f[15] = 1, f[17] = 1 << kClass;
  f[18 + 2 * kClass] = static_cast<uint8_t>(quanta >> 8), f[19 + 2 * kClass] = static_cast<uint8_t>(quanta);
  return f;
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
    check(counter(driver, p, 8 * 5 + kClass) >= 1, "PAUSES_OUT");
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
  if (failures != 0) return 1;
  check(b.top->ready, "the switch is ready");
  tables(driver, kPorts);
  b.top->link_up = 15;
  for (int i = 0; i < 16; i++) step(b);
  refusals(driver);
  alone(b);
  incast(b, driver);
  paused(b, driver);
  std::printf("%d cycles\n", static_cast<int>(b.cycle));
  return failures != 0;
}

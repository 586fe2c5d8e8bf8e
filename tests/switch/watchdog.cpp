// sluice_switch_watchdog in lock-step with its model, cycle by cycle, and against rules that share no code with either:
// the times of a storm in cycles, and the actions. tests/switch/watchdog.sh builds and runs it. Arguments: ports,
// classes, whether each port has its own registers, seed.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vwatchdog.h"
#include "cmodel/switch/sluice_watchdog.h"
#include "verilated.h"

namespace {

enum { ROUND = 128, QUIET = 100, VISIT = 8, EPISODES = 60, CYCLES = 3000 };
enum kind { OPEN, STORM, REFRESHED, FLAPS, RESUMES, STUCK, KINDS };

struct queue {
  kind what;
  bool filled;
  struct {
    uint64_t opened, paused, began;
  } past[VISIT];                          // the same, in the last cycles, in a ring
  uint64_t opened, paused, began, quiet;  // last cycle of each; quiet: without a pause frame for QUIET cycles
  uint64_t shut, empty;                   // last cycle with a closed gate, and without a frame
};

uint64_t rng, now;
sluice_watchdog model;
sluice_watchdog_in in;
queue queues[SLUICE_WATCHDOG_QUEUES];
uint64_t detections[2], restorations, drops, forwards, alerts;

uint32_t pick(uint32_t n) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return static_cast<uint32_t>((rng >> 20) % n);
}

bool bit(const uint64_t *v, int q) { return v[q / 64] >> q % 64 & 1; }

void set(uint64_t *v, int q, bool value) {
  v[q / 64] = (v[q / 64] & ~(UINT64_C(1) << q % 64)) | static_cast<uint64_t>(value) << q % 64;
}

[[noreturn]] void fail(const char *what, int q) {
  std::printf("failed: cycle %llu, queue %d: %s\n", static_cast<unsigned long long>(now), q, what);
  std::exit(1);
}

// Vectors of the RTL of up to 128 bits
bool rtl_bit(const void *vector, int q) { return static_cast<const unsigned char *>(vector)[q / 8] >> q % 8 & 1; }

void put_cfg(Vwatchdog *rtl, const sluice_watchdog_registers &r, int rows) {
  rtl->cfg = (r.clock & 0x3ff) << 20 | (r.poll & 0xfffff);
  // Detection, restoration, rule and action of each port: 26, 26, 1 and 16 bits
  unsigned char *to = reinterpret_cast<unsigned char *>(&rtl->ports);
  for (int p = 0; p < rows; p++) {
    const sluice_watchdog_port &own = r.port[p];
    unsigned __int128 v = own.detection & 0x3ffffff;
    v = v << 26 | (own.restoration & 0x3ffffff);
    v = v << 17 | (own.action & 0x1ffff);
    for (int i = 0, at = 69 * p; i < 69; i++, at++)
      to[at / 8] = static_cast<unsigned char>((to[at / 8] & ~(1 << at % 8)) | static_cast<int>(v >> i & 1) << at % 8);
  }
}

// A time to detect or restore: often an exact number of polls, which is over at the last of them.
uint32_t pick_time(uint32_t poll) {
  if (pick(8) == 0) return pick(3);
  const uint32_t polls = pick(4);
  return poll * polls + (pick(2) ? pick(poll) : 0);
}

void configure(bool large, int rows) {
  sluice_watchdog_registers &r = in.registers;
  r.clock = pick(5);
  if (r.clock == 0 && pick(2)) r.clock = 1 + pick(3);
  const uint32_t clock = r.clock == 0 ? 1 : r.clock;
  r.poll = ROUND / clock + 1 + pick(60);
  for (sluice_watchdog_port &own : r.port) {
    if (&own - r.port >= rows) {  // all ports have the registers of port 0
      own = r.port[0];
      continue;
    }
    own.detection = pick_time(r.poll);
    own.restoration = pick_time(r.poll);
    if (large) own.detection = 0x3ffffff - pick(3), own.restoration = 0x3ffffff - pick(3);
    own.action = pick(1 << 17);
    // Bits that no register has
    own.detection |= pick(4) << 26;
    own.restoration |= pick(4) << 26;
    own.action |= pick(4) << 17;
  }
  if (pick(10) == 0) r.poll = 0;
  r.clock |= pick(4) << 10;
  r.poll |= pick(4) << 20;
}

void stimulate(int ports, int classes) {
  in.rx_valid = in.begin_valid = false;
  for (int q = 0; q < ports * classes; q++) {
    queue &u = queues[q];
    bool closed = bit(in.gate, q), pauses = false;
    switch (u.what) {
      case OPEN:
        closed = false;
        break;
      case STORM:  // pause frames that leave no gap
        closed = true;
        pauses = pick(8) == 0;
        break;
      case REFRESHED:  // refreshed at random, sometimes late, with short openings
        if (pick(400) == 0) closed = !closed;
        pauses = closed && pick(100) == 0;
        break;
      case FLAPS:
        closed = pick(3) != 0;
        pauses = pick(30) == 0;
        break;
      case RESUMES:  // closed, but without pause frames: RESUME frames are no storm
        closed = pick(1000) != 0;
        break;
      default:
        closed = true;
    }
    set(in.gate, q, closed);
    if (pick(500) == 0) u.filled = !u.filled;
    if (u.what == STUCK) u.filled = true;
    set(in.filled, q, u.filled);
    if (pauses && !in.rx_valid) {
      in.rx_valid = true;
      in.rx_port = static_cast<uint8_t>(q / classes);
      in.rx_pauses = static_cast<uint8_t>(1 << q % classes);
    }
    if (!closed && u.filled && pick(300) == 0 && !in.begin_valid) {
      in.begin_valid = true;
      in.begin_port = static_cast<uint8_t>(q / classes);
      in.begin_class = static_cast<uint8_t>(q % classes);
    }
  }
}

void remember(int ports, int classes) {
  for (int q = 0; q < ports * classes; q++) {
    queue &u = queues[q];
    (bit(in.gate, q) ? u.shut : u.opened) = now;
    if (!bit(in.filled, q)) u.empty = now;
    if (in.rx_valid && in.rx_port == q / classes && in.rx_pauses >> q % classes & 1) u.paused = now;
    if (now - u.paused > QUIET) u.quiet = now;
    u.past[now % VISIT] = {u.opened, u.paused, u.began};
    if (in.begin_valid && in.begin_port == q / classes && in.begin_class == q % classes) u.began = now;
  }
}

// Cycles of the whole polls that `time` takes, and of one before.
uint64_t latest(uint64_t time, uint64_t poll) {
  const uint64_t polls = (time + poll - 1) / poll;
  return ((polls == 0 ? 1 : polls) + 1) * poll;
}

// The rules, in cycles. Registers are constant since `configured`. A poll comes up to a round late, and a visit takes a
// few cycles.
void rules(int q, int classes, uint64_t configured, bool detected, bool restored) {
  // An event during a visit counts for the next poll.
  const queue &u = queues[q];
  const auto &before = u.past[(now + 1) % VISIT];
  const sluice_watchdog_registers &r = in.registers;
  const uint64_t clock = (r.clock & 0x3ff) == 0 ? 1 : r.clock & 0x3ff, slack = ROUND + 8,
                 poll = (r.poll & 0xfffff) * clock;
  const sluice_watchdog_port &own = r.port[q / classes];
  const uint64_t detection = (own.detection & 0x3ffffff) * clock, restoration = (own.restoration & 0x3ffffff) * clock;
  const int action = own.action >> 2 * (q % classes) & 3;
  const bool storm = bit(model.storm, q);
  const bool settled = now - configured > detection + restoration + 3 * poll + slack;  // no age is of other registers
  if (detected) {
    if (action == 0) fail("a class that is off is detected", q);
    if (own.action >> 16 & 1) {
      if (settled && now - before.began + slack < detection) fail("rule (b): detected although a frame left", q);
    } else if (settled && now - before.opened + slack < detection) {
      fail("rule (a): detected although the gate was open", q);
    } else if (settled && now - u.paused > poll + slack + 8) {
      fail("rule (a): detected without pause frames", q);
    }
    detections[own.action >> 16 & 1]++;
  }
  if (settled && restored && action != 0 && now - before.paused + slack < restoration)
    fail("restored although a pause frame came", q);
  if (settled && restored && action != 0 && now - u.opened > poll + slack + 8)
    fail("restored although the gate stayed closed", q);
  restorations += restored;
  if (action == 0 || poll == 0 || !settled) return;
  // A state changes at the first poll at which its time is over. The interval in which the storm begins or ends may
  // not count.
  const uint64_t begins = latest(detection, poll) + slack + 16, ends = latest(restoration, poll) + slack + 16;
  const bool rule_b = own.action >> 16 & 1;
  if (!storm && !rule_b && u.what == STORM && now - u.quiet > begins && now - u.opened > begins)
    fail("rule (a): a storm is not detected", q);
  if (!storm && rule_b && now - u.began > begins && now - u.opened > begins && now - u.empty > begins)
    fail("rule (b): a storm is not detected", q);
  if (storm && now - u.paused > ends && now - u.shut > ends) fail("a storm is not ended", q);
}

void run(Vwatchdog *rtl, int ports, int classes, int rows, uint64_t seed) {
  uint64_t configured = 0;
  rng = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  now = 1;
  in = {};
  sluice_watchdog_init(&model, ports, classes);
  for (int episode = 0; episode < EPISODES; episode++) {
    if (pick(4) != 0 || episode == 0) configure(pick(12) == 0, rows), configured = now;
    put_cfg(rtl, in.registers, rows);
    for (int q = 0; q < ports * classes; q++) queues[q].what = static_cast<kind>(pick(KINDS));
    in.rst = episode == 0 || pick(20) == 0;
    for (int i = 0; i < CYCLES; i++) {
      stimulate(ports, classes);
      if (in.rst && i == 3) {
        in.rst = false;
        configured = now;
      }
      rtl->rst = in.rst;
      std::memcpy(&rtl->gate, in.gate, sizeof rtl->gate);
      std::memcpy(&rtl->is_filled, in.filled, sizeof rtl->is_filled);
      rtl->rx_valid = in.rx_valid;
      rtl->rx_port = in.rx_port;
      rtl->rx_pauses = in.rx_pauses;
      rtl->begin_valid = in.begin_valid;
      rtl->begin_port = in.begin_port;
      rtl->begin_class = in.begin_class;
      rtl->clk = 0;
      rtl->eval();
      rtl->clk = 1;
      rtl->eval();
      sluice_watchdog_step(&model, &in);
      remember(ports, classes);
      now++;
      if (rtl->detected != model.detected || rtl->restored != model.restored) fail("pulses differ", model.changed);
      if ((model.detected || model.restored) && rtl->changed_port * classes + rtl->changed_class != model.changed)
        fail("the changed queue differs", model.changed);
      for (int q = 0; q < ports * classes; q++) {
        const bool storm = bit(model.storm, q);
        const int action = in.registers.port[q / classes].action >> 2 * (q % classes) & 3;
        if (rtl_bit(&rtl->storm, q) != storm) fail("storm differs", q);
        if (rtl_bit(&rtl->drop, q) != (storm && action == SLUICE_SWITCH_WATCHDOG_DROP)) fail("drop", q);
        if (rtl_bit(&rtl->ignore_gate, q) !=
            (storm && (action == SLUICE_SWITCH_WATCHDOG_DROP || action == SLUICE_SWITCH_WATCHDOG_FORWARD)))
          fail("ignore_gate", q);
        drops += storm && action == SLUICE_SWITCH_WATCHDOG_DROP;
        forwards += storm && action == SLUICE_SWITCH_WATCHDOG_FORWARD;
        alerts += storm && action == SLUICE_SWITCH_WATCHDOG_ALERT;
        if (!in.rst)
          rules(q, classes, configured, model.detected && model.changed == q, model.restored && model.changed == q);
      }
    }
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5) return 2;
  VerilatedContext context;
  context.threads(1);
  Vwatchdog rtl(&context);
  const int ports = std::atoi(argv[1]);
  run(&rtl, ports, std::atoi(argv[2]), std::atoi(argv[3]) ? ports : 1, std::strtoull(argv[4], nullptr, 10));
  std::printf(
      "%sx%s, own registers %s, seed %s: storms by rule (a) %llu, (b) %llu, ended %llu; queue cycles with drop %llu, "
      "forward %llu, alert "
      "%llu\n",
      argv[1], argv[2], argv[3], argv[4], static_cast<unsigned long long>(detections[0]),
      static_cast<unsigned long long>(detections[1]), static_cast<unsigned long long>(restorations),
      static_cast<unsigned long long>(drops), static_cast<unsigned long long>(forwards),
      static_cast<unsigned long long>(alerts));
  return detections[0] > 0 && detections[1] > 0 && restorations > 0 && drops > 0 && forwards > 0 && alerts > 0 ? 0 : 1;
}

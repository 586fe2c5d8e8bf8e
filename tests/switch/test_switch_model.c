// Tests the C model of the switch, one frame at a time, against numbers worked out from docs/hardware/switch.md and the
// RFCs. `make check T=switch_model` repeats it.
#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tests/suite.h"

enum { PORTS = 4, CLASSES = 8, LENGTH = 60, SETTLE = 8 };

static const struct sluice_switch_dims dims = {PORTS, CLASSES, 64, 4096, 8, 1 << SLUICE_DSH, false, false};
static struct sluice_switch *sw;

static void idle(int cycles) {
  for (int i = 0; i < cycles; i++) {
    struct sluice_in in = {.tx_ready = true};
    sluice_switch_step(sw, &in);
  }
}

static void set(uint32_t addr, uint32_t value) {
  struct sluice_in in = {.tx_ready = true};
  in.cfg_write = sluice_switch_write(sw, addr, value);
  in.cfg_addr = (uint8_t)(addr / 4);
  in.cfg_wdata = value;
  sluice_switch_step(sw, &in);
}

// Configures DSH with this BUFFER. Table entry p is 02-00-00-00-00-0p, to port p.
static void configure(uint32_t buffer) {
  uint32_t regs[SLUICE_REGS] = {
      [SLUICE_REG_SCHEME] = SLUICE_DSH, [SLUICE_REG_BUFFER] = buffer, [SLUICE_REG_SHARED] = 2000,
      [SLUICE_REG_HEADROOM] = 100,      [SLUICE_REG_LOSSLESS] = 0xff, [SLUICE_REG_MAX_PACKET] = 24,
      [SLUICE_REG_PAUSE_TIME] = 1000,   [SLUICE_REG_REFRESH] = 100,   [SLUICE_REG_QUANTA_STEP] = 16 * 64};
  for (uint32_t r = 0; r < SLUICE_REGS; r++) set(4 * r, regs[r]);
  for (uint32_t p = 0; p < PORTS; p++) {
    set(SLUICE_SWITCH_REG_MAC_LOW + 8 * p, p);
    set(SLUICE_SWITCH_REG_MAC_HIGH + 8 * p, 0x80000200 | p << 16);
  }
  set(4 * SLUICE_REG_COMMIT, 1);
  idle(SLUICE_COMMIT_LATENCY + SLUICE_SWITCH_ACTIVATE_STEPS);
}

static void start(void) {
  ck_assert_int_eq(sluice_switch_new(&sw, &dims), 0);
  idle(100);
  configure(3976);
  ck_assert(!sluice_switch_out(sw)->cfg_error);
}

static void stop(void) { sluice_switch_free(sw); }

// A frame from port 0 to port 1, with the given bytes from byte 12 on.
static void frame(uint8_t *bytes, const uint8_t *from, size_t n) {
  memset(bytes, 0, LENGTH);
  bytes[0] = 2;
  bytes[5] = 1;
  memcpy(bytes + 12, from, n);
}

static void enter(const uint8_t *bytes, int n, bool bad) {
  for (int at = 0; at < n; at += 8) {
    int word = n - at < 8 ? n - at : 8;
    ck_assert_int_eq(sluice_switch_word(sw, 0, bytes + at, word, at + word == n, bad && at + word == n), 0);
  }
}

static struct sluice_switch_arrival arrival(void) {
  struct sluice_switch_arrival a;
  ck_assert(sluice_switch_arrive(sw, 0, SLUICE_SWITCH_NONE, &a));
  return a;
}

static uint64_t counter(int port, int k) { return sluice_switch_counter(sw, port, k); }

// ---- Registers ----

// The reserve is ceil(1518 / 64) + ceil(16 / 5) + 2 = 24 + 4 + 2 cells for each of four ports.
START_TEST(reserve) {
  ck_assert_uint_eq(sluice_switch_reserve(&dims, 1518), 30);
  ck_assert_uint_eq(sluice_switch_reserve(&dims, 64), 7);
  configure(3977);  // 3977 + 120 is one cell above the memory
  ck_assert_uint_eq(sluice_switch_read(sw, SLUICE_SWITCH_REG_STATUS), 3);
  ck_assert(!sluice_switch_write(sw, 4 * SLUICE_REG_COMMIT, 1));
  ck_assert(!sluice_switch_write(sw, SLUICE_SWITCH_REG_MAX_FRAME, 1450));  // 23 cells, but ports may keep 24
  ck_assert(!sluice_switch_write(sw, 4 * SLUICE_REG_COMMIT, 1));
  sluice_switch_write(sw, 4 * SLUICE_REG_BUFFER, 3976);
  ck_assert(sluice_switch_write(sw, 4 * SLUICE_REG_COMMIT, 1));
  sluice_switch_write(sw, SLUICE_SWITCH_REG_MAX_FRAME, 59);
  ck_assert(!sluice_switch_write(sw, 4 * SLUICE_REG_COMMIT, 1));
  sluice_switch_write(sw, SLUICE_SWITCH_REG_MAX_FRAME, 1537);  // 25 cells, MAX_PACKET is 24
  ck_assert(!sluice_switch_write(sw, 4 * SLUICE_REG_COMMIT, 1));
}
END_TEST

// Without an earlier, larger MAX_FRAME the reserve is that of MAX_FRAME: 3977 + 4 (23 + 4 + 2) cells fit the memory.
START_TEST(reserve_after_reset) {
  sluice_switch_free(sw);
  ck_assert_int_eq(sluice_switch_new(&sw, &dims), 0);
  idle(100);
  set(SLUICE_SWITCH_REG_MAX_FRAME, 1450);
  configure(3977);
  ck_assert_uint_eq(sluice_switch_read(sw, SLUICE_SWITCH_REG_STATUS), SLUICE_SWITCH_STATUS_READY);
}
END_TEST

// Between two words there is no register: nothing is written, and a read gives 0. Ports and classes that the switch
// does not have are the same.
START_TEST(addresses_without_register) {
  const uint32_t words[] = {4 * SLUICE_REG_BUFFER,     SLUICE_SWITCH_REG_STATUS,   SLUICE_SWITCH_REG_MAX_FRAME,
                            SLUICE_SWITCH_REG_PORT,    SLUICE_SWITCH_REG_QUANTUM,  SLUICE_SWITCH_REG_MAC_LOW,
                            SLUICE_SWITCH_REG_COUNTER, SLUICE_SWITCH_REG_STATISTIC};
  struct sluice_in in = {.stat_read = false};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    for (uint32_t byte = 1; byte < 4; byte++) {
      uint32_t before = sluice_switch_read(sw, words[i]);
      ck_assert(!sluice_switch_write(sw, words[i] + byte, ~before));
      ck_assert_uint_eq(sluice_switch_read(sw, words[i] + byte), 0);
      ck_assert_uint_eq(sluice_switch_read(sw, words[i]), before);
      ck_assert(!sluice_switch_asks(sw, words[i] + byte, &in));
    }
  ck_assert_uint_eq(sluice_switch_read(sw, SLUICE_SWITCH_REG_COUNTER + 512 * PORTS), 0);
  ck_assert(!sluice_switch_asks(sw, SLUICE_SWITCH_REG_STATISTIC + 512 * PORTS, &in));
  ck_assert(!in.stat_read);
  ck_assert(sluice_switch_asks(sw, SLUICE_SWITCH_REG_STATISTIC + 512 * (PORTS - 1) + 64 + 4 * 3, &in));
  ck_assert(in.stat_read && in.stat_port == PORTS - 1 && in.stat_class == 1 && in.stat_select == 3);
}
END_TEST

START_TEST(bad_dims) {
  struct sluice_switch *none;
  struct sluice_switch_dims bad[] = {dims, dims, dims, dims, dims, dims, dims};
  bad[0].ports = 17;
  bad[1].classes = 9;
  bad[2].cell_bytes = 48;
  bad[3].cells = 128;
  bad[4].macs = 65;
  bad[5].ports = bad[6].ports = 3;
  bad[5].schemes = 1 << SLUICE_GFC;
  bad[6].schemes = 1 << SLUICE_SIH | 1 << SLUICE_GFC_LINEAR;
  for (int i = 0; i < 7; i++) ck_assert_int_eq(sluice_switch_new(&none, &bad[i]), EINVAL);
}
END_TEST

// Bytes of time on the line between the end of a cell and the start of the m-th one behind it, at least, for frames of
// n bytes: gaps included (docs/hardware/switch-timing.md, "Line rate of an output").
static int bytes_between(int cell, int n, int m) {
  const int cells = (n + cell - 1) / cell;
  int least = INT_MAX;
  for (int first = 0; first < cells; first++) {
    int bytes = first == 0 ? SLUICE_SWITCH_GAP : 0;
    for (int k = first; k < first + m - 1; k++)
      bytes += k % cells == cells - 1 ? n - (cells - 1) * cell + SLUICE_SWITCH_GAP : cell;
    if (bytes < least) least = bytes;
  }
  return least;
}

// The switch keeps line rate if ceil(n / CELL) S LINE <= 8 (n + 24) for every frame length n, and if m - 1 cells
// occupy the line for ((m - 3) S + 7) LINE bits, for every m >= 4.
START_TEST(line_rate) {
  int kept = 0;
  for (int ports = 2; ports <= 16; ports++)
    for (int cell = 32; cell <= 256; cell *= 2)
      for (int line = 2; line <= 256; line += 4) {
        const struct sluice_switch_dims d = {.ports = ports, .cell_bytes = cell};
        const int slots = sluice_switch_slots(ports);
        bool all = true;
        for (int n = 60; n <= 9216; n++) all &= (n + cell - 1) / cell * slots * line <= 8 * (n + 24);
        for (int n = 60; n <= 4 * cell + 2 && all; n++)
          for (int m = 4; m <= (n + cell - 1) / cell + 3; m++)
            all &= ((m - 3) * slots + 7) * line <= 8 * bytes_between(cell, n, m);
        ck_assert_msg(sluice_switch_keeps_pace(&d, line) == all, "%d lines of %d bits, cells of %d bytes: %d", ports,
                      line, cell, all);
        kept += all;
      }
  ck_assert_int_gt(kept, 100);
}
END_TEST

// ---- Header ----

static const struct {
  const char *what;
  uint8_t from[16];  // from byte 12 on
  uint32_t trust;
  int cls;
} classes[] = {
    {"untagged", {0x08, 0x06}, 0x30, 3},
    {"PCP 5", {0x81, 0x00, 0xa0}, 0x10, 5},
    {"PCP not trusted", {0x81, 0x00, 0xa0}, 0x20, 3},
    {"IPv4, DSCP 46", {0x08, 0x00, 0x45, 46 << 2}, 0x20, 5},
    {"IPv4 not trusted", {0x08, 0x00, 0x45, 46 << 2}, 0x10, 3},
    {"IPv4 of version 6", {0x08, 0x00, 0x65, 46 << 2}, 0x20, 3},
    {"IPv6, DSCP 46", {0x86, 0xdd, 0x60 | 46 >> 2, (46 & 3) << 6}, 0x20, 5},
    {"tagged IPv4, PCP first", {0x81, 0x00, 0x40, 0, 0x08, 0x00, 0x45, 46 << 2}, 0x30, 2},
    {"tagged IPv4, DSCP", {0x81, 0x00, 0x40, 0, 0x08, 0x00, 0x45, 46 << 2}, 0x20, 5},
    {"tagged IPv6, DSCP", {0x81, 0x00, 0x40, 0, 0x86, 0xdd, 0x60 | 46 >> 2, (46 & 3) << 6}, 0x20, 5},
};

START_TEST(class_of_a_frame) {
  uint8_t bytes[LENGTH];
  frame(bytes, classes[_i].from, sizeof classes[_i].from);
  set(SLUICE_SWITCH_REG_PORT, classes[_i].trust | 3);
  enter(bytes, LENGTH, false);
  struct sluice_switch_arrival a = arrival();
  ck_assert_int_eq(a.reason, SLUICE_SWITCH_NONE);
  ck_assert_msg(a.cls == classes[_i].cls, "%s: class expected %d, got %d", classes[_i].what, classes[_i].cls, a.cls);
  ck_assert_int_eq(a.egress, 1);
  ck_assert_uint_eq(a.cells, 1);
}
END_TEST

// TTL and checksum before and after the hop.
static const unsigned hops[][4] = {
    {64, 0xb1e6, 63, 0xb2e6},  // 45 00 00 3c 1c 46 40 00 40 06, 172.16.10.99 to 172.16.10.12
    {2, 0xfeff, 1, 0x0000},    // RFC 1624: never 0xffff
    {2, 0xff10, 1, 0x0011},    // end-around carry
    {2, 0xffff, 1, 0x0100},   {0, 0x1234, 0, 0x1234}, {1, 0x1234, 0, 0x1334},
};

START_TEST(ttl_and_checksum) {
  const unsigned *m = hops[_i];
  uint8_t bytes[LENGTH],
      ip[] = {0x08,          0x00, 0x45, 0,  0,  0x3c, 0x1c, 0x46, 0x40, 0, (uint8_t)m[0], 6, (uint8_t)(m[1] >> 8),
              (uint8_t)m[1], 172,  16,   10, 99, 172,  16,   10,   12};
  frame(bytes, ip, sizeof ip);
  set(SLUICE_SWITCH_REG_TTL_MODE, 1 | 77 << 8);
  enter(bytes, LENGTH, false);
  ck_assert_int_eq(arrival().ttl, (int)m[2]);
  idle(SETTLE);
  ck_assert(sluice_switch_begin(sw, 1, 0));
  size_t n;
  const uint8_t *out = sluice_switch_next(sw, 1, &n);
  bytes[22] = (uint8_t)m[2];
  bytes[24] = (uint8_t)(m[3] >> 8);
  bytes[25] = (uint8_t)m[3];
  ck_assert_uint_eq(n, LENGTH);
  ck_assert_msg(memcmp(out, bytes, n) == 0, "checksum expected %04x, got %02x%02x", m[3], out[24], out[25]);
}
END_TEST

// ---- Reasons ----

START_TEST(first_reason_counts) {
  uint8_t bytes[2000] = {0x01, 0x80, 0xc2, 0, 0, 1};
  static const struct {
    int n;
    bool bad;
    uint8_t to;  // last byte of the destination
    enum sluice_switch_reason reason;
  } cases[] = {{1519, true, 1, SLUICE_SWITCH_GIANT},    {59, true, 1, SLUICE_SWITCH_BAD},
               {59, false, 1, SLUICE_SWITCH_RUNT},      {1, false, 1, SLUICE_SWITCH_RUNT},
               {60, false, 15, SLUICE_SWITCH_RESERVED}, {60, false, 16, SLUICE_SWITCH_UNKNOWN}};
  uint64_t seen[SLUICE_SWITCH_REASONS] = {0};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    bytes[5] = cases[i].to;
    enter(bytes, cases[i].n, cases[i].bad);
    ck_assert_int_eq(arrival().reason, cases[i].reason);
    seen[cases[i].reason]++;
  }
  frame(bytes, bytes + 12, 0);
  bytes[5] = 0;  // to port 0, where the frame came from
  enter(bytes, LENGTH, false);
  ck_assert_int_eq(arrival().reason, SLUICE_SWITCH_HAIRPIN);
  seen[SLUICE_SWITCH_HAIRPIN]++;
  enter(bytes, 32, false);  // a runt of whole words
  ck_assert_int_eq(arrival().reason, SLUICE_SWITCH_RUNT);
  seen[SLUICE_SWITCH_RUNT]++;
  sluice_switch_word(sw, 0, bytes, 8, false, false);
  sluice_switch_link(sw, 0, false);
  ck_assert_int_eq(arrival().reason, SLUICE_SWITCH_CUT);
  seen[SLUICE_SWITCH_CUT]++;
  sluice_switch_word(sw, 0, bytes, 8, false, false);  // the rest of the cut frame
  sluice_switch_link(sw, 0, true);
  sluice_switch_word(sw, 0, bytes, 8, true, false);
  ck_assert_uint_eq(sluice_switch_arriving(sw, 0), 0);
  for (int r = SLUICE_SWITCH_CUT; r < SLUICE_SWITCH_REASONS; r++)
    ck_assert_uint_eq(counter(0, SLUICE_SWITCH_DROPS + r), seen[r]);
}
END_TEST

// ---- Life of a frame ----

START_TEST(life_of_a_frame) {
  uint8_t bytes[200];
  memset(bytes, 0x5a, sizeof bytes);
  frame(bytes, bytes + 60, 0);
  enter(bytes, 193, false);
  ck_assert_uint_eq(arrival().cells, 4);
  struct sluice_switch_leave leave;
  idle(SLUICE_ADMIT_LATENCY - 1);
  ck_assert(!sluice_switch_begin(sw, 1, 0));  // not admitted yet
  idle(1);
  ck_assert_uint_eq(counter(0, 8 * SLUICE_SWITCH_FRAMES_IN), 1);
  ck_assert_uint_eq(counter(0, 8 * SLUICE_SWITCH_BYTES_IN), 193);
  ck_assert(!sluice_switch_leave(sw, 1, &leave));
  ck_assert(sluice_switch_begin(sw, 1, 0));
  size_t n;
  for (int at = 0; at < 193; at += 8) {
    const uint8_t *out = sluice_switch_next(sw, 1, &n);
    ck_assert_uint_eq(n, (size_t)(193 - at));
    ck_assert(memcmp(out, bytes + at, n) == 0);
    sluice_switch_sent(sw, 1, at + 8 < 193 ? 8 : 1);
  }
  ck_assert_ptr_null(sluice_switch_next(sw, 1, &n));
  ck_assert_uint_eq(counter(1, 8 * SLUICE_SWITCH_FRAMES_OUT), 1);
  ck_assert_uint_eq(counter(1, 8 * SLUICE_SWITCH_BYTES_OUT), 193);
  ck_assert_uint_eq(sluice_switch_held(sw), 1);
  ck_assert(sluice_switch_leave(sw, 1, &leave));
  ck_assert(leave.port == 0 && leave.cls == 0 && leave.cells == 4);
  ck_assert_uint_eq(sluice_switch_held(sw), 0);
  idle(SETTLE);
  ck_assert(!sluice_switch_out(sw)->deq_error);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("model of the switch");
  TCase *cases = tcase_create("by hand");
  tcase_add_checked_fixture(cases, start, stop);
  tcase_add_test(cases, reserve);
  tcase_add_test(cases, reserve_after_reset);
  tcase_add_test(cases, addresses_without_register);
  tcase_add_test(cases, bad_dims);
  tcase_add_test(cases, line_rate);
  tcase_add_loop_test(cases, class_of_a_frame, 0, (int)(sizeof classes / sizeof classes[0]));
  tcase_add_loop_test(cases, ttl_and_checksum, 0, (int)(sizeof hops / sizeof hops[0]));
  tcase_add_test(cases, first_reason_counts);
  tcase_add_test(cases, life_of_a_frame);
  suite_add_tcase(suite, cases);
  return suite_run(suite);
}

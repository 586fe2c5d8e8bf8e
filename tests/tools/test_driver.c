// Tests the driver of the switch on a device that records its accesses, and the table of all registers.
// `make check T=driver` repeats it. test_plan_registers brings up the C models with the driver,
// tests/install/bring_up.sh the RTL.
#include <string.h>

#include "cmodel/driver/sluice_driver.h"
#include "cmodel/driver/sluice_lookup.h"
#include "cmodel/driver/sluice_map.h"
#include "tests/suite.h"

enum { LOG = 16, BROKEN = 7 };

// A device of 64 KiB. The read of the low word of a counter latches its high word, as in the switch.
struct device {
  uint32_t word[1 << 14], latch;
  struct {
    bool write;
    uint32_t address, value;
  } log[LOG];
  int accesses, fails_at;  // fails_at: the access that returns BROKEN; -1: none
};

static struct device device;

static int note(bool write, uint32_t address, uint32_t value) {
  ck_assert_uint_eq(address % 4, 0);
  if (device.accesses < LOG) {
    device.log[device.accesses].write = write;
    device.log[device.accesses].address = address;
    device.log[device.accesses].value = value;
  }
  return device.accesses++ == device.fails_at ? BROKEN : 0;
}

static bool is_counter(uint32_t address) { return address >= 0x1000 && address < 0x4000; }

static int read_register(void *context, uint32_t address, uint32_t *value) {
  struct device *d = context;
  bool high = is_counter(address) && address % 8 == 4;
  *value = high ? d->latch : d->word[address / 4];
  if (is_counter(address) && !high) d->latch = d->word[address / 4 + 1]++;  // it counts between the two accesses
  return note(false, address, *value);
}

static int write_register(void *context, uint32_t address, uint32_t value) {
  struct device *d = context;
  d->word[address / 4] = value;
  return note(true, address, value);
}

static const struct sluice_driver driver = {read_register, write_register, &device, 5};

static void fresh(void) {
  memset(&device, 0, sizeof device);
  device.fails_at = -1;
}

static void wrote(int access, uint32_t address, uint32_t value) {
  ck_assert(device.log[access].write);
  ck_assert_uint_eq(device.log[access].address, address);
  ck_assert_uint_eq(device.log[access].value, value);
}

START_TEST(counter_is_one_moment) {
  uint64_t value;
  device.word[SLUICE_MAP_BYTES_OUT(3, 5) / 4] = 0xfffffff0;
  device.word[SLUICE_MAP_BYTES_OUT(3, 5) / 4 + 1] = 2;
  ck_assert_int_eq(sluice_driver_counter(&driver, 3, 8 * 3 + 5, &value), 0);
  ck_assert_uint_eq(value, UINT64_C(0x2fffffff0));
  ck_assert_uint_eq(device.log[0].address, SLUICE_MAP_BYTES_OUT(3, 5));
  ck_assert_uint_eq(device.log[1].address, SLUICE_MAP_BYTES_OUT(3, 5) + 4);
  device.word[SLUICE_MAP_MARKED_BYTES(1, 7) / 4] = 11;
  ck_assert_int_eq(sluice_driver_counter(&driver, 1, 8 * 9 + 7, &value), 0);
  ck_assert_uint_eq(value, 11);
  device.word[SLUICE_MAP_DROP_NOT_COPIED(15) / 4] = 12;
  ck_assert_int_eq(sluice_driver_counter(&driver, 15, 48 + 14, &value), 0);
  ck_assert_uint_eq(value, 12);
  device.word[SLUICE_MAP_BAD_KIND(2) / 4] = 13;
  ck_assert_int_eq(sluice_driver_frames(&driver, 2, 15, &value), 0);
  ck_assert_uint_eq(value, 13);
}
END_TEST

START_TEST(statistic_of_port_and_class) {
  uint32_t value;
  device.word[SLUICE_MAP_STAT_HEADROOM_PEAK(2, 3) / 4] = 9;
  ck_assert_int_eq(sluice_driver_statistic(&driver, 2, 3, 8, &value), 0);
  ck_assert_uint_eq(value, 9);
}
END_TEST

// Between the accesses no entry is valid that has half an address.
START_TEST(mac_entry_is_never_half) {
  const struct sluice_mac_entry entry = {{0x02, 0x11, 0x22, 0x33, 0x44, 0x55}, 6, true};
  struct sluice_mac_entry back;
  ck_assert_int_eq(sluice_driver_set_mac(&driver, 9, &entry), 0);
  ck_assert_int_eq(device.accesses, 3);
  wrote(0, SLUICE_MAP_MAC_HIGH(9), 0);
  wrote(1, SLUICE_MAP_MAC_LOW(9), 0x22334455);
  wrote(2, SLUICE_MAP_MAC_HIGH(9), 0x80060211);
  ck_assert_int_eq(sluice_driver_mac(&driver, 9, &back), 0);
  ck_assert_mem_eq(back.address, entry.address, 6);
  ck_assert_int_eq(back.port, 6);
  ck_assert(back.valid);
  ck_assert_int_eq(sluice_driver_set_mac(&driver, 9, &(struct sluice_mac_entry){.valid = false}), 0);
  ck_assert_int_eq(sluice_driver_mac(&driver, 9, &back), 0);
  ck_assert(!back.valid);
  fresh();
  ck_assert_int_eq(sluice_driver_set_address(&driver, 2, entry.address, true), 0);
  wrote(0, SLUICE_MAP_ADDRESS_LOW(2), 0x22334455);
  wrote(1, SLUICE_MAP_ADDRESS_HIGH(2), 0x10211);
}
END_TEST

// The limits of a port are at 4 * page + window of docs/reference/registers.md, page in bit 6 of PORT_SELECT.
START_TEST(limits_of_a_port) {
  uint32_t value;
  ck_assert_int_eq(sluice_driver_set_limit(&driver, 13, SLUICE_MAP_PORT_LIMIT_HEADROOM, 99), 0);
  wrote(0, 0xec, 13);
  wrote(1, 0xf4, 99);
  ck_assert_int_eq(sluice_driver_set_limit(&driver, 2, SLUICE_MAP_PORT_LIMIT_PORT_HEADROOM, 7), 0);
  wrote(2, 0xec, 2 + 64);
  wrote(3, 0xf0, 7);
  ck_assert_int_eq(sluice_driver_limit(&driver, 3, SLUICE_MAP_PORT_LIMIT_XON, &value), 0);
  wrote(4, 0xec, 3);
  ck_assert(!device.log[5].write);
  ck_assert_uint_eq(device.log[5].address, 0xfc);
  ck_assert_int_eq(device.accesses, 6);
}
END_TEST

// STATUS of the switch and of the MMU after a COMMIT, and the result.
START_TEST(commit_says_why) {
  static const struct {
    uint32_t of_switch, of_mmu;
    int result;
  } states[] = {{1, 0x30, 0},
                {3, 0x30, SLUICE_DRIVER_RESERVE},
                {5, 0x30, SLUICE_DRIVER_ECN},
                {1, 0x15, SLUICE_DRIVER_REFUSED},
                {1, 0x40, SLUICE_DRIVER_TIMEOUT}};
  device.word[SLUICE_MAP_STATUS / 4] = states[_i].of_switch;
  device.word[SLUICE_MAP_MMU_STATUS / 4] = states[_i].of_mmu;
  ck_assert_int_eq(sluice_driver_commit(&driver), states[_i].result);
  wrote(0, SLUICE_MAP_MMU_COMMIT, 1);
  ck_assert(states[_i].result == 0 || sluice_driver_text(states[_i].result) != NULL);
}
END_TEST

START_TEST(wait_ends) {
  ck_assert_int_eq(sluice_driver_ready(&driver), SLUICE_DRIVER_TIMEOUT);
  ck_assert_int_eq(device.accesses, 5);
  device.word[SLUICE_MAP_STATUS / 4] = SLUICE_MAP_STATUS_READY_MASK;
  ck_assert_int_eq(sluice_driver_ready(&driver), 0);
  ck_assert_int_eq(device.accesses, 6);
}
END_TEST

static int call(int function) {
  static const uint8_t address[6];
  struct sluice_mac_entry entry = {.valid = true};
  uint64_t wide;
  uint32_t value;
  device.word[SLUICE_MAP_STATUS / 4] = SLUICE_MAP_STATUS_READY_MASK;
  device.word[SLUICE_MAP_MMU_STATUS / 4] = SLUICE_MAP_MMU_STATUS_ACTIVE_MASK;
  switch (function) {
    case 0:
      return sluice_driver_ready(&driver);
    case 1:
      return sluice_driver_commit(&driver);
    case 2:
      return sluice_driver_counter(&driver, 0, 0, &wide);
    case 3:
      return sluice_driver_frames(&driver, 0, 0, &wide);
    case 4:
      return sluice_driver_statistic(&driver, 0, 0, 0, &value);
    case 5:
      return sluice_driver_mac(&driver, 0, &entry);
    case 6:
      return sluice_driver_set_mac(&driver, 0, &entry);
    case 7:
      return sluice_driver_limit(&driver, 0, SLUICE_MAP_PORT_LIMIT_HEADROOM, &value);
    case 8:
      return sluice_driver_set_limit(&driver, 0, SLUICE_MAP_PORT_LIMIT_HEADROOM, 1);
    default:
      return sluice_driver_set_address(&driver, 0, address, false);
  }
}

// The error of any access is the result, and no further access follows.
START_TEST(errors_are_passed_on) {
  ck_assert_int_eq(call(_i), 0);
  int all = device.accesses;
  ck_assert_int_gt(all, 0);
  for (int n = 0; n < all; n++) {
    fresh();
    device.fails_at = n;
    ck_assert_int_eq(call(_i), BROKEN);
    ck_assert_int_eq(device.accesses, n + 1);
  }
  ck_assert_ptr_null(sluice_driver_text(BROKEN));
}
END_TEST

START_TEST(out_of_range) {
  uint64_t wide;
  uint32_t value;
  struct sluice_mac_entry entry = {.port = 16};
  for (int bad = -1; bad <= 100; bad += 101) {
    ck_assert_int_eq(sluice_driver_counter(&driver, bad, 0, &wide), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_counter(&driver, 0, bad, &wide), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_frames(&driver, bad, 0, &wide), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_frames(&driver, 0, bad, &wide), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_statistic(&driver, bad, 0, 0, &value), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_statistic(&driver, 0, bad, 0, &value), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_statistic(&driver, 0, 0, bad, &value), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_mac(&driver, bad, &entry), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_limit(&driver, bad, 0, &value), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_limit(&driver, 0, bad, &value), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_set_limit(&driver, bad, 0, 0), SLUICE_DRIVER_RANGE);
    ck_assert_int_eq(sluice_driver_set_limit(&driver, 0, bad, 0), SLUICE_DRIVER_RANGE);
  }
  ck_assert_int_eq(sluice_driver_set_mac(&driver, 0, &entry), SLUICE_DRIVER_RANGE);
  ck_assert_int_eq(device.accesses, 0);
}
END_TEST

START_TEST(lines_of_a_plan) {
  static const struct {
    const char *line;
    int result;
    bool found;
    struct sluice_access access;
  } lines[] = {{"", 0, false, {0}},
               {"  # write 1 2", 0, false, {0}},
               {"write 0x0104 0x5ea  # MAX_FRAME", 0, true, {false, 0x104, UINT32_MAX, 0x5ea}},
               {"wait 256 1 1", 0, true, {true, 256, 1, 1}},
               {"write 4 0xffffffff\r\n", 0, true, {false, 4, UINT32_MAX, UINT32_MAX}},
               {"write 4 0x100000000", SLUICE_DRIVER_SYNTAX, true, {0}},
               {"write 4", SLUICE_DRIVER_SYNTAX, true, {0}},
               {"write 4 -1", SLUICE_DRIVER_SYNTAX, true, {0}},
               {"write 4 5x", SLUICE_DRIVER_SYNTAX, true, {0}},
               {"write 4 5 6", SLUICE_DRIVER_SYNTAX, true, {0}},
               {"wait 4 5", SLUICE_DRIVER_SYNTAX, true, {0}},
               {"writes 4 5", SLUICE_DRIVER_SYNTAX, true, {0}},
               {"read 4", SLUICE_DRIVER_SYNTAX, true, {0}}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct sluice_access a;
    bool found;
    ck_assert_msg(sluice_driver_parse(lines[i].line, &a, &found) == lines[i].result, "%s", lines[i].line);
    ck_assert_msg(found == lines[i].found, "%s", lines[i].line);
    if (!found || lines[i].result != 0) continue;
    ck_assert(a.is_wait == lines[i].access.is_wait && a.address == lines[i].access.address);
    ck_assert(a.mask == lines[i].access.mask && a.value == lines[i].access.value);
  }
}
END_TEST

// ---- the table of registers ----

static uint32_t address_of(const struct sluice_map_place *p) {
  const struct sluice_map_row *row = p->row;
  uint32_t index = p->index < 0 ? 0 : (uint32_t)(p->index - row->first), port = p->port < 0 ? 0 : (uint32_t)p->port;
  return row->address + row->port_stride * port + row->stride * index + (p->high ? 4 : 0);
}

// Each address has at most one register, and each register of the table an address.
START_TEST(every_address) {
  uint32_t found = 0, expected = 0;
  const struct sluice_map_row *row;
  struct sluice_map_place place;
  for (uint32_t address = 0; address < 1 << 16; address++) {
    if (!sluice_map_find(address, &place)) continue;
    ck_assert_uint_eq(address_of(&place), address);
    found++;
  }
  for (size_t n = 0; (row = sluice_map_row(n)) != NULL; n++)
    expected += (uint32_t)row->count * row->ports * (row->bits == 64 ? 2 : 1);
  ck_assert_uint_gt(expected, 1000);
  ck_assert_uint_eq(found, expected);
}
END_TEST

START_TEST(places) {
  static const struct {
    uint32_t address;
    const char *name;
    int port, index;
    bool high;
  } places[] = {{SLUICE_MAP_MMU_STAGE(15), "STAGE", -1, 15, false},
                {SLUICE_MAP_STATUS, "STATUS", -1, -1, false},
                {SLUICE_MAP_PORT(15), "PORT", -1, 15, false},
                {SLUICE_MAP_MAC_HIGH(63), "MAC_HIGH", -1, 63, false},
                {SLUICE_MAP_PAUSES_OUT(7, 2) + 4, "PAUSES_OUT", 7, 2, true},
                {SLUICE_MAP_DROP_CUT(1), "CUT", 1, -1, false},
                {SLUICE_MAP_STAT_REFUSED(2, 7), "REFUSED", 2, 7, false},
                {SLUICE_MAP_BAD_KIND(15) + 4, "BAD_KIND", 15, -1, true}};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    struct sluice_map_place place;
    ck_assert(sluice_map_find(places[i].address, &place));
    ck_assert_str_eq(place.row->name, places[i].name);
    ck_assert(place.port == places[i].port && place.index == places[i].index && place.high == places[i].high);
  }
}
END_TEST

START_TEST(values) {
  struct sluice_map_place alpha, quantum, status;
  ck_assert(sluice_map_find(SLUICE_MAP_MMU_ALPHA, &alpha) && sluice_map_find(SLUICE_MAP_QUANTUM(0), &quantum));
  ck_assert(sluice_map_find(SLUICE_MAP_MMU_STATUS, &status));
  ck_assert(sluice_map_fits(alpha.row, (uint32_t)-8) && sluice_map_fits(alpha.row, 7));
  ck_assert(!sluice_map_fits(alpha.row, (uint32_t)-9) && !sluice_map_fits(alpha.row, 8));
  ck_assert(sluice_map_fits(quantum.row, 4095) && !sluice_map_fits(quantum.row, 4096));
  ck_assert_uint_eq(quantum.row->reset, SLUICE_MAP_QUANTUM_RESET);
  ck_assert_str_eq(sluice_map_field_text(&status.row->fields[0], 0x35), "BAD_POOLS");
  ck_assert_ptr_null(sluice_map_field_text(&status.row->fields[0], 0x3f));
  ck_assert_uint_eq(sluice_map_field_value(&status.row->fields[1], 0x10), 1);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("driver");
  TCase *t = tcase_create("driver"), *table = tcase_create("table");
  tcase_add_checked_fixture(t, fresh, NULL);
  tcase_add_test(t, counter_is_one_moment);
  tcase_add_test(t, statistic_of_port_and_class);
  tcase_add_test(t, mac_entry_is_never_half);
  tcase_add_test(t, limits_of_a_port);
  tcase_add_loop_test(t, commit_says_why, 0, 5);
  tcase_add_test(t, wait_ends);
  tcase_add_loop_test(t, errors_are_passed_on, 0, 10);
  tcase_add_test(t, out_of_range);
  tcase_add_test(t, lines_of_a_plan);
  tcase_add_test(table, every_address);
  tcase_add_test(table, places);
  tcase_add_test(table, values);
  suite_add_tcase(suite, t);
  suite_add_tcase(suite, table);
  return suite_run(suite);
}

// Tests `sluice plan --registers`: its accesses bring up the C model of the MMU and of the switch, and the names are
// those of docs/reference/registers.md. `make check T=plan_registers` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/driver/sluice_driver.h"
#include "cmodel/driver/sluice_map.h"
#include "cmodel/sluice_switch.h"
#include "tb/sim/nodes/ethernet.h"
#include "tests/suite.h"
#include "tests/tools/plan_command.h"

enum { SOME_CYCLES = 4000 };

// A model under bring-up: an MMU, or a switch
struct model {
  struct sluice_mmu *mmu;
  struct sluice_switch *sw;
};

static const struct sluice_out *step(struct model *m, struct sluice_in *in) {
  if (m->sw != NULL) return sluice_switch_step(m->sw, in);
  sluice_mmu_step(m->mmu, in);
  return sluice_mmu_out(m->mmu);
}

static int model_write(void *context, uint32_t address, uint32_t value) {
  struct model *m = context;
  struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)address, .cfg_wdata = value};
  if (m->sw != NULL) {
    in.cfg_write = sluice_switch_write(m->sw, address, value);
    in.cfg_addr = (uint8_t)(address / 4);
  }
  step(m, &in);
  return 0;
}

static int model_read(void *context, uint32_t address, uint32_t *value) {
  struct model *m = context;
  if (m->sw != NULL && address >= SLUICE_SWITCH_REG_STATUS) {
    step(m, &(struct sluice_in){0});
    *value = sluice_switch_read(m->sw, address);
    return 0;
  }
  struct sluice_in in = {.cfg_read = true, .cfg_addr = (uint8_t)(m->sw != NULL ? address / 4 : address)};
  const struct sluice_out *out = step(m, &in);
  for (int i = 0; !out->cfg_rvalid; i++) {
    ck_assert_int_lt(i, 16);
    out = step(m, &(struct sluice_in){0});
  }
  *value = out->cfg_rdata;
  return 0;
}

// Makes all accesses of the text in order, with the driver. Returns their number.
static int bring_up(struct model *m, char *text) {
  const struct sluice_driver driver = {model_read, model_write, m, SOME_CYCLES};
  int accesses = 0;
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    struct sluice_access access;
    bool found;
    ck_assert_msg(sluice_driver_parse(line, &access, &found) == 0, "%s", line);
    if (!found) continue;
    ck_assert_msg(sluice_driver_access(&driver, &access) == 0, "%s", line);
    accesses++;
  }
  return accesses;
}

// A switch with credits; its registers follow by hand in credits_of_a_switch
#define CREDITS                                                                                                       \
  "--ports 4 --gbps 10 --length-m 40 --buffer 2MiB --cell 64 --mtu 1518 --lossless 3,4 --clock-mhz 156.25 --credits " \
  "ultra_ethernet"

// The same with two ports of 1 Gb/s
#define GROUPS                                                                                                     \
  "--group 2:1:40 --group 2:10:40 --buffer 2MiB --cell 64 --mtu 1518 --lossless 3,4 --clock-mhz 156.25 --credits " \
  "ultra_ethernet"

// A switch with words of 128 bits, at the slowest clock for 10 Gb/s
#define WIDE                                                                                                      \
  "--ports 4 --gbps 10 --length-m 40 --buffer 256KiB --cell 128 --mtu 1518 --lossless 3,4 --alpha 1 --clock-mhz " \
  "84.746"

// The plan of docs/hardware/bring-up.md
#define BRING_UP                                                                                                 \
  "--ports 4 --gbps 10 --length-m 40 --buffer 256KiB --cell 64 --mtu 1522 --lossless 3,4 --alpha 1 --clock-mhz " \
  "156.25"

static const struct {
  const char *options;
  struct sluice_switch_dims dims;  // cells 0: an MMU
  enum sluice_scheme scheme;
  uint32_t frame;  // MAX_FRAME
} plans[] = {
    {"--ports 32 --classes 7 --gbps 100 --delay-us 2 --buffer 16MiB --cell 256 --private 3072",
     {32, 7, 256, 0, 0, 0, false, false},
     SLUICE_DSH,
     0},
    {"--ports 32 --classes 2 --gbps 100 --length-m 40 --buffer 32MB --alpha 128",
     {32, 2, 1, 0, 0, 0, false, false},
     SLUICE_DSH,
     0},
    {"--ports 32 --classes 2 --gbps 100 --length-m 40 --buffer 32MB --alpha 1/256",
     {32, 2, 1, 0, 0, 0, false, false},
     SLUICE_DSH,
     0},
    {"--ports 8 --lossless 3,4 --gbps 25 --length-m 40 --buffer 32MiB --cell 128 --scheme SIH",
     {8, 8, 128, 0, 0, 0, false, false},
     SLUICE_SIH,
     0},
    {"--ports 8 --lossless 3,4 --gbps 25 --length-m 40 --buffer 32MiB --cell 128 --scheme SHP --ratio 4",
     {8, 8, 128, 0, 0, 0, false, false},
     SLUICE_SHP,
     0},
    {"--ports 8 --classes 4 --gbps 800 --length-m 5 --buffer 64MiB --cell 192 --scheme TTL",
     {8, 4, 192, 0, 0, 0, false, false},
     SLUICE_TTL,
     0},
    {"--ports 8 --tree-levels 3 --gbps 40 --length-m 300 --buffer 16MiB --cell 128 --scheme TTL",
     {8, 3, 128, 0, 0, 0, false, false},
     SLUICE_TTL,
     0},
    {"--ports 4 --classes 2 --gbps 10 --length-m 5 --buffer 32MiB --cell 64 --scheme GFC",
     {4, 2, 64, 0, 0, 0, false, false},
     SLUICE_GFC,
     0},
    {"--ports 4 --classes 2 --gbps 0.001 --quanta 1 --length-m 5 --buffer 1MiB --cell 64",
     {4, 2, 64, 0, 0, 0, false, false},
     SLUICE_DSH,
     0},
    {"--ports 4 --gbps 10 --length-m 40 --buffer 2MiB --cell 64 --mtu 1518 --port-mtu 9220 --lossless 3",
     {4, 8, 64, 1 << 15, 1, 127, false, false},
     SLUICE_DSH,
     9216},
    {"--ports 16 --classes 2 --gbps 1 --length-m 100 --buffer 1MiB --cell 64 --scheme SIH",
     {16, 2, 64, 1 << 14, 1, 127, false, false},
     SLUICE_SIH,
     1496},
    {"--ports 4 --classes 3 --gbps 1 --length-m 100 --buffer 4MiB --cell 64 --scheme TTL",
     {4, 3, 64, 1 << 16, 1, 127, false, false},
     SLUICE_TTL,
     1496},
    {CREDITS, {4, 8, 64, 1 << 15, 1, 127, true, false}, SLUICE_DSH, 1514},
    {GROUPS, {4, 8, 64, 1 << 15, 1, 127, true, true}, SLUICE_DSH, 1514},
    {WIDE, {4, 8, 128, 1 << 11, 1, 127, false, false}, SLUICE_DSH, 1514},
};

static void model_new(struct model *m, int i) {
  const struct sluice_dims dims = {plans[i].dims.ports, plans[i].dims.classes, SLUICE_MAX_WIDTH, 127, false};
  *m = (struct model){NULL, NULL};
  if (plans[i].dims.cells != 0)
    ck_assert_int_eq(sluice_switch_new(&m->sw, &plans[i].dims), 0);
  else
    ck_assert_int_eq(sluice_mmu_new(&m->mmu, &dims), 0);
}

static int plan_text(int i, char *text, size_t size) {
  char line[512];
  snprintf(line, sizeof(line), "plan %s --registers %s", plans[i].options, plans[i].dims.cells != 0 ? "switch" : "mmu");
  return plan_command(line, STDOUT_FILENO, text, size);
}

// All waits end, so the model has accepted the registers; it reads them back.
START_TEST(accesses_bring_up_the_model) {
  char text[16384];
  uint32_t scheme;
  struct model m;
  ck_assert_int_eq(plan_text(_i, text, sizeof(text)), 0);
  model_new(&m, _i);
  while (m.mmu != NULL && !sluice_mmu_out(m.mmu)->ready) step(&m, &(struct sluice_in){0});
  ck_assert_int_gt(bring_up(&m, text), 15);
  ck_assert_int_eq(model_read(&m, SLUICE_REG_SCHEME, &scheme), 0);
  ck_assert_uint_eq(scheme, plans[_i].scheme);
  ck_assert(!(m.sw != NULL ? sluice_switch_out(m.sw) : sluice_mmu_out(m.mmu))->cfg_error);
  if (m.sw != NULL) ck_assert_uint_eq(sluice_switch_read(m.sw, SLUICE_SWITCH_REG_MAX_FRAME), plans[_i].frame);
  if (plans[_i].dims.credits) ck_assert_uint_eq(sluice_switch_read(m.sw, SLUICE_SWITCH_REG_CREDITS_PORTS), 15);
  sluice_mmu_free(m.mmu);
  sluice_switch_free(m.sw);
}
END_TEST

// The name of an address in the page; "" if it has none.
static void page_name(uint32_t address, char *name) {
  char line[1024];
  unsigned first;
  FILE *f = fopen("docs/reference/registers.md", "r");
  bool table = false;
  ck_assert_ptr_nonnull(f);
  name[0] = '\0';
  while (fgets(line, sizeof(line), f) != NULL) {
    if (strncmp(line, "| address | register", 20) == 0) table = true;
    if (table && line[0] != '|') break;
    if (table && sscanf(line, "| %u | %39[A-Z0-9_]", &first, name) == 2 && first == address) break;
    name[0] = '\0';
  }
  fclose(f);
}

START_TEST(names_are_those_of_the_page) {
  char text[16384];
  int found = 0;
  ck_assert_int_eq(plan_text(0, text, sizeof(text)), 0);
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    char name[40], page[40];
    uint32_t address, value;
    if (sscanf(line, "write %" SCNx32 " %" SCNx32 " # %39s", &address, &value, name) != 3) continue;
    page_name(address, page);
    ck_assert_str_eq(name, page);
    found++;
  }
  ck_assert_int_gt(found, 15);
}
END_TEST

// The registers of the first plan, by hand: DSH of 65,536 cells, 224 queues of 12 private cells, 1,300 cells of
// headroom a port, alpha 1/16, 100 Gb/s at 250 MHz.
START_TEST(values_of_the_first_plan) {
  static const char *const lines[] = {
      "write 0x0000 0x00000002", "write 0x0001 0x00010000", "write 0x0002 0x0000000c",
      "write 0x0003 0x00005300", "write 0x0004 0x00000514", "write 0x0005 0x0000007f",
      "write 0x0012 0x00000006", "write 0x0013 0xfffffffc", "write 0x0016 0x0000000c",
      "write 0x001a 0x00001900", "write 0x0039 0x00000001", "wait  0x003a 0x0000007f 0x00000030"};
  char text[16384], *at = text;
  ck_assert_int_eq(plan_text(0, text, sizeof(text)), 0);
  for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
    char *next = strstr(at, lines[i]);
    ck_assert_msg(next != NULL, "%s is missing or out of order:\n%s", lines[i], text);
    at = next;
  }
}
END_TEST

// The limits of ports of 10 Gb/s are those of credits_of_a_switch. At 1 Gb/s the 151 cycles and 80 m are 171 B, so the
// loop is 5,399 B, and 266 = (ceil(5,399 / 89) + 100 / 2 - 1) 2 + 2 x 24 - 2 cells. Ports without credits have no
// private buffer, and the headroom of a plan without credits.
START_TEST(credits_of_groups) {
  static const struct {
    const char *more;
    uint32_t limit[2], own[2], headroom[2];
  } plan[] = {{"", {266, 300}, {266, 300}, {24, 24}}, {" --credit-ports 0,1", {266, 0}, {266, 0}, {24, 286}}};
  const struct sluice_switch_dims dims = {4, 8, 64, 1 << 15, 1, 127, true, true};
  for (size_t i = 0; i < sizeof plan / sizeof plan[0]; i++) {
    struct model m = {NULL, NULL};
    char line[512], text[16384];
    snprintf(line, sizeof line, "plan " GROUPS "%s --registers switch", plan[i].more);
    ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof text), 0);
    ck_assert_int_eq(sluice_switch_new(&m.sw, &dims), 0);
    bring_up(&m, text);
    const struct sluice_driver driver = {model_read, model_write, &m, SOME_CYCLES};
    for (int p = 0; p < 4; p++) {
      uint32_t own, headroom;
      ck_assert_int_eq(sluice_driver_limit(&driver, p, SLUICE_LIMIT_PRIVATE, &own), 0);
      ck_assert_int_eq(sluice_driver_limit(&driver, p, SLUICE_LIMIT_HEADROOM, &headroom), 0);
      ck_assert_uint_eq(own, plan[i].own[p / 2]);
      ck_assert_uint_eq(headroom, plan[i].headroom[p / 2]);
      sluice_switch_write(m.sw, SLUICE_SWITCH_REG_WRITE_PORTS, 1u << p);
      for (uint32_t c = 0; c < 8; c++)
        ck_assert_uint_eq(sluice_switch_read(m.sw, SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * c),
                          c == 3 || c == 4 ? plan[i].limit[p / 2] : 0);
    }
    sluice_switch_free(m.sw);
  }
}
END_TEST

// The accesses after the COMMIT, and their values in the switch. A loop of frames of 65 B without check sequence, which
// need most, is 6,937 B: 3,428 ahead (two largest frames and four cells), 178 of the frame, 1,622 of the word, and
// 1,709 of 151 cycles and 80 m of wire. So 300 = (ceil(6,937 / 89) + 100 / 2 - 1) 2 + 2 x 24 - 2 cells. A period of 256
// us has 40,000 cycles. With frames of 9,220 B the periods follow from the longest wait of a word.
START_TEST(credits_of_a_switch) {
  static const struct {
    const char *options;
    uint32_t limit, amount, consumed, freed, ports;
  } cases[] = {{"", 300, 100, 40000, 40000, 15},
               {" --credit-ports 0,3 --private 4KiB --amount 64", 64, 1, 40000, 40000, 9},
               {" --private 32KiB --consumed-period-us 100 --freed-period-us 200", 512, 100, 15625, 31250, 15},
               {" --datapath-us 0.004", 300, 100, 40000, 40000, 15},  // 6,942 B are 78 frames of 89 B of line
               {" --datapath-us 0.005", 302, 100, 40000, 40000, 15},
               {" --gearbox-ns 2 --datapath-us 0.001", 302, 100, 40000, 40000, 15},
               {" --datapath-us 0.076", 304, 100, 40000, 40000, 15},  // 1,443 ns are 1,803.75 B
               // frames of 69 B with check sequence are the shortest, or the largest
               {" --datapath-us 0.005 --min-packet 69", 302, 100, 40000, 40000, 15},
               {" --datapath-us 0.005 --mtu 69 --port-mtu 1518", 302, 100, 40000, 40000, 15},
               {" --private 32KiB --amount 6463", 512, 100, 40000, 40000, 15},  // 6,463 / 64 = 100.98, rounded down
               {" --private 32KiB --amount 6464", 512, 101, 40000, 40000, 15},
               {" --private 32KiB --amount 127", 512, 1, 40000, 40000, 15},
               {" --buffer 4MiB --clock-mhz 400 --port-mtu 9220", 1044, 100, 189993, 378953, 15}};
  char line[512], text[16384], expected[1024];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    snprintf(line, sizeof line, "plan %s%s --registers switch", CREDITS, cases[i].options);
    ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof text), 0);
    snprintf(expected, sizeof expected,
             "write 0x02ec 0x%08" PRIx32
             "             # CREDITS_LIMIT_3: cells\n"
             "write 0x02f0 0x%08" PRIx32
             "             # CREDITS_LIMIT_4: cells\n"
             "write 0x02c4 0x%08" PRIx32
             "             # CREDITS_AMOUNT: cells\n"
             "write 0x02c8 0x%08" PRIx32
             "             # CREDITS_CONSUMED: cycles\n"
             "write 0x02cc 0x%08" PRIx32
             "             # CREDITS_FREED: cycles\n"
             "write 0x02c0 0x%08" PRIx32 "             # CREDITS_PORTS: before any link is up\n",
             cases[i].limit, cases[i].limit, cases[i].amount, cases[i].consumed, cases[i].freed, cases[i].ports);
    const char *credits = strstr(text, "write 0x02ec");
    ck_assert_ptr_nonnull(credits);
    ck_assert_str_eq(credits, expected);
    ck_assert_ptr_nonnull(strstr(text, ", CREDITS 1.\n"));
    ck_assert_int_eq(strstr(text, "a line may be idle") != NULL, cases[i].limit == 64);
    snprintf(expected, sizeof expected, "write 0x0008 0x%08" PRIx32 " ", cases[i].limit);
    ck_assert_ptr_nonnull(strstr(text, expected));
  }
}
END_TEST

// [spec 9]: the line time of a frame is its bytes with check sequence and 20, or its bytes without check sequence
// and 24.
START_TEST(line_time_of_a_frame) {
  ck_assert_int_eq(ETHERNET_OVERHEAD, 8 + 12);
  ck_assert_int_eq(SLUICE_SWITCH_GAP, FCS_BYTES + ETHERNET_OVERHEAD);
  ck_assert_int_eq(SLUICE_SWITCH_MIN_FRAME, MIN_FRAME - FCS_BYTES);
}
END_TEST

// A comment says that every queue pauses above its private buffer: with alpha 1/16, T of this buffer is 178 cells and
// eta 280.
START_TEST(comment_on_a_small_threshold) {
  static const char plan[] =
      "plan --ports 4 --gbps 10 --length-m 40 --buffer 256KiB --cell 64 --mtu 1518 --lossless 3,4 --clock-mhz 156.25 "
      "--registers switch";
  char line[512], text[16384];
  ck_assert_int_eq(plan_command(plan, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "\n# T is not above eta, "));
  snprintf(line, sizeof(line), "%s --alpha 1", plan);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_null(strstr(text, "above eta"));
}
END_TEST

// The value that a plan writes to a register of the MMU.
static uint32_t written(const char *options, const char *map, int reg) {
  char line[512], text[16384], write[24];
  uint32_t value;
  snprintf(line, sizeof line, "plan %s --registers %s", options, map);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof text), 0);
  snprintf(write, sizeof write, "\nwrite 0x%04x 0x", (unsigned)(strcmp(map, "mmu") == 0 ? reg : 4 * reg));
  const char *at = strstr(text, write);
  ck_assert_msg(at != NULL && sscanf(at + strlen(write), "%8" SCNx32, &value) == 1, "no register %d in:\n%s", reg,
                text);
  return value;
}

// A switch adds 2 S + 12 cycles of 4 ns to the delay of the datapath. S is NP + 1, and at least 5.
START_TEST(headroom_has_the_delay_of_the_switch) {
  static const struct {
    int ports;
    const char *own, *both;  // without and with a datapath of 0.1 us
  } of[] = {{2, "0.088", "0.188"}, {4, "0.088", "0.188"}, {8, "0.12", "0.22"}};
  char mmu[512], sw[512];
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    snprintf(sw, sizeof sw, "--ports %d --gbps 10 --length-m 40 --buffer 4MiB --cell 128 --mtu 1518 --clock-mhz 250",
             of[i].ports);
    snprintf(mmu, sizeof mmu, "%s --datapath-us %s", sw, of[i].own);
    ck_assert_uint_eq(written(sw, "switch", SLUICE_REG_HEADROOM), written(mmu, "mmu", SLUICE_REG_HEADROOM));
    ck_assert_uint_gt(written(sw, "switch", SLUICE_REG_HEADROOM), written(sw, "mmu", SLUICE_REG_HEADROOM));
    snprintf(mmu, sizeof mmu, "%s --datapath-us %s", sw, of[i].both);
    strcat(sw, " --datapath-us 0.1");
    ck_assert_uint_eq(written(sw, "switch", SLUICE_REG_HEADROOM), written(mmu, "mmu", SLUICE_REG_HEADROOM));
  }
}
END_TEST

// A port without credits needs the headroom of pauses: with credits at all ports it is a largest frame, 24 cells.
START_TEST(credits_at_all_ports_need_no_headroom) {
  static const char *const schemes[] = {"DSH", "SIH", "SHP"};
  char pauses[512], all[512], some[512];
  snprintf(all, sizeof all, CREDITS " --scheme %s", schemes[_i]);
  snprintf(some, sizeof some, "%s --credit-ports 0,1,2", all);
  snprintf(pauses, sizeof pauses,
           "--ports 4 --gbps 10 --length-m 40 --buffer 2MiB --cell 64 --mtu 1518 --lossless 3,4 --clock-mhz 156.25 "
           "--scheme %s",
           schemes[_i]);
  const uint32_t headroom = written(pauses, "switch", SLUICE_REG_HEADROOM);
  ck_assert_uint_gt(headroom, 24);
  ck_assert_uint_eq(written(some, "switch", SLUICE_REG_HEADROOM), headroom);
  ck_assert_uint_eq(written(all, "switch", SLUICE_REG_HEADROOM), 24);
  strcat(all, " --credit-ports 3,2,1,0");
  ck_assert_uint_eq(written(all, "switch", SLUICE_REG_HEADROOM), 24);
  if (_i < 2) ck_assert_uint_gt(written(all, "switch", SLUICE_REG_SHARED), written(some, "switch", SLUICE_REG_SHARED));
}
END_TEST

// docs/hardware/switch.md, "Reserve": four ports keep F + ceil(16 / 5) + 2 of 32,768 cells each, F for a largest frame
// without its check sequence. 1,540 B with it are 24 cells of 64 B.
START_TEST(reserve_of_a_frame_without_check_sequence) {
  static const char plan[] =
      "--ports 4 --gbps 10 --length-m 40 --buffer 2MiB --cell 64 --lossless 3,4 --clock-mhz 156.25 --port-mtu";
  char line[512];
  for (uint32_t more = 0; more <= 1; more++) {
    snprintf(line, sizeof line, "%s %d", plan, (int)(1540 + more));
    ck_assert_uint_eq(written(line, "switch", SLUICE_REG_BUFFER), 32768 - 4 * (24 + more + 4 + 2));
  }
}
END_TEST

// docs/hardware/bring-up.md, "Flooding": the reserve of copies is 78 cells. With a cell less, the switch refuses the
// COMMIT.
START_TEST(plan_with_flood) {
  char text[16384];
  const uint32_t without = written(BRING_UP, "switch", SLUICE_REG_BUFFER);
  for (uint32_t more = 0; more <= 1; more++) {
    struct model m = {NULL, NULL};
    uint32_t buffer, shared, flood, status;
    ck_assert_int_eq(
        plan_command("plan " BRING_UP " --flood 0,2,3 --registers switch", STDOUT_FILENO, text, sizeof text), 0);
    ck_assert_int_eq(sluice_switch_new(&m.sw, &(struct sluice_switch_dims){4, 8, 64, 1 << 12, 1, 127, false, false}),
                     0);
    bring_up(&m, text);
    ck_assert_int_eq(model_read(&m, 4 * SLUICE_REG_BUFFER, &buffer), 0);
    ck_assert_int_eq(model_read(&m, 4 * SLUICE_REG_SHARED, &shared), 0);
    ck_assert_int_eq(model_read(&m, SLUICE_SWITCH_REG_FLOOD, &flood), 0);
    ck_assert_uint_eq(buffer, without - 78);
    ck_assert_uint_eq(flood, 13);
    model_write(&m, 4 * SLUICE_REG_BUFFER, buffer + more);
    model_write(&m, 4 * SLUICE_REG_SHARED, shared + more);
    model_write(&m, 4 * SLUICE_REG_COMMIT, 1);
    ck_assert_int_eq(model_read(&m, SLUICE_SWITCH_REG_STATUS, &status), 0);
    ck_assert_int_eq((status & SLUICE_SWITCH_STATUS_RESERVE) != 0, more);
    for (int i = 0; i < SOME_CYCLES; i++) step(&m, &(struct sluice_in){0});
    ck_assert(!sluice_switch_out(m.sw)->cfg_error);
    sluice_switch_free(m.sw);
  }
}
END_TEST

// A line of 10 Gb/s carries 64 bits per cycle at 156.25 MHz and 118 at 84.746 MHz.
START_TEST(line_of_a_switch) {
  char text[16384];
  ck_assert_int_eq(plan_command("plan " CREDITS " --registers switch", STDOUT_FILENO, text, sizeof text), 0);
  ck_assert_ptr_nonnull(strstr(text, "NP 4, NC 8, LINE 64 or more, CELL 64, CELLS 32768, CREDITS 1.\n"));
  ck_assert_int_eq(plan_command("plan " WIDE " --registers switch", STDOUT_FILENO, text, sizeof text), 0);
  ck_assert_ptr_nonnull(strstr(text, "NP 4, NC 8, LINE 118 or more, CELL 128, CELLS 2048.\n"));
}
END_TEST

// The driver writes limits of ports in the model of the switch: cells of headroom move from port 1 to port 2. A port
// with a cell too many is refused.
START_TEST(limits_of_ports) {
  char text[16384];
  struct model m = {NULL, NULL};
  const struct sluice_driver driver = {model_read, model_write, &m, SOME_CYCLES};
  const int headroom = SLUICE_MAP_PORT_LIMIT_HEADROOM;
  uint32_t all, value;
  ck_assert_int_eq(plan_command("plan " BRING_UP " --registers switch", STDOUT_FILENO, text, sizeof text), 0);
  ck_assert_int_eq(sluice_switch_new(&m.sw, &(struct sluice_switch_dims){4, 8, 64, 1 << 12, 1, 127, false, true}), 0);
  bring_up(&m, text);
  ck_assert_int_eq(sluice_driver_limit(&driver, 2, headroom, &all), 0);
  ck_assert_uint_eq(all, written(BRING_UP, "switch", SLUICE_REG_HEADROOM));
  ck_assert_int_eq(sluice_driver_set_limit(&driver, 1, headroom, all - 1), 0);
  ck_assert_int_eq(sluice_driver_set_limit(&driver, 2, headroom, all + 1), 0);
  ck_assert_int_eq(sluice_driver_commit(&driver), 0);
  for (int p = 0; p < 4; p++) {
    ck_assert_int_eq(sluice_driver_limit(&driver, p, headroom, &value), 0);
    ck_assert_uint_eq(value, all - (p == 1) + (p == 2));
  }
  ck_assert_int_eq(sluice_driver_set_limit(&driver, 3, SLUICE_MAP_PORT_LIMIT_PRIVATE, 1 << 11), 0);
  ck_assert_int_eq(sluice_driver_commit(&driver), SLUICE_DRIVER_REFUSED);
  ck_assert_int_eq(model_read(&m, 4 * SLUICE_REG_STATUS, &value), 0);
  ck_assert_uint_eq(value & SLUICE_STATUS_REASON, SLUICE_BAD_POOLS);
  sluice_switch_free(m.sw);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_registers");
  TCase *t = tcase_create("registers");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, accesses_bring_up_the_model, 0, sizeof(plans) / sizeof(*plans));
  tcase_add_test(t, names_are_those_of_the_page);
  tcase_add_test(t, values_of_the_first_plan);
  tcase_add_test(t, credits_of_a_switch);
  tcase_add_test(t, credits_of_groups);
  tcase_add_test(t, line_time_of_a_frame);
  tcase_add_test(t, comment_on_a_small_threshold);
  tcase_add_test(t, line_of_a_switch);
  tcase_add_test(t, headroom_has_the_delay_of_the_switch);
  tcase_add_loop_test(t, credits_at_all_ports_need_no_headroom, 0, 3);
  tcase_add_test(t, reserve_of_a_frame_without_check_sequence);
  tcase_add_test(t, plan_with_flood);
  tcase_add_test(t, limits_of_ports);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}

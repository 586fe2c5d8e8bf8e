// Checks the timing diagrams of docs/hardware/integration.md: plays the inputs of each WaveDrom file to the model and
// compares its one-bit outputs with the drawn levels; lanes of data are not compared. There are no random
// numbers: make check T=timing repeats a failure.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice.h"
#include "tests/suite.h"

enum { MOST_CYCLES = 40, MOST_LANES = 16 };

struct diagram {
  int lanes, cycles;
  char name[MOST_LANES][32], wave[MOST_LANES][MOST_CYCLES + 1];
};

// The one-bit inputs that the tests drive as drawn, and the one-bit outputs that they compare.
static const char *const driven[] = {"enq_valid", "rx_valid",  "snd_valid", "cfg_write",
                                     "cfg_read",  "stat_read", "tx_ready"};
static const char *const compared[] = {"adm_valid", "queue_off[1,2]", "tx_valid",  "gate[1,2]",
                                       "cfg_error", "cfg_rvalid",     "stat_valid"};
enum { DRIVEN = sizeof driven / sizeof driven[0], COMPARED = sizeof compared / sizeof compared[0] };

static bool listed(const char *name, const char *const *names, int n) {
  while (n > 0 && strcmp(name, names[n - 1]) != 0) n--;
  return n > 0;
}

// One lane per line: {"name": "...", "wave": "..."... A lane with levels only must be driven or compared, and there
// must be so many of them; otherwise a renamed lane would be checked no more.
static void load(struct diagram *d, const char *name, int expected) {
  char path[64], line[256];
  int levels = 0;
  memset(d, 0, sizeof *d);
  snprintf(path, sizeof path, "docs/hardware/timing/%s.json", name);
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s: cannot read it; run the test from the top of the repository", path);
  while (fgets(line, sizeof line, file) != NULL) {
    char *n = strstr(line, "\"name\": \""), *w = strstr(line, "\"wave\": \"");
    if (n == NULL || w == NULL) continue;
    ck_assert_int_lt(d->lanes, MOST_LANES);
    char *lane = d->name[d->lanes], *wave = d->wave[d->lanes];
    sscanf(n + 9, "%31[^\"]", lane);
    sscanf(w + 9, "%40[^\"]", wave);
    int cycles = (int)strlen(wave);
    ck_assert_msg(d->lanes++ == 0 || cycles == d->cycles, "%s, %s: expected %d cycles, got %d", path, lane, d->cycles,
                  cycles);
    d->cycles = cycles;
    if (wave[strspn(wave, "01.|")] != '\0') continue;
    levels++;
    ck_assert_msg(listed(lane, driven, DRIVEN) || listed(lane, compared, COMPARED),
                  "%s: lane '%s' is neither driven nor compared by this test", path, lane);
  }
  fclose(file);
  ck_assert_msg(levels == expected, "%s: expected %d lanes of levels, got %d", path, expected, levels);
}

// The level of a one-bit lane in a cycle. -1: there is no such lane.
static int level(const struct diagram *d, const char *name, int cycle) {
  for (int i = 0; i < d->lanes; i++) {
    if (strcmp(d->name[i], name) != 0) continue;
    for (const char *at = d->wave[i] + cycle; at >= d->wave[i]; at--)
      if (*at == '0' || *at == '1') return *at - '0';
    ck_abort_msg("%s: no level in cycle %d", name, cycle);
  }
  return -1;
}

static void compare(const struct diagram *d, const struct sluice_out *out, int cycle) {
  const bool got[COMPARED] = {out->adm_valid, out->queue_off[0] >> (1 * 8 + 2) & 1,
                              out->tx_valid,  out->gate[0] >> (1 * 8 + 2) & 1,
                              out->cfg_error, out->cfg_rvalid,
                              out->stat_valid};
  for (int i = 0; i < COMPARED; i++) {
    int want = level(d, compared[i], cycle);
    ck_assert_msg(want < 0 || want == got[i], "cycle %d, %s: expected %d as drawn, got %d", cycle, compared[i], want,
                  got[i]);
  }
}

static struct sluice_mmu *make(enum sluice_scheme scheme) {
  static const struct sluice_dims dims = {4, 8, 18, 127, false};
  const uint32_t regs[][2] = {{SLUICE_REG_SCHEME, scheme},
                              {SLUICE_REG_BUFFER, 200000},
                              {SLUICE_REG_PRIVATE, scheme == SLUICE_GFC ? 1000 : 0},
                              {SLUICE_REG_SHARED, scheme == SLUICE_GFC ? 0 : 1000},
                              {SLUICE_REG_HEADROOM, scheme == SLUICE_GFC ? 0 : 100},
                              {SLUICE_REG_LOSSLESS, 0xff},
                              {SLUICE_REG_MAX_PACKET, 16},
                              {SLUICE_REG_XOFF, 20},
                              {SLUICE_REG_PAUSE_TIME, 1000},
                              {SLUICE_REG_REFRESH, 400},
                              {SLUICE_REG_QUANTA_STEP, 2560},
                              {SLUICE_REG_STAGE_TOP, 512},
                              {SLUICE_REG_STAGE_BASE, 256},
                              {SLUICE_REG_STAGES, 5 | SLUICE_STAGES_COUNT_LEADING_ZEROS},
                              {SLUICE_REG_CELL_STEP, 32768},
                              {SLUICE_REG_COMMIT, 1}};
  struct sluice_in in = {0};
  struct sluice_mmu *m;
  ck_assert_int_eq(sluice_mmu_new(&m, &dims), 0);
  while (!sluice_mmu_out(m)->ready) sluice_mmu_step(m, &in);
  in.cfg_write = true;
  for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) {
    in.cfg_addr = (uint8_t)regs[i][0];
    in.cfg_wdata = regs[i][1];
    sluice_mmu_step(m, &in);
  }
  in.cfg_write = false;
  for (int i = 1; i < SLUICE_COMMIT_LATENCY; i++) {
    ck_assert(sluice_mmu_out(m)->cfg_error);  // until the end of the commit, as in config.json
    sluice_mmu_step(m, &in);
  }
  ck_assert(!sluice_mmu_out(m)->cfg_error);
  in.tx_ready = true;  // takes the messages of all ports after the commit
  for (int i = 0; i < 20; i++) sluice_mmu_step(m, &in);
  return m;
}

static struct sluice_in inputs(const struct diagram *d, int cycle, uint16_t time) {
  struct sluice_in in = {.tx_ready = level(d, "tx_ready", cycle) != 0};
  in.enq_valid = level(d, "enq_valid", cycle) == 1;
  in.rx_valid = level(d, "rx_valid", cycle) == 1;
  in.snd_valid = level(d, "snd_valid", cycle) == 1;
  in.cfg_write = level(d, "cfg_write", cycle) == 1;
  in.cfg_read = level(d, "cfg_read", cycle) == 1;
  in.stat_read = level(d, "stat_read", cycle) == 1;
  in.enq_port = in.rx_port = in.snd_port = in.stat_port = 1;
  in.enq_class = in.snd_class = in.stat_class = 2;
  in.enq_cells = in.snd_cells = 16;
  in.rx_enable = 4;
  in.rx_time[2] = time;
  return in;
}

START_TEST(event_diagram) {
  struct diagram d;
  struct sluice_mmu *m = make(SLUICE_STATIC);
  load(&d, "event", 5);
  for (int cycle = 0; cycle < d.cycles; cycle++) {
    compare(&d, sluice_mmu_out(m), cycle);
    struct sluice_in in = inputs(&d, cycle, 0);
    sluice_mmu_step(m, &in);
  }
  sluice_mmu_free(m);
}
END_TEST

START_TEST(gate_diagram) {
  struct diagram d;
  struct sluice_mmu *m = make(SLUICE_STATIC);
  load(&d, "gate", 2);
  for (int cycle = 0; cycle < d.cycles; cycle++) {
    compare(&d, sluice_mmu_out(m), cycle);
    struct sluice_in in = inputs(&d, cycle, cycle < 3 ? 1000 : 0);
    sluice_mmu_step(m, &in);
  }
  sluice_mmu_free(m);
}
END_TEST

// Compares the cycles before the gap in the drawing, and then the length of the gap.
START_TEST(rate_diagram) {
  struct diagram d;
  struct sluice_mmu *m = make(SLUICE_GFC);
  load(&d, "rate", 3);
  int gap = (int)strcspn(d.wave[0], "|");
  ck_assert_int_lt(gap, d.cycles);
  for (int cycle = 0; cycle < gap; cycle++) {
    compare(&d, sluice_mmu_out(m), cycle);
    struct sluice_in in = inputs(&d, cycle, 1);
    sluice_mmu_step(m, &in);
  }
  // The gap: 2 n cell times of 2 cycles each, within a round.
  enum { CELLS = 1000, ROUND = 64 };
  const struct sluice_in nothing = {0}, send = {.snd_valid = true, .snd_port = 1, .snd_class = 2, .snd_cells = CELLS};
  for (int i = 0; i < 5 * ROUND; i++) sluice_mmu_step(m, &nothing);
  ck_assert_uint_eq(sluice_mmu_out(m)->gate[0], 0);
  sluice_mmu_step(m, &send);
  sluice_mmu_step(m, &nothing);
  int held = 0;
  for (; sluice_mmu_out(m)->gate[0] != 0; held++) sluice_mmu_step(m, &nothing);
  ck_assert_int_ge(held, 2 * CELLS * 2 - ROUND);
  ck_assert_int_le(held, 2 * CELLS * 2 + ROUND);
  sluice_mmu_free(m);
}
END_TEST

// The lane of cycles ends with the length of a commit, which make() measures.
START_TEST(length_of_a_commit_in_the_config_diagram) {
  char line[256], want[32];
  bool found = false;
  snprintf(want, sizeof want, "[\"0\", \"%d\"]", SLUICE_COMMIT_LATENCY);
  FILE *file = fopen("docs/hardware/timing/config.json", "r");
  ck_assert_ptr_nonnull(file);
  while (fgets(line, sizeof line, file) != NULL)
    found = found || (strstr(line, "cycle after COMMIT") != NULL && strstr(line, want) != NULL);
  fclose(file);
  ck_assert_msg(found, "config.json does not end the lane with %s", want);
}
END_TEST

START_TEST(reads_of_the_config_diagram) {
  struct diagram d;
  struct sluice_mmu *m = make(SLUICE_STATIC);
  load(&d, "config", 6);
  for (int cycle = 6; cycle < d.cycles; cycle++) {
    compare(&d, sluice_mmu_out(m), cycle);
    struct sluice_in in = inputs(&d, cycle, 0);
    sluice_mmu_step(m, &in);
  }
  sluice_mmu_free(m);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("timing");
  TCase *diagrams = tcase_create("diagrams");
  tcase_add_test(diagrams, event_diagram);
  tcase_add_test(diagrams, gate_diagram);
  tcase_add_test(diagrams, rate_diagram);
  tcase_add_test(diagrams, reads_of_the_config_diagram);
  tcase_add_test(diagrams, length_of_a_commit_in_the_config_diagram);
  suite_add_tcase(suite, diagrams);
  return suite_run(suite);
}

#include "tests/program/sweeps.h"

#include <check.h>
#include <stdio.h>

#include "tests/program/program.h"

const char *new_file(const char *name, const char *text) {
  static char path[4][256];
  static int turn;
  turn = (turn + 1) % 4;
  snprintf(path[turn], sizeof path[turn], "%s", in_dir(name));
  FILE *f = fopen(path[turn], "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  ck_assert_int_eq(fclose(f), 0);
  return path[turn];
}

void write_scenario(int duration_us) {
  char text[1024];
  snprintf(text, sizeof text,
           "name: two\nduration_us: %d\nstop_us: %d\njitter_ns: 5000\ngbps: 40\n"
           "mmu:\n  scheme: DSH\n  ports: 4\n  buffer: 800KB\n  headroom: 16KB\n  alpha: 1/16\n"
           "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
           "flows:\n  - {name: f, from: x, to: z}\n  - {name: g, from: y, to: z, bytes: 100KB}\n",
           duration_us, duration_us / 2);
  new_file("two.yaml", text);
}

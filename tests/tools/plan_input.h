// Inputs of the planner: the switches of the papers.
#ifndef PLAN_INPUT_H
#define PLAN_INPUT_H

#include <check.h>

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

// [DSH]: 32 x 100 Gb/s, 7 lossless classes, 2 us, 16 MiB, phi 3072 B, alpha 1/16.
static const struct plan_input dsh = {.ports = 32,
                                      .classes = 7,
                                      .mbps = 100000,
                                      .mtu = 1500,
                                      .min_packet = 64,
                                      .cell = 1,
                                      .wire_ns = 2000,
                                      .rtt_ns = 50000,
                                      .proc_ns = 3000,
                                      .buffer = 16 << 20,
                                      .phi = 3072,
                                      .alpha = -4,
                                      .scheme = SLUICE_DSH};

static const uint32_t cell_sizes[] = {1, 8, 48, 63, 64, 65, 80, 127, 128, 129, 208, 256, 1000, 2048};

// [TTL]: a switch of 32 x 40 Gb/s with 8 classes and 300 m of copper.
static inline struct plan_input ttl_input(void) {
  struct plan_input in = dsh;
  in.classes = 8;
  in.mbps = 40000;
  in.wire_ns = 1500;
  in.phi = 0;
  return in;
}

static inline struct plan make(const struct plan_input *in) {
  struct plan p;
  struct error err = {""};
  ck_assert_msg(plan_make(in, &p, &err) == 0, "%s", err.text);
  return p;
}

#endif

// The headroom formula that SONiC uses for NVIDIA switches (sonic-swss, cfgmgr/buffer_headroom_mellanox.lua), from the
// published terms. It has other terms than headroom.h, so its results differ; nvidia_differences() says where.
#ifndef PLAN_NVIDIA_H
#define PLAN_NVIDIA_H

#include "tb/sim/scenario/headroom.h"

// xoff in bytes, and any amount, rounded up to whole KiB, as that formula rounds.
uint64_t nvidia_xoff(const struct headroom *h);
uint64_t nvidia_round(uint64_t bytes);

// The bytes by which headroom_cells() is more than that formula, by term. The sum of all is the difference.
struct nvidia_difference {
  const char *term;
  int64_t bytes;
};
enum { NVIDIA_DIFFERENCES = 7 };
void nvidia_differences(const struct headroom *h, struct nvidia_difference *d);

#endif

// The headroom formula that SONiC uses for NVIDIA switches (sonic-swss, cfgmgr/buffer_headroom_mellanox.lua), from the
// published terms. It has other terms than headroom.h, so its results differ; nvidia_differences() says where.
#ifndef PLAN_NVIDIA_H
#define PLAN_NVIDIA_H

#include <stdbool.h>

#include "tb/sim/scenario/headroom.h"

// The first release of SONiC with each form of the formula: share of small packets by bytes as given; by bytes, from
// the share of the packets; with a compensation.
enum nvidia_version { NVIDIA_202111, NVIDIA_202405, NVIDIA_202605 };
enum { NVIDIA_VERSIONS = 3 };
extern const char *const nvidia_versions[];                 // names, ended by NULL
extern const char *const nvidia_releases[NVIDIA_VERSIONS];  // the releases with each form

// xoff in bytes, and any amount, rounded up to whole KiB, as that formula rounds. pool: a shared headroom pool is used.
uint64_t nvidia_xoff(const struct headroom *h, enum nvidia_version version, bool pool);
uint64_t nvidia_round(uint64_t bytes);

// The bytes by which headroom_cells() is more than that formula, by term. The sum of all is the difference.
struct nvidia_difference {
  const char *term;
  int64_t bytes;
};
enum { NVIDIA_DIFFERENCES = 8 };
void nvidia_differences(const struct headroom *h, enum nvidia_version version, bool pool, struct nvidia_difference *d);

#endif

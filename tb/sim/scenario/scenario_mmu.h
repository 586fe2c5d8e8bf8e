// Declarations that the files for a switch's registers share. Internal.
#ifndef NET_SCENARIO_MMU_H
#define NET_SCENARIO_MMU_H

#include "tb/sim/scenario/scenario_file.h"

// The keys of a switch: its own if given, else those of all switches
struct keys {
  struct checker *c;
  const struct file_mmu *own, *all;
  char prefix[32];  // path of `own`
  int sw;
};

#define PICK(k, key) ((k)->own != NULL && (k)->own->key != NULL ? (k)->own->key : (k)->all->key)
#define IS_OWN(k, key) ((k)->own != NULL && (k)->own->key != NULL)

const char *mmu_path(const struct keys *k, bool own, const char *key, char *path, size_t size);

// Converts an amount of bytes to a register in cells, at most the largest value of a counter.
int mmu_cells(struct keys *k, bool own, const char *key, const char *text, int reg);

// Cells of the buffer without headroom, private cells and partitions.
uint32_t mmu_rest(const struct scenario *s, int sw);

// Set the registers of the schemes, after BUFFER, PRIVATE and HEADROOM.
int mmu_ttl_registers(struct keys *k, uint32_t *regs);
int mmu_gfc_registers(struct keys *k, uint32_t *regs);

// GFC: checks that nothing is shared, in the words of the scenario.
int mmu_gfc_pools(struct keys *k, const uint32_t *regs);
// GFC: a check that the MMU does not make: a queue holds Bm and one packet.
int mmu_gfc_buffers(struct keys *k, const uint32_t *regs);

// Warnings, after all switches have their registers: keys without effect, too little headroom for a link.
int mmu_idle_keys(struct checker *c);
int mmu_headroom_check(struct checker *c);

// Requirements of a scheme on the network and its flows, after all switches have their registers.
int mmu_ttl_check(struct checker *c);
int mmu_gfc_check(struct checker *c);

#endif

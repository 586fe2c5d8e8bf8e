// What the files that make a switch's registers share. Internal.
#ifndef NET_SCENARIO_MMU_H
#define NET_SCENARIO_MMU_H

#include "tb/sim/scenario/scenario_file.h"

// The keys of a switch: its own where given, else those of all.
struct keys {
  struct checker *c;
  const struct file_mmu *own, *all;
  char prefix[32];  // path of own
  int sw;
};

#define PICK(k, key) ((k)->own != NULL && (k)->own->key != NULL ? (k)->own->key : (k)->all->key)
#define IS_OWN(k, key) ((k)->own != NULL && (k)->own->key != NULL)

const char *mmu_path(const struct keys *k, bool own, const char *key, char *path, size_t size);

// An amount of bytes becomes a register in cells, at most what a counter holds.
int mmu_cells(struct keys *k, bool own, const char *key, const char *text, int reg);

// What the buffer has beside headroom, private cells and partitions.
uint32_t mmu_rest(const struct scenario *s, const uint32_t *regs);

// Registers of the schemes, once BUFFER, PRIVATE and HEADROOM are set.
int mmu_ttl_registers(struct keys *k, uint32_t *regs);
int mmu_gfc_registers(struct keys *k, uint32_t *regs);

// GFC: what the MMU does not check. Nothing is shared, and a queue holds Bm and a packet.
int mmu_gfc_buffers(struct keys *k, const uint32_t *regs);

// Warnings, once all switches have their registers: keys that do nothing, headroom that is too small for a link.
int mmu_idle_keys(struct checker *c);
int mmu_headroom_check(struct checker *c);

// What a scheme asks of the network and its flows, once all switches have their registers.
int mmu_ttl_check(struct checker *c);
int mmu_gfc_check(struct checker *c);

#endif

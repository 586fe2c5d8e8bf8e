// Declarations that the files for a switch's configuration share. Internal.
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

// Converts an amount of bytes to cells, at most those of the event engine or, if the file sets `width`, of a counter.
// Packets are rounded up, other amounts down.
enum mmu_amount { MMU_AMOUNT, MMU_HEADROOM, MMU_PACKET };
int mmu_cells_at(struct checker *c, const char *path, const char *key, const char *text, enum mmu_amount kind,
                 uint64_t *cells);
int mmu_cells(struct keys *k, bool own, const char *key, const char *text, uint64_t *cells);

// Cells of the buffer without headroom, private cells and partitions.
uint64_t mmu_rest(const struct scenario *s, int sw);

// Sets the amounts of each port, from the keys of links and hosts, and headroom and XOFF where the file gives none.
// two: default of XOFF - XON in cells. mmu_port_path() is the path of a key of a link.
int mmu_ports(struct keys *k, struct sluice_config *cfg, uint64_t two);
// Sets what depends on the rates of the links: QUANTA_STEP, and C of GFC. After mmu_ports().
int mmu_rates(struct keys *k, struct sluice_config *cfg);
bool mmu_port_has_headroom(const struct checker *c, int link);
const char *mmu_port_path(const struct checker *c, int link, const char *key, char *path, size_t size);

// Set the amounts of the schemes, after buffer, private cells and headroom.
int mmu_ttl_registers(struct keys *k, struct sluice_config *cfg);
int mmu_gfc_registers(struct keys *k, struct sluice_config *cfg);
// GFC: C of a link of that rate. cfg has Bm and B0.
int mmu_gfc_rates(struct keys *k, const struct sluice_config *cfg, uint64_t bps, struct sluice_limits *x);

// CBFC: whether the limits of the queues are static. Registers of a switch; limits against buffers, for all switches.
bool mmu_credits_static(const struct keys *k);
int mmu_credits_registers(struct keys *k, struct sluice_config *cfg);
int mmu_credits_check(struct checker *c);

// GFC: checks that nothing is shared, in the words of the scenario.
int mmu_gfc_pools(struct keys *k, const struct sluice_config *cfg);
// GFC: a check that the MMU does not make: a queue holds Bm and one packet.
int mmu_gfc_buffers(struct keys *k, const struct sluice_config *cfg);

// Warnings, after all switches have their configuration: keys without effect, too little headroom for a link.
int mmu_idle_keys(struct checker *c);
int mmu_idle_port_keys(struct checker *c);
int mmu_headroom_check(struct checker *c);

// Requirements of a scheme on the network and its flows, after all switches have their configuration.
int mmu_ttl_check(struct checker *c);
int mmu_gfc_check(struct checker *c);

// Sets the periods of time-based GFC, and checks them; part of mmu_gfc_check().
int mmu_room_check(struct checker *c);

#endif

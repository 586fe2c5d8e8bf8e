// The interface between a network and its switches: a table of functions, and a pointer to all switches, which only
// these functions access.
#ifndef NET_SWITCH_H
#define NET_SWITCH_H

#include "tb/sim/clocked/links.h"
#include "tb/sim/clocked/series.h"

struct engine_trace;

// Functions of switch i, except create() and destroy(). A status other than NETWORK_OK ends the run.
struct switch_kind {
  // Creates all switches, whose ports exist. destroy() frees *all, also after create() failed.
  enum network_status (*create)(void **all, struct network *n, struct links *l, struct series *x);
  void (*destroy)(void *all);
  enum network_status (*configure)(void *all, int i);
  enum network_status (*waves)(void *all, int i,
                               struct engine_trace *t);  // adds the signals of the switch to t, before t is opened

  // Events of a cycle
  void (*arrive)(void *all, int i, struct packet *p);  // EVENT_ARRIVE
  void (*sent)(void *all, int i, struct port *p);      // EVENT_SENT
  void (*kick)(void *all, int i, struct port *p);      // EVENT_KICK

  // The cycle itself, after its events. Returns true if nothing happens in the next cycles without an event.
  bool (*cycle)(void *all, int i);

  // The MMU's outputs of this cycle
  const struct sluice_out *(*outputs)(const void *all, int i);

  // For each egress queue [port * classes + class]: the ingress ports of its packets, as bits; whether it has packets
  // and may not send.
  void (*waiting)(const void *all, int i, uint64_t *held, uint64_t *closed);

  // After the last cycle: lets the MMU count all its inputs; then reads one statistic per call.
  enum network_status (*settle)(void *all, int i);
  enum network_status (*stat)(void *all, int i, enum sluice_stat stat, int port, int cls, uint32_t *value);

  void (*report)(const void *all, int i, FILE *to);  // after NETWORK_MISMATCH: prints how RTL and model differ
};

// An output-queued shared-buffer switch around one MMU. Packets are objects, not bytes; the datapath is in these files.
extern const struct switch_kind mmu_switch;

// Full switches in Verilated RTL, sluice_lossless_switch: frames go in and out as words, with pause frames among them
// (docs/guide/engines.md). A model of the MMU follows each switch. It has the statistics, and its gates must equal
// those of the RTL in every cycle.
extern const struct switch_kind rtl_switch;

#endif

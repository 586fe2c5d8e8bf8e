// Hosts: they send their flows, obey feedback, and consume arriving packets.
#ifndef NET_HOSTS_H
#define NET_HOSTS_H

#include "tb/sim/clocked/links.h"
#include "tb/sim/nodes/limiter.h"
#include "tb/sim/nodes/sources.h"

struct node_host {
  struct port *port;
  struct sources sources;
  uint64_t quantum_num, quantum_den;   // cycles per quantum of 512 bit times
  uint64_t until[SLUICE_MAX_CLASSES];  // class timers, as the cycle of their expiry
  uint64_t level_until;
  struct limiter limiter[SLUICE_MAX_CLASSES];  // GFC
  bool timed;                                  // a timer may be running
  bool kicked;
};

struct hosts {
  struct network *n;
  struct links *links;
  struct node_host *host;
  struct source *source;  // sources of all hosts
  struct waiting *wait;   // as source
  int *kicked, kicked_count;
  int live_sources;  // sources that have data to send before the stop
};

// Creates all hosts; each looks for a packet to send in cycle 0. Returns 0, or -1: out of memory. Call hosts_free() in
// any case.
int hosts_new(struct hosts *all, struct network *n, struct links *l);
void hosts_free(struct hosts *all);

void host_arrive(struct hosts *all, int i, struct packet *p);  // a frame has fully arrived
void host_sent(struct hosts *all, int i);                      // the last bit of a frame is out
void host_kick(struct hosts *all, int i);                      // the host may be able to send
void hosts_cycle(struct hosts *all);                           // runs the kicked hosts, after all switches

#endif

// The description of a network that the reference and the generator share. It has the keys of a scenario file in plain
// numbers; names follow from the kind and the number: switches S0.., links L0.., hosts h0.., flows f0...
#ifndef SLUICE_TESTS_REFERENCE_NETWORK_H
#define SLUICE_TESTS_REFERENCE_NETWORK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  NET_SWITCHES = 8,
  NET_HOSTS = 8,
  NET_LINKS = 32,
  NET_FLOWS = 16,
  NET_CLASSES = 8,
  NET_NODES = NET_SWITCHES + NET_HOSTS,
  NET_HOPS = 16,
};

enum net_scheme { NET_STATIC, NET_SIH, NET_DSH, NET_SHP, NET_TTL, NET_GFC, NET_SCHEMES };

// Node n is switch n, or host n - switches. Links between switches are first, then those of the hosts, in the order of
// the hosts. A link has the switch with the ports' amounts at both ends.
struct net_link {
  int a, b;
  int64_t mbps, delay_ps, overhead;  // overhead: bytes of preamble and gap
  int64_t down_ns, up_ns;            // -1: never
};

// Amounts are bytes, whole cells.
struct net_switch {
  enum net_scheme scheme;
  int alpha;  // exponent
  int64_t buffer, phi, eta, shared, xoff, xon, delta_q, delta_p;
  int64_t pool, port_headroom;  // SHP
  int64_t partition;            // TTL: of each class from 1 on
  int64_t bm, b0;               // GFC
  bool native;                  // DSH
};

enum net_control { NET_OPEN, NET_HPCC_DCQCN, NET_NS3_RDMA };

// Congestion control of a flow. An interval of CNPs of 0: acknowledgements carry the marks. 0 also: no `rto_limit`.
struct net_policy {
  enum net_control control;
  bool ecn_capable;
  int64_t cnp_us, ack_bytes, rto_us, rto_limit;
};

struct net_flow {
  int from, to;  // hosts
  int cls;
  int64_t bytes;  // 0: endless
  int64_t packet, mbps, start_ns;
  int after[2], afters;
  int64_t after_delay_ns;     // -1: the least sum of delays
  int route[NET_HOPS], hops;  // switches of a fixed route; 0: the first of the shortest
  bool own;                   // the flow has its own policy, otherwise that of the network
  struct net_policy policy;
};

struct network {
  uint64_t seed;
  int switches, hosts, links, flows, classes, ttl;
  int64_t clock_mhz, cell, max_packet;
  int64_t processing_ns, stop_ns, duration_ns;
  int64_t early_stop_ps;        // when the sources stop because only timers are left; 0: they do not
  int pause_time, refresh;      // quanta
  unsigned lossless;            // mask of classes
  unsigned strict;              // mask of classes of strict priority
  int64_t quanta[NET_CLASSES];  // 0: the key is absent
  struct net_policy policy;     // of flows without their own
  int64_t kmin, kmax, at_mbps;  // ECN, with kmin = kmax; 0: no marks
  int64_t reroute_us;
  struct net_switch sw[NET_SWITCHES];
  struct net_link link[NET_LINKS];
  struct net_flow flow[NET_FLOWS];
};

enum net_verdict { NET_DRAINED, NET_DEADLOCKED, NET_MOVING };

struct net_result {
  enum net_verdict verdict;
  bool unsettled;         // a sender wants to send again when all has arrived: whether it does is not specified
  int64_t early_stop_ps;  // of the program: when its sources stopped; of the reference: when they may at the earliest
  struct net_result_flow {
    int64_t start_ps, completion_ps;  // completion after the start; -1: incomplete
    int64_t lost, dropped, received, marked, resent, spurious, timeouts, unreachable;
  } flow[NET_FLOWS];
};

// The specification bounds when a queue changes whose threshold another queue has moved, and leaves the time open
// within a few rounds of the scan [spec 10]. The readings differ in this time alone.
enum reference_reading {
  READING_EACH_EVENT = 1,  // each event examines all queues; otherwise only those whose threshold crosses them
  READING_AGAIN = 2,       // an event that comes while a visit is due asks for a later one
  READING_OWN = 4,         // an event of the queue itself withdraws a visit that is due
  READINGS = 8,
};

struct reference_options {
  unsigned reading;
  unsigned late;  // above 0: visits are late by a round, and messages separate, at random with this seed
  int fault;      // enum reference_fault, which a test plants
  FILE *trace;    // steps of all packets, or NULL
};

enum reference_fault {
  FAULT_NONE,
  FAULT_THRESHOLD,    // XOFF and T are larger by a packet
  FAULT_DELAY,        // the delay of a pause on its link is forgotten
  FAULT_HEADROOM,     // headroom is not used while the queue is off
  FAULT_RESUME,       // a queue resumes although headroom is in use
  FAULT_PORT,         // DSH: the port never pauses
  FAULT_ROUND_ROBIN,  // the lowest class first
  FAULT_LOSSY,        // lossy packets are refused one packet late
  FAULT_FLUSH,        // a link that goes down flushes nothing
  FAULT_AFTER,        // `after` without the delay between hosts
  FAULT_TTL,          // TTL: the class of the upstream is not the one below
  FAULT_MARK,         // ECN marks one packet late
  FAULT_NACK,         // the sender goes back one packet too far
  FAULT_ALPHA,        // DCQCN: the rate falls by alpha instead of alpha / 2
  FAULT_STAGE,        // GFC: a sender at level k sends with C / 2^(k - 1)
  FAULT_POOL,         // SHP: the pool has no limit
  FAULT_BACKOFF,      // the time of a sender is never doubled
  FAULT_LIMIT,        // a flow fails one expiry late
  FAULT_HELD,         // the timer runs while the host is paused
  FAULT_NACKS,        // a NACK for each packet after a gap
  FAULT_CLASS,        // acknowledgements have the highest class
  FAULT_REROUTE,      // routes change a packet late
  FAULT_KEPT,         // flows of a host keep their access links when routes change
  FAULT_HOPS,         // `after`: the delay of the way with the fewest hops
  FAULT_ACCESS,       // the first link of the destination, however far
  FAULT_CNP,          // marks in an interval of CNPs are forgotten
  FAULT_CAPABLE,      // data of all flows are marked
  FAULT_POLICY,       // the timer of the network for all flows
  FAULT_BYTES,        // the scheduler counts packets
  FAULT_CREDIT,       // an empty queue keeps its credit
  FAULTS,
};

void reference_run(const struct network *net, const struct reference_options *options, struct net_result *result);

#endif

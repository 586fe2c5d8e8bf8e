/* Reference of the rules of the memory management unit: admission, accounting, thresholds, states and levels.
 *
 * This file implements the rules of the specification (docs/reference/spec.md) for a switch without a pipeline. It is
 * written from the specification only, so that a comparison with the product can find errors in either. Each call is
 * one event and is complete when it returns. The off states are arguments, because their latency is not a rule: a
 * function takes the state before an event and returns the state after it. */
#ifndef REF_REFERENCE_H
#define REF_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum ref_scheme { REF_STATIC, REF_SIH, REF_DSH, REF_TTL, REF_GFC, REF_GFC_LINEAR, REF_SHP, REF_CBFC };
enum ref_admission { REF_PRIVATE, REF_SHARED, REF_HEADROOM, REF_REFUSED };
enum { REF_PORTS = 64, REF_CLASSES = 8, REF_STAGES = 15 };

/* One accounting group per queue, and one group per port for the lossless classes of DSH. */
enum { REF_GROUPS = REF_PORTS * REF_CLASSES + REF_PORTS };

/* All amounts are cells. */
struct ref_port {
  uint64_t phi;       /* private cells of each queue; the buffer B of a queue under GFC */
  uint64_t eta;       /* limit of the headroom of one group */
  uint64_t xoff, xon; /* STATIC */
  uint64_t headroom;  /* SHP: private headroom of the port */
};

struct ref_config {
  enum ref_scheme scheme;
  int ports, classes;
  unsigned lossless; /* one bit per class */
  uint64_t max_packet;
  struct ref_port port[REF_PORTS];
  uint64_t phi;           /* private cells of each queue; the buffer B of a queue under GFC */
  uint64_t shared;        /* Bs, or b_s under TTL */
  uint64_t headroom_pool; /* SHP: of the switch */
  uint64_t delta_q, delta_p;
  int alpha, alpha_lossy;          /* exponents of 2 */
  uint64_t counter_max;            /* every amount saturates at 2^W - 1 */
  uint64_t partition[REF_CLASSES]; /* TTL: b_j */
  uint32_t weight[REF_CLASSES];    /* TTL: b_j / sum(b) in 1/65536 */
  uint64_t stage_top, stage_base;  /* GFC: Bm, B0 */
  int stages;
  uint64_t stage[REF_STAGES + 1]; /* GFC: [k] = B_k, 1..stages */
};

/* The members are private to reference.c. Callers use the functions below. */
struct ref {
  struct ref_config config;
  uint64_t queue[REF_PORTS][REF_CLASSES]; /* q */
  uint64_t headroom[REF_GROUPS];          /* h, by group */
  uint64_t shared_used;                   /* S; s_s under TTL */
  uint64_t class_shared[REF_CLASSES];     /* TTL: share of the class in s_s, over all ports */
  uint64_t class_partition[REF_CLASSES];  /* TTL: s_j */
};

void ref_init(struct ref *r, const struct ref_config *c);

/* Admits or refuses a packet. `off` is the state of the headroom group of (port, cls) at the caller: the queue under
 * STATIC, SIH and TTL, the port under DSH. A refused packet changes nothing. */
enum ref_admission ref_enqueue(struct ref *r, int port, int cls, uint64_t cells, bool off);

/* Removes cells from a queue. A dequeue of more cells than the queue holds is an error of the caller and changes
 * nothing. */
void ref_dequeue(struct ref *r, int port, int cls, uint64_t cells);

uint64_t ref_queue(const struct ref *r, int port, int cls);    /* q */
uint64_t ref_shared_free(const struct ref *r);                 /* Bs - S */
uint64_t ref_headroom(const struct ref *r, int port, int cls); /* h of the group of (port, cls) */
uint64_t ref_headroom_pool(const struct ref *r);               /* SHP: cells of the pool in use; 0 for other schemes */
uint64_t ref_port_sum(const struct ref *r, int port);          /* W: sum of w over the lossless classes */
uint64_t ref_partition_free(const struct ref *r, int cls);     /* TTL: b_j - s_j; 0 for other schemes */

/* The new state by section 4, given the state before. */
bool ref_queue_off(const struct ref *r, int port, int cls, bool was_off);
bool ref_port_off(const struct ref *r, int port, bool was_off); /* DSH; false for other schemes */

/* GFC: the stage. GFC-linear: the cells above B0, at most Bm - B0. Other schemes and lossy classes: 0. */
unsigned ref_level(const struct ref *r, int port, int cls);

#endif

// Credits of a link, one set of cyclic counters per virtual channel [spec 12]: Ultra Ethernet has counters of 20 bits
// and a limit, InfiniBand counters of 12 bits of 64-byte blocks. Counters are taken modulo 2^bits, 1 <= bits <= 31.
#ifndef SLUICE_CREDIT_H
#define SLUICE_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

enum { SLUICE_CREDIT_BITS_UE = 20, SLUICE_CREDIT_BITS_IB = 12, SLUICE_CREDIT_BLOCK_IB = 64 };

// ---- a packet ----

// Credits of a packet: ceil((bytes + overhead) / size); size: bytes of a credit. A negative sum needs none.
static inline uint32_t sluice_credits(uint32_t bytes, int overhead, uint32_t size) {
  const int64_t sum = (int64_t)bytes + overhead;
  return sum <= 0 ? 0 : (uint32_t)((sum + size - 1) / size);
}

// ---- cyclic counters ----

static inline uint32_t sluice_credit_advance(uint32_t counter, uint32_t credits, int bits) {
  return (counter + credits) & ((1u << bits) - 1);
}

// Credits from one value of a counter to a later one, below 2^bits.
static inline uint32_t sluice_credit_between(uint32_t from, uint32_t to, int bits) {
  return (to - from) & ((1u << bits) - 1);
}

// Most credits between two values that cannot be misread: UE, all but one value; InfiniBand, half of them.
static inline uint32_t sluice_credit_most(bool infiniband, int bits) {
  return infiniband ? 1u << (bits - 1) : (1u << bits) - 1;
}

// ---- sender ----

// UE: whether a packet of n credits may start, given the credits consumed and freed.
static inline bool sluice_credit_starts_ue(uint32_t consumed, uint32_t freed, uint32_t limit, uint32_t n, int bits) {
  return (uint64_t)sluice_credit_between(freed, consumed, bits) + n <= limit;
}

// InfiniBand: whether n blocks may start after the blocks sent, fctbs. Exact for n < 2^(bits - 1).
static inline bool sluice_credit_starts_ib(uint32_t fctbs, uint32_t fccl, uint32_t n, int bits) {
  return sluice_credit_between(sluice_credit_advance(fctbs, n, bits), fccl, bits) <= sluice_credit_most(true, bits);
}

// ---- receiver ----

// InfiniBand: FCCL = blocks received + free blocks = blocks freed + blocks of the buffer.
static inline uint32_t sluice_credit_fccl(uint32_t freed, uint32_t room, int bits) {
  return sluice_credit_advance(freed, room, bits);
}

// Whether a message is due by amount, in credits: freed less the value of the channel's last message. 0: never.
static inline bool sluice_credit_due(uint32_t freed, uint32_t reported, uint32_t amount, int bits) {
  return amount != 0 && sluice_credit_between(reported, freed, bits) >= amount;
}

// Credits of packets that were lost before the sender's value of credits consumed (FCTBS). received: the credits of all
// stored packets, for all losses; or those of stored and of known lost packets, for the new losses. A receiver counts
// lost credits as received and as freed.
static inline uint32_t sluice_credit_lost(uint32_t received, uint32_t consumed, int bits) {
  return sluice_credit_between(received, consumed, bits);
}

// ---- a link ----

// Traffic of a link whose packets all have one size, and the messages of its receiver.
struct sluice_credit_link {
  uint32_t credits;     // of a packet
  uint32_t line_bytes;  // of a packet, with preamble, check sequence and gap
  uint32_t amount;      // freed credits that make a message due; 0 and 1: every packet does
};

// Packets whose credits a message returns, at least.
static inline uint64_t sluice_credit_batch(const struct sluice_credit_link *l) {
  return l->amount <= l->credits ? 1 : (l->amount + (uint64_t)l->credits - 1) / l->credits;
}

// Credits with which the link is never idle. loop_bytes: line time from the start of a packet to the first cycle in
// which its credits are known to be free, if a message is due at once, as bytes at the link's rate.
static inline uint64_t sluice_credits_needed(const struct sluice_credit_link *l, uint64_t loop_bytes) {
  return ((loop_bytes + l->line_bytes - 1) / l->line_bytes + sluice_credit_batch(l) - 1) * l->credits;
}

// Longest loop, in bytes of line time, for which `most` credits suffice. 0: none.
static inline uint64_t sluice_credit_longest_loop(const struct sluice_credit_link *l, uint64_t most) {
  const uint64_t packets = most / l->credits + 1, batch = sluice_credit_batch(l);
  return packets <= batch ? 0 : (packets - batch) * l->line_bytes;
}

// Longest wire in metres, at 5 ns per metre, for which `most` credits suffice. rate_mbps: of the line. other_ns: time
// of the loop apart from the two ways on the wire: the packet's own time, its time in the buffer, and the message's.
static inline uint64_t sluice_credit_longest_wire(const struct sluice_credit_link *l, uint64_t most, uint64_t rate_mbps,
                                                  uint64_t other_ns) {
  const uint64_t loop_ns = sluice_credit_longest_loop(l, most) * 8000 / rate_mbps;
  return loop_ns <= other_ns ? 0 : (loop_ns - other_ns) / (2 * 5);
}

#endif

// Two ports with credits, each RTL and model in lock-step, and the lines between them, which delay packets and words
// and lose some. A scoreboard counts credits in 64 bits, so without wrap, and checks every decision and every word
// against spec 12.
#ifndef CREDIT_LINK_H
#define CREDIT_LINK_H

#include "tests/credit/lockstep.h"

enum { LINK_ITEMS = 1 << 14, LINK_STORED = 1 << 10, LINK_SHOWN = 3 };

// What the traffic does; in 1024 parts, unless named otherwise.
struct link_traffic {
  uint32_t sends, drains, words_ready, packets_lost, words_lost;
  int ready_within;            // a word waits this many cycles at most
  uint32_t delay, delay_more;  // cycles on the line: delay .. delay + delay_more
  uint32_t least_bytes, most_bytes;
};

// A packet or a word on a line. value: of the word, without wrap.
struct link_item {
  uint64_t arrives, value;
  bool lost;
  struct sluice_credit_packet packet;
  struct sluice_credit_word word;
};

// Credits of one channel in one direction.
struct link_channel {
  uint64_t sent, known;          // at the sender; known: the receiver's last value that arrived
  uint64_t received, freed;      // at the receiver
  uint64_t shown[LINK_SHOWN];    // freed of the cycles before, the latest first
  uint64_t occupied;             // of the receiver's buffer
  uint16_t stored[LINK_STORED];  // bytes of the packets there
  uint32_t first, last, under_way;
};

// From one port to the other.
struct link_direction {
  struct link_channel channel[SLUICE_CREDIT_CHANNELS];
  struct link_item item[LINK_ITEMS];
  uint32_t first, last;
  uint64_t latest;  // arrival of the last item
};

// A packet that asked to start, one and two cycles ago. fits: its credits sufficed one cycle after it asked.
struct link_ask {
  struct sluice_credit_packet packet;
  uint32_t credits;
  bool fits;
};

struct link {
  struct lockstep port[2];
  struct sluice_credit_in in[2];  // with the configuration
  struct link_direction to[2];    // to the port of this number
  struct link_ask ask[2][2];      // of each port; the earlier one second
  int started[2];                 // channel of the packet that started in the cycle before; -1: none
  int waited[2];
  uint64_t now, rng;
  // What has happened
  uint64_t starts, stops, follows, overflows, lost_packets, lost_words, words[2], wraps, waiting_words;
};

// seed: as SLUICE_SEED. episode: a part of the run, with random numbers of its own.
void link_new(struct link *l, int variant, uint64_t seed, int episode);
void link_free(struct link *l);
uint32_t link_below(struct link *l, uint32_t n);  // a random number, 0 .. n - 1
uint32_t link_credits(const struct link *l, int sender, uint32_t bytes);
// Runs one cycle. Fails the test at a difference or a broken rule.
void link_step(struct link *l, const struct link_traffic *t);
// Whether no packet is on a line or in a buffer.
bool link_drained(const struct link *l);
// Whether every credit of both directions is known to be free.
bool link_whole(const struct link *l);
// Fails the test with the cycle, and the command that repeats the run.
void link_fail(const struct link *l, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

#endif

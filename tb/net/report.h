// What a run came to: a table for people, JSON for programs.
#ifndef NET_REPORT_H
#define NET_REPORT_H

#include <stdio.h>

#include "network.h"
#include "search.h"

void report_table(const struct scenario *s, const struct network_result *r, FILE *to);
void report_search(const struct scenario *s, const struct search_result *r, FILE *to);

// The same on every engine: neither engine nor speed are in it.
void results_json(const struct scenario *s, const struct network_result *r, uint64_t seed, FILE *to);
void results_search_json(const struct scenario *s, const struct search_result *r, uint64_t seed, FILE *to);

const char *verdict_name(enum verdict_kind kind);

// Gb/s that arrived from the flow's start until it, or all sources, stopped.
double report_gbps(const struct scenario *s, const struct network_result *r, int flow);

// Shares of the time until the sources stopped in which a link's direction sent, and was paused.
double report_busy(const struct scenario *s, const struct network_result *r, int link, int direction);
double report_paused(const struct network_result *r, int link, int direction);

// Shares of a link's rate that GFC's messages in one direction take, beside the bounds of [GFC 4.2].
struct report_feedback {
  double mean;          // until the sources stopped
  double late;          // ... from half of that time on
  double burst;         // in the worst tau
  double closest;       // at the smallest interval between two messages
  double bound_worst;   // m / tau
  double bound_steady;  // m / (8 tau)
};
struct report_feedback report_feedback(const struct scenario *s, const struct network_result *r, int link,
                                       int direction);

#endif

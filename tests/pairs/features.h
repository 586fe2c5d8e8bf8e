// Features of scenarios, one row each: what it adds to a small network, the keys whose effect is tested, and what it
// refuses. Another feature is another row.
#ifndef TESTS_FEATURES_H
#define TESTS_FEATURES_H

#include <stdbool.h>
#include <stdio.h>

#include "tb/sim/files/yaml_text.h"

// A key, its value in the feature, and a value with another result. GIVEN: the effect of the key is not tested, because
// the feature is nothing without it.
#define GIVEN ""
struct key {
  const char *path, *value, *other;
};

// Of two features of one group there is no pair, because one replaces the other.
enum feature_group { NO_GROUP, SCHEME, ENGINE, CONGESTION, ROUTING, ECN, OUTAGE };

// What a feature is. A feature refuses another if the other has a bit of `refuses`.
enum feature_is {
  HOPS = 1 << 0,           // the class is the number of switches passed
  GFC = 1 << 1,            // levels in place of pauses
  CREDITS = 1 << 2,        // credits in place of pauses
  CLASSES = 1 << 3,        // hosts send in other classes than 0
  EVENT_ONLY = 1 << 4,     // the clocked engines refuse it
  LOSES = 1 << 5,          // lossless packets may be lost, or its headroom is given
  MIXABLE = 1 << 6,        // STATIC, SIH, DSH, SHP
  CONTROLLED = 1 << 7,     // all flows have congestion control
  LOOPS = 1 << 8,          // packets that circulate
  MODEL = 1 << 9,          // clocked engine
  HALF = 1 << 10,          // half the classes
  TREE = 1 << 11,          // ... of a tree, which sets drop_bounced
  MORE_CLASSES = 1 << 12,  // other than four classes
};

enum { FEATURE_KEYS = 14 };
struct feature {
  const char *name;
  enum feature_group group;
  unsigned is, refuses;
  const char *hosts, *flows, *traffic;  // further elements of these lists
  struct key key[FEATURE_KEYS];
};

extern const struct feature features[];
extern const int feature_count;

// Whether no row needs to test the effect of a key, or of the keys below it.
bool row_is_exempt(const char *path);

// Whether a key does not act beside these features, though neither is wrong.
bool row_is_idle(const char *path, const struct feature *a, const struct feature *b);

// The keys of a pair, in the order in which they are set; the number of the first one of `b` in *second. A pair without
// a scheme has that of feature 0.
enum { PAIR_KEYS = 48 };
int pair_keys(const struct feature *a, const struct feature *b, const struct key *key[PAIR_KEYS], int *tested);

// Writes the network of a pair, without these keys.
void pair_network(const struct feature *a, const struct feature *b, FILE *to);

#endif

// Names and their numbers: a hash table with open addressing.
#ifndef NET_NAMES_H
#define NET_NAMES_H

#include "tb/sim/files/error.h"

struct name {
  const char *text;  // NULL: a free place
  int number;
};

struct names {
  struct name *place;
  unsigned places, count;  // places: a power of two; at most half of the places are used
};

// Adds a name that is not in the table. The name is not copied; it must stay valid until names_free(). Returns 0 or
// ENOMEM.
int names_add(struct names *n, const char *name, int number);
int names_find(const struct names *n, const char *name);                      // -1: none
int names_find_part(const struct names *n, const char *text, size_t length);  // the name of so many characters
void names_offer(const struct names *n, int least, int most,
                 struct near *near);  // offers names with numbers in this range
void names_free(struct names *n);

#endif

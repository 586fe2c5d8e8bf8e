// Finds the known name that is nearest to a misspelt one, for messages.
#ifndef NEAR_H
#define NEAR_H

#include <stddef.h>

enum { NEAR_NAME = 64, NEAR_TEXT = NEAR_NAME + 32, NEAR_FAR = 1000 };

struct near {
  char word[NEAR_NAME], best[NEAR_NAME];
  unsigned distance;  // distance of the best name; NEAR_FAR: no name is near
  char text[NEAR_TEXT];
};

// near_begin() sets the unknown word. near_offer() adds a known name; of equally near names the first one is best.
void near_begin(struct near *n, const char *word, size_t length);
void near_offer(struct near *n, const char *name);

// Returns ", did you mean 'NAME'?", or "" if no name is near. The text is valid as long as n.
const char *near_question(struct near *n);

// Returns the question, or `otherwise`, which lists all names, if no name is near.
const char *near_or(struct near *n, const char *otherwise);

#endif

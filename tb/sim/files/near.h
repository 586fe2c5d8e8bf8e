// The known name that is nearest to an unknown one: what a message about a misspelt name proposes.
#ifndef NEAR_H
#define NEAR_H

#include <stddef.h>

enum { NEAR_NAME = 64, NEAR_TEXT = NEAR_NAME + 32, NEAR_FAR = 1000 };

struct near {
  char word[NEAR_NAME], best[NEAR_NAME];
  unsigned distance;  // of the best name, NEAR_FAR: none is near
  char text[NEAR_TEXT];
};

// The unknown word, of that length; then every known name, in the order in which equally near ones are preferred.
void near_begin(struct near *n, const char *word, size_t length);
void near_offer(struct near *n, const char *name);

// ", did you mean 'NAME'?", or "" where no name is near. Valid as long as n.
const char *near_question(struct near *n);

// The question, or `otherwise`, which tells all names, where no name is near.
const char *near_or(struct near *n, const char *otherwise);

#endif

// The MAC table of a replay.
#ifndef LEARN_H
#define LEARN_H

#include "tb/cli/replay/replay.h"

// Adds an entry for each address that sends in a capture, with the lowest port at which it sends; not for addresses
// that have an entry. If these are too many, only those to which a frame is sent get one. Returns 0, or EINVAL or
// ENOMEM with a line in err.
int replay_learn(struct replay *r, struct error *err);

#endif

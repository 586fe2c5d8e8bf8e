// Pauses as intervals, from pauses.csv.
#ifndef REPORT_BARS_H
#define REPORT_BARS_H

#include <jansson.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

// A pause lasts until the resume, until it expires (512 bit times a quantum after the last message, IEEE 802.1Qbb), or
// until the end of the run. Under GFC every level above 0 is an interval of its own and lasts until the next message.
//
// results: what results.json says of links, end and scheme. *out: {"total": directions and classes that were paused,
// "shown": [{"link", "direction", "class", "pauses", "paused_ns", "merged_ns": pauses less far apart than this were
// drawn as one, 0: none, "bars": [[from ns, to ns, level, messages that began one], ...]}]}, those paused longest.
// Returns 0, or an errno with a line in err.
int bars_read(const char *path, const json_t *results, json_t **out, struct error *err);

#endif

// Reads the pauses of pauses.csv as intervals.
#ifndef REPORT_BARS_H
#define REPORT_BARS_H

#include <jansson.h>
#include <stddef.h>

#include "tb/sim/files/error.h"

// A pause lasts until the resume, until it expires (a quantum is 512 bit times, IEEE 802.1Qbb), or until the end of the
// run. Under GFC each level above 0 is one interval, which lasts until the next message.
//
// results: results.json, for the rates of links and the end of the run. Sets *out to {"total": number of directions and
// classes that were paused, "shown": [{"link", "direction", "class", "pauses", "paused_ns", "merged_ns": pauses at most
// this far apart are one bar, 0: none is merged, "bars": [[from ns, to ns, level, number of pauses], ...]}]}. Those
// that were paused longest are shown. Returns 0, or an errno with a line in err.
int bars_read(const char *path, const json_t *results, json_t **out, struct error *err);

#endif

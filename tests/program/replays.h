// Runs sluice replay with the captures of captures.py, for its tests.
#ifndef REPLAYS_H
#define REPLAYS_H

#include <stddef.h>

#define SCENARIO "tb/examples/scenarios/replay.yaml"
enum { PORTS = 4, FRAMES = 300 };

// Runs a command, which must succeed: format has one %s for the path. text receives its output.
void shell(const char *format, const char *path, char *text, size_t size);

void make_captures(void);

// Number of frames in a capture that match a filter of tshark.
int frames(const char *capture, const char *filter);

// A number of the table that the last replay has printed.
int row(int port, int column);

#endif

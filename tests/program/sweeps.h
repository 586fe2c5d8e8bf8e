// What the tests of sluice sweep share.
#ifndef TESTS_SWEEPS_H
#define TESTS_SWEEPS_H

// A file in the test's directory; the last four paths are kept.
const char *new_file(const char *name, const char *text);

// Writes two.yaml: two flows through one port, with jitter; how long a run takes is a parameter.
void write_scenario(int duration_us);

#endif

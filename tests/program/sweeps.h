// Files for the tests of sluice sweep.
#ifndef TESTS_SWEEPS_H
#define TESTS_SWEEPS_H

// Writes a file in the test's directory. The last four paths stay valid.
const char *new_file(const char *name, const char *text);

// Writes two.yaml: two flows through one port, with jitter. The parameter is the duration of a run.
void write_scenario(int duration_us);

#endif

// A sweep: one scenario with all combinations of the given values for some of its keys. docs/guide/sweeps.md describes
// the file.
#ifndef SWEEP_H
#define SWEEP_H

#include <stddef.h>
#include <stdio.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/yaml_text.h"
#include "tb/sim/scenario/options.h"
#include "tb/sim/scenario/scenario.h"

enum { SWEEP_POINTS = 1000000, SWEEP_PARTS = 4 };

// Exit status of a point and of the command, as of `sluice run`
enum sweep_exit { EXIT_RAN, EXIT_ERROR, EXIT_INPUT, EXIT_LOSS = 4 };

// The values of one key, in the order of the file. The values of the key "mmu" are files, as for `sluice run --mmu`.
struct sweep_parameter {
  char *key;
  int line;
  int values;
  char **value, **file;  // the values as written; files of "mmu": paths from the current directory
  int *value_line;
};

// The statistic of a column: how it combines the numbers of a list in results.json to one number
enum sweep_statistic { SWEEP_VALUE, SWEEP_SUM, SWEEP_MEAN, SWEEP_MIN, SWEEP_MAX, SWEEP_COUNT, SWEEP_PERCENTILE };

// A column of the CSV file, named by keys of results.json: "verdict", "search.burst_share", "flows.gbps.mean" (a list,
// a key of its elements, a statistic), "flows.f.gbps" (an element of a list).
struct sweep_column {
  char *name;
  int line;                 // line of the sweep file; 0: a default column
  char *part[SWEEP_PARTS];  // parts of a copy of the name, which begins at part[0]
  int parts;                // number of parts, without the statistic
  enum sweep_statistic statistic;
  double share;  // the percentile as a share, 0 to 1
};

struct sweep {
  bool model;             // the clocked model runs the points, instead of the event engine
  bool keep_flows;        // the files of the points have the flows
  char *path, *scenario;  // paths of the sweep file and of the scenario, from the current directory
  int over_line;          // line of the key `over`
  int parameters, columns, points;
  struct sweep_parameter *parameter;  // the last parameter changes with every point
  struct sweep_column *column;        // none: the default columns (sweep_results.c)
};

// Loads a sweep file. Returns 0, or EINVAL or ENOMEM with a line in err.
int sweep_load(const char *path, struct sweep **s, struct error *err);

// The same for a copy of the text. The files that it names need not exist, so the points cannot be loaded.
int sweep_load_stored(const char *path, const char *text, size_t size, struct sweep **s, struct error *err);
void sweep_free(struct sweep *s);

// Returns the number of a parameter's value at a point, 1 to s->points.
int sweep_value(const struct sweep *s, int parameter, int point);

// Splits the name of a column. Returns 0, ENOMEM, or EINVAL: not a valid name.
int sweep_column_parse(struct sweep_column *c, const char *name);
void sweep_column_free(struct sweep_column *c);

// Write a text as a field of a CSV file, in quotes if necessary, and a value of a sweep: a fraction such as 1/64 is a
// decimal number there, and an amount such as 16KiB its number of bytes.
void sweep_field(const char *text, FILE *to);
void sweep_number(const char *value, FILE *to);

// Writes the columns of a results.json as lines "COLUMN,VALUE", with values quoted as in a CSV file. A column without a
// value is empty. Returns 0, or EINVAL or ENOMEM with a line in err.
int sweep_results(const struct sweep *s, const char *json, size_t size, FILE *to, struct error *err);

// Checks that the results of these points have every column of the sweep file, without a run. A column need not be in
// the results of each point. Returns 0, or EINVAL or ENOMEM with a line in err.
int sweep_check_columns(const struct sweep *s, const int *point, int points, struct error *err);

// The source of the scenario of a point: settings, with their lines of the sweep file for messages
struct sweep_point {
  struct scenario_source source;
  struct yaml_setting set[SCENARIO_SETTINGS];
  char where[SCENARIO_SETTINGS][YAML_PLACE];
};
void sweep_point(const struct sweep *s, int point, struct sweep_point *p);

// Loads the scenario of a point. Returns 0, or EINVAL or ENOMEM with a line in err that names the sweep file.
int sweep_load_point(const struct sweep *s, int point, struct scenario **scenario, struct error *err);

// Prefixes an error with the point and its values, unless the place of the error is the sweep file.
void sweep_name_point(const struct sweep *s, int point, struct error *err);

// Sets *json to a results.json of a point with every key that a run of it can write, without a run. The caller frees
// it. Returns 0, or EINVAL or ENOMEM with a line in err.
int sweep_example(const struct sweep *s, int point, char **json, size_t *size, struct error *err);

// Runs a point, and writes the column "exit", with the exit status, and the columns of the results to `row`. Uses only
// the progress callback of the options. Returns the exit status; if it is an error, after a line on standard error.
int sweep_run_point(const struct sweep *s, int point, const struct network_options *with, FILE *row);

#endif

// A sweep: one scenario at all combinations of some values for some of its keys. docs/guide/sweeps.md describes the
// file.
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

// Values of one key, in the order of the file. The key "mmu" has files, as of `sluice run --mmu`.
struct sweep_parameter {
  char *key;
  int line;
  int values;
  char **value, **file;  // as written; with "mmu": the path from here
  int *value_line;
};

// How the numbers of a list in results.json become one.
enum sweep_statistic { SWEEP_VALUE, SWEEP_SUM, SWEEP_MEAN, SWEEP_MIN, SWEEP_MAX, SWEEP_COUNT, SWEEP_PERCENTILE };

// "verdict", "search.burst_share", "flows.gbps.mean", "flows.f.gbps": keys of results.json, the list's name included.
struct sweep_column {
  char *name;
  int line;                 // of the sweep file, 0: one of those that are always there
  char *part[SWEEP_PARTS];  // of a copy of the name
  int parts;                // without the statistic
  enum sweep_statistic statistic;
  double share;  // of a percentile
};

struct sweep {
  bool model;             // run by the clocked model, not by the event engine
  char *path, *scenario;  // the sweep's file, and the scenario's from here
  int over_line;
  int parameters, columns, points;
  struct sweep_parameter *parameter;  // the last one changes fastest from point to point
  struct sweep_column *column;        // none: what results.json has at its top, and a choice of the rest
};

// Returns 0, EINVAL or ENOMEM with a line in err.
int sweep_load(const char *path, struct sweep **s, struct error *err);
void sweep_free(struct sweep *s);

// The value that a parameter has at a point, 1 to points.
int sweep_value(const struct sweep *s, int parameter, int point);

// Splits a column's name. Returns 0, EINVAL where it is none, or ENOMEM.
int sweep_column_parse(struct sweep_column *c, const char *name);
void sweep_column_free(struct sweep_column *c);

// The columns of a results.json, as lines "COLUMN,VALUE" whose values a CSV file can take. Returns 0, or EINVAL or
// ENOMEM with a line in err. What has no value is empty; a column of the sweep that the results do not know at all is
// told in `unknown`, a line, as far as that is not NULL.
int sweep_results(const struct sweep *s, const char *json, size_t size, FILE *to, FILE *unknown, struct error *err);

// A text as a field of a CSV file.
void sweep_field(const char *text, FILE *to);

// What a point is to a scenario. The settings say where they come from in the sweep file.
struct sweep_point {
  struct scenario_source source;
  struct yaml_setting set[SCENARIO_SETTINGS];
  char where[SCENARIO_SETTINGS][YAML_PLACE];
};
void sweep_point(const struct sweep *s, int point, struct sweep_point *p);

// Loads the scenario of a point. Returns 0, EINVAL or ENOMEM with a line in err, which names the sweep file.
int sweep_load_point(const struct sweep *s, int point, struct scenario **scenario, struct error *err);

// Runs a point and writes its results, the exit status that `sluice run` has before them. Returns that status, also
// where it is an error, after a line on standard error. Of the options, progress alone counts.
int sweep_run_point(const struct sweep *s, int point, const struct network_options *with, FILE *row, FILE *unknown);

#endif

// Reads the directory of sluice sweep into the data of the page.
#ifndef REPORT_SWEEP_DATA_H
#define REPORT_SWEEP_DATA_H

#include <jansson.h>
#include <stdbool.h>

#include "tb/sim/files/error.h"

enum { SWEEP_ROWS = 20000 };

// Whether a sweep wrote the directory.
bool sweep_data_is(const char *dir);

// Sets *out to {"dir", "sweep": {"points", "completed", "lost": numbers of points, "chosen": whether the sweep file
// lists columns, "keys": [{"key", "values": texts}], "columns": names, "rows": a list of cells for each completed
// point, up to SWEEP_ROWS of them}}. A cell is a number, a text or null. Returns 0, or an errno with a line in err.
int sweep_data_read(const char *dir, json_t **out, struct error *err);

#endif

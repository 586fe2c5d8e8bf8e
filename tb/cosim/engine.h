// One MMU behind one interface, computed by the Verilated RTL, the C model, or both in lock-step.
#ifndef ENGINE_H
#define ENGINE_H

#include <stdio.h>

#include "cmodel/sluice.h"

enum engine_kind { ENGINE_RTL, ENGINE_MODEL, ENGINE_BOTH };

struct engine;

// Creates an MMU. name: its scope in a trace. Returns 0, EINVAL (dims out of range), ENOTSUP (no RTL build of these
// dims) or ENOMEM.
int engine_new(struct engine **e, enum engine_kind kind, const struct sluice_dims *dims, const char *name);
void engine_free(struct engine *e);
// Sets the seed of the content of the RTL's registers and RAMs before reset, for engines created after this call.
void engine_seed(uint64_t seed);

// One cycle. Returns the outputs after the clock edge, or NULL on a mismatch between RTL and model (ENGINE_BOTH).
const struct sluice_out *engine_step(struct engine *e, const struct sluice_in *in);
// The present outputs; the pointer stays valid.
const struct sluice_out *engine_out(const struct engine *e);
// The model if the engine is ENGINE_MODEL: its functions may be called instead of those here. Else NULL.
struct sluice_mmu *engine_model(const struct engine *e);

// An FST trace of the RTL signals of several engines in one file: add the engines, open, then dump once per cycle. The
// file is PATH.part, with a PATH.part.hier, until it is closed and checked.
struct engine_trace;
int engine_trace_new(struct engine_trace **t);                                           // 0 or ENOMEM
int engine_trace_add(struct engine_trace *t, struct engine *e);                          // 0 or ENOTSUP (e has no RTL)
int engine_trace_open(struct engine_trace *t, const char *path, unsigned ps_per_clock);  // 0 or an errno
void engine_trace_dump(struct engine_trace *t, uint64_t cycle);                          // after the step of that cycle
int engine_trace_close(
    struct engine_trace *t);  // closes and frees it; 0, or an errno: the file could not be completed and was removed

// After a mismatch: prints cycle, signal, expected (model), got (RTL), and the last events.
void engine_report(const struct engine *e, FILE *to);

// What a program without any RTL build says.
#define ENGINE_NO_RTL "this program has no RTL; build it with `make`, or use --engine model"
// The dims of the RTL builds in this program, by n from 0 on. Returns false past the last one.
bool engine_variant(int n, struct sluice_dims *dims);

// Cycles of MMUs in which RTL and model were compared so far (ENGINE_BOTH), and the number of outputs.
uint64_t engine_compared(int *outputs);

// Cells of an ingress queue (from the model, or from the RTL's trace probe), for plots.
uint32_t engine_queue_cells(const struct engine *e, int port, int cls);

#endif

// One lossless switch, sluice_lossless_switch, behind one interface. kind selects the implementation: the Verilated
// RTL; the C models of switch and MAC control frames, with cycles; or both, where models that follow the RTL and the
// models with cycles are compared with the RTL byte by byte. The models alone support only links that stay up, without
// copies and without watchdog. Streams are those of the MACs, without preamble and check sequence
// (docs/hardware/lossless-switch.md).
#ifndef LOSSLESS_H
#define LOSSLESS_H

#include "cmodel/frame/sluice_frame.h"
#include "cmodel/sluice_switch.h"
#include "tb/cosim/engine.h"
#include "tb/cosim/switch_shim.h"

struct lossless;

// Creates a switch with all links up. Returns 0, EINVAL (dims out of range), ENOTSUP (no such RTL build) or ENOMEM.
int lossless_new(struct lossless **l, enum engine_kind kind, const struct switch_dims *dims);
void lossless_free(struct lossless *l);

// The dims of the RTL builds in this program, by n from 0 on; NULL past the last one.
const struct switch_dims *lossless_variant(int n);

// One cycle with links, words and out_ready of `in`. Returns the outputs after it (the pointer stays valid), or NULL if
// RTL and models differ.
const struct switch_out *lossless_step(struct lossless *l, const struct switch_in *in);
const struct switch_out *lossless_out(const struct lossless *l);
uint64_t lossless_clock(const struct lossless *l);     // cycles that have passed
const char *lossless_error(const struct lossless *l);  // the first difference: cycle, signal, expected, got

// Access a register while no frame is on its way: cycles pass in which no word arrives and none is taken. Return false
// on a difference, or without an answer. A COMMIT has ended when the call returns.
bool lossless_write(struct lossless *l, uint32_t addr, uint32_t value);
bool lossless_read(struct lossless *l, uint32_t addr, uint32_t *value);
bool lossless_counter(struct lossless *l, uint32_t addr, uint64_t *value);  // reads both words

// Checks an empty switch: all cells are free, and all counters equal those of the models. Always true for kinds other
// than both.
bool lossless_check_rest(struct lossless *l);

// Kind both: whether the models with cycles have been compared so far, which needs links that stay up and FLOOD and
// WATCHDOG of 0.
bool lossless_clocked(const struct lossless *l);

// Kind both: cycles in which RTL and models were compared so far, and words of frames among their outputs.
uint64_t lossless_compared(const struct lossless *l, uint64_t *words);

// The model of the switch, and its observer (lockstep_switch.h); only for kind both.
struct lockstep_switch;
struct lockstep_switch *lossless_lockstep(struct lossless *l);

// Writes waves of the RTL from now on, for kinds rtl and both, into PATH.part until they are complete. lossless_trace()
// and lossless_trace_end() return 0, or an errno: there is no file (ENOTSUP: built without), or it was incomplete and
// removed.
int lossless_trace(struct lossless *l, const char *path, unsigned ps_per_clock);
int lossless_trace_end(struct lossless *l);

#endif

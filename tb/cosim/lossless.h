// One lossless switch, sluice_lossless_switch, behind one interface, whatever computes it: the Verilated RTL, the C
// models of switch and MAC control frames in the same cycles, or both: models that follow the RTL, and those, and every
// byte is compared. The model alone knows links that stay up, and neither copies nor the watchdog.
// Streams are those of the MACs, without preamble and check sequence [docs/hardware/lossless-switch.md].
#ifndef LOSSLESS_H
#define LOSSLESS_H

#include "cmodel/frame/sluice_frame.h"
#include "cmodel/sluice_switch.h"
#include "tb/cosim/engine.h"
#include "tb/cosim/switch_shim.h"

struct lossless;

// All links are down. Returns 0, EINVAL (dims out of range), ENOTSUP (no RTL build of these dims) or ENOMEM.
int lossless_new(struct lossless **l, enum engine_kind kind, const struct switch_dims *dims);
void lossless_free(struct lossless *l);

// The RTL builds of this program; n from 0. NULL past the end.
const struct switch_dims *lossless_variant(int n);

// One cycle. Of in: links, words, out_ready. Returns what shows after it, and stays in its place; NULL: RTL and models
// differ.
const struct switch_out *lossless_step(struct lossless *l, const struct switch_in *in);
const struct switch_out *lossless_out(const struct lossless *l);
uint64_t lossless_clock(const struct lossless *l);     // that have passed
const char *lossless_error(const struct lossless *l);  // the first difference: clock, signal, expected, got

// Registers, with no frame on its way: cycles pass in which no word comes and none is taken. False: a difference, or no
// answer. A COMMIT is over when this returns.
bool lossless_write(struct lossless *l, uint32_t addr, uint32_t value);
bool lossless_read(struct lossless *l, uint32_t addr, uint32_t *value);
bool lossless_counter(struct lossless *l, uint32_t addr, uint64_t *value);  // both words

// With nothing inside: whether all cells are free and all counters are those of the models. Always true for one engine.
bool lossless_check_rest(struct lossless *l);

// Whether the models' own cycles have been compared so far: both alone, and only while links stay up, FLOOD and
// WATCHDOG are 0.
bool lossless_clocked(const struct lossless *l);

// The model of the switch, and who watches it (lockstep_switch.h); both alone.
struct lockstep_switch;
struct lockstep_switch *lossless_lockstep(struct lossless *l);

// Waves of the RTL from now on, of engine_kind rtl or both; PATH.part until the end. 0, or an errno: there are none
// (ENOTSUP: built without), or they are not complete and gone.
int lossless_trace(struct lossless *l, const char *path, unsigned ps_per_clock);
int lossless_trace_end(struct lossless *l);

#endif

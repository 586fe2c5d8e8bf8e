// Writes a plan: as tables, as JSON and as a scenario file, as registers, and as SONiC reads it.
#ifndef PLAN_OUTPUTS_H
#define PLAN_OUTPUTS_H

#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/cli/plan/plan_credits.h"
#include "tb/sim/files/error.h"

// Writes the tables of in->scheme, or of all schemes.
void plan_report(const struct plan_input *in, const struct plan *p, bool all, FILE *f);

// Writes the input and the results of all schemes as JSON. Returns 0, or -1: out of memory.
int plan_json(const struct plan_input *in, const struct plan *p, const char *command, FILE *f);

// plan_fragment() writes a scenario of one switch with these registers, and two hosts that send to a third.
// plan_fragment_check() returns 0, or EINVAL with one line in err if this scenario is not possible: for example too few
// ports, or no shared pool left.
int plan_fragment_check(const struct plan_input *in, const struct plan *p, struct error *err);
void plan_fragment(const struct plan_input *in, const struct plan *p, FILE *f);

// Write parts of the scenario: sizes, and rate and delay of links; the registers as section mmu.
void plan_head(const struct plan_input *in, const struct plan *p, FILE *f);
void plan_section(const struct plan_input *in, const struct plan *p, FILE *f);

// ---- the registers of a plan, and the accesses of a bring-up in order ----

// The register map: of sluice_mmu, or of sluice_switch and sluice_lossless_switch, which has byte addresses.
enum plan_map { PLAN_MAP_NONE, PLAN_MAP_MMU, PLAN_MAP_SWITCH };

// All registers of the MMU. With groups of ports, which need a build with PORT_LIMITS, port has for each port the
// limits that differ from the common registers.
struct plan_registers {
  uint32_t regs[SLUICE_REGS];
  struct sluice_port_registers port[SLUICE_MAX_PORTS];
};

// Sets the registers, as the scenario of plan_fragment() does. Returns 0, or EINVAL with one line in err if no RTL
// takes these registers.
int plan_register_values(const struct plan_input *in, const struct plan *p, struct plan_registers *r,
                         struct error *err);

// Writes one access a line: "write ADDRESS VALUE" or "wait ADDRESS MASK VALUE", until a read has that value. credits is
// NULL without credits.
void plan_bringup(const struct plan_input *in, const struct plan *p, const struct plan_registers *r, enum plan_map map,
                  const struct plan_switch_credits *credits, FILE *f);

// ---- a plan as SONiC reads it: pg_profile_lookup.ini, and the tables of buffers of CONFIG_DB as JSON ----

enum { PLAN_MOST_ROWS = 256 };

// Rates and lengths of wire, each for all ports of the switch; or, if the input has groups of ports, these.
struct plan_rows {
  struct plan_group row[PLAN_MOST_ROWS];
  int rows;
};

// Writes a line for each row. A row for which the buffer is too small is a comment with the missing cells. A comment
// says where the formula of SONiC for NVIDIA switches differs. Returns 0, or EINVAL with one line in err: no row fits,
// or the scheme has no headroom of a queue.
int plan_pg_profile(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err);

// Writes the tables BUFFER_POOL, BUFFER_PROFILE and BUFFER_PG of the rows, one or those of the groups. Returns 0,
// ENOMEM, or EINVAL as above.
int plan_buffers(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err);

#endif

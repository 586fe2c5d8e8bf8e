#include "tb/cli/plan/plan_credits.h"

#include <inttypes.h>

#include "cmodel/rules/sluice_credit.h"
#include "cmodel/sluice_switch.h"
#include "tb/cli/plan/plan_options.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/sim/results/command.h"
#include "tb/sim/scenario/credits.h"

// ---- a channel ----

struct plan_amounts plan_amounts_of(enum plan_credit_kind kind) {
  return kind == PLAN_INFINIBAND
             ? (struct plan_amounts){CREDIT_AMOUNT_LEAST_IB, CREDIT_AMOUNT_MOST_IB, CREDIT_AMOUNT_IB}
             : (struct plan_amounts){CREDIT_AMOUNT_UE, CREDIT_AMOUNT_MOST_UE, CREDIT_AMOUNT_UE};
}

static uint64_t line_ns(const struct plan_input *in, uint64_t bytes) {
  return (bytes * 8000 + in->mbps - 1) / in->mbps;
}

// The packet arrives and leaves again, each in its own time on the line. The MMU admits it and counts its credits. Then
// the message waits for a frame that the port has begun.
static uint64_t other_ns(const struct plan_input *in, const struct plan *p) {
  const uint64_t packet = in->mtu + ETHERNET_OVERHEAD, frame = plan_port_mtu(in) + ETHERNET_OVERHEAD;
  const uint64_t cycles = SLUICE_ADMIT_LATENCY + 1, mmu = (cycles * 1000000 + p->clock_khz - 1) / p->clock_khz;
  return line_ns(in, 2 * packet + frame + CREDIT_ORDERED_SET) + mmu + in->datapath_ns + 2 * in->gearbox_ns;
}

struct plan_credits plan_credits_make(const struct plan_input *all, const struct plan *p, int group) {
  const struct plan_input one = plan_of_group(all, group), *in = &one;
  const bool infiniband = in->credits == PLAN_INFINIBAND;
  struct plan_credits x = {.size = infiniband ? SLUICE_CREDIT_BLOCK_IB : CREDIT_SIZE_UE};
  const uint64_t amount = in->amount != 0 ? in->amount : plan_amounts_of(in->credits).standard;
  x.packet = sluice_credits(in->mtu, 0, x.size);
  x.amount = (uint32_t)(amount / x.size);
  x.most = sluice_credit_most(infiniband, infiniband ? SLUICE_CREDIT_BITS_IB : SLUICE_CREDIT_BITS_UE);
  const struct sluice_credit_link l = {x.packet, in->mtu + ETHERNET_OVERHEAD, x.amount};
  const uint64_t other = other_ns(in, p);
  x.loop_ns = 2 * in->wire_ns + other;
  x.needed = sluice_credits_needed(&l, (x.loop_ns * in->mbps + 7999) / 8000);
  x.bytes = x.needed * x.size;
  x.all = x.bytes * (uint64_t)(all->groups == 0 ? all->ports : all->group[group].ports) *
          (uint64_t)plan_lossless_classes(p);
  x.longest_m = sluice_credit_longest_wire(&l, x.most, in->mbps, other);
  return x;
}

// ---- a switch ----

enum {
  WORD_LINE = MIN_FRAME + ETHERNET_OVERHEAD,  // bytes of line of a word
  OUTPUT_CELLS = 4,                           // cells that an output holds
  USUAL_PERIOD_NS = 256000,                   // as in scenarios
  SPACING = 64,                               // least cycles between two words of credits consumed
  CONSUMED_POLL = 3,                          // cycles of a poll besides the wait of its word
  FREED_POLL = 4                              // the same for a word of credits freed
};
#define MOST ((1u << SLUICE_CREDIT_BITS_UE) - 1)  // of each register

static uint64_t cycles_of(const struct plan *p, uint64_t ns) { return (ns * p->clock_khz + 999999) / 1000000; }

// Cycles of bytes of line.
static uint64_t line_cycles(const struct plan_input *in, const struct plan *p, uint64_t bytes) {
  return (bytes * 8 * p->clock_khz + 1000 * in->mbps - 1) / (1000 * in->mbps);
}

static uint64_t line_of(uint32_t frame) { return frame + ETHERNET_OVERHEAD; }

// Cells of a frame, which is in the switch without its check sequence.
static uint64_t cells_of(const struct plan_input *in, uint32_t frame) {
  return (frame - PLAN_FCS + in->cell - 1) / in->cell;
}

static uint64_t largest_cells(const struct plan_input *in) { return cells_of(in, plan_port_mtu(in)); }

// Bytes of an amount that is not given are those of a channel; in cells, at least one.
static uint32_t amount_cells(const struct plan_input *in) {
  const uint64_t bytes = in->amount != 0 ? in->amount : plan_amounts_of(in->credits).standard;
  return (uint32_t)(bytes > in->cell ? bytes / in->cell : 1);
}

// Cycles of a loop that are not line time. Sender: the start rule, two turns of the wheel, 20. Receiver: 2 S + 6 until
// the enqueue, 9 until the frame may be chosen, a turn until its slot, 3 until the cell is free, 2 NC + 3 until the
// word is due. The word: 3 to the line, 2 NP + 11 from it (docs/hardware/latencies.md).
static uint64_t loop_cycles(const struct plan_input *in) {
  const uint64_t turn = (uint64_t)sluice_switch_slots(in->ports), nc = (uint64_t)in->classes;
  const uint64_t sender = 5 * nc + 7 + 2 * turn + 20, receiver = 3 * turn + 6 + 9 + 3 + 2 * nc + 3;
  return sender + receiver + 3 + 2 * (uint64_t)in->ports + 11;
}

// Line time in bytes from the selection of a frame until its credits allow another start: the cells and two frames
// ahead of it, the frame itself twice, and a word behind a frame of the other direction.
static uint64_t loop_bytes(const struct plan_input *in, const struct plan *p, uint32_t frame) {
  const uint64_t largest = line_of(plan_port_mtu(in));
  const uint64_t ahead = 2 * largest + OUTPUT_CELLS * (in->cell + (uint64_t)SLUICE_SWITCH_GAP);
  const uint64_t ns = 2 * (in->wire_ns + in->gearbox_ns) + in->datapath_ns +
                      (loop_cycles(in) * 1000000 + p->clock_khz - 1) / p->clock_khz;
  return ahead + 2 * line_of(frame) + largest + WORD_LINE + (ns * in->mbps + 7999) / 8000;
}

static uint64_t needed_cells(const struct plan_input *in, const struct plan *p) {
  uint64_t most = 0;
  for (uint32_t frame = in->min_packet; frame <= in->mtu; frame++) {
    const uint64_t cells = cells_of(in, frame);
    const struct sluice_credit_link l = {(uint32_t)cells, (uint32_t)line_of(frame), amount_cells(in)};
    const uint64_t limit = sluice_credits_needed(&l, loop_bytes(in, p, frame)) + 2 * largest_cells(in) - cells;
    if (limit > most) most = limit;
  }
  return most;
}

// Whether some ports of the group have credits.
static bool has_credits(const struct plan_input *in, int group) {
  return in->credit_ports == 0 || (in->credit_ports & plan_group_ports(in, group)) != 0;
}

// TTL has no private buffer, and that of GFC follows from Bm.
bool plan_switch_credits_private(struct plan_input *in, const struct plan *p) {
  if (!plan_has_switch_credits(in) || in->scheme == SLUICE_TTL || in->scheme == SLUICE_GFC || in->phi != 0)
    return false;
  if (in->groups == 0) in->phi = needed_cells(in, p) * in->cell;
  for (int i = 0; i < in->groups; i++) {
    const struct plan_input one = plan_of_group(in, i);
    if (has_credits(in, i)) in->group[i].phi = needed_cells(&one, p) * in->cell;
  }
  return true;
}

// ---- registers ----

static int find_limit(const struct plan_input *in, int group, uint32_t private_cells, struct plan_switch_credits *x,
                      struct error *err) {
  const uint64_t largest = largest_cells(in), least = x->amount + largest;
  x->limit[group] = private_cells < MOST ? private_cells : MOST;
  if (x->limit[group] >= least) return 0;
  return error_set(err,
                   "CREDITS_LIMIT is PRIVATE, %" PRIu32 " cells; a largest frame and --amount are %" PRIu64
                   ", so give --private %" PRIu64 " or more%s",
                   x->limit[group], least, least * in->cell, x->amount > 1 ? ", or lower --amount" : "");
}

// The limits of a group are the private buffers of its ports.
static int find_limits(const struct plan_input *in, const struct plan *p, const struct plan_registers *r,
                       struct plan_switch_credits *x, struct error *err) {
  int status = 0;
  for (int i = 0; status == 0 && (i == 0 || i < in->groups); i++) {
    const struct plan_input one = plan_of_group(in, i);
    const struct sluice_port_registers *port = &r->port[plan_first_port(in, i)];
    const bool own = in->groups != 0 && port->written[SLUICE_LIMIT_PRIVATE];
    if (!has_credits(in, i)) continue;
    x->needed[i] = needed_cells(&one, p);
    status = find_limit(in, i, own ? port->value[SLUICE_LIMIT_PRIVATE] : r->regs[SLUICE_REG_PRIVATE], x, err);
  }
  return status;
}

// A period in cycles. ns 0: the usual one, or the least.
static int find_period(const struct plan *p, const char *option, uint64_t ns, uint64_t least, uint32_t *cycles,
                       struct error *err) {
  const uint64_t usual = cycles_of(p, USUAL_PERIOD_NS), given = ns != 0         ? cycles_of(p, ns)
                                                                : usual > least ? usual
                                                                                : least;
  *cycles = (uint32_t)given;
  if (given >= least && given <= MOST) return 0;
  return error_set(err, "%s is %" PRIu64 " cycles; the switch takes %" PRIu64 " to %u", option, given, least, MOST);
}

// R: the longest time that a word waits, with seven largest frames, one that has begun, and a word of the other kind,
// at the slowest port with credits.
// Shortest periods: docs/hardware/credits.md, "In the switch" and "Bounds".
static int find_periods(const struct plan_input *in, const struct plan *p, struct plan_switch_credits *x,
                        struct error *err) {
  const uint64_t line = 8 * line_of(plan_port_mtu(in)) + WORD_LINE, nc = (uint64_t)in->classes;
  uint64_t r = 0;
  for (int i = 0; i == 0 || i < in->groups; i++) {
    const struct plan_input one = plan_of_group(in, i);
    const uint64_t cycles = line_cycles(&one, p, line);
    if (has_credits(in, i) && cycles > r) r = cycles;
  }
  const int status = find_period(p, "consumed-period-us", in->consumed_period_ns,
                                 nc * (SPACING + r + CONSUMED_POLL) + 1, &x->consumed, err);
  if (status != 0) return status;
  return find_period(p, "freed-period-us", in->freed_period_ns, nc * (2 * r + 1 + FREED_POLL) + 1, &x->freed, err);
}

int plan_switch_credits_make(const struct plan_input *in, const struct plan *p, const struct plan_registers *r,
                             struct plan_switch_credits *x, struct error *err) {
  *x = (struct plan_switch_credits){.ports = in->credit_ports, .amount = amount_cells(in)};
  if (x->ports == 0) x->ports = plan_all_ports(in);
  if (in->scheme == SLUICE_TTL)
    return error_set(
        err, "a frame has another class at each hop of TTL, so credits of a class are not safe; use another scheme");
  const int status = find_limits(in, p, r, x, err);
  return status == 0 ? find_periods(in, p, x, err) : status;
}

// ---- options ----

// Options of credits.

enum { KEY_CREDITS = 8192, KEY_AMOUNT, KEY_CREDIT_PORTS, KEY_CONSUMED, KEY_FREED };

static const struct argp_option options[] = {
    {"credits", KEY_CREDITS, "KIND", 0,
     "credits for the full rate of a link: ultra_ethernet or infiniband; with --registers switch also their registers",
     0},
    {"amount", KEY_AMOUNT, "BYTES", 0, "with --credits: freed bytes that make a message due (6400; InfiniBand: 4096)",
     0},
    {"credit-ports", KEY_CREDIT_PORTS, "LIST", 0, "ports with credits, such as 0,1; the others have pauses (all)", 0},
    {"consumed-period-us", KEY_CONSUMED, "X", 0,
     "time from one round of words of credits consumed to the next (256, or the shortest that the words allow)", 0},
    {"freed-period-us", KEY_FREED, "X", 0,
     "time from one round of words of credits freed to the next (256, or the shortest that the words allow)", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

// The least amount of a switch is a cell.
static void check(const struct plan_input *in, struct argp_state *state) {
  const struct plan_amounts amounts = plan_amounts_of(in->credits);
  const uint64_t least = in->in_switch ? in->cell : amounts.least;
  const bool registers = in->credit_ports != 0 || in->consumed_period_ns != 0 || in->freed_period_ns != 0;
  if (in->credits == PLAN_NO_CREDITS && in->amount != 0)
    argp_failure(state, argp_err_exit_status, 0, "--amount is of credits; give --credits too");
  if (registers && (in->credits == PLAN_NO_CREDITS || !in->in_switch))
    argp_failure(state, argp_err_exit_status, 0,
                 "--credit-ports, --consumed-period-us and --freed-period-us are registers of credits; give --credits "
                 "and --registers switch too");
  if (in->credits == PLAN_INFINIBAND && in->in_switch)
    argp_failure(state, argp_err_exit_status, 0,
                 "the switch has the credits of Ultra Ethernet only; give --credits ultra_ethernet");
  if (in->amount != 0 && (in->amount < least || in->amount > amounts.most))
    argp_failure(state, argp_err_exit_status, 0, "amount is %" PRIu64 "; give %" PRIu64 " to %" PRIu64 " bytes",
                 in->amount, least, amounts.most);
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  static const char *const kinds[] = {"ultra_ethernet", "infiniband", NULL};
  struct plan_input *in = state->input;
  switch (key) {
    case KEY_CREDITS:
      in->credits = command_choice("credits", arg, kinds, state) == 0 ? PLAN_ULTRA_ETHERNET : PLAN_INFINIBAND;
      return 0;
    case KEY_AMOUNT:
      in->amount = plan_take_bytes("amount", arg, 1, state);
      return 0;
    case KEY_CREDIT_PORTS:
      in->credit_ports = plan_take_ports("credit-ports", arg, state);
      return 0;
    case KEY_CONSUMED:
      in->consumed_period_ns = plan_take_decimal("consumed-period-us", arg, 1000, 0.1, 1e6, state);
      return 0;
    case KEY_FREED:
      in->freed_period_ns = plan_take_decimal("freed-period-us", arg, 1000, 0.1, 1e6, state);
      return 0;
    case ARGP_KEY_END:
      check(in, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

const struct argp plan_credit_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

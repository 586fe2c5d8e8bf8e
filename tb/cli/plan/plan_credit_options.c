// Options of credits.
#include <inttypes.h>

#include "tb/cli/plan/plan_credits.h"
#include "tb/cli/plan/plan_options.h"
#include "tb/sim/results/command.h"

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

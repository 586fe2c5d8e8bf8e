#include "tb/sim/clocked/clocked_fit.h"

#include <errno.h>

#include "cmodel/registers/sluice_check.h"

enum { LEAST_FRAME_BITS = 512 };

#define USE_EVENT ", or use --engine event"

static int link_fits(const struct scenario *s, const struct scenario_link *l, struct error *err) {
  if (l->outage.to != 0)
    return error_set(err, "%s:%d: link %s goes down, which a clocked engine cannot; leave down_us out" USE_EVENT,
                     s->file.path, l->line, l->name);
  const double gbps = (double)l->bps / 1e9, most = LEAST_FRAME_BITS * (double)s->clock_hz / 1e9;
  if (gbps > most)
    return error_set(err,
                     "%s:%d: link %s runs at %g Gb/s: at %.10g MHz a clocked engine has at most %g, because a 64-byte "
                     "frame takes at least a cycle; raise clock_mhz" USE_EVENT,
                     s->file.path, l->line, l->name, gbps, (double)s->clock_hz / 1e6, most);
  return 0;
}

int clocked_fit_schemes(const struct scenario *s, struct error *err) {
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].cfg.scheme >= SLUICE_SCHEMES)
      return error_set(err, "switch %s: RTL and clocked model do not have scheme %s; give another scheme",
                       s->sw[i].name, scenario_scheme_name(s->sw[i].cfg.scheme));
  return 0;
}

int clocked_fit_registers(const struct scenario *s, struct error *err) {
  int status = clocked_fit_schemes(s, err);
  for (int i = 0; status == 0 && i < s->switches; i++) {
    uint32_t regs[SLUICE_REGS];
    struct sluice_port_registers ports[SLUICE_MAX_PORTS];
    char why[256];
    enum sluice_reason reason = sluice_config_encode_ports(&s->dims, &s->sw[i].cfg, regs, ports, why, sizeof(why));
    if (reason == SLUICE_OK) continue;
    status = error_set(err, "switch %s: %s%s", s->sw[i].name, why,
                       reason == SLUICE_BAD_VALUE ? "; raise width or cell_bytes" : "");
  }
  return status;
}

static int ports_fit(const struct scenario *s, struct error *err) {
  for (int i = 0; i < s->switches; i++) {
    if (s->sw[i].built > SLUICE_MAX_PORTS)
      return error_set(err, "%s: switch %s has %d ports, in a clocked engine at most %d; use --engine event",
                       s->file.path, s->sw[i].name, s->sw[i].built, SLUICE_MAX_PORTS);
    if (s->sw[i].built != s->sw[0].built)
      return error_set(err,
                       "%s: switch %s has %d ports and switch %s %d, in a clocked engine all have the same number; use "
                       "--engine event",
                       s->file.path, s->sw[i].name, s->sw[i].built, s->sw[0].name, s->sw[0].built);
  }
  for (int i = 0; i < s->hosts; i++)
    if (s->host[i].links > 1)
      return error_set(err, "%s: host %s has %d links, in a clocked engine one; use --engine event", s->file.path,
                       s->host[i].name, s->host[i].links);
  for (int i = 0; i < s->flows; i++)
    if (s->flow[i].sprays)
      return error_set(err,
                       "%s: packets of flow %s are sprayed, which the clocked engines cannot do; use --engine event",
                       s->file.path, s->flow[i].name);
  return 0;
}

int clocked_fit_check(const struct scenario *s, struct error *err) {
  if (ports_fit(s, err) != 0) return EINVAL;
  if (s->storms > 0)
    return error_set(err, "%s: host %s pauses a class, which a clocked engine cannot; leave pause out" USE_EVENT,
                     s->file.path, s->host[s->storm[0].host].name);
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].watchdog.action != WATCHDOG_NONE)
      return error_set(err, "%s: switch %s has a watchdog, and a clocked engine has none; leave watchdog out" USE_EVENT,
                       s->file.path, s->sw[i].name);
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].feedback_period != 0)
      return error_at(err, s->sw[i].feedback_place,
                      "switch %s reports its room every period, and a clocked engine sends levels at changes; leave "
                      "feedback_period_us out" USE_EVENT,
                      s->sw[i].name);
  if (s->afters > 0)
    return error_set(err, "%s: flow %s starts after another, which a clocked engine cannot; leave after out" USE_EVENT,
                     s->file.path, s->flow[s->after[0].flow].name);
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].scheduler.given)
      return error_set(err,
                       "%s: switch %s has a scheduler, and a clocked engine serves the classes round robin; leave "
                       "scheduler out" USE_EVENT,
                       s->file.path, s->sw[i].name);
  for (int i = 0; i < 2 * s->links; i++)
    if (s->link[i / 2].end[i % 2].ingress != 0)
      return error_set(err, "%s: link %s has an ingress_limit, which a clocked engine does not; leave it out" USE_EVENT,
                       s->file.path, s->link[i / 2].name);
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].clock_hz != s->clock_hz)
      return error_set(
          err,
          "%s: the MMU of switch %s has a clock of %.10g MHz, and the scenario %.10g: the MMUs of a clocked "
          "engine have one clock; give clock_mhz %.10g" USE_EVENT,
          s->file.path, s->sw[i].name, (double)s->sw[i].clock_hz / 1e6, (double)s->clock_hz / 1e6,
          (double)s->sw[i].clock_hz / 1e6);
  if (s->controlled)
    return error_set(err, "%s: a clocked engine has no congestion control; leave congestion out" USE_EVENT,
                     s->file.path);
  for (int i = 0; i < s->serieses; i++)
    if (s->series[i].what & TRACE_FLOWS)
      return error_set(err, "%s: a clocked engine does not trace the flows of a queue; leave flows out" USE_EVENT,
                       s->file.path);
  if (s->rates_ns != 0)
    return error_set(err, "%s: a clocked engine writes no rates.csv; leave rates_ns out" USE_EVENT, s->file.path);
  for (int i = 0; i < s->links; i++) {
    int status = link_fits(s, &s->link[i], err);
    if (status != 0) return status;
  }
  if (clocked_fit_registers(s, err) == 0) return 0;
  return error_set(err, "%s:%d: %s" USE_EVENT, s->mmu_file.path != NULL ? s->mmu_file.path : s->file.path, s->mmu_line,
                   err->text);
}

#include "tb/sim/scenario/event_only.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 2, 3))) static bool refuse(char *why, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(why, EVENT_ONLY_TEXT, format, args);
  va_end(args);
  return true;
}

bool scenario_event_only(const struct scenario *s, char why[EVENT_ONLY_TEXT]) {
  for (int i = 0; i < s->switches; i++) {
    if (s->sw[i].built > SLUICE_MAX_PORTS)
      return refuse(why, "switch %s has %d ports, in a clocked engine at most %d; use --engine event", s->sw[i].name,
                    s->sw[i].built, SLUICE_MAX_PORTS);
    if (s->sw[i].built != s->sw[0].built)
      return refuse(why,
                    "switch %s has %d ports and switch %s %d, in a clocked engine all have the same number; use "
                    "--engine event",
                    s->sw[i].name, s->sw[i].built, s->sw[0].name, s->sw[0].built);
  }
  for (int i = 0; i < s->hosts; i++)
    if (s->host[i].links > 1)
      return refuse(why, "host %s has %d links, in a clocked engine one; use --engine event", s->host[i].name,
                    s->host[i].links);
  for (int i = 0; i < s->flows; i++)
    if (s->flow[i].sprays)
      return refuse(why, "packets of flow %s are sprayed, which the clocked engines cannot do; use --engine event",
                    s->flow[i].name);
  return false;
}

// The watchdogs of the switches.
#include <stdio.h>
#include <string.h>

#include "tb/sim/scenario/scenario_file.h"

static uint64_t take_time(const struct checker *c, const double *us, uint64_t otherwise) {
  return us != NULL ? scenario_us_cycles(c->s, *us) : otherwise;
}

// Without a watchdog its other keys do nothing.
static int warn_of_none(struct checker *c, const char *prefix, const struct file_watchdog *f) {
  const struct {
    const char *name;
    bool given;
  } keys[] = {{"detection_rule", f->detection_rule != NULL},
              {"detection_time_us", f->detection_time_us != NULL},
              {"restoration_time_us", f->restoration_time_us != NULL},
              {"poll_interval_us", f->poll_interval_us != NULL}};
  char list[96] = "";
  for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
    if (keys[i].given) snprintf(list + strlen(list), sizeof(list) - strlen(list), " %s", keys[i].name);
  if (*list == '\0') return 0;
  return scenario_warn(c, prefix, "with action none there is no watchdog; leave out:%s", list);
}

static int take(struct checker *c, const char *prefix, const struct file_watchdog *f, struct watchdog *w) {
  char path[80];
  w->action = (enum watchdog_action)VALUE_OR(f->action, DEFAULT_WATCHDOG_ACTION);
  w->rule = (enum watchdog_rule)VALUE_OR(f->detection_rule, DEFAULT_WATCHDOG_DETECTION_RULE);
  if (w->action == WATCHDOG_NONE) return warn_of_none(c, prefix, f);
  if (scenario_is_gfc(c->s))
    return scenario_wrong(c, prefix, "under GFC no queue is paused; leave watchdog out, or set its action to none");
  if (scenario_has_credits(c->s))
    return scenario_wrong(c, prefix, "under CBFC no queue is paused; leave watchdog out, or set its action to none");
  if (f->detection_time_us == NULL)
    return scenario_wrong(c, prefix, "detection_time_us is missing in watchdog; add detection_time_us");
  w->detection = take_time(c, f->detection_time_us, 0);
  w->restoration = take_time(c, f->restoration_time_us, 2 * w->detection);
  const uint64_t least = w->detection < w->restoration ? w->detection : w->restoration;
  w->poll = take_time(c, f->poll_interval_us, least);
  if (w->poll <= least) return 0;
  snprintf(path, sizeof(path), "%s.poll_interval_us", prefix);
  return scenario_wrong(c, path, "poll_interval_us is %g; it must be at most the times of detection and restoration",
                        *f->poll_interval_us);
}

int scenario_check_watchdogs(struct checker *c) {
  struct scenario *s = c->s;
  struct watchdog all = {.action = WATCHDOG_NONE};
  int status = c->file->watchdog != NULL ? take(c, "watchdog", c->file->watchdog, &all) : 0;
  for (int i = 0; status == 0 && i < s->switches; i++) {
    const struct file_watchdog *own = c->file->switches[i].watchdog;
    char prefix[40];
    snprintf(prefix, sizeof(prefix), "switches.%d.watchdog", i);
    s->sw[i].watchdog = all;
    if (own != NULL) status = take(c, prefix, own, &s->sw[i].watchdog);
  }
  return status;
}

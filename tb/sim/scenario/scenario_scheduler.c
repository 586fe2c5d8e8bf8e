// The schedulers of the egress ports: strict priority and surplus round robin by class.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/scenario/scenario_file.h"

static int take_quanta(struct checker *c, const char *prefix, const struct file_scheduler *f,
                       struct scenario_scheduler *to) {
  const struct scenario *s = c->s;
  const uint64_t largest = s->senders.frame > s->mtu ? s->senders.frame : s->mtu;
  uint64_t quantum[SLUICE_MAX_CLASSES], times = 1;
  char path[64];
  snprintf(path, sizeof(path), "%s.quanta", prefix);
  if (f->quanta_count != 0 && f->quanta_count != (unsigned)s->dims.classes)
    return scenario_wrong(c, path, "quanta has %u values; give one for each of the %d classes", f->quanta_count,
                          s->dims.classes);
  for (int i = 0; i < s->dims.classes; i++) {
    quantum[i] = largest;
    snprintf(path, sizeof(path), "%s.quanta.%d", prefix, i);
    int status = f->quanta_count != 0 ? scenario_amount(c, path, f->quanta[i], LEAST_SCHEDULER_QUANTA,
                                                        MOST_SCHEDULER_QUANTA, &quantum[i])
                                      : 0;
    if (status != 0) return status;
    const uint64_t least = (largest + quantum[i] - 1) / quantum[i];
    if (!(to->strict >> i & 1) && least > times) times = least;
  }
  // The scheduler shares exactly if each quantum is at least the largest packet; only their ratio matters.
  for (int i = 0; i < s->dims.classes; i++) {
    if (to->strict >> i & 1) continue;
    if (quantum[i] * times > MOST_SCHEDULER_QUANTA)
      return scenario_wrong(c, prefix, "the quanta differ too much for packets of %" PRIu64 " bytes; give closer ones",
                            largest);
    to->quantum[i] = (uint32_t)(quantum[i] * times);
  }
  return 0;
}

static int take(struct checker *c, const char *prefix, const struct file_scheduler *f, struct scenario_scheduler *to) {
  char path[64];
  *to = (struct scenario_scheduler){.given = true};
  for (unsigned i = 0; i < f->strict_count; i++) {
    snprintf(path, sizeof(path), "%s.strict.%u", prefix, i);
    if (f->strict[i] >= (uint32_t)c->s->dims.classes)
      return scenario_wrong(c, path, "class %u does not exist; classes are 0 to %d", f->strict[i],
                            c->s->dims.classes - 1);
    to->strict |= (uint8_t)(1u << f->strict[i]);
  }
  return take_quanta(c, prefix, f, to);
}

int scenario_check_schedulers(struct checker *c) {
  struct scenario *s = c->s;
  struct scenario_scheduler all = {.given = false};
  int status = c->file->scheduler != NULL ? take(c, "scheduler", c->file->scheduler, &all) : 0;
  for (int i = 0; status == 0 && i < s->switches; i++) {
    const struct file_scheduler *own = c->file->switches[i].scheduler;
    char prefix[40];
    snprintf(prefix, sizeof(prefix), "switches.%d.scheduler", i);
    s->sw[i].scheduler = all;
    if (own != NULL) status = take(c, prefix, own, &s->sw[i].scheduler);
  }
  return status;
}

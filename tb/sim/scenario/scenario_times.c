// What happens at given times: links that go down and up, and hosts that pause classes of their switch.
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/files/vec.h"
#include "tb/sim/scenario/scenario_file.h"

// Reads a time from `from` to `to`. to NULL: until the end of the run.
static int take_span(struct checker *c, const char *prefix, const char *from_key, const double *from,
                     const char *to_key, const double *to, uint64_t *first, uint64_t *last) {
  char path[96];
  *first = scenario_us_cycles(c->s, *from);
  *last = to != NULL ? scenario_us_cycles(c->s, *to) : c->s->duration + 1;
  if (to == NULL || *last > *first) return 0;
  snprintf(path, sizeof(path), "%s.%s", prefix, to_key);
  return scenario_wrong(c, path, "%s is %g, not after %s (%g); give a later time", to_key, *to, from_key, *from);
}

static int take_outage(struct checker *c, const char *prefix, const double *down, const double *up,
                       struct scenario_link *l) {
  char path[96];
  if (down != NULL) return take_span(c, prefix, "down_us", down, "up_us", up, &l->outage.from, &l->outage.to);
  snprintf(path, sizeof(path), "%s.up_us", prefix);
  return up == NULL ? 0 : scenario_wrong(c, path, "up_us without down_us; add down_us, or leave up_us out");
}

enum { LEAST_REFRESH = 2 };  // quanta: a control frame fits in between

// How a host repeats its pause: by default when half of it is over.
static int take_refresh(struct checker *c, const char *prefix, const struct file_pause *f, struct scenario_storm *x) {
  const struct scenario *s = c->s;
  const uint64_t bps = s->link[s->host[x->host].link].bps;
  char path[96];
  x->quanta = (uint16_t)VALUE_OR(f->quanta, DEFAULT_PAUSE_QUANTA);
  if (f->refresh_us != NULL) x->every = scenario_us_cycles(s, *f->refresh_us);
  if (f->jitter_us != NULL) x->jitter = scenario_us_cycles(s, *f->jitter_us);
  snprintf(path, sizeof(path), "%s.refresh_us", prefix);
  const unsigned __int128 bits = (unsigned __int128)x->every * bps, least = LEAST_REFRESH * UINT64_C(512);
  if (f->refresh_us != NULL && bits < least * s->clock_hz)
    return scenario_wrong(c, path, "refresh_us is %g; it must be at least %d quanta of the link (%g)", *f->refresh_us,
                          LEAST_REFRESH, (double)least * 1e6 / (double)bps);
  if (x->quanta == 0 && f->refresh_us == NULL)
    return scenario_wrong(c, prefix, "quanta is 0, and refresh_us is missing; add the interval of the RESUME frames");
  return 0;
}

static int take_storm(struct checker *c, unsigned host, unsigned i) {
  const struct file_pause *f = &c->file->hosts[host].pause[i];
  struct scenario *s = c->s;
  struct scenario_storm *more = vec_grow(s->storm, (size_t)s->storms, sizeof(*more)), *x;
  char prefix[64], path[96];
  if (more == NULL) return scenario_no_memory(c);
  s->storm = more;
  x = &s->storm[s->storms++];
  *x = (struct scenario_storm){.host = (int)host, .cls = (int)*f->cls};
  snprintf(prefix, sizeof(prefix), "hosts.%u.pause.%u", host, i);
  snprintf(path, sizeof(path), "%s.class", prefix);
  if (x->cls >= s->dims.classes)
    return scenario_wrong(c, path, "class %d does not exist; classes are 0 to %d", x->cls, s->dims.classes - 1);
  if (scenario_is_gfc(s))
    return scenario_wrong(c, prefix, "under GFC the switches understand levels, and no pauses; leave pause out");
  if (scenario_has_credits(s))
    return scenario_wrong(c, prefix, "under CBFC the switches understand credits, and no pauses; leave pause out");
  int status = take_span(c, prefix, "from_us", f->from_us, "to_us", f->to_us, &x->from, &x->to);
  return status == 0 ? take_refresh(c, prefix, f, x) : status;
}

static int take_link(struct checker *c, int link) {
  struct scenario_link *l = &c->s->link[link];
  char prefix[64];
  scenario_link_path(c, link, prefix, sizeof(prefix));
  if (!l->access) return take_outage(c, prefix, c->file->links[link].down_us, c->file->links[link].up_us, l);
  const struct file_host *host = &c->file->hosts[l->end[1].node - c->s->switches];
  if (host->links == NULL) return take_outage(c, prefix, host->down_us, host->up_us, l);
  const struct file_access *f = &host->links[l->end[1].port];
  return take_outage(c, prefix, f->down_us, f->up_us, l);
}

int scenario_check_times(struct checker *c) {
  const struct file *f = c->file;
  int status = 0;
  for (int i = 0; status == 0 && i < c->s->links; i++) status = take_link(c, i);
  for (unsigned i = 0; status == 0 && i < f->hosts_count; i++)
    for (unsigned k = 0; status == 0 && k < f->hosts[i].pause_count; k++) status = take_storm(c, i, k);
  return status;
}

#include "tb/sim/clocked/rtl_fit.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tb/cosim/engine.h"
#include "tb/sim/clocked/frame.h"
#include "tb/sim/scenario/lanes.h"

enum { LEAST_WORD = 8 };  // bytes of the narrowest word: a MAC recognizes a control frame by its first word

const struct switch_shim *rtl_shim(const struct switch_dims *dims) {
  for (const struct switch_shim *const *s = lossless_shim_list; *s != NULL; s++)
    if (&(*s)->dims == dims) return *s;
  return NULL;
}

static uint32_t length_of(uint32_t packet) { return frame_bytes(packet) - FRAME_CHECK; }

uint32_t rtl_longest_frame(const struct scenario *s) {
  uint32_t most = FRAME_LEAST;
  for (int i = 0; i < s->flows; i++)
    if (length_of(s->flow[i].packet) > most) most = length_of(s->flow[i].packet);
  return most;
}

// The least clock, MHz: the words of a frame, and its cells, one per turn of the slots, must pass in its time on the
// line.
static double clock_for(const struct scenario *s, const struct switch_dims *d) {
  double hz = (double)s->clock_hz;
  for (int i = 0; i < s->flows; i++) {
    if (i > 0 && s->flow[i].packet == s->flow[i - 1].packet) continue;
    double length = length_of(s->flow[i].packet);
    double cycles = fmax(ceil(length / d->bytes), ceil(length / d->cell) * sluice_switch_slots(d->ports));
    for (int k = 0; k < s->links; k++) {
      double seconds = 8 * (length + FRAME_CHECK + s->link[k].overhead) / (double)s->link[k].bps;
      hz = fmax(hz, cycles / seconds);
    }
  }
  return hz > (double)s->clock_hz ? ceil(hz / 1e6) : hz / 1e6;
}

// The least number of cells: the largest buffer of any switch, and the reserve for frames that arrive.
static double cells_for(const struct scenario *s, const struct switch_dims *d) {
  double most = 0;
  const struct sluice_switch_dims of = switch_model_dims(d, RTL_MACS);
  for (int i = 0; i < s->switches; i++) most = fmax(most, (double)s->sw[i].cfg.buffer * s->cell_bytes);
  return floor(most / d->cell) + d->ports * (double)sluice_switch_reserve(&of, rtl_longest_frame(s));
}

static unsigned schemes_of(const struct scenario *s) {
  unsigned used = 0;
  for (int i = 0; i < s->switches; i++) used |= 1u << s->sw[i].cfg.scheme;
  return used;
}

// Whether a is better than b: fewer ports, then fewer cells.
static bool better(const struct switch_dims *a, const struct switch_dims *b) {
  return b == NULL || a->ports < b->ports || (a->ports == b->ports && a->cells < b->cells);
}

// The name of a build with limits per port, as FULL_SWITCH of make takes it.
static void name_with_limits(const struct switch_dims *d, char *name, size_t size) {
  snprintf(name, size, "%dx%dx%dx%dx%ds%up1", d->ports, d->classes, 8 * d->bytes, d->cell, d->cells, d->schemes);
}

int rtl_fit(const struct scenario *s, bool port_limits, struct rtl_fit *fit, struct error *err) {
  enum { NONE, PORTS, SCHEMES, CELLS } far = NONE;
  const struct switch_dims *near = NULL, *without = NULL;  // without: fits, but has no limits per port
  *fit = (struct rtl_fit){NULL, 0};
  if (lossless_shim_list[0] == NULL) return error_set(err, "%s", ENGINE_NO_RTL);
  if (rtl_longest_frame(s) > SLUICE_SWITCH_MAX_FRAME)
    return error_set(err, "a full switch takes frames of up to %d bytes; give packets of at most %d",
                     SLUICE_SWITCH_MAX_FRAME, SLUICE_SWITCH_MAX_FRAME + FRAME_CHECK);
  for (int i = 0; lossless_shim_list[i] != NULL; i++) {
    const struct switch_dims *d = &lossless_shim_list[i]->dims;
    if (d->port_limits && !port_limits) continue;
    if (d->bytes < LEAST_WORD || d->ports < s->dims.ports || d->classes != s->dims.classes) continue;
    if (far < PORTS) far = PORTS;
    if (schemes_of(s) & ~d->schemes) continue;
    if (far < SCHEMES) far = SCHEMES;
    near = d;
    if (cells_for(s, d) > d->cells) continue;
    far = CELLS;
    const struct switch_dims **best = d->port_limits == port_limits ? &fit->dims : &without;
    if (better(d, *best)) *best = d;
  }
  if (far == NONE)
    return error_set(
        err,
        "no full switch of this program has %d ports and %d classes (docs/guide/engines.md lists them); give "
        "fewer, or use --engine model",
        s->dims.ports, s->dims.classes);
  if (far == PORTS) return error_set(err, "no full switch of this program has the scheme; use --engine model");
  if (far == SCHEMES)
    return error_set(err,
                     "buffer and the reserve for arriving frames are %.0f cells of %d bytes, a full switch has "
                     "%d; lower buffer",
                     cells_for(s, near), near->cell, near->cells);
  if (fit->dims == NULL) {
    char name[64];
    name_with_limits(without, name, sizeof(name));
    return error_set(err,
                     "ports of a switch differ in rate, headroom, private cells, XOFF or XON, and no full switch of "
                     "this program that fits has limits per port; make it with `make FULL_SWITCH=%s`, or use --engine "
                     "model",
                     name);
  }
  fit->clock_mhz = clock_for(s, fit->dims);
  return 0;
}

// ---- requirements other than size ----

static int lives(const struct scenario *s, struct error *err) {
  for (int i = 0; i < s->flows && s->feedback != FEEDBACK_TTL; i++) {
    const struct scenario_flow *f = &s->flow[i];
    if (f->loop || f->hops >= f->ttl)
      return error_set(
          err,
          "flow %s: a full switch ends the life of a packet under TTL only; give a route without a loop and a "
          "larger ttl, or use --engine model",
          f->name);
  }
  return 0;
}

static int tables(const struct scenario *s, struct error *err) {
  struct addresses a;
  int flow = 0, status = addresses_new(&a, s, &flow);
  if (status == ELOOP)
    status = error_set(
        err, "flow %s leaves a switch by two ports, but a MAC table has one port per address; give another route",
        s->flow[flow].name);
  for (int i = 0; status == 0 && i < s->switches; i++)
    if (addresses_in(&a, s, i) > RTL_MACS)
      status = error_set(err, "switch %s needs %d entries in its MAC table, which has %d; give fewer destinations",
                         s->sw[i].name, addresses_in(&a, s, i), RTL_MACS);
  addresses_free(&a);
  return status;
}

// The port of the next switch at which frames arrive that leave a switch by that port.
static int other_end(const struct scenario *s, int sw, int port) {
  const int lane = lane_of_port(s, sw, port);
  return s->link[lane / 2].end[!(lane % 2)].port;
}

// Fails if a frame would leave a switch through its ingress port.
static int hairpins(const struct scenario *s, struct error *err) {
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    for (int k = f->loop ? 0 : 1; k < f->hops; k++) {
      int before = k > 0 ? k - 1 : f->hops - 1;
      if (other_end(s, f->route[before], f->egress[before]) == f->egress[k])
        return error_set(err,
                         "flow %s returns through the port of its arrival in %s: a full switch sends no frame back; "
                         "give another route",
                         f->name, s->sw[f->route[k]].name);
    }
  }
  return 0;
}

int rtl_fit_check(const struct scenario *s, struct error *err) {
  if (s->processing != 0)
    return error_set(err, "processing_ns: a full switch has its own processing time; leave it out");
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].ecn.classes != 0)
      return error_set(err,
                       "switch %s marks packets: frames of a full switch in a simulation are not IP; leave ecn out",
                       s->sw[i].name);
  int status = lives(s, err);
  if (status == 0) status = hairpins(s, err);
  if (status == 0) status = tables(s, err);
  return status;
}

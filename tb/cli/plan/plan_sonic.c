#include <errno.h>
#include <inttypes.h>

#include "tb/cli/plan/nvidia.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"
#include "tb/sim/results/json_out.h"

enum { LANES = 4 };  // SONiC numbers a port by its first lane

// A profile describes one priority of a port with its own headroom, in bytes of whole cells. The threshold is the
// exponent of alpha, and xon_offset is the distance of XON below it. On NVIDIA switches xon is the reserved part of a
// queue, and size contains the headroom unless it is in a pool.
struct profile {
  uint64_t mbps, metres, size, xon, xoff, offset;
  int alpha;
};

static uint64_t metres_of(const struct plan_group *row) {
  return (row->wire_ns + PLAN_NS_PER_METRE - 1) / PLAN_NS_PER_METRE;
}

static struct profile profile_of(const struct plan_input *in, uint64_t metres, const struct plan *p) {
  const struct plan_pools *pools = plan_pools_of(in, p);
  struct profile r = {.mbps = in->mbps,
                      .metres = metres,
                      .size = p->phi_cells * in->cell,
                      .xoff = pools->eta * in->cell,
                      .offset = p->delta * in->cell,
                      .alpha = in->alpha};
  if (in->basis != PLAN_NVIDIA) return r;
  r.xon = nvidia_round(in->xon);
  r.xoff = p->need;
  r.size += r.xon + (in->scheme == SLUICE_SHP ? 0 : r.xoff);
  r.offset = 0;
  return r;
}

static int check_scheme(const struct plan_input *in, struct error *err) {
  if (in->scheme == SLUICE_SIH || in->scheme == SLUICE_SHP) return 0;
  return error_set(err, "a profile of SONiC has headroom of a queue; use --scheme SIH or SHP");
}

// ---- pg_profile_lookup.ini ----

static void compare(const struct plan_input *in, const struct plan *p, const struct profile *r, FILE *f) {
  const struct headroom h = plan_headroom(in, p);
  struct nvidia_difference d[NVIDIA_DIFFERENCES];
  const bool pool = in->scheme == SLUICE_SHP;
  const uint64_t theirs = nvidia_xoff(&h, in->sonic, pool);
  if (in->basis != PLAN_EQ15) return;
  fprintf(f, "# xoff by the formula of SONiC %s for NVIDIA switches: %" PRIu64 "; this row: %+" PRId64,
          nvidia_versions[in->sonic], theirs, (int64_t)r->xoff - (int64_t)theirs);
  nvidia_differences(&h, in->sonic, pool, d);
  for (int i = 0; i < NVIDIA_DIFFERENCES; i++)
    if (d[i].bytes != 0) fprintf(f, "%s %s %+" PRId64, i == 0 ? " =" : ",", d[i].term, d[i].bytes);
  fputc('\n', f);
}

static void line(const struct profile *r, FILE *f) {
  fprintf(f, "%" PRIu64 " %" PRIu64 "m %" PRIu64 " %" PRIu64 " %" PRIu64 " %d", r->mbps, r->metres, r->size, r->xon,
          r->xoff, r->alpha);
  if (r->offset != 0) fprintf(f, " %" PRIu64, r->offset);
  fputc('\n', f);
}

// The plan of a row for all ports.
static int make_row(const struct plan_input *in, const struct plan_group *row, struct plan_input *one, struct plan *p,
                    struct error *err) {
  *one = *in;
  one->groups = 0;
  one->mbps = row->mbps;
  one->wire_ns = row->wire_ns;
  one->quanta = row->quanta;
  if (plan_make(one, p, err) == 0) return 0;
  return error_set(err, "%g Gb/s: %s", (double)row->mbps / 1000, err->text);
}

// SONiC finds a profile by speed and whole metres. Returns the first group with those of group i.
static int same_profile(const struct plan_input *in, int i) {
  int k = 0;
  while (in->group[k].mbps != in->group[i].mbps || metres_of(&in->group[k]) != metres_of(&in->group[i])) k++;
  return k;
}

// The plan of all ports, with the pools that they need. Sets the clock of the rows, which is that of the fastest ports.
static int make_all(struct plan_input *in, struct plan *p, struct error *err) {
  int status = plan_make(in, p, err);
  in->clock_khz = p->clock_khz;
  for (int i = 0; status == 0 && i < in->groups; i++) {
    const int k = same_profile(in, i);
    if (p->link[k].eta != p->link[i].eta)
      status = error_set(err,
                         "groups %d and %d have the same profile of SONiC, %g Gb/s and %" PRIu64
                         " m, but headrooms of %" PRIu64 " and %" PRIu64 " cells; give them the same length and quanta",
                         k + 1, i + 1, (double)in->group[i].mbps / 1000, metres_of(&in->group[i]), p->link[k].eta,
                         p->link[i].eta);
  }
  return status == 0 ? plan_pools_check(in, p, err) : status;
}

// Returns the number of lines that fit, or -1 with a line in err. The first pass, f NULL, writes nothing.
static int lines(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err) {
  int fit = 0;
  for (int i = 0; i < rows->rows; i++) {
    struct plan_input one;
    struct plan p;
    struct error over;
    if (in->groups != 0 && same_profile(in, i) != i) continue;
    if (make_row(in, &rows->row[i], &one, &p, err) != 0) return -1;
    const struct profile r = profile_of(&one, metres_of(&rows->row[i]), &p);
    const bool fits = in->groups != 0 || plan_pools_check(&one, &p, &over) == 0;
    if (!fits && fit == 0) *err = over;
    fit += fits;
    if (f == NULL) continue;
    compare(&one, &p, &r, f);
    if (!fits) fprintf(f, "# too large for all ports at once: %s\n# ", over.text);
    line(&r, f);
  }
  return fit;
}

int plan_pg_profile(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err) {
  struct plan p;
  struct plan_input clocked = *in;
  int status = check_scheme(in, err);
  if (status == 0 && in->groups != 0) status = make_all(&clocked, &p, err);
  if (status != 0) return status;
  if (lines(&clocked, rows, NULL, err) <= 0) return EINVAL;
  if (in->basis == PLAN_NVIDIA)
    fprintf(f, "# xoff by the formula of SONiC %s for NVIDIA switches; --sonic has those of other releases.\n",
            nvidia_releases[in->sonic]);
  fprintf(f, "# PG lossless profiles.\n# speed cable size xon xoff threshold%s\n",
          in->basis == PLAN_NVIDIA ? "" : " xon_offset");
  lines(&clocked, rows, f, err);
  return 0;
}

// ---- the tables of CONFIG_DB ----

// All values of CONFIG_DB are strings. Each function returns the object with the new entries; NULL: out of memory.
static json_t *set(json_t *to, const char *key, int64_t value) {
  char text[24];
  snprintf(text, sizeof(text), "%" PRId64, value);
  return json_put(to, key, json_string(text));
}

static json_t *pool_table(const struct plan_input *in, const struct plan *p) {
  const struct plan_pools *pools = plan_pools_of(in, p);
  json_t *ingress = json_pack("{s:s, s:s}", "type", "ingress", "mode", "dynamic");
  json_t *egress = json_pack("{s:s, s:s}", "type", "egress", "mode", "static");
  ingress = set(ingress, "size", (int64_t)(pools->shared * in->cell));
  if (in->scheme == SLUICE_SHP) ingress = set(ingress, "xoff", (int64_t)(pools->pool * in->cell));
  egress = set(egress, "size", (int64_t)(p->buffer_cells * in->cell));
  return json_pack("{s:o, s:o}", "ingress_lossless_pool", ingress, "egress_lossless_pool", egress);
}

static json_t *lossless_profile(const struct profile *r) {
  json_t *profile = json_pack("{s:s}", "pool", "ingress_lossless_pool");
  profile = set(profile, "size", (int64_t)r->size);
  profile = set(profile, "xon", (int64_t)r->xon);
  profile = set(profile, "xoff", (int64_t)r->xoff);
  if (r->offset != 0) profile = set(profile, "xon_offset", (int64_t)r->offset);
  profile = set(profile, "dynamic_th", r->alpha);
  return profile;
}

static json_t *other_profiles(const struct plan_input *in, const struct plan *p) {
  json_t *lossy = json_pack("{s:s, s:s}", "pool", "ingress_lossless_pool", "dynamic_th", "0");
  json_t *egress = json_pack("{s:s, s:s}", "pool", "egress_lossless_pool", "size", "0");
  lossy = set(lossy, "size", (int64_t)(p->phi_cells * in->cell));
  egress = set(egress, "static_th", (int64_t)(p->buffer_cells * in->cell));
  return json_pack("{s:o, s:o}", "ingress_lossy_profile", lossy, "egress_lossless_profile", egress);
}

// An entry for each run of classes of one kind, such as Ethernet4|3-4.
static json_t *add_port(json_t *to, const struct plan_input *in, const struct plan *p, int port, const char *profile) {
  for (int c = 0, last; c < in->classes; c = last + 1) {
    char key[48];
    const unsigned kind = p->lossless >> c & 1;
    for (last = c; last + 1 < in->classes && (p->lossless >> (last + 1) & 1) == kind;) last++;
    if (last == c)
      snprintf(key, sizeof(key), "Ethernet%d|%d", LANES * port, c);
    else
      snprintf(key, sizeof(key), "Ethernet%d|%d-%d", LANES * port, c, last);
    to = json_put(to, key, json_pack("{s:s}", "profile", kind ? profile : "ingress_lossy_profile"));
  }
  return to;
}

// Adds the profile of each row, and the ports that have it.
static int add_rows(const struct plan_input *in, const struct plan_rows *rows, json_t **profiles, json_t **pgs,
                    struct error *err) {
  for (int i = 0, port = 0; i < rows->rows; i++) {
    struct plan_input one;
    struct plan p;
    char name[64];
    int status = make_row(in, &rows->row[i], &one, &p, err), next = port + rows->row[i].ports;
    if (status != 0) return status;
    const struct profile r = profile_of(&one, metres_of(&rows->row[i]), &p);
    snprintf(name, sizeof(name), "pg_lossless_%" PRIu64 "_%" PRIu64 "m_profile", r.mbps, r.metres);
    *profiles = json_put(*profiles, name, lossless_profile(&r));
    while (port < next) *pgs = add_port(*pgs, in, &p, port++, name);
  }
  return 0;
}

int plan_buffers(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err) {
  struct plan p;
  struct plan_input clocked = *in;
  int status = check_scheme(in, err);
  if (status == 0) status = make_all(&clocked, &p, err);
  if (status != 0) return status;
  json_t *pools = pool_table(in, &p), *profiles = other_profiles(in, &p), *pgs = json_object();
  status = add_rows(&clocked, rows, &profiles, &pgs, err);
  json_t *all = json_pack("{s:o, s:o, s:o}", "BUFFER_POOL", pools, "BUFFER_PROFILE", profiles, "BUFFER_PG", pgs);
  if (status == 0 && all == NULL) status = error_no_memory(err, "JSON");
  if (status == 0) json_dumpf(all, f, JSON_INDENT(4));
  if (status == 0) fputc('\n', f);
  json_decref(all);
  return status;
}

#include "tb/cli/plan/plan_sonic.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>

#include "tb/cli/plan/nvidia.h"
#include "tb/cli/plan/plan_scheme.h"

enum { LANES = 4 };  // SONiC numbers a port by its first lane

// A profile describes one priority of a port with its own headroom, in bytes of whole cells. The threshold is the
// exponent of alpha, and xon_offset is the distance of XON below it. On NVIDIA switches xon is the reserved part of a
// queue, and size contains the headroom unless it is in a pool.
struct profile {
  uint64_t mbps, metres, size, xon, xoff, offset;
  int alpha;
};

static struct profile profile_of(const struct plan_input *in, const struct plan *p) {
  const struct plan_pools *pools = plan_pools_of(in, p);
  struct profile r = {.mbps = in->mbps,
                      .metres = (in->wire_ns + PLAN_NS_PER_METRE - 1) / PLAN_NS_PER_METRE,
                      .size = p->phi_cells * in->cell,
                      .xoff = pools->eta * in->cell,
                      .offset = p->delta * in->cell,
                      .alpha = in->alpha};
  if (in->basis != PLAN_NVIDIA) return r;
  r.xon = nvidia_round(in->xon);
  r.xoff = p->need;
  r.size += r.xon + (in->scheme == PLAN_SCHEME_SHP ? 0 : r.xoff);
  r.offset = 0;
  return r;
}

static int check_scheme(const struct plan_input *in, struct error *err) {
  if (in->scheme == SLUICE_SIH || in->scheme == PLAN_SCHEME_SHP) return 0;
  return error_set(err, "a profile of SONiC has headroom of a queue; use --scheme SIH or SHP");
}

// ---- pg_profile_lookup.ini ----

static void compare(const struct plan_input *in, const struct plan *p, const struct profile *r, FILE *f) {
  const struct headroom h = plan_headroom(in, p);
  struct nvidia_difference d[NVIDIA_DIFFERENCES];
  int64_t more = (int64_t)r->xoff - (int64_t)nvidia_xoff(&h);
  if (in->basis != PLAN_EQ15) return;
  fprintf(f, "# the formula of SONiC for NVIDIA: xoff %" PRIu64 "; this one %+" PRId64 ":", nvidia_xoff(&h), more);
  nvidia_differences(&h, d);
  for (int i = 0; i < NVIDIA_DIFFERENCES; i++)
    if (d[i].bytes != 0) fprintf(f, " %s %+" PRId64 ";", d[i].term, d[i].bytes);
  fputc('\n', f);
}

static void line(const struct profile *r, FILE *f) {
  fprintf(f, "%" PRIu64 " %" PRIu64 "m %" PRIu64 " %" PRIu64 " %" PRIu64 " %d", r->mbps, r->metres, r->size, r->xon,
          r->xoff, r->alpha);
  if (r->offset != 0) fprintf(f, " %" PRIu64, r->offset);
  fputc('\n', f);
}

// Returns the number of lines that fit, or -1 with a line in err. The first pass, f NULL, writes nothing.
static int lines(const struct plan_input *in, const struct plan_rows *rows, FILE *f, struct error *err) {
  int fit = 0;
  for (int i = 0; i < rows->rates * rows->wires; i++) {
    struct plan_input one = *in;
    struct plan p;
    struct error over;
    one.mbps = rows->mbps[i / rows->wires];
    one.wire_ns = rows->wire_ns[i % rows->wires];
    if (plan_make(&one, &p, err) != 0) return -1;
    const struct profile r = profile_of(&one, &p);
    const bool fits = plan_pools_check(&one, &p, &over) == 0;
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
  int status = check_scheme(in, err);
  if (status != 0) return status;
  if (lines(in, rows, NULL, err) <= 0) return EINVAL;
  fprintf(f, "# PG lossless profiles.\n# speed cable size xon xoff threshold%s\n",
          in->basis == PLAN_NVIDIA ? "" : " xon_offset");
  lines(in, rows, f, err);
  return 0;
}

// ---- the tables of CONFIG_DB ----

// All values of CONFIG_DB are strings.
static void set(json_t *to, const char *key, int64_t value) {
  char text[24];
  snprintf(text, sizeof(text), "%" PRId64, value);
  json_object_set_new(to, key, json_string(text));
}

static json_t *pool_table(const struct plan_input *in, const struct plan *p) {
  const struct plan_pools *pools = plan_pools_of(in, p);
  json_t *ingress = json_pack("{s:s, s:s}", "type", "ingress", "mode", "dynamic");
  json_t *egress = json_pack("{s:s, s:s}", "type", "egress", "mode", "static");
  set(ingress, "size", (int64_t)(pools->shared * in->cell));
  if (in->scheme == PLAN_SCHEME_SHP) set(ingress, "xoff", (int64_t)(pools->pool * in->cell));
  set(egress, "size", (int64_t)(p->buffer_cells * in->cell));
  return json_pack("{s:o, s:o}", "ingress_lossless_pool", ingress, "egress_lossless_pool", egress);
}

static void name_of(const struct profile *r, char *name, size_t size) {
  snprintf(name, size, "pg_lossless_%" PRIu64 "_%" PRIu64 "m_profile", r->mbps, r->metres);
}

static json_t *profile_table(const struct plan_input *in, const struct plan *p, const struct profile *r) {
  char name[64];
  json_t *lossless = json_pack("{s:s}", "pool", "ingress_lossless_pool");
  json_t *lossy = json_pack("{s:s, s:s}", "pool", "ingress_lossless_pool", "dynamic_th", "0");
  json_t *egress = json_pack("{s:s, s:s}", "pool", "egress_lossless_pool", "size", "0");
  set(lossless, "size", (int64_t)r->size);
  set(lossless, "xon", (int64_t)r->xon);
  set(lossless, "xoff", (int64_t)r->xoff);
  if (r->offset != 0) set(lossless, "xon_offset", (int64_t)r->offset);
  set(lossless, "dynamic_th", r->alpha);
  set(lossy, "size", (int64_t)(p->phi_cells * in->cell));
  set(egress, "static_th", (int64_t)(p->buffer_cells * in->cell));
  name_of(r, name, sizeof(name));
  return json_pack("{s:o, s:o, s:o}", name, lossless, "ingress_lossy_profile", lossy, "egress_lossless_profile",
                   egress);
}

// An entry for each run of classes of one kind, such as Ethernet4|3-4.
static void add_port(json_t *to, const struct plan_input *in, const struct plan *p, int port, const char *profile) {
  for (int c = 0, last; c < in->classes; c = last + 1) {
    char key[48];
    const unsigned kind = p->lossless >> c & 1;
    for (last = c; last + 1 < in->classes && (p->lossless >> (last + 1) & 1) == kind;) last++;
    if (last == c)
      snprintf(key, sizeof(key), "Ethernet%d|%d", LANES * port, c);
    else
      snprintf(key, sizeof(key), "Ethernet%d|%d-%d", LANES * port, c, last);
    json_object_set_new(to, key, json_pack("{s:s}", "profile", kind ? profile : "ingress_lossy_profile"));
  }
}

static json_t *pg_table(const struct plan_input *in, const struct plan *p, const struct profile *r) {
  char name[64];
  json_t *table = json_object();
  name_of(r, name, sizeof(name));
  for (int port = 0; port < in->ports; port++) add_port(table, in, p, port, name);
  return table;
}

int plan_buffers(const struct plan_input *in, const struct plan *p, FILE *f, struct error *err) {
  int status = check_scheme(in, err);
  if (status == 0) status = plan_pools_check(in, p, err);
  if (status != 0) return status;
  const struct profile r = profile_of(in, p);
  json_t *all = json_pack("{s:o, s:o, s:o}", "BUFFER_POOL", pool_table(in, p), "BUFFER_PROFILE",
                          profile_table(in, p, &r), "BUFFER_PG", pg_table(in, p, &r));
  if (all == NULL) return error_no_memory(err, "JSON");
  json_dumpf(all, f, JSON_INDENT(4));
  fputc('\n', f);
  json_decref(all);
  return 0;
}

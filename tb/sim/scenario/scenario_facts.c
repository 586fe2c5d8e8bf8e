// What follows from the values of a loaded scenario.
#include "tb/sim/files/files.h"
#include "tb/sim/scenario/gfc.h"
#include "tb/sim/scenario/scenario.h"

const char *scenario_scheme_name(enum sluice_scheme scheme) {
  static const char *const names[SLUICE_RULE_SCHEMES] = {"STATIC", "SIH",        "DSH", "TTL",
                                                         "GFC",    "GFC_LINEAR", "SHP", "CBFC"};
  return names[scheme];
}

const char *scenario_node_name(const struct scenario *s, int node) {
  return node < s->switches ? s->sw[node].name : s->host[node - s->switches].name;
}

// Groups without flows have the `first` of the next group.
int scenario_group_of(const struct scenario *s, int flow) {
  int low = 0, high = s->groups;  // the group is in [low, high)
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    *(s->group[middle].first <= flow ? &low : &high) = middle;
  }
  return low;
}

bool scenario_reads(const struct scenario *s, const char *path) {
  for (const struct scenario_data *d = s->data; d != NULL; d = d->next)
    if (same_file(d->path, path)) return true;
  return same_file(s->file.path, path) || (s->mmu_file.path != NULL && same_file(s->mmu_file.path, path));
}

uint32_t scenario_wire(const struct scenario *s) {
  uint32_t overhead = 0;
  for (int i = 0; i < s->links; i++)
    if (s->link[i].overhead > overhead) overhead = s->link[i].overhead;
  return s->mtu + overhead;
}

double scenario_share(const struct scenario *s, int link) {
  double mtu = s->mtu;
  return mtu / (mtu + s->link[link].overhead);
}

uint64_t scenario_delay_cycles(const struct scenario *s, int link) {
  const unsigned __int128 cycles = (unsigned __int128)s->link[link].delay_ps * s->clock_hz;
  return (uint64_t)((cycles + SCENARIO_PS - 1) / SCENARIO_PS);
}

double scenario_tau_ns(const struct scenario *s, int link) {
  const struct scenario_link *l = &s->link[link];
  double ns = 1e9 / (double)s->clock_hz;
  return gfc_tau_ns(s->mtu + l->overhead, (double)l->bps / 1e9, (double)l->delay_ps / 1000, (double)s->processing * ns);
}

struct sluice_dims scenario_dims(const struct scenario *s, int sw) {
  struct sluice_dims dims = s->dims;
  dims.ports = s->sw[sw].built;
  return dims;
}

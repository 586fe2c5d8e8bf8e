// ECN marking at the egress queues [spec 11; RFC 3168, 5]: see docs/hardware/switch-functions.md.
#include "cmodel/switch/sluice_switch_parts.h"

enum { NOT_ECT = 0, CE = 3, FRACTION_BITS = 8 };  // FRACTION_BITS: of SLOPE

int sluice_switch_ecn_wrong(const struct sluice_switch *sw) {
  for (int p = 0; p < sw->dims.ports; p++)
    for (int c = 0; c < sw->dims.classes; c++) {
      const struct sluice_switch_port_registers *r = &sw->regs.of_port[p];
      const uint64_t slope = r->ecn_slope[c] & 0xffff;
      if (r->ecn_kmax[c] < r->ecn_kmin[c] || r->ecn_kmax[c] > (uint32_t)sw->dims.cells) return p;
      if ((r->ecn_kmax[c] - r->ecn_kmin[c]) * slope > SLUICE_ECN_CERTAIN << FRACTION_BITS) return p;
    }
  return -1;
}

struct sluice_switch_ecn sluice_switch_ecn_set(const struct sluice_switch *sw) {
  struct sluice_switch_ecn set = {.seed = (uint16_t)sw->regs.ecn_seed};
  for (int p = 0; p < sw->dims.ports; p++)
    for (int c = 0; c < sw->dims.classes; c++) {
      const struct sluice_switch_port_registers *r = &sw->regs.of_port[p];
      set.rule[p][c] = (struct sluice_ecn){r->ecn_kmin[c], r->ecn_kmax[c],
                                           (uint64_t)(r->ecn_slope[c] & 0xffff) << (16 - FRACTION_BITS)};
      set.enable[p][c] = (r->ecn_slope[c] & SLUICE_SWITCH_ECN_SLOPE_ENABLE) != 0;
    }
  return set;
}

void sluice_switch_ecn_activate(struct sluice_switch *sw, const struct sluice_switch_ecn *set) {
  sw->regs.ecn = *set;
  sw->random = set->seed != 0 ? set->seed : 1;
}

void sluice_switch_ecn_join(struct sluice_switch *sw, const struct sluice_frame *f) {
  struct sluice_switch_join *join = &sw->join[sw->join_at++ % SLUICE_SWITCH_JOIN_STEPS];
  if (join->cells > 0) sw->port[join->egress].backlog[join->cls] += join->cells;
  join->cells = 0;
  if (f != NULL) *join = (struct sluice_switch_join){f->egress, f->cls, f->cells};
}

// An LFSR of period 65,535, x^16 + x^15 + x^13 + x^4 + 1, moved on by all of its bits.
static uint16_t next_random(uint16_t state) {
  for (int i = 0; i < 16; i++)
    state = (uint16_t)(state << 1 | ((state >> 15 ^ state >> 14 ^ state >> 12 ^ state >> 3) & 1));
  return state;
}

// Sets CE in an ECN-capable packet. Returns false, and changes nothing, if the frame is no such packet.
static bool set_ce(uint8_t *bytes) {
  const struct sluice_switch_ip ip = sluice_switch_ip(bytes);
  if (!ip.v4 && !ip.v6) return false;
  const int shift = ip.v4 ? 0 : 4;  // the ECN bits are the lower ones of the traffic class
  const unsigned before = (unsigned)ip.at[0] << 8 | ip.at[1], ecn = before >> shift & CE;
  if (ecn == NOT_ECT || ecn == CE) return false;
  ip.at[1] |= (uint8_t)(CE << shift);
  if (ip.v4) sluice_switch_mend_checksum(ip.at, before, before | CE);
  return true;
}

void sluice_switch_ecn_begin(struct sluice_switch *sw, struct sluice_frame *f) {
  uint32_t *backlog = &sw->port[f->egress].backlog[f->cls];
  const struct sluice_switch_ecn *ecn = &sw->regs.ecn;
  const uint16_t random = sw->random;
  sw->random = next_random(random);
  *backlog -= f->cells;
  f->marked = ecn->enable[f->egress][f->cls] && sluice_ecn_marks(&ecn->rule[f->egress][f->cls], *backlog, random) &&
              set_ce(f->bytes);
}

#include "fpga/selftest_parts.h"

// Packs the feedback levels as the RTL does, if a level has more than one bit. Returns the number of words.
static int pack_levels(const struct selftest_build *build, const struct sluice_out *out, uint32_t *words) {
  bool linear = build->dims.schemes >> SLUICE_GFC_LINEAR & 1, staged = build->dims.schemes >> SLUICE_GFC & 1;
  int bits_each = linear ? 16 : staged ? 5 : 0, total = build->dims.ports * build->dims.classes * bits_each;
  for (int i = 0; i < total; i++) {
    uint32_t bit = out->queue_level[i / bits_each] >> i % bits_each & 1;
    words[i / 32] |= bit << i % 32;
  }
  return (total + 31) / 32;
}

static uint32_t fold(const struct selftest_build *build, const struct sluice_out *out) {
  uint32_t words[32] = {0};
  int n = 0, queues = build->dims.ports * build->dims.classes;
  words[n++] = (uint32_t)out->tx_port | (uint32_t)out->adm_class << 6 | (uint32_t)out->adm_port << 9 |
               (uint32_t)out->adm_kind << 15 | (uint32_t)out->cfg_reason << 18 | (uint32_t)out->cfg_error << 22 |
               (uint32_t)(build->stats && out->stat_valid) << 23 | (uint32_t)out->tx_level << 24 |
               (uint32_t)out->tx_valid << 25 | (uint32_t)out->deq_error << 26 | (uint32_t)out->adm_valid << 27 |
               (uint32_t)out->ready << 28;
  words[n++] = out->mon_shared;
  words[n++] = out->mon_xqoff;
  words[n++] = out->mon_xqon;
  words[n++] = out->mon_xpoff;
  words[n++] = out->mon_xpon;
  words[n++] = out->loss;
  words[n++] = build->stats ? out->stat_data : 0;
  words[n++] = (uint32_t)out->port_off;
  words[n++] = out->tx_enable;
  for (int i = 0; i < queues; i += 32) words[n++] = (uint32_t)(out->queue_off[i / 64] >> i % 64);
  for (int i = 0; i < queues; i += 32) words[n++] = (uint32_t)(out->gate[i / 64] >> i % 64);
  for (int c = 0; c < build->dims.classes; c += 2)
    words[n++] = out->tx_time[c] | (c + 1 < SLUICE_MAX_CLASSES ? (uint32_t)out->tx_time[c + 1] << 16 : 0);
  n += pack_levels(build, out, words + n);
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned by = 5u * (unsigned)i % 32;
    sum ^= words[i] << by | (by != 0 ? words[i] >> (32 - by) : 0);
  }
  return sum;
}

void selftest_judge_step(struct selftest_judge *j, const struct selftest_build *build, bool running, bool last,
                         const struct sluice_out *out, const struct sluice_in *in) {
  struct selftest_result *r = &j->result;
  bool pause = false, off = out->port_off != 0, refused = out->adm_valid && out->adm_kind == SLUICE_REFUSED;
  for (int i = 0; i < SLUICE_WORDS; i++) off |= out->queue_off[i] != 0;
  for (int c = 0; c < build->dims.classes; c++) pause |= out->tx_time[c] != 0;

  r->signature = r->signature << 1 ^ (r->signature >> 31 ? 0x04C11DB7 : 0) ^ fold(build, out);
  r->events += (uint32_t)in->enq_valid + in->deq_valid;
  r->pauses += out->tx_valid && in->tx_ready && pause;
  r->headroom += out->adm_valid && out->adm_kind == SLUICE_HEADROOM;
  r->refused += refused;
  r->broken |= (uint32_t)refused | (uint32_t)out->deq_error << 1 | (uint32_t)(out->mon_shared > j->shared) << 2 |
               (uint32_t)(running && out->cfg_error) << 3 | (uint32_t)(last && (out->mon_shared != 0 || off)) << 4;
  if (in->cfg_write && in->cfg_addr == SLUICE_REG_SHARED) j->shared = in->cfg_wdata;
}

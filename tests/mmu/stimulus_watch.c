#include "tests/mmu/draw.h"

static int popcount(uint64_t x) { return __builtin_popcountll(x); }

void stimulus_watch(struct stimulus *s, const struct sluice_out *out) {
  struct stimulus_seen *seen = s->seen;
  const struct sluice_out *last = &s->last;
  bool changed = out->port_off != last->port_off;
  int off = 0, on = 0, fell = 0, held = 0;
  for (int i = 0; i < SLUICE_WORDS; i++) {
    held += popcount(out->gate[i] & ~last->gate[i]);
    off += popcount(out->queue_off[i] & ~last->queue_off[i]);
    on += popcount(~out->queue_off[i] & last->queue_off[i]);
    fell += popcount(~out->gate[i] & last->gate[i]);
  }
  changed |= off + on != 0 || out->cfg_error != last->cfg_error || out->cfg_reason != last->cfg_reason;
  if (changed || s->write_at != s->write_end) s->changed_at = s->cycle;
  if (!s->before[0].tx_ready) s->unready_at = s->cycle;
  if (seen != NULL) {
    seen->queue_off += (uint64_t)off;
    seen->queue_on += (uint64_t)on;
    seen->port_off += (uint64_t)popcount(out->port_off & ~last->port_off);
    seen->port_on += (uint64_t)popcount(~out->port_off & last->port_off);
    if (fell > 0 && !s->before[0].rx_valid && s->write_at == s->write_end) seen->expiries++;
    if (held > 0 && !s->before[0].rx_valid) seen->holds++;
    for (int q = 0; q < s->dims.ports * s->dims.classes; q++) {
      if (out->queue_level[q] == last->queue_level[q] || out->queue_level[q] == SLUICE_OFF) continue;
      if (out->queue_level[q] > SLUICE_MAX_STAGES)
        seen->linear_levels++;
      else
        seen->stages[out->queue_level[q]]++;
    }
    if (out->adm_valid) seen->admission[out->adm_kind]++;
    if (out->deq_error) seen->deq_errors++;
    if (out->cfg_reason != last->cfg_reason || out->cfg_error != last->cfg_error) {
      seen->reason[out->cfg_reason]++;
    }
    if (s->cycle == s->commit_until && !out->cfg_error) seen->scheme[s->regs[SLUICE_REG_SCHEME] % SLUICE_SCHEMES]++;
    if (s->cycle == s->commit_until && s->limits_change && s->full_count > 0) {
      seen->limits_taken += !out->cfg_error;
      seen->limits_busy += out->cfg_error && out->cfg_reason == SLUICE_BUSY;
    }
    if (out->tx_valid) {
      uint64_t quiet = 3 * (uint64_t)s->dims.ports + 40;
      if (s->cycle - s->changed_at > quiet && s->cycle - s->unready_at > quiet) seen->refreshes++;
      if (out->tx_level) seen->port_messages++;
      bool pause = false;
      for (int c = 0; c < s->dims.classes; c++) pause |= (out->tx_enable >> c & 1) && out->tx_time[c] != 0;
      if (pause)
        seen->pauses++;
      else
        seen->resumes++;
    }
    if (out->cfg_rvalid && out->cfg_rdata != 0) seen->reads[s->before[2].cfg_addr & 63]++;
    if (out->cfg_rvalid && s->before[2].cfg_addr == SLUICE_REG_STATUS)
      seen->at_port += (out->cfg_rdata & SLUICE_STATUS_AT_PORT) != 0;
    if (out->stat_valid && out->stat_data != 0 && s->before[2].stat_select < STIMULUS_STATS)
      seen->stat[s->before[2].stat_select]++;
  }
  s->last = *out;
}

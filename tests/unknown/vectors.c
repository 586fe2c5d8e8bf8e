// Writes test vectors of the C model under random stimulus, for a simulation with unknown values (bench.sv). A line per
// cycle: 1 if a reset precedes the cycle, its inputs, and the outputs after it, in hexadecimal. The fields are in the
// order of the concatenations in bench.sv.
//
// usage: vectors PORTS CLASSES WIDTH SCHEMES PORT_LIMITS CYCLES    CYCLES: length of the run of each scheme that is
// built
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mmu/stimulus.h"
#include "tests/unknown/bits.h"

static int bits_for(int n) {
  int bits = 1;
  while (1 << bits < n) bits++;
  return bits;
}

static void put_inputs(struct bits *b, const struct sluice_dims *d, const struct sluice_in *in) {
  int port = bits_for(d->ports), cls = bits_for(d->classes), cells = d->width;
  put(b, in->enq_valid, 1), put(b, in->enq_port, port), put(b, in->enq_class, cls), put(b, in->enq_cells, cells);
  put(b, in->enq_ttl, 8), put(b, in->enq_egress, port);
  put(b, in->deq_valid, 1), put(b, in->deq_port, port), put(b, in->deq_class, cls), put(b, in->deq_cells, cells);
  put(b, in->snd_valid, 1), put(b, in->snd_port, port), put(b, in->snd_class, cls), put(b, in->snd_cells, cells);
  put(b, in->tx_ready, 1), put(b, in->rx_valid, 1), put(b, in->rx_port, port), put(b, in->rx_level, 2);
  put(b, in->rx_enable, d->classes);
  for (int c = d->classes - 1; c >= 0; c--) put(b, in->rx_time[c], 16);
  put(b, in->cfg_write, 1), put(b, in->cfg_addr, 6), put(b, in->cfg_wdata, 32), put(b, in->cfg_read, 1);
  put(b, in->stat_read, 1), put(b, in->stat_select, 4), put(b, in->stat_port, port), put(b, in->stat_class, cls);
}

static void put_queues(struct bits *b, const struct sluice_dims *d, const uint64_t *words) {
  for (int q = d->ports * d->classes - 1; q >= 0; q--) put(b, words[q / 64] >> q % 64, 1);
}

static void put_outputs(struct bits *b, const struct sluice_dims *d, const struct sluice_out *out) {
  int port = bits_for(d->ports), cls = bits_for(d->classes), cells = d->width;
  int level = d->schemes >> SLUICE_GFC_LINEAR & 1 ? 16 : d->schemes >> SLUICE_GFC & 1 ? 5 : 1;
  put(b, out->ready, 1), put(b, out->adm_valid, 1), put(b, out->adm_port, port), put(b, out->adm_class, cls);
  put(b, out->adm_kind, 3), put(b, out->deq_error, 1);
  for (int q = d->ports * d->classes - 1; q >= 0; q--) put(b, out->queue_level[q], level);  // OFF is all ones
  put_queues(b, d, out->queue_off);
  put(b, out->port_off, d->ports);
  put(b, out->tx_valid, 1), put(b, out->tx_port, port), put(b, out->tx_level, 1), put(b, out->tx_enable, d->classes);
  for (int c = d->classes - 1; c >= 0; c--) put(b, out->tx_time[c], 16);
  put_queues(b, d, out->gate);
  put(b, out->cfg_rvalid, 1), put(b, out->cfg_rdata, 32), put(b, out->cfg_error, 1), put(b, out->cfg_reason, 4);
  put(b, out->stat_valid, 1), put(b, out->stat_data, 32), put(b, out->loss, 32), put(b, out->mon_shared, cells);
  put(b, out->mon_xqoff, cells), put(b, out->mon_xqon, cells), put(b, out->mon_xpoff, cells);
  put(b, out->mon_xpon, cells);
}

int main(int argc, char **argv) {
  static struct stimulus s;
  static struct bits inputs, outputs;
  if (argc != 7) return 2;
  const struct sluice_dims d = {atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), (unsigned)atoi(argv[4]),
                                atoi(argv[5]) != 0};
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++) {
    struct sluice_mmu *m;
    if (!(d.schemes >> scheme & 1)) continue;
    if (sluice_mmu_new(&m, &d) != 0) return 2;
    stimulus_init(&s, &d, (uint64_t)scheme + 1, scheme, NULL);
    for (long cycle = 0; cycle < atol(argv[6]); cycle++) {
      struct sluice_in in;
      stimulus_next(&s, sluice_mmu_out(m), &in);
      sluice_mmu_step(m, &in);
      inputs.count = outputs.count = 0;
      put_inputs(&inputs, &d, &in);
      put_outputs(&outputs, &d, sluice_mmu_out(m));
      printf("%d ", cycle == 0);
      print(&inputs);
      putchar(' ');
      print(&outputs);
      putchar('\n');
    }
    sluice_mmu_free(m);
  }
  return ferror(stdout) ? 2 : 0;
}

#include "cmodel/room/sluice_room_port.h"

#include <errno.h>
#include <string.h>

#include "cmodel/rules/sluice_gfc.h"

static bool within(int value, int least, int most) { return value >= least && value <= most; }

int sluice_room_port_init(struct sluice_room_port *p, const struct sluice_room_dims *d) {
  if (!within(d->ports, 1, SLUICE_MAX_PORTS) || !within(d->classes, 1, SLUICE_MAX_CLASSES) ||
      !within(d->bits, SLUICE_MIN_WIDTH, SLUICE_MAX_WIDTH) || !within(d->period_bits, 4, 32))
    return EINVAL;
  *p = (struct sluice_room_port){.dims = *d};
  return 0;
}

void sluice_room_tx_step(struct sluice_room_tx *tx, const struct sluice_room_dims *d, const struct sluice_room_in *in) {
  const bool moves = !tx->word.valid || in->tx_ready;
  const bool expires = in->period != 0 && tx->elapsed >= in->period - 1;
  const bool last = tx->port == d->ports - 1 && tx->cls == d->classes - 1;
  const bool goes_on = tx->scans && !(last && moves), due = tx->due || expires;
  if (moves) {
    tx->word = tx->read;
    tx->word.value = sluice_room_of(in->config, in->read_cells);
    tx->read = (struct sluice_room_word){
        .valid = tx->scans && (in->config->lossless >> tx->cls & 1), .port = tx->port, .cls = tx->cls};
    if (tx->scans && ++tx->cls == d->classes) {
      tx->cls = 0;
      tx->port = last ? 0 : tx->port + 1;
    }
  }
  tx->scans = goes_on || due;
  tx->due = goes_on && due;
  tx->elapsed = expires || in->period == 0 ? 0 : tx->elapsed + 1;
}

void sluice_room_rx_step(struct sluice_room_rx *rx, const struct sluice_room_in *in) {
  memmove(&rx->level[1], &rx->level[0], sizeof(rx->level) - sizeof(rx->level[0]));
  rx->level[0] = in->rx;
  rx->level[0].value = sluice_level_of_room(in->config->scheme, in->config, in->rx.value);
}

void sluice_room_port_step(struct sluice_room_port *p, const struct sluice_room_in *in, struct sluice_room_out *out) {
  *out = (struct sluice_room_out){.read_enable = !p->tx.word.valid || in->tx_ready,
                                  .read_port = p->tx.port,
                                  .read_class = p->tx.cls,
                                  .tx = p->tx.word,
                                  .level = p->rx.level[SLUICE_ROOM_RX_LATENCY - 1]};
  sluice_room_tx_step(&p->tx, &p->dims, in);
  sluice_room_rx_step(&p->rx, in);
}

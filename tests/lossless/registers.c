#include "tests/lossless/registers.h"

#include <check.h>

#include "cmodel/sluice_switch.h"

void must_write(struct lossless *l, uint32_t addr, uint32_t value) {
  ck_assert_msg(lossless_write(l, addr, value), "register %x: %s", addr, lossless_error(l));
}

void must_write_limit(struct lossless *l, uint32_t port, uint32_t limit, uint32_t value) {
  must_write(l, 4 * SLUICE_REG_PORT_SELECT, port | (limit / 4 > 0 ? SLUICE_PORT_SELECT_PAGE : 0));
  must_write(l, 4 * (SLUICE_REG_PORT_WINDOW + limit % 4), value);
}

void write_macs_by_port(struct lossless *l, uint32_t ports) {
  for (uint32_t p = 0; p < ports; p++) {
    must_write(l, SLUICE_SWITCH_REG_MAC_LOW + 8 * p, p);
    must_write(l, SLUICE_SWITCH_REG_MAC_HIGH + 8 * p, 1u << 31 | p << 16 | 0x0200);
  }
}

void must_commit(struct lossless *l) {
  uint32_t status;
  must_write(l, 4 * SLUICE_REG_COMMIT, 1);
  ck_assert(lossless_read(l, 4 * SLUICE_REG_STATUS, &status));
  ck_assert_msg(status & SLUICE_STATUS_ACTIVE, "STATUS %x", status);
}

void configure_set(struct lossless *l, const struct switch_dims *d, const struct lossless_set *s) {
  const struct sluice_switch_dims dims = switch_model_dims(d, 16);
  const uint32_t cells = (s->max_frame + (uint32_t)d->cell - 1) / (uint32_t)d->cell;
  const uint32_t buffer = (uint32_t)d->cells - (uint32_t)d->ports * sluice_switch_reserve(&dims, s->max_frame);
  const uint32_t queues = (uint32_t)(d->ports * d->classes);
  const uint32_t set[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_SIH},
      {SLUICE_REG_BUFFER, buffer},
      {SLUICE_REG_PRIVATE, s->private_cells},
      {SLUICE_REG_HEADROOM, s->headroom},
      {SLUICE_REG_SHARED, buffer - queues * (s->headroom + s->private_cells)},
      {SLUICE_REG_LOSSLESS, (1u << d->classes) - 1},
      {SLUICE_REG_MAX_PACKET, cells},
      {SLUICE_REG_ALPHA, (uint32_t)-4},
      {SLUICE_REG_DELTA_Q, cells},
      {SLUICE_REG_REFRESH, s->refresh},
      {SLUICE_REG_PAUSE_TIME, s->pause_time},
      {SLUICE_REG_QUANTA_STEP, 16u * 8u * (uint32_t)d->bytes},
  };
  must_write(l, SLUICE_SWITCH_REG_MAX_FRAME, s->max_frame);
  for (size_t i = 0; i < sizeof set / sizeof set[0]; i++) must_write(l, 4 * set[i][0], set[i][1]);
  must_commit(l);
}

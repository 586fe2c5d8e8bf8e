// Tests the class and the TTL that the switch reads in a header, against values computed from the fields of the frame.
// `make test T=switch CASE=headers` repeats it.
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "tests/switch/cases.h"

// Frames of all kinds under random priorities and trust. TTL and checksum must equal values computed again.
START_TEST(headers) {
  struct bench b;
  bench_start(&b, _i, 5);
  const struct switch_dims *d = &b.shim->dims;
  for (int round = 0; round < 30; round++) {
    uint32_t map = 0, ports[SWITCH_MAX_PORTS], decrement = round % 3 != 2;  // 0: the switch ignores TTLs
    bench_write(&b, SLUICE_SWITCH_REG_TTL_MODE, 0x7700 | decrement);
    int priority[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (int i = 7; i > 0; i--) {
      int j = (int)bench_random(&b, (uint64_t)i + 1), t = priority[i];
      priority[i] = priority[j], priority[j] = t;
    }
    for (int i = 0; i < 8; i++) map |= (uint32_t)priority[i] << 4 * i;
    bench_write(&b, SLUICE_SWITCH_REG_PRIORITY, map);
    ck_assert_uint_eq(bench_read(&b, SLUICE_SWITCH_REG_PRIORITY), map);
    for (int p = 0; p < d->ports; p++) {
      ports[p] = 0xff00 | (uint32_t)bench_random(&b, 4) << 4 | (uint32_t)bench_random(&b, (uint64_t)d->classes);
      bench_write(&b, (uint16_t)(SLUICE_SWITCH_REG_PORT + 4 * p), ports[p]);
    }
    for (int i = 0; i < 60; i++) {
      int in = (int)bench_random(&b, (uint64_t)d->ports), kind = (int)bench_random(&b, 4),
          pcp = (int)bench_random(&b, 8), dscp = (int)bench_random(&b, 64);
      bool tagged = bench_random(&b, 2);
      struct frame *f = bench_frame(&b, in, (in + 1) % d->ports, 0, 60 + (int)bench_random(&b, 100));
      uint8_t *ip = f->sent + (tagged ? 18 : 14);
      if (tagged) f->sent[14] = (uint8_t)(pcp << 5 | (int)bench_random(&b, 32));
      uint8_t ttl = (uint8_t)(bench_random(&b, 4) ? bench_random(&b, 256) : bench_random(&b, 3));
      if (kind == 0) {  // IPv4
        ip[-2] = 8, ip[-1] = 0, ip[0] = 0x45, ip[1] = (uint8_t)(dscp << 2), ip[8] = ttl;
        bench_sum_up(ip);
        if (bench_random(&b, 8) == 0) {  // a checksum of 0xFEFF must become 0, not 0xFFFF
          uint32_t was = (uint32_t)(ip[10] << 8 | ip[11]), id = (uint32_t)(ip[4] << 8 | ip[5]) + was + 0x0100;
          id = (id & 0xffff) + (id >> 16);
          ip[4] = (uint8_t)(id >> 8), ip[5] = (uint8_t)id;
          bench_sum_up(ip);
        }
      } else if (kind == 1) {  // IPv6
        ip[-2] = 0x86, ip[-1] = 0xdd, ip[0] = (uint8_t)(0x60 | dscp >> 2), ip[1] = (uint8_t)(dscp << 6), ip[7] = ttl;
      } else {  // another type, or a version that does not fit the type
        ip[-2] = kind == 2 ? 0x88 : 8, ip[-1] = kind == 2 ? 0xb5 : 0, ip[0] = 0x65;
      }
      memcpy(f->expected, f->sent, (size_t)f->length);
      uint8_t *out = f->expected + (tagged ? 18 : 14);
      f->ttl = kind > 1 || !decrement ? 0x77 : ttl < 2 ? 0 : (uint8_t)(ttl - 1);
      if (kind == 0 && ttl > 0 && decrement) {
        out[8]--;
        bench_sum_up(out);
      }
      if (kind == 1 && ttl > 0 && decrement) out[7]--;
      f->cls = (int)(ports[in] & 7);
      int wanted = tagged && ports[in] & 0x10 ? pcp : kind < 2 && ports[in] & 0x20 ? dscp / 8 : -1;
      for (int c = d->classes - 1; c >= 0; c--)
        if (priority[c] == wanted) f->cls = c;
      bench_send(&b, f);
    }
    bench_drain(&b);
  }
  ck_assert_uint_eq(b.frames_out, 1800);
  bench_free(&b);
}
END_TEST

// The TTL scheme: the class is the hop. The MMU drops TTL 0 and 1. Frames other than IP belong to the lossy class.
START_TEST(ttl_scheme) {
  struct bench b;
  bench_new(&b, switch_shim_list[_i], 8);
  const struct switch_dims *d = &b.shim->dims;
  if (!(d->schemes >> SLUICE_TTL & 1)) {
    bench_free(&b);
    return;
  }
  uint32_t regs[SLUICE_REGS];
  bench_registers(d, regs);
  regs[SLUICE_REG_SCHEME] = SLUICE_TTL;
  regs[SLUICE_REG_PRIVATE] = 0;
  regs[SLUICE_REG_TTL0] = (uint32_t)d->classes - 1;  // the highest class is lossy and not a hop
  regs[SLUICE_REG_ALPHA] = 0;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] + 4;
  for (int c = 0; c < d->classes; c++) {
    regs[SLUICE_REG_PARTITION + c] = (uint32_t)d->ports * regs[SLUICE_REG_MAX_PACKET];
    regs[SLUICE_REG_WEIGHT + c] = 65536u / (uint32_t)d->classes;
  }
  regs[SLUICE_REG_SHARED] = 100;
  const struct sluice_dims dims = {d->ports, d->classes, 13, d->schemes, false};
  char text[200];
  enum sluice_reason reason = sluice_config_explain(&dims, regs, text, sizeof text);
  ck_assert_msg(reason == SLUICE_OK, "%s", text);
  ck_assert_uint_eq(bench_configure(&b, regs), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE);
  bench_write(&b, SLUICE_SWITCH_REG_TTL_MODE, 1);
  bench_write(&b, SLUICE_SWITCH_REG_MAC_LOW, 1);
  bench_write(&b, SLUICE_SWITCH_REG_MAC_HIGH, 0x80010200u);
  int dropped = 0, count = 0;
  uint64_t of_class[8] = {0};
  for (int ttl = 0; ttl < d->classes + 3; ttl++)
    for (int i = 0; i < 5; i++) {
      struct frame *f = bench_frame(&b, i % 2 * 2, 1, 0, 200);
      uint8_t *ip = f->sent + 14;
      f->sent[12] = 8, f->sent[13] = 0, ip[0] = 0x45, ip[8] = (uint8_t)ttl;
      bench_sum_up(ip);
      memcpy(f->expected, f->sent, (size_t)f->length);
      if (ttl > 0) {
        f->expected[22]--;
        bench_sum_up(f->expected + 14);
      }
      bench_send(&b, f);
      dropped += ttl < 2;
      count++;
      int after = ttl - 1, ttl0 = d->classes - 1;
      if (after > 0) of_class[after < ttl0 ? ttl0 - after : 1]++;
    }
  bench_drain(&b);
  ck_assert_uint_eq(b.reasons[10], (uint64_t)dropped);
  ck_assert_uint_eq(b.frames_out, (uint64_t)(count - dropped));
  for (int c = 0; c < d->classes; c++)
    ck_assert_msg(b.counts[1][16 + c] == of_class[c], "class %d: expected %" PRIu64 " frames, got %" PRIu64, c,
                  of_class[c], b.counts[1][16 + c]);
  bench_compare_counters(&b);
  bench_free(&b);
}
END_TEST

TCase *cases_headers(void) {
  TCase *c = tcase_create("headers");
  tcase_set_timeout(c, 120);
  tcase_add_loop_test(c, headers, 0, bench_variants());
  tcase_add_loop_test(c, ttl_scheme, 0, bench_crowded_variants());
  return c;
}

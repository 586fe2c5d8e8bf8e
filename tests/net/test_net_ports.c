// Tests ports and links in exact cycles: gates, pause messages between packets, and pause timers of hosts. The expected
// cycles follow from the line rate. `make check T=net_ports` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>

#include "tests/net/runs.h"
#include "tests/suite.h"

// ---- one switch, two hosts, slow links: 1000 bytes take 2000 cycles ----

static const char slow[] =
    "name: slow\noverhead_bytes: 0\ngbps: 1\ndelay_ns: 400\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 1MB, "
    "headroom: 16KB, "
    "xoff: 9KB, xon: 7KB, width: 20}\nswitches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
    "flows: [{name: there, from: x, to: y}, {name: back, from: y, to: x}]\n";

static struct scenario *slow_scenario;
static struct clocked_network *net;
static const struct network_result *result;
static struct port *to_y;  // egress port of the switch

static void slow_setup(void) {
  slow_scenario = runs_load_text(slow);
  ck_assert_int_eq(clocked_new(&net, slow_scenario, &(struct network_options){.engine = ENGINE_MODEL, .seed = 1}),
                   NETWORK_OK);
  to_y = &net->links.port[0][1];
  result = clocked_result(net);
}

static void slow_teardown(void) {
  clocked_free(net);
  scenario_free(slow_scenario);
}

static void run_until(uint64_t cycle) {
  while (net->net.now < cycle) ck_assert(network_cycle(net));
}

static void run_until_sending(void) {
  while (!(to_y->busy && to_y->data && net->net.now > 10000)) ck_assert(network_cycle(net));
}

static struct packet *pause_message(uint8_t enable, uint16_t quanta) {
  struct packet *p = packet_new(&net->net.pool, true);
  ck_assert_ptr_nonnull(p);
  p->bytes = 64;
  p->pause = (struct pause){.enable = enable};
  for (int c = 0; c < 8; c++) p->pause.time[c] = quanta;
  p->via = to_y;
  return p;
}

START_TEST(closing_gate_lets_the_packet_finish) {
  run_until_sending();
  uint64_t out = to_y->sent.cycle, frames = result->link[1][0].frames;
  struct packet *p = pause_message(1, 100);
  p->via = to_y->peer;  // y pauses the switch
  net->kind->arrive(net->switches, 0, p);
  run_until(out);
  ck_assert(mmu_gate(&((struct mmu_switches *)net->switches)->node[0], 1) & 1);
  ck_assert(to_y->busy);
  ck_assert_uint_eq(to_y->sent.cycle, out);
  run_until(out + 10000);
  ck_assert_uint_eq(result->link[1][0].frames, frames);
  run_until(out + 20000);  // the timer of 100 quanta of 128 cycles has expired
  ck_assert_uint_gt(result->link[1][0].frames, frames);
}
END_TEST

START_TEST(pause_message_waits_for_the_packet_and_overtakes_the_others) {
  run_until_sending();
  uint64_t out = to_y->sent.cycle;
  uint64_t pauses = result->link[1][1].pauses + result->link[1][1].refreshes;
  fifo_put(&to_y->control, pause_message(1, 7));
  fifo_put(&to_y->control, pause_message(2, 7));
  while (net->net.now <= out) ck_assert(network_cycle(net));
  ck_assert(to_y->busy && !to_y->data);
  ck_assert_uint_eq(to_y->sent.cycle, out + 128);
  run_until(out + 129);
  ck_assert(to_y->busy && !to_y->data);  // the second message; the port sends both
  ck_assert_uint_eq(to_y->sent.cycle, out + 256);
  run_until(out + 128 + 100);
  ck_assert_uint_eq(net->hosts.host[1].until[0], 0);
  run_until(out + 128 + 100 + 1);
  ck_assert_uint_eq(result->link[1][1].pauses + result->link[1][1].refreshes, pauses + 1);
  ck_assert_uint_eq(net->hosts.host[1].until[0], out + 128 + 100 + 7 * 128);
}
END_TEST

START_TEST(host_timers_count_quanta) {
  struct node_host *h = &net->hosts.host[1];
  run_until(1000);
  host_arrive(&net->hosts, 1, pause_message(0x05, 10));
  ck_assert_uint_eq(h->until[0], net->net.now + 10 * 128);
  ck_assert_uint_eq(h->until[1], 0);
  ck_assert_uint_eq(h->until[2], net->net.now + 10 * 128);
  host_arrive(&net->hosts, 1, pause_message(0x01, 0));
  ck_assert(h->until[0] == 0 && h->until[2] == net->net.now + 10 * 128);
  struct packet *p = pause_message(0xff, 3);
  p->pause.level = 1;
  host_arrive(&net->hosts, 1, p);
  ck_assert_uint_eq(h->level_until, net->net.now + 3 * 128);
  ck_assert_uint_eq(h->until[0], 0);
}
END_TEST

START_TEST(memory_does_not_grow_with_time) {
  run_until(20000);
  struct packet_block *blocks = net->net.pool.blocks;
  run_until(240000);
  ck_assert_ptr_eq(net->net.pool.blocks, blocks);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_ports");
  TCase *ports = tcase_create("ports");
  tcase_add_checked_fixture(ports, slow_setup, slow_teardown);
  tcase_add_test(ports, closing_gate_lets_the_packet_finish);
  tcase_add_test(ports, pause_message_waits_for_the_packet_and_overtakes_the_others);
  tcase_add_test(ports, host_timers_count_quanta);
  tcase_add_test(ports, memory_does_not_grow_with_time);
  suite_add_tcase(suite, ports);
  return suite_run(suite);
}

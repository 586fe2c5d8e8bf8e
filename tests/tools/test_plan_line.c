// Tests the planner's command line: its outputs, and one message for each wrong option. `make check T=plan_line`
// repeats it.
#define _POSIX_C_SOURCE 200809L
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/suite.h"
#include "tests/tools/plan_command.h"
#include "tests/tools/plan_input.h"

// A switch with credits
#define CREDITS                                                                                                  \
  "plan --ports 4 --gbps 10 --length-m 40 --buffer 2MiB --cell 64 --mtu 1518 --lossless 3,4 --clock-mhz 156.25 " \
  "--credits ultra_ethernet --registers switch"

// A switch with words of 128 bits
#define SWITCH                                                                                                         \
  "plan --ports 4 --gbps 10 --length-m 40 --buffer 256KiB --cell 128 --mtu 1518 --lossless 3,4 --alpha 1 --clock-mhz " \
  "125 --registers switch"

#define GROUPS "plan --group 4:10:40 --group 2:100:300 --buffer 16MiB --cell 256"

static const struct {
  const char *line, *message;
} bad[] = {
    {"plan", "--ports is missing"},
    {"plan --ports 4 --classes 2 --gbps 10 --buffer 1MB", "--delay-us or --length-m is missing"},
    {GOOD " --ports 0", "ports is '0'"},
    {GOOD " --ports 513", "1 to 512"},
    {GOOD " --ports -1", "ports is '-1'"},
    {GOOD " --classes 9", "1 to 8"},
    {GOOD " --gbps 0", "0.001 to 1000"},
    {GOOD " --gbps nan", "gbps is 'nan'"},
    {GOOD " --gbps 1e2", "gbps is '1e2'"},
    {GOOD " --gbps 33", "no response time of 802.3"},
    {GOOD " --length-m 3", "given twice"},
    {GOOD " --credits tokens", "ultra_ethernet"},
    {GOOD " --ratio 8", "--ratio is of SHP's pool"},
    {GOOD " --amount 6400", "give --credits too"},
    {GOOD " --credits ultra_ethernet --amount 6399", "give 6400 to 262144 bytes"},
    {GOOD " --credits ultra_ethernet --registers mmu", "--credits is for tables, --json and --registers switch"},
    {GOOD " --credits infiniband --registers switch", "the switch has the credits of Ultra Ethernet only"},
    {GOOD " --credits ultra_ethernet --credit-ports 0", "give --credits and --registers switch too"},
    {GOOD " --registers switch --freed-period-us 100", "give --credits and --registers switch too"},
    {CREDITS " --credit-ports 0,16", "a port is '16'"},
    {GOOD " --flood 0", "--flood is a register of a switch; give --registers switch, or leave --flood out"},
    {CREDITS " --flood 4", "flood has port 4; there are 4 ports, 0 to 3"},
    {CREDITS " --flood 0 --lossless 0,1,2,3,4,5,6,7",
     "flood copies frames of lossy classes, and all classes are lossless"},
    {CREDITS " --credit-ports 1,4", "credit-ports has port 4; there are 4 ports, 0 to 3"},
    {CREDITS " --amount 63", "give 64 to 262144 bytes"},
    {CREDITS " --private 7808 --amount 6400 --cell 128", "give --private 7936 or more, or lower --amount"},
    {CREDITS " --private 1535 --amount 64 --mtu 1540", "give --private 1600 or more\n"},
    {CREDITS " --consumed-period-us 79.3", "consumed-period-us is 12391 cycles; the switch takes 12929 to 1048575"},
    // the longest wait of a word is 12,388 B or 3,097 cycles, without a rest
    {CREDITS " --clock-mhz 312.5 --consumed-period-us 79.3",
     "consumed-period-us is 24782 cycles; the switch takes 25313 to 1048575"},
    {CREDITS " --clock-mhz 312.5 --freed-period-us 79.3",
     "freed-period-us is 24782 cycles; the switch takes 49593 to 1048575"},
    {CREDITS " --freed-period-us 6711", "freed-period-us is 1048594 cycles; the switch takes 24825 to 1048575"},
    {CREDITS " --private 0 --lossless 0,1,2,3,4,5,6,7 --scheme TTL", "another class at each hop of TTL"},
    {CREDITS " --out plan.yaml", "give them without --credits"},
    {GOOD " --credits infiniband --amount 131073", "give 64 to 131072 bytes"},
    {GOOD " --buffer 0", "buffer is '0'; give bytes such as 40000, 40KB or 16MiB, at least 1"},
    {GOOD " --buffer 16M", "40000, 40KB or 16MiB"},
    {GOOD " --buffer 99999999999", "at most"},
    {GOOD " --buffer 99999999KB", "at most"},
    {GOOD " --mtu 63", "at least 64"},
    {GOOD " --mtu 70000", "64 to 16384"},
    {GOOD " --min-packet 1501", "64 to 1500"},
    {GOOD " --cell 0", "cell is '0'"},
    {GOOD " --alpha 1/3", "alpha is '1/3'"},
    {GOOD " --alpha -4", "from 1/256 to 128"},
    {GOOD " --quanta 65536", "1 to 65535"},
    {GOOD " --clock-mhz 100", "clock-mhz is 100; it must be 195.313 to 2000"},
    {GOOD " --bm 1KB", "2*C*tau"},
    {GOOD " --partitions 1MB,,1MB", "a partition is ''"},
    {GOOD " --partitions 1MB,1KB", "partition 1 is 1000 B"},
    {GOOD " --partitions 9MB,9MB", "in all"},
    {GOOD " --partitions 1,1,1,1,1,1,1,1,1", "at most 8"},
    {GOOD " --scheme STATIC", "unknown scheme 'STATIC'; use SIH, DSH, SHP, TTL or GFC"},
    {GOOD " --scheme TTL", "leave --private out"},
    {GOOD " --private 0 --scheme TTL", "TTL needs"},
    {GOOD " --private 0 --scheme TTL --classes 1", "at least 2 classes"},
    {GOOD " --private 0 --scheme TTL --partitions 0,1MB", "2 partitions and 7 classes"},
    {GOOD " --tree-levels 2", "tree-levels is for TTL"},
    {GOOD " --private 0 --scheme TTL --tree-levels 2",
     "classes is 7, and a tree of 2 levels needs 2; leave --classes out"},
    {"plan --ports 4 --gbps 40 --delay-us 1 --buffer 4MiB --scheme TTL --tree-levels 9", "tree-levels is '9'"},
    {GOOD " --scheme GFC", "leave --private out"},
    {GOOD " --private 0 --scheme GFC", "GFC needs"},
    {GOOD " --private 0 --scheme GFC --bm 1500KB --buffer 400MB", "B0 would be below 0"},
    {GOOD " --private 0 --scheme GFC --buffer 512MiB --proc-us 0.3", "t_proc is 300 ns, of which"},
    {GOOD " --cell 1 --mtu 16384 --buffer 64MiB --registers mmu", "more than MAX_PACKET holds"},
    {"plan --ports 3 --classes 7 --gbps 100 --buffer 250MB --delay-us 900 --registers mmu", "more than HEADROOM holds"},
    {GOOD " --datapath-us -1", "datapath-us is '-1'"},
    {GOOD " --message-wait 65535", "0 to 65534"},
    {GOOD " --message-wait 20000", "lower --message-wait"},
    {GOOD " --headroom 1", "unknown headroom '1'; use eq15, eq1 or nvidia"},
    {GOOD " extra", "'extra' is not an option"},
    {GOOD " --scheme SIH", "SIH needs"},
    {GOOD " --ports 2", "at least 3"},
    {GOOD " --pg-profile", "use --scheme SIH"},
    {GOOD " --out /dev/null", "not a regular file"},
    {GOOD " --lossless 7", "lossless class 7 does not exist; with 7 classes give 0 to 6"},
    {GOOD " --lossless 3-4", "lossless is '3-4'; give classes such as 3,4"},
    {GOOD " --lossless 3,", "lossless is '3,'"},
    {GOOD " --port-mtu 1499", "port-mtu is 1499; it must be 1500 to 16384"},
    {GOOD " --mtu 4294968796", "64 to 16384"},
    {GOOD " --small-packets 101", "0 to 100"},
    {GOOD " --response 0", "response is '0'"},
    {GOOD " --response 5KB --quanta 3", "given twice"},
    {GOOD " --gbps 33 --json --buffers", "give one"},
    {GOOD " --gbps 10,25", "only --pg-profile takes several rates"},
    {GOOD " --gbps 10,", "gbps is ''"},
    {GOOD " --headroom nvidia --sonic 202012", "unknown version of SONiC '202012'; use 202111, 202405 or 202605"},
    {GOOD " --sonic 202405", "give --headroom nvidia, or leave --sonic out"},
    {GOOD " --receivers 2", "--receivers is for ECN; give --kmin, or leave --receivers out"},
    {GOOD " --kmin 1KB --receivers 33", "receivers is 33; it must be 1 to 32"},
    {GOOD " --group 4:10:5",
     "--group has ports, rates and lengths; leave --ports, --gbps, --length-m and --delay-us out"},
    {GOOD " --group 4:10", "group is '4:10'; give ports:Gb/s:metres, such as 24:100:5"},
    {GOOD " --group 4:10:5:6:7", "group is '4:10:5:6:7'"},
    {GOOD " --group 4:10:5:0", "quanta is '0'"},
    {GOOD " --group 4:10:5:", "and :quanta behind it if they are not those of 802.3"},
    {GROUPS " --mmu x", "--mmu has one headroom for all links; with several groups give --out"},
    {GROUPS " --group 4:10:5:20 --response 100", "the response time is given twice; give quanta or --response"},
    {GROUPS " --group 4:7:5", "no response time of 802.3 is known for 7000 Mb/s"},
    {GROUPS " --group 512:10:5", "ports is 518; it must be 1 to 512"},
    {GROUPS " --group 60:10:5 --buffer 64MiB --registers mmu", "66 ports; the RTL has at most 64"},
    {GROUPS " --group 1:0.001:5:1 --registers mmu", "port 6: QUANTA_STEP is 0"},
    {GROUPS " --group 4:10:40:20 --buffers --scheme SIH",
     "groups 1 and 3 have the same profile of SONiC, 10 Gb/s and 40 m"},
    {GOOD " --group 4:x:5", "gbps is 'x'"},
    {GOOD " --clock-mhz 17 --gbps 0.001 --quanta 1", "it must be 1 to 16"},
    {GOOD " --buffers", "use --scheme SIH or SHP"},
    {GOOD " --scheme SIH --buffers", "228352 more than the buffer has"},
    {GOOD " --headroom nvidia --registers mmu", "is for another switch chip"},
    {GOOD " --ports 65 --buffer 64MiB --registers mmu", "the RTL has at most 64"},
    {GOOD " --cell 1 --buffer 1GiB --registers mmu", "raise --cell"},
    {GOOD " --ports 17 --registers switch", "it must be 2 to 16"},
    {GOOD " --ports 1 --registers switch", "it must be 2 to 16"},
    {SWITCH " --cell 1", "cells of 1 B; sluice_switch has 32, 64, 128 or 256"},
    {SWITCH " --cell 96 --buffer 384KiB", "cells of 96 B"},
    {SWITCH " --cell 512 --buffer 1MiB", "cells of 512 B"},
    {SWITCH " --ports 3 --scheme GFC --lossless 3,4 --buffer 32MiB --cell 128", "sluice_switch with GFC has 4 or more"},
    {SWITCH " --clock-mhz 84.745",
     "at 84.745 MHz a line carries 119 bits per cycle; sluice_switch with 4 ports and "
     "cells of 128 B takes 118, so give --clock-mhz 84.746 or more, or larger cells"},
    {SWITCH " --ports 9 --clock-mhz 156.249 --cell 256 --buffer 1MiB",
     "takes 64, so give --clock-mhz 156.250 or more\n"},
    {GOOD " --ports 4 --buffer 15MiB --registers switch", "give --buffer 16777216"},
    {GOOD " --private 0 --scheme TTL --lossless 3 --buffer 64MiB", "leave --lossless out"},
};

// Expects a message of one line and exit status 2. The output file must not change.
START_TEST(bad_command_line) {
  char line[512], text[4096];
  snprintf(line, sizeof(line), "plan --out %s %s", plan_path, bad[_i].line + strlen("plan"));
  ck_assert_int_eq(plan_command(line, STDERR_FILENO, text, sizeof(text)), 2);
  ck_assert_msg(strstr(text, bad[_i].message) != NULL, "%s", text);
  ck_assert_ptr_eq(strchr(text, '\n'), text + strlen(text) - 1);
  FILE *f = fopen(plan_path, "r");
  ck_assert_int_eq(fgetc(f), EOF);
  fclose(f);
}
END_TEST

START_TEST(good_command_line) {
  char text[16384];
  ck_assert_int_eq(plan_command(GOOD " --alpha 1/16 --all", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "56840 B"));
  ck_assert_ptr_nonnull(strstr(text, "4.25 x"));
  ck_assert_ptr_nonnull(strstr(text, "packets of 64 B, the worst"));
  ck_assert_ptr_nonnull(strstr(text, "class 6         10922        192 cells"));
}
END_TEST

// The report contains only the tables of the chosen scheme, and a reason if GFC does not fit.
START_TEST(tables_of_a_scheme) {
  char text[16384];
  ck_assert_int_eq(plan_command(GOOD, STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert(strstr(text, "TTL: weights") == NULL && strstr(text, "GFC: tau") == NULL);
  ck_assert_int_eq(plan_command(GOOD " --private 0 --scheme TTL", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert(strstr(text, "TTL: weights") != NULL && strstr(text, "GFC: tau") == NULL);
  ck_assert_int_eq(plan_command(GOOD " --private 0 --scheme GFC", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert(strstr(text, "Headroom") == NULL && strstr(text, "GFC: tau") != NULL);
  ck_assert_ptr_nonnull(strstr(text, "does not fit: Bm, a packet and K are 8202 cells, 7910 more than B"));
  ck_assert_int_eq(plan_command(GOOD " --private 0 --scheme GFC --buffer 512MiB", STDOUT_FILENO, text, sizeof(text)),
                   0);
  ck_assert_ptr_null(strstr(text, "does not fit"));
}
END_TEST

// [TTL 2.3]: headroom of 32 ports, 25,376 cells a queue
START_TEST(tree) {
  static const char *const lines[] = {"  a class for each hop, with one bounce         9        9         7308288\n",
                                      "  every second class                            9        5         4060160\n",
                                      "  and no bounced packets: a quarter             5        3         2436096\n",
                                      "  class 0         21845      48000 cells"};
  char text[16384];
  ck_assert_int_eq(plan_command("plan --ports 32 --gbps 40 --delay-us 1.5 --buffer 16MiB --quanta 60 --scheme TTL "
                                "--tree-levels 3",
                                STDOUT_FILENO, text, sizeof(text)),
                   0);
  for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) ck_assert_msg(strstr(text, lines[i]) != NULL, "%s", text);
}
END_TEST

// 40 Gb/s over 300 m, cells of 256 bytes, alpha 1/8. HEADROOM is in bytes.
START_TEST(pg_profile) {
  char text[16384], line[128];
  struct plan_input in = ttl_input();
  in.scheme = SLUICE_SIH;
  in.buffer = 64000000;
  in.cell = 256;
  in.alpha = -3;
  in.phi = 1000;
  struct plan p = make(&in);
  ck_assert_int_eq(
      plan_command("plan --ports 32 --classes 8 --gbps 40 --length-m 300 --buffer 64000000 --cell 256 --alpha 0.125 "
                   "--private 1000 --scheme SIH --pg-profile",
                   STDOUT_FILENO, text, sizeof(text)),
      0);
  snprintf(line, sizeof(line), "\n40000 300m 1024 0 %d -3 3072\n", (int)p.cells[PLAN_SIH].eta * 256);
  ck_assert_ptr_nonnull(strstr(text, line));
}
END_TEST

START_TEST(json) {
  char text[16384];
  ck_assert_int_eq(plan_command(GOOD " --json", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "\"command\": \"" GOOD " --json\""));
  ck_assert_ptr_nonnull(strstr(text, "\"eq1\": 56840, "));
  ck_assert_ptr_nonnull(strstr(text, "\"alpha\": 0.0625, \"gbps\": 100.0, "));
  ck_assert_ptr_nonnull(strstr(text, "\"fits\": true,\n  \"why_not\": null"));
  ck_assert_int_eq(plan_command(GOOD " --json --scheme SIH", STDOUT_FILENO, text, sizeof(text)), 0);
  ck_assert_ptr_nonnull(strstr(text, "\"fits\": false,\n  \"why_not\": \"SIH needs "));
}
END_TEST

static long left;  // the allocation of jansson that fails

static void *limited(size_t size) { return --left == 0 ? NULL : malloc(size); }

// Without memory for a value the planner fails; it does not leave the value out.
START_TEST(json_out_of_memory) {
  static const char *const commands[] = {GOOD " --json --scheme DSH --cell 256",
                                         GOOD " --json --scheme TTL --private 0",
                                         GOOD " --json --scheme GFC --private 0 --buffer 512MiB"};
  char line[512], text[16384], whole[16384];
  snprintf(line, sizeof(line), "%s", commands[_i]);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, whole, sizeof(whole)), 0);
  json_set_alloc_funcs(limited, free);
  long at = 0;
  for (int code = 1; code != 0; ck_assert_msg(code <= 1, "allocation %ld: exit status %d", at, code)) {
    left = ++at;
    code = plan_command(line, STDOUT_FILENO, text, sizeof(text));
  }
  ck_assert_msg(strcmp(text, whole) == 0, "allocation %ld fails, and a value is missing", at);
  ck_assert_int_gt(at, 300);
  left = 1;
  ck_assert_int_eq(plan_command(line, STDERR_FILENO, text, sizeof(text)), 1);
  ck_assert_str_eq(text, "plan: out of memory\n");
  json_set_alloc_funcs(malloc, free);
}
END_TEST

START_TEST(length_is_5_ns_a_metre) {
  static const char rest[] = "--ports 32 --classes 8 --gbps 40 --buffer 12MB";
  char line[512], of_length[16384], of_delay[16384];
  snprintf(line, sizeof(line), "plan %s --length-m 300", rest);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, of_length, sizeof(of_length)), 0);
  snprintf(line, sizeof(line), "plan %s --delay-us 1.5", rest);
  ck_assert_int_eq(plan_command(line, STDOUT_FILENO, of_delay, sizeof(of_delay)), 0);
  ck_assert_str_eq(of_length, of_delay);
  ck_assert_ptr_nonnull(strstr(of_length, "21968 B"));
}
END_TEST

START_TEST(the_plan_says_what_is_first) {
  static const struct {
    const char *more, *line;
  } says[] = {
      {" --kmin 400KB --senders 16 --receivers 1",
       "  first                                           ECN              ECN\n"},
      {" --kmin 1MB --receivers 1", "  first                                           PFC              ECN\n"},
      {" --kmin 1MB", "  egress queues of one ingress queue               15               15\n"},
      {" --kmin 1MB",
       "  first                                           PFC              PFC\n  an ingress queue is assumed to "
       "feed all other ports; --receivers gives another number\n"},
      {" --kmin 100KB --json", "\"receivers\": 15,"},
      {" --headroom nvidia", "No registers in RTL: the formula nvidia is for another switch chip; use\n"},
      {" --credits infiniband", "Credits of a channel of InfiniBand, of 64 B each\n"},
      {" --credits ultra_ethernet --json", "\"kind\": \"ultra_ethernet\""}};
  static const char *const groups =
      "plan --group 40:1:40 --group 24:10:100 --lossless 3,4 --buffer 2MiB --cell 64 --credits ultra_ethernet";
  for (size_t i = 0; i < sizeof says / sizeof says[0]; i++) {
    char line[512], text[16384];
    snprintf(line, sizeof line,
             "plan --ports 16 --classes 4 --gbps 100 --delay-us 2 --buffer 32MiB --cell 256 --mtu 1000%s",
             says[i].more);
    ck_assert_int_eq(plan_command(line, STDOUT_FILENO, text, sizeof text), 0);
    ck_assert_msg(strstr(text, says[i].line) != NULL, "%s", text);
  }
  char text[16384];
  ck_assert_int_eq(plan_command(groups, STDOUT_FILENO, text, sizeof text), 0);
  ck_assert_ptr_nonnull(strstr(text, "Credits of a channel of Ultra Ethernet, of 128 B each, ports 0 to 39\n"));
  ck_assert_ptr_nonnull(strstr(text, "Credits of a channel of Ultra Ethernet, of 128 B each, ports 40 to 63\n"));
  // 96 credits of 128 B, 40 and 24 ports, two classes
  ck_assert_ptr_nonnull(strstr(text, "buffers of all lossless channels             983040 B\n"));
  ck_assert_ptr_nonnull(strstr(text, "buffers of all lossless channels             589824 B\n"));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_line");
  TCase *t = tcase_create("line");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, make_path, remove_path);
  tcase_add_loop_test(t, bad_command_line, 0, sizeof(bad) / sizeof(*bad));
  tcase_add_test(t, good_command_line);
  tcase_add_test(t, tables_of_a_scheme);
  tcase_add_test(t, tree);
  tcase_add_test(t, json);
  tcase_add_loop_test(t, json_out_of_memory, 0, 3);
  tcase_add_test(t, pg_profile);
  tcase_add_test(t, length_is_5_ns_a_metre);
  tcase_add_test(t, the_plan_says_what_is_first);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}

// Tests sluice regs as users run it: every form of a line, binary dumps, JSON, and one line for each fault.
// `make check T=regs` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/program/program.h"
#include "tests/suite.h"

// One form of a line, and the decoded text without the run of blanks that aligns the values
static const struct {
  const char *line, *options, *says;
} forms[] = {
    {"0x0104 1514", "", "0x0104 switch MAX_FRAME 1514 bytes SAI_PORT_ATTR_MTU\n"},
    {"260: 0x5ea", "", "0x0104 switch MAX_FRAME 1514 bytes SAI_PORT_ATTR_MTU\n"},
    {" 0x104=1514 # as written", "", "0x0104 switch MAX_FRAME 1514 bytes SAI_PORT_ATTR_MTU\n"},
    {"write 0x0060 0xffff  # PAUSE_TIME", "", "0x0060 mmu PAUSE_TIME 65535 quanta\n"},
    {"wait 0x0100 1 1\n0x60 1", "", "0x0060 mmu PAUSE_TIME 1 quanta\n"},
    {"0x43c00060 1", "--base 0x43c00000", "0x0060 mmu PAUSE_TIME 1 quanta\n"},
    {"write 0x0060 1", "--base 0x43c00000", "0x0060 mmu PAUSE_TIME 1 quanta\n"},
    {"Value at address 0x43C00060 (0xb6f00060): 0x1", "--base 0x43c00000", "0x0060 mmu PAUSE_TIME 1 quanta\n"},
    {"43c00060: 00000001 00000010  ........", "--base 0x43c00000",
     "0x0060 mmu PAUSE_TIME 1 quanta\n0x0064 mmu REFRESH 16 quanta\n"},
    {"0x004c 0xfffffffc", "", "0x004c mmu ALPHA -4 exponent SAI_BUFFER_PROFILE_ATTR_SHARED_DYNAMIC_TH\n"},
    {"0x0000 2", "", "0x0000 mmu SCHEME 2 SCHEME DSH\n"},
    {"0x0068 1024", "", "0x0068 mmu QUANTA_STEP 1024 x 1/16 bit time\n"},
    {"0x0140 4096", "",
     "0x0140 switch QUANTUM_0 4096 units of 64 bytes more than 12 bits SAI_SCHEDULER_ATTR_SCHEDULING_WEIGHT\n"},
    {"0x00e8 0x35", "", "0x00e8 mmu STATUS 0x35 REASON BAD_POOLS, CONFIGURED 1, ACTIVE 1, BUSY 0\n"},
    {"0x0184 0xff10", "",
     "0x0184 switch PORT_1 0xff10 CLASS 0, TRUST_PCP 1, TRUST_DSCP 0, STRICT 255 SAI_PORT_ATTR_QOS_DEFAULT_TC\n"},
    {"0x1418 5\n0x141c 1", "",
     "0x1418 counter FRAMES_IN_3 port 2 4294967301 frames SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS\n"},
    {"0x1418 5\n0x1418 6", "",
     "0x1418 counter FRAMES_IN_3 low word port 2 5 frames SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS\n"
     "0x1418 counter FRAMES_IN_3 low word port 2 6 frames SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS\n"},
    {"0x9044 1", "", "0x9044 frames GOT_PFC high word port 0 1 frames\n"},
    {"0x41c8 7", "", "0x41c8 statistic QUEUE_PAUSED_7 port 0 7 cycles SAI_PORT_STAT_PFC_n_TX_PAUSE_DURATION_US\n"},
    {"0x11d8 7\n0x11dc 0", "", "0x11d8 drop LINK port 0 7 frames SAI_PORT_STAT_IF_OUT_DISCARDS\n"},
    {"0x7ffc 0\n0x7ff8 3", "", "0x7ff8 - unmapped 0x3\n"},
};

START_TEST(form_of_a_line) {
  char text[512];
  snprintf(text, sizeof text, "# a dump\n\n%s\n", forms[_i].line);
  write_file(in_dir("dump"), text);
  write_file(in_dir("expected"), forms[_i].says);
  ck_assert_int_eq(bash("'%s' regs %s dump | tr -s ' ' >said && diff said expected", program, forms[_i].options), 0);
}
END_TEST

// The words at 0x0100 to 0x0108, low byte first.
START_TEST(binary_dump) {
  ck_assert_int_eq(bash("printf '\\x01\\0\\0\\0\\xee\\x05\\0\\0\\x10\\x32\\x54\\x76' >dump"), 0);
  ck_assert_int_eq(bash("'%s' regs --binary --first 0x100 dump | tr -s ' ' | cut -d ' ' -f 3,4 >said && "
                        "diff said <(printf 'STATUS 0x1\nMAX_FRAME 1518\nPRIORITY 0x76543210\n')",
                        program),
                   0);
  ck_assert_int_eq(bash("'%s' regs --binary --base 0x40000000 --first 0x40000100 dump >other && "
                        "'%s' regs --binary --first 0x100 dump | cmp - other",
                        program, program),
                   0);
  ck_assert_int_eq(bash("'%s' regs --binary dump | grep -q '^0x0004  mmu        BUFFER '", program), 0);
}
END_TEST

START_TEST(as_json) {
  write_file(in_dir("dump"), "0x4c 0xfffffffc\n0x1418 5\n0x141c 1\n0xe8 0x35\n0x9044 1\n0x7ff8 3\n0x140 4096\n");
  ck_assert_int_eq(
      bash("'%s' regs --json dump | jq -e 'length == 6 and .[0].value == -4 and .[0].index == null and .[1].name == "
           "\"FRAMES_IN\" and .[1].port == 2 and .[1].index == 3 and .[1].value == 4294967301 and .[1].whole and "
           ".[1].sai == \"SAI_INGRESS_PRIORITY_GROUP_STAT_PACKETS\" and .[2].fields.REASON == \"BAD_POOLS\" and "
           ".[2].fields.ACTIVE == 1 and .[2].unit == \"bits\" and .[3].whole == false and .[4].name == null and "
           ".[4].value == 3 and .[5].fits == false' >said",
           program),
      0);
}
END_TEST

// The plan of a switch decodes without unknown registers.
START_TEST(plan_decodes) {
  ck_assert_int_eq(bash("'%s' plan --ports 4 --gbps 10 --length-m 40 --buffer 256KiB --cell 64 --mtu 1518 --lossless "
                        "3,4 --registers switch >plan && '%s' regs plan >said && ! grep -E 'unmapped|more than' said",
                        program, program),
                   0);
  ck_assert_int_eq(bash("test \"$(wc -l <said)\" = \"$(grep -c ^write plan)\""), 0);
}
END_TEST

static const struct {
  const char *text, *options, *says;
} faults[] = {
    {"0x0 1\n0x4 2x\n", "dump", "dump:2: '0x4 2x' is no register; give ADDRESS VALUE, decimal or hexadecimal with 0x"},
    {"0x0\n", "dump", "dump:1: '0x0' is no register; give"},
    {"0x0 1 2\n", "dump", "dump:1: '0x0 1 2' is no register; give"},
    {"abc 1\n", "dump", "dump:1: 'abc 1' is no register; give"},
    {"0x0 -1\n", "dump", "dump:1: '0x0 -1' is no register; give"},
    {"0x2 1\n", "dump", "dump:1: address 0x2 is no multiple of 4; give"},
    {"\n0x43c00000 1\n", "dump", "dump:2: address 0x43c00000 is outside the 64 KiB of a switch at 0x0; give --base"},
    {"0x100 1\n", "--base 0x1000 dump", "dump:1: address 0x100 is outside the 64 KiB of a switch at 0x1000; give"},
    {"0x0 0x100000000\n", "dump", "dump:1: value 0x100000000 has more than 32 bits"},
    {"00000100: xyz\n", "dump", "dump:1: no word of eight hexadecimal digits behind the address"},
    {"Value at 3\n", "dump", "dump:1: 'Value at 3' is no register; give"},
    {"Value at address 3\n", "dump", "dump:1: no \"Value at address ADDRESS (...): VALUE\""},
    {"write 4\n", "dump", "dump:1: no \"write ADDRESS VALUE\" or \"wait ADDRESS MASK VALUE\""},
    {"# nothing\n", "dump", "dump: no register; give lines ADDRESS VALUE"},
    {"abcdef", "--binary dump", "dump: 2 bytes behind the last word of 32 bits; give whole words"},
    {"", "--base 0x12 dump", "base is '0x12'; give a multiple of 4"},
    {"", "--base -4 dump", "base is '-4'; give a multiple of 4"},
    {"", "--first 4 dump", "--first is for --binary"},
    {"", "dump dump", "more than one dump; give one"},
    {"", "", "no dump; usage: sluice regs FILE"},
    {"", "no_such", "no_such: cannot open: No such file or directory; give a file"},
};

START_TEST(fault_is_one_line) {
  write_file(in_dir("dump"), faults[_i].text);
  write_file(in_dir("expected"), faults[_i].says);
  ck_assert_int_eq(bash("'%s' regs %s >said 2>err; test $? = 2 && test ! -s said && test \"$(wc -l <err)\" = 1 && "
                        "grep -qFf expected err || { cat err >&2; false; }",
                        program, faults[_i].options),
                   0);
}
END_TEST

START_TEST(zero_byte_is_a_fault) {
  ck_assert_int_eq(bash("printf '0x0 1\\n0x4\\0 2\\n' >dump; '%s' regs dump 2>err; test $? = 2 && grep -qx "
                        "'dump:2: a zero byte; a binary dump needs --binary' err",
                        program),
                   0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("regs");
  TCase *t = tcase_create("regs");
  if (program_find() != 0) return 1;
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_add_loop_test(t, form_of_a_line, 0, sizeof forms / sizeof forms[0]);
  tcase_add_test(t, binary_dump);
  tcase_add_test(t, as_json);
  tcase_add_test(t, plan_decodes);
  tcase_add_loop_test(t, fault_is_one_line, 0, sizeof faults / sizeof faults[0]);
  tcase_add_test(t, zero_byte_is_a_fault);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}

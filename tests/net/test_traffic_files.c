// Tests traffic entries, distributions and CSV files of flows: each error must give exactly one message with its line,
// and many valid rows must load fast. `make check T=traffic_files` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "tb/sim/traffic/sizes.h"
#include "tests/net/fabric.h"

// ---- distributions ----
static const struct {
  const char *text;
  int line;
  const char *message;
} bad_sizes[] = {
    {"", 1, "no point; give lines of bytes,percent"},
    {"size,cdf\n", 1, "no point; give lines of bytes,percent"},
    {"bytes,percent\n0,0\n10,99\n", 3, "the last point is at 99; end with 100 percent, or with the fraction 1"},
    {"0 0\n10 0.99\n", 2, "the last point is at 0.99; end with 100 percent, or with the fraction 1"},
    {"0 0\n10 1\n20 50\n", 3, "the last point is at 50; end with 100 percent, or with the fraction 1"},
    {"bytes,percent\n0,5\n", 2, "the first point is at 5; begin with 0"},
    {"bytes,percent\n0,0\n10,20\n5,100\n", 4, "bytes or percent fall; give points in ascending order"},
    {"bytes,percent\n0,0\n10,20\n50,10\n", 4, "bytes or percent fall; give points in ascending order"},
    {"bytes,percent\n0,0\n10,101\n", 3, "percent is '101'; give a number such as 40 or 0.25, at most 100"},
    {"bytes,percent\n0,0\n10,1e3\n", 3, "percent is '1e3'; give a number such as 40 or 0.25, at most 100"},
    {"bytes,percent\n0,0\n-1,100\n", 3,
     "bytes is '-1', which is negative; give a number such as 40 or 0.25, at most 1.125899907e+15"},
    {"bytes,percent\n0,0\n1KB,100\n", 3, "bytes is '1KB'; give a number such as 40 or 0.25, at most 1.125899907e+15"},
    {"bytes,percent\nbytes,percent\n", 2,
     "bytes is 'bytes'; give a number such as 40 or 0.25, at most 1.125899907e+15"},
    {"bytes,percent\n0\n", 2, "1 field; give bytes,percent"},
    {"0 0\n6 1 0.15\n", 2, "3 fields; give bytes,percent"},
    {"bytes,percent\n0,0,0\n", 2, "3 fields; give bytes,percent"},
    {"bytes,percent\n0,0\n0,100\n", 3, "all flows have 0 bytes; give sizes above 0"},
};

START_TEST(bad_distribution) {
  struct error err;
  char expected[512];
  struct scenario *s;
  write_file("f.csv", bad_sizes[_i].text);
  write_fabric("traffic: [{name: t, pattern: uniform, sizes: f.csv, load: 0.5}]");
  ck_assert_int_eq(scenario_load(in_dir("s.yaml"), &s, &err), EINVAL);
  snprintf(expected, sizeof expected, "%s:%d: %s", in_dir("f.csv"), bad_sizes[_i].line, bad_sizes[_i].message);
  ck_assert_str_eq(err.text, expected);
}
END_TEST

// One distribution as people write it: percent or fractions, commas, blanks or tabs, with a heading or without one.
static const char *const forms[] = {
    "bytes,percent\n0,0\n1000,15\n10000,60\n1000000,100\n",
    "0 0\n1000 15\n10000 60\n1000000 100\n",
    "0 0.0\n1000 0.15\n10000 0.6\n1000000 1\n",
    "# size cdf\nsize\tcdf\n0\t0\n1e3\t15\n\n1E+4\t60.0\n  1e6\t1e2  \r\n",
    "bytes,fraction\n0,0\n1000,0.15\n10000.0,0.6\n1000000,1.0",
};

START_TEST(forms_of_a_distribution) {
  struct sizes s;
  struct error err;
  write_file("f.csv", forms[_i]);
  FILE *f = fopen(in_dir("f.csv"), "r");
  int status = sizes_read(&s, f, "f.csv", &err);
  fclose(f);
  ck_assert_msg(status == 0, "%s", err.text);
  ck_assert_int_eq(s.points, 4);
  ck_assert_double_eq(s.point[2].bytes, 10000);
  ck_assert_double_eq_tol(s.point[2].share, 0.6, 1e-15);
  ck_assert_double_eq(s.point[3].share, 1);
  ck_assert_double_eq_tol(s.mean, 0.15 * 500 + 0.45 * 5500 + 0.4 * 505000, 1e-6);
  sizes_free(&s);
}
END_TEST

// ---- entries ----
#define UNIFORM "  - {name: t, pattern: uniform, "
static const struct {
  const char *text;  // text of the entries
  int line;          // number of the wrong entry, from 1
  const char *message;
} bad_entries[] = {
    {"  - {pattern: uniform}", 1, "name is missing in traffic; add name"},
    {"  - {name: t, pattern: poisson}", 1,
     "pattern is 'poisson'; use uniform, permutation, shift, incast, ring_all_reduce or all_to_all"},
    {"  - {name: t.t, pattern: uniform}", 1, "name 't.t' is not one word; use letters, digits, _ and -"},
    {"  - {name: -t, pattern: uniform}", 1, "name '-t' begins with '-'; begin it with a letter, a digit or _"},
    {UNIFORM "bytes: 1}\n" UNIFORM "bytes: 1}", 2, "a traffic t exists already; each needs its own name"},
    {UNIFORM "load: 0.5}", 1, "the flows of t have no size; add sizes or bytes"},
    {"  - {name: t, pattern: permutation, load: 0.5}", 1, "the flows of t have no size; add sizes or bytes"},
    {UNIFORM "bytes: 1, sizes: websearch}", 1, "sizes and bytes both say how large flows are; keep one"},
    {UNIFORM "sizes: web}", 1, "there is no distribution web, did you mean 'websearch'?"},
    {UNIFORM "bytes: 0}", 1, "bytes is 0; it must be 1 to 1125899906842624 bytes"},
    {UNIFORM "bytes: 1, packet_bytes: 63}", 1, "packet_bytes is 63; it must be 64 to 16384 bytes"},
    {UNIFORM "bytes: 1, class: 8}", 1, "class 8 does not exist; classes are 0 to 7"},
    {UNIFORM "bytes: 1, load: 0}", 1, "load is 0; it must be 0.000001 to 1, a share of the senders' links"},
    {UNIFORM "bytes: 1, load: 1.01}", 1, "load is 1.01; it must be 0.000001 to 1, a share of the senders' links"},
    {UNIFORM "bytes: 1, load: 1, period_us: 1}", 1, "load and period_us both say when flows start; keep one"},
    {UNIFORM "bytes: 1, period_us: 0.0001}", 1, "period_us is 0.0001; it must be at least a cycle"},
    {UNIFORM "bytes: 1, until_us: 4001}", 1,
     "t continues after all sources have stopped; give at most the scenario's stop_us"},
    {UNIFORM "bytes: 1, start_us: 10, until_us: 10}", 1,
     "t ends before it starts; give start_us below until_us and stop_us"},
    {UNIFORM "bytes: 1, load: 1}", 1,
     "t has about 8e+08 flows, at most 16777216 are possible; shorten its time, or lower load"},
    {UNIFORM "bytes: 1, from: [a0, c9]}", 1, "no host is called c9; name hosts, or a pattern such as \"h*\""},
    {UNIFORM "bytes: 1, to: [A]}", 1, "no host is called A; name hosts, or a pattern such as \"h*\""},
    {UNIFORM "bytes: 1, from: [a0], to: [a0]}", 1, "t would send to itself; name more hosts"},
    {UNIFORM "bytes: 1, senders: 3}", 1, "senders is for incast; leave it out"},
    {"  - {name: t, pattern: permutation, to: [a0]}", 1, "a permutation goes among the hosts of from; leave to out"},
    {"  - {name: t, pattern: permutation, from: [a0]}", 1, "t would send to itself; name more hosts"},
    {"  - {name: t, pattern: incast, bytes: 1, senders: 8, from: [\"a*\"]}", 1,
     "senders is 8, 7 hosts can send to a0; give 1 to that, or more hosts"},
    {"  - {name: t, pattern: incast, bytes: 1, senders: 0, to: [b0]}", 1,
     "senders is 0, 15 hosts can send to b0; give 1 to that, or more hosts"},
    {UNIFORM "bytes: 1}\nflows: [{name: t-7, from: a0, to: a1}]", 2,
     "a flow t-7 exists already; every flow needs its own name"},
    {"  - {name: csv, pattern: uniform, bytes: 1}\nflows_csv: f.csv", 1,
     "csv is the name of the flows of flows_csv; use another name"},
    {"  - {name: flows, pattern: uniform, bytes: 1}\nflows: [{name: f, from: a0, to: a1}]", 1,
     "flows is the name of the listed flows; use another name"},
};

START_TEST(bad_entry) {
  char text[512];
  snprintf(text, sizeof text, "traffic:\n%s", bad_entries[_i].text);
  write_fabric(text);
  expect_error("s.yaml", LINE + bad_entries[_i].line, bad_entries[_i].message);
}
END_TEST

START_TEST(other_bad_keys) {
  write_fabric("");
  expect_error("s.yaml", 1, "flows is missing in the scenario; add flows, traffic or flows_csv");
  write_fabric("flows_csv: f.csv\nflows: [{name: csv-7, from: a0, to: a1}]");
  expect_error("s.yaml", LINE + 1, "a flow csv-7 exists already; every flow needs its own name");
  write_fabric("routing: random");
  expect_error("s.yaml", LINE, "routing is 'random'; use first, ecmp or spray");
  write_fabric("flows_csv: no/such.csv");
  char message[512];
  snprintf(message, sizeof message, "cannot open %s: No such file or directory; give a CSV file",
           in_dir("no/such.csv"));
  expect_error("s.yaml", LINE, message);
  write_fabric("traffic: [{name: t, pattern: uniform, sizes: ./such.csv}]");
  snprintf(message, sizeof message, "cannot open %s: No such file or directory; give a CSV file", in_dir("./such.csv"));
  expect_error("s.yaml", LINE, message);
  write_fabric("traffic:\n  - name: t\n    pattern: uniform\n    sizes: ./such.csv\n");
  expect_error("s.yaml", LINE + 3, message);
}
END_TEST

// ---- flows of a CSV file ----

START_TEST(flows_of_a_file) {
  write_file("f.csv", HEADING "a0,b0,3,1000001,0.5\n# a remark\na1,a0,0,1,1000\n\na0,b7,7,5,3999.998\n");
  struct scenario *s = load_fabric("flows_csv: f.csv\nflows: [{name: f, from: a0, to: a1}]");
  ck_assert_int_eq(s->flows, 4);
  ck_assert_int_eq(s->group[1].count, 3);
  ck_assert_str_eq(s->flow[1].name, "csv-2");
  ck_assert_str_eq(s->flow[3].name, "csv-6");
  ck_assert_int_eq(s->flow[1].cls, 3);
  ck_assert_uint_eq(s->flow[1].bytes, 1000001);
  ck_assert_uint_eq(s->flow[1].start, 250);
  ck_assert_uint_eq(s->flow[2].start, 500000);
  ck_assert_uint_eq(s->flow[3].start, 1999999);
  ck_assert_str_eq(scenario_node_name(s, s->flow[2].to), "a0");
  ck_assert_int_eq(s->flow[2].hops, 1);
  ck_assert_int_eq(s->flow[3].hops, 3);
  scenario_free(s);
}
END_TEST

// Columns in another order, columns of other programs, columns left out, and endless flows
START_TEST(columns_of_other_programs) {
  write_file("f.csv", "fct,bytes,rate_mbps,destination,source\n,1000000,9,b0,a0\nx,,,a0,a1\n1,2500,,b0,a2\n");
  struct scenario *s = load_fabric("flows_csv: f.csv");
  ck_assert_int_eq(s->flows, 3);
  ck_assert_str_eq(scenario_node_name(s, s->flow[0].from), "a0");
  ck_assert_str_eq(scenario_node_name(s, s->flow[0].to), "b0");
  ck_assert_uint_eq(s->flow[0].bytes, 1000000);
  ck_assert_uint_eq(s->flow[1].bytes, 0);
  ck_assert_uint_eq(s->flow[2].bytes, 2500);
  for (int i = 0; i < 3; i++) ck_assert(s->flow[i].start == 0 && s->flow[i].cls == 0);
  ck_assert_int_eq(s->warnings, 1);
  ck_assert_ptr_nonnull(strstr(s->warning[0], "f.csv have no meaning here: fct, rate_mbps; leave them out"));
  scenario_free(s);
  write_file("f.csv", "start_us,source,destination,after,bytes,class\n1.5e1,a0,b0,,1,3\n,a0,b1,,,\n");
  s = load_fabric("flows_csv: f.csv");
  ck_assert_int_eq(s->warnings, 0);
  ck_assert_uint_eq(s->flow[0].start, 7500);
  ck_assert_int_eq(s->flow[0].cls, 3);
  ck_assert_uint_eq(s->flow[1].start, 0);
  scenario_free(s);
}
END_TEST

// Some programs begin a file with a byte order mark. It is skipped at the start of the file only.
#define MARK "\xef\xbb\xbf"
START_TEST(byte_order_mark) {
  write_file("f.csv", MARK HEADING "a0,b0,3,1,0\r\n");
  write_file("d.csv", MARK "bytes,percent\n0,0\n10,100\n");
  struct scenario *s =
      load_fabric("flows_csv: f.csv\ntraffic: [{name: t, pattern: uniform, sizes: ./d.csv, load: 0.00001}]");
  ck_assert_int_eq(s->group[1].count, 1);
  scenario_free(s);
  write_file("f.csv", MARK);
  write_fabric("flows_csv: f.csv");
  expect_error("f.csv", 1, "the file is empty; begin with the line source,destination,class,bytes,start_us");
  write_file("f.csv", HEADING MARK "a0,b0,3,1,0\n");
  expect_error("f.csv", 2, "there is no host '" MARK "a0'; name one of hosts");
}
END_TEST

static const struct {
  const char *text;
  int line;
  const char *message;
} bad_rows[] = {
    {"a0,b0,0,1,0\n", 1, "not the heading; give source,destination,class,bytes,start_us"},
    {"source,destination,class\n", 1, "column bytes is missing; give source,destination,class,bytes,start_us"},
    {"source,destination,bytes,source\n", 1, "column source is given twice; keep one"},
    {"source,destination,bytes,start_ms\n", 1, "there is no column 'start_ms', did you mean 'start_us'?"},
    {"source,destination,bytes,after\na0,b0,1,\na1,b0,1,csv-2 csv-4\n", 3,
     "there is no flow 'csv-4'; name flows by their lines, such as csv-2"},
    {"source,destination,bytes,after\na0,b0,1,\na1,b0,1,a-2\n", 3,
     "there is no flow 'a-2'; name flows by their lines, such as csv-2"},
    {HEADING, 1, "no flow; add lines"},
    {HEADING "a0,b0,0,1,0,\n", 2, "6 fields, the heading has 5; give source,destination,class,bytes,start_us"},
    {HEADING "a0,b0,0,1.5,0\n", 2, "bytes is '1.5'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,2.0,0\n", 2, "bytes is '2.0'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,1e6,0\n", 2, "bytes is '1e6'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,0x10,0\n", 2, "bytes is '0x10'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,1e-1,0\n", 2, "bytes is '1e-1'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,1e,0\n", 2, "bytes is '1e'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,1e30,0\n", 2, "bytes is '1e30'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,1\n", 2, "4 fields, the heading has 5; give source,destination,class,bytes,start_us"},
    {HEADING "a0,b0,0,1,0\na9,b0,0,1,0\n", 3, "there is no host 'a9'; name one of hosts"},
    {HEADING "a0,A,0,1,0\n", 2, "there is no host 'A'; name one of hosts"},
    {HEADING "a0,a0,0,1,0\n", 2, "a flow from a0 to itself; name two hosts"},
    {HEADING "a0,b0,8,1,0\n", 2, "class is '8'; give a whole number, 0 to 7"},
    {HEADING "a0,b0,0,0,0\n", 2, "bytes is '0'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0, 1,0\n", 2, "bytes is ' 1'; give a whole number, 1 to 1125899906842624"},
    {HEADING "a0,b0,0,1,nan\n", 2, "start_us is 'nan'; give a number such as 40 or 0.25, at most 1000000000"},
    {HEADING "a0,b0,0,1,5.\n", 2, "start_us is '5.'; give a number such as 40 or 0.25, at most 1000000000"},
    {HEADING "a0,b0,0,1,-1\n", 2,
     "start_us is '-1', which is negative; give a number such as 40 or 0.25, at most 1000000000"},
    {HEADING "a0,b0,0,1,4000\n", 2, "start_us is 4000, after all sources have stopped; give less than stop_us"},
    {HEADING "a0\t,b0,0,1,0\n", 2, "there is no host 'a0?', did you mean 'a0'?"},
};

START_TEST(bad_row) {
  write_file("f.csv", bad_rows[_i].text);
  write_fabric("flows_csv: f.csv");
  expect_error("f.csv", bad_rows[_i].line, bad_rows[_i].message);
}
END_TEST

START_TEST(bad_lines) {
  char text[4096] = HEADING;
  size_t length = strlen(text);
  memset(text + length, 'a', 2000);
  write_file("f.csv", text);
  write_fabric("flows_csv: f.csv");
  expect_error("f.csv", 2, "1 field, the heading has 5; give source,destination,class,bytes,start_us");
  FILE *f = fopen(in_dir("f.csv"), "w");
  fprintf(f, HEADING "%*d,", 1 << 20, 1);
  fclose(f);
  expect_error("f.csv", 2, "the line is longer than 1048575 characters; give source,destination,class,bytes,start_us");
  static const char *const message = "the line holds a zero byte; give source,destination,class,bytes,start_us";
  f = fopen(in_dir("f.csv"), "w");
  fwrite(HEADING "a0,b0\0,0,1,0\n", 1, sizeof HEADING + 12, f);
  fclose(f);
  expect_error("f.csv", 2, message);
  write_fabric("flows_csv: .");
  snprintf(text, sizeof text, "cannot open %s: Is a directory; give a CSV file", in_dir("."));
  expect_error("s.yaml", LINE, text);
}
END_TEST

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

#ifdef __SANITIZE_ADDRESS__
enum { LISTED = 2000, ROWS = 10000 };
#else
enum { LISTED = 20000, ROWS = 100000 };
#endif

// Loading must take less than quadratic time: an algorithm that is quadratic in the flows would take minutes here.
START_TEST(many_flows_load_fast) {
  FILE *f = fopen(in_dir("f.csv"), "w");
  fputs(HEADING, f);
  for (int i = 0; i < ROWS; i++) fprintf(f, "a%d,b%d,0,%d,%d.5\n", i % 8, i / 8 % 8, i + 1, i % 4000);
  fclose(f);
  write_fabric("routing: ecmp\nflows_csv: f.csv\nflows:");
  f = fopen(in_dir("s.yaml"), "a");
  for (int i = 0; i < LISTED; i++) fprintf(f, "  - {name: f%d, from: a%d, to: b0}\n", i, i % 8);
  fclose(f);
  double from = seconds();
  struct scenario *s = load_seed(0);
  ck_assert_double_lt(seconds() - from, 10);
  ck_assert_int_eq(s->flows, LISTED + ROWS);
  ck_assert_uint_eq(s->flow[LISTED + ROWS - 1].bytes, ROWS);
  scenario_free(s);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("all");
  tcase_add_loop_test(t, bad_distribution, 0, COUNT(bad_sizes));
  tcase_add_loop_test(t, forms_of_a_distribution, 0, COUNT(forms));
  tcase_add_loop_test(t, bad_entry, 0, COUNT(bad_entries));
  tcase_add_test(t, other_bad_keys);
  tcase_add_test(t, flows_of_a_file);
  tcase_add_test(t, columns_of_other_programs);
  tcase_add_test(t, byte_order_mark);
  tcase_add_loop_test(t, bad_row, 0, COUNT(bad_rows));
  tcase_add_test(t, bad_lines);
  tcase_add_test(t, many_flows_load_fast);
  return run_suite(suite_create("traffic files"), t);
}

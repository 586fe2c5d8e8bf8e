// The topology and the flows of HPCC's simulator in ns-3. PowerTCP, Reverie and SimAI use them with other first lines,
// and ns3-rdma, the simulator before it, with other flows.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/import/import.h"
#include "tb/sim/nodes/ethernet.h"

enum { LINK_FIELDS = 5, FLOW_FIELDS = 6 };
static const double longest_s = 1e6;

// ---- quantities with a unit ----

struct unit {
  const char *name;
  double factor;
};

// Splits a number from its unit, and sets the value in the base unit. Returns false if the text is another one.
static bool quantity(const char *text, const struct unit *unit, double *value) {
  char *end;
  if (!isdigit((unsigned char)*text)) return false;
  *value = strtod(text, &end);
  for (; unit->name != NULL; unit++) {
    if (strcmp(unit->name, end) != 0) continue;
    *value *= unit->factor;
    return isfinite(*value);
  }
  return false;
}

int import_rate(struct rows *c, const char *name, const char *text, uint64_t least, uint64_t *bps) {
  static const struct unit units[] = {{"", 1},       {"bps", 1},     {"b/s", 1},    {"kbps", 1e3}, {"Kbps", 1e3},
                                      {"kb/s", 1e3}, {"Kb/s", 1e3},  {"Mbps", 1e6}, {"Mb/s", 1e6}, {"Gbps", 1e9},
                                      {"Gb/s", 1e9}, {"Tbps", 1e12}, {NULL, 0}};
  double value;
  if (!quantity(text, units, &value) || value < (double)least || value > 1e15)
    return rows_wrong(c, "%s is '%.24s'; give a rate such as 100Gbps or 25000000000", name, text);
  *bps = (uint64_t)(value + 0.5);
  return 0;
}

static int take_delay(struct rows *c, const char *text, uint64_t *ps, int *shortest) {
  static const struct unit units[] = {{"", 1e12},  {"s", 1e12}, {"ms", 1e9},  {"us", 1e6},
                                      {"ns", 1e3}, {"ps", 1},   {"fs", 1e-3}, {NULL, 0}};
  double value;
  if (!quantity(text, units, &value) || value > 1e12)
    return rows_wrong(c, "delay is '%.24s'; give a delay such as 1us or 0.001ms, at most 1s", text);
  *ps = (uint64_t)(value + 0.5);
  if (*ps > 0) return 0;
  *ps = 1;
  ++*shortest;
  return 0;
}

// ---- the topology ----

// What the first line states
struct head {
  uint64_t nodes, switches, links;
};

// The first line has three, four or six numbers; that of SimAI ends with the type of the GPUs.
static int take_head(struct rows *c, enum import_ns3 kind, struct head *h) {
  static const struct {
    int fields, nodes, switches, more_switches, links;
  } of_hpcc[] = {{3, 0, 1, -1, 2}, {4, 0, 1, -1, 3}, {6, 0, 1, -1, 3}}, of_simai = {6, 0, 2, 3, 4}, *of = NULL;
  if (rows_line(c) != 1) return rows_wrong(c, "the file is empty; give a topology");
  int fields = rows_split(c);
  bool simai = fields == 6 && !isdigit((unsigned char)*c->field[5]);
  if (kind == IMPORT_NS3_SIMAI && !simai)
    return rows_wrong(c,
                      "%d fields; give nodes, GPUs of a server, NVSwitches, other switches, links and GPU type, or "
                      "use sluice import hpcc",
                      fields);
  if (kind == IMPORT_NS3_HPCC && simai) return rows_wrong(c, "a topology of SimAI; use sluice import simai");
  for (size_t i = 0; i < sizeof(of_hpcc) / sizeof(*of_hpcc); i++)
    if (of_hpcc[i].fields == fields) of = &of_hpcc[i];
  if (simai) of = &of_simai;
  if (of == NULL)
    return rows_wrong(c, "%d field%s; give the numbers of nodes, switches and links", fields, fields == 1 ? "" : "s");
  uint64_t more = 0;
  int status = rows_whole(c, "nodes", c->field[of->nodes], 2, IMPORT_NODES, &h->nodes);
  if (status == 0) status = rows_whole(c, "switches", c->field[of->switches], 0, h->nodes - 1, &h->switches);
  if (status == 0 && of->more_switches >= 0)
    status = rows_whole(c, "switches", c->field[of->more_switches], 0, h->nodes - 1, &more);
  if (status == 0) status = rows_whole(c, "links", c->field[of->links], 1, IMPORT_LINKS, &h->links);
  h->switches += more;
  if (status == 0 && (h->switches == 0 || h->switches >= h->nodes))
    return rows_wrong(c, "%" PRIu64 " switches of %" PRIu64 " nodes; give at least one switch and one host",
                      h->switches, h->nodes);
  return status;
}

static int at_end(struct rows *c, const char *what, uint64_t got, uint64_t all) {
  return rows_wrong(c, "the file ends after %" PRIu64 " of %" PRIu64 " %s; complete it", got, all, what);
}

static int take_switches(struct import *m, struct rows *c, uint64_t switches) {
  for (uint64_t i = 0; i < switches;) {
    int more = rows_line(c);
    if (more != 1) return more < 0 ? EINVAL : at_end(c, "switches", i, switches);
    for (char *word; (word = rows_word(c)) != NULL; i++) {
      uint64_t node;
      if (i == switches) return rows_wrong(c, "more than %" PRIu64 " switches; change the first line", switches);
      if (rows_whole(c, "switch", word, 0, (uint64_t)m->nodes - 1, &node) != 0) return EINVAL;
      if (m->is_switch[node]) return rows_wrong(c, "switch %" PRIu64 " is given twice; keep one", node);
      m->is_switch[node] = true;
    }
  }
  return 0;
}

static int take_link(struct import *m, struct rows *c, int *shortest, int *lossy) {
  static const char *const form = "two nodes, rate, delay and error rate";
  int fields = rows_split(c);
  uint64_t a, b;
  double errors;
  struct import_link link = {.down_ps = 0};
  if (fields != LINK_FIELDS) return rows_wrong(c, "%d field%s; give %s", fields, fields == 1 ? "" : "s", form);
  int status = rows_whole(c, "node", c->field[0], 0, (uint64_t)m->nodes - 1, &a);
  if (status == 0) status = rows_whole(c, "node", c->field[1], 0, (uint64_t)m->nodes - 1, &b);
  if (status == 0) status = import_rate(c, "rate", c->field[2], 1, &link.bps);
  if (status == 0) status = take_delay(c, c->field[3], &link.delay_ps, shortest);
  if (status == 0) status = rows_decimal(c, "error rate", c->field[4], 1, &errors);
  if (status != 0) return status;
  if (a == b) return rows_wrong(c, "a link from node %" PRIu64 " to itself; name two nodes", a);
  if (!m->is_switch[a] && !m->is_switch[b])
    return rows_wrong(c, "a link between the hosts %" PRIu64 " and %" PRIu64 "; one end must be a switch", a, b);
  link.end[0] = (int)a;
  link.end[1] = (int)b;
  *lossy += errors > 0;
  return import_link(m, &link);
}

// Files often end with lines of explanation. Lines of data behind the stated number are not read.
static int take_rest(struct import *m, struct rows *c, const char *what, uint64_t stated) {
  int more, lines = 0;
  while ((more = rows_line(c)) == 1) lines += isdigit((unsigned char)*rows_word(c)) != 0;
  if (more < 0) return EINVAL;
  if (lines == 0) return 0;
  return import_note(m, "%s: the first line states %" PRIu64 " %s; %d more line%s left out", c->path, stated, what,
                     lines, lines == 1 ? " is" : "s are");
}

static int take_topology(struct import *m, struct rows *c, void *arg) {
  struct head h;
  int shortest = 0, lossy = 0;
  int status = take_head(c, *(const enum import_ns3 *)arg, &h);
  if (status == 0) status = import_nodes(m, (int)h.nodes);
  if (status == 0) status = take_switches(m, c, h.switches);
  for (uint64_t i = 0; i < h.links && status == 0; i++) {
    int more = rows_line(c);
    if (more != 1) return more < 0 ? EINVAL : at_end(c, "links", i, h.links);
    status = take_link(m, c, &shortest, &lossy);
  }
  if (status == 0) status = take_rest(m, c, "links", h.links);
  if (status == 0 && shortest > 0)
    status = import_note(m, "%s: delay of %d link%s below 0.001 ns is 0.001 ns here", c->path, shortest,
                         shortest == 1 ? "" : "s");
  if (status == 0 && lossy > 0)
    status =
        import_note(m, "%s: error rate of %d link%s: links lose no frames here", c->path, lossy, lossy == 1 ? "" : "s");
  return status;
}

int import_ns3_topology(struct import *m, const char *path, enum import_ns3 kind) {
  return import_file(m, path, "a topology", take_topology, &kind);
}

// ---- flows ----

// The first column that is a time in ns3-rdma is the number of bytes in HPCC, which has no decimal point.
static bool is_rdma(const char *fifth) { return strchr(fifth, '.') != NULL; }

static const char rdma_form[] = "source, destination, priority group, packets, start and end in seconds";

struct flow_file {
  bool rdma;
  bool like_times;  // of all flows of HPCC, bytes and start may be the times of a flow of ns3-rdma
  int flows;
  double first_end, last_end;  // seconds, of ns3-rdma
};

// A flow of ns3-rdma ends at a time, if it has not sent its packets before.
static int take_rdma(struct import *m, struct rows *c, struct flow_file *file, struct import_flow *f, double *seconds) {
  uint64_t packets;
  double end;
  int status = rows_whole(c, "packets", c->field[3], 1, UINT32_MAX, &packets);
  if (status == 0) status = rows_decimal(c, "start", c->field[4], longest_s, seconds);
  if (status == 0) status = rows_decimal(c, "end", c->field[5], longest_s, &end);
  if (status != 0) return status;
  if (end <= *seconds)
    return rows_wrong(c, "the flow ends at %s s, not after its start at %s s; the file is of ns3-rdma, so give %s",
                      c->field[5], c->field[4], rdma_form);
  f->bytes = packets * m->packet;
  if (file->flows == 0 || end < file->first_end) file->first_end = end;
  if (end > file->last_end) file->last_end = end;
  return 0;
}

static int take_hpcc(struct rows *c, struct flow_file *file, struct import_flow *f, double *seconds) {
  uint64_t port;
  int status = rows_whole(c, "port", c->field[3], 0, UINT32_MAX, &port);
  if (status == 0) status = rows_whole(c, "bytes", c->field[4], 1, UINT64_C(1) << 50, &f->bytes);
  if (status == 0) status = rows_decimal(c, "start", c->field[5], longest_s, seconds);
  if (status == 0) file->like_times &= f->bytes < MIN_FRAME && (double)f->bytes < *seconds;
  return status;
}

static int take_flow(struct import *m, struct rows *c, struct flow_file *file) {
  int fields = rows_split(c);
  struct import_flow f = {.afters = 0};
  uint64_t pg;
  double seconds;
  if (fields != FLOW_FIELDS) return rows_wrong(c, "%d field%s; give %s", fields, fields == 1 ? "" : "s", c->form);
  int status = import_host(m, c, "source", c->field[0], &f.from);
  if (status == 0) status = import_host(m, c, "destination", c->field[1], &f.to);
  if (status == 0) status = rows_whole(c, "priority group", c->field[2], 0, IMPORT_PGS - 1, &pg);
  if (status != 0) return status;
  if (file->flows == 0) file->rdma = is_rdma(c->field[4]);
  if (!file->rdma && is_rdma(c->field[4]))
    return rows_wrong(c, "bytes is '%.24s', as in a file of ns3-rdma, and the first flow is of HPCC; give %s in all",
                      c->field[4], c->form);
  status = file->rdma ? take_rdma(m, c, file, &f, &seconds) : take_hpcc(c, file, &f, &seconds);
  if (status != 0) return status;
  if (f.from == f.to) return rows_wrong(c, "a flow from %d to itself; name two hosts", f.from);
  f.pg = (uint8_t)pg;
  f.start_ps = (uint64_t)(seconds * (double)IMPORT_PS_PER_S + 0.5);
  file->flows++;
  return import_flow(m, &f);
}

// The run ends with the last flow of ns3-rdma at the latest.
static int note_rdma(struct import *m, const struct rows *c, const struct flow_file *file) {
  const uint64_t end_ps = (uint64_t)(file->last_end * (double)IMPORT_PS_PER_S + 0.5);
  if (m->stop_ps == 0 || end_ps < m->stop_ps) m->stop_ps = end_ps;
  int status = import_note(m, "%s: flows of ns3-rdma, in packets of %" PRIu32 " B", c->path, m->packet);
  if (status != 0 || file->first_end == file->last_end) return status;
  return import_note(m, "%s: flows end at several times; here all may send until the last one, %.10g s", c->path,
                     file->last_end);
}

static int take_flows(struct import *m, struct rows *c, void *arg) {
  (void)arg;
  uint64_t flows;
  struct flow_file file = {.like_times = true};
  int more = rows_line(c);
  if (more != 1) return more < 0 ? EINVAL : rows_wrong(c, "the file is empty; begin with the number of flows");
  int status = rows_whole(c, "number of flows", rows_word(c), 1, IMPORT_FLOWS, &flows);
  for (uint64_t i = 0; i < flows && status == 0; i++) {
    more = rows_line(c);
    if (more != 1) return more < 0 ? EINVAL : at_end(c, "flows", i, flows);
    status = take_flow(m, c, &file);
  }
  if (status == 0) status = take_rest(m, c, "flows", flows);
  if (status == 0 && file.rdma) return note_rdma(m, c, &file);
  if (status != 0 || !file.like_times) return status;
  return import_note(m, "%s: all flows have fewer than %d B; in a file of ns3-rdma, write the starts as 2.0, not as 2",
                     c->path, MIN_FRAME);
}

int import_ns3_flows(struct import *m, const char *path) {
  return import_file(m, path, "source, destination, priority group, port, bytes and start in seconds", take_flows,
                     NULL);
}

// ---- SimAI ----

// SimAI: HPCC's formats with another first line of the topology.

int import_simai(struct import *m, const char *topology, const char *flows) {
  int status = import_ns3_topology(m, topology, IMPORT_NS3_SIMAI);
  if (status == 0 && flows != NULL) status = import_ns3_flows(m, flows);
  if (status == 0)
    status = import_note(
        m, "%s: SimAI sends flows inside a server over its NVSwitch; here a flow takes any shortest route", topology);
  return status;
}

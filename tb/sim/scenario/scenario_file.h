// Declarations that the files for reading a scenario share. Internal.
#ifndef NET_SCENARIO_FILE_H
#define NET_SCENARIO_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"
#include "tb/sim/scenario/scenario_keys.h"

// The value of a key, or another one if it is absent
#define VALUE_OR(key, otherwise) ((key) != NULL ? *(key) : (otherwise))

// Converts the values of the file to a scenario, step by step. Each step returns 0, or EINVAL or ENOMEM with c->err
// set.
struct checker {
  const struct file *file;
  const struct yaml_text *text;
  const struct file_mmu *mmu;        // mmu section of all switches
  const struct yaml_text *mmu_text;  // the file that has this section
  struct scenario *s;
  struct error *err;
  const uint64_t *seed;        // replaces the seed of the file; NULL: the seed of the file
  struct names flow_names;     // names of the listed flows
  struct names traffic_names;  // names of the entries of traffic, each with the first entry that has it
  uint32_t packet;             // bytes of a packet of a flow that does not set it
  uint32_t largest;            // bytes of the largest packet of a flow, at least `packet`
  uint64_t bps, delay_ps;      // rate and delay of a link that does not set them
  uint32_t overhead;           // overhead of a link that does not set it
};

// The place of a path of keys in its file, of YAML_PLACE bytes.
const char *scenario_place(const struct checker *c, const char *path, char *place);

// Report an error or a warning at a path of keys. scenario_wrong() returns EINVAL, scenario_warn() 0 or ENOMEM.
__attribute__((format(printf, 3, 4))) int scenario_wrong(struct checker *c, const char *path, const char *format, ...);
__attribute__((format(printf, 3, 4))) int scenario_warn(struct checker *c, const char *path, const char *format, ...);
int scenario_no_memory(struct checker *c);

// Checks that a name is one word of letters, digits, _ and -, and of the characters `more`. A name begins with none of
// - and `more`, because programs read -x as an option or a formula, and .. as a folder.
int scenario_word(struct checker *c, const char *path, const char *name, const char *more);

// Reads an amount at a path, and checks its bounds.
int scenario_amount(struct checker *c, const char *path, const char *text, uint64_t low, uint64_t high,
                    uint64_t *bytes);

// Convert the unit of a value.
uint64_t scenario_bps(double gbps);
uint64_t scenario_hz(double mhz);
uint64_t scenario_ps(double ns);
uint64_t scenario_us_cycles(const struct scenario *s, double us);    // rounded to the nearest cycle
uint64_t scenario_ns_cycles(const struct scenario *s, uint64_t ns);  // rounded up: nothing happens before its time

int scenario_check_general(struct checker *c);
int scenario_check_nodes(struct checker *c);
int scenario_check_flows(struct checker *c);
int scenario_check_traffic(struct checker *c);
int scenario_check_csv(struct checker *c);
int scenario_check_policy(struct checker *c);    // of the top level, before the flows
int scenario_check_policies(struct checker *c);  // after the flows
int scenario_check_clock(struct checker *c);
int scenario_check_mmus(struct checker *c);
int scenario_check_schedulers(struct checker *c);
int scenario_check_congestion(struct checker *c);
int scenario_check_times(struct checker *c);
int scenario_check_reroute(struct checker *c);
int scenario_check_watchdogs(struct checker *c);
int scenario_check_chains(struct checker *c);

// The number of the policy that these keys select. prefix: of their paths, such as "flows.2."
struct scenario_policy_keys {
  const int *congestion, *ecn_capable;
  const struct file_senders *senders;
};
int scenario_take_policy(struct checker *c, const char *prefix, const struct scenario_policy_keys *f, uint16_t *number);

// A flow starts after flow `before`. The calls for a flow follow each other. Returns 0 or ENOMEM.
int scenario_add_after(struct checker *c, struct scenario_flow *f, int before);
int scenario_check_trace(struct checker *c);
int scenario_check_search(struct checker *c);

int scenario_find_node(const struct scenario *s, const char *name);  // -1: none
int scenario_find_link(const struct scenario *s, const char *name);  // -1: none

// The path of a link in the file: an entry of links, of hosts, or of the links of a host.
const char *scenario_link_path(const struct checker *c, int link, char *path, size_t size);

// EINVAL, with a line that proposes the nearest known name, or ends with `otherwise`.
int scenario_no_switch(struct checker *c, const char *path, const char *name, const char *otherwise);
int scenario_no_link(struct checker *c, const char *path, const char *name);
int scenario_no_host(struct checker *c, const char *path, const char *name);
int scenario_no_flow(struct checker *c, const char *path, const char *name);

// Number of classes of the MMUs, as far as the file sets it.
uint32_t scenario_classes(const struct checker *c);

// The place of an error of a flow: the flow in the file, or the key that generated it.
char *scenario_flow_path(const struct checker *c, int flow, const char *key, char *path, size_t size);

// Adds a flow, with class 0 and defaults for all else; the caller sets name and ends. Returns NULL if out of memory, or
// if there are too many flows.
struct scenario_flow *scenario_add_flow(struct checker *c);

// Reports that a flow has no route.
int scenario_no_route(struct checker *c, const char *path, const struct scenario_flow *f, int status);

// Records that flows send packets of up to that many bytes.
void scenario_take_packet(struct checker *c, uint32_t bytes);

// Starts a group: the following flows belong to it. A group has a name; its flows have that name and a number.
int scenario_begin_group(struct checker *c, const char *name);
int scenario_name_flow(struct checker *c, struct scenario_flow *f, unsigned long number);

// The path of a data file, relative to the scenario; records the file as read. In the arena. Returns NULL if out of
// memory.
char *scenario_next_to(struct checker *c, const char *file);

// Loads the distribution that the key at a path names: a built-in one, or a file.
struct sizes;
int scenario_sizes(struct checker *c, const char *path, const char *name, struct sizes *sizes);

// Opens the data file that a key names. Returns NULL with a line in c->err.
FILE *scenario_open(struct checker *c, const char *key, const char *path);

// route.c: the switches and egress ports of a flow. To be called after the nodes are known.
int scenario_new_routes(struct checker *c);
void scenario_free_routes(struct scenario *s);
int scenario_route_written(struct checker *c, int flow);

// Sets the shortest route, as `paths` and `routing` select. Returns 0, ENOMEM, or EHOSTUNREACH: no route of at most 64
// switches.
int scenario_route(struct checker *c, struct scenario_flow *f);

// Warns if the routes of the flows form a cycle of buffer dependencies, for each set of links that are up.
int scenario_check_cycles(struct checker *c);

// Whether the links that are up at a change of the routes are another set than all before.
bool scenario_new_links(const struct scenario *s, int change);

// Warns of keys outside section mmu that have no effect beside the other keys and the flows.
int scenario_check_effects(struct checker *c);

#endif

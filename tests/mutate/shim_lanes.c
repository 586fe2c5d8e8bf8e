// Simulates many mutants of the RTL at once, in place of the RTL. A lane, one bit of each word, is one mutant of a
// circuit of ANDs and inverters, an ASCII AIGER file of rtl.py in which an input selects the mutant. The test gets the
// outputs of the model. The outputs of every lane are compared with the model's in every cycle. A lane that differs is
// reported as `NUMBER CYCLE` and no longer compared. The process exits with 0 when no mutant is left.
//
// Lane 0 is the original. Before the reset, registers and RAMs hold random bits, different in each lane. Environment:
// LANES_CIRCUIT, the file that is read; LANES_OUT, the file that reports are appended to; LANES_MUTANTS, up to 255
// numbers.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/shim.h"
#include "tb/cosim/shim_check.h"

enum { WORDS = 4, LANES = 64 * WORDS, RESET = 16 };
typedef uint64_t lanes __attribute__((vector_size(8 * WORDS)));
static const lanes inverted[2] = {{0}, {~0ull, ~0ull, ~0ull, ~0ull}};

// An AND gate. Literals are as in AIGER: twice the variable, plus 1 if inverted. Variable 0 is the constant 0.
struct node {
  uint32_t to, a, b;  // output variable, input literals
};

struct choice {
  uint32_t to, which, a, b;  // a multiplexer: variable `to` is literal a if variable `which` is 1, else literal b
};

struct pin {
  uint32_t literal;
  int offset, bit;  // byte and bit in struct sluice_in or sluice_out
};

enum { RESET_PIN = -1, SELECTOR = -2, CLOCK_PIN = -3 };

static struct {
  uint32_t variables, inputs, latches, outputs, ands;
  struct pin *in, *out;
  uint32_t *latch, *next;  // variables of the latches, literals of their next values
  struct node *node;       // the ANDs in order, without those that depend only on the selector
  struct choice *choice;   // the same as multiplexers
  uint32_t choices;
  lanes *constant;  // values that depend only on the selector, by variable
} circuit;

static int mutant[LANES];
static lanes alive;
static FILE *report;
static uint32_t seed = 1;

struct rtl {
  struct sluice_mmu *model;
  uint64_t cycle;
  lanes *value, *next;  // values of the variables; next values of the latches
};

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "lanes: %s\n", what);
  exit(2);
}

static void *need(size_t count, size_t size) {
  size_t bytes = (count * size + sizeof(lanes)) / sizeof(lanes) * sizeof(lanes);
  void *p = aligned_alloc(sizeof(lanes), bytes);
  if (p == NULL) fail("out of memory");
  return memset(p, 0, bytes);
}

// Bit b of a port is bit b of the bytes of its field; both pack vectors in the same order.
struct field {
  const char *name;
  size_t offset;
};
#define IN(f) \
  { #f, offsetof(struct sluice_in, f) }
static const struct field fields_in[] = {IN(enq_valid),  IN(enq_port),   IN(enq_class), IN(enq_cells), IN(enq_ttl),
                                         IN(enq_egress), IN(deq_valid),  IN(deq_port),  IN(deq_class), IN(deq_cells),
                                         IN(snd_valid),  IN(snd_port),   IN(snd_class), IN(snd_cells), IN(rx_valid),
                                         IN(rx_port),    IN(rx_level),   IN(rx_enable), IN(rx_time),   IN(cfg_write),
                                         IN(cfg_addr),   IN(cfg_wdata),  IN(cfg_read),  IN(stat_read), IN(stat_select),
                                         IN(stat_port),  IN(stat_class), IN(tx_ready),  {NULL, 0}};
#define OUT(f) \
  { #f, offsetof(struct sluice_out, f) }
static const struct field fields_out[] = {
    OUT(ready),     OUT(adm_valid),  OUT(adm_port),  OUT(adm_class), OUT(adm_kind),   OUT(deq_error),  OUT(queue_level),
    OUT(queue_off), OUT(port_off),   OUT(tx_valid),  OUT(tx_port),   OUT(tx_level),   OUT(tx_enable),  OUT(tx_time),
    OUT(gate),      OUT(cfg_rvalid), OUT(cfg_rdata), OUT(cfg_error), OUT(cfg_reason), OUT(stat_valid), OUT(stat_data),
    OUT(loss),      OUT(mon_shared), OUT(mon_xqoff), OUT(mon_xqon),  OUT(mon_xpoff),  OUT(mon_xpon),   {NULL, 0}};

static void name_pin(struct pin *pin, const struct field *fields, const char *name) {
  static const struct field others[] = {{"rst", 0}, {"mutant", 0}, {"clk", 0}};
  char port[32];
  if (sscanf(name, "%31[^[][%d]", port, &pin->bit) < 1) fail("a port has no name");
  for (int n = 0; n < 3; n++)
    if (strcmp(others[n].name, port) == 0) {
      pin->offset = RESET_PIN - n;
      return;
    }
  for (; fields->name != NULL; fields++)
    if (strcmp(fields->name, port) == 0) {
      pin->offset = (int)fields->offset;
      return;
    }
  fail(port);
}

static bool bit_of(const void *fields, const struct pin *pin) {
  return ((const unsigned char *)fields)[pin->offset + pin->bit / 8] >> pin->bit % 8 & 1;
}

static void read_circuit(FILE *from) {
  if (fscanf(from, "aag %u %u %u %u %u", &circuit.variables, &circuit.inputs, &circuit.latches, &circuit.outputs,
             &circuit.ands) != 5)
    fail("no ASCII AIGER file");
  circuit.in = need(circuit.inputs, sizeof *circuit.in);
  circuit.out = need(circuit.outputs, sizeof *circuit.out);
  circuit.latch = need(circuit.latches, sizeof *circuit.latch);
  circuit.next = need(circuit.latches, sizeof *circuit.next);
  circuit.node = need(circuit.ands, sizeof *circuit.node);
  bool whole = true;
  for (uint32_t n = 0; n < circuit.inputs; n++) whole &= fscanf(from, "%u", &circuit.in[n].literal) == 1;
  for (uint32_t n = 0; n < circuit.latches; n++) {
    whole &= fscanf(from, "%u %u%*[^\n]", &circuit.latch[n], &circuit.next[n]) == 2;
    circuit.latch[n] >>= 1;
  }
  for (uint32_t n = 0; n < circuit.outputs; n++) whole &= fscanf(from, "%u", &circuit.out[n].literal) == 1;
  for (uint32_t n = 0; n < circuit.ands; n++) {
    struct node *node = &circuit.node[n];
    whole &= fscanf(from, "%u %u %u", &node->to, &node->a, &node->b) == 3;
    node->to >>= 1;
  }
  char line[256], kind;
  unsigned n;
  int name;
  while (fgets(line, sizeof line, from) != NULL) {
    if (sscanf(line, "%c%u %n", &kind, &n, &name) != 2) continue;
    line[strcspn(line, "\n")] = '\0';
    if (kind == 'i' && n < circuit.inputs) name_pin(&circuit.in[n], fields_in, line + name);
    if (kind == 'o' && n < circuit.outputs) name_pin(&circuit.out[n], fields_out, line + name);
  }
  if (!whole) fail("the circuit ends early");
}

// Evaluates all gates that depend only on the selector. Of the logic of the mutants, only the changes of each lane's
// own mutant are left.
static void select_mutants(void) {
  bool *known = need(circuit.variables + 1, sizeof *known);
  uint32_t *same = need(circuit.variables + 1, sizeof *same);  // the literal that the variable is equal to
  circuit.constant = need(circuit.variables + 1, sizeof *circuit.constant);
  for (uint32_t v = 0; v <= circuit.variables; v++) same[v] = 2 * v;
  known[0] = true;
  for (uint32_t n = 0; n < circuit.inputs; n++) {
    const struct pin *pin = &circuit.in[n];
    if (pin->offset != SELECTOR) continue;
    known[pin->literal >> 1] = true;
    for (int lane = 0; lane < LANES; lane++)
      circuit.constant[pin->literal >> 1][lane / 64] |= (uint64_t)(mutant[lane] >> pin->bit & 1) << lane % 64;
  }
  uint32_t kept = 0;
  for (uint32_t n = 0; n < circuit.ands; n++) {
    struct node node = circuit.node[n];
    uint32_t x[2] = {same[node.a >> 1] ^ (node.a & 1), same[node.b >> 1] ^ (node.b & 1)};
    lanes value[2];
    bool is[2], zero = false;
    for (int k = 0; k < 2; k++) {
      is[k] = known[x[k] >> 1];
      value[k] = circuit.constant[x[k] >> 1] ^ inverted[x[k] & 1];
      zero |= is[k] && memcmp(&value[k], &inverted[0], sizeof value[k]) == 0;
    }
    known[node.to] = zero || (is[0] && is[1]);
    if (known[node.to]) circuit.constant[node.to] = zero ? inverted[0] : value[0] & value[1];
    for (int k = 0; k < 2; k++)
      if (!known[node.to] && is[k] && memcmp(&value[k], &inverted[1], sizeof value[k]) == 0) same[node.to] = x[1 - k];
    if (!known[node.to] && same[node.to] == 2 * node.to) circuit.node[kept++] = (struct node){node.to, x[0], x[1]};
  }
  circuit.ands = kept;
  for (uint32_t n = 0; n < circuit.latches; n++) circuit.next[n] = same[circuit.next[n] >> 1] ^ (circuit.next[n] & 1);
  for (uint32_t n = 0; n < circuit.outputs; n++) {
    uint32_t *literal = &circuit.out[n].literal;
    *literal = same[*literal >> 1] ^ (*literal & 1);
  }
  free(known);
  free(same);
}

// Replaces ANDs by multiplexers. Three ANDs that form a multiplexer, as most of a circuit does, become one. Any other
// AND becomes a multiplexer between an operand and 0.
static void make_choices(void) {
  enum { AND_OF_NONE = -1 };
  uint32_t *uses = need(circuit.variables + 1, sizeof *uses);
  int *and_of = need(circuit.variables + 1, sizeof *and_of);
  bool *inside = need(circuit.ands, sizeof *inside);
  circuit.choice = need(circuit.ands, sizeof *circuit.choice);
  for (uint32_t v = 0; v <= circuit.variables; v++) and_of[v] = AND_OF_NONE;
  for (uint32_t n = 0; n < circuit.ands; n++) {
    and_of[circuit.node[n].to] = (int)n;
    uses[circuit.node[n].a >> 1]++, uses[circuit.node[n].b >> 1]++;
  }
  for (uint32_t n = 0; n < circuit.latches; n++) uses[circuit.next[n] >> 1]++;
  for (uint32_t n = 0; n < circuit.outputs; n++) uses[circuit.out[n].literal >> 1]++;
  // Backward, because an AND inside a multiplexer becomes no multiplexer itself.
  for (uint32_t n = circuit.ands; n-- > 0;) {
    if (inside[n]) continue;
    const struct node *node = &circuit.node[n];
    struct choice *choice = &circuit.choice[n];
    bool inverts = node->a & 1;
    *choice = (struct choice){node->to, node->a >> 1, inverts ? 0 : node->b, inverts ? node->b : 0};
    int p = and_of[node->a >> 1], q = and_of[node->b >> 1];
    if (!(node->a & node->b & 1) || p < 0 || q < 0 || p == q || uses[node->a >> 1] != 1 || uses[node->b >> 1] != 1)
      continue;
    for (int k = 0; k < 4; k++) {
      const struct node *x = &circuit.node[p], *y = &circuit.node[q];
      uint32_t s = k & 1 ? x->a : x->b, t = k & 2 ? y->a : y->b;
      if (s != (t ^ 1)) continue;
      uint32_t on = (k & 1 ? x->b : x->a) ^ 1, off = (k & 2 ? y->b : y->a) ^ 1;
      *choice = (struct choice){node->to, s >> 1, s & 1 ? off : on, s & 1 ? on : off};
      inside[p] = inside[q] = true;
      break;
    }
  }
  for (uint32_t n = 0; n < circuit.ands; n++)
    if (!inside[n]) circuit.choice[circuit.choices++] = circuit.choice[n];
  free(uses);
  free(and_of);
  free(inside);
}

static void load(void) {
  const char *path = getenv("LANES_CIRCUIT"), *to = getenv("LANES_OUT"), *text = getenv("LANES_MUTANTS");
  if (path == NULL || to == NULL || text == NULL)
    fail("expected LANES_CIRCUIT, LANES_OUT and LANES_MUTANTS in the environment");
  FILE *from = fopen(path, "r");
  report = fopen(to, "a");
  if (from == NULL || report == NULL) fail("a file cannot be opened");
  int count = 1, length;
  for (; count < LANES && sscanf(text, "%d%n", &mutant[count], &length) == 1; count++) text += length;
  for (int lane = 0; lane < count; lane++) alive[lane / 64] |= 1ull << lane % 64;
  read_circuit(from);
  fclose(from);
  select_mutants();
  make_choices();
}

static uint64_t drawn(void) {
  static uint64_t x;
  if (seed != 0) x = seed * 0x9e3779b97f4a7c15ull | 1;
  seed = 0;
  x ^= x >> 12, x ^= x << 25, x ^= x >> 27;
  return x * 0x2545f4914f6cdd1dull;
}

static lanes of(const struct rtl *r, uint32_t literal) { return r->value[literal >> 1] ^ inverted[literal & 1]; }

static void evaluate(struct rtl *r, const struct sluice_in *in, bool reset) {
  for (uint32_t n = 0; n < circuit.inputs; n++) {
    const struct pin *pin = &circuit.in[n];
    if (pin->offset != SELECTOR && pin->offset != CLOCK_PIN)
      r->value[pin->literal >> 1] = inverted[pin->offset == RESET_PIN ? reset : bit_of(in, pin)];
  }
  for (const struct choice *c = circuit.choice; c < circuit.choice + circuit.choices; c++) {
    lanes b = of(r, c->b);
    r->value[c->to] = ((of(r, c->a) ^ b) & r->value[c->which]) ^ b;
  }
}

static void edge(struct rtl *r) {
  for (uint32_t n = 0; n < circuit.latches; n++) r->next[n] = of(r, circuit.next[n]);
  for (uint32_t n = 0; n < circuit.latches; n++) r->value[circuit.latch[n]] = r->next[n];
}

// Compares the outputs after the last clock edge. All outputs are registered.
static void compare(const struct rtl *r) {
  const struct sluice_out *out = sluice_mmu_out(r->model);
  lanes differ = {0};
  for (uint32_t n = 0; n < circuit.outputs; n++)
    differ |= of(r, circuit.out[n].literal) ^ inverted[bit_of(out, &circuit.out[n])];
  differ &= alive;
  alive ^= differ;
  bool any = false;
  for (int word = 0; word < WORDS; word++) {
    for (uint64_t left = differ[word]; left != 0; left &= left - 1)
      fprintf(report, "%d %llu\n", mutant[64 * word + __builtin_ctzll(left)], (unsigned long long)r->cycle);
    any |= (alive[word] & ~(word == 0 ? 1ull : 0)) != 0;
  }
  fflush(report);
  if (!any) exit(0);
}

static void *create(const char *name) {
  (void)name;
  if (circuit.variables == 0) load();
  struct rtl *r = need(1, sizeof *r);
  if (sluice_mmu_new(&r->model, &shim_list[0]->dims) != 0) return NULL;
  r->value = need(circuit.variables + 1, sizeof *r->value);
  r->next = need(circuit.latches, sizeof *r->next);
  memcpy(r->value, circuit.constant, (circuit.variables + 1) * sizeof *r->value);
  for (uint32_t n = 0; n < circuit.latches; n++)
    for (int word = 0; word < WORDS; word++) r->value[circuit.latch[n]][word] = drawn();
  static const struct sluice_in idle;
  for (int n = 0; n < RESET; n++) {
    evaluate(r, &idle, true);
    edge(r);
  }
  return r;
}

static void destroy(void *mmu) {
  struct rtl *r = mmu;
  sluice_mmu_free(r->model);
  free(r->value);
  free(r->next);
  free(r);
}

static void step(void *mmu, const struct sluice_in *in, struct sluice_out *out) {
  struct rtl *r = mmu;
  evaluate(r, in, false);
  if (r->cycle > 0) compare(r);  // engine.c, too, compares from the first cycle on
  edge(r);
  r->cycle++;
  sluice_mmu_step(r->model, in);
  *out = *sluice_mmu_out(r->model);
}

const struct shim_check *shim_failed_check(void) { return NULL; }
void shim_seed(uint32_t to) { seed = to | 1; }

// Traces are not supported.
static void trace(void *mmu, void *to) { (void)mmu, (void)to; }
static void show_clock(void *mmu, int level) { (void)mmu, (void)level; }
void *shim_trace_new(void) { return NULL; }
void shim_trace_open(void *to, const char *path) { (void)to, (void)path; }
void shim_trace_dump(void *to, uint64_t ps) { (void)to, (void)ps; }
void shim_trace_close(void *to) { (void)to; }

static const struct shim shim_only = {{3, 3, 10, 127, false}, create, destroy, step, trace, show_clock};
const struct shim *const shim_list[] = {&shim_only, NULL};

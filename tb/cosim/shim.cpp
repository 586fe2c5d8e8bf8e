// The Verilated model of one variant as a struct shim: the only file with Verilator's types. MODEL is the class that
// Verilator wrote; NP, NC, W, SCHEMES and PORT_LIMITS are the parameters of the variant.
#include "tb/cosim/shim.h"

#include <cstring>
#include <new>

#include "tb/cosim/shim_common.h"

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#include QUOTE(MODEL.h)
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "vectors are copied as bytes, least significant first"
#endif

namespace {

struct Mmu {
  explicit Mmu(const char *name) : model(shim_context(), name) {}
  MODEL model;
  unsigned char level = 0;  // level of clk at the evaluation before
  bool fed = true;          // an input other than tx_ready is not 0
};

constexpr unsigned bits_for(unsigned n) { return n > 1 ? 32 - __builtin_clz(n - 1) : 1; }
constexpr uint32_t mask(unsigned bits) { return (1u << bits) - 1; }
constexpr uint32_t kPort = mask(bits_for(NP)), kClass = mask(bits_for(NC)), kCells = mask(W), kClasses = mask(NC);
constexpr unsigned kLevelBits = SCHEMES >> SLUICE_GFC_LINEAR & 1 ? 16 : SCHEMES >> SLUICE_GFC & 1 ? 5 : 1;
constexpr size_t kQueueBytes = (NP * NC + 7) / 8, kTimeBytes = 2 * NC;

// The Verilated copy of the RTL counts every edge of clk, so one evaluation is one cycle.
inline void edge(Mmu *mmu) {
  mmu->model.clk = mmu->level ^= 1;
  mmu->model.eval();
}

void *create(const char *name) {
  Mmu *mmu = new (std::nothrow) Mmu(name);
  if (mmu == nullptr) return nullptr;
  mmu->model.clk = 0;
  mmu->model.eval();
  mmu->model.rst = 1;
  mmu->model.enq_valid = mmu->model.deq_valid = mmu->model.rx_valid = 0;
  mmu->model.cfg_write = mmu->model.cfg_read = mmu->model.stat_read = mmu->model.tx_ready = 0;
  mmu->model.enq_port = mmu->model.enq_class = mmu->model.deq_port = mmu->model.deq_class = 0;
  mmu->model.stat_port = mmu->model.stat_class = mmu->model.stat_select = 0;
  mmu->model.enq_cells = mmu->model.deq_cells = mmu->model.snd_cells = 0;
  mmu->model.snd_valid = mmu->model.snd_port = mmu->model.snd_class = 0;
  mmu->model.enq_ttl = mmu->model.enq_egress = 0;
  for (int i = 0; i < 16; i++) edge(mmu);  // longer than every pipeline
  mmu->model.rst = 0;
  return mmu;
}

void destroy(void *handle) { delete static_cast<Mmu *>(handle); }

// Levels are packed, with as many bits as the schemes need; OFF is all ones. In a build without other levels the bits
// of queue_off show whether anything has changed.
void levels(const MODEL *r, struct sluice_out *out) {
  if (kLevelBits == 1 && std::memcmp(out->queue_off, &r->queue_off, kQueueBytes) == 0) return;
  const unsigned char *packed = reinterpret_cast<const unsigned char *>(&r->queue_level);
  for (unsigned q = 0; q < NP * NC; q++) {
    unsigned bit = q * kLevelBits, value = 0;
    for (unsigned byte = bit / 8, n = 0; n < 8 + kLevelBits; byte++, n += 8)
      if (byte < (NP * NC * kLevelBits + 7) / 8) value |= static_cast<unsigned>(packed[byte]) << n;
    value = value >> bit % 8 & mask(kLevelBits);
    out->queue_level[q] = static_cast<uint16_t>(value == mask(kLevelBits) ? unsigned{SLUICE_OFF} : value);
  }
}

bool any_event(const struct sluice_in *in) {
  return in->enq_valid | in->deq_valid | in->snd_valid | in->rx_valid | in->cfg_write | in->cfg_read | in->stat_read;
}

// Sets the inputs. Data inputs of an event are copied only in a cycle with the event.
void feed(MODEL *r, const struct sluice_in *in) {
  r->enq_valid = in->enq_valid;
  r->enq_port = in->enq_port & kPort;
  r->enq_class = in->enq_class & kClass;
  r->enq_cells = in->enq_cells & kCells;
  r->enq_ttl = in->enq_ttl;
  r->enq_egress = in->enq_egress & kPort;
  r->deq_valid = in->deq_valid;
  r->deq_port = in->deq_port & kPort;
  r->deq_class = in->deq_class & kClass;
  r->deq_cells = in->deq_cells & kCells;
  r->snd_valid = in->snd_valid;
  r->snd_port = in->snd_port & kPort;
  r->snd_class = in->snd_class & kClass;
  r->snd_cells = in->snd_cells & kCells;
  r->rx_valid = in->rx_valid;
  r->rx_port = in->rx_port & kPort;
  r->rx_level = in->rx_level & 3;
  r->rx_enable = in->rx_enable & kClasses;
  std::memcpy(&r->rx_time, in->rx_time, kTimeBytes);
  r->cfg_write = in->cfg_write;
  r->cfg_read = in->cfg_read;
  r->cfg_addr = in->cfg_addr & 63;
  r->cfg_wdata = in->cfg_wdata;
  r->stat_read = in->stat_read;
  r->stat_select = in->stat_select & 15;
  r->stat_port = in->stat_port & kPort;
  r->stat_class = in->stat_class & kClass;
}

void step(void *handle, const struct sluice_in *in, struct sluice_out *out) {
  Mmu *mmu = static_cast<Mmu *>(handle);
  MODEL *r = &mmu->model;
  bool event = any_event(in);
  if (event || mmu->fed) feed(r, in);
  mmu->fed = event;
  r->tx_ready = in->tx_ready;

  edge(mmu);

  out->ready = r->ready;
  out->adm_valid = r->adm_valid;
  out->deq_error = r->deq_error;
  out->tx_valid = r->tx_valid;
  out->stat_valid = r->stat_valid;
  out->cfg_error = r->cfg_error;
  out->cfg_rvalid = r->cfg_rvalid;
  out->adm_port = r->adm_port;
  out->adm_class = r->adm_class;
  out->adm_kind = r->adm_kind;
  out->tx_port = r->tx_port;
  out->tx_level = r->tx_level;
  out->tx_enable = r->tx_enable;
  out->cfg_reason = r->cfg_reason;
  std::memcpy(out->tx_time, &r->tx_time, kTimeBytes);
  out->stat_data = r->stat_data;
  out->cfg_rdata = r->cfg_rdata;
  out->mon_shared = r->mon_shared;
  out->mon_xqoff = r->mon_xqoff;
  out->mon_xqon = r->mon_xqon;
  out->mon_xpoff = r->mon_xpoff;
  out->mon_xpon = r->mon_xpon;
  out->loss = r->loss;
  levels(r, out);
  std::memcpy(out->queue_off, &r->queue_off, kQueueBytes);
  out->port_off = r->port_off;
  std::memcpy(out->gate, &r->gate, kQueueBytes);
}

void trace(void *handle, void *fst) {
#if VM_TRACE
  static_cast<Mmu *>(handle)->model.trace(static_cast<VerilatedFstC *>(fst), 99);
#else
  (void)handle, (void)fst;
#endif
}

// Verilator looks for changes only in an evaluation, so this makes one without a clock edge.
void show_clock(void *handle, int level) {
  Mmu *mmu = static_cast<Mmu *>(handle);
  mmu->model.clk = mmu->level;
  mmu->model.eval();
  mmu->model.clk = level & 1;
}

}  // namespace

extern "C" const struct shim JOIN(shim_, MODEL);
const struct shim JOIN(shim_, MODEL) = {{NP, NC, W, SCHEMES, PORT_LIMITS}, create, destroy, step, trace, show_clock};

// The Verilated model of one variant as a struct shim: the only place that knows Verilator's types.
// MODEL is the class that Verilator wrote; NP, NC, W, SCHEMES are the variant's parameters.
#include "shim.h"

#include <cstring>
#include <new>
#include <string>

#include "shim_common.h"

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#include QUOTE(MODEL.h)
#include QUOTE(JOIN(MODEL, ___024root.h))
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "vectors are copied as bytes, least significant first"
#endif

namespace {

using Root = JOIN(MODEL, ___024root);

struct Mmu {
  MODEL model{shim_context(), ""};
#if VM_TRACE
  std::string scope;
#endif
};

constexpr unsigned bits_for(unsigned n) { return n > 1 ? 32 - __builtin_clz(n - 1) : 1; }
constexpr uint32_t mask(unsigned bits) { return (1u << bits) - 1; }
constexpr uint32_t kPort = mask(bits_for(NP)), kClass = mask(bits_for(NC)), kCells = mask(W), kClasses = mask(NC);
constexpr unsigned kLevelBits = SCHEMES >> SLUICE_GFC_LINEAR & 1 ? 16 : SCHEMES >> SLUICE_GFC & 1 ? 5 : 1;
constexpr size_t kQueueBytes = (NP * NC + 7) / 8, kTimeBytes = 2 * NC;

// Verilator finds an edge by comparing the clock with that of the evaluation before. Where the copy can be reached
// it is cleared, so that one evaluation makes a clock; otherwise the falling edge is evaluated too.
template <class R>
inline auto falling(MODEL *, R *root, int) -> decltype(static_cast<void>(root->__Vtrigrprev__TOP__clk)) {
  root->__Vtrigrprev__TOP__clk = 0;
}
template <class R>
inline void falling(MODEL *model, R *root, long) {
  root->clk = 0;
  model->eval();
}

inline void edge(MODEL *model) {
  falling(model, model->rootp, 0);
  model->rootp->clk = 1;
  model->eval();
}

void *create() {
  Mmu *mmu = new (std::nothrow) Mmu;
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
  for (int i = 0; i < 16; i++) edge(&mmu->model);  // longer than every pipeline
  mmu->model.rst = 0;
  return mmu;
}

void destroy(void *handle) { delete static_cast<Mmu *>(handle); }

// Levels are packed in as many bits as the schemes need, OFF is all ones. Where OFF is all there is, its bits show
// whether anything has changed.
void levels(const Root *r, struct sluice_out *out) {
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

void step(void *handle, const struct sluice_in *in, struct sluice_out *out) {
  MODEL *model = &static_cast<Mmu *>(handle)->model;
  Root *r = model->rootp;
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
  r->tx_ready = in->tx_ready;
  r->rx_valid = in->rx_valid;
  r->rx_port = in->rx_port & kPort;
  r->rx_level = in->rx_level & 1;
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

  edge(model);

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

#if VM_TRACE
void enter_scope(void *handle, VerilatedFst *trace, uint32_t) {
  trace->pushNamePrefix(static_cast<Mmu *>(handle)->scope + " ");
}

void leave_scope(void *, VerilatedFst *trace, uint32_t) { trace->popNamePrefix(); }
#endif

void trace(void *handle, void *fst, const char *scope) {
#if VM_TRACE
  Mmu *mmu = static_cast<Mmu *>(handle);
  VerilatedFstC *file = static_cast<VerilatedFstC *>(fst);
  mmu->scope = scope;
  file->spTrace()->addInitCb(enter_scope, mmu);
  mmu->model.trace(file, 99);
  file->spTrace()->addInitCb(leave_scope, mmu);
#else
  (void)handle, (void)fst, (void)scope;
#endif
}

void set_clock(void *handle, int level) { static_cast<Mmu *>(handle)->model.rootp->clk = level; }

}  // namespace

extern "C" const struct shim JOIN(shim_, MODEL);
const struct shim JOIN(shim_, MODEL) = {{NP, NC, W, SCHEMES}, create, destroy, step, trace, set_clock};

// The Verilated sluice_credit_port of one variant as a struct shim_credit. MODEL is the class that Verilator wrote;
// VC, W, SHIFT, BB, TB and INFINIBAND are the parameters of the variant.
#include <new>

#include "tb/cosim/shim_common.h"
#include "tb/cosim/shim_modules.h"

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#include QUOTE(MODEL.h)

namespace {

struct Credit {
  MODEL model{shim_context(), ""};
};

constexpr uint32_t kBytes = (1u << BB) - 1, kCounter = (1u << W) - 1;
constexpr uint32_t kPeriod = TB == 32 ? ~0u : (1u << TB % 32) - 1;

// The Verilated copy of the RTL counts every edge of clk, so one evaluation is one cycle.
void edge(MODEL *m) {
  m->clk ^= 1;
  m->eval();
}

void *create() {
  Credit *credit = new (std::nothrow) Credit;
  if (credit == nullptr) return nullptr;
  MODEL &m = credit->model;
  m.clk = 0;
  m.rst = 1;
  m.snd_valid = m.in_valid = m.out_valid = m.rx_valid = m.tx_ready = 0;
  m.eval();
  for (int i = 0; i < 8; i++) edge(&m);
  m.rst = 0;
  return credit;
}

void destroy(void *handle) { delete static_cast<Credit *>(handle); }

#define PUT_PACKET(name)               \
  m.name##_valid = in->name.valid;     \
  m.name##_channel = in->name.channel; \
  m.name##_bytes = in->name.bytes & kBytes

void step(void *handle, const struct sluice_credit_in *in, struct sluice_credit_out *out) {
  MODEL &m = static_cast<Credit *>(handle)->model;
  const struct sluice_credit_config *cfg = &in->config;
  for (int c = 0; c < VC; c++) {
    put(&m.limit, c * W, W, cfg->limit[c]);
    put(&m.room, c * W, W, cfg->room[c]);
  }
  m.tx_overhead = static_cast<uint8_t>(cfg->tx_overhead);
  m.rx_overhead = static_cast<uint8_t>(cfg->rx_overhead);
  m.amount = cfg->amount & kCounter;
  m.consumed_period = cfg->consumed_period & kPeriod;
  m.freed_period = cfg->freed_period & kPeriod;
  PUT_PACKET(snd);
  PUT_PACKET(in);
  PUT_PACKET(out);
  m.rx_valid = in->rx.valid;
  m.rx_kind = in->rx.kind;
  m.rx_channel = in->rx.channel;
  m.rx_value = in->rx.value & kCounter;
  m.tx_ready = in->tx_ready;
  m.eval();
  out->snd_ready = m.snd_ready;
  out->tx.valid = m.tx_valid;
  out->tx.kind = m.tx_kind;
  out->tx.channel = m.tx_channel;
  out->tx.value = m.tx_value;
  edge(&m);
}

}  // namespace

extern "C" const struct shim_credit JOIN(shim_, MODEL);
const struct shim_credit JOIN(shim_, MODEL) = {{INFINIBAND, VC, W, SHIFT, BB, TB}, create, destroy, step};

// The Verilated sluice_room_port of one variant as a struct shim_room. MODEL is the class that Verilator wrote; NP, NC,
// W, TB and MAPS are the parameters of the variant.
#include <new>

#include "tb/cosim/shim_common.h"
#include "tb/cosim/shim_modules.h"

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#include QUOTE(MODEL.h)

namespace {

struct Room {
  MODEL model{shim_context(), ""};
};

constexpr uint32_t kPeriod = TB == 32 ? ~0u : (1u << TB % 32) - 1;

// The Verilated copy of the RTL counts every edge of clk, so one evaluation is one cycle.
void edge(MODEL *m) {
  m->clk ^= 1;
  m->eval();
}

void *create() {
  Room *room = new (std::nothrow) Room;
  if (room == nullptr) return nullptr;
  MODEL &m = room->model;
  m.clk = 0;
  m.rst = 1;
  m.rx_valid = m.tx_ready = 0;
  m.eval();
  for (int i = 0; i < 8; i++) edge(&m);
  m.rst = 0;
  return room;
}

void destroy(void *handle) { delete static_cast<Room *>(handle); }

void step(void *handle, const struct sluice_room_in *in, struct sluice_room_out *out) {
  MODEL &m = static_cast<Room *>(handle)->model;
  const struct sluice_config *cfg = in->config;
  m.period = in->period & kPeriod;
  m.lossless = cfg->lossless & ((1u << NC) - 1);
  m.by_stage = cfg->scheme == SLUICE_GFC;
  m.linear = cfg->scheme == SLUICE_GFC_LINEAR;
  m.top = static_cast<uint32_t>(cfg->stage_top);
  m.base = static_cast<uint32_t>(cfg->stage_base);
  m.stages = static_cast<uint8_t>(cfg->stages | cfg->count_leading_zeros << 4);
  for (int k = 1; k <= 15; k++) put(&m.table_cells, (k - 1) * W, W, static_cast<uint32_t>(cfg->stage[k]));
  m.read_cells = in->read_cells;
  m.tx_ready = in->tx_ready;
  m.rx_valid = in->rx.valid;
  m.rx_port = in->rx.port;
  m.rx_class = in->rx.cls;
  m.rx_room = in->rx.value;
  m.eval();
  out->read_enable = m.read_enable;
  out->read_port = m.read_port;
  out->read_class = m.read_class;
  out->tx = {m.tx_valid != 0, static_cast<uint8_t>(m.tx_port), static_cast<uint8_t>(m.tx_class), m.tx_room};
  out->level = {m.level_valid != 0, static_cast<uint8_t>(m.level_port), static_cast<uint8_t>(m.level_class),
                static_cast<uint16_t>(m.level)};
  edge(&m);
}

}  // namespace

extern "C" const struct shim_room JOIN(shim_, MODEL);
const struct shim_room JOIN(shim_, MODEL) = {{NP, NC, W, TB, (MAPS & 1) != 0, (MAPS & 2) != 0}, create, destroy, step};

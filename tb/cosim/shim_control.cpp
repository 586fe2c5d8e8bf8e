// The Verilated sluice_control of one variant as a struct shim_control. MODEL is the class that Verilator wrote; NP, NC
// and WIDTH are the parameters of the variant.
#include <cstring>
#include <new>

#include "tb/cosim/shim_common.h"
#include "tb/cosim/shim_modules.h"

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#include QUOTE(MODEL.h)

namespace {

constexpr int kBytes = WIDTH / 8;

struct Control {
  MODEL model{shim_context(), ""};
};

struct Stream {
  void *data, *keep, *valid, *last, *user;
};

void put_beat(const Stream &s, int p, const struct sluice_beat &beat) {
  std::memcpy(static_cast<char *>(s.data) + p * kBytes, beat.data, kBytes);
  put(s.keep, p * kBytes, kBytes, beat.keep);
  put(s.valid, p, 1, beat.valid);
  put(s.last, p, 1, beat.last);
  put(s.user, p, 1, beat.bad);
}

void get_beat(const Stream &s, int p, struct sluice_beat *beat) {
  std::memset(beat, 0, sizeof *beat);
  beat->valid = get(s.valid, p, 1);
  if (!beat->valid) return;
  std::memcpy(beat->data, static_cast<const char *>(s.data) + p * kBytes, kBytes);
  beat->keep = static_cast<uint32_t>(get(s.keep, p * kBytes, kBytes));
  beat->last = get(s.last, p, 1);
  beat->bad = get(s.user, p, 1);
}

#define STREAM(m, name) \
  Stream { &(m).name##_tdata, &(m).name##_tkeep, &(m).name##_tvalid, &(m).name##_tlast, &(m).name##_tuser }

// Kind, channel and counter of a word, from the highest bit on
constexpr int kWordBits = 4 + SLUICE_WORD_BITS;

void put_word(MODEL *m, int p, const struct sluice_credit_word &word) {
  put(&m->tx_word_valid, p, 1, word.valid);
  put(&m->tx_word, kWordBits * p, kWordBits,
      static_cast<uint64_t>(word.kind) << (3 + SLUICE_WORD_BITS) |
          static_cast<uint64_t>(word.channel) << SLUICE_WORD_BITS | word.value);
}

struct sluice_credit_word get_word(MODEL *m, int p) {
  const uint32_t bits = static_cast<uint32_t>(get(&m->rx_word, kWordBits * p, kWordBits));
  return {get(&m->rx_word_valid, p, 1) != 0, static_cast<uint8_t>(bits >> (3 + SLUICE_WORD_BITS)),
          static_cast<uint8_t>(bits >> SLUICE_WORD_BITS & 7), bits & ((1u << SLUICE_WORD_BITS) - 1)};
}

// The Verilated copy of the RTL counts every edge of clk, so one evaluation is one cycle.
void edge(MODEL *m) {
  m->clk ^= 1;
  m->eval();
}

void *create() {
  Control *control = new (std::nothrow) Control;
  if (control == nullptr) return nullptr;
  MODEL &m = control->model;
  m.clk = 0;
  m.rst = 1;
  m.tx_valid = 0;
  m.s_axis_tx_tvalid = m.s_axis_rx_tvalid = 0;
  m.eval();
  for (int i = 0; i < 8; i++) edge(&m);
  m.rst = 0;
  return control;
}

void destroy(void *handle) { delete static_cast<Control *>(handle); }

void step(void *handle, const struct sluice_control_in *in, struct sluice_control_out *out) {
  MODEL &m = static_cast<Control *>(handle)->model;
  m.levels = in->config.levels;
  for (int c = 0; c < NC; c++) put(&m.priorities, 3 * c, 3, in->config.priority[c]);
  m.tx_valid = in->tx_valid;
  m.tx_port = in->tx_port;
  m.tx_level = in->tx_level & 1;
  put(&m.tx_enable, 0, NC, in->tx_enable);
  std::memcpy(&m.tx_time, in->tx_time, 2 * NC);
  for (int p = 0; p < NP; p++) {
    put(&m.address, 48 * p, 48, in->config.address[p]);
    put(&m.pause, p, 1, in->config.pause[p]);
    put(&m.credits, p, 1, in->config.credits[p]);
    put_word(&m, p, in->word[p]);
    put_beat(STREAM(m, s_axis_tx), p, in->data_tx[p]);
    put_beat(STREAM(m, s_axis_rx), p, in->from_mac[p]);
    put(&m.m_axis_tx_tready, p, 1, in->mac_ready[p]);
    put(&m.m_axis_rx_tready, p, 1, in->data_ready[p]);
  }
  m.eval();
  out->rx_valid = m.rx_valid;
  out->rx_port = m.rx_port;
  out->rx_level = m.rx_level;
  out->rx_enable = static_cast<uint8_t>(get(&m.rx_enable, 0, NC));
  std::memcpy(out->rx_time, &m.rx_time, 2 * NC);
  for (int p = 0; p < NP; p++) {
    get_beat(STREAM(m, m_axis_tx), p, &out->to_mac[p]);
    get_beat(STREAM(m, m_axis_rx), p, &out->data_rx[p]);
    out->data_tx_ready[p] = get(&m.s_axis_tx_tready, p, 1);
    out->mac_rx_ready[p] = get(&m.s_axis_rx_tready, p, 1);
    out->word_taken[p] = get(&m.tx_word_ready, p, 1);
    out->word[p] = get_word(&m, p);
    out->sent[p] = get(&m.tx_sent, p, 1);
    out->sent_kind[p] = static_cast<uint8_t>(get(&m.tx_kind, 2 * p, 2));
    out->seen[p] = get(&m.rx_seen, p, 1);
    out->seen_kind[p] = static_cast<uint8_t>(get(&m.rx_kind, 3 * p, 3));
  }
  edge(&m);
}

}  // namespace

extern "C" const struct shim_control JOIN(shim_, MODEL);
const struct shim_control JOIN(shim_, MODEL) = {NP, NC, WIDTH, CREDITS, create, destroy, step};

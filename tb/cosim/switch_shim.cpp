// The Verilated switch of one variant as a struct switch_shim. MODEL is the class that Verilator wrote; NP, NC, DW,
// CELL, CELLS, SCHEMES, CREDITS, PORT_LIMITS and LINE are the parameters of the variant. With LOSSLESS it is a
// sluice_lossless_switch. The Verilated copy of the RTL counts every edge of clk, so one evaluation is one cycle.
#include "tb/cosim/switch_shim.h"

#include <cstring>
#include <new>
#include <type_traits>

#include "tb/cosim/shim_common.h"

#define QUOTE_(x) #x
#define QUOTE(x) QUOTE_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#include QUOTE(MODEL.h)
#include QUOTE(JOIN(MODEL, ___024root.h))
#if VM_TRACE
#include "verilated_fst_c.h"
#endif

namespace {

struct Switch : MODEL {
  Switch() : MODEL(shim_context(), "") {}
  unsigned char level = 0;  // level of clk at the evaluation before
};

constexpr int kBytes = DW / 8;
#ifdef LOSSLESS
constexpr int kMacs = LOSSLESS_MACS;
static_assert(MACS == LOSSLESS_MACS, "switch.mk builds another MAC table");
#else
constexpr int kMacs = SWITCH_MACS;
#endif
constexpr int kClassBits = NC > 4 ? 3 : NC > 2 ? 2 : 1;

// Vectors are copied as bytes, least significant first.
template <class T>
uint8_t *raw(T &signal) {
  return reinterpret_cast<uint8_t *>(&signal);
}
uint32_t bits(const uint8_t *from, int at, int n) {
  uint32_t value = 0;
  for (int i = 0; i < n; i++) value |= static_cast<uint32_t>(from[(at + i) / 8] >> ((at + i) % 8) & 1) << i;
  return value;
}
void set_bits(uint8_t *to, int at, int n, uint32_t value) {
  for (int i = 0; i < n; i++) {
    uint8_t mask = static_cast<uint8_t>(1u << (at + i) % 8);
    to[(at + i) / 8] = static_cast<uint8_t>((to[(at + i) / 8] & ~mask) | (value >> i & 1 ? mask : 0));
  }
}

#ifdef LOSSLESS
#define SWITCH(name) m->rootp->sluice_lossless_switch__DOT__switched__DOT__##name
#else
#define SWITCH(name) m->rootp->sluice_switch__DOT__##name
#endif
// The inputs of the MMU in the switch, before the edge. switch.vlt keeps Verilator from optimizing them away.
#define MMU(name) SWITCH(mmu__DOT__##name)
void tap(MODEL *m, struct sluice_in *in) {
  in->enq_valid = MMU(enq_valid);
  in->enq_port = MMU(enq_port);
  in->enq_class = MMU(enq_class);
  in->enq_ttl = MMU(enq_ttl);
  in->enq_egress = MMU(enq_egress);
  in->enq_cells = MMU(enq_cells);
  in->deq_valid = MMU(deq_valid);
  in->deq_port = MMU(deq_port);
  in->deq_class = MMU(deq_class);
  in->deq_cells = MMU(deq_cells);
  in->snd_valid = MMU(snd_valid);
  in->snd_port = MMU(snd_port);
  in->snd_class = MMU(snd_class);
  in->snd_cells = MMU(snd_cells);
  in->rx_valid = MMU(rx_valid);
  in->rx_port = MMU(rx_port);
  in->rx_level = MMU(rx_level);
  in->rx_enable = MMU(rx_enable);
  std::memcpy(in->rx_time, raw(MMU(rx_time)), 2 * NC);
  in->tx_ready = MMU(tx_ready);
  in->cfg_write = MMU(cfg_write);
  in->cfg_read = MMU(cfg_read);
  in->cfg_addr = MMU(cfg_addr);
  in->cfg_wdata = MMU(cfg_wdata);
  in->stat_read = MMU(stat_read);
  in->stat_select = MMU(stat_select);
  in->stat_port = MMU(stat_port);
  in->stat_class = MMU(stat_class);
}

// A stream of all ports
struct Stream {
  const void *data, *keep, *valid, *last, *user;
};
#define STREAM(of, name) \
  Stream { &of(name##_tdata), &of(name##_tkeep), &of(name##_tvalid), &of(name##_tlast), &of(name##_tuser) }
#define TOP(name) m->name
#ifdef LOSSLESS
#define TX SWITCH
#else
#define TX TOP
#endif

void words(const Stream &s, struct switch_word *w) {
  for (int p = 0; p < NP; p++, w++) {
    w->valid = bits(static_cast<const uint8_t *>(s.valid), p, 1);
    if (!w->valid) continue;
    std::memcpy(w->data, static_cast<const uint8_t *>(s.data) + p * kBytes, kBytes);
    w->keep = bits(static_cast<const uint8_t *>(s.keep), p * kBytes, kBytes);
    w->last = bits(static_cast<const uint8_t *>(s.last), p, 1);
    w->user = bits(static_cast<const uint8_t *>(s.user), p, 1);
  }
}

// Words of credits: kind, channel (3 bits) and counter (20 bits), from the highest bit on
void credit_words(const uint8_t *valid, const uint8_t *words, struct sluice_credit_word *w) {
  for (int p = 0; p < NP; p++)
    w[p] = {bits(valid, p, 1) != 0, static_cast<uint8_t>(bits(words, 24 * p + 23, 1)),
            static_cast<uint8_t>(bits(words, 24 * p + 20, 3)), bits(words, 24 * p, 20)};
}

// Inputs of the credits from the registers, before the edge; then their outputs after it
void tap_written(MODEL *m, struct switch_out *out) {
  const uint64_t write = SWITCH(stored_write);  // addr, one cycle before write and wdata
  out->written.write = write >> 32 & 1;
  out->written.addr = static_cast<uint16_t>(4 * (write >> 33));
  out->written.lossless = SWITCH(lossless);
  out->written.largest = SWITCH(largest_frame_cells);
}
void tap_credits(MODEL *m, struct switch_out *out) {
  out->credits = TX(credits);
  std::memcpy(out->may_start, raw(SWITCH(may_start)), (NP * NC + 7) / 8);
  credit_words(raw(TX(tx_word_valid)), raw(TX(tx_word)), out->word);
}

#ifdef LOSSLESS
// The inputs of the inner switch, before the edge
void tap_inside(MODEL *m, struct switch_in *in) {
  words(STREAM(SWITCH, s_axis), in->in);
  in->out_ready = SWITCH(m_axis_tready);
  in->tx_ready = true;
  in->rx_valid = SWITCH(rx_valid);
  in->rx_port = SWITCH(rx_port);
  in->rx_level = SWITCH(rx_level);
  in->rx_enable = SWITCH(rx_enable);
  std::memcpy(in->rx_time, raw(SWITCH(rx_time)), 2 * NC);
  in->word_taken = SWITCH(tx_word_ready);
  credit_words(raw(SWITCH(rx_word_valid)), raw(SWITCH(rx_word)), in->word);
}
#endif

void cycle(Switch *m) {
  m->clk = m->level ^= 1;
  m->eval();
}

// Evaluates the logic that follows from the inputs, without a clock edge.
void settle(Switch *m) {
  m->clk = m->level;
  m->eval();
}

void *create() {
  Switch *m = new (std::nothrow) Switch;
  if (m == nullptr) return nullptr;
  m->rst = 1;
  m->link_up = m->s_axis_tvalid = m->m_axis_tready = 0;
#ifndef LOSSLESS
  m->tx_ready = m->rx_valid = 0;
  m->tx_word_ready = m->rx_word_valid = 0;
#endif
  settle(m);
  m->s_axil_awvalid = m->s_axil_wvalid = m->s_axil_arvalid = m->s_axil_bready = m->s_axil_rready = 0;
  for (int i = 0; i < 16; i++) cycle(m);
  m->rst = 0;
  return m;
}

void destroy(void *handle) { delete static_cast<Switch *>(handle); }

void step(void *handle, const struct switch_in *in, struct switch_out *out) {
  Switch *m = static_cast<Switch *>(handle);
  m->rst = in->rst;
  m->link_up = in->link_up & ((1u << NP) - 1);
  unsigned valid = 0, last = 0, user = 0;
  for (int p = 0; p < NP; p++) {
    std::memcpy(raw(m->s_axis_tdata) + p * kBytes, in->in[p].data, kBytes);
    set_bits(raw(m->s_axis_tkeep), p * kBytes, kBytes, in->in[p].keep);
    valid |= static_cast<unsigned>(in->in[p].valid) << p;
    last |= static_cast<unsigned>(in->in[p].last) << p;
    user |= static_cast<unsigned>(in->in[p].user) << p;
  }
  m->s_axis_tvalid = valid;
  m->s_axis_tlast = last;
  m->s_axis_tuser = user;
  m->m_axis_tready = in->out_ready & ((1u << NP) - 1);
#ifndef LOSSLESS
  m->tx_ready = in->tx_ready;
  m->rx_valid = in->rx_valid;
  m->rx_level = in->rx_level;
  m->rx_port = in->rx_port;
  m->rx_enable = in->rx_enable & ((1u << NC) - 1);
  std::memcpy(raw(m->rx_time), in->rx_time, 2 * NC);
  m->tx_word_ready = in->word_taken & ((1u << NP) - 1);
  unsigned words_valid = 0;
  for (int p = 0; p < NP; p++) {
    const struct sluice_credit_word &w = in->word[p];
    words_valid |= static_cast<unsigned>(w.valid) << p;
    set_bits(raw(m->rx_word), 24 * p, 24,
             static_cast<uint32_t>(w.kind) << 23 | static_cast<uint32_t>(w.channel) << 20 | w.value);
  }
  m->rx_word_valid = words_valid;
#endif
  m->s_axil_awvalid = in->awvalid;
  m->s_axil_awaddr = in->awaddr;
  m->s_axil_wvalid = in->wvalid;
  m->s_axil_wdata = in->wdata;
  m->s_axil_wstrb = in->wstrb;
  m->s_axil_bready = in->bready;
  m->s_axil_arvalid = in->arvalid;
  m->s_axil_araddr = in->araddr;
  m->s_axil_rready = in->rready;

#ifdef LOSSLESS
  if (in->inside != nullptr) {
    settle(m);
    tap_inside(m, &in->inside->in);
    in->inside->levels = m->rootp->sluice_lossless_switch__DOT__levels;
#else
  settle(m);
  {
#endif
    tap(m, &out->mmu);
    tap_written(m, out);
    out->ended = m->mon_end_valid;
    for (int p = 0; p < NP; p++) out->ended_reason[p] = static_cast<uint8_t>(bits(raw(m->mon_end_reason), 4 * p, 4));
  }
#ifdef LOSSLESS
  if (in->inside == nullptr) tap(m, &out->mmu);
#endif
  cycle(m);
#ifdef LOSSLESS
  if (in->inside != nullptr) {
    words(STREAM(SWITCH, m_axis), in->inside->out);
    in->inside->in_ready = SWITCH(s_axis_tready);
    tap_credits(m, out);
  }
#else
  tap_credits(m, out);
#endif

  out->ready = m->ready;
  out->irq = m->irq;
  out->in_ready = m->s_axis_tready;
  words(STREAM(TOP, m_axis), out->out);
  for (int p = 0; p < NP; p++) {
    out->end_reason[p] = static_cast<uint8_t>(bits(raw(m->mon_end_reason), 4 * p, 4));
    out->end_class[p] = static_cast<uint8_t>(bits(raw(m->mon_end_class), kClassBits * p, kClassBits));
  }
  out->end_valid = m->mon_end_valid;
  out->tx_valid = TX(tx_valid);
  out->tx_level = TX(tx_level);
  out->tx_port = TX(tx_port);
  out->tx_enable = TX(tx_enable);
  std::memcpy(out->tx_time, raw(TX(tx_time)), 2 * NC);
  out->bvalid = m->s_axil_bvalid;
  out->rvalid = m->s_axil_rvalid;
  out->rdata = m->s_axil_rdata;
  out->arrive_valid = m->mon_arrive_valid;
  out->arrive_copy = m->mon_arrive_copy;
  out->arrive_port = m->mon_arrive_port;
  out->arrive_reason = m->mon_arrive_reason;
  out->arrive_class = m->mon_arrive_class;
  out->arrive_egress = m->mon_arrive_egress;
  out->arrive_ttl = m->mon_arrive_ttl;
  out->arrive_cells = m->mon_arrive_cells;
  out->admission_valid = m->mon_admission_valid;
  out->admission_port = m->mon_admission_port;
  out->admission_class = m->mon_admission_class;
  out->admission_kind = m->mon_admission_kind;
  out->begin_valid = m->mon_begin_valid;
  out->begin_port = m->mon_begin_port;
  out->begin_class = m->mon_begin_class;
  out->begin_drop = m->mon_begin_drop;
  out->leave_valid = m->mon_leave_valid;
  out->leave_port = m->mon_leave_port;
  out->leave_egress = m->mon_leave_egress;
  out->leave_class = m->mon_leave_class;
  out->leave_cells = m->mon_leave_cells;
  out->leave_error = m->mon_leave_error;
  std::memcpy(out->gate, raw(m->mon_gate), (NP * NC + 7) / 8);
  std::memcpy(out->storm, raw(m->mon_storm), (NP * NC + 7) / 8);
  out->free = m->mon_free;
  out->kept = m->mon_kept;
}

#if VM_TRACE && !defined(UNTRACED)
void trace(void *handle, void *fst, const char *) {
  static_cast<Switch *>(handle)->trace(static_cast<VerilatedFstC *>(fst), 99);
}
#else
constexpr void (*trace)(void *, void *, const char *) = nullptr;
#endif

// Verilator looks for changes only in an evaluation, so this makes one without a clock edge.
void show_clock(void *handle, int level) {
  Switch *m = static_cast<Switch *>(handle);
  settle(m);
  m->clk = level & 1;
}

}  // namespace

extern "C" const struct switch_shim JOIN(switch_shim_, MODEL);
const struct switch_shim JOIN(switch_shim_, MODEL) = {
    {NP, NC, kBytes, CELL, CELLS, SCHEMES, CREDITS, PORT_LIMITS, LINE},
    kMacs,
    create,
    destroy,
    step,
    trace,
    show_clock};

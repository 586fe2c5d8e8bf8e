// The models of switch and MAC control frames as one lossless switch, with the cycles of the RTL.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/switch/sluice_datapath.h"
#include "tb/cosim/lossless_parts.h"

// Cycles of an access, from the one in which the slave takes it until its answer is shown
// (rtl/lossless/sluice_lossless_bus.sv). Accesses from here never wait until an earlier write has settled in the
// switch, except the read of STATUS after a refused COMMIT, and accesses after a write that is stored for one port
// after the other. An access to COMMIT also waits for the check of ECN.
enum {
  REACHES = 3,  // until an access reaches a register of the switch or the MMU
  OWN = 3,      // an address or a counter of control frames
  SWITCH = 6,
  MMU_READ = 9,
  COUNTER = 16,
  REFUSED = 17,      // a COMMIT in a build with GFC, when it is refused: STATUS is read as well
  COMMIT = 12,       // in a build with GFC, in addition to the commit of the MMU: STATUS is read as well
  CHECK_CLASS = 21,  // the check of ECN: cycles per class, with PORT_LIMITS of each port, and one
  SPREADS = 2,       // with PORT_LIMITS: cycles until the write of a register of a port is stored, and one per port
};

struct lossless_model {
  struct switch_dims dims;
  struct sluice_datapath *path;
  struct sluice_control control;
  struct sluice_control_in in;
  struct sluice_control_out out;
  struct sluice_datapath_in given;
  uint64_t frames[SWITCH_MAX_PORTS][16];  // counters, as SLUICE_LOSSLESS_REG_FRAMES
  uint32_t scheme, high[2];  // high: latched high words of the counters of control frames, and of the other counters
  struct {
    bool write, read;
    uint32_t addr, value, rdata;
    int age, length;
    int waits;          // cycles until it reaches a register, in addition to REACHES
    bool reads_status;  // a COMMIT in a build with GFC
  } access;
  int spreads;  // cycles until the last write is stored for its ports
};

static struct switch_word word(const struct sluice_beat *b) {
  struct switch_word w = {.valid = b->valid, .last = b->last, .user = b->bad, .keep = b->keep};
  memcpy(w.data, b->data, sizeof w.data);
  return w;
}

void lossless_reset_config(struct sluice_control_config *config, const struct switch_dims *dims) {
  for (int c = 0; c < dims->classes; c++) config->priority[c] = (uint8_t)c;
  for (int p = 0; p < dims->ports; p++)
    config->address[p] = (uint64_t)SLUICE_LOSSLESS_RESET_ADDRESS_HIGH << 32 | (uint64_t)p;
}

void lossless_own_write(struct sluice_control_config *config, const struct switch_dims *dims, uint32_t addr,
                        uint32_t value) {
  uint32_t port = (addr - SLUICE_LOSSLESS_REG_ADDRESS_LOW) / 8;
  if (port >= (uint32_t)dims->ports) return;
  uint64_t *a = &config->address[port];
  if (addr % 8 == 0)
    *a = (*a & ~UINT64_C(0xffffffff)) | value;
  else
    *a = (*a & UINT64_C(0xffffffff)) | (uint64_t)(value & 0xffff) << 32;
  if (addr % 8 == 4) config->pause[port] = value & SLUICE_LOSSLESS_ADDRESS_HIGH_PAUSE;
}

void lossless_switch_write(struct sluice_control_config *config, const struct switch_dims *dims, uint32_t addr,
                           uint32_t value) {
  if (addr != SLUICE_SWITCH_REG_PRIORITY) return;
  for (int c = 0; c < dims->classes; c++) config->priority[c] = (uint8_t)(value >> 4 * c & 7);
}

int lossless_model_new(struct lossless_model **made, const struct switch_dims *d, struct switch_out *out) {
  struct lossless_model *m = *made = calloc(1, sizeof *m);
  if (m == NULL) return ENOMEM;
  const struct sluice_switch_dims dims = switch_model_dims(d, LOSSLESS_MACS);
  m->dims = *d;
  int error = sluice_control_init(&m->control, d->ports, d->classes, 8 * d->bytes);
  if (error == 0) error = sluice_datapath_new(&m->path, &dims, d->bytes);
  lossless_reset_config(&m->in.config, d);
  *out = (struct switch_out){.in_ready = (uint16_t)((1u << d->ports) - 1)};
  return error;
}

void lossless_model_free(struct lossless_model *m) {
  if (m != NULL) sluice_datapath_free(m->path);
  free(m);
}

// ---- Registers ----

// Returns one half of a counter. A read of the low word latches the high word.
static uint32_t half(uint64_t value, uint32_t addr, uint32_t *high) {
  if (addr % 8 != 0) return *high;
  *high = (uint32_t)(value >> 32);
  return (uint32_t)value;
}

static uint32_t read_own(struct lossless_model *m, uint32_t addr) {
  uint32_t port = (addr - SLUICE_LOSSLESS_REG_ADDRESS_LOW) / 8, at = (addr - SLUICE_LOSSLESS_REG_FRAMES) / 8;
  if (addr >= SLUICE_LOSSLESS_REG_FRAMES)
    return at / 16 < (uint32_t)m->dims.ports ? half(m->frames[at / 16][at % 16], addr, &m->high[0]) : 0;
  if (port >= (uint32_t)m->dims.ports) return 0;
  uint64_t address = m->in.config.address[port];
  return addr % 8 == 0 ? (uint32_t)address
                       : (uint32_t)(address >> 32) |
                             (m->in.config.pause[port] ? (uint32_t)SLUICE_LOSSLESS_ADDRESS_HIGH_PAUSE : 0);
}

// Reads a register of the switch. Registers of the MMU are read in the MMU.
static uint32_t read_switch(struct lossless_model *m, uint32_t addr) {
  const struct sluice_switch *sw = sluice_datapath_switch(m->path);
  if (addr < SLUICE_SWITCH_REG_COUNTER) return sluice_switch_read(sw, addr);
  uint32_t low = sluice_switch_read(sw, addr & ~4u), high = sluice_switch_read(sw, addr | 4);
  return half((uint64_t)high << 32 | low, addr, &m->high[1]);
}

// Cycles that the access waits for the check of ECN.
static int check_cycles(const struct lossless_model *m) {
  const int rows = m->dims.classes * (m->dims.port_limits ? m->dims.ports : 1);
  return m->access.addr == 4 * SLUICE_REG_COMMIT ? CHECK_CLASS * rows + 1 : 0;
}

// Cycles that an access waits for an earlier write. One to the MMU sees its end a cycle later.
static int wait_cycles(const struct lossless_model *m) {
  const uint32_t addr = m->access.addr;
  const bool mmu = addr < SLUICE_SWITCH_REG_STATUS, status = m->access.read && addr == SLUICE_SWITCH_REG_STATUS;
  if (addr >= SLUICE_SWITCH_REG_COUNTER || status || m->spreads + mmu <= REACHES) return 0;
  return m->spreads + mmu - REACHES;
}

static void begin(struct lossless_model *m, const struct switch_in *in, const struct switch_out *out) {
  if (m->access.write || m->access.read || out->bvalid || out->rvalid) return;
  m->access.write = in->awvalid && in->wvalid;
  m->access.read = !m->access.write && in->arvalid;
  m->access.addr = m->access.write ? in->awaddr : in->araddr;
  m->access.value = in->wdata;
  m->access.age = 0;
  m->access.reads_status = false;
  uint32_t addr = m->access.addr;
  m->access.length = addr >= SLUICE_LOSSLESS_REG_ADDRESS_LOW ? OWN
                     : addr >= SLUICE_SWITCH_REG_ECN_COUNTER ? COUNTER
                     : addr >= SLUICE_SWITCH_REG_STATISTIC   ? MMU_READ
                     : addr >= SLUICE_SWITCH_REG_COUNTER     ? COUNTER
                     : addr >= SLUICE_SWITCH_REG_STATUS      ? SWITCH
                     : m->access.read                        ? MMU_READ
                                                             : SWITCH;
  m->access.waits = wait_cycles(m) + check_cycles(m);
  m->access.length += m->access.waits;
}

static int register_age(const struct lossless_model *m) {
  return (m->access.addr >= SLUICE_LOSSLESS_REG_ADDRESS_LOW ? OWN - 1 : REACHES) + m->access.waits;
}

// The access reaches its register.
static void access_register(struct lossless_model *m) {
  uint32_t addr = m->access.addr, value = m->access.value;
  struct sluice_in *mmu = &m->given.mmu;
  struct sluice_switch *sw = sluice_datapath_switch(m->path);
  if (addr >= SLUICE_LOSSLESS_REG_ADDRESS_LOW) {
    if (m->access.write) lossless_own_write(&m->in.config, &m->dims, addr, value);
    if (m->access.read) m->access.rdata = read_own(m, addr);
  } else if (m->access.read && addr < SLUICE_SWITCH_REG_STATUS) {
    mmu->cfg_read = true;
    mmu->cfg_addr = (uint8_t)(addr / 4);
  } else if (m->access.read) {
    if (!sluice_switch_asks(sw, addr, mmu)) m->access.rdata = read_switch(m, addr);
  } else {
    bool commit = addr == 4 * SLUICE_REG_COMMIT;
    if (addr == 4 * SLUICE_REG_SCHEME) m->scheme = value;
    if (m->dims.port_limits && sluice_switch_of_port(addr)) m->spreads = m->dims.ports + SPREADS;
    lossless_switch_write(&m->in.config, &m->dims, addr, value);
    mmu->cfg_write = sluice_switch_write(sw, addr, value);
    mmu->cfg_addr = (uint8_t)(addr / 4);
    mmu->cfg_wdata = value;
    m->access.reads_status = commit && m->dims.schemes >> SLUICE_GFC != 0;
    const int accepted = switch_commit_latency(&m->dims) + COMMIT;
    if (m->access.reads_status) m->access.length = (mmu->cfg_write ? accepted : REFUSED) + m->access.waits;
  }
}

// Whether the bus reads STATUS in this cycle, to find out if a COMMIT succeeded (builds with GFC).
static bool reads_status(const struct lossless_model *m) {
  return m->access.write && m->access.reads_status && m->access.age == m->access.length - 6;
}

static void answer(struct lossless_model *m, const struct switch_in *in, struct switch_out *out) {
  const struct sluice_out *mmu = sluice_switch_out(sluice_datapath_switch(m->path));
  out->bvalid = out->bvalid && !in->bready;
  out->rvalid = out->rvalid && !in->rready;
  if (!m->access.write && !m->access.read) return;
  if (mmu->cfg_rvalid) m->access.rdata = mmu->cfg_rdata;
  if (mmu->stat_valid) m->access.rdata = mmu->stat_data;
  if (m->access.age++ < m->access.length) return;
  if (m->access.write && m->access.reads_status && m->access.rdata & SLUICE_STATUS_ACTIVE)
    m->in.config.levels = m->scheme == SLUICE_GFC || m->scheme == SLUICE_GFC_LINEAR;
  out->bvalid = m->access.write;
  out->rvalid = m->access.read;
  out->rdata = m->access.rdata;
  m->access.write = m->access.read = false;
}

// ---- One cycle ----

static void control(struct lossless_model *m, const struct switch_in *in) {
  const struct sluice_datapath_out *shown = sluice_datapath_out(m->path);
  const struct sluice_out *mmu = sluice_switch_out(sluice_datapath_switch(m->path));
  m->in.tx_valid = mmu->tx_valid && !(shown->credits >> mmu->tx_port & 1);  // a port with credits sends no pauses
  m->in.tx_port = mmu->tx_port;
  m->in.tx_level = mmu->tx_level;
  m->in.tx_enable = mmu->tx_enable;
  memcpy(m->in.tx_time, mmu->tx_time, sizeof m->in.tx_time);
  for (int p = 0; p < m->dims.ports; p++) {
    m->in.data_tx[p] = shown->out[p];
    m->in.from_mac[p] = lockstep_beat(&in->in[p]);
    m->in.mac_ready[p] = in->out_ready >> p & 1;
    m->in.data_ready[p] = shown->in_ready >> p & 1;
    m->in.word[p] = shown->word[p];
    m->in.config.credits[p] = shown->credits >> p & 1;
  }
  sluice_control_step(&m->control, &m->in, &m->out);
  for (int p = 0; p < m->dims.ports; p++) {
    if (m->out.sent[p]) m->frames[p][SLUICE_LOSSLESS_SENT + m->out.sent_kind[p]]++;
    if (m->out.seen[p]) m->frames[p][SLUICE_LOSSLESS_SEEN + m->out.seen_kind[p]]++;
  }
}

static int inside(struct lossless_model *m, const struct switch_in *in, const struct switch_out *out) {
  struct sluice_in *mmu = &m->given.mmu;
  m->given.out_ready = m->given.word_taken = 0;
  for (int p = 0; p < m->dims.ports; p++) {
    m->given.in[p] = m->out.data_rx[p];
    m->given.out_ready |= (uint32_t)m->out.data_tx_ready[p] << p;
    m->given.word_taken |= (uint32_t)m->out.word_taken[p] << p;
    m->given.word[p] = m->out.word[p];
  }
  *mmu = (struct sluice_in){.tx_ready = true, .rx_port = m->out.rx_port};
  mmu->rx_valid = m->out.rx_valid;
  mmu->rx_level = m->out.rx_level;
  mmu->rx_enable = m->out.rx_enable;
  memcpy(mmu->rx_time, m->out.rx_time, sizeof mmu->rx_time);
  begin(m, in, out);
  m->spreads -= m->spreads > 0;
  if ((m->access.write || m->access.read) && m->access.age == register_age(m)) access_register(m);
  if (reads_status(m)) {
    mmu->cfg_read = true;
    mmu->cfg_addr = SLUICE_REG_STATUS;
  }
  return sluice_datapath_step(m->path, &m->given);
}

// The outputs to the MACs in the next cycle.
static void set_outputs(struct lossless_model *m, struct switch_out *out) {
  const struct sluice_datapath_out *o = sluice_datapath_out(m->path);
  out->ready = o->ready;
  out->free = o->free;
  out->in_ready = 0;
  for (int p = 0; p < m->dims.ports; p++) {
    struct sluice_beat to_mac;
    bool unused;
    m->control.tx[p].word = o->word[p];
    sluice_control_tx_show(&m->control.tx[p], m->in.config.address[p], m->dims.bytes, &o->out[p], false, &to_mac,
                           &unused);
    out->out[p] = word(&to_mac);
    if (sluice_control_rx_ready(&m->control.rx[p], m->dims.bytes)) out->in_ready |= (uint16_t)(1u << p);
  }
}

int lossless_model_step(struct lossless_model *m, const struct switch_in *in, struct switch_out *out) {
  control(m, in);
  int error = inside(m, in, out);
  answer(m, in, out);
  set_outputs(m, out);
  return error;
}

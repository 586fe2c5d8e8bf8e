// The lossless switch in C: the reference of the RTL's sluice_switch, frames in, frames out, byte for byte
// [docs/switch.md].
//
// What the switch decides without being told when (which port's frame is whole first, which class a port sends next) is
// an input here, an event; everything else follows from the events: the verdict on a frame, its class, egress and
// bytes, which frame leaves next, every counter. The MMU inside is the clocked model of sluice.h, a clock per
// sluice_switch_step(). Within a clock: words, then links, then begins, arrivals and leaves in any order, then the
// step.
#ifndef SLUICE_SWITCH_H
#define SLUICE_SWITCH_H

#include "sluice.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SLUICE_SWITCH_MAX_PORTS = 16,
  SLUICE_SWITCH_MAX_MACS = 64,
  SLUICE_SWITCH_LEAST_FRAME = 60,   // bytes, without FCS
  SLUICE_SWITCH_MOST_FRAME = 9216,  // of MAX_FRAME
  SLUICE_SWITCH_MOST_COPIED = 8,    // frames that wait to be copied
  SLUICE_SWITCH_GAP = 24,           // bytes on the wire beside each frame: preamble, FCS, gap
  SLUICE_SWITCH_GFC_PORTS = 4,      // with GFC or GFC-linear at least so many
};

// Why a frame does not leave: the lowest that applies. LINK and WATCHDOG are counted at the egress port. FLOODED is no
// drop: copies were made. rtl/switch/sluice_switch_pkg.sv is the RTL's copy of the names of this file.
enum sluice_switch_reason {
  SLUICE_SWITCH_TAKEN,
  SLUICE_SWITCH_CUT,
  SLUICE_SWITCH_NO_CELL,
  SLUICE_SWITCH_GIANT,
  SLUICE_SWITCH_BAD,
  SLUICE_SWITCH_RUNT,
  SLUICE_SWITCH_RESERVED,
  SLUICE_SWITCH_UNKNOWN,
  SLUICE_SWITCH_HAIRPIN,
  SLUICE_SWITCH_REFUSED,
  SLUICE_SWITCH_TTL,
  SLUICE_SWITCH_LINK,
  SLUICE_SWITCH_WATCHDOG,
  SLUICE_SWITCH_FLOODED,
  SLUICE_SWITCH_NOT_COPIED,  // too much waited to be copied
  SLUICE_SWITCH_REASONS
};

// Counter k of a port: 8 * kind + class, and SLUICE_SWITCH_DROPS + reason.
enum sluice_switch_counter {
  SLUICE_SWITCH_FRAMES_IN,
  SLUICE_SWITCH_BYTES_IN,
  SLUICE_SWITCH_FRAMES_OUT,
  SLUICE_SWITCH_BYTES_OUT,
  SLUICE_SWITCH_PAUSES_IN,
  SLUICE_SWITCH_PAUSES_OUT,
  SLUICE_SWITCH_DROPS = 48,
  SLUICE_SWITCH_COUNTERS = 64
};

// Byte addresses of the registers. Below SLUICE_SWITCH_REG_STATUS: 4 * enum sluice_register.
enum sluice_switch_register {
  SLUICE_SWITCH_REG_STATUS = 0x100,     // read only: SLUICE_SWITCH_STATUS_ bits
  SLUICE_SWITCH_REG_MAX_FRAME = 0x104,  // bytes
  SLUICE_SWITCH_REG_PRIORITY = 0x108,   // of class c at bits 4 c + 2 .. 4 c
  SLUICE_SWITCH_REG_TTL_MODE = 0x10c,   // bit 0: decrement; 15..8: TTL of what is not IP, without decrement of all
  SLUICE_SWITCH_REG_WATCHDOG = 0x110,   // units of 1024 clocks, 0: off
  SLUICE_SWITCH_REG_FLOOD = 0x114,      // the ports that a lossy frame to nobody or to a group is copied to
  SLUICE_SWITCH_REG_QUANTUM = 0x140,    // + 4 c: cells
  SLUICE_SWITCH_REG_PORT = 0x180,       // + 4 p: 2..0 default class, TRUST_ bits, 15..8 strict classes
  SLUICE_SWITCH_REG_MAC_LOW = 0x400,    // + 8 i: the last four bytes of an address
  SLUICE_SWITCH_REG_MAC_HIGH = 0x404,   // + 8 i: 15..0 the first two, 20..16 port, 31 valid
  SLUICE_SWITCH_REG_COUNTER = 0x1000,   // + 512 p + 8 k, low word first
  SLUICE_SWITCH_REG_STATISTIC = 0x4000  // + 512 p + 64 c + 4 * enum sluice_statistic: the MMU's; read only
};
// Bits; of fields the lowest.
enum { SLUICE_SWITCH_STATUS_READY = 1, SLUICE_SWITCH_STATUS_RESERVE = 2 };
enum { SLUICE_SWITCH_TTL_DECREMENT = 1, SLUICE_SWITCH_TTL_NON_IP = 1 << 8 };
enum { SLUICE_SWITCH_TRUST_PCP = 1 << 4, SLUICE_SWITCH_TRUST_DSCP = 1 << 5, SLUICE_SWITCH_STRICT = 1 << 8 };
#define SLUICE_SWITCH_MAC_PORT (UINT32_C(1) << 16)
#define SLUICE_SWITCH_MAC_VALID (UINT32_C(1) << 31)

// What a build fixes: the RTL's parameters.
struct sluice_switch_dims {
  int ports, classes;     // NP 2..16, NC 1..8; with GFC or GFC-linear from SLUICE_SWITCH_GFC_PORTS on
  int cell_bytes, cells;  // CELL; CELLS, a power of two, 2^8 .. 2^18
  int macs;               // entries of the MAC table, 1..64
  unsigned schemes;       // of the MMU
};

// What is said of a frame that has arrived. Class, egress, cells and TTL are those of a frame that is enqueued.
struct sluice_switch_arrival {
  enum sluice_switch_reason reason;
  int cls, egress, ttl;
  uint32_t cells;
};

struct sluice_switch_leave {
  int port, cls;  // ingress queue
  uint32_t cells;
};

struct sluice_switch;

// Makes a switch in the state after reset, all links up. Returns 0, EINVAL (dims out of range) or ENOMEM.
int sluice_switch_new(struct sluice_switch **sw, const struct sluice_switch_dims *dims);
void sluice_switch_free(struct sluice_switch *sw);

// The dims of the MMU inside: its width follows from the cells.
struct sluice_dims sluice_switch_mmu_dims(const struct sluice_switch_dims *dims);

// Slots of the wheel, a clock each, by which ports take turns at the cell memory (docs/switch.md, "Parameters").
int sluice_switch_slots(int ports);

// Whether the cells of a frame of any length pass in the time that it takes on the wire, with words of so many bytes
// (docs/switch.md, "Parameters"). rtl/switch/sluice_switch_check.sv asks the same of the RTL's parameters.
bool sluice_switch_keeps_pace(const struct sluice_switch_dims *dims, int bytes);

// Cells that BUFFER must leave free for each port, where frames have up to max_frame bytes; and for copies, once FLOOD
// has not been 0.
uint32_t sluice_switch_reserve(const struct sluice_switch_dims *dims, uint32_t max_frame);
uint32_t sluice_switch_flood_reserve(const struct sluice_switch_dims *dims, uint32_t max_frame);

// A register is written. True: the MMU has to see it, as register addr / 4. A COMMIT without the reserve is not passed.
bool sluice_switch_write(struct sluice_switch *sw, uint32_t addr, uint32_t value);

// What reading it gives: as written, STATUS, or one half of a counter as it is now.
uint32_t sluice_switch_read(const struct sluice_switch *sw, uint32_t addr);

// Whether addr is a statistic of the MMU. Then it is asked for in in, and stat_data SLUICE_STAT_LATENCY steps later is
// what reading it gives.
bool sluice_switch_asks(const struct sluice_switch *sw, uint32_t addr, struct sluice_in *in);

// A word of n bytes was taken from the input stream of a port. Returns 0 or ENOMEM.
int sluice_switch_word(struct sluice_switch *sw, int port, const uint8_t *bytes, int n, bool last, bool bad);

// The link of a port fell or rose.
void sluice_switch_link(struct sluice_switch *sw, int port, bool up);

// The switch has judged the oldest frame of a port. seen: the reason that it gave, taken where the page leaves it to
// the switch (no cell in a switch without a reserve; which came first, the cut or one byte too many; whether there is
// room for a frame that is to be copied, while copies are made). Without a reason the frame is enqueued in the next
// step. False: there is no such frame.
bool sluice_switch_arrive(struct sluice_switch *sw, int port, enum sluice_switch_reason seen,
                          struct sluice_switch_arrival *arrival);

// The next copy of the oldest FLOODED frame is whole: as sluice_switch_arrive(), and port is where the frame came in.
bool sluice_switch_copy(struct sluice_switch *sw, enum sluice_switch_reason seen, int *port,
                        struct sluice_switch_arrival *arrival);

// An egress port has chosen a class: its oldest frame is read. False: there is no frame in that queue.
bool sluice_switch_begin(struct sluice_switch *sw, int egress, int cls);

// The oldest frame that an egress port has chosen and not sent is not sent, or not further: LINK or WATCHDOG. False:
// none.
bool sluice_switch_flush(struct sluice_switch *sw, int egress, enum sluice_switch_reason reason);

// The last cell of the oldest frame that an egress port has chosen is free: its dequeue, in the next step. False: none.
bool sluice_switch_leave(struct sluice_switch *sw, int egress, struct sluice_switch_leave *leave);

// The same without doing it.
bool sluice_switch_leaving(const struct sluice_switch *sw, int egress, struct sluice_switch_leave *leave);

// What an egress port has still to send of the frame that it sends now or next; NULL: nothing. n: its bytes.
const uint8_t *sluice_switch_next(const struct sluice_switch *sw, int egress, size_t *n);

// A word of so many bytes, not more than sluice_switch_next() says, was taken from the output.
void sluice_switch_sent(struct sluice_switch *sw, int egress, size_t n);

// One clock of the MMU. in: its messages, registers, statistics and snd; enqueue and dequeue are filled in.
// Returns its outputs after the edge, which hold until the next step.
const struct sluice_out *sluice_switch_step(struct sluice_switch *sw, struct sluice_in *in);
const struct sluice_out *sluice_switch_out(const struct sluice_switch *sw);

uint64_t sluice_switch_counter(const struct sluice_switch *sw, int port, int counter);

// Frames of a port that are waiting for its event of arrival, and frames anywhere behind that.
size_t sluice_switch_arriving(const struct sluice_switch *sw, int port);
size_t sluice_switch_held(const struct sluice_switch *sw);

#ifdef __cplusplus
}
#endif

#endif

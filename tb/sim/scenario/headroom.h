// Headroom of a group on one link: the bytes that still arrive after the MMU has decided to pause, term by term, and
// the cells that they take [spec 3, no loss]. docs/guide/planner.md lists the terms.
#ifndef NET_HEADROOM_H
#define NET_HEADROOM_H

#include <stdint.h>

#include "cmodel/sluice.h"

enum {
  HEADROOM_QUANTUM = 64,        // bytes: 512 bit times
  HEADROOM_PS_PER_METRE = 5000  // copper [TTL 2.1]
};

// A link and the switch that pauses it. A term that a link does not have is 0; large_share 0 is the safe value.
struct headroom {
  uint64_t bps;
  uint64_t wire_ps;         // one way
  uint64_t response;        // bytes that the upstream sends from the pause's arrival until it stops, without its frame
  uint32_t mtu, port_mtu;   // bytes of the largest frame: of the lossless classes; of all classes of the port
  uint32_t min_packet;      // bytes of the smallest frame of the lossless classes
  uint32_t cell;            // bytes
  unsigned large_share;     // per cent of the bytes that are in lossless packets of the largest size; the others: worst
  uint64_t mac_phy;         // bytes in MAC and PHY of the switch that sends the pause
  uint64_t gearbox_ps;      // delay of the gearboxes of the link, one way
  uint64_t tx_fifo;         // bytes that the MAC's transmit FIFO may hold ahead of a control frame
  uint64_t datapath_ps;     // from a packet's last byte to its enqueue
  uint64_t clock_hz;        // of the MMU
  struct sluice_dims dims;  // ports and classes of the MMU
  uint32_t message_wait;    // longest time that a message waits for tx_ready, cycles
  bool native;              // messages with port levels: three more in a round
};

// Return the bytes that pass at the rate of the link in a time, or in cycles of the MMU, rounded up.
uint64_t headroom_bytes_in(const struct headroom *h, uint64_t ps);
uint64_t headroom_bytes_of(const struct headroom *h, uint64_t cycles);

// The terms of TTL Eq. 15 in bytes. The control frame waits for a frame of any class that the port has begun; the
// upstream completes a lossless frame that it has begun; each way takes a control frame's length, and the wire.
uint64_t headroom_frames(const struct headroom *h);
uint64_t headroom_control_frames(void);
uint64_t headroom_wire(const struct headroom *h);
uint64_t headroom_eq15(const struct headroom *h);  // their sum, with the response

// Terms that the papers do not count: a control frame that the port has begun; MAC and PHY, gearboxes both ways and
// transmit FIFO; datapath and MMU, from a packet's last byte to the pause message. headroom_fifo(): the bytes that pass
// on the wire while the FIFO ahead of the pause drains [test_plan_fifo].
uint64_t headroom_begun(void);
uint64_t headroom_fifo(const struct headroom *h);
uint64_t headroom_devices(const struct headroom *h);
uint64_t headroom_mmu(const struct headroom *h);

// Cycles of the longest round of messages, and of the longest time from a change of state to its message
// (docs/hardware/pause-states.md).
uint64_t headroom_round_cycles(const struct headroom *h);
uint64_t headroom_message_cycles(const struct headroom *h);

// All terms, in bytes.
uint64_t headroom_bytes(const struct headroom *h);

// Return the cells of one packet, and the largest number of cells of a stream of packets of one size.
uint64_t headroom_packet_cells(uint64_t bytes, uint32_t cell);
uint64_t headroom_stream_cells(uint64_t bytes, uint32_t packet, uint32_t cell);

// Returns the packet size, from `smallest` to `largest`, that wastes the largest share of its cells.
uint32_t headroom_worst_packet(uint32_t smallest, uint32_t largest, uint32_t cell);

// Returns the cells of that many bytes of lossless packets, large_share of them in packets of the largest size.
uint64_t headroom_mix_cells(const struct headroom *h, uint64_t bytes);

// Returns the cells of the port's other queues that an admission may count too [spec 3].
uint64_t headroom_other_cells(const struct headroom *h);

// Returns the register HEADROOM for that many bytes: the cells of the mix, one more lossless packet, because the first
// packet in headroom turns the group off, and the cells of other queues.
uint64_t headroom_cells_of(const struct headroom *h, uint64_t bytes);
uint64_t headroom_cells(const struct headroom *h);  // for headroom_bytes()

// Returns the response time of 802.3 Annex 31B.3.7 at a rate, in quanta; 0: it has none for this rate.
uint32_t headroom_response_quanta(uint64_t bps);

// Returns that time in ns, rounded up; at a rate without one the quanta of the next higher rate that has one, or of the
// highest.
uint64_t headroom_response_ns(uint64_t bps);

#endif

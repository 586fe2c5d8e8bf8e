#include "tb/sim/scenario/headroom.h"

#include <stddef.h>

#include "tb/sim/nodes/ethernet.h"

static uint64_t divide_up(unsigned __int128 a, unsigned __int128 b) { return (uint64_t)((a + b - 1) / b); }

uint64_t headroom_bytes_in(const struct headroom *h, uint64_t ps) {
  return divide_up((unsigned __int128)h->bps * ps, UINT64_C(8000000000000));
}

uint64_t headroom_bytes_of(const struct headroom *h, uint64_t cycles) {
  return divide_up((unsigned __int128)h->bps * cycles, 8 * (unsigned __int128)h->clock_hz);
}

// ---- terms ----

uint64_t headroom_frames(const struct headroom *h) { return (uint64_t)h->port_mtu + h->mtu; }

uint64_t headroom_control_frames(void) { return 2 * MIN_FRAME; }

uint64_t headroom_wire(const struct headroom *h) { return 2 * headroom_bytes_in(h, h->wire_ps); }

uint64_t headroom_eq15(const struct headroom *h) {
  return headroom_frames(h) + headroom_control_frames() + headroom_wire(h) + h->response;
}

uint64_t headroom_begun(void) { return MIN_FRAME + ETHERNET_OVERHEAD; }

// The FIFO holds frames without check sequence. The shortest ones take most time on the wire.
uint64_t headroom_fifo(const struct headroom *h) {
  return divide_up((unsigned __int128)h->tx_fifo * (MIN_FRAME + ETHERNET_OVERHEAD), MIN_FRAME - FCS_BYTES);
}

uint64_t headroom_devices(const struct headroom *h) {
  return h->mac_phy + 2 * headroom_bytes_in(h, h->gearbox_ps) + headroom_fifo(h);
}

// Two messages for every port, and two more, in native mode five [spec 3]. After a message that waited, one cycle is
// lost.
uint64_t headroom_round_cycles(const struct headroom *h) {
  uint64_t message = h->message_wait == 0 ? 1 : (uint64_t)h->message_wait + 2;
  return (2 * (uint64_t)h->dims.ports + (h->native ? 5 : 2)) * message;
}

uint64_t headroom_message_cycles(const struct headroom *h) { return SLUICE_MESSAGE_LATENCY + headroom_round_cycles(h); }

uint64_t headroom_mmu(const struct headroom *h) {
  return headroom_bytes_in(h, h->datapath_ps) + headroom_bytes_of(h, SLUICE_STATE_LATENCY + headroom_message_cycles(h));
}

uint64_t headroom_bytes(const struct headroom *h) {
  return headroom_eq15(h) + headroom_begun() + headroom_devices(h) + headroom_mmu(h);
}

// ---- cells ----

uint64_t headroom_packet_cells(uint64_t bytes, uint32_t cell) { return divide_up(bytes, cell); }

// Rounded down: the last bytes are less than one packet, and a shorter packet wastes no more than the worst one.
uint64_t headroom_stream_cells(uint64_t bytes, uint32_t packet, uint32_t cell) {
  return (uint64_t)((unsigned __int128)bytes * headroom_packet_cells(packet, cell) / packet);
}

// The ratio of cells to bytes falls within a cell, and jumps with the first byte of the next cell. So the worst packet
// is the smallest one, or the one at the first jump.
uint32_t headroom_worst_packet(uint32_t smallest, uint32_t largest, uint32_t cell) {
  uint64_t jump = headroom_packet_cells(smallest, cell) * cell + 1;
  if (jump > largest) return smallest;
  uint64_t of_small = headroom_packet_cells(smallest, cell) * jump;
  uint64_t of_jump = headroom_packet_cells(jump, cell) * smallest;
  return of_jump > of_small ? (uint32_t)jump : smallest;
}

// The cells of the large packets are rounded up, so that both parts together are not less than the whole.
uint64_t headroom_mix_cells(const struct headroom *h, uint64_t bytes) {
  uint64_t large = (uint64_t)((unsigned __int128)bytes * h->large_share / 100), small = bytes - large;
  return headroom_stream_cells(small, headroom_worst_packet(h->min_packet, h->mtu, h->cell), h->cell) +
         divide_up((unsigned __int128)large * headroom_packet_cells(h->mtu, h->cell), h->mtu);
}

// Other queues of the port may be lossy, with packets of any size on Ethernet. The first packet may have begun earlier.
// The bytes of a frame of several cells are in headroom_bytes(); it needs one more cell at most, the one it does not
// fill.
uint64_t headroom_other_cells(const struct headroom *h) {
  uint32_t packet = headroom_worst_packet(MIN_FRAME, h->port_mtu, h->cell);
  return headroom_stream_cells(headroom_bytes_of(h, SLUICE_ADMISSION_LAG), packet, h->cell) +
         headroom_packet_cells(packet, h->cell);
}

uint64_t headroom_cells_of(const struct headroom *h, uint64_t bytes) {
  return headroom_mix_cells(h, bytes) + headroom_packet_cells(h->mtu, h->cell) + headroom_other_cells(h);
}

uint64_t headroom_cells(const struct headroom *h) { return headroom_cells_of(h, headroom_bytes(h)); }

// 802.3 Annex 31B.3.7
static const struct {
  uint64_t mbps;
  uint32_t quanta;
} response[] = {{100, 1},     {1000, 2},     {10000, 67},   {25000, 80},   {40000, 118},
                {50000, 147}, {100000, 394}, {200000, 453}, {400000, 905}, {800000, 905}};
enum { RESPONSES = sizeof(response) / sizeof(*response) };

uint32_t headroom_response_quanta(uint64_t bps) {
  for (int i = 0; i < RESPONSES; i++)
    if (UINT64_C(1000000) * response[i].mbps == bps) return response[i].quanta;
  return 0;
}

uint64_t headroom_response_ns(uint64_t bps) {
  int i = 0;
  while (i + 1 < RESPONSES && UINT64_C(1000000) * response[i].mbps < bps) i++;
  return divide_up(8 * (unsigned __int128)HEADROOM_QUANTUM * response[i].quanta * 1000000000, bps);
}

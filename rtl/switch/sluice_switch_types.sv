// Buses of the switch whose widths do not depend on parameters, as packed structs. They are at file scope, because Icarus 11 cannot use types
// of a package. A packed struct cannot use a module's parameters, so buses with other widths are single ports.
`default_nettype none
// The registers for arriving frames
typedef struct packed {
  logic [13:0] max_frame;    // bytes
  logic [8:0]  frame_cells;  // cells of a frame of MAX_FRAME bytes
  logic        flood_used;   // FLOOD has been other than 0 since reset
  logic        decrement;    // decrement the TTL of IP frames
  logic [7:0]  non_ip_ttl;   // TTL of frames whose TTL is not decremented
  logic [2:0]  scheme;       // active in the MMU, as are the next two
  logic [7:0]  ttl0;
  logic [2:0]  ttl_options;
} sluice_switch_frame_cfg_t;

// A write into the MAC table; select and addr are valid one cycle before write and wdata
typedef struct packed {
  logic        select;       // the write of the next cycle is for the table
  logic [6:0]  addr;         // entry i: 2 i the last four bytes; 2 i + 1 the first two, port, valid
  logic        write;
  logic [31:0] wdata;
} sluice_switch_mac_write_t;

// An access to the MMU's registers
typedef struct packed {
  logic        write;
  logic        read;
  logic [5:0]  addr;
  logic [31:0] wdata;
} sluice_switch_mmu_access_t;
`default_nettype wire

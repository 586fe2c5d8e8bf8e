// Buses of the switch whose widths do not depend on parameters, as packed structs. They are at file scope, because Icarus 11 cannot use types
// of a package. A packed struct cannot use a module's parameters, so buses with other widths are single ports.
`default_nettype none
// The registers for arriving frames
typedef struct packed {
  logic        managed;      // there is a management port
  logic [3:0]  management;   // its number
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

// A write of a register of the switch; addr is valid one cycle before write and wdata
typedef struct packed {
  logic [8:0]  addr;         // address of a 32-bit word
  logic        write;
  logic [31:0] wdata;
} sluice_switch_write_t;

// The registers of ECN for the queues: rows of the set that is not active, and the activation of that set
typedef struct packed {
  logic        row_write;  // store a row
  logic [2:0]  row_class;  // class of the row
  logic        enable;     // mark frames of the class
  logic [18:0] kmin;       // cells
  logic [18:0] kmax;       // cells
  logic [15:0] slope;      // probability in 2^-24 per cell
  logic        activate;   // the set is active from the next cycle on, and the seed is loaded
  logic [15:0] seed;       // of the random numbers; 0 counts as 1
} sluice_switch_ecn_cfg_t;

// The registers of the watchdog
typedef struct packed {
  logic [9:0]  clock;        // cycles of a microsecond
  logic [19:0] poll;         // microseconds, as the next two
  logic [25:0] detection;
  logic [25:0] restoration;
  logic        rule;         // 0: (a), 1: (b)
  logic [15:0] action;       // WATCHDOG_* of class c at [2 * c +: 2]
} sluice_switch_watchdog_cfg_t;

// An access to the MMU's registers
typedef struct packed {
  logic        write;
  logic        read;
  logic [5:0]  addr;
  logic [31:0] wdata;
} sluice_switch_mmu_access_t;
`default_nettype wire

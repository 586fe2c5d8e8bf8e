// Structs of the switch: what travels together. Those of constant widths are types at file scope, because Icarus 11
// cannot use types of a package. The others are macros, which a module expands in its body with its own widths. Ports
// of these types are declared in the body too: the one form that Verilator 5.006, Yosys 0.23 and Icarus 11 all accept.
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
  logic [6:0]  row;        // number of the row: its class; with PORT_LIMITS its queue, p * NC + c
  logic        enable;     // mark frames of the class
  logic [18:0] kmin;       // cells
  logic [18:0] kmax;       // cells
  logic [15:0] slope;      // probability in 2^-24 per cell
  logic        activate;   // the set is active from the next cycle on, and the seed is loaded
  logic [15:0] seed;       // of the random numbers; 0 counts as 1
} sluice_switch_ecn_cfg_t;

// The registers of the watchdog: times; and what may differ from port to port
typedef struct packed {
  logic [9:0]  clock;        // cycles of a microsecond
  logic [19:0] poll;         // microseconds
} sluice_switch_watchdog_cfg_t;
typedef struct packed {
  logic [25:0] detection;    // microseconds, as the next one
  logic [25:0] restoration;
  logic        rule;         // 0: (a), 1: (b)
  logic [15:0] action;       // WATCHDOG_* of class c at [2 * c +: 2]
} sluice_switch_watchdog_port_t;

// An access to the MMU's registers, and what the MMU says to the registers of the switch
typedef struct packed {
  logic        write;
  logic        read;
  logic [5:0]  addr;
  logic [31:0] wdata;
} sluice_switch_mmu_access_t;
typedef struct packed {
  logic        rvalid;  // the answer to a read
  logic [31:0] rdata;   // its data
  logic        ready;   // the MMU is ready
  logic        error;   // it refused its last COMMIT
} sluice_switch_mmu_answer_t;

// AXI4-Lite: what the host drives, and what the slave drives
typedef struct packed {
  logic [15:0] awaddr;
  logic        awvalid;
  logic [31:0] wdata;
  logic [3:0]  wstrb;
  logic        wvalid;
  logic        bready;
  logic [15:0] araddr;
  logic        arvalid;
  logic        rready;
} sluice_switch_axil_request_t;
typedef struct packed {
  logic        awready;
  logic        wready;
  logic [1:0]  bresp;
  logic        bvalid;
  logic        arready;
  logic [31:0] rdata;
  logic [1:0]  rresp;
  logic        rvalid;
} sluice_switch_axil_answer_t;

// An access behind the slave, held until it is done
typedef struct packed {
  logic        write;
  logic        read;
  logic [13:0] addr;   // address of a 32-bit word
  logic [31:0] wdata;  // data of a write
} sluice_switch_access_t;

// ---- Frames and cells. PW, CW, NB, AW, BW: bits of a port, a class, the cells of a frame, a cell's address, its bytes
// ----

// A cell that is read, offered or free
`define SLUICE_SWITCH_CELL(AW) \
  typedef struct packed { \
    logic          valid;    /* there is such a cell */ \
    logic [AW-1:0] address;  /* its address */ \
  } cell_t;

// A write of a cell into the buffer. Top bit of link: last cell of its frame, the other bits are then its bytes less
// one; otherwise they are the address of the next cell.
`define SLUICE_SWITCH_CELL_WRITE(AW) \
  typedef struct packed { \
    logic          valid;    /* write a cell */ \
    logic [AW-1:0] address;  /* its address */ \
    logic [AW:0]   link;     /* its link */ \
  } cell_write_t;

// The cell that a port offers in its slot
`define SLUICE_SWITCH_INPUT(PW, BW) \
  typedef struct packed { \
    logic          slot;   /* the slot belongs to a port */ \
    logic [PW-1:0] port;   /* the port */ \
    logic          valid;  /* it offers a cell, to which the other fields belong */ \
    logic [BW-1:0] bytes;  /* bytes of the cell less one */ \
    logic          last;   /* last cell of its frame */ \
    logic          bad;    /* with last: the frame is bad */ \
    logic          cut;    /* with last: the frame is cut */ \
  } input_t;

// Where a frame goes, by header parser and tables, or by the copier
`define SLUICE_SWITCH_ROUTE(PW, CW) \
  typedef struct packed { \
    logic          known;   /* the frame has one egress port */ \
    logic [PW-1:0] egress;  /* that port */ \
    logic [CW-1:0] cls;     /* class of the frame */ \
    logic [7:0]    ttl;     /* TTL for the MMU */ \
  } route_t;

// A frame that is complete or discarded
`define SLUICE_SWITCH_ARRIVED(PW, CW, NB, AW) \
  typedef struct packed { \
    logic          valid;   /* a frame is complete or discarded */ \
    logic          good;    /* the reason is NONE: the MMU decides about the frame */ \
    logic          copy;    /* the frame is a copy */ \
    logic          chain;   /* the frame has cells */ \
    logic [3:0]    reason;  /* of sluice_switch_pkg */ \
    logic [PW-1:0] port;    /* ingress port */ \
    logic [CW-1:0] cls;     /* class of the frame */ \
    logic [PW-1:0] egress;  /* egress port */ \
    logic [7:0]    ttl;     /* TTL for the MMU */ \
    logic [NB-1:0] cells;   /* cells of the frame */ \
    logic [13:0]   bytes;   /* frame length */ \
    logic [AW-1:0] head;    /* first cell */ \
  } arrived_t;

// A frame about which the MMU has decided, or that was discarded before
`define SLUICE_SWITCH_OUTCOME(PW, CW, NB, AW) \
  typedef struct packed { \
    logic          valid;   /* a frame has its outcome */ \
    logic          copy;    /* the frame is a copy */ \
    logic [3:0]    reason;  /* of sluice_switch_pkg; NONE: accepted */ \
    logic [PW-1:0] port;    /* ingress port */ \
    logic [CW-1:0] cls;     /* class of the frame, by the MMU */ \
    logic [NB-1:0] cells;   /* cells of the frame */ \
    logic [13:0]   bytes;   /* frame length */ \
    logic [AW-1:0] head;    /* first cell */ \
  } outcome_t;

// The cells of a frame that was not accepted return to its port
`define SLUICE_SWITCH_RETURNED(SW, NB, AW) \
  typedef struct packed { \
    logic [SW-1:0] early_port;  /* port, two cycles earlier */ \
    logic          valid;       /* a chain returns */ \
    logic [SW-1:0] port;        /* port that gets the chain; NP: the copier */ \
    logic [AW-1:0] head;        /* first cell */ \
    logic [NB-1:0] cells;       /* cells of the chain */ \
  } returned_t;

// An accepted frame that joins its queue
`define SLUICE_SWITCH_DESCRIPTOR(PW, CW, NB, BW) \
  typedef struct packed { \
    logic [BW-1:0] last_bytes;  /* bytes of the frame modulo the cell */ \
    logic [NB-1:0] cells;       /* cells of the frame */ \
    logic [PW-1:0] port;        /* ingress port */ \
    logic [CW-1:0] cls;         /* class of the frame */ \
  } descriptor_t;
`define SLUICE_SWITCH_ENQUEUED(QW, PW, CW, NB, AW, BW) \
  `SLUICE_SWITCH_DESCRIPTOR(PW, CW, NB, BW) \
  typedef struct packed { \
    logic [QW-1:0] early_into;  /* into, two cycles earlier */ \
    logic          valid;       /* a frame joins its queue */ \
    logic [QW-1:0] into;        /* that queue */ \
    logic [AW-1:0] head;        /* first cell */ \
    descriptor_t   descriptor; \
  } enqueued_t;

// A port has selected a frame, which is now begun
`define SLUICE_SWITCH_BEGUN(PW, CW, NB) \
  typedef struct packed { \
    logic          valid;  /* a port has selected a frame */ \
    logic [PW-1:0] port;   /* egress port */ \
    logic [CW-1:0] cls;    /* egress class */ \
    logic          drop;   /* the frame will not be sent */ \
    logic [NB-1:0] cells;  /* cells of the frame */ \
  } begun_t;

// A cell on its way from the buffer to an output
`define SLUICE_SWITCH_PUSH(PW, CW) \
  typedef struct packed { \
    logic          valid;  /* a cell for the port */ \
    logic [PW-1:0] port;   /* egress port */ \
    logic [CW-1:0] cls;    /* egress class */ \
    logic          drop;   /* drop the cell */ \
    logic          first;  /* first cell of its frame */ \
  } push_t;

// The last cell of a frame is free: the frame leaves the MMU
`define SLUICE_SWITCH_LEFT(PW, CW, NB) \
  typedef struct packed { \
    logic          valid;   /* the last cell of a frame is free */ \
    logic [PW-1:0] port;    /* ingress port */ \
    logic [PW-1:0] egress;  /* egress port */ \
    logic [CW-1:0] cls;     /* class of the frame */ \
    logic [NB-1:0] cells;   /* cells of the frame */ \
  } left_t;

// Frames have left their outputs, or were dropped there; port p at [p * width +: width]
`define SLUICE_SWITCH_ENDED(NP, CW) \
  typedef struct packed { \
    logic [NP-1:0]    valid;   /* a frame has left the output, or was dropped there */ \
    logic [4*NP-1:0]  reason;  /* 0: the frame was sent; else of sluice_switch_pkg */ \
    logic [CW*NP-1:0] cls;     /* egress class */ \
    logic [NP-1:0]    marked;  /* the frame was marked with CE */ \
    logic [14*NP-1:0] bytes;   /* frame length */ \
  } ended_t;

// ---- Pauses and storms ----

// A pause message, received or to send
`define SLUICE_SWITCH_MESSAGE(NC, PW) \
  typedef struct packed { \
    logic             valid;   /* a message */ \
    logic [PW-1:0]    port;    /* port that received it or sends it */ \
    logic [1:0]       level;   /* LEVEL_*, see sluice_pkg */ \
    logic [NC-1:0]    enable;  /* classes that the message is for */ \
    logic [16*NC-1:0] times;   /* time of each class, quanta */ \
  } message_t;

// A message that is counted
`define SLUICE_SWITCH_PAUSE(NC, PW) \
  typedef struct packed { \
    logic          valid;    /* a message */ \
    logic [PW-1:0] port;     /* its port */ \
    logic [NC-1:0] classes;  /* classes with a time other than 0 */ \
  } pause_t;

// A pause storm that begins or ends
`define SLUICE_SWITCH_STORM(PW, CW) \
  typedef struct packed { \
    logic          begins;  /* a storm begins */ \
    logic          ends;    /* a storm ends */ \
    logic [PW-1:0] port;    /* port of its queue */ \
    logic [CW-1:0] cls;     /* class of its queue */ \
  } storm_t;
`default_nettype wire

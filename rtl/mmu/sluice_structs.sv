// Structs of the MMU: what travels together. A module makes the types that it uses, in its own widths:
// `SLUICE_QUEUE(PW, CW) first, since queue_t is a part of most others. The ports of a module with structs are declared
// in its body, because no single form of a port with the struct itself is read by Verilator, Yosys 0.23 and Icarus 11.
`define SLUICE_QUEUE(PW, CW) \
  typedef struct packed { \
    logic [PW-1:0] port;  /* ingress port */ \
    logic [CW-1:0] cls;   /* class */ \
  } queue_t;
// A packet event, enqueue or dequeue, in cycle 0
`define SLUICE_EVENT(W) \
  typedef struct packed { \
    logic         valid;  /* an event */ \
    queue_t       at;     /* its ingress queue */ \
    logic [W-1:0] cells;  /* size of the packet, cells */ \
  } event_t;
// An enqueue in one of the cycles of its pipeline, and all of them. Fields that no later stage reads cost nothing.
`define SLUICE_ENQUEUE(NB) \
  typedef struct packed { \
    logic          came;      /* an event; in cycle 7 also an address of the sweep */ \
    logic          takes;     /* it takes part in the accounting; in cycle 1 also if it is above MAX_PACKET */ \
    logic          lossless;  /* its class is lossless */ \
    logic          in_port;   /* its group is its port */ \
    logic          exists;    /* its queue exists */ \
    logic          leaves;    /* dropped by a rule of TTL */ \
    logic          dropped;   /* dropped by a rule of TTL, at a port that exists */ \
    logic          none;      /* from cycle 2: a packet of 0 cells */ \
    queue_t        at;        /* its queue; in cycle 7 also the address of the sweep */ \
    logic [NB-1:0] cells;     /* its cells; from cycle 2 0 where it does not take part */ \
  } enqueue_t; \
  typedef struct packed { enqueue_t c7, c6, c5, c4, c3, c2, c1; } enqueues_t;  /* ck: in cycle k */
// The admission of an enqueue, cycle 5
`define SLUICE_ADMISSION \
  typedef struct packed { \
    logic [2:0] kind;      /* where the packet went, see sluice_pkg */ \
    logic       refused;   /* it fits nowhere, or its queue does not exist */ \
    logic       counted;   /* PRIVATE, SHARED or HEADROOM; only for a packet that takes part and has cells */ \
    logic       shared;    /* charged to the shared pool */ \
    logic       headroom;  /* charged to the headroom */ \
  } admission_t;
// An admitted enqueue in cycle 6: its cells by destination, 0 where it is not charged
`define SLUICE_CHARGES(NB) \
  typedef struct packed { \
    logic          is_counted;  /* the enqueue is counted */ \
    logic [NB-1:0] counted;     /* cells accepted */ \
    logic [NB-1:0] charged;     /* cells charged to the group */ \
    logic [NB-1:0] shared;      /* cells charged to the shared pool */ \
    logic [NB-1:0] headroom;    /* cells charged to the headroom */ \
    logic [NB-1:0] not_back;    /* cells that are not returned to the pool, complement */ \
  } charges_t;
// The result of an admission, cycle 6 of the enqueue
`define SLUICE_RESULT \
  typedef struct packed { \
    logic       valid;    /* a result */ \
    queue_t     at;       /* queue of the packet; 0 while not valid; the class is 0 for a packet dropped by TTL */ \
    logic [2:0] kind;     /* where the packet went, see sluice_pkg */ \
    logic       refused;  /* no pool has space */ \
    logic       exists;   /* the queue exists; for a dropped packet: the port exists */ \
  } result_t;
// The queue that the scan visits, cycle 0
`define SLUICE_SCAN \
  typedef struct packed { \
    logic   valid;    /* visit a queue */ \
    logic   sweeps;   /* this port is visited now, or an earlier class of it was visited in this round */ \
    logic   rests;    /* the scan rests from the next cycle on */ \
    logic   settled;  /* all events are written before the visit in cycle 3 reads */ \
    queue_t at;       /* the queue; at rest that of the next visit */ \
  } scan_t;
// A visit of the scan in one of the cycles of its pipeline, and all of them
`define SLUICE_VISIT \
  typedef struct packed { \
    logic   valid;  /* a visit, cycle 1 .. 6 */ \
    logic   part;   /* cycle 4 and 5: it is part of a port's sum */ \
    queue_t at;     /* its queue; in cycle 9 also the address of the sweep */ \
  } visit_t; \
  typedef struct packed { visit_t c9, c8, c7, c6, c5, c4, c3, c2, c1; } visits_t;  /* ck: in cycle k */
// The active configuration, see sluice_config
`define SLUICE_CONFIG(NC, CW, W) \
  typedef struct packed { \
    logic            configured;     /* a configuration is active */ \
    logic [6:0]      scheme;         /* active scheme, one-hot in the order of sluice_pkg */ \
    logic            gfc;            /* GFC or GFC-linear */ \
    logic            own_class;      /* not TTL: an enqueue has the class of its event; a register of its own */ \
    logic [W-1:0]    phi;            /* PRIVATE: private cells per queue */ \
    logic [W-1:0]    eta;            /* HEADROOM: cells per headroom group; SHP: cap of a queue */ \
    logic [W-1:0]    headroom_pool;  /* SHP: HEADROOM_POOL */ \
    logic [W-1:0]    port_headroom;  /* SHP: PORT_HEADROOM, cells of a port's own */ \
    logic [NC-1:0]   lossless;       /* LOSSLESS: lossless classes */ \
    logic [CW-1:0]   last_lossless;  /* the highest lossless class: address of a port's group */ \
    logic            down;           /* TTL: a queue pauses the class below; TTL_HALF: only on even hops */ \
    logic [NC-1:0]   pausable;       /* classes that messages may pause: lossless; with down one below */ \
    logic [W-1:0]    max_packet;     /* MAX_PACKET: cells of the largest packet */ \
    logic [7:0]      ttl0;           /* TTL0 */ \
    logic [2:0]      ttl_options;    /* TTL_OPTIONS */ \
    logic [3:0]      alpha;          /* ALPHA; the first threshold value to change */ \
    logic [3:0]      alpha_lossy;    /* ALPHA_LOSSY, three cycles after alpha */ \
    logic [W-1:0]    xoff;           /* STATIC: XOFF, one cycle after alpha */ \
    logic [W-1:0]    xon;            /* STATIC: XON, one cycle after alpha */ \
    logic [W-1:0]    delta_q;        /* DELTA_Q, two cycles after alpha */ \
    logic [W-1:0]    delta_p;        /* DELTA_P, two cycles after alpha */ \
    logic [15:0]     pause_time;     /* PAUSE_TIME */ \
    logic [15:0]     refresh;        /* REFRESH */ \
    logic [15:0]     quanta_step;    /* QUANTA_STEP */ \
    logic            native;         /* NATIVE */ \
    logic [W-1:0]    stage_top;      /* GFC: STAGE_TOP */ \
    logic [W-1:0]    stage_base;     /* GFC: STAGE_BASE */ \
    logic [15:0]     linear_range;   /* GFC-linear: D, below 65,535 */ \
    logic [4:0]      stages;         /* GFC: STAGES */ \
    logic [15*W-1:0] stage_cells;    /* GFC: STAGE, register k at [k * W +: W] */ \
    logic [23:0]     cell_step;      /* GFC: CELL_STEP */ \
    logic [31:0]     drain_cycles;   /* GFC-linear: DRAIN_CYCLES */ \
  } config_t;
// The commit bus of sluice_config, for values that are used for one class at a time (sluice_shadow_ram)
`define SLUICE_COMMIT(PW) \
  typedef struct packed { \
    logic [5:0]                    addr;   /* register of this cycle, all ones: none */ \
    logic [31:0]                   data;   /* its value, or that of a port's limit */ \
    logic                          take;   /* the staged values become active at this clock edge */ \
    logic [sluice_pkg::LIMITS-1:0] limit;  /* PORT_LIMITS: limit of this cycle, one-hot */ \
    logic [PW-1:0]                 port;   /* its port */ \
  } commit_t;
// The snapshot of a queue and its group after an enqueue, in cycle 8 of the enqueue
`define SLUICE_SNAPSHOT(W, HW) \
  typedef struct packed { \
    logic          valid;          /* an enqueue was counted */ \
    queue_t        at;             /* its queue */ \
    logic          lossless;       /* its class is lossless */ \
    logic          uses_headroom;  /* the packet used headroom */ \
    logic [W-1:0]  cells;          /* q after the enqueue */ \
    logic [W-1:0]  sum;            /* cells charged to the headroom group */ \
    logic [HW-1:0] headroom;       /* headroom cells in use, upper bound */ \
  } snapshot_t;
// The snapshot of a visit, in cycle 6 of the visit; fields with _5 a cycle, with _3 three cycles ahead
`define SLUICE_VISIT_SNAPSHOT(W) \
  typedef struct packed { \
    logic         valid;             /* a visit */ \
    logic         port_valid;        /* the visit of a port's highest lossless class */ \
    queue_t       at_5;              /* queue of the visit */ \
    queue_t       at;                /* queue of the visit */ \
    logic         lossless;          /* the class is lossless */ \
    logic         uses_headroom;     /* the headroom group has cells in the headroom */ \
    logic         queue_incomplete;  /* the visit misses enqueues of the queue that are under way */ \
    logic         port_incomplete;   /* the visit misses enqueues of the port's lossless classes that are under way */ \
    logic         valid_3;           /* a visit */ \
    logic [W-1:0] cells_3;           /* q of the visited queue */ \
    logic [W-1:0] not_above;         /* w of the queue, complement */ \
    logic [W:0]   not_reach;         /* PORT_LIMITS: w + eta, complement; eta is 0 unless with DSH */ \
    logic [W-1:0] not_sum;           /* w of the port, complement */ \
  } visit_snapshot_t;
// Changes of the pause states, from sluice_pause_state. Bit or field 0: by the snapshot of an enqueue, 1: of a visit
`define SLUICE_CHANGES(PW, CW, LW) \
  typedef struct packed { \
    logic [1:0]      queues;      /* the state of a queue has changed */ \
    logic [1:0]      toggled;     /* the queue has become free, or is no longer free */ \
    logic [1:0]      ports;       /* the state of a port has changed */ \
    logic [2*PW-1:0] at_port;     /* port of the change */ \
    logic [2*CW-1:0] at_class;    /* class of the change */ \
    logic [1:0]      queue_free;  /* new state of the queue: free */ \
    logic [1:0]      port_now;    /* new state of the port: off */ \
    logic [1:0]      rises;       /* the level of a queue leaves 0 */ \
    logic [1:0]      falls;       /* the level of a queue returns to 0 */ \
    logic [1:0]      written;     /* the level of a queue is written */ \
    logic [2*LW-1:0] level;       /* that level */ \
  } changes_t;

// Structs of the accounting. Each module makes the types that it uses, in its own widths: `SLUICE_ENQUEUE(PW, CW, NB).
`define SLUICE_QUEUE(PW, CW) \
  typedef struct packed { \
    logic [PW-1:0] port;  /* ingress port */ \
    logic [CW-1:0] cls;   /* class */ \
  } queue_t;
// An enqueue in one of the cycles of its pipeline, and all of them. Fields that no later stage reads cost nothing.
`define SLUICE_ENQUEUE(PW, CW, NB) \
  `SLUICE_QUEUE(PW, CW) \
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
// A visit of the scan in one of the cycles of its pipeline, and all of them
`define SLUICE_VISIT(PW, CW) \
  typedef struct packed { \
    logic   valid;  /* a visit, cycle 1 .. 6 */ \
    logic   part;   /* cycle 4 and 5: it is part of a port's sum */ \
    queue_t at;     /* its queue; in cycle 9 also the address of the sweep */ \
  } visit_t; \
  typedef struct packed { visit_t c9, c8, c7, c6, c5, c4, c3, c2, c1; } visits_t;  /* ck: in cycle k */
// The configuration that the accounting uses
`define SLUICE_ACCOUNT_CONFIG(NC, CW, W, HW) \
  typedef struct packed { \
    logic          configured;     /* a configuration is active */ \
    logic [6:0]    scheme;         /* active scheme, one-hot */ \
    logic [W-1:0]  phi;            /* private cells per queue */ \
    logic [HW-1:0] eta;            /* headroom cells per group; SHP: cap of a queue */ \
    logic [W-1:0]  headroom_pool;  /* SHP: cells of the headroom pool */ \
    logic [W-1:0]  port_headroom;  /* SHP: headroom cells of a port's own */ \
    logic [W-1:0]  max_packet;     /* cells of the largest packet */ \
    logic [NC-1:0] lossless;       /* lossless classes */ \
    logic [CW-1:0] group_class;    /* the highest lossless class: with DSH the address of a port's group */ \
    logic [3:0]    alpha_lossy;    /* exponent; a value that is active in cycle t arrives in cycle t + 3 */ \
  } config_t;
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
    logic [W-1:0] not_sum;           /* w of the port, complement */ \
  } visit_snapshot_t;

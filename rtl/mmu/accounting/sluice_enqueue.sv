// The pipeline of enqueue events, cycle 0 .. 7: carries the fields of each event to the later stages. One event per cycle; nothing stalls.
// An event takes part in the accounting (takes) when its queue exists, the MMU is configured, and the packet is not above MAX_PACKET.
// An oversized packet is detected in cycle 1 and consumes nothing from then on.
// The group of an event is its queue or, with DSH and a lossless class, its port. A port's counters are stored at the address of group_class.
// After reset the write addresses of cycle 7 are those of the sweep that clears the RAMs.
// Latency: event in cycle 0. A signal with suffix _k, or bit k of a vector, belongs to the event in cycle k. Admission in cycle 6.
`default_nettype none
module sluice_enqueue #(
    parameter int NP = 4,       // ports
    parameter int NC = 8,       // classes
    parameter int W = 18,       // bits of a cell counter
    parameter int NB = 14,      // bits of a packet's cells
    parameter int PW = 2,       // bits of a port
    parameter int CW = 3,       // bits of a class
    parameter int AW = PW + CW  // derived: do not set
) (
    input  wire logic            clk,         // clock
    input  wire logic            rst,         // synchronous reset, active high
    input  wire logic            ready,       // the tables are cleared
    input  wire logic            clear,       // the sweep after reset, see sluice_clear
    input  wire logic [AW-1:0]   clear_addr,  // address of the sweep
    // cfg: changes only while no event that takes part is in the pipeline
    input  wire logic            configured,   // a configuration is active
    input  wire logic            dsh,          // the scheme is DSH
    input  wire logic [W-1:0]    max_packet,   // cells
    input  wire logic [NC-1:0]   lossless,     // lossless classes
    input  wire logic [CW-1:0]   group_class,  // the highest lossless class
    // the event, cycle 0
    input  wire logic            enq_valid,    // enqueue event
    input  wire logic [AW-1:0]   enq_addr,     // {port, class}
    input  wire logic [W-1:0]    enq_cells,    // size, cells
    input  wire logic            enq_dropped,  // dropped by a rule of TTL; the class is ignored
    output logic                 enq_arrives,  // cycle 0: an enqueue into a queue that exists
    output logic                 enq_takes,    // such an enqueue takes part, or is above MAX_PACKET: the MMU is ready and configured
    // the event in later cycles
    output logic                 enq_takes_1,  // cycle 1: enq_takes of the event
    output logic                 large_1,      // above MAX_PACKET
    output logic                 came_1,       // an event
    output logic                 came_4,       // an event
    output logic                 came_7,       // an event, or an address of the sweep
    output logic      [7:1]      takes,        // the event takes part in the accounting
    output logic      [7:1]      is_lossless,  // the class is lossless
    output logic      [6:1]      in_port,      // the group of the event is its port
    output logic      [7*AW-1:0] queues,       // {port, class}, cycle k at [(k - 1) * AW +: AW]
    output logic      [AW-1:0]   group_1,      // address of the counters of the group
    output logic      [AW-1:0]   group_4,      // the same, cycle 4
    output logic      [AW-1:0]   group_7,      // the same, cycle 7; or the address of the sweep
    output logic      [NB-1:0]   cells_2,      // cells of the packet, 0 where the event does not take part
    output logic      [NB-1:0]   cells_3,      // the same, cycle 3
    output logic      [NB-1:0]   cells_4,      // the same, cycle 4
    output logic      [NB-1:0]   cells_5,      // the same, cycle 5
    output logic      [NB-1:0]   cells_6,      // the same, cycle 6
    output logic                 dropped_4,    // dropped by a rule of TTL, at a port that exists
    output logic                 none_4,       // a packet of 0 cells
    output logic                 some_5,       // the event takes part, and has cells
    // admission, cycle 5, and its result, cycle 6
    input  wire logic [2:0]      kind_5,       // admission
    input  wire logic            refused_5,    // the packet is refused
    output logic                 adm_valid,    // admission result
    output logic      [PW-1:0]   adm_port,     // port of the packet; 0 while adm_valid is low
    output logic      [CW-1:0]   adm_class,    // class of the packet; 0 while adm_valid is low and for a dropped packet
    output logic      [2:0]      adm_kind,     // where the packet went, see sluice_pkg
    output logic                 adm_refused,  // the packet is refused
    output logic                 adm_exists    // the queue exists; for a dropped packet: the port exists
);
  // Cycle 0
  logic enq_real;
  assign enq_real = {1'b0, enq_addr[AW-1:CW]} < (PW + 1)'(NP) && (enq_dropped || {1'b0, enq_addr[CW-1:0]} < (CW + 1)'(NC));
  assign enq_arrives = enq_valid && !enq_dropped && enq_real;
  assign enq_takes = enq_arrives && ready && configured;

  // Cycle 1: the size. A carry of size_0 means more cells than max_packet. max_packet has at most NB bits and is held as its complement.
  logic [NB-1:0] cells_1;
  logic [NB:0] size_0;
  logic [7:1] took;  // takes before the check of the size in cycle 1
  logic unused_size;
  assign size_0 = {1'b0, enq_cells[NB-1:0]} + {1'b0, ~max_packet[NB-1:0]};
  assign unused_size = ^{size_0[NB-1:0], max_packet};
  assign takes = {took[7:2], took[1] && !large_1};
  assign enq_takes_1 = took[1];

  logic [7:1] came;
  assign {came_7, came_4, came_1} = {came[7], came[4], came[1]};
  logic [5:1] real_queue, leaves;  // leaves: the packet is dropped
  logic [3:1] dropped;
  logic [3:2] none;                // no cells; for sizes above NB bits the value is not used, since the packet is too large
  logic [AW-1:0] queue[8];
  always_ff @(posedge clk) begin
    came <= rst ? '0 : {came[6] || clear, came[5:1], enq_valid && ready};
    took <= rst ? '0 : {takes[6:1], enq_takes};
    real_queue <= {real_queue[4:1], enq_real};
    leaves <= {leaves[4:1], enq_dropped};
    {dropped_4, dropped} <= {dropped, enq_dropped && configured && enq_real};
    is_lossless <= {is_lossless[6:1], lossless[enq_addr[CW-1:0]]};
    in_port <= {in_port[5:1], lossless[enq_addr[CW-1:0]] && dsh};
    {none_4, none} <= {none, cells_1 == '0};
    some_5 <= takes[4] && !none_4 && !rst;
    queue[1] <= enq_addr;
    for (int k = 2; k <= 6; k++) queue[k] <= queue[k-1];
    queue[7] <= clear ? clear_addr : queue[6];
    group_4 <= {queue[3][AW-1:CW], in_port[3] ? group_class : queue[3][CW-1:0]};
    group_7 <= clear ? clear_addr : {queue[6][AW-1:CW], in_port[6] ? group_class : queue[6][CW-1:0]};
    cells_1 <= enq_cells[NB-1:0];
    large_1 <= size_0[NB] || enq_cells >> NB != '0;
    cells_2 <= cells_1 & {NB{takes[1]}};
    {cells_3, cells_4, cells_5, cells_6} <= {cells_2, cells_3, cells_4, cells_5};
  end
  // A commit may change the lossless classes while an event that takes no part is in the pipeline. The group of that event may then
  // differ from cycle to cycle, which has no effect, because the event writes nothing.
  assign group_1 = {queue[1][AW-1:CW], in_port[1] ? group_class : queue[1][CW-1:0]};
  always_comb for (int k = 1; k <= 7; k++) queues[(k-1)*AW+:AW] = queue[k];

  // Cycle 6: the admission
  always_ff @(posedge clk) begin
    adm_valid <= came[5] && !rst;
    {adm_port, adm_class} <= queue[5] & {{PW{came[5]}}, {CW{came[5] && !leaves[5]}}};
    adm_kind <= rst ? '0 : kind_5;
    adm_refused <= refused_5 && !rst;
    adm_exists <= real_queue[5];
  end
endmodule
`default_nettype wire

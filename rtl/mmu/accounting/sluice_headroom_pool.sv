// SHP: one pool of headroom for the whole switch [spec 3, 12]. The headroom cells H of a port are those of its queues.
// PORT_HEADROOM of them are the port's own; the pool provides the others, max(0, H - PORT_HEADROOM).
// A packet that goes to headroom fits if the port's own headroom holds it, or the pool holds all of its cells. In the
// second case all its cells are charged to the pool, and the next visit of a queue of the port returns the excess, as
// it does with the cells that dequeues have freed.
// Monotone counters per port: HA headroom cells charged, CP cells charged to the pool, by enqueues; HR headroom cells
// returned, RP cells returned to the pool, by visits. H = HA - HR. A visit sets RP so that CP - RP is the port's part
// of the pool. It never falls: an enqueue raises CP by at least the growth of that part.
// The enqueues under way are added as if all of them went to the port's headroom, and to the pool.
// Latency of an enqueue: port in cycle 1, cells under way in 4, holds in 5, counters to write in 7. Of a visit: CP and
// HA read in its cycle 5, headroom cells returned in 9, counters to write in 12; cells returned to the pool are free
// for an enqueue in cycle 3 four cycles later.
`default_nettype none
module sluice_headroom_pool #(
    parameter int W = 18,   // bits of a cell counter
    parameter int HW = 14,  // bits of a headroom counter of a queue
    parameter int NB = 14,  // bits of a packet's cells
    parameter int PW = 2    // bits of a port
) (
    input  wire logic          clk,            // clock of the enqueues
    input  wire logic          clk_ram,        // runs with any reader or writer
    input  wire logic          clk_visit,      // clock of the visits
    input  wire logic          clk_pool,       // clock of the pool
    input  wire logic          rst,            // synchronous reset, active high
    input  wire logic          clear,          // the sweep after reset, see sluice_clear
    input  wire logic [PW-1:0] clear_port,     // port of the sweep
    input  wire logic          enabled,        // the scheme is SHP
    input  wire logic          load,           // the pool takes its size; nothing is held or under way
    input  wire logic [W-1:0]  pool_size,      // HEADROOM_POOL
    input  wire logic [W-1:0]  port_headroom_4,    // PORT_HEADROOM of the enqueue's port, cycle 4
    input  wire logic [W-1:0]  visit_headroom_10,  // PORT_HEADROOM of the visit's port, cycle 10
    output logic      [PW-1:0] visit_port_8,       // port of the visit, cycle 8
    // the enqueue
    input  wire logic          came_1,       // cycle 1: an enqueue
    input  wire logic [PW-1:0] port_1,       // its port
    input  wire logic [6:2]    same_port,    // bit k: the enqueue in cycle k is of the port that is written
    input  wire logic [NB-1:0] cells_2,      // cycle 2: its cells
    input  wire logic [NB+2:0] under_way_4,  // cycle 4: cells under way of the port, the packet's own included
    // cycle 5: the port's own headroom, or the pool, holds the packet; 1 if not enabled
    output logic               holds_5,
    input  wire logic          headroom_5,   // cycle 5: the packet goes to headroom
    input  wire logic [NB-1:0] cells_5,      // cycle 5: its cells
    input  wire logic          writes_7,     // cycle 7: the enqueue is counted, or the sweep
    input  wire logic [PW-1:0] port_7,       // its port, or that of the sweep
    // the visit
    input  wire logic [PW-1:0] visit_port_5,  // cycle 5: port of the visit, or of a cycle without a visit
    input  wire logic          visits_6,      // cycle 6: a visit
    input  wire logic [HW-1:0] returned_9     // cycle 9: headroom cells that the visit returns
);
  // ---- Counters ----
  logic [W-1:0] cp_now, ha_now, cp_6, ha_6, ha_3, hr_3, cp_7, ha_7, rp_9, hr_9, rp_12, hr_12;
  logic [2*W-1:0] charged_early, unused_charged, unused_returned, unused_returned_early;
  logic [W-1:0] unused_cp, unused_rp;
  logic [PW-1:0] port[13];  // of the visits in cycles 6 .. 12
`ifdef FORMAL
  (* anyconst *) logic [PW-1:0] f_port;  // any port, and its words in the RAMs
  logic [2*W-1:0] f_charged, f_returned;
`endif
  sluice_counter_ram #(.AW(PW), .DW(2 * W), .READERS(2)) ram_charged (
      .clk(clk_ram),
`ifdef FORMAL
      .watch(f_port), .watched(f_charged),
`endif
      .write(writes_7), .write_addr(port_7), .write_data({cp_now, ha_now}), .read({1'b1, came_1}),
      .read_addr({visit_port_5, port_1}), .newer({1'b0, same_port[2]}), .newer_data({cp_now, ha_now}),
      .as_read({cp_7, ha_7, unused_cp, ha_3}), .latest({unused_charged, charged_early}));
  sluice_counter_ram #(.AW(PW), .DW(2 * W), .READERS(2)) ram_returned (
      .clk(clk_ram),
`ifdef FORMAL
      .watch(f_port), .watched(f_returned),
`endif
      .write(visits[12] || clear), .write_addr(port[12]), .write_data({rp_12, hr_12}),
      .read({1'b1, came_1}), .read_addr({port[7], port_1}), .newer(2'b0), .newer_data({rp_12, hr_12}),
      .as_read({rp_9, hr_9, unused_rp, hr_3}), .latest({unused_returned, unused_returned_early}));
  sluice_ram_forward #(.W(2 * W), .STAGES(4)) forward_charged (
      .clk, .read_word(charged_early), .written({cp_now, ha_now}), .same(same_port[5:3]), .latest_word({cp_6, ha_6}));

  // ---- The enqueue ----
  // Cycle 4: H, with the cells under way, less PORT_HEADROOM, less one; negative if the port's own headroom holds the
  // packet.
  localparam int SW = (W > NB + 3 ? W : NB + 3) + 2;
  logic [W-1:0] held_4;
  logic [SW-1:0] sum, left;
  logic [SW-2:0] carry;
  logic own_5, pool_holds_5, fits_4, goes_6;
  logic [NB-1:0] pool_6, headroom_6, not_back_6;
  assign sum = SW'(held_4) ^ SW'(under_way_4) ^ ~(SW'(port_headroom_4));
  assign carry = (SW - 1)'((SW'(held_4) & SW'(under_way_4)) |
      ((SW'(held_4) | SW'(under_way_4)) & ~(SW'(port_headroom_4))));
  assign left = sum + {carry, 1'b0};
  assign holds_5 = own_5 || pool_holds_5;
  assign pool_6 = headroom_6 & {NB{goes_6}};
  always_ff @(posedge clk) begin
    held_4 <= ha_3 - hr_3;
    own_5 <= left[SW-1] || !enabled;
    pool_holds_5 <= fits_4;
    headroom_6 <= cells_5 & {NB{headroom_5 && enabled}};
    goes_6 <= !own_5;
    not_back_6 <= ~(cells_5 & {NB{!headroom_5 || own_5}});
    cp_now <= (same_port[6] ? cp_now : cp_6) + W'(pool_6);
    ha_now <= (same_port[6] ? ha_now : ha_6) + W'(headroom_6);
    if (clear) {cp_now, ha_now} <= '0;
  end

  // ---- The visit ----
  // Visits of a port follow one another, and other visits of that port come eight cycles later at the earliest. So the
  // latest counters of the port are those of the visit before, if it has the same port, or else the words that were
  // read.
  // A configuration may be active while the tables are cleared; visits that read before that do not count.
  logic [12:7] visits;
  logic cleared;
  logic [W-1:0] cp_8, ha_8, cp_9, ha_9, rp_10, rp_11, was_12, hr_10, hr_11, ha_10, cp_10, cp_11, freed_13;
  logic [W:0] beyond_11;  // H less PORT_HEADROOM
  assign visit_port_8 = port[8];
  logic again_9;          // cycle 9: the visit before was of the same port, port[9] == port[10]
  always_ff @(posedge clk_visit) begin
    cleared <= !rst && !clear;
    visits <= {visits[11:7], visits_6 && enabled} & {6{cleared && !clear}};
    {port[6], port[7], port[8], port[9]} <= {visit_port_5, port[6], port[7], port[8]};
    again_9 <= port[8] == (visits[9] ? port[9] : port[10]);
    {cp_8, ha_8, cp_9, ha_9} <= {cp_7, ha_7, cp_8, ha_8};
    {cp_10, ha_10, rp_10} <= {cp_9, ha_9, rp_9};
    beyond_11 <= {1'b0, ha_10 - hr_10} - {1'b0, visit_headroom_10};
    {port[11], cp_11, rp_11, hr_11} <= {port[10], cp_10, rp_10, hr_10};
    freed_13 <= (rp_12 - was_12) & {W{visits[12]}};
    if (clear) begin
      {port[12], rp_12, hr_12, hr_10} <= {clear_port, {3 * W{1'b0}}};
    end else begin
      if (visits[9]) begin
        port[10] <= port[9];
        hr_10 <= (again_9 ? hr_10 : hr_9) + W'(returned_9);
      end
      if (visits[11]) begin
        port[12] <= port[11];
        rp_12 <= cp_11 - (beyond_11[W-1:0] & {W{!beyond_11[W]}});
        hr_12 <= hr_11;
        was_12 <= port[11] == port[12] ? rp_12 : rp_11;
      end
    end
  end

  // ---- The pool ----
  localparam int FW = (W > NB + 3 ? W : NB + 3) + 1;
  logic [W-1:0] unused_pool_free, unused_used;
  logic [FW-1:0] unused_free;
  sluice_pool_free #(.W(W), .NB(NB)) pool (
      .clk(clk_pool), .rst, .load, .cells(cells_2), .not_back(not_back_6), .charged(pool_6),
      .not_freed(~(freed_13 | (pool_size & {W{load}}))), .pool_free(unused_pool_free), .used(unused_used),
      .free(unused_free), .fits(fits_4));
`ifdef FORMAL_HEADROOM_POOL
`include "sluice_headroom_pool.svh"
`endif
  logic unused_outputs;
  assign unused_outputs = ^{unused_charged, unused_returned, unused_returned_early, unused_cp, unused_rp,
      unused_pool_free, unused_used, unused_free};
endmodule
`default_nettype wire

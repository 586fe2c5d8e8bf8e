// Whether the MMU holds any cells (a commit of structural values needs an empty MMU), and whether the scan has to run.
// Without clock gates the scan finds out: at rest it has found q = 0 in every queue since the last event. With gates
// the scan omits visits, so all cells are counted.
// Latency: an event in cycle 1 wakes the scan in cycle 2. empty is low from cycle 0 of an enqueue on.
`default_nettype none
module sluice_empty #(
    parameter int W = 18,            // bits of a cell counter
    parameter int NB = 14,           // bits of a packet's cells
    parameter logic [0:0] GATES = 0  // see sluice_mmu
) (
    input  wire logic          clk,            // clock
    input  wire logic          rst,            // synchronous reset, active high
    input  wire logic          clear,          // the sweep after reset
    input  wire logic          enq_valid,      // cycle 0: enqueue event
    input  wire logic          enq_takes,      // the enqueue takes part in the accounting, or is above MAX_PACKET
    // the same, cycle 1: a visit may have missed it before its size was known
    input  wire logic          enq_takes_1,
    input  wire logic          deq_valid,      // cycle 0: dequeue event
    input  wire logic          returns_cells,  // a visit returns cells
    input  wire logic [NB-1:0] counted_6,      // cells accepted in this cycle
    input  wire logic [W-1:0]  fallen,         // cells dequeued in this cycle
    input  wire logic          scan_rests,     // the scan rests from the next cycle on
    input  wire logic          scan_settled,   // all events are written before the visit in cycle 3 reads
    input  wire logic          visit_valid_3,  // a visit in cycle 3
    input  wire logic [W-1:0]  visit_queue_3,  // q of the visited queue
`ifdef FORMAL
    output logic               watched,        // for the proofs: zero
`endif
    output logic               wake,           // the scan has to run
    output logic               empty           // no cell is counted, under way, or still to be returned
);
  logic zero, none_counted, wakes;
`ifdef FORMAL
  assign watched = zero;
`endif
  assign wakes = !clear && (enq_takes_1 || deq_valid || returns_cells);
  assign empty = none_counted && !enq_valid;
  always_ff @(posedge clk) begin
    wake <= wakes;
    none_counted <= zero && scan_rests && !wakes && !enq_takes;
  end
  generate
    if (GATES == 1) begin : g_count
      logic [W-1:0] total, moved;
      always_ff @(posedge clk) begin
        moved <= rst ? '0 : W'(counted_6) - fallen;
        total <= rst ? '0 : total + moved;
        zero <= total == '0;
      end
      logic unused_visit;
      assign unused_visit = ^{scan_settled, visit_valid_3, visit_queue_3};
    end else begin : g_found
      always_ff @(posedge clk) zero <= rst || !scan_settled || (zero && !(visit_valid_3 && visit_queue_3 != '0));
      logic unused_cells;
      assign unused_cells = ^{counted_6, fallen};
    end
  endgenerate
endmodule
`default_nettype wire

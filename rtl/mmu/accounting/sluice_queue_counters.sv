// Monotone counters of every queue [spec 3]: A accepted cells, B dequeued cells; q = A - B. Each grows modulo 2^(W + 1)
// and has one writer, so it is a RAM with a copy for each reader, and no adder is in a loop with another one.
// Readers: the admission of an enqueue (cycle 2) and its counting (cycle 6, through sluice_ram_forward), the check of a
// dequeue, a visit of the scan.
// A word that an enqueue has read takes each later write to its address (sluice_hazards). The visit and the read of A
// for a dequeue do not.
// Subtrahends are complements: a - b = a + ~b + 1, and a carry chain cannot invert.
// Latency: address in cycle t, word in cycle t + 2. For an enqueue: read in cycle 0; a_6 and not_b_7 include all writes
// until then.
`default_nettype none
module sluice_queue_counters #(
    parameter int AW = 5,  // bits of {port, class}
    parameter int W = 18   // bits of a cell counter
) (
    input  wire logic          clk,      // clock of the enqueues
    input  wire logic          clk_ram,  // runs with any reader or writer
    // writes: A by the enqueue in cycle 7, B by the dequeue in its cycle 6
    input  wire logic          a_write,       // write A
    input  wire logic [AW-1:0] a_write_addr,  // queue to write
    input  wire logic [W:0]    a_now,         // A to write
    input  wire logic          b_write,       // write B
    input  wire logic [AW-1:0] b_write_addr,  // queue to write
    input  wire logic [W:0]    b_now,         // B to write
    input  wire logic          deq_enough,    // the dequeue in same_deq is taken
    // the enqueue, cycle 0, and its hazards
    input  wire logic          enq_read,    // read for the enqueue in cycle 0
    input  wire logic [AW-1:0] enq_addr,    // queue of that enqueue
    input  wire logic [6:1]    same_queue,  // bit k: the enqueue in cycle k is of the queue whose A is written
    input  wire logic [6:1]    same_deq,    // bit k: or of the queue whose B is written, if deq_enough
    output logic      [W:0]    a_2,         // A, cycle 2
    output logic      [W-1:0]  not_b_2,     // B, complement, cycle 2
    output logic      [W:0]    a_6,         // A, with all writes before cycle 6
    output logic      [W-1:0]  not_b_7,     // B, complement, with all writes before cycle 7
    // the dequeue: A in its cycle 1, B in its cycle 3
    input  wire logic          deq_a_read,   // read A for a dequeue
    input  wire logic [AW-1:0] deq_a_addr,   // queue of that dequeue
    output logic      [W:0]    deq_not_a,    // A, complement
    input  wire logic          deq_b_read,   // read B for a dequeue
    input  wire logic [AW-1:0] deq_b_addr,   // queue of that dequeue
    input  wire logic          deq_b_newer,  // one cycle after deq_b_read: use b_now instead
    output logic      [W:0]    deq_b,        // B
    // the visit, its cycle 0; words in its cycle 2
    input  wire logic          scan_read,  // read for the visit in cycle 0
    input  wire logic [AW-1:0] scan_addr,  // queue of that visit
`ifdef FORMAL
    input  wire logic [AW-1:0] watch,      // for the proofs: a queue
    output logic      [W:0]    watched_a,  // for the proofs: A of the queue at watch
    output logic      [W:0]    watched_b,  // for the proofs: B of the queue at watch
`endif
    output logic      [W-1:0]  scan_a,     // A, cycle 2
    output logic      [W-1:0]  scan_not_b  // B, complement, cycle 2
);
  localparam logic [W:0] As = {(W + 1) {1'b0}}, Not = {(W + 1) {1'b1}};
  logic [W:0] not_b_early, a_visit, not_b_visit;
  logic [W:0] unused_a, unused_a_check, unused_a_visit, unused_b, unused_b_check, unused_b_visit;
  sluice_counter_ram #(.AW(AW), .DW(W + 1), .READERS(3), .INVERTED({As, Not, As})) ram_a (
      .clk(clk_ram), .write(a_write), .write_addr(a_write_addr), .write_data(a_now),
      .read({scan_read, deq_a_read, enq_read}), .read_addr({scan_addr, deq_a_addr, enq_addr}),
      .newer({2'b0, same_queue[1]}), .newer_data(a_now),
`ifdef FORMAL
      .watch, .watched(watched_a),
`endif
      .as_read({a_visit, deq_not_a, unused_a}), .latest({unused_a_visit, unused_a_check, a_2}));
  sluice_counter_ram #(.AW(AW), .DW(W + 1), .READERS(3), .INVERTED({Not, As, Not})) ram_b (
      .clk(clk_ram), .write(b_write), .write_addr(b_write_addr), .write_data(b_now),
      .read({scan_read, deq_b_read, enq_read}), .read_addr({scan_addr, deq_b_addr, enq_addr}),
      .newer({1'b0, deq_b_newer, same_deq[1] && deq_enough}), .newer_data(b_now),
`ifdef FORMAL
      .watch, .watched(watched_b),
`endif
      .as_read({not_b_visit, unused_b_check, unused_b}), .latest({unused_b_visit, deq_b, not_b_early}));
  sluice_ram_forward #(.W(W + 1), .STAGES(5)) forward_a (
      .clk, .read_word(a_2), .written(a_now), .same(same_queue[5:2]), .latest_word(a_6));
  sluice_ram_forward #(.W(W), .STAGES(6), .INVERTED(1)) forward_b (
      .clk, .read_word(not_b_early[W-1:0]), .written(b_now[W-1:0]), .same(same_deq[6:2] & {5{deq_enough}}),
      .latest_word(not_b_7));

  assign not_b_2 = not_b_early[W-1:0];
  assign {scan_a, scan_not_b} = {a_visit[W-1:0], not_b_visit[W-1:0]};
  logic unused_counters;
  assign unused_counters = ^{unused_a, unused_a_check, unused_a_visit, unused_b, unused_b_check, unused_b_visit,
    same_queue[6], not_b_early[W], a_visit[W], not_b_visit[W]};  // only a dequeue uses the sign bit
endmodule
`default_nettype wire

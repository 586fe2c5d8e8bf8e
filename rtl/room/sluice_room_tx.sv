// Receiver of time-based GFC [GFC 5, spec 12]: every period it visits all ingress queues, one a cycle, and reports the
// remaining room Bm - q of each lossless queue, at least 0 and at most 2^16 - 1 cells.
// Latency: a queue is read in the cycle after read_enable; its word is valid two cycles after read_enable, unless words
// wait. A word shows the queue of the cycle after its read_enable, also while it waits. With words that wait at most R
// cycles for ready, and a period of more than (NP NC + 2)(R + 1) cycles, a word of each lossless queue is taken at
// least every period + (NP NC + 2)(R + 1) cycles.
// Collisions: a round whose time comes during another one follows it; of several such rounds, one.
`default_nettype none
module sluice_room_tx #(
    parameter int NP = 4,                        // ports, 1..64
    parameter int NC = 8,                        // classes, 1..8
    parameter int W = 18,                        // bits of a cell counter
    parameter int TB = 20,                       // bits of the period
    parameter int PW = NP > 1 ? $clog2(NP) : 1,  // derived: do not set
    parameter int CW = NC > 1 ? $clog2(NC) : 1   // derived: do not set
) (
    input  wire logic          clk,
    input  wire logic          rst,
    // cfg: constant
    input  wire logic [TB-1:0] period,       // cycles between the beginnings of two rounds; 0: no reports
    input  wire logic [W-1:0]  top,          // Bm, cells
    input  wire logic [NC-1:0] lossless,     // classes that report
    // data: the counters of the ingress queues
    output logic               read_enable,  // otherwise read_cells stays
    output logic      [PW-1:0] read_port,
    output logic      [CW-1:0] read_class,
    input  wire logic [W-1:0]  read_cells,   // q, in the cycle after read_enable
    // data: words to the sender
    output logic               tx_valid,     // stays until tx_ready
    input  wire logic          tx_ready,
    output logic      [PW-1:0] tx_port,
    output logic      [CW-1:0] tx_class,
    output logic      [15:0]   tx_room       // cells
);
  logic [TB-1:0] elapsed;  // cycles of the present period, this one included
  logic expires, scans, due, last, ends, valid1, negative;
  logic [PW-1:0] port1;
  logic [CW-1:0] class1;
  logic [W-1:0] room;
  logic [31:0] wide;
  assign read_enable = !tx_valid || tx_ready;
  assign expires = period != '0 && elapsed >= period;
  assign last = read_port == PW'(NP - 1) && read_class == CW'(NC - 1);
  assign ends = scans && last && read_enable;
  assign {negative, room} = {1'b0, top} - {1'b0, read_cells};
  assign wide = 32'(room);

  always_ff @(posedge clk)
    if (rst) begin
      elapsed <= TB'(1);
      {scans, due, valid1, tx_valid} <= '0;
      read_port <= '0;
      read_class <= '0;
    end else begin
      elapsed <= expires || period == '0 ? TB'(1) : elapsed + 1'b1;
      {scans, due} <= scans && !ends ? {1'b1, due || expires} : {due || expires, 1'b0};
      if (scans && read_enable) begin
        read_class <= read_class == CW'(NC - 1) ? '0 : read_class + 1'b1;
        if (read_class == CW'(NC - 1)) read_port <= last ? '0 : read_port + 1'b1;
      end
      if (read_enable) {valid1, tx_valid} <= {scans && lossless[read_class], valid1};
    end
  always_ff @(posedge clk)
    if (read_enable) begin
      {port1, class1} <= {read_port, read_class};
      {tx_port, tx_class} <= {port1, class1};
      tx_room <= negative ? '0 : wide[31:16] != '0 ? '1 : wide[15:0];
    end

`ifdef FORMAL_ROOM_TX
`include "sluice_room_tx.svh"
`endif
endmodule
`default_nettype wire

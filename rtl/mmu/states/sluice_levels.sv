// Feedback levels of all ingress queues, of many bits each (GFC), in RAM. Each of the two sources (0 enqueue, 1 visit)
// writes copies of its own. A flip-flop per queue records which source wrote last, another one that the level is not 0,
// so no RAM is ever cleared.
// If both sources write the same queue in one cycle, the enqueue counts.
// Latency: queue in cycle t, its level in t + 1, without levels judged in t; a level written in t + 1 is in
// level_active and newer in t + 2.
`default_nettype none
module sluice_levels #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int PW = 2,  // bits of a port
    parameter int CW = 3,  // bits of a class
    parameter int LW = 16  // bits of a level
) (
    input  wire logic               clk,  // clock
    input  wire logic               rst,  // synchronous reset, active high
    // read, per source: cycle t - 1, t
    input  wire logic [2*PW-1:0]    port_ahead,  // per source, cycle t - 1: port to read
    input  wire logic [2*PW-1:0]    port,        // per source, cycle t: port to read
    input  wire logic [2*CW-1:0]    cls,         // per source, cycle t: class to read
    // cycle t + 1: the level that was read; writes, of which source 0 counts if both write the same queue
    output logic      [2*LW-1:0]    level,        // per source, cycle t + 1: the level
    output logic      [1:0]         some,         // per source, cycle t + 1: the level is not 0
    input  wire logic [2*NP*NC-1:0] at_queue,     // per source, cycle t + 1: one-hot: queue to write
    input  wire logic [1:0]         write,        // per source: write a level
    input  wire logic [2*PW-1:0]    write_port,   // port of that queue
    input  wire logic [2*CW-1:0]    write_class,  // class of that queue
    input  wire logic [2*LW-1:0]    write_level,  // level to write
    input  wire logic [1:0]         write_some,   // level to write is not 0
    // cycle t + 2
    output logic      [NP*NC-1:0]   level_active,  // cycle t + 2: the level is not 0
`ifdef FORMAL
    // for the proofs: all levels, by the RAMs that source 0 reads, and that source 1 reads
    output logic [2*NP*NC*LW-1:0]   levels,
`endif
    output logic      [NP*NC-1:0]   newer  // source 1 wrote last
);
  localparam int AW = PW + CW;
  localparam int Queues = NP * NC;
  always_ff @(posedge clk)
    if (rst) {level_active, newer} <= '0;
    else begin
      level_active <= (at_queue[0+:Queues] & {Queues{write_some[0]}}) |
          (~at_queue[0+:Queues] & ((at_queue[Queues+:Queues] &
          {Queues{write_some[1]}}) | (level_active & ~at_queue[Queues+:Queues])));
      newer <= ~at_queue[0+:Queues] & (newer | at_queue[Queues+:Queues]);
    end

  // Rows of both bits, class by class
  logic [NP*2*NC-1:0] bits;
  genvar p, v, w;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_bits
      assign bits[p*2*NC+:2*NC] = {newer[p*NC+:NC], level_active[p*NC+:NC]};
    end
    for (v = 0; v < 2; v = v + 1) begin : g_snapshot
      logic [AW-1:0] address;
      logic [2*NC-1:0] row;
      logic [2**CW-1:0] row_active, row_newer;
      logic active_read, newer_read;
      logic [2*LW-1:0] stored;
      assign address = {port[v*PW+:PW], cls[v*CW+:CW]};
      sluice_row #(.NP(NP), .PW(PW), .B(2 * NC)) at_port (.clk, .port(port_ahead[v*PW+:PW]), .rows(bits), .row);
      if (NP > 8) begin : g_behind
        logic [2*NC-1:0] row1;
        logic [CW-1:0] class1;
        always_ff @(posedge clk) {row1, class1} <= {row, cls[v*CW+:CW]};
        assign {row_newer, row_active} = {(2**CW)'(row1[NC+:NC]), (2**CW)'(row1[0+:NC])};
        assign {newer_read, active_read} = {row_newer[class1], row_active[class1]};
      end else begin : g_in_front
        assign {row_newer, row_active} = {(2**CW)'(row[NC+:NC]), (2**CW)'(row[0+:NC])};
        always_ff @(posedge clk) {newer_read, active_read} <= {row_newer[cls[v*CW+:CW]], row_active[cls[v*CW+:CW]]};
      end
      for (w = 0; w < 2; w = w + 1) begin : g_written
        // no_rw_check: for a level that is written in the cycle of the read, the reader uses the value of the writer
        // (sluice_pause_state).
`ifdef SLUICE_LUTRAM
        (* no_rw_check, ram_style = AW <= 6 ? "distributed" : "auto" *) logic [LW-1:0] mem[2**AW];
`else
        (* no_rw_check *) logic [LW-1:0] mem[2**AW];
`endif
        always_ff @(posedge clk) begin
          if (write[w]) mem[{write_port[w*PW+:PW], write_class[w*CW+:CW]}] <= write_level[w*LW+:LW];
          stored[w*LW+:LW] <= mem[address];
        end
      end
      assign some[v] = active_read;
      assign level[v*LW+:LW] = active_read ? (newer_read ? stored[LW+:LW] : stored[0+:LW]) : '0;
`ifdef FORMAL
      always_comb
        for (int i = 0; i < NP; i++)
          for (int k = 0; k < NC; k++)
            levels[(v*Queues+i*NC+k)*LW+:LW] = !level_active[i*NC+k] ? '0 :
                newer[i*NC+k] ? g_written[1].mem[{PW'(i), CW'(k)}] : g_written[0].mem[{PW'(i), CW'(k)}];
`endif
    end
  endgenerate
endmodule
`default_nettype wire

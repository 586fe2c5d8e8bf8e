// Credits of all ports (docs/hardware/credits.md, "In the switch"): the registers, and for each port
// sluice_switch_credit_port. Without CREDITS every frame may start, and there are no words.
// Latency: a written register is active from the next cycle on. Collisions: none.
`default_nettype none
module sluice_switch_credits #(
    parameter bit CREDITS = 0,  // 0: no logic
    parameter int NP = 4,       // ports
    parameter int NC = 8,       // classes
    parameter int PW = 2,       // bits of a port number
    parameter int CW = 3,       // bits of a class number
    parameter int NB = 9,       // bits of a frame's cells
    parameter int AW = 12,      // 2^AW cells
    parameter logic [0:0] PORT_LIMITS = 0,  // 1: each port has its own CREDITS_LIMIT
    parameter int WB = 24       // derived: do not set
) (
    clk, rst, stored_write, write_ports, lossless, largest, ports,
    may_start, begun, end_valid, frame_end, outcome, left,
    tx_word_valid, tx_word_ready, tx_word, rx_word_valid, rx_word
);
  `SLUICE_SWITCH_BEGUN(PW, CW, NB)
  `SLUICE_SWITCH_OUTCOME(PW, CW, NB, AW)
  `SLUICE_SWITCH_LEFT(PW, CW, NB)
  input wire logic             clk;
  input wire logic             rst;
  // cfg
  input wire sluice_switch_write_t stored_write;  // writes to registers
  input wire logic [NP-1:0]    write_ports;  // ports that a write of CREDITS_LIMIT is for
  input wire logic [NC-1:0]    lossless;  // lossless classes
  input wire logic [NB-1:0]    largest;   // cells of a largest frame since reset
  output logic     [NP-1:0]    ports;     // ports with credits
  // Frames to the ports
  output logic     [NP*NC-1:0] may_start;  // class c of port p at [p * NC + c]: the scheduler may select it
  input wire begun_t           begun;      // a port has selected a frame
  input wire logic [NP-1:0]    end_valid;  // a frame has left the output of the port, or was dropped there
  // Frames from the ports
  input wire logic [NP-1:0]    frame_end;  // a frame has arrived at the input of the port
  input wire outcome_t         outcome;    // it was accepted or dropped
  input wire left_t            left;       // the last cell of a frame is free
  // Words of each port, as those of sluice_control
  output logic     [NP-1:0]    tx_word_valid;
  input wire logic [NP-1:0]    tx_word_ready;
  output logic     [NP*WB-1:0] tx_word;
  input wire logic [NP-1:0]    rx_word_valid;
  input wire logic [NP*WB-1:0] rx_word;

  localparam int W = 20;  // bits of a counter
  localparam int Rows = PORT_LIMITS ? NP : 1;
  genvar p, c;
  generate
    if (CREDITS) begin : g_credits
      logic [W-1:0] amount, consumed_period, freed_period;
      logic [Rows*NC*W-1:0] limit;
      logic [Rows*NC-1:0] classes;  // classes with credits
      logic [3:0] at, at_1;  // the registers before those of the classes, one by one
      always_comb for (int i = 0; i < 4; i++) at[i] = stored_write.addr == sluice_switch_pkg::REG_CREDITS_PORTS + 9'(i);
      always_ff @(posedge clk) begin
        at_1 <= at;
        if (rst) {ports, amount, consumed_period, freed_period} <= '0;
        else if (stored_write.write) begin
          if (at_1[0]) ports <= stored_write.wdata[NP-1:0];
          if (at_1[1]) amount <= stored_write.wdata[W-1:0];
          if (at_1[2]) consumed_period <= stored_write.wdata[W-1:0];
          if (at_1[3]) freed_period <= stored_write.wdata[W-1:0];
        end
      end
      for (c = 0; c < NC; c = c + 1) begin : g_class
        logic is_addressed;
        always_ff @(posedge clk) is_addressed <= stored_write.addr == sluice_switch_pkg::REG_CREDITS_LIMIT + 9'(c);
        for (p = 0; p < Rows; p = p + 1) begin : g_row
          always_ff @(posedge clk) begin
            if (rst) limit[(p*NC+c)*W+:W] <= '0;
            else if (stored_write.write && is_addressed && write_ports[p])
              limit[(p*NC+c)*W+:W] <= stored_write.wdata[W-1:0];
            classes[p*NC+c] <= lossless[c] && limit[(p*NC+c)*W+:W] != '0;
          end
        end
      end
      for (p = 0; p < NP; p = p + 1) begin : g_port
        localparam int Row = PORT_LIMITS ? p : 0;
        logic [NC-1:0] uses;
        always_ff @(posedge clk) uses <= classes[Row*NC+:NC] & {NC{ports[p]}};
        sluice_switch_credit_port #(.NC(NC), .CW(CW), .NB(NB), .W(W)) port (
            .clk, .rst, .uses, .limit(limit[Row*NC*W+:NC*W]), .largest, .amount, .consumed_period, .freed_period,
            .may_start(may_start[p*NC+:NC]),
            .begin_valid(begun.valid && begun.port == PW'(p)), .begin_class(begun.cls), .begin_cells(begun.cells),
            .end_valid(end_valid[p]), .frame_end(frame_end[p]),
            .judged(outcome.valid && !outcome.copy && outcome.port == PW'(p)),
            .accepted(outcome.reason == sluice_switch_pkg::NONE), .in_class(outcome.cls), .in_cells(outcome.cells),
            .leave_valid(left.valid && left.port == PW'(p)), .leave_class(left.cls), .leave_cells(left.cells),
            .tx_valid(tx_word_valid[p]), .tx_ready(tx_word_ready[p]), .tx_word(tx_word[p*WB+:WB]),
            .rx_valid(rx_word_valid[p]), .rx_word(rx_word[p*WB+:WB]));
      end
      logic unused_wide;
      assign unused_wide = ^{stored_write.wdata, write_ports, begun, outcome, left};
    end else begin : g_none
      assign {ports, tx_word_valid, tx_word} = '0;
      assign may_start = '1;
      logic unused;
      assign unused = ^{clk, rst, stored_write, write_ports, lossless, largest, begun, end_valid, frame_end, outcome,
                        left, tx_word_ready, rx_word_valid, rx_word};
    end
  endgenerate
endmodule
`default_nettype wire

// Plays the vectors of vectors.c to an MMU whose registers are unknown until the reset, or values that derive from it,
// set them. The inputs are unknown during the reset, except in its last cycle. Every output must equal the model's, and
// none may be unknown.
`default_nettype none
module bench;
  parameter int NP = 2;
  parameter int NC = 2;
  parameter int W = 8;
  parameter int SCHEMES = 127;
  parameter bit PORT_LIMITS = 0;
  localparam int PW = NP > 1 ? $clog2(NP) : 1;
  localparam int CW = NC > 1 ? $clog2(NC) : 1;
  localparam int LW = SCHEMES[5] ? 16 : SCHEMES[4] ? 5 : 1;
  localparam int IN = 6 * PW + 4 * CW + 3 * W + 17 * NC + 9 + 9 + 6 + 32 + 4;
  localparam int OUT = 2 * PW + CW + NP * NC * (LW + 2) + NP + 17 * NC + 5 * W + 8 + 3 + 3 * 32 + 4;

  logic clk = 1'b0, rst = 1'b1;
  logic enq_valid, deq_valid, snd_valid, tx_ready, rx_valid, cfg_write, cfg_read, stat_read;
  logic [1:0] rx_level;
  logic [PW-1:0] enq_port, enq_egress, deq_port, snd_port, rx_port, stat_port, adm_port, tx_port;
  logic [CW-1:0] enq_class, deq_class, snd_class, stat_class, adm_class;
  logic [W-1:0] enq_cells, deq_cells, snd_cells, mon_shared, mon_xqoff, mon_xqon, mon_xpoff, mon_xpon;
  logic [7:0] enq_ttl;
  logic [NC-1:0] rx_enable, tx_enable;
  logic [16*NC-1:0] rx_time, tx_time;
  logic [5:0] cfg_addr;
  logic [31:0] cfg_wdata, cfg_rdata, stat_data, loss;
  logic [3:0] stat_select, cfg_reason;
  logic ready, adm_valid, deq_error, tx_valid, tx_level, cfg_rvalid, cfg_error, stat_valid;
  logic [2:0] adm_kind;
  logic [NP*NC*LW-1:0] queue_level;
  logic [NP*NC-1:0] queue_off, gate;
  logic [NP-1:0] port_off;
  sluice_mmu #(.NP(NP), .NC(NC), .W(W), .SCHEMES(7'(SCHEMES)), .PORT_LIMITS(PORT_LIMITS)) mmu (.*);

  logic [IN-1:0] inputs = 'x;
  wire [OUT-1:0] outputs;
  logic [OUT-1:0] expected;
  assign {enq_valid, enq_port, enq_class, enq_cells, enq_ttl, enq_egress, deq_valid, deq_port, deq_class, deq_cells,
          snd_valid, snd_port, snd_class, snd_cells, tx_ready, rx_valid, rx_port, rx_level, rx_enable, rx_time,
          cfg_write, cfg_addr, cfg_wdata, cfg_read, stat_read, stat_select, stat_port, stat_class} = inputs;
  assign outputs = {ready, adm_valid, adm_port, adm_class, adm_kind, deq_error, queue_level, queue_off, port_off,
                    tx_valid, tx_port, tx_level, tx_enable, tx_time, gate, cfg_rvalid, cfg_rdata, cfg_error, cfg_reason,
                    stat_valid, stat_data, loss, mon_shared, mon_xqoff, mon_xqon, mon_xpoff, mon_xpon};

  integer file, cycles = 0, unknowns = 0;
  logic reset_before;
  logic [IN-1:0] next;
  task automatic tick;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
  endtask
  initial begin
    file = $fopen("vectors.txt", "r");
    // Outputs must be unknown before the first reset, else the test could not find a register without reset.
    tick;
    if ((^outputs) !== 1'bx) begin
      $display("outputs before reset: expected unknown bits, got %h", outputs);
      $finish;
    end
    while ($fscanf(file, "%b %h %h\n", reset_before, next, expected) == 3) begin
      if (reset_before) begin
        rst = 1'b1;
        inputs = 'x;
        for (int i = 0; i < 15; i++) tick;
        inputs = '0;
        tick;
        rst = 1'b0;
      end
      inputs = next;
      tick;
      cycles++;
      if (outputs !== expected) begin
        $display("cycle %0d, outputs: expected %h, got %h%s",
                 cycles, expected, outputs, (^outputs) === 1'bx ? ", unknown" : "");
        $finish;
      end
    end
    $display("%0d cycles, all outputs known and equal to the model's", cycles);
    $finish;
  end
endmodule
`default_nettype wire

// Plays the vectors of switch_vectors.c to a lossless switch. Its registers and memories are unknown until the reset,
// or values that derive from it, set them. Inputs that the switch must ignore are unknown: during the reset except in
// its last cycle, the other signals of a word that is not valid, and data without a byte. Outputs must be known in each
// cycle, and equal the models' if the models have them. Outputs that count only with a valid are checked only then.
// The vectors enter a second time while links fall and rise, which the models do not have: the outputs must be known.
`default_nettype none
module switch_bench;
  parameter int NP = 2;
  parameter int NC = 2;
  parameter int SCHEMES = 15;
  parameter bit CREDITS = 0;
  parameter int MACS = 64;
  localparam int DW = 64;
  localparam int CELLS = 512;
  localparam int K = DW / 8;
  localparam int PW = NP > 1 ? $clog2(NP) : 1;
  localparam int CW = NC > 1 ? $clog2(NC) : 1;
  localparam int AW = $clog2(CELLS);
  localparam int NB = 9;
  localparam int WORDS = NP * (DW + K + 3);
  localparam int IN = 2 * NP + WORDS + 68;
  localparam int OUT = 1 + AW + 1 + NP + WORDS + 34;

  logic clk = 1'b0, rst = 1'b1;
  logic ready, irq;
  logic [NP-1:0] link_up;
  logic [NP-1:0] s_axis_tvalid, s_axis_tready, s_axis_tlast, s_axis_tuser;
  logic [NP-1:0] m_axis_tvalid, m_axis_tready, m_axis_tlast, m_axis_tuser;
  logic [NP*DW-1:0] s_axis_tdata, m_axis_tdata;
  logic [NP*K-1:0] s_axis_tkeep, m_axis_tkeep;
  logic [15:0] s_axil_awaddr, s_axil_araddr;
  logic [31:0] s_axil_wdata, s_axil_rdata;
  logic [3:0] s_axil_wstrb;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic s_axil_awvalid, s_axil_awready, s_axil_wvalid, s_axil_wready, s_axil_bvalid, s_axil_bready;
  logic s_axil_arvalid, s_axil_arready, s_axil_rvalid, s_axil_rready;
  logic mon_arrive_valid, mon_arrive_copy, mon_admission_valid, mon_begin_valid, mon_begin_drop;
  logic mon_leave_valid, mon_leave_error;
  logic [PW-1:0] mon_arrive_port, mon_arrive_egress, mon_admission_port, mon_begin_port;
  logic [PW-1:0] mon_leave_port, mon_leave_egress;
  logic [CW-1:0] mon_arrive_class, mon_admission_class, mon_begin_class, mon_leave_class;
  logic [3:0] mon_arrive_reason;
  logic [7:0] mon_arrive_ttl;
  logic [NB-1:0] mon_arrive_cells, mon_leave_cells;
  logic [2:0] mon_admission_kind;
  logic [NP-1:0] mon_end_valid;
  logic [4*NP-1:0] mon_end_reason;
  logic [CW*NP-1:0] mon_end_class;
  logic [NP*NC-1:0] mon_gate, mon_storm;
  logic [AW:0] mon_free, mon_kept;
  sluice_lossless_switch #(.NP(NP), .NC(NC), .DW(DW), .CELLS(CELLS), .MACS(MACS), .SCHEMES(7'(SCHEMES)),
                           .CREDITS(CREDITS)) dut (.*);

  // Inputs: what the switch must ignore is unknown.
  logic [IN-1:0] inputs = 'x;
  logic [NP*DW-1:0] data;
  logic [NP*K-1:0] keep;
  logic [NP-1:0] last, user;
  logic [15:0] awaddr, araddr;
  logic [31:0] wdata;
  assign {link_up, data, keep, s_axis_tvalid, last, user, m_axis_tready, s_axil_awvalid, awaddr, wdata, s_axil_bready,
          s_axil_arvalid, araddr, s_axil_rready} = inputs;
  assign s_axil_wvalid = s_axil_awvalid;
  assign s_axil_awaddr = s_axil_awvalid ? awaddr : 'x;
  assign s_axil_wdata = s_axil_wvalid ? wdata : 'x;
  assign s_axil_wstrb = s_axil_wvalid ? 4'hf : 'x;
  assign s_axil_araddr = s_axil_arvalid ? araddr : 'x;
  genvar i;
  generate
    for (i = 0; i < NP; i = i + 1) begin : g_word
      assign s_axis_tkeep[i*K+:K] = s_axis_tvalid[i] ? keep[i*K+:K] : 'x;
      assign s_axis_tlast[i] = s_axis_tvalid[i] ? last[i] : 1'bx;
      assign s_axis_tuser[i] = s_axis_tvalid[i] && last[i] ? user[i] : 1'bx;
    end
    for (i = 0; i < NP * K; i = i + 1) begin : g_byte
      assign s_axis_tdata[i*8+:8] = s_axis_tvalid[i/K] && keep[i] ? data[i*8+:8] : 'x;
    end
  endgenerate

  // Outputs: what counts
  logic [NP*DW-1:0] out_data;
  logic [NP*K-1:0] out_keep;
  logic [NP-1:0] out_last, out_user;
  logic links_fall = 1'b0;
  generate
    for (i = 0; i < NP; i = i + 1) begin : g_out
      assign out_keep[i*K+:K] = m_axis_tvalid[i] === 1'b0 ? '0 : m_axis_tkeep[i*K+:K];
      assign out_last[i] = m_axis_tvalid[i] === 1'b0 ? 1'b0 : m_axis_tlast[i];
      assign out_user[i] = m_axis_tvalid[i] === 1'b0 || m_axis_tlast[i] === 1'b0 ? 1'b0 : m_axis_tuser[i];
    end
    for (i = 0; i < NP * K; i = i + 1) begin : g_out_byte
      // A frame that ends in error because its link fell has any bytes in its last word.
      assign out_data[i*8+:8] = out_keep[i] === 1'b0 || (links_fall && out_user[i/K] === 1'b1) ? 8'b0 :
                                m_axis_tdata[i*8+:8];
    end
  endgenerate
  wire [OUT-1:0] outputs = {ready, ready === 1'b0 ? '0 : (AW + 1)'(mon_free + mon_kept), s_axis_tready, out_data,
                            out_keep, m_axis_tvalid, out_last, out_user, s_axil_bvalid, s_axil_rvalid,
                            s_axil_rvalid === 1'b0 ? 32'b0 : s_axil_rdata};
  // The model's data of bytes that do not count are arbitrary.
  logic [OUT-1:0] expected;
  localparam int KeepAt = 3 * NP + 34, DataAt = KeepAt + NP * K;

  // Outputs that no model of this bench has
  logic [NP-1:0] end_known;
  generate
    for (i = 0; i < NP; i = i + 1) begin : g_end
      assign end_known[i] = mon_end_valid[i] === 1'b0 ||
                            ((^{mon_end_valid[i], mon_end_reason[i*4+:4], mon_end_class[i*CW+:CW]}) !== 1'bx);
    end
  endgenerate
  task automatic known(input logic bit_known, input int which);
    if (!bit_known) begin
      $display("cycle %0d: monitor output %0d is unknown", cycles, which);
      failed = 1'b1;
    end
  endtask
  logic failed = 1'b0;
  task automatic check_monitors;
    known((^{irq, mon_gate, mon_storm, mon_free}) !== 1'bx, 0);
    known((^mon_kept) !== 1'bx, 1);
    known(mon_leave_error === 1'b0, 2);
    known(mon_arrive_valid === 1'b0 ||
          ((^{mon_arrive_valid, mon_arrive_port, mon_arrive_reason, mon_arrive_copy}) !== 1'bx), 3);
    known(mon_arrive_valid === 1'b0 || mon_arrive_reason !== 4'd0 ||
          ((^{mon_arrive_class, mon_arrive_egress, mon_arrive_ttl, mon_arrive_cells}) !== 1'bx), 4);
    known(mon_admission_valid === 1'b0 ||
          ((^{mon_admission_valid, mon_admission_port, mon_admission_class, mon_admission_kind}) !== 1'bx), 5);
    known(mon_begin_valid === 1'b0 ||
          ((^{mon_begin_valid, mon_begin_port, mon_begin_class, mon_begin_drop}) !== 1'bx), 6);
    known(mon_leave_valid === 1'b0 ||
          ((^{mon_leave_valid, mon_leave_port, mon_leave_egress, mon_leave_class, mon_leave_cells}) !== 1'bx), 7);
    known(end_known === '1, 8);
    known((^{s_axil_awready, s_axil_wready, s_axil_arready}) !== 1'bx, 9);
  endtask

  integer file, cycles = 0, words = 0, falls = 0;
  logic reset_before;
  logic [IN-1:0] next;
  task automatic tick;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
  endtask
  initial begin
    file = $fopen("vectors.txt", "r");
    // Outputs must be unknown before the first reset, else the test could not find a register without reset.
    #1;
    if ((^outputs) !== 1'bx) begin
      $display("outputs before reset: expected unknown bits, got %h", outputs);
      $finish;
    end
    while ($fscanf(file, "%b %h %h\n", reset_before, next, expected) == 3) begin
      if (reset_before) begin
        rst = 1'b1;
        inputs = 'x;
        for (int n = 0; n < 15; n++) tick;
        inputs = '0;
        tick;
        rst = 1'b0;
      end
      inputs = next;
      tick;
      cycles++;
      for (int n = 0; n < NP * K; n++) if (!expected[KeepAt+n]) expected[DataAt+8*n+:8] = 8'b0;
      for (int n = 0; n < NP; n++) words = words + 32'(expected[2*NP+34+n]);
      if (outputs !== expected) begin
        $display("cycle %0d, outputs: expected %h, got %h%s", cycles, expected, outputs,
                 (^outputs) === 1'bx ? ", unknown" : "");
        failed = 1'b1;
      end
      check_monitors;
      if (failed) $finish;
    end
    $fclose(file);
    // Frames are cut where the switch takes a word in another cycle than the model, so no frame is right for certain.
    file = $fopen("vectors.txt", "r");
    links_fall = 1'b1;
    while ($fscanf(file, "%b %h %h\n", reset_before, next, expected) == 3) begin
      for (int n = IN - NP; n < IN; n++) begin
        next[n] = inputs[n] ? $urandom % 400 != 0 : $urandom % 100 == 0;
        if (inputs[n] && !next[n]) falls++;
      end
      inputs = next;
      tick;
      cycles++;
      if ((^outputs) === 1'bx) begin
        $display("cycle %0d, links fall: outputs unknown: %h", cycles, outputs);
        failed = 1'b1;
      end
      check_monitors;
      if (failed) $finish;
    end
    $display("%0d cycles, %0d words, all outputs known and equal to the models'; links fell %0d times", cycles / 2,
             words, falls);
    $finish;
  end
endmodule
`default_nettype wire

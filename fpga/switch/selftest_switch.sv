// Top of the self-test of the lossless switch on a board: three ports, five classes, streams of 32 bits, frames of 60
// to 256 bytes. Each port has a station. It sends frames to the others, obeys the PFC frames of the switch, pauses
// classes of the switch at random, and checks received words. Each run resets the switch, writes the registers, sends
// frames for TRAFFIC cycles, with a hot station in three of four phases, drains, and prints a line. Rules, one bit
// each: 0 headers, 1 a frame lost, repeated or out of order, 2 contents, 3 lengths, 4 at the end: not every sent frame
// was received, a cell is not free, or one side never paused.
// The button, or the letter f over the UART, plants a fault into the next run: one bit between switch and station 0 is
// inverted. That run must FAIL.
`default_nettype none
module selftest_switch #(
    parameter int CLK_HZ = 25000000,                    // frequency of clk, Hz
    parameter int TRAFFIC = 6000000,                    // cycles of traffic in a run
    parameter int DIVIDER = (CLK_HZ + 57600) / 115200,  // cycles per bit of the UART
    parameter int LEDS = 8,                             // number of LEDs, 3 to 8
    parameter bit LED_LOW = 0,                          // 1: an LED lights at level 0
    parameter int BUTTONS = 1,                          // number of buttons, 0 or 1
    parameter bit BUTTON_LOW = 0                        // 1: a pressed button has level 0
) (
    input  wire logic             clk,     // clock
    input  wire logic             locked,  // clk is stable; may belong to another clock domain
    input  wire logic [BUTTONS:0] sense,   // bit 0: UART receive, bit 1: button; asynchronous
    output logic                  tx,      // UART transmit, 8N1
    output logic      [LEDS-1:0]  led      // bit 0: pass, 1: fail, 2: alive, from 3 on: number of the run
);
  localparam int NP = 3;
  localparam int NC = 5;
  localparam int CELLS = 512;
  localparam int Drain = 32768;           // cycles: 512 cells in one queue take 8,192;
                                          // each pause lasts less than 16 quanta of 16 cycles

  // Power-on reset of 1,024 cycles
  logic locked1, locked2;
  logic [10:0] waited = '0;
  logic rst = 1'b1;
  always_ff @(posedge clk) begin
    {locked2, locked1} <= {locked1, locked};
    if (!locked2) waited <= '0;
    else if (!waited[10]) waited <= waited + 1'b1;
    rst <= !waited[10];
  end

  // Inputs that request a fault: button and UART
  logic [BUTTONS:0] sense1, sense2;
  logic typed, pressed, plant;
  logic [7:0] letter;
  always_ff @(posedge clk) {sense2, sense1} <= {sense1, sense};
  selftest_uart_rx #(.DIVIDER(DIVIDER)) uart_rx (.clk(clk), .rst(rst), .rx(sense2[0]), .valid(typed), .data(letter));
  generate
    if (BUTTONS > 0) begin : g_button
      assign pressed = sense2[BUTTONS] != BUTTON_LOW;
    end else begin : g_no_button
      assign pressed = 1'b0;
    end
  endgenerate
  always_ff @(posedge clk) plant <= pressed || (typed && letter == "f");

  // States of a run: reset, registers, traffic, drain, check, report
  localparam logic [2:0] Hold = 3'd0;
  localparam logic [2:0] Write = 3'd1;
  localparam logic [2:0] Traffic = 3'd2;
  localparam logic [2:0] Draining = 3'd3;
  localparam logic [2:0] Judge = 3'd4;
  localparam logic [2:0] Report = 3'd5;
  logic [2:0] state;
  logic [23:0] count;
  logic hold, ready, written, reported, fault, planted;
  always_ff @(posedge clk) begin
    hold <= rst || state == Hold;
    if (rst) begin
      {state, count, fault, planted} <= '0;
    end else begin
      planted <= plant || (planted && !(state == Report && reported));
      count <= count + 1'b1;
      if ((state == Hold && count == 24'd63) || (state == Write && written) ||
          (state == Traffic && count == 24'(TRAFFIC)) ||
          (state == Draining && count == 24'(Drain)) || (state == Judge && count == 24'd7)) begin
        state <= state + 1'b1;
        count <= '0;
      end
      if (state == Report && reported) begin
        state <= Hold;
        count <= '0;
        fault <= planted;
      end
    end
  end

  // Pairs of address and value, the last pair first. Three ports, five classes, 512 cells of 64 bytes, frames of up to
  // 4 cells; DSH. The reserve is 10 cells per port. A quantum is 16 cycles of 32 bits.
  // In a package, Yosys 0.23 could not read the names of other packages.
  localparam int Settings = 25;
  localparam logic [48*Settings-1:0] Registers = {
    {8'd0, sluice_pkg::REG_COMMIT, 2'b00, 32'h00000001},
    {8'd0, sluice_pkg::REG_QUANTA_STEP, 2'b00, 32'h00000200},
    {8'd0, sluice_pkg::REG_REFRESH, 2'b00, 32'h00000050},
    {8'd0, sluice_pkg::REG_PAUSE_TIME, 2'b00, 32'h000000C8},
    {8'd0, sluice_pkg::REG_DELTA_P, 2'b00, 32'h00000002},
    {8'd0, sluice_pkg::REG_DELTA_Q, 2'b00, 32'h00000002},
    {8'd0, sluice_pkg::REG_ALPHA, 2'b00, 32'h00000000},  // alpha = 1
    {8'd0, sluice_pkg::REG_MAX_PACKET, 2'b00, 32'h00000004},
    {8'd0, sluice_pkg::REG_LOSSLESS, 2'b00, 32'h0000001F},  // all classes
    {8'd0, sluice_pkg::REG_HEADROOM, 2'b00, 32'h00000040},
    {8'd0, sluice_pkg::REG_SHARED, 2'b00, 32'h000000C8},
    {8'd0, sluice_pkg::REG_PRIVATE, 2'b00, 32'h00000002},
    {8'd0, sluice_pkg::REG_BUFFER, 2'b00, 32'h000001D0},
    {8'd0, sluice_pkg::REG_SCHEME, 2'b00, 32'h00000002},  // DSH
    // MAC table: address 02-00-00-00-00-02 at port 2
    {5'd0, sluice_switch_pkg::REG_MAC_HIGH + 9'd4, 2'b00, 32'h80020200},
    {5'd0, sluice_switch_pkg::REG_MAC_LOW + 9'd4, 2'b00, 32'h00000002},
    {5'd0, sluice_switch_pkg::REG_MAC_HIGH + 9'd2, 2'b00, 32'h80010200},
    {5'd0, sluice_switch_pkg::REG_MAC_LOW + 9'd2, 2'b00, 32'h00000001},
    {5'd0, sluice_switch_pkg::REG_MAC_HIGH, 2'b00, 32'h80000200},
    {5'd0, sluice_switch_pkg::REG_MAC_LOW, 2'b00, 32'h00000000},
    {5'd0, sluice_switch_pkg::REG_PORT + 9'd2, 2'b00, 32'h00001010},  // TRUST_PCP; class 4 has strict priority
    {5'd0, sluice_switch_pkg::REG_PORT + 9'd1, 2'b00, 32'h00001010},
    {5'd0, sluice_switch_pkg::REG_PORT, 2'b00, 32'h00001010},
    {5'd0, sluice_switch_pkg::REG_QUANTUM, 2'b00, 32'h00000005},  // quantum of class 0, units of 64 bytes
    {5'd0, sluice_switch_pkg::REG_MAX_FRAME, 2'b00, 32'h00000100}
  };

  // Writes the registers one after the other, then waits 255 cycles for the end of the COMMIT
  localparam int SB = $clog2(Settings + 1);
  logic [SB-1:0] setting;
  logic [7:0] settles;
  logic awvalid, awready, wready, bvalid;
  logic [47:0] pair;
  logic [47:0] pairs[2**SB];
  genvar s;
  generate
    for (s = 0; s < 2 ** SB; s = s + 1) begin : g_setting
      assign pairs[s] = s < Settings ? 48'(Registers >> 48 * s) : '0;
    end
  endgenerate
  assign pair = pairs[setting];
  assign written = settles == '1;
  always_ff @(posedge clk)
    if (hold) {setting, settles, awvalid} <= '0;
    else if (state == Write && ready) begin
      awvalid <= 32'(setting) < Settings && !(awvalid && awready && wready) && (awvalid || bvalid || setting == '0);
      if (awvalid && awready && wready) setting <= setting + 1'b1;
      settles <= 32'(setting) == Settings ? settles + 1'b1 : '0;
    end

  // Random numbers, xorshift64 (13, 7, 17)
  logic [63:0] x, x1, x2;
  assign x1 = x ^ (x << 13);
  assign x2 = x1 ^ (x1 >> 7);
  always_ff @(posedge clk) x <= hold ? 64'h9E3779B97F4A7C15 : x2 ^ (x2 << 17);

  // Stations. One sluice_control inserts and extracts the PFC frames of all of them.
  logic [32*NP-1:0] to_data, from_data, up_data, down_data, wire_data;
  logic [4*NP-1:0] to_keep, from_keep, up_keep, down_keep;
  logic [NP-1:0] to_valid, to_ready, to_last, from_valid, from_last, from_user, sent, got;
  logic [NP-1:0] up_valid, up_ready, up_last, up_user, down_valid, down_ready, down_last, down_user;
  logic [4*NP-1:0] wrong;
  logic [NP*NC-1:0] paused;
  logic give, obey;
  logic [1:0] obey_level;
  logic [1:0] obey_port;
  logic [NC-1:0] obey_enable;
  logic [16*NC-1:0] give_time, obey_time;
  logic [48*NP-1:0] addresses;
  // Phases of 4,096 cycles: one without a hot station, then one with each station hot
  logic going, is_hot;
  logic [1:0] hot;
  assign going = state == Traffic;
  assign is_hot = count[13:12] != '0;
  assign hot = count[13:12] - 1'b1;
  assign give = going && x[40:34] == '0 && 32'(x[42:41]) < NP;
  genvar p, c;
  generate
    for (c = 0; c < NC; c = c + 1) begin : g_time
      assign give_time[16*c+:16] = {12'b0, x[4*c+:4]};
    end
    for (p = 0; p < NP; p = p + 1) begin : g_station
      assign addresses[48*p+:48] = {40'h0200000001, 8'(p)};
      selftest_source #(.FROM(2'(p)), .NP(NP), .NC(NC)) source (
          .clk(clk), .rst(hold), .go(going), .chance(x[11*p+:11]), .is_hot(is_hot), .hot(hot),
          .paused(paused[p*NC+:NC]), .tdata(to_data[32*p+:32]), .tkeep(to_keep[4*p+:4]), .tvalid(to_valid[p]),
          .tready(to_ready[p]), .tlast(to_last[p]), .sent(sent[p]));
      selftest_sink #(.TO(2'(p))) sink (
          .clk(clk), .rst(hold), .tdata(from_data[32*p+:32]), .tkeep(from_keep[4*p+:4]), .tvalid(from_valid[p]),
          .tlast(from_last[p]), .tuser(from_user[p]), .got(got[p]), .wrong(wrong[4*p+:4]));
      for (c = 0; c < NC; c = c + 1) begin : g_paused
        always_ff @(posedge clk)
          if (hold) paused[p*NC+c] <= 1'b0;
          else if (obey && obey_port == 2'(p) && obey_enable[c]) paused[p*NC+c] <= obey_time[16*c+:16] != '0;
      end
    end
  endgenerate
  logic [NP-1:0] unused_station_sent, unused_station_seen;
  logic [2*NP-1:0] unused_station_sent_kind;
  logic [3*NP-1:0] unused_station_seen_kind;
  logic [NP-1:0] unused_word_ready, unused_word_valid;
  logic [24*NP-1:0] unused_word;
  sluice_control #(.NP(NP), .NC(NC), .WIDTH(32)) stations (
      .clk(clk), .rst(hold), .address(addresses), .pause({NP{1'b0}}), .levels(1'b0),
      .priorities({3'd4, 3'd3, 3'd2, 3'd1, 3'd0}),
      .tx_valid(give), .tx_port(x[42:41]), .tx_level(1'b0), .tx_enable(x[47:43]), .tx_time(give_time),
      .rx_valid(obey), .rx_port(obey_port), .rx_level(obey_level), .rx_enable(obey_enable), .rx_time(obey_time),
      .s_axis_tx_tdata(to_data), .s_axis_tx_tkeep(to_keep), .s_axis_tx_tvalid(to_valid),
      .s_axis_tx_tready(to_ready), .s_axis_tx_tlast(to_last), .s_axis_tx_tuser({NP{1'b0}}),
      .m_axis_tx_tdata(up_data), .m_axis_tx_tkeep(up_keep), .m_axis_tx_tvalid(up_valid),
      .m_axis_tx_tready(up_ready), .m_axis_tx_tlast(up_last), .m_axis_tx_tuser(up_user),
      .s_axis_rx_tdata(wire_data), .s_axis_rx_tkeep(down_keep), .s_axis_rx_tvalid(down_valid),
      .s_axis_rx_tready(down_ready), .s_axis_rx_tlast(down_last), .s_axis_rx_tuser(down_user),
      .m_axis_rx_tdata(from_data), .m_axis_rx_tkeep(from_keep), .m_axis_rx_tvalid(from_valid),
      .m_axis_rx_tready({NP{1'b1}}), .m_axis_rx_tlast(from_last), .m_axis_rx_tuser(from_user),
      .tx_sent(unused_station_sent), .tx_kind(unused_station_sent_kind),
      .rx_seen(unused_station_seen), .rx_kind(unused_station_seen_kind), .credits({NP{1'b0}}),
      .tx_word_valid({NP{1'b0}}), .tx_word_ready(unused_word_ready), .tx_word({24 * NP{1'b0}}),
      .rx_word_valid(unused_word_valid), .rx_word(unused_word));

  // The fault inverts bit 0 of the last word of a frame on its way to station 0.
  logic flipped;
  always_ff @(posedge clk)
    flipped <= !hold && (flipped || (fault && going && count[11] && down_valid[0] && down_ready[0] && down_last[0]));
  assign wire_data = down_data ^ (32 * NP)'(fault && going && count[11] && !flipped && down_last[0]);

  // The switch
  logic [9:0] free, kept;
  logic unused_arready, unused_rvalid, unused_irq, unused_arrive_valid, unused_copy, unused_verdict_valid;
  logic unused_begin_valid, unused_begin_drop, unused_leave_valid, unused_leave_error;
  logic [1:0] unused_bresp, unused_rresp, unused_arrive_port, unused_arrive_egress, unused_verdict_port;
  logic [1:0] unused_begin_port, unused_leave_port, unused_leave_egress;
  logic [2:0] unused_arrive_class, unused_verdict_class, unused_verdict_kind, unused_begin_class, unused_leave_class;
  logic [3:0] unused_arrive_reason;
  logic [7:0] unused_ttl;
  logic [8:0] unused_arrive_cells, unused_leave_cells;
  logic [31:0] unused_rdata;
  logic [NP-1:0] unused_end_valid;
  logic [4*NP-1:0] unused_end_reason;
  logic [3*NP-1:0] unused_end_class;
  logic [NP*NC-1:0] unused_gate, unused_storm;
  sluice_lossless_switch #(.NP(NP), .NC(NC), .DW(32), .CELL(64), .CELLS(CELLS), .MACS(NP), .SCHEMES(7'd4),
                           .STATS(0)) switched (
      .clk(clk), .rst(hold), .ready(ready), .irq(unused_irq), .link_up({NP{1'b1}}),
      .s_axis_tdata(up_data), .s_axis_tkeep(up_keep), .s_axis_tvalid(up_valid),
      .s_axis_tready(up_ready), .s_axis_tlast(up_last), .s_axis_tuser(up_user),
      .m_axis_tdata(down_data), .m_axis_tkeep(down_keep), .m_axis_tvalid(down_valid),
      .m_axis_tready(down_ready), .m_axis_tlast(down_last), .m_axis_tuser(down_user),
      .s_axil_awaddr(pair[47:32]), .s_axil_awvalid(awvalid), .s_axil_awready(awready),
      .s_axil_wdata(pair[31:0]), .s_axil_wstrb(4'hf), .s_axil_wvalid(awvalid), .s_axil_wready(wready),
      .s_axil_bresp(unused_bresp), .s_axil_bvalid(bvalid), .s_axil_bready(1'b1),
      .s_axil_araddr(16'd0), .s_axil_arvalid(1'b0), .s_axil_arready(unused_arready),
      .s_axil_rdata(unused_rdata), .s_axil_rresp(unused_rresp), .s_axil_rvalid(unused_rvalid), .s_axil_rready(1'b1),
      .mon_arrive_valid(unused_arrive_valid), .mon_arrive_port(unused_arrive_port),
      .mon_arrive_reason(unused_arrive_reason), .mon_arrive_copy(unused_copy), .mon_arrive_class(unused_arrive_class),
      .mon_arrive_egress(unused_arrive_egress), .mon_arrive_ttl(unused_ttl), .mon_arrive_cells(unused_arrive_cells),
      .mon_admission_valid(unused_verdict_valid), .mon_admission_port(unused_verdict_port),
      .mon_admission_class(unused_verdict_class), .mon_admission_kind(unused_verdict_kind),
      .mon_begin_valid(unused_begin_valid), .mon_begin_port(unused_begin_port),
      .mon_begin_class(unused_begin_class), .mon_begin_drop(unused_begin_drop),
      .mon_leave_valid(unused_leave_valid), .mon_leave_port(unused_leave_port),
      .mon_leave_egress(unused_leave_egress), .mon_leave_class(unused_leave_class),
      .mon_leave_cells(unused_leave_cells),
      .mon_end_valid(unused_end_valid), .mon_end_reason(unused_end_reason), .mon_end_class(unused_end_class),
      .mon_leave_error(unused_leave_error),
      .mon_gate(unused_gate), .mon_storm(unused_storm), .mon_free(free), .mon_kept(kept));

  // Result of the run. mon_free does not count the cell that each port holds for its next frame.
  logic [29:0] sents, gots, obeys, gives, runs, free_cells;
  logic [14:0] sents_step, gots_step;
  logic [9:0] left;
  logic [4:0] broken;
  logic pass, obeyed, reporting;
  assign reporting = state == Report;
  assign sents_step = 15'(sent[0]) + 15'(sent[1]) + 15'(sent[2]);
  assign gots_step = 15'(got[0]) + 15'(got[1]) + 15'(got[2]);
  assign obeyed = obey && obey_level == '0 && obey_time != '0;
  assign free_cells = 30'(left);
  selftest_counter count_sents (.clk(clk), .clear(hold), .step(sents_step), .value(sents));
  selftest_counter count_gots (.clk(clk), .clear(hold), .step(gots_step), .value(gots));
  selftest_counter count_obeys (.clk(clk), .clear(hold), .step({14'b0, obeyed}), .value(obeys));
  selftest_counter count_gives (.clk(clk), .clear(hold), .step({14'b0, give}), .value(gives));
  always_ff @(posedge clk) begin
    left <= free + kept + 10'(NP);
    broken[3:0] <= wrong[3:0] | wrong[7:4] | wrong[11:8];
    if (!reporting) broken[4] <= sents != gots || sents == '0 || obeys == '0 || gives == '0 || left != 10'(CELLS);
    pass <= broken == '0;
  end

  logic symbol_valid, symbol_ready;
  logic [7:0] symbol;
  logic run_one, run_two, new_run;
  assign new_run = run_one && !run_two;
  selftest_report #(.TEXT(2**$clog2(selftest_plan::LENGTH + 1))) reporter (
      .clk(clk), .rst(rst), .report(reporting), .final_part(1'b1), .reported(reported), .runs(runs), .events(sents),
      .rate(gots), .pauses(obeys), .headroom(gives), .refused(free_cells), .signature(32'd0), .broken(broken),
      .pass(pass), .symbol_valid(symbol_valid), .symbol_ready(symbol_ready), .symbol(symbol));
  selftest_uart_tx #(.DIVIDER(DIVIDER)) uart_tx (
      .clk(clk), .rst(rst), .valid(symbol_valid), .ready(symbol_ready), .data(symbol), .tx(tx));
  selftest_counter count_runs (.clk(clk), .clear(rst), .step({14'b0, new_run}), .value(runs));

  logic passed, failed;
  always_ff @(posedge clk) begin
    {run_two, run_one} <= rst ? '0 : {run_one, state == Write};
    if (rst) {failed, passed} <= '0;
    else if (state == Report && count == 24'd3) {failed, passed} <= {!pass, pass};
  end
  assign led = LEDS'({runs[4:0], count[21], failed, passed}) ^ {LEDS{LED_LOW}};
endmodule
`default_nettype wire

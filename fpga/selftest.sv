// Top of the self-test of the MMU on an FPGA board: sequence, traffic generator, MMU, checker, and a report over a
// UART. It is the same for every board. Parameters and pins of a board are in fpga/boards/.
//
// A run has the parts whose scheme is built: STATIC, SIH, DSH, DSH with native messages, TTL, GFC with a table of
// stages, GFC counting leading zeros, GFC-linear. Each part resets the MMU, runs CLK_HZ / PARTS_PER_SECOND cycles of
// traffic, drains, and prints its result. The signature covers all outputs of the MMU in every active cycle. A part
// passes if no rule is broken and its signature equals the signature that the C model predicted when the bitstream was
// built (selftest_plan, written by fpga/predict.c). All runs without a fault have the same signatures. A button, or the
// letter f over the UART, plants a fault into the next run. Every part of that run must FAIL.
// Latency: the MMU is between registers (selftest_mmu); a part ends 1,024 cycles after its traffic, and its report
// follows.
`default_nettype none
module selftest #(
    parameter int NP = 4,                // ports of the MMU: a power of two, at least 2
    parameter int NC = 4,                // classes of the MMU: a power of two, at least 2
    parameter int W = 12,                // bits of a cell counter, 11 to 16
    parameter logic [6:0] SCHEMES = 7,   // bit s builds scheme s of sluice_pkg
    parameter bit STATS = 0,             // 1: the MMU has statistics
    parameter int CLK_HZ = 12000000,     // frequency of clk, Hz
    parameter int PARTS_PER_SECOND = 8,  // parts per second, counting their traffic only,
                                         // without reset, drain and report
    parameter int DIVIDER = (CLK_HZ + 57600) / 115200,  // cycles per bit of the UART
    parameter int LEDS = 3,              // number of LEDs, 2 to 8; with 2 LEDs, the lit one blinks
    parameter bit LED_LOW = 0,           // 1: an LED lights at level 0
    parameter int BUTTONS = 0,           // number of buttons, 0 or 1
    parameter bit BUTTON_LOW = 1         // 1: a pressed button has level 0
) (
    input  wire logic             clk,     // clock
    input  wire logic             locked,  // clk is stable; may belong to another clock domain
    input  wire logic [BUTTONS:0] sense,   // bit 0: UART receive, bit 1: button; asynchronous
    output logic                  tx,      // UART transmit, 8N1
    output logic      [LEDS-1:0]  led      // bit 0: pass, 1: fail, 2: alive, from 3 on: number of the run
);
  localparam int PW = $clog2(NP);
  localparam int CW = $clog2(NC);
  localparam int LW = SCHEMES[5] ? 16 : SCHEMES[4] ? 5 : 1;  // bits of a feedback level of the MMU
  localparam int PB = selftest_plan::PARTS > 1 ? $clog2(selftest_plan::PARTS) : 1;

  // Power-on reset of 1,024 cycles: the block RAMs of the iCE40 cannot be read in the first microseconds.
  logic locked1, locked2;
  logic [10:0] waited = '0;
  logic rst = 1'b1;
  logic [3:0] resets;  // delayed copies of rst; each is placed near the logic that it resets
  always_ff @(posedge clk) begin
    {locked2, locked1} <= {locked1, locked};
    if (!locked2) waited <= '0;
    else if (!waited[10]) waited <= waited + 1'b1;
    rst <= !waited[10];
    resets <= {resets[2:0], rst};
  end

  // Inputs that request a fault: button and UART
  logic [BUTTONS:0] sense1, sense2;
  always_ff @(posedge clk) {sense2, sense1} <= {sense1, sense};
  logic typed, pressed;
  logic [7:0] letter;
  selftest_uart_rx #(.DIVIDER(DIVIDER)) uart_rx (
      .clk(clk), .rst(resets[0]), .rx(sense2[0]), .valid(typed), .data(letter));
  generate
    if (BUTTONS > 0) begin : g_button
      assign pressed = sense2[BUTTONS] != BUTTON_LOW;
    end else begin : g_no_button
      assign pressed = 1'b0;
    end
  endgenerate

  logic plant;
  always_ff @(posedge clk) plant <= pressed || (typed && letter == "f");

  logic hold, active, traffic, draining, last, fault, report, reported, new_run;
  logic [PB-1:0] part;
  logic [PW+1:0] phase;
  logic ready, cfg_write, cfg_error;
  logic [5:0] cfg_addr;
  logic [31:0] cfg_wdata;
  logic [3:0] cfg_reason;
  selftest_sequence #(
      .PW(PW), .PARTS(selftest_plan::PARTS), .PB(PB), .TRAFFIC(CLK_HZ / PARTS_PER_SECOND)
  ) sequencer (
      .clk(clk), .rst(resets[3]), .plant(plant), .ready(ready), .reported(reported), .hold(hold), .part(part),
      .fault(fault), .active(active), .traffic(traffic), .draining(draining), .last(last), .report(report),
      .new_run(new_run), .phase(phase),
      .cfg_write(cfg_write), .cfg_addr(cfg_addr), .cfg_wdata(cfg_wdata));

  logic enq_valid, deq_valid, snd_valid, adm_valid, deq_error, tx_valid, tx_ready, tx_level, rx_valid;
  logic [1:0] rx_level;
  logic [PW-1:0] enq_port, enq_egress, deq_port, snd_port, adm_port, tx_port, rx_port, stat_port;
  logic [CW-1:0] enq_class, deq_class, snd_class, adm_class, stat_class;
  logic [3:0] enq_cells, deq_cells, snd_cells, stat_select;
  logic [7:0] enq_ttl;
  logic [2:0] adm_kind;
  logic [NC-1:0] tx_enable, rx_enable;
  logic [16*NC-1:0] tx_time, rx_time;
  logic [NP*NC*LW-1:0] queue_level;
  logic [NP*NC-1:0] queue_off, gate;
  logic [NP-1:0] port_off;
  logic stat_read, stat_valid;
  logic [31:0] stat_data, loss;
  logic [W-1:0] mon_shared, mon_xqoff, mon_xqon, mon_xpoff, mon_xpon;
  logic tx_taken;
  selftest_traffic #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .SCHEMES(SCHEMES)) generator (
      .clk(clk), .hold(hold), .traffic(traffic), .draining(draining), .fault(fault), .phase(phase),
      .gate(gate), .tx_valid(tx_valid), .tx_port(tx_port), .tx_level(tx_level), .tx_enable(tx_enable),
      .tx_time(tx_time), .tx_taken(tx_taken), .tx_ready(tx_ready), .enq_valid(enq_valid), .enq_port(enq_port),
      .enq_class(enq_class), .enq_cells(enq_cells), .enq_ttl(enq_ttl), .enq_egress(enq_egress), .deq_valid(deq_valid),
      .deq_port(deq_port), .deq_class(deq_class), .deq_cells(deq_cells), .snd_valid(snd_valid), .snd_port(snd_port),
      .snd_class(snd_class), .snd_cells(snd_cells), .rx_valid(rx_valid), .rx_port(rx_port), .rx_level(rx_level),
      .rx_enable(rx_enable), .rx_time(rx_time), .stat_read(stat_read), .stat_select(stat_select), .stat_port(stat_port),
      .stat_class(stat_class));

  selftest_mmu #(.NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES), .STATS(STATS), .PW(PW), .CW(CW), .LW(LW)) mmu (
      .clk(clk), .rst(hold), .ready(ready),
      .enq_valid(enq_valid), .enq_port(enq_port), .enq_class(enq_class), .enq_cells(enq_cells),
      .enq_ttl(enq_ttl), .enq_egress(enq_egress),
      .deq_valid(deq_valid), .deq_port(deq_port), .deq_class(deq_class), .deq_cells(deq_cells),
      .snd_valid(snd_valid), .snd_port(snd_port), .snd_class(snd_class), .snd_cells(snd_cells),
      .adm_valid(adm_valid), .adm_port(adm_port), .adm_class(adm_class), .adm_kind(adm_kind), .deq_error(deq_error),
      .queue_level(queue_level), .queue_off(queue_off), .port_off(port_off), .tx_valid(tx_valid), .tx_ready(tx_ready),
      .tx_port(tx_port), .tx_level(tx_level), .tx_enable(tx_enable), .tx_time(tx_time),
      .rx_valid(rx_valid), .rx_port(rx_port), .rx_level(rx_level), .rx_enable(rx_enable), .rx_time(rx_time),
      .gate(gate), .cfg_write(cfg_write), .cfg_addr(cfg_addr), .cfg_wdata(cfg_wdata), .cfg_error(cfg_error),
      .cfg_reason(cfg_reason), .stat_read(stat_read), .stat_select(stat_select), .stat_port(stat_port),
      .stat_class(stat_class), .stat_valid(stat_valid), .stat_data(stat_data), .loss(loss),
      .mon_shared(mon_shared), .mon_xqoff(mon_xqoff), .mon_xqon(mon_xqon), .mon_xpoff(mon_xpoff),
      .mon_xpon(mon_xpon));

  logic [31:0] signature;
  logic [4:0] broken;
  logic [29:0] events, rate, pauses, headroom, refused;
  selftest_check #(.NP(NP), .NC(NC), .W(W), .PW(PW), .CW(CW), .LW(LW), .PARTS_PER_SECOND(PARTS_PER_SECOND)) judge (
      .clk(clk), .hold(hold), .active(active), .last(last), .traffic(traffic),
      .cfg_write(cfg_write), .cfg_addr(cfg_addr), .cfg_wdata(cfg_wdata[W-1:0]),
      .enq_valid(enq_valid), .deq_valid(deq_valid), .tx_ready(tx_ready), .ready(ready),
      .adm_valid(adm_valid), .adm_port(adm_port), .adm_class(adm_class), .adm_kind(adm_kind),
      .deq_error(deq_error), .queue_level(queue_level), .queue_off(queue_off), .port_off(port_off),
      .tx_valid(tx_valid), .tx_port(tx_port), .tx_level(tx_level), .tx_enable(tx_enable), .tx_time(tx_time),
      .gate(gate), .cfg_error(cfg_error), .cfg_reason(cfg_reason), .stat_valid(stat_valid), .stat_data(stat_data),
      .loss(loss),
      .mon_shared(mon_shared), .mon_xqoff(mon_xqoff), .mon_xqon(mon_xqon), .mon_xpoff(mon_xpoff), .mon_xpon(mon_xpon),
      .tx_taken(tx_taken),
      .signature(signature), .broken(broken), .events(events), .rate(rate),
      .pauses(pauses), .headroom(headroom), .refused(refused));

  // These comparisons end long before the report needs the first letter of PASS or FAIL.
  logic pass, same, clean;
  logic [31:0] expected;
  always_ff @(posedge clk) begin
    expected <= selftest_plan::SIGNATURES[32*part+:32];
    same <= signature == expected;
    clean <= broken == '0;
    pass <= same && clean;
  end

  logic symbol_valid, symbol_ready, final_part, run_one;
  logic [7:0] symbol;
  logic [29:0] runs;
  assign final_part = part == PB'(selftest_plan::PARTS - 1);
  selftest_report #(.TEXT(2**$clog2(selftest_plan::LENGTH + 1))) reporter (
      .clk(clk), .rst(resets[2]), .report(report), .final_part(final_part),
      .reported(reported), .runs(runs), .events(events), .rate(rate), .pauses(pauses),
      .headroom(headroom), .refused(refused), .signature(signature), .broken(broken), .pass(pass),
      .symbol_valid(symbol_valid), .symbol_ready(symbol_ready), .symbol(symbol));
  selftest_uart_tx #(.DIVIDER(DIVIDER)) uart_tx (
      .clk(clk), .rst(resets[1]), .valid(symbol_valid), .ready(symbol_ready), .data(symbol), .tx(tx));

  // Result of the latest part, for the LEDs
  logic passed, failed;
  logic [LEDS-1:0] lights;
  always_ff @(posedge clk) begin
    if (resets[2]) {failed, passed} <= '0;
    else if (report) {failed, passed} <= {!pass, pass};
    run_one <= resets[3] ? resets[2] != resets[3] : new_run;
  end
  selftest_counter count_runs (.clk(clk), .clear(resets[2]), .step({14'b0, run_one}), .value(runs));
  assign lights = LEDS'({runs[4:0], part[0], failed && (LEDS > 2 || part[0]), passed && (LEDS > 2 || part[0])});
  assign led = lights ^ {LEDS{LED_LOW}};

  // A bad parameter stops elaboration, because the module below does not exist.
  generate
    if (NP < 2 || NC < 2 || NP != 2**PW || NC != 2**CW || W < 11 || W > 16 || LEDS < 2 || LEDS > 8) begin : g_check
      selftest_parameter_out_of_range bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire

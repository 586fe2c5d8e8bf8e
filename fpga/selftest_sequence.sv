// Sequence of the self-test. Each part resets the MMU, waits until the MMU is ready, writes the registers of the part
// and COMMIT, runs the traffic, drains, and reports. In the middle of the traffic, a new alpha is committed. After the
// last part, a new run begins. A fault that is requested in a run is planted into all parts of the next run.
// Latency: cfg_write, cfg_addr and cfg_wdata follow count by four cycles: number of the word, address, ROM, register.
// The plan has 64 words for each part: the registers in the order of their addresses, then the alpha of the second
// half. Registers that are not built are written too, without effect, so that the address equals the count.
`default_nettype none
module selftest_sequence #(
    parameter int PW = 2,            // bits of a port number
    parameter int PARTS = 4,         // parts of a run
    parameter int PB = 2,            // bits of the number of a part
    parameter int TRAFFIC = 1500000  // cycles of traffic in a part
) (
    input  wire logic         clk,        // clock
    input  wire logic         rst,        // reset, active high
    input  wire logic         plant,      // request: plant a fault into the next run
    input  wire logic         ready,      // the MMU is ready
    input  wire logic         reported,   // the report of this part is complete
    output logic              hold,       // reset of the MMU and of all logic that belongs to one part
    output logic      [PB-1:0] part,      // number of the part
    output logic              fault,      // this run has a fault
    output logic              active,     // the signature includes this cycle
    output logic              traffic,    // traffic is running
    output logic              draining,   // the MMU drains
    output logic              last,       // last active cycle of the part
    output logic              report,     // write the report; held until reported
    output logic              new_run,    // pulse: a new run begins
    output logic      [PW+1:0] phase,     // phase of the traffic; a phase has 2,048 cycles
    output logic              cfg_write,  // register writes to the MMU
    output logic      [5:0]   cfg_addr,
    output logic      [31:0]  cfg_wdata
);
  logic [23:0] count;  // cycles in this state
  localparam logic [5:0] Hold = 6'b000001;  // one-hot: hold, clear, configure, run, drain, report
  logic [5:0] state;
  logic over;  // last cycle of this state;
               // computed in two cycles, so that no long comparison is in front of a state change
  logic hold_near, configure_near, run_near, drain_near, middle, after_middle, planted, final_part;
  assign final_part = part == PB'(PARTS - 1);
  assign hold = state[0];
  assign active = state[1] || state[2] || state[3] || state[4];
  assign traffic = state[3];
  assign draining = state[4];
  assign report = state[5];
  assign last = draining && over;

  always_ff @(posedge clk) begin
    hold_near <= !over && count == 24'd13;
    configure_near <= !over && count == 24'd125;
    run_near <= !over && count == 24'(TRAFFIC - 3);
    drain_near <= !over && count == 24'd1021;
    over <= rst || (!over && ((state[0] && hold_near) || (state[1] && ready) || (state[2] && configure_near) ||
        (traffic && run_near) || (draining && drain_near) || (report && reported)));
    middle <= traffic && count == 24'(TRAFFIC / 2 - 1);
    after_middle <= middle;
    // In the first part, the power-on reset takes the place of Hold.
    count <= over ? '0 : count + 24'd1;
    state <= rst ? Hold : over ? {state[4:0], state[5]} : state;
    new_run <= report && over && final_part;
    if (rst) begin
      part <= '0;
      fault <= 1'b0;
      planted <= 1'b0;
    end else begin
      if (report && over) part <= final_part ? '0 : part + 1'b1;
      if (new_run) fault <= planted;
      planted <= plant || (planted && !new_run);
    end
  end
  assign phase = count[11+:PW+2];

  // Writes the registers in the order of their addresses, COMMIT last. Writes ALPHA and COMMIT again in the middle of
  // the traffic.
  localparam logic [5:0] SecondAlpha = sluice_pkg::REG_COMMIT + 6'd1;
  logic [31:0] settings[64*2**PB];
  initial for (int i = 0; i < 64 * 2**PB; i++) settings[i] = i < 64 * PARTS ? selftest_plan::SETTINGS[32*i+:32] : '0;
  logic first, first1, middle1, write1, write2, write3;  // first: active from the first register to COMMIT
  logic [5:0] count1, addr2, addr3, word2;
  logic [31:0] wdata3;
  assign first = state[2] && (count[6:0] == '0 || (first1 && count1 != sluice_pkg::REG_COMMIT));
  always_ff @(posedge clk) begin
    first1 <= first;
    count1 <= count[5:0];
    write1 <= first || middle || after_middle;
    middle1 <= middle;
    write2 <= write1;
    addr2 <= first1 ? count1 : middle1 ? sluice_pkg::REG_ALPHA : sluice_pkg::REG_COMMIT;
    word2 <= first1 ? count1 : SecondAlpha;
    write3 <= write2;
    addr3 <= addr2;
    wdata3 <= settings[{part, word2}];
    cfg_write <= write3;
    cfg_addr <= addr3;
    cfg_wdata <= wdata3;
  end
endmodule
`default_nettype wire

// The course of the self-test. Each part: reset the MMU, wait until it is ready, write the part's registers and COMMIT,
// traffic (in the middle of it a new alpha is committed), drain, report. After the last part a new run begins.
// A fault that was asked for is planted in all parts of the next run.
// cfg_write, cfg_addr and cfg_wdata are registered: they follow the count by one clock.
// The plan holds 64 words for each part: the registers by address, then the alpha of the second half. Registers that
// the build does not have are written too, which changes nothing; so the address is the count.
`default_nettype none
module selftest_sequence #(
    parameter int PW = 2,
    parameter int PARTS = 4,
    parameter int PB = 2,            // bits of a part's number
    parameter int TRAFFIC = 1500000  // clocks
) (
    input  wire logic         clk,
    input  wire logic         rst,
    input  wire logic         plant,     // a fault into the next run
    input  wire logic         ready,     // of the MMU
    input  wire logic         reported,  // the report of this part is complete
    output logic              hold,      // reset of the MMU and of all that belongs to one part
    output logic      [PB-1:0] part,
    output logic              fault,     // this run has a fault
    output logic              active,    // the signature takes this clock
    output logic              traffic,
    output logic              draining,
    output logic              last,      // of the active clocks
    output logic              report,
    output logic      [PW+1:0] phase,    // of the traffic: 2,048 clocks each
    output logic              cfg_write,
    output logic      [5:0]   cfg_addr,
    output logic      [31:0]  cfg_wdata
);
  localparam logic [23:0] Middle = 24'(TRAFFIC / 2);

  logic [23:0] count;  // clocks in this state
  typedef enum logic [2:0] {HOLD, CLEAR, CONFIGURE, RUN, DRAIN, REPORT} state_t;
  state_t state;
  logic next, planted, final_part;
  assign final_part = part == PB'(PARTS - 1);
  always_comb
    unique case (state)
      HOLD: next = count == 24'd15;
      CLEAR: next = ready;
      CONFIGURE: next = count == 24'd127;
      RUN: next = count == 24'(TRAFFIC - 1);
      DRAIN: next = count == 24'd1023;
      default: next = reported;
    endcase

  always_ff @(posedge clk) begin
    if (rst) begin
      state <= HOLD;
      count <= '0;
      part <= '0;
      fault <= 1'b0;
      planted <= 1'b0;
    end else begin
      count <= next ? '0 : count + 24'd1;
      planted <= planted || plant;
      if (next)
        unique case (state)
          HOLD: state <= CLEAR;
          CLEAR: state <= CONFIGURE;
          CONFIGURE: state <= RUN;
          RUN: state <= DRAIN;
          DRAIN: state <= REPORT;
          default: begin
            state <= HOLD;
            part <= final_part ? '0 : part + 1'b1;
            if (final_part) begin
              fault <= planted;
              planted <= plant;
            end
          end
        endcase
    end
  end

  assign phase = count[11+:PW+2];
  assign hold = state == HOLD;
  assign active = state != HOLD && state != REPORT;
  assign traffic = state == RUN;
  assign draining = state == DRAIN;
  assign last = draining && next;
  assign report = state == REPORT;

  // Registers in the order of their addresses, COMMIT last; in the middle of the traffic ALPHA and COMMIT once more.
  localparam logic [5:0] SecondAlpha = sluice_pkg::REG_COMMIT + 6'd1;
  logic [31:0] settings[64*2**PB];
  initial for (int i = 0; i < 64 * 2**PB; i++) settings[i] = i < 64 * PARTS ? selftest_plan::SETTINGS[32*i+:32] : '0;
  logic first, second;
  assign first = state == CONFIGURE && count <= 24'(sluice_pkg::REG_COMMIT);
  assign second = traffic && (count == Middle || count == Middle + 24'd1);
  always_ff @(posedge clk) begin
    cfg_write <= first || second;
    cfg_addr <= first ? count[5:0] : count == Middle ? sluice_pkg::REG_ALPHA : sluice_pkg::REG_COMMIT;
    cfg_wdata <= settings[{part, first ? count[5:0] : SecondAlpha}];
  end
endmodule
`default_nettype wire

// PORT_LIMITS: the quanta of 512 bit times of each port, by its own QUANTA_STEP [spec 5, 16]. The timers of a port are
// visited once in a round of 2^VB cycles, and then its quanta advance by those of a round. A message takes the quanta
// that the next visit will see, so a pause is never short: a timer starts up to a round late.
// Up to four ports have their sums in a ring of four registers, more have them in a RAM.
// Before the first commit the quanta of all ports are 0.
// Latency: quanta of a visit in the next cycle; those of a message in the next cycle, the sum of a visit in cycle v
// from cycle v + 3 on. A new QUANTA_STEP counts from the visit in the cycle after its commit on.
`default_nettype none
module sluice_port_quanta #(
    parameter int NP = 4,  // ports
    parameter int PW = 2,  // bits of a port
    parameter int VB = 2   // bits of a place in the round: PW, at least 2
) (
    clk, rst, configured, commit, visit, visit_now, port, port_now
);
  `SLUICE_COMMIT(PW)
  input wire logic clk;           // clock
  input wire logic rst;           // synchronous reset, active high
  input wire logic configured;    // a configuration is active
  input commit_t commit;          // the commit bus
  input wire logic [VB-1:0] visit;  // port of the visit; it rises by one in each cycle
  output logic [16:0] visit_now;  // quanta of that port since reset, modulo 2^17
  input wire logic [PW-1:0] port;  // port of a message
  output logic [16:0] port_now;   // its quanta at its next visit
  localparam int Fraction = 13;          // a quantum is 512 * 16 steps
  localparam int Bits = 17 + Fraction;
`ifdef FORMAL
  (* anyconst *) logic [PW-1:0] f_port;  // any port
  logic [VB-1:0] f_age;                  // cycles since the begin of its last visit
`endif
  logic [VB-1:0] visit_next;             // port of the next visit
  logic [15:0] step;                     // QUANTA_STEP of the port that was visited in the last cycle
  logic [Bits-1:0] round_steps;          // its steps in a round
  logic unused_commit;
  assign visit_next = visit + 1'b1;
  assign round_steps = Bits'(step) << VB;
  assign unused_commit = ^commit;
  sluice_limits #(.BITS(16), .NP(NP), .PW(PW)) quanta_step (
      .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_QUANTA_STEP]), .write_port(commit.port),
      .write_data(commit.data[15:0]), .take(commit.take), .port(visit_next[PW-1:0]), .limit(step));
`ifdef FORMAL
  logic [Bits-1:0] f_sum;     // of port f_port: as stored
  logic f_places, f_flies;  // the visits under way have their places; that of f_port has its sum
`endif
  generate
    if (VB == 2) begin : g_ring
      // sum: of the port whose visit is in this cycle, and one to three cycles before
      logic [Bits-1:0] sum, sum_1, sum_2, sum_3;
      logic [15:0] step_2;  // of the port of sum_2
      logic [1:0] age;      // cycles since the last visit of the port of the message
      logic [16:0] quanta;
      assign age = visit - VB'(port);
      always_comb
        case (age)
          2'd0: quanta = sum[Fraction+:17];
          2'd1: quanta = sum_1[Fraction+:17];
          2'd2: quanta = sum_2[Fraction+:17];
          default: quanta = sum_3[Fraction+:17];
        endcase
      always_ff @(posedge clk) begin
        step_2 <= step;
        {sum, sum_1, sum_2} <= {sum_3, sum, sum_1};
        sum_3 <= !configured ? '0 : sum_2 + (Bits'(step_2) << VB);
        port_now <= quanta;
      end
      assign visit_now = sum_1[Fraction+:17];
      logic unused_steps;
      assign unused_steps = ^round_steps;
`ifdef FORMAL
      assign f_sum = f_age == '0 ? sum : f_age == VB'(1) ? sum_1 : f_age == VB'(2) ? sum_2 : sum_3;
      assign f_places = 1'b1;
      assign f_flies = f_age != VB'(2) || step_2 == f_step;
`endif
    end else begin : g_ram
      // A message that reads a sum while it is written gets the old one.
      logic [Bits-1:0] mem[2**VB];
      logic [Bits-1:0] sum_1, sum_2, read;
      logic [VB-1:0] visit_1, visit_2;
      logic configured_1;  // step is that of the configuration of the cycle before
      always_ff @(posedge clk) begin
        {visit_1, visit_2, configured_1} <= {visit, visit_1, configured};
        sum_1 <= mem[visit];
        sum_2 <= !configured_1 ? '0 : sum_1 + round_steps;
        mem[visit_2] <= sum_2;
        read <= mem[port];
      end
      assign visit_now = sum_1[Fraction+:17];
      assign port_now = read[Fraction+:17];
      logic unused_fraction;
      assign unused_fraction = ^read[Fraction-1:0];
`ifdef FORMAL
      assign f_sum = mem[f_port];
      assign f_places = visit_1 == visit - VB'(1) && visit_2 == visit - VB'(2);
      assign f_flies = (f_age != VB'(1) || sum_1 == f_visit) &&
          (f_age != VB'(2) || sum_2 == f_visit + (Bits'(f_step) << VB));
`endif
    end
  endgenerate

`ifdef FORMAL
`include "sluice_port_quanta.svh"
`endif
endmodule
`default_nettype wire

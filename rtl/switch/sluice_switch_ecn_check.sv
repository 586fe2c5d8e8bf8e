// The registers of ECN at a COMMIT. They stay in the RAM of the written registers; before each COMMIT this module reads
// those of all classes, with PORT_LIMITS of each port, stores them as a row of the set that is not active, and checks
// them: Kmin <= Kmax <= CELLS, and (Kmax - Kmin) * slope <= 1, by one bit of the slope per cycle.
// Shapes: thresholds in cells, slope in 2^-24 per cell.
// Latency: request in cycle t, checked in t + 21 ROWS NC + 1; request is held until then, and the check begins anew
// after it.
// Source: docs/hardware/switch-functions.md.
`default_nettype none
module sluice_switch_ecn_check #(
    parameter int ROWS = 1,  // ports with registers of their own; 1: the same registers for all ports
    parameter int NC = 8,    // classes
    parameter int AW = 12,   // 2^AW cells
    parameter int PW = 1     // bits of a port number
) (
    input  wire logic         clk,
    input  wire logic         request,    // check the registers
    output logic      [8:0]   read_addr,  // number of a register
    output logic      [PW-1:0] read_port, // port of the register
    input  wire logic [31:0]  stored,     // its written value, two cycles later
    output logic              checked,    // ok is valid
    output logic              ok,         // the registers may become active
    output logic      [PW-1:0] bad_port,  // without ok: the lowest port whose registers may not
    input  wire logic         activate,   // the stored rows become active
    output sluice_switch_ecn_cfg_t cfg    // to the queues
);
  localparam int W = AW + 1;
  localparam int Period = 21;                 // cycles of a class:
                                              // 4 reads, a bit of the slope in each of 16, the result
  logic [4:0] step;
  logic [2:0] cls;
  logic [6:0] row;       // of the class of the port
  logic last_class;
  logic [W-1:0] kmin, kmax;
  logic [W:0] range;     // Kmax - Kmin, with its sign
  logic [15:0] slope;
  logic [25:0] product;  // in 2^-24; at most 2 and the range, until ok is 0
  // at_*: this step checks Kmin or Kmax, the range, the slope
  logic last_step, beyond, too_steep, fails, at_limit, at_range, at_slope;
  logic [15:0] seed;
  assign fails = (at_limit && beyond) || (at_range && range[W]) || (at_slope && too_steep);
  assign last_step = 32'(step) == Period - 1;
  assign last_class = 32'(cls) == NC - 1;
  // Kmin, Kmax, slope of a class; of class 0 also the seed
  assign read_addr = {4'(sluice_switch_pkg::REG_ECN_KMIN >> 5), step[1:0], cls};
  // Above CELLS = 2^AW, above 1: comparisons without a carry chain
  assign beyond = |stored[31:AW+1] || (stored[AW] && |stored[AW-1:0]);
  assign too_steep = product[25] || (product[24] && |product[23:0]);
  assign cfg = {request && !checked && step == 5'd4, ROWS > 1 ? row : 7'(cls),
                stored[sluice_switch_pkg::ECN_SLOPE_ENABLE], 19'(kmin), 19'(kmax), stored[15:0], activate, seed};
  always_ff @(posedge clk) begin
    if (!request || checked) begin
      {step, cls, read_port, row, at_limit, at_range, at_slope} <= '0;
      checked <= request && checked;
      if (!request) {ok, bad_port} <= {1'b1, PW'(0)};
    end else begin
      step <= last_step ? '0 : step + 1'b1;
      cls <= last_step && last_class ? '0 : cls + 3'(last_step);
      read_port <= read_port + PW'(last_step && last_class);
      row <= row + 7'(last_step);
      checked <= last_step && last_class && (ROWS == 1 || 32'(read_port) == ROWS - 1);
      {at_limit, at_range, at_slope} <= {step == 5'd1 || step == 5'd2, step == 5'd3, step > 5'd3 && !last_step};
      if (fails) ok <= 1'b0;
      if (fails && ok) bad_port <= read_port;
    end
    if (step == 5'd2) kmin <= stored[W-1:0];
    if (step == 5'd3) {kmax, range} <= {stored[W-1:0], {1'b0, stored[W-1:0]} - {1'b0, kmin}};
    if (step == 5'd5 && cls == '0) seed <= stored[15:0];
    slope <= (step == 5'd4 ? stored[15:0] : slope) << 1;
    // The first bit of the slope is added while the slope is stored.
    product <= step == 5'd4 ? (stored[15] ? 26'(range[W-1:0]) : '0) :
        (product << 1) + (slope[15] ? 26'(range[W-1:0]) : '0);
  end
endmodule
`default_nettype wire

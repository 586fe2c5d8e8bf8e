// Checks a staged configuration for GFC [GFC 4.1, 4.2; spec 6]: SHARED and HEADROOM are 0. B0 < Bm <= B. Either D = Bm
// - B0 is a power of two and the last stage has a cell or more, or the table rises from B0 to at most Bm. GFC-linear: D
// is at most 65,534. CELL_STEP (GFC) and DRAIN_CYCLES (linear) are not 0.
// Latency: a stage is on the commit bus in cycle t, compared with the stage before it, and counts in bad in t + 2, as
// the other values.
`default_nettype none
module sluice_check_stages #(
    parameter int W = 18,        // bits of a cell counter
    parameter logic STAGED = 1,  // GFC is built
    parameter logic LINEAR = 1,  // GFC-linear is built
    parameter logic [0:0] PORT_LIMITS = 0  // sluice_check_limits checks PRIVATE, HEADROOM and the rates
) (
    input  wire logic         clk,    // clock
    input  wire logic         start,  // a commit begins
    input  wire logic [5:0]   next,   // register whose value is on the bus in the next cycle, see sluice_commit_seq
    input  wire logic [31:0]  value,  // value on the bus
    // staged values, valid two cycles after next
    input  wire logic [2:0]   scheme,  // staged SCHEME
    input  wire logic [W-1:0] phi,     // staged PRIVATE: B
    input  wire logic [W-1:0] top,     // staged STAGE_TOP: Bm
    input  wire logic [W-1:0] base,    // staged STAGE_BASE: B0
    input  wire logic [4:0]   stages,  // staged STAGES
    output logic      [15:0] range,    // GFC-linear: D of the staged configuration
    output logic              bad      // the configuration is refused
);
  logic by_stage, linear;
  assign by_stage = STAGED && scheme == sluice_pkg::GFC;
  assign linear = LINEAR && scheme == sluice_pkg::GFC_LINEAR;

  // Two bits of D per cycle, from the lowest on, while the table is on the bus. D is a power of two if one bit is set;
  // the last stage has a cell or more if that bit is above N.
  logic [5:0] here;
  logic count_here, stage_here, step_here, pool_here, load, some, many, low;
  logic [4:0] pairs;  // pairs of bits that were examined
  logic [W-1:0] not_d, d, rest, under;
  logic range_bad, wide, falls;
  assign d = ~not_d;
  assign range = 16'(d);
  always_ff @(posedge clk) begin
    here <= next;
    not_d <= base + ~top;
    // Bm and B0 are staged before STAGES is on the bus.
    load <= here == sluice_pkg::REG_STAGES;
    count_here <= here == sluice_pkg::REG_CELL_STEP;
    range_bad <= (!PORT_LIMITS && top > phi) || !(base < top);
    wide <= 32'(d) >= 32'd65535;
    rest <= load ? d : rest >> 2;
    pairs <= load ? '0 : pairs + 1'b1;
    if (load) {some, many, low} <= '0;
    else begin
      some <= some || rest[1:0] != '0;
      many <= many || &rest[1:0] || (some && rest[1:0] != '0);
      low <= low || (rest[1:0] != '0 && {pairs, rest[1]} <= {2'b0, stages[3:0]});
    end
    // Known for other registers, too, while STAGES is not staged yet
    stage_here <= here >= sluice_pkg::REG_STAGE && here < sluice_pkg::REG_STAGE + 6'd15 && by_stage && !stages[4] &&
        here < sluice_pkg::REG_STAGE + 6'(stages[3:0]);
    if (here == sluice_pkg::REG_STAGE_BASE || here >= sluice_pkg::REG_STAGE) under <= value[W-1:0];
    falls <= !(under < value[W-1:0]) || value[W-1:0] > top;
    step_here <= value == '0 && !PORT_LIMITS &&
        ((by_stage && here == sluice_pkg::REG_CELL_STEP) || (linear && here == sluice_pkg::REG_DRAIN_CYCLES));
    pool_here <= value != '0 &&
        (here == sluice_pkg::REG_SHARED || (!PORT_LIMITS && here == sluice_pkg::REG_HEADROOM));
    bad <= !start && (bad || step_here || pool_here || (stage_here && falls) ||
        (count_here && (range_bad || (linear && wide) ||
        (by_stage && (stages[3:0] == '0 || (stages[4] && (many || low || !some)))))));
  end
endmodule
`default_nettype wire

// Pause thresholds, in cells, from the free cells of the shared pool. [DSH Eq. 2] T = alpha * (Bs - S); [DSH Eq. 5]
// Xqoff = T - eta, Xqon = Xqoff - delta_q; [DSH Eq. 6] Xpoff = NC * T, Xpon = Xpoff - delta_p.
// SIH and SHP: Xqoff = T. STATIC: XOFF and XON as configured [CASE]. For all other schemes the thresholds are 0 and
// unused. alpha is a shift; with NC a power of two the product is a shift, too. Differences saturate at 0, products and
// shifts at the counter's maximum.
// TTL: the sum of sluice_weigh replaces pool_free; Xqoff and Xqon are those of the class of that sum, and the monitor
// outputs are 0.
// Intermediate values are complements: a - b = ~(~a + b) needs no inverter in front of the carry chain, and the carry
// means that the difference is negative, so no comparison is needed. Saturation is an AND-OR: a multiplexer of the
// difference and 0 would become the reset of the flip-flops, a global slow net.
// Latency: pool_free or sum in cycle t, all four thresholds in t + 3. One result per cycle.
`default_nettype none
module sluice_threshold #(
    parameter int NC = 8,               // classes
    parameter int W = 18,               // bits of a cell counter
    parameter logic [6:0] SCHEMES = 127  // bit s: scheme s of sluice_pkg is built
) (
    input  wire logic         clk,          // clock
    input  wire logic [6:0]   scheme,       // active scheme, one-hot
    input  wire logic [3:0]   alpha,        // two's complement exponent, -8..7
    input  wire logic [W-1:0] eta,          // headroom cells per group
    input  wire logic [W-1:0] xoff,         // STATIC: XOFF
    input  wire logic [W-1:0] xon,          // STATIC: XON
    input  wire logic [W-1:0] delta_q,      // Xqoff - Xqon
    input  wire logic [W-1:0] delta_p,      // Xpoff - Xpon
    input  wire logic [W-1:0] pool_free,    // Bs - S
    input  wire logic [W:0]   sum,          // TTL: weighed sum of a class, see sluice_weigh
    output logic      [W-1:0] xqoff_ahead,  // Xqoff of the next cycle
    output logic      [W-1:0] xqon_ahead,   // Xqon of the next cycle
    output logic      [W-1:0] xqoff,        // Xqoff, cells
    output logic      [W-1:0] xqon,         // Xqon, cells
    output logic      [W-1:0] mon_xqoff,    // Xqoff, cells; 0 with TTL
    output logic      [W-1:0] mon_xqon,     // Xqon, cells; 0 with TTL
    output logic      [W-1:0] xpoff,        // Xpoff, cells
    output logic      [W-1:0] xpon          // Xpon, cells
);
  localparam logic HasStatic = SCHEMES[sluice_pkg::STATIC];
  localparam logic HasSih = SCHEMES[sluice_pkg::SIH];
  localparam logic HasDsh = SCHEMES[sluice_pkg::DSH];
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasShp = SCHEMES[sluice_pkg::SHP];

  // If only SIH, DSH and SHP are built, T is valid while unconfigured too, because pool_free is 0.
  logic dynamic, dsh, ttl, ttl1, ttl2, hides2;  // hides2: not_qoff is a threshold of TTL
  assign dsh = HasDsh && scheme[sluice_pkg::DSH];
  assign ttl = HasTtl && scheme[sluice_pkg::TTL];
  assign dynamic = (SCHEMES & 7'b0111001) == '0 || (HasSih && scheme[sluice_pkg::SIH]) ||
      (HasShp && scheme[sluice_pkg::SHP]) || dsh || ttl;
  always_ff @(posedge clk) {ttl1, ttl2, hides2} <= {ttl, ttl1, ttl1 && !scheme[sluice_pkg::STATIC]};

  // Cycle t: T
  logic [W:0] from;
  logic [W-1:0] scaled, not_t;
  generate
    if (HasTtl) begin : g_sum
      assign from = (sum & {W + 1{ttl}}) | {1'b0, pool_free & {W{dynamic && !ttl}}};
    end else begin : g_no_sum
      assign from = {1'b0, pool_free & {W{dynamic}}};
      logic unused_sum;
      assign unused_sum = ^sum;
    end
  endgenerate
  sluice_scale #(.IW(W + 1), .W(W)) scale (.value(from), .exponent(alpha), .scaled);
  always_ff @(posedge clk) not_t <= ~scaled;

  // Cycle t + 1: the pause thresholds
  logic [W-1:0] not_qoff, qon;
  logic [W:0] less_eta;
  logic below;     // 0: Xqoff saturates at 0
  logic constant;  // STATIC: XON is used with the XOFF of the same commit
  assign less_eta = {1'b0, not_t} + {1'b0, eta};
  always_ff @(posedge clk) begin
    qon <= xon;
    constant <= HasStatic && scheme[sluice_pkg::STATIC];
    below <= dsh && less_eta[W];
    if (HasStatic && scheme[sluice_pkg::STATIC]) not_qoff <= ~xoff;
    else if (dsh) not_qoff <= less_eta[W-1:0];
    else not_qoff <= not_t;
  end

  // Cycle t + 2: the resume thresholds
  logic [W:0] less_delta_q;
  assign less_delta_q = {1'b0, not_qoff} + {1'b0, delta_q};
  assign xqoff_ahead = ~(not_qoff | {W{below}});
  assign xqon_ahead = constant ? qon : ~(less_delta_q[W-1:0] | {W{below || less_delta_q[W]}});
  always_ff @(posedge clk) {xqoff, xqon} <= {xqoff_ahead, xqon_ahead};
  generate
    if (HasTtl) begin : g_shown
      always_ff @(posedge clk)
        if (hides2) {mon_xqoff, mon_xqon} <= '0;
        else {mon_xqoff, mon_xqon} <= {xqoff_ahead, xqon_ahead};
    end else begin : g_shown_as_is
      assign {mon_xqoff, mon_xqon} = {xqoff, xqon};
      logic unused_hides;
      assign unused_hides = hides2;
    end
  endgenerate

  generate
    if (HasDsh) begin : g_port
      logic [W+3:0] product;
      logic [W-1:0] not_poff;
      logic [W:0] less_delta_p;
      assign product = {4'b0, ~not_t} * (W + 4)'(NC);
      assign less_delta_p = {1'b0, not_poff} + {1'b0, delta_p};
      always_ff @(posedge clk) begin
        not_poff <= ~(product[W-1:0] | {W{|product[W+3:W]}});
        if (ttl2) {xpoff, xpon} <= '0;
        else {xpoff, xpon} <= {~not_poff, ~(less_delta_p[W-1:0] | {W{less_delta_p[W]}})};
      end
    end else begin : g_no_port
      assign xpoff = '0;
      assign xpon = '0;
      logic unused_delta;
      assign unused_delta = ^{delta_p, ttl2};
    end
  endgenerate
endmodule
`default_nettype wire

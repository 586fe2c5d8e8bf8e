// Thresholds from the free room of the shared pool. [DSH Eq. 2] T = alpha * (Bs - S);
// [DSH Eq. 5] Xqoff = T - eta, Xqon = Xqoff - delta_q; [DSH Eq. 6] Xpoff = NC * T, Xpon = Xpoff - delta_p.
// SIH: Xqoff = T. STATIC: XOFF and XON as they stand [CASE]. The others do without, all are 0. alpha is a shift; NC a power of two makes the
// product one too. Differences stop at 0, products and shifts at the counter's maximum.
// Latency: room in clock t, all four thresholds in clock t + 3. One new result in every clock.
`default_nettype none
module sluice_threshold #(
    parameter int NC = 8,
    parameter int W = 18,
    parameter logic [5:0] SCHEMES = 63
) (
    input  wire logic         clk,
    input  wire logic [2:0]   scheme,
    input  wire logic [3:0]   alpha,    // two's complement exponent, -7..3
    input  wire logic [W-1:0] eta,
    input  wire logic [W-1:0] xoff,
    input  wire logic [W-1:0] xon,
    input  wire logic [W-1:0] delta_q,
    input  wire logic [W-1:0] delta_p,
    input  wire logic [W-1:0] room,     // Bs - S
    output logic      [W-1:0] xqoff,
    output logic      [W-1:0] xqon,
    output logic      [W-1:0] xpoff,
    output logic      [W-1:0] xpon
);
  localparam logic HasDynamic = SCHEMES[sluice_pkg::SIH] || SCHEMES[sluice_pkg::DSH];

  function automatic logic [W-1:0] minus(input logic [W-1:0] a, input logic [W-1:0] b);
    minus = a > b ? a - b : '0;
  endfunction

  // clock t: T
  logic [W+2:0] up;
  logic [W-1:0] t;
  assign up = {3'b0, room} << alpha[1:0];
  always_ff @(posedge clk) begin
    if (!HasDynamic || (scheme != sluice_pkg::SIH && scheme != sluice_pkg::DSH)) t <= '0;
    else if (alpha[3]) t <= room >> (3'd0 - alpha[2:0]);
    else t <= |up[W+2:W] ? '1 : up[W-1:0];
  end

  // clock t + 1: the pause thresholds
  logic [W-1:0] qoff, qon;
  logic constant;  // XON belongs to the XOFF of the same commit
  always_ff @(posedge clk) begin
    qon <= xon;
    constant <= scheme == sluice_pkg::STATIC;
    unique case (scheme)
      sluice_pkg::STATIC: qoff <= xoff;
      sluice_pkg::DSH: qoff <= minus(t, eta);
      default: qoff <= t;
    endcase
  end

  // clock t + 2: the resume thresholds
  always_ff @(posedge clk) begin
    xqoff <= qoff;
    xqon <= constant ? qon : minus(qoff, delta_q);
  end

  generate
    if (SCHEMES[sluice_pkg::DSH]) begin : g_port
      logic [W+3:0] product;
      logic [W-1:0] poff;
      assign product = {4'b0, t} * (W + 4)'(NC);
      always_ff @(posedge clk) begin
        poff <= |product[W+3:W] ? '1 : product[W-1:0];
        xpoff <= poff;
        xpon <= minus(poff, delta_p);
      end
    end else begin : g_no_port
      assign xpoff = '0;
      assign xpon = '0;
      logic unused_delta;
      assign unused_delta = ^delta_p;
    end
  endgenerate
endmodule
`default_nettype wire

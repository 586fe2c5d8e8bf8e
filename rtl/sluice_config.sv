// Registers, and the one place where a configuration is checked. Writes are staged; a write to COMMIT checks all of
// them together and puts them to use, or leaves everything as it was and says why. A set that would break an
// invariant of the buffer never takes effect.
// Latency: COMMIT in clock t, the result and the new values in clock t + 5. Writes in between are ignored.
`default_nettype none
module sluice_config #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int W = 18,
    parameter logic [2:0] SCHEMES = 7
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic          write,
    input  wire logic [4:0]    addr,
    input  wire logic [31:0]   wdata,
    input  wire logic          empty,       // no cell in the buffer and none on its way
    output logic               error,
    output logic      [3:0]    reason,
    output logic               configured,
    output logic               restructure, // the values that only change while empty change at this clock edge
    output logic      [W-1:0]  new_shared,  // Bs after that edge
    output logic               restart,     // any commit takes effect at this clock edge
    output logic      [1:0]    scheme,
    output logic      [W-1:0]  phi,
    output logic      [W-1:0]  shared,
    output logic      [W-1:0]  eta,
    output logic      [NC-1:0] lossless,
    output logic      [3:0]    alpha,
    output logic      [W-1:0]  xoff,
    output logic      [W-1:0]  xon,
    output logic      [W-1:0]  delta_q,
    output logic      [W-1:0]  delta_p,
    output logic      [15:0]   pause_time,
    output logic      [15:0]   refresh,
    output logic      [15:0]   quanta_step,
    output logic               native
);
  localparam int SW = W + 10;  // a sum over 512 queues and two pools

  // Staged values
  logic [1:0] s_scheme;
  logic [W-1:0] s_buffer, s_phi, s_shared, s_eta, s_max_packet, s_xoff, s_xon, s_delta_q, s_delta_p;
  logic [NC-1:0] s_lossless;
  logic [3:0] s_alpha;
  logic [15:0] s_pause_time, s_refresh, s_quanta_step;
  logic s_native;
  logic structural;  // a value that only changes while empty was written
  logic [sluice_pkg::REGS-1:0] too_big;
  logic [3:0] pending;  // clocks since COMMIT

  logic take, commit, fits_cells, fits_16;
  assign take = write && pending == '0;
  assign commit = take && addr == sluice_pkg::REG_COMMIT;
  assign fits_cells = (wdata >> W) == '0;
  assign fits_16 = wdata[31:16] == '0;

  always_ff @(posedge clk) begin
    pending <= rst ? '0 : {pending[2:0], commit};
    if (rst) begin
      s_scheme <= '0;
      s_buffer <= '0;
      s_phi <= '0;
      s_shared <= '0;
      s_eta <= '0;
      s_lossless <= '0;
      s_max_packet <= '0;
      s_alpha <= '0;
      s_xoff <= '0;
      s_xon <= '0;
      s_delta_q <= '0;
      s_delta_p <= '0;
      s_pause_time <= '0;
      s_refresh <= '0;
      s_quanta_step <= '0;
      s_native <= 1'b0;
      too_big <= '0;
      structural <= 1'b0;
    end else if (take) begin
      unique case (addr)
        sluice_pkg::REG_SCHEME: begin s_scheme <= wdata[1:0]; too_big[0] <= wdata[31:2] != '0; end
        sluice_pkg::REG_BUFFER: begin s_buffer <= wdata[W-1:0]; too_big[1] <= !fits_cells; end
        sluice_pkg::REG_PRIVATE: begin s_phi <= wdata[W-1:0]; too_big[2] <= !fits_cells; end
        sluice_pkg::REG_SHARED: begin s_shared <= wdata[W-1:0]; too_big[3] <= !fits_cells; end
        sluice_pkg::REG_HEADROOM: begin s_eta <= wdata[W-1:0]; too_big[4] <= !fits_cells; end
        sluice_pkg::REG_LOSSLESS: begin s_lossless <= wdata[NC-1:0]; too_big[5] <= (wdata >> NC) != '0; end
        sluice_pkg::REG_MAX_PACKET: begin s_max_packet <= wdata[W-1:0]; too_big[6] <= !fits_cells; end
        sluice_pkg::REG_ALPHA: begin s_alpha <= wdata[3:0]; too_big[7] <= wdata[31:4] != {28{wdata[3]}}; end
        sluice_pkg::REG_XOFF: begin s_xoff <= wdata[W-1:0]; too_big[8] <= !fits_cells; end
        sluice_pkg::REG_XON: begin s_xon <= wdata[W-1:0]; too_big[9] <= !fits_cells; end
        sluice_pkg::REG_DELTA_Q: begin s_delta_q <= wdata[W-1:0]; too_big[10] <= !fits_cells; end
        sluice_pkg::REG_DELTA_P: begin s_delta_p <= wdata[W-1:0]; too_big[11] <= !fits_cells; end
        sluice_pkg::REG_PAUSE_TIME: begin s_pause_time <= wdata[15:0]; too_big[12] <= !fits_16; end
        sluice_pkg::REG_REFRESH: begin s_refresh <= wdata[15:0]; too_big[13] <= !fits_16; end
        sluice_pkg::REG_QUANTA_STEP: begin s_quanta_step <= wdata[15:0]; too_big[14] <= !fits_16; end
        sluice_pkg::REG_NATIVE: begin s_native <= wdata[0]; too_big[15] <= wdata[31:1] != '0; end
        default: ;
      endcase
      if (addr <= sluice_pkg::REG_LOSSLESS) structural <= 1'b1;
    end else if (restructure) begin
      structural <= 1'b0;
    end
  end

  // The checks, over three clocks
  logic [SW-1:0] private_pool, headroom_pool, pools;
  logic [3:0] verdict;
  always_ff @(posedge clk) begin
    if (pending[0]) begin
      private_pool <= SW'(s_phi) * SW'(NP * NC);
      headroom_pool <= SW'(s_eta) * (s_scheme == sluice_pkg::DSH ? SW'(NP) : SW'(NP * NC));
    end
    if (pending[1]) pools <= private_pool + headroom_pool + SW'(s_shared);
    if (pending[2]) begin
      if (too_big != '0) verdict <= sluice_pkg::BAD_VALUE;
      else if (s_scheme == 2'd3 || ({1'b0, SCHEMES} & (4'd1 << s_scheme)) == '0) verdict <= sluice_pkg::BAD_SCHEME;
      else if (s_alpha == 4'b1000 || (!s_alpha[3] && s_alpha[2])) verdict <= sluice_pkg::BAD_ALPHA;
      else if (pools > SW'(s_buffer)) verdict <= sluice_pkg::BAD_POOLS;
      else if (s_max_packet == '0 || s_eta < s_max_packet) verdict <= sluice_pkg::BAD_HEADROOM;
      else if (s_scheme == sluice_pkg::STATIC && s_xon > s_xoff) verdict <= sluice_pkg::BAD_XON;
      else if (s_refresh < 16'd16 || s_refresh >= s_pause_time || s_quanta_step == '0) verdict <= sluice_pkg::BAD_TIMES;
      else verdict <= sluice_pkg::OK;
    end
  end

  logic busy;
  assign busy = structural && !empty;
  assign restart = pending[3] && verdict == sluice_pkg::OK && !busy;
  assign restructure = restart && structural;
  assign new_shared = s_shared;

  always_ff @(posedge clk) begin
    if (rst) begin
      error <= 1'b1;
      reason <= sluice_pkg::UNCONFIGURED;
      configured <= 1'b0;
    end else if (pending[3]) begin
      error <= !restart;
      reason <= restart ? sluice_pkg::OK : verdict != sluice_pkg::OK ? verdict : sluice_pkg::BUSY;
      configured <= configured || restart;
    end
    if (rst) begin
      scheme <= '0;
      phi <= '0;
      shared <= '0;
      eta <= '0;
      lossless <= '0;
      alpha <= '0;
      xoff <= '0;
      xon <= '0;
      delta_q <= '0;
      delta_p <= '0;
      pause_time <= '0;
      refresh <= '0;
      quanta_step <= '0;
      native <= 1'b0;
    end else if (restart) begin
      // The mask lets the logic of a scheme that is not built go away.
      scheme <= s_scheme & {SCHEMES[sluice_pkg::DSH], SCHEMES[sluice_pkg::SIH]};
      phi <= s_phi;
      shared <= s_shared;
      eta <= s_eta;
      lossless <= s_lossless;
      alpha <= s_alpha;
      xoff <= s_xoff;
      xon <= s_xon;
      delta_q <= s_delta_q;
      delta_p <= s_delta_p;
      pause_time <= s_pause_time;
      refresh <= s_refresh;
      quanta_step <= s_quanta_step;
      native <= s_native;
    end
  end
endmodule
`default_nettype wire

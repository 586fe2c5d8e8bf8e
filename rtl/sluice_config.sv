// Registers, and the one place where a configuration is checked. Writes are staged; a write to COMMIT checks all of
// them together and puts them to use, or leaves everything as it was and says why. A set that would break an
// invariant of the buffer never takes effect. Registers of schemes that are not built do not exist.
// Latency: COMMIT in clock t, the result and the new values in clock t + 20. Writes in between are ignored. Partitions
// and stages are checked one after the other.
`default_nettype none
module sluice_config #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int W = 18,
    parameter logic [5:0] SCHEMES = 63
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             write,
    input  wire logic [5:0]       addr,
    input  wire logic [31:0]      wdata,
    input  wire logic             empty,       // no cell in the buffer and none on its way
    output logic                  error,
    output logic      [3:0]       reason,
    output logic                  configured,
    output logic                  restructure, // the values that only change while empty change at this clock edge
    output logic      [W-1:0]     new_shared,  // Bs after that edge
    output logic      [NC*W-1:0]  new_partition,
    output logic                  restart,     // any commit takes effect at this clock edge
    output logic      [2:0]       scheme,
    output logic      [W-1:0]     phi,
    output logic      [W-1:0]     shared,
    output logic      [W-1:0]     eta,
    output logic      [NC-1:0]    lossless,
    output logic      [7:0]       ttl0,
    output logic      [2:0]       ttl_options,
    output logic      [3:0]       alpha,
    output logic      [W-1:0]     xoff,
    output logic      [W-1:0]     xon,
    output logic      [W-1:0]     delta_q,
    output logic      [W-1:0]     delta_p,
    output logic      [15:0]      pause_time,
    output logic      [15:0]      refresh,
    output logic      [15:0]      quanta_step,
    output logic                  native,
    output logic      [16*NC-1:0] weight,
    output logic      [W-1:0]     stage_top,
    output logic      [W-1:0]     stage_base,
    output logic      [4:0]       stages,
    output logic      [15*W-1:0]  stage_cells,
    output logic      [23:0]      cell_step,
    output logic      [31:0]      rate_step
);
  localparam int SW = W + 10;  // a sum over 512 queues and ten pools
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasStages = SCHEMES[sluice_pkg::GFC];
  localparam logic HasLinear = SCHEMES[sluice_pkg::GFC_LINEAR];
  localparam logic [4:0] LastStep = 5'd19;

  // Staged values
  logic [2:0] s_scheme, s_ttl_options;
  logic [W-1:0] s_buffer, s_phi, s_shared, s_eta, s_max_packet, s_xoff, s_xon, s_delta_q, s_delta_p, s_top, s_base;
  logic [NC-1:0] s_lossless;
  logic [7:0] s_ttl0;
  logic [NC*W-1:0] s_partition;
  logic [16*NC-1:0] s_weight;
  logic [3:0] s_alpha;
  logic [15:0] s_pause_time, s_refresh, s_quanta_step;
  logic [4:0] s_stages;
  logic [15*W-1:0] s_stage;
  logic [23:0] s_cell_step;
  logic [31:0] s_rate_step;
  logic s_native;
  logic structural;  // a value that only changes while empty was written
  logic [sluice_pkg::REGS-1:0] too_big;
  logic [4:0] step;  // clocks since COMMIT, 0: none

  logic take, commit, fits_cells, fits_16;
  assign take = write && step == '0;
  assign commit = take && addr == sluice_pkg::REG_COMMIT;
  assign fits_cells = (wdata >> W) == '0;
  assign fits_16 = wdata[31:16] == '0;

  // Which of the registers that not every build has is meant
  logic is_partition, is_weight, is_stage, exists;
  logic [5:0] partition_index, weight_index, stage_index;
  assign partition_index = addr - sluice_pkg::REG_PARTITION;
  assign weight_index = addr - sluice_pkg::REG_WEIGHT;
  assign stage_index = addr - sluice_pkg::REG_STAGE;
  assign is_partition = HasTtl && partition_index < 6'(NC);
  assign is_weight = HasTtl && weight_index < 6'(NC);
  assign is_stage = HasStages && stage_index < 6'd15;
  always_comb begin
    if (addr < sluice_pkg::REG_TTL0) exists = 1'b1;
    else if (addr < sluice_pkg::REG_PARTITION) exists = HasTtl;
    else if (addr < sluice_pkg::REG_MAX_PACKET) exists = is_partition;
    else exists = 1'b0;  // not structural: of no interest here
  end

  always_ff @(posedge clk) begin
    step <= rst || step == LastStep ? '0 : step != '0 || commit ? step + 5'd1 : '0;
    if (rst) begin
      s_scheme <= '0;
      s_buffer <= '0;
      s_phi <= '0;
      s_shared <= '0;
      s_eta <= '0;
      s_lossless <= '0;
      s_ttl0 <= '0;
      s_ttl_options <= '0;
      s_partition <= '0;
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
      s_weight <= '0;
      s_top <= '0;
      s_base <= '0;
      s_stages <= '0;
      s_stage <= '0;
      s_cell_step <= '0;
      s_rate_step <= '0;
      too_big <= '0;
      structural <= 1'b0;
    end else if (take) begin
      unique case (addr)
        sluice_pkg::REG_SCHEME: begin s_scheme <= wdata[2:0]; too_big[0] <= wdata[31:3] != '0; end
        sluice_pkg::REG_BUFFER: begin s_buffer <= wdata[W-1:0]; too_big[1] <= !fits_cells; end
        sluice_pkg::REG_PRIVATE: begin s_phi <= wdata[W-1:0]; too_big[2] <= !fits_cells; end
        sluice_pkg::REG_SHARED: begin s_shared <= wdata[W-1:0]; too_big[3] <= !fits_cells; end
        sluice_pkg::REG_HEADROOM: begin s_eta <= wdata[W-1:0]; too_big[4] <= !fits_cells; end
        sluice_pkg::REG_LOSSLESS: begin s_lossless <= wdata[NC-1:0]; too_big[5] <= (wdata >> NC) != '0; end
        sluice_pkg::REG_MAX_PACKET: begin s_max_packet <= wdata[W-1:0]; too_big[16] <= !fits_cells; end
        sluice_pkg::REG_ALPHA: begin s_alpha <= wdata[3:0]; too_big[17] <= wdata[31:4] != {28{wdata[3]}}; end
        sluice_pkg::REG_XOFF: begin s_xoff <= wdata[W-1:0]; too_big[18] <= !fits_cells; end
        sluice_pkg::REG_XON: begin s_xon <= wdata[W-1:0]; too_big[19] <= !fits_cells; end
        sluice_pkg::REG_DELTA_Q: begin s_delta_q <= wdata[W-1:0]; too_big[20] <= !fits_cells; end
        sluice_pkg::REG_DELTA_P: begin s_delta_p <= wdata[W-1:0]; too_big[21] <= !fits_cells; end
        sluice_pkg::REG_PAUSE_TIME: begin s_pause_time <= wdata[15:0]; too_big[22] <= !fits_16; end
        sluice_pkg::REG_REFRESH: begin s_refresh <= wdata[15:0]; too_big[23] <= !fits_16; end
        sluice_pkg::REG_QUANTA_STEP: begin s_quanta_step <= wdata[15:0]; too_big[24] <= !fits_16; end
        sluice_pkg::REG_NATIVE: begin s_native <= wdata[0]; too_big[25] <= wdata[31:1] != '0; end
        default: ;
      endcase
      if (HasTtl) begin
        if (addr == sluice_pkg::REG_TTL0) begin s_ttl0 <= wdata[7:0]; too_big[6] <= wdata[31:8] != '0; end
        if (addr == sluice_pkg::REG_TTL_OPTIONS) begin s_ttl_options <= wdata[2:0]; too_big[7] <= wdata[31:3] != '0; end
        for (int c = 0; c < NC; c++) begin
          if (partition_index == 6'(c)) s_partition[c*W+:W] <= wdata[W-1:0];
          if (weight_index == 6'(c)) s_weight[c*16+:16] <= wdata[15:0];
        end
        if (is_partition) too_big[addr] <= !fits_cells;
        if (is_weight) too_big[addr] <= !fits_16;
      end
      if (HasStages || HasLinear) begin
        if (addr == sluice_pkg::REG_STAGE_TOP) begin s_top <= wdata[W-1:0]; too_big[34] <= !fits_cells; end
        if (addr == sluice_pkg::REG_STAGE_BASE) begin s_base <= wdata[W-1:0]; too_big[35] <= !fits_cells; end
      end
      if (HasStages) begin
        if (addr == sluice_pkg::REG_STAGES) begin s_stages <= wdata[4:0]; too_big[36] <= wdata[31:5] != '0; end
        for (int k = 0; k < 15; k++) if (stage_index == 6'(k)) s_stage[k*W+:W] <= wdata[W-1:0];
        if (is_stage) too_big[addr] <= !fits_cells;
        if (addr == sluice_pkg::REG_CELL_STEP) begin s_cell_step <= wdata[23:0]; too_big[52] <= wdata[31:24] != '0; end
      end
      if (HasLinear && addr == sluice_pkg::REG_RATE_STEP) s_rate_step <= wdata;
      if (exists) structural <= 1'b1;
    end else if (restructure) begin
      structural <= 1'b0;
    end
  end

  // The checks. Steps 1 .. 8: a partition each, and the sum of the pools.
  logic is_gfc, is_ttl;
  logic [SW-1:0] pools;
  logic [W-1:0] partition;  // of the class that has its turn
  logic ttl_bad, stages_bad;
  assign is_ttl = HasTtl && s_scheme == sluice_pkg::TTL;
  assign is_gfc = (HasStages || HasLinear) && (s_scheme == sluice_pkg::GFC || s_scheme == sluice_pkg::GFC_LINEAR);
  always_ff @(posedge clk)
    if (commit) pools <= '0;
    else if (step != '0 && step <= 5'd8 && is_ttl) pools <= pools + SW'(partition);
    else if (step == 5'd9) pools <= pools + SW'(s_phi) * SW'(NP * NC);
    else if (step == 5'd10) pools <= pools + SW'(s_eta) * (s_scheme == sluice_pkg::DSH ? SW'(NP) : SW'(NP * NC));
    else if (step == 5'd11) pools <= pools + SW'(s_shared);

  generate
    if (HasTtl) begin : g_ttl
      logic [7:0] cls, last_class, first_class;
      logic [W+2:0] up, threshold;
      logic half;
      assign half = s_ttl_options[sluice_pkg::TTL_HALF];
      assign cls = {3'b0, step} - 8'd1;
      assign first_class = half ? 8'd0 : 8'd1;
      assign last_class = half ? (s_ttl0 - 8'd1) >> 1 : s_ttl0 - 8'd1;
      always_comb begin
        partition = '0;
        for (int c = 0; c < NC; c++) if (cls == 8'(c)) partition = s_partition[c*W+:W];
      end
      assign up = {3'b0, partition} << s_alpha[1:0];
      assign threshold = s_alpha[3] ? {3'b0, partition >> (3'd0 - s_alpha[2:0])} : up;
      always_ff @(posedge clk) begin
        if (commit) begin
          ttl_bad <= 1'b0;
        end else if (step != '0 && cls < 8'(NC) && cls >= first_class && cls <= last_class) begin
          if (SW'(partition) < SW'(s_max_packet) * SW'(NP) || threshold < {3'b0, s_max_packet}) ttl_bad <= 1'b1;
        end
        if (step == LastStep - 5'd2 && (s_phi != '0 || s_ttl0 < 8'd2 || last_class >= 8'(NC))) ttl_bad <= 1'b1;
      end
    end else begin : g_no_ttl
      assign ttl_bad = 1'b0;
      assign partition = '0;
    end
    if (HasStages) begin : g_stages
      // Steps 1 .. 15: a stage each.
      logic [W-1:0] here, below, d;
      logic [4:0] index;
      logic counts, few;
      logic [W-1:0] shifted;
      assign index = step - 5'd1;
      always_comb begin
        here = '0;
        for (int k = 0; k < 15; k++) if (index == 5'(k)) here = s_stage[k*W+:W];
      end
      assign d = s_top - s_base;
      assign counts = s_stages[4];
      assign shifted = d >> s_stages[3:0];
      assign few = shifted < W'(2) || (d & (d - 1'b1)) != '0;
      always_ff @(posedge clk) begin
        if (commit) begin
          stages_bad <= 1'b0;
          below <= s_base;
        end else if (step != '0) begin
          below <= here;
          if (!counts && s_scheme == sluice_pkg::GFC && step <= {1'b0, s_stages[3:0]} &&
              (here <= below || here > s_top)) stages_bad <= 1'b1;
          if (step == LastStep - 5'd2) begin
            if (s_scheme == sluice_pkg::GFC && (s_stages[3:0] == '0 || s_cell_step == '0 || (counts && few)))
              stages_bad <= 1'b1;
            if (HasLinear && s_scheme == sluice_pkg::GFC_LINEAR && (32'(d) >= 32'd65535 || s_rate_step == '0))
              stages_bad <= 1'b1;
            if (s_top > s_phi || s_base >= s_top) stages_bad <= 1'b1;
          end
        end
      end
    end else if (HasLinear) begin : g_linear
      logic [W-1:0] d;
      assign d = s_top - s_base;
      assign stages_bad = 32'(d) >= 32'd65535 || s_rate_step == '0 || s_top > s_phi || s_base >= s_top;
    end else begin : g_no_stages
      assign stages_bad = 1'b0;
    end
  endgenerate

  logic [3:0] verdict;
  always_ff @(posedge clk)
    if (step == LastStep - 5'd1) begin
      if (too_big != '0) verdict <= sluice_pkg::BAD_VALUE;
      else if (({2'b0, SCHEMES} & (8'd1 << s_scheme)) == '0) verdict <= sluice_pkg::BAD_SCHEME;
      else if (s_alpha == 4'b1000 || (!s_alpha[3] && s_alpha[2])) verdict <= sluice_pkg::BAD_ALPHA;
      else if (pools > SW'(s_buffer)) verdict <= sluice_pkg::BAD_POOLS;
      else if (s_max_packet == '0 || (s_eta < s_max_packet && !is_gfc)) verdict <= sluice_pkg::BAD_HEADROOM;
      else if (s_scheme == sluice_pkg::STATIC && s_xon > s_xoff) verdict <= sluice_pkg::BAD_XON;
      else if (s_refresh < 16'd16 || s_refresh >= s_pause_time || s_quanta_step == '0) verdict <= sluice_pkg::BAD_TIMES;
      else if (is_ttl && ttl_bad) verdict <= sluice_pkg::BAD_TTL;
      else if (is_gfc && stages_bad) verdict <= sluice_pkg::BAD_STAGES;
      else verdict <= sluice_pkg::OK;
    end

  logic busy;
  assign busy = structural && !empty;
  assign restart = step == LastStep && verdict == sluice_pkg::OK && !busy;
  assign restructure = restart && structural;
  assign new_shared = s_shared;
  assign new_partition = s_partition;

  always_ff @(posedge clk) begin
    if (rst) begin
      error <= 1'b1;
      reason <= sluice_pkg::UNCONFIGURED;
      configured <= 1'b0;
    end else if (step == LastStep) begin
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
      ttl0 <= '0;
      ttl_options <= '0;
      alpha <= '0;
      xoff <= '0;
      xon <= '0;
      delta_q <= '0;
      delta_p <= '0;
      pause_time <= '0;
      refresh <= '0;
      quanta_step <= '0;
      native <= 1'b0;
      weight <= '0;
      stage_top <= '0;
      stage_base <= '0;
      stages <= '0;
      stage_cells <= '0;
      cell_step <= '0;
      rate_step <= '0;
    end else if (restart) begin
      // The mask lets the logic of schemes that are not built go away.
      scheme <= s_scheme & {SCHEMES[5:4] != '0, SCHEMES[3:2] != '0, SCHEMES[5] || SCHEMES[3] || SCHEMES[1]};
      phi <= s_phi;
      shared <= s_shared;
      eta <= s_eta;
      lossless <= s_lossless;
      ttl0 <= s_ttl0;
      ttl_options <= s_ttl_options;
      alpha <= s_alpha;
      xoff <= s_xoff;
      xon <= s_xon;
      delta_q <= s_delta_q;
      delta_p <= s_delta_p;
      pause_time <= s_pause_time;
      refresh <= s_refresh;
      quanta_step <= s_quanta_step;
      native <= s_native;
      weight <= s_weight;
      stage_top <= s_top;
      stage_base <= s_base;
      stages <= s_stages;
      stage_cells <= s_stage;
      cell_step <= s_cell_step;
      rate_step <= s_rate_step;
    end
  end
endmodule
`default_nettype wire

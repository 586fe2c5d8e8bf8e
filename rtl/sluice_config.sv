// Registers, and the one place where a configuration is checked. Writes are staged; a write to COMMIT checks all of
// them together and puts them to use, or leaves everything as it was and says why. A set that would break an
// invariant of the buffer never takes effect. Registers of schemes that are not built do not exist; of those that
// every build has but only some schemes use, the others keep no more than whether the value fits.
// Latency: COMMIT in clock t, the result and the new values in clock t + 20. Writes in between are ignored.
// One adder sees one value per step: the staged pools stand in a ring, which goes round during a commit and is back in
// place at its end; so do partitions and stages, and no value has to be chosen. Steps, the clocks since COMMIT:
//   1 .. 5    the ring passes: MAX_PACKET, HEADROOM, BUFFER, SHARED, PRIVATE
//   6 .. 13   TTL: the partitions pass; the ring is in place
//   14 .. 18  the ring passes again: HEADROOM, which the pools need times the groups, in step 15
//   2 .. 16   GFC: the stages pass
//   18, 19    the reason; its use
// BUFFER and REFRESH are held as complements: what is subtracted needs no inverter in front of a carry chain.
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
    output logic      [31:0]      room_clocks
);
  localparam logic HasStatic = SCHEMES[sluice_pkg::STATIC];
  localparam logic HasDsh = SCHEMES[sluice_pkg::DSH];
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasStages = SCHEMES[sluice_pkg::GFC];
  localparam logic HasLinear = SCHEMES[sluice_pkg::GFC_LINEAR];
  localparam logic HasAlpha = SCHEMES[sluice_pkg::SIH] || HasDsh || HasTtl;

  // Staged values
  logic [2:0] s_scheme, s_ttl_options;
  logic [W-1:0] s_phi, s_shared, s_not_buffer, s_eta, s_max_packet;  // the ring, last to first
  logic [W-1:0] s_xoff, s_xon, s_delta_q, s_delta_p, s_top, s_base;
  logic [NC-1:0] s_lossless;
  logic [7:0] s_ttl0;
  logic [NC*W-1:0] s_partition;
  logic [16*NC-1:0] s_weight;
  logic [3:0] s_alpha;
  logic [15:0] s_pause_time, s_not_refresh, s_quanta_step;
  logic [4:0] s_stages;
  logic [15*W-1:0] s_stage;
  logic [23:0] s_cell_step;
  logic [31:0] s_room_clocks;
  logic s_native;
  logic structural;  // a value that only changes while empty was written
  logic [sluice_pkg::REGS-1:0] too_big;
  logic packet_zero, quanta_zero, refresh_low;  // MAX_PACKET is 0; QUANTA_STEP is 0; REFRESH is below 16
  logic [4:0] step;  // clocks since COMMIT, 0: none

  logic is_gfc, is_ttl, is_dsh;
  assign is_dsh = HasDsh && s_scheme == sluice_pkg::DSH;
  assign is_ttl = HasTtl && s_scheme == sluice_pkg::TTL;
  assign is_gfc = (HasStages || HasLinear) && (s_scheme == sluice_pkg::GFC || s_scheme == sluice_pkg::GFC_LINEAR);

  logic idle, take, commit;
  assign take = write && idle;
  assign commit = take && addr == sluice_pkg::REG_COMMIT;

  // The schedule, decided a clock ahead
  logic turn, turn_partitions, turn_stages;  // the ring, the partitions, the stages move on
  logic passes;                              // the adder takes what passes in the ring, step 14 apart
  logic inverts, times_classes, times_ports, clears;  // HEADROOM; PRIVATE and HEADROOM, twice; before each sum
  logic last;                                // the last step
  always_ff @(posedge clk)
    if (rst || commit || !idle) begin
      idle <= rst || last || (idle && !commit);
      step <= rst || last ? '0 : idle ? {4'b0, commit} : step + 5'd1;
      turn <= !rst && (commit || step == 5'd13 || (turn && step != 5'd5 && step != 5'd18));
      turn_partitions <= HasTtl && !rst && (step == 5'd5 || (turn_partitions && step != 5'd5 + 5'(NC)));
      turn_stages <= HasStages && !rst && (step == 5'd1 || (turn_stages && step != 5'd16));
      passes <= commit || step == 5'd14 || (passes && step != 5'd5);
      inverts <= step == 5'd1;
      times_classes <= step == 5'd4 || (step == 5'd14 && !is_dsh);
      times_ports <= step == 5'd5 || step == 5'd15;
      clears <= step == 5'd1 || step == 5'd3;
      last <= !rst && step == 5'd18;
    end

  // A write is taken in one clock and staged in the next, which is in time for the first step of a commit: the address
  // is decoded by then, and what the value fits known.
  localparam int Low = W < 16 ? W : 16;
  localparam int High = W < 16 ? 16 : W;
  logic [31:0] data;
  logic above, between, above_8, above_4, some;  // ones from High on; below it, from Low, 8, 4, 0 on
  logic negative;                                // ones from 4 on, nothing else
  logic [6:0] row;                               // of eight addresses
  logic [7:0] column;
  always_ff @(posedge clk) begin
    row <= rst || !take ? '0 : 7'(8'd1 << addr[5:3]);
    if (take) begin
      data <= wdata;
      above <= wdata >> High != '0;
      between <= wdata << (32 - High) >> (32 - High + Low) != '0;
      above_8 <= wdata[High-1:8] != '0;
      above_4 <= wdata[High-1:4] != '0;
      some <= wdata[High-1:0] != '0;
      negative <= wdata[31:4] == '1;
      column <= 8'd1 << addr[2:0];
    end
  end
  logic fits_cells, fits_16, fits_8, fits_4, fits_3, fits_1, is_zero;  // in as many bits
  assign fits_cells = !above && (W >= 16 || !between);
  assign fits_16 = !above && (W <= 16 || !between);
  assign fits_8 = !above && !above_8;
  assign fits_4 = !above && !above_4;
  assign fits_3 = fits_4 && !data[3];
  assign fits_1 = fits_4 && data[3:1] == '0;
  assign is_zero = !above && !some;
  logic [sluice_pkg::REGS-1:0] hit;
  always_comb begin
    hit = '0;
    if (row != '0) for (int r = 0; r < sluice_pkg::REGS; r++) hit[r] = row[r/8] && column[r%8];
  end

  always_ff @(posedge clk)
    if (rst) begin
      s_scheme <= '0;
      {s_phi, s_shared, s_eta, s_max_packet} <= '0;
      s_not_buffer <= '1;
      s_lossless <= '0;
      s_ttl0 <= '0;
      s_ttl_options <= '0;
      s_partition <= '0;
      s_alpha <= '0;
      s_xoff <= '0;
      s_xon <= '0;
      s_delta_q <= '0;
      s_delta_p <= '0;
      s_pause_time <= '0;
      s_not_refresh <= '1;
      s_quanta_step <= '0;
      s_native <= 1'b0;
      s_weight <= '0;
      s_top <= '0;
      s_base <= '0;
      s_stages <= '0;
      s_stage <= '0;
      s_cell_step <= '0;
      s_room_clocks <= '0;
      {packet_zero, quanta_zero, refresh_low} <= '1;
      too_big <= '0;
      structural <= 1'b0;
    end else begin
      if (turn)
        {s_phi, s_shared, s_not_buffer, s_eta, s_max_packet} <= {s_max_packet, s_phi, s_shared, s_not_buffer, s_eta};
      if (turn_partitions)
        s_partition <= s_partition >> W | (NC * W)'(s_partition[W-1:0]) << (NC - 1) * W;
      if (turn_stages) s_stage <= {s_stage[W-1:0], s_stage[15*W-1:W]};

      if (hit[sluice_pkg::REG_SCHEME]) {s_scheme, too_big[0]} <= {data[2:0], !fits_3};
      if (hit[sluice_pkg::REG_BUFFER]) {s_not_buffer, too_big[1]} <= {~data[W-1:0], !fits_cells};
      if (hit[sluice_pkg::REG_PRIVATE]) {s_phi, too_big[2]} <= {data[W-1:0], !fits_cells};
      if (hit[sluice_pkg::REG_SHARED]) {s_shared, too_big[3]} <= {data[W-1:0], !fits_cells};
      if (hit[sluice_pkg::REG_HEADROOM]) {s_eta, too_big[4]} <= {data[W-1:0], !fits_cells};
      if (hit[sluice_pkg::REG_LOSSLESS])
        {s_lossless, too_big[5]} <= {data[NC-1:0], !fits_8 || data[7:0] >> NC != '0};
      if (hit[sluice_pkg::REG_MAX_PACKET])
        {s_max_packet, packet_zero, too_big[16]} <= {data[W-1:0], is_zero, !fits_cells};
      if (hit[sluice_pkg::REG_ALPHA])
        {s_alpha, too_big[17]} <= {data[3:0], data[3] ? !negative : !fits_4};
      if (hit[sluice_pkg::REG_XOFF]) too_big[18] <= !fits_cells;
      if (hit[sluice_pkg::REG_XON]) too_big[19] <= !fits_cells;
      if (hit[sluice_pkg::REG_DELTA_Q]) too_big[20] <= !fits_cells;
      if (hit[sluice_pkg::REG_DELTA_P]) too_big[21] <= !fits_cells;
      if (HasStatic && hit[sluice_pkg::REG_XOFF]) s_xoff <= data[W-1:0];
      if (HasStatic && hit[sluice_pkg::REG_XON]) s_xon <= data[W-1:0];
      if (HasAlpha && hit[sluice_pkg::REG_DELTA_Q]) s_delta_q <= data[W-1:0];
      if (HasDsh && hit[sluice_pkg::REG_DELTA_P]) s_delta_p <= data[W-1:0];
      if (hit[sluice_pkg::REG_PAUSE_TIME]) {s_pause_time, too_big[22]} <= {data[15:0], !fits_16};
      if (hit[sluice_pkg::REG_REFRESH])
        {s_not_refresh, refresh_low, too_big[23]} <= {~data[15:0], fits_4, !fits_16};
      if (hit[sluice_pkg::REG_QUANTA_STEP])
        {s_quanta_step, quanta_zero, too_big[24]} <= {data[15:0], is_zero, !fits_16};
      if (hit[sluice_pkg::REG_NATIVE]) {s_native, too_big[25]} <= {data[0], !fits_1};
      if (hit[5:0] != '0) structural <= 1'b1;
      if (HasTtl) begin
        if (hit[sluice_pkg::REG_TTL0]) {s_ttl0, too_big[6]} <= {data[7:0], !fits_8};
        if (hit[sluice_pkg::REG_TTL_OPTIONS]) {s_ttl_options, too_big[7]} <= {data[2:0], !fits_3};
        for (int c = 0; c < NC; c++) begin
          if (hit[sluice_pkg::REG_PARTITION+6'(c)])
            {s_partition[c*W+:W], too_big[sluice_pkg::REG_PARTITION+6'(c)]} <= {data[W-1:0], !fits_cells};
          if (hit[sluice_pkg::REG_WEIGHT+6'(c)])
            {s_weight[c*16+:16], too_big[sluice_pkg::REG_WEIGHT+6'(c)]} <= {data[15:0], !fits_16};
        end
        if (hit[6+:2+NC] != '0) structural <= 1'b1;
      end
      if (HasStages || HasLinear) begin
        if (hit[sluice_pkg::REG_STAGE_TOP]) {s_top, too_big[34]} <= {data[W-1:0], !fits_cells};
        if (hit[sluice_pkg::REG_STAGE_BASE]) {s_base, too_big[35]} <= {data[W-1:0], !fits_cells};
      end
      if (HasStages) begin
        if (hit[sluice_pkg::REG_STAGES]) {s_stages, too_big[36]} <= {data[4:0], !fits_8 || data[7:5] != '0};
        for (int k = 0; k < 15; k++)
          if (hit[sluice_pkg::REG_STAGE+6'(k)])
            {s_stage[k*W+:W], too_big[sluice_pkg::REG_STAGE+6'(k)]} <= {data[W-1:0], !fits_cells};
        if (hit[sluice_pkg::REG_CELL_STEP]) {s_cell_step, too_big[52]} <= {data[23:0], data[31:24] != '0};
      end
      if (HasLinear && hit[sluice_pkg::REG_ROOM_CLOCKS]) s_room_clocks <= data;
      if (restructure) structural <= 1'b0;
    end

  // The adder. From 0, MAX_PACKET and the complement of HEADROOM: a carry says that HEADROOM is less. From 0 again, the
  // complement of BUFFER and the pools: a carry, or a multiple that does not fit, says that they are more. A value
  // passes in step s, is a multiple in s + 2, and part of the sum in s + 3.
  logic carry, over, lost, headroom_bad, pools_bad;
  logic [W-1:0] value, scaled, term, sum, next;
  logic [W+2:0] by_classes;
  logic [W+5:0] by_ports;
  assign value = turn_partitions ? s_partition[W-1:0] : s_max_packet;
  assign by_classes = {3'b0, value} * (W + 3)'(NC);
  assign by_ports = {6'b0, scaled} * (W + 6)'(NP);
  assign {carry, next} = {1'b0, sum} + {1'b0, term};
  always_ff @(posedge clk) begin
    if (!passes && !(turn_partitions && is_ttl)) scaled <= '0;
    else if (inverts) scaled <= ~value;
    else scaled <= times_classes ? by_classes[W-1:0] : value;
    term <= times_ports ? by_ports[W-1:0] : scaled;
    lost <= (times_classes && by_classes[W+2:W] != '0) || (times_ports && by_ports[W+5:W] != '0);
    sum <= next & {W{!clears}};
    over <= carry || lost;
    if (step == 5'd5) headroom_bad <= over;
    pools_bad <= step != 5'd5 && (pools_bad || over);
  end

  logic ttl_bad, stages_bad;
  generate
    if (HasTtl) begin : g_ttl
      // A partition passes in step s and is compared in s + 1. The ring is in place.
      logic [7:0] cls, last_class, first_class;
      logic [W+2:0] up, threshold;
      logic [W+5:0] least;
      logic half, counts, phi_zero;
      assign half = s_ttl_options[sluice_pkg::TTL_HALF];
      assign cls = {3'b0, step} - 8'd6;
      assign first_class = half ? 8'd0 : 8'd1;
      assign up = {3'b0, value} << s_alpha[1:0];
      always_ff @(posedge clk) begin
        last_class <= half ? (s_ttl0 - 8'd1) >> 1 : s_ttl0 - 8'd1;
        least <= (W + 6)'(s_max_packet) * (W + 6)'(NP);
        threshold <= s_alpha[3] ? {3'b0, value >> (3'd0 - s_alpha[2:0])} : up;
        counts <= turn_partitions && cls >= first_class && cls <= last_class;
        phi_zero <= s_phi == '0;
        if (commit) ttl_bad <= 1'b0;
        else if (counts && ({6'b0, scaled} < least || threshold < {3'b0, s_max_packet})) ttl_bad <= 1'b1;
        else if (step == 5'd13 && (!phi_zero || s_ttl0 < 8'd2 || last_class >= 8'(NC))) ttl_bad <= 1'b1;
      end
    end else begin : g_no_ttl
      assign ttl_bad = 1'b0;
    end
    if (HasStages || HasLinear) begin : g_gfc
      // Looked at in step 13: PRIVATE is in place.
      logic [W-1:0] d;
      logic range_bad, table_bad, rates_bad;
      always_ff @(posedge clk) begin
        d <= s_top - s_base;
        range_bad <= s_top > s_phi || !(s_base < s_top);
        if (commit) stages_bad <= 1'b0;
        else if (table_bad || (step == 5'd13 && (range_bad || rates_bad))) stages_bad <= 1'b1;
      end
      logic linear_bad;
      assign linear_bad = HasLinear && s_scheme == sluice_pkg::GFC_LINEAR && (32'(d) >= 32'd65535 || s_room_clocks == '0);
      if (HasStages) begin : g_stages
        // A stage passes in step s, beside the one below; the comparison counts in s + 1.
        logic [W-1:0] here, under, shifted;
        logic staged, looks, falls, high, few;
        assign here = s_stage[W-1:0];
        assign staged = s_scheme == sluice_pkg::GFC;
        always_ff @(posedge clk) begin
          under <= turn_stages ? here : s_base;
          falls <= !(under < here);
          high <= here > s_top;
          looks <= staged && !s_stages[4] && turn_stages && step <= 5'(s_stages[3:0]) + 5'd1;
          shifted <= d >> s_stages[3:0];
          few <= shifted < W'(2) || (d & (d - 1'b1)) != '0;
          rates_bad <= linear_bad ||
              (staged && (s_stages[3:0] == '0 || s_cell_step == '0 || (s_stages[4] && few)));
        end
        assign table_bad = looks && (falls || high);
      end else begin : g_no_stages
        assign table_bad = 1'b0;
        always_ff @(posedge clk) rates_bad <= linear_bad;
      end
    end else begin : g_no_gfc
      assign stages_bad = 1'b0;
    end
  endgenerate

  logic value_bad, scheme_bad, alpha_bad, xon_bad, refresh_late;
  logic [3:0] found, verdict;
  always_comb begin
    if (value_bad) found = sluice_pkg::BAD_VALUE;
    else if (scheme_bad) found = sluice_pkg::BAD_SCHEME;
    else if (alpha_bad) found = sluice_pkg::BAD_ALPHA;
    else if (pools_bad || over) found = sluice_pkg::BAD_POOLS;
    else if (packet_zero || (headroom_bad && !is_gfc)) found = sluice_pkg::BAD_HEADROOM;
    else if (xon_bad) found = sluice_pkg::BAD_XON;
    else if (refresh_low || refresh_late || quanta_zero) found = sluice_pkg::BAD_TIMES;
    else if (is_ttl && ttl_bad) found = sluice_pkg::BAD_TTL;
    else if (is_gfc && stages_bad) found = sluice_pkg::BAD_STAGES;
    else found = sluice_pkg::OK;
  end

  logic accepted;  // the last step of a commit with nothing against it but, perhaps, that the buffer is not empty
  always_ff @(posedge clk) begin
    value_bad <= too_big != '0;
    scheme_bad <= ({2'b0, SCHEMES} & (8'd1 << s_scheme)) == '0;
    alpha_bad <= s_alpha == 4'b1000 || (!s_alpha[3] && s_alpha[2]);
    xon_bad <= HasStatic && s_scheme == sluice_pkg::STATIC && s_xon > s_xoff;
    refresh_late <= ({1'b0, s_pause_time} + {1'b0, s_not_refresh}) >> 16 == '0;
    verdict <= found;
    accepted <= !rst && step == 5'd18 && found == sluice_pkg::OK;
  end

  assign restart = accepted && (!structural || empty);
  assign restructure = accepted && structural && empty;
  assign new_shared = s_shared;

  // Complements: these two are subtracted everywhere, and a carry chain cannot invert its operand.
  logic [W-1:0] not_phi, not_shared;
  assign phi = ~not_phi;
  assign shared = ~not_shared;
  assign new_partition = s_partition;

  always_ff @(posedge clk) begin
    if (rst) begin
      error <= 1'b1;
      reason <= sluice_pkg::UNCONFIGURED;
      configured <= 1'b0;
    end else if (last) begin
      error <= !restart;
      reason <= restart ? sluice_pkg::OK : verdict != sluice_pkg::OK ? verdict : sluice_pkg::BUSY;
      configured <= configured || restart;
    end
    if (rst) begin
      not_phi <= '1;
      not_shared <= '1;
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
      room_clocks <= '0;
    end else if (restart) begin
      not_phi <= ~s_phi;
      not_shared <= ~s_shared;
      eta <= s_eta;
      lossless <= s_lossless;
      ttl0 <= s_ttl0;
      ttl_options <= s_ttl_options;
      if (HasAlpha) alpha <= s_alpha;
      xoff <= s_xoff;
      xon <= s_xon;
      delta_q <= s_delta_q;
      delta_p <= s_delta_p;
      pause_time <= s_pause_time;
      refresh <= ~s_not_refresh;
      quanta_step <= s_quanta_step;
      native <= s_native;
      weight <= s_weight;
      stage_top <= s_top;
      stage_base <= s_base;
      stages <= s_stages;
      stage_cells <= s_stage;
      cell_step <= s_cell_step;
      room_clocks <= s_room_clocks;
    end
  end

  // What is known of the scheme lets the logic of those that are not built go away. Between SIH and DSH one bit is all,
  // in the unconfigured MMU too, which has nothing to pause.
  generate
    if ((SCHEMES & 6'b111001) == '0) begin : g_one_bit
      logic dsh;
      always_ff @(posedge clk) if (rst) dsh <= !SCHEMES[sluice_pkg::SIH]; else if (restart) dsh <= is_dsh;
      assign scheme = {1'b0, dsh, !dsh};
    end else begin : g_scheme
      localparam logic [2:0] Bits = {SCHEMES[5:4] != '0, SCHEMES[3:2] != '0, SCHEMES[5] || SCHEMES[3] || SCHEMES[1]};
      always_ff @(posedge clk) if (rst) scheme <= '0; else if (restart) scheme <= s_scheme & Bits;
    end
  endgenerate
endmodule
`default_nettype wire

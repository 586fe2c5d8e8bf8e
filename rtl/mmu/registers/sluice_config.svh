  // A configuration takes effect as a whole, at the end of a commit that is not refused, or not at all. Structural
  // values change only while the MMU is empty, or before the first configuration. The active value of any register is
  // the one that the host wrote last before the commit.
  localparam int Set = 4 * W + NC + CW + 8 + 3 + 4 + 3 * 16 + 1 + 2 * W + 5 + 15 * W + 24 + 32 + 7;
  logic f_started, f_restart, f_restart1, f_restart2, f_restart3, f_restructure, f_last, f_rst;
  logic [Set-1:0] f_set, f_set1;
  logic [5*W+3:0] f_delayed, f_delayed1;
  logic [2:0] f_resets = '0;
  assign f_started = f_resets == '1;
  assign f_set = {scheme, cfg.eta, cfg.headroom_pool, cfg.port_headroom, cfg.max_packet, lossless, last_lossless,
      cfg.ttl0, cfg.ttl_options, cfg.alpha, cfg.pause_time,
                  cfg.refresh, cfg.quanta_step, cfg.native, cfg.stage_top, cfg.stage_base, cfg.stages, cfg.stage_cells,
                  cfg.cell_step, cfg.drain_cycles};
  assign f_delayed = {cfg.alpha_lossy, cfg.phi, cfg.xoff, cfg.xon, cfg.delta_q, cfg.delta_p};
  // Value that the host wrote last; that value in the last commit that took effect, and the cycles since then; staged
  // and active value of the register
  logic [31:0] f_written, f_committed, f_staged, f_active, f_mask;
  logic [2:0] f_since;
  // the build uses the register, and its active value is here; in this commit the register was on the bus
  logic f_uses, f_passed;
  logic [NC-1:0] f_one_below;
  assign f_one_below = lossless >> 1;
  always_comb begin
    f_uses = sluice_pkg::built(32'(f_register), NC, SCHEMES);
    {f_staged, f_active, f_mask} = '0;
    case (f_register)
      sluice_pkg::REG_PRIVATE: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(W), 32'(s_phi), 32'(cfg.phi)};
      sluice_pkg::REG_HEADROOM: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(HeadroomBits), 32'(s_eta),
          32'(cfg.eta)};
      sluice_pkg::REG_HEADROOM_POOL: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(W), 32'(s_headroom_pool),
          32'(cfg.headroom_pool)};
      sluice_pkg::REG_PORT_HEADROOM: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(W), 32'(s_port_headroom),
          32'(cfg.port_headroom)};
      sluice_pkg::REG_LOSSLESS: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(NC), 32'(s_lossless),
          32'(lossless)};
      sluice_pkg::REG_TTL0: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(8), 32'(s_ttl0), 32'(cfg.ttl0)};
      sluice_pkg::REG_TTL_OPTIONS: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(3), 32'(s_ttl_options),
          32'(cfg.ttl_options)};
      sluice_pkg::REG_MAX_PACKET: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(PacketBits), 32'(s_max_packet),
          32'(cfg.max_packet)};
      sluice_pkg::REG_ALPHA: {f_uses, f_mask, f_staged, f_active} = {f_uses &&
          HasAlpha, f_bits(4), 32'(s_alpha), 32'(cfg.alpha)};
      sluice_pkg::REG_XOFF: {f_uses, f_mask, f_staged, f_active} = {f_uses &&
          HasStatic, f_bits(W), 32'(s_xoff), 32'(cfg.xoff)};
      sluice_pkg::REG_XON: {f_uses, f_mask, f_staged, f_active} = {f_uses &&
          HasStatic, f_bits(W), 32'(s_xon), 32'(cfg.xon)};
      sluice_pkg::REG_DELTA_Q: {f_uses, f_mask, f_staged, f_active} = {f_uses &&
          HasAlpha, f_bits(W), 32'(unused_delta_q), 32'(cfg.delta_q)};
      sluice_pkg::REG_DELTA_P: {f_uses, f_mask, f_staged, f_active} = {f_uses &&
          HasDsh, f_bits(W), 32'(unused_delta_p), 32'(cfg.delta_p)};
      sluice_pkg::REG_PAUSE_TIME: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(16), 32'(s_pause_time),
          32'(cfg.pause_time)};
      sluice_pkg::REG_REFRESH: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(16), 32'(s_refresh),
          32'(cfg.refresh)};
      sluice_pkg::REG_QUANTA_STEP: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(16), 32'(s_quanta_step),
          32'(cfg.quanta_step)};
      sluice_pkg::REG_NATIVE: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(1), 32'(unused_native),
          32'(cfg.native)};
      sluice_pkg::REG_STAGE_TOP: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(W), 32'(s_top),
          32'(cfg.stage_top)};
      sluice_pkg::REG_STAGE_BASE: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(W), 32'(s_base),
          32'(cfg.stage_base)};
      sluice_pkg::REG_STAGES: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(5), 32'(s_stages),
          32'(cfg.stages)};
      sluice_pkg::REG_CELL_STEP: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(24), 32'(unused_cell_step),
          32'(cfg.cell_step)};
      sluice_pkg::REG_DRAIN_CYCLES: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(32),
          32'(unused_drain_cycles), 32'(cfg.drain_cycles)};
      sluice_pkg::REG_ALPHA_LOSSY: {f_uses, f_mask, f_staged, f_active} = {f_uses, f_bits(4), 32'(unused_alpha_lossy),
          32'(cfg.alpha_lossy)};
      sluice_pkg::REG_SCHEME: {f_mask, f_staged, f_active} = {f_bits(3), 32'(s_scheme), 32'(f_scheme)};
      // TTL needs the staged value of SHARED; sluice_pool_free has the active one.
      sluice_pkg::REG_SHARED: {f_uses, f_mask, f_staged, f_active} = {HasTtl, f_bits(W), 32'(s_shared),
          f_committed & f_bits(W)};
      default: f_uses = 1'b0;
    endcase
    for (int k = 0; k < 15; k++)
      if (HasStages && f_register == sluice_pkg::REG_STAGE + 6'(k))
        {f_uses, f_mask, f_staged, f_active} = {1'b1, f_bits(W), 32'(f_stages_staged[k*W+:W]),
            32'(stage_cells[k*W+:W])};
    f_scheme = '0;
    for (int i = 0; i < 7; i++) if (scheme[i]) f_scheme |= 3'(i);
  end
  function automatic logic [31:0] f_bits(input int bits);
    f_bits = 32'((33'd1 << bits) - 33'd1);
  endfunction
  logic [2:0] f_scheme;
  logic [15*W-1:0] f_stages_staged;
  generate
    for (k = 0; k < 15; k = k + 1) begin : g_staged
      assign f_stages_staged[k*W+:W] = g_stage[k].unused_stage;
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (rst) {f_written, f_since} <= '0;
    else begin
      if (write && !busy && addr == f_register && (sluice_pkg::built(32'(f_register), NC, SCHEMES) ||
          (PORT_LIMITS && f_register == sluice_pkg::REG_PORT_SELECT))) f_written <= wdata;
      f_since <= restart ? 3'd1 : f_since + 3'(f_since != '0 && f_since != '1);
    end
    if (restart) f_committed <= f_written;
    f_passed <= !rst && busy && (f_passed || commit.addr == f_register);
    if (!f_started) f_resets <= f_resets + 1'b1;
    f_rst <= rst;
    {f_restart, f_restart1, f_restart2, f_restart3, f_restructure, f_last} <= {restart, f_restart, f_restart1,
        f_restart2, restructure, last};
    {f_set1, f_delayed1} <= {f_set, f_delayed};
  end
  // PORT_LIMITS: the limit that the host wrote last for the port or, without one, for all ports
  logic [31:0] f_own_limit, f_common_limit, f_written_limit;
  logic [6:0] f_select;
  logic f_own, f_limit_here, f_limit_passed;  // the limit is on the bus; it was in this commit
  assign f_written_limit = f_own ? f_own_limit : f_common_limit;
  assign f_limit_here = commit.limit[f_limit] && commit.port == f_port;
  always_ff @(posedge clk) begin
    if (rst) {f_own, f_own_limit, f_common_limit, f_select} <= '0;
    else if (write && !busy) begin
      if (addr == sluice_pkg::limit_register(f_limit)) f_common_limit <= wdata;
      if (addr == sluice_pkg::REG_PORT_SELECT) f_select <= wdata[6:0];
      if (addr >= sluice_pkg::REG_PORT_WINDOW && f_select[5:0] == 6'(f_port) && f_select[6] == f_limit[2] &&
          addr[1:0] == f_limit[1:0]) {f_own, f_own_limit} <= {1'b1, wdata};
    end
    f_limit_passed <= !rst && busy && (f_limit_passed || f_limit_here);
  end
  always_comb begin
    // A3: the limit and its port exist
    assume (32'(f_limit) < sluice_pkg::LIMITS && 32'(f_port) < NP &&
        sluice_pkg::built(32'(sluice_pkg::limit_register(f_limit)), NC, SCHEMES));
    // A1: the reset lasts longer than every pipeline
    assume (f_started == !rst);
    // A2: sluice_check: a commit of a scheme that is not built is refused
    assume (!restart || f_register != sluice_pkg::REG_SCHEME || (8'(SCHEMES) >> f_written[2:0]) & 1'b1);
    if (f_started && !f_rst) begin
      // P1: values change only when a commit takes effect
      a_whole: assert (f_restart || f_set == f_set1);
      // P2: PRIVATE, XOFF and XON change one cycle later, DELTA_Q and DELTA_P two
      a_thresholds: assert (((f_restart1 && !rst) || {cfg.phi, cfg.xoff, cfg.xon} == f_delayed1[5*W-1-:3*W]) &&
          (f_restart2 || {cfg.delta_q, cfg.delta_p} == f_delayed1[2*W-1:0]));
      // P3: ALPHA_LOSSY changes three cycles later
      a_lossy: assert ((f_restart3 && !rst) || cfg.alpha_lossy == f_delayed1[5*W+:4]);
      // P4: a commit takes effect in its last cycle
      a_ends: assert (!restart || last);
      // P5: error and reason report the result
      a_answer: assert (!f_last || (error == !f_restart && (reason == sluice_pkg::OK) == f_restart));
      // P6: structural values change only while the MMU is empty, or before the first configuration
      a_empty: assert (!restructure || empty || !configured);
      // P7: the active value is the one that the host wrote last before the commit
      a_active: assert (f_since < 3'd4 || !f_uses || f_active == (f_committed & f_mask));
      // P8: the same for SHARED, which sluice_pool_free stores, and for the commit bus
      a_shared: assert (!restructure || f_register != sluice_pkg::REG_SHARED || new_shared == f_written[W-1:0]);
      a_bus: assert (commit.addr != f_register || f_register > sluice_pkg::REG_ALPHA_LOSSY || !busy ||
          commit.data == f_written);
      // P9: values that are derived from LOSSLESS, SCHEME and TTL_OPTIONS
      for (int i = 0; i < NC; i++) assert (f_since == '0 || !lossless[i] ||
          (CW'(i) <= last_lossless && lossless[last_lossless]));
      a_pausable: assert (f_since == '0 || pausable == (down ? f_one_below : lossless));
      a_down: assert (f_since == '0 || !HasTtl || down == (scheme[sluice_pkg::TTL] &&
          !(cfg.ttl_options[sluice_pkg::TTL_HALF] && cfg.ttl_options[sluice_pkg::TTL_ODD])));
      // P10: lemma: the registers have the written values
      a_written: assert (f_in_registers == f_written);
      // P11: lemma: each register is on the bus in each commit
      a_passed: assert (!busy || f_register > sluice_pkg::REG_ALPHA_LOSSY || 7'(at) < 7'(f_register) + 7'd4 ||
          f_front || f_passed);
      // P12: lemma: from then on its staged value is the written value
      a_staged: assert (!f_passed || !f_uses || f_staged == (f_written & f_mask));
      // The end of a commit is 66 cycles after its begin, too far for a search from power-up.
      c_bus: cover (busy && commit.addr == f_register && f_uses && f_written != '0);
      c_staged: cover (f_passed && f_uses && f_staged != '0);
      c_ignored: cover (write && busy && addr == f_register && f_uses && wdata != f_written);
      if (PORT_LIMITS) begin
        // P18: a limit on the commit bus is the one that the host wrote last for the port, else for all ports
        a_limit: assert (!busy || !f_limit_here || commit.data == f_written_limit);
        // P19: each limit of each port is on the bus before a commit takes effect
        a_limits: assert (!restart || f_limit_passed);
        // P20: structural limits change only while no packet comes to their ports and these are empty
        a_idle: assert (!restart || !configured || rebuilt || !some_limits || !disturbed || empty);
        c_own: cover (f_limit_here && f_own && f_written_limit != f_common_limit);
        // P21: lemma: the registers have the written limits
        a_own: assert (f_in_limits == f_written_limit && f_in_own == f_own && f_in_select == f_select);
        // P23: lemma: the limits have their place in the sequence
        a_turn: assert (!at_limit || (at == sluice_pkg::REG_PAUSE_TIME && !idle && !f_front));
        a_done: assert (idle || (f_done ? at >= sluice_pkg::REG_PAUSE_TIME && !at_limit :
            at <= sluice_pkg::REG_PAUSE_TIME || f_front));
        a_before: assert (!busy || f_front || f_register > sluice_pkg::REG_DELTA_P || f_passed ||
            !(f_done || (at_limit && 9'({f_port_at, f_limit_at}) >= 9'd4)));
        a_ports: assert (!accepted_ports || (!rebuilt && !structural));
        // P22: lemma: when a limit was on the bus
        a_place: assert (!busy || f_limit_passed || !(at >= 6'd28 ||
            (at_limit && 9'({f_port_at, f_limit_at}) >= 9'({f_port, f_limit}) + 9'd4)));
      end
      // P24: lemma: the lemmas inside hold, which need a reset
      a_reset: assert (f_reset);
      // P13: lemma: the sequence
      a_busy: assert (ending == (at == 6'd61 && !idle) && last == (at == 6'd62 && !idle) && (!accepted || last));
      // P14: lemma: the position in the sequence
      a_at: assert (idle ? at == sluice_pkg::REG_MAX_PACKET || at == 6'd63 : at <= 6'd62);
      // P17: lemma: the first two registers of the sequence
      a_front: assert (!f_front || at == sluice_pkg::REG_MAX_PACKET || at == sluice_pkg::REG_ALPHA);
      // P15: lemma: accepted
      a_accepted: assert (!accepted || ((!rebuilt || !configured) && !structural));
      // P16: lemma: the last cycle
      a_last: assert ((!accepted && !accepted_empty && !accepted_ports) || last);
    end
  end

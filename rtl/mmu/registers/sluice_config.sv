// Configuration: registers as written, and the active ones [spec 8]. A write to COMMIT checks all registers together.
// Then either all become active, or nothing changes and the reason is reported. A configuration that would break an
// invariant of the buffer never becomes active.
// Registers of schemes that are not built do not exist. A register that every build has, but that the build's schemes
// do not use, has only its written value.
// sluice_registers has the written values, sluice_commit_seq puts them on the commit bus one per cycle, three modules
// sluice_check* check them.
// sluice_shadow has the staged and the active value. Registers that are used for one class at a time are in a
// sluice_shadow_ram of the using module.
// Latency: COMMIT in cycle t, result and new values in t + 66; with PORT_LIMITS 8 NP + 2 cycles later. Writes in
// between are ignored. Exceptions:
// - XOFF and XON change one cycle later.
// - PRIVATE changes one cycle later, while nothing is held or under way.
// - DELTA_Q and DELTA_P change two cycles later: by then the pool_free that was scaled with the new alpha is at the
//   same stage of sluice_threshold, so no threshold mixes two configurations.
// - ALPHA_LOSSY changes three cycles later, since an enqueue uses it in its cycle 3.
// PORT_LIMITS: each port has its own PRIVATE, HEADROOM, XOFF, XON, PORT_HEADROOM, QUANTA_STEP, CELL_STEP and
// DRAIN_CYCLES, which the using modules have in sluice_limits.
`default_nettype none
module sluice_config #(
    parameter int NP = 4,                // ports
    parameter int NC = 8,                // classes
    parameter int W = 18,                // bits of a cell counter
    parameter logic [6:0] SCHEMES = 127,  // bit s: scheme s of sluice_pkg is built
    parameter int PW = 2,                // bits of a port
    parameter int CW = 3,                // bits of a class
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    clk, rst, write, addr, wdata, read, rvalid, rdata, empty, came, came_port, visit, visit_port, visit_holds,
    error, reason, commits, probes, cfg, restructure, new_shared, commit
);
  `SLUICE_CONFIG(NC, CW, W)
  `SLUICE_COMMIT(PW)
  input wire logic clk;           // clock
  input wire logic rst;           // synchronous reset, active high
  input wire logic write;         // write a register
  input wire logic [5:0] addr;    // number of the register
  input wire logic [31:0] wdata;  // value to write
  input wire logic read;          // read a register; not in a cycle with a write
  output logic rvalid;            // the value read, 4 cycles later
  output logic [31:0] rdata;      // 0 without rvalid
  input wire logic empty;         // no cell is in the buffer, under way, or to be returned; used only when configured
  // PORT_LIMITS: an enqueue in its cycle 1 and a visit in its cycle 6, see sluice_limits_change
  input wire logic came;
  input wire logic [PW-1:0] came_port;
  input wire logic visit;
  input wire logic [PW-1:0] visit_port;
  input wire logic visit_holds;
  output logic error;             // the last commit was refused
  output logic [3:0] reason;      // why it was refused, see sluice_pkg
  output logic commits;           // a commit is under way
  output logic probes;            // a commit needs visits: the limits of some port change
  output config_t cfg;            // the active values
  output logic restructure;       // the values that change only while the MMU is empty change at this clock edge
  output logic [W-1:0] new_shared;  // Bs after that edge
  output commit_t commit;         // the commit bus; take: a commit takes effect at this clock edge
  localparam logic HasStatic = SCHEMES[sluice_pkg::STATIC];
  localparam logic HasDsh = SCHEMES[sluice_pkg::DSH];
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasShp = SCHEMES[sluice_pkg::SHP];
  localparam logic HasStages = SCHEMES[sluice_pkg::GFC];
  localparam logic HasLinear = SCHEMES[sluice_pkg::GFC_LINEAR];
  localparam logic HasGfc = HasStages || HasLinear;
  localparam logic HasAlpha = SCHEMES[sluice_pkg::SIH] || HasDsh || HasTtl || HasShp;
  localparam int HeadroomBits = sluice_pkg::headroom_bits(W);
  localparam int PacketBits = sluice_pkg::packet_bits(W);

  logic idle, busy, ending, last, starts, restart, reg_written, structural, asked, first, rebuilt;
`ifdef FORMAL
  logic [5:0] at;
  logic f_front, f_done;
  logic [2:0] f_limit_at;
  logic [PW-1:0] f_port_at;
  (* anyconst *) logic [5:0] f_register;  // any register
  (* anyconst *) logic [2:0] f_limit;     // PORT_LIMITS: any limit
  (* anyconst *) logic [PW-1:0] f_port;   // of any port
  logic [31:0] f_in_limits;
  logic f_in_own;
  logic [6:0] f_in_select;
  logic f_reset = 1'b0;  // there was a reset
  always_ff @(posedge clk) f_reset <= f_reset || rst;
  logic [31:0] f_in_registers;
`endif
  logic [5:0] place, next;
  logic [7:0] row, column;
  logic [31:0] value;
  logic [13:0] status;
  logic at_limit, limit_written, some_limits, disturbed;
  logic [PW-1:0] written_port;
  logic [2:0] limit_soon;
  logic [PW-1:0] port_soon, limit_port;
  logic [sluice_pkg::LIMITS-1:0] limit_next;
  sluice_registers #(.NP(NP), .NC(NC), .SCHEMES(SCHEMES), .PW(PW), .PORT_LIMITS(PORT_LIMITS)) registers (
      .clk, .rst, .write, .read, .addr, .wdata, .rvalid, .rdata,
      .status, .idle, .asked, .reg_written, .structural, .limit_written, .written_port,
`ifdef FORMAL
      .watch(f_register), .watched(f_in_registers), .watch_limit(f_limit), .watch_port(f_port),
      .watched_limit(f_in_limits), .watched_own(f_in_own), .watched_select(f_in_select), .was_reset(f_reset),
`endif
      .at(place), .at_limit, .limit(limit_soon), .port(port_soon), .value);
  sluice_commit_seq #(.NP(NP), .PW(PW), .PORT_LIMITS(PORT_LIMITS)) commit_seq (
      .clk, .rst, .asked, .idle, .commit(starts), .busy, .ending, .last,
`ifdef FORMAL
      .was_reset(f_reset), .at, .watched(f_front), .watched_done(f_done), .watched_limit(f_limit_at),
      .watched_port(f_port_at),
`endif
      .place, .next, .row, .column, .first, .at_limit, .limit(limit_soon), .port(port_soon),
      .limit_next, .port_next(limit_port));

  assign commits = busy;

  // Active values that no shadow register holds
  logic configured, gfc, own_class, down;
  logic [6:0] scheme;
  logic [CW-1:0] last_lossless;
  logic [NC-1:0] lossless, pausable;
  logic [15:0] linear_range;
  logic [15*W-1:0] stage_cells;
  assign cfg.configured = configured;
  assign cfg.scheme = scheme;
  assign cfg.gfc = gfc;
  assign cfg.own_class = own_class;
  assign cfg.last_lossless = last_lossless;
  assign cfg.down = down;
  assign cfg.lossless = lossless;
  assign cfg.pausable = pausable;
  assign cfg.linear_range = linear_range;
  assign cfg.stage_cells = stage_cells;

  // The staged and active values
  logic restart1, restart2, restart3;
  always_ff @(posedge clk) {restart1, restart2, restart3} <= rst ? '0 : {restart, restart1, restart2};
  // registers: begin shadow signals (make registers)
  logic [2:0] s_scheme;
  logic [2:0] unused_scheme;
  logic [W-1:0] s_phi;
  logic [W-1:0] s_shared;
  logic [W-1:0] unused_shared;
  logic [HeadroomBits-1:0] s_eta;
  logic [W-1:0] s_headroom_pool;
  logic [W-1:0] s_port_headroom;
  logic [NC-1:0] s_lossless;
  logic [PacketBits-1:0] s_max_packet;
  logic [7:0] s_ttl0;
  logic [2:0] s_ttl_options;
  logic [3:0] s_alpha;
  logic [3:0] unused_alpha_lossy;
  logic [W-1:0] s_xoff;
  logic [W-1:0] s_xon;
  logic [W-1:0] unused_delta_q;
  logic [W-1:0] unused_delta_p;
  logic [15:0] s_pause_time;
  logic [15:0] s_refresh;
  logic [15:0] s_quanta_step;
  logic unused_native;
  logic [W-1:0] s_top;
  logic [W-1:0] s_base;
  logic [4:0] s_stages;
  logic [23:0] unused_cell_step;
  logic [31:0] unused_drain_cycles;
  // registers: end
  // registers: begin shadow pools (make registers)
  sluice_shadow #(.REGISTER(sluice_pkg::REG_SCHEME), .BITS(3)) set_scheme (
      .clk, .rst, .row, .column, .value(value[2:0]), .take(1'b0),
      .staged(s_scheme), .active(unused_scheme));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_PRIVATE), .BITS(W), .AGAIN(1), .ACTIVE_INVERTED(1)) set_phi (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart1),
      .staged(s_phi), .active(cfg.phi));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_SHARED), .BITS(W), .USED(HasTtl)) set_shared (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(1'b0),
      .staged(s_shared), .active(unused_shared));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_HEADROOM), .BITS(HeadroomBits)) set_eta (
      .clk, .rst, .row, .column, .value(value[HeadroomBits-1:0]), .take(restart),
      .staged(s_eta), .active(cfg.eta[HeadroomBits-1:0]));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_HEADROOM_POOL), .BITS(W), .USED(HasShp), .ENABLED(1)) set_headroom_pool (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart),
      .staged(s_headroom_pool), .active(cfg.headroom_pool));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_PORT_HEADROOM), .BITS(W), .USED(HasShp), .ENABLED(1)) set_port_headroom (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart),
      .staged(s_port_headroom), .active(cfg.port_headroom));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_LOSSLESS), .BITS(NC)) set_lossless (
      .clk, .rst, .row, .column, .value(value[NC-1:0]), .take(restart),
      .staged(s_lossless), .active(lossless));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_MAX_PACKET), .BITS(PacketBits), .ACTIVE_INVERTED(1)) set_max_packet (
      .clk, .rst, .row, .column, .value(value[PacketBits-1:0]), .take(restart),
      .staged(s_max_packet), .active(cfg.max_packet[PacketBits-1:0]));
  // registers: end
  // pool_free holds the active value, so SHARED is used when it is on the bus for the second time. TTL needs SHARED one
  // cycle later.
  assign new_shared = HasTtl ? s_shared : value[W-1:0];
  // Derived from the lossless classes, before the commit ends
  logic [CW-1:0] s_last;
  always_ff @(posedge clk) begin
    s_last <= '0;
    for (int i = 0; i < NC; i++) if (s_lossless[i]) s_last <= CW'(i);
    last_lossless <= rst ? '0 : (s_last & {CW{restart}}) | (last_lossless & ~{CW{restart}});
  end
  generate
    if (HasTtl) begin : g_pausable
      logic s_down;
      logic [NC-1:0] s_pausable;
      always_ff @(posedge clk) begin
        s_down <= s_scheme == sluice_pkg::TTL && !(s_ttl_options[sluice_pkg::TTL_HALF] &&
            s_ttl_options[sluice_pkg::TTL_ODD]);
        s_pausable <= s_down ? s_lossless >> 1 : s_lossless;
        down <= !rst && ((s_down && restart) || (down && !restart));  // see sluice_shadow
        pausable <= rst ? '0 : (s_pausable & {NC{restart}}) | (pausable & ~{NC{restart}});
      end
    end else begin : g_all_pausable
      assign down = 1'b0;
      assign pausable = lossless;
    end
  endgenerate
  // registers: begin shadow others (make registers)
  sluice_shadow #(.REGISTER(sluice_pkg::REG_TTL0), .BITS(8), .USED(HasTtl), .ACTIVE_INVERTED(1), .ENABLED(1)) set_ttl0 (
      .clk, .rst, .row, .column, .value(value[7:0]), .take(restart),
      .staged(s_ttl0), .active(cfg.ttl0));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_TTL_OPTIONS), .BITS(3), .USED(HasTtl), .ENABLED(1)) set_ttl_options (
      .clk, .rst, .row, .column, .value(value[2:0]), .take(restart),
      .staged(s_ttl_options), .active(cfg.ttl_options));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_ALPHA), .BITS(4), .USED(HasAlpha)) set_alpha (
      .clk, .rst, .row, .column, .value(value[3:0]), .take(restart),
      .staged(s_alpha), .active(cfg.alpha));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_ALPHA_LOSSY), .BITS(4)) set_alpha_lossy (
      .clk, .rst, .row, .column, .value(value[3:0]), .take(restart3),
      .staged(unused_alpha_lossy), .active(cfg.alpha_lossy));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_XOFF), .BITS(W), .USED(HasStatic), .STAGED_INVERTED(1),
      .ENABLED(1)) set_xoff (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart1),
      .staged(s_xoff), .active(cfg.xoff));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_XON), .BITS(W), .USED(HasStatic), .ENABLED(1)) set_xon (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart1),
      .staged(s_xon), .active(cfg.xon));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_DELTA_Q), .BITS(W), .USED(HasAlpha), .AGAIN(1), .ENABLED(1)) set_delta_q (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart2),
      .staged(unused_delta_q), .active(cfg.delta_q));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_DELTA_P), .BITS(W), .USED(HasDsh), .ENABLED(1)) set_delta_p (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart2),
      .staged(unused_delta_p), .active(cfg.delta_p));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_PAUSE_TIME), .BITS(16)) set_pause_time (
      .clk, .rst, .row, .column, .value(value[15:0]), .take(restart),
      .staged(s_pause_time), .active(cfg.pause_time));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_REFRESH), .BITS(16), .STAGED_INVERTED(1)) set_refresh (
      .clk, .rst, .row, .column, .value(value[15:0]), .take(restart),
      .staged(s_refresh), .active(cfg.refresh));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_QUANTA_STEP), .BITS(16)) set_quanta_step (
      .clk, .rst, .row, .column, .value(value[15:0]), .take(restart),
      .staged(s_quanta_step), .active(cfg.quanta_step));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_NATIVE), .BITS(1)) set_native (
      .clk, .rst, .row, .column, .value(value[0]), .take(restart),
      .staged(unused_native), .active(cfg.native));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_STAGE_TOP), .BITS(W), .USED(HasGfc), .ENABLED(1)) set_stage_top (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart),
      .staged(s_top), .active(cfg.stage_top));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_STAGE_BASE), .BITS(W), .USED(HasGfc), .ENABLED(1)) set_stage_base (
      .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart),
      .staged(s_base), .active(cfg.stage_base));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_STAGES), .BITS(5), .USED(HasStages), .ENABLED(1)) set_stages (
      .clk, .rst, .row, .column, .value(value[4:0]), .take(restart),
      .staged(s_stages), .active(cfg.stages));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_CELL_STEP), .BITS(24), .USED(HasStages), .ENABLED(1)) set_cell_step (
      .clk, .rst, .row, .column, .value(value[23:0]), .take(restart),
      .staged(unused_cell_step), .active(cfg.cell_step));
  sluice_shadow #(.REGISTER(sluice_pkg::REG_DRAIN_CYCLES), .BITS(32), .USED(HasLinear), .ENABLED(1)) set_drain_cycles (
      .clk, .rst, .row, .column, .value, .take(restart),
      .staged(unused_drain_cycles), .active(cfg.drain_cycles));
  // registers: end
  logic [5:0] bus_addr;
  logic [sluice_pkg::LIMITS-1:0] bus_limit;
  logic [PW-1:0] bus_port;
  always_ff @(posedge clk) {bus_addr, bus_limit, bus_port} <= {next, limit_next, limit_port};
  assign commit = {bus_addr, value, restart, bus_limit, bus_port};
  genvar k;
  generate
    if (HeadroomBits < W) begin : g_eta
      assign cfg.eta[W-1:HeadroomBits] = '0;
    end
    if (PacketBits < W) begin : g_max_packet
      assign cfg.max_packet[W-1:PacketBits] = '0;
    end
    for (k = 0; k < 15; k = k + 1) begin : g_stage
      logic [W-1:0] unused_stage;
      sluice_shadow #(.REGISTER(sluice_pkg::REG_STAGE + 6'(k)), .BITS(W), .USED(HasStages), .ENABLED(1)) set_stage (
          .clk, .rst, .row, .column, .value(value[W-1:0]), .take(restart),
          .staged(unused_stage), .active(stage_cells[k*W+:W]));
    end
  endgenerate

  // Constant bits of the scheme remove the logic of schemes that are not built. Between SIH and DSH one bit is enough,
  // also while unconfigured, because there is nothing to pause. If a single scheme is built, all bits are constant.
  generate
    if (SCHEMES == 7'b0000110) begin : g_one_bit
      logic dsh;
      always_ff @(posedge clk)
        if (rst) dsh <= !SCHEMES[sluice_pkg::SIH];
        else dsh <= (restart && HasDsh && s_scheme == sluice_pkg::DSH) || (!restart && dsh);  // see sluice_shadow
      assign scheme = {4'b0, dsh, !dsh, 1'b0};
      assign gfc = 1'b0;
      assign own_class = 1'b1;
    end else if (SCHEMES == 7'b0000001 || SCHEMES == 7'b0000010 || SCHEMES == 7'b0000100) begin : g_one
      assign scheme = SCHEMES;
      assign gfc = 1'b0;
      assign own_class = 1'b1;
    end else begin : g_scheme
      // While unconfigured the scheme is STATIC.
      logic [8:0] decoded, active_value;
      always_ff @(posedge clk) begin
        decoded <= {s_scheme != sluice_pkg::TTL, s_scheme == sluice_pkg::GFC ||
            s_scheme == sluice_pkg::GFC_LINEAR, 7'd1 << s_scheme};
        // see sluice_shadow
        active_value <= rst ? 9'h100 | 9'd1 << sluice_pkg::STATIC :
            (decoded & {9{restart}}) | (active_value & ~{9{restart}});
      end
      assign scheme = active_value[6:0] & SCHEMES;
      assign gfc = HasGfc && active_value[7];
      assign own_class = !HasTtl || active_value[8];
    end
  endgenerate

  // The checks
  logic ttl_bad, stages_bad, clean;
  logic [3:0] found, check_result;
  logic [W-1:0] reserved;
  logic reserved_lost;
  logic [5:0] limits_bad;
  logic at_port;
  logic [PW-1:0] failed_port;
  generate
    if (PORT_LIMITS) begin : g_limits
      sluice_check_limits #(.W(W), .PW(PW), .SCHEMES(SCHEMES)) check_limits (
          .clk, .rst, .start(starts), .limit(limit_next), .port(limit_port), .value, .scheme(s_scheme),
          .max_packet(W'(s_max_packet)), .headroom_pool(s_headroom_pool), .stage_top(s_top),
          .quanta_step(s_quanta_step), .reserved,
          .lost(reserved_lost), .bad(limits_bad), .last, .found(check_result), .at_port, .failed_port);
      sluice_limits_change #(.NP(NP), .PW(PW)) change (
          .clk, .rst, .written(limit_written), .written_port, .start(starts), .take(restart), .came, .came_port, .visit,
          .visit_port, .visit_holds, .some(some_limits), .disturbed);
    end else begin : g_no_limits
      assign {reserved, reserved_lost, limits_bad, at_port, failed_port, some_limits, disturbed} = '0;
      logic unused_change;
      assign unused_change = ^{limit_written, written_port, came, came_port, visit, visit_port, visit_holds};
    end
  endgenerate
  sluice_check #(.NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES), .PORT_LIMITS(PORT_LIMITS)) check (
      .clk, .start(starts), .row, .column, .first, .value, .scheme(s_scheme), .headroom(s_eta),
      .lossless(s_lossless), .xoff(s_xoff), .xon(s_xon),
      .headroom_pool(s_headroom_pool), .port_headroom(s_port_headroom), .max_packet(W'(s_max_packet)),
      .pause_time(s_pause_time), .refresh(s_refresh), .quanta_step(s_quanta_step), .ttl_bad, .stages_bad,
      .limit(limit_next), .reserved, .reserved_lost, .limits_bad, .found, .clean);
  generate
    if (!HasTtl && !HasGfc) begin : g_no_private
      logic unused_phi;
      assign unused_phi = ^s_phi;
    end
    if (HasTtl) begin : g_ttl
      sluice_check_ttl #(.NP(NP), .NC(NC), .W(W)) check_ttl (
          .clk, .start(starts), .next, .first, .value(value[W-1:0]),
          .alpha(s_alpha), .phi(PORT_LIMITS ? {W{1'b0}} : s_phi), .ttl0(s_ttl0),
          .half(s_ttl_options[sluice_pkg::TTL_HALF]), .bad(ttl_bad));
    end else begin : g_no_ttl
      assign ttl_bad = 1'b0;
      logic unused_ttl;
      assign unused_ttl = ^{s_ttl0, s_ttl_options, s_alpha};
    end
    if (HasGfc) begin : g_gfc
      logic [15:0] s_range;
      if (HasLinear) begin : g_range
        always_ff @(posedge clk) if (restart) linear_range <= s_range;
      end else begin : g_no_range
        assign linear_range = '0;
        logic unused_range;
        assign unused_range = ^s_range;
      end
      sluice_check_stages #(.W(W), .STAGED(HasStages), .LINEAR(HasLinear), .PORT_LIMITS(PORT_LIMITS)) check_stages (
          .clk, .start(starts), .next, .value, .scheme(s_scheme), .phi(s_phi),
          .top(s_top), .base(s_base), .stages(s_stages), .range(s_range), .bad(stages_bad));
    end else begin : g_no_gfc
      assign stages_bad = 1'b0;
      assign linear_range = '0;
      logic unused_stages;
      assign unused_stages = ^{s_top, s_base, s_stages};
    end
  endgenerate

  // The last cycle. The checks are done; only whether the MMU is empty is tested in this cycle.
  logic accepted, accepted_empty, accepted_ports, same;
  assign restart = accepted || (accepted_empty && empty) || (accepted_ports && !disturbed);
  assign probes = busy && some_limits && !rebuilt && configured;
  assign restructure = restart && rebuilt;
  always_ff @(posedge clk) begin
    check_result <= found;
    if (rst) begin
      error <= 1'b1;
      reason <= sluice_pkg::UNCONFIGURED;
      configured <= 1'b0;
      {accepted, accepted_empty, accepted_ports, same, rebuilt} <= '0;
    end else begin
      accepted <= ending && clean && ((!rebuilt && !some_limits) || !configured);
      accepted_ports <= ending && clean && !rebuilt && some_limits;
      accepted_empty <= ending && clean;
      if (last) begin
        error <= !restart;
        reason <= restart ? sluice_pkg::OK : check_result != sluice_pkg::OK ? check_result : sluice_pkg::BUSY;
      end
      configured <= configured || restart;
      same <= restart || (same && !reg_written);
      rebuilt <= structural || (rebuilt && !restart);
    end
  end
  always_comb begin
    status = '0;
    status[sluice_pkg::STATUS_REASON+:4] = reason;
    status[sluice_pkg::STATUS_CONFIGURED] = configured;
    status[sluice_pkg::STATUS_ACTIVE] = same && !reg_written;
    status[sluice_pkg::STATUS_BUSY] = busy;
    status[sluice_pkg::STATUS_AT_PORT] = at_port;
    status[sluice_pkg::STATUS_PORT+:PW] = failed_port;
  end

`ifdef FORMAL_CONFIG
`include "sluice_config.svh"
`endif
endmodule
`default_nettype wire

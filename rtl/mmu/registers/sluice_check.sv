// Checks a staged configuration against the invariants of the buffer [spec 3, 5, 8] and finds the lowest reason against
// it. TTL and GFC have own modules.
// One adder sums the cells of all registers, twice. First sum: the complement of HEADROOM and MAX_PACKET; a carry means
// that the packet is larger.
// Second sum: the complement of BUFFER and the pools; a carry, or a multiple that does not fit, means that the pools
// are larger. Only queues of lossless classes have headroom, so HEADROOM is added once for each lossless class, in the
// cycles of registers 24 to 31, which are no pools.
// PORT_LIMITS: PRIVATE is added for each port, and instead of HEADROOM times NP the sum of sluice_check_limits.
// Latency: value on the commit bus in cycle t: included in found in t + 2; as part of the pools in t + 5.
`default_nettype none
module sluice_check #(
    parameter int NP = 4,               // ports
    parameter int NC = 8,               // classes
    parameter int W = 18,               // bits of a cell counter
    parameter logic [6:0] SCHEMES = 127,  // bit s: scheme s of sluice_pkg is built
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    input  wire logic         clk,     // clock
    input  wire logic         start,   // a commit begins
    // one-hot: number / 8 of the register that is on the bus in the next cycle, see sluice_commit_seq
    input  wire logic [7:0]   row,
    input  wire logic [7:0]   column,  // one-hot: number % 8 of that register
    input  wire logic         first,   // that register appears twice, and this is the first time
    input  wire logic [31:0]  value,   // value on the bus
    // staged values, valid two cycles after their row and column
    input  wire logic [2:0]   scheme,       // staged SCHEME
    input  wire logic [sluice_pkg::headroom_bits(W)-1:0] headroom,  // staged HEADROOM
    input  wire logic [NC-1:0] lossless,    // staged LOSSLESS
    input  wire logic [W-1:0] xoff,         // staged XOFF
    input  wire logic [W-1:0] xon,          // staged XON
    input  wire logic [W-1:0] headroom_pool,  // staged HEADROOM_POOL
    input  wire logic [W-1:0] port_headroom,  // staged PORT_HEADROOM
    input  wire logic [W-1:0] max_packet,     // staged MAX_PACKET
    input  wire logic [15:0]  pause_time,   // staged PAUSE_TIME
    input  wire logic [15:0]  refresh,      // staged REFRESH
    input  wire logic [15:0]  quanta_step,  // staged QUANTA_STEP
    input  wire logic         ttl_bad,      // sluice_check_ttl refuses
    input  wire logic         stages_bad,   // sluice_check_stages refuses
    // PORT_LIMITS: limit on the bus in the next cycle, see sluice_commit_seq; results of sluice_check_limits
    input  wire logic [sluice_pkg::LIMITS-1:0] limit,
    input  wire logic [W-1:0] reserved,
    input  wire logic         reserved_lost,
    input  wire logic [5:0]   limits_bad,
    output logic      [3:0]   found,        // the lowest reason against the configuration
    output logic              clean         // found is OK; valid one cycle after found for compared values
);
  localparam logic HasStatic = SCHEMES[sluice_pkg::STATIC];
  localparam logic HasDsh = SCHEMES[sluice_pkg::DSH];
  localparam logic HasTtl = SCHEMES[sluice_pkg::TTL];
  localparam logic HasShp = SCHEMES[sluice_pkg::SHP];
  localparam logic HasStages = SCHEMES[sluice_pkg::GFC];
  localparam logic HasGfc = HasStages || SCHEMES[sluice_pkg::GFC_LINEAR];

  logic is_dsh, is_ttl, is_shp, is_gfc;
  assign is_dsh = HasDsh && scheme == sluice_pkg::DSH;
  assign is_ttl = HasTtl && scheme == sluice_pkg::TTL;
  assign is_shp = HasShp && scheme == sluice_pkg::SHP;
  assign is_gfc = HasGfc && (scheme == sluice_pkg::GFC || scheme == sluice_pkg::GFC_LINEAR);

  // One bit per register: the register on the bus in the next cycle
  logic [63:0] next;
  always_comb for (int r = 0; r < 64; r++) next[r] = row[r/8] && column[r%8];

  // Bits of the values. A register that the build does not have appears as 0, which always fits.
  localparam int Kinds = 11;
  logic [Kinds-1:0] kind_next, kind_here;
  assign kind_next = {next[sluice_pkg::REG_ALPHA] || next[sluice_pkg::REG_ALPHA_LOSSY],
                      HasStages && next[sluice_pkg::REG_CELL_STEP],
                      next[sluice_pkg::REG_BUFFER] || next[sluice_pkg::REG_PRIVATE] || next[sluice_pkg::REG_SHARED] ||
                          next[sluice_pkg::REG_XOFF] || next[sluice_pkg::REG_XON] || next[sluice_pkg::REG_DELTA_Q] ||
                          next[sluice_pkg::REG_DELTA_P] || (HasTtl && next[sluice_pkg::REG_PARTITION+:8] != '0) ||
                          (HasShp && next[sluice_pkg::REG_HEADROOM_POOL+:2] != '0) ||
                          (HasGfc && next[sluice_pkg::REG_STAGE_TOP+:2] != '0) ||
                          (HasStages && next[sluice_pkg::REG_STAGE+:15] != '0),
                      next[sluice_pkg::REG_HEADROOM],
                      next[sluice_pkg::REG_PAUSE_TIME+:3] != '0 || (HasTtl && next[sluice_pkg::REG_WEIGHT+:8] != '0),
                      next[sluice_pkg::REG_MAX_PACKET],
                      next[sluice_pkg::REG_LOSSLESS],
                      HasTtl && next[sluice_pkg::REG_TTL0],
                      HasStages && next[sluice_pkg::REG_STAGES],
                      next[sluice_pkg::REG_SCHEME] || (HasTtl && next[sluice_pkg::REG_TTL_OPTIONS]),
                      next[sluice_pkg::REG_NATIVE]};
  logic [Kinds-1:0] over;  // the value has more bits than its register
  logic zero_packet;
  logic value_bad, alpha_bad, packet_zero;
  always_ff @(posedge clk) begin
    kind_here <= kind_next;
    // Value on the bus
    over <= kind_here & {value[31:3] != '0 && value[31:3] != '1, value[31:24] != '0, value[31:W] != '0,
                         value[31:sluice_pkg::headroom_bits(W)] != '0, value[31:16] != '0,
                         value[31:sluice_pkg::packet_bits(W)] != '0,
                         value[31:NC] != '0, value[31:8] != '0, value[31:5] != '0, value[31:3] != '0,
                         value[31:1] != '0};
    zero_packet <= kind_here[5] && value == '0;
    // Value on the bus one cycle before
    value_bad <= !start && (value_bad || over[9:0] != '0 || limits_bad[0]);
    alpha_bad <= !start && (alpha_bad || over[10]);
    packet_zero <= !start && (packet_zero || zero_packet);
  end

  // A class for which HEADROOM is added: a lossless one or, with one group per port, class 0 for all of them.
  localparam int Turns = 32'(sluice_pkg::REG_PAUSE_TIME) / 8;  // the row of the cycles in which it is added
  logic [NC-1:0] groups;
  always_ff @(posedge clk) groups <= is_dsh || is_shp ? NC'(lossless != '0) : lossless;

  // The adder and its operand term. A multiple of a value on the bus in cycle t is in term in t + 2.
  logic inverts, takes, takes_headroom, times_classes, times_ports1, times_ports, clears1, clears2, clears;
  logic [W-1:0] scaled, term, sum, more;
  logic [W+2:0] by_classes;
  logic [W+5:0] by_ports;
  logic carry, lost1, lost, carried, headroom_bad, pools_bad;
  assign by_classes = {3'b0, value[W-1:0]} * (W + 3)'(NC);
  assign by_ports = {6'b0, scaled} * (W + 6)'(NP);
  assign {carry, more} = {1'b0, sum} + {1'b0, term};
  always_ff @(posedge clk) begin
    // One cycle before the bus
    inverts <= next[sluice_pkg::REG_BUFFER] || (next[sluice_pkg::REG_HEADROOM] && first);
    times_classes <= PORT_LIMITS ? limit[sluice_pkg::LIMIT_PRIVATE] : next[sluice_pkg::REG_PRIVATE];
    times_ports1 <= !PORT_LIMITS &&
        (next[sluice_pkg::REG_PRIVATE] || row[Turns] || next[sluice_pkg::REG_PORT_HEADROOM]);
    takes_headroom <= row[Turns] && !(PORT_LIMITS && first);
    takes <= next[sluice_pkg::REG_BUFFER] || next[sluice_pkg::REG_SHARED] ||
        (PORT_LIMITS ? limit[sluice_pkg::LIMIT_PRIVATE] : next[sluice_pkg::REG_PRIVATE]) ||
        (next[sluice_pkg::REG_HEADROOM] && first) || (next[sluice_pkg::REG_MAX_PACKET] && first) ||
        (is_ttl && next[sluice_pkg::REG_PARTITION+:8] != '0) ||
        (row[Turns] && !(PORT_LIMITS && first) && (PORT_LIMITS || !is_shp) && (column[NC-1:0] & groups) != '0) ||
        (is_shp && (next[sluice_pkg::REG_HEADROOM_POOL] ||
        (!PORT_LIMITS && next[sluice_pkg::REG_PORT_HEADROOM] && groups[0])));
    clears1 <= row == '0 || (next[sluice_pkg::REG_ALPHA] && first);
    // Value on the bus
    if (!takes) scaled <= '0;
    else if (takes_headroom) scaled <= PORT_LIMITS ? reserved : W'(headroom);
    else scaled <= (times_classes ? by_classes[W-1:0] : value[W-1:0]) ^ {W{inverts}};
    lost1 <= (times_classes && by_classes[W+2:W] != '0) || (PORT_LIMITS && takes && takes_headroom && reserved_lost);
    times_ports <= times_ports1;
    clears2 <= clears1;
    // The scaled value
    term <= times_ports ? by_ports[W-1:0] : scaled;
    lost <= lost1 || (times_ports && by_ports[W+5:W] != '0);
    clears <= clears2;
    // The operand. Between the two sums it is 0, and the result of the first sum is known.
    if (clears) sum <= '0;
    else sum <= more;
    carried <= carry;
    if (PORT_LIMITS) headroom_bad <= limits_bad[1];
    else if (clears) headroom_bad <= carried;
    pools_bad <= !clears && (pools_bad || carried || lost);
  end

  // STATIC: ~a + b has a carry where b > a. Times: ~a + b + 1 has a carry where b >= a. REFRESH quanta must be longer
  // than a round of messages and a frame, 2 NP + 64 cycles. That holds if REFRESH > QUANTA_STEP / 2^Round:
  // a quantum is 2^13 / QUANTA_STEP cycles, so REFRESH quanta are then 128 or 256 cycles at least.
  localparam int Round = NP > 32 ? 5 : 6;
  logic scheme_bad, xon_bad, refresh_low, refresh_short, refresh_long, quanta_zero;
  always_ff @(posedge clk) begin
    scheme_bad <= ({1'b0, SCHEMES} & (8'd1 << scheme)) == '0;
    xon_bad <= PORT_LIMITS ? limits_bad[2] :
        HasStatic && scheme == sluice_pkg::STATIC && ({1'b0, ~xoff} + {1'b0, xon}) >> W != '0;
    quanta_zero <= quanta_step == '0;
    refresh_low <= refresh[15:4] == '0;
    refresh_short <= refresh[15:16-Round] == '0 &&
        ({1'b0, ~refresh[15-Round:0], 1'b1} + {1'b0, quanta_step[15:Round], 1'b1}) >> (17 - Round) != '0;
    refresh_long <= refresh[15] || ({1'b0, ~refresh[14:0], 2'b11} + {1'b0, pause_time, 1'b1}) >> 17 == '0;
  end

  // SHP: the largest packet fits the headroom of a port and the pool.
  logic pool_low;
  generate
    if (HasShp && !PORT_LIMITS) begin : g_pool
      logic [W:0] most;
      always_ff @(posedge clk) begin
        most <= {1'b0, headroom_pool} + {1'b0, port_headroom};
        pool_low <= is_shp && most < {1'b0, max_packet};
      end
    end else begin : g_no_pool
      assign pool_low = 1'b0;
      logic unused_pool;
      assign unused_pool = ^{headroom_pool, port_headroom, max_packet};
    end
  endgenerate

  logic unused_limits;  // of a build with or without PORT_LIMITS
  assign unused_limits = ^{limit, reserved, reserved_lost, limits_bad, headroom, xoff, xon};

  logic compared;
  always_ff @(posedge clk)
    compared <= !(scheme_bad || pools_bad || packet_zero || (headroom_bad && !is_gfc) || pool_low || xon_bad ||
        refresh_low || refresh_short ||
        refresh_long || quanta_zero || (is_ttl && ttl_bad) || (is_gfc && stages_bad) || limits_bad[5:3] != '0);
  assign clean = compared && !value_bad && !alpha_bad;
  always_comb begin
    if (value_bad) found = sluice_pkg::BAD_VALUE;
    else if (scheme_bad) found = sluice_pkg::BAD_SCHEME;
    else if (alpha_bad) found = sluice_pkg::BAD_ALPHA;
    else if (pools_bad) found = sluice_pkg::BAD_POOLS;
    else if (packet_zero || (headroom_bad && !is_gfc) || pool_low) found = sluice_pkg::BAD_HEADROOM;
    else if (xon_bad) found = sluice_pkg::BAD_XON;
    else if (refresh_low || refresh_short || refresh_long || quanta_zero || limits_bad[3])
      found = sluice_pkg::BAD_TIMES;
    else if ((is_ttl && ttl_bad) || limits_bad[4]) found = sluice_pkg::BAD_TTL;
    else if ((is_gfc && stages_bad) || limits_bad[5]) found = sluice_pkg::BAD_STAGES;
    else found = sluice_pkg::OK;
  end
endmodule
`default_nettype wire

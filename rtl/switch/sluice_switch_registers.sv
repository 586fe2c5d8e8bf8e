// The registers of the switch, and the path to those of the MMU. A RAM holds all written words for reads of the host.
// After reset each register is written with its reset value, one per cycle. A COMMIT for which the cell memory is too
// small does not reach the MMU (docs/hardware/switch.md, Reserve). MAX_FRAME becomes active when the MMU accepts a
// COMMIT. Accesses to the MMU's registers wait while the MMU commits.
// The address is decoded in the cycle before the access is shown.
// With PORT_LIMITS a write of a register that may differ from port to port is for the ports of WRITE_PORTS.
// Latency: an access is done 2 cycles after it is shown; its answer follows one cycle later. A read of the MMU takes 5
// cycles, up to 6 more after a write, and up to 70 during a commit, with PORT_LIMITS 8 NP + 2 more. STATUS can be read
// at any time; other accesses wait until all registers have their reset values, and for NP cycles after a write for the
// ports of WRITE_PORTS. An address without a register of this build reads 0.
// Collisions: an access waits for an earlier one of the MMU. A reset value wins over a host's write, which waits.
`default_nettype none
module sluice_switch_registers #(
    parameter int NP = 4,     // ports
    parameter int NC = 8,     // classes
    parameter int CELL = 64,  // bytes of a cell
    parameter int AW = 12,    // 2^AW cells
    parameter int MACS = 16,  // entries of the MAC table
    parameter bit CREDITS = 0,  // 1: the registers of credits exist
    parameter logic [0:0] PORT_LIMITS = 0,  // as the MMU's: a commit takes longer, and WRITE_PORTS exists
    parameter int PW = NP > 1 ? $clog2(NP) : 1,  // derived: do not set
    parameter int ROWS = PORT_LIMITS ? NP : 1    // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    output logic                  ready,          // all registers have their reset values
    output logic      [8:0]       clear_addr,     // until ready: counts up, to clear other memories
    // Bus; counters and statistics are elsewhere
    input  wire logic             write,          // a write, held until done
    input  wire logic             read,           // a read, held until done
    input  wire logic [8:0]       addr,           // address of a 32-bit word;
                                                  // one cycle before write or read, like wdata
    input  wire logic [31:0]      wdata,          // data of a write
    output logic                  done,           // the access is done
    output logic      [31:0]      rdata,          // data of a read, one cycle after done
    // The MMU's registers
    output sluice_switch_mmu_access_t mmu,        // an access to the MMU's registers
    input  wire sluice_switch_mmu_answer_t mmu_answer,  // its answer, and its state
    // The MAC table
    output sluice_switch_mac_write_t mac,         // a write into the MAC table
    output sluice_switch_write_t  stored_write,   // a write of any register
    output logic      [8:0]       largest_frame_cells,  // cells of the largest frame since reset
    // The registers of the switch
    output sluice_switch_frame_cfg_t frame_cfg,   // the registers for arriving frames
    output sluice_switch_ecn_cfg_t ecn_cfg,       // the registers of ECN
    output logic      [3*NC-1:0]  priorities,     // of class c at [3 * c +: 3]
    output logic      [NP-1:0]    write_ports,    // ports that a write of CREDITS_LIMIT is for
    output sluice_switch_watchdog_cfg_t watchdog, // the registers of the watchdog
    output logic      [69*ROWS-1:0] watchdog_ports,  // and sluice_switch_watchdog_port_t of each port at [69 * p +: 69]
    output logic      [12*NC-1:0] quantum,        // units of 64 bytes; of class c at [12 * c +: 12]
    output logic      [3*NP-1:0]  default_class,  // class of all other frames
    output logic      [NP-1:0]    trust_pcp,      // class from the PCP of the VLAN tag
    output logic      [NP-1:0]    trust_dscp,     // class from the DSCP of the IP header
    output logic      [NP*NC-1:0] strict,         // class c of port p at [p * NC + c]
    output logic      [NP-1:0]    flood,          // the ports that get copies of frames to many ports
    output logic      [NC-1:0]    lossless,       // lossless classes, of the set that is active in the MMU
    // The interrupt
    input  wire logic [17:0]      cause,          // what CAUSE reads
    output logic      [17:0]      cause_clear,    // causes that the host clears in this cycle
    output logic      [17:0]      cause_enable    // causes that raise the interrupt
);
  // Reset values
  logic [9:0] next_first;    // next word to write with its reset value, one cycle ahead; 512: done
  logic [31:0] first_value;  // reset value of the next cycle
  always_comb begin
    first_value = '0;
    if (next_first[8:0] == sluice_switch_pkg::REG_MAX_FRAME) first_value = sluice_switch_pkg::RESET_MAX_FRAME;
    if (next_first[8:0] == sluice_switch_pkg::REG_PRIORITY) first_value = sluice_switch_pkg::RESET_PRIORITY;
    if (9'(next_first[8:3]) == sluice_switch_pkg::REG_QUANTUM >> 3) first_value = sluice_switch_pkg::RESET_QUANTUM;
    if (9'(next_first[8:4]) == sluice_switch_pkg::REG_PORT >> 4) first_value = sluice_switch_pkg::RESET_PORT;
    if (next_first[8:0] == sluice_switch_pkg::REG_WRITE_PORTS) first_value = sluice_switch_pkg::RESET_WRITE_PORTS;
  end

  // Accesses
  // mmu_open: an access to the MMU may start; may_forward: it is no COMMIT, or a COMMIT for which the cell memory is
  // large enough
  // spreads: the last write is being stored for its ports
  logic own_request, mmu_request, for_mmu, mmu_open, commit, may_forward, fits, busy, spreads;
  // may_open: an access to the MMU waits at most for the check of ECN
  logic next_may_open, may_open, ecn_request, ecn_checked, ecn_ok;
  logic length_ok, packet_ok, buffer_ok;  // the conditions of fits
  logic cfg_write;
  logic [5:0] cfg_addr;
  localparam int CommitCycles = PORT_LIMITS ? 70 + 8 * NP : 68;
  localparam int CommitBits = $clog2(CommitCycles + 1);
  logic [CommitBits-1:0] committing;  // cycles until the MMU accepts accesses after a COMMIT
  logic [2:0] settling;  // cycles until fits includes the last write
  logic next_committing, next_settling, next_busy;
  assign next_committing = (cfg_write && commit) || committing[CommitBits-1:1] != '0;
  assign next_settling = (write && (own_request || mmu_request)) || settling[2:1] != '0;
  assign next_busy = (own_request || mmu_request || busy) && !done;
  always_ff @(posedge clk) begin
    for_mmu <= addr < sluice_switch_pkg::REG_STATUS;
    commit <= addr[5:0] == sluice_pkg::REG_COMMIT;
    may_forward <= addr[5:0] != sluice_pkg::REG_COMMIT || (length_ok && packet_ok && buffer_ok && ecn_ok);
    may_open <= rst ? 1'b0 : next_may_open;
    mmu_open <= rst ? 1'b0 : next_may_open && (addr[5:0] != sluice_pkg::REG_COMMIT || (ecn_request && ecn_checked));
  end
  assign next_may_open = addr < sluice_switch_pkg::REG_STATUS && !next_committing && !next_settling && !next_busy &&
      !spreads && mmu_answer.ready && next_first[9];
  assign ecn_request = (write || read) && may_open && commit;
  assign own_request = (write || read) && !for_mmu && ((ready && !spreads) || (read && status)) && !busy;
  assign mmu_request = (write || read) && mmu_open;
  assign cfg_write = write && mmu_open && may_forward;
  assign cfg_addr = addr[5:0];
  assign mmu = {cfg_write, mmu_request && read, cfg_addr, wdata};

  logic quantum_lsb;        // bit 0 of value as a quantum: 0 counts as 1
  logic next_store, store;  // store: next_store one cycle later, when the address is decoded
  logic [8:0] next_at, at;
  logic [31:0] next_value, value, stored;
  logic [8:0] ecn_addr;
  assign next_store = !ready || (write && !for_mmu && !busy && !spreads);
  always_ff @(posedge clk) begin
    {next_at, next_value} <= next_first[9] ? {addr, wdata} : {next_first[8:0], first_value};
    {store, at, value} <= {next_store, next_at, next_value};
    quantum_lsb <= next_value[0] || next_value[11:0] == '0;
  end
  sluice_ram #(.AW(9), .DW(32), .FORWARDS(1'b0)) written (
      .clk, .write(store), .write_addr(at), .write_data(value), .read(1'b1),
      .read_addr(ecn_request ? ecn_addr : addr), .read_data(stored));

  logic [PW-1:0] ecn_port;
  logic [31:0] shown;  // the word of two cycles before
  generate
    if (PORT_LIMITS) begin : g_port_words
      logic is_write_ports, at_port, was_ready, shows_port, shows_port_1;
      logic [PW-1:0] first_port;
      logic [31:0] port_word, port_word_1;
      always_comb begin
        first_port = '0;
        for (int p = NP - 1; p >= 0; p--) if (write_ports[p]) first_port = PW'(p);
      end
      always_ff @(posedge clk) begin
        is_write_ports <= next_at == sluice_switch_pkg::REG_WRITE_PORTS;
        at_port <= sluice_switch_pkg::of_port(next_at);
        was_ready <= !rst && ready;  // the reset values are in the RAM without a write
        if (store && is_write_ports) write_ports <= value[NP-1:0];
        shows_port <= sluice_switch_pkg::of_port(ecn_request ? ecn_addr : addr);
        {shows_port_1, port_word_1} <= {shows_port, port_word};
      end
      sluice_switch_port_words #(.NP(NP), .PW(PW)) port_words (
          .clk, .rst, .write(store && at_port && was_ready), .at(at[5:0]), .value, .ports(write_ports), .busy(spreads),
          .read_port(ecn_request ? ecn_port : first_port), .read_at(ecn_request ? ecn_addr[5:0] : addr[5:0]),
          .word(port_word));
      assign shown = shows_port_1 ? port_word_1 : stored_1;
    end else begin : g_no_port_words
      assign write_ports = '1;
      assign spreads = 1'b0;
      assign shown = stored_1;
      logic unused_port;
      assign unused_port = ^ecn_port;
    end
  endgenerate

  logic refused, refused_ecn, status, is_cause, acknowledged;
  logic [PW-1:0] bad_port, refused_port;  // the lowest port whose ECN is wrong: now, at the last COMMIT
  always_ff @(posedge clk) begin
    next_first <= rst ? '0 : next_first + 10'(!next_first[9]);
    {ready, clear_addr} <= rst ? '0 : next_first;
    if (rst) begin
      {committing, settling, busy, refused, refused_ecn, refused_port, acknowledged} <= '0;
    end else begin
      committing <= cfg_write && commit ? CommitBits'(CommitCycles) : committing - CommitBits'(committing != '0);
      settling <= write && (own_request || mmu_request) ? 3'd6 : settling - 3'(settling != '0);
      busy <= next_busy;
      acknowledged <= own_request || (mmu_request && write);
      if (mmu_request && write && commit) {refused, refused_ecn, refused_port} <= {!fits, !ecn_ok, bad_port};
    end
    status <= addr == sluice_switch_pkg::REG_STATUS;
    is_cause <= addr == sluice_switch_pkg::REG_CAUSE;
  end
  assign done = acknowledged || mmu_answer.rvalid;
  // Whether the address has a register in this build, by group of registers
  function automatic logic [7:0] groups_of(input logic [8:0] word);
    groups_of[0] = word >= sluice_switch_pkg::REG_MAX_FRAME && word <= sluice_switch_pkg::REG_TTL_MODE;
    groups_of[1] = word >= sluice_switch_pkg::REG_FLOOD && word <= sluice_switch_pkg::REG_INTERRUPT + 9'(PORT_LIMITS);
    groups_of[2] = word >= sluice_switch_pkg::REG_WATCHDOG_CLOCK && word <= sluice_switch_pkg::REG_WATCHDOG_ACTION;
    groups_of[3] = 9'(word[8:3]) == sluice_switch_pkg::REG_QUANTUM >> 3 && 32'(word[2:0]) < NC;
    groups_of[4] = 9'(word[8:4]) == sluice_switch_pkg::REG_PORT >> 4 && 32'(word[3:0]) < NP;
    groups_of[5] = 9'(word[8:5]) == sluice_switch_pkg::REG_ECN_KMIN >> 5 &&
        32'(word[2:0]) < (word[4:3] == 2'd3 ? 1 : NC);
    groups_of[6] = 9'(word[8:7]) == sluice_switch_pkg::REG_MAC_LOW >> 7 && 32'(word[6:1]) < MACS;
    groups_of[7] = CREDITS &&
        ((word >= sluice_switch_pkg::REG_CREDITS_PORTS && word <= sluice_switch_pkg::REG_CREDITS_FREED) ||
         (9'(word[8:3]) == sluice_switch_pkg::REG_CREDITS_LIMIT >> 3 && 32'(word[2:0]) < NC));
  endfunction
  logic exists, from_ram;
  logic [7:0] groups;
  logic [8:0] addr_1;
  logic [31:0] stored_1, other_1;  // stored_1: may be the output register of the block RAM (synth/outputs.py)
  always_ff @(posedge clk) begin
    addr_1 <= addr;  // which is stable until done
    groups <= groups_of(addr_1);
    exists <= groups != '0;
    from_ram <= !mmu_answer.rvalid && !status && !is_cause;
    stored_1 <= stored;
    other_1 <= mmu_answer.rvalid ? mmu_answer.rdata : is_cause ? 32'(cause) :
        (32'(mmu_answer.ready && ready) << sluice_switch_pkg::STATUS_READY) |
        (32'(refused) << sluice_switch_pkg::STATUS_RESERVE) |
        (32'(refused_ecn) << sluice_switch_pkg::STATUS_ECN) |
        (32'(refused_port) << sluice_switch_pkg::STATUS_PORT);
  end
  assign rdata = !from_ram ? other_1 : exists ? shown : '0;

  // The active values
  logic at_max_frame, at_priority, at_flood, at_ttl_mode, at_management, at_cause, at_interrupt;
  logic [4:0] at_watchdog;  // registers of the watchdog, from WATCHDOG_CLOCK on
  always_ff @(posedge clk) begin
    at_max_frame <= next_at == sluice_switch_pkg::REG_MAX_FRAME;
    at_priority <= next_at == sluice_switch_pkg::REG_PRIORITY;
    at_flood <= next_at == sluice_switch_pkg::REG_FLOOD;
    at_ttl_mode <= next_at == sluice_switch_pkg::REG_TTL_MODE;
    for (int i = 0; i < 5; i++) at_watchdog[i] <= next_at == sluice_switch_pkg::REG_WATCHDOG_CLOCK + 9'(i);
    at_management <= next_at == sluice_switch_pkg::REG_MANAGEMENT;
    at_cause <= next_at == sluice_switch_pkg::REG_CAUSE;
    at_interrupt <= next_at == sluice_switch_pkg::REG_INTERRUPT;
  end
  assign mac = {9'(next_at[8:7]) == sluice_switch_pkg::REG_MAC_LOW >> 7, next_at[6:0], store, value};
  assign stored_write = {next_at, store, value};
  logic decrement, flood_used, managed;
  logic [3:0] management;
  logic [7:0] non_ip_ttl;
  logic [8:0] frame_cells;
  logic [31:0] max_frame_word, priority_word, flood_word, buffer, max_packet;
  logic [9:0] watchdog_clock;
  logic [19:0] watchdog_poll;
  assign watchdog = {watchdog_clock, watchdog_poll};
  always_ff @(posedge clk) begin
    if (store && at_max_frame) max_frame_word <= value;
    if (store && at_priority) priority_word <= value;
    if (store && at_flood) flood_word <= value;
    if (store && at_ttl_mode)
      {non_ip_ttl, decrement} <=
          {value[sluice_switch_pkg::TTL_MODE_NON_IP+:8], value[sluice_switch_pkg::TTL_MODE_DECREMENT]};
    if (store && at_watchdog[0]) watchdog_clock <= value[9:0];
    if (store && at_watchdog[1]) watchdog_poll <= value[19:0];
    if (store && at_management) begin
      management <= value[sluice_switch_pkg::MANAGEMENT_PORT+:4];
      managed <= value[sluice_switch_pkg::MANAGEMENT_ENABLE] && 32'(value[sluice_switch_pkg::MANAGEMENT_PORT+:5]) < NP;
    end
    if (store && at_interrupt) cause_enable <= value[17:0];
    if (rst) {buffer, max_packet} <= '0;
    else begin
      if (cfg_write && cfg_addr == sluice_pkg::REG_BUFFER) buffer <= wdata;
      if (cfg_write && cfg_addr == sluice_pkg::REG_MAX_PACKET) max_packet <= wdata;
    end
  end
  assign flood = flood_word[NP-1:0];
  assign cause_clear = value[17:0] & {18{store && at_cause}};
  always_ff @(posedge clk) flood_used <= !rst && ready && (flood_used || flood != '0);
  logic unused_wide;
  assign unused_wide = ^{priority_word, flood_word};
  genvar c, p;
  generate
    for (c = 0; c < NC; c = c + 1) begin : g_class
      logic is_addressed;
      always_ff @(posedge clk) is_addressed <= next_at == sluice_switch_pkg::REG_QUANTUM + 9'(c);
      always_ff @(posedge clk)
        if (store && is_addressed) quantum[12*c+:12] <= {value[11:1], quantum_lsb};
      assign priorities[3*c+:3] = priority_word[4*c+:3];
    end
    for (p = 0; p < NP; p = p + 1) begin : g_port
      logic [31:0] port_word;
      logic is_addressed;
      always_ff @(posedge clk) is_addressed <= next_at == sluice_switch_pkg::REG_PORT + 9'(p);
      always_ff @(posedge clk) if (store && is_addressed) port_word <= value;
      assign default_class[3*p+:3] = port_word[sluice_switch_pkg::PORT_CLASS+:3];
      assign trust_pcp[p] = port_word[sluice_switch_pkg::PORT_TRUST_PCP];
      assign trust_dscp[p] = port_word[sluice_switch_pkg::PORT_TRUST_DSCP];
      assign strict[p*NC+:NC] = port_word[sluice_switch_pkg::PORT_STRICT+:NC];
      logic unused_word;
      assign unused_word = ^port_word;
    end
    for (p = 0; p < ROWS; p = p + 1) begin : g_watchdog
      logic [25:0] detection, restoration;
      logic [16:0] rule_action;
      assign watchdog_ports[69*p+:69] = {detection, restoration, rule_action};
      always_ff @(posedge clk)
        if (store && write_ports[p]) begin
          if (at_watchdog[2]) detection <= value[25:0];
          if (at_watchdog[3]) restoration <= value[25:0];
          if (at_watchdog[4]) rule_action <= value[16:0];
        end
    end
  endgenerate

  // The MMU's registers that determine classes, and MAX_FRAME: active after a COMMIT that succeeded. Until the first
  // one MAX_FRAME is 0.
  logic [NC+13:0] classes_staged, classes_committed, classes_active;
  logic [13:0] max_frame_committed, max_frame;
  logic activate;  // in the last cycle of a COMMIT; the MMU has its result two cycles before
  always_ff @(posedge clk) activate <= !rst && (committing == CommitBits'(2) && !mmu_answer.error);
  assign lossless = classes_active[14+:NC];
  assign frame_cfg = {managed, management, max_frame, frame_cells, flood_used, decrement, non_ip_ttl,
                      classes_active[13:0]};
  always_ff @(posedge clk)
    if (rst) {classes_staged, classes_committed, classes_active, max_frame_committed, max_frame} <= '0;
    else begin
      if (cfg_write && cfg_addr == sluice_pkg::REG_TTL_OPTIONS) classes_staged[2:0] <= wdata[2:0];
      if (cfg_write && cfg_addr == sluice_pkg::REG_TTL0) classes_staged[10:3] <= wdata[7:0];
      if (cfg_write && cfg_addr == sluice_pkg::REG_SCHEME) classes_staged[13:11] <= wdata[2:0];
      if (cfg_write && cfg_addr == sluice_pkg::REG_LOSSLESS) classes_staged[14+:NC] <= wdata[NC-1:0];
      if (cfg_write && commit) {classes_committed, max_frame_committed} <= {classes_staged, max_frame_word[13:0]};
      if (activate) {classes_active, max_frame} <= {classes_committed, max_frame_committed};
    end

  // ECN: an access to COMMIT waits for the check, which reads the written values.
  sluice_switch_ecn_check #(.ROWS(ROWS), .NC(NC), .AW(AW), .PW(PW)) ecn_check (
      .clk, .request(ecn_request), .read_addr(ecn_addr), .read_port(ecn_port), .stored(shown), .checked(ecn_checked),
      .ok(ecn_ok), .bad_port, .activate, .cfg(ecn_cfg));

  // Reserve: BUFFER must leave cells for frames that arrive or wait to be copied. Ports may keep the cells of frames
  // that arrived under an earlier, larger MAX_FRAME, so the largest active one since reset counts.
  localparam int Extra = (sluice_switch_pkg::CELLS_BEFORE_ADMISSION + NP) / (NP + 1) + 2;
  localparam int FW = 16;                                     // bits: for 20 frames of 288 cells, and Extra
  logic [13:0] largest;                                       // largest active MAX_FRAME since reset
  logic is_larger;                                            // MAX_FRAME is larger
  // cells of a frame of MAX_FRAME; of largest; of the larger one
  logic [FW-1:0] all_cells, largest_cells, most_cells;
  logic [FW-1:0] port_cells, copy_cells, reserve;             // cells of the reserve for ports; for copies; in all
  logic [31:0] cells_left;                                    // cells outside BUFFER
  assign most_cells = is_larger ? all_cells : largest_cells;
  assign largest_frame_cells = largest_cells[8:0];
  always_ff @(posedge clk) begin
    if (rst) largest <= '0;
    else if (max_frame > largest) largest <= max_frame;
    is_larger <= max_frame_word[13:0] > largest;
    largest_cells <= FW'((32'(largest) + CELL - 1) / CELL);
    frame_cells <= 9'((32'(max_frame) + CELL - 1) / CELL);
    all_cells <= FW'((32'(max_frame_word[13:0]) + CELL - 1) / CELL);  // valid with length_ok, like is_larger
    port_cells <= (most_cells + FW'(Extra)) * FW'(NP);
    copy_cells <= flood_used ? (most_cells + (most_cells << 1) + FW'(Extra)) : '0;
    reserve <= port_cells + copy_cells;
    cells_left <= 2 ** AW - buffer;
    length_ok <= max_frame_word >= sluice_switch_pkg::MIN_FRAME && max_frame_word <= sluice_switch_pkg::MAX_FRAME;
    packet_ok <= 32'(all_cells) <= max_packet;
    buffer_ok <= buffer <= 2 ** AW && (32'(reserve) <= cells_left);
    fits <= length_ok && packet_ok && buffer_ok;
  end
endmodule
`default_nettype wire

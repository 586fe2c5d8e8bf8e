// Registers as written, in a RAM that the host writes and reads, and that a commit reads. A read returns the written
// value, even if that value does not fit its register. A register that was not written since reset reads 0: a bit per
// existing register marks written registers, so no clearing is needed.
// Registers that the build does not have read 0.
// PORT_LIMITS: the limits of a port are further words of the RAM. PORT_SELECT names the port whose limits PORT_WINDOW
// shows. A limit that was not written since reset is that of all ports, so its place is that of the register of its
// name: own has a bit per limit that was written, in a RAM that counts only for a port in touched.
// A read includes all writes of earlier cycles. A write and a read in the same cycle are a write. During a commit (idle
// low) writes are ignored, and only reads of STATUS are answered.
// Latency: read in cycle t, rvalid and rdata in t + 4, rdata otherwise 0. at and at_limit in cycle t, limit and port in
// t - 2, value in t + 3.
`default_nettype none
module sluice_registers #(
    parameter int NP = 4,                 // ports
    parameter int NC = 8,                 // classes
    parameter logic [6:0] SCHEMES = 127,   // bit s: scheme s of sluice_pkg is built
    parameter int PW = 2,                 // bits of a port
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own limits
) (
    input  wire logic        clk,          // clock
    input  wire logic        rst,          // synchronous reset, active high
    input  wire logic        write,        // write a register
    input  wire logic        read,         // read a register
    input  wire logic [5:0]  addr,         // number of the register
    input  wire logic [31:0] wdata,        // value to write
    output logic             rvalid,       // the value read
    output logic      [31:0] rdata,        // 0 without rvalid
    input  wire logic [13:0] status,       // STATUS, see sluice_pkg
    input  wire logic        idle,         // no commit is under way
    output logic             asked,        // COMMIT is written in this cycle
    output logic             reg_written,  // a register was written in the last cycle
    output logic             structural,   // that register changes only while the MMU is empty
    output logic             limit_written,  // it was such a limit of a port, which changes while the port is empty
    output logic [PW-1:0]    written_port,   // that port
`ifdef FORMAL
    input  wire logic [5:0]  watch,    // for the proofs: number of a register
    output logic      [31:0] watched,  // for the proofs: its written value
    input  wire logic [2:0]  watch_limit,    // PORT_LIMITS: a limit, and a port
    input  wire logic [PW-1:0] watch_port,
    output logic      [31:0] watched_limit,  // the limit that the port has, as written
    output logic             watched_own,    // the limit was written
    output logic      [6:0]  watched_select,  // PORT_SELECT
    input  wire logic        was_reset,      // there was a reset
`endif
    input  wire logic [5:0]  at,           // the register that the commit reads, while idle is low
    input  wire logic        at_limit,     // it reads a limit of a port instead
    input  wire logic [2:0]  limit,        // the limit, two cycles before it is read
    input  wire logic [PW-1:0] port,       // its port
    output logic      [31:0] value         // value of that register or limit, three cycles later
);
  localparam int PlaceBits = !PORT_LIMITS ? 6 : PW > 3 ? PW + 4 : 7;  // a limit: 1, limit, port
  logic [63:0] exists, structure, written;
  always_comb
    for (int r = 0; r < 64; r++) begin
      exists[r] = sluice_pkg::built(r, NC, SCHEMES) || (PORT_LIMITS && r == 32'(sluice_pkg::REG_PORT_SELECT));
      structure[r] = exists[r] && r < 32'(sluice_pkg::FIRST_ANY_TIME);  // a table: a comparison would use a carry chain
    end

  logic take;
  assign take = write && idle;
  assign asked = take && addr == sluice_pkg::REG_COMMIT;
  always_ff @(posedge clk)
    if (rst) {reg_written, structural, limit_written} <= '0;
    else begin
      reg_written <= take && exists[kind] && kind != sluice_pkg::REG_PORT_SELECT;
      structural <= take && structure[kind] && !window;
      limit_written <= take && structure[kind] && window;
    end

  // no_rw_check: a word that is read in the cycle of a write is not used. Macro SLUICE_LUTRAM: the registers are in
  // LUTs; those of limits are too many, and the slow block RAM is read a cycle earlier.
`ifdef SLUICE_LUTRAM
  localparam logic Early = PORT_LIMITS;
  (* no_rw_check, ram_style = PORT_LIMITS ? "block" : "distributed" *) logic [31:0] mem[2**PlaceBits];
`else
  localparam logic Early = 1'b0;
  (* no_rw_check *) logic [31:0] mem[2**PlaceBits];
`endif

  // The place that the host writes, and the place that host or commit read
  logic [5:0] kind;  // the register that the host names, or of whose name the limit is
  logic [PlaceBits-1:0] place_write, place_read;
  logic writes, is_own;  // the host may write there; the read place is that of a limit that was written
  logic window;          // the host names a limit
  generate
    if (PORT_LIMITS) begin : g_limits
      // The paths from the address of the host and from the steps of a commit are long, so registers hold the values of
      // the selected port and the place of the limit that the commit reads.
      logic [sluice_pkg::LIMITS-1:0] own[2**PW];
      logic [sluice_pkg::LIMITS-1:0] own_selected, own_port;  // written limits of the selected port, of port_1
      logic [2:0] limit_1;  // what the commit reads in the next cycle
      logic [PW-1:0] port_1;
      logic [5:0] of_limit;  // the common register of limit_1
      assign of_limit = sluice_pkg::limit_register(limit_1);
      logic [sluice_pkg::LIMITS-1:0] limit_exists;
      logic [2**PW-1:0] touched;
      logic [6:0] selected;
      logic selects_port;  // the selected port exists
      logic [2:0] host_limit;
      logic [PlaceBits-1:0] host_place, place_limit;  // of the limit that the host names, that the commit reads
      logic shows_own, reads_own;  // that limit was written
      logic writes_limit;
      genvar k;
      for (k = 0; k < sluice_pkg::LIMITS; k = k + 1) begin : g_limit
        assign limit_exists[k] = exists[sluice_pkg::limit_register(3'(k))];
      end
      assign window = addr[5:2] == 4'(sluice_pkg::REG_PORT_WINDOW >> 2);
      assign host_limit = {selected[sluice_pkg::PORT_SELECT_PAGE], addr[1:0]};
      assign host_place = {1'b1, (PlaceBits - 1)'({host_limit, selected[PW-1:0]})};
      assign shows_own = window && selects_port && own_selected[host_limit];
      assign kind = !window ? addr : selects_port ? sluice_pkg::limit_register(host_limit) : sluice_pkg::REG_COMMIT;
      assign place_write = window ? host_place : PlaceBits'(addr);
      assign writes = !window || (selects_port && limit_exists[host_limit]);
      assign is_own = idle ? shows_own && !write : at_limit && reads_own;
      always_comb
        if (idle && write) place_read = PlaceBits'(sluice_pkg::REG_HEADROOM);  // of a COMMIT, if it is one
        else if (idle) place_read = shows_own ? host_place : PlaceBits'(kind);
        else if (at_limit) place_read = place_limit;
        else place_read = PlaceBits'(at);
      assign writes_limit = take && window && writes;
      always_ff @(posedge clk) begin
        if (rst) begin
          {selected, own_selected, touched} <= '0;
          selects_port <= 1'b1;
        end else if (take && addr == sluice_pkg::REG_PORT_SELECT) begin
          selected <= wdata[6:0];
          selects_port <= {1'b0, wdata[5:0]} < 7'(NP);
          own_selected <= own[wdata[PW-1:0]] & {sluice_pkg::LIMITS{touched[wdata[PW-1:0]]}};
        end else if (writes_limit) begin
          own_selected <= own_selected | sluice_pkg::LIMITS'(1) << host_limit;
          for (int p = 0; p < 2 ** PW; p++) if (selected[PW-1:0] == PW'(p)) touched[p] <= 1'b1;
        end
        if (writes_limit) own[selected[PW-1:0]] <= own_selected | sluice_pkg::LIMITS'(1) << host_limit;
        own_port <= own[port] & {sluice_pkg::LIMITS{touched[port]}};
        {limit_1, port_1} <= {limit, port};
        reads_own <= own_port[limit_1];
        place_limit <= own_port[limit_1] ? {1'b1, (PlaceBits - 1)'({limit_1, port_1})} :
            PlaceBits'(of_limit);
        written_port <= selected[PW-1:0];
      end
`ifdef FORMAL
      logic [5:0] watch_register;
      assign watch_register = sluice_pkg::limit_register(watch_limit);
      assign watched_select = selected;
      assign watched_own = touched[watch_port] && own[watch_port][watch_limit];
      // Lemma: the registers of the selected port have what own and touched have
      always_comb
        if (was_reset) a_selected: assert (selects_port == ({1'b0, selected[5:0]} < 7'(NP)) && own_selected ==
            (own[selected[PW-1:0]] & {sluice_pkg::LIMITS{touched[selected[PW-1:0]]}}));
      assign watched_limit = watched_own ?
          mem[{1'b1, (PlaceBits - 1)'({watch_limit, watch_port})}] :
          mem[PlaceBits'(watch_register)] & {32{written[watch_register]}};
`endif
    end else begin : g_no_limits
`ifdef FORMAL
      assign {watched_limit, watched_own, watched_select} = '0;
`endif
      assign kind = addr;
      assign window = 1'b0;
      assign written_port = '0;
      assign place_write = addr;
      // the write may be a COMMIT, whose first register is HEADROOM
      assign place_read = !idle ? at : write ? sluice_pkg::REG_HEADROOM : addr;
      assign writes = 1'b1;
      assign is_own = 1'b0;
      logic unused_limits;
      assign unused_limits = ^{at_limit, limit, port};
    end
  endgenerate

  logic [PlaceBits-1:0] place;
  logic [31:0] stored;
  always_ff @(posedge clk) begin
    if (take && writes) mem[place_write] <= wdata;
    place <= place_read;
  end
  generate
    if (Early) begin : g_early
      logic [31:0] early;
      always_ff @(posedge clk) {early, stored} <= {mem[place_read], early};
    end else begin : g_at_place
      always_ff @(posedge clk) stored <= mem[place];
    end
  endgenerate

`ifdef FORMAL
  assign watched = mem[PlaceBits'(watch)] & {32{written[watch]}};
`endif

  // One bit of each eight is selected in the cycle of the RAM, one of these eight in the next cycle.
  logic [7:0] known;
  logic [2:0] row;
  logic own_1;
  always_ff @(posedge clk) begin
    if (rst) written <= '0;
    else written <= exists & (written | (take ? 64'd1 << addr : '0));
    own_1 <= is_own;
    for (int i = 0; i < 8; i++) known[i] <= written[8*i+32'(place[2:0])] || own_1;
    row <= place[5:3];
    value <= stored & {32{known[row]}};
  end

  // Answers. STATUS has a path of its own; value belongs to the commit.
  logic reads1, reads2, reads3, status1, status2, status3;
  logic [13:0] status_then1, status_then2, status_then;  // STATUS in the cycle of the read, one to three cycles later
  always_ff @(posedge clk) begin
    if (rst) {reads1, reads2, reads3, status1, status2, status3, rvalid} <= '0;
    else begin
      reads1 <= read && !write && idle;
      status1 <= read && !write && addr == sluice_pkg::REG_STATUS;
      {reads2, reads3, status2, status3} <= {reads1, reads2, status1, status2};
      rvalid <= reads3 || status3;
    end
    {status_then1, status_then2} <= {status, status_then1};
    status_then <= status_then2 & {14{status2}};
    rdata <= (value & {32{reads3}}) | {18'b0, status_then};
  end
endmodule
`default_nettype wire

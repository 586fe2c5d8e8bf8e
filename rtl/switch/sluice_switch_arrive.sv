// Builds frames from the cells of a port: a frame is a chain in the cell memory, in which each cell's link names the
// next cell and the last link holds the bytes of the last cell. A port always has a spare cell for its next data. For
// each cell that is written the port takes another cell: first from the chains that returned to the port (refused,
// dropped or bad frames), then from the free cells.
// The copier is port NP. Its cells are copies of the cells of an earlier frame. Copies are judged and enqueued for the
// port where that frame arrived. One port is served per cycle, and named one cycle before; services of one port are at
// least five cycles apart. A frame to many ports for which the copier has no space is dropped as NOT_COPIED.
// Latency: cell in cycle t, write in t + 1, arrived in t + 2. A chain that returns in cycle t can be used from t + 2
// on.
// Collisions: returned cells win over free cells. Of several reasons against a frame the first in time counts, then the
// lowest number.
`default_nettype none
module sluice_switch_arrive #(
    parameter int NP = 4,               // ports
    parameter int CELL = 64,            // bytes of a cell
    parameter int AW = 12,              // 2^AW cells
    parameter int PW = 2,               // bits of a port number
    parameter int CW = 3,               // bits of a class number
    parameter int NB = 9,               // bits of a frame's cells
    parameter int SW = $clog2(NP + 1),  // derived: do not set
    parameter int BW = $clog2(CELL)     // derived: do not set
) (
    clk, rst, max_frame,
    next_port, now, port_bytes, first, reserved, route, flood,
    free_cell, free_take, write,
    copy_space, arrived, put, put_flood,
    returned, kept
);
  `SLUICE_SWITCH_CELL(AW)
  `SLUICE_SWITCH_CELL_WRITE(AW)
  `SLUICE_SWITCH_INPUT(PW, BW)
  `SLUICE_SWITCH_ROUTE(PW, CW)
  `SLUICE_SWITCH_ARRIVED(PW, CW, NB, AW)
  `SLUICE_SWITCH_RETURNED(SW, NB, AW)
  input wire logic          clk;
  input wire logic          rst;
  input wire logic [13:0]   max_frame;   // bytes
  // The port of this cycle, and its cell
  input wire logic [SW-1:0] next_port;   // port of the next cycle; NP: the copier
  input wire input_t        now;         // this cycle belongs to a port or the copier; port: ingress port of the cell
  input wire logic [BW-1:0] port_bytes;  // now.bytes for the checks of the length, which do not apply to copies
  output logic              first;       // the cell starts a frame; only then these fields are valid:
  input wire logic          reserved;    // the destination is a reserved address
  input wire route_t        route;       // where the frame goes
  input wire logic [NP-1:0] flood;       // if the egress port is not known: ports that get a copy; 0: drop the frame
  // Free cells, and the write side of the buffer, one cycle later
  input wire cell_t         free_cell;  // a free cell is offered
  output logic              free_take;  // take it
  output cell_write_t       write;
  // A frame is complete or discarded
  input wire logic          copy_space;  // the copier has space for one more frame
  output arrived_t          arrived;
  output logic              put;         // the reason is FLOODED: the frame waits to be copied
  output logic     [NP-1:0] put_flood;   // ports that get a copy
  // Cells of a frame that was not accepted return
  input wire returned_t     returned;
  output logic     [AW:0]   kept;  // returned cells that wait at their ports for use

  // Per port: the spare cell, and the state of the frame
  logic [NP:0] has_spare, in_frame, ignoring;
  logic [AW-1:0] spares[NP+1];
  logic [AW-1:0] heads[NP+1];
  logic [13:0] lengths[NP+1];
  logic [NB-1:0] counts[NP+1];
  localparam int HeaderBits = 4 + PW + CW + 8 + NP;  // reason, egress port, class, TTL, flood
  logic [HeaderBits-1:0] headers[NP+1];

  // Returned cells: the chain in use; then the list of returned chains
  logic [NP:0] reusing, listed;
  logic [AW-1:0] reused[NP+1];

  arrived_t frame;  // arrived, but with FLOODED instead of NOT_COPIED

  // Read one cycle before the slot: the state of the port
  logic has_spare_0, ignoring_0, reusing_0, in_frame_0;
  logic [SW-1:0] port;
  logic [AW-1:0] spare_0, head_0, reused_0;
  logic [13:0] length_0;      // bytes of the frame, without this cell
  localparam int Least = sluice_switch_pkg::MIN_FRAME - 1;
  logic [5:0] least_left_0;   // bytes until MIN_FRAME less one, or 0
  logic [5:0] least_left[NP+1];
  logic [5:0] least_left_3;   // after a write, two cycles later
  logic [14:0] bytes_left_0;  // bytes until MAX_FRAME, two's complement
  logic [14:0] bytes_left[NP+1];
  logic [14:0] bytes_left_3;  // after a write, two cycles later
  logic [13:0] max_frame_2;
  logic write_2, write_3;
  logic [SW-1:0] port_2, port_3;
  logic [NB-1:0] count_0;
  logic [HeaderBits-1:0] header_0;
  assign first = !in_frame_0;
  always_ff @(posedge clk) begin
    port <= next_port;
    {in_frame_0, has_spare_0, ignoring_0} <= {in_frame[next_port], has_spare[next_port], ignoring[next_port]};
    reusing_0 <= follow && follow_port == next_port ? !link[AW] : reusing[next_port];
    {spare_0, head_0} <= {spares[next_port], heads[next_port]};
    // With a reset, because Yosys would otherwise move this register to the address of the memory.
    reused_0 <= rst ? '0 : follow && follow_port == next_port ? link[AW-1:0] : reused[next_port];
    length_0 <= in_frame[next_port] ? lengths[next_port] : '0;
    bytes_left_0 <= in_frame[next_port] ? bytes_left[next_port] : {1'b0, max_frame};
    max_frame_2 <= max_frame;
    bytes_left_3 <= {1'b0, max_frame_2} - {1'b0, frame.bytes};
    {write_2, port_2, write_3, port_3} <= {write_1, port_1, write_2, port_2};
    least_left_0 <= in_frame[next_port] ? least_left[next_port] : 6'(Least);
    least_left_3 <= frame.bytes < 14'(Least) ? 6'(Least) - frame.bytes[5:0] : '0;
    if (write_3) {bytes_left[port_3], least_left[port_3]} <= {bytes_left_3, least_left_3};
    count_0 <= in_frame[next_port] ? counts[next_port] : '0;
    header_0 <= headers[next_port];
  end

  // First cycle: the state of the port before this cell
  logic wants_cell, has_returned;                            // the port needs another cell; a returned cell exists
  // reuse_1: takes a returned cell; take_free_1: takes a free one
  logic wants_cell_1, has_returned_1, reuse_1, take_free_1;
  logic valid_1, last_1, bad_1, cut_1, copy_1, first_1, ignoring_1, from_chain, giant_1, runt_1;
  logic no_spare, write_1;  // there is no spare cell for the cell; the cell is written to cell_1
  logic [SW-1:0] port_1;
  logic [PW-1:0] from_1;
  logic [BW-1:0] bytes_1;
  logic [AW-1:0] cell_1, head_1, reused_1, listed_1, listed_2;
  logic [13:0] base_1, length;  // bytes without this cell, but with one byte of it; bytes with this cell
  logic [NB-1:0] count_1;
  logic [3:0] lookup_reason;
  logic [HeaderBits-1:0] header_1;
  assign wants_cell = now.slot && (!has_spare_0 || (now.valid && !ignoring_0));
  assign has_returned = reusing_0 || listed[port];
  assign lookup_reason = reserved ? sluice_switch_pkg::RESERVED :
      !route.known ? sluice_switch_pkg::FLOODED :
      SW'(route.egress) == port ? sluice_switch_pkg::HAIRPIN : sluice_switch_pkg::NONE;
  always_ff @(posedge clk) begin
    valid_1 <= !rst && now.valid;
    no_spare <= !rst && (now.valid && !ignoring_0 && !has_spare_0);
    write_1 <= !rst && (now.valid && !ignoring_0 && has_spare_0);
    wants_cell_1 <= !rst && wants_cell;
    {reuse_1, take_free_1} <= rst ? '0 : {wants_cell && has_returned, wants_cell && !has_returned};
    has_returned_1 <= has_returned;
    port_1 <= port;
    {from_1, bytes_1, last_1, bad_1, cut_1} <= {now.port, now.bytes, now.last, now.bad, now.cut};
    copy_1 <= port == SW'(NP);
    {first_1, ignoring_1, from_chain} <= {first, ignoring_0, reusing_0};
    {cell_1, head_1, reused_1, listed_2} <= {spare_0, head_0, reused_0, listed_1};
    base_1 <= length_0 + 1'b1;
    runt_1 <= 14'(port_bytes) < 14'(least_left_0) && port != SW'(NP);
    giant_1 <= (bytes_left_0[14] || 14'(port_bytes) >= bytes_left_0[13:0]) && port != SW'(NP);
    count_1 <= count_0 + 1'b1;
    header_1 <= first ? {lookup_reason, route.egress, route.cls, route.ttl, flood} : header_0;
  end

  // Second cycle: the cell, and the next one for its port
  logic [AW-1:0] next;
  logic next_valid, take;
  assign next = from_chain ? reused_1 : has_returned_1 ? listed_1 : free_cell.address;
  assign next_valid = has_returned_1 || free_cell.valid;
  assign take = wants_cell_1 && next_valid;
  assign free_take = take_free_1 && free_cell.valid;
  logic unused_note;
  sluice_switch_lists #(.LISTS(NP + 1), .AW(AW), .LW(SW)) returned_chains (
      .clk, .rst,
      .early_list(returned.early_port), .append(returned.valid), .append_list(returned.port),
      .append_item(returned.head), .append_note(1'b0), .list(port), .head(listed_1), .is_filled(listed),
      .pop(reuse_1 && !from_chain), .pop_list(port_1), .popped_item(listed_2), .note(unused_note));
  // The link of a returned cell names the next one. The RAM is read in every cycle into a register, which may be that
  // of the block RAM (synth/outputs.py).
  logic [AW:0] read_link, link;
  logic follow_2, follow_3, follow;
  logic [SW-1:0] follow_port_2, follow_port_3, follow_port;
  logic [AW-1:0] follow_cell;
  cell_write_t stored;
  always_ff @(posedge clk) begin
    {follow_cell, follow_port_2} <= {next, port_1};
    stored <= write;
  end
  sluice_ram #(.AW(AW), .DW(AW + 1), .FORWARDS(1'b0)) chains (
      .clk, .write(stored.valid), .write_addr(stored.address), .write_data(stored.link),
      .read(1'b1), .read_addr(follow_cell), .read_data(read_link));

  // ends_early: the frame ends even if the cell is not its last one; is_bad: a reason from the cells applies
  logic ends_early, ends, no_next, is_bad;
  logic [3:0] reason, stored_reason, header_reason;
  logic floods;  // the reason is FLOODED
  logic [PW-1:0] egress;
  logic [CW-1:0] frame_class;
  logic [7:0] frame_ttl;
  logic [NP-1:0] frame_flood;
  assign {stored_reason, egress, frame_class, frame_ttl, frame_flood} = header_1;
  // The reason that is stored with a frame does not yet distinguish FLOODED and UNKNOWN, because flood is late.
  assign header_reason = stored_reason == sluice_switch_pkg::FLOODED && frame_flood == '0 ? sluice_switch_pkg::UNKNOWN :
      stored_reason;
  assign length = base_1 + 14'(bytes_1);
  assign write.valid = write_1;
  assign no_next = !last_1 && !next_valid;
  assign ends_early = giant_1 || !next_valid;
  assign ends = last_1 || ends_early;
  assign write.address = cell_1;
  assign write.link = {ends, ends ? AW'(bytes_1) : next};
  assign is_bad = cut_1 || no_spare || no_next || giant_1 || bad_1 || runt_1;
  assign reason = !is_bad ? header_reason :
      cut_1 ? sluice_switch_pkg::CUT : no_spare || no_next ? sluice_switch_pkg::NO_CELL :
      giant_1 ? sluice_switch_pkg::GIANT : bad_1 ? sluice_switch_pkg::BAD : sluice_switch_pkg::RUNT;
  assign put = floods && copy_space;
  always_comb begin
    arrived = frame;
    if (floods && !copy_space) arrived.reason = sluice_switch_pkg::NOT_COPIED;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      {has_spare, in_frame, ignoring, reusing} <= '0;
      {frame.valid, frame.good, floods, follow_2, follow_3, follow} <= '0;
      kept <= '0;
    end else begin
      for (int p = 0; p <= NP; p++) begin
        if (wants_cell_1 && port_1 == SW'(p)) has_spare[p] <= next_valid;
        if (write_1 && port_1 == SW'(p)) in_frame[p] <= !ends;
        if (valid_1 && port_1 == SW'(p)) ignoring[p] <= !last_1 && (ignoring_1 || no_spare || (write_1 && ends_early));
        if (follow && follow_port == SW'(p)) reusing[p] <= (!link[AW]);
        else if (take && port_1 == SW'(p)) reusing[p] <= 1'b0;
      end
      {follow_2, follow_3, follow} <= {reuse_1, follow_2, follow_3};
      frame.valid <= no_spare || (write_1 && ends);
      frame.good <= write_1 && ends && !is_bad && header_reason == sluice_switch_pkg::NONE;
      floods <= write_1 && ends && !is_bad && header_reason == sluice_switch_pkg::FLOODED;
      kept <= kept + (returned.valid ? (AW + 1)'(returned.cells) : '0) - (AW + 1)'(reuse_1);
    end
    {follow_port_3, follow_port} <= {follow_port_2, follow_port_3};
    link <= read_link;
    if (follow) reused[follow_port] <= link[AW-1:0];
    if (take) spares[port_1] <= next;
    if (write_1) begin
      lengths[port_1] <= length;
      counts[port_1] <= count_1;
    end
    if (write_1 && first_1) begin
      heads[port_1] <= cell_1;
      headers[port_1] <= header_1;
    end
    frame.port <= from_1;
    frame.copy <= copy_1;
    put_flood <= frame_flood;
    frame.reason <= reason;
    frame.cls <= frame_class;
    frame.egress <= egress;
    frame.ttl <= frame_ttl;
    frame.cells <= no_spare && first_1 ? '0 : count_1;
    frame.bytes <= length;
    frame.head <= first_1 ? cell_1 : head_1;
    frame.chain <= write_1;
  end
endmodule
`default_nettype wire

// Builds frames from the cells of a port: a frame is a chain in the cell memory, in which each cell's link names the next cell and the last link holds
// the bytes of the last cell. A port always has a spare cell for its next data. For each cell that is written the port takes another cell:
// first from the chains that returned to the port (refused, dropped or bad frames), then from the free cells.
// The copier is port NP. Its cells are copies of the cells of an earlier frame. Copies are judged and enqueued for the port where that
// frame arrived. One port is served per cycle, and named one cycle before; services of one port are at least five cycles apart.
// Latency: cell in cycle t, write in t + 1, arrive_* in t + 2. A chain that returns in cycle t can be used from t + 2 on.
// Collisions: returned cells win over free cells. Of several reasons against a frame the first in time counts, then the lowest number.
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
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [13:0]   max_frame,          // bytes
    // The port of this cycle, and its cell
    input  wire logic [SW-1:0] next_port,          // port of the next cycle; NP: the copier
    input  wire logic          slot,               // this cycle belongs to a port or the copier
    input  wire logic [PW-1:0] from,               // ingress port of the cell
    input  wire logic          cell_valid,         // a cell
    input  wire logic [BW-1:0] cell_bytes,         // bytes less one
    input  wire logic [BW-1:0] port_bytes,         // cell_bytes for the checks of the length, which do not apply to copies
    input  wire logic          cell_last,          // last cell of its frame
    input  wire logic          cell_bad,           // with cell_last: the frame is bad
    input  wire logic          cell_cut,           // with cell_last: the frame is cut
    output logic               first,              // the cell starts a frame; only then these fields are valid:
    input  wire logic          reserved,           // the destination is a reserved address
    input  wire logic          known,              // the frame has one egress port
    input  wire logic [PW-1:0] to,                 // that port
    input  wire logic [CW-1:0] cls,                // class of the frame
    input  wire logic [7:0]    ttl,                // TTL of the frame for the MMU
    input  wire logic [NP-1:0] flood,              // if not known: ports that get a copy; 0: drop the frame
    // Free cells
    input  wire logic          free_valid,         // a free cell is offered
    input  wire logic [AW-1:0] free_cell,          // its address
    output logic               free_take,          // take that cell
    // Write side of the buffer, one cycle later
    output logic               write,              // write a cell
    output logic      [AW-1:0] write_cell,         // address of the cell
    output logic      [AW:0]   write_link,         // top bit: last cell of its frame, the other bits are then its bytes less one
    // A frame is complete or discarded
    output logic               arrive_valid,       // a frame is complete or discarded
    output logic      [PW-1:0] arrive_port,        // ingress port
    output logic               arrive_good,        // the reason is NONE
    output logic               arrive_floods,      // the reason is FLOODED
    output logic      [3:0]    arrive_reason,      // of sluice_switch_pkg
    output logic      [CW-1:0] arrive_class,       // class of the frame
    output logic      [PW-1:0] arrive_egress,      // egress port
    output logic      [7:0]    arrive_ttl,         // TTL for the MMU
    output logic      [NB-1:0] arrive_cells,       // cells of the frame
    output logic      [13:0]   arrive_bytes,       // frame length
    output logic      [AW-1:0] arrive_head,        // first cell
    output logic               arrive_chain,       // the frame has cells
    output logic               arrive_copy,        // the frame is a copy
    output logic      [NP-1:0] arrive_flood,       // with FLOODED: ports that get a copy
    // Cells of a frame that was not accepted return
    input  wire logic [SW-1:0] early_return_port,  // return_port, two cycles earlier
    input  wire logic          return_valid,       // a chain returns
    input  wire logic [SW-1:0] return_port,        // port that gets the chain; NP: the copier
    input  wire logic [AW-1:0] return_head,        // first cell
    input  wire logic [NB-1:0] return_cells,       // cells of the chain
    output logic      [AW:0]   kept                // returned cells that wait at their ports for use
);
  // Per port: the spare cell, and the state of the frame
  logic [NP:0] has_spare, in_frame, ignoring;
  logic [AW-1:0] spares[NP+1];
  logic [AW-1:0] heads[NP+1];
  logic [13:0] lengths[NP+1];
  logic [NB-1:0] counts[NP+1];
  localparam int HeaderBits = 4 + PW + CW + 8 + NP;
  logic [HeaderBits-1:0] headers[NP+1];

  // Returned cells: the chain in use; then the list of returned chains
  logic [NP:0] reusing, listed;
  logic [AW-1:0] reused[NP+1];

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
    bytes_left_3 <= {1'b0, max_frame_2} - {1'b0, arrive_bytes};
    {write_2, port_2, write_3, port_3} <= {write, port_1, write_2, port_2};
    least_left_0 <= in_frame[next_port] ? least_left[next_port] : 6'(Least);
    least_left_3 <= arrive_bytes < 14'(Least) ? 6'(Least) - arrive_bytes[5:0] : '0;
    if (write_3) {bytes_left[port_3], least_left[port_3]} <= {bytes_left_3, least_left_3};
    count_0 <= in_frame[next_port] ? counts[next_port] : '0;
    header_0 <= headers[next_port];
  end

  // First cycle: the state of the port before this cell
  logic wants_cell, has_returned;                            // the port needs another cell; a returned cell exists
  logic wants_cell_1, has_returned_1, reuse_1, take_free_1;  // reuse_1: takes a returned cell; take_free_1: takes a free one
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
  assign wants_cell = slot && (!has_spare_0 || (cell_valid && !ignoring_0));
  assign has_returned = reusing_0 || listed[port];
  assign lookup_reason = reserved ? sluice_switch_pkg::RESERVED :
      !known ? sluice_switch_pkg::FLOODED :
      SW'(to) == port ? sluice_switch_pkg::HAIRPIN : sluice_switch_pkg::NONE;
  always_ff @(posedge clk) begin
    valid_1 <= !rst && cell_valid;
    no_spare <= !rst && (cell_valid && !ignoring_0 && !has_spare_0);
    write_1 <= !rst && (cell_valid && !ignoring_0 && has_spare_0);
    {wants_cell_1, reuse_1, take_free_1} <= rst ? '0 : {wants_cell, wants_cell && has_returned, wants_cell && !has_returned};
    has_returned_1 <= has_returned;
    {port_1, from_1, bytes_1, last_1, bad_1, cut_1} <= {port, from, cell_bytes, cell_last, cell_bad, cell_cut};
    copy_1 <= port == SW'(NP);
    {first_1, ignoring_1, from_chain} <= {first, ignoring_0, reusing_0};
    {cell_1, head_1, reused_1, listed_2} <= {spare_0, head_0, reused_0, listed_1};
    base_1 <= length_0 + 1'b1;
    runt_1 <= 14'(port_bytes) < 14'(least_left_0) && port != SW'(NP);
    giant_1 <= (bytes_left_0[14] || 14'(port_bytes) >= bytes_left_0[13:0]) && port != SW'(NP);
    count_1 <= count_0 + 1'b1;
    header_1 <= first ? {lookup_reason, to, cls, ttl, flood} : header_0;
  end

  // Second cycle: the cell, and the next one for its port
  logic [AW-1:0] next;
  logic next_valid, take;
  assign next = from_chain ? reused_1 : has_returned_1 ? listed_1 : free_cell;
  assign next_valid = has_returned_1 || free_valid;
  assign take = wants_cell_1 && next_valid;
  assign free_take = take_free_1 && free_valid;
  logic unused_note;
  sluice_switch_lists #(.LISTS(NP + 1), .AW(AW), .LW(SW)) returned (
      .clk, .rst, .early_list(early_return_port), .append(return_valid), .append_list(return_port),
      .append_item(return_head), .append_note(1'b0), .list(port), .head(listed_1), .is_filled(listed),
      .pop(reuse_1 && !from_chain), .pop_list(port_1), .popped_item(listed_2), .note(unused_note));
  // The link of a returned cell names the next one. The RAM is read in every cycle into a register, which may be that of the block
  // RAM (synth/outputs.py).
  logic [AW:0] read_link, link;
  logic follow_2, follow_3, follow, link_write;
  logic [SW-1:0] follow_port_2, follow_port_3, follow_port;
  logic [AW-1:0] follow_cell, link_cell;
  logic [AW:0] link_data;
  always_ff @(posedge clk) begin
    {follow_cell, follow_port_2} <= {next, port_1};
    {link_write, link_cell, link_data} <= {write, write_cell, write_link};
  end
  sluice_ram #(.AW(AW), .DW(AW + 1), .FORWARDS(1'b0)) chains (
      .clk, .write(link_write), .write_addr(link_cell), .write_data(link_data), .read(1'b1), .read_addr(follow_cell),
      .read_data(read_link));

  logic ends_early, ends, no_next, is_bad;  // ends_early: the frame ends even if the cell is not its last one; is_bad: a reason from the cells applies
  logic [3:0] reason, stored_reason, header_reason;
  logic [PW-1:0] egress;
  logic [CW-1:0] frame_class;
  logic [7:0] frame_ttl;
  logic [NP-1:0] frame_flood;
  assign {stored_reason, egress, frame_class, frame_ttl, frame_flood} = header_1;
  // The reason that is stored with a frame does not yet distinguish FLOODED and UNKNOWN, because flood is late.
  assign header_reason = stored_reason == sluice_switch_pkg::FLOODED && frame_flood == '0 ? sluice_switch_pkg::UNKNOWN : stored_reason;
  assign length = base_1 + 14'(bytes_1);
  assign write = write_1;
  assign no_next = !last_1 && !next_valid;
  assign ends_early = giant_1 || !next_valid;
  assign ends = last_1 || ends_early;
  assign write_cell = cell_1;
  assign write_link = {ends, ends ? AW'(bytes_1) : next};
  assign is_bad = cut_1 || no_spare || no_next || giant_1 || bad_1 || runt_1;
  assign reason = !is_bad ? header_reason : cut_1 ? sluice_switch_pkg::CUT : no_spare || no_next ? sluice_switch_pkg::NO_CELL :
      giant_1 ? sluice_switch_pkg::GIANT : bad_1 ? sluice_switch_pkg::BAD : sluice_switch_pkg::RUNT;

  always_ff @(posedge clk) begin
    if (rst) begin
      {has_spare, in_frame, ignoring, reusing} <= '0;
      {arrive_valid, arrive_good, arrive_floods, follow_2, follow_3, follow} <= '0;
      kept <= '0;
    end else begin
      for (int p = 0; p <= NP; p++) begin
        if (wants_cell_1 && port_1 == SW'(p)) has_spare[p] <= next_valid;
        if (write && port_1 == SW'(p)) in_frame[p] <= !ends;
        if (valid_1 && port_1 == SW'(p)) ignoring[p] <= !last_1 && (ignoring_1 || no_spare || (write && ends_early));
        if (follow && follow_port == SW'(p)) reusing[p] <= (!link[AW]);
        else if (take && port_1 == SW'(p)) reusing[p] <= 1'b0;
      end
      {follow_2, follow_3, follow} <= {reuse_1, follow_2, follow_3};
      arrive_valid <= no_spare || (write && ends);
      arrive_good <= write && ends && !is_bad && header_reason == sluice_switch_pkg::NONE;
      arrive_floods <= write && ends && !is_bad && header_reason == sluice_switch_pkg::FLOODED;
      kept <= kept + (return_valid ? (AW + 1)'(return_cells) : '0) - (AW + 1)'(reuse_1);
    end
    {follow_port_3, follow_port} <= {follow_port_2, follow_port_3};
    link <= read_link;
    if (follow) reused[follow_port] <= link[AW-1:0];
    if (take) spares[port_1] <= next;
    if (write) begin
      lengths[port_1] <= length;
      counts[port_1] <= count_1;
    end
    if (write && first_1) begin
      heads[port_1] <= cell_1;
      headers[port_1] <= header_1;
    end
    arrive_port <= from_1;
    arrive_copy <= copy_1;
    arrive_flood <= frame_flood;
    arrive_reason <= reason;
    arrive_class <= frame_class;
    arrive_egress <= egress;
    arrive_ttl <= frame_ttl;
    arrive_cells <= no_spare && first_1 ? '0 : count_1;
    arrive_bytes <= length;
    arrive_head <= first_1 ? cell_1 : head_1;
    arrive_chain <= write;
  end
endmodule
`default_nettype wire

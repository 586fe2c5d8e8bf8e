// A port's cells become a frame in the cell memory: a chain, in which the link of a cell names the next one and that of the last its
// bytes. A port always holds the cell that its next one goes into; with each that is written it takes another, first of what was given back
// to it (refused, dropped or bad frames: their chains are kept in a list per port), then of the free ones.
// The copier's slot is one more port, number NP: its cells are copies of those of a frame that came before, as such judged and enqueued for the
// port where that came in.
// In a clock one port is served, which is told a clock before; between two clocks of one port are at least four others.
// Latency: cell in clock t, written in clock t + 1; arrival of the frame that it ends in clock t + 2; back in clock t, can be taken in t + 2.
`default_nettype none
module sluice_switch_arrive #(
    parameter int NP = 4,
    parameter int CELL = 64,
    parameter int AW = 12,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int NB = 9,                // bits of a frame's cells
    parameter int SW = $clog2(NP + 1),    // derived: do not set
    parameter int BW = $clog2(CELL)       // derived: do not set
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [13:0]   max_frame,
    // The port of this slot, and its cell
    input  wire logic [SW-1:0] next_port,     // of the next clock; NP: the copier
    input  wire logic          slot,          // it is somebody's
    input  wire logic [PW-1:0] from,          // the ingress port
    input  wire logic          cell_valid,
    input  wire logic [BW-1:0] cell_bytes,    // less one
    input  wire logic [BW-1:0] port_bytes,    // the same, of no interest where it is of a copy, which is never too long nor too short
    input  wire logic          cell_last,
    input  wire logic          cell_bad,
    input  wire logic          cell_cut,
    output logic               first,         // it begins a frame; of interest then:
    input  wire logic          reserved,
    input  wire logic          known,         // to one port
    input  wire logic [PW-1:0] to,
    input  wire logic [CW-1:0] cls,
    input  wire logic [7:0]    ttl,
    input  wire logic [NP-1:0] flood,         // where known is 0: the ports that it is to be copied to; none: it is dropped
    // Free cells
    input  wire logic          free_valid,
    input  wire logic [AW-1:0] free_cell,
    output logic               free_take,
    // The memory's write side, the clock after
    output logic               write,
    output logic      [AW-1:0] write_cell,
    output logic      [AW:0]   write_link,    // top bit: the last one, and then its bytes less one
    // A frame is whole, or given up
    output logic               arrive_valid,
    output logic      [PW-1:0] arrive_port,
    output logic               arrive_good,   // and there is no reason against it
    output logic               arrive_floods, // and the reason is FLOODED
    output logic      [3:0]    arrive_reason,
    output logic      [CW-1:0] arrive_class,
    output logic      [PW-1:0] arrive_egress,
    output logic      [7:0]    arrive_ttl,
    output logic      [NB-1:0] arrive_cells,
    output logic      [13:0]   arrive_bytes,
    output logic      [AW-1:0] arrive_head,
    output logic               arrive_chain,  // it has cells
    output logic               arrive_copy,   // it is a copy
    output logic      [NP-1:0] arrive_flood,  // FLOODED: to these ports
    // Cells of a frame that was not accepted come back
    input  wire logic [SW-1:0] early_back,    // back_port two clocks later
    input  wire logic          back,
    input  wire logic [SW-1:0] back_port,
    input  wire logic [AW-1:0] back_head,
    input  wire logic [NB-1:0] back_cells,
    output logic      [AW:0]   kept           // cells that came back and were not taken yet, of all ports
);
  // Per port: what it holds and where its frame stands
  logic [NP:0] holds, in_frame, ignores;
  logic [AW-1:0] held[NP+1];
  logic [AW-1:0] heads[NP+1];
  logic [13:0] lengths[NP+1];
  logic [NB-1:0] counts[NP+1];
  localparam int HeaderBits = 4 + PW + CW + 8 + NP;
  logic [HeaderBits-1:0] headers[NP+1];

  // What came back: the chain that is being used up, then the list of chains
  logic [NP:0] reuses, listed;
  logic [AW-1:0] reused[NP+1];

  // A clock before: what is known of the port
  logic holds_0, ignores_0, reuses_0, in_frame_0;
  logic [SW-1:0] port;
  logic [AW-1:0] held_0, head_0, reused_0;
  logic [13:0] length_0;                       // of the frame, before this cell
  logic [14:0] room_0;                         // that MAX_FRAME leaves, two's complement
  logic [14:0] rooms[NP+1];
  logic [14:0] room_3;                         // of what is counted, two clocks later
  logic [13:0] max_frame_2;
  logic write_2, write_3;
  logic [SW-1:0] port_2, port_3;
  logic [NB-1:0] count_0;
  logic [HeaderBits-1:0] header_0;
  assign first = !in_frame_0;
  always_ff @(posedge clk) begin
    port <= next_port;
    {in_frame_0, holds_0, ignores_0} <= {in_frame[next_port], holds[next_port], ignores[next_port]};
    reuses_0 <= follows && follows_port == next_port ? !link[AW] : reuses[next_port];
    {held_0, head_0} <= {held[next_port], heads[next_port]};
    reused_0 <= follows && follows_port == next_port ? link[AW-1:0] : reused[next_port];
    length_0 <= in_frame[next_port] ? lengths[next_port] : '0;
    room_0 <= in_frame[next_port] ? rooms[next_port] : {1'b0, max_frame};
    max_frame_2 <= max_frame;
    room_3 <= {1'b0, max_frame_2} - {1'b0, arrive_bytes};
    {write_2, port_2, write_3, port_3} <= {write, port_1, write_2, port_2};
    if (write_3) rooms[port_3] <= room_3;
    count_0 <= in_frame[next_port] ? counts[next_port] : '0;
    header_0 <= headers[next_port];
  end

  // First clock: what it has without this cell
  logic wants, has_back;                       // another cell; one that came back
  logic wants_1, has_back_1, reuses_1, free_1; // reuses_1, free_1: both, or the first alone
  logic valid_1, last_1, bad_1, cut_1, copy_1, first_1, ignored_1, of_chain, over_1, runt;
  logic missing, write_1;                      // nowhere to put it; it goes to held_1
  logic [SW-1:0] port_1;
  logic [PW-1:0] from_1;
  logic [BW-1:0] bytes_1;
  logic [AW-1:0] cell_1, head_1, reused_1, listed_head, listed_1;
  logic [13:0] base_1, length;                 // before this cell, one byte of it counted; with it
  logic [NB-1:0] count_1;
  logic [3:0] found;
  logic [HeaderBits-1:0] header_1;
  assign wants = slot && (!holds_0 || (cell_valid && !ignores_0));
  assign has_back = reuses_0 || listed[port];
  assign found = reserved ? sluice_switch_pkg::RESERVED : !known ? (flood != '0 ? sluice_switch_pkg::FLOODED : sluice_switch_pkg::UNKNOWN) :
      SW'(to) == port ? sluice_switch_pkg::HAIRPIN : sluice_switch_pkg::NONE;
  always_ff @(posedge clk) begin
    valid_1 <= !rst && cell_valid;
    missing <= !rst && (cell_valid && !ignores_0 && !holds_0);
    write_1 <= !rst && (cell_valid && !ignores_0 && holds_0);
    {wants_1, reuses_1, free_1} <= rst ? '0 : {wants, wants && has_back, wants && !has_back};
    has_back_1 <= has_back;
    {port_1, from_1, bytes_1, last_1, bad_1, cut_1} <= {port, from, cell_bytes, cell_last, cell_bad, cell_cut};
    copy_1 <= port == SW'(NP);
    {first_1, ignored_1, of_chain} <= {first, ignores_0, reuses_0};
    {cell_1, head_1, reused_1, listed_1} <= {held_0, head_0, reused_0, listed_head};
    base_1 <= length_0 + 1'b1;
    runt <= length_0 + 14'(port_bytes) < 14'(sluice_switch_pkg::MIN_FRAME - 1) && port != SW'(NP);
    over_1 <= (room_0[14] || 14'(port_bytes) >= room_0[13:0]) && port != SW'(NP);
    count_1 <= count_0 + 1'b1;
    header_1 <= first ? {found, to, cls, ttl, flood} : header_0;
  end

  // Second clock: the cell, and the next one for its port
  logic [AW-1:0] next;
  logic next_valid, take;
  assign next = of_chain ? reused_1 : has_back_1 ? listed_1 : free_cell;
  assign next_valid = has_back_1 || free_valid;
  assign take = wants_1 && next_valid;
  assign free_take = free_1 && free_valid;
  logic unused_note;
  sluice_switch_lists #(.LISTS(NP + 1), .AW(AW), .LW(SW)) returned (
      .clk(clk), .rst(rst), .early_list(early_back), .append(back), .append_list(back_port), .append_item(back_head), .append_note(1'b0),
      .list(port), .head(listed_head), .is_filled(listed), .pop(reuses_1 && !of_chain), .pop_list(port_1), .pop_item(listed_1), .note(unused_note));
  // What follows a cell that came back: its link, read in every clock into a register, which may be that of the block RAM (synth/outputs.py)
  logic [AW:0] read_link, link;
  logic at_follows, read_follows, follows, chained;
  logic [SW-1:0] at_port, read_port, follows_port;
  logic [AW-1:0] read_at, chained_cell;
  logic [AW:0] chained_link;
  always_ff @(posedge clk) begin
    {read_at, at_port} <= {next, port_1};
    {chained, chained_cell, chained_link} <= {write, write_cell, write_link};
  end
  sluice_ram #(.AW(AW), .DW(AW + 1), .FORWARDS(1'b0)) chains (
      .clk(clk), .write(chained), .write_addr(chained_cell), .write_data(chained_link), .read(1'b1), .read_addr(read_at), .read_data(read_link));

  logic over_out, ends, out, wrong;            // over_out: where it is not the last cell; wrong: for its cells
  logic [3:0] reason, header_reason;
  logic [PW-1:0] egress;
  logic [CW-1:0] frame_class;
  logic [7:0] frame_ttl;
  logic [NP-1:0] frame_flood;
  assign {header_reason, egress, frame_class, frame_ttl, frame_flood} = header_1;
  assign length = base_1 + 14'(bytes_1);
  assign write = write_1;
  assign out = !last_1 && !next_valid;
  assign over_out = over_1 || !next_valid;
  assign ends = last_1 || over_out;
  assign write_cell = cell_1;
  assign write_link = {ends, ends ? AW'(bytes_1) : next};
  assign wrong = cut_1 || missing || out || over_1 || bad_1 || runt;
  assign reason = !wrong ? header_reason : cut_1 ? sluice_switch_pkg::CUT : missing || out ? sluice_switch_pkg::NO_CELL :
      over_1 ? sluice_switch_pkg::GIANT : bad_1 ? sluice_switch_pkg::BAD : sluice_switch_pkg::RUNT;

  always_ff @(posedge clk) begin
    if (rst) begin
      {holds, in_frame, ignores, reuses} <= '0;
      {arrive_valid, arrive_good, arrive_floods, at_follows, read_follows, follows} <= '0;
      kept <= '0;
    end else begin
      for (int p = 0; p <= NP; p++) begin
        if (wants_1 && port_1 == SW'(p)) holds[p] <= next_valid;
        if (write && port_1 == SW'(p)) in_frame[p] <= !ends;
        if (valid_1 && port_1 == SW'(p)) ignores[p] <= !last_1 && (ignored_1 || missing || (write && over_out));
        if (follows && follows_port == SW'(p)) reuses[p] <= (!link[AW]);
        else if (take && port_1 == SW'(p)) reuses[p] <= 1'b0;
      end
      {at_follows, read_follows, follows} <= {reuses_1, at_follows, read_follows};
      arrive_valid <= missing || (write && ends);
      arrive_good <= write && ends && !wrong && header_reason == sluice_switch_pkg::NONE;
      arrive_floods <= write && ends && !wrong && header_reason == sluice_switch_pkg::FLOODED;
      kept <= kept + (back ? (AW + 1)'(back_cells) : '0) - (AW + 1)'(reuses_1);
    end
    {read_port, follows_port} <= {at_port, read_port};
    link <= read_link;
    if (follows) reused[follows_port] <= link[AW-1:0];
    if (take) held[port_1] <= next;
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
    arrive_cells <= missing && first_1 ? '0 : count_1;
    arrive_bytes <= length;
    arrive_head <= first_1 ? cell_1 : head_1;
    arrive_chain <= write;
  end
endmodule
`default_nettype wire

// Many FIFO lists of items, linked through one RAM with a word per item. An item is in at most one list. One item is
// appended and one is popped per cycle. An item has a note, which is returned after the pop of the item; the note of a
// list's head is read in advance.
// Latency: list in cycle t, its head in t + 1. Append in cycle t, is_filled and head of a list shown in t + 1. Pop in
// cycle t: its item and note in t + 1, is_filled in t + 2, the next head of a list shown in t + 4, whether this head is
// the only item in t + 5. So pops of one list are at least five cycles apart, as the slots of a port.
// Collisions: an item appended in the cycle of a pop of the same list stays in the list; if the list had no other, it
// becomes the head.
`default_nettype none
module sluice_switch_lists #(
    parameter int LISTS = 32,                         // number of lists
    parameter int AW = 12,                            // bits of an item
    parameter int NOTE = 1,                           // bits of a note
    parameter int LW = LISTS > 1 ? $clog2(LISTS) : 1  // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [LW-1:0]    early_list,   // append_list, two cycles earlier
    input  wire logic             append,       // append an item
    input  wire logic [LW-1:0]    append_list,  // list of the append
    input  wire logic [AW-1:0]    append_item,  // item to append
    input  wire logic [NOTE-1:0]  append_note,  // note of that item
    input  wire logic [LW-1:0]    list,         // list whose head is shown
    output logic      [AW-1:0]    head,         // head of that list, one cycle later
    output logic      [LISTS-1:0] is_filled,    // lists with an item
    input  wire logic             pop,          // remove the head of a list that is filled
    input  wire logic [LW-1:0]    pop_list,     // list of the pop
    input  wire logic [AW-1:0]    popped_item,  // head of that list, one cycle after pop
    output logic      [NOTE-1:0]  note          // note of the item that was popped one cycle earlier
);
  // The head of a list is the item that was appended to the empty list, until the pop of this item; after that, the
  // link of the last popped item.
  logic [AW-1:0] first_item[LISTS];
  logic [AW-1:0] successor[LISTS];
  logic [AW-1:0] tail[LISTS];
  logic [LISTS-1:0] at_first, single;  // at_first: the head is in first_item; single: the head is the only item
  logic show_first;
  logic [AW-1:0] shown_first, shown_successor;
  assign head = show_first ? shown_first : shown_successor;
  always_ff @(posedge clk)
    {show_first, shown_first, shown_successor} <= {at_first[list], first_item[list], successor[list]};

  // The cycle after a pop: the link of the item is read; a list of which the item was the only one becomes empty.
  // link_ready: the link is in a register, which may be the output register of the block RAM (synth/outputs.py)
  // restarts: the last pop has taken the only item of the list of the append
  logic popped, sole, pops_sole, pops_next, restarts, link_read, link_ready;
  logic [LW-1:0] popped_list, read_list, ready_list, next_list;  // next_list: append_list of the next cycle
  logic [AW-1:0] link, ready_link;
  assign restarts = sole && pops_next;
  assign pops_sole = pop && single[pop_list] && !(append && append_list == pop_list);
  always_ff @(posedge clk) begin
    {popped, link_read, link_ready} <= rst ? '0 : {pop, popped && !sole, link_read};
    sole <= pops_sole;
    pops_next <= (pop_list == next_list);
    popped_list <= pop_list;
    {read_list, ready_list, ready_link} <= {popped_list, read_list, link};
  end

  // was_filled is looked up one cycle before the append, and corrected by the events of that cycle. The tail is looked
  // up two cycles before the append, because the RAM of the links is far away.
  logic starts, was_filled, was_listed, not_emptied, was_joined;  // starts: the item starts its list
  logic [AW-1:0] early_tail, append_tail, ready_tail;
  assign was_filled = (was_listed && not_emptied) || was_joined;
  assign starts = append && (!was_filled || restarts);
  always_ff @(posedge clk) begin
    next_list <= early_list;
    // With a reset, because Yosys would otherwise move these registers to the addresses of the memory of the tails.
    early_tail <= rst ? '0 : append && append_list == early_list ? append_item : tail[early_list];
    ready_tail <= rst ? '0 : append && append_list == read_list ? append_item : tail[read_list];
    append_tail <= append && append_list == next_list ? append_item : early_tail;
    was_listed <= is_filled[next_list];
    not_emptied <= !(sole && popped_list == next_list);
    was_joined <= (append && append_list == next_list);
  end
  sluice_ram #(.AW(AW), .DW(AW), .FORWARDS(1'b0)) links (
      .clk, .write(append && !starts), .write_addr(append_tail), .write_data(append_item), .read(1'b1),
      .read_addr(popped_item), .read_data(link));
  logic check, no_append, is_single;  // compare link and tail; nothing was appended in between;
                                      // the head is the only item
  logic [LW-1:0] check_list;
  localparam int Parts = (AW + 1) / 2;  // of a link, two bits each: one LUT between the RAM of the links and a register
  logic [Parts-1:0] equal;
  assign is_single = no_append && equal == '1;
  always_ff @(posedge clk) begin
    check <= link_ready && !rst;
    check_list <= ready_list;
    for (int i = 0; i < Parts; i++) equal[i] <= 2'(ready_link >> 2 * i) == 2'(ready_tail >> 2 * i);
    no_append <= !(append && append_list == ready_list);
  end

  // Notes of items that start a list, and of the items after the last popped ones. The latter are read as soon as the
  // link is known. note_arrives: the note of the head arrived in the cycle of the pop
  logic was_first, note_read, note_ready, note_arrives;
  logic [LW-1:0] note_list, note_ready_list;
  logic [NOTE-1:0] first_notes[LISTS];
  logic [NOTE-1:0] successor_notes[LISTS];
  logic [NOTE-1:0] read_note, next_note, first_note, successor_note, arrived_note;
  sluice_switch_memory #(.AW(AW), .DW(NOTE)) notes (
      .clk, .write(append), .write_addr(append_item), .write_data(append_note), .read(1'b1), .read_addr(ready_link),
      .read_data(read_note));
  assign note = was_first ? first_note : note_arrives ? arrived_note : successor_note;
  always_ff @(posedge clk) begin
    was_first <= at_first[pop_list];
    note_arrives <= note_ready && note_ready_list == pop_list;
    {first_note, successor_note, arrived_note} <= {first_notes[pop_list], successor_notes[pop_list], next_note};
    {note_read, note_ready} <= rst ? '0 : {link_ready, note_read};
    {note_list, note_ready_list, next_note} <= {ready_list, note_list, read_note};
    if (starts) first_notes[append_list] <= append_note;
    if (note_ready) successor_notes[note_ready_list] <= next_note;
  end
  genvar l;
  generate
    for (l = 0; l < LISTS; l = l + 1) begin : g_list
      always_ff @(posedge clk) begin
        if (rst) is_filled[l] <= 1'b0;
        else if (append && append_list == LW'(l)) is_filled[l] <= 1'b1;
        else if (sole && popped_list == LW'(l)) is_filled[l] <= 1'b0;
        if (starts && append_list == LW'(l)) at_first[l] <= 1'b1;
        else if (pop && pop_list == LW'(l)) at_first[l] <= 1'b0;
        if (append && append_list == LW'(l)) single[l] <= starts;
        else if (check && check_list == LW'(l)) single[l] <= is_single;
      end
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (append) tail[append_list] <= append_item;
    if (starts) first_item[append_list] <= append_item;
    if (link_ready) successor[ready_list] <= ready_link;
  end
endmodule
`default_nettype wire

// Many FIFO lists of items, linked through one RAM with a word for each item: an item is in one list at most. One is appended and one
// is popped in a clock, perhaps of the same list. An item comes with a note, which is given again when it has been popped: that of a
// list's head waits beside the head.
// Latency: append in clock t, is_filled and head in clock t + 1; pop in clock t, is_filled in clock t + 2, the next head in clock t + 4, and
// its note in clock t + 6; whether that is the only item in clock t + 5: of one list pops are five clocks apart, as the slots of a port are.
`default_nettype none
module sluice_switch_lists #(
    parameter int LISTS = 32,
    parameter int AW = 12,                              // bits of an item
    parameter int NOTE = 1,                             // bits of a note
    parameter int LW = LISTS > 1 ? $clog2(LISTS) : 1    // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [LW-1:0]    early_list, // append_list two clocks later
    input  wire logic             append,
    input  wire logic [LW-1:0]    append_list,
    input  wire logic [AW-1:0]    append_item,
    input  wire logic [NOTE-1:0]  append_note,
    input  wire logic [LW-1:0]    list,
    output logic      [AW-1:0]    head,      // of list, combinational
    output logic      [LISTS-1:0] is_filled,
    input  wire logic             pop,       // the head of a list; only where that is filled
    input  wire logic [LW-1:0]    pop_list,
    input  wire logic [AW-1:0]    pop_item,
    output logic      [NOTE-1:0]  note       // of the item that was popped in the clock before
);
  // The head of a list is the item appended to an empty list, until it is popped; then what the link of the popped one says.
  logic [AW-1:0] first_item[LISTS];
  logic [AW-1:0] successor[LISTS];
  logic [AW-1:0] tail[LISTS];
  logic [LISTS-1:0] at_first, single;     // single: its head is the only item
  assign head = at_first[list] ? first_item[list] : successor[list];

  // The clock after a pop: its link is read, and a list of which it was the only item is empty.
  logic popped, sole, link_read, link_ready;       // kept: its link is in a register, which may be that of the block RAM (synth/outputs.py)
  logic [LW-1:0] popped_list, read_list, ready_list;
  logic [AW-1:0] popped_item, link, ready_link;
  always_ff @(posedge clk) begin
    {popped, link_read, link_ready} <= rst ? '0 : {pop, popped && !sole, link_read};
    sole <= pop && single[pop_list] && !(append && append_list == pop_list);
    {popped_list, popped_item} <= {pop_list, pop_item};
    {read_list, ready_list, ready_link} <= {popped_list, read_list, link};
  end

  // Whether a list is filled is looked up a clock before the append, and then mended by what that clock does; its tail two clocks before: it is far
  // from there to the links.
  logic starts, was_filled, same_list;         // same: the list of the last pop
  logic [LW-1:0] next_list;               // append_list of the next clock
  logic [AW-1:0] early_tail, append_tail, ready_tail;
  assign starts = append && (!was_filled || (sole && same_list));
  always_ff @(posedge clk) begin
    next_list <= early_list;
    early_tail <= append && append_list == early_list ? append_item : tail[early_list];
    append_tail <= append && append_list == next_list ? append_item : early_tail;
    ready_tail <= append && append_list == read_list ? append_item : tail[read_list];
    same_list <= pop_list == next_list;
    was_filled <= (is_filled[next_list] && !(sole && popped_list == next_list)) || (append && append_list == next_list);
  end
  sluice_ram #(.AW(AW), .DW(AW), .FORWARDS(1'b0)) links (
      .clk, .write(append && !starts), .write_addr(append_tail), .write_data(append_item), .read(1'b1),
      .read_addr(popped_item), .read_data(link));
  logic check, no_append, is_single;              // the link that was kept; nothing was appended to it; it is the last item
  logic [LW-1:0] check_list;
  logic [AW-1:0] check_link, check_tail;
  assign is_single = no_append && check_link == check_tail;
  always_ff @(posedge clk) begin
    check <= link_ready && !rst;
    check_list <= ready_list;
    {check_link, check_tail} <= {ready_link, ready_tail};
    no_append <= !(append && append_list == ready_list);
  end

  // Notes: of an item that begins a list, and of the one behind the last that was popped, read as soon as its link is known
  logic was_first, note_read, note_ready;
  logic [LW-1:0] note_list, note_ready_list;
  logic [NOTE-1:0] first_notes[LISTS];
  logic [NOTE-1:0] successor_notes[LISTS];
  logic [NOTE-1:0] read_note, next_note;
  sluice_switch_memory #(.AW(AW), .DW(NOTE)) notes (
      .clk, .write(append), .write_addr(append_item), .write_data(append_note), .read(1'b1), .read_addr(ready_link),
      .read_data(read_note));
  assign note = was_first ? first_notes[popped_list] : successor_notes[popped_list];
  always_ff @(posedge clk) begin
    was_first <= at_first[pop_list];
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

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
  logic [AW-1:0] first[LISTS];
  logic [AW-1:0] later[LISTS];
  logic [AW-1:0] tail[LISTS];
  logic [LISTS-1:0] at_first, single;     // single: its head is the only item
  assign head = at_first[list] ? first[list] : later[list];

  // The clock after a pop: its link is read, and a list of which it was the only item is empty.
  logic popped, sole, linked, kept;       // kept: its link is in a register, which may be that of the block RAM (synth/outputs.py)
  logic [LW-1:0] popped_list, linked_list, kept_list;
  logic [AW-1:0] popped_item, link, kept_link;
  always_ff @(posedge clk) begin
    {popped, linked, kept} <= rst ? '0 : {pop, popped && !sole, linked};
    sole <= pop && single[pop_list] && !(append && append_list == pop_list);
    {popped_list, popped_item} <= {pop_list, pop_item};
    {linked_list, kept_list, kept_link} <= {popped_list, linked_list, link};
  end

  // Whether a list is filled is looked up a clock before the append, and then mended by what that clock does; its tail two clocks before: it is far
  // from there to the links.
  logic starts, was_filled, same;         // same: the list of the last pop
  logic [LW-1:0] next_list;               // append_list of the next clock
  logic [AW-1:0] early_tail, append_tail, kept_tail;
  assign starts = append && (!was_filled || (sole && same));
  always_ff @(posedge clk) begin
    next_list <= early_list;
    early_tail <= append && append_list == early_list ? append_item : tail[early_list];
    append_tail <= append && append_list == next_list ? append_item : early_tail;
    kept_tail <= append && append_list == linked_list ? append_item : tail[linked_list];
    same <= pop_list == next_list;
    was_filled <= (is_filled[next_list] && !(sole && popped_list == next_list)) || (append && append_list == next_list);
  end
  sluice_ram #(.AW(AW), .DW(AW), .FORWARDS(1'b0)) links (
      .clk(clk), .write(append && !starts), .write_addr(append_tail), .write_data(append_item), .read(1'b1), .read_addr(popped_item),
      .read_data(link));
  logic last, lonely, ended;              // the link that was kept; nothing was appended to it; it is the last item
  logic [LW-1:0] last_list;
  logic [AW-1:0] last_link, last_tail;
  assign ended = lonely && last_link == last_tail;
  always_ff @(posedge clk) begin
    last <= kept && !rst;
    last_list <= kept_list;
    {last_link, last_tail} <= {kept_link, kept_tail};
    lonely <= !(append && append_list == kept_list);
  end

  // Notes: of an item that begins a list, and of the one behind the last that was popped, read as soon as its link is known
  logic was_first, reads_note, has_note;
  logic [LW-1:0] reads_list, noted_list;
  logic [NOTE-1:0] first_note[LISTS];
  logic [NOTE-1:0] later_note[LISTS];
  logic [NOTE-1:0] read_note, next_note;
  sluice_switch_memory #(.AW(AW), .DW(NOTE)) notes (
      .clk(clk), .write(append), .write_addr(append_item), .write_data(append_note), .read(1'b1), .read_addr(kept_link), .read_data(read_note));
  assign note = was_first ? first_note[popped_list] : later_note[popped_list];
  always_ff @(posedge clk) begin
    was_first <= at_first[pop_list];
    {reads_note, has_note} <= rst ? '0 : {kept, reads_note};
    {reads_list, noted_list, next_note} <= {kept_list, reads_list, read_note};
    if (starts) first_note[append_list] <= append_note;
    if (has_note) later_note[noted_list] <= next_note;
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
        else if (last && last_list == LW'(l)) single[l] <= ended;
      end
    end
  endgenerate
  always_ff @(posedge clk) begin
    if (append) tail[append_list] <= append_item;
    if (starts) first[append_list] <= append_item;
    if (kept) later[kept_list] <= kept_link;
  end
endmodule
`default_nettype wire

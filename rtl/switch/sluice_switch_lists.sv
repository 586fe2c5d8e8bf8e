// Many FIFO lists of items, linked through one RAM with a word for each item: an item is in one list at most. One is appended and one
// is popped in a clock, perhaps of the same list.
// Latency: append in clock t, is_filled and head in clock t + 1; pop in clock t, is_filled in clock t + 2, the next head in clock t + 3: of one
// list pops are three clocks apart.
`default_nettype none
module sluice_switch_lists #(
    parameter int LISTS = 32,
    parameter int AW = 12,                              // bits of an item
    parameter int LW = LISTS > 1 ? $clog2(LISTS) : 1    // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             append,
    input  wire logic [LW-1:0]    append_list,
    input  wire logic [AW-1:0]    append_item,
    input  wire logic             pop,       // the head of list; only where that is filled
    input  wire logic [LW-1:0]    list,
    output logic      [AW-1:0]    head,      // of list, combinational
    output logic      [LISTS-1:0] is_filled
);
  // The head of a list is the item appended to an empty list, until it is popped; then what the link of the popped one says.
  logic [AW-1:0] first[LISTS];
  logic [AW-1:0] later[LISTS];
  logic [AW-1:0] tail[LISTS];
  logic [LISTS-1:0] at_first;
  assign head = at_first[list] ? first[list] : later[list];

  // The clock after a pop: its link is read, and a list of which it was the only item is empty.
  logic popped, sole, linked;
  logic [LW-1:0] popped_list, linked_list;
  logic [AW-1:0] popped_item, link;
  always_ff @(posedge clk) begin
    {popped, linked} <= rst ? '0 : {pop, popped};
    sole <= pop && head == tail[list] && !(append && append_list == list);
    {popped_list, popped_item} <= {list, head};
    linked_list <= popped_list;
  end

  logic starts;
  logic [AW-1:0] append_tail;
  assign append_tail = tail[append_list];
  assign starts = append && (!is_filled[append_list] || (sole && popped_list == append_list));
  sluice_ram #(.AW(AW), .DW(AW), .FORWARDS(1'b0)) links (
      .clk(clk), .write(append && !starts), .write_addr(append_tail), .write_data(append_item), .read(popped), .read_addr(popped_item),
      .read_data(link));
  always_ff @(posedge clk) begin
    if (rst) is_filled <= '0;
    else begin
      if (sole) is_filled[popped_list] <= 1'b0;
      if (append) is_filled[append_list] <= 1'b1;
    end
    if (pop) at_first[list] <= 1'b0;
    if (starts) at_first[append_list] <= 1'b1;
    if (append) tail[append_list] <= append_item;
    if (starts) first[append_list] <= append_item;
    if (linked) later[linked_list] <= link;
  end
endmodule
`default_nettype wire

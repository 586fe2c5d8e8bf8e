// Out of the memory: each port, in its slots, reads the next cell of its frame, and chooses the next frame in the slot that reads the last
// one. What is chosen is begun: a gate that closes later does not hold it. Nothing is read or chosen while more than two cells wait in the
// port's output. Every cell is free when it is read, and with the last one the MMU is told.
// Latency: slot in clock t; choice and addresses in t + 1, cell of the memory and free in t + 2, begin and leave in t + 3. Between two slots of one
// port are at least three clocks.
`default_nettype none
module sluice_switch_depart #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int AW = 12,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int NB = 9,                        // bits of a frame's cells
    parameter int QW = NP * NC > 1 ? $clog2(NP * NC) : 1,  // derived: do not set
    parameter int DESC = NB + PW + CW             // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             slot,           // it is a port's
    input  wire logic [PW-1:0]    port,
    input  wire logic [NP*NC-1:0] is_filled,
    input  wire logic [NP*NC-1:0] gate,
    input  wire logic [NP-1:0]    up,
    input  wire logic [NP*NC-1:0] expired,        // by the watchdog: choose in spite of the gate, and drop
    input  wire logic [NP*3-1:0]  level,          // cells that wait in the outputs
    input  wire logic [NP*NC-1:0] strict,
    input  wire logic [12*NC-1:0] quantum,
    // Lists and descriptors
    output logic                  pop,
    output logic      [QW-1:0]    pop_list,
    input  wire logic [AW-1:0]    pop_head,
    input  wire logic [DESC-1:0]  descriptor,     // of pop_head, a clock later: cells, ingress port, class
    // Memory
    output logic                  read,
    output logic      [AW-1:0]    read_cell,
    input  wire logic [AW:0]      read_link,      // a clock later
    output logic                  push,           // the memory's cell is for push_port
    output logic      [PW-1:0]    push_port,
    output logic                  push_drop,
    output logic      [CW-1:0]    push_class,
    output logic      [AW-1:0]    push_cell,
    // What happens
    output logic                  begin_valid,    // chosen: begun
    output logic      [PW-1:0]    begin_port,
    output logic      [CW-1:0]    begin_class,
    output logic                  begin_drop,
    output logic      [NB-1:0]    begin_cells,
    output logic                  leave_valid,    // the last cell is free
    output logic      [PW-1:0]    leave_port,     // ingress
    output logic      [PW-1:0]    leave_egress,
    output logic      [CW-1:0]    leave_class,
    output logic      [NB-1:0]    leave_cells
);
  // First clock: what the port may choose
  logic valid_1, room_1;
  logic [PW-1:0] port_1;
  logic [NC-1:0] may_1, filled_1, drop_1, strict_1;
  always_ff @(posedge clk) begin
    valid_1 <= slot && !rst;
    port_1 <= port;
    may_1 <= is_filled[port*NC+:NC] & ((~gate[port*NC+:NC]) | expired[port*NC+:NC] | {NC{!up[port]}});
    filled_1 <= is_filled[port*NC+:NC];
    drop_1 <= expired[port*NC+:NC];
    strict_1 <= strict[port*NC+:NC];
    room_1 <= level[port*3+:3] <= 3'd2;
  end

  // Second clock: per port the frame that is read, and the one that is chosen
  logic [NP-1:0] chosen;
  logic [AW-1:0] cells_at[NP];    // the next cell of the frame that is read
  logic [NB-1:0] rest[NP];        // its cells that are still to be read, where it is busy
  logic [NP-1:0] busy;
  logic [DESC+CW:0] frames[NP];   // descriptor, egress class, drop
  logic [AW-1:0] next_heads[NP];
  logic [DESC+CW:0] next_frames[NP];
  logic goes_on, starts, any, choose;
  logic [NB-1:0] rest_now, rest_after;
  logic [DESC+CW:0] frame;
  logic [CW-1:0] pick;
  assign rest_now = busy[port_1] ? rest[port_1] : '0;
  assign goes_on = rest_now != '0;
  assign starts = !goes_on && chosen[port_1];
  assign frame = goes_on ? frames[port_1] : next_frames[port_1];
  assign read = valid_1 && room_1 && (goes_on || starts);
  assign read_cell = goes_on ? cells_at[port_1] : next_heads[port_1];
  assign rest_after = !read ? rest_now : (goes_on ? rest_now : frame[CW+1+PW+CW+:NB]) - 1'b1;
  assign choose = valid_1 && room_1 && any && rest_after == '0 && (!chosen[port_1] || starts);
  sluice_switch_schedule #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .NB(NB)) schedule (
      .clk(clk), .rst(rst), .port(port_1), .may(may_1), .is_filled(filled_1), .strict(strict_1), .quantum(quantum), .choose(choose),
      .cells(descriptor[PW+CW+:NB]), .any(any), .cls(pick));

  // Third clock: the memory's cell, and the queue of the choice; the clock after, its descriptor
  logic starts_2, drop_2, frees_2;
  logic [PW-1:0] port_2;
  logic [CW-1:0] pick_2;
  logic [NB-1:0] rest_2;
  logic [AW-1:0] head_2;
  logic [DESC+CW:0] frame_2;
  assign push_port = port_2;
  assign begin_cells = descriptor[PW+CW+:NB];
  assign {push_class, push_drop} = frame_2[CW:0];
  always_ff @(posedge clk) begin
    if (rst) begin
      {push, pop, begin_valid, starts_2, leave_valid} <= '0;
      {chosen, busy} <= '0;
    end else begin
      push <= read;
      if (push) busy[port_2] <= !frees_2;
      starts_2 <= read && starts;
      pop <= choose;
      begin_valid <= pop;
      if (starts_2) chosen[port_2] <= 1'b0;
      if (begin_valid) chosen[begin_port] <= 1'b1;
      leave_valid <= push && frees_2;
    end
    push_cell <= read_cell;
    {port_2, begin_port} <= {port_1, port_2};
    {pick_2, begin_class} <= {pick, pick_2};
    {drop_2, begin_drop} <= {drop_1[pick], drop_2};
    pop_list <= QW'(32'(port_1) * NC + 32'(pick));
    rest_2 <= rest_after;
    frees_2 <= rest_after == '0;
    frame_2 <= frame;
    head_2 <= pop_head;
    if (begin_valid) begin
      next_heads[begin_port] <= head_2;
      next_frames[begin_port] <= {descriptor, begin_class, begin_drop};
    end
    if (push) begin
      cells_at[port_2] <= read_link[AW-1:0];
      frames[port_2] <= frame_2;
      rest[port_2] <= rest_2;
    end
    {leave_cells, leave_port, leave_class} <= frame_2[CW+1+:DESC];
    leave_egress <= port_2;
  end

  logic unused_link;
  assign unused_link = read_link[AW];
endmodule
`default_nettype wire

// Reads frames out of the buffer. In a slot a port reads the next cell of its frame. In the slot of the last cell the
// port also selects its next frame. A selected frame is begun: a gate that closes later does not stop the frame. A port
// reads while at most three cells wait in its output. Each cell is free when it is read; after the last one the frame
// is dequeued in the MMU.
// Latency: slot in cycle t; read and choice in t + 1, read address in t + 2, cell and freed in t + 3, begun and left in
// t + 4. Slots of one port are at least five cycles apart.
// Collisions: a link that is down, or the watchdog, wins over a closed gate.
`default_nettype none
module sluice_switch_depart #(
    parameter int NP = 4,                                  // ports
    parameter int NC = 8,                                  // classes
    parameter int AW = 12,                                 // 2^AW cells
    parameter int PW = 2,                                  // bits of a port number
    parameter int CW = 3,                                  // bits of a class number
    parameter int NB = 9,                                  // bits of a frame's cells
    parameter int BW = 6,                                  // bits of the bytes of a cell
    parameter int QW = NP * NC > 1 ? $clog2(NP * NC) : 1   // derived: do not set
) (
    clk, rst, slot, port,
    is_filled, gate, may_start, up, ignore_gate, drop, space, strict, quantum,
    pop, pop_list, pop_queue, pop_class, popped_head, descriptor,
    read_cell, read_link, push, freed,
    begun, left
);
  `SLUICE_SWITCH_CELL(AW)
  `SLUICE_SWITCH_DESCRIPTOR(PW, CW, NB, BW)
  `SLUICE_SWITCH_BEGUN(PW, CW, NB)
  `SLUICE_SWITCH_PUSH(PW, CW)
  `SLUICE_SWITCH_LEFT(PW, CW, NB)
  input wire logic             clk;
  input wire logic             rst;
  input wire logic             slot;  // this slot belongs to a port
  input wire logic [PW-1:0]    port;  // port of this slot
  // What a port may select; class c of port p at [p * NC + c]
  input wire logic [NP*NC-1:0] is_filled;    // queues with a frame
  input wire logic [NP*NC-1:0] gate;         // of the MMU; 1: paused
  input wire logic [NP*NC-1:0] may_start;    // of the credits; 1: they suffice
  input wire logic [NP-1:0]    up;           // link of the port and switch are up
  input wire logic [NP*NC-1:0] ignore_gate;  // of the watchdog: select the class in spite of its gate
  input wire logic [NP*NC-1:0] drop;         // of the watchdog: do not send the frame
  input wire logic [NP-1:0]    space;        // per output: at most three cells wait
  input wire logic [NP*NC-1:0] strict;       // strict priority
  input wire logic [12*NC-1:0] quantum;      // units of 64 bytes; of class c at [12 * c +: 12]
  // Queues
  output logic                 pop;          // remove the head of a queue
  output logic     [QW-1:0]    pop_list;     // queue
  output logic     [QW-1:0]    pop_queue;    // pop_list, in a register of its own
  output logic     [CW-1:0]    pop_class;    // class of the queue
  input wire logic [AW-1:0]    popped_head;  // first cell of the removed frame, one cycle later
  input wire descriptor_t      descriptor;   // its descriptor, with it
  // Buffer
  output logic     [AW-1:0]    read_cell;  // read address, one cycle before the buffer
  input wire logic [AW:0]      read_link;  // link of that cell, three cycles later
  output push_t                push;       // two cycles after read_cell: the cell is for an output
  output cell_t                freed;      // one cycle before: the cell will be free
  // Events
  output begun_t               begun;  // a port has selected a frame, which is now begun
  output left_t                left;   // the last cell of a frame is free

  // A frame that a port reads, or will read next
  typedef struct packed {
    logic [NB-1:0] cells;         // cells of the frame
    logic [PW-1:0] port;          // ingress port
    logic [CW-1:0] cls;           // class of the frame
    logic [CW-1:0] egress_class;
    logic          drop;          // do not send the frame
  } frame_t;
  localparam int FrameBits = NB + PW + CW + CW + 1;

  // First cycle: the classes that the port may select
  logic valid_1, space_1;
  logic [PW-1:0] port_1;
  logic [NC-1:0] eligible_1, filled_1, drop_1, strict_1;
  logic [NC-1:0] eligible_of[NP], filled_of[NP], drop_of[NP], strict_of[NP];
  genvar q;
  generate
    for (q = 0; q < NP; q = q + 1) begin : g_row
      assign eligible_of[q] = is_filled[q*NC+:NC] &
          (((~gate[q*NC+:NC]) & may_start[q*NC+:NC]) | ignore_gate[q*NC+:NC] | {NC{!up[q]}});
      assign filled_of[q] = is_filled[q*NC+:NC];
      assign drop_of[q] = drop[q*NC+:NC];
      assign strict_of[q] = strict[q*NC+:NC];
    end
  endgenerate
  always_ff @(posedge clk) begin
    valid_1 <= slot && !rst;
    port_1 <= port;
    eligible_1 <= eligible_of[port];
    filled_1 <= filled_of[port];
    drop_1 <= drop_of[port];
    strict_1 <= strict_of[port];
    space_1 <= space[port];
  end

  // Per port: the current frame and the next frame, looked up in the slot
  logic [NP-1:0] has_next_of, next_single;  // a next frame is selected; it has one cell
  logic [AW-1:0] next_cells[NP];            // next cell of the current frame
  logic [NB-1:0] cells_left[NP];            // cells of the current frame that are not yet read
  logic [NP-1:0] busy, one_left;            // there are such cells; there is just one
  logic [FrameBits-1:0] frames[NP];
  logic [AW-1:0] next_heads[NP];
  logic [FrameBits-1:0] next_frames[NP];
  logic reading, has_next, is_last, starts, read, ends, any, choose;
  frame_t frame_1, frame_2, frame_3, next_frame;
  logic [NB-1:0] cells_left_1;
  logic [AW-1:0] freed_cell;
  assign next_frame = next_frames[port];
  always_ff @(posedge clk) begin
    {reading, has_next, is_last} <= {busy[port], has_next_of[port], one_left[port]};
    frame_1 <= busy[port] ? frames[port] : next_frame;
    cells_left_1 <= busy[port] ? cells_left[port] : next_frame.cells;
    read_cell <= busy[port] ? next_cells[port] : next_heads[port];
  end

  // Second cycle: whether a cell is read, and whether a frame is selected
  assign freed = {read_2, freed_cell};
  assign starts = !reading && has_next;
  assign read = valid_1 && space_1 && (reading || has_next);
  assign ends = reading ? is_last : next_single[port_1];
  assign choose = valid_1 && any && (has_next ? !reading && space_1 && ends : !reading || (space_1 && ends));

  // Third cycle: the selected class, and the rest of the frame
  logic choose_2, read_2, starts_2, ends_2;
  logic [PW-1:0] port_2;
  logic [CW-1:0] pick_2;
  logic [NC-1:0] drop_2;
  logic [NB-1:0] cells_left_2;
  // Bytes of the frame with FCS. Its last cell is full if last_bytes is 0.
  logic [BW-1:0] last_bytes;
  logic [13:0] bytes;
  assign last_bytes = descriptor.last_bytes;
  assign bytes = 14'({descriptor.cells, last_bytes}) + {{14 - BW{last_bytes != '0}}, BW'(sluice_switch_pkg::FCS)};
  sluice_switch_schedule #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) schedule (
      .clk, .rst, .early_port(port), .port(port_1),
      .eligible(eligible_1), .is_filled(filled_1), .strict(strict_1), .quantum, .choose, .bytes,
      .any, .cls(pick_2));

  logic [QW-1:0] next_pop;
  sluice_switch_queue #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) popped (.port(port_2), .cls(pick_2), .queue(next_pop));

  // Fourth cycle: the queue of that class, and the cell; one cycle later the descriptor
  logic ends_3, freed_4;
  begun_t begun_1;
  logic [PW-1:0] port_3, port_4;
  logic [NC-1:0] drop_3;
  logic push_valid, push_first, begin_valid, begin_drop;
  logic [CW-1:0] begin_class;
  assign push = {push_valid, port_3, frame_3.egress_class, frame_3.drop, push_first};
  assign begun = {begin_valid, port_4, begin_class, begin_drop, descriptor.cells};
  always_ff @(posedge clk) begin
    if (rst) begin
      {choose_2, read_2, starts_2, push_valid, pop, begin_valid, left.valid, freed_4} <= '0;
      {has_next_of, busy} <= '0;
    end else begin
      {choose_2, pop, begin_valid} <= {choose, choose_2, pop};
      {read_2, push_valid} <= {read, read_2};
      starts_2 <= read && starts;
      for (int p = 0; p < NP; p++) begin
        if (read_2 && port_2 == PW'(p)) busy[p] <= !ends_2;
        if (begin_valid && port_4 == PW'(p)) has_next_of[p] <= 1'b1;
        else if (starts_2 && port_2 == PW'(p)) has_next_of[p] <= 1'b0;
      end
      left.valid <= push_valid && ends_3;
      freed_4 <= push_valid;
    end
    {port_2, port_3, port_4} <= {port_1, port_2, port_3};
    freed_cell <= read_cell;
    {drop_2, drop_3} <= {drop_1, drop_2};
    {pop_class, begin_class} <= {pick_2, pop_class};
    push_first <= starts_2;
    begin_drop <= drop_3[pop_class];
    pop_list <= next_pop;
    pop_queue <= rst ? '0 : next_pop;  // with a reset only to keep it a register of its own
    cells_left_2 <= cells_left_1 - 1'b1;
    {ends_2, ends_3} <= {ends, ends_2};
    {frame_2, frame_3} <= {frame_1, frame_2};
    if (begin_valid) begin
      next_heads[port_4] <= popped_head;
      next_frames[port_4] <= {descriptor.cells, descriptor.port, descriptor.cls, begin_class, begin_drop};
    end
    if (read_2) begin
      frames[port_2] <= frame_2;
      cells_left[port_2] <= cells_left_2;
    end
    for (int p = 0; p < NP; p++) begin
      if (begun_1.valid && begun_1.port == PW'(p)) next_single[p] <= begun_1.cells == NB'(1);
      if (read_2 && port_2 == PW'(p)) one_left[p] <= cells_left_2 == NB'(1);
    end
    if (freed_4) next_cells[port_4] <= read_link[AW-1:0];
    {left.cells, left.port, left.cls} <= {frame_3.cells, frame_3.port, frame_3.cls};
    left.egress <= port_3;
    begun_1 <= begun;
    if (rst) begun_1.valid <= 1'b0;
  end

  logic unused_fields;
  assign unused_fields = ^{read_link[AW], begun_1};
endmodule
`default_nettype wire

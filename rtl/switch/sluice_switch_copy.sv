// Copies of frames to many ports. Such frames wait here with their cells, in the order of arrival. In the last slot of
// the wheel a cell of the oldest frame is read and written as a cell of a copy. There is one copy per port, from the
// lowest port on. The last copy frees the cells. Waiting frames hold at most twice the cells of a largest frame: there
// is no space while more than the cells of one largest frame, or COPIED frames, wait.
// Latency: put in cycle t, first slot of the frame in t + 2 at the earliest. Slot and read in cycle t, freed in t + 1,
// copy_valid in t + 3.
// Slots are at least five cycles apart.
`default_nettype none
module sluice_switch_copy #(
    parameter int NP = 4,   // ports
    parameter int AW = 12,  // 2^AW cells
    parameter int PW = 2,   // bits of a port number
    parameter int CW = 3,   // bits of a class number
    parameter int NB = 9    // bits of a frame's cells
) (
    clk, rst, frame_cells, space,
    put, put_flood, arrived,
    slot, read, link, copy_valid, copy_port, route, freed
);
  `SLUICE_SWITCH_CELL(AW)
  `SLUICE_SWITCH_ARRIVED(PW, CW, NB, AW)
  `SLUICE_SWITCH_ROUTE(PW, CW)
  input wire logic          clk;
  input wire logic          rst;
  input wire logic [NB-1:0] frame_cells;  // cells of a largest frame
  output logic              space;        // there is space for one more frame; put only then
  // A frame to be copied
  input wire logic          put;        // the frame that has arrived waits from now on
  input wire logic [NP-1:0] put_flood;  // egress ports of its copies, at least one
  input wire arrived_t      arrived;
  // The slot, first cycle: read side of the buffer
  input wire logic          slot;  // the copier's slot
  output cell_t             read;
  input wire logic [AW:0]   link;  // link of the cell, three cycles later
  // With link
  output logic              copy_valid;  // the cell that was read belongs to a copy
  output logic     [PW-1:0] copy_port;   // ingress port
  output route_t            route;       // where the copy goes
  // Two cycles before link
  output cell_t             freed;  // the cell is read for the last time

  localparam int Places = sluice_switch_pkg::COPIED;
  localparam int QW = $clog2(Places);
  localparam int Waiting = AW + PW + CW + 8 + NP;
  logic [Waiting-1:0] waiting[Places];
  logic [QW-1:0] fill, show;
  logic [QW:0] count;
  // spare: cells of a largest frame less those of waiting frames, two's complement. pending: amount to add to spare
  // later: freed cells, and growth of the largest frame.
  localparam int Spare = (AW > NB ? AW : NB) + 3;
  logic [Spare-1:0] spare, put_spare;
  logic [NB:0] pending, growth;
  logic freed_1;
  logic [NB-1:0] last_cells;
  logic [AW-1:0] head;
  logic [NP-1:0] ports, done, left, lowest;

  // The current copy is for the lowest port that remains.
  // in_frame: the copy has begun; last: it is the last copy; frame_end: the last cell of the copy is read
  logic has_frame, read_1, read_2, in_frame, last, frame_end;
  logic [AW-1:0] next, freed_cell;
  logic [PW-1:0] copy_egress;
  logic [CW-1:0] copy_class;
  logic [7:0] copy_ttl;
  assign left = ports & ~done;
  assign read.valid = slot && has_frame;
  assign read.address = in_frame ? next : head;
  assign frame_end = copy_valid && link[AW];
  assign freed = {(read_1 && last), freed_cell};
  assign route = {1'b1, copy_egress, copy_class, copy_ttl};
  // The oldest frame, one cycle later; the fields that follow from it, two cycles later
  logic [PW-1:0] egress;
  always_comb begin
    egress = '0;
    for (int p = NP - 1; p >= 0; p--) if (left[p]) egress = PW'(p);
  end
  always_ff @(posedge clk) begin
    has_frame <= !rst && count != '0;
    {head, copy_port, copy_class, copy_ttl, ports} <= waiting[show];
    copy_egress <= egress;
    lowest <= left & (~left + 1'b1);
    last <= (left & (left - 1'b1)) == '0;
  end
  // A place is free one cycle after the end of its last copy (popped), not before.
  assign put_spare = Spare'(arrived.cells);
  logic pop, popped;
  logic [QW:0] places_taken;
  assign pop = frame_end && last;
  always_ff @(posedge clk) begin
    if (rst) begin
      {read_1, read_2, copy_valid, in_frame, done} <= '0;
      {fill, show, count, places_taken, popped, spare, pending, growth, last_cells, freed_1} <= '0;
    end else begin
      {read_1, read_2, copy_valid} <= {read.valid, read_1, read_2};
      if (copy_valid) in_frame <= !link[AW];
      if (frame_end) done <= last ? '0 : (done | lowest);
      fill <= fill + QW'(put);
      show <= show + QW'(pop);
      count <= count + (QW + 1)'(put) - (QW + 1)'(pop);
      popped <= pop;
      places_taken <= places_taken + (QW + 1)'(put) - (QW + 1)'(popped);
      last_cells <= frame_cells;
      growth <= (NB + 1)'(frame_cells) - (NB + 1)'(last_cells);
      freed_1 <= freed.valid;
      pending <= (put ? pending : '0) + growth + (NB + 1)'(freed_1);
      spare <= spare + (put ? -put_spare : {{Spare - NB - 1{pending[NB]}}, pending});
    end
    if (put) waiting[fill] <= {arrived.head, arrived.port, arrived.cls, arrived.ttl, put_flood};
    if (read.valid) freed_cell <= read.address;
    if (copy_valid) next <= link[AW-1:0];
  end
  assign space = 32'(places_taken) < Places && !spare[Spare-1];
  logic unused_fields;
  assign unused_fields = ^arrived;
endmodule
`default_nettype wire

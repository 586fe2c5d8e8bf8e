// Copies of frames to many ports. A frame that is to be copied waits here with its cells, in the order of arrivals; the oldest is read in the
// wheel's last slot, a cell a turn, once for each of its ports from the lowest on, and what is read is written in the same slot
// as a frame of its own. With the last copy its cells are free.
// What waits holds at most twice the cells of a largest frame; where more than one largest frame waits, or COPIED frames, there is no room.
// Latency: put in clock t, its first slot in t + 2 at the earliest; slot and address in clock t, free in t + 1, cell in t + 3. Between two slots are
// at least four clocks.
`default_nettype none
module sluice_switch_copy #(
    parameter int NP = 4,
    parameter int AW = 12,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int NB = 9                        // bits of a frame's cells
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic [NB-1:0] frame_cells,     // of a largest frame
    output logic               space,            // for one more: put only then
    // A frame waits from now on
    input  wire logic          put,
    input  wire logic [AW-1:0] put_head,
    input  wire logic [NB-1:0] put_cells,
    input  wire logic [PW-1:0] put_port,        // ingress
    input  wire logic [CW-1:0] put_class,
    input  wire logic [7:0]    put_ttl,
    input  wire logic [NP-1:0] put_flood,       // its copies' egress ports, at least one
    // The slot, first clock: the memory's read side
    input  wire logic          slot,
    output logic               read,
    output logic      [AW-1:0] read_cell,
    input  wire logic [AW:0]   link,            // of the memory, three clocks later
    // With it: the cell that was read is one of a copy
    output logic               copy_valid,
    output logic      [PW-1:0] copy_port,       // ingress
    output logic      [PW-1:0] copy_egress,
    output logic      [CW-1:0] copy_class,
    output logic      [7:0]    copy_ttl,
    // Two clocks before it
    output logic               freed,            // it is read for the last time
    output logic      [AW-1:0] freed_cell
);
  localparam int Places = sluice_switch_pkg::COPIED;
  localparam int QW = $clog2(Places);
  localparam int Waiting = AW + PW + CW + 8 + NP;
  logic [Waiting-1:0] waiting[Places];
  logic [QW-1:0] fill, show;
  logic [QW:0] count;
  // The cells of a largest frame less those of what waits, two's complement, and what is still to be added to that: new room, freed cells
  localparam int Spare = (AW > NB ? AW : NB) + 3;
  logic [Spare-1:0] spare;
  logic [Spare-1:0] put_spare;
  logic [NB:0] pending, growth;
  logic freed_1;
  logic [NB-1:0] last_cells;
  logic [AW-1:0] head;
  logic [NP-1:0] ports, done, left, lowest;

  // The copy that is made: of the ports that are left the lowest
  logic has_frame, read_1, read_2, in_frame, last, frame_end;                    // it is begun; of the frame's copies the last; its last cell
  logic [AW-1:0] next;
  assign left = ports & ~done;
  assign read = slot && has_frame;
  assign read_cell = in_frame ? next : head;
  assign frame_end = copy_valid && link[AW];
  assign freed = (read_1 && last);
  // What is shown, in a clock, and what follows from it, in one more
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
  // A place is free when its last copy has been judged, not before.
  assign put_spare = Spare'(put_cells);
  logic pop, popped;
  logic [QW:0] places_taken;
  assign pop = frame_end && last;
  always_ff @(posedge clk) begin
    if (rst) {read_1, read_2, copy_valid, in_frame, fill, show, count, places_taken, popped, spare, pending, growth, freed_1, last_cells, done} <= '0;
    else begin
      {read_1, read_2, copy_valid} <= {read, read_1, read_2};
      if (copy_valid) in_frame <= !link[AW];
      if (frame_end) done <= last ? '0 : (done | lowest);
      fill <= fill + QW'(put);
      show <= show + QW'(pop);
      count <= count + (QW + 1)'(put) - (QW + 1)'(pop);
      popped <= pop;
      places_taken <= places_taken + (QW + 1)'(put) - (QW + 1)'(popped);
      last_cells <= frame_cells;
      growth <= (NB + 1)'(frame_cells) - (NB + 1)'(last_cells);
      freed_1 <= freed;
      pending <= (put ? pending : '0) + growth + (NB + 1)'(freed_1);
      spare <= spare + (put ? -put_spare : {{Spare - NB - 1{pending[NB]}}, pending});
    end
    if (put) waiting[fill] <= {put_head, put_port, put_class, put_ttl, put_flood};
    if (read) freed_cell <= read_cell;
    if (copy_valid) next <= link[AW-1:0];
  end
  assign space = 32'(places_taken) < Places && !spare[Spare-1];
endmodule
`default_nettype wire

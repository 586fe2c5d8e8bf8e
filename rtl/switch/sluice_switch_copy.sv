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
    output logic               room,            // for one more: put only then
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
    output logic               free,            // it is read for the last time
    output logic      [AW-1:0] free_cell
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
  logic [Spare-1:0] less;
  logic [NB:0] pending, larger;
  logic freed;
  logic [NB-1:0] last_cells;
  logic [AW-1:0] head;
  logic [NP-1:0] ports, done, left, lowest;

  // The copy that is made: of the ports that are left the lowest
  logic some, reads, reads_2, begun, last, ends;                    // it is begun; of the frame's copies the last; its last cell
  logic [AW-1:0] next;
  assign left = ports & ~done;
  assign read = slot && some;
  assign read_cell = begun ? next : head;
  assign ends = copy_valid && link[AW];
  assign free = (reads && last);
  // What is shown, in a clock, and what follows from it, in one more
  logic [PW-1:0] egress;
  always_comb begin
    egress = '0;
    for (int p = NP - 1; p >= 0; p--) if (left[p]) egress = PW'(p);
  end
  always_ff @(posedge clk) begin
    some <= !rst && count != '0;
    {head, copy_port, copy_class, copy_ttl, ports} <= waiting[show];
    copy_egress <= egress;
    lowest <= left & (~left + 1'b1);
    last <= (left & (left - 1'b1)) == '0;
  end
  // A place is free when its last copy has been judged, not before.
  assign less = Spare'(put_cells);
  logic pop, popped;
  logic [QW:0] taken;
  assign pop = ends && last;
  always_ff @(posedge clk) begin
    if (rst) {reads, reads_2, copy_valid, begun, fill, show, count, taken, popped, spare, pending, larger, freed, last_cells, done} <= '0;
    else begin
      {reads, reads_2, copy_valid} <= {read, reads, reads_2};
      if (copy_valid) begun <= !link[AW];
      if (ends) done <= last ? '0 : (done | lowest);
      fill <= fill + QW'(put);
      show <= show + QW'(pop);
      count <= count + (QW + 1)'(put) - (QW + 1)'(pop);
      popped <= pop;
      taken <= taken + (QW + 1)'(put) - (QW + 1)'(popped);
      last_cells <= frame_cells;
      larger <= (NB + 1)'(frame_cells) - (NB + 1)'(last_cells);
      freed <= free;
      pending <= (put ? pending : '0) + larger + (NB + 1)'(freed);
      spare <= spare + (put ? -less : {{Spare - NB - 1{pending[NB]}}, pending});
    end
    if (put) waiting[fill] <= {put_head, put_port, put_class, put_ttl, put_flood};
    if (read) free_cell <= read_cell;
    if (copy_valid) next <= link[AW-1:0];
  end
  assign room = 32'(taken) < Places && !spare[Spare-1];
endmodule
`default_nettype wire

  // n credits hold the packet, n - 1 do not; f_bytes: bytes and overhead
  localparam int FB = SB + W + SHIFT + 1;
  logic [FB-1:0] f_bytes, f_room;
  logic f_negative;
  assign f_negative = overhead[7] && {{(SB - 8) {1'b0}}, ~overhead + 8'd1} > SB'(bytes);
  assign f_bytes = FB'(bytes) + {{(FB - 8) {overhead[7]}}, overhead};
  assign f_room = FB'(credits) << SHIFT;
  always_comb begin
    // P1: the packet fits its credits, and not one less; a negative sum needs none
    if (f_negative) a_none: assert (credits == '0);
    else a_fits: assert (f_room >= f_bytes && f_room < f_bytes + (FB'(1) << SHIFT));
    // P2: a packet is smaller than half of the counter
    a_half: assert (!credits[W-1]);
    c_full: cover (!f_negative && f_room == f_bytes && credits > W'(1));
    c_over: cover (!f_negative && f_room == f_bytes + (FB'(1) << SHIFT) - 1'b1 && credits > W'(1));
    c_negative: cover (f_negative && bytes != '0);
  end

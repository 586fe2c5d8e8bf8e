  // Any one cell, whose first quarter is in early in the cycle of f_start. Other cells may be in all other cycles.
  (* anyconst *) logic [8*32-1:0] f_bytes;
  // the sum of all words of its IPv4 header but the first one, without the checksum
  (* anyconst *) logic [15:0] f_rest;
  (* anyseq *) logic f_start;
  localparam int Quarter = CELL / 4, Quarters = Quarter > 32 ? 1 : 32 / Quarter, Bytes = Quarter > 32 ? 32 : Quarter;
  function automatic logic [15:0] f_plus(input logic [15:0] a, input logic [15:0] b);
    logic [16:0] f_sum;
    f_sum = {1'b0, a} + {1'b0, b};
    f_plus = f_sum[15:0] + 16'(f_sum[16]);
  endfunction

  // What the cell is [RFC 791, 8200, 3168; 802.1Q], and how it leaves with CE
  logic f_tagged, f_ip4, f_ip6, f_ect;
  logic [8*32-1:0] f_marked;
  logic [15:0] f_type, f_first, f_sum;
  logic [1:0] f_ecn;
  assign f_tagged = f_bytes[8*12+:8] == 8'h81 && f_bytes[8*13+:8] == 8'h00;
  assign f_type = f_tagged ? {f_bytes[8*16+:8], f_bytes[8*17+:8]} : {f_bytes[8*12+:8], f_bytes[8*13+:8]};
  assign f_first = f_tagged ? {f_bytes[8*18+:8], f_bytes[8*19+:8]} : {f_bytes[8*14+:8], f_bytes[8*15+:8]};
  assign f_sum = f_tagged ? {f_bytes[8*28+:8], f_bytes[8*29+:8]} : {f_bytes[8*24+:8], f_bytes[8*25+:8]};
  assign f_ip4 = f_type == 16'h0800 && f_first[15:12] == 4'd4;
  assign f_ip6 = f_type == 16'h86dd && f_first[15:12] == 4'd6;
  assign f_ecn = f_ip4 ? f_first[1:0] : f_first[5:4];
  assign f_ect = (f_ip4 || f_ip6) && (f_ecn == 2'b10 || f_ecn == 2'b01);
  logic [15:0] f_new_first, f_new_sum;
  assign f_new_first = f_first | (f_ip4 ? 16'h0003 : 16'h0030);
  assign f_new_sum = ~f_plus(f_rest, f_new_first);
  always_comb begin
    f_marked = f_bytes;
    if (f_tagged) f_marked[8*18+:16] = {f_new_first[7:0], f_new_first[15:8]};
    else f_marked[8*14+:16] = {f_new_first[7:0], f_new_first[15:8]};
    if (f_ip4 && f_tagged) f_marked[8*28+:16] = {f_new_sum[7:0], f_new_sum[15:8]};
    if (f_ip4 && !f_tagged) f_marked[8*24+:16] = {f_new_sum[7:0], f_new_sum[15:8]};
  end

  logic f_known = 1'b0;
  logic [4:0] f_starts = '0;  // f_start, i + 1 cycles before
  logic [3:0] f_marks;        // mark of the cell, i cycles after it was in header
  logic [8*32-1:0] f_early;
  logic f_kept, f_right;
  always_ff @(posedge clk) begin
    f_known <= 1'b1;
    f_early <= early;
    f_starts <= {f_starts[3:0], f_start};
    f_marks <= {f_marks[2:0], mark};
  end
  always_comb begin
    // A1: header is early, one cycle later (read: sluice_switch_outputs)
    if (f_known) assume (header == f_early);
    // A2: the bytes of quarter i are in early i cycles after f_start
    for (int i = 0; i < Quarters; i++)
      if (i == 0 ? f_start : f_starts[i-1]) assume (early[8*Bytes*i+:8*Bytes] == f_bytes[8*Bytes*i+:8*Bytes]);
    // A3: the checksum of an IPv4 header is valid
    assume (!f_ip4 || f_sum == ~f_plus(f_rest, f_first));
    // Each quarter, when it leaves
    {f_kept, f_right} = '1;
    for (int i = 0; i < Quarters; i++)
      if (f_starts[i]) begin
        if (!(i == 0 ? mark : f_marks[i-1]) || !f_ect)
          f_kept &= changed[8*Bytes*i+:8*Bytes] == f_bytes[8*Bytes*i+:8*Bytes];
        else f_right &= changed[8*Bytes*i+:8*Bytes] == f_marked[8*Bytes*i+:8*Bytes];
      end
    // P1: a frame that is not to be marked, or is not ECN-capable, leaves unchanged
    a_unchanged: assert (f_kept);
    // P2: a frame to be marked that is ECN-capable leaves with CE and the checksum of its new header, otherwise
    // unchanged
    a_ce: assert (f_right);
    // P3: marked reports the change
    if (f_starts[Tagged]) a_marked: assert (marked == ((Tagged == 0 ? mark : f_marks[Tagged-1]) && f_ect));
    c_ip4: cover (f_starts[Tagged] && marked && f_ip4 && !f_tagged && f_new_sum == '0);
    c_ip4_tagged: cover (f_starts[Tagged] && marked && f_ip4 && f_tagged && f_ecn == 2'b01);
    c_ip6: cover (f_starts[Tagged] && marked && f_ip6 && !f_tagged);
    c_ip6_tagged: cover (f_starts[Tagged] && marked && f_ip6 && f_tagged);
    c_beside: cover (&f_starts[1:0] && f_ect);
    c_ce: cover (f_starts[Tagged] && !marked && f_ip4 && f_ecn == 2'b11 && mark);
  end

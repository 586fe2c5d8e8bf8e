  // Any header: one word changes from f_old to f_new; f_rest is the sum of all other words, in one's complement.
  (* anyconst *) logic [15:0] f_rest, f_old, f_new;
  function automatic logic [15:0] f_plus(input logic [15:0] a, input logic [15:0] b);
    logic [16:0] f_sum;
    f_sum = {1'b0, a} + {1'b0, b};
    f_plus = f_sum[15:0] + 16'(f_sum[16]);
  endfunction
  logic f_started = 1'b0;
  always_ff @(posedge clk) f_started <= 1'b1;
  always_comb begin
    // A1: the checksum is valid, and change is ~m + m'
    assume (checksum == ~f_plus(f_rest, f_old) && change == f_plus(~f_old, f_new));
    // A2: the new header has a word other than 0
    assume (f_rest != '0 || f_new != '0);
    // P1: the new checksum is the one that is computed from all words
    if (f_started) begin
      a_mended: assert (mended == ~f_plus(f_rest, f_new));
      c_zero: cover (mended == '0 && checksum != '0);
      c_was_zero: cover (checksum == '0 && f_old != f_new);
      c_smaller: cover (f_new < f_old && f_rest != '0);
    end
  end

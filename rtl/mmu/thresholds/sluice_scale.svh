  // The exact product, in 1/256: value * 2^(exponent + 8)
  logic [IW+14:0] f_product;
  assign f_product = (IW + 15)'(value) << (exponent ^ 4'd8);
  always_comb begin
    // P1: the product is rounded down, and saturates if it does not fit
    a_product: assert (scaled == (f_product >> W + 8 != '0 ? '1 : f_product[W+7:8]));
    c_saturated: cover (exponent == 4'd7 && value >> W - 7 == 1'b1 && &scaled);
    c_largest: cover (exponent == 4'd7 && !value[W-7] && &scaled[W-1:7]);
    c_one: cover (exponent == 4'd8 && scaled == W'(1));
    c_none: cover (exponent == 4'd8 && &value[7:0] && scaled == '0);
  end

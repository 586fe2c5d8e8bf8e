  // What passed last in the register's clock is the candidate; what comes into use is it or, AGAIN, what passes then. In all bits.
  logic f_load, f_passed = 1'b0, f_known = 1'b0;  // one has passed; a reset has been
  logic [BITS-1:0] f_candidate, f_in_use;
  always_ff @(posedge clk) begin
    f_load <= row[REGISTER[5:3]] && column[REGISTER[2:0]];
    if (f_load) f_candidate <= value;
    f_passed <= f_passed || f_load;
    if (rst) f_in_use <= '0;
    else if (take) f_in_use <= AGAIN ? value : f_candidate;
    f_known <= f_known || rst;
  end
  always_comb begin
    assume (!take || AGAIN || f_passed);
    if (f_passed) a_candidate: assert (candidate == (USED ? f_candidate : '0));
    if (f_known) a_in_use: assert (in_use == (USED ? f_in_use : '0));
  end

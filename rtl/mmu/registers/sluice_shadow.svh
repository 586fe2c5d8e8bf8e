  // What passed last in the register's cycle is the candidate; what comes into use is it or, AGAIN, what passes then. In all bits.
  logic f_load, f_passed = 1'b0, f_known = 1'b0;  // one has passed; a reset has been
  logic [BITS-1:0] f_staged, f_active;
  always_ff @(posedge clk) begin
    f_load <= row[REGISTER[5:3]] && column[REGISTER[2:0]];
    if (f_load) f_staged <= value;
    f_passed <= f_passed || f_load;
    if (rst) f_active <= '0;
    else if (take) f_active <= AGAIN ? value : f_staged;
    f_known <= f_known || rst;
  end
  always_comb begin
    assume (!take || AGAIN || f_passed);
    if (f_passed) a_staged: assert (staged == (USED ? f_staged : '0));
    if (f_known) a_active: assert (active == (USED ? f_active : '0));
  end

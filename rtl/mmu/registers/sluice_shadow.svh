  // In all bits: staged is the last value on the bus in the register's cycle; active takes staged or, with AGAIN, the
  // value on the bus
  logic f_load, f_passed = 1'b0, f_known = 1'b0;  // a value was on the bus; a reset has been
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
    // A1: a value was on the bus before it is taken
    assume (!take || AGAIN || f_passed);
    // P1: staged is the last value on the bus
    if (f_passed) a_staged: assert (staged == (USED ? f_staged : '0));
    // P2: active is the last staged value that was taken
    if (f_known) a_active: assert (active == (USED ? f_active : '0));
    c_both: cover (f_known && f_passed && staged != active && active != '0 && staged != '0);
  end

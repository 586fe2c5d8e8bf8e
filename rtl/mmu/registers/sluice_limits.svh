  // A reader gets the limit of its port that was on the commit bus in the last commit that took effect [spec 16].
  (* anyconst *) logic [PW-1:0] f_port;
  logic [BITS-1:0] f_staged, f_active, f_active1;
  logic [PW-1:0] f_port1, f_port2;
  // in this commit the limit was on the bus; a commit has taken effect; a reset has been
  logic f_passed = 1'b0, f_known = 1'b0, f_known1 = 1'b0, f_reset = 1'b0;
  always_ff @(posedge clk) begin
    if (write && write_port == f_port) f_staged <= write_data;
    if (take) f_active <= f_staged;
    f_passed <= !rst && !take && (f_passed || (write && write_port == f_port));
    f_known <= !rst && (f_known || take);
    {f_known1, f_active1} <= {f_known && !rst, f_active};
    {f_port1, f_port2} <= {port[0+:PW], f_port1};
    f_reset <= f_reset || rst;
  end
  always_comb begin
    // A1: sluice_commit_seq: a commit takes effect after the limits of all ports were on the bus, not with one of them
    assume (!take || (f_passed && !write));
    // A2: sluice_check_limits names ports that exist
    assume (32'(f_port) < NP && (!write || 32'(write_port) < NP));
    if (f_reset && !rst) begin
      // P1: the limit of a reader is that of the configuration that was active in the last cycle
      a_limit: assert (!f_known1 || f_port2 != f_port || limit[0+:BITS] == f_active1);
      c_changes: cover (f_known1 && f_port2 == f_port && limit[0+:BITS] != f_active && f_active != '0);
      // P2: lemma: the tables hold both values
      a_active: assert (!f_known || f_table_active == f_active);
      a_staged: assert (!f_passed || f_table_staged == f_staged);
      // P3: lemma: the register between table and reader
      a_between: assert (!f_known || f_port1 != f_port || f_between == f_active);
    end
  end

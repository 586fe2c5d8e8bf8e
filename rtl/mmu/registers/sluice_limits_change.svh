  // Limits of a port are taken only if the port was idle in the whole commit, and are refused only if one was not.
  (* anyconst *) logic [PW-1:0] f_port;
  logic f_reset = 1'b0, f_written, f_busy, f_of_changed, f_any;
  logic f_known = 1'b0;  // a commit has begun
  assign f_of_changed = (came && changed[came_port]) || (visit && visit_holds && changed[visit_port]);
  always_ff @(posedge clk) begin
    f_reset <= f_reset || rst;
    f_known <= f_reset && (f_known || start);
    f_written <= !rst && !take && (f_written || (written && written_port == f_port));
    // the port had traffic, or held cells, after its limits were written and the commit began
    f_busy <= !start && (f_busy || (f_written && ((came && came_port == f_port) ||
        (visit && visit_holds && visit_port == f_port))));
    f_any <= !start && (f_any || f_of_changed);
  end
  always_comb begin
    // A1: ports of limits exist; during a commit, from its first cycle on, no limit is written
    assume (32'(f_port) < NP && (!written || 32'(written_port) < NP));
    if (f_reset) begin
      // P1: a port with new limits that was not idle is noticed
      a_busy: assert (!f_known || !f_busy || disturbed);
      // P2: a commit is not refused for other ports
      a_any: assert (!f_known || disturbed == f_any);
      // P3: whether a port has new limits
      a_some: assert (!f_written || some);
      c_idle: cover (f_written && !disturbed && came && came_port != f_port && visit && visit_holds);
      c_visit: cover (f_busy && !came);
      // P4: lemma
      a_changed: assert (changed[f_port] == f_written);
    end
  end

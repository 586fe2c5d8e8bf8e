`include "sluice_gfc_level.svh"
  logic [4:1] f_valid = '0;
  logic [W-1:0] f_q[4];
  logic f_started = 1'b0;
  logic [W+W+15*W+6:0] f_set, f_set1;
  assign f_set = {by_stage, linear, top, base, stages, table_cells};
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_set1 <= f_set;
    f_valid <= {f_valid[3:1], snap_valid};
    f_q[0] <= snap_queue;
    for (int k = 1; k < 4; k++) f_q[k] <= f_q[k-1];
  end
  always_comb begin
    // A1: the configuration is constant
    assume (!f_started || f_set == f_set1);
    // A2: it passed sluice_check_stages
    assume (!(by_stage && linear) && f_set_taken);
    // P1: the level is the stage of q, or the cells of q above B0
    if (f_valid[4] && (by_stage ? STAGED : !linear || LINEAR)) begin
      a_stage: assert (level == f_level_of(f_q[3]) && level_some == (level != '0));
      c_middle: cover (level > LW'(2) && f_q[3] < top);
      c_top: cover (level != '0 && f_q[3] > top);
      c_below: cover (level == '0 && f_q[3] != '0);
    end
  end

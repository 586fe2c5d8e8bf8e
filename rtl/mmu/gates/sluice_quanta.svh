  // From any cycle on: the counted quanta are the bit times that passed, to less than a quantum of 2^13 steps
  (* anyseq *) logic f_begins;
  logic f_runs = 1'b0;
  logic [29:0] f_steps;            // steps since f_begins that are counted
  logic [16:0] f_start, f_counted;
  logic [12:0] f_rest;
  logic [15:0] f_step1;
  logic [12:0] f_rest1;
  logic [3:0] f_ticks;
  always_ff @(posedge clk) begin
    f_step1 <= step;
    f_rest1 <= rest;
    if (rst) f_runs <= 1'b0;
    else if (f_begins) begin
      f_runs <= 1'b1;
      {f_start, f_rest} <= {now + {13'b0, ticks}, rest};
      f_steps <= {14'b0, step};
    end else f_steps <= f_steps + {14'b0, step};
  end
  assign f_counted = now + {13'b0, ticks} - f_start;
  always_comb begin
    // P1: counted quanta are the bit times that passed, to less than a quantum
    if (f_runs) a_exact: assert ({f_counted, rest} == f_steps + {17'b0, f_rest});
    c_many: cover (f_runs && f_counted > 17'd20 && ticks > 4'd1);
    c_none: cover (f_runs && step != '0 && ticks == '0);
  end

  // Any lossless queue f_k, and any longest time f_wait that a word waits for ready
  localparam int FB = TB + 4;
  localparam int FN = NP * NC;
  (* anyconst *) logic [PW-1:0] f_port;
  (* anyconst *) logic [CW-1:0] f_class;
  (* anyconst *) logic [1:0] f_wait;
  (* anyconst *) logic [TB-1:0] f_period;
  (* anyconst *) logic [W-1:0] f_top;
  (* anyconst *) logic [NC-1:0] f_lossless;
  logic f_started = 1'b0, f_was = 1'b0;
  logic f_done;               // a word of f_k was taken since the last period ended, or none has ended
  logic [1:0] f_waited;       // cycles that the present word has waited
  logic [FB-1:0] f_age;       // cycles since a word of f_k was taken
  logic [PW+CW+15:0] f_word;
  logic [PW+CW-1:0] f_read, f_of_word;
  logic [W-1:0] f_cells;
  logic f_taken, f_in_1, f_in_2, f_ahead;
  logic [FB-1:0] f_turn, f_at, f_k, f_elapsed;
  assign f_elapsed = FB'(elapsed) - 1'b1;  // 2^FB - 1 if elapsed is 0
  assign f_turn = FB'(f_wait) + 1'b1;
  assign f_at = FB'(read_port) * FB'(NC) + FB'(read_class);
  assign f_k = FB'(f_port) * FB'(NC) + FB'(f_class);
  assign f_in_1 = valid1 && port1 == f_port && class1 == f_class;
  assign f_in_2 = tx_valid && tx_port == f_port && tx_class == f_class;
  assign f_ahead = scans && f_at <= f_k;
  assign f_taken = f_in_2 && tx_ready;
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_was <= tx_valid && !tx_ready && !rst;
    f_word <= {tx_port, tx_class, tx_room};
    f_waited <= rst || read_enable ? '0 : f_waited + 1'b1;
    f_age <= rst || f_taken ? '0 : f_age + 1'b1;
    f_done <= rst || (!expires && (f_done || f_taken));
    if (read_enable) begin
      f_read <= {read_port, read_class};
      f_of_word <= f_read;
      f_cells <= read_cells;
    end
  end
  always_comb begin
    // A1: reset at power-up only; the queue exists and is lossless
    assume (rst == !f_started && FB'(f_port) < FB'(NP) && FB'(f_class) < FB'(NC) && lossless[f_class]);
    // A2: the configuration is constant, and the period longer than a round in which every word waits
    assume (period == f_period && top == f_top && lossless == f_lossless && FB'(period) > FB'(FN + 2) * f_turn);
    // A3: a word waits at most f_wait cycles
    assume (read_enable || f_waited < f_wait);
    if (f_started) begin
      // P1: a word of each lossless queue is taken at least every period and round
      a_often: assert (f_age < FB'(period) + FB'(FN + 2) * f_turn);
      // P2: a word stays until it is taken
      if (f_was) a_stays: assert (tx_valid && {tx_port, tx_class, tx_room} == f_word);
      // P3: a word is of a lossless class, and has the room of the queue that was read for it
      if (tx_valid) a_room: assert (lossless[tx_class] && {tx_port, tx_class} == f_of_word &&
        tx_room == (f_cells >= top ? 16'd0 : 32'(top) - 32'(f_cells) > 32'hffff ? 16'hffff : 16'(top - f_cells)));
      // P4: lemmas: where the round is, and where the word of f_k
      a_exists: assert (FB'(read_port) < FB'(NP) && FB'(read_class) < FB'(NC) && (scans || f_at == '0) && !due);
      a_waits: assert (f_waited <= f_wait && f_was == (f_waited != '0) && f_elapsed < FB'(period));
      if (scans) a_round: assert (f_elapsed <= f_at * f_turn + FB'(f_waited));
      if (valid1) a_of_1: assert ({port1, class1} == f_read && lossless[class1]);
      a_pending: assert (f_done ? !f_ahead && !f_in_1 && !f_in_2 : f_ahead || f_in_1 || f_in_2);
      if (!f_done) a_position: assert (f_elapsed <=
          (f_in_2 ? f_k + 2'd2 : f_in_1 ? f_k + 1'b1 : f_at) * f_turn + FB'(f_waited));
      if (f_in_1) a_single: assert (!f_in_2 && !f_ahead);
      if (f_in_2) a_alone: assert (!f_ahead);
      a_age: assert (f_age <= (f_done ? f_elapsed : FB'(period) + f_elapsed));
      c_late: cover (f_taken && f_age > FB'(period) && f_wait == 2'd1);
      c_full: cover (f_taken && tx_room == '0 && f_cells > top);
      c_lossy: cover (scans && !lossless[read_class]);
    end
  end

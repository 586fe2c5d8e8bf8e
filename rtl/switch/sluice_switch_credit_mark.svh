  // Frames that have entered and left since reset; the number of those before the word, and whether they have left
  logic f_started = 1'b0, f_gone, f_waits;
  logic [WB-1:0] f_word;
  logic [7:0] f_entered, f_left, f_place, f_inside, f_ahead, f_next_left;
  assign f_inside = f_entered - f_left;
  assign f_ahead = f_place - f_left;
  assign f_next_left = f_left + 8'(leaves);
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_entered <= rst ? '0 : f_entered + 8'(enters);
    f_left <= rst ? '0 : f_next_left;
    f_place <= rst ? '0 : load ? f_entered : f_place;
    f_waits <= !rst && (load || (f_waits && !take));
    if (load) f_word <= word;
    f_gone <= !rst && ((f_gone && !load) || f_next_left == (load ? f_entered : f_place));
  end
  always_comb begin
    // A1: reset at power-up only
    assume (rst == !f_started);
    // A2: the pipeline holds fewer than 2^FB frames; only a frame that has entered leaves
    assume (!f_started || (f_inside < 8'((1 << FB) - 1) && (!leaves || f_inside != '0)));
    if (f_started) begin
      // P1: the word may leave if, and only if, the frames that entered before it have left
      a_order: assert (ready == (full && f_gone));
      // P2: a word waits from its load until it is taken, and no longer; it is the last one that was loaded
      a_waits: assert (full == f_waits);
      a_word: assert (!full || marked == f_word);
      // P3: lemmas
      a_inside: assert (8'(frames) == f_inside);
      a_ahead: assert (!full || 8'(ahead) == (f_gone ? '0 : f_ahead));
      a_within: assert (!full || f_gone || (f_ahead != '0 && f_ahead <= f_inside));
      c_waits: cover (ready && f_place == 8'd3 && f_entered == 8'd5);
      c_taken: cover (f_place == 8'd3 && f_gone && !full);
      c_replaced: cover (load && full && ahead == FB'(2));
    end
  end

  // [spec 4]: off above Xqoff, or with h > 0 where the queue owns the headroom; on at Xqon or below, with nothing under way.
  logic [W-1:0] above, sum;
  assign {above, sum} = {~not_above, ~not_sum};
  logic f_started = 1'b0, f_off, f_keep, f_port_off, f_port_keep;
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_off <= lossless && (above > xqoff || (!dsh && held));
    f_keep <= !VISIT || (lossless && (above > xqon || queue_stale));
    f_port_off <= dsh && (sum > xpoff || held);
    f_port_keep <= !VISIT || (dsh && (sum > xpon || port_stale));
  end
  always_comb
    if (f_started) begin
      a_queue: assert (turns == f_off && keeps == f_keep);
      a_port: assert (port_turns == f_port_off && port_keeps == f_port_keep);
    end

  // [spec 4]: off above Xqoff, or with h > 0 where the queue owns headroom; on at Xqon or below, with h = 0 there and
  // no enqueue missed
  // PORT_LIMITS: Xqoff and Xqon of the port are the thresholds less its headroom, at least 0 [DSH Eq. 5]
  logic [W-1:0] above, sum;
  logic [W:0] f_eta;
  assign f_eta = PORT_LIMITS ? ~not_reach - {1'b0, above} : '0;
  function automatic logic [W:0] f_less(input logic [W-1:0] threshold);
    f_less = {1'b0, threshold} > f_eta ? {1'b0, threshold} - f_eta : '0;
  endfunction
  assign {above, sum} = {~not_above, ~not_sum};
  logic f_started = 1'b0, f_off, f_hold_off, f_port_off, f_port_hold_off;
  always_ff @(posedge clk) begin
    f_started <= 1'b1;
    f_off <= lossless && ({1'b0, above} > f_less(xqoff) || (!dsh && uses_headroom));
    f_hold_off <= !VISIT || (lossless && ({1'b0, above} > f_less(xqon) || queue_incomplete));
    f_port_off <= dsh && (sum > xpoff || uses_headroom);
    f_port_hold_off <= !VISIT || (dsh && (sum > xpon || port_incomplete));
  end
  always_comb begin
    // A1: PORT_LIMITS: the headroom is not negative
    assume (!PORT_LIMITS || ~not_reach >= {1'b0, above});
    if (f_started) begin
      // P1: queue: off and on as the thresholds say
      a_queue: assert (set_off == f_off && hold_off == f_hold_off);
      // P2: port: off and on as the thresholds say
      a_port: assert (port_set_off == f_port_off && port_hold_off == f_port_hold_off);
      c_queue: cover (set_off && hold_off && !port_set_off);
      c_port: cover (port_set_off && port_hold_off && !set_off);
      if (VISIT) c_on: cover (!hold_off && !port_hold_off && !set_off);
      if (VISIT) c_between: cover (!set_off && hold_off && !port_set_off && port_hold_off);
    end
  end

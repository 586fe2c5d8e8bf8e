  // While it runs, the scan visits every queue exactly one round after its last visit, the classes of a port in order.
  // It rests only after one round and the pipeline latencies since the last wake.
  (* anyconst *) logic [PW-1:0] watched_port;
  (* anyconst *) logic [CW-1:0] watched_class;
  logic started = 1'b0, f_had_visit;
  // cycles since the visit of the watched queue, without those at rest; cycles since the last wake
  logic [LB:0] f_since, f_running;
  localparam logic [LB:0] LastPlace = (LB + 1)'(Queues - 1);
  logic [LB:0] f_at, f_next;      // number of the queue at the scan's position; expected number, from the cycle before
  logic f_visited;
  assign f_at = (LB + 1)'(scan_port) * (LB + 1)'(NC) + (LB + 1)'(scan_class);
  assign f_visited = valid && scan_port == watched_port && scan_class == watched_class;
  always_ff @(posedge clk) begin
    started <= 1'b1;
    f_since <= rst || f_visited ? '0 : resting ? f_since : f_since + 1'b1;
    f_had_visit <= !rst && (f_had_visit || f_visited);
    f_next <= rst ? '0 : !valid ? f_at : f_at == LastPlace ? '0 : f_at + 1'b1;
    f_running <= rst ? '1 : wake ? '0 : f_running != '1 ? f_running + 1'b1 : f_running;
  end
  // cycles until the visit of the watched queue; number of that queue; cycles of the pause that remain
  logic [LB:0] f_to_go, f_place, f_pad;
  generate
    if (Queues < ROUND) begin : g_left
      assign f_pad = (LB + 1)'(g_pad.pad);
    end else begin : g_none_left
      assign f_pad = '0;
    end
  endgenerate
  assign f_place = (LB + 1)'(watched_port) * (LB + 1)'(NC) + (LB + 1)'(watched_class);
  assign f_to_go = f_pad != '0 ? f_pad + f_place : f_place >= f_at ? f_place - f_at : f_place + (LB + 1)'(Round) - f_at;
  always_comb begin
    // A1: power-up begins with a reset
    assume (started || rst);
    // A2: the queue exists
    assume (watched_port < NP && watched_class < NC);
    if (started) begin
      // P1: every queue is visited once in a round
      a_round: assert (f_since < Round);
      // P2: exactly one round after its last visit
      a_exact: assert (f_had_visit ? f_since + f_to_go == Round - 1 : f_since + f_to_go < Round);
      // P3: the classes and ports are in order
      a_order: assert (f_at == f_next);
      // P4: the position is a queue that exists
      a_place: assert (scan_port < NP && scan_class < NC && f_pad <= Round - Queues && (f_pad == '0 || f_at == '0));
      c_rests: cover (resting);
      c_wakes: cover (f_visited && f_had_visit && f_running < Round);
      // P5: the scan rests only after one round and the pipeline latencies since the last wake
      a_rests: assert (resting ? f_running >= Left - 1 : left + f_running == Left && left != '0);
    end
  end

  // Any visit is incomplete exactly if an enqueue of its queue, or a lossless one of its port, arrived between six cycles before its read and its judgement.
  // Exception: any enqueue in the last of these cycles makes it incomplete. f_hit[k]: the enqueue in cycle k is of the watched queue.
  (* anyconst *) logic [AW-1:0] watched;
  logic [2:0] f_age = '0;
  logic [12:1] f_hit, f_port;
  logic [7:1] f_takes, f_lossless;
  logic [AW-1:0] f_queues[8], f_visits[7];
  always_comb
    for (int k = 1; k <= 7; k++) begin
      f_hit[k] = takes[k] && queues[(k-1)*AW+:AW] == watched;
      f_port[k] = takes[k] && lossless[k] && queues[(k-1)*AW+CW+:PW] == watched[AW-1:CW];
    end
  always_ff @(posedge clk) begin
    if (f_age != '1) f_age <= f_age + 1'b1;
    {f_hit[12:8], f_port[12:8]} <= {f_hit[11:7], f_port[11:7]};
    f_takes <= {takes[6:1], enq_takes};
    f_lossless <= {lossless[6:1], enq_lossless};
    f_queues[1] <= enq_queue;
    for (int k = 2; k <= 7; k++) f_queues[k] <= queues[(k-2)*AW+:AW];
    for (int k = 2; k <= 6; k++) f_visits[k] <= visits[(k-2)*AW+:AW];
    if (f_age == '0) {f_hit[12:8], f_port[12:8]} <= '0;
  end
  always_comb begin
    // A1: reset at power-up
    assume (clear == (f_age != '1));
    // Guaranteed by sluice_enqueue
    if (f_age != '0) begin
      // A2: events move down the pipeline; an oversized packet consumes nothing after cycle 1
      assume (takes[7:2] == f_takes[7:2] && takes[1] == (f_takes[1] && !large_1) && lossless == f_lossless);
      // A3: the queues of the events move down the pipeline
      for (int k = 1; k <= 7; k++) assume (queues[(k-1)*AW+:AW] == f_queues[k]);
      // A4: visits move down the pipeline
      for (int k = 2; k <= 6; k++) assume (visits[(k-1)*AW+:AW] == f_visits[k]);
    end
    // A5: during reset the pipelines are empty
    assume (f_age == '1 || {enq_takes, takes} == '0);
    // A6: an enqueue that takes part arrives
    assume (enq_arrives || !enq_takes);
    if (f_age == '1 && visit_6 == watched) begin
      // P1: the queue flag is set exactly if an enqueue of the queue is missing
      a_queue: assert (queue_incomplete == (f_hit != '0 || (enq_arrives && enq_queue == watched)));
      // P2: the port flag is set if a lossless enqueue of the port is missing
      a_port: assert (port_incomplete || (f_port == '0 && !(enq_arrives && enq_lossless && enq_queue[AW-1:CW] == watched[AW-1:CW])));
    end
  end

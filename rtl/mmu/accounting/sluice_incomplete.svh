  // A visit is incomplete exactly if an enqueue of its queue, or a lossless one of its port, arrived between six cycles
  // before its read and its judgement.
  // Exception: any enqueue in the last of these cycles makes it incomplete. With DSH a visit is also incomplete if an
  // earlier visit of its port's sum was.
  // Cycle 12: the enqueue was in cycle 7 when the visit was in cycle 1.
  logic [2:0] f_age = '0;
  logic [12:1] f_takes_to_12, f_lossless_to_12;
  logic [AW-1:0] f_queue_to_12[13];
  // the visit in cycle 6, its port, and the port of the visit in cycle 5
  logic f_misses_queue, f_misses_port, f_misses_port_5;
  // an earlier visit of the sum of the visit in cycle 5, or 6, misses an enqueue
  logic f_sum_misses, f_sum_misses_6;
  logic [7:1] f_takes, f_lossless;
  logic [AW-1:0] f_queues[8], f_visits[7];
  always_comb begin
    {f_takes_to_12[7:1], f_lossless_to_12[7:1]} = {takes, lossless};
    for (int k = 1; k <= 7; k++) f_queue_to_12[k] = queue[k];
    {f_misses_queue, f_misses_port, f_misses_port_5} = '0;
    for (int k = 1; k <= 12; k++)
      if (f_takes_to_12[k]) begin
        if (f_queue_to_12[k] == visit_6) f_misses_queue = 1'b1;
        if (f_lossless_to_12[k] && f_queue_to_12[k][AW-1:CW] == visit_6[AW-1:CW]) f_misses_port = 1'b1;
        if (f_lossless_to_12[k] && f_queue_to_12[k][AW-1:CW] == visit[5][AW-1:CW] && k != 12) f_misses_port_5 = 1'b1;
      end
  end
  always_ff @(posedge clk) begin
    if (f_age != '1) f_age <= f_age + 1'b1;
    f_takes_to_12[12:8] <= f_age == '0 ? '0 : f_takes_to_12[11:7];
    f_lossless_to_12[12:8] <= f_lossless_to_12[11:7];
    for (int k = 8; k <= 12; k++) f_queue_to_12[k] <= f_queue_to_12[k-1];
    f_sum_misses <= !(clear || (part_5 && last_5)) && (f_sum_misses || (part_5 && f_misses_port_5));
    f_sum_misses_6 <= part_5 && f_sum_misses;
    f_takes <= {takes[6:1], enq_takes};
    f_lossless <= {lossless[6:1], enq_lossless};
    f_queues[1] <= enq_queue;
    for (int k = 2; k <= 7; k++) f_queues[k] <= queue[k-1];
    for (int k = 2; k <= 6; k++) f_visits[k] <= visit[k-1];
  end
  always_comb begin
    // A1: reset at power-up
    assume (clear == (f_age != '1));
    // Guaranteed by sluice_enqueue
    if (f_age != '0) begin
      // A2: events move down the pipeline; an oversized packet consumes nothing after cycle 1
      assume (takes[7:2] == f_takes[7:2] && takes[1] == (f_takes[1] && !large_1) && lossless == f_lossless);
      // A3: the queues of the events move down the pipeline
      for (int k = 1; k <= 7; k++) assume (queue[k] == f_queues[k]);
      // A4: visits move down the pipeline
      for (int k = 2; k <= 6; k++) assume (visit[k] == f_visits[k]);
    end
    // A5: during reset the pipelines are empty
    assume (f_age == '1 || {enq_takes, takes} == '0);
    // A6: an enqueue that takes part arrives
    assume (enq_arrives || !enq_takes);
    if (f_age == '1) begin
      // P1: the queue flag is set exactly if an enqueue of the queue is missing
      a_queue: assert (queue_incomplete == (f_misses_queue || (enq_arrives && enq_queue == visit_6)));
      // P2: the port flag is set exactly if a lossless enqueue of the port is missing, in this visit or in an earlier
      // one of the same sum
      a_port: assert (port_incomplete == (f_misses_port || f_sum_misses_6 ||
          (enq_arrives && enq_queue.port == visit_6[AW-1:CW])));
      // P3: lemma: visits of the sum so far
      a_sofar: assert (sofar == f_sum_misses);
      c_complete: cover (!queue_incomplete && !port_incomplete && takes != '0);
      c_queue: cover (queue_incomplete && !port_incomplete);
      c_other_class: cover (!queue_incomplete && f_misses_port && !enq_arrives);
      c_oldest: cover (f_misses_queue && f_takes_to_12[11:1] == '0);
      c_only_sum: cover (port_incomplete && !f_misses_port && !enq_arrives);
    end
  end

  // The host reads the requested statistic three cycles later, in all bits, from the tables of both sources as of the
  // cycle after the request. Each table has a proof of its own. An odd number of changes means that a pause continues.
  logic f_known = 1'b0, f_read1, f_read2, f_read3;  // f_known: after a reset
  logic [1:0] f_queue, f_port;
  logic [3:0] f_select;
  logic [31:0] f_now, f_asked, f_queue_changes, f_queue_time, f_port_changes, f_port_time, f_due, f_answer2, f_answer3;
  logic [63:0] f_queue_signed, f_port_signed;
  assign f_queue_changes = queue_words[0+:32] + queue_words[64+:32];
  assign f_queue_time = queue_words[32+:32] + queue_words[96+:32];
  assign f_port_changes = port_words[0+:32] + port_words[64+:32];
  assign f_port_time = port_words[32+:32] + port_words[96+:32];
  always_comb
    case (f_select)
      sluice_pkg::STAT_QUEUE_PAUSES: f_due = (f_queue_changes >> 1) + 32'(f_queue_changes[0]);
      sluice_pkg::STAT_QUEUE_RESUMES: f_due = f_queue_changes >> 1;
      sluice_pkg::STAT_QUEUE_PAUSED: f_due = f_queue_changes[0] ? f_queue_time + f_asked : f_queue_time;
      sluice_pkg::STAT_QUEUE_PEAK: f_due = 32'(queue_peak);
      sluice_pkg::STAT_PORT_PAUSES: f_due = (f_port_changes >> 1) + 32'(f_port_changes[0]);
      sluice_pkg::STAT_PORT_RESUMES: f_due = f_port_changes >> 1;
      sluice_pkg::STAT_PORT_PAUSED: f_due = f_port_changes[0] ? f_port_time + f_asked : f_port_time;
      sluice_pkg::STAT_PORT_PEAK: f_due = 32'(port_peak);
      sluice_pkg::STAT_HEADROOM_PEAK: f_due = 32'(headroom_peak);
      sluice_pkg::STAT_SHARED_PEAK: f_due = 32'(shared_peak);
      sluice_pkg::STAT_REFUSED: f_due = refused;
      sluice_pkg::STAT_DROPPED: f_due = dropped;
      sluice_pkg::STAT_PARITY_DROPS: f_due = parity_drops;
      sluice_pkg::STAT_MESSAGE_WAIT: f_due = 32'(message_wait);
      default: f_due = '0;
    endcase
  always_ff @(posedge clk) begin
    f_known <= f_known || rst;
    f_now <= rst ? '0 : f_now + 32'd1;
    {f_read1, f_read2, f_read3} <= rst ? '0 : {read, f_read1, f_read2};
    if (read) {f_select, f_asked} <= {select, f_now};
    f_answer2 <= f_due;
    f_answer3 <= f_answer2;
    {f_queue, f_port} <= rst ? '0 : {queue_changed, port_changed};
    for (int i = 0; i < 2; i++) begin  // a pause subtracts its time, a resume adds its time
      f_queue_signed[32*i+:32] <= queue_now[i] ? -f_now : f_now;
      f_port_signed[32*i+:32] <= port_now[i] ? -f_now : f_now;
    end
  end
  always_comb if (f_known) begin
    // P1: now is the number of cycles since reset
    a_now: assert (now == f_now);
    // P2: lemma: reads
    a_valid: assert ({read1, read2, valid} == {f_read1, f_read2, f_read3});
    // P3: lemma: statistic and time of the request
    if (f_read1) a_asked: assert ({select1, now1} == {f_select, f_asked});
    // P4: the sum is the answer
    if (f_read2) a_sum: assert (({1'b0, queue_pairs | port_pairs} | queue_time | port_time | other) +
        (more & {32{odd}}) == f_answer2);
    // P5: the host reads it three cycles later
    a_data: assert (data == (f_read3 ? f_answer3 : '0));
    c_open_pause: cover (f_read3 && f_select == sluice_pkg::STAT_QUEUE_PAUSED && f_queue_changes[0] && data > 32'd3);
    c_port: cover (f_read3 && f_select == sluice_pkg::STAT_PORT_PAUSED && f_port_changes[0] && data != '0);
    c_changes: cover (f_queue == '1 && f_port == '1);
    // P6: signed time of a change, queue, source 0
    if (f_queue[0]) a_queue_0: assert (g_snapshot[0].queue_signed == f_queue_signed[31:0]);
    // P7: source 1
    if (f_queue[1]) a_queue_1: assert (g_snapshot[1].queue_signed == f_queue_signed[63:32]);
    // P8: port, source 0
    if (f_port[0]) a_port_0: assert (g_snapshot[0].port_signed == f_port_signed[31:0]);
    // P9: source 1
    if (f_port[1]) a_port_1: assert (g_snapshot[1].port_signed == f_port_signed[63:32]);
  end

// Drives an MMU with clock gates (latch and AND, as in an ASIC) and an MMU without with the same random events and
// commits of STATIC, SIH, DSH and SHP. Compares every output in every cycle. +seed=S and +cycles=N repeat a failure.
// The last line has the form of libcheck's summary, which tests/run.sh reads.
`default_nettype none
module gates;
  localparam int NP = 3, NC = 4, W = 10, PW = 2, CW = 2;
  localparam logic [6:0] Schemes = 7'b1000111;
  localparam int LW = 1;
  logic clk = 1'b0, rst = 1'b1;
  logic enq_valid = 0, deq_valid = 0, snd_valid = 0, rx_valid = 0, tx_ready = 0;
  logic cfg_write = 0, cfg_read = 0, stat_read = 0;
  logic [PW-1:0] enq_port = 0, enq_egress = 0, deq_port = 0, snd_port = 0, rx_port = 0, stat_port = 0;
  logic [CW-1:0] enq_class = 0, deq_class = 0, snd_class = 0, stat_class = 0;
  logic [W-1:0] enq_cells = 0, deq_cells = 0, snd_cells = 0;
  logic [7:0] enq_ttl = 0;
  logic [1:0] rx_level = 0;
  logic [NC-1:0] rx_enable = 0;
  logic [16*NC-1:0] rx_time = 0;
  logic [5:0] cfg_addr = 0;
  logic [31:0] cfg_wdata = 0;
  logic [3:0] stat_select = 0;

  // In the order of out: admissions, states, messages, configuration and statistics, monitor
  localparam int Outputs = 1 + 1 + PW + CW + 3 + 1 + NP * NC * LW + NP * NC + NP + 1 + PW + 1 + NC + 16 * NC + NP * NC +
      1 + 32 + 1 + 4 + 1 + 32 + 32 + 5 * W;
  logic [Outputs-1:0] out[2];
  logic [1:0] ready, adm_valid, deq_error, tx_valid;
  logic [PW-1:0] adm_port[2];
  logic [CW-1:0] adm_class[2];
  logic [2:0] adm_kind[2];
  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_mmu
      logic [NP*NC*LW-1:0] queue_level;
      logic [NP*NC-1:0] queue_off, gate;
      logic [NP-1:0] port_off;
      logic tx_level, cfg_rvalid, cfg_error, stat_valid;
      logic [PW-1:0] tx_port;
      logic [NC-1:0] tx_enable;
      logic [16*NC-1:0] tx_time;
      logic [31:0] cfg_rdata, stat_data, loss;
      logic [3:0] cfg_reason;
      logic [W-1:0] mon_shared, mon_xqoff, mon_xqon, mon_xpoff, mon_xpon;
      sluice_mmu #(.NP(NP), .NC(NC), .W(W), .SCHEMES(Schemes), .GATES(g)) mmu (
          .clk, .rst, .ready(ready[g]),
          .enq_valid, .enq_port, .enq_class, .enq_cells, .enq_ttl, .enq_egress,
          .adm_valid(adm_valid[g]), .adm_port(adm_port[g]), .adm_class(adm_class[g]), .adm_kind(adm_kind[g]),
          .deq_valid, .deq_port, .deq_class, .deq_cells, .deq_error(deq_error[g]),
          .snd_valid, .snd_port, .snd_class, .snd_cells,
          .queue_level, .queue_off, .port_off,
          .tx_valid(tx_valid[g]), .tx_ready, .tx_port, .tx_level, .tx_enable, .tx_time,
          .rx_valid, .rx_port, .rx_level, .rx_enable, .rx_time, .gate,
          .cfg_write, .cfg_addr, .cfg_wdata, .cfg_read, .cfg_rvalid, .cfg_rdata, .cfg_error, .cfg_reason,
          .stat_read, .stat_select, .stat_port, .stat_class, .stat_valid, .stat_data,
          .loss, .mon_shared, .mon_xqoff, .mon_xqon, .mon_xpoff, .mon_xpon);
      assign out[g] = {ready[g], adm_valid[g], adm_port[g], adm_class[g], adm_kind[g], deq_error[g],
                       queue_level, queue_off, port_off, tx_valid[g], tx_port, tx_level, tx_enable, tx_time, gate,
                       cfg_rvalid, cfg_rdata, cfg_error, cfg_reason, stat_valid, stat_data,
                       loss, mon_shared, mon_xqoff, mon_xqon, mon_xpoff, mon_xpon};
    end
  endgenerate

  int seed, cycles, cycle, commits, refused, changes, admissions, messages;
  int step, left, settles;  // next register write; cycles of events left; cycles until the commit ends
  int held[NP*NC];  // cells that may be dequeued
  logic [NP*NC-1:0] off_before;
  logic drains;
  function automatic int pick(input int n);
    pick = $urandom_range(n - 1, 0);
  endfunction

  // Step k of a configuration: one register, the commit last.
  task automatic write_register(input int k);
    cfg_write = 1'b1;
    case (k)
      0: {cfg_addr, cfg_wdata} =
          {sluice_pkg::REG_SCHEME, commits % 4 == 0 ? 32'(sluice_pkg::SHP) : 32'(3 - commits % 4)};
      1: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_BUFFER, 32'd700};
      2: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_PRIVATE, 32'(commits % 8 < 4 ? 0 : 3)};
      3: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_SHARED, 32'd40};
      4: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_HEADROOM, 32'd20};
      5: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_LOSSLESS, 32'd14};
      6: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_MAX_PACKET, 32'd5};
      7: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_ALPHA, 32'd0};
      8: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_XOFF, 32'd25};
      9: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_XON, 32'd20};
      10: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_DELTA_Q, 32'd3};
      11: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_DELTA_P, 32'd6};
      12: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_PAUSE_TIME, 32'd120};
      13: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_REFRESH, 32'd40};
      14: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_QUANTA_STEP, 32'd2048};
      15: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_HEADROOM_POOL, 32'd16};
      16: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_PORT_HEADROOM, 32'd5};
      default: {cfg_addr, cfg_wdata} = {sluice_pkg::REG_COMMIT, 32'd1};
    endcase
  endtask

  always #1 clk = !clk;

  // Change inputs and sample outputs between the rising edges.
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (out[0] !== out[1]) begin
      $display("failed: seed %0d, cycle %0d: all outputs: expected %h (without gates), got %h (with gates)",
               seed, cycle, out[0], out[1]);
      $display("0%%: Checks: 1, Failures: 1, Errors: 0");
      $finish;
    end
    changes = changes + 32'(g_mmu[0].queue_off != off_before);
    off_before = g_mmu[0].queue_off;
    if (adm_valid[0]) admissions = admissions + 1;
    messages = messages + 32'(tx_valid[0] && tx_ready);
    if (cycle == 20) rst = 1'b0;
    {enq_valid, deq_valid, snd_valid, rx_valid, cfg_write, cfg_read, stat_read} = '0;
    // Enqueues are 8 cycles apart, so enq_cells still belongs to this admission.
    if (adm_valid[0] && adm_kind[0] < sluice_pkg::REFUSED)
      held[32'(adm_port[0])*NC+32'(adm_class[0])] = held[32'(adm_port[0])*NC+32'(adm_class[0])] + 32'(enq_cells);
    if (cycle > 60) begin
      left = left - 1;
      tx_ready = pick(4) == 0;
      rx_valid = pick(60) == 0;
      rx_level = 2'(pick(3));
      rx_port = PW'(pick(NP));
      rx_enable = NC'(pick(16));
      for (int c = 0; c < NC; c++) rx_time[16*c+:16] = 16'(pick(3) == 0 ? 0 : pick(30));
      stat_read = pick(20) == 0;
      stat_select = 4'(pick(12));
      stat_port = PW'(pick(NP));
      stat_class = CW'(pick(NC));
      if (step < 18) begin
        write_register(step);
        step = step + 1;
        if (step == 18) {left, settles} = {pick(2) == 0 ? 32'd900 : 32'd500, 32'd70};
      end else if (settles > 0) begin  // wait for the commit
        {left, settles} = {left + 32'd1, settles - 32'd1};
      end else if (left > 0) begin
        // Bursts with gaps, so that the clock gates also close.
        if (left % 8 == 0 && left % 256 < 190 && !drains) begin
          enq_valid = pick(10) != 0;
          enq_port = PW'(pick(NP));
          enq_class = CW'(pick(NC));
          enq_cells = W'(1 + pick(6));
        end
        deq_port = PW'(pick(NP));
        deq_class = CW'(pick(NC));
        deq_cells = W'(1 + pick(5));
        deq_valid = (held[32'(deq_port)*NC+32'(deq_class)] >= 32'(deq_cells) && pick(left % 512 < 256 ? 24 : 3) == 0) ||
            pick(500) == 0;
        if (left < 200) begin
          drains = 1'b1;
          deq_valid = held[left%(NP*NC)] > 0 && left > 60;
          deq_port = PW'(left % (NP * NC) / NC);
          deq_class = CW'(left % NC);
          deq_cells = W'(held[left%(NP*NC)]);
        end
        if (deq_valid && held[32'(deq_port)*NC+32'(deq_class)] >= 32'(deq_cells))
          held[32'(deq_port)*NC+32'(deq_class)] = held[32'(deq_port)*NC+32'(deq_class)] - 32'(deq_cells);
      end else begin
        step = 0;
        drains = 1'b0;
        commits = commits + 1;
        if (g_mmu[0].cfg_error) begin
          refused = refused + 1;
          $display("cycle %0d: commit refused, cfg_reason %0d", cycle, g_mmu[0].cfg_reason);
        end
      end
    end
    if (cycle == cycles) begin
      $display("%0d admissions, %0d changes of states, %0d messages, %0d commits, %0d refused",
               admissions, changes, messages, commits, refused);
      if (admissions > cycles / 30 && changes > cycles / 200 && messages > cycles / 500 && commits > 2 && refused < 2)
        $display("100%%: Checks: 1, Failures: 0, Errors: 0");
      else $display("0%%: Checks: 1, Failures: 1, Errors: 0");
      $finish;
    end
  end

  initial begin
    seed = 1;
    if (!$value$plusargs("cycles=%d", cycles)) cycles = 6000;
    if ($value$plusargs("seed=%d", seed)) left = $urandom(seed);
    {cycle, commits, refused, changes, admissions, messages, step, left, settles, drains, off_before} = '0;
    for (int q = 0; q < NP * NC; q++) held[q] = 0;
  end
endmodule
`default_nettype wire

// Statistics and watermarks, readable at run time: pauses, resumes, time paused, refused packets, peaks, and the
// longest wait of a message.
// Pauses and resumes of a queue or port alternate, starting with a pause, so one count of changes holds both numbers.
// Time paused: the sum of resume times minus the sum of pause times, in cycles modulo 2^32, plus the present time while
// off.
// Latency: a read in cycle t returns, in t + 3, all events up to t - 2.
`default_nettype none
module sluice_stats #(
    parameter int W = 18,    // bits of a cell counter
    parameter int PW = 2,    // bits of a port
    parameter int CW = 3,    // bits of a class
    parameter logic TTL = 1  // scheme TTL is built
) (
    input  wire logic             clk,         // a clock that never stops, for the time
    input  wire logic             clk_pool,    // clock of shared_used
    input  wire logic             clk_notes,   // a clock that may stop while nothing is counted or read
    input  wire logic             rst,         // synchronous reset, active high
    input  wire logic             clear,       // write 0 to clear_addr of all tables
    input  wire logic [PW+CW-1:0] clear_addr,  // address to clear
    // changes of state, from sluice_pause_state
    input  wire logic [1:0]       queue_changed,  // per snapshot: a queue has become free, or is no longer free
    input  wire logic [1:0]       port_changed,   // a port's state has changed
    input  wire logic [2*PW-1:0]  changed_port,   // port of the change
    input  wire logic [2*CW-1:0]  changed_class,  // class of the change
    input  wire logic [1:0]       queue_now,      // new state of the queue: not free
    input  wire logic [1:0]       port_now,       // new state of the port: off
    // a counted enqueue, and the occupancy after it
    input  wire logic             enq_valid,     // an enqueue was counted
    input  wire logic [PW-1:0]    enq_port,      // port of the enqueue
    input  wire logic [CW-1:0]    enq_class,     // class of the enqueue
    input  wire logic             enq_lossless,  // the class is lossless
    input  wire logic             dsh,           // the headroom group is the port
    // admission results
    input  wire logic [PW-1:0]    adm_port,         // port of the admission
    input  wire logic             enq_refused,      // the packet was refused
    input  wire logic             enq_dropped,      // TTL: the packet was dropped
    input  wire logic             enq_parity_drop,  // TTL: the packet was dropped for the parity of its hop
    input  wire logic [W-1:0]     enq_queue,        // q after the enqueue, cells
    input  wire logic [W-1:0]     enq_sum,          // cells charged to the headroom group after the enqueue
    input  wire logic [W-1:0]     enq_headroom,     // headroom cells in use after the enqueue
    input  wire logic [W-1:0]     shared_used,      // S, cells
    input  wire logic             message_waits,    // a message is shown and not taken
    // host
    input  wire logic             read,    // host: read
    input  wire logic [3:0]       select,  // statistic, see sluice_pkg
    input  wire logic [PW-1:0]    port,    // port to read
    input  wire logic [CW-1:0]    cls,     // class to read
    output logic                  valid,   // the answer
    output logic      [31:0]      data     // value of the statistic
);
  localparam int AW = PW + CW;
  logic [31:0] now;
  always_ff @(posedge clk) now <= rst ? '0 : now + 32'd1;

  // Per snapshot {time, changes}, for queues and for ports
  logic [2*64-1:0] queue_words, port_words;
  genvar v;
  generate
    for (v = 0; v < 2; v = v + 1) begin : g_snapshot
      logic [31:0] queue_signed, port_signed;
      always_ff @(posedge clk_notes) begin
        if (queue_changed[v]) queue_signed <= queue_now[v] ? 32'd0 - now : now;
        if (port_changed[v]) port_signed <= port_now[v] ? 32'd0 - now : now;
      end
      sluice_pause_counters #(.AW(AW), .DW(64), .KIND(0)) queue_pause_counters (
          .clk(clk_notes), .clear, .clear_addr,
          .valid(queue_changed[v]), .addr({changed_port[v*PW+:PW], changed_class[v*CW+:CW]}),
          .operand({32'b0, queue_signed}), .not_operand(64'd0),
          .host_read(read), .host_addr({port, cls}), .host_data(queue_words[64*v+:64]));
      sluice_pause_counters #(.AW(PW), .DW(64), .KIND(0)) port_pause_counters (
          .clk(clk_notes), .clear, .clear_addr(clear_addr[PW-1:0]),
          .valid(port_changed[v]), .addr(changed_port[v*PW+:PW]),
          .operand({32'b0, port_signed}), .not_operand(64'd0),
          .host_read(read), .host_addr(port), .host_data(port_words[64*v+:64]));
    end
  endgenerate

  // Watermarks
  logic [W-1:0] queue1, sum1, headroom1, not_queue1, not_sum1, not_headroom1;
  logic [W-1:0] queue_peak, port_peak, headroom_peak, shared_peak;
  logic [31:0] refused, dropped, parity_drops;
  logic [15:0] waited, message_wait;  // cycles of the message that is shown; the longest so far
  always_ff @(posedge clk_notes) begin
    if (enq_valid) begin
      {queue1, not_queue1} <= {enq_queue, ~enq_queue};
      {sum1, not_sum1} <= {enq_sum, ~enq_sum};
      {headroom1, not_headroom1} <= {enq_headroom, ~enq_headroom};
    end
  end
  always_ff @(posedge clk) begin
    waited <= rst || !message_waits ? '0 : waited == '1 ? waited : waited + 1'b1;
    message_wait <= rst ? '0 : waited > message_wait ? waited : message_wait;
  end
  always_ff @(posedge clk_pool) shared_peak <= rst ? '0 : shared_used > shared_peak ? shared_used : shared_peak;
  sluice_pause_counters #(.AW(AW), .DW(W), .KIND(1)) queue_peaks (
      .clk(clk_notes), .clear, .clear_addr, .valid(enq_valid), .addr({enq_port, enq_class}),
      .operand(queue1), .not_operand(not_queue1), .host_read(read), .host_addr({port, cls}), .host_data(queue_peak));
  sluice_pause_counters #(.AW(PW), .DW(W), .KIND(1)) port_peaks (
      .clk(clk_notes), .clear, .clear_addr(clear_addr[PW-1:0]), .valid(enq_valid && enq_lossless && dsh),
      .addr(enq_port), .operand(sum1), .not_operand(not_sum1), .host_read(read), .host_addr(port),
      .host_data(port_peak));
  sluice_pause_counters #(.AW(AW), .DW(W), .KIND(1)) headroom_peaks (
      .clk(clk_notes), .clear, .clear_addr, .valid(enq_valid && enq_lossless),
      .addr({enq_port, dsh ? '0 : enq_class}), .operand(headroom1), .not_operand(not_headroom1),
      .host_read(read), .host_addr({port, dsh ? '0 : cls}), .host_data(headroom_peak));
  sluice_pause_counters #(.AW(PW), .DW(32), .KIND(2)) refusals (
      .clk(clk_notes), .clear, .clear_addr(clear_addr[PW-1:0]), .valid(enq_refused), .addr(adm_port),
      .operand(32'd0), .not_operand(32'd0), .host_read(read), .host_addr(port), .host_data(refused));
  generate
    if (TTL) begin : g_drops
      sluice_pause_counters #(.AW(PW), .DW(32), .KIND(2)) drops (
          .clk(clk_notes), .clear, .clear_addr(clear_addr[PW-1:0]), .valid(enq_dropped), .addr(adm_port),
          .operand(32'd0), .not_operand(32'd0), .host_read(read), .host_addr(port), .host_data(dropped));
      sluice_pause_counters #(.AW(PW), .DW(32), .KIND(2)) parity_drop_counters (
          .clk(clk_notes), .clear, .clear_addr(clear_addr[PW-1:0]), .valid(enq_dropped && enq_parity_drop),
          .addr(adm_port), .operand(32'd0), .not_operand(32'd0), .host_read(read), .host_addr(port),
          .host_data(parity_drops));
    end else begin : g_no_drops
      assign dropped = '0;
      assign parity_drops = '0;
      logic unused_dropped;
      assign unused_dropped = enq_dropped ^ enq_parity_drop;
    end
  endgenerate

  // Host. Cycle 1: the two words of the selected statistic are added, all others become 0. Cycle 2: the answer, with
  // the present time if off.
  logic read1, read2, queue_counts, queue_paused, port_counts, port_paused, odd;
  logic [3:0] select1;
  logic [31:0] now1, queue_changes, queue_time, port_changes, port_time, other, more;
  logic [30:0] queue_pairs, port_pairs;  // changes / 2: pairs of a pause and its resume
  assign queue_counts = select1 == sluice_pkg::STAT_QUEUE_PAUSES || select1 == sluice_pkg::STAT_QUEUE_RESUMES;
  assign queue_paused = select1 == sluice_pkg::STAT_QUEUE_PAUSED;
  assign port_counts = select1 == sluice_pkg::STAT_PORT_PAUSES || select1 == sluice_pkg::STAT_PORT_RESUMES;
  assign port_paused = select1 == sluice_pkg::STAT_PORT_PAUSED;
  assign queue_changes = queue_words[31:0] + queue_words[95:64];
  assign port_changes = port_words[31:0] + port_words[95:64];
  always_ff @(posedge clk_notes) begin
    {read1, read2, valid} <= rst ? '0 : {read, read1, read2};
    if (read) {select1, now1} <= {select, now};
    if (read1) begin
      queue_pairs <= queue_counts ? queue_changes[31:1] : '0;
      queue_time <= queue_paused ? queue_words[63:32] + queue_words[127:96] : '0;
      port_pairs <= port_counts ? port_changes[31:1] : '0;
      port_time <= port_paused ? port_words[63:32] + port_words[127:96] : '0;
      // The last change was a pause.
      odd <= port_counts || port_paused ? port_changes[0] : queue_changes[0];
      more <= queue_paused || port_paused ? now1 : {31'b0, select1 == sluice_pkg::STAT_QUEUE_PAUSES ||
          select1 == sluice_pkg::STAT_PORT_PAUSES};
      unique case (select1)
        sluice_pkg::STAT_QUEUE_PEAK: other <= 32'(queue_peak);
        sluice_pkg::STAT_PORT_PEAK: other <= 32'(port_peak);
        sluice_pkg::STAT_HEADROOM_PEAK: other <= 32'(headroom_peak);
        sluice_pkg::STAT_SHARED_PEAK: other <= 32'(shared_peak);
        sluice_pkg::STAT_REFUSED: other <= refused;
        sluice_pkg::STAT_DROPPED: other <= dropped;
        sluice_pkg::STAT_PARITY_DROPS: other <= parity_drops;
        sluice_pkg::STAT_MESSAGE_WAIT: other <= 32'(message_wait);
        default: other <= '0;
      endcase
    end
    data <= rst || !read2 ? '0 : ({1'b0, queue_pairs | port_pairs} | queue_time | port_time | other) +
        (more & {32{odd}});
  end

`ifdef FORMAL_STATS
`include "sluice_stats.svh"
`endif
endmodule
`default_nettype wire

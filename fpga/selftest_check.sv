// Checks one part of the self-test: event counts, rules, and a signature over all outputs of the MMU in every active
// cycle.
// Signature: the outputs form words of 32 bits. Word i is rotated left by 5 * i, and the XOR of all words enters a
// CRC-32 register. A single wrong bit always changes the signature.
// Rules, one bit of broken each: 0 no packet is refused, 1 no dequeue exceeds the cells of its queue, 2 S <= Bs, 3
// every configuration is accepted, 4 after draining, the shared pool is empty and no queue or port is off.
// Stages: 1 inputs and outputs of the MMU of the same cycle, 2 decoded events, 3 signature, rules and steps of the
// counters. Latency: 6 cycles.
`default_nettype none
module selftest_check #(
    parameter int NP = 4,               // ports
    parameter int NC = 4,               // classes
    parameter int W = 12,               // bits of a cell counter
    parameter int PW = 2,               // bits of a port number
    parameter int CW = 2,               // bits of a class number
    parameter int LW = 1,               // bits of a feedback level
    parameter int PARTS_PER_SECOND = 8  // parts per second, for rate
) (
    input  wire logic             clk,      // clock
    input  wire logic             hold,     // reset, active high
    input  wire logic             active,   // the signature includes this cycle
    input  wire logic             last,     // last active cycle of the part
    input  wire logic             traffic,  // traffic is running
    // inputs of the MMU
    input  wire logic             cfg_write,
    input  wire logic [5:0]       cfg_addr,
    input  wire logic [W-1:0]     cfg_wdata,
    input  wire logic             enq_valid,
    input  wire logic             deq_valid,
    input  wire logic             tx_ready,
    // outputs of the MMU, one cycle late
    input  wire logic             ready,
    input  wire logic             adm_valid,
    input  wire logic [PW-1:0]    adm_port,
    input  wire logic [CW-1:0]    adm_class,
    input  wire logic [2:0]       adm_kind,
    input  wire logic             deq_error,
    input  wire logic [NP*NC*LW-1:0] queue_level,
    input  wire logic [NP*NC-1:0] queue_off,
    input  wire logic [NP-1:0]    port_off,
    input  wire logic             tx_valid,
    input  wire logic [PW-1:0]    tx_port,
    input  wire logic             tx_level,
    input  wire logic [NC-1:0]    tx_enable,
    input  wire logic [16*NC-1:0] tx_time,
    input  wire logic [NP*NC-1:0] gate,
    input  wire logic             cfg_error,
    input  wire logic [3:0]       cfg_reason,
    input  wire logic             stat_valid,
    input  wire logic [31:0]      stat_data,
    input  wire logic [31:0]      loss,
    input  wire logic [W-1:0]     mon_shared,
    input  wire logic [W-1:0]     mon_xqoff,
    input  wire logic [W-1:0]     mon_xqon,
    input  wire logic [W-1:0]     mon_xpoff,
    input  wire logic [W-1:0]     mon_xpon,
    output logic                  tx_taken,  // tx_ready of the same cycle as these outputs
    // results, complete 6 cycles after the last active cycle
    output logic      [31:0]      signature,  // over all outputs of the MMU
    output logic      [4:0]       broken,     // broken rules, one bit each
    output logic      [29:0]      events,     // enqueues and dequeues
    output logic      [29:0]      rate,       // events per second
    output logic      [29:0]      pauses,     // accepted messages that pause
    output logic      [29:0]      headroom,   // packets admitted to headroom
    output logic      [29:0]      refused     // refused packets
);
  localparam int QW = (NP * NC + 31) / 32;  // words with one bit per queue
  localparam int TW = (NC + 1) / 2;         // words of pause times
  // 0 if LW = 1, because queue_off is the level then
  localparam int LevelWords = LW > 1 ? (NP * NC * LW + 31) / 32 : 0;
  localparam int Words = 10 + 2 * QW + TW + LevelWords;

  logic [32*Words-1:0] words;
  logic [31:0] fold;
  logic [28:0] flags;
  assign flags = {
    ready, adm_valid, deq_error, tx_valid, tx_level, stat_valid, cfg_error, cfg_reason, adm_kind, 6'(adm_port),
    3'(adm_class), 6'(tx_port)
  };
  assign words[32*(Words-LevelWords)-1:0] = {
    (32 * TW)'(tx_time), (32 * QW)'(gate), (32 * QW)'(queue_off), 32'(tx_enable), 32'(port_off), stat_data, loss,
    32'(mon_xpon), 32'(mon_xpoff), 32'(mon_xqon), 32'(mon_xqoff), 32'(mon_shared), 3'b0, flags
  };
  generate
    if (LW > 1) begin : g_levels
      assign words[32*Words-1:32*(Words-LevelWords)] = (32 * LevelWords)'(queue_level);
    end else begin : g_no_levels
      logic unused_level;
      assign unused_level = ^queue_level;
    end
  endgenerate
  always_comb begin
    fold = '0;
    for (int i = 0; i < Words; i++)
      for (int b = 0; b < 32; b++) fold[(b+5*i)%32] = fold[(b+5*i)%32] ^ words[32*i+b];
  end

  // Inputs of the MMU, in the cycle of its outputs
  logic active1, last1, traffic1, cfg_write1, enq_valid1, deq_valid1, tx_ready1;
  logic [5:0] cfg_addr1;
  logic [W-1:0] cfg_wdata1;
  always_ff @(posedge clk)
    {active1, last1, traffic1, cfg_write1, cfg_addr1, cfg_wdata1, enq_valid1, deq_valid1, tx_ready1} <=
        {active, last, traffic, cfg_write, cfg_addr, cfg_wdata, enq_valid, deq_valid, tx_ready};
  assign tx_taken = tx_ready1;

  logic active2;
  logic [31:0] fold2;
  always_ff @(posedge clk) begin
    active2 <= active1;
    fold2 <= fold;
    if (hold) signature <= '1;
    else if (active2) signature <= {signature[30:0], 1'b0} ^ (signature[31] ? 32'h04C11DB7 : '0) ^ fold2;
  end

  logic [W-1:0] shared;
  logic refusal2, error2, shared_over2, config_bad2, last2, shared_some2, off_some2;
  always_ff @(posedge clk) begin
    if (hold) shared <= '0;
    else if (cfg_write1 && cfg_addr1 == sluice_pkg::REG_SHARED) shared <= cfg_wdata1;
    refusal2 <= adm_valid && adm_kind == sluice_pkg::REFUSED;
    error2 <= deq_error;
    shared_over2 <= mon_shared > shared;
    config_bad2 <= traffic1 && cfg_error;
    last2 <= last1;
    shared_some2 <= mon_shared != '0;
    off_some2 <= queue_off != '0 || port_off != '0;
    if (hold) broken <= '0;
    else if (active2)
      broken <= broken | {last2 && (shared_some2 || off_some2), config_bad2, shared_over2, error2, refusal2};
  end

  logic [1:0] events2;
  logic message2, pausing2, headroom2, event_one, event_two, pause_one, headroom_one, refused_one;
  always_ff @(posedge clk) begin
    events2 <= {enq_valid1 && deq_valid1, enq_valid1 ^ deq_valid1};
    message2 <= tx_valid && tx_ready1;
    pausing2 <= tx_time != '0;
    headroom2 <= adm_valid && adm_kind == sluice_pkg::HEADROOM;
    {event_two, event_one} <= active2 ? events2 : '0;
    pause_one <= active2 && message2 && pausing2;
    headroom_one <= active2 && headroom2;
    refused_one <= active2 && refusal2;
  end
  selftest_counter count_events (.clk(clk), .clear(hold), .step({13'b0, event_two, event_one}), .value(events));
  selftest_counter count_rate (
      .clk(clk), .clear(hold), .step(event_two ? 15'(2 * PARTS_PER_SECOND) : event_one ? 15'(PARTS_PER_SECOND) : '0),
      .value(rate));
  selftest_counter count_pauses (.clk(clk), .clear(hold), .step({14'b0, pause_one}), .value(pauses));
  selftest_counter count_headroom (.clk(clk), .clear(hold), .step({14'b0, headroom_one}), .value(headroom));
  selftest_counter count_refused (.clk(clk), .clear(hold), .step({14'b0, refused_one}), .value(refused));

  // A bad parameter stops elaboration, because the module below does not exist.
  generate
    if (Words > 32 || PARTS_PER_SECOND > 16383) begin : g_check
      selftest_parameter_out_of_range bad_parameter ();
    end
  endgenerate
endmodule
`default_nettype wire

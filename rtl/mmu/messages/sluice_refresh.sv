// Refresh interval [spec 5]: counts quanta while any pause or level is active. due is high after refresh quanta, up to
// a few cycles late.
// Latency: a state that is active in cycle t counts from t + 1 on, with more than 8 ports from t + 2 on.
`default_nettype none
module sluice_refresh #(
    parameter int NP = 4,  // ports
    parameter int NC = 8   // classes
) (
    input  wire logic             clk,                 // clock
    input  wire logic             rst,                 // synchronous reset, active high
    input  wire logic             again,               // restart the interval
    input  wire logic [15:0]      refresh,             // quanta between refreshes
    input  wire logic [3:0]       ticks,               // quanta of the last cycle
    input  wire logic [NP*NC-1:0] queue_level_active,  // the level is not 0
    input  wire logic [NP-1:0]    port_off,            // pause states of the ports
    input  wire logic [1:0]       rises,               // queues whose level leaves 0, up to two
    input  wire logic [1:0]       falls,               // queues whose level returns to 0
    output logic                  due                  // the interval has ended; one cycle
);
  logic level_active, reached, unused_sum;
  logic [16:0] left;  // 2^17 - 1 less the quanta that have passed
  logic [17:0] sum;   // no carry: refresh quanta have passed
  assign sum = {1'b0, left} + {2'b0, refresh};
  assign due = reached && level_active;
  assign unused_sum = ^sum[16:0];
  generate
    if (NP > 8) begin : g_count
      logic any_queue, any_port;
`ifdef FORMAL
      logic [$clog2(NP*NC+1)-1:0] f_active_queues;
`endif
      sluice_level_active #(.QUEUES(NP * NC)) queues (
          .clk, .rst, .rises, .falls,
`ifdef FORMAL
          .watched(f_active_queues),
`endif
          .level_active(any_queue));
      always_ff @(posedge clk) any_port <= !rst && port_off != '0;
      assign level_active = any_queue || any_port;
      logic unused_states;
      assign unused_states = ^queue_level_active;
    end else begin : g_any
      logic [NP-1:0] of_port;  // the state of a port's queues, grouped as in sluice_pause_tx
      always_comb for (int p = 0; p < NP; p++) of_port[p] = queue_level_active[p*NC+:NC] != '0;
      always_ff @(posedge clk) level_active <= !rst && (of_port != '0 || port_off != '0);
      logic unused_counts;
      assign unused_counts = ^{rises, falls};
    end
  endgenerate
  always_ff @(posedge clk) begin
    left <= again || due || !level_active ? '1 : left - {13'b0, ticks};
    reached <= !sum[17] && !reached && level_active && !again;
  end

`ifdef FORMAL_REFRESH
`include "sluice_refresh.svh"
`endif
endmodule
`default_nettype wire

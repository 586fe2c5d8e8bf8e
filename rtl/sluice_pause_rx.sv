// Upstream side: one pause timer per egress class and one per port [spec 5]. A message loads the timers whose enable
// bit is set; 0 clears, a new value replaces the old one, the other timers go on. A port-level message loads the
// port's timer with the time of class 0.
// A timer is a deadline in a RAM and a flop that says it runs; ports are visited in turn, one per clock, so that a
// timer ends 0 to NP + 1 clocks after its time, never before.
// Latency: message in clock t, state in clock t + 1.
`default_nettype none
module sluice_pause_rx #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             rx_valid,
    input  wire logic [PW-1:0]    rx_port,
    input  wire logic             rx_level,
    input  wire logic [NC-1:0]    rx_enable,
    input  wire logic [16*NC-1:0] rx_time,
    input  wire logic [17:0]      now,           // quanta
    output logic      [NP*NC-1:0] class_paused,
    output logic      [NP-1:0]    port_paused
);
  localparam logic [PW-1:0] LastPort = PW'(NP - 1);

  // The port to visit: its deadlines are read in one clock and judged in the next. Where a message comes in between,
  // the timers that it loads are not those that were read.
  logic [PW-1:0] visit, visit1, rx_port1;
  logic look, look1;  // a timer of the visited port runs
  logic in_range;
  logic [NC:0] load, load1, runs;  // lane c < NC is class c, lane NC the port
  logic [18*(NC+1)-1:0] deadline;
  assign in_range = {1'b0, rx_port} < (PW + 1)'(NP);
  assign load = rx_valid && in_range ? (rx_level ? {1'b1, {NC{1'b0}}} : {1'b0, rx_enable}) : '0;
  assign look = class_paused[visit*NC+:NC] != '0 || port_paused[visit];
  always_ff @(posedge clk) begin
    if (rst) visit <= '0;
    else visit <= visit == LastPort ? '0 : visit + 1'b1;
    visit1 <= visit;
    look1 <= look;
    rx_port1 <= rx_port;
    load1 <= rst ? '0 : load;
  end

  genvar l;
  generate
    for (l = 0; l <= NC; l = l + 1) begin : g_lane
      localparam int Time = 16 * (l == NC ? 0 : l);
      // no_rw_check: a deadline read while it is written is not judged.
      (* no_rw_check *) logic [17:0] deadlines[2**PW];
      always_ff @(posedge clk) begin
        if (load[l]) deadlines[rx_port] <= now + {2'b0, rx_time[Time+:16]};
        if (look) deadline[18*l+:18] <= deadlines[visit];
      end
      assign runs[l] = rx_time[Time+:16] != '0;
    end
  endgenerate

  function automatic logic passed(input logic [17:0] at, input logic [17:0] instant);
    passed = instant - at < 18'h20000;
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      class_paused <= '0;
      port_paused <= '0;
    end else begin
      if (look1) begin
        for (int c = 0; c < NC; c++)
          if (passed(deadline[18*c+:18], now) && !(load1[c] && rx_port1 == visit1)) class_paused[visit1*NC+c] <= 1'b0;
        if (passed(deadline[18*NC+:18], now) && !(load1[NC] && rx_port1 == visit1)) port_paused[visit1] <= 1'b0;
      end
      if (load != '0) begin
        for (int c = 0; c < NC; c++) if (load[c]) class_paused[rx_port*NC+c] <= runs[c];
        if (load[NC]) port_paused[rx_port] <= runs[NC];
      end
    end
  end
endmodule
`default_nettype wire

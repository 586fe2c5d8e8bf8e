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

  // Lane c < NC is class c, lane NC the port.
  logic [NC:0] load, load1, set, ended;
  logic in_range;
  assign in_range = {1'b0, rx_port} < (PW + 1)'(NP);
  assign load = rx_valid && in_range ? (rx_level ? {1'b1, {NC{1'b0}}} : {1'b0, rx_enable}) : '0;

  logic [PW-1:0] visit, visit1, rx_port1;
  always_ff @(posedge clk) begin
    if (rst) visit <= '0;
    else visit <= visit == LastPort ? '0 : visit + 1'b1;
    visit1 <= visit;
    rx_port1 <= rx_port;
    load1 <= rst ? '0 : load;
  end

  genvar l;
  generate
    for (l = 0; l <= NC; l = l + 1) begin : g_lane
      logic [15:0] quanta;
      logic [17:0] deadline;
      assign quanta = rx_time[16*(l==NC?0 : l)+:16];
      assign set[l] = quanta != '0;
      sluice_ram #(.AW(PW), .DW(18)) ram (
          .clk(clk), .write(load[l]), .write_addr(rx_port), .write_data(now + {2'b0, quanta}),
          .read_addr(visit), .read_data(deadline));
      // A timer loaded since the visit's read is not the one that was read.
      assign ended[l] = now - deadline < 18'h20000 && !(load1[l] && rx_port1 == visit1);
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (rst) begin
      class_paused <= '0;
      port_paused <= '0;
    end else begin
      for (int c = 0; c < NC; c++) begin
        if (ended[c]) class_paused[visit1*NC+c] <= 1'b0;
        if (load[c]) class_paused[rx_port*NC+c] <= set[c];
      end
      if (ended[NC]) port_paused[visit1] <= 1'b0;
      if (load[NC]) port_paused[rx_port] <= set[NC];
    end
  end
endmodule
`default_nettype wire

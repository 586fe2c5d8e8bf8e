// Names one ingress queue in every clock, ports fastest, so that every queue is re-examined once in NP * NC
// clocks and every port once in NP: thresholds also move for queues and ports that see no event.
`default_nettype none
module sluice_scan #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int CW = 3
) (
    input  wire logic          clk,
    input  wire logic          rst,
    output logic      [PW-1:0] scan_port,
    output logic      [CW-1:0] scan_class
);
  localparam logic [PW-1:0] LastPort = PW'(NP - 1);
  localparam logic [CW-1:0] LastClass = CW'(NC - 1);

  always_ff @(posedge clk) begin
    if (rst) begin
      scan_port <= '0;
      scan_class <= '0;
    end else if (scan_port != LastPort) begin
      scan_port <= scan_port + 1'b1;
    end else begin
      scan_port <= '0;
      scan_class <= scan_class == LastClass ? '0 : scan_class + 1'b1;
    end
  end
endmodule
`default_nettype wire

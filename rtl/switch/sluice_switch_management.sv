// Frames to reserved addresses, 01-80-C2-00-00-00 to -0F. Without a management port they are dropped as RESERVED. With
// it, they go to that port, and byte 3 of the destination becomes the number of the ingress port. A frame from the
// management port goes to the port in byte 3, and the byte becomes 0. So with a management port the addresses
// 01-80-C2-PP-00-00 to -0F are reserved for every PP: a station cannot forge an ingress port. 01-80-C2-PP-00-01, the
// address of MAC control, is always dropped.
// Latency: destination in cycle t, ingress port in t + 1, all outputs in t + 2.
`default_nettype none
module sluice_switch_management #(
    parameter int NP = 4,  // ports
    parameter int PW = 2   // bits of a port number
) (
    input  wire logic          clk,
    input  wire logic [47:0]   destination,      // byte k at [8 * k +: 8]
    input  wire logic [PW-1:0] port,             // ingress port, one cycle later
    input  wire logic          enabled,          // there is a management port
    input  wire logic [PW-1:0] management_port,  // its number
    output logic               reserved,         // drop the frame
    output logic               passes,           // the frame has one egress port:
    output logic      [PW-1:0] to,               // that port
    output logic      [7:0]    byte_3            // byte 3 of the frame that leaves
);
  logic is_reserved, is_control, zero;  // 01-80-C2-PP-00-00 to -0F; the last byte is 01; PP is 0
  logic [7:0] named;                    // PP
  logic from_management, passing;
  assign from_management = port == management_port;
  assign passing = enabled && is_reserved && !is_control && (from_management ? 32'(named) < NP : zero);
  always_ff @(posedge clk) begin
    is_reserved <= {destination[39:32], destination[23:0], destination[47:44]} == 36'h00c28001_0;
    is_control <= destination[43:40] == 4'd1;
    zero <= destination[31:24] == '0;
    named <= destination[31:24];
    reserved <= is_reserved && (enabled || zero) && !passing;
    passes <= passing;
    to <= from_management ? named[PW-1:0] : management_port;
    byte_3 <= from_management ? '0 : 8'(port);
  end
endmodule
`default_nettype wire

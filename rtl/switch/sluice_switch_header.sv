// What the first cell of a frame says: its destination, its class, whether it is IP; and, under TTL, its TTL one less, with
// the header checksum mended for that [RFC 1624, Eq. 3]: of any cell, its bytes 21 to 29 as they would have to be.
// Latency: one clock; destination is combinational.
`default_nettype none
module sluice_switch_header #(
    parameter int NC = 8,
    parameter int CELL = 64,
    parameter int CW = 3
) (
    input  wire logic              clk,
    input  wire logic [8*CELL-1:0] data,
    // cfg
    input  wire logic [2:0]        default_class,
    input  wire logic              trust_pcp,
    input  wire logic              trust_dscp,
    input  wire logic [3*NC-1:0]   priorities,   // of class c at [3 * c +: 3]
    input  wire logic              decrement,
    input  wire logic [7:0]        non_ip_ttl,
    output logic      [47:0]       destination,  // the first byte in the upper bits
    output logic      [8*9-1:0]    mended_1,     // bytes 21 to 29
    output logic                   reserved_1,   // destination 01-80-C2-00-00-0x
    output logic                   group_1,
    output logic      [CW-1:0]     class_1,
    output logic      [7:0]        ttl_1         // after the decrement
);
  assign destination = {data[7:0], data[15:8], data[23:16], data[31:24], data[39:32], data[47:40]};

  // The headers behind the addresses, as if there were no tag.
  localparam int Rest = 18;  // bytes of interest, from the type on
  logic is_tagged;
  logic [8*Rest-1:0] rest;
  assign is_tagged = data[8*12+:16] == 16'h0081;  // 0x8100, the first byte in the lower bits
  assign rest = is_tagged ? {16'b0, data[8*16+:8*(Rest-2)]} : data[8*12+:8*Rest];

  logic ip4, ip6;
  assign ip4 = rest[15:0] == 16'h0008 && rest[23:20] == 4'd4;
  assign ip6 = rest[15:0] == 16'hdd86 && rest[23:20] == 4'd6;

  // Class
  logic known, found;
  logic [2:0] prio;
  logic [CW-1:0] cls;
  assign known = (is_tagged && trust_pcp) || ((ip4 || ip6) && trust_dscp);
  assign prio = is_tagged && trust_pcp ? data[8*14+5+:3] : ip4 ? rest[31:29] : rest[19:17];
  always_comb begin
    found = 1'b0;
    cls = 32'(default_class[CW-1:0]) < NC ? default_class[CW-1:0] : '0;
    for (int c = 0; c < NC; c++)
      if (known && !found && priorities[3*c+:3] == prio) begin
        found = 1'b1;
        cls = CW'(c);
      end
  end

  // TTL is byte 8 of the IPv4 header, checksum bytes 10 and 11; the hop limit byte 7 of that of IPv6.
  logic [7:0] ttl, less;
  logic [15:0] checksum, mended;
  logic [16:0] sum;
  assign ttl = ip4 ? rest[8*10+:8] : rest[8*9+:8];
  assign less = ttl == '0 ? '0 : ttl - 1'b1;
  assign checksum = {rest[8*12+:8], rest[8*13+:8]};
  assign sum = {1'b0, ~checksum} + 17'h0feff;
  assign mended = ~(sum[15:0] + 16'(sum[16]));

  logic [8*9-1:0] edited;
  always_comb begin
    edited = data[8*21+:8*9];
    if (decrement && ttl != '0) begin
      if (ip4 && !is_tagged) begin
        edited[8*(22-21)+:8] = less;
        edited[8*(24-21)+:16] = {mended[7:0], mended[15:8]};
      end
      if (ip4 && is_tagged) begin
        edited[8*(26-21)+:8] = less;
        edited[8*(28-21)+:16] = {mended[7:0], mended[15:8]};
      end
      if (ip6 && !is_tagged) edited[8*(21-21)+:8] = less;
      if (ip6 && is_tagged) edited[8*(25-21)+:8] = less;
    end
  end
  always_ff @(posedge clk) begin
    mended_1 <= edited;
    reserved_1 <= destination[47:4] == 44'h0180c200000;
    group_1 <= destination[40];
    class_1 <= cls;
    ttl_1 <= ip4 || ip6 ? less : non_ip_ttl;
  end
  logic unused_data;
  assign unused_data = ^{data, rest, default_class};
endmodule
`default_nettype wire

// Parses the first cell of a frame: group address, class, IP or not. With TTL_MODE the module decrements the TTL and
// updates the header checksum [RFC 1624, Eq. 3]. updated holds bytes 21 to 29 of the cell after this change.
// Latency: header_part in cycle t, header and the port's registers in t + 1, fields and all outputs in t + 2.
`default_nettype none
module sluice_switch_header #(
    parameter int NC = 8,  // classes
    parameter int CW = 3   // bits of a class number
) (
    input  wire logic              clk,
    input  wire logic [8*32-1:0]   header_part,    // bytes 12 to 18
    input  wire logic [8*32-1:0]   header,         // bytes 0 to 31, one cycle later
    input  wire logic [8*9-1:0]    fields,         // bytes 21 to 29, two cycles later
    // cfg
    input  wire logic [2:0]        default_class,  // class of all other frames
    input  wire logic              trust_pcp,      // class from the PCP of the VLAN tag
    input  wire logic              trust_dscp,     // class from the DSCP of the IP header
    input  wire logic [3*NC-1:0]   priorities,     // of class c at [3 * c +: 3]
    input  wire logic [NC-1:0]     lossless,       // lossless classes
    input  wire logic              decrement,      // decrement the TTL of IP frames
    input  wire logic [7:0]        non_ip_ttl,     // TTL of frames that are not decremented
    output logic      [8*9-1:0]    updated,        // bytes 21 to 29
    output logic                   is_group,       // destination is a group address
    output logic      [CW-1:0]     cls,            // class of the frame
    output logic                   lossy,          // that class is lossy
    output logic      [7:0]        ttl             // TTL after the decrement; non_ip_ttl without a decrement
);
  // The headers behind the addresses, as if there were no tag
  localparam int Rest = 18;  // bytes that are used, from the type on
  logic is_tagged, ip4, ip6;
  logic [8*Rest-1:0] l3;
  logic [1:0] is_version4, is_version6;  // untagged, tagged
  always_ff @(posedge clk) begin
    is_tagged <= header_part[8*12+:16] == 16'h0081;  // 0x8100, first byte in the lower bits
    for (int t = 0; t < 2; t++) begin
      is_version4[t] <= header_part[8*(12+4*t)+:16] == 16'h0008 && header_part[8*(14+4*t)+4+:4] == 4'd4;
      is_version6[t] <= header_part[8*(12+4*t)+:16] == 16'hdd86 && header_part[8*(14+4*t)+4+:4] == 4'd6;
    end
  end
  assign l3 = is_tagged ? {16'b0, header[8*16+:8*(Rest-2)]} : header[8*12+:8*Rest];
  assign ip4 = is_version4[is_tagged];
  assign ip6 = is_version6[is_tagged];

  // Priority of the frame; and for each priority the lowest class that has this priority
  logic use_priority, use_priority_3;
  logic [2:0] prio, prio_3;
  logic [CW-1:0] default_2, default_3;
  logic default_lossy;
  logic [7:0] has_class, class_lossy;
  logic [CW-1:0] class_of[8];
  assign use_priority = (is_tagged && trust_pcp) || ((ip4 || ip6) && trust_dscp);
  assign prio = is_tagged && trust_pcp ? header[8*14+5+:3] : ip4 ? l3[31:29] : l3[19:17];
  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_priority
      logic [NC-1:0] has_priority;
      logic [CW-1:0] lowest;
      always_comb begin
        lowest = '0;
        for (int c = NC - 1; c >= 0; c--) begin
          has_priority[c] = priorities[3*c+:3] == 3'(i);
          if (has_priority[c]) lowest = CW'(c);
        end
      end
      always_ff @(posedge clk)
        {has_class[i], class_of[i], class_lossy[i]} <= {has_priority != '0, lowest, !lossless[class_of[i]]};
    end
  endgenerate
  assign default_2 = 32'(default_class[CW-1:0]) < NC ? default_class[CW-1:0] : '0;
  assign cls = use_priority_3 && has_class[prio_3] ? class_of[prio_3] : default_3;
  assign lossy = use_priority_3 && has_class[prio_3] ? class_lossy[prio_3] : default_lossy;

  // IPv4: TTL in byte 8 of its header, checksum in bytes 10 and 11. IPv6: hop limit in byte 7.
  logic ip4_3, ip6_3, is_tagged_3;
  logic [7:0] ttl_in, ttl_out;
  logic [15:0] checksum, new_checksum;
  assign ttl_out = ttl_in == '0 ? '0 : ttl_in - 1'b1;
  assign checksum = {l3[8*12+:8], l3[8*13+:8]};
  sluice_switch_mend mend (.clk, .checksum, .change(16'hfeff), .mended(new_checksum));
  always_ff @(posedge clk) begin
    ttl_in <= ip4 ? l3[8*10+:8] : l3[8*9+:8];
    {ip4_3, ip6_3, is_tagged_3} <= {ip4, ip6, is_tagged};
    {use_priority_3, prio_3} <= {use_priority, prio};
    {default_3, default_lossy} <= {default_2, !lossless[default_2]};
    is_group <= header[0];
  end
  assign ttl = (decrement && |{ip4_3, ip6_3}) ? ttl_out : non_ip_ttl;

  always_comb begin
    updated = fields;
    if (decrement && ttl_in != '0) begin
      if (ip4_3 && !is_tagged_3) begin
        updated[8*(22-21)+:8] = ttl_out;
        updated[8*(24-21)+:16] = {new_checksum[7:0], new_checksum[15:8]};
      end
      if (ip4_3 && is_tagged_3) begin
        updated[8*(26-21)+:8] = ttl_out;
        updated[8*(28-21)+:16] = {new_checksum[7:0], new_checksum[15:8]};
      end
      if (ip6_3 && !is_tagged_3) updated[8*(21-21)+:8] = ttl_out;
      if (ip6_3 && is_tagged_3) updated[8*(25-21)+:8] = ttl_out;
    end
  end
  logic unused_data;
  assign unused_data = ^{header_part, header, l3, default_class};
endmodule
`default_nettype wire

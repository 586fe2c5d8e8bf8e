// The static MAC table: all entries are compared at once; the first valid one that matches gives the egress port.
// Latency: destination in cycle t, found and port in t + 3. A write in cycle t counts from t + 1 on.
`default_nettype none
module sluice_switch_table #(
    parameter int NP = 4,     // ports
    parameter int MACS = 16,  // entries
    parameter int PW = 2      // bits of a port number
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire sluice_switch_mac_write_t mac_write,  // a write into the MAC table
    input  wire logic [47:0]   destination,           // first byte in the upper bits
    output logic               found,                 // an entry matches
    output logic      [PW-1:0] port                   // egress port of that entry
);
  logic [MACS-1:0] match;
  logic [MACS*PW-1:0] ports;
  genvar i;
  generate
    for (i = 0; i < MACS; i = i + 1) begin : g_entry
      logic valid, is_low, is_high;
      logic [47:0] address;
      always_ff @(posedge clk) begin
        is_low <= mac_write.select && mac_write.addr == 7'(2 * i);
        is_high <= mac_write.select && mac_write.addr == 7'(2 * i + 1);
        if (mac_write.write && is_low) address[31:0] <= mac_write.wdata;
        if (mac_write.write && is_high) begin
          address[47:32] <= mac_write.wdata[15:0];
          ports[i*PW+:PW] <= mac_write.wdata[sluice_switch_pkg::MAC_HIGH_PORT+:PW];
        end
        if (rst) valid <= 1'b0;
        else if (mac_write.write && is_high)
          valid <= mac_write.wdata[sluice_switch_pkg::MAC_HIGH_VALID] &&
              32'(mac_write.wdata[sluice_switch_pkg::MAC_HIGH_PORT+:5]) < NP;
      end
      logic [5:0] equal;  // bytes
      always_ff @(posedge clk) begin
        for (int b = 0; b < 6; b++) equal[b] <= address[8*b+:8] == destination[8*b+:8];
        match[i] <= valid && (equal == '1);
      end
    end
  endgenerate

  // A tree of pairs, because a chain over all entries is too slow; the lower entry of a pair wins.
  localparam int Leaves = 2 ** $clog2(MACS);
  logic [2*Leaves-1:0] hits;  // node n has the children 2 n and 2 n + 1; entry i is node Leaves + i
  logic [2*Leaves*PW-1:0] hit_ports;
  always_comb begin
    {hits, hit_ports} = '0;
    for (int e = 0; e < MACS; e++) begin
      hits[Leaves+e] = match[e];
      hit_ports[(Leaves+e)*PW+:PW] = ports[e*PW+:PW];
    end
    for (int n = Leaves - 1; n > 0; n--) begin
      hits[n] = hits[2*n] || hits[2*n+1];
      hit_ports[n*PW+:PW] = hits[2*n] ? hit_ports[2*n*PW+:PW] : hit_ports[(2*n+1)*PW+:PW];
    end
  end
  always_ff @(posedge clk) {found, port} <= {hits[1], hit_ports[PW+:PW]};
endmodule
`default_nettype wire

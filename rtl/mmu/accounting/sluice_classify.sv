// Class of an arriving packet. TTL [TTL 1.3]: class = ttl0 - ttl, the number of the hop. Class 0 exists only at hosts,
// so a TTL of ttl0 or more counts as the first hop. The other schemes do not change the class.
// A packet whose TTL is 0 is dropped. Options [TTL 2.3] also drop a packet that would leave through its ingress port,
// and (TTL_HALF) a packet whose hop has the other parity than the hops that the switch keeps in a tree, because no
// pause of a class here could stop that packet.
// ttl is already decremented for this hop. ttl0 arrives as its complement, because a carry chain cannot invert: ~(ttl +
// ~ttl0) = ttl0 - ttl.
// sluice_check_ttl limits ttl0 to the hops that have a class, so CW + 1 bits hold a hop. The first hop is detected in
// parallel, so each bit of the class is one function of two bits of the sum and of first. Latency: combinational.
`default_nettype none
module sluice_classify #(
    parameter int PW = 2,  // bits of a port
    parameter int CW = 3   // bits of a class
) (
    input  wire logic          enabled,      // the active scheme is TTL
    input  wire logic [7:0]    not_ttl0,     // TTL with which hosts send, complement
    input  wire logic [2:0]    options,      // sluice_pkg::TTL_ bits
    input  wire logic [PW-1:0] port,         // ingress port
    input  wire logic [PW-1:0] egress,       // port through which the packet will leave
    input  wire logic [CW-1:0] cls_in,       // class of the event, for the other schemes
    input  wire logic [7:0]    ttl,          // TTL of the packet after this hop's decrement
    output logic               dropped,      // a rule of TTL drops the packet
    output logic               parity_drop,  // dropped only for the parity of the hop
    output logic      [CW-1:0] cls           // class of the packet; undefined if dropped
);
  logic [8:0] not_ago;  // ttl0 - ttl, complement; carry: ttl is above ttl0
  logic [9:0] since;    // carry: ttl is above or equal to ttl0
  logic [CW:0] hop;     // number of the hop: as many bits as a class and TTL_HALF need
  logic half, first, bounced, parity_ok, unused_sums;
  assign not_ago = {1'b0, ttl} + {1'b0, not_ttl0};
  assign since = {1'b0, ttl, 1'b1} + {1'b0, not_ttl0, 1'b1};
  assign first = since[9];
  // bit 0 is 1 for hop 0, and where ttl is above ttl0
  assign hop = {~not_ago[CW:1] & {CW{!not_ago[8]}}, !not_ago[0] || first};
  assign unused_sums = ^{not_ago[7:CW+1], since[8:0]};
  assign half = options[sluice_pkg::TTL_HALF];
  assign bounced = options[sluice_pkg::TTL_DROP_BOUNCED] && egress == port;
  assign parity_ok = !half || hop[0] == options[sluice_pkg::TTL_ODD];
  assign parity_drop = enabled && ttl != '0 && !bounced && !parity_ok;
  assign dropped = enabled && (ttl == '0 || bounced || !parity_ok);
  assign cls = !enabled ? cls_in : half ? hop[CW:1] : hop[CW-1:0];
endmodule
`default_nettype wire

// The class of an arriving packet. TTL [TTL 1.3]: class = ttl0 - ttl, the number of its hop; class 0 exists only at
// hosts, so that a TTL that is too large counts as the first hop. A packet at the end of its life is dropped, and
// so are, by option [TTL 2.3], what would leave through the port it came in by, and what has gone astray: its hop is not of the parity that
// the switch keeps in a tree, so that no pause of any class here would hold it up. The other schemes leave the class as it is.
// ttl has been decremented for this hop. ttl0 comes as a complement: a carry chain cannot invert, and ~(ttl + ~ttl0) is ttl0 - ttl.
// sluice_check_ttl: ttl0 is no more than the hops that the classes hold, so that CW + 1 bits are a hop. Whether it is the first one is asked
// beside that, so that a bit of the class is one function of two of the sum and that. Combinational.
`default_nettype none
module sluice_classify #(
    parameter int PW = 2,
    parameter int CW = 3
) (
    input  wire logic          enabled,    // the scheme is TTL
    input  wire logic [7:0]    not_ttl0,  // the TTL with which hosts send, complement
    input  wire logic [2:0]    options,   // sluice_pkg::TTL_ bits
    input  wire logic [PW-1:0] port,
    input  wire logic [PW-1:0] egress,    // the port by which the packet will leave
    input  wire logic [CW-1:0] cls_in,
    input  wire logic [7:0]    ttl,
    output logic               dropped,
    output logic               parity_drop,    // dropped for its hop alone
    output logic      [CW-1:0] cls        // of a dropped one any
);
  logic [8:0] not_ago;  // the carry: ttl is above ttl0
  logic [9:0] since;    // the carry: above, or the same
  logic [CW:0] hop;     // as many bits as a class and HALF ask for
  logic half, first, bounced, parity_ok, unused_sums;
  assign not_ago = {1'b0, ttl} + {1'b0, not_ttl0};
  assign since = {1'b0, ttl, 1'b1} + {1'b0, not_ttl0, 1'b1};
  assign first = since[9];
  assign hop = {~not_ago[CW:1] & {CW{!not_ago[8]}}, !not_ago[0] || first};  // 1 for 0, and for what is above
  assign unused_sums = ^{not_ago[7:CW+1], since[8:0]};
  assign half = options[sluice_pkg::TTL_HALF];
  assign bounced = options[sluice_pkg::TTL_DROP_BOUNCED] && egress == port;
  assign parity_ok = !half || hop[0] == options[sluice_pkg::TTL_ODD];
  assign parity_drop = enabled && ttl != '0 && !bounced && !parity_ok;
  assign dropped = enabled && (ttl == '0 || bounced || !parity_ok);
  assign cls = !enabled ? cls_in : half ? hop[CW:1] : hop[CW-1:0];
endmodule
`default_nettype wire

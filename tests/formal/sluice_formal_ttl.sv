// Proves two properties of TTL [TTL 1.2, 1.3, 1.4] for two consecutive switches of a packet's path. When the queue in
// the second switch is off, it pauses at the first switch exactly the class in which the packet leaves. The class rises
// with the hop, so a class waits only for higher classes. pause_class models `down` of sluice_pause_tx, which
// sluice_config derives from TTL_OPTIONS.
`default_nettype none
module sluice_formal_ttl #(
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int CW = 3
) (
    input wire logic [7:0]    ttl0,
    input wire logic [7:0]    ttl,      // TTL at the first switch; one less at the second
    input wire logic [2:0]    options,  // options of the first switch; in a tree the second has the other parity
    input wire logic [PW-1:0] port,
    input wire logic [PW-1:0] egress,
    input wire logic [PW-1:0] port_2,
    input wire logic [PW-1:0] egress_2
);
  logic [2:0] options_2;
  logic dropped, dropped_2, half, down_2;
  logic [CW-1:0] cls, cls_2, pause_class;
  logic [7:0] last_class;
  assign half = options[sluice_pkg::TTL_HALF];
  assign options_2 = options ^ (3'd1 << sluice_pkg::TTL_ODD);
  sluice_classify #(.PW(PW), .CW(CW)) first (
      .enabled(1'b1), .not_ttl0(~ttl0), .options, .port, .egress, .cls_in('0), .ttl, .dropped, .cls);
  sluice_classify #(.PW(PW), .CW(CW)) second (
      .enabled(1'b1), .not_ttl0(~ttl0), .options(options_2),
      .port(port_2), .egress(egress_2), .cls_in('0), .ttl(ttl - 8'd1),
      .dropped(dropped_2), .cls(cls_2));
  assign down_2 = !(half && options_2[sluice_pkg::TTL_ODD]);
  assign pause_class = down_2 ? cls_2 - 1'b1 : cls_2;
  // The highest class that a packet can have
  assign last_class = half ? (ttl0 - 8'd1) >> 1 : ttl0 - 8'd1;
  always_comb begin
    // A1: sluice_check_ttl: every hop has a class
    assume (ttl0 >= 8'd2 && last_class < NC && ttl < ttl0);
    if (!dropped && !dropped_2) begin
      // P1: a queue pauses at the upstream the class of its packets there
      a_pauses_below: assert (pause_class == cls && (!down_2 || cls_2 != '0));
      // P2: the class rises with the hop
      if (!half) a_rises: assert (cls_2 > cls && 8'(cls_2) == ttl0 - (ttl - 8'd1));
      // P3: in a tree {class, parity} rises
      if (half) a_rises_half: assert ({cls_2, options_2[sluice_pkg::TTL_ODD]} > {cls, options[sluice_pkg::TTL_ODD]});
    end
    c_half: cover (half && !dropped && !dropped_2 && cls_2 > cls);
    c_odd: cover (half && !dropped && !dropped_2 && cls_2 == cls && cls != '0);
    c_all: cover (!half && !dropped && !dropped_2 && cls_2 == CW'(NC - 1));
    // P4: a packet with TTL 1 at the first switch is dropped at the second: its last hop leads to a host
    a_dies: assert (ttl != 8'd1 || dropped_2);
  end
endmodule
`default_nettype wire

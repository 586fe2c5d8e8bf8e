// Whether the headroom group of the enqueue in cycle 4 is off: the state of its queue or, with DSH, of its port.
// The row of the port is read in cycle 3; one class of each pair is selected there, and one of the pairs in cycle 4.
// Latency: port in cycle 2, states as in cycle 3, result in cycle 4.
`default_nettype none
module sluice_group_off #(
    parameter int NP = 4,   // ports
    parameter int NC = 8,   // classes
    parameter int PW = 2,   // bits of a port
    parameter int CW = 3,   // bits of a class
    parameter int NB = 14   // bits of a packet's cells
) (
    clk, dsh, queue_off, port_off, e, off_4
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_ENQUEUE(NB)
  input wire logic clk;                    // clock
  input wire logic dsh;                    // the scheme is DSH
  input wire logic [NP*NC-1:0] queue_off;  // pause states of all queues
  input wire logic [NP-1:0] port_off;      // pause states of all ports
  input enqueues_t e;
  output logic off_4;                      // the group of the enqueue in cycle 4 is off
  logic [PW-1:0] port_2;
  logic [CW-1:0] class_4;
  assign {port_2, class_4} = {e.c2.at.port, e.c4.at.cls};
  localparam int PairBits = CW > 1 ? CW - 1 : 1;
  logic [NC-1:0] off_row_3;
  logic [2**CW-1:0] off_classes_3;
  logic [2**(CW-1)-1:0] off_pairs_4;
  logic port_off_3, port_off_4, unused_class;
  logic [PairBits-1:0] pair_4;
  sluice_row #(.NP(NP), .PW(PW), .B(NC)) queue_states (.clk, .port(port_2), .rows(queue_off), .row(off_row_3));
  sluice_row #(.NP(NP), .PW(PW), .B(1)) port_state (.clk, .port(port_2), .rows(port_off), .row(port_off_3));
  assign pair_4 = PairBits'(class_4 >> 1);
  assign off_classes_3 = (2**CW)'(off_row_3);
  assign off_4 = dsh ? port_off_4 : off_pairs_4[pair_4];
  assign unused_class = ^{e};
  always_ff @(posedge clk) begin
    port_off_4 <= port_off_3;
    for (int i = 0; i < 2 ** (CW - 1); i++) off_pairs_4[i] <= off_classes_3[2*i+32'(e.c3.at.cls[0])];
  end
endmodule
`default_nettype wire

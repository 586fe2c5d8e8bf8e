// Cells that the sum of a port misses [spec 3]. With DSH the scan sums w over the classes of a port. An enqueue into a
// class that the scan has passed in this round is charged to the port but is not in that sum; sluice_settle adds its
// cells to the sum.
// With clock gates an enqueue counts only during a sweep of the port (scan.sweeps): otherwise clk_visit may be stopped,
// and missed_3 would keep its value.
// Latency: the enqueue in its cycle 7 is compared with the visit in cycle 0; missed_3 belongs to the visit in cycle 3.
`default_nettype none
module sluice_missed #(
    parameter int NB = 14,           // bits of a packet's cells
    parameter int PW = 2,            // bits of a port
    parameter int CW = 3,            // bits of a class
    parameter logic [0:0] GATES = 0  // see sluice_mmu
) (
    clk_event, clk_visit, dsh, group_class, scan, e, charges_6, missed_3
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_SCAN
  `SLUICE_ENQUEUE(NB)
  `SLUICE_CHARGES(NB)
  input wire logic clk_event;             // clock of the enqueues
  input wire logic clk_visit;             // clock of the visits
  input wire logic dsh;                   // the scheme is DSH
  input wire logic [CW-1:0] group_class;  // the highest lossless class
  input scan_t scan;                      // the visit in cycle 0
  input enqueues_t e;
  input charges_t charges_6;
  output logic [NB-1:0] missed_3;         // cells to add to the sum
  // In LUTs: a carry chain is slower for so few bits. A static function, because Icarus 11 makes words of arrays X for
  // an automatic one with a loop.
  function logic less(input logic [CW-1:0] a, input logic [CW-1:0] b);
    less = 1'b0;
    for (int i = 0; i < CW; i++) less = a[i] == b[i] ? less : b[i];
  endfunction
  logic [NB-1:0] charged_7, charged_1, charged_2;  // charged_1, charged_2: aligned with the visit in cycles 1 and 2
  // passed: the class is below that of the visit; counts: the class is in the port's sum
  logic passed_1, counts_1, missed_2, sweeps_1;
  logic unused;
  assign unused = ^{scan, e, charges_6};
  always_ff @(posedge clk_event) begin
    charged_7 <= charges_6.charged;
    {charged_1, charged_2} <= {charged_7, charged_1};
  end
  always_ff @(posedge clk_visit) begin
    passed_1 <= e.c7.at.port == scan.at.port && less(e.c7.at.cls, scan.at.cls);
    counts_1 <= dsh && e.c7.lossless && !less(group_class, scan.at.cls);
    sweeps_1 <= scan.sweeps;
    missed_2 <= (sweeps_1 || GATES == 0) && passed_1 && counts_1;
    missed_3 <= charged_2 & {NB{missed_2}};
  end
endmodule
`default_nettype wire

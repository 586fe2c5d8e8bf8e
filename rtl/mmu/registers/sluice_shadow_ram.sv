// Shadow registers of which there is one per class, used for one class at a time: as sluice_shadow, but in RAM. One
// half has the active values, the other half takes the staged values from the commit bus. A commit that takes effect
// swaps the halves.
// Latency: class in cycle t, value active in t, in t + 1; a value on the bus in cycle t may become active in t + 1.
`default_nettype none
module sluice_shadow_ram #(
    parameter logic [5:0] REGISTER = 0,  // number of the register of class 0
    parameter int BITS = 18,             // bits of the register
    parameter int NC = 8,                // classes
    parameter int CW = 3,                // bits of a class
    parameter int READERS = 1            // readers
) (
    input  wire logic                    clk,          // clock
    input  wire logic                    rst,          // synchronous reset, active high
    input  wire logic [5:0]              commit_addr,  // commit bus: register of this cycle, all ones: none
    input  wire logic [BITS-1:0]         commit_data,  // value of that register
    input  wire logic                    take,         // the staged values become active
`ifdef FORMAL
    input  wire logic [CW-1:0]           watch,    // for the proofs: a class
    output logic      [BITS-1:0]         watched,  // for the proofs: active value of the class at watch
`endif
    input  wire logic [READERS*CW-1:0]   cls,    // per reader: class
    output logic      [READERS*BITS-1:0] active  // per reader: active value of that class
);
  logic half, next;
  logic [5:0] place;
  logic [READERS*(CW+1)-1:0] addresses;
  assign place = commit_addr - REGISTER;
  assign next = half ^ take;
  always_ff @(posedge clk) half <= !rst && next;
  always_comb for (int r = 0; r < READERS; r++) addresses[r*(CW+1)+:CW+1] = {next, cls[r*CW+:CW]};
  sluice_ram #(.AW(CW + 1), .DW(BITS), .READERS(READERS), .FORWARDS({READERS{1'b0}})) ram (
      .clk, .write(place < 6'(NC)), .write_addr({!half, place[CW-1:0]}), .write_data(commit_data),
`ifdef FORMAL
      .watch({half, watch}), .watched,
`endif
      .read({READERS{1'b1}}), .read_addr(addresses), .read_data(active));
endmodule
`default_nettype wire

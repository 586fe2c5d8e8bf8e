// Registers of the set of which there is one for each class, and that are used one at a time: in RAM, as sluice_setting otherwise. One half
// has those in use, the other takes what a commit sees pass; where the commit is put to use the halves change their parts.
// Latency: class in clock t, its value, of the set that is in use then, in clock t + 1; a value passes in clock t, use at the earliest in t + 1.
`default_nettype none
module sluice_shadow_ram #(
    parameter logic [5:0] REGISTER = 0,  // of class 0
    parameter int BITS = 18,
    parameter int NC = 8,
    parameter int CW = 3,
    parameter int READERS = 1
) (
    input  wire logic                    clk,
    input  wire logic                    rst,
    input  wire logic [5:0]              commit_addr,  // the register whose value passes, all ones: none
    input  wire logic [BITS-1:0]         commit_data,
    input  wire logic                    take,    // what has passed comes into use
`ifdef FORMAL
    input  wire logic [CW-1:0]           watch,   // a class, and its value in use, for the proofs
    output logic      [BITS-1:0]         watched,
`endif
    input  wire logic [READERS*CW-1:0]   cls,
    output logic      [READERS*BITS-1:0] active
);
  logic half, next;
  logic [5:0] place;
  logic [READERS*(CW+1)-1:0] addresses;
  assign place = commit_addr - REGISTER;
  assign next = half ^ take;
  always_ff @(posedge clk) half <= !rst && next;
  always_comb for (int r = 0; r < READERS; r++) addresses[r*(CW+1)+:CW+1] = {next, cls[r*CW+:CW]};
  sluice_ram #(.AW(CW + 1), .DW(BITS), .READERS(READERS), .FORWARDS({READERS{1'b0}})) ram (
      .clk(clk), .write(place < 6'(NC)), .write_addr({!half, place[CW-1:0]}), .write_data(commit_data),
`ifdef FORMAL
      .watch({half, watch}), .watched(watched),
`endif
      .read({READERS{1'b1}}), .read_addr(addresses), .read_data(active));
endmodule
`default_nettype wire

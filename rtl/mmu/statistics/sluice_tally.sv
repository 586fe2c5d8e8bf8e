// A table that events update, one per clock, and that the host may read. KIND says how an entry takes an operand:
//   0  {sum, count}: the upper half adds the operand (modulo 2^(DW/2)), the lower half counts
//   1  the largest operand so far
//   2  a count that stops at its maximum; the operand is not used
// Clock t: valid, addr. Clock t + 1: operand; the entry changes at the end of that clock.
// Host: address in clock t, in clock t + 1 the entry as changed before clock t.
`default_nettype none
module sluice_tally #(
    parameter int AW = 5,
    parameter int DW = 32,
    parameter int KIND = 0
) (
    input  wire logic          clk,
    input  wire logic          clear,
    input  wire logic [AW-1:0] clear_addr,
    input  wire logic          valid,
    input  wire logic [AW-1:0] addr,
    input  wire logic [DW-1:0] operand,
    input  wire logic          host_read,
    input  wire logic [AW-1:0] host_addr,
    output logic      [DW-1:0] host_data
);
  localparam int Half = DW / 2;

  function automatic logic [DW-1:0] take(input logic [DW-1:0] old, input logic [DW-1:0] value);
    if (KIND == 0) take = {old[DW-1:Half] + value[Half-1:0], old[Half-1:0] + Half'(1)};
    else if (KIND == 1) take = value > old ? value : old;
    else take = old == '1 ? old : old + DW'(1);
  endfunction

  // no_rw_check: an entry read while it is written is taken from last.
  (* no_rw_check *) logic [DW-1:0] mem[2**AW];
  logic [DW-1:0] stored, last;
  logic [AW-1:0] addr1;
  logic valid1, hit;

  always_ff @(posedge clk) begin
    valid1 <= valid;
    if (valid) begin
      addr1 <= addr;
      stored <= mem[addr];
      hit <= valid1 && addr == addr1;
    end
    if (valid1) last <= take(hit ? last : stored, operand);
    if (clear || valid1) mem[clear ? clear_addr : addr1] <= clear ? '0 : take(hit ? last : stored, operand);
    if (host_read) host_data <= mem[host_addr];
  end
endmodule
`default_nettype wire

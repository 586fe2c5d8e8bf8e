// One reader's copy of a block RAM with one writer. A write of the clock in which the address is given is
// forwarded, so the reader always sees every write up to and including that clock.
// Latency: address in clock t, data in clock t + 1. Contents after power-up are undefined: clear by writing.
`default_nettype none
module sluice_ram #(
    parameter int AW = 5,  // address bits
    parameter int DW = 18  // data bits
) (
    input  wire logic          clk,
    input  wire logic          write,
    input  wire logic [AW-1:0] write_addr,
    input  wire logic [DW-1:0] write_data,
    input  wire logic [AW-1:0] read_addr,
    output logic      [DW-1:0] read_data
);
  // no_rw_check: what a read returns while the same word is written is never used (see hit).
  (* no_rw_check *) logic [DW-1:0] mem[2**AW];
  logic [DW-1:0] stored, forwarded;
  logic hit;

  always_ff @(posedge clk) begin
    if (write) mem[write_addr] <= write_data;
    stored <= mem[read_addr];
    forwarded <= write_data;
    hit <= write && write_addr == read_addr;
  end

  assign read_data = hit ? forwarded : stored;
endmodule
`default_nettype wire

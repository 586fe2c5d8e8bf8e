// A table of values that an event reads, changes and writes back, one event per clock, and that the host may read.
// Clock t: valid, addr. Clock t + 1: old_value out, new_value in. The host sees it from a read in clock t + 2 on;
// host address in clock t, host data in clock t + 1.
`default_nettype none
module sluice_tally #(
    parameter int AW = 5,
    parameter int DW = 32
) (
    input  wire logic          clk,
    input  wire logic          clear,
    input  wire logic [AW-1:0] clear_addr,
    input  wire logic          valid,
    input  wire logic [AW-1:0] addr,
    output logic      [DW-1:0] old_value,
    input  wire logic [DW-1:0] new_value,
    input  wire logic [AW-1:0] host_addr,
    output logic      [DW-1:0] host_data
);
  logic valid1;
  logic [AW-1:0] addr1, write_addr;
  logic [DW-1:0] write_data;
  always_ff @(posedge clk) begin
    valid1 <= valid;
    addr1 <= addr;
  end
  assign write_addr = clear ? clear_addr : addr1;
  assign write_data = clear ? '0 : new_value;

  sluice_ram #(.AW(AW), .DW(DW)) update_ram (
      .clk(clk), .write(clear || valid1), .write_addr(write_addr), .write_data(write_data),
      .read_addr(addr), .read_data(old_value));

  // Not forwarded: a read sees what was written in earlier clocks.
  (* no_rw_check *) logic [DW-1:0] mem[2**AW];
  always_ff @(posedge clk) begin
    if (clear || valid1) mem[write_addr] <= write_data;
    host_data <= mem[host_addr];
  end
endmodule
`default_nettype wire

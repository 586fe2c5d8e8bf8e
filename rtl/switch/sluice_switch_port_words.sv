// The written words of the registers that may differ from port to port (docs/reference/switch-registers.md,
// WRITE_PORTS). A RAM holds 64 words of each port; a write is stored for one port after the other, and only for chosen
// ports.
// Latency: a write in cycle t is stored in t + 1 to t + NP. A read in t has its word in t + 1. After reset the words
// become 0, which takes 64 cycles for each port, NP rounded up to a power of two.
// Collisions: no write may come while busy is 1. A word that is read while busy is 1 is undefined.
`default_nettype none
module sluice_switch_port_words #(
    parameter int NP = 4,  // ports
    parameter int PW = 2   // bits of a port number
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic          write,      // store a word
    input  wire logic [5:0]    at,         // its number
    input  wire logic [31:0]   value,
    input  wire logic [NP-1:0] ports,      // ports that get it; constant while busy
    output logic               busy,       // from the cycle after a write until it is stored; after reset,
                                           // until all are 0
    input  wire logic [PW-1:0] read_port,
    input  wire logic [5:0]    read_at,
    output logic      [31:0]   word
);
  logic clears, stores;
  logic [PW+5:0] clear_at;
  logic [PW-1:0] port;
  logic [5:0] at_1;
  logic [31:0] value_1;
  assign busy = clears || stores;
  always_ff @(posedge clk) begin
    if (rst) begin
      {clears, clear_at, stores} <= {1'b1, (PW + 6)'(0), 1'b0};
    end else begin
      if (clears) {clears, clear_at} <= {clear_at != '1, clear_at + 1'b1};
      if (write) stores <= 1'b1;
      else if (32'(port) == NP - 1) stores <= 1'b0;
    end
    port <= write || rst ? '0 : port + PW'(stores);
    if (write) {at_1, value_1} <= {at, value};
  end
  sluice_ram #(.AW(PW + 6), .DW(32), .FORWARDS(1'b0)) words (
      .clk, .write(clears || (stores && ports[port])), .write_addr(clears ? clear_at : {port, at_1}),
      .write_data(clears ? '0 : value_1), .read(1'b1), .read_addr({read_port, read_at}), .read_data(word));
endmodule
`default_nettype wire

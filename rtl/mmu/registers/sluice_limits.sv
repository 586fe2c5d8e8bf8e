// PORT_LIMITS: one limit of all ports, PRIVATE, HEADROOM, XOFF, XON or PORT_HEADROOM [spec 16], for the module that uses
// it. The staged limits come from the commit bus, and a commit that takes effect makes all of them active at once.
// Small tables are registers, staged and active; others are RAMs of two halves, which a commit swaps.
// Latency: port in cycle t, its limit in t + 2: that of the configuration that is active in t + 1.
`default_nettype none
module sluice_limits #(
    parameter int BITS = 18,   // bits of the limit
    parameter int NP = 4,      // ports
    parameter int PW = 2,      // bits of a port
    parameter int READERS = 1  // readers
) (
    input  wire logic                    clk,          // clock
    input  wire logic                    rst,          // synchronous reset, active high
    input  wire logic                    write,        // commit bus: this limit of a port is on it
    input  wire logic [PW-1:0]           write_port,   // that port
    input  wire logic [BITS-1:0]         write_data,   // the limit
    input  wire logic                    take,         // the staged limits become active
    input  wire logic [READERS*PW-1:0]   port,         // per reader: port
    output logic      [READERS*BITS-1:0] limit         // per reader: its limit
);
`ifdef SLUICE_LUTRAM
  localparam int Small = 1;
`else
  localparam int Small = 4;  // ports
`endif
  genvar r;
  generate
    if (NP <= Small) begin : g_registers
      (* mem2reg *) logic [BITS-1:0] staged[2**PW];
      (* mem2reg *) logic [BITS-1:0] active[2**PW];
      logic [READERS*PW-1:0] at;
      always_ff @(posedge clk) begin
        if (write) staged[write_port] <= write_data;
        for (int p = 0; p < 2 ** PW; p++)
          if (rst) active[p] <= '0;
          else if (take) active[p] <= staged[p];
        at <= port;
      end
      for (r = 0; r < READERS; r = r + 1) begin : g_reader
        always_ff @(posedge clk) limit[r*BITS+:BITS] <= active[at[r*PW+:PW]];
      end
    end else begin : g_ram
      logic half, next;
      logic [READERS*(PW+1)-1:0] addresses;
      logic [READERS*BITS-1:0] words;
      assign next = half ^ take;
      always_ff @(posedge clk) half <= !rst && next;
      always_comb for (int i = 0; i < READERS; i++) addresses[i*(PW+1)+:PW+1] = {next, port[i*PW+:PW]};
      sluice_ram #(.AW(PW + 1), .DW(BITS), .READERS(READERS), .FORWARDS({READERS{1'b0}})) ram (
          .clk, .write, .write_addr({!half, write_port}), .write_data,
`ifdef FORMAL
          .watch('0), .watched(),
`endif
          .read({READERS{1'b1}}), .read_addr(addresses), .read_data(words));
      always_ff @(posedge clk) limit <= words;
    end
  endgenerate
endmodule
`default_nettype wire

// PORT_LIMITS: one limit of all ports, PRIVATE, HEADROOM, XOFF, XON or PORT_HEADROOM [spec 16], for the module that
// uses it. The staged limits come from the commit bus, and a commit that takes effect makes all of them active at once.
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
  localparam int Small = 4;  // ports
`ifdef FORMAL_LIMITS
  logic [BITS-1:0] f_table_active, f_table_staged, f_between;  // of port f_port, and of reader 0
`endif
  genvar r;
  generate
    if (NP <= Small) begin : g_registers
      (* mem2reg *) logic [BITS-1:0] staged[2**PW];
      (* mem2reg *) logic [BITS-1:0] active[2**PW];
      logic [READERS*PW-1:0] at;
`ifdef FORMAL_LIMITS
      assign {f_table_active, f_table_staged, f_between} = {active[f_port], staged[f_port], active[at[0+:PW]]};
`endif
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
      // Block RAM also where other small RAMs are in LUTs: a register follows its slow output. no_rw_check: the half
      // that is written is not read.
      (* no_rw_check, ram_style = "block" *) logic [BITS-1:0] mem[2**(PW+1)];
      logic half, next;
      assign next = half ^ take;
      always_ff @(posedge clk) begin
        half <= !rst && next;
        if (write) mem[{!half, write_port}] <= write_data;
      end
`ifdef FORMAL_LIMITS
      assign {f_table_active, f_table_staged} = {mem[{half, f_port}], mem[{!half, f_port}]};
`endif
      for (r = 0; r < READERS; r = r + 1) begin : g_reader
        logic [BITS-1:0] stored;
        always_ff @(posedge clk) begin
          stored <= mem[{next, port[r*PW+:PW]}];
          limit[r*BITS+:BITS] <= stored;
        end
`ifdef FORMAL_LIMITS
        if (r == 0) begin : g_between
          assign f_between = stored;
        end
`endif
      end
`ifndef SYNTHESIS
      // Words start at 0 in simulation, because an X would never vanish.
      initial if (mem[0][0] === 1'bx) for (int i = 0; i < 2 ** (PW + 1); i++) mem[i] = '0;
`endif
    end
  endgenerate

`ifdef FORMAL_LIMITS
`include "sluice_limits.svh"
`endif
endmodule
`default_nettype wire

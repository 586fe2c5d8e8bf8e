// A block RAM with one writer and several readers; synthesis makes a copy for each reader. A write of the clock in
// which an address is given is forwarded, so a reader sees every write up to and including that clock. FORWARDS: the
// readers that do; the others never read the address that is written in the same clock.
// Latency: address in clock t, data in clock t + 1 and only then. Contents after power-up are undefined.
// Up to 16 words are told to be block RAM: left to itself Yosys makes flops and a multiplexer of them.
// Macro SLUICE_LUTRAM: up to 64 words are memory in LUTs, in devices whose block RAM is slow (ECP5: 5.7 ns to its output). Such a word is
// there without a clock: with ADDRESS_WAITS it is read in the clock in which it is given, and what was written until then needs no forwarding.
`default_nettype none
module sluice_ram #(
    parameter int AW = 5,      // address bits
    parameter int DW = 18,     // data bits
    parameter int READERS = 1,
    parameter logic [READERS-1:0] FORWARDS = {READERS{1'b1}},
    parameter logic [0:0] ADDRESS_WAITS = 1'b1  // of memory in LUTs; 0: the word waits, where more follows it than comes before its address
) (
    input  wire logic                  clk,
    input  wire logic                  write,
    input  wire logic [AW-1:0]         write_addr,
    input  wire logic [DW-1:0]         write_data,
    input  wire logic [READERS-1:0]    read,
    input  wire logic [READERS*AW-1:0] read_addr,
`ifdef FORMAL
    input  wire logic [AW-1:0]         watch,    // an address, and what stands there, for the proofs
    output logic      [DW-1:0]         watched,
`endif
    output logic      [READERS*DW-1:0] read_data
);
  // no_rw_check: what is read while it is written is taken from last.
`ifdef SLUICE_LUTRAM
  localparam logic Luts = AW <= 6;
  (* no_rw_check, ram_style = AW <= 6 ? "distributed" : "auto" *) logic [DW-1:0] mem[2**AW];
`elsif YOSYS
  localparam logic Luts = 0;
  (* no_rw_check, ram_style = AW <= 4 ? "block" : "auto" *) logic [DW-1:0] mem[2**AW];
`else
  localparam logic Luts = 0;
  (* no_rw_check *) logic [DW-1:0] mem[2**AW];
`endif
  logic [DW-1:0] last;
  always_ff @(posedge clk) begin
    if (write) mem[write_addr] <= write_data;
    last <= write_data;
  end

`ifndef SYNTHESIS
  // Where there is an unknown it would not go away: unknown ^ unknown is unknown.
  initial if (mem[0][0] === 1'bx) for (int i = 0; i < 2 ** AW; i++) mem[i] = '0;
`endif

`ifdef FORMAL
  assign watched = mem[watch];
`endif

  genvar r;
  generate
    for (r = 0; r < READERS; r = r + 1) begin : g_reader
      logic [AW-1:0] addr;
      logic [DW-1:0] stored;
      logic hit;
      assign addr = read_addr[r*AW+:AW];
      if (Luts && ADDRESS_WAITS) begin : g_luts
        logic [AW-1:0] at;
        logic unused_read;
        always_ff @(posedge clk) at <= addr;
        assign unused_read = read[r];
        assign stored = mem[at];
        assign hit = 1'b0;
      end else begin : g_block
        always_ff @(posedge clk)
          if (read[r]) begin
            stored <= mem[addr];
            hit <= FORWARDS[r] && write && write_addr == addr;
          end
      end
      assign read_data[r*DW+:DW] = hit ? last : stored;
    end
  endgenerate
endmodule
`default_nettype wire

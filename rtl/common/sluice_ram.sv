// Block RAM with one writer and several readers; synthesis makes a copy per reader.
// A reader sees every write up to and including the cycle of its address: a write in that cycle is forwarded. FORWARDS
// names the readers that this forwarding; the other readers never read the address that is written in the same cycle.
// Latency: address in cycle t, data in cycle t + 1 only. Contents after power-up are undefined.
// RAMs of 8 and 16 words are marked as block RAM; Yosys would otherwise build them of flip-flops and a multiplexer.
// RAMs of up to 4 words are built so: a reader of 36 bits needs 3 block RAMs, of which 4 words fill little.
// Macro SLUICE_LUTRAM: RAMs of up to 64 words are in LUTs, for devices with slow block RAM (ECP5: 5.7 ns to the
// output). With ADDRESS_WAITS the address is registered and the word is read combinationally; the word then includes
// all earlier writes, without forwarding.
`default_nettype none
module sluice_ram #(
    parameter int AW = 5,                                      // address bits
    parameter int DW = 18,                                     // data bits
    parameter int READERS = 1,                                 // readers
    parameter logic [READERS-1:0] FORWARDS = {READERS{1'b1}},  // readers that may read the
                                                               // address written in the same cycle
    parameter logic [0:0] ADDRESS_WAITS = 1'b1                 // LUT RAM: 1 registers the address; 0 registers the
                                                               // word, for users with a long path behind the word
) (
    input  wire logic                  clk,         // clock
    input  wire logic                  write,       // write write_data
    input  wire logic [AW-1:0]         write_addr,  // address to write
    input  wire logic [DW-1:0]         write_data,  // word to write
    input  wire logic [READERS-1:0]    read,        // per reader: read
    input  wire logic [READERS*AW-1:0] read_addr,   // per reader: address, reader r at [r * AW +: AW]
`ifdef FORMAL
    input  wire logic [AW-1:0]         watch,    // for the proofs: an address
    output logic      [DW-1:0]         watched,  // for the proofs: the word stored at watch
`endif
    output logic      [READERS*DW-1:0] read_data  // per reader: word, one cycle later
);
  // no_rw_check: a word read while it is written is taken from last.
`ifdef SLUICE_LUTRAM
  localparam logic Luts = AW <= 6;
  (* no_rw_check, ram_style = AW <= 6 ? "distributed" : "auto" *) logic [DW-1:0] mem[2**AW];
`elsif YOSYS
  localparam logic Luts = 0;
  (* no_rw_check, ram_style = AW <= 2 ? "registers" : AW <= 4 ? "block" : "auto" *) logic [DW-1:0] mem[2**AW];
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
  // Words start at 0 in simulation, because an X would never vanish: X ^ X is X.
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

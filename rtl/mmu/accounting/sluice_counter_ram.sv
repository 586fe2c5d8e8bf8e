// RAM of monotone counters: one writer, several readers, and a register behind the RAM, so a word is used two cycles
// after its address.
// as_read: the word as of the cycle of the address, with a write in that cycle. latest: newer_data if newer is high,
// one cycle after the address, because the word has been written since; else as_read.
// With few words newer_data is selected in front of the register; with many behind it, because a large RAM is slow.
// Latency: address in cycle t, newer in t + 1, as_read and latest in t + 2 only.
`default_nettype none
module sluice_counter_ram #(
    parameter int AW = 5,                                           // address bits
    parameter int DW = 18,                                          // data bits
    parameter int READERS = 1,                                      // readers
    parameter logic [READERS-1:0] FORWARDS = {READERS{1'b1}},       // see sluice_ram
    parameter logic [READERS*DW-1:0] INVERTED = {READERS*DW{1'b0}}  // bits of the outputs that are complements
) (
    input  wire logic                  clk,         // clock
    input  wire logic                  write,       // write write_data
    input  wire logic [AW-1:0]         write_addr,  // address to write
    input  wire logic [DW-1:0]         write_data,  // word to write
    input  wire logic [READERS-1:0]    read,        // per reader: read
    input  wire logic [READERS*AW-1:0] read_addr,   // per reader: address
    input  wire logic [READERS-1:0]    newer,       // per reader, cycle t + 1: the word has been written since cycle t
    input  wire logic [DW-1:0]         newer_data,  // the newer word
`ifdef FORMAL
    input  wire logic [AW-1:0]         watch,    // for the proofs: an address
    output logic      [DW-1:0]         watched,  // for the proofs: the word stored at watch
`endif
    output logic      [READERS*DW-1:0] as_read,  // per reader: the word of cycle t
    output logic      [READERS*DW-1:0] latest    // per reader: that word or the newer one
);
  localparam logic Many = AW > 6;
  logic [READERS*DW-1:0] data;
  sluice_ram #(.AW(AW), .DW(DW), .READERS(READERS), .FORWARDS(FORWARDS & {READERS{!Many}})) ram (
      .clk, .write, .write_addr, .write_data, .read, .read_addr,
`ifdef FORMAL
      .watch, .watched,
`endif
      .read_data(data));
  genvar r;
  generate
    if (Many) begin : g_behind
      logic [READERS*DW-1:0] stored;
      logic [DW-1:0] last1, last2;
      always_ff @(posedge clk) {stored, last1, last2} <= {data, write_data, last1};
      for (r = 0; r < READERS; r = r + 1) begin : g_reader
        logic hit1, hit2, replaces;
        logic [DW-1:0] replacement;
        always_ff @(posedge clk) begin
          hit1 <= FORWARDS[r] && write && write_addr == read_addr[r*AW+:AW];
          hit2 <= hit1;
          replaces <= hit1 || newer[r];
          replacement <= newer[r] ? newer_data : last1;
        end
        assign as_read[r*DW+:DW] = (hit2 ? last2 : stored[r*DW+:DW]) ^ INVERTED[r*DW+:DW];
        assign latest[r*DW+:DW] = (replaces ? replacement : stored[r*DW+:DW]) ^ INVERTED[r*DW+:DW];
      end
    end else begin : g_in_front
      for (r = 0; r < READERS; r = r + 1) begin : g_reader
        always_ff @(posedge clk) begin
          as_read[r*DW+:DW] <= data[r*DW+:DW] ^ INVERTED[r*DW+:DW];
          latest[r*DW+:DW] <= (newer[r] ? newer_data : data[r*DW+:DW]) ^ INVERTED[r*DW+:DW];
        end
      end
    end
  endgenerate
endmodule
`default_nettype wire

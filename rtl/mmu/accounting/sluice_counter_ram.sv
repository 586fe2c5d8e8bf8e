// Totals of all queues: a RAM with one writer and several readers, and behind it a register, so that a word is used two clocks
// after its address. kept: as it was in the clock of the address, that clock's write included. latest: newer_data in its place where
// newer says in the next clock that it has been written since.
// Few words: what was written is chosen in front of the register. Many: behind it, since their RAM is slow; it has the clock to
// itself.
// Latency: address in clock t, newer in t + 1, kept and latest in t + 2 and only then.
`default_nettype none
module sluice_counter_ram #(
    parameter int AW = 5,      // address bits
    parameter int DW = 18,     // data bits
    parameter int READERS = 1,
    parameter logic [READERS-1:0] FORWARDS = {READERS{1'b1}},       // see sluice_ram
    parameter logic [READERS*DW-1:0] INVERTED = {READERS*DW{1'b0}}  // bits that are given as complements
) (
    input  wire logic                  clk,
    input  wire logic                  write,
    input  wire logic [AW-1:0]         write_addr,
    input  wire logic [DW-1:0]         write_data,
    input  wire logic [READERS-1:0]    read,
    input  wire logic [READERS*AW-1:0] read_addr,
    input  wire logic [READERS-1:0]    newer,
    input  wire logic [DW-1:0]         newer_data,
`ifdef FORMAL
    input  wire logic [AW-1:0]         watch,    // see sluice_ram
    output logic      [DW-1:0]         watched,
`endif
    output logic      [READERS*DW-1:0] as_read,
    output logic      [READERS*DW-1:0] latest
);
  localparam logic Many = AW > 6;
  logic [READERS*DW-1:0] data;
  sluice_ram #(.AW(AW), .DW(DW), .READERS(READERS), .FORWARDS(FORWARDS & {READERS{!Many}})) ram (
      .clk(clk), .write(write), .write_addr(write_addr), .write_data(write_data), .read(read), .read_addr(read_addr),
`ifdef FORMAL
      .watch(watch), .watched(watched),
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

// Receiving side of a station: accepts every word and compares it with the expected word of its flow. Latency: one
// cycle.
// Bits of wrong: 0 header, 1 frame lost, repeated or out of order, 2 contents, 3 length.
`default_nettype none
module selftest_sink #(
    parameter logic [1:0] TO = 2'd0  // number of this station
) (
    input  wire logic        clk,    // clock
    input  wire logic        rst,    // reset, active high
    input  wire logic [31:0] tdata,  // received frames
    input  wire logic [3:0]  tkeep,
    input  wire logic        tvalid,
    input  wire logic        tlast,
    input  wire logic        tuser,
    output logic             got,    // pulse: a frame has ended
    output logic      [3:0]  wrong   // faults found since reset
);
  logic [15:0] numbers[8*4];
  logic [31:0] begun;
  logic [6:0] word;
  logic [1:0] from;
  logic [2:0] cls;
  logic [15:0] expected;
  logic [31:0] x, value, next, mask;
  logic [3:0] keep;
  logic last, differs;
  localparam int Header = 6;
  assign expected = begun[{from, cls}] ? numbers[{from, cls}] : '0;
  selftest_frame #(.HEADER(Header)) frame (
      .from(word == 7'd2 ? tdata[25:24] : from), .to(TO), .cls(word == 7'd3 ? tdata[23:21] : cls), .number(expected),
      .word(word), .previous(x), .value(value), .chance(next), .last(last), .keep(keep));
  assign mask = {{8{tkeep[3]}}, {8{tkeep[2]}}, {8{tkeep[1]}}, {8{tkeep[0]}}};
  assign differs = ((tdata ^ value) & mask) != '0;
  always_ff @(posedge clk) begin
    if (rst) begin
      {word, got} <= '0;
      wrong <= '0;
      begun <= '0;
    end else begin
      got <= tvalid && tlast;
      if (tvalid) begin
        word <= tlast ? '0 : word + 7'(word != '1);
        if (differs) begin
          if (word < 7'(Header - 1)) wrong[0] <= 1'b1;
          else if (word == 7'(Header - 1)) wrong[1] <= 1'b1;
          else wrong[2] <= 1'b1;
        end
        if (tlast != last || (tlast && tuser) || tkeep != keep) wrong[3] <= 1'b1;
        if (tlast) begun[{from, cls}] <= 1'b1;
      end
    end
    if (tvalid) begin
      if (word == 7'd2) from <= tdata[25:24];
      if (word == 7'd3) cls <= tdata[23:21];
      x <= next;
      if (tlast) numbers[{from, cls}] <= expected + 1'b1;
    end
  end
endmodule
`default_nettype wire

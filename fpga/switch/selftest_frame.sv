// Frames of the switch's self-test, as words of 32 bits with the first byte lowest. Header: addresses 02-00-00-00-00-TO
// and 02-00-00-00-01-FROM, a tag whose PCP is the class, type 88B5 (local experiments), FROM, class, number of the
// frame in its flow (from, to, class). Random words follow, which depend on the header only. The length, 60 to 256
// bytes, depends on from, class and number. Combinational.
`default_nettype none
module selftest_frame #(
    parameter int HEADER = 6                  // words of the header
) (
    input  wire logic [1:0]  from,      // station that sends the frame
    input  wire logic [1:0]  to,        // station that receives it
    input  wire logic [2:0]  cls,       // class
    input  wire logic [15:0] number,    // number of the frame in its flow
    input  wire logic [6:0]  word,      // number of the word in the frame
    input  wire logic [31:0] previous,  // previous random word; xorshift32 (13, 17, 5)
    output logic      [31:0] value,     // the word
    output logic      [31:0] chance,    // next random word
    output logic             last,      // the word is the last one of the frame
    output logic      [3:0]  keep       // valid bytes of the word
);
  logic [31:0] seed, a, b, header;
  logic [8:0] bytes;
  logic [1:0] rest;
  logic is_header;
  assign is_header = word < 7'(HEADER);
  assign seed = {9'b010110101, from, to, cls, number};
  assign a = previous ^ (previous << 13);
  assign b = a ^ (a >> 17);
  assign chance = is_header ? seed ^ (seed << 7) : b ^ (b << 5);
  always_comb
    case (word[2:0])
      3'd0: header = 32'h00000002;
      3'd1: header = {16'h0002, 6'b0, to, 8'h00};
      3'd2: header = {6'b0, from, 24'h010000};
      3'd3: header = {8'h00, cls, 5'b0, 16'h0081};
      3'd4: header = {5'b0, cls, 6'b0, from, 16'hb588};
      default: header = {16'h0000, number};
    endcase
  assign value = is_header ? header : previous;

  // Values above 196 are reduced by 128, so that a frame has at most 256 bytes.
  logic [7:0] more;
  assign more = number[7:0] ^ {number[2:0], cls, from};
  assign bytes = 9'd60 + {1'b0, more > 8'd196 ? more - 8'd128 : more};
  assign last = {word, 2'b0} + 9'd4 >= bytes;
  assign rest = bytes[1:0];
  assign keep = !last || rest == '0 ? 4'hf : 4'hf >> (3'd4 - {1'b0, rest});
endmodule
`default_nettype wire

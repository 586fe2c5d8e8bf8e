// Writes the line of one part. The text is a list of codes, selftest_plan::TEXT: below 0x80 a character, 0x80 + f the
// number f in decimal, then the codes below. It goes on from part to part and starts again with the next run.
// Decimal: the number is shifted bit by bit into eight decimal digits (add 3 to each digit above 4, then shift).
`default_nettype none
module selftest_report #(
    parameter int TEXT = 1024  // codes that there is room for: a power of two
) (
    input  wire logic        clk,
    input  wire logic        rst,
    input  wire logic        report,    // write, until reported
    input  wire logic        final_part,
    output logic             reported,
    // what there is to say
    input  wire logic [26:0] runs,
    input  wire logic [26:0] events,
    input  wire logic [26:0] rate,
    input  wire logic [26:0] pauses,
    input  wire logic [26:0] headroom,
    input  wire logic [26:0] refused,
    input  wire logic [31:0] signature,
    input  wire logic [4:0]  broken,
    input  wire logic        pass,
    // characters
    output logic             symbol_valid,
    input  wire logic        symbol_ready,
    output logic      [7:0]  symbol
);
  localparam logic [7:0] Signature = 8'h88;  // eight hexadecimal digits
  localparam logic [7:0] Broken = 8'h89;     // two
  localparam logic [7:0] PF = 8'h8A;         // P or F, S or I, S or L: PASS or FAIL
  localparam logic [7:0] SI = 8'h8B;
  localparam logic [7:0] SL = 8'h8C;
  localparam logic [7:0] EndOfPart = 8'h8D;

  localparam int AW = $clog2(TEXT);
  logic [7:0] text[TEXT];
  initial
    for (int i = 0; i < TEXT; i++)
      text[i] = i < selftest_plan::LENGTH ? selftest_plan::TEXT[8*(selftest_plan::LENGTH-1-i)+:8] : EndOfPart;

  typedef enum logic [2:0] {FETCH, DECODE, CONVERT, DIGIT, SEND} state_t;
  state_t state;
  logic [AW-1:0] addr;
  logic [7:0] code;
  always_ff @(posedge clk) code <= text[addr];

  logic [26:0] number;   // bits still to be shifted in, topmost first
  logic [31:0] digits;   // topmost first
  logic [30:0] adjusted;
  logic [4:0] bits;      // still to be shifted in
  logic [3:0] left;      // digits still to be sent
  logic decimal, shown;  // a digit was sent: zeros count from now on
  always_comb begin
    adjusted[30:28] = digits[30:28];
    for (int d = 0; d < 7; d++)
      adjusted[4*d+:4] = digits[4*d+:4] > 4'd4 ? digits[4*d+:4] + 4'd3 : digits[4*d+:4];
  end

  logic [26:0] chosen;
  always_comb
    unique case (code[2:0])
      3'd0: chosen = runs;
      3'd1: chosen = events;
      3'd2: chosen = rate;
      3'd3: chosen = pauses;
      3'd4: chosen = headroom;
      default: chosen = refused;
    endcase

  assign reported = report && state == DECODE && code == EndOfPart;
  assign symbol_valid = state == SEND;

  always_ff @(posedge clk)
    if (rst) begin
      state <= FETCH;
      addr <= '0;
      left <= '0;
    end else
      unique case (state)
        FETCH: if (report) state <= DECODE;
        DECODE: begin
          addr <= code == EndOfPart && final_part ? '0 : addr + 1'b1;
          number <= chosen;
          digits <= code == Signature ? signature : code == Broken ? {3'b0, broken, 24'b0} : '0;
          bits <= 5'd27;
          left <= code == Broken ? 4'd2 : 4'd8;
          decimal <= code[3] == 1'b0;
          shown <= 1'b0;
          state <= SEND;
          unique case (code)
            Signature, Broken: state <= DIGIT;
            PF: symbol <= pass ? "P" : "F";
            SI: symbol <= pass ? "S" : "I";
            SL: symbol <= pass ? "S" : "L";
            EndOfPart: state <= FETCH;
            default: if (code[7]) state <= CONVERT; else symbol <= code;
          endcase
          if (!code[7] || code == PF || code == SI || code == SL) left <= '0;
        end
        CONVERT: begin
          digits <= {adjusted, number[26]};
          number <= {number[25:0], 1'b0};
          bits <= bits - 5'd1;
          if (bits == 5'd1) state <= DIGIT;
        end
        DIGIT: begin
          symbol <= digits[31:28] < 4'd10 ? 8'h30 + {4'b0, digits[31:28]} : 8'h37 + {4'b0, digits[31:28]};
          digits <= {digits[27:0], 4'b0};
          left <= left - 4'd1;
          if (!decimal || shown || digits[31:28] != '0 || left == 4'd1) begin
            shown <= 1'b1;
            state <= SEND;
          end
        end
        default: if (symbol_ready) state <= left != '0 ? DIGIT : FETCH;
      endcase
endmodule
`default_nettype wire

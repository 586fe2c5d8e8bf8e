// Writes the text of one part. The text is a list of codes, selftest_plan::TEXT. A code below 0x80 is a character; 0x80
// to 0x85 are the values from runs to refused, in decimal; the other codes are listed below. The text continues with
// each part and starts again with the next run. Decimal conversion takes 30 cycles: it shifts the value bit by bit into
// nine decimal digits. Before each shift, it adds 3 to each digit above 4.
`default_nettype none
module selftest_report #(
    parameter int TEXT = 1024  // size of the text memory in codes, a power of two
) (
    input  wire logic        clk,         // clock
    input  wire logic        rst,         // reset, active high
    input  wire logic        report,      // write the text of the part; held until reported
    input  wire logic        final_part,  // the part is the last of the run
    output logic             reported,    // the text is complete; held until report ends
    // values in the text
    input  wire logic [29:0] runs,
    input  wire logic [29:0] events,
    input  wire logic [29:0] rate,
    input  wire logic [29:0] pauses,
    input  wire logic [29:0] headroom,
    input  wire logic [29:0] refused,
    input  wire logic [31:0] signature,
    input  wire logic [4:0]  broken,
    input  wire logic        pass,
    // characters to the UART
    output logic             symbol_valid,
    input  wire logic        symbol_ready,
    output logic      [7:0]  symbol
);
  localparam logic [7:0] Signature = 8'h88;  // signature, eight hexadecimal digits
  localparam logic [7:0] Broken = 8'h89;     // broken rules, two hexadecimal digits
  localparam logic [7:0] PF = 8'h8A;         // letters 1, 3 and 4 of PASS or FAIL: P or F, S or I, S or L
  localparam logic [7:0] SI = 8'h8B;
  localparam logic [7:0] SL = 8'h8C;
  localparam logic [7:0] EndOfPart = 8'h8D;

  localparam int AW = $clog2(TEXT);
  logic [7:0] text[TEXT];
  initial
    for (int i = 0; i < TEXT; i++)
      text[i] = i < selftest_plan::LENGTH ? selftest_plan::TEXT[8*(selftest_plan::LENGTH-1-i)+:8] : EndOfPart;

  // One bit for each state, because most registers are enabled in one or two states only
  logic fetch, fetched, kind, decode, convert, digit, send;
  logic [AW-1:0] addr;
  logic [7:0] read, code;
  always_ff @(posedge clk) begin
    read <= text[addr];
    code <= read;
  end

  // Kind of the code
  logic is_letter, is_number, is_signature, is_broken, is_end;
  logic [5:0] which;
  logic [7:0] letter;
  always_ff @(posedge clk) begin
    is_letter <= !code[7] || code == PF || code == SI || code == SL;
    is_number <= code[7] && !code[3];
    is_signature <= code == Signature;
    is_broken <= code == Broken;
    is_end <= code == EndOfPart;
    for (int i = 0; i < 6; i++) which[i] <= code[2:0] == 3'(i);
    letter <= code == PF ? (pass ? "P" : "F") :
        code == SI ? (pass ? "S" : "I") :
        code == SL ? (pass ? "S" : "L") : code;
  end

  logic [29:0] number;   // remaining bits of the value, most significant first
  logic [35:0] digits;   // most significant digit first
  logic [34:0] adjusted;
  logic [4:0] bits;      // number of remaining bits
  logic [3:0] left;      // number of remaining digits
  logic decimal, shown;  // a digit was sent, so a 0 is sent too
  always_comb begin
    adjusted[34:32] = digits[34:32];
    for (int d = 0; d < 8; d++)
      adjusted[4*d+:4] = digits[4*d+:4] > 4'd4 ? digits[4*d+:4] + 4'd3 : digits[4*d+:4];
  end

  assign symbol_valid = send;

  logic converted, show, sent, to_convert, to_digit, moving;  // moving: the state is decode, convert or digit
  assign converted = convert && bits == 5'd1;
  assign show = !decimal || shown || digits[35:32] != '0 || left == 4'd1;
  assign sent = send && symbol_ready;
  assign to_convert = (decode && is_number) || (convert && !converted);
  assign to_digit = (decode && (is_signature || is_broken)) || converted || (digit && !show) || (sent && left != '0);
  always_ff @(posedge clk) begin
    fetch <= rst || (fetch && (!report || reported)) || (decode && is_end) || (sent && left == '0);
    fetched <= !rst && fetch && report && !reported;
    kind <= !rst && fetched;
    decode <= !rst && kind;
    convert <= !rst && to_convert;
    digit <= !rst && to_digit;
    moving <= kind || to_convert || to_digit;
    send <= !rst && ((decode && is_letter) || (digit && show) || (send && !symbol_ready));
    reported <= report && !rst && (reported || (decode && is_end));

    if (rst) addr <= '0;
    else if (decode) addr <= is_end && final_part ? '0 : addr + 1'b1;
    if (decode)
      number <= ({30{which[0]}} & runs) | ({30{which[1]}} & events) | ({30{which[2]}} & rate) |
          ({30{which[3]}} & pauses) | ({30{which[4]}} & headroom) | ({30{which[5]}} & refused);
    else number <= {number[28:0], 1'b0};
    if (moving)
      digits <= convert ? {adjusted, number[29]} : digit ? {digits[31:0], 4'b0} :
          is_signature ? {signature, 4'b0} : is_broken ? {3'b0, broken, 28'b0} : '0;
    bits <= convert ? bits - 5'd1 : 5'd30;
    if (decode) symbol <= letter;
    else if (digit) symbol <= digits[35:32] < 4'd10 ? 8'h30 + {4'b0, digits[35:32]} : 8'h37 + {4'b0, digits[35:32]};
    if (decode) left <= is_number ? 4'd9 : is_signature ? 4'd8 : is_broken ? 4'd2 : '0;
    else if (digit) left <= left - 4'd1;
    decimal <= decode ? is_number : decimal;
    shown <= !decode && (shown || (digit && show));
  end
endmodule
`default_nettype wire

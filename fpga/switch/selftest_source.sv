// A station's sending side: frames of any class that is not paused to any other station, or to the one that is hot, with 24 bytes between
// them, or more by chance.
`default_nettype none
module selftest_source #(
    parameter logic [1:0] FROM = 2'd0,
    parameter int NP = 3,
    parameter int NC = 5
) (
    input  wire logic          clk,
    input  wire logic          rst,
    input  wire logic          go,       // begin frames
    input  wire logic [10:0]   chance,
    input  wire logic          is_hot,   // all to one station
    input  wire logic [1:0]    hot,
    input  wire logic [NC-1:0] paused,
    output logic      [31:0]   tdata,
    output logic      [3:0]    tkeep,
    output logic               tvalid,
    input  wire logic          tready,
    output logic               tlast,
    output logic               sent      // a frame has been begun
);
  logic [15:0] numbers[8*4];             // of the flow to a station in a class
  logic [31:0] begun;                    // it has one
  logic [1:0] to, wish;
  logic [2:0] cls, cls_wish;
  logic [15:0] number;
  logic [31:0] x, value, next;
  logic [6:0] word;
  logic [3:0] keep;
  logic last, sending, starts, open;
  logic [4:0] gap;
  assign wish = is_hot ? hot : chance[1:0];
  assign cls_wish = chance[4:2];
  assign open = 32'(cls_wish) < NC && !paused[cls_wish];
  assign starts = go && !sending && gap == '0 && wish != FROM && 32'(wish) < NP && open;
  assign number = begun[{to, cls}] ? numbers[{to, cls}] : '0;
  selftest_frame frame (
      .from(FROM), .to(to), .cls(cls), .number(number), .word(word), .previous(x), .value(value), .chance(next), .last(last), .keep(keep));
  always_ff @(posedge clk) begin
    if (rst) begin
      {sending, tvalid, sent, gap} <= '0;
      begun <= '0;
    end else begin
      sent <= starts;
      if (starts) sending <= 1'b1;
      if (gap != '0) gap <= gap - 1'b1;
      if (sending && (!tvalid || tready)) begin
        tvalid <= 1'b1;
        if (tvalid && tlast) begin
          {sending, tvalid} <= '0;
          begun[{to, cls}] <= 1'b1;
          gap <= chance[9:5] < 5'd6 || chance[10] ? 5'd6 : chance[9:5];
        end
      end
    end
    if (starts) {to, cls, word} <= {wish, cls_wish, 7'd0};
    if (sending && (!tvalid || tready)) begin
      {tdata, tkeep, tlast} <= {value, keep, last};
      x <= next;
      word <= word + 1'b1;
      if (tvalid && tlast) numbers[{to, cls}] <= number + 1'b1;
    end
  end
endmodule
`default_nettype wire

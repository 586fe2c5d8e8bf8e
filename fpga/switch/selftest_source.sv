// Sending side of a station: sends frames to random other stations, or to the hot station, in random classes that are
// not paused. The gap after a frame is at least 6 cycles (24 bytes), and longer at random. Latency: the first word
// follows two cycles after the choice of a frame.
`default_nettype none
module selftest_source #(
    parameter logic [1:0] FROM = 2'd0,  // number of this station
    parameter int NP = 3,               // stations
    parameter int NC = 5                // classes
) (
    input  wire logic          clk,     // clock
    input  wire logic          rst,     // reset, active high
    input  wire logic          go,      // frames may begin
    input  wire logic [10:0]   chance,  // random bits
    input  wire logic          is_hot,  // 1: all frames go to the hot station
    input  wire logic [1:0]    hot,     // number of the hot station
    input  wire logic [NC-1:0] paused,  // paused classes
    output logic      [31:0]   tdata,   // sent frames
    output logic      [3:0]    tkeep,
    output logic               tvalid,
    input  wire logic          tready,
    output logic               tlast,
    output logic               sent     // pulse: a frame has begun
);
  logic [15:0] numbers[8*4];  // number of the next frame of a flow, by station and class
  logic [31:0] begun;         // the flow has sent a frame; otherwise its number is 0
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
      .from(FROM), .to(to), .cls(cls), .number(number), .word(word), .previous(x),
      .value(value), .chance(next), .last(last), .keep(keep));
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

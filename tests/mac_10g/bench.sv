// mac_10g_port between a switch and a MAC, in Icarus, with three clocks: words of 64 bits and clocks that differ by 390
// ppm, or words of 128 bits and a slower or a faster clock of the switch. Frames of 64 to 9,216 bytes go through both
// FIFOs: at line rate; one by one; while both sides of the MAC are reset inside frames; and while the switch takes only
// every second or fourth word. A frame that ends as good must be whole. In the first two phases every frame must
// arrive, the transmitter must not starve; in the first the line must be full.
`default_nettype none

// Frames: part i of frame f, of 64 bits, is {f, i}.
package frames;
  localparam int FULL = 1152;  // parts of the longest frames
  function automatic int parts(input int f);
    parts = f % 16 == 15 ? FULL : f % 3 == 0 ? 8 : 8 + f * 37 % 180;
  endfunction
  function automatic logic [7:0] keep(input int f, input int i);
    keep = i >= parts(f) ? 8'h00 : i == parts(f) - 1 ? 8'hff >> (f % 5) : 8'hff;
  endfunction
  function automatic logic [63:0] bits(input logic [7:0] keep);
    for (int b = 0; b < 8; b = b + 1) bits[8*b+:8] = {8{keep[b]}};
  endfunction
endpackage

// Words of a MAC of up to 64 bits become parts of a frame.
module gather #(
    parameter int MW = 64
) (
    input  wire logic            clk,
    input  wire logic            taken,
    input  wire logic [MW-1:0]   data,
    input  wire logic [MW/8-1:0] keep,
    input  wire logic            last,
    output logic                 part_taken,
    output logic      [63:0]     part,
    output logic      [7:0]      part_keep
);
  int at = 0;
  logic [63:0] held = '0;
  logic [7:0] held_keep = '0;
  assign part = held | 64'(data) << MW * at;
  assign part_keep = held_keep | 8'(keep) << MW / 8 * at;
  assign part_taken = taken && (last || at == 64 / MW - 1);
  always @(posedge clk)
    if (taken) begin
      at <= part_taken ? 0 : at + 1;
      {held, held_keep} <= part_taken ? '0 : {part, part_keep};
    end
endmodule

// Parts of a frame become words of a MAC.
module split #(
    parameter int MW = 64
) (
    input  wire logic            clk,
    input  wire logic            rst,
    input  wire logic [63:0]     part,
    input  wire logic [7:0]      part_keep,
    input  wire logic            part_valid,
    input  wire logic            part_last,
    output logic                 part_ready,
    output logic      [MW-1:0]   data,
    output logic      [MW/8-1:0] keep,
    output logic                 last
);
  int at = 0;
  assign data = MW'(part >> MW * at);
  assign keep = (MW / 8)'(part_keep >> MW / 8 * at);
  assign part_ready = part_keep >> MW / 8 * (at + 1) == '0;  // the word is the last one of the part
  assign last = part_last && part_ready;
  always @(posedge clk) at <= rst || !part_valid || part_ready ? 0 : at + 1;
endmodule

// Checks the words of a stream.
module frame_check #(
    parameter int DW = 64
) (
    input  wire logic            clk,
    input  wire logic            taken,
    input  wire logic [DW-1:0]   data,
    input  wire logic [DW/8-1:0] keep,
    input  wire logic            last,
    input  wire logic            user,
    output int                   good,  // whole frames
    output int                   bad,   // frames that are marked bad
    output int                   next,  // number of the frame after the last good one
    output int                   faults
);
  int at = 0, frame = 0;
  initial {good, bad, next, faults} = '0;
  always @(posedge clk)
    if (taken) begin
      if (at == 0) frame = data[63:32];
      if (!(last && user)) begin
        if (frame < next || last != (at + DW / 64 >= frames::parts(frame))) faults = faults + 1;
        for (int h = 0; h < DW / 64; h = h + 1) begin
          if (keep[8*h+:8] != frames::keep(frame, at + h)) faults = faults + 1;
          if (((data[64*h+:64] ^ {32'(frame), 32'(at + h)}) & frames::bits(keep[8*h+:8])) != 0) faults = faults + 1;
        end
      end
      if (last && user) bad = bad + 1;
      if (last && !user) begin
        good = good + 1;
        next = frame + 1;
      end
      at = last ? 0 : at + DW / 64;
    end
endmodule

// Sends frames one after the other, with GAP cycles between them.
module frame_source #(
    parameter int DW = 64,
    parameter int MW = 64,
    parameter int GAP = 0
) (
    input  wire logic            clk,
    input  wire logic            rst,     // abandons the frame
    input  wire logic            enable,  // new frames begin
    input  wire logic            sparse,  // 40 cycles between them
    input  wire logic            ready,
    output logic      [DW-1:0]   data,
    output logic      [DW/8-1:0] keep,
    output logic                 valid,
    output logic                 last,
    output int                   begun,
    output int                   total    // words of the MAC in these frames and in the gaps of 24 bytes
);
  int at = 0, gap = 0;
  initial begin
    {valid, begun, total} = '0;
    {data, keep, last} = '0;
  end
  always @(posedge clk)
    if (rst) begin
      valid <= 1'b0;
      at = 0;
      gap = 0;
    end else if (!valid || ready) begin
      if (valid && last) begin
        at = 0;
        gap = sparse ? 40 : GAP;
        valid <= 1'b0;
      end
      if (gap > 0) gap = gap - 1;
      else if (at > 0 || enable) begin
        if (at == 0) begin
          begun = begun + 1;
          total = total + (8 * frames::parts(begun - 1) - (begun - 1) % 5 + MW / 8 - 1) / (MW / 8) + 192 / MW;
        end
        valid <= 1'b1;
        for (int h = 0; h < DW / 64; h = h + 1) begin
          data[64*h+:64] <= {32'(begun - 1), 32'(at + h)};
          keep[8*h+:8] <= frames::keep(begun - 1, at + h);
        end
        at = at + DW / 64;
        last <= at >= frames::parts(begun - 1);
      end
    end
endmodule

module bench #(
    parameter int DW = 64,       // bits of a word of the switch
    parameter int MW = 64,       // bits of a word of the MAC
    parameter int AW = 4,        // 2^AW words of each FIFO
    parameter int HALF = 32012,  // half a period of the clock of the switch
    parameter int PAUSED = 2,    // a switch that is too slow takes a word in so many cycles
    parameter int RUN = 16000,   // cycles of the switch of a phase
    parameter int FRAMES = 150   // that the first two phases have at least
) ();
  localparam int LINE = MW == 8 ? 40000 : 32000, FAST = LINE - 12;  // half periods
  logic clk = 1'b0, tx_clk = 1'b0, rx_clk = 1'b0, rst = 1'b1, tx_rst = 1'b1, rx_rst = 1'b1;
  logic status = 1'b0, enable = 1'b0, sparse = 1'b0;
  always #HALF clk = !clk;
  always #LINE tx_clk = !tx_clk;
  always #FAST rx_clk = !rx_clk;

  logic link_up, overflow, in_ready, in_valid, in_last, tx_valid, tx_ready, tx_last, tx_user;
  logic rx_valid, rx_last, out_valid, out_last, out_user;
  logic out_ready = 1'b1;
  logic [DW-1:0] in_data, out_data;
  logic [DW/8-1:0] in_keep, out_keep;
  logic [MW-1:0] tx_data, rx_data;
  logic [MW/8-1:0] tx_keep, rx_keep;
  logic [63:0] sent, taken;  // parts from and to the MAC
  logic [7:0] sent_keep, taken_keep;
  logic sent_ready, sent_last, part_taken, tx_taken;
  int in_begun, in_total, rx_begun, rx_total, overflows = 0, failures = 0, checks = 0;
  frame_source #(.DW(DW), .MW(MW)) switch_source (
      .clk, .rst, .enable, .sparse,
      .ready(in_ready), .data(in_data), .keep(in_keep), .valid(in_valid), .last(in_last),
      .begun(in_begun), .total(in_total));
  frame_source #(.MW(MW), .GAP(192 / MW)) mac_source (
      .clk(rx_clk), .rst(rx_rst), .enable, .sparse,
      .ready(sent_ready), .data(sent), .keep(sent_keep), .valid(rx_valid), .last(sent_last),
      .begun(rx_begun), .total(rx_total));
  split #(.MW(MW)) mac_split (
      .clk(rx_clk), .rst(rx_rst), .part(sent), .part_keep(sent_keep), .part_valid(rx_valid), .part_last(sent_last),
      .part_ready(sent_ready), .data(rx_data), .keep(rx_keep), .last(rx_last));
  mac_10g_port #(.DW(DW), .MW(MW), .AW(AW), .HOLD(4)) dut (
      .clk, .rst, .link_up,
      .m_axis_tdata(out_data), .m_axis_tkeep(out_keep), .m_axis_tvalid(out_valid), .m_axis_tready(out_ready),
      .m_axis_tlast(out_last), .m_axis_tuser(out_user),
      .s_axis_tdata(in_data), .s_axis_tkeep(in_keep), .s_axis_tvalid(in_valid), .s_axis_tready(in_ready),
      .s_axis_tlast(in_last), .s_axis_tuser(1'b0),
      .status, .rx_clk, .rx_rst,
      .rx_axis_tdata(rx_data), .rx_axis_tkeep(rx_keep), .rx_axis_tvalid(rx_valid), .rx_axis_tlast(rx_last),
      .rx_axis_tuser(1'b0), .overflow, .tx_clk, .tx_rst,
      .tx_axis_tdata(tx_data), .tx_axis_tkeep(tx_keep), .tx_axis_tvalid(tx_valid), .tx_axis_tready(tx_ready),
      .tx_axis_tlast(tx_last), .tx_axis_tuser(tx_user));

  int to_switch_good, to_switch_bad, to_switch_next, to_switch_faults;
  int to_mac_good, to_mac_bad, to_mac_next, to_mac_faults;
  frame_check #(.DW(DW)) to_switch (
      .clk, .taken(out_valid && out_ready), .data(out_data), .keep(out_keep), .last(out_last), .user(out_user),
      .good(to_switch_good), .bad(to_switch_bad), .next(to_switch_next), .faults(to_switch_faults));
  // The transmitter: a reset ends its frame. The line is busy for 24 bytes after the last word.
  logic in_frame = 1'b0;
  int busy = 0, starved = 0, first = 0, latest = 0, now = 0;
  assign tx_ready = !tx_rst && busy == 0;
  assign tx_taken = (tx_valid && tx_ready) || (tx_rst && in_frame);
  gather #(.MW(MW)) mac_gather (
      .clk(tx_clk), .taken(tx_taken), .data(tx_data), .keep(tx_keep), .last(tx_last || tx_rst),
      .part_taken, .part(taken), .part_keep(taken_keep));
  frame_check to_mac (
      .clk(tx_clk), .taken(part_taken), .data(taken), .keep(taken_keep),
      .last(tx_last || tx_rst), .user(tx_user || tx_rst),
      .good(to_mac_good), .bad(to_mac_bad), .next(to_mac_next), .faults(to_mac_faults));
  always @(posedge tx_clk) begin
    now = now + 1;
    if (in_frame && tx_ready && !tx_valid) starved = starved + 1;
    if (tx_valid && tx_ready && first == 0) first = now;
    if (tx_valid && tx_ready && tx_last) latest = now;
    busy <= tx_valid && tx_ready && tx_last ? 192 / MW : busy > 0 ? busy - 1 : 0;
    in_frame <= tx_rst ? 1'b0 : tx_valid && tx_ready ? !tx_last : in_frame;
  end
  always @(posedge rx_clk) overflows = overflows + 32'(overflow);
  always @(posedge clk) begin
    turn = turn == PAUSED - 1 ? 0 : turn + 1;
    out_ready <= !slow || turn == 0;
  end
  logic slow = 1'b0;
  int turn = 0;

  task automatic expect_that(input logic good, input [8*60-1:0] what);
    checks = checks + 1;
    if (!good) begin
      failures = failures + 1;
      $display("failed: %0s", what);
    end
  endtask
  task automatic drain;
    enable = 1'b0;
    repeat (RUN / 4) @(negedge clk);
  endtask

  int lost;
  initial begin
    repeat (20) @(negedge clk);
    rst = 1'b0;
    {tx_rst, rx_rst} = '0;
    repeat (20) @(negedge clk);
    expect_that(!link_up, "link_up without a link");
    status = 1'b1;
    repeat (15) @(negedge clk);
    expect_that(!link_up, "link_up before the link is stable");
    repeat (8) @(negedge clk);
    expect_that(link_up, "no link_up");

    // Line rate
    enable = 1'b1;
    repeat (RUN) @(negedge clk);
    drain;
    expect_that(latest - first < in_total + 10, "the line has gaps");
    enable = 1'b1;
    sparse = 1'b1;
    repeat (RUN) @(negedge clk);
    drain;
    sparse = 1'b0;
    expect_that(to_mac_good == in_begun && in_begun > FRAMES, "frames to the MAC are lost");
    expect_that(to_switch_good == rx_begun && rx_begun > FRAMES, "frames to the switch are lost");
    expect_that(starved == 0, "the transmitter starves");
    expect_that(overflows == 0 && to_mac_bad == 0 && to_switch_bad == 0, "bad frames");

    // Resets of the MAC inside frames
    enable = 1'b1;
    repeat (60) begin
      repeat (150 + $urandom % 300) @(negedge tx_clk);
      tx_rst = 1'b1;
      repeat (1 + $urandom % 60) @(negedge tx_clk);
      tx_rst = 1'b0;
      repeat (150 + $urandom % 300) @(negedge rx_clk);
      rx_rst = 1'b1;
      repeat (1 + $urandom % 60) @(negedge rx_clk);
      rx_rst = 1'b0;
    end
    repeat (2000) @(negedge clk);
    drain;
    expect_that(to_mac_bad > 20 && to_switch_bad > 20, "no frame was cut");
    expect_that(to_mac_next == in_begun && to_switch_next == rx_begun, "the last frames are lost");
    rx_rst = 1'b1;
    repeat (4) @(negedge clk);
    expect_that(!link_up, "link_up while the receiver is reset");
    rx_rst = 1'b0;
    repeat (20) @(negedge clk);
    tx_rst = 1'b1;
    repeat (4) @(negedge clk);
    expect_that(!link_up, "link_up while the transmitter is reset");
    tx_rst = 1'b0;

    // A switch that is too slow: every lost frame is reported, and none is mixed with another.
    overflows = 0;
    lost = rx_begun - to_switch_good;
    slow = 1'b1;
    enable = 1'b1;
    repeat (RUN) @(negedge clk);
    drain;
    expect_that(overflows > FRAMES / 3 && rx_begun - to_switch_good - lost == overflows,
                "frames are lost without a report");
    expect_that(to_switch_faults == 0 && to_mac_faults == 0, "a good frame is not whole");
    $display("frames to the MAC %0d, cut %0d; to the switch %0d, cut %0d, lost by a slow switch %0d",
             to_mac_good, to_mac_bad, to_switch_good, to_switch_bad, overflows);
    $display("%0d%%: Checks: %0d, Failures: %0d, Errors: 0", 100 * (checks - failures) / checks, checks, failures);
    $finish;
  end
endmodule
`default_nettype wire

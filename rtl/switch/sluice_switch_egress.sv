// One port's cells become a stream: a memory for four cells, a quarter of a cell wide, and a register in front of the
// MAC. Marked frames are dropped; while the link is down all frames are dropped, one cell per cycle. If a part of such
// a frame was sent, the frame ends with a word of tlast and tuser.
// Latency: next_push in cycle t, push in t + 1, m_tvalid in t + 4; space counts next_push from t + 1 on. Pushes are at
// least five cycles apart; a quarter has two words or more.
// Collisions: a falling link wins over the next word, but not over a word that waits for m_tready.
`default_nettype none
module sluice_switch_egress #(
    parameter int CW = 3,            // bits of a class number
    parameter int DW = 64,           // bits of a port's stream
    parameter int CELL = 64,         // bytes of a cell
    parameter int BW = $clog2(CELL)  // derived: do not set
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic              up,          // link of the port and switch are up
    input  wire logic              next_push,   // a push in the next cycle; only while space
    input  wire logic              push,        // the first quarter of a cell
    input  wire logic [8*CELL-1:0] push_data,   // quarter i is i cycles later
    input  wire logic [8*32-1:0]   changed,     // bytes 0 to 31 of push_data with CE, one cycle later
    input  wire logic              push_last,   // last cell of its frame
    input  wire logic [BW-1:0]     push_bytes,  // bytes less one; used only with push_last
    input  wire logic [CW-1:0]     push_class,  // egress class
    input  wire logic              push_drop,   // drop the cell
    input  wire logic              push_marked, // the frame of this first cell was marked with CE;
                                                // with the quarter of byte 19 of changed
    output logic                   space,       // at most three cells wait
    output logic      [DW-1:0]     m_tdata,     // first byte in the lowest bits
    output logic      [DW/8-1:0]   m_tkeep,     // valid bytes
    output logic                   m_tvalid,    // a word
    input  wire logic              m_tready,    // the word is taken
    output logic                   m_tlast,     // last word of its frame
    output logic                   m_tuser,     // with tlast: the frame is cut off
    // A frame has ended
    output logic                   end_valid,   // a frame has left the output, or was dropped there
    output logic      [3:0]        end_reason,  // 0: the frame was sent; else of sluice_switch_pkg
    output logic      [CW-1:0]     end_class,   // egress class
    output logic                   end_marked,  // the frame was marked with CE
    output logic      [13:0]       end_bytes    // frame length
);
  localparam int Bytes = DW / 8;
  localparam int Words = CELL / Bytes;
  localparam int WW = Words > 1 ? $clog2(Words) : 1;
  localparam int Shift = $clog2(Bytes);

  logic [1:0] fill, show, ahead;  // cell filled, cell shown, show + 1
  logic [1:0] filling, quarter;   // cell and quarter that are written in the next cycle
  logic [1:0] part;               // quarter shown
  logic [BW+1:0] cell_info[4];    // drop, last, bytes less one
  logic [CW-1:0] classes[4];
  localparam int Quarter = 2 * CELL;                        // bits
  localparam int QuarterWords = Words < 4 ? 1 : Words / 4;  // words of a quarter
  logic [Quarter-1:0] cells[16];
  logic [Quarter-1:0] quarters[4];
  logic [Quarter-1:0] shown, quarter_data, changed_data;
  logic fill_quarter, write_quarter;
  logic [3:0] write_place;
  assign fill_quarter = push || quarter != '0;
  genvar q;
  generate
    for (q = 0; q < 4; q = q + 1) begin : g_quarter
      assign quarters[q] = push_data[q*Quarter+:Quarter];
    end
  endgenerate
  always_ff @(posedge clk) begin
    quarter <= rst || !fill_quarter ? '0 : quarter + 1'b1;
    filling <= rst ? '0 : filling + 2'(quarter == 2'd3);
    write_quarter <= fill_quarter;
    write_place <= {filling, quarter};
    quarter_data <= quarters[quarter];
    if (write_quarter) cells[write_place] <= changed_data;
  end
  // CE changes bytes 15 and 19, with the ECN bits, and 24, 25, 28 and 29, with the checksum (sluice_switch_ce).
  localparam logic [31:0] Changes = 32'h3308_8000;
  always_comb begin
    changed_data = quarter_data;
    for (int b = 0; b < 32; b++)
      if (Changes[b] && 32'(write_place[1:0]) == b / (CELL / 4)) changed_data[8*(b%(CELL/4))+:8] = changed[8*b+:8];
  end
  logic unused_changed;
  assign unused_changed = ^changed;
  assign shown = cells[{show, part}];

  // A cell is marked if it is the first one of a marked frame. It is known before the last word of the cell is sent.
  logic [3:0] marked;
  logic frame_marked;  // the cells of the frame that were sent contain a marked one
  always_ff @(posedge clk)
    for (int i = 0; i < 4; i++)
      if (write_quarter && 32'(write_place[1:0]) == 16 / (CELL / 4) && write_place[3:2] == 2'(i))
        marked[i] <= push_marked;

  logic [QuarterWords-1:0] word;    // word of the quarter, one-hot
  logic [WW-1:0] words_left;        // words of the cell behind this one
  logic sending, discarding;        // a part of the frame was sent; the rest is discarded
  logic push_1;                     // push, one cycle later
  logic [2:0] stored, stored_kept, stored_less;  // cells that can be sent; in the next cycle, if none is done or one is
  logic [2:0] occupied;             // cells pushed or announced; a finished cell counts one cycle longer
  logic done_1;
  logic has_cell, one_cell;  // a cell waits; only one cell waits, or none
  logic last, out_free, has_word, cut, discard, send, final_word, abort, done;
  // out_valid: m_tvalid in a second register; data_free: out_free for the data
  logic out_valid, data_free;
  logic next_valid;
  logic [DW-1:0] next_data;
  logic [BW+1:0] push_info, ahead_info, next_info;
  logic [CW-1:0] push_class_1;
  logic [WW-1:0] next_words_left;
  logic is_drop;
  logic [BW-1:0] push_last_byte;
  logic [13:0] sent_words;              // words sent of the frame, less one
  logic [Shift:0] end_byte, last_byte;  // index of the last byte of the frame; of this word if it is the last
  logic [Shift:0] next_last_byte;
  generate
    if (Bytes > 1) begin : g_less
      assign next_last_byte = {1'b0, next_info[Shift-1:0]};
    end else begin : g_none
      assign next_last_byte = '0;
    end
  endgenerate
  assign ahead_info = cell_info[ahead];
  assign push_last_byte = push_last ? push_bytes : BW'(CELL - 1);
  assign next_info = one_cell ? push_info : ahead_info;
  assign next_words_left = WW'(32'(next_info[BW-1:0]) >> Shift);
  assign out_free = !out_valid || m_tready;
  assign data_free = !m_tvalid || m_tready;
  assign has_word = has_cell && !is_drop && up && !discarding;
  assign cut = sending && !up;
  assign abort = cut && out_free;
  assign discard = (has_cell && !sending) && (is_drop || !up || discarding);  // one cell per cycle
  assign send = has_word && out_free;
  assign done = discard || (send && final_word);
  assign next_valid = out_free ? cut || has_word : m_tvalid;
  assign space = occupied <= (done_1 ? 3'd4 : 3'd3);
  // Both are computed and compared beside done, which is late.
  assign stored_kept = stored + 3'(push_1);
  assign stored_less = stored_kept - 3'd1;
  always_comb begin
    next_data = '0;
    for (int i = 0; i < QuarterWords; i++) next_data |= shown[i*DW+:DW] & {DW{word[i]}};
  end
  always_ff @(posedge clk) begin
    if (rst) begin
      {fill, show, part, occupied, done_1, push_1, stored, has_cell, sending, discarding, m_tvalid, end_valid} <= '0;
      ahead <= 2'd1;
      {one_cell, out_valid} <= '1;
      word <= QuarterWords'(1);
    end else begin
      fill <= fill + 2'(push_1);
      show <= show + 2'(done);
      ahead <= ahead + 2'(done);
      occupied <= occupied + 3'(next_push) - 3'(done_1);
      done_1 <= done;
      push_1 <= push;
      stored <= done ? stored_less : stored_kept;
      has_cell <= done ? stored_kept != 3'd1 : stored_kept != '0;
      one_cell <= done ? stored_kept <= 3'd2 : stored_kept <= 3'd1;
      if (discard || send) word <= done || word[QuarterWords-1] ? QuarterWords'(1) : word << 1;
      if (discard || send) part <= done ? '0 : part + 2'(word[QuarterWords-1]);
      if (abort) sending <= 1'b0;
      else if (send) sending <= !(final_word && last);
      // A frame that was cut off, or whose first cells were dropped, is discarded to its end.
      if (abort) discarding <= 1'b1;
      else if (discard) discarding <= (!last);
      m_tvalid <= next_valid;
      out_valid <= next_valid;
      end_valid <= done && last;
    end
    push_info <= {push_drop, push_last, push_last_byte};
    push_class_1 <= push_class;
    if (push_1) begin
      cell_info[fill] <= push_info;
      classes[fill] <= push_class_1;
    end
    // The next cell to show: the one that is pushed now, or the one after the shown one
    if (!has_cell || done) begin
      {is_drop, last, last_byte} <= {next_info[BW+1:BW], next_last_byte};
      words_left <= next_words_left;
      final_word <= next_words_left == '0;
    end else if (send) begin
      words_left <= words_left - 1'b1;
      final_word <= words_left == WW'(1);
    end
    if (data_free) begin  // valid with m_tvalid
      m_tdata <= next_data;
      m_tlast <= cut || (final_word && last);
      m_tuser <= cut;
      for (int b = 0; b < Bytes; b++) m_tkeep[b] <= !(final_word && last) || cut || (Shift + 1)'(b) <= last_byte;
    end
    if (send) begin
      sent_words <= sending ? sent_words + 1'b1 : '0;
      end_byte <= last_byte;
      frame_marked <= (final_word && marked[show]) || (sending && frame_marked);
    end
    end_reason <= !discard ? sluice_switch_pkg::NONE : is_drop ? sluice_switch_pkg::WATCHDOG : sluice_switch_pkg::LINK;
    end_class <= classes[show];
  end
  assign end_marked = frame_marked;
  assign end_bytes = ((sent_words << Shift) | 14'(end_byte)) + 1'b1;
endmodule
`default_nettype wire

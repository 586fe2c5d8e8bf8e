// One port's cells become a stream: a memory with room for four cells, a quarter of one wide, and a register in front of the MAC. A frame
// whose cells are marked is dropped; so is, while the link is down, everything, a cell a clock. A frame of which a part was sent then ends with a
// word of tlast and tuser.
// Latency: comes in clock t, push and room in clock t + 1, m_tvalid in clock t + 4. Between two pushes are at least four clocks; a quarter has two words at
// least.
`default_nettype none
module sluice_switch_egress #(
    parameter int CW = 3,
    parameter int DW = 64,
    parameter int CELL = 64,
    parameter int BW = $clog2(CELL)      // derived: do not set
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic              up,
    input  wire logic              next_push,      // only where room was: a push in the next clock
    input  wire logic              push,
    input  wire logic [8*CELL-1:0] push_data,  // quarter i is i clocks late
    input  wire logic              push_last,
    input  wire logic [BW-1:0]     push_bytes, // less one; all where it is not the last
    input  wire logic [CW-1:0]     push_class,
    input  wire logic              push_drop,
    output logic                   space,       // at most two cells wait
    output logic      [DW-1:0]     m_tdata,
    output logic      [DW/8-1:0]   m_tkeep,
    output logic                   m_tvalid,
    input  wire logic              m_tready,
    output logic                   m_tlast,
    output logic                   m_tuser,
    // A frame has ended here
    output logic                   end_valid,
    output logic      [3:0]        end_reason, // 0: it was sent
    output logic      [CW-1:0]     end_class,
    output logic      [13:0]       end_bytes
);
  localparam int Bytes = DW / 8;
  localparam int Words = CELL / Bytes;
  localparam int WW = Words > 1 ? $clog2(Words) : 1;
  localparam int Shift = $clog2(Bytes);

  logic [1:0] fill, show, ahead;    // ahead: show + 1
  logic [1:0] filling, quarter;     // cell and quarter that are written, a clock later
  logic [1:0] part;                 // quarter that is shown
  logic [BW+1:0] cell_info[4];          // drop, last, bytes less one
  logic [CW-1:0] classes[4];
  localparam int Quarter = 2 * CELL;             // bits
  localparam int QuarterWords = Words < 4 ? 1 : Words / 4;  // words in it
  logic [Quarter-1:0] cells[16];
  logic [Quarter-1:0] quarters[4];
  logic [Quarter-1:0] shown, quarter_data;
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
    if (write_quarter) cells[write_place] <= quarter_data;
  end
  assign shown = cells[{show, part}];

  logic [QuarterWords-1:0] word;            // of the quarter, one bit for each
  logic [WW-1:0] words_left;              // words of the cell behind this one
  logic sending, discarding;              // a part of the frame was sent; the rest is not to be
  logic push_1;                       // a cell, a clock ago
  logic [2:0] stored, next_stored;    // of cells that came
  logic [2:0] occupied;                // of those that are pushed or come; what is done, which is known late, leaves it a clock later
  logic done_1;
  logic has_cell, one_cell;                // cells wait; not more than one
  logic last, out_free, has_word, cut, discard, send, final_word, abort, done;
  logic out_valid, data_free;           // m_tvalid with another reset, only so that it stays a register of its own; is_free for the data
  logic next_valid;
  logic [DW-1:0] next_data;
  logic [BW+1:0] push_info, ahead_info, next_facts;
  logic [CW-1:0] push_class_1;
  logic [WW-1:0] next_words_left;
  logic is_drop;
  logic [BW-1:0] push_last_byte;
  logic [13:0] sent_words;               // of the frame that were sent, less one
  logic [Shift:0] end_byte, last_byte;       // bytes of the last one, less one; of this one if it is the last
  logic [Shift:0] next_last_byte;
  generate
    if (Bytes > 1) begin : g_less
      assign next_last_byte = {1'b0, next_facts[Shift-1:0]};
    end else begin : g_none
      assign next_last_byte = '0;
    end
  endgenerate
  assign ahead_info = cell_info[ahead];
  assign push_last_byte = push_last ? push_bytes : BW'(CELL - 1);
  assign next_facts = one_cell ? push_info : ahead_info;
  assign next_words_left = WW'(32'(next_facts[BW-1:0]) >> Shift);
  assign out_free = !out_valid || m_tready;
  assign data_free = !m_tvalid || m_tready;
  assign has_word = has_cell && !is_drop && up && !discarding;
  assign cut = sending && !up;
  assign abort = cut && out_free;
  assign discard = (has_cell && !sending) && (is_drop || !up || discarding);  // a cell at once
  assign send = has_word && out_free;
  assign done = discard || (send && final_word);
  assign next_valid = out_free ? cut || has_word : m_tvalid;
  assign space = occupied <= (done_1 ? 3'd3 : 3'd2);
  assign next_stored = stored + 3'(push_1) - 3'(done);
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
      stored <= next_stored;
      has_cell <= next_stored != '0;
      one_cell <= next_stored <= 3'd1;
      if (discard || send) word <= done || word[QuarterWords-1] ? QuarterWords'(1) : word << 1;
      if (discard || send) part <= done ? '0 : part + 2'(word[QuarterWords-1]);
      if (abort) sending <= 1'b0;
      else if (send) sending <= !(final_word && last);
      // A frame that was given up, or whose first cells were dropped: all of it goes.
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
    // Of the cell that is shown next: the one that comes, or the one behind
    if (!has_cell || done) begin
      {is_drop, last, last_byte} <= {next_facts[BW+1:BW], next_last_byte};
      words_left <= next_words_left;
      final_word <= next_words_left == '0;
    end else if (send) begin
      words_left <= words_left - 1'b1;
      final_word <= words_left == WW'(1);
    end
    if (data_free) begin  // of interest with tvalid
      m_tdata <= next_data;
      m_tlast <= cut || (final_word && last);
      m_tuser <= cut;
      for (int b = 0; b < Bytes; b++) m_tkeep[b] <= !(final_word && last) || cut || (Shift + 1)'(b) <= last_byte;
    end
    if (send) begin
      sent_words <= sending ? sent_words + 1'b1 : '0;
      end_byte <= last_byte;
    end
    end_reason <= !discard ? sluice_switch_pkg::NONE : is_drop ? sluice_switch_pkg::WATCHDOG : sluice_switch_pkg::LINK;
    end_class <= classes[show];
  end
  assign end_bytes = ((sent_words << Shift) | 14'(end_byte)) + 1'b1;
endmodule
`default_nettype wire

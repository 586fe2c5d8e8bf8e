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
    input  wire logic              comes,      // only where room was: a push in the next clock
    input  wire logic              push,
    input  wire logic [8*CELL-1:0] push_data,  // quarter i is i clocks late
    input  wire logic              push_last,
    input  wire logic [BW-1:0]     push_bytes, // less one; all where it is not the last
    input  wire logic [CW-1:0]     push_class,
    input  wire logic              push_drop,
    output logic                   room,       // at most two cells wait
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
  logic [BW+1:0] facts[4];          // drop, last, bytes less one
  logic [CW-1:0] classes[4];
  localparam int Quarter = 2 * CELL;             // bits
  localparam int Some = Words < 4 ? 1 : Words / 4;  // words in it
  logic [Quarter-1:0] cells[16];
  logic [Quarter-1:0] quarters[4];
  logic [Quarter-1:0] shown, filled;
  logic fills, writes;
  logic [3:0] place;
  assign fills = push || quarter != '0;
  genvar q;
  generate
    for (q = 0; q < 4; q = q + 1) begin : g_quarter
      assign quarters[q] = push_data[q*Quarter+:Quarter];
    end
  endgenerate
  always_ff @(posedge clk) begin
    quarter <= rst || !fills ? '0 : quarter + 1'b1;
    filling <= rst ? '0 : filling + 2'(quarter == 2'd3);
    writes <= fills;
    place <= {filling, quarter};
    filled <= quarters[quarter];
    if (writes) cells[place] <= filled;
  end
  assign shown = cells[{show, part}];

  logic [Some-1:0] word;            // of the quarter, one bit for each
  logic [WW-1:0] rest;              // words of the cell behind this one
  logic sending, lost;              // a part of the frame was sent; the rest is not to be
  logic came;                       // a cell, a clock ago
  logic [2:0] stock, next_stock;    // of cells that came
  logic [2:0] level;                // of those that are pushed or come; what is done, which is known late, leaves it a clock later
  logic gone;
  logic some, alone;                // cells wait; not more than one
  logic last, is_free, stays, cuts, skip, give, final_word, abort, done;
  logic holds, data_free;           // m_tvalid with another reset, only so that it stays a register of its own; is_free for the data
  logic next_valid;
  logic [DW-1:0] next_data;
  logic [BW+1:0] pushed, facts_ahead, next_facts;
  logic [CW-1:0] came_class;
  logic [WW-1:0] next_rest;
  logic is_drop;
  logic [BW-1:0] pushed_less;
  logic [13:0] words;               // of the frame that were sent, less one
  logic [Shift:0] less, here;       // bytes of the last one, less one; of this one if it is the last
  logic [Shift:0] next_here;
  generate
    if (Bytes > 1) begin : g_less
      assign next_here = {1'b0, next_facts[Shift-1:0]};
    end else begin : g_none
      assign next_here = '0;
    end
  endgenerate
  assign facts_ahead = facts[ahead];
  assign pushed_less = push_last ? push_bytes : BW'(CELL - 1);
  assign next_facts = alone ? pushed : facts_ahead;
  assign next_rest = WW'(32'(next_facts[BW-1:0]) >> Shift);
  assign is_free = !holds || m_tready;
  assign data_free = !m_tvalid || m_tready;
  assign stays = some && !is_drop && up && !lost;
  assign cuts = sending && !up;
  assign abort = cuts && is_free;
  assign skip = (some && !sending) && (is_drop || !up || lost);  // a cell at once
  assign give = stays && is_free;
  assign done = skip || (give && final_word);
  assign next_valid = is_free ? cuts || stays : m_tvalid;
  assign room = level <= (gone ? 3'd3 : 3'd2);
  assign next_stock = stock + 3'(came) - 3'(done);
  always_comb begin
    next_data = '0;
    for (int i = 0; i < Some; i++) next_data |= shown[i*DW+:DW] & {DW{word[i]}};
  end
  always_ff @(posedge clk) begin
    if (rst) begin
      {fill, show, part, level, gone, came, stock, some, sending, lost, m_tvalid, end_valid} <= '0;
      ahead <= 2'd1;
      {alone, holds} <= '1;
      word <= Some'(1);
    end else begin
      fill <= fill + 2'(came);
      show <= show + 2'(done);
      ahead <= ahead + 2'(done);
      level <= level + 3'(comes) - 3'(gone);
      gone <= done;
      came <= push;
      stock <= next_stock;
      some <= next_stock != '0;
      alone <= next_stock <= 3'd1;
      if (skip || give) word <= done || word[Some-1] ? Some'(1) : word << 1;
      if (skip || give) part <= done ? '0 : part + 2'(word[Some-1]);
      if (abort) sending <= 1'b0;
      else if (give) sending <= !(final_word && last);
      // A frame that was given up, or whose first cells were dropped: all of it goes.
      if (abort) lost <= 1'b1;
      else if (skip) lost <= (!last);
      m_tvalid <= next_valid;
      holds <= next_valid;
      end_valid <= done && last;
    end
    pushed <= {push_drop, push_last, pushed_less};
    came_class <= push_class;
    if (came) begin
      facts[fill] <= pushed;
      classes[fill] <= came_class;
    end
    // Of the cell that is shown next: the one that comes, or the one behind
    if (!some || done) begin
      {is_drop, last, here} <= {next_facts[BW+1:BW], next_here};
      rest <= next_rest;
      final_word <= next_rest == '0;
    end else if (give) begin
      rest <= rest - 1'b1;
      final_word <= rest == WW'(1);
    end
    if (data_free) begin  // of interest with tvalid
      m_tdata <= next_data;
      m_tlast <= cuts || (final_word && last);
      m_tuser <= cuts;
      for (int b = 0; b < Bytes; b++) m_tkeep[b] <= !(final_word && last) || cuts || (Shift + 1)'(b) <= here;
    end
    if (give) begin
      words <= sending ? words + 1'b1 : '0;
      less <= here;
    end
    end_reason <= !skip ? sluice_switch_pkg::NONE : is_drop ? sluice_switch_pkg::WATCHDOG : sluice_switch_pkg::LINK;
    end_class <= classes[show];
  end
  assign end_bytes = ((words << Shift) | 14'(less)) + 1'b1;
endmodule
`default_nettype wire

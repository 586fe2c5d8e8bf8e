// One port's stream becomes cells. Words are collected in a memory for four cells; the oldest complete cell is offered
// until it is taken. A cell ends with its last word or with the last word of its frame. Inside a frame a full cell
// waits for the next word, which may be a last one without a byte; then the frame ends with this cell. If the link
// falls inside a frame, the frame ends there with a cell marked cut. All words are ignored while the link is down, and
// so is a frame that began then (sluice_switch_ignore). A complete cell is taken within CELL / (DW / 8) cycles, so
// inside a frame a place is always free, also for the cut cell. One part of the cell is read per cycle, in interleaved
// groups of 16 bytes, so that the memory is as deep as a LUT RAM. The part is in a register, because the multiplexer of
// all ports behind it is far away.
// Latency: last word of a frame, or the word after a full cell, in cycle t, the cell offered in t + 1. Slot in cycle t:
// part 0 in t - 1, part 1 in t, part 0 in t + 1, part 2 in t + 2, part 3 in t + 3.
// Collisions: a falling link wins over a word in the same cycle. A word that is stored while part 1 is read is in the
// part.
`default_nettype none
module sluice_switch_ingress #(
    parameter int DW = 64,           // bits of a word
    parameter int CELL = 64,         // bytes of a cell
    parameter int PARTS = 4,         // parts of a cell, read one by one: 1, 2 or 4
    parameter int BW = $clog2(CELL)  // derived: do not set
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire logic              up,          // link of the port and switch are up
    input  wire logic [DW-1:0]     s_tdata,     // first byte in the lowest bits
    input  wire logic [DW/8-1:0]   s_tkeep,     // all ones except in the last word, where the ones start at bit 0
    input  wire logic              s_tvalid,    // a word
    output logic                   s_tready,    // the word is taken
    output logic                   frame_end,   // a frame ends
    input  wire logic              s_tlast,     // last word of its frame
    input  wire logic              s_tuser,     // with tlast: the frame is bad
    output logic                   cell_valid,  // a complete cell is offered
    output logic [8*CELL/PARTS-1:0] part_data,  // a part of the cell: byte k of part i is byte k % G +
                                                // G (k / G PARTS + i) of the cell; G: bytes of a group
    output logic      [BW-1:0]     cell_bytes,  // bytes less one
    output logic                   cell_last,   // last cell of its frame
    output logic                   cell_bad,    // with cell_last: the frame is bad
    output logic                   cell_cut,    // with cell_last: the frame is cut; ignore cell_bytes
    input  wire logic              early_slot,  // slot, two cycles earlier
    input  wire logic              slot,        // the port's slot
    input  wire logic              cell_take    // take the offered cell; only in the slot
);
  localparam int Bytes = DW / 8;
  localparam int Words = CELL / Bytes;
  localparam int WW = Words > 1 ? $clog2(Words) : 1;

  logic [1:0] fill, show;  // cell being filled, cell shown
  logic [2:0] full_cells;  // complete cells
  logic open;              // the last one of them is inside a frame and waits for the next word
  logic [WW-1:0] word;
  logic accepting, ignoring;                          // inside a frame whose words are stored; words are ignored
  logic no_byte, ends_open;                           // the word has no byte; the frame ends with the open cell
  logic store, cell_end, cut, final_word;             // a word is stored; ends its cell
  assign s_tready = !up || ignoring || !full_cells[2];
  assign store = s_tvalid && up && !ignoring && !full_cells[2];
  assign cut = (accepting && !up);
  sluice_switch_ignore ignore (.clk, .rst, .word(s_tvalid), .passes(up && !ignoring), .last(s_tlast), .ignoring);
  assign frame_end = cut || (store && s_tlast);
  assign no_byte = s_tkeep == '0;
  assign ends_open = open && (cut || (store && s_tlast && no_byte));
  assign cell_end = cut ? !open : store && (final_word || (s_tlast && !(open && no_byte)));

  logic [BW-1:0] last_byte;  // index of the last byte of this word
  always_comb begin
    last_byte = '0;
    for (int b = 1; b < Bytes; b++) if (s_tkeep[b]) last_byte = BW'(b);
  end
  logic [BW-1:0] first_byte, end_byte;  // index of the first byte of this word in its cell;
                                        // of the last byte of the cell
  assign first_byte = BW'(32'(word) * Bytes);
  assign end_byte = no_byte && (open || word != '0) ? first_byte - 1'b1 : first_byte | last_byte;

  logic [BW+2:0] cell_info[4];  // last, bad, cut, bytes less one
  always_ff @(posedge clk) begin
    if (rst) begin
      {fill, show, full_cells, open, word, accepting} <= '0;
    end else begin
      if (store) accepting <= !s_tlast;
      else if (!up) accepting <= 1'b0;
      if (frame_end) word <= '0;
      else if (store) word <= word + 1'b1;
      fill <= fill + 2'(cell_end);
      show <= show + 2'(cell_take);
      if (cell_end != cell_take) full_cells <= cell_end ? full_cells + 3'd1 : full_cells - 3'd1;
      if (store || cut) open <= store && final_word && !s_tlast;
    end
    if (rst || frame_end) final_word <= 1'b0;
    else if (store) final_word <= 32'(word) == Words - 2;
    // final with the last word of the cell
    if (store || cut) cell_info[fill - 2'(ends_open)] <= {cut || s_tlast, s_tuser && s_tlast, cut, end_byte};
  end

  // A group is several words, a part several groups. A bank holds the words at one position of all parts.
  localparam int Group = Bytes < 16 ? 16 / Bytes : 1;
  localparam int Banks = Words / PARTS;
  logic slot_2;
  logic [1:0] cell_at, part_at;  // read address, one cycle before part_data
  logic [1:0] part;              // part of the cell to which the word belongs
  logic fills_shown;             // the shown cell is the one being filled
  assign part = 2'(32'(word) / Group % PARTS);
  assign fills_shown = fill == show && !full_cells[2];
  always_ff @(posedge clk) begin
    slot_2 <= slot;
    if (!slot_2) cell_at <= show;  // part 3 is read after show is the next cell
    part_at <= early_slot ? 2'd1 : slot ? 2'd2 : slot_2 ? 2'd3 : 2'd0;
  end
  genvar w;
  generate
    for (w = 0; w < Banks; w = w + 1) begin : g_bank
      localparam int First = w / Group * Group * PARTS + w % Group;  // first word of this bank
      logic [DW-1:0] bank[16];
      localparam int Second = First + Group;  // word of this bank in part 1
      logic bank_write, arrives;
      assign bank_write = 32'(word) == First + 32'(part) * Group;
      always_ff @(posedge clk) begin
        if (store && bank_write) bank[{fill, part}] <= s_tdata;
        // Part 1 is read in the cycle before the slot. If the slot takes the cell, a word of part 1 that is not yet
        // stored arrives in this cycle.
        arrives <= early_slot && fills_shown && (32'(word) < Second || (32'(word) == Second && !store));
        part_data[w*DW+:DW] <= arrives ? s_tdata : bank[{cell_at, part_at}];
      end
    end
  endgenerate
  assign cell_valid = full_cells != {2'b0, open};
  assign {cell_last, cell_bad, cell_cut, cell_bytes} = cell_info[show];
  logic unused_keep;
  assign unused_keep = ^s_tkeep;
endmodule
`default_nettype wire

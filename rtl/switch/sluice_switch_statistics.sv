// The counters of the switch: frames, bytes, pauses, in and out, and storms, per port and class; drops per port and
// reason. Reports of an output wait in a queue until the slot of the port. Events are counted in narrow counters, wide
// enough for one round of visits, which are added to 64-bit counters, one per cycle (sluice_switch_counter_ram).
// Latency: an access is done 11 cycles after it is shown. A read of a low word latches the high word; the next read of
// any high word returns it.
// Collisions: all events of a cycle are counted.
`default_nettype none
module sluice_switch_statistics #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int PW = 2,  // bits of a port number
    parameter int CW = 3,  // bits of a class number
    parameter int NB = 9,  // bits of a frame's cells
    parameter int AW = 12  // 2^AW cells
) (
    clk, rst, clear, clear_at, slot, port,
    outcome, ended, pause_in, pause_out, storm,
    write, read, addr, done, rdata
);
  `SLUICE_SWITCH_OUTCOME(PW, CW, NB, AW)
  `SLUICE_SWITCH_ENDED(NP, CW)
  `SLUICE_SWITCH_PAUSE(NC, PW)
  `SLUICE_SWITCH_STORM(PW, CW)
  input wire logic          clk;
  input wire logic          rst;
  input wire logic          clear;     // clear the rows at clear_at
  input wire logic [PW+3:0] clear_at;  // row of all counters to clear
  input wire logic          slot;      // this slot belongs to a port
  input wire logic [PW-1:0] port;      // port of this slot
  // Events
  input wire outcome_t      outcome;    // a frame has its outcome
  input wire ended_t        ended;      // frames have left their outputs, or were dropped there
  input wire pause_t        pause_in;   // a message to the MMU
  input wire pause_t        pause_out;  // a message from the MMU
  input wire storm_t        storm;      // a storm begins or ends
  // Bus
  input wire logic          write;  // a write, held until done; it has no effect
  input wire logic          read;   // a read, held until done
  input wire logic [11:0]   addr;   // upper bit of the counter, port, its other bits, half: 1, 4, 6 and 1 bits
  output logic              done;   // the access is done
  output logic     [31:0]   rdata;  // data of a read

  // At most one cell of a port arrives per turn of the wheel, and the port's output holds four cells: eight places are
  // enough.
  localparam int EW = 4 + CW + 1 + 14;
  logic [EW-1:0] end_shown[NP];
  logic [NP-1:0] has_end, shows;  // shows: the slot of the port, one cycle later
  logic [PW-1:0] port_1;
  logic out_valid, out_marked;
  logic [PW-1:0] out_port;
  logic [3:0] out_reason;
  logic [CW-1:0] out_class;
  logic [13:0] out_bytes;
  genvar p;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      logic [EW-1:0] end_queue[8];
      logic [2:0] fill, show;
      always_ff @(posedge clk) begin
        if (rst) {fill, show} <= '0;
        else begin
          fill <= fill + 3'(ended.valid[p]);
          show <= show + 3'(shows[p] && has_end[p]);
        end
        if (ended.valid[p])
          end_queue[fill] <= {ended.reason[4*p+:4], ended.cls[CW*p+:CW], ended.marked[p], ended.bytes[14*p+:14]};
      end
      assign has_end[p] = fill != show;
      assign end_shown[p] = end_queue[show];
    end
  endgenerate
  always_ff @(posedge clk) begin
    for (int i = 0; i < NP; i++) shows[i] <= slot && port == PW'(i) && !rst;
    port_1 <= rst ? '0 : port;  // with a reset only to keep it a register of its own
    out_valid <= !rst && (shows & has_end) != '0;
    out_port <= port_1;
    {out_reason, out_class, out_marked, out_bytes} <= end_shown[port_1];
  end

  // Narrow counters: one event per cycle, and a round is shorter than 2^(PW + 8) cycles. The bytes in that time are
  // below 2^18 (docs/hardware/switch-timing.md).
  localparam int RW = PW + 7;
  localparam int NarrowBits = PW + 8;
  localparam int WideBits = 18;
  logic [RW-1:0] at;  // visited row: port, counter
  logic [PW+2:0] at_class;
  logic [PW+3:0] at_reason;
  logic [PW:0] at_egress_drop;
  assign at_class = {at[RW-1:7], at[2:0]};
  assign at_reason = {at[RW-1:7], at[3:0]};
  assign at_egress_drop = {at[RW-1:7], at[2]};
  logic [NarrowBits-1:0] frames_in, frames_out, marked, storms, restored, storm_drops, drops, egress_drops;
  logic [WideBits-1:0] bytes_in, bytes_out, marked_bytes;
  logic [NarrowBits*NC-1:0] rx_values, tx_values;
  logic in_accepted, out_sent, out_sent_marked;
  // Each RAM of counters is cleared one cycle after the one before it, so that no register drives all of them; every
  // row is cleared several times. The first events come later: a message after three cycles without clear, a frame
  // after 15.
  logic [12:0] clears;
  logic [11:0] clears_1;
  assign clears = {clears_1, clear};
  always_ff @(posedge clk) clears_1 <= clears[11:0];
  logic [PW+2:0] in_row, out_row, storm_row;  // of counters per port and class
  assign in_row = {outcome.port, 3'(outcome.cls)};
  assign out_row = {out_port, 3'(out_class)};
  assign storm_row = {storm.port, 3'(storm.cls)};
  assign in_accepted = outcome.valid && outcome.reason == '0;
  assign out_sent = out_valid && out_reason == '0;
  assign out_sent_marked = out_sent && out_marked;
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_frames_in (
      .clk, .clear(clears[2]), .clear_at(clear_at[PW+2:0]),
      .add(in_accepted), .add_at(in_row), .amounts(1'b1),
      .read_at(at_class), .values(frames_in));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(14), .BITS(WideBits)) count_bytes_in (
      .clk, .clear(clears[3]), .clear_at(clear_at[PW+2:0]),
      .add(in_accepted), .add_at(in_row), .amounts(outcome.bytes),
      .read_at(at_class), .values(bytes_in));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_frames_out (
      .clk, .clear(clears[5]), .clear_at(clear_at[PW+2:0]),
      .add(out_sent), .add_at(out_row), .amounts(1'b1),
      .read_at(at_class), .values(frames_out));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(14), .BITS(WideBits)) count_bytes_out (
      .clk, .clear(clears[6]), .clear_at(clear_at[PW+2:0]),
      .add(out_sent), .add_at(out_row), .amounts(out_bytes),
      .read_at(at_class), .values(bytes_out));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_marked (
      .clk, .clear(clears[8]), .clear_at(clear_at[PW+2:0]),
      .add(out_sent_marked), .add_at(out_row), .amounts(1'b1),
      .read_at(at_class), .values(marked));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(14), .BITS(WideBits)) count_marked_bytes (
      .clk, .clear(clears[9]), .clear_at(clear_at[PW+2:0]),
      .add(out_sent_marked), .add_at(out_row), .amounts(out_bytes),
      .read_at(at_class), .values(marked_bytes));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_storms (
      .clk, .clear(clears[11]), .clear_at(clear_at[PW+2:0]),
      .add(storm.begins), .add_at(storm_row), .amounts(1'b1),
      .read_at(at_class), .values(storms));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_restored (
      .clk, .clear(clears[12]), .clear_at(clear_at[PW+2:0]),
      .add(storm.ends), .add_at(storm_row), .amounts(1'b1),
      .read_at(at_class), .values(restored));
  sluice_switch_counters #(.ROWS(NP * 8), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_storm_drops (
      .clk, .clear(clears[10]), .clear_at(clear_at[PW+2:0]),
      .add(out_valid && out_reason == sluice_switch_pkg::WATCHDOG), .add_at(out_row), .amounts(1'b1),
      .read_at(at_class), .values(storm_drops));
  sluice_switch_counters #(.ROWS(NP * 16), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_drops (
      .clk, .clear(clears[1]), .clear_at,
      .add(outcome.valid && outcome.reason != '0), .add_at({outcome.port, outcome.reason}), .amounts(1'b1),
      .read_at(at_reason), .values(drops));
  // Drops LINK and WATCHDOG, at the outputs; bit 2 of the reason distinguishes them
  sluice_switch_counters #(.ROWS(NP * 2), .COLUMNS(1), .AMOUNT(1), .BITS(NarrowBits)) count_egress_drops (
      .clk, .clear(clears[7]), .clear_at(clear_at[PW:0]),
      .add(out_valid && out_reason != '0), .add_at({out_port, out_reason[2]}), .amounts(1'b1),
      .read_at(at_egress_drop), .values(egress_drops));
  sluice_switch_counters #(.ROWS(NP), .COLUMNS(NC), .AMOUNT(1), .BITS(NarrowBits)) count_pauses_in (
      .clk, .clear(clears[0]), .clear_at(clear_at[PW-1:0]),
      .add(pause_in.valid), .add_at(pause_in.port), .amounts(pause_in.classes),
      .read_at(at[RW-1:7]), .values(rx_values));
  sluice_switch_counters #(.ROWS(NP), .COLUMNS(NC), .AMOUNT(1), .BITS(NarrowBits)) count_pauses_out (
      .clk, .clear(clears[4]), .clear_at(clear_at[PW-1:0]),
      .add(pause_out.valid), .add_at(pause_out.port), .amounts(pause_out.classes),
      .read_at(at[RW-1:7]), .values(tx_values));

  // The visited counter, two cycles later: one bit for each kind, and for each class of pauses
  logic frames_in_1, bytes_in_1, frames_out_1, bytes_out_1, marked_1, marked_bytes_1;
  logic storms_1, restored_1, storm_drops_1, egress_drops_1, drops_1;
  logic [NC-1:0] pauses_in_1, pauses_out_1;
  logic [NarrowBits-1:0] narrow;
  logic [WideBits-1:0] narrow_2, mask_2;
  logic drop, is_egress_drop;
  assign drop = 32'(at[6:4]) == sluice_switch_pkg::DROPS / 16;
  assign is_egress_drop = at[3:0] == sluice_switch_pkg::LINK || at[3:0] == sluice_switch_pkg::WATCHDOG;
  always_comb begin
    narrow = (frames_in & {NarrowBits{frames_in_1}}) | (frames_out & {NarrowBits{frames_out_1}}) |
        (marked & {NarrowBits{marked_1}}) | (storms & {NarrowBits{storms_1}}) | (restored & {NarrowBits{restored_1}}) |
        (storm_drops & {NarrowBits{storm_drops_1}}) |
        (egress_drops & {NarrowBits{egress_drops_1}}) | (drops & {NarrowBits{drops_1}});
    for (int c = 0; c < NC; c++)
      narrow |= (rx_values[NarrowBits*c+:NarrowBits] & {NarrowBits{pauses_in_1[c]}}) |
          (tx_values[NarrowBits*c+:NarrowBits] & {NarrowBits{pauses_out_1[c]}});
  end
  always_ff @(posedge clk) begin
    frames_in_1 <= 32'(at[6:3]) == sluice_switch_pkg::FRAMES_IN;
    bytes_in_1 <= 32'(at[6:3]) == sluice_switch_pkg::BYTES_IN;
    frames_out_1 <= 32'(at[6:3]) == sluice_switch_pkg::FRAMES_OUT;
    bytes_out_1 <= 32'(at[6:3]) == sluice_switch_pkg::BYTES_OUT;
    marked_1 <= 32'(at[6:3]) == sluice_switch_pkg::MARKED;
    marked_bytes_1 <= 32'(at[6:3]) == sluice_switch_pkg::MARKED_BYTES;
    storms_1 <= 32'(at[6:3]) == sluice_switch_pkg::STORMS;
    restored_1 <= 32'(at[6:3]) == sluice_switch_pkg::RESTORED;
    storm_drops_1 <= 32'(at[6:3]) == sluice_switch_pkg::STORM_DROPS;
    for (int c = 0; c < NC; c++) begin
      pauses_in_1[c] <= 32'(at[6:3]) == sluice_switch_pkg::PAUSES_IN && at[2:0] == 3'(c);
      pauses_out_1[c] <= 32'(at[6:3]) == sluice_switch_pkg::PAUSES_OUT && at[2:0] == 3'(c);
    end
    {egress_drops_1, drops_1} <= {drop && is_egress_drop, drop && !is_egress_drop};
    narrow_2 <= WideBits'(narrow) | (bytes_in & {WideBits{bytes_in_1}}) | (bytes_out & {WideBits{bytes_out_1}}) |
        (marked_bytes & {WideBits{marked_bytes_1}});
    mask_2 <= {{WideBits - NarrowBits{bytes_in_1 || bytes_out_1 || marked_bytes_1}}, {NarrowBits{1'b1}}};
  end

  // An access of the host: port, counter (kind and class, or 48 + reason)
  logic starts, request, granted, waiting, answered, exists;
  logic [3:0] host_port;
  logic [6:0] counter;
  logic [31:0] high;
  logic [63:0] value;
  assign host_port = addr[10:7];
  assign counter = {addr[11], addr[6:1]};
  assign starts = (write || read) && !waiting && !done;
  sluice_switch_counter_ram #(.RW(RW), .LOW(WideBits)) counter_ram (
      .clk, .clear, .request, .request_at({host_port[PW-1:0], counter}), .granted,
      .at, .narrow(narrow_2), .mask(mask_2), .answered, .value);
  // addr is stable while the access waits
  always_ff @(posedge clk) begin
    exists <= 32'(host_port) < NP &&
        (32'(counter[6:4]) == sluice_switch_pkg::DROPS / 16 || 32'(counter[2:0]) < NC);
    request <= !rst && (starts || (request && !granted));
    waiting <= !rst && (starts || (waiting && !answered));
    done <= !rst && answered;
    rdata <= addr[0] ? high : exists ? value[31:0] : '0;
    if (answered && read && !addr[0]) high <= exists ? value[63:32] : '0;
  end
  logic unused_fields;
  assign unused_fields = ^outcome;
endmodule
`default_nettype wire

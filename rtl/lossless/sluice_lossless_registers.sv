// Registers of the MAC control frames: address of each port, PAUSE instead of PFC, and counters of frames by kind. A
// RAM holds all written words for reads of the host. After reset each register is written with its reset value. Each
// kind of each port has a narrow counter, which is added to its 64-bit counter once in 16 * 2^PW cycles. In that time
// it counts less than 256 frames, because a control frame has 14 bytes or more (docs/hardware/lossless-switch.md).
// Latency: an access is done 3 cycles after it is shown. A read of a low word latches the high word; the next read of
// any high word returns it.
// Collisions: reset values win over an access, which waits.
`default_nettype none
module sluice_lossless_registers #(
    parameter int NP = 4,                       // ports
    parameter int PW = NP > 1 ? $clog2(NP) : 1  // derived: do not set
) (
    input  wire logic             clk,
    input  wire logic             rst,
    // Bus; an access is held until done
    input  wire logic             write,      // a write
    input  wire logic             read,       // a read
    input  wire logic [12:0]      addr,       // address of a 32-bit word, from REG_ADDRESS_LOW on
    input  wire logic [31:0]      wdata,      // data of a write
    output logic                  done,       // the access is done
    output logic      [31:0]      rdata,      // data of a read
    // Active values
    output logic      [48*NP-1:0] address,    // 48 bits of port p at [48 * p +: 48]
    output logic      [NP-1:0]    pause,      // the port sends PAUSE instead of PFC
    // Frames: pulses of one cycle
    input  wire logic [NP-1:0]    sent,       // a control frame was sent
    input  wire logic [2*NP-1:0]  sent_kind,  // kind, sluice_frame_pkg::SENT_*
    input  wire logic [NP-1:0]    seen,       // a control frame was received
    input  wire logic [3*NP-1:0]  seen_kind   // kind, sluice_frame_pkg::GOT_* or BAD_*
);
  // The scan: one kind of one port per cycle. The first round after reset clears the counters and writes the registers.
  logic [PW+3:0] scan;
  logic ready;
  always_ff @(posedge clk)
    if (rst) {scan, ready} <= '0;
    else begin
      scan <= scan + 1'b1;
      if (scan == '1) ready <= 1'b1;
    end

  // Registers

  logic counters, accept, store;
  logic [PW:0] at;
  logic [31:0] value, stored;
  logic accepted, is_register, port_exists;  // the access was accepted; names a register;
                                             // names a counter of a port that exists
  assign counters = addr[12:9] == 4'(sluice_lossless_pkg::REG_FRAMES >> 9);
  assign accept = (write || read) && ready && !accepted && !done;
  assign is_register = addr[12:5] == 8'(sluice_lossless_pkg::REG_ADDRESS_LOW >> 5) && 32'(addr[4:1]) < NP;
  assign port_exists = 32'(addr[8:5]) < NP;
  assign store = !ready || (accept && write && is_register);
  assign at = ready ? addr[PW:0] : scan[PW:0];
  // 02-00-00-00-00-NN: NN is the port number
  assign value = ready ? wdata : scan[0] ? sluice_lossless_pkg::RESET_ADDRESS_HIGH : 32'(scan[PW:1]);
  sluice_ram #(.AW(PW + 1), .DW(32), .FORWARDS(1'b0)) written (
      .clk, .write(store), .write_addr(at), .write_data(value), .read(accept && read), .read_addr(addr[PW:0]),
      .read_data(stored));
  genvar p, k;
  generate
    for (p = 0; p < NP; p = p + 1) begin : g_port
      always_ff @(posedge clk) begin
        if (store && at == (PW + 1)'(2 * p)) address[48*p+:32] <= value;
        if (store && at == (PW + 1)'(2 * p + 1))
          {pause[p], address[48*p+32+:16]} <= {value[sluice_lossless_pkg::ADDRESS_HIGH_PAUSE], value[15:0]};
      end
    end
  endgenerate

  // Counters

  logic [8*16*2**PW-1:0] counts;  // one row, so that one multiplexer selects a counter
  generate
    for (p = 0; p < 2 ** PW; p = p + 1) begin : g_frames
      for (k = 0; k < 16; k = k + 1) begin : g_kind
        if (p < NP && (k < sluice_lossless_pkg::SENT + 3 || k >= sluice_lossless_pkg::SEEN)) begin : g_used
          logic event_now, visit;
          logic [7:0] small_count;
          assign event_now = k < sluice_lossless_pkg::SEEN ? sent[p] && sent_kind[2*p+:2] == 2'(k) :
              seen[p] && seen_kind[3*p+:3] == 3'(k);
          assign visit = scan == (PW + 4)'(16 * p + k);
          always_ff @(posedge clk) small_count <= rst ? '0 : (visit ? 8'd0 : small_count) + 8'(event_now);
          assign counts[8*(16*p+k)+:8] = small_count;
        end else begin : g_unused
          assign counts[8*(16*p+k)+:8] = '0;
        end
      end
    end
  endgenerate
  logic [7:0] amount;
  assign amount = counts[8*scan+:8];
  logic [63:0] frames;
  sluice_switch_counters #(.ROWS(16 * 2 ** PW), .COLUMNS(1), .AMOUNT(8)) rows (
      .clk, .clear(!ready), .clear_at(scan), .add(ready), .add_at(scan), .amounts(amount), .read_at(addr[PW+4:1]),
      .values(frames));

  // Answer

  logic [31:0] high;
  always_ff @(posedge clk) begin
    accepted <= accept && !rst;
    done <= accepted && !rst;
    rdata <= counters ? (!port_exists ? '0 : addr[0] ? high : frames[31:0]) : is_register ? stored : '0;
    if (accepted && read && counters && !addr[0]) high <= port_exists ? frames[63:32] : '0;
  end
endmodule
`default_nettype wire

// Registers as they were written, in a RAM that the host writes and reads and that a commit walks through. What is read
// is what was written, also a value that does not fit. A register that was not written since reset reads 0: a bit for each
// one that the build has says so, and no clearing is needed. Others have no such bit, and read 0 for ever.
// A read meets all writes of the clocks before; a write with a read in one clock is a write. During a commit (idle low)
// writes are ignored, and reads of all but STATUS are not answered.
// Latency: read in clock t, rvalid and rdata in clock t + 4, rdata otherwise 0; at in clock t, value in clock t + 3.
`default_nettype none
module sluice_registers #(
    parameter int NC = 8,
    parameter logic [5:0] SCHEMES = 63
) (
    input  wire logic        clk,
    input  wire logic        rst,
    input  wire logic        write,
    input  wire logic        read,
    input  wire logic [5:0]  addr,
    input  wire logic [31:0] wdata,
    output logic             rvalid,
    output logic      [31:0] rdata,
    input  wire logic [6:0]  status,
    input  wire logic        idle,       // no commit is under way
    output logic             asked,      // COMMIT is written in this clock
    output logic             staged,     // a register was in the last one
    output logic             structural, // that changes only while the buffer is empty
    input  wire logic [5:0]  at,         // the walk's place, where idle is low
    output logic      [31:0] value
);
  logic [63:0] exists, written;
  always_comb for (int r = 0; r < 64; r++) exists[r] = sluice_pkg::built(r, NC, SCHEMES);

  logic take;
  assign take = write && idle;
  assign asked = take && addr == sluice_pkg::REG_COMMIT;
  always_ff @(posedge clk)
    if (rst) {staged, structural} <= '0;
    else begin
      staged <= take && exists[addr];
      structural <= take && exists[addr] && addr[5:$clog2(sluice_pkg::FIRST_ANY_TIME)] == '0;
    end

  // no_rw_check: nothing is made of what is read in the clock of a write.
`ifdef SLUICE_LUTRAM
  (* no_rw_check, ram_style = "distributed" *) logic [31:0] mem[64];
`else
  (* no_rw_check *) logic [31:0] mem[64];
`endif
  logic [5:0] place;
  logic [31:0] stored;
  always_ff @(posedge clk) begin
    if (take) mem[addr] <= wdata;
    place <= !idle ? at : write ? sluice_pkg::REG_HEADROOM : addr;  // a write may be a COMMIT
    stored <= mem[place];
  end

  // Of every eight the one, in the clock of the RAM; of these the right one, in the next.
  logic [7:0] known;
  logic [2:0] row;
  always_ff @(posedge clk) begin
    if (rst) written <= '0;
    else written <= exists & (written | (64'(take) << addr));
    for (int i = 0; i < 8; i++) known[i] <= written[8*i+32'(place[2:0])];
    row <= place[5:3];
    value <= stored & {32{known[row]}};
  end

  // Answers. STATUS does not pass through value, which belongs to the walk.
  logic reads1, reads2, reads3, status1, status2, status3;
  logic [6:0] status_then;
  always_ff @(posedge clk) begin
    if (rst) {reads1, reads2, reads3, status1, status2, status3, rvalid} <= '0;
    else begin
      reads1 <= read && !write && idle;
      status1 <= read && !write && addr == sluice_pkg::REG_STATUS;
      {reads2, reads3, status2, status3} <= {reads1, reads2, status1, status2};
      rvalid <= reads3 || status3;
    end
    status_then <= status & {7{status2}};
    rdata <= (value & {32{reads3}}) | {25'b0, status_then};
  end
endmodule
`default_nettype wire

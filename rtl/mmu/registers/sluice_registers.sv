// Registers as written, in a RAM that the host writes and reads, and that a commit reads. A read returns the written
// value, even if that value does not fit its register. A register that was not written since reset reads 0: a bit per
// existing register marks written registers, so no clearing is needed.
// Registers that the build does not have read 0.
// A read includes all writes of earlier cycles. A write and a read in the same cycle are a write. During a commit (idle
// low) writes are ignored, and only reads of STATUS are answered.
// Latency: read in cycle t, rvalid and rdata in t + 4, rdata otherwise 0. at in cycle t, value in t + 3.
`default_nettype none
module sluice_registers #(
    parameter int NC = 8,               // classes
    parameter logic [6:0] SCHEMES = 127  // bit s: scheme s of sluice_pkg is built
) (
    input  wire logic        clk,          // clock
    input  wire logic        rst,          // synchronous reset, active high
    input  wire logic        write,        // write a register
    input  wire logic        read,         // read a register
    input  wire logic [5:0]  addr,         // number of the register
    input  wire logic [31:0] wdata,        // value to write
    output logic             rvalid,       // the value read
    output logic      [31:0] rdata,        // 0 without rvalid
    input  wire logic [6:0]  status,       // STATUS, see sluice_pkg
    input  wire logic        idle,         // no commit is under way
    output logic             asked,        // COMMIT is written in this cycle
    output logic             reg_written,  // a register was written in the last cycle
    output logic             structural,   // that register changes only while the MMU is empty
`ifdef FORMAL
    input  wire logic [5:0]  watch,    // for the proofs: number of a register
    output logic      [31:0] watched,  // for the proofs: its written value
`endif
    input  wire logic [5:0]  at,           // the register that the commit reads, while idle is low
    output logic      [31:0] value         // value of that register, three cycles later
);
  logic [63:0] exists, structure, written;
  always_comb
    for (int r = 0; r < 64; r++) begin
      exists[r] = sluice_pkg::built(r, NC, SCHEMES);
      structure[r] = exists[r] && r < 32'(sluice_pkg::FIRST_ANY_TIME);  // a table: a comparison would use a carry chain
    end

  logic take;
  assign take = write && idle;
  assign asked = take && addr == sluice_pkg::REG_COMMIT;
  always_ff @(posedge clk)
    if (rst) {reg_written, structural} <= '0;
    else begin
      reg_written <= take && exists[addr];
      structural <= take && structure[addr];
    end

  // no_rw_check: a word that is read in the cycle of a write is not used.
`ifdef SLUICE_LUTRAM
  (* no_rw_check, ram_style = "distributed" *) logic [31:0] mem[64];
`else
  (* no_rw_check *) logic [31:0] mem[64];
`endif
  logic [5:0] place;
  logic [31:0] stored;
  always_ff @(posedge clk) begin
    if (take) mem[addr] <= wdata;
    // the write may be a COMMIT, whose first register is HEADROOM
    place <= !idle ? at : write ? sluice_pkg::REG_HEADROOM : addr;
    stored <= mem[place];
  end

`ifdef FORMAL
  assign watched = mem[watch] & {32{written[watch]}};
`endif

  // One bit of each eight is selected in the cycle of the RAM, one of these eight in the next cycle.
  logic [7:0] known;
  logic [2:0] row;
  always_ff @(posedge clk) begin
    if (rst) written <= '0;
    else written <= exists & (written | (take ? 64'd1 << addr : '0));
    for (int i = 0; i < 8; i++) known[i] <= written[8*i+32'(place[2:0])];
    row <= place[5:3];
    value <= stored & {32{known[row]}};
  end

  // Answers. STATUS has a path of its own; value belongs to the commit.
  logic reads1, reads2, reads3, status1, status2, status3;
  logic [6:0] status_then1, status_then2, status_then;  // STATUS in the cycle of the read, one to three cycles later
  always_ff @(posedge clk) begin
    if (rst) {reads1, reads2, reads3, status1, status2, status3, rvalid} <= '0;
    else begin
      reads1 <= read && !write && idle;
      status1 <= read && !write && addr == sluice_pkg::REG_STATUS;
      {reads2, reads3, status2, status3} <= {reads1, reads2, status1, status2};
      rvalid <= reads3 || status3;
    end
    {status_then1, status_then2} <= {status, status_then1};
    status_then <= status_then2 & {7{status2}};
    rdata <= (value & {32{reads3}}) | {25'b0, status_then};
  end
endmodule
`default_nettype wire

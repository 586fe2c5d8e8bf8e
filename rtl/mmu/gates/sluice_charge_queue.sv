// Charge queue of GFC [spec 6; GFC 4.1, 4.2]: packets wait in a FIFO, and one after another becomes a charge. GFC
// charges the cells of a packet.
// GFC-linear charges cells * D / C, by adding multiples of D / C in as many cycles as the cells of this packet have
// bits.
// The limiter takes a charge in a cycle that suits it. A packet that finds the FIFO full is ignored. The FIFO has one
// word or more per queue, so only packets that violate the gate find it full.
// Latency: packet in cycle t, charge (ready) in t + 4 at the earliest; GFC-linear later by the bits of the cells.
// Throughput: one packet in 4 cycles; GFC-linear: 4 cycles and the bits of the cells. The charge is stable until two
// cycles after it is taken. With PORT_LIMITS, if GFC-linear is built, DRAIN_CYCLES of the port takes two cycles more.
`default_nettype none
module sluice_charge_queue #(
    parameter int AW = 5,              // bits of a queue's number
    parameter int NB = 14,             // bits of a packet's cells
    parameter int CB = 46,             // bits of a charge
    parameter int FRACTION = 31,       // GFC: fraction bits of a charge
    parameter logic [0:0] STAGED = 1,  // GFC is built
    parameter logic [0:0] LINEAR = 1,  // GFC-linear is built
    parameter int NP = 4,              // ports
    parameter int PW = 2,              // bits of a port
    parameter logic [0:0] PORT_LIMITS = 0  // each port has its own DRAIN_CYCLES
) (
    clk, rst, reset, linear, drain_cycles, commit, valid, queue, cells, full, ready, charged, charged_ahead, charge,
`ifdef FORMAL
    watch, watched,
`endif
    take
);
  `SLUICE_COMMIT(PW)
  input wire logic clk;                   // clock
  input wire logic rst;                   // synchronous reset, active high
  input wire logic reset;                 // forget all packets
  input wire logic linear;                // the scheme is GFC-linear
  input wire logic [31:0] drain_cycles;   // D / C in 2^-8 cycles
  input commit_t commit;                  // the commit bus: with PORT_LIMITS each port has its own C
  input wire logic valid;                 // a packet
  input wire logic [AW-1:0] queue;        // queue of the packet
  input wire logic [NB-1:0] cells;        // cells of the packet
  output logic full;                      // the packet is ignored
  output logic ready;                     // a charge is valid
  output logic [AW-1:0] charged;          // queue of the charge
  output logic [AW-1:0] charged_ahead;    // queue of the charge, of the next cycle
  output logic [CB-1:0] charge;           // the charge: GFC: cells / 2^FRACTION; GFC-linear: cells * cycles / 2^8
`ifdef FORMAL
  input wire logic [AW-1:0] watch;        // for the proofs: a queue
  output logic [1:0] watched;             // for the proofs: waiting packets of the queue at watch: none, one, more
`endif
  input wire logic take;                  // the charge is taken
  localparam int DW = AW > 4 ? AW : 4;  // log2 of the depth
  // no_rw_check: a word is read in a later cycle than it is written.
`ifdef SLUICE_LUTRAM
  (* no_rw_check, ram_style = DW <= 6 ? "distributed" : "auto" *) logic [AW+NB-1:0] mem[2**DW];
`else
  (* no_rw_check *) logic [AW+NB-1:0] mem[2**DW];
`endif
  logic [DW:0] head, tail;
  logic [AW+NB-1:0] first;
  logic some, pop, fetched, computing;
  logic fetching;           // PORT_LIMITS: a packet was fetched, DRAIN_CYCLES of its port was not
  logic [31:0] port_drain;  // DRAIN_CYCLES of the port of the fetched packet
  assign some = head != tail;
  assign full = (head ^ tail) == {1'b1, {DW{1'b0}}};
  assign pop = some && !fetched && !computing && !fetching;
  always_ff @(posedge clk) begin
    if (valid && !full) mem[tail[DW-1:0]] <= {queue, cells};
    if (pop) first <= mem[head[DW-1:0]];
    if (reset) {head, tail, computing} <= '0;
    else begin
      tail <= tail + (DW + 1)'(valid && !full);
      head <= head + (DW + 1)'(pop);
      computing <= fetched || (computing && !take);
    end
    charged <= charged_ahead;
  end
  assign charged_ahead = fetched ? first[AW+NB-1:NB] : charged;

  generate
    if (PORT_LIMITS && LINEAR) begin : g_limits
      logic [1:0] reads;
      always_ff @(posedge clk) {reads, fetched} <= reset ? '0 : {pop, reads};
      assign fetching = reads != '0;
      sluice_limits #(.BITS(32), .NP(NP), .PW(PW)) port_drain_cycles (
          .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_DRAIN_CYCLES]), .write_port(commit.port),
          .write_data(commit.data), .take(commit.take), .port(first[AW+NB-1-:PW]), .limit(port_drain));
    end else begin : g_no_limits
      always_ff @(posedge clk) fetched <= !reset && pop;
      assign fetching = 1'b0;
      assign port_drain = drain_cycles;
    end
  endgenerate
  logic unused_limits;
  assign unused_limits = ^{rst, commit, drain_cycles};

  logic [CB-1:0] cells_alone;
  generate
    if (STAGED) begin : g_staged
      assign cells_alone = CB'(first[NB-1:0]) << FRACTION;
    end else begin : g_no_staged
      assign cells_alone = '0;
    end
    if (LINEAR) begin : g_linear
      logic [NB-1:0] left;        // bits of the cells that are not yet multiplied
      logic [CB-1:0] multiple;
      always_ff @(posedge clk)
        if (fetched) begin
          left <= first[NB-1:0] & {NB{linear}};
          multiple <= CB'(port_drain);
          charge <= linear ? '0 : cells_alone;
        end else begin
          left <= left >> 1;
          multiple <= multiple << 1;
          if (left[0]) charge <= charge + multiple;
        end
      assign ready = computing && left == '0;
    end else begin : g_no_linear
      always_ff @(posedge clk) if (fetched) charge <= cells_alone;
      assign ready = computing;
      logic unused;
      assign unused = ^{linear, port_drain};
    end
  endgenerate

`ifdef FORMAL
`include "sluice_charge_queue.svh"
`endif
endmodule
`default_nettype wire

// Assumptions of proofs that no proof guarantees (docs/verification/proofs.md), as assertions in the Verilated MMUs
// that only tests use. The files of the RTL are unchanged, and the program has no checks. A check that fails is a
// mismatch of the lock-step run, with its cycle, what was counted, and the expected and the actual value.
// edge: the Verilated copy of the RTL counts every edge of clk (rtl.mk).
`default_nettype none
module mmu_checks (
    input wire logic        clk,
    input wire logic        rst,          // the tables are not cleared yet
    input wire logic        empty,        // sluice_empty
    input wire logic        restructure,  // structural registers change at this clock edge
    input wire logic        load,         // one cycle later: the new size of the pool arrives as freed cells
    input wire logic [31:0] counted,      // cells accepted in this cycle
    input wire logic [31:0] fallen,       // cells dequeued in this cycle
    input wire logic [31:0] charged,      // cells charged to a headroom group
    input wire logic [31:0] returned,     // cells that a visit takes from the charge of a group
    input wire logic [31:0] shared,       // cells charged to the shared pool
    input wire logic [31:0] freed,        // cells returned to it, or its new size
    input wire logic        configured,   // before the first configuration all dequeues are refused
    input wire logic [12:0] enqueues,     // stages of the pipelines that hold an enqueue or its snapshot
    input wire logic [5:0]  dequeues,     // stages that hold a dequeue
    // a queue is not free, a port is not free, the visit that is judged makes one not free
    input wire logic [2:0]  levels
);
  import "DPI-C" function void shim_check_failed(input string what, input int expected, input int got);
  int cells, charge, s;  // of all queues, of all groups, of the shared pool, by the events
  always_ff @(edge clk)
    if (rst) {cells, charge, s} <= '0;
    else begin
      cells <= cells + counted - fallen;
      charge <= charge + charged - returned;
      s <= s + shared - (load ? 0 : freed);
      // `empty` is right, and structural registers change only while the MMU is empty
      if (empty || restructure || load) begin
        if (cells != 0) shim_check_failed("cells in queues while empty", 0, cells);
        if (charge != 0) shim_check_failed("cells charged to groups while empty", 0, charge);
        if (s != 0) shim_check_failed("cells in the shared pool while empty", 0, s);
        if (levels != 0) shim_check_failed("states that are not free while empty", 0, 32'(levels));
      end
      if (empty || restructure) begin
        if (enqueues != 0) shim_check_failed("stages with an enqueue while empty", 0, 32'(enqueues));
        if (dequeues != 0 && configured) shim_check_failed("stages with a dequeue while empty", 0, 32'(dequeues));
      end
      // A3 of sluice_pool_free: S does not become negative
      if (!load && freed > s) shim_check_failed("cells freed of the shared pool, at most", s, freed);
    end
endmodule

bind sluice_mmu mmu_checks checks (
    .clk, .rst(rst || !ready), .empty, .restructure, .load(account.restructured),
    .counted(32'(account.charges_6.counted)), .fallen(32'(account.fallen)), .charged(32'(account.charges_6.charged)),
    .returned(32'(account.freed_9) + 32'(account.to_headroom_9)), .shared(32'(account.charges_6.shared)),
    .freed(32'(W'(~account.not_freed_10))),
    .configured(cfg.configured),
    .enqueues({account.enq_takes, account.e.c1.takes, account.e.c2.takes, account.e.c3.takes, account.e.c4.takes,
        account.e.c5.takes, account.e.c6.takes, account.e.c7.takes, snapshot.valid, states.delayed.v, states.valid_3,
        states.pause_state.valid1[0]}),
    .dequeues(account.dequeue_pipeline.v),
    .levels({states.pause_state.valid1[1] && (states.set_off[1] || states.port_set_off[1] || states.stage_some[1]),
        port_off != '0, queue_level_active != '0}));
`default_nettype wire

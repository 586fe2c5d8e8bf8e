// Accounting [spec 3]: the occupancy of every queue, headroom group and pool, in cells. It connects these modules:
//   sluice_enqueue          pipeline of enqueues, cycle 0 .. 8
//   sluice_dequeue          pipeline of dequeues, cycle 0 .. 6
//   sluice_visit            pipeline of the scan's visits, cycle 0 .. 10
//   sluice_queue_counters   monotone counters of queues, in RAM, one writer each
//   sluice_group_counters   monotone counters of headroom groups, the same way
//   sluice_hazards          flags for the forwarding of writes to words under way
//   sluice_under_way, sluice_pool_free, sluice_group_off, sluice_admit   admission, cycle 5 of an enqueue
//   sluice_count            counters after the enqueue, cycle 7, and its snapshot, cycle 8
//   sluice_settle, sluice_missed   settlement of a group by a visit
//   sluice_incomplete       enqueues that a visit's snapshot misses
//   sluice_partition        TTL: partitions of the classes
//   sluice_headroom_pool    SHP: headroom of the ports and the pool
//   sluice_empty            whether the MMU holds any cell
//   sluice_limits           PORT_LIMITS: PRIVATE, HEADROOM and PORT_HEADROOM of each port
// Admission reads counters that miss the enqueues of the last 5 cycles; sluice_under_way and sluice_pool_free add their
// cells.
// Latency: admission result 6 cycles after the enqueue, its snapshot 8; deq_error 6 cycles after the dequeue; a visit's
// snapshot 6.
`default_nettype none
module sluice_account #(
    parameter int NP = 4,            // ports
    parameter int NC = 8,            // classes
    parameter int W = 18,            // bits of a cell counter
    parameter int HW = 14,           // bits of a headroom counter
    parameter int NB = 14,           // bits of a packet's cells
    parameter int PW = 2,            // bits of a port
    parameter int CW = 3,            // bits of a class
    parameter logic TTL = 1,         // scheme TTL is built
    parameter logic SHP = 1,         // scheme SHP is built
    parameter logic [0:0] PORT_LIMITS = 0,  // each port has its own limits
    parameter logic [0:0] GATES = 0  // see sluice_mmu
) (
    clk, clk_pool, rst, force_clocks, ready, clear, clear_addr, enqueue, enq_dropped, dequeue, scan, wake,
    returns_cells,
    event_valid, event_queue, cfg, restructure, new_shared, commit, empty, queue_off, port_off, result, deq_error,
    pool_free, used, free_class, partition_free, snapshot, snapshot_phi, snapshot_eta_2, scan_snap,
    visit_port_4, enq_came, enq_came_port, visit_holds
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_EVENT(W)
  `SLUICE_ENQUEUE(NB)
  `SLUICE_ADMISSION
  `SLUICE_CHARGES(NB)
  `SLUICE_RESULT
  `SLUICE_SCAN
  `SLUICE_VISIT
  `SLUICE_CONFIG(NC, CW, W)
  `SLUICE_COMMIT(PW)
  `SLUICE_SNAPSHOT(W, HW)
  `SLUICE_VISIT_SNAPSHOT(W)
  input wire logic clk;                      // clock
  input wire logic clk_pool;                 // runs for 12 cycles after an enqueue and after returns_cells
  input wire logic rst;                      // synchronous reset, active high
  input wire logic force_clocks;             // all clock gates are open
  output logic ready;                        // the tables are cleared
  output logic clear;                        // sweep of all addresses after reset, for the tables of others too
  output logic [PW+CW-1:0] clear_addr;       // address of the sweep
  // cycle 0
  input event_t enqueue;                     // a packet has arrived
  input wire logic enq_dropped;              // TTL: dropped by a rule
  input event_t dequeue;                     // a packet has left
  input scan_t scan;                         // the visit
  output logic wake;                         // the scan has to run
  output logic returns_cells;                // a visit returns cells, in cycle 8 of the visit
  output logic [3:0] event_valid;            // for sluice_due: enqueues in cycle 1 and 7, dequeues in cycle 1 and 6
  output logic [4*(PW+CW)-1:0] event_queue;  // the queues of these events, {port, class}
  // configuration
  input config_t cfg;
  input wire logic restructure;              // structural values take effect at this clock edge
  input wire logic [W-1:0] new_shared;       // the new pool size, cells
  input commit_t commit;                     // commit bus, for the sizes of the partitions and the limits of ports
  output logic empty;                        // no cell is counted, under way, or still to be returned
  // pause states
  input wire logic [NP*NC-1:0] queue_off;    // of all queues
  input wire logic [NP-1:0] port_off;        // of all ports
  // results
  output result_t result;                    // admission, 6 cycles after the enqueue
  output logic deq_error;                    // a dequeue was refused
  output logic [W-1:0] pool_free;            // free cells of the shared pool
  output logic [W-1:0] used;                 // S, cells in the shared pool
  input wire logic [CW-1:0] free_class;      // TTL: class whose free cells are requested
  output logic [W-1:0] partition_free;       // free cells of that class's partition, three cycles later
  output snapshot_t snapshot;                // after the enqueue, cycle 8 of the enqueue
  output logic [W-1:0] snapshot_phi;         // private cells of its queue
  output logic [W-1:0] snapshot_eta_2;       // PORT_LIMITS: with DSH the headroom of its port, else 0; cycle 10
  output visit_snapshot_t scan_snap;         // of the visit, cycle 6 of the visit
  output logic [PW-1:0] visit_port_4;        // its port, cycle 4 of the visit
  // for sluice_limits_change
  output logic enq_came;                     // an enqueue in cycle 1
  output logic [PW-1:0] enq_came_port;       // its port
  output logic visit_holds;                  // cycle 6 of the visit: its queue holds cells, or its group uses headroom
  localparam int AW = PW + CW;
  logic dsh, is_ttl, restructured;
  assign dsh = cfg.scheme[sluice_pkg::DSH];
  generate
    if (TTL) begin : g_is_ttl
      always_ff @(posedge clk) is_ttl <= cfg.scheme[sluice_pkg::TTL];  // takes effect while nothing is under way
    end else begin : g_never_ttl
      assign is_ttl = 1'b0;
    end
  endgenerate
  always_ff @(posedge clk) restructured <= restructure && !rst;
  sluice_clear #(.AW(AW)) clear_tables (.clk, .rst, .ready, .clear, .clear_addr);

  // Clock gates: of the enqueues and dequeues, of the visits, and of the RAMs that both use. A clock runs until the
  // last register of the pipeline is empty.
  logic clk_event, clk_visit, clk_ram, open_event, open_visit, unused_open;
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(10)) hold_event (
      .clk, .activity(force_clocks || enqueue.valid || dequeue.valid), .open(open_event), .gated(clk_event));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(SHP ? 14 : 11)) hold_visit (
      .clk, .activity(force_clocks || scan.valid), .open(open_visit), .gated(clk_visit));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(0)) hold_ram (
      .clk, .activity(open_event || open_visit), .open(unused_open), .gated(clk_ram));

`ifdef FORMAL
  // any queue, the address of any group, and the contents of their RAMs
  (* anyconst *) logic [AW-1:0] f_queue, f_group;
  logic [W:0] f_mem_a, f_mem_b;
  logic [W+HW-1:0] f_mem_charged, f_mem_returned;
  logic f_zero;  // of sluice_empty
`endif

  // ---- The pipelines ----
  logic [NC-1:0] lossless;  // Icarus 11 takes no variable index of a field
  assign lossless = cfg.lossless;
  queue_t group_1, group_4, group_7;
  enqueues_t e;
  admission_t admission_5;
  charges_t charges_6;
  logic enq_arrives, enq_takes, large_1, some_5;
  sluice_enqueue #(.NP(NP), .NC(NC), .W(W), .NB(NB), .PW(PW), .CW(CW)) enqueue_pipeline (
      .clk(clk_event), .rst, .ready, .clear, .clear_addr, .configured(cfg.configured), .dsh,
      .max_packet(cfg.max_packet), .lossless(cfg.lossless), .group_class(cfg.last_lossless), .enqueue,
      .dropped(enq_dropped), .arrives(enq_arrives), .takes(enq_takes), .large_1, .e, .some_5, .group_1, .group_4,
      .group_7, .admission_5, .result);

  logic check_read, check_newer, total_read, deq_next, deq_writes, deq_taken, deq_enough;
  queue_t check_addr, total_addr, deq_next_queue, deq_taken_queue;
  logic [W:0] not_a_check, b_check, b_now;
  logic [W-1:0] fallen;
  logic deq_real;
  assign deq_real = {1'b0, dequeue.at.port} < (PW + 1)'(NP) && {1'b0, dequeue.at.cls} < (CW + 1)'(NC);
  assign event_valid = {deq_taken, check_read, e.c7.came, e.c1.came};
  assign event_queue = {deq_taken_queue, check_addr, e.c7.at, e.c1.at};
  sluice_dequeue #(.AW(AW), .W(W)) dequeue_pipeline (
      .clk(clk_event), .clear, .clear_addr, .valid(dequeue.valid), .real_queue(deq_real), .addr(dequeue.at),
      .cells(dequeue.cells), .a_read(check_read), .a_addr(check_addr), .not_a(not_a_check), .b_read(total_read),
      .b_addr(total_addr), .b_newer(check_newer), .b(b_check), .next(deq_next), .next_addr(deq_next_queue),
      .writes(deq_writes), .taken(deq_taken), .enough(deq_enough), .taken_addr(deq_taken_queue), .total(b_now), .fallen,
      .error(deq_error));

  visits_t v;
  logic s_last;
  sluice_visit #(.NC(NC), .PW(PW), .CW(CW)) visit_pipeline (
      .clk(clk_visit), .rst, .clear, .clear_addr, .dsh, .lossless(cfg.lossless), .group_class(cfg.last_lossless), .scan,
      .v, .last_5(s_last), .scan_snap_valid(scan_snap.valid), .scan_snap_lossless(scan_snap.lossless),
      .scan_snap_port_valid(scan_snap.port_valid));
  assign visit_port_4 = v.c4.at.port;
  assign enq_came = e.c1.came;
  assign enq_came_port = e.c1.at.port;
  assign scan_snap.at_5 = v.c5.at;
  assign scan_snap.at = v.c6.at;
  assign scan_snap.valid_3 = v.c3.valid;

  // ---- The counters, and the enqueues under way ----
  logic [6:1] same_queue, same_deq;
  logic [6:2] same_group, same_port;
  logic writes_7, settles;
  logic [W:0] a_2, a_6, a_now;
  logic [W-1:0] not_b_2, not_b_7, ca_6, ca_now, not_cb_7, cb_8, cb_now, s_a, s_not_b, s_ca, s_not_cb;
  logic [HW-1:0] ha_3, hb_3, ha_6, ha_now, hb_7, hb_8, hb_now, s_ha, s_not_hb;
  sluice_hazards #(.PW(PW), .CW(CW), .NB(NB)) hazards (
      .clk(clk_event), .enq_queue(enqueue.at), .e, .counted_6(charges_6.is_counted), .deq_next, .deq_next_queue,
      .same_queue, .same_group, .same_port, .same_deq);
  sluice_queue_counters #(.AW(AW), .W(W)) queue_counters (
      .clk(clk_event), .clk_ram, .a_write(writes_7), .a_write_addr(e.c7.at), .a_now, .b_write(deq_writes),
      .b_write_addr(deq_taken_queue), .b_now, .deq_enough, .enq_read(enqueue.valid), .enq_addr(enqueue.at), .same_queue,
      .same_deq, .a_2, .not_b_2, .a_6, .not_b_7, .deq_a_read(check_read), .deq_a_addr(check_addr),
      .deq_not_a(not_a_check), .deq_b_read(total_read), .deq_b_addr(total_addr), .deq_b_newer(check_newer),
      .deq_b(b_check),
`ifdef FORMAL
      .watch(f_queue), .watched_a(f_mem_a), .watched_b(f_mem_b),
`endif
      .scan_read(scan.valid), .scan_addr(scan.at), .scan_a(s_a), .scan_not_b(s_not_b));
  sluice_group_counters #(.AW(AW), .W(W), .HW(HW)) group_counters (
      .clk(clk_event), .clk_ram, .c_write(writes_7), .c_write_addr(group_7), .ca_now, .ha_now, .r_write(settles),
      .r_write_addr(v.c9.at), .cb_now, .hb_now, .enq_read_1(e.c1.came), .group_1, .enq_read_4(e.c4.came),
      .group_4, .same_group(same_group[5:2]), .ha_3, .hb_3, .ca_6, .ha_6, .not_cb_7, .hb_7, .scan_read(scan.valid),
      .scan_addr(scan.at), .scan_ca(s_ca), .scan_ha(s_ha), .scan_not_cb(s_not_cb), .scan_not_hb(s_not_hb),
      .scan_read_6(v.c6.valid), .scan_addr_6(v.c6.at),
`ifdef FORMAL
      .watch(f_group), .watched_c(f_mem_charged), .watched_r(f_mem_returned),
`endif
      .scan_cb_8(cb_8), .scan_hb_8(hb_8));

  // ---- Limits: of the port of the enqueue (cycle 3), of its snapshot (8 and 10), of the visit (3 and 5) ----
  logic [W-1:0] phi_3, s_phi_3;
  logic [HW-1:0] eta_3, s_eta_5;
  generate
    if (PORT_LIMITS) begin : g_limits
      logic [HW-1:0] eta_10, eta_5;
      sluice_limits #(.BITS(W), .NP(NP), .PW(PW), .READERS(3)) private_cells (
          .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_PRIVATE]), .write_port(commit.port),
          .write_data(commit.data[W-1:0]), .take(commit.take),
          .port({v.c1.at.port, e.c6.at.port, e.c1.at.port}), .limit({s_phi_3, snapshot_phi, phi_3}));
      sluice_limits #(.BITS(HW), .NP(NP), .PW(PW), .READERS(3)) headroom_cells (
          .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_HEADROOM]), .write_port(commit.port),
          .write_data(commit.data[HW-1:0]), .take(commit.take),
          .port({v.c3.at.port, snapshot.at.port, e.c1.at.port}), .limit({eta_5, eta_10, eta_3}));
      logic [5:4] holds;
      logic holds_6;
      always_ff @(posedge clk_visit) {holds_6, holds} <= {holds, scan_snap.cells_3 != '0};
      assign visit_holds = holds_6 || scan_snap.uses_headroom;
      assign snapshot_eta_2 = W'(eta_10) & {W{dsh}};
      assign s_eta_5 = eta_5 & {HW{dsh}};
    end else begin : g_no_limits
      assign {phi_3, snapshot_phi, s_phi_3} = {3{cfg.phi}};
      assign eta_3 = cfg.eta[HW-1:0];
      assign {snapshot_eta_2, s_eta_5} = '0;
      assign visit_holds = 1'b0;
    end
  endgenerate

  // ---- Enqueue: admission in cycles 2 .. 5, counting in cycles 5 .. 8 ----
  localparam int FW = (W > NB + 3 ? W : NB + 3) + 1;
  logic [NB+2:0] under_way_4;
  logic [FW-1:0] free;
  logic [W-1:0] freed_9, not_freed_10;
  logic [HW-1:0] to_headroom_9;
  logic fits, fits_own_5, holds_5, off_4;
  sluice_under_way #(.NB(NB), .KW(PW)) under_way (
      .clk(clk_event), .key(enqueue.at.port), .cells_2(e.c2.cells), .cells_3(e.c3.cells), .cells_4(e.c4.cells),
      .cells_5(e.c5.cells), .cells_6(e.c6.cells), .sum(under_way_4));
  sluice_pool_free #(.W(W), .NB(NB)) shared_pool (
      .clk(clk_pool), .rst, .load(restructured), .cells(e.c2.cells), .not_back(charges_6.not_back),
      .charged(charges_6.shared), .not_freed(not_freed_10), .pool_free, .used, .free, .fits);
  sluice_group_off #(.NP(NP), .NC(NC), .PW(PW), .CW(CW), .NB(NB)) group_off (
      .clk(clk_event), .dsh, .queue_off, .port_off, .e, .off_4);
  sluice_admit #(.W(W), .HW(HW), .NB(NB), .PW(PW), .CW(CW)) admit (
      .clk(clk_event), .rst, .phi(phi_3), .eta(eta_3), .alpha_lossy(cfg.alpha_lossy), .accepted(a_2[W-1:0]),
      .not_dequeued(not_b_2), .headroom_cells(ha_3), .headroom_returned(hb_3), .free, .e, .under_way(under_way_4),
      .fits, .ttl(is_ttl), .off(off_4), .fits_own(fits_own_5), .holds(holds_5), .admission(admission_5));
  sluice_count #(.W(W), .HW(HW), .NB(NB), .PW(PW), .CW(CW)) count (
      .clk(clk_event), .rst, .clear, .ttl(is_ttl), .some_5, .e, .admission_5, .same_queue_6(same_queue[6]),
      .same_group_6(same_group[6]), .a_6, .ca_6, .ha_6, .charges_6, .writes_7, .a_now, .ca_now, .ha_now, .not_b_7,
      .not_cb_7, .hb_7, .snapshot);

  // ---- Visit: counters in cycle 2, w in cycle 6, counters to write in cycle 9 ----
  logic [NB-1:0] missed_3;
  sluice_missed #(.NB(NB), .PW(PW), .CW(CW), .GATES(GATES)) missed (
      .clk_event, .clk_visit, .dsh, .group_class(cfg.last_lossless), .scan, .e, .charges_6, .missed_3);
  sluice_settle #(.W(W), .HW(HW), .NB(NB), .PORT_LIMITS(PORT_LIMITS)) settle (
      .clk(clk_visit), .rst(clear), .phi(s_phi_3), .reach_eta(s_eta_5), .accepted(s_a), .not_dequeued(s_not_b),
      .charged(s_ca),
      .not_returned(s_not_cb), .headroom_cells(s_ha), .not_headroom_returned(s_not_hb), .part_4(v.c4.part),
      .part_5(v.c5.part), .missed(missed_3), .last(s_last), .queue(scan_snap.cells_3), .not_above(scan_snap.not_above),
      .not_reach(scan_snap.not_reach), .not_sum(scan_snap.not_sum), .uses_headroom(scan_snap.uses_headroom),
      .returns_cells, .returned_8(cb_8),
      .headroom_returned_8(hb_8), .writes(settles), .returned_9(cb_now), .headroom_returned_9(hb_now), .to_headroom_9,
      .freed(freed_9));
  sluice_incomplete #(.NB(NB), .PW(PW), .CW(CW)) incomplete (
      .clk(clk_visit), .clear, .enq_arrives, .enq_takes, .enq_lossless(lossless[enqueue.at.cls]),
      .enq_queue(enqueue.at), .large_1, .e, .v, .last_5(s_last), .queue_incomplete(scan_snap.queue_incomplete),
      .port_incomplete(scan_snap.port_incomplete));

  // ---- TTL: partitions of the classes; cells freed of the shared partition, and a new size, go to the shared pool
  // ----
  generate
    if (TTL) begin : g_partition
      logic [NB+2:0] class_under_way_4;
      sluice_under_way #(.NB(NB), .KW(CW)) class_under_way (
          .clk(clk_event), .key(enqueue.at.cls), .cells_2(e.c2.cells), .cells_3(e.c3.cells), .cells_4(e.c4.cells),
          .cells_5(e.c5.cells), .cells_6(e.c6.cells), .sum(class_under_way_4));
      logic [NB-1:0] own_6;
      logic [W-1:0] freed_10;
      always_ff @(posedge clk_event)
        if (!(is_ttl && fits_own_5)) own_6 <= '0;
        else own_6 <= e.c5.cells;
      sluice_partition #(.NC(NC), .W(W), .NB(NB), .CW(CW)) partition (
          .clk(clk_pool), .rst, .configured(cfg.configured), .restart(restructure), .commit_addr(commit.addr),
          .commit_data(commit.data[W-1:0]), .enabled(is_ttl), .cls_0(enqueue.at.cls), .cls_2(e.c2.at.cls),
          .under_way_4(class_under_way_4), .fits_5(fits_own_5), .cls_5(e.c5.at.cls), .own_6,
          .shared_6(charges_6.shared), .cls_7(v.c7.at.cls), .freed_9, .shared_freed_10(freed_10),
          .cls_ahead(free_class), .partition_free);
      assign not_freed_10 = ~(freed_10 | (new_shared & {W{restructured}}));
    end else begin : g_no_partition
      assign fits_own_5 = 1'b0;
      assign partition_free = '0;
      // A new size arrives as freed cells; no visit frees cells in that cycle.
      always_ff @(posedge clk_pool) not_freed_10 <= ~(freed_9 | (new_shared & {W{restructure}}));
      logic unused_partition;
      assign unused_partition = ^free_class;
    end
  endgenerate

  // ---- SHP: headroom of the ports and the pool ----
  generate
    if (SHP) begin : g_headroom_pool
      logic [W-1:0] port_headroom_4, visit_headroom_10;
      logic [PW-1:0] visit_port_8;
      if (PORT_LIMITS) begin : g_limits
        sluice_limits #(.BITS(W), .NP(NP), .PW(PW), .READERS(2)) port_headroom (
            .clk, .rst, .write(commit.limit[sluice_pkg::LIMIT_PORT_HEADROOM]), .write_port(commit.port),
            .write_data(commit.data[W-1:0]), .take(commit.take), .port({visit_port_8, e.c2.at.port}),
            .limit({visit_headroom_10, port_headroom_4}));
      end else begin : g_no_limits
        assign {port_headroom_4, visit_headroom_10} = {2{cfg.port_headroom}};
        logic unused_visit;
        assign unused_visit = ^visit_port_8;
      end
      sluice_headroom_pool #(.W(W), .HW(HW), .NB(NB), .PW(PW)) pool (
          .clk(clk_event), .clk_ram, .clk_visit, .clk_pool, .rst, .clear, .clear_port(clear_addr[AW-1:CW]),
          .enabled(cfg.scheme[sluice_pkg::SHP]), .load(restructured), .pool_size(cfg.headroom_pool),
          .port_headroom_4, .visit_headroom_10, .visit_port_8, .came_1(e.c1.came), .port_1(e.c1.at.port), .same_port,
          .cells_2(e.c2.cells), .under_way_4, .holds_5, .headroom_5(admission_5.headroom), .cells_5(e.c5.cells),
          .writes_7, .port_7(e.c7.at.port), .visit_port_5(v.c5.at.port), .visits_6(v.c6.valid),
          .returned_9(to_headroom_9));
    end else begin : g_no_headroom_pool
      assign holds_5 = 1'b1;
      logic unused_headroom_pool;
      assign unused_headroom_pool = ^{same_port, to_headroom_9};
    end
  endgenerate

  sluice_empty #(.W(W), .NB(NB), .GATES(GATES)) no_cells (
      .clk, .rst, .clear, .enq_valid(enqueue.valid), .enq_takes, .enq_takes_1(e.c1.takes), .deq_valid(dequeue.valid),
      .returns_cells, .counted_6(charges_6.counted), .fallen, .scan_rests(scan.rests), .scan_settled(scan.settled),
      .visit_valid_3(v.c3.valid), .visit_queue_3(scan_snap.cells_3),
`ifdef FORMAL
      .watched(f_zero),
`endif
      .wake, .empty);

  // Fields that no module here reads
  logic unused;
  assign unused = ^{cfg, commit, scan, e, v, charges_6, a_2[W]};

`ifdef SLUICE_TRACE
  // Occupancy of every queue, for waveforms
  logic [W-1:0] queue_cells[NP*NC];
  int came_at, went_at;
  assign came_at = 32'(e.c6.at.port) * NC + 32'(e.c6.at.cls);
  assign went_at = 32'(deq_taken_queue.port) * NC + 32'(deq_taken_queue.cls);
  initial for (int q = 0; q < NP * NC; q++) queue_cells[q] = '0;
  always_ff @(posedge clk_ram) begin
    if (deq_taken) queue_cells[went_at] <= queue_cells[went_at] - fallen;
    if (charges_6.is_counted)
      queue_cells[came_at] <= queue_cells[came_at] + W'(charges_6.counted) -
          (deq_taken && came_at == went_at ? fallen : '0);
  end
`endif

`ifdef FORMAL_CHARGES
`include "sluice_account_charges.svh"
`elsif FORMAL_EMPTY
`include "sluice_account_empty.svh"
  sluice_scan #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) f_scan (
      .clk, .rst, .wake(wake || f_again), .valid(f_valid), .scan_port(f_port), .scan_class(f_class), .rests(f_rests),
      .settled(f_settled), .watched_left(f_left), .watched_pad(f_pad), .watched_resting(f_resting));
`elsif FORMAL_ACCOUNT
`include "sluice_account.svh"
`endif
endmodule
`default_nettype wire

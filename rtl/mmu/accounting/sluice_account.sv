// Accounting [spec 3]: the occupancy of every queue, headroom group and pool, in cells. It connects these modules:
//   sluice_enqueue          pipeline of enqueues, cycle 0 .. 8
//   sluice_dequeue          pipeline of dequeues, cycle 0 .. 6
//   sluice_visit            pipeline of the scan's visits, cycle 0 .. 10
//   sluice_queue_counters   monotone counters of queues, in RAM, one writer each
//   sluice_group_counters   monotone counters of headroom groups, the same way
// sluice_hazards          flags for the forwarding of writes to words under way
//   sluice_under_way, sluice_pool_free, sluice_group_off, sluice_admit   admission, cycle 5 of an enqueue
//   sluice_count            counters after the enqueue, cycle 7, and its snapshot, cycle 8
//   sluice_settle, sluice_missed   settlement of a group by a visit
//   sluice_incomplete       enqueues that a visit's snapshot misses
//   sluice_partition        TTL: partitions of the classes
//   sluice_headroom_pool    SHP: headroom of the ports and the pool
// sluice_empty            whether the MMU holds any cell
// Admission reads counters that miss the enqueues of the last 5 cycles; sluice_under_way and sluice_pool_free add the cells of these enqueues.
// Latency: admission result 6 cycles after the enqueue, its snapshot 8; deq_error 6 cycles after the dequeue; a visit's snapshot 6.
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
    parameter logic [0:0] GATES = 0  // see sluice_mmu
) (
    input  wire logic             clk,           // clock
    input  wire logic             clk_pool,      // runs for 12 cycles after an enqueue and after returns_cells
    input  wire logic             rst,           // synchronous reset, active high
    input  wire logic             force_clocks,  // all clock gates are open
    output logic                  ready,         // the tables are cleared
    output logic                  clear,         // sweep of all addresses after reset, for the tables of others too
    output logic      [PW+CW-1:0] clear_addr,    // address of the sweep
    // events, cycle 0
    input  wire logic             enq_valid,    // enqueue event
    input  wire logic [PW-1:0]    enq_port,     // ingress port
    input  wire logic [CW-1:0]    enq_class,    // class of the ingress queue
    input  wire logic [W-1:0]     enq_cells,    // size, cells
    input  wire logic             enq_dropped,  // TTL: dropped by a rule
    input  wire logic             deq_valid,    // dequeue event
    input  wire logic [PW-1:0]    deq_port,     // ingress port
    input  wire logic [CW-1:0]    deq_class,    // class of the ingress queue
    input  wire logic [W-1:0]     deq_cells,    // size, cells
    // the queue that the scan visits, cycle 0
    input  wire logic             scan_valid,       // visit a queue
    input  wire logic [PW-1:0]    scan_port,        // this port is visited now, or an earlier class of it was visited in this round
    input  wire logic [CW-1:0]    scan_class,       // its class
    input  wire logic             scan_sweeps,      // a visit of this port's sum is made
    input  wire logic             scan_rests,       // the scan rests from the next cycle on
    input  wire logic             scan_settled,     // all events are written before the visit in cycle 3 reads
    output logic                  wake,             // the scan has to run
    output logic                  returns_cells,    // a visit returns cells, in cycle 8 of the visit
    output logic      [3:0]       event_valid,      // for sluice_due: enqueues in cycle 1 and 7, dequeues in cycle 1 and 6
    output logic      [4*(PW+CW)-1:0] event_queue,  // the queues of these events, {port, class}
    // cfg
    input  wire logic             configured,   // a configuration is active
    input  wire logic             restructure,  // structural values take effect at this clock edge
    input  wire logic [W-1:0]     new_shared,   // the new pool size, cells
    input  wire logic [5:0]       commit_addr,  // commit bus of sluice_config: the register of this cycle, for the partitions' sizes
    input  wire logic [W-1:0]     commit_data,  // its value
    input  wire logic [6:0]       scheme,       // active scheme, one-hot
    input  wire logic [W-1:0]     phi,          // private cells per queue
    input  wire logic [HW-1:0]    eta,          // headroom cells per group; SHP: cap of a queue
    input  wire logic [W-1:0]     headroom_pool,  // SHP: cells of the headroom pool
    input  wire logic [W-1:0]     port_headroom,  // SHP: headroom cells of a port's own
    input  wire logic [W-1:0]     max_packet,   // cells of the largest packet
    input  wire logic [NC-1:0]    lossless,     // lossless classes
    input  wire logic [CW-1:0]    group_class,  // the highest lossless class: with DSH the address of a port's group
    input  wire logic [3:0]       alpha_lossy,  // exponent; a value that is active in cycle t arrives in cycle t + 3
    output logic                  empty,        // no cell is counted, under way, or still to be returned
    // pause states
    input  wire logic [NP*NC-1:0] queue_off,  // pause states of all queues
    input  wire logic [NP-1:0]    port_off,   // pause states of all ports
    // results
    output logic                  adm_valid,       // admission result, 6 cycles after the enqueue
    output logic      [PW-1:0]    adm_port,        // port of the packet
    output logic      [CW-1:0]    adm_class,       // class of the packet
    output logic      [2:0]       adm_kind,        // where the packet went, see sluice_pkg
    output logic                  adm_refused,     // the packet was refused: no pool has space
    output logic                  adm_exists,      // the queue exists
    output logic                  deq_error,       // a dequeue was refused
    output logic      [W-1:0]     pool_free,       // free cells of the shared pool
    output logic      [W-1:0]     used,            // S, cells in the shared pool
    input  wire logic [CW-1:0]    free_class,      // TTL: class whose free cells are requested
    output logic      [W-1:0]     partition_free,  // free cells of that class's partition, three cycles later
    // snapshot after the enqueue, cycle 8 of the enqueue
    output logic                  snapshot_valid,          // an enqueue was counted
    output logic      [PW-1:0]    snapshot_port,           // port of the enqueue
    output logic      [CW-1:0]    snapshot_class,          // class of the enqueue
    output logic                  snapshot_lossless,       // the class is lossless
    output logic                  snapshot_uses_headroom,  // the packet used headroom
    output logic      [W-1:0]     snapshot_queue,          // q after the enqueue
    output logic      [W-1:0]     snapshot_sum,            // cells charged to the headroom group
    output logic      [HW-1:0]    snapshot_headroom,       // headroom cells in use, upper bound
    // snapshot of the visit, cycle 6 of the visit
    output logic                  scan_snap_valid,             // a visit
    output logic                  scan_snap_port_valid,        // the visit of a port's highest lossless class
    output logic      [PW-1:0]    scan_snap_port_5,            // port of the visit, a cycle ahead
    output logic      [CW-1:0]    scan_snap_class_5,           // class of the visit, a cycle ahead
    output logic      [PW-1:0]    scan_snap_port,              // port of the visit
    output logic      [CW-1:0]    scan_snap_class,             // class of the visit
    output logic                  scan_snap_lossless,          // the class is lossless
    output logic                  scan_snap_uses_headroom,     // the headroom group has cells in the headroom
    output logic                  scan_snap_queue_incomplete,  // the visit misses enqueues of the queue that are under way
    output logic                  scan_snap_port_incomplete,   // the visit misses enqueues of the port's lossless classes that are under way
    output logic                  scan_snap_queue_valid,       // cycle 3: a visit
    output logic      [W-1:0]     scan_snap_queue,             // cycle 3: q of the visited queue
    output logic      [W-1:0]     not_scan_snap_above,         // w of the queue, complement
    output logic      [W-1:0]     not_scan_snap_sum            // w of the port, complement
);
  localparam int AW = PW + CW;
  logic dsh, is_ttl, restructured;
  assign dsh = scheme[sluice_pkg::DSH];
  generate
    if (TTL) begin : g_is_ttl
      always_ff @(posedge clk) is_ttl <= scheme[sluice_pkg::TTL];  // a new scheme takes effect while nothing is under way
    end else begin : g_never_ttl
      assign is_ttl = 1'b0;
    end
  endgenerate
  sluice_clear #(.AW(AW)) clear_tables (.clk, .rst, .ready, .clear, .clear_addr);

  // Clock gates: of the enqueues and dequeues, of the visits, and of the RAMs that both use. A clock runs until the last register of the pipeline is empty.
  logic clk_event, clk_visit, clk_ram, open_event, open_visit, unused_open;
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(10)) hold_event (
      .clk, .activity(force_clocks || enq_valid || deq_valid), .open(open_event), .gated(clk_event));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(SHP ? 14 : 11)) hold_visit (.clk, .activity(force_clocks || scan_valid), .open(open_visit), .gated(clk_visit));
  sluice_clk_en_hold #(.GATES(GATES), .CYCLES(0)) hold_ram (
      .clk, .activity(open_event || open_visit), .open(unused_open), .gated(clk_ram));

`ifdef FORMAL
  (* anyconst *) logic [AW-1:0] f_queue;  // any queue, the address of its group, and the contents of their RAMs
  logic [AW-1:0] f_group;
  logic [W:0] f_mem_a, f_mem_b;
  logic [W+HW-1:0] f_mem_charged, f_mem_returned;
`endif

  // ---- The pipelines ----
  logic [AW-1:0] enq_addr, scan_addr;
  logic enq_arrives, enq_takes, enq_takes_1, large_1, dropped_4, none_4, some_5;
  logic came_1, came_4, came_7;
  logic [7:1] e_takes, e_lossless;
  logic [6:1] e_in_port;
  logic [7*AW-1:0] e_queues;
  logic [AW-1:0] group_1, group_4, group_7, e_queue_7;
  logic [NB-1:0] cells_2, cells_3, cells_4, cells_5, cells_6;
  logic [2:0] kind_5;
  logic refused_5;
  assign enq_addr = {enq_port, enq_class};
  assign scan_addr = {scan_port, scan_class};
  sluice_enqueue #(.NP(NP), .NC(NC), .W(W), .NB(NB), .PW(PW), .CW(CW)) enqueue (
      .clk(clk_event), .rst, .ready, .clear, .clear_addr, .configured, .dsh,
      .max_packet, .lossless, .group_class, .enq_valid, .enq_addr, .enq_cells,
      .enq_dropped, .enq_arrives, .enq_takes, .enq_takes_1, .large_1, .came_1, .came_4, .came_7, .takes(e_takes),
      .is_lossless(e_lossless), .in_port(e_in_port), .queues(e_queues), .group_1, .group_4, .group_7,
      .cells_2, .cells_3, .cells_4, .cells_5, .cells_6, .dropped_4,
      .none_4, .some_5, .kind_5, .refused_5, .adm_valid, .adm_port,
      .adm_class, .adm_kind, .adm_refused, .adm_exists);
  assign e_queue_7 = e_queues[6*AW+:AW];

  logic check_read, check_newer, total_read, deq_next, deq_writes, deq_taken, deq_enough;
  logic [AW-1:0] check_addr, total_addr, deq_next_addr, deq_taken_addr;
  logic [W:0] not_a_check, b_check, b_now;
  logic [W-1:0] fallen;
  logic deq_real;
  assign deq_real = {1'b0, deq_port} < (PW + 1)'(NP) && {1'b0, deq_class} < (CW + 1)'(NC);
  assign event_valid = {deq_taken, check_read, came_7, came_1};
  assign event_queue = {deq_taken_addr, check_addr, e_queue_7, e_queues[0+:AW]};
  sluice_dequeue #(.AW(AW), .W(W)) dequeue (
      .clk(clk_event), .clear, .clear_addr, .valid(deq_valid), .real_queue(deq_real), .addr({deq_port, deq_class}), .cells(deq_cells),
      .a_read(check_read), .a_addr(check_addr), .not_a(not_a_check), .b_read(total_read), .b_addr(total_addr),
      .b_newer(check_newer), .b(b_check), .next(deq_next), .next_addr(deq_next_addr), .writes(deq_writes), .taken(deq_taken), .enough(deq_enough),
      .taken_addr(deq_taken_addr),
      .total(b_now), .fallen, .error(deq_error));

  logic [6:1] s_valid;
  logic [9*AW-1:0] s_queues;
  logic [5:4] s_part;
  logic s_last;
  sluice_visit #(.NC(NC), .CW(CW), .AW(AW)) visit (
      .clk(clk_visit), .rst, .clear, .clear_addr, .dsh, .lossless, .group_class,
      .scan_valid, .scan_addr, .valid(s_valid), .queues(s_queues), .part(s_part), .last_5(s_last),
      .scan_snap_valid, .scan_snap_lossless, .scan_snap_port_valid);
  assign {scan_snap_port_5, scan_snap_class_5} = s_queues[4*AW+:AW];
  assign {scan_snap_port, scan_snap_class} = s_queues[5*AW+:AW];
  assign scan_snap_queue_valid = s_valid[3];

  // ---- The counters, and the enqueues under way ----
  logic [6:1] same_queue, same_deq;
  logic [6:2] same_group, same_port;
  logic counted6, writes_7, settles;
  logic [W:0] a_2, a_6, a_now;
  logic [W-1:0] not_b_2, not_b_7, ca_6, ca_now, not_cb_7, cb_8, cb_now, s_a, s_not_b, s_ca, s_not_cb;
  logic [HW-1:0] ha_3, hb_3, ha_6, ha_now, hb_7, hb_8, hb_now, s_ha, s_not_hb;
  sluice_hazards #(.CW(CW), .AW(AW)) hazards (
      .clk(clk_event), .enq_addr, .queues(e_queues[6*AW-1:0]), .in_port(e_in_port), .counted_6(counted6), .deq_next,
      .deq_next_addr, .same_queue, .same_group, .same_port, .same_deq);
  sluice_queue_counters #(.AW(AW), .W(W)) queue_counters (
      .clk(clk_event), .clk_ram, .a_write(writes_7), .a_write_addr(e_queue_7), .a_now, .b_write(deq_writes),
      .b_write_addr(deq_taken_addr), .b_now, .deq_enough, .enq_read(enq_valid), .enq_addr, .same_queue,
      .same_deq, .a_2, .not_b_2, .a_6, .not_b_7, .deq_a_read(check_read), .deq_a_addr(check_addr),
      .deq_not_a(not_a_check), .deq_b_read(total_read), .deq_b_addr(total_addr), .deq_b_newer(check_newer), .deq_b(b_check),
`ifdef FORMAL
      .watch(f_queue), .watched_a(f_mem_a), .watched_b(f_mem_b),
`endif
      .scan_read(scan_valid), .scan_addr, .scan_a(s_a), .scan_not_b(s_not_b));
  sluice_group_counters #(.AW(AW), .W(W), .HW(HW)) group_counters (
      .clk(clk_event), .clk_ram, .c_write(writes_7), .c_write_addr(group_7), .ca_now, .ha_now, .r_write(settles),
      .r_write_addr(s_queues[8*AW+:AW]), .cb_now, .hb_now, .enq_read_1(came_1), .group_1, .enq_read_4(came_4),
      .group_4, .same_group(same_group[5:2]), .ha_3, .hb_3, .ca_6, .ha_6, .not_cb_7, .hb_7,
      .scan_read(scan_valid), .scan_addr, .scan_ca(s_ca), .scan_ha(s_ha), .scan_not_cb(s_not_cb), .scan_not_hb(s_not_hb),
      .scan_read_6(s_valid[6]), .scan_addr_6(s_queues[5*AW+:AW]),
`ifdef FORMAL
      .watch(f_group), .watched_c(f_mem_charged), .watched_r(f_mem_returned),
`endif
      .scan_cb_8(cb_8), .scan_hb_8(hb_8));

  // ---- Enqueue: admission in cycles 2 .. 5, counting in cycles 5 .. 8 ----
  localparam int FW = (W > NB + 3 ? W : NB + 3) + 1;
  logic [NB+2:0] under_way_4;
  logic [FW-1:0] free;
  logic [NB-1:0] counted_6, charged_6, shared_6, headroom_6, not_back_6;
  logic [W-1:0] freed_9, not_freed_10;
  logic [HW-1:0] to_headroom_9;
  logic fits, fits_own_5, holds_5, off_4, counted_5, shared_5, headroom_5;
  sluice_under_way #(.NB(NB), .KW(PW)) under_way (
      .clk(clk_event), .key(enq_port), .cells_2, .cells_3, .cells_4, .cells_5,
      .cells_6, .sum(under_way_4));
  sluice_pool_free #(.W(W), .NB(NB)) shared_pool (
      .clk(clk_pool), .rst, .load(restructured), .cells(cells_2), .not_back(not_back_6), .charged(shared_6),
      .not_freed(not_freed_10), .pool_free, .used, .free, .fits);
  sluice_group_off #(.NP(NP), .NC(NC), .PW(PW), .CW(CW)) group_off (
      .clk(clk_event), .dsh, .queue_off, .port_off, .port_2(e_queues[AW+CW+:PW]), .class_3(e_queues[2*AW+:CW]),
      .class_4(e_queues[3*AW+:CW]), .off_4);
  sluice_admit #(.W(W), .HW(HW), .NB(NB)) admit (
      .clk(clk_event), .rst, .phi, .eta, .alpha_lossy, .accepted(a_2[W-1:0]),
      .not_dequeued(not_b_2), .headroom_cells(ha_3), .headroom_returned(hb_3), .free, .under_way(under_way_4),
      .cells(cells_4), .fits, .came(came_4), .valid(e_takes[4]), .none(none_4), .dropped(dropped_4), .ttl(is_ttl),
      .lossless(e_lossless[4]), .off(off_4), .fits_own(fits_own_5), .holds(holds_5), .kind(kind_5), .refused(refused_5), .counted(counted_5),
      .shared(shared_5), .headroom(headroom_5));
  sluice_count #(.W(W), .HW(HW), .NB(NB), .AW(AW)) count (
      .clk(clk_event), .rst, .clear, .ttl(is_ttl), .some_5, .counted_5, .shared_5, .headroom_5,
      .cells_5, .cells_6, .same_queue_6(same_queue[6]), .same_group_6(same_group[6]), .a_6, .ca_6, .ha_6,
      .is_counted_6(counted6), .counted_6, .charged_6, .shared_6, .headroom_6,
      .not_back_6, .writes_7, .a_now, .ca_now, .ha_now, .queue_7(e_queue_7),
      .is_lossless_7(e_lossless[7]), .not_b_7, .not_cb_7, .hb_7, .snapshot_valid,
      .snapshot_addr({snapshot_port, snapshot_class}), .snapshot_lossless, .snapshot_uses_headroom, .snapshot_queue, .snapshot_sum,
      .snapshot_headroom);

  // ---- Visit: counters in cycle 2, w in cycle 6, counters to write in cycle 9 ----
  logic [NB-1:0] missed_3;
  sluice_missed #(.NB(NB), .CW(CW), .AW(AW), .GATES(GATES)) missed (
      .clk_event, .clk_visit, .dsh, .group_class, .scan_addr, .scan_sweeps,
      .queue_7(e_queue_7), .is_lossless_7(e_lossless[7]), .charged_6, .missed_3);
  sluice_settle #(.W(W), .HW(HW), .NB(NB)) settle (
      .clk(clk_visit), .rst(clear), .phi, .accepted(s_a), .not_dequeued(s_not_b), .charged(s_ca), .not_returned(s_not_cb), .headroom_cells(s_ha),
      .not_headroom_returned(s_not_hb), .part_4(s_part[4]), .part_5(s_part[5]), .missed(missed_3), .last(s_last), .queue(scan_snap_queue), .not_above(not_scan_snap_above), .not_sum(not_scan_snap_sum),
      .uses_headroom(scan_snap_uses_headroom), .returns_cells, .returned_8(cb_8), .headroom_returned_8(hb_8), .writes(settles), .returned_9(cb_now),
      .headroom_returned_9(hb_now), .to_headroom_9, .freed(freed_9));
  sluice_incomplete #(.PW(PW), .CW(CW)) incomplete (
      .clk(clk_visit), .clear, .enq_arrives, .enq_takes, .enq_lossless(lossless[enq_class]), .enq_queue(enq_addr), .large_1,
      .takes(e_takes), .lossless(e_lossless), .queues(e_queues), .visits(s_queues[6*AW-1:0]), .part_5(s_part[5]), .last_5(s_last),
      .queue_incomplete(scan_snap_queue_incomplete), .port_incomplete(scan_snap_port_incomplete));

  // ---- TTL: partitions of the classes; freed cells of the shared partition, and a new size, go to the shared pool ----
  generate
    if (TTL) begin : g_partition
      logic [NB+2:0] class_under_way_4;
      sluice_under_way #(.NB(NB), .KW(CW)) class_under_way (
          .clk(clk_event), .key(enq_class), .cells_2, .cells_3, .cells_4,
          .cells_5, .cells_6, .sum(class_under_way_4));
      logic [NB-1:0] own_6;
      logic [W-1:0] freed_10;
      always_ff @(posedge clk_event)
        if (!(is_ttl && fits_own_5)) own_6 <= '0;
        else own_6 <= cells_5;
      sluice_partition #(.NC(NC), .W(W), .NB(NB), .CW(CW)) partition (
          .clk(clk_pool), .rst, .configured, .restart(restructure), .commit_addr, .commit_data, .enabled(is_ttl),
          .cls_0(enq_class), .cls_2(e_queues[AW+:CW]), .under_way_4(class_under_way_4), .fits_5(fits_own_5), .cls_5(e_queues[4*AW+:CW]),
          .own_6, .shared_6, .cls_7(s_queues[6*AW+:CW]), .freed_9,
          .shared_freed_10(freed_10), .cls_ahead(free_class), .partition_free);
      assign not_freed_10 = ~(freed_10 | (new_shared & {W{restructured}}));
    end else begin : g_no_partition
      assign fits_own_5 = 1'b0;
      assign partition_free = '0;
      // A new size arrives as freed cells; no visit frees cells in that cycle.
      always_ff @(posedge clk_pool) not_freed_10 <= ~(freed_9 | (new_shared & {W{restructure}}));
      logic unused_partition;
      assign unused_partition = ^{commit_addr, commit_data, free_class};
    end
  endgenerate
  always_ff @(posedge clk) restructured <= restructure && !rst;

  // ---- SHP: headroom of the ports and the pool ----
  generate
    if (SHP) begin : g_headroom_pool
      sluice_headroom_pool #(.W(W), .HW(HW), .NB(NB), .PW(PW)) pool (
          .clk(clk_event), .clk_ram, .clk_visit, .clk_pool, .rst, .clear, .clear_port(clear_addr[AW-1:CW]),
          .enabled(scheme[sluice_pkg::SHP]), .load(restructured), .pool_size(headroom_pool), .port_headroom,
          .came_1, .port_1(e_queues[CW+:PW]), .same_port, .cells_2, .under_way_4, .holds_5, .headroom_5, .cells_5,
          .writes_7, .port_7(e_queue_7[AW-1:CW]), .visit_port_5(s_queues[4*AW+CW+:PW]), .visits_6(s_valid[6]), .returned_9(to_headroom_9));
    end else begin : g_no_headroom_pool
      assign holds_5 = 1'b1;
      logic unused_headroom_pool;
      assign unused_headroom_pool = ^{headroom_pool, port_headroom, same_port, to_headroom_9};
    end
  endgenerate

  sluice_empty #(.W(W), .NB(NB), .GATES(GATES)) no_cells (
      .clk, .rst, .clear, .enq_valid, .enq_takes, .enq_takes_1, .deq_valid,
      .returns_cells, .counted_6, .fallen, .scan_rests, .scan_settled, .visit_valid_3(s_valid[3]),
      .visit_queue_3(scan_snap_queue), .wake, .empty);

  logic unused_outside_proofs;
  assign unused_outside_proofs = ^{s_valid, s_queues, headroom_6, a_2[W]};

`ifdef SLUICE_TRACE
  // Occupancy of every queue, for waveforms
  logic [W-1:0] queue_cells[NP*NC];
  logic [AW-1:0] counted_addr;
  int came_at, went_at;
  assign counted_addr = e_queues[5*AW+:AW];
  assign came_at = 32'(counted_addr[AW-1:CW]) * NC + 32'(counted_addr[CW-1:0]);
  assign went_at = 32'(deq_taken_addr[AW-1:CW]) * NC + 32'(deq_taken_addr[CW-1:0]);
  initial for (int q = 0; q < NP * NC; q++) queue_cells[q] = '0;
  always_ff @(posedge clk_ram) begin
    if (deq_taken) queue_cells[went_at] <= queue_cells[went_at] - fallen;
    if (counted6)
      queue_cells[came_at] <= queue_cells[came_at] + W'(counted_6) - (deq_taken && came_at == went_at ? fallen : '0);
  end
`endif

`ifdef FORMAL_ACCOUNT
`include "sluice_account.svh"
`endif
endmodule
`default_nettype wire

// Accounting [spec 3]: what every queue, headroom group and pool holds. Per queue: A cells accepted, B cells dequeued,
// q = A - B. Per group: CA cells charged to shared pool or headroom by enqueues, CB cells given back by visits of the scan;
// HA and HB the same of the headroom alone, h = HA - HB; what a port is charged, CA - CB, is its W. All of these only grow, modulo a power of two,
// and each has one writer: so it is a RAM with a copy for each reader, and nothing stands in a loop but one adder.
// Three pipelines: the enqueue (clock 0 .. 8), the dequeue (sluice_dequeue, 0 .. 6), the visit (sluice_settle, 0 .. 10).
// Verdicts come after 6 clocks and lack the enqueues of the last 5, which are added (sluice_admit, sluice_under_way, sluice_room).
// Enqueue: clock 0 reads; 2 .. 5 the verdict; 6 counts; 7 writes; 8 is the view of it.
`default_nettype none
module sluice_account #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int W = 18,
    parameter int HW = 14,        // bits of a headroom counter
    parameter int NB = 14,        // bits of a packet's cells
    parameter int PW = 2,
    parameter int CW = 3,
    parameter logic TTL = 1,      // scheme TTL is built
    parameter logic [0:0] GATES = 0  // see sluice_mmu
) (
    input  wire logic             clk,
    input  wire logic             clk_pool,     // may stand still but for 12 clocks after an enqueue, and after gives
    input  wire logic             rst,
    input  wire logic             stirs,        // all gates are open
    output logic                  ready,
    output logic                  clear,        // sweep of all addresses after reset, for the tables of others too
    output logic      [PW+CW-1:0] clear_addr,
    // events, clock 0
    input  wire logic             enq_valid,
    input  wire logic [PW-1:0]    enq_port,
    input  wire logic [CW-1:0]    enq_class,
    input  wire logic [W-1:0]     enq_cells,
    input  wire logic             enq_dropped,  // TTL
    input  wire logic             deq_valid,
    input  wire logic [PW-1:0]    deq_port,
    input  wire logic [CW-1:0]    deq_class,
    input  wire logic [W-1:0]     deq_cells,
    // the queue that the scan visits, clock 0
    input  wire logic             scan_valid,
    input  wire logic [PW-1:0]    scan_port,
    input  wire logic [CW-1:0]    scan_class,
    input  wire logic             scan_sweeps,  // something of its port's sum is visited
    input  wire logic             scan_rests,   // from the next clock on
    input  wire logic             scan_settled, // all events are written before what the scan visits in clock 3
    output logic                  wake,         // the scan has something to do
    output logic                  gives,        // a visit gives something back, in clock 8 of it
    output logic      [3:0]       event_valid,  // for sluice_due: enqueues in clock 1 and 7, dequeues in clock 1 and 6
    output logic      [4*(PW+CW)-1:0] event_queue,
    // cfg
    input  wire logic             configured,
    input  wire logic             restructure,
    input  wire logic [W-1:0]     new_shared,
    input  wire logic [5:0]       passes,       // of sluice_config: the sizes of partitions
    input  wire logic [W-1:0]     passing,
    input  wire logic [5:0]       scheme,
    input  wire logic [W-1:0]     phi,
    input  wire logic [HW-1:0]    eta,
    input  wire logic [W-1:0]     max_packet,
    input  wire logic [NC-1:0]    lossless,
    input  wire logic [CW-1:0]    group_class,  // the last lossless one: DSH keeps a port's group under it, the scan settles it there
    input  wire logic [3:0]       alpha_lossy,  // a value in use in clock t comes in clock t + 3
    output logic                  empty,        // no cell counted, nothing under way nor to be given back
    // states, as they are shown
    input  wire logic [NP*NC-1:0] queue_off,
    input  wire logic [NP-1:0]    port_off,
    // results
    output logic                  adm_valid,
    output logic      [PW-1:0]    adm_port,
    output logic      [CW-1:0]    adm_class,
    output logic      [2:0]       adm_kind,
    output logic                  adm_refused,
    output logic                  adm_exists,   // the queue exists
    output logic                  deq_error,
    output logic      [W-1:0]     room,
    output logic      [W-1:0]     used,         // S
    input  wire logic [CW-1:0]    room_class,   // TTL, of the next clock
    output logic      [W-1:0]     class_room,   // of its own partition, two clocks after that one
    // view of the enqueue, clock 8
    output logic                  view_valid,   // it was counted
    output logic      [PW-1:0]    view_port,
    output logic      [CW-1:0]    view_class,
    output logic                  view_lossless,
    output logic                  view_held,    // it has used headroom
    output logic      [W-1:0]     view_queue,   // q after it
    output logic      [W-1:0]     view_sum,     // what its group is charged
    output logic      [HW-1:0]    view_insured, // headroom in use, at most
    // view of the visit, clock 6
    output logic                  seen_valid,
    output logic                  seen_port_valid,  // it is the last of a port's lossless classes
    output logic      [PW-1:0]    seen_port_5,      // clock 5: the queue of the next clock
    output logic      [CW-1:0]    seen_class_5,
    output logic      [PW-1:0]    seen_port,
    output logic      [CW-1:0]    seen_class,
    output logic                  seen_lossless,
    output logic                  seen_held,
    output logic                  seen_queue_stale,  // enqueues of the queue are under way that it lacks
    output logic                  seen_port_stale,   // of the port's lossless classes
    output logic                  seen_queue_valid,  // clock 3
    output logic      [W-1:0]     seen_queue,        // clock 3: q
    output logic      [W-1:0]     not_seen_above,    // complements
    output logic      [W-1:0]     not_seen_sum
);
  localparam int AW = PW + CW;
  logic dsh, is_ttl, restructured;
  assign dsh = scheme[sluice_pkg::DSH];
  generate
    if (TTL) begin : g_is_ttl
      always_ff @(posedge clk) is_ttl <= scheme[sluice_pkg::TTL];  // a set comes into use where nothing is under way
    end else begin : g_never_ttl
      assign is_ttl = 1'b0;
    end
  endgenerate

  // Reset: write zeros everywhere.
  assign clear = !ready;
  always_ff @(posedge clk)
    if (rst) begin
      ready <= 1'b0;
      clear_addr <= '0;
    end else if (!ready) begin
      ready <= clear_addr == '1;
      clear_addr <= clear_addr + 1'b1;
    end

  // Clocks: of events and of visits, until the last register behind them is empty again; of the RAMs that both read and write. clk_pool:
  // of the rooms.
  logic clk_event, clk_visit, clk_ram, open_event, open_visit, unused_open;
  sluice_awake #(.GATES(GATES), .CLOCKS(10)) awake_event (
      .clk(clk), .cause(stirs || enq_valid || deq_valid), .open(open_event), .gated(clk_event));
  sluice_awake #(.GATES(GATES), .CLOCKS(11)) awake_visit (.clk(clk), .cause(stirs || scan_valid), .open(open_visit), .gated(clk_visit));
  sluice_awake #(.GATES(GATES), .CLOCKS(0)) awake_ram (
      .clk(clk), .cause(open_event || open_visit), .open(unused_open), .gated(clk_ram));

`ifdef FORMAL
  (* anyconst *) logic [AW-1:0] f_queue;  // any queue, its group, and what its RAMs hold
  logic [AW-1:0] f_group;
  logic [W:0] f_mem_a, f_mem_b;
  logic [W+HW-1:0] f_mem_charged, f_mem_returned;
`endif

  // ---- Enqueue ----
  // Clock 0
  logic enq_real, enq_comes, enq_takes;
  logic [AW-1:0] enq_queue;
  assign enq_real = {1'b0, enq_port} < (PW + 1)'(NP) && (enq_dropped || {1'b0, enq_class} < (CW + 1)'(NC));  // of a dropped one the class is not asked
  assign enq_comes = enq_valid && !enq_dropped && enq_real;
  assign enq_takes = enq_comes && ready && configured;
  assign enq_queue = {enq_port, enq_class};

  // What goes along. takes: counts unless it fits nowhere; from clock 2 on, too large ones do not.
  logic [7:1] e_valid, e_takes, e_lossless;
  logic [5:1] e_real, e_leaves;  // leaves: dropped, whatever else
  logic [4:1] e_dropped;
  logic [4:2] e_none;
  logic [AW-1:0] e_queue[8];
  logic [6:1] e_in_port;                    // its group is the port's
  logic [AW-1:0] group_1, group_4, group_7;  // where that stands
  logic [NB-1:0] e_cells[7];
  logic [NB-1:0] cells_1;
  logic large_1, take_1;
  logic [NB:0] size_0;
  assign size_0 = {1'b0, enq_cells[NB-1:0]} + {1'b0, ~max_packet[NB-1:0]};  // a carry: that is more than max_packet, which has no more bits
  logic unused_size;
  assign unused_size = ^{size_0[NB-1:0], max_packet};
  assign take_1 = e_takes[1] && !large_1;
  always_ff @(posedge clk_event) begin
    e_valid <= rst ? '0 : {e_valid[6] || clear, e_valid[5:1], enq_valid && ready};
    e_takes <= rst ? '0 : {e_takes[6:2], take_1, enq_takes};
    e_real <= {e_real[4:1], enq_real};
    e_leaves <= {e_leaves[4:1], enq_dropped};
    e_dropped <= {e_dropped[3:1], enq_dropped && configured && enq_real};
    e_lossless <= {e_lossless[6:1], lossless[enq_class]};
    e_in_port <= {e_in_port[5:1], lossless[enq_class] && dsh};
    e_none <= {e_none[3:2], cells_1 == '0};  // what has more bits is too large
    some_5 <= e_takes[4] && !e_none[4] && !rst;
    e_queue[1] <= enq_queue;
    for (int k = 2; k <= 6; k++) e_queue[k] <= e_queue[k-1];
    e_queue[7] <= clear ? clear_addr : e_queue[6];
    group_4 <= {e_queue[3][AW-1:CW], e_in_port[3] ? group_class : e_queue[3][CW-1:0]};
    group_7 <= clear ? clear_addr : {e_queue[6][AW-1:CW], e_in_port[6] ? group_class : e_queue[6][CW-1:0]};
    writes_7 <= !rst && (counted6 || clear);
    cells_1 <= enq_cells[NB-1:0];
    large_1 <= size_0[NB] || enq_cells >> NB != '0;
    e_cells[2] <= cells_1 & {NB{take_1}};
    for (int k = 3; k <= 6; k++) e_cells[k] <= e_cells[k-1];
  end

  // Lossless classes change while nothing is counted: what is not counted, and is under way then, is of one group here and of another there,
  // so it writes nothing.
  assign group_1 = {e_queue[1][AW-1:CW], e_in_port[1] ? group_class : e_queue[1][CW-1:0]};
  // Which of the words under way are of the address that is written in this clock: those of the enqueue in clock k against
  // the enqueue in clock 7, or the dequeue in clock 6. Two enqueues are compared a clock before, when the younger is there.
  logic counted6, writes_7;
  logic deq_next;
  logic [AW-1:0] deq_next_addr;
  logic [6:1] same_queue, same_deq;
  logic [6:2] same_group;
  logic [6:2] alike_queue;  // the enqueue in clock k - 1 and that in clock 6
  logic [6:3] alike_group;
  always_ff @(posedge clk_event) begin
    same_queue[1] <= counted6 && enq_queue == e_queue[6];
    for (int k = 2; k <= 6; k++) begin
      alike_queue[k] <= (k == 2 ? enq_queue : e_queue[k-2]) == e_queue[5];
      same_queue[k] <= counted6 && alike_queue[k];
    end
    same_group[2] <= counted6 && e_queue[1][AW-1:CW] == e_queue[6][AW-1:CW] && (alike_queue[2] || (e_in_port[1] && e_in_port[6]));
    for (int k = 3; k <= 6; k++) begin
      alike_group[k] <= e_queue[k-2][AW-1:CW] == e_queue[5][AW-1:CW] &&
          (e_queue[k-2][CW-1:0] == e_queue[5][CW-1:0] || (e_in_port[k-2] && e_in_port[5]));
      same_group[k] <= counted6 && alike_group[k];
    end
    for (int k = 1; k <= 6; k++) same_deq[k] <= deq_next && (k == 1 ? enq_queue : e_queue[k-1]) == deq_next_addr;
  end

  // Totals: RAM, copies for the verdict, the dequeue and the visit; what the enqueue makes of them in clock 7
  logic [W:0] a_early, not_a_check, a_late, a_2, a_now;
  logic [W-1:0] ca_late, ca_2, ca_now;
  logic [HW-1:0] ha_3, ha_late, ha_2, ha_now;
  logic [W:0] not_b_early, b_check, not_b_2, b_now;
  logic [W-1:0] not_b_late;
  logic [W-1:0] not_cb_3, not_cb_2, cb_8, cb_now;
  logic [HW-1:0] hb_3, not_hs_2, hb_8, hb_now;
  localparam int Late = W < 16 ? W : 16, Early = W + HW - Late;
  logic [Early-1:0] charged_3, charged_early;
  logic [W+HW-1:0] charged_now, charged_2, charged_late;
  logic check_newer;
  logic check_read, total_read, deq_writes, deq_taken, deq_enough, settles;
  logic [AW-1:0] check_addr, total_addr, deq_taken_addr;
  logic [AW-1:0] scan_queue, s_queue[10];
  logic [6:1] s_valid;

  // Subtrahends are complements: a - b = a + ~b + 1, and a carry chain cannot invert.
  localparam logic [W:0] As = {(W + 1) {1'b0}}, Not = {(W + 1) {1'b1}};
  localparam logic [W+HW-1:0] BothNot = {(W + HW) {1'b1}};
  logic [W:0] unused_a, unused_a_check, unused_a_seen, unused_b, unused_b_check, unused_b_seen;
  logic [Early-1:0] unused_charged_seen;
  logic [Late-1:0] unused_high, unused_high_seen;
  logic [W+HW-1:0] unused_returned, unused_returned_seen, unused_returned_again;
  sluice_totals #(.AW(AW), .DW(W + 1), .READERS(3), .INVERTED({As, Not, As})) ram_a (
      .clk(clk_ram), .write(writes_7), .write_addr(e_queue[7]), .write_data(a_now),
      .read({scan_valid, check_read, enq_valid}), .read_addr({scan_queue, check_addr, enq_queue}),
      .newer({2'b0, same_queue[1]}), .newer_data(a_now),
`ifdef FORMAL
      .watch(f_queue), .watched(f_mem_a),
`endif
      .kept({a_2, not_a_check, unused_a}), .latest({unused_a_seen, unused_a_check, a_early}));
  // What is written in clock 2 is of an enqueue that the verdict still adds: charged_3 lacks it. The verdict asks for HA only: the high
  // half of CA, as wide as a block RAM, is read when it is counted.
  assign ha_3 = charged_3[HW-1:0];
  assign charged_now = {ca_now, ha_now};
  sluice_totals #(.AW(AW), .DW(Early), .READERS(2)) ram_charged (
      .clk(clk_ram), .write(writes_7), .write_addr(group_7), .write_data(charged_now[Early-1:0]),
      .read({scan_valid, e_valid[1]}), .read_addr({scan_queue, group_1}),
      .newer({1'b0, same_group[2]}), .newer_data(charged_now[Early-1:0]),
`ifdef FORMAL
      .watch(f_group), .watched(f_mem_charged[Early-1:0]),
`endif
      .kept({charged_2[Early-1:0], charged_3}), .latest({unused_charged_seen, charged_early}));
  sluice_totals #(.AW(AW), .DW(Late), .READERS(2)) ram_charged_high (
      .clk(clk_ram), .write(writes_7), .write_addr(group_7), .write_data(charged_now[W+HW-1:Early]),
      .read({scan_valid, e_valid[4]}), .read_addr({scan_queue, group_4}),
      .newer({1'b0, same_group[5]}), .newer_data(charged_now[W+HW-1:Early]),
`ifdef FORMAL
      .watch(f_group), .watched(f_mem_charged[W+HW-1:Early]),
`endif
      .kept({charged_2[W+HW-1:Early], unused_high}), .latest({unused_high_seen, charged_late[W+HW-1:Early]}));
  assign {ca_2, ha_2} = charged_2;
  assign {ca_late, ha_late} = charged_late;
  sluice_totals #(.AW(AW), .DW(W + 1), .READERS(3), .INVERTED({Not, As, Not})) ram_b (
      .clk(clk_ram), .write(deq_writes), .write_addr(deq_taken_addr), .write_data(b_now),
      .read({scan_valid, total_read, enq_valid}), .read_addr({scan_queue, total_addr, enq_queue}),
      .newer({1'b0, check_newer, same_deq[1] && deq_enough}), .newer_data(b_now),
`ifdef FORMAL
      .watch(f_queue), .watched(f_mem_b),
`endif
      .kept({not_b_2, unused_b_check, unused_b}), .latest({unused_b_seen, b_check, not_b_early}));
  // A round is 16 clocks at least: nine clocks after a visit its queue is not visited again.
  sluice_totals #(.AW(AW), .DW(W + HW), .READERS(3), .FORWARDS(3'b001),
      .INVERTED({As[W-1:0], As[HW-1:0], BothNot, Not[W-1:0], As[HW-1:0]})) ram_returned (
      .clk(clk_ram), .write(settles), .write_addr(s_queue[9]), .write_data({cb_now, hb_now}),
      .read({s_valid[6], scan_valid, e_valid[1]}), .read_addr({s_queue[6], scan_queue, group_1}),
      .newer(3'b0), .newer_data({cb_now, hb_now}),
`ifdef FORMAL
      .watch(f_group), .watched(f_mem_returned),
`endif
      .kept({cb_8, hb_8, not_cb_2, not_hs_2, not_cb_3, hb_3}),
      .latest({unused_returned_again, unused_returned_seen, unused_returned}));

  sluice_keep #(.W(W + 1), .STAGES(5)) keep_a (
      .clk(clk_event), .early(a_early), .written(a_now), .same(same_queue[5:2]), .late(a_late));
  sluice_keep #(.W(Early), .STAGES(4)) keep_charged (
      .clk(clk_event), .early(charged_early), .written(charged_now[Early-1:0]), .same(same_group[5:3]), .late(charged_late[Early-1:0]));
  sluice_keep #(.W(W), .STAGES(6), .INVERTED(1)) keep_b (
      .clk(clk_event), .early(not_b_early[W-1:0]), .written(b_now[W-1:0]), .same(same_deq[6:2] & {5{deq_enough}}), .late(not_b_late));
  logic unused_totals;
  assign unused_totals = ^{unused_a, unused_a_check, unused_a_seen, unused_b, unused_b_check, unused_b_seen,
    unused_charged_seen, unused_high_seen, unused_high, charged_3[Early-1:HW-1], unused_returned, unused_returned_seen, unused_returned_again, a_early[W], not_b_early[W], a_2[W],
    not_b_2[W]};  // the sign is for the dequeue
  logic [W-1:0] not_cb[8];
  logic [HW-1:0] hb_kept[8];
  always_ff @(posedge clk_event) begin
    {not_cb[4], hb_kept[4]} <= {not_cb_3, hb_3};
    for (int k = 5; k <= 7; k++) {not_cb[k], hb_kept[k]} <= {not_cb[k-1], hb_kept[k-1]};
  end

  // The verdict
  logic [NB+2:0] under_way_4;
  sluice_under_way #(.NB(NB), .KW(PW)) under_way (
      .clk(clk_event), .key(enq_port), .cells_2(e_cells[2]), .cells_3(e_cells[3]), .cells_4(e_cells[4]), .cells_5(e_cells[5]),
      .cells_6(e_cells[6]), .sum(under_way_4));

  localparam int FW = (W > NB + 3 ? W : NB + 3) + 1;
  logic [FW-1:0] free;
  logic fits, fits_own_5, some_5, refused_5, counted_5, shared_5, headroom_5;
  logic [2:0] kind_5;
  logic [NB-1:0] counted_6, charged_6, shared_6, headroom_6, not_back_6;
  logic [W-1:0] freed_9, not_freed_10;
  sluice_room #(.W(W), .NB(NB)) shared_room (
      .clk(clk_pool), .rst(rst), .load(restructured), .cells(e_cells[2]), .not_back(not_back_6), .charged(shared_6),
      .not_freed(not_freed_10), .room(room), .used(used), .free(free), .fits(fits));

  // The state of the group: shown in clock 3; of two classes one is chosen there, of these pairs one in clock 4
  logic [NC-1:0] off_row_3;
  logic [2**CW-1:0] off_classes_3;
  logic [2**(CW-1)-1:0] off_pairs_4;
  logic port_off_3, port_off_4, off_4;
  localparam int PairBits = CW > 1 ? CW - 1 : 1;
  logic [PairBits-1:0] pair_4;
  sluice_row #(.NP(NP), .PW(PW), .B(NC)) queue_states (.clk(clk_event), .port(e_queue[2][AW-1:CW]), .rows(queue_off), .row(off_row_3));
  sluice_row #(.NP(NP), .PW(PW), .B(1)) port_state (.clk(clk_event), .port(e_queue[2][AW-1:CW]), .rows(port_off), .row(port_off_3));
  assign pair_4 = PairBits'(e_queue[4][CW-1:0] >> 1);
  assign off_classes_3 = (2**CW)'(off_row_3);
  assign off_4 = dsh ? port_off_4 : off_pairs_4[pair_4];
  always_ff @(posedge clk_event) begin
    port_off_4 <= port_off_3;
    for (int i = 0; i < 2 ** (CW - 1); i++) off_pairs_4[i] <= off_classes_3[2*i+32'(e_queue[3][0])];
  end

  sluice_admit #(.W(W), .HW(HW), .NB(NB)) admit (
      .clk(clk_event), .rst(rst), .phi(phi), .eta(eta), .alpha_lossy(alpha_lossy), .accepted(a_early[W-1:0]),
      .not_dequeued(not_b_early[W-1:0]), .insured(ha_3), .repaid(hb_3), .free(free), .under_way(under_way_4),
      .cells(e_cells[4]), .fits(fits), .came(e_valid[4]), .valid(e_takes[4]), .none(e_none[4]), .dropped(e_dropped[4]), .ttl(is_ttl),
      .lossless(e_lossless[4]), .off(off_4), .fits_own(fits_own_5), .kind(kind_5), .refused(refused_5), .counted(counted_5),
      .shared(shared_5), .headroom(headroom_5));

  logic is_charged6, is_shared6, is_headroom6;
  assign charged_6 = e_cells[6] & {NB{is_charged6}};
  assign shared_6 = e_cells[6] & {NB{is_shared6}};
  assign headroom_6 = e_cells[6] & {NB{is_headroom6}};
  always_ff @(posedge clk_event) begin
    // Half of the masks here, half in the next clock: all at once are too many for either.
    counted_6 <= e_cells[5] & {NB{counted_5}};
    not_back_6 <= ~(e_cells[5] & {NB{!shared_5}});
    {is_shared6, is_headroom6} <= {shared_5, headroom_5};
    is_charged6 <= shared_5 || headroom_5 || (is_ttl && counted_5);
    counted6 <= counted_5 && some_5 && !rst;
    adm_valid <= e_valid[5] && !rst;
    {adm_port, adm_class} <= e_queue[5] & {{PW{e_valid[5]}}, {CW{e_valid[5] && !e_leaves[5]}}};
    adm_kind <= rst ? '0 : kind_5;
    adm_refused <= refused_5 && !rst;
    adm_exists <= e_real[5];
  end

  // Clock 6: count
  always_ff @(posedge clk_event)
    if (clear) begin
      a_now <= '0;
      ca_now <= '0;
      ha_now <= '0;
    end else begin
      a_now <= (same_queue[6] ? a_now : a_late) + (W + 1)'(counted_6);
      ca_now <= (same_group[6] ? ca_now : ca_late) + W'(charged_6);
      ha_now <= (same_group[6] ? ha_now : ha_late) + HW'(headroom_6);
    end

  // Clock 7: the view
  logic counted7, headroom7;
  always_ff @(posedge clk_event) begin
    counted7 <= counted6 && !rst;
    headroom7 <= is_headroom6;
    view_valid <= counted7 && !rst;
    {view_port, view_class} <= e_queue[7];
    view_lossless <= e_lossless[7];
    view_held <= headroom7;
    view_queue <= a_now[W-1:0] + not_b_late + 1'b1;
    view_sum <= ca_now + not_cb[7] + 1'b1;
    view_insured <= ha_now - hb_kept[7];
  end

  // ---- Dequeue ----
  logic deq_real;
  logic [W-1:0] fallen;
  assign event_valid = {deq_taken, check_read, e_valid[7], e_valid[1]};
  assign event_queue = {deq_taken_addr, check_addr, e_queue[7], e_queue[1]};
  assign deq_real = {1'b0, deq_port} < (PW + 1)'(NP) && {1'b0, deq_class} < (CW + 1)'(NC);
  sluice_dequeue #(.AW(AW), .W(W)) dequeue (
      .clk(clk_event), .clear(clear), .clear_addr(clear_addr), .valid(deq_valid), .real_queue(deq_real), .addr({deq_port, deq_class}), .cells(deq_cells),
      .a_read(check_read), .a_addr(check_addr), .not_a(not_a_check), .b_read(total_read), .b_addr(total_addr),
      .b_newer(check_newer), .b(b_check), .next(deq_next), .next_addr(deq_next_addr), .writes(deq_writes), .taken(deq_taken), .enough(deq_enough),
      .taken_addr(deq_taken_addr),
      .total(b_now), .fallen(fallen), .error(deq_error));

  // ---- Visit ----
  // In LUTs: of so few bits a carry chain is slower. Not automatic: with a loop in such a function Icarus 11 makes words of arrays unknown.
  function logic less(input logic [CW-1:0] a, input logic [CW-1:0] b);
    less = 1'b0;
    for (int i = 0; i < CW; i++) less = a[i] == b[i] ? less : b[i];
  endfunction
  // What an enqueue charges in this clock to a class that the scan has passed at its port is missed by the port's sum. That needs a sweep
  // where gates are, lest it stand there when the clock goes on.
  logic [NB-1:0] charged_7, passed_1, passed_2, missed_3;
  logic [5:3] s_lossless;
  logic [5:4] s_part;    // of a port's sum
  logic s_last, s_ends;  // clock 5, last: of its group; ends: of the port's lossless classes
  logic [CW-1:0] class_2, class_4;
  logic passes_1, counts_1, missed_2, s_sweeps;  // the enqueue's class is before that of the visit; it is in the port's sum
  logic [AW-1:0] at_7;
  assign scan_queue = {scan_port, scan_class};
  assign {class_2, class_4} = {s_queue[2][CW-1:0], s_queue[4][CW-1:0]};
  assign at_7 = e_queue[7];
  always_ff @(posedge clk_event) begin
    charged_7 <= charged_6;
    {passed_1, passed_2} <= {charged_7, passed_1};
  end
  always_ff @(posedge clk_visit) begin
    passes_1 <= at_7[AW-1:CW] == scan_port && less(at_7[CW-1:0], scan_class);
    counts_1 <= dsh && e_lossless[7] && !less(group_class, scan_class);
    missed_2 <= (s_sweeps || GATES == 0) && passes_1 && counts_1;
    missed_3 <= passed_2 & {NB{missed_2}};
    s_queue[1] <= scan_queue;
    s_sweeps <= scan_sweeps;
    for (int k = 2; k <= 8; k++) s_queue[k] <= s_queue[k-1];
    s_queue[9] <= clear ? clear_addr : s_queue[8];
    s_valid <= rst ? '0 : {s_valid[5:1], scan_valid};
    s_lossless <= {s_lossless[4:3], lossless[class_2]};
    s_ends <= class_4 == group_class;
    s_part <= {s_part[4], s_valid[3] && dsh && s_lossless[3]};
    s_last <= !rst && s_valid[4] && (!s_part[4] || class_4 == group_class);
  end

  sluice_settle #(.W(W), .HW(HW), .NB(NB)) settle (
      .clk(clk_visit), .rst(clear), .phi(phi), .accepted(a_2[W-1:0]), .not_dequeued(not_b_2[W-1:0]), .charged(ca_2), .not_returned(not_cb_2), .insured(ha_2),
      .not_repaid(not_hs_2), .part_4(s_part[4]), .part_5(s_part[5]), .missed(missed_3), .last(s_last), .queue(seen_queue), .not_above(not_seen_above), .not_sum(not_seen_sum),
      .held(seen_held), .gives(gives), .returned_8(cb_8), .repaid_8(hb_8), .writes(settles), .returned_9(cb_now),
      .repaid_9(hb_now), .freed(freed_9));

  // Enqueues that a visit lacks
  sluice_stale #(.PW(PW), .CW(CW)) stale (
      .clk(clk_visit), .clear(clear), .enq_comes(enq_comes), .enq_takes(enq_takes), .enq_lossless(lossless[enq_class]), .enq_queue(enq_queue), .large_1(large_1),
      .takes({e_takes[7:2], take_1}), .lossless(e_lossless),
      .queues({e_queue[7], e_queue[6], e_queue[5], e_queue[4], e_queue[3], e_queue[2], e_queue[1]}),
      .visits({s_queue[6], s_queue[5], s_queue[4], s_queue[3], s_queue[2], s_queue[1]}), .part_5(s_part[5]), .last_5(s_last),
      .queue_stale(seen_queue_stale), .port_stale(seen_port_stale));
  always_ff @(posedge clk_visit) begin
    seen_valid <= s_valid[5] && !rst;
    seen_lossless <= s_lossless[5];
    seen_port_valid <= s_valid[5] && s_ends && s_lossless[5] && !rst;
  end
  assign {seen_port_5, seen_class_5} = s_queue[5];
  assign {seen_port, seen_class} = s_queue[6];
  assign seen_queue_valid = s_valid[3];

  generate
    if (TTL) begin : g_partition
      logic [NB+2:0] class_under_way_4;
      sluice_under_way #(.NB(NB), .KW(CW)) class_under_way (
          .clk(clk_event), .key(enq_class), .cells_2(e_cells[2]), .cells_3(e_cells[3]), .cells_4(e_cells[4]),
          .cells_5(e_cells[5]), .cells_6(e_cells[6]), .sum(class_under_way_4));
      logic [NB-1:0] own_6;
      logic [W-1:0] freed_10;
      always_ff @(posedge clk_event)
        if (!(is_ttl && fits_own_5)) own_6 <= '0;
        else own_6 <= e_cells[5];
      sluice_partition #(.NC(NC), .W(W), .NB(NB), .CW(CW)) partition (
          .clk(clk_pool), .rst(rst), .configured(configured), .restart(restructure), .passes(passes), .passing(passing), .active(is_ttl),
          .cls_0(enq_class), .cls_2(e_queue[2][CW-1:0]), .under_way_4(class_under_way_4), .fits_5(fits_own_5), .cls_5(e_queue[5][CW-1:0]),
          .own_6(own_6), .shared_6(shared_6), .cls_7(s_queue[7][CW-1:0]), .freed_9(freed_9),
          .shared_freed_10(freed_10), .cls_ahead(room_class), .room(class_room));
      assign not_freed_10 = ~(freed_10 | (new_shared & {W{restructured}}));
    end else begin : g_no_partition
      assign fits_own_5 = 1'b0;
      assign class_room = '0;
      // A new pool comes as if it were freed: nothing is then.
      always_ff @(posedge clk_pool) not_freed_10 <= ~(freed_9 | (new_shared & {W{restructure}}));
      logic unused_partition;
      assign unused_partition = ^{passes, passing, room_class};
    end
  endgenerate

  // Whether there are any cells. Without gates the scan knows: when it rests it has found every queue as it is since the last event.
  // With them it leaves out visits, so they are counted.
  logic zero, none_held, wakes;
  assign wakes = !clear && (take_1 || deq_valid || gives);
  assign empty = none_held && !enq_valid;
  always_ff @(posedge clk) begin
    wake <= wakes;
    none_held <= zero && scan_rests && !wakes && !enq_takes;
    restructured <= restructure && !rst;
  end
  generate
    if (GATES == 1) begin : g_count
      logic [W-1:0] total, moved;
      always_ff @(posedge clk) begin
        moved <= rst ? '0 : W'(counted_6) - fallen;
        total <= rst ? '0 : total + moved;
        zero <= total == '0;
      end
      logic unused_settled;
      assign unused_settled = scan_settled;
    end else begin : g_found
      always_ff @(posedge clk) zero <= rst || !scan_settled || (zero && !(s_valid[3] && seen_queue != '0));
      logic unused_fallen;
      assign unused_fallen = ^fallen;
    end
  endgenerate

`ifdef SLUICE_TRACE
  // Occupancy of every queue, for waveforms.
  logic [W-1:0] queue_cells[NP*NC];
  int came_at, went_at;
  assign came_at = 32'(e_queue[6][AW-1:CW]) * NC + 32'(e_queue[6][CW-1:0]);
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

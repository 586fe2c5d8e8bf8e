// Accounting [spec 3]: cells of every ingress queue (q), of every port above private (W), of every headroom group
// (h) and of the shared pool (S, kept as the room Bs - S). Takes one enqueue and one dequeue in every clock; the
// dequeue counts before the enqueue. Classes that are not lossless count neither in W nor in h.
// The headroom group is the port with DSH (address: its class 0), else the queue. With TTL the shared pool is the shared
// partition, phi is 0, and sluice_partition keeps the classes' own.
//
// Clock 0: events and the scan's queue. Clock 1: rules. Clock 2 (outputs): the admission result, the room, and the
// three views (fields 0 enqueue, 1 dequeue, 2 scan) as they are after both events.
`default_nettype none
module sluice_account #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int W = 18,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter logic TTL = 1                     // scheme TTL is built
) (
    input  wire logic             clk,
    input  wire logic             rst,
    output logic                  ready,        // the RAMs are cleared
    output logic                  clear,
    output logic      [PW+CW-1:0] clear_addr,
    // events, clock 0
    input  wire logic             enq_valid,
    input  wire logic [PW-1:0]    enq_port,
    input  wire logic [CW-1:0]    enq_class,
    input  wire logic [W-1:0]     enq_cells,
    input  wire logic             enq_off,      // state of the headroom group
    input  wire logic             enq_dropped,  // by sluice_classify: counted nowhere
    input  wire logic             deq_valid,
    input  wire logic [PW-1:0]    deq_port,
    input  wire logic [CW-1:0]    deq_class,
    input  wire logic [W-1:0]     deq_cells,
    input  wire logic [PW-1:0]    scan_port,
    input  wire logic [CW-1:0]    scan_class,
    // configuration
    input  wire logic             configured,
    input  wire logic             restructure,
    input  wire logic [W-1:0]     new_shared,
    input  wire logic [2:0]       scheme,
    input  wire logic [NC*W-1:0]  new_partition,
    input  wire logic [W-1:0]     phi,
    input  wire logic [W-1:0]     eta,
    input  wire logic [NC-1:0]    lossless,
    output logic                  empty,
    // results, clock 2
    output logic                  adm_valid,
    output logic      [PW-1:0]    adm_port,
    output logic      [CW-1:0]    adm_class,
    output logic      [2:0]       adm_kind,
    output logic                  deq_error,
    output logic      [W-1:0]     room,
    output logic      [NC*W-1:0]  partition_room,  // TTL: b_j - s_j
    output logic      [2:0]       view_valid,
    output logic      [3*PW-1:0]  view_port,
    output logic      [3*CW-1:0]  view_class,
    output logic      [3*W-1:0]   view_queue,
    output logic      [3*W-1:0]   view_sum,
    output logic      [3*W-1:0]   view_headroom
);
  localparam int AW = PW + CW;

  // After reset the RAMs are written with zeros, one address per clock.
  always_ff @(posedge clk) begin
    if (rst) begin
      clear <= 1'b1;
      clear_addr <= '0;
      ready <= 1'b0;
    end else if (clear) begin
      clear_addr <= clear_addr + 1'b1;
      clear <= clear_addr != '1;
      ready <= clear_addr == '1;
    end
  end

  // Clock 0: which counters
  logic e_exists, d_exists;
  logic [AW-1:0] e_group, d_group, s_group;
  assign e_exists = {1'b0, enq_port} < (PW + 1)'(NP) && {1'b0, enq_class} < (CW + 1)'(NC);
  assign d_exists = {1'b0, deq_port} < (PW + 1)'(NP) && {1'b0, deq_class} < (CW + 1)'(NC);
  assign e_group = {enq_port, scheme == sluice_pkg::DSH ? '0 : enq_class};
  assign d_group = {deq_port, scheme == sluice_pkg::DSH ? '0 : deq_class};
  assign s_group = {scan_port, scheme == sluice_pkg::DSH ? '0 : scan_class};

  logic e_valid, d_valid, e_real, d_real, s_valid, e_off, e_dropped, e_lossless, d_lossless;
  logic [PW-1:0] e_port, d_port, s_port;
  logic [CW-1:0] e_class, d_class, s_class;
  logic [W-1:0] e_cells, d_cells;
  logic [W:0] d_cells_phi;          // cells + phi
  logic [W+1:0] e_gap, e_gap_same;  // phi - cells; the same after the dequeue, if that is of the same queue
  always_ff @(posedge clk) begin
    e_valid <= enq_valid && ready && !rst;
    if (enq_valid) begin
      e_real <= e_exists;
      e_port <= enq_port;
      e_class <= enq_class;
      e_cells <= enq_cells;
      e_gap <= {2'b0, phi} - {2'b0, enq_cells};
      e_gap_same <= {2'b0, phi} + {2'b0, deq_cells} - {2'b0, enq_cells};
      e_off <= enq_off;
      e_dropped <= enq_dropped;
      e_lossless <= e_exists && lossless[enq_class];
    end
    d_valid <= deq_valid && ready && !rst;
    if (deq_valid) begin
      d_real <= d_exists;
      d_port <= deq_port;
      d_class <= deq_class;
      d_cells <= deq_cells;
      d_cells_phi <= {1'b0, deq_cells} + {1'b0, phi};
      d_lossless <= d_exists && lossless[deq_class];
    end
    s_valid <= ready && !rst;
    s_port <= scan_port;
    s_class <= scan_class;
  end

  // Clock 1: the dequeue
  logic [W-1:0] q_d, q_e, q_e_after, q_d_after, q_s_after;
  logic [W-1:0] h_d, h_e, h_e_after, h_d_after, h_s_after;
  logic [W-1:0] sum_e_after, sum_d_after, sum_s_after, unused_sum_d, unused_sum_e;
  logic q_same, h_same, unused_sum_same;
  logic [W-1:0] fall, repaid, freed, all_freed, taken_freed;
  logic done, error;
  sluice_repay #(.W(W)) repay (
      .valid(d_valid && d_real), .lossless(d_lossless), .cells(d_cells), .cells_phi(d_cells_phi), .phi(phi),
      .queue(q_d), .headroom(h_d), .done(done), .error(error), .fall(fall), .repaid(repaid), .freed(freed));
  assign all_freed = done ? freed : '0;

  // The enqueue, which sees its queue, its headroom and the room as the dequeue left them
  logic after_d;
  logic [W+1:0] level, after;
  logic [W-1:0] spare, growth, new_room, total;
  logic [2:0] kind, result;
  logic accepted, e_own, e_shared, fits_own, ttl;
  assign after_d = q_same && done;
  assign level = {2'b0, q_e} - (after_d ? {1'b0, d_cells_phi} : {2'b0, phi});
  assign after = {2'b0, q_e} - (after_d ? e_gap_same : e_gap);
  assign spare = eta - h_e + (h_same && done ? repaid : '0);
  sluice_admit #(.W(W)) admit (
      .lossless(e_lossless), .off(e_off && !ttl), .configured(configured && e_real), .fits_own(fits_own), .cells(e_cells), .level(level),
      .after(after), .spare(spare), .room(room), .freed(taken_freed), .kind(kind), .growth(growth),
      .new_room(new_room));
  assign result = e_dropped && e_real && configured ? sluice_pkg::DROPPED : kind;
  assign accepted = e_valid && !e_dropped && kind != sluice_pkg::REFUSED;
  assign e_own = accepted && kind == sluice_pkg::PRIVATE;
  assign e_shared = accepted && kind == sluice_pkg::SHARED;

  generate
    if (TTL) begin : g_ttl
      logic [W-1:0] shared_back;
      logic fits_partition;
      assign ttl = scheme == sluice_pkg::TTL;
      sluice_partition #(.NC(NC), .W(W), .CW(CW)) partitions (
          .clk(clk), .rst(rst), .restart(restructure), .partition(new_partition), .d_class(d_class),
          .freed(ttl ? all_freed : '0), .shared_back(shared_back), .e_class(e_class), .cells(e_cells),
          .fits(fits_partition), .own(ttl && e_own), .shared(ttl && e_shared), .partition_room(partition_room));
      assign taken_freed = ttl ? shared_back : all_freed;
      assign fits_own = ttl && fits_partition;
    end else begin : g_no_ttl
      assign ttl = 1'b0;
      assign taken_freed = all_freed;
      assign fits_own = 1'b0;
      assign partition_room = '0;
      logic unused_ttl;
      assign unused_ttl = ^{new_partition, e_own, ttl};
    end
  endgenerate

  sluice_counter #(.AW(AW), .W(W)) queues (
      .clk(clk), .clear(clear), .clear_addr(clear_addr), .e_read(enq_valid), .d_read(deq_valid), .s_read(ready),
      .e_addr({enq_port, enq_class}), .d_addr({deq_port, deq_class}), .s_addr({scan_port, scan_class}),
      .d_sub(d_cells), .d_take(done), .e_add(e_cells), .e_take(accepted), .d_now(q_d), .e_now(q_e), .e_is_d(q_same),
      .e_after(q_e_after), .d_after(q_d_after), .s_after(q_s_after));

  sluice_counter #(.AW(AW), .W(W)) headrooms (
      .clk(clk), .clear(clear), .clear_addr(clear_addr), .e_read(enq_valid), .d_read(deq_valid), .s_read(ready),
      .e_addr(e_group), .d_addr(d_group), .s_addr(s_group), .d_sub(repaid), .d_take(done), .e_add(growth),
      .e_take(accepted && kind == sluice_pkg::HEADROOM), .d_now(h_d), .e_now(h_e), .e_is_d(h_same),
      .e_after(h_e_after), .d_after(h_d_after), .s_after(h_s_after));

  sluice_counter #(.AW(PW), .W(W)) ports (
      .clk(clk), .clear(clear), .clear_addr(clear_addr[PW-1:0]),
      .e_read(enq_valid), .d_read(deq_valid), .s_read(ready), .e_addr(enq_port), .d_addr(deq_port),
      .s_addr(scan_port), .d_sub(fall), .d_take(done && d_lossless), .e_add(growth),
      .e_take(accepted && e_lossless), .d_now(unused_sum_d), .e_now(unused_sum_e), .e_is_d(unused_sum_same),
      .e_after(sum_e_after), .d_after(sum_d_after), .s_after(sum_s_after));

  // Clock 2
  assign empty = total == '0 && !enq_valid && !e_valid;
  always_ff @(posedge clk) begin
    room <= rst ? '0 : restructure ? new_shared : e_shared ? new_room : room + taken_freed;
    total <= rst ? '0 : total + (accepted ? e_cells : '0) - (done ? d_cells : '0);
    adm_valid <= e_valid && !rst;
    adm_port <= e_valid ? e_port : '0;
    adm_class <= e_valid ? e_class : '0;
    adm_kind <= e_valid ? result : '0;
    deq_error <= !rst && d_valid && (!d_real || error);
    view_valid <= rst ? '0 : {s_valid, d_valid && d_real, e_valid && e_real};
    if (e_valid) begin
      view_port[0+:PW] <= e_port;
      view_class[0+:CW] <= e_class;
      view_queue[0+:W] <= q_e_after;
      view_sum[0+:W] <= sum_e_after;
      view_headroom[0+:W] <= h_e_after;
    end
    if (d_valid) begin
      view_port[PW+:PW] <= d_port;
      view_class[CW+:CW] <= d_class;
      view_queue[W+:W] <= q_d_after;
      view_sum[W+:W] <= sum_d_after;
      view_headroom[W+:W] <= h_d_after;
    end
    view_port[2*PW+:PW] <= s_port;
    view_class[2*CW+:CW] <= s_class;
    view_queue[2*W+:W] <= q_s_after;
    view_sum[2*W+:W] <= sum_s_after;
    view_headroom[2*W+:W] <= h_s_after;
  end

`ifdef SLUICE_TRACE
  // Occupancy of every queue, for waveforms.
  logic [W-1:0] queue_cells[NP*NC];
  initial for (int q = 0; q < NP * NC; q++) queue_cells[q] = '0;
  always_ff @(posedge clk) begin
    if (d_valid && d_real) queue_cells[d_port*NC+32'(d_class)] <= q_d_after;
    if (e_valid && e_real) queue_cells[e_port*NC+32'(e_class)] <= q_e_after;
  end
`endif
endmodule
`default_nettype wire

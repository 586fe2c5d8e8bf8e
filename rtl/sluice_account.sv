// Accounting [spec 3]: cells of every ingress queue (q), of every port above private (W), of every headroom group
// (h) and of the shared pool (S, kept as the room Bs - S). Takes one enqueue and one dequeue in every clock; the
// dequeue counts before the enqueue. Classes that are not lossless count neither in W nor in h.
// The headroom group is the port with DSH (address: its class 0), else the queue. With TTL the shared pool is the shared
// partition, phi is 0, and sluice_partition keeps the classes' own.
//
// Clock 0: events and the scan's queue. Clock 1: rules. Clock 2 (outputs): the admission result, the room, and the
// three views (fields 0 enqueue, 1 dequeue, 2 scan) as they are after both events. A view is of a queue, of its port, or
// of both; what is in two views of a clock is valid in one of them.
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
    output logic                  adm_exists,  // its port and class
    output logic                  deq_error,
    output logic      [W-1:0]     room,
    output logic      [NC*W-1:0]  partition_room,  // TTL: b_j - s_j
    output logic      [2:0]       view_queue_valid,
    output logic      [2:0]       view_port_valid,
    output logic      [3*PW-1:0]  view_port,
    output logic      [3*CW-1:0]  view_class,
    output logic      [3*W-1:0]   view_queue,
    output logic      [3*W-1:0]   view_sum,
    output logic      [2:0]       view_held,       // its group uses headroom
    output logic      [W-1:0]     enq_headroom     // how much, of view 0
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

  logic ttl, dsh;
  assign ttl = TTL && scheme == sluice_pkg::TTL;
  assign dsh = scheme == sluice_pkg::DSH;

  // Clock 0: which counters
  logic e_exists, d_exists;
  logic [AW-1:0] e_group, d_group, s_group;
  assign e_exists = {1'b0, enq_port} < (PW + 1)'(NP) && {1'b0, enq_class} < (CW + 1)'(NC);
  assign d_exists = {1'b0, deq_port} < (PW + 1)'(NP) && {1'b0, deq_class} < (CW + 1)'(NC);
  assign e_group = {enq_port, dsh ? '0 : enq_class};
  assign d_group = {deq_port, dsh ? '0 : deq_class};
  assign s_group = {scan_port, dsh ? '0 : scan_class};

  logic e_valid, d_valid, e_real, e_try, d_real, s_valid, e_open, e_dropped, e_lossless, d_lossless, ed_port, ed_queue;
  logic [PW-1:0] e_port, d_port, s_port;
  logic [CW-1:0] e_class, d_class, s_class;
  logic [W-1:0] e_cells, d_cells, not_d_cells;
  logic [W+1:0] d_minus_all;       // - cells - phi, two's complement
  logic [W+1:0] e_over, e_over_d;  // cells - phi; the same after the dequeue, if that is of the same queue
  always_ff @(posedge clk) begin
    e_valid <= enq_valid && ready && !rst;
    if (enq_valid) begin
      e_real <= e_exists;
      e_port <= enq_port;
      e_class <= enq_class;
      e_cells <= enq_cells;
      e_over <= {2'b0, enq_cells} - {2'b0, phi};
      e_over_d <= {2'b0, enq_cells} - {2'b0, phi} - {2'b0, deq_cells};
      e_open <= !enq_off || !lossless[enq_class] || ttl;
      e_dropped <= enq_dropped && e_exists && configured;
      e_lossless <= e_exists && lossless[enq_class];
    end
    e_try <= enq_valid && ready && !rst && e_exists && !enq_dropped && configured;
    d_valid <= deq_valid && ready && !rst;
    if (deq_valid) begin
      d_real <= d_exists;
      d_port <= deq_port;
      d_class <= deq_class;
      not_d_cells <= ~deq_cells;  // a carry chain cannot invert its operand
      d_minus_all <= (W + 2)'(0) - {2'b0, deq_cells} - {2'b0, phi};
      d_lossless <= d_exists && lossless[deq_class];
    end
    // Both events happen, at the same port, in the same queue
    ed_port <= enq_valid && deq_valid && enq_port == deq_port;
    ed_queue <= enq_valid && deq_valid && enq_port == deq_port && enq_class == deq_class;
    s_valid <= ready && !rst;
    s_port <= scan_port;
    s_class <= scan_class;
  end

  // Clock 1: the dequeue
  assign d_cells = ~not_d_cells;
  logic [W-1:0] q_d, q_e, q_s, q_d_next, unused_q_e_mid, q_e_more, h_d, h_e, h_s, h_d_next, h_e_mid, h_e_more;
  logic [W-1:0] w_d, w_s, w_d_next, w_e_more, unused_w_e, unused_w_e_mid;
  logic [W-1:0] fall, held, freed;
  logic done, error, below_next, frees;
  sluice_repay #(.W(W)) repay (
      .valid(d_valid && d_real), .lossless(d_lossless), .cells(d_cells), .minus_all(d_minus_all), .phi(phi),
      .queue(q_d), .headroom(h_d), .done(done), .error(error), .queue_next(q_d_next), .below_next(below_next),
      .fall(fall), .held(held), .held_next(h_d_next), .frees(frees), .freed(freed));
  assign w_d_next = w_d - fall;

  // The enqueue, which sees its queue, its headroom and the room as the dequeue left them
  logic ed_group, after_d, fits_own, own, shared, insured, accepted, pool_frees;
  logic [W-1:0] growth, room_left, room_kept, pool_fall, pool_held;
  logic [2:0] kind;
  assign ed_group = dsh ? ed_port : ed_queue;
  assign after_d = ed_queue && done;
  sluice_admit #(.W(W)) admit (
      .lossless(e_lossless), .pool_open(e_open), .fits_own(fits_own), .cells(e_cells), .after_d(after_d),
      .below_d(below_next), .level_d({2'b0, q_e} + e_over_d), .below(q_e < phi), .level({2'b0, q_e} + e_over),
      .room(room), .frees(pool_frees), .fall(pool_fall), .held(pool_held), .eta(eta), .headroom(h_e),
      .repays(ed_group && done && d_lossless), .fell(fall), .own(own), .shared(shared), .insured(insured),
      .growth(growth), .room_left(room_left), .room_kept(room_kept));
  assign accepted = e_try && (own || shared || insured);
  always_comb begin
    kind = sluice_pkg::REFUSED;
    if (e_dropped) kind = sluice_pkg::DROPPED;
    else if (e_try && own) kind = sluice_pkg::PRIVATE;
    else if (e_try && shared) kind = sluice_pkg::SHARED;
    else if (e_try && insured) kind = sluice_pkg::HEADROOM;
  end

  generate
    if (TTL) begin : g_ttl
      logic [W-1:0] shared_back;
      logic fits_partition;
      sluice_partition #(.NC(NC), .W(W), .CW(CW)) partitions (
          .clk(clk), .rst(rst), .restart(restructure), .partition(new_partition), .d_class(d_class),
          .freed(ttl && done ? freed : '0), .shared_back(shared_back), .e_class(e_class), .cells(e_cells),
          .fits(fits_partition), .own(ttl && e_try && own), .shared(ttl && e_try && shared), .partition_room(partition_room));
      assign pool_frees = ttl ? done : frees;
      assign pool_fall = ttl ? shared_back : fall;
      assign pool_held = ttl ? '0 : held;
      assign fits_own = ttl && fits_partition;
    end else begin : g_no_ttl
      assign pool_frees = frees;
      assign pool_fall = fall;
      assign pool_held = held;
      assign fits_own = 1'b0;
      assign partition_room = '0;
      logic unused_ttl;
      assign unused_ttl = ^{new_partition, ttl, freed};
    end
  endgenerate

  sluice_counter #(.AW(AW), .W(W)) queues (
      .clk(clk), .clear(clear), .clear_addr(clear_addr), .e_read(enq_valid), .d_read(deq_valid), .s_read(ready),
      .e_addr({enq_port, enq_class}), .d_addr({deq_port, deq_class}), .s_addr({scan_port, scan_class}),
      .d_now(q_d), .e_now(q_e), .s_now(q_s), .e_is_d(ed_queue), .d_next(q_d_next), .d_take(done), .e_add(e_cells),
      .e_valid(e_valid), .e_take(accepted), .e_mid(unused_q_e_mid), .e_more(q_e_more));

  sluice_counter #(.AW(AW), .W(W)) headrooms (
      .clk(clk), .clear(clear), .clear_addr(clear_addr), .e_read(enq_valid), .d_read(deq_valid), .s_read(ready),
      .e_addr(e_group), .d_addr(d_group), .s_addr(s_group),
      .d_now(h_d), .e_now(h_e), .s_now(h_s), .e_is_d(ed_group), .d_next(h_d_next), .d_take(done && d_lossless),
      .e_add(growth), .e_valid(e_valid), .e_take(e_try && insured), .e_mid(h_e_mid), .e_more(h_e_more));

  sluice_counter #(.AW(PW), .W(W)) ports (
      .clk(clk), .clear(clear), .clear_addr(clear_addr[PW-1:0]), .e_read(enq_valid), .d_read(deq_valid),
      .s_read(ready), .e_addr(enq_port), .d_addr(deq_port), .s_addr(scan_port),
      .d_now(w_d), .e_now(unused_w_e), .s_now(w_s), .e_is_d(ed_port), .d_next(w_d_next), .d_take(done && d_lossless),
      .e_add(growth), .e_valid(e_valid), .e_take(accepted && e_lossless), .e_mid(unused_w_e_mid), .e_more(w_e_more));

  // Clock 2. An event that changes something of a queue, or of a port, has a view of it, as both events left it: the first
  // that may be it. The scan's is left out where an event has one. Only lossless classes change a port.
  logic e_port_seen, d_port_seen, s_at_e, s_at_d;
  logic [2:0] queue_seen, port_seen;
  logic [W-1:0] came, not_went;  // cells in all, modulo 2^W
  assign e_port_seen = accepted && e_lossless;
  assign d_port_seen = done && d_lossless;
  assign s_at_e = e_port == s_port;
  assign s_at_d = d_port == s_port;
  assign queue_seen = {s_valid && !(accepted && s_at_e && e_class == s_class) && !(done && s_at_d && d_class == s_class),
                       done && !(accepted && ed_queue), accepted};
  assign port_seen = {s_valid && !(e_port_seen && s_at_e) && !(d_port_seen && s_at_d),
                      d_port_seen && !(e_port_seen && ed_port), e_port_seen};
  // Views carry what the scheme of their clock made of them: a new one waits for the last that has seen cells.
  logic [3:0] recent;  // clocks in which cells came or went
  assign empty = came == ~not_went && recent == '0 && !enq_valid && !e_valid;
  always_ff @(posedge clk) begin
    room <= rst ? '0 : restructure ? new_shared : e_try && shared ? room_left : room_kept;
    if (rst) came <= '0;
    else if (accepted) came <= came + e_cells;
    recent <= rst ? '0 : {recent[2:0], accepted || done};
    if (rst) not_went <= '1;
    else if (done) not_went <= not_went - d_cells;
    adm_valid <= e_valid && !rst;
    adm_port <= e_valid ? e_port : '0;
    adm_class <= e_valid ? e_class : '0;
    adm_kind <= e_valid ? kind : '0;
    deq_error <= !rst && d_valid && (!d_real || error);
    adm_exists <= e_real;
    view_queue_valid <= rst ? '0 : queue_seen;
    view_port_valid <= rst ? '0 : port_seen;
    if (e_valid) begin
      view_port[0+:PW] <= e_port;
      view_class[0+:CW] <= e_class;
      view_queue[0+:W] <= q_e_more;
      view_sum[0+:W] <= w_e_more;
      view_held[0] <= insured || h_e_mid != '0;  // who is insured grows
      enq_headroom <= insured ? h_e_more : h_e_mid;
    end
    if (d_valid) begin
      view_port[PW+:PW] <= d_port;
      view_class[CW+:CW] <= d_class;
      view_queue[W+:W] <= q_d_next;
      view_sum[W+:W] <= w_d_next;
      view_held[1] <= h_d_next != '0;
    end
    view_port[2*PW+:PW] <= s_port;
    view_class[2*CW+:CW] <= s_class;
    view_queue[2*W+:W] <= q_s;
    view_sum[2*W+:W] <= w_s;
    view_held[2] <= h_s != '0;
  end

`ifdef SLUICE_TRACE
  // Occupancy of every queue, for waveforms.
  logic [W-1:0] queue_cells[NP*NC];
  initial for (int q = 0; q < NP * NC; q++) queue_cells[q] = '0;
  always_ff @(posedge clk) begin
    if (done) queue_cells[d_port*NC+32'(d_class)] <= q_d_next;
    if (accepted) queue_cells[e_port*NC+32'(e_class)] <= q_e_more;
  end
`endif
endmodule
`default_nettype wire

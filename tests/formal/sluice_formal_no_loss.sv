// Proves no loss [spec 3] for any headroom group: the queue in STATIC, SIH, SHP and TTL, the port in DSH. While a + f
// <= limit, none of its lossless packets is refused. a: cells of the group since its first packet in headroom,
// including that packet. f: other cells of its port in the five cycles before. The event that turned the group off is
// no later than that first packet, so the a of the rules is at least this a. a + f is split by age: `older` is the part
// of a that arrived six or more cycles ago, `recent` all cells of the port that arrived since. sluice_admit is
// instantiated. Cells under way are summed as in sluice_under_way. Headroom counters are modelled as in sluice_account:
// HA does not include the five cycles before, HB is that of cycle 2. If the group is the queue, private cells, too, are
// used only if they fit. All other inputs of an admission are free.
`default_nettype none
module sluice_formal_no_loss #(
    parameter int W = 8,
    parameter int HW = 8,
    parameter int NB = 4,
    parameter int FW = (W > NB + 3 ? W : NB + 3) + 1
) (
    input wire logic          clk,
    // An enqueue of the port in cycle 2; cells_2 is 0 if it is not charged
    input wire logic          of_group,
    input wire logic [NB-1:0] cells_2,
    input wire logic [NB-1:0] headroom_returned,    // cells returned to the group's headroom
    input wire logic          group_on,  // the group is on
    // Inputs of the admission
    input wire logic [W-1:0]  fallen,    // cells dequeued
    input wire logic [W-1:0]  others,    // cells in the queue of a packet of another group
    input wire logic [FW-1:0] free,
    input wire logic [3:0]    alpha_lossy,
    input wire logic          fits,
    input wire logic          fits_own,
    input wire logic          holds,     // SHP: the port's own headroom or the pool holds the packet in cycle 5
    input wire logic          off
);
  (* anyconst *) logic [W-1:0] phi;
  (* anyconst *) logic [HW-1:0] eta;
  (* anyconst *) logic ttl;
  localparam int SW = (HW > NB + 3 ? HW : NB + 3) + 2;
  logic [2:0] age = '0;
  logic [7:2] group;
  logic [NB-1:0] cells[12];
  logic [NB+2:0] under_way, recent5, recent;
  // HA, HB; stored HA; HA and HB of cycle 2
  logic [HW-1:0] ha, hb, h_stored, ha_2, hb_2, headroom_used, headroom_used_stored;
  logic [HW-1:0] found3, found4, found5, found6;                    // headroom in use as read by the admission
  logic headroom5, refused5, headroom6, refused6, headroom7, live, counted, shared;
  logic [SW-1:0] a_stored, older3, older4, older5, older;  // a by the stored counters, saturating above the limit
  logic [2:0] kind;
  logic [W-1:0] q, q_stored, q_3, q_4, q_5, q_6;  // q of the queue; stored q; q as read by the admission
  logic counted6, counted7, private6, holds6;
  logic [NB+2:0] later[7];  // cells stored since the values were read by the admission in cycle k

  always_comb begin
    under_way = '0;
    for (int k = 9; k >= 4; k--) under_way += (NB + 3)'(cells[k]);
    for (int j = 3; j <= 6; j++) begin
      later[j] = '0;
      for (int k = 5 + j; k >= 8; k--) later[j] += (NB + 3)'(cells[k]);
    end
  end
  // sluice_admit reads the enqueue of cycle 4 only.
  `SLUICE_QUEUE(1, 1)
  `SLUICE_ENQUEUE(NB)
  enqueues_t e;
  always_comb begin
    e = '0;
    {e.c4.came, e.c4.takes, e.c4.lossless, e.c4.none, e.c4.cells} = {2'b11, group[4], cells[4] == '0, cells[4]};
  end
  sluice_admit #(.W(W), .HW(HW), .NB(NB), .PW(1), .CW(1)) admit (
      .clk, .rst(1'b0), .phi, .eta, .alpha_lossy, .accepted(of_group ? q_stored : others), .not_dequeued({W{1'b1}}),
      .headroom_cells(ha_2), .headroom_returned(hb_2), .free, .e, .under_way, .fits, .ttl, .off, .fits_own, .holds,
      .admission({kind, refused5, counted, shared, headroom5}));

  assign headroom_used = ha - hb;
  assign headroom_used_stored = h_stored - hb;
  assign group[2] = of_group;
  always_comb cells[2] = cells_2;
  always_ff @(posedge clk) begin
    if (age != '1) age <= age + 1'b1;
    group[7:3] <= group[6:2];
    for (int k = 3; k <= 11; k++) cells[k] <= cells[k-1];
    {headroom6, refused6, headroom7} <= {headroom5 && group[5] && cells[5] != '0, refused5 && group[5], headroom6};
    {counted6, counted7, holds6} <= {counted && group[5], counted6, holds};
    private6 <= counted && !shared && !headroom5 && !ttl && group[5];
    q <= q + (counted6 ? W'(cells[6]) : '0) - fallen;
    q_stored <= q_stored + (counted7 ? W'(cells[7]) : '0) - fallen;
    {q_3, q_4, q_5, q_6} <= {q_stored, q_3, q_4, q_5};
    if (headroom6) ha <= ha + HW'(cells[6]);
    if (headroom7) h_stored <= h_stored + HW'(cells[7]);
    hb <= hb + HW'(headroom_returned);
    {ha_2, hb_2} <= {h_stored, hb};
    {found3, found4, found5, found6} <= {headroom_used_stored, found3, found4, found5};
    {recent5, recent} <= {under_way, recent5};
    // a counts from the first packet in headroom.
    live <= !group_on && (live || headroom6);
    a_stored <= group_on ? '0 :
        group[7] && (live || headroom7) && !a_stored[SW-1] ? a_stored + SW'(cells[7]) : a_stored;
    {older3, older4, older5, older} <= group_on ? '0 : {a_stored, older3, older4, older5};
    if (age == '0) {group[7:3], headroom6, refused6, headroom7, ha, h_stored, hb, ha_2, hb_2, live, a_stored} <= '0;
    if (age == '0) for (int k = 3; k <= 11; k++) cells[k] <= '0;
    if (age == '0) {counted6, counted7, private6, q, q_stored, q_3, q_4, q_5, q_6} <= '0;
    if (age == '0) {found3, found4, found5, found6, recent5, recent, older3, older4, older5, older} <= '0;
  end
  always_comb begin
    // A1: sluice_dequeue: a dequeue takes at most the stored cells; sluice_check: the pools fit the buffer, and the
    // buffer fits a counter
    assume (fallen <= q_stored && (W + 1)'(q) + (W + 1)'(cells[6]) < (W + 1)'(1) << W);
    // A2: sluice_settle: a visit returns at most the headroom that it read
    assume (HW'(headroom_returned) <= headroom_used_stored);
    // A3: sluice_examine, sluice_incomplete: a group is on only with h = 0 and without packets under way; later packets
    // are in cycle 1
    assume (!group_on || (headroom_used == '0 && group[7:2] == '0));
    // A4: pipelines are empty at power-up
    assume (age == '1 || {of_group, cells_2} == '0);
    if (age != '0) begin
      // P1: no lossless packet is refused while a + f <= limit; SHP: and while the pool holds it
      a_no_loss: assert (!refused6 || !holds6 || (SW + 1)'(older) + (SW + 1)'(recent) > (SW + 1)'(eta));
      // P2: h <= limit
      a_limit: assert (headroom_used <= eta &&
          (!headroom6 || (HW + 1)'(headroom_used) + (HW + 1)'(cells[6]) <= (HW + 1)'(eta)));
      // P3: private cells are within phi
      a_private: assert (!private6 || (W + 1)'(q) + (W + 1)'(cells[6]) <= (W + 1)'(phi));
      c_refused: cover (refused6 && holds6 && eta > HW'(40));
      c_pool_full: cover (refused6 && !holds6 && (SW + 1)'(older) + (SW + 1)'(recent) <= (SW + 1)'(eta));
      c_full: cover (headroom_used == eta && eta > HW'(20));
      c_recovers: cover (group_on && ha != '0 && phi != '0);
      // P4: lemma: q, stored q and the q read by admissions differ only by later packets
      a_queue: assert (q == q_stored + (counted7 ? W'(cells[7]) : '0) && q_stored <= q &&
          (W + 1)'(q_stored) <= (W + 1)'(q_3) + (W + 1)'(later[3]) &&
          (W + 1)'(q_stored) <= (W + 1)'(q_4) + (W + 1)'(later[4]) &&
          (W + 1)'(q_stored) <= (W + 1)'(q_5) + (W + 1)'(later[5]) &&
          (W + 1)'(q_stored) <= (W + 1)'(q_6) + (W + 1)'(later[6]));
      // P5: lemma: the headroom read by an admission is within older
      a_found: assert ((!group[3] || SW'(found3) <= older3) && (!group[4] || SW'(found4) <= older4) &&
          (!group[5] || SW'(found5) <= older5) && (!group[6] || SW'(found6) <= older));
      // P6: lemma: a covers the headroom in use
      a_since: assert (SW'(headroom_used_stored) <= a_stored && headroom_used_stored <= headroom_used &&
          (live || (headroom_used == '0 && !headroom7)));
      // P7: lemma: the stored counter misses only the packet in cycle 7
      a_stored_now: assert (headroom_used == headroom_used_stored + (headroom7 ? HW'(cells[7]) : '0) &&
          (!headroom7 || group[7]));
      // P8: lemma: the stored headroom is at most the headroom read by an admission and the later packets
      a_later: assert ((HW + 1)'(headroom_used_stored) <= (HW + 1)'(found3) + (HW + 1)'(later[3]) &&
          (HW + 1)'(headroom_used_stored) <= (HW + 1)'(found4) + (HW + 1)'(later[4]) &&
          (HW + 1)'(headroom_used_stored) <= (HW + 1)'(found5) + (HW + 1)'(later[5]) &&
          (HW + 1)'(headroom_used_stored) <= (HW + 1)'(found6) + (HW + 1)'(later[6]));
      // P9: lemma: recent is the sum of the later packets and of those in cycles 6 and 7
      a_recent: assert (recent == later[6] + (NB + 3)'(cells[7]) + (NB + 3)'(cells[6]));
    end
  end
endmodule
`default_nettype wire

  // Admission by the rules [spec 3], from the same counters and the same cells under way
  localparam int RW = (W > NB + 3 ? W : NB + 3) + 2;
  logic [2:0] age = '0;  // cycles since power-up
  logic [W-1:0] f_q3, f_q4, f_free4, f_share;
  logic [W+6:0] f_shift;
  logic [HW-1:0] f_h4, f_eta4;
  logic [W-1:0] f_phi4;
  logic [RW-1:0] f_under, f_limit;
  logic f_private, f_cap, f_fits_headroom, f_lossy, f_shared, f_own, f_some, f_none, f_ttl;
  always_ff @(posedge clk) begin
    if (age != '1) age <= age + 1'b1;
    f_q3 <= accepted - ~not_dequeued;
    f_q4 <= f_q3;
    f_h4 <= headroom_cells - headroom_returned;
    f_shift <= {7'b0, free[FW-1] ? '0 : free[W-1:0]} << alpha_lossy[2:0];
    f_free4 <= free[FW-1] ? '0 : free[W-1:0];
    f_none <= alpha_lossy[3];
    {f_phi4, f_eta4} <= {phi, eta};  // of the packet's port
    // Cycle 4 to 5
    f_private <= RW'(f_q4) + f_under <= RW'(f_phi4);
    f_cap <= e.c4.lossless && RW'(f_h4) + f_under <= RW'(f_eta4);
    f_shared <= fits && (!e.c4.lossless || !off || ttl) && (e.c4.lossless || f_lossy);
    f_some <= e.c4.takes && !e.c4.none && !rst;
    f_ttl <= ttl;
  end
  logic [3:0] f_alpha;
  always_ff @(posedge clk) f_alpha <= alpha_lossy;
  assign f_under = RW'(under_way);
  assign f_share = !f_none ? (f_shift[W+6:W] != '0 ? '1 : f_shift[W-1:0]) : f_free4 >> (4'd0 - f_alpha);
  // w + n <= limit. w + n: cells of the queue and cells under way, less phi; the cells under way include the packet.
  assign f_limit = RW'(f_share);
  assign f_lossy = RW'(f_q4) + f_under <= RW'(f_phi4) + f_limit && RW'(e.c4.cells) <= f_limit;
  assign f_fits_headroom = f_cap && holds;
  assign f_own = f_ttl ? fits_own : f_private;
  always_comb begin
    // A2: h <= eta
    assume (age == '0 || f_h4 <= f_eta4);
    // A3: a dropped packet does not take part
    assume (!(e.c4.takes && e.c4.dropped));
    // A4: the cells under way include the packet
    assume (under_way >= (NB + 3)'(e.c4.cells));
    // A5: the cells under way are those of at most six packets: the packet and the five cycles before it
    assume (32'(under_way) <= 6 * (2 ** NB - 1));
    if (age == '1) begin
      // P1: charged to the shared pool exactly by the rules
      a_shared: assert (shared == (!f_own && f_shared));
      // P2: charged to the headroom exactly by the rules
      a_headroom: assert (headroom == (!f_own && !f_shared && f_fits_headroom));
      // P3: counted exactly if a pool has space
      a_counted: assert (counted == (f_own || f_shared || f_fits_headroom));
      // P4: refused exactly if no pool has space
      a_refused: assert (!f_some || refused == !(f_own || f_shared || f_fits_headroom));
      // P5: kind names the pool
      a_kind: assert (!f_some || kind == (f_own ? sluice_pkg::PRIVATE : f_shared ? sluice_pkg::SHARED :
          f_fits_headroom ? sluice_pkg::HEADROOM : sluice_pkg::REFUSED));
      c_private: cover (f_some && f_own && !f_ttl && !f_shared);
      c_shared: cover (f_some && shared && !f_fits_headroom);
      c_headroom: cover (f_some && headroom);
      c_pool_full: cover (f_some && f_cap && !holds && refused);
      c_refused_lossless: cover (refused && f_some && !f_lossy);
      c_ttl: cover (f_some && f_ttl && shared);
    end
  end

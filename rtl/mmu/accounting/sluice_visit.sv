// The pipeline of visits of the scan, cycle 0 .. 9: carries the queue and its part in the settlement of the group
// (sluice_settle).
// With DSH and a lossless class a visit is part of its port's sum; the visit of group_class is the last one and settles
// the port.
// Any other visit settles its own queue. One visit per cycle; nothing stalls.
// Latency: visit in cycle 0. Field ck of v and a signal with suffix _k belong to the visit in cycle k.
`default_nettype none
module sluice_visit #(
    parameter int NC = 8,  // classes
    parameter int PW = 2,  // bits of a port
    parameter int CW = 3   // bits of a class
) (
    clk, rst, clear, clear_addr, dsh, lossless, group_class, scan, v, last_5,
    scan_snap_valid, scan_snap_lossless, scan_snap_port_valid
);
  `SLUICE_QUEUE(PW, CW)
  `SLUICE_SCAN
  `SLUICE_VISIT
  input wire logic clk;                   // clock
  input wire logic rst;                   // synchronous reset, active high
  input wire logic clear;                 // the sweep after reset, see sluice_clear
  input queue_t clear_addr;               // address of the sweep
  input wire logic dsh;                   // the scheme is DSH
  input wire logic [NC-1:0] lossless;     // lossless classes
  input wire logic [CW-1:0] group_class;  // the highest lossless class
  input scan_t scan;                      // cycle 0: the visit
  output visits_t v;
  output logic last_5;                    // the visit settles its group
  // cycle 6
  output logic scan_snap_valid;           // a visit
  output logic scan_snap_lossless;        // the class is lossless
  output logic scan_snap_port_valid;      // the visit of the port's highest lossless class
  visit_t v1, v2, v3, v4, v5, v6, v7, v8, v9;
  assign v = {v9, v8, v7, v6, v5, v4, v3, v2, v1};
  logic [5:3] is_lossless;
  logic ends_5;  // the class is the highest lossless one
  always_ff @(posedge clk) begin
    v1 <= {scan.valid, 1'b0, scan.at};
    v2 <= v1;
    v3 <= v2;
    v4 <= {v3.valid, v3.valid && dsh && is_lossless[3], v3.at};
    v5 <= v4;
    v6 <= v5;
    v7 <= v6;
    v8 <= v7;
    v9 <= v8;
    if (clear) v9.at <= clear_addr;
    if (rst) {v1.valid, v2.valid, v3.valid, v4.valid, v5.valid, v6.valid} <= '0;
    is_lossless <= {is_lossless[4:3], lossless[v2.at.cls]};
    ends_5 <= v4.at.cls == group_class;
    last_5 <= !rst && v4.valid && (!v4.part || v4.at.cls == group_class);
    scan_snap_valid <= v5.valid && !rst;
    scan_snap_lossless <= is_lossless[5];
    scan_snap_port_valid <= v5.valid && ends_5 && is_lossless[5] && !rst;
  end
  logic unused;
  assign unused = ^scan;
endmodule
`default_nettype wire

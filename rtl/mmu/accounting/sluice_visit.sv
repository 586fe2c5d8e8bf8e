// The pipeline of visits of the scan, cycle 0 .. 9: carries the queue and its part in the settlement of the group (sluice_settle).
// With DSH and a lossless class a visit is part of its port's sum; the visit of group_class is the last one and settles the port.
// Any other visit settles its own queue. One visit per cycle; nothing stalls.
// Latency: visit in cycle 0. A signal with suffix _k, or bit k of a vector, belongs to the visit in cycle k.
`default_nettype none
module sluice_visit #(
    parameter int NC = 8,  // classes
    parameter int CW = 3,  // bits of a class
    parameter int AW = 5   // bits of {port, class}
) (
    input  wire logic            clk,          // clock
    input  wire logic            rst,          // synchronous reset, active high
    input  wire logic            clear,        // the sweep after reset, see sluice_clear
    input  wire logic [AW-1:0]   clear_addr,   // address of the sweep
    input  wire logic            dsh,          // the scheme is DSH
    input  wire logic [NC-1:0]   lossless,     // lossless classes
    input  wire logic [CW-1:0]   group_class,  // the highest lossless class
    input  wire logic            scan_valid,   // cycle 0: a visit
    input  wire logic [AW-1:0]   scan_addr,    // queue of the visit, {port, class}
    output logic      [6:1]      valid,        // bit k: a visit in cycle k
    output logic      [9*AW-1:0] queues,       // queues of the visits, cycle k at [(k - 1) * AW +: AW]; in cycle 9 the write address, also of the sweep
    output logic      [5:4]      part,         // the visit is part of a port's sum
    output logic                 last_5,       // the visit settles its group
    // cycle 6
    output logic                 scan_snap_valid,      // a visit
    output logic                 scan_snap_lossless,   // the class is lossless
    output logic                 scan_snap_port_valid  // the visit of the port's highest lossless class
);
  logic [AW-1:0] queue[10];
  logic [CW-1:0] class_2, class_4;
  logic [5:3] is_lossless;
  logic ends_5;  // the class is the highest lossless one
  assign {class_2, class_4} = {queue[2][CW-1:0], queue[4][CW-1:0]};
  always_comb for (int k = 1; k <= 9; k++) queues[(k-1)*AW+:AW] = queue[k];
  always_ff @(posedge clk) begin
    queue[1] <= scan_addr;
    for (int k = 2; k <= 8; k++) queue[k] <= queue[k-1];
    queue[9] <= clear ? clear_addr : queue[8];
    valid <= rst ? '0 : {valid[5:1], scan_valid};
    is_lossless <= {is_lossless[4:3], lossless[class_2]};
    ends_5 <= class_4 == group_class;
    part <= {part[4], valid[3] && dsh && is_lossless[3]};
    last_5 <= !rst && valid[4] && (!part[4] || class_4 == group_class);
    scan_snap_valid <= valid[5] && !rst;
    scan_snap_lossless <= is_lossless[5];
    scan_snap_port_valid <= valid[5] && ends_5 && is_lossless[5] && !rst;
  end
endmodule
`default_nettype wire

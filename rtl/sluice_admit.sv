// The enqueue rule [spec 3]: private first, then the shared pool, then the headroom of the group; headroom at
// once while the group is off. Combinational. What fits nowhere is refused and counted nowhere.
`default_nettype none
module sluice_admit #(
    parameter int W = 18
) (
    input  wire logic         valid,
    input  wire logic         lossless,    // of the class; the others use no headroom
    input  wire logic         off,         // the group's state: QOFF, or POFF with DSH
    input  wire logic         configured,  // before the first commit everything is refused
    input  wire logic [W-1:0] cells,
    input  wire logic [W-1:0] phi,         // private cells of a queue
    input  wire logic [W-1:0] limit,       // of the group's headroom
    input  wire logic [W-1:0] queue,       // q before the enqueue
    input  wire logic [W-1:0] headroom,    // h of the group before the enqueue
    input  wire logic [W-1:0] room,        // Bs - S
    output logic      [1:0]   kind,        // PRIVATE .. REFUSED
    output logic      [W-1:0] added,       // cells that enter the queue
    output logic      [W-1:0] growth,      // x: growth of the part above private
    output logic      [W-1:0] to_shared,
    output logic      [W-1:0] to_headroom
);
  logic [W:0] total, x;
  always_comb begin
    total = {1'b0, queue} + {1'b0, cells};
    x = (total > {1'b0, phi} ? total - {1'b0, phi} : '0) - {1'b0, queue > phi ? queue - phi : {W{1'b0}}};
    if (!configured) kind = sluice_pkg::REFUSED;
    else if (x == '0) kind = sluice_pkg::PRIVATE;
    else if (x <= {1'b0, room} && !(off && lossless)) kind = sluice_pkg::SHARED;
    else if (lossless && {1'b0, x} + {2'b0, headroom} <= {2'b0, limit}) kind = sluice_pkg::HEADROOM;
    else kind = sluice_pkg::REFUSED;
    added = valid && kind != sluice_pkg::REFUSED ? cells : '0;
    growth = valid && kind != sluice_pkg::REFUSED ? x[W-1:0] : '0;
    to_shared = kind == sluice_pkg::SHARED ? growth : '0;
    to_headroom = kind == sluice_pkg::HEADROOM ? growth : '0;
  end
endmodule
`default_nettype wire

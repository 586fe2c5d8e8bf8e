// Feedback level of every ingress queue and pause state of every ingress port (PON / POFF) [DSH Fig. 8, spec 4].
// Queue: OFF when w > Xqoff, free when w <= Xqon; where the queue owns headroom (STATIC, SIH, TTL), h > 0 keeps it off.
// With GFC the level is the stage. Classes that are not lossless are always free.
// Port (DSH): off when W > Xpoff, on when W <= Xpon; h(p) > 0 keeps it off.
// Three examined views may come in one clock, of three queues and three ports.
// Latency: result in clock t, state and change pulses in clock t + 1.
`default_nettype none
module sluice_pause_state #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int CW = 3,
    parameter int LW = 1   // bits of a level, sluice_pkg::level_bits
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic [2:0]       scheme,
    input  wire logic [NC-1:0]    lossless,
    // examined views e, d, s: bit or field 0, 1, 2
    input  wire logic [2:0]       queue_valid,
    input  wire logic [2:0]       port_valid,
    input  wire logic [3*PW-1:0]  port,
    input  wire logic [3*CW-1:0]  cls,
    input  wire logic [2:0]       held,
    input  wire logic [2:0]       above_qoff,
    input  wire logic [2:0]       above_qon,
    input  wire logic [2:0]       above_poff,
    input  wire logic [2:0]       above_pon,
    input  wire logic [3*LW-1:0]  stage,         // of sluice_stage
    output logic      [NP*NC*LW-1:0] queue_level,
    output logic      [NP-1:0]    port_off,
    // per view: its queue, or port, has just changed
    output logic      [2:0]       queue_changed,
    output logic      [2:0]       queue_turned,   // it has become free, or is free no more
    output logic      [2:0]       port_changed,
    output logic      [3*PW-1:0]  changed_port,
    output logic      [3*CW-1:0]  changed_class,
    output logic      [2:0]       queue_now,      // the new states: not free, off
    output logic      [2:0]       port_now
);
  localparam logic [LW-1:0] Off = {LW{1'b1}};  // Yosys 0.23 takes '1 here for 1

  logic [2:0] port_next, queue_change, queue_turn, port_change, queue_busy;
  logic [3*LW-1:0] level_next, level_flip;
  logic gfc;
  assign gfc = LW > 1 && (scheme == sluice_pkg::GFC || scheme == sluice_pkg::GFC_LINEAR);

  genvar v;
  generate
    for (v = 0; v < 3; v = v + 1) begin : g_view
      logic queue_was, port_was, queue_holds, port_holds, pause;
      logic [LW-1:0] level_was;
      assign level_was = queue_level[(port[v*PW+:PW]*NC+32'(cls[v*CW+:CW]))*LW+:LW];
      assign queue_was = level_was == Off;
      assign port_was = port_off[port[v*PW+:PW]];
      assign queue_holds = scheme != sluice_pkg::DSH && held[v];
      assign port_holds = held[v];
      assign pause = (queue_was ? above_qon[v] : above_qoff[v]) || queue_holds;
      assign level_next[v*LW+:LW] = !lossless[cls[v*CW+:CW]] ? '0 : gfc ? stage[v*LW+:LW] : {LW{pause}};
      assign queue_busy[v] = level_next[v*LW+:LW] != '0;
      assign port_next[v] = scheme == sluice_pkg::DSH &&
          ((port_was ? above_pon[v] : above_poff[v]) || port_holds);
      assign level_flip[v*LW+:LW] = level_next[v*LW+:LW] ^ level_was;
      assign queue_change[v] = queue_valid[v] && level_flip[v*LW+:LW] != '0;
      assign queue_turn[v] = queue_change[v] && queue_busy[v] != (level_was != '0);
      assign port_change[v] = port_valid[v] && port_next[v] != port_was;
    end
  endgenerate

  // The bits that change. By comparison: an index times LW would become a shifter of all levels.
  logic [NP*NC*LW-1:0] queue_flips;
  logic [NP-1:0] port_flips;
  always_comb begin
    queue_flips = '0;
    port_flips = '0;
    for (int i = 0; i < 3; i++) begin
      if (queue_change[i])
        for (int q = 0; q < NP * NC; q++)
          if (port[i*PW+:PW] == PW'(q / NC) && cls[i*CW+:CW] == CW'(q % NC))
            queue_flips[q*LW+:LW] = level_flip[i*LW+:LW];
      if (port_change[i]) port_flips[port[i*PW+:PW]] = 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    changed_port <= port;
    changed_class <= cls;
    queue_now <= queue_busy;
    port_now <= port_next;
    if (rst) begin
      queue_level <= '0;
      port_off <= '0;
      queue_changed <= '0;
      queue_turned <= '0;
      port_changed <= '0;
    end else begin
      queue_changed <= queue_change;
      queue_turned <= queue_turn;
      port_changed <= port_change;
      if (queue_change != '0) queue_level <= queue_level ^ queue_flips;
      if (port_change != '0) port_off <= port_off ^ port_flips;
    end
  end
endmodule
`default_nettype wire

// Pause messages to the upstreams: a change marks its port, marked ports are served round robin, and a message
// carries the states of the clock in which it is made, so that none is overwritten by an older one.
// The time of a class is its queue's feedback level: the pause time when OFF, else the level itself, 0 when free.
// TTL: queue j pauses class j - 1 [TTL 1.2].
// Interoperable mode: a class is paused while its queue or its port is off. Native mode: queue-level messages carry
// the queues' states, port-level messages the port's [DSH IV-B, spec 5]. A standing pause is sent again every
// refresh quanta, before the timer at the upstream can run out.
// Latency: change pulse in clock t, message at the earliest in clock t + 2; one message per clock.
`default_nettype none
module sluice_pause_tx #(
    parameter int NP = 4,
    parameter int NC = 8,
    parameter int PW = 2,
    parameter int LW = 1   // bits of a level
) (
    input  wire logic             clk,
    input  wire logic             rst,
    input  wire logic             native,
    input  wire logic [NC-1:0]    lossless,
    input  wire logic [15:0]      pause_time,
    input  wire logic [15:0]      refresh,
    input  wire logic             restart,        // a new configuration: count the refresh interval anew
    input  wire logic [3:0]       ticks,
    input  wire logic             down,           // TTL: a queue pauses the class below its own
    input  wire logic [NP*NC*LW-1:0] queue_level,
    input  wire logic [NP*NC-1:0] queue_off,
    input  wire logic [NP-1:0]    port_off,
    input  wire logic [2:0]       queue_changed,
    input  wire logic [2:0]       port_changed,
    input  wire logic [3*PW-1:0]  changed_port,
    output logic                  tx_valid,
    input  wire logic             tx_ready,
    output logic      [PW-1:0]    tx_port,
    output logic                  tx_level,
    output logic      [NC-1:0]    tx_enable,
    output logic      [16*NC-1:0] tx_time
);
  // Refresh interval
  logic [15:0] since;
  logic [16:0] passed;
  logic due;
  assign passed = {1'b0, since} + {13'b0, ticks};
  assign due = passed >= {1'b0, refresh};
  always_ff @(posedge clk) since <= rst || restart ? '0 : due ? 16'(passed - {1'b0, refresh}) : passed[15:0];

  // Ports that have something to say, per level
  logic [NP-1:0] marked_queue, marked_port, mark_queue, mark_port, served;
  always_comb begin
    mark_queue = '0;
    mark_port = '0;
    if ((queue_changed | port_changed) != '0)
      for (int i = 0; i < 3; i++) begin
        if (queue_changed[i] || (port_changed[i] && !native)) mark_queue[changed_port[i*PW+:PW]] = 1'b1;
        if (port_changed[i] && native) mark_port[changed_port[i*PW+:PW]] = 1'b1;
      end
    if (due)
      for (int p = 0; p < NP; p++) begin
        if (queue_off[p*NC+:NC] != '0 || (port_off[p] && !native)) mark_queue[p] = 1'b1;
        if (port_off[p] && native) mark_port[p] = 1'b1;
      end
  end

  // Round robin: the lowest marked port above the last one served, else the lowest
  logic [NP-1:0] marked, above, candidates;
  logic [PW-1:0] last, next;
  logic make, level;
  logic [NC-1:0] off, enable;
  logic [16*NC-1:0] times;
  assign marked = marked_queue | marked_port;
  assign above = marked & ~((NP'(2) << last) - NP'(1));
  assign candidates = above != '0 ? above : marked;
  assign make = marked != '0 && (!tx_valid || tx_ready);
  assign served = make ? candidates & (~candidates + NP'(1)) : '0;
  assign level = |(served & marked_port);
  always_comb begin
    next = '0;
    off = '0;
    times = '0;
    if (make) begin
      for (int p = 0; p < NP; p++) if (served[p]) next |= PW'(p);
      off = level ? {NC{port_off[next]}} : lossless & (queue_off[next*NC+:NC] | {NC{port_off[next] && !native}});
      for (int c = 0; c < NC; c++)
        times[16*c+:16] = off[c] ? pause_time : LW == 1 || level || !lossless[c] ? '0 : 16'(queue_level[(next*NC+c)*LW+:LW]);
    end
    enable = level ? '1 : down ? lossless >> 1 : lossless;
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      marked_queue <= '0;
      marked_port <= '0;
      tx_valid <= 1'b0;
      tx_port <= '0;
      tx_level <= 1'b0;
      tx_enable <= '0;
      tx_time <= '0;
      last <= '0;
    end else begin
      marked_queue <= (marked_queue & ~(level ? '0 : served)) | mark_queue;
      marked_port <= (marked_port & ~(level ? served : '0)) | mark_port;
      if (tx_ready) tx_valid <= 1'b0;
      if (make) begin
        tx_valid <= 1'b1;
        tx_port <= next;
        tx_level <= level;
        tx_enable <= enable;
        tx_time <= down && !level ? times >> 16 : times;
        last <= next;
      end
    end
  end
endmodule
`default_nettype wire

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
  // Refresh interval: left is the quanta that have passed in it less refresh + 1, so below -1 until it ends. In its first
  // clock, anew, base is yet to be put into left: over quanta have passed. refresh is at least 16 [sluice_config] and
  // changes with restart only: so no interval ends in its first clock, and none gets more than 7 quanta beyond its end.
  // It can end where left is above -17: close, base was above -33 a clock ago, and bit 4, which anew is 0.
  logic [15:0] left, base, next_left;
  logic [4:0] sum;  // left + ticks + 1 where it can end
  logic [2:0] over;
  logic anew, close, due, unused_sum;
  assign base = anew ? ~refresh : left;
  assign next_left = base + {12'b0, {1'b0, over} + ticks};
  assign sum = {1'b0, left[3:0]} - ~{1'b0, ticks};
  assign due = close && left[4] && sum[4];
  assign unused_sum = sum[3];
  always_ff @(posedge clk) begin
    left <= rst || restart ? '0 : {next_left[15:5], next_left[4] && !due, next_left[3:0]};
    over <= rst || restart ? '0 : sum[2:0] & {3{due}};
    anew <= rst || restart || due;
    close <= base[15:5] == '1;
  end

  // Ports that have something to say, per level: the state has changed, or the interval ends while it is off
  logic [NP-1:0] marked_queue, marked_port, mark_queue, mark_port;
  always_comb
    for (int p = 0; p < NP; p++) begin
      mark_queue[p] = due && (queue_off[p*NC+:NC] != '0 || (port_off[p] && !native));
      mark_port[p] = due && port_off[p] && native;
      for (int i = 0; i < 3; i++)
        if ((queue_changed[i] || port_changed[i]) && changed_port[i*PW+:PW] == PW'(p)) begin
          if (queue_changed[i] || (port_changed[i] && !native)) mark_queue[p] = 1'b1;
          if (port_changed[i] && native) mark_port[p] = 1'b1;
        end
    end

  // Round robin: the lowest marked port above the last one served, else the lowest
  logic [NP-1:0] marked, upper, above, behind_marked, behind_upper, served, next_queue, next_port;
  logic free, make;
  assign marked = marked_queue | marked_port;
  assign upper = marked & above;
  always_comb begin
    behind_marked = marked << 1;  // above the lowest
    behind_upper = upper << 1;
    for (int k = 0; k < $clog2(NP); k++) begin
      behind_marked |= behind_marked << (1 << k);
      behind_upper |= behind_upper << (1 << k);
    end
  end
  assign served = marked & (above & ~behind_upper | ~above & ~behind_marked & {NP{upper == '0}});
  assign free = !tx_valid || tx_ready;
  assign make = rst || (marked != '0 && free);  // reset too writes the registers of the message

  assign next_queue = (marked_queue & ~(free ? served & ~marked_port : '0)) | mark_queue;
  assign next_port = (marked_port & ~(free ? served : '0)) | mark_port;
  always_ff @(posedge clk) begin
    if (rst) begin
      marked_queue <= '0;
      marked_port <= '0;
      tx_valid <= 1'b0;
    end else begin
      marked_queue <= next_queue;
      marked_port <= next_port;
      tx_valid <= marked != '0 || !free;
    end
  end

  // The message: the states are kept, and what follows from them is made at the output.
  logic [PW-1:0] next;
  logic [NC-1:0] enable, off, queue_states, own, paused;
  logic [15:0] off_time;
  logic all_off, shifted;
  always_comb begin
    next = '0;
    queue_states = '0;
    for (int p = 0; p < NP; p++)
      if (served[p]) begin
        next |= PW'(p);
        queue_states |= queue_off[p*NC+:NC];
      end
  end
  always_ff @(posedge clk)
    if (make) begin
      above <= rst ? ~NP'(1) : upper != '0 ? behind_upper : behind_marked;
      tx_port <= rst ? '0 : next;
      tx_level <= rst ? 1'b0 : (served & marked_port) != '0;
      enable <= rst ? '0 : down ? lossless >> 1 : lossless;
      off <= queue_states;
      all_off <= (served & port_off & (marked_port | {NP{!native}})) != '0;
      shifted <= down;
      off_time <= pause_time;
    end
  assign tx_enable = tx_level ? '1 : enable;
  assign own = tx_level ? '0 : shifted ? off >> 1 : off;
  assign paused = tx_enable & (own | {NC{all_off}});

  genvar c;
  generate
    if (LW == 1) begin : g_off
      for (c = 0; c < NC; c = c + 1) begin : g_class
        assign tx_time[16*c+:16] = {16{paused[c]}} & off_time;
      end
      logic unused_level;
      assign unused_level = ^queue_level;
    end else begin : g_level
      logic [NC*LW-1:0] levels, queue_levels, own_levels;
      always_comb begin
        queue_levels = '0;
        for (int p = 0; p < NP; p++) if (served[p]) queue_levels |= queue_level[p*NC*LW+:NC*LW];
      end
      always_ff @(posedge clk) if (make) levels <= queue_levels;
      assign own_levels = shifted ? levels >> LW : levels;
      for (c = 0; c < NC; c = c + 1) begin : g_class
        assign tx_time[16*c+:16] = paused[c] ? off_time : tx_enable[c] && !tx_level ? 16'(own_levels[c*LW+:LW]) : '0;
      end
    end
  endgenerate
endmodule
`default_nettype wire

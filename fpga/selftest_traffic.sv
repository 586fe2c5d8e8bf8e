// Traffic of the self-test: a switch around the MMU. Packets of 1 to 8 cells arrive from upstreams that obey the pause
// messages of the MMU. A packet waits in a random FIFO; each egress port has one or more FIFOs. A packet leaves in a
// random turn of its FIFO if the gate of its class is open. Messages from downstreams, reads of statistics and tx_ready
// are random too. fpga/selftest_traffic.c is the same in C.
// TTL: the TTL of a packet gives it the odd hop 2 * class + 1, so that its class is the same as with the other schemes.
// GFC: an upstream stops at levels from 4 on, and sends without a limit below. While the MMU drains, the downstreams
// open all classes. Random numbers come from xorshift64 (13, 7, 17), which restarts in each part. All outputs are
// registers. Four phases in turn, 2,048 cycles each: fill, balance, one hot ingress port, empty.
// For speed on an iCE40, every stage is two or three LUTs deep. Signal names end in the number of their stage. A FIFO
// has at most one turn in eight cycles, so its previous packet is already counted. Latency: a packet leaves 7 cycles
// after its enqueue or later, when its admission is known. An upstream obeys a pause 6 cycles after the MAC accepted
// the message.
`default_nettype none
module selftest_traffic #(
    parameter int NP = 4,              // ports: a power of two
    parameter int NC = 4,              // classes: a power of two
    parameter int PW = 2,              // bits of a port number
    parameter int CW = 2,              // bits of a class number
    parameter logic [6:0] SCHEMES = 7  // bit s: scheme s of sluice_pkg is built
) (
    input  wire logic             clk,       // clock
    input  wire logic             hold,      // reset, active high
    input  wire logic             traffic,   // traffic is running
    input  wire logic             draining,  // the MMU drains: no new packets
    input  wire logic             fault,     // 1: the MMU gets the first packet's cell count with bit 0 inverted
    input  wire logic [PW+1:0]    phase,     // bits 1:0: kind of the phase, other bits: hot port
    // outputs of the MMU, one cycle late
    input  wire logic [NP*NC-1:0] gate,
    input  wire logic             tx_valid,
    input  wire logic [PW-1:0]    tx_port,
    input  wire logic             tx_level,
    input  wire logic [NC-1:0]    tx_enable,
    input  wire logic [16*NC-1:0] tx_time,
    input  wire logic             tx_taken,  // tx_ready of the same cycle as these outputs
    // inputs of the MMU
    output logic                  tx_ready,
    output logic                  enq_valid,
    output logic      [PW-1:0]    enq_port,
    output logic      [CW-1:0]    enq_class,
    output logic      [3:0]       enq_cells,
    output logic      [7:0]       enq_ttl,
    output logic      [PW-1:0]    enq_egress,
    output logic                  deq_valid,
    output logic      [PW-1:0]    deq_port,
    output logic      [CW-1:0]    deq_class,
    output logic      [3:0]       deq_cells,
    output logic                  snd_valid,
    output logic      [PW-1:0]    snd_port,
    output logic      [CW-1:0]    snd_class,
    output logic      [3:0]       snd_cells,
    output logic                  rx_valid,
    output logic      [PW-1:0]    rx_port,
    output logic [1:0]            rx_level,
    output logic      [NC-1:0]    rx_enable,
    output logic      [16*NC-1:0] rx_time,
    output logic                  stat_read,
    output logic      [3:0]       stat_select,
    output logic      [PW-1:0]    stat_port,
    output logic      [CW-1:0]    stat_class
);
  localparam logic HasGfc = SCHEMES[sluice_pkg::GFC] || SCHEMES[sluice_pkg::GFC_LINEAR];

  logic held;  // hold, one cycle later, in a register near the logic that it resets
  always_ff @(posedge clk) held <= hold;

  // Random numbers
  logic [63:0] x, x1, x2;
  assign x1 = x ^ (x << 13);
  assign x2 = x1 ^ (x1 >> 7);
  always_ff @(posedge clk) x <= held ? 64'h9E3779B97F4A7C15 : x2 ^ (x2 << 17);

  logic [5:0] enq_rate, deq_rate;  // probability in 1/32: of a packet in a cycle, of a departure in a turn
  always_ff @(posedge clk)
    if (!traffic) {enq_rate, deq_rate} <= {6'd0, draining, 5'd0};
    else
      unique case (phase[1:0])
        2'd0: {enq_rate, deq_rate} <= {6'd28, 6'd10};
        2'd1: {enq_rate, deq_rate} <= {6'd20, 6'd18};
        2'd2: {enq_rate, deq_rate} <= {6'd24, 6'd14};
        default: {enq_rate, deq_rate} <= {6'd3, 6'd30};
      endcase

  // Upstreams obey the latest message of each port. Stage 1: decoded message; 2: state of ports and classes; 3: state
  // of each queue
  logic taken, level1;
  logic [NP-1:0] taken1, port_paused;
  logic [NC-1:0] enable1, long1;
  logic [NP*NC-1:0] class_paused, stopped;
  logic some1;
  assign taken = tx_valid && tx_taken;
  always_ff @(posedge clk) begin
    level1 <= tx_level;
    enable1 <= tx_enable;
    some1 <= tx_time[15:0] != '0;
    for (int c = 0; c < NC; c++) long1[c] <= tx_time[16*c+2+:14] != '0;
    for (int p = 0; p < NP; p++) begin
      taken1[p] <= taken && tx_port == PW'(p);
      if (held) port_paused[p] <= 1'b0;
      else if (taken1[p] && level1) port_paused[p] <= some1;
      for (int c = 0; c < NC; c++) begin
        if (held) class_paused[p*NC+c] <= 1'b0;
        else if (taken1[p] && !level1 && enable1[c]) class_paused[p*NC+c] <= long1[c];
        stopped[p*NC+c] <= class_paused[p*NC+c] || port_paused[p];
      end
    end
  end

  // Arriving packets. Stage 1: random packet; 2: decoded queue and FIFO; 3: class paused, FIFO full; 4: enqueue; 5:
  // address in the FIFO, write
  localparam int LB = PW > 3 ? PW : 3;  // bits of the number of a FIFO; the lowest are its egress port
  localparam int Fifos = 2**LB;
  logic want1, want2, want3, stopped3, full3, enter, flipped, write5;
  logic [PW-1:0] port1, port2, port3;
  logic [CW-1:0] cls1, cls2, cls3;
  logic [2:0] size1, size2, size3, size4;
  logic [LB-1:0] fifo1, fifo2, fifo3, fifo4;
  logic [NP*NC-1:0] queue2;
  logic [Fifos-1:0] into2, into3, into4, full;
  logic [6*Fifos-1:0] head, tail;
  logic [5:0] tail_of4, head_of;
  logic [LB+5:0] addr5;
  logic [PW+CW+2:0] packet5;
  assign enter = want3 && !stopped3 && !full3;
  always_comb begin
    tail_of4 = '0;
    for (int f = 0; f < Fifos; f++) tail_of4 = tail_of4 | (into4[f] ? tail[6*f+:6] : 6'd0);
  end
  always_ff @(posedge clk) begin
    want1 <= {1'b0, x[4:0]} < enq_rate;
    port1 <= phase[1:0] == 2'd2 ? phase[2+:PW] : x[5+:PW];
    cls1 <= x[8+:CW];
    size1 <= x[13:11];
    fifo1 <= x[47+:LB];

    {want2, port2, cls2, size2, fifo2} <= {want1, port1, cls1, size1, fifo1};
    for (int q = 0; q < NP * NC; q++) queue2[q] <= {port1, cls1} == (PW + CW)'(q);
    for (int f = 0; f < Fifos; f++) into2[f] <= fifo1 == LB'(f);

    {want3, port3, cls3, size3, fifo3, into3} <= {want2, port2, cls2, size2, fifo2, into2};
    stopped3 <= (queue2 & stopped) != '0;
    full3 <= (into2 & full) != '0;

    enq_valid <= enter && !held;
    enq_port <= port3;
    enq_class <= cls3;
    enq_cells <= ({1'b0, size3} + 4'd1) ^ {3'b0, fault && !flipped};
    enq_ttl <= 8'(2 * NC - 1) - {{7 - CW{1'b0}}, cls3, 1'b0};
    enq_egress <= fifo3[PW-1:0];
    flipped <= !held && (flipped || enter);
    {size4, fifo4, into4} <= {size3, fifo3, into3};

    write5 <= enq_valid;
    addr5 <= {fifo4, tail_of4};
    packet5 <= {enq_port, enq_class, size4};
    // Full: the tail is in the eighth of the FIFO directly before that of the head, so that up to seven more packets
    // fit.
    for (int f = 0; f < Fifos; f++) begin
      if (held) tail[6*f+:6] <= '0;
      else if (enq_valid && into4[f]) tail[6*f+:6] <= tail[6*f+:6] + 6'd1;
      full[f] <= head[6*f+3+:3] == tail[6*f+3+:3] + 3'd1;
    end
  end

  // Leaving packets: the FIFOs in turn. Stage 1: address of the oldest packet; 2: packet read; 3: register behind the
  // RAM, and the gates of the port; 4: gate of the class; 5: dequeue and send event no_rw_check: a packet that is read
  // from an empty FIFO is not used.
  (* no_rw_check *) logic [PW+CW+2:0] waiting[64*Fifos];
  logic [LB-1:0] turn;
  logic [PW-1:0] from1, from2, from3, from4;  // egress port
  logic [Fifos-1:0] turns, turns1, turns2, turns3, turns4, turns5, filled;  // one bit for each FIFO
  logic filled1, filled2, filled3, filled4, due4, shut4, leave;
  logic [LB+5:0] addr1;
  logic [PW+CW+2:0] oldest2, oldest3, oldest4;
  logic [NC-1:0] gates3;
  assign leave = filled4 && due4 && !shut4;
  always_comb begin
    head_of = '0;
    for (int f = 0; f < Fifos; f++) head_of = head_of | (turns[f] ? head[6*f+:6] : 6'd0);
  end
  always_ff @(posedge clk) begin
    if (write5) waiting[addr5] <= packet5;
    turn <= held ? '0 : turn + 1'b1;
    turns <= held ? Fifos'(1) : {turns[Fifos-2:0], turns[Fifos-1]};

    addr1 <= {turn, head_of};
    filled1 <= (turns & filled) != '0;
    {from1, turns1} <= {turn[PW-1:0], turns};

    oldest2 <= waiting[addr1];
    {from2, turns2, filled2} <= {from1, turns1, filled1};

    {from3, turns3, filled3, oldest3} <= {from2, turns2, filled2, oldest2};
    for (int p = 0; p < NP; p++) if (from2 == PW'(p)) gates3 <= gate[p*NC+:NC];

    {from4, turns4, filled4, oldest4} <= {from3, turns3, filled3, oldest3};
    shut4 <= gates3[oldest3[3+:CW]];
    due4 <= {1'b0, x[20:16]} < deq_rate;

    deq_valid <= leave && !held;
    {deq_port, deq_class} <= oldest4[PW+CW+2:3];
    deq_cells <= {1'b0, oldest4[2:0]} + 4'd1;
    snd_port <= from4;
    turns5 <= turns4;
    for (int f = 0; f < Fifos; f++) begin
      if (held) head[6*f+:6] <= '0;
      else if (deq_valid && turns5[f]) head[6*f+:6] <= head[6*f+:6] + 6'd1;
      filled[f] <= head[6*f+:6] != tail[6*f+:6];
    end
  end

  assign {snd_valid, snd_class, snd_cells} = {deq_valid, deq_class, deq_cells};

  // Messages from downstreams in 1 of 64 cycles, reads of statistics in 1 of 8; tx_ready in 3 of 4
  always_ff @(posedge clk) begin
    rx_valid <= (traffic && x[28:23] == '0) || (HasGfc && draining);
    rx_port <= x[29+:PW];
    rx_level <= {1'b0, x[32:31] == '0};
    rx_enable <= x[33+:NC];
    for (int c = 0; c < NC; c++) rx_time[16*c+:16] <= HasGfc && draining ? '0 : {11'b0, x[41+2*c+:5]};
    stat_read <= !held && x[63:61] == '0;
    stat_select <= x[60:57];
    stat_port <= x[5+:PW];
    stat_class <= x[8+:CW];
    tx_ready <= !held && x[22:21] != '0;
  end
endmodule
`default_nettype wire

// Traffic for the self-test: a switch around the MMU. Packets of 1 to 8 cells come in from upstreams that obey the MMU's
// pause messages, each waits in the FIFO of a random egress port, and leaves when that port's turn comes and the gate
// is open. Messages from downstreams, statistics reads and tx_ready are random too. fpga/selftest.c is the same in C.
// TTL keeps every second class here: a packet's TTL says the class that it has with the other schemes. With GFC an
// upstream stops at level 4, and below it sends as it likes; while draining the downstreams open all classes.
// The source of chance is xorshift64 (13, 7, 17), started anew in each part. All outputs are registered.
// Four phases in turn, 2,048 clocks each: fill, balance, one hot ingress port, empty.
`default_nettype none
module selftest_traffic #(
    parameter int NP = 4,
    parameter int NC = 4,
    parameter int PW = 2,
    parameter int CW = 2,
    parameter logic [5:0] SCHEMES = 7
) (
    input  wire logic             clk,
    input  wire logic             hold,
    input  wire logic             traffic,
    input  wire logic             draining,
    input  wire logic             fault,     // flip a bit of the first packet's cell count on its way to the MMU
    input  wire logic [PW+1:0]    phase,     // 1:0 kind, the rest the hot port
    // from the MMU
    input  wire logic [NP*NC-1:0] gate,
    input  wire logic             tx_valid,
    input  wire logic [PW-1:0]    tx_port,
    input  wire logic             tx_level,
    input  wire logic [NC-1:0]    tx_enable,
    input  wire logic [16*NC-1:0] tx_time,
    // to the MMU
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
    output logic                  rx_level,
    output logic      [NC-1:0]    rx_enable,
    output logic      [16*NC-1:0] rx_time,
    output logic                  stat_read,
    output logic      [3:0]       stat_select,
    output logic      [PW-1:0]    stat_port,
    output logic      [CW-1:0]    stat_class
);
  localparam logic HasGfc = SCHEMES[sluice_pkg::GFC] || SCHEMES[sluice_pkg::GFC_LINEAR];

  // Chance
  logic [63:0] x, x1, x2;
  assign x1 = x ^ (x << 13);
  assign x2 = x1 ^ (x1 >> 7);
  always_ff @(posedge clk) x <= hold ? 64'h9E3779B97F4A7C15 : x2 ^ (x2 << 17);

  logic [5:0] enq_rate, deq_rate;  // of 32
  always_comb begin
    unique case (phase[1:0])
      2'd0: {enq_rate, deq_rate} = {6'd28, 6'd10};
      2'd1: {enq_rate, deq_rate} = {6'd20, 6'd18};
      2'd2: {enq_rate, deq_rate} = {6'd24, 6'd14};
      default: {enq_rate, deq_rate} = {6'd3, 6'd30};
    endcase
    if (!traffic) {enq_rate, deq_rate} = draining ? {6'd0, 6'd32} : '0;
  end

  // Upstreams: what the last message to each said
  logic [NP*NC-1:0] class_paused;
  logic [NP-1:0] port_paused;
  always_ff @(posedge clk)
    for (int p = 0; p < NP; p++)
      if (hold) begin
        class_paused[p*NC+:NC] <= '0;
        port_paused[p] <= 1'b0;
      end else if (tx_valid && tx_ready && tx_port == PW'(p)) begin
        if (tx_level) port_paused[p] <= tx_time[15:0] != '0;
        for (int c = 0; c < NC; c++)
          if (!tx_level && tx_enable[c]) class_paused[p*NC+c] <= tx_time[16*c+2+:14] != '0;
      end

  // Packets in
  logic [PW-1:0] port, egress;
  logic [CW-1:0] cls;
  logic [6*NP-1:0] head, tail;  // of the FIFOs
  logic enter, flipped;
  assign port = phase[1:0] == 2'd2 ? phase[2+:PW] : x[5+:PW];
  assign cls = x[8+:CW];
  assign egress = x[14+:PW];
  assign enter = {1'b0, x[4:0]} < enq_rate && !class_paused[port*NC+32'(cls)] && !port_paused[port] &&
      tail[6*egress+:6] + 6'd1 != head[6*egress+:6];

  always_ff @(posedge clk) begin
    enq_valid <= enter && !hold;
    enq_port <= port;
    enq_class <= cls;
    enq_cells <= ({1'b0, x[13:11]} + 4'd1) ^ {3'b0, fault && !flipped};
    enq_ttl <= 8'(2 * NC - 1) - {{7 - CW{1'b0}}, cls, 1'b0};
    enq_egress <= egress;
    flipped <= !hold && (flipped || enter);
  end

  // Packets out: each egress port in its turn. Its oldest packet is read in one clock and may leave in the next.
  // no_rw_check: an empty FIFO is not read from.
  (* no_rw_check *) logic [PW+CW+2:0] waiting[64*NP];
  logic [PW+CW+2:0] oldest;
  logic [PW-1:0] turn, turn1, oldest_port;
  logic [CW-1:0] oldest_class;
  logic some1, leave;
  assign {oldest_port, oldest_class} = oldest[PW+CW+2:3];
  assign leave = some1 && {1'b0, x[20:16]} < deq_rate && !gate[turn1*NC+32'(oldest_class)];
  always_ff @(posedge clk) begin
    if (enter) waiting[{egress, tail[6*egress+:6]}] <= {port, cls, x[13:11]};
    oldest <= waiting[{turn, head[6*turn+:6]}];
    turn <= hold ? '0 : turn + 1'b1;
    turn1 <= turn;
    some1 <= !hold && head[6*turn+:6] != tail[6*turn+:6];
    for (int p = 0; p < NP; p++) begin
      if (hold) tail[6*p+:6] <= '0;
      else if (enter && egress == PW'(p)) tail[6*p+:6] <= tail[6*p+:6] + 6'd1;
      if (hold) head[6*p+:6] <= '0;
      else if (leave && turn1 == PW'(p)) head[6*p+:6] <= head[6*p+:6] + 6'd1;
    end
    deq_valid <= leave && !hold;
    deq_port <= oldest_port;
    deq_class <= oldest_class;
    deq_cells <= {1'b0, oldest[2:0]} + 4'd1;
    snd_port <= turn1;
  end

  assign {snd_valid, snd_class, snd_cells} = {deq_valid, deq_class, deq_cells};

  // Messages from downstreams, 1 clock of 64; statistics reads, 1 of 8; the MAC takes a message in 3 of 4
  always_ff @(posedge clk) begin
    rx_valid <= (traffic && x[28:23] == '0) || (HasGfc && draining);
    rx_port <= x[29+:PW];
    rx_level <= x[32:31] == '0;
    rx_enable <= x[33+:NC];
    for (int c = 0; c < NC; c++) rx_time[16*c+:16] <= HasGfc && draining ? '0 : {11'b0, x[41+2*c+:5]};
    stat_read <= !hold && x[63:61] == '0;
    stat_select <= x[60:57];
    stat_port <= x[5+:PW];
    stat_class <= x[8+:CW];
    tx_ready <= !hold && x[22:21] != '0;
  end
endmodule
`default_nettype wire

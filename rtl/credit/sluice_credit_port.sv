// Credits of one port [spec 12]: the sender of its outgoing packets, the receiver of its incoming ones, and one stream
// of message words in each direction. A word is a kind, a channel and a counter: 0, credits consumed (FCTBS); 1,
// credits freed (FCCL).
// Latency: none of its own; sluice_credit_tx and sluice_credit_rx have the latencies.
// Collisions: if both kinds wait, kind 0 goes first. A word that waits stays. Both pause after a word, so at most one
// word overtakes another.
`default_nettype none
module sluice_credit_port #(
    parameter bit INFINIBAND = 0,               // 0: arithmetic of Ultra Ethernet, 1: of InfiniBand
    parameter int VC = 8,                       // virtual channels, 1..32
    parameter int W = 20,                       // bits of a counter: Ultra Ethernet 20, InfiniBand 12
    parameter int SHIFT = 7,                    // a credit is 2^SHIFT bytes; InfiniBand 6
    parameter int BB = 14,                      // bits of a packet's length
    parameter int TB = 20,                      // bits of the periods
    parameter int CW = VC > 1 ? $clog2(VC) : 1  // derived: do not set
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // cfg: constant
    input  wire logic [VC*W-1:0] limit,            // Ultra Ethernet:
                                                   // credits of each channel at the receiver of the other end
    input  wire logic [VC*W-1:0] room,             // InfiniBand: blocks of each channel's own buffer, at most 2^(W-1)
    input  wire logic [7:0]      tx_overhead,      // bytes that a sent packet needs besides its own, two's complement
    input  wire logic [7:0]      rx_overhead,      // the same for a received packet
    input  wire logic [W-1:0]    amount,           // freed credits that make a word due; 0: words are due by time only
    input  wire logic [TB-1:0]   consumed_period,  // cycles between two rounds of words of credits consumed,
                                                   // at least 2; 0: none after the first
    input  wire logic [TB-1:0]   freed_period,     // the same for credits freed; 0: due by amount only, after the first
    // data: a packet that asks to start
    input  wire logic            snd_valid,
    input  wire logic [CW-1:0]   snd_channel,
    input  wire logic [BB-1:0]   snd_bytes,
    output logic                 snd_ready,        // the packet of two cycles before starts
    // data: a packet is stored, a packet has left the buffer
    input  wire logic            in_valid,
    input  wire logic [CW-1:0]   in_channel,
    input  wire logic [BB-1:0]   in_bytes,
    input  wire logic            out_valid,
    input  wire logic [CW-1:0]   out_channel,
    input  wire logic [BB-1:0]   out_bytes,
    // data: words to the other end and from it
    output logic                 tx_valid,
    input  wire logic            tx_ready,
    output logic                 tx_kind,          // 0: credits consumed, 1: credits freed
    output logic      [CW-1:0]   tx_channel,
    output logic      [W-1:0]    tx_value,
    input  wire logic            rx_valid,
    input  wire logic            rx_kind,
    input  wire logic [CW-1:0]   rx_channel,
    input  wire logic [W-1:0]    rx_value
);
  logic consumed_valid, freed_valid, waits, last_kind;
  logic [CW-1:0] consumed_channel, freed_channel;
  logic [W-1:0] consumed_value, freed_value;
  sluice_credit_tx #(.INFINIBAND(INFINIBAND), .VC(VC), .W(W), .SHIFT(SHIFT), .BB(BB), .TB(TB)) tx (
      .clk, .rst, .limit, .overhead(tx_overhead), .period(consumed_period),
      .snd_valid, .snd_channel, .snd_bytes, .snd_ready,
      .freed_valid(rx_valid && rx_kind), .freed_channel(rx_channel), .freed_value(rx_value),
      .consumed_valid, .consumed_ready(tx_ready && !tx_kind), .consumed_channel, .consumed_value);
  sluice_credit_rx #(.INFINIBAND(INFINIBAND), .VC(VC), .W(W), .SHIFT(SHIFT), .BB(BB), .TB(TB)) rx (
      .clk, .rst, .room, .overhead(rx_overhead), .amount, .period(freed_period),
      .in_valid, .in_channel, .in_bytes, .out_valid, .out_channel, .out_bytes,
      .consumed_valid(rx_valid && !rx_kind), .consumed_channel(rx_channel), .consumed_value(rx_value),
      .freed_valid, .freed_ready(tx_ready && tx_kind), .freed_channel, .freed_value);
  assign tx_kind = waits ? last_kind : !consumed_valid;
  assign tx_valid = consumed_valid || freed_valid;
  assign tx_channel = tx_kind ? freed_channel : consumed_channel;
  assign tx_value = tx_kind ? freed_value : consumed_value;
  always_ff @(posedge clk)
    if (rst) begin
      waits <= 1'b0;
      last_kind <= 1'b0;
    end else begin
      waits <= tx_valid && !tx_ready;
      if (tx_valid) last_kind <= tx_kind;
    end

`ifdef FORMAL_CREDIT_PORT
`include "sluice_credit_port.svh"
`endif
endmodule
`default_nettype wire

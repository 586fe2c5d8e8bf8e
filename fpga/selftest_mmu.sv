// The MMU of the self-test, with a register behind each output. Its inputs come from registers of the other modules. So
// no path contains logic of the MMU together with logic around it. Latency: an output is valid one cycle later than in
// sluice_mmu. Ports and parameters are those of sluice_mmu.
`default_nettype none
module selftest_mmu #(
    parameter int NP = 4,
    parameter int NC = 4,
    parameter int W = 12,
    parameter logic [6:0] SCHEMES = 7,
    parameter bit STATS = 0,
    parameter int PW = 2,
    parameter int CW = 2,
    parameter int LW = 1
) (
    input  wire logic                clk,
    input  wire logic                rst,
    output logic                     ready,
    input  wire logic                enq_valid,
    input  wire logic [PW-1:0]       enq_port,
    input  wire logic [CW-1:0]       enq_class,
    input  wire logic [3:0]          enq_cells,
    input  wire logic [7:0]          enq_ttl,
    input  wire logic [PW-1:0]       enq_egress,
    input  wire logic                deq_valid,
    input  wire logic [PW-1:0]       deq_port,
    input  wire logic [CW-1:0]       deq_class,
    input  wire logic [3:0]          deq_cells,
    output logic                     adm_valid,
    output logic      [PW-1:0]       adm_port,
    output logic      [CW-1:0]       adm_class,
    output logic      [2:0]          adm_kind,
    output logic                     deq_error,
    input  wire logic                snd_valid,
    input  wire logic [PW-1:0]       snd_port,
    input  wire logic [CW-1:0]       snd_class,
    input  wire logic [3:0]          snd_cells,
    output logic      [NP*NC*LW-1:0] queue_level,
    output logic      [NP*NC-1:0]    queue_off,
    output logic      [NP-1:0]       port_off,
    output logic                     tx_valid,
    input  wire logic                tx_ready,
    output logic      [PW-1:0]       tx_port,
    output logic                     tx_level,
    output logic      [NC-1:0]       tx_enable,
    output logic      [16*NC-1:0]    tx_time,
    input  wire logic                rx_valid,
    input  wire logic [PW-1:0]       rx_port,
    input  wire logic [1:0]          rx_level,
    input  wire logic [NC-1:0]       rx_enable,
    input  wire logic [16*NC-1:0]    rx_time,
    output logic      [NP*NC-1:0]    gate,
    input  wire logic                cfg_write,
    input  wire logic [5:0]          cfg_addr,
    input  wire logic [31:0]         cfg_wdata,
    output logic                     cfg_error,
    output logic      [3:0]          cfg_reason,
    input  wire logic                stat_read,
    input  wire logic [3:0]          stat_select,
    input  wire logic [PW-1:0]       stat_port,
    input  wire logic [CW-1:0]       stat_class,
    output logic                     stat_valid,
    output logic      [31:0]         stat_data,
    output logic      [31:0]         loss,
    output logic      [W-1:0]        mon_shared,
    output logic      [W-1:0]        mon_xqoff,
    output logic      [W-1:0]        mon_xqon,
    output logic      [W-1:0]        mon_xpoff,
    output logic      [W-1:0]        mon_xpon
);
  logic mmu_ready, mmu_adm_valid, mmu_deq_error, mmu_tx_valid, mmu_tx_level, mmu_cfg_error, mmu_stat_valid;
  logic [PW-1:0] mmu_adm_port, mmu_tx_port;
  logic [CW-1:0] mmu_adm_class;
  logic [2:0] mmu_adm_kind;
  logic [NP*NC*LW-1:0] mmu_queue_level;
  logic [NP*NC-1:0] mmu_queue_off, mmu_gate;
  logic [NP-1:0] mmu_port_off;
  logic [NC-1:0] mmu_tx_enable;
  logic [16*NC-1:0] mmu_tx_time;
  logic [3:0] mmu_cfg_reason;
  logic unused_rvalid;
  logic [31:0] mmu_stat_data, mmu_loss, unused_rdata;
  logic [W-1:0] mmu_mon_shared, mmu_mon_xqoff, mmu_mon_xqon, mmu_mon_xpoff, mmu_mon_xpon;
  sluice_mmu #(.NP(NP), .NC(NC), .W(W), .SCHEMES(SCHEMES), .STATS(STATS)) mmu (
      .clk(clk), .rst(rst), .ready(mmu_ready), .enq_valid(enq_valid), .enq_port(enq_port), .enq_class(enq_class),
      .enq_cells(W'(enq_cells)), .enq_ttl(enq_ttl), .enq_egress(enq_egress), .deq_valid(deq_valid), .deq_port(deq_port),
      .deq_class(deq_class), .deq_cells(W'(deq_cells)), .adm_valid(mmu_adm_valid), .adm_port(mmu_adm_port),
      .adm_class(mmu_adm_class), .adm_kind(mmu_adm_kind), .deq_error(mmu_deq_error), .snd_valid(snd_valid),
      .snd_port(snd_port), .snd_class(snd_class), .snd_cells(W'(snd_cells)), .queue_level(mmu_queue_level),
      .queue_off(mmu_queue_off), .port_off(mmu_port_off), .tx_valid(mmu_tx_valid), .tx_ready(tx_ready),
      .tx_port(mmu_tx_port), .tx_level(mmu_tx_level), .tx_enable(mmu_tx_enable), .tx_time(mmu_tx_time),
      .rx_valid(rx_valid), .rx_port(rx_port), .rx_level(rx_level), .rx_enable(rx_enable), .rx_time(rx_time),
      .gate(mmu_gate), .cfg_write(cfg_write), .cfg_addr(cfg_addr), .cfg_wdata(cfg_wdata), .cfg_read(1'b0),
      .cfg_rvalid(unused_rvalid), .cfg_rdata(unused_rdata), .cfg_error(mmu_cfg_error),
      .cfg_reason(mmu_cfg_reason), .stat_read(stat_read), .stat_select(stat_select), .stat_port(stat_port),
      .stat_class(stat_class), .stat_valid(mmu_stat_valid), .stat_data(mmu_stat_data), .loss(mmu_loss),
      .mon_shared(mmu_mon_shared), .mon_xqoff(mmu_mon_xqoff), .mon_xqon(mmu_mon_xqon), .mon_xpoff(mmu_mon_xpoff),
      .mon_xpon(mmu_mon_xpon));
  always_ff @(posedge clk)
    {ready, adm_valid, adm_port, adm_class, adm_kind, deq_error, queue_level, queue_off, port_off, tx_valid, tx_port,
     tx_level, tx_enable, tx_time, gate, cfg_error, cfg_reason, stat_valid, stat_data, loss, mon_shared, mon_xqoff,
     mon_xqon, mon_xpoff, mon_xpon} <= {
     mmu_ready, mmu_adm_valid, mmu_adm_port, mmu_adm_class, mmu_adm_kind, mmu_deq_error, mmu_queue_level, mmu_queue_off,
     mmu_port_off, mmu_tx_valid, mmu_tx_port, mmu_tx_level, mmu_tx_enable, mmu_tx_time, mmu_gate, mmu_cfg_error,
     mmu_cfg_reason, mmu_stat_valid, mmu_stat_data, mmu_loss,
     mmu_mon_shared, mmu_mon_xqoff, mmu_mon_xqon, mmu_mon_xpoff, mmu_mon_xpon};
endmodule
`default_nettype wire

// The host side: the AXI4-Lite slave, the address decoder, the registers, and reads of the MMU's statistics.
// The bus shows an access one cycle after the slave, when its target is decoded.
// Latency: an access takes one cycle to its target and one cycle back. A statistic of the MMU takes 4 cycles.
// Collisions: the slave takes one access at a time, a write before a read; of the targets only the decoded one answers.
`default_nettype none
module sluice_switch_host #(
    parameter int NP = 4,     // ports
    parameter int NC = 8,     // classes
    parameter int CELL = 64,  // bytes of a cell
    parameter int AW = 12,    // 2^AW cells
    parameter int MACS = 16,  // entries of the MAC table
    parameter int PW = 2,     // bits of a port number
    parameter int CW = 3,     // bits of a class number
    parameter bit CREDITS = 0  // 1: the registers of credits exist
) (
    input  wire logic               clk,
    input  wire logic               rst,
    output logic                    ready,          // the registers have their reset values
    output logic      [8:0]         clear_addr,     // until ready: counts up, to clear other memories
    // AXI4-Lite
    input  wire logic [15:0]        s_axil_awaddr,
    input  wire logic               s_axil_awvalid,
    output logic                    s_axil_awready,
    input  wire logic [31:0]        s_axil_wdata,
    input  wire logic [3:0]         s_axil_wstrb,
    input  wire logic               s_axil_wvalid,
    output logic                    s_axil_wready,
    output logic      [1:0]         s_axil_bresp,
    output logic                    s_axil_bvalid,
    input  wire logic               s_axil_bready,
    input  wire logic [15:0]        s_axil_araddr,
    input  wire logic               s_axil_arvalid,
    output logic                    s_axil_arready,
    output logic      [31:0]        s_axil_rdata,
    output logic      [1:0]         s_axil_rresp,
    output logic                    s_axil_rvalid,
    input  wire logic               s_axil_rready,
    // cfg
    output sluice_switch_frame_cfg_t frame_cfg,     // the registers for arriving frames
    output sluice_switch_ecn_cfg_t  ecn_cfg,        // the registers of ECN
    output sluice_switch_mac_write_t mac_write,     // a write into the MAC table
    output sluice_switch_write_t    stored_write,    // a write of a register of the switch
    output logic      [8:0]         largest_frame_cells,  // cells of the largest frame since reset
    output logic      [3*NC-1:0]    priorities,     // of class c at [3 * c +: 3]
    output sluice_switch_watchdog_cfg_t watchdog,   // the registers of the watchdog
    output logic      [12*NC-1:0]   quantum,        // units of 64 bytes
    output logic      [3*NP-1:0]    default_class,  // class of all other frames
    output logic      [NP-1:0]      trust_pcp,      // class from the PCP of the VLAN tag
    output logic      [NP-1:0]      trust_dscp,     // class from the DSCP of the IP header
    output logic      [NP*NC-1:0]   strict,         // class c of port p at [p * NC + c]
    output logic      [NP-1:0]      flood,          // the ports that get copies of frames to many ports
    output logic      [NC-1:0]      lossless,       // lossless classes, of the set that is active in the MMU
    // The interrupt
    input  wire logic [17:0]        cause,          // what CAUSE reads
    output logic      [17:0]        cause_clear,    // causes that the host clears in this cycle
    output logic      [17:0]        cause_enable,   // causes that raise the interrupt
    // The MMU's registers and statistics
    output sluice_switch_mmu_access_t mmu_access,   // an access to the MMU's registers
    input  wire logic               cfg_rvalid,     // the MMU's answer to a read
    input  wire logic [31:0]        cfg_rdata,      // its data
    input  wire logic               mmu_ready,      // the MMU is ready
    input  wire logic               mmu_error,      // the MMU refused its last COMMIT
    output logic                    stat_read,      // read a statistic
    output logic      [3:0]         stat_select,    // statistic
    output logic      [PW-1:0]      stat_port,      // port of the statistic
    output logic      [CW-1:0]      stat_class,     // class of the statistic
    input  wire logic               stat_valid,     // the answer
    input  wire logic [31:0]        stat_data,      // value of the statistic
    // The counters: held until done
    output logic                    counter_write,  // a write, held until done
    output logic                    counter_read,   // a read, held until done
    output logic      [11:0]        counter_addr,   // upper bit of the counter, port, its other bits, half: 1, 4, 6 and 1 bits
    input  wire logic               counter_done,   // the access is done
    input  wire logic [31:0]        counter_rdata   // data of a read
);
  logic slave_write, slave_read, done, target_done;
  logic [13:0] addr;
  logic [31:0] wdata, rdata;
  sluice_switch_axil slave (
      .clk, .rst, .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready, .s_axil_wdata, .s_axil_wstrb, .s_axil_wvalid,
      .s_axil_wready, .s_axil_bresp, .s_axil_bvalid, .s_axil_bready, .s_axil_araddr, .s_axil_arvalid, .s_axil_arready,
      .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready, .write(slave_write), .read(slave_read), .addr, .wdata,
      .done, .rdata);

  // The counters begin at 0x1000, 512 bytes per port, those of ECN at 0x6000, the MMU's statistics at 0x4000; addresses between them are empty.
  localparam logic [13:0] Counters = sluice_switch_pkg::REG_COUNTER;
  logic to_counters, to_statistics, to_ecn, is_ecn, is_counter, is_statistic, write, read, register_write, register_read, register_done, statistic_done;
  logic [13:0] counter_word;
  logic [31:0] register_rdata, statistic_rdata, other_rdata;
  assign to_statistics = addr[13:11] == 3'(sluice_switch_pkg::REG_STATISTIC >> 11);
  assign to_ecn = addr[13:11] == 3'(sluice_switch_pkg::REG_ECN_COUNTER >> 11);
  assign to_counters = addr[13:9] != '0 && !to_statistics;
  always_ff @(posedge clk) begin
    {write, read} <= rst || target_done || done ? '0 : {slave_write, slave_read};
    {register_write, register_read} <= rst || target_done || done || to_counters || to_statistics ? '0 : {slave_write, slave_read};
    done <= target_done && !rst;
    other_rdata <= is_statistic ? statistic_rdata : counter_word[13:11] == '0 ? counter_rdata : '0;
    {is_counter, is_statistic, is_ecn} <= {to_counters, to_statistics, to_ecn};
    counter_word <= addr - (to_ecn ? sluice_switch_pkg::REG_ECN_COUNTER : Counters);
  end
  assign rdata = is_statistic || is_counter ? other_rdata : register_rdata;
  assign target_done = statistic_done || counter_done || register_done;
  assign {counter_write, counter_read, counter_addr} = {write && is_counter, read && is_counter, is_ecn, counter_word[10:0]};

  sluice_switch_registers #(.NP(NP), .NC(NC), .CELL(CELL), .AW(AW), .MACS(MACS), .CREDITS(CREDITS)) registers (
      .clk, .rst, .ready, .clear_addr, .write(register_write), .read(register_read), .addr(addr[8:0]), .wdata,
      .done(register_done), .rdata(register_rdata), .mmu(mmu_access), .cfg_rvalid, .cfg_rdata, .mmu_ready, .mmu_error,
      .mac(mac_write), .stored_write, .largest_frame_cells, .frame_cfg, .ecn_cfg, .priorities, .watchdog, .quantum, .default_class, .trust_pcp, .trust_dscp, .strict,
      .flood, .cause, .cause_clear, .cause_enable, .lossless);

  // A read of a statistic of the MMU: requested in its first cycle, done after a fixed time, when the answer has arrived.
  localparam int Answer = 4;  // cycles
  logic [Answer-1:0] requested;
  logic exists;
  assign stat_read = read && is_statistic && requested == '0;
  assign {stat_port, stat_class, stat_select} = {addr[7+:PW], addr[4+:CW], addr[3:0]};
  assign exists = 32'(addr[10:7]) < NP && 32'(addr[6:4]) < NC;
  assign statistic_done = requested[Answer-1];
  always_ff @(posedge clk) begin
    requested <= rst ? '0 : {requested[Answer-2:0], (read || write) && is_statistic && requested == '0};
    if (stat_read) statistic_rdata <= '0;
    else if ((stat_valid && exists)) statistic_rdata <= stat_data;
  end
endmodule
`default_nettype wire

// The host side: the AXI4-Lite slave, the address decoder, and reads of the MMU's statistics.
// An access is shown to its target one cycle after the slave shows it, when its address is decoded.
// Latency: an access takes one cycle to its target and one cycle back. A statistic of the MMU takes 4 cycles.
// Collisions: the slave takes one access at a time, a write before a read; of the targets only the decoded one answers.
`default_nettype none
module sluice_switch_host #(
    parameter int NP = 4,  // ports
    parameter int NC = 8,  // classes
    parameter int PW = 2,  // bits of a port number
    parameter int CW = 3   // bits of a class number
) (
    input  wire logic              clk,
    input  wire logic              rst,
    input  wire sluice_switch_axil_request_t request,
    output sluice_switch_axil_answer_t answer,
    // The registers and the counters: an access is held until done
    output sluice_switch_access_t  to_registers,    // addr is valid one cycle before
    input  wire logic              registers_done,  // the access is done
    input  wire logic [31:0]       register_rdata,  // data of a read, one cycle later
    output sluice_switch_access_t  to_counters,     // addr: upper bit of the counter, port,
                                                    // its other bits, half: 1, 4, 6 and 1 bits
    input  wire logic              counters_done,   // the access is done
    input  wire logic [31:0]       counter_rdata,   // data of a read
    // The MMU's statistics
    output logic                   stat_read,       // read a statistic
    output logic      [3:0]        stat_select,     // statistic
    output logic      [PW-1:0]     stat_port,       // port of the statistic
    output logic      [CW-1:0]     stat_class,      // class of the statistic
    input  wire logic              stat_valid,      // the answer
    input  wire logic [31:0]       stat_data        // value of the statistic
);
  sluice_switch_access_t access;
  logic done, target_done;
  logic [31:0] rdata;
  sluice_switch_axil slave (.clk, .rst, .request, .answer, .access, .done, .rdata);

  // The counters begin at 0x1000, 512 bytes per port, those of ECN at 0x6000, the MMU's statistics at 0x4000;
  // addresses between them are empty.
  localparam logic [13:0] Counters = sluice_switch_pkg::REG_COUNTER;
  logic at_counters, at_statistics, at_ecn, is_ecn, is_counter, is_statistic;
  logic write, read, register_write, register_read, statistic_done;
  logic [13:0] addr, counter_word;
  logic [31:0] statistic_rdata, other_rdata;
  assign addr = access.addr;
  assign at_statistics = addr[13:11] == 3'(sluice_switch_pkg::REG_STATISTIC >> 11);
  assign at_ecn = addr[13:11] == 3'(sluice_switch_pkg::REG_ECN_COUNTER >> 11);
  assign at_counters = addr[13:9] != '0 && !at_statistics;
  always_ff @(posedge clk) begin
    {write, read} <= rst || target_done || done ? '0 : {access.write, access.read};
    {register_write, register_read} <=
        rst || target_done || done || at_counters || at_statistics ? '0 : {access.write, access.read};
    done <= target_done && !rst;
    other_rdata <= is_statistic ? statistic_rdata : counter_word[13:11] == '0 ? counter_rdata : '0;
    {is_counter, is_statistic, is_ecn} <= {at_counters, at_statistics, at_ecn};
    counter_word <= addr - (at_ecn ? sluice_switch_pkg::REG_ECN_COUNTER : Counters);
  end
  assign rdata = is_statistic || is_counter ? other_rdata : register_rdata;
  assign target_done = statistic_done || counters_done || registers_done;
  assign to_registers = {register_write, register_read, addr, access.wdata};
  assign to_counters = {write && is_counter, read && is_counter, 2'b0, is_ecn, counter_word[10:0], 32'b0};

  // A read of a statistic of the MMU: requested in its first cycle, done after a fixed time, when the answer has
  // arrived.
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

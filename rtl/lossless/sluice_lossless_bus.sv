// One AXI4-Lite slave for two targets: addresses from 0x8000 on are registers of the MAC control frames, all others
// belong to the switch. From writes to the switch it keeps two values for the control frames: the priorities, and
// whether the active scheme has levels. In a build with GFC or GFC-linear it reads STATUS after each COMMIT, and
// answers the host only then: levels change with an accepted COMMIT.
// Latency: an access to the switch takes 2 cycles more than at the switch itself, a COMMIT in these builds up to 80,
// with PORT_LIMITS 8 NP + 2 more.
// Collisions: one access at a time, a write before a read.
`default_nettype none
module sluice_lossless_bus #(
    parameter int NC = 8,               // classes
    parameter logic [6:0] SCHEMES = 127  // mask of schemes in the build
) (
    input  wire logic            clk,
    input  wire logic            rst,
    input  wire sluice_switch_axil_request_t host_request,
    output sluice_switch_axil_answer_t host_answer,
    // The switch; its answers are always accepted
    output sluice_switch_axil_request_t switch_request,
    input  wire sluice_switch_axil_answer_t switch_answer,
    // Registers of the control frames: an access is held until done
    output sluice_switch_access_t own_access,  // addr: from 0x8000 on
    input  wire logic            own_done,    // the access is done
    input  wire logic [31:0]     own_rdata,   // data of a read
    // For the control frames
    output logic      [3*NC-1:0] priorities,  // priority of class c at [3 * c +: 3]
    output logic                 levels       // the active scheme is GFC or GFC-linear
);
  localparam logic [13:0] Status = 14'(sluice_pkg::REG_STATUS);
  localparam int Active = 5;  // bit of STATUS: the written set is active
  sluice_switch_access_t access;
  logic write, done;
  logic [13:0] addr;
  logic [31:0] wdata, rdata;
  assign {write, addr, wdata} = {access.write, access.addr, access.wdata};
  sluice_switch_axil slave (.clk, .rst, .request(host_request), .answer(host_answer), .access, .done, .rdata);

  logic own, commit, requested, checking, answered, writes, reads, taken;  // writes, reads: a request to the switch
  assign own = addr[13];
  assign own_access = {access.write && own, access.read && own, 1'b0, addr[12:0], wdata};
  assign commit = write && addr == 14'(sluice_pkg::REG_COMMIT) && (SCHEMES[4] || SCHEMES[5]);
  assign writes = write && !own && !requested && !checking;
  assign reads = ((access.read && !own) || checking) && !requested;
  assign switch_request.awaddr = {addr, 2'b0};
  assign switch_request.awvalid = writes;
  assign switch_request.wdata = wdata;
  assign switch_request.wstrb = '1;
  assign switch_request.wvalid = writes;
  assign switch_request.bready = 1'b1;
  assign switch_request.araddr = {checking ? Status : addr, 2'b0};
  assign switch_request.arvalid = reads;
  assign switch_request.rready = 1'b1;
  assign taken = (writes && switch_answer.awready) || (reads && switch_answer.arready);
  assign answered = requested && (switch_answer.bvalid || switch_answer.rvalid);
  assign done = own ? own_done : answered && (!commit || checking);
  assign rdata = own ? own_rdata : switch_answer.rdata;
  always_ff @(posedge clk)
    if (rst) {requested, checking} <= '0;
    else begin
      requested <= (requested || taken) && !answered;
      checking <= (checking || commit) && (checking || answered) && !(checking && answered);
    end

  logic staged_levels;  // the SCHEME that was written has levels
  always_ff @(posedge clk)
    if (rst) {staged_levels, levels} <= '0;
    else begin
      if (writes && addr == 14'(sluice_pkg::REG_SCHEME))
        staged_levels <= wdata == 32'(sluice_pkg::GFC) || wdata == 32'(sluice_pkg::GFC_LINEAR);
      if (checking && answered && switch_answer.rdata[Active]) levels <= staged_levels;
    end
  genvar c;
  generate
    for (c = 0; c < NC; c = c + 1) begin : g_class
      always_ff @(posedge clk)
        if (rst) priorities[3*c+:3] <= 3'(c);
        else if (writes && addr == 14'(sluice_switch_pkg::REG_PRIORITY)) priorities[3*c+:3] <= wdata[4*c+:3];
    end
  endgenerate
  logic unused_answer;
  assign unused_answer = ^switch_answer;
endmodule
`default_nettype wire

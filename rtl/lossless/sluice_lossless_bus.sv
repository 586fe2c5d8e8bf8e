// One AXI4-Lite slave for two targets: addresses from 0x8000 on are registers of the MAC control frames, all others belong to the switch.
// From writes to the switch it keeps two values for the control frames: the priorities, and whether the active scheme has levels.
// In a build with GFC or GFC-linear it reads STATUS after each COMMIT, and answers the host only then: levels change with an accepted COMMIT.
// Latency: an access to the switch takes 2 cycles more than at the switch itself, a COMMIT in these builds up to 80.
// Collisions: one access at a time, a write before a read.
`default_nettype none
module sluice_lossless_bus #(
    parameter int NC = 8,               // classes
    parameter logic [6:0] SCHEMES = 127  // mask of schemes in the build
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // Host
    input  wire logic [15:0]     s_axil_awaddr,
    input  wire logic            s_axil_awvalid,
    output logic                 s_axil_awready,
    input  wire logic [31:0]     s_axil_wdata,
    input  wire logic [3:0]      s_axil_wstrb,
    input  wire logic            s_axil_wvalid,
    output logic                 s_axil_wready,
    output logic      [1:0]      s_axil_bresp,
    output logic                 s_axil_bvalid,
    input  wire logic            s_axil_bready,
    input  wire logic [15:0]     s_axil_araddr,
    input  wire logic            s_axil_arvalid,
    output logic                 s_axil_arready,
    output logic      [31:0]     s_axil_rdata,
    output logic      [1:0]      s_axil_rresp,
    output logic                 s_axil_rvalid,
    input  wire logic            s_axil_rready,
    // Switch; its answers are always accepted
    output logic      [15:0]     m_axil_addr,  // address of a write or a read
    output logic                 m_axil_awvalid,
    input  wire logic            m_axil_awready,
    output logic      [31:0]     m_axil_wdata,
    input  wire logic            m_axil_bvalid,
    output logic                 m_axil_arvalid,
    input  wire logic            m_axil_arready,
    input  wire logic [31:0]     m_axil_rdata,
    input  wire logic            m_axil_rvalid,
    // Registers of the control frames: an access is held until done
    output logic                 own_write,    // a write
    output logic                 own_read,     // a read
    output logic      [12:0]     own_addr,     // address of a 32-bit word
    output logic      [31:0]     own_wdata,    // data of a write
    input  wire logic            own_done,     // the access is done
    input  wire logic [31:0]     own_rdata,    // data of a read
    // For the control frames
    output logic      [3*NC-1:0] priorities,   // priority of class c at [3 * c +: 3]
    output logic                 levels        // the active scheme is GFC or GFC-linear
);
  localparam logic [13:0] Status = 14'(sluice_pkg::REG_STATUS);
  localparam int Active = 5;  // bit of STATUS: the written set is active
  logic write, read, done;
  logic [13:0] addr;
  logic [31:0] wdata, rdata;
  sluice_switch_axil slave (
      .clk, .rst, .s_axil_awaddr, .s_axil_awvalid, .s_axil_awready, .s_axil_wdata, .s_axil_wstrb, .s_axil_wvalid,
      .s_axil_wready, .s_axil_bresp, .s_axil_bvalid, .s_axil_bready, .s_axil_araddr, .s_axil_arvalid, .s_axil_arready,
      .s_axil_rdata, .s_axil_rresp, .s_axil_rvalid, .s_axil_rready, .write, .read, .addr, .wdata, .done, .rdata);

  logic own, commit, requested, checking, answered;
  assign own = addr[13];
  assign {own_write, own_read, own_addr, own_wdata} = {write && own, read && own, addr[12:0], wdata};
  assign commit = write && addr == 14'(sluice_pkg::REG_COMMIT) && (SCHEMES[4] || SCHEMES[5]);
  assign m_axil_awvalid = write && !own && !requested && !checking;
  assign m_axil_arvalid = ((read && !own) || checking) && !requested;
  assign m_axil_addr = {checking ? Status : addr, 2'b0};
  assign m_axil_wdata = wdata;
  assign answered = requested && (m_axil_bvalid || m_axil_rvalid);
  assign done = own ? own_done : answered && (!commit || checking);
  assign rdata = own ? own_rdata : m_axil_rdata;
  always_ff @(posedge clk)
    if (rst) {requested, checking} <= '0;
    else begin
      requested <= (requested || (m_axil_awvalid && m_axil_awready) || (m_axil_arvalid && m_axil_arready)) && !answered;
      checking <= (checking || commit) && (checking || answered) && !(checking && answered);
    end

  logic staged_levels;  // the SCHEME that was written has levels
  always_ff @(posedge clk)
    if (rst) {staged_levels, levels} <= '0;
    else begin
      if (m_axil_awvalid && addr == 14'(sluice_pkg::REG_SCHEME))
        staged_levels <= wdata == 32'(sluice_pkg::GFC) || wdata == 32'(sluice_pkg::GFC_LINEAR);
      if (checking && answered && m_axil_rdata[Active]) levels <= staged_levels;
    end
  genvar c;
  generate
    for (c = 0; c < NC; c = c + 1) begin : g_class
      always_ff @(posedge clk)
        if (rst) priorities[3*c+:3] <= 3'(c);
        else if (m_axil_awvalid && addr == 14'(sluice_switch_pkg::REG_PRIORITY)) priorities[3*c+:3] <= wdata[4*c+:3];
    end
  endgenerate
endmodule
`default_nettype wire

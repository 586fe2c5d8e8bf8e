// One AXI4-Lite slave for two: what is at 0x8000 and above goes to the registers of the MAC control frames, all else is passed on to the
// switch. On its way it is looked at for what the frames have to know: the priorities, and whether the scheme in use has levels. Whether a
// COMMIT was taken is asked of the MMU's STATUS before the host has its answer.
// Latency: an access to the switch takes 4 clocks more than there, a COMMIT up to 80.
`default_nettype none
module sluice_lossless_bus #(
    parameter int NC = 8,
    parameter logic [5:0] SCHEMES = 63
) (
    input  wire logic            clk,
    input  wire logic            rst,
    // from the host
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
    // to the switch; it is always ready for the answer
    output logic      [15:0]     m_axil_addr,   // of a write and of a read
    output logic                 m_axil_awvalid,
    input  wire logic            m_axil_awready,
    output logic      [31:0]     m_axil_wdata,
    input  wire logic            m_axil_bvalid,
    output logic                 m_axil_arvalid,
    input  wire logic            m_axil_arready,
    input  wire logic [31:0]     m_axil_rdata,
    input  wire logic            m_axil_rvalid,
    // to the registers of the control frames: held until done
    output logic                 own_write,
    output logic                 own_read,
    output logic      [12:0]     own_addr,      // of a word
    output logic      [31:0]     own_wdata,
    input  wire logic            own_done,
    input  wire logic [31:0]     own_rdata,
    // what the frames have to know
    output logic      [3*NC-1:0] priorities,
    output logic                 levels         // the scheme in use is GFC or GFC-linear
);
  localparam logic [13:0] Status = 14'(sluice_pkg::REG_STATUS);
  localparam int Active = 5;  // bit of STATUS: the set that is written is in use
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

  logic staged_levels;  // as SCHEME was written
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

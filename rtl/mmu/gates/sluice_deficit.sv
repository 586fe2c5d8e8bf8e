// Deficit of the egress queues of GFC [GFC 4.1, 4.2]: one word per queue in a RAM, stored as deficit - 1, so a negative
// word means paid.
// A round of 2^RB cycles visits every word once, in the even cycles, and subtracts the pay of a round. Charges are
// added in the odd cycles.
// Overpayment is credit for the next packets, less than two rounds. A queue with a whole round of credit is set to a
// deficit of 0.
// A charge to a deficit above the largest charge is ignored: only packets that violate the gate cause this.
// Latency: word read in cycle u, pay_1 or charge_1 in u + 1, frees_3 and owes_3 in u + 3, when the word is written.
`default_nettype none
module sluice_deficit #(
    parameter int SB = 5,   // bits of a word's number
    parameter int PB = 45,  // bits of the pay of a round
    parameter int CB = 46   // bits of a charge
) (
    input  wire logic          clk,       // clock
    input  wire logic          reset,     // all queues are paid
    input  wire logic          visits,    // this cycle visits a word; else it may charge one
    input  wire logic          valid,     // cycle u: the visit or the charge takes place
    input  wire logic [SB-1:0] slot,      // cycle u: number of the word
    input  wire logic [PB-1:0] pay_1,     // cycle u + 1: pay of a round
    input  wire logic [CB-1:0] charge_1,  // cycle u + 1: charge
`ifdef FORMAL
    input  wire logic [SB-1:0] watch,    // for the proofs: a word
    output logic               watched,  // for the proofs: the word has a deficit, or a charge on its way
`endif
    output logic      [SB-1:0] slot_3,   // number of the word that frees_3 and owes_3 report
    output logic               frees_3,  // the deficit of that word is paid
    output logic               owes_3    // that word has a deficit
);
  localparam int DB = (CB > PB ? CB : PB) + 2;
  // no_rw_check: a word that is about to be written is not read (sluice_rate).
`ifdef SLUICE_LUTRAM
  (* no_rw_check, ram_style = SB <= 6 ? "distributed" : "auto" *) logic [DB-1:0] mem[2**SB];
`else
  (* no_rw_check *) logic [DB-1:0] mem[2**SB];
`endif
  logic [2**SB-1:0] known;  // words that are valid; all other words count as a deficit of 0
  logic visits1, visits2, visits3, valid1, valid2, known1, judged3, over3, write3, forgets3;
  logic [SB-1:0] slot1, slot2;
  logic [DB-1:0] word1, word2, change2, pay2, ahead2, word3;
  logic negative2, plenty2, over2, unused_ahead;  // plenty2: a round of credit remains; over2: the charge is ignored
  assign ahead2 = word2 + pay2;
  assign unused_ahead = ^ahead2[DB-2:0];
  assign negative2 = word2[DB-1];
  assign over2 = !visits2 && word2[CB] && !negative2;
  assign plenty2 = negative2 && ahead2[DB-1];
  assign frees_3 = judged3 && word3[DB-1] && !over3;
  assign owes_3 = judged3 && !visits3 && (!word3[DB-1] || over3);
  always_ff @(posedge clk) begin
    // Cycle u
    if (valid) word1 <= mem[slot];
    known1 <= known[slot];
    {visits1, slot1} <= {visits, slot};
    // Cycle u + 1
    word2 <= known1 ? word1 : '1;
    change2 <= visits1 ? ~(DB'(pay_1)) : DB'(charge_1);
    pay2 <= DB'(pay_1);
    {visits2, slot2} <= {visits1, slot1};
    // Cycle u + 2
    word3 <= word2 + change2 + DB'(visits2);
    {visits3, over3, slot_3} <= {visits2, over2, slot2};
    // Cycle u + 3
    if (write3) mem[slot_3] <= word3;
    if (reset) begin
      {valid1, valid2, judged3, write3, forgets3} <= '0;
      known <= '0;
    end else begin
      valid1 <= valid;
      valid2 <= valid1 && (!visits1 || known1);
      judged3 <= valid2 && !(visits2 && negative2);
      forgets3 <= valid2 && visits2 && plenty2;
      write3 <= valid2 && !(visits2 && plenty2) && !over2;
      for (int s = 0; s < 2 ** SB; s++)
        if (slot_3 == SB'(s)) known[s] <= (known[s] || (write3 && !visits3)) && !forgets3;
    end
  end

`ifdef FORMAL
`include "sluice_deficit.svh"
`endif
endmodule
`default_nettype wire

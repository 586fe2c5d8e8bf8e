// Assertions and cover points of Yosys as wires with their names, for aiger.ys.
(* techmap_celltype = "$assert" *)
module assertion (input A, input EN);
  (* keep *) wire violated = !A && EN;
endmodule
(* techmap_celltype = "$cover" *)
module cover_point (input A, input EN);
  (* keep *) wire reached = A && EN;
endmodule

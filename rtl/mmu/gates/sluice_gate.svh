  // A class that is not lossless is never held; another one while its own timer, its port's or the limiter says so, and only then.
  (* anyconst *) logic [5:0] p;
  (* anyconst *) logic [2:0] c;
  always_comb begin
    assume (p < NP && c < NC);
    a_or: assert (gate[p*NC+c] == (lossless[c] && (class_paused[p*NC+c] || port_paused[p] || rate_blocked[p*NC+c])));
  end

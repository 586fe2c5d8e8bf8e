  // Any one egress class: the gate is closed while the timer of the class or of the port runs, or the limiter blocks the class, if the class is lossless.
  (* anyconst *) logic [5:0] p;
  (* anyconst *) logic [2:0] c;
  always_comb begin
    // A1: the class exists
    assume (p < NP && c < NC);
    // P1: the gate is closed exactly while a lossless class is paused, its port is paused, or the limiter blocks the class
    a_or: assert (gate[p*NC+c] == (lossless[c] && (class_paused[p*NC+c] || port_paused[p] || rate_blocked[p*NC+c])));
    c_class: cover (gate[p*NC+c] && !port_paused[p] && !rate_blocked[p*NC+c]);
    c_port: cover (gate[p*NC+c] && !class_paused[p*NC+c] && !rate_blocked[p*NC+c]);
    c_rate: cover (gate[p*NC+c] && !class_paused[p*NC+c] && !port_paused[p]);
    c_open: cover (!gate[p*NC+c] && class_paused[p*NC+c]);
  end

  // Any one egress class: the gate is closed while PAUSE stops its port and, if the class is lossless, while its timer
  // or its port's timer runs or the limiter blocks the class.
  (* anyconst *) logic [5:0] p;
  (* anyconst *) logic [2:0] c;
  always_comb begin
    // A1: the class exists
    assume (p < NP && c < NC);
    // P1: the gate is closed exactly while PAUSE stops the port, or a lossless class is paused, its port is paused, or
    // the limiter blocks the class
    a_or: assert (gate[p*NC+c] == (all_paused[p] ||
        (lossless[c] && (class_paused[p*NC+c] || port_paused[p] || rate_blocked[p*NC+c]))));
    // P2: PAUSE stops lossy classes too, and nothing else stops them
    a_lossy: assert (lossless[c] || gate[p*NC+c] == all_paused[p]);
    c_class: cover (gate[p*NC+c] && !port_paused[p] && !all_paused[p] && !rate_blocked[p*NC+c]);
    c_port: cover (gate[p*NC+c] && !class_paused[p*NC+c] && !all_paused[p] && !rate_blocked[p*NC+c]);
    c_rate: cover (gate[p*NC+c] && !class_paused[p*NC+c] && !all_paused[p] && !port_paused[p]);
    c_open: cover (!gate[p*NC+c] && class_paused[p*NC+c]);
    c_pause: cover (gate[p*NC+c] && !lossless[c]);
  end

// Which of the bugs planted in the RTL there is: planted_bug.c says so once, when the simulation starts.
package planted;
  import "DPI-C" function int planted_bug();
  int bug = planted_bug();
endpackage

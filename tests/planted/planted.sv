// Number of the active planted bug, 0: none. planted_bug.c provides it once, when the simulation starts.
package planted;
  import "DPI-C" function int planted_bug();
  int bug = planted_bug();
endpackage

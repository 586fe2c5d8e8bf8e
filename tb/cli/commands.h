// The commands of sluice, one folder each. argv[0] is the name in messages. Each returns the exit status: 0 done, 1
// internal or I/O error, 2 bad input, unless it says otherwise.
#ifndef COMMANDS_H
#define COMMANDS_H

int analyze_main(int argc, char **argv);
int import_main(int argc, char **argv);
int plan_main(int argc, char **argv);
int regs_main(int argc, char **argv);
int replay_main(int argc, char **argv);  // also 3: RTL and model differ
int report_main(int argc, char **argv);
int run_main(int argc, char **argv);    // enum run_exit
int sweep_main(int argc, char **argv);  // enum sweep_exit
int topology_main(int argc, char **argv);

#endif

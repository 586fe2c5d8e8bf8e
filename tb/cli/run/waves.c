#include "tb/cli/run/waves.h"

#include <stdio.h>

#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

int waves_watch(const char *path) {
  static const char *const endings[] = {".part", ".part.hier"};
  static const char begin[9] = {[7] = 1, [8] = 0x49};  // of an FST file: the type and length of its header, 329 bytes
  char part[4096];
  if (!command_replaces(path, begin, sizeof(begin))) {
    fprintf(stderr, "%s: the file does not hold waves; give --waves another file\n", path);
    return -1;
  }
  for (int i = 0; i < 2; i++) {
    snprintf(part, sizeof(part), "%s%s", path, endings[i]);
    tempfiles_add(part);
  }
  tempfiles_mapped(path);
  return 0;
}

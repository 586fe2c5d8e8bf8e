#include "waves.h"

#include <stdio.h>
#include <sys/stat.h>

#include "leftovers.h"

int waves_watch(const char *path) {
  static const char *const endings[] = {".part", ".part.hier"};
  struct stat there;
  char part[4096];
  if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
    fprintf(stderr, "%s: it is not a file; give --waves a file\n", path);
    return -1;
  }
  for (int i = 0; i < 2; i++) {
    snprintf(part, sizeof(part), "%s%s", path, endings[i]);
    leftovers_add(part);
  }
  leftovers_mapped(path);
  return 0;
}

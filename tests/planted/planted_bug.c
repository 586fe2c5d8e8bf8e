// Returns the number of the active planted bug from SLUICE_PLANTED, 0: none. The RTL calls it at start (planted.sv).
#include <stdio.h>
#include <stdlib.h>

int planted_bug(void);
int planted_bug(void) {
  const char *text = getenv("SLUICE_PLANTED");
  if (text == NULL) return 0;
  char *end;
  long bug = strtol(text, &end, 10);
  if (end != text && *end == '\0' && bug >= 0) return (int)bug;
  fprintf(stderr, "SLUICE_PLANTED=%s: expected the number of a bug\n", text);
  exit(EXIT_FAILURE);
}

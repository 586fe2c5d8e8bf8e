// Which of the planted bugs is in the RTL: asked by it when it starts (planted.sv).
#include <stdlib.h>

int planted_bug(void);
int planted_bug(void) {
  const char *text = getenv("SLUICE_PLANTED");
  return text == NULL ? 0 : atoi(text);
}

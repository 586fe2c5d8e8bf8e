// The section mmu of a file, as it is written there.
#ifndef MMU_SECTION_H
#define MMU_SECTION_H

#include "tb/sim/files/error.h"

// Reads the lines of the section from a file that has only this key, or from a scenario. The caller frees *text.
// Returns 0, or EINVAL or ENOMEM with one line in err.
int mmu_section_read(const char *path, char **text, struct error *err);

#endif

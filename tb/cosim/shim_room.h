// One Verilated build of sluice_room_port, as C functions, as shim_control.h for the control frames.
#ifndef SHIM_ROOM_H
#define SHIM_ROOM_H

#include "cmodel/room/sluice_room_port.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim_room {
  struct sluice_room_dims dims;
  void *(*create)(void);  // creates the module after reset; NULL: out of memory
  void (*destroy)(void *room);
  // One cycle: computes the outputs of this cycle, then applies the clock edge.
  void (*step)(void *room, const struct sluice_room_in *in, struct sluice_room_out *out);
};

// All variants in this program, then NULL.
extern const struct shim_room *const shim_room_list[];

#ifdef __cplusplus
}
#endif
#endif

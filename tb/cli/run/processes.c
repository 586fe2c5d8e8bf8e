#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/run/run.h"

static const char *const places[] = {"sluice-mpi.so", "../lib/sluice/sluice-mpi.so"};

static int number(const char *variable) {
  const char *text = getenv(variable);
  return text != NULL ? atoi(text) : 0;
}

static void discard_output(struct processes *p) {
  int nowhere = open("/dev/null", O_WRONLY);
  p->saved_stderr = dup(STDERR_FILENO);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

// Loads the first module that exists. RTLD_GLOBAL, because the modules of OpenMPI need its symbols.
static void *load(void) {
  char path[4096], program[4096] = "";
  ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
  char *slash = length > 0 ? strrchr(program, '/') : NULL;
  if (slash == NULL) return NULL;
  slash[1] = '\0';
  for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
    if ((size_t)snprintf(path, sizeof(path), "%s%s", program, places[i]) >= sizeof(path)) continue;
    if (access(path, R_OK) == 0) return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  }
  return NULL;
}

int processes_begin(struct processes *p) {
  *p = (struct processes){.saved_stderr = -1};
  if (number("OMPI_COMM_WORLD_SIZE") < 2) return 0;
  // The output of rank 0 is always a terminal, even if mpirun writes it to a file.
  setenv("NO_COLOR", "1", 1);
  setenv("TERM", "dumb", 1);
  if (number("OMPI_COMM_WORLD_RANK") != 0) discard_output(p);
  void *module = load();
  const struct transport *(*begin)(void) = NULL;
  if (module != NULL) *(void **)&begin = dlsym(module, "sluice_transport");
  if (begin != NULL) p->transport = begin();
  if (p->transport != NULL) return 0;
  const char *why = module == NULL ? dlerror() : NULL;
  fprintf(stderr, "sluice run: cannot start MPI: %s; install OpenMPI and make, or leave mpirun out\n",
          why != NULL ? why : "no sluice-mpi.so next to the program");
  return -1;
}

void processes_show_errors(struct processes *p) {
  if (p->saved_stderr >= 0) dup2(p->saved_stderr, STDERR_FILENO);
}

int processes_end(struct processes *p, int code) {
  if (p->transport == NULL) return code;
  uint64_t first = p->transport->rank == 0 ? (uint64_t)code : 0;
  p->transport->max(&first, 1);
  p->transport->end();
  return first == 0 || p->transport->rank == 0 ? code : 0;
}

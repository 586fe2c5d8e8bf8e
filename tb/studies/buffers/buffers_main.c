// Prints the buffer of a link under each scheme as CSV, for `make buffers`.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/studies/buffers/buffers.h"

static int row(const struct buffer_link *link, enum buffer_scheme scheme) {
  struct buffer_need need;
  struct error err;
  if (buffer_need(link, scheme, &need, &err) != 0) {
    fprintf(stderr, "buffers: %s\n", err.text);
    return EXIT_FAILURE;
  }
  printf("%s,%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%d,%.3f,", buffer_name(scheme), link->classes,
         link->mbps / 1000, link->metres, need.lossless, need.full, need.ends, need.share);
  if (need.ends_m != 0) printf("%" PRIu64, need.ends_m);
  putchar('\n');
  return EXIT_SUCCESS;
}

int main(void) {
  static const uint64_t gbps[] = {10, 100, 400, 800}, metres[] = {100, 1000, 10000};
  static const int classes[] = {1, 8};
  int status = EXIT_SUCCESS;
  puts("scheme,classes,gbps,metres,lossless_bytes,full_rate_bytes,counter_ends,rate_share,counter_ends_m");
  for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
    for (int s = 0; s < BUFFERS; s++)
      for (size_t g = 0; g < sizeof gbps / sizeof *gbps; g++)
        for (size_t m = 0; m < sizeof metres / sizeof *metres && status == EXIT_SUCCESS; m++)
          status = row(&(struct buffer_link){gbps[g] * 1000, metres[m], classes[c]}, (enum buffer_scheme)s);
  if (fflush(stdout) != 0 || ferror(stdout)) return EXIT_FAILURE;
  return status;
}

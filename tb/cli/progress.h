// A bar on standard error, once what is done turns out to be long. Whether that is a terminal is the caller's to know.
#ifndef PROGRESS_H
#define PROGRESS_H

struct progress {
  double begin, shown;  // seconds
};

void progress_begin(struct progress *p);
void progress_show(void *progress, double share);
void progress_end(const struct progress *p);

#endif

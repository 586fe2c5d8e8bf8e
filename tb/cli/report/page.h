// The page without its data: the text before the data, and the text with the scripts after the data.
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

extern const char page_head[], page_tail[];

#endif

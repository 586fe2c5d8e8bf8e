// The page without its data: what stands before them, and what stands behind them and draws them.
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

extern const char page_head[], page_tail[];

#endif

/** The most rows one page has; `Page.take` beyond it gives this many. */
export const maxPageSize = 1000;

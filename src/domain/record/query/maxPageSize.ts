/** The maximum number of rows of a page; a greater `Page.take` returns this many. */
export const maxPageSize = 1000;

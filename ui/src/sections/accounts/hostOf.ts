/** The host of an origin, or the text itself if it is none. */
export const hostOf = (origin: string): string => URL.parse(origin)?.host ?? origin;

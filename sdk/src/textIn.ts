/** Returns a value of a response if it is text. */
export const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

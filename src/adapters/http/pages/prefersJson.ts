/** Whether who asks wants to read an answer with a program, by the header `Accept`. */
export const prefersJson = (accept: string | null): boolean =>
  accept?.includes("application/json") === true && !accept.includes("text/html");

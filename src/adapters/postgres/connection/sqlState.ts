/** Returns the SQLSTATE of an error of the database, however it is wrapped; an empty text if it has none. */
export const sqlState = (error: unknown): string => {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : sqlState(error.cause);
};

const codes: ReadonlySet<string> = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "EMFILE",
  "ENETDOWN",
  "ENETUNREACH",
  "ENFILE",
  "ENOBUFS",
  "ENOTCONN",
  "EPIPE",
  "ETIMEDOUT"
]);

/** `pg` gives the errors of its connections no code. */
const lostByPg = /^Connection terminated/;

/** SQLSTATE classes of a server that ends a connection: connection exception, operator intervention. */
const endedByServer = /^(?:08|57P)/;

/** Whether an error says that a connection to something outside of the process was lost or could not be made. */
export const isConnectionError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (lostByPg.test(error.message)) return true;
  return "code" in error && typeof error.code === "string" && (codes.has(error.code) || endedByServer.test(error.code));
};

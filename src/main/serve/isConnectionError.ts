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

/** The errors of connections of `pg` have no code. */
const lostByPg = /^Connection terminated/;

/** SQLSTATE classes of errors with which a server ends a connection: connection exception, operator intervention. */
const endedByServer = /^(?:08|57P)/;

/** Whether an error means that a connection to another process was lost or could not be opened. */
export const isConnectionError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (lostByPg.test(error.message)) return true;
  return "code" in error && typeof error.code === "string" && (codes.has(error.code) || endedByServer.test(error.code));
};

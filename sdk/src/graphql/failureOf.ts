import type { Answer } from "../http/Answer.ts";
import type { Connection } from "../http/Connection.ts";
import { type GraphqlError, TidemarkError } from "../TidemarkError.ts";

const isErrors = (value: unknown): value is readonly [GraphqlError, ...Array<GraphqlError>] =>
  Array.isArray(value) && value.length > 0 && typeof value[0]?.message === "string";

/** Whether the server says that the session at the PDS is over. */
const isOver = (errors: ReadonlyArray<GraphqlError>): boolean =>
  errors.some(({ extensions }) => extensions?.reason === "reauthenticate");

/** The errors of an answer as one; undefined where there are none. */
export const failureOf = ({ server }: Connection, { body, retryAfter, status }: Answer): TidemarkError | undefined => {
  const { data, errors } = body;
  if (!isErrors(errors)) {
    if ("data" in body || (status < 300 && "blob" in body)) return undefined;
    return new TidemarkError("bad_answer", `${server} does not answer like an instance (${status}). Check server.`);
  }
  const [{ extensions, message }] = errors;
  const told = typeof extensions?.retryAfter === "number" ? extensions.retryAfter : retryAfter;
  const details = { code: extensions?.code, errors, data, retryAfter: told };
  if (!isOver(errors)) return new TidemarkError("graphql", message, details);
  return new TidemarkError("login_expired", `The login is over: ${message} Call loginWithRedirect again.`, details);
};

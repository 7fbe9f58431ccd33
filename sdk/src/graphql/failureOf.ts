import type { Connection } from "../http/Connection.ts";
import type { ParsedResponse } from "../http/ParsedResponse.ts";
import { type GraphqlError, TidemarkError } from "../TidemarkError.ts";

const isErrors = (value: unknown): value is readonly [GraphqlError, ...Array<GraphqlError>] =>
  Array.isArray(value) && value.length > 0 && typeof value[0]?.message === "string";

/** The error by which the server says that the login is over. */
const overIn = (errors: ReadonlyArray<GraphqlError>): GraphqlError | undefined =>
  errors.find(({ extensions }) => extensions?.reason === "reauthenticate");

/** The errors of an answer as one; undefined where there are none. */
export const failureOf = (
  { loginMethod, server }: Connection,
  { body, retryAfter, status }: ParsedResponse
): TidemarkError | undefined => {
  const { data, errors } = body;
  if (!isErrors(errors)) {
    if ("data" in body || (status < 300 && "blob" in body)) return undefined;
    return new TidemarkError("bad_answer", `${server} does not answer like an instance (${status}). Check server.`);
  }
  const [{ extensions, message }] = errors;
  const told = typeof extensions?.retryAfter === "number" ? extensions.retryAfter : retryAfter;
  const details = { code: extensions?.code, errors, data, retryAfter: told };
  const over = overIn(errors);
  if (over === undefined) return new TidemarkError("graphql", message, details);
  const cause = over.extensions?.cause;
  return new TidemarkError("login_expired", `The login is over: ${over.message} Call ${loginMethod} again.`, {
    ...details,
    endReason: typeof cause === "string" ? cause : undefined
  });
};

import type { Connection } from "../http/Connection.ts";
import { loginExpired } from "../http/loginExpired.ts";
import type { ParsedResponse } from "../http/ParsedResponse.ts";
import { type GraphqlError, TidemarkError } from "../TidemarkError.ts";
import { textIn } from "../textIn.ts";

const isErrors = (value: unknown): value is readonly [GraphqlError, ...Array<GraphqlError>] =>
  Array.isArray(value) && typeof value[0]?.message === "string";

/** Finds the error with which the server reports that the login has ended. */
const endIn = (errors: ReadonlyArray<GraphqlError>): GraphqlError | undefined =>
  errors.find(({ extensions }) => extensions?.reason === "reauthenticate");

/** Converts the errors of a response to one error; undefined if there are none. */
export const failureOf = (
  connection: Connection,
  { body, retryAfter, status }: Pick<ParsedResponse, "body" | "retryAfter" | "status">
): TidemarkError | undefined => {
  const { data, errors } = body;
  if (!isErrors(errors)) {
    if ("data" in body || (status < 300 && "blob" in body)) return undefined;
    return new TidemarkError(
      "bad_answer",
      `The response of ${connection.server} is not that of an instance (${status}). Check server.`
    );
  }
  const [{ extensions, message }] = errors;
  const wait = typeof extensions?.retryAfter === "number" ? extensions.retryAfter : retryAfter;
  const details = { code: extensions?.code, errors, data, retryAfter: wait };
  const ended = endIn(errors);
  if (ended === undefined) return new TidemarkError("graphql", message, details);
  const { cause, endMessage } = ended.extensions ?? {};
  return loginExpired(connection, ` ${ended.message}`, {
    ...details,
    endReason: textIn(cause),
    endMessage: textIn(endMessage)
  });
};

import type { Connection } from "../http/Connection.ts";
import { loginExpired } from "../http/loginExpired.ts";
import type { ParsedResponse } from "../http/ParsedResponse.ts";
import { sendSigned } from "../http/sendSigned.ts";
import { throwIfUnavailable } from "../http/throwIfUnavailable.ts";
import { withRetries } from "../http/withRetries.ts";
import { TidemarkError } from "../TidemarkError.ts";
import { textIn } from "../textIn.ts";
import type { Credentials } from "./Credentials.ts";

/** The delays before a request without a response is sent again, in milliseconds. */
const waits = [500, 1500, 4000, 8000];
const timeout = 10_000;

const refused = (connection: Connection, { body, error, status }: ParsedResponse): TidemarkError => {
  if (error === undefined) {
    return new TidemarkError(
      "bad_answer",
      `The response of ${connection.server} is not that of an instance (${status}). Check server.`
    );
  }
  const details = `${error}: ${body.error_description ?? status}`;
  if (error === "invalid_grant") {
    const endMessage = textIn(body.end_message);
    return loginExpired(connection, ` ${endMessage ?? details}`, {
      code: error,
      endReason: textIn(body.end_reason),
      endMessage
    });
  }
  return new TidemarkError(
    "client_refused",
    `${connection.server} refused the request (${details}). Check clientId, redirectUri and scope.`,
    { code: error }
  );
};

/** Posts a form to an OAuth endpoint as the client, with retries. Returns the body of a successful response. */
export const postForm = (
  connection: Connection,
  credentials: Credentials,
  path: string,
  form: Readonly<Record<string, string>>
): Promise<ParsedResponse["body"]> =>
  withRetries(
    connection.platform,
    async () => {
      const response = await sendSigned(connection, path, async (url) => {
        const own = await credentials.atServer(url);
        return {
          method: "POST",
          headers: own.headers,
          body: new URLSearchParams({ ...form, ...own.form }),
          keepalive: true,
          timeout
        };
      });
      throwIfUnavailable(connection, response);
      if (response.status >= 300) throw refused(connection, response);
      return response.body;
    },
    waits
  );
